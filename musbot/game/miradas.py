"""The rules of señas and looks (R57–R59): the legal ones, and the players that a seña reaches."""

from __future__ import annotations

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import HAND_SIZE
from musbot.game.errors import Illegal
from musbot.game.events import Looked, Signed
from musbot.game.senas import true_senas
from musbot.game.state import Reparto, State, Terminada


def unmade_senas(mesa: State, seat: Seat) -> tuple[Sena, ...]:
    """Returns the true señas of a seat's hand that the rules allow and it has not made in this hand.

    Empty if the rules have no señas, after the showdown, or with fewer than four cards. Whether the phase
    allows a seña is not checked, only that late señas wait for the end of grande (R104).
    """
    if mesa.shown or not mesa.cards or not mesa.rules.signs or len(mesa.cards[seat]) < HAND_SIZE:
        return ()
    true = mesa.hand_facts(seat).senas
    if mesa.rules.late_senas and not mesa.lances:
        true = tuple([sena for sena in true if sena not in mesa.rules.late_senas])
    if not mesa.signs:
        return true
    made = [signed.sena for signed in mesa.signs if signed.seat == seat]
    return tuple([sena for sena in true if sena not in made]) if made else true


def decide_eyes(mesa: State, seat: Seat, action: Action) -> Signed | Looked:
    """Returns the event of a seña or a look; raises Illegal if it is not allowed now.

    A seña is seen by the seats that look at its maker now.
    """
    if not mesa.rules.signs:
        raise Illegal("no-senas", "R59")
    if action.voz is Voz.MIRO:
        return _look(mesa, seat, action)
    if action.sena is None:
        raise Illegal(
            "no-sena-now", "R57", {"senas": tuple(sorted(sena.value for sena in mesa.rules.lawful))}
        )
    if not mesa.allows_senas():
        raise Illegal("no-sena-now", "R57", {"fase": mesa.fase.value})
    if action.sena not in mesa.rules.lawful:
        raise Illegal("sena-not-made-here", "R56", {"sena": action.sena.value})
    if action.sena in mesa.rules.late_senas and not mesa.lances:
        raise Illegal("sena-after-grande", "R104", {"sena": action.sena.value})
    if action.sena not in true_senas(mesa.jugada(seat)):
        raise Illegal("false-sena", "R56", {"sena": action.sena.value})
    if action.sena not in unmade_senas(mesa, seat):
        raise Illegal("sena-twice", "R57", {"sena": action.sena.value})
    seen_by = tuple(who for who, at in enumerate(mesa.eyes) if at == seat)
    return Signed(mesa.hand, seat, action.sena, seen_by, len(mesa.throws))


def _look(mesa: State, seat: Seat, action: Action) -> Looked:
    """Returns the event of a look; raises Illegal between hands, after the partida, or unless it goes to
    another seat of the table."""
    if isinstance(mesa.phase, (Reparto, Terminada)):
        raise Illegal("no-sena-now", "R58", {"fase": mesa.fase.value})
    others = tuple(other for other in range(mesa.seats) if other != seat)
    if action.seat not in others:
        raise Illegal("look-at-whom", "R58", {"seats": others})
    return Looked(seat, action.seat)
