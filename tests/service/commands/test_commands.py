"""The table of commands: every row can be shown on every platform and in the documents."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from musbot.narrator import Narrator
from musbot.service.commands.context import Command
from musbot.service.commands.playing import HELP_CHARACTERS, commands_page, help_list
from musbot.service.commands.registry import COMMANDS
from musbot.table.acts import Listing
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.commands import ECO
from tests.support.keys import WHOLE
from tools.tables import CHAT, fill_commands, main

HELP = {
    "es": """\
/mus abrir una mesa (/mus vitoria, /mus trios, /mus piedras=30…)
/fechas ver las citas para jugar (/mus con día y hora propone una)
/tanteo ver cómo va la partida · /cartas ver las tuyas, en privado
/mesa volver a poner el tablero · /reglas leer las maneras de jugar
/senas ver las señas y las que son verdad de tu mano (en privado)
/suerte cortar la baraja (1–40)
/acta recibir la última partida, para repasarla
/analisis repasar tu última mano · /historial ver tus partidas
/ranking ver quién gana · /verificar comprobar el reparto
/salir dejar tu sitio a una IA
/sustituir dejar tu sitio a otro, o pedir que sustituyan a alguien
/terminar proponer que se cierre la mesa; se vota
/idioma elegir en qué idioma te hablo
/avisos elegir cómo te aviso cuando te toca · /privacidad leer qué se guarda
/borrar quitar lo que guardo de ti
/ajustes ver y cambiar los ajustes de este chat
/aprender conocer el mus en diez minutos, jugando (en privado)
/glosario leer qué significan las palabras del mus
En el chat de la mesa, si puedo leerlas, también valen las palabras: «paso», «envido cinco»…""",
    "en": """\
/mus open a table (/mus vitoria, /mus trios, /mus piedras=30…)
/dates see the dates to play (/mus with a day and an hour suggests one)
/score see how the partida stands · /cards see your cards, in private
/table show the board again · /rules read about ways to play
/signs see the señas (signs), and which are true of your hand (in private)
/luck cut the deck (1–40) · /acta get the last partida, to go over it
/analysis go over your last hand · /history see your partidas
/ranking see who wins · /verify check the deal
/leave leave your seat to an AI
/substitute give up your seat, or ask to replace somebody
/end vote to end the table
/language choose which language I speak to you in
/calls choose how I let you know that it is your turn
/privacy read what is kept · /forget delete what I keep about you
/settings see and change the settings of this chat
/learn get to know Mus in ten minutes, by playing (in private)
/glossary read what the words of Mus mean
In the table's own chat words count too, if I can read them: “paso”, “envido 5”…""",
    "eu": """\
/mus mahai bat ireki (/mus vitoria, /mus trios, /mus piedras=30…)
/hitzorduak hitzorduak ikusi (bat proposatzeko, /mus eta eguna eta ordua)
/tanteoa ikusi partida nola doan · /kartak zureak ikusi, pribatuan
/mahaia mahaia berriz erakutsi · /arauak jokatzeko moduak irakurri
/keinuak keinuak ikusi, eta zure kartekin egia direnak (pribatuan)
/zortea karta-sorta moztu (1–40) · /akta azken partida jaso, errepasatzeko
/analisia azken eskualdia aztertu · /historiala zure partidak ikusi
/sailkapena ikusi nork irabazten duen · /egiaztatu banaketa egiaztatu
/irten zure tokia AA bati utzi
/ordezkatu tokia beste bati utzi, edo norbait ordezkatzea eskatu
/amaitu mahaia ixteko bozkatu
/hizkuntza aukeratu zein hizkuntzatan hitz egingo dizudan
/abisuak aukeratu nola abisatuko dizudan zure txanda denean
/pribatutasuna irakurri zer gordetzen den · /ezabatu zurea ezabatu
/ezarpenak txat honen ezarpenak ikusi eta aldatu
/ikasi musa hamar minututan ezagutu, jokatuz (pribatuan)
/glosarioa museko hitzen azalpena irakurri
Mahaiaren txatean hitzek ere balio dute, irakur baditzaket: «paso», «hordago»…""",
}


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.name)
def test_every_command_has_a_name_and_words_that_platforms_take(row: Command) -> None:
    for name in row.every_name:
        assert re.fullmatch(r"[a-z0-9_]{1,32}", name)  # Bot API, BotCommand
    for language in LANGUAGES:
        assert re.fullmatch(r"[-\w]{1,32}", row.name_in(language))  # Discord, application command naming
        assert 0 < len(Texts(language)(row.about)) <= 100
        assert row.help is None or Texts(language)(row.help)


MENU = 15
"""How many commands a menu may have in which one still finds what one looks for."""


def test_a_menu_of_commands_is_short_and_the_help_has_the_rest() -> None:
    assert len([row for row in COMMANDS if row.is_listed]) <= MENU
    assert [row.name for row in COMMANDS if not row.is_listed and row.help is None] == []


def test_no_name_of_a_command_has_two_meanings_in_whatever_language_it_is_said() -> None:
    called = Counter(name for row in COMMANDS for name in row.every_name)
    assert [name for name, rows in called.items() if rows > 1] == []


def test_whoever_does_not_say_a_word_of_mus_has_a_name_of_their_own_for_every_command() -> None:
    same = {row.name for row in COMMANDS for language in WHOLE[1:] if row.name_in(language) == row.name}
    assert same == {"mus", "acta", "ranking"}, "which are called so in English"


@pytest.mark.parametrize("language", HELP)
def test_the_help_lists_the_commands(language: str) -> None:
    narrator = Narrator(language)
    assert "/mus" in narrator.help(None).text
    assert commands_page(narrator, COMMANDS, Listing.TYPED).text == HELP[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_command_is_in_the_help_and_no_line_grows_long(language: str) -> None:
    lines = help_list(Texts(language), (*COMMANDS, *[ECO] * 3)).splitlines()
    assert sum(line.count(f"/{ECO.name_in(language)} ") for line in lines) == 3
    assert all(len(line) <= HELP_CHARACTERS for line in lines)


def test_the_document_shows_the_commands_as_they_are() -> None:
    text = CHAT.read_text("utf-8")
    assert text == fill_commands(text, COMMANDS), "python -m tools.tables writes it"
    assert "| `/eco [corte]` | `/echo` |" in fill_commands(text, (*COMMANDS, ECO))


def test_a_command_without_its_text_is_named_and_the_document_is_left_alone() -> None:
    before = CHAT.read_bytes()
    with pytest.raises(SystemExit, match=r"command-none.*locale/en.*chat_commands\.ftl"):
        main((*COMMANDS, replace(ECO, about="command-none")))
    assert CHAT.read_bytes() == before
