"""Where tables are kept without a setting: in the user's data folder, or in a file that is here already."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, main
from musbot.config import BadSetting, Settings, default_database, read_settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home, and another folder to stand in."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "home"


def test_the_usual_database_is_in_the_folder_that_the_system_names(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert default_database() == home / ".local/share/musbot/musbot.sqlite"
    monkeypatch.setattr("musbot.config.sys.platform", "darwin")
    assert default_database() == home / "Library/Application Support/musbot/musbot.sqlite"
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert read_settings(Settings, {}).database == Path("/data/musbot/musbot.sqlite")


def test_a_relative_xdg_data_home_does_not_count(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "data")  # the specification says so
    assert default_database() == home / ".local/share/musbot/musbot.sqlite"


def test_a_database_in_this_folder_is_still_used(home: Path) -> None:
    Path("musbot.sqlite").touch()
    assert read_settings(Settings, {}).database == Path("musbot.sqlite")


def test_play_leaves_nothing_in_this_folder_and_goes_on_from_another(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    main(["play", "--text", "--names", "Ane", "--seed", "a"])
    assert list(Path.cwd().iterdir()) == []
    assert (home / ".local/share/musbot/musbot.sqlite").exists()
    monkeypatch.chdir(home)
    capsys.readouterr()
    main(["tables"])
    assert "Ane" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["", "relative"])
def test_a_home_that_names_no_folder_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    monkeypatch.setenv("HOME", given)
    with pytest.raises(BadSetting):
        read_settings(Settings, {})
    assert main(["play"]) == FAILED
    assert capsys.readouterr().err == "DATABASE_URL: expected a file, because HOME names no folder\n"


def test_a_folder_that_cannot_be_made_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / ".local").touch()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play"]) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"DATABASE_URL: expected a file that can be written \(.*\.local.*: .*\)", line), line
