"""The platforms' own specifications as tables: names, types and limits, without their sentences.

`python -m tests.specs DIRECTORY` makes them anew. Of Telegram's types those are kept that a bot sends; of
Discord's endpoints all names, and what those demand that the table before had forms of: to ask a new one,
write `{}` for its `null` and make the table anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Table = dict[str, dict[str, Any]]
"""Sections, and in them names."""

FOLDER = Path(__file__).parent


def read(name: str) -> Table:
    """Returns a table."""
    table: Table = json.loads((FOLDER / name).read_text("utf-8"))
    return table
