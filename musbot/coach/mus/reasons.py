"""Explains a word of an AI player from the view that it had: its chances and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.lances import Fase, Lance
from musbot.game.views import MusSeen, View
from musbot.players.kinds import AIKind
from musbot.players.mus.bets import plan_accepting
from musbot.players.mus.odds import quantile
from musbot.players.mus.reading import Reading

GOOD, BAD = 0.55, 0.42
"""A side is strong in a lance from the first of these chances of winning it, and weak below the second."""
LOST = 0.06
"""Below this chance of winning the juego a player has nothing left to lose."""
_BETS = (Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)
_TAKES = (Voz.QUIERO, Voz.QUEREMOS)
LANCE_OF_SENA: Mapping[Sena, Lance | None] = {
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
"""The lance that a seña is about; None for ciego, which denies all."""


class Why(Enum):
    """The main reason for a word, based only on its player's knowledge."""

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
class WordReason:
    """A word of an AI player and its reason."""

    view: View
    """The player's view before the word."""
    said: Action
    """The word."""
    why: Why
    """The reason."""
    sena: Sena | None = None
    """The partner's seña, if that is the reason."""
    by: Seat | None = None
    """The partner's seat, if a seña is the reason."""


def find_reason(view: View, action: Action, kind: str | None) -> WordReason | None:
    """Returns the reason for a word of an AI player of the given kind.

    A partner's seña about the lance is the first reason for a bet or quiero with fair chances. It is none for
    novato, which ignores señas. Returns None for games and words that have no explanation, and for a
    spectator.
    """
    seen, seat = view.modo, view.seat
    if not isinstance(seen, MusSeen) or seat is None:
        return None
    if view.fase is Fase.MUS:
        return WordReason(view, action, _MUS[action.voz]) if action.voz in _MUS else None
    if view.envite is None:
        return None
    if kind == AIKind.NOVATO.value:
        return WordReason(view, action, _novato_reason(view, seen, action))
    reading = Reading(view, seen, seat)
    wins = plan_accepting(reading).called if reading.bet_to_answer or view.envite.ordago else reading.duel.win
    if wins >= BAD and action.voz in (*_BETS, *_TAKES):
        for who, sena in view.seen:
            if who != seat and view.bando(who) == view.bando(seat) and LANCE_OF_SENA[sena] is reading.lance:
                return WordReason(view, action, Why.PARTNER_SHOWED, sena, who)
    why = _spoken_reason(reading, action, wins)
    return WordReason(view, action, why) if why is not None else None


def _spoken_reason(reading: Reading, action: Action, wins: float) -> Why | None:
    """Returns the reason for a bet, an answer or paso; None for other words.

    `wins` is the chance of winning the lance: paso is WEAK below BAD, WAITS from GOOD on, and EVEN between
    them.
    """
    if action.voz in _BETS:
        return _bet_reason(reading, action, wins)
    if action.voz in _TAKES:
        return _accept_reason(reading, wins)
    if action.voz is Voz.PASO:
        return Why.WEAK if wins < BAD else Why.WAITS if wins >= GOOD else Why.EVEN
    if action.voz in (Voz.NO_QUIERO, Voz.NO_QUEREMOS):
        return _decline_reason(reading, action, wins)
    return None


_MUS = {Voz.MUS: Why.WANTS_CARDS, Voz.NO_MUS: Why.LIKES_CARDS, Voz.CONSULTA: Why.LEAVES_MUS}


def _novato_reason(view: View, seen: MusSeen, action: Action) -> Why:
    """Returns the reason for a word of novato, which only considers its own cards; those from the quantile
    GOOD on are good.

    A bet or quiero is STRONG with good cards, otherwise FANCIED; other words are SHY with good cards,
    otherwise WEAK.
    """
    good = quantile(view, seen, Lance(view.fase.value)) >= GOOD
    if action.voz in _BETS or action.voz in _TAKES:
        return Why.STRONG if good else Why.FANCIED
    return Why.SHY if good else Why.WEAK


def _bet_reason(reading: Reading, action: Action, wins: float) -> Why:
    """Returns the first reason for a bet or a raise: nothing to lose, a deje that wins the juego, strength,
    or a bluff.

    Strength is a chance `wins` from GOOD on, or from BAD on unless the word is órdago.
    """
    if reading.score_chance < LOST:
        return Why.NOTHING_TO_LOSE
    if _missing_piedras(reading, ours=True) <= (reading.bet_to_answer or 1):
        return Why.DEJE_WINS
    if wins >= GOOD or (action.voz is not Voz.ORDAGO and wins >= BAD):
        return Why.STRONG
    return Why.BLUFF


def _accept_reason(reading: Reading, wins: float) -> Why:
    """Returns the first reason for quiero or queremos: nothing to lose, a deje that loses the juego,
    strength, or a fair price."""
    if reading.score_chance < LOST:
        return Why.NOTHING_TO_LOSE
    if _missing_piedras(reading, ours=False) <= _deje_piedras(reading):
        return Why.DEJE_LOSES
    return Why.STRONG if wins >= GOOD else Why.FAIR_PRICE


def _decline_reason(reading: Reading, action: Action, wins: float) -> Why:
    """Returns the reason for no quiero or no queremos.

    No quiero with a partner still to answer leaves the answer to them. Otherwise it is a weak hand below
    GOOD, or a bet that is too dear.
    """
    if reading.partners and action.voz is Voz.NO_QUIERO:
        return Why.LEAVES_ANSWER
    return Why.WEAK if wins < GOOD else Why.TOO_DEAR


def _deje_piedras(reading: Reading) -> int:
    """Returns the piedras that the rivals win if no player accepts their bet (R32, R33)."""
    envite = reading.view.envite
    return max(1, envite.querido) if envite is not None else 1


def _missing_piedras(reading: Reading, *, ours: bool) -> int:
    """Returns the piedras that a side still needs to win the juego.

    With `ours` it is the side of the seat that `reading` describes; otherwise the rival side with the highest
    score.
    """
    view = reading.view
    side = view.bando(reading.seat)
    best = max(piedras for bando, piedras in enumerate(view.piedras) if (bando == side) is ours)
    return reading.seen.rules.piedras - best
