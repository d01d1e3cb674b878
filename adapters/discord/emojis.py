"""The forty cards as emojis of the application, uploaded once at the first start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from musbot.game.cards import DECK, Card
from musbot.pictures.emoji import draw_emoji
from musbot.port.boundary import contain_errors

log = logging.getLogger(__name__)

PACE_S = 1.0
"""Seconds between uploads: rate limit headers are inaccurate for emojis (docs.discord.com, Emoji)."""

Emojis = dict[Card, discord.PartialEmoji]
"""The emoji of each card."""


def emoji_name(card: Card) -> str:
    """Returns the name of a card's emoji: `mus_12o`."""
    return f"mus_{card}"


async def load_emojis(
    client: discord.Client, emojis: Emojis, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Uploads missing emojis with a pause of PACE_S after each, then puts all cards' emojis into `emojis`.

    A failure is logged, not raised; then `emojis` stays as before, and buttons show words until the next
    start. Emojis that were uploaded before it stay at Discord.
    """
    with contain_errors("Discord's emojis of the cards"):
        try:
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for card in DECK:
                if emoji_name(card) not in there:
                    there[emoji_name(card)] = await _upload(client, card, sleep)
                    await sleep(PACE_S)
            found = {card: there[emoji_name(card)] for card in DECK}
            emojis.update((card, discord.PartialEmoji(name=it.name, id=it.id)) for card, it in found.items())
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("the cards could not be made emojis: %s", type(error).__name__)


async def _upload(
    client: discord.Client, card: Card, sleep: Callable[[float], Awaitable[None]]
) -> discord.Emoji:
    """Draws and uploads the emoji of a card; waits for long rate limits. Raises the library's errors."""
    image = await asyncio.to_thread(draw_emoji, card)
    while True:
        try:
            return await client.create_application_emoji(name=emoji_name(card), image=image)
        except discord.RateLimited as error:  # longer than the library waits
            await sleep(error.retry_after)
