"""The acta of a partida that is over, and the proof of its deal."""

from __future__ import annotations

import asyncio

from musbot.acta.partida import Acta, Promesa
from musbot.acta.verify import verify
from musbot.acta.write import distinct, write
from musbot.game.events import Event
from musbot.game.shuffle import Scheme, commitment
from musbot.narrator import Narrator
from musbot.narrator.kept import Proof
from musbot.narrator.post import Post
from musbot.page.sheet import page
from musbot.service.tables.manager import TableManager
from musbot.store.refold import read_log
from musbot.table.table import Table
from musbot.table.told import Refused
from musbot.table.view import watch


async def read_again(manager: TableManager, table: Table) -> Acta:
    """Returns a table that is over as its acta tells it.

    Raises ValueError for one without a partida, Refused for one whose log is kept no more.
    """
    if table.mesa is None:
        raise ValueError("expected a partida")
    log = read_log(table.id, await manager.store.log(table.id))
    events = tuple(event for event in log if isinstance(event, Event))
    if not events:  # it was taken out meanwhile
        raise Refused("refused-no-acta-any-more")
    return Acta(distinct(table.names), table.mesa.rules, events, table.mesa, promised(table))


async def files(manager: TableManager, table: Table, narrator: Narrator) -> Post:
    """Returns the acta of a table that is over as a file, and beside it the page, made off the loop."""
    partida = await read_again(manager, table)
    text = write(table.names, partida.events, partida.baraja)
    html = await asyncio.to_thread(page, partida, narrator.texts)
    return narrator.guide.acta(watch(table), text.encode(), html.encode())


async def proven(manager: TableManager, table: Table) -> Proof:
    """Returns what is found when the deal of a partida that is over is reckoned again from its seed."""
    promesa, verdict = promised(table), verify(await read_again(manager, table))
    return Proof(
        short=table.short,
        commitment=promesa.compromiso or "",
        seed=table.seed.hex(),
        cut=promesa.corte,
        hands=verdict.hands,
        broken=tuple(hand for hand in range(1, verdict.hands + 1) if hand not in verdict.kept),
        drawn=verdict.mano_drawn,
    )


def promised(table: Table) -> Promesa:
    """Returns what an acta tells of the decks of a table that is over."""
    return Promesa(
        semilla=table.seed,
        compromiso=commitment(table.id, table.seed, Scheme.MUSBOT_2),
        mesa=table.id,
        esquema=Scheme.MUSBOT_2,
        corte=table.place,
    )
