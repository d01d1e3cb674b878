"""Two players meet over the same cards, each once in the other's seats; the same seed plays the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from musbot.game.actions import Action
from musbot.game.cards import Hand
from musbot.game.errors import MusError
from musbot.game.rule_sets import rule_set
from musbot.game.views import View
from musbot.players import Azar, Player
from musbot_research.arena import pairs
from musbot_research.arena.estimates import share
from musbot_research.arena.pairs import Arena, Bout, WrongMatch, check_kinds, has_piedras, one_juego, play_all

Deal = tuple[str, int, int, int, Hand]
"""Which player, in which hand, in which seat, who was mano, and the cards."""

JUEGO = one_juego(rule_set("castellano-40"))
AZAR = Bout("azar", "azar")


def witness(name: str, deals: list[Deal]) -> Callable[[Random], Player]:
    """A player who says anything, and notes what comes in the deal."""

    class Witness(Azar):
        def choose(self, view: View) -> Action:
            assert view.seat is not None
            if not view.throws:
                deals.append((name, view.hand, view.seat, view.mano, view.mine))
            return super().choose(view)

    return Witness


def test_both_play_the_same_cards_of_the_same_seats(monkeypatch: pytest.MonkeyPatch):
    deals: list[Deal] = []
    monkeypatch.setattr(pairs, "PLAYERS", {name: witness(name, deals) for name in ("ane", "jon")})
    Arena(JUEGO, "x").play(Bout("ane", "jon"), 3)
    of = {name: {deal[2:] for deal in deals if deal[:2] == (name, 1)} for name in ("ane", "jon")}
    both = of["ane"] & of["jon"]
    assert {seat for seat, _, _ in both} >= {mano for _, mano, _ in both}
    assert len(of["ane"] | of["jon"]) == len({seat for seat, _, _ in of["ane"] | of["jon"]})


def test_the_same_seed_plays_the_same_in_any_number_of_processes():
    tasks = [(AZAR, number) for number in range(1, 9)]
    alone = list(play_all(Arena(JUEGO, "s"), tasks, 1))
    assert list(play_all(Arena(JUEGO, "s"), tasks, 2)) == alone
    assert list(play_all(Arena(JUEGO, "t"), tasks, 1)) != alone


@pytest.mark.parametrize("bout", [AZAR, Bout("novato", "azar")])
def test_R52_who_wins_a_juego_leads_and_by_no_more_than_the_juego(bout: Bout):
    games = [game for number in range(6) for game in Arena(JUEGO, "s").play(bout, number)]
    assert {game.points for game in games} <= {0.0, 1.0}
    for game in games:
        assert 0 < (game.lead if game.points else -game.lead) <= 40


def test_R53_a_partida_leads_by_all_its_juegos():
    rules = rule_set("castellano-40", {"juegos": 2})
    games = [game for number in range(8) for game in Arena(rules, "s").play(AZAR, number)]
    assert max(abs(game.lead) for game in games) > 40
    assert min(game.hands for game in games) >= 2


def test_R35_two_juegos_won_by_ordagos_lead_by_all_piedras_but_those_of_who_lost():
    first, second = Arena(rule_set("castellano-40", {"juegos": 2}), "s").play(AZAR, 7)
    assert [(leg.hands, leg.lead) for leg in (first, second)] == [(2, -80), (2, 80)]
    _, other = Arena(rule_set("castellano-40", {"juegos": 2}), "s").play(AZAR, 6)
    assert (other.hands, other.lead) == (2, -78)


@pytest.mark.parametrize("name", ["trios", "individual", "tres-mus", "frances"])
def test_every_family_is_played(name: str):
    rules = one_juego(rule_set(name))
    pair = Arena(rules, "s").play(Bout("novato", "azar"), 1)
    assert all(game.hands for game in pair)
    assert any(game.lead for game in pair) == has_piedras(rules)


def test_R63_a_game_without_an_end_is_drawn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pairs, "MOST_HANDS", 1)
    first, _ = Arena(rule_set("tres-mus"), "s").play(AZAR, 1)
    assert (first.points, first.hands) == (0.5, 1)


def test_who_cannot_meet_is_told_what_was_expected(monkeypatch: pytest.MonkeyPatch):
    assert check_kinds(JUEGO, ("azar", "prudente")) == ("azar", "prudente")
    with pytest.raises(WrongMatch, match=r"^'nadie' is no player: expected one of azar, novato, prudente"):
        check_kinds(JUEGO, ("azar", "nadie"))
    monkeypatch.setattr(type(JUEGO), "default_seats", 5)
    with pytest.raises(WrongMatch, match=r"^5 seats: expected an even number \(castellano-40\)$"):
        check_kinds(JUEGO, ("azar", "azar"))


@pytest.mark.parametrize(
    ("called", "told"),
    [
        (lambda: Arena("nope", "x"), r"^'nope' is no rule set: expected one of"),
        (lambda: Arena(7, "x"), r"^rules = 7: expected a rule set"),  # type: ignore[arg-type]
        (lambda: Arena("vitoria", 7), r"^seed = 7: expected a text"),  # type: ignore[arg-type]
        (lambda: Arena("vitoria", "x").play(Bout("novato", "nope"), 1), "^'nope' is no player: expected one"),
        (lambda: Arena("vitoria", "x").play(Bout("novato", 7), 1), "^7 is no player"),  # type: ignore[arg-type]
        (lambda: share([]), r"^pairs = \[\]: expected one pair of games at least$"),
    ],
)
def test_a_wrong_argument_is_refused_with_what_was_expected(called: Callable[[], object], told: str) -> None:
    with pytest.raises(MusError, match=told):
        called()


def test_the_rules_may_be_a_name() -> None:
    assert Arena("vitoria", "x") == Arena(rule_set("vitoria"), "x")
    assert one_juego("castellano-40") == JUEGO
