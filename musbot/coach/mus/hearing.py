"""The public words of a hand, and the probability that each class of hands says them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Card, Hand
from musbot.game.lances import Fase, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players import PLAYERS, AIKind
from musbot.players.mus import novato
from musbot.players.mus.bets import BLUFFS, betting_range, total_after
from musbot.players.mus.muslari.player import weigh
from musbot.players.mus.odds import (
    TAKING_PART,
    HandKnowledge,
    Kinds,
    cumulative_chances,
    hand_classes,
    weights,
)
from musbot.players.mus.reading import AFTER_CUT, AFTER_NO_QUIERO, AFTER_PASO

Row = Sequence[float]
"""A number for each class of hands, in the order of `hand_classes`."""

DOUBT, AI_DOUBT = 0.1, 0.03
"""The share of a player's words that reveal no cards: for people, and for AI players of a known kind."""

PEOPLE = {AIKind.MUSLARI: 0.4, AIKind.PRUDENTE: 0.4, AIKind.NOVATO: 0.2}
"""The mixture of AI players that replaces a person: each kind with its probability."""

_LANCES = {Fase(lance.value): lance for lance in Lance}
_BETS = {Voz.ENVIDO: 2, Voz.Y_YO: 4, Voz.MAS: 5, Voz.REENVIDO: 6, Voz.ORDAGO: 0}
_REJECT = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)
_LEAST = 0.02


@dataclass(frozen=True)
class PublicWord:
    """A public word or discard, with the table as everyone saw it just before."""

    view: View
    """The public view before the word."""
    seat: Seat
    """The seat of the speaker."""
    action: Action | None
    """The word; None for a discard."""
    kind: str | None = None
    """The kind of the AI player in that seat; None for a person."""

    @cached_property
    def likelihood(self) -> Row:
        """The relative probability that each class of hands says this word; 1 for a discard or a consulta."""
        rules, lance = _rules(self.view), _LANCES.get(self.view.fase)
        whole = [0.0] * len(hand_classes(rules).jugadas)
        doubt, spoken = DOUBT if self.kind is None else AI_DOUBT, self.action is not None
        if not spoken or (self.action is not None and self.action.voz is Voz.CONSULTA):
            return [1.0] * len(whole)
        for kind, part in (PEOPLE if self.kind is None else {self.kind: 1.0}).items():
            row = _scale_to_mean_one(self._likelihood_of_kind(kind, rules), lance, rules)
            whole = [so_far + part * one for so_far, one in zip(whole, row, strict=True)]
        return [doubt + (1 - doubt) * one for one in whole]

    def _likelihood_of_kind(self, kind: str, rules: MusRules) -> Row:
        """Returns the relative probability that an AI player of one kind says the word, for each class of
        hands.

        It is 1 for a kind that is not in PEOPLE, because azar speaks at random. If no strategy table covers
        the view, muslari counts like prudente.
        """
        if self.action is None or kind not in PEOPLE:  # azar speaks at random
            return [1.0] * len(hand_classes(rules).jugadas)
        if kind == AIKind.NOVATO:
            return self._likelihood_of_novato(rules, self.action)
        if kind == AIKind.MUSLARI:
            own, rows = _nearest_table_word(self.action, self.view), []
            for hand in examples(rules.reyes, rules.real):
                weighed = dict(weigh(self.view._replace(seat=self.seat, mine=hand)))
                if not weighed:
                    break
                rows.append(weighed.get(own, 0) / sum(weighed.values()))
            else:
                return rows
        if self.view.fase is Fase.MUS:
            return [float(word.voz is self.action.voz) for word in self._chosen_words(kind, rules)]
        return _likelihood_by_habit(self.action, self.view, rules)

    def _likelihood_of_novato(self, rules: MusRules, action: Action) -> Row:
        """Returns the probability that novato says a word, for each class of hands; 1 if the class takes no
        part."""
        assert isinstance(self.view.modo, MusSeen)  # noqa: S101 - a Listener only makes these for Mus
        if self.view.fase is Fase.MUS:
            return [float(word.voz is action.voz) for word in self._chosen_words(AIKind.NOVATO, rules)]
        lance = _LANCES[self.view.fase]
        often = novato.word_likelihood(self.view, action)
        takes_part = [own.has(lance) for own in hand_classes(rules).jugadas]
        return [
            often(part) if has else 1.0
            for part, has in zip(_share_beaten(rules, lance), takes_part, strict=True)
        ]

    def _chosen_words(self, kind: str, rules: MusRules) -> Iterator[Action]:
        """Yields the word of novato, or otherwise of prudente, for each class of hands, with a fixed seed."""
        player = PLAYERS[kind if kind == AIKind.NOVATO else AIKind.PRUDENTE](Random(0))  # noqa: S311
        for hand in examples(rules.reyes, rules.real):
            yield player.choose(self.view._replace(seat=self.seat, mine=hand))

    @cached_property
    def expected_throws(self) -> Sequence[Kinds]:
        """The kinds of cards that each class of hands discards.

        A person discards like muslari: empty if no strategy table covers the view. Empty also for a kind that
        is not in PEOPLE, such as azar.
        """
        rules, found = _rules(self.view), []
        of = hand_classes(rules)
        if self.kind in (AIKind.PRUDENTE, AIKind.NOVATO):
            return [of.kinds(word.cards, rules) for word in self._chosen_words(self.kind, rules)]
        if self.kind not in (None, AIKind.MUSLARI):
            return ()
        for hand in examples(rules.reyes, rules.real):
            weighed = weigh(self.view._replace(seat=self.seat, mine=hand))
            if not weighed or weighed[0][0].voz is not Voz.DESCARTA:
                return ()
            found.append(of.kinds(weighed[0][0].cards, rules))
        return found


def _rules(view: View) -> MusRules:
    """Returns the rules of a view of Mus."""
    assert isinstance(view.modo, MusSeen)  # noqa: S101 - a Listener only makes these for Mus
    return view.modo.rules


@lru_cache(maxsize=8)
def examples(reyes: int, real: Real) -> tuple[Hand, ...]:
    """Returns one example hand for each class of hands; cached."""
    rules = MusRules(reyes=reyes, real=real)
    of = hand_classes(rules)
    cards: list[list[Card]] = [[] for _ in of.ranks]
    for c in DECK:
        cards[of.kinds((c,), rules)[0]].append(c)
    return tuple(tuple(c for kind, count in picks for c in cards[kind][:count]) for picks in of.picks)


def _nearest_table_word(action: Action, view: View) -> Action:
    """Returns the nearest word in the strategy table: bets take its sizes, plural answers become singular.

    Other words are unchanged.
    """
    if action.voz is Voz.ENVIDO:
        return _table_bet(action.n, Action(Voz.ENVIDO, 2), Action(Voz.ENVIDO, 5))
    if action.voz in (Voz.Y_YO, Voz.MAS, Voz.REENVIDO):
        bet = view.envite.apuesta if view.envite is not None else 0
        return _table_bet(total_after(action, bet) - bet, Action(Voz.Y_YO), Action(Voz.MAS, 5))
    return {Voz.QUEREMOS: Action(Voz.QUIERO), Voz.NO_QUEREMOS: Action(Voz.NO_QUIERO)}.get(action.voz, action)


def _table_bet(piedras: int, little: Action, more: Action) -> Action:
    """Returns the strategy table's bet for a size in piedras.

    It is `little` up to 2, `more` up to 10, and órdago above.
    """
    return little if piedras <= 2 else more if piedras <= 10 else Action(Voz.ORDAGO)


def _likelihood_by_habit(action: Action, view: View, rules: MusRules) -> Row:
    """Returns the relative probability of a word if no strategy table covers the view, as prudente reads
    it."""
    lance = _LANCES.get(view.fase)
    if lance is None:
        cut = AFTER_CUT.items() if action.voz is Voz.NO_MUS else ()
        return _product([density(rules, habit, exponent) for habit, exponent in cut], rules)
    if action.voz in _BETS:
        ordago, raises = action.voz is Voz.ORDAGO, action.voz is not Voz.ENVIDO
        held = betting_range(max(2, action.n or _BETS[action.voz]), 2 if raises else 0, 0.5, ordago=ordago)
        beyond = (1 - BLUFFS) / (1 - held.since)
        return [BLUFFS + beyond * (part >= held.since) for part in _share_not_better(rules, lance)]
    if action.voz is Voz.PASO:
        return density(rules, lance, AFTER_PASO)
    return density(rules, lance, AFTER_NO_QUIERO if action.voz in _REJECT else 1.0)


def density(rules: MusRules, lance: Lance, exponent: float) -> Row:
    """Returns the density of the best of `exponent` random hands in a lance, for each class of hands."""
    return [exponent * max(_LEAST, part) ** (exponent - 1) for part in _share_not_better(rules, lance)]


def _scale_to_mean_one(row: Row, lance: Lance | None, rules: MusRules) -> Row:
    """Returns a row scaled to a mean of 1 over the hands that take part in a lance (None: all hands).

    If their values are all 0, it returns 1 for every class.
    """
    many = weights(rules.reyes, rules.real, ())
    takes_part = [lance is None or own.has(lance) for own in hand_classes(rules).jugadas]
    total = sum(ways for ways, may in zip(many, takes_part, strict=True) if may)
    whole = sum(ways * one for ways, one, may in zip(many, row, takes_part, strict=True) if may)
    return [one * total / whole for one in row] if whole else [1.0] * len(row)


def _product(rows: Sequence[Row], rules: MusRules) -> Row:
    """Returns the products of the rows for each class of hands; 1 without rows."""
    whole = [1.0] * len(hand_classes(rules).jugadas)
    for row in rows:
        whole = [one * other for one, other in zip(whole, row, strict=True)]
    return whole


def _share_beaten(rules: MusRules, lance: Lance) -> Row:
    """Returns the share of participating hands that each class beats in a lance."""
    below = cumulative_chances(rules.reyes, rules.real, (), lance, TAKING_PART.get(lance, HandKnowledge()))
    return [below[place - 1] if place else 0.0 for place in hand_classes(rules).places[lance]]


def _share_not_better(rules: MusRules, lance: Lance) -> Row:
    """Returns the share of all hands that each class beats or equals in a lance."""
    below = cumulative_chances(rules.reyes, rules.real, (), lance, HandKnowledge())
    return [below[place] for place in hand_classes(rules).places[lance]]
