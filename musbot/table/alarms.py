"""What a table waits for besides people: the clocks of a moment, and what follows when one strikes."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Protocol, assert_never

from musbot.boundary import report
from musbot.game.actions import Action, Seat
from musbot.game.engine import awaited, gracia
from musbot.game.envite import Envite
from musbot.game.state import Mus, State
from musbot.game.views import observe
from musbot.players import USUAL, Player, cautious
from musbot.table.away import patience_s
from musbot.table.conduct import missed, speak, wait_over
from musbot.table.events import AnyEvent, Ended, Ending, PutOff, Waited
from musbot.table.lobby import silent
from musbot.table.table import Table

LOBBY_S = 15 * 60
IDLE_S = 60 * 60
NUDGE_S = 20
WAITED_S = 5 * 60
READY_S = 60
YIELD = 1 / 3
"""Of the turn clock: how long an AI leaves a partner to answer first; without a clock, for ever."""


class Handle(Protocol):
    """A clock that runs and can be stopped."""

    def cancel(self) -> None:
        """Stops it; nothing happens if it has struck."""

    def when(self) -> float:
        """Returns when it strikes, by the `time` of what runs it."""


class Timers(Protocol):
    """What runs clocks: an asyncio loop, or a test's own."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Handle:
        """Calls back after `delay` seconds."""

    def time(self) -> float:
        """Returns the seconds of its own clock."""


@dataclass(frozen=True, slots=True)
class LobbyClock:
    """A lobby that nobody has touched since then is closed."""

    touched: int


@dataclass(frozen=True, slots=True)
class WaitedClock:
    """A person has sat in the lobby for so long that they are asked before it begins."""

    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class ReadyClock:
    """Those who were asked whether they are there have not been heard of."""

    asked: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class IdleClock:
    """A table that nobody has touched since then is put off."""

    touched: int


@dataclass(frozen=True, slots=True)
class GraciaClock:
    """A partner has had time to commit to more than this seat has (R30)."""

    question: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The suplente speaks for a person who has not; one who is back has all their time again (R94)."""

    question: int
    seat: Seat
    missed: int = 0


@dataclass(frozen=True, slots=True)
class NudgeClock:
    """A person who has not spoken is called."""

    question: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class SpeakClock:
    """An AI player speaks."""

    question: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class GestureClock:
    """An AI player is asked for a seña or a look."""

    question: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """What a table waits for: the number of its question, and whose answer stands once the gracia is over."""

    question: int
    waiting: Seat | None = None

    @classmethod
    def of(cls, table: Table) -> Moment:
        """Returns that of a table as it is."""
        return cls(table.question, gracia(table.mesa) if table.mesa is not None else None)

    def __str__(self) -> str:
        """Returns it as it is stored (`17`, `17.2`)."""
        return str(self.question) if self.waiting is None else f"{self.question}.{self.waiting}"

    @classmethod
    def read(cls, text: str) -> Moment:
        """Returns what was stored; raises ValueError for anything else."""
        question, _, waiting = text.partition(".")
        return cls(int(question), int(waiting) if waiting else None)


BeforeAlarm = LobbyClock | WaitedClock | ReadyClock
Alarm = BeforeAlarm | IdleClock | GraciaClock | TurnClock | NudgeClock | SpeakClock | GestureClock
"""A clock: it strikes only the question, and the seat, or the quiet since an event, it was wound for."""


def alarms(
    table: Table, touched: int, turn_s: float, ai_pause_s: float, seen: Mapping[Seat, Moment]
) -> dict[Alarm, float]:
    """Returns the clocks that should be running now and the seconds each takes from its start.

    `touched` counts what people have done there, `seen` is what each seat could last see to be asked: no
    clock runs for a person's word before they could see that it is awaited.
    """
    if table.over or table.put_off:
        return {}
    if table.mesa is None:
        return {LobbyClock(touched): LOBBY_S, **({} if table.solo else dict(_in_lobby(table)))}
    wound: dict[Alarm, float] = {IdleClock(touched): IDLE_S}
    turno, humans = awaited(table.mesa), table.humans
    people = [seat for seat in turno if seat in humans]
    wound |= dict(_turns(table, people, turn_s, seen))
    ais = [seat for seat in turno if seat not in people]
    yields = bool(people) and isinstance(table.mesa.phase, Envite)
    behind = delays_behind_others(table, ai_pause_s)
    wound |= dict(_words(table, ais, turn_s, ai_pause_s, behind, yields=yields))
    return wound | dict.fromkeys(_gestures(table, humans), ai_pause_s / 2)


def delays_behind_others(table: Table, ai_pause_s: float) -> dict[Seat, float]:
    """Returns the part of each SpeakClock, in seconds, that its AI waits behind other AIs."""
    if table.mesa is None:
        return {}
    humans = table.humans
    ais = [seat for seat in awaited(table.mesa) if seat not in humans]
    return {seat: ai_pause_s * place for place, seat in enumerate(ais)}


def _in_lobby(table: Table) -> Iterator[tuple[Alarm, float]]:
    for seat, who in enumerate(table.seats):
        if who is not None and who.person is not None and seat not in table.waited:
            yield WaitedClock(seat, who.person), WAITED_S
    if table.asking:
        yield ReadyClock(table.asking), READY_S


def soon_s(table: Table) -> float | None:
    """Returns within how many seconds something may happen at a table by itself; None: nothing will."""
    if table.over or table.put_off:
        return None
    if table.mesa is None:
        return LOBBY_S
    humans = table.humans
    waits = gracia(table.mesa) is None and all(seat in humans for seat in awaited(table.mesa))
    return NUDGE_S if waits else 0


def _turns(
    table: Table, people: Sequence[Seat], turn_s: float, seen: Mapping[Seat, Moment]
) -> Iterator[tuple[Alarm, float]]:
    """The clocks of people: of each who has seen what is asked, and the gracia once all of them have."""
    moment, phase = Moment.of(table), table.mesa.phase if table.mesa is not None else None
    ordago = isinstance(phase, Envite) and phase.ordago
    if moment.waiting is not None and all(seen.get(seat) == moment for seat in people):
        yield GraciaClock(moment.question, moment.waiting), table.rules.gracia
    for seat in people:
        if seat in seen and seen[seat].question == moment.question:
            missed = table.missed[seat]
            left_s = patience_s(turn_s, missed, ordago=ordago)
            if not table.solo and (not turn_s or left_s > NUDGE_S):
                yield NudgeClock(moment.question, seat), NUDGE_S
            if turn_s:
                yield TurnClock(moment.question, seat, missed), left_s


def _words(
    table: Table,
    ais: Sequence[Seat],
    turn_s: float,
    ai_pause_s: float,
    behind: Mapping[Seat, float],
    *,
    yields: bool,
) -> Iterator[tuple[Alarm, float]]:
    """Yields the clocks of AIs: one pause after another, after the time of a human partner."""
    for seat in ais:
        if not yields or turn_s:
            yield SpeakClock(table.question, seat), behind[seat] + (turn_s * YIELD if yields else ai_pause_s)


def _gestures(table: Table, humans: Sequence[Seat]) -> Iterator[Alarm]:
    """Each AI is asked once a question for a seña or a look (R57, R58)."""
    if table.rules.signs and table.mesa is not None and isinstance(table.mesa.phase, (Mus, Envite)):
        for seat in range(len(table.seats)):
            if seat not in humans:
                yield GestureClock(table.question, seat)


def for_people(alarm: Alarm) -> bool:
    """Whether a clock stands still while its table's platform does not answer: people cannot act."""
    match alarm:
        case SpeakClock() | GraciaClock():
            return False
        case (
            LobbyClock()
            | WaitedClock()
            | ReadyClock()
            | IdleClock()
            | TurnClock()
            | NudgeClock()
            | GestureClock()
        ):
            return True
        case _:
            assert_never(alarm)


def strike(table: Table, alarm: Alarm, players: Mapping[str, Player], rng: Random) -> tuple[AnyEvent, ...]:
    """Returns what follows when a clock strikes; a nudge changes nothing at the table."""
    match alarm:
        case LobbyClock():
            return (Ended(Ending.EXPIRED),)
        case WaitedClock(seat):
            return (Waited(seat),)
        case ReadyClock():
            return silent(table)
        case IdleClock():
            return (PutOff(),)
        case GraciaClock():
            return wait_over(table)
        case NudgeClock():
            return ()
        case TurnClock() | SpeakClock() | GestureClock():
            return _at_seat(table, table.mesa, alarm, players, rng) if table.mesa is not None else ()
        case _:
            assert_never(alarm)


def _at_seat(
    table: Table,
    mesa: State,
    alarm: TurnClock | SpeakClock | GestureClock,
    players: Mapping[str, Player],
    rng: Random,
) -> tuple[AnyEvent, ...]:
    seat, view = alarm.seat, observe(mesa, alarm.seat)
    who = table.seats[seat]
    kind = who.ai if who and who.ai in players else USUAL.value  # a kind of another version is not known
    player = players[kind or USUAL.value]
    match alarm:
        case GestureClock():
            return _tried(table, partial(_spoken, table, seat), partial(player.gesture, view))
        case TurnClock() | SpeakClock() if seat not in awaited(mesa):
            return ()
        case TurnClock():
            missing = partial(missed, table, seat)
            return _tried(table, missing, partial(player.choose, view)) or missing(cautious(view, rng))
        case SpeakClock():
            speaking = partial(_spoken, table, seat)
            return _tried(table, speaking, partial(player.choose, view)) or speaking(cautious(view, rng))
        case _:
            assert_never(alarm)


def _spoken(table: Table, seat: Seat, action: Action) -> tuple[AnyEvent, ...]:
    return speak(table, seat, action).events


def _tried(
    table: Table, saying: Callable[[Action], tuple[AnyEvent, ...]], choosing: Callable[[], Action | None]
) -> tuple[AnyEvent, ...]:
    """Returns the events of an AI player's choice; none, and a line in the log, if the player fails.

    It fails by an illegal choice or any error. Code without `await` cannot be cancelled on purpose.
    """
    try:
        action = choosing()
        return saying(action) if action is not None else ()
    except (Exception, CancelledError) as error:
        report(f"table {table.id}: an AI player failed", error)
        return ()
