"""Refusals in a channel: each person has one notice, which goes; a double tap is not scolded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from adapters.discord import notices as discord_notices
from adapters.discord.wire import Ephemeral
from musbot.narrator.post import Post
from musbot.table.events import MessageId, Person, read_person_id
from tests.support.discord_sala import READ_S, Sala, says

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
    assert voted == "Ya lo habías pedido: 1 de los 3 que hacen falta para terminar la mesa."
    await room.press("Eva", "Mus")
    listed = [f"{OUTSIDE} Ya estás en la lista: te sientas en cuanto haya sitio."]
    assert notices_of(room, "Eva") == listed, "in place of what she was told before"


async def out_of_turn(room: Sala) -> None:
    await room.press("Ane" if room.speaker != "Ane" else "Beñat", "Mus")


async def to_end(room: Sala) -> None:
    await room.slash("Ane", "end")


async def the_score(room: Sala) -> None:
    await room.press("Eva", "Tanteo")


async def the_help(room: Sala) -> None:
    await room.slash("Eva", "help")


async def a_seat(room: Sala) -> None:
    await room.press("Eva", "Mis cartas")


async def a_place_in_line(room: Sala) -> None:
    await room.press("Eva", "Apuntarme")


async def play_goes_on(room: Sala) -> None:
    await room.speak("Mus")


async def the_table_ends(room: Sala) -> None:
    for name in ("Beñat", "Carmen", "Dani"):
        await room.slash(name, "end")


Acting = Callable[[Sala], Awaitable[None]]
NOTES: dict[Acting, Acting] = {
    **dict.fromkeys((out_of_turn, the_score, the_help), play_goes_on),
    **dict.fromkeys((to_end, a_seat, a_place_in_line), the_table_ends),
}
"""Acts that are answered for one alone, and what makes the answer untrue."""


@pytest.mark.parametrize("note", NOTES)
async def test_what_one_alone_reads_of_a_table_goes_when_it_has_stopped_being_true_but_does_not_flash(
    room: Sala, note: Acting
) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    everybody = ("Ane", "Beñat", "Eva")
    before = {name: notices_of(room, name) for name in everybody}
    await note(room)
    ((reader, told),) = [(it, notices_of(room, it)) for it in everybody if notices_of(room, it) != before[it]]
    await room.env.advance_time(READ_S + 5)
    assert notices_of(room, reader) == told, "it stands as long as it is true"
    await NOTES[note](room)
    await room.env.settle()
    assert told[-1] not in notices_of(room, reader), "it has been read"


@pytest.mark.parametrize("note", NOTES)
async def test_a_private_note_that_has_just_appeared_stays_to_be_read(room: Sala, note: Acting) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    everybody = ("Ane", "Beñat", "Eva")
    before = {name: notices_of(room, name) for name in everybody}
    await note(room)
    ((reader, told),) = [(it, notices_of(room, it)) for it in everybody if notices_of(room, it) != before[it]]
    await NOTES[note](room)
    await room.env.settle()
    assert notices_of(room, reader) == told
    await room.env.advance_time(READ_S + 5)
    assert told[-1] not in notices_of(room, reader)


class Wire:
    """Changes messages after a while, when something else may have happened, and notes which are deleted."""

    def __init__(self) -> None:
        self.deleted: list[int] = []
        self.emojis: dict[str, str] = {}
        self.meanwhile: Callable[[], object] = lambda: None

    async def lay_out(self, post: Post, *, own: bool) -> Post:
        return post

    async def change(self, shown: Ephemeral, laid: Post) -> None:
        await asyncio.sleep(0.01)
        self.meanwhile()

    async def delete(self, shown: Ephemeral) -> None:
        self.deleted.append(shown.message)


@pytest.mark.parametrize("at_once", [True, False])
async def test_the_reply_to_a_press_takes_the_place_of_a_note_that_the_press_has_made_untrue(
    monkeypatch: pytest.MonkeyPatch, *, at_once: bool
) -> None:
    monkeypatch.setattr(discord_notices, "REPLACED_S", 0.05)
    wire: Any = Wire()
    notices, reader, ends = discord_notices.Notices(wire, wire, 60, 0), (101, 7), list[Callable[[], None]]()
    notices.keep(reader, Ephemeral(wire, 1, original=True), ends.append)
    if at_once:
        ends[0]()
        await asyncio.sleep(0.01)
    else:
        wire.meanwhile = ends[0]
    assert await notices.change(reader, Post("", "Tu voto cuenta."), ends.append)
    await asyncio.sleep(0.1)
    assert wire.deleted == [], "what is new in it is true"
    ends[1]()
    await asyncio.sleep(0.1)
    assert wire.deleted == [1]
