"""A chat's own ways: chosen by who administers it, kept, and what they change; house rules; a table ended."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from musbot.config import Settings
from musbot.narrator.post import WordsForm
from musbot.service.queue.rate_limits import TAPS
from musbot.service.settings.written_rules import default_rules, own_rules, read_rules, write_rules
from musbot.service.tables.tables import TableObserver
from musbot.table.acts import BadPayload, ChangeField, ChooseRules, OpenPage
from musbot.table.events import NO_CHAT, ChatId, Person, Reason, TableId
from musbot.table.pages import FieldPage, Page
from musbot.table.ways import (
    DEFAULT_WAYS,
    MOST_SETS,
    AllowedPeople,
    BadWays,
    ChatWay,
    ChatWays,
    ChooseDefaultRules,
    ChooseWay,
    CloseSettings,
    EndTable,
    EndTableInWords,
    InThreads,
    Looks,
    OpenSettings,
    Pace,
    Suits,
    TurnTime,
    Typed,
    WaysAct,
    is_valid_name,
    read_ways,
    read_ways_act,
    with_choice,
    write_ways,
    write_ways_act,
)
from musbot.testing import FakePlatform, playing, running
from musbot.words.cards import SUIT_SIGNS
from musbot.words.texts import Texts
from tests.support.scenes import calls

ALL = ChatWays(
    "eu",
    "vitoria piedras=30",
    TurnTime.S60,
    Pace.CALM,
    Looks.TEXT,
    Suits.WORDS,
    AllowedPeople.ADMINISTRATORS,
    AllowedPeople.ADMINISTRATORS,
    Typed.LEFT,
    (ChatId("fake:sala"), ChatId("fake:sala/3")),
    (("donostia", "parejas real=figura"), ("etxekoa", "vitoria")),
    "America/Argentina/Buenos_Aires",
    ChatId("fake:sala/3"),
    InThreads.ON,
)
ACTS = (
    OpenSettings(),
    OpenSettings(ChatWay.CLOCK),
    ChooseWay(ChatWay.LANGUAGE, ""),
    ChooseWay(ChatWay.CLOCK, "60"),
    ChooseDefaultRules(ChooseRules("gure-etxekoa-ñ")),
    ChooseDefaultRules(ChangeField("piedras", "30")),
    ChooseDefaultRules(OpenPage(Page.MAIN)),
    ChooseDefaultRules(OpenPage(FieldPage("piedras"))),
    EndTable(),
    EndTable(TableId("K7-abc234")),
    EndTable(TableId("K7-abc234"), Reason.MANNERS),
    EndTableInWords(TableId("K7-abc234")),
    CloseSettings(),
)


def a_chat(it: FakePlatform) -> tuple[Person, Person]:
    """Who administers the chat, and who does not."""
    ane, eva = it.person("Ane", "es"), it.person("Eva", "es")
    it.messenger.administrators.add(ane.id)
    return ane, eva


def said(it: FakePlatform, chat: ChatId = NO_CHAT) -> str:
    """What stands in a chat."""
    return "\n".join(f"{post.title}\n{post.text}" for post in it.messenger.posts(chat or it.chat))


async def table_of(it: FakePlatform, who: Person) -> None:
    """Somebody plays with three AI players."""
    await it.command(who, "mus")
    for label in ("Sentarme", "Añadir IA", "Añadir IA", "Añadir IA", "Empezar"):
        await it.press(who, label)


async def speak(it: FakePlatform, who: Person) -> None:
    """Types whatever may be said."""
    for word in ("no hay mus", "paso", "no quiero"):
        await it.say(who, word)


async def until_asked_again(it: FakePlatform, who: Person) -> float:
    """Speaks, and returns the seconds that AI players take before one is asked again; they take some."""
    seconds = 0.0
    while not seconds:
        while it.awaited_people() != [it.person(who.name)]:
            await it.wait(0.5)
        before = it.tables()[0].question
        await speak(it, who)
        while it.tables()[0].question == before or not it.awaited_people():
            await it.wait(0.5)
            seconds += 0.5
    return seconds


def seat_of(it: FakePlatform, who: Person) -> int:
    """Where somebody sits."""
    return next(n for n, seat in enumerate(it.tables()[0].seats) if seat.person == who.id)


async def choose(it: FakePlatform, who: Person, *labels: str, chat: ChatId = NO_CHAT) -> None:
    """Opens the settings and presses one button after another."""
    await it.command(who, "ajustes", chat)
    for label in labels:
        await it.press(who, label, chat)
    await it.press(who, "Cerrar el menú", chat)
    await it.wait(60)


# ---- how they are written --------------------------------------------------------------------------------


@pytest.mark.parametrize("ways", [DEFAULT_WAYS, ALL])
def test_what_was_chosen_is_read_as_it_was_written(ways: ChatWays) -> None:
    assert read_ways(write_ways(ways) or write_ways(ALL)) == (ways if ways != DEFAULT_WAYS else ALL)
    assert (write_ways(ways) == "") is (ways == DEFAULT_WAYS)


@pytest.mark.parametrize(
    "row",
    [
        "",
        "[]",
        "{",
        '{"version":1}',
        write_ways(ALL).replace('"version":1', '"version":2'),
        write_ways(ALL).replace('"60"', '"61"'),
        write_ways(ALL).replace('"language":"eu"', '"language":7'),
        write_ways(ALL).replace('"places":[', '"places":[4,'),
        write_ways(ALL).replace('"vitoria"}', "4}"),
    ],
)
def test_a_damaged_row_is_none(row: str) -> None:
    with pytest.raises(BadWays):
        read_ways(row)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_a_button_carries_a_choice_in_sixty_four_bytes(act: WaysAct) -> None:
    assert read_ways_act(write_ways_act(act)) == act
    assert len(write_ways_act(act).encode()) <= 64  # Bot API, InlineKeyboardButton, callback_data


@pytest.mark.parametrize(
    "data", ["ways:", "ways:to.x", "ways:r.sit.0", "ways:r.page.cut", "ways:end.K7.x", "ways:x=1"]
)
def test_a_forged_button_carries_nothing(data: str) -> None:
    with pytest.raises(BadPayload):
        read_ways_act(data)


@pytest.mark.parametrize(
    ("way", "value"),
    [*((way, "nothing") for way in ChatWay), (ChatWay.RULES, "vitoria"), (ChatWay.CLOCK, "7")],
)
def test_a_value_that_there_is_not_is_not_chosen(way: ChatWay, value: str) -> None:
    with pytest.raises(BadPayload):
        with_choice(DEFAULT_WAYS, way, value, ChatId("fake:sala"))


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("donostia", True),
        ("gure-etxekoa", True),
        ("año2026", True),
        ("a" * 20, True),
        ("a" * 21, False),
        ("30", False),
        ("-a", False),
        ("a b", False),
        ("a=b", False),
        ("Donostia", False),
        ("", False),
    ],
)
def test_house_rules_are_called_by_letters_digits_and_hyphens(name: str, *, good: bool) -> None:
    assert is_valid_name(name) is good


def test_rules_are_read_as_they_were_written() -> None:
    rules = read_rules(["vitoria", "piedras=30", "real=figura"], DEFAULT_WAYS)
    assert read_rules(write_rules(rules).split(), DEFAULT_WAYS) == rules
    ways = ChatWays(rules=write_rules(rules), sets=(("donostia", "parejas piedras=20"), ("old", "no-such")))
    assert default_rules(ways) == rules
    assert read_rules(["juegos=5"], ways) == rules.with_changes({"juegos": 5})
    assert own_rules(ways) == {"donostia": read_rules(["parejas", "piedras=20"], DEFAULT_WAYS)}
    assert read_rules(["Donostia", "juegos=5"], ways).changes() == {"piedras": 20, "juegos": 5}


# ---- who may ---------------------------------------------------------------------------------------------


async def test_one_who_administers_nothing_opens_no_settings_and_turns_none() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await it.command(eva, "ajustes")
        assert "quien administra el chat" in said(it)
        await it.command(ane, "ajustes")
        await it.press(ane, "Abrir mesas")
        told = await it.press(eva, "solo quien administra")
        assert (told.alert, told.text) == (True, "Eso lo decide quien administra el chat.")
        await it.press(ane, "Volver")
        assert "Abrir mesas: cualquiera" in said(it)


async def test_who_asks_again_and_again_to_open_tables_has_their_rights_looked_up_once_in_three_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await choose(it, ane, "Abrir mesas", "solo quien administra")
        asked = calls(monkeypatch, it.messenger, "administers")
        for _ in range(15):
            await it.command(eva, "mus")
        assert len(asked) == 1
        await it.wait(60)
        for _ in range(15):
            await it.command(eva, "ajustes cerrar K7 ya")
            await it.command(eva, "reglas guardar nuevas")
        assert len(asked) == 2


async def test_what_is_chosen_is_kept_and_told_and_forged_presses_change_no_board(tmp_path: Path) -> None:
    async with playing(tmp_path) as it:
        ane, _ = a_chat(it)
        await choose(it, ane, "Abrir mesas", "solo quien administra")
        await it.command(ane, "mus")
        _, board = it.door.chats.boards(it.chat)[0]
        told = await it.press_data(ane, "ways:to", message=board)
        assert told.text == "Ese botón no lo conozco."
        assert "Sentarme 🔷" in it.labels()
    async with playing(tmp_path) as it:
        ane, eva = a_chat(it)
        await it.command(ane, "ajustes")
        assert "Abrir mesas: solo quien administra" in said(it)
        await it.command(eva, "mus")
        assert "las mesas las abre quien administra el chat" in said(it)


async def test_a_rematch_is_opened_by_who_may_open_tables_there_wherever_the_button_is_pressed() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await table_of(it, eva)
        again = f"{it.tables()[0].id}:0:again"
        await it.command(eva, "terminar")
        await choose(it, ane, "Abrir mesas", "solo quien administra")
        await it.open_private(eva)
        for chat in (it.chat, eva.id):
            await it.wait(TAPS.every_s)
            told = await it.press_data(eva, again, chat)
            assert "las mesas las abre quien administra el chat" in told.text
        assert it.tables() == []
        it.messenger.administrators.add(eva.id)
        await it.wait(3)
        await it.press_data(eva, again, eva.id)
        assert len(it.tables()) == 1


async def test_a_table_whose_chat_is_gone_is_brought_by_who_may_open_tables_there() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        other = ChatId(f"{it.chat}-otra")
        await choose(it, ane, "Abrir mesas", "solo quien administra")
        await it.command(eva, "mus", other)
        await it.press(eva, "Sentarme", other)
        it.door.availability.close_chat(other)
        await it.command(eva, "mesa")
        assert "las mesas las abre quien administra el chat" in said(it)
        assert it.tables() == []
        it.messenger.administrators.add(eva.id)
        await it.wait(3)
        await it.command(eva, "mesa")
        assert len(it.tables()) == 1


async def test_a_damaged_row_means_the_defaults_and_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(tmp_path) as it:
        ane, _ = a_chat(it)
        await choose(it, ane, "Abrir mesas", "solo quien administra")
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        db.execute("UPDATE notes SET value = ? WHERE kind = 'ways'", (json.dumps({"version": 1}),))
        db.commit()
    with caplog.at_level(logging.WARNING):
        async with playing(tmp_path) as it:
            _, eva = a_chat(it)
            await it.command(eva, "mus")
            assert it.tables()
    assert "fake:sala: what is noted as ways cannot be read" in caplog.text


# ---- what they change ------------------------------------------------------------------------------------


async def test_a_new_table_speaks_the_chats_language_and_plays_its_rules_by_its_clock() -> None:
    async with playing(settings=Settings(turn_s=90, ai_pause_s=0)) as it:
        ane, eva = a_chat(it)
        await it.command(ane, "mus")
        await it.press(ane, "Sentarme")
        await it.command(ane, "ajustes")
        for label in "Idioma, Euskara, Arauak, Gasteiz, Arauak, Arauz arau, tantoak, 30, Itzuli".split(", "):
            await it.press(ane, label)
        for label in ("Itzuli", "Txandako erlojua", "60 s"):
            await it.press(ane, label)
        await it.command(eva, "mus")
        new, old = it.tables()
        assert (new.rules, new.turn_s) == (read_rules(["vitoria", "piedras=30"], DEFAULT_WAYS), 60)
        assert (old.rules.name, old.turn_s) == ("parejas", None)


async def test_a_table_under_way_speaks_the_chosen_language_at_once_and_its_cards_each_ones_own() -> None:
    async with playing(settings=Settings(turn_s=90, ai_pause_s=0)) as it:
        ane, _ = a_chat(it)
        await table_of(it, ane)
        board = next(post for post in it.messenger.posts(it.chat) if "Mis cartas" in str(post.rows))
        assert board.title.startswith("Mesa")
        await it.command(ane, "ajustes")
        for label in ("Idioma", "Euskara"):
            await it.press(ane, label)
        await it.wait(5)
        board = next(post for post in it.messenger.posts(it.chat) if "Nire kartak" in str(post.rows))
        assert "mahaia" in board.title
        assert "Mis cartas" not in said(it)
        assert "tus cartas" in said(it, ane.id)
        stranger = it.person("Worf", "tlh")
        assert it.door.answers.apology(stranger, it.chat).text == Texts("eu")("refused-broken")


async def test_what_is_usual_is_told_in_seconds_the_operators() -> None:
    async with playing(settings=Settings(turn_s=90, ai_pause_s=1.5)) as it:
        ane, _ = a_chat(it)
        await it.command(ane, "ajustes")
        assert "Reloj de turno: 90 s (lo normal)" in said(it)
        assert "Ritmo de las IA: 1,5 s por palabra (lo normal)" in said(it)


async def test_who_chooses_is_told_so_in_their_own_language_and_the_chat_in_its() -> None:
    async with playing() as it:
        ane, _ = a_chat(it)
        await it.command(ane, "ajustes")
        await it.press(ane, "Idioma")
        told = await it.press(ane, "Euskara")
        assert told.text == "Idioma: Euskara"
        assert "Arauak" in it.labels()


async def test_a_turn_is_as_long_as_the_chat_has_chosen() -> None:
    async with playing(settings=Settings(turn_s=90, ai_pause_s=0)) as it:
        ane, _ = a_chat(it)
        await choose(it, ane, "Reloj de turno", "30 s")
        await table_of(it, ane)
        (table,) = it.tables()
        await it.wait(29)
        assert it.tables()[0].seats[seat_of(it, ane)].missed == 0
        await it.wait(2)
        assert it.tables()[0].seats[seat_of(it, ane)].missed == 1
        assert table.turn_s == 30


async def test_ai_players_speak_as_soon_as_the_chat_wants_at_a_running_table_too() -> None:
    async with playing(settings=Settings(turn_s=0, ai_pause_s=2)) as it:
        ane, _ = a_chat(it)
        await choose(it, ane, "Ritmo de las IA", "tranquilo")
        await table_of(it, ane)
        assert await until_asked_again(it, ane) >= 4
        await choose(it, ane, "Ritmo de las IA", "rápido")
        assert await until_asked_again(it, ane) < 4


async def test_text_only_is_text_only_for_all_that_is_shown() -> None:
    async with playing() as it:
        ane, _ = a_chat(it)
        await it.open_private(ane)
        await choose(it, ane, "Imágenes", "solo texto")
        await choose(it, ane, "Imágenes", "solo texto", chat=ane.id)
        await table_of(it, ane)
        await it.command(ane, "tanteo")
        posts = [made.post for made in it.messenger.made if made.post is not None]
        assert it.messenger.posts(ane.id)
        assert [post for post in posts if post.picture is not None] == []


async def test_suits_are_told_in_words_to_whom_or_where_that_was_chosen() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        for who in (ane, eva):
            await it.open_private(who)
        await it.command(ane, "mus")
        for who, label in ((ane, "Sentarme"), (eva, "Sentarme 🟠"), (ane, "Añadir IA"), (ane, "Añadir IA")):
            await it.press(who, label)
        await it.press(ane, "Empezar")
        await it.wait(5)
        assert signs_in(it, ane.id)
        await choose(it, ane, "Palos", "en palabras", chat=ane.id)
        assert not signs_in(it, ane.id), "at once, on the buttons too"
        assert signs_in(it, eva.id), "it is Eva's own wish"
        hand = it.messenger.posts(ane.id)[-1].text.split("\n")[0]
        assert re.fullmatch(r"(\w+ de (oros|copas|espadas|bastos)(, )?){4}", hand)
        await choose(it, ane, "Palos", "en palabras")
        await choose(it, ane, "Palos", "con signos", chat=ane.id)
        await speak(it, ane)
        await speak(it, eva)
        assert not signs_in(it, ane.id), "the chat of the table wants words"
        assert not signs_in(it, it.chat)


def signs_in(it: FakePlatform, chat: ChatId) -> bool:
    """Returns whether what stands in a chat has a sign of a suit."""
    shown = "\n".join(f"{post.text} {post.keyboard()}" for post in it.messenger.posts(chat))
    return any(sign in shown for sign in SUIT_SIGNS.values())


async def test_a_private_chat_has_ways_of_its_own_and_chooses_no_others() -> None:
    async with playing() as it:
        eva = it.person("Eva", "es")
        await it.open_private(eva)
        await it.command(eva, "ajustes", eva.id)
        assert it.labels(eva.id)[:3] == ["Imágenes", "Palos", "Cerrar el menú"]
        told = await it.press_data(eva, write_ways_act(ChooseWay(ChatWay.CLOCK, "60")), eva.id)
        assert told.text == "Ese botón no lo conozco."


async def test_typed_words_count_unless_the_chat_leaves_them() -> None:
    async with playing() as it:
        ane, _ = a_chat(it)
        await table_of(it, ane)
        await choose(it, ane, "Palabras escritas", "no valen")
        before = it.tables()
        await speak(it, ane)
        assert it.tables() == before
        await choose(it, ane, "Palabras escritas", "valen")
        await speak(it, ane)
        assert it.tables() != before


async def test_tables_are_only_where_the_chat_wants_them() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        topic, other = ChatId(f"{it.chat}/3"), ChatId(f"{it.chat}/4")
        await choose(it, ane, "Dónde", "solo aquí", chat=topic)
        await it.command(eva, "mus", other)
        assert "quien administra el chat ha elegido otro sitio" in said(it, other)
        await it.command(eva, "mus", topic)
        assert (len(it.tables(topic)), it.tables(other)) == (1, [])
        third = ChatId(f"{it.chat}/5")
        await choose(it, ane, "Dónde", "aquí sí", chat=third)
        await it.command(eva, "mus", third)
        assert len(it.tables(third)) == 1
        await choose(it, ane, "Dónde", "en cualquier sitio", chat=other)
        await it.command(eva, "mus", other)
        assert len(it.tables(other)) == 1


# ---- a table ended ---------------------------------------------------------------------------------------


async def test_who_administers_ends_a_table_and_the_chat_is_told_why() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await table_of(it, eva)
        name = f"Mesa {it.tables()[0].short}"
        await choose(it, ane, "Terminar mesas", "solo quien administra")
        await it.command(eva, "terminar")
        assert "las mesas las cierra quien administra el chat" in said(it)
        await it.command(ane, "ajustes")
        for label in ("Cerrar una mesa", name, "Es muy tarde"):
            await it.press(ane, label)
        assert it.tables() == []
        assert f"{name}: la cierra quien administra el chat.\nSe ha hecho tarde." in said(it)


async def test_who_administers_says_in_their_own_words_why_a_table_is_closed_and_they_are_not_kept(
    tmp_path: Path,
) -> None:
    words = "mañana  seguimos».\n/mus «Ane\u202e ha ganado " + "x" * 200
    said_so = "«mañana seguimos'. /mus 'Ane ha ganado xxx"
    async with playing(tmp_path) as it:
        ane, eva = a_chat(it)
        await it.command(eva, "mus")
        short = it.tables()[0].short
        await it.command(ane, "ajustes")
        for label in ("Cerrar una mesa", f"Mesa {short}", "Con mis palabras"):
            await it.press(ane, label)
        assert f"Escribe aquí /ajustes cerrar {short} y detrás el motivo" in said(it)
        await it.command(eva, f"ajustes cerrar {short} porque sí")
        await it.command(ane, f"ajustes cerrar {short}")
        assert "Eso lo decide quien administra" in said(it)
        assert "Falta el motivo." in said(it)
        await it.wait(60)
        await it.command(ane, "ajustes cerrar Q9 porque sí")
        assert "ninguna mesa «Q9»" in said(it)
        assert len(it.tables()) == 1
        await it.command(ane, f"ajustes cerrar {it.tables()[0].id.title()} {words}")
        assert it.tables() == []
        (told,) = [post.text for post in it.messenger.posts(it.chat) if said_so in post.text]
        assert told.startswith(f"De la Mesa {short} dice quien administra el chat: «")
        assert told.endswith("x…»")
        assert len(told) < 250
    assert not found_in(tmp_path, "seguimos")


def found_in(folder: Path, text: str) -> bool:
    """Returns whether a text stands in any file of a folder."""
    return any(text.encode() in file.read_bytes() for file in folder.iterdir())


async def test_a_form_takes_the_words_where_a_platform_has_forms(tmp_path: Path) -> None:
    async with playing(folder=tmp_path) as it:
        ane, eva = a_chat(it)
        await it.command(eva, "mus")
        door, end = it.door.presses, write_ways_act(EndTableInWords(it.tables()[0].id))
        form = await door.form(ane, end)
        assert isinstance(form, WordsForm)
        assert (form.label, form.data) == ("¿Por qué se cierra?", end)
        refused = await door.fill_form(eva, it.chat, end, "porque sí", key="1")
        assert refused.text == "Eso lo decide quien administra el chat."
        assert (await door.fill_form(ane, it.chat, end, " ", key="2")).text.startswith("Falta el motivo.")
        assert (await door.fill_form(ane, it.chat, end, "Cenamos.", key="form-3")).closes
        assert found_in(tmp_path, "form-3"), "delivered twice it counts once"
        await it.wait(5)
        assert "«Cenamos.»" in said(it)
        assert (await door.fill_form(ane, it.chat, end, "Cenamos.", key="4")).text.startswith("Aquí no hay")
        assert (await door.fill_form(ane, it.chat, "ways:clock=60", "60", key="5")).text == (
            "Ese botón no lo conozco."
        )
        assert await door.form(ane, "ways:clock=60") is None


async def test_one_who_administers_nothing_ends_no_table_and_nobody_ends_that_of_another_chat() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await it.command(eva, "mus")
        end = write_ways_act(EndTable(it.tables()[0].id, Reason.LATE))
        assert (await it.press_data(eva, end)).alert
        assert (await it.press_data(ane, end, ChatId("fake:otra"))).alert
        assert len(it.tables()) == 1


# ---- house rules -----------------------------------------------------------------------------------------


async def test_house_rules_are_kept_by_name_opened_listed_and_dropped() -> None:
    async with playing() as it:
        ane, eva = a_chat(it)
        await it.command(ane, "mus vitoria piedras=20")
        await it.command(eva, "reglas guardar donostia")
        assert "Eso lo decide quien administra el chat." in said(it)
        await it.command(ane, "reglas guardar Donostia")
        assert "con /mus donostia se juega a eso" in it.messenger.posts(it.chat)[-1].text
        await it.command(eva, "mus donostia juegos=2")
        assert it.tables()[0].rules == read_rules(["vitoria", "piedras=20", "juegos=2"], DEFAULT_WAYS)
        await it.wait(120)
        await it.command(eva, "reglas")
        assert "donostia" in said(it)
        await it.wait(60)
        await it.command(ane, "reglas borrar donostia")
        await it.command(eva, "mus donostia")
        assert "«donostia» no lo conozco" in said(it)


async def test_house_rules_take_no_name_of_a_set_nor_more_than_ten() -> None:
    async with playing() as it:
        ane, _ = a_chat(it)
        await it.command(ane, "reglas guardar casa")
        assert "Aquí no se ha jugado todavía" in said(it)
        await it.command(ane, "mus")
        await it.command(ane, "reglas guardar vitoria")
        assert "«vitoria» no vale de nombre" in said(it)
        for number in range(MOST_SETS + 1):
            await it.wait(30)
            await it.command(ane, f"reglas guardar casa-{number}")
        assert f"Ya hay {MOST_SETS} reglas guardadas" in said(it)


async def test_an_administrator_chooses_the_time_zone_of_a_chat_and_its_topics(tmp_path: Path) -> None:
    fake = FakePlatform()
    async with running({fake.name: fake}, fake.clock, tmp_path) as process:
        await fake.joined.wait()
        ane, _ = a_chat(fake)
        assert process.manager.ways.chat_zone(fake.chat) is None
        await choose(fake, ane, "Hora", "Nueva York")
    it = FakePlatform()
    async with running({it.name: it}, it.clock, tmp_path) as process:
        ways = process.manager.ways
        assert ways.chat_zone(ChatId(f"{it.chat}/7")) == ZoneInfo("America/New_York")
        await ways.choose(it.chat, replace(ways.for_chat(it.chat), zone="Atlantis/Poseidonis"))
        assert ways.chat_zone(it.chat) is None


def test_settings_that_were_stored_before_time_zones_are_read() -> None:
    row = json.loads(write_ways(ALL))
    del row["zone"], row["threads"]
    assert read_ways(json.dumps(row)) == replace(ALL, zone="", threads=InThreads.OFF)


async def test_where_there_are_no_threads_none_are_offered_and_none_are_used(tmp_path: Path) -> None:
    fake = FakePlatform()
    async with running({fake.name: fake}, fake.clock, tmp_path) as process:
        await fake.joined.wait()
        ane, _ = a_chat(fake)
        await fake.command(ane, "ajustes")
        assert "Hilos" not in said(fake)
        await process.manager.ways.choose(fake.chat, ALL)
        await fake.command(ane, "mus")
        assert [table.own_thread for table in process.manager.tables.in_chat(fake.chat)] == [False]


def test_an_observer_that_shows_no_tables_opens_no_threads() -> None:
    assert TableObserver().thread_channel(ChatId("fake:sala")) == ""
