"""A lance with stones, each player alone: the common part of Tres Mus and Mus Francés (R64, R73)."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Action, Seat, Seats, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.record import copy_with, record

Stones = tuple[int, ...]
"""A number of stones for each seat."""

RESPUESTAS, SUBIDAS, FINAL = range(3)
"""The rounds: answers to the bet, raises, and the last bettor's chance to give up (R68)."""


@record(frozen=True, slots=True)
class Toma:
    """Stones that a player takes from the middle (R65, R68, R74)."""

    seat: Seat
    """The seat of the player."""
    de: Stones
    """The number of stones from each seat."""


@record(frozen=True, slots=True)
class Cierre:
    """The end of a lance."""

    lance: Cerrado
    """The result."""
    manos: Stones
    """The stones that each seat has in hand after `tomas`."""
    medio: Stones = ()
    """The stones that stay in the middle until the cards decide."""
    tomas: tuple[Toma, ...] = ()
    """The stones that players take at once."""
    deje: Seat | None = None
    """The seat that sheds one stone because its bet was not accepted (R66)."""


@record(frozen=True, slots=True)
class Puja(Envite):
    """A lance with stones, which lie in the middle until it is decided."""

    tiene: Stones = ()
    """The stones of each seat in hand and in `puestas` together."""
    puestas: Stones = ()
    """The stones of each seat that lie in the middle in this lance."""
    debe: Stones = ()
    """The stones that each seat still has to put in to conform."""
    sobre: Stones = ()
    """The part of `puestas` that belongs to the last raise."""
    entraron: Seats = ()
    """The seats that bet or accepted, in that order, the first bettor first."""
    subidores: Seats = ()
    """The seats that have raised, once for each raise."""
    subida: int = 0
    """The stones of the last raise; 0 for an órdago."""
    ronda: int = RESPUESTAS
    """The round."""
    leftward: bool = False
    """Whether the round of raises goes to the left (R73)."""
    toma: Toma | None = None
    """Stones that a player must take before the next word."""
    suertudos: Seats = ()
    """The withdrawn players who found no stones to take."""
    given_up: bool = False
    """Whether the last bettor has given up (R68)."""

    @property
    def dentro(self) -> Seats:
        """The seats in the lance, in the order in which they entered."""
        return tuple(seat for seat in self.entraron if seat not in self.out)

    @property
    def speaker(self) -> Seat | None:
        """The seat to speak; None if no seat is awaited."""
        return next(iter(self.asked_seats), None)

    @property
    def manos(self) -> Stones:
        """The stones that each seat has in hand."""
        return tuple(had - put for had, put in zip(self.tiene, self.puestas, strict=True))

    def hand(self, seat: Seat) -> int:
        """Returns the stones that a seat has in hand."""
        return self.tiene[seat] - self.puestas[seat]

    def may_raise(self, seat: Seat) -> bool:
        """Returns whether a seat has stones left after conforming (R89)."""
        return self.hand(seat) > self.debe[seat]

    def must_answer(self, seat: Seat) -> bool:
        """Returns whether a seat is the next speaker and has to answer another player's bet or raise (R64,
        R73)."""
        if seat != self.speaker or self.bettor in (None, seat):
            return False
        return self.ronda == RESPUESTAS or self.ordago or self.debe[seat] > 0

    def speakers_leftwards(self, seat: Seat) -> Seats:
        """Returns the other speakers in reverse turn order, the nearest first; raises ValueError if the seat
        is no speaker."""
        return tuple(reversed(self.others(seat)))

    def with_first_bet(self, seat: Seat, action: Action, pending: Sequence[Seat]) -> Puja:
        """Returns a copy of the lance after its first bet, which the seats `pending` must answer.

        The bettor puts in the stones of the bet, or the whole hand if it has fewer; for an órdago always the
        whole hand.
        """
        ordago = action.voz is Voz.ORDAGO
        bet = copy_with(
            self, bettor=seat, apuesta=action.n, ordago=ordago, pending=tuple(pending), entraron=(seat,)
        )
        return bet.with_stones(seat, self.tiene[seat] if ordago else action.n)

    def with_stones(self, seat: Seat, count: int) -> Puja:
        """Returns the lance after a seat puts in `count` stones, or its whole hand if it has fewer."""
        return copy_with(self, puestas=add_at(self.puestas, seat, min(count, self.hand(seat))))

    def with_entry(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after a seat accepts the first bet, in full (0 stones) or in part (R64).

        It puts in at most its whole hand; for an órdago always the whole.
        """
        count = self.hand(seat) if self.ordago else action.n or self.apuesta
        return copy_with(
            self.with_answer(seat, action).with_stones(seat, count), entraron=(*self.entraron, seat)
        )

    def with_conforme(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after a seat puts in the stones it owes, or all it has; for an órdago always all.

        It owes none afterwards. The stones that match the last raise are added to `sobre`.
        """
        before = self.debe[seat] if self.ordago else self.debe[seat] - self.subida
        put = self.hand(seat) if self.ordago else min(self.debe[seat], self.hand(seat))
        puja = self.with_answer(seat, action).with_stones(seat, put)
        return copy_with(
            puja,
            debe=add_at(self.debe, seat, -self.debe[seat]),
            sobre=add_at(self.sobre, seat, max(0, put - before)),
        )

    def with_raise(self, seat: Seat, action: Action, pending: Sequence[Seat]) -> Puja:
        """Returns the lance after a seat conforms and raises; `pending` must answer, and earlier answers are
        removed.

        It puts in the stones that it owes and the raise, or all it has; for an órdago always all.
        """
        ordago = action.voz is Voz.ORDAGO
        owed = min(self.debe[seat], self.hand(seat))
        put = self.hand(seat) if ordago else min(self.debe[seat] + action.n, self.hand(seat))
        debe = tuple(
            0 if who == seat else owes + action.n if who in pending else owes
            for who, owes in enumerate(self.debe)
        )
        return copy_with(
            self,
            bettor=seat,
            apuesta=self.apuesta + action.n,
            ordago=ordago,
            answers=(),
            pending=tuple(pending),
            puestas=add_at(self.puestas, seat, put),
            debe=debe,
            sobre=add_at((0,) * len(self.sobre), seat, put - owed),
            subidores=(*self.subidores, seat),
            subida=action.n,
        )

    def with_withdrawal(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after a seat withdraws; its stones stay in the middle."""
        return copy_with(self.with_answer(seat, action), out=(*self.out, seat))


def open_puja(lance: Lance, speakers: Seats, piedras: Stones) -> Puja:
    """Returns a new lance with each seat's stones in hand."""
    nothing = (0,) * len(piedras)
    return Puja(lance, speakers, tiene=piedras, puestas=nothing, debe=nothing, sobre=nothing)


def add_at(row: Stones, seat: Seat, count: int) -> Stones:
    """Returns a row with `count` more at one seat."""
    return (*row[:seat], row[seat] + count, *row[seat + 1 :])


def add_rows(one: Stones, other: Sequence[int]) -> Stones:
    """Returns the sum of two rows, seat by seat; raises ValueError for rows of different lengths."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def subtract_rows(one: Stones, other: Sequence[int]) -> Stones:
    """Returns `one` minus `other`, seat by seat; raises ValueError for rows of different lengths."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def all_passed(puja: Puja) -> Cierre:
    """Returns the result of a lance without a bet (R63, R72)."""
    return Cierre(Cerrado(puja.lance, Estado.PASO, 0, tuple(sorted(puja.speakers))), puja.tiene)
