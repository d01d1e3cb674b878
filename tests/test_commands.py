"""The table of commands: every row can be shown on every platform, and documents promise no other."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from musbot.narrator import Narrator
from musbot.service.asked import Command
from musbot.service.commands import COMMANDS, HELP_CHARACTERS, help_list
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.commands import ECO
from tools.commands import ROOT, TABLES, filled

NOT_BUILT = "\n## Not built yet\n"
"""What follows this in docs/chat.md is a promise."""
CHAT_MD = (ROOT / "docs/chat.md").read_text("utf-8")

HELP = {
    "es": """\
/mus abre una mesa (/mus vitoria, /mus trios, /mus piedras=30…)
/tanteo cómo va la partida · /cartas las tuyas, en privado
/mesa vuelve a poner el tablero · /reglas maneras de jugar
/suerte tu palabra para barajar · /acta la última partida, para repasarla
/salir deja tu sitio a una IA · /terminar vota cerrar la mesa
También vale escribir las palabras del mus: «paso», «envido cinco», «órdago»…""",
    "en": """\
/mus opens a table (/mus vitoria, /mus trios, /mus piedras=30…)
/tanteo the score · /cartas your cards, in private
/mesa shows the board again · /reglas ways to play
/suerte your word for the shuffle · /acta the last partida, to go over it
/salir leaves your seat to an AI · /terminar votes to end the table
The words of the game may be typed too: “paso”, “envido cinco”, “órdago”…""",
}


def names(commands: tuple[Command, ...] = COMMANDS) -> set[str]:
    """Everything that any of them is called."""
    called = ((row.name, *row.aliases, *(row.called(language) for language in LANGUAGES)) for row in commands)
    return set(chain.from_iterable(called))


def named(text: str) -> set[str]:
    """The commands that a text names."""
    return set(re.findall(r"(?<![\w/<.])/([a-zñ]+)\b", text))


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.name)
def test_every_command_has_a_name_and_words_that_platforms_take(row: Command) -> None:
    assert re.fullmatch(r"[a-z0-9_]{1,32}", row.name)  # Bot API, BotCommand
    for language in LANGUAGES:
        assert re.fullmatch(r"[-\w]{1,32}", row.called(language))  # Discord, application command naming
        assert 0 < len(Texts(language)(row.about)) <= 100
        assert row.help is None or Texts(language)(row.help)


def test_no_two_commands_are_called_the_same() -> None:
    for language in LANGUAGES:
        called = [name for row in COMMANDS for name in {row.name, row.called(language), *row.aliases}]
        assert len(called) == len(set(called))


@pytest.mark.parametrize("language", LANGUAGES)
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
    table = TABLES[document]
    assert text == filled(text, table(COMMANDS, Texts("en"))), "python -m tools.commands writes it"
    assert "| `/eco [palabra]` |" in filled(text, table((*COMMANDS, ECO), Texts("en")))


def test_every_command_that_chat_md_names_is_a_row_or_said_not_to_be_built() -> None:
    there, promised = CHAT_MD.split(NOT_BUILT)
    assert named(there) - names() == set()
    assert named(promised) - names() >= {"ranking", "idioma"}
    assert {row.name for row in COMMANDS} <= named(there)


def test_what_is_said_not_to_be_built_is_no_row() -> None:
    promises = re.findall(r"^- (.*?):", CHAT_MD.split(NOT_BUILT)[1], re.MULTILINE)
    assert named(" ".join(promises)) & names() == set()


@pytest.mark.parametrize("document", ["README.md", "docs/operating.md"])
def test_other_documents_name_no_command_that_is_not_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    in_code = " ".join(re.findall(r"`(/[^`]*)`", text))
    assert named(in_code) - names() - {"newbot", "setprivacy", "v"} == set()
