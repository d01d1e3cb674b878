"""Parses and writes the words of the game (docs/acta.md), ignoring case and accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import BadCard, Card, Hand, card
from musbot.game.errors import MOST_DIGITS, LongNumber, MusError, quote_text
from musbot.game.events import Discarded, Event, Looked, Said, Served, Signed

TIEMPO = "tiempo"
"""The end of the gracia of R30, which no player says."""


class UnknownWord(MusError):
    """A text that is not a word of the game; the message lists the valid ones."""

    def __init__(self, text: str, known: Sequence[str], what: str = "word of the game") -> None:
        super().__init__(f"{quote_text(text)} is no {what}: expected one of {', '.join(known)}")
        self.text = text
        self.known = tuple(known)


class UnknownSena(UnknownWord):
    """An unknown seña; the message lists the valid ones (R56)."""

    def __init__(self, name: str) -> None:
        super().__init__(name, tuple(Sena), "seña")


@lru_cache(maxsize=64)
def fold_text(text: str) -> str:
    """Returns text for comparisons: without case and accents, with single spaces and none at the ends.

    Letters such as "ﬁ" or "ｅ" become plain ones (NFKD), and ñ becomes n.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


_ALONE = {fold_text(voz.value): voz for voz in Voz if voz is not Voz.ENVIDO}
_DESCARTA, _ENVIDO, _MAS, _SENA, _MIRO, _ACEPTO = map(
    fold_text, (Voz.DESCARTA, Voz.ENVIDO, Voz.MAS, Voz.SENA, Voz.MIRO, Voz.ACEPTO)
)
_SENAS = {fold_text(sena): sena for sena in Sena}


def spelling(voz: Voz) -> str:
    """Returns the spelling of a word in an acta, with placeholders for its arguments (`envido N`)."""
    with_more = {
        Voz.DESCARTA: "descarta CARDS",
        Voz.ENVIDO: "envido N",
        Voz.MAS: "N más",
        Voz.SENA: "seña: NAME OF IT",
        Voz.MIRO: "miro a NAME",
        Voz.ACEPTO: "acepto M",
    }
    return with_more.get(voz, voz.value)


def read_voz(text: str, seat_of: Callable[[str], Seat] | None = None, player: str = "NAME") -> Action:
    """Returns the action of a text (`envido 5`), ignoring case and accents; envido without a number is 2.

    Another word without its number, cards, seña or seat gives an incomplete action, which the engine refuses.

    `seat_of` returns the seat of a name for `miro a NAME`, and receives the name folded by `fold_text`.
    Without `seat_of`, looks are unknown words. `player` is the placeholder of the name in an error. Raises
    UnknownWord (UnknownSena for a seña), LongNumber or BadCard, and passes on the errors of `seat_of`.
    """
    words = fold_text(text)
    if words in _ALONE:
        return Action(_ALONE[words])
    match words.split():
        case [first] if first == _ENVIDO:
            return Action(Voz.ENVIDO, 2)  # R28
        case [first, number] if first == _ENVIDO and _is_number(number):
            return Action(Voz.ENVIDO, _number(number))
        case [first, number] if first == _ACEPTO and _is_number(number):
            return Action(Voz.ACEPTO, _number(number))
        case [number, last] if last == _MAS and _is_number(number):
            return Action(Voz.MAS, _number(number))
        case [first, *rest] if first == _DESCARTA:
            return Action(Voz.DESCARTA, cards=read_cards(" ".join(rest)))
        case [first, *rest] if first == f"{_SENA}:":
            return Action(Voz.SENA, sena=_sena(" ".join(rest)))
        case [first, "a", *rest] if first == _MIRO and seat_of is not None:
            return Action(Voz.MIRO, seat=seat_of(" ".join(rest)))
        case _:
            known = [f"{voz} a {player}" if voz is Voz.MIRO else spelling(voz) for voz in Voz]
            raise UnknownWord(text.strip(), known)


def _sena(name: str) -> Sena:
    """Returns the seña with this folded name; raises UnknownSena."""
    if name not in _SENAS:
        raise UnknownSena(name)
    return _SENAS[name]


def write_voz(action: Action, names: Sequence[str] = ()) -> str:
    """Returns the text that `read_voz` reads as this action, if its arguments are valid for its word.

    A look needs `names`, by seat, and raises IndexError without its name. A seña or a look without its
    argument gives the bare word.
    """
    match action:
        case Action(Voz.ENVIDO, 2):
            return Voz.ENVIDO.value
        case Action(Voz.SENA, sena=Sena() as sena):
            return f"{Voz.SENA}: {sena}"
        case Action(Voz.MIRO, seat=int(seat)):
            return f"{Voz.MIRO} a {names[seat]}"
        case _:
            return str(action)


def event_action(event: Event) -> tuple[Seat, Action] | None:
    """Returns the seat and the action of a word, discard, seña or look; None for other events.

    A discard of no cards is servido.
    """
    match event:
        case Said(seat, action):
            return seat, action
        case Discarded(seat, cards):
            return seat, Action(Voz.DESCARTA, cards=cards) if cards else Action(Voz.SERVIDO)
        case Signed(_, seat, sena):
            return seat, Action(Voz.SENA, sena=sena)
        case Looked(seat, other):
            return seat, Action(Voz.MIRO, seat=other)
        case _:
            return None


def cards_served(served: Sequence[Served]) -> tuple[Hand, tuple[int, ...]]:
    """Returns the cards of these servings in order, and the places of cards served face up (R105).

    The places count from 1 among the returned cards.
    """
    drawn = [(c, c == event.visto) for event in served for c in event.cards]
    places = tuple([place for place, (_, seen) in enumerate(drawn, 1) if seen])
    return tuple([c for c, _ in drawn]), places


def read_cards(text: str) -> Hand:
    """Returns the cards of a text, separated by spaces; () for an empty text.

    Raises BadCard, which quotes at most LONGEST_QUOTE characters of the wrong word.
    """
    return tuple(map(_card, text.split()))


def _card(word: str) -> Card:
    """Returns the card of a word; raises BadCard, which quotes at most LONGEST_QUOTE characters of it."""
    try:
        return card(word)
    except BadCard:
        raise BadCard(quote_text(word)[1:-1]) from None


def _is_number(text: str) -> bool:
    """Returns whether a text consists only of ASCII digits; False for an empty text."""
    return text.isascii() and text.isdigit()


def _number(text: str) -> int:
    """Returns the number of a text of digits; raises LongNumber for more than MOST_DIGITS digits."""
    if len(text) > MOST_DIGITS:
        raise LongNumber(len(text))
    return int(text)
