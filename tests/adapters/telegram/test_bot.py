"""Taking updates in from Telegram: none is lost, none counts twice, no chat waits for another."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from functools import partial

import pytest

from musbot.game.events import Said
from musbot.table.alarms import TurnClock
from musbot.table.events import TableId
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, CUADRILLA, DANI, EVA, FELIX, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)


def is_pending(fake: FakeTelegram, update: int) -> bool:
    return any(kept.id == update for kept in fake.updates.pending)


def words(bot: Bot) -> list[Said]:
    return [event for event in bot.history if isinstance(event, Said)]


# ---- confirming ------------------------------------------------------------------------------------------


async def test_a_press_is_confirmed_only_when_it_is_stored(sala: Sala, bot: Bot, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    bot.store.free.clear()
    query = fake.press(sala.speaker, "Mus", PENA)
    update = fake.updates.last_id
    await fake.until(lambda: bot.store.waiting)
    fake.press(EVA, "Tanteo", PENA)
    await asyncio.sleep(0.1)
    assert is_pending(fake, update)
    assert fake.world.presses[query].answer is None, "not answered as done"
    bot.store.free.set()
    assert (await fake.answer(query)).text == "Has dicho: mus."
    await fake.until(lambda: not is_pending(fake, update))


async def test_a_press_that_was_not_stored_is_handled_after_a_kill(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    bot.store.free.clear()
    first = sala.speaker
    query = fake.press(first, "Mus", PENA)
    await fake.until(lambda: bot.store.waiting)
    await bot.kill()
    assert is_pending(fake, fake.updates.last_id)
    await bot.start()
    assert (await fake.answer(query)).text == "Has dicho: mus."
    assert sala.speaker != first


async def test_a_press_that_was_stored_but_not_confirmed_counts_once(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    fake.slow("getUpdates", 30)
    fake.press(sala.speaker, "Mus", PENA)
    update = fake.updates.last_id
    await fake.until(lambda: words(bot))
    assert is_pending(fake, update)
    await bot.kill()
    fake.faults.clear()
    await bot.start()
    await fake.until(lambda: not is_pending(fake, update))
    assert fake.updates.fetched.count(update) == 2
    assert len(words(bot)) == 1


async def test_a_table_opened_before_a_kill_is_still_the_only_one(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    fake.slow("getUpdates", 30)
    sala.say(ANE, "/mus vitoria")
    await sala.told("Sellada, pero aún se puede cortar")
    await fake.settle()
    table = bot.tables[0]
    await bot.kill()
    fake.faults.clear()
    await bot.start()
    await fake.until(lambda: not fake.updates.pending)
    await fake.settle()
    assert bot.tables == [table]
    assert len(sala.posts) == 2, "its deck and its lobby: nothing is said of the repetition"


async def test_a_press_that_cannot_be_stored_is_told_so_and_changes_nothing(
    sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    before = sala.table
    bot.store.broken = True
    assert (await sala.press(sala.speaker, "Mus")).text == "No se ha podido guardar. Prueba otra vez."
    assert sala.table == before
    bot.store.broken = False
    assert (await sala.press(sala.speaker, "Mus")).text == "Has dicho: mus."


async def test_a_stop_waits_for_what_is_being_stored(sala: Sala, bot: Bot, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    bot.store.free.clear()
    query = fake.press(sala.speaker, "Mus", PENA)
    await fake.until(lambda: bot.store.waiting)
    stopping = asyncio.create_task(bot.stop())
    await asyncio.sleep(0.05)
    assert not stopping.done()
    bot.store.free.set()
    await stopping
    assert (await fake.answer(query)).text == "Has dicho: mus."
    assert fake.updates.pending == []


# ---- order, and one chat beside another ------------------------------------------------------------------


async def test_presses_of_a_chat_are_handled_in_their_order(sala: Sala, bot: Bot, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    await fake.settle()
    order = [sala.uid(seat) for seat in sala.mesa.circle(sala.mesa.mano)]
    queries = [fake.press(uid, "Mus", PENA) for uid in order]
    told = [(await fake.answer(query)).text for query in queries]
    assert told == ["Has dicho: mus."] * 4
    assert [sala.uid(event.seat) for event in words(bot)] == order


async def test_a_chat_whose_posts_are_slow_delays_no_other(
    sala: Sala, cuadrilla: Sala, fake: FakeTelegram
) -> None:
    await cuadrilla.open(EVA, FELIX, ANE, BENAT)
    await fake.settle()
    post = fake.hold("sendMessage")
    sala.say(CARMEN, "/mus")
    await fake.until(lambda: fake.server.busy)
    assert (await cuadrilla.press(cuadrilla.speaker, "Mus")).text == "Has dicho: mus."
    await cuadrilla.board_says(" mus · ")
    assert sala.posts == []
    post.set()
    await sala.told("Sellada, pero aún se puede cortar")


async def test_a_chat_that_is_asked_for_a_pause_delays_no_other(
    sala: Sala, cuadrilla: Sala, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    await cuadrilla.open(EVA, FELIX, ANE, BENAT)
    await fake.settle()
    told = "Too Many Requests: retry after 30"
    fake.refuse("editMessageText", 429, told, retry_after=30, chat=sala.chat)
    await sala.press(sala.speaker, "Mus")
    await fake.until(lambda: fake.refused)
    said = (await sala.press(sala.speaker, "No hay mus")).text
    assert said.startswith("Has dicho: no hay mus.")
    assert "Telegram me hace esperar" in said
    await cuadrilla.press(cuadrilla.speaker, "No hay mus")
    await cuadrilla.board_says("GRANDE")
    assert not any("GRANDE" in message.text for message in sala.posts)


# ---- troubles of the platform ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (502, "<html><h1>502 Bad Gateway</h1></html>"),
        (502, "[5]"),
        (200, "maintenance"),
        (200, '{"ok":true'),
        (200, "null"),
        (200, "{}"),
        (200, '{"ok":true,"result":null}'),
        (200, '{"ok":true,"result":[{"update_id":"x"}]}'),
    ],
)
async def test_an_answer_that_is_none_is_asked_for_again(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO, status: int, body: str
) -> None:
    fake.garble("getUpdates", 1, status=status, body=body)
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    fake.garble("editMessageText", 1, status=status, body=body)
    await sala.press(ANE, "Sentarme 🔷")
    await sala.board_says("Ane · libre")
    assert body not in stderr.getvalue(), "it may hold what people write"
    assert "Traceback" not in stderr.getvalue()


@pytest.mark.parametrize(
    ("code", "told"),
    [(409, "Conflict: terminated by other getUpdates request"), (429, "Too Many Requests: retry after 1")],
)
async def test_clocks_wait_while_telegram_gives_the_bot_no_updates(
    sala: Sala,
    bot: Bot,
    fake: FakeTelegram,
    stderr: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    told: str,
) -> None:
    bot.manager.clocks.defaults_s = (60, bot.manager.clocks.defaults_s[1])
    table = await sala.open(*ALL)
    clocks = bot.manager.clocks._at[table.id].running
    await fake.until(lambda: TurnClock in {type(alarm) for alarm in clocks})
    heard: list[str] = []
    for name in ("platform_down", "platform_up"):
        chats = bot.door.chats
        monkeypatch.setattr(chats, name, both(partial(heard.append, name), getattr(chats, name)))
    fake.refuse("getUpdates", code, told, **({"retry_after": 1} if code == 429 else {}))
    await sala.press(EVA, "Tanteo")
    await fake.until(lambda: heard == ["platform_down", "platform_up"], timeout_s=20)
    assert TurnClock in {type(alarm) for alarm in clocks}
    assert stderr.getvalue().count("clocks wait") == 1
    assert "another program" in stderr.getvalue() or code == 429


def both(first: Callable[[], object], then: Callable[[str], object]) -> Callable[[str], None]:
    def done(platform: str) -> None:
        first()
        then(platform)

    return done


async def test_a_webhook_that_is_set_is_removed(sala: Sala, fake: FakeTelegram) -> None:
    fake.updates.webhook = f"{fake.url}/nowhere"
    fake.lose_request("deleteWebhook")
    sala.say(ANE, "/mus")
    await fake.until(lambda: fake.updates.webhook is None)
    await sala.told("Sellada, pero aún se puede cortar")


async def test_a_pause_asked_of_polls_is_kept(sala: Sala, fake: FakeTelegram) -> None:
    fake.refuse("getUpdates", 429, "Too Many Requests: retry after 1", retry_after=1)
    sala.say(ANE, "/mus")
    polls = fake.updates.polls
    await asyncio.sleep(0.5)
    assert fake.updates.polls <= polls + 1
    await sala.told("Sellada, pero aún se puede cortar")


async def test_a_quiet_chat_is_not_polled_in_haste(fake: FakeTelegram, bot: Bot) -> None:
    await fake.settle()
    fake.updates.throttle_polls = True
    polls = fake.updates.polls
    await asyncio.sleep(0.3)
    assert fake.updates.polls == polls


async def test_a_platform_that_is_down_at_the_start_is_waited_for(
    fake: FakeTelegram, bot: Bot, sala: Sala
) -> None:
    await bot.stop()
    async with fake.outage():
        starting = asyncio.create_task(bot.start())
        await asyncio.sleep(0.2)
        assert not starting.done()
    await asyncio.wait_for(starting, 3)
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")


# ---- answers ---------------------------------------------------------------------------------------------


async def test_a_press_that_comes_too_late_to_be_answered_is_no_error(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    await sala.open(*ALL)
    await fake.settle()
    fake.world.presses[fake.press(sala.speaker, "Mus", PENA)].at -= 3600
    await sala.board_says(" mus · ")
    await fake.settle()
    assert any(entry.method == "answerCallbackQuery" for entry in fake.refused)
    assert "press" not in stderr.getvalue()


async def test_an_answer_that_is_lost_or_refused_changes_nothing(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    await sala.open(*ALL)
    for trouble in (fake.lose_reply, fake.lose_request, fake.garble):
        trouble("answerCallbackQuery")
        before = sala.table
        told = await fake.answer(fake.press(sala.speaker, "Mus", PENA))
        assert told.text == "Has dicho: mus.", "the second try, or the first of which nothing was heard"
        assert sala.table.seq == before.seq + 1
    fake.refuse("answerCallbackQuery", 400, "Bad Request: MESSAGE_TOO_LONG")
    fake.press(EVA, "Tanteo", PENA)
    await fake.until(lambda: "could not be answered: Message_too_long" in stderr.getvalue())
    assert stderr.getvalue().count("answered") == 1
    await sala.board_says(" mus · ")


async def test_a_press_that_is_never_answered_is_told_in_the_log_without_its_words(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    await sala.open(*ALL)
    fake.lose_request("answerCallbackQuery", 2)
    fake.press(EVA, "Tanteo", PENA)
    await fake.until(lambda: "a press was never answered: NetworkError" in stderr.getvalue())
    fake.refuse("answerCallbackQuery", 429, "Too Many Requests: retry after 1", retry_after=1)
    assert (await sala.press(EVA, "Tanteo")).text
    assert stderr.getvalue().count("answered") == 1


async def test_what_the_bot_does_not_know_is_passed_over(fake: FakeTelegram, sala: Sala) -> None:
    fake.updates.allowed = None  # as before the first poll that says what is wanted
    for text in ("/mus", "/start", "órdago"):
        fake.edit_said(ANE, fake.say(ANE, "🂡"), text)
    fake.say(ANE, "/", PENA)
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    assert CUADRILLA not in {entry.chat for entry in fake.sent}


async def test_a_press_that_names_nothing_is_answered(fake: FakeTelegram, sala: Sala) -> None:
    await sala.open(*ALL)
    before = sala.table
    assert (await fake.answer(fake.press(ANE, chat=PENA, data=""))).text
    assert sala.table == before


async def test_who_gives_a_command_that_fails_gets_an_apology_and_talk_gets_none(
    fake: FakeTelegram, sala: Sala, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fake.privacy = False

    def fail(_: str) -> list[tuple[TableId, str]]:
        raise KeyError("of our own")

    monkeypatch.setattr(sala.bot.door.chats, "boards", fail)
    fake.forward(EVA, fake.say(EVA, "/mus", CUADRILLA), CUADRILLA, PENA)
    await fake.until(lambda: not fake.updates.pending)
    await fake.settle()
    assert [it.text for it in sala.posts] == []
    sala.say(ANE, "/mus")
    await sala.told("Algo se ha torcido")
    caplog.clear()


async def test_an_update_that_cannot_be_read_is_passed_over(
    fake: FakeTelegram, sala: Sala, caplog: pytest.LogCaptureFixture
) -> None:
    sala.say(ANE, "/mus")
    fake.updates.push("message", {"message_id": 7, "text": "from a platform of tomorrow"})
    sala.say(BENAT, "/reglas")
    await sala.told("Maneras de jugar")
    await sala.told("Sellada, pero aún se puede cortar")
    assert len(sala.posts) == 3
    unread = [record.getMessage() for record in caplog.records if "cannot be read" in record.getMessage()]
    assert unread == ["an update that cannot be read is passed over: KeyError"]
    caplog.clear()
