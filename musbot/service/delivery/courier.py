"""The courier: brings every chat up to what its audience may see, and is the only one that posts to tables.

It keeps no texts. What waits for a chat are slots ("the board of hand 3 of table K7"); when the chat can
bear another request, one is rendered from the state of that moment. So the newest state wins, nothing goes
back in time, and nothing that waits to be sent holds a card. Which goes first is the FairQueue's business.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Seat
from musbot.narrator import Links
from musbot.narrator.post import Post
from musbot.port.chats import platform_of, seats_of, whole
from musbot.port.messenger import (
    Gone,
    Messenger,
    MovedTo,
    Outage,
    Rejected,
    Unreachable,
    Unsure,
    WithThreads,
)
from musbot.service.choices.calls import called
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.answering import Answering, HeldMessage
from musbot.service.delivery.availability import Availability
from musbot.service.delivery.metrics import ChatTally, CountedMessenger
from musbot.service.delivery.rendering import News
from musbot.service.delivery.showing import Showing
from musbot.service.delivery.shown import Display
from musbot.service.queue.dispatch import Dispatcher
from musbot.service.queue.fair_queue import FIRST, Backlog, Fate, Rank, Wish
from musbot.service.queue.priorities import Standing, awaited_at, hastens, wish
from musbot.service.queue.slots import (
    CallPart,
    CardsPart,
    DeleteSlot,
    Only,
    PostSlot,
    Slot,
    StripSlot,
    TableSlot,
    is_call,
    main_part,
    part_name,
)
from musbot.service.tables.manager import TableManager
from musbot.service.tables.register import Named
from musbot.service.tables.repository import NotSaved
from musbot.service.tables.tables import Audience, Quarantined
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.acts import Ask, Call, Payload, of_hand
from musbot.table.clocks import Timers
from musbot.table.state import AnyEvent, Table
from musbot.table.told import Refused

log = logging.getLogger(__name__)

SPARED = 2
"""Requests that a single post leaves to its chat: one for any board, one for a board that is waited for."""
QUIET_S = 120
"""After which every chat bears again all that it ever does at once."""
LATEST_END_S = 48 * 3600
"""For how long the end of a table is news that a restart still brings."""


class Courier(Audience):
    """Made with `start`, ended with `stop`; woken by the table manager after every commit."""

    def __init__(
        self,
        manager: TableManager,
        store: Store,
        messengers: Mapping[str, Messenger],
        narrators: Narrators,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        timers: Timers | None = None,
        tally: ChatTally | None = None,
    ) -> None:
        self._manager = manager
        self._store = store
        self._clock = clock
        self._wall = wall
        self._sleep = sleep
        self._timers = timers or asyncio.get_running_loop()
        self._tally = tally or ChatTally()
        self._lines: dict[str, Dispatcher] = {}
        self._displays: dict[str, Display] = {}
        self._concerned = Named()
        self._closed = manager.clocks.closed
        self._notes = manager.notes
        shown = (self._displays, self._lines, self._closed)
        self._threaded: dict[str, WithThreads] = {}
        times = (clock, wall)
        self._showing = Showing(manager, store, narrators, *shown, *times, self._threaded)
        concerned = (self._displays, self._concerned, self._lines)
        self.availability = Availability(manager, self, *concerned, clock, self._timers)
        answered = (self._displays, self._lines, self._concerned, self._showing, self._closed)
        self._answering = Answering(*answered, self.wake, clock, self._timers)
        self._news = News(self._tell, narrators)
        self._unsure: set[str] = set()
        self._stopping = False
        for platform, messenger in messengers.items():
            self._lines[platform] = self._line(platform, messenger)

    def _line(self, platform: str, messenger: Messenger) -> Dispatcher:
        if isinstance(messenger, WithThreads):
            self._threaded[platform] = messenger
        counted = CountedMessenger(messenger, platform, self._tally)
        return Dispatcher(counted, self._deliver, self._note_hold, self._clock, self._sleep, self._store.sure)

    async def start(self) -> None:
        """Brings chats up to date where a kill left them behind.

        Those of tables that are over now, those of others when they are taken up.
        """
        self._manager.tables.listeners += [self.wake, self._news.hear]
        self._manager.tables.quarantine.listeners.append(self.set_aside)
        self.availability.start()
        for table_id in await self._store.untold(self._wall() - LATEST_END_S):
            if (table := await self._looked(table_id)) is not None:
                await self.expects(table_id)
                self._displays[table_id].table = table
        for platform, line in list(self._lines.items()):
            await self._take_up(platform, line)

    async def expects(self, table: str) -> None:
        """Finds out what is shown of a table that is about to be taken up."""
        if table not in self._displays:
            display = Display(None)
            display.knows(await self._store.shown(table))
            self._displays.setdefault(table, display)

    def meets(self, table: Table) -> None:
        """Takes up a table as it is; all that its chats do not show of it so is queued when it is woken."""
        display = self._displays[table.id]
        display.table = table
        display.recall(table)
        if platform_of(table.chat) in self._lines:
            self._found(display, table)

    async def join(self, platform: str, messenger: Messenger) -> None:
        """Begins to bring posts to a platform that has answered only after `start`."""
        await self._take_up(platform, self._line(platform, messenger))

    async def _take_up(self, platform: str, line: Dispatcher) -> None:
        """Lets posts go to a platform, once it is known which of its chats have to be left alone."""
        written = await self._store.written_since(self._wall() - QUIET_S)
        for chat in (chat for chat in written if platform_of(chat) == platform):
            line.quiet(chat, self._wall() - written[chat])
        for chat, until in self._notes.hold.facts.items():
            if platform_of(chat) == platform:
                line.hold(chat, max(0.0, until - self._wall()))
        self._lines[platform] = line
        self._wake_all(platform)

    def _wake_all(self, platform: str) -> None:
        """Queues all that chats of a platform do not show as it is; clocks run for what they do show."""
        for display in list(self._displays.values()):
            if display.table is not None and platform_of(display.table.chat) == platform:
                self._found(display, display.table)
                self.wake(display.table)
        for aside in self._manager.tables.quarantine:
            self.set_aside(aside)

    def _found(self, display: Display, table: Table) -> None:
        """Goes on from what an earlier process has shown of a table."""
        self._showing.wait_for_presses(display)
        for posted in display.posted.values():
            self._showing.seen_before(table, posted)
        for chat, name in display.posted:
            if name == part_name(Only.ASIDE):
                self._queue(chat, TableSlot(table.id, Only.ASIDE), Wish(Rank.REST))
        display.stale()

    async def _looked(self, table: str) -> Table | None:
        try:
            return await self._manager.tables.look(table)
        except Refused:
            return None  # it has been set aside, which its chat is told

    async def stop(self) -> None:
        """Lets the requests under way end and sends nothing more; a restart brings the chats up to date."""
        self._stopping = True
        await asyncio.gather(*(line.stop() for line in self._lines.values()))

    # ---- what is wanted ----------------------------------------------------------------------------------

    def wake(self, table: Table, _: Sequence[AnyEvent] = ()) -> None:
        """Queues every slot of a table that may have changed since; one that has been heard of stays so."""
        display = self._displays.setdefault(table.id, Display(table))
        if display.table is not None and display.table.seq > table.seq:
            table = display.table  # who looked at it before has waited since
        if display.table is not None and display.table.left != table.left:
            self._gone_from(display, display.table)
        self._take_back_calls(display, table)
        display.table = table
        if table.in_hand:
            self._take_back(display, table)
        nudged = self._manager.clocks.nudged(table.id)
        closed = (*seats_of(table, self._closed), *seats_of(table, self._notes.here.facts))
        before, awaited = display.awaited, awaited_at(table)
        elsewhere = self._elsewhere(display, table)
        for chat, slot in display.news(nudged, called(table, self._notes.call.facts, self._closed)):
            line = self._lines.get(platform_of(chat))
            if line is None:
                continue  # its platform does not run now
            if isinstance(slot.part, CardsPart) and chat in self._notes.here.facts:
                continue  # he is shown them where he plays
            wanted = line.queue.wish_of(chat, slot)
            if wanted == FIRST:
                continue  # it waits, and can be no sooner
            standing = Standing(
                display.since_when(chat, slot, elsewhere),
                0.0,
                awaited,
                before,
                closed,
                nudged is not None,
                elsewhere,
            )
            if wanted is not None and not hastens(table, slot.part, standing, wanted):
                continue
            self._concerned.add(chat, table.id)
            standing = standing._replace(every_s=line.messenger.limit(whole(chat)).every_s)
            self._queue(chat, slot, wish(table, slot.part, standing))
        display.awaited = awaited
        if display.hand != table.hand:
            display.hand = table.hand
            self._pass_over(table, display)
        self.let_go(table.id)

    def _take_back(self, display: Display, table: Table) -> None:
        """Takes the buttons from the private hands of those who have left their seats (R95).

        It is recorded of those who may come back; of one who is forgotten nothing may be written any more.
        """
        known = {held.who.person for held in table.held}
        for place, posted in display.of_others(table):
            display.forget(place)
            self._queue(posted.chat, StripSlot(posted.message), Wish(Rank.REST))
            if place[0] in known:
                self._notes.later(self._store.record_shown(table.id, replace(posted, message="")))

    def _take_back_calls(self, display: Display, table: Table) -> None:
        """Takes back what calls those in private who have left their seats; recorded as `_take_back` does."""
        if display.table is None or display.table.seats == table.seats:
            return
        seats = {who.person for who in table.seats if who is not None}
        known = {held.who.person for held in table.held}
        for place, posted in list(display.posted.items()):
            if is_call(place[1]) and place[0] not in seats:
                display.forget(place)
                self._queue(posted.chat, DeleteSlot(posted.message), Wish(Rank.REST))
                if place[0] in known:
                    self._notes.later(self._store.record_shown(table.id, replace(posted, message="")))

    def _gone_from(self, display: Display, before: Table) -> None:
        """Takes back what waits for the chat where a table was, and the buttons of what it shows there."""
        chat, line = before.chat, self._lines.get(platform_of(before.chat))
        if line is not None:
            line.drop(
                chat,
                [TableSlot(before.id, part) for part, (at, _) in display.signatures.items() if at == chat],
            )
        if before.left and (known := display.forget((chat, part_name(main_part(before))))) is not None:
            self._queue(chat, StripSlot(known.message), Wish(Rank.REST))

    def _elsewhere(self, display: Display, table: Table) -> tuple[Seat, ...]:
        """The seats that play on the board, and hold the cards that they held when it was last looked at."""
        cards, before = (tuple(table.mesa.cards) if table.mesa is not None else ()), display.cards
        display.cards = cards
        if not display.elsewhere or len(cards) != len(before):
            return ()
        seats = [seat for seat in table.humans if cards[seat] == before[seat]]
        at = [(seat, table.seats[seat]) for seat in seats]
        return tuple(seat for seat, who in at if who is not None and who.person in display.elsewhere)

    def _pass_over(self, table: Table, display: Display) -> None:
        """Leaves hands of long ago as they are, without their buttons where their end was never shown."""
        for chat, slot, posted in display.past(table):
            line = self._lines.get(platform_of(chat))
            if line is not None and line.queue.waits(chat, slot):
                line.drop(chat, [slot])
                if posted is not None:
                    self._queue(chat, StripSlot(posted.message), Wish(Rank.REST))

    def set_aside(self, aside: Quarantined) -> None:
        """Says in its chat, once, that a table cannot be read; nothing else of it is shown any more."""
        display = self._displays.setdefault(aside.id, Display(None))
        display.table = None
        for part, (chat, _) in display.signatures.items():
            if (line := self._lines.get(platform_of(chat))) is not None:
                line.drop(chat, [TableSlot(aside.id, part)])
        if all(name != part_name(Only.ASIDE) for _, name in display.posted):
            self._concerned.add(aside.chat, aside.id)
            self._queue(aside.chat, TableSlot(aside.id, Only.ASIDE), Wish(Rank.REST))

    def post(self, chat: str, post: Post, *, lasts_s: float | None = None) -> None:
        """Queues a single post, unless its like waits already; it is deleted after so long, if told so.

        It goes only while its chat bears others after it, so that no board waits for it.
        """
        self._post(chat, post, lasts_s, Wish(Rank.POST, spare=SPARED))

    def _tell(self, chat: str, post: Post, *, lasts_s: float | None = None) -> None:
        """Queues what is news to a whole chat: it waits no longer than a new board does."""
        self._post(chat, post, lasts_s, Wish(Rank.BOARD))

    def _post(self, chat: str, post: Post, lasts_s: float | None, how: Wish[Slot]) -> None:
        post, line = self._manager.ways.shaped(chat, post), self._lines.get(platform_of(chat))
        waiting = line.queue.waiting(chat) if line is not None else []
        if all(slot.post.digest() != post.digest() for slot in waiting if isinstance(slot, PostSlot)):
            slot = PostSlot(replace(post, key=post.key or secrets.token_hex(8)), lasts_s)
            self._queue(chat, slot, how)

    def repost(self, table: Table, seat: Seat | None = None) -> None:
        """Shows a table, or a seat's cards, again at the bottom; the old message loses its buttons.

        An edit of it that is under way changes nothing any more of what the chat is known to show.
        """
        chat, part = table.chat, main_part(table)
        who = table.seats[seat] if seat is not None else None
        if table.solo:
            seat = None  # his cards are on the board
        if seat is not None and who is not None and who.person is not None and table.mesa is not None:
            chat, part = who.person, CardsPart(table.mesa.hand, seat)
        if not self.availability.takes(chat):
            return  # what stands there is brought up to date when it is open again
        display = self._displays.setdefault(table.id, Display(table))
        known = display.forget((chat, part_name(part)))
        display.again(part)
        self.wake(table)
        if known is not None:  # not before: a kill between the two would leave the chat with neither
            after = (chat, TableSlot(table.id, part))
            self._queue(chat, StripSlot(known.message), Wish(Rank.REST, after=after))

    def renew(self, table: Table, seat: Seat) -> None:
        """Says a seat's cards anew where they stand, in the language that is spoken to it now."""
        if table.mesa is not None:
            display = self._displays.setdefault(table.id, Display(table))
            display.again(main_part(table) if table.solo else CardsPart(table.mesa.hand, seat))
            self.wake(table)

    def pressed(self, payload: Payload, chat: str, message: str) -> None:
        """Hears where a button was: a message not known is one whose sending was not answered, or its twin.

        The first is known from now on, the other loses its buttons.
        """
        display = self._displays.get(payload.table)
        if not message or display is None or display.table is None or message in display.messages(chat):
            return
        if message in display.replaced:
            return  # it is replaced, and loses its buttons as soon as what replaces it is there
        place = display.sent_in(chat, None if of_hand(payload.act) else payload.question)
        if place is None:
            if display.messages(chat):
                self._queue(chat, StripSlot(message), Wish(Rank.REST))
        elif display.sending[place].under_way:
            display.sending[place].pressed.append(message)
        else:
            self._showing.adopt(payload.table, place, message)
            display.stale(chat)
            self.wake(display.table)

    def answering(self, person: str, chat: str, message: str) -> HeldMessage:
        """Keeps what a message shows for the answer to somebody's press of it."""
        for table in self._manager.tables.of_person(person):
            display = self._displays.get(table.id)
            if display is None:
                continue
            if chat == table.chat and not table.solo:
                display.elsewhere.add(person)
            elif chat == person and person in display.elsewhere:
                display.elsewhere.discard(person)  # what he has there may be behind
                display.stale(person)
                self.wake(table)
        return self._answering.hold(chat, message)

    def renew_cards(self, person: str) -> None:
        """Says somebody's cards anew wherever they stand."""
        for table in self._manager.tables.of_person(person):
            if (seat := table.seat_of(person)) is not None:
                self.renew(table, seat)

    async def settled(self, chat: str = "") -> None:
        """Waits until nothing is left to bring to a chat, or to any."""
        lines = [self._lines[p] for p in self._lines if chat == "" or p == platform_of(chat)]
        while tasks := {task for line in lines for task in line.tasks(chat)}:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

    def backlog(self) -> dict[str, Backlog]:
        """Returns what waits for the chats of each platform."""
        return {platform: line.queue.backlog(self._clock()) for platform, line in self._lines.items()}

    def threaded(self, chat: str) -> WithThreads | None:
        """Returns what opens threads in a chat, where its platform has any."""
        return self._threaded.get(platform_of(chat))

    async def show_hand(self, person: str, *, here: bool) -> None:
        """Keeps whether somebody sees his cards where he plays, or is sent them; raises StoreError."""
        if not here:
            self.availability.opened(person)
        if not await self._notes.here.choose(person, YES if here else ""):
            return
        for table in self._manager.tables.of_person(person):
            display, seat = self._displays.get(table.id), table.seat_of(person)
            if display is None or seat is None or table.solo:
                continue
            slot = TableSlot(table.id, CardsPart(table.hand, seat))
            if here:
                self._lines[platform_of(person)].drop(person, [slot])
                if (known := display.forget((person, slot.name))) is not None:
                    self._queue(person, StripSlot(known.message), Wish(Rank.REST))
            display.stale(person)
            self.wake(table)

    async def call(self, person: str, how: Call) -> None:
        """Calls somebody so from now on; what calls him already does so at once. Raises StoreError."""
        if not await self._notes.call.choose(person, how):
            return
        for table in self._manager.tables.of_person(person):
            self.wake(table)
            if (seat := table.seat_of(person)) is not None:
                for call in (Only.NUDGE, Only.ORDAGO):
                    self._queue(person, TableSlot(table.id, CallPart(call, seat)), Wish(Rank.BOARD))

    def leaves(self, person: str) -> None:
        """Shows nothing more of the tables in somebody's private chat, and records nothing of them."""
        for table_id in self._concerned.of(person):
            display, line = self._displays.get(table_id), self._lines.get(platform_of(person))
            if display is None or display.table is None or not display.table.solo or line is None:
                continue
            line.drop(person, [TableSlot(table_id, part) for part in display.signatures])
            for message in display.messages(person):
                self._queue(person, StripSlot(message), Wish(Rank.REST))
            del self._displays[table_id]
            self._concerned.discard(person, table_id)

    def hand_is_here(self, person: str) -> bool:
        """Whether somebody's cards are shown where he plays, and sent to nobody."""
        return person in self._notes.here.facts or person in self._closed

    def hand_links(self, table: Table, person: str) -> Links:
        """Returns where one's own hand leads that is shown to him where he plays."""
        return replace(self.links(table), hand=Ask.PRIVATE if self.hand_is_here(person) else Ask.HERE)

    def board_message(self, table: Table) -> str | None:
        """Returns the id of the message that shows the table now, if it has been posted."""
        return self._showing.message(table, main_part(table))

    def shows_table(self, chat: str, message: str) -> bool:
        """Whether a message of a chat shows something of a table, and is no page or answer."""
        displays = (self._displays.get(table) for table in self._concerned.of(chat))
        return any(display is not None and message in display.messages(chat) for display in displays)

    def is_closed(self, chat: str) -> bool:
        """Whether a chat is known not to take messages."""
        return chat in self._closed

    def answers(self, platform: str) -> None:
        """Notes that a platform answers again: what waited for that waits no longer."""
        if platform in self._lines:
            self._lines[platform].answers()

    async def reaches(self, chat: str) -> bool:
        """Whether a chat can be written to; one that was closed is tried once more."""
        return await self.availability.reaches(chat)

    # ---- bringing it there -------------------------------------------------------------------------------

    def _queue(self, chat: str, slot: Slot, how: Wish[Slot]) -> None:
        line = self._lines.get(platform_of(chat))
        if line is not None and self.availability.takes(chat) and not self._stopping:
            line.put(chat, slot, how)

    def _note_hold(self, chat: str, seconds: float) -> None:
        self._notes.hold.note(chat, self._wall() + seconds)

    async def _deliver(self, chat: str, slot: Slot) -> Fate:
        """Brings one slot to its chat; raises TooFast or Outage where it has to wait."""
        try:
            return await self._tried(chat, slot)
        except (NotSaved, StoreError) as error:
            log.warning("%s: %s could not be saved: %s", chat, slot.name, error)
            raise Outage from error
        finally:
            if isinstance(slot, TableSlot):
                asyncio.get_running_loop().call_soon(self.let_go, slot.table)

    async def _tried(self, chat: str, slot: Slot) -> Fate:
        trying = self.availability.trying(chat)
        try:
            fate = await self._requested(chat, slot)
        except Gone:
            return self._gone(chat, slot)
        except Unreachable:
            self.availability.shut(chat, slot)
            return Fate.MADE
        except MovedTo as moved:
            await self._move(chat, moved.chat, slot)
            self.availability.moved(chat)
            return Fate.MADE
        except Rejected as error:
            log.warning("%s: the platform refuses %s: %s", chat, slot.name, error)
            fate = Fate.MADE
        if fate is Fate.MADE:
            self.availability.showed(chat, slot, trying)
        return fate

    async def _requested(self, chat: str, slot: Slot) -> Fate:
        messenger = self._lines[platform_of(chat)].messenger
        match slot:
            case TableSlot():
                return await self._showing.show(messenger, chat, slot)
            case PostSlot(post, lasts_s):
                message = await self._posted(messenger, chat, post)
                if lasts_s is not None and message:
                    self._timers.call_later(lasts_s, self._delete, chat, message)
            case StripSlot(message) if self.shows_table(chat, message):
                return Fate.NOTHING  # a send that was repeated has been told that this is it
            case StripSlot(message):
                await messenger.strip(chat, message)
            case DeleteSlot(message):
                await _tidied(messenger, chat, message)
            case _:
                assert_never(slot)
        return Fate.MADE

    async def _posted(self, messenger: Messenger, chat: str, post: Post) -> str:
        """Sends a single post; one that may be there already goes once more at most ("": given up)."""
        again = post.key in self._unsure
        self._unsure.discard(post.key)
        try:
            return await messenger.send(chat, post)
        except Unsure:
            if again:
                return ""
            self._unsure.add(post.key)
            raise

    def _delete(self, chat: str, message: str) -> None:
        self._queue(chat, DeleteSlot(message), Wish(Rank.LATER, spare=1))

    def _gone(self, chat: str, slot: Slot) -> Fate:
        display = self._displays.get(slot.table) if isinstance(slot, TableSlot) else None
        forgotten = display.forget((chat, slot.name)) if display is not None else None
        return Fate.AGAIN if forgotten is not None else Fate.MADE

    async def _move(self, chat: str, to: str, slot: Slot) -> None:
        """Takes what a chat shows, and what waits for it, to the id it has now."""
        line = self._lines[platform_of(chat)]
        await self._manager.move(chat, to)  # what it shows is queued there
        waiting = [slot, *line.queue.waiting(chat)]
        line.drop(chat, waiting)
        for one in waiting:
            if isinstance(one, PostSlot):
                self._queue(to, one, Wish(Rank.POST, spare=SPARED))
            elif isinstance(one, TableSlot) and not self._is_played(one.table):
                self._displays[one.table].moved(one.part, to)
                self._queue(to, one, Wish(Rank.REST))

    def let_go(self, table_id: str) -> None:
        """Forgets a table that is over and fully shown; one in a chat that is closed is still to be shown."""
        display = self._displays.get(table_id)
        if display is None or display.table is None or not display.table.over:
            return
        if display.table.chat in self._closed:
            return
        if platform_of(display.table.chat) not in self._lines or self._is_awaited(table_id, display):
            return
        del self._displays[table_id]
        for chat in {chat for chat, _ in display.signatures.values()}:
            self._concerned.discard(chat, table_id)

    def _is_awaited(self, table_id: str, display: Display) -> bool:
        """Whether something of a table is still to be shown."""
        return any(
            line.queue.waits(chat, TableSlot(table_id, part))
            for part, (chat, _) in display.signatures.items()
            if (line := self._lines.get(platform_of(chat))) is not None
        )

    def _is_played(self, table: str) -> bool:
        """Whether a table is neither over nor set aside; so is one that is shown nowhere any more."""
        display = self._displays.get(table)
        return display is None or (display.table is not None and not display.table.over)

    def links(self, table: Table) -> Links:
        """Returns where the posts of a table lead, and whose private chat is closed."""
        return self._showing.links(table)


async def _tidied(messenger: Messenger, chat: str, message: str) -> None:
    """Deletes a message; that it cannot be is no matter."""
    try:
        await messenger.delete(chat, message)
    except (Gone, Rejected, Unreachable, MovedTo) as error:
        log.info("%s: a message stays: %s", chat, type(error).__name__)
