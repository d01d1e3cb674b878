"""The count in words: who takes how many and why (R51), the same in a chat and in an acta told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Jugada, Lance
from musbot.words import lances
from musbot.words.cards import in_lance
from musbot.words.texts import Key, Texts

AMARRACO = 5
"""Piedras (R52)."""

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
class Counted:
    """Whom the count is about: names of players and sides, who is of a side, in a lance, what each has."""

    player: Callable[[Seat], str]
    side: Callable[[Bando], str]
    of_side: Callable[[Bando], Sequence[Seat]]
    inside: Callable[[Lance], Sequence[Seat]]
    worth: Callable[[Seat], Jugada]


def still_in(
    closed: Iterable[Cerrado], lance: Lance, seats: Iterable[Seat], bando: Callable[[Seat], Bando]
) -> list[Seat]:
    """Returns the seats whose side keeps a right to a lance that is closed."""
    sides = {side for each in closed if each.lance is lance for side in each.bandos}
    return [seat for seat in seats if bando(seat) in sides]


def payment(texts: Texts, counted: Counted, paid: Paid) -> str:
    """Returns one payment as it is read aloud; before the middle is taken, a line of what each put there."""
    facts: dict[str, str | int] = {
        "at": lances.name(texts, paid.lance),
        "lance": lances.heading(texts, paid.lance),
        "piedras": paid.piedras,
        "side": counted.side(paid.bando),
        "count": len(counted.of_side(paid.bando)),
    }
    if paid.seat is not None:
        facts["who"] = _who(texts, counted, paid, paid.seat)
    if paid.por is Por.PREMIO:
        facts["why"] = ", ".join(_premios(texts, counted, paid))
        if paid.seat is not None and is_tied(counted, paid, paid.seat):
            return texts("paid-premio-by-mano", **facts)
    if paid.por is Por.SACA and paid.seat is None:
        return texts("paid-saca-deje", **facts)
    if paid.por is Por.COGE and paid.seat is None:
        return texts("paid-coge-de", **facts | {"from": texts.listed(_whose(texts, counted, paid))})
    told = texts(_PAID[paid.por], **facts)
    if not paid.de:
        return told
    put = [texts("paid-coge-of", piedras=n, name=counted.player(seat)) for seat, n in enumerate(paid.de) if n]
    return f"{texts('paid-medio', lance=facts['lance'], put=texts.listed(put))}\n{told}"


def _who(texts: Texts, counted: Counted, paid: Paid, seat: Seat) -> str:
    """Whose cards decided it, and that equal ones did not, for being further from the mano (R10)."""
    name, worth = counted.player(seat), in_lance(texts, counted.worth(seat), paid.lance)
    alone = len(counted.of_side(paid.bando)) == 1
    if not is_tied(counted, paid, seat):
        return worth if alone else texts("count-who", name=name, worth=worth)
    if paid.por is Por.COGE:
        return texts("count-far", worth=worth)
    key = "count-by-mano" if alone else "count-who-by-mano"
    return texts(key, name=name, worth=worth)


def is_tied(counted: Counted, paid: Paid, seat: Seat) -> bool:
    """Whether somebody of another side in the lance has cards that are worth the same."""
    lance, worth = paid.lance, counted.worth(seat)
    rivals = [who for who in counted.inside(lance) if who not in counted.of_side(paid.bando)]
    hands = [counted.worth(who) for who in rivals]
    return any(hand.has(lance) and hand.value(lance) == worth.value(lance) for hand in hands)


def _whose(texts: Texts, counted: Counted, paid: Paid) -> list[str]:
    """Whose stones are taken out of the middle."""
    return [
        texts("paid-coge-own", piedras=n)
        if seat == paid.bando
        else texts("paid-coge-of", piedras=n, name=counted.player(seat))
        for seat, n in enumerate(paid.de)
        if n
    ]


def _premios(texts: Texts, counted: Counted, paid: Paid) -> list[str]:
    """Each player's part of a premio, with their reason (R47, R48)."""
    parts = []
    for seat in counted.of_side(paid.bando):
        worth = counted.worth(seat)
        premio = worth.premio_pares if paid.lance is Lance.PARES else worth.premio_juego
        if premio:
            told = in_lance(texts, worth, paid.lance)
            parts.append(texts("paid-premio-of", name=counted.player(seat), worth=told, piedras=premio))
    return parts


def piedras(texts: Texts, number: int) -> str:
    """Returns a score, and how it lies on the table: "17 (3 amarracos y 2)" (R52)."""
    if number < AMARRACO:
        return str(number)
    amarracos, rest = divmod(number, AMARRACO)
    return f"{number} ({texts('amarracos', amarracos=amarracos, piedras=rest)})"
