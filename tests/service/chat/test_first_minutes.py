"""What somebody meets who is new: greetings, answers, slips, and how a table that is gone stood."""

from __future__ import annotations

from musbot.config import Settings
from musbot.table.events import Person
from musbot.testing import FakePlatform, playing


def said(it: FakePlatform, chat: str = "") -> list[str]:
    """What stands in a chat, the oldest first."""
    return [f"{post.title}\n{post.text}".strip() for post in it.messenger.posts(chat or it.chat)]


async def begun(it: FakePlatform, *people: Person) -> None:
    """A table at which these people play with AI players."""
    await it.command(people[0], "mus vitoria")
    for person, side in zip(people, ("🔷", "🟠"), strict=False):
        await it.press(person, f"Sentarme {side}")
    for _ in range(4 - len(people)):
        await it.press(people[0], "Añadir IA")
    await it.press(people[0], "Empezar")


async def test_a_group_is_greeted_in_the_language_of_whoever_adds_the_bot() -> None:
    async with playing() as it:
        await it.door.chats.joined(it.person("Nekane", "eu"), it.chat, reads=True)
        await it.settled()
        (hello,) = said(it)
        assert hello.startswith("Kaixo. Hemen musean jokatzen da")
        assert "Hola" not in hello


async def test_a_table_that_is_closed_says_how_it_stood_and_so_does_tanteo_afterwards() -> None:
    async with playing(settings=Settings(turn_s=0, ai_pause_s=2)) as it:
        ane = it.person("Ane")
        await begun(it, ane)
        await it.wait(1)
        await it.command(ane, "terminar")
        (closed,) = [text for text in said(it) if "se termina aquí" in text]
        assert "Así quedó: juego 1 (0–0), mano 1.\n🔷 " in closed
        assert "Ane" in closed
        await it.command(ane, "tanteo")
        told = said(it)[-1]
        assert "se termina aquí" in told
        assert "Así quedó: juego 1 (0–0), mano 1." in told
        assert "Semilla" not in told


async def test_tanteo_where_nobody_has_played_yet_says_how_a_table_is_opened() -> None:
    async with playing() as it:
        await it.command(it.person("Ane"), "tanteo")
        assert said(it) == ["Aquí no hay ninguna mesa. Con /mus se abre una."]
