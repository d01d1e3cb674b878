"""Each stubborn player keeps to its habit, and is sensible in all else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.rule_sets import rule_set
from musbot.game.views import View
from musbot.players.mus.tercos import TERCOS
from tests.support.ai_partidas import Sala, asked

RULES = rule_set("castellano-40")
ORDAGO, QUIERO, PASO, NO_QUIERO = map(Action, (Voz.ORDAGO, Voz.QUIERO, Voz.PASO, Voz.NO_QUIERO))
CUT = (0, Action(Voz.NO_MUS))
BAD, GOOD = "12o 6c 5b 4e", "12o 12c 12b 3e"


def words(name: str, hands: int = 10) -> Counter[tuple[str, str]]:
    """What one kind says at a table of its own: at which question, which word."""
    said: Counter[tuple[str, str]] = Counter()

    def heed(view: View, action: Action, seconds: float) -> None:
        said[_question(view), str(action.voz)] += 1

    rng = Random(5)
    while hands > 0:
        sala = Sala(RULES, [TERCOS[name](rng) for _ in range(4)], rng, heed)
        sala.play_hands(hands)
        hands -= sala.mesa.hand
    return said


def _question(view: View) -> str:
    if view.fase in (Fase.MUS, Fase.DESCARTE):
        return view.fase.value
    return "answer" if view.offers.allows(Voz.QUIERO) else "open"


def said(name: str, hand: str, *before: tuple[int, Action]) -> Action:
    return TERCOS[name](Random(1)).choose(asked(RULES, {len(before) - 1: hand}, *before))


@pytest.mark.parametrize(
    ("name", "question", "word"),
    [
        ("ordago-siempre", "open", "órdago"),
        ("ordago-siempre", "answer", "quiero"),
        ("quiero-siempre", "open", "paso"),
        ("quiero-siempre", "answer", "quiero"),
        ("envido-siempre", "open", "envido"),
        ("nunca-envida", "open", "paso"),
        ("corta-siempre", "mus", "no mus"),
    ],
)
def test_a_habit_is_kept(name: str, question: str, word: str):
    at = {told: many for (asked, told), many in words(name).items() if asked == question}
    if name == "quiero-siempre" and question == "answer":
        assert at == {}  # none of its kind bets
    else:
        assert set(at) == {word}


def test_who_never_cuts_gives_mus_ten_times():
    said = words("nunca-corta", 2)
    assert said["mus", "mus"] >= 40
    assert said["descarte", "descarta"] >= 40


def test_who_bets_by_habit_raises_no_further():
    assert not {word for question, word in words("envido-siempre") if question == "answer"} - {
        "quiero",
        "no quiero",
    }


def test_quiero_to_an_ordago_with_anything():
    assert said("quiero-siempre", BAD, CUT, (0, ORDAGO)) == QUIERO


def test_the_top_quarter_plays_for_everything_and_the_rest_for_nothing():
    assert said("ordago-cuarto", GOOD, CUT) == ORDAGO
    assert said("ordago-cuarto", BAD, CUT) == PASO
    assert said("ordago-cuarto", GOOD, CUT, (0, ORDAGO)) == QUIERO
    assert said("ordago-cuarto", BAD, CUT, (0, Action(Voz.ENVIDO, 2))) == NO_QUIERO
