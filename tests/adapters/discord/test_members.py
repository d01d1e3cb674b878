"""Presses in private messages of people who have left the server, or were banned from it."""

from __future__ import annotations

import pytest

from adapters.discord.messenger import person_id
from musbot.port.messenger import MessengerError
from musbot.table.events import ChatId, read_person_id
from tests.support.discord_sala import Sala, presses, told

OUTSIDE = "Ya no estás en el chat de la mesa"


async def press_own_hand(room: Sala, name: str, act: str) -> str:
    """Presses a button of a player's private hand; returns what the player alone is told."""
    (hand,) = [it for it in room.dms(name) if any(data.endswith(act) for data in presses(it))]
    data = next(data for data in presses(hand) if data.endswith(act))
    result = await room.people[name].user.click(hand, custom_id=data)
    return told(result) if result.ephemeral else ""


def leave(room: Sala, name: str) -> None:
    room.env.backend.remove_member(room.guild.id, room.people[name].id)


async def test_who_has_left_the_server_is_refused_and_may_be_replaced(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    gone, before = room.speaker, room.table.mesa
    seat = room.table.seat_of(person_id(room.people[gone].id))
    leave(room, gone)
    assert (await press_own_hand(room, gone, ":nomus")).startswith(OUTSIDE)
    assert room.table.mesa == before
    assert seat is not None
    assert room.table.missed[seat] == 3
    other = next(name for name in room.table.names if name != gone)
    await room.press(other, f"Sustituir a {gone}")
    assert room.table.seat_of(person_id(room.people[gone].id)) is None


async def test_a_member_acts_in_private_messages(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    before = room.table.mesa
    assert not (await press_own_hand(room, room.speaker, ":nomus")).startswith(OUTSIDE)
    assert room.table.mesa != before


async def test_only_an_unknown_member_or_user_counts_as_gone(room: Sala) -> None:
    chat, member = room.chat, room.people["Ane"].id
    is_member = room.bot.messenger.is_member
    assert await is_member(chat, person_id(member))
    assert await is_member(chat, read_person_id("discord:nobody")), "no request is made"
    assert await is_member(person_id(member), person_id(member)), "a private chat"
    leave(room, "Ane")
    assert not await is_member(chat, person_id(member))
    with pytest.raises(MessengerError):
        await is_member(ChatId("discord:99-1"), person_id(member))
