"""Menus: a choice of one, or of several at once; what is chosen is read from the interaction."""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import ui

from adapters.discord.emojis import Emojis
from musbot.narrator.post import Menu, Option

# discord.com/developers/docs/components/reference, String Select
MOST_OPTIONS, MOST_TEXT, MOST_ASKED = 25, 100, 150
"""Options, characters of an option's name and of what it is about, and of what stands on a closed menu."""
ONE = "menu."
"""How a menu begins of whose options one is chosen; that of several carries what it leads to itself."""


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"(?=.)(?=.)"):
    """A menu that discord.py never calls, as it never calls a `Press`: see there."""

    @classmethod
    def of(cls, menu: Menu, place: int, emojis: Emojis | None = None) -> Choose:
        """Makes the item of a menu, the `place`-th of its message, with the emojis of cards if there are."""
        options = menu.options[:MOST_OPTIONS]
        select: ui.Select[Any] = ui.Select(
            custom_id=menu.many or f"{ONE}{place}",
            placeholder=menu.asked[:MOST_ASKED],
            max_values=min(menu.most, len(options)),
            options=[_option(option, emojis) for option in options],
        )
        return cls(select)


def _option(option: Option, emojis: Emojis | None) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label[:MOST_TEXT],
        value=option.data,
        description=_cut(option.about) or None,
        emoji=emojis.get(option.card) if emojis and option.card is not None else None,
        default=option.chosen,
    )


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
