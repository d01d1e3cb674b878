"""Whose words and commands count on Telegram: those that somebody types here and now."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Update

from adapters.telegram.authors import Anonymous, author_of
from musbot.table.events import Person, read_person_id
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_sala import ANE, BENAT, CARMEN, CUADRILLA, DANI, EVA, FELIX, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)
GROUP = {"id": PENA, "type": "supergroup", "title": "Peña"}
USER = {"id": ANE, "is_bot": False, "first_name": "Ane"}
BOT = {"id": 9, "is_bot": True, "first_name": "Otro", "username": "otro_bot"}
CHANNEL = {"id": -1009, "type": "channel", "title": "Noticias"}
EARLIER = {"message_id": 1, "date": 5, "chat": GROUP, "text": "¿qué dices?"}
SENT_BY_USER = {"type": "user", "date": 5, "sender_user": USER}
SENT_BY_CHANNEL = {"type": "channel", "date": 5, "chat": CHANNEL, "message_id": 7}
FILE = {"file_id": "f", "file_unique_id": "u", "duration": 1}


def author(**fields: Any) -> Person | Anonymous | None:
    message = {"message_id": 3, "date": 9, "chat": GROUP, "from": USER, "text": "órdago"} | fields
    update = Update.de_json({"update_id": 1, "message": message}, None)
    assert update.message is not None
    return author_of(update.message)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"reply_to_message": EARLIER},
        {"quote": {"text": "¿qué", "position": 0}, "reply_to_message": EARLIER},
        {"external_reply": {"origin": SENT_BY_CHANNEL}},
        {"message_thread_id": 4, "is_topic_message": True},
        {"sender_tag": "el mejor", "sender_boost_count": 2, "effect_id": "5", "paid_star_count": 1},
        {"entities": [{"type": "bold", "offset": 0, "length": 6}]},
        {"has_protected_content": True},
        {"chat": {"id": -5, "type": "group", "title": "Peña"}},
        {"chat": {"id": ANE, "type": "private", "first_name": "Ane"}},
    ],
)
def test_what_a_person_types_is_theirs(fields: dict[str, Any]) -> None:
    assert author(**fields) == Person(read_person_id(f"telegram:{ANE}"), "Ane")


@pytest.mark.parametrize(
    "fields",
    [
        {"forward_origin": SENT_BY_USER},
        {"forward_origin": {"type": "hidden_user", "date": 5, "sender_user_name": "Ane"}},
        {"forward_origin": SENT_BY_CHANNEL, "sender_chat": CHANNEL, "is_automatic_forward": True},
        {"sender_chat": GROUP, "forward_origin": SENT_BY_USER},
        {"from": BOT},
        {"via_bot": BOT},
        {"is_from_offline": True},
        {"edit_date": 10},
        {"business_connection_id": "b"},
        {"sender_business_bot": BOT},
        {"guest_query_id": "g"},
        {"guest_bot_caller_user": USER},
        {"entities": [{"type": "blockquote", "offset": 0, "length": 6}]},
        {"entities": [{"type": "expandable_blockquote", "offset": 0, "length": 6}]},
        {"voice": FILE, "caption": "órdago"},
        {"story": {"id": 1, "chat": CHANNEL}},
        {"new_chat_title": "órdago"},
        {"chat": CHANNEL, "sender_chat": CHANNEL},
        {"direct_messages_topic": {"topic_id": 1}},
        {"a_field_of_next_year": {"anything": 1}},
    ],
    ids=lambda fields: "-".join(fields),
)
def test_all_else_is_talk(fields: dict[str, Any]) -> None:
    assert author(**fields) is None


def test_a_message_without_a_sender_is_talk() -> None:
    message = {"message_id": 3, "date": 9, "chat": GROUP, "text": "órdago"}
    update = Update.de_json({"update_id": 1, "message": message}, None)
    assert update.message is not None
    assert author_of(update.message) is None


def test_who_writes_in_the_name_of_a_chat_is_anonymous() -> None:
    assert author(sender_chat=GROUP, author_signature="tesorera") is Anonymous.ADMINISTRATOR
    assert author(sender_chat=CHANNEL, **{"from": BOT}) is Anonymous.CHANNEL


def test_an_unknown_field_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    author(sung=True)
    author(sung=True)
    assert [it.getMessage() for it in caplog.records] == [
        "messages with the field sung count as talk: this version does not know it"
    ]


# ---- in a group ------------------------------------------------------------------------------------------


async def test_a_forwarded_word_binds_nobody(sala: Sala, fake: FakeTelegram) -> None:
    fake.privacy = False
    await sala.open(*ALL)
    before, first = sala.table, sala.speaker
    said = fake.say(first, "no hay mus", CUADRILLA)
    forwarded = fake.forward(first, said, CUADRILLA, PENA)
    sala.say(first, "no hay mus", origin={"via_bot": BOT})
    await fake.settle()
    assert sala.table == before
    assert not fake.world.messages[PENA, forwarded].reaction
    sala.say(first, "no hay mus")
    await sala.board_says("GRANDE")


@pytest.mark.parametrize("command", ["/mus vitoria", "/mus@mus_fake_bot", "/start", "/ayuda"])
async def test_a_command_that_nobody_types_there_does_nothing(
    sala: Sala, fake: FakeTelegram, command: str
) -> None:
    fake.privacy = False
    fake.user(900, "Otro", "otro_bot", is_bot=True)
    fake.say(900, command, PENA)
    fake.post_in_channel(-1009, command, PENA)
    fake.forward(EVA, fake.say(EVA, command), EVA, PENA)
    fake.forward(FELIX, fake.say(FELIX, command), FELIX, FELIX)
    fake.mark()
    await fake.settle()
    assert [table for table in sala.bot.tables if not table.solo] == []
    assert sala.posts == []


@pytest.mark.parametrize("command", ["/mus@otro_bot", "/start@otro_bot"])
async def test_a_command_for_another_bot_is_not_for_this_one(
    sala: Sala, fake: FakeTelegram, command: str
) -> None:
    fake.privacy = False
    fake.user(900, "Otro", "otro_bot", is_bot=True)
    sala.say(ANE, command)
    await fake.settle()
    assert sala.posts == []


# ---- yesterday's words -----------------------------------------------------------------------------------


async def test_words_and_commands_of_yesterday_do_not_count_by_telegrams_clock(
    sala: Sala, fake: FakeTelegram
) -> None:
    fake.privacy = False
    await sala.open(*ALL)
    before, first = sala.table, sala.speaker
    old = {"date": fake.world.now() - 10 * 3600}
    said = sala.say(first, "órdago", origin=old)
    for who in (ANE, BENAT):
        sala.say(who, "/terminar", origin=old)
    sala.say(CARMEN, "/salir", origin=old)
    await fake.until(lambda: any("ya no cuenta" in post.text for post in sala.posts))
    await fake.settle()
    assert sala.table == before
    assert not fake.world.messages[PENA, said].reaction
    assert sum("ya no cuenta" in post.text for post in sala.posts) == 1
    sala.say(first, "no hay mus")
    await sala.board_says("GRANDE")


async def test_a_mus_of_yesterday_gets_a_button(sala: Sala, fake: FakeTelegram) -> None:
    sala.say(ANE, "/mus vitoria", origin={"date": fake.world.now() - 10 * 3600})
    await sala.press(BENAT, "Abrir mesa")
    await fake.until(lambda: "Empezar" in fake.labels(PENA))
