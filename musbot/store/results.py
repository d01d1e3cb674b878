"""How partidas have ended: a row each, kept apart from their logs, which may go one day."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from musbot.game.state import Terminada
from musbot.table.events import Occupant
from musbot.table.table import Table


@dataclass(frozen=True, slots=True)
class PartidaEnd:
    """How a partida ended: its chat (of a topic: the whole), its rules by name, who sat there.

    `winner` None: it was closed before. `alone` where each was a side of their own; `juegos` of each side.
    """

    chat: str
    rules: str
    alone: bool
    seats: tuple[Occupant | None, ...]
    winner: int | None
    juegos: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """Who sat there: a number that stays theirs, the `name` that they had there and the one they have `now`.

    Both are "" of one who is forgotten, and `person` None.
    """

    number: int
    name: str
    now: str
    person: str | None


@dataclass(frozen=True, slots=True)
class PastPartida:
    """A result as it was kept; a seat None is that of an AI player."""

    table: str
    chat: str
    at: float
    rules: str
    alone: bool
    seats: tuple[PastPlayer | None, ...]
    winner: int | None
    juegos: tuple[int, ...]

    @property
    def sides(self) -> tuple[tuple[PastPlayer | None, ...], ...]:
        """Who played on each side."""
        sides = len(self.seats) if self.alone else 2
        return tuple(self.seats[side::sides] for side in range(sides))

    @property
    def among_people(self) -> bool:
        return None not in self.seats

    def side_of(self, person: str) -> int | None:
        """Returns the side on which a person played."""
        for side, players in enumerate(self.sides):
            if any(player is not None and player.person == person for player in players):
                return side
        return None


def result(table: Table) -> PartidaEnd | None:
    """Returns how the partida of a table ended; None where none has.

    Somebody who left their seat to an AI that has then lost has lost too; not so one who was voted out.
    """
    mesa = table.mesa
    if mesa is None or not table.over:
        return None
    winner = mesa.phase.winner if isinstance(mesa.phase, Terminada) else None
    sides, seats = table.rules.sides(len(table.seats)), list(table.seats)
    for held in table.held:
        if winner is not None and held.seat % sides != winner and not held.banned:
            seats[held.seat] = held.who
    return PartidaEnd(
        chat="" if table.solo else table.chat.partition("/")[0],  # a private one has no ranking
        rules=table.rules.name,
        alone=table.rules.plays_alone,
        seats=tuple(seats),
        winner=winner,
        juegos=tuple(mesa.juegos),
    )


Kept = Sequence[Any]
"""The row of a result: what KINDS says."""


def names_in(found: Sequence[Kept]) -> set[int]:
    """Returns the numbers of the names that results tell of."""
    return {number for row in found for number in _numbers(row[5]) if number is not None}


def parse_results(found: Sequence[Kept], who: Iterable[Sequence[Any]]) -> Iterator[PastPartida]:
    """Yields results with who sat there: a row of each name (its id, its person, itself, the id and last)."""
    players = {
        number: PastPlayer(whose, (name if person else None) or "", (now if person else None) or "", person)
        for number, whose, name, person, now in who
    }
    for table, chat, at, rules, alone, sat, winner, won in found:
        seats, juegos = _numbers(sat), _numbers(won)
        if not seats or any(number is not None and number not in players for number in seats):
            continue
        there = tuple(players[number] if number is not None else None for number in seats)
        yield PastPartida(table, chat, at, rules, bool(alone), there, winner, tuple(n or 0 for n in juegos))


def _numbers(text: str) -> list[int | None]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    listed = found if isinstance(found, list) else []
    return listed if all(it is None or type(it) is int for it in listed) else []
