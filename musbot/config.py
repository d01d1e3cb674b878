"""The settings, from the environment or a `.env` file; `.env.example` lists them all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlparse

from dotenv import dotenv_values

from musbot.game.errors import MusError
from musbot.words.texts import LANGUAGES


class BadSetting(MusError):
    """A setting with a wrong value: names the setting and what was expected, never a token."""

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"{name}: expected {expected}")


@dataclass(frozen=True, slots=True)
class Settings:
    """How this musbot runs; times in seconds."""

    telegram_token: str = field(default="", repr=False)
    telegram_url: str = "https://api.telegram.org"
    discord_token: str = field(default="", repr=False)
    discord_url: str = "https://discord.com/api"
    discord_gateway: str = ""
    discord_words: bool = False
    database: Path = Path("musbot.sqlite")
    language: str = LANGUAGES[0]
    turn_s: float = 90
    ai_pause_s: float = 2
    log_level: str = "INFO"


def settings(environment: Mapping[str, str] | None = None, file: Path = Path(".env")) -> Settings:
    """Returns the settings; the environment wins over the file. Raises BadSetting."""
    given = {**_from_file(file), **(os.environ if environment is None else environment)}
    usual = Settings()

    def text(name: str, default: str) -> str:
        return given.get(name, "").strip() or default

    return Settings(
        telegram_token=_token("TELEGRAM_BOT_TOKEN", text("TELEGRAM_BOT_TOKEN", "")),
        telegram_url=_url("TELEGRAM_API_URL", text("TELEGRAM_API_URL", usual.telegram_url)),
        discord_token=_discord_token("DISCORD_BOT_TOKEN", text("DISCORD_BOT_TOKEN", "")),
        discord_url=_url(
            "DISCORD_API_URL", text("DISCORD_API_URL", usual.discord_url), "https://discord.com/api"
        ),
        discord_gateway=_url(
            "DISCORD_GATEWAY_URL", text("DISCORD_GATEWAY_URL", ""), "wss://gateway.discord.gg"
        ),
        discord_words=_one_of("DISCORD_READ_WORDS", text("DISCORD_READ_WORDS", "no"), ("yes", "no")) == "yes",
        database=_database(text("DATABASE_URL", f"sqlite:///{usual.database}")),
        language=_one_of("MUSBOT_LANGUAGE", text("MUSBOT_LANGUAGE", usual.language), LANGUAGES),
        turn_s=_seconds("MUSBOT_TURN_SECONDS", text("MUSBOT_TURN_SECONDS", str(usual.turn_s)), 0),
        ai_pause_s=_seconds(
            "MUSBOT_AI_PAUSE_SECONDS", text("MUSBOT_AI_PAUSE_SECONDS", str(usual.ai_pause_s)), 0
        ),
        log_level=_one_of(
            "MUSBOT_LOG_LEVEL",
            text("MUSBOT_LOG_LEVEL", usual.log_level).upper(),
            ("DEBUG", "INFO", "WARNING", "ERROR"),
        ),
    )


def _from_file(file: Path) -> dict[str, str]:
    try:
        return {name: value for name, value in dotenv_values(file).items() if value is not None}
    except (OSError, UnicodeDecodeError):
        raise BadSetting(str(file), "a text file in UTF-8 that can be read") from None


def _token(name: str, value: str) -> str:
    number, _, rest = value.partition(":")
    if value and not (number.isdecimal() and rest and value.isascii() and value.isprintable()):
        raise BadSetting(name, "a token such as BotFather gives, digits:letters")
    return value


def _discord_token(name: str, value: str) -> str:
    if not (value.isascii() and value.isprintable() and " " not in value):
        raise BadSetting(name, "a token such as the Developer Portal gives")
    return value


def _url(name: str, value: str, like: str = "https://api.telegram.org") -> str:
    """An address of the kind of `like`; paths are added to one of HTTP, so it has no slash at its end."""
    schemes = ("ws", "wss") if like.startswith("ws") else ("http", "https")
    try:
        parts = urlparse(value)
        good = parts.scheme in schemes and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if value and not good:
        raise BadSetting(name, f"an address such as {like}")
    return value if schemes == ("ws", "wss") else value.rstrip("/")


def _database(value: str) -> Path:
    if not value.startswith("sqlite:///") or len(value) == len("sqlite:///"):
        raise BadSetting("DATABASE_URL", "sqlite:/// and a file, such as sqlite:///musbot.sqlite")
    return Path(value.removeprefix("sqlite:///"))


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise BadSetting(name, f"one of {', '.join(allowed)}")
    return value


def _seconds(name: str, value: str, least: float) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1
    if not least <= seconds <= 3600:
        raise BadSetting(name, f"a number of seconds from {least:g} to 3600")
    return seconds
