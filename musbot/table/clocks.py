"""What a table waits for besides people: the clocks of a moment, and what follows when one strikes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from musbot.game.actions import Action, Seat
from musbot.game.engine import awaited, gracia
from musbot.game.envite import Envite
from musbot.game.errors import MusError
from musbot.game.mesa import Mus
from musbot.game.views import observe
from musbot.players import Player, cautious
from musbot.table.conduct import AI_KIND, missed, wait_over, word
from musbot.table.state import AnyEvent, Ended, PutOff, Table

log = logging.getLogger(__name__)

LOBBY_S = 15 * 60
IDLE_S = 60 * 60
NUDGE_S = 20
YIELD = 1 / 3
"""Of the turn clock: how long an AI leaves a partner to answer first; without a clock, for ever."""


class Handle(Protocol):
    """A clock that runs and can be stopped."""

    def cancel(self) -> None:
        """Stops it; nothing happens if it has struck."""


class Timers(Protocol):
    """What runs clocks: an asyncio loop, or a test's own."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Handle:
        """Calls back after `delay` seconds."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A clock: `kind` is `ai`, `gesture` (of an AI), `turn`, `nudge`, `gracia`, `lobby` or `idle`.

    It strikes only the question, and the seat, it was wound for; `touched` is the event since which a lobby
    or an idle table waits.
    """

    kind: str
    question: int = 0
    seat: Seat | None = None
    touched: int = 0


def alarms(table: Table, touched: int, turn_s: float, ai_pause_s: float) -> dict[Alarm, float]:
    """Returns the clocks that should be running now and the seconds each takes from its start.

    `touched` is the number of the last event that a person caused.
    """
    if table.over or table.put_off:
        return {}
    if table.mesa is None:
        return {Alarm("lobby", touched=touched): LOBBY_S}
    wound: dict[Alarm, float] = {Alarm("idle", touched=touched): IDLE_S}
    waiting = gracia(table.mesa)
    if waiting is not None:
        wound[Alarm("gracia", table.question, waiting)] = table.rules.gracia
    turno = awaited(table.mesa)
    people = [seat for seat in turno if seat in table.humans]
    for seat in people:
        wound[Alarm("nudge", table.question, seat)] = NUDGE_S
        if turn_s:
            wound[Alarm("turn", table.question, seat)] = turn_s
    ais = [seat for seat in turno if seat not in people]
    yields = bool(people) and isinstance(table.mesa.phase, Envite)
    wound |= dict(_words(table, ais, turn_s, ai_pause_s, yields=yields))
    return wound | dict.fromkeys(_gestures(table), ai_pause_s / 2)


def _words(
    table: Table, ais: Sequence[Seat], turn_s: float, ai_pause_s: float, *, yields: bool
) -> Iterator[tuple[Alarm, float]]:
    """When each AI speaks: one after another, or once a person at its side has had time to."""
    for place, seat in enumerate(ais, start=1):
        if not yields:
            yield Alarm("ai", table.question, seat), ai_pause_s * place
        elif turn_s:
            yield Alarm("ai", table.question, seat), turn_s * YIELD


def _gestures(table: Table) -> Iterator[Alarm]:
    """Each AI is asked once a question for a seña or a look (R57, R58)."""
    if table.rules.signs and table.mesa is not None and isinstance(table.mesa.phase, (Mus, Envite)):
        for seat in range(len(table.seats)):
            if seat not in table.humans:
                yield Alarm("gesture", table.question, seat)


def strike(table: Table, alarm: Alarm, players: Mapping[str, Player], rng: Random) -> tuple[AnyEvent, ...]:
    """Returns what follows when a clock strikes; a nudge changes nothing at the table."""
    match alarm.kind:
        case "gracia":
            return wait_over(table)
        case "lobby":
            return (Ended("caducada"),)
        case "idle":
            return (PutOff(),)
    seat, mesa = alarm.seat, table.mesa
    if seat is None or mesa is None:
        return ()
    view = observe(mesa, seat)
    who = table.seats[seat]
    player = players[who.ai if who and who.ai else AI_KIND]
    if alarm.kind == "gesture":
        return _tried(table, seat, player.gesture(view))
    if seat not in awaited(mesa):
        return ()
    if alarm.kind == "turn":
        return missed(table, seat, cautious(view, rng))
    return _tried(table, seat, player.choose(view)) or word(table, seat, cautious(view, rng)).events


def _tried(table: Table, seat: Seat, action: Action | None) -> tuple[AnyEvent, ...]:
    """What follows from what an AI player does; nothing, and a line in the log, if it may not."""
    if action is None:
        return ()
    try:
        return word(table, seat, action).events
    except MusError:
        log.exception("table %s: an AI player did what is not allowed", table.id)
        return ()
