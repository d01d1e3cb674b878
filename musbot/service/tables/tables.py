"""The tables that are not over: in memory, in the store, and in quarantine."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial

from musbot.game.errors import MusError
from musbot.port.boundary import contain_errors, describe_cause, guard_callback, report, require_containable
from musbot.port.deadline import with_deadline
from musbot.service.tables.register import Register
from musbot.service.tables.repository import LazyRepository, Live, named_players
from musbot.store.outline import outline
from musbot.store.protocol import StoreError, Unfinished
from musbot.store.refold import DamagedLog, opened_language
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.alarms import Timers
from musbot.table.events import NO_CHAT, NO_PERSON, AnyEvent, ChatId, PersonId, TableId
from musbot.table.table import Table

log = logging.getLogger(__name__)

LETTERS, DIGITS, SMALL = "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of table ids, without similar-looking characters."""
SHORTS = [letter + digit for letter in LETTERS for digit in DIGITS]
"""The short names of tables."""
AGAIN_S, MOST_AGAIN = 1.0, 3
"""The pause before a failed listener is called again, and the number of such calls."""


class Fault(Enum):
    """The reason why a table is in quarantine; the value is the message for people who act there."""

    UNREADABLE = "refused-set-aside"
    """Its log cannot be read."""
    FAILING = "refused-set-aside-failing"
    """Something at the table failed several times in a row."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A table in quarantine: acts there are refused, and its log does not change."""

    id: TableId
    """The id of the table."""
    chat: ChatId
    """The id of its chat; "" if unknown."""
    language: str
    """The language of its messages; "" if unknown."""
    why: Fault = Fault.UNREADABLE
    """The reason, for the message to the chat."""

    @property
    def short(self) -> str:
        """The name that people see."""
        return self.id.partition("-")[0]


class Quarantine:
    """The tables in quarantine, until this process ends."""

    def __init__(self, store: Store) -> None:
        self.listeners: list[Callable[[Quarantined], None]] = []
        self._store = store
        self._tables: dict[TableId, Quarantined] = {}

    def __iter__(self) -> Iterator[Quarantined]:
        """Iterates over a copy of the tables in quarantine, in the order of their addition."""
        return iter(list(self._tables.values()))

    def get(self, table: TableId) -> Quarantined | None:
        """Returns a table in quarantine; None for other tables."""
        return self._tables.get(table)

    async def add(self, damage: DamagedLog) -> None:
        """Puts a table with a damaged log in quarantine and calls the quarantine's listeners.

        Logs the event at which the log fails. Chat and language are "" if the store cannot be read, which is
        logged. Only a requested cancellation is raised.
        """
        why = "it waits for one" if damage.newer else "its log is left as it is"
        log.error("%s: the table is set aside, %s%s", damage, why, _cause(damage))
        chat, language = NO_CHAT, ""
        with contain_errors(f"table {damage.table}: its chat could not be read"):
            try:
                chat = await self._store.find_chat(damage.table) or NO_CHAT
                language = opened_language(await self._store.load_log(damage.table))
            except StoreError as error:
                log.warning("where table %s is played could not be read: %s", damage.table, error)
        self._put(Quarantined(damage.table, chat, language))

    def add_failing(self, table: Table) -> None:
        """Puts a table that keeps failing in quarantine, logs it, and calls the quarantine's listeners."""
        log.error("table %s: the table is set aside, for something there keeps failing", table.id)
        self._put(Quarantined(table.id, table.chat, table.language, Fault.FAILING))

    def _put(self, table: Quarantined) -> None:
        """Records a table in quarantine and calls the listeners, whose errors are reported, not raised."""
        self._tables[table.id] = table
        for listener in self.listeners:
            with contain_errors(f"table {table.id}: it is set aside"):
                listener(table)

    def refuse(self, table: TableId) -> None:
        """Raises Refused if a table is in quarantine."""
        if (found := self._tables.get(table)) is not None:
            raise Refused(found.why.value)


Listener = Callable[[Table, Sequence[AnyEvent]], None]
"""A function that is called with a table and the events that led to it."""


class TableObserver:
    """An observer that shows tables; this base class shows none."""

    async def before_load(self, table: TableId) -> None:
        """Loads the records of a table's messages, before the table is loaded or put in quarantine.

        May raise StoreError. This base class does nothing.
        """

    def on_load(self, table: Table) -> None:
        """Starts to show a loaded table. This base class does nothing."""

    async def can_reach(self, chat: ChatId) -> bool:
        """Returns whether a chat can be written to; may probe a closed chat first, and wait for the result.

        This base class returns False.
        """
        return False

    def thread_channel(self, chat: ChatId) -> ChatId:
        """Returns the channel of a thread, or the chat itself if a thread can be opened there; otherwise "".

        This base class returns "".
        """
        return NO_CHAT

    def on_forget(self, person: PersonId) -> None:
        """Stops showing the tables in the private chat of a person who is about to be forgotten.

        This base class does nothing.
        """


class Tables:
    """All tables that are not over, by id, chat and person. It calls listeners after each change."""

    def __init__(self, store: Store, timers: Timers) -> None:
        self.listeners: list[Listener] = []
        self.vital: list[Listener] = []
        """The listeners that every table needs; if one keeps failing for a table, the table is set aside."""
        self.quarantine = Quarantine(store)
        self.observer = TableObserver()
        self._store = store
        self._timers = timers
        self.live: dict[TableId, Live] = {}
        """The tables in memory with their locks, by id, oldest first."""
        self.register = Register()
        """The index of all unfinished tables."""
        self._repository = LazyRepository(store)

    async def start(self, audience: TableObserver | None) -> None:
        """Loads the index of unfinished tables, without the tables; raises StoreError.

        Sets the observer to `audience`, unless that is None.
        """
        self.observer = audience or self.observer
        for it in await self._store.list_unfinished():
            self._repository.add_dormant(it)
            with contain_errors(f"table {it.table}: its chat and people"):
                self.register.note(it.table, it.chat, it.outline.people)

    # ---- lookups -----------------------------------------------------------------------------------------

    def in_memory(self) -> list[Table]:
        """Returns the unfinished tables in memory, oldest first."""
        return [live.table for live in self.live.values() if not live.table.over]

    def any_in(self, chat: ChatId) -> bool:
        """Returns whether a chat has unfinished tables, in memory or not; its topics do not count."""
        return bool(self.register.in_chat(chat))

    def count(self) -> int:
        """Returns the number of unfinished tables, in memory or not, without the tables in quarantine."""
        return len(self.register)

    def in_chat(self, chat: ChatId) -> list[Table]:
        """Returns the unfinished tables of a chat in memory, newest first; its topics do not count."""
        return self._in_memory(self.register.in_chat(chat))

    def list_for(self, person: PersonId) -> list[Table]:
        """Returns the loaded tables in play at which a person sits, newest first; lobbies are left out."""
        return [table for table in self.seating(person) if table.playing]

    def seating(self, person: PersonId) -> list[Table]:
        """Returns the loaded, unfinished tables at which a person sits, lobbies included, newest first."""
        return self._in_memory(self.register.list_for(person))

    def table_of_person(self, person: PersonId, chat: ChatId) -> str:
        """Returns the id of the newest unfinished table at which a person sits, loaded or not; "" if none.

        With a `chat`, only its tables count.
        """
        here = self.register.in_chat(chat) if chat else None
        own = self.register.list_for(person)
        return next((table for table in own if here is None or table in here), "")

    def _in_memory(self, ids: Sequence[TableId]) -> list[Table]:
        """Returns the tables with these ids that are in memory and not over, in the given order."""
        tables = (self.live[table].table for table in ids if table in self.live)
        return [table for table in tables if not table.over]

    def get(self, table: TableId) -> Table | None:
        """Returns an unfinished table in memory; None if it is over, unknown or not loaded."""
        return live.table if (live := self.live.get(table)) is not None else None

    async def look(self, table: TableId) -> Table | None:
        """Returns a table, loaded if needed, also a finished one; None if the id is unknown.

        Raises Refused if it is, or now gets, in quarantine, and StoreError.
        """
        if (live := await self.load(table)) is not None:
            return live.table
        self.quarantine.refuse(table)
        try:
            return await self._repository.load_finished(table)
        except DamagedLog as damage:
            await self._set_aside(damage)
            raise Refused("refused-set-aside") from None

    async def seating_snapshot(self, table: TableId) -> Table | None:
        """Returns a table for its seats, rules and chat, also a finished one; None for an unknown id.

        Its partida is missing unless the table is in memory. It is not loaded. Raises StoreError, and Refused
        for a damaged log, which is logged but not put in quarantine.
        """
        if (live := self.live.get(table)) is not None:
            return live.table
        with refuse_damaged():
            return await self._repository.seating_snapshot(table)

    def free_id(self, rng: random.Random) -> TableId:
        """Returns a random id for a new table, such as "K7-ab3xyz", whose short name ("K7") is unused.

        If no short name is left, it is a doubled letter that may be in use. A finished table may have the
        same id. The id is not reserved.
        """
        taken = {taken.short for taken in self.quarantine}
        free = [it for it in SHORTS if it not in taken and not self.register.has_short(it)]
        short = rng.choice(free) if free else rng.choice(LETTERS) * 2
        return TableId(f"{short}-{''.join(rng.choices(SMALL, k=6))}")

    # ---- loading -----------------------------------------------------------------------------------------

    async def tables_to_load(self) -> list[TableId]:
        """Returns the ids of unloaded tables with messages to update, then of tables with clocks.

        Each group is sorted by the next clock; other tables are left out. Raises nothing: if the store fails,
        it returns all unloaded tables.
        """
        return await self._repository.tables_to_load()

    async def load_all(self, *, chat: ChatId = NO_CHAT, person: PersonId = NO_PERSON) -> None:
        """Loads the unfinished tables of a chat and of a person; "" is no chat and no person.

        Topics of the chat do not count. A table with a damaged log is put in quarantine. Raises StoreError.
        """
        for table_id in (*self.register.in_chat(chat), *self.register.list_for(person)):
            await self.load(table_id)

    async def load(self, table: TableId) -> Live | None:
        """Returns an unfinished table, loaded if needed; None if it is over, unknown or in quarantine.

        Loading calls the observer and the listeners. A table with a damaged log is put in quarantine. Raises
        StoreError.
        """
        live = self.live.get(table)
        if live is None and table in self._repository:
            await self._repository.read_once(table, partial(self._read, table))
            live = self.live.get(table)
        return live

    async def _read(self, table_id: TableId) -> None:
        """Loads a dormant table into memory and calls observer and listeners; raises StoreError.

        If its log is damaged, the table is put in quarantine instead.
        """
        try:
            table = await self._repository.read(table_id)
        except DamagedLog as damage:
            await self._set_aside(damage)
            return
        await self.observer.before_load(table_id)
        self._repository.remove_dormant(table_id)
        live = self.add(table)
        with contain_errors(f"table {table_id}: its chats"):
            self.observer.on_load(table)
        self.notify_listeners(live)

    def add(self, table: Table) -> Live:
        """Adds a table to the tables in memory and to the register; returns its Live. Calls no listener."""
        live = self.live[table.id] = Live(table)
        self.register.put(table)
        return live

    def add_dormant(self, table: Table) -> None:
        """Adds a stored table to the index and the register, to be loaded on first use or by a recovery.

        No effect if it is loaded.
        """
        if table.id not in self.live:
            self._repository.add_dormant(Unfinished(table.id, table.chat, outline(table)))
            self.register.put(table)

    def replace_state(self, live: Live, after: Table, events: Sequence[AnyEvent] = ()) -> None:
        """Replaces a table by its state after events that are stored already.

        Updates the register and calls listeners. After that, a table that is over leaves memory and register.
        """
        before, live.table = live.table, after
        if after.seats is not before.seats or after.chat != before.chat:
            with contain_errors(f"table {after.id}: its chat and people"):
                self.register.put(after)
        self.notify_listeners(live, events)

    def notify_listeners(self, live: Live, events: Sequence[AnyEvent] = ()) -> None:
        """Calls every listener with a table and its new events.

        Then removes a finished table from memory and register. A listener that fails is called again later,
        as `_notify` does; its error is reported. Does nothing if the table is in quarantine.
        """
        if self.quarantine.get(live.table.id) is not None:
            return
        for listener in self.listeners:
            self._notify(listener, live, events)
        if live.table.over:
            self.live.pop(live.table.id, None)
            self.register.drop(live.table.id)

    def _notify(self, listener: Listener, live: Live, events: Sequence[AnyEvent], tries: int = 0) -> None:
        """Calls a listener; after a failure, reports the error.

        Then calls it again AGAIN_S seconds later, without events, if the table is still in memory. `tries` of
        MOST_AGAIN repeats are over. If a vital listener fails in the last one, the table is put in
        quarantine.
        """
        try:
            listener(live.table, events)
        except BaseException as error:
            require_containable(error)
            report(f"table {live.table.id}: not everybody heard what happened", error)
            if tries < MOST_AGAIN:
                again = guard_callback(f"table {live.table.id}: who hears of it", self._notify_again)
                self._timers.call_later(AGAIN_S, again, listener, live, tries + 1)
            elif listener in self.vital:
                self.set_aside_failing(live.table)

    def _notify_again(self, listener: Listener, live: Live, tries: int) -> None:
        """Calls a listener again, unless the table has left the memory."""
        if self.live.get(live.table.id) is live:
            self._notify(listener, live, (), tries)

    async def refresh_after_conflict(self, live: Live) -> None:
        """Reloads a table after a conflict. Puts it in quarantine if its log has not grown or is damaged.

        If the store cannot be read, that is logged, and the table stays unchanged. Listeners are called
        unless the log is damaged.
        """
        before = live.table
        await self.reread(live)
        if live.table is not before and live.table.seq == before.seq:
            await self._set_aside(DamagedLog(before.id, before.seq + 1, "cannot be written"))

    async def reread(self, live: Live) -> bool:
        """Reloads a table, clears `doubtful` and calls the listeners; returns True.

        If its log is damaged, puts it in quarantine instead and returns True. If the store cannot be read,
        logs the StoreError, calls the listeners with the unchanged table, and returns False.
        """
        try:
            read = await self._repository.read(live.table.id)
        except DamagedLog as damage:
            await self._set_aside(damage)
        except StoreError as error:
            log.warning("table %s could not be read: %s", live.table.id, error)
            self.notify_listeners(live)
            return False
        else:
            live.doubtful = False
            self.replace_state(live, read)
        return True

    async def _set_aside(self, damage: DamagedLog) -> None:
        """Puts a table in quarantine until the process ends, and removes it from memory, register and index.

        First lets the observer load the records of its messages. Also calls the quarantine's listeners.
        Stores nothing.
        """
        with contain_errors(f"table {damage.table}: its chats"):
            await self.observer.before_load(damage.table)
        await self.quarantine.add(damage)
        self._drop(damage.table)

    def set_aside_failing(self, table: Table) -> None:
        """Puts a table in quarantine because something there keeps failing.

        Removes it from memory, register and index, and calls the quarantine's listeners.
        """
        self.quarantine.add_failing(table)
        self._drop(table.id)

    def _drop(self, table: TableId) -> None:
        """Removes a table from memory, register and the dormant tables, without calling listeners."""
        self.live.pop(table, None)
        self.register.drop(table)
        self._repository.remove_dormant(table)

    async def forget(self, person: PersonId) -> None:
        """Reloads the unfinished tables in memory that name a forgotten person, and drops all finished ones.

        Reloading a table is tried MOST_AGAIN times, each with the deadline of an act; then it is put in
        quarantine. Errors of tables are reported, not raised.
        """
        await self._repository.forget()
        for live in list(self.live.values()):
            for _ in range(MOST_AGAIN):
                with contain_errors(f"table {live.table.id}: a person who is forgotten"):
                    if not _names_person(live.table, person):
                        break
                    async with live.lock:
                        if await with_deadline(partial(self.reread, live)):
                            break
            else:
                self.set_aside_failing(live.table)  # so that no name stays in memory


@contextmanager
def refuse_damaged() -> Iterator[None]:
    """Logs that a log read in the block is damaged, with the cause; raises Refused instead of DamagedLog.

    Other errors of the block are raised unchanged.
    """
    try:
        yield
    except DamagedLog as damage:
        log.error("%s%s", damage, _cause(damage))  # noqa: TRY400 - its text may quote people
        raise Refused("refused-set-aside") from None


def _cause(damage: DamagedLog) -> str:
    """Returns the type and place of the error that an event led to, in brackets; "" if there was no error."""
    return f" ({describe_cause(damage)})" if damage.__cause__ is not None else ""


def _names_person(table: Table, person: PersonId) -> bool:
    """Returns whether a person opened a table, or is among its `named_players`."""
    named = (who.person for who in named_players(table) if who is not None)
    return person in (table.opened_by, *named)


@asynccontextmanager
async def lock_table(tables: Tables, live: Live) -> AsyncIterator[None]:
    """Locks a table for an act. If the act before failed unexpectedly, the log is read again first.

    If it cannot be read, the block still runs. An error in the block other than a MusError marks the table as
    doubtful, and is raised.
    """
    async with live.lock:
        if live.doubtful:
            await tables.reread(live)
        try:
            yield
        except MusError:
            raise
        except BaseException:
            live.doubtful = True
            raise
