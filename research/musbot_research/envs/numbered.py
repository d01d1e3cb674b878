"""The numbers of observations and words (research/docs/learning.md lists both)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import HAND_SIZE, Hand
from musbot.game.errors import MusError
from musbot.game.lances import Estado, Fase, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players.mus.odds import HandClasses, hand_classes, weights

BETS: Mapping[str, tuple[int, ...]] = {"least": (2,), "usual": (2, 5), "wide": (2, 3, 5, 10, 20)}
"""The lists of bets by name: the possible bets and raises, órdago excepted."""

MOST_DISCARDS = 4
"""After this many discards in a hand, mus is no longer legal, so that every hand ends."""

MUS, NO_MUS, DESCARTA, PASO, NO_QUIERO, QUIERO, ORDAGO, BET = 0, 1, 2, 17, 18, 19, 20, 21
"""The numbers of words.

From DESCARTA on follow the discards by cards of `view.mine`, from BET on the bets.
"""

OBSERVED = 55
"""Number of values in an observation."""

_PLAIN = {
    Voz.MUS: MUS,
    Voz.NO_MUS: NO_MUS,
    Voz.PASO: PASO,
    Voz.NO_QUIERO: NO_QUIERO,
    Voz.QUIERO: QUIERO,
    Voz.ORDAGO: ORDAGO,
}
_VOZ = {number: Action(voz) for voz, number in _PLAIN.items()}
_THROWS = range(1, 1 << HAND_SIZE)
_FASES = (Fase.MUS, Fase.DESCARTE, Fase.GRANDE, Fase.CHICA, Fase.PARES, Fase.JUEGO, Fase.PUNTO)
_SEATS = 4
_MOST = 127


class NotNumbered(MusError):
    """Raised for a view or a word without a number."""


def bets_of(name: str) -> tuple[int, ...]:
    """Returns the bets of a named list. Raises NotNumbered for an unknown name."""
    if name not in BETS:
        raise NotNumbered(f"bets {name!r}: expected one of {', '.join(BETS)}")
    return BETS[name]


def words(bets: str = "usual") -> tuple[str, ...]:
    """Returns the meaning of each number, with the bets of a list named in BETS.

    A discard lists the places of cards in `view.mine`, from 1. Raises NotNumbered for an unknown list.
    """
    throws = ["descarta " + "".join("1234"[at] for at in _places(mask)) for mask in _THROWS]
    ends = ("paso", "no quiero", "quiero", "órdago")
    return ("mus", "no mus", *throws, *ends, *(f"envido {n}, {n} más" for n in bets_of(bets)))


def legal(view: View, bets: str = "usual") -> list[int]:
    """Returns the numbers of the words that the view's seat may say, ascending. Raises NotNumbered.

    Mus is excluded after MOST_DISCARDS discards, and raises once the bet is worth the juego.
    """
    _require_mus(view)
    found: list[int] = []
    for offer in view.offers:
        if offer.voz is Voz.DESCARTA:
            found += (DESCARTA + mask - 1 for mask in _THROWS)
        elif offer.voz in _PLAIN:
            found.append(_PLAIN[offer.voz])
        elif offer.voz is Voz.ENVIDO or (offer.voz is Voz.MAS and _may_grow(view)):
            found += range(BET, BET + len(bets_of(bets)))
    if MUS in found and len(view.throws) >= MOST_DISCARDS:
        found.remove(MUS)
    return sorted(found)


def _may_grow(view: View) -> bool:
    """Returns whether a bet is below the piedras of a juego, so that it may be raised."""
    rules = view.rules
    return isinstance(rules, MusRules) and view.envite is not None and view.envite.apuesta < rules.piedras


def word(view: View, number: int, bets: str = "usual") -> Action:
    """Returns the word with a number: for BET and above an envido, or más if a bet was made.

    Raises NotNumbered for a number that is not `legal`, and for other views than `legal` takes.
    """
    if number not in (numbers := legal(view, bets)):
        raise NotNumbered(f"word {number}: expected one of {numbers}")
    if number >= BET:
        asked = view.envite is not None and view.envite.bettor is not None
        return Action(Voz.MAS if asked else Voz.ENVIDO, bets_of(bets)[number - BET])
    if number in _VOZ:
        return _VOZ[number]
    return Action(Voz.DESCARTA, cards=tuple(view.mine[at] for at in _places(number - DESCARTA + 1)))


def _places(mask: int) -> list[int]:
    """Returns the places, from 0, of the bits set in a mask."""
    return [at for at in range(HAND_SIZE) if mask >> at & 1]


def observed(view: View) -> list[int]:
    """Returns the observation of the view's seat: OBSERVED values from -127 to 127. Raises NotNumbered.

    Other seats follow in turn order: the next player, the partner, the player before.
    """
    seat, modo = _require_mus(view)
    others = [(seat + turn) % _SEATS for turn in (1, 2, 3)]
    last = view.throws[-1] if view.throws else (0,) * _SEATS
    turn = (seat - view.mano) % _SEATS
    cut = -1 if modo.cut_by is None else (modo.cut_by - seat) % _SEATS
    return [
        *hand_numbers(view.mine),
        *(int(view.fase is fase) for fase in _FASES),
        *(int(turn == at) for at in range(_SEATS)),
        view.piedras[seat % 2],
        view.piedras[1 - seat % 2],
        len(view.throws),
        *(last[other] for other in others),
        *(int(cut == at) for at in range(_SEATS)),
        *(int(bool(view.pares and view.pares[other])) for other in others),
        *(int(bool(view.juego and view.juego[other])) for other in others),
        *_bet_numbers(view, seat),
        *_lance_numbers(view, seat),
    ]


def _require_mus(view: View) -> tuple[Seat, MusSeen]:
    """Returns the seat and the family's view. Raises NotNumbered for other games or a spectator."""
    modo, seat = view.modo, view.seat
    mus = isinstance(modo, MusSeen) and (modo.rules.reyes, modo.rules.real) == (8, Real.NO)
    if not isinstance(modo, MusSeen) or not mus or view.seats != _SEATS or seat is None:
        raise NotNumbered(f"a view of {view.rules.name}: expected a seat's, of Mus in pairs with eight reyes")
    return seat, modo


@lru_cache(maxsize=1)
def tables() -> tuple[HandClasses, tuple[tuple[int, ...], ...]]:
    """Returns the classes of hands, and for each the percentage of hands that it beats in each lance."""
    of, ways = hand_classes(MusRules()), weights(8, Real.NO, ())
    total = sum(ways)
    rows = []
    for lance in Lance:
        places = of.places[lance]
        below = [sum(many for many, place in zip(ways, places, strict=True) if place < own) for own in places]
        rows.append([100 * many // total for many in below])
    return of, tuple(zip(*rows, strict=True))


@lru_cache(maxsize=8192)
def hand_numbers(mine: Hand) -> tuple[int, ...]:
    """Returns the values for the own cards: counts by kind, hands beaten by lance, premios."""
    of, beaten = tables()
    kinds = of.kinds(mine, MusRules())
    count = (kinds.count(kind) for kind in range(len(of.ranks)))
    if len(mine) < HAND_SIZE:  # cards are still to be served
        return (*count, *(0,) * (len(Lance) + 2))
    at = of.index[kinds]
    own = of.jugadas[at]
    return (*count, *beaten[at], own.premio_pares, own.premio_juego)


def _bet_numbers(view: View, seat: Seat) -> Sequence[int]:
    """Returns the values for the bet: size, accepted part, órdago, bettor, the partner's answer."""
    envite = view.envite
    if envite is None or envite.bettor is None:
        return (0,) * 7
    partner = (seat + 2) % _SEATS
    return (
        min(envite.apuesta, _MOST),
        min(envite.querido, _MOST),
        int(envite.ordago),
        int(envite.bettor == (seat + 1) % _SEATS),
        int(envite.bettor == (seat + 3) % _SEATS),
        int(any(who == partner for who, _ in envite.answers)),
        int(partner in envite.pending),
    )


def _lance_numbers(view: View, seat: Seat) -> Sequence[int]:
    """Returns two values for grande, chica and pares: piedras accepted, and a deje.

    A deje is 1 if the rivals gave it, -1 if this side did.
    """
    found = [0] * 6
    for place, lance in enumerate(view.lances[:3]):
        if lance.estado is Estado.QUERIDO:
            found[2 * place] = min(lance.piedras, _MOST)
        elif lance.estado is Estado.RECHAZADO:
            found[2 * place + 1] = 1 if seat % 2 in lance.bandos else -1
    return found
