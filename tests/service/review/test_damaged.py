"""A log that cannot be read when somebody asks about a hand: they are told so, and the cause is logged."""

from __future__ import annotations

import logging

import pytest

from musbot.store import refold
from musbot.table.acts import Ask, Payload
from musbot.testing import playing
from tests.support.partidas import began, one_hand, play_to_the_end, said

UNREADABLE = "Esa mesa está apartada: no se ha podido leer."


@pytest.fixture
def _reading_fails(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Every stored event that is read from now on causes an error of ours."""

    def decode(_: str) -> None:
        raise RuntimeError("of our own")

    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(refold, "decode", decode)


@pytest.mark.parametrize("asked", [Ask.ANALYSE, Ask.WHY, Ask.BADLY])
async def test_a_press_says_that_the_hand_cannot_be_read(
    asked: Ask, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    async with playing() as fake:
        table = await one_hand(fake)
        request.getfixturevalue("_reading_fails")
        reply = await fake.press_data(fake.person("Ane"), str(Payload(table, 1, asked, paged=True)))
        assert reply.text == UNREADABLE
        assert _logged(caplog, table) == 1


@pytest.mark.parametrize(("before", "command"), [("verificar", "acta"), ("acta", "verificar")])
async def test_a_command_says_that_the_partida_cannot_be_read(
    before: str, command: str, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    async with playing() as fake:
        ane, *_ = await began(fake)
        table = fake.tables()[0].id
        await play_to_the_end(fake)
        await fake.command(ane, before)  # from here on, only the log of the partida is read again
        request.getfixturevalue("_reading_fails")
        await fake.command(ane, command)
        assert said(fake, fake.chat).text == UNREADABLE
        assert _logged(caplog, table) == 1


def _logged(caplog: pytest.LogCaptureFixture, table: str) -> int:
    """Returns how often the log names the table and the place of the error."""
    lines = [it.getMessage() for it in caplog.records if it.levelno >= logging.ERROR]
    assert all("of our own" not in line for line in lines)
    return sum(line.startswith(f"table {table}: ") and "(RuntimeError at " in line for line in lines)
