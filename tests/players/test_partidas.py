"""Whole partidas: no word is ever refused, the same chances play the same, and prudente is no fool."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from musbot.game.actions import Action
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.views import View
from musbot.players import PLAYERS, Azar, Novato, Player, Prudente, cautious
from tests.support.ai_partidas import Bravo, Factory, Querelotodo, Sala, Timido, match
from tests.support.medidas import measured

TABLES: list[tuple[str, Mapping[str, Any]]] = [
    *((name, {}) for name in RULE_SETS),
    ("parejas", {"gracia": 0, "corte": "libre", "elimina": True}),
    ("vitoria", {"mus_visto": 0.5, "visto_en": "siempre", "real": "rey", "descarte": "a la vez"}),
    ("mundial", {"respuesta": "pareja", "mus_corrido": "juego", "mus_visto": 0.3}),
    ("cuatro-reyes", {"consulta": False, "corte": "libre", "mus_corrido": "partida"}),
    ("trios", {"respuesta": "pareja", "gracia": 5, "reyes": 4, "mus_visto": 0.2}),
]


class Suplente:
    """Always says the cautious word."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        return cautious(view, self.rng)


class Cualquiera:
    """Now one player, now another: so each comes into the positions of all."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.players: list[Player | Suplente] = [Azar(rng), Prudente(rng), Prudente(rng), Suplente(rng)]

    def choose(self, view: View) -> Action:
        return self.rng.choice(self.players).choose(view)


VITORIA, MUNDIAL, TRIOS = (
    pytest.param(name, marks=pytest.mark.long) for name in ("vitoria", "mundial", "trios")
)
"""Rule sets that are played wholesale where there is time for it."""


def played(kind: Factory, name: str, changes: Mapping[str, Any], seed: int, hands: int) -> list[Action]:
    """The words of so many hands, in partidas one after another; a refusal is raised by the engine."""
    short = {} if kind is Azar else {"juegos": 1}
    rules, rng, words = rule_set(name, {**changes, **short}), Random(seed), []
    while hands > 0:
        players = [kind(rng) for _ in range(rules.players.start)]
        sala = Sala(rules, players, rng, lambda _view, action, _seconds: words.append(action))
        sala.play_hands(hands)
        hands -= sala.mesa.hand
    return words


@pytest.mark.parametrize(("name", "changes"), TABLES)
@pytest.mark.parametrize(("kind", "hands"), [(Azar, 200), (Cualquiera, 15), (Novato, 15), (Suplente, 10)])
def test_no_word_is_refused(kind: Factory, hands: int, name: str, changes: Mapping[str, Any]):
    assert played(kind, name, changes, 1, hands)


@pytest.mark.parametrize("kind", [Azar, Prudente, Cualquiera])
def test_the_same_chances_play_the_same(kind: Factory):
    changes = {"mus_visto": 0.2}
    assert played(kind, "vitoria", changes, 3, 6) == played(kind, "vitoria", changes, 3, 6)
    assert played(kind, "vitoria", changes, 3, 6) != played(kind, "vitoria", changes, 4, 6)


def test_azar_is_beaten():
    assert match(rule_set("clasico"), Prudente, PLAYERS["azar"], 8, seed=1) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ["parejas", MUNDIAL, TRIOS])
def test_azar_is_beaten_nearly_always(name: str):
    assert match(rule_set(name), Prudente, PLAYERS["azar"], 50, seed=2) >= 45


@pytest.mark.slow
@pytest.mark.parametrize("name", ["parejas", VITORIA, MUNDIAL])
@pytest.mark.parametrize("rival", [Timido, Querelotodo, Bravo])
def test_simple_players_are_beaten_clearly(rival: Factory, name: str):
    assert match(rule_set(name, {"juegos": 1}), Prudente, rival, 30, seed=2) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ["parejas", MUNDIAL])
def test_prudente_neither_folds_nor_calls_everything(name: str):
    medidas = measured(name, 40)
    print("", *medidas.told(), sep="\n")
    said = medidas.words
    first = sum(many for (asked, _), many in said.items() if asked == "first bet")
    opening = sum(many for (asked, _), many in said.items() if asked == "open")
    assert 0.4 < said["first bet", "no quiero"] / first < 0.7
    assert 0.15 < said["open", "envido"] / opening < 0.4
    assert said["open", "órdago"] / opening < 0.03
    assert 0.05 < medidas.weak["weak"] / medidas.weak["bet"] < 0.25
