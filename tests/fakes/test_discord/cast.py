"""Who plays in these tests, and a bot written with discord.py."""

from __future__ import annotations

import io
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui

ANE, BEÑAT, CARMEN = 1, 2, 3
PEÑA, MUS, OTHER = 10, 11, 12
V2, EPHEMERAL = 32768, 64
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 800, 600)

Ask = Callable[..., Awaitable[tuple[int, Any]]]
"""Asks an endpoint with a body; returns status and body of the answer."""


def button(label: str | None = "Paso", custom_id: str = "p", **more: Any) -> dict[str, Any]:
    """Returns a button."""
    return {"type": 2, "style": 2, "custom_id": custom_id} | ({"label": label} if label else {}) | more


def row(*buttons: dict[str, Any]) -> dict[str, Any]:
    """Returns a row of buttons."""
    return {"type": 1, "components": list(buttons)}


class Word(ui.Modal, title="Una palabra"):
    """A form with one field."""

    word: ui.TextInput[Any] = ui.TextInput(label="Palabra", max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Tu palabra: {self.word.value}", ephemeral=True)


class Board(ui.LayoutView):
    """A board with two buttons."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Container(ui.TextDisplay("Mesa nueva"), Seats()))


class Seats(ui.ActionRow[Board]):
    """The buttons."""

    @ui.button(label="Sentarme", custom_id="sit")
    async def sit(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"Te sientas, {interaction.user.display_name}.", ephemeral=True)

    @ui.button(label="Palabra", custom_id="word")
    async def say(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Word())

    @ui.button(label="Quitar", custom_id="update")
    async def update(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay("Quitada"))
        await interaction.response.edit_message(view=view)


class Bot(discord.Client):
    """A bot with two commands."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="mus", description="Abre una mesa")
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def mus(interaction: discord.Interaction, reyes: int = 4) -> None:
            board = Board()
            board.children[0].children[0].content = f"Mesa a {reyes} reyes"  # type: ignore[attr-defined]
            await interaction.response.send_message(view=board)

        @self.tree.command(name="cartas", description="Tus cartas")
        async def cards(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            file = discord.File(io.BytesIO(PNG), "cartas.png", description="rey, rey, sota, as")
            view = ui.LayoutView()
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            gallery.add_item(media=file)
            view.add_item(gallery)
            await interaction.edit_original_response(view=view, attachments=[file])

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing: discord.py's own waits five seconds before it identifies anew."""

    async def setup_hook(self) -> None:
        self.add_view(Board())
        await self.tree.sync()
