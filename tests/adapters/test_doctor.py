"""What the doctor finds on a platform that does not answer as it should."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adapters.discord.platform import DiscordSettings
from adapters.telegram.platform import TelegramSettings
from musbot.port.doctor import ExaminedAdapter, Finding, Response
from musbot.words.texts import Key, Texts

PLATFORMS: Mapping[str, ExaminedAdapter] = {
    "telegram": TelegramSettings("42:secret", "https://platform.invalid"),
    "discord": DiscordSettings("secret", "https://platform.invalid"),
}


async def findings(platform: str, status: int, body: object) -> list[Finding]:
    """What is found if every request is answered so."""

    async def fetch(url: str, headers: Mapping[str, str] | None = None) -> Response:
        return Response(status, body)

    return list(await PLATFORMS[platform].examine(fetch, Texts("en")))


@pytest.mark.parametrize(
    ("platform", "status", "told"),
    [
        ("telegram", 401, "doctor-telegram-token"),
        ("telegram", 404, "doctor-telegram-token"),
        ("discord", 401, "doctor-discord-token"),
    ],
)
async def test_a_token_that_is_unknown_is_the_only_finding(platform: str, status: int, told: Key) -> None:
    refusal = {"ok": False, "error_code": status, "message": "401: Unauthorized", "code": 0}
    assert await findings(platform, status, refusal) == [Finding(Texts("en")(told), wrong=True)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("status", "body"), [(502, None), (200, None), (200, []), (302, None)])
async def test_an_address_where_something_else_answers_is_named(
    platform: str, status: int, body: object
) -> None:
    told = Texts("en")("doctor-no-platform", url="https://platform.invalid", status=status)
    assert await findings(platform, status, body) == [Finding(told, wrong=True)]
