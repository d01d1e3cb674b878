"""Values a hand before the lances: decides whether to cut the mus, and the cards to discard."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand
from musbot.game.lances import Fase, Jugada, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import View
from musbot.players.mus.odds import (
    HandKnowledge,
    Kinds,
    count_ways,
    cumulative_chances,
    hand_classes,
    multisets,
    unseen_copies,
)

# The value of a hand to its side in piedras. Measured by self-play: least squares over the winnings in 3,416
# hands of `parejas` and 2,092 of `mundial` (an órdago counted as 20), always cut by the mano,
# on these features of the four hands; both decks together and rounded, the error of each is about 0.4.
GRANDE, CHICA = 2.6, 1.1  # times the share of hands that it beats in the lance
PARES, PARES_BEST = (0.0, 1.3, 4.0, 6.0), 1.0  # by kind (none, par, medias, duples); times the share beaten
TREINTA_Y_UNA, JUEGO, JUEGO_BEST = 3.8, 2.7, 2.0
PUNTO_BEST = 0.3
"""Times the share of hands that it beats at punto."""

CUT_FROM = -1.0
"""A hand cuts if its value exceeds the value after its best discard by this many piedras.

Below 0, because mus gives new cards to the rivals too. One hand in five cuts, and two deals in five have mus,
as at a village table. -1.6 and -0.4 were no better in matches of 412 and 476 juegos of self-play.
"""


def hand_value(view: View, rules: MusRules) -> float:
    """Returns the value of the seat's hand in piedras, relative to an average hand."""
    of = hand_classes(rules)
    return class_values(rules.reyes, rules.real)[of.index[of.kinds(view.mine, rules)]]


def warm_caches(rules: MusRules) -> None:
    """Computes and caches the tables for a rule set, so that an AI's first decision is not slow."""
    class_values(rules.reyes, rules.real)
    for count in range(1, 5):
        multisets(len(hand_classes(rules).ranks), count)


def cutting_value(view: View, rules: MusRules) -> float:
    """Returns the value of cutting in piedras, CUT_FROM included; at 0 or below mus is better."""
    _, average = best_throw(rules.reyes, rules.real, hand_classes(rules).kinds(view.mine, rules))
    return hand_value(view, rules) - average - CUT_FROM


def choose_before_lances(view: View, rules: MusRules) -> Action | None:
    """Returns mus, no mus or the best discard; None in a lance."""
    if view.fase is Fase.DESCARTE:
        return choose_throw(view, rules)
    if view.fase is Fase.MUS:
        return Action(Voz.NO_MUS if cutting_value(view, rules) > 0 else Voz.MUS)
    return None


def choose_throw(view: View, rules: MusRules) -> Action:
    """Returns the best discard of at least one card, or servido if it is legal and no worse (R24)."""
    of = hand_classes(rules)
    thrown, average = best_throw(rules.reyes, rules.real, of.kinds(view.mine, rules))
    if view.offers.allows(Voz.SERVIDO) and hand_value(view, rules) >= average:
        return Action(Voz.SERVIDO)
    return Action(Voz.DESCARTA, cards=_cards(view, rules, thrown))


def _cards(view: View, rules: MusRules, kinds: Kinds) -> Hand:
    """Returns as many of the seat's cards as there are kinds, one for each."""
    of, wanted, found = hand_classes(rules), list(kinds), []
    for c in view.mine:
        (kind,) = of.kinds((c,), rules)
        if kind in wanted:
            wanted.remove(kind)
            found.append(c)
    return tuple(found)


@lru_cache(maxsize=1024)
def best_throw(reyes: int, real: Real, held: Kinds) -> tuple[Kinds, float]:
    """Returns the best kinds to discard (at least one), and the hand's average value in piedras after the
    draw."""
    thrown = {kinds for count in range(1, 5) for kinds in combinations(held, count)}
    options = [(_value_after_draw(reyes, real, held, kinds), kinds) for kinds in sorted(thrown)]
    average, best = max(options)
    return best, average


def _value_after_draw(reyes: int, real: Real, held: Kinds, thrown: Kinds) -> float:
    """Returns the exact average value, in piedras, of a hand after it exchanges some cards for unseen
    ones."""
    rules = MusRules(reyes=reyes, real=real)
    of, value = hand_classes(rules), class_values(reyes, real)
    copies, kept = unseen_copies(of, held), list(held)
    for kind in thrown:
        kept.remove(kind)
    total, many = 0.0, 0
    for drawn, picks in multisets(len(of.ranks), len(thrown)):
        chance = count_ways(picks, copies)
        total += chance * value[of.index[tuple(sorted((*kept, *drawn)))]]
        many += chance
    return total / many


@lru_cache(maxsize=8)
def class_values(reyes: int, real: Real) -> tuple[float, ...]:
    """Returns the value of each class of hands in piedras, relative to an average hand; cached."""
    of = hand_classes(MusRules(reyes=reyes, real=real))
    beats = [_chances_to_beat(reyes, real, lance) for lance in Lance]
    places = [of.places[lance] for lance in Lance]
    return tuple(
        _worth(j, [row[place[n]] for row, place in zip(beats, places, strict=True)])
        for n, j in enumerate(of.jugadas)
    )


def _chances_to_beat(reyes: int, real: Real, lance: Lance) -> list[float]:
    """Returns, for each place in a lance, the chance to beat a participant; ties count half."""
    known = {
        Lance.PARES: HandKnowledge(pares=True),
        Lance.JUEGO: HandKnowledge(juego=True),
        Lance.PUNTO: HandKnowledge(juego=False),
    }
    row = cumulative_chances(reyes, real, (), lance, known.get(lance, HandKnowledge()))
    return [(chance + (row[place - 1] if place else 0.0)) / 2 for place, chance in enumerate(row)]


def _worth(j: Jugada, beats: list[float]) -> float:
    """Returns the value of a hand from the share of hands that it beats in each lance."""
    grande, chica, pares, juego, punto = beats
    total = GRANDE * (grande - 0.5) + CHICA * (chica - 0.5)
    if j.has_pares:
        total += PARES[j.premio_pares] + PARES_BEST * (pares - 0.5)
    if not j.has_juego:
        return total + PUNTO_BEST * (punto - 0.5)
    return total + (TREINTA_Y_UNA if j.puntos == 31 else JUEGO + JUEGO_BEST * (juego - 0.5))
