"""The table of rooms in docs/architecture.md, from their docstrings: `python -m tools.rooms` writes it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by python -m tools.rooms -->\n", "<!-- end of rooms -->\n"
OPENED = ("adapters", "musbot", "musbot/service")
"""The packages whose own packages and modules are rooms."""


def rooms() -> dict[str, str]:
    """Returns what each room is for: the first line of its docstring, by its path."""
    found: dict[str, str] = {}
    for package in OPENED:
        for file in sorted((ROOT / package).iterdir()):
            source = file / "__init__.py" if file.is_dir() else file
            if source.suffix == ".py" and source.is_file() and file.stem not in ("__init__", "__main__"):
                told = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
                found[str(file.relative_to(ROOT))] = told.partition("\n")[0]
    return found


def written(text: str) -> str:
    """Returns the document with its table; raises ValueError for one that marks no place for it."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    rows = "".join(f"| `{name}` | {told} |\n" for name, told in rooms().items())
    return f"{before}{BEGIN}| room | what it does |\n|---|---|\n{rows}{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
