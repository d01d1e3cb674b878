"""Presses answered with the message they were in: it is never older for good, and costs its chat nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from musbot.game.rule_sets import rule_set
from musbot.game.state import Descarte
from musbot.narrator.post import Post
from musbot.port.chats import window_in
from musbot.port.messenger import Gone, MessengerError, Outage, Rejected
from musbot.service.delivery.answering import COUNTS_S, WAITS_S
from musbot.service.delivery.forms import READ_S, QuestionPosts
from musbot.service.delivery.projections import Projection
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import called_to_ordago
from musbot.table.acts import InLobby, Payload
from musbot.table.events import ChatId, MessageId, Person, PersonId, TableId
from musbot.table.table import Table
from tests.support.patience import Patience
from tests.support.scenes import Scene, text_of, written
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, mesa_of, opened, say, seated, speaker


class Answer:
    """A press of a message and its answer, which takes until it is let go and ends so."""

    def __init__(
        self, scene: Scene, chat: ChatId, message: MessageId, *, error: MessengerError | None = None
    ) -> None:
        self.posts: list[Post] = []
        self._free = asyncio.Event()
        self._standing = scene.platform.standing
        self._place = (chat, message)
        self._error = error
        self._held = scene.courier.answering.hold_message(chat, message)
        self._task: asyncio.Task[bool] | None = None

    async def begins(self) -> None:
        """The press has been applied: its answer is on its way."""
        self._task = asyncio.create_task(self._held.update(self._change), name="answer")
        await a_moment()

    async def ends(self) -> bool:
        """Lets it come to its end; returns whether it showed the message anew."""
        if self._task is None:
            await self.begins()
        assert self._task is not None
        self._free.set()
        try:
            return await self._task
        finally:
            self._held.release()

    async def _change(self, post: Post) -> None:
        self.posts.append(post)
        await self._free.wait()
        if self._error is not None:
            raise self._error
        chat, message = self._place
        self._standing[chat][message] = post


async def a_moment() -> None:
    """Lets happen what needs no time."""
    for _ in range(9):
        await asyncio.sleep(0)


async def board(scene: Scene, clock: Patience) -> tuple[Table, MessageId]:
    """A table whose board is shown, with all that is to be seen, and its message."""
    return await _shown(scene, clock, await opened(scene.manager))


async def pressed(
    scene: Scene, clock: Patience, error: MessengerError | None = None
) -> tuple[Table, MessageId, Answer]:
    """The same once "nomus" was pressed there, and the answer to that, which has not begun."""
    table, message = await board(scene, clock)
    answer = Answer(scene, CHAT, message, error=error)
    return await say(scene.manager, table, speaker(table), "nomus"), message, answer


async def lobby(scene: Scene, clock: Patience, people: tuple[Person, ...] = ()) -> tuple[Table, MessageId]:
    """The same of a table that has not begun."""
    sat = seated(people) if people else ()
    table = await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=sat, key="open")
    return await _shown(scene, clock, table)


async def _shown(scene: Scene, clock: Patience, table: Table) -> tuple[Table, MessageId]:
    await clock.goes_on(20)
    message = scene.courier.projections.message_of(table)
    assert message is not None
    scene.platform.made.clear()
    return table, message


async def test_a_press_is_answered_with_the_board_and_nothing_else_is_asked_of_its_chat(
    slow: Scene, clock: Patience
) -> None:
    _, message, answer = await pressed(slow, clock)
    assert await answer.ends()
    await clock.goes_on(20)
    assert "GRANDE" in slow.platform.standing[CHAT][message].text
    assert slow.platform.requests_to(CHAT) == []


async def test_what_an_answer_shows_is_known_after_a_restart_and_whose_clock_runs(
    slow: Scene, clock: Patience
) -> None:
    table, _, answer = await pressed(slow, clock)
    assert await answer.ends()
    await written(slow.store)
    shown = {it.slot: it for it in await slow.store.list_shown(table.id)}
    assert shown[Part(PartView.BOARD, 1).name].seq == table.seq
    seen = slow.manager.clocks._at[table.id].seen
    assert {moment.question for moment in seen.values()} == {table.question}


async def test_a_message_that_is_as_it_should_be_is_not_touched(slow: Scene, clock: Patience) -> None:
    _, message = await board(slow, clock)
    answer = Answer(slow, CHAT, message)
    assert not await answer.ends()
    assert answer.posts == []


async def test_a_call_that_is_answered_in_its_message_vanishes(slow: Scene, clock: Patience) -> None:
    table, _ = await board(slow, clock)
    for word in ("nomus", "ordago"):
        table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(20)
    call = slow.courier.projections.message_of(table, Part(PartView.ORDAGO))
    assert call is not None
    answer = Answer(slow, CHAT, call)
    while table.mesa is not None and called_to_ordago(table):
        table = await say(slow.manager, table, speaker(table), "noquiero")
    assert not await answer.ends()
    await clock.goes_on(20)
    assert call not in slow.platform.standing[CHAT]


async def test_a_message_that_shows_no_table_is_left_alone(slow: Scene, clock: Patience) -> None:
    table, _ = await board(slow, clock)
    await say(slow.manager, table, speaker(table), "nomus")
    assert not await Answer(slow, CHAT, MessageId("a page")).ends()
    assert not await Answer(slow, ChatId("elsewhere"), MessageId("1")).ends()


async def test_a_word_said_while_an_answer_is_under_way_follows_it(slow: Scene, clock: Patience) -> None:
    table, _, answer = await pressed(slow, clock)
    await answer.begins()
    await say(slow.manager, table, speaker(table), "paso")
    await clock.goes_on(10)
    assert slow.platform.requests_to(CHAT) == [], "an edit could be overtaken by the answer"
    assert await answer.ends()
    await clock.goes_on(8)
    (edit,) = slow.platform.requests_to(CHAT)
    assert edit.post is not None
    assert " paso · " in edit.post.text


async def test_whose_chat_is_found_closed_while_an_answer_is_under_way_is_told_after_it(
    slow: Scene, clock: Patience
) -> None:
    _, message, answer = await pressed(slow, clock)
    await answer.begins()
    slow.courier.availability.close_chat(ANE.id)
    assert await answer.ends()
    assert "tus cartas" not in slow.platform.standing[CHAT][message].text
    await clock.goes_on(20)
    assert "Ane: tus cartas" in slow.platform.standing[CHAT][message].text


async def test_an_answer_that_is_refused_is_made_good_by_an_edit(slow: Scene, clock: Patience) -> None:
    _, message, answer = await pressed(slow, clock, Rejected("not this one"))
    with pytest.raises(Rejected):
        await answer.ends()
    await clock.goes_on(20)
    assert "GRANDE" in slow.platform.standing[CHAT][message].text


async def test_an_answer_that_fails_once_its_table_is_set_aside_ends_with_its_own_error(
    slow: Scene, clock: Patience
) -> None:
    table, _, answer = await pressed(slow, clock, Rejected("not this one"))
    await answer.begins()
    slow.manager.tables.set_aside_failing(table)
    with pytest.raises(Rejected):
        await answer.ends()


async def test_a_message_that_an_answer_finds_gone_is_sent_anew_though_its_state_is_as_before(
    slow: Scene, clock: Patience
) -> None:
    table, message = await lobby(slow, clock)
    answer = Answer(slow, CHAT, message, error=Gone("no such message"))
    await say(slow.manager, table, ANE, "sit.0")
    await answer.begins()
    del slow.platform.standing[CHAT][message]
    await say(slow.manager, table, ANE, "up")
    with pytest.raises(Gone):
        await answer.ends()
    await clock.goes_on(20)
    anew = slow.courier.projections.message_of(table)
    assert anew is not None
    assert anew != message
    assert anew in slow.platform.standing[CHAT]


async def test_a_post_about_a_question_that_passed_while_it_was_sent_goes_too(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await lobby(slow, clock, PEOPLE)
    deleted: list[str] = []
    timers = slow.manager.clocks._timers
    about = QuestionPosts(slow.manager.tables, lambda _, message: deleted.append(message), timers)
    asked = about.question_of(table.id)
    table = await say(slow.manager, table, ANE, "start")
    about.add(table.id, CHAT, MessageId("7"), asked)
    assert deleted == ["7"], "that nothing has been dealt is no longer true"
    asked = about.question_of(table.id)
    table = await say(slow.manager, table, speaker(table), "nomus")
    about.add(table.id, CHAT, MessageId("8"), asked)
    timers.advance(READ_S - 0.1)  # type: ignore[attr-defined]
    assert deleted == ["7"]
    timers.advance(0.1)  # type: ignore[attr-defined]
    assert deleted == ["7", "8"]


async def test_a_post_that_says_who_has_left_goes_when_they_are_back(slow: Scene, clock: Patience) -> None:
    table, _ = await lobby(slow, clock, PEOPLE)
    deleted: list[str] = []
    about = QuestionPosts(
        slow.manager.tables, lambda _, message: deleted.append(message), slow.manager.clocks._timers
    )
    table = await say(slow.manager, table, ANE, "start")
    table = await say(slow.manager, table, speaker(table), "nomus")
    table = await say(slow.manager, table, BENAT, "leave")
    about.add(table.id, CHAT, MessageId("7"), about.question_of(table.id))
    assert deleted == []
    await say(slow.manager, table, BENAT, "queue")
    assert deleted == ["7"]


async def test_a_state_as_of_before_is_shown_again_after_an_answer_that_nobody_knows_of(
    slow: Scene, clock: Patience
) -> None:
    table, message = await lobby(slow, clock)
    before = slow.platform.standing[CHAT][message]
    answer = Answer(slow, CHAT, message, error=Outage("its reply was lost"))
    await say(slow.manager, table, ANE, "sit.0")
    await answer.begins()
    slow.platform.standing[CHAT][message] = answer.posts[0]
    with pytest.raises(Outage):
        await answer.ends()
    await say(slow.manager, table, ANE, "up")
    slow.manager.clocks._timers.advance(COUNTS_S)  # type: ignore[attr-defined]
    await clock.goes_on(20)
    assert slow.platform.standing[CHAT][message].digest() == before.digest()


async def test_a_lobby_whose_edits_and_answer_were_lost_is_right_later(slow: Scene, clock: Patience) -> None:
    table, message = await lobby(slow, clock)
    slow.platform.failing[CHAT] = [Outage("down")] * 3
    await say(slow.manager, table, ANE, "sit.0")
    await a_moment()
    assert len(slow.platform.failing[CHAT]) == 2
    answer = Answer(slow, CHAT, message, error=Outage("down"))
    await say(slow.manager, table, ANE, "ai")
    with pytest.raises(Outage):
        await answer.ends()
    await clock.goes_on(20)
    assert slow.platform.requests_to(CHAT) == [], "the answer could undo it"
    slow.manager.clocks._timers.advance(COUNTS_S)  # type: ignore[attr-defined]
    await clock.goes_on(20)
    assert "Ane · libre\n🟠 Patxi 🤖" in slow.platform.standing[CHAT][message].text
    assert len(slow.platform.requests_to(CHAT)) == 1


async def test_two_presses_of_one_message_are_answered_one_after_the_other(
    slow: Scene, clock: Patience
) -> None:
    table, message, first = await pressed(slow, clock)
    await first.begins()
    second = Answer(slow, CHAT, message)
    await say(slow.manager, table, speaker(table), "paso")
    await second.begins()
    assert second.posts == []
    assert await first.ends()
    assert await second.ends()
    assert " paso · " in slow.platform.standing[CHAT][message].text
    await clock.goes_on(20)
    assert slow.platform.requests_to(CHAT) == []


async def test_a_press_waits_for_another_ones_answer_only_so_long(slow: Scene, clock: Patience) -> None:
    table, message, first = await pressed(slow, clock)
    await first.begins()
    second = Answer(slow, CHAT, message)
    table = await say(slow.manager, table, speaker(table), "paso")
    await second.begins()
    for _ in range(9):
        await clock.goes_on(WAITS_S / 4)
        await a_moment()
    assert not await second.ends()
    assert await first.ends()
    await clock.goes_on(20)
    assert " paso · " in slow.platform.standing[CHAT][message].text


async def test_an_edit_under_way_ends_before_a_press_is_answered(
    slow: Scene, clock: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, message = await board(slow, clock)
    free, edit = asyncio.Event(), slow.platform.edit
    monkeypatch.setattr(slow.platform, "edit", _late(free, edit))
    table = await say(slow.manager, table, speaker(table), "nomus")
    await a_moment()
    answer = Answer(slow, CHAT, message)
    await say(slow.manager, table, speaker(table), "paso")
    await answer.begins()
    assert answer.posts == []
    free.set()
    assert await answer.ends()
    await clock.goes_on(20)
    assert " paso · " in slow.platform.standing[CHAT][message].text
    assert len(slow.platform.requests_to(CHAT)) == 1


def _late(
    free: asyncio.Event, edit: Callable[[ChatId, MessageId, Post], Awaitable[None]]
) -> Callable[[ChatId, MessageId, Post], Awaitable[None]]:
    async def edited(chat: ChatId, message: MessageId, post: Post) -> None:
        if chat == CHAT:
            await free.wait()
        await edit(chat, message, post)

    return edited


async def test_a_board_shown_again_meanwhile_is_the_one_that_counts(slow: Scene, clock: Patience) -> None:
    table, message, answer = await pressed(slow, clock)
    await answer.begins()
    slow.courier.reconciler.repost(table)
    await answer.ends()
    await clock.goes_on(20)
    now = slow.courier.projections.message_of(table)
    assert now not in (None, message)
    assert list(slow.platform.standing[CHAT]).count(message) == 0
    assert "GRANDE" in slow.platform.posts(CHAT)[-1].text


async def test_a_lobby_does_not_tell_what_comes_after_the_first_board(slow: Scene, clock: Patience) -> None:
    table, message = await lobby(slow, clock, PEOPLE)
    answer = Answer(slow, CHAT, message)
    await slow.manager.press(ANE, Payload(table.id, 0, InLobby.START), key="start")
    assert not await answer.ends()
    assert answer.posts == []


async def test_new_cards_wait_for_the_answer_that_tells_how_the_hand_ended(
    slow: Scene, clock: Patience
) -> None:
    table, message = await board(slow, clock)
    for word in ("nomus", "ordago"):
        answer = Answer(slow, CHAT, message)
        table = await say(slow.manager, table, speaker(table), word)
        assert await answer.ends()
    answer = Answer(slow, CHAT, message)
    table = await say(slow.manager, table, speaker(table), "quiero")
    await answer.begins()
    assert table.hand == 2
    slow.platform.made.clear()
    await clock.goes_on(20)
    assert [made for made in slow.platform.made if made.what == "send"] == []
    assert await answer.ends()
    await clock.goes_on(20)
    assert "mano 2" in slow.platform.posts(CHAT)[-1].title + slow.platform.posts(CHAT)[-1].text


async def test_a_press_in_ones_private_chat_is_answered_with_ones_hand(slow: Scene, clock: Patience) -> None:
    table, _ = await board(slow, clock)
    who = speaker(table)
    (message,) = slow.platform.standing[who.id]
    answer = Answer(slow, who.id, message)
    await say(slow.manager, table, who, "nomus")
    assert await answer.ends()
    await clock.goes_on(20)
    assert slow.platform.requests_to(who.id) == []
    display = slow.courier.projections[table.id]
    seat = table.seat_of(who.id)
    assert seat is not None
    assert display.records[PartPlace(who.id, Part(PartView.HAND, 1, seat))].message == message


async def speaking_on_the_board(slow: Scene, clock: Patience) -> tuple[Table, MessageId]:
    """A table where everybody speaks on the board, and the message of that."""
    table, message = await board(slow, clock)
    for who in PEOPLE:
        slow.courier.answering.set_plays_on_board(who.id, table.id, plays=True)
    await clock.goes_on(20)
    return table, message


async def test_who_speaks_on_the_board_has_their_cards_in_private_without_words_and_in_one_message(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await speaking_on_the_board(slow, clock)
    slow.platform.made.clear()
    for word in ("nomus", "paso", "paso"):
        table = await say(slow.manager, table, speaker(table), word)
        await clock.goes_on(30)
    for who in PEOPLE:
        assert slow.platform.requests_to(who.id) == []
        (hand,) = slow.platform.posts(who.id)
        assert "Juegas con los botones de la mesa." in hand.text
        assert not any("Paso" in button.label for row in hand.keyboard() for button in row)
    for word in ("ordago", "quiero"):
        table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(20)
    for who in PEOPLE:
        (edit,) = slow.platform.requests_to(who.id)
        assert edit.what == "edit", "the new cards take the place of the old ones"
        (hand,) = slow.platform.posts(who.id)
        assert "mano 2" in hand.title


async def test_new_cards_come_at_once_to_who_speaks_on_the_board(slow: Scene, clock: Patience) -> None:
    table, _ = await speaking_on_the_board(slow, clock)
    for _ in PEOPLE:
        table = await say(slow.manager, table, speaker(table), "mus")
    for _ in PEOPLE:
        table = await say(slow.manager, table, speaker(table), "pick.1")
        table = await say(slow.manager, table, speaker(table), "throw")
    await clock.goes_on(3)
    cards = {who.id: _cards_shown(slow, who) for who in PEOPLE}
    slow.platform.made.clear()
    await clock.goes_on(20)
    assert cards == {who.id: _cards_shown(slow, who) for who in PEOPLE}
    assert all(slow.platform.requests_to(who.id) == [] for who in PEOPLE)


async def opens_window(scene: Scene, table: Table, who: Person) -> str:
    """Somebody's press is answered with their hand, for them alone; returns its message."""
    scene.platform.windows.add(who.id)
    message = await scene.platform.send(window_in(CHAT, who.id), Post("", "their hand"))
    scene.courier.answering.record_window(who.id, table.id, message, None)
    return message


async def test_a_window_of_a_person_without_a_seat_is_not_kept(slow: Scene, clock: Patience) -> None:
    table, _ = await board(slow, clock)
    record, eva = slow.courier.answering.record_window, Person(PersonId(ChatId("test:eva")), "Eva", "es")
    for who, name in ((eva, table.id), (ANE, TableId("Z9-nobody"))):
        record(who.id, name, MessageId("7"), None)
    assert [projection.windows() for projection in slow.courier.projections] == [[]]


async def test_a_window_ends_for_its_own_person_alone(slow: Scene, clock: Patience) -> None:
    table, _ = await board(slow, clock)
    message, answering = await opens_window(slow, table, ANE), slow.courier.answering
    left = list[int]()
    for who in (BENAT, ANE):
        answering.end_window(who.id, MessageId(message))
        left.append(sum(len(projection.windows()) for projection in slow.courier.projections))
    assert left == [1, 0]


async def test_a_hand_that_stands_at_the_table_is_told_of_in_private_once_and_comes_back(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await board(slow, clock)
    who = PEOPLE[1]
    await opens_window(slow, table, who)
    for word in ("nomus", "ordago", "quiero", "nomus", "paso"):
        await clock.goes_on(20)
        table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(20)
    (told,) = slow.platform.posts(who.id)
    assert "Tienes tus cartas en la mesa" in told.text
    assert not any(button.data for row in told.keyboard() for button in row)
    assert len([made for made in slow.platform.requests_to(who.id) if "Tienes" in text_of(made)]) == 1
    slow.courier.answering.close_windows(who.id)
    await clock.goes_on(20)
    (hand,) = slow.platform.posts(who.id)
    assert "mano 2" in hand.title
    assert hand.keyboard()


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        (((None, "nomus"), (None, "ordago"), (None, "quiero")), "¡Partida para"),
        (((0, "end"), (2, "end"), (3, "end")), "Así quedó"),
        (((1, "leave"),), "Ya no juegas"),
    ],
)
@pytest.mark.parametrize("speaks", [False, True])
@pytest.mark.parametrize("stands", [False, True])
async def test_who_plays_at_the_table_is_told_in_private_how_it_ended_for_them(
    slow: Scene,
    clock: Patience,
    acts: tuple[tuple[int | None, str], ...],
    told: str,
    speaks: bool,
    stands: bool,
) -> None:
    table, _ = await _shown(slow, clock, await opened(slow.manager, juegos=1))
    who = PEOPLE[1]
    slow.courier.answering.set_plays_on_board(who.id, table.id, plays=speaks)
    if stands:
        await opens_window(slow, table, who)
    await clock.goes_on(20)
    for seat, act in acts:
        asked = speaker(table) if seat is None else PEOPLE[seat]
        table = await say(slow.manager, table, asked, act)
    await clock.goes_on(20)
    (post,) = slow.platform.posts(who.id)
    assert told in post.text
    assert slow.platform.posts(window_in(CHAT, who.id)) == []


@pytest.mark.parametrize(("hands", "held_s"), [(0, 0), (3, 0), (3, 40)])
async def test_who_rests_without_stones_is_not_told_that_their_cards_are_at_the_table(
    slow: Scene, clock: Patience, hands: int, held_s: int
) -> None:
    table, _ = await _shown(slow, clock, await opened(slow.manager, "tres-mus"))
    for who in PEOPLE:
        await opens_window(slow, table, who)
    await clock.goes_on(20)
    ordago = ("ordago", "quiero", "noquiero", "noquiero", "conforme")
    for word in (*("pick.1", "throw") * 4, *ordago, *["paso"] * 8):
        table = await say(slow.manager, table, speaker(table), word)
    (rests,) = (PEOPLE[seat] for seat in range(4) if not table.has_cards(seat))
    slow.courier.outboxes[rests.id].pause(rests.id, held_s)
    while table.hand < 2 + hands:  # faster than chats are told
        for word in ("pick.1", "throw") if isinstance(mesa_of(table).phase, Descarte) else ("paso",):
            table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(60)
    shown = [post.title for post in slow.platform.posts(rests.id)]
    assert shown == ([] if hands else [f"Mesa {table.short} · mano 1"]), "its count, or nothing so late"


async def test_after_a_restart_the_message_of_a_hand_that_went_on_is_known_once(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await speaking_on_the_board(slow, clock)
    for word in ("nomus", "ordago", "quiero"):
        table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(20)
    posted = slow.courier.projections[table.id].records
    (place,) = [place for place in posted if place[0] == ANE.id]
    again = Projection(None)
    again.load([replace(posted[place], slot=place.part._replace(hand=1).name), posted[place]])
    assert list(again.records) == [place]


def _cards_shown(scene: Scene, who: Person) -> str:
    return scene.platform.posts(who.id)[-1].text.splitlines()[0]


async def test_who_turns_to_their_private_chat_has_there_what_is_asked_now(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await speaking_on_the_board(slow, clock)
    who = speaker(table)
    await say(slow.manager, table, who, "nomus")
    slow.courier.answering.set_plays_on_board(who.id, table.id, plays=False)
    await clock.goes_on(3)
    assert "GRANDE" in slow.platform.posts(who.id)[-1].text


async def test_the_board_sends_nobody_for_cards_that_appear_by_themselves(
    slow: Scene, clock: Patience
) -> None:
    who = PEOPLE[1]
    slow.platform.closed.add(who.id)
    slow.platform.windows.add(who.id)
    slow.courier.outboxes[CHAT].pause(window_in(CHAT, who.id), 10)
    await opened(slow.manager)
    await clock.goes_on(30)
    (hand,) = slow.platform.posts(window_in(CHAT, who.id))
    assert "tus cartas" in hand.title
    assert all("«Mis cartas»" not in text_of(made) for made in slow.platform.requests_to(CHAT))


async def test_the_board_names_whose_cards_no_longer_appear_by_themselves(
    slow: Scene, clock: Patience
) -> None:
    who = PEOPLE[1]
    slow.platform.closed.add(who.id)
    slow.platform.windows.add(who.id)
    table = await opened(slow.manager)
    await clock.goes_on(20)
    slow.platform.windows.clear()
    await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(20)
    assert "tus cartas, con el botón «Mis cartas»" in text_of(slow.platform.requests_to(CHAT)[-1])


async def test_R94_who_plays_on_the_board_reads_in_private_that_an_ai_spoke(
    slow: Scene, clock: Patience
) -> None:
    table, _ = await _shown(slow, clock, await opened(slow.manager))
    who = speaker(table)
    slow.courier.answering.set_plays_on_board(who.id, table.id, plays=True)
    await clock.goes_on(20)
    slow.manager.clocks._timers.advance(100)  # type: ignore[attr-defined]
    await slow.manager.wait_for_background()
    await clock.goes_on(20)
    (hand,) = slow.platform.posts(who.id)
    assert "Se te ha pasado el turno" in hand.text
    assert "Juegas con los botones de la mesa" in hand.text
