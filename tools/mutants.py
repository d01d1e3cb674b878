"""Small faults that mutmut puts into a room: which does no test find?

`python -m tools.mutants musbot/table`; the tree itself is left as it is, a copy is changed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from random import Random

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

DIED = ("killed", "timeout")
ENOUGH = 0.9


def main() -> None:
    """Tries a sample of a room's mutants in a copy and shows the survivors; exits with 1 if fewer than ENOUGH
    died."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("room", help="as [tool.musbot.mutants] of pyproject.toml names it")
    parser.add_argument("--sample", type=int, default=25, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as copy:
        room = _copy(Path(copy), asked.room)
        os.chdir(copy)
        names = _mutants(room)
        tried = Random(asked.seed).sample(names, min(asked.sample, len(names)))  # noqa: S311 - no secret
        _mutmut("run", "--max-children", "1", *tried)
        fates = dict(line.strip().split(": ") for line in _mutmut("results", "--all", "true").splitlines())
        lived = [name for name in tried if fates[name] not in DIED]
        sys.stdout.writelines(_mutmut("show", name) for name in lived)
    died = len(tried) - len(lived)
    sys.stdout.write(f"{asked.room}: {died} of {len(tried)} died, of {len(names)} in all\n")
    sys.exit(died < ENOUGH * len(tried))


def _copy(folder: Path, room: str) -> str:
    """Copies the tree, as git sees it, and configures mutmut there; returns the room's path in the copy.

    mutmut names a mutant after its path, except below `src`: research/ is called src/ in the copy.
    """
    listed = subprocess.check_output(["git", "ls-files", "-zco", "--exclude-standard"], text=True)  # noqa: S607
    for file in filter(Path.is_file, map(Path, listed.split("\0"))):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, folder / file)
    config = (folder / "pyproject.toml").read_text("utf-8")
    patterns = tomllib.loads(config)["tool"]["musbot"]["mutants"][room]
    if room.startswith("research/"):
        (folder / "research").rename(folder / "src")
        config, room = config.replace('"research', '"src'), room.replace("research/", "src/", 1)
        patterns = [pattern.replace("research/", "src/", 1) for pattern in patterns]
    tests = sorted(str(file.relative_to(folder)) for pattern in patterns for file in folder.glob(pattern))
    chosen = {"only_mutate": [f"{room}/*"], "pytest_add_cli_args_test_selection": tests}
    lines = ("[tool.mutmut]", *(f"{name} = {json.dumps(value)}" for name, value in chosen.items()), "")
    (folder / "pyproject.toml").write_text(config.replace("[tool.mutmut]\n", "\n".join(lines)), "utf-8")
    return room


def _mutants(room: str) -> list[str]:
    """Returns the names of all mutants that mutmut makes in a room's files."""
    made = {
        path: mutate_file_contents(str(path), path.read_text("utf-8"))
        for path in sorted(Path(room).rglob("*.py"))
    }
    return [get_mutant_name(path, name) for path, file in made.items() for name in file.mutant_names]


def _mutmut(*words: str) -> str:
    """Runs mutmut and returns its output; exits with that output if it fails."""
    ran = subprocess.run([sys.executable, "-m", "mutmut", *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
    if ran.returncode:
        sys.exit(f"mutmut {words[0]} failed:\n{ran.stdout}")
    return ran.stdout


if __name__ == "__main__":
    main()
