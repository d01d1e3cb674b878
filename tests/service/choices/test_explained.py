"""Words of the game say what they mean to who does not speak the language, until they want no more of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from musbot.table.events import ChatId, Person
from musbot.testing import QUICK, FakePlatform, playing

SALA = ChatId("fake:sala")
ENGLISH = replace(QUICK, language="en")
MEANT = ["Mus (new cards)", "No hay mus (keep cards)"]
PLAIN = ["Mus", "No hay mus"]


async def seated(fake: FakePlatform) -> tuple[Person, Person]:
    """Ane and Kate, who read English, at an English table with two AI players; first who is asked."""
    ane, kate = people = [fake.person(name, "en") for name in ("Ane", "Kate")]
    await fake.command(ane, "mus vitoria", SALA)
    for number, person in enumerate(people):
        await fake.open_private(person)
        await fake.press(person, f"Sit down {'🔷🟠'[number]}", SALA)
    for label in ("Add AI", "Add AI", "Start"):
        await fake.press(ane, label, SALA)
    table = fake.tables(SALA)[0]
    assert table.game is not None
    mano = table.seats[table.game.mano]
    first = next((person for person in people if person.id == mano.person), ane)
    return first, kate if first is ane else ane


def labels(fake: FakePlatform, chat: ChatId) -> list[str]:
    return [button.label for row in fake.messenger.posts(chat)[-1].keyboard() for button in row]


async def test_who_is_asked_has_their_buttons_explained_and_then_no_more(tmp_path: Path) -> None:
    async with playing(tmp_path, settings=ENGLISH) as fake:
        asked, other = await seated(fake)
        assert labels(fake, asked.id)[:2] == MEANT
        assert (await fake.press(asked, "❔ Explain it", asked.id)).text.startswith("From now on")
        hand = fake.messenger.posts(asked.id)[-1]
        assert "No hay mus (keep cards): no more cards are changed" in hand.text
        assert "no more cards are changed" not in fake.messenger.posts(other.id)[-1].text
        await fake.press(asked, "No explanations", asked.id)
        assert "no more cards are changed" not in fake.messenger.posts(asked.id)[-1].text
        assert labels(fake, asked.id)[:2] == PLAIN
    async with playing(tmp_path, settings=ENGLISH) as fake:
        await fake.command(asked, "cards", asked.id)
        assert labels(fake, asked.id)[:2] == PLAIN


async def test_the_board_says_what_words_mean_until_nobody_there_wants_it() -> None:
    async with playing(settings=ENGLISH) as fake:
        asked, other = await seated(fake)
        assert labels(fake, SALA)[:2] == MEANT
        for label in ("❔ Explain it", "No explanations"):
            await fake.press(asked, label, asked.id)
            assert labels(fake, SALA)[:2] == MEANT, "another is there who may need them"
        for _ in range(2):
            await fake.press_data(other, f"{fake.tables(SALA)[0].id}:1:explain", other.id)
        assert labels(fake, SALA)[:2] == PLAIN


async def test_one_who_plays_with_ai_players_takes_nothing_from_the_board_that_all_read() -> None:
    async with playing(settings=ENGLISH) as fake:
        ane = fake.person("Ane", "en")
        await fake.command(ane, "mus vitoria", SALA)
        await fake.open_private(ane)
        for label in ("Sit down 🔷", "Add AI", "Add AI", "Add AI", "Start"):
            await fake.press(ane, label, SALA)
        for _ in range(20):
            if [person.id for person in fake.awaited_people(SALA)] == [ane.id]:
                break
            await fake.wait(5)
        before = labels(fake, SALA)
        assert any("(" in label for label in before)
        for label in ("❔ Explain it", "No explanations"):
            await fake.press(ane, label, ane.id)
            assert labels(fake, SALA) == before
