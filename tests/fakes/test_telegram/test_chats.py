"""Whom a bot may write to, what people do and see, and the books that are kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.fakes.clock import Clock
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.errors import MESSAGE_NOT_MODIFIED
from tests.fakes.test_telegram.cast import ANE, BEÑAT, CARMEN, MUS, Ask, keyboard, what


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


async def test_privacy_mode(fake: FakeTelegram, ask: Ask) -> None:
    for text in ("envido", "/mus", "/mus@mus_fake_bot piedras=30", "/mus@another_bot", "@mus_fake_bot hola"):
        fake.say(ANE, text, MUS)
    fake.say(ANE, "/mesa", MUS, anonymous=True)
    heard = [u["message"] for u in (await ask("getUpdates"))["result"] if "message" in u]
    assert [m["text"] for m in heard] == ["/mus", "/mus@mus_fake_bot piedras=30", "/mesa"]
    assert heard[0]["entities"] == [{"type": "bot_command", "offset": 0, "length": 4}]
    assert (heard[2]["from"]["username"], heard[2]["sender_chat"]["id"]) == ("GroupAnonymousBot", MUS)
    fake.edit_said(ANE, heard[0]["message_id"], "/mesa", MUS)
    assert (await ask("getUpdates", offset=-1))["result"][0]["edited_message"]["text"] == "/mesa"


async def test_who_saw_what(fake: FakeTelegram, ask: Ask) -> None:
    await ask("sendMessage", chat_id=MUS, text="Mesa K7", reply_markup=keyboard(("Mis cartas", "K7:c")))
    await ask(
        "answerCallbackQuery", callback_query_id=fake.press(BEÑAT, "Mis cartas", MUS), text="Rey de oros"
    )
    await ask("sendMessage", chat_id=ANE, text="As de copas")
    await ask("sendMessage", chat_id=CARMEN, text="Sota de bastos")  # refused: nobody sees it
    assert fake.seen_by(ANE) == ["Mesa K7", "Mis cartas", "K7:c", "As de copas"]
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


async def test_how_somebody_stands_to_a_chat(fake: FakeTelegram, ask: Ask) -> None:
    async def status(person: int) -> str:
        reply = await ask("getChatMember", chat_id=MUS, user_id=person)
        return str(reply["result"]["status"]) if reply["ok"] else what(reply)

    assert [await status(it) for it in (ANE, CARMEN, 99)] == ["member", "left", "PARTICIPANT_ID_INVALID"]
    for gone in ("left", "kicked", "restricted"):
        fake.leave(BEÑAT, MUS, gone)
        assert await status(BEÑAT) == gone
    assert not (await ask("getChatMember", chat_id=MUS, user_id=BEÑAT))["result"]["is_member"]
    told = (await ask("getUpdates"))["result"]
    assert [it["message"]["left_chat_member"]["id"] for it in told] == [BEÑAT] * 3
    fake.join(BEÑAT, MUS)
    assert await status(BEÑAT) == "member"


async def test_updates_of_a_kind_nobody_wants_never_come(fake: FakeTelegram, ask: Ask) -> None:
    await ask("getUpdates", allowed_updates=["callback_query"])
    fake.say(ANE, "a")
    await ask("getUpdates", allowed_updates=["message"])
    fake.say(ANE, "b")
    assert [u["message"]["text"] for u in (await ask("getUpdates"))["result"]] == ["b"]
    assert [kind for kind, _ in fake.updates.unwanted] == ["message"]


async def test_presses_wait_150_seconds_and_messages_a_day(
    fake: FakeTelegram, ask: Ask, clock: Clock
) -> None:
    board = (await ask("sendMessage", chat_id=MUS, text="a", reply_markup=keyboard(("Paso", "p"))))["result"]
    fake.press(ANE, "Paso", MUS, message=board["message_id"])
    fake.say(ANE, "a")
    clock.on(150)
    (left,) = (await ask("getUpdates"))["result"]
    assert left["message"]["text"] == "a"
    assert len(fake.updates.expired) == 1
    clock.on(86400)
    assert (await ask("getUpdates"))["result"] == []


async def test_of_two_pollers_the_older_is_refused(fake: FakeTelegram, ask: Ask) -> None:
    older = asyncio.create_task(ask("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    newer = asyncio.create_task(ask("getUpdates", timeout=5))
    refusal = await older
    assert refusal["error_code"] == 409
    assert refusal["description"].startswith("Conflict: terminated by other getUpdates request; make sure")
    fake.say(ANE, "a")
    assert len((await newer)["result"]) == 1
    assert fake.updates.conflicts == 1
