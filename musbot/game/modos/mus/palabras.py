"""The words of a lance of Mus (R28–R31)."""

from __future__ import annotations

from musbot.game.actions import Offer, Voz, Words

OPEN = Words((Offer(Voz.PASO), Offer(Voz.ENVIDO, 2, None), Offer(Voz.ORDAGO)))
"""The words before any bet (R28)."""
RAISES = (Offer(Voz.Y_YO), Offer(Voz.MAS, 1, None), Offer(Voz.REENVIDO), Offer(Voz.ORDAGO))
"""The words that raise a bet (R31)."""
