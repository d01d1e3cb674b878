"""Which tables are not over: those that are played, those that rest in the store, those in quarantine."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from musbot.port.boundary import contain_errors, guard_callback, may_contain, report
from musbot.service.tables.register import Register
from musbot.service.tables.repository import LazyRepository, Live, told_of
from musbot.store.protocol import StoreError
from musbot.store.refold import Damaged, opened_language
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.alarms import Timers
from musbot.table.events import AnyEvent
from musbot.table.table import Table

log = logging.getLogger(__name__)

LETTERS, DIGITS, SMALL = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "abcdefghjkmnpqrstuvwxyz23456789"
SHORTS = [letter + digit for letter in LETTERS for digit in DIGITS]
AGAIN_S, MOST_AGAIN = 1.0, 3
"""The pause before a failed listener is called again, and the number of such calls."""


class Fault(Enum):
    """Fault a table is set aside; the value is the message for a person who acts there."""

    UNREADABLE = "refused-set-aside"
    FAILING = "refused-set-aside-failing"
    """Its clocks failed several times in a row."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A table that is set aside: it is not played on, and nothing of its log is changed.

    `language` is "" where even that could not be read.
    """

    id: str
    chat: str
    language: str
    why: Fault = Fault.UNREADABLE
    """The reason, for the message to the chat."""

    @property
    def short(self) -> str:
        """The name people see."""
        return self.id.partition("-")[0]


class Quarantine:
    """The tables that are set aside while this process runs."""

    def __init__(self, store: Store) -> None:
        self.listeners: list[Callable[[Quarantined], None]] = []
        self._store = store
        self._tables: dict[str, Quarantined] = {}

    def __iter__(self) -> Iterator[Quarantined]:
        return iter(list(self._tables.values()))

    def of(self, table: str) -> Quarantined | None:
        """Returns a table that is set aside, None for any other."""
        return self._tables.get(table)

    async def add(self, damage: Damaged) -> None:
        """Sets a table aside, with a line in the log that names it and the event it fails at."""
        why = "it waits for one" if damage.newer else "its log is left as it is"
        log.error("%s: the table is set aside, %s", damage, why)
        chat = language = ""
        with contain_errors(f"table {damage.table}: its chat could not be read"):
            try:
                chat = await self._store.chat(damage.table) or ""
                language = opened_language(await self._store.log(damage.table))
            except StoreError as error:
                log.warning("where table %s is played could not be read: %s", damage.table, error)
        self._put(Quarantined(damage.table, chat, language))

    def add_failing(self, table: Table) -> None:
        """Sets aside a table whose clocks keep failing; its log is not changed."""
        log.error("table %s: the table is set aside, for its clocks keep failing", table.id)
        self._put(Quarantined(table.id, table.chat, table.language, Fault.FAILING))

    def _put(self, table: Quarantined) -> None:
        self._tables[table.id] = table
        for listener in self.listeners:
            with contain_errors(f"table {table.id}: it is set aside"):
                listener(table)

    def refuse(self, table: str) -> None:
        """Raises Refused for a table that is set aside; does nothing for any other."""
        if (found := self._tables.get(table)) is not None:
            raise Refused(found.why.value)


Listener = Callable[[Table, Sequence[AnyEvent]], None]
"""Called with a table and the events that led to it."""


class Audience:
    """Who shows tables: hears of each that is taken up, and finds out where one can be shown; here nobody."""

    async def expects(self, table: str) -> None:
        """Finds out what is shown of a table that is about to be taken up."""

    def meets(self, table: Table) -> None:
        """Takes up a table as it is."""

    async def reaches(self, chat: str) -> bool:
        """Whether a chat can be written to; one that could not be is tried once more."""
        return False

    def leaves(self, person: str) -> None:
        """Shows nothing more of the tables in somebody's private chat: they are about to be forgotten."""


class Tables:
    """Knows every table that is not over, by id, chat and person; tells listeners what happens there."""

    def __init__(self, store: Store, timers: Timers) -> None:
        self.listeners: list[Listener] = []
        self.vital: list[Listener] = []
        """The listeners that every table needs; if one keeps failing for a table, the table is set aside."""
        self.quarantine = Quarantine(store)
        self.audience = Audience()
        self._store = store
        self._timers = timers
        self._live: dict[str, Live] = {}
        self._register = Register()
        self._repository = LazyRepository(store)

    async def start(self, audience: Audience | None) -> None:
        """Finds out which tables are not over; each is taken up when somebody comes to it."""
        self.audience = audience or self.audience
        for it in await self._store.unfinished():
            self._repository.put(it)
            with contain_errors(f"table {it.table}: its chat and people"):
                self._register.note(it.table, it.chat, it.outline.people)

    # ---- looking -----------------------------------------------------------------------------------------

    def in_memory(self) -> list[Table]:
        """Returns every table that is played, the oldest first."""
        return [live.table for live in self._live.values() if not live.table.over]

    def any_in(self, chat: str) -> bool:
        """Whether a chat has tables that are not over, in memory or not."""
        return bool(self._register.in_chat(chat))

    def count(self) -> int:
        """Returns how many tables are not over, in memory or not."""
        return len(self._register)

    def in_chat(self, chat: str) -> list[Table]:
        """Returns the tables of a chat that are played, the newest first."""
        return self._named(self._register.in_chat(chat))

    def of_person(self, person: str) -> list[Table]:
        """Returns the tables in play where a person sits, the newest first."""
        return [table for table in self.seating(person) if table.playing]

    def seating(self, person: str) -> list[Table]:
        """Returns the tables where a person sits, lobbies too, the newest first."""
        return self._named(self._register.of_person(person))

    def meant(self, person: str, chat: str) -> str:
        """Returns the id of the newest table where a person sits, in a chat ("": in any); "" for none."""
        here = self._register.in_chat(chat) if chat else None
        own = self._register.of_person(person)
        return next((table for table in own if here is None or table in here), "")

    def _named(self, ids: Sequence[str]) -> list[Table]:
        tables = (self._live[table].table for table in ids if table in self._live)
        return [table for table in tables if not table.over]

    def at(self, table: str) -> Table | None:
        """Returns a table as it is now, or None if it is over."""
        return live.table if (live := self._live.get(table)) is not None else None

    async def look(self, table: str) -> Table | None:
        """Returns a table, also one that is over, or None if there never was one of that id.

        Raises Refused for one that is set aside, or has to be.
        """
        if (live := await self.take_up(table)) is not None:
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
        if (live := self._live.get(table)) is not None:
            return live.table
        try:
            return await self._repository.as_it_sat(table)
        except Damaged:
            raise Refused("refused-set-aside") from None

    def free_id(self, rng: random.Random) -> str:
        """Returns an id for a new table, whose short name no other has if one is left."""
        aside = {aside.short for aside in self.quarantine}
        free = [it for it in SHORTS if it not in aside and not self._register.has_short(it)]
        short = rng.choice(free) if free else rng.choice(LETTERS) * 2
        return f"{short}-{''.join(rng.choices(SMALL, k=6))}"

    # ---- taken up, and let go ----------------------------------------------------------------------------

    async def awaited(self) -> list[str]:
        """Returns the resting tables that go on by themselves or are to be shown, the most urgent first."""
        return await self._repository.awaited()

    async def awaken(self, *, chat: str = "", person: str = "") -> None:
        """Takes up the tables of a chat, and of a person, that nobody has come to since the start."""
        for table_id in (*self._register.in_chat(chat), *self._register.of_person(person)):
            await self.take_up(table_id)

    async def take_up(self, table: str) -> Live | None:
        """Returns a table that is not over, taken up where its log ends if it was resting.

        One whose log cannot be read is set aside.
        """
        live = self._live.get(table)
        if live is None and table in self._repository:
            await self._repository.once(table, partial(self._read, table))
            live = self._live.get(table)
        return live

    async def _read(self, table_id: str) -> None:
        try:
            table = await self._repository.read(table_id)
        except Damaged as damage:
            await self._set_aside(damage)
            return
        await self.audience.expects(table_id)
        self._repository.drop(table_id)
        live = self._keep(table)
        with contain_errors(f"table {table_id}: its chats"):
            self.audience.meets(table)
        self.tell(live)

    def _keep(self, table: Table) -> Live:
        live = self._live[table.id] = Live(table)
        self._register.put(table)
        return live

    def add(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Takes up a table that has been opened by these events."""
        self.tell(self._keep(table), events)

    def become(self, live: Live, after: Table, events: Sequence[AnyEvent] = ()) -> None:
        """Swaps in what a table is after events that are stored, and tells of them."""
        before, live.table = live.table, after
        if after.seats is not before.seats or after.chat != before.chat:
            with contain_errors(f"table {after.id}: its chat and people"):
                self._register.put(after)
        self.tell(live, events)

    def tell(self, live: Live, events: Sequence[AnyEvent] = ()) -> None:
        """Calls every listener with a table and its new events; removes a finished table from memory.

        Does nothing if the table was set aside.
        """
        if self.quarantine.of(live.table.id) is not None:
            return
        for listener in self.listeners:
            self._notify(listener, live, events)
        if live.table.over:
            self._live.pop(live.table.id, None)
            self._register.drop(live.table.id)

    def _notify(self, listener: Listener, live: Live, events: Sequence[AnyEvent], tries: int = 0) -> None:
        """Calls a listener; after a failure, calls it again later, without the events."""
        try:
            listener(live.table, events)
        except BaseException as error:
            if not may_contain(error):
                raise
            report(f"table {live.table.id}: not everybody heard what happened", error)
            if tries < MOST_AGAIN:
                again = guard_callback(f"table {live.table.id}: who hears of it", self._notify_again)
                self._timers.call_later(AGAIN_S, again, listener, live, tries + 1)
            elif listener in self.vital:
                self.set_aside_failing(live.table)

    def _notify_again(self, listener: Listener, live: Live, tries: int) -> None:
        if self._live.get(live.table.id) is live:
            self._notify(listener, live, (), tries)

    async def grown(self, live: Live) -> None:
        """Brings a table up to its log, which has grown; one that takes nothing and has not is damaged."""
        before = live.table
        await self.reread(live)
        if live.table is not before and live.table.seq == before.seq:
            await self._set_aside(Damaged(before.id, before.seq + 1, "cannot be written"))

    async def reread(self, live: Live) -> bool:
        """Brings a table up to its log, or sets it aside; returns whether the store could be read."""
        try:
            read = await self._repository.read(live.table.id)
        except Damaged as damage:
            await self._set_aside(damage)
        except StoreError as error:
            log.warning("table %s could not be read: %s", live.table.id, error)
            self.tell(live)
            return False
        else:
            self.become(live, read)
        return True

    async def _set_aside(self, damage: Damaged) -> None:
        """Plays a table no longer."""
        with contain_errors(f"table {damage.table}: its chats"):
            await self.audience.expects(damage.table)
        await self.quarantine.add(damage)
        self._drop(damage.table)

    def set_aside_failing(self, table: Table) -> None:
        """Plays a table no longer whose clocks keep failing."""
        self.quarantine.add_failing(table)
        self._drop(table.id)

    def _drop(self, table: str) -> None:
        self._live.pop(table, None)
        self._register.drop(table)
        self._repository.drop(table)

    async def forget(self, person: str) -> None:
        """Reads anew the tables in memory that name somebody who has been forgotten."""
        self._repository.forget()
        for live in list(self._live.values()):
            known = {live.table.opened_by, *(who.person for who in told_of(live.table) if who is not None)}
            if person in known:
                for _ in range(MOST_AGAIN):
                    with contain_errors(f"table {live.table.id}: a person who is forgotten"):
                        async with live.lock:
                            if await self.reread(live):
                                break
                else:
                    self.set_aside_failing(live.table)  # its names in memory must not stay
