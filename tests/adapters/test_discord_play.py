"""A table in a Discord channel: what people press and see."""

from __future__ import annotations

from musbot.cardwords import signs
from musbot.game.views import ordered
from musbot.texts import Texts
from tests.adapters.discord_sala import Sala, buttons, says, told

ES = Texts("es")


def cards_of(room: Sala, name: str) -> str:
    """Somebody's cards as his own messages show them."""
    assert room.table.mesa is not None
    seat = room.table.names.index(name)
    return signs(ES, ordered(room.table.mesa.cards[seat], 8))


async def test_a_hand_is_played_by_pressing_what_the_board_offers(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for label in ("No hay mus", "Órdago", "Quiero"):
        result = await room.speak(label)
        assert result.acknowledged
        assert result.response is None  # the board shows it
    assert len(room.table.finished) == 1
    assert "Órdago a grande: gana" in says(room.posts[-2])
    assert "mano 2" in says(room.board)


async def test_a_whole_partida_ends_with_revancha(room: Sala) -> None:
    await room.slash("Ane", "mus", rules="vitoria", options="juegos=1")
    for place, name in enumerate(("Ane", "Beñat", "Carmen", "Dani")):
        await room.press(name, f"Sentarme: {('Nosotros', 'Ellos')[place % 2]}")
    await room.press("Ane", "Empezar")
    for label in ("No hay mus", "Órdago", "Quiero"):
        await room.speak(label)
    assert [label for label, _ in buttons(room.posts[-1])] == ["Revancha"]
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
    assert told(await room.press("Eva", "No hay mus")) == "No estás sentado en esta mesa."
    assert told(await room.press("Eva", "Mis cartas")) == "No estás sentado en esta mesa."
    assert len(room.posts) == posted


async def test_a_press_on_an_old_board_is_told_whose_turn_it_is(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    first = room.speaker
    old = room.data("mus")
    await room.speak("Mus")
    room.people[first].user  # noqa: B018
    result = await room.people[first].click(room.board, custom_id=buttons(room.board)[0][1])
    assert told(result)
    assert old != room.data("mus")


async def test_discards_are_picked_in_the_ephemeral_hand_and_it_follows(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for _ in range(4):
        await room.speak("Mus")
    name = room.speaker
    shown = (await room.press(name, "Mis cartas")).response
    assert shown is not None
    first = buttons(shown)[0][1]
    await room.people[name].click(shown, custom_id=first)
    assert len(room.table.picks[room.table.names.index(name)]) == 1
    shown = room.env.backend and shown
    assert "✖" in buttons(shown)[0][0]
    await room.press(name, "Descartar", on=shown)
    assert room.speaker != name


async def test_picks_on_the_board_are_told_to_their_presser_alone(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    for _ in range(4):
        await room.speak("Mus")
    picked = await room.speak("1")
    assert picked.acknowledged
    assert all("Tiras" not in says(post) for post in room.posts)
