"""How prudente gets rid of stones in Tres Mus and Mus Francés: its discard, its chances, its bets."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from musbot.cli.simular import seat_players, simulate
from musbot.game.actions import Action, Voz
from musbot.game.cards import cards
from musbot.game.engine import awaited_seats
from musbot.game.lances import Lance
from musbot.game.modos.piedras.rules import STONE_SETS
from musbot.game.rule_sets import rule_set
from musbot.game.views import View, observe
from musbot.players import Prudente, cautious
from musbot.players.piedras.five import chance_to_beat, throw
from tests.support.ai_partidas import Sala
from tests.support.playing import PLAIN, RICH, Table, at_grande
from tests.support.random_partidas import each_with_stones

TRES = STONE_SETS["tres-mus"]


def said(t: Table, words: int = 40) -> list[Action]:
    """What prudente says at this moment, with so many different chances."""
    seat = awaited_seats(t.mesa)[0]
    return [Prudente(Random(n)).choose(observe(t.mesa, seat)) for n in range(words)]


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("7o 7c 7e 10b 4o", "4o"),  # la real
        ("12o 12c 1o 1c 6e", "6e"),  # duples
        ("12o 11c 10e 1b 5o", "5o"),  # 31
        ("12o 11c 7e 6b 1o", "1o"),  # 33, which is worth 4 here
    ],
)
def test_it_keeps_the_hand_that_is_worth_most(hand: str, thrown: str):
    assert str(throw(cards(hand), TRES)) == thrown


def test_the_chance_of_a_hand_is_exact_over_what_others_may_hold():
    best, worst = cards("12o 12c 12e 12b"), cards("4o 5c 6b 7e")
    assert chance_to_beat(best, best, Lance.GRANDE, TRES) > 0.99
    assert chance_to_beat(worst, worst, Lance.GRANDE, TRES) < 0.05
    real, una = cards("7o 7c 7e 10b"), cards("12o 11c 10e 1b")
    assert chance_to_beat(real, real, Lance.JUEGO, TRES) > chance_to_beat(una, una, Lance.JUEGO, TRES)
    french = STONE_SETS["frances"]
    assert chance_to_beat(una, una, Lance.JUEGO, french) > chance_to_beat(
        una, una, Lance.JUEGO, TRES
    )  # there 33 is the last


def test_it_accepts_with_a_good_hand_and_not_with_the_worst():
    good = at_grande("tres-mus", *PLAIN[:2], "12o 12c 11o 10o").say("A paso", "B envido 3", "A no quiero")
    assert {action.voz for action in said(good)} == {Voz.QUIERO}
    bad = at_grande("tres-mus", *PLAIN).say("A paso", "B envido 3")
    assert {action.voz for action in said(bad)} == {Voz.NO_QUIERO}


def test_it_bets_its_real_and_gives_itself_up_with_the_worst():
    t = at_grande("tres-mus", *RICH).paso(3).say("A paso")
    assert {action.voz for action in said(t)} == {Voz.ENVIDO}
    t = at_grande("tres-mus", "4o 5c 6b 7e", "12o 12c 12e 12b")
    t.say("A órdago", "B quiero")
    assert {action.voz for action in said(t)} == {Voz.PERDIDO}


def test_a_substitute_never_takes_stones_that_lie_in_the_middle():
    t = at_grande("tres-mus", *PLAIN).say("A envido 1", "B quiero", "C quiero", "D no quiero", "B 2 más")
    assert cautious(observe(t.mesa, 2), Random(1)) == Action(Voz.CONFORME)
    t = at_grande("tres-mus", *PLAIN).say("A envido 1")
    assert cautious(observe(t.mesa, 1), Random(1)) == Action(Voz.NO_QUIERO)


@each_with_stones
def test_azar_is_beaten_with_stones(name: str):
    rules = rule_set(name, {"juegos": 2})
    won = [0, 0]
    for n in range(12):
        played = next(iter(simulate(rules, seat_players(rules, ["prudente", "azar"], 4), 10**6, f"{n}")))
        assert played.mesa.hand
        winner = next(seat for seat, lost in enumerate(played.mesa.juegos) if lost < rules.juegos)
        won[winner % 2] += 1
    assert won[0] >= 10


@each_with_stones
def test_every_word_of_a_partida_of_five_is_one_of_those_offered(
    name: str, record_property: Callable[[str, object], None]
):
    offered: list[bool] = []
    took_s: list[float] = []

    def heed(view: View, action: Action, seconds: float) -> None:
        offered.append(any(offer.covers(action) for offer in view.offers))
        took_s.append(seconds)

    rng = Random(1)
    Sala(rule_set(name, {"juegos": 1}), [Prudente(rng) for _ in range(5)], rng, heed).play_hands(30)
    record_property("figure", f"{name}: {len(took_s)} words, the slowest {max(took_s) * 1000:.1f} ms")
    assert len(offered) > 100
    assert all(offered)
