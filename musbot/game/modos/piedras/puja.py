"""A lance bet with stones, each player alone: what Tres Mus and Mus Francés share (R64, R73)."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Action, Seat, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.record import changed, record

Stones = tuple[int, ...]
"""How many stones, by seat."""

RESPUESTAS, SUBIDAS, FINAL = range(3)
"""A bet is answered, then may be raised; in the end the last bettor may give up the lance for lost (R68)."""


@record(frozen=True, slots=True)
class Toma:
    """Stones that a player takes out of the middle (R65, R68, R74): whose, by seat."""

    seat: Seat
    de: Stones


@record(frozen=True, slots=True)
class Cierre:
    """A lance closed: `medio` lies there until the cards decide, after `tomas` have been taken.

    `manos` is what each holds once they have; `deje` is rid of one stone, for nobody accepted the bet (R66).
    """

    lance: Cerrado
    manos: Stones
    medio: Stones = ()
    tomas: tuple[Toma, ...] = ()
    deje: Seat | None = None


@record(frozen=True, slots=True)
class Puja(Envite):
    """A lance being bet with stones, which lie in the middle until it is decided.

    By seat: `tiene` is what each had in hand when the lance began, `puestas` what they have put in since,
    `debe` what they have still to put in to conform, `sobre` what of `puestas` belongs to the last raise.
    `entraron` bet or accepted, in that order, the first bettor first; who withdrew is among `out`.
    `subidores` have raised, `subida` is the last raise. Raises go to the right, or to the left (R73).
    `toma` is due before anybody speaks again; `given_up`: the last bettor gives the lance up for lost (R68).
    """

    tiene: Stones = ()
    puestas: Stones = ()
    debe: Stones = ()
    sobre: Stones = ()
    entraron: tuple[Seat, ...] = ()
    subidores: tuple[Seat, ...] = ()
    subida: int = 0
    ronda: int = RESPUESTAS
    leftward: bool = False
    toma: Toma | None = None
    suertudos: tuple[Seat, ...] = ()
    given_up: bool = False

    @property
    def dentro(self) -> tuple[Seat, ...]:
        """Who is in the lance, in the order in which they entered."""
        return tuple(seat for seat in self.entraron if seat not in self.out)

    @property
    def speaker(self) -> Seat | None:
        """Whose word is awaited; None where nobody has anything more to say."""
        return next(iter(self.asked), None)

    @property
    def manos(self) -> Stones:
        """What each holds outside the middle."""
        return tuple(had - put for had, put in zip(self.tiene, self.puestas, strict=True))

    def hand(self, seat: Seat) -> int:
        """Returns what a seat holds outside the middle."""
        return self.tiene[seat] - self.puestas[seat]

    def may_raise(self, seat: Seat) -> bool:
        """Whether a seat has a stone left when it has conformed (R89)."""
        return self.hand(seat) > self.debe[seat]

    def asks(self, seat: Seat) -> bool:
        """Whether a seat is asked to answer another's bet or raise (R64, R73)."""
        if seat != self.speaker or self.bettor in (None, seat):
            return False
        return self.ronda == RESPUESTAS or self.ordago or self.debe[seat] > 0

    def leftwards(self, seat: Seat) -> tuple[Seat, ...]:
        """Returns the other speakers to the left of a seat, the nearest first."""
        return tuple(reversed(self.others(seat)))

    def opens(self, seat: Seat, action: Action, pending: Sequence[Seat]) -> Puja:
        """Returns the lance after its first bet, which the others answer."""
        ordago = action.voz is Voz.ORDAGO
        bet = changed(
            self, bettor=seat, apuesta=action.n, ordago=ordago, pending=tuple(pending), entraron=(seat,)
        )
        return bet.puts(seat, self.tiene[seat] if ordago else action.n)

    def puts(self, seat: Seat, count: int) -> Puja:
        """Returns the lance after stones put in the middle: so many, or all they have if that is less."""
        return changed(self, puestas=added(self.puestas, seat, min(count, self.hand(seat))))

    def enters(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after the first bet is accepted: whole, or in part (R64)."""
        asked = self.hand(seat) if self.ordago else action.n or self.apuesta
        return changed(self.answered(seat, action).puts(seat, asked), entraron=(*self.entraron, seat))

    def conforms(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after a seat puts in what it owes, or all it has; to an órdago all."""
        before = self.debe[seat] if self.ordago else self.debe[seat] - self.subida
        put = self.hand(seat) if self.ordago else min(self.debe[seat], self.hand(seat))
        said = self.answered(seat, action).puts(seat, put)
        return changed(
            said,
            debe=added(self.debe, seat, -self.debe[seat]),
            sobre=added(self.sobre, seat, max(0, put - before)),
        )

    def raises(self, seat: Seat, action: Action, pending: Sequence[Seat]) -> Puja:
        """Returns the lance after a raise: the seat conforms and raises, which all others in now answer."""
        ordago = action.voz is Voz.ORDAGO
        owed = min(self.debe[seat], self.hand(seat))
        put = self.hand(seat) if ordago else min(self.debe[seat] + action.n, self.hand(seat))
        debe = tuple(
            0 if who == seat else owes + action.n if who in pending else owes
            for who, owes in enumerate(self.debe)
        )
        return changed(
            self,
            bettor=seat,
            apuesta=self.apuesta + action.n,
            ordago=ordago,
            answers=(),
            pending=tuple(pending),
            puestas=added(self.puestas, seat, put),
            debe=debe,
            sobre=added((0,) * len(self.sobre), seat, put - owed),
            subidores=(*self.subidores, seat),
            subida=action.n,
        )

    def leaves(self, seat: Seat, action: Action) -> Puja:
        """Returns the lance after one more is out of it."""
        return changed(self.answered(seat, action), out=(*self.out, seat))


def opening(lance: Lance, speakers: tuple[Seat, ...], piedras: Stones) -> Puja:
    """Returns a lance that begins, with what each holds in hand."""
    nothing = (0,) * len(piedras)
    return Puja(lance, speakers, tiene=piedras, puestas=nothing, debe=nothing, sobre=nothing)


def added(row: Stones, seat: Seat, count: int) -> Stones:
    """Returns a row with so many more at one seat."""
    return (*row[:seat], row[seat] + count, *row[seat + 1 :])


def plus(one: Stones, other: Sequence[int]) -> Stones:
    """Returns the sum of two rows."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Stones, other: Sequence[int]) -> Stones:
    """Returns the difference of two rows."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def all_passed(puja: Puja) -> Cierre:
    """Returns a lance closed in which nobody has bet (R63, R72)."""
    return Cierre(Cerrado(puja.lance, Estado.PASO, 0, tuple(sorted(puja.speakers))), puja.tiene)
