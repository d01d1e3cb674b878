"""A table manager with four people, who open tables and speak there."""

from __future__ import annotations

import random
from functools import partial

from musbot.game.engine import awaited_seats
from musbot.game.errors import Illegal
from musbot.game.rule_sets import rule_set
from musbot.game.state import State
from musbot.players import PLAYERS, USUAL, Prudente
from musbot.service.tables.manager import TableManager
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.acts import InLobby, Payload, read_act
from musbot.table.alarms import Moment
from musbot.table.events import ChatId, Occupant, Person, SatDown, read_person_id
from musbot.table.table import Table
from musbot.testing import Clock

ANE, BENAT, CARMEN, DANI = (
    Person(read_person_id(f"test:{name.lower()}"), name, "es") for name in ("Ane", "Beñat", "Carmen", "Dani")
)
PEOPLE = (ANE, BENAT, CARMEN, DANI)
CHAT = ChatId("test:peña")
STEADY = {**PLAYERS, USUAL.value: Prudente}
"""AI players whose words stay the same, whatever the usual one has learnt: it speaks as prudente does."""


def a_manager(store: Store, timers: Clock, seed: int = 1, *, seen: bool = True) -> TableManager:
    """A manager whose tables everybody sees as they are, unless somebody else is to tell what is seen."""
    rng = random.Random(seed)
    manager = TableManager(
        store, timers, turn_s=90, ai_pause_s=1, rng=rng, entropy=rng.randbytes, players=STEADY
    )
    if seen:
        manager.tables.listeners.append(partial(all_see, manager))
    return manager


async def taken_up(manager: TableManager) -> None:
    """Starts a manager, until all that goes on by itself has been taken up."""
    await manager.start()
    manager.resume_all()
    await manager.wait_for_background()


def all_see(manager: TableManager, table: Table, _: object = ()) -> None:
    """Lets everybody see what a table asks."""
    manager.clocks.mark_seen(table.id, Moment.of_table(table), range(len(table.seats)))


async def opened(
    manager: TableManager,
    rules: str = "vitoria",
    people: tuple[Person, ...] = PEOPLE,
    *,
    chat: ChatId = CHAT,
    **changes: object,
) -> Table:
    """A table with these people in turn order, AI in the seats that are left, its partida begun."""
    sat = seated(people)
    table = await manager.open(
        people[0], chat, "es", rule_set(rules, changes), seated=sat, key=f"open {chat}"
    )
    await manager.press(people[0], Payload(table.id, 0, InLobby.START), key=f"start {chat}")
    return await now(manager, table)


def seated(people: tuple[Person, ...] = PEOPLE) -> list[SatDown]:
    """These people in turn order, AI in the seats that are left."""
    seats = [Occupant(who.name, who.id, who.language) for who in people]
    seats += [Occupant(f"IA{n}", ai="azar") for n in range(len(people), 4)]
    return [SatDown(seat, who) for seat, who in enumerate(seats)]


def mesa_of(table: Table) -> State:
    assert table.mesa is not None
    return table.mesa


async def now(manager: TableManager, table: Table) -> Table:
    found = await manager.tables.look(table.id)
    assert found is not None
    return found


def speaker(table: Table) -> Person:
    assert table.mesa is not None
    return PEOPLE[awaited_seats(table.mesa)[0]]


async def say(manager: TableManager, table: Table, who: Person, act: str, key: str = "") -> Table:
    await manager.press(who, Payload(table.id, table.question, read_act(act)), key=key)
    return await now(manager, table)


async def say_something(manager: TableManager, table: Table, who: Person, rng: random.Random) -> Table:
    """Says any word that the person may say now; a discard throws their first card."""
    acts = ["mus", "nomus", "paso", "quiero", "noquiero", "envido.2", "pick.1"]
    for act in rng.sample(acts, len(acts)):
        try:
            table = await say(manager, table, who, act)
        except (Illegal, Refused):
            continue
        return await say(manager, table, who, "throw") if act == "pick.1" else table
    raise AssertionError(f"{who.name} can say nothing")
