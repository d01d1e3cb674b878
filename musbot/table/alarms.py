"""The clocks of a table, and the events when one of them fires."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Protocol, assert_never

from musbot.game.actions import Action, Seat
from musbot.game.engine import awaited_seats, gracia
from musbot.game.envite import Envite
from musbot.game.state import Mus, State
from musbot.game.views import View, observe
from musbot.players import USUAL, Player, cautious, without_bet
from musbot.runtime.boundary import report
from musbot.table.away import patience_s
from musbot.table.decisions import end_gracia, miss_turn, speak
from musbot.table.events import AnyEvent, Ended, Ending, PersonId, PutOff, Waited
from musbot.table.lobby import remove_silent
from musbot.table.table import Table

LOBBY_S = 15 * 60
"""Seconds without an act after which a lobby closes."""
IDLE_S = 60 * 60
"""Seconds without an act after which a table pauses."""
NUDGE_S = 20
"""Seconds after which a silent player is called."""
WAITED_S = 5 * 60
"""Seconds in a lobby after which a person must confirm their presence before the start."""
READY_S = 60
"""Seconds in which people must confirm that they are present; at a date's table they have LOBBY_S (R97)."""
YIELD = 1 / 3
"""The share of the turn clock that an AI player leaves to a human partner.

Without a clock, it waits for the partner.
"""


class Handle(Protocol):
    """A running clock that can be stopped."""

    def cancel(self) -> None:
        """Stops the clock, so that it does not fire; no effect after it fired."""

    def when(self) -> float:
        """Returns the time at which it fires, on the clock of its `Timers`."""


class Timers(Protocol):
    """A source of timers: an asyncio loop, or a fake one in tests."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Handle:
        """Starts a clock that calls `callback` with `args` once, after `delay` seconds; returns the clock."""

    def time(self) -> float:
        """Returns the current time in seconds, from an arbitrary start."""


@dataclass(frozen=True, slots=True)
class LobbyClock:
    """The time after which an idle lobby closes."""

    touched: int
    """The number of people's acts when the clock started."""


@dataclass(frozen=True, slots=True)
class WaitedClock:
    """The time in the lobby after which a person counts as possibly absent."""

    seat: Seat
    """The seat."""
    person: PersonId
    """The id of the person."""


@dataclass(frozen=True, slots=True)
class ReadyClock:
    """The time to confirm presence. When it ends, people who have not confirmed it lose their seats."""

    asked: frozenset[Seat]
    """The seats that were asked; an answer of one leaves the others the rest of their time."""


@dataclass(frozen=True, slots=True)
class IdleClock:
    """The time after which an idle table pauses."""

    touched: int
    """The number of people's acts when the clock started."""


@dataclass(frozen=True, slots=True)
class GraciaClock:
    """The wait for a partner's answer (R30)."""

    question: int
    """The number of the question."""
    seat: Seat
    """The seat whose answer then counts."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time of a person for a word; then the suplente speaks. A return restarts it in full (R94)."""

    question: int
    """The number of the question."""
    seat: Seat
    """The seat of the person."""
    missed: int = 0
    """The turns missed in a row before."""


@dataclass(frozen=True, slots=True)
class NudgeClock:
    """The time after which a silent person is called."""

    question: int
    """The number of the question."""
    seat: Seat
    """The seat of the person."""


@dataclass(frozen=True, slots=True)
class SpeakClock:
    """The pause before an AI player speaks."""

    question: int
    """The number of the question."""
    seat: Seat
    """The seat of the AI player."""


@dataclass(frozen=True, slots=True)
class GestureClock:
    """The pause before an AI player may make a seña or a look."""

    question: int
    """The number of the question."""
    seat: Seat
    """The seat of the AI player."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A question of a table, and the wait for a partner in it, if there is one."""

    question: int
    """The number of the question."""
    waiting: Seat | None = None
    """The seat whose answer counts after the gracia (R30); None if there is no wait."""

    @classmethod
    def of_table(cls, table: Table) -> Moment:
        """Returns the current moment of a table; question 0 in the lobby."""
        return cls(table.question, gracia(table.mesa) if table.mesa is not None else None)

    def __str__(self) -> str:
        """Returns the text to store (`17`, `17.2`)."""
        return str(self.question) if self.waiting is None else f"{self.question}.{self.waiting}"

    @classmethod
    def read(cls, text: str) -> Moment:
        """Returns the moment of a stored text: `17` for question 17, `17.2` if it waits for seat 2.

        Raises ValueError for a text without these numbers.
        """
        question, _, waiting = text.partition(".")
        return cls(int(question), int(waiting) if waiting else None)


BeforeAlarm = LobbyClock | WaitedClock | ReadyClock
"""A clock of the lobby."""
Alarm = BeforeAlarm | IdleClock | GraciaClock | TurnClock | NudgeClock | SpeakClock | GestureClock
"""A clock. It fires only while its fields still match the table's question, seat and acts."""


def alarms(
    table: Table, touched: int, turn_s: float, ai_pause_s: float, seen: Mapping[Seat, Moment]
) -> dict[Alarm, float]:
    """Returns the clocks that should run now, each with its full duration in seconds.

    A paused or finished table has none. `touched` is the number of people's acts so far, and `seen` the last
    question that each seat could see. A person's TurnClock and NudgeClock run only if they could see the
    current question. The GraciaClock runs only if all awaited people could. `turn_s` is 0 without a turn
    clock. `ai_pause_s` is the pause before an AI player's word; gestures wait half of it.
    """
    if table.over or table.put_off:
        return {}
    if table.mesa is None:
        return dict(_in_lobby(table, touched))
    wound: dict[Alarm, float] = {IdleClock(touched): IDLE_S}
    turno, humans = awaited_seats(table.mesa), table.humans
    people = [seat for seat in turno if seat in humans]
    wound |= dict(_turns(table, people, turn_s, seen))
    ais = [seat for seat in turno if seat not in people]
    yields = bool(people) and isinstance(table.mesa.phase, Envite)
    behind = delays_behind_others(table, ai_pause_s)
    wound |= dict(_words(table, ais, turn_s, ai_pause_s, behind, yields=yields))
    return wound | dict.fromkeys(_gestures(table, humans), ai_pause_s / 2)


def delays_behind_others(table: Table, ai_pause_s: float) -> dict[Seat, float]:
    """Returns for each AI player that must speak the seconds it waits behind other AI players.

    The first in turn order waits 0, each further one `ai_pause_s` more. Empty in the lobby.
    """
    if table.mesa is None:
        return {}
    humans = table.humans
    ais = [seat for seat in awaited_seats(table.mesa) if seat not in humans]
    return {seat: ai_pause_s * place for place, seat in enumerate(ais)}


def _in_lobby(table: Table, touched: int) -> Iterator[tuple[Alarm, float]]:
    """Yields the clocks of a lobby with their seconds.

    ReadyClock runs while confirmations are awaited, otherwise LobbyClock. At a table that is not solo, each
    person who need not confirm their presence now has a WaitedClock.
    """
    if table.asking:
        yield ReadyClock(table.asked), ready_s(table)
    else:
        yield LobbyClock(touched), LOBBY_S
    for seat, who in enumerate(() if table.solo else table.seats):
        if who is not None and who.person is not None and seat not in table.waited:
            yield WaitedClock(seat, who.person), LOBBY_S if table.date else WAITED_S


def ready_s(table: Table) -> float:
    """Returns the seconds that people have to confirm that they are present (R97)."""
    return LOBBY_S if table.date else READY_S


def soon_s(table: Table) -> float | None:
    """Returns roughly in how many seconds a clock may act, to load urgent tables first.

    LOBBY_S in the lobby, NUDGE_S while only people are awaited and no gracia runs, otherwise 0; None if the
    table is paused or over.
    """
    if table.over or table.put_off:
        return None
    if table.mesa is None:
        return LOBBY_S
    humans = table.humans
    waits = gracia(table.mesa) is None and all(seat in humans for seat in awaited_seats(table.mesa))
    return NUDGE_S if waits else 0


def _turns(
    table: Table, people: Sequence[Seat], turn_s: float, seen: Mapping[Seat, Moment]
) -> Iterator[tuple[Alarm, float]]:
    """Yields the turn clock and the nudge of each of the `people` who has seen the question, with seconds.

    Once all of them have seen the wait for a partner too, also yields the GraciaClock. A person has no turn
    clock if `turn_s` is 0. They have no nudge in a private chat, or if their turn clock ends within NUDGE_S.
    After a missed turn the nudge comes when a third of their turn clock is over, NUDGE_S at most.
    """
    moment, phase = Moment.of_table(table), table.mesa.phase if table.mesa is not None else None
    ordago = isinstance(phase, Envite) and phase.ordago
    if moment.waiting is not None and all(seen.get(seat) == moment for seat in people):
        yield GraciaClock(moment.question, moment.waiting), table.rules.gracia
    for seat in people:
        if seat in seen and seen[seat].question == moment.question:
            missed = table.missed[seat]
            left_s = patience_s(turn_s, missed, ordago=ordago)
            if not table.solo and (not turn_s or left_s > NUDGE_S):
                yield NudgeClock(moment.question, seat), min(left_s / 3, NUDGE_S) if missed else NUDGE_S
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
    """Yields the SpeakClock of each AI player with its seconds: `ai_pause_s` plus its seconds in `behind`.

    With `yields`, a third of `turn_s` replaces `ai_pause_s`, for a human partner. No clock is yielded then if
    `turn_s` is 0.
    """
    for seat in ais:
        if not yields or turn_s:
            yield SpeakClock(table.question, seat), behind[seat] + (turn_s * YIELD if yields else ai_pause_s)


def _gestures(table: Table, humans: Sequence[Seat]) -> Iterator[Alarm]:
    """Yields a clock for each AI player, which then may make a seña or a look (R57, R58).

    Yields none if the rules have no señas, in the lobby, and outside mus and lances.
    """
    if table.rules.signs and table.mesa is not None and isinstance(table.mesa.phase, (Mus, Envite)):
        for seat in range(len(table.seats)):
            if seat not in humans:
                yield GestureClock(table.question, seat)


def pauses_in_outage(alarm: Alarm) -> bool:
    """Returns whether a clock pauses while the platform is down, because people cannot act.

    False for the words of AI players and the gracia.
    """
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


def alarm_events(
    table: Table, alarm: Alarm, players: Mapping[str, Player], rng: Random
) -> tuple[AnyEvent, ...]:
    """Returns the events when a clock fires; they are not yet applied.

    Empty for a nudge, a gesture that is not made, and a seat that is not awaited. Empty also for a turn in
    the lobby, and confirmations that no seat owes. `players` has the AI players by kind; for people and
    unknown kinds the usual kind chooses. If its choice fails, the error is logged: a cautious word is said
    instead, or no gesture made. Raises Refused or Illegal if the clock does not fit the table.
    """
    match alarm:
        case LobbyClock():
            return (Ended(Ending.EXPIRED),)
        case WaitedClock(seat):
            return (Waited(seat),)
        case ReadyClock():
            return remove_silent(table)
        case IdleClock():
            return (PutOff(),)
        case GraciaClock():
            return end_gracia(table)
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
    """Returns the events when the clock of a seat fires.

    The seat's AI player chooses, for a person or an unknown kind the usual one. If that fails, the error is
    logged and a cautious word is said, but no gesture made. A TurnClock counts a missed turn (R94), and its
    word neither bets nor raises. Empty if a word is not awaited from the seat, or without a gesture. Raises
    Illegal or Refused.
    """
    seat, view = alarm.seat, observe(mesa, alarm.seat)
    who = table.seats[seat]
    kind = who.ai if who and who.ai in players else USUAL.value  # a log may have other kinds
    player = players[kind or USUAL.value]
    match alarm:
        case GestureClock():
            return _try_choice(table, partial(_say_word, table, seat), partial(player.gesture, view))
        case TurnClock() | SpeakClock() if seat not in awaited_seats(mesa):
            return ()
        case TurnClock():
            missing = partial(miss_turn, table, seat)
            answering = partial(_choose_without_bet, player, view)
            return _try_choice(table, missing, answering) or missing(cautious(view, rng))
        case SpeakClock():
            speaking = partial(_say_word, table, seat)
            return _try_choice(table, speaking, partial(player.choose, view)) or speaking(cautious(view, rng))
        case _:
            assert_never(alarm)


def _choose_without_bet(player: Player, view: View) -> Action:
    """Returns the word of an AI player; paso, quiero or conforme instead of a bet or a raise (R94)."""
    return without_bet(view, player.choose(view))


def _say_word(table: Table, seat: Seat, action: Action) -> tuple[AnyEvent, ...]:
    """Returns the events of a word, seña or look, deals included; raises Illegal or Refused."""
    return speak(table, seat, action).events


def _try_choice(
    table: Table, saying: Callable[[Action], tuple[AnyEvent, ...]], choosing: Callable[[], Action | None]
) -> tuple[AnyEvent, ...]:
    """Returns the events of an AI player's choice; empty if it chooses None, or fails.

    It fails if `choosing` or `saying` raises an Exception, such as Illegal, or CancelledError; the error is
    logged. Code without `await` cannot be cancelled on purpose. Other errors are raised.
    """
    try:
        action = choosing()
        return saying(action) if action is not None else ()
    except (Exception, CancelledError) as error:
        report(f"table {table.id}: an AI player failed", error)
        return ()
