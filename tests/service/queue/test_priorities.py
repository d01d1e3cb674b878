"""How urgent each part of a table is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from musbot.game.envite import Envite
from musbot.service.queue.fair_queue import PATIENCE_S, Rank, SendPriority
from musbot.service.queue.parts import HandPlace, Part, PartPlace, PartView
from musbot.service.queue.slots import (
    BET_S,
    QUESTION_SPARE,
    START_SPARE,
    WORDS_SPARE,
    PartChange,
    Slot,
    TableSlot,
    Version,
    desired_versions,
)
from musbot.service.queue.slots import priority as priority_of
from musbot.table.alarms import Moment
from musbot.table.events import ChatId, Ended, Ending, Ready, ReadyAsked, Waited
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.support.at_table import asked, begun, lobby, person, played, pressed

AT_REST = PartChange(None, Version(), is_missing=False, is_due=False, nudged=False)
"""A change before which the part asked nobody anything, unless `before` says so."""
NEW = AT_REST._replace(is_missing=True, is_due=True)


def priority(table: Table, part: Part, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of a part whose desired version is the table's."""
    want = next((it for place, it in desired_versions(table, None) if place.part == part), Version())
    return priority_of(table, PartPlace(table.chat, part), change._replace(want=want))


def shown(table: Table, part: Part, **changes: Any) -> Version:
    """Returns the version of a part, with other values of some fields."""
    return next(it for place, it in desired_versions(table, None) if place.part == part)._replace(**changes)


def above(table: Table) -> tuple[ChatId, TableSlot]:
    """What binds the deck, which stands above lobby and first board."""
    return table.chat, TableSlot(table.id, Part(PartView.SEAL))


def two_hands() -> Table:
    """A table in the second hand."""
    return next(table for table, _ in played(begun(), 1) if table.hand == 2)


def test_a_board_on_which_nobody_relies_goes_as_soon_as_its_chat_has_requests_to_spare():
    table, board = two_hands(), Part(PartView.BOARD, 2)
    count = (table.chat, TableSlot(table.id, Part(PartView.BOARD, 1)))
    other = {(asked(table) + 1) % 4: HandPlace.UNREACHABLE}
    before = {
        WORDS_SPARE: shown(table, board, words=0, speakers=()),
        QUESTION_SPARE: shown(table, board, moment=Moment(99)),
    }
    for spare, known in before.items():
        alone = SendPriority[Slot](Rank.REST, spare=spare, after=count)
        assert priority(table, board, AT_REST._replace(before=known)) == alone
        one_without = AT_REST._replace(before=known, hand_places=other)
        assert priority(table, board, one_without) == alone._replace(spare=spare + 1), "what is kept for them"
    seated = shown(table, board, state="other seats")
    assert priority(table, board, AT_REST._replace(before=seated)).spare == QUESTION_SPARE < WORDS_SPARE
    assert priority(table, board, NEW) == SendPriority(Rank.BOARD, after=count), "the first one comes at once"


def test_the_first_board_shows_words_at_once_until_a_lance_is_over():
    table, board = begun(), Part(PartView.BOARD, 1)
    words = AT_REST._replace(before=shown(table, board, words=0, speakers=()))
    assert priority(table, board, words).spare == 0, "the lobby has used the burst; no count is near"
    after = next(it for it, _ in played(begun(), 1) if it.mesa is not None and it.mesa.lances)
    assert after.hand == 1
    words = AT_REST._replace(before=shown(after, board, words=0, speakers=()))
    assert priority(after, board, words).spare == WORDS_SPARE


def test_the_waiting_list_takes_no_request_for_which_a_word_waits():
    for table, hand in ((begun(), 1), (two_hands(), 2)):
        board = Part(PartView.BOARD, hand)
        queued = AT_REST._replace(before=shown(table, board, words=0))
        assert priority(table, board, queued)._replace(after=None) == SendPriority(Rank.ASIDE, WORDS_SPARE)
    assert PATIENCE_S[Rank.ASIDE] > 2 * PATIENCE_S[Rank.REST], "a word that came later goes first"


def has_bet(table: Table) -> bool:
    """Returns whether a bet waits for its answer."""
    phase = table.mesa.phase if table.mesa is not None else None
    return isinstance(phase, Envite) and phase.bettor is not None


def test_a_board_in_order_is_sent_at_once_and_a_bet_on_it_once_it_has_lasted():
    tables = (it for it, _ in played(begun(), 1) if it.hand == 2 and it.mesa is not None)
    lances = [it for it in tables if it.mesa is not None and isinstance(it.mesa.phase, Envite)]
    opening = next(it for it in lances if not has_bet(it))
    bet = next(it for it in lances if has_bet(it))
    for table, want in (
        (opening, SendPriority[Slot](Rank.REST)),
        (bet, SendPriority[Slot](Rank.REST, spare=QUESTION_SPARE, not_before=10 + BET_S)),
    ):
        place = PartPlace(table.chat, Part(PartView.BOARD, 2))
        version = dict(desired_versions(table, None, in_order=True))[place]
        change = AT_REST._replace(before=Version(), want=version, now=10.0)
        assert priority_of(table, place, change)._replace(after=None) == want


def test_the_lobby_leaves_the_first_board_and_a_word_to_its_chat_unless_it_asks_somebody():
    table, part = lobby(seats=3), Part(PartView.LOBBY)
    assert priority(table, part, AT_REST).spare == priority(begun(), part, AT_REST).spare == START_SPARE
    assert priority(table, part, NEW).spare == 0
    assert priority(replace(table, asking=frozenset({1})), part, AT_REST).spare == 0


def test_who_was_asked_the_same_before_needs_no_other_board():
    table, board = begun(), Part(PartView.BOARD, 1)
    closed = AT_REST._replace(hand_places={asked(table): HandPlace.UNREACHABLE})
    for before in (None, shown(table, board, asks=()), shown(table, board, moment=Moment(99))):
        assert priority(table, board, closed._replace(before=before)).rank is Rank.TURN
    assert priority(table, board, closed._replace(before=shown(table, board, words=0))).rank is Rank.ASIDE


def test_a_board_comes_at_once_where_one_who_is_asked_has_no_private_chat():
    table = begun()
    closed = AT_REST._replace(hand_places={asked(table): HandPlace.UNREACHABLE})
    assert priority(table, Part(PartView.BOARD, 1), closed) == SendPriority(Rank.TURN, after=above(table))
    another = AT_REST._replace(hand_places={(asked(table) + 1) % 4: HandPlace.UNREACHABLE})
    assert priority(table, Part(PartView.BOARD, 1), another).rank is Rank.REST


def test_a_board_loses_its_buttons_at_once_when_its_table_is_over():
    table = fold(begun(), Ended(Ending.WANTED))
    assert priority(table, Part(PartView.BOARD, 1), AT_REST) == SendPriority(Rank.BOARD, after=above(table))


def test_whose_turn_it_is_comes_first_then_who_has_just_spoken_and_then_the_others():
    table = begun()
    first = asked(table)
    assert priority(table, Part(PartView.HAND, 1, first), AT_REST) == SendPriority(Rank.TURN)
    spoken = AT_REST._replace(before=shown(table, Part(PartView.HAND, 1, first)))
    seen = {seat: shown(table, Part(PartView.HAND, 1, seat)) for seat in range(4)}
    table = pressed(table, first, "mus")
    cards = Part(PartView.HAND, 1, first)
    assert priority(table, cards, spoken) == SendPriority(Rank.BOARD)
    onlooker = next(seat for seat in range(4) if seat not in (first, asked(table)))
    follows = SendPriority[Slot](Rank.FOLLOW, spare=1)
    assert priority(table, cards, spoken._replace(hand_places={first: HandPlace.BOARD})) == follows
    told, signed = seen[onlooker], seen[onlooker]._replace(own="a seña")
    cards = Part(PartView.HAND, 1, onlooker)
    assert priority(table, cards, AT_REST._replace(before=told)) == follows
    assert priority(table, cards, AT_REST._replace(before=signed)) == SendPriority(Rank.BOARD)
    assert priority(table, cards, NEW) == SendPriority(Rank.BOARD), "new cards"


def test_who_plays_alone_reads_every_word_of_the_ai_players():
    table = replace(pressed(begun(), 0, "mus"), chat=person(0).id)
    assert (table.solo, asked(table)) == (True, 1)
    assert priority(table, Part(PartView.BOARD, 1), AT_REST) == SendPriority(
        Rank.FOLLOW, spare=1, after=above(table)
    )


def test_a_new_hand_waits_for_the_count_of_the_last():
    table = two_hands()
    count = (table.chat, TableSlot(table.id, Part(PartView.BOARD, 1)))
    for part in (Part(PartView.BOARD, 2), Part(PartView.HAND, 2, 0)):
        assert priority(table, part, NEW).after == count
    assert priority(table, Part(PartView.BOARD, 1), AT_REST) == SendPriority(Rank.TURN, after=above(table))


@pytest.mark.parametrize(
    ("part", "nudged", "rank"),
    [
        (Part(PartView.LOBBY), False, Rank.ASIDE),
        (Part(PartView.NUDGE), True, Rank.BOARD),
        (Part(PartView.NUDGE), False, Rank.REST),
        (Part(PartView.ORDAGO), False, Rank.REST),
        (Part(PartView.END), False, Rank.BOARD),
        (Part(PartView.DAMAGED), False, Rank.REST),
    ],
)
def test_calls_and_ends_go_with_the_boards_and_the_rest_after_them(part: Part, rank: Rank, *, nudged: bool):
    table = lobby() if part == Part(PartView.LOBBY) else begun()
    assert priority(table, part, AT_REST._replace(nudged=nudged)).rank is rank


def test_R97_a_call_to_confirm_goes_with_the_boards_after_its_lobby_and_its_changes_can_wait():
    table = fold(fold(lobby(seats=4), Waited(1)), ReadyAsked())
    call, above_it = Part(PartView.READY), (table.chat, TableSlot(table.id, Part(PartView.LOBBY)))
    assert priority(table, call, NEW) == SendPriority(Rank.BOARD, after=above_it)
    assert priority(table, call, AT_REST) == SendPriority(Rank.REST, spare=1, after=above_it)
    assert priority(fold(table, Ready(1)), call, NEW).rank is Rank.REST
    assert priority(begun(), call, AT_REST) == SendPriority(Rank.REST, deletes=True)


def test_an_ordago_that_waits_for_people_goes_first_and_its_call_leads_to_a_board_that_shows_it():
    table = begun()
    table = pressed(table, asked(table), "nomus")
    assert priority(table, Part(PartView.BOARD, 1), AT_REST).rank is not Rank.TURN
    table = pressed(table, asked(table), "ordago")
    board = (table.chat, TableSlot(table.id, Part(PartView.BOARD, 1)))
    assert priority(table, Part(PartView.ORDAGO), NEW) == SendPriority(Rank.TURN, after=board)
    assert priority(table, Part(PartView.BOARD, 1), AT_REST).rank is Rank.TURN


def test_the_lottery_is_told_after_the_first_board_and_the_end_after_the_last_count():
    table = begun()
    assert priority(table, Part(PartView.LOBBY), AT_REST).after == (
        table.chat,
        TableSlot(table.id, Part(PartView.BOARD, 1)),
    )
    table = fold(two_hands(), Ended(Ending.WANTED))
    assert priority(table, Part(PartView.END), NEW).after == (
        table.chat,
        TableSlot(table.id, Part(PartView.BOARD, 1)),
    )
    assert priority(lobby(), Part(PartView.LOBBY), AT_REST).after == above(lobby())


def test_boards_of_tables_in_play_go_before_lobbies_and_all_that_belongs_to_them():
    closed = fold(lobby(), Ended(Ending.WANTED))
    for part in (Part(PartView.SEAL), Part(PartView.LOBBY)):
        for change in (AT_REST, NEW):
            assert priority(lobby(), part, change).rank is Rank.ASIDE
    assert priority(closed, Part(PartView.LOBBY), AT_REST).rank is Rank.ASIDE
    assert PATIENCE_S[Rank.ASIDE] > PATIENCE_S[Rank.REST]
    assert priority(replace(lobby(), asking=frozenset({1})), Part(PartView.LOBBY), AT_REST).rank is Rank.REST
    assert priority(begun(), Part(PartView.LOBBY), AT_REST).rank is Rank.REST, "its seats are no longer free"


def test_a_call_that_is_over_and_a_seal_that_binds_nothing_are_deletions():
    for part in (Part(PartView.NUDGE), Part(PartView.ORDAGO), Part(PartView.RESUME)):
        assert priority(begun(), part, AT_REST) == SendPriority(Rank.REST, deletes=True)
    undealt, replaced = fold(lobby(), Ended(Ending.WANTED)), fold(lobby(), Ended(Ending.REPLACED))
    for table, view in ((undealt, PartView.SEAL), (replaced, PartView.SEAL), (replaced, PartView.LOBBY)):
        assert priority(table, Part(view), AT_REST) == SendPriority(Rank.REST, deletes=True)


def test_a_board_that_must_be_shown_again_goes_with_the_new_ones():
    assert priority(begun(), Part(PartView.BOARD, 1), AT_REST._replace(is_due=True)).rank is Rank.BOARD
