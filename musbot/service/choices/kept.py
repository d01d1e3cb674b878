"""Small facts about people and chats: the list of their kinds, and how they are stored and forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from functools import partial
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from musbot.port.boundary import Background, insist, report
from musbot.port.chats import without_topic
from musbot.port.deadline import committing
from musbot.port.messenger import Purpose, current_purpose
from musbot.service.choices.notices import NO_NOTICES, read_notices, write_notices
from musbot.store.hanging import DatabaseCall
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.store import Store
from musbot.table.acts import Call, Explained
from musbot.table.events import NO_CHAT, ChatId, PersonId
from musbot.table.ways import DEFAULT_WAYS, read_ways, write_ways
from musbot.words.texts import Key

log = logging.getLogger(__name__)

T = TypeVar("T")
YES = "1"
"""The value of a fact that is only true or unset."""


class FactOwner(Enum):
    """The owner of a fact. A private chat has its person's id, and is forgotten with the person."""

    PERSON = "person"
    CHAT = "chat"
    NOBODY = "nobody"


class FactLifetime(Enum):
    """The time for which a fact is stored."""

    FORGOTTEN = "until `/borrar`"
    CHATS = "for good; of a private chat until `/borrar`"
    OVER = "until it is over, or `/borrar`"
    NEWEST = "the last 500"
    GOOD = "for good"
    NOT = "not at all"


class Fact(NoteKind):
    """A kind of fact: its name in the database, its owner, its meaning, how long it stays.

    `told` is the message about it in `/privacidad`. Every fact about a person has one there.
    """

    OPEN = "open", FactOwner.PERSON, "the private chat was opened", FactLifetime.FORGOTTEN, "privacy-open"
    """`YES` once the person has opened the private chat."""
    LANGUAGE = "language", FactOwner.PERSON, "the language chosen", FactLifetime.FORGOTTEN, "privacy-chosen"
    """The code of the language."""
    WAYS = "ways", FactOwner.CHAT, "what was chosen in `/ajustes`", FactLifetime.CHATS, "privacy-chosen"
    """JSON of `write_ways`."""
    CALL = "call", FactOwner.PERSON, "what was chosen in `/avisos`", FactLifetime.FORGOTTEN, "privacy-chosen"
    """The value of a `Call`."""
    NOTICES = (
        "notices",
        FactOwner.PERSON,
        "which tables they are told of when players are missing, quiet hours, the last notice of each chat",
        FactLifetime.FORGOTTEN,
        "privacy-notices",
    )
    """JSON of `write_notices`."""
    WEEK = "week", FactOwner.CHAT, "the Monday of its last weekly line", FactLifetime.GOOD
    """The instant of that Monday, in seconds since 1970."""
    HERE = "here", FactOwner.PERSON, "cards are shown where they play", FactLifetime.FORGOTTEN, "privacy-here"
    """`YES` if the hand is shown in the chat of the table."""
    EXPLAINED = (
        "explained",
        FactOwner.PERSON,
        "how much of the buttons is explained",
        FactLifetime.FORGOTTEN,
        "privacy-explained",
    )
    """The value of an `Explained`."""
    COURSE = "course", FactOwner.PERSON, "the lesson of `/aprender`", FactLifetime.FORGOTTEN, "privacy-course"
    """The number of the lesson."""
    LEAVING = (
        "leaving",
        FactOwner.PERSON,
        "`/borrar` was confirmed, and is not finished",
        FactLifetime.OVER,
        "privacy-leaving",
    )
    """Stored by the first commit of `/borrar`, and deleted by its last one."""
    LOOK = "look", FactOwner.PERSON, "a hand to analyse (table, hand)", FactLifetime.OVER, "privacy-look"
    """The table and the number of the hand, separated by a colon."""
    DATE = "date", FactOwner.PERSON, "a date that waits for their answer", FactLifetime.OVER, "privacy-look"
    """JSON of a `DateQuestion`."""
    CLOSED = (
        "closed",
        FactOwner.CHAT,
        "it cannot be written to; missing permissions",
        FactLifetime.OVER,
        "privacy-open",
    )
    """The missing permissions, or "1" if they are unknown."""
    HOLD = "hold", FactOwner.CHAT, "a pause that the platform asked for", FactLifetime.OVER
    """The end of the pause, in seconds since 1970."""
    GREETED = "greeted", FactOwner.CHAT, "it was greeted", FactLifetime.GOOD
    """`YES` after the greeting."""
    MOVED = "moved", FactOwner.CHAT, "its new id", FactLifetime.GOOD
    """The new id of the chat."""
    BADLY = (
        "badly",
        FactOwner.NOBODY,
        "a hand that an AI player played badly, without names",
        FactLifetime.NEWEST,
    )
    """The acta of the hand, under a number and a hash."""
    ADAPTER = (
        "screen",
        FactOwner.NOBODY,
        "the name typed at the terminal; whether Telegram's updates are handled, and which number",
        FactLifetime.GOOD,
    )
    """A value that an adapter stored, under its name."""
    PROBE = "probe", FactOwner.NOBODY, "whether the database takes a write", FactLifetime.NOT
    """An empty write, which tests the database."""

    def __init__(self, noted: str, whose: FactOwner, what: str, stays: FactLifetime, told: Key = "") -> None:
        self.noted, self.whose, self.what, self.stays, self.told = noted, whose, what, stays, told


TOLD = tuple(dict.fromkeys(kind.told for kind in Fact if kind.told and kind.stays is not FactLifetime.OVER))
"""The messages in `/privacidad` about facts that stay until `/borrar`."""


class Notes:
    """The facts about people and chats, in memory and in the store.

    Other facts, with `FactOwner.NOBODY`, are only in the store. `stop` waits for writes in the background.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._writing = Background()
        self.open = FactCache(self, Fact.OPEN, "", str, str)
        self.greeted = FactCache(self, Fact.GREETED, "", str, str)
        self.moved = FactCache(self, Fact.MOVED, NO_CHAT, ChatId, str)
        self.here = FactCache(self, Fact.HERE, "", str, str)
        self.explained = FactCache(self, Fact.EXPLAINED, Explained.NEW, Explained, lambda it: it.value)
        self.language = FactCache(self, Fact.LANGUAGE, "", str, str)
        self.course = FactCache(self, Fact.COURSE, "", str, str)
        self.look = FactCache(self, Fact.LOOK, "", str, str)
        self.date = FactCache(self, Fact.DATE, "", str, str)
        self.leaving = FactCache(self, Fact.LEAVING, "", str, str)
        self.closed = FactCache(self, Fact.CLOSED, "", str, str)
        self.call = FactCache[Call | None](self, Fact.CALL, None, Call, _write_call)
        self.notices = FactCache(self, Fact.NOTICES, NO_NOTICES, read_notices, write_notices)
        self.week = FactCache(self, Fact.WEEK, 0.0, float, str)
        self.hold = FactCache(self, Fact.HOLD, 0.0, float, str)
        self.ways = FactCache(self, Fact.WAYS, DEFAULT_WAYS, read_ways, write_ways)

    async def start(self) -> None:
        """Reads the facts of every FactCache from the store; raises StoreError.

        A fact that cannot be read is logged and skipped.
        """
        for cache in self.all_caches():
            cache.read(await self.store.load_notes(cache.kind))

    async def stop(self) -> None:
        """Waits until all writes in the background have finished, new ones included."""
        await self._writing.finish()

    async def forget(self, person: PersonId) -> None:
        """Deletes a person's data from the store (`Store.forget`), then their facts from memory.

        Facts about their private chat go too. Waits for a write about them under way. Raises StoreError, and
        then all facts remain. An error in memory is reported.
        """
        async with self.lock_of(person):
            await self.store.forget(person)
            for cache in self.all_caches():
                insist("somebody is forgotten", partial(cache.forget, person))

    def all_caches(self) -> list[FactCache[object]]:
        """Returns the FactCache of each kind of fact that has one."""
        return [kept for kept in vars(self).values() if isinstance(kept, FactCache)]

    def write_later(self, whose: str, write: Callable[[], Awaitable[None]]) -> None:
        """Starts a write in the background; its errors are logged."""
        self._writing.start(_write_logged(write), f"{whose}: a note")

    def lock_of(self, name: ChatId) -> asyncio.Lock:
        """Returns the lock for writes about a person or chat; topics share the lock of their chat.

        While a lock is in use, further calls return the same object.
        """
        return self._turns.setdefault(without_topic(name), asyncio.Lock())


async def _write_logged(write: Callable[[], Awaitable[None]]) -> None:
    """Calls and awaits a write; logs a StoreError instead of raising it."""
    try:
        await write()
    except StoreError as error:
        log.warning("a note was not written: %s", error)


def _write_call(call: Call | None) -> str:
    """Encodes how a person wants to be called, for storage; "" if they chose nothing."""
    return call.value if call is not None else ""


class FactCache(Generic[T]):
    """The facts of one kind by owner, all in memory since Notes.start.

    Owners without a fact have the default, which is not stored.
    """

    def __init__(
        self, notes: Notes, kind: Fact, default: T, read: Callable[[str], T], write: Callable[[T], str]
    ) -> None:
        self._notes = notes
        self.kind = kind
        self._default = default
        self._read = read
        self._write = write
        self._facts: dict[ChatId, T] = {}
        self.facts: Mapping[ChatId, T] = self._facts

    def get(self, name: ChatId) -> T:
        """Returns the fact about a person or chat, or the default; the id must match exactly."""
        return self._facts.get(name, self._default)

    async def choose(self, name: ChatId, fact: T) -> bool:
        """Stores a fact, then sets it in memory; returns whether it changed, and stores nothing if not.

        The default is deleted from the store instead. Raises StoreError, and then nothing has changed.
        """
        async with self._notes.lock_of(name):
            if new := fact != self.get(name):
                await self._write_fact(name, fact)
                self._know(name, fact)
        return new

    async def exchange(self, name: ChatId, before: T, fact: T) -> bool:
        """Stores a fact if the current fact is still `before`, and returns True; otherwise returns False.

        An equal fact is stored too. So a fact that was forgotten since stays forgotten, unless `before` is
        the default. Raises StoreError, and then no fact has changed.
        """
        async with self._notes.lock_of(name):
            if same := before == self.get(name):
                await self._write_fact(name, fact)
                self._know(name, fact)
        return same

    def note(self, name: ChatId, fact: T) -> bool:
        """Sets a fact in memory and writes it in the background; returns whether it changed.

        An unchanged fact is not written, nor a fact that a newer fact replaces first. A StoreError is only
        logged, and memory keeps the fact.
        """
        if fact == self.get(name):
            return False
        self._know(name, fact)
        self._notes.write_later(name, partial(self._write_if_current, name, fact))
        return True

    def read(self, rows: Mapping[ChatId, str]) -> None:
        """Sets the facts of stored rows, by owner, in memory; a row that cannot be read is skipped and
        logged.
        """
        for name, row in rows.items():
            try:
                self._know(name, self._read(row))
            except ValueError:
                log.warning("%s: what is noted as %s cannot be read", name, self.kind.noted)
            except Exception as error:
                report(f"{name}: what is noted as {self.kind.noted} cannot be read", error)

    def forget(self, person: PersonId) -> None:
        """Removes the facts of a person and of their topics from memory; `get` then returns the default.

        The stored facts stay, and are not read again.
        """
        for name in [name for name in self._facts if without_topic(name) == person]:
            del self._facts[name]

    def _know(self, name: ChatId, fact: T) -> None:
        """Sets a fact in memory; a default removes it."""
        self._facts[name] = fact
        if fact == self._default:
            del self._facts[name]

    async def _write_if_current(self, name: ChatId, fact: T) -> None:
        """Stores a fact, unless memory has a newer one by now; raises StoreError."""
        async with self._notes.lock_of(name):
            if fact == self.get(name):  # else a newer fact replaced it
                await self._write_fact(name, fact)

    async def _write_fact(self, name: ChatId, fact: T) -> None:
        """Stores a fact, or deletes it if it is the default; no deadline cancels it. Raises StoreError."""
        row = "" if fact == self._default else self._write(fact)
        with committing(), self._notes.store.watch.watch(DatabaseCall.WRITE):
            await self._notes.store.store_note(self.kind, name, row)


class PlatformStore:
    """The store as platforms see it: their memory, and whether this process may still write.

    There is no store before it is open: a standby has connected to each platform by then.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store = store

    async def recall(self, name: str) -> str:
        """Returns a value that `keep` stored; "" if there is none, or no store yet. Raises StoreError."""
        return (
            (await self.store.load_notes(Fact.ADAPTER)).get(ChatId(name), "")
            if self.store is not None
            else ""
        )

    async def keep(self, name: str, value: str) -> None:
        """Stores a value under a name; "" deletes it.

        Raises StoreError; no effect before there is a store.
        """
        if self.store is not None:
            await self.store.store_note(Fact.ADAPTER, name, value)

    def may_make_requests(self) -> bool:
        """Returns whether this process may make requests now; True before a store is open.

        True while it holds the database. Otherwise TELL_UNSAVED requests need an unavailable store; for
        FIND_PRESSES it must also refuse connections. False for other purposes.
        """
        store = self.store
        if store is None or store.owns_database():
            return True
        match current_purpose():
            case Purpose.ANY:
                return False
            case Purpose.TELL_UNSAVED:
                return store.is_away()
            case Purpose.FIND_PRESSES:
                return store.is_away() and store.is_refused()
