"""A database with three tables, and who sits there."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from pathlib import Path

from musbot.acta.write import write
from musbot.game.engine import begin
from musbot.game.events import Event
from musbot.game.rule_sets import rule_set
from musbot.service.choices.kept import Fact
from musbot.service.review.keepsakes import promesa_of
from musbot.service.tables.repository import with_placeholder_names
from musbot.store.codec import encode
from musbot.store.outline import outline
from musbot.store.protocol import Posted
from musbot.store.refold import read_log, refold
from musbot.store.results import result
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.dealing import with_chance
from musbot.table.events import (
    AnyEvent,
    ChatId,
    MessageId,
    Occupant,
    Opened,
    Queued,
    SatDown,
    TableId,
    read_person_id,
)
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.support.at_table import SEED, played
from tests.support.stores import prepared

OVER, PLAYED, LOBBY = TableId("A2-abcdef"), TableId("B3-abcdef"), TableId("C4-abcdef")
CHAT = ChatId("telegram:-1001")
ANE, BENAT, CARMEN = (
    read_person_id("telegram:1010000"),
    read_person_id("telegram:1011001"),
    read_person_id("telegram:1012002"),
)
DANI, ENEKO, GARI = (
    read_person_id("telegram:1013003"),
    read_person_id("telegram:1014004"),
    read_person_id("telegram:1016006"),
)
SEATS: dict[TableId, tuple[Occupant, ...]] = {
    OVER: (
        Occupant("Ane K", ANE, "es"),
        Occupant("Beñat", BENAT, "eu"),
        Occupant("Carmen", CARMEN, "es"),
        Occupant("Dani", DANI),
    ),
    PLAYED: (
        Occupant("Ane", ANE, "es"),
        Occupant("Patxi", ai="prudente"),
        Occupant("Beñat", BENAT, "eu"),
        Occupant("Maite", ai="prudente"),
    ),
    LOBBY: (
        Occupant("Carmen", CARMEN, "es"),
        Occupant("Dani", DANI),
        Occupant("Eneko", ENEKO, "es"),
        Occupant("Ane", ANE, "es"),
    ),
}
"""Who sits at a table that is over, at one that is played, and in a lobby, where Gari waits."""


async def a_database(folder: Path) -> Path:
    """Returns a database file with three tables, and what chats show of the one that is played."""
    file = folder / "mus.sqlite"
    store = await open_sqlite(prepared(file))
    rules = rule_set("parejas", {"piedras": 10, "juegos": 1})
    for name, seats in SEATS.items():
        by = next(who.person for who in seats if who.person is not None)
        log: list[AnyEvent] = [Opened(name, CHAT, by, "es", rules, SEED)]
        log += [SatDown(seat, who) for seat, who in enumerate(seats)]
        log += [Queued(Occupant("Gari", GARI, "eu"))] if name == LOBBY else []
        table = reduce(fold, log[1:], fold(None, log[0]))
        await store.create(name, CHAT, [encode(event) for event in log], outline=outline(table))
        if name != LOBBY:
            begun, dealt = with_chance(table, begin(rules, 4))
            words = islice(played(dealt, seed=1), None if name == OVER else 2)
            for after, events in [(dealt, begun), *words]:
                rows = [encode(event) for event in events]
                await store.append(name, after.seq - len(rows), rows, outline=outline(after))
            table = after
        if name == OVER:
            await store.append(name, table.seq, [], over=True, result=result(table))
    for chat in (CHAT, ANE, BENAT):
        await store.record_shown(PLAYED, Posted(chat, "hand.1", MessageId("5"), "d"))
    await store.store_note(Fact.OPEN, ANE, "1")
    await store.close()
    return file


async def table_of(store: Store, name: TableId) -> Table:
    table = refold(name, await store.load_log(name))
    assert table is not None
    return table


async def acta_of(store: Store, name: TableId) -> str:
    log = await store.load_log(name)
    table = with_placeholder_names(await table_of(store, name))
    events = [event for event in read_log(name, log) if isinstance(event, Event)]
    return write(table.names, events, promesa_of(table))


def stands_in(folder: Path, *texts: str) -> list[str]:
    """The texts that stand in the files of a database, wherever it may be."""
    files = {file: file.read_bytes() for file in folder.glob("mus.sqlite*")}
    return [f"{text} in {file.name}" for text in texts for file in files if text.encode() in files[file]]
