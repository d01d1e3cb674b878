"""Colour palettes for dark and light terminals, and none for an unknown background.

All colours belong to the fixed part of the 256-colour table. Users can redefine the first 16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from musbot.port.platform import Theme

from .scene import Look

MIN_CONTRAST = 4.5
"""Minimum contrast between text and background (WCAG 2.1, criterion 1.4.3)."""


class Colour(NamedTuple):
    """A colour; each channel is from 0 to 255."""

    red: int
    """The red channel."""
    green: int
    """The green channel."""
    blue: int
    """The blue channel."""

    def __str__(self) -> str:
        """Returns the colour as "#rrggbb"."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BOLD = frozenset((Look.TITLE, Look.KEY, Look.NOTE, Look.PROMPT))
"""Looks written in bold in every theme."""
PALETTES: Mapping[Theme, Mapping[Look, Colour]] = {
    Theme.DARK: {
        Look.RULE: Colour(175, 175, 175),
        Look.EVENT: Colour(135, 215, 255),
        Look.KEY: Colour(135, 215, 135),
        Look.HINT: Colour(175, 175, 175),
        Look.NOTE: Colour(255, 215, 135),
        Look.PROMPT: Colour(135, 215, 135),
        Look.OROS: Colour(255, 215, 95),
        Look.COPAS: Colour(255, 135, 135),
        Look.ESPADAS: Colour(135, 215, 255),
        Look.BASTOS: Colour(135, 215, 135),
        Look.GONE: Colour(175, 175, 175),
    },
    Theme.LIGHT: {
        Look.RULE: Colour(95, 95, 95),
        Look.EVENT: Colour(0, 95, 95),
        Look.KEY: Colour(0, 95, 0),
        Look.HINT: Colour(95, 95, 95),
        Look.NOTE: Colour(135, 0, 95),
        Look.PROMPT: Colour(0, 95, 0),
        Look.OROS: Colour(135, 95, 0),
        Look.COPAS: Colour(175, 0, 0),
        Look.ESPADAS: Colour(0, 95, 175),
        Look.BASTOS: Colour(0, 95, 0),
        Look.GONE: Colour(95, 95, 95),
    },
    Theme.PLAIN: {},
}
"""The colour of each look by theme. A look without an entry has the terminal's own colour."""


def contrast(one: Colour, other: Colour) -> float:
    """Returns the contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    """Returns the relative luminance of a colour, from 0 to 1 (WCAG 2.1)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: Colour) -> list[float]:
    """Returns the channels of a colour, from 0 to 1."""
    return [part / 255 for part in colour]


def is_readable(theme: Theme, ground: Colour) -> bool:
    """Returns whether every colour of a theme has MIN_CONTRAST at least on a background; True for the plain
    theme."""
    return all(contrast(colour, ground) >= MIN_CONTRAST for colour in PALETTES[theme].values())


def readable_theme(ground: Colour) -> Theme:
    """Returns the first of the themes, in the order of Theme, that is readable on a background.

    The plain theme, the last one, always is.
    """
    return next(theme for theme in Theme if is_readable(theme, ground))


def styles(theme: Theme) -> dict[str, str]:
    """Returns the prompt_toolkit style of each look that has a colour or is bold, by its style name."""
    palette = PALETTES[theme]
    return {
        look: " ".join(filter(None, ["bold" if look in BOLD else "", str(palette.get(look, ""))]))
        for look in Look
        if look in BOLD or look in palette
    }
