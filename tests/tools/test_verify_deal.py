"""Anyone can check a deal with tools/verify_deal.py, which imports nothing of the project."""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from musbot.acta.partida import ActaError, Promesa
from musbot.acta.read import read
from musbot.acta.verify import verify
from musbot.acta.write import write
from musbot.game.actions import Action, Voz
from musbot.game.events import Reshuffled
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja, Scheme, commitment
from musbot.game.views import View
from musbot.players import PLAYERS, play_out
from musbot.players.azar import Azar
from tests.support.verify_deal import TOOL, run

SEED, TABLE = sha256(b"verify").digest(), "K7-abcdef"
NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Gari", "Haizea")


class Musero(Azar):
    """A player who nearly always wants mus, every other hand with all new cards: the pile runs out."""

    def choose(self, view: View) -> Action:
        wants = any(offer.voz is Voz.MUS for offer in view.offers) and len(view.said) < 40
        if view.hand % 2 and any(offer.voz is Voz.DESCARTA for offer in view.offers):
            return Action(Voz.DESCARTA, cards=view.mine)
        return Action(Voz.MUS) if wants else super().choose(view)


PARTIDAS: list[tuple[str, int, dict[str, object]]] = [
    ("parejas", 4, {"piedras": 20}),
    ("vitoria", 4, {"mus_visto": 0.5, "juegos": 1}),
    ("mundial", 4, {"juegos": 1, "parejas": "sorteo"}),
    ("clasico", 4, {"piedras": 30, "juegos": 1}),
    ("castellano", 4, {"mus_corrido": "juego", "juegos": 1}),
    ("trios", 6, {"piedras": 20, "juegos": 1, "reyes": 4}),
    ("trios", 6, {"piedras": 15, "juegos": 1, "barajar": "anteriores", "reponer": "una a una"}),
    ("individual", 5, {"piedras": 10, "juegos": 1}),
    ("tres-mus", 7, {"piedras": 3, "juegos": 2}),
    ("frances", 8, {"piedras": 5, "juegos": 1}),
    ("iparralde", 4, {"juegos": 1}),
    ("fem", 4, {"piedras": 30, "juegos": 1, "sorteo": "menor mano"}),
    ("individual", 5, {"piedras": 10, "juegos": 1, "sorteo": "menor reparte"}),
    ("trios", 6, {"piedras": 20, "juegos": 1, "sorteo": "menor mano", "reyes": 4}),
]
"""Rule set, seats, changes."""


def an_acta(name: str, seats: int, changes: dict[str, object]) -> str:
    """A whole partida with a deck of musbot-2."""
    rules, rng = rule_set(name, changes), Random(f"{name}11")
    players = [Musero(rng) if seats < 7 else PLAYERS["azar"](rng) for _ in range(seats)]
    events, _ = play_out(rules, players, Baraja(SEED, TABLE, cut=17), rng, 12)
    bound = commitment(TABLE, SEED, Scheme.MUSBOT_2)
    return write(NAMES[:seats], events, Promesa(SEED, bound, TABLE, (), Scheme.MUSBOT_2, 17))


@pytest.mark.parametrize(("name", "seats", "changes"), PARTIDAS)
def test_a_whole_partida_is_found_as_promised(
    tmp_path: Path, name: str, seats: int, changes: dict[str, object]
):
    acta, file = an_acta(name, seats, changes), tmp_path / "a.mus.toml"
    partida = read(acta)
    assert verify(partida).faults == ()
    if seats in (4, 5, 6):
        assert any(isinstance(event, Reshuffled) for event in partida.events), "the pile ran out"
    file.write_text(acta, "utf-8")
    code, lines = run(file)
    assert [line for line in lines if line.endswith("NOT AS PROMISED")] == []
    assert sum(line.startswith("mano ") for line in lines) == partida.mesa.hand
    assert (code, lines[-1]) == (0, "all as promised")


def other(digits: str) -> str:
    return f"{digits[:-1]}{'0' if digits[-1] != '0' else '1'}"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("semilla", "semilla: NOT AS PROMISED"),
        ("compromiso", "semilla: NOT AS PROMISED"),
        ("corte", "mano 1: NOT AS PROMISED"),
        ("reparto", "mano 1: NOT AS PROMISED"),
        ("mazo", "mano 1: NOT AS PROMISED"),
    ],
)
def test_what_was_changed_afterwards_is_found(tmp_path: Path, key: str, told: str):
    acta, file = an_acta("vitoria", 4, {"piedras": 10, "juegos": 1}), tmp_path / "a.mus.toml"
    changed = re.sub(
        rf'^({key} = )(\[?")?([^"\n]+)',
        lambda it: f"{it[1]}{it[2] or ''}{turned(key, it[3])}",
        acta,
        count=1,
        flags=re.MULTILINE,
    )
    assert changed != acta
    file.write_text(changed, "utf-8")
    code, lines = run(file)
    assert told in lines
    assert (code, lines[-1]) == (1, "NOT AS PROMISED")


def turned(key: str, value: str) -> str:
    """Another value of a key: other cards in other places, another last digit."""
    return " ".join(value.split()[::-1]) if key in ("reparto", "mazo") else other(value)


def test_another_mano_than_the_one_drawn_is_found(tmp_path: Path):
    acta, file = an_acta("vitoria", 4, {"piedras": 10, "juegos": 1}), tmp_path / "a.mus.toml"
    mano = re.search(r'^mano = "(.*)"$', acta, re.MULTILINE)
    assert mano is not None
    others = [name for name in NAMES[:4] if name != mano[1]]
    file.write_text(acta.replace(mano[0], f'mano = "{others[0]}"'), "utf-8")
    assert run(file)[1][1:3] == ["sorteo: NOT AS PROMISED", "mano 1: NOT AS PROMISED"]


def test_an_acta_of_the_first_scheme_is_left_to_musbot_verify(tmp_path: Path):
    file = tmp_path / "a.mus.toml"
    file.write_text("acta = 1\n[baraja]\npalabras = []\n", "utf-8")
    code, (line,) = run(file)
    assert (code, "musbot verify" in line) == (1, True)


def test_sealed_cuts_which_are_read_no_more_are_told_by_both(tmp_path: Path):
    file = tmp_path / "a.mus.toml"
    acta = an_acta("vitoria", 4, {"piedras": 10, "juegos": 1}) + 'huellas = ["", "", "", ""]\n'
    file.write_text(acta, "utf-8")
    assert run(file) == (1, [f"{file}: huellas and secretos (sealed cuts) are not read since musbot 0.2"])
    with pytest.raises(ActaError, match=r"unknown key 'huellas' in baraja: expected only esquema, .* corte$"):
        read(acta)


def test_a_file_that_cannot_be_read_ends_in_one_line(tmp_path: Path):
    file = tmp_path / "a.mus.toml"
    for wrong in (None, b"acta = ", b"\xff"):
        if wrong is not None:
            file.write_bytes(wrong)
        status, (line,) = run(file)
        assert (status, line.startswith(f"{file}: cannot be read: ")) == (1, True)


@pytest.mark.parametrize("key", ["jugadores", "reglas", "mano", "reparto", "voces", "mesa", "compromiso"])
def test_an_acta_that_lacks_a_key_ends_in_one_line_that_names_it(tmp_path: Path, key: str):
    file = tmp_path / "a.mus.toml"
    whole = an_acta(*PARTIDAS[0])
    file.write_text(re.sub(rf"^{key} = (\[\n(?:.*\n)*?\]|.*)$", "", whole, flags=re.MULTILINE), "utf-8")
    status, lines = run(file)
    assert (status, lines[-1]) == (1, f"{file}: cannot be read: KeyError: '{key}'")


def test_an_acta_without_hands_and_one_with_a_byte_order_mark_are_checked(tmp_path: Path):
    file = tmp_path / "a.mus.toml"
    whole = an_acta(*PARTIDAS[0])
    for text in ("\ufeff" + whole, whole[: whole.index("[[manos]]")] + whole[whole.index("[baraja]") :]):
        file.write_text(text, "utf-8")
        assert run(file)[1][-1] == "all as promised"


def test_without_a_file_one_is_asked_for():
    assert run() == (1, ["expected an acta: python tools/verify_deal.py FILE.mus.toml"])


def test_it_is_short_and_imports_nothing_but_the_standard_library():
    source = TOOL.read_text("utf-8")
    imported = re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
    assert len(source.splitlines()) < 130
