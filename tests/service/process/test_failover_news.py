"""After a failover that lost moves, the chats of a platform with tables in play are told, and no others."""

from __future__ import annotations

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.choices.narrators import Narrators
from musbot.service.process.failover import FailoverNews
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Gap
from musbot.store.sqlite import SqliteStore
from musbot.table.alarms import IDLE_S
from musbot.table.events import ChatId
from musbot.testing import Clock
from tests.support.tables import ANE, CHAT, now, opened

OTHER, RESTING = ChatId("other:chat"), ChatId("test:resting")


async def test_only_tables_with_a_clock_on_the_platform_are_told_that_moves_are_lost(
    manager: TableManager, store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    resting = await opened(manager, chat=RESTING)
    timers.advance(IDLE_S)
    await manager.wait_for_background()
    assert (await now(manager, resting)).put_off
    for chat in (CHAT, OTHER):
        await opened(manager, people=(ANE,), chat=chat)
    monkeypatch.setattr(store, "gap", Gap())
    told: list[tuple[ChatId, Post]] = []
    news = FailoverNews(manager, Narrators(Narrator, "es"))
    await news.notify_chats("test", lambda chat, post: told.append((chat, post)))
    assert [chat for chat, _ in told] == [CHAT]
