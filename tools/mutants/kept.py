"""What was found out about a tree, kept while nothing of it changes: a run that was broken off goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

from tools.mutants.spots import Mutant
from tools.mutants.trial import AT_IMPORT, Baseline, Fate

WRITING = Lock()


@dataclass(frozen=True)
class Notebook:
    """A folder with the baseline of a tree, a room and some tests, and with what became of each mutant."""

    folder: Path

    @classmethod
    def of(cls, place: Path, tree: Path, room: str, tests: Sequence[str]) -> Notebook:
        """Returns the notebook in `place` that is for this tree alone."""
        state = sha256(json.dumps([room, *tests]).encode())
        for file in sorted(file for file in tree.rglob("*") if file.is_file()):
            state.update(json.dumps([file.relative_to(tree).as_posix(), file.stat().st_size]).encode())
            state.update(file.read_bytes())
        folder = place / state.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def baseline(self) -> Baseline | None:
        """Returns what the tests do without a fault, if that is known."""
        if not self._baseline.exists():
            return None
        seconds, touching = json.loads(self._baseline.read_text("utf-8"))
        tests = [AT_IMPORT, *seconds]
        return Baseline(
            seconds, {(path, line): {tests[at] for at in places} for path, line, places in touching}
        )

    def keep(self, known: Baseline) -> Baseline:
        """Writes down what the tests do without a fault, and returns it."""
        place = {test: at for at, test in enumerate((AT_IMPORT, *known.seconds))}
        touching = [
            (path, line, sorted(place[test] for test in tests))
            for (path, line), tests in known.touching.items()
        ]
        new = self._baseline.with_suffix(".new")
        new.write_text(json.dumps([known.seconds, touching]), "utf-8")
        new.replace(self._baseline)
        return known

    def fate(self, mutant: Mutant) -> Fate | None:
        """Returns what became of a mutant, if it was tried."""
        lines = self._fates.read_text("utf-8").splitlines() if self._fates.exists() else []
        known = dict(json.loads(line) for line in lines)
        return Fate(mutant, known[_name(mutant)]) if _name(mutant) in known else None

    def note(self, fate: Fate) -> Fate:
        """Writes down what became of a mutant, and returns it."""
        with WRITING, self._fates.open("a", encoding="utf-8") as file:
            file.write(json.dumps([_name(fate.mutant), fate.by]) + "\n")
        return fate

    @property
    def _baseline(self) -> Path:
        return self.folder / "baseline.json"

    @property
    def _fates(self) -> Path:
        return self.folder / "fates.jsonl"


def _name(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.start}-{mutant.end} {mutant.written}"
