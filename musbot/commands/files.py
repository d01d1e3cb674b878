"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

from musbot.game.errors import MusError


class CannotWrite(MusError):
    """A file or folder that cannot be written."""


def write_text(file: Path, text: str) -> None:
    """Writes a file, over one that is there; raises CannotWrite."""
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise CannotWrite(f"{file}: cannot be written: {error.strerror}") from error
