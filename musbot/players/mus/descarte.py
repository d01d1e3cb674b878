"""What a hand is worth before the lances: whether to cut the mus, and which cards to throw."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand
from musbot.game.lances import Fase, Jugada, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import View
from musbot.players.mus.odds import Kinds, Known, cumulative, hand_classes, left, multisets, ways

# Piedras a hand is worth to its side. Measured by self-play: least squares over what the sides took in 3,416
# hands of `parejas` and 2,092 of `mundial` (an órdago counted as 20), each cut by the mano whatever it held,
# on these features of the four hands; both decks together and rounded, the error of each is about 0.4.
GRANDE, CHICA = 2.6, 1.1  # for the part of all hands that it beats there
PARES, PARES_BEST = (0.0, 1.3, 4.0, 6.0), 1.0  # by kind (none, par, medias, duples); for those it beats
TREINTA_Y_UNA, JUEGO, JUEGO_BEST = 3.8, 2.7, 2.0
PUNTO_BEST = 0.3

CUT_FROM = -1.0
"""By how many piedras a hand must be better as it is than after its best discard, to cut.

Below 0, for mus gives new cards to the rivals too. One hand in five cuts, and two deals in five have mus, as
at a village table; -1.6 and -0.4 were no better in matches of 412 and 476 juegos of self-play.
"""


def worth(view: View, rules: MusRules) -> float:
    """Returns the piedras that the seat's hand is worth to its side, against a middling hand."""
    of = hand_classes(rules)
    return worths(rules.reyes, rules.real)[of.index[of.kinds(view.mine, rules)]]


def prepare(rules: MusRules) -> None:
    """Works out once all that does not depend on the cards, lest the first word under these rules be late."""
    worths(rules.reyes, rules.real)
    for count in range(1, 5):
        _draws(len(hand_classes(rules).ranks), count)


def cutting(view: View, rules: MusRules) -> float:
    """Returns by how many piedras the seat's hand is one to cut with; below 0 it is one for mus."""
    _, average = best_throw(rules.reyes, rules.real, hand_classes(rules).kinds(view.mine, rules))
    return worth(view, rules) - average - CUT_FROM


def before_lances(view: View, rules: MusRules) -> Action | None:
    """Returns the word to cut or not, or the discard, as the cards advise; None in a lance."""
    if view.fase is Fase.DESCARTE:
        return throw(view, rules)
    if view.fase is Fase.MUS:
        return Action(Voz.NO_MUS if cutting(view, rules) > 0 else Voz.MUS)
    return None


def throw(view: View, rules: MusRules) -> Action:
    """Returns the discard that promises most, or servido where that may be said and is better (R24)."""
    of = hand_classes(rules)
    thrown, average = best_throw(rules.reyes, rules.real, of.kinds(view.mine, rules))
    if view.offers.allows(Voz.SERVIDO) and worth(view, rules) >= average:
        return Action(Voz.SERVIDO)
    return Action(Voz.DESCARTA, cards=_cards(view, rules, thrown))


def _cards(view: View, rules: MusRules, kinds: Kinds) -> Hand:
    """The seat's own cards of those kinds."""
    of, wanted, found = hand_classes(rules), list(kinds), []
    for c in view.mine:
        (kind,) = of.kinds((c,), rules)
        if kind in wanted:
            wanted.remove(kind)
            found.append(c)
    return tuple(found)


@lru_cache(maxsize=1024)
def best_throw(reyes: int, real: Real, held: Kinds) -> tuple[Kinds, float]:
    """Returns what is best thrown, at least one card, and what the hand is then worth on average."""
    thrown = {kinds for count in range(1, 5) for kinds in combinations(held, count)}
    options = [(_drawing(reyes, real, held, kinds), kinds) for kinds in sorted(thrown)]
    average, best = max(options)
    return best, average


def _drawing(reyes: int, real: Real, held: Kinds, thrown: Kinds) -> float:
    """What a hand is worth once those cards are changed for unseen ones: exact, over all that may come."""
    rules = MusRules(reyes=reyes, real=real)
    of, value = hand_classes(rules), worths(reyes, real)
    copies, kept = left(of, held), list(held)
    for kind in thrown:
        kept.remove(kind)
    total, many = 0.0, 0
    for drawn, picks in _draws(len(of.ranks), len(thrown)):
        chance = ways(picks, copies)
        total += chance * value[of.index[tuple(sorted((*kept, *drawn)))]]
        many += chance
    return total / many


@lru_cache(maxsize=16)
def _draws(kinds: int, count: int) -> tuple[tuple[Kinds, tuple[tuple[int, int], ...]], ...]:
    return tuple(multisets(kinds, count))


@lru_cache(maxsize=8)
def worths(reyes: int, real: Real) -> tuple[float, ...]:
    """Returns what every class of hands is worth, in piedras (see the constants)."""
    of = hand_classes(MusRules(reyes=reyes, real=real))
    beats = [_beats(reyes, real, lance) for lance in Lance]
    places = [of.places[lance] for lance in Lance]
    return tuple(
        _worth(j, [row[place[n]] for row, place in zip(beats, places, strict=True)])
        for n, j in enumerate(of.jugadas)
    )


def _beats(reyes: int, real: Real, lance: Lance) -> list[float]:
    """For each place in a lance, the chance to beat one who takes part in it, half of the equals included."""
    known = {Lance.PARES: Known(pares=True), Lance.JUEGO: Known(juego=True), Lance.PUNTO: Known(juego=False)}
    row = cumulative(reyes, real, (), lance, known.get(lance, Known()))
    return [(chance + (row[place - 1] if place else 0.0)) / 2 for place, chance in enumerate(row)]


def _worth(j: Jugada, beats: list[float]) -> float:
    grande, chica, pares, juego, punto = beats
    total = GRANDE * (grande - 0.5) + CHICA * (chica - 0.5)
    if j.has_pares:
        total += PARES[j.premio_pares] + PARES_BEST * (pares - 0.5)
    if not j.has_juego:
        return total + PUNTO_BEST * (punto - 0.5)
    return total + (TREINTA_Y_UNA if j.puntos == 31 else JUEGO + JUEGO_BEST * (juego - 0.5))
