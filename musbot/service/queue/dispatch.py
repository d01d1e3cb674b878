"""Lets what waits for the chats of one platform go as soon as it may: several at once, one a chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from musbot.port.chats import whole
from musbot.port.messenger import Messenger, Outage, TooFast
from musbot.service.queue.fair_queue import FairQueue, Fate, Wish
from musbot.service.queue.slots import Slot

log = logging.getLogger(__name__)

MOST_AT_ONCE = 32
"""Requests that are under way to one platform."""
FIRST_BACKOFF_S, MOST_BACKOFF_S, LAST_REQUEST_S = 1.0, 60.0, 2.0
UNSURE_S = 0.2
"""How soon it is asked again whether the database is this process's alone."""
LONG_S = 10
"""A pause of a chat for which what must come after it in another one does not wait."""


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
    ) -> None:
        self._sure = sure
        self.messenger = messenger
        self.queue: FairQueue[Slot] = FairQueue(messenger.whole(), messenger.limit, clock())
        self._deliver = deliver
        self._held = held
        self._clock = clock
        self._sleep = sleep
        self._backoff: dict[str, float] = {}
        self._cut_off: set[str] = set()
        """Chats that wait only until the platform answers anybody."""
        self._flying: set[asyncio.Task[None]] = set()
        self._ended: asyncio.Future[None] | None = None
        """Done when a request has ended."""
        self._going: asyncio.Task[None] | None = None
        self._asleep = False
        self._stopping = False

    def put(self, chat: str, slot: Slot, wish: Wish[Slot]) -> None:
        """Lets a slot wait for a chat."""
        if self.queue.put(chat, slot, wish, self._clock()):
            self._wake()

    def drop(self, chat: str, slots: Iterable[Slot]) -> None:
        """Lets slots wait for a chat no longer."""
        self.queue.drop(chat, slots, self._clock())
        self._wake()

    def hold(self, chat: str, seconds: float) -> None:
        """Lets nothing go to a chat for a while; after a long one, what had to come after it goes on."""
        now = self._clock()
        self._cut_off.discard(whole(chat))
        self.queue.hold(chat, now + seconds, now)
        if seconds > LONG_S:
            self.queue.release(chat, now)

    def keep(self, chat: str, slot: Slot) -> None:
        """Lets a slot not go until it is let go, once for each time."""
        self.queue.keep(chat, slot, self._clock())

    def let_go(self, chat: str, slot: Slot) -> None:
        """Lets a slot go again that was kept."""
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
        self._going = asyncio.create_task(self._go_on(), name="outbox of all")

    async def _go_on(self) -> None:
        """Lets all go that may, and sleeps until the next may; whatever changes meanwhile begins it anew."""
        try:
            while (wait := self._let_go()) is not None:
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
            task = asyncio.create_task(self._fly(*key), name=f"outbox {key[0]}")
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
        return None  # the next to end goes on

    async def _fly(self, chat: str, slot: Slot) -> None:
        outcome = Fate.MADE
        try:
            outcome = await self._deliver(chat, slot)
            if outcome is not Fate.NOTHING:
                self._backoff.pop(whole(chat), None)
                self._cut_off.discard(whole(chat))
                self.answers()
        except TooFast as error:
            outcome = Fate.AGAIN
            self.answers()
            self._held(chat, error.seconds)
            self._pause(chat, error.seconds)
        except Outage:
            outcome = Fate.AGAIN
            self._no_answer(whole(chat))
        except Exception:
            log.exception("%s: %s could not be shown", chat, slot.name)
        finally:
            self.queue.done(chat, slot, outcome, self._clock())
            self.one_ended()
            self._wake()

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
