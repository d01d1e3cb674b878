"""Golden numbers, computed by others; README.md says how and what they are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "hands.json"


@cache
def golden_hands(reyes: int) -> list[dict[str, Any]]:
    """Returns every class of hand with eight kings or with four."""
    hands: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
    return hands[f"{reyes}_kings"]
