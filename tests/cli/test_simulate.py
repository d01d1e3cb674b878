"""AI against AI: the same seed plays the same, and as many hands as were asked for."""

from __future__ import annotations

import pytest

from musbot.cli.simular import WrongPlayers, seat_players, simulate
from musbot.game.engine import winner
from musbot.game.events import Dealt, GraciaOver, HandEnded, Looked, Signed
from musbot.game.rule_sets import RULE_SETS, rule_set

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_is_played_hand_after_hand(name: str):
    rules = rule_set(name)
    played = list(simulate(rules, seat_players(rules, ["azar"]), 12, "1"))
    assert sum(partida.mesa.hand for partida in played) == 12
    assert all(winner(partida.mesa) is not None for partida in played[:-1])
    for partida in played:
        dealt = [event for event in partida.events if isinstance(event, Dealt)]
        assert len(dealt) == partida.mesa.hand
        assert isinstance(partida.events[-1], HandEnded)


def test_the_same_seed_plays_the_same():
    rules = rule_set("parejas")

    def actas(seed: str) -> list[str]:
        kinds = seat_players(rules, ["azar", "prudente"])
        return [partida.acta() for partida in simulate(rules, kinds, 5, seed)]

    assert actas("uno") == actas("uno")
    assert actas("uno") != actas("dos")


def test_a_longer_simulation_begins_as_a_shorter_one():
    rules = rule_set("vitoria")
    short, long = (next(iter(simulate(rules, ("azar",) * 4, hands, "x"))) for hands in (1, 2))
    assert long.events[: len(short.events)] == short.events


def test_the_time_for_a_partner_sometimes_runs_out():
    rules = rule_set("parejas")
    played = simulate(rules, ("azar",) * 4, 20, "1")
    assert any(isinstance(event, GraciaOver) for partida in played for event in partida.events)


def test_who_gives_no_number_of_players_gets_four_where_they_may():
    individual = rule_set("individual")
    assert len(seat_players(individual, ["azar"])) == 4
    assert len(seat_players(individual, ["azar"], 5)) == 5
    assert len(seat_players(rule_set("trios"), ["azar"])) == 6
    with pytest.raises(WrongPlayers, match=r"^7 seats: expected 2, 3, 4, 5 or 6 \(individual\)$"):
        seat_players(individual, ["azar"], 7)
    with pytest.raises(WrongPlayers, match=r"^3 seats: expected 4 \(vitoria\)$"):
        seat_players(rule_set("vitoria"), ["azar"], 3)
    with pytest.raises(WrongPlayers, match=r"^1 seat: expected 4 \(vitoria\)$"):
        seat_players(rule_set("vitoria"), ["azar"], 1)


def test_R57_R58_ai_players_make_senas_and_look_around():
    for kind in ("azar", "prudente"):
        rules = rule_set("vitoria")
        played = [
            event for game in simulate(rules, seat_players(rules, [kind]), 60, "2") for event in game.events
        ]
        senas = [event for event in played if isinstance(event, Signed)]
        assert any(isinstance(event, Looked) for event in played)
        assert any(event.seen_by for event in senas)
        assert any((event.seat + 2) % 4 not in event.seen_by for event in senas)


@pytest.mark.parametrize(
    ("kinds", "by_seat"),
    [
        (["azar"], ("azar",) * 4),
        (["azar", "prudente"], ("azar", "prudente") * 2),
        (["azar", "azar", "prudente", "azar"], ("azar", "azar", "prudente", "azar")),
    ],
)
def test_players_are_seated_in_turn(kinds: list[str], by_seat: tuple[str, ...]):
    assert seat_players(rule_set("vitoria"), kinds) == by_seat


@pytest.mark.parametrize(
    ("name", "kinds", "why"),
    [
        ("vitoria", ["nadie"], r"^'nadie' is no player: expected one of azar, novato, prudente"),
        ("vitoria", ["azar"] * 3, r"^3 players: expected 1, 2 or 4 \(vitoria\)$"),
        ("trios", ["azar"] * 4, r"^4 players: expected 1, 2, 3 or 6 \(trios\)$"),
        ("vitoria", [], r"^0 players: expected 1, 2 or 4 \(vitoria\)$"),
    ],
)
def test_players_that_cannot_be_seated_are_refused(name: str, kinds: list[str], why: str):
    with pytest.raises(WrongPlayers, match=why):
        seat_players(rule_set(name), kinds)
