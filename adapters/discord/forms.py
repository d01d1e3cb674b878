"""Forms in which a person types an amount or a reason.

The input is read from the interaction, not by a stored view, so it counts after a restart too.
"""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import ui

from musbot.narrator.post import Form, WordsForm

FORGOTTEN_S = 15 * 60
"""Seconds after which the library forgets a form."""
DIGITS = 5
"""The maximum digits of a number."""


class FormModal(ui.Modal):
    """A form with one text field; `DiscordBot.interaction` handles its submission.

    Title, label and hint are cut to Discord's limits.
    """

    def __init__(self, form: Form | WordsForm) -> None:
        super().__init__(title=form.title[:45], custom_id=form.data, timeout=FORGOTTEN_S)
        most = form.most if isinstance(form, WordsForm) else DIGITS
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id="typed", placeholder=form.hint[:100], max_length=most
        )
        self.add_item(ui.Label(text=form.label[:45], component=line))


def read_form(interaction: discord.Interaction) -> tuple[str, str]:
    """Returns the payload of a submitted form, and the typed text; "" for a missing one."""
    data = cast("dict[str, Any]", interaction.data or {})
    return str(data.get("custom_id", "")), _value(data.get("components", []))


def _value(components: Any) -> str:
    """Returns the first typed text in nested components; "" if there is none."""
    for component in components if isinstance(components, list) else [components]:
        if "value" in component:
            return str(component["value"])
        for key in ("component", "components"):
            if key in component and (found := _value(component[key])):
                return found
    return ""
