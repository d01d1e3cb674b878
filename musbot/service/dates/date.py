"""The events and the state of a date, and the next step of its clock, without side effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, StrEnum, auto
from functools import reduce
from typing import assert_never

from musbot.table.events import NO_CHAT, NO_MESSAGE, NO_PERSON, ChatId, MessageId, Occupant, PersonId

REMIND_S = 600.0
"""Seconds before the hour at which people are reminded."""
LATE_S = 120.0
"""Seconds after the hour in which the lobby still opens; later it was missed."""
MOST_MOVES = 2
"""The number of times that a date may be moved."""
MOST_IN_CHAT = 3
"""Open dates that a chat may have."""


class DateAnswer(StrEnum):
    """The answer of a person to a date."""

    GOING = "going"
    NOT = "not"
    MAYBE = "maybe"


class DateEnd(StrEnum):
    """The reason why a date is over."""

    OPENED = "opened"
    """Its lobby opened."""
    CANCELLED = "cancelled"
    """Its maker or an administrator cancelled it."""
    DOWN = "down"
    """The bot or its platform did not run, or could not act, at the hour and until LATE_S after it."""
    NOBODY = "nobody"
    """No person in Voy was still in the chat."""
    CLOSED = "closed"
    """The chat took no messages at the hour, or the table was refused."""
    RESTRICTED = "restricted"
    """The settings of the chat did not let its maker open tables there at the hour."""


@dataclass(frozen=True, slots=True)
class DateMade:
    """A person made a date."""

    who: Occupant
    """The person."""
    chat: ChatId
    """The chat."""
    language: str
    """The language of its messages."""
    rules: str
    """The rules of its table, as typed after `/mus`."""
    local: str
    """The local time, without a zone (`2026-11-26T21:00`)."""
    zone: str
    """The zone (`Europe/Madrid`)."""
    at: float
    """The instant, in seconds since 1970."""
    restricted: bool = False
    """Whether only administrators could open tables then, so that the person was one."""


@dataclass(frozen=True, slots=True)
class DateAnswered:
    """A person answered."""

    who: Occupant
    """The person."""
    answer: DateAnswer
    """The answer, which replaces an earlier one."""


@dataclass(frozen=True, slots=True)
class DateMoved:
    """The date got another time."""

    local: str
    """The new local time."""
    at: float
    """The new instant, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class DateShown:
    """The chat shows the date."""

    message: MessageId
    """The id of the message."""
    chat: ChatId
    """The chat, under the id that it had then."""


@dataclass(frozen=True, slots=True)
class DateReminded:
    """A person was reminded of the date."""

    who: Occupant
    """The person."""


@dataclass(frozen=True, slots=True)
class DateEnded:
    """The date is over."""

    why: DateEnd
    """The reason."""
    table: str = ""
    """The id of the table that opened; "" if none did."""


@dataclass(frozen=True, slots=True)
class DateNoticed:
    """A chat shows a notice of the date, such as a reminder, until it is outdated."""

    message: MessageId
    """The id of the message."""
    who: Occupant | None = None
    """The person who reads it in private; None if it is in the chat of the date."""


NOBODY = Occupant("")
"""The maker of a date who was forgotten."""
DateEvent = DateMade | DateAnswered | DateMoved | DateShown | DateReminded | DateEnded | DateNoticed
"""Any event of a date."""


@dataclass(frozen=True, slots=True)
class Date:
    """The state of a date."""

    id: str
    """Its id."""
    made: DateMade
    """The date as made, with the time of its last move; its maker is NOBODY if they were forgotten."""
    seq: int = 1
    """The number of its events."""
    answers: tuple[tuple[Occupant, DateAnswer], ...] = ()
    """The answers, in the order in which people gave their last one."""
    moves: int = 0
    """The number of times that it was moved."""
    message: MessageId = NO_MESSAGE
    """The id of its message; "" if it is not shown yet."""
    shown_in: ChatId = NO_CHAT
    """The chat of its message."""
    reminded: frozenset[PersonId] = frozenset()
    """The ids of the people who were reminded."""
    notices: tuple[DateNoticed, ...] = ()
    """The notices that are not outdated."""
    end: DateEnd | None = None
    """Why it is over; None if it is open."""
    table: str = ""
    """The id of the table that opened for it."""

    def people(self, answer: DateAnswer) -> tuple[Occupant, ...]:
        """Returns the people who gave this answer, in the order of their answers."""
        return tuple(who for who, given in self.answers if given is answer)

    def answer_of(self, who: Occupant) -> DateAnswer | None:
        """Returns the answer of a person; None without one."""
        return next((given for it, given in self.answers if it.person == who.person), None)

    def readers(self) -> set[PersonId | None]:
        """Returns the ids of the people who answered or have a private notice of the date."""
        noticed = [it.who for it in self.notices if it.who is not None]
        return {who.person for who in (*noticed, *(who for who, _ in self.answers))}

    @property
    def instant(self) -> float:
        """The instant, in seconds since 1970."""
        return self.made.at

    @property
    def when(self) -> datetime:
        """The local time, without a zone."""
        return datetime.fromisoformat(self.made.local)


def fold_date(date_id: str, events: Sequence[DateEvent]) -> Date | None:
    """Returns the state after all events of a date, which are in order; None unless the first one makes it.

    The maker is NOBODY if they have no name, because they were forgotten.
    """
    if not events or not isinstance(made := events[0], DateMade):
        return None
    date = Date(date_id, made if made.who.name else replace(made, who=NOBODY))
    return reduce(evolve, events[1:], date)


def evolve(date: Date, event: DateEvent) -> Date:
    """Returns a date after an event; each adds 1 to `seq`.

    An answer replaces the person's earlier one and comes last; an answer without a name, of a forgotten
    person, is left out. A move clears the reminders; to another day also the answers, except the maker's. A
    second DateMade changes only `seq`. A notice stays until its reader answers or gets a reminder, and until
    the date moves or ends.
    """
    date = replace(date, seq=date.seq + 1)
    match event:
        case DateAnswered(who, answer):
            others = tuple(it for it in date.answers if it[0].person != who.person)
            answers = (*others, (who, answer)) if who.name else others
            return replace(date, answers=answers, notices=_notices_without(date, who.person))
        case DateMoved(local, at):
            made = replace(date.made, local=local, at=at)
            moved = replace(date, made=made, moves=date.moves + 1, reminded=frozenset(), notices=())
            is_same_day = moved.when.date() == date.when.date()
            kept = (it for it in date.answers if is_same_day or it[0].person == made.who.person)
            return replace(moved, answers=tuple(kept))
        case DateShown(message, chat):
            return replace(date, message=message, shown_in=chat)
        case DateReminded(who):
            reminded = date.reminded | {who.person or NO_PERSON}
            return replace(date, reminded=reminded, notices=_notices_without(date, who.person))
        case DateNoticed(_, reader):
            known = reader is None or reader.name
            return replace(date, notices=(*date.notices, event)) if known else date
        case DateEnded(why, table):
            return replace(date, end=why, table=table, notices=())
        case DateMade():
            return date
        case _:
            assert_never(event)


def _notices_without(date: Date, reader: PersonId | None) -> tuple[DateNoticed, ...]:
    """Returns the notices of a date, except the private notices of one person."""
    return tuple(it for it in date.notices if it.who is None or it.who.person != reader)


def without_person(date: Date, person: PersonId) -> Date:
    """Returns a date without a person who is forgotten: not as maker, answering, reminded or noticed."""
    made = replace(date.made, who=NOBODY) if date.made.who.person == person else date.made
    answers = tuple(it for it in date.answers if it[0].person != person)
    notices, reminded = _notices_without(date, person), date.reminded - {person}
    return replace(date, made=made, answers=answers, reminded=reminded, notices=notices)


class Step(Enum):
    """The step that the clock of a date takes now."""

    WAIT = auto()
    REMIND = auto()
    OPEN = auto()
    MISS = auto()


def next_step(date: Date, now: float) -> Step:
    """Returns the step of a date's clock at `now`, in seconds since 1970.

    REMIND from REMIND_S before its hour, OPEN from its hour for LATE_S, then MISS. WAIT before, and once it
    is over.
    """
    if date.end is not None or now < date.instant - REMIND_S:
        return Step.WAIT
    if now < date.instant:
        return Step.REMIND
    return Step.OPEN if now < date.instant + LATE_S else Step.MISS
