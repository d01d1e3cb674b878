"""`musbot pintar`: pictures asked for by hand, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from musbot.cli.main import FAILED, MISUSED, OK, main

pytestmark = pytest.mark.usefixtures("english")

PARTIDAS = Path(__file__).parents[1] / "partidas"
WON = str(PARTIDAS / "R53-vacas.mus.toml")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "picture.png"


@pytest.mark.parametrize(
    "asked",
    [
        ("hand", "12o 3c 11b 1e"),
        ("hand", "12o 3c 11b 1e 1b", "--idioma", "en"),
        ("hand", "7o 7c 7e 12b", "--reglas", "mundial"),
        ("sorteo", "12o 3c 11b 1e"),
        ("sorteo", "12o 3c", "--nombres", "Ane,Beñat"),
        ("showdown", WON),
        ("showdown", WON, "--mano", "1"),
        ("tanteo", WON, "--idioma", "en"),
        ("tanteo", str(PARTIDAS / "R34-huge-bet-waits.mus.toml")),
        ("end", WON),
    ],
)
def test_a_picture_is_written(asked: tuple[str, ...], file: Path) -> None:
    assert main(["pintar", *asked, "-o", str(file)]) == OK
    with Image.open(file) as image:
        assert image.format == "PNG"


def test_a_file_that_is_there_already_stays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"mine")
    assert main(["pintar", "hand", "12o", "-o", str(file)]) == FAILED
    assert f"{file} is there already: nothing was written" in capsys.readouterr().err
    assert file.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("hand", "12o 3c 11b 8e"), "'8e': expected a card such as 12o"),
        (("hand", "12o 12o"), "expected 1 to 8 different cards"),
        (("hand", ""), "expected 1 to 8 different cards"),
        (("sorteo", "12o 3c"), "expected one card for each name (4)"),
        (("tanteo", "nowhere.mus.toml"), "nowhere.mus.toml: cannot be read"),
        (("showdown", str(PARTIDAS / "R17-nothing-dealt.mus.toml")), "no hand is over yet"),
        (("showdown", WON, "--mano", "9"), "hand 9: expected one of the 2"),
        (("end", str(PARTIDAS / "R16-trios.mus.toml")), "nobody has won the partida yet"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    asked: tuple[str, ...], why: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pintar", *asked, "-o", str(file)]) == FAILED
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not file.exists()


@pytest.mark.parametrize("name", ["a.gif", "a", "a.webp"])
def test_a_picture_is_a_png(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pintar", "hand", "12o", "-o", str(tmp_path / name)])
    assert ended.value.code == MISUSED
    assert "expected a file that ends in .png" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pintar", "hand", "12o", "-o", str(tmp_path / "no" / "a.png")]) == FAILED
    assert "a.png: cannot be written: No such file or directory" in capsys.readouterr().err
