"""Plays partidas between AI players; each of them sees only its own views."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from musbot.game.engine import awaited_seats, begin, end_wait, gracia, play, winner
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.game.state import Reparto, State
from musbot.game.views import observe
from musbot.players.player import Player


def play_out(
    rules: RuleSet, players: Sequence[Player], baraja: Baraja, rng: Random, hands: int
) -> tuple[tuple[Event, ...], State]:
    """Plays a partida among AI players until its end or `hands` hands; returns its log and its state.

    The first mano is drawn from `baraja`; players stay in the given seats. `rng` decides who of several
    awaited players speaks, and when the wait of R30 ends. Raises Illegal for an illegal word of a player.
    """
    events = list(begin(rules, len(players), baraja.sorteo(rules, len(players)).mano))
    mesa, signs = evolve(None, events[0]), rules.signs
    while winner(mesa) is None and not (isinstance(mesa.phase, Reparto) and mesa.hand == hands):
        turno = awaited_seats(mesa)
        if turno and not (gracia(mesa) is not None and rng.random() < 0.5):
            seat = turno[0] if len(turno) == 1 else rng.choice(turno)
            player, view = players[seat], observe(mesa, seat)
            if signs and (gesture := player.gesture(view)) is not None:
                seen, mesa = play(mesa, seat, gesture)
                events += seen
                view = observe(mesa, seat)
            told, mesa = play(mesa, seat, player.choose(view))
        else:  # R30: a partner may be slow
            told, mesa = end_wait(mesa) if turno else baraja.draw_cards(mesa)
        events += told
    return tuple(events), mesa
