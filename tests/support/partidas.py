"""Partidas at a fake platform, begun and played, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.narrator.post import Post
from musbot.port.replies import Reply
from musbot.table.acts import Ask, Payload
from musbot.table.events import ChatId, Person, TableId
from musbot.testing import FakePlatform

NAMES = ("Ane", "Beñat", "Carmen", "Miren Zubeldia")
HERE = ChatId("fake:sala")


async def began(fake: FakePlatform, names: tuple[str, ...] = NAMES, chat: ChatId = HERE) -> list[Person]:
    """These people sit down in a chat, AI players in the other seats, and begin a short partida."""
    people = [fake.person(name) for name in names]
    await fake.command(people[0], "mus parejas piedras=10 juegos=1", chat)
    for place, person in enumerate(people):
        await fake.press(person, "Sentarme 🔷" if place % 2 == 0 else "Sentarme 🟠", chat)
    for _ in range(4 - len(people)):
        await fake.press(people[0], "Añadir IA", chat)
    await fake.press(people[0], "Empezar", chat)
    return people


async def played(fake: FakePlatform, names: tuple[str, ...] = NAMES, chat: ChatId = HERE) -> list[Person]:
    """They play it to its end."""
    people = await began(fake, names, chat)
    await play_to_the_end(fake, chat)
    return people


async def play_to_the_end(fake: FakePlatform, chat: ChatId = HERE) -> None:
    """Everybody who is asked says the highest word they may, until the partida is over."""
    for _ in range(100):
        if not fake.tables(chat):
            return
        for person in fake.awaited_people(chat):
            for word in ("quiero", "órdago", "no mus", "paso"):
                await fake.say(person, word, chat)
        await fake.wait(3)
    raise AssertionError("the partida does not end")


def said(fake: FakePlatform, chat: ChatId) -> Post:
    return fake.messenger.posts(chat)[-1]


SITTING = ("Sentarme 🔷", "Añadir IA", "Añadir IA", "Añadir IA", "Empezar")


async def seated(fake: FakePlatform) -> None:
    """Ane sits down with three AI players and begins."""
    await fake.command(fake.person("Ane"), "mus vitoria")
    for label in SITTING:
        await fake.press(fake.person("Ane"), label)


SAYS = ("No hay mus", "Envido", "Quiero", "Paso", "No quiero")


async def one_hand(fake: FakePlatform, says: Sequence[str] = SAYS) -> TableId:
    """Ane plays a hand with three AI players; returns the table."""
    await seated(fake)
    (table,) = fake.tables()
    while (now := fake.tables()[0]).game is not None and now.game.hand == 1:
        if fake.awaited_people():
            there = fake.labels()
            await fake.press(
                fake.person("Ane"), next(it for word in says for it in there if it.startswith(word))
            )
        else:
            await fake.wait(1)
    return table.id


async def why(fake: FakePlatform, name: str, table: TableId, *, alone: bool = True) -> Reply:
    """Somebody asks their AI partner why."""
    data = str(Payload(table, 1, Ask.WHY, paged=True))
    return await fake.door.presses.press(fake.person(name), fake.chat, data, key=fake._key(), alone=alone)
