"""Values hands of five cards with one to throw (R61, R71), exactly over all possible deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from musbot.game.cards import RANKS, Card, Hand
from musbot.game.lances import Jugada, Lance, worth
from musbot.game.modos.piedras.premios import premio_juego
from musbot.game.modos.piedras.rules import PiedrasRules

Ranks = tuple[int, ...]
"""Card numbers in ascending order; suits do not matter."""

COPIES = 4
"""The number of cards of each number."""

# The value of a hand before the lances, in stones: the share of hands that it beats in each lance, and its
# premios, which are shed if the lance is bet and won. Chosen, not measured.
LANCE, PREMIO = 1.5, 0.6


def throw(hand: Hand, rules: PiedrasRules) -> Card:
    """Returns the best card to throw of five."""
    ranks = _best_four(tuple(sorted(card.rank for card in hand)), _deck(rules))[0]
    kept = Counter(ranks)
    for card in hand:
        if not kept[card.rank]:
            return card
        kept[card.rank] -= 1
    return hand[-1]


def chance_to_beat(hand: Hand, seen: Hand, lance: Lance, rules: PiedrasRules) -> float:
    """Returns the chance that a hand of four beats another in a lance that both play; ties count half.

    `seen` are the cards known to the player: the hand, and the thrown card if known. Without possible rivals
    the chance is 0.5.
    """
    rules = _deck(rules)
    own = worth(hand, rules).value(lance)
    many = _deal_counts(tuple(sorted(card.rank for card in seen)), rules)
    below, equal, total = 0, 0, 0
    for place, value in _values(lance, rules):
        total += many[place]
        if value < own:
            below += many[place]
        elif value == own:
            equal += many[place]
    return (below + equal / 2) / total if total else 0.5


@lru_cache(maxsize=32)
def _deck(rules: PiedrasRules) -> PiedrasRules:
    """Returns the rules without differences in stones, which do not change the value of cards."""
    named = rules.named_set()
    return replace(rules.with_changes({"piedras": named.piedras, "juegos": named.juegos}), name=named.name)


@lru_cache(maxsize=64)
def _deal_counts(seen: Ranks, rules: PiedrasRules) -> tuple[int, ...]:
    """Returns, for every five numbers, the number of ways to deal them from the unseen cards."""
    left = {rank: COPIES - seen.count(rank) for rank in RANKS}
    return tuple(_count_ways(picks, left) for picks, _ in _fives(rules))


@lru_cache(maxsize=32)
def _values(lance: Lance, rules: PiedrasRules) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Returns the value in a lance of every five card numbers whose best four take part in it.

    Each has its place in the list of all deals of five numbers.
    """
    return tuple(
        (place, four.value(lance))
        for place, (_, four) in enumerate(_fives(rules))
        if (not four.has_juego if lance is Lance.PUNTO else four.has(lance))
    )


def _count_ways(picks: tuple[tuple[int, int], ...], left: dict[int, int]) -> int:
    """Returns the number of ways to take (number, count) picks from the cards left."""
    many = 1
    for rank, count in picks:
        many *= comb(left[rank], count)
    return many


@lru_cache(maxsize=8)
def _fives(rules: PiedrasRules) -> tuple[tuple[tuple[tuple[int, int], ...], Jugada], ...]:
    """Returns every possible deal of five numbers, with the count of each number and its best four."""
    return tuple(
        (tuple(Counter(five).items()), _best_four(five, rules)[1])
        for five in combinations_with_replacement(RANKS, 5)
        if max(Counter(five).values()) <= COPIES
    )


def _best_four(five: Ranks, rules: PiedrasRules) -> tuple[Ranks, Jugada]:
    """Returns the best four of five numbers and their value."""
    fours = {five[:place] + five[place + 1 :] for place in range(5)}
    return max(
        ((four, _worth_of(four, rules)) for four in sorted(fours)), key=lambda it: _score(it[1], rules)
    )


def _worth_of(ranks: Ranks, rules: PiedrasRules) -> Jugada:
    """Returns the value of four card numbers."""
    return worth(tuple(Card(rank, "o") for rank in ranks), rules)


def _score(four: Jugada, rules: PiedrasRules) -> float:
    """Returns the value of four cards before the lances, in stones."""
    lances = [Lance.GRANDE, Lance.CHICA, *([Lance.PARES] if four.has_pares else [])]
    lances.append(Lance.JUEGO if four.has_juego else Lance.PUNTO)
    places = _places(rules)
    parts = sum(places[lance][four.value(lance)] for lance in lances)
    return LANCE * parts + PREMIO * (four.premio_pares + premio_juego(rules, four))


@lru_cache(maxsize=8)
def _places(rules: PiedrasRules) -> dict[Lance, dict[tuple[int, ...], float]]:
    """Returns, for each value in a lance, the share of participating hands of four that it beats; ties count
    half."""
    fours = list(_all_fours(rules))
    places: dict[Lance, dict[tuple[int, ...], float]] = {}
    for lance in Lance:
        counts: Counter[tuple[int, ...]] = Counter()
        for four, many in fours:
            if four.has(lance):
                counts[four.value(lance)] += many
        so_far, row, total = 0, {}, sum(counts.values())
        for value in sorted(counts):
            row[value] = (so_far + counts[value] / 2) / total
            so_far += counts[value]
        places[lance] = row
    return places


def _all_fours(rules: PiedrasRules) -> Iterator[tuple[Jugada, int]]:
    """Yields the value of every four numbers, with the number of ways to be dealt them."""
    full = dict.fromkeys(RANKS, COPIES)
    for four in combinations_with_replacement(RANKS, 4):
        yield _worth_of(four, rules), _count_ways(tuple(Counter(four).items()), full)


def warm_caches(rules: PiedrasRules) -> None:
    """Computes and caches the tables for a rule set, so that an AI's first decision is not slow."""
    for lance in Lance:
        _values(lance, _deck(rules))
