"""How soon four quick people see what they are asked, with Telegram's limits and requests that take time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

import pytest

from adapters.telegram.messenger import GROUP, PRIVATE, WHOLE_BOT
from musbot.game.actions import Seat
from musbot.game.engine import awaited_seats
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.queue.outboxes import Times
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.alarms import Moment
from musbot.table.events import ChatId, MessageId, TableId
from musbot.table.table import Table
from musbot.testing import Clock, FakeMessenger
from tests.support.patience import Patience
from tests.support.tables import CHAT, PEOPLE, a_manager, now, opened, say_something

REQUEST_S = 0.1
"""How long the platform takes for a request."""
THOUGHT_S = 0.7
"""How long a quick player takes for a word, once they see what they are asked."""


class Distant(FakeMessenger):
    """A platform whose requests take a while."""

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        await self.clock.sleep(REQUEST_S)
        return await super().send(chat, post)

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        await self.clock.sleep(REQUEST_S)
        await super().edit(chat, message, post)


@dataclass
class Evening:
    """Four people who play as soon as they see that they are asked; and what it came to."""

    clock: Patience
    platform: Distant
    said: float = 0.0
    waits: list[float] = field(default_factory=list)
    due: dict[Seat, float] = field(default_factory=dict)

    def hearing(self, see: Callable[[TableId, Moment, Iterable[Seat]], None]) -> object:
        """Stands in for the table manager's `seen`."""

        def seen(table: TableId, moment: Moment, seats: Iterable[Seat]) -> None:
            asked = tuple(seats)
            see(table, moment, asked)
            for seat in set(asked) - self.due.keys():
                self.due[seat] = self.clock.now + THOUGHT_S
                self.waits.append(self.clock.now - self.said)

        return seen


def a_minute(times: list[float]) -> int:
    """The most of these moments in any minute."""
    return max(sum(begin <= at < begin + 60 for at in times) for begin in times)


@pytest.mark.parametrize("private", [True, False], ids=["all in private", "one in the group alone"])
async def test_four_quick_people_wait_for_each_other_and_not_for_the_group(
    store: SqliteStore,
    timers: Clock,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
    *,
    private: bool,
) -> None:
    clock = Patience("outbox ")
    platform = Distant(clock, lambda chat: GROUP if chat == CHAT else PRIVATE, WHOLE_BOT)
    platform.closed |= set() if private else {PEOPLE[1].id}
    manager = a_manager(store, timers, seen=False)
    evening = Evening(clock, platform, said=clock.now)
    monkeypatch.setattr(manager.clocks, "mark_seen", evening.hearing(manager.clocks.mark_seen))
    narrators, hours = Narrators(Narrator, "es"), Times(clock, clock, clock.sleep, timers)
    courier = Courier(manager, {"test": platform}, narrators, hours)
    await manager.start(courier)
    await courier.start()
    table = await opened(manager)
    rng, hands, until = random.Random(4), [clock.now], clock.now + 200
    while clock.now < until:
        await clock.goes_on(0.1)
        table = await now(manager, table)
        if table.over:
            break
        hand = table.hand
        table = await said(evening, table, rng, manager)
        if table.hand > hand:
            hands.append(clock.now)
    await clock.goes_on(30)
    times = [made.at for made in platform.requests_to(CHAT)]
    edits = [sum(a <= at < b for at in times) for a, b in pairwise(hands)]
    waits = sorted(evening.waits)
    ninth = waits[len(waits) * 9 // 10]
    record_property(
        "figure",
        f"{len(waits)} words, next seen after {median(waits):.2f} s, 90 % {ninth:.2f}, most {waits[-1]:.2f}; "
        f"{max(edits)} requests a hand at most, {a_minute(times)} a minute",
    )
    assert len(waits) > 100
    assert a_minute(times) <= 20
    assert max(edits) <= 14
    if private:
        assert median(waits) < 0.5
        assert ninth < 1
    else:
        assert waits[-1] <= 8
    await manager.stop()
    await courier.stop()


async def said(evening: Evening, table: Table, rng: random.Random, manager: TableManager) -> Table:
    """The table after a word of the first who has had time for one."""
    assert table.mesa is not None
    asked = awaited_seats(table.mesa)
    evening.due = {seat: at for seat, at in evening.due.items() if seat in asked}
    ready = [seat for seat, at in evening.due.items() if at <= evening.clock.now]
    if not ready:
        return table
    del evening.due[ready[0]]
    evening.said = evening.clock.now
    return await say_something(manager, table, PEOPLE[ready[0]], rng)
