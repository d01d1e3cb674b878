"""What the kernel has learnt of a table is what muslari says there (tools/aprender)."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from musbot.game.actions import Action
from musbot.game.lances import Fase
from musbot.game.modos.mus.rules import MusRules
from musbot.game.views import MusSeen, View
from musbot.players import Azar, Prudente
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.player import weigh
from tests.support.ai_partidas import Sala
from tests.support.tablas import any_table
from tools.aprender import library
from tools.aprender.differential import RULES
from tools.aprender.differential import action as said
from tools.aprender.library import kernel
from tools.aprender.seen import ask, sitting
from tools.aprender.training import Layout, Packed, Still, layout

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="the kernel needs a C compiler")


class Bets:
    """Whose bet each bettor has raised, from all the views of a juego in which somebody is asked."""

    def __init__(self) -> None:
        self._at: tuple[int, Fase, int | None] | None = None
        self._raised = -1

    def heed(self, view: View) -> int:
        """Returns it at the next view; -1 for nobody's."""
        bettor = view.envite.bettor if view.envite is not None else None
        before, self._at = self._at, (view.hand, view.fase, bettor)
        if before is None or before[:2] != self._at[:2]:
            self._raised = -1
        elif bettor != before[2] and before[2] is not None:
            self._raised = before[2]
        return self._raised


def _set(laid: Layout, view: View, raised: int) -> int:
    seat = sitting(view, raised)
    number: int = kernel().layout_set(ctypes.byref(laid), ctypes.byref(seat), view.seat)
    return number


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_muslari_finds_itself_in_the_set_in_which_the_kernel_has_learnt(rules: MusRules) -> None:
    laid, bets = layout(rules.reyes, rules.real), Bets()
    assert tuple(laid.many) == sets.sizes(laid.baraja.contents.classes)

    def heed(view: View, action: Action, seconds: float) -> None:
        assert isinstance(view.modo, MusSeen)
        section, number = sets.found(view, view.modo, view.seat or 0)
        assert _set(laid, view, bets.heed(view)) == laid.from_[section] + number

    rng = Random(5)
    for kind in (Azar, Prudente):
        bets = Bets()
        Sala(rules, [kind(rng) for _ in range(4)], rng, heed).play_hands(12)


@pytest.mark.parametrize("rules", RULES[:3], ids=lambda rules: rules.name)
def test_muslari_weighs_the_words_that_the_kernel_says_by_the_same_table(rules: MusRules) -> None:
    table, bets = any_table(rules.reyes, rules.real), Bets()
    still = Still(rules, Packed(table.words, table.sets)).seated()

    def heed(view: View, action: Action, seconds: float) -> None:
        weighed = weigh(view, any_table)
        total, at = sum(weight for _, weight in weighed), 0
        for word, weight in weighed:  # the draw in the middle of each word's part
            drawn, _ = ask(still.player, view, [(at + weight / 2) / total], bets.heed(view))
            assert _alike(said(drawn, view.mine)) == _alike(word)
            at += weight

    rng = Random(6)
    Sala(rules, [Azar(rng) for _ in range(4)], rng, heed).play_hands(12)


def _alike(word: Action) -> tuple[str, int, tuple[int, ...]]:
    """A word whose cards are told apart by their numbers alone: of two equal ones either may be thrown."""
    return word.voz, word.n, tuple(sorted(card.rank for card in word.cards))
