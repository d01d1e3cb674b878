"""A chat never waits for a stranger, whatever they flood their own with; where it once did, that is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from musbot.service.commands.registry import COMMANDS
from tests.simulation.bugs import BUGS
from tests.simulation.isolation import longest_wait_s
from tests.simulation.seeds import remembered

MOST_S = 0.25
MORE = ("ajustes cerrar K7 ya", "borrar sí", f"glosario {'a' * 4000}", "idioma en", "reglas guardar nuevas")


@pytest.mark.parametrize("text", [*(row.name for row in COMMANDS), *MORE], ids=lambda text: text[:20])
def test_no_press_waits_for_a_strangers_flood_in_another_group(text: str, tmp_path: Path):
    with remembered():
        assert longest_wait_s(tmp_path, text) <= MOST_S


@pytest.mark.parametrize(
    ("bug", "text"),
    [("batch-waits-for-all", "ajustes"), ("batch-waits-for-all", "acta"), ("limit-after-work", "ranking")],
)
def test_an_old_bug_that_let_a_chat_wait_for_a_stranger_is_found(bug: str, text: str, tmp_path: Path):
    with remembered(), BUGS[bug]():
        assert longest_wait_s(tmp_path, text) > MOST_S
