"""One word that can always be said: never one that costs a side what it has not bet itself."""

from __future__ import annotations

from random import Random
from typing import assert_never

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.views import MusSeen, PiedrasSeen, View
from musbot.players.mus.descarte import cutting, throw
from musbot.players.piedras import five
from musbot.players.player import NotAsked, asked

_QUIET = (Voz.PASO, Voz.CONFORME, Voz.NO_QUIERO, Voz.NO_QUEREMOS)


def cautious(view: View, rng: Random) -> Action:
    """Returns paso, no quiero, mus or no mus as the cards advise, or a sensible discard; never a bet.

    It is said where what an AI player has chosen may not be.

    Where stones are to be got rid of it conforms rather than withdraw: those of others' stay where they are.

    The generator is there for whoever wants a substitute with chance; this one has none.
    """
    asked(view)
    if view.fase is Fase.DESCARTE:
        return _thrown(view)
    if view.fase is Fase.MUS and isinstance(view.modo, MusSeen):
        return Action(Voz.NO_MUS if cutting(view, view.modo.rules) > 0 else Voz.MUS)
    offered = {offer.voz for offer in view.offers}
    for voz in _QUIET:
        if voz in offered:
            return Action(voz)
    raise NotAsked(view.seat)


def _thrown(view: View) -> Action:
    match view.modo:
        case MusSeen(rules):
            return throw(view, rules)
        case PiedrasSeen(stones):
            return Action(Voz.DESCARTA, cards=(five.throw(view.mine, stones),))
    assert_never(view.modo)
