"""The AI players. Each chooses from its `View` alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from musbot.players import families
from musbot.players.azar import Azar
from musbot.players.families import Novato, Prudente, cautious
from musbot.players.kinds import USUAL, AIKind
from musbot.players.mus.muslari import player as muslari
from musbot.players.mus.muslari.player import Muslari
from musbot.players.mus.tercos import TERCOS
from musbot.players.player import NotAsked, Player, without_bet
from musbot.players.playing import play_out

__all__ = [
    "PLAYERS",
    "USUAL",
    "AIKind",
    "Azar",
    "Muslari",
    "NotAsked",
    "Novato",
    "Player",
    "Prudente",
    "cautious",
    "play_out",
    "prepare",
    "without_bet",
]

PLAYERS: Mapping[str, Callable[[Random], Player]] = {
    "azar": Azar,
    AIKind.NOVATO.value: Novato,
    AIKind.PRUDENTE.value: Prudente,
    AIKind.MUSLARI.value: Muslari,
    **TERCOS,
}
"""The players by name. Their only source of chance is the generator that they receive."""


def prepare() -> None:
    """Precomputes and loads the players' tables, so that no first word is slow; raises BadTable."""
    families.warm_caches()
    muslari.prepare()
