"""What people see of what was played, and of what is kept of them: the commands, on any platform."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from unittest.mock import Mock

import pytest

from musbot.game.shuffle import commitment
from musbot.pictures import cloth, letters
from musbot.pictures.studio import Studio
from musbot.service.commands.forgetting import WITHIN_S
from musbot.service.queue.rate_limits import TAPS
from musbot.service.review import keepsakes
from musbot.table.acts import FORGET_ME, Anytime, Ask, InLobby, Payload, Sit
from musbot.table.events import ChatId, Person
from musbot.testing import Clock, FakeMessenger, FakePlatform, playing, running
from tests.support.partidas import HERE, NAMES, began, played, said
from tests.support.people import stands_in
from tools.samples import HAND

OTHER = ChatId("fake:otra")
NOT_HELD = (type, ModuleType, FunctionType, FrameType)
OURS = tuple(f"musbot.testing.{it}" for it in ("platform", "messenger", "clock"))
"""The platform in front of which people sit: what stands there stays. And clocks that have stopped."""


# ---- /historial ------------------------------------------------------------------------------------------


async def test_one_sees_ones_partidas_with_whom_and_how_they_ended() -> None:
    async with playing() as fake:
        people = await played(fake)
        await fake.command(people[0], "historial", people[0].id)
        post = said(fake, people[0].id)
        assert post.title == "Tus partidas"
        assert "con Carmen · contra Beñat y Miren Zubeldia" in post.text
        assert "ganada 1–0" in post.text or "perdida 0–1" in post.text
        assert [button.label.split()[0] for row in post.keyboard() for button in row] == ["Acta"]


async def test_the_button_of_a_partida_gives_its_acta() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        await played(fake)
        await fake.command(ane, "historial", ane.id)
        older = said(fake, ane.id).keyboard()[0][1]
        await fake.press_data(ane, older.data, ane.id)
        document = said(fake, ane.id).documents[0]
        assert document is not None
        assert document[0].startswith(older.data.partition(":")[0])
        assert "Ane" in document[1].decode()


async def test_who_presses_it_again_and_again_is_sent_ten_and_one_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        await fake.command(ane, "historial", ane.id)
        await fake.wait(60)
        make = Mock(wraps=keepsakes._files)
        monkeypatch.setattr(keepsakes, "_files", make)
        button = said(fake, ane.id).keyboard()[0][0]
        replies = [await fake.press_data(ane, button.data, ane.id) for _ in range(15)]
        await fake.wait(TAPS.every_s)
        later = await fake.press_data(ane, button.data, ane.id)
        assert make.call_count == 1
        assert sum(bool(post.documents) for post in fake.messenger.posts(ane.id)) == 10
        assert {it.text for it in replies[10:]} == {""}
        assert later.text == "Poco a poco: prueba dentro de un segundo."


async def test_nobody_gets_the_acta_of_others_nor_of_a_partida_in_play() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        eva = fake.person("Eva")
        await fake.command(ane, "historial", ane.id)
        data = said(fake, ane.id).keyboard()[0][0].data
        assert (await fake.press_data(eva, data, eva.id)).text == "No te has sentado en esta mesa."
        assert all(not post.documents for post in fake.messenger.posts(eva.id))
        await began(fake, chat=OTHER)
        name = fake.tables(OTHER)[0].id
        reply = await fake.press_data(ane, f"{name}:0/acta", ane.id)
        assert reply.text == "Esa partida no ha acabado todavía."


async def test_a_made_up_press_from_another_chat_shows_nothing_of_a_table() -> None:
    async with playing() as fake:
        ane, *_ = await began(fake)
        eva = fake.person("Eva")
        name = fake.tables(HERE)[0].id
        for ask in (Ask.SCORE, Ask.SEAL, Ask.FILM, Ask.CARDS):
            data = str(Payload(name, 1, ask))
            for where in (eva.id, OTHER):
                await fake.wait(TAPS.every_s)
                reply = await fake.press_data(eva, data, where)
                assert (reply.text, reply.post) == ("No te has sentado en esta mesa.", None)
                assert fake.messenger.posts(where) == []
        for who, where in ((eva, HERE), (ane, ane.id)):
            assert "Ane" in (await fake.press_data(who, str(Payload(name, 0, Ask.SCORE)), where)).text


async def test_a_made_up_press_from_another_chat_seats_nobody() -> None:
    async with playing() as fake:
        ane, eva = fake.person("Ane"), fake.person("Eva")
        await fake.command(ane, "mus")
        name = fake.tables(HERE)[0].id
        for where in (eva.id, OTHER):
            for act in (Sit(0), Anytime.QUEUE, InLobby.ADD_AI):
                await fake.wait(TAPS.every_s)
                reply = await fake.press_data(eva, str(Payload(name, 0, act)), where)
                assert reply.text == "No te has sentado en esta mesa."
        await fake.press_data(ane, str(Payload(name, 0, Sit(0))), ane.id)
        await fake.press_data(eva, str(Payload(name, 0, Sit(1))), HERE)
        assert fake.tables(HERE)[0].names == ("Ane", "Eva", "", "")
        await fake.press_data(eva, str(Payload(name, 0, Anytime.LEAVE)), eva.id)
        assert fake.tables(HERE)[0].names == ("Ane", "", "", "")


async def test_nobody_sees_the_history_of_another() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        eva = fake.person("Eva")
        await fake.command(eva, "historial", eva.id)
        assert said(fake, eva.id).text == "Todavía no has terminado ninguna partida."
        before = len(fake.messenger.posts(HERE))
        await fake.command(ane, "historial")
        told = [post.text for post in fake.messenger.posts(HERE)[before:]]
        assert told == ["Eso, en nuestro chat privado: escríbelo allí."]


async def test_a_partida_that_was_closed_and_one_with_an_ai_are_told_as_such() -> None:
    async with playing() as fake:
        ane, *_ = await began(fake, ("Ane",))
        await fake.command(ane, "terminar")
        await fake.command(ane, "historial", ane.id)
        post = said(fake, ane.id)
        assert "sin acabar, 0–0" in post.text
        assert post.text.endswith("jugaba alguna IA")


# ---- /ranking --------------------------------------------------------------------------------------------


async def test_a_ranking_has_those_who_played_in_that_chat_and_no_other() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        await played(fake, ("Eva", "Fermín", "Gari", "Haizea"), OTHER)
        await fake.command(ane, "ranking")
        text = said(fake, HERE).text
        assert ("Ane y Carmen 1–0" in text) != ("Ane y Carmen 0–1" in text)
        assert "Fuerza de" not in text
        assert not any(name in text for name in ("Eva", "Fermín", "Gari", "Haizea"))


async def test_after_twenty_partidas_pairs_come_first_then_people_with_how_sure_it_is() -> None:
    async with playing() as fake:
        for turn in range(20):
            ane, *_ = await played(fake, NAMES if turn % 2 else ("Ane", "Carmen", "Beñat", "Dani"))
            await fake.wait(60)
        await fake.command(ane, "ranking")
        text = said(fake, HERE).text
        assert re.search(r"^En total: .* y .* \d+–\d+ · .*$", text, re.MULTILINE)
        assert re.search(r"^Fuerza de cada cual: .* \d+ ± \d+ · .*$", text, re.MULTILINE)
        assert "Fuerza de cada pareja" not in text, "each has only ten partidas"


async def test_partidas_with_an_ai_are_told_apart_and_an_ai_is_nowhere() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake, ("Ane",))
        await fake.command(ane, "ranking")
        text = said(fake, HERE).text
        assert text.startswith(("Con alguna IA: Ane 1–0\n", "Con alguna IA: Ane 0–1\n"))
        assert "Patxi" not in text


async def test_who_leaves_a_partida_that_is_then_lost_has_lost_it() -> None:
    counted, lost = 0, 0
    for seed in ("a", "b", "c", "d"):
        async with playing(seed=seed) as fake:
            people = await began(fake)
            gone = people[0]
            await fake.command(gone, "salir")
            for _ in range(100):
                if not fake.tables(HERE):
                    break
                for person in fake.awaited_people(HERE):
                    for word in ("órdago", "quiero", "no mus", "paso"):
                        await fake.say(person, word, HERE)
                await fake.wait(3)
            await fake.command(gone, "historial", gone.id)
            history = said(fake, gone.id).text
            await fake.command(people[1], "ranking")
            ranked = said(fake, HERE).text
            has_lost = "perdida" in history
            assert ("Ane y Carmen 0–1" in ranked) == has_lost, "where they have not, it counts for nobody"
            assert ("Con alguna IA" in ranked) != has_lost
            counted, lost = counted + 1, lost + has_lost
    assert 0 < lost < counted


async def test_a_ranking_is_of_a_group() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.command(ane, "ranking", ane.id)
        assert said(fake, ane.id).text == "Eso se hace en el grupo."
        await fake.command(ane, "ranking")
        assert said(fake, HERE).text.startswith("Aquí nadie ha ganado aún")


# ---- /verificar ------------------------------------------------------------------------------------------


async def test_in_play_one_is_told_to_what_the_deck_is_bound() -> None:
    async with playing() as fake:
        ane, *_ = await began(fake)
        await fake.command(ane, "verificar")
        assert fake.tables()[0].commitment in said(fake, HERE).text


async def test_of_a_partida_that_is_over_the_deal_is_reckoned_again() -> None:
    async with playing() as fake:
        await played(fake)
        await fake.command(fake.person("Eva"), "verificar")
        post = said(fake, HERE)
        assert (
            "✅ Acabo de repartir otra vez desde la semilla: la única mano se dio como estaba prometido"
            in (post.text)
        )
        assert "❌" not in post.text
        end = next(p for p in fake.messenger.posts(HERE) if "Semilla: " in p.text)
        seed = end.text.partition("Semilla: ")[2].split()[0]
        assert seed in post.text
        assert len(commitment("K7-a", bytes.fromhex(seed))) == 64


@pytest.mark.parametrize("plays", [False, True])
async def test_a_table_that_waits_or_others_play_hides_no_partida_that_is_over(*, plays: bool) -> None:
    async with playing() as fake:
        await played(fake)
        if plays:
            await began(fake)
        else:
            await fake.command(fake.person("Eva"), "mus")
        await fake.command(fake.person("Eva"), "verificar")
        assert "✅ Acabo de repartir otra vez desde la semilla" in said(fake, HERE).text


async def test_where_nothing_was_played_there_is_nothing_to_verify() -> None:
    async with playing() as fake:
        await fake.command(fake.person("Eva"), "verificar")
        assert said(fake, HERE).text == "Aquí no se ha terminado ninguna partida todavía."


# ---- /privacidad, /borrar --------------------------------------------------------------------------------


async def test_who_asks_twice_is_forgotten(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        *_, miren = await played(fake)
        await began(fake)
        await fake.open_private(miren)
        await fake.command(miren, "idioma en", miren.id)
        await fake.command(miren, "borrar", miren.id)
        assert said(fake, miren.id).title == "Delete what is mine"
        assert stands_in(tmp_path, miren.id, "Zubeldia")
        await fake.press(miren, "Yes, delete what is mine", miren.id)
        assert said(fake, miren.id).text.startswith("Done: I no longer know who you are.")
        assert stands_in(tmp_path, miren.id, "Zubeldia") == []
        (table,) = fake.tables()
        assert table.seats[3].ai
        assert [seat.name for seat in table.seats[:3]] == ["Ane", "Beñat", "Carmen"]
        await fake.command(miren, "privacidad", miren.id)
        assert said(fake, miren.id).title == "Qué se guarda", "the language that was chosen is forgotten too"


async def test_nothing_in_memory_knows_who_was_forgotten() -> None:
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock) as process:
        await fake.joined.wait()
        *_, miren = await played(fake)
        await began(fake)
        await fake.open_private(miren)
        for asked in ("tanteo", "historial", "ranking", "suerte txapela"):
            await fake.command(miren, asked, miren.id)
            await fake.command(miren, asked)
        assert set(_said_within(miren, process)) == {miren.id, miren.name}
        await fake.command(miren, "borrar", miren.id)
        await fake.press(miren, "Sí, borrar lo mío", miren.id)
        await fake.wait(60)
        assert set(_said_within(miren, process)) == set()


async def test_no_picture_that_was_drawn_leaves_the_name_of_who_was_forgotten() -> None:
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock) as process:
        await fake.joined.wait()
        *_, miren = await played(fake)
        studio = Studio()
        process.services.forgets.append(studio.forget)
        drawn = said(fake, HERE).picture
        assert drawn is not None
        assert await studio.paint(drawn)
        kept = (studio, *vars(letters).values(), *vars(cloth).values())
        assert set(_said_within(miren, *kept)) == {miren.name}
        await fake.command(miren, "borrar", miren.id)
        await fake.press(miren, "Sí, borrar lo mío", miren.id)
        assert await studio.paint(HAND)
        del drawn
        assert set(_said_within(miren, *kept)) == set()
        studio.close()


def _said_within(person: Person, *things: object) -> Iterator[str]:
    """Yields the id and the name of a person wherever anything that these hold says them."""
    left, seen = list(things), set[int]()
    while left:
        thing = left.pop()
        if id(thing) in seen or isinstance(thing, NOT_HELD) or type(thing).__module__ in OURS:
            continue
        seen.add(id(thing))
        if isinstance(thing, str):
            yield from (it for it in (person.id, person.name) if it in thing)
        left += gc.get_referents(thing)


async def test_the_partidas_of_others_have_a_player_there_instead(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        ane, *_, miren = await played(fake)
        await fake.command(miren, "borrar", miren.id)
        await fake.press(miren, "Sí, borrar lo mío", miren.id)
        await fake.command(ane, "historial", ane.id)
        post = said(fake, ane.id)
        assert "contra Beñat y Jugador" in post.text
        await fake.press_data(ane, post.keyboard()[0][0].data, ane.id)
        document = said(fake, ane.id).documents[0]
        assert document is not None
        assert "Jugador" in document[1].decode()
        assert "Miren" not in document[1].decode()
        await fake.command(ane, "ranking")
        assert "Miren" not in said(fake, HERE).text
        await fake.command(miren, "historial", miren.id)
        assert said(fake, miren.id).text == "Todavía no has terminado ninguna partida."


async def test_one_press_deletes_nothing_and_the_second_comes_within_ten_minutes(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        *_, miren = await played(fake)
        late = "Para borrar lo tuyo escribe antes /borrar."
        assert (await fake.press_data(miren, FORGET_ME, miren.id)).text == late
        await fake.command(miren, "borrar", miren.id)
        await fake.wait(WITHIN_S + 1)
        assert (await fake.press_data(miren, FORGET_ME, miren.id)).text == late
        assert stands_in(tmp_path, miren.id, "Zubeldia")


async def test_the_press_of_another_deletes_nobody(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        ane, *_, miren = await played(fake)
        await fake.command(miren, "borrar", miren.id)
        await fake.press_data(ane, FORGET_ME, miren.id)
        assert stands_in(tmp_path, miren.id)
        assert stands_in(tmp_path, ane.id)


async def test_where_one_only_types_yes_is_the_second_press(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        *_, miren = await played(fake)
        await fake.command(miren, "borrar sí", miren.id)
        assert stands_in(tmp_path, miren.id)
        await fake.command(miren, "borrar", miren.id)
        await fake.command(miren, "borrar sí", miren.id)
        assert stands_in(tmp_path, miren.id, "Zubeldia") == []


async def test_what_is_kept_is_told() -> None:
    async with playing() as fake:
        await fake.command(fake.person("Ane"), "privacidad")
        post = said(fake, HERE)
        assert post.title == "Qué se guarda"
        assert "48 horas" in post.text
        assert "/borrar" in post.text


async def test_a_group_that_has_another_id_keeps_its_ranking() -> None:
    async with playing() as fake:
        ane, *_ = await played(fake)
        await fake.door.chats.chat_moved(HERE, OTHER)
        await fake.command(ane, "ranking", OTHER)
        assert "Ane y Carmen" in said(fake, OTHER).text
