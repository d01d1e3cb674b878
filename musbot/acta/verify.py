"""Checks the cards of an acta against the seed that its table was bound to (game/shuffle.py)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.acta.partida import Acta, Promesa, require_acta
from musbot.game.cards import Hand, write_cards
from musbot.game.errors import MusError
from musbot.game.events import Began, Dealt, Event, Served
from musbot.game.evolve import evolve
from musbot.game.shuffle import Baraja, Scheme, commitment
from musbot.game.state import State


class Unverifiable(MusError):
    """An acta without the data for a check; the message names the missing keys."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check. It is false if anything is at fault, like the status of `musbot verify`."""

    hands: int
    """The number of hands in the acta."""
    kept: tuple[int, ...]
    """The hands that were dealt as promised."""
    faults: tuple[str, ...]
    """A text about the commitment if it is not the seed's, then one for each hand that is not in `kept`."""
    mano_drawn: bool
    """Whether the first mano is the mano that the seed draws (R19); another mano is no fault.

    True if sides were drawn too (R18): the acta has the seats after that draw, so the mano cannot be checked.
    """

    def __bool__(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        """Returns the first fault, if there is one, and the summary."""
        return "; ".join((*self.faults[:1], self.summary))

    @property
    def summary(self) -> str:
        """An English line: the number of hands dealt as promised, and which; then a fault of the first
        mano."""
        text = f"every hand was dealt as promised ({self.hands})"
        if len(self.kept) != self.hands:
            text = (
                f"{len(self.kept)} of {self.hands} hands were dealt as promised:"
                f" {format_ranges(self.kept) or 'none'}"
            )
        return text if self.mano_drawn else f"{text}; the first mano is not the one that the seed gives"


def verify(partida: Acta) -> Verdict:
    """Checks the cards of an acta against its seed, and the seed against its commitment.

    A difference raises nothing: the verdict is false then, and lists it. Raises Unverifiable if the acta has
    no seed, commitment or table, or BadArgument for a value that is no Acta.
    """
    require_acta(partida)
    promesa = partida.baraja
    if promesa is None:
        raise Unverifiable(
            "nothing to verify: expected [baraja], which tables and `musbot simulate --actas` write"
        )
    if promesa.semilla is None or promesa.compromiso is None or promesa.mesa is None:
        missing = [key for key in ("semilla", "compromiso", "mesa") if getattr(promesa, key) is None]
        raise Unverifiable(f"cannot be verified: expected {' and '.join(missing)} in [baraja]")
    cut = promesa.corte if promesa.esquema is Scheme.MUSBOT_2 else None
    baraja = Baraja(promesa.semilla, promesa.mesa, promesa.palabras, cut)
    faults = dict(_faults(partida, baraja))
    hands = partida.mesa.hand
    kept = tuple(hand for hand in range(1, hands + 1) if hand not in faults)
    lines = [f"hand {hand}: {fault}" for hand, fault in faults.items()]
    broken = _commitment(promesa, promesa.semilla, promesa.mesa)
    return Verdict(hands, kept, (*broken, *lines), _is_mano_drawn(partida, baraja))


def format_ranges(numbers: Sequence[int]) -> str:
    """Returns ascending numbers as ranges: `1-3, 5`; "" for none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _is_mano_drawn(partida: Acta, baraja: Baraja) -> bool:
    """Returns whether the first mano is the seed's; True if sides are drawn."""
    began = partida.events[0]
    if not isinstance(began, Began) or began.rules.draws_sides:
        return True
    return began.mano == baraja.sorteo(began.rules, began.seats).mano


def _commitment(promesa: Promesa, seed: bytes, table: str) -> Iterator[str]:
    """Yields a text if the published commitment is not the seed's; otherwise nothing."""
    bound = commitment(table, seed, promesa.esquema)
    if bound != (promesa.compromiso or "").lower():
        yield f"the compromiso is not that of this semilla and mesa: expected {bound}"


def _faults(partida: Acta, baraja: Baraja) -> Iterator[tuple[int, str]]:
    """Yields the number of each hand that differs from the seed's, and a text about its first difference."""
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
    """Returns a text about the first difference between a deal or draw and the promised one; None if they
    agree."""
    match event, promised:
        case Dealt(cards=cards, visto=visto), Dealt(cards=due, visto=seen):
            for name, got, owed in zip(names, cards, due, strict=True):
                if got != owed:
                    return _difference(f"{name} was dealt", got, owed)
            if visto != seen:
                return f"the card seen was {_visto(names, visto)}, the seed gives {_visto(names, seen)}"
        case Served(seat, got), Served(_, owed) if got != owed:
            return _difference(f"{names[seat]} drew", got, owed)
        case Served(seat, _, visto=card), Served(_, _, visto=due_card) if card != due_card:
            return f"of {names[seat]}'s cards {card or 'none'} was seen, the seed gives {due_card or 'none'}"
    return None


def _difference(what: str, got: Hand, due: Hand) -> str:
    """Returns a text about different cards."""
    return f"{what} {write_cards(got)}, the seed gives {write_cards(due)}"


def _visto(names: Sequence[str], visto: tuple[int, object] | None) -> str:
    """Returns a card face up and its player's name; "none" for None."""
    return "none" if visto is None else f"{visto[1]} of {names[visto[0]]}"
