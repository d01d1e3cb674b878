"""The pages and the public names of this package: their code passes the strict type check, names are told."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from mypy import api

import musbot_research.arena
import musbot_research.envs
import musbot_research.lab
from musbot.cli.main import OK, main

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": ["--ignore-missing-imports"],
    "docs/arena.md": [],
    "docs/findings.md": [],
    "docs/learning.md": ["--ignore-missing-imports"],
}
"""Each page with the options that its libraries without types need."""


def scripts(page: str) -> dict[str, str]:
    """Returns the scripts of a page by their file names."""
    text = (ROOT / page).read_text("utf-8")
    return dict(re.findall(r"```python\n# (\S+)\n(.*?)```", text, re.DOTALL))


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_passes_the_strict_type_check(tmp_path: Path, page: str) -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / page).read_text("utf-8"))
    files = scripts(page) | {"page.py": "".join(it.source for it in examples)}
    assert len(files) > 1
    for name, code in files.items():
        (tmp_path / name).write_text(code, "utf-8")
    paths = [str(tmp_path / name) for name in files]
    told, _, status = api.run(["--strict", "--config-file=", *PAGES[page], *paths])
    assert status == 0, told


def test_the_examples_of_the_arena_run() -> None:
    page = str(ROOT / "docs" / "arena.md")
    results = doctest.testfile(page, module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 4) == (0, True)


@pytest.mark.parametrize("face", [musbot_research.arena, musbot_research.envs, musbot_research.lab])
def test_what_a_face_names_is_there_and_told(face: ModuleType) -> None:
    assert f"`{face.__name__}`" in (ROOT / "README.md").read_text("utf-8")
    assert all(hasattr(face, name) for name in face.__all__)


@pytest.mark.parametrize(("name", "needs"), [("loop.py", "pettingzoo"), ("equities.py", "musbot")])
def test_the_scripts_of_the_readme_run(tmp_path: Path, name: str, needs: str) -> None:
    pytest.importorskip(needs, reason="the extra rl")
    (tmp_path / name).write_text(scripts("README.md")[name], "utf-8")
    command = [sys.executable, name]
    ran = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=300)
    assert len(ran.stdout.splitlines()) in (3, 4)


def test_the_player_of_the_readme_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(scripts("README.md")["mine.py"], "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "./mine.py:Mine", "azar", "--juegos", "4", "--processes", "1", "--seed", "s"]) == OK
    assert capsys.readouterr().out.startswith("./mine.py:Mine – azar: ")
