"""Writes the pages the program says itself, or finishes a site built in FOLDER: `python -m tools.site`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.site.finish import finish
from tools.site.pages import DOCS, pages


def main() -> None:
    """Writes the program's own pages into docs/, or finishes the site in the folder of the first argument."""
    if len(sys.argv) > 1:
        finish(Path(sys.argv[1]))
        return
    for file, text in pages().items():
        (DOCS / file).parent.mkdir(exist_ok=True)
        (DOCS / file).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
