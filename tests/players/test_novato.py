"""A beginner is beaten easily, yet plays no nonsense."""

from __future__ import annotations

from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.cards import cards
from musbot.game.rule_sets import rule_set
from musbot.players import Novato
from tests.support.ai_partidas import asked

RULES = rule_set("castellano-40")
CUT = (0, Action(Voz.NO_MUS))
MUS = tuple((seat, Action(Voz.MUS)) for seat in range(4))
WORST, BEST = "12o 7c 5b 4e", "12o 12c 12b 3e"


def words(hand: str, *said: tuple[int, Action], seat: int = 0) -> set[Voz]:
    view = asked(RULES, {seat: hand}, *said)
    return {Novato(Random(n)).choose(view).voz for n in range(60)}


@pytest.mark.parametrize(
    ("hand", "voz"),
    [
        ("12o 12c 5b 5e", Voz.NO_MUS),  # duples
        ("11o 11c 11b 4e", Voz.NO_MUS),  # medias
        ("12o 11c 10b 1e", Voz.NO_MUS),  # 31
        ("12o 12c 7b 4e", Voz.NO_MUS),  # juego and a par
        ("12o 11c 7b 6e", Voz.MUS),  # juego of 33
        ("12o 12c 5b 4e", Voz.MUS),
    ],
)
def test_it_keeps_what_pleases_a_beginner(hand: str, voz: Voz):
    assert words(hand) == {voz}


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("12o 3c 6b 4e", "6b 4e"),
        ("12o 11c 11b 4e", "4e"),
        ("7o 6c 5b 4e", "7o 6c 5b 4e"),
        ("12o 12c 3b 3e", "12o"),
    ],
)
def test_R22_it_throws_all_but_reyes_and_pares_and_one_card_at_least(hand: str, thrown: str):
    view = asked(RULES, {0: hand}, *MUS)
    action = Novato(Random(1)).choose(view)
    assert action.voz is Voz.DESCARTA
    assert len(action.cards) == len(cards(thrown))
    assert {c.rank for c in action.cards} <= {c.rank for c in cards(thrown)} | {3}


def test_it_bets_and_accepts_good_cards_alone():
    assert Voz.ENVIDO in words(BEST, CUT)
    assert words("7o 6c 5b 4e", CUT) == {Voz.PASO}
    assert words("7o 6c 5b 4e", CUT, (0, Action(Voz.ENVIDO, 2)), seat=1) == {Voz.NO_QUIERO}
    assert words(BEST, CUT, (0, Action(Voz.ENVIDO, 2)), seat=1) <= {Voz.QUIERO, Voz.Y_YO, Voz.MAS}


def test_it_asks_nothing_of_the_score():
    ahead, behind = (asked(RULES, {0: BEST}, CUT, piedras=score) for score in ((39, 0), (0, 39)))
    assert [Novato(Random(n)).choose(ahead) for n in range(30)] == [
        Novato(Random(n)).choose(behind) for n in range(30)
    ]


def test_it_says_no_ordago_in_a_first_hand_when_a_beginner_may_be_there():
    first = asked(RULES, {0: "12o 12c 12b 12e"}, CUT)
    later = first._replace(hand=2)
    said = [{Novato(Random(n)).choose(view).voz for n in range(400)} for view in (first, later)]
    assert Voz.ENVIDO in said[0]
    assert [Voz.ORDAGO in words for words in said] == [False, True]
