"""One fair queue a platform: what is urgent first, else first come, first served, and nobody starves."""

from __future__ import annotations

from itertools import pairwise

import pytest

from musbot.port.messenger import Limit
from musbot.service.queue.fair_queue import MOST_BLOCK_S, FairQueue, Rank, SendOutcome, SendPriority
from musbot.table.events import ChatId

GROUP, PERSON, ALL = Limit(5, 4), Limit(2, 1.1), Limit(10, 0.05)
TURN: SendPriority[str] = SendPriority(Rank.TURN)
BOARD: SendPriority[str] = SendPriority(Rank.BOARD)
POST: SendPriority[str] = SendPriority(Rank.POST, spare=1)
FOLLOW: SendPriority[str] = SendPriority(Rank.FOLLOW, spare=1)


def limit(chat: str) -> Limit:
    return GROUP if chat.startswith("group") else PERSON


class Line:
    """A queue whose requests take no time, and a clock that goes from one to the next."""

    def __init__(self, all_chats: Limit = ALL) -> None:
        self.queue = FairQueue[str](all_chats, limit, 0.0)
        self.now = 0.0
        self.went: list[tuple[float, ChatId, str]] = []

    def put(self, chat: ChatId, slot: str, priority: SendPriority[str]) -> None:
        self.queue.put(chat, slot, priority, self.now)

    def until(self, end: float) -> list[tuple[float, ChatId, str]]:
        """What goes until then, and when."""
        begun = len(self.went)
        while True:
            while (key := self.queue.take(self.now)) is not None:
                self.went.append((round(self.now, 6), *key))
                deleted = key[1].startswith("old")
                self.queue.finish(*key, SendOutcome.DELETED if deleted else SendOutcome.MADE, self.now)
            wait = self.queue.next_in_s(self.now)
            if wait is None or self.now + wait > end:
                self.now = end
                return self.went[begun:]
            assert wait > 0, "a queue with something that may go hands it out"
            self.now += wait

    def spend(self, chat: ChatId) -> None:
        """Uses up all that a chat bears."""
        for n in range(limit(chat).burst):
            self.put(chat, f"spent {n}", TURN)
        self.until(self.now)


def order(went: list[tuple[float, ChatId, str]]) -> list[str]:
    return [slot for _, _, slot in went]


def test_two_topics_that_share_a_budget_take_turns() -> None:
    line = Line()
    line.spend(ChatId("group"))
    times = {ChatId("group/1"): [0.0], ChatId("group/2"): [0.0]}
    for _ in range(200):
        for topic in times:
            line.put(topic, "board", TURN)  # a word every second at each table
        for at, topic, _slot in line.until(line.now + 1):
            times[topic].append(at)
    for went in times.values():
        assert max(b - a for a, b in pairwise(went)) <= 8, "every other request is theirs"


def test_a_topic_in_which_all_is_urgent_starves_no_board_of_another() -> None:
    line, late = Line(), list[float]()
    line.spend(ChatId("group"))
    for _ in range(100):
        line.put(ChatId("group/1"), "board", TURN)
        line.put(ChatId("group/2"), "board", SendPriority(Rank.BOARD, spare=1))
        late += [at for at, topic, _ in line.until(line.now + 2) if topic == "group/2"]
    assert max(b - a for a, b in pairwise([0.0, *late])) <= 12


def test_of_a_thousand_chats_that_wait_the_first_to_come_is_served_first() -> None:
    line = Line()
    chats = [ChatId(f"group {(n * 377) % 1000}") for n in range(1000)]
    for chat in chats:
        line.put(chat, "board", BOARD)
    went = line.until(60)
    assert [chat for _, chat, _ in went] == chats
    assert went[-1][0] == pytest.approx(990 * 0.05, abs=0.01), "as fast as the whole bot may"
    assert max(sum(a <= at < a + 1 for at, _, _ in went) for a, _, _ in went) <= 30


def test_whose_turn_it_is_goes_before_a_thousand_boards_and_these_before_who_only_looks_on() -> None:
    line = Line()
    for n in range(1000):
        line.put(ChatId(f"group {n}"), "board", BOARD)
    line.until(1)
    line.put(ChatId("ane"), "cards", FOLLOW)
    line.put(ChatId("beñat"), "cards", TURN)
    went = line.until(60)
    assert went[0][1:] == ("beñat", "cards")
    assert went[-1][1:] == ("ane", "cards")


def test_what_is_merely_tidied_up_goes_after_who_only_looks_on() -> None:
    line = Line()
    line.put(ChatId("group"), "buttons of before", SendPriority(Rank.LATER))
    line.put(ChatId("ane"), "cards", FOLLOW)
    assert order(line.until(0)) == ["cards", "buttons of before"]


def test_who_only_looks_on_leaves_room_to_whose_turn_it_is() -> None:
    line = Line()
    for n in range(20):
        line.put(ChatId(f"person {n}"), "cards", FOLLOW)
    assert len(line.until(0)) == 5, "half of what the whole bot may do at once"
    for n in range(5):
        line.put(ChatId(f"asked {n}"), "cards", TURN)
    assert len(line.until(0)) == 5


def test_fifteen_answers_delay_no_board() -> None:
    line, boards = Line(), list[float]()
    for n in range(15):
        line.put(ChatId("group"), f"answer {n}", POST)
    for _ in range(12):
        line.put(ChatId("group"), "board", TURN)
        asked = line.now
        boards += [at - asked for at, _, slot in line.until(line.now + 5) if slot == "board"]
    assert boards == [0.0] * 12
    assert len(line.went) - 12 < 15, "answers wait"
    line.until(200)
    assert {f"answer {n}" for n in range(15)} <= set(order(line.went)), "and come in the end"


def test_a_board_that_nobody_waits_for_leaves_a_request_for_one_that_is_waited_for() -> None:
    line = Line()
    line.spend(ChatId("group"))
    line.until(4)
    line.put(ChatId("group"), "board", SendPriority(Rank.BOARD, spare=1))
    assert line.until(5) == []
    line.put(ChatId("group"), "count", TURN)
    assert order(line.until(5)) == ["count"]
    assert [at for at, *_ in line.until(20)] == [8.0], "it is waited for itself by then"


def test_what_waits_already_keeps_its_place_and_goes_as_the_more_urgent_wish_says() -> None:
    line = Line()
    line.spend(ChatId("group"))
    line.put(ChatId("group"), "one", POST)
    line.put(ChatId("group"), "two", POST)
    line.put(ChatId("group"), "one", POST)
    line.put(ChatId("group"), "three", BOARD)
    line.put(ChatId("group"), "two", TURN)
    assert order(line.until(100)) == ["two", "three", "one"]


def test_what_gathers_words_goes_after_its_pause_unless_it_becomes_urgent() -> None:
    line = Line()
    line.put(ChatId("group"), "board", SendPriority(Rank.BOARD, not_before=3.0))
    assert line.until(2.9) == []
    assert line.until(5) == [(3.0, "group", "board")]
    line.put(ChatId("group"), "board", SendPriority(Rank.BOARD, not_before=9.0))
    line.put(ChatId("group"), "board", TURN)
    assert line.until(5) == [(5, "group", "board")]


def test_a_pause_holds_its_chat_and_its_topics_alone() -> None:
    line = Line()
    line.queue.pause_until(ChatId("group/7"), 33.0, 0.0)
    line.put(ChatId("group/7"), "board", TURN)
    line.put(ChatId("group/8"), "board", TURN)
    line.put(ChatId("group 2"), "board", TURN)
    assert line.until(32) == [(0, "group 2", "board")]
    assert [at for at, *_ in line.until(40)] == [33, 33]


def test_one_request_at_a_time_goes_to_a_chat() -> None:
    queue = FairQueue[str](ALL, limit, 0.0)
    for slot in ("one", "two"):
        queue.put(ChatId("group/1"), slot, TURN, 0.0)
    queue.put(ChatId("ane"), "cards", TURN, 0.0)
    assert queue.take(0.0) == ("group/1", "one")
    assert queue.take(0.0) == ("ane", "cards")
    assert queue.take(0.0) is None
    assert queue.next_in_s(0.0) is None, "until one of them ends"
    queue.finish(ChatId("group/1"), "one", SendOutcome.AGAIN, 0.0)
    assert queue.take(0.0) == ("group/1", "one"), "it has kept its place"


def test_what_is_under_way_to_a_topic_is_not_under_way_to_another_of_its_group() -> None:
    queue = Line().queue
    queue.put(ChatId("group/1"), "board", TURN, 0)
    assert queue.take(0) == ("group/1", "board")
    assert [queue.in_flight_to(ChatId(chat)) for chat in ("group/1", "group/2", "group")] == [
        "board",
        None,
        None,
    ]


def test_what_needed_no_request_costs_none() -> None:
    queue = FairQueue[str](Limit(1, 1), limit, 0.0)
    for n in range(50):
        queue.put(ChatId("group"), f"nothing {n}", TURN, 0.0)
        assert queue.take(0.0) == ("group", f"nothing {n}")
        queue.finish(ChatId("group"), f"nothing {n}", SendOutcome.NOTHING, 0.0)


def test_new_cards_wait_for_the_count_in_another_chat() -> None:
    line = Line()
    line.spend(ChatId("group"))
    line.put(ChatId("group"), "count", TURN)
    line.put(ChatId("ane"), "cards", SendPriority(Rank.TURN, after=(ChatId("group"), "count")))
    line.put(ChatId("beñat"), "cards", TURN)
    assert line.until(3) == [(0, "beñat", "cards")]
    assert order(line.until(5)) == ["count", "cards"]


def test_a_deletion_takes_no_request_of_its_chat_and_waits_for_none() -> None:
    line, group = Line(), ChatId("group")
    line.spend(group)
    line.put(group, "board", TURN)
    line.put(group, "old call", SendPriority(Rank.REST, spare=1, deletes=True))
    assert order(line.until(0)) == ["old call"]
    assert [at for at, *_ in line.until(4)] == [4.0], "the board comes no later"


def test_deletions_have_a_limit_of_their_own_and_wait_for_a_pause() -> None:
    line, group = Line(), ChatId("group")
    for n in range(9):
        line.put(group, f"old {n}", SendPriority(Rank.REST, deletes=True))
    assert [at for at, *_ in line.until(3)] == [0, 0, 0, 0, 0, 1, 2, 3]
    line.queue.pause_until(group, 33.0, line.now)
    assert [at for at, *_ in line.until(40)] == [33]


@pytest.mark.parametrize(
    ("queued", "outcome", "left"),
    [
        (SendPriority[str](Rank.TURN, deletes=True), SendOutcome.MADE, GROUP.burst - 1),
        (SendPriority[str](Rank.TURN, deletes=True), SendOutcome.DELETED, GROUP.burst),
        (SendPriority[str](Rank.TURN, deletes=True), SendOutcome.NOTHING, GROUP.burst),
        (TURN, SendOutcome.MADE, GROUP.burst - 1),
        (TURN, SendOutcome.DELETED, GROUP.burst),
    ],
)
def test_a_request_is_charged_as_what_it_turned_out_to_be(
    queued: SendPriority[str], outcome: SendOutcome, left: int
) -> None:
    line, group = Line(), ChatId("group")
    line.put(group, "a call", queued)
    assert line.queue.take(0.0) == (group, "a call")
    line.queue.finish(group, "a call", outcome, 0.0)
    for n in range(GROUP.burst + 1):
        line.put(group, f"board {n}", TURN)
    assert len(line.until(0.0)) == left


def test_a_call_that_is_made_again_while_its_deletion_waits_is_no_deletion() -> None:
    line, group = Line(), ChatId("group")
    line.spend(group)
    line.put(group, "a call", TURN)
    line.put(group, "a call", SendPriority(Rank.REST, deletes=True))
    assert line.until(0) == []
    assert [at for at, *_ in line.until(4)] == [4.0]


@pytest.mark.parametrize("how", ["dropped", "held for long"])
def test_new_cards_do_not_wait_for_a_chat_that_cannot_be_written_to(how: str) -> None:
    line = Line()
    line.queue.pause_until(ChatId("group"), 60.0, 0.0)
    line.put(ChatId("group"), "count", TURN)
    line.put(ChatId("ane"), "cards", SendPriority(Rank.TURN, after=(ChatId("group"), "count")))
    assert line.until(1) == []
    if how == "dropped":
        line.queue.drop(ChatId("group"), ["count"], 1.0)
    else:
        line.queue.release(ChatId("group"), 1.0)
    assert order(line.until(2)) == ["cards"]


def test_what_is_not_there_to_wait_for_is_not_waited_for() -> None:
    line = Line()
    line.put(ChatId("ane"), "cards", SendPriority(Rank.TURN, after=(ChatId("group"), "count")))
    assert order(line.until(0)) == ["cards"]


def test_what_says_nothing_else_takes_the_last_request_that_a_chat_bears() -> None:
    line = Line()
    for number in range(3):
        line.put(ChatId("person"), f"post {number}", SendPriority(Rank.POST))
    assert [at for at, _, _ in line.until(5.0)] == [0.0, 0.0, 1.1]


def test_what_changes_nothing_of_what_waits_is_told_as_such() -> None:
    queue = FairQueue[str](ALL, limit, 0.0)
    assert queue.put(ChatId("person"), "cards", FOLLOW, 0.0)
    assert not queue.put(ChatId("person"), "cards", FOLLOW, 1.0)
    assert queue.priority_of(ChatId("person"), "cards") == FOLLOW
    assert queue.put(ChatId("person"), "cards", TURN, 2.0)
    assert not queue.put(ChatId("person"), "cards", FOLLOW, 3.0), "it stays as urgent as it was"
    assert queue.priority_of(ChatId("person"), "cards") == TURN
    assert queue.take(3.0) == ("person", "cards")
    assert queue.priority_of(ChatId("person"), "cards") is None, "it is under way"
    assert queue.put(ChatId("person"), "cards", FOLLOW, 3.0), "and has to go again"


def test_a_block_that_nobody_ends_is_ended_after_a_while() -> None:
    line = Line()
    line.put(ChatId("group"), "board", BOARD)
    line.queue.block(ChatId("group"), "board", line.now)
    line.until(MOST_BLOCK_S)
    assert not line.queue.end_lost_blocks(line.now)
    assert line.until(MOST_BLOCK_S + 1) == []
    assert line.queue.end_lost_blocks(line.now)
    assert order(line.until(MOST_BLOCK_S + 2)) == ["board"]


def test_a_slot_that_is_blocked_twice_goes_after_both_blocks() -> None:
    line = Line()
    line.put(ChatId("group"), "board", BOARD)
    for _ in range(2):
        line.queue.block(ChatId("group"), "board", line.now)
    line.queue.unblock(ChatId("group"), "board", line.now)
    assert line.until(5.0) == []
    line.queue.unblock(ChatId("group"), "board", line.now)
    assert order(line.until(6.0)) == ["board"]


def test_a_request_whose_end_is_told_twice_is_refunded_once() -> None:
    line, group = Line(), ChatId("group")
    for n in range(GROUP.burst + 2):
        line.put(group, f"part {n}", TURN)
    assert line.queue.take(0.0) == (group, "part 0")
    for _ in range(2):
        line.queue.finish(group, "part 0", SendOutcome.NOTHING, 0.0)
    assert len(line.until(0.0)) == GROUP.burst
