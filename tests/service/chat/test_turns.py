"""Which queue each deed waits in, and which of them others wait for."""

from __future__ import annotations

import pytest

from musbot.port.command import GivenCommand
from musbot.port.intake import Wait
from musbot.testing import FakePlatform, playing
from tests.support.scenes import calls


def given(it: FakePlatform, text: str, *, private: bool = False) -> GivenCommand:
    """A command of Ane's."""
    name, *words = text.split()
    ane = it.person("Ane")
    return GivenCommand(name, tuple(words), ane, ane.id if private else it.chat, key="", private=private)


async def test_what_is_done_in_private_waits_its_turn_at_the_table_of_the_group() -> None:
    async with playing() as it:
        ane, eva = it.person("Ane"), it.person("Eva")
        await it.command(ane, "mus")
        await it.press(ane, "Sentarme")
        (table,) = it.tables()
        turns = it.door.turns
        assert turns.of_press(ane.id, ane.id, f"{table.id}:0:start").table == table.id
        assert turns.of_word(ane.id, it.chat).table == table.id
        for private in (False, True):
            assert turns.of_command(given(it, "salir", private=private)).table == table.id
        assert turns.of_word(eva.id, it.chat).table == it.chat
        assert turns.of_word(eva.id, eva.id).table == eva.id


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("mus", Wait.FOR_COMMIT),
        ("salir", Wait.FOR_COMMIT),
        ("idioma en", Wait.FOR_COMMIT),
        ("tanteo", Wait.FOR_NOTHING),
        ("acta", Wait.FOR_NOTHING),
        ("reglas vitoria", Wait.FOR_NOTHING),
        ("txapela", Wait.FOR_NOTHING),
        ("reglas guardar nuevas", Wait.FOR_PLATFORM),
        ("ajustes", Wait.FOR_PLATFORM),
    ],
)
async def test_others_wait_for_what_is_written_and_not_for_who_reads(text: str, wait: Wait) -> None:
    async with playing() as it:
        assert it.door.turns.of_command(given(it, text)).wait is wait


async def test_nobody_waits_for_what_a_closed_chat_or_administrators_have_to_be_asked_for() -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus")
        (table,) = it.tables()
        start, cards = f"{table.id}:0:start", f"{table.id}:0:cards"
        of_press = it.door.turns.of_press
        assert of_press(ane.id, ane.id, start).wait is Wait.FOR_COMMIT
        assert of_press(ane.id, ane.id, cards).wait is Wait.FOR_NOTHING
        assert of_press(ane.id, it.chat, "ways:x").wait is Wait.FOR_PLATFORM
        it.door.availability.close_chat(it.chat)
        assert of_press(ane.id, ane.id, start).wait is Wait.FOR_PLATFORM
        assert it.door.turns.of_word(ane.id, it.chat).wait is Wait.FOR_PLATFORM


async def test_a_platform_is_asked_of_the_chat_of_a_table_before_its_rematch_has_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus")
        await it.press(ane, "Sentarme")
        again = f"{it.tables()[0].id}:0:again"
        await it.command(ane, "terminar")
        asked = calls(monkeypatch, it.messenger, "administers")
        assert it.door.turns.of_press(ane.id, ane.id, again).wait is Wait.FOR_PLATFORM
        await it.door.turns.ready(ane.id, ane.id, again)
        assert asked == [(it.chat, ane.id)]
