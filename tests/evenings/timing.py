"""The same evening with and without señas and looks: `python -m tests.evenings.timing`.

People speak at the same moments in both. So every request to somebody who made or saw no seña has to come at
the same moments too, and in the same order.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from musbot.config import Settings
from musbot.game.actions import Action, Seat, Voz
from musbot.game.engine import awaited_seats
from musbot.game.errors import MusError
from musbot.game.views import observe
from musbot.port.chats import person_of
from musbot.table.acts import Payload, read_act
from musbot.table.events import ChatId, Person
from musbot.table.table import Table
from tests.evenings.around import NUMBERS, Around
from tests.evenings.channel import on_discord
from tests.evenings.evening import evening
from tests.evenings.hours import passes

PEOPLE = ("Ane", "Beñat", "Carmen", "Dani")
SECRETIVE: Sequence[Seat] = (0, 2)
"""The side that makes señas and looks around."""
WORDS = ("mus", "nomus", "paso", "quiero", "noquiero", "envido.2", "pick.1")
LEAST_S, MOST_S = 0.3, 4.0
"""How long after a word the next one comes."""
THINKS = 0.1
"""How often somebody thinks for so long, in seconds, that they are called."""
THINKS_S = 24.0
TINY_S = 0.001
"""No difference: clocks add up in other steps."""


class Request(NamedTuple):
    """A request to a chat, or an answer to one person in it, as it leaves the bot."""

    at: float
    kind: str
    to: ChatId


class Listener:
    """Hears of every request of a bot, in the order in which they leave it."""

    def __init__(self, of: Around, platform: str) -> None:
        self.made: list[Request] = []
        self._of = of
        counted: Any = of.process.courier.outboxes[ChatId(f"{platform}:0")].messenger
        for kind in ("send", "edit", "delete", "strip"):
            setattr(counted, kind, self._heard(kind, getattr(counted, kind)))

    def _heard(self, kind: str, does: Callable[..., Any]) -> Callable[..., Any]:
        async def noted(chat: ChatId, *given: Any) -> Any:
            self.made.append(Request(round(self._of.now, 4), kind, chat))
            return await does(chat, *given)

        return noted


async def requests(platform: str, seed: int, minutes: float, *, senas: bool) -> tuple[list[Request], int]:
    """Lets four people play; returns the requests to those who know of no seña, and the number of señas.

    On Discord they all have their hands in the channel, in windows for each of them alone.
    """
    opened = on_discord if platform == "discord" else evening
    async with opened(settings=Settings(ai_pause_s=1), seed=f"timing {seed}") as it:
        of: Any = it
        await of.open(*PEOPLE, rules="parejas juegos=9")
        await of.wait(20)
        for name in PEOPLE if platform == "discord" else ():
            await of.press(name, "Mis cartas")
        heard, first = Listener(of, platform), len(of.fake.sent)
        rng, other = random.Random(seed), random.Random(-seed)
        until, made = of.now + minutes * 60, 0
        while of.now < until and of.table is not None:
            wait_s = rng.uniform(LEAST_S, MOST_S) + THINKS_S * (rng.random() < THINKS)
            secret_s = other.choice((0.1, wait_s - 0.05, other.uniform(0.1, wait_s - 0.1)))
            await of.wait(secret_s)
            made += senas and await gestured(of, other)
            await of.wait(wait_s - secret_s)
            await said(of, rng)
        await of.wait(15)
        alone = [it for it in of.fake.sent[first:] if it.viewer is not None and it.kind != "answer"]
        windows = [Request(round(it.at, 4), it.kind, ChatId(f"{platform}:{it.viewer}")) for it in alone]
    theirs = {f"{platform}:{NUMBERS[PEOPLE[seat]]}" for seat in SECRETIVE}
    return [it for it in (*heard.made, *windows) if person_of(it.to) not in theirs], made


async def said(of: Around, rng: random.Random) -> None:
    """Lets the first who is asked say any word that they may."""
    table = of.table
    if table is None or table.mesa is None or not table.in_hand or not awaited_seats(table.mesa):
        return
    seat = awaited_seats(table.mesa)[0]
    for word in rng.sample(WORDS, len(WORDS)):
        with suppress(MusError):
            await _press(of, table, seat, word)
            if word.startswith("pick"):
                await _press(of, table, seat, "throw")
            return


async def gestured(of: Around, rng: random.Random) -> bool:
    """Lets one of a side make a seña or look at somebody; returns whether they could."""
    table, seat = of.table, rng.choice(SECRETIVE)
    if table is None or table.mesa is None or not table.in_hand:
        return False
    senas = observe(table.mesa, seat).may_sign
    look = Action(Voz.MIRO, seat=(seat + rng.choice((1, 2, 3))) % 4)
    act = Action(Voz.SENA, sena=rng.choice(senas)) if senas and rng.random() < 0.6 else look
    with suppress(MusError):
        payload = Payload(table.id, table.hand, act)
        await of.process.manager.press(_person(of, table, seat), payload, key=f"{of.now} {act}")
        return True
    return False


async def _press(of: Around, table: Table, seat: Seat, word: str) -> None:
    payload = Payload(table.id, table.question, read_act(word))
    await of.process.manager.press(_person(of, table, seat), payload, key=f"{of.now} {word}")


def _person(of: Around, table: Table, seat: Seat) -> Person:
    who = table.seats[seat]
    assert who is not None
    assert who.person is not None
    return Person(who.person, who.name)


class Compared(NamedTuple):
    """Requests to those who know of no seña: how many there are, and how many came otherwise with señas."""

    requests: int
    gestures: int
    at_another_time: int
    in_another_order: int


def compare(platform: str, seed: int, minutes: float) -> Compared:
    """Plays an evening twice and compares it."""
    without, _ = passes(partial(requests, platform, seed, minutes, senas=False))
    with_senas, gestures = passes(partial(requests, platform, seed, minutes, senas=True))
    moved = sum(
        not _is_same(one, other)
        for chat in {it.to for it in (*without, *with_senas)}
        for one, other in zip_longest(
            *([it for it in made if it.to == chat] for made in (without, with_senas))
        )
    )
    pairs = zip_longest((it[1:] for it in without), (it[1:] for it in with_senas))
    return Compared(len(without), gestures, moved, sum(one != other for one, other in pairs))


def _is_same(one: Request | None, other: Request | None) -> bool:
    return one is not None and other is not None and one[1:] == other[1:] and abs(one.at - other.at) < TINY_S


def main() -> None:
    """Compares and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seeds", type=int, default=5)
    asked = parser.parse_args()
    for platform in ("telegram", "discord"):
        found = [compare(platform, seed, asked.minutes) for seed in range(1, asked.seeds + 1)]
        of = Compared(*map(sum, zip(*found, strict=True)))
        print(
            f"{platform}: {of.requests} requests, {of.gestures} señas and looks, "
            f"{of.at_another_time} at another time, {of.in_another_order} in another order"
        )


if __name__ == "__main__":
    main()
