"""Who wins: players of known strength come out in the right order, and the ± says how sure that is."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from statistics import mean

import pytest

from musbot.service.commands.history import rankings
from musbot.service.review.process_pool import InlineWeigher
from musbot.service.review.ranking import (
    A_POINT,
    BASE,
    FEWEST,
    Counts,
    RatingCache,
    Ratings,
    count,
    longest_streaks,
    rate,
)
from musbot.store.results import ChatResults, chat_results, seats_in
from musbot.table.events import ChatId

BETA = 25 / 6
"""How much a single partida is luck, on the scale of strengths (openskill)."""
NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Gari", "Haizea")


def partida(seats: Sequence[int | None], winner: int, rules: str = "parejas", *, span: int = 2) -> str:
    alone = rules in ("individual", "tres-mus", "frances")
    return f"{span} {winner} {int(alone)} {rules} {json.dumps(seats)}"


def in_chat(lines: Sequence[str], *, gone: int | None = None) -> ChatResults:
    rows = [
        (number, number, name, None if number == gone else f"test:{number}", name)
        for number, name in enumerate(NAMES)
    ]
    return chat_results(lines, seats_in(lines), rows)


def rated(lines: Sequence[str]) -> Ratings:
    return rate(in_chat(lines))


def played(
    strengths: Sequence[float], partidas: int, seed: int, *, size: int = 2, pairs: bool = False
) -> list[str]:
    """Partidas of players of known strength: sides by lot, or of fixed pairs, win as they should."""
    rng, found = random.Random(seed), list[str]()
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
    found = rated(played(strengths, 1200, seed=5))
    assert [NAMES[it.who[0]] for it in found.people] == list(NAMES)


def test_pairs_of_known_strength_come_out_in_their_order() -> None:
    strengths = [30, 28, 27, 25, 24, 23, 20, 21]
    found = rated(played(strengths, 300, seed=5, pairs=True))
    assert [[NAMES[who] for who in it.who] for it in found.pairs] == [
        ["Ane", "Beñat"],
        ["Carmen", "Dani"],
        ["Eneko", "Fermín"],
        ["Gari", "Haizea"],
    ]


def test_in_trios_too() -> None:
    strengths = [25 + 3 * (3.5 - place) for place in range(8)]
    found = rated(played(strengths, 600, seed=8, size=3))
    assert [NAMES[it.who[0]] for it in found.people] == list(NAMES)


@pytest.mark.parametrize("partidas", [60, 100, 500])
@pytest.mark.parametrize("spread", [BETA, BETA / 2])
def test_the_true_strength_lies_within_the_give_nineteen_times_out_of_twenty(
    partidas: int, spread: float
) -> None:
    within: list[bool] = []
    for seed in range(30 if partidas < 500 else 10):
        rng = random.Random(seed)
        strengths = [rng.gauss(25, spread) for _ in NAMES]
        found = rated(played(strengths, partidas, seed))
        level = mean(it.points for it in found.people) - mean(
            points(strengths[it.who[0]]) for it in found.people
        )
        within += [abs(it.points - level - points(strengths[it.who[0]])) <= it.margin for it in found.people]
    assert mean(within) >= 0.94


def test_two_whose_gives_do_not_overlap_stand_as_they_are() -> None:
    right: list[bool] = []
    for seed in range(20):
        rng = random.Random(seed)
        strengths = [rng.gauss(25, BETA) for _ in NAMES]
        people = rated(played(strengths, 200, seed)).people
        right += [
            strengths[better.who[0]] > strengths[worse.who[0]]
            for place, better in enumerate(people)
            for worse in people[place:]
            if better.points - better.margin > worse.points + worse.margin
        ]
    assert len(right) > 50
    assert mean(right) >= 0.98


def test_who_plays_more_is_known_better() -> None:
    gives = [
        mean(it.margin for it in rated(played([25.0] * 8, partidas, seed=1)).people)
        for partidas in (60, 200, 600)
    ]
    assert gives == sorted(gives, reverse=True)


# ---- who is in it ----------------------------------------------------------------------------------------


def test_twenty_partidas_are_the_least() -> None:
    found = rated(played([25.0] * 4, FEWEST - 1, seed=1))
    assert (found.people, found.pairs) == ((), ())
    found = rated(played([25.0] * 4, FEWEST, seed=1))
    assert len(found.people) == 4


def test_two_who_always_play_together_are_a_pair_and_told_apart_in_nothing() -> None:
    found = rated(played([27, 27, 23, 23], 60, seed=2, pairs=True))
    assert found.people == ()
    assert len(found.pairs) == 2


@pytest.mark.parametrize("rules", ["tres-mus", "frances", "of-another-package"])
def test_only_mus_without_ai_players_is_rated(rules: str) -> None:
    others = [partida((0, 1, 2, 3), 0, rules) for _ in range(30)]
    assert rated([*others, *(partida((0, None, 1, None), 0) for _ in range(30))]) == Ratings()


def test_each_for_themselves_the_winner_is_first_and_there_are_no_pairs() -> None:
    same = rated([partida((0, 1, 2), 0, "individual") for _ in range(FEWEST)])
    assert same.pairs == ()
    assert same.people[0].who == (0,)
    assert same.people[1].points == same.people[2].points


async def test_ratings_are_computed_once_for_each_result() -> None:
    worker, done = InlineWeigher(), list[object]()
    run, lines = worker.run, played([25.0] * 4, FEWEST, seed=1)
    worker.run = lambda work: done.append(work) or run(work)  # type: ignore[method-assign, func-returns-value]
    cache = RatingCache(worker)

    async def find(lines: Sequence[str]) -> Ratings:
        chat = in_chat(lines)
        return await cache.find(ChatId("test:peña"), chat, count(chat))

    assert (await find(lines[1:]), len(done)) == (Ratings(), 0), "nobody has enough partidas"
    assert await find(lines) == await find(lines)
    assert len(done) == 1
    more = [*lines, partida((0, 1, 2, 3), 0)]
    assert await find(more) == rated(more)
    assert len(done) == 2


# ---- partidas won and lost -------------------------------------------------------------------------------


def won_lost(lines: Sequence[str], *, gone: int | None = None) -> dict[str, dict[str, tuple[int, int]]]:
    """Of all time, by kind and name."""
    chat = in_chat(lines, gone=gone)
    counts = count(chat)
    return {
        kind: {
            " ".join(NAMES[who] for who in it.who): (it.won[0], it.lost[0]) for it in getattr(counts, kind)
        }
        for kind in Counts.__slots__
    }


def test_a_partida_counts_for_its_pairs_its_people_and_each_span_that_it_ended_in() -> None:
    lines = [partida((0, 1, 2, 3), winner, span=span) for winner, span in ((0, 0), (1, 1), (0, 2))]
    counts = count(in_chat(lines))
    assert {it.who: (it.won, it.lost) for it in counts.pairs} == {
        (0, 2): ([2, 1, 1], [1, 1, 0]),
        (1, 3): ([1, 1, 0], [2, 1, 1]),
    }
    assert {it.who[0]: it.won for it in counts.people} == {
        0: [2, 1, 1],
        2: [2, 1, 1],
        1: [1, 1, 0],
        3: [1, 1, 0],
    }


def test_partidas_with_an_ai_player_and_games_with_stones_have_rows_of_their_own() -> None:
    found = won_lost(
        [
            partida((0, None, 1, None), 1),
            partida((0, None), 0, "tres-mus"),
            partida((0, 1, 2), 2, "tres-mus"),
            partida((3, 4), 0, "frances"),
        ]
    )
    assert found == {
        "pairs": {},
        "people": {},
        "with_ai": {"Ane": (1, 1), "Beñat": (0, 1)},
        "stones": {"Ane": (0, 1), "Beñat": (0, 1), "Carmen": (1, 0), "Dani": (1, 0), "Eneko": (0, 1)},
    }


def test_a_partida_of_rules_that_this_version_does_not_know_counts_for_nobody() -> None:
    known, unknown = partida([1, 2, 3, 4], 0), partida([1, 2, 3, 4], 0, "of-tomorrow")
    assert won_lost([known, unknown]) == won_lost([known])
    assert won_lost([unknown]) == won_lost([])


def test_the_three_who_lose_alone_have_lost_and_are_no_pair() -> None:
    found = won_lost([partida((0, 1, 2, 3), 2, "individual")])
    assert found["pairs"] == {}
    assert found["people"] == {"Ane": (0, 1), "Beñat": (0, 1), "Carmen": (1, 0), "Dani": (0, 1)}


@pytest.mark.parametrize("line", ["2 0 0 parejas [99]", "2 0 0 parejas x", "2 9 0 parejas [0, 1, 2, 3]"])
def test_a_damaged_result_makes_nobody_a_winner(line: str) -> None:
    assert all(won == 0 for kind in won_lost([line]).values() for won, _ in kind.values())


@pytest.mark.parametrize("seats", ["[99]", "x", "1],[2", "[1.5, 2]", ""])
def test_a_damaged_result_hides_no_other(seats: str) -> None:
    sound = partida((0, 1, 2, 3), 0)
    assert won_lost([f"2 0 0 parejas {seats}", sound]) == won_lost([sound])


def test_who_is_forgotten_is_in_no_row_and_their_partidas_count_for_the_others() -> None:
    lines = [*played([31, 25, 25, 19], 80, seed=3), partida((0, None, 3, None), 0)]
    before, after = won_lost(lines), won_lost(lines, gone=3)
    assert all("Dani" not in name for kind in after.values() for name in kind)
    assert after["people"] == {name: it for name, it in before["people"].items() if name != "Dani"}
    chat = in_chat(lines, gone=3)
    shown = rankings(count(chat), rate(chat), chat.names)
    assert "Dani" not in repr(shown)
    assert len(shown.rated_people) == 3


def streaks(lines: Sequence[str]) -> list[tuple[str, int]]:
    found = longest_streaks(count(in_chat(lines)))
    return [(" ".join(NAMES[who] for who in it.who), it.streak) for it in found]


def test_a_streak_is_three_partidas_won_since_the_last_that_was_lost() -> None:
    lost, won = partida((0, 1, 2, 3), 1), partida((0, 1, 2, 3), 0)
    assert streaks([won, won]) == []
    assert streaks([won, won, won]) == [("Ane Carmen", 3)]
    assert streaks([won, won, won, lost, won, won]) == []
    assert streaks([lost, won, won, won, won]) == [("Ane Carmen", 4)]


def test_a_streak_goes_on_in_other_company_and_is_told_once() -> None:
    with_carmen, with_dani = partida((0, 1, 2, 3), 0), partida((0, 1, 3, 2), 0)
    assert streaks([with_carmen, with_carmen, with_dani]) == [("Ane", 3)]
    assert streaks([with_carmen, with_carmen, with_carmen, with_dani]) == [("Ane", 4)]


def test_a_streak_of_long_ago_is_not_told() -> None:
    assert streaks([partida((0, 1, 2, 3), 0, span=0)] * 5) == []
