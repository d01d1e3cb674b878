"""The bets of a lance of Tres Mus (R64–R68)."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import NOTHING, Action, Offer, Seat, Seats, Voz, Words
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.piedras.puja import (
    FINAL,
    RESPUESTAS,
    SUBIDAS,
    Cierre,
    Puja,
    Stones,
    Toma,
    add_at,
    all_passed,
    subtract_rows,
)
from musbot.game.record import copy_with

_OPEN = Words((Offer(Voz.PASO), Offer(Voz.ENVIDO, 1, None), Offer(Voz.ORDAGO)))
_ALL = Words((Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO)))
_RAISES = (Offer(Voz.MAS, 1, None), Offer(Voz.ORDAGO))
_LAST = Words((Offer(Voz.CONFORME), Offer(Voz.PERDIDO)))
_GIVE_UP = Words((Offer(Voz.PERDIDO),))
_ACCEPTS = (Voz.QUIERO, Voz.ACEPTO, Voz.CONFORME)

THROW_RULE, BET_RULE = "R61", "R64"
"""The rules of the discard and of the bets."""


def offers(puja: Puja, seat: Seat) -> Words:
    """Returns the words of a seat, empty unless it is the next speaker or may give up.

    The last bettor, once accepted, may give up at any time (R68).
    """
    if puja.bettor is None:
        return _OPEN if seat == puja.speaker else NOTHING
    if seat != puja.speaker:
        return _GIVE_UP if seat == puja.bettor and _is_accepted(puja) else NOTHING
    if puja.ronda == FINAL:
        return _LAST
    if puja.ordago:
        return _ALL
    if puja.ronda == RESPUESTAS:
        most = min(puja.apuesta, puja.hand(seat))
        return Words((Offer(Voz.QUIERO), Offer(Voz.ACEPTO, 1, most), Offer(Voz.NO_QUIERO)))
    withdraw = (Offer(Voz.NO_QUIERO),) if puja.subida else ()
    return Words((Offer(Voz.CONFORME), *withdraw, *(_RAISES if puja.may_raise(seat) else ())))


def with_word(puja: Puja, seat: Seat, action: Action) -> Puja:
    """Returns the lance after an offered word of a seat; the lance is ready to close once no seat is
    awaited."""
    if puja.bettor is None:
        if action.voz is Voz.PASO:
            return puja.with_paso()
        return puja.with_first_bet(seat, action, [other for other in puja.speakers if other != seat])
    match action.voz:
        case Voz.PERDIDO:
            return copy_with(puja, pending=(), given_up=True)
        case Voz.MAS | Voz.ORDAGO:
            return puja.with_raise(
                seat, action, [other for other in puja.others(seat) if other in puja.dentro]
            )
        case Voz.NO_QUIERO:
            return _continue(puja.with_withdrawal(seat, action))
        case _ if puja.ronda == RESPUESTAS:
            return _continue(puja.with_entry(seat, action))
        case _:
            return _continue(puja.with_conforme(seat, action))


def lance_result(puja: Puja, holders: Sequence[Seat]) -> Cierre:
    """Returns the result of a lance in which no seat is awaited; `holders` makes no difference in this
    game."""
    if puja.bettor is None:
        return all_passed(puja)
    return _result_of_giving_up(puja, puja.bettor) if puja.given_up else _close(puja)


def _is_accepted(puja: Puja) -> bool:
    """Returns whether a player has accepted the last bet or raise, while others may still speak (R84).

    False in the last round, in which the bettor is the next speaker.
    """
    unraised = puja.ronda == SUBIDAS and not puja.subidores
    return unraised or any(action.voz in _ACCEPTS for _, action in puja.answers)


def _continue(puja: Puja) -> Puja:
    """Returns the lance in its next round, once no answer is pending; otherwise the lance unchanged.

    Raises follow the answers if a seat other than the bettor may raise. The last round follows an órdago, or
    a bettor without a stone in hand (R84). If only one player is in, no round follows.
    """
    if puja.bettor is None or puja.pending:
        return puja
    if len(puja.dentro) > 1:
        if puja.ronda == RESPUESTAS and not puja.ordago:
            may = tuple(
                s for s in puja.speakers if s in puja.dentro and s != puja.bettor and puja.may_raise(s)
            )
            if may:
                return copy_with(puja, ronda=SUBIDAS, pending=may, answers=())
        if puja.ronda != FINAL and (puja.ordago or not puja.hand(puja.bettor)):  # R84
            return copy_with(puja, ronda=FINAL, pending=(puja.bettor,), answers=())
    return puja


def _close(puja: Puja) -> Cierre:
    """Returns the end of a lance that was bet on and not given up.

    It is refused (R66), accepted (also an órdago), or accepted by players without stones and compared at once
    (R67).
    """
    lies, tomas, suertudos = _withdrawn_stones(puja)
    inside = tuple(sorted(puja.dentro))
    if len(inside) == 1:  # R66: not accepted, or the others have withdrawn
        deje = inside[0] if len(puja.entraron) == 1 else None
        rid = 1 if deje is not None else sum(toma.de[inside[0]] for toma in tomas)
        lance = Cerrado(puja.lance, Estado.RECHAZADO, rid, inside, suertudos)
        return Cierre(lance, _manos(puja, (), tomas), (), tomas, deje)
    estado = Estado.ORDAGO if puja.ordago else Estado.QUERIDO
    if not puja.ordago and not any(puja.hand(seat) for seat in inside):
        estado = Estado.VISTO  # R67
    return Cierre(
        Cerrado(puja.lance, estado, sum(lies), inside, suertudos), _manos(puja, lies, tomas), lies, tomas
    )


def _result_of_giving_up(puja: Puja, bettor: Seat) -> Cierre:
    """Returns the result after the last bettor gives up and takes the stones left in the middle (R68).

    Players who withdrew take theirs first. The other players still in can win the lance.
    """
    lies, tomas, suertudos = _withdrawn_stones(puja)
    inside = tuple(sorted(seat for seat in puja.dentro if seat != bettor))
    if any(lies):
        tomas = (*tomas, Toma(bettor, lies))
    lance = Cerrado(puja.lance, Estado.PERDIDO, sum(lies), inside, suertudos)
    return Cierre(lance, _manos(puja, (), tomas), (), tomas)


def _withdrawn_stones(puja: Puja) -> tuple[Stones, tuple[Toma, ...], Seats]:
    """Settles the stones of withdrawn players (R65), in the order in which they entered.

    Each takes back their own, and from each raiser as many as their own, while any are left. Returns the
    stones left in the middle, the tomas, and the players who got nothing from a raiser. Tomas leave out a
    player's own stones.
    """
    lies, tomas, suertudos = list(puja.puestas), [], []
    raisers = tuple(dict.fromkeys(puja.subidores))
    for seat in puja.entraron:
        if seat not in puja.out:
            continue
        lies[seat] = 0  # their own stones come back
        de = [0] * len(lies)
        for raiser in raisers:
            if raiser != seat:
                de[raiser] = min(puja.puestas[seat], lies[raiser])
                lies[raiser] -= de[raiser]
        if any(de):
            tomas.append(Toma(seat, tuple(de)))
        else:
            suertudos.append(seat)
    return tuple(lies), tuple(tomas), tuple(suertudos)


def _manos(puja: Puja, lies: Stones, tomas: tuple[Toma, ...]) -> Stones:
    """Returns each player's stones in hand, given the stones in the middle and those taken from it."""
    manos = subtract_rows(puja.tiene, lies or (0,) * len(puja.tiene))
    for toma in tomas:
        manos = add_at(subtract_rows(manos, toma.de), toma.seat, sum(toma.de))
    return manos
