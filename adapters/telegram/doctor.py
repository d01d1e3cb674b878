"""The examination of a Telegram bot: its token, its privacy mode and its webhook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musbot.port.doctor import Fetch, Finding
from musbot.words.texts import Texts


async def examine(url: str, token: str, fetch: Fetch, texts: Texts) -> list[Finding]:
    """Returns the findings, good and bad.

    If the token is wrong or the first answer is unreadable, that is the only finding. An unreadable answer
    about the webhook counts as none. Raises NoResponse if Telegram does not answer, and BadSetting for an
    invalid proxy.
    """
    me = await fetch(f"{url}/bot{token}/getMe")
    if me.status in (401, 404):
        return [Finding(texts("doctor-telegram-token"), wrong=True)]
    bot = _result(me.body)
    if bot is None:
        return [Finding(texts("doctor-no-platform", url=url, status=me.status), wrong=True)]
    hook = _result((await fetch(f"{url}/bot{token}/getWebhookInfo")).body) or {}
    return [*_check_bot(bot, texts), *_check_webhook(hook, texts)]


def _check_bot(bot: Mapping[str, Any], texts: Texts) -> Iterator[Finding]:
    """Yields findings about a bot from getMe: its name, its link for groups (wrong if none), its privacy."""
    yield Finding(texts("doctor-telegram-bot", name=f"@{bot.get('username', '')}"))
    if bot.get("can_join_groups") is False:
        yield Finding(texts("doctor-telegram-groups"), wrong=True)
    else:
        link = f"https://t.me/{bot.get('username', '')}?startgroup=mus"
        yield Finding(texts("doctor-telegram-invite", link=link))
    if bot.get("can_read_all_group_messages"):
        yield Finding(texts("doctor-telegram-reads"))
    else:
        yield Finding(texts("doctor-telegram-private"))


def _check_webhook(hook: Mapping[str, Any], texts: Texts) -> Iterator[Finding]:
    """Yields findings from getWebhookInfo: a webhook, which is wrong, and the number of waiting updates."""
    if hook.get("url"):
        yield Finding(texts("doctor-telegram-webhook"), wrong=True)
    waiting = hook.get("pending_update_count")
    yield Finding(texts("doctor-telegram-waiting", count=waiting if isinstance(waiting, int) else 0))


def _result(body: object) -> dict[str, Any] | None:
    """Returns the result in an answer of the Bot API; None unless it is an object."""
    found = body.get("result") if isinstance(body, dict) else None
    return found if isinstance(found, dict) else None
