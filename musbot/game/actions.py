"""Actions: words of the game, señas and looks, and the words that a player may say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import combinations

from musbot.game.cards import Card, Hand, write_cards
from musbot.game.errors import MOST_DIGITS, BadArgument, LongNumber
from musbot.game.record import record

Seat = int
"""A place at the table, from 0, in turn order (R16)."""
Seats = tuple[Seat, ...]
"""Several seats, in an order."""
Bando = int
"""A side, from 0: the seat modulo the number of sides, because sides sit alternately (R16)."""


class Voz(StrEnum):
    """A word of the game, written as in an acta."""

    MUS = "mus"  # R21
    NO_MUS = "no mus"  # R21
    CONSULTA = "mi compañero dirá"  # R27
    DESCARTA = "descarta"  # R22, with cards
    SERVIDO = "servido"  # R24
    PASO = "paso"  # R28
    ENVIDO = "envido"  # R28, with a number
    ORDAGO = "órdago"  # R28, R31
    QUIERO = "quiero"  # R29
    NO_QUIERO = "no quiero"  # R29
    QUEREMOS = "queremos"  # R30
    NO_QUEREMOS = "no queremos"  # R29, R30
    Y_YO = "y yo"  # R31
    MAS = "más"  # R31, with a number
    REENVIDO = "reenvido"  # R31
    SENA = "seña"  # R57, with which
    MIRO = "miro"  # R58, with whom
    ACEPTO = "acepto"  # R64, with a number
    CONFORME = "conforme"  # R64, R73
    PERDIDO = "me doy por perdido"  # R68

    __hash__ = str.__hash__


_DESCARTA = Voz.DESCARTA


class Sena(StrEnum):
    """A seña of some rule set (R56); `RuleSet.lawful` has the allowed ones."""

    DOS_REYES = "dos reyes"  # biting the lower lip
    TRES_REYES = "tres reyes"  # biting a side of the lower lip
    DOS_ASES = "dos ases"  # the tip of the tongue
    TRES_ASES = "tres ases"  # the tip of the tongue to a side
    MEDIAS = "medias"  # the mouth to one side
    DUPLES = "duples"  # the eyebrows raised
    TREINTA_Y_UNA = "treinta y una"  # a wink
    TREINTA_O_UNA = "treinta y una o treinta"  # a wink, under rules in which it means either
    JUEGO = "juego"  # the lips pushed out
    TREINTA = "treinta"  # both shoulders shrugged
    VEINTINUEVE = "veintinueve"  # one shoulder shrugged
    CIEGO = "ciego"  # the eyes closed


GESTURES = (Voz.SENA, Voz.MIRO)
"""The actions that are not words: a seña and a look."""


@record(frozen=True, slots=True)
class Action:
    """A word, a seña or a look."""

    voz: Voz
    """The word."""
    n: int = 0
    """The piedras of envido, más and acepto; 0 for other words."""
    cards: Hand = ()
    """The cards to discard."""
    sena: Sena | None = None
    """The seña to make."""
    seat: Seat | None = None
    """The seat to look at."""

    def __str__(self) -> str:
        """Returns the word with its number or cards: `5 más`, `envido 2`.

        A seña or a look is the bare word, and so is a word whose number is 0.
        """
        match self:
            case Action(Voz.MAS, n) if n:
                return f"{n} {Voz.MAS}"
            case Action(voz, cards=(_, *_) as thrown):
                return f"{voz} {write_cards(thrown)}"
            case _:
                return f"{self.voz} {self.n}" if self.n else str(self.voz)


_TOO_LONG = 10**MOST_DIGITS
"""The least number with more than MOST_DIGITS digits."""


def require_action(action: object) -> Action:
    """Returns an action; raises BadArgument unless it is an Action whose fields have the right types.

    Raises LongNumber for a number of more than MOST_DIGITS digits.
    """
    if not isinstance(action, Action):
        raise BadArgument("action", action, "an Action, such as one of view.actions()")
    if type(action.voz) is not Voz:
        raise BadArgument("voz", action.voz, "a Voz, such as Voz.ENVIDO")
    if type(action.n) is not int:
        raise BadArgument("n", action.n, "a whole number")
    if abs(action.n) >= _TOO_LONG:
        raise LongNumber()
    thrown = action.cards
    if type(thrown) is not tuple or (thrown and not all(isinstance(it, Card) for it in thrown)):
        raise BadArgument("cards", thrown, "a tuple of Cards, such as cards('4o 5c')")
    if action.sena is not None and type(action.sena) is not Sena:
        raise BadArgument("sena", action.sena, "a Sena, such as Sena.DUPLES")
    if action.seat is not None and type(action.seat) is not int:
        raise BadArgument("seat", action.seat, "the number of a seat")
    return action


def _require_bets(bets: object) -> tuple[int, ...]:
    """Returns bets as a tuple. Raises BadArgument unless they are whole numbers, and LongNumber for one of
    too many digits."""
    found = tuple(bets) if isinstance(bets, Iterable) else ("",)
    if not {*map(type, found)} <= {int}:
        raise BadArgument("bets", bets, "whole numbers, such as (2, 5)")
    if any(abs(n) >= _TOO_LONG for n in found):
        raise LongNumber()
    return found


@record(frozen=True, slots=True)
class Offer:
    """A word that may be said now, with bounds for its piedras, or for the number of cards to discard."""

    voz: Voz
    """The word."""
    least: int = 0
    """The lower bound; 0 for a word without a number."""
    most: int | None = 0
    """The upper bound; None for no limit (R31), 0 for a word without a number."""

    def covers(self, action: Action) -> bool:
        """Returns whether the action is this word within these bounds and has no other argument.

        For a discard it checks the number of cards, but does not compare them with a hand. False for an
        action with a seña or a seat.
        """
        if action.voz is not self.voz or action.sena is not None or action.seat is not None:
            return False
        stray: object
        if self.voz is _DESCARTA:
            amount, stray = len(action.cards), action.n
        else:
            amount, stray = action.n, action.cards
        return not stray and self.least <= amount and (self.most is None or amount <= self.most)


DEFAULT_BETS = (2,)
"""The piedras of the bets that `actions` lists by default."""


class Words(tuple[Offer, ...]):
    """The words that may be said now: iterate or count the offers, or test an action with `in`."""

    @cached_property
    def by_voz(self) -> dict[Voz, Offer]:
        """The offers, by word."""
        return {offer.voz: offer for offer in self}

    def __contains__(self, word: object) -> bool:
        """Returns whether an action is allowed within its bounds, or an `Offer` equals one of these offers.

        False for a bare word, even an allowed one; use `allows`.
        """
        return self.allows(word) if isinstance(word, Action) else tuple.__contains__(self, word)

    def allows(self, word: Action | Voz) -> bool:
        """Returns whether an action is allowed within its bounds.

        For a discard only the number of cards counts. A bare `Voz` is allowed if it is offered with any
        number. Raises BadArgument for another value.
        """
        if isinstance(word, Voz):
            return self.offer(word) is not None
        if not isinstance(word, Action):
            raise BadArgument("word", word, "an Action or a Voz, such as Voz.MUS")
        return any(offer.covers(word) for offer in self)

    def actions(self, mine: Hand = (), bets: Sequence[int] = DEFAULT_BETS) -> tuple[Action, ...]:
        """Returns every action of a player with the cards `mine`, including each possible discard.

        Without cards there are no discards. Words with a number have the allowed amounts in `bets`, or
        otherwise the minimum. Señas and looks are not included. Raises BadArgument for other `bets` than
        whole numbers, and LongNumber for one of more than MOST_DIGITS digits.
        """
        if bets is not DEFAULT_BETS:
            bets = _require_bets(bets)
        found: list[Action] = []
        for voz, least, most in ((offer.voz, offer.least, offer.most) for offer in self):
            if voz is _DESCARTA:
                sizes = range(least, min(most or 0, len(mine)) + 1)
                found += [Action(voz, 0, thrown) for size in sizes for thrown in combinations(mine, size)]
            else:
                fit = [n for n in bets if least <= n and (most is None or n <= most)] or [least]
                found += [Action(voz, n) for n in fit]
        return tuple(found)

    def offer(self, voz: Voz) -> Offer | None:
        """Returns the offer of a word; None if it is not allowed."""
        return self.by_voz.get(voz)


NOTHING = Words()
"""No words are allowed."""
