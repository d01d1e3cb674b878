"""Forms: an amount, or a reason, that somebody writes.

What is typed is read from the interaction, not by a stored view: one sent in after a restart counts as well.
"""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import ui

from musbot.narrator.post import Form, WordsForm

FORGOTTEN_S = 15 * 60
DIGITS = 5
"""Of a number."""


class FormModal(ui.Modal):
    """A form with one line to fill in; `DiscordBot.interaction` takes what is sent in."""

    def __init__(self, form: Form | WordsForm) -> None:
        super().__init__(title=form.title[:45], custom_id=form.data, timeout=FORGOTTEN_S)
        most = form.most if isinstance(form, WordsForm) else DIGITS
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id="typed", placeholder=form.hint[:100], max_length=most
        )
        self.add_item(ui.Label(text=form.label[:45], component=line))


def typed(interaction: discord.Interaction) -> tuple[str, str]:
    """Returns what a press or a form that was sent in is about, and what was typed."""
    data = cast("dict[str, Any]", interaction.data or {})
    return str(data.get("custom_id", "")), _value(data.get("components", []))


def _value(components: Any) -> str:
    for component in components if isinstance(components, list) else [components]:
        if "value" in component:
            return str(component["value"])
        for key in ("component", "components"):
            if key in component and (found := _value(component[key])):
                return found
    return ""
