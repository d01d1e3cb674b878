"""The private message is a seat at the table: whole partidas are played from it."""

from __future__ import annotations

from random import Random

import pytest

from musbot.narrator.post import Post
from musbot.service.queue.rate_limits import TAPS
from musbot.table.events import Person, read_person_id
from musbot.testing import FakePlatform, playing

NAMES = ("Ane", "Beñat", "Carmen", "Dani")


async def seated(fake: FakePlatform, rules: str) -> list[Person]:
    """Four people, each with their private chat open, at a table that has begun."""
    people = [fake.person(name) for name in NAMES]
    await fake.command(people[0], f"mus {rules}")
    for place, person in enumerate(people):
        await fake.open_private(person)
        await fake.press_data(person, f"{fake.tables()[0].id}:0:sit.{place % 2}")
    await fake.press(people[0], "Empezar")
    return people


def seat(fake: FakePlatform, person: Person) -> Post:
    """The newest message of a private chat."""
    return fake.messenger.posts(person.id)[-1]


async def press_own(fake: FakePlatform, person: Person, label: str) -> None:
    told = await fake.press(person, label, person.id)
    assert told.seen or told.own, told.text


def words(post: Post) -> list[str]:
    """The buttons of a private message but for señas, looks and the way to the board."""
    labels = [button.label for row in post.keyboard() for button in row if button.data]
    return [label for label in labels if not label.startswith(("Seña", "Mirar"))]


async def speak(fake: FakePlatform, person: Person, rng: Random) -> None:
    """Presses anything that stands in their own message; where cards are thrown, one of them."""
    labels = words(seat(fake, person))
    if any(label.startswith("Descartar") for label in labels):
        await press_own(fake, person, rng.choice(labels[:4]))
        await press_own(fake, person, "Descartar (1)")
    else:
        await press_own(fake, person, rng.choice(labels))


@pytest.mark.parametrize(
    "rules",
    (
        "vitoria juegos=1 piedras=20, parejas juegos=1 piedras=20, "
        "individual juegos=1 piedras=20, tres-mus juegos=1 piedras=3, frances juegos=1 piedras=5"
    ).split(", "),
)
async def test_a_whole_partida_is_played_from_private_messages(rules: str) -> None:
    rng = Random(11)
    async with playing() as fake:
        by_id = {person.id: person for person in await seated(fake, rules)}
        for _ in range(900):
            if not (asked := fake.awaited_people()):
                break
            await speak(fake, by_id[rng.choice(asked).id], rng)
            await fake.wait(rng.choice((0, 3)))  # a partner may have more to say
        assert fake.tables() == []
        assert any("🏆" in post.title for post in fake.messenger.posts(fake.chat))


async def test_a_table_in_private_is_played_by_the_rules_of_every_other_table() -> None:
    async with playing() as it:
        ane = it.person("Ane", "es")
        await it.command(ane, "mus")
        await it.command(ane, "mus", ane.id)
        (group,), (private,) = it.tables(), it.tables(ane.id)
        assert private.solo
        assert private.rules == group.rules
        assert private.rules.name == "parejas"


async def test_only_who_is_asked_has_words_to_say() -> None:
    async with playing() as fake:
        people = await seated(fake, "vitoria")
        by_id = {person.id: person for person in people}
        for _ in range(6):
            first = by_id[fake.awaited_people()[0].id]
            for person in people:
                post = seat(fake, person)
                assert ("Te toca" in post.text) == (person == first)
                assert bool(words(post)) == (person == first)
            await press_own(fake, first, words(seat(fake, first))[-1])


async def test_an_old_private_message_is_answered_with_what_is_asked_now() -> None:
    async with playing() as fake:
        people = await seated(fake, "vitoria")
        first = next(person for person in people if person.id == fake.awaited_people()[0].id)
        old = next(b for row in seat(fake, first).keyboard() for b in row if b.label == "No hay mus")
        await press_own(fake, first, "No hay mus")
        await fake.wait(TAPS.every_s)
        told = await fake.press_data(first, old.data, first.id)
        assert told.text == "Ese botón es de antes. Cortas el mus. GRANDE. Te toca."


async def test_the_private_message_counts_as_who_sits_there_does() -> None:
    async with playing() as fake:
        people = await seated(fake, "vitoria piedras=10")
        by_id = {person.id: person for person in people}
        first = by_id[fake.awaited_people()[0].id]
        await press_own(fake, first, "No hay mus")
        await press_own(fake, first, "Órdago")
        for _ in range(2):
            await press_own(fake, by_id[fake.awaited_people()[0].id], "No quiero")
        (table,) = fake.tables()
        side = next(n for n, who in enumerate(table.seats) if who.person == first.id) % 2
        for n, who in enumerate(table.seats):
            ours, theirs = (1, 0) if n % 2 == side else (0, 1)
            text = seat(fake, by_id[read_person_id(str(who.person))]).text
            assert f"\nNosotros {ours} · ellos {theirs} · a 10\n" in text
        assert "osotros" not in "".join(post.title + post.text for post in fake.messenger.posts(fake.chat))


async def test_a_word_typed_in_private_on_ones_turn_is_asked_about_and_a_press_says_it() -> None:
    async with playing() as fake:
        people = await seated(fake, "vitoria")
        (asked,) = fake.awaited_people()
        (other, *_) = [it for it in people if it != asked]
        for who in (asked, other):
            before = len(fake.messenger.posts(who.id))
            await fake.say(who, "no hay mus", who.id)
            new = fake.messenger.posts(who.id)[before:]
            about = [post for post in new if post.text.startswith("¿Dices «no hay mus» en la Mesa")]
            assert bool(about) is (who == asked)
        (table,) = fake.tables()
        assert table.game is not None
        assert table.game.fase == "mus", "it is asked about, not said"
        await press_own(fake, asked, "No hay mus")
        assert fake.tables() != [table]
