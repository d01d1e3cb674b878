"""Finds the highlights of a partida: órdagos, the best hand, the largest payment, and the turning point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from musbot.acta.page.story import HandStory, PlayerCards
from musbot.acta.partida import Acta
from musbot.acta.wording import LABELS, Wording
from musbot.game.actions import Bando
from musbot.game.cards import HAND_SIZE
from musbot.game.engine import winner
from musbot.game.lances import worth
from musbot.words.texts import Key, Texts

MOST_ORDAGOS = 6
"""The maximum number of órdagos among the highlights."""

_ORDAGO: Mapping[bool, Key] = {True: "page-ordago-wanted", False: "page-ordago-refused"}
"""The sentence about an órdago, by whether it was accepted."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A highlight of a partida."""

    hand: int
    """The number of its hand."""
    title: str
    """Its heading."""
    words: str
    """The sentence about it."""
    held: PlayerCards | None = None
    """The cards behind it, if the reader may see them."""


def find_highlights(partida: Acta, texts: Texts, hands: Sequence[HandStory]) -> list[Highlight]:
    """Returns the highlights by the number of their hand: órdagos, the best hand, the largest payment and the
    turning point.

    Each is left out if there is none; the largest payment also if the rules do not gather stones
    (`RuleSet.gathers`). Of more than `MOST_ORDAGOS` órdagos the accepted ones are chosen first.
    """
    found = [*_ordagos(partida, texts, hands), *_find_best_hand(partida, texts, hands)]
    if partida.rules.gathers:
        found += _find_richest_hand(partida, texts, hands)
    found += _find_turning_point(partida, texts, hands)
    return sorted(found, key=lambda it: it.hand)


def _ordagos(partida: Acta, texts: Texts, hands: Sequence[HandStory]) -> list[Highlight]:
    """Returns at most MOST_ORDAGOS highlights of an órdago each, the accepted ones first, otherwise in
    playing order.

    Each has the cards of its player, if the reader may see them. An órdago without an answer has its own
    sentence.
    """
    ordagos = [(story, *ordago) for story in hands for ordago in story.ordagos]
    ordagos = sorted(ordagos, key=lambda it: it[3] is not True)[:MOST_ORDAGOS]
    found = []
    for story, seat, lance, wanted in ordagos:
        name, at = partida.names[seat], texts(LABELS[lance]).lower()
        if wanted is None:
            words = texts("page-ordago-open", name=name, lance=at)
        else:
            words = texts(_ORDAGO[wanted], name=name, lance=at)
        held = next((held for held in story.held if held.seat == seat and held.cards), None)
        found.append(Highlight(story.number, texts("page-moment-ordago"), words, held))
    return found


def _find_best_hand(partida: Acta, texts: Texts, hands: Sequence[HandStory]) -> Iterator[Highlight]:
    """Yields the best visible hand of four cards by `Jugada.rank`, the first of equal ones; nothing if none
    has pares or juego."""

    four = [(story, held) for story in hands for held in story.held if len(held.cards) == HAND_SIZE]
    ranked = [(rank, it) for it in four if (rank := worth(it[1].cards, partida.rules).rank()) is not None]
    if ranked:
        _, (story, held) = max(ranked, key=lambda it: it[0])  # the first of equal hands wins
        words = texts("page-best", name=partida.names[held.seat], holds=held.holds)
        yield Highlight(story.number, texts("page-moment-best"), words, held)


def _find_richest_hand(partida: Acta, texts: Texts, hands: Sequence[HandStory]) -> Iterator[Highlight]:
    """Yields the hand in which one side won most piedras, if any were paid; the first of equal hands."""
    paid = [(story, bando, piedras) for story in hands for bando, piedras in story.paid.items() if piedras]
    if paid:
        story, bando, piedras = max(paid, key=lambda it: it[2])
        side, count = Wording(partida, texts).side(bando), _count(partida, bando)
        words = texts("page-fattest", piedras=piedras, side=side, count=count)
        yield Highlight(story.number, texts("page-moment-fattest"), words)


def _find_turning_point(partida: Acta, texts: Texts, hands: Sequence[HandStory]) -> Iterator[Highlight]:
    """Yields the hand in which the winner took the lead for good; nothing while the partida runs."""
    won, over = winner(partida.mesa), [story for story in hands if not story.in_progress]
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
    """Returns the number of a side's players."""
    return len(partida.side(bando))


def lead_for_good(hands: Sequence[HandStory], side: Bando, *, gains: bool = True) -> int | None:
    """Returns the index of the hand after which a side led to the end, in vacas, juegos and piedras.

    None if the side did not lead at the end. Without `gains`, juegos are lost, so fewer juegos, then fewer
    stones, lead.
    """

    def standing_value(story: HandStory, bando: Bando) -> tuple[int, ...]:
        """Returns a value that is greater for the side that is ahead after a hand; after a juego piedras do
        not count."""
        piedras = 0 if story.won is not None else story.after[bando]
        if not gains:
            return (-story.juegos[bando], -piedras)
        return (story.vacas[bando], story.juegos[bando], piedras)

    def is_ahead(story: HandStory) -> bool:
        """Returns whether the side is ahead of every other after a hand."""
        others = (bando for bando in range(len(story.after)) if bando != side)
        return all(standing_value(story, side) > standing_value(story, other) for other in others)

    place = len(hands)
    while place and is_ahead(hands[place - 1]):
        place -= 1
    return place if place < len(hands) else None
