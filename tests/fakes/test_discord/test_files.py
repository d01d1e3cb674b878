"""Files of messages: what an edit does not name is gone, what is unknown is refused."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.conftest import ANE, MUS, Ask

V2 = 1 << 15
SEEN = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
WORDS: list[dict[str, Any]] = [
    {"type": 10, "content": "Mesa"},
    {"type": 1, "components": [{"type": 2, "style": 2, "label": "Paso", "custom_id": "p"}]},
]
SENT = f"/channels/{MUS}/messages"


async def attach(fake: FakeDiscord, method: str, path: str, body: Any, file: bytes = b"one") -> Any:
    """Asks with a file beside the body; returns what is answered."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"flags": V2} | body))
    form.add_field("files[0]", file, filename="a.png", content_type="image/png")
    headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
    url = fake.api_url + path
    async with aiohttp.ClientSession() as session:
        made = await session.request(method, url, data=form, headers=headers)
        return await made.json()


async def sent(fake: FakeDiscord) -> tuple[str, str]:
    """Sends a message with a picture; returns how it is edited, and its picture's id."""
    new = {"components": [SEEN, *WORDS], "attachments": [{"id": 0, "filename": "a.png"}]}
    made = await attach(fake, "POST", SENT, new)
    assert made["attachments"] == [], "it is told where it is shown"
    return f"{SENT}/{made['id']}", made["components"][0]["items"][0]["media"]["attachment_id"]


def bodies(fake: FakeDiscord) -> list[bytes]:
    (message,) = fake.visible(MUS)
    return [file.body for file in message.files]


async def test_a_file_that_is_named_by_its_id_stays_and_one_that_is_not_is_gone(
    fake: FakeDiscord, ask: Ask
) -> None:
    path, number = await sent(fake)
    kept = {"components": [SEEN], "attachments": [{"id": number}]}
    assert (await ask("PATCH", path, kept))[0] == 200
    assert bodies(fake) == [b"one"]
    assert (await ask("PATCH", path, {"components": WORDS, "attachments": []}))[0] == 200
    assert (bodies(fake), fake.violations) == ([], [])
    assert (await ask("PATCH", path, kept))[0] == 400, "it is there no more"


@pytest.mark.parametrize("named", [[{"id": "7"}], [{"id": "0"}], [{"id": "x"}]])
async def test_a_file_of_an_unknown_id_is_refused(fake: FakeDiscord, ask: Ask, named: Any) -> None:
    path, _ = await sent(fake)
    assert (await ask("PATCH", path, {"components": [SEEN], "attachments": named}))[0] == 400
    assert bodies(fake) == [b"one"]
    assert fake.violations
    assert (await ask("PATCH", path, {"components": [SEEN], "attachments": []}))[0] == 400


async def test_a_file_that_comes_takes_the_place_of_what_is_not_named(fake: FakeDiscord) -> None:
    path, number = await sent(fake)
    await attach(fake, "PATCH", path, {"components": [SEEN]}, b"two")
    assert (bodies(fake), fake.violations) == ([b"two"], [])
    both = {"components": [SEEN], "attachments": [{"id": 0}, {"id": number}]}
    assert (await attach(fake, "PATCH", path, both, b"three"))["code"] == 50035, "the first is gone"
    fake.violations.clear()
    unnamed = {"components": WORDS, "attachments": []}
    assert (await attach(fake, "PATCH", path, unnamed, b"three"))["code"] == 50035
    assert "named by no attachment" in fake.violations[0]


async def test_two_files_of_one_name_are_a_violation(fake: FakeDiscord) -> None:
    path, number = await sent(fake)
    await attach(fake, "PATCH", path, {"components": [SEEN], "attachments": [{"id": number}, {"id": 0}]})
    assert "of one name" in fake.violations[0]


async def test_a_file_that_comes_again_is_counted(fake: FakeDiscord) -> None:
    path, _ = await sent(fake)
    for body, again in ((b"one", 1), (b"two", 0)):
        await attach(fake, "PATCH", path, {"components": [SEEN], "attachments": [{"id": 0}]}, body)
        assert fake.sent[-1].again == again


async def test_an_answer_that_changes_its_message_keeps_only_what_it_names(
    fake: FakeDiscord, ask: Ask
) -> None:
    for named, left in (({}, []), ({"attachments": None}, [b"one"])):
        _, number = await sent(fake)
        press = fake.press(ANE, "Paso", MUS)
        data = {"components": [SEEN, *WORDS] if left else WORDS, "flags": V2}
        data |= {"attachments": [{"id": number}]} if named else {}
        url = f"/interactions/{press}/{fake.world.interactions[press].token}/callback"
        assert (await ask("POST", url, {"type": 7, "data": data}))[0] == 204
        assert [file.body for file in fake.visible(MUS)[-1].files] == left
    assert fake.violations == []
