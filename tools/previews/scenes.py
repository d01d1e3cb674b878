"""What is to be seen: a few moments of a table, as its people have them on their telephones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from musbot.narrator.post import Post
from musbot.pictures.specs import Picture
from musbot.table.events import Person
from musbot.testing import QUICK, FakePlatform, NoButton, playing

NAMES = ("Ane", "Beñat", "Carmen", "Dani")
GROUP: Mapping[str, str] = {"es": "La peña", "en": "The mus crowd", "eu": "Koadrila"}


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a person in a chat."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone's screen: the chat's name, and its messages, the oldest first."""

    title: str
    shown: tuple[Said | Post, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """People at a table in memory."""

    fake: FakePlatform
    people: tuple[Person, ...]
    language: str

    async def does(self, seat: int, act: str) -> None:
        """Presses the newest button with this act for the person in a seat, in the group or else in private.

        Raises NoButton if there is none.
        """
        who = self.people[seat]
        for chat in (self.fake.chat, who.id):
            for message, button in self.fake.messenger.buttons(chat):
                if button.data.rpartition(":")[2] == act:
                    await self.fake.press_data(who, button.data, chat, message)
                    return
        raise NoButton(act)

    async def say(self, *words: str) -> None:
        """Plays words one after the other, each for the first player whose word is awaited."""
        for word in words:
            asked = self.fake.awaited_people()[0]
            await self.does(NAMES.index(asked.name), word)

    async def seat_all(self) -> None:
        """Opens a table of `vitoria` and seats all four people."""
        await self.fake.command(self.people[0], "mus vitoria")
        for seat in range(4):
            await self.does(seat, f"sit.{seat % 2}")

    def group(self, *said: Said, last: int = 1) -> Phone:
        """Returns the group chat: the messages `said`, and the bot's `last` messages."""
        return Phone(GROUP[self.language], (*said, *self.fake.messenger.posts(self.fake.chat)[-last:]))

    def private(self, seat: int, last: int = 1) -> Phone:
        """Returns the bot's `last` messages in the private chat of the person in a seat."""
        return Phone("Mus", tuple(self.fake.messenger.posts(self.people[seat].id)[-last:]))


@asynccontextmanager
async def evening(language: str) -> AsyncIterator[Evening]:
    """Runs a platform in memory with four people who speak this language, always with the same cards."""
    async with playing(settings=replace(QUICK, language=language), seed="uno") as fake:
        people = tuple(fake.person(name, language) for name in NAMES)
        for person in people:
            await fake.open_private(person)
        yield Evening(fake, people, language)


async def table(language: str) -> Sequence[Phone]:
    """Returns a lobby: the message with which a table begins."""
    async with evening(language) as it:
        await it.fake.command(it.people[0], "mus vitoria")
        await it.does(0, "sit.0")
        await it.does(1, "sit.1")
        return [it.group(Said("Ane", "/mus vitoria"))]


async def bet(language: str) -> Sequence[Phone]:
    """Returns a bet that waits for its answer: the group, and the private chat of the first player asked."""
    async with evening(language) as it:
        await it.seat_all()
        await it.does(0, "start")
        await it.say("nomus", "paso", "envido.2")
        asked = NAMES.index(it.fake.awaited_people()[0].name)
        return [it.group(), it.private(asked)]


@asynccontextmanager
async def evening_after_hand(language: str) -> AsyncIterator[Evening]:
    """Runs an evening in which four people have played a hand to its end."""
    async with evening(language) as it:
        await it.seat_all()
        await it.does(0, "start")
        await it.say("nomus", "paso", "envido.2", "quiero")
        while not any(
            "2" in post.title.rpartition("·")[2] for post in it.fake.messenger.posts(it.fake.chat)[-1:]
        ):
            await it.say("paso")
        yield it


async def count(language: str) -> Sequence[Phone]:
    """Returns the group with the result of a finished hand."""
    async with evening_after_hand(language) as it:
        return [Phone(GROUP[language], tuple(it.fake.messenger.posts(it.fake.chat)[-2:-1]))]


async def film(language: str) -> Picture | None:
    """Returns the film of the same finished hand; None if the bot's message has no picture."""
    async with evening_after_hand(language) as it:
        await it.does(0, "1/film")
        return it.fake.messenger.posts(it.fake.chat)[-1].picture


SCENES = {"mesa": table, "envite": bet, "cuenta": count}
"""The scenes by the names of their pictures."""
