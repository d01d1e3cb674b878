"""A table in a Discord channel: what people press and see."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from adapters.discord import private_answers as discord_replies
from adapters.discord.messenger import person_id
from musbot.game.views import sort_hand
from musbot.pictures.specs import Picture, ShowdownPicture
from musbot.table.events import ChatId, MessageId, Person, read_person_id
from musbot.words.cards import card_name, cards_with_suits
from tests.support.discord_sala import ES, Sala, buttons, cards_of, menus, parts, sala, says, told

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fccf"
    "c0500f00058401807ff0b2c90000000049454e44ae426082"
)


async def test_a_hand_is_played_by_pressing_what_the_board_offers(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for label in ("No hay mus", "Órdago", "Quiero"):
        result = await room.speak(label)
        assert result.acknowledged
        assert not result.ephemeral  # the board shows it
    assert room.table.hands_over == 1
    assert "Órdago a grande: gana" in says(room.posts[-2])
    assert "mano 2" in says(room.board)


async def test_a_whole_partida_ends_with_revancha(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani", options="juegos=1")
    for label in ("No hay mus", "Órdago", "Quiero"):
        await room.speak(label)
    assert [label for label, _ in buttons(room.posts[-1])] == ["Revancha", "📤 Compartir"]
    await room.press("Dani", "Revancha")
    assert room.table.in_lobby
    assert "Ane" in says(room.board)


async def test_mis_cartas_is_for_its_presser_alone(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    shown = await room.press("Carmen", "Mis cartas")
    assert cards_of(room, "Carmen") in told(shown)
    assert all(cards_of(room, "Carmen") not in says(post) for post in room.posts)


async def test_a_hand_comes_by_private_message_too(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for name in ("Ane", "Beñat", "Carmen", "Dani"):
        (sent,) = room.dms(name)
        assert cards_of(room, name) in says(sent)


async def test_one_without_a_seat_is_told_so_privately(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    posted = len(room.posts)
    refused = await room.press("Eva", "No hay mus")
    assert told(refused) == "No te has sentado en esta mesa. Con «Apuntarme» te aviso cuando quede un sitio."
    assert (await room.press("Eva", "Mis cartas")).followups == [], "the one notice says so"
    assert len(room.posts) == posted


async def test_a_press_out_of_turn_is_told_whose_turn_it_is(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    other = room.table.names[(room.table.names.index(room.speaker) + 1) % 4]
    posted = [says(post) for post in room.posts]
    assert room.speaker in told(await room.press(other, "Mus"))
    assert [says(post) for post in room.posts] == posted


async def to_the_discards(room: Sala) -> str:
    """Lets everybody say mus; returns who throws first."""
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for _ in range(4):
        await room.speak("Mus")
    return room.speaker


def card_names(room: Sala, name: str) -> list[str]:
    """Somebody's cards as the menu of their hand calls them."""
    assert room.table.mesa is not None
    seat = room.table.names.index(name)
    return [card_name(ES, card).capitalize() for card in sort_hand(room.table.mesa.cards[seat], 8)]


async def test_several_cards_are_thrown_at_once_and_the_hand_follows(room: Sala) -> None:
    name = await to_the_discards(room)
    shown = await room.press(name, "Mis cartas")
    names = card_names(room, name)
    (menu,) = menus(shown.response)
    assert [option["label"] for option in menu["options"]] == names
    assert (menu["placeholder"], menu["max_values"]) == ("¿Cuáles tiras?", 4)
    assert [label for label, _ in buttons(shown.response)] == [
        "Mis cartas, siempre aquí",
        "Ir a la mesa",
    ]
    threw = await room.choose(name, shown.response, names[2], names[0])
    assert threw.followups == []
    assert room.speaker != name
    assert menus(shown.response) == []
    for _ in range(3):
        await room.speak("1.ª")
        await room.speak("Descartar")
    now = card_names(room, name)
    assert now != names
    assert {names[1], names[3]} <= set(now)
    assert cards_of(room, name) in says(shown.response)


async def test_a_throw_that_is_delivered_twice_counts_once(room: Sala) -> None:
    name = await to_the_discards(room)
    shown = await room.press(name, "Mis cartas")
    person = Person(read_person_id(f"discord:{room.people[name].id}"), name)
    data = f"{menus(shown.response)[0]['custom_id']}1,2"
    await room.bot.door.presses.press(person, room.chat, data, key="discord:7", alone=True)
    seq = room.table.seq
    again = await room.bot.door.presses.press(person, room.chat, data, key="discord:7", alone=True)
    assert (again.text, room.table.seq) == ("Ya está.", seq)
    late = await room.bot.door.presses.press(person, room.chat, data, key="discord:8", alone=True)
    assert (late.text, late.seen) == ("", True), "a double tap"
    assert room.table.seq == seq


async def test_picks_on_the_board_show_in_the_hand_one_has_open(room: Sala) -> None:
    name = await to_the_discards(room)
    opened = await room.press(name, "Mis cartas")
    picked = await room.speak("2")
    assert picked.followups == []
    (menu,) = menus(opened.response)
    assert [place for place, option in enumerate(menu["options"], 1) if option.get("default")] == [2]
    assert all("Tiras" not in says(post) for post in room.posts)
    await room.press(name, "Descartar (1)", on=opened.response)
    assert room.speaker != name


async def test_mis_cartas_again_takes_the_first_away(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    first = await room.press("Ane", "Mis cartas")
    again = await room.press("Ane", "Mis cartas")
    assert again.response is not None
    assert first.response is None


def hands_before(room: Sala, name: str) -> list[str]:
    """The ephemeral hands that somebody has before them."""
    mine = room.channel.history(viewer=room.people[name])
    return [says(m) for m in mine if m.flags.ephemeral and "· tus cartas" in says(m)]


async def a_hand_goes_by(room: Sala) -> None:
    """Plays a hand to its end."""
    for label in ("No hay mus", "Órdago", "Quiero"):
        await room.speak(label)
    await room.env.settle()


async def test_ones_hand_is_shown_once_in_private_unless_one_asks_for_it(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await a_hand_goes_by(room)
    for name in ("Ane", "Beñat", "Carmen", "Dani"):
        assert hands_before(room, name) == []
        assert "mano 2" in says(room.dms(name)[-1])
        assert cards_of(room, name) in says(room.dms(name)[-1])


async def test_who_has_asked_for_their_cards_in_the_channel_has_the_next_ones_there_too(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await room.press("Ane", "Mis cartas")
    assert len(hands_before(room, "Ane")) == 1
    await a_hand_goes_by(room)
    (hand,) = hands_before(room, "Ane")
    assert "mano 2" in hand
    assert cards_of(room, "Ane") in hand
    (told,) = room.dms("Ane")
    assert "Tienes tus cartas en la mesa" in says(told)
    assert [label for label, _ in buttons(told)] == ["Ir a la mesa"], "a link, and no button"


async def test_the_next_hand_takes_the_place_of_the_last_one_in_the_channel(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    shown = await room.press("Ane", "Mis cartas")
    before = shown.response.id if shown.response is not None else 0
    await a_hand_goes_by(room)
    assert shown.response is not None
    assert shown.response.id == before
    assert "mano 2" in says(shown.response)
    assert cards_of(room, "Ane") in says(shown.response)


async def test_words_are_said_in_the_hand_in_the_channel_and_its_message_answers(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    speaker = room.speaker
    await room.press(speaker, "Mus")
    while room.speaker != speaker:
        await room.speak("Mus")
        if not room.table.mesa or "Descartar" in str(buttons(room.board)):
            break
    asked = room.speaker
    shown = await room.press(asked, "Mis cartas")
    assert shown.response is not None
    (menu,) = menus(shown.response)
    assert menu["placeholder"] == "¿Cuáles tiras?"
    await room.choose(asked, shown.response, card_names(room, asked)[0])
    for _ in range(3):
        await room.speak("1.ª")
        await room.speak("Descartar")
    await room.env.settle()
    assert room.speaker == asked
    assert {"Mus", "No hay mus"} <= {label for label, _ in buttons(shown.response)}
    said = await room.press(asked, "No hay mus", on=shown.response)
    assert said.followups == []
    await room.env.settle()
    assert "Paso" in [label for label, _ in buttons(shown.response)] or room.speaker != asked


async def test_who_has_spoken_and_thrown_on_the_board_reads_no_hint_in_their_hand(room: Sala) -> None:
    name = await to_the_discards(room)
    await room.press(name, "1.ª")
    (hand,) = hands_before(room, name)
    assert "Tiras: " in hand
    assert "Elige en el menú" not in hand
    await room.press(name, "Descartar")
    await room.env.settle()
    (hand,) = hands_before(room, name)
    assert "Elige en el menú" not in hand
    assert "Juegas con los botones de la mesa" not in hand
    mine = room.channel.history(viewer=room.people[name])
    labels = [
        label for m in mine if m.flags.ephemeral and "· tus cartas" in says(m) for label, _ in buttons(m)
    ]
    assert labels[-2:] == ["Hablar desde aquí", "Ir a la mesa"]


async def test_who_throws_from_their_hand_speaks_from_there_again(room: Sala) -> None:
    name = await to_the_discards(room)
    await room.env.settle()
    before = room.dms(name)[-1]
    labels = [label for label, _ in buttons(before)]
    assert labels == ["Ir a la mesa"], "no «Hablar desde aquí» beside the menu"
    who = Person(read_person_id(f"discord:{room.people[name].id}"), name)
    thrown, shown = room.data("throw.1"), MessageId(str(before.id))
    await room.bot.door.presses.press(who, ChatId(who.id), thrown, key="k", message=shown, alone=True)
    await room.env.settle()
    after = room.dms(name)[-1]
    assert "Juegas con los botones de la mesa" not in says(after)
    assert "Hablar desde aquí" not in [label for label, _ in buttons(after)]
    assert "DESCARTE. Tira" in says(after), "it follows the words again"


async def test_a_hand_in_the_channel_follows_every_word(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    people = ["Ane", "Beñat", "Carmen", "Dani"]
    watcher = people[people.index(room.speaker) - 1]  # the last to speak
    await room.press(watcher, "Mis cartas")
    for _ in range(2):
        await room.speak("Mus")
        await room.env.settle()
        (hand,) = hands_before(room, watcher)
        assert f"Habla {room.speaker}." in hand


async def test_a_quarter_of_an_hour_after_one_s_last_press_ones_hand_is_in_private_again(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await room.press("Ane", "Mis cartas")
    room.clock.now += 14 * 60 + 1
    await room.press("Beñat", "Tanteo")
    while room.speaker == "Ane":
        await room.speak("No hay mus")
    await room.speak("Mus" if "Mus" in str(buttons(room.board)) else "Paso")
    await room.env.settle()
    assert hands_before(room, "Ane") == []
    (hand,) = room.dms("Ane")
    assert cards_of(room, "Ane") in says(hand)
    assert buttons(hand)


async def test_a_hand_in_the_channel_that_somebody_dismissed_is_in_private_again(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    shown = await room.press("Ane", "Mis cartas")
    assert shown.response is not None
    room.env.backend.delete_message(room.channel.id, shown.response.id)
    await a_hand_goes_by(room)
    await room.env.settle()
    shown_now = [*hands_before(room, "Ane"), *[says(it) for it in room.dms("Ane")]]
    assert [cards_of(room, "Ane") in it for it in shown_now].count(True) == 1


async def test_who_leaves_has_their_hand_before_them_no_longer(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await room.press("Ane", "Mis cartas")
    await room.press("Beñat", "Mis cartas")
    await room.slash("Ane", "leave")
    await room.env.settle()
    assert hands_before(room, "Ane") == []
    assert len(hands_before(room, "Beñat")) == 1
    (told,) = room.dms("Ane")
    assert "Ya no juegas" in says(told)


async def test_who_had_their_hand_in_the_channel_is_told_in_private_how_the_partida_ended(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani", options="juegos=1")
    await room.press("Ane", "Mis cartas")
    await a_hand_goes_by(room)
    (told,) = room.dms("Ane")
    assert "¡Partida para" in says(told)


async def test_who_wants_their_hands_in_the_channel_is_sent_none_and_each_comes_to_them(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    shown = await room.press("Ane", "Mis cartas")
    await room.press("Ane", "Mis cartas, siempre aquí", on=shown.response)
    await room.env.settle()
    assert room.dms("Ane") == []
    (hand,) = hands_before(room, "Ane")
    assert "Tus cartas te salen aquí y no en privado." in hand
    await a_hand_goes_by(room)
    (hand,) = hands_before(room, "Ane")
    assert "mano 2" in hand
    assert cards_of(room, "Ane") in hand
    assert room.dms("Ane") == []
    assert all(hands_before(room, name) == [] for name in ("Beñat", "Carmen", "Dani"))


async def test_who_had_their_hands_in_the_channel_can_have_them_in_private_again(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    shown = await room.press("Ane", "Mis cartas")
    await room.press("Ane", "Mis cartas, siempre aquí", on=shown.response)
    await room.press("Ane", "Mis cartas, en privado", on=shown.response)
    await room.env.settle()
    assert shown.response is not None
    assert says(shown.response) == "Desde ahora te mando tus cartas en privado."
    assert cards_of(room, "Ane") in says(room.dms("Ane")[-1])
    await a_hand_goes_by(room)
    assert hands_before(room, "Ane") == []
    assert "mano 2" in says(room.dms("Ane")[-1])


async def test_who_takes_no_private_messages_has_each_hand_in_the_channel_while_they_press(
    room: Sala,
) -> None:
    for name in ("Ane", "Beñat"):
        room.courier.availability.close_chat(person_id(room.people[name].user.id))
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for name in ("Ane", "Beñat"):
        (hand,) = hands_before(room, name)
        assert "mano 1" in hand
        assert "siempre aquí" not in hand
    await a_hand_goes_by(room)
    for name in ("Ane", "Beñat"):
        (hand,) = hands_before(room, name)
        assert "mano 2" in hand
        assert cards_of(room, name) in hand


async def test_after_14_minutes_a_new_hand_comes_by_private_message_only(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await room.speak("No hay mus")
    room.clock.now += 14 * 60 + 1
    quiet = {"Ane", "Beñat", "Carmen", "Dani"}
    for label in ("Órdago", "Quiero"):
        quiet.remove(room.speaker)
        await room.speak(label)
    for name in quiet:
        assert all("mano 2" not in hand for hand in hands_before(room, name))
        assert "mano 2" in says(room.dms(name)[-1])


# ---- pictures --------------------------------------------------------------------------------------------


def pictures(message: Any) -> list[dict[str, Any]]:
    """The pictures that a message shows."""
    return [item for part in parts(message) for item in part.get("items", ())]


async def test_ones_hand_has_a_picture_that_says_what_it_shows(tmp_path: Path, hasty_discord: None) -> None:
    async def paint(_: Picture) -> bytes:
        return PNG

    async with sala(tmp_path, paint=paint) as room:
        await room.open("Ane", "Beñat", "Carmen", "Dani")
        shown = await room.press("Ane", "Mis cartas")
        for name, message in (("Beñat", room.dms("Beñat")[-1]), ("Ane", shown.response)):
            (picture,) = pictures(message)
            assert cards_of(room, name) in picture["description"]
        assert all(cards_of(room, "Ane") not in str(pictures(post)) for post in room.posts)


async def test_a_picture_that_takes_long_keeps_no_answer_waiting_and_follows(
    tmp_path: Path, hasty_discord: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_replies, "PICTURE_S", 0.05)
    slow = asyncio.Event()
    shown_meanwhile: list[bool] = []

    async def paint(_: Picture) -> bytes:
        if slow.is_set():
            await asyncio.sleep(0.2)
            shown_meanwhile.append(bool(room.bot.messenger.windows._shown))
        return PNG

    async with sala(tmp_path, paint=paint) as room:
        await room.open("Ane", "Beñat", "Carmen", "Dani")
        slow.set()
        shown = await room.press("Ane", "Mis cartas")
        (picture,) = pictures(shown.response)
        assert cards_of(room, "Ane") in picture["description"]
        assert shown_meanwhile == [True]


async def test_the_end_of_a_hand_has_its_cards_in_the_picture_and_its_count_beside(
    tmp_path: Path, hasty_discord: None
) -> None:
    drawn: list[Picture] = []

    async def paint(picture: Picture) -> bytes:
        drawn.append(picture)
        return PNG

    async with sala(tmp_path, paint=paint) as room:
        await room.open("Ane", "Beñat", "Carmen", "Dani")
        mesa = room.table.mesa
        assert mesa is not None
        cards = [cards_with_suits(ES, sort_hand(mesa.cards[seat], 8)) for seat in range(4)]
        for label in ("No hay mus", "Órdago", "Quiero"):
            await room.speak(label)
        end = room.posts[-2]
        (picture,) = pictures(end)
        assert all(hand in picture["description"] for hand in cards)
        assert not any(hand in says(end) for hand in cards)
        assert says(end).count("órdago de") == 1
        assert "Órdago a grande" in picture["description"], "who is paid and why is folded away there"
        (shown,) = {it for it in drawn if isinstance(it, ShowdownPicture)}
        assert (shown.title, shown.payments, shown.scores, shown.won) == ("", (), (), "")
