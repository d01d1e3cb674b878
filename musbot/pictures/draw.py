"""Draws a picture from its content."""

from __future__ import annotations

from typing import assert_never

from musbot.pictures.chances import draw_chances
from musbot.pictures.cloth import Cloth
from musbot.pictures.film import draw_film
from musbot.pictures.hand import draw_hand
from musbot.pictures.shared import draw_any_end, draw_shared
from musbot.pictures.showdown import draw_showdown
from musbot.pictures.sorteo import draw_sorteo
from musbot.pictures.specs import (
    ChancesPicture,
    EndPicture,
    FilmPicture,
    HandPicture,
    Picture,
    SharedPicture,
    ShowdownPicture,
    SorteoPicture,
    Still,
    StonesEndPicture,
    StonesPicture,
    TanteoPicture,
)
from musbot.pictures.stones import draw_stones
from musbot.pictures.tanteo import draw_tanteo

SUFFIX = ".png"
"""The file type of a picture except films: with few colours PNG is smaller and sharper than JPEG.

Telegram shows WebP as a sticker.
"""


def draw_still(spec: Still) -> Cloth:
    """Returns the drawing of a still picture, before it becomes a file."""
    match spec:
        case HandPicture():
            return draw_hand(spec)
        case ShowdownPicture():
            return draw_showdown(spec)
        case TanteoPicture():
            return draw_tanteo(spec)
        case SorteoPicture():
            return draw_sorteo(spec)
        case ChancesPicture():
            return draw_chances(spec)
        case StonesPicture():
            return draw_stones(spec)
        case EndPicture() | StonesEndPicture():
            return draw_any_end(spec)
        case SharedPicture():
            return draw_shared(spec)
        case _:
            assert_never(spec)


def draw(spec: Picture) -> bytes:
    """Returns a picture as a file for a chat: PNG, or GIF for a film.

    It takes milliseconds, a film a second, so never call it on an event loop.
    """
    return draw_film(spec) if isinstance(spec, FilmPicture) else draw_still(spec).png()
