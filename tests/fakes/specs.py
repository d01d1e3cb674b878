"""Where the platforms' own specifications lie, which are no part of the project."""

from __future__ import annotations

import os
from pathlib import Path


def specs_directory() -> Path:
    """Returns where the specifications lie: $MUSBOT_SPECS, or ../shared/specs beside the repository."""
    repository = Path(__file__).resolve().parents[2]
    return Path(os.environ.get("MUSBOT_SPECS") or repository.parent / "shared" / "specs")
