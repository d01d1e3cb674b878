"""One word for a person who is away: never one that costs his side what he has not bet himself."""

from __future__ import annotations

from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.views import View
from musbot.players.descarte import cutting, throw
from musbot.players.player import NotAsked, asked

_QUIET = (Voz.PASO, Voz.NO_QUIERO, Voz.NO_QUEREMOS)


def cautious(view: View, rng: Random) -> Action:
    """Returns paso, no quiero, mus or no mus as the cards advise, or a sensible discard; never a bet.

    The generator is there for whoever wants a substitute with chance; this one has none.
    """
    asked(view)
    if view.fase == "mus":
        return Action(Voz.NO_MUS if cutting(view) > 0 else Voz.MUS)
    if view.fase == "descarte":
        return throw(view)
    for offer in view.offers:
        if offer.voz in _QUIET:
            return Action(offer.voz)
    raise NotAsked(view.seat)
