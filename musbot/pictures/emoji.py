"""Draws a card as an emoji, from its small form."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from musbot.game.cards import Card
from musbot.pictures.atlas import NAIPE, drawing

SIZE = 128
"""Pixels in both directions (docs.discord.com, Emoji Resource; 256 KiB at most)."""


def draw_emoji(card: Card) -> bytes:
    """Returns a card's emoji as a PNG file, transparent around the card."""
    across = round(NAIPE[0] * SIZE / NAIPE[1])
    ground = Image.new("RGBA", (SIZE, SIZE))
    ground.paste(drawing(f"{card}-", across), ((SIZE - across) // 2, 0))
    file = BytesIO()
    ground.save(file, "PNG")
    return file.getvalue()
