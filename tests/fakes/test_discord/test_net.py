"""The gateway, limits, and what goes wrong between a bot and the platform."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.conftest import ANE, BEÑAT, MUS, OTHER, PEÑA, Ask

GUILDS, MESSAGES, CONTENT = 1, 1 << 9, 1 << 15


class Ear:
    """A bot that only listens, by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def say(self, opcode: int, data: Any) -> None:
        await self.socket.send_json({"op": opcode, "d": data})

    async def hear(self) -> dict[str, Any]:
        return dict(await self.socket.receive_json(timeout=2))

    async def closed_with(self) -> int | None:
        while (await self.socket.receive(timeout=2)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.socket.close_code

    async def identify(self, fake: FakeDiscord, intents: int = GUILDS) -> dict[str, Any]:
        """Returns READY, after HELLO and before what comes of the guilds."""
        assert (await self.hear())["op"] == 10
        await self.say(2, {"token": fake.token, "intents": intents, "properties": {}})
        return await self.hear()


@pytest.fixture
async def ears(fake: FakeDiscord) -> Any:
    async with aiohttp.ClientSession() as session:

        async def listen() -> Ear:
            return Ear(await session.ws_connect(f"{fake.gateway_url}?v=10&encoding=json"))

        yield listen


async def test_who_listens_is_told_what_there_is(fake: FakeDiscord, ears: Any) -> None:
    ear = await ears()
    ready = await ear.identify(fake)
    assert (ready["t"], ready["s"], ready["d"]["guilds"]) == ("READY", 1, [{"id": "10", "unavailable": True}])
    guild = await ear.hear()
    assert (guild["t"], [c["name"] for c in guild["d"]["channels"]]) == ("GUILD_CREATE", ["mus", "otro"])
    await ear.say(1, 2)
    assert (await ear.hear())["op"] == 11
    fake.say(ANE, "hola", MUS)  # no intent for messages
    fake.channel(13, PEÑA, "nuevo")
    assert (await ear.hear())["t"] == "CHANNEL_CREATE"


async def test_what_people_say_is_read_with_the_intent_only(fake: FakeDiscord, ears: Any) -> None:
    fake.gateway.privileged_intents = CONTENT
    fake.gateway.at_once = 2
    blind, reader = await ears(), await ears()
    await blind.identify(fake, MESSAGES)
    await reader.identify(fake, MESSAGES | CONTENT)
    fake.say(ANE, "hola", MUS)
    fake.say(ANE, f"<@{fake.world.bot_user.id}> hola", MUS)
    heard = [[(await ear.hear())["d"]["content"] for _ in range(2)] for ear in (blind, reader)]
    assert heard == [["", f"<@{fake.world.bot_user.id}> hola"], ["hola", f"<@{fake.world.bot_user.id}> hola"]]


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"op": 2, "d": {"token": "x", "intents": 1}}, 4004),
        ({"op": 2, "d": {"token": None, "intents": CONTENT}}, 4014),
        ({"op": 2, "d": {"token": None, "intents": -1}}, 4013),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 6, "d": {"token": "x"}}, 4004),
        ({"d": {}}, 4002),
        ({"op": 2, "d": {"a": "a" * 5000}}, 4002),
    ],
)
async def test_a_bot_that_errs_is_shown_the_door(
    fake: FakeDiscord, ears: Any, payload: dict[str, Any], code: int
) -> None:
    ear = await ears()
    if "token" in payload["d"] and payload["d"]["token"] is None:
        payload["d"] |= {"token": fake.token}
    await ear.socket.send_json(payload)
    assert await ear.closed_with() == code
    assert fake.violations == [f"gateway: closed with {code}"]


async def test_who_resumes_is_told_what_he_missed(fake: FakeDiscord, ears: Any) -> None:
    ear = await ears()
    session = (await ear.identify(fake))["d"]["session_id"]
    await ear.hear()
    await fake.drop_gateway()
    assert not fake.connected
    fake.channel(13, PEÑA, "nuevo")
    again = await ears()
    await again.hear()
    await again.say(6, {"token": fake.token, "session_id": session, "seq": 2})
    assert [(await again.hear())["t"] for _ in range(2)] == ["CHANNEL_CREATE", "RESUMED"]
    fake.forget_sessions()
    assert await again.hear() == {"op": 9, "d": False, "t": None, "s": None}
    late = await ears()
    await late.hear()
    await late.say(6, {"token": fake.token, "session_id": session, "seq": 2})
    assert (await late.hear())["op"] == 9


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


async def test_headers_tell_what_is_left(fake: FakeDiscord) -> None:
    headers = {"Authorization": f"Bot {fake.token}", "User-Agent": "DiscordBot (local, 1)"}
    url = f"{fake.api_url}/channels/{MUS}/messages"
    async with aiohttp.ClientSession(headers=headers) as session:
        left = []
        for _ in range(6):
            async with session.post(url, json={"content": "a"}) as reply:
                left.append((reply.status, reply.headers["X-RateLimit-Remaining"]))
    assert left == [(200, "4"), (200, "3"), (200, "2"), (200, "1"), (200, "0"), (429, "0")]
    assert float(reply.headers["Retry-After"]) == float(reply.headers["X-RateLimit-Reset-After"]) == 5


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


async def test_troubles(fake: FakeDiscord, ask: Ask) -> None:
    path = f"/channels/{MUS}/messages"
    fake.refuse("POST", r"/messages$", 403, 50013)
    assert (await ask("POST", path, {"content": "a"}))[1]["code"] == 50013
    fake.lose_request("*", path)
    with pytest.raises(aiohttp.ClientError):
        await ask("POST", path, {"content": "b"})
    fake.lose_reply("POST", path)
    with pytest.raises(aiohttp.ClientError):
        await ask("POST", path, {"content": "c"})
    fake.garble("POST", path)
    with pytest.raises(aiohttp.ContentTypeError):
        await ask("POST", path, {"content": "d"})
    async with fake.outage():
        with pytest.raises(aiohttp.ClientError):
            await ask("POST", path, {"content": "e"})
    fake.slow("POST", path, 0.1, times=1)
    begin = asyncio.get_running_loop().time()
    assert (await ask("POST", path, {"content": "f"}))[0] == 200
    assert asyncio.get_running_loop().time() - begin >= 0.1
    assert fake.texts(MUS) == ["c", "f"]
    assert [s.lost for s in fake.sent if s.done] == [True, False]


async def test_waiting_in_vain_tells_the_story(fake: FakeDiscord) -> None:
    fake.say(BEÑAT, "hola", MUS)
    with pytest.raises(AssertionError, match=r"not so within 0.1 s\n— #mus\n  Beñat: hola"):
        await fake.until(lambda: fake.from_bot(MUS), timeout_s=0.1)
    await fake.settle(quiet_s=0.01)
