"""An error of musbot that no message explains: the person is told that something failed, and it is logged."""

from __future__ import annotations

import pytest

from musbot.game.cards import BadCard
from musbot.game.errors import BadEvent, MusError
from musbot.players.player import NotAsked
from musbot.service.commands.context import CommandRequest
from musbot.service.tables.manager import TableManager
from musbot.testing import playing
from musbot.words.texts import NoText, Texts
from tests.support.partidas import began, said

UNEXPECTED = (
    BadCard("9x"),
    BadEvent("of our own"),
    MusError("of our own"),
    NotAsked(2),
    NoText("a key"),
)


@pytest.fixture(params=UNEXPECTED, ids=lambda it: type(it).__name__)
def error(request: pytest.FixtureRequest) -> MusError:
    found: MusError = request.param
    return found


async def test_a_press_a_word_and_a_command_are_answered_with_an_apology(
    error: MusError, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sorry = Texts("es")("refused-broken")

    def fail(*_: object, **__: object) -> None:
        raise error

    async with playing() as fake:
        await began(fake)
        (asked,) = fake.awaited_people()[:1]
        monkeypatch.setattr(TableManager, "press", fail)
        monkeypatch.setattr(TableManager, "apply_word", fail)
        monkeypatch.setattr(CommandRequest, "table", fail)
        assert (await fake.press(asked, "Mus")).text == sorry
        await fake.say(asked, "mus")
        assert said(fake, fake.chat).text == sorry
        await fake.command(asked, "tanteo")
        assert [it.text for it in fake.messenger.posts(fake.chat)].count(sorry) == 2
    traces = [it.getMessage() for it in caplog.records if it.exc_info is not None]
    assert len(traces) == 1, "one for each cause"
