"""Where one leaves the terminal or a table cannot be opened, nothing more is asked."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.console.game import NotOpened
from musbot.players import AIKind
from musbot.port.platform import Sitting
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore
from tests.support.typist import SHORT, on_screen

TO_THE_LAST_COUNT = ["1", "ac", "", "1", "1", "", "1"]
"""With the seed 2, Ane's words until the last hand is counted."""


@pytest.mark.parametrize("write", ["create", "append"])
async def test_a_table_that_cannot_be_stored_is_not_opened_and_it_is_told_why(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise StoreError("disk I/O error")

    monkeypatch.setattr(SqliteStore, write, fail)
    with pytest.raises(NotOpened, match="No se ha podido guardar"):
        await on_screen(store, ["1", None], Sitting(("vitoria", *SHORT), ("Ane",), 4))


async def test_whoever_leaves_while_a_partner_explains_is_asked_nothing(store: SqliteStore) -> None:
    window = await on_screen(store, ["salir", "1", None], Sitting(("vitoria", *SHORT), ("Ane",), 4), new=True)
    (told,) = window.screens
    assert "te explica" in told


@pytest.mark.parametrize(
    ("typed", "offered"), [(["salir"], False), (["", "salir"], True)], ids=["the count", "the end"]
)
async def test_whoever_leaves_at_the_last_page_is_shown_no_other(
    store: SqliteStore, typed: list[str], offered: bool
) -> None:
    prudente = Sitting(("vitoria", *SHORT), ("Ane",), 4, ai=AIKind.PRUDENTE)
    window = await on_screen(store, [*TO_THE_LAST_COUNT, *typed, "acta", None], prudente, seed=2)
    assert len(window.screens) == len(TO_THE_LAST_COUNT) + len(typed)
    assert ("1 Revancha" in window.screens[-1]) == offered
