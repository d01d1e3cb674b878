"""AI players whose words stay the same, whatever the usual one has learnt."""

from __future__ import annotations

from musbot.players import PLAYERS, USUAL, Prudente

STEADY = {**PLAYERS, USUAL.value: Prudente}
"""The usual one speaks as prudente does."""
