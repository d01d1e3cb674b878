"""The distribution of unseen hands: exact for one hand; several hands are treated as independent."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb
from operator import mul
from typing import NamedTuple

from musbot.game.actions import Sena
from musbot.game.cards import RANKS, Card, Hand, strength
from musbot.game.lances import Jugada, Lance, jugada
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.senas import true_senas
from musbot.game.views import MusSeen, View

Kinds = tuple[int, ...]
"""Sorted indices into `HandClasses.ranks`: cards without the differences that the rules ignore."""


@dataclass(frozen=True, slots=True)
class HandClasses:
    """The classes of hands under a rule set; the hands of a class are equal in every lance.

    There are 330 classes with eight reyes, and 715 with four. With eight and the real there are 495, because
    the real needs the 3 to be no rey (R15).
    """

    ranks: tuple[int, ...]
    """The kinds of cards, by number."""
    copies: tuple[int, ...]
    """The number of cards of each kind."""
    index: Mapping[Kinds, int]
    """The class of a hand, by its kinds."""
    picks: tuple[tuple[tuple[int, int], ...], ...]
    """For each class, its kinds and the number of cards of each."""
    jugadas: tuple[Jugada, ...]
    """The value of each class."""
    places: Mapping[Lance, tuple[int, ...]]
    """For each lance, the place of each class; 0 is the worst, and equal hands share a place."""

    def kinds(self, hand: Hand, rules: MusRules) -> Kinds:
        """Returns the kinds of some cards, as sorted indices into `ranks`."""
        return tuple(sorted(self.ranks.index(_counted_rank(c.rank, rules.reyes, rules.real)) for c in hand))


def hand_classes(rules: MusRules) -> HandClasses:
    """Returns the classes of hands under a rule set."""
    return _hand_classes(rules.reyes, rules.real)


def _counted_rank(rank: int, reyes: int, real: Real) -> int:
    """Returns the number that a card counts as: with eight reyes a 2 is 1, and a 3 is 12.

    With a real (R15) a 3 stays a 3.
    """
    return rank if rank == 3 and real is not Real.NO else strength(rank, reyes)


@lru_cache(maxsize=32)
def multisets(kinds: int, size: int) -> tuple[tuple[Kinds, tuple[tuple[int, int], ...]], ...]:
    """Returns every multiset of `size` out of `kinds` kinds: its kinds, sorted, and its (kind, number)
    pairs; cached."""
    return tuple(
        (chosen, tuple((kind, chosen.count(kind)) for kind in dict.fromkeys(chosen)))
        for chosen in combinations_with_replacement(range(kinds), size)
    )


@lru_cache(maxsize=8)
def _hand_classes(reyes: int, real: Real) -> HandClasses:
    """Calculates and caches the classes of hands."""
    alike = [_counted_rank(rank, reyes, real) for rank in RANKS]
    ranks = tuple(sorted(set(alike)))
    chosen = multisets(len(ranks), 4)
    jugadas = tuple(
        jugada(tuple(Card(ranks[kind], "o") for kind in kinds), reyes, real) for kinds, _ in chosen
    )
    places: dict[Lance, tuple[int, ...]] = {}
    for lance in Lance:
        values = [j.value(lance) for j in jugadas]
        order = {value: place for place, value in enumerate(sorted(set(values)))}
        places[lance] = tuple(order[value] for value in values)
    return HandClasses(
        ranks=ranks,
        copies=tuple(4 * alike.count(rank) for rank in ranks),
        index={kinds: place for place, (kinds, _) in enumerate(chosen)},
        picks=tuple(picks for _, picks in chosen),
        jugadas=jugadas,
        places=places,
    )


def unseen_copies(of: HandClasses, seen: Kinds) -> tuple[int, ...]:
    """Returns the number of unseen cards of each kind."""
    return tuple(copies - seen.count(kind) for kind, copies in enumerate(of.copies))


def count_ways(picks: tuple[tuple[int, int], ...], copies: Sequence[int]) -> int:
    """Returns the number of ways to take (kind, number) picks from the remaining copies of each kind."""
    many = 1
    for kind, count in picks:
        many *= _COMB[copies[kind]][count]
    return many


_COMB = tuple(tuple(comb(n, k) for k in range(5)) for n in range(9))


@lru_cache(maxsize=128)
def weights(reyes: int, real: Real, seen: Kinds) -> tuple[int, ...]:
    """Returns, for each class, the number of its hands that can be made without the seen cards."""
    of = _hand_classes(reyes, real)
    copies = unseen_copies(of, seen)
    return tuple([count_ways(picks, copies) for picks in of.picks])


Row = Sequence[float]
"""Chances by place in a lance, from the worst up."""


class HandKnowledge(NamedTuple):
    """The public knowledge about a hand."""

    pares: bool | None = None
    """Whether it has pares; None before the declaration (R11)."""
    juego: bool | None = None
    """Whether it has juego; None before the declaration (R11)."""
    senas: tuple[Sena, ...] = ()
    """The señas that its player was seen to make, all true (R56)."""


@lru_cache(maxsize=64)
def possible_classes(reyes: int, real: Real, knowledge: HandKnowledge) -> tuple[int, ...]:
    """Returns the classes of hands that agree with public knowledge, by number."""
    return tuple(
        place
        for place, j in enumerate(_hand_classes(reyes, real).jugadas)
        if knowledge.pares in (None, j.has_pares)
        and knowledge.juego in (None, j.has_juego)
        and all(sena in true_senas(j) for sena in knowledge.senas)
    )


@lru_cache(maxsize=2048)
def cumulative_chances(reyes: int, real: Real, seen: Kinds, lance: Lance, knowledge: HandKnowledge) -> Row:
    """Returns, for each place in a lance from the worst up, the chance that an unseen hand is no better.

    Only hands that agree with `knowledge` count. Raises ZeroDivisionError if there are none.
    """
    places, many = _hand_classes(reyes, real).places[lance], weights(reyes, real, seen)
    mass = [0] * (max(places) + 1)
    for n in possible_classes(reyes, real, knowledge):
        mass[places[n]] += many[n]
    total = sum(mass)
    return array("d", [so_far / total for so_far in accumulate(mass)])


@lru_cache(maxsize=512)
def expected_premio(reyes: int, real: Real, seen: Kinds, lance: Lance, knowledge: HandKnowledge) -> float:
    """Returns the average premio, in piedras, of an unseen hand if its side wins pares or juego.

    A hand without pares or juego counts as 0. Only hands that agree with `knowledge` count; raises
    ZeroDivisionError if there are none.
    """
    paid, many = _premios(reyes, real, lance), weights(reyes, real, seen)
    classes = possible_classes(reyes, real, knowledge)
    return sum([paid[n] * many[n] for n in classes]) / sum([many[n] for n in classes])


@lru_cache(maxsize=16)
def _premios(reyes: int, real: Real, lance: Lance) -> tuple[int, ...]:
    """Returns the premio of each class for pares or juego; 0 for a class without."""
    jugadas = _hand_classes(reyes, real).jugadas
    return tuple(j.premio_pares if lance is Lance.PARES else j.premio_juego for j in jugadas)


class Other(NamedTuple):
    """Another player in a lance."""

    ours: bool
    """Whether the player is a partner."""
    turn: int
    """The number of seats from the mano."""
    known: HandKnowledge = HandKnowledge()
    """The public knowledge about the hand."""
    strength: float = 1.0
    """The hand is treated as the best of this many random hands."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A lance between our side and the rivals, over the rivals' possible best hands, worst first."""

    mass: tuple[float, ...]
    """The chance that the rivals' best hand is at this place or worse."""
    wins: tuple[float, ...]
    """The chance that it is at this place or worse and our side wins."""

    def chance_beyond(self, quantile: float) -> float:
        """Returns the chance that our side wins and the rivals' hand is beyond a quantile."""
        if quantile <= 0:
            return self.wins[-1]
        place = bisect_right(self.mass, quantile)
        if place >= len(self.mass):
            return 0.0
        below, won = (self.mass[place - 1], self.wins[place - 1]) if place else (0.0, 0.0)
        part = (quantile - below) / (self.mass[place] - below)
        return self.wins[-1] - won - part * (self.wins[place] - won)

    def chance_against(self, quantile: float) -> float:
        """Returns the chance that our side wins, given that the rivals' hand is beyond a quantile below 1."""
        return self.chance_beyond(quantile) / (1 - quantile)

    @property
    def win(self) -> float:
        """Our side's chance of winning."""
        return self.wins[-1]


CERTAIN = Duel((1.0,), (1.0,))
"""A lance without rivals."""
LOST = Duel((1.0,), (0.0,))
"""A lance without our side."""


@lru_cache(maxsize=64)
def duel(
    reyes: int, real: Real, seen: Kinds, lance: Lance, turn: int | None, others: tuple[Other, ...]
) -> Duel:
    """Returns the duel in a lance for the player who holds the seen cards, `turn` seats from the mano.

    Equal hands go to the seat nearest to the mano (R10). `turn` is None for a player who does not take part
    (R13). Returns CERTAIN without rivals, and LOST if neither the player nor a partner takes part.
    """
    rivals = [o for o in others if not o.ours]
    partners = [o for o in others if o.ours]
    if not rivals or (turn is None and not partners):
        return LOST if rivals else CERTAIN
    of = _hand_classes(reyes, real)
    mine = 0 if turn is None else of.places[lance][of.index[seen]]  # own cards beat all lower places
    below = {o: _best_of_cumulative(reyes, real, seen, lance, o.known, o.strength) for o in others}
    mass = _product([below[o][1:] for o in rivals])
    won = [0.0] * (len(mass) - mine)
    for rival in rivals:
        exactly = [chance - worse for worse, chance in pairwise(below[rival][mine:])]
        best = _product(
            [exactly, *(_chances_to_lose(below[o], o, rival)[mine:] for o in rivals if o is not rival)]
        )
        lost = _product([best, *(_chances_to_lose(below[o], o, rival)[mine:] for o in partners)])
        won = [so_far + held - loses for so_far, held, loses in zip(won, best, lost, strict=True)]
        if turn is not None and turn < rival.turn:
            won[0] += lost[0]  # R10
    beaten = mass[:mine]
    wins = [*beaten, *accumulate(won, initial=beaten[-1] if beaten else 0.0)]
    del wins[mine]
    return Duel(tuple(mass), tuple(wins))


@lru_cache(maxsize=8192)
def win_chance(
    reyes: int, real: Real, seen: Kinds, lance: Lance, turn: int | None, others: tuple[Other, ...]
) -> float:
    """Returns the chance that our side wins the duel with these arguments."""
    return duel.__wrapped__(reyes, real, seen, lance, turn, others).win


def _chances_to_lose(below: Row, other: Other, than: Other) -> Row:
    """Returns, for each place of the hand of `than`, the chance that the hand of `other` loses to it.

    `below` holds the cumulative chances of `other`, with a 0 in front. Equal hands go to the seat nearest to
    the mano (R10).
    """
    return below[1:] if other.turn > than.turn else below[:-1]


def _product(rows: Sequence[Sequence[float]]) -> Sequence[float]:
    """Returns the products of the rows, place by place."""
    first, *factors = rows
    for factor in factors:
        first = list(map(mul, first, factor))
    return first


@lru_cache(maxsize=4096)
def _best_of_cumulative(
    reyes: int, real: Real, seen: Kinds, lance: Lance, knowledge: HandKnowledge, strength: float
) -> Row:
    """Returns the cumulative chances of the best of `strength` hands, with a 0 in front."""
    row = cumulative_chances(reyes, real, seen, lance, knowledge)
    return array("d", [0.0, *row] if strength == 1 else [0.0, *[chance**strength for chance in row]])


TAKING_PART = {
    Lance.PARES: HandKnowledge(pares=True),
    Lance.JUEGO: HandKnowledge(juego=True),
    Lance.PUNTO: HandKnowledge(juego=False),
}
"""The declarations of the hands that take part in a lance."""


@lru_cache(maxsize=64)
def class_strengths(reyes: int, real: Real, lance: Lance) -> tuple[float, ...]:
    """Returns, for each class, the share of participating hands that it beats in a lance, ties not
    counted."""
    below = (0.0, *cumulative_chances(reyes, real, (), lance, TAKING_PART.get(lance, HandKnowledge())))
    return tuple([below[place] for place in _hand_classes(reyes, real).places[lance]])


def quantile(view: View, seen: MusSeen, lance: Lance) -> float:
    """Returns the share of participating hands that the seat's hand beats, ties not counted; 0 if it does not
    take part."""
    rules, of = seen.rules, hand_classes(seen.rules)
    if not jugada(view.mine, rules.reyes, rules.real).has(lance):
        return 0.0
    return class_strengths(rules.reyes, rules.real, lance)[of.index[of.kinds(view.mine, rules)]]
