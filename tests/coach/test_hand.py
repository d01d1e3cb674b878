"""What one player is told of one hand: only his words, only once it is over."""

from __future__ import annotations

from functools import lru_cache

import pytest

from musbot.coach.hand import HandJudged, HandNotOver, hand_told
from musbot.coach.report import Spoken
from musbot.coach.value import Judged, Stopped, Tried
from musbot.commands.simulate import simulate
from musbot.game.actions import Action, Voz
from musbot.game.events import Dealt, Event, HandEnded, JuegoWon
from musbot.game.lances import Fase
from musbot.game.rule_sets import rule_set

PASO, ENVIDO, ORDAGO = Action(Voz.PASO), Action(Voz.ENVIDO, 2), Action(Voz.ORDAGO)
FEW = 4


@lru_cache(maxsize=1)
def played() -> tuple[Event, ...]:
    """Two hands and the beginning of a third among four of the strong player."""
    events = next(iter(simulate(rule_set("castellano-40"), ("muslari",) * 4, 3, "hand"))).events
    last = max(n for n, event in enumerate(events) if isinstance(event, HandEnded))
    return events[:last]


def word(cost: float = 0.0, gain: float = 0.0) -> Spoken:
    """One that cost so much, or was so much better than any other."""
    options = (Tried(PASO, 0.0, 0.5, 0.0), Tried(ENVIDO, 1.0, 0.5 - gain, 0.0))
    return Spoken(1, 0, Fase.GRANDE, Judged(PASO, ENVIDO, 0.5 + cost, 0.5, 0.0, options))


def test_a_player_is_told_of_his_own_words_in_a_hand() -> None:
    told = hand_told(played(), 1, 2, many=FEW)
    assert told.words
    assert {(word.hand, word.seat) for word in told.words} == {(1, 2)}
    for it in told.words:
        tried = [option.action for option in it.judged.options]
        assert {it.judged.said, it.judged.best} <= set(tried)
        assert len(set(tried)) == len(tried)
        chances = [option.chance for option in it.judged.options]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= option.chance <= 1 and 0 <= option.often <= 1 for option in it.judged.options)


def test_the_same_seed_tells_the_same() -> None:
    assert hand_told(played(), 1, 2, many=FEW, seed="a") == hand_told(played(), 1, 2, many=FEW, seed="a")


def test_nothing_is_told_of_a_hand_that_is_not_over() -> None:
    assert any(isinstance(event, Dealt) and event.hand == 3 for event in played())
    for hand in (3, 4, 0):
        with pytest.raises(HandNotOver, match=rf"^hand {hand}: expected one that is over$"):
            hand_told(played(), hand, 2, many=FEW)


def test_what_came_after_a_hand_changes_nothing_told_of_it() -> None:
    first = next(n for n, event in enumerate(played()) if isinstance(event, HandEnded)) + 1
    assert not any(isinstance(event, JuegoWon) for event in played()[:first])
    assert hand_told(played()[:first], 1, 2, many=FEW) == hand_told(played(), 1, 2, many=FEW)


def test_who_does_not_wait_stops_it_at_once() -> None:
    asked = iter([False, False, True])
    with pytest.raises(Stopped):
        hand_told(played(), 1, 2, many=FEW, stopped=lambda: next(asked))


def test_the_best_and_the_worst_word_are_told_where_it_is_sure() -> None:
    told = HandJudged(1, 0, (word(), word(cost=0.1), word(cost=0.2), word(gain=0.05), word(gain=0.3)))
    assert (told.best, told.worst) == (told.words[4], told.words[2])
    assert told.cost == pytest.approx(0.3)
    nothing = HandJudged(1, 0, (word(),))
    assert (nothing.best, nothing.worst, nothing.cost) == (None, None, 0)


def test_a_gain_that_is_not_sure_against_every_other_word_is_none() -> None:
    options = (Tried(PASO, 0.0, 0.6, 0.0), Tried(ORDAGO, 0.0, 0.55, 0.04), Tried(ENVIDO, 1.0, 0.5, 0.01))
    assert Judged(PASO, ENVIDO, 0.5, 0.6, 0.01, options).gain == 0
    assert Judged(PASO, ENVIDO, 0.5, 0.6, 0.01, options[::2]).gain == pytest.approx(0.1)
