"""Talk pushes boards up: after how much one comes down again, and how often at most."""

from __future__ import annotations

from adapters.discord.talk import FAR_UP, PAUSE_S, MessagesBelowBoard
from musbot.table.events import ChatId, MessageId, TableId
from tests.fakes.clock import Clock

HERE, BOARD = ChatId("discord:10-11"), [(TableId("K7-x"), MessageId("1"))]


def test_a_board_comes_down_when_sixteen_messages_stand_below_it() -> None:
    talk = MessagesBelowBoard(Clock())
    assert [talk.count_message(HERE, BOARD) for _ in range(FAR_UP)] == [[]] * FAR_UP
    assert talk.count_message(HERE, BOARD) == ["K7-x"]


def test_a_new_board_is_counted_from_anew() -> None:
    talk = MessagesBelowBoard(Clock())
    for _ in range(FAR_UP):
        talk.count_message(HERE, BOARD)
    assert [talk.count_message(HERE, [(TableId("K7-x"), MessageId("2"))]) for _ in range(FAR_UP)] == [
        []
    ] * FAR_UP


def test_talk_brings_a_board_down_once_a_minute_however_fast_it_is() -> None:
    clock = Clock()
    talk, brought = MessagesBelowBoard(clock), 0
    for second in range(180):
        clock.on(1)
        brought += len(talk.count_message(HERE, [(TableId("K7-x"), MessageId(str(brought)))]))
        assert brought <= 1 + second / PAUSE_S
    assert brought == 3


def test_a_channel_where_nobody_plays_is_not_kept() -> None:
    talk = MessagesBelowBoard(Clock())
    talk.count_message(HERE, BOARD)
    talk.count_message(HERE, [])
    talk.count_message(ChatId("discord:10-12"), [])
    assert talk._above == {}
