"""A table of one's own, in one's private chat: who sits there, what it shows, which clocks run."""

from __future__ import annotations

from functools import reduce

import pytest

from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.narrator import Links, Narrator
from musbot.players.kinds import AIKind
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.rendering import render
from musbot.service.queue.parts import CALLS, Part, PartPlace, PartView
from musbot.service.queue.slots import desired_versions
from musbot.store.codec import decode, encode
from musbot.table.act_result import Refused
from musbot.table.acts import Act, AddAI, Anytime, ChooseRules, InLobby, Sit
from musbot.table.alarms import GestureClock, GraciaClock, IdleClock, LobbyClock, Moment, SpeakClock, alarms
from musbot.table.decisions import decide_act
from musbot.table.events import NO_CHAT, Ending, Opened, TableId
from musbot.table.fold import fold
from musbot.table.lobby import seat_alone
from musbot.table.table import Table
from musbot.table.view import watch
from tests.support.at_table import SEED, person, played, pressed

NARRATORS = Narrators(Narrator, "es")


def alone(rules: RuleSet | None = None) -> Table:
    """Returns the lobby of Ane's own table."""
    opened = Opened(
        TableId("K7-abcdef"), NO_CHAT, person(0).id, "es", rules or rule_set("vitoria"), SEED, turn_s=0
    )
    table = fold(None, opened)
    return reduce(fold, seat_alone(table, person(0)), table)


def test_its_first_event_names_its_person_once_and_no_chat():
    opened = Opened(TableId("K7-abcdef"), NO_CHAT, person(0).id, "es", rule_set("vitoria"), SEED)
    assert encode(opened).body.count(person(0).id) == 1
    table = fold(None, decode(encode(opened)))
    assert (table.chat, table.solo) == (person(0).id, True)


def test_one_sits_there_with_ai_players_and_may_begin():
    table = alone()
    assert [who.ai is not None if who else None for who in table.seats] == [False, True, True, True]
    assert pressed(table, 0, InLobby.START).in_hand


def test_other_rules_have_their_seats_filled_too():
    table = pressed(alone(), 0, ChooseRules("trios"))
    assert len(table.seats) == 6
    assert None not in table.seats
    assert pressed(table, 0, ChooseRules("parejas"), InLobby.START).in_hand


def test_who_comes_with_other_rules_plays_as_those_who_sit_there():
    table = pressed(alone(), 0, AddAI(AIKind.NOVATO), ChooseRules("trios"))
    assert {who.ai for who in table.seats if who is not None and who.ai} == {"novato"}


@pytest.mark.parametrize("act", [Sit(0), InLobby.START, Anytime.QUEUE, Anytime.END])
def test_nobody_else_does_anything_there(act: Act):
    for table in (alone(), pressed(alone(), 0, InLobby.START)):
        with pytest.raises(Refused, match="no-seat"):
            decide_act(table, person(1), table.question, act)


def test_who_leaves_it_closes_it():
    assert pressed(alone(), 0, Anytime.LEAVE).ended is Ending.WANTED
    assert pressed(alone(), 0, InLobby.START, Anytime.LEAVE).over


def test_board_and_hand_are_one_message_and_nobody_is_called():
    table = pressed(alone(), 0, InLobby.START)
    shown = [place for place, _ in desired_versions(table, None)]
    assert (person(0).id, Part(PartView.BOARD, 1)) in shown
    assert not [part for _, part in shown if part.view in (PartView.HAND, *CALLS)]
    assert {chat for chat, _ in shown} == {person(0).id}


def test_its_board_has_ones_own_cards_and_all_that_may_be_said():
    table = pressed(alone(), 0, InLobby.START)
    seat = table.humans[0]
    for after, _ in played(table, seed=3, most=200):
        post = render(
            after, PartPlace(after.chat, Part(PartView.BOARD, after.hand)), NARRATORS, Links(), None
        )
        assert post is not None
        if after.in_hand and after.mesa is not None and after.has_cards(seat):
            own = NARRATORS.for_chat(after).hand(watch(after, seat))
            assert post.picture == own.picture
            assert post.rows[: len(own.rows)] == own.rows
        if after.hands_over > 1:
            return
    raise AssertionError("two hands were not played")


def test_no_clock_runs_for_the_one_who_plays_alone():
    table = pressed(alone(), 0, InLobby.START)
    assert {type(alarm) for alarm in alarms(alone(), 1, 0, 2, {})} == {LobbyClock}
    for after, _ in played(table, seed=1, most=40):
        seen = dict.fromkeys(range(4), Moment.of_table(after))
        running = alarms(after, 1, 0, 2, seen)
        assert after.over or IdleClock(1) in running
        assert {type(it) for it in running} <= {IdleClock, SpeakClock, GestureClock, GraciaClock}
