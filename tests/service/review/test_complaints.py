"""*Mal jugado*: a hand that an AI partner played badly is kept once, naming nobody, and can be taken out."""

from __future__ import annotations

import re
import stat
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from musbot.acta.read import read, read_file
from musbot.cli import main as cli
from musbot.game.record import copy_with
from musbot.port.replies import Reply
from musbot.service.choices.kept import Fact
from musbot.service.queue.rate_limits import TAPS
from musbot.service.review import complaints as badly
from musbot.service.review import review
from musbot.service.review.complaints import nameless_acta, store_complaint
from musbot.service.review.hand import HandWords, hand_words
from musbot.service.tables.manager import TableManager
from musbot.store.checkup import load_notes
from musbot.store.open_store import read_database
from musbot.table.acts import Ask, Payload
from musbot.table.events import TableId
from musbot.testing import FakePlatform, playing
from tests.support.at_table import partida
from tests.support.partidas import one_hand, why
from tests.support.scenes import calls

SHOWN = ("No hay mus", "Paso", "No quiero")
"""What is said for a hand at whose end all cards are shown."""
THANKS = "Gracias: me guardo la mano, sin nombres, para quien afina a la IA."
FILE = "mus.sqlite"


async def complains(fake: FakePlatform, name: str, table: TableId, hand: int = 1) -> Reply:
    """Somebody presses *Mal jugado*."""
    data = str(Payload(table, hand, Ask.BADLY, paged=True))
    return await fake.door.presses.press(fake.person(name), fake.chat, data, key=fake._key(), alone=True)


async def test_the_button_is_under_the_reasons_and_keeps_a_hand_once(tmp_path: Path):
    async with playing(tmp_path) as fake:
        table = await one_hand(fake, SHOWN)
        reply = await why(fake, "Ane", table)
        assert reply.post is not None
        ((button,),) = reply.post.keyboard()
        assert button.label == "👎 Mal jugado"
        first = await fake.door.presses.press(fake.person("Ane"), fake.chat, button.data, key="x", alone=True)
        assert first.text == THANKS
        assert (await complains(fake, "Ane", table)).text == "Esa mano ya la tengo guardada. Gracias."
        assert len(read_database(tmp_path / FILE, partial(load_notes, kind=Fact.BADLY))) == 1


async def test_who_asks_why_again_and_again_has_a_hand_read_ten_times(monkeypatch: pytest.MonkeyPatch):
    async with playing() as fake:
        table = await one_hand(fake, SHOWN)
        read = calls(monkeypatch, review, "hand_words")
        replies = [await why(fake, "Ane", table) for _ in range(15)]
        await fake.wait(TAPS.every_s)
        later = await why(fake, "Ane", table)
        assert len(read) == 10
        assert {it.text for it in replies[10:]} == {""}
        assert later.text == "Poco a poco: prueba dentro de un segundo."


async def test_what_is_kept_names_nobody_and_tells_nothing_of_the_deck(tmp_path: Path):
    async with playing(tmp_path) as fake:
        table = await one_hand(fake, SHOWN)
        await complains(fake, "Ane", table)
        seats = fake.tables()[0].seats
        people = {it.name for it in seats}
    ((name, acta),) = read_database(tmp_path / FILE, partial(load_notes, kind=Fact.BADLY)).items()
    assert re.fullmatch(r"\d{8}-[0-9a-f]{16}", name)
    kept = read(acta)
    assert kept.names == ("A", "B", "C", "D")
    assert kept.baraja is None
    assert kept.mesa.hand == 1
    partner = (next(seat for seat, it in enumerate(seats) if it.name == "Ane") + 2) % 4
    assert acta.startswith(f"# {'ABCD'[partner]}, muslari, mano 1\n")
    for word in (*people, "fake", "sala", table, table.partition("-")[2], "semilla", "mesa"):
        assert word not in acta
    assert not re.search(r"[0-9a-f]{16}", acta)


async def test_who_did_not_sit_there_keeps_nothing(tmp_path: Path):
    async with playing(tmp_path) as fake:
        table = await one_hand(fake, SHOWN)
        assert (await complains(fake, "Eva", table)).text == "En esa mano no jugabas tú."
        assert (await complains(fake, "Ane", table, 2)).text.startswith("Esa mano no ha acabado")
        assert read_database(tmp_path / FILE, partial(load_notes, kind=Fact.BADLY)) == {}


async def test_a_hand_that_was_not_shown_waits_for_the_end_of_the_partida(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """R80."""

    async def unshown(manager: TableManager, table: TableId, hand: int) -> HandWords:
        found = await hand_words(manager, table, hand)
        assert found.table.mesa is not None
        return replace(found, table=replace(found.table, mesa=copy_with(found.table.mesa, shown=())))

    async with playing(tmp_path) as fake:
        table = await one_hand(fake, SHOWN)
        monkeypatch.setattr(review, "hand_words", unshown)
        assert (await complains(fake, "Ane", table)).text.startswith("Esa mano no se enseñó")
        assert read_database(tmp_path / FILE, partial(load_notes, kind=Fact.BADLY)) == {}


async def hands_of(rules: str, most: int) -> list[HandWords]:
    """The hands of a partida of AI players."""
    table, manager = partida(rules, most)
    return [await hand_words(manager, table.id, hand + 1) for hand in range(table.hands_over)]


@pytest.mark.parametrize("rules", ["vitoria", "trios"])
async def test_every_hand_of_a_partida_can_be_kept_alone_and_ends_as_it_did(rules: str):
    hands = await hands_of(rules, 12)
    assert len(hands) > 3
    for it in hands:
        again, mesa = read(nameless_acta(it, 0)).mesa, it.table.mesa
        assert mesa is not None
        assert again.cards == mesa.cards
        assert (again.juegos, again.piedras) == (mesa.juegos, mesa.piedras)


class Notes:
    """A store of notes alone."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def load_notes(self, _: str) -> dict[str, str]:
        return dict(self.kept)

    async def store_note(self, _: str, name: str, value: str) -> None:
        self.kept[name] = value
        if not value:
            del self.kept[name]


async def test_of_too_many_the_oldest_go(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(badly, "MOST", 2)
    (words,) = await hands_of("vitoria", 1)
    notes = Notes()
    store: Any = notes
    for hand in range(1, 6):
        assert await store_complaint(store, replace(words, hand=hand), 0)
        assert not await store_complaint(store, replace(words, hand=hand), 0)
    assert sorted(int(name.partition("-")[0]) for name in notes.kept) == [4, 5]
    assert [acta.splitlines()[0][-6:] for acta in notes.kept.values()] == ["mano 4", "mano 5"]


async def test_the_operator_takes_them_out_as_private_files_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    async with playing(tmp_path) as fake:
        await complains(fake, "Ane", await one_hand(fake, SHOWN))
    where, command = tmp_path / "out", ["quejas", str(tmp_path / "out")]
    assert cli.main([*command, "--database", str(tmp_path / FILE)]) == 0
    (file,) = where.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_file(file).names == ("A", "B", "C", "D")
    assert cli.main(["acta", str(file)]) == 0
    assert capsys.readouterr().out.startswith("One hand in ")
    assert cli.main([*command, "--database", str(tmp_path / FILE)]) == 1
    assert capsys.readouterr().err == f"{file} is there already: nothing was written\n"
    assert cli.main([*command, "--database", str(tmp_path / "none.sqlite")]) == 1
    assert "No such file or directory" in capsys.readouterr().err
