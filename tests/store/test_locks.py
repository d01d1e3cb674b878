"""The lock of a database: what is refused on a file system that keeps none, and what is said of it."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from musbot.store.checkup import report_nothing
from musbot.store.copies import restore
from musbot.store.file import lock_file
from musbot.store.protocol import DatabaseLocked, StoreError
from musbot.store.sqlite import open_sqlite
from tests.support.damage import FILE, file, played

__all__ = ["file", "played"]  # fixtures


def failing(number: int) -> Callable[[int, int], None]:
    def flock(_: int, operation: int) -> None:
        if operation & fcntl.LOCK_EX:
            raise OSError(number, os.strerror(number))

    return flock


def granted(_: int, __: int) -> None:
    """A lock that everybody is given."""


NO_LOCKS = {
    "no flock": failing(errno.ENOSYS),
    "no lock daemon": failing(errno.ENOLCK),
    "not supported": failing(errno.EOPNOTSUPP),
    "granted to everybody": granted,
}


@pytest.mark.parametrize("kind", NO_LOCKS)
async def test_where_no_lock_is_kept_nobody_plays_and_no_lock_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(fcntl, "flock", NO_LOCKS[kind])
    with pytest.raises(StoreError, match=r"its file system keeps no locks .*expected a local one") as told:
        await open_sqlite(tmp_path / FILE)
    assert not isinstance(told.value, DatabaseLocked)
    assert not (tmp_path / FILE).exists()
    monkeypatch.undo()
    store = await open_sqlite(tmp_path / FILE)  # as after a container that was killed
    await store.close()


@pytest.mark.parametrize("kind", NO_LOCKS)
def test_nor_is_a_copy_put_back_there(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(fcntl, "flock", NO_LOCKS[kind])
    with pytest.raises(StoreError, match="its file system keeps no locks"):
        restore(file, tmp_path / "new" / FILE, report_nothing, report_nothing)
    assert not (tmp_path / "new" / FILE).exists()


def test_a_lock_that_another_holds_is_told_as_that(tmp_path: Path) -> None:
    lock = lock_file(tmp_path / FILE, "held")
    with pytest.raises(DatabaseLocked, match=r"^held$"):
        lock_file(tmp_path / FILE, "held")
    lock.release()
    lock_file(tmp_path / FILE, "held").release()
