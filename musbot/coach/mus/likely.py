"""One seat's estimate of a rival's or partner's cards: a weight for each class of hands, updated by each
word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from musbot.coach.mus.hearing import PEOPLE, PublicWord, Row, density
from musbot.game.actions import Seat
from musbot.game.modos.mus.rules import MusRules
from musbot.game.senas import true_senas
from musbot.game.views import View
from musbot.players.mus.odds import HandClasses, Kinds, count_ways, hand_classes, multisets
from musbot.players.mus.reading import AFTER_MUS

DOUBT, AI_DOUBT = 0.15, 0.02
"""The share of discards that may break the expected pattern: for people, and for AI players of a known
kind."""


class HandEstimate(NamedTuple):
    """An estimate of the cards that a seat holds and has thrown."""

    row: Row
    """The weight of each class of hands."""
    thrown_kinds: Row
    """The expected number of thrown cards of each kind."""
    throws: Sequence[Kinds] = ()
    """The kinds that each class throws in the current discard; empty if the seat has not thrown or no
    table covers the view."""


class HandEstimator:
    """Estimates the hands of the other seats, for a player who knows where some cards are."""

    def __init__(self, view: View, rules: MusRules, copies: Sequence[int]) -> None:
        self._view = view
        self._rules = rules
        self._of = hand_classes(rules)
        self._copies = copies
        self._any = [float(count_ways(picks, copies)) for picks in self._of.picks]

    def estimate(self, seat: Seat, aloud: Sequence[PublicWord]) -> HandEstimate:
        """Returns the estimate for another seat from its own words and discards, the declarations, and the
        señas seen.

        `aloud` are all public words of the hand, in order.
        """
        row: Row = self._any
        gone: Row = (0.0,) * len(self._of.ranks)
        now: Sequence[Kinds] = ()
        for word in (word for word in aloud if word.seat == seat):
            if word.action is not None:
                row = _multiply(row, word.likelihood)
                continue
            done = len(word.view.throws)
            if done < len(self._view.throws):
                row, more = self._weigh_after_draw(row, word, self._view.throws[done][seat])
                gone = [one + other for one, other in zip(gone, more, strict=True)]
            else:
                row, now = self._weigh_throw(row, word, self._view.thrown[seat]), word.expected_throws
        return HandEstimate(_multiply(row, self._weigh_agreement(seat)), gone, now)

    def _weigh_after_draw(self, row: Row, word: PublicWord, count: int) -> tuple[Row, Row]:
        """Returns a seat's weights of hands after it threw and drew `count` cards, mixed with any hands by
        the doubt.

        The second row is the expected number of thrown cards of each kind. It is all 0 if `word` has no
        expected throws; then the weights only shift towards hands after a mus, for people and kinds in
        PEOPLE.
        """
        throws = word.expected_throws
        gone = [0.0] * len(self._of.ranks)
        if not throws:
            for lance, exponent in AFTER_MUS.items() if word.kind in (None, *PEOPLE) else ():
                row = _multiply(row, density(self._rules, lance, exponent))
            return row, gone
        kept: dict[Kinds, float] = defaultdict(float)
        classes = tuple(self._of.index)
        for number, chance in enumerate(row):
            thrown = throws[number]
            if chance and len(thrown) == count:
                kept[_remove_kinds(classes[number], thrown)] += chance
                for kind in thrown:
                    gone[kind] += chance
        whole = sum(kept.values())
        drawn = _drawn_hands(self._of, self._copies, kept, count) if whole else self._any
        part = [many / whole for many in gone] if whole else gone
        return _mix(drawn, self._any, _doubt(word)), part

    def _weigh_throw(self, row: Row, word: PublicWord, count: int | None) -> Row:
        """Returns the weights in `row`, each times the chance that its class of hands throws `count` cards.

        `word` is the discard. Unchanged if `count` is unknown (None) or the word has no expected throws.
        """
        throws, doubt = word.expected_throws, _doubt(word)
        if count is None or not throws:
            return row
        return [
            chance * (1 - doubt if len(thrown) == count else doubt)
            for chance, thrown in zip(row, throws, strict=True)
        ]

    def _weigh_agreement(self, seat: Seat) -> Row:
        """Returns 1 for each class that agrees with the declarations and the señas seen, 0 for the others."""
        view = self._view
        senas = [sena for who, sena in view.seen if who == seat]
        return [
            float(
                (view.pares is None or view.pares[seat] == own.has_pares)
                and (view.juego is None or view.juego[seat] == own.has_juego)
                and all(sena in true_senas(own) for sena in senas)
            )
            for own in self._of.jugadas
        ]


def _drawn_hands(of: HandClasses, copies: Sequence[int], kept: dict[Kinds, float], count: int) -> Row:
    """Returns the weights of the hands that result from drawing `count` cards to the kept cards."""
    row = [0.0] * len(of.jugadas)
    for kinds, chance in kept.items():
        left = [many - kinds.count(kind) for kind, many in enumerate(copies)]
        for drawn, picks in multisets(len(of.ranks), count):
            row[of.index[tuple(sorted((*kinds, *drawn)))]] += chance * count_ways(picks, left)
    return row


def _remove_kinds(held: Kinds, thrown: Kinds) -> Kinds:
    """Returns a hand's kinds without the thrown ones; raises ValueError if the hand lacks one."""
    kept = list(held)
    for kind in thrown:
        kept.remove(kind)
    return tuple(kept)


def _doubt(word: PublicWord) -> float:
    """Returns the share (0 to 1) of discards that are not the expected ones: AI_DOUBT for an AI player, DOUBT
    for a person."""
    return DOUBT if word.kind is None else AI_DOUBT


def _mix(row: Row, other: Row, doubt: float) -> Row:
    """Returns a mixture of two rows, each scaled to a sum of 1; `doubt` is the share of `other`."""
    whole, total = sum(row), sum(other)
    return [(1 - doubt) * one / whole + doubt * two / total for one, two in zip(row, other, strict=True)]


def _multiply(row: Row, other: Row) -> Row:
    """Returns the products of two rows, class by class."""
    return [one * two for one, two in zip(row, other, strict=True)]
