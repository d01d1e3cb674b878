"""The voices: what each family of games says in its own way, and that nothing else asks which it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from musbot.game.errors import BadRules
from musbot.game.field_kinds import Choice
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.narrator import voices
from musbot.narrator.speech import Speech
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES, Texts
from tests.support.at_table import begun

MUSBOT = Path(__file__).parents[2] / "musbot"

OF_A_FAMILY = set(
    """
    stones modo tanteo puja medio plato may_give_up vacas corrido visto cut_by deferred gracia mus_corrido
    respuesta parejas
    """.split()
)
"""What only the rules or the players of one family know."""


def asked(source: str) -> Iterator[str]:
    """Yields what a source asks of the game or of its rules that only one family knows."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in OF_A_FAMILY:
            of = node.value.attr if isinstance(node.value, ast.Attribute) else ast.unparse(node.value)
            if of in ("game", "rules"):
                yield f"{of}.{node.attr}"


def test_only_a_voice_knows_which_family_is_played():
    told = {
        f"{file.relative_to(MUSBOT)} asks {what}"
        for room in ("narrator", "words", "pictures")
        for file in (MUSBOT / room).rglob("*.py")
        if "voices" not in file.parts
        for what in asked(file.read_text("utf-8"))
    }
    assert told == set()
    assert list(asked("if voice.game.puja or rules.stones: table.page")) == ["game.puja", "rules.stones"]


def test_voices_of_two_families_share_no_module():
    own = {family: (MUSBOT / "narrator/voices" / family).glob("*.py") for family in ("mus", "piedras")}
    for family, other in (("mus", "piedras"), ("piedras", "mus")):
        for file in own[family]:
            assert f"voices.{other}" not in file.read_text("utf-8")


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_and_its_rules_have_voices_of_the_same_family(name: str):
    table = watch(begun(rule_set(name)))
    assert table.game is not None
    of_game = type(voices.voice_of_game(Speech(Texts("es")), table, table.game))
    of_rules = type(voices.voice_of_rules(Texts("es"), table.rules))
    assert of_rules.__name__ == of_game.__name__.replace("Voice", "RulesVoice")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_of_a_field_names_the_field_that_excludes_it(language: str):
    rules = rule_set("parejas")
    voice = voices.voice_of_rules(Texts(language), rules)
    flags = [name for name, kind in rules.fields.items() if isinstance(kind, Choice) and True in kind.values]
    excluded = set()
    for field, other in permutations(flags, 2):
        try:
            rules.with_changes({field: True, other: True})
        except BadRules:
            excluded.add(field)
            assert f"{other}=no" in voice.field_description(field)
    assert excluded == {"consulta", "zuetan"}
