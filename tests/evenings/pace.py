"""How true the board is while four people play, against a platform with strict limits.

`python -m tests.evenings.pace` prints a row for each pace: for which share of the time the board showed a
speaker or a bet that was over, how long words took to the board and to the seats that were not asked, and
what became of commands. Times are those of the evening's clock, in which every request takes `DELAY_S`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from musbot.config import Settings
from musbot.game.actions import Seat
from musbot.game.engine import awaited_seats
from musbot.game.envite import Envite
from musbot.narrator.post import Post
from musbot.service.delivery.projections import Projection
from musbot.service.queue.fair_queue import SendOutcome
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import PostSlot, main_part
from musbot.table.events import AnyEvent, ChatId
from musbot.table.table import Table
from tests.evenings.around import DELAY_S, NUMBERS
from tests.evenings.channel import Channel, on_discord
from tests.evenings.evening import Evening, evening
from tests.evenings.hours import passes

PEOPLE = ("Ane", "Beñat", "Carmen", "Dani")
WITH_A_SHY_ONE = ("Ane", "Beñat", "Carmen", "Eva")
"""Eva has no private chat: what she is asked she sees on the board."""
COMMAND_EVERY_S = 30.0
AGAIN_S = 3.0
"""Who is still asked so long after a press looks again."""
TOO_MANY = 429
AT_REST_S = 20.0
"""After opening a table, which takes all that a group bears at once, people wait so long."""
LEAST_WAIT_S = 60.0
"""A command is unanswered if nothing came of it in so long."""
BOLD = ("Envido", "Quiero", "Queremos", "Y yo", "Reenvido")
CALM = ("Paso", "No quiero", "No queremos", "No hay mus", "Mus", "Mi compañero dirá")


class Asked(NamedTuple):
    """What a table asks at a moment: whom, in which hand and lance, and to which bet."""

    seq: int
    seats: tuple[Seat, ...]
    about: tuple[object, ...]


def what_is_asked(table: Table) -> Asked:
    """Returns what a table asks."""
    mesa = table.mesa
    if mesa is None or table.over or table.put_off or not table.in_hand:
        return Asked(table.seq, (), ())
    bet = mesa.phase if isinstance(mesa.phase, Envite) else None
    about = (table.hand, mesa.fase, *((bet.bettor, bet.apuesta, bet.ordago) if bet is not None else ()))
    return Asked(table.seq, awaited_seats(mesa), about)


@dataclass
class Pace:
    """What was measured at tables of one pace, in seconds."""

    played_s: float = 0.0
    false_speaker_s: float = 0.0
    false_bet_s: float = 0.0
    false_s: float = 0.0
    """Either of them."""
    boards: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    """From a word to the private message of each player who was not asked then."""
    asked: list[float] = field(default_factory=list)
    commands: list[float] = field(default_factory=list)
    unanswered: int = 0
    refused: int = 0
    most_in_a_minute: int = 0
    group: int = 0
    private: int = 0
    words: int = 0
    hands: int = 0

    def add_minutes(self, of: Pace) -> None:
        """Adds what was measured in another evening."""
        for name in ("boards", "others", "asked", "commands"):
            getattr(self, name).extend(getattr(of, name))
        for name in ("played_s", "false_speaker_s", "false_bet_s", "false_s", "unanswered", "refused"):
            setattr(self, name, getattr(self, name) + getattr(of, name))
        for name in ("group", "private", "words", "hands"):
            setattr(self, name, getattr(self, name) + getattr(of, name))
        self.most_in_a_minute = max(self.most_in_a_minute, of.most_in_a_minute)


class Watch:
    """Follows the one table of an evening: what it asks, and what each chat shows of it, since when."""

    def __init__(self, of: Evening | Channel, people: Sequence[str], look_s: tuple[float, float]) -> None:
        self.of = of
        self.people = people
        self.look_s = look_s
        self.rng = random.Random(f"{people} {look_s}")
        self.truth: list[tuple[float, Asked]] = []
        self.changes: set[int] = set()
        """The words that change the board: others need no edit."""
        self._version: object = None
        self.board: list[tuple[float, Asked, bool]] = []
        """Since when the board shows what, and whether it names nobody but gives the order of speaking."""
        self.private: defaultdict[Seat, list[tuple[float, int]]] = defaultdict(list)
        self.asked_at: dict[Seat, tuple[float, int]] = {}
        self.waits: list[float] = []
        self.given: list[float] = []
        self.answers: list[float] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.follow()

    def follow(self) -> None:
        """Follows the process that runs now, from the table as it is."""
        process: Any = self.of.process
        process.manager.tables.listeners.append(self._changed)
        showing, posts = process.courier._showing, process.courier.posts
        seen, send = showing._mark_seen, posts.send

        def noted(
            display: Projection, chat: ChatId, table: Table | None, part: Part, post: Post | None
        ) -> None:
            seen(display, chat, table, part, post)
            if table is not None and post is not None:
                self._shown(chat, table, part, post)

        async def sent(messenger: Any, chat: ChatId, slot: PostSlot) -> SendOutcome:
            outcome: SendOutcome = await send(messenger, chat, slot)
            if chat == self.of.where:
                self.answers.append(self.of.now)
            return outcome

        showing._mark_seen, posts.send = noted, sent
        if (table := self.of.table) is not None:
            self._changed(table, ())
            self.board.append((self.of.now, what_is_asked(table), False))
            for seat in [*self._due]:
                self._begin(self._answers(seat, self.asked_at[seat]))
            self._due = set()

    def _changed(self, table: Table, _: Sequence[AnyEvent]) -> None:
        before, now = self.truth[-1][1] if self.truth else None, what_is_asked(table)
        if before is not None and (before.seats, before.about) == (now.seats, now.about):
            return
        self.truth.append((self.of.now, now))
        if (version := self._board_version(table)) != self._version:
            self._version = version
            self.changes.add(now.seq)
        again = before is not None and before.about == now.about
        kept = {seat: it for seat, it in self.asked_at.items() if again and seat in now.seats}
        self.asked_at = {seat: kept.get(seat, (self.of.now, now.seq)) for seat in now.seats}
        self._due = {*self.asked_at} - {*kept}

    def _board_version(self, table: Table) -> object:
        """What the board has to show now."""
        process: Any = self.of.process
        display = process.courier.projections.get(table.id)
        place = PartPlace(table.chat, main_part(table))
        return display.part_at(place).version if display is not None else None

    _due: set[Seat]

    def _shown(self, chat: ChatId, table: Table, part: Part, post: Post) -> None:
        now, shown = self.of.now, what_is_asked(table)
        if part.view is PartView.HAND and part.hand == table.hand and part.seat is not None:
            self.private[part.seat].append((now, table.seq))
            self._sees((part.seat,), shown)
        elif part.view is PartView.BOARD and part.hand == table.hand:
            self.board.append((now, shown, _is_ordered(post, shown)))
            self._sees([it for it in shown.seats if table.names[it] not in self._with_private()], shown)

    def _with_private(self) -> list[str]:
        return [name for name in self.people if name != "Eva"]

    def _sees(self, seats: Sequence[Seat], shown: Asked) -> None:
        for seat in seats:
            if seat not in self._due or seat not in shown.seats or shown.seq < self.asked_at[seat][1]:
                continue
            self._due.discard(seat)
            self.waits.append(self.of.now - self.asked_at[seat][0])
            self._begin(self._answers(seat, self.asked_at[seat]))

    def _begin(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answers(self, seat: Seat, since: tuple[float, int]) -> None:
        """Lets a person think and press, until they are asked no more."""
        wait_s = self.rng.uniform(*self.look_s)
        while (table := self.of.table) is not None:
            await self.of.wait(wait_s)
            if self.asked_at.get(seat) != since:
                return
            await pressed(self.of, table.names[seat], self.rng)
            wait_s = AGAIN_S

    async def commands(self, minutes: float) -> None:
        """Lets somebody ask for the score at a random moment of every half minute."""
        rng = random.Random(7)
        for n in range(int(minutes * 60 / COMMAND_EVERY_S)):
            at = n * COMMAND_EVERY_S + rng.random() * COMMAND_EVERY_S
            await self.of.wait(max(0.0, at - self._played_s()))
            name = rng.choice(self.people)
            self.given.append(self.of.now)
            if isinstance(self.of, Channel):
                await self.of.command(name, "/tanteo")
                self.answers.append(self.of.now)
            else:
                await self.of.command(name, "/tanteo")

    def _played_s(self) -> float:
        return self.of.now - self.truth[0][0] if self.truth else 0.0

    # ---- what it came to ---------------------------------------------------------------------------------

    def measure(self) -> Pace:
        """Returns what it came to; the last half minute counts for nothing that may still come."""
        pace, end = Pace(asked=self.waits, words=len(self.truth)), self.of.now
        self._compare(pace, end)
        boards = [(at, shown.seq) for at, shown, _ in self.board]
        for at, asked in self.truth[1:]:  # the first has been shown already
            if asked.seats:
                if asked.seq in self.changes:
                    pace.boards += _waits(at, asked.seq, boards)
                others = [seen for seat, seen in self.private.items() if seat not in asked.seats]
                pace.others += [wait for seen in others for wait in _waits(at, asked.seq, seen)]
        answers = list(self.answers)
        for at in self.given:
            found = next((it for it in answers if it >= at), None)
            if found is not None:
                pace.commands.append(found - at)
            elif at < end - LEAST_WAIT_S:
                pace.unanswered += 1
        return pace

    def _compare(self, pace: Pace, end: float) -> None:
        moments = sorted({at for at, _ in self.truth} | {at for at, *_ in self.board} | {end})
        truth = board = 0
        for at, until in pairwise(moments):
            while truth + 1 < len(self.truth) and self.truth[truth + 1][0] <= at:
                truth += 1
            while board + 1 < len(self.board) and self.board[board + 1][0] <= at:
                board += 1
            asked = self.truth[truth][1]
            if not asked.seats or self.truth[truth][0] > at or not self.board:
                continue
            _, shown, ordered = self.board[board]
            ordered = ordered and (not _has_bet(shown) or shown.about == asked.about)
            speaker = not ordered and (not shown.seats or bool({*shown.seats} - {*asked.seats}))
            pace.played_s += until - at
            pace.false_speaker_s += (until - at) * speaker
            pace.false_bet_s += (until - at) * _is_over(shown, asked)
            pace.false_s += (until - at) * (speaker or _is_over(shown, asked))


def _is_ordered(post: Post, shown: Asked) -> bool:
    """Returns whether a board gives the order of speaking, or the side that answers a bet, and no words."""
    return "Hablan por orden: " in post.text or (_has_bet(shown) and " …" not in post.text)


def _has_bet(shown: Asked) -> bool:
    """Returns whether a board shows a bet; the side that it names is wrong once the bet is over."""
    return shown.about[2:3] not in ((), (None,))


def _is_over(shown: Asked, asked: Asked) -> bool:
    """Returns whether a lance is over, or a bet, that a board shows."""
    if shown.about[:2] != asked.about[:2]:
        return True
    return _has_bet(shown) and shown.about != asked.about


def _waits(at: float, seq: int, shown: Sequence[tuple[float, int]]) -> list[float]:
    """Returns how long after a moment the first of what was shown tells of this event, if any does."""
    return [when - at for when, told in shown if told >= seq][:1]


async def pressed(of: Evening | Channel, name: str, rng: random.Random) -> None:
    """Lets somebody press what answers the question, in private or on the board."""
    home = 0 if name == "Eva" else of.home(name)
    message: Any = of.showing(channel=home) if isinstance(of, Channel) else of.showing(home)
    if message is None:
        return
    labels = [label for row in message.labels for label in row]
    throw = [label for label in labels if label.startswith("Descartar")]
    bold = [label for label in labels if label.startswith(BOLD)]
    calm = [label for label in labels if label.startswith(CALM)]
    wanted = bold if bold and (not calm or rng.random() < 0.3) else calm
    for label in [labels[0], throw[0]] if throw else [rng.choice(wanted)] if wanted else []:
        with suppress(LookupError):
            await _press(of, name, label, message)


async def _press(of: Evening | Channel, name: str, label: str, message: Any) -> None:
    if isinstance(of, Channel):
        chat = of.home(name) if name != "Eva" else of.channel
        await of.answered(of.fake.press(NUMBERS[name], label, chat, stale=True))
        return
    labels = [label for row in message.labels for label in row]
    found = [one for one in labels if one.startswith(label.partition(" (")[0])] or [label]
    query = of.fake.press(NUMBERS[name], found[0], message.chat.id, message=message.id, stale=True)
    await of.answered(query)


async def measured(
    seed: int, minutes: float, look_s: tuple[float, float], people: Sequence[str], platform: str
) -> Pace:
    """Lets four people play for so long, and starts the bot again in the middle if that is wanted."""
    opened = on_discord if platform == "discord" else evening
    async with opened(settings=Settings(ai_pause_s=1), seed=f"pace {seed}") as it:
        of: Any = it
        await of.open(*people, rules="parejas juegos=9")
        await of.wait(AT_REST_S)
        watch = Watch(of, people, look_s)
        commands = asyncio.create_task(watch.commands(minutes))
        await of.wait(minutes * 60)
        for task in (commands, *watch.tasks):
            task.cancel()
        done = await asyncio.gather(commands, *watch.tasks, return_exceptions=True)
        for failed in [it for it in done if isinstance(it, Exception)]:
            raise failed
        pace = watch.measure()
        made = [one for one in of.fake.sent if one.done and one.kind in ("send", "edit")]
        if isinstance(of, Evening):
            pace.refused = sum(one.code == TOO_MANY for one in of.fake.refused)
            pace.most_in_a_minute = of.fake.max_in_any_minute(of.chat)
            pace.group = sum(one.chat == of.chat for one in made)
        else:
            pace.refused = of.fake.flood.refused
            pace.group = sum(one.channel == of.channel for one in made)
        pace.private = len(made) - pace.group
        pace.hands = of.table.hand if of.table is not None else 0
    return pace


ROWS = {
    "1-3.5 s": ((1.0, 3.5), PEOPLE),
    "3-8 s": ((3.0, 8.0), PEOPLE),
    "3-8 s, one without a private chat": ((3.0, 8.0), WITH_A_SHY_ONE),
    "10-35 s": ((10.0, 35.0), PEOPLE),
}
"""How long people think, and who plays."""


def _shares(found: Sequence[float], *shares: float) -> str:
    ordered = sorted(found) or [float("nan")]
    return "/".join(f"{ordered[min(int(len(ordered) * it), len(ordered) - 1)]:.1f}" for it in shares)


def row(name: str, pace: Pace) -> str:
    """Returns a row of the table."""
    share = 100 / max(pace.played_s, 1.0)
    minutes = pace.played_s / 60
    return " | ".join(
        (
            name,
            f"false {pace.false_s * share:.1f} % (speaker {pace.false_speaker_s * share:.1f}, "
            f"bet {pace.false_bet_s * share:.1f})",
            f"board {_shares(pace.boards, 0.5, 0.9, 0.99)}",
            f"not asked {_shares(pace.others, 0.5, 0.9, 0.99)}",
            f"asked {_shares(pace.asked, 0.5, 0.99)}",
            f"commands {_shares(pace.commands, 0.5, 0.9, 0.99)}, {pace.unanswered} unanswered",
            f"refused {pace.refused}, most in a minute {pace.most_in_a_minute}",
            f"group {pace.group / minutes:.1f} a minute, private {pace.private / minutes:.1f}, "
            f"{pace.words / minutes:.1f} words",
        )
    )


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10, help="how long they play, by their own clock")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--platform", choices=("telegram", "discord"), default="telegram")
    parser.add_argument("--row", action="append", choices=list(ROWS), help="only this row")
    asked = parser.parse_args()
    print(f"{asked.platform}, {asked.seeds} seeds of {asked.minutes:g} minutes; a request takes {DELAY_S} s")
    for name in asked.row or ROWS:
        look_s, people = ROWS[name]
        pace = Pace()
        for seed in range(1, asked.seeds + 1):
            of = passes(partial(measured, seed, asked.minutes, look_s, people, asked.platform))
            pace.add_minutes(of)
        print(row(name, pace), flush=True)


if __name__ == "__main__":
    main()
