"""A command that only tests know: a row as a new one would be."""

from __future__ import annotations

from musbot.narrator.post import Post
from musbot.port.command import Arguments
from musbot.service.commands.context import Command, CommandRequest, Cost


async def _eco(asked: CommandRequest) -> None:
    asked.answer(Post("", " ".join(("eco", *asked.words))))


ECO = Command(
    "eco",
    _eco,
    "command-ayuda",
    help="help-mesa",
    cost=Cost.OWN,
    names={"en": "echo"},
    words=Arguments.ONE,
)
