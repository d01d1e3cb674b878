"""Muslari: says what the learnt table does where it fits; else tries words alone, or does as prudente."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TypeGuard

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.modos.mus.rules import Bandos, MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, Seen, View
from musbot.players.families import Prudente, stands
from musbot.players.mus import alone
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.table import SHIPPED, Learnt, shipped
from musbot.players.mus.odds import hand_classes
from musbot.players.player import asked

Tables = Callable[[int, Real], Learnt | None]
"""The table of a deck, by its reyes and its real, if there is one."""
Weighed = tuple[tuple[Action, int], ...]
"""Words and how often each is said, in parts of their sum."""
SIGNED = 1 / 4
"""Of how many hands it makes señas: who always watches it would gain too much by more."""


def prepare() -> None:
    """Reads every table, lest a first word be late; raises BadTable for one that cannot be read."""
    for reyes, real in SHIPPED:
        shipped(reyes, real)
        sets.buckets(reyes, real)


class Muslari:
    """Says each word as often as the table does, which is read when it is wanted (`prepare`)."""

    def __init__(self, rng: Random, tables: Tables = shipped) -> None:
        self._rng = rng
        self._tables = tables
        self._prudente = Prudente(rng)

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        seat, seen = asked(view), view.modo
        if _alone(seen) and view.envite is not None and not stands(view):
            return alone.choose(view, seen, view.envite, seat, self._rng)
        weighed = weigh(view, self._tables)
        if not weighed:
            return self._prudente.choose(view)
        words = [word for word, _ in weighed]
        return self._rng.choices(words, [weight for _, weight in weighed])[0]

    def gesture(self, view: View) -> Action | None:
        """Returns prudente's look around, or seña of some hands: its table reads none, and a rival may."""
        made = self._prudente.gesture(view)
        return made if made is None or made.sena is None or _signed(view) else None


def _signed(view: View) -> bool:
    """Whether it makes señas of these cards, however often it is asked."""
    return Random(f"{view.hand} {view.mine}").random() < SIGNED  # noqa: S311 - the cards are the secret


def _alone(seen: Seen) -> TypeGuard[MusSeen]:
    return isinstance(seen, MusSeen) and seen.rules.bandos is Bandos.INDIVIDUAL


def weigh(view: View, tables: Tables = shipped) -> Weighed:
    """Returns the words that the table says at a view, and how often; none where it does not fit.

    It fits parejas with any deck, to any target and in any betting procedure, but not the mus of a mus
    corrido (R25), nor the discard after a card seen (R24). It takes la real for what it was when the table of
    so many reyes was learnt: it comes too seldom for a table of its own.
    """
    seen, seat = view.modo, view.seat
    if (
        stands(view)
        or not isinstance(seen, MusSeen)
        or seen.rules.bandos is not Bandos.PAREJAS
        or seat is None
    ):
        return ()
    seen = seen._replace(rules=_as_learnt(seen.rules))
    table = tables(seen.rules.reyes, seen.rules.real)
    if table is None or (view.envite is None and (seen.corrido or seen.visto is not None)):
        return ()
    section, number = sets.found(view, seen, seat)
    if view.fase is Fase.DESCARTE:
        return ((_thrown(view, seen.rules, table.throw(number)), 1),)
    weighed = zip(sets.words(view), table.row(section, number), strict=False)
    return tuple(
        (word, weight) for word, weight in weighed if word is not None and weight and view.offers.allows(word)
    )


@lru_cache(maxsize=8)
def _as_learnt(rules: MusRules) -> MusRules:
    return replace(rules, real=dict(SHIPPED)[rules.reyes])


def _thrown(view: View, rules: MusRules, mask: int) -> Action:
    """The discard of those cards, the lowest kind being the first."""
    of = hand_classes(rules)
    held = sorted(view.mine, key=lambda card: of.kinds((card,), rules))
    return Action(Voz.DESCARTA, cards=tuple(card for place, card in enumerate(held) if mask >> place & 1))
