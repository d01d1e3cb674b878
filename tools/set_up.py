"""Makes `.venv` and installs into it what a make target needs, saying so; nothing is compiled unasked.

It is run by the Python that was found, with nothing installed: `set_up.py FOLDER LOCK… [PROJECT…]`. A
project is a folder with a pyproject.toml; without one it is the project as it stands here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from pathlib import Path

OLDEST = (3, 11)
PIP = ("-m", "pip", "--disable-pip-version-check", "install", "--progress-bar", "off", "--no-compile")

NO_NETWORK = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ProxyError|name resolution|Network is unreachable"
)
"""What pip says of who cannot be reached."""


class Failed(Exception):
    """The step that failed, in one line."""


def main(folder: Path, locks: list[Path], projects: Sequence[Path] = (Path(),)) -> None:
    """Installs the packages of the lock files, then the projects, editable; raises Failed.

    It makes the environment in `folder` first, unless that has a pip.
    """
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        raise Failed(f"Python 3.11 or later is needed, and this is {found}: make PYTHON=python3.11")
    started = time.monotonic()
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not whole(python):
        tell(f"Making {folder} (Python {sys.version_info.major}.{sys.version_info.minor})")
        create_environment(folder)
    for lock in locks:
        packages = re.findall(r"^[\w.-]+==", lock.read_text("utf-8"), re.MULTILINE)
        tell(f"Installing what {lock} names, up to {len(packages)} packages")
        install(python, "--no-deps", "--require-hashes", "-r", str(lock))  # a lock names them all
    for project in projects:
        tell(f"Installing {'musbot' if project == Path() else project} itself")
        install(python, "--no-deps", "--no-build-isolation", "-e", f"./{project.as_posix()}")
    tell(f"Ready after {time.monotonic() - started:.0f} s")


def whole(python: Path) -> bool:
    """Returns whether an environment has a working pip; an environment made halfway has none."""
    if not python.exists():
        return False
    asked = [str(python), "-c", "import pip"]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0  # noqa: S603


def create_environment(folder: Path) -> None:
    """Creates the environment, emptying its folder; raises Failed if this Python cannot."""
    try:
        venv.create(folder, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Failed(
            f"this Python cannot make an environment with pip: install its venv (Debian, Ubuntu: apt install"
            f" python{version}-venv), then give the same command again"
        ) from None


def install(python: Path, *what: str) -> None:
    """Runs pip and names each package as it arrives; raises Failed without a network, or with pip's last
    line."""
    command = [str(python), *PIP, *what]
    number, last, cut_off = 0, "", False
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:  # noqa: S603
        for line in pip.stdout or ():
            last = line.strip() or last
            cut_off = cut_off or NO_NETWORK.search(line) is not None
            if name := re.match(r"Collecting ([\w.-]+)", line):
                number += 1
                tell(f"  {number:3} {name[1]}", passing=True)
            elif line.startswith("Installing collected"):
                tell("  writing them to the disk", passing=True)
    if sys.stdout.isatty():
        sys.stdout.write("\r\033[K")
    if pip.returncode and cut_off:
        raise Failed("no network: the packages could not be fetched. Connect, or set a proxy, and try again")
    if pip.returncode:
        raise Failed(f"pip could not install: {last}")


def tell(line: str, *, passing: bool = False) -> None:
    """Prints a line.

    A `passing` line is overwritten by the next one; it is left out unless stdout is a terminal.
    """
    live = sys.stdout.isatty()
    if passing and not live:
        return
    sys.stdout.write(f"\r\033[K{line}" if passing else f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        named = [Path(name) for name in sys.argv[2:]]
        folders = [name for name in named if name.is_dir()]
        main(Path(sys.argv[1]), [name for name in named if name not in folders], folders or [Path()])
    except (Failed, OSError, subprocess.SubprocessError) as error:
        sys.exit(f"musbot: {error}")
    except KeyboardInterrupt:
        sys.exit("\nmusbot: interrupted: the same command goes on")
