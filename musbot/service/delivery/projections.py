"""The projections of tables: the actual and the desired state of each part in each chat."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from musbot.game.actions import Seats
from musbot.port.chats import is_window
from musbot.service.choices.calls import ALL_MENTIONED, CallSeats
from musbot.service.choices.kept import Notes
from musbot.service.delivery.actual import NOTHING, Attempt, ShownPart
from musbot.service.queue.pace import MOST_TIMES
from musbot.service.queue.parts import HandPlaces, Part, PartPlace, PartView
from musbot.service.queue.slots import (
    OUTDATED,
    TableSlot,
    Version,
    desired_versions,
    is_of_another,
    main_part,
)
from musbot.service.tables.register import NameIndex
from musbot.store.protocol import Posted, StoreError
from musbot.table.alarms import NudgeClock
from musbot.table.events import NO_CHAT, NO_MESSAGE, NO_TABLE, ChatId, MessageId, PersonId, TableId
from musbot.table.table import Table

log = logging.getLogger(__name__)

MOST_REPLACED = 16
"""The maximum number of replaced messages to remember, about two hands: players may still press them."""

_SENDING = "?"
"""The stored prefix, followed by a question's number, in place of the message id of an unfinished send."""


def attempt_row(attempt: Attempt) -> Posted:
    """Returns the row that records a send before it is made; its message is a mark with the question's
    number.
    """
    return replace(attempt.would_show, message=MessageId(f"{_SENDING}{attempt.question}"), seq=0)


@dataclass(slots=True)
class Projection:
    """The projection of one table: its parts as chats show them, and the state at the last reconciliation."""

    table: Table | None
    """The table at the last reconciliation; None if it is in quarantine, or only its records are loaded."""
    places: dict[PartPlace, ShownPart] = field(default_factory=dict)
    """The state of each place; the only map by place."""
    replaced: tuple[str, ...] = ()
    """The ids of the messages that were replaced or forgotten last, MOST_REPLACED at most."""
    hand: int = 0
    """The number of the hand at the last reconciliation."""
    hand_places: HandPlaces = field(default_factory=HandPlaces)
    """Where the players see their hands."""
    closed_in_hand: dict[str, int] = field(default_factory=dict)
    """For each closed private chat, the number of the hand in which it closed."""
    words: int = 0
    """The number of the last event that all players could see."""
    times: tuple[float, ...] = ()
    """The times of the latest words, in seconds since 1970, the oldest first."""
    timed: float = 0.0
    """The time of the word for which the timer of a pause runs, in seconds since 1970; 0 without one."""

    # ---- one record for each place -----------------------------------------------------------------------

    def part_at(self, place: PartPlace) -> ShownPart:
        """Returns the state of a place; `NOTHING` for an unknown place."""
        return self.places.get(place, NOTHING)

    def put(self, place: PartPlace, shown: ShownPart) -> None:
        """Sets the state of a place; `NOTHING` removes the place.

        Adds the place's former message to `replaced`, unless `shown` records the same message.
        """
        known = self.part_at(place).record
        if known is not None and (shown.record is None or shown.record.message != known.message):
            self.replaced = (*self.replaced, known.message)[-MOST_REPLACED:]
        if shown == NOTHING:
            self.places.pop(place, None)
        else:
            self.places[place] = shown

    def change(self, place: PartPlace, **changes: Any) -> None:
        """Changes fields of the state of a place, by their names in ShownPart."""
        self.put(place, replace(self.part_at(place), **changes))

    @property
    def records(self) -> dict[PartPlace, Posted]:
        """The recorded message of each place that has one."""
        return {place: it.record for place, it in self.places.items() if it.record is not None}

    @property
    def wanted_places(self) -> list[PartPlace]:
        """The places that must be up to date."""
        return [place for place, it in self.places.items() if it.version is not None]

    def load(self, recorded: Iterable[Posted], *, current: bool = True) -> None:
        """Loads the records of an earlier process, its unfinished sends too; logs and skips unreadable
        records.

        Unless they are `current`, the messages may show something later: their content is uncertain. If two
        hands have one message, the later hand keeps it.
        """
        for it in recorded:
            try:
                place = PartPlace(it.chat, Part.from_name(it.slot))
                if it.message.startswith(_SENDING):
                    question = int(it.message.removeprefix(_SENDING))
                    self.change(place, attempt=Attempt(replace(it, message=NO_MESSAGE), question, 0.0))
                else:
                    self.change(place, record=it if current else replace(it, digest=""))
            except ValueError:
                log.warning("%s: the record of a message cannot be read", it.chat)
        shown = sorted(self.records.items(), key=lambda it: it[0].part.hand)
        newest = {(place.chat, it.message): place for place, it in shown}
        for place, it in shown:
            if newest[place.chat, it.message] != place:  # its message has been given to the next hand
                self.change(place, record=None)

    def note_words(self, times: Iterable[float]) -> None:
        """Records the times of new words, in seconds since 1970, the oldest first.

        Only the latest MOST_TIMES are kept.
        """
        self.times = (*self.times, *times)[-MOST_TIMES:]

    def gives_order(self, place: PartPlace) -> bool:
        """Returns whether a place is a board that gave the order of speaking at the last reconciliation."""
        version = self.part_at(place).version
        return version is not None and version.in_order

    def forget_old_hands(self, table: Table) -> None:
        """Forgets the places of old hands (`is_past`), in memory, except their sends in flight."""
        for place in list(self.places):
            if is_past(place, table):
                self._forget_place(place)

    def take_changes(
        self,
        table: Table,
        nudged: NudgeClock | None,
        called: CallSeats = ALL_MENTIONED,
        windows: Container[ChatId] = (),
        *,
        in_order: bool = False,
    ) -> list[tuple[PartPlace, Version | None, Version]]:
        """Records the desired versions of all parts of `table`, for the arguments of `desired_versions`.

        Returns each place whose version has changed, with the old version (None if there was none) and the
        new one. A second call with the same state returns []. These parts in other chats are no longer
        wanted.
        """
        wanted = desired_versions(table, nudged, called, self.words, windows, in_order=in_order)
        found = dict(wanted)
        in_table = {place.part for place in found}
        for place in self.wanted_places:
            if place.part in in_table and place not in found:
                self.change(place, version=None)
        changes = [(place, self.part_at(place).version, version) for place, version in found.items()]
        changed = [it for it in changes if it[1] != it[2]]
        for place, _, version in changed:
            self.change(place, version=version)
        return changed

    def take_expired(self, table: Table) -> list[tuple[PartPlace, Posted | None]]:
        """Forgets the wanted parts of old hands (`is_past`); returns each place with its message's record.

        The record is None if the place has no message. Sends in flight are kept.
        """
        past = [place for place in self.wanted_places if is_past(place, table)]
        return [(place, self._forget_place(place)) for place in past]

    def windows(self) -> list[tuple[PartPlace, Posted]]:
        """Returns the places of the windows that show hands of the table, with their records."""
        return [it for it in self.records.items() if is_window(it[0].chat)]

    def people_in_windows(self, hand: int) -> frozenset[PersonId]:
        """Returns the people who have a window with a hand of the table, or are about to get one."""
        places = (*(place for place, _ in self.windows()), *self.wanted_places)
        return frozenset(it.person for it in places if is_window(it.chat) and it.part.hand == hand)

    def orphaned_messages(self, table: Table) -> list[tuple[PartPlace, Posted]]:
        """Returns places and records of hands and private calls whose people no longer sit in those seats."""
        return [it for it in self.records.items() if is_of_another(it[0], table)]

    def forget_chat(self, chat: ChatId) -> None:
        """Forgets all places of a chat, in memory, except their sends in flight."""
        for place in [it for it in self.places if it.chat == chat]:
            self._forget_place(place)

    def _forget_place(self, place: PartPlace) -> Posted | None:
        """Forgets all about a place except a send in flight; returns its recorded message, None without one.

        The message is added to `replaced`.
        """
        known = self.forget(place)
        self.put(place, ShownPart(attempt=self.part_at(place).attempt))
        return known

    def invalidate(self, chat: ChatId = NO_CHAT) -> None:
        """Marks every part in a chat as outdated; all parts if `chat` is empty. It queues no slot.

        For a person's id, these are the parts in their private chat and windows.
        """
        for place in list(self.places):
            if not chat or chat in (place.chat, place.person):
                self.invalidate_place(place)

    def is_at_table(self, chat: ChatId) -> bool:
        """Returns whether a person's HandPlace is BOARD or WINDOW; then their private chat asks nothing.

        False if they see their hand at the table only on request (CHANNEL, UNREACHABLE).
        """
        return self.hand_places.place_of_person(chat).is_at_table

    def reuse_message(self, old: PartPlace, new: PartPlace) -> tuple[Posted, Posted] | None:
        """Moves the message of a finished hand, with its version, to the next hand.

        Returns the old and the new record. None, without a change, if the finished hand has no message, or
        the next hand already has one.
        """
        was = self.part_at(old)
        if self.part_at(new).record is not None or was.record is None:
            return None
        given = replace(was.record, slot=new.part.name)
        self.places[old] = replace(was, record=None, current=False)
        self.change(new, record=given, current=was.current, version=was.version)
        return was.record, given

    def invalidate_place(self, place: PartPlace) -> None:
        """Marks a part as outdated, so that the next reconciliation queues it if it is wanted; queues
        nothing.
        """
        version = self.part_at(place).version
        outdated = version._replace(words=OUTDATED) if version is not None else None
        self.change(place, current=False, version=outdated)

    def move_place(self, place: PartPlace, chat: ChatId) -> None:
        """Records that a part is wanted in another chat instead; no effect if it is not wanted.

        Its record stays behind.
        """
        if (version := self.part_at(place).version) is not None:
            self.change(place, version=None)
            self.change(place._replace(chat=chat), version=version)

    def attempt_in(self, chat: ChatId, question: int | None) -> PartPlace | None:
        """Returns the place of the first send to a chat that is in flight or got no answer, or None.

        With a `question` number, only a send of that question counts.
        """
        for place, it in self.places.items():
            if place.chat == chat and it.attempt and question in (None, it.attempt.question):
                return place
        return None

    def forget(self, place: PartPlace) -> Posted | None:
        """Forgets and returns the record of the message that shows a part; None if there is no record.

        The stored record stays. An unanswered send is forgotten too; a send in flight continues. After a
        record, the next send gets another idempotency key.
        """
        shown = self.part_at(place)
        attempt = shown.attempt if shown.attempt is not None and shown.attempt.in_flight else None
        previous = shown.record.message if shown.record is not None else shown.previous
        self.put(place, replace(shown, record=None, attempt=attempt, previous=previous))
        return shown.record

    def mark_unverified(self, place: PartPlace) -> None:
        """Records that the content of a message is uncertain; no effect without a record."""
        if (known := self.part_at(place).record) is not None:
            self.change(place, record=replace(known, digest=""))

    def last_hand_message(self, person: PersonId) -> MessageId:
        """Returns the id of a message in a person's private chat about the hand at the last reconciliation.

        "" if there is none.
        """
        found = (it for at, it in self.records.items() if at.chat == person and at.part.hand == self.hand)
        return next((it.message for it in found), NO_MESSAGE)

    def messages(self, chat: ChatId) -> set[MessageId]:
        """Returns the ids of the messages in a chat that show parts of the table."""
        return {record.message for (where, _), record in self.records.items() if where == chat}

    def newly_closed_seats(self, table: Table) -> Seats:
        """Returns the seats of people whose private chat was found closed in the current hand."""
        return tuple(seat for seat, person in table.people if self.closed_in_hand.get(person) == table.hand)

    def slot_of_message(self, chat: ChatId, message: MessageId) -> TableSlot | None:
        """Returns the slot that a message shows; None if it shows none or the part is no longer wanted there.

        None also for the commitment to the deck, which is never changed, and if `table` is None.
        """
        shown = (at for at, it in self.records.items() if at.chat == chat and it.message == message)
        place = next(shown, None)
        if self.table is None or place not in self.wanted_places or place.part.view is PartView.SEAL:
            return None
        return TableSlot(self.table.id, place.part)


class Projections:
    """The projections of all tables, indexed by table and chat, and their records in the store."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._tables: dict[TableId, Projection] = {}
        self._by_chat = NameIndex()

    def __iter__(self) -> Iterator[Projection]:
        """Iterates over a copy of the projections, in the order of their creation."""
        return iter(list(self._tables.values()))

    def __getitem__(self, table: TableId) -> Projection:
        """Returns the projection of a table; raises KeyError if it is unknown."""
        return self._tables[table]

    def get(self, table: TableId) -> Projection | None:
        """Returns the projection of a table; None if it is unknown or evicted, as when it is fully shown."""
        return self._tables.get(table)

    def get_or_create(self, name: TableId, table: Table | None) -> Projection:
        """Returns the projection of a table; creates an empty one for `table` if it is unknown.

        A known one keeps its own table, even None.
        """
        if (projection := self._tables.get(name)) is None:
            projection = self._tables[name] = Projection(table, hand_places=self.hand_places(name))
        return projection

    def hand_places(self, table: TableId = NO_TABLE) -> HandPlaces:
        """Returns the places of the hands of a table's players.

        For an unknown table, returns a new object with the choices and closed chats, but no windows or
        boards.
        """
        if (projection := self._tables.get(table)) is not None:
            return projection.hand_places
        return HandPlaces(self._notes.here.facts, self._notes.closed.facts)

    def in_chat(self, chat: ChatId) -> list[Projection]:
        """Returns the projections of tables whose parts were queued for a chat (`index_chat`).

        A topic counts as its own chat.
        """
        return [self._tables[table] for table in self._by_chat.tables_of(chat) if table in self._tables]

    def index_chat(self, chat: ChatId, table: TableId) -> None:
        """Records that a table has parts in a chat."""
        self._by_chat.add(chat, table)

    def evict(self, table: TableId) -> None:
        """Forgets a table, in memory; its stored records stay. Does not check that it is fully shown.

        Raises KeyError if it is unknown.
        """
        projection = self._tables.pop(table)
        own = [projection.table.chat] if projection.table is not None else []
        for chat in {*own, *(place.chat for place in projection.wanted_places)}:
            self._by_chat.discard(chat, table)

    # ---- by message --------------------------------------------------------------------------------------

    def message_of(self, table: Table, part: Part | None = None) -> MessageId | None:
        """Returns the id of the message that shows a part of a table in its chat; None if there is none.

        Without a `part` it is the main part: the lobby, or the board of the current or last hand.
        """
        projection, place = self._tables.get(table.id), PartPlace(table.chat, part or main_part(table))
        shown = projection.part_at(place).record if projection is not None else None
        return shown.message if shown is not None else None

    def shows_part(self, chat: ChatId, message: MessageId) -> bool:
        """Returns whether a message in a chat shows a part of a table; False for pages and answers."""
        return any(message in projection.messages(chat) for projection in self.in_chat(chat))

    def slot_of_message(self, chat: ChatId, message: MessageId) -> TableSlot | None:
        """Returns the slot that a message shows; None if it shows none or the part is no longer wanted.

        None also for a commitment to the deck, and for messages of unreadable tables.
        """
        return next(
            filter(None, (projection.slot_of_message(chat, message) for projection in self.in_chat(chat))),
            None,
        )

    # ---- in the store ------------------------------------------------------------------------------------

    async def load(self, table: TableId) -> None:
        """Reads the records of a table's messages, unless they are in memory.

        If a board is among them, also reads the times of the last MOST_TIMES words. After a failover that
        lost commits, the content of each message is uncertain, so each is edited once. Raises StoreError.
        """
        if table not in self._tables:
            projection = Projection(None, hand_places=self.hand_places(table))
            recorded = await self._notes.store.list_shown(table)
            projection.load(recorded, current=self._notes.store.gap is None)
            if any(place.part.view is PartView.BOARD for place in projection.records):
                projection.note_words(await self._notes.store.list_word_times(table, MOST_TIMES))
            self._tables.setdefault(table, projection)

    async def record(self, table: TableId, shown: Posted) -> None:
        """Stores the record of a message; logs a StoreError instead of raising it.

        Stores no record for a window, which no later process can change. For a table without a projection, it
        stores none either, because its persons may be erased.
        """
        if table not in self._tables or is_window(shown.chat):
            return  # no later process can change a window
        try:
            await self._notes.store.record_shown(table, shown)
        except StoreError as error:
            log.warning("what shows %s of table %s could not be recorded: %s", shown.slot, table, error)

    def record_later(self, table: TableId, shown: Posted) -> None:
        """Stores the record of a message in the background; its `message` is "" if none shows the part.

        A StoreError is logged.
        """
        self._notes.write_later(f"table {table}", partial(self.record, table, shown))


def is_past(place: PartPlace, table: Table) -> bool:
    """Returns whether a part shows a hand before the last finished one, which is no longer updated.

    False for parts without a hand.
    """
    return 0 < place.part.hand < table.hands_over + 1 - len(table.finished)
