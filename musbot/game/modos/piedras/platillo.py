"""Payments with stones: taking them from the middle and shedding them into the dish (R60–R78)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from musbot.game.actions import Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Estado, Lance, best_seat, worst_seat
from musbot.game.modos.piedras.premios import premio
from musbot.game.modos.piedras.puja import Cierre, Stones, Toma
from musbot.game.state import State

if TYPE_CHECKING:
    from musbot.game.modos.piedras.state import PiedrasState

_UNBET = (Estado.PASO, Estado.SIN_RIVAL)


def closing_payments(mesa: State, cierre: Cierre) -> tuple[Paid, ...]:
    """Returns the payments at the end of a lance (R65, R66, R74); none if no stones are taken or shed at
    once."""
    taken = tuple(taking_payment(mesa, cierre.lance.lance, toma) for toma in cierre.tomas)
    if cierre.deje is None:
        return taken
    return (*taken, Paid(mesa.hand, cierre.deje, cierre.lance.lance, Por.SACA, 1))


def taking_payment(mesa: State, lance: Lance, toma: Toma) -> Paid:
    """Returns the payment of stones taken from the middle."""
    return Paid(mesa.hand, toma.seat, lance, Por.COGE, sum(toma.de), de=toma.de)


def losing_payment(mesa: State, lance: Cerrado, lies: Stones) -> Paid:
    """Returns the payment of all stones of a lance to the player with the worst cards (R67, R75)."""
    inside = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano) if seat in lance.bandos]
    seat = worst_seat(inside, lance.lance)
    return Paid(mesa.hand, seat, lance.lance, Por.COGE, sum(lies), seat, lies)


def payments(mesa: PiedrasState) -> Iterator[Paid]:
    """Yields the payments after the showdown, lance by lance; players shed at most their own stones (R69).

    In each lance the worst hand first takes the stones in the middle, then the best hand sheds its premio. A
    lance without a bet has a premio only if the rules count it (R63) and it can be won. Payments beyond the
    end of the juego are included.
    """
    holds, medio = list(mesa.piedras), dict(mesa.medio)
    for lance in mesa.lances:
        if lance.lance in medio:
            paid = losing_payment(mesa, lance, medio[lance.lance])
            holds[paid.bando] += paid.piedras
            yield paid
        if lance.estado is Estado.VACIO or (lance.estado in _UNBET and not mesa.rules.unbet_counts):
            continue  # R63
        inside = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano) if seat in lance.bandos]
        seat = best_seat(inside, lance.lance)
        bet = lance.estado not in _UNBET
        shed = min(premio(mesa.rules, lance.lance, mesa.jugada(seat), bet=bet), holds[seat])  # R69
        if shed:
            holds[seat] -= shed
            yield Paid(mesa.hand, seat, lance.lance, Por.SACA, shed, seat)


def holders(mesa: PiedrasState) -> list[Seat]:
    """Returns the players with stones, in hand or in the middle (R60, R67)."""
    return [seat for seat, n in enumerate(mesa.piedras) if n + mesa.en_medio(seat)]


def last_holder(mesa: PiedrasState) -> Seat | None:
    """Returns the only player with stones, in hand or in the middle (R60); None unless there is exactly
    one."""
    left = holders(mesa)
    return left[0] if len(left) == 1 else None
