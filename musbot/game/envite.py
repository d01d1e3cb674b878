"""A lance in play: its speakers, their answers and the bet."""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from musbot.game.actions import Action, Bando, Seat, Seats, Voz
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.record import copy_with, record

_ENVIDO, _Y_YO, _MAS, _REENVIDO, _ORDAGO = Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO


Answers = tuple[tuple[Seat, Action], ...]
"""The answers to a bet: each seat and its word."""


@record(frozen=True, slots=True)
class Envite:
    """A lance in play."""

    lance: Lance
    """The lance."""
    speakers: Seats
    """The seats that may speak, from the mano on."""
    passed: int = 0
    """The number of speakers who have said paso before any bet."""
    bettor: Seat | None = None
    """The seat that made the current bet; None before any bet."""
    querido: int = 0
    """The piedras that are already accepted."""
    apuesta: int = 0
    """The total that the bettor asks for; 0 for an órdago.

    With stones, the first bet plus all raises; an órdago adds 0.
    """
    ordago: bool = False
    """Whether the bet is an órdago."""
    answers: Answers = ()
    """The answers to the current bet; with stones, of the current round."""
    pending: Seats = ()
    """The seats that may still answer, in the order in which they speak."""
    out: Seats = ()
    """The seats that may no longer speak in the lance (R30, R39, R65, R73, R74)."""
    over: int = 0
    """The piedras that a refused raise pays beyond the accepted ones (R100)."""

    def total(self, action: Action) -> int:
        """Returns the total after an envido or a raise (R28, R31); 0 for an órdago or any other word."""
        voz = action.voz
        if voz is _ENVIDO:
            return action.n
        if voz is _Y_YO:
            return self.apuesta + 2
        if voz is _MAS:
            return self.apuesta + action.n
        return self.apuesta * 2 if voz is _REENVIDO else 0

    def others(self, seat: Seat) -> Seats:
        """Returns the other speakers in turn order, from the seat after `seat`; raises ValueError if it is no
        speaker."""
        turn = self.speakers.index(seat)
        return self.speakers[turn + 1 :] + self.speakers[:turn]

    @property
    def is_open(self) -> bool:
        """Whether a word of a seat is still awaited."""
        return self.passed < len(self.speakers) if self.bettor is None else bool(self.pending)

    @property
    def asked_seats(self) -> Seats:
        """The seats to speak next: one before any bet, then the `pending` ones; empty once no seat is
        awaited."""
        return self.speakers[self.passed : self.passed + 1] if self.bettor is None else self.pending

    def with_paso(self) -> Self:
        """Returns the lance after another paso before any bet."""
        return copy_with(self, passed=self.passed + 1)

    def with_bet(self, seat: Seat, action: Action, pending: Seats, out: Seats) -> Envite:
        """Returns the lance after a bet or a raise; a raise accepts the bet before it (R28, R31).

        `pending` and `out` replace the lance's own, and earlier answers are removed.
        """
        total, ordago = self.total(action), action.voz is _ORDAGO
        return Envite(
            self.lance, self.speakers, self.passed, seat, self.apuesta, total, ordago, (), pending, out,
            self.over,
        )  # fmt: skip

    def with_answers(self, answers: Answers, pending: Seats) -> Envite:
        """Returns the lance with its answers and pending seats replaced."""
        return Envite(
            self.lance, self.speakers, self.passed, self.bettor, self.querido, self.apuesta, self.ordago,
            answers, pending, self.out, self.over,
        )  # fmt: skip

    def with_answer(self, seat: Seat, action: Action) -> Self:
        """Returns the lance after another answer, with that seat no longer pending."""
        return copy_with(
            self, answers=(*self.answers, (seat, action)), pending=without_seat(self.pending, seat)
        )

    def close_accepted(self, bandos: tuple[Bando, ...]) -> Cerrado:
        """Returns the closed lance after a bet was accepted between these sides (R34, R35); an órdago has 0
        piedras."""
        if self.ordago:
            return Cerrado(self.lance, Estado.ORDAGO, 0, bandos)
        return Cerrado(self.lance, Estado.QUERIDO, self.apuesta, bandos)

    def deje(self) -> int:
        """Returns the piedras that the bettor's side takes if no rival accepts (R32, R100).

        These are the piedras accepted before plus `over`; 1 if the first bet is refused.
        """
        return self.querido + self.over if self.querido else 1

    def deje_of_raise(self) -> int:
        """Returns the piedras that a raise of this bet takes if no rival accepts the raise (R32, R100).

        These are the piedras of this bet plus `over`; 1 before any bet, and for an órdago.
        """
        return self.apuesta + self.over if self.apuesta else 1


@lru_cache(maxsize=1024)
def without_seat(seats: Seats, seat: Seat) -> Seats:
    """Returns the seats except one; all of them if it is not among them."""
    return tuple([other for other in seats if other != seat])
