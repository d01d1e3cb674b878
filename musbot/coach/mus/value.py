"""What a word is worth: the rest of the hand played out by the strong player, in worlds that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random

from musbot.coach.account import Weighed
from musbot.coach.mus.moments import Uttered
from musbot.coach.mus.score import STRANGERS, Company, by_score
from musbot.coach.mus.worlds import worlds
from musbot.game.actions import Action, Bando, Seat
from musbot.game.engine import awaited, due, gracia, play, served, waited, winner
from musbot.game.events import Event, JuegoWon
from musbot.game.lances import Fase
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto
from musbot.game.views import View, observe
from musbot.players import PLAYERS, AIKind
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.player import weigh

STRONG = AIKind.MUSLARI
"""The strong player: it plays the worlds out, and every word is measured against what it says."""

ASKED = 5
"""How often the strong player is asked for a word where its table does not fit; the commonest counts."""

WORLDS = 60
"""In how many worlds a word is tried."""
SLOW, FEWEST = 4, 12
"""Where the table does not fit prudente plays on, who is slow: so many times fewer worlds, and the fewest."""


def judged(it: Uttered, many: int, seed: str, *, every: bool = False) -> Weighed | None:
    """Returns what a word was worth at that moment, reckoned in so many worlds, or fewer (SLOW).

    `every`: all that might be said is tried, else only that word and the best. None where no world was found.
    """
    view, said = observe(it.mesa, it.seat), it.said
    often = strong_words(view, seed)
    best = max(often, key=lambda word: often[word])
    drawn = worlds(it, _random(seed), many if weigh(view) else min(many, max(FEWEST, many // SLOW)))
    if not drawn:
        return None
    tried = dict.fromkeys([said, best, *(_words(view, often) if every else ())])
    rows = {word: _after(it, drawn, word, seed) for word in tried}
    own = rows.pop(said)
    gaps = [(_mean(own) - _mean(row), _error(row, own)) for row in rows.values()]
    ahead = every and gaps and all(gap > 2 * error for gap, error in gaps)
    of_best = rows.get(best, own)
    gain = min(gap for gap, _ in gaps) if ahead else 0.0
    return Weighed(view, said, best, _mean(of_best), _mean(own), _error(of_best, own), gain)


def strong_words(view: View, seed: str) -> Mapping[Action, float]:
    """Returns what the strong player says at a view, and how often."""
    weighed = weigh(view)
    if weighed:
        total = sum(weight for _, weight in weighed)
        return {word: weight / total for word, weight in weighed}
    asked = [PLAYERS[STRONG.value](_random(f"{seed}|best {n}")).choose(view) for n in range(ASKED)]
    return {word: count / ASKED for word, count in Counter(asked).most_common()}


def _words(view: View, often: Mapping[Action, float]) -> Iterator[Action]:
    """What might be said: all that the table weighs, of discards what the strong player may throw."""
    yield from often
    if view.fase is not Fase.DESCARTE:
        yield from (word for word in sets.words(view) if word is not None and view.offers.allows(word))


def _after(it: Uttered, drawn: Sequence[MusState], word: Action, seed: str) -> list[float]:
    """The chance after a word in every world; the same random numbers in each whatever is said."""
    return [
        chance(world, it.seat, word, f"{seed}|{number}", it.company) for number, world in enumerate(drawn)
    ]


def chance(world: MusState, seat: Seat, said: Action, seed: str, company: Company = STRANGERS) -> float:
    """Returns the chance of the juego for a seat's side after a word in a world, the hand played out."""
    rng = _random(seed)
    strong = PLAYERS[STRONG.value](rng)
    side, hand = world.bando(seat), world.hand
    events, mesa = play(world, seat, said)
    while (won := _won(events)) is None and winner(mesa) is None:
        if isinstance(mesa.phase, Reparto) or mesa.hand != hand:
            assert isinstance(mesa, MusState)  # noqa: S101 - a world is of Mus
            return by_score(mesa, side, company)
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


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(before: Sequence[float], after: Sequence[float]) -> float:
    gaps = [one - other for one, other in zip(before, after, strict=True)]
    mean = _mean(gaps)
    return sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps)


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - an estimate to be repeated, not a secret
