"""What docs/learning.md shows runs, and its learner learns."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from musbot_research.arena import Arena, Bout, share
from musbot_research.arena.own import end_all
from musbot_research.envs import RULES
from musbot_research.envs.building import compiler

pytest.importorskip("numpy", reason="the extra rl")

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"
BLOCKS = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))

needs_cc = pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")


def ran(folder: Path, name: str, *arguments: str) -> None:
    script = folder / name
    script.write_text(BLOCKS[name], "utf-8")
    subprocess.run([sys.executable, script, *arguments], cwd=folder, check=True, timeout=300)


@needs_cc
def test_the_examples_of_the_page_run():
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 10) == (0, True)


@pytest.mark.parametrize(("name", "needs"), [("aec.py", "pettingzoo"), ("mccfr.py", "pyspiel")])
def test_the_scripts_of_the_page_run(tmp_path: Path, name: str, needs: str):
    pytest.importorskip(needs)
    ran(tmp_path, name)


@needs_cc
def test_the_learner_of_the_page_beats_azar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ran(tmp_path, "learner.py", "500")
    monkeypatch.chdir(tmp_path)  # the names of those who meet are part of the seed
    try:
        arena = Arena(RULES, "a learner")
        pairs = [arena.play(Bout("./learner.py:Learnt", "azar"), number) for number in range(40)]
    finally:
        end_all()
    assert share(pairs).low > 0.6
    assert sum(leg.replaced for pair in pairs for leg in pair) == 0
