"""Updates that Telegram brings: only from who shows the secret, and none is taken that is not kept."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from adapters.telegram.webhook import SECRET, _Listener, secret_of
from musbot.service.messenger import Outage

TOKEN = "1:sota"


@pytest.mark.parametrize(
    ("secret", "body", "status"),
    [
        (secret_of(TOKEN), '{"update_id": 7}', 200),
        (secret_of(TOKEN), '{"update_id": 8}', 503),
        (secret_of(TOKEN), '{"update_id": 9}', 200),
        (secret_of(TOKEN), "nonsense", 400),
        (secret_of("2:rey"), '{"update_id": 7}', 403),
        ("", '{"update_id": 7}', 403),
        ("ñ", '{"update_id": 7}', 403),
    ],
)
async def test_an_update_is_taken_once_it_is_kept_from_who_shows_the_secret(
    secret: str, body: str, status: int
) -> None:
    heard: list[object] = []

    async def taken(raw: object) -> None:
        heard.append(raw)
        if raw == {"update_id": 8}:
            raise Outage("the database does not answer")
        if raw == {"update_id": 9}:
            raise ValueError("a fault: it would come again for ever")

    app = web.Application()
    app.router.add_post("/{tail:.*}", _Listener(secret_of(TOKEN), taken).brought)
    async with TestClient(TestServer(app)) as client:
        reply = await client.post("/telegram", data=body.encode(), headers={SECRET: secret})
    assert reply.status == status
    assert bool(heard) == (status in (200, 503))


def test_the_secret_is_one_that_telegram_takes_and_does_not_tell_the_token() -> None:
    assert secret_of(TOKEN).isalnum()
    assert 1 <= len(secret_of(TOKEN)) <= 256
    assert "sota" not in secret_of(TOKEN)
