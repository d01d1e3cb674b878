"""What was said aloud in a hand, and how likely each class of hands says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Card, Hand
from musbot.game.lances import Fase, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players.mus.bets import BLUFFS, betting
from musbot.players.mus.muslari.player import weigh
from musbot.players.mus.odds import Kinds, Known, cumulative, hand_classes, weights
from musbot.players.mus.reading import AFTER_CUT, AFTER_NO_QUIERO, AFTER_PASO

Row = Sequence[float]
"""A number for each class of hands."""

DOUBT = 0.1
"""The part of all words that may be anything that anybody says with any cards."""

HABIT = 0.5
"""The part of the others that is taken for what a careful villager would say, as prudente reads words."""

_LANCES = {Fase(lance.value): lance for lance in Lance}
_BETS = {Voz.ENVIDO: 2, Voz.Y_YO: 4, Voz.MAS: 5, Voz.REENVIDO: 6, Voz.ORDAGO: 0}
_REJECT = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)
_SMALL = 3
"""The piedras to which a bet, or a raise, is one by 2; any greater one is one by 5."""
_LEAST = 0.02


@dataclass(frozen=True)
class Aloud:
    """A word as all heard it, or a discard (None): the table before it as all see it, who spoke."""

    view: View
    seat: Seat
    action: Action | None

    @cached_property
    def likely(self) -> Row:
        """How likely each class of hands says the word; as likely as any other for a discard."""
        rules = _rules(self.view)
        if self.action is None or self.action.voz is Voz.CONSULTA:
            return (1.0,) * len(hand_classes(rules).jugadas)
        said, rows = _alike(self.action, self.view), []
        for hand in examples(rules.reyes, rules.real):
            weighed = dict(weigh(self.view._replace(seat=self.seat, mine=hand)))
            if not weighed:
                return _by_habit(self.action, self.view, rules)
            rows.append(weighed.get(said, 0) / sum(weighed.values()))
        lance = _LANCES.get(self.view.fase)
        strong, habit = (
            _level(row, lance, rules) for row in (rows, _by_habit(self.action, self.view, rules))
        )
        return [
            DOUBT + (1 - DOUBT) * (HABIT * two + (1 - HABIT) * one)
            for one, two in zip(strong, habit, strict=True)
        ]

    @cached_property
    def throws(self) -> Sequence[Kinds]:
        """Which kinds of its cards each class of hands throws; nothing where no table says so."""
        rules, found = _rules(self.view), []
        of = hand_classes(rules)
        for hand in examples(rules.reyes, rules.real):
            weighed = weigh(self.view._replace(seat=self.seat, mine=hand))
            if not weighed or weighed[0][0].voz is not Voz.DESCARTA:
                return ()
            found.append(of.kinds(weighed[0][0].cards, rules))
        return found


def _rules(view: View) -> MusRules:
    assert isinstance(view.modo, MusSeen)  # noqa: S101 - who makes them knows Mus alone
    return view.modo.rules


@lru_cache(maxsize=8)
def examples(reyes: int, real: Real) -> tuple[Hand, ...]:
    """Returns a hand of each class."""
    rules = MusRules(reyes=reyes, real=real)
    of = hand_classes(rules)
    cards: list[list[Card]] = [[] for _ in of.ranks]
    for c in DECK:
        cards[of.kinds((c,), rules)[0]].append(c)
    return tuple(tuple(c for kind, count in picks for c in cards[kind][:count]) for picks in of.picks)


def _alike(action: Action, view: View) -> Action:
    """The word that a table tells apart: bets are by 2 or by 5, one answers for oneself."""
    match action.voz:
        case Voz.ENVIDO:
            return Action(Voz.ENVIDO, 2 if action.n <= _SMALL else 5)
        case Voz.Y_YO | Voz.MAS | Voz.REENVIDO:
            asked = view.envite.apuesta if view.envite is not None else 0
            raised = {Voz.MAS: action.n, Voz.REENVIDO: asked}.get(action.voz, 2)
            return Action(Voz.Y_YO) if raised <= _SMALL else Action(Voz.MAS, 5)
        case Voz.QUEREMOS:
            return Action(Voz.QUIERO)
        case Voz.NO_QUEREMOS:
            return Action(Voz.NO_QUIERO)
        case _:
            return action


def _by_habit(action: Action, view: View, rules: MusRules) -> Row:
    """How prudente reads a word where no table tells."""
    lance = _LANCES.get(view.fase)
    if lance is None:
        cut = AFTER_CUT.items() if action.voz is Voz.NO_MUS else ()
        return _product([density(rules, habit, exponent) for habit, exponent in cut], rules)
    if action.voz in _BETS:
        ordago, raises = action.voz is Voz.ORDAGO, action.voz is not Voz.ENVIDO
        held = betting(max(2, action.n or _BETS[action.voz]), 2 if raises else 0, 0.5, ordago=ordago)
        beyond = (1 - BLUFFS) / (1 - held.since)
        return [BLUFFS + beyond * (part >= held.since) for part in _quantiles(rules, lance)]
    if action.voz is Voz.PASO:
        return density(rules, lance, AFTER_PASO)
    return density(rules, lance, AFTER_NO_QUIERO if action.voz in _REJECT else 1.0)


def density(rules: MusRules, lance: Lance, exponent: float) -> Row:
    """Returns how likely each class of hands is as the best of so many in a lance."""
    return [exponent * max(_LEAST, part) ** (exponent - 1) for part in _quantiles(rules, lance)]


def _level(row: Row, lance: Lance | None, rules: MusRules) -> Row:
    """A row so that it is 1 on average over the hands that may be held in a lance."""
    many = weights(rules.reyes, rules.real, ())
    takes_part = [lance is None or own.has(lance) for own in hand_classes(rules).jugadas]
    total = sum(ways for ways, may in zip(many, takes_part, strict=True) if may)
    whole = sum(ways * one for ways, one, may in zip(many, row, takes_part, strict=True) if may)
    return [one * total / whole for one in row] if whole else [1.0] * len(row)


def _product(rows: Sequence[Row], rules: MusRules) -> Row:
    whole = [1.0] * len(hand_classes(rules).jugadas)
    for row in rows:
        whole = [one * other for one, other in zip(whole, row, strict=True)]
    return whole


def _quantiles(rules: MusRules, lance: Lance) -> Row:
    """Which part of all hands each class is as good as."""
    below = cumulative(rules.reyes, rules.real, (), lance, Known())
    return [below[place] for place in hand_classes(rules).places[lance]]
