"""Every "did you mean" is accepted when it is followed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from musbot.cli.main import COMMANDS as CLI
from musbot.cli.main import main
from musbot.game.actions import Action, Voz
from musbot.game.errors import BadRules
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.rules_base import RuleSet, UnknownName
from musbot.game.voces import fold_text
from musbot.narrator.rulewords import offered_values, option_value, rules_refusal_text
from musbot.port.spoken import ALSO
from musbot.port.typed import read_slip, read_typed
from musbot.service.commands.registry import COMMANDS
from musbot.service.settings.written_rules import read_rules
from musbot.table.ways import DEFAULT_WAYS
from musbot.words.guess import MIN_LIKENESS, guess, normalise
from musbot.words.texts import LANGUAGES, Texts

_MEANT = re.compile("[«“]([^»”]+)[»”]")


def slips(word: str) -> Iterator[str]:
    """Yields a word with one letter left out, doubled, or swapped with the next."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
        yield word[: at + 1] + word[at:]
        yield word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]


def written_slips(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yields options with a slip in the field or in the value, and what stands beside the slip."""
    for field in rules.fields:
        for value in offered_values(rules, field):
            typed = option_value(value)
            yield from ((f"{slip}={typed}", f"{{}}={typed}") for slip in slips(field))
            yield from ((f"{field}={slip}", f"{field}={{}}") for slip in slips(typed))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["parejas", "frances"])
def test_an_option_that_is_guessed_is_one_of_this_set(language: str, name: str):
    texts, followed = Texts(language), set()
    for typed, beside in written_slips(rule_set(name)):
        try:
            read_rules([name, typed], DEFAULT_WAYS)
        except (BadRules, UnknownName) as error:
            told = rules_refusal_text(texts, error)
            if "?" in told:
                followed.add(beside.format(_MEANT.findall(told)[-1]))
    assert len(followed) > 8
    for option in followed:
        read_rules([name, option], DEFAULT_WAYS)


def test_a_rule_set_that_is_guessed_is_one():
    found = {guess(slip, RULE_SETS) for name in RULE_SETS for slip in slips(name)} - {None}
    assert found == set(RULE_SETS)


def test_a_command_that_is_guessed_is_one():
    called = {name for row in COMMANDS for name in row.every_name}
    found = {guess(slip, called, MIN_LIKENESS) for name in called for slip in slips(name)} - {None}
    assert found == called == {normalise(name) for name in called}


@pytest.mark.parametrize("languages", [{"es"}, {"eu"}, {"en"}, {"es", "eu"}])
def test_a_typed_word_that_is_asked_back_binds_as_the_same_word(languages: set[str]):
    forms = {fold_text(voz.value) for voz in Voz} | {form for key in ("", *languages) for form in ALSO[key]}
    asked = {
        words[0].action for form in forms for slip in slips(form) if (words := read_slip(slip, languages))
    }
    assert len(asked) > 14
    for language in languages:
        for action in asked:
            said = read_typed(Texts(language).word(str(action)), languages)
            same = {action, Action(Voz.MAS, 2)} if action.voz is Voz.Y_YO else {action}
            assert same & {word.action for word in said}, f"{action} in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_the_command_line_that_is_guessed_is_one(language: str, capsys: pytest.CaptureFixture[str]):
    known = {name for command in CLI for name in (command.name, *command.also)}
    for name in known:
        for slip in {slip for slip in slips(name) if slip not in known}:
            with pytest.raises(SystemExit):
                main([slip, "--language", language])
            told = capsys.readouterr().err
            assert told.count("\n") == 1
            assert set(_MEANT.findall(told)) & known, f"{slip}: {told}"


@pytest.mark.parametrize("name", [command.name for command in CLI])
def test_an_option_of_the_command_line_that_is_guessed_is_one(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main([name, "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    for option in options - {"--help"}:
        with pytest.raises(SystemExit):
            main([name, option + "x"])
        told = capsys.readouterr().err
        assert not (meant := re.search(r"Querías decir (\S+)\?", told)) or meant[1].strip("«»") in options


def test_tantos_are_piedras_and_no_field_of_another_game_is_guessed():
    assert read_rules(["tantos=30"], DEFAULT_WAYS) == read_rules(["piedras=30"], DEFAULT_WAYS)
    with pytest.raises(UnknownName) as error:
        read_rules(["tanteos=30"], DEFAULT_WAYS)
    assert "tanteo»" not in rules_refusal_text(Texts("es"), error.value)
