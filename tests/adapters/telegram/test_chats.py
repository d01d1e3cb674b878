"""Chats that close, open, move, or have topics: the game goes on, and everybody gets what is theirs."""

from __future__ import annotations

import pytest

from musbot.table.events import ChatId, read_person_id
from tests.e2e.leaks import cards_named
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.world import Topic
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, EVA, NAMES, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)
OLD, NEW = -4001, -1004000000001
FORUM = -1005000000001


# ---- private chats ---------------------------------------------------------------------------------------


async def test_who_never_opened_the_private_chat_plays_and_gets_their_cards_when_they_do(
    sala: Sala, fake: FakeTelegram
) -> None:
    await sala.open(ANE, EVA, BENAT, CARMEN)
    await fake.until(lambda: [entry.code for entry in fake.refused] == [403])
    await sala.speak("mus")
    await sala.board_says("Eva: tus cartas, con el botón «Mis cartas»")
    assert "Abrir chat privado" in fake.labels(PENA)
    assert cards_named((await sala.press(EVA, "Mis cartas")).text) == {*sala.mesa.cards[sala.seat(EVA)]}
    await fake.settle()
    assert len(fake.refused) == 1, "asked once, not at every turn"
    fake.say(EVA, "/start")
    await fake.until(
        lambda: {*sala.mesa.cards[sala.seat(EVA)]} in [cards_named(m.text) for m in fake.from_bot(EVA)]
    )
    await sala.board_says("¿MUS?")
    await sala.speak("mus")
    await fake.until(lambda: "Abrir chat privado" not in fake.labels(PENA))


async def test_a_deleted_account_stops_nothing(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL, rules="vitoria piedras=20")
    fake.deactivate(DANI)
    await sala.win()
    await sala.board_says("mano 2")
    await fake.settle()
    assert [entry.description for entry in fake.refused] == ["Forbidden: user is deactivated"]


# ---- groups that close and open --------------------------------------------------------------------------


async def test_a_bot_thrown_out_and_let_in_again_goes_on(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    fake.remove_bot(PENA, ANE)
    await fake.until(lambda: sala.bot.courier.availability.is_closed(ChatId(f"telegram:{PENA}")))
    before = sala.table
    told = await sala.speak("nomus")
    assert told.text.startswith("No puedo escribir en el chat de la mesa.")
    assert sala.table == before
    fake.add_bot(PENA, ANE)
    await fake.until(lambda: not sala.bot.courier.availability.is_closed(ChatId(f"telegram:{PENA}")))
    await sala.speak("nomus")
    await sala.board_says(f"GRANDE. Habla {sala.table.names[sala.seat(sala.speaker)]}")


async def test_a_bot_that_may_not_write_says_so_once_and_goes_on_when_it_may(
    sala: Sala, fake: FakeTelegram
) -> None:
    fake.forbid(PENA, "messages")
    sala.say(ANE, "/mus")
    await fake.until(lambda: fake.refused)
    await fake.settle()
    assert [entry.description for entry in fake.refused] == ["Bad Request: have no rights to send a message"]
    fake.forbid(PENA)
    await sala.told("Sellada, pero aún se puede cortar")
    await sala.press(ANE, "Sentarme 🔷")
    await sala.board_says("Ane · libre")


async def test_a_bot_that_is_muted_for_a_while_goes_on_by_itself_when_that_is_over(
    sala: Sala, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    fake.mute(PENA, 1)
    closed = sala.bot.courier.availability.is_closed
    await fake.until(lambda: closed(ChatId(f"telegram:{PENA}")))
    await fake.until(lambda: not closed(ChatId(f"telegram:{PENA}")))
    await sala.speak("nomus")
    await sala.board_says("GRANDE")


@pytest.mark.parametrize(
    "words", ["CHAT_RESTRICTED", "TOPIC_DELETED", "USER_BANNED_IN_CHANNEL", "CHAT_SEND_PLAIN_FORBIDDEN"]
)
async def test_a_group_that_refuses_every_board_for_whatever_reason_is_closed_and_opens_again(
    sala: Sala, fake: FakeTelegram, words: str
) -> None:
    await sala.open(*ALL)
    await fake.settle()
    for method in ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia"):
        fake.refuse(method, 400, f"Bad Request: {words}", times=None, chat=PENA)
    await sala.speak("nomus")
    await fake.until(lambda: sala.bot.courier.availability.is_closed(ChatId(f"telegram:{PENA}")))
    before = sala.table
    assert (await sala.speak("paso")).text.startswith("No puedo escribir en el chat de la mesa.")
    assert sala.table == before
    fake.faults.clear()
    await sala.speak("paso")
    await sala.board_says("GRANDE")


async def test_a_group_of_which_the_bot_never_heard_it_was_opened_is_tried_at_the_next_command(
    sala: Sala, fake: FakeTelegram
) -> None:
    fake.world.chats[PENA].forbidden = {"messages"}  # by the permissions of all: the bot is not told
    sala.say(ANE, "/mus")
    await fake.until(lambda: fake.refused)
    await fake.settle()
    fake.world.chats[PENA].forbidden = set()
    sala.say(ANE, "/ayuda")
    await sala.told("Sellada, pero aún se puede cortar")
    await sala.told("Qué hacer ahora")


async def test_a_board_that_an_administrator_deletes_is_posted_again(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    await fake.settle()
    old = sala.boards[-1]
    fake.delete_said(old.id, PENA)
    query = fake.press(sala.speaker, "No hay mus", PENA, message=old.id, stale=True)
    assert (await fake.answer(query)).text == "Has dicho: no hay mus."
    await sala.board_says("GRANDE")
    assert sala.boards[-1].id > old.id
    assert fake.refused[-1].description == "Bad Request: message to edit not found"
    fake.delete_said(sala.boards[-1].id, PENA)
    sala.say(EVA, "/mesa")
    await sala.board_says("GRANDE")


async def test_a_board_too_old_to_be_deleted_says_that_play_went_on_below(
    sala: Sala, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    await fake.settle()
    old = sala.boards[-1]
    old.date -= 49 * 3600
    sala.say(ANE, "/mesa")
    await fake.until(lambda: old.text == f"La Mesa {sala.table.short} siguió más abajo.")
    assert old.keyboard is None
    assert "¿MUS?" in fake.from_bot(PENA)[-1].text


async def test_a_board_that_shows_it_already_is_no_error(
    sala: Sala, bot: Bot, fake: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    await sala.open(*ALL)
    await fake.settle()
    fake.lose_reply("editMessageText")
    await sala.press(sala.speaker, "Mus")
    await fake.until(lambda: any("not modified" in entry.description for entry in fake.refused))
    await sala.press(sala.speaker, "Mus")
    await fake.settle()
    assert [entry.description for entry in fake.refused if "not modified" not in entry.description] == []
    assert "refuses" not in caplog.text
    assert len(fake.refused) == 1


# ---- twins -----------------------------------------------------------------------------------------------


async def test_the_twin_of_a_board_works_and_loses_its_buttons(sala: Sala, fake: FakeTelegram) -> None:
    sala.say(ANE, "/mus")
    await sala.sit(*ALL)
    await fake.settle()
    fake.lose_reply("sendMessage")
    await sala.press(ANE, "Empezar")
    await fake.until(lambda: len([m for m in sala.posts if "¿MUS?" in m.text]) == 2)
    await fake.settle()
    twin, board = sala.boards
    told = await sala.press(sala.speaker, "Mus", message=twin.id)
    assert told.text == "Has dicho: mus."
    await fake.until(lambda: twin.keyboard is None)
    await sala.board_says(" mus · ")
    assert sala.boards == [board]


async def test_the_twin_of_private_cards_loses_its_buttons(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL, rules="parejas")
    for _ in ALL:
        await sala.speak("mus")
    await fake.until(lambda: all("Descartar" in fake.labels(uid) for uid in ALL))
    await fake.settle()
    fake.lose_reply("sendPhoto")
    sala.say(CARMEN, "/cartas")
    await fake.until(lambda: len(fake.from_bot(CARMEN)) == 3)
    await fake.settle()
    twin, own = fake.from_bot(CARMEN)[-2:]
    assert twin.keyboard
    label = twin.labels[0][0]
    await fake.answer(fake.press(CARMEN, label, CARMEN, message=twin.id))
    await fake.until(lambda: not twin.keyboard)
    await fake.until(lambda: "Descartar (1)" in own.labels[-2])


# ---- a group that becomes a supergroup -------------------------------------------------------------------


@pytest.mark.parametrize("told", [True, False], ids=["by a message", "by a refusal"])
@pytest.mark.parametrize("from_first", [False, True])
async def test_a_group_that_becomes_a_supergroup_takes_its_table_along(
    fake: FakeTelegram, bot: Bot, *, told: bool, from_first: bool
) -> None:
    fake.group(OLD, "Peña vieja", "group", members=NAMES)
    sala = Sala(fake, bot, OLD)
    table = await sala.open(*ALL)
    await fake.settle()
    board = sala.boards[-1]
    if not told:
        fake.updates.allowed = frozenset({"callback_query"})
    fake.migrate(OLD, NEW, ANE, from_first=from_first)
    fake.updates.allowed = frozenset({"message", "callback_query", "my_chat_member"})
    sala.chat = NEW
    if not told:
        first = sala_at(fake, bot, OLD, table.id).speaker
        query = fake.press(first, "Mus", OLD, message=board.id, stale=True)
        assert (await fake.answer(query)).text == "Has dicho: mus.", "the old buttons still work"
    await sala.board_says("¿MUS?")
    assert sala.table.names == table.names
    assert (await sala.press(sala.speaker, "Mus")).text == "Has dicho: mus."
    await sala.board_says(" mus · ")
    sala.say(ANE, "/tanteo")
    await fake.until(lambda: sala.posts[-1].keyboard is None)
    stale = fake.press(ANE, "Tanteo", OLD, message=board.id, stale=True)
    assert (await fake.answer(stale)).text.startswith("🔷 ")
    await bot.stop()
    await bot.start()
    assert (await sala.press(sala.speaker, "Mus")).text == "Has dicho: mus."


def sala_at(fake: FakeTelegram, bot: Bot, chat: int, table: str) -> Sala:
    """The sala of a chat where the table still is."""
    sala = Sala(fake, bot, chat)
    assert sala.table.id == table
    return sala


async def test_an_answer_to_a_command_follows_the_group(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(OLD, "Peña vieja", "group", members=NAMES)
    answer = fake.hold("sendMessage")
    fake.say(ANE, "/reglas", OLD)
    await fake.until(lambda: fake.server.busy)
    fake.migrate(OLD, NEW, ANE)
    answer.set()
    await fake.until(lambda: any("Maneras de jugar" in m.text for m in fake.from_bot(NEW)))


# ---- forums ----------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_table_of_a_topic_stays_in_its_topic(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    here, there = (Sala(fake, bot, FORUM, fake.topic(FORUM, name, ANE)) for name in ("Mus", "Otra"))
    await here.open(*ALL)
    there.say(EVA, "/ayuda")
    fake.say(EVA, "/reglas", FORUM)
    help_ = await here.told("Qué hacer ahora")
    assert help_.thread == there.topic
    await here.told("Maneras de jugar")
    await here.press(here.speaker, "No hay mus")
    await here.board_says("GRANDE")
    threads = {message.text.partition("\n")[0][:6]: message.thread for message in here.posts}
    assert threads["Mesa R"] == here.topic
    assert threads["Manera"] is None
    there.say(EVA, "/tanteo")
    await here.told("Aquí no hay ninguna mesa.")
    await bot.stop()
    await bot.start()
    await here.press(here.speaker, "Paso")
    assert (await here.told("GRANDE. Habla")).thread == here.topic
    private = fake.from_bot(ANE)[-1]
    assert f"https://t.me/c/5000000001/{here.topic}/" in str(private.keyboard)


async def test_talk_in_another_topic_brings_no_board_down_talk_in_its_own_does(
    fake: FakeTelegram, bot: Bot
) -> None:
    fake.privacy = False
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    here, there = (Sala(fake, bot, FORUM, fake.topic(FORUM, name, ANE)) for name in ("Mus", "Otra"))
    await here.open(*ALL)
    board = here.boards[-1]
    for _ in range(40):
        there.say(EVA, "bla")
    here.say(EVA, "bla")
    await fake.settle()
    assert here.boards[-1] is board
    for _ in range(15):
        here.say(EVA, "bla")
    await fake.until(lambda: here.boards[-1].id > board.id)


async def test_a_forum_that_lets_the_bot_in_again_goes_on_in_the_topic(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    await sala.open(*ALL)
    fake.remove_bot(FORUM, ANE)
    await sala.speak("nomus")
    await fake.until(lambda: fake.refused)
    fake.add_bot(FORUM, ANE)
    await sala.board_says("GRANDE")


async def test_a_topic_that_is_deleted_is_not_written_to_again_and_again(
    fake: FakeTelegram, bot: Bot
) -> None:
    # 400 message thread not found, in groups: tdlib/telegram-bot-api#854
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    assert sala.topic is not None
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    fake.world.chats[FORUM].topics[sala.topic].deleted = True
    fake.delete_said(sala.boards[-1].id, FORUM)
    for _ in range(3):
        bot.door.chats.repost(sala.table.id)
        await fake.settle()
    sent = [entry.description for entry in fake.refused if entry.method == "sendMessage"]
    assert sent == ["Bad Request: message thread not found"]


async def test_mus_in_a_topic_of_a_private_chat_deals_there(fake: FakeTelegram, bot: Bot) -> None:
    fake.user(ANE, "Ane", started=True)
    fake.world.chats[ANE].topics[70] = Topic("Mus")
    fake.say(ANE, "/mus", topic=70)
    await fake.until(lambda: bool(bot.tables))
    await fake.settle()
    (table,) = bot.tables
    assert (table.solo, table.chat) == (True, f"telegram:{ANE}")
    assert {post.thread for post in fake.from_bot(ANE)} == {70}


async def test_a_topic_of_a_private_chat_that_is_gone_closes_no_chat(fake: FakeTelegram, bot: Bot) -> None:
    fake.user(ANE, "Ane", started=True)
    fake.say(ANE, "/ayuda", topic=71)
    await fake.until(lambda: bool(fake.from_bot(ANE)))
    assert f"telegram:{ANE}" not in bot.manager.clocks.closed


async def test_a_table_follows_when_topics_are_switched_off(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    await sala.open(ANE, ais=3)
    fake.world.chats[FORUM].forum = False
    fake.say(ANE, "/mesa", FORUM)
    await fake.until(lambda: bot.tables[0].chat == f"telegram:{FORUM}")
    await fake.settle()
    assert not any("No hay ninguna mesa" in post.text for post in fake.from_bot(FORUM))
    sala.topic = None
    assert sala.table.playing


async def test_a_press_on_a_message_that_is_gone_acts_in_its_topic(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    sala.say(ANE, "/start")
    await fake.until(lambda: "Abrir mesa" in str(fake.labels(FORUM)))
    greeting = fake.from_bot(FORUM)[-1]
    fake.delete_said(greeting.id, FORUM)
    fake.press(ANE, "Abrir mesa", FORUM, message=greeting.id, stale=True)
    await fake.until(lambda: bool(bot.tables))
    assert bot.tables[0].chat == f"telegram:{FORUM}/{sala.topic}"


async def vanish(fake: FakeTelegram, text: str) -> int:
    """Deletes the newest message that has a button, and returns its id."""
    await fake.until(lambda: any(text in label for label in fake.labels(FORUM)))
    (gone,) = [it for it in fake.from_bot(FORUM)[-1:] if text in str(it.labels)]
    fake.delete_said(gone.id, FORUM)
    return gone.id


async def test_a_press_on_a_message_of_unknown_topic_does_nothing_and_says_so(
    fake: FakeTelegram, bot: Bot
) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    sala.say(ANE, "/start")
    gone = await vanish(fake, "Abrir mesa")
    await bot.stop()
    await bot.start()  # it remembers no sends
    told = await fake.answer(fake.press(ANE, "Abrir mesa", FORUM, message=gone, stale=True))
    assert told.alert
    assert told.text.startswith("Ese mensaje ya no está")
    assert bot.tables == []


async def test_a_press_on_a_vanished_board_acts_in_the_topic_of_its_table(
    fake: FakeTelegram, bot: Bot
) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala = Sala(fake, bot, FORUM, fake.topic(FORUM, "Mus", ANE))
    sala.say(ANE, "/mus")
    gone = await vanish(fake, "Sentarme")
    await bot.stop()
    await bot.start()
    told = await fake.answer(fake.press(ANE, "Sentarme 🔷", FORUM, message=gone, stale=True))
    assert told.text == "Te has sentado."
    assert sala.table.seat_of(read_person_id(f"telegram:{ANE}")) is not None


async def test_a_forged_press_on_a_vanished_message_reaches_no_table_of_another_group(
    sala: Sala, fake: FakeTelegram, bot: Bot
) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    fake.say(EVA, "/start", FORUM)
    gone = await vanish(fake, "Abrir mesa")
    data = f"{sala.table.id}:0:sit.0"
    told = await fake.answer(fake.press(EVA, chat=FORUM, message=gone, data=data))
    assert told.text.startswith("Ese mensaje ya no está")
    assert sala.table.seat_of(read_person_id(f"telegram:{EVA}")) is None


async def test_a_reply_in_a_plain_supergroup_is_in_no_topic(sala: Sala, fake: FakeTelegram) -> None:
    # a reply there bears a message_thread_id, which is no topic's: tdlib/telegram-bot-api#447
    said = sala.say(BENAT, "¿echamos un mus?")
    fake.say(ANE, "/mus", PENA, reply_to=said)
    await sala.told("Sellada, pero aún se puede cortar")
    lobby = sala.boards[-1]
    fake.say(ANE, "/ayuda", PENA, reply_to=lobby.id)
    await sala.told("Qué hacer ahora")
    await sala.press(ANE, "Sentarme 🔷")
    assert {message.thread for message in sala.posts} == {None}
    assert sala.table.chat == f"telegram:{PENA}"
