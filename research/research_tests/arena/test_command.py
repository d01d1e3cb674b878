"""`musbot arena` as people use it: what it prints, what it keeps, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from musbot.cli.main import INTERRUPTED, MISUSED, OK, main
from musbot.players import PLAYERS
from musbot_research.arena import command as arena
from musbot_research.arena.pairs import Bout, Leg, Pair

SHORT = ("--reglas", "castellano-40", "--seed", "s", "--procesos", "1")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine speaks."""
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")


def test_a_match_is_told_with_its_intervals(capsys: pytest.CaptureFixture[str]):
    assert main(["arena", "azar", "azar", "--juegos", "7", *SHORT]) == OK
    told = capsys.readouterr()
    first, rules, seed = told.out.splitlines()
    assert first.startswith("azar – azar: ")
    assert "% of 8 juegos (" in first
    assert "piedras a hand (" in first
    assert (rules, seed) == ("rules  castellano-40 juegos=1", "seed   s")


def test_a_ladder_rates_each_over_prudente(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    won = (Leg(1.0, 12, 4), Leg(0.0, -3, 5))
    monkeypatch.setattr(arena, "play_all", lambda arena, tasks, processes: ((b, won) for b, _ in tasks))
    assert main(["arena", "--juegos", "8", *SHORT]) == OK
    rated = capsys.readouterr().out.partition("\nrating ")[2].splitlines()
    assert rated[0].strip() == "points over prudente, 95 % interval"
    assert {line.split()[0] for line in rated[1:-2]} == set(PLAYERS)


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]):
    assert main(["arena", "azar", "novato", "--partidas", "4", "--json", *SHORT]) == OK
    told = json.loads(capsys.readouterr().out)
    (match,) = told["encuentros"]
    assert (told["reglas"], told["unidad"], told["variantes"], told["escala"]) == (
        "castellano-40",
        "partidas",
        {},
        {},
    )
    assert (match["uno"], match["otro"], match["jugados"]) == ("azar", "novato", 4)
    value, low, high = match["ganados"]
    assert 0 <= low <= value <= high <= 1
    assert len(match["piedras_por_mano"]) == 3


def test_an_interrupt_says_what_was_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> Iterator[tuple[Bout, Pair]]:
        for _n in range(3):
            yield Bout("azar", "prudente"), (Leg(1.0, 10, 4), Leg(0.0, -5, 4))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_all", broken)
    assert main(["arena", "azar", "prudente", *SHORT]) == INTERRUPTED
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "interrupted: kept 3 of 750 pairs of deals"
    assert lines[1].startswith("azar – prudente: 50.0% of 6 juegos")


def test_an_interrupt_before_the_first_pair_is_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> Iterator[tuple[Bout, Pair]]:
        raise KeyboardInterrupt
        yield  # pragma: no cover

    monkeypatch.setattr(arena, "play_all", broken)
    assert main(["arena", "--json", *SHORT]) == INTERRUPTED
    assert json.loads(capsys.readouterr().out)["encuentros"] == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("azar",), "azar: expected two players, or more that are all different"),
        (("azar", "novato", "azar"), "azar, novato, azar: expected two players, or more that are all"),
        (("azar", "nadie"), "'nadie' is no player: expected one of azar, novato, prudente"),
        (
            ("azar", "azar", "--juegos", "0"),
            "argument --juegos: “0” will not do: expected a number, 1 or more",
        ),
        (("azar", "azar", "--juegos", "2", "--partidas", "2"), "not allowed with argument --juegos"),
        (("azar", "azar", "--option", "juegos=3"), "--option juegos: expected --partidas too"),
        (("azar", "azar", "--opcion", "piedras=61"), "piedras cannot be “61”: it may be from 10 to 60"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as raised:
        main(["arena", *arguments])
    assert raised.value.code == MISUSED
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line
