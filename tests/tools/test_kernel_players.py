"""The players that learning plays against are those of the real engine (tools/aprender)."""

from __future__ import annotations

import pytest

from musbot.game.modos.mus.rules import SETS, MusRules
from musbot.players.mus.tercos import TERCOS
from tools.aprender import library
from tools.aprender.agreement import agreement
from tools.aprender.differential import RULES
from tools.aprender.match import PLAYERS, match

pytestmark = pytest.mark.skipif(library.compiler() is None, reason="the kernel needs a C compiler")


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_prudente_in_the_kernel_says_the_words_of_the_real_one(rules: MusRules) -> None:
    both, _ = agreement(rules, "prudente", 100, "test")
    assert [(one.view.said, one.real, one.kernels) for one in both if not one.agrees] == []


@pytest.mark.parametrize("name", ["azar", *TERCOS])
def test_who_is_stubborn_or_wild_in_the_kernel_says_the_words_of_the_real_one(name: str) -> None:
    both, _ = agreement(SETS["castellano-40"], name, 60, "test")
    assert [(one.view.said, one.real, one.kernels) for one in both if not one.agrees] == []


def test_prudente_wins_half_the_juegos_against_himself_and_most_against_who_never_accepts_less() -> None:
    rules = SETS["castellano-40"]
    prudente = PLAYERS["prudente"](rules)
    itself = match(rules, prudente, prudente, 200, seed=1)
    assert abs(itself.won - 0.5) <= 2 * itself.won_error
    assert match(rules, prudente, PLAYERS["quiero-siempre"](rules), 200, seed=1).won > 0.6
