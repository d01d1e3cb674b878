"""The messages of this package: the same in every language, each of them used, and errors are translated."""

from __future__ import annotations

import re

import pytest

from musbot.cli.errors import describe_error
from musbot.cli.main import MISUSED, main
from musbot.words.texts import LANGUAGES, Texts
from musbot_research.arena.own import BadPlayer, PlayerFailed
from musbot_research.arena.pairs import WrongMatch
from tests.support import keys

PACKAGE = "research/musbot_research"
MESSAGES = {language: keys.messages(language, PACKAGE) for language in LANGUAGES}
ERRORS = {
    "no-player": WrongMatch("'x' is no player: expected one of azar, ./FILE.py:CLASS, ./PROGRAM"),
    "odd": WrongMatch("3 seats: expected an even number (individual)"),
    "not-begun": BadPlayer(
        "./x: no such file: expected FILE.py:CLASS, or a program such as ./mine or 'python3 mine.py'"
    ),
    "not-made": BadPlayer("./x.py:X: it broke: expected Python code that makes a player"),
    "no-class": BadPlayer("./x.py:X: expected a class with the methods choose, gesture"),
    "raised": PlayerFailed("./x.py:X: KeyError: 3 (x.py:7): expected a word of the game"),
    "no-word": PlayerFailed("./x.py:X: choose returned 3: expected an Action, one of view.actions()"),
    "no-gesture": PlayerFailed(
        "./x.py:X: gesture returned 3: expected None, or an Action such as Action(Voz.MIRO, seat=1)"
    ),
    "unlawful": PlayerFailed("./x: 'hola' may not be said now: expected one of paso, envido, órdago"),
    "late": PlayerFailed("./x: no word came within 1 s: expected one for each view"),
    "silent": BadPlayer("./x: no word came: expected one line for each line that it is given"),
}
"""Each error of the arena, as its modules raise it."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_facts(language: str) -> None:
    shown = {name: facts.shown for name, facts in MESSAGES["es"].items()}
    assert {name: facts.shown for name, facts in MESSAGES[language].items()} == shown


def test_every_message_is_used_and_none_hides_one_of_musbot_s() -> None:
    written = {text for tree in keys.sources([PACKAGE]).values() for text in keys.literals(tree)}
    commands = {name for name in MESSAGES["es"] if name.startswith("cli-")}
    assert commands <= written
    assert {name.removeprefix("arena-") for name in MESSAGES["es"].keys() - commands} == ERRORS.keys()
    assert MESSAGES["es"].keys() & keys.messages("es").keys() == set()


@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_what_is_wrong_with_a_match_is_told_in_spanish_and_basque(
    error: WrongMatch | BadPlayer | PlayerFailed,
) -> None:
    in_english = describe_error(Texts("en", package="musbot_research"), error)
    assert in_english == str(error)
    for language in ("es", "eu"):
        said = describe_error(Texts(language, package="musbot_research"), error)
        assert not re.search(r"\b(?:expected|is|no player|came)\b", said), said
        assert said != in_english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "arguments",
    [["nadie"], ["azar"], ["--juegos", "1", "--partidas", "1"], ["azar", "novato", "azar"], ["--nada"]],
)
def test_a_wrong_use_of_the_arena_is_told_in_one_line(
    arguments: list[str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    said = capsys.readouterr()
    assert (ended.value.code, said.out, said.err.count("\n")) == (MISUSED, "", 1)
    assert language == "en" or not re.search(r"\b(?:expected|is no|not allowed)\b", said.err), said.err
