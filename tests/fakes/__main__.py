"""A fake Telegram or Discord to type at: tries a bot without a token.

`python -m tests.fakes telegram` prints the settings for the bot, then reads what people do, a line each:

    Ane /mus              Ane writes in the group; other words work too
    Ane [Sentarme]        Ane presses the newest button with this label, or picks it in a menu
    @Ane /start           Ane writes to the bot in private; @Ane [Paso] presses a button there

Ane, Beñat, Carmen and Dani are in the group, and `--language en` makes them English. What the bot shows is
printed as it comes. Ctrl-C ends it; until then it serves, even after the end of the input.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from tests.fakes.discord_api import FakeDiscord
from tests.fakes.running import Running
from tests.fakes.telegram_api import FakeTelegram

NAMES = ("Ane", "Beñat", "Carmen", "Dani")
MESSAGE_CONTENT = 1 << 15
"""The intent with which a bot of Discord reads words ([D] Gateway Intents)."""
LINE = re.compile(r"(?P<private>@?)(?P<name>\w+):?\s+(\[(?P<label>.+)\]|(?P<text>.+))")
HOW = "expected NAME TEXT, or NAME [LABEL]; @NAME is the private chat"


class Act(Protocol):
    """What a person does with a text in a chat."""

    def __call__(self, uid: int, text: str, chat: int, /) -> object:
        """Does it; raises LookupError if it cannot be done there."""


@dataclass(frozen=True)
class Scene:
    """A fake platform with four people in a group."""

    fake: Running
    settings: Callable[[], dict[str, str]]
    """The bot's settings, once the platform serves."""
    has_bot: Callable[[], bool]
    """Whether a bot takes updates."""
    group: int
    private: Callable[[int], int]
    """Returns the private chat of a person."""
    write: Act
    """Writes a text or a command."""
    press: Act
    """Presses a button, or picks an option of a menu."""

    def act(self, line: str) -> str:
        """Does what a line says; returns why it cannot be done, or "" if it is done."""
        found = LINE.fullmatch(line.strip())
        names = [it.casefold() for it in NAMES]
        if not found or found["name"].casefold() not in names:
            return f"{HOW}; the names are {', '.join(NAMES)}"
        uid = 1 + names.index(found["name"].casefold())
        chat = self.private(uid) if found["private"] else self.group
        try:
            (self.press if found["label"] else self.write)(uid, found["label"] or found["text"], chat)
        except LookupError as error:
            return str(error)
        return ""


def open_telegram(language: str = "es") -> Scene:
    """Returns a fake Telegram with a supergroup whose words the bot may read."""
    fake = FakeTelegram(privacy=False)
    people = [fake.user(uid, name, lang=language) for uid, name in enumerate(NAMES, 1)]
    group = fake.group(-1001234567890, members=people)
    return Scene(
        fake,
        lambda: {"TELEGRAM_BOT_TOKEN": fake.token, "TELEGRAM_API_URL": fake.url},
        lambda: fake.updates.polls > 0,
        group,
        lambda uid: uid,
        fake.say,
        fake.press,
    )


def open_discord(language: str = "es") -> Scene:
    """Returns a fake Discord with a server and a channel."""
    fake = FakeDiscord(privileged_intents=MESSAGE_CONTENT)
    locale = {"es": "es-ES", "en": "en-US"}.get(language, language)
    people = [fake.user(uid, name, locale) for uid, name in enumerate(NAMES, 1)]
    channel = fake.channel(11, fake.guild(10, members=people))

    def write(uid: int, text: str, chat: int) -> object:
        return fake.slash(uid, text, chat) if text.startswith("/") else fake.say(uid, text, chat)

    def press(uid: int, label: str, chat: int) -> object:
        try:
            return fake.press(uid, label, chat)
        except LookupError:
            with suppress(LookupError):
                return fake.choose(uid, label, chat)
            raise

    def settings() -> dict[str, str]:
        return {
            "DISCORD_BOT_TOKEN": fake.token,
            "DISCORD_API_URL": fake.api_url,
            "DISCORD_GATEWAY_URL": fake.gateway_url,
        }

    return Scene(fake, settings, lambda: fake.connected, channel, fake.dm, write, press)


PLATFORMS = {"telegram": open_telegram, "discord": open_discord}


async def serve(scene: Scene, lines: asyncio.Queue[str], port: int) -> None:
    """Serves until it is cancelled: does each of the lines, and prints the story of the chats."""
    async with asyncio.TaskGroup() as tasks:
        await scene.fake.start(port)
        told = "".join(f"    {name}={value}\n" for name, value in scene.settings().items())
        print(f"Serving. In the bot's .env:\n\n{told}\n{HOW}.", flush=True)
        tasks.create_task(_print_story(scene))
        while True:
            line = await lines.get()
            if line.strip() and (refusal := scene.act(line)):
                print(refusal, flush=True)


async def _print_story(scene: Scene) -> None:
    await scene.fake.until(scene.has_bot, timeout_s=math.inf)
    print("The bot has come.", flush=True)
    printed = 0
    while True:
        lines = scene.fake.transcript().splitlines()
        if lines[printed:]:
            print("\n".join(lines[printed:]), flush=True)
        printed = len(lines)
        await asyncio.sleep(0.2)


async def _serve_terminal(scene: Scene, port: int) -> None:
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()  # a thread of asyncio's would hold up the end
    await serve(scene, lines, port)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a fake platform on 127.0.0.1 until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fakes", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("platform", choices=PLATFORMS)
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument("--language", choices=("es", "en", "eu"), default="es", help="of the people")
    given = parser.parse_args(arguments)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve_terminal(PLATFORMS[given.platform](given.language), given.port))


if __name__ == "__main__":
    main()
