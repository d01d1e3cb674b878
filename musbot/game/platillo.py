"""Stones to be rid of: what is taken out of the middle, what is shed into the dish, who is left (R60–R78)."""

from __future__ import annotations

from collections.abc import Iterator

from musbot.game.actions import Seat
from musbot.game.envites.puja import Cierre, Stones, Toma
from musbot.game.events import Paid, Por
from musbot.game.lances import REAL, Cerrado, Estado, Jugada, Lance, best, worst
from musbot.game.mesa import Mesa
from musbot.game.rules import RuleSet

_UNBET = (Estado.PASO, Estado.SIN_RIVAL)


def closing(mesa: Mesa, cierre: Cierre) -> tuple[Paid, ...]:
    """Returns what is taken and shed at once when a lance closes (R65, R66, R74)."""
    taken = tuple(taking(mesa, cierre.lance.lance, toma) for toma in cierre.tomas)
    if cierre.deje is None:
        return taken
    return (*taken, Paid(mesa.hand, cierre.deje, cierre.lance.lance, Por.SACA, 1))


def taking(mesa: Mesa, lance: Lance, toma: Toma) -> Paid:
    """Returns the payment of stones taken out of the middle."""
    return Paid(mesa.hand, toma.seat, lance, Por.COGE, sum(toma.de), de=toma.de)


def lost(mesa: Mesa, lance: Cerrado, lies: Stones) -> Paid:
    """Returns who takes all the stones of a lance, for his cards are the worst (R67, R75)."""
    inside = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano) if seat in lance.bandos]
    seat = worst(inside, lance.lance)
    return Paid(mesa.hand, seat, lance.lance, Por.COGE, sum(lies), seat, lies)


def payments(mesa: Mesa) -> Iterator[Paid]:
    """Yields what is taken and shed once all hands are shown, lance by lance; no more than one holds (R69).

    That the juego ends when only one still has stones is not looked at here.
    """
    holds, medio = list(mesa.piedras), dict(mesa.medio)
    for lance in mesa.lances:
        if lance.lance in medio:
            paid = lost(mesa, lance, medio[lance.lance])
            holds[paid.bando] += paid.piedras
            yield paid
        if lance.estado is Estado.VACIO or (lance.estado in _UNBET and not pays_unbet(mesa.rules)):
            continue  # R63
        inside = [(seat, mesa.jugada(seat)) for seat in mesa.circle(mesa.mano) if seat in lance.bandos]
        seat = best(inside, lance.lance)
        bet = lance.estado not in _UNBET
        shed = min(premio(mesa.rules, lance.lance, mesa.jugada(seat), bet=bet), holds[seat])  # R69
        if shed:
            holds[seat] -= shed
            yield Paid(mesa.hand, seat, lance.lance, Por.SACA, shed, seat)


def pays_unbet(rules: RuleSet) -> bool:
    """Whether a lance that nobody bet counts for its winner: in Mus Francés (R72), not in Tres Mus (R63)."""
    return rules.modo == "frances"


def premio(rules: RuleSet, lance: Lance, worth: Jugada, *, bet: bool) -> int:
    """Returns the stones that the winner of a lance sheds for his cards (R62, R72, R75)."""
    match lance:
        case Lance.GRANDE | Lance.CHICA:
            return 0 if bet else 1
        case Lance.PARES:
            return worth.premio_pares
        case Lance.PUNTO:
            return 1
        case _ if rules.tanteo == "largo" and worth.juego == REAL:
            return 5
        case _ if rules.tanteo == "largo" and worth.puntos == 33:
            return 4
        case _:
            return worth.premio_juego


def last_holder(mesa: Mesa) -> Seat | None:
    """Returns the only player who still has stones, in his hand or in the middle, if there is one (R60)."""
    holders = [seat for seat, n in enumerate(mesa.piedras) if n + mesa.en_medio(seat)]
    return holders[0] if len(holders) == 1 else None
