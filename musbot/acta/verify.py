"""Checks that the cards of an acta follow from the seed to which its table was bound (game/shuffle.py)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.acta.partida import Acta, Promesa
from musbot.game.cards import Hand, written
from musbot.game.errors import MusError
from musbot.game.events import Began, Dealt, Event, Served
from musbot.game.evolve import evolve
from musbot.game.shuffle import Baraja, Scheme, commitment
from musbot.game.state import State


class Unverifiable(MusError):
    """An acta that does not tell enough to be verified; says what is missing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which hands were dealt as promised, out of how many, and what does not agree, one text each.

    `mano_drawn` says whether the first mano is the one drawn (R19). Where sides were drawn too (R18) an acta
    has the seats after the lottery: it cannot be told, and is taken as true.
    """

    hands: int
    kept: tuple[int, ...]
    faults: tuple[str, ...]
    mano_drawn: bool

    def __str__(self) -> str:
        told = f"{len(self.kept)} of {self.hands} hands were dealt as promised: {spans(self.kept) or 'none'}"
        if len(self.kept) == self.hands:
            told = f"every hand was dealt as promised ({self.hands})"
        return told if self.mano_drawn else f"{told}; the first mano is not the one that the seed gives"


def verify(partida: Acta) -> Verdict:
    """Returns what is true of an acta's promise; raises Unverifiable for one without a seed."""
    promesa = partida.baraja
    if promesa is None:
        raise Unverifiable("nothing to verify: expected [baraja], which only the project's own tables write")
    if promesa.semilla is None or promesa.compromiso is None or promesa.mesa is None:
        missing = [key for key in ("semilla", "compromiso", "mesa") if getattr(promesa, key) is None]
        raise Unverifiable(f"cannot be verified: expected {' and '.join(missing)} in [baraja]")
    cut = promesa.corte if promesa.esquema is Scheme.MUSBOT_2 else None
    baraja = Baraja(promesa.semilla, promesa.mesa, promesa.palabras, cut)
    faults = dict(_faults(partida, baraja))
    hands = partida.mesa.hand
    kept = tuple(hand for hand in range(1, hands + 1) if hand not in faults)
    told = [f"hand {hand}: {fault}" for hand, fault in faults.items()]
    broken = _commitment(promesa, promesa.semilla, promesa.mesa)
    return Verdict(hands, kept, (*broken, *told), _mano_drawn(partida, baraja))


def spans(numbers: Sequence[int]) -> str:
    """Returns ascending numbers in short: `1-3, 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _mano_drawn(partida: Acta, baraja: Baraja) -> bool:
    began = partida.events[0]
    if not isinstance(began, Began) or began.rules.draws_sides:
        return True
    return began.mano == baraja.sorteo(began.rules, began.seats).mano


def _commitment(promesa: Promesa, seed: bytes, table: str) -> Iterator[str]:
    bound = commitment(table, seed, promesa.esquema)
    if bound != promesa.compromiso:
        yield f"the compromiso is not that of this semilla and mesa: expected {bound}"


def _faults(partida: Acta, baraja: Baraja) -> Iterator[tuple[int, str]]:
    """The first card of each hand that is not the promised one, if any."""
    mesa: State | None = None
    at_fault = 0
    for event in partida.events:
        if mesa is not None and isinstance(event, (Dealt, Served)):
            hand = mesa.hand + isinstance(event, Dealt)
            fault = _fault(partida.names, event, baraja.chance(mesa)[0])
            if fault is not None and hand != at_fault:
                at_fault = hand
                yield hand, fault
        mesa = evolve(mesa, event)


def _fault(names: Sequence[str], event: Dealt | Served, promised: Event) -> str | None:
    match event, promised:
        case Dealt(cards=cards, visto=visto), Dealt(cards=due, visto=seen):
            for name, got, owed in zip(names, cards, due, strict=True):
                if got != owed:
                    return _differs(f"{name} was dealt", got, owed)
            if visto != seen:
                return f"the card seen was {_seen(names, visto)}, the seed gives {_seen(names, seen)}"
        case Served(seat, got), Served(_, owed) if got != owed:
            return _differs(f"{names[seat]} drew", got, owed)
    return None


def _differs(what: str, got: Hand, owed: Hand) -> str:
    return f"{what} {written(got)}, the seed gives {written(owed)}"


def _seen(names: Sequence[str], visto: tuple[int, object] | None) -> str:
    return "none" if visto is None else f"{visto[1]} of {names[visto[0]]}"
