"""Tables for tests without a store: opened, filled, begun, and played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import cards
from musbot.game.engine import awaited_seats, begin, deal, gracia, offers
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.store.codec import Stored, encode
from musbot.table.acts import Act, read_act
from musbot.table.dealing import with_chance
from musbot.table.decisions import decide_act, end_gracia, speak
from musbot.table.events import AnyEvent, ChatId, Occupant, Opened, Person, SatDown, TableId, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Gari", "Haizea")
SEED = bytes(range(32)).hex()


def person(seat: Seat) -> Person:
    """Returns who sits there."""
    return Person(read_person_id(f"test:{NAMES[seat].lower()}"), NAMES[seat], "es")


def lobby(rules: RuleSet | None = None, seats: int = 0) -> Table:
    """Returns a table in its lobby, opened by Ane, with so many people sitting in turn order."""
    table = fold(
        None,
        Opened(
            TableId("K7-abcdef"), ChatId("test:peña"), person(0).id, "es", rules or rule_set("vitoria"), SEED
        ),
    )
    sat = [SatDown(s, Occupant(NAMES[s], person(s).id, "es")) for s in range(seats)]
    return reduce(fold, sat, table)


def begun(rules: RuleSet | None = None) -> Table:
    """Returns a full table of people whose first hand has been dealt."""
    rules = rules or rule_set("vitoria")
    seats = rules.players[-1]
    table = lobby(rules, seats)
    return reduce(fold, with_chance(table, begin(rules, seats))[0], table)


def pressed(table: Table, seat: Seat, *acts: str | Act) -> Table:
    """Returns the table after a seat presses these, each at the question of its moment."""
    for act in acts:
        done = decide_act(table, person(seat), table.question, read_act(act) if isinstance(act, str) else act)
        table = reduce(fold, done.events, table)
    return table


def played(table: Table, seed: int, most: int = 2000) -> Iterator[tuple[Table, tuple[AnyEvent, ...]]]:
    """Yields the table and what happened after each random word, until the partida is over."""
    rng = random.Random(seed)
    for _ in range(most):
        if table.over or table.mesa is None:
            return
        if gracia(table.mesa) is not None and rng.random() < 0.4:
            events = end_gracia(table)
        else:
            seat = rng.choice(awaited_seats(table.mesa))
            events = speak(table, seat, anything(table, seat, rng)).events
        table = reduce(fold, events, table)
        yield table, events


def anything(table: Table, seat: Seat, rng: random.Random) -> Action:
    """Returns any word that is offered to a seat."""
    assert table.mesa is not None
    offer = rng.choice(offers(table.mesa, seat))
    if offer.voz is Voz.DESCARTA:
        hand = table.mesa.cards[seat]
        return Action(Voz.DESCARTA, cards=tuple(rng.sample(hand, rng.randint(1, offer.most or len(hand)))))
    return Action(offer.voz, offer.least + (rng.randint(0, 5) if offer.most is None else 0))


def at_grande(name: str, piedras: int = 7) -> Table:
    """Eight people who have thrown a card each."""
    table = begun(rule_set(name, {"piedras": piedras}))
    for _ in range(8):
        table = pressed(table, asked(table), "pick.1", "throw")
    return table


def asked(table: Table) -> int:
    """The seat whose word is awaited first."""
    assert table.mesa is not None
    return awaited_seats(table.mesa)[0]


def says(table: Table, *acts: str) -> Table:
    """Lets whoever is asked press these, one after another."""
    for act in acts:
        table = pressed(table, asked(table), act)
    return table


class Logged:
    """A manager that has one log."""

    def __init__(self, events: Sequence[AnyEvent]) -> None:
        self.store = self
        self._events = events

    async def load_log(self, _: str) -> list[tuple[int, Stored]]:
        return [(seq, encode(event)) for seq, event in enumerate(self._events, start=1)]


def partida(rules: str, most: int) -> tuple[Table, Any]:
    """A table that plays at random until so many hands are over, and what knows its log."""
    table = begun(rule_set(rules))
    who = [SatDown(seat, it) for seat, it in enumerate(table.seats) if it is not None]
    opened = Opened(table.id, table.chat, table.opened_by, "es", table.rules, SEED)
    events: list[AnyEvent] = [opened, *who]
    events += with_chance(reduce(fold, who, fold(None, opened)), begin(table.rules, len(who)))[0]
    for now, more in played(begun(rule_set(rules)), 4):
        table = now
        events += more
        if table.hands_over >= most:
            break
    return table, Logged(events)


HANDS = ("12o 3c 11b 1e", "7o 7c 7e 10b", "1o 4c 5b 6e", "2o 2c 12e 12b")


def dealt(*hands: str, **changes: object) -> Table:
    """A table of vitoria whose first hand, with Ane as mano, is this."""
    table = lobby(rule_set("vitoria", changes), 4)
    table = reduce(fold, begin(table.rules), table)
    assert table.mesa is not None
    return reduce(fold, deal(table.mesa, [cards(hand) for hand in hands or HANDS]), table)
