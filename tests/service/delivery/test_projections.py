"""What chats show of a table: what is news of it, and how long a past hand is remembered."""

from __future__ import annotations

from musbot.game.rule_sets import rule_set
from musbot.service.delivery.projections import MOST_REPLACED, Projection
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.store.protocol import Posted
from musbot.table.events import MessageId
from musbot.table.table import Table
from tests.support.at_table import begun, lobby, played

LONG = rule_set("vitoria", {"juegos": 9})


def asked_for(display: Projection, table: Table) -> set[str]:
    display.table, display.words = table, table.seq
    return {place.part.name for place, _, _ in display.take_changes(table, None)}


def test_a_word_of_the_hand_is_news_on_the_board_and_in_every_private_chat() -> None:
    moments = played(begun(), 1)
    display = Projection(None)
    assert asked_for(display, next(moments)[0]) >= {"hand.1", "lobby", "cards.1.0"}
    table, _ = next(moments)
    assert asked_for(display, table) == {"hand.1", *(f"cards.1.{seat}" for seat in range(4))}
    assert asked_for(display, table) == set(), "it has been told"


def test_what_a_chat_does_not_show_any_more_is_news_again() -> None:
    table = begun()
    display = Projection(None)
    asked_for(display, table)
    display.invalidate_place(PartPlace(table.chat, Part(PartView.BOARD, 1)))
    assert asked_for(display, table) == {"hand.1"}
    display.invalidate(table.chat)
    assert asked_for(display, table) >= {"hand.1", "lobby"}
    assert not {"cards.1.0", "cards.1.1"} & asked_for(display, table), "private chats are others"


def test_every_change_of_a_lobby_is_news() -> None:
    display = Projection(None)
    assert asked_for(display, lobby(seats=1)) == {"seal", "lobby"}
    assert asked_for(display, lobby(seats=2)) == {"lobby"}
    assert asked_for(display, lobby(seats=2)) == set()


def test_of_a_long_partida_only_the_last_hands_are_remembered() -> None:
    display, sizes = Projection(None), set()
    for table, _ in played(begun(LONG), 1):
        for name in asked_for(display, table):
            place = PartPlace(table.chat, Part.from_name(name))
            display.change(place, record=Posted(table.chat, name, message=MessageId(name), digest="d"))
        display.take_expired(table)
        sizes.add((len(display.wanted_places), len(display.records), len(table.finished)))
        assert len(display.replaced) <= MOST_REPLACED
    assert table.hands_over > 8
    assert max(sizes) <= (22, 22, 1)
    parts = [place.part for place in display.wanted_places]
    assert {part.hand for part in parts if part.view is PartView.BOARD} == {table.hands_over}
    assert not any(part.view is PartView.HAND and part.hand < table.hand for part in parts)


def test_a_hand_that_is_long_past_is_told_with_the_message_that_shows_it() -> None:
    moments = played(begun(), 1)
    display, table = Projection(None), next(moments)[0]
    asked_for(display, table)
    posted = Posted(table.chat, "hand.1", MessageId("5"), "d")
    board = PartPlace(table.chat, Part(PartView.BOARD, 1))
    display.change(board, record=posted)
    assert display.take_expired(table) == []
    table = next(now for now, _ in moments if now.hands_over == 2)
    past = {(place.part.name, posted) for place, posted in display.take_expired(table)}
    assert past == {("hand.1", posted), *((Part(PartView.HAND, 1, seat).name, None) for seat in range(4))}
    assert board not in display.wanted_places
