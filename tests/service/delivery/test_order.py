"""At a table that is quicker than its chat the board gives the order of speaking, and pasos need no edit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.service.queue.pace import PACE_WORDS, PAUSE_S
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.table.table import Table
from musbot.testing import Made
from tests.support.patience import Patience
from tests.support.scenes import LIMITS, Scene, restarted, text_of
from tests.support.stores import prepared
from tests.support.tables import CHAT, PEOPLE, mesa_of, opened, say, speaker

QUICK_S = 2.0
REFILL_S = LIMITS[CHAT].every_s * 2


@pytest.fixture
async def store(tmp_path: Path, clock: Patience) -> AsyncIterator[SqliteStore]:
    """A store that writes the times of the scene's clock."""
    store = await open_sqlite(prepared(tmp_path / "mus.sqlite"), clock)
    yield store
    await store.close()


async def passes(slow: Scene, clock: Patience, table: Table, words: int, apart_s: float = QUICK_S) -> Table:
    """The table after so many pasos."""
    for _ in range(words):
        await clock.goes_on(apart_s)
        table = await say(slow.manager, table, speaker(table), "paso")
    await clock.goes_on(0.1)
    return table


async def quick(slow: Scene, clock: Patience) -> Table:
    """A table of quick people, whose board has just shown the third lance."""
    table = await opened(slow.manager)
    await clock.goes_on(60)
    table = await say(slow.manager, table, speaker(table), "nomus")
    table = await passes(slow, clock, table, PACE_WORDS)
    assert mesa_of(table).lances
    return table


def boards(slow: Scene) -> list[Made]:
    """The edits that the group was sent."""
    return [made for made in slow.platform.to(CHAT) if made.what == "edit"]


async def test_pasos_change_nothing_on_a_board_that_gives_the_order(slow: Scene, clock: Patience) -> None:
    table = await quick(slow, clock)
    assert "Hablan por orden: " in text_of(boards(slow)[-1])
    before = len(boards(slow))
    fase, first = mesa_of(table).fase, speaker(table)
    table = await passes(slow, clock, table, 1)
    assert (mesa_of(table).fase, len(boards(slow))) == (fase, before)
    assert first != speaker(table)
    assert "Te toca" in text_of(slow.platform.to(speaker(table).id)[-1]), "their own message tells them"
    shown = boards(slow)[-1].post
    assert shown is not None
    assert shown.keyboard()[0][0].data.startswith(f"{table.id}:{table.question}:"), "its buttons still count"


async def test_after_a_pause_the_board_names_the_speaker(slow: Scene, clock: Patience) -> None:
    table = await passes(slow, clock, await quick(slow, clock), 1)
    before = len(boards(slow))
    await clock.goes_on(PAUSE_S - 0.3)
    assert len(boards(slow)) == before
    await clock.goes_on(REFILL_S)
    assert f"Habla {speaker(table).name}." in text_of(boards(slow)[-1])
    assert len(boards(slow)) == before + 1


async def test_after_a_restart_the_board_stands_as_it_did(slow: Scene, clock: Patience) -> None:
    table = await passes(slow, clock, await quick(slow, clock), 1)
    before = len(boards(slow))
    slow = await restarted(slow)
    await clock.goes_on(1)
    assert len(boards(slow)) == before, "the times of words are stored"
    await clock.goes_on(PAUSE_S + REFILL_S)
    assert f"Habla {speaker(table).name}." in text_of(boards(slow)[-1]), "and the pause ends it there too"


@pytest.mark.parametrize("apart_s", [LIMITS[CHAT].every_s + 0.1])
async def test_at_a_slower_table_each_board_names_the_speaker(
    slow: Scene, clock: Patience, apart_s: float
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    table = await say(slow.manager, table, speaker(table), "nomus")
    await passes(slow, clock, table, PACE_WORDS, apart_s)
    assert not any("por orden" in text_of(made) for made in boards(slow))


async def test_the_speaker_is_named_where_one_has_no_private_chat(slow: Scene, clock: Patience) -> None:
    slow.platform.closed.add(PEOPLE[1].id)
    await quick(slow, clock)
    assert not any("por orden" in text_of(made) for made in boards(slow))
