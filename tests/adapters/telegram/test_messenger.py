"""Posts brought to Telegram: their form, the platform's refusals in our words, and what it bears."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from telegram import Bot

from adapters.telegram.ids import chat_id
from adapters.telegram.messenger import GROUP, PRIVATE, TelegramMessenger
from adapters.telegram.wire import Wire, is_answer
from musbot.narrator.post import Button, Instant, Post
from musbot.pictures.specs import FilmPicture, Picture, ShowdownPicture
from musbot.port.messenger import (
    Gone,
    MessengerError,
    MovedTo,
    Outage,
    Rejected,
    TooFast,
    Unreachable,
    Unsure,
)
from musbot.table.events import ChatId, MessageId, PersonId
from tests.fakes.telegram_api import FakeTelegram
from tests.specs import read
from tests.support.telegram_sala import ANE, EVA, PENA

HERE, FORUM = chat_id(PENA), -1005000000001
SECRET = "rey de copas"
ACTA = Post(
    "Mesa K7",
    "la partida",
    documents=(("K7-abc.mus.toml", b"[mesa]"), ("K7-abc.partida.html", b"<html>")),
    unsent="Aquí no me dejan mandar ficheros.",
)
POST = Post("Mesa K7", f"tienes {SECRET}", ((Button("Mus", "K7-abc:1:mus"),),))


@pytest.fixture
async def messenger(fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TelegramMessenger]:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # as TelegramBot sets it
    wire = Wire(fake.url)
    async with Bot(fake.token, fake.base_url, request=wire, get_updates_request=wire) as bot:
        yield TelegramMessenger(bot)
    assert fake.violations == []


# ---- what a post becomes ---------------------------------------------------------------------------------


async def test_a_title_is_bold_and_buttons_carry_their_data_or_link(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    rows = ((Button("Mus", "K7-abc:1:mus"), Button("Privado", url="https://t.me/mus_fake_bot")),)
    await messenger.send(HERE, Post("🏆 Mesa K7", "línea <b>&amp; 2", rows))
    message = fake.from_bot(PENA)[-1]
    assert message.text == "🏆 Mesa K7\nlínea <b>&amp; 2", "it is no markup"
    assert message.content.entities == [{"type": "bold", "offset": 0, "length": 10}], "in UTF-16 units"
    assert message.keyboard is not None
    assert [button.get("callback_data") or button["url"] for button in message.keyboard[0]] == [
        "K7-abc:1:mus",
        "https://t.me/mus_fake_bot",
    ]


async def test_what_is_small_is_folded_away(messenger: TelegramMessenger, fake: FakeTelegram) -> None:
    await messenger.send(
        HERE, Post("🔒 Mesa", "una línea\nhuella 🔑\nsemilla", subtext=("huella 🔑\nsemilla",))
    )
    bold, folded = fake.from_bot(PENA)[-1].content.entities
    assert bold["type"] == "bold"
    assert folded == {"type": "expandable_blockquote", "offset": 18, "length": 17}, "in UTF-16 units"


async def test_a_mention_calls_the_person_wherever_their_name_is(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    fake.user(301, "𝔸ne 🂡")
    await messenger.send(HERE, Post("🏆", "¡𝔸ne 🂡, te toca!", mentions=((PersonId(chat_id(301)), "𝔸ne 🂡"),)))
    bold, mention = fake.from_bot(PENA)[-1].content.entities
    assert bold["length"] == 2
    assert (mention["type"], mention["offset"], mention["length"]) == ("text_mention", 4, 7)
    assert mention["user"]["id"] == 301
    call = Post(
        "🏆", "¡𝔸ne 🂡, te toca (20 s)!", instants=(Instant("20 s", 1_800_000_020.4, counts_down=True),)
    )
    await messenger.send(HERE, call)
    _, time = fake.from_bot(PENA)[-1].content.entities
    assert (time["type"], time["offset"], time["length"]) == ("date_time", 22, 4)
    assert (time["unix_time"], time["date_time_format"]) == (1_800_000_020, "r")


async def test_a_file_is_sent_with_its_name(messenger: TelegramMessenger, fake: FakeTelegram) -> None:
    sent = await messenger.send(HERE, ACTA)
    toml, page = fake.from_bot(PENA)
    assert sent == str(toml.id)
    assert toml.content.media is not None
    assert page.content.media is not None
    assert (toml.content.media.name, toml.content.media.body) == ("K7-abc.mus.toml", b"[mesa]")
    assert (page.content.media.name, page.content.media.body) == ("K7-abc.partida.html", b"<html>")
    assert [toml.text, page.text] == ["", "Mesa K7\nla partida"]


async def test_where_no_files_may_be_sent_the_words_say_so(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    fake.forbid(PENA, "documents")
    await messenger.send(HERE, ACTA)
    assert fake.from_bot(PENA)[-1].text == "Mesa K7\nla partida\nAquí no me dejan mandar ficheros."
    fake.forbid(PENA, "messages")
    with pytest.raises(Unreachable):
        await messenger.send(HERE, ACTA)


FILM = FilmPicture("Mesa K7 · mano 1", (), (), ShowdownPicture("Mesa K7 · mano 1", (), (), ()))
HAND = Post("Mesa K7", "así fue", picture=FILM, unsent="Aquí no han podido salir las imágenes.")


async def test_a_film_is_sent_as_an_animation_and_again_by_its_file_id(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    drawn: list[Picture] = []

    async def paint(picture: Picture) -> bytes:
        drawn.append(picture)
        return b"GIF89a"

    painting = TelegramMessenger(messenger._bot, paint)
    for _ in range(2):
        await painting.send(HERE, HAND)
    first, again = (it.content.media for it in fake.from_bot(PENA)[-2:])
    assert first is not None
    assert (first.kind, first.name, first.body) == ("animation", "mus.gif", b"GIF89a")
    assert again is first
    assert drawn == [FILM]


async def test_where_no_films_may_be_sent_the_words_say_so(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    async def paint(_: Picture) -> bytes:
        return b"GIF89a"

    fake.forbid(PENA, "animations")
    await TelegramMessenger(messenger._bot, paint).send(HERE, HAND)
    assert fake.from_bot(PENA)[-1].text == "Mesa K7\nasí fue\nAquí no han podido salir las imágenes."


async def test_a_message_is_edited_stripped_and_deleted(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    number = await messenger.send(HERE, POST)
    message = fake.from_bot(PENA)[-1]
    await messenger.edit(HERE, number, POST)
    await messenger.edit(HERE, number, Post("Mesa K7", "otra cosa", POST.rows))
    assert message.text == "Mesa K7\notra cosa"
    await messenger.strip(HERE, number)
    await messenger.strip(HERE, number)
    assert message.keyboard is None
    await messenger.delete(HERE, number)
    await messenger.delete(HERE, number)
    await messenger.strip(HERE, number)
    assert message.deleted


@pytest.mark.parametrize("post", [POST, replace(HAND, rows=POST.rows)])
async def test_a_message_too_old_to_be_deleted_says_that_play_went_on_below(
    messenger: TelegramMessenger, fake: FakeTelegram, post: Post
) -> None:
    async def paint(_: Picture) -> bytes:
        return b"GIF89a"

    painting = TelegramMessenger(messenger._bot, paint)
    for age_h, below in ((1, ""), (49, "La Mesa K7 siguió más abajo.")):
        number = await painting.send(HERE, post)
        message = fake.from_bot(PENA)[-1]
        message.date -= age_h * 3600
        await painting.delete_or_change(HERE, number, "La Mesa K7 siguió más abajo.")
        assert message.deleted is (not below)
        assert (not below) or (message.text, message.keyboard) == (below, None)


def test_ids_of_chats_name_their_topic() -> None:
    assert chat_id(-1001, 7) == "telegram:-1001/7"
    assert chat_id(-1001, None) == "telegram:-1001"
    assert chat_id(42) == "telegram:42"


async def test_a_topic_gets_what_is_for_it(messenger: TelegramMessenger, fake: FakeTelegram) -> None:
    fake.group(FORUM, "Foro", members=[ANE], forum=True)
    topic = fake.topic(FORUM, "Mus", ANE)
    for post in (POST, Post("Mesa", "", documents=(("a.toml", b"x"),))):
        await messenger.send(chat_id(FORUM, topic), post)
        assert fake.from_bot(FORUM)[-1].thread == topic
    await messenger.send(chat_id(FORUM), POST)
    assert fake.from_bot(FORUM)[-1].thread is None


async def test_links_lead_to_messages_of_supergroups_and_to_the_private_chat(
    messenger: TelegramMessenger,
) -> None:
    # t.me/c/<channel>/<message>, t.me/c/<channel>/<topic>/<message>: core.telegram.org/api/links
    assert (
        messenger.link(ChatId("telegram:-1001234567890"), MessageId("17")) == "https://t.me/c/1234567890/17"
    )
    assert (
        messenger.link(ChatId("telegram:-1001234567890/5"), MessageId("17"))
        == "https://t.me/c/1234567890/5/17"
    )
    assert messenger.link(ChatId("telegram:-4001"), MessageId("17")) == "", "a basic group has no addresses"
    assert messenger.link(ChatId("telegram:42"), MessageId("17")) == ""
    assert messenger.private_link("K7-abcdef") == "https://t.me/mus_fake_bot?start=K7-abcdef"


async def test_groups_and_private_chats_have_limits_of_their_own(messenger: TelegramMessenger) -> None:
    assert messenger.limit(ChatId("telegram:-1001/5")) is GROUP
    assert messenger.limit(ChatId("telegram:42")) is PRIVATE
    assert GROUP.most <= 20
    assert GROUP.within_s >= 60


async def test_all_chats_together_get_no_more_than_30_requests_a_second(messenger: TelegramMessenger) -> None:
    # about 30 a second over all chats: core.telegram.org/bots/faq
    assert messenger.total_limit().burst + 1 / messenger.total_limit().every_s <= 30


# ---- what the platform refuses ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "description", "parameters", "meaning"),
    [
        (429, "Too Many Requests: retry after 7", {"retry_after": 7}, TooFast),
        (
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            {"migrate_to_chat_id": -1009},
            MovedTo,
        ),
        (403, "Forbidden: bot was blocked by the user", {}, Unreachable),
        (403, "Forbidden: bot can't initiate conversation with a user", {}, Unreachable),
        (403, "Forbidden: bot was kicked from the supergroup chat", {}, Unreachable),
        (400, "Bad Request: chat not found", {}, Unreachable),
        (400, "Bad Request: have no rights to send a message", {}, Unreachable),
        (400, "Bad Request: not enough rights to send text messages to the chat", {}, Unreachable),
        (400, "Bad Request: CHAT_WRITE_FORBIDDEN", {}, Unreachable),
        (400, "Bad Request: message thread not found", {}, Unreachable),
        (400, "Bad Request: TOPIC_CLOSED", {}, Unreachable),
        (400, "Bad Request: message to edit not found", {}, Gone),
        (400, "Bad Request: message can't be edited", {}, Gone),
        (400, "Bad Request: MESSAGE_ID_INVALID", {}, Gone),
        (400, "Bad Request: message is too long", {}, Rejected),
        (413, "Request Entity Too Large", {}, Rejected),
        (418, "I'm a teapot", {}, Rejected),
        (500, "Internal Server Error", {}, Unsure),
        (502, "Bad Gateway", {}, Unsure),
        (401, "Unauthorized", {}, Outage),
        (409, "Conflict", {}, Outage),
    ],
)
async def test_a_refusal_is_told_in_our_words(
    messenger: TelegramMessenger,
    fake: FakeTelegram,
    code: int,
    description: str,
    parameters: dict[str, int],
    meaning: type[MessengerError],
) -> None:
    number = await messenger.send(HERE, POST)
    for method, call in (
        ("sendMessage", lambda: messenger.send(HERE, POST)),
        ("editMessageText", lambda: messenger.edit(HERE, number, Post("", "2"))),
    ):
        fake.refuse(method, code, description, **parameters)
        with pytest.raises(meaning) as told:
            await call()
        assert SECRET not in repr(told.value)
        assert fake.token not in repr(told.value)
        assert told.value.__cause__ is None, "a traceback shows no more"
    if isinstance(told.value, TooFast):
        assert told.value.seconds == 7
    if isinstance(told.value, MovedTo):
        assert told.value.chat == "telegram:-1009"


@pytest.mark.parametrize("trouble", [FakeTelegram.lose_reply, FakeTelegram.lose_request, FakeTelegram.garble])
async def test_after_a_line_that_breaks_nobody_knows_whether_a_post_is_there(
    messenger: TelegramMessenger, fake: FakeTelegram, trouble: Callable[[FakeTelegram, str], None]
) -> None:
    trouble(fake, "sendMessage")
    with pytest.raises(Unsure):
        await messenger.send(HERE, POST)
    trouble(fake, "deleteMessage")
    with pytest.raises(Unsure):
        await messenger.delete(HERE, MessageId("17"))


async def test_a_post_to_a_platform_that_nobody_reaches_is_certainly_not_there(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    async with fake.outage():
        with pytest.raises(Outage) as told:
            await messenger.send(HERE, POST)
    assert not isinstance(told.value, Unsure)


async def test_who_never_opened_their_private_chat_is_unreachable(messenger: TelegramMessenger) -> None:
    with pytest.raises(Unreachable):
        await messenger.send(chat_id(EVA), POST)


def test_each_method_is_answered_as_the_bot_api_says_and_no_other_way() -> None:
    forms = {"True": True, "Integer": 5, "String": "a"}
    for method, kinds in read("telegram.json")["returns"].items():
        said = [[{}] if "Array of " in kind else forms.get(kind, {}) for kind in kinds.split("|")]
        other: object = {} if said == [[{}]] else [{}]
        for result, fits in ((other, False), (None, False), *((it, True) for it in said)):
            answer = json.dumps({"ok": True, "result": result}).encode()
            assert is_answer(method, 200, answer) is fits, (method, result)
        assert is_answer(method, 403, b'{"ok": false, "error_code": 403}'), method


@pytest.mark.parametrize(("header", "seconds"), [("30", 30), ("20000", 20000), ("soon", 1), ("-5", 1)])
async def test_a_pause_that_only_a_header_names_holds_every_chat(
    messenger: TelegramMessenger, fake: FakeTelegram, header: str, seconds: int
) -> None:
    fake.garble("sendMessage", status=429, body="error code: 1015", headers={"Retry-After": header})
    with pytest.raises(TooFast) as raised:
        await messenger.send(HERE, POST)
    assert (raised.value.seconds, raised.value.everywhere) == (seconds, True)


async def test_a_pause_that_the_bot_api_asks_for_holds_its_chat(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    fake.refuse("sendMessage", 429, "Too Many Requests: retry after 20000", retry_after=20000)
    with pytest.raises(TooFast) as raised:
        await messenger.send(HERE, POST)
    assert (raised.value.seconds, raised.value.everywhere) == (20000, False)
