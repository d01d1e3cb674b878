"""The Discord bot in this loop against the wire: slow and failing stores, late answers, refused posts."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.discord import messenger as discord_messenger
from adapters.discord.layout import text_only
from adapters.discord.messenger import DiscordMessenger
from adapters.discord.talk import FAR_UP
from musbot.narrator.post import Post
from musbot.pictures.specs import HandPicture, Picture
from musbot.port.messenger import Gone, MessengerError, Outage, Rejected, TooFast, Unreachable
from musbot.port.replies import Reply
from musbot.service.delivery import answering as service_answering
from musbot.table.events import NO_CHAT, ChatId, MessageId, read_person_id
from tests.e2e.discord_server import ANE, BENAT, DANI, MUS, SERVER
from tests.fakes.discord_api.components import labels
from tests.fakes.discord_api.journal import Sent
from tests.support.discord_wire import Wire, wired

CHANNEL = ChatId(f"discord:{SERVER}-{MUS}")


async def test_what_stands_beneath_the_name_tells_how_one_begins(wire: Wire) -> None:
    presence = await wire.fake.until(lambda: next(iter(wire.fake.gateway.presences), None))
    (activity,) = presence["activities"]
    assert (activity["type"], activity["state"]) == (4, "🃏 /mus")


async def test_what_the_bot_says_itself_brings_no_board_down(wire: Wire) -> None:
    await wire.mesa.open()
    board = wire.mesa.boards[-1].id
    for number in range(FAR_UP + 1):
        await wire.bot.messenger.send(CHANNEL, Post(str(number), "de tres"))
    await wire.fake.settle()
    assert wire.mesa.boards[-1].id == board


async def test_after_an_answer_which_nothing_follows_the_answer_stays(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.mesa.open()

    async def press(*_: Any, **__: Any) -> Reply:
        nothing: asyncio.Future[Post | None] = asyncio.get_running_loop().create_future()
        nothing.set_result(None)  # the person has asked that all of theirs be deleted
        return Reply("", post=Post("Ahora miro la mano", "un momento"), follows=nothing)

    monkeypatch.setattr(wire.bot.door.presses, "press", press)
    answer = await wire.fake.answer(wire.fake.press(ANE, "Mis cartas", MUS))
    await wire.fake.settle()
    assert "un momento" in answer.text
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


# ---- answering in time -----------------------------------------------------------------------------------


async def test_a_press_that_takes_long_is_acknowledged_at_once_and_answered_later(wire: Wire) -> None:
    await wire.mesa.open()
    (speaker,) = wire.mesa.awaited()
    wire.store.free.clear()
    press = wire.fake.press(speaker, "No hay mus", MUS)
    other = wire.fake.press(speaker, "Mus", MUS)
    for waiting in (press, other):
        await wire.fake.acknowledged(waiting, 2)
    assert wire.store.waiting
    wire.store.free.set()
    await wire.fake.until(lambda: wire.fake.told(other))
    assert wire.fake.told(press) == ""
    assert wire.fake.told(other).startswith("Ese botón es de antes.")
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)


async def test_a_command_that_takes_long_is_answered_later_too(wire: Wire) -> None:
    wire.store.free.clear()
    command = wire.fake.slash(ANE, "/mus", MUS)
    await wire.fake.acknowledged(command, 2)
    wire.store.free.set()
    answer = await wire.fake.answer(command)
    assert (answer.private, answer.text) == (True, "Mesa abierta: siéntate.")


async def test_a_hand_that_is_shown_late_is_seen_by_its_player_alone(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wire.mesa.open()
    free, at_once = asyncio.Event(), wire.bot.door.presses.press

    async def late(*given: Any, **how: Any) -> Reply:
        await free.wait()
        return await at_once(*given, **how)

    monkeypatch.setattr(wire.bot.door.presses, "press", late)
    press = wire.fake.press(ANE, "Mis cartas", MUS)
    await wire.fake.acknowledged(press, 2)
    free.set()
    answer = await wire.fake.answer(press)
    assert (answer.private, "tus cartas" in answer.text) == (True, True)


async def test_a_press_that_could_not_be_saved_is_told_so(wire: Wire) -> None:
    await wire.mesa.open()
    (speaker,) = wire.mesa.awaited()
    wire.store.broken = True
    answer = await wire.mesa.press(speaker, "No hay mus")
    assert (answer.private, answer.text) == (True, "No se ha podido guardar. Prueba otra vez.")


async def test_what_goes_wrong_in_a_press_is_logged_and_answered_privately(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.mesa.open()

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(wire.bot.door.presses, "press", broken)
    answer = await wire.mesa.press(ANE, "Tanteo")
    assert (answer.private, answer.text) == (True, "Algo se ha torcido. Prueba otra vez.")
    assert "a fault" in caplog.text


async def test_an_answer_that_comes_too_late_is_no_error(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.mesa.open()
    (speaker,) = wire.mesa.awaited()
    wire.fake.refuse("POST", r"/callback$", 404, 10062)
    wire.fake.press(speaker, "No hay mus", MUS)
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_an_answer_that_is_lost_is_given_once_more(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.mesa.open()
    for lose in (wire.fake.lose_request, wire.fake.lose_reply):
        lose("POST", r"/callback$")
        assert (await wire.mesa.press(ANE, "Tanteo")).text
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_an_answer_that_never_got_through_is_told_in_the_log(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.mesa.open()
    wire.fake.lose_request("POST", r"/callback$", times=2)
    wire.fake.press(ANE, "Tanteo", MUS)
    await wire.fake.until(lambda: "an interaction was never answered" in caplog.text)


async def test_after_an_outage_a_connection_is_tried_again_within_a_minute(wire: Wire) -> None:
    for shard in wire.bot.client.shards.values():
        backoff = shard._parent._backoff
        assert max(backoff.delay() for _ in range(50)) <= 64


async def test_a_token_that_has_ended_stops_nothing(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    await wire.mesa.open("piedras=40")
    wire.fake.refuse("*", r"^/webhooks/", 401, 50027, times=None)
    for label in ("No hay mus", "Órdago", "Quiero"):
        await wire.fake.until(lambda label=label: label in wire.mesa.labels)  # type: ignore[misc]
        for speaker in wire.mesa.awaited()[:1]:
            await wire.mesa.press(speaker, label)
    await wire.fake.until(lambda: any("mano 2" in board.text for board in wire.mesa.boards))
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


async def test_a_form_sent_in_is_read_whoever_opened_it(wire: Wire) -> None:
    await wire.mesa.open()
    await wire.mesa.press(wire.mesa.awaited()[0], "No hay mus")
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)
    (bettor,) = wire.mesa.awaited()
    form = wire.fake.press(bettor, "Otra cantidad", MUS)
    assert (await wire.fake.answer(form)).kind == "modal"
    wire.bot.client._connection._view_store._modals.clear()  # as after a restart
    await wire.fake.answer(wire.fake.submit(bettor, form, {"typed": "9"}))
    await wire.fake.until(lambda: "envida 9" in wire.mesa.boards[-1].text)


# ---- what may become of a post ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code", "error"),
    [
        (403, 50007, Unreachable),
        (403, 50001, Unreachable),
        (403, 50013, Unreachable),
        (404, 10003, Unreachable),
        (404, 10008, Gone),
        (400, 30046, Gone),
        (400, 50083, Gone),
        (400, 50035, Rejected),
        (400, 40003, TooFast),
        (401, 0, Outage),
        (503, 0, Outage),
        (413, 40005, Rejected),
        (418, 0, Rejected),
    ],
)
async def test_refusals_are_told_apart(
    wire: Wire, status: int, code: int, error: type[MessengerError]
) -> None:
    wire.fake.refuse("POST", r"/messages$", status, code)
    with pytest.raises(error) as raised:
        await wire.bot.messenger.send(CHANNEL, Post("", "secret words"))
    assert "secret" not in str(raised.value)


async def test_a_ban_by_the_proxy_before_discord_holds_every_chat_as_long_as_it_says(wire: Wire) -> None:
    wire.fake.garble(
        "POST", r"/messages$", status=429, body="error code: 1015", headers={"Retry-After": "90"}
    )
    with pytest.raises(TooFast) as raised:
        await wire.bot.messenger.send(CHANNEL, Post("", "x"))
    assert (raised.value.seconds, raised.value.everywhere) == (90, True)


@pytest.mark.parametrize("everywhere", [True, False])
async def test_a_long_pause_holds_the_platform_only_if_it_is_marked_global(
    wire: Wire, *, everywhere: bool
) -> None:
    wire.fake.limit("POST", r"/messages$", 90, everywhere=everywhere)
    with pytest.raises(TooFast) as raised:
        await wire.bot.messenger.send(CHANNEL, Post("", "x"))
    assert (raised.value.seconds, raised.value.everywhere) == (90, everywhere)


async def test_a_platform_that_is_away_is_an_outage(wire: Wire) -> None:
    wire.fake.lose_request("POST", r"/messages$")
    with pytest.raises(Outage):
        await wire.bot.messenger.send(CHANNEL, Post("", "x"))


async def test_two_sends_of_one_key_are_one_message_and_say_the_newest(wire: Wire) -> None:
    first = await wire.bot.messenger.send(CHANNEL, Post("", "uno", key="board"))
    second = await wire.bot.messenger.send(CHANNEL, Post("", "dos", key="board"))
    assert first == second
    assert wire.fake.texts(MUS) == ["dos"]


async def test_two_sends_without_a_key_are_two(wire: Wire) -> None:
    for _ in range(2):
        await wire.bot.messenger.send(CHANNEL, Post("", "hola"))
    assert wire.fake.texts(MUS) == ["hola", "hola"]


async def test_a_post_calls_only_the_one_it_mentions(wire: Wire) -> None:
    text = f"Ane, te toca. @everyone <@{BENAT}>"
    await wire.bot.messenger.send(
        CHANNEL, Post("", text, mentions=((read_person_id(f"discord:{ANE}"), "Ane"),))
    )
    await wire.bot.messenger.send(CHANNEL, Post("", f"<@{BENAT}> @everyone"))
    called, quiet = wire.fake.from_bot(MUS)
    assert (called.pings, quiet.pings) == ({ANE}, set())


async def test_a_message_that_is_gone_already_can_be_deleted_and_stripped(wire: Wire) -> None:
    message = await wire.bot.messenger.send(CHANNEL, Post("", "x"))
    await wire.bot.messenger.strip(CHANNEL, message)
    await wire.bot.messenger.delete(CHANNEL, message)
    assert wire.fake.texts(MUS) == []


async def test_links_lead_to_messages_of_servers(wire: Wire) -> None:
    assert (
        wire.bot.messenger.link(CHANNEL, MessageId("7")) == f"https://discord.com/channels/{SERVER}/{MUS}/7"
    )
    assert wire.bot.messenger.link(ChatId(f"discord:{ANE}"), MessageId("7")) == ""


FILES = (("K7.mus.toml", b"[partida]"), ("K7.partida.html", b"<html>"))


async def test_a_file_is_sent_with_its_post(wire: Wire) -> None:
    acta = Post("Mesa K7", "la partida", documents=FILES, unsent="Aquí no me dejan mandar ficheros.")
    await wire.bot.messenger.send(CHANNEL, acta)
    (message,) = wire.fake.from_bot(MUS)
    assert [(file.name, file.body) for file in message.files] == list(FILES)
    alone = text_only(acta)
    assert (alone.documents, alone.text) == ((), "la partida\nAquí no me dejan mandar ficheros.")


def test_at_most_five_in_five_seconds_go_to_a_channel() -> None:
    burst, every_s = discord_messenger.CHANNEL.burst, discord_messenger.CHANNEL.every_s
    at = [0.0] * burst + [every_s * n for n in range(1, 20)]
    assert max(sum(t <= later < t + 5 for later in at) for t in at) <= 5


# ---- rights that are taken away --------------------------------------------------------------------------


async def painted(_: Picture) -> bytes:
    return b"\x89PNG\r\n\x1a\n"


WITH_PICTURE = Post("", "la mano", picture=HandPicture(()))


async def test_where_no_files_may_be_attached_the_text_goes_alone_which_is_logged_once(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    shown = await messenger.send(CHANNEL, WITH_PICTURE)
    wire.fake.forbid(MUS, "files")
    for _ in range(2):
        await messenger.send(CHANNEL, WITH_PICTURE)
    await messenger.edit(CHANNEL, shown, replace(WITH_PICTURE, text="otra mano"))
    assert wire.fake.texts(MUS) == ["otra mano", "la mano", "la mano"]
    assert [entry.code for entry in wire.fake.refused] == [50013]
    assert [it.getMessage().partition(":")[0] for it in caplog.records if "attached" in it.message] == [
        "discord"
    ]
    messenger.record_attaching(CHANNEL, allowed=True)
    wire.fake.forbid(MUS)
    await messenger.send(CHANNEL, WITH_PICTURE)
    assert [len(entry.files) for entry in wire.fake.sent if entry.kind == "send"] == [1, 1, 0, 0, 1]


async def test_where_nothing_may_be_sent_the_text_is_not_taken_alone_for_good(wire: Wire) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    wire.fake.forbid(MUS, "send")
    with pytest.raises(Unreachable):
        await messenger.send(CHANNEL, WITH_PICTURE)
    wire.fake.forbid(MUS)
    await messenger.send(CHANNEL, WITH_PICTURE)
    assert [len(entry.files) for entry in wire.fake.sent if entry.kind == "send"] == [1, 0, 1]


async def test_a_table_is_opened_where_no_files_may_be_attached(wire: Wire) -> None:
    wire.fake.forbid(MUS, "files")
    answer = await wire.fake.answer(wire.fake.slash(ANE, "/mus", MUS))
    assert answer.text == "Mesa abierta: siéntate."
    await wire.fake.until(lambda: "Sentarme 🔷" in wire.fake.labels(MUS))
    await wire.mesa.press(ANE, "Sentarme 🔷")
    await wire.fake.until(lambda: "🔷 Ane" in wire.mesa.boards[-1].text)
    assert CHANNEL in wire.bot.messenger._bare


async def test_a_right_that_is_lost_in_mid_game_is_named_and_nothing_counts_until_it_is_back(
    wire: Wire,
) -> None:
    await wire.mesa.open()
    (speaker,) = wire.mesa.awaited()
    await wire.fake.until(lambda: "No hay mus" in wire.fake.labels(MUS))
    wire.fake.forbid(MUS, "send", "view")
    told = await wire.fake.answer(wire.fake.press(speaker, "No hay mus", MUS))
    assert "no tengo permiso para ver el canal y enviar mensajes." in told.text
    wire.fake.forbid(MUS)
    await wire.mesa.press(speaker, "No hay mus")
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)


# ---- boards that somebody deletes ------------------------------------------------------------------------


@pytest.mark.parametrize("bulk", [False, True])
async def test_a_board_that_is_deleted_stands_there_again_at_once_but_not_twice_a_minute(
    wire: Wire, bulk: bool
) -> None:
    await open_and_shown(wire)
    (speaker,) = wire.mesa.awaited()

    def deleted() -> int:
        board = wire.mesa.boards[-1].id
        if bulk:
            wire.fake.world.bulk_delete_messages(MUS, [board])
            wire.fake.world.all_messages[board].deleted = True
        else:
            wire.fake.world.delete_message(MUS, board)
        return board

    first = deleted()
    await wire.fake.until(lambda: [it.id for it in wire.mesa.boards if it.id > first])
    await wire.bot.door.chats.wait_until_shown(NO_CHAT)
    second = deleted()
    await wire.fake.settle()
    assert [it for it in wire.fake.from_bot(MUS) if it.id > second] == []
    await wire.fake.answer(wire.fake.press(speaker, "No hay mus", MUS, message=second, stale=True))
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)
    await wire.bot.door.chats.wait_until_shown(NO_CHAT)
    assert len([it for it in wire.mesa.boards if "GRANDE" in it.text]) == 1


async def test_what_the_bot_deletes_itself_does_not_come_back(wire: Wire) -> None:
    await open_and_shown(wire)
    wire.bot.door.chats.repost(wire.process.manager.tables.in_chat(wire.mesa.chat)[0].id)
    await wire.bot.door.chats.wait_until_shown(NO_CHAT)
    await wire.fake.settle()
    sends = [sent for sent in wire.fake.sent if sent.kind == "send" and sent.channel == MUS]
    await wire.fake.until(lambda: len(wire.mesa.boards) == 1)
    assert len(sends) == len({sent.message_id for sent in sends})
    assert [it.deleted for it in wire.mesa.boards] == [False]


async def test_an_answer_that_comes_too_late_is_called_so(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await open_and_shown(wire)
    wire.fake.refuse("POST", r"/callback$", 404, 10062)
    wire.fake.press(wire.mesa.awaited()[0], "No hay mus", MUS)
    await wire.fake.until(lambda: "it came too late" in caplog.text)
    assert "Unreachable" not in caplog.text


# ---- answering with the message itself -------------------------------------------------------------------


def edits(wire: Wire) -> list[Sent]:
    """What was asked of the channel's messages besides sending them."""
    return [sent for sent in wire.fake.sent if sent.kind == "edit" and sent.channel == MUS]


async def open_and_shown(wire: Wire) -> None:
    """Opens a table; the bot has heard that all that is to be seen of it has been sent."""
    await wire.mesa.open()
    await wire.bot.door.chats.wait_until_shown(NO_CHAT)


async def test_a_press_is_answered_with_the_board_as_it_is_then(wire: Wire) -> None:
    await open_and_shown(wire)
    edited = len(edits(wire))
    answer = await wire.mesa.press(wire.mesa.awaited()[0], "No hay mus")
    assert answer.kind == "update"
    assert "GRANDE" in wire.mesa.boards[-1].text
    assert len(edits(wire)) == edited


async def test_a_press_in_ones_private_chat_is_answered_with_ones_hand(wire: Wire) -> None:
    await open_and_shown(wire)
    (speaker,) = [uid for uid in wire.mesa.awaited() if uid != DANI] or [0]
    assert speaker
    await wire.fake.until(lambda: wire.fake.from_bot(wire.fake.dm(speaker)))
    answer = await wire.fake.answer(wire.fake.press(speaker, "No hay mus", wire.fake.dm(speaker)))
    assert answer.kind == "update"
    assert "GRANDE" in answer.text
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)


async def test_a_press_that_was_acknowledged_late_changes_its_board_too(wire: Wire) -> None:
    await open_and_shown(wire)
    wire.store.free.clear()
    press = wire.fake.press(wire.mesa.awaited()[0], "No hay mus", MUS)
    await wire.fake.acknowledged(press, 2)
    edited = len(edits(wire))
    wire.store.free.set()
    await wire.fake.until(lambda: "GRANDE" in wire.mesa.boards[-1].text)
    assert len(edits(wire)) == edited


@pytest.mark.parametrize("how", ["refused", "lost", "done and lost"])
async def test_a_board_whose_answer_fails_is_edited(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    monkeypatch.setattr(service_answering, "COUNTS_S", 0.05)
    await open_and_shown(wire)
    match how:
        case "refused":
            wire.fake.refuse("POST", r"/callback$", 400, 50035)
        case "lost":
            wire.fake.lose_request("POST", r"/callback$")
        case _:
            wire.fake.lose_reply("POST", r"/callback$")
    edited = len(edits(wire))
    wire.fake.press(wire.mesa.awaited()[0], "No hay mus", MUS)
    await wire.fake.until(lambda: len(edits(wire)) > edited)
    assert "GRANDE" in wire.mesa.boards[-1].text
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


# ---- one hand, one place ---------------------------------------------------------------------------------


def hands(wire: Wire, uid: int) -> list[str]:
    """Every message in which somebody sees their cards now."""
    mine = [*wire.fake.from_bot(wire.fake.dm(uid)), *wire.fake.from_bot(MUS, uid)]
    return [message.text for message in mine if "· tus cartas" in message.text]


async def test_hands_are_in_private_again_when_one_presses_there(wire: Wire) -> None:
    await open_and_shown(wire)
    talk = wire.fake.dm(ANE)
    await wire.mesa.press(ANE, "Mis cartas")
    await wire.fake.until(lambda: "Tienes tus cartas en la mesa" in wire.fake.from_bot(talk)[0].text)
    assert len(hands(wire, ANE)) == 1
    seen = next(label for row in wire.fake.from_bot(talk)[0].earlier for label in labels_of(row))
    await wire.fake.answer(wire.fake.press(ANE, seen, talk, stale=True))
    await wire.fake.until(lambda: "· tus cartas" in wire.fake.from_bot(talk)[0].text)
    await wire.fake.until(lambda: len(hands(wire, ANE)) == 1)
    assert any(label.startswith("Mirar") for label in wire.fake.labels(talk))


async def test_a_window_that_expires_is_replaced_while_its_player_presses_in_the_channel(wire: Wire) -> None:
    await open_and_shown(wire)
    await wire.mesa.press(ANE, "Mis cartas")
    await wire.mesa.press(ANE, "Tanteo")
    (before,) = [m for m in wire.fake.from_bot(MUS, ANE) if "· tus cartas" in m.text]
    wire.bot.messenger.windows.report_end(
        read_person_id(f"discord:{ANE}"), MessageId(str(before.id)), expires=True
    )
    await wire.fake.until(lambda: before.deleted and len(hands(wire, ANE)) == 1)
    (now,) = [m for m in wire.fake.from_bot(MUS, ANE) if "· tus cartas" in m.text]
    assert now.id != before.id


def labels_of(components: Any) -> list[str]:
    return [label for row in labels(components) for label in row if label.startswith(("Mirar", "Seña"))]


async def test_after_a_restart_hands_are_in_private_and_the_old_message_still_takes_a_press(
    tmp_path: Path, hasty_discord: None
) -> None:
    async with wired(tmp_path) as it:
        await open_and_shown(it)
        talk = it.fake.dm(ANE)
        await it.mesa.press(ANE, "Mis cartas")
        await it.fake.until(lambda: "Tienes" in it.fake.from_bot(talk)[0].text)
        it.bot.messenger.windows._tokens.clear()  # as a new process knows them
        it.bot.messenger.windows._shown.clear()
        for projection in it.process.courier.projections:
            for place, _ in projection.windows():
                projection.forget(place)
            assert projection.table is not None
            it.process.courier.reconciler.reconcile(projection.table)
        await it.fake.until(lambda: "· tus cartas" in it.fake.from_bot(talk)[0].text)
        (window,) = [m for m in it.fake.from_bot(MUS, ANE) if "· tus cartas" in m.text]
        label = labels_of(window.components)[0]
        answer = await it.fake.answer(it.fake.press(ANE, label, MUS, message=window.id))
        assert "tus cartas" in answer.text
        await it.fake.until(lambda: "Tienes" in it.fake.from_bot(talk)[0].text)
