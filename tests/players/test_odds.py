"""The odds of prudente against counting every hand there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from random import Random

import pytest

from musbot.game.cards import DECK, Card, Hand, cards
from musbot.game.lances import Jugada, Lance, jugada
from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.rules_base import Real
from musbot.players.mus.odds import (
    CERTAIN,
    LOST,
    Duel,
    HandKnowledge,
    Other,
    cumulative_chances,
    duel,
    expected_premio,
    hand_classes,
    weights,
)
from tests.golden import golden_hands

REAL = MusRules(real=Real.REY)
DECKS = [MUS_SETS["parejas"], MUS_SETS["mundial"], REAL]


def duelled(rules: MusRules, hand: str, lance: Lance, turn: int | None, *others: Other) -> Duel:
    return duel(rules.reyes, rules.real, hand_classes(rules).kinds(cards(hand), rules), lance, turn, others)


def unseen(rules: MusRules, hand: Hand) -> Iterator[Jugada]:
    """Yields what every hand without those cards is worth, one by one."""
    for other in combinations([c for c in DECK if c not in hand], 4):
        yield jugada(other, rules.reyes, rules.real)


@pytest.mark.parametrize(
    ("rules", "many", "dealt"), [(DECKS[0], 330, 91390), (DECKS[1], 715, 91390), (REAL, 495, 91390)]
)
def test_the_classes_make_up_every_deal(rules: MusRules, many: int, dealt: int):
    of = hand_classes(rules)
    assert len(of.picks) == len(of.jugadas) == len(of.index) == many
    assert sum(of.copies) == 40
    assert sum(weights(rules.reyes, rules.real, ())) == dealt
    seen = of.kinds(cards("12o 12c 7e 1b"), rules)
    assert sum(weights(rules.reyes, rules.real, seen)) == comb(36, 4)


@pytest.mark.parametrize("rules", DECKS)
def test_a_class_is_worth_what_its_hands_are(rules: MusRules):
    of, rng = hand_classes(rules), Random(1)
    for _ in range(300):
        hand = tuple(rng.sample(DECK, 4))
        assert of.jugadas[of.index[of.kinds(hand, rules)]] == jugada(hand, rules.reyes, rules.real)


def test_R15_the_real_has_a_class_of_its_own():
    of = hand_classes(REAL)
    real, three = (of.index[of.kinds(cards(f"7o 7c 7e {last}"), REAL)] for last in ("12b", "3b"))
    assert of.places[Lance.JUEGO][real] > of.places[Lance.JUEGO][three]


KNOWN = [
    (Lance.GRANDE, HandKnowledge()),
    (Lance.CHICA, HandKnowledge()),
    (Lance.PARES, HandKnowledge(pares=True)),
    (Lance.JUEGO, HandKnowledge(pares=False, juego=True)),
    (Lance.PUNTO, HandKnowledge(pares=True, juego=False)),
]


@pytest.mark.parametrize("rules", DECKS)
@pytest.mark.parametrize("hand", ["12o 12c 7e 1b", "7o 7c 7e 11b", "4o 5o 1c 2c"])
def test_the_odds_are_those_of_counting_every_hand(rules: MusRules, hand: str):
    own, kinds = jugada(cards(hand), rules.reyes, rules.real), hand_classes(rules).kinds(cards(hand), rules)
    found = Counter(unseen(rules, cards(hand)))
    for lance, known in KNOWN:
        row = cumulative_chances(rules.reyes, rules.real, kinds, lance, known)
        place = hand_classes(rules).places[lance][hand_classes(rules).index[kinds]]
        total = no_better = 0
        for j, many in found.items():
            if known.pares in (None, j.has_pares) and known.juego in (None, j.has_juego):
                total += many
                no_better += many * (j.value(lance) <= own.value(lance))
        assert row[place] == pytest.approx(no_better / total), lance
        assert row[-1] == 1


def test_the_chances_of_grande_and_chica_are_the_golden_ones():
    for name in ("parejas", "cuatro-reyes"):
        rules = MUS_SETS[name]
        for row in golden_hands(rules.reyes)[::7]:
            hand = " ".join(f"{rank}{suit}" for rank, suit in zip(row["hand"], "oceb", strict=True))
            for lance in (Lance.GRANDE, Lance.CHICA):
                for turn, seat in ((0, "mano"), (1, "postre")):
                    win = duelled(rules, hand, lance, turn, Other(ours=False, turn=1 - turn)).win
                    assert win == pytest.approx(row[f"p_{lance}_{seat}"], abs=1e-6), (name, hand, lance, seat)


@pytest.mark.parametrize(("lance", "hand"), [(Lance.JUEGO, "12o 11c 7e 4b"), (Lance.PUNTO, "12o 7c 6c 6b")])
@pytest.mark.parametrize("turn", [0, 1, 2, 3, None])
def test_R10_a_duel_is_that_of_all_the_hands_of_all_players(lance: Lance, hand: str, turn: int | None):
    """Three independent hands, place by place: the best wins, of equals the nearest to the mano."""
    rules, known, mine = (
        MUS_SETS["mundial"],
        HandKnowledge(juego=lance is Lance.JUEGO),
        1 if turn is None else turn,
    )
    others = tuple(Other((seat - mine) % 2 == 0, seat, known) for seat in range(4) if seat != mine)
    kinds = hand_classes(rules).kinds(cards(hand), rules)
    row = cumulative_chances(rules.reyes, rules.real, kinds, lance, known)
    chance = [now - before for now, before in zip(row, (0.0, *row), strict=False)]
    own = (
        [(hand_classes(rules).places[lance][hand_classes(rules).index[kinds]], -mine, True)]
        if turn is not None
        else []
    )
    win = 0.0
    for held in product([place for place, part in enumerate(chance) if part], repeat=3):
        seats = [(place, -o.turn, o.ours) for place, o in zip(held, others, strict=True)]
        win += max(seats + own)[2] * prod(chance[place] for place in held)
    assert duelled(rules, hand, lance, turn, *others).win == pytest.approx(win)


def test_against_better_hands_there_is_less_to_win():
    d = duelled(MUS_SETS["parejas"], "12o 12c 11e 1b", Lance.GRANDE, 0, Other(False, 1), Other(False, 3))
    chances = [d.chance_against(n / 10) for n in range(10)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == d.win
    assert d.chance_beyond(1.0) == 0


def test_the_best_of_two_hands_is_worth_two_players():
    rules, hand = MUS_SETS["parejas"], "12o 12c 11e 1b"
    one = duelled(rules, hand, Lance.GRANDE, 0, Other(False, 1, strength=2.0))
    two = duelled(rules, hand, Lance.GRANDE, 0, Other(False, 1), Other(False, 2))
    assert one.win == pytest.approx(two.win)


def test_a_partner_can_only_help_and_nobody_wins_without_cards():
    rules, hand, rival = MUS_SETS["parejas"], "7o 6c 5e 4b", Other(False, 1)
    alone = duelled(rules, hand, Lance.GRANDE, 0, rival).win
    assert duelled(rules, hand, Lance.GRANDE, 0, rival, Other(True, 2)).win > alone
    assert duelled(rules, hand, Lance.PARES, None, rival) is LOST
    assert duelled(rules, hand, Lance.PARES, None, Other(True, 2)) is CERTAIN


def test_premios_are_averages_of_those_who_may_win_them():
    rules = MUS_SETS["parejas"]
    args = rules.reyes, rules.real, ()
    assert expected_premio(*args, Lance.PARES, HandKnowledge(pares=False)) == 0
    pares = (43776 * 1 + 4448 * 2 + 3486 * 3) / (43776 + 4448 + 3486)  # of all deals
    assert expected_premio(*args, Lance.PARES, HandKnowledge(pares=True)) == pytest.approx(pares)
    juego = (8384 * 3 + (24444 - 8384) * 2) / 24444
    assert expected_premio(*args, Lance.JUEGO, HandKnowledge(juego=True)) == pytest.approx(juego)


def test_equal_ranks_are_one_kind_only_where_the_rules_make_them_so():
    eight, four = MUS_SETS["parejas"], MUS_SETS["cuatro-reyes"]
    three, rey = (Card(3, "o"),), (Card(12, "o"),)
    assert hand_classes(eight).kinds(three, eight) == hand_classes(eight).kinds(rey, eight)
    assert hand_classes(four).kinds(three, four) != hand_classes(four).kinds(rey, four)
    assert hand_classes(REAL).kinds(three, REAL) != hand_classes(REAL).kinds(rey, REAL)
