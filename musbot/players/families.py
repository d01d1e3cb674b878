"""Selects the implementation of each AI player by the family of the game."""

from __future__ import annotations

from random import Random
from typing import assert_never

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.rule_sets import RULE_SETS, Frances, MusRules, TresMus
from musbot.game.views import MusSeen, PiedrasSeen, View
from musbot.players.mus import descarte, novato
from musbot.players.mus.villager import Villager
from musbot.players.piedras import five, shedding
from musbot.players.player import asked_seat, choose_quiet_word, require_rng

SIGN = 0.35
"""The probability that a beginner makes a true seña."""
LOST_THREAD = 0.35
"""With stones: the probability that a beginner says the least possible word."""


def has_juego_already(view: View) -> bool:
    """Returns whether the seat's side already has a juego's piedras, so that only an órdago loses it (R38).

    False for a spectator, and with stones.
    """
    seen, seat = view.modo, view.seat
    if not isinstance(seen, MusSeen) or seat is None:
        return False
    return view.piedras[view.bando(seat)] >= seen.rules.piedras


def warm_caches() -> None:
    """Computes and caches the tables for every rule set, so that no AI's first decision is slow; takes 0.2
    s."""
    for rules in RULE_SETS.values():
        match rules:
            case MusRules():
                descarte.warm_caches(rules)
            case TresMus() | Frances():
                five.warm_caches(rules)
            case _:
                assert_never(rules)


class Novato:
    """A friendly beginner: it looks only at its own cards and ignores the score."""

    def __init__(self, rng: Random) -> None:
        require_rng(rng)
        self._rng = rng

    def choose(self, view: View) -> Action:
        """Returns a legal word; raises NotAsked if there is none.

        It bets nothing once its side has the piedras of the juego. With stones it sometimes says the least
        possible word.
        """
        seat = asked_seat(view)
        match view.modo:
            case MusSeen() if has_juego_already(view):
                return choose_quiet_word(view)
            case MusSeen() as seen:
                return novato.choose(view, seen, self._rng)
            case PiedrasSeen() as seen:
                if self._rng.random() < LOST_THREAD:
                    return cautious(view, self._rng)
                return shedding.choose(view, seen, seat, self._rng)
        assert_never(view.modo)

    def gesture(self, view: View) -> Action | None:
        """Returns a seña for its partner with probability SIGN, otherwise None; it never looks away from the
        partner."""
        if view.may_sign and self._rng.random() < SIGN:
            return Action(Voz.SENA, sena=view.may_sign[0])
        return None


class Prudente:
    """A careful villager: estimates the other hands, considers the score, and sometimes bluffs."""

    def __init__(self, rng: Random) -> None:
        require_rng(rng)
        self._rng = rng
        self._villager = Villager(rng)

    def choose(self, view: View) -> Action:
        """Returns a legal word; raises NotAsked if there is none.

        It bets nothing once its side has the piedras of the juego.
        """
        seat = asked_seat(view)
        match view.modo:
            case MusSeen() if has_juego_already(view):
                return choose_quiet_word(view)
            case MusSeen() as seen:
                return self._villager.choose(view, seen, seat)
            case PiedrasSeen() as seen:
                return shedding.choose(view, seen, seat, self._rng)
        assert_never(view.modo)

    def gesture(self, view: View) -> Action | None:
        """Returns a seña for its partner, a rare look at a rival and back, or None."""
        return self._villager.gesture(view)


def cautious(view: View, rng: Random) -> Action:
    """Returns a word that bets nothing: mus or no mus, paso, no quiero or conforme, or a sensible discard.

    It replaces an illegal word of an AI player, and costs its side nothing beyond the bets already made.
    Raises NotAsked if there is no legal word. `rng` is for other substitutes; this function does not use it.
    """
    asked_seat(view)
    match view.modo:
        case MusSeen() as seen:
            return descarte.choose_before_lances(view, seen.rules) or choose_quiet_word(view)
        case PiedrasSeen() as seen if view.fase is Fase.DESCARTE:
            return Action(Voz.DESCARTA, cards=(five.throw(view.mine, seen.rules),))
        case PiedrasSeen():
            return choose_quiet_word(view)
    assert_never(view.modo)
