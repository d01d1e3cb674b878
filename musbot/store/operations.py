"""The changes that a write is made of, each with the SQL that makes it on both engines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from musbot.store.codec import Stored
from musbot.store.people import separate_person
from musbot.store.results import PartidaEnd
from musbot.table.events import ChatId, MessageId, PersonId


@dataclass(frozen=True)
class Operation:
    """A change of some rows."""

    sql: ClassVar[tuple[str, ...]] = ()
    """Its statements, with `:name` for a field and `{name}` for a fragment (`dialect`)."""


Write = Sequence[Operation]
"""Operations that are committed together or refused together."""


def operations() -> list[type[Operation]]:
    """Returns all kinds of operations, the abstract `Operation` excluded."""
    found = Operation.__subclasses__()
    for kind in found:
        found += kind.__subclasses__()
    return found


# ---- tables and events -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AppendEvent(Operation):
    """Adds an event as its body has it; refused if the table is unknown or has an event of this number."""

    table: str
    """The id of the table."""
    seq: int
    """The number of the event, from 1."""
    at: float
    """The time, in seconds since 1970."""
    kind: str
    """The name of the event's class."""
    version: int
    """The version of the body."""
    body: str
    """The fields of the event as JSON."""
    sql = ("INSERT INTO events VALUES (:table, :seq, :at, :kind, :version, :body, NULL)",)


@dataclass(frozen=True)
class AppendEventBy(AppendEvent):
    """Adds an event with `"by":0` in its body, and puts the number of a person there.

    Adds nothing if the person has no number.
    """

    person: PersonId
    """The id of the person."""
    sql = (
        """
        INSERT INTO events SELECT :table, :seq, :at, :kind, :version,
        replace(:body, '"by":0', '"by":' || p.id), NULL FROM {person} p
        """,
    )


@dataclass(frozen=True)
class AppendEventWho(AppendEventBy):
    """Adds an event with `"who":0` in its body, and puts the number of a name there and in its column.

    Adds nothing if the name has no number.
    """

    name: str
    """The name of the person at this table."""
    language: str
    """The language of the person at this table."""
    sql = (
        """
        INSERT INTO events SELECT :table, :seq, :at, :kind, :version,
        replace(:body, '"who":0', '"who":' || n.id), n.id
        FROM {person} p JOIN names n ON n.who = p.id AND n.name = :name AND n.language = :language
        """,
    )


@dataclass(frozen=True)
class AppendDateEvent(AppendEvent):
    """Adds an event as its body has it to the log of a date, whose id is in `table`.

    Refused if the date has an event of this number.
    """

    sql = ("INSERT INTO date_events VALUES (:table, :seq, :at, :kind, :version, :body, NULL)",)


@dataclass(frozen=True)
class AppendDateEventWho(AppendEventWho):
    """Adds an event with a person, as `AppendEventWho` does, to the log of a date, whose id is in `table`."""

    sql = (AppendEventWho.sql[0].replace("INTO events", "INTO date_events"),)


@dataclass(frozen=True)
class DropDates(Operation):
    """Deletes the logs of dates that ended long ago."""

    before: float
    """Only dates that ended earlier are deleted: a time in seconds since 1970."""
    sql = (
        """
        DELETE FROM date_events WHERE date_id IN
        (SELECT date_id FROM date_events WHERE kind = 'DateEnded' AND at < :before)
        """,
    )


@dataclass(frozen=True)
class MarkDelivery(Operation):
    """Records the key of a delivery; refused if it is recorded already."""

    key: str
    """The key of the delivery."""
    at: float
    """The time, in seconds since 1970."""
    sql = ("INSERT INTO seen VALUES (:key, :at)",)


@dataclass(frozen=True)
class SetSoon(Operation):
    """Records how soon a table acts by itself."""

    table: str
    """The id of the table."""
    soon_s: float | None
    """Seconds until it acts; None if it is paused."""
    sql = ("UPDATE tables SET soon_s = :soon_s WHERE table_id = :table",)


@dataclass(frozen=True)
class SetOutline(Operation):
    """Records the people of a table, and how soon it acts by itself."""

    table: str
    """The id of the table."""
    people: str
    """The ids of the people as a JSON list."""
    soon_s: float | None
    """Seconds until it acts; None if it is paused."""
    sql = ("UPDATE tables SET people = {numbers_of_people}, soon_s = :soon_s WHERE table_id = :table",)


@dataclass(frozen=True)
class RecordPost(Operation):
    """Records the message that a chat shows for a slot of a table, in place of an earlier one.

    Refused if the table is unknown.
    """

    table: str
    """The id of the table."""
    chat: ChatId
    """The chat."""
    slot: str
    """The slot, such as the board."""
    message: MessageId
    """The id of the message."""
    digest: str
    """A digest of its content."""
    at: float
    """The time, in seconds since 1970."""
    moment: str
    """The question that the message asks (`protocol.Posted`)."""
    seq: int
    """The number of the last event in it; 0 if unknown."""
    sql = (
        """
        INSERT INTO shown VALUES (:table, {stored_chat}, :slot, :message, :digest, :at, :moment, :seq)
        ON CONFLICT (table_id, chat, slot) DO UPDATE SET message = excluded.message,
        digest = excluded.digest, at = excluded.at, moment = excluded.moment, seq = excluded.seq
        """,
    )


@dataclass(frozen=True)
class RemovePost(Operation):
    """Records that a chat shows nothing for a slot of a table."""

    table: str
    """The id of the table."""
    chat: ChatId
    """The chat."""
    slot: str
    """The slot."""
    sql = ("DELETE FROM shown WHERE table_id = :table AND chat = {stored_chat} AND slot = :slot",)


@dataclass(frozen=True)
class CreateTable(Operation):
    """Adds a table; refused if there is a table of this id."""

    table: str
    """The id of the table."""
    chat: ChatId
    """The chat of the table."""
    at: float
    """The time, in seconds since 1970."""
    people: str
    """The ids of the people as a JSON list."""
    soon_s: float | None
    """Seconds until the table acts by itself; None if it is paused."""
    sql = (
        """
        INSERT INTO tables (table_id, chat, opened_at, people, soon_s)
        VALUES (:table, {stored_chat}, :at, {numbers_of_people}, :soon_s)
        """,
    )


@dataclass(frozen=True)
class MoveTable(Operation):
    """Records that a table continues in another chat."""

    table: str
    """The id of the table."""
    chat: ChatId
    """The new chat."""
    sql = ("UPDATE tables SET chat = :chat WHERE table_id = :table",)


@dataclass(frozen=True)
class CloseTable(Operation):
    """Records that a table is over, and deletes its outline."""

    table: str
    """The id of the table."""
    at: float
    """The time, in seconds since 1970."""
    sql = ("UPDATE tables SET over_at = :at, people = {no_people}, soon_s = NULL WHERE table_id = :table",)


@dataclass(frozen=True)
class DropTable(Operation):
    """Deletes a table, its log and the records of its messages, if it is over; its result stays."""

    table: str
    """The id of the table."""
    sql = (
        "DELETE FROM events WHERE table_id = {over_table}",
        "DELETE FROM shown WHERE table_id = {over_table}",
        "DELETE FROM tables WHERE table_id = {over_table}",
    )


# ---- people, results and notes ---------------------------------------------------------------------------


@dataclass(frozen=True)
class AddPerson(Operation):
    """Gives a person a number, unless they have one."""

    person: PersonId
    """The id of the person."""
    sql = ("INSERT INTO people {new_person} WHERE NOT EXISTS (SELECT 1 FROM {person} p)",)


@dataclass(frozen=True)
class AddName(Operation):
    """Gives a person's name in a language a number, unless it has one or the person has none."""

    person: PersonId
    """The id of the person."""
    name: str
    """The name."""
    language: str
    """The language of the person."""
    sql = (
        """
        INSERT INTO names (who, name, language) SELECT p.id, :name, :language FROM {person} p
        WHERE NOT EXISTS
        (SELECT 1 FROM names n WHERE n.who = p.id AND n.name = :name AND n.language = :language)
        """,
    )


@dataclass(frozen=True)
class RecordResult(Operation):
    """Adds the result of a table, unless it has one."""

    table: str
    """The id of the table."""
    chat: ChatId
    """The chat whose ranking counts it; "" for none."""
    at: float
    """The time, in seconds since 1970."""
    rules: str
    """The name of the rules."""
    alone: int
    """1 if each player was a separate side, otherwise 0."""
    seats: str
    """A JSON list with a list for each seat: person, name and language; an empty one for an AI player."""
    winner: int | None
    """The side that won; None if the partida was not finished."""
    juegos: str
    """The juegos of each side as a JSON list."""
    sql = (
        """
        INSERT INTO results VALUES
        (:table, :chat, :at, :rules, :alone, {numbers_of_seats}, :winner, :juegos) ON CONFLICT DO NOTHING
        """,
    )


@dataclass(frozen=True)
class RecordPlayer(Operation):
    """Adds a person to the players of a result, unless they are one already or have no number."""

    table: str
    """The id of the table."""
    person: PersonId
    """The id of the person."""
    sql = ("INSERT INTO played SELECT p.id, :table FROM {person} p WHERE true ON CONFLICT DO NOTHING",)


@dataclass(frozen=True)
class MoveResults(Operation):
    """Gives the results of a chat to its new id."""

    chat: ChatId
    """The chat."""
    to: ChatId
    """Its new id."""
    sql = ("UPDATE results SET chat = :to WHERE chat = :chat",)


@dataclass(frozen=True)
class SetNote(Operation):
    """Stores a small fact about a person or a chat, in place of an earlier one of its kind."""

    kind: str
    """The kind of the fact."""
    name: str
    """The person or the chat."""
    value: str
    """The fact."""
    sql = (
        "{new_noted}",
        """
        INSERT INTO notes VALUES (:kind, {noted}, :value)
        ON CONFLICT (kind, {noted_column}) DO UPDATE SET value = excluded.value
        """,
    )


@dataclass(frozen=True)
class RemoveNote(Operation):
    """Deletes a small fact."""

    kind: str
    """The kind of the fact."""
    name: str
    """The person or the chat."""
    sql = ("DELETE FROM notes WHERE kind = :kind AND {noted_column} = {noted}",)


@dataclass(frozen=True)
class ReleaseHolds(Operation):
    """Deletes the pauses that are over (notes of the kind `hold`), and unreadable ones."""

    now: float
    """The time, in seconds since 1970."""
    sql = ("DELETE FROM notes WHERE kind = 'hold' AND {value_as_number} < :now",)


@dataclass(frozen=True)
class SweepKeys(Operation):
    """Deletes old keys of deliveries in a slice."""

    after: str
    """The key before the slice."""
    until: str
    """The last key of the slice."""
    before: float
    """Only older keys are deleted: a time in seconds since 1970."""
    sql = ("DELETE FROM seen WHERE key > :after AND key <= :until AND at < :before",)


@dataclass(frozen=True)
class ForgetPerson(Operation):
    """Deletes the names, id and notes of a person, and the records of messages in their private chat.

    Notes of topics in that chat go too. Records go for tables at which the person sat or queued. Rows that
    name the person's number stay. In a file, rows of people, names and notes never move, so no page that is
    split keeps a copy.
    """

    person: PersonId
    """The id of the person."""
    sql = (
        """
        DELETE FROM shown WHERE chat = (SELECT '{mark}' || p.id FROM {person} p) AND table_id IN
        (SELECT table_id FROM events WHERE who IN {names_of} AND kind IN ('SatDown', 'Queued'))
        """,
        "DELETE FROM notes WHERE {is_noted}",
        "{empty_noted}",
        "UPDATE names SET name = NULL, language = '' WHERE who = {person}",
        "UPDATE people SET {no_person} WHERE id = {person}",
    )


# ---- what belongs together -------------------------------------------------------------------------------


def mark_delivery(key: str, at: float) -> list[Operation]:
    """Returns the operation that records a delivery, as a list; an empty list for an empty key.

    `at` is in seconds since 1970.
    """
    return [MarkDelivery(key, at)] if key else []


def append_events(table: str, after: int, at: float, events: Sequence[Stored]) -> list[Operation]:
    """Returns one operation for each event, numbered from `after` + 1. `at` is in seconds since 1970.

    A person is stored as a number, which the operations of `add_people` must create first.
    """
    found: list[Operation] = []
    for seq, event in enumerate(events, start=after + 1):
        apart = separate_person(event)
        body = event.body if apart is None else apart.body
        row = (table, seq, at, event.kind, event.version, body)
        if apart is None:
            found.append(AppendEvent(*row))
        elif apart.name is None:
            found.append(AppendEventBy(*row, apart.person))
        else:
            found.append(AppendEventWho(*row, apart.person, apart.name, apart.language))
    return found


def append_date_events(date: str, after: int, at: float, events: Sequence[Stored]) -> list[Operation]:
    """Returns the operations of `append_events` for the log of a date; `at` is in seconds since 1970."""
    found: list[Operation] = []
    for it in append_events(date, after, at, events):
        kind = AppendDateEventWho if isinstance(it, AppendEventWho) else AppendDateEvent
        found.append(kind(**vars(it)))
    return found


def add_people(events: Sequence[Operation]) -> list[Operation]:
    """Returns operations that give numbers to the people and names in the given operations.

    A person or name occurs once, and keeps a number that it has.
    """
    found: dict[Operation, None] = {}
    for it in events:
        if isinstance(it, AppendEventBy):
            found[AddPerson(it.person)] = None
        if isinstance(it, AppendEventWho):
            found[AddName(it.person, it.name, it.language)] = None
    return list(found)


def record_result(table: str, at: float, end: PartidaEnd) -> list[Operation]:
    """Returns the operations that add a result at the time `at`, in seconds since 1970, and its players.

    AI players are left out of the players.
    """
    seats = [
        [who.person, who.name, who.language] if who is not None and who.person is not None else []
        for who in end.seats
    ]
    people = [PersonId(ChatId(str(person))) for person, *_ in filter(None, seats)]
    row = (json.dumps(seats, ensure_ascii=False), end.winner, json.dumps(end.juegos))
    result = RecordResult(table, end.chat, at, end.rules, int(end.alone), *row)
    return [result, *(RecordPlayer(table, person) for person in people)]
