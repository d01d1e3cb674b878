"""The commands as people use them: what they print, what they refuse and how they end."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock

import pytest

from musbot import __version__, app
from musbot.cli import language
from musbot.cli import main as cli
from musbot.cli import simular as simulate
from musbot.cli.errors import translate
from musbot.cli.main import BROKEN_PIPE, COMMANDS, FAILED, INTERRUPTED, MISUSED, OK, main
from musbot.words.quoted import name_program, without_slashes
from musbot.words.texts import LANGUAGES, Texts

pytestmark = pytest.mark.usefixtures("english")

PARTIDAS = Path(__file__).parents[1] / "partidas"
GOLDEN = PARTIDAS / "R16-trios.mus.toml"


def ended(*arguments: str) -> int:
    """The status of a command that argparse itself ends."""
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert isinstance(raised.value.code, int)
    return raised.value.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two partidas of AI players, with their seeds."""
    assert (
        main(["simular", "--manos", "15", "--jugadores", "azar", "--seed", "a", "--actas", str(tmp_path)])
        == OK
    )
    return tmp_path


# ---- acta ------------------------------------------------------------------------------------------------


def test_json_is_one_line_a_file(capsys: pytest.CaptureFixture[str]):
    files = sorted(PARTIDAS.glob("*.mus.toml"))
    assert main(["acta", "--json", *map(str, files)]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [
        json.loads(file.with_name(file.name.replace(".mus.toml", ".json")).read_text("utf-8"))
        for file in files
    ]
    assert any('"Ane"' in line for line in lines)


def test_a_partida_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]):
    assert main(["acta", "--idioma", "es", str(GOLDEN)]) == OK
    assert "Es mano Ane." in capsys.readouterr().out
    assert main(["acta", "--idioma", "en", str(GOLDEN)]) == OK
    assert "Ane is mano." in capsys.readouterr().out


def test_an_error_in_one_file_leaves_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bad, worse = tmp_path / "bad.mus.toml", tmp_path / "worse.mus.toml"
    bad.write_text(GOLDEN.read_text("utf-8").replace("Ane: envido 3", "Ane: envido 1"), "utf-8")
    worse.write_text("=", "utf-8")
    assert main(["acta", "--json", str(bad), str(GOLDEN), str(worse)]) == FAILED
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 1
    assert told.err.splitlines() == [
        f"{bad}: hand 1, voz 19: It must be 2 or more. (R28)",
        f"{worse}: not TOML: Invalid statement (at line 1, column 1)",
    ]


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["acta", str(tmp_path / "none")]) == FAILED
    assert capsys.readouterr().err == f"{tmp_path / 'none'}: cannot be read: No such file or directory\n"


# ---- verificar -------------------------------------------------------------------------------------------


def test_what_was_simulated_verifies(folder: Path, capsys: pytest.CaptureFixture[str]):
    files = sorted(folder.iterdir())
    capsys.readouterr()
    assert main(["verificar", *map(str, files)]) == OK
    told = capsys.readouterr()
    assert [line.partition(": ")[0] for line in told.out.splitlines()] == [str(file) for file in files]
    assert all("every hand was dealt as promised" in line for line in told.out.splitlines())
    assert told.err == ""


def test_what_does_not_agree_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    file = folder / "0001.mus.toml"
    acta = file.read_text("utf-8")
    seed = acta.partition('semilla = "')[2][:64]
    file.write_text(acta.replace(seed, "0" * 64), "utf-8")
    capsys.readouterr()
    assert main(["verificar", str(file), str(GOLDEN)]) == FAILED
    told = capsys.readouterr()
    assert told.out == ""
    first, second = told.err.splitlines()
    assert first.startswith(f"{file}: the compromiso is not that of this semilla and mesa: expected ")
    assert first.endswith(
        " hands were dealt as promised: none; the first mano is not the one that the seed gives"
    )
    assert second.startswith(f"{GOLDEN}: nothing to verify: expected [baraja]")


# ---- simular ---------------------------------------------------------------------------------------------


def test_a_simulation_is_summed_up(capsys: pytest.CaptureFixture[str]):
    options = ["--reglas", "trios", "--opcion", "real=figura", "--opcion", "piedras=20"]
    assert main(["simular", *options, "--manos", "9", "--jugadores", "azar,prudente", "--seed", "s"]) == OK
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == ["partidas", "hands", "side", "side", "speed", "seed"]
    assert "per second of processor time" in " ".join(lines[4])
    assert lines[1] == ["hands", "9"]
    assert lines[2][3:] == ["won", "(azar,", "azar,", "azar)"]
    assert lines[-1] == ["seed", "s"]


def test_actas_are_numbered_and_the_same_for_the_same_seed(folder: Path, tmp_path: Path):
    again = tmp_path / "deep" / "again"
    arguments = ["simular", "--manos", "15", "--jugadores", "azar", "--seed", "a", "--actas", str(again)]
    assert main(arguments) == OK
    names = [file.name for file in sorted(again.iterdir())]
    assert names == [f"{number:04}.mus.toml" for number in range(1, len(names) + 1)]
    for name in names:
        assert (again / name).read_bytes() == (folder / name).read_bytes()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("")
    assert (
        main(["simular", "--manos", "1", "--jugadores", "azar", "--actas", str(tmp_path / "file")]) == FAILED
    )
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'file'}")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--manos", "0"), "argument --hands: “0” will not do: expected a number, 1 or more"),
        (("--manos", "x"), "argument --hands: “x” will not do: expected a number, 1 or more"),
        (("--reglas", "mus"), "I know no “mus”. There are: parejas,"),
        (("--opcion", "reales=1"), "I know no “reales”. Did you mean “real”?"),
        (("--opcion", "piedras=61"), "piedras cannot be “61”: it may be from 10 to 60."),
        (("--jugadores", "nadie"), "'nadie' is no player: expected one of azar, novato, prudente"),
        (("--jugadores", "azar,azar,azar"), "3 players: expected 1, 2 or 4 (parejas)"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
):
    assert ended("simular", *arguments) == MISUSED
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert why in told.err


def test_programs_read_a_simulation_and_what_is_verified(folder: Path, capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert main(["simular", "--manos", "9", "--jugadores", "azar", "--seed", "s", "--json"]) == OK
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["manos"], told["seed"], told["interrumpido"]) == (9, "s", False)
    assert told["manos_por_segundo"] > 0
    assert sum(side["ganadas"] for side in told["bandos"]) + told["sin_acabar"] == told["partidas"]
    file = folder / "0001.mus.toml"
    assert main(["verificar", "--json", str(file)]) == OK
    assert json.loads(capsys.readouterr().out)["faltas"] == []
    acta = file.read_text("utf-8")
    file.write_text(acta.replace(acta.partition('semilla = "')[2][:64], "0" * 64), "utf-8")
    assert main(["verificar", "--json", str(file)]) == FAILED
    assert json.loads(capsys.readouterr().out)["faltas"] != []


@pytest.mark.parametrize(
    ("locale", "setting", "help_"),
    [
        ("es_ES.UTF-8", "", "Uso: "),
        ("eu_ES", "", "Erabilera: "),
        ("en_GB.UTF-8", "", "Usage: "),
        ("de_DE.UTF-8", "", "Usage: "),
        ("ca_ES.UTF-8", "", "Uso: "),
        ("gl_ES@euro", "", "Uso: "),
        ("oc_ES.UTF-8", "", "Uso: "),
        ("an", "", "Uso: "),
        ("oc_FR.UTF-8", "", "Usage: "),
        ("C", "", "Usage: "),
        ("C.UTF-8", "", "Usage: "),
        ("POSIX", "", "Usage: "),
        ("", "", "Usage: "),
        ("en_US.UTF-8", "eu", "Erabilera: "),
    ],
)
def test_the_command_line_speaks_the_language_of_the_setting_else_of_the_system(
    locale: str, setting: str, help_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("LANG", locale)
    monkeypatch.setenv("MUSBOT_LANGUAGE", setting)
    assert ended("tables", "--help") == OK
    assert capsys.readouterr().out.startswith(help_)
    assert ended("tables", "--nothing") == MISUSED
    assert len(capsys.readouterr().err.splitlines()) == 1
    monkeypatch.setattr(app, "play", play := AsyncMock())
    assert main(["play"]) == OK
    assert Texts(play.call_args.args[0].language)("cli-argparse-usage").strip() == help_.strip()


@pytest.mark.parametrize(
    ("listed", "locale", "help_"),
    [
        ("gl:eu:en", "gl_ES.UTF-8", "Uso: "),
        ("fr:eu:es", "fr_FR.UTF-8", "Erabilera: "),
        ("eu", "C", "Usage: "),
    ],
)
def test_the_languages_of_LANGUAGE_come_before_that_of_the_locale(
    listed: str, locale: str, help_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("LANGUAGE", listed)
    monkeypatch.setenv("LANG", locale)
    assert ended("tables", "--help") == OK
    assert capsys.readouterr().out.startswith(help_)


@pytest.mark.parametrize(("number", "help_"), [(0x0C0A, "Uso: "), (0x0403, "Uso: "), (0x042D, "Erabilera: ")])
def test_on_windows_the_language_is_that_of_its_menus(
    number: int, help_: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("LANG")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", MagicMock(), raising=False)
    vars(ctypes)["windll"].kernel32.GetUserDefaultUILanguage.return_value = number
    assert language.words()("cli-argparse-usage").strip() == help_.strip()


def test_every_shell_can_complete_the_commands(capsys: pytest.CaptureFixture[str]):
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == OK
        said = capsys.readouterr().out
        assert all(command.name in said for command in cli.COMMANDS)
        assert all(value in said for value in ("real=figura", "senas=no", "piedras=30", "muslari", "vitoria"))


def test_what_a_shell_completes_is_said_without_loading_what_commands_run():
    look = "import sys; from musbot.cli.main import main; main(['completion', 'bash']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert not {"asyncio", "PIL", "sqlite3", "musbot.app", "musbot.store", "musbot.narrator"} & loaded
    assert "musbot.cli.options" in loaded


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("asked", "status"),
    [(("--help",), BROKEN_PIPE), (("completion", "bash"), BROKEN_PIPE), (("play", "--seed", "a"), OK)],
)
def test_where_nobody_reads_on_a_command_ends_without_a_word(
    tmp_path: Path, asked: tuple[str, ...], status: int, unbuffered: str
):
    out, into = os.pipe()
    os.close(out)
    with os.fdopen(into, "wb") as nowhere:
        ran = subprocess.run(
            [sys.executable, "-m", "musbot", *asked],
            cwd=tmp_path,
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{tmp_path}/mus.sqlite",
                "PYTHONUNBUFFERED": unbuffered,
            },
            stdin=subprocess.PIPE,
            stdout=nowhere,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (status, "")


# ---- what is read before playing ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("glosario", "deje"), "Deje\n\n"),
        (("glosario", "what", "are", "pares?"), "Pares\n\n"),
        (("glosario",), "musbot glossary pares"),
        (("glosario", "--idioma", "es", "duples"), "Duples\n\n"),
        (("reglas",), "musbot play vitoria piedras=30"),
        (("reglas", "vitoria", "piedras=30"), "30 piedras"),
    ],
)
def test_a_word_and_a_way_to_play_are_explained(
    asked: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
):
    assert main(asked) == OK
    said = capsys.readouterr().out
    assert told in said
    assert "/" not in said.replace("y/o", "")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (".venv/bin/musbot", ".venv/bin/musbot"),
        ("/usr/bin/musbot", "musbot"),
        ("/opt/musbot/bin/musbot", "/opt/musbot/bin/musbot"),
        ("/lib/musbot/__main__.py", f"{Path(sys.executable).name} -m musbot"),
        ("/usr/bin/pytest", "musbot"),
    ],
)
def test_commands_to_type_name_the_program_as_it_was_typed(
    typed: str, named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", [typed])
    monkeypatch.setattr("shutil.which", {"musbot": "/usr/bin/musbot"}.get)
    assert main(["rules"]) == OK
    assert f"({named} play cuatro-reyes)" in capsys.readouterr().out
    assert main(["glossary"]) == OK
    assert f": {named} glossary pares" in capsys.readouterr().out
    told = "To play: /mus vitoria."
    assert (
        without_slashes(Texts("en"), without_slashes(Texts("en"), told)) == f"To play: {named} play vitoria."
    )


TYPED = ".venv/bin/musbot"
"""How the program is started from a copy of its code, where `musbot` alone is no command."""


def test_help_and_errors_name_the_program_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", [TYPED])
    with pytest.raises(SystemExit):
        main(["play", "vitoria", "trios", "--language=en"])
    assert capsys.readouterr().err.endswith(f"(see {TYPED} play --help)\n")
    with pytest.raises(SystemExit):
        main(["restore", "--help", "--language=en"])
    told = " ".join(capsys.readouterr().out.split())
    assert f"Usage: {TYPED} restore" in told
    assert f"a copy that {TYPED} backup made" in told


def test_a_completion_is_for_the_name_on_the_path_however_the_program_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert main(["completion", "bash"]) == OK
    plain = capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [TYPED])
    assert main(["completion", "bash"]) == OK
    assert capsys.readouterr().out == plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_an_error_names_can_be_typed_as_it_stands(
    language: str, monkeypatch: pytest.MonkeyPatch
):
    names = "|".join(name for it in COMMANDS for name in (it.name, *it.also))
    told = files("musbot.words").joinpath("locale", language, "errors.ftl").read_text("utf-8")
    named = re.findall(rf"musbot (?:{names})\b", told)
    assert named
    monkeypatch.setattr(sys, "argv", [TYPED])
    assert re.findall(rf"\S*musbot (?:{names})\b", name_program(" ".join(named))) == [
        f".venv/bin/{it}" for it in named
    ]
    assert name_program(told.replace("`", "")).count(f"{TYPED} ") == len(named)
    others = files("musbot.words").joinpath("locale", language)
    for file in ("cli.ftl", "terminal.ftl"):
        assert not re.search(rf"musbot (?:{names})\b", others.joinpath(file).read_text("utf-8"))


def test_an_error_in_the_terminal_names_the_program_as_it_was_typed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", [TYPED])
    told = "the database is damaged (why): musbot doctor --database mus.sqlite says what is left of it"
    assert f": {TYPED} doctor --database mus.sqlite says" in translate(Texts("en"), told)
    assert f": {TYPED} doctor --database mus.sqlite dice" in translate(Texts("es"), told)


def test_a_word_that_is_none_of_the_game_is_told(capsys: pytest.CaptureFixture[str]):
    assert main(["glosario", "quux"]) == FAILED
    assert capsys.readouterr().err.count("quux") == 1


@pytest.mark.parametrize("asked", [("vitoria", "trios"), ("nowhere",), ("--corte", "41"), ("vitoria", "x=1")])
def test_a_table_that_cannot_be_played_is_refused_in_one_line(
    asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]
):
    assert ended("play", *asked) == MISUSED
    assert len(capsys.readouterr().err.splitlines()) == 1


# ---- all commands ----------------------------------------------------------------------------------------


def test_version_and_help(capsys: pytest.CaptureFixture[str]):
    assert ended("--version") == OK
    assert capsys.readouterr().out == f"musbot {__version__}\n"
    assert ended("--help") == OK
    told = capsys.readouterr().out
    assert all(command.name in told and Texts("en")(command.about)[:20] in told for command in cli.COMMANDS)
    for command in cli.COMMANDS:
        command.options(options := argparse.ArgumentParser())
        for option in options._actions:
            assert option.help, (command.name, option.dest)
            assert option.nargs == 0 or option.metavar or option.choices, (command.name, option.dest)


@pytest.mark.parametrize("arguments", [("acta",), ("verificar",), ("mus",), ("acta", "--xml", "x")])
def test_a_command_that_is_not_understood_is_told_in_one_line(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
):
    assert ended(*arguments) == MISUSED
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert err.endswith("--help)\n")


def test_an_interrupt_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", interrupted)
    assert main(["simular", "--jugadores", "azar"]) == INTERRUPTED
    kept = "Interrupted: what was played till here is kept, 0 partidas and 0 hands.\n"
    assert capsys.readouterr().err == kept


def test_a_reader_that_goes_away_is_no_traceback(folder: Path):
    files = [str(file) for file in folder.iterdir()] * 40
    command = [sys.executable, "-m", "musbot", "acta", *files]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == BROKEN_PIPE


def test_names_are_written_whatever_the_terminal_speaks():
    command = [sys.executable, "-m", "musbot", "acta", str(GOLDEN)]
    ran = subprocess.run(command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"})
    assert "Beñat" in ran.stdout.decode()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["paly"], "“play”"),
        (["analyse"], "“analyze”"),
        (["replay"], "“play”"),
        (["glosary", "pares"], "“glossary”"),
        (["play", "--theeme", "dark"], "--theme"),
        (["play", "--theme", "drak"], "“dark”"),
    ],
)
def test_a_mistyped_command_option_or_choice_is_asked_back(
    typed: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed)
    assert ended.value.code == MISUSED
    assert f"Did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "same"),
    [
        (["--language", "en", "glossary", "mus"], ["glossary", "mus", "--language", "en"]),
        (["--idioma=eu", "glosario", "mus"], ["glosario", "mus", "--idioma=eu"]),
        (["--rules", "trios", "simulate", "--hands", "0"], ["simulate", "--rules", "trios", "--hands", "0"]),
        (["--text", "--language", "en", "play", "--help"], ["play", "--text", "--language", "en", "--help"]),
        (["--names", "play,run", "play", "--help"], ["play", "--names", "play,run", "--help"]),
        (["--player", "run", "analyze", "nowhere"], ["analyze", "--player", "run", "nowhere"]),
        (["--language", "en", "arena", "--help"], ["arena", "--language", "en", "--help"]),
        (["--language", "en", "health"], ["health", "--language", "en"]),
    ],
)  # fmt: skip
def test_an_option_counts_before_its_command_too(
    before: list[str], same: list[str], capsys: pytest.CaptureFixture[str]
):
    """Whatever is answered after a command is answered if its options stand before it."""
    told = []
    for arguments in (before, same):
        try:
            status: object = main(arguments)
        except SystemExit as end:
            status = end.code
        told.append((status, *capsys.readouterr()))
    assert told[0] == told[1]


def test_every_command_answers_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]):
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit):
            main([command.name, "--help"])
        assert "--language" in capsys.readouterr().out
