"""The tool that checks a deal, run as anybody would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools/verify_deal.py"


def run(*files: Path) -> tuple[int, list[str]]:
    """How the tool ends, and what it prints."""
    asked = [sys.executable, "-I", str(TOOL), *map(str, files)]
    ended = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, (ended.stdout + ended.stderr).splitlines()
