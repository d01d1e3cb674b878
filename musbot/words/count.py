"""The count of a hand in words: the winner of each payment, its size and its reason (R51)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Jugada, Lance
from musbot.words import lances
from musbot.words.cards import holding_in_lance
from musbot.words.texts import Key, Texts

AMARRACO = 5
"""Piedras in an amarraco (R52)."""

_PAID: Mapping[Por, Key] = {
    Por.DEJE: "paid-deje",
    Por.PASO: "paid-paso",
    Por.ENVITE: "paid-envite",
    Por.PREMIO: "paid-premio",
    Por.PUNTO: "paid-punto",
    Por.ORDAGO: "paid-ordago",
    Por.SACA: "paid-saca",
    Por.COGE: "paid-coge",
}


@dataclass(frozen=True, slots=True)
class CountFacts:
    """The facts about a hand's players that its count names."""

    player: Callable[[Seat], str]
    """Returns a player's name."""
    side: Callable[[Bando], str]
    """Returns a side's name."""
    of_side: Callable[[Bando], Sequence[Seat]]
    """Returns the seats of a side."""
    inside: Callable[[Lance], Sequence[Seat]]
    """Returns the seats that take part in the showdown of a lance."""
    worth: Callable[[Seat], Jugada]
    """Returns the value of a player's hand."""


def lance_players(
    closed: Iterable[Cerrado], lance: Lance, seats: Iterable[Seat], bando: Callable[[Seat], Bando]
) -> list[Seat]:
    """Returns the seats of `seats`, in their order, whose sides can still win a closed lance.

    The list is empty if the lance is not closed.
    """
    sides = {side for each in closed if each.lance is lance for side in each.bandos}
    return [seat for seat in seats if bando(seat) in sides]


def payment_text(texts: Texts, counted: CountFacts, paid: Paid) -> str:
    """Returns a payment in words, to be read aloud.

    If the cards decide who takes the stones in the middle, a line before it names each player's part.
    """
    facts: dict[str, str | int] = {
        "at": lances.lance_name(texts, paid.lance),
        "lance": lances.lance_heading(texts, paid.lance),
        "piedras": paid.piedras,
        "side": counted.side(paid.bando),
        "count": len(counted.of_side(paid.bando)),
    }
    if paid.seat is not None:
        facts["who"] = _winner_text(texts, counted, paid, paid.seat)
    if paid.por is Por.PREMIO:
        facts["why"] = "; ".join(_premio_parts(texts, counted, paid))
        if paid.seat is not None and is_tied(counted, paid, paid.seat):
            return texts("paid-premio-by-mano", **facts)
    if paid.por is Por.SACA and paid.seat is None:
        return texts("paid-saca-deje", **facts)
    if paid.por is Por.COGE and paid.seat is None:
        return texts("paid-coge-de", **facts | {"from": texts.join_names(_payers(texts, counted, paid))})
    text = texts(_PAID[paid.por], **facts)
    if not paid.de:
        return text
    put = [texts("paid-coge-of", piedras=n, name=counted.player(seat)) for seat, n in enumerate(paid.de) if n]
    return f"{texts('paid-medio', lance=facts['lance'], put=texts.join_names(put))}\n{text}"


def _winner_text(texts: Texts, counted: CountFacts, paid: Paid, seat: Seat) -> str:
    """Returns the cards that decide, with their player unless they play alone.

    If a rival has equal cards, the text says that the distance from the mano decided (R10).
    """
    name, worth = counted.player(seat), holding_in_lance(texts, counted.worth(seat), paid.lance)
    alone = len(counted.of_side(paid.bando)) == 1
    if not is_tied(counted, paid, seat):
        return worth if alone else texts("count-who", name=name, worth=worth)
    if paid.por is Por.COGE:
        return texts("count-far", worth=worth)
    key = "count-by-mano" if alone else "count-who-by-mano"
    return texts(key, name=name, worth=worth)


def is_tied(counted: CountFacts, paid: Paid, seat: Seat) -> bool:
    """Returns whether a rival in the payment's lance has cards of equal value to the cards of `seat`."""
    lance, worth = paid.lance, counted.worth(seat)
    rivals = [who for who in counted.inside(lance) if who not in counted.of_side(paid.bando)]
    hands = [counted.worth(who) for who in rivals]
    return any(hand.has(lance) and hand.value(lance) == worth.value(lance) for hand in hands)


def _payers(texts: Texts, counted: CountFacts, paid: Paid) -> list[str]:
    """Returns a text for each player with stones in the middle that a payment takes: name and stone count.

    The stones of the player who takes them have a text without a name.
    """
    return [
        texts("paid-coge-own", piedras=n)
        if seat == paid.bando
        else texts("paid-coge-of", piedras=n, name=counted.player(seat))
        for seat, n in enumerate(paid.de)
        if n
    ]


def _premio_parts(texts: Texts, counted: CountFacts, paid: Paid) -> list[str]:
    """Returns a text for each player of the paid side who earns a premio in the lance (R47, R48).

    It gives the player's name, their holding and the piedras that it earns.
    """
    parts = []
    for seat in counted.of_side(paid.bando):
        worth = counted.worth(seat)
        if premio := worth.premio(paid.lance):
            holding = holding_in_lance(texts, worth, paid.lance)
            parts.append(texts("paid-premio-of", name=counted.player(seat), worth=holding, piedras=premio))
    return parts


def piedras_text(texts: Texts, number: int) -> str:
    """Returns a score and its amarracos: "17 (3 amarracos y 2)" (R52); below 5 only the number."""
    if number < AMARRACO:
        return str(number)
    amarracos, rest = divmod(number, AMARRACO)
    return f"{number} ({texts('amarracos', amarracos=amarracos, piedras=rest)})"
