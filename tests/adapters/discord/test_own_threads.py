"""Where each table is played in a thread of its own, it is played, whatever becomes of the thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from discord import Permissions
from discord.utils import snowflake_time
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from adapters.discord.wire import OldEdits
from musbot.port.messenger import Gone
from tests.evenings.around import CALM, NUMBERS
from tests.evenings.channel import MUS, Channel, on_discord
from tests.evenings.discord_threads import in_its_thread, plays_in_threads, standing, to_lobby_in_a_thread
from tests.evenings.hours import passes
from tests.fakes.clock import Clock

THREADS = r"/threads$"


def told(story: Callable[[Channel], Awaitable[None]]) -> None:
    """Tells a story in a channel where each table is played in a thread."""

    async def plays() -> None:
        async with on_discord(seed=story.__name__) as it:
            await plays_in_threads(it)
            await story(it)
            assert it.leaks() == []

    passes(plays)


async def _open(it: Channel) -> None:
    await it.slash("Ane", "/mus reglas:vitoria", MUS)


async def _plays_in_the_channel(it: Channel) -> None:
    await it.until(lambda: "Sentarme 🔷" in it.fake.labels(MUS), "the lobby in the channel")
    await it.sit("Ane", "Beñat", ais=2)
    await it.press("Ane", "Empezar")
    await it.speak(*CALM)
    assert it.table is not None
    assert (it.table.left, it.table.own_thread) == ("", False)


@pytest.mark.parametrize(("status", "code", "times"), [(400, 160006, 1), (403, 50013, 1), (503, 0, 3)])
def test_a_table_whose_thread_is_refused_is_played_in_the_channel(status: int, code: int, times: int) -> None:
    async def story(it: Channel) -> None:
        it.fake.refuse("POST", THREADS, status, code, times=times)
        await _open(it)
        await _plays_in_the_channel(it)
        assert it.fake.world.threads(MUS) == []

    told(story)


@pytest.mark.parametrize("fault", ["refuse", "lose"])
def test_after_an_outage_the_thread_is_opened_once(fault: str) -> None:
    async def story(it: Channel) -> None:
        if fault == "refuse":
            it.fake.refuse("POST", THREADS, 503, times=2)
        else:
            it.fake.lose_reply("POST", THREADS)
        await in_its_thread(it, "Ane", "Beñat", ais=2)
        await it.speak(*CALM)
        assert len(it.fake.world.threads(MUS)) == len(standing(it)) == 1

    told(story)


@pytest.mark.parametrize("slow", ["/messages$", THREADS])
def test_a_restart_between_seal_and_thread_opens_one_thread(slow: str) -> None:
    async def story(it: Channel) -> None:
        it.fake.slow("POST", slow, 8, times=1)
        await _open(it)
        async with it.down():
            await it.wait(30)
        await it.until(lambda: it.fake.world.threads(MUS), "a thread")
        it.channel = it.fake.world.threads(MUS)[0].id
        await it.until(it.showing, "the lobby in the thread")
        await it.sit("Ane", "Beñat", ais=2)
        await it.press("Ane", "Empezar")
        await it.speak(*CALM)
        assert len(it.fake.world.threads(MUS)) == len(standing(it)) == 1

    told(story)


def test_a_thread_stays_open_for_a_week_without_a_message() -> None:
    async def story(it: Channel) -> None:
        await in_its_thread(it, "Ane", "Beñat", ais=2)
        asked = [
            one.payload for one in it.fake.sent if one.done and "auto_archive_duration" in str(one.payload)
        ]
        assert [payload["auto_archive_duration"] for payload in asked] == [7 * 24 * 60]

    told(story)


def test_an_abandoned_lobby_leaves_nothing_in_the_channel() -> None:
    async def story(it: Channel) -> None:
        await _open(it)
        await it.wait(5)
        it.channel = it.fake.world.threads(MUS)[0].id
        await it.wait(20 * 60)
        assert standing(it) == []
        assert "caducada" in it.group()

    told(story)


def _archived(it: Channel) -> list[bool]:
    """Returns whether each thread of the channel is archived, oldest first."""
    return [bool(one.thread_metadata and one.thread_metadata.archived) for one in it.fake.world.threads(MUS)]


@pytest.mark.parametrize("how", ["expires", "ends", "moved"])
def test_the_thread_of_a_lobby_that_never_began_is_archived_once_the_lobby_says_so(how: str) -> None:
    async def story(it: Channel) -> None:
        if how == "moved":
            it.channel = MUS
            await it.choose("Ane", "Hilos")
            await it.choose("Ane", "en el canal")
            await to_lobby_in_a_thread(it, "Ane")
        else:
            await _open(it)
            await it.until(lambda: it.fake.world.threads(MUS), "a thread")
            it.channel = it.fake.world.threads(MUS)[0].id
            await it.until(it.showing, "the lobby in the thread")
        assert _archived(it) == [False]
        if how == "ends":
            await it.slash("Ane", "/terminar")
        await it.wait(20 * 60)
        assert "caducada" in it.group() or "se termina aquí" in it.group()
        assert _archived(it) == [True]

    told(story)


def test_a_thread_stays_open_if_a_table_was_dealt_there_or_is_open() -> None:
    async def story(it: Channel) -> None:
        await in_its_thread(it, "Ane", "Beñat", ais=2)
        for name in ("Ane", "Beñat"):
            await it.slash(name, "/terminar")
        await it.wait(60)
        assert it.table is None
        await _open(it)
        await it.until(lambda: len(it.fake.world.threads(MUS)) == 2, "another thread")
        it.channel = it.fake.world.threads(MUS)[1].id
        await it.until(it.showing, "the lobby in the thread")
        await it.slash("Ane", "/mus reglas:parejas")  # the empty lobby is replaced by another
        await it.wait(60)
        assert it.table is not None
        assert _archived(it) == [False, False]

    told(story)


def test_a_thread_that_a_person_has_opened_stays_open() -> None:
    async def story(it: Channel) -> None:
        bot, manages = it.fake.world.bot_user.id, Permissions(manage_threads=True, manage_channels=True).value
        it.fake.world.set_overwrite(MUS, Overwrite(bot, OverwriteType.MEMBER, allow=manages))
        await it.choose("Ane", "Hilos")
        await it.choose("Ane", "en el canal")
        await _open(it)
        await it.until(it.showing, "the lobby")
        await it.press("Ane", "Sentarme 🔷")
        lobby = it.fake.from_bot(MUS)[-1].id
        thread = it.fake.thread(MUS, "Mus del jueves", NUMBERS["Carmen"], lobby)
        await it.press("Ane", "Más")
        await it.press("Ane", "Jugar en un hilo")
        it.channel = thread
        await it.until(it.showing, "the lobby in the thread")
        await it.slash("Ane", "/terminar")
        await it.wait(60)
        assert it.table is None
        assert _archived(it) == [False]

    told(story)


@pytest.mark.parametrize("status", [403, 503])
def test_a_thread_that_may_not_be_archived_is_left_and_after_an_outage_it_is(status: int) -> None:
    async def story(it: Channel) -> None:
        it.fake.refuse("PATCH", r"^/channels/\d+$", status, 50013 if status == 403 else 0, times=2)
        await _open(it)
        await it.wait(20 * 60)
        assert _archived(it) == [status == 503]

    told(story)


def test_the_empty_lobbies_of_threads_count_for_their_channel() -> None:
    async def story(it: Channel) -> None:
        for name in ("Ane", "Beñat", "Carmen", "Dani"):
            await it.slash(name, "/mus", MUS)
            await it.wait(5)
        lobbies = [table.opened_by for table in it.process.manager.tables.in_memory()]
        assert lobbies == [f"discord:{NUMBERS[name]}" for name in ("Beñat", "Carmen", "Dani")]
        assert len(standing(it)) == 3

    told(story)


def test_in_the_channel_only_a_player_brings_the_table_back_and_the_score_is_private() -> None:
    async def story(it: Channel) -> None:
        thread = await in_its_thread(it, "Ane", "Beñat", ais=2)
        await it.speak(*CALM)
        await it.slash("Ane", "/tanteo", MUS)
        assert "hilo" in await it.slash("Carmen", "/mesa", MUS)
        assert (it.channel, len(standing(it))) == (thread, 1)
        await it.slash("Ane", "/mesa", MUS)
        it.channel = MUS
        await it.until(it.showing, "the board in the channel")
        await it.speak(*CALM)
        assert it.table is not None
        assert (it.table.left, it.table.own_thread) == ("", False)

    told(story)


def test_a_channel_takes_three_edits_of_old_messages_in_twenty_seconds() -> None:
    clock, old, new = Clock(), 1 << 22, 2 << 22
    edits = OldEdits(clock, lambda at: 7200.0 if at < snowflake_time(new).timestamp() else 3599.0)
    for _ in range(9):
        edits.take(MUS, new)
    for _ in range(2):
        for _ in range(3):
            edits.take(MUS, old)
        with pytest.raises(Gone):
            edits.take(MUS, old)
        edits.take(MUS + 1, old)
        clock.on(21)


@pytest.mark.parametrize("where", ["in the thread", "in private"])
def test_a_thread_that_takes_no_messages_can_be_left_for_its_channel(where: str) -> None:
    async def story(it: Channel) -> None:
        thread = await in_its_thread(it, "Ane", "Beñat", ais=2)
        denied = Permissions(send_messages_in_threads=True).value
        bot = it.fake.world.bot_user.id
        it.fake.world.set_overwrite(MUS, Overwrite(bot, OverwriteType.MEMBER, deny=denied))
        refused = await it.slash("Ane", "/table", thread)
        assert "pulsa «Llevarla al canal»" in refused
        chat = thread if where == "in the thread" else it.fake.dm(NUMBERS["Ane"])
        await it.press("Ane", "Llevarla al canal", chat)
        it.channel = MUS
        await it.until(it.showing, "the board in the channel")
        await it.speak(*CALM)

    told(story)
