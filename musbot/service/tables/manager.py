"""The table manager: every press, clock and AI turn comes in here, one at a time for each table.

The way of one press: lock, decide, append to the store, and only then change what is in memory, wind the
clocks and wake the courier. Nothing is shown, and no press answered as done, before it is stored.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Protocol

from musbot.game.actions import Action, Seat
from musbot.game.engine import allows
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rules import RuleSet
from musbot.game.shuffle import SEED_SIZE
from musbot.players import PLAYERS, Player
from musbot.port.chats import ClosedChats, everywhere, platform_of, whole
from musbot.service.choices.ways import Ways
from musbot.service.tables.anonymise import forgotten, named
from musbot.service.tables.quarantine import Quarantine
from musbot.service.tables.register import Register
from musbot.service.tables.repository import LazyRepository, Live
from musbot.store.codec import encode
from musbot.store.outline import outline, renewed
from musbot.store.protocol import Busy, Conflict, Repeated, StoreError
from musbot.store.refold import Damaged, read_log
from musbot.store.results import result
from musbot.store.store import Store
from musbot.table.acts import Payload
from musbot.table.clocks import (
    Alarm,
    GestureClock,
    Moment,
    NudgeClock,
    Timers,
    alarms,
    for_people,
    strike,
)
from musbot.table.conduct import conduct, heard, speak
from musbot.table.cutting import give
from musbot.table.lobby import seated_alone
from musbot.table.seats import leave_for_good, substituted
from musbot.table.state import AnyEvent, Ended, Ending, Moved, Opened, Person, Reason, SatDown, Table, fold
from musbot.table.told import Done, Refused, Told

log = logging.getLogger(__name__)

LETTERS, DIGITS, SMALL = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "abcdefghjkmnpqrstuvwxyz23456789"
SHORTS = [letter + digit for letter in LETTERS for digit in DIGITS]
MOST_FAILURES = 5

MakesPlayer = Callable[[random.Random], Player]
AI_PLAYERS: Mapping[str, MakesPlayer] = PLAYERS
"""Who may speak for a seat, by kind."""


class Audience(Protocol):
    """Who shows tables: hears of each that is taken up, and finds out where one can be shown again."""

    async def expects(self, table: str) -> None:
        """Finds out what is shown of a table that is about to be taken up."""

    def meets(self, table: Table) -> None:
        """Takes up a table as it is."""

    async def reaches(self, chat: str) -> bool:
        """Whether a chat can be written to; one that could not be is tried once more."""

    def leaves(self, person: str) -> None:
        """Shows nothing more of the tables in somebody's private chat: he is about to be forgotten."""


class NotSaved(MusError):
    """The store failed: nothing has changed, and the press may be tried again."""


@dataclass(frozen=True, slots=True)
class Applied:
    """A press that was applied: what its presser is told of, and the table after it."""

    done: Done
    table: Table


class TableManager:
    """Holds every table; made with `start`, ended with `stop`. All its methods are for one event loop."""

    def __init__(
        self,
        store: Store,
        timers: Timers,
        *,
        turn_s: float = 90,
        ai_pause_s: float = 2,
        rng: random.Random | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        players: Mapping[str, MakesPlayer] = AI_PLAYERS,
    ) -> None:
        self.store = store
        self.failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.listeners: list[Callable[[Table, Sequence[AnyEvent]], None]] = []
        self.quarantine = Quarantine()
        self.ways = Ways(store)
        self.closed = ClosedChats()
        """The chats that cannot be written to: their tables stand still, see `stop_in`."""
        self._timers = timers
        self._turn_s = turn_s
        self._ai_pause_s = ai_pause_s
        self._rng = rng or random.SystemRandom()
        self._entropy = entropy
        self._live: dict[str, Live] = {}
        self._register = Register()
        self._repository = LazyRepository(store)
        self.audience: Audience | None = None
        store.lost.add_done_callback(lambda lost: self._fail(lost.result()))
        self._players: dict[str, Player] = {kind: make(self._rng) for kind, make in players.items()}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0
        self._stopped = False
        self._held: dict[str, Callable[[str], bool]] = {}

    async def start(self) -> None:
        """Finds out which tables are not over; each is taken up when somebody comes to it, or by `go_on`."""
        await self.ways.start()
        for it in await self.store.unfinished():
            self._repository.put(it)
            self._register.note(it.table, it.chat, it.outline.people)

    def go_on(self) -> None:
        """Begins to take up the tables that go on by themselves or are to be shown; nobody waits for it."""
        self._later(self._take_up_all())

    async def _take_up_all(self) -> None:
        for table_id in await self._repository.awaited():
            if self._stopped:
                return
            try:
                await self._live_at(table_id)
            except StoreError as error:
                log.warning("table %s rests until somebody comes to it: %s", table_id, error)
            await asyncio.sleep(0)

    async def awaken(self, *, chat: str = "", person: str = "") -> None:
        """Takes up the tables of a chat, and of a person, that nobody has come to since the start."""
        names = (*self._register.in_chat(chat), *self._register.of_person(person))
        for table_id in names:
            await self._live_at(table_id)

    async def _live_at(self, table_id: str) -> Live | None:
        """A table that is not over, taken up where its log ends if it was resting; all its clocks start anew.

        One whose log cannot be read is set aside.
        """
        live = self._live.get(table_id)
        if live is None and table_id in self._repository:
            await self._repository.once(table_id, partial(self._take_up, table_id))
            live = self._live.get(table_id)
        return live

    async def _take_up(self, table_id: str) -> None:
        try:
            table = await self._repository.read(table_id)
        except Damaged as damage:
            await self._set_aside(damage)
            return
        if self.audience is not None:
            await self.audience.expects(table_id)
        self._repository.drop(table_id)
        live = self._taken_up(table)
        if self.audience is not None:
            self.audience.meets(table)
        self._changed(live)

    def _taken_up(self, table: Table) -> Live:
        live = self._live[table.id] = Live(table, touched=table.seq)
        self._register.put(table)
        return live

    async def stop(self) -> None:
        """Stops every clock and lets what is under way end; the store is left open."""
        self._stopped = True
        for live in self._live.values():
            live.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Waits until every clock that has struck has been dealt with."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    # ---- looking -----------------------------------------------------------------------------------------

    def tables(self) -> list[Table]:
        """Returns every table that is not over, the oldest first."""
        return [live.table for live in self._live.values() if not live.table.over]

    def has_tables(self, chat: str) -> bool:
        """Whether a chat has tables that are not over, in memory or not."""
        return bool(self._register.in_chat(chat))

    def count(self) -> int:
        """Returns how many tables are not over, in memory or not."""
        return len(self._register)

    def in_chat(self, chat: str) -> list[Table]:
        """Returns the tables of a chat that are not over, the newest first."""
        return [table for table in self._named(self._register.in_chat(chat)) if not table.over]

    def of_person(self, person: str) -> list[Table]:
        """Returns the tables in play where a person sits, the newest first."""
        return [table for table in self.seating(person) if table.playing]

    def seating(self, person: str) -> list[Table]:
        """Returns the tables where a person sits that are not over, lobbies too, the newest first."""
        return [table for table in self._named(self._register.of_person(person)) if not table.over]

    def _named(self, tables: Iterable[str]) -> list[Table]:
        return [self._live[table].table for table in tables if table in self._live]

    def nudged(self, table: str) -> NudgeClock | None:
        """Returns the turn that has been waited for long enough to call its player, if it still is his."""
        live = self._live.get(table)
        return live.called if live is not None else None

    def at(self, table: str) -> Table | None:
        """Returns a table as it is now, or None if it is over."""
        live = self._live.get(table)
        return live.table if live is not None else None

    async def look(self, table: str) -> Table | None:
        """Returns a table, also one that is over, or None if there never was one of that id.

        Raises Refused for one that is set aside, or has to be.
        """
        live = await self._live_at(table)
        if live is not None:
            return live.table
        self.quarantine.refuse(table)
        try:
            return await self._repository.over(table)
        except Damaged as damage:
            await self._set_aside(damage)
            raise Refused("refused-set-aside") from None

    async def as_it_sat(self, table: str) -> Table | None:
        """Returns who sits at a table and where, also at one that is over, without its partida.

        None if there never was one of that id; raises Refused for one that cannot be read.
        """
        live = self._live.get(table)
        if live is not None:
            return live.table
        try:
            return await self._repository.as_it_sat(table)
        except Damaged:
            raise Refused("refused-set-aside") from None

    # ---- acting ------------------------------------------------------------------------------------------

    async def open(
        self,
        person: Person,
        chat: str,
        language: str,
        rules: RuleSet,
        *,
        seated: Sequence[SatDown] = (),
        turn_s: float | None = None,
        key: str = "",
    ) -> Table:
        """Opens a table in a chat; raises Refused("refused-repeated") if this delivery opened one already.

        `turn_s` is its own turn clock (0: none), where it has one. In one's private chat one plays with AI
        players, who sit there at once.
        """
        if not await self._reaches(chat):
            raise Refused("refused-chat-closed", chat=chat)
        for _ in range(9):
            seed = self._entropy(SEED_SIZE)
            name = self._new_id()
            where = "" if chat == person.id else chat
            opened = Opened(name, where, person.id, language, rules, seed.hex(), turn_s)
            table = fold(None, opened)
            if table.solo and not seated:
                seated = seated_alone(table, person)
            table = reduce(fold, seated, table)
            events = [encode(opened), *map(encode, seated)]
            try:
                writing = self.store.create(table.id, chat, events, key=key, outline=outline(table))
                await self._stored(writing)
            except Conflict:
                continue
            except Repeated:
                raise Refused("refused-repeated") from None
            self._changed(self._taken_up(table), (opened, *seated))
            return table
        raise NotSaved("no free name for a table")

    async def press(self, person: Person, payload: Payload, *, key: str = "") -> Applied:
        """Applies a press once, however often it is delivered; returns what follows from it.

        Raises Refused, Illegal, or NotSaved; then nothing has changed.
        """
        return await self._act(
            payload.table,
            key,
            lambda table: conduct(table, person, payload.question, payload.act),
            person=person.id,
        )

    async def heard(self, person: str, table: str) -> None:
        """Notes that somebody is there who asks for something at a table: if he was away, he is back (R94).

        What he asks for he is told all the same if that cannot be saved.
        """
        try:
            live = await self._live_at(table)
            if live is None or live.table.chat in self.closed:
                return
            if live.table.seat_of(person) is not None:
                await self._act(table, "", lambda t: Done(heard(t, person), Told.RESUMED))
        except MusError as error:
            log.warning("table %s: who is back could not be noted: %s", table, type(error).__name__)

    async def say(self, person: Person, chat: str, action: Action, *, key: str = "") -> Applied | None:
        """Applies a typed word if it binds its sayer at a table of the chat now; otherwise returns None."""
        await self.awaken(chat=chat)
        for table in self.in_chat(chat):
            seat = table.seat_of(person.id)
            if seat is None or table.mesa is None:
                continue
            if allows(table.mesa, seat, action):
                return await self._act(table.id, key, partial(speak, seat=seat, action=action))
        return None

    async def give(self, person: Person, chat: str, text: str, *, key: str = "") -> Applied:
        """Cuts the deck of the table where a person sits at the number that he writes, before it is dealt."""
        await self.awaken(chat=chat)
        own = [table for table in self.in_chat(chat) if table.seat_of(person.id) is not None]
        if not own:
            raise Refused("refused-no-seat")
        table = next((table for table in own if table.in_lobby), own[0])
        return await self._act(table.id, key, lambda t: give(t, person, text))

    async def substitute(self, person: Person, table: str, name: str, *, key: str = "") -> Applied:
        """Does what /sustituir asks at a table, with the name that was given ("": none)."""
        return await self._act(table, key, lambda t: substituted(t, person, name), person=person.id)

    async def move(self, chat: str, to: str) -> None:
        """Takes the tables of a chat to the id it has now; also those that are opened there meanwhile."""
        await self.awaken(chat=chat)
        await self._stored(self.store.results_move(whole(chat), whole(to)))
        while chat != to and (tables := self.in_chat(chat)):
            await self.show_in(tables[0].id, to)

    async def show_in(self, table: str, chat: str, *, leaves_note: bool = False) -> None:
        """Takes a table to another chat; where it was, or was before, a note may lead to it."""

        def moved(table: Table) -> Done:
            left = table.chat if leaves_note else table.left
            there = table.chat == chat
            return Done(() if there else (Moved(chat, left if left != chat else ""),), Told.RESUMED)

        await self._stored(self.store.move(table, chat))
        await self._act(table, "", moved, unseen=True)

    async def close(self, table: str) -> None:
        """Closes a lobby where nobody sits: another table is wanted in its chat."""
        await self._act(table, "", lambda _: Done((Ended(Ending.REPLACED),), Told.ENDED), unseen=True)

    async def shut(self, table: str, why: Reason | None, *, key: str = "") -> None:
        """Closes a table for who administers its chat, which is told why, if that is said; raises Refused."""

        def ended(table: Table) -> Done:
            if table.over:
                raise Refused("refused-over")
            return Done((Ended(Ending.CLOSED, why),), Told.ENDED)

        await self._act(table, key, ended, unseen=True)

    async def close_resting(self, since: float) -> None:
        """Closes the tables that were put off before a moment, and have not been touched since."""

        def closed(table: Table) -> Done:
            return Done((Ended(Ending.FORGOTTEN),) if table.put_off else (), Told.ENDED)

        for table in await self.store.resting(since):
            try:
                await self._act(table, "", closed, unseen=True)
            except MusError as error:
                log.warning("table %s: it stays put off: %s", table, type(error).__name__)

    async def rematch(self, person: Person, over: str, *, key: str = "") -> Table:
        """Opens a table with the same rules and players as one that is over; one who played asks for it."""
        if await self._live_at(over) is not None:
            raise Refused("refused-no-acta-yet")
        self.quarantine.refuse(over)
        old = await self.as_it_sat(over)
        if old is None or old.seat_of(person.id) is None:
            raise Refused("refused-no-seat" if old is not None else "refused-unknown-table")
        await self.awaken(chat=old.chat)
        people = {who.person for who in old.seats if who and who.person}
        for table in self.in_chat(old.chat):
            if {who.person for who in table.seats if who and who.person} == people:
                raise Refused("refused-repeated")  # another of them was quicker
        seats = [(seat, who) for seat, who in enumerate(old.seats) if who is not None and not forgotten(who)]
        seated = [SatDown(seat, who) for seat, who in seats]
        return await self.open(
            person, old.chat, old.language, old.rules, seated=seated, turn_s=old.turn_s, key=key
        )

    async def forget(self, person: Person) -> None:
        """Lets a person leave every table, and forgets who he was; raises Refused or NotSaved.

        An AI player goes on in his place. Logs are not changed, and name him no more.
        """
        for table in await self.store.partakes(person.id):
            if self.quarantine.of(table) is None and await self._live_at(table) is not None:
                await self._act(table, "", partial(leave_for_good, person=person), unseen=True)
        if self.audience is not None:
            self.audience.leaves(person.id)
        await self._stored(self.store.forget(person.id))
        self._repository.forget()
        self.ways.forget(person.id)
        for live in list(self._live.values()):
            others = (*(held.who for held in live.table.held), *live.table.barred)
            known = {live.table.opened_by, *(who.person for who in others)}
            if person.id in known or live.table.waits(person.id):
                async with live.lock:
                    await self._reload(live)

    async def as_it_was(self, table: Table, hand: int) -> Table | None:
        """Returns a table as it was when a hand had ended; None for a hand that has not. Raises Damaged."""
        if not 1 <= hand <= table.hands_over:
            return None
        if table.ended_hand(hand) is not None:
            return table
        was: Table | None = None
        for event in read_log(table.id, await self.store.log(table.id)):
            was = fold(was, event)
            if was.hands_over == hand:
                return named(was)
        return None

    async def game_events(self, table: str) -> tuple[Event, ...]:
        """Returns what has happened in a table's partida; secret until the table is over. Raises Damaged."""
        events = read_log(table, await self.store.log(table))
        return tuple(event for event in events if isinstance(event, Event))

    def hold(self, platform: str, silent: Callable[[str], bool] = everywhere) -> None:
        """Stops the clocks of people at the tables of a platform that does not answer in its `silent` chats.

        In its others they run, also where they were held before.
        """
        self._held[platform] = silent
        self._rewind()

    def release(self, platform: str) -> None:
        """Starts those clocks anew."""
        self._held.pop(platform, None)
        self._rewind()

    def holds(self, platform: str) -> bool:
        """Whether a platform does not answer in all its chats, or does not run."""
        return platform in self._held

    def stop_in(self, chat: str) -> None:
        """Lets the tables of a chat stand still that cannot be written to: no clock runs, no AI speaks.

        Nobody's word is taken there either, for nobody would see it.
        """
        self.closed.add(chat)
        for live in self._at(chat):
            live.seen.clear()
            live.nudged = None
            self._wind(live)

    def go_on_in(self, chat: str) -> None:
        """Lets the tables of a chat go on that can be written to again; all clocks start anew."""
        self.closed.discard(chat)
        for live in self._at(chat):
            self._wind(live)

    def _at(self, chat: str) -> list[Live]:
        return [self._live[table] for table in self._register.in_chat(chat) if table in self._live]

    async def _reaches(self, chat: str) -> bool:
        """Whether people see what happens in a chat; one that was closed is tried once more."""
        return chat not in self.closed or (self.audience is not None and await self.audience.reaches(chat))

    def seen(self, table: str, moment: Moment, seats: Iterable[Seat]) -> None:
        """Notes that these seats can see what was asked at a moment: their clocks run from now on."""
        live = self._live.get(table)
        if live is not None and moment.question == live.table.question:
            live.seen |= dict.fromkeys(seats, moment)
            self._wind(live)

    def _rewind(self) -> None:
        for live in self._live.values():
            self._wind(live)

    async def _act(
        self,
        table_id: str,
        key: str,
        decision: Callable[[Table], Done],
        *,
        person: str = "",
        unseen: bool = False,
    ) -> Applied:
        """Does what is decided at a table; nothing in a chat that is closed, unless it may be `unseen`.

        A `person` who is refused is heard of all the same.
        """
        live = await self._live_at(table_id)
        if live is None:
            self.quarantine.refuse(table_id)
            raise Refused(
                "refused-unknown-table" if await self.store.chat(table_id) is None else "refused-over"
            )
        if not unseen:
            await self._reaches(live.table.chat)
        async with live.lock:
            for _ in range(3):
                self.quarantine.refuse(table_id)
                shut = live.table.chat in self.closed and not unseen
                try:
                    if shut:
                        raise Refused("refused-chat-closed", chat=live.table.chat)
                    done = decision(live.table)
                except MusError:
                    if not await self._refused(live, "" if shut else person, key):
                        continue
                    raise
                try:
                    await self._commit(live, done.events, key, done.after)
                except Conflict:
                    await self._grown(live)
                    continue
                except Repeated:
                    await self._reload(live)
                    raise Refused("refused-repeated") from None
                live.touched += 1
                self._changed(live, done.events)
                return Applied(done, live.table)
        raise NotSaved("the log of the table keeps changing")

    async def _commit(
        self, live: Live, events: Sequence[AnyEvent], key: str, after: Table | None = None
    ) -> None:
        after = after or reduce(fold, events, live.table)
        if events or key:
            known = renewed(live.outline, live.table, after)
            await self._stored(
                self.store.append(
                    live.table.id,
                    live.table.seq,
                    [encode(event) for event in events],
                    key=key,
                    over=after.over,
                    outline=known if known != live.outline else None,
                    result=result(after) if after.over else None,
                )
            )
            live.outline = known
        if after.seats is not live.table.seats or after.chat != live.table.chat:
            self._register.put(after)
        live.table = after

    async def _refused(self, live: Live, person: str, key: str) -> bool:
        """Records a delivery that is refused, and that who sits there is back; False: the log has grown."""
        events = heard(live.table, person)
        if not events:
            if key:
                await self._mark(key)
            live.touched += 1
            self._wind(live)
            return True
        try:
            await self._commit(live, events, key)
        except Conflict:
            await self._grown(live)
            return False
        except Repeated:
            raise Refused("refused-repeated") from None
        live.touched += 1
        self._changed(live, events)
        return True

    async def _mark(self, key: str) -> None:
        """Records a delivery that changes nothing; raises Refused if it was applied, or refused, before."""
        try:
            await self._stored(self.store.mark(key))
        except Repeated:
            raise Refused("refused-repeated") from None

    async def _stored(self, writing: Coroutine[None, None, None]) -> None:
        """Waits for a write; raises NotSaved if the store fails, and after some in a row `failed` is set."""
        try:
            await writing
        except (Conflict, Repeated):
            raise
        except StoreError as error:
            self._failures += not isinstance(error, Busy)  # which another program ends, not a new start
            if self._failures >= MOST_FAILURES:
                self._fail(str(error))
            raise NotSaved(str(error)) from error
        self._failures = 0

    def _fail(self, why: str) -> None:
        if not self.failed.done():
            self.failed.set_result(why)

    async def _grown(self, live: Live) -> None:
        """Brings a table up to its log, which has grown; one that takes nothing and has not is damaged."""
        before = live.table
        await self._reload(live)
        if live.table is not before and live.table.seq == before.seq:
            await self._set_aside(Damaged(before.id, before.seq + 1, "cannot be written"))

    async def _reload(self, live: Live) -> None:
        """Brings a table up to its log, or sets it aside; where that fails it is tried with the next word."""
        try:
            live.table = await self._repository.read(live.table.id)
        except Damaged as damage:
            await self._set_aside(damage)
        except StoreError as error:
            log.warning("table %s could not be read: %s", live.table.id, error)
            self._wind(live)
        else:
            self._register.put(live.table)
            self._changed(live)

    async def _set_aside(self, damage: Damaged) -> None:
        """Plays a table no longer."""
        if self.audience is not None:
            await self.audience.expects(damage.table)
        await self.quarantine.add(self.store, damage)
        live = self._live.pop(damage.table, None)
        self._register.drop(damage.table)
        self._repository.drop(damage.table)
        if live is not None:
            live.cancel()

    # ---- clocks and AI -----------------------------------------------------------------------------------

    def _changed(self, live: Live, events: Sequence[AnyEvent] = ()) -> None:
        self._wind(live)
        for listener in self.listeners:
            listener(live.table, events)
        if live.table.over:
            self._live.pop(live.table.id, None)
            self._register.drop(live.table.id)

    def _wind(self, live: Live) -> None:
        if live.table.chat in self.closed:
            live.wind({}, self._timers, self._strike)
            return
        own_s, pause_s = live.table.turn_s, self.ways.of(live.table.chat).pace.seconds
        turn_s = self._turn_s if own_s is None else own_s
        pause_s = self._ai_pause_s if pause_s is None else pause_s
        wanted = alarms(live.table, live.touched, turn_s, pause_s, live.seen)
        silent = self._held.get(platform_of(live.table.chat))
        if silent is not None and silent(live.table.chat):
            still = live.called  # he has been called, and stays so until he speaks
            wanted = {alarm: s for alarm, s in wanted.items() if alarm == still or not for_people(alarm)}
        live.wind({} if self._stopped else wanted, self._timers, self._strike)

    def _strike(self, live: Live, alarm: Alarm) -> None:
        self._later(self._struck(live, alarm))

    def _later(self, doing: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _struck(self, live: Live, alarm: Alarm) -> None:
        async with live.lock:
            if alarm not in live.clocks or self._stopped:
                return  # the question has moved on
            if isinstance(alarm, NudgeClock):
                live.nudged = alarm
                self._changed(live)
                return
            if not isinstance(alarm, GestureClock):  # asked for once a question: it stays, struck
                del live.clocks[alarm]
            events = strike(live.table, alarm, self._players, self._rng)
            try:
                await self._commit(live, events, "")
            except (Conflict, Repeated):
                await self._grown(live)
            except NotSaved:
                log.warning("table %s: a clock could not be written, it runs again", live.table.id)
                self._changed(live)
            else:
                self._changed(live, events)

    def _new_id(self) -> str:
        aside = {aside.short for aside in self.quarantine}
        free = [it for it in SHORTS if it not in aside and not self._register.has_short(it)]
        short = self._rng.choice(free) if free else self._rng.choice(LETTERS) * 2
        return f"{short}-{''.join(self._rng.choices(SMALL, k=6))}"
