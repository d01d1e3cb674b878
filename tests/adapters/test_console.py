"""A table in the terminal: what is typed, what is shown."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import AsyncIterator, Sequence

import pytest
from rich.console import Console

from adapters.console.table import ConsoleTable
from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.service.manager import TableManager
from musbot.store.sqlite import SqliteStore

SHORT = {"piedras": 20, "juegos": 1}


@pytest.fixture
async def manager(store: SqliteStore) -> AsyncIterator[TableManager]:
    rng = random.Random(3)
    loop = asyncio.get_running_loop()
    made = TableManager(store, loop, turn_s=0, ai_pause_s=0, rng=rng, entropy=rng.randbytes)
    await made.start()
    yield made
    await made.stop()


async def played(
    manager: TableManager,
    typed: Sequence[str | None],
    names: Sequence[str] = ("Ane",),
    rules: str = "vitoria",
    seats: int = 4,
    *,
    anew: bool = False,
) -> tuple[str, bool]:
    """Types these lines at a terminal; returns what it showed, and whether the partida came to its end."""
    shown = io.StringIO()
    console = Console(file=shown, width=100, color_system=None)
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in typed:
        lines.put_nowait(line)
    table = ConsoleTable(manager, Narrator("es"), console, lines)
    ended = await asyncio.wait_for(table.play(rule_set(rules, SHORT), names, seats, anew=anew), 20)
    return shown.getvalue(), ended


@pytest.mark.parametrize(("rules", "seats"), [("vitoria", 4), ("trios", 6), ("individual", 3)])
async def test_a_partida_is_played_to_its_end(manager: TableManager, rules: str, seats: int) -> None:
    told, ended = await played(manager, ["1"] * 500, rules=rules, seats=seats)
    assert ended
    assert "Sorteo del que da:" in told
    assert "GRANDE. Habla Ane." in told
    assert "Partida para" in told
    assert manager.in_chat("console:mesa") == []


async def test_who_sits_alone_sees_no_cards_but_his_own_until_they_are_shown(manager: TableManager) -> None:
    told, _ = await played(manager, ["2", None])
    before_the_count = told.split("Sorteo del que da:")[1].split("Sale ")[1].split("\n", 1)[1]
    own = [line for line in before_the_count.splitlines() if "🪙" in line or "🏆" in line]
    assert own
    assert all(line.startswith("│ 1 ") for line in own)


@pytest.mark.parametrize(
    ("rules", "seats", "typed", "asked"),
    [
        ("tres-mus", 2, [], "El número de la que tiras (por ejemplo: 3)"),
        ("vitoria", 4, ["1"] * 60, "Números de las que tiras (por ejemplo: 1 3)"),
    ],
)
async def test_as_many_cards_are_asked_for_as_may_be_thrown(
    manager: TableManager, rules: str, seats: int, typed: list[str | None], asked: str
) -> None:
    told, _ = await played(manager, [*typed, None], rules=rules, seats=seats)
    assert asked in told


async def test_senas_and_looks_have_letters(manager: TableManager) -> None:
    told, ended = await played(manager, ["a", "a", None])
    assert not ended
    assert "a Seña: " in told
    assert "Has hecho señas: " in told or "Miras a " in told


async def test_what_is_not_understood_is_asked_again_and_nothing_is_lost(manager: TableManager) -> None:
    told, ended = await played(manager, ["ocho", "99", "envido cinco", None])
    assert not ended
    assert told.count("No te entiendo.") == 2
    assert "«envido 5»" in told.split("Ane> ")[-2]
    assert "La partida queda guardada" in told
    again, _ = await played(manager, [None])
    assert "Hay una partida a medias" in again


async def test_two_at_one_terminal_pass_the_screen_before_they_see_cards(manager: TableManager) -> None:
    told, _ = await played(manager, ["", "1"] * 20 + [None], names=("Ane", "Beñat"))
    first = told.index("Pásale la pantalla a ")
    assert told.index("tus cartas") > first
    assert told.count("Pásale la pantalla a ") >= 2


@pytest.mark.parametrize(
    ("word", "shown"),
    [("tanteo", "Nosotros"), ("cartas", "tus cartas"), ("reglas", "vitoria"), ("ayuda", "mus")],
)
async def test_a_question_is_answered_and_the_turn_stays(
    manager: TableManager, word: str, shown: str
) -> None:
    told, _ = await played(manager, [word, None])
    assert shown in told.split("Ane> ")[1]
