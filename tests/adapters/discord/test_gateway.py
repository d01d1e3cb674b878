"""The connection to the gateway: whatever happens there the bot comes back, and nobody's clock strikes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from adapters.discord.bot import NoIntent, WrongToken
from adapters.discord.gateway import LONGEST_PAUSE_S, STEADY_S, Troubles, is_silent
from adapters.discord.shard import ConnectionLost
from musbot.game.errors import MusError
from musbot.health.watched import Health
from musbot.table.events import ChatId
from tests.e2e.discord_server import ANE, State
from tests.fakes.discord_api.faults import GatewayFaults
from tests.fakes.discord_api.gateway import Session
from tests.support.discord_night import (
    HOUR,
    OTHER_CHANNEL,
    OTHER_SERVER,
    PENA,
    TURN_S,
    Night,
    a_table_in_telegram,
    lived,
    plays,
)

GATEWAY_BOT = r"/gateway/bot$"


@pytest.fixture(autouse=True)
def _pauses(hasty_discord: None) -> None:
    """What is sent goes at once: limits are not what this is about."""


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What an operator reads of the connection."""
    assert not [it for it in caplog.records if it.exc_info or it.levelno >= logging.ERROR]
    return [it.getMessage() for it in caplog.records if "gateway" in it.getMessage()]


# ---- at the start ----------------------------------------------------------------------------------------


def refuse_all(it: Night) -> None:
    it.fake.gateway.faults.status = 0


def answer_503(it: Night) -> None:
    it.fake.gateway.faults.status = 503


def talk_nonsense(it: Night) -> None:
    it.fake.gateway.faults.said = "<html>Bad Gateway</html>"


def be_mute(it: Night) -> None:
    it.fake.gateway.faults.mute = True


def tell_no_gateway(it: Night) -> None:
    it.fake.refuse("GET", GATEWAY_BOT, 503, times=None)


def tell_nonsense_of_it(it: Night) -> None:
    it.fake.garble("GET", GATEWAY_BOT, None, status=200)


def tell_nothing_of_it(it: Night) -> None:
    it.fake.slow("GET", GATEWAY_BOT, 25)


@pytest.mark.parametrize(
    ("trouble", "lasts_s"),
    [
        (refuse_all, HOUR),
        (answer_503, 600),
        (talk_nonsense, 600),
        (be_mute, 600),
        (tell_no_gateway, HOUR),
        (tell_nonsense_of_it, HOUR),
        (tell_nothing_of_it, 600),
    ],
)
def test_after_a_long_time_without_a_gateway_at_the_start_one_plays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trouble: Callable[[Night], None], lasts_s: float
) -> None:
    caplog.set_level(logging.INFO)

    async def story(it: Night) -> None:
        trouble(it)
        await it.process.start()
        await asyncio.sleep(lasts_s)
        assert not it.fake.connected
        assert len(lines(caplog)) == 1
        it.fake.gateway.faults.clear()
        it.fake.faults.clear()
        await it.connected(within_s=3 * LONGEST_PAUSE_S)
        await asyncio.sleep(30)  # until what was late has come
        await plays(it.mesa())
        assert len(lines(caplog)) <= 4

    lived(tmp_path, story)


def test_telegram_plays_while_discord_answers_503_at_the_start(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        tell_no_gateway(it)
        await it.process.start()
        await a_table_in_telegram(it)
        await asyncio.sleep(HOUR)
        telegram = it.table(ChatId(f"telegram:{PENA}"))
        assert telegram.hand > 1 or telegram.put_off, "its clocks have struck"
        it.fake.faults.clear()
        await it.connected()
        await plays(it.mesa())

    lived(tmp_path, story, telegram=True)


# ---- in the middle of a hand -----------------------------------------------------------------------------


async def in_a_hand(it: Night) -> State:
    """The process plays, and a hand of four has begun."""
    await it.process.start()
    await it.connected()
    mesa = it.mesa()
    await plays(mesa)
    await it.fake.settle()
    return mesa


@pytest.mark.parametrize("hours", [1, 4])
def test_a_gateway_that_is_dead_for_hours_is_three_lines_and_the_session_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, hours: int
) -> None:
    caplog.set_level(logging.INFO)

    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        table = it.table(mesa.chat)
        refuse_all(it)
        await it.fake.drop_gateway()
        await asyncio.sleep(hours * HOUR)
        assert it.table(mesa.chat) == table, "nobody's clock has struck"
        gone = lines(caplog)
        assert [it.split(" (")[0] for it in gone] == ["Discord's gateway is gone"] * 2, "lost, then refused"
        it.fake.gateway.faults.clear()
        await it.connected(within_s=LONGEST_PAUSE_S + 1)
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 1)
        (again,) = lines(caplog)[2:]
        tries = int(again.split()[-2])
        assert hours * HOUR / LONGEST_PAUSE_S < tries < hours * HOUR / 30
        await asyncio.sleep(TURN_S - 1)
        assert it.table(mesa.chat) == table, "its clock began anew"
        await asyncio.sleep(10)
        assert it.table(mesa.chat).seq > table.seq

    lived(tmp_path, story)


@pytest.mark.parametrize(
    ("code", "sessions"), [(None, 1), *((c, 1) for c in (1000, 1001, 4000, 4003, 4008)), (4007, 2), (4009, 2)]
)
def test_a_session_outlives_every_close_but_those_that_end_it(
    tmp_path: Path, code: int | None, sessions: int
) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        await it.fake.drop_gateway(code)
        await it.connected()
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (sessions, 2 - sessions)
        assert (await mesa.press(ANE, "Mis cartas")).private

    lived(tmp_path, story)


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        (4004, WrongToken, "DISCORD_BOT_TOKEN"),
        (4014, NoIntent, "DISCORD_READ_WORDS"),
        (4013, MusError, "4013"),
        (4011, MusError, "4011"),  # the number of shards is the one that it told
    ],
)
def test_a_close_after_which_nobody_may_come_back_ends_with_its_reason(
    tmp_path: Path, code: int, error: type[MusError], words: str
) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        await it.fake.drop_gateway(code)
        with pytest.raises(error, match=words):
            async with asyncio.timeout(HOUR):
                await it.process.wait_until_ended(asyncio.get_running_loop().create_future())

    lived(tmp_path, story)


@pytest.mark.parametrize(("code", "hours"), [(4004, 1.5), (4010, 0.5), (4012, 0.5), (4013, 0.5), (4014, 0.5)])
def test_while_telegram_plays_discord_rests_after_such_a_close_and_is_tried_every_hour(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int, hours: float
) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        table = it.table(mesa.chat)
        it.fake.gateway.faults.closes = code
        await it.fake.drop_gateway(code)
        await asyncio.sleep(hours * HOUR)
        assert it.table(mesa.chat) == table, "nobody's clock has struck"
        page = Health(it.process.watched)
        assert (page.problems(), page.silent_platforms(), list(page.parked_platforms())) == (
            [],
            ["discord"],
            ["discord"],
        )
        errors = [it.getMessage() for it in caplog.records if it.levelno >= logging.ERROR]
        assert [it.partition(":")[0] for it in errors] == ["discord rests, and is tried again every hour"]
        await a_table_in_telegram(it)
        it.fake.gateway.faults.clear()
        await asyncio.sleep(0.49 * HOUR)
        await it.fake.until(lambda: page.parked_platforms() == {}, HOUR / 60)
        page.stop()
        await mesa.press(mesa.awaited()[0], "Paso")
        await it.fake.until(lambda: it.table(mesa.chat).seq > table.seq)

    lived(tmp_path, story, telegram=True)


def test_while_telegram_plays_a_token_that_discord_does_not_know_ends_nothing(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        it.fake.refuse("GET", r"/users/@me$", 401)
        await it.process.start()
        await a_table_in_telegram(it)
        assert it.process.watched.parking.list_parked() == {
            "discord": "DISCORD_BOT_TOKEN: expected a token that Discord knows"
        }
        await asyncio.sleep(HOUR)
        await it.connected()
        await plays(it.mesa())

    lived(tmp_path, story, telegram=True)


def test_a_token_that_is_reset_meanwhile_ends_with_its_reason(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        it.fake.refuse("GET", GATEWAY_BOT, 401)
        await it.process.start()
        with pytest.raises(WrongToken, match=r"^DISCORD_BOT_TOKEN"):
            await it.process.wait_until_ended(asyncio.get_running_loop().create_future())

    lived(tmp_path, story)


def test_a_connection_on_which_nothing_comes_any_more_is_noticed_before_a_clock_strikes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        table = it.table(mesa.chat)
        be_mute(it)
        await asyncio.sleep(HOUR / 6)
        assert it.table(mesa.chat) == table
        assert "Discord's gateway is gone (it does not answer): clocks wait" in lines(caplog)
        it.fake.gateway.faults.clear()
        await asyncio.sleep(2 * LONGEST_PAUSE_S)
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 1)
        assert (await mesa.press(ANE, "Mis cartas")).private

    lived(tmp_path, story)


def test_who_is_asked_to_come_back_does_so_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def story(it: Night) -> None:
        await in_a_hand(it)
        await asyncio.sleep(STEADY_S)
        it.fake.ask_reconnect()
        await it.fake.until(lambda: it.fake.gateway.resumed == 1)
        assert lines(caplog) == []

    lived(tmp_path, story)


def test_a_database_that_is_away_is_not_told_as_an_outage_of_discord(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    sure = True

    async def story(it: Night) -> None:
        nonlocal sure
        await in_a_hand(it)
        await asyncio.sleep(STEADY_S)
        sure = False
        it.fake.ask_reconnect()
        await asyncio.sleep(HOUR)
        assert it.fake.gateway.resumed == 0
        sure = True
        await asyncio.sleep(3)
        assert it.fake.gateway.resumed == 1, "an hour of that is no reason to wait"
        assert lines(caplog) == []

    lived(tmp_path, story, is_active=lambda: sure)


def test_who_is_asked_to_come_back_again_and_again_is_back_within_two_seconds(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        dead = []
        for times in range(1, 7):
            await asyncio.sleep(8)
            asked_at = it.hours.now
            it.fake.ask_reconnect()
            await it.fake.until(lambda times=times: it.fake.gateway.resumed == times)  # type: ignore[misc]
            dead.append(it.hours.now - asked_at)
        assert dead[0] < 0.2
        assert all(1 <= it < 2.2 for it in dead[1:])

    lived(tmp_path, story)


def test_who_is_told_to_slow_down_waits(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        await asyncio.sleep(STEADY_S)
        await it.fake.drop_gateway(4008)
        gone_at = it.hours.now
        await it.connected()
        assert 4 <= it.hours.now - gone_at < 9

    lived(tmp_path, story)


def test_whoever_asks_for_a_thousand_heartbeats_is_sent_one_a_second(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        (connection,) = it.fake.gateway.connections
        for _ in range(100):
            for _ in range(10):
                connection.send({"op": 1, "d": None, "t": None, "s": None})
            await asyncio.sleep(0.6)
        assert it.fake.connected
        assert it.fake.gateway.resumed == 0
        assert (await mesa.press(ANE, "Mis cartas")).private

    lived(tmp_path, story)


def test_a_gateway_that_lets_everybody_in_and_out_again_is_not_besieged(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        end = it.hours.now + HOUR / 6
        while it.hours.now < end:
            await it.fake.drop_gateway(4000)
            await it.connected()
            await asyncio.sleep(1)
        assert it.fake.gateway.resumed < 30

    lived(tmp_path, story)


SAID = (
    "",
    "[]",
    "{}",
    "null",
    '{"op":10}',
    '{"op":10,"d":{}}',
    '{"op":1}',
    '{"op":"10","d":{}}',
    '{"op":true}',
    '{"op":10,"d":{"heartbeat_interval":true}}',
    b"\x00",
    b"x" * 9,
)


@pytest.mark.parametrize("said", [*SAID, b"\x01\x02\x00\x00\xff\xff", "[" * 99_999])
def test_nonsense_costs_neither_the_session_nor_the_process(tmp_path: Path, said: str | bytes) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        it.fake.gateway.faults.said = said
        await it.fake.drop_gateway()
        await asyncio.sleep(HOUR / 60)
        it.fake.gateway.faults.clear()
        await it.connected()
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 1)
        assert (await mesa.press(ANE, "Mis cartas")).private

    lived(tmp_path, story)


@pytest.mark.parametrize(
    "ready",
    [{"session_id": 7}, {"resume_gateway_url": None}, {"resume_gateway_url": "https://discord.invalid"}],
    ids=str,
)
def test_a_session_that_could_not_be_resumed_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ready: dict[str, Any]
) -> None:
    tell = Session.tell

    def tell_so(session: Session, name: str, data: dict[str, Any]) -> None:
        tell(session, name, data | ready if name == "READY" else data)

    async def story(it: Night) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(Session, "tell", tell_so)
            await it.process.start()
            await asyncio.sleep(HOUR / 6)
            assert not it.fake.connected
        assert lines(caplog) == ["Discord's gateway is gone (what it says cannot be read): clocks wait"]
        await it.connected(within_s=3 * LONGEST_PAUSE_S)
        await plays(it.mesa())

    lived(tmp_path, story)


def test_a_frame_that_the_bot_does_not_know_costs_no_session(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        for connection in it.fake.gateway.connections:
            connection.send({"op": 12, "d": {}, "t": None, "s": None})
        await asyncio.sleep(1)
        await it.fake.drop_gateway()
        await it.connected()
        assert (len(it.fake.gateway.identified), it.fake.gateway.resumed) == (1, 1)
        assert (await mesa.press(ANE, "Mis cartas")).private

    lived(tmp_path, story)


def test_an_event_that_cannot_be_read_costs_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        it.fake.gateway.tell("CHANNEL_CREATE", {"guild_id": "10"})
        assert (await mesa.press(ANE, "Mis cartas")).private
        assert "an event could not be read: CHANNEL_CREATE (KeyError)" in caplog.messages
        assert it.fake.gateway.resumed == 0

    lived(tmp_path, story)


def test_no_more_sessions_are_started_than_a_day_has(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        await asyncio.sleep(2 * STEADY_S)
        it.fake.gateway.starts = 0
        it.fake.forget_sessions()
        await asyncio.sleep(HOUR / 6)
        assert len(it.fake.gateway.identified) == 1
        assert "Discord's gateway is gone (no more sessions may be started today): clocks wait" in lines(
            caplog
        )
        it.fake.gateway.starts = 1000
        await it.connected(within_s=200)

    lived(tmp_path, story)


# ---- two shards ------------------------------------------------------------------------------------------


def test_of_two_shards_the_one_that_is_gone_holds_its_own_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(it: Night) -> None:
        it.fake.gateway.shards = 2
        await it.process.start()
        await it.fake.until(lambda: len(it.fake.gateway.sessions) == 2)
        assert [it["shard"] for it in it.fake.gateway.identified] == [[0, 2], [1, 2]]
        here, there = it.mesa(), it.mesa(OTHER_CHANNEL, OTHER_SERVER)
        for mesa in (here, there):
            await plays(mesa)
        await it.fake.settle()
        gone, rest = it.table(there.chat), it.table(here.chat)
        it.fake.gateway.faults.shards.add(1)
        await it.fake.drop_gateway(shard=1)
        await asyncio.sleep(HOUR / 6)
        assert it.table(gone.chat) == gone
        assert it.table(here.chat).seq > rest.seq
        assert "shard 1 of 2, is gone" in lines(caplog)[-1]
        it.fake.gateway.faults.clear()
        await it.fake.until(lambda: it.fake.gateway.resumed == 1, 70)
        await asyncio.sleep(TURN_S + 10)
        assert it.table(gone.chat).seq > gone.seq

    lived(tmp_path, story)


@pytest.mark.parametrize(("at_once", "within_s"), [(16, 1), (4, 18), (1, 84)])
def test_sixteen_shards_start_as_many_at_once_as_they_may(
    tmp_path: Path, at_once: int, within_s: float
) -> None:
    async def story(it: Night) -> None:
        it.fake.gateway.shards, it.fake.gateway.at_once = 16, at_once
        await it.process.start()
        await it.fake.until(lambda: len(it.fake.gateway.sessions) == 16, within_s)
        assert sorted(it["shard"][0] for it in it.fake.gateway.identified) == list(range(16))

    lived(tmp_path, story)


def test_of_too_few_shards_the_number_is_asked_for_again(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        await in_a_hand(it)
        it.fake.gateway.shards = 2
        await it.fake.drop_gateway(4011)
        await it.fake.until(lambda: len(it.fake.gateway.identified) == 3, 20)
        assert [it["shard"] for it in it.fake.gateway.identified] == [[0, 1], [0, 2], [1, 2]]

    lived(tmp_path, story)


def test_what_is_said_in_private_comes_to_the_first_shard() -> None:
    chats = [ChatId(f"discord:{it}") for it in (ANE, f"{5 << 22}-7", f"{6 << 22}-7")]
    for shards, silent in ({0}, [True, False, True]), ({1}, [False, True, False]):
        assert [is_silent(frozenset(shards), 2, frozenset(), chat) for chat in chats] == silent


# ---- pauses ----------------------------------------------------------------------------------------------


def test_pauses_begin_with_none_and_end_with_64_seconds() -> None:
    now = [0.0]
    troubles = Troubles("it", lambda: now[0], lambda: 1.0)
    assert [troubles.record_failure(ConnectionLost("x")) for _ in range(9)] == [
        0,
        2,
        4,
        8,
        16,
        32,
        64,
        64,
        64,
    ]
    troubles.record_success()
    now[0] += 30
    assert troubles.record_failure(ConnectionLost("x")) == 64, "that was too short to be steady"
    troubles.record_success()
    now[0] += 60
    assert troubles.record_failure(ConnectionLost("x")) == 0


def test_faults_of_the_gateway_end_when_they_are_cleared() -> None:
    faults = GatewayFaults(503, "x", {1}, mute=True)
    faults.clear()
    assert faults == GatewayFaults()


# ---- how long buttons are dead ---------------------------------------------------------------------------


async def cut_off(it: Night) -> None:
    await it.fake.drop_gateway()


async def asked_to_come_back(it: Night) -> None:
    it.fake.ask_reconnect()


async def asked_again_after_8_s(it: Night) -> None:
    it.fake.ask_reconnect()
    await asyncio.sleep(8)
    it.fake.ask_reconnect()


async def closed_with_4000(it: Night) -> None:
    await it.fake.drop_gateway(4000)


async def told_to_slow_down(it: Night) -> None:
    await it.fake.drop_gateway(4008)


async def session_timed_out(it: Night) -> None:
    await it.fake.drop_gateway(4009)


async def session_forgotten(it: Night) -> None:
    it.fake.forget_sessions()


async def too_few_shards(it: Night) -> None:
    it.fake.gateway.shards = 2
    await it.fake.drop_gateway(4011)


async def answered_503_for_10_s(it: Night) -> None:
    answer_503(it)
    await it.fake.drop_gateway()
    await asyncio.sleep(10)
    it.fake.gateway.faults.clear()


async def mute_for_60_s(it: Night) -> None:
    be_mute(it)
    await asyncio.sleep(60)
    it.fake.gateway.faults.clear()


@pytest.mark.parametrize(
    ("fault", "most_s"),
    [
        (cut_off, 0.2),
        (asked_to_come_back, 0.2),
        (asked_again_after_8_s, 2.2),
        (closed_with_4000, 0.2),
        (told_to_slow_down, 9),
        (session_timed_out, 0.2),
        (session_forgotten, 0.2),
        (too_few_shards, 6),
        (answered_503_for_10_s, 16),
        (mute_for_60_s, 32),
    ],
)
def test_buttons_live_again_soon_after_a_fault(
    tmp_path: Path,
    record_property: Callable[[str, object], None],
    fault: Callable[[Night], Coroutine[Any, Any, None]],
    most_s: float,
) -> None:
    """The seconds are from the end of the fault to the answer of a press tried every tenth of a second."""

    async def story(it: Night) -> None:
        mesa = await in_a_hand(it)
        await asyncio.sleep(STEADY_S)
        await fault(it)
        since, answered = it.hours.now, False
        while not answered:
            press = it.fake.press(ANE, "Mis cartas", mesa.channel)
            with suppress(TimeoutError):
                await it.fake.acknowledged(press, 0.1)
                answered = True
        dead_s = it.hours.now - since
        named = fault.__name__.replace("_", " ")
        record_property("figure", f"Discord's gateway, {named} → buttons live again after {dead_s:.1f} s")
        assert dead_s <= most_s

    lived(tmp_path, story)
