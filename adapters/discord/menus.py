"""Menus: a choice of one, or of several at once; what is chosen is read from the interaction."""

from __future__ import annotations

from typing import Any, cast

import discord

from adapters.discord.emojis import Emojis
from musbot.narrator.post import Menu, Option

# discord.com/developers/docs/components/reference, String Select
MOST_OPTIONS, MOST_TEXT, MOST_ASKED = 25, 100, 150
"""Options, characters of an option's name and of what it is about, and of what stands on a closed menu."""
SELECT = 3
ONE = "menu."
"""How a menu begins of whose options one is chosen; that of several carries what it leads to itself."""


def choose(menu: Menu, place: int, emojis: Emojis | None = None) -> dict[str, Any]:
    """Returns the component of a menu, the `place`-th of its message, with the emojis of cards if any."""
    options = menu.options[:MOST_OPTIONS]
    return {
        "type": SELECT,
        "custom_id": menu.data_prefix or f"{ONE}{place}",
        "placeholder": menu.placeholder[:MOST_ASKED],
        "max_values": min(menu.max_chosen, len(options)),
        "options": [_option(option, emojis) for option in options],
    }


def _option(option: Option, emojis: Emojis | None) -> dict[str, Any]:
    made: dict[str, Any] = {"label": option.label[:MOST_TEXT], "value": option.data}
    if about := _cut(option.description):
        made["description"] = about
    if option.chosen:
        made["default"] = True
    emoji = emojis.get(option.card) if emojis and option.card is not None else None
    return made if emoji is None else made | {"emoji": emoji.to_dict()}


def _cut(text: str) -> str:
    """A text as far as it fits, in whole words."""
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1].rpartition(' ')[0]}…"


def pressed(interaction: discord.Interaction[Any]) -> str:
    """Returns what was pressed or chosen carries."""
    data = cast("dict[str, Any]", interaction.data or {})
    carried, values = str(data.get("custom_id", "")), [str(value) for value in data.get("values", ())]
    if not values:
        return carried
    return values[0] if carried.startswith(ONE) else f"{carried}{','.join(values)}"
