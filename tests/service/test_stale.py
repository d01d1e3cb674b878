"""What is late, repeated or in the wrong place is refused or left out; each test fails without its guard."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from adapters.console.ground import has_screen
from adapters.discord.platform import DiscordSettings
from musbot.config import read_settings
from musbot.game.errors import MusError
from musbot.narrator import Narrator
from musbot.narrator.narrator import NO_LINKS
from musbot.narrator.post import Post
from musbot.port.command import TypedText
from musbot.port.replies import ActOutcome
from musbot.service.chat.chats import Chats
from musbot.service.chat.pauses import Pauses
from musbot.service.chat.typed_words import TypedWords
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Services
from musbot.service.dates.book import DateBook
from musbot.service.dates.date import DateEnd, DateEnded
from musbot.service.delivery import rendering
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.review.review import AnalysisRequest
from musbot.service.tables.counters import outcome_of
from musbot.service.tables.repository import NotSaved
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused
from musbot.table.acts import Call, OpenPage, Payload
from musbot.table.events import ChatId, Person, TableId, read_person_id
from musbot.table.pages import Page
from musbot.table.seats import take_seat
from musbot.testing import playing
from tests.support.partidas import HERE, began, said
from tests.support.scenes import Scene, a_door, text_of
from tests.support.tables import ANE, BENAT, CHAT, opened, say, speaker


@pytest.fixture
def services(scene: Scene) -> Services:
    """The services of a scene."""
    return Services(scene.manager, scene.courier, Narrators(Narrator, "es"))


# ---- acts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (NotSaved("full"), ActOutcome.NOT_SAVED),
        (StoreError("gone"), ActOutcome.NOT_SAVED),
        (Refused("refused-repeated"), ActOutcome.REPEATED),
        (Refused("refused-over"), ActOutcome.REFUSED),
        (MusError("no"), ActOutcome.REFUSED),
    ],
)
def test_an_act_that_failed_is_counted_by_what_its_person_can_do_next(
    error: MusError, outcome: ActOutcome
) -> None:
    assert outcome_of(error) is outcome


async def test_nobody_takes_a_seat_at_somebody_s_private_table(scene: Scene) -> None:
    table = await opened(scene.manager, people=(ANE,), chat=ANE.id)
    with pytest.raises(Refused, match="refused-no-seat"):
        take_seat(table, BENAT, 1)


async def test_a_lobby_does_not_move_to_a_thread_once_it_has_begun_or_is_over() -> None:
    async with playing() as it:
        people = await began(it)
        (table,) = it.tables(HERE)
        reply = await it.press_data(people[0], f"{table.id}:1:thread", HERE)
        assert "ya ha empezado" in reply.text


async def test_a_word_that_could_not_be_saved_is_told_in_the_language_of_a_private_chat(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    kim = Person(read_person_id("test:kim"), "Kim", "en")
    table = await opened(scene.manager, people=(kim,), chat=kim.id)
    assert table.language == "es"

    async def is_full(*_: object, **__: object) -> None:
        raise NotSaved("full")

    monkeypatch.setattr(TypedWords, "_say_word", is_full)
    door = a_door(scene.manager, scene.courier)
    assert not await door.presses.apply_text(TypedText("mus", kim, kim.id, key="1"))
    await scene.courier.outboxes.wait_until_idle()
    told = [text_of(made) for made in scene.platform.requests_to(kim.id, "send")]
    assert Narrator("en").refusal(NotSaved("full")) in told


async def test_play_moves_to_a_thread_only_from_the_lobby_s_own_chat() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus", HERE)
        (table,) = it.tables(HERE)
        reply = await it.press_data(ane, f"{table.id}:0:thread", ChatId("fake:other"))
        assert reply.text.startswith("Ese botón es de antes")
        assert it.tables(HERE) == [table]


async def test_a_form_of_a_bet_opens_for_who_sits_there_and_is_asked_now(scene: Scene) -> None:
    table = await opened(scene.manager)
    table = await say(scene.manager, table, speaker(table), "nomus")
    door, asked = a_door(scene.manager, scene.courier), speaker(table)
    data, late = (str(Payload(table.id, number, OpenPage(Page.MORE))) for number in (table.question, 0))
    assert await door.presses.form(asked, data) is not None
    assert await door.presses.form(asked, late) is None
    assert await door.presses.form(Person(read_person_id("test:eva"), "Eva"), data) is None


async def test_a_word_that_no_page_explains_is_refused_by_its_name() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "glosario zzzzqq", HERE)
        await it.settle()
        assert "zzzzqq" in said(it, HERE).text


def test_the_first_page_of_the_course_is_the_one_that_opens_it(services: Services) -> None:
    learning, ane = services.learning, Person(ANE.id, "Ane")
    assert learning.page_for(ane, "") == learning.current_page(ane)


# ---- news that nobody needs any more ---------------------------------------------------------------------


async def test_a_pause_is_not_told_to_people_who_do_not_sit_at_its_table(
    scene: Scene, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager, people=(ANE,))
    pauses = Pauses(services)
    monkeypatch.setattr(pauses, "_describe", lambda *_: "it waits")
    assert pauses._post(ANE.id, table.id) is not None
    assert pauses._post(BENAT.id, table.id) is None
    assert pauses._post(ANE.id, TableId("Z9-nobody")) is None


async def test_a_player_who_is_slow_no_longer_is_not_called(scene: Scene) -> None:
    table = await opened(scene.manager)
    assert rendering._make_call(table, PartView.NUDGE, Narrator("es"), NO_LINKS, None, (0,)) is None


async def test_an_analysis_that_a_newer_one_replaced_is_not_shown(services: Services) -> None:
    review, table = services.review, TableId("K7-x")
    old, new = AnalysisRequest(ANE.id, table, 1), AnalysisRequest(ANE.id, table, 2)
    review._asking[ANE.id] = new
    assert not review._remove_request(old)
    assert review._asking[ANE.id] is new
    assert review._remove_request(new)
    assert not review._remove_request(new)


async def test_who_chooses_the_same_call_again_is_not_called_again(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.reconciler.set_call(ANE.id, Call.PRIVATE)
    await scene.courier.outboxes.wait_until_idle()
    before = len(scene.platform.requests_to(ANE.id))
    await scene.courier.reconciler.set_call(ANE.id, Call.PRIVATE)
    assert scene.courier.outboxes.queued_slots(ANE.id) == []
    assert len(scene.platform.requests_to(ANE.id)) == before, table.id


async def test_nobody_is_asked_to_say_ready_once_a_lobby_no_longer_waits_for_it(scene: Scene) -> None:
    table = await opened(scene.manager)
    asking, place = replace(table, asking=frozenset({0})), PartPlace(CHAT, Part(PartView.READY))
    assert rendering.render(asking, place, Narrators(Narrator, "es"), NO_LINKS, None) is None


async def test_a_chat_that_waits_for_nothing_has_no_tasks_although_others_have(slow: Scene) -> None:
    outbox = slow.courier.outboxes[CHAT]
    slow.courier.posts.post(CHAT, Post("", "a post"))
    assert outbox.tasks(CHAT)
    assert outbox.tasks(ANE.id) == set()


# ---- dates -----------------------------------------------------------------------------------------------


async def test_an_answer_to_a_date_that_is_unknown_is_refused(services: Services) -> None:
    book: DateBook = services.dates.book
    with pytest.raises(Refused, match="refused-date-over"):
        await book.append("K7-x", DateEnded(DateEnd.CANCELLED))


async def test_a_date_that_is_over_is_neither_opened_nor_told(scene: Scene, services: Services) -> None:
    await services.dates.clock._act("K7-x")
    assert scene.manager.tables.in_memory() == []


# ---- the terminal and Discord ----------------------------------------------------------------------------


def test_a_terminal_of_windows_has_a_screen_whatever_TERM_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_screen("dumb")
    monkeypatch.setattr(sys, "platform", "win32")
    assert has_screen("dumb")


@pytest.mark.parametrize("token", ["a b", "tökén", "a\tb"])
def test_a_token_of_discord_with_other_signs_is_refused_by_name(token: str) -> None:
    with pytest.raises(MusError, match="DISCORD_BOT_TOKEN"):
        read_settings(DiscordSettings, {"DISCORD_BOT_TOKEN": token})


async def test_a_link_leads_to_the_table_that_it_names_not_to_another_of_the_same_person(
    scene: Scene, services: Services
) -> None:

    one, other = await opened(scene.manager), await opened(scene.manager, chat=ChatId("test:otra"))
    chats, ane = Chats(services), Person(ANE.id, "Ane")
    found = [chats._sits_at(ane, it.id) for it in (one, other)]
    assert [it.id for it in found if it is not None] == [one.id, other.id]
