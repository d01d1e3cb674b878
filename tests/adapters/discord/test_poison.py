"""Events of Discord's with each field poisoned: none ends the bot or its session, or holds up a press."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.discord_server import ANE, MUS
from tests.fakes.discord_api.gateway import Session
from tests.support.discord_wire import Wire, wired
from tests.support.raw_updates import NESTED, nest, poisoned

NEXT_ONE = 100
"""Poisoned events between two sound presses."""
SECRET = "palabras de alguien"
Event = tuple[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _pauses(hasty_discord: None) -> None:
    """What is sent goes at once: limits are not what this is about."""


async def recorded(it: Wire, monkeypatch: pytest.MonkeyPatch) -> dict[str, Event]:
    """Plays a little; returns an event of each sort."""
    kept: list[Event] = []
    real = Session.tell

    def tell(self: Session, name: str, data: dict[str, Any]) -> None:
        kept.append((name, data))
        real(self, name, data)

    monkeypatch.setattr(Session, "tell", tell)
    await it.mesa.open()
    it.fake.say(ANE, SECRET, MUS)
    await it.fake.settle()
    monkeypatch.setattr(Session, "tell", real)
    found = {name: (name, data) for name, data in kept}
    acts = {data["type"]: (name, data) for name, data in kept if name == "INTERACTION_CREATE"}
    return found | {"command": acts[2], "press": acts[3]}


@pytest.mark.parametrize(
    "sort",
    [
        pytest.param("command", marks=pytest.mark.slow),
        pytest.param("press", marks=pytest.mark.long),
        "MESSAGE_CREATE",
    ],
)
async def test_each_event_with_a_poisoned_field_leaves_the_bot_as_it_was(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with wired(tmp_path) as it:
        name, sent = (await recorded(it, monkeypatch))[sort]
        (session,) = it.fake.gateway.sessions.values()
        caplog.set_level(logging.WARNING)
        caplog.clear()
        count = 0
        for _, event in poisoned({"d": sent}):
            session.tell(name, event.get("d"))  # type: ignore[arg-type]
            count += 1
            if count % NEXT_ONE == 0:
                await it.fake.answer(it.fake.slash(ANE, "/tanteo", MUS))
        await it.fake.answer(it.fake.slash(ANE, "/tanteo", MUS))
        await it.fake.settle()
        assert not any(task.done() for task in it.process.running)
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 0)
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert len(errors) <= count
        assert not [record for record in errors if record.name == "asyncio"], "each task has its boundary"
        assert SECRET not in caplog.text
        assert all("no such endpoint" in line for line in it.fake.violations), "of an answer without a token"
        it.fake.violations.clear()


async def test_an_event_nested_1000_deep_ends_no_session_and_the_next_one_is_handled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(tmp_path) as it:
        events = await recorded(it, monkeypatch)
        (session,) = it.fake.gateway.sessions.values()
        nest(monkeypatch)
        for name, sent in (events["MESSAGE_CREATE"], events["command"], events["press"]):
            session.tell(name, {**sent, "more": NESTED})
        await it.fake.answer(it.fake.slash(ANE, "/tanteo", MUS))
        await it.fake.settle()
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 0)
        it.fake.violations.clear()
