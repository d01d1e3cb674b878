"""Acts from private chats of people who have left the group, or were banned from it."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from musbot.service.settings import members
from musbot.table.events import Departed, read_person_id
from tests.fakes.telegram_api import Answer, FakeTelegram
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, NAMES, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)
OUTSIDE = "Ya no estás en el chat de la mesa"


async def open_table(sala: Sala) -> None:
    """Seats four players and waits for their hands."""
    await sala.open(*ALL)
    await sala.fake.until(lambda: all(sala.fake.from_bot(uid) for uid in ALL))
    sala.fake.mark()


async def press_in_private(sala: Sala, uid: int, act: str) -> Answer:
    """Presses a button of a player's own hand."""
    data = f"{sala.table.id}:{sala.table.question}:{act}"
    return await sala.fake.answer(sala.fake.press(uid, chat=uid, data=data))


async def leave(sala: Sala, status: str = "left") -> int:
    """Takes the player who is asked out of the group."""
    gone = sala.speaker
    sala.fake.leave(gone, PENA, status)
    return gone


@pytest.mark.parametrize("status", ["left", "kicked", "restricted"])
async def test_who_has_left_is_refused_and_the_others_may_replace_them(
    sala: Sala, fake: FakeTelegram, status: str
) -> None:
    await open_table(sala)
    gone, before = await leave(sala, status), sala.mesa
    told = await press_in_private(sala, gone, "nomus")
    assert told.text.startswith(OUTSIDE)
    assert sala.mesa == before
    assert Departed(sala.seat(gone)) in sala.bot.history
    await sala.board_says(f"{NAMES[gone]} no está")
    other = next(uid for uid in ALL if uid != gone)
    await sala.press(other, f"Sustituir a {NAMES[gone]}")
    assert sala.table.seat_of(read_person_id(f"telegram:{gone}")) is None
    assert fake.count()["getChatMember"] == 1


async def test_members_act_in_private_and_are_asked_about_once_in_ten_minutes(
    sala: Sala, fake: FakeTelegram
) -> None:
    await open_table(sala)
    for _ in range(8):
        assert not (await press_in_private(sala, sala.speaker, "mus")).text.startswith(OUTSIDE)
        if sala.mesa.phase.__class__.__name__ != "Mus":
            break
    assert fake.count()["getChatMember"] == 4, "once for each of the four"


async def test_an_act_in_the_group_costs_no_request(sala: Sala, fake: FakeTelegram) -> None:
    await open_table(sala)
    await sala.speak("nomus")
    assert fake.count()["getChatMember"] == 0


@pytest.mark.parametrize("words", ["CHAT_ADMIN_REQUIRED", "PARTICIPANT_ID_INVALID"])
async def test_a_platform_that_does_not_say_takes_nobody_for_gone(
    sala: Sala, fake: FakeTelegram, words: str
) -> None:
    await open_table(sala)
    fake.refuse("getChatMember", 400, f"Bad Request: {words}", times=None)
    await leave(sala)
    before = sala.mesa
    for act in ("nomus", "paso"):
        assert not (await press_in_private(sala, sala.speaker, act)).text.startswith(OUTSIDE)
    assert sala.mesa != before
    assert fake.count()["getChatMember"] <= 2, "a failure is remembered too"


async def test_other_chats_do_not_wait_for_an_answer(
    sala: Sala, cuadrilla: Sala, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "PATIENCE_S", 60)
    await open_table(sala)
    free, gone = fake.hold("getChatMember"), await leave(sala)
    pressing = asyncio.create_task(press_in_private(sala, gone, "nomus"))
    await asyncio.sleep(0)
    cuadrilla.say(ANE, "/mus")
    await cuadrilla.told("Sellada, pero aún se puede cortar")
    assert not pressing.done()
    free.set()
    assert (await pressing).text.startswith(OUTSIDE)


async def test_a_slow_answer_delays_a_press_little(sala: Sala, fake: FakeTelegram) -> None:
    await open_table(sala)
    fake.slow("getChatMember", 5)
    gone, before = await leave(sala), sala.mesa
    begun = monotonic()
    assert not (await press_in_private(sala, gone, "nomus")).text.startswith(OUTSIDE)
    assert monotonic() - begun < 2 * members.PATIENCE_S + 1
    assert sala.mesa != before, "until it is known, they count as a member"


async def test_who_comes_back_presses_in_the_group_and_counts_in_private_again(
    sala: Sala, fake: FakeTelegram
) -> None:
    await open_table(sala)
    gone = await leave(sala)
    assert (await press_in_private(sala, gone, "mus")).text.startswith(OUTSIDE)
    fake.join(gone, PENA)
    assert (await press_in_private(sala, gone, "nomus")).text.startswith(OUTSIDE), "asked once in ten minutes"
    await sala.forge(gone, "score")
    before = sala.mesa
    assert not (await press_in_private(sala, gone, "nomus")).text.startswith(OUTSIDE)
    assert sala.mesa != before
    assert fake.count()["getChatMember"] == 2
    assert sala.table.missed[sala.seat(gone)] == 0, "they are back (R94)"


async def test_who_has_left_gives_up_their_seat_by_a_command_and_can_end_nothing(
    sala: Sala, fake: FakeTelegram
) -> None:
    await open_table(sala)
    gone = await leave(sala)
    for command in ("/terminar", f"/sustituir {NAMES[next(uid for uid in ALL if uid != gone)]}"):
        fake.say(gone, command)
        await fake.until(lambda: OUTSIDE in fake.from_bot(gone)[-1].text)
        assert not sala.table.votes
        fake.mark()
    fake.say(gone, "/salir")
    await fake.until(lambda: sala.table.seat_of(read_person_id(f"telegram:{gone}")) is None)
