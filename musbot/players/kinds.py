"""The kinds of AI players that a table offers. A new kind needs a line here and a line in PLAYERS."""

from __future__ import annotations

from enum import StrEnum


class AIKind(StrEnum):
    """An AI player for the lobby, from the easiest to the strongest; the value is stored in logs."""

    NOVATO = "novato"
    PRUDENTE = "prudente"
    MUSLARI = "muslari"

    __hash__ = str.__hash__


USUAL = AIKind.MUSLARI
"""The default kind; it also replaces kinds of other versions in a log."""
