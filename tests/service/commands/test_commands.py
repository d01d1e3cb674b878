"""The table of commands: every row can be shown on every platform and in the documents."""

from __future__ import annotations

import re

import pytest

from musbot.narrator import Narrator
from musbot.service.commands.context import Command
from musbot.service.commands.playing import HELP_CHARACTERS, help_list
from musbot.service.commands.registry import COMMANDS
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.commands import ECO
from tools.commands import ROOT, TABLES, filled

HELP = {
    "es": """\
/mus abre una mesa (/mus vitoria, /mus trios, /mus piedras=30…)
/tanteo cómo va la partida · /cartas las tuyas, en privado
/mesa vuelve a poner el tablero · /reglas maneras de jugar
/suerte cortar la baraja (1–40) · /acta la última partida, para repasarla
/analisis repasar tu última mano · /historial tus partidas
/ranking quién gana · /verificar comprobar el reparto
/salir deja tu sitio a una IA
/sustituir deja tu sitio a otro, o pide sustituir a alguien
/terminar vota cerrar la mesa · /idioma en qué idioma te hablo
/avisos cómo te aviso cuando te toca · /privacidad qué se guarda
/borrar me olvido de ti · /ajustes los ajustes de este chat
/aprender el mus en diez minutos, jugando (en privado)
/glosario las palabras del mus, explicadas
También vale escribir las palabras del mus: «paso», «envido cinco», «órdago»…""",
    "en": """\
/mus opens a table (/mus vitoria, /mus trios, /mus piedras=30…)
/tanteo the score · /cartas your cards, in private
/mesa shows the board again · /reglas ways to play
/suerte cut the deck (1–40) · /acta the last partida, to go over it
/analisis your last hand again · /historial your partidas
/ranking who wins · /verificar check the deal
/salir leaves your seat to an AI
/sustituir gives up your seat, or asks to replace somebody
/terminar votes to end the table · /idioma which language I speak to you in
/avisos how I call you when it is your turn · /privacidad what is kept
/borrar delete what is yours · /ajustes the settings of this chat
/aprender Mus in ten minutes, by playing (in private)
/glosario the words of Mus explained
The words of the game may be typed too: “paso”, “envido cinco”, “órdago”…""",
    "eu": """\
/mus mahai bat ireki (/mus vitoria, /mus trios, /mus piedras=30…)
/tanteo partida nola doan · /cartas zureak, pribatuan
/mesa mahaia berriz erakutsi · /reglas jokatzeko moduak
/suerte karta-sorta moztu (1–40) · /acta azken partida, errepasatzeko
/analisis azken eskualdia aztertu · /historial zure partidak
/ranking nork irabazten duen · /verificar banaketa egiaztatu
/salir zure tokia AA bati utzi
/sustituir tokia beste bati utzi, edo norbait ordezkatzea eskatu
/terminar mahaia ixteko bozkatu · /idioma zein hizkuntzatan hitz egin zuri
/avisos nola abisatu zure txanda denean · /privacidad zer gordetzen den
/borrar zurea ezabatu · /ajustes txat honen ezarpenak
/aprender musa hamar minututan, jokatuz (pribatuan)
/glosario museko hitzak, azalduta
Museko hitzak idaztea ere balio du: «paso», «bost enbido», «hordago»…""",
}


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.name)
def test_every_command_has_a_name_and_words_that_platforms_take(row: Command) -> None:
    assert re.fullmatch(r"[a-z0-9_]{1,32}", row.name)  # Bot API, BotCommand
    for language in LANGUAGES:
        assert re.fullmatch(r"[-\w]{1,32}", row.called(language))  # Discord, application command naming
        assert 0 < len(Texts(language)(row.about)) <= 100
        assert row.help is None or Texts(language)(row.help)


MENU = 15
"""How many commands a menu may have in which one still finds what one looks for."""


def test_a_menu_of_commands_is_short_and_the_help_has_the_rest() -> None:
    assert len([row for row in COMMANDS if row.listed]) <= MENU
    assert [row.name for row in COMMANDS if not row.listed and row.help is None] == []


def test_no_two_commands_are_called_the_same() -> None:
    for language in LANGUAGES:
        called = [name for row in COMMANDS for name in {row.name, row.called(language), *row.aliases}]
        assert len(called) == len(set(called))


@pytest.mark.parametrize("language", HELP)
def test_the_help_lists_the_commands(language: str) -> None:
    narrator = Narrator(language)
    told = narrator.help(None, help_list(narrator.texts, COMMANDS)).text
    assert told == HELP[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_command_is_in_the_help_and_no_line_grows_long(language: str) -> None:
    lines = help_list(Texts(language), (*COMMANDS, *[ECO] * 3)).splitlines()
    assert sum(line.count("/eco ") for line in lines) == 3
    assert all(len(line) <= HELP_CHARACTERS for line in lines)


@pytest.mark.parametrize("document", TABLES)
def test_documents_show_the_commands_as_they_are(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    place = TABLES[document]
    assert text == filled(text, place.written(COMMANDS)), "python -m tools.commands writes it"
    assert "| `/eco [corte]` |" in filled(text, place.written((*COMMANDS, ECO)))
