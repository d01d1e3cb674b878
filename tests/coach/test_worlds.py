"""Worlds look the same to their seat, depend on nothing it cannot know, and come as often as they should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from musbot.coach.mus.hearing import PublicWord
from musbot.coach.mus.likely import HandEstimator
from musbot.coach.mus.moments import Decision, find_decisions
from musbot.coach.mus.value import chance_after
from musbot.coach.mus.worlds import sample_worlds
from musbot.game.actions import Action, Voz
from musbot.game.cards import DECK, Hand, cards
from musbot.game.lances import Jugada, Lance, jugada
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.state import Descarte
from musbot.game.views import observe
from musbot.players import PLAYERS, Azar, play_out
from musbot.players.mus.odds import hand_classes, unseen_copies
from tests.support.worlds import CUT, OTHER, OWN, at_table

OWN_JUEGO = cards("12o 11c 7b 6e")
MANY = 1500


def said_in(seed: int, name: str = "vitoria") -> Iterator[Decision]:
    """Some words, and all discards, of some hands of players who often say mus, with señas and all."""
    rules, rng = rule_set(name), Random(seed)
    players = [PLAYERS["nunca-corta"](rng), Azar(rng), Azar(rng), PLAYERS["nunca-corta"](rng)]
    events, _ = play_out(rules, players, Baraja(bytes([seed]) * 32, "coach"), rng, 4)
    for number, it in enumerate(find_decisions(events)):
        if number % 5 == 0 or it.said.voz is Voz.DESCARTA:
            yield it


def against_one(
    *said: tuple[int, Action], other: Hand = OTHER, piedras: tuple[int, int] = (0, 0)
) -> Decision:
    """A hand of two who play alone, the mano holding OWN, after some words."""
    return at_table(rule_set("individual"), (OWN, other), *said, piedras=piedras)


def beaten(
    lance: Lance, agrees: Callable[[Jugada], bool] = lambda other: True, hand_of_own: Hand = OWN
) -> float:
    """The chance that a hand wins a lance as mano, over every hand that there is."""
    own, won, met = jugada(hand_of_own), 0, 0
    for hand in combinations([c for c in DECK if c not in hand_of_own], 4):
        other = jugada(hand)
        if agrees(other):
            met += 1
            won += own.value(lance) >= other.value(lance)
    return won / met


TABLES = [(1, "vitoria"), (2, "castellano-40"), (3, "mundial"), (4, "parejas")]


@pytest.mark.parametrize(("seed", "name"), TABLES)
def test_every_world_looks_the_same_to_the_seat(seed: int, name: str) -> None:
    for it in said_in(seed, name):
        view = observe(it.mesa, it.seat)
        for world in sample_worlds(it, Random(1), 2):
            assert observe(world, it.seat) == view
            held = [*(c for hand in world.cards for c in hand), *world.discards]
            if isinstance(world.phase, Descarte):
                held += [c for hand in world.phase.thrown for c in hand or ()]
            assert len(set(held)) == len(held), "no card is twice"
            others = [c for seat, hand in enumerate(world.cards) for c in hand if seat != it.seat]
            assert not set(others) & set(it.own_thrown), "nobody holds what they have thrown themselves"


@pytest.mark.parametrize(("seed", "name"), [TABLES[1], TABLES[3]])
def test_worlds_depend_on_nothing_that_the_seat_cannot_know(seed: int, name: str) -> None:
    for it in said_in(seed, name):
        drawn = sample_worlds(it, Random(1), 2)
        for world in drawn:
            again = sample_worlds(replace(it, mesa=world), Random(1), 2)
            assert [one.cards for one in again] == [one.cards for one in drawn]
            assert [one.phase for one in again] == [one.phase for one in drawn]


@pytest.mark.parametrize(("seed", "name"), TABLES)
def test_what_was_heard_has_nobodys_cards(seed: int, name: str) -> None:
    discards = 0
    for it in said_in(seed, name):
        for word in it.aloud:
            assert (word.view.seat, word.view.mine, word.view.seen, word.view.signed) == (None, (), (), ())
            assert word.action is None or not word.action.cards
            discards += word.action is None
        told = [word.view.said for word in it.aloud]
        assert all(said == it.mesa.words()[: len(said)] for said in told), "nothing that came later"
    assert discards


def test_hands_come_as_often_as_all_that_there_are() -> None:
    drawn = sample_worlds(against_one(), Random(5), MANY)
    won = sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / MANY
    truth = beaten(Lance.GRANDE)
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


def test_R11_what_was_declared_is_so_in_every_world() -> None:
    paso = [(seat, Action(Voz.PASO)) for seat in (0, 1)]
    it = against_one(CUT, *paso, *paso)
    assert (it.mesa.pares, it.mesa.juego) == ((False, True), (False, False))
    drawn = sample_worlds(replace(it, aloud=()), Random(5), MANY)
    assert all(jugada(world.cards[1]).has_pares for world in drawn)
    won = sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / MANY
    truth = beaten(Lance.GRANDE, lambda other: other.has_pares and not other.has_juego)
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


HAS_PARES, NO_PARES = cards("12o 12c 7b 1e"), cards("12o 7c 4b 1e")
HAS_JUEGO = cards("12e 11e 7e 4o")
PASO_PASO = ((0, Action(Voz.PASO)), (1, Action(Voz.PASO)))
ORDAGO = ((0, Action(Voz.PASO)), (1, Action(Voz.ORDAGO)))
EQUITIES = {
    Lance.GRANDE: (OWN, OTHER, (CUT, *ORDAGO), lambda other: True),
    Lance.CHICA: (OWN, OTHER, (CUT, *PASO_PASO, *ORDAGO), lambda other: True),
    Lance.PARES: (HAS_PARES, OTHER, (CUT, *PASO_PASO * 2, *ORDAGO), lambda other: other.has_pares),
    Lance.JUEGO: (
        OWN_JUEGO,
        HAS_JUEGO,
        (CUT, *PASO_PASO * 2, *ORDAGO),
        lambda other: other.has_juego and not other.has_pares,
    ),
    Lance.PUNTO: (
        NO_PARES,
        OTHER,
        (CUT, *PASO_PASO * 2, *ORDAGO),
        lambda other: other.has_pares and not other.has_juego,
    ),
}
"""For each lance: own cards, the rival's, what is said till the rival's órdago, what is known of them."""


@pytest.mark.parametrize("lance", EQUITIES)
def test_R35_a_quiero_to_an_ordago_is_worth_the_chance_of_the_lance(lance: Lance) -> None:
    own, other, said, agrees = EQUITIES[lance]
    it = at_table(rule_set("individual"), (own, other), *said)
    assert it.mesa.fase == lance.value
    drawn = sample_worlds(replace(it, aloud=()), Random(5), MANY)
    won = sum(chance_after(world, 0, Action(Voz.QUIERO), str(n)) for n, world in enumerate(drawn)) / MANY
    truth = beaten(lance, agrees, own)
    assert 0.05 < truth < 0.95
    assert abs(won - truth) < 3 * sqrt(truth * (1 - truth) / MANY)


def test_three_hands_come_as_often_as_all_deals() -> None:
    it = at_table(rule_set("castellano-40"), (OWN, OTHER, cards("12c 12b 4b 2e"), HAS_JUEGO))
    rest, rng = [c for c in DECK if c not in OWN], Random(6)
    dealt = [rng.sample(rest, 12) for _ in range(MANY)]
    drawn = [[c for hand in world.cards[1:] for c in hand] for world in sample_worlds(it, rng, MANY)]
    for many in (
        lambda found: sum(c.rank in (3, 12) for c in found),
        lambda found: sum(c.rank for c in found),
    ):
        means = [sum(map(many, deals)) / MANY for deals in (dealt, drawn)]
        spread = sqrt(sum((many(found) - means[0]) ** 2 for found in dealt)) / MANY
        assert abs(means[0] - means[1]) < 3 * sqrt(2) * spread


def test_who_bets_is_thought_to_hold_more() -> None:
    bet, passed = against_one(CUT, (0, Action(Voz.PASO)), (1, Action(Voz.ENVIDO, 5))), against_one(CUT)

    def good(it: Decision) -> float:
        drawn = sample_worlds(it, Random(5), 400)
        return sum(jugada(OWN).grande >= jugada(world.cards[1]).grande for world in drawn) / 400

    assert good(bet) < good(passed) - 0.1


@pytest.mark.parametrize("name", ["castellano-40", "individual"])
def test_a_word_is_likelier_of_hands_it_is_said_with(name: str) -> None:
    hands = (OWN, OTHER, cards("12c 12b 4b 2e"), HAS_JUEGO)[: 4 if name == "castellano-40" else 2]
    it = at_table(rule_set(name), hands, CUT, (0, Action(Voz.PASO)), (1, Action(Voz.ENVIDO, 5)))
    rules = it.mesa.rules
    of = hand_classes(rules)

    def part(word: PublicWord, held: str) -> float:
        likely = word.likelihood[of.index[of.kinds(cards(held), rules)]]
        assert likely > 0, "nobody is sure of what people say"
        return likely

    cut, paso, envido = it.aloud
    assert part(envido, "12o 12c 11b 5e") > 1 > part(envido, "7o 6c 5b 4e")
    assert part(paso, "12o 12c 12b 10o") < part(paso, "7o 6c 5b 4e")
    assert part(cut, "12o 12c 12b 1e") > part(cut, "7o 6c 5b 4e")


def test_R22_who_throws_one_card_is_thought_to_hold_more_than_who_throws_four() -> None:
    mus = [(seat, Action(Voz.MUS)) for seat in range(4)]
    good, poor = cards("12e 12c 12b 4e"), cards("7o 6c 5b 4b")
    it = at_table(rule_set("castellano-40"), (OWN, good, poor, cards("10o 7c 6b 5e")), *mus)
    view, rules = observe(it.mesa, 0), it.mesa.rules
    aloud = (*it.aloud, *(PublicWord(observe(it.mesa), seat, None) for seat in range(4)))
    view = view._replace(throws=((1, 1, 4, 1),))
    likely = HandEstimator(
        view, rules, unseen_copies(hand_classes(rules), hand_classes(rules).kinds(OWN, rules))
    )

    def reyes(seat: int) -> float:
        row = likely.estimate(seat, aloud).row
        many = [sum(count for kind, count in picks if kind == 7) for picks in hand_classes(rules).picks]
        return sum(part * count for part, count in zip(row, many, strict=True)) / sum(row)

    assert reyes(1) > reyes(2) + 0.4
