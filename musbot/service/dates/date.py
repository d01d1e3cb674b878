"""The events and the state of a date, and the next step of its clock, without side effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, StrEnum, auto
from functools import reduce
from typing import assert_never

from musbot.table.act_result import Refused
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
    """The new instant."""


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


DateEvent = DateMade | DateAnswered | DateMoved | DateShown | DateReminded | DateEnded
"""Any event of a date."""


@dataclass(frozen=True, slots=True)
class Date:
    """The state of a date."""

    id: str
    """Its id."""
    maker: Occupant | None
    """The person who made it; None if they were forgotten."""
    chat: ChatId
    """The chat in which it was made."""
    language: str
    """The language of its messages."""
    rules: str
    """The rules of its table, as typed after `/mus`."""
    local: str
    """The local time, without a zone."""
    zone: str
    """The zone."""
    at: float
    """The instant, in seconds since 1970."""
    restricted: bool = False
    """Whether only administrators could open tables when it was made."""
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
    end: DateEnd | None = None
    """Why it is over; None if it is open."""
    table: str = ""
    """The id of the table that opened for it."""

    def people(self, answer: DateAnswer) -> tuple[Occupant, ...]:
        """Returns the people who gave this answer, in the order of their answers."""
        return tuple(who for who, given in self.answers if given is answer)

    @property
    def when(self) -> datetime:
        """The local time, without a zone."""
        return datetime.fromisoformat(self.local)


def fold_date(date_id: str, events: Sequence[DateEvent]) -> Date | None:
    """Returns the state after all events of a date, which are in order; None unless the first one makes it.

    The maker is None if they have no name, because they were forgotten.
    """
    if not events or not isinstance(made := events[0], DateMade):
        return None
    maker = made.who if made.who.name else None
    told = made.chat, made.language, made.rules, made.local, made.zone, made.at, made.restricted
    date = Date(date_id, maker, *told)
    return reduce(evolve, events[1:], date)


def evolve(date: Date, event: DateEvent) -> Date:
    """Returns a date after an event; each adds 1 to `seq`.

    An answer replaces the person's earlier one and comes last; an answer without a name, of a forgotten
    person, is left out. A move clears the reminders; to another day also the answers Voy and No, except the
    maker's. A second DateMade changes only `seq`.
    """
    date = replace(date, seq=date.seq + 1)
    match event:
        case DateAnswered(who, answer):
            others = tuple(it for it in date.answers if it[0].person != who.person)
            return replace(date, answers=(*others, (who, answer)) if who.name else others)
        case DateMoved(local, at):
            moved = replace(date, local=local, at=at, moves=date.moves + 1, reminded=frozenset())
            return moved if moved.when.date() == date.when.date() else _ask_again(moved)
        case DateShown(message, chat):
            return replace(date, message=message, shown_in=chat)
        case DateReminded(who):
            return replace(date, reminded=date.reminded | {who.person or NO_PERSON})
        case DateEnded(why, table):
            return replace(date, end=why, table=table)
        case DateMade():
            return date
        case _:
            assert_never(event)


def _ask_again(date: Date) -> Date:
    """Returns a date with only the answers Quizá and its maker's."""
    maker = date.maker.person if date.maker is not None else ""
    kept = (it for it in date.answers if it[0].person == maker or it[1] is DateAnswer.MAYBE)
    return replace(date, answers=tuple(kept))


def without_person(date: Date, person: PersonId) -> Date:
    """Returns a date without a person who is forgotten: not as maker, answering or reminded."""
    maker = None if date.maker is not None and date.maker.person == person else date.maker
    answers = tuple(it for it in date.answers if it[0].person != person)
    return replace(date, maker=maker, answers=answers, reminded=date.reminded - {person})


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
    if date.end is not None or now < date.at - REMIND_S:
        return Step.WAIT
    if now < date.at:
        return Step.REMIND
    return Step.OPEN if now < date.at + LATE_S else Step.MISS


def require_may_be_made(dates: Sequence[Date], person: PersonId, chat: ChatId) -> None:
    """Raises Refused if a person made one of `dates`, or MOST_IN_CHAT of them are in this very chat.

    Dates of other topics do not count.
    """
    if any(it.maker is not None and it.maker.person == person for it in dates):
        raise Refused("refused-date-own")
    if sum(it.chat == chat for it in dates) >= MOST_IN_CHAT:
        raise Refused("refused-date-many", most=MOST_IN_CHAT)
