"""The settings of the Telegram platform, and the loggers of its libraries that may print secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from musbot.config import InvalidValue, read_address_like, setting
from musbot.port.doctor import Fetch, Finding
from musbot.port.platform import Platform, PlatformContext
from musbot.words.texts import Texts


def _token(text: str) -> str:
    """Returns a bot's token unchanged; raises InvalidValue unless it is like `123:letters-and_digits`."""
    if not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", text):
        raise InvalidValue("a token such as BotFather gives, digits:letters")
    return text


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """The settings of the Telegram platform."""

    token: str = setting("TELEGRAM_BOT_TOKEN", "", _token, secret=True)
    """The bot's token; "" switches the platform off."""
    url: str = setting(
        "TELEGRAM_API_URL", "https://api.telegram.org", read_address_like(like="https://api.telegram.org")
    )
    """The address of the Bot API server."""

    quiet: ClassVar[tuple[str, ...]] = ("telegram", "telegram.ext")
    """At INFO or DEBUG these print URLs with tokens, bodies, or cards (docs/reliability.md)."""
    mute: ClassVar[tuple[str, ...]] = ("telegram.request", "telegram.Bot", "telegram.ext.ExtBot")
    """Even their errors quote unreadable input, which may contain messages of people."""

    @property
    def is_configured(self) -> bool:
        """Whether a token is set."""
        return bool(self.token)

    @property
    def bot(self) -> str:
        """The bot's id: "telegram:" and the number before the colon of the token."""
        return f"telegram:{self.token.partition(':')[0]}"

    def make(self, means: PlatformContext) -> Platform:
        """Returns the platform, not yet started. Raises BadSetting for an invalid proxy."""
        from .bot import TelegramBot

        return TelegramBot(self, means.paint, means.is_active, means.memory)

    async def examine(self, fetch: Fetch, texts: Texts) -> Sequence[Finding]:
        """Checks the token and the bot's settings with Telegram, and returns the findings.

        Raises NoResponse, and BadSetting for an invalid proxy.
        """
        from .doctor import examine

        return await examine(self.url, self.token, fetch, texts)
