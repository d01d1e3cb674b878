"""Worlds: what the others may hold, of all that one seat could not see, drawn as likely as they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, HAND_SIZE, Card, Hand
from musbot.game.errors import MusError
from musbot.game.lances import Fase, Lance, jugada
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.record import changed
from musbot.game.senas import true_of
from musbot.game.views import View, observe
from musbot.players.mus.bets import BLUFFS, betting
from musbot.players.mus.odds import Known, cumulative, hand_classes
from musbot.players.mus.reading import AFTER_CUT, AFTER_MUS, AFTER_NO_QUIERO, AFTER_PASO

MOST_TRIES = 200_000
"""Deals tried for one moment, before what was found has to do."""

WORTH_OF = 4
"""Worlds that agree with what is known for each that is kept by how likely the words are in it."""

_LANCES = {Fase(lance.value): lance for lance in Lance}
_BETS = {Voz.ENVIDO: 2, Voz.Y_YO: 4, Voz.MAS: 5, Voz.REENVIDO: 6, Voz.ORDAGO: 0}
_LEAST = 0.02


class NoWorlds(MusError):
    """What is known at a moment was met by no deal tried."""


def worlds(
    mesa: MusState, seat: Seat, rng: Random, many: int, own_thrown: Hand = (), *, heeding: bool = True
) -> list[MusState]:
    """Returns so many tables that look the same to a seat at this moment, drawn as likely as they are.

    Known are its cards and those it has thrown, what was declared, shown and seen as a seña; `heeding`: those
    that the words said make likely come more often. Raises NoWorlds if none was found.
    """
    view = observe(mesa, seat)
    found = _deals(mesa, view, seat, rng, many * WORTH_OF if heeding else many, own_thrown)
    if not found:
        raise NoWorlds(f"seat {seat}, hand {mesa.hand}: no deal found that agrees with what was said")
    if heeding:
        weights = [likelihood(view, mesa.rules, seat, world.cards, mesa.cut_by) for world in found]
        found = rng.choices(found, weights, k=many)
    return found


def _deals(
    mesa: MusState, view: View, seat: Seat, rng: Random, many: int, own_thrown: Hand
) -> list[MusState]:
    rest = [c for c in DECK if c not in view.mine and c not in own_thrown]
    others = [other for other in range(mesa.seats) if other != seat]
    signs = tuple(sign for sign in mesa.signs if sign.seat == seat or seat in sign.seen_by)
    hidden = len(mesa.discards) - sum(c in mesa.discards for c in own_thrown)
    found: list[MusState] = []
    for _ in range(MOST_TRIES):
        drawn = rng.sample(rest, HAND_SIZE * len(others) + hidden)
        cards = list(mesa.cards)
        for place, other in enumerate(others):
            cards[other] = tuple(drawn[HAND_SIZE * place : HAND_SIZE * (place + 1)])
        if all(_agrees(view, mesa.rules, other, cards[other]) for other in others):
            thrown = (*(c for c in own_thrown if c in mesa.discards), *drawn[HAND_SIZE * len(others) :])
            found.append(changed(mesa, cards=tuple(cards), discards=thrown, signs=signs))
            if len(found) == many:
                break
    return found


def _agrees(view: View, rules: MusRules, seat: Seat, hand: Hand) -> bool:
    """Whether a seat may hold a hand, by what all know and what was seen of it."""
    own = jugada(hand, rules.reyes, rules.real)
    return (
        (view.pares is None or view.pares[seat] == own.has_pares)
        and (view.juego is None or view.juego[seat] == own.has_juego)
        and all(sena in true_of(own) for who, sena in view.seen if who == seat)
    )


def likelihood(
    view: View, rules: MusRules, seat: Seat, cards: Sequence[tuple[Card, ...]], cut_by: Seat | None
) -> float:
    """Returns how much likelier the words of others are with these cards than with any; 1 before any word."""
    weight = 1.0
    for other in range(view.seats):
        if other == seat:
            continue
        for lance, exponent in _habits(bool(view.throws), cut=cut_by == other):
            weight *= _density(_quantile(rules, lance, cards[other]), exponent)
    for word in view.said:
        lance_bet = _LANCES.get(word.fase)
        if lance_bet is not None and word.seat != seat:
            weight *= _said(word.action, _quantile(rules, lance_bet, cards[word.seat]))
    return weight


def _habits(thrown: bool, *, cut: bool) -> list[tuple[Lance, float]]:  # noqa: FBT001 - a fact, not an option
    habits = list(AFTER_MUS.items()) if thrown else []
    return [*habits, *AFTER_CUT.items()] if cut else habits


def _said(action: Action, quantile: float) -> float:
    if action.voz in _BETS:
        ordago, raises = action.voz is Voz.ORDAGO, action.voz is not Voz.ENVIDO
        held = betting(max(2, action.n or _BETS[action.voz]), 2 if raises else 0, 0.5, ordago=ordago)
        return BLUFFS + (1 - BLUFFS) / (1 - held.since) * (quantile >= held.since)
    if action.voz is Voz.PASO:
        return _density(quantile, AFTER_PASO)
    if action.voz in (Voz.NO_QUIERO, Voz.NO_QUEREMOS):
        return _density(quantile, AFTER_NO_QUIERO)
    return 1.0


def _density(quantile: float, exponent: float) -> float:
    """How likely such a hand is among the best of so many."""
    return float(exponent * max(_LEAST, quantile) ** (exponent - 1))


@lru_cache(maxsize=1 << 16)
def _quantile(rules: MusRules, lance: Lance, hand: Hand) -> float:
    of = hand_classes(rules)
    place = of.places[lance][of.index[of.kinds(hand, rules)]]
    return cumulative(rules.reyes, rules.real, (), lance, Known())[place]
