"""What is kept of people and chats: told in full, done only when it is written, and forgotten whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from musbot.narrator.history import privacy_post
from musbot.service.choices.kept import TOLD, YES, Fact, FactOwner, Notes
from musbot.service.choices.notices import ChatNotice, NoticeMode, PersonNotices, write_notices
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.sqlite import SqliteStore
from musbot.store.store import Store
from musbot.table.acts import CALL, SPEAK, Call
from musbot.table.events import ChatId, read_person_id
from musbot.table.ways import DEFAULT_WAYS, write_ways
from musbot.testing import playing
from musbot.words.texts import LANGUAGES, Texts

ANE = read_person_id("test:4711ane")
NAMED = {kind for kind in Fact if kind.whose is not FactOwner.NOBODY}
ROWS = {
    Fact.CALL: Call.PRIVATE.value,
    Fact.HOLD: "99999999999.0",
    Fact.NOTICES: write_notices(PersonNotices(chats=(ChatNotice(ChatId("test:peña"), NoticeMode.NEXT),))),
    Fact.WAYS: write_ways(replace(DEFAULT_WAYS, language="eu")),
}
"""What is noted of somebody; where it is not among them, any word."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_privacidad_tells_of_every_fact_of_a_person_and_fits_a_message(language: str) -> None:
    texts = Texts(language)
    told = privacy_post(texts, 36500, TOLD).text
    assert len(told) < 2000
    for kind in Fact:
        assert kind.told or kind.whose is not FactOwner.PERSON
        assert not kind.told or texts(kind.told) in told


def test_a_page_lists_every_fact_whose_it_is_and_how_long_it_stays() -> None:
    rows = [f"| `{it.noted}` | {it.whose.value} | {it.what} | {it.stays.value} |\n" for it in Fact]
    page = Path(__file__).parents[3].joinpath("docs/reliability.md").read_text("utf-8")
    assert "".join(rows) in page, "copy these rows there:\n" + "".join(rows)


async def test_borrar_takes_every_fact_from_the_disk_and_from_memory_at_once(store: SqliteStore) -> None:
    for kind in NAMED:
        for name in (ANE, f"{ANE}/7", "test:eva"):
            await store.store_note(kind, name, ROWS.get(kind, "1"))
    notes = Notes(store)
    await notes.start()
    assert {kept.kind for kept in notes.all_caches()} == NAMED
    assert all(len(kept.facts) == 3 for kept in notes.all_caches())
    await notes.forget(ANE)
    assert all(set(kept.facts) == {"test:eva"} for kept in notes.all_caches())
    assert [set(await store.load_notes(kind)) for kind in NAMED] == [{"test:eva"}] * len(NAMED)


async def test_what_is_kept_is_read_again_as_it_was(store: SqliteStore) -> None:
    notes, again = Notes(store), Notes(store)
    await notes.call.choose(ANE, Call.SILENCE)
    await notes.ways.choose(ANE, replace(DEFAULT_WAYS, language="eu"))
    notes.hold.note(ANE, 12.5)
    notes.greeted.note(ANE, YES)
    await notes.stop()
    await again.start()
    assert [kept.facts for kept in again.all_caches()] == [kept.facts for kept in notes.all_caches()]
    assert await notes.ways.choose(ANE, DEFAULT_WAYS)
    assert not await notes.ways.choose(ANE, DEFAULT_WAYS)
    assert await store.load_notes(Fact.WAYS) == {}


async def test_what_is_noted_of_one_while_they_are_forgotten_is_not_written_after(store: SqliteStore) -> None:
    notes = Notes(store)
    notes.open.note(ANE, YES)
    await notes.forget(ANE)
    await notes.stop()
    assert await store.load_notes(Fact.OPEN) == {}


@pytest.mark.parametrize("data", [f"{SPEAK}eu", f"{CALL}{Call.SILENCE.value}"])
async def test_a_choice_that_cannot_be_written_is_said_to_be_not_saved_and_changes_nothing(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(store: Store, kind: NoteKind, name: str, value: str) -> None:
        raise StoreError("the disk is full")

    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.open_private(ane)
        with monkeypatch.context() as broken:
            broken.setattr(Store, "store_note", fails)
            reply = await fake.press_data(ane, data, ane.id)
        assert (reply.text, reply.alert) == ("No se ha podido guardar. Prueba otra vez.", True)
        await fake.command(ane, "avisos", ane.id)
        assert (
            fake.messenger.posts(ane.id)[-1]
            .text.split("\n")[1]
            .endswith("no dices nada: «Te menciono en el chat».")
        )
        assert (await fake.press_data(ane, data, ane.id)).text != reply.text
