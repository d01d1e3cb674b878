"""What commands say of a name that leads to no file: a pipe, a folder, a device, a socket. None waits."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from musbot import MusError
from musbot.cli.main import COMMANDS, FAILED, MISUSED, main
from musbot.cli.shared import LASTING, create_file
from musbot.store.open_store import open_store

READS = {
    "acta": ["acta", "{}"],
    "acta as a page": ["acta", "--html", "{}"],
    "verify": ["verify", "{}"],
    "analyze": ["analyze", "{}"],
    "draw": ["draw", "end", "{}", "-o", "new.png"],
    "arena": ["arena", "{}.py:Own", "azar", "--juegos", "1"],
    "doctor": ["doctor", "--database", "{}"],
    "doctor --export": ["doctor", "--database", "{}", "--export", "TABLE", "log.jsonl"],
    "tables": ["tables", "--database", "{}"],
    "complaints": ["complaints", "out", "--database", "{}"],
    "backup": ["backup", "new.sqlite", "--database", "{}"],
    "restore": ["restore", "{}", "--database", "new.sqlite"],
    "migrate": ["migrate", "{}", "postgresql://nobody@127.0.0.1:9/none"],
}
WRITES = {
    "acta as a page": ["acta", "--html", "partida.mus.toml"],
    "draw": ["draw", "hand", "12o 3c 11b 1e", "-o", "{}.png"],
    "doctor --export": ["doctor", "--database", "none.sqlite", "--export", "TABLE", "{}"],
    "complaints": ["complaints", "{}", "--database", "none.sqlite"],
    "backup": ["backup", "{}", "--database", "none.sqlite"],
    "restore": ["restore", "copy.sqlite", "--database", "{}"],
    "simulate": ["simulate", "--hands", "1", "--players", "azar", "--actas", "{}"],
}
NO_FILES = "backup complaints completion glossary health learn migrate play restore rules run".split()
"""Commands that are asked of no file that has to be there, or are in another table here."""
LIMIT_S = 30


def made(kind: str, path: Path) -> None:
    """Makes what is no file."""
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case _:
            with socket.socket(socket.AF_UNIX) as there:
                there.bind(str(path))


@pytest.fixture(autouse=True)
def _nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder without settings, and an end for a command that waits."""
    monkeypatch.chdir(tmp_path)
    for name in [it for it in os.environ if it.startswith(("MUSBOT", "TELEGRAM", "DISCORD", "DATABASE"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")

    def waits(*_: object) -> None:
        raise TimeoutError("it waits without end")

    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(LIMIT_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    """The one line with which a command refuses."""
    status: object = None
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = ended.code
    assert status in (FAILED, MISUSED, LASTING)
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_every_command_is_tried_here():
    tried = {arguments[0] for arguments in (*READS.values(), *WRITES.values())}
    assert {it.name for it in COMMANDS} - tried <= set(NO_FILES)


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "socket"])
@pytest.mark.parametrize("command", READS)
def test_what_is_read_from_no_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, kind: str
) -> None:
    made(kind, tmp_path / ("it.py" if command == "arena" else "it"))
    assert "it" in refused(capsys, [it.format(tmp_path / "it") for it in READS[command]])


OF_DATABASES = ["doctor", "doctor --export", "tables", "complaints", "backup", "restore", "migrate"]


@pytest.mark.parametrize("command", OF_DATABASES)
def test_a_database_that_may_not_be_read_is_named_and_not_the_one_to_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "it").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may read everything
    there = str(tmp_path / "it")
    said = refused(capsys, [it.format(there) for it in READS[command]])
    assert said == f"{there}: cannot be read: Permission denied"
    hidden = "x" * 256
    said = refused(capsys, [it.format(hidden) for it in READS[command]])
    assert said == f"{hidden}: cannot be read: File name too long"


@pytest.mark.parametrize("kind", ["pipe", "device", "socket"])
@pytest.mark.parametrize("command", WRITES)
def test_nothing_is_written_where_no_file_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, kind: str
) -> None:
    made(kind, tmp_path / {"draw": "it.png", "acta as a page": "partida.partida.html"}.get(command, "it"))
    if command == "acta as a page":
        golden = Path(__file__).parents[1] / "partidas" / "R16-trios.mus.toml"
        (tmp_path / "partida.mus.toml").write_bytes(golden.read_bytes())
    refused(capsys, [it.format(tmp_path / "it") for it in WRITES[command]])


@pytest.mark.parametrize("kind", ["pipe", "device", "socket"])
@pytest.mark.parametrize("command", ["play", "run", "doctor", "tables"])
def test_settings_that_are_no_file_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, kind: str
) -> None:
    made(kind, tmp_path / ".env")
    assert refused(capsys, [command]).startswith(".env: ")


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "socket"])
async def test_a_database_that_is_no_file_is_named(tmp_path: Path, kind: str) -> None:
    made(kind, tmp_path / "it")
    with pytest.raises(MusError, match=r"expected a file") as told:
        await open_store(tmp_path / "it")
    assert "\n" not in str(told.value)


def fail_after_writing(file: Path, *, full: bool) -> None:
    """Creates a file and writes to it; then the disk is full, or something else fails."""
    with create_file(file) as write:
        write(b"half")
        if not full:
            raise ConnectionRefusedError(111, "Connection refused")
        assert isinstance(write, partial)
        os.dup2(os.open("/dev/full", os.O_WRONLY), write.args[1].fileno())
        write(b"the rest")


def test_only_what_cannot_be_written_is_said_to_be_so_and_no_half_of_a_file_stays(tmp_path: Path) -> None:
    with pytest.raises(ConnectionRefusedError):
        fail_after_writing(tmp_path / "new", full=False)
    with pytest.raises(MusError, match=r"new: (?:cannot be written|no se puede escribir|ezin da idatzi): "):
        fail_after_writing(tmp_path / "new", full=True)
    assert list(tmp_path.iterdir()) == []
