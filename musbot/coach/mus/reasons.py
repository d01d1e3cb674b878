"""Why an AI player has said a word, found again from its view: how its side stood, what was at stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.lances import Fase, Lance
from musbot.game.views import MusSeen, View
from musbot.players.kinds import AIKind
from musbot.players.mus.bets import accepting
from musbot.players.mus.odds import quantile
from musbot.players.mus.reading import Reading

GOOD, BAD = 0.55, 0.42
"""The chance of a lance from which a side stands well in it, and below which badly."""
LOST = 0.06
"""The chance of the juego below which there is nothing to lose any more."""
_BETS = (Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)
_TAKES = (Voz.QUIERO, Voz.QUEREMOS)
SAYS: Mapping[Sena, Lance | None] = {
    Sena.DOS_REYES: Lance.GRANDE,
    Sena.TRES_REYES: Lance.GRANDE,
    Sena.DOS_ASES: Lance.CHICA,
    Sena.TRES_ASES: Lance.CHICA,
    Sena.MEDIAS: Lance.PARES,
    Sena.DUPLES: Lance.PARES,
    Sena.TREINTA_Y_UNA: Lance.JUEGO,
    Sena.TREINTA_O_UNA: Lance.JUEGO,
    Sena.JUEGO: Lance.JUEGO,
    Sena.TREINTA: Lance.PUNTO,
    Sena.VEINTINUEVE: Lance.PUNTO,
    Sena.CIEGO: None,
}
"""The lance of which a seña tells, None: before the first, for it tells of what one has not."""


class Why(Enum):
    """What spoke for a word, from what its player could know and nothing else."""

    WANTS_CARDS = "wants-cards"
    LIKES_CARDS = "likes-cards"
    LEAVES_MUS = "leaves-mus"
    STRONG = "strong"
    PARTNER_SHOWED = "partner-showed"
    BLUFF = "bluff"
    NOTHING_TO_LOSE = "nothing-to-lose"
    DEJE_WINS = "deje-wins"
    WEAK = "weak"
    WAITS = "waits"
    EVEN = "even"
    DEJE_LOSES = "deje-loses"
    FAIR_PRICE = "fair-price"
    LEAVES_ANSWER = "leaves-answer"
    TOO_DEAR = "too-dear"
    FANCIED = "fancied"
    SHY = "shy"


@dataclass(frozen=True, slots=True)
class Because:
    """A word of an AI player, what it saw then, and what spoke for it.

    `sena` and `by` are the seña that the partner had made, where that is it.
    """

    view: View
    said: Action
    why: Why
    sena: Sena | None = None
    by: Seat | None = None


def reason(view: View, said: Action, kind: str | None) -> Because | None:
    """Returns what spoke for a word at a view of the AI player that said it, who is of a kind.

    None for a game, or a word, of which nothing is told.
    """
    seen, seat = view.modo, view.seat
    if not isinstance(seen, MusSeen) or seat is None:
        return None
    if view.fase is Fase.MUS:
        return Because(view, said, _MUS[said.voz]) if said.voz in _MUS else None
    if view.envite is None:
        return None
    if kind == AIKind.NOVATO.value:
        return Because(view, said, _by_feeling(view, seen, said))
    reading = Reading(view, seen, seat)
    wins = accepting(reading).called if reading.asked or view.envite.ordago else reading.duel.win
    if wins >= BAD and said.voz in (*_BETS, *_TAKES):
        for who, sena in view.seen:
            if who != seat and view.bando(who) == view.bando(seat) and SAYS[sena] is reading.lance:
                return Because(view, said, Why.PARTNER_SHOWED, sena, who)
    why = _why(reading, said, wins)
    return Because(view, said, why) if why is not None else None


def _why(reading: Reading, said: Action, wins: float) -> Why | None:
    if said.voz in _BETS:
        return _bet(reading, said, wins)
    if said.voz in _TAKES:
        return _taken(reading, wins)
    if said.voz is Voz.PASO:
        return Why.WEAK if wins < BAD else Why.WAITS if wins >= GOOD else Why.EVEN
    if said.voz in (Voz.NO_QUIERO, Voz.NO_QUEREMOS):
        return _left(reading, said, wins)
    return None


_MUS = {Voz.MUS: Why.WANTS_CARDS, Voz.NO_MUS: Why.LIKES_CARDS, Voz.CONSULTA: Why.LEAVES_MUS}


def _by_feeling(view: View, seen: MusSeen, said: Action) -> Why:
    """A beginner looks at its own cards and at nothing else."""
    good = quantile(view, seen, Lance(view.fase.value)) >= GOOD
    if said.voz in _BETS or said.voz in _TAKES:
        return Why.STRONG if good else Why.FANCIED
    return Why.SHY if good else Why.WEAK


def _bet(reading: Reading, said: Action, wins: float) -> Why:
    if reading.before < LOST:
        return Why.NOTHING_TO_LOSE
    if _wanted(reading, ours=True) <= (reading.asked or 1):
        return Why.DEJE_WINS
    if wins >= GOOD or (said.voz is not Voz.ORDAGO and wins >= BAD):
        return Why.STRONG
    return Why.BLUFF


def _taken(reading: Reading, wins: float) -> Why:
    if reading.before < LOST:
        return Why.NOTHING_TO_LOSE
    if _wanted(reading, ours=False) <= _deje(reading):
        return Why.DEJE_LOSES
    return Why.STRONG if wins >= GOOD else Why.FAIR_PRICE


def _left(reading: Reading, said: Action, wins: float) -> Why:
    if reading.partners and said.voz is Voz.NO_QUIERO:
        return Why.LEAVES_ANSWER
    return Why.WEAK if wins < GOOD else Why.TOO_DEAR


def _deje(reading: Reading) -> int:
    """What the rivals take at once if nobody accepts (R32, R33)."""
    envite = reading.view.envite
    return max(1, envite.querido) if envite is not None else 1


def _wanted(reading: Reading, *, ours: bool) -> int:
    """The piedras that our side wants to win the juego, or the best of the others."""
    view = reading.view
    side = view.bando(reading.seat)
    best = max(piedras for bando, piedras in enumerate(view.piedras) if (bando == side) is ours)
    return reading.seen.rules.piedras - best
