"""How good a hand is in one lance, by itself."""

from __future__ import annotations

from musbot.game.lances import Lance, jugada
from musbot.game.views import MusSeen, View
from musbot.players.mus.odds import Known, cumulative, hand_classes

_TAKING_PART = {
    Lance.PARES: Known(pares=True),
    Lance.JUEGO: Known(juego=True),
    Lance.PUNTO: Known(juego=False),
}


def quantile(view: View, seen: MusSeen, lance: Lance) -> float:
    """Returns which part of all hands that take part in a lance the seat's own beats; 0 if it takes none."""
    rules, of = seen.rules, hand_classes(seen.rules)
    if not jugada(view.mine, rules.reyes, rules.real).has(lance):
        return 0.0
    place = of.places[lance][of.index[of.kinds(view.mine, rules)]]
    below = cumulative(rules.reyes, rules.real, (), lance, _TAKING_PART.get(lance, Known()))
    return below[place - 1] if place else 0.0
