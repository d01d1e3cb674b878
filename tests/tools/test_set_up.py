"""Setting musbot up: what is half made is made anew, and what stands in the way is said in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import set_up

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a python that is a script of the shell")
WHOLE = "exit 0"
HALF = """case "$*" in *"import pip"*) echo "No module named pip" >&2; exit 1;; esac"""
CUT_OFF = """case "$*" in *install*)
echo "WARNING: Retrying (Retry(total=0)) after 'NewConnectionError(': Failed to establish'"
echo "ERROR: No matching distribution found for aiohttp==3.12"
exit 1;; esac"""


def a_python(folder: Path, does: str) -> None:
    """An environment whose Python does that."""
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    python = folder / "bin" / "python"
    python.write_text(f"#!/bin/sh\n{does}\n")
    python.chmod(0o755)


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    (file := tmp_path / "a.lock").write_text("aiohttp==3.12\n")
    return file


@pytest.mark.parametrize(("there", "making"), [(WHOLE, 0), (HALF, 1), (None, 1)])
def test_an_environment_that_is_half_made_is_made_anew(
    there: str | None, making: int, tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, makings = tmp_path / ".venv", []

    def create(path: Path, *, with_pip: bool, clear: bool) -> None:
        makings.append((with_pip, clear))
        a_python(path, WHOLE)

    monkeypatch.setattr("venv.create", create)
    if there is not None:
        a_python(folder, there)
    set_up.main(folder, [lock])
    assert makings == [(True, True)] * making


def test_what_a_lock_names_is_installed_and_no_later_version_of_anything(tmp_path: Path, lock: Path) -> None:
    resolves = (
        """case "$*" in *--no-deps*) exit 0;; *install*) echo "coverage is 7.17.4 today"; exit 1;; esac"""
    )
    a_python(folder := tmp_path / ".venv", resolves)
    set_up.main(folder, [lock])


def test_a_python_without_ensurepip_is_told_what_to_install_and_heals_afterwards(
    tmp_path: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".venv"

    def half_made(path: Path, **_: bool) -> None:
        a_python(path, HALF)
        raise subprocess.CalledProcessError(1, ["python", "-m", "ensurepip"])

    monkeypatch.setattr("venv.create", half_made)
    with pytest.raises(set_up.Failed, match=r"apt install python3\.\d+-venv"):
        set_up.main(folder, [lock])
    monkeypatch.setattr("venv.create", lambda path, **_: a_python(path, WHOLE))
    set_up.main(folder, [lock])


def test_that_there_is_no_network_is_said_in_those_words(tmp_path: Path, lock: Path) -> None:
    a_python(tmp_path / ".venv", CUT_OFF)
    with pytest.raises(set_up.Failed, match="no network"):
        set_up.main(tmp_path / ".venv", [lock])


@pytest.mark.parametrize(
    ("folder", "is_ours", "stays"), [("", True, True), ("/old", True, False), ("/old", False, True)]
)
def test_make_deletes_its_own_environment_alone_and_only_once_the_folder_was_moved(
    tmp_path: Path, folder: str, is_ours: bool, stays: bool
):
    (tmp_path / "Makefile").write_text(
        Path(__file__).parents[2].joinpath("Makefile").read_text("utf-8"), "utf-8"
    )
    program = tmp_path / ".venv/bin/musbot"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!{folder or tmp_path}/.venv/bin/python\n", "utf-8")
    if is_ours:
        (tmp_path / ".venv/.play").touch()
    subprocess.run(["make", "help"], cwd=tmp_path, check=True, capture_output=True)
    assert program.exists() is stays
