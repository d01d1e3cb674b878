"""What is shown is recorded under names that databases already hold."""

from __future__ import annotations

import pytest

from musbot.service.slots import CardsPart, HandPart, Only, Part, main_part, part_name, parts
from tests.at_table import begun, lobby


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (Only.LOBBY, "lobby"),
        (Only.NUDGE, "nudge"),
        (Only.END, "end"),
        (Only.ASIDE, "aside"),
        (HandPart(3), "hand.3"),
        (CardsPart(3, 0), "cards.3.0"),
        (CardsPart(12, 7), "cards.12.7"),
    ],
)
def test_a_part_is_recorded_under_the_name_it_has_had(part: Part, name: str) -> None:
    assert part_name(part) == name


def test_a_lobby_is_one_part_and_a_hand_has_a_board_and_the_cards_of_each() -> None:
    table = lobby(seats=4)
    assert [(chat, part_name(part)) for chat, part, _ in parts(table, None)] == [(table.chat, "lobby")]
    assert main_part(table) is Only.LOBBY
    table = begun()
    assert [(chat, part_name(part)) for chat, part, _ in parts(table, None)] == [
        (table.chat, "hand.1"),
        (table.chat, "lobby"),
        (table.chat, "nudge"),
        ("test:ane", "cards.1.0"),
        ("test:beñat", "cards.1.1"),
        ("test:carmen", "cards.1.2"),
        ("test:dani", "cards.1.3"),
    ]
    assert main_part(table) == HandPart(1)
