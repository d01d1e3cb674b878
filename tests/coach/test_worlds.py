"""Worlds look the same to the seat they are drawn for, depend on nothing it cannot know, and come as often as
they should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from musbot.arena.playing import play_out
from musbot.coach.report import Uttered, moments
from musbot.coach.value import chance
from musbot.coach.worlds import NoWorlds, worlds
from musbot.game.actions import Action, Voz
from musbot.game.cards import DECK, Hand, cards
from musbot.game.engine import begin, deal, decide
from musbot.game.evolve import evolve
from musbot.game.lances import Jugada, Lance, jugada
from musbot.game.modos.mus.state import MusState
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.views import observe
from musbot.players import Azar

OWN = cards("12o 11c 7b 1e")
OTHER = cards("6o 6c 5b 4e")
CUT = (0, Action(Voz.NO_MUS))
MANY = 3000


def said_in(seed: int) -> Iterator[Uttered]:
    """Every fifth word of some hands of anybody's, with discards, señas and all."""
    rules, rng = rule_set("vitoria"), Random(seed)
    events, _ = play_out(rules, [Azar(rng)] * 4, Baraja(bytes([seed]) * 32, "coach"), rng, 4)
    yield from moments(events)[::5]


def against_one(
    *said: tuple[int, Action], other: Hand = OTHER, piedras: tuple[int, int] = (0, 0)
) -> MusState:
    """A hand of two who play each for himself, the mano holding OWN, after some words."""
    (began,) = begin(rule_set("individual"), 2, piedras=piedras)
    mesa = evolve(None, began)
    mesa = reduce(evolve, deal(mesa, (OWN, other)), mesa)
    for seat, action in said:
        mesa = reduce(evolve, decide(mesa, seat, action), mesa)
    assert isinstance(mesa, MusState)
    return mesa


def beaten(lance: Lance, agrees: Callable[[Jugada], bool] = lambda other: True) -> float:
    """The chance that OWN wins a lance as mano, over every hand that there is."""
    own, won, met = jugada(OWN), 0, 0
    for hand in combinations([c for c in DECK if c not in OWN], 4):
        other = jugada(hand)
        if agrees(other):
            met += 1
            won += own.value(lance) >= other.value(lance)
    return won / met


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_world_looks_the_same_to_the_seat(seed: int) -> None:
    for it in said_in(seed):
        view = observe(it.mesa, it.seat)
        for world in worlds(it.mesa, it.seat, Random(1), 3, it.own_thrown):
            assert observe(world, it.seat) == view
            held = [c for hand in world.cards for c in hand]
            assert len({*held, *world.discards}) == len(held) + len(world.discards), "no card is twice"
            assert not set(held) & set(it.own_thrown), "nobody holds what he has thrown himself"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_worlds_depend_on_nothing_that_the_seat_cannot_know(seed: int) -> None:
    for it in said_in(seed):
        drawn = worlds(it.mesa, it.seat, Random(1), 3, it.own_thrown)
        for world in drawn:
            again = worlds(world, it.seat, Random(1), 3, it.own_thrown)
            assert [one.cards for one in again] == [one.cards for one in drawn]


def test_hands_come_as_often_as_all_that_there_are() -> None:
    drawn = worlds(against_one(), 0, Random(5), MANY, heeding=False)
    won = sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / MANY
    truth = beaten(Lance.GRANDE)
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


def test_R11_what_was_declared_is_so_in_every_world() -> None:
    paso = [(seat, Action(Voz.PASO)) for seat in (0, 1)]
    mesa = against_one(CUT, *paso, *paso)
    assert (mesa.pares, mesa.juego) == ((False, True), (False, False))
    drawn = worlds(mesa, 0, Random(5), MANY, heeding=False)
    assert all(jugada(world.cards[1]).has_pares for world in drawn)
    won = sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / MANY
    truth = beaten(Lance.GRANDE, lambda other: other.has_pares and not other.has_juego)
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


def test_R35_a_quiero_to_an_ordago_is_worth_the_chance_of_the_lance() -> None:
    mesa = against_one(CUT, (0, Action(Voz.PASO)), (1, Action(Voz.ORDAGO)))
    drawn = worlds(mesa, 0, Random(5), MANY, heeding=False)
    won = sum(chance(world, 0, Action(Voz.QUIERO), str(n)) for n, world in enumerate(drawn)) / MANY
    truth = beaten(Lance.GRANDE)
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


def test_who_bets_is_thought_to_hold_more() -> None:
    bet, passed = against_one(CUT, (0, Action(Voz.PASO)), (1, Action(Voz.ENVIDO, 5))), against_one(CUT)

    def good(mesa: MusState) -> float:
        drawn = worlds(mesa, 0, Random(5), 400)
        return sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / 400

    assert good(bet) < good(passed) - 0.1


def test_where_nothing_agrees_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot.coach.worlds.MOST_TRIES", 0)
    with pytest.raises(NoWorlds, match=r"^seat 0, hand 1: no deal found that agrees with what was said$"):
        worlds(against_one(), 0, Random(1), 5)
