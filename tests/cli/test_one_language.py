"""The command line speaks one language at a time: help, and what is said of ten wrong uses of a command."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from musbot import MusError
from musbot.acta.partida import ActaError
from musbot.acta.read import read
from musbot.cli import main as cli
from musbot.cli.errors import describe_error, translate
from musbot.cli.language import translate_argparse, words
from musbot.store.postgres.checkup import UNSAFE
from musbot.words.texts import Texts
from tests.support.keys import ROOT, WHOLE
from tests.support.wrong_actas import AT_HEAD, IN_KEYS, IN_NEXT_HAND, IN_VOCES, WITH_STONES

OF = {
    "es": "se esperaba esperaban vale con entiende órdenes opciones argumento argumentos fichero una",
    "en": "the expected invalid argument arguments required unrecognized see must choose options with of",
    "eu": "espero behar balio ezin ulertzen gehiago aukerak argumentua argumentuak fitxategi eta hauetako",
}
"""Words by which a language is known, none of which another one has."""
ANYWHERE = [
    ["--nada"],
    ["--nada=1"],
    ["-z"],
    ["--nada", "--nunca"],
    ["-zz", "y"],
    ["--help=1"],
    ["--idioma", "xx"],
    ["--nada", "--idioma=xx"],
    ["--zz", "zz"],
    ["--version"],
]
"""What no command understands."""
ASKED = {
    "play": [
        ["vitoria", "trios"],
        ["nowhere"],
        ["--corte", "41"],
        ["piedras=x"],
        ["x=1"],
        ["--nombres", "Ane,Ane"],
        ["--asientos", "9"],
        ["--opcion", "real"],
        ["--piedras", "999"],
        ["--ia", "nadie"],
    ],
    "rules": [["nowhere"], ["vitoria", "x=1"], ["vitoria", "piedras="]],
    "acta": [[], ["--json", "--html", "x"], ["x", "--jugador", "Ane"]],
    "arena": [["nadie"], ["azar"], ["--juegos", "1", "--partidas", "1"], ["azar", "novato", "azar"]],
    "simulate": [["--jugadores", "nadie"], ["--jugadores", "azar,azar,azar"], ["--asientos", "9"]],
    "draw": [["hand", "1o", "-o", "x.gif"], ["hand", "1o"], ["nothing", "1o", "-o", "x.png"]],
    "migrate": [["x", "y"], ["postgresql://h/d", "postgresql://h/d"], ["x", "mysql://h/d"]],
    "doctor": [["--export", "x"], ["--database", "mysql://h/d"]],
    "backup": [[], ["a", "b"], ["a", "--database", "nope://x"]],
    "completion": [[], ["csh"], ["bash", "zsh"]],
}
"""Wrong uses of some commands."""


def strangers(language: str, text: str) -> set[str]:
    """The words in a text that are of another language."""
    said = set(
        re.findall(r"[a-záéíóúñü]+", re.sub(r"[“«'].*?[”»']|--?[a-z-]+|musbot \w+", " ", text.lower()))
    )
    own = set(OF[language].split())
    return {word for other, known in OF.items() if other != language for word in known.split()} & said - own


def values(command: str) -> list[list[str]]:
    """Every option of a command without the value that it takes, and with one that it does not."""
    parser = argparse.ArgumentParser()
    next(it for it in cli.COMMANDS if it.name == command).options(parser)
    found = []
    for option in parser._actions:
        if option.option_strings and option.dest != "help":
            takes = option.nargs != 0
            found.append([option.option_strings[-1] + ("" if takes else "=1")])
    return found


@pytest.mark.parametrize("language", WHOLE)
@pytest.mark.parametrize("command", [command.name for command in cli.COMMANDS])
def test_ten_wrong_uses_of_each_command_are_told_in_one_line_of_one_language(
    command: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    wrong = [*ANYWHERE, *values(command), *ASKED.get(command, [])]
    assert len(wrong) >= 10
    with translate_argparse(words()):
        parser = cli._parser(lambda name: name == command)
        for arguments in wrong:
            with pytest.raises(SystemExit) as ended:
                cli._run_command(parser, [command, *arguments])
            said = capsys.readouterr()
            assert (ended.value.code, said.out, said.err.count("\n")) == (cli.MISUSED, "", 1), arguments
            assert said.err.startswith(f"musbot {command}: ") or said.err.startswith("musbot: "), said.err
            assert strangers(language, said.err) == set(), said.err
        with pytest.raises(SystemExit):
            cli._run_command(parser, [command, "--help"])
    assert strangers(language, capsys.readouterr().out) == set()


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("aprender --tema dark --texto", "learn --theme dark --text"),
        ("glosario deje --idioma eu", "glossary deje --language eu"),
        ("reglas vitoria", "rules vitoria"),
        (
            "play --reglas trios --opcion real=no --asientos 6 --nombres Ane --corte 3 --ia novato --nueva",
            "play --rules trios --option real=no --seats 6 --names Ane --cut 3 --ai novato --new",
        ),
        ("acta x --jugador Ane", "acta x --player Ane"),
        ("verificar x", "verify x"),
        ("analizar x --mundos 3 --procesos 2", "analyze x --worlds 3 --processes 2"),
        ("quejas x", "complaints x"),
        ("simular --manos 3 --jugadores azar", "simulate --hands 3 --players azar"),
        ("pintar tanteo x --mano 3 -o x.png", "draw tanteo x --hand 3 -o x.png"),
    ],
)
def test_commands_and_options_have_spanish_names_too(spanish: str, english: str) -> None:
    parser = cli._parser()
    asked = [vars(parser.parse_args(it.split())) for it in (spanish, english)]
    for it in asked:
        del it["refuse"]  # of a parser of its own
    assert asked[0] == asked[1]


@pytest.mark.parametrize(("language", "said"), [("es", "ya existe"), ("en", "is there"), ("eu", "badago")])
def test_no_command_writes_over_a_file(
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    for file, *asked in (
        ("hand.png", "pintar", "hand", "12o", "-o", "hand.png"),
        ("0001.mus.toml", "simular", "--jugadores", "azar", "--manos", "1", "--actas", "."),
    ):
        monkeypatch.chdir(tmp_path)
        (tmp_path / file).write_bytes(b"mine")
        assert cli.main(asked) == cli.FAILED
        assert f"{file} {said}" in capsys.readouterr().err
        assert (tmp_path / file).read_bytes() == b"mine"


@pytest.mark.parametrize("arguments", [["nowhere"], ["--nada"], []])
def test_the_language_that_is_asked_for_is_that_of_the_errors_too(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "es")
    for option in (["--idioma", "eu"], ["--idioma=eu"]):
        with pytest.raises(SystemExit):
            cli.main(["play", "--asientos", "9", *arguments, *option])
        assert "(gehiago: musbot" in capsys.readouterr().err
    assert words().language == "es"


# ---- what rooms without words say ------------------------------------------------------------------------

SAY = {
    "StoreError": 0,
    "AlreadyExists": 0,
    "DatabaseLocked": 0,
    "DatabaseLost": 0,
    "DatabaseTakenOver": 0,
    "InvalidValue": 0,
    "BadSetting": 1,
    "NothingToRun": 0,
    "Unverifiable": 0,
    "ActaError": 2,
    "WrongMatch": 0,
    "BotRejected": 0,
    "WrongToken": 0,
    "NoIntent": 0,
    "BadPlatform": 0,
    "BadPlayer": 0,
    "NotForCoach": 0,
}
"""Errors that a command may end in, and which of what they are made with is the sentence."""
INSIDE = {"the database is closed", "the database: 7"} | {
    "cannot be written: 7, expected a whole log, which begins with Began",
    "cannot be read: 7, expected the path of a file",
    "cannot be written: 7 names, expected 7, by seat",
    "cannot be written: 7 palabras, expected at most 7",
}
"""What no command ends in."""
STORE = ("musbot/store", "musbot/config.py", "musbot/store/open_store.py", "musbot/app.py")
ROOMS = (
    *STORE,
    "musbot/acta",
    "musbot/coach",
    "musbot/health",
    "musbot/port/installed.py",
    "musbot/service/process",
    "adapters/telegram",
    "adapters/discord",
)
NEVER_SHOWN = {
    "a row of another table",  # a fact of an error
    "a transaction of the database",
    "a write that waits",
    "another server was promoted",
    "event 7 version 7: its body does not fit",
    "event 7 version 7: this musbot reads 7 up to version 7",
    "event 7 version 7: this musbot reads no such kind",
    "expected work that only asks the database",
    "somebody is forgotten",
    "is another table's",  # the end of a sentence, as the next two
    "was written by a newer musbot",
    "cannot be read",
    "it does not fit (7)",
    "no such table",  # the beginning of an error of SQLite's
    "the commits of the database",
    "the counts of the database",
    "the heartbeat of the database",
    "the lookout for promoted servers",
    "there is such a row (7)",
    "timeline 7: expected 7 at least",
    "two at a time",
    "unrecognized configuration parameter",
}
"""What only the log or the program itself reads."""
SQL = re.compile(r"[A-Z]{4}| = [a-z:(]|coalesce|\w\.\w+, \w\.|^table_id|_schema\(")


def files(rooms: Sequence[str]) -> Iterator[Path]:
    """Every module of some rooms."""
    for room in rooms:
        path = ROOT / room
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def written(file: Path) -> Iterator[str]:
    """Every text of a module that reads like a sentence and is neither logged nor documentation."""
    tree = ast.parse(file.read_text("utf-8"))
    left = {id(it.value) for it in ast.walk(tree) if isinstance(it, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left |= {id(part) for part in node.values}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("log.", "insist")):
            left |= {id(part) for argument in node.args for part in ast.walk(argument)}
    for node in ast.walk(tree):
        if id(node) not in left and isinstance(node, ast.Constant | ast.JoinedStr):
            text = "".join(pieces(node))
            if len(re.findall(r"(?:^| )[a-z]{2,}", text)) >= 3 and not SQL.search(text):
                yield text


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence of an error, with a fact in the place of each of its own."""
    for file in files(ROOMS):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = SAY.get(node.func.id, 99)
            if place < len(node.args):
                yield f"{file.name}:{node.lineno}", "".join(pieces(node.args[place]))


def pieces(said: ast.expr) -> Iterator[str]:
    match said:
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield str(part.value) if isinstance(part, ast.Constant) else "7"
        case ast.Constant(value=str(text)):
            yield text


def test_what_goes_wrong_is_told_in_the_language_of_the_command_line() -> None:
    said = {(where, it) for where, it in sentences() if it not in INSIDE and re.search(r"\b[a-z]{3}", it)}
    assert {it for it in said if translate(Texts("es"), it[1]) == it[1]} == set()
    assert {it for it in said if strangers("es", translate(Texts("es"), it[1]))} == set()


def test_whatever_the_rooms_say_that_open_a_database_is_told_in_the_language_of_the_command_line() -> None:
    said = {it for file in files(STORE) for it in written(file)} - NEVER_SHOWN - INSIDE
    said = {it for it in said if not any(it in other for other in said if other != it)}
    said = said - {*UNSAFE.values()} | {f"fsync is off: {it}" for it in UNSAFE.values()}
    assert "the database has 7" in said
    for language in ("es", "eu"):
        assert {it for it in said if translate(Texts(language), it) == it} == set()
        assert {it for it in said if strangers(language, translate(Texts(language), it))} == set()


@pytest.mark.parametrize("language", WHOLE)
@pytest.mark.parametrize(
    "url",
    [
        "postgresql://h:p1,h2/db",
        "postgresql://h1:1,h2:2",
        "postgresql://h/db?sslmode=always",
        "postgresql://h/db?sslrootcert=/no/such/file",
        "postgresql://h/db?target_session_attrs=standby",
        "postgresql://127.0.0.1:1/db",
        "postgresql://127.0.0.1:1/db?gsslib=none",
        "mysql://h/db",
        "sqlite:///",
        "sqlite:////no/such/folder/file",
    ],
)
def test_a_url_that_is_refused_is_told_in_one_language(
    url: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("MUSBOT_LANGUAGE", language), ("DATABASE_URL", url)):
        monkeypatch.setenv(name, value)
    assert cli.main(["tables"]) == cli.FAILED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert strangers(language, said.replace(url, "")) == set(), said
    assert language == "en" or not re.search(r"\b(the|there|does|with|as|that|and)\b", said), said


@pytest.mark.parametrize(
    ("acta", "in_spanish"),
    [
        ("=", "no es TOML: "),
        ("acta = 2", "acta: se esperaba 1, la versión del formato"),
        ("acta = 1", "falta reglas: se esperaba el nombre de un juego de reglas"),
        ("acta = 1\nreglas = 3", "reglas: se esperaba un texto, no un número"),
        ("acta = 1\nreglas = 'mus'", "«mus» no lo conozco. "),
    ],
)
def test_what_is_wrong_in_an_acta_is_told_in_spanish(acta: str, in_spanish: str) -> None:
    with pytest.raises(MusError) as wrong:
        read(acta)
    assert describe_error(Texts("es"), wrong.value).startswith(in_spanish)


ACTAS = [row[0] for rows in (AT_HEAD, IN_KEYS, WITH_STONES, IN_VOCES, IN_NEXT_HAND) for row in rows]


@pytest.mark.parametrize("language", ["es", "eu"])
def test_no_error_of_an_acta_is_half_in_english(language: str) -> None:
    english = re.compile(r"\b(?:expected|may say|is no|it is|and|date|cannot)\b")
    for acta in ACTAS:
        with pytest.raises(ActaError) as wrong:
            read(acta)
        why = re.sub(r"^(?:mano|\d+\. eskualdia).*?: ", "", describe_error(Texts(language), wrong.value))
        assert wrong.value.why == why or not english.search(why), why


def test_what_sqlite_says_of_a_damaged_file_is_told_in_basque() -> None:
    said = (
        "a.sqlite: the database is damaged (file is not a database):"
        " musbot doctor --database a.sqlite says what is left of it"
    )
    assert strangers("eu", translate(Texts("eu"), said)) == set()
    assert "ez da datu-base bat" in translate(Texts("eu"), said)


def test_a_word_that_may_not_be_said_is_told_with_its_place_and_its_rule() -> None:
    file = Path(__file__).parents[1] / "partidas" / "R16-trios.mus.toml"
    with pytest.raises(MusError) as wrong:
        read(file.read_text("utf-8").replace("Ane: envido 3", "Ane: envido 1"))
    assert describe_error(Texts("es"), wrong.value) == "mano 1, voz 19: Tienen que ser 2 o más. (R28)"
