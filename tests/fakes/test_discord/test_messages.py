"""What may be said in a channel, and where."""

from __future__ import annotations

import base64
import json
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.cast import ANE, BEÑAT, CARMEN, EPHEMERAL, MUS, PEÑA, PNG, V2, Ask, row
from tests.fakes.test_discord.cast import button as b

TEXT = {"type": 10, "content": "Mesa"}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "Uno", "value": "1"}, {"label": "Dos", "value": "2"}]
    return {"type": 3, "custom_id": "s", "options": options} | more


def v2(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


@pytest.fixture
def unchecked(fake: FakeDiscord) -> FakeDiscord:
    """The fake by its own rules, without the specification."""
    fake.server.spec = None
    return fake


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        ({"content": "a", "text": "a"}, "text", "UNKNOWN_FIELD"),
        ({"content": "a" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"content": "a", "flags": EPHEMERAL}, "flags", "BASE_TYPE_CHOICES"),
        ({"components": [row(b(None))]}, "components.0.components.0", "BUTTON_COMPONENT_MISSING_LABEL"),
        ({"components": [row(b("a" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        (
            {"components": [row(b("a", "c" * 101))]},
            "components.0.components.0.custom_id",
            "BASE_TYPE_BAD_LENGTH",
        ),
        ({"components": [row(b("a", "", url="http://a"))]}, "components.0.components.0.custom_id", None),
        ({"components": [row(b("a"), b("b"))]}, "components", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ({"components": [row(*(b("a", str(i)) for i in range(6)))]}, "components.0.components", None),
        ({"components": [row(b("a", colour=1))]}, "components.0.components.0.colour", "UNKNOWN_FIELD"),
        ({"components": [row(b("a", emoji={"id": "5", "name": "rey"}))]}, "components", None),
        ({"components": [TEXT]}, "components.0.type", "UNION_TYPE_CHOICES"),
        (v2(TEXT) | {"content": "a"}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (v2(TEXT) | {"embeds": [{"title": "a"}]}, "embeds", None),
        (v2(*[TEXT] * 41), "components", "COMPONENT_MAX_TOTAL"),
        (v2(*[TEXT | {"content": "a" * 2001}] * 2), "components", "COMPONENT_TEXT_TOO_LONG"),
        (v2(TEXT | {"content": ""}), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
        (v2(b("a")), "components.0.type", "UNION_TYPE_CHOICES"),
        (v2(row(select(), b("a"))), "components.0.components", None),
        (v2(row(select(options=[]))), "components.0.components.0.options", None),
        (v2(row(select(max_values=3))), "components.0.components.0", "NUMBER_TYPE_MAX"),
        (
            v2(row(select(options=[{"label": "a", "value": "1"}] * 2))),
            "components.0.components.0.options",
            None,
        ),
        (v2({"type": 12, "items": []}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
        (v2(GALLERY), "components.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
        (v2({"type": 9, "components": [TEXT]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
        (v2({"type": 17, "components": [{"type": 17, "components": [TEXT]}]}), None, None),
        ({"content": "a", "nonce": "n" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
        ({"content": "a", "message_reference": {"message_id": "9"}}, "message_reference", None),
        ({"embeds": [{"description": "a" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        ({"content": "a", "attachments": [{"id": "0"}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    ],
)
async def test_a_wrong_form_is_refused_and_is_a_violation(
    unchecked: FakeDiscord, ask: Ask, body: dict[str, Any], where: str | None, code: str | None
) -> None:
    status, refusal = await ask("POST", f"/channels/{MUS}/messages", body)
    assert (status, refusal["code"]) == (400, 50035)
    assert unchecked.visible(MUS) == []
    (violation,) = unchecked.violations
    assert where is None or f"messages: {where}: " in violation
    assert code is None or code in violation


async def test_unknown_fields_and_endpoints_are_against_the_specification(
    fake: FakeDiscord, ask: Ask
) -> None:
    for body in ({"content": "a", "text": "a"}, v2(TEXT | {"text": "a"}), {"content": 5}):
        status, refusal = await ask("POST", f"/channels/{MUS}/messages", body)
        assert (status, refusal["code"]) == (400, 50035)
    assert len(fake.violations) == 3
    assert (await ask("GET", "/nothing"))[0] == 404
    assert "no such endpoint" in fake.violations[-1]


async def test_nothing_is_no_message(fake: FakeDiscord, ask: Ask) -> None:
    status, refusal = await ask("POST", f"/channels/{MUS}/messages", {"content": ""})
    assert (status, refusal["code"]) == (400, 50006)


async def test_a_message_is_read_with_its_buttons(fake: FakeDiscord, ask: Ask) -> None:
    section = {"type": 9, "components": [TEXT], "accessory": b("Ver", "v")}
    board = {
        "type": 17,
        "components": [section, row(b("Paso"), b("Envido", "e", disabled=True)), row(select())],
    }
    status, message = await ask("POST", f"/channels/{MUS}/messages", v2(board))
    assert status == 200
    assert fake.texts(MUS) == ["Mesa"]
    assert fake.labels(MUS) == ["Ver", "Paso"]
    assert {c["id"] for c in message["components"][0]["components"]} == {2, 5, 8}
    assert fake.transcript(MUS) == "— #mus\n  Mus #1: Mesa\n      [Ver]\n      [Paso]\n      [ ▾]"
    with pytest.raises(LookupError):
        fake.press(ANE, "Envido", MUS)
    assert fake.violations == []


async def test_the_flag_of_components_stays(fake: FakeDiscord, ask: Ask) -> None:
    _, message = await ask("POST", f"/channels/{MUS}/messages", v2(TEXT))
    path = f"/channels/{MUS}/messages/{message['id']}"
    assert (await ask("PATCH", path, {"content": "a", "flags": 0}))[0] == 400
    status, edited = await ask("PATCH", path, {"components": [TEXT | {"content": "b"}]})
    assert (status, edited["flags"]) == (200, V2)
    assert fake.texts(MUS) == ["b"]
    assert fake.count()["edits"] == 2


async def test_files_are_kept_and_shown(fake: FakeDiscord) -> None:
    async def send(body: dict[str, Any]) -> dict[str, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", PNG, filename="a.png", content_type="image/png")
        headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
        url = f"{fake.api_url}/channels/{MUS}/messages"
        async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as reply:
            assert reply.status == 200
            return dict(await reply.json())

    named = {"attachments": [{"id": "0", "filename": "a.png", "description": "rey y as"}]}
    message = await send(v2(GALLERY) | named)
    url = message["components"][0]["items"][0]["media"]["url"]
    async with aiohttp.ClientSession() as session, session.get(url) as reply:
        assert await reply.read() == PNG
    assert fake.files_seen_by(ANE) == [PNG]
    assert fake.files_seen_by(CARMEN) == []
    assert fake.visible(MUS)[0].alt_texts == ["rey y as"]
    assert fake.violations == []
    await send(v2(TEXT) | named)
    assert "shown by no component" in fake.violations[0]


async def test_a_nonce_makes_a_send_happen_once(fake: FakeDiscord, ask: Ask, clock: Clock) -> None:
    once = {"content": "a", "nonce": "n1", "enforce_nonce": True}
    first, second = [(await ask("POST", f"/channels/{MUS}/messages", once))[1]["id"] for _ in range(2)]
    assert first == second
    await ask("POST", f"/channels/{MUS}/messages", {"content": "a", "nonce": "n1"})
    clock.on(400)
    await ask("POST", f"/channels/{MUS}/messages", once)
    assert fake.texts(MUS) == ["a", "a", "a"]


async def test_who_is_mentioned(fake: FakeDiscord, ask: Ask) -> None:
    said = {"content": f"<@{ANE}> <@{BEÑAT}>"}
    nobody, ane = {"parse": list[str]()}, {"users": [str(ANE)]}
    for allowed in ({}, {"allowed_mentions": nobody}, {"allowed_mentions": ane}):
        await ask("POST", f"/channels/{MUS}/messages", {**said, **allowed})
    assert [m.pings for m in fake.visible(MUS)] == [{ANE, BEÑAT}, set(), {ANE}]
    assert fake.sent[1].payload["allowed_mentions"] == {"parse": []}


async def test_where_the_bot_may_not(fake: FakeDiscord, ask: Ask) -> None:
    async def code(method: str, path: str) -> int:
        return int(
            (await ask(method, path, {"content": "a"} if method in ("POST", "PATCH") else None))[1]["code"]
        )

    closed = fake.dm(CARMEN)
    assert await code("POST", f"/channels/{closed}/messages") == 50007
    fake.open_dms(CARMEN)
    assert (await ask("POST", f"/channels/{closed}/messages", {"content": "a"}))[0] == 200
    assert await code("POST", "/channels/99/messages") == 10003
    assert await code("PATCH", f"/channels/{MUS}/messages/99") == 10008
    assert await code("DELETE", f"/channels/{MUS}/messages/99") == 10008
    said = fake.say(ANE, "hola", MUS)
    assert await code("PATCH", f"/channels/{MUS}/messages/{said}") == 50005
    fake.forbid(MUS, "send", "manage")
    assert await code("POST", f"/channels/{MUS}/messages") == 50013
    assert await code("DELETE", f"/channels/{MUS}/messages/{said}") == 50013
    fake.forbid(MUS, "view")
    assert await code("GET", f"/channels/{MUS}/messages/{said}") == 50001
    fake.forbid(MUS)
    assert (await ask("POST", f"/channels/{MUS}/messages", {"content": "a"}))[0] == 200
    fake.remove_bot(PEÑA)
    assert await code("POST", f"/channels/{MUS}/messages") == 50001
    fake.delete_channel(MUS)
    assert await code("POST", f"/channels/{MUS}/messages") == 10003
    assert len(fake.refused) == 10
    assert fake.count()["dms"] == 2
    assert fake.violations == []


async def test_a_message_that_went_is_gone(fake: FakeDiscord, ask: Ask) -> None:
    _, message = await ask("POST", f"/channels/{MUS}/messages", {"content": "a"})
    path = f"/channels/{MUS}/messages/{message['id']}"
    assert (await ask("DELETE", path))[0] == 204
    assert (await ask("PATCH", path, {"content": "b"}))[1]["code"] == 10008
    assert fake.visible(MUS) == []


async def test_threads(fake: FakeDiscord, ask: Ask) -> None:
    status, thread = await ask("POST", f"/channels/{MUS}/threads", name="Mesa 1", type=11)
    assert status == 201
    path = f"/channels/{thread['id']}/messages"
    _, said = await ask("POST", path, {"content": "a"})
    assert (await ask("PATCH", f"/channels/{thread['id']}", archived=True))[0] == 200
    assert (await ask("PATCH", f"{path}/{said['id']}", {"content": "b"}))[1]["code"] == 50083
    assert (await ask("POST", path, {"content": "b"}))[0] == 200  # it wakes up
    assert (await ask("POST", f"/channels/{thread['id']}/threads", name="a", type=11))[1]["code"] == 50024
    assert (await ask("POST", f"/channels/{fake.dm(ANE)}/threads", name="a", type=11))[1]["code"] == 50024
    _, board = await ask("POST", f"/channels/{MUS}/messages", {"content": "a"})
    at_board = f"/channels/{MUS}/messages/{board['id']}/threads"
    assert (await ask("POST", at_board, name="Mesa"))[1]["id"] == board["id"]
    assert (await ask("POST", at_board, name="Mesa"))[1]["code"] == 160004
    fake.forbid(MUS, "threads", "talk in threads")
    assert (await ask("POST", f"/channels/{MUS}/threads", name="a", type=11))[1]["code"] == 50013
    assert (await ask("POST", path, {"content": "b"}))[1]["code"] == 50013
    assert fake.violations == []


async def test_a_locked_thread_is_written_in_by_those_who_manage_threads(fake: FakeDiscord, ask: Ask) -> None:
    _, thread = await ask("POST", f"/channels/{MUS}/threads", name="Mesa 1", type=11)
    number = int(thread["id"])
    path = f"/channels/{number}/messages"
    _, said = await ask("POST", path, {"content": "a"})
    fake.set_thread(number, locked=True)
    assert (await ask("POST", path, {"content": "b"}))[1]["code"] == 160005
    assert (await ask("PATCH", f"{path}/{said['id']}", {"content": "b"}))[1]["code"] == 160005
    with pytest.raises(LookupError):
        fake.say(ANE, "b", number)
    fake.give(MUS, "manage threads")
    assert (await ask("POST", path, {"content": "b"}))[0] == 200
    fake.give(MUS)
    fake.delete_channel(MUS)
    assert (await ask("POST", path, {"content": "b"}))[1]["code"] == 10003
    assert fake.violations == []


async def test_emojis_of_the_bot(fake: FakeDiscord, ask: Ask) -> None:
    path = f"/applications/{fake.world.bot.id}/emojis"
    image = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    status, emoji = await ask("POST", path, name="rey_oros", image=image)
    assert status == 201
    assert [e["name"] for e in (await ask("GET", path))[1]["items"]] == ["rey_oros"]
    king = b(None, "r", emoji={"id": emoji["id"], "name": "rey_oros"})
    assert (await ask("POST", f"/channels/{MUS}/messages", {"components": [row(king)]}))[0] == 200
    assert fake.labels(MUS) == ["rey_oros"]
    assert fake.violations == []
    for wrong in ({"name": "rey oros", "image": image}, {"name": "as", "image": "as"}, {"name": "rey_oros"}):
        assert (await ask("POST", path, {"image": image} | wrong))[0] == 400
    assert (await ask("DELETE", f"{path}/{emoji['id']}"))[0] == 204
    assert (await ask("DELETE", f"{path}/{emoji['id']}"))[1]["code"] == 10014


async def test_history_comes_newest_first(fake: FakeDiscord, ask: Ask) -> None:
    numbers = [fake.say(ANE, text, MUS) for text in "abc"]
    _, found = await ask("GET", f"/channels/{MUS}/messages?limit=2")
    assert [m["content"] for m in found] == ["c", "b"]
    _, found = await ask("GET", f"/channels/{MUS}/messages?before={numbers[1]}")
    assert [m["content"] for m in found] == ["a"]


async def test_a_wrong_token_opens_nothing(fake: FakeDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{fake.api_url}/users/@me") as reply:
        assert reply.status == 401


async def test_the_fake_keeps_to_the_specification_itself(fake: FakeDiscord, ask: Ask) -> None:
    _, thread = await ask("POST", f"/channels/{MUS}/threads", name="Mesa 1", type=11)
    fake.forbid(MUS, "files")
    app = fake.world.bot.id
    for path in (
        *("/users/@me", f"/users/{ANE}", "/applications/@me", "/oauth2/applications/@me", "/gateway"),
        *("/gateway/bot", f"/guilds/{PEÑA}", f"/guilds/{PEÑA}/members/{ANE}", f"/channels/{MUS}"),
        *(f"/channels/{thread['id']}", f"/channels/{fake.dm(ANE)}", f"/applications/{app}/emojis"),
        *(f"/applications/{app}/commands", f"/applications/{app}/guilds/{PEÑA}/commands"),
    ):
        assert (path, (await ask("GET", path))[0]) == (path, 200)
    assert fake.violations == []
    for path, code in (
        (f"/users/{99}", 10013),
        (f"/guilds/{99}", 10004),
        (f"/guilds/{PEÑA}/members/3", 10007),
    ):
        assert (await ask("GET", path))[1]["code"] == code
    assert (await ask("POST", "/users/@me/channels", recipient_id="99"))[1]["code"] == 50033
