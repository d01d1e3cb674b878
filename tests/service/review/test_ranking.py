"""Who wins: players of known strength come out in the right order, and the ± says how sure that is."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import mean

import pytest

from musbot.service.review.ranking import A_POINT, BASE, FEWEST, Ranking, ranking
from musbot.store.results import PastPartida, PastPlayer

BETA = 25 / 6
"""How much a single partida is luck, on the scale of strengths (openskill)."""
NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Gari", "Haizea")


def player(number: int, *, forgotten: bool = False) -> PastPlayer:
    if forgotten:
        return PastPlayer(number, "", "", None)
    return PastPlayer(number, NAMES[number], NAMES[number], f"test:{number}")


def partida(
    seats: Sequence[int | None], winner: int | None, rules: str = "parejas", *, gone: int | None = None
) -> PastPartida:
    alone = rules == "individual"
    sat = tuple(player(who, forgotten=who == gone) if who is not None else None for who in seats)
    return PastPartida("K7-a", "test:peña", 0, rules, alone, sat, winner, (3, 1))


def played(
    strengths: Sequence[float], partidas: int, seed: int, *, size: int = 2, pairs: bool = False
) -> list[PastPartida]:
    """Partidas of players of known strength: sides by lot, or of fixed pairs, win as they should."""
    rng, found = random.Random(seed), []
    for _ in range(partidas):
        if pairs:
            one, other = rng.sample(range(len(strengths) // 2), 2)
            sides = [[2 * one, 2 * one + 1], [2 * other, 2 * other + 1]]
        else:
            drawn = rng.sample(range(len(strengths)), 2 * size)
            sides = [drawn[:size], drawn[size:]]
        ahead = sum(strengths[who] for who in sides[0]) - sum(strengths[who] for who in sides[1])
        first = rng.random() < 1 / (1 + math.exp(-ahead / (math.sqrt(2) * BETA)))
        seats = [side[seat] for seat in range(size) for side in sides]
        found.append(partida(seats, 0 if first else 1, "trios" if size == 3 else "parejas"))
    return found


def points(strength: float) -> float:
    return BASE + (strength - 25) * A_POINT


# ---- strength --------------------------------------------------------------------------------------------


def test_eight_players_of_known_strength_come_out_in_their_order() -> None:
    strengths = [25 + 4 * (3.5 - place) for place in range(8)]
    found = ranking(played(strengths, 1200, seed=5))
    assert [found.names[it.who] for it in found.people] == list(NAMES)


def test_pairs_of_known_strength_come_out_in_their_order() -> None:
    strengths = [30, 28, 27, 25, 24, 23, 20, 21]
    found = ranking(played(strengths, 300, seed=5, pairs=True))
    assert [sorted(found.names[who] for who in it.who) for it in found.pairs] == [
        ["Ane", "Beñat"],
        ["Carmen", "Dani"],
        ["Eneko", "Fermín"],
        ["Gari", "Haizea"],
    ]


def test_in_trios_too() -> None:
    strengths = [25 + 3 * (3.5 - place) for place in range(8)]
    found = ranking(played(strengths, 600, seed=8, size=3))
    assert [found.names[it.who] for it in found.people] == list(NAMES)


@pytest.mark.parametrize("partidas", [60, 100, 500])
@pytest.mark.parametrize("spread", [BETA, BETA / 2])
def test_the_true_strength_lies_within_the_give_nineteen_times_out_of_twenty(
    partidas: int, spread: float
) -> None:
    within: list[bool] = []
    for seed in range(30 if partidas < 500 else 10):
        rng = random.Random(seed)
        strengths = [rng.gauss(25, spread) for _ in NAMES]
        found = ranking(played(strengths, partidas, seed))
        level = mean(it.points for it in found.people) - mean(
            points(strengths[it.who]) for it in found.people
        )
        within += [abs(it.points - level - points(strengths[it.who])) <= it.margin for it in found.people]
    assert mean(within) >= 0.94


def test_two_whose_gives_do_not_overlap_stand_as_they_are() -> None:
    right: list[bool] = []
    for seed in range(20):
        rng = random.Random(seed)
        strengths = [rng.gauss(25, BETA) for _ in NAMES]
        people = ranking(played(strengths, 200, seed)).people
        right += [
            strengths[better.who] > strengths[worse.who]
            for place, better in enumerate(people)
            for worse in people[place:]
            if better.points - better.margin > worse.points + worse.margin
        ]
    assert len(right) > 50
    assert mean(right) >= 0.98


def test_who_plays_more_is_known_better() -> None:
    gives = [
        mean(it.margin for it in ranking(played([25.0] * 8, partidas, seed=1)).people)
        for partidas in (60, 200, 600)
    ]
    assert gives == sorted(gives, reverse=True)


# ---- who is in it ----------------------------------------------------------------------------------------


def test_twenty_partidas_are_the_least() -> None:
    found = ranking(played([25.0] * 4, FEWEST - 1, seed=1))
    assert (found.people, found.pairs) == ((), ())
    assert {it.played for it in found.few_people} == {FEWEST - 1}
    found = ranking(played([25.0] * 4, FEWEST, seed=1))
    assert len(found.people) == 4


def test_partidas_with_an_ai_player_are_apart_and_it_is_nowhere() -> None:
    with_ai = [partida((0, None, 1, None), 0) for _ in range(30)]
    found = ranking(with_ai)
    assert [(found.names[it.who], it.won, it.played) for it in found.with_ai] == [
        ("Ane", 30, 30),
        ("Beñat", 30, 30),
    ]
    others = (found.people, found.few_people, found.pairs, found.few_pairs, found.inseparable)
    assert others == ((), (), (), (), ())


def test_two_who_always_play_together_are_a_pair_and_told_apart_in_nothing() -> None:
    found = ranking(played([27, 27, 23, 23], 60, seed=2, pairs=True))
    assert found.people == ()
    assert {found.names[it.who] for it in found.inseparable} == {"Ane", "Beñat", "Carmen", "Dani"}
    assert len(found.pairs) == 2


@pytest.mark.parametrize("rules", ["tres-mus", "frances"])
def test_games_with_stones_and_partidas_that_were_closed_count_for_nothing(rules: str) -> None:
    closed = [partida((0, 1, 2, 3), None) for _ in range(30)]
    assert ranking([*closed, *(partida((0, 1, 2, 3), 0, rules) for _ in range(30))]) == Ranking(
        (), (), (), (), (), (), {}
    )


def test_each_for_themselves_the_winner_is_first_and_there_are_no_pairs() -> None:
    rng = random.Random(1)
    found = ranking([partida(rng.sample(range(4), 4), 0, "individual") for _ in range(5)])
    assert (found.pairs, found.few_pairs) == ((), ())
    same = ranking([partida((0, 1, 2), 0, "individual") for _ in range(FEWEST)])
    assert same.names[same.people[0].who] == "Ane"
    assert same.people[1].points == same.people[2].points


def test_who_is_forgotten_is_in_no_list_and_their_partidas_count_for_the_others() -> None:
    partidas = played([31, 25, 25, 19], 80, seed=3)
    gone = [partida([p.number if p else None for p in it.seats], it.winner, gone=3) for it in partidas]
    before, after = ranking(partidas), ranking(gone)
    with_ai = ranking([partida((0, None, 3, None), 0, gone=3)]).with_ai
    assert [it.who for it in with_ai] == [0]
    assert "Dani" not in after.names.values()
    assert 3 not in {it.who for it in (*after.people, *after.few_people, *after.inseparable)}
    assert all(3 not in it.who for it in (*after.pairs, *after.few_pairs))
    assert [it for it in after.people if it.who == 0] == [it for it in before.people if it.who == 0]
