from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, prod
from typing import Any

import pytest

from musbot.game.cards import DECK, SUITS, Card, Hand, cards, strength
from musbot.game.lances import DUPLES, MEDIAS, NO_PARES, PAR, REAL, Jugada, Lance, jugada
from musbot.game.rules_base import Real
from tests.golden import golden_hands

DEALS = Counter(tuple(sorted(c.rank for c in hand)) for hand in combinations(DECK, 4))
"""Every hand that can be dealt, by its numbers: how many of the 91,390."""


def of(text: str, reyes: int = 8, real: str = "no") -> Jugada:
    """What `R R 7 4`, `3 S C 2` or cards are worth."""
    figures = {"R": "12", "C": "11", "S": "10", "A": "1"}
    words = text.split()
    if not words[0][-1].islower():
        words = [figures.get(word, word) + suit for word, suit in zip(words, SUITS, strict=True)]
    return jugada(cards(" ".join(words)), reyes, Real(real))


def hand_of(ranks: tuple[int, ...]) -> Hand:
    return tuple(Card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=True))


# ---- the order of each lance --------------------------------------------------------------------------


def test_R5_grande_compares_from_the_highest_card_down():
    assert of("R 3 R 4").grande > of("R R S 7").grande  # A
    assert of("R C S 7").grande > of("R C S 6").grande > of("R C 7 7").grande
    assert of("R A A A").grande > of("C C C C").grande


def test_R6_chica_compares_from_the_lowest_card_up():
    assert of("S 4 A 2").chica > of("C 7 4 A").chica  # A
    assert of("A R R R").chica > of("4 4 4 4").chica
    assert of("A A 4 R").chica > of("A A 5 5").chica


def test_R7_duples_beat_medias_beat_par():
    par, medias, duples = of("R R C S"), of("A A A 4"), of("A A 4 4")
    assert (par.pares[0], medias.pares[0], duples.pares[0]) == (PAR, MEDIAS, DUPLES)
    assert par.pares < medias.pares < duples.pares


def test_R7_of_the_same_kind_the_higher_rank_wins():
    assert of("R R S 6").pares > of("R S S 5").pares  # A
    assert of("S S S 2").pares > of("C 6 6 6").pares  # A
    assert of("R R S 6").pares == of("R R 4 5").pares  # the other cards count for nothing


def test_R7_four_equal_are_two_equal_pairs():
    assert of("R R A 2").pares > of("C C C C").pares > of("C C 7 7").pares  # A
    assert of("C C C C").pares == (DUPLES, 11, 11)


def test_R2_R7_a_3_makes_pares_with_a_rey_only_with_eight_reyes():
    assert of("3 R 2 A", reyes=8).pares == (DUPLES, 12, 1)
    assert of("3 R 2 A", reyes=4).pares == (NO_PARES,)


def test_R8_juego_from_31_in_its_own_order():
    best_first = ["R C S A", "R C 7 5", "R C S R", "R C S 7", "R C S 6", "R C S 5", "R C S 4", "R C 7 6"]
    hands = [of(text) for text in best_first]
    assert [hand.puntos for hand in hands] == [31, 32, 40, 37, 36, 35, 34, 33]
    assert [hand.juego for hand in hands] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [of(hand).has_pares for hand in ("R C 6 4", "R C 6 6")] == [False, True]
    assert not of("R C 6 4").has_juego


def test_R8_38_and_39_cannot_be_dealt():
    sums = {jugada(hand_of(ranks), reyes).puntos for ranks in DEALS for reyes in (8, 4)}
    assert sums == {*range(4, 38), 40}


def test_R9_punto_30_is_best_and_4_worst():
    assert (
        of("R C 6 4").value(Lance.PUNTO) > of("R C 5 4").value(Lance.PUNTO) > of("A A A 2").value(Lance.PUNTO)
    )
    assert of("A A A 2").puntos == 4


def test_R11_who_takes_part_in_a_lance_follows_from_their_cards():
    hand = of("R R 4 A")
    assert [hand.has(lance) for lance in Lance] == [True, True, True, False, True]


def test_R15_the_real_is_three_sevens_and_a_figure():
    for figure in ("S", "C", "R"):
        assert of(f"7 7 7 {figure}", real="figura").juego == REAL
    assert of("7 7 7 R", real="no").juego == of("R C S A").juego
    assert of("7 7 7 7", real="figura").juego == 0


@pytest.mark.parametrize("reyes", [8, 4])
@pytest.mark.parametrize("real", ["figura", "rey"])
def test_R15_a_3_never_makes_the_real(reyes: int, real: str):
    assert of("7 7 7 3", reyes, real).juego < REAL
    assert of("7 7 7 3", reyes, real).has_juego == (reyes == 8)


def test_R15_with_rey_only_a_true_rey_makes_it():
    assert of("7 7 7 R", real="rey").juego == REAL
    assert of("7 7 7 C", real="rey").juego == of("7 7 7 S", real="rey").juego == 8


def test_R15_the_real_beats_every_other_juego_and_R50_pays_as_a_31():
    real = of("7 7 7 S", real="figura")
    assert real.juego > of("R C S A", real="figura").juego
    assert real.premio_juego == 3
    assert real.puntos == 31


def test_R47_premios_of_pares():
    premios = [of(text).premio_pares for text in ("R C S 7", "R R C S", "R R R C", "R R C C", "R R R R")]
    assert premios == [0, 1, 2, 3, 3]


def test_R48_premios_of_juego():
    assert [of(text).premio_juego for text in ("R C S A", "R C 7 5", "R C S R", "R C 6 4")] == [3, 2, 2, 0]
    assert [of("R R S A").premio(lance) for lance in Lance] == [0, 0, 1, 3, 0]


def test_R1_suits_never_matter():
    assert of("12o 12c 7e 4b") == of("12e 12b 7o 4o")
    assert of("4b 12o 7e 12c") == of("12o 12c 7e 4b")


# ---- golden counts and classes ------------------------------------------------------------------------

COUNTS: dict[str | int, tuple[int, int]] = {
    "par": (43_776, 34_560),
    "medias": (4_448, 1_440),
    "duples": (3_486, 1_630),
    "juego": (24_444, 11_719),
    31: (8_384, 3_040),
    32: (2_640, 2_332),
    33: (1_920, 1_936),
    34: (2_960, 1_276),
    35: (2_240, 880),
    36: (2_240, 880),
    37: (2_240, 880),
    40: (1_820, 495),
    30: (3_024, 2_796),
}


@pytest.mark.parametrize(("column", "reyes"), [(0, 8), (1, 4)])
def test_counts_of_all_deals(column: int, reyes: int):
    found: Counter[str | int] = Counter()
    for ranks, deals in DEALS.items():
        hand = jugada(hand_of(ranks), reyes)
        kind = ("none", "par", "medias", "duples")[hand.pares[0]]
        found[kind] += deals
        found[hand.puntos] += deals
        found["juego"] += deals if hand.has_juego else 0
    assert sum(DEALS.values()) == 91_390
    assert {key: found[key] for key in COUNTS} == {key: row[column] for key, row in COUNTS.items()}


@pytest.mark.parametrize("reyes", [8, 4])
@pytest.mark.parametrize(("real", "deals"), [("no", 0), ("figura", 48), ("rey", 16)])
def test_R15_counts_of_the_real(reyes: int, real: str, deals: int):
    reals = (n for ranks, n in DEALS.items() if jugada(hand_of(ranks), reyes, Real(real)).juego == REAL)
    assert sum(reals) == deals


def classes(reyes: int) -> dict[tuple[int, ...], tuple[Jugada, int]]:
    """The classes of hand, by what their cards count as: what they are worth, and of how many deals."""
    found: dict[tuple[int, ...], tuple[Jugada, int]] = {}
    for ranks, deals in DEALS.items():
        values = tuple(sorted(strength(rank, reyes) for rank in ranks))
        hand, before = found.get(values, (jugada(hand_of(ranks), reyes), 0))
        assert hand == jugada(hand_of(ranks), reyes)  # a class is one hand
        found[values] = (hand, before + deals)
    return found


@pytest.mark.parametrize(("reyes", "number"), [(8, 330), (4, 715)])
def test_every_class_of_hand_is_worth_what_the_golden_table_says(reyes: int, number: int):
    found = classes(reyes)
    dense = {
        lance: {v: n for n, v in enumerate(sorted({hand.value(lance) for hand, _ in found.values()}))}
        for lance in (Lance.GRANDE, Lance.CHICA)
    }
    mine: list[dict[str, Any]] = [
        {
            "hand": list(values),
            "deals": deals,
            "grande_rank": dense[Lance.GRANDE][hand.grande],
            "chica_rank": dense[Lance.CHICA][hand.chica],
            "pares": list(hand.pares),
            "sum": hand.puntos,
            "juego_order": hand.juego,
        }
        for values, (hand, deals) in found.items()
    ]
    told = [{key: row[key] for key in mine[0]} for row in golden_hands(reyes)]
    assert len(mine) == number
    assert sorted(mine, key=lambda row: row["hand"]) == sorted(told, key=lambda row: row["hand"])


@pytest.mark.parametrize("reyes", [8, 4])
def test_R10_chances_against_one_random_hand_as_mano_and_as_postre(reyes: int):
    """The mano wins equal hands (R10); the other hand comes from the 36 cards that are left."""
    copies = Counter(strength(c.rank, reyes) for c in DECK)
    found = classes(reyes)
    rivals = [(hand, list(Counter(values).items())) for values, (hand, _) in found.items()]
    for row in golden_hands(reyes):
        values = tuple(row["hand"])
        mine, own = found[values][0], Counter(values)
        ways = {v: [comb(copies[v] - own[v], n) for n in range(5)] for v in copies}
        won: Counter[str] = Counter()
        for rival, parts in rivals:
            deals = prod([ways[v][n] for v, n in parts])
            for lance, better, equal in (
                ("grande", mine.grande > rival.grande, mine.grande == rival.grande),
                ("chica", mine.chica > rival.chica, mine.chica == rival.chica),
            ):
                won[f"p_{lance}_mano"] += deals * (better or equal)
                won[f"p_{lance}_postre"] += deals * better
        told = {key: row[key] for key in row if key.startswith("p_")}
        assert {key: round(won[key] / comb(36, 4), 6) for key in told} == told


def test_R47_R48_the_best_hand_of_a_partida_is_that_of_the_most_premios_and_none_has_pares_or_juego():
    hands = ("12o 12c 12e 12b", "12o 12c 11e 1b", "12o 11c 10e 4b", "7o 6c 5e 4b")
    ranks = [jugada(cards(hand), 8).rank() for hand in hands]
    duples, pair, juego, nothing = ranks
    assert duples is not None
    assert pair is not None
    assert juego is not None
    assert nothing is None
    assert duples > pair
    assert duples > juego
