"""/borrar takes several commits: it is answered after the first, goes on after a kill, and tells its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from musbot.app import Process
from musbot.port import deadline
from musbot.service.commands import forgetting
from musbot.store.protocol import StoreError
from musbot.table.events import Person, PersonId
from musbot.testing import Clock, FakeMessenger, FakePlatform, running
from musbot.words.texts import Texts
from tests.support.partidas import played, said
from tests.support.people import stands_in
from tests.support.scenes import calls

GOES_ON = "Lo estoy borrando, y tarda un poco. Te aviso en privado cuando acabe."
DONE = "Hecho: ya no sé quién eres. Si vuelves a jugar, empiezas de nuevo."
FAILED = "No se ha podido borrar todo. Escribe /borrar otra vez."


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "PATIENCE_S", 0.02)


@asynccontextmanager
async def bot(folder: Path) -> AsyncIterator[tuple[FakePlatform, Process]]:
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock, folder) as process:
        await fake.joined.wait()
        yield fake, process


async def slow(process: Process, monkeypatch: pytest.MonkeyPatch, failed: bool = False) -> asyncio.Event:
    """Lets the last commit of /borrar wait, and fail then."""
    free, real = asyncio.Event(), process.manager.store.forget

    async def forget(person: PersonId) -> None:
        await free.wait()
        if failed:
            raise StoreError("full")
        await real(person)

    monkeypatch.setattr(process.manager.store, "forget", forget)
    return free


async def confirm(fake: FakePlatform, miren: Person) -> None:
    await fake.command(miren, "borrar", miren.id)
    await deadline.with_deadline(lambda: fake.command(miren, "borrar sí", miren.id))


async def test_who_cannot_be_forgotten_is_not_told_that_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        monkeypatch.setattr(forgetting, "PATIENCE_S", 5.0)
        (await slow(process, monkeypatch, failed=True)).set()
        await confirm(fake, miren)
        assert said(fake, miren.id).text == Texts("es")("refused-not-saved")


async def test_who_is_forgotten_slowly_is_answered_and_told_when_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        free = await slow(process, monkeypatch)
        await confirm(fake, miren)
        await fake.wait(5)
        assert said(fake, miren.id).text == GOES_ON
        assert deadline.list_overdue() == []
        free.set()
        await process.services.forgetting._background.finish()
        await fake.wait(5)
        assert said(fake, miren.id).text == DONE
        assert stands_in(tmp_path, miren.id, "Zubeldia") == []


async def test_who_cannot_be_forgotten_is_told_and_may_confirm_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        free = await slow(process, monkeypatch, failed=True)
        await confirm(fake, miren)
        free.set()
        await process.services.forgetting._background.finish()
        await fake.wait(5)
        assert said(fake, miren.id).text == FAILED
        monkeypatch.undo()
        await fake.command(miren, "borrar sí", miren.id)
        await fake.wait(5)
        assert stands_in(tmp_path, miren.id, "Zubeldia") == []


@pytest.mark.parametrize("slowly", [False, True])
async def test_a_deletion_that_is_broken_off_is_told_and_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, slowly: bool
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        free = await slow(process, monkeypatch)
        if not slowly:
            free.set()

        async def breaks_off(*_: object) -> None:
            await free.wait()
            raise asyncio.CancelledError

        monkeypatch.setattr(process.services.forgetting, "_carry_out", breaks_off)
        caplog.set_level(logging.ERROR)
        await confirm(fake, miren)
        free.set()
        await process.services.forgetting._background.finish()
        await fake.wait(5)
        assert said(fake, miren.id).text == FAILED
        assert [it.getMessage() for it in caplog.records] == ["somebody is forgotten: CancelledError"]


async def test_a_restart_goes_on_and_tells_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        await slow(process, monkeypatch)
        await confirm(fake, miren)
    assert stands_in(tmp_path, miren.id)
    async with bot(tmp_path) as (fake, process):
        await process.services.forgetting._background.finish()
        await fake.door.chats.wait_until_shown(miren.id)
        assert said(fake, miren.id).text == DONE
        assert process.manager.notes.leaving.facts == {}
    assert stands_in(tmp_path, miren.id, "Zubeldia") == []


async def test_if_the_first_commit_fails_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)

        async def note(*_: object) -> None:
            raise StoreError("full")

        with monkeypatch.context() as broken:
            broken.setattr(process.manager.store, "store_note", note)
            await confirm(fake, miren)
        await fake.wait(5)
        assert "no se ha podido guardar" in said(fake, miren.id).text.lower()
        assert process.manager.notes.leaving.facts == {}
        assert stands_in(tmp_path, miren.id)
        await fake.command(miren, "borrar sí", miren.id)
        await process.services.forgetting._background.finish()
        assert stands_in(tmp_path, miren.id, "Zubeldia") == [], "the question is still open"


async def test_two_answers_at_once_forget_once_and_neither_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot(tmp_path) as (fake, process):
        *_, miren = await played(fake)
        forgets = calls(monkeypatch, process.manager, "forget")
        await fake.command(miren, "borrar", miren.id)
        await asyncio.gather(*(fake.command(miren, "borrar sí", miren.id) for _ in range(2)))
        await process.services.forgetting._background.finish()
        assert len(forgets) == 1
        assert [it.getMessage() for it in caplog.records if it.levelno >= logging.ERROR] == []
        assert stands_in(tmp_path, miren.id, "Zubeldia") == []
