"""Against the specification, and in forms that the platform refuses or swallows."""

from __future__ import annotations

import json
import struct
from typing import Any

import aiohttp
import pytest

from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.test_telegram.cast import ANE, MUS, PNG, Ask, keyboard, what

BOLD = {"type": "bold", "offset": 0}
BUTTON = {"text": "a", "callback_data": "a"}


def rows(*buttons: Any) -> dict[str, Any]:
    return {"inline_keyboard": [list(buttons)]}


@pytest.mark.parametrize(
    ("method", "params", "violation"),
    [
        ("sendMessage", {"text": "a", "txet": "b"}, "sendMessage: unknown parameter 'txet'"),
        ("sendPhoto", {}, "sendPhoto: missing required 'photo'"),
        ("sendMessage", {"text": 7}, "7 is not String"),
        ("sendMessage", {"text": "a", "disable_notification": "si"}, "'si' is not Boolean"),
        ("sendMessage", {"text": "a", "message_thread_id": "x"}, "'x' is not Integer"),
        ("sendMessage", {"text": "a", "reply_markup": "{"}, "not JSON for InlineKeyboardMarkup"),
        ("sendMessage", {"text": "a", "reply_markup": rows({**BUTTON, "dta": 1})}, "unknown field 'dta'"),
        ("sendMessage", {"text": "a", "entities": [BOLD]}, "entities[0]: MessageEntity lacks 'length'"),
        ("editMessageMedia", {"media": {"type": "photos", "media": "x"}}, "media.type: must be"),
        ("sendMesage", {}, "no such method"),
        ("sendPoll", {"question": "a", "options": []}, "does not know this method"),
    ],
)
async def test_the_specification_is_kept(
    fake: FakeTelegram, ask: Ask, method: str, params: dict[str, Any], violation: str
) -> None:
    await ask(method, chat_id=MUS, **params)
    assert any(violation in v for v in fake.violations), fake.violations


@pytest.mark.parametrize(
    ("params", "refusal"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n"}, "text must be non-empty"),
        ({"text": "a" * 4097}, "message is too long"),
        (
            {"text": "a", "entities": [{"type": "loud", "offset": 0, "length": 1}]},
            "can't parse MessageEntity: Unsupported type specified",
        ),
        (
            {"text": "a", "entities": [{"type": "text_mention", "offset": 0, "length": 1}]},
            "can't parse MessageEntity: Can't find field \"user\"",
        ),
        ({"text": "a", "reply_markup": "{"}, "can't parse reply markup JSON object"),
        ({"text": "a", "reply_markup": keyboard(("a", "ñ" * 33))}, "BUTTON_DATA_INVALID"),
        (
            {"text": "a", "reply_markup": keyboard(("a", ""))},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        ({"text": "a", "reply_markup": {"inline_keyboard": [[BUTTON] * 8] * 13}}, "reply markup is too long"),
        ({"text": "a", "reply_markup": keyboard(("a" * 9950, "a"))}, "reply markup is too long"),
        ({"text": "a", "reply_markup": rows({"text": "a", "url": "mus.eus"})}, "BUTTON_URL_INVALID"),
    ],
)
async def test_wrong_forms_are_refused_and_noted(
    fake: FakeTelegram, ask: Ask, params: dict[str, Any], refusal: str
) -> None:
    reply = await ask("sendMessage", chat_id=MUS, **params)
    assert (reply["error_code"], what(reply)) == (400, refusal)
    assert fake.violations[-1] == f"sendMessage: Bad Request: {refusal}"
    assert fake.visible(MUS) == []


@pytest.mark.parametrize(
    ("params", "violation"),
    [
        ({"entities": [{"type": "bold", "offset": 4, "length": 1}]}, "outside the text of 4 units"),
        ({"entities": [{"type": "bold", "offset": 3, "length": 1}]}, "cuts a character in two"),
        (
            {"entities": [{"type": "text_mention", "offset": 0, "length": 2, "user": {"id": 9}}]},
            "mention of unknown user 9",
        ),
        ({"reply_markup": keyboard(*[(str(n), str(n)) for n in range(9)])}, "9 buttons in a row"),
        ({"reply_markup": rows({**BUTTON, "style": "red"})}, "button style 'red'"),
        ({"reply_markup": rows({**BUTTON, "pay": True})}, "several kinds: callback_data, pay"),
        ({"reply_markup": rows({**BUTTON, "text": " "})}, "button without a label"),
        ({"parse_mode": "HTML"}, "not HTML and Markdown"),
    ],
)
async def test_what_the_platform_swallows_is_noted(
    fake: FakeTelegram, ask: Ask, params: dict[str, Any], violation: str
) -> None:
    assert (await ask("sendMessage", chat_id=MUS, text="ab🂡", **params))["ok"]
    assert any(violation in v for v in fake.violations), fake.violations


async def test_what_just_fits_is_let_through(fake: FakeTelegram, ask: Ask) -> None:
    row = keyboard(("a", "ñ" * 32))
    assert (await ask("sendMessage", chat_id=MUS, text="🂡" * 4096, reply_markup=row))["ok"]
    assert (await ask("sendMessage", chat_id=MUS, text="[1]", reply_markup=json.dumps(keyboard())))["ok"]
    assert [m.text[:3] for m in fake.visible(MUS)] == ["🂡🂡🂡", "[1]"]
    assert fake.violations == []


async def upload(fake: FakeTelegram, method: str, files: dict[str, bytes], **params: Any) -> dict[str, Any]:
    form = aiohttp.FormData()
    for name, value in params.items():
        form.add_field(name, value if isinstance(value, str) else json.dumps(value))
    for name, body in files.items():
        form.add_field(name, body, filename=f"{name}.bin")
    url = f"{fake.base_url}{fake.token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, data=form) as reply:
        return dict(await reply.json())


@pytest.mark.parametrize(
    ("files", "params", "refusal"),
    [
        ({"photo": b"no picture"}, {}, "IMAGE_PROCESS_FAILED"),
        ({"photo": PNG[:16] + struct.pack(">II", 9000, 400)}, {}, "PHOTO_INVALID_DIMENSIONS"),
        ({}, {"photo": "photo-99"}, "wrong file identifier/HTTP URL specified"),
        ({}, {"photo": "attach://a"}, "there is no photo in the request"),
        ({"photo": PNG}, {"caption": "a" * 1025}, "message caption is too long"),
    ],
)
async def test_pictures_that_are_none(
    fake: FakeTelegram, files: dict[str, bytes], params: dict[str, str], refusal: str
) -> None:
    assert what(await upload(fake, "sendPhoto", files, chat_id=ANE, **params)) == refusal


async def test_a_file_that_nobody_asked_for_is_noted(fake: FakeTelegram) -> None:
    await upload(fake, "sendPhoto", {"photo": PNG, "stray": PNG}, chat_id=ANE)
    assert fake.violations == ["sendPhoto: file 'stray' is attached and never used"]


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ({"command": "mus", "description": "Abre una mesa"}, "done"),
        ({"command": "Señas", "description": "a"}, "BOT_COMMAND_INVALID"),
        ({"command": "mus", "description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ],
)
async def test_commands(fake: FakeTelegram, ask: Ask, command: dict[str, str], refusal: str) -> None:
    assert what(await ask("setMyCommands", commands=[command])) == refusal
    assert [*fake.world.commands.values()] == ([[command]] if refusal == "done" else [])


LIKED = {"type": "emoji", "emoji": "👍"}


@pytest.mark.parametrize(
    ("reaction", "refusal", "violation"),
    [
        ([LIKED], "", ""),
        ([], "", ""),
        ([{"type": "emoji", "emoji": "🂡"}], "REACTION_INVALID", "REACTION_INVALID"),
        ([LIKED, {"type": "emoji", "emoji": "👎"}], "REACTIONS_TOO_MANY", "REACTIONS_TOO_MANY"),
        ([{"type": "emoji"}], "REACTION_INVALID", "lacks 'emoji'"),
        ("👍", "", "not JSON for Array of ReactionType"),
    ],
)
async def test_a_reaction_is_one_of_those_there_are(
    fake: FakeTelegram, ask: Ask, reaction: Any, refusal: str, violation: str
) -> None:
    said = fake.say(ANE, "/paso", MUS)
    reply = await ask("setMessageReaction", chat_id=MUS, message_id=said, reaction=reaction)
    if refusal or not violation:
        assert refusal in reply.get("description", "")
        assert reply["ok"] == (not refusal)
        assert (fake.world.messages[MUS, said].reaction == "👍") == (reaction == [LIKED])
    assert any(violation in found for found in fake.violations) == bool(violation)
