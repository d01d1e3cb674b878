"""Playing in a Telegram group: the board, discards, bets, words, and what each is told alone."""

from __future__ import annotations

import io

import pytest

from musbot.game.engine import awaited_seats
from musbot.game.state import Descarte
from musbot.game.views import sort_hand
from musbot.table import alarms as clocks
from tests.e2e.leaks import cards_named, leaks
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, EVA, FELIX, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)


async def to_the_discards(sala: Sala, *people: int, rules: str) -> None:
    """Opens a table where everybody says mus."""
    await sala.open(*people, rules=rules)
    for _ in people:
        await sala.speak("mus")
    await sala.board_says("DESCARTE")


# ---- discards --------------------------------------------------------------------------------------------


async def test_cards_are_picked_on_the_board_and_only_the_presser_is_told(sala: Sala) -> None:
    await to_the_discards(sala, *ALL, rules="parejas")
    who = sala.speaker
    hand = sort_hand(sala.mesa.cards[sala.seat(who)], 8)
    sala.fake.mark()
    assert (await sala.press(who, "Descartar")).text == "Elige antes las cartas que tiras."
    told = await sala.press(who, "1")
    assert cards_named(told.text) == {hand[0]}
    told = await sala.press(who, "3")
    assert cards_named(told.text) == {hand[0], hand[2]}
    told = await sala.press(who, "3")
    assert cards_named(told.text) == {hand[0]}
    told = await sala.press(who, "Descartar")
    assert "Has tirado" in told.text
    assert cards_named(told.text) == {hand[0]}
    waiting = [sala.table.names[seat] for seat in awaited_seats(sala.mesa)]
    await sala.board_says(f"Tiran {waiting[0]}, {waiting[1]} y {waiting[2]}.")
    assert sala.fake.count()["sends"] == 0, "nothing new in the group"


async def test_cards_are_picked_in_the_private_chat_as_well(sala: Sala, fake: FakeTelegram) -> None:
    await to_the_discards(sala, *ALL, rules="parejas")
    await fake.until(lambda: "Descartar" in fake.labels(CARMEN))
    labels = fake.labels(CARMEN)
    hand = sort_hand(sala.mesa.cards[sala.seat(CARMEN)], 8)
    assert [cards_named(label) for label in labels[:4]] == [{card} for card in hand]
    fake.press(CARMEN, labels[1], CARMEN)
    await fake.until(lambda: "Descartar (1)" in fake.labels(CARMEN))
    assert [label.startswith("✖") for label in fake.labels(CARMEN)[:4]] == [False, True, False, False]
    answer = await fake.answer(fake.press(CARMEN, "Descartar (1)", CARMEN))
    assert "Has tirado" in answer.text
    await fake.until(lambda: "Descartar (1)" not in fake.labels(CARMEN))
    assert len(fake.from_bot(CARMEN)) == 1, "one message a hand"


async def test_cartas_shows_the_hand_again_at_the_bottom_and_its_buttons_work(
    sala: Sala, fake: FakeTelegram
) -> None:
    await to_the_discards(sala, *ALL, rules="parejas")
    await fake.until(lambda: "Descartar" in fake.labels(ANE))
    old = fake.from_bot(ANE)[-1]
    sala.say(ANE, "/cartas")
    await fake.until(lambda: fake.from_bot(ANE)[-1].id != old.id and old.deleted)
    new = fake.from_bot(ANE)[-1]
    for label in fake.labels(ANE)[:2]:
        await fake.answer(fake.press(ANE, label, ANE, message=new.id))
    await fake.until(lambda: "Descartar (2)" in fake.labels(ANE))
    await fake.settle()
    assert fake.from_bot(ANE)[-1] is new
    assert new.keyboard


# ---- bets ------------------------------------------------------------------------------------------------


async def test_other_amounts_are_on_a_page_of_their_own(sala: Sala) -> None:
    await sala.open(*ALL)
    await sala.speak("nomus")
    await sala.board_says("GRANDE")
    who = sala.speaker
    await sala.press(who, "Otra cantidad")
    await sala.press(who, "Cerrar el menú")
    await sala.told("GRANDE")
    await sala.press(who, "Otra cantidad")
    assert (await sala.press(who, "Envido (7)")).text == "Has dicho: envido 7."
    await sala.board_says("envida 7")
    await sala.fake.until(lambda: len(sala.boards) == 1)
    await sala.press(sala.speaker, "Otra cantidad")
    assert (await sala.press(sala.speaker, "5 más")).text == "Has dicho: 5 más."
    await sala.board_says("12")


async def test_a_press_out_of_turn_is_answered_with_whose_turn_it_is_and_the_group_sees_nothing(
    sala: Sala,
) -> None:
    await sala.open(*ALL)
    await sala.fake.until(lambda: all(sala.fake.from_bot(uid) for uid in ALL))  # their first cards
    await sala.fake.settle()
    first = sala.speaker
    sala.fake.mark()
    for uid in ALL:
        if uid != first:
            told = await sala.press(uid, "Mus")
            assert told.text == f"Ahora no te toca: habla {sala.table.names[sala.seat(first)]}."
    outside = "No te has sentado en esta mesa. Con «Apuntarme» te aviso cuando quede un sitio."
    assert (await sala.press(EVA, "Mus")).text == outside
    assert (await sala.press(EVA, "Mis cartas")).text == outside
    await sala.fake.settle()
    assert sala.fake.count()["total"] == sala.fake.count()["answers"] == 5


async def test_a_button_of_an_old_board_is_answered_with_what_is_asked_now(sala: Sala) -> None:
    await sala.open(*ALL)
    await sala.speak("nomus")
    await sala.board_says("GRANDE")
    await sala.fake.until(lambda: all(sala.fake.from_bot(uid) for uid in ALL))  # their first cards
    await sala.fake.settle()
    sala.fake.mark()
    told = await sala.press(sala.speaker, "Mus", stale=True)
    assert told.text.startswith("Ese botón es de antes.")
    assert "GRANDE" in told.text
    await sala.fake.settle()
    assert sala.fake.count()["total"] == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("", "Ese botón no lo conozco."),
        ("vote:yes", "Ese botón no lo conozco."),
        ("Z9-nobody:3:mus", "Esa mesa ya no existe."),
    ],
)
async def test_a_button_of_no_table_is_answered(sala: Sala, data: str, told: str) -> None:
    sala.say(ANE, "/mus")
    await sala.told("Sellada, pero aún se puede cortar")
    query = sala.fake.press(ANE, chat=sala.chat, data=data)
    assert (await sala.fake.answer(query)).text == told


async def test_forged_acts_change_nothing(sala: Sala) -> None:
    await sala.open(*ALL)
    before = sala.table
    for act in ("pick.0", "pick.9", "sub.7", "sub.x", "page.nowhere", "envido.x", "start", "sit.0", "queue"):
        assert (await sala.forge(sala.speaker, act)).text
    assert sala.table == before


async def test_mis_cartas_are_an_alert_for_their_owner_alone(sala: Sala) -> None:
    table = await sala.open(*ALL)
    assert table.mesa is not None
    for uid in ALL:
        answer = await sala.press(uid, "Mis cartas")
        assert answer.alert
        assert cards_named(answer.text) == set(table.mesa.cards[sala.seat(uid)])
    assert leaks(sala.fake, {table.id: sala.bot.history}, sala.bot.drawn) == []


# ---- typed words -----------------------------------------------------------------------------------------


async def test_a_word_typed_by_whom_it_binds_counts_as_a_press(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    fake.privacy = False
    await sala.open(*ALL)
    first = sala.speaker
    await fake.until(lambda: all(fake.from_bot(uid) for uid in ALL))  # their first cards
    await fake.settle()
    fake.mark()
    sala.say(EVA, "no hay mus")
    sala.say(next(uid for uid in ALL if uid != first), "no hay mus")
    sala.say(first, "no hay mus, creo yo")
    sala.say(first, "¿quedamos el jueves?")
    await fake.settle()
    assert fake.count()["total"] == 0
    said = sala.say(first, "¡No hay mus!")
    await sala.board_says("GRANDE")
    sala.say(sala.speaker, "envido cinco")
    await sala.board_says("envida 5")
    await fake.until(lambda: sum(bool(it.reaction) for it in fake.world.messages.values()) == 2)
    assert fake.world.messages[sala.chat, said].reaction == "👍"
    assert "jueves" not in stderr.getvalue()
    assert "hay mus" not in stderr.getvalue().casefold()


async def test_where_no_reactions_are_allowed_a_typed_word_counts_in_silence(
    sala: Sala, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    fake.privacy = False
    fake.world.chats[sala.chat].no_reactions = True
    await sala.open(*ALL)
    said = sala.say(sala.speaker, "no hay mus")
    await sala.board_says("GRANDE")
    await fake.until(lambda: [entry.method for entry in fake.refused] == ["setMessageReaction"])
    assert not fake.world.messages[sala.chat, said].reaction
    assert "eaction" not in stderr.getvalue()


async def test_words_typed_in_the_private_chat_say_nothing_at_the_table(
    sala: Sala, fake: FakeTelegram
) -> None:
    await sala.open(*ALL)
    before = sala.table
    fake.say(sala.speaker, "mus")
    await fake.settle()
    assert sala.table == before


# ---- the board -------------------------------------------------------------------------------------------


async def test_the_board_comes_down_when_other_talk_has_pushed_it_up(sala: Sala, fake: FakeTelegram) -> None:
    fake.privacy = False
    await sala.open(*ALL)
    board = sala.boards[-1]
    fake.chatter(sala.chat, 15)
    await fake.settle()
    assert sala.boards[-1] is board
    fake.chatter(sala.chat, 1)
    await fake.until(lambda: board.deleted)
    assert sala.boards[-1].id > board.id
    assert "¿MUS?" in sala.last
    fake.chatter(sala.chat, 3)
    await fake.settle()
    assert len([m for m in sala.posts if "¿MUS?" in m.text]) == 1


async def test_mesa_shows_the_board_at_the_bottom(sala: Sala) -> None:
    await sala.open(*ALL)
    board = sala.boards[-1]
    sala.say(EVA, "/mesa")
    await sala.fake.until(lambda: board.deleted)
    assert sala.boards[-1].id > board.id
    assert sala.boards == sala.posts[-1:]
    assert (await sala.press(sala.speaker, "Mus")).text == "Has dicho: mus."


async def test_who_does_not_act_is_called_and_the_call_taken_away(
    sala: Sala, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "NUDGE_S", 2.0)
    await sala.open(*ALL)
    first = sala.speaker
    await sala.fake.until(lambda: ", te toca" in sala.fake.from_bot(first)[-1].text)
    call = sala.fake.from_bot(first)[-1]
    assert not any(", te toca" in post.text for post in sala.posts), "the group is spared"
    await sala.speak("mus")
    await sala.fake.until(lambda: call.deleted)


async def test_who_wants_a_mention_is_called_in_the_group(
    sala: Sala, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "NUDGE_S", 2.0)
    await sala.open(*ALL)
    first = sala.speaker
    await sala.fake.answer(sala.fake.press(first, chat=sala.chat, data="call.mention"))
    call = await sala.told(f"{sala.table.names[sala.seat(first)]}, te toca")
    assert call.content.entities[0]["user"]["id"] == first


async def test_a_partida_against_ai_players_is_won_and_told(sala: Sala, bot: Bot) -> None:
    table = await sala.open(ANE, rules="vitoria piedras=20 juegos=1", ais=3)
    for _ in range(400):
        if not bot.tables:
            break
        await sala.fake.until(lambda: not bot.tables or sala.speaks(ANE))
        if bot.tables:
            await sala.forge(ANE, "throw" if isinstance(sala.mesa.phase, Descarte) else "paso")
            await sala.forge(ANE, "noquiero")
            await sala.forge(ANE, "nomus")
    post = await sala.told("Semilla:")
    assert table.seed.hex() in post.text
    sala.say(FELIX, "/acta")
    await sala.told("La partida entera")
    assert leaks(sala.fake, {table.id: bot.history}, bot.drawn) == []


# ---- the log ---------------------------------------------------------------------------------------------


async def test_a_log_at_debug_holds_no_token_no_card_and_nothing_that_people_write(
    sala: Sala, bot: Bot, fake: FakeTelegram, stderr: io.StringIO
) -> None:
    fake.privacy = False
    await to_the_discards(sala, *ALL, rules="parejas")
    for method in ("getUpdates", "sendMessage", "editMessageText", "answerCallbackQuery"):
        fake.garble(method, body='{"ok":true,"result":[{"text":"esto no lo lee nadie"')
        fake.lose_reply(method)
    fake.refuse("editMessageText", 400, "Bad Request: message is too long")
    sala.say(ANE, "esto no lo lee nadie")
    sala.say(BENAT, "/cartas")
    fake.block(CARMEN)
    for uid in (ANE, DANI):
        fake.press(uid, "Mis cartas", sala.chat)  # the answers are lost
    await fake.settle()
    for uid in ALL:
        await fake.answer(fake.press(uid, "Mis cartas", sala.chat))
        await sala.forge(uid, "pick.1")
        await sala.forge(uid, "throw")
    bot.store.broken = True
    await sala.forge(ANE, "mus")
    await bot.kill()
    bot.store.broken = False
    await bot.start()
    await fake.settle()
    log = stderr.getvalue()
    assert "s to wait" in log
    assert fake.token.partition(":")[2] not in log
    assert cards_named(log) == frozenset()
    assert "no lo lee nadie" not in log
    assert "Ane" not in log


async def test_picked_in_private_and_on_the_board_both_are_thrown_though_all_comes_at_once(
    sala: Sala, fake: FakeTelegram
) -> None:
    await to_the_discards(sala, *ALL, rules="parejas")
    await fake.until(lambda: "Descartar" in fake.labels(CARMEN))
    seat, others = sala.seat(CARMEN), [who for who in ALL if who != CARMEN]
    hand = sort_hand(sala.mesa.cards[seat], 8)
    sala.bot.store.free.clear()
    fake.press(others[0], "1", sala.chat)
    await fake.until(lambda: sala.bot.store.waiting)
    for label in fake.labels(CARMEN)[1:4]:
        fake.press(CARMEN, label, CARMEN)
    fake.press(CARMEN, "1", sala.chat)
    query = fake.press(CARMEN, "Descartar", sala.chat)
    sala.bot.store.free.set()
    assert cards_named((await fake.answer(query)).text) == set(hand)
    await fake.settle()
    assert isinstance(sala.mesa.phase, Descarte)
    assert set(sala.mesa.phase.thrown[seat] or ()) == set(hand)


def styles(fake: FakeTelegram) -> dict[str, str]:
    """Returns the colours of the newest board's buttons, by label; without those that have none."""
    buttons = [it for row in fake.from_bot(PENA)[-1].keyboard or () for it in row]
    return {it["text"]: it["style"] for it in buttons if "style" in it}


async def test_an_ordago_is_red_and_an_acceptance_green(sala: Sala, fake: FakeTelegram) -> None:
    await sala.open(*ALL)
    await sala.speak("nomus")
    await fake.until(lambda: styles(fake) == {"Órdago": "danger"})
    await sala.speak("envido.2")
    await fake.until(lambda: styles(fake).items() >= {"Quiero": "success", "Órdago": "danger"}.items())
