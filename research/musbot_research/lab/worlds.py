"""Partidas that agree with a view, and the value of words in them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from musbot.coach.mus.moments import Decision, Listener, require_mus
from musbot.coach.mus.value import chance_after
from musbot.coach.mus.worlds import sample_worlds
from musbot.game import Partida
from musbot.game.actions import Action, Seat, Voz, require_action
from musbot.game.cards import Hand, cards
from musbot.game.events import Signed
from musbot.game.evolve import evolve
from musbot.game.library import read_word
from musbot.game.record import copy_with
from musbot.game.state import Descarte, State
from musbot.game.views import View
from musbot_research.arena import Estimate
from musbot_research.arena.estimates import CONFIDENCE_ERRORS
from musbot_research.lab.equities import CannotBe, Possible, known, require_count, require_kinds, require_view
from musbot_research.lab.telling import Telling

Kinds = Sequence[str | None]
"""For each seat the AI player's kind, or None for a person."""
Word = Action | Voz | str
"""A word: an action, or as `Partida.say` reads it."""
Thrown = Hand | Sequence[str] | str
"""Cards that a seat has thrown, also as texts."""


def worlds(view: View, many: int, *, thrown: Thrown = (), kinds: Kinds = (), seed: int = 0) -> list[Partida]:
    """Returns up to `many` partidas that the asked player cannot tell apart, drawn by their likelihood.

    All agree with the view: cards, declarations, señas seen. Hands that fit the words said are more frequent;
    `kinds` names the players who said them. `thrown` are the cards that the seat discarded in this hand.
    There are fewer partidas if hardly any deal agrees. Equal seeds give equal partidas. Raises CannotBe
    unless the view's seat is asked, in pairs, and BadArgument.
    """
    require_count("many", many)
    telling = Telling(require_view(view), cards(thrown))
    uttered = _decision_in_world(telling, require_kinds(kinds, view.seats), Random(f"{seed}|first"))
    rng = Random(seed)
    return [
        telling.partida(world.cards, world.discards, _cards_thrown(world))
        for world in sample_worlds(uttered, rng, many)
    ]


def value(
    view: View, word: Word, many: int = 60, *, thrown: Thrown = (), kinds: Kinds = (), seed: int = 0
) -> Estimate:
    """Returns the chance of the juego after a word, from `many` worlds that AI players play out.

    `kinds` names these players; at other seats they play as the coach assumes of people. `many` is at least
    2. `thrown` are the cards that the seat discarded in this hand. The worlds follow from `seed`. Raises
    CannotBe, Illegal, UnknownWord or BadArgument.
    """
    (row,) = _chances_by_word(view, (word,), many, thrown, kinds, seed)
    return _mean(row)


def gain(
    view: View,
    word: Word,
    over: Word,
    many: int = 60,
    *,
    thrown: Thrown = (),
    kinds: Kinds = (),
    seed: int = 0,
) -> Estimate:
    """Returns the chance of the juego after a word minus the chance after the word `over`.

    Both are tried in the same worlds with equal luck, which is more precise than two values. The other
    parameters and the errors are the same as in `value`.
    """
    row, other = _chances_by_word(view, (word, over), many, thrown, kinds, seed)
    return _mean([one - less for one, less in zip(row, other, strict=True)])


def _chances_by_word(
    view: View, words: Sequence[Word], many: int, thrown: Thrown, kinds: Kinds, seed: int
) -> list[list[float]]:
    """Returns the chances after each word, one for each sampled world."""
    require_count("many", many, 2)
    seat = _asked_seat(require_view(view))
    actions = [require_action(read_word(word)) for word in words]
    uttered = _decision_in_world(
        Telling(view, cards(thrown)), require_kinds(kinds, view.seats), Random(f"{seed}|first")
    )
    found = sample_worlds(uttered, Random(seed), many)
    if len(found) < 2:
        raise CannotBe("a view of which no two worlds were found")
    return [
        [chance_after(it, seat, action, f"{seed}|{at}", uttered.company) for at, it in enumerate(found)]
        for action in actions
    ]


def _asked_seat(view: View) -> Seat:
    """Returns the seat of a view; raises CannotBe unless its word is awaited."""
    if view.seat is None or view.seat not in view.turno:
        raise CannotBe(f"the view of seat {view.seat}: expected that of somebody who is asked")
    return view.seat


def _cards_thrown(mesa: State) -> dict[Seat, Hand]:
    """Returns the cards thrown in the discard under way, by seat."""
    if not isinstance(mesa.phase, Descarte):
        return {}
    return {seat: hand for seat, hand in enumerate(mesa.phase.thrown) if hand is not None}


def _decision_in_world(telling: Telling, kinds: tuple[str | None, ...], rng: Random) -> Decision:
    """Returns the coach's record of the decision, in any world that agrees with the view."""
    view = telling.view
    seat = _asked_seat(view)
    partida = telling.any(Possible(known(view), telling.rules, telling.own), rng)
    mesa, listener = telling.before, Listener(kinds)
    for event in partida.log[telling.dealt :]:
        listener.record_event(mesa, event)
        mesa = evolve(mesa, event)
    signs = [Signed(view.hand, who, sena, (seat,), len(mesa.throws)) for who, sena in view.seen]
    return listener.decision_at(
        require_mus(copy_with(mesa, signs=tuple(signs))), seat, view.actions()[0], telling.own
    )


def _mean(chances: Sequence[float]) -> Estimate:
    """Returns the mean of at least two chances with its 95 % interval."""
    mean = sum(chances) / len(chances)
    spread = sum((one - mean) ** 2 for one in chances) / (len(chances) - 1)
    error = CONFIDENCE_ERRORS * sqrt(spread / len(chances))
    return Estimate(mean, mean - error, mean + error)
