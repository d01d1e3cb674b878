"""The bets of a lance of Mus Francés (R73–R77)."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import NOTHING, Action, Offer, Seat, Voz, Words
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.piedras.puja import (
    RESPUESTAS,
    SUBIDAS,
    Cierre,
    Puja,
    Toma,
    add_at,
    all_passed,
    subtract_rows,
)
from musbot.game.record import copy_with

_ANSWER = Words((Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO)))

THROW_RULE, BET_RULE = "R71", "R73"
"""The rules of the discard and of the bets."""


def offers(puja: Puja, seat: Seat) -> Words:
    """Returns the legal moves of a seat; none unless it speaks next.

    Without a bet: paso, a bet up to its stones, or órdago. The first answer to a bet, and any answer to an
    órdago, is quiero or no quiero. Later: conforme, and no quiero if it owes stones. A raise is limited to
    its stones minus its debt. No raise or órdago if the seat may not raise, or the bettor has no stones in
    hand (R77).
    """
    if seat != puja.speaker:
        return NOTHING
    if puja.bettor is None:
        return Words((Offer(Voz.PASO), Offer(Voz.ENVIDO, 1, puja.hand(seat)), Offer(Voz.ORDAGO)))
    if puja.ordago or puja.ronda == RESPUESTAS:
        return _ANSWER
    refuse = (Offer(Voz.NO_QUIERO),) if puja.debe[seat] else ()
    if not puja.may_raise(seat) or not puja.hand(puja.bettor):
        return Words((Offer(Voz.CONFORME), *refuse))
    most = puja.hand(seat) - puja.debe[seat]
    return Words((Offer(Voz.CONFORME), *refuse, Offer(Voz.MAS, 1, most), Offer(Voz.ORDAGO)))


def with_word(puja: Puja, seat: Seat, action: Action) -> Puja:
    """Returns the lance after an offered word of a seat; the lance is ready to close once no seat is
    awaited."""
    if puja.bettor is None:
        return (
            puja.with_paso()
            if action.voz is Voz.PASO
            else puja.with_first_bet(seat, action, puja.others(seat))
        )
    if puja.ronda == RESPUESTAS:
        refuses = action.voz is Voz.NO_QUIERO
        return _continue(puja.with_withdrawal(seat, action) if refuses else puja.with_entry(seat, action))
    match action.voz:
        case Voz.MAS | Voz.ORDAGO:
            return _raise_bet(puja, seat, action)
        case Voz.NO_QUIERO:
            return _refuse_raise(puja, seat, action)
        case _:
            return _continue(puja.with_conforme(seat, action))


def lance_result(puja: Puja, holders: Sequence[Seat]) -> Cierre:
    """Returns the result of a lance in which no seat is awaited; an órdago that all `holders` have accepted
    ends the hand (R76)."""
    return all_passed(puja) if puja.bettor is None else _close(puja, holders)


def _raise_bet(puja: Puja, seat: Seat, action: Action) -> Puja:
    """Returns the lance after a raise, which the other players in it answer in the direction of the round.

    The round goes to the left at first. A raise of the first bettor reverses it (R73).
    """
    leftward = not puja.leftward if seat == puja.entraron[0] else puja.leftward
    circle = puja.speakers_leftwards(seat) if leftward else puja.others(seat)
    raised = puja.with_raise(seat, action, [other for other in circle if other in puja.dentro])
    return copy_with(raised, leftward=leftward)


def _refuse_raise(puja: Puja, seat: Seat, action: Action) -> Puja:
    """Returns the lance after a refused raise.

    The player takes the stones in the middle from before the raise (R74), or is a suertudo without any. The
    payment is due before the next word. The others continue for the raise alone; players left without stones
    are out (R85).
    """
    de = subtract_rows(puja.puestas, puja.sobre)
    left = copy_with(
        puja.with_withdrawal(seat, action),
        tiene=add_at(subtract_rows(puja.tiene, de), seat, sum(de)),
        puestas=puja.sobre,
        debe=tuple(min(owes, puja.subida) for owes in puja.debe),
        toma=Toma(seat, de) if any(de) else None,
        suertudos=puja.suertudos if any(de) else (*puja.suertudos, seat),
    )
    without = tuple(s for s in left.dentro if not left.tiene[s])  # R85: without stones to play for
    pending = tuple(s for s in left.pending if s not in without)
    return _continue(copy_with(left, out=(*left.out, *without), pending=pending))


def _continue(puja: Puja) -> Puja:
    """Returns the lance with the round of raises, once no answer to the first bet is pending.

    The round needs several seats that are in, and a bettor with stones left. In all other cases, and in a
    later round, it returns the lance unchanged.
    """
    if puja.bettor is None or puja.pending:
        return puja
    if len(puja.dentro) > 1 and puja.ronda == RESPUESTAS and puja.hand(puja.bettor):  # R76, R77
        circle = (*puja.speakers_leftwards(puja.bettor), puja.bettor)
        may = tuple(seat for seat in circle if seat in puja.dentro and puja.may_raise(seat))
        return copy_with(puja, ronda=SUBIDAS, pending=may, answers=(), leftward=True)
    return puja


def _close(puja: Puja, holders: Sequence[Seat]) -> Cierre:
    """Returns the end of a lance that was bet on: refused, accepted, or an órdago that may end the hand
    (R74–R76)."""
    inside = tuple(sorted(puja.dentro))
    tomas = (puja.toma,) if puja.toma is not None else ()
    if len(inside) == 1:  # R75: the bet was not accepted; R74: only the raiser is left
        deje = inside[0] if len(puja.entraron) == 1 else None
        lance = Cerrado(puja.lance, Estado.RECHAZADO, 0 if deje is None else 1, inside, puja.suertudos)
        return Cierre(lance, puja.tiene, (), tomas, deje)
    estado = Estado.ORDAGO if puja.ordago else Estado.QUERIDO
    final = puja.ordago and len(inside) == len(holders)  # R76
    lance = Cerrado(puja.lance, estado, sum(puja.puestas), inside, puja.suertudos, final)
    return Cierre(lance, puja.manos, puja.puestas, tomas)
