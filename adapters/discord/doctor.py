"""The examination of a Discord bot: its token, its intents and its permissions in servers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from musbot import __version__
from musbot.port.doctor import Fetch, Finding
from musbot.words.texts import Key, Texts

VERSIONED = re.compile(r"/v\d+/?$")
"""The end of an address that names an API version."""
MESSAGE_CONTENT = 1 << 18 | 1 << 19
"""The flags of an application that may read messages, for small and for large applications."""
ADMINISTRATOR = 1 << 3
"""The permission that includes every permission."""
NEEDED: Mapping[int, Key] = {
    1 << 10: "doctor-discord-view",
    1 << 11: "doctor-discord-send",
    1 << 15: "doctor-discord-files",
    1 << 38: "doctor-discord-in-threads",
}
"""The permissions that the bot needs."""


CREATE_THREADS = 1 << 35
"""The optional permission to move tables into threads."""


def invite(application: object) -> str:
    """Returns the link that adds the bot of this application id to a server, with its permissions."""
    may = sum(NEEDED) | CREATE_THREADS
    scopes = "bot+applications.commands"
    return f"https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&permissions={may}"


async def examine(url: str, token: str, fetch: Fetch, texts: Texts, *, words: bool) -> list[Finding]:
    """Returns the findings, good and bad; `words` is True if the bot must read messages.

    If the token is wrong or the first request fails, that is the only finding. Other requests that fail count
    as no intents and no servers. Raises NoResponse if Discord does not answer, and BadSetting for an invalid
    proxy.
    """
    base = url if VERSIONED.search(url) else f"{url}/v10"
    headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (musbot, {__version__})"}
    me = await fetch(f"{base}/users/@me", headers)
    if me.status == 401:
        return [Finding(texts("doctor-discord-token"), wrong=True)]
    if me.status != 200 or not isinstance(me.body, dict):
        return [Finding(texts("doctor-no-platform", url=url, status=me.status), wrong=True)]
    application = (await fetch(f"{base}/applications/@me", headers)).body
    number = application.get("id") if isinstance(application, dict) else me.body.get("id")
    servers = (await fetch(f"{base}/users/@me/guilds", headers)).body
    return [
        Finding(texts("doctor-discord-bot", name=str(me.body.get("username", "")))),
        Finding(texts("doctor-discord-invite", link=invite(number))),
        *_check_intents(application, texts, words=words),
        *_check_servers(servers if isinstance(servers, list) else [], texts),
    ]


def _check_intents(application: object, texts: Texts, *, words: bool) -> Iterator[Finding]:
    """Yields a finding if the bot must read messages (`words`) and the application may not.

    An unreadable application may not.
    """
    flags = application.get("flags", 0) if isinstance(application, dict) else 0
    if words and not flags & MESSAGE_CONTENT:
        yield Finding(texts("doctor-discord-intent"), wrong=True)


def _check_servers(servers: list[Any], texts: Texts) -> Iterator[Finding]:
    """Yields a finding for each server, wrong if permissions are missing; a wrong one without servers."""
    if not servers:
        yield Finding(texts("doctor-discord-nowhere"), wrong=True)
    for server in servers:
        may = int(server.get("permissions", 0))
        lacks = [texts(key) for bit, key in NEEDED.items() if not may & (bit | ADMINISTRATOR)]
        name = str(server.get("name", ""))
        if lacks:
            yield Finding(
                texts("doctor-discord-lacks", server=name, lacks=texts.join_names(lacks)), wrong=True
            )
        else:
            yield Finding(texts("doctor-discord-may", server=name))
