"""The biggest moments of a partida: órdagos, the best hand, the fattest, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from musbot.acta.partida import Acta
from musbot.acta.wording import LABELS, Wording
from musbot.game.actions import Bando
from musbot.game.cards import HAND_SIZE
from musbot.game.engine import winner
from musbot.game.lances import worth
from musbot.page.story import HandTold, Held
from musbot.words.texts import Key, Texts

MOST_ORDAGOS = 6

_ORDAGO: Mapping[bool, Key] = {True: "page-ordago-wanted", False: "page-ordago-refused"}
"""By whether it was accepted."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment: in which hand, what it is called, what happened, and the cards that made it."""

    hand: int
    title: str
    words: str
    held: Held | None = None


def moments(partida: Acta, texts: Texts, hands: Sequence[HandTold]) -> list[Highlight]:
    """Returns the moments in the order in which they came; of many órdagos those that were accepted first."""
    found = [*_ordagos(partida, texts, hands), *_best(partida, texts, hands)]
    if partida.rules.gathers:
        found += _fattest(partida, texts, hands)
    found += _turning(partida, texts, hands)
    return sorted(found, key=lambda it: it.hand)


def _ordagos(partida: Acta, texts: Texts, hands: Sequence[HandTold]) -> list[Highlight]:
    said = [(told, *ordago) for told in hands for ordago in told.ordagos]
    said = sorted(said, key=lambda it: it[3] is not True)[:MOST_ORDAGOS]
    found = []
    for told, seat, lance, wanted in said:
        name, at = partida.names[seat], texts(LABELS[lance]).lower()
        if wanted is None:
            words = texts("page-ordago-open", name=name, lance=at)
        else:
            words = texts(_ORDAGO[wanted], name=name, lance=at)
        held = next((held for held in told.held if held.seat == seat and held.cards), None)
        found.append(Highlight(told.number, texts("page-moment-ordago"), words, held))
    return found


def _best(partida: Acta, texts: Texts, hands: Sequence[HandTold]) -> Iterator[Highlight]:
    """The best four cards that the reader has seen, if any had pares or juego: by their premios first."""

    def premio(held: Held) -> int:
        it = worth(held.cards, partida.rules)
        return it.premio_pares + it.premio_juego

    def rank(held: Held) -> tuple[object, ...]:
        it = worth(held.cards, partida.rules)
        return (premio(held), it.juego, it.pares, it.grande)

    four = [(told, held) for told in hands for held in told.held if len(held.cards) == HAND_SIZE]
    known = [(told, held) for told, held in four if premio(held)]
    if known:
        told, held = max(known, key=lambda it: rank(it[1]))  # of equal ones the first
        words = texts("page-best", name=partida.names[held.seat], holds=held.holds)
        yield Highlight(told.number, texts("page-moment-best"), words, held)


def _fattest(partida: Acta, texts: Texts, hands: Sequence[HandTold]) -> Iterator[Highlight]:
    """The hand in which one side took most piedras."""
    paid = [(told, bando, piedras) for told in hands for bando, piedras in told.paid.items() if piedras]
    if paid:
        told, bando, piedras = max(paid, key=lambda it: it[2])
        side, count = Wording(partida, texts).side(bando), _count(partida, bando)
        words = texts("page-fattest", piedras=piedras, side=side, count=count)
        yield Highlight(told.number, texts("page-moment-fattest"), words)


def _turning(partida: Acta, texts: Texts, hands: Sequence[HandTold]) -> Iterator[Highlight]:
    """The hand with which the winner took the lead for good."""
    won, over = winner(partida.mesa), [told for told in hands if not told.under]
    if won is None:
        return
    turn = lead_for_good(over, won, gains=partida.rules.gathers)
    if turn is not None:
        side, count = Wording(partida, texts).side(won), _count(partida, won)
        if turn:
            words = texts("page-turned", side=side, count=count)
        else:
            words = texts("page-led", side=side, count=count)
        yield Highlight(over[turn].number, texts("page-moment-turning"), words)


def _count(partida: Acta, bando: Bando) -> int:
    return len(partida.side(bando))


def lead_for_good(hands: Sequence[HandTold], side: Bando, *, gains: bool = True) -> int | None:
    """Returns the place of the hand after which a side was ahead to the end, in vacas, juegos and piedras.

    None if it was not ahead at the end. Without `gains` fewer juegos against a player lead, then stones.
    """

    def standing(told: HandTold, bando: Bando) -> tuple[int, ...]:
        piedras = 0 if told.won is not None else told.after[bando]
        if not gains:
            return (-told.juegos[bando], -piedras)
        return (told.vacas[bando], told.juegos[bando], piedras)

    def leads(told: HandTold) -> bool:
        others = (bando for bando in range(len(told.after)) if bando != side)
        return all(standing(told, side) > standing(told, other) for other in others)

    place = len(hands)
    while place and leads(hands[place - 1]):
        place -= 1
    return place if place < len(hands) else None
