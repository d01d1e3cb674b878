"""What a word is worth: the rest of the hand played out by the strong player, in worlds that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from musbot.coach.worlds import worlds
from musbot.game.actions import Action, Bando, Seat
from musbot.game.cards import Hand
from musbot.game.engine import awaited, due, gracia, play, served, waited, winner
from musbot.game.events import Event, JuegoWon
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto, State
from musbot.game.views import observe
from musbot.players import PLAYERS, AIKind
from musbot.players.mus.scoreboard import Scoreboard

STRONG = AIKind.PRUDENTE
"""The strong player: who plays the worlds out, and what he says is what a word is measured against."""

ASKED = 5
"""How often the strong player is asked for his word: he mixes them, and the commonest counts."""


class Judged(NamedTuple):
    """A word, and what the strong player would have said; the chance of the juego with either.

    `error` is the standard error of their difference.
    """

    said: Action
    best: Action
    before: float
    after: float
    error: float

    @property
    def cost(self) -> float:
        """What the word cost, in chances of the juego; 0 where that is not sure."""
        lost = self.before - self.after
        return lost if lost > 2 * self.error else 0.0


def judged(mesa: MusState, seat: Seat, said: Action, many: int, seed: str, own_thrown: Hand = ()) -> Judged:
    """Returns what a word was worth at that moment, reckoned in so many worlds; raises NoWorlds."""
    best = strong_word(mesa, seat, seed)
    drawn = worlds(mesa, seat, _random(seed), many, own_thrown)
    after = [chance(world, seat, said, f"{seed}|{n}") for n, world in enumerate(drawn)]
    before = after
    if best != said:
        before = [chance(world, seat, best, f"{seed}|{n}") for n, world in enumerate(drawn)]
    return Judged(said, best, _mean(before), _mean(after), _error(before, after))


def strong_word(mesa: MusState, seat: Seat, seed: str) -> Action:
    """Returns what the strong player says most often from a seat's view."""
    view = observe(mesa, seat)
    asked = [PLAYERS[STRONG.value](_random(f"{seed}|best {n}")).choose(view) for n in range(ASKED)]
    return Counter(asked).most_common(1)[0][0]


def chance(world: MusState, seat: Seat, said: Action, seed: str) -> float:
    """Returns the chance of the juego for a seat's side after a word in a world, the hand played out."""
    rng = _random(seed)
    strong = PLAYERS[STRONG.value](rng)
    side, hand = world.bando(seat), world.hand
    events, mesa = play(world, seat, said)
    while (won := _won(events)) is None and winner(mesa) is None:
        if isinstance(mesa.phase, Reparto) or mesa.hand != hand:
            return _between(mesa, side)
        if (owed := due(mesa)) is not None:
            events, mesa = served(mesa, tuple(rng.sample(mesa.pile(), owed.count)))
        elif gracia(mesa) is not None:
            events, mesa = waited(mesa)
        else:
            turn = awaited(mesa)[0]
            events, mesa = play(mesa, turn, strong.choose(observe(mesa, turn)))
    return float((winner(mesa) if won is None else won) == side)


def _won(events: Sequence[Event]) -> Bando | None:
    return next((event.bando for event in events if isinstance(event, JuegoWon)), None)


def _between(mesa: State, side: Bando) -> float:
    """The chance before the next deal, against the best of the other sides."""
    assert isinstance(mesa, MusState)  # noqa: S101 - a world is of Mus
    best = max(piedras for bando, piedras in enumerate(mesa.piedras) if bando != side)
    return Scoreboard(mesa.rules.piedras, mesa.piedras[side], best).chance()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(before: Sequence[float], after: Sequence[float]) -> float:
    gaps = [one - other for one, other in zip(before, after, strict=True)]
    mean = _mean(gaps)
    return sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps)


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - an estimate to be repeated, not a secret
