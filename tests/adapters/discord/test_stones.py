"""Tres Mus and Mus Francés of eight in a Discord channel: two people, six AI, over the wire."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from adapters.discord import emojis as discord_emojis
from musbot.store.codec import decode
from musbot.store.queries import Query
from musbot.table.events import AnyEvent
from tests.e2e.discord_server import ANE, BENAT, MUS, leaks
from tests.e2e.leaks import cards_named
from tests.fakes.discord_api.components import MOST_COMPONENTS, SELECT, walk
from tests.support.discord_wire import Wire

MOST_IN_ROW = 5
NOT_PLAYED = ("Mis cartas", "Tanteo", "Otra cantidad")


async def open_for_eight(wire: Wire, rules: str, options: str) -> None:
    """Opens a table, seats two people and six AI, and starts."""
    mesa = wire.mesa
    mesa.people = {ANE: "Ane", BENAT: "Beñat"}
    wire.fake.slash(ANE, f"/mus rules:{rules} options:{options}", MUS)
    await mesa.until("Sentarme")
    for uid in mesa.people:
        await mesa.press(uid, "Sentarme")
    for count in range(1, 7):
        await mesa.press(ANE, "Añadir IA")
        await wire.fake.until(lambda count=count: mesa.boards[-1].text.count("🤖") == count)  # type: ignore[misc]
    await mesa.press(ANE, "Empezar")
    await mesa.until("Mis cartas")


async def play(wire: Wire, most_s: float = 300) -> set[str]:
    """Presses what the board offers until the partida is over; returns every label that was to be seen."""
    mesa, seen = wire.mesa, set[str]()
    async with asyncio.timeout(most_s):
        while not mesa.over:
            await asyncio.sleep(0.02)
            if not mesa.boards:
                continue
            seen |= set(mesa.labels)
            board = mesa.boards[-1]
            assert all(len(row) <= MOST_IN_ROW for row in board.labels)
            assert len([*walk(board.components)]) <= MOST_COMPONENTS
            asked = mesa.awaited()
            said = [label for label in mesa.labels if not label.startswith(NOT_PLAYED)]
            if not asked or not said:
                continue
            uid = mesa.rng.choice(asked)
            words = (
                [str(mesa.rng.randint(1, 5)), "Descartar"] if "Descartar" in said else [mesa.rng.choice(said)]
            )
            with suppress(LookupError):  # the board has just changed
                for word in words:
                    await mesa.press(uid, word)
    return seen


async def logs(wire: Wire) -> dict[str, list[AnyEvent]]:
    """The log of every table that is over."""
    names = await wire.store._fetch_rows(Query("SELECT table_id FROM tables WHERE over_at IS NOT NULL"))
    return {name: [decode(event) for _, event in await wire.store.load_log(name)] for (name,) in names}


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        ("tres-mus", "piedras=2 juegos=1", {"Acepto 1", "Otra cantidad", "Me doy por perdido"}),
        ("frances", "piedras=5 juegos=1", {"Quiero (pongo 1)", "Otra cantidad", "Paso"}),
    ],
)
async def test_eight_play_a_whole_partida(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, rules: str, options: str, said: set[str]
) -> None:
    monkeypatch.setattr(discord_emojis, "PACE_S", 0)
    await open_for_eight(wire, rules, options)
    seen = await play(wire)
    assert said <= seen
    stored = await logs(wire)
    assert len(stored) == 1
    assert leaks(wire.fake, stored) == []
    assert wire.fake.refused == []

    def private() -> str:
        return "\n".join(m.text for m in wire.fake.world.all_messages.values() if m.channel.guild_id is None)

    await wire.fake.until(lambda: "Tienes tus cartas en la mesa" not in private() and "· mano " in private())
    hands = [m for m in wire.fake.world.all_messages.values() if "· tus cartas" in m.text]
    assert any(m.viewer for m in hands), "shown where they play"
    assert all(cards_named(m.text) for m in hands), "who rests is sent no word of their cards"
    told = "\n".join(m.text for m in wire.fake.from_bot(MUS))
    assert "pierde el juego (ya 1 de 1)" in told


async def test_a_hand_of_five_is_thrown_from_by_its_own_menu(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_emojis, "PACE_S", 0)
    await open_for_eight(wire, "tres-mus", "piedras=2 juegos=1")
    await wire.fake.until(wire.mesa.awaited)
    uid = wire.mesa.awaited()[0]
    shown = await wire.mesa.press(uid, "Mis cartas")
    assert shown.private
    assert len(cards_named(shown.text)) == 5
    (hand,) = (m for m in wire.fake.from_bot(wire.fake.dm(uid)) if cards_named(m.text))
    (menu,) = (part for part in walk(hand.components) if part["type"] == SELECT)
    assert (len(menu["options"]), menu["max_values"], menu["placeholder"]) == (5, 1, "¿Cuál tiras?")
    threw = wire.fake.choose(uid, menu["options"][2]["label"])
    await wire.fake.answer(threw)
    await wire.fake.until(lambda: len(cards_named(hand.text)) == 4)


async def test_an_amount_of_stones_is_written_by_who_bets_and_chosen_by_who_accepts_a_part(
    wire: Wire,
) -> None:
    mesa, fake = wire.mesa, wire.fake
    await open_for_eight(wire, "tres-mus", "piedras=7 juegos=1")
    for uid in (ANE, BENAT):
        await fake.until(lambda uid=uid: mesa.awaited() == [uid] and "Descartar" in mesa.labels)  # type: ignore[misc]
        await mesa.press(uid, "1.ª")
        await mesa.press(uid, "Descartar")
    await fake.until(lambda: mesa.awaited() == [ANE] and "Otra cantidad" in mesa.labels, timeout_s=20)
    form = fake.press(ANE, "Otra cantidad", MUS)
    assert (await fake.answer(form)).kind == "modal"
    await fake.answer(fake.submit(ANE, form, {"typed": "3"}))
    await fake.until(lambda: mesa.awaited() == [BENAT] and "Acepto 1" in mesa.labels, timeout_s=20)
    board = mesa.labels
    shown = await mesa.press(BENAT, "Otra cantidad")
    assert shown.private
    assert "¿Cuántas aceptas?" in shown.text
    (page,) = (m for m in fake.from_bot(MUS, BENAT) if "¿Cuántas aceptas?" in m.text)
    assert page.labels == [["Acepto 1", "Acepto 2"], ["Cerrar el menú"]]
    assert mesa.labels == board, "nobody else is shown other buttons"
    await fake.answer(fake.press(BENAT, "Acepto 2", MUS))
    await fake.until(lambda: "Beñat: 5 piedras, 2 en el medio" in mesa.boards[-1].text)
    await fake.until(lambda: page not in fake.from_bot(MUS, BENAT))
