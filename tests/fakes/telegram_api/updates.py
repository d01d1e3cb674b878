"""The queue of updates, and the polls that empty it ([C] process_get_updates_query)."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .errors import OTHER_POLLER, WEBHOOK_ACTIVE, conflict

CALLBACK_LIFETIME_S = 150.0  # [C] add_update(UpdateType::CallbackQuery, …, 150, …)
LIFETIME_S = 86400.0  # [C]: everything else, for a day
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})  # [S] getUpdates
LONGEST_POLL_S = 50.0  # [C] LONG_POLL_MAX_TIMEOUT
CONFLICT_PAUSE_S = 3.0  # [C] fail_query_conflict


class PollCut(Exception):
    """The platform went down while somebody was polling, or they did."""


@dataclass(frozen=True, slots=True)
class Update:
    """Something that happened, waiting to be taken."""

    id: int
    kind: str
    payload: dict[str, Any]
    expires_at: float

    def wire(self) -> dict[str, Any]:
        """Returns the Update of the API."""
        return {"update_id": self.id, self.kind: self.payload}


@dataclass(slots=True)
class _Poll:
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    superseded: bool = False


class Updates:
    """Keeps updates until they are confirmed or too old; the bot may die as often as it likes."""

    def __init__(self, clock: Callable[[], float], *, first_id: int = 700_000_001) -> None:
        self.clock = clock
        self.pending: list[Update] = []
        self.fetched: list[int] = []
        """Ids of updates in every batch that reached a bot, so one that came twice is here twice."""
        self.confirmed: list[int] = []
        self.expired: list[int] = []
        self.unwanted: list[tuple[str, dict[str, Any]]] = []
        """What no allowed_updates asked for, and the bot therefore never heard of."""
        self.conflicts = 0
        self.last_id = 0
        """Of the update kept last."""
        self.polls = 0
        """How often a bot has asked for updates."""
        self.allowed: frozenset[str] | None = None
        self.webhook: str | None = None
        """Where updates would be pushed to; while it is set, nobody may poll."""
        self.throttle_polls = True
        """Whether hasty polls with the same offset are slowed down, as the platform does."""
        self._ids = itertools.count(first_id)
        self._poll: _Poll | None = None
        self._closed = False
        self._previous: tuple[int, float] = (-1, float("-inf"))
        self._last_conflict = float("-inf")

    def push(self, kind: str, payload: dict[str, Any]) -> Update | None:
        """Keeps an update of a kind the bot wants; the wish counts at this moment, not when it is fetched."""
        if kind in NOT_BY_DEFAULT if self.allowed is None else kind not in self.allowed:
            self.unwanted.append((kind, payload))
            return None
        lifetime_s = CALLBACK_LIFETIME_S if kind == "callback_query" else LIFETIME_S
        update = Update(next(self._ids), kind, payload, self.clock() + lifetime_s)
        self.pending.append(update)
        self.last_id = update.id
        if self._poll:
            self._poll.woken.set()
        return update

    def unfetched(self) -> list[Update]:
        """Returns what no bot has seen yet."""
        self._expire()
        seen = set(self.fetched)
        return [u for u in self.pending if u.id not in seen]

    async def poll(
        self,
        offset: int,
        limit: int,
        timeout_s: float,
        allowed: list[str] | None,
        *,
        alive: Callable[[], bool] = lambda: True,
    ) -> list[dict[str, Any]]:
        """Returns a batch, at once or when there is one; an offset confirms all that is before it.

        Of two who wait at once the older is refused. Raises PollCut if the platform goes down meanwhile, or
        who asked is not `alive` any more to hear the answer.
        """
        self.polls += 1
        if self.webhook:
            raise conflict(WEBHOOK_ACTIVE)
        if allowed is not None:
            self.allowed = frozenset(allowed) or None
        limit, timeout_s = self._slowed(offset, min(max(limit, 1), 100) if limit else 100, timeout_s)
        batch = self._take(offset, limit)
        if batch or timeout_s <= 0:
            return batch
        if self._poll:
            self._poll.superseded = True
            self._poll.woken.set()
        poll = self._poll = _Poll()
        with suppress(TimeoutError):
            await asyncio.wait_for(poll.woken.wait(), min(timeout_s, LONGEST_POLL_S))
        if self._poll is poll:
            self._poll = None
        if self._closed or not alive():
            raise PollCut
        if poll.superseded:
            await self._refuse_older()
        return self._take(offset, limit)

    def note_fetched(self, batch: list[dict[str, Any]]) -> None:
        """Notes that a batch reached a bot."""
        self.fetched += [u["update_id"] for u in batch]

    def open(self) -> None:
        """Lets polls wait again."""
        self._closed = False

    def close(self) -> None:
        """Wakes who is waiting; what is pending stays."""
        self._closed = True
        if self._poll:
            self._poll.woken.set()

    def _slowed(self, offset: int, limit: int, timeout_s: float) -> tuple[int, float]:
        """Returns limit and timeout as the platform changes them for who asks the same again in haste."""
        now = asyncio.get_running_loop().time()
        previous, since = self._previous
        self._previous = (offset, now)
        if not self.throttle_polls or offset != previous:
            return limit, timeout_s
        if now < since + 3.0:
            timeout_s = max(timeout_s, 3.0)
        return (1 if now < since + 0.5 else limit), timeout_s

    def _take(self, offset: int, limit: int) -> list[dict[str, Any]]:
        self._expire()
        if offset < 0:  # the last ones only, the others are forgotten ([S])
            self._confirm(self.pending[:offset])
        elif offset:
            self._confirm([u for u in self.pending if u.id < offset])
        return [u.wire() for u in self.pending[:limit]]

    def _confirm(self, done: list[Update]) -> None:
        self.confirmed += [u.id for u in done]
        self.pending = [u for u in self.pending if u not in done]

    def _expire(self) -> None:
        old = [u for u in self.pending if u.expires_at <= self.clock()]
        self.expired += [u.id for u in old]
        self.pending = [u for u in self.pending if u not in old]

    async def _refuse_older(self) -> None:
        """Raises Conflict, at once the first time and slowly when it goes on."""
        self.conflicts += 1
        now = asyncio.get_running_loop().time()
        if now < self._last_conflict + CONFLICT_PAUSE_S:
            await asyncio.sleep(CONFLICT_PAUSE_S)
        else:
            self._last_conflict = now
        raise conflict(OTHER_POLLER)
