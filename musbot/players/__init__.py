"""AI players: each chooses from a View and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from musbot.players.azar import Azar
from musbot.players.player import NotAsked, Player
from musbot.players.prudente import Prudente
from musbot.players.suplente import cautious

__all__ = ["PLAYERS", "Azar", "NotAsked", "Player", "Prudente", "cautious"]

PLAYERS: Mapping[str, Callable[[Random], Player]] = {"azar": Azar, "prudente": Prudente}
"""The players by name; all their chance comes from the generator they are given."""
