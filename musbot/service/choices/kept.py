"""Small facts about people and chats: which kinds there are, and the one way to keep and forget them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from enum import Enum
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from musbot.port.boundary import Background, report
from musbot.port.chats import whole
from musbot.port.deadline import committing
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.store import Store
from musbot.table.acts import Call, Explained
from musbot.table.ways import USUAL, read_ways, write_ways
from musbot.words.texts import Key

log = logging.getLogger(__name__)

T = TypeVar("T")
YES = "1"
"""What is noted of what is either so or not."""


class Whose(Enum):
    """By whom a fact is named; a private chat has the id of its person, and is forgotten with them."""

    PERSON = "person"
    CHAT = "chat"
    NOBODY = "nobody"


class Stays(Enum):
    """How long a fact stays."""

    FORGOTTEN = "until `/borrar`"
    CHATS = "for good; of a private chat until `/borrar`"
    OVER = "until it is over, or `/borrar`"
    NEWEST = "the last 500"
    GOOD = "for good"
    NOT = "not at all"


class Fact(NoteKind):
    """Every kind: its name in the database, whose it is, what it says, how long it stays.

    `told` is what /privacidad says of it; nothing may be kept of a person that it does not tell.
    """

    OPEN = "open", Whose.PERSON, "the private chat was opened", Stays.FORGOTTEN, "privacy-open"
    LANGUAGE = "language", Whose.PERSON, "the language chosen", Stays.FORGOTTEN, "privacy-chosen"
    WAYS = "ways", Whose.CHAT, "what was chosen in `/ajustes`", Stays.CHATS, "privacy-chosen"
    CALL = "call", Whose.PERSON, "what was chosen in `/avisos`", Stays.FORGOTTEN, "privacy-chosen"
    HERE = "here", Whose.PERSON, "cards are shown where they play", Stays.FORGOTTEN, "privacy-here"
    EXPLAINED = (
        "explained",
        Whose.PERSON,
        "how much of the buttons is explained",
        Stays.FORGOTTEN,
        "privacy-explained",
    )
    COURSE = "course", Whose.PERSON, "the lesson of `/aprender`", Stays.FORGOTTEN, "privacy-course"
    LEAVING = (
        "leaving",
        Whose.PERSON,
        "`/borrar` was confirmed, and is not finished",
        Stays.OVER,
        "privacy-leaving",
    )
    """Stored by the first commit of `/borrar`, and deleted by its last one."""
    LOOK = "look", Whose.PERSON, "a hand to analyse (table, hand)", Stays.OVER, "privacy-look"
    CLOSED = "closed", Whose.CHAT, "it cannot be written to; missing permissions", Stays.OVER, "privacy-open"
    HOLD = "hold", Whose.CHAT, "a pause that the platform asked for", Stays.OVER
    GREETED = "greeted", Whose.CHAT, "it was greeted", Stays.GOOD
    MOVED = "moved", Whose.CHAT, "its new id", Stays.GOOD
    BADLY = "badly", Whose.NOBODY, "a hand that an AI player played badly, without names", Stays.NEWEST
    SCREEN = (
        "screen",
        Whose.NOBODY,
        "the name typed at the terminal; whether Telegram's updates are handled, and which number",
        Stays.GOOD,
    )
    PROBE = "probe", Whose.NOBODY, "whether the database takes a write", Stays.NOT

    def __init__(self, noted: str, whose: Whose, what: str, stays: Stays, told: Key = "") -> None:
        self.noted, self.whose, self.what, self.stays, self.told = noted, whose, what, stays, told


TOLD = tuple(dict.fromkeys(kind.told for kind in Fact if kind.told and kind.stays is not Stays.OVER))
"""What /privacidad lists as known until /borrar."""


class Notes:
    """All that is kept of people and chats; writes that nobody waits for are held until `stop`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._writing = Background()
        self.open = Kept(self, Fact.OPEN, "", str, str)
        self.greeted = Kept(self, Fact.GREETED, "", str, str)
        self.moved = Kept(self, Fact.MOVED, "", str, str)
        self.here = Kept(self, Fact.HERE, "", str, str)
        self.explained = Kept(self, Fact.EXPLAINED, Explained.BESIDE, Explained, lambda it: it.value)
        self.language = Kept(self, Fact.LANGUAGE, "", str, str)
        self.course = Kept(self, Fact.COURSE, "", str, str)
        self.look = Kept(self, Fact.LOOK, "", str, str)
        self.leaving = Kept(self, Fact.LEAVING, "", str, str)
        self.closed = Kept(self, Fact.CLOSED, "", str, str)
        self.call = Kept(self, Fact.CALL, Call.MENTION, Call, lambda call: call.value)
        self.hold = Kept(self, Fact.HOLD, 0.0, float, str)
        self.ways = Kept(self, Fact.WAYS, USUAL, read_ways, write_ways)

    async def start(self) -> None:
        """Reads all; raises StoreError."""
        for kept in self.all():
            kept.read(await self.store.notes(kept.kind))

    async def stop(self) -> None:
        """Waits until all is written."""
        await self._writing.finish()

    async def forget(self, person: str) -> None:
        """Forgets somebody on the disk, then here; raises StoreError, and then nothing is forgotten."""
        async with self.turn(person):
            await self.store.forget(person)
            for kept in self.all():
                kept.forget(person)

    def all(self) -> list[Kept[object]]:
        """Returns the facts of every kind that is known here."""
        return [kept for kept in vars(self).values() if isinstance(kept, Kept)]

    def later(self, whose: str, writing: Coroutine[None, None, None]) -> None:
        """Begins a write that nobody waits for; that it fails is told in the log."""
        self._writing.start(_write_logged(writing), f"{whose}: a note")

    def turn(self, name: str) -> asyncio.Lock:
        """Returns what is held while a fact of somebody, or of a chat, is written: one after another."""
        return self._turns.setdefault(whole(name), asyncio.Lock())


async def _write_logged(writing: Coroutine[None, None, None]) -> None:
    try:
        await writing
    except StoreError as error:
        log.warning("a note was not written: %s", error)


class Kept(Generic[T]):
    """The facts of one kind by whose they are; of all others holds what is `usual`, which is not written."""

    def __init__(
        self, notes: Notes, kind: Fact, usual: T, read: Callable[[str], T], write: Callable[[T], str]
    ) -> None:
        self._notes = notes
        self.kind = kind
        self._usual = usual
        self._read = read
        self._write = write
        self._facts: dict[str, T] = {}
        self.facts: Mapping[str, T] = self._facts

    def of(self, name: str) -> T:
        """Returns what holds of somebody, or of a chat."""
        return self._facts.get(name, self._usual)

    async def choose(self, name: str, fact: T) -> bool:
        """Writes what somebody chooses; returns whether it is new; a StoreError changes nothing."""
        async with self._notes.turn(name):
            if new := fact != self.of(name):
                await self._written(name, fact)
                self._know(name, fact)
        return new

    def note(self, name: str, fact: T) -> bool:
        """Knows from now on what nobody has chosen, and returns whether it is new; it is written later."""
        if fact == self.of(name):
            return False
        self._know(name, fact)
        self._notes.later(name, self._noted(name, fact))
        return True

    def read(self, rows: Mapping[str, str]) -> None:
        """Knows what is on the disk; a row that cannot be read is left out."""
        for name, row in rows.items():
            try:
                self._know(name, self._read(row))
            except ValueError:
                log.warning("%s: what is noted as %s cannot be read", name, self.kind.noted)
            except Exception as error:
                report(f"{name}: what is noted as {self.kind.noted} cannot be read", error)

    def forget(self, person: str) -> None:
        """Knows nothing more of somebody."""
        for name in [name for name in self._facts if whole(name) == person]:
            del self._facts[name]

    def _know(self, name: str, fact: T) -> None:
        self._facts[name] = fact
        if fact == self._usual:
            del self._facts[name]

    async def _noted(self, name: str, fact: T) -> None:
        async with self._notes.turn(name):
            if fact == self.of(name):  # else it is another by now, or its person is forgotten
                await self._written(name, fact)

    async def _written(self, name: str, fact: T) -> None:
        row = "" if fact == self._usual else self._write(fact)
        with committing():
            await self._notes.store.note(self.kind, name, row)


class Keeping:
    """The store as platforms know it: a Memory in it (notes "screen"), and whether it is still ours.

    There is none until it is open: a standby has asked each platform who it is there by then.
    """

    def __init__(self, store: Store | None = None) -> None:
        self.store = store

    async def recall(self, name: str) -> str:
        """See Memory."""
        return (await self.store.notes(Fact.SCREEN)).get(name, "") if self.store is not None else ""

    async def keep(self, name: str, value: str) -> None:
        """See Memory."""
        if self.store is not None:
            await self.store.note(Fact.SCREEN, name, value)

    def sure(self) -> bool:
        """See Means."""
        return self.store is None or self.store.sure()
