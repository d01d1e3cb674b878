"""The protocol of AI players."""

from __future__ import annotations

from random import Random
from typing import Protocol

from musbot.game.actions import Action, Seat, Voz
from musbot.game.errors import BadArgument, MusError
from musbot.game.views import View

_QUIET = (Voz.PASO, Voz.CONFORME, Voz.NO_QUIERO, Voz.NO_QUEREMOS)
_BETS = frozenset((Voz.ENVIDO, Voz.ORDAGO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO))
_WITHOUT_BET = (Voz.PASO, Voz.QUIERO, Voz.CONFORME)


class NotAsked(MusError):
    """A view of a spectator, or of a seat that may not speak."""

    def __init__(self, seat: Seat | None) -> None:
        super().__init__(f"the view of seat {seat}: expected that of a seat which may speak now")


class Player(Protocol):
    """An AI player, which sees only a View.

    Tables call `choose` only while its seat is in `view.turno`, and `gesture` also at other times.
    """

    def choose(self, view: View) -> Action:
        """Returns a legal word; raises NotAsked if there is none. An implementation may not check this."""
        ...

    def gesture(self, view: View) -> Action | None:
        """Returns a legal seña, a look at another seat (R57, R58), or None to sit still."""
        ...


def require_view(view: object) -> None:
    """Raises BadArgument unless a value is a View."""
    if not isinstance(view, View):
        raise BadArgument("view", view, "a View, such as partida.view(0)")


def require_player(name: str, player: object) -> None:
    """Raises BadArgument, with the name of the argument, unless an object has the methods of a player.

    The error names the methods that are missing: of a class both, because it only makes players.
    """
    made = None if isinstance(player, type) else player
    if missing := [f"{it}(view)" for it in ("choose", "gesture") if not callable(getattr(made, it, None))]:
        expected = f"an object with {' and '.join(missing)}, such as PLAYERS['novato'](rng)"
        raise BadArgument(name, player, expected)


def require_rng(rng: object) -> None:
    """Raises BadArgument unless a value is a generator of chance."""
    if not isinstance(rng, Random):
        raise BadArgument("rng", rng, "a generator, such as Random(1)")


def asked_seat(view: View) -> Seat:
    """Returns the seat of a view; raises NotAsked for a spectator or a seat that may not speak, and
    BadArgument for another value than a View."""
    require_view(view)
    if view.seat is None or not view.offers:
        raise NotAsked(view.seat)
    return view.seat


def without_bet(view: View, word: Action) -> Action:
    """Returns the word that a suplente says where an AI player says `word` (R94).

    Paso replaces a first bet or órdago. Quiero or conforme, which accept the present bet, replace a raise.
    Returns any other word unchanged, and also a bet if paso, quiero and conforme are illegal.
    """
    legal = (Action(voz) for voz in _WITHOUT_BET if view.offers.allows(voz))
    return next(legal, word) if word.voz in _BETS else word


def choose_quiet_word(view: View) -> Action:
    """Returns paso, conforme, no quiero or no queremos, the first that is legal; raises NotAsked if there is
    none.

    In games with stones it conforms instead of withdrawing, so the stones of the others stay in place.
    """
    for voz in _QUIET:
        if view.offers.allows(voz):
            return Action(voz)
    raise NotAsked(view.seat)
