"""What holds at every moment of every partida: thousands of random hands under every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK
from musbot.game.engine import awaited_seats, offers
from musbot.game.modos.piedras.rules import PiedrasRules
from musbot.game.rule_sets import rule_set
from musbot.game.state import State
from musbot.game.views import observe
from tests.support.invariants import exchanged, lawful, refusal, secret, told
from tests.support.random_partidas import Step, each_rule_set, partidas

# ---- what is offered ----------------------------------------------------------------------------------


_AMOUNTS = {Voz.ENVIDO: (-1, 1, 2, 99), Voz.MAS: (0, 1, 99), Voz.ACEPTO: (0, 1, 2, 99)}


def tries(mesa: State, seat: Seat, rng: Random) -> Iterator[Action]:
    """Yields every word, and some with what they do not take."""
    own = mesa.cards[seat] if mesa.cards else ()
    others = [c for c in DECK if c not in own] or [*DECK]
    for voz in Voz:
        for n in _AMOUNTS.get(voz, (0, 1)):
            yield Action(voz, n)
        yield Action(voz, cards=own[: rng.randint(0, 4)])
        yield Action(voz, cards=(*own[:2], rng.choice(others)))
        yield Action(voz, cards=own[:1] * 2)


def offered(steps: Iterator[Step], rng: Random) -> None:
    for step in steps:
        mesa = step.after
        if rng.random() < 0.95:
            continue
        for seat in {*awaited_seats(mesa)[-1:], rng.randrange(mesa.seats)}:
            assert offers(mesa, seat) or seat not in awaited_seats(mesa)
            for action in tries(mesa, seat, rng):
                refused = refusal(mesa, seat, action)
                assert lawful(mesa, seat, action) == (refused is None), (seat, action)
                assert refused is None or told(*refused)
                assert refused is None or all(fact not in ("", ()) for _, fact in refused[2]), refused


@each_rule_set
def test_what_is_offered_is_accepted_and_all_else_refused_with_its_words(name: str):
    assert partidas(name, 6, offered)["Said"] > 300


# ---- what is hidden -----------------------------------------------------------------------------------


def hidden(steps: Iterator[Step], rng: Random) -> None:
    for step in steps:
        for before, event, after in step.states:
            secret(before, event, after)
            if after.cards and not after.shown:
                seat = rng.choice((None, *range(after.seats)))
                other = exchanged(after, seat, rng)
                assert observe(other, seat) == observe(after, seat)
                if seat is not None and rng.random() < 0.2:
                    action = Action(rng.choice(list(Voz)), cards=tuple(rng.sample(DECK, 2)))
                    assert refusal(other, seat, action) == refusal(after, seat, action)


@each_rule_set
def test_nobody_sees_or_hears_of_a_card_of_another_before_all_are_shown(name: str):
    """Whatever cards the others hold, a seat sees the same; what it hears holds no card but its own."""
    seen = partidas(name, 6, hidden)
    assert min(seen["Dealt"], seen["Shown"]) > 19
    assert seen["Served"] > 20 or isinstance(rule_set(name), PiedrasRules)
