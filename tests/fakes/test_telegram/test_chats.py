"""Whom a bot may write to, what people do and see, and the books that are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter

from tests.fakes.clock import Clock
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.errors import MESSAGE_NOT_MODIFIED
from tests.fakes.test_telegram.cast import ANE, BEÑAT, CARMEN, MUS, PNG, Ask, keyboard


@pytest.mark.parametrize(
    ("chat", "code", "description"),
    [
        (BEÑAT, 403, "Forbidden: bot can't initiate conversation with a user"),
        (99, 400, "Bad Request: chat not found"),
        ("", 400, "Bad Request: chat_id is empty"),
    ],
)
async def test_who_cannot_be_written_to(
    fake: FakeTelegram, ask: Ask, chat: int | str, code: int, description: str
) -> None:
    reply = await ask("sendMessage", chat_id=chat, text="a")
    assert (reply["error_code"], reply["description"]) == (code, description)


async def test_a_blocked_bot_comes_back_with_start(fake: FakeTelegram, ask: Ask) -> None:
    fake.block(ANE)
    assert (await ask("sendMessage", chat_id=ANE, text="a"))[
        "description"
    ] == "Forbidden: bot was blocked by the user"
    fake.say(ANE, "/start mesa_K7")
    assert (await ask("sendMessage", chat_id=ANE, text="a"))["ok"]
    kinds = [next(iter(u.keys() - {"update_id"})) for u in (await ask("getUpdates"))["result"]]
    assert kinds == ["my_chat_member", "my_chat_member", "message"]
    fake.deactivate(ANE)
    assert (await ask("sendMessage", chat_id=ANE, text="b"))[
        "description"
    ] == "Forbidden: user is deactivated"


async def test_a_bot_thrown_out_of_a_group(fake: FakeTelegram, ask: Ask) -> None:
    small = fake.group(-77, kind="group", members=[ANE])
    for chat, words in ((MUS, "the supergroup chat"), (small, "the group chat")):
        fake.remove_bot(chat, ANE)
        reply = await ask("sendMessage", chat_id=chat, text="a")
        assert reply["description"] == f"Forbidden: bot was kicked from {words}"
        fake.world.chats[chat].bot = "left"
        reply = await ask("sendMessage", chat_id=chat, text="a")
        assert reply["description"] == f"Forbidden: bot is not a member of {words}"
        fake.add_bot(chat, ANE)
        assert (await ask("sendMessage", chat_id=chat, text="a"))["ok"]
    changes = [u["my_chat_member"] for u in (await ask("getUpdates"))["result"] if "my_chat_member" in u]
    assert [c["new_chat_member"]["status"] for c in changes] == ["kicked", "member"] * 2


async def test_what_a_group_forbids(fake: FakeTelegram, ask: Ask) -> None:
    fake.forbid(MUS, "photos")
    assert (await ask("sendMessage", chat_id=MUS, text="a"))["ok"]
    reply = await ask("sendPhoto", chat_id=MUS, photo="https://mus.eus/mano.png")
    assert reply["description"] == "Bad Request: not enough rights to send photos to the chat"
    fake.forbid(MUS, "messages")
    reply = await ask("sendMessage", chat_id=MUS, text="a")
    assert reply["description"] == "Bad Request: have no rights to send a message"


async def test_edits(fake: FakeTelegram, ask: Ask) -> None:
    said = fake.say(ANE, "hola", MUS)
    board = (await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Paso", "p"))))["result"][
        "message_id"
    ]

    async def edit(message: int, method: str = "editMessageText", **params: Any) -> str:
        return str((await ask(method, chat_id=MUS, message_id=message, **params)).get("description", "done"))

    unchanged = await edit(board, text="a ", reply_markup=keyboard(("Paso", "p")))
    assert unchanged == f"Bad Request: {MESSAGE_NOT_MODIFIED}"
    assert await edit(board, text="b") == "done"
    assert fake.from_bot(MUS)[-1].labels == []  # an edit without a keyboard takes it away
    assert await edit(said, text="b") == "Bad Request: message can't be edited"
    assert await edit(999, text="b") == "Bad Request: message to edit not found"
    assert (
        await edit(board, "editMessageCaption", caption="b")
        == "Bad Request: there is no caption in the message to edit"
    )
    assert (await ask("deleteMessage", chat_id=MUS, message_id=board))["ok"]
    assert await edit(board, text="c") == "Bad Request: message to edit not found"


async def test_deletions(fake: FakeTelegram, ask: Ask, clock: Clock) -> None:
    async def delete(message: int, chat: int = MUS) -> str:
        return str((await ask("deleteMessage", chat_id=chat, message_id=message)).get("description", "done"))

    posted = [(await ask("sendMessage", chat_id=MUS, text=t))["result"]["message_id"] for t in "ab"]
    said = fake.say(ANE, "hola", MUS)
    assert await delete(posted[0]) == "done"
    assert await delete(posted[0]) == "Bad Request: message to delete not found"
    assert await delete(said) == "Bad Request: message can't be deleted"
    assert await delete(fake.say(ANE, "hola"), ANE) == "done"
    fake.promote_bot(MUS, ANE)
    assert await delete(said) == "done"
    clock.on(48 * 3600)
    assert await delete(posted[1]) == "Bad Request: message can't be deleted"
    assert [m.text for m in fake.visible(MUS)] == ["b"]


async def test_presses(fake: FakeTelegram, ask: Ask, clock: Clock) -> None:
    await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Paso", "p"), ("Envido 2", "e2")))
    too_old = "Bad Request: query is too old and response timeout expired or query ID is invalid"

    async def answer(query: str, **params: Any) -> str:
        return str(
            (await ask("answerCallbackQuery", callback_query_id=query, **params)).get("description", "done")
        )

    query = fake.press(ANE, "Envido", MUS)
    assert await answer(query, text="a" * 201) == "Bad Request: MESSAGE_TOO_LONG"
    assert await answer(query, text="No te toca.", show_alert=True) == "done"
    given = await fake.answer(query)
    assert (given.text, given.alert) == ("No te toca.", True)
    assert await answer(query) == too_old
    assert await answer("123") == too_old
    query = fake.press(ANE, "p", MUS)
    clock.on(16)
    assert await answer(query) == too_old
    with pytest.raises(TimeoutError):
        await fake.answer(query, 0.01)
    updates = (await ask("getUpdates"))["result"]
    assert [u["callback_query"]["data"] for u in updates] == ["e2", "p"]
    with pytest.raises(LookupError, match=r"no \[Quiero\] in Mus: \['Paso', 'Envido 2'\]"):
        fake.press(ANE, "Quiero", MUS)


async def test_presses_on_what_is_gone(fake: FakeTelegram, ask: Ask) -> None:
    board = (await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Paso", "p"))))["result"]
    where = {"chat_id": MUS, "message_id": board["message_id"]}
    await ask("editMessageText", **where, text="b")
    fake.press(ANE, "Paso", MUS, stale=True)
    await ask("deleteMessage", **where)
    fake.press(ANE, "Paso", MUS, stale=True)
    fake.press(BEÑAT, chat=MUS, message=board["message_id"], data="forged")
    first, second, third = [u["callback_query"] for u in (await ask("getUpdates"))["result"]]
    assert (first["data"], first["message"]["text"]) == ("p", "b")
    assert second["message"] == {
        "chat": {"id": MUS, "type": "supergroup", "title": "Mus"},
        "message_id": 1,
        "date": 0,
    }
    assert (third["data"], third["from"]["id"]) == ("forged", BEÑAT)


async def test_a_group_becomes_a_supergroup(fake: FakeTelegram, ask: Ask) -> None:
    old, new = fake.group(-77, kind="group", members=[ANE]), -1000000000077
    board = (await ask("sendMessage", chat_id=old, text="a"))["result"]["message_id"]
    fake.migrate(old, new)
    reply = await ask("sendMessage", chat_id=old, text="b")
    assert reply["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert reply["parameters"] == {"migrate_to_chat_id": new}
    reply = await ask("editMessageText", chat_id=old, message_id=board, text="b")
    assert reply["description"] == "Bad Request: message can't be edited"
    told = [u["message"] for u in (await ask("getUpdates"))["result"]]
    assert [(m["chat"]["id"], m.get("migrate_to_chat_id"), m.get("migrate_from_chat_id")) for m in told] == [
        (old, new, None),
        (new, None, old),
    ]
    assert (await ask("sendMessage", chat_id=new, text="b"))["result"]["message_id"] == 2


async def test_topics_of_a_forum(fake: FakeTelegram, ask: Ask) -> None:
    forum = fake.group(-1000000000005, members=[ANE], forum=True)
    topic = fake.topic(forum, "Partidas", ANE)
    for chat, thread in ((forum, 1), (forum, topic + 1), (MUS, topic)):
        reply = await ask("sendMessage", chat_id=chat, text="a", message_thread_id=thread)
        assert reply["description"] == "Bad Request: message thread not found"
    result = (await ask("sendMessage", chat_id=forum, text="a", message_thread_id=topic))["result"]
    assert (result["message_thread_id"], result["is_topic_message"]) == (topic, True)
    fake.world.chats[forum].topics[topic].closed = True
    reply = await ask("sendMessage", chat_id=forum, text="a", message_thread_id=topic)
    assert reply["description"] == "Bad Request: TOPIC_CLOSED"


async def test_replies_in_a_supergroup_bear_a_thread_that_is_no_topic(fake: FakeTelegram, ask: Ask) -> None:
    board = (await ask("sendMessage", chat_id=MUS, text="a"))["result"]["message_id"]
    fake.say(ANE, "envido", MUS, reply_to=board)
    heard = (await ask("getUpdates"))["result"][0]["message"]
    assert (heard["message_thread_id"], "is_topic_message" in heard) == (board, False)
    reply = await ask("sendMessage", chat_id=MUS, text="a", reply_parameters={"message_id": 99})
    assert reply["description"] == "Bad Request: message to be replied not found"


async def test_privacy_mode(fake: FakeTelegram, ask: Ask) -> None:
    for text in ("envido", "/mus", "/mus@mus_fake_bot piedras=30", "/mus@another_bot", "@mus_fake_bot hola"):
        fake.say(ANE, text, MUS)
    fake.say(ANE, "/mesa", MUS, anonymous=True)
    fake.promote_bot(MUS, ANE)
    fake.chatter(MUS, 3)
    heard = [u["message"] for u in (await ask("getUpdates"))["result"] if "message" in u]
    assert [m["text"] for m in heard] == [
        "/mus",
        "/mus@mus_fake_bot piedras=30",
        "/mesa",
        "bla 0",
        "bla 1",
        "bla 2",
    ]
    assert heard[0]["entities"] == [{"type": "bot_command", "offset": 0, "length": 4}]
    assert (heard[2]["from"]["username"], heard[2]["sender_chat"]["id"]) == ("GroupAnonymousBot", MUS)
    assert heard[-1]["message_id"] == 9
    fake.edit_said(ANE, heard[0]["message_id"], "/mesa", MUS)
    assert (await ask("getUpdates", offset=-1))["result"][0]["edited_message"]["text"] == "/mesa"


async def test_ephemeral_messages(fake: FakeTelegram, ask: Ask, clock: Clock) -> None:
    await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Mis cartas", "c")))
    to_ane = {"receiver_user_id": ANE, "callback_query_id": fake.press(ANE, "Mis cartas", MUS)}
    sent = await ask(
        "sendMessage",
        chat_id=MUS,
        text="Rey y as",
        ephemeral_message_parameters=to_ane,
        reply_markup=keyboard(("Descartar", "d")),
    )
    number = sent["result"]["ephemeral_message_id"]
    assert [m.text for m in fake.visible(MUS)] == ["a"]
    assert [m.text for m in fake.visible(MUS, ANE)] == ["a", "Rey y as"]
    fake.press(ANE, "Descartar", MUS)
    where = {"chat_id": MUS, "receiver_user_id": ANE, "ephemeral_message_id": number}
    assert (await ask("editEphemeralMessageText", **where, text="Rey y rey"))["result"] is True
    assert "Rey y rey" in fake.seen_by(ANE)
    assert not any("Rey" in word for word in fake.seen_by(BEÑAT))
    assert (await ask("deleteEphemeralMessage", **where))["ok"]
    clock.on(16)
    late = await ask("sendMessage", chat_id=MUS, text="b", ephemeral_message_parameters=to_ane)
    assert late["description"] == "Bad Request: QUERY_ID_INVALID"
    assert fake.violations == []


async def test_who_saw_what(fake: FakeTelegram, ask: Ask) -> None:
    await ask("sendMessage", chat_id=MUS, text="Mesa K7", reply_markup=keyboard(("Mis cartas", "K7:c")))
    await ask(
        "answerCallbackQuery", callback_query_id=fake.press(BEÑAT, "Mis cartas", MUS), text="Rey de oros"
    )
    await ask("sendMessage", chat_id=ANE, text="<b>As</b> de copas", parse_mode="HTML")
    await ask("sendMessage", chat_id=CARMEN, text="Sota de bastos")  # refused: nobody sees it
    assert fake.seen_by(ANE) == ["Mesa K7", "Mis cartas", "K7:c", "<b>As</b> de copas", "As de copas"]
    assert fake.seen_by(BEÑAT) == ["Mesa K7", "Mis cartas", "K7:c", "Rey de oros"]
    assert fake.seen_by(CARMEN) == []
    fake.join(CARMEN, MUS)  # who comes later reads what was said before
    assert fake.seen_by(CARMEN) == ["Mesa K7", "Mis cartas", "K7:c"]
    assert [p["text"] for p in fake.group_payloads(MUS)] == ["Mesa K7"]
    assert [(s.method, s.chat, s.viewer, s.code) for s in fake.sent] == [
        ("sendMessage", MUS, None, 200),
        ("answerCallbackQuery", None, BEÑAT, 200),
        ("sendMessage", ANE, None, 200),
        ("sendMessage", CARMEN, None, 403),
    ]
    assert [fake.viewers(s) for s in fake.sent] == [{ANE, BEÑAT, CARMEN}, {BEÑAT}, {ANE}, set()]
    assert fake.transcript() == (
        "— Mus\n"
        "  Mus #1: Mesa K7\n"
        "      [Mis cartas]\n"
        "  Beñat taps [Mis cartas] on #1\n"
        "    (to Beñat alone: “Rey de oros”)\n"
        "— Ane\n"
        "  Mus #1: As de copas"
    )
    assert "Rey" not in fake.transcript(MUS, viewer=ANE)


async def test_requests_are_counted(fake: FakeTelegram, ask: Ask) -> None:
    await ask("sendMessage", chat_id=MUS, text="a")
    fake.mark()
    board = (await ask("sendMessage", chat_id=MUS, text="a"))["result"]["message_id"]
    for text in "bbc":
        await ask("editMessageText", chat_id=MUS, message_id=board, text=text)
    await ask("sendMessage", chat_id=ANE, text="a")
    await ask("answerCallbackQuery", callback_query_id="1")
    await ask("deleteMessage", chat_id=MUS, message_id=board)
    await ask("getMe")
    await ask("getUpdates")
    kinds = {"sends": 1, "edits": 3, "dms": 1, "answers": 1, "deletes": 1, "other": 1}
    methods = {
        "sendMessage": 2,
        "editMessageText": 3,
        "answerCallbackQuery": 1,
        "deleteMessage": 1,
        "getMe": 1,
    }
    assert {k: n for k, n in fake.count().items() if n} == kinds | methods | {"total": 8, "refused": 2}
    assert fake.max_in_any_minute(MUS) == 5


async def test_twenty_a_minute_in_a_group(fake: FakeTelegram, ask: Ask, clock: Clock) -> None:
    board = (await ask("sendMessage", chat_id=MUS, text="0"))["result"]["message_id"]
    for n in range(1, 20):
        clock.on(1)
        assert (await ask("editMessageText", chat_id=MUS, message_id=board, text=str(n)))["ok"]
    reply = await ask("sendMessage", chat_id=MUS, text="20")
    assert (reply["error_code"], reply["parameters"]) == (429, {"retry_after": 41})
    assert reply["description"] == "Too Many Requests: retry after 41"
    query = fake.press(ANE, chat=MUS, message=board, data="p")
    assert (await ask("answerCallbackQuery", callback_query_id=query))["ok"]  # never limited
    assert (await ask("deleteMessage", chat_id=MUS, message_id=board))["ok"]
    clock.on(40)
    assert (await ask("sendMessage", chat_id=MUS, text="20"))["error_code"] == 429
    assert [chat for chat, _ in fake.flood.impatient] == [MUS]
    clock.on(1)
    assert (await ask("sendMessage", chat_id=MUS, text="20"))["ok"]
    assert fake.max_in_any_minute(MUS) == 22


async def test_one_a_second_in_private_and_thirty_over_all(
    fake: FakeTelegram, ask: Ask, clock: Clock
) -> None:
    answers = [(await ask("sendMessage", chat_id=ANE, text="a"))["ok"] for _ in range(5)]
    assert answers == [True] * 3 + [False] * 2
    clock.on(1)
    assert [(await ask("sendMessage", chat_id=ANE, text="a"))["ok"] for _ in range(2)] == [True, False]
    groups = [fake.group(-n, kind="group", members=[ANE]) for n in range(1, 36)]
    clock.on(60)
    assert sum([(await ask("sendMessage", chat_id=g, text="a"))["ok"] for g in groups]) == 30


async def test_a_fake_without_flood_only_counts(fake: FakeTelegram, ask: Ask) -> None:
    fake.flood.on = False
    assert all([(await ask("sendMessage", chat_id=MUS, text="a"))["ok"] for _ in range(25)])
    assert fake.max_in_any_minute(MUS) == 25


async def test_python_telegram_bot_meets_its_own_errors(
    fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it the library warns when it makes a RetryAfter
    async with telegram.Bot(fake.token, base_url=fake.base_url, base_file_url=fake.base_file_url) as bot:
        assert bot.username == "mus_fake_bot"
        buttons = InlineKeyboardMarkup([[InlineKeyboardButton("Quiero", callback_data="q")]])
        message = await bot.send_message(MUS, "<b>Mesa</b>", parse_mode="HTML", reply_markup=buttons)
        assert (message.text, message.text_html) == ("Mesa", "<b>Mesa</b>")
        with pytest.raises(BadRequest, match="Message is not modified"):
            await message.edit_text("<b>Mesa</b>", parse_mode="HTML", reply_markup=buttons)
        fake.press(ANE, "Quiero", MUS)
        (update,) = await bot.get_updates(timeout=0)
        assert update.callback_query
        assert await update.callback_query.answer("Querido", show_alert=True)
        with pytest.raises(BadRequest, match="Query is too old"):
            await update.callback_query.answer()
        photo = await bot.send_photo(ANE, PNG, caption="Tu mano", filename="mano.png")
        assert await (await photo.photo[-1].get_file()).download_as_bytearray() == PNG
        await photo.edit_media(telegram.InputMediaPhoto(PNG, caption="Otra"))
        await bot.set_my_commands([("mus", "Abre una mesa")])
        with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
            await bot.send_message(BEÑAT, "a")
        old = fake.group(-77, kind="group", members=[ANE])
        fake.migrate(old, -1000000000077)
        with pytest.raises(ChatMigrated) as moved:
            await bot.send_message(old, "a")
        assert moved.value.new_chat_id == -1000000000077
        fake.refuse("sendMessage", 429, "Too Many Requests: retry after 7", retry_after=7)
        with pytest.raises(RetryAfter) as flood:
            await bot.send_message(MUS, "a")
        assert flood.value.retry_after == timedelta(seconds=7)
        fake.server.token = "1:other"
        with pytest.raises(InvalidToken):
            await bot.get_me()
    assert fake.violations == []
