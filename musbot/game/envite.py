"""A lance being bet: who may speak, who has, and what is asked."""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from musbot.game.actions import Action, Bando, Seat, Voz
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.record import changed, record

_ENVIDO, _Y_YO, _MAS, _REENVIDO, _ORDAGO = Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO


Answers = tuple[tuple[Seat, Action], ...]
"""What has been said to a bet, and by whom."""


@record(frozen=True, slots=True)
class Envite:
    """A lance being bet.

    `speakers` may speak, from the mano on; before any bet the first `passed` of them have said paso. Once
    there is a bet, `bettor` made it, `querido` piedras are accepted already, `apuesta` is the total asked
    (`ordago`: everything), `answers` what has been said to it, `pending` who may still answer, in turn order
    from the bettor; `out` speak no more in the lance (R30, R39).
    """

    lance: Lance
    speakers: tuple[Seat, ...]
    passed: int = 0
    bettor: Seat | None = None
    querido: int = 0
    apuesta: int = 0
    ordago: bool = False
    answers: Answers = ()
    pending: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()

    def total(self, action: Action) -> int:
        """Returns the piedras that an envido or a raise leads to (R28, R31); 0 for an órdago."""
        voz = action.voz
        if voz is _ENVIDO:
            return action.n
        if voz is _Y_YO:
            return self.apuesta + 2
        if voz is _MAS:
            return self.apuesta + action.n
        return self.apuesta * 2 if voz is _REENVIDO else 0

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Returns the other speakers in turn order, starting with the first after that one."""
        turn = self.speakers.index(seat)
        return self.speakers[turn + 1 :] + self.speakers[:turn]

    @property
    def open(self) -> bool:
        """Whether anybody has still to speak."""
        return self.passed < len(self.speakers) if self.bettor is None else bool(self.pending)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who has still to speak, in turn order: before any bet one after another, then who may answer it."""
        return self.speakers[self.passed : self.passed + 1] if self.bettor is None else self.pending

    def passes(self) -> Self:
        """Returns the lance after one more paso."""
        return changed(self, passed=self.passed + 1)

    def bets(self, seat: Seat, action: Action, pending: tuple[Seat, ...], out: tuple[Seat, ...]) -> Envite:
        """Returns the lance after a bet, or a raise that stands: what was asked is accepted (R28, R31)."""
        total, ordago = self.total(action), action.voz is _ORDAGO
        return Envite(
            self.lance, self.speakers, self.passed, seat, self.apuesta, total, ordago, (), pending, out
        )  # fmt: skip

    def with_answers(self, answers: Answers, pending: tuple[Seat, ...]) -> Envite:
        """Returns the lance with these answers, and who may still answer."""
        return Envite(
            self.lance, self.speakers, self.passed, self.bettor, self.querido, self.apuesta, self.ordago,
            answers, pending, self.out,
        )  # fmt: skip

    def answered(self, seat: Seat, action: Action) -> Self:
        """Returns the lance after one more answer to the bet."""
        return changed(self, answers=(*self.answers, (seat, action)), pending=without(self.pending, seat))

    def accepted(self, bandos: tuple[Bando, ...]) -> Cerrado:
        """Returns the lance once the bet is accepted between those sides (R34, R35)."""
        if self.ordago:
            return Cerrado(self.lance, Estado.ORDAGO, 0, bandos)
        return Cerrado(self.lance, Estado.QUERIDO, self.apuesta, bandos)

    def deje(self) -> int:
        """Returns what a side takes when nobody accepts its bet (R32)."""
        return self.querido or 1


@lru_cache(maxsize=1024)
def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats but one."""
    return tuple([other for other in seats if other != seat])
