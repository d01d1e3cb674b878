"""The results of partidas: a row for each, which outlives its log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from musbot.game.state import Terminada
from musbot.table.events import NO_CHAT, ChatId, Occupant, PersonId, TableId
from musbot.table.table import Table


@dataclass(frozen=True, slots=True)
class PartidaEnd:
    """The result of a partida that has just ended."""

    chat: ChatId
    """The chat without its topic; "" for a private chat."""
    rules: str
    """The name of the rules."""
    alone: bool
    """Whether each player was a separate side."""
    seats: tuple[Occupant | None, ...]
    """The players by seat; None for an AI player."""
    winner: int | None
    """The side that won; None if the partida was not finished."""
    juegos: tuple[int, ...]
    """The juegos of each side."""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A player in a result. A forgotten person has "" as names, and no id."""

    number: int
    """A permanent number."""
    name: str
    """The name in that partida."""
    now: str
    """The last name."""
    person: PersonId | None
    """The id; None if the person is forgotten."""


@dataclass(frozen=True, slots=True)
class PastPartida:
    """A stored result."""

    table: TableId
    """The id of the table."""
    chat: ChatId
    """The chat whose ranking counts it."""
    at: float
    """The time of its end, in seconds since 1970."""
    rules: str
    """The name of the rules."""
    alone: bool
    """Whether each player was a separate side."""
    seats: tuple[PastPlayer | None, ...]
    """The players by seat; None for an AI player."""
    winner: int | None
    """The side that won; None if the partida was not finished."""
    juegos: tuple[int, ...]
    """The juegos of each side."""
    began: float
    """The time of its start, in seconds since 1970; `at` if its log was deleted."""

    @property
    def sides(self) -> tuple[tuple[PastPlayer | None, ...], ...]:
        """The players of each side; None for an AI player. Sides have the number that `winner` uses."""
        sides = len(self.seats) if self.alone else 2
        return tuple(self.seats[side::sides] for side in range(sides))

    @property
    def among_people(self) -> bool:
        """Whether no AI player had a seat."""
        return None not in self.seats

    def side_of(self, person: PersonId) -> int | None:
        """Returns the side on which a person has a seat in this result, 0 for the first; None for no seat."""
        for side, players in enumerate(self.sides):
            if any(player is not None and player.person == person for player in players):
                return side
        return None


def result(table: Table) -> PartidaEnd | None:
    """Returns the result of a finished table; None before the end, or if no partida began.

    A table that was closed during its partida has a result without a winner. A player who left their seat
    (`Table.held`) counts there again if that seat's side lost, unless they were voted out.
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
        chat=NO_CHAT
        if table.solo
        else ChatId(table.counts_in.partition("/")[0]),  # private chats have no ranking
        rules=table.rules.name,
        alone=table.rules.plays_alone,
        seats=tuple(seats),
        winner=winner,
        juegos=tuple(mesa.juegos),
    )


ResultRow = Sequence[Any]
"""The row of a result, in the order of `PastPartida`."""


@dataclass(frozen=True, slots=True)
class ChatResults:
    """All finished partidas of a chat, in a form that is quick to count. People are numbers."""

    lines: Sequence[str]
    """A line of `queries.COUNTED` for each partida, the oldest first."""
    seats: Mapping[str, tuple[int | None, ...]]
    """The names in each stored text of seats, as numbers; None for an AI player.

    An unreadable text has no names; a text with an unknown name is left out.
    """
    owners: Mapping[int | None, int | None]
    """The person behind each name; None for an AI player."""
    names: Mapping[int, str]
    """The last name of each person; a forgotten person has none."""


def seats_in(lines: Iterable[str]) -> dict[str, tuple[int | None, ...]]:
    """Returns, for each stored text of seats, the numbers of the names in it by seat; None for an AI player.

    The texts are the last words of the lines. An unreadable text has no numbers.
    """
    texts = list({line.split(" ", 4)[4] for line in lines})
    together = _read_list(f"[{','.join(texts)}]")  # one by one, thousands would take longer
    is_whole = len(together) == len(texts) and {*map(type, together)} <= {list}
    if not is_whole or not _are_numbers(chain.from_iterable(together)):
        together = [*map(_numbers, texts)]
    return dict(zip(texts, map(tuple, together), strict=True))


def chat_results(
    lines: Sequence[str], seats: Mapping[str, tuple[int | None, ...]], who: Iterable[Sequence[Any]]
) -> ChatResults:
    """Returns results with the people behind the names in `seats`.

    A text of seats with an unknown name is left out. `who` has the rows that `parse_results` takes.
    """
    owners: dict[int | None, int | None] = {None: None}
    names: dict[int, str] = {}
    for number, whose, _, person, now in who:
        owners[number] = whose
        if person and now:
            names[whose] = now
    if lost := {*chain.from_iterable(seats.values())} - owners.keys():
        seats = {text: numbers for text, numbers in seats.items() if lost.isdisjoint(numbers)}
    return ChatResults(lines, seats, owners, names)


def names_in(rows: Sequence[ResultRow]) -> set[int]:
    """Returns the numbers of the names in results; unreadable seats have none."""
    return {number for row in rows for number in _numbers(row[5]) if number is not None}


def parse_results(rows: Sequence[ResultRow], who: Iterable[Sequence[Any]]) -> Iterator[PastPartida]:
    """Yields results with their players; skips a result with unreadable seats or an unknown name.

    Unreadable juegos become (). The rows of `who`: number of the name, number of the person, name, id (None
    if forgotten), last name.
    """
    players = {
        number: PastPlayer(whose, (name if person else None) or "", (now if person else None) or "", person)
        for number, whose, name, person, now in who
    }
    for table, chat, at, rules, alone, sat, winner, won, began in rows:
        seats, juegos = _numbers(sat), _numbers(won)
        if not seats or any(number is not None and number not in players for number in seats):
            continue
        there = tuple(players[number] if number is not None else None for number in seats)
        yield PastPartida(
            table, chat, at, rules, bool(alone), there, winner, tuple(n or 0 for n in juegos), began
        )


def _numbers(text: str) -> list[int | None]:
    """Returns a JSON list of integers and nulls; an empty list for any other text."""
    listed = _read_list(text)
    return listed if _are_numbers(listed) else []


def _read_list(text: str) -> list[Any]:
    """Returns a JSON list; an empty list for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _are_numbers(found: Iterable[Any]) -> bool:
    """Returns whether all values are integers or None."""
    return {*map(type, found)} <= {int, type(None)}
