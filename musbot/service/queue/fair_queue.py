"""A fair queue of requests for all chats of one platform. It has no clock and starts no task.

Every chat has a budget of requests, which its topics share, and the whole bot has one. Within a budget, the
slot with the earliest deadline goes first: its arrival plus the `PATIENCE_S` of its rank. Ranks without
patience go last, by rank. Deletions have a separate budget. Between chats, the rank decides: questions
first, then boards, then the rest. Equal ranks go in order of arrival.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import count
from math import inf
from sys import maxsize
from typing import Generic, NamedTuple, TypeVar, assert_never

from musbot.port.boundary import contain_errors
from musbot.port.chats import without_topic
from musbot.port.messenger import Limit
from musbot.service.queue.rate_limits import ANSWERS, DELETIONS, TINY, Bucket
from musbot.table.events import ChatId

S = TypeVar("S", bound=Hashable)


class Rank(IntEnum):
    """The urgency of a slot; the lowest goes first."""

    TURN = 0
    """Messages that ask players for their word, and boards with the count of a hand."""
    BOARD = 1
    """Public boards, and messages that are as urgent."""
    REST = 2
    """The other parts of a table, and deletions and removals of buttons for its messages."""
    ASIDE = 3
    """The parts of a lobby, and boards on which only the waiting list has changed."""
    POST = 4
    """Single posts that do not rank with boards."""
    FOLLOW = 5
    """Private hands of players that act at the table, or whose word it does not wait for."""
    LATER = 6
    """Cleanup, notices of tables that need players, and weekly lines."""


PATIENCE_S = {Rank.TURN: 0.0, Rank.BOARD: 4.0, Rank.REST: 8.0, Rank.ASIDE: 20.0}
"""Seconds from a slot's arrival to its deadline; a chat's earliest goes first. Other ranks have none."""
MOST_BLOCK_S = 30.0
"""Seconds after which a block counts as lost: longer than an answer to a press takes."""
IDLE_S = 60.0
"""Seconds between two removals of idle budgets."""
WITH_ROOM = frozenset((Rank.FOLLOW, Rank.LATER))
"""Ranks that are sent only while half of the bot's burst is left."""


class SendPriority(NamedTuple, Generic[S]):
    """The priority and the conditions of a send."""

    rank: Rank
    """The urgency."""
    spare: int = 0
    """The number of requests that the chat must still have after this one, until the slot's deadline."""
    not_before: float = 0.0
    """The earliest time of the clock, in seconds."""
    after: tuple[ChatId, S] | None = None
    """The chat and slot that must be sent first; ignored if that slot is neither queued nor in flight."""
    deletes: bool = False
    """Whether the request deletes a message: `DELETIONS` limits it, not the chat's limit and `spare`."""


Backlog = dict[Rank, tuple[int, float]]
"""For each rank, the number of queued slots and the age of the oldest in seconds."""

_LAST = (inf, Rank.LATER, maxsize)


class SendOutcome(Enum):
    """The outcome of sending a slot."""

    MADE = "made"
    """A request was made."""
    DELETED = "deleted"
    """A message was deleted."""
    NOTHING = "nothing"
    """No request was needed."""
    AGAIN = "again"
    """The slot must be sent again."""


@dataclass(slots=True)
class _Ticket(Generic[S]):
    """A queued slot's priority and position."""

    priority: SendPriority[S]
    """The priority."""
    place: int
    """The position in order of arrival."""
    since: float
    """The time of arrival."""

    @property
    def order(self) -> tuple[float, Rank, int]:
        """The sort key within one budget: deadline, rank and position.

        The deadline counts from `not_before` if that is later than the arrival. It is `inf` for ranks without
        patience.
        """
        since = max(self.since, self.priority.not_before)
        return since + PATIENCE_S.get(self.priority.rank, inf), self.priority.rank, self.place


@dataclass(slots=True)
class _Budget(Generic[S]):
    """The queued slots and the rate limits of one chat and its topics."""

    bucket: Bucket
    """The chat's rate limit."""
    queued: dict[tuple[ChatId, S], _Ticket[S]] = field(default_factory=dict)
    """The queued slots."""
    in_flight: tuple[tuple[ChatId, S], _Ticket[S]] | None = None
    """The slot in flight."""
    blocked: list[tuple[ChatId, S]] = field(default_factory=list)
    """The blocked slots; a slot that is blocked twice is here twice."""
    blocked_at: float = 0.0
    """The time of the last block."""
    version: int = 0
    """A counter of changes, which outdates this budget's earlier entries in the heaps."""
    answers: Bucket | None = None
    """The rate limit of single posts that may go with the boards; None before the first."""
    deletions: Bucket | None = None
    """The rate limit of deletions; None before the first."""

    def is_idle(self, now: float) -> bool:
        """Returns whether the budget equals a new one: full buckets, and no slot waits, is blocked or in
        flight."""
        if self.queued or self.blocked or self.in_flight is not None:
            return False
        return all(it is None or it.is_full(now) for it in (self.bucket, self.answers, self.deletions))

    def bucket_of(self, priority: SendPriority[S], now: float) -> Bucket:
        """Returns the bucket to which a slot is charged: of the deletions, or of everything else."""
        if not priority.deletes:
            return self.bucket
        self.deletions = self.deletions or Bucket(DELETIONS, now)
        return self.deletions

    def ready_at(self, priority: SendPriority[S], due: float, now: float) -> float:
        """Returns the earliest time of a slot with this priority, whose deadline is `due`.

        Until then it leaves `spare` requests to the chat. A deletion needs none, but waits for a pause too.
        """
        at = now + self.bucket_of(priority, now).ready_in(now)
        if priority.deletes:
            at = max(at, self.bucket.paused_until)
        elif priority.spare:
            at = min(now + self.bucket.ready_in(now, priority.spare), max(due, at))
        return max(at, priority.not_before)


class _Ready(NamedTuple, Generic[S]):
    """A budget from which a slot may go, in the order of the heap."""

    rank: Rank
    """The most urgent rank of the slots that may go."""
    place: int
    """The position of the slot in order of arrival."""
    version: int
    """The budget's version; the entry is outdated if the budget has another."""
    name: ChatId
    """The chat of the budget."""
    key: tuple[ChatId, S]
    """The chat and slot that go; the fields before it are never equal in two entries."""


class FairQueue(Generic[S]):
    """Queued slots of many chats. `take` returns the next to send; each budget has at most one in flight.

    `now`, `at` and `until` are times of the caller's monotonic clock, in seconds.
    """

    def __init__(self, all_chats: Limit, limit: Callable[[ChatId], Limit], now: float) -> None:
        self._limit = limit
        self._all = Bucket(all_chats, now)
        self._room = all_chats.burst // 2
        self._budgets: dict[ChatId, _Budget[S]] = {}
        self._tidied_at = now
        self._places = count()
        self._ready: list[_Ready[S]] = []
        self._later: list[tuple[float, int, ChatId]] = []
        self._dependent: dict[tuple[ChatId, S], set[tuple[ChatId, S]]] = {}

    # ---- what waits --------------------------------------------------------------------------------------

    def put(self, chat: ChatId, slot: S, priority: SendPriority[S], now: float) -> bool:
        """Queues a slot, also one in flight; returns whether anything changed.

        If it is queued already, it keeps its place and gets the merged priority. A prerequisite that is
        neither queued nor in flight is ignored.
        """
        key, budget = (chat, slot), self._budget(chat, now)
        if priority.after is not None and not self.contains(*priority.after):
            priority = priority._replace(after=None)
        known = budget.queued.get(key)
        if known is None:
            budget.queued[key] = _Ticket(priority, next(self._places), now)
        elif (sooner := _merge(known.priority, priority)) != known.priority:
            known.priority = sooner
        else:
            return False
        if priority.after is not None:
            self._dependent.setdefault(priority.after, set()).add(key)
        self._push_to_heaps(without_topic(chat), now)
        return True

    def priority_of(self, chat: ChatId, slot: S) -> SendPriority[S] | None:
        """Returns the priority of a queued slot; None if it is not queued, even if it is in flight."""
        budget = self._budgets.get(without_topic(chat))
        ticket = budget.queued.get((chat, slot)) if budget is not None else None
        return ticket.priority if ticket is not None else None

    def contains(self, chat: ChatId, slot: S) -> bool:
        """Returns whether a slot is queued or in flight."""
        budget = self._budgets.get(without_topic(chat))
        return budget is not None and ((chat, slot) in budget.queued or _is_in_flight(budget, (chat, slot)))

    def queued_slots(self, chat: ChatId) -> list[S]:
        """Returns the queued slots of a chat, without its topics, the oldest first; not a slot in flight."""
        budget = self._budgets.get(without_topic(chat))
        if budget is None:
            return []
        waiting = sorted(budget.queued.items(), key=lambda it: it[1].place)
        return [slot for (where, slot), _ in waiting if where == chat]

    def in_flight_to(self, chat: ChatId) -> S | None:
        """Returns the slot in flight to a chat; None if there is none. A topic counts as its own chat."""
        budget = self._budgets.get(without_topic(chat))
        if budget is None or budget.in_flight is None or budget.in_flight[0][0] != chat:
            return None
        return budget.in_flight[0][1]

    def in_flight(self) -> list[tuple[ChatId, S]]:
        """Returns the chat and slot of each request in flight, one for each budget at most."""
        return [budget.in_flight[0] for budget in self._budgets.values() if budget.in_flight is not None]

    def block(self, chat: ChatId, slot: S, now: float) -> None:
        """Blocks a slot until `unblock`, because its chat gets it in a way that costs no request.

        The slot need not be queued; it keeps its place, and a request in flight continues. It may be blocked
        several times. If `unblock` is never called, `end_lost_blocks` ends the block.
        """
        budget = self._budget(chat, now)
        budget.blocked.append((chat, slot))
        budget.blocked_at = now
        self._push_to_heaps(without_topic(chat), now)

    def unblock(self, chat: ChatId, slot: S, now: float) -> None:
        """Removes one block of a slot, which may have several; no effect if it has none."""
        kept = self._budget(chat, now).blocked
        if (chat, slot) in kept:
            kept.remove((chat, slot))
        self._push_to_heaps(without_topic(chat), now)

    def end_lost_blocks(self, now: float) -> bool:
        """Ends all blocks of chats whose last block began over MOST_BLOCK_S seconds ago; returns whether
        there were any.
        """
        lost = [it for it, of in self._budgets.items() if of.blocked and now - of.blocked_at > MOST_BLOCK_S]
        for name in lost:
            self._budgets[name].blocked.clear()
            self._push_to_heaps(name, now)
        return bool(lost)

    def dependents(self, chat: ChatId, slot: S) -> list[tuple[ChatId, S]]:
        """Returns the chat and slot of each slot that waits for this slot, in no order.

        Some may have left the queue already.
        """
        return list(self._dependent.get((chat, slot), ()))

    def drop(self, chat: ChatId, slots: Iterable[S], now: float) -> None:
        """Removes slots of a chat from the queue and releases their dependents.

        A slot in flight continues and keeps its dependents. Slots that are not queued are ignored.
        """
        budget = self._budgets.get(without_topic(chat))
        if budget is None:
            return
        for slot in list(slots):
            if budget.queued.pop((chat, slot), None) is not None and not _is_in_flight(budget, (chat, slot)):
                self._release((chat, slot), now)
        self._push_to_heaps(without_topic(chat), now)

    def take_answer(self, chat: ChatId, now: float) -> bool:
        """Claims a request for a single post ahead of boards; returns False if `ANSWERS` forbids it.

        The chat's own budget is not charged.
        """
        budget = self._budget(chat, now)
        answers = budget.answers = budget.answers or Bucket(ANSWERS, now)
        if answers.ready_in(now) > 0:
            return False
        answers.take()
        return True

    def pause_until(self, chat: ChatId, until: float, now: float) -> None:
        """Pauses a chat and its topics until a time of the clock; replaces an earlier pause."""
        self._budget(chat, now).bucket.paused_until = until
        self._push_to_heaps(without_topic(chat), now)

    def pause_left_s(self, chat: ChatId, now: float) -> float:
        """Returns the seconds until the pause of a chat and its topics ends; 0 or less if there is none.

        Rate limits and the pause of all chats do not count.
        """
        return self._budget(chat, now).bucket.paused_until - now

    def pause_all_until(self, until: float) -> None:
        """Pauses every chat until a time of the clock; an earlier, longer pause stays."""
        self._all.paused_until = max(until, self._all.paused_until)

    def restore_bucket(self, chat: ChatId, at: float, now: float) -> None:
        """Empties the rate limit of a chat and its topics as of time `at`; it may have been used up then."""
        self._budget(chat, now).bucket.empty_since(at)
        self._push_to_heaps(without_topic(chat), now)

    # ---- what goes ---------------------------------------------------------------------------------------

    def take(self, now: float) -> tuple[ChatId, S] | None:
        """Returns the chat and slot to send next, in flight until `finish`; None if no slot may go yet.

        It leaves the queue and is charged to the budgets of the chat and the bot. Chats are ordered by their
        most urgent slot, then by the arrival of the slot that goes. Every IDLE_S seconds it removes idle
        budgets.
        """
        self._forget_idle(now)
        self._wake_due(now)
        first = self._most_urgent()
        if first is None or self._all.ready_in(now, _reserve(first.rank, self._room)) > 0:
            return None
        heapq.heappop(self._ready)
        budget, key = self._budgets[first.name], first.key
        budget.bucket_of(budget.queued[key].priority, now).take()
        self._all.take()
        budget.in_flight = (key, budget.queued.pop(key))
        if not budget.queued:
            budget.queued = {}  # a dict that has been larger keeps its memory
        budget.version += 1
        return key

    def finish(self, chat: ChatId, slot: S, outcome: SendOutcome, now: float) -> None:
        """Records the outcome of a slot in flight; AGAIN queues it again in its old place.

        NOTHING refunds the budgets. MADE and DELETED charge the right budget, even if `deletes` of the slot's
        priority was wrong. Dependents are released unless the slot is queued again, by AGAIN or by `put`. No
        effect if it is not in flight. Raises KeyError for a chat without a budget.
        """
        budget = self._budgets[without_topic(chat)]
        if budget.in_flight is None or budget.in_flight[0] != (chat, slot):
            return
        key, ticket = budget.in_flight
        charged = budget.bucket_of(ticket.priority, now)
        budget.in_flight = None
        match outcome:
            case SendOutcome.MADE if ticket.priority.deletes:
                charged.refund()
                budget.bucket.ready_in(now)  # refills it up to now
                budget.bucket.take()
            case SendOutcome.DELETED if not ticket.priority.deletes:
                charged.refund()
            case SendOutcome.MADE | SendOutcome.DELETED:
                pass
            case SendOutcome.NOTHING:
                charged.refund()
                self._all.refund()
            case SendOutcome.AGAIN:
                if (newer := budget.queued.get(key)) is not None:
                    ticket.priority = _merge(ticket.priority, newer.priority)
                budget.queued[key] = ticket
            case _:
                assert_never(outcome)
        if key not in budget.queued:
            self._release(key, now)
        self._push_to_heaps(without_topic(chat), now)

    def release(self, chat: ChatId, now: float) -> None:
        """Releases all slots that wait for slots of a chat or its topics, before the chat is paused for
        long."""
        for key in [key for key in self._dependent if without_topic(key[0]) == without_topic(chat)]:
            self._release(key, now)

    def next_in_s(self, now: float) -> float | None:
        """Returns the seconds until the next slot may be sent; 0 for now.

        None if no slot waits for a time: only another event can release one.
        """
        self._wake_due(now)
        first = self._most_urgent()
        until_ready = inf if first is None else self._all.ready_in(now, _reserve(first.rank, self._room))
        while self._later and not _is_current(self._budgets.get(self._later[0][2]), self._later[0][1]):
            heapq.heappop(self._later)
        until_awake = self._later[0][0] - now if self._later else inf
        soonest = min(until_ready, until_awake)
        return None if soonest == inf else max(0.0, soonest)

    def backlog(self, now: float) -> Backlog:
        """Returns the number of queued slots and the age of the oldest in seconds, for each rank with any."""
        found: Backlog = {}
        for budget in self._budgets.values():
            for ticket in budget.queued.values():
                many, oldest_s = found.get(ticket.priority.rank, (0, 0.0))
                found[ticket.priority.rank] = (many + 1, max(oldest_s, now - ticket.since))
        return found

    def rebuild(self, now: float) -> None:
        """Rebuilds the heaps after an unexpected error; a budget that fails again is left out."""
        self._ready.clear()
        self._later.clear()
        for name in list(self._budgets):
            with contain_errors(f"{name}: the outbox"):
                self._push_to_heaps(name, now)

    # ---- how it is kept ----------------------------------------------------------------------------------

    def _budget(self, chat: ChatId, now: float) -> _Budget[S]:
        """Returns the budget of a chat and its topics; creates one with full buckets if it is unknown."""
        name = without_topic(chat)
        if name not in self._budgets:
            self._budgets[name] = _Budget(Bucket(self._limit(name), now), version=next(self._places))
        return self._budgets[name]

    def _forget_idle(self, now: float) -> None:
        """Removes idle budgets, at most once in IDLE_S seconds, to bound memory."""
        if now - self._tidied_at >= IDLE_S:
            self._tidied_at = now
            idle = [it for it, budget in self._budgets.items() if budget.is_idle(now)]
            for name in idle:
                del self._budgets[name]

    def _choose(self, budget: _Budget[S], now: float) -> tuple[tuple[ChatId, S] | None, float, Rank]:
        """Returns the chat and slot to send next, the time when another slot may go, and the budget's rank.

        The first is None if none may go now; the time is `inf` if no slot waits for a time. The rank is the
        most urgent of the slots that may go, although the earliest deadline goes first; LATER if there are
        none. Blocked slots and slots with a prerequisite are left out.
        """
        first, later, chosen, rank = _LAST, inf, None, Rank.LATER
        for key, ticket in budget.queued.items():
            priority, order = ticket.priority, ticket.order
            if priority.after is not None or key in budget.blocked:
                continue
            at = budget.ready_at(priority, order[0], now)
            if at > now + TINY:
                later = min(later, at)
                continue
            rank = min(rank, priority.rank)
            if order < first:
                first, chosen = order, key
        return chosen, later, rank

    def _push_to_heaps(self, name: ChatId, now: float) -> None:
        """Replaces a budget's entries in the heaps, with its best slot now and the time of a later one.

        A budget with a slot in flight has none. Raises KeyError for an unknown budget.
        """
        budget = self._budgets[name]
        budget.version += 1
        if budget.in_flight is not None:
            return
        key, later, rank = self._choose(budget, now)
        if later < inf:
            heapq.heappush(self._later, (later, budget.version, name))
        if key is not None:
            heapq.heappush(self._ready, _Ready(rank, budget.queued[key].place, budget.version, name, key))

    def _wake_due(self, now: float) -> None:
        """Moves budgets whose time has come from the heap of later ones to the heap of ready ones."""
        while self._later and self._later[0][0] <= now + TINY:
            _, version, name = heapq.heappop(self._later)
            if _is_current(self._budgets.get(name), version):
                self._push_to_heaps(name, now)

    def _most_urgent(self) -> _Ready[S] | None:
        """Returns the most urgent entry of a ready budget, without removing it; None if no budget is ready.

        Removes outdated entries before it.
        """
        while self._ready and not _is_current(self._budgets.get(self._ready[0].name), self._ready[0].version):
            heapq.heappop(self._ready)
        return self._ready[0] if self._ready else None

    def _release(self, gone: tuple[ChatId, S], now: float) -> None:
        """Removes a slot as the prerequisite of the queued slots that wait for it."""
        for key in self._dependent.pop(gone, ()):
            budget = self._budgets.get(without_topic(key[0]))
            ticket = budget.queued.get(key) if budget is not None else None
            if ticket is not None and ticket.priority.after == gone:
                ticket.priority = ticket.priority._replace(after=None)
                self._push_to_heaps(without_topic(key[0]), now)


def _reserve(rank: Rank, room: int) -> int:
    """Returns the requests of the bot's burst that a rank leaves unused: `room` for ranks in WITH_ROOM,
    otherwise 0.
    """
    return room if rank in WITH_ROOM else 0


def _is_current(budget: _Budget[S] | None, version: int) -> bool:
    """Returns whether a heap entry is up to date: its budget exists and has this version."""
    return budget is not None and budget.version == version


def _is_in_flight(budget: _Budget[S], key: tuple[str, S]) -> bool:
    """Returns whether the slot with this key, its chat and slot, is in flight in a budget."""
    return budget.in_flight is not None and budget.in_flight[0] == key


def _merge(known: SendPriority[S], priority: SendPriority[S]) -> SendPriority[S]:
    """Returns the more urgent combination of two priorities of one slot.

    Each field is the lower one, so only two deletions remain one. A new prerequisite replaces the known one,
    which stays without a new one.
    """
    return SendPriority(
        min(known.rank, priority.rank),
        min(known.spare, priority.spare),
        min(known.not_before, priority.not_before),
        priority.after or known.after,
        known.deletes and priority.deletes,
    )
