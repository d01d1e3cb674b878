"""The settings of the Discord platform, and the loggers of its library that may print secrets."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from musbot.config import InvalidValue, read_address_like, read_yes_or_no, setting
from musbot.port.doctor import Fetch, Finding
from musbot.port.platform import Platform, PlatformContext
from musbot.words.texts import Texts


def _token(text: str) -> str:
    """Returns a bot's token unchanged; raises InvalidValue unless it is printable ASCII without spaces."""
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise InvalidValue("a token such as the Developer Portal gives")
    return text


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """The settings of the Discord platform."""

    token: str = setting("DISCORD_BOT_TOKEN", "", _token, secret=True)
    """The bot's token; "" switches the platform off."""
    url: str = setting(
        "DISCORD_API_URL", "https://discord.com/api", read_address_like(like="https://discord.com/api")
    )
    """The address of the API."""
    gateway: str = setting("DISCORD_GATEWAY_URL", "", read_address_like(like="wss://gateway.discord.gg"))
    """The address of the gateway; "" to ask the API."""
    words: bool = setting("DISCORD_READ_WORDS", False, read_yes_or_no)  # noqa: FBT003 - the default
    """Whether the bot reads messages, which needs the Message Content intent."""

    quiet: ClassVar[tuple[str, ...]] = ("discord",)
    """At INFO or DEBUG it prints bodies (docs/reliability.md)."""
    mute: ClassVar[tuple[str, ...]] = ()
    """No logger prints secrets at every level."""

    @property
    def is_configured(self) -> bool:
        """Whether a token is set."""
        return bool(self.token)

    @property
    def bot(self) -> str:
        """The bot's id: "discord:" and the number that the token begins with, in base64.

        "discord" if that is unreadable.
        """
        head = self.token.partition(".")[0]
        try:
            number = b64decode(head + "=" * (-len(head) % 4), validate=True).decode("ascii")
        except ValueError:
            return "discord"
        return f"discord:{number}" if number.isdecimal() else "discord"

    def make(self, means: PlatformContext) -> Platform:
        """Returns the platform, not yet started. Raises BadSetting for an invalid proxy."""
        from .bot import DiscordBot

        return DiscordBot(self, means.clock, means.paint, is_active=means.is_active)

    async def examine(self, fetch: Fetch, texts: Texts) -> Sequence[Finding]:
        """Checks the token, intents and permissions with Discord, and returns the findings.

        Raises NoResponse, and BadSetting for an invalid proxy.
        """
        from .doctor import examine

        return await examine(self.url, self.token, fetch, texts, words=self.words)
