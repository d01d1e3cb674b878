"""Chooses a beginner's word at Mus: it judges only its own cards, and sometimes misjudges them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.cards import RANKS, strength
from musbot.game.lances import Fase, Jugada, Lance, jugada
from musbot.game.modos.mus.rules import MusRules
from musbot.game.views import MusSeen, View
from musbot.players.mus.odds import quantile
from musbot.players.player import choose_quiet_word

# The style of play, chosen to be good company (docs/players.md has its results).
BLUR = 0.35  # the maximum error when it judges its hand
BET, BIG = 0.62, 0.85  # the share of hands beaten from which it bets, and bets five
CALL, CALL_MORE, RAISE = 0.45, 0.04, 0.9  # the share from which it accepts two, per two more, and raises
CALL_ORDAGO, ORDAGO = 0.95, 1.1  # the share from which it accepts an órdago, and says one
SHY = 0.25  # the probability that it does not make a good bet
STEPS = 40  # the resolution of `word_likelihood`


def choose(view: View, seen: MusSeen, rng: Random) -> Action:
    """Returns a legal word: it bets hands that look good and accepts with hands that look fair."""
    if view.fase is Fase.MUS:
        own = jugada(view.mine, seen.rules.reyes, seen.rules.real)
        return Action(Voz.NO_MUS if _is_good_hand(own) else Voz.MUS)
    if view.fase is Fase.DESCARTE:
        return _throw(view, seen.rules)
    return _choose_legal(
        view, quantile(view, seen, Lance(view.fase.value)) + rng.uniform(-BLUR, BLUR), rng.random
    )


def _choose_legal(view: View, feeling: float, chance: Callable[[], float]) -> Action:
    """Returns the first legal word that a feeling about the hand suggests, otherwise a word that risks
    nothing.

    `chance` returns a number from 0 to 1; below SHY the player is too shy to bet or raise.
    """
    answers = view.offers.allows(Voz.QUIERO)
    wishes = _answer(view, feeling, chance) if answers else _open(view, feeling, chance)
    return next((a for a in wishes if view.offers.allows(a)), None) or choose_quiet_word(view)


def word_likelihood(view: View, action: Action) -> Callable[[float], float]:
    """Returns a function from the share of hands that a hand beats to the probability of the word
    `action`."""
    reach = round(BLUR * STEPS)
    felt = [number / STEPS for number in range(-reach, STEPS + reach + 1)]
    often = [
        SHY * (_choose_legal(view, feeling, lambda: 0.0) == action)
        + (1 - SHY) * (_choose_legal(view, feeling, lambda: 1.0) == action)
        for feeling in felt
    ]
    sums = [0.0, *accumulate(often)]

    def likelihood(beaten: float) -> float:
        """Returns the probability of the word with a hand that beats this share of hands."""
        place = round(beaten * STEPS)
        return (sums[place + 2 * reach + 1] - sums[place]) / (2 * reach + 1)

    return likelihood


def _open(view: View, feeling: float, chance: Callable[[], float]) -> tuple[Action, ...]:
    """Returns the words that open a lance, the best first, legal or not.

    `feeling` is the estimated share of hands beaten. If `chance()` is below SHY, the only word is paso. The
    first hand has no órdago.
    """
    paso = Action(Voz.PASO)
    if feeling < BET or chance() < SHY:
        return (paso,)
    if feeling >= ORDAGO and view.hand > 1:
        return Action(Voz.ORDAGO), paso
    return Action(Voz.ENVIDO, 5 if feeling >= BIG else 2), paso


def _answer(view: View, feeling: float, chance: Callable[[], float]) -> tuple[Action, ...]:
    """Returns the answers to a bet, the best first, legal or not.

    `feeling` is the estimated share of hands beaten. If `chance()` is below SHY, it does not raise.
    """
    envite = view.envite
    bet, ordago = (envite.apuesta, envite.ordago) if envite is not None else (0, False)
    needed = CALL_ORDAGO if ordago else min(CALL_ORDAGO, CALL + CALL_MORE * (bet - 2) / 2)
    if feeling < needed:
        return Action(Voz.NO_QUIERO), Action(Voz.QUIERO)
    if feeling >= RAISE and not ordago and chance() >= SHY:
        return Action(Voz.Y_YO), Action(Voz.QUIERO)
    return (Action(Voz.QUIERO),)


def _is_good_hand(own: Jugada) -> bool:
    """Returns whether a beginner keeps a hand: duples, medias, 31, or juego with pares."""
    return own.premio_pares > 1 or own.premio_juego == 3 or (own.has(Lance.PARES) and own.has(Lance.JUEGO))


def _throw(view: View, rules: MusRules) -> Action:
    """Returns the discard of all cards except reyes and pares; if these are the whole hand, of the last card,
    the lowest."""
    worths = [strength(c.rank, rules.reyes) for c in view.mine]
    best = max(strength(rank, rules.reyes) for rank in RANKS)
    thrown = tuple(
        c for c, worth in zip(view.mine, worths, strict=True) if worth < best and worths.count(worth) == 1
    )
    return Action(Voz.DESCARTA, cards=thrown or view.mine[-1:])
