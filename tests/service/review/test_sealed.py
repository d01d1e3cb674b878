"""What binds a deck is posted once and never changed, and is proved by the acta."""

from __future__ import annotations

import asyncio
from pathlib import Path

from musbot.acta.read import read
from musbot.acta.verify import verify
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Scheme, commitment
from musbot.narrator import Narrator
from musbot.service.review.keepsakes import Keepsakes
from musbot.service.review.process_pool import InlineWeigher
from musbot.service.tables.manager import TableManager
from musbot.table.acts import Payload, read_act
from musbot.table.events import Cut, Person
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.patience import Patience
from tests.support.scenes import Scene, restarted, text_of
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, PEOPLE, now, say, seated
from tests.support.verify_deal import run


async def a_lobby(manager: TableManager) -> Table:
    return await manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated())


async def does(manager: TableManager, who: Person, table: Table, act: str) -> Table:
    return (await manager.press(who, Payload(table.id, 0, read_act(act)))).table


async def test_what_binds_the_deck_stands_above_the_lobby_silent_and_is_never_edited(
    scene: Scene, timers: Clock
) -> None:
    table = await a_lobby(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    seal, lobby = scene.platform.requests_to(CHAT)
    bound = commitment(table.id, table.seed, Scheme.MUSBOT_2)
    assert seal.post is not None
    assert (seal.what, seal.post.silent, seal.post.rows, bound in seal.post.text) == ("send", True, (), True)
    assert bound not in text_of(lobby)
    await does(scene.manager, BENAT, table, "cut.17")
    scene = await restarted(scene)
    table = await does(scene.manager, ANE, table, "start")
    for who in PEOPLE[:3]:
        table = await say(scene.manager, table, who, "end")
    await scene.courier.outboxes.wait_until_idle()
    assert table.over
    about = [made for made in scene.platform.requests_to(CHAT) if made.message == seal.message]
    assert about == [seal]


async def test_a_lobby_waits_for_what_binds_its_deck(slow: Scene, clock: Patience) -> None:
    await a_lobby(slow.manager)
    await clock.goes_on(60)
    assert [made.post.title[:1] for made in slow.platform.requests_to(CHAT) if made.post] == ["🔒", "M"]


async def test_two_cut_at_once_and_the_later_one_counts(manager: TableManager) -> None:
    table = await a_lobby(manager)
    await asyncio.gather(
        does(manager, ANE, table, "cut.5"), does(manager, BENAT, table, "cut.9"), return_exceptions=True
    )
    table = await now(manager, table)
    assert table.cut == Cut(1, 9)


async def test_a_rematch_has_a_seed_and_a_cut_of_its_own(manager: TableManager) -> None:
    table = await a_lobby(manager)
    await does(manager, ANE, table, "cut.5")
    table = await does(manager, ANE, table, "start")
    for who in PEOPLE[:3]:
        table = await say(manager, table, who, "end")
    again = (await manager.rematch(BENAT, table.id)).table
    assert (again.cut, again.seed != table.seed) == (None, True)


async def test_the_acta_of_a_table_is_found_as_promised_by_both_verifiers(
    manager: TableManager, tmp_path: Path
) -> None:
    table = await a_lobby(manager)
    await manager.cut(CARMEN, CHAT, "33")
    table = await does(manager, ANE, table, "start")
    for who in PEOPLE[:3]:
        table = await say(manager, table, who, "end")
    post = await Keepsakes(manager.store, InlineWeigher()).acta(table, Narrator("es"))
    acta = post.documents[0][1].decode()
    partida = read(acta)
    assert partida.baraja is not None
    assert partida.baraja.corte == 33
    assert (verify(partida).faults, verify(partida).mano_drawn) == ((), True)
    file = tmp_path / "a.mus.toml"
    file.write_text(acta, "utf-8")
    assert (await asyncio.to_thread(run, file))[0] == 0
