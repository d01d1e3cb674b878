"""Prints how documents and code read, and what to mend in them.

`python -m tools.prose` prints the figures of every English document and of every package. With documents
(`.md`), folders or Python files it prints what to mend in them. `--lower [FOLDER…]` writes the packages'
figures into tests/prose.toml if they have fallen. `--at ROOT [FOLDER…]` prints those of other Python code.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from tools.prose.code import ROOT, SCANNED, lower_limits, print_figures, print_findings
from tools.prose.documents import documents, print_reading


def main() -> None:
    """Prints figures or findings, or lowers the limits, as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.prose", description=__doc__)
    parser.add_argument("--lower", action="store_true", help="lower the limits in tests/prose.toml")
    parser.add_argument("--at", type=Path, help="a folder with other Python code to measure")
    parser.add_argument("paths", nargs="*", help="documents, folders or Python files")
    asked = parser.parse_args()
    out = sys.stdout.write
    if asked.lower:
        lower_limits(asked.paths)
    elif asked.at is not None:
        print_figures(asked.at, asked.paths or ["."], out)
    elif asked.paths:
        for path in asked.paths:
            if path.endswith(".md"):
                print_reading(Path(path), out, details=True)
            else:
                print_findings(ROOT, path, out)
    else:
        for file in documents():
            print_reading(file, out, details=False)
        print_figures(ROOT, SCANNED, out)


if __name__ == "__main__":
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as other filters end when `head` has read enough
    main()
