"""Equities are what dealing every hand, or many, comes to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from musbot.game import DECK, Jugada, Lance, MusError, Partida, Sena, cards, worth
from musbot.game.cards import Card, Hand
from musbot.game.library import BadHand
from musbot_research.arena import Estimate
from musbot_research.lab import CannotBe, HandKnowledge, Odds, equity, known, score
from musbot_research.lab.equities import wilson


def dealt(hands: list[Hand], rules: str) -> dict[Lance, tuple[int, int, int]]:
    """How a deal goes in each lance: won by the mano's side, by the other, both take part."""
    jugadas = [worth(hand, rules) for hand in hands]
    found = {}
    for lance in Lance:
        plays = [turn for turn, it in enumerate(jugadas) if takes_part(it, lance, jugadas)]
        best = max(plays, key=lambda turn: (jugadas[turn].value(lance), -turn), default=None)
        sides = {turn % 2 for turn in plays}
        found[lance] = (int(best in (0, 2)), int(best in (1, 3)), int(len(sides) == 2))
    return found


def takes_part(own: Jugada, lance: Lance, all_of: list[Jugada]) -> bool:
    if lance is Lance.PARES:
        return own.has_pares
    if lance is Lance.JUEGO:
        return own.has_juego
    return lance is not Lance.PUNTO or not any(it.has_juego for it in all_of)


def batched(drawn: list[Card]) -> list[Hand]:
    return [tuple(drawn[at : at + 4]) for at in range(0, len(drawn), 4)]


def shares(deals: list[dict[Lance, tuple[int, int, int]]]) -> dict[Lance, list[float]]:
    return {
        lance: [sum(deal[lance][at] for deal in deals) / len(deals) for at in range(3)] for lance in Lance
    }


def values(odds: dict[Lance, Odds]) -> dict[Lance, list[float]]:
    return {lance: [it.wins[0].value, it.wins[1].value, it.disputed.value] for lance, it in odds.items()}


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["vitoria", "mundial"])
@pytest.mark.parametrize("turn", [0, 1])
def test_R10_an_exact_equity_is_that_of_all_58905_deals(rules: str, turn: int):
    mine = cards("7o 7c 7e 10b")
    rest = [card for card in DECK if card not in mine]
    hands = [[mine, other] if turn == 0 else [other, mine] for other in combinations(rest, 4)]
    expected = shares([dealt(two, rules) for two in hands])
    found = equity(["7o 7c 7e 10b", None] if turn == 0 else [None, "7o 7c 7e 10b"], rules)
    for lance, row in values(found).items():
        assert row == pytest.approx(expected[lance])
    assert all(it.disputed.low == it.disputed.high for it in found.values())


def test_an_estimate_agrees_with_deals_at_random_and_with_the_exact_one():
    mine, rng = cards("12o 12c 6b 4e"), Random(1)
    rest = [card for card in DECK if card not in mine]
    deals = []
    for _ in range(4000):
        drawn = tuple(rng.sample(rest, 12))
        deals.append(dealt([mine, drawn[:4], drawn[4:8], drawn[8:]], "vitoria"))
    expected = shares(deals)
    for lance, row in values(equity([mine, None, None, None], deals=4000)).items():
        assert row == pytest.approx(expected[lance], abs=0.035)


WRONG: list[tuple[Callable[[Any], object], Any, str]] = [
    *(
        (lambda it: equity([None] * 4, deals=it), n, "^deals = .*: expected a whole")
        for n in (0, -1, 1.5, "9")
    ),
    (equity, "12o 3c 11b 1e", "^hands = '12o 3c 11b 1e': expected a list of hands"),
    (equity, [5, None], "^cards = 5: expected cards such as"),
    (lambda it: equity([None, None], it), None, "^rules = None: expected a rule set"),
    (
        lambda it: equity([None, HandKnowledge(senas=it)]),
        Sena.DUPLES,
        "^senas = .*: expected a tuple of señas",
    ),
    (
        lambda it: equity([None, HandKnowledge(pares=it)]),
        "yes",
        "^pares = 'yes': expected True, False or None",
    ),
    (known, Partida(), r"^view = Partida.*: expected a View, such as partida\.view\(0\)"),
    (lambda it: score(it, 0), "a", "^a–0: expected two numbers from 0 to 39"),
    (lambda it: score(it, 0), 0.5, "^0.5–0: expected two numbers"),
]
"""What is called, what it is given, and what is said of it."""


@pytest.mark.parametrize(("called", "given", "told"), WRONG)
def test_a_wrong_argument_is_refused_with_what_was_expected(
    called: Callable[[Any], object], given: Any, told: str
):
    with pytest.raises(MusError, match=told):
        called(given)


def test_a_hand_may_be_a_list_of_texts():
    assert equity([["12o", "3c", "11b", "1e"], None]) == equity(["12o 3c 11b 1e", None])


def test_what_is_known_of_a_hand_counts():
    told = HandKnowledge(pares=True, juego=False, senas=(Sena.DUPLES,))
    odds = equity(["4o 4c 5b 6e", told])
    assert odds[Lance.PARES].wins == (Estimate(0, 0, 0), Estimate(1, 1, 1))
    assert odds[Lance.JUEGO].disputed == Estimate(0, 0, 0)
    rare = equity([None, None, HandKnowledge(senas=(Sena.TRES_ASES,)), None], deals=200)
    assert rare[Lance.CHICA].wins[0].value > 0.9


def test_a_seat_knows_its_hand_and_what_was_declared():
    partida = Partida.from_position(
        "mus1 castellano-40/2 12o3c11b1e/7o7c7e10b/12c12e5b5o/11c11e10o1b : no mus, paso, paso, paso, paso,"
        " paso, paso, paso, paso"
    )
    view = partida.view(0)
    assert known(view) == [view.mine, *[HandKnowledge(pares=True)] * 3]
    before = equity([view.mine, None, None, None], deals=3000)[Lance.PARES]
    assert equity(known(view), deals=3000)[Lance.PARES].wins[0].value < before.wins[0].value - 0.05


@pytest.mark.parametrize(
    ("rules", "seats", "sides"), [("individual", 3, 3), ("individual", 5, 5), ("trios", 6, 2)]
)
def test_R16_alone_each_hand_has_its_own_odds_and_six_play_in_two_trios(rules: str, seats: int, sides: int):
    mine, rng, deals = cards("12o 12c 6b 4e"), Random(1), 6000
    rest = [card for card in DECK if card not in mine]
    won = {lance: [0] * (sides + 1) for lance in Lance}
    for _ in range(deals):
        drawn = rng.sample(rest, 4 * seats - 4)
        jugadas = [worth(hand, rules) for hand in [mine, *batched(drawn)]]
        for lance in Lance:
            plays = [turn for turn, own in enumerate(jugadas) if takes_part(own, lance, jugadas)]
            best = max((jugadas[turn].value(lance) for turn in plays), default=None)
            first = next((turn for turn in plays if jugadas[turn].value(lance) == best), None)
            if first is not None:
                won[lance][first % sides] += 1
                won[lance][-1] += len({turn % sides for turn in plays}) > 1
    for lance, odds in equity([mine, *[None] * (seats - 1)], rules, deals=deals).items():
        assert len(odds.wins) == sides
        assert [it.value for it in (*odds.wins, odds.disputed)] == pytest.approx(
            [count / deals for count in won[lance]], abs=0.03
        )


def test_R10_alone_equal_hands_are_won_by_the_nearest_to_the_mano_alone():
    odds = equity(["4o 5c 6b 7e", "12o 12c 12b 12e", "3o 3c 3b 3e"], "individual")
    won = {lance: [it.value for it in odds[lance].wins] for lance in Lance}
    assert won[Lance.GRANDE] == won[Lance.PARES] == won[Lance.JUEGO] == [0, 1, 0]
    assert won[Lance.CHICA] == [1, 0, 0]


@pytest.mark.parametrize(
    ("rules", "many", "told"),
    [("trios", 4, "4 hands: expected 2 or 6"), ("individual", 7, r"7 hands: expected 2 to 6 \(individual\)")],
)
def test_R16_a_number_of_hands_that_the_rules_do_not_seat_is_refused(rules: str, many: int, told: str):
    with pytest.raises(CannotBe, match=told):
        equity([None] * many, rules)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ([None] * 3, "3 hands: expected 2 or 4"),
        (["12o 3c 11b 1e"], "1 hand: expected 2 or 4"),
        (["12o 3c 11b 1e", "12o 4c 4b 4e"], "one card in two hands"),
        (["4o 4c 4b 4e", HandKnowledge(senas=(Sena.DUPLES,), pares=False)], "no deal"),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[str | HandKnowledge | None], told: str):
    with pytest.raises(CannotBe, match=told):
        equity(hands)


def test_what_is_no_hand_and_no_mus_is_refused():
    with pytest.raises(BadHand):
        equity(["12o 3c 11b", None])
    with pytest.raises(CannotBe, match="frances: expected rules of Mus"):
        equity([None, None], "frances")
    with pytest.raises(CannotBe, match="40–0: expected two numbers from 0 to 39"):
        score(40, 0)


def test_a_score_is_worth_more_the_more_one_has_and_as_mano():
    assert score(0, 0) > 0.5 > score(0, 0, mano=False)
    assert score(39, 0) > score(20, 0) > score(0, 0) > score(0, 39)
    assert score(10, 0, kinds=["azar"] * 4) < score(10, 0, kinds=["prudente"] * 4)
    assert score(19, 0, "cuatro-reyes") > score(19, 0, "vitoria")


def test_an_interval_is_wilson_s():
    assert wilson(0, 100) == pytest.approx((0, 0, 0.037), abs=0.001)
    assert wilson(50, 100) == pytest.approx((0.5, 0.404, 0.596), abs=0.001)
