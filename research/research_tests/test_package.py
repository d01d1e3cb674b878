"""What is built of this package: its wheel installs beside musbot's and compiles its kernel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from musbot_research.envs.building import compiler

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.long


def built(folder: Path) -> dict[str, Path]:
    """Builds the wheel and the sdist, and returns each by how its name ends."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=300)
    return {file.suffix: file for file in folder.iterdir()}


def test_the_same_bytes_are_built_twice_and_hold_the_package_alone(tmp_path: Path) -> None:
    first, second = built(tmp_path / "one"), built(tmp_path / "two")
    assert {end: file.read_bytes() for end, file in first.items()} == {
        end: file.read_bytes() for end, file in second.items()
    }
    with zipfile.ZipFile(first[".whl"]) as packed:
        names = packed.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"musbot_research"}
    assert {name.rpartition(".")[2] for name in names} >= {"py", "c", "h", "ftl", "typed"}
    assert [name for name in names if "__pycache__" in name] == []


@pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")
def test_the_wheel_compiles_its_kernel_on_first_use(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="the extra rl")
    with zipfile.ZipFile(built(tmp_path / "dist")[".whl"]) as packed:
        packed.extractall(tmp_path / "installed")
    script = "from musbot_research.envs.batch import Batch; print(Batch(3).seats.tolist())"
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "installed"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.stdout == "[0, 0, 0]\n"
    assert [file.suffix for file in (tmp_path / "cache" / "musbot").iterdir()] == [".so"]
