"""The outboxes of each platform: they send several requests at once, at most one for each chat."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf

from musbot.port.boundary import Background, contain_errors, report, require_containable
from musbot.port.chats import every_chat, platform_of, without_topic
from musbot.port.deadline import with_deadline
from musbot.port.messenger import (
    Messenger,
    Outage,
    TooFast,
    WithMembers,
    WithThreads,
    WithWindows,
    backoff_s,
    sane_pause_s,
)
from musbot.service.choices.kept import Notes
from musbot.service.queue.breaker import Breaker
from musbot.service.queue.fair_queue import Backlog, FairQueue, Rank, SendOutcome, SendPriority
from musbot.service.queue.slots import DeleteSlot, Slot, StripSlot, TableSlot
from musbot.table.alarms import Timers
from musbot.table.events import NO_CHAT, ChatId, PersonId

log = logging.getLogger(__name__)

MOST_AT_ONCE = 32
"""The maximum number of requests in flight to one platform."""
FIRST_BACKOFF_S, MOST_BACKOFF_S, LAST_REQUEST_S = 1.0, 60.0, 2.0
"""In seconds: the first and longest pause after an outage, and the time to end requests at a stop."""
UNSURE_S = 0.2
"""Seconds between two checks of the lease while this process may not hold it."""
LONG_S = 10
"""Seconds above which a pause counts as long: it is explained to players and releases dependent slots."""
MOST_FLIGHT_S = 60.0
"""Seconds after which a delivery is cancelled because it hangs."""
MOST_LATE_S = 5.0
"""Seconds after which the task that sends counts as hung, from the time at which it should have gone on."""
MOST_TRIES = 3
"""Attempts, one a second, for a slot that raises unexpected errors. `given_up` may have it retried later."""
RETRY_S, MOST_RETRY_S = 20.0, 640.0
"""The first and longest pause between those later retries, in seconds."""
UNRECORDED_S = 10
"""Seconds after the last recorded request in which others may have gone unrecorded, such as answers."""
QUIET_S = 120
"""Seconds after which every rate limit is full again."""


@dataclass(frozen=True, slots=True)
class Times:
    """The sources of time."""

    clock: Callable[[], float]
    """Returns a monotonic time in seconds."""
    wall: Callable[[], float]
    """Returns the time of day in seconds since the epoch."""
    sleep: Callable[[float], Awaitable[None]]
    """Sleeps for a number of seconds."""
    timers: Timers
    """Runs alarms."""


class Outbox:
    """The outbox of one platform: passes slots to `deliver` in the order of its FairQueue.

    `held` is called with each chat and pause in seconds that the platform asks for. It sends nothing while
    `may_write` returns False. `given_up` is called when a slot has failed MOST_TRIES times; it returns
    whether to retry the slot later.
    """

    def __init__(
        self,
        messenger: Messenger,
        deliver: Callable[[ChatId, Slot], Awaitable[SendOutcome]],
        held: Callable[[ChatId, float], None],
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        may_write: Callable[[], bool] = lambda: True,
        given_up: Callable[[ChatId, Slot], bool] = lambda _, __: False,
    ) -> None:
        self._may_write = may_write
        self._on_given_up = given_up
        self.messenger = messenger
        self.queue: FairQueue[Slot] = FairQueue(messenger.total_limit(), messenger.limit, clock())
        self._deliver = deliver
        self._on_pause = held
        self._clock = clock
        self._sleep = sleep
        self._outages: dict[ChatId, int] = {}
        """The number of requests in a row that a chat's platform did not answer."""
        self._cut_off: set[ChatId] = set()
        """Chats that are paused only until the platform answers any request."""
        self._failures: dict[tuple[ChatId, Slot], int] = {}
        """The number of failed attempts for each slot that raises unexpected errors."""
        self._in_flight: dict[asyncio.Task[None], tuple[ChatId, Slot]] = {}
        """The requests under way, each with its chat and slot."""
        self._outcomes: dict[tuple[ChatId, Slot], SendOutcome] = {}
        """The outcomes of requests that have ended and that the queue does not know yet."""
        self._background = Background()
        self._end: asyncio.Future[None] | None = None
        """Done when a request has ended."""
        self._runner: asyncio.Task[None] | None = None
        self._asleep = False
        self._due = -inf
        """The time of the clock at which the task that sends started, or at which its sleep ends."""
        self._stopping = False

    def put(self, chat: ChatId, slot: Slot, priority: SendPriority[Slot]) -> None:
        """Queues a slot for a chat and wakes the outbox, unless that changes nothing.

        If the slot is queued already, priorities are merged. The prerequisite is ignored unless it is queued
        or in flight. It is ignored too if its chat is paused for more than LONG_S seconds. A DeleteSlot is
        charged as a deletion.
        """
        now = self._clock()
        priority = priority._replace(deletes=priority.deletes or isinstance(slot, DeleteSlot))
        with self._rebuilding_on_error():
            if priority.after is not None and self.queue.pause_left_s(priority.after[0], now) > LONG_S:
                priority = priority._replace(after=None)
            news = self.queue.put(chat, slot, priority, now)
        if news:
            self._start()

    def drop(self, chat: ChatId, slots: Collection[Slot], *, keeps_replaced: bool = False) -> None:
        """Removes slots from the queue of a chat, releases their dependents, and wakes the outbox.

        A slot in flight continues. With `keeps_replaced` the deletions and removals of buttons that wait for
        them are dropped too, so that old messages stay.
        """
        with self._rebuilding_on_error():
            for slot in slots if keeps_replaced else ():
                _keep_replaced(self.queue, chat, slot, self._clock())
            self.queue.drop(chat, slots, self._clock())
        self._start()

    def pause(self, chat: ChatId, seconds: float) -> None:
        """Pauses a chat and its topics for some seconds, or all chats for the chat `every_chat(platform)`.

        A chat's pause replaces its earlier one; of all chats, the longer one counts. `resume_after_outage`
        does not end it. A pause of a chat over LONG_S seconds releases the slots that depend on it.
        """
        now = self._clock()
        if chat == every_chat(platform_of(chat)):
            self.queue.pause_all_until(now + seconds)
            return
        self._cut_off.discard(without_topic(chat))
        with self._rebuilding_on_error():
            self.queue.pause_until(chat, now + seconds, now)
            if seconds > LONG_S:
                self.queue.release(chat, now)

    def block(self, chat: ChatId, slot: Slot) -> None:
        """Blocks a slot until `unblock`, which must be called once for each call.

        A missing call is made up for by `end_lost_blocks`.
        """
        with self._rebuilding_on_error():
            self.queue.block(chat, slot, self._clock())

    def unblock(self, chat: ChatId, slot: Slot) -> None:
        """Removes one block of a slot, if it has one, and wakes the outbox."""
        with self._rebuilding_on_error():
            self.queue.unblock(chat, slot, self._clock())
        self._start()

    def end_lost_blocks(self) -> None:
        """Ends all blocks of chats whose last block began over MOST_BLOCK_S seconds ago.

        Also restarts the task that sends if it should have gone on MOST_LATE_S seconds ago.
        """
        now = self._clock()
        hangs = self._runner is not None and now > self._due + MOST_LATE_S
        if hangs:
            log.warning("outbox of all: sending hangs, and begins again")
            self._asleep = True  # so that `_start` replaces it
        if self.queue.end_lost_blocks(now) or hangs:
            self._start()

    async def wait_for_end(self, most_s: float) -> None:
        """Waits until any request has ended, for at most `most_s` seconds."""
        if self._end is None or self._end.done():
            self._end = asyncio.get_running_loop().create_future()
        late = asyncio.ensure_future(self._sleep(most_s))
        await asyncio.wait({self._end, late}, return_when=asyncio.FIRST_COMPLETED)
        late.cancel()

    def resume_after_outage(self) -> None:
        """Resumes the chats that were paused only because the platform did not answer, and wakes the outbox.

        Pauses that the platform asked for stay.
        """
        now = self._clock()
        for chat in self._cut_off:
            self._outages[chat] = 0
            self.queue.pause_until(chat, now, now)
        if self._cut_off:
            self._cut_off.clear()
            self._start()

    def restore_bucket(self, chat: ChatId, seconds: float) -> None:
        """Empties a chat's rate limit as of `seconds` ago, when another process last wrote to the chat."""
        now = self._clock()
        self.queue.restore_bucket(chat, now - seconds, now)

    def tasks(self, chat: ChatId = NO_CHAT) -> set[asyncio.Task[None]]:
        """Returns the tasks of all chats: the requests in flight, and the task that sends while it runs.

        Returns an empty set if `chat` is given and has no slot queued or in flight.
        """
        if chat and not self.queue.queued_slots(chat) and self.queue.in_flight_to(chat) is None:
            return set()
        return {*self._in_flight, *([self._runner] if self._runner is not None else [])}

    async def stop(self) -> None:
        """Stops sending for good; requests in flight have LAST_REQUEST_S seconds, then they are cancelled."""
        self._stopping = True
        if self._runner is not None:
            self._runner.cancel()
        if self._in_flight:
            _, late = await asyncio.wait(self._in_flight, timeout=LAST_REQUEST_S)
            for task in late:
                task.cancel()

    # ---- sending -----------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Starts the task that sends, or wakes it from its sleep; no effect while it is awake, or after
        `stop`.
        """
        if self._stopping or (self._runner is not None and not self._asleep):
            return
        if self._runner is not None:
            self._runner.cancel()
        self._asleep = False
        self._due = self._clock()
        self._runner = self._background.start(self._run(), "outbox of all", self._restart_later)

    async def _run(self) -> None:
        """Sends all slots that may go, then sleeps until the next may go; after an error, FIRST_BACKOFF_S.

        Ends when only a new slot or the end of a request can release one.
        """
        try:
            wait: float | None = 0.0
            while wait is not None:
                wait = FIRST_BACKOFF_S
                with contain_errors("the outbox of all"), self._rebuilding_on_error():
                    wait = self._send_ready()
                if wait is not None:
                    self._asleep = True
                    self._due = self._clock() + wait
                    await self._sleep(wait)
        finally:
            if self._runner is asyncio.current_task():
                self._runner = None

    def _send_ready(self) -> float | None:
        """Starts sending the slots that may go, up to MOST_AT_ONCE.

        Returns the seconds to wait (UNSURE_S while this process may not write); None to wait until a request
        ends or a slot is queued.
        """
        now = self._clock()
        if not self._may_write():
            return UNSURE_S
        while len(self._in_flight) < MOST_AT_ONCE:
            key = self.queue.take(now)
            if key is None:
                return self.queue.next_in_s(now)
            failed = partial(self._finish_failed, *key)
            send = with_deadline(partial(self._send, *key), seconds=MOST_FLIGHT_S)
            task = self._background.start(send, f"outbox {key[0]}", failed)
            self._in_flight[task] = key
            task.add_done_callback(self._in_flight.pop)
        return None  # the next request that ends wakes this outbox

    async def _send(self, chat: ChatId, slot: Slot) -> None:
        """Delivers one slot and records its outcome.

        TooFast pauses the chat or the platform and is passed to `held`; Outage pauses the chat. The slot then
        goes again. Any other error is reported and counts as a failed attempt (`_after_error`). Only a
        requested cancellation, or an error that is no Exception, is raised; its outcome is not recorded here.
        At its deadline `_finish_failed` records it.
        """
        outcome = SendOutcome.AGAIN
        try:
            outcome = await self._deliver(chat, slot)
            with contain_errors("the outbox of all"):  # the request was made, so it is not made again
                self._note_success(chat, slot, outcome)
        except TooFast as error:
            self.resume_after_outage()
            where = every_chat(platform_of(chat)) if error.everywhere else without_topic(chat)
            self._on_pause(where, error.seconds)
            self._pause_and_log(where, error.seconds)
        except Outage:
            self._back_off(without_topic(chat))
        except BaseException as error:
            require_containable(error)
            report(_place(chat, slot), error)
            outcome = self._after_error(chat, slot)
        self._outcomes[chat, slot] = outcome
        self._finish(chat, slot)  # only once: a slot that goes again may be in flight by then

    def _note_success(self, chat: ChatId, slot: Slot, outcome: SendOutcome) -> None:
        """Forgets the failures of a slot.

        Unless no request was made, also forgets the outages of its chat, and resumes chats after an outage.
        """
        self._failures.pop((chat, slot), None)
        if outcome is not SendOutcome.NOTHING:
            self._outages.pop(without_topic(chat), None)
            self._cut_off.discard(without_topic(chat))
            self.resume_after_outage()

    def _finish(self, chat: ChatId, slot: Slot) -> None:
        """Passes a request's outcome to the queue, and wakes the outbox and the callers of `wait_for_end`.

        An unknown outcome counts as AGAIN.
        """
        with self._rebuilding_on_error():
            outcome = self._outcomes.get((chat, slot), SendOutcome.AGAIN)
            self.queue.finish(chat, slot, outcome, self._clock())
        self._outcomes.pop((chat, slot), None)
        with contain_errors("the outbox of all"):  # the request has ended, so the slot is not sent again
            self.signal_end()
        self._start()

    def _finish_failed(self, chat: ChatId, slot: Slot) -> None:
        """Counts a delivery that was ended from outside, such as at its deadline, as a failed attempt.

        If it ended by itself and only the queue was not told, its outcome stays.
        """
        with contain_errors(f"outbox {chat}"):
            if (chat, slot) not in self._outcomes:
                self._outcomes[chat, slot] = self._after_error(chat, slot)
        self._finish(chat, slot)

    def recover(self) -> None:
        """Ends requests that ended unnoticed, rebuilds the queue, and restarts the sending task if it ended.

        A slot goes again if its outcome is unknown.
        """
        now = self._clock()
        for chat, slot in self.queue.in_flight():
            if (chat, slot) not in self._in_flight.values():
                self.queue.finish(chat, slot, self._outcomes.pop((chat, slot), SendOutcome.AGAIN), now)
        self.queue.rebuild(now)
        if self._runner is not None and self._runner.done():
            self._runner = None
        self._start()

    def _restart_later(self) -> None:
        """Starts the outbox again in the background, FIRST_BACKOFF_S after it has failed."""
        self._background.start(self._restart(), "outbox of all, again")

    async def _restart(self) -> None:
        """Starts the outbox again after FIRST_BACKOFF_S."""
        await self._sleep(FIRST_BACKOFF_S)
        self._runner = None
        self._start()

    @contextmanager
    def _rebuilding_on_error(self) -> Iterator[None]:
        """Repairs the queue after an unexpected error in the block, and raises the error again."""
        try:
            yield
        except BaseException:
            with contain_errors("the outbox of all"):
                self.queue.rebuild(self._clock())
            raise

    def _after_error(self, chat: ChatId, slot: Slot) -> SendOutcome:
        """Counts a failed attempt: pauses the chat and returns AGAIN; after MOST_TRIES gives the slot up.

        It then returns MADE, and drops the deletions and removals of buttons that wait for the slot. If
        `given_up` wants a retry, the slot is queued again later; each failed retry leads to another.
        """
        tries = self._failures.get((chat, slot), 0) + 1
        self._failures[chat, slot] = tries
        if tries < MOST_TRIES:
            self.pause(chat, FIRST_BACKOFF_S)
            return SendOutcome.AGAIN
        retried = tries > MOST_TRIES
        with contain_errors(f"{chat}: {slot.name} is given up"):
            _keep_replaced(self.queue, chat, slot, self._clock())
            retried = retried or self._on_given_up(chat, slot)
        if retried:
            self._background.start(self._retry(chat, slot, tries - MOST_TRIES), f"outbox {chat}, again")
        else:
            del self._failures[chat, slot]
        return SendOutcome.MADE

    async def _retry(self, chat: ChatId, slot: Slot, before: int) -> None:
        """Queues a failed slot again after a pause, unless it has succeeded by then or the outbox stops.

        The pause doubles with each of the `before` earlier retries, from RETRY_S up to MOST_RETRY_S seconds.
        """
        await self._sleep(backoff_s(before + 1, RETRY_S, MOST_RETRY_S))
        if not self._stopping and (chat, slot) in self._failures:
            self.put(chat, slot, SendPriority(Rank.REST))

    def signal_end(self) -> None:
        """Wakes the callers of `wait_for_end`, because a request has ended.

        Also called when a press was answered with a table's message directly, not by the outbox.
        """
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def _back_off(self, chat: ChatId) -> None:
        """Pauses a chat after an outage, with exponential backoff from FIRST_BACKOFF_S up to MOST_BACKOFF_S
        seconds.

        A chat that had no failure before is resumed as soon as the platform answers any request.
        """
        cut_off = chat not in self._outages or chat in self._cut_off
        self._outages[chat] = self._outages.get(chat, 0) + 1
        self._pause_and_log(chat, backoff_s(self._outages[chat], FIRST_BACKOFF_S, MOST_BACKOFF_S))
        if cut_off:
            self._cut_off.add(chat)

    def _pause_and_log(self, chat: ChatId, seconds: float) -> None:
        """Pauses a chat for some seconds and logs the pause. `chat` may be `every_chat(platform)`."""
        log.warning("%s: %s s to wait", chat, seconds)
        self.pause(chat, seconds)


def _keep_replaced(queue: FairQueue[Slot], chat: ChatId, slot: Slot, now: float) -> None:
    """Drops the deletions and removals of buttons that wait for a slot, so that old messages stay.

    `now` is a time of the queue's clock.
    """
    for where, after in queue.dependents(chat, slot):
        if isinstance(after, DeleteSlot | StripSlot):
            queue.drop(where, [after], now)


def _place(chat: ChatId, slot: Slot) -> str:
    """Returns a description of a delivery that failed: its table, chat and slot, for the log."""
    table = f"table {slot.table}, " if isinstance(slot, TableSlot) else ""
    return f"{table}{chat}: {slot.name} could not be shown"


class Outboxes:
    """The outboxes of all running platforms, and the records of closed chats.

    Slots for a closed chat are not queued, except while the chat is being probed. Changes of its messages
    are deferred until it opens.
    """

    def __init__(
        self,
        notes: Notes,
        times: Times,
        deliver: Callable[[ChatId, Slot], Awaitable[SendOutcome]],
        given_up: Callable[[ChatId, Slot], bool] = lambda _, __: False,
    ) -> None:
        self._notes = notes
        self._times = times
        self._deliver = deliver
        self._on_given_up = given_up
        self._outboxes: dict[str, Outbox] = {}
        self._threads: dict[str, WithThreads] = {}
        self._windows: dict[str, WithWindows] = {}
        self._telling_members: set[str] = set()
        self.breakers: defaultdict[ChatId, Breaker] = defaultdict(Breaker)
        """The records of chats that are closed or in which the bot lacks permissions."""
        self.pause_listeners: list[Callable[[ChatId], None]] = []
        """Called with a chat, or `every_chat(platform)`, when its platform asks for a long pause."""
        self._stopping = False

    def create(self, platform: str, messenger: Messenger, counted: Messenger) -> Outbox:
        """Creates and returns the outbox of a platform, without registering it.

        It sends through `counted`, which wraps `messenger`. The threads, windows and members of `messenger`
        are in use at once.
        """
        if isinstance(messenger, WithThreads):
            self._threads[platform] = messenger
        if isinstance(messenger, WithWindows):
            self._windows[platform] = messenger
        if isinstance(messenger, WithMembers):
            self._telling_members.add(platform)
        times, may_write = self._times, self._notes.store.owns_database
        return Outbox(
            counted, self._deliver, self._store_pause, times.clock, times.sleep, may_write, self._on_given_up
        )

    def register(self, platform: str, outbox: Outbox) -> None:
        """Registers the outbox of a platform for slots from now on; replaces an earlier one."""
        self._outboxes[platform] = outbox

    async def restore(self, platform: str, outbox: Outbox) -> None:
        """Registers an outbox, with the rate limits and pauses from the store; raises StoreError.

        An unexpected error for one chat is reported, not raised.
        """
        wall = self._times.wall
        written = await self._notes.store.list_chats_since(wall() - QUIET_S)
        for chat in (chat for chat in written if platform_of(chat) == platform):
            with contain_errors(f"{chat}: when it was last written to"):
                outbox.restore_bucket(chat, max(0.0, wall() - written[chat] - UNRECORDED_S))
        for chat, until in self._notes.hold.facts.items():
            if platform_of(chat) == platform:
                with contain_errors(f"{chat}: the pause it asked for"):
                    outbox.pause(chat, sane_pause_s(until - wall()))
        self.register(platform, outbox)

    def items(self) -> list[tuple[str, Outbox]]:
        """Returns the name and outbox of every running platform."""
        return list(self._outboxes.items())

    def get(self, chat: ChatId) -> Outbox | None:
        """Returns the outbox of a chat's platform; None if that is not running."""
        return self._outboxes.get(platform_of(chat))

    def __getitem__(self, chat: ChatId) -> Outbox:
        """Returns the outbox of a chat's platform; raises KeyError if the platform is not running."""
        return self._outboxes[platform_of(chat)]

    def threads(self, chat: ChatId) -> WithThreads | None:
        """Returns the messenger that opens threads in a chat; None if its platform has none or is unknown."""
        return self._threads.get(platform_of(chat))

    def thread_channel(self, chat: ChatId) -> ChatId:
        """Returns the channel of a thread, or the chat itself if a thread can open there; otherwise ""."""
        if (threads := self.threads(chat)) is None:
            return NO_CHAT
        channel = threads.channel_of(chat)
        return channel if channel != chat or threads.has_threads(chat) else NO_CHAT

    def tells_members(self, chat: ChatId) -> bool:
        """Returns whether the platform of a chat tells its members, as known since `create`."""
        return platform_of(chat) in self._telling_members

    def can_open_window(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a window can be sent to a person in a chat now. Some platforms have no windows."""
        messenger = self._windows.get(platform_of(chat))
        return messenger is not None and messenger.can_open_window(chat, person)

    # ---- the queues --------------------------------------------------------------------------------------

    def put(self, chat: ChatId, slot: Slot, priority: SendPriority[Slot]) -> None:
        """Queues a slot for a chat.

        If the chat is closed and not being probed, a change of a message is deferred, other slots are
        ignored. No effect if the chat's platform is not running, or the program stops.
        """
        outbox = self.get(chat)
        if outbox is not None and not self._stopping:
            if self.accepts(chat):
                outbox.put(chat, slot, priority)
            else:
                self.breakers[chat].defer([slot])

    def take_answer(self, chat: ChatId) -> bool:
        """Claims a request for a single post ahead of boards, from the chat's limit `ANSWERS`.

        The chat's own budget is not charged. Returns False if the limit forbids it, or the platform is not
        running.
        """
        outbox = self.get(chat)
        return outbox is not None and outbox.queue.take_answer(chat, self._times.clock())

    def end_lost_blocks(self) -> None:
        """Ends lost blocks in every outbox and restarts hung ones, as `Outbox.end_lost_blocks` does."""
        for outbox in self._outboxes.values():
            outbox.end_lost_blocks()

    def drop(self, chat: ChatId, slots: Collection[Slot], *, keeps_replaced: bool = False) -> None:
        """Removes slots from the queue of a chat and releases their dependents; a slot in flight continues.

        With `keeps_replaced` their old messages stay unchanged. No effect if the platform is not running.
        """
        if (outbox := self.get(chat)) is not None:
            outbox.drop(chat, slots, keeps_replaced=keeps_replaced)

    def contains(self, chat: ChatId, slot: Slot) -> bool:
        """Returns whether a slot is queued for a chat or in flight; False if the platform is not running."""
        outbox = self.get(chat)
        return outbox is not None and outbox.queue.contains(chat, slot)

    def queued_slots(self, chat: ChatId) -> list[Slot]:
        """Returns the queued slots of a chat, the oldest first; without slots in flight or of its topics."""
        outbox = self.get(chat)
        return outbox.queue.queued_slots(chat) if outbox is not None else []

    def backlog(self) -> dict[str, Backlog]:
        """Returns the backlog of each running platform, by its name."""
        return {name: outbox.queue.backlog(self._times.clock()) for name, outbox in self._outboxes.items()}

    async def wait_until_idle(self, chat: ChatId = NO_CHAT) -> None:
        """Waits until a chat, or every chat for "", has no slot left to send and no request in flight.

        For a chat it also waits for other requests of its platform while the chat has some. It may wait for a
        pause. It does not wait for slots that only another event can release, such as blocked ones.
        """
        outboxes = [
            outbox for name, outbox in self._outboxes.items() if chat == "" or name == platform_of(chat)
        ]
        while tasks := {task for outbox in outboxes for task in outbox.tasks(chat)}:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

    def resume_after_outage(self, platform: str) -> None:
        """Resumes the chats that were paused because their platform, if it runs, did not answer."""
        if platform in self._outboxes:
            self._outboxes[platform].resume_after_outage()

    async def stop(self) -> None:
        """Stops all outboxes for good; requests in flight have LAST_REQUEST_S seconds, queued slots are not
        sent.
        """
        self._stopping = True
        await asyncio.gather(*(outbox.stop() for outbox in self._outboxes.values()))

    def _store_pause(self, chat: ChatId, seconds: float) -> None:
        """Stores a pause in seconds that a platform asked for; calls the listeners if a long pause begins.

        Sending is not paused here. The stored pause of all chats never gets shorter; the pause of one chat is
        replaced. A listener's error is reported.
        """
        was_long = self.long_pause_s(chat) > 0
        known = self._notes.hold.facts.get(chat, 0.0) if chat == every_chat(platform_of(chat)) else 0.0
        self._notes.hold.note(chat, max(known, self._times.wall() + seconds))
        if seconds > LONG_S and not was_long:
            for listener in self.pause_listeners:
                with contain_errors(f"{chat}: its players are told of a pause"):
                    listener(chat)

    def long_pause_s(self, chat: ChatId) -> float:
        """Returns the remaining seconds of a pause that a platform asked for; 0 if they are LONG_S or less.

        The pause of all chats of the platform counts too.
        """
        holds = self._notes.hold.facts
        until = max(holds.get(without_topic(chat), 0.0), holds.get(every_chat(platform_of(chat)), 0.0))
        left_s = until - self._times.wall()
        return left_s if left_s > LONG_S else 0.0

    # ---- closed chats ------------------------------------------------------------------------------------

    def accepts(self, chat: ChatId) -> bool:
        """Returns whether requests may go to a chat: it is open, or is being probed."""
        return chat not in self._notes.closed.facts or self.probe_of(chat) is not None

    def probe_of(self, chat: ChatId) -> asyncio.Future[bool] | None:
        """Returns the running probe of a closed chat; None if there is none."""
        return self.breakers[chat].probe if chat in self.breakers else None
