"""Values a word by playing out the hand in simulated deals that its speaker could not tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random

from musbot.coach.account import ValuedWord
from musbot.coach.mus.hearing import PEOPLE
from musbot.coach.mus.moments import Decision
from musbot.coach.mus.score import STRANGERS, TableHistory, chance_by_score
from musbot.coach.mus.worlds import sample_worlds
from musbot.game.actions import Action, Bando, Seat
from musbot.game.engine import Step, awaited_seats, cards_due, end_wait, gracia, play, serve_cards, winner
from musbot.game.events import Event, JuegoWon
from musbot.game.lances import Fase
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto, State
from musbot.game.views import View, observe
from musbot.players import PLAYERS, AIKind, Player
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.player import weigh

STRONG = AIKind.MUSLARI
"""The strong player; other words are compared with its words."""

SAMPLES = 5
"""The number of samples if the strategy table does not cover a view; the most frequent word counts."""

WORLDS = 60
"""The default number of simulated deals per word."""
SLOW, FEWEST = 3, 12
"""Divides the number of deals at a table of prudentes, which are slow, and the minimum number of deals."""
SECOND_RUN = 2
"""Multiplies the number of deals for the second run, which measures a significant difference."""


def value_word(it: Decision, many: int, seed: str, *, every: bool = False) -> ValuedWord | None:
    """Returns the value of a word, estimated over `many` simulated deals; None if no deal fits.

    `action` is compared with the strong player's most frequent word. With `every` it is also compared with
    the strong player's other words and the strategy table's legal words. `gain` is then measured; otherwise
    `gain` is 0. A significant mistake or lead is measured again with new deals, to avoid selection bias; None
    if no new deal fits. Slow players reduce the number of deals (`SLOW`). Raises BadTable if the strategy
    table is missing or damaged.
    """
    view, action = observe(it.mesa, it.seat), it.said
    often = strong_words(view, seed)
    best = max(often, key=lambda word: often[word])
    many = _deal_count(it, many)
    tried = dict.fromkeys([action, best, *(_candidate_words(view, often) if every else ())])
    rows = _play_out(it, tried, many, seed)
    if not (own := rows[action]):
        return None
    others = sorted((word for word in tried if word != action), key=lambda word: -_mean(rows[word]))
    ahead = every and bool(others) and all(_is_significant(own, rows[word]) for word in others)
    if ahead or _is_significant(rows[best], own):
        rows = _play_out(
            it, dict.fromkeys([action, best, *others[:ahead]]), SECOND_RUN * many, f"{seed}|again"
        )
        if not (own := rows[action]):
            return None
    gain = _gap(own, rows[others[0]]) if ahead and _is_significant(own, rows[others[0]]) else 0.0
    return ValuedWord(
        view, action, best, _mean(rows[best]), _mean(own), _standard_error(rows[best], own), gain
    )


def _deal_count(it: Decision, many: int) -> int:
    """Returns the number of simulated deals: the more of the table may be prudente, the fewer, but at least
    FEWEST.

    Never more than `many`. In a view that the strategy table does not cover, the whole table counts as slow.
    """
    slow = [
        1.0 if kind == AIKind.PRUDENTE else PEOPLE[AIKind.PRUDENTE] * (kind is None)
        for kind in kinds_at_table(it)
    ]
    part = sum(slow) / len(slow) if weigh(observe(it.mesa, it.seat)) else 1.0
    return min(many, max(FEWEST, round(many / (1 + (SLOW - 1) * part))))


def kinds_at_table(it: Decision) -> tuple[str | None, ...]:
    """Returns the kind of the AI player in each seat; None for a person."""
    return it.company.kinds or (None,) * it.mesa.seats


def _play_out(it: Decision, words: Iterable[Action], many: int, seed: str) -> dict[Action, list[float]]:
    """Returns the outcomes of each word in the same simulated deals, with the same random numbers.

    The rows are empty if no deal fits.
    """
    rows: dict[Action, list[float]] = {word: [] for word in words}
    # use each deal at once, because prudente caches its odds
    for number, world in enumerate(sample_worlds(it, _random_source(seed), many)):
        for word, row in rows.items():
            row.append(chance_after(world, it.seat, word, f"{seed}|{number}", it.company))
    return rows


def _is_significant(more: Sequence[float], less: Sequence[float]) -> bool:
    """Returns whether `more` is above `less` by more than two standard errors; both have the same deals."""
    return _gap(more, less) > 2 * _standard_error(more, less)


def strong_words(view: View, seed: str) -> Mapping[Action, float]:
    """Returns the strong player's words in a view, with their probabilities, which sum to 1.

    Raises BadTable if the strategy table is missing or damaged.
    """
    weighed = weigh(view)
    if weighed:
        total = sum(weight for _, weight in weighed)
        return {word: weight / total for word, weight in weighed}
    choices = [PLAYERS[STRONG.value](_random_source(f"{seed}|best {n}")).choose(view) for n in range(SAMPLES)]
    return {word: count / SAMPLES for word, count in Counter(choices).most_common()}


def _candidate_words(view: View, often: Mapping[Action, float]) -> Iterator[Action]:
    """Yields the strong player's words, and outside the discard the legal words of the strategy table."""
    yield from often
    if view.fase is not Fase.DESCARTE:
        yield from (word for word in sets.words(view) if word is not None and view.offers.allows(word))


def chance_after(
    world: MusState, seat: Seat, action: Action, seed: str, company: TableHistory = STRANGERS
) -> float:
    """Returns the chance that a seat's side wins the juego after a word, with the hand played out.

    AI players play as `company` names them; a person is replaced by an AI player drawn from `PEOPLE`. It is 1
    or 0 if the hand decides the juego. Raises Illegal for a word that is not legal.
    """
    rng = _random_source(seed)
    players = [_player(company.kind(one), rng) for one in range(world.seats)]
    side, hand = world.bando(seat), world.hand
    events, mesa = play(world, seat, action)
    while (won := _juego_winner(events)) is None and winner(mesa) is None:
        if isinstance(mesa.phase, Reparto) or mesa.hand != hand:
            assert isinstance(mesa, MusState)  # noqa: S101 - simulated deals are deals of Mus
            return chance_by_score(mesa, side, company)
        events, mesa = play_step(mesa, players, rng)
    return float((winner(mesa) if won is None else won) == side)


def _player(kind: str | None, rng: Random) -> Player:
    """Returns an AI player of a kind, by default one drawn from PEOPLE; an unknown kind is the strong
    player."""
    if kind is None:
        (kind,) = rng.choices(tuple(PEOPLE), tuple(PEOPLE.values()))
    return PLAYERS.get(kind, PLAYERS[STRONG])(rng)


def play_step(mesa: State, players: Sequence[Player], rng: Random) -> Step:
    """Plays one step of a hand: serves cards that are due, ends the wait of R30, or lets the next player
    speak.

    Returns the events and the state; no deal may be due. Raises Illegal for an illegal word of the player.
    """
    if (owed := cards_due(mesa)) is not None:
        return serve_cards(mesa, tuple(rng.sample(mesa.pile(), owed.count)))
    if gracia(mesa) is not None:
        return end_wait(mesa)
    turn = awaited_seats(mesa)[0]
    return play(mesa, turn, players[turn].choose(observe(mesa, turn)))


def _juego_winner(events: Sequence[Event]) -> Bando | None:
    """Returns the side that wins a juego in these events; None if none does."""
    return next((event.bando for event in events if isinstance(event, JuegoWon)), None)


def _mean(values: Sequence[float]) -> float:
    """Returns the average; raises ZeroDivisionError without values."""
    return sum(values) / len(values)


def _gap(more: Sequence[float], less: Sequence[float]) -> float:
    """Returns the difference of two averages."""
    return _mean(more) - _mean(less)


def _standard_error(before: Sequence[float], after: Sequence[float]) -> float:
    """Returns the standard error of the average difference between two rows of the same deals."""
    gaps = [one - other for one, other in zip(before, after, strict=True)]
    mean = _mean(gaps)
    return sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps)


def _random_source(seed: str) -> Random:
    """Returns a generator that always gives the same numbers for a seed."""
    return Random(seed)  # noqa: S311 - a reproducible estimate, no secret
