"""What is shown is recorded under names that databases already hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.game.miradas import unmade_senas
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.rules_base import RuleSet
from musbot.narrator import Narrator
from musbot.narrator.narrator import Links
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.rendering import render
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import desired_versions, main_part
from musbot.table.decisions import miss_turn, speak
from musbot.table.events import AnyEvent, PutOff, Resumed, Vote, Voted
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.support.at_table import anything, begun, lobby, pressed


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (Part(PartView.LOBBY), "lobby"),
        (Part(PartView.NUDGE), "nudge"),
        (Part(PartView.ORDAGO), "ordago"),
        (Part(PartView.READY), "ready"),
        (Part(PartView.END), "end"),
        (Part(PartView.DAMAGED), "aside"),
        (Part(PartView.BOARD, 3), "hand.3"),
        (Part(PartView.HAND, 3, 0), "cards.3.0"),
        (Part(PartView.HAND, 12, 7), "cards.12.7"),
        (Part(PartView.NUDGE, seat=2), "nudge-2"),
        (Part(PartView.ORDAGO, seat=0), "ordago-0"),
    ],
)
def test_a_part_is_recorded_under_the_name_it_has_had(part: Part, name: str) -> None:
    assert part.name == name
    assert Part.from_name(name) == part


@pytest.mark.parametrize("name", ["", "left", "hand.x", "cards.3.", "nudge-", "lobby.1.2.3", "NUDGE"])
def test_what_names_no_part_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid PartView|invalid literal"):
        Part.from_name(name)


def test_a_lobby_stands_under_what_binds_its_deck_and_a_hand_has_a_board_and_the_cards_of_each() -> None:
    table = lobby(seats=4)
    assert [(chat, part.name) for (chat, part), _ in desired_versions(table, None)] == [
        (table.chat, "seal"),
        (table.chat, "lobby"),
    ]
    assert main_part(table) == Part(PartView.LOBBY)
    table = begun()
    assert [(chat, part.name) for (chat, part), _ in desired_versions(table, None)] == [
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
    assert main_part(table) == Part(PartView.BOARD, 1)


def test_the_cards_of_one_who_looks_or_makes_a_seña_are_shown_anew_to_them() -> None:
    table = begun()
    assert table.mesa is not None
    seat, sena = next((seat, made) for seat in range(4) for made in unmade_senas(table.mesa, seat))
    name = f"cards.1.{seat}"
    for act in (Action(Voz.MIRO, seat=(seat + 1) % 4), Action(Voz.SENA, sena=sena)):
        done = pressed(table, seat, act)
        assert depends(done)[name] != depends(table)[name]


def depends(table: Table) -> dict[str, object]:
    """What each part depends on, by its name."""
    return {part.name: signature for (_, part), signature in desired_versions(table, None)}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_cards_of_one_who_plays_on_the_board_change_only_when_they_are_sent_again(rules: str) -> None:
    narrators, links = Narrators(Narrator, "es"), Links(on_board=True)
    shown: dict[PartPlace, tuple[object, str]] = {}
    for table in slow_partida(rule_set(rules), Random(7)):
        for place, version in desired_versions(table, None):
            if place.part.view is PartView.HAND and place.part.hand == table.hand and table.in_hand:
                post = render(table, place, narrators, links, None)
                assert post is not None
                own, digest = shown.get(place, (version.own, post.digest()))
                assert digest == post.digest() or own != version.own, post.text
                shown[place] = version.own, post.digest()


def slow_partida(rules: RuleSet, rng: Random) -> Iterator[Table]:
    """Yields a table after each random word; every second turn of its first player is missed.

    Now and then it is put off, and resumed by all but its first player.
    """
    table = begun(rules)
    for turn in range(300):
        votes = [Voted(it, Vote.RESUME) for it in table.humans[1:]]
        rest: list[AnyEvent] = [PutOff(), *votes, Resumed()] if turn % 50 == 0 and not table.over else []
        for event in rest:
            table = fold(table, event)
            yield table
        if table.over or table.mesa is None:
            return
        seat = rng.choice(awaited_seats(table.mesa))
        act = anything(table, seat, rng)
        missed = seat == 0 and rng.random() < 0.5
        events = miss_turn(table, seat, act) if missed else speak(table, seat, act).events
        table = reduce(fold, events, table)
        yield table
