"""Servers of Discord that fail alone, remove the bot, or change its permissions; in virtual time."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tests.e2e.discord_server import ANE, MUS, SERVER, State
from tests.support.discord_night import OTHER_CHANNEL, OTHER_SERVER, TURN_S, Night, lived, plays


async def two_tables(it: Night) -> tuple[State, State]:
    """A table in a hand in each of two servers."""
    await it.process.start()
    await it.connected()
    here, there = it.mesa(), it.mesa(OTHER_CHANNEL, OTHER_SERVER)
    await plays(here)
    await plays(there)
    await it.fake.settle()
    return here, there


def test_no_turn_is_missed_in_a_server_with_an_outage_while_others_play_on(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, there = await two_tables(it)
        it.fake.begin_outage(SERVER)
        before, other = it.table(here.chat), it.table(there.chat)
        await asyncio.sleep(4 * TURN_S)
        assert it.table(here.chat) == before
        assert it.table(there.chat).seq > other.seq
        it.fake.end_outage(SERVER)
        await asyncio.sleep(2 * TURN_S)
        assert it.table(here.chat).seq > before.seq

    lived(tmp_path, story)


def test_a_server_with_an_outage_stays_silent_when_the_gateway_comes_back(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, _ = await two_tables(it)
        it.fake.begin_outage(SERVER)
        await it.fake.drop_gateway()
        await asyncio.sleep(1)
        await it.connected()
        before = it.table(here.chat)
        await asyncio.sleep(4 * TURN_S)
        assert it.table(here.chat) == before

    lived(tmp_path, story)


def test_a_kick_stops_the_tables_of_its_server_at_once(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, there = await two_tables(it)
        it.fake.kick_bot(SERVER)
        await it.fake.until(lambda: it.process.courier.availability.is_closed(here.chat))
        before, other = it.table(here.chat), it.table(there.chat)
        await asyncio.sleep(4 * TURN_S)
        assert it.table(here.chat) == before
        assert it.table(there.chat).seq > other.seq

    lived(tmp_path, story)


def test_a_role_that_takes_the_right_to_write_stops_the_tables_until_it_gives_it_back(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, _ = await two_tables(it)
        it.fake.forbid_everywhere(SERVER, "send")
        closed = it.process.courier.availability.is_closed
        await it.fake.until(lambda: closed(here.chat))
        assert it.process.courier.availability.missing_permissions(here.chat) == ("permission-send-messages",)
        it.fake.forbid_everywhere(SERVER)
        await it.fake.until(lambda: not closed(here.chat))

    lived(tmp_path, story)


def test_after_a_change_of_a_role_a_thread_of_a_deleted_channel_is_in_nobodys_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(it: Night) -> None:
        await it.process.start()
        await it.connected()
        await it.fake.settle()
        it.fake.thread(it.fake.channel(77, SERVER), "Mus del jueves", ANE)
        told = [event for session in it.fake.gateway.sessions.values() for event in session.told]
        (created,) = [event["d"] for event in told if event["t"] == "THREAD_CREATE"]
        it.fake.delete_channel(77)
        it.fake.gateway.tell("THREAD_CREATE", created)  # it was long on its way
        await it.fake.settle()
        it.fake.forbid_everywhere(SERVER)
        await it.fake.settle()
        assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []

    lived(tmp_path, story)


def test_a_time_out_of_the_bot_stops_its_tables_until_it_lapses(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, _ = await two_tables(it)
        it.fake.time_out_bot(SERVER, 600)
        closed = it.process.courier.availability.is_closed
        await it.fake.until(lambda: closed(here.chat))
        before = it.table(here.chat)
        await asyncio.sleep(590)
        assert it.table(here.chat) == before
        assert closed(here.chat)
        await asyncio.sleep(20)
        assert not closed(here.chat), "nobody has said so"

    lived(tmp_path, story)


def test_a_channel_that_forbids_the_bot_to_write_stops_its_table(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        here, _ = await two_tables(it)
        it.fake.forbid(MUS, "send")
        await it.fake.until(lambda: it.process.courier.availability.is_closed(here.chat))

    lived(tmp_path, story)
