"""What one seat may think that another holds: every class of hands, as likely as its words make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from musbot.coach.mus.hearing import PEOPLE, Aloud, Row, density
from musbot.game.actions import Seat
from musbot.game.modos.mus.rules import MusRules
from musbot.game.senas import true_of
from musbot.game.views import View
from musbot.players.mus.odds import HandClasses, Kinds, hand_classes, multisets, ways
from musbot.players.mus.reading import AFTER_MUS

DOUBT, BY_KIND = 0.15, 0.02
"""The part of all discards that is not taken for what they would throw: of people, of an AI player."""


class MayHold(NamedTuple):
    """How likely a seat holds each class of hands, and which kinds of cards it has likely thrown.

    `throws` is what each class throws in the discard under way, if the seat has thrown and a table says so.
    """

    row: Row
    gone: Row
    throws: Sequence[Kinds] = ()


class Likely:
    """What a seat may think of the others, who knows so many cards of each kind to be elsewhere."""

    def __init__(self, view: View, rules: MusRules, copies: Sequence[int]) -> None:
        self._view = view
        self._rules = rules
        self._of = hand_classes(rules)
        self._copies = copies
        self._any = [float(ways(picks, copies)) for picks in self._of.picks]

    def held(self, seat: Seat, aloud: Sequence[Aloud]) -> MayHold:
        """Returns what another seat may hold, after all that was said aloud."""
        row: Row = self._any
        gone: Row = (0.0,) * len(self._of.ranks)
        now: Sequence[Kinds] = ()
        for word in (word for word in aloud if word.seat == seat):
            if word.action is not None:
                row = _times(row, word.likely)
                continue
            done = len(word.view.throws)
            if done < len(self._view.throws):
                row, more = self._after(row, word, self._view.throws[done][seat])
                gone = [one + other for one, other in zip(gone, more, strict=True)]
            else:
                row, now = self._throwing(row, word, self._view.thrown[seat]), word.throws
        return MayHold(_times(row, self._agrees(seat)), gone, now)

    def _after(self, row: Row, word: Aloud, count: int) -> tuple[Row, Row]:
        """What a seat may hold that has thrown so many of what it may have held, and the kinds thrown."""
        throws = word.throws
        gone = [0.0] * len(self._of.ranks)
        if not throws:
            for lance, exponent in AFTER_MUS.items() if word.kind in (None, *PEOPLE) else ():
                row = _times(row, density(self._rules, lance, exponent))
            return row, gone
        kept: dict[Kinds, float] = defaultdict(float)
        classes = tuple(self._of.index)
        for number, chance in enumerate(row):
            thrown = throws[number]
            if chance and len(thrown) == count:
                kept[_without(classes[number], thrown)] += chance
                for kind in thrown:
                    gone[kind] += chance
        whole = sum(kept.values())
        drawn = _drawn(self._of, self._copies, kept, count) if whole else self._any
        part = [many / whole for many in gone] if whole else gone
        return _mixed(drawn, self._any, _doubt(word)), part

    def _throwing(self, row: Row, word: Aloud, count: int | None) -> Row:
        """What a seat may have held that has thrown so many and not been served (None: it is not told)."""
        throws, doubt = word.throws, _doubt(word)
        if count is None or not throws:
            return row
        return [
            chance * (1 - doubt if len(thrown) == count else doubt)
            for chance, thrown in zip(row, throws, strict=True)
        ]

    def _agrees(self, seat: Seat) -> Row:
        """1 for every class that agrees with what all know and with the señas that were seen, else 0."""
        view = self._view
        senas = [sena for who, sena in view.seen if who == seat]
        return [
            float(
                (view.pares is None or view.pares[seat] == own.has_pares)
                and (view.juego is None or view.juego[seat] == own.has_juego)
                and all(sena in true_of(own) for sena in senas)
            )
            for own in self._of.jugadas
        ]


def _drawn(of: HandClasses, copies: Sequence[int], kept: dict[Kinds, float], count: int) -> Row:
    """What may be held after so many cards were drawn to those kept."""
    row = [0.0] * len(of.jugadas)
    for kinds, chance in kept.items():
        left = [many - kinds.count(kind) for kind, many in enumerate(copies)]
        for drawn, picks in _draws(len(of.ranks), count):
            row[of.index[tuple(sorted((*kinds, *drawn)))]] += chance * ways(picks, left)
    return row


@lru_cache(maxsize=32)
def _draws(kinds: int, count: int) -> tuple[tuple[Kinds, tuple[tuple[int, int], ...]], ...]:
    return tuple(multisets(kinds, count))


def _without(held: Kinds, thrown: Kinds) -> Kinds:
    kept = list(held)
    for kind in thrown:
        kept.remove(kind)
    return tuple(kept)


def _doubt(word: Aloud) -> float:
    return DOUBT if word.kind is None else BY_KIND


def _mixed(row: Row, other: Row, doubt: float) -> Row:
    """The first, but for some doubt; each as parts of its sum."""
    whole, total = sum(row), sum(other)
    return [(1 - doubt) * one / whole + doubt * two / total for one, two in zip(row, other, strict=True)]


def _times(row: Row, other: Row) -> Row:
    return [one * two for one, two in zip(row, other, strict=True)]
