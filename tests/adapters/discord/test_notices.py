"""Refusals in a channel: each person has one notice, which goes; a double tap is not scolded."""

from __future__ import annotations

from musbot.table.events import MessageId, Person, read_person_id
from tests.support.discord_sala import Sala, says

OUTSIDE = "No te has sentado en esta mesa."


def notices_of(room: Sala, name: str) -> list[str]:
    """What only somebody reads in the channel, but for their hand."""
    mine = room.channel.history(viewer=room.people[name])
    return [says(m) for m in mine if m.flags.ephemeral and "· tus cartas" not in says(m)]


def another(room: Sala) -> str:
    """One who is not asked."""
    return room.table.names[(room.table.names.index(room.speaker) + 1) % 4]


async def test_refusals_stand_in_one_notice_which_goes_with_the_next_press_that_counts(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    other = another(room)
    before = notices_of(room, other)
    for label in ("Mus", "No hay mus", "Mus"):
        await room.press(other, label)
    (told,) = notices_of(room, other)[len(before) :]
    assert room.speaker in told
    first, second = room.speaker, other
    await room.press(first, "Mus")
    await room.env.settle()
    assert notices_of(room, second)[len(before) :] == [told], "the act of another changes nothing"
    await room.press(second, "Tanteo")
    await room.env.settle()
    assert told not in notices_of(room, second)


async def test_a_notice_that_was_dismissed_comes_anew(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    refused = await room.press("Eva", "Mus")
    assert refused.response is not None
    room.env.backend.delete_message(room.channel.id, refused.response.id)
    await room.press("Eva", "No hay mus")
    assert notices_of(room, "Eva") == [f"{OUTSIDE} Con «Apuntarme» te aviso cuando quede un sitio."]


async def test_the_second_tap_of_a_double_one_is_answered_silently(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    name, board = room.speaker, room.board
    data = room.data("mus")
    before = notices_of(room, name)
    seq = room.table.seq
    await room.people[name].click(board, custom_id=data)
    said = room.table.seq
    assert said > seq
    who = Person(read_person_id(f"discord:{room.people[name].id}"), name)
    again = await room.bot.door.presses.press(
        who, room.chat, data, key="discord:2", message=MessageId("1"), alone=True
    )
    assert (again.text, again.seen, room.table.seq) == ("", True, said)
    assert notices_of(room, name) == before


async def test_a_vote_is_confirmed_in_the_one_notice_which_says_the_last(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    before = notices_of(room, "Ane")
    told = await room.press("Eva", "Apuntarme")
    assert told.response is not None
    for _ in range(2):
        await room.slash("Ane", "end")
    await room.env.settle()
    (voted,) = notices_of(room, "Ane")[len(before) :]
    assert voted == "Tu voto cuenta: 1 de 3."
    await room.press("Eva", "Mus")
    listed = [f"{OUTSIDE} Ya estás en la lista: te sientas en cuanto haya sitio."]
    assert notices_of(room, "Eva") == listed, "in place of what she was told before"
