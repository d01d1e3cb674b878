"""The score of the evening: the partidas that the players of a table have just played with each other."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress

from musbot.game.modos.piedras.rules import STONE_SETS
from musbot.port.chats import without_topic
from musbot.service.choices.kept import FactCache
from musbot.store.protocol import StoreError
from musbot.store.results import PastPartida
from musbot.store.store import Store
from musbot.table.events import ChatId, TableId
from musbot.table.table import Table
from musbot.table.view import Evening

log = logging.getLogger(__name__)

PAUSE_S = 3 * 3600.0
"""Seconds between the end of a partida and the start of the next; after more, another evening begins."""
MOST_RESULTS = 40
"""Number of latest results of a chat in which an evening is found."""
KEPT = 200
"""Number of tables whose chat's results are cached."""


class Evenings:
    """The latest results in the chats of tables, read before a lobby or an end is shown."""

    def __init__(self, store: Store, moved: FactCache[ChatId]) -> None:
        self._store = store
        self._moved = moved
        self._cached: OrderedDict[tuple[TableId, bool], tuple[float, Sequence[PastPartida]]] = OrderedDict()

    async def load(self, table: Table) -> None:
        """Reads the results of a table's chat into the cache, once before and once after its end.

        If the chat has moved since, these are the results of its new id. Does nothing for a solo table. After
        a StoreError it reads once more; a second error is logged, and the next call tries again. Above KEPT
        entries the oldest is dropped.
        """
        key, cached = (table.id, table.over), self._cached
        if key in cached or table.solo:
            return
        chat = without_topic(table.counts_in)
        try:
            results = await self._read(self._moved.get(chat) or chat)
        except StoreError as error:
            log.warning("table %s: the results of its chat could not be read: %s", table.id, error)
            return
        cached[key] = self._store.clock(), results
        if len(cached) > KEPT:
            cached.popitem(last=False)

    async def _read(self, chat: ChatId) -> Sequence[PastPartida]:
        """Reads the results of a chat, once more after a StoreError; raises the second StoreError."""
        with suppress(StoreError):
            return await self._store.load_results(chat, MOST_RESULTS)
        return await self._store.load_results(chat, MOST_RESULTS)

    def find(self, table: Table, *, is_counted: bool) -> Evening:
        """Returns the length of a table's partida in seconds, and each side's wins of the evening, by side.

        The length is None unless the partida is over; the wins are () without an earlier partida. Both are
        missing before `load`. With `is_counted`, the wins include the partida of this table, if it is over.
        """
        now, results = self._cached.get((table.id, table.over), (0.0, ()))
        own = next((it for it in results if it.table == table.id), None)
        before = list(_played_before(table, results, own.began if own is not None else now))
        played = [*before, own] if own is not None and before and is_counted else before
        wins = tuple(sum(_winning_side(it) == side for it in played) for side in _sides(table))
        took_s = own.at - own.began if own is not None else None
        return Evening(took_s, wins if played else ())

    def forget(self) -> None:
        """Clears the cache, because a person in it was forgotten."""
        self._cached = OrderedDict()  # a new one, because `load` may still fill the old


def _sides(table: Table) -> list[frozenset[str | None]]:
    """Returns the people of each side of a table, with None for an AI player. Free seats are left out."""
    sides = table.rules.sides(len(table.seats))
    seated = [table.seats[side::sides] for side in range(sides)]
    return [frozenset(who.person for who in side if who is not None) for side in seated]


def _past_sides(it: PastPartida) -> list[frozenset[str | None]]:
    """Returns the people of each side of a past partida, with None for an AI player."""
    return [frozenset(who.person if who is not None else None for who in side) for side in it.sides]


def _winning_side(it: PastPartida) -> frozenset[str | None]:
    """Returns the people of the side that won a past partida, with None for an AI player.

    Without a winner it is the first side.
    """
    return _past_sides(it)[it.winner or 0]


def _played_before(table: Table, results: Sequence[PastPartida], start: float) -> Iterator[PastPartida]:
    """Yields the partidas of the evening before `start` between the sides of a table, the newest first.

    `start` is in seconds since 1970. `results` have the oldest first. The evening ends at a pause of PAUSE_S
    seconds. Other partidas of the same people only make it longer. Yields none if an AI player sits at the
    table.
    """
    sides, stones = _sides(table), table.rules.name in STONE_SETS
    people = frozenset().union(*sides)
    for it in reversed(results):
        past = _past_sides(it)
        if it.at > start or it.table == table.id or None in people or people != frozenset().union(*past):
            continue
        if start - it.at >= PAUSE_S:
            return
        start = it.began
        if (
            it.winner is not None
            and set(past) == {side for side in sides if side}
            and stones == (it.rules in STONE_SETS)
        ):
            yield it
