"""The kinds of AI players that a table offers; one more is a line here and one in PLAYERS."""

from __future__ import annotations

from enum import StrEnum


class AIKind(StrEnum):
    """An AI player that may be chosen in the lobby, from the easiest on; its value stands in logs."""

    NOVATO = "novato"
    PRUDENTE = "prudente"
    MUSLARI = "muslari"

    __hash__ = str.__hash__


USUAL = AIKind.MUSLARI
"""Who sits down where nobody has chosen, and plays where a log names a kind of another version."""
