"""Plays partidas between AI players; each of them sees only its own views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from musbot.game.actions import GESTURES, Action, Seat
from musbot.game.engine import awaited_seats, begin, end_wait, gracia, play, winner
from musbot.game.errors import BadArgument
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rule_sets import find_rules
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.game.state import Reparto, State
from musbot.game.views import observe
from musbot.players.player import Player, require_player, require_rng


def play_out(
    rules: RuleSet | str, players: Sequence[Player], baraja: Baraja, rng: Random, hands: int
) -> tuple[tuple[Event, ...], State]:
    """Plays a partida among AI players until its end or `hands` hands; returns its log and its state.

    The first mano is drawn from `baraja`; players stay in the given seats. `rng` decides who of several
    awaited players speaks, and when the wait of R30 ends. Raises Illegal for a wrong number of players or a
    player's illegal word. Raises BadArgument for a word that is no Action, a word from `gesture`, a seña or a
    look from `choose`, or an argument of a wrong type.
    Errors of players and of an unknown rule set propagate. An error at a player's turn has a note
    (`__notes__`, which a traceback shows) that names the player.
    """
    ruled: RuleSet = find_rules(rules)
    _require_company(players, baraja, rng, hands)
    events = list(begin(ruled, len(players), baraja.sorteo(ruled, len(players)).mano))
    mesa, signs = evolve(None, events[0]), ruled.signs
    while winner(mesa) is None and not (isinstance(mesa.phase, Reparto) and mesa.hand == hands):
        turno = awaited_seats(mesa)
        if turno and not (gracia(mesa) is not None and rng.random() < 0.5):
            seat = turno[0] if len(turno) == 1 else rng.choice(turno)
            player, view = players[seat], observe(mesa, seat)
            with _naming_player(seat, player):
                if signs and (gesture := player.gesture(view)) is not None:
                    _require_kind("gesture", gesture)
                    seen, mesa = play(mesa, seat, gesture)
                    events += seen
                    view = observe(mesa, seat)
                word = player.choose(view)
                _require_kind("choose", word)
                step, mesa = play(mesa, seat, word)
        else:  # R30: a partner may be slow
            step, mesa = end_wait(mesa) if turno else baraja.draw_cards(mesa)
        events += step
    return tuple(events), mesa


@contextmanager
def _naming_player(seat: Seat, player: Player) -> Iterator[None]:
    """Adds a note that names the player to any error raised inside."""
    try:
        yield
    except Exception as error:
        error.add_note(f"at the turn of players[{seat}], a {type(player).__name__}")
        raise


def _require_kind(method: str, action: Action) -> None:
    """Raises BadArgument for a seña or a look that `choose` returned, and for a word of `gesture`.

    The engine refuses a value that is no Action.
    """
    if isinstance(action, Action) and (action.voz in GESTURES) != (method == "gesture"):
        expected = "a seña, a look or None" if method == "gesture" else "a word that is offered"
        raise BadArgument(method, str(action), expected)


def _require_company(players: object, baraja: object, rng: object, hands: object) -> None:
    """Raises BadArgument for values that `play_out` cannot play with."""
    if not isinstance(players, Sequence):
        raise BadArgument("players", players, "a list of players, such as PLAYERS['novato'](rng)")
    for seat, player in enumerate(players):
        require_player(f"players[{seat}]", player)
    if not isinstance(baraja, Baraja):
        raise BadArgument("baraja", type(baraja), "a Baraja, such as Baraja(bytes(32), 'mesa')")
    require_rng(rng)
    if isinstance(hands, bool) or not isinstance(hands, int) or hands < 1:
        raise BadArgument("hands", hands, "a whole number from 1")
