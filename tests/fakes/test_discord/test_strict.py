"""Nothing that Discord refuses passes: by the specification, by simcord, or by what is checked besides."""

from __future__ import annotations

import base64
import json
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.discord_api.checks import LARGEST_EMOJI
from tests.fakes.test_discord.conftest import ANE, BEÑAT, MUS, OTHER, Ask

V2, EPHEMERAL = 32768, 64
PNG = b"\x89PNG\r\n\x1a\n"
IMAGE = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
TEXT = {"type": 10, "content": "Mesa"}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
BOXED = {"type": 17, "components": [{"type": 17, "components": [TEXT]}]}
ALONE = {"content": "Solo tú", "flags": EPHEMERAL}
COMMANDS: list[dict[str, Any]] = [
    {
        "name": "mus",
        "description": "Abre una mesa",
        "contexts": [0],
        "options": [
            {"type": 4, "name": "reyes", "description": "8 o 4", "min_value": 4, "max_value": 8},
            {"type": 3, "name": "palabra", "description": "Tu palabra"},
        ],
    },
    {"name": "mesa", "description": "La mesa"},
]


def b(label: str | None = "Paso", custom_id: str = "p", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "custom_id": custom_id} | ({"label": label} if label else {}) | more


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(components)}]}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "Uno", "value": "1"}, {"label": "Dos", "value": "2"}]
    return {"type": 3, "custom_id": "s", "options": options} | more


def v2(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


WRONG: list[dict[str, Any]] = [
    {"content": ""},
    {"content": 5},
    {"content": "a", "text": "a"},
    {"content": "a" * 2001},
    ALONE,
    row(b(None)),
    row(b("a" * 81)),
    row(b("a", "c" * 101)),
    row(b("a", url="http://a")),
    row(b("a"), b("b")),
    row(*(b("a", str(i)) for i in range(6))),
    row(b("a", colour=1)),
    row(b("a", emoji={"id": "5", "name": "rey"})),
    row(select(), b("a")),
    row(select(options=[])),
    row(select(max_values=3)),
    row(select(options=[{"label": "a", "value": "1"}] * 2)),
    {"components": [TEXT]},
    v2(TEXT) | {"content": "a"},
    v2(TEXT) | {"embeds": [{"title": "a"}]},
    v2(TEXT | {"text": "a"}),
    v2(*[TEXT] * 41),
    v2(*[TEXT | {"content": "a" * 2001}] * 2),
    v2(TEXT | {"content": ""}),
    v2(b("a")),
    v2(GALLERY),
    v2({"type": 12, "items": []}),
    v2({"type": 9, "components": [TEXT]}),
    v2(BOXED),
    {"content": "a", "nonce": "n" * 26},
    {"embeds": [{"description": "a" * 4000}] * 2},
    {"content": "a", "attachments": [{"id": "0"}]},
]


async def test_a_wrong_form_is_refused_and_is_a_violation(fake: FakeDiscord, ask: Ask) -> None:
    fake.flood.on = False
    for body in WRONG:
        status, refusal = await ask("POST", f"/channels/{MUS}/messages", body)
        assert (status, refusal["code"]) == (400, 50035), body
        assert len(fake.violations) == 1, body
        fake.violations.clear()
    assert fake.visible(MUS) == []
    assert (await ask("GET", "/nothing"))[0] == 400
    assert "no such endpoint" in fake.violations[-1]


async def test_commands_that_nobody_could_register(fake: FakeDiscord, ask: Ask) -> None:
    path = f"/applications/{fake.world.application_id}/commands"
    assert (await ask("PUT", path, COMMANDS))[0] == 200
    mus = {"name": "mus", "description": "a"}
    option = {"type": 3, "name": "a", "description": "a"}
    long = [
        option | {"name": f"a{n}", "choices": [{"name": "a" * 90, "value": "b" * 90}] * 5} for n in range(9)
    ]
    for wrong in (
        mus | {"name": "Mus"},
        mus | {"name": "mus mus"},
        mus | {"description": ""},
        mus | {"description": "a" * 101},
        mus | {"colour": 1},
        mus | {"options": [option | {"name": "A"}]},
        mus | {"options": [option, option | {"name": "b", "required": True}]},
        mus | {"options": long},
    ):
        status, refusal = await ask("PUT", path, [wrong])
        assert (status, refusal["code"]) == (400, 50035), wrong
        assert len(fake.violations) == 1, wrong
        fake.violations.clear()
    assert (await ask("PUT", path, [mus, mus]))[0] == 400
    assert [c["name"] for c in fake.commands] == ["mus", "mesa"]


async def test_what_is_typed_is_what_was_registered(fake: FakeDiscord, ask: Ask) -> None:
    await ask("PUT", f"/applications/{fake.world.application_id}/commands", COMMANDS)
    for wrong in ("/paso", "/mus reyes:9", "/mesa cerrar"):
        with pytest.raises(LookupError):
            fake.slash(ANE, wrong, MUS)
    with pytest.raises(LookupError, match="not offered"):
        fake.slash(ANE, "/mus")  # only in guilds
    assert fake.slash(ANE, "/mus 4 palabra:sin prisa", MUS) in fake.world.interactions


async def test_files_are_kept_and_one_that_nobody_sees_is_a_violation(fake: FakeDiscord) -> None:
    async def send(body: dict[str, Any]) -> None:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", PNG, filename="a.png", content_type="image/png")
        headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
        url = f"{fake.api_url}/channels/{MUS}/messages"
        async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as reply:
            assert reply.status in (200, 403)

    named = {"attachments": [{"id": "0", "filename": "a.png", "description": "rey y as"}]}
    await send(v2(GALLERY) | named)
    (message,) = fake.visible(MUS)
    assert ([f.body for f in message.files], message.alt_texts) == ([PNG], ["rey y as"])
    assert fake.violations == []
    await send(v2(TEXT) | named)
    assert "shown by no component" in fake.violations[0]
    fake.forbid(MUS, "files")
    await send(v2(GALLERY) | named)
    assert [entry.code for entry in fake.refused] == [50013]


async def test_emojis_of_the_bot(fake: FakeDiscord, ask: Ask) -> None:
    path = f"/applications/{fake.world.application_id}/emojis"
    _, emoji = await ask("POST", path, name="rey_oros", image=IMAGE)
    king = row(b(None, "r", emoji={"id": emoji["id"], "name": "rey_oros"}))
    assert (await ask("POST", f"/channels/{MUS}/messages", king))[0] == 200
    assert fake.labels(MUS) == ["rey_oros"]
    assert fake.violations == []
    large = f"data:image/png;base64,{base64.b64encode(PNG * (LARGEST_EMOJI // 7)).decode()}"
    for wrong in (
        {"name": "rey oros"},
        {"name": "as", "image": "as"},
        {"name": "rey_oros"},
        {"image": large},
    ):
        assert (await ask("POST", path, {"name": "sota", "image": IMAGE} | wrong))[0] == 400, wrong
    assert (await ask("DELETE", f"{path}/{emoji['id']}"))[0] == 204


async def test_an_answer_has_three_seconds_its_token_fifteen_minutes_and_only_its_presser_sees_it(
    fake: FakeDiscord, ask: Ask, clock: Clock
) -> None:
    async def reply(press: int, kind: int, data: Any = None) -> int:
        token = fake.world.interactions[press].token
        body = {"type": kind} | ({"data": data} if data is not None else {})
        return int(
            ((await ask("POST", f"/interactions/{press}/{token}/callback", body))[1] or {}).get("code", 0)
        )

    await ask("POST", f"/channels/{MUS}/messages", v2(TEXT, *row(b("Paso"))["components"]))
    in_time, late = [fake.press(ANE, "Paso", MUS) for _ in range(2)]
    hook = f"/webhooks/{fake.world.application_id}/{fake.world.interactions[in_time].token}"
    clock.on(2.9)
    assert [await reply(in_time, 6), await reply(in_time, 6)] == [0, 40060]
    clock.on(0.2)
    assert await reply(late, 6) == 10062
    with pytest.raises(TimeoutError):
        await fake.answer(late, timeout_s=0.05)
    assert (await ask("POST", hook, ALONE))[0] == 200
    assert (fake.told(in_time), fake.texts(MUS, ANE), fake.texts(MUS)) == (
        "Solo tú",
        ["Mesa", "Solo tú"],
        ["Mesa"],
    )
    assert [fake.viewers(entry) for entry in fake.sent if entry.done] == [{ANE, BEÑAT}, {ANE}, {ANE}]
    clock.on(897)
    assert (await ask("POST", hook, ALONE))[1]["code"] == 50027
    assert fake.violations == []


async def test_five_sends_in_five_seconds(fake: FakeDiscord, ask: Ask, clock: Clock) -> None:
    path = f"/channels/{MUS}/messages"
    for _ in range(5):
        assert (await ask("POST", path, {"content": "a"}))[0] == 200
    status, refusal = await ask("POST", path, {"content": "a"})
    assert (status, refusal["retry_after"], refusal["global"]) == (429, 5.0, False)
    assert (await ask("POST", f"/channels/{OTHER}/messages", {"content": "a"}))[0] == 200
    clock.on(5)
    assert (await ask("POST", path, {"content": "a"}))[0] == 200
    assert fake.flood.refused == 1


async def test_fifty_requests_a_second(fake: FakeDiscord, ask: Ask) -> None:
    for _ in range(50):
        assert (await ask("GET", "/users/@me"))[0] == 200
    status, refusal = await ask("GET", "/users/@me")
    assert (status, refusal["global"]) == (429, True)


async def test_old_messages_are_edited_seldom(fake: FakeDiscord, ask: Ask, clock: Clock) -> None:
    _, message = await ask("POST", f"/channels/{MUS}/messages", {"content": "a"})
    path = f"/channels/{MUS}/messages/{message['id']}"
    clock.on(3601)
    for _ in range(3):
        assert (await ask("PATCH", path, {"content": "b"}))[0] == 200
    status, refusal = await ask("PATCH", path, {"content": "b"})
    assert (status, refusal["code"]) == (429, 30046)
    clock.on(20)
    assert (await ask("PATCH", path, {"content": "c"}))[0] == 200
