"""What a word is worth: the rest of the hand played out by the strong player, in worlds that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random

from musbot.coach.account import Weighed
from musbot.coach.mus.hearing import PEOPLE
from musbot.coach.mus.moments import Uttered
from musbot.coach.mus.score import STRANGERS, Company, by_score
from musbot.coach.mus.worlds import worlds
from musbot.game.actions import Action, Bando, Seat
from musbot.game.engine import Step, awaited, due, gracia, play, served, waited, winner
from musbot.game.events import Event, JuegoWon
from musbot.game.lances import Fase
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto, State
from musbot.game.views import View, observe
from musbot.players import PLAYERS, AIKind, Player
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.player import weigh

STRONG = AIKind.MUSLARI
"""The strong player, against whose words all are measured."""

ASKED = 5
"""How often the strong player is asked for a word where its table does not fit; the commonest counts."""

WORLDS = 60
"""In how many worlds a word is tried."""
SLOW, FEWEST = 3, 12
"""So many times fewer worlds are tried where all are prudente, who is slow, and the fewest."""
AGAIN = 2
"""In so many times as many worlds a word that stands out is tried again; they alone tell by how much."""


def judged(it: Uttered, many: int, seed: str, *, every: bool = False) -> Weighed | None:
    """Returns what a word was worth at that moment, reckoned in so many worlds, or fewer (SLOW).

    Those worlds choose: where they hold the word for a mistake, or for the best, new ones tell by how much.
    `every`: all that might be said is tried, else only that word and the best. None where no world was found.
    """
    view, said = observe(it.mesa, it.seat), it.said
    often = strong_words(view, seed)
    best = max(often, key=lambda word: often[word])
    many = _many(it, many)
    tried = dict.fromkeys([said, best, *(_words(view, often) if every else ())])
    rows = _tried(it, tried, many, seed)
    own = rows[said]
    if not own:
        return None
    others = sorted((word for word in tried if word != said), key=lambda word: -_mean(rows[word]))
    ahead = every and bool(others) and all(_sure(own, rows[word]) for word in others)
    if ahead or _sure(rows[best], own):
        rows = _tried(it, dict.fromkeys([said, best, *others[:ahead]]), AGAIN * many, f"{seed}|again")
        own = rows[said]
    gain = _gap(own, rows[others[0]]) if ahead and _sure(own, rows[others[0]]) else 0.0
    return Weighed(view, said, best, _mean(rows[best]), _mean(own), _error(rows[best], own), gain)


def _many(it: Uttered, many: int) -> int:
    """In how many worlds a word is tried: the fewer, the more of prudente there is at the table."""
    slow = [
        1.0 if kind == AIKind.PRUDENTE else PEOPLE[AIKind.PRUDENTE] * (kind is None) for kind in kinds(it)
    ]
    part = sum(slow) / len(slow) if weigh(observe(it.mesa, it.seat)) else 1.0
    return min(many, max(FEWEST, round(many / (1 + (SLOW - 1) * part))))


def kinds(it: Uttered) -> tuple[str | None, ...]:
    """Returns of which kind each is who sits there, None for a person."""
    return it.company.kinds or (None,) * it.mesa.seats


def _tried(it: Uttered, words: Iterable[Action], many: int, seed: str) -> dict[Action, list[float]]:
    """The chance after each word in every one of so many worlds; the same random numbers whatever is said."""
    rows: dict[Action, list[float]] = {word: [] for word in words}
    for number, world in enumerate(worlds(it, _random(seed), many)):  # each at once: prudente remembers odds
        for word, row in rows.items():
            row.append(chance(world, it.seat, word, f"{seed}|{number}", it.company))
    return rows


def _sure(more: Sequence[float], less: Sequence[float]) -> bool:
    return _gap(more, less) > 2 * _error(more, less)


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


def chance(world: MusState, seat: Seat, said: Action, seed: str, company: Company = STRANGERS) -> float:
    """Returns the chance of the juego for a seat's side after a word in a world, the hand played out.

    All play on as the AI players they are, or as one that a person is taken for.
    """
    rng = _random(seed)
    players = [_player(company.kind(one), rng) for one in range(world.seats)]
    side, hand = world.bando(seat), world.hand
    events, mesa = play(world, seat, said)
    while (won := _won(events)) is None and winner(mesa) is None:
        if isinstance(mesa.phase, Reparto) or mesa.hand != hand:
            assert isinstance(mesa, MusState)  # noqa: S101 - a world is of Mus
            return by_score(mesa, side, company)
        events, mesa = went_on(mesa, players, rng)
    return float((winner(mesa) if won is None else won) == side)


def _player(kind: str | None, rng: Random) -> Player:
    if kind is None:
        (kind,) = rng.choices(tuple(PEOPLE), tuple(PEOPLE.values()))
    return PLAYERS.get(kind, PLAYERS[STRONG])(rng)


def went_on(mesa: State, players: Sequence[Player], rng: Random) -> Step:
    """Returns what comes next in a hand: cards that are owed, or what who is asked first says."""
    if (owed := due(mesa)) is not None:
        return served(mesa, tuple(rng.sample(mesa.pile(), owed.count)))
    if gracia(mesa) is not None:
        return waited(mesa)
    turn = awaited(mesa)[0]
    return play(mesa, turn, players[turn].choose(observe(mesa, turn)))


def _won(events: Sequence[Event]) -> Bando | None:
    return next((event.bando for event in events if isinstance(event, JuegoWon)), None)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _gap(more: Sequence[float], less: Sequence[float]) -> float:
    return _mean(more) - _mean(less)


def _error(before: Sequence[float], after: Sequence[float]) -> float:
    gaps = [one - other for one, other in zip(before, after, strict=True)]
    mean = _mean(gaps)
    return sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps)


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - an estimate to be repeated, not a secret
