"""When a board gives the order of speaking: only at tables that are quicker than their chat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from musbot.game.rule_sets import rule_set
from musbot.service.queue.pace import PACE_WORDS, PAUSE_S, gives_order
from musbot.table.events import Occupant
from musbot.table.table import Table
from tests.support.at_table import begun, pressed, says

EVERY_S = 3.4
QUICK_S = 2.0


def in_lance(*words: str) -> Table:
    """A table in the grande after these words."""
    return says(pressed(begun(), 0, "nomus"), *words)


def spoken(
    table: Table, apart_s: float = QUICK_S, said: int = 0, last_s: float = 0.0, words: int = 20
) -> bool:
    """Returns whether the board gives the order after so many words, of which `said` belong to the question.

    `last_s` is the time since the last word.
    """
    times = [apart_s * n for n in range(words)]
    return gives_order(table, times, times[-1] + last_s, EVERY_S)


def test_a_table_that_is_quicker_than_its_chat_reads_the_order():
    assert spoken(in_lance())
    assert spoken(begun())
    assert not spoken(in_lance(), apart_s=EVERY_S + 0.1)
    assert not spoken(in_lance(), words=PACE_WORDS), "the pace is not known yet"


@pytest.mark.parametrize("words", [(), ("paso",), ("paso", "paso"), ("envido.2",), ("envido.2", "noquiero")])
def test_the_pace_before_a_question_counts_for_all_of_it(words: tuple[str, ...]):
    table, said = in_lance(*words), len(words) - words.count("envido.2")
    quick = [QUICK_S * n for n in range(20)]
    slower = [quick[-1] + 6.0 * (n + 1) for n in range(said)]
    assert gives_order(table, [*quick, *slower], [*quick, *slower][-1], EVERY_S)
    slow = [4.0 * n for n in range(20)]
    quicker = [slow[-1] + 0.1 * (n + 1) for n in range(said)]
    assert not gives_order(table, [*slow, *quicker], [*slow, *quicker][-1], EVERY_S)


def test_after_a_pause_the_next_speaker_is_named_until_the_next_question():
    assert spoken(in_lance(), last_s=PAUSE_S - 0.1)
    assert not spoken(in_lance(), last_s=PAUSE_S)
    times = [QUICK_S * n for n in range(20)]
    late = times[-1] + PAUSE_S
    assert not gives_order(in_lance("paso"), [*times, late], late, EVERY_S)
    assert not gives_order(in_lance("paso", "paso"), [*times, late, late + 1], late + 1, EVERY_S)


def test_the_speaker_is_named_where_ai_players_sit_or_each_plays_alone_or_cards_are_thrown():
    table = in_lance()
    with_ai = replace(table, seats=(*table.seats[:3], Occupant("IA1", ai="azar")))
    assert not spoken(with_ai)
    assert not spoken(begun(rule_set("tres-mus")))
    assert not spoken(says(begun(), "mus", "mus", "mus", "mus"))
    assert not spoken(begun(rule_set("iparralde"))), "each side says mus with one voice (R103)"
    assert not spoken(replace(table, put_off=True))
