"""What Windows refuses is refused here as it does it: signals of the loop, folders, what is only read."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from musbot import app
from musbot.cli.main import OK, main
from musbot.service.process import retention
from musbot.service.review import process_pool
from musbot.store import copies
from tests.support.damage import file, played

__all__ = ["file", "played"]  # fixtures


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Refuses what Windows does; signals are as before in the end."""
    before = {sign: signal.getsignal(sign) for sign in app.SIGNS}
    only_read: set[int] = set()
    open_it, fsync = os.open, os.fsync

    def opened(path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        found = open_it(path, flags, mode)
        (only_read.discard if flags & (os.O_RDWR | os.O_WRONLY) else only_read.add)(found)
        return found

    def flushed(number: int) -> None:
        if number in only_read:
            raise OSError(9, "Bad file descriptor")
        fsync(number)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(copies, "FOLDERS_OPEN", False)
    monkeypatch.setattr(asyncio.AbstractEventLoop, "add_signal_handler", _not_there)
    for loop in (asyncio.SelectorEventLoop, asyncio.SelectorEventLoop.__mro__[1]):
        if "add_signal_handler" in vars(loop):
            monkeypatch.setattr(loop, "add_signal_handler", _not_there)
    yield
    for sign, handler in before.items():
        signal.signal(sign, handler)


def _not_there(*_: object) -> None:
    raise NotImplementedError


@pytest.mark.parametrize("sign", app.SIGNS)
async def test_every_sign_to_end_stops_a_process(sign: signal.Signals, windows: None) -> None:
    stopping = app._stop_on_signals()
    signal.raise_signal(sign)
    await asyncio.wait_for(stopping, 5)


async def test_ctrl_c_again_ends_what_does_not_stop(windows: None) -> None:
    stopping = app._stop_on_signals()
    signal.raise_signal(signal.SIGINT)
    await asyncio.wait_for(stopping, 5)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_sign_after_the_end_is_no_error(windows: None) -> None:
    async def stopped() -> None:
        app._stop_on_signals()

    asyncio.run(stopped())
    signal.raise_signal(signal.SIGTERM)


def test_a_copy_is_made_and_put_back(file: Path, windows: None, tmp_path: Path) -> None:
    made, anew = tmp_path / "copy.sqlite", tmp_path / "anew.sqlite"
    assert main(["backup", str(made), "--database", str(file)]) == OK
    assert main(["restore", str(made), "--database", str(anew)]) == OK
    assert main(["backup", str(made), "--database", str(anew), "--overwrite"]) == OK


def test_an_acta_is_kept(windows: None, tmp_path: Path) -> None:
    retention.write_acta_file(tmp_path, "t1", "ñ\n")
    assert (tmp_path / "t1.mus.toml").read_bytes() == "ñ\n".encode()


def test_a_worker_stands_back_as_far_as_it_can(windows: None) -> None:
    process_pool._prepare_worker()
