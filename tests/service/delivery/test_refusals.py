"""Posts that a platform refuses for reasons that are in no list: effects in each kind of chat, and costs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from itertools import count, pairwise, product
from typing import NamedTuple

import pytest

from musbot.game.engine import awaited_seats
from musbot.game.errors import Illegal
from musbot.narrator.post import Button, Post
from musbot.port.messenger import Limit, MessengerError, Rejected, Unreachable
from musbot.service.delivery.forms import PLAIN_S, PostForm
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import read_payload
from musbot.table.events import AnyEvent, ChatId, Missed, Person
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.patience import Patience
from tests.support.refusing import LoggedRequest, RefusingMessenger, Rule
from tests.support.scenes import LIMITS, PRIVATE, Scene, playing
from tests.support.tables import ANE, CHAT, PEOPLE, mesa_of, now, opened, say, speaker

HOUR_S, STEP_S = 3600, 10


class Kind(NamedTuple):
    """A kind of chat."""

    chat: ChatId
    """The chat that refuses."""
    people: tuple[Person, ...]
    """The players of the table."""
    table_in: ChatId
    """The chat of the table."""


GROUP = Kind(CHAT, PEOPLE, CHAT)
HAND = Kind(ANE.id, PEOPLE, CHAT)
ALONE = Kind(ANE.id, (ANE,), ANE.id)
KINDS = {"group": GROUP, "hand in a private chat": HAND, "table in a private chat": ALONE}


@pytest.fixture
async def refusing(store: SqliteStore, timers: Clock) -> AsyncIterator[Scene]:
    """A scene on a platform that refuses by a rule."""
    async with playing(store, refusing_messenger(timers)) as scene:
        yield scene


def refusing_messenger(clock: Clock) -> RefusingMessenger:
    platform = RefusingMessenger(clock, limit=lambda chat: LIMITS.get(chat, PRIVATE))
    platform.asked = []
    return platform


def rules_of(scene: Scene) -> RefusingMessenger:
    assert isinstance(scene.platform, RefusingMessenger)
    return scene.platform


def is_decorated(post: Post) -> bool:
    return PostForm.BARE.shape(post) != post


def is_plain(post: Post) -> bool:
    return PostForm.PLAIN.shape(post) == post


REFUSES: dict[str, Callable[[LoggedRequest, Post, int], bool]] = {
    "403": lambda _, __, ___: True,
    "unknown words": lambda _, __, ___: True,
    "pictures": lambda _, post, __: not is_plain(post),
    "decorations": lambda _, post, __: is_decorated(post),
    "buttons": lambda _, post, __: bool(post.rows),
    "edits": lambda asked, _, __: asked.what == "edit",
    "every second plain text": lambda _, post, plain: not is_plain(post) or plain % 2 == 0,
}
"""Whether a chat refuses a request for a post; `plain` counts its plain texts so far."""


def refuse_to(chat: ChatId, name: str) -> Rule:
    """Returns the rule by which a chat refuses posts."""
    plain = count(1)

    def rule(asked: LoggedRequest) -> MessengerError | None:
        post = asked.post
        if asked.chat != chat or post is None:
            return None
        number = next(plain) if is_plain(post) else 0
        error = Unreachable("bot was kicked") if name == "403" else Rejected("CHAT_RESTRICTED")
        return error if REFUSES[name](asked, post, number) else None

    return rule


async def passes(scene: Scene, timers: Clock, seconds: int) -> None:
    """Advances the clock, and waits for deliveries after each step."""
    for _ in range(seconds // STEP_S):
        timers.advance(STEP_S)
        await scene.manager.wait_for_background()
        await scene.courier.outboxes.wait_until_idle()


async def open_table(scene: Scene, kind: Kind) -> Table:
    """A table whose partida has begun, shown in full."""
    table = await opened(scene.manager, people=kind.people, chat=kind.table_in)
    await scene.courier.outboxes.wait_until_idle()
    rules_of(scene).asked.clear()
    return await now(scene.manager, table)


async def shown_again(scene: Scene, table: Table, chat: ChatId) -> None:
    """Brings everything that a chat shows up to date, as after an edit of unknown outcome."""
    display = scene.courier.projections[table.id]
    for place in [place for place in display.records if place.chat == chat]:
        display.mark_unverified(place)
    display.invalidate(chat)
    scene.courier.reconciler.reconcile(table)
    await scene.courier.outboxes.wait_until_idle()


# ---- the table -------------------------------------------------------------------------------------------


class Expected(NamedTuple):
    """The state of a chat that refuses posts for an hour after one change."""

    closed: bool
    """Whether the chat is closed."""
    form: PostForm | None
    """The form of the posts that pass; None if none passes."""
    requests: int
    """The most requests in that hour."""


CLOSED_AT_ONCE, CLOSED = Expected(True, None, 12), Expected(True, None, 24)
TABLE: dict[tuple[str, str], Expected] = {
    ("403", "group"): CLOSED_AT_ONCE,
    ("403", "hand in a private chat"): Expected(True, None, 1),
    ("403", "table in a private chat"): Expected(True, None, 1),
    ("unknown words", "group"): CLOSED,
    ("unknown words", "hand in a private chat"): Expected(True, None, 4),
    ("unknown words", "table in a private chat"): Expected(True, None, 4),
    ("pictures", "group"): Expected(False, PostForm.PLAIN, 20),
    ("pictures", "hand in a private chat"): Expected(False, PostForm.PLAIN, 20),
    ("pictures", "table in a private chat"): Expected(False, PostForm.PLAIN, 20),
    ("decorations", "group"): Expected(False, PostForm.BARE, 20),
    ("decorations", "hand in a private chat"): Expected(False, PostForm.BARE, 20),
    ("decorations", "table in a private chat"): Expected(False, PostForm.BARE, 20),
    ("buttons", "group"): CLOSED,
    ("buttons", "hand in a private chat"): Expected(True, None, 4),
    ("buttons", "table in a private chat"): Expected(True, None, 4),
    ("every second plain text", "group"): Expected(False, PostForm.PLAIN, 60),
    ("every second plain text", "hand in a private chat"): Expected(False, PostForm.PLAIN, 60),
    ("every second plain text", "table in a private chat"): Expected(False, PostForm.PLAIN, 60),
}


@pytest.mark.parametrize(("refusal", "kind"), TABLE)
async def test_no_chat_is_hammered_and_none_is_played_unseen(
    refusing: Scene, timers: Clock, refusal: str, kind: str
) -> None:
    expected, where, platform = TABLE[refusal, kind], KINDS[kind], rules_of(refusing)
    table = await open_table(refusing, where)
    platform.asked_of(where.chat)
    platform.rule = refuse_to(where.chat, refusal)
    await shown_again(refusing, table, where.chat)
    assert refusing.courier.availability.is_closed(where.chat) is expected.closed
    shown = [it for it in platform.asked if it.chat == where.chat and not it.refused and it.post is not None]
    assert bool(shown) is (expected.form is not None)
    if expected.form is not None:
        posts = [it.post for it in shown if it.post is not None]
        assert all(expected.form.shape(post) == post for post in posts)
        assert any(post.rows for post in posts), "it can be played"
    if expected.closed and where.chat == table.chat:
        await passes(refusing, timers, HOUR_S)
        assert await now(refusing.manager, table) == table, "no turn is missed"
        assert len(platform.asked_of(where.chat)) <= expected.requests
        platform.rule = refuse_to(where.chat, "edits")
        if where is GROUP:
            await passes(refusing, timers, HOUR_S + 60)
        else:
            refusing.courier.availability.mark_writable(where.chat)
            await refusing.courier.outboxes.wait_until_idle()
        assert not refusing.courier.availability.is_closed(where.chat), "its cause has gone"
    else:
        assert len(platform.asked_of(where.chat)) <= expected.requests


class Hour(NamedTuple):
    """An hour at a table, for a chat that is difficult all the time."""

    refusal: str
    kind: str
    closed: bool | None
    """Whether the chat ends closed."""
    answered: bool
    """Whether the acts of players count."""
    missed: range
    """The turns that are missed; the clocks of a table in a private chat wait for its person."""
    requests: int
    """The most requests to the chat."""
    told: str
    """What stands in the table's chat."""


QUIET_STEPS = 10
"""Of 24 steps so many pass without an act, long enough for a turn to be missed."""
ASKED, OLD, BUTTON = "Habla", "¿MUS?", "con el botón «Mis cartas»"
SOME, FIRST, NONE = range(2, 60), range(2), range(1)
HOURS = (
    Hour("edits", "group", False, True, SOME, 740, ASKED),
    Hour("edits", "hand in a private chat", False, True, SOME, 740, ASKED),
    Hour("edits", "table in a private chat", False, True, NONE, 300, "Te toca"),
    Hour("every second plain text", "group", False, True, SOME, 740, ASKED),
    Hour("every second plain text", "hand in a private chat", None, True, SOME, 740, ASKED),
    Hour("every second plain text", "table in a private chat", False, True, NONE, 300, "Te toca"),
    Hour("buttons", "group", True, False, FIRST, 700, OLD),
    Hour("buttons", "hand in a private chat", True, True, SOME, 4, BUTTON),
    Hour("buttons", "table in a private chat", True, False, NONE, 4, OLD),
)


async def play_on(scene: Scene, table: Table) -> bool:
    """Lets one of the people who are asked pass; returns whether it counted."""
    seats = (table.seats[seat] for seat in awaited_seats(mesa_of(table)))
    people = [who.person for who in seats if who is not None and who.person is not None]
    for person, act in product([it for it in PEOPLE if it.id in people], ("nomus", "paso", "noquiero")):
        with suppress(Illegal, Refused):
            await say(scene.manager, table, person, act)
            return True
    return False


@pytest.mark.parametrize("hour", HOURS, ids=lambda it: f"{it.refusal}, {it.kind}")
async def test_in_an_hour_of_play_no_turn_is_missed_that_nobody_could_see(
    refusing: Scene, timers: Clock, hour: Hour
) -> None:
    where, platform = KINDS[hour.kind], rules_of(refusing)
    table = await open_table(refusing, where)
    asked, missed, unseen = {table.id: table.question}, [0], []

    def standing() -> set[int]:
        buttons = (
            it.data for post in platform.posts(where.table_in) for row in post.keyboard() for it in row
        )
        payloads = [read_payload(data) for data in buttons if data.startswith(table.id)]
        return {it.question for it in payloads}

    def watch_turns(after: Table, events: Sequence[AnyEvent]) -> None:
        if any(isinstance(event, Missed) for event in events):
            missed[0] += 1
            if asked[after.id] not in standing():
                unseen.append(asked[after.id])
        asked[after.id] = after.question

    refusing.manager.tables.listeners.append(watch_turns)
    platform.asked_of(where.chat)
    platform.rule = refuse_to(where.chat, hour.refusal)
    counted, shown = 0, ""
    for step in range(HOUR_S // STEP_S):
        await passes(refusing, timers, STEP_S)
        shown += "".join(post.text for post in platform.posts(where.table_in)[-2:])
        table = await now(refusing.manager, table)
        if step % 24 >= QUIET_STEPS:
            counted += await play_on(refusing, table)
    assert unseen == [], "a clock ran for a question that did not stand in the chat"
    assert hour.closed in (None, refusing.courier.availability.is_closed(where.chat))
    assert (counted > 1) is hour.answered
    assert missed[0] in hour.missed
    assert len(platform.asked_of(where.chat)) <= hour.requests
    assert hour.told in shown


# ---- plain text ------------------------------------------------------------------------------------------


async def test_a_board_that_passes_as_plain_text_is_played_on_and_reported_once(
    refusing: Scene, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "decorations")
    for act in ("mus", "nomus"):
        table = await say(refusing.manager, table, speaker(table), act)
        await refusing.courier.outboxes.wait_until_idle()
    errors = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert [it.exc_info is not None for it in errors] == [True]
    assert "passed as plain text" in errors[0].getMessage()
    assert any("GRANDE" in post.text for post in platform.posts(CHAT))


async def test_the_plain_form_that_passed_is_used_for_an_hour_and_then_the_full_one_is_tried(
    refusing: Scene, timers: Clock
) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "decorations")
    table = await say(refusing.manager, table, speaker(table), "mus")
    await refusing.courier.outboxes.wait_until_idle()
    platform.asked_of(CHAT)
    table = await say(refusing.manager, table, speaker(table), "mus")
    await refusing.courier.outboxes.wait_until_idle()
    assert [it.refused for it in platform.asked_of(CHAT)] == [False], "no full form is tried"
    platform.rule = refuse_to(ChatId("elsewhere"), "403")
    timers.now += PLAIN_S
    table = await say(refusing.manager, table, speaker(table), "nomus")
    await refusing.courier.outboxes.wait_until_idle()
    post = platform.posts(CHAT)[-1]
    assert is_decorated(post)


async def test_a_single_post_that_is_refused_goes_as_plain_text_and_leaves_boards_as_they_are(
    refusing: Scene, timers: Clock
) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = lambda asked: Rejected("BAD") if asked.post and asked.post.title == "Acta" else None
    refusing.courier.posts.post(CHAT, Post("Acta", "de ayer", ((Button("Otra", "x"),),)))
    await refusing.courier.outboxes.wait_until_idle()
    assert "Acta\nde ayer" in [it.text for it in platform.posts(CHAT)]
    table = await say(refusing.manager, table, speaker(table), "mus")
    await refusing.courier.outboxes.wait_until_idle()
    assert is_decorated(platform.asked_of(CHAT)[-1].post or Post("", ""))


async def test_a_refused_probe_opens_nothing(
    refusing: Scene, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "unknown words")
    await say(refusing.manager, table, speaker(table), "mus")
    await refusing.courier.outboxes.wait_until_idle()
    refusing.courier.availability.probe_after_act(CHAT)
    await refusing.courier.outboxes.wait_until_idle()
    assert refusing.courier.availability.is_closed(CHAT)
    assert "can be written to again" not in caplog.text


async def test_a_press_in_a_closed_chat_is_answered_before_the_plainer_forms_are_tried(
    store: SqliteStore, clock: Patience
) -> None:
    platform = RefusingMessenger(clock, limit=lambda _: Limit(1, 4))
    platform.asked = []
    async with playing(store, platform) as scene:
        table = await opened(scene.manager)
        await clock.goes_on(60)
        platform.asked.clear()
        platform.rule = lambda asked: Rejected("BAD") if asked.chat == CHAT and asked.post else None
        scene.courier.availability.close_chat(CHAT)
        pressing = [asyncio.create_task(say(scene.manager, table, speaker(table), "mus")) for _ in range(2)]
        await clock.waits()
        for press in pressing:
            with pytest.raises(Refused, match="chat-closed"):
                await press
        assert len(platform.asked_of(CHAT)) == 1, "the plainer form waits for its turn in the chat"
        platform.rule = refuse_to(CHAT, "decorations")
        await clock.goes_on(60)
        assert not scene.courier.availability.is_closed(CHAT), "the probe went on as plain text"


async def test_an_edit_that_is_refused_in_every_form_becomes_a_new_board(
    refusing: Scene, timers: Clock
) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "edits")
    await say(refusing.manager, table, speaker(table), "nomus")
    await refusing.courier.outboxes.wait_until_idle()
    assert not refusing.courier.availability.is_closed(CHAT)
    asking = [it for _, it in platform.buttons(CHAT) if it.data.endswith(":paso")]
    assert len(asking) == 1, "the old board has lost its buttons"


# ---- probes that nobody asks for -------------------------------------------------------------------------


async def test_a_closed_group_is_probed_after_1_2_4_minutes_and_then_every_hour(
    refusing: Scene, timers: Clock
) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "403")
    await say(refusing.manager, table, speaker(table), "mus")
    await refusing.courier.outboxes.wait_until_idle()
    closed = platform.asked_of(CHAT)[0]
    await passes(refusing, timers, 4 * HOUR_S)
    probes = platform.asked_of(CHAT)
    assert {it.what for it in probes} == {"send"}, "an edit proves nothing"
    assert all(it.post is not None and it.post.silent for it in probes)
    minutes = [round((it.at - closed.at) / 60) for it in probes]
    assert minutes == [1, 3, 7, 15, 31, 63, 123, 183, 243][: len(minutes)]
    assert len(minutes) >= 8


async def test_a_timed_mute_ends_when_it_lapses_though_nobody_says_so(refusing: Scene, timers: Clock) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    until = timers.now + 600
    platform.rule = lambda asked: Unreachable("no rights") if timers.now < until else None
    refusing.courier.availability.record_missing(CHAT, ["permission-send-messages"], until)
    await passes(refusing, timers, 590)
    assert platform.asked_of(CHAT) == [], "it is known when it ends"
    await passes(refusing, timers, 20)
    assert not refusing.courier.availability.is_closed(CHAT)
    table = await say(refusing.manager, table, speaker(table), "mus")


async def test_all_closed_chats_together_are_probed_once_a_second(refusing: Scene, timers: Clock) -> None:
    platform = rules_of(refusing)
    chats = [ChatId(f"test:grupo{number}") for number in range(8)]
    for chat in chats:
        await opened(refusing.manager, chat=chat)
    await refusing.courier.outboxes.wait_until_idle()
    platform.asked.clear()
    platform.rule = lambda asked: Unreachable("no") if asked.chat in chats else None
    for chat in chats:
        refusing.courier.availability.close_chat(chat)
    for _ in range(75):
        timers.advance(1)
        await refusing.manager.wait_for_background()
        await refusing.courier.outboxes.wait_until_idle()
    at = sorted(it.at for it in platform.asked if it.chat in chats)
    assert len(at) == len(chats)
    assert all(later - earlier >= 0.99 for earlier, later in pairwise(at))


async def test_a_chat_is_probed_until_its_table_closes(refusing: Scene, timers: Clock) -> None:
    platform, table = rules_of(refusing), await open_table(refusing, GROUP)
    platform.rule = refuse_to(CHAT, "403")
    refusing.courier.availability.close_chat(CHAT)
    for person in PEOPLE:
        await refusing.manager.forget(person)
    platform.asked_of(CHAT)
    assert (await now(refusing.manager, table)).over
    await passes(refusing, timers, HOUR_S)
    assert platform.asked_of(CHAT) == []
