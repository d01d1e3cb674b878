"""Players of one's own in the arena: files, programs and packages, as docs/arena.md shows them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from musbot.cli.main import MISUSED, OK, main
from musbot.game import Action, Partida, View, Voz
from musbot_research.arena import own
from musbot_research.arena.host import make_player
from musbot_research.arena.own import OwnPlayer, ViewAsked, end_all, plain, view_line

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
BLOCKS = {
    match[1]: match[2]
    for match in re.finditer(r"```\w+\n# (\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
}
"""The files that the page shows, by the name in their first line."""
SHORT = ("--reglas", "castellano-40", "--seed", "s", "--procesos", "1", "--juegos", "2")


@pytest.fixture(autouse=True)
def _ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    yield
    end_all()


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write


Written = Callable[[str, str], Path]


def test_the_player_of_the_page_plays_in_the_arena(written: Written, capsys: pytest.CaptureFixture[str]):
    mine = f"{written('mine.py', BLOCKS['mine.py'])}:Mine"
    assert main(["arena", mine, "azar", *SHORT]) == OK
    out = capsys.readouterr().out
    assert out.startswith(f"{mine} – azar: ")
    assert "prudente" not in out


def test_the_program_of_the_page_plays_in_the_arena(written: Written, capsys: pytest.CaptureFixture[str]):
    program = f"{sys.executable} {written('program.py', BLOCKS['program.py'])}"
    assert "musbot" not in BLOCKS["program.py"]
    assert main(["arena", program, "azar", *SHORT, "--json"]) == OK
    (match,) = json.loads(capsys.readouterr().out)["encuentros"]
    assert (match["uno"], match["suplidas"]) == (program, 0)


def test_the_package_of_the_page_brings_a_player_and_rules_which_load_only_where_they_are_named(
    written: Written, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    mark, installed = tmp_path / "loaded", tmp_path / "installed"
    for name in ("pyproject.toml", "casa.py"):
        written(name, BLOCKS[name])
    written("mine.py", BLOCKS["mine.py"] + f"\nopen({str(mark)!r}, 'a').write('x')\n")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=tmp_path, check=True)
    with zipfile.ZipFile(next((tmp_path / "dist").iterdir())) as wheel:
        wheel.extractall(installed)
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    assert main(["arena", "azar", "azar", *SHORT]) == OK
    assert not mark.exists()
    assert main(["arena", "mine", "azar", *SHORT[2:], "--reglas", "casa"]) == OK
    assert mark.exists()
    out = capsys.readouterr().out
    assert "\nmine – azar: " in out
    assert "rules  casa" in out
    sys.modules.pop("casa", None)


FIRST = "import sys\nsys.stdin.readline()\nprint('{answer}', flush=True)\nsys.stdin.read()\n"


def lance() -> View:
    partida = Partida("castellano-40", seed=1)
    partida.say("no mus")
    return partida.view(0)


@pytest.mark.parametrize("answer", ["hola", "quiero", "descarta 4o", "envido 1"])
def test_what_is_no_lawful_word_prudente_says(written: Written, answer: str):
    program = f"{sys.executable} {written('bad.py', FIRST.format(answer=answer))}"
    player = OwnPlayer(program, "game", 0, Random(1))
    assert lance().offers.allows(player.choose(lance()))
    assert player.replaced == 1


def test_a_late_word_prudente_says_and_after_three_it_is_asked_no_more(
    written: Written, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(own, "LIMIT_S", 0.02)
    program = f"{sys.executable} {written('late.py', FIRST.format(answer='paso'))}"
    player = OwnPlayer(program, "game", 0, Random(1))
    assert player.choose(lance()) == Action(Voz.PASO)
    for late in range(1, 6):
        assert lance().offers.allows(player.choose(lance()))
        assert player.choose(lance()).voz is Voz.PASO or late >= 3
    assert player.replaced >= 5


EXPECTED = "se esperaba FICHERO.py:CLASE, o un programa ejecutable"
NO_PLAYER = "se esperaba una clase con los métodos choose, gesture"
WRONG = {
    "/no/such/program": f"no existe: {EXPECTED}",
    "{at}/x.py": f"no hay permiso: {EXPECTED}",
    "{at}/none.py:X": f"no existe: {EXPECTED}",
    "{at}/x.py:X": NO_PLAYER,
    "{at}/x.py:Y": NO_PLAYER,
    "{at}/bad.py:X": "SyntaxError: '(' was never closed (bad.py, line 1): "
    "se esperaba código de Python que cree un jugador",
    f"{sys.executable} -c pass": "no llegó ninguna palabra: se esperaba una línea por cada línea que recibe",
}
"""What is no player, and what is said of it in Spanish."""


@pytest.mark.parametrize(("kind", "said"), WRONG.items())
def test_what_is_no_player_is_refused_in_one_line_of_ones_language(
    kind: str,
    said: str,
    written: Written,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("MUSBOT_LANGUAGE", "es")
    kind = kind.format(at=written("x.py", "class X:\n    pass\n").parent)
    written("bad.py", "class X(")
    with pytest.raises(SystemExit) as raised:
        main(["arena", kind, "azar", *SHORT])
    assert raised.value.code == MISUSED
    line = f"musbot arena: {kind}: {said} (más con musbot arena --help)\n"
    assert capfd.readouterr().err == line


def test_a_name_of_nobody_is_refused_with_what_there_is(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as raised:
        main(["arena", "mine", "azar", *SHORT])
    assert raised.value.code == MISUSED
    assert "FILE.py:CLASS, ./PROGRAM" in capsys.readouterr().err


def test_senas_and_looks_are_made_where_they_may_be(written: Written):
    script = "import sys\nfor _ in sys.stdin:\n    print('{answer}', flush=True)\n"
    partida = Partida.from_position("mus1 castellano-40/1 12o12c4o5c/1o5o10c11b/4c6o10o11o/2o7o11e5e", seed=1)
    view = partida.view(0)

    def says(answer: str) -> OwnPlayer:
        end_all()
        return OwnPlayer(
            f"{sys.executable} {written('sign.py', script.format(answer=answer))}", "g", 0, Random(1)
        )

    answers = ("seña: dos reyes", "seña: duples", "miro a 1", "miro a 0")
    assert [says(answer).gesture(view) is not None for answer in answers] == [True, False, True, False]
    player = says("mus")
    assert (player.gesture(view), player.choose(view)) == (None, Action(Voz.MUS))


def test_a_player_is_told_every_field_of_its_view_and_no_card_of_others():
    partida = Partida("castellano-40", seed=1)
    partida.say("no mus")
    line = json.loads(view_line(ViewAsked("game", False, partida.view(1))))
    assert tuple(line["view"]) == View._fields
    assert line["view"]["said"] == [{"fase": "mus", "seat": 0, "action": "no mus"}]
    assert line["words"] == []
    others = {str(card) for seat in (0, 2, 3) for card in partida.mesa.cards[seat]}
    assert not others & set(re.findall(r'"(\w+)"', json.dumps(line)))
    with pytest.raises(TypeError, match=r"^object: expected a part of a view$"):
        plain(object())


@pytest.mark.parametrize(("spy", "looks"), [("Spy", {1}), ("RovingSpy", {1, 3})])
def test_a_spy_speaks_as_prudente_and_watches_its_rivals_alone(spy: str, looks: set[int]):
    made = make_player(f"{Path(__file__).parents[2] / 'examples' / 'spy.py'}:{spy}", "a game")
    partida, seen = Partida("castellano-40", seed=1), set()
    while partida.view().hand < 3:
        (seat,) = partida.turno[:1]
        if seat == 0 and (gesture := made.gesture(partida.view(0))) is not None and gesture.voz is Voz.MIRO:
            partida.say(gesture, 0)
            seen.add(partida.view(0).looking_at)
        partida.say(made.choose(partida.view(seat)), seat)
    assert seen == looks
