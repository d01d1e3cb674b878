"""Compiles C sources into a library on first use, and caches it in the user's cache folder."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from musbot.game.errors import MusError

HERE = Path(__file__).parent / "kernel"
"""The folder with the kernel's sources."""
FLAGS = ("-std=c11", "-O3", "-fno-math-errno", "-shared", "-fPIC", "-Wall", "-Wextra")
"""The compiler's flags."""


class NoCompiler(MusError):
    """Raised if there is no C compiler, or it fails."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the kernel needs a C compiler (cc, gcc or clang; CC names another): {what}")


def compiler() -> str | None:
    """Returns the path of this machine's C compiler, the first of $CC, cc, gcc and clang; None if it has
    none."""
    named = os.environ.get("CC")
    return next(
        (found for name in (named, "cc", "gcc", "clang") if name and (found := shutil.which(name))), None
    )


def cache_folder() -> Path:
    """Returns the folder for compiled kernels and saved trainings: `musbot` in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "musbot"


def load_kernel(*folders: Path, flags: Sequence[str] = ()) -> ctypes.CDLL:
    """Returns the kernel with the sources of further folders, compiled again if any source has changed.

    `flags` are further options of the compiler, after FLAGS. Raises NoCompiler.
    """
    cc = compiler()
    if cc is None:
        raise NoCompiler("none was found")
    sources = sorted(part for folder in (HERE, *folders) for part in folder.glob("*.[ch]"))
    command = [cc, *FLAGS, *flags, f"-I{HERE}"]
    text = b"".join(part.read_bytes() for part in sources)
    mark = hashlib.sha256(text + " ".join(command).encode()).hexdigest()[:16]
    cache = cache_folder()
    library = cache / f"kernel-{mark}.so"
    if not library.exists():
        cache.mkdir(parents=True, exist_ok=True)
        _build(command, [part for part in sources if part.suffix == ".c"], library)
    return ctypes.CDLL(str(library))


def _build(command: Sequence[str], parts: Sequence[Path], library: Path) -> None:
    """Compiles C files into `library`; raises NoCompiler with the compiler's message if it fails."""
    fresh = library.with_suffix(f".{os.getpid()}")
    whole = [*command, *map(str, parts), "-lm", "-o", str(fresh)]
    ran = subprocess.run(whole, capture_output=True, text=True)  # noqa: S603
    if ran.returncode:
        raise NoCompiler(ran.stderr.strip()[:2000])
    fresh.replace(library)  # another process may be building it too
