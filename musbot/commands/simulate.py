"""AI against AI, as many hands as are asked for: the same seed always plays the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from musbot.acta.partida import Promesa
from musbot.acta.write import write
from musbot.arena.playing import play_out
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rules import RuleSet
from musbot.game.shuffle import Baraja, commitment
from musbot.game.state import State
from musbot.players import PLAYERS


class WrongPlayers(MusError):
    """AI players that cannot be seated; says which there are, or how many are needed."""


@dataclass(frozen=True, slots=True)
class Played:
    """A partida played, or cut short after the last hand asked for."""

    names: tuple[str, ...]
    events: tuple[Event, ...]
    mesa: State
    baraja: Promesa

    def acta(self) -> str:
        """Returns the acta, with what verifies its deals."""
        return write(self.names, self.events, self.baraja)


def seated(rules: RuleSet, kinds: Sequence[str], seats: int | None = None) -> tuple[str, ...]:
    """Returns which AI plays in each seat, those given taken in turn; raises WrongPlayers."""
    seats = rules.usual_seats if seats is None else seats
    if seats not in rules.players:
        raise WrongPlayers(f"{seats} seats: expected {numbers(rules.players)} ({rules.name})")
    for kind in kinds:
        if kind not in PLAYERS:
            raise WrongPlayers(f"{kind!r} is no player: expected one of {', '.join(PLAYERS)}")
    if not kinds or seats % len(kinds):
        fit = [n for n in range(1, seats + 1) if seats % n == 0]
        raise WrongPlayers(f"{len(kinds)} players: expected {numbers(fit)} ({rules.name})")
    return tuple(kinds) * (seats // len(kinds))


def numbers(fit: Sequence[int]) -> str:
    """Returns them as people list them: "2, 3 or 4"."""
    *most, last = map(str, fit)
    return f"{', '.join(most)} or {last}" if most else last


def simulate(rules: RuleSet, kinds: Sequence[str], hands: int, seed: str) -> Iterator[Played]:
    """Yields partidas, one after another, until so many hands have been played; `kinds` by seat."""
    number = 0
    while hands > 0:
        number += 1
        played = _partida(rules, kinds, hands, f"{seed}|{number}")
        hands -= played.mesa.hand
        yield played


def _partida(rules: RuleSet, kinds: Sequence[str], hands: int, label: str) -> Played:
    seed = hashlib.sha256(f"musbot-simular|{label}".encode()).digest()
    baraja = Baraja(seed, f"simular|{label}")
    players = [PLAYERS[kind](_random(f"{label}|{seat}")) for seat, kind in enumerate(kinds)]
    names = tuple(f"{kind.capitalize()} {seat}" for seat, kind in enumerate(kinds, 1))
    events, mesa = play_out(rules, players, baraja, _random(label), hands)
    return Played(names, events, mesa, Promesa(seed, commitment(baraja.table, seed), baraja.table))


def _random(label: str) -> Random:
    return Random(label)  # noqa: S311 - a game to be repeated, not a secret
