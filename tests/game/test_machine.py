"""Every combination of rules that can be played, any word and any gesture: hypothesis looks for trouble."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import DECK
from musbot.game.engine import awaited_seats, begin, cards_due, deal, decide, expire, gracia, serve, winner
from musbot.game.errors import BadRules, Illegal
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.modos.mus.rules import FIELDS, MusRules
from musbot.game.shuffle import Baraja
from musbot.game.state import State
from musbot.game.views import observe
from tests.support.invariants import Watch, exchanged, lawful, refusal, secret, told
from tests.support.random_partidas import values, word

CHANCE = st.integers(0, 2**32 - 1)
"""What follows from chance in one step."""


@st.composite
def rule_sets(draw: st.DrawFn, bandos: str) -> MusRules:
    """Any combination of fields that can be played; a field that does not go with the others is left out."""
    fields: dict[str, Any] = {name: draw(values(kind)) for name, kind in FIELDS.items()} | {"bandos": bandos}
    while True:
        try:
            return MusRules("any").with_changes(fields)
        except BadRules as wrong:
            del fields[wrong.field]


class Partida(RuleBasedStateMachine):
    """A partida: words, cards, the end of waits, señas and looks; and what is not allowed."""

    mesa: State
    watch: Watch

    def __init__(self, bandos: str, seen: Counter[str]) -> None:
        super().__init__()
        self.bandos = bandos
        self.seen = seen
        self.moved = True

    @initialize(data=st.data(), chance=CHANCE, late=st.booleans())
    def begins(self, data: st.DataObject, chance: int, late: bool) -> None:
        rules = data.draw(rule_sets(self.bandos))
        seats = data.draw(st.sampled_from(rules.players))
        sides = range(rules.sides(seats))
        rng = Random(chance)
        juegos = tuple(rules.juegos - 1 if late else 0 for _ in sides)
        piedras = tuple(rng.randrange(rules.piedras) if late else 0 for _ in sides)
        self.baraja = Baraja(rng.randbytes(32), "t")
        self.mesa = evolve(None, begin(rules, seats, rng.randrange(seats), juegos, piedras)[0])
        self.watch = Watch(self.mesa)

    def happen(self, events: tuple[Event, ...], *, moves: bool = True) -> None:
        self.moved = moves
        for event in events:
            before, self.mesa = self.mesa, evolve(self.mesa, event)
            self.watch.see(event, self.mesa)
            secret(before, event, self.mesa)
            self.seen[type(event).__name__] += 1
        self.seen["over"] += winner(self.mesa) is not None

    @property
    def idle(self) -> bool:
        """Whether something may be done that moves nothing: once between two moves, or it would be all."""
        return self.moved or winner(self.mesa) is not None

    # ---- what moves the partida

    @precondition(lambda self: cards_due(self.mesa) is not None)
    @rule()
    def cards_are_given(self) -> None:
        self.happen(self.baraja.chance(self.mesa))

    @precondition(lambda self: bool(awaited_seats(self.mesa)))
    @rule(chance=CHANCE)
    def somebody_speaks(self, chance: int) -> None:
        seat, action = word(self.mesa, Random(chance))
        self.watch.answer(seat, self.mesa.question)
        self.happen(decide(self.mesa, seat, action))

    @precondition(lambda self: gracia(self.mesa) is not None)
    @rule()
    def the_gracia_ends(self) -> None:
        self.happen(expire(self.mesa))

    # ---- what does not

    @precondition(lambda self: self.idle and bool(gestures(self.mesa)))
    @rule(chance=CHANCE)
    def somebody_makes_a_gesture(self, chance: int) -> None:
        self.happen(decide(self.mesa, *Random(chance).choice(gestures(self.mesa))), moves=False)

    @precondition(lambda self: self.idle)
    @rule(chance=CHANCE)
    def somebody_tries_anything(self, chance: int) -> None:
        self.moved = False
        rng = Random(chance)
        for seat in range(self.mesa.seats):
            action = anything(self.mesa, seat, rng)
            refused = refusal(self.mesa, seat, action)
            assert (refused is None) == lawful(self.mesa, seat, action)
            assert refused is None or told(*refused)
            if refused and self.mesa.cards:
                assert refused == refusal(exchanged(self.mesa, seat, rng), seat, action)
            self.seen["refused" if refused else "allowed"] += 1

    @precondition(lambda self: self.idle)
    @rule(chance=CHANCE)
    def wrong_cards_are_given(self, chance: int) -> None:
        self.moved = False
        owed = cards_due(self.mesa)
        deck = Random(chance).sample(DECK, len(DECK))
        wrong = self.mesa.seats - (owed is not None and owed.seat is None)
        with pytest.raises(Illegal):
            deal(self.mesa, [tuple(deck[4 * seat : 4 * seat + 4]) for seat in range(wrong)])
        with pytest.raises(Illegal):
            serve(self.mesa, tuple(c for c in deck if c not in self.mesa.pile())[: owed.count if owed else 1])

    @precondition(lambda self: self.idle and gracia(self.mesa) is None)
    @rule()
    def a_wait_ends_that_nobody_waits_for(self) -> None:
        self.moved = False
        with pytest.raises(Illegal):
            expire(self.mesa)

    # ---- what always holds

    @invariant()
    def the_log_tells_the_same(self) -> None:
        self.watch.stand()

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        if self.mesa.cards and not self.mesa.shown:
            rng = Random(self.seen.total())
            seat = rng.choice((None, *range(self.mesa.seats)))
            assert observe(exchanged(self.mesa, seat, rng), seat) == observe(self.mesa, seat)


def gestures(mesa: State) -> list[tuple[Seat, Action]]:
    """Every seña and every look that is lawful now."""
    made = [Action(Voz.SENA, sena=sena) for sena in Sena]
    made += [Action(Voz.MIRO, seat=seat) for seat in range(mesa.seats)]
    return [(seat, action) for seat in range(mesa.seats) for action in made if lawful(mesa, seat, action)]


def anything(mesa: State, seat: Seat, rng: Random) -> Action:
    """Something that a seat might do; seldom it makes no sense at all."""
    own = mesa.cards[seat] if mesa.cards else ()
    view = observe(mesa, seat)
    cards = rng.choice((own[:1], own[:3], own[:1] * 2, tuple(rng.sample(DECK, 2))))
    action = Action(rng.choice(list(Voz)))
    parts: dict[Voz, dict[str, Any]] = {
        Voz.ENVIDO: {"n": rng.choice((1, 2, 99))},
        Voz.MAS: {"n": rng.choice((0, 1, 99))},
        Voz.DESCARTA: {"cards": cards},
        Voz.SENA: {"sena": rng.choice((*Sena, *view.true_signs * 5, *view.signed * 5))},
        Voz.MIRO: {"seat": rng.randrange(-1, 7)},
    }
    stray = parts[rng.choice(list(parts))] if rng.random() < 0.1 else {}
    return replace(action, **(parts.get(action.voz, {}) | stray))


@pytest.mark.parametrize("bandos", ["parejas", pytest.param("trios", marks=pytest.mark.long), "individual"])
def test_whatever_the_rules_and_whatever_is_done_all_that_must_hold_holds(bandos: str):
    seen: Counter[str] = Counter()

    class OfThose(Partida):
        def __init__(self) -> None:
            super().__init__(bandos, seen)

    happened = {"allowed", "refused", "over", "Reshuffled", *(kind.__name__ for kind in get_args(Event))}
    happened -= (
        {"JuegoLost", "Began"}
        if bandos != "individual"
        else {"JuegoLost", "Began", "GraciaOver", "Signed", "Looked"}
    )
    for number in range(6):
        run_state_machine_as_test(
            seed(number)(OfThose),
            settings=settings(
                max_examples=30,
                stateful_step_count=120,
                phases=[Phase.generate],  # with Phase.shrink a failure is made small, which takes minutes
                deadline=None,
                database=None,
                suppress_health_check=[HealthCheck.too_slow],
            ),
        )
        if number and all(seen[name] for name in happened):
            break
    assert {name for name in happened if not seen[name]} == set()
