"""Menus of one or several choices; the choice is read from the interaction."""

from __future__ import annotations

from typing import Any, cast

import discord

from musbot.narrator.post import Menu, Option

from .emojis import Emojis

# discord.com/developers/docs/components/reference, String Select
MOST_OPTIONS, MOST_TEXT, MOST_ASKED = 25, 100, 150
"""The maximum options, characters of an option's name or description, and characters of a placeholder."""
SELECT = 3
"""The component type of a menu."""
ONE = "menu."
"""The id prefix of a menu with one choice; a menu of several has a payload prefix as its id."""


def menu_component(menu: Menu, place: int, emojis: Emojis | None = None) -> dict[str, Any]:
    """Returns the component of a menu, in row `place` of its message, with the emojis of cards.

    Its id is the menu's payload prefix, or ONE and `place` without a prefix. Options above MOST_OPTIONS are
    left out, and long texts are cut.
    """
    options = menu.options[:MOST_OPTIONS]
    return {
        "type": SELECT,
        "custom_id": menu.data_prefix or f"{ONE}{place}",
        "placeholder": menu.placeholder[:MOST_ASKED],
        "max_values": min(menu.max_chosen, len(options)),
        "options": [_option(option, emojis) for option in options],
    }


def _option(option: Option, emojis: Emojis | None) -> dict[str, Any]:
    """Returns an option as a component, with its description, emoji and whether it is chosen."""
    made: dict[str, Any] = {"label": option.label[:MOST_TEXT], "value": option.data}
    if about := _cut(option.description):
        made["description"] = about
    if option.chosen:
        made["default"] = True
    emoji = emojis.get(option.card) if emojis and option.card is not None else None
    return made if emoji is None else made | {"emoji": emoji.to_dict()}


def _cut(text: str) -> str:
    """Returns a text that is longer than MOST_TEXT characters cut at a space, with "…".

    A long text without spaces becomes "…".
    """
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1].rpartition(' ')[0]}…"


def pressed_payload(interaction: discord.Interaction[Any]) -> str:
    """Returns the payload of a pressed button or of the chosen options; "" if it has no payload.

    The options of a menu of several follow its prefix, joined by commas.
    """
    data = cast("dict[str, Any]", interaction.data or {})
    carried, values = str(data.get("custom_id", "")), [str(value) for value in data.get("values", ())]
    return values[0] if values and carried.startswith(ONE) else f"{carried}{','.join(values)}"
