"""One word for a person who is away: never one that costs his side what he has not bet himself."""

from __future__ import annotations

from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.views import View
from musbot.players import cinco
from musbot.players.descarte import cutting, throw
from musbot.players.player import NotAsked, asked

_QUIET = (Voz.PASO, Voz.CONFORME, Voz.NO_QUIERO, Voz.NO_QUEREMOS)


def cautious(view: View, rng: Random) -> Action:
    """Returns paso, no quiero, mus or no mus as the cards advise, or a sensible discard; never a bet.

    Where stones are to be got rid of it conforms rather than withdraw: those of others' stay where they are.

    The generator is there for whoever wants a substitute with chance; this one has none.
    """
    asked(view)
    if view.fase == "mus":
        return Action(Voz.NO_MUS if cutting(view) > 0 else Voz.MUS)
    if view.fase == "descarte" and view.rules.stones:
        return Action(Voz.DESCARTA, cards=(cinco.throw(view.mine, view.rules),))
    if view.fase == "descarte":
        return throw(view)
    offered = {offer.voz for offer in view.offers}
    for voz in _QUIET:
        if voz in offered:
            return Action(voz)
    raise NotAsked(view.seat)
