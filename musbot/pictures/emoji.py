"""A card as an emoji: its small form, as large as an emoji is."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from musbot.game.cards import Card
from musbot.pictures.atlas import NAIPE, drawing

SIZE = 128
"""Pixels either way: docs.discord.com, Emoji Resource (256 KiB at most)."""


def draw_emoji(card: Card) -> bytes:
    """Returns a card's emoji as a PNG file, without ground where the card ends."""
    across = round(NAIPE[0] * SIZE / NAIPE[1])
    ground = Image.new("RGBA", (SIZE, SIZE))
    ground.paste(drawing(f"{card}-", across), ((SIZE - across) // 2, 0))
    file = BytesIO()
    ground.save(file, "PNG")
    return file.getvalue()
