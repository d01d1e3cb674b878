"""Reads, replays, writes and prints actas, the TOML records of partidas (docs/acta.md)."""

from musbot.acta.partida import Acta, ActaError, Promesa
from musbot.acta.read import read, read_file
from musbot.acta.summary import summary
from musbot.acta.tell import tell
from musbot.acta.verify import Unverifiable, Verdict, verify
from musbot.acta.write import write

__all__ = [
    "Acta",
    "ActaError",
    "Promesa",
    "Unverifiable",
    "Verdict",
    "read",
    "read_file",
    "summary",
    "tell",
    "verify",
    "write",
]
