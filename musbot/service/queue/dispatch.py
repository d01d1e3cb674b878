"""The outboxes of each platform: several requests at once, one for each chat."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf

from musbot.port.boundary import Background, contain_errors, may_contain, report
from musbot.port.chats import ClosedChats, every_chat, platform_of, whole
from musbot.port.deadline import with_deadline
from musbot.port.messenger import Messenger, Outage, TooFast, WithThreads, sane_pause_s
from musbot.service.choices.kept import Notes
from musbot.service.queue.fair_queue import Backlog, FairQueue, Fate, Rank, Wish
from musbot.service.queue.slots import DeleteSlot, Slot, StripSlot, TableSlot
from musbot.table.alarms import Handle, Timers

log = logging.getLogger(__name__)

MOST_AT_ONCE = 32
"""Requests that are under way to one platform."""
FIRST_BACKOFF_S, MOST_BACKOFF_S, LAST_REQUEST_S = 1.0, 60.0, 2.0
UNSURE_S = 0.2
"""How soon it is asked again whether the database is this process's alone."""
LONG_S = 10
"""The length of a pause after which dependent slots of other chats no longer wait."""
MOST_FLIGHT_S = 120.0
"""The time that a delivery may take before it is cancelled, as one that hangs."""
MOST_TRIES = 3
"""Tries of a slot that raises unexpected errors, one a second; later ones of a table's part are rare."""
RETRY_S, MOST_DOUBLINGS = 20.0, 5
"""The first pause between those rare tries, and how often it is doubled at most."""
UNRECORDED_S = 10
"""How long after the last recorded request a chat may have been sent others, such as answers to commands."""
QUIET_S = 120
"""After which every chat bears again all that it ever does at once."""


@dataclass(slots=True)
class Breaker:
    """What is known about a chat that refuses messages or lacks permissions: one record for each chat."""

    lacking: tuple[str, ...] = ()
    """The permissions that the bot lacks there, as far as the platform says."""
    probe: asyncio.Future[bool] | None = None
    """Done when it is known whether the chat takes messages again; None if nobody tries."""
    failed_at: float = -inf
    """When the last probe failed."""
    cleanup: tuple[Slot, ...] = ()
    """Requests that tidy up the chat once it takes messages."""
    timer: Handle | None = None
    """The timer of the next scheduled probe."""
    pause_s: float = 0.0
    """The time between the last two such probes; 0 before the first."""


@dataclass(frozen=True, slots=True)
class Times:
    """A steady clock, the time of day, how to sleep and what runs alarms."""

    clock: Callable[[], float]
    wall: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    timers: Timers


class Dispatcher:
    """Gives `deliver` the slots of one platform as its FairQueue says; tells `held` of pauses asked for."""

    def __init__(
        self,
        messenger: Messenger,
        deliver: Callable[[str, Slot], Awaitable[Fate]],
        held: Callable[[str, float], None],
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        sure: Callable[[], bool] = lambda: True,
        given_up: Callable[[str, Slot], bool] = lambda _, __: False,
    ) -> None:
        self._sure = sure
        self._given_up = given_up
        self.messenger = messenger
        self.queue: FairQueue[Slot] = FairQueue(messenger.whole(), messenger.limit, clock())
        self._deliver = deliver
        self._held = held
        self._clock = clock
        self._sleep = sleep
        self._backoff: dict[str, float] = {}
        self._cut_off: set[str] = set()
        """Chats that wait only until the platform answers anybody."""
        self._broken: dict[tuple[str, Slot], int] = {}
        """Failed tries of slots that raise unexpected errors."""
        self._flying: set[asyncio.Task[None]] = set()
        self._background = Background()
        self._ended: asyncio.Future[None] | None = None
        """Done when a request has ended."""
        self._going: asyncio.Task[None] | None = None
        self._asleep = False
        self._stopping = False

    def put(self, chat: str, slot: Slot, wish: Wish[Slot]) -> None:
        """Queues a slot for a chat. It does not wait for a slot in a chat that is held for long."""
        now = self._clock()
        with self._mending():
            if wish.after is not None and self.queue.held_s(wish.after[0], now) > LONG_S:
                wish = wish._replace(after=None)
            news = self.queue.put(chat, slot, wish, now)
        if news:
            self._wake()

    def drop(self, chat: str, slots: Iterable[Slot]) -> None:
        """Lets slots wait for a chat no longer."""
        with self._mending():
            self.queue.drop(chat, slots, self._clock())
        self._wake()

    def hold(self, chat: str, seconds: float) -> None:
        """Lets nothing go to a chat for a while; after a long one, what had to come after it goes on."""
        now = self._clock()
        if chat == every_chat(platform_of(chat)):
            self.queue.hold_all(now + seconds)
            return
        self._cut_off.discard(whole(chat))
        with self._mending():
            self.queue.hold(chat, now + seconds, now)
            if seconds > LONG_S:
                self.queue.release(chat, now)

    def keep(self, chat: str, slot: Slot) -> None:
        """Lets a slot not go until it is let go, once for each time."""
        with self._mending():
            self.queue.keep(chat, slot, self._clock())

    def let_go(self, chat: str, slot: Slot) -> None:
        """Lets a slot go again that was kept."""
        with self._mending():
            self.queue.let_go(chat, slot, self._clock())
        self._wake()

    async def ended(self, most_s: float) -> None:
        """Waits until a request has ended, or so long."""
        if self._ended is None or self._ended.done():
            self._ended = asyncio.get_running_loop().create_future()
        late = asyncio.ensure_future(self._sleep(most_s))
        await asyncio.wait({self._ended, late}, return_when=asyncio.FIRST_COMPLETED)
        late.cancel()

    def answers(self) -> None:
        """Notes that the platform answers: who waited only for that waits no longer, the first first."""
        now = self._clock()
        for chat in self._cut_off:
            self._backoff[chat] = FIRST_BACKOFF_S
            self.queue.hold(chat, now, now)
        if self._cut_off:
            self._cut_off.clear()
            self._wake()

    def quiet(self, chat: str, seconds: float) -> None:
        """Notes that a chat was last written to so long ago, by another process."""
        now = self._clock()
        self.queue.quiet_since(chat, now - seconds, now)

    def tasks(self, chat: str = "") -> set[asyncio.Task[None]]:
        """Returns what is under way, if anything waits for a chat, or for any."""
        if chat and not self.queue.waiting(chat) and self.queue.flying(chat) is None:
            return set()
        return self._flying | ({self._going} if self._going is not None else set())

    async def stop(self) -> None:
        """Lets the requests under way end, for a moment, and nothing more go."""
        self._stopping = True
        if self._going is not None:
            self._going.cancel()
        if self._flying:
            _, late = await asyncio.wait(self._flying, timeout=LAST_REQUEST_S)
            for task in late:
                task.cancel()

    # ---- letting them go ---------------------------------------------------------------------------------

    def _wake(self) -> None:
        if self._stopping or (self._going is not None and not self._asleep):
            return
        if self._going is not None:
            self._going.cancel()
        self._asleep = False
        self._going = self._background.start(self._go_on(), "outbox of all", self._go_on_later)

    async def _go_on(self) -> None:
        """Lets all go that may, and sleeps until the next may; whatever changes meanwhile begins it anew."""
        try:
            wait: float | None = 0.0
            while wait is not None:
                wait = FIRST_BACKOFF_S
                with contain_errors("the outbox of all"), self._mending():
                    wait = self._let_go()
                if wait is not None:
                    self._asleep = True
                    await self._sleep(wait)
        finally:
            if self._going is asyncio.current_task():
                self._going = None

    def _let_go(self) -> float | None:
        now = self._clock()
        if not self._sure():
            return UNSURE_S
        while len(self._flying) < MOST_AT_ONCE:
            key = self.queue.take(now)
            if key is None:
                return self.queue.wait(now)
            failed = partial(self._end_failed, *key)
            send = with_deadline(partial(self._fly, *key), seconds=MOST_FLIGHT_S)
            task = self._background.start(send, f"outbox {key[0]}", failed)
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
        return None  # the next to end goes on

    async def _fly(self, chat: str, slot: Slot) -> None:
        outcome = Fate.AGAIN
        try:
            outcome = await self._deliver(chat, slot)
            self._broken.pop((chat, slot), None)
            if outcome is not Fate.NOTHING:
                self._backoff.pop(whole(chat), None)
                self._cut_off.discard(whole(chat))
                self.answers()
        except TooFast as error:
            self.answers()
            where = every_chat(platform_of(chat)) if error.everywhere else whole(chat)
            self._held(where, error.seconds)
            self._pause(where, error.seconds)
        except Outage:
            self._no_answer(whole(chat))
        except BaseException as error:
            if not may_contain(error):
                raise
            report(_place(chat, slot), error)
            outcome = self._after_error(chat, slot)
        finally:
            self._end_flight(chat, slot, outcome)

    def _end_flight(self, chat: str, slot: Slot, outcome: Fate) -> None:
        """Lets the next slot go to a chat."""
        with self._mending():
            self.queue.done(chat, slot, outcome, self._clock())
        self.one_ended()
        self._wake()

    def _end_failed(self, chat: str, slot: Slot) -> None:
        """Ends a delivery after an error outside `_fly`."""
        outcome = Fate.AGAIN
        with contain_errors(f"outbox {chat}"):
            outcome = self._after_error(chat, slot)
        self._end_flight(chat, slot, outcome)

    def _go_on_later(self) -> None:
        """Starts the outbox again after it has failed."""
        self._background.start(self._go_on_again(), "outbox of all, again")

    async def _go_on_again(self) -> None:
        await self._sleep(FIRST_BACKOFF_S)
        self._going = None
        self._wake()

    @contextmanager
    def _mending(self) -> Iterator[None]:
        """Mends the queue after an unexpected error in the block, which is raised on."""
        try:
            yield
        except BaseException:
            with contain_errors("the outbox of all"):
                self.queue.mend(self._clock())
            raise

    def _after_error(self, chat: str, slot: Slot) -> Fate:
        """Tries a slot again after a pause; lets others go before it after MOST_TRIES.

        The message that it would have replaced then keeps its buttons.
        """
        tries = self._broken.get((chat, slot), 0) + 1
        self._broken[chat, slot] = tries
        if tries < MOST_TRIES:
            self.hold(chat, FIRST_BACKOFF_S)
            return Fate.AGAIN
        retried = tries > MOST_TRIES
        with contain_errors(f"{chat}: {slot.name} is given up"):
            for where, after in self.queue.dependents(chat, slot):
                if isinstance(after, DeleteSlot | StripSlot):
                    self.queue.drop(where, [after], self._clock())
            retried = retried or self._given_up(chat, slot)
        if retried:
            self._background.start(self._retry(chat, slot, tries - MOST_TRIES), f"outbox {chat}, again")
        else:
            del self._broken[chat, slot]
        return Fate.MADE

    async def _retry(self, chat: str, slot: Slot, before: int) -> None:
        """Queues a slot again after a pause, which is longer the more retries there were before."""
        await self._sleep(RETRY_S * 2 ** min(before, MOST_DOUBLINGS))
        if not self._stopping and (chat, slot) in self._broken:
            self.put(chat, slot, Wish(Rank.REST))

    def one_ended(self) -> None:
        """Tells who waits for it that a request has ended, or an answer that did the same."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    def _no_answer(self, chat: str) -> None:
        """Lets a chat wait, longer each time, or until the platform answers, if it answered nobody since."""
        cut_off = chat not in self._backoff or chat in self._cut_off
        seconds = self._backoff.get(chat, FIRST_BACKOFF_S)
        self._backoff[chat] = min(seconds * 2, MOST_BACKOFF_S)
        self._pause(chat, seconds)
        if cut_off:
            self._cut_off.add(chat)

    def _pause(self, chat: str, seconds: float) -> None:
        log.warning("%s: %s s to wait", chat, seconds)
        self.hold(chat, seconds)


def _place(chat: str, slot: Slot) -> str:
    """Returns the place of an error in a delivery, for the log."""
    table = f"table {slot.table}, " if isinstance(slot, TableSlot) else ""
    return f"{table}{chat}: {slot.name} could not be shown"


class Lines:
    """The Dispatcher of every platform that runs, what opens threads there, and the closed chats being tried.

    Nothing that is put here goes to a closed chat but while it is tried whether that is open again.
    """

    def __init__(
        self,
        closed: ClosedChats,
        notes: Notes,
        times: Times,
        deliver: Callable[[str, Slot], Awaitable[Fate]],
        given_up: Callable[[str, Slot], bool] = lambda _, __: False,
    ) -> None:
        self._closed = closed
        self._notes = notes
        self._times = times
        self._deliver = deliver
        self._given_up = given_up
        self._lines: dict[str, Dispatcher] = {}
        self._threads: dict[str, WithThreads] = {}
        self.breakers: defaultdict[str, Breaker] = defaultdict(Breaker)
        """Of chats that are closed, or lack permissions."""
        self.pause_listeners: list[Callable[[str], None]] = []
        """Called with a chat, or the name of all chats, when its platform asks for a long pause."""
        self._stopping = False

    def line(self, platform: str, messenger: Messenger, counted: Messenger) -> Dispatcher:
        """Makes the Dispatcher of a platform by `counted`, which does what `messenger` does."""
        if isinstance(messenger, WithThreads):
            self._threads[platform] = messenger
        times, sure = self._times, self._notes.store.sure
        return Dispatcher(
            counted, self._deliver, self._note_hold, times.clock, times.sleep, sure, self._given_up
        )

    def add(self, platform: str, line: Dispatcher) -> None:
        """Brings what is put to a platform from now on."""
        self._lines[platform] = line

    async def take_up(self, platform: str, line: Dispatcher) -> None:
        """Does so once it is known which of its chats have to be left alone."""
        wall = self._times.wall
        written = await self._notes.store.written_since(wall() - QUIET_S)
        for chat in (chat for chat in written if platform_of(chat) == platform):
            with contain_errors(f"{chat}: when it was last written to"):
                line.quiet(chat, max(0.0, wall() - written[chat] - UNRECORDED_S))
        for chat, until in self._notes.hold.facts.items():
            if platform_of(chat) == platform:
                with contain_errors(f"{chat}: the pause it asked for"):
                    line.hold(chat, sane_pause_s(until - wall()))
        self.add(platform, line)

    def items(self) -> list[tuple[str, Dispatcher]]:
        """Returns every platform that runs."""
        return list(self._lines.items())

    def of(self, chat: str) -> Dispatcher | None:
        """Returns what brings posts to a chat, None where its platform does not run."""
        return self._lines.get(platform_of(chat))

    def __getitem__(self, chat: str) -> Dispatcher:
        return self._lines[platform_of(chat)]

    def threads(self, chat: str) -> WithThreads | None:
        """Returns what opens threads in a chat, where its platform has any."""
        return self._threads.get(platform_of(chat))

    # ---- what waits --------------------------------------------------------------------------------------

    def put(self, chat: str, slot: Slot, how: Wish[Slot]) -> None:
        """Lets a slot wait for a chat, if that takes anything."""
        line = self.of(chat)
        if line is not None and self.takes(chat) and not self._stopping:
            line.put(chat, slot, how)

    def take_answer(self, chat: str) -> bool:
        """Returns whether a single post to a chat may go with the boards."""
        line = self.of(chat)
        return line is not None and line.queue.take_answer(chat, self._times.clock())

    def drop(self, chat: str, slots: Iterable[Slot]) -> None:
        """Lets slots wait for a chat no longer."""
        if (line := self.of(chat)) is not None:
            line.drop(chat, slots)

    def waits(self, chat: str, slot: Slot) -> bool:
        """Whether a slot waits for a chat, or is under way."""
        line = self.of(chat)
        return line is not None and line.queue.waits(chat, slot)

    def waiting(self, chat: str) -> list[Slot]:
        """Returns what waits for a chat."""
        line = self.of(chat)
        return line.queue.waiting(chat) if line is not None else []

    def backlog(self) -> dict[str, Backlog]:
        """Returns what waits for the chats of each platform."""
        return {name: line.queue.backlog(self._times.clock()) for name, line in self._lines.items()}

    async def settled(self, chat: str = "") -> None:
        """Waits until nothing is left to bring to a chat, or to any."""
        lines = [line for name, line in self._lines.items() if chat == "" or name == platform_of(chat)]
        while tasks := {task for line in lines for task in line.tasks(chat)}:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

    def answers(self, platform: str) -> None:
        """Notes that a platform answers again: what waited for that waits no longer."""
        if platform in self._lines:
            self._lines[platform].answers()

    async def stop(self) -> None:
        """Lets the requests under way end and nothing more go."""
        self._stopping = True
        await asyncio.gather(*(line.stop() for line in self._lines.values()))

    def _note_hold(self, chat: str, seconds: float) -> None:
        told = self.long_pause_s(chat) > 0
        self._notes.hold.note(chat, self._times.wall() + seconds)
        if seconds > LONG_S and not told:
            for listener in self.pause_listeners:
                with contain_errors(f"{chat}: its players are told of a pause"):
                    listener(chat)

    def long_pause_s(self, chat: str) -> float:
        """Returns the seconds left of a long pause that a platform asked for; 0 for a short one or none."""
        holds = self._notes.hold.facts
        until = max(holds.get(whole(chat), 0.0), holds.get(every_chat(platform_of(chat)), 0.0))
        left_s = until - self._times.wall()
        return left_s if left_s > LONG_S else 0.0

    # ---- closed chats ------------------------------------------------------------------------------------

    def takes(self, chat: str) -> bool:
        """Whether requests may go to a chat: it is open, or is being probed."""
        return chat not in self._closed or self.probe_of(chat) is not None

    def probe_of(self, chat: str) -> asyncio.Future[bool] | None:
        """Returns the probe of a closed chat that is under way."""
        return self.breakers[chat].probe if chat in self.breakers else None
