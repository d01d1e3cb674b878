"""Random partidas for tests: hypothesis chooses rules and a number, all cards and words follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from musbot.game.actions import Action, Offer, Seat, Voz
from musbot.game.engine import awaited_seats, begin, cards_due, decide, expire, gracia, offers, winner
from musbot.game.errors import BadRules
from musbot.game.events import Event, Paid
from musbot.game.evolve import evolve
from musbot.game.field_kinds import Amount, Choice
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.piedras.rules import PiedrasRules
from musbot.game.rule_sets import RULE_SETS, Rules
from musbot.game.shuffle import Baraja
from musbot.game.state import State

HABITS = {
    Voz.MUS: 5.0,
    Voz.NO_MUS: 1.0,
    Voz.CONSULTA: 3.0,
    Voz.DESCARTA: 3.0,
    Voz.SERVIDO: 1.0,
    Voz.PASO: 6.0,
    Voz.ENVIDO: 4.0,
    Voz.ORDAGO: 0.2,
    Voz.QUIERO: 2.0,
    Voz.NO_QUIERO: 3.0,
    Voz.QUEREMOS: 0.5,
    Voz.NO_QUEREMOS: 0.5,
    Voz.Y_YO: 1.0,
    Voz.MAS: 1.0,
    Voz.REENVIDO: 0.5,
    Voz.ACEPTO: 2.0,
    Voz.CONFORME: 3.0,
    Voz.PERDIDO: 0.5,
}
"""How often players choose each word, so that everything happens."""


@dataclass(frozen=True)
class Step:
    """What came of one word, one deal or the end of a wait: the states before and after every event of it."""

    states: tuple[tuple[State, Event, State], ...]
    seat: Seat | None = None

    @property
    def before(self) -> State:
        return self.states[0][0]

    @property
    def after(self) -> State:
        return self.states[-1][2]


def partida(rules: Rules, rng: Random, hands: int, seats: int) -> Iterator[Step]:
    """Plays random words for so many hands, or to the end of the partida; it may start in the middle."""
    baraja = Baraja(rng.randbytes(32), "t")
    late = rng.random() < 0.5
    sides = range(rules.sides(seats))
    juegos = tuple(rng.randrange(rules.juegos) if late else 0 for _ in sides)
    piedras = tuple(rng.randrange(rules.piedras) if late else 0 for _ in sides)
    if isinstance(rules, PiedrasRules):
        piedras = _with_stones(rules, juegos, rng)
    mesa = evolve(None, begin(rules, seats, rng.randrange(seats), juegos, piedras)[0])
    while winner(mesa) is None:
        seat = None
        if (owed := cards_due(mesa)) is not None:
            if owed.seat is None and mesa.hand == hands:
                return
            events = baraja.chance(mesa)
        elif gracia(mesa) is not None and rng.random() < 0.4:
            events = expire(mesa)
        else:
            seat, action = word(mesa, rng)
            events = decide(mesa, seat, action)
        states = []
        for event in events:
            states.append((mesa, event, evolve(mesa, event)))
            mesa = states[-1][2]
        yield Step(tuple(states), seat)


def _with_stones(rules: PiedrasRules, juegos: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Some who may be about to leave: the stones lie where a juego may have put them."""
    held = list(rules.start(juegos))
    for _ in range(rng.choice((0, 0, 30))):
        giver, taker = rng.sample(range(len(held)), 2)
        if held[giver] > 1:
            held[giver] -= 1
            held[taker] += rng.random() < 0.8
    return tuple(held)


def word(mesa: State, rng: Random) -> tuple[Seat, Action]:
    """A word that is offered to somebody; seldom to one who merely interrupts (R26)."""
    seat = rng.choice(awaited_seats(mesa))
    if rng.random() < 0.03:
        seat = rng.choice([s for s in range(mesa.seats) if offers(mesa, s)])
    offered = offers(mesa, seat)
    offer = rng.choices(offered, [HABITS[offer.voz] for offer in offered])[0]
    return seat, said(mesa, seat, offer, rng)


def said(mesa: State, seat: Seat, offer: Offer, rng: Random) -> Action:
    if offer.voz is Voz.DESCARTA:
        count = rng.randint(offer.least, offer.most or 4)
        return Action(offer.voz, cards=tuple(rng.sample(mesa.cards[seat], count)))
    most = offer.least + rng.choice((0, 3, 60)) if offer.most is None else offer.most
    return Action(offer.voz, rng.randint(offer.least, most))


def values(kind: Choice | Amount) -> st.SearchStrategy[Any]:
    """What a field of a rule set may be: of fractions the ends and something between."""
    if isinstance(kind, Choice):
        return st.sampled_from(kind.values)
    whole = st.just(kind.least) | st.integers(kind.least, kind.most)
    return whole if kind.whole else st.sampled_from((kind.least, kind.most, 0.2))


def rule_sets(name: str) -> st.SearchStrategy[Rules]:
    """The named rule set, and what becomes of it when fields are changed, as long as it can be played."""

    def changed(changes: dict[str, Any]) -> list[Rules]:
        try:
            return [RULE_SETS[name].with_changes(changes)]
        except BadRules:
            return []

    changes = st.fixed_dictionaries(
        {}, optional={field: values(kind) for field, kind in RULE_SETS[name].fields.items()}
    )
    return st.just(RULE_SETS[name]) | changes.map(changed).filter(bool).map(lambda made: made[0])


Check = Callable[[Iterator[Step], Random], None]


def partidas(name: str, examples: int, check: Check, *, fewest: bool = False, hands: int = 8) -> Counter[str]:
    """Gives random partidas, of any number of players or the fewest, to a check; returns what happened."""
    seen: Counter[str] = Counter()

    def counted(steps: Iterator[Step]) -> Iterator[Step]:
        for step in steps:
            seen.update(type(event).__name__ for _, event, _ in step.states)
            seen.update(event.por for _, event, _ in step.states if isinstance(event, Paid))
            seen["over"] += winner(step.after) is not None
            yield step

    @settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(rules=rule_sets(name), chance=st.integers(0, 2**64 - 1))
    def run(rules: Rules, chance: int) -> None:
        rng = Random(chance)
        seats = rules.players.start if fewest else rng.choice(rules.players)
        check(counted(partida(rules, rng, hands, seats)), rng)

    run()
    return seen


each_rule_set = pytest.mark.parametrize("name", RULE_SETS)
each_of_mus = pytest.mark.parametrize(
    "name", [name for name, rules in RULE_SETS.items() if isinstance(rules, MusRules)]
)
each_with_stones = pytest.mark.parametrize(
    "name", [name for name, rules in RULE_SETS.items() if isinstance(rules, PiedrasRules)]
)
