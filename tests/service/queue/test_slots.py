"""What is shown is recorded under names that databases already hold."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.miradas import unmade
from musbot.service.queue.slots import CallPart, CardsPart, HandPart, Only, Part, main_part, part_name, parts
from musbot.table.table import Table
from tests.support.at_table import begun, lobby, pressed


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (Only.LOBBY, "lobby"),
        (Only.NUDGE, "nudge"),
        (Only.ORDAGO, "ordago"),
        (Only.END, "end"),
        (Only.ASIDE, "aside"),
        (HandPart(3), "hand.3"),
        (CardsPart(3, 0), "cards.3.0"),
        (CardsPart(12, 7), "cards.12.7"),
        (CallPart(Only.NUDGE, 2), "nudge-2"),
        (CallPart(Only.ORDAGO, 0), "ordago-0"),
    ],
)
def test_a_part_is_recorded_under_the_name_it_has_had(part: Part, name: str) -> None:
    assert part_name(part) == name


def test_a_lobby_stands_under_what_binds_its_deck_and_a_hand_has_a_board_and_the_cards_of_each() -> None:
    table = lobby(seats=4)
    assert [(chat, part_name(part)) for chat, part, _ in parts(table, None)] == [
        (table.chat, "seal"),
        (table.chat, "lobby"),
    ]
    assert main_part(table) is Only.LOBBY
    table = begun()
    assert [(chat, part_name(part)) for chat, part, _ in parts(table, None)] == [
        (table.chat, "hand.1"),
        (table.chat, "seal"),
        (table.chat, "lobby"),
        (table.chat, "nudge"),
        (table.chat, "ordago"),
        (table.chat, "resume"),
        ("test:ane", "cards.1.0"),
        ("test:beñat", "cards.1.1"),
        ("test:carmen", "cards.1.2"),
        ("test:dani", "cards.1.3"),
    ]
    assert main_part(table) == HandPart(1)


def test_the_cards_of_one_who_looks_or_makes_a_seña_are_shown_anew_to_them() -> None:
    table = begun()
    assert table.mesa is not None
    seat, sena = next((seat, made) for seat in range(4) for made in unmade(table.mesa, seat))
    name = f"cards.1.{seat}"
    for act in (Action(Voz.MIRO, seat=(seat + 1) % 4), Action(Voz.SENA, sena=sena)):
        done = pressed(table, seat, act)
        assert depends(done)[name] != depends(table)[name]


def depends(table: Table) -> dict[str, object]:
    """What each part depends on, by its name."""
    return {part_name(part): signature for _, part, signature in parts(table, None)}
