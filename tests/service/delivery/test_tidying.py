"""Changes of messages in a chat that cannot be reached: they are made once it can, and never elsewhere."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from musbot.narrator.post import Button, Post
from musbot.port.messenger import MovedTo, Unreachable
from musbot.service.delivery.availability import MOST_REFUSALS, PROBE_S
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import DeleteSlot, MessageSlot, PostSlot, StripSlot, awaited_at
from musbot.table.events import ChatId, MessageId, Person
from musbot.table.table import Table
from musbot.testing import FakeMessenger
from tests.support.patience import Patience
from tests.support.scenes import Scene, text_of
from tests.support.tables import ANE, CHAT, PEOPLE, now, opened, say, say_something, speaker

SUPERGROUP = ChatId("test:supergrupo")
ASKS, ENDED = Post("", "¿vienes?", ((Button("Sí", "yes"),),)), Post("", "Ya ha empezado.")
HOUR_S = 3600


@pytest.fixture(params=["delete", "strip", "edit"])
def kind(request: pytest.FixtureRequest) -> str:
    """Each change of a message that stands."""
    return str(request.param)


def change(kind: str, message: MessageId, text: str = ENDED.text) -> MessageSlot:
    match kind:
        case "delete":
            return DeleteSlot(message)
        case "strip":
            return StripSlot(message)
        case _:
            return PostSlot(Post("", text, replaces_message=message))


def put(scene: Scene, slot: MessageSlot, rank: Rank = Rank.REST) -> None:
    scene.courier.outboxes.put(CHAT, slot, SendPriority(rank))


def asks(scene: Scene, message: MessageId, chat: ChatId = CHAT) -> bool:
    """Returns whether a message still has buttons."""
    post = scene.platform.standing[chat].get(message)
    return post is not None and any(post.keyboard())


# ---- a closed chat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["it closes the chat", "it waits behind", "the chat is closed"])
async def test_a_message_that_should_have_lost_its_buttons_in_a_closed_chat_loses_them_when_it_opens(
    slow: Scene, clock: Patience, kind: str, when: str
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    slow.platform.closed.add(CHAT)
    if when == "the chat is closed":
        slow.courier.availability.close_chat(CHAT)
    if when == "it waits behind":
        await say(slow.manager, table, speaker(table), "nomus")
    put(slow, change(kind, message), Rank.LATER)
    await clock.goes_on(30)
    assert asks(slow, message)
    slow.platform.closed.clear()
    slow.courier.availability.mark_writable(CHAT)
    await clock.goes_on(60)
    assert not asks(slow, message)


async def test_a_board_that_was_replaced_just_before_a_mute_goes_once_the_mute_has_ended(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(30)
    old = slow.courier.projections.message_of(table)
    assert old is not None
    slow.courier.outboxes[CHAT].block(CHAT, DeleteSlot(old))
    slow.courier.reconciler.repost(table)
    await clock.goes_on(5)
    slow.platform.closed.add(CHAT)
    slow.courier.outboxes[CHAT].unblock(CHAT, DeleteSlot(old))
    await clock.goes_on(5)
    assert old in slow.platform.standing[CHAT]
    slow.platform.closed.clear()
    await clock.goes_on(120)
    assert old not in slow.platform.standing[CHAT]


async def test_of_two_changes_of_a_message_in_a_closed_chat_the_later_one_is_made(
    slow: Scene, clock: Patience
) -> None:
    await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    slow.courier.availability.close_chat(CHAT)
    for text in ("page 1", "page 2"):
        put(slow, change("edit", message, text))
    slow.courier.availability.probe_after_act(CHAT)
    await clock.goes_on(30)
    edits = [text_of(it) for it in slow.platform.requests_to(CHAT, "edit")]
    assert edits == ["page 2"]


async def test_a_change_that_waited_for_a_closed_chat_undoes_none_that_was_made_during_the_probe(
    slow: Scene, clock: Patience
) -> None:
    await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    slow.courier.availability.close_chat(CHAT)
    put(slow, change("edit", message, "page 1"))
    slow.courier.availability.probe_after_act(CHAT)
    put(slow, change("edit", message, "page 2"), Rank.POST)
    await clock.goes_on(30)
    assert slow.platform.standing[CHAT][message].text == "page 2"


# ---- a chat that takes all but this ----------------------------------------------------------------------


async def test_a_change_that_is_refused_for_its_own_sake_is_tried_for_an_hour_and_keeps_no_chat_closed(
    slow: Scene,
    clock: Patience,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    tried: list[float] = []
    for name in ("delete", "strip", "edit"):
        monkeypatch.setattr(slow.platform, name, refusing(slow.platform, name, message, tried))
    put(slow, change(kind, message))
    await clock.goes_on(130)
    assert not slow.courier.availability.is_closed(CHAT)
    await clock.goes_on(24 * HOUR_S)
    assert len(tried) == MOST_REFUSALS + 1
    assert min(later - earlier for earlier, later in pairwise(tried)) >= PROBE_S
    assert HOUR_S < tried[-1] - tried[0] < 2 * HOUR_S
    closed = [it for it in caplog.messages if "cannot be written to" in it]
    assert len(closed) == (kind != "delete"), "a deletion says nothing about what may be sent"


def refusing(platform: FakeMessenger, name: str, message: str, tried: list[float]) -> object:
    """A method of a messenger that refuses one message, and notes when."""
    does = getattr(platform, name)

    async def request(chat: str, named: str, *more: Post) -> None:
        if named == message:
            tried.append(platform.clock.now)
            raise Unreachable("not enough rights")
        await does(chat, named, *more)

    return request


# ---- a chat with a new id --------------------------------------------------------------------------------


async def test_a_change_of_a_message_touches_none_of_the_same_id_in_the_supergroup(
    slow: Scene, clock: Patience, kind: str
) -> None:
    await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    slow.platform.standing[SUPERGROUP] = {message: Post("", "of somebody else")}
    slow.platform.failing[CHAT] = [MovedTo(SUPERGROUP)] * 99
    for slot in (change(kind, message), change(kind, MessageId(f"{message}0"))):
        put(slow, slot)
    await clock.goes_on(60)
    assert slow.platform.standing[SUPERGROUP][message].text == "of somebody else"
    assert len(slow.platform.failing[CHAT]) == 98, "nothing else goes to its former id"


async def test_what_waits_in_a_closed_group_is_dropped_when_it_becomes_a_supergroup(
    slow: Scene, clock: Patience, kind: str
) -> None:
    await opened(slow.manager)
    await clock.goes_on(30)
    message = await slow.platform.send(CHAT, ASKS)
    slow.courier.availability.close_chat(CHAT)
    put(slow, change(kind, message))
    before = len(slow.platform.requests_to(CHAT))
    await slow.manager.move(CHAT, SUPERGROUP)
    slow.courier.availability.open_moved(CHAT)
    await clock.goes_on(60)
    assert len(slow.platform.requests_to(CHAT)) == before
    assert slow.platform.requests_to(SUPERGROUP)


# ---- a closed private chat -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["three hands later", "the end of the table"])
async def test_a_hand_that_asks_in_a_closed_private_chat_asks_no_more_when_it_opens_later(
    slow: Scene, clock: Patience, how: str
) -> None:
    table = await opened(slow.manager, people=(ANE,))
    while table.seat_of(ANE.id) not in awaited_at(table):
        await clock.goes_on(1)
        await slow.manager.wait_for_background()
        table = await now(slow.manager, table)
    await clock.goes_on(10)
    place = PartPlace(ANE.id, Part(PartView.HAND, table.hand, table.seat_of(ANE.id)))
    record = slow.courier.projections[table.id].part_at(place).record
    assert record is not None
    assert asks(slow, record.message, ANE.id)
    slow.platform.closed.add(ANE.id)
    slow.courier.availability.close_chat(ANE.id)
    if how == "the end of the table":
        await say(slow.manager, table, ANE, "leave")
    else:
        rng = random.Random(1)
        while place in slow.courier.projections[table.id].places:
            if table.seat_of(ANE.id) in awaited_at(table):
                await say_something(slow.manager, table, ANE, rng)
            await clock.goes_on(1)
            await slow.manager.wait_for_background()
            table = await now(slow.manager, table)
            assert not table.over
    await clock.goes_on(10)
    slow.platform.closed.clear()
    slow.courier.availability.mark_writable(ANE.id)
    await clock.goes_on(60)
    assert not asks(slow, record.message, ANE.id)


# ---- a post that another takes the place of ----------------------------------------------------------------


async def helped(slow: Scene, clock: Patience) -> tuple[Table, Person]:
    """A table, and the player after the asked one, who has queued help about the question."""
    table = await opened(slow.manager)
    await clock.goes_on(30)
    reader = PEOPLE[(PEOPLE.index(speaker(table)) + 1) % len(PEOPLE)]
    slow.courier.posts.post(reader.id, Post("", "help"), about=table.id)
    return table, reader


async def test_a_list_that_takes_the_place_of_help_whose_deletion_waits_stays(
    slow: Scene, clock: Patience
) -> None:
    table, reader = await helped(slow, clock)
    await clock.goes_on(5)
    (message,) = [it.message for it in slow.platform.requests_to(reader.id, "send") if text_of(it) == "help"]
    slow.courier.outboxes[reader.id].block(reader.id, DeleteSlot(message))
    await say(slow.manager, table, speaker(table), "mus")
    slow.courier.posts.post(reader.id, Post("", "commands", replaces_message=message))
    slow.courier.outboxes[reader.id].unblock(reader.id, DeleteSlot(message))
    await clock.goes_on(30)
    assert slow.platform.standing[reader.id][message].text == "commands"


async def test_a_list_that_takes_the_place_of_help_lasts_its_own_time(slow: Scene, clock: Patience) -> None:
    slow.courier.posts.post(CHAT, Post("", "help"), lasts_s=60)
    await clock.goes_on(50)
    (message,) = slow.platform.standing[CHAT]
    slow.courier.posts.post(CHAT, Post("", "commands", replaces_message=message), lasts_s=60)
    await clock.goes_on(50)
    assert slow.platform.standing[CHAT][message].text == "commands"
    await clock.goes_on(15)
    assert message not in slow.platform.standing[CHAT]


async def test_help_that_tells_its_reader_to_wait_goes_right_after_the_hand_that_asks_them(
    slow: Scene, clock: Patience
) -> None:
    table, reader = await helped(slow, clock)
    await clock.goes_on(30)
    for n in range(3):
        slow.courier.posts.post(reader.id, Post("", f"more {n}"))
    before = len(slow.platform.requests_to(reader.id))
    await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(30)
    made = [it.what for it in slow.platform.requests_to(reader.id)[before:]]
    assert made.index("delete") <= made.index("edit") + 1
