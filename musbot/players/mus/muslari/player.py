"""Muslari follows the learnt table if it covers the view; otherwise it simulates (alone) or plays like
prudente."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TypeGuard

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.modos.mus.rules import Bandos, DejeSubida, MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, Seen, View
from musbot.players.families import Prudente, has_juego_already
from musbot.players.mus import alone
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.table import SHIPPED, StrategyTable, load_shipped
from musbot.players.mus.odds import hand_classes
from musbot.players.player import asked_seat

Tables = Callable[[int, Real], StrategyTable | None]
"""Returns the table for a deck (number of reyes, real); None if there is none."""
Weighed = tuple[tuple[Action, int], ...]
"""Words with their weights."""
SIGNED = 1 / 4
"""The share of hands in which it makes señas; with more, an attentive rival would gain too much."""


def prepare() -> None:
    """Loads and caches every table, so that no first word is slow; raises BadTable."""
    for reyes, real in SHIPPED:
        load_shipped(reyes, real)
        sets.buckets(reyes, real)


class Muslari:
    """Chooses words with the probabilities of the table, which is loaded on first use (`prepare`)."""

    def __init__(self, rng: Random, tables: Tables = load_shipped) -> None:
        self._rng = rng
        self._tables = tables
        self._prudente = Prudente(rng)

    def choose(self, view: View) -> Action:
        """Returns a legal word; raises NotAsked if there is none, and BadTable if its table is missing or
        damaged.

        It is drawn with the table's weights. Single players simulate a lance instead, and prudente chooses
        all other words.
        """
        seat, seen = asked_seat(view), view.modo
        if _is_individual(seen) and view.envite is not None and not has_juego_already(view):
            return alone.choose(view, seen, view.envite, seat, self._rng)
        weighed = weigh(view, self._tables)
        if not weighed:
            return self._prudente.choose(view)
        words = [word for word, _ in weighed]
        return self._rng.choices(words, [weight for _, weight in weighed])[0]

    def gesture(self, view: View) -> Action | None:
        """Returns prudente's look, or its seña with a quarter of hands (SIGNED); otherwise None.

        The table ignores señas, but a rival may see them.
        """
        made = self._prudente.gesture(view)
        return made if made is None or made.sena is None or _makes_senas(view) else None


def _makes_senas(view: View) -> bool:
    """Returns whether it makes señas in this hand; the same answer for the same hand number and cards."""
    return Random(f"{view.hand} {view.mine}").random() < SIGNED  # noqa: S311 - the cards are secret


def _is_individual(seen: Seen) -> TypeGuard[MusSeen]:
    """Returns whether this is Mus between single players."""
    return isinstance(seen, MusSeen) and seen.rules.bandos is Bandos.INDIVIDUAL


def weigh(view: View, tables: Tables = load_shipped) -> Weighed:
    """Returns the table's legal words in a view with their positive weights; empty if the table does not
    cover the view.

    It covers parejas with any deck, target and betting procedure, until the side has the piedras of the
    juego. It does not cover the mus of a mus corrido (R25) or of pairs (R103), the discard after a visto
    (R24), or raises paid by R100. La real is too rare for a separate table, so each table uses
    one fixed value of it. Raises BadTable.
    """
    seen, seat = view.modo, view.seat
    if (
        has_juego_already(view)
        or not isinstance(seen, MusSeen)
        or seen.rules.bandos is not Bandos.PAREJAS
        or seat is None
    ):
        return ()
    seen = seen._replace(rules=_as_learnt(seen.rules))
    table = tables(seen.rules.reyes, seen.rules.real)
    if table is None or (view.envite is None and (seen.corrido or seen.visto is not None)):
        return ()
    if _is_beyond_the_table(seen.rules, view.fase):
        return ()
    found = sets.locate_set(view, seen, seat)
    if view.fase is Fase.DESCARTE:
        return ((_discard_action(view, seen.rules, table.throw(found.number)), 1),)
    weighed = zip(sets.words(view), _weights(table, found), strict=False)
    return tuple(
        (word, weight) for word, weight in weighed if word is not None and weight and view.offers.allows(word)
    )


def _weights(table: StrategyTable, found: sets.InformationSet) -> tuple[int, ...]:
    """Returns the weights of the words: one row of the table, or two rows mixed in the ratio of the parts."""
    row = table.row(found.section, found.number)
    if found.higher == found.number:
        return row
    higher, (low, high) = table.row(found.section, found.higher), found.parts
    low, high = low * sum(higher), high * sum(row)  # so that rows of any sum count by the parts alone
    return tuple(low * one + high * other for one, other in zip(row, higher, strict=True))


def _is_beyond_the_table(rules: MusRules, fase: Fase) -> bool:
    """Returns whether no table was learnt for these payments (R100), or for a mus decided by pairs (R103)."""
    return rules.deje_subida is not DejeSubida.ACEPTADO or (rules.zuetan and fase is Fase.MUS)


@lru_cache(maxsize=8)
def _as_learnt(rules: MusRules) -> MusRules:
    """Returns the rules with the real that the table for their deck was learnt with."""
    return replace(rules, real=dict(SHIPPED)[rules.reyes])


def _discard_action(view: View, rules: MusRules, mask: int) -> Action:
    """Returns the discard for a mask of the hand, whose lowest bit is the lowest kind."""
    of = hand_classes(rules)
    held = sorted(view.mine, key=lambda card: of.kinds((card,), rules))
    return Action(Voz.DESCARTA, cards=tuple(card for place, card in enumerate(held) if mask >> place & 1))
