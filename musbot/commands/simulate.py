"""AI against AI, as many hands as are asked for: the same seed always plays the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from musbot.acta.partida import Promesa
from musbot.acta.write import write
from musbot.game.engine import awaited, begin, gracia, play, waited, winner
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rules import RuleSet
from musbot.game.shuffle import Baraja, commitment
from musbot.game.state import Reparto, State
from musbot.game.views import observe
from musbot.players import PLAYERS, Player


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


def play_out(
    rules: RuleSet, players: Sequence[Player], baraja: Baraja, rng: Random, hands: int
) -> tuple[tuple[Event, ...], State]:
    """Returns a partida that AI players play to its end, or until so many hands have been played."""
    events = list(begin(rules, len(players), baraja.sorteo(rules, len(players)).mano))
    mesa, signs = evolve(None, events[0]), rules.signs
    while winner(mesa) is None and not (isinstance(mesa.phase, Reparto) and mesa.hand == hands):
        turno = awaited(mesa)
        if turno and not (gracia(mesa) is not None and rng.random() < 0.5):
            seat = turno[0] if len(turno) == 1 else rng.choice(turno)
            player, view = players[seat], observe(mesa, seat)
            if signs and (gesture := player.gesture(view)) is not None:
                seen, mesa = play(mesa, seat, gesture)
                events += seen
                view = observe(mesa, seat)
            told, mesa = play(mesa, seat, player.choose(view))
        else:  # R30: nobody knows how fast a partner is
            told, mesa = waited(mesa) if turno else baraja.drawn(mesa)
        events += told
    return tuple(events), mesa


def _random(label: str) -> Random:
    return Random(label)  # noqa: S311 - a game to be repeated, not a secret
