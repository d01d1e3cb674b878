"""Whose win and whose loss a partida is, and in which chat it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from musbot.game.rule_sets import rule_set
from musbot.store.results import PartidaEnd, result
from musbot.table.events import ChatId, Ended, Ending
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.support.at_table import begun, played, pressed

SHORT = rule_set("parejas", {"piedras": 10, "juegos": 1})
BENAT = 1


def ended(table: Table, *, winner: int | None) -> PartidaEnd:
    """How a partida ends that this side wins, or that is closed before."""
    if winner is None:
        end = result(fold(table, Ended(Ending.WANTED)))
    else:
        ends = ([result(table) for table, _ in played(table, seed)][-1] for seed in range(20))
        end = next(end for end in ends if end is not None and end.winner == winner)
    assert end is not None
    return end


def of_benat(end: PartidaEnd) -> str | None:
    """Who has won or lost in Beñat's seat: None for an AI."""
    who = end.seats[BENAT]
    assert who is not None
    return who.person


def test_who_left_their_seat_to_an_ai_loses_with_it_but_does_not_win() -> None:
    left = pressed(begun(SHORT), BENAT, "leave")
    assert of_benat(ended(left, winner=0)) == "test:beñat"
    assert of_benat(ended(left, winner=1)) is None
    assert of_benat(ended(left, winner=None)) is None


def test_who_was_voted_out_neither_wins_nor_loses() -> None:
    out = pressed(pressed(begun(SHORT), 0, "sub.1"), 2, "sub.1")
    assert out.names[BENAT] == "Patxi"
    assert of_benat(ended(out, winner=0)) is None
    assert of_benat(ended(out, winner=1)) is None


@pytest.mark.parametrize(
    ("chat", "counted"),
    [("test:peña", "test:peña"), ("test:peña/7", "test:peña"), ("test:ane", "")],
    ids=["group", "topic of it", "private chat"],
)
def test_a_partida_counts_for_its_group_in_any_topic_and_a_private_one_for_none(
    chat: ChatId, counted: str
) -> None:
    assert ended(replace(begun(SHORT), chat=chat), winner=None).chat == counted
