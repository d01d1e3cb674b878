"""What is built to be installed: the same bytes each time, whole, alone, and a hand is played from it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHEN = "1700000000"
PATIENCE_S = 300
"""Packages come from a registry or a cache: only a failure takes so long."""
NEVER = re.compile(r"(^|/)(\.env$|\.git/|__pycache__|\.venv|tests/(?!__init__)|.*\.sqlite)")

pytestmark = pytest.mark.long


def ran(
    command: Sequence[str | Path], folder: Path, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs a command as somebody would who has nothing of the project: an empty home, no path to it."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    caches = {
        "PIP_CACHE_DIR": str(Path.home() / ".cache/pip"),
        "UV_CACHE_DIR": str(Path.home() / ".cache/uv"),
        "UV_SYSTEM_CERTS": "true",  # whom the machine trusts, as pip does
    }
    environment = {**caches, **kept, "HOME": str(folder), **more}
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def build(folder: Path, source: Path = ROOT, *targets: str) -> list[Path]:
    """Builds what is to be handed out, and returns the files."""
    chosen = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", *chosen, "-d", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": WHEN}
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True, timeout=PATIENCE_S)
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel(built: list[Path]) -> Path:
    (found,) = (file for file in built if file.suffix == ".whl")
    return found


@pytest.fixture(scope="module")
def sdist(built: list[Path]) -> Path:
    (found,) = (file for file in built if file.name.endswith(".tar.gz"))
    return found


def test_the_same_bytes_are_built_twice_and_from_what_was_built(
    built: list[Path], sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    for file in build(tmp_path / "again"):
        assert file.read_bytes() == next(it for it in built if it.name == file.name).read_bytes()
    ran([sys.executable, "-m", "tarfile", "-e", sdist, tmp_path], tmp_path)
    (source,) = tmp_path.glob("musbot-*")
    (from_sdist,) = build(tmp_path / "from-sdist", source, "wheel")
    assert from_sdist.read_bytes() == wheel.read_bytes()


def test_nothing_is_in_them_that_is_ours_alone(sdist: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert [name for name in names if NEVER.search(name)] == []
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"musbot", "musbot_adapters"}
    with tarfile.open(sdist) as tar:
        assert [name for name in tar.getnames() if re.search(r"\.env$|/\.git/|\.sqlite|\.venv", name)] == []


def test_a_wheel_in_an_empty_environment_plays_a_hand(
    wheel: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    started = time.monotonic()
    assert ran([sys.executable, "-m", "venv", "here"], tmp_path).returncode == 0
    pip: list[str | Path] = ["here/bin/pip", "install", "--disable-pip-version-check", "--quiet", wheel]
    assert ran(pip, tmp_path).returncode == 0
    installed_s = time.monotonic() - started
    played = ran(["here/bin/musbot", "play", "--seed", "x"], tmp_path, "\n" * 40, MUSBOT_LANGUAGE="es")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Mano 1." in played.stdout
    whole_s = time.monotonic() - started
    record_property("figure", f"wheel → first hand: {whole_s:.1f} s, of them {installed_s:.1f} s to install")
    found = set(names_in(ran(["here/bin/pip", "list", "--format=freeze"], tmp_path).stdout))
    pinned = set(names_in((ROOT / "requirements-run.lock").read_text("utf-8")))
    assert found - pinned - {"pip", "setuptools", "musbot"} == set(), (
        "only what it needs to run comes with it"
    )


def test_a_library_of_the_name_adapters_lives_beside_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """A stand-in has that library's name and top-level package: it would bring all of torch."""
    (tmp_path / "stand-in/adapters/composition").mkdir(parents=True)
    about = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
    about += '[project]\nname = "adapters"\nversion = "1"\n'
    (tmp_path / "stand-in/pyproject.toml").write_text(about, "utf-8")
    (tmp_path / "stand-in/adapters/__init__.py").write_text("WHOSE = 'theirs'\n", "utf-8")
    (other,) = build(tmp_path / "other", tmp_path / "stand-in", "wheel")
    assert ran([sys.executable, "-m", "venv", "here"], tmp_path).returncode == 0
    pip: list[str | Path] = [
        "here/bin/pip",
        "install",
        "--disable-pip-version-check",
        "--quiet",
        wheel,
        other,
    ]
    assert ran(pip, tmp_path).returncode == 0
    look = (
        "import adapters; from musbot.port.installed import installed_adapters; "
        "print(adapters.WHOSE, *installed_adapters().values())"
    )
    told = ran(["here/bin/python", "-c", look], tmp_path).stdout
    assert told.startswith("theirs <class 'musbot_adapters.console.platform.ConsoleSettings'>")
    played = ran(["here/bin/musbot", "play", "--seed", "x"], tmp_path, "\n" * 40, MUSBOT_LANGUAGE="es")
    assert "Mano 1." in played.stdout


def names_in(pins: str) -> list[str]:
    """The packages of a list of pins, in one spelling."""
    found = re.findall(r"^([\w.-]+)(?:==| @)", pins, re.MULTILINE)
    return [re.sub(r"[-_.]+", "-", name).lower() for name in found]


def test_it_runs_without_being_installed_as_by_uvx(wheel: Path, tmp_path: Path) -> None:
    uvx: list[str | Path] = [
        Path(sys.executable).with_name("uvx"),
        "--python",
        sys.executable,
        "--from",
        wheel,
        "musbot",
    ]
    assert ran([*uvx, "--version"], tmp_path).stdout.startswith("musbot ")
    played = ran([*uvx, "play", "--seed", "x"], tmp_path, "\n" * 40, MUSBOT_LANGUAGE="es")
    assert "Mano 1." in played.stdout
