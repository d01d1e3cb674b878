"""Scenes for tests of the courier: a manager, a store, and chats that are only in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from musbot.game.actions import Action, Voz
from musbot.narrator import Narrator
from musbot.port.door import Door
from musbot.port.messenger import Limit
from musbot.service.chat.door import open_door
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Command, Services
from musbot.service.commands.registry import COMMANDS
from musbot.service.delivery.courier import Courier
from musbot.service.queue.outboxes import Times
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import Payload
from musbot.table.events import NO_CHAT
from musbot.table.table import Table
from musbot.testing import Clock, FakeMessenger, Made
from tests.support.tables import CHAT, a_manager

LIMITS, PRIVATE = {CHAT: Limit(5, 4)}, Limit(3, 1)


def a_messenger(clock: Clock | None = None) -> FakeMessenger:
    return FakeMessenger(clock, limit=lambda chat: LIMITS.get(chat, PRIVATE))


def a_door(
    manager: TableManager,
    courier: Courier,
    commands: Sequence[Command] = COMMANDS,
    clock: Callable[[], float] = time.monotonic,
) -> Door:
    return open_door(Services(manager, courier, Narrators(Narrator, "es"), clock=clock), commands=commands)


@dataclass
class Scene:
    """A manager with a courier that brings its tables to a fake platform."""

    manager: TableManager
    store: SqliteStore
    platform: FakeMessenger
    courier: Courier


def a_courier(manager: TableManager, platform: FakeMessenger, *, joined: bool = True) -> Courier:
    """Returns a courier that lives by the clock of its platform."""
    times = Times(platform.clock, platform.clock, platform.clock.sleep, platform.clock)
    return Courier(manager, {"test": platform} if joined else {}, Narrators(Narrator, "es"), times)


async def started(manager: TableManager, store: SqliteStore, platform: FakeMessenger) -> Scene:
    """A manager and its courier once all that goes on by itself has been taken up."""
    courier = a_courier(manager, platform)
    await manager.start(courier)
    await courier.start()
    manager.resume_all()
    await manager.wait_for_background()
    return Scene(manager, store, platform, courier)


@asynccontextmanager
async def playing(store: SqliteStore, platform: FakeMessenger) -> AsyncIterator[Scene]:
    """Runs a scene with one clock: the platform's is that of the tables too."""
    scene = await started(a_manager(store, platform.clock, seen=False), store, platform)
    yield scene
    await scene.manager.stop()
    await scene.courier.stop()


async def restarted(scene: Scene) -> Scene:
    """The same, as it is after a kill and a new start."""
    await scene.manager.stop()
    await scene.courier.stop()
    await written(scene.store)
    manager = a_manager(scene.store, scene.platform.clock, seed=9, seen=False)
    return await started(manager, scene.store, scene.platform)


async def written(store: SqliteStore) -> None:
    """Returns when all that was to be noted has been."""
    await asyncio.sleep(0)
    await store.move("nobody", NO_CHAT)  # which writes, after all that


def text_of(made: Made) -> str:
    assert made.post is not None
    return made.post.text


def says_mus(table: Table) -> Payload:
    """What a button of the board as it is now carries."""
    return Payload(table.id, table.question, Action(Voz.MUS))


def calls(monkeypatch: pytest.MonkeyPatch, of: object, name: str) -> list[tuple[object, ...]]:
    """What a method is called with from now on."""
    found: list[tuple[object, ...]] = []
    does = getattr(of, name)

    async def noted(*given: object) -> object:
        found.append(given)
        return await does(*given)

    monkeypatch.setattr(of, name, noted)
    return found
