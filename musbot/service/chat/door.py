"""The door of the service, with all that stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.port.door import Door
from musbot.service.chat.answers import Answers
from musbot.service.chat.chats import Chats
from musbot.service.chat.presses import Presses
from musbot.service.chat.turns import Turns
from musbot.service.commands.context import Command, House
from musbot.service.commands.registry import COMMANDS, CommandRegistry
from musbot.service.delivery.counters import ChatTally


def open_door(house: House, tally: ChatTally | None = None, commands: Sequence[Command] = COMMANDS) -> Door:
    """Returns the door that platforms are given; what comes in by it is counted."""
    tally, answers = tally or ChatTally(), Answers(house)
    registry = CommandRegistry(house, tally, commands)
    return Door(
        presses=Presses(house, registry, answers, tally),
        commands=registry,
        answers=answers,
        chats=Chats(house),
        turns=Turns(house, registry),
        availability=house.courier.availability,
    )
