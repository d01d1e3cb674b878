"""Players of one's own in the arena: files, programs and packages, as docs/arena.md shows them."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import zipfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from musbot.cli.main import FAILED, MISUSED, OK, main
from musbot.game import Action, Partida, View, Voz
from musbot_research.arena import own
from musbot_research.arena.host import make_player
from musbot_research.arena.own import OwnPlayer, PlayerFailed, ViewAsked, end_all, plain, view_line

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


@pytest.mark.parametrize("python", [sys.executable, "python3"])
def test_the_program_of_the_page_plays_in_the_arena(
    written: Written, capsys: pytest.CaptureFixture[str], python: str
):
    program = f"{python} {written('program.py', BLOCKS['program.py'])}"
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


def test_a_file_in_the_current_folder_does_not_take_the_place_of_an_installed_player(
    written: Written, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    there, code = tmp_path / "installed", BLOCKS["mine.py"]
    (there / "my_mus-1.dist-info").mkdir(parents=True)
    (there / "my_mus-1.dist-info" / "METADATA").write_text("Name: my-mus\nVersion: 1\n", "utf-8")
    (there / "my_mus-1.dist-info" / "entry_points.txt").write_text("[musbot.players]\nmine = mine:Mine\n")
    (there / "mine.py").write_text(code.replace("reyes >= 2", "True"), "utf-8")
    written("mine.py", code.replace("reyes >= 2", "False"))
    monkeypatch.syspath_prepend(there)
    monkeypatch.setenv("PYTHONPATH", str(there))
    monkeypatch.chdir(tmp_path)
    said = [OwnPlayer(kind, "game", 0, Random(1)).choose(lance()).voz for kind in ("mine", "./mine.py:Mine")]
    assert said == [Voz.ENVIDO, Voz.PASO]


FIRST = "import sys\nsys.stdin.readline()\nprint('{answer}', flush=True)\nsys.stdin.read()\n"


def lance() -> View:
    partida = Partida("castellano-40", seed=1)
    partida.say("no mus")
    return partida.view(0)


@pytest.mark.parametrize(
    ("method", "other", "action", "expected"),
    [
        ("choose", "gesture", "Action(Voz.MIRO, seat=2)", "an Action, one of view.actions()"),
        ("gesture", "choose", "Action(Voz.PASO)", "None, or an Action such as"),
    ],
)
def test_each_method_of_a_player_returns_its_own_kind_of_action(
    written: Written, method: str, other: str, action: str, expected: str
):
    code = f"""
from musbot.game import Action, Voz
class Mine:
    def {method}(self, view):
        return {action}
    def {other}(self, view):
        return None
"""
    player = OwnPlayer(f"{written('mine.py', code)}:Mine", "game", 0, Random(1))
    with pytest.raises(PlayerFailed, match=rf"{method} returned Action\(.*: expected {re.escape(expected)}"):
        player.gesture(lance())


@pytest.mark.parametrize(
    ("words", "action", "told"),
    [
        ("no mus", "Action(Voz.ENVIDO)", "'envido' may not be said now: expected one of paso, envido ≥2,"),
        (
            "no mus",
            "Action(Voz.ENVIDO, 1)",
            "'envido 1' may not be said now: expected one of paso, envido ≥2,",
        ),
        ("no mus", "Action('paso')", r"choose returned Action\(.*: voz = 'paso': expected a Voz, such as"),
        ("mus, mus, mus, mus", "Action(Voz.DESCARTA)", "expected one of descarta ×1–4$"),
        (
            "no mus",
            "Action(Voz.ENVIDO, 2.0)",
            r"choose returned Action\(.*: n = 2.0: expected a whole number$",
        ),
    ],
)
def test_a_word_with_wrong_bounds_is_told_the_bounds(written: Written, words: str, action: str, told: str):
    code = f"""
from musbot.game import Action, Voz
class Mine:
    def choose(self, view):
        return {action}
    def gesture(self, view):
        return None
"""
    line = f"mus1 vitoria/2 4o5c6b7e/1o5o10c11b/4c6o10o12o/2o7o11o5e : {words}"
    player = OwnPlayer(f"{written('mine.py', code)}:Mine", "game", 0, Random(1))
    with pytest.raises(PlayerFailed, match=told):
        player.choose(Partida.from_position(line, seed=1).view(0))


@pytest.mark.parametrize("answer", ["hola", "quiero", "descarta 4o", "envido 1"])
def test_what_is_no_lawful_word_prudente_says(written: Written, answer: str):
    program = f"{sys.executable} {written('bad.py', FIRST.format(answer=answer))}"
    with pytest.raises(
        PlayerFailed, match=f"{answer}' may not be said now: expected one of paso, envido ≥2, órdago"
    ):
        OwnPlayer(program, "game", 0, Random(1)).choose(lance())
    end_all()
    player = OwnPlayer(program, "game", 0, Random(1), keeps_going=True)
    assert lance().offers.allows(player.choose(lance()))
    ((kind, count, first),) = player.faults()
    assert (kind, count, player.replaced) == (program, 1, 1)
    assert f"{program}: '{answer}' may not be said now" in str(first)


def test_a_late_word_prudente_says_and_after_three_it_is_asked_no_more(
    written: Written, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(own, "LIMIT_S", 0.02)
    program = f"{sys.executable} {written('late.py', FIRST.format(answer='paso'))}"
    player = OwnPlayer(program, "game", 0, Random(1), keeps_going=True)
    assert player.choose(lance()) == Action(Voz.PASO)
    for late in range(1, 6):
        assert lance().offers.allows(player.choose(lance()))
        assert player.choose(lance()).voz is Voz.PASO or late >= 3
    assert player.replaced >= 5
    assert str(player.first) == f"{program}: no word came within 0.02 s: expected one for each view"


def test_a_late_first_word_is_a_failure_with_its_limit(written: Written, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own, "FIRST_S", 0.02)
    program = f"{sys.executable} {written('late.py', 'import sys; sys.stdin.read()')}"
    player = OwnPlayer(program, "game", 0, Random(1), keeps_going=True)
    assert lance().offers.allows(player.choose(lance()))
    assert str(player.first) == f"{program}: no word came within 0.02 s: expected one for each view"
    end_all()


BROKEN = """\
class Broken:
    def choose(self, view):
        return self.pick([])

    def pick(self, words):
        return words[len(view.mine)]

    def gesture(self, view):
        return None
"""
"""A player whose every word is an error, in line 6."""
RAISES = "NameError: name 'view' is not defined (broken.py:6)"


def test_the_match_of_a_player_that_raises_an_error_ends_with_its_traceback_and_counts_for_nothing(
    written: Written, capfd: pytest.CaptureFixture[str]
):
    broken = f"{written('broken.py', BROKEN)}:Broken"
    for processes in "1", "2":
        assert main(["arena", broken, "azar", *SHORT, "--processes", processes]) == FAILED
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith("Traceback (most recent call last):\n  File ")
        assert err.count("Traceback") == 1
        assert "host.py" not in err
        assert err.splitlines()[-1] == (
            f"{broken}: {RAISES}: expected a word of the game."
            " The match ends here and counts for nothing; with --keep-going, prudente speaks for the player"
        )


def test_a_player_that_leaves_its_process_has_failed_and_with_keep_going_prudente_speaks(
    written: Written, capfd: pytest.CaptureFixture[str]
):
    code = f"import sys\n{BROKEN.replace('self.pick([])', 'sys.exit(3)')}"
    leaves = f"{written('leaves.py', code)}:Broken"
    assert main(["arena", leaves, "azar", *SHORT]) == FAILED
    assert f"{leaves}: SystemExit: 3 (leaves.py:" in capfd.readouterr().err
    assert main(["arena", leaves, "azar", *SHORT, "--keep-going"]) == FAILED
    assert "prudente spoke" in capfd.readouterr().err


def test_where_prudente_speaks_for_a_player_the_arena_counts_it_names_the_line_once_and_fails(
    written: Written, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    broken = f"{written('broken.py', BROKEN)}:Broken"
    assert main(["arena", broken, "azar", *SHORT, "--keep-going", "--json"]) == FAILED
    out, err = capfd.readouterr()
    (match,) = json.loads(out)["encuentros"]
    assert match["fallos"] == {broken: f"{broken}: {RAISES}: expected a word of the game"}
    assert match["suplidas"] > 1, "how many depends on the path of the file, which seeds chance"
    times = f"{match['suplidas']} times"
    told = f"prudente spoke {times} for a player that failed, the first time: {broken}: {RAISES}"
    assert (err.count(told), err.count("Traceback"), err.count(RAISES)) == (1, 1, 1)
    monkeypatch.setenv("MUSBOT_LANGUAGE", "es")
    assert main(["arena", broken, "azar", *SHORT, "--seguir"]) == FAILED
    assert f"{broken} falló {match['suplidas']} veces: habló prudente en su lugar" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("returned", "shown"),
    [("None", "None"), ("'paso'", "'paso'")],
)
def test_a_player_that_returns_no_action_is_told_what_it_returned(
    written: Written, returned: str, shown: str
):
    code = f"from musbot.game import Action\n{BROKEN.replace('self.pick([])', returned)}"
    kind = f"{written('nothing.py', code)}:Broken"
    with pytest.raises(
        PlayerFailed,
        match=rf":Broken: choose returned {shown}: expected an Action, one of view\.actions\(\)$",
    ) as raised:
        OwnPlayer(kind, "game", 0, Random(1)).choose(lance())
    assert raised.value.trace == ""


@pytest.mark.parametrize("returned", ["'miro a 2'", "Action(Voz.MIRO, seat=10)"])
def test_a_gesture_that_is_no_action_is_told_in_one_s_language(
    written: Written, returned: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    code = BLOCKS["mine.py"].replace("return None", f"return {returned}")
    monkeypatch.setenv("MUSBOT_LANGUAGE", "es")
    assert main(["arena", f"{written('mine.py', code)}:Mine", "azar", *SHORT]) == FAILED
    err = capfd.readouterr().err
    assert "mine.py:Mine: gesture devolvió " in err
    assert "se esperaba None, o una Action como Action(Voz.MIRO, seat=1). El duelo acaba aquí" in err


def test_a_host_whose_arena_is_gone_ends_without_a_word(written: Written):
    kind = f"{written('mine.py', BLOCKS['mine.py'])}:Mine"
    argv = [sys.executable, "-m", "musbot_research.arena.host", kind]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        run.stdin.write(b64encode(pickle.dumps(ViewAsked("game", False, lance()))) + b"\n")
        run.stdin.flush()
        assert (run.wait(timeout=60), run.stderr.read()) == (0, b"")


EXPECTED = "se esperaba FICHERO.py:CLASE, o un programa como ./mio o 'python3 mio.py'"
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

    assert [str(says(answer).gesture(view)) for answer in ("seña: dos reyes", "miro a 1")] == ["seña", "miro"]
    player = says("mus")
    assert (player.gesture(view), player.choose(view)) == (None, Action(Voz.MUS))
    lawful = "mus, no mus, seña: dos reyes, seña: veintinueve, miro a 1, miro a 2, miro a 3"
    for answer in ("seña: duples", "miro a 0", "miro a 9", "hola"):
        told = f"sign.py: '{answer}' may not be said now: expected one of {lawful}"
        with pytest.raises(PlayerFailed) as raised:
            says(answer).gesture(view)
        assert str(raised.value).endswith(told)
        end_all()
        player = OwnPlayer(str(raised.value).partition(": '")[0], "g", 0, Random(1), keeps_going=True)
        assert player.gesture(view) is None
        assert view.offers.allows(player.choose(view))
        ((_, count, first),) = player.faults()
        assert (count, str(first)) == (1, str(raised.value))


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


@pytest.mark.parametrize(
    ("bettor", "hand", "words", "said"),
    [
        ("RaisesBy18", "12o12c12e11b", "no mus, envido 2", "18 más"),
        ("RaisesBy18", "12o12c12e11b", "no mus, envido 5", None),
        ("RaisesBy18", "4o5c6b7e", "no mus, envido 2", None),
        ("Bets39", "12o12c12e12b", "no mus, paso", "envido 39"),
        ("Bets39", "12o11c7e7b", "no mus, paso", None),
        ("PrudenteBets39", "12o12c12e12b", "no mus, envido 5", "39 más"),
    ],
)
def test_a_bettor_bets_its_size_with_its_best_hands_alone(
    bettor: str, hand: str, words: str, said: str | None
):
    made = make_player(f"{Path(__file__).parents[2] / 'examples' / 'bettors.py'}:{bettor}", "a game")
    line = f"mus1 castellano-40/2 1o1c2b2e/{hand}/4c5o5b6o/6c7c10o10c : {words}"
    word = str(made.choose(Partida.from_position(line, seed=1).view(1)))
    assert word == said if said else word not in ("18 más", "envido 39", "39 más")
