"""A chat platform out of a seed: what stands in its chats, what it loses, refuses and says twice.

`Site` is the platform, which goes on while no bot runs; `Line` is one process's way to it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import partial
from math import inf
from typing import Any

from musbot.narrator.post import Post
from musbot.port.boundary import may_contain, report
from musbot.port.chats import matches_every_chat, without_topic
from musbot.port.deadline import with_deadline
from musbot.port.door import Door
from musbot.port.intake import QueuePlace
from musbot.port.messenger import (
    Gone,
    Limit,
    MessengerError,
    MovedTo,
    Outage,
    Rejected,
    TooFast,
    Unreachable,
    Unsure,
)
from musbot.port.replies import Reply
from musbot.port.written import PlatformClock
from musbot.table.events import NO_CHAT, NO_MESSAGE, ChatId, MessageId, Person, read_person_id
from musbot.table.view import TableView
from tests.evenings.record import Shown
from tests.simulation.chance import Chance
from tests.simulation.loop import Loop
from tests.simulation.talk import Written

GROUP, PRIVATE, WHOLE = Limit(burst=5, every_s=4), Limit(burst=2, every_s=1.1), Limit(burst=10, every_s=0.05)
MOST_A_MINUTE = 20
"""Requests that a group bears in a minute."""
FAILURES = ("not sent", "before", "after", "after", "fast", "refused", "gone")
"""Of a request: it never left, it was lost, its reply was lost (twice as often), a pause was asked for, it
would not be taken at all, or somebody had deleted the message."""
BEGAN = 1_900_000_000
"""When an evening begins by the platform's clock, which is years ahead of the bot's."""
NOTED_S = 1.0
"""So soon a process has noted what it was answered, if the disk does not fail."""
PATIENCE_S = 5.0
"""How long a process waits for a reply that does not come."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What a platform does in a seed: how it works, and how often of all times it fails.

    `keeps_keys`: of two sends with one key it keeps one. `alone`: it can show a message to one person.
    `answers`: a press can be answered with its message changed, which is no request of its chat's.
    """

    keeps_keys: bool
    alone: bool
    failing: float
    repeats: float
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What somebody did, as the platform delivers it; `call` gives it to the door of a process.

    `turn` tells when it is done, of what a player did; `chat` is where they did it.
    """

    number: int
    who: str
    what: str
    call: Callable[[Door, str], Any]
    turn: Callable[[Door], QueuePlace] | None = None
    chat: ChatId = NO_CHAT


@dataclass
class Chat:
    """What stands in a chat: its messages by their ids, the oldest first."""

    standing: dict[MessageId, Post] = field(default_factory=dict)
    closed: bool = False
    moved_to: ChatId = NO_CHAT
    lately: deque[float] = field(default_factory=deque)
    keys: dict[str, MessageId] = field(default_factory=dict)


class Site:
    """The platform itself: chats, and the deliveries that no process has confirmed."""

    name = "site"

    def __init__(self, world: Loop, chance: Chance, manners: Manners, tell: Callable[[str], None]) -> None:
        self.world = world
        self.manners = manners
        self.chats: defaultdict[ChatId, Chat] = defaultdict(Chat)
        self.pending: dict[int, Update] = {}
        self.done: list[Update] = []
        self.posts: dict[tuple[ChatId, str], Post] = {}
        """Every post that ever stood in a chat, by chat and digest."""
        self.shown: list[Shown] = []
        """All that was ever shown, by the platform's own clock."""
        self.acts: list[float] = []
        """When people did something, or it was delivered once more."""
        self.told: set[tuple[str, str]] = set()
        """Everything that one person alone was ever told: who, and what."""
        self.unknown: Counter[str] = Counter()
        """Sends that took effect, and the process was not told."""
        self.refused: set[str] = set()
        """Digests of posts that were refused for good."""
        self.refusing: set[str] = set()
        """Chats that refused one: what is shown there stays as it was until the next word."""
        self.known_to_move: set[str] = set()
        """Groups that have another id now, as the bot has been told."""
        self.torn: set[tuple[str, str]] = set()
        """Messages with an edit that took effect, and the process was killed before it had noted that; and
        those of who had shut the bot out when it forgot them."""
        self.lately: dict[tuple[str, str], float] = {}
        self.deleted: dict[tuple[str, str], Post] = {}
        """Messages that people took away, by their chats and ids."""
        self.under_way = 0
        self.requests = 0
        self.calm = False
        self.made: Callable[[ChatId], None] = lambda _: None
        """Hears of every request, before it is made."""
        self.line: Line | None = None
        self.out_until = 0.0
        self.outages: dict[ChatId, float] = {}
        """Chats that do not answer while other chats do, each with the end of its outage."""
        self.written: dict[str, Written] = {}
        """What people typed, by the keys of its deliveries."""
        self.held_until = 0.0
        """Until then nothing that people do is delivered: then all of it."""
        self._sent: set[int] = set()
        """Deliveries that some process was sent."""
        self._chance = chance
        self._rng = chance.stream("net")
        self._deliveries = chance.stream("deliveries")
        self._tell = tell
        self._numbers = 0
        self._updates = 0

    # ---- requests ----------------------------------------------------------------------------------------

    def request(
        self, line: Line, what: str, chat: ChatId, message: MessageId, post: Post | None
    ) -> asyncio.Future[MessageId]:
        """Sends a request on its way; returns what becomes of it."""
        self.requests += 1
        if what != "answer":
            self.made(chat)
        there, back, drawn, which = (self._rng.random() for _ in range(4))
        failure = ""
        if not self.calm and drawn < self.manners.failing and self._chance.may("net", self.requests):
            failure = FAILURES[int(which * len(FAILURES))]
        future: asyncio.Future[MessageId] = line.loop.create_future()
        self.under_way += 1
        self.world.call_later(
            0.02 + there * 0.3, self._arrive, line, future, (what, chat, message, post, failure), back * 0.3
        )
        return future

    def _arrive(
        self,
        line: Line,
        future: asyncio.Future[MessageId],
        request: tuple[str, ChatId, MessageId, Post | None, str],
        back_s: float,
    ) -> None:
        what, chat, message, post, failure = request
        outcome: MessageId | MessengerError
        try:
            outcome = self._effect(what, chat, message, post, failure)
            if failure == "after":
                if what == "send":
                    self.unknown[chat] += 1
                self.lately[chat, message] = self.world.time() + PATIENCE_S
                outcome, back_s = self._no_reply(), PATIENCE_S
        except MessengerError as error:
            outcome = error
        if isinstance(outcome, Gone):
            self.lately[chat, message] = self.world.time() + back_s
        if isinstance(outcome, MessengerError):
            self._tell(f"      {what} {chat} {message}: {type(outcome).__name__}")
        self.world.call_later(back_s, self._reply, line, future, outcome, what, chat)

    def _reply(
        self,
        line: Line,
        future: asyncio.Future[MessageId],
        outcome: MessageId | MessengerError,
        what: str,
        chat: ChatId,
    ) -> None:
        self.under_way -= 1
        if line.loop.dead or future.done():
            if what == "send" and isinstance(outcome, str):
                self.unknown[chat] += 1
            elif isinstance(outcome, str):
                self.torn.add((chat, outcome))
        elif isinstance(outcome, str):
            self.lately[chat, outcome] = self.world.time()
            future.set_result(outcome)
        else:
            future.set_exception(outcome)

    def _effect(
        self, what: str, chat: ChatId, message: MessageId, post: Post | None, failure: str
    ) -> MessageId:
        """What a request does, or why it does nothing."""
        now, there = self.world.time(), self.chats[chat]
        if failure == "before":
            raise self._no_reply()
        if failure == "not sent" or now < self.out_until or self.is_out(chat):
            raise Outage("no connection")
        if failure == "fast":
            raise TooFast(3 + int(self._rng.random() * 30))
        if what != "answer":
            self._bear(without_topic(chat), now)
        if there.closed or self.chats[without_topic(chat)].closed:
            raise Unreachable("closed")
        if self.chats[without_topic(chat)].moved_to:
            raise MovedTo(self.moved(chat))
        if failure == "refused":
            self._refuse(what, chat, post)
        if failure == "gone" and message in there.standing and what in ("edit", "answer"):
            del there.standing[message]
        return self._done(what, there, chat, message, post)

    def is_out(self, chat: ChatId) -> bool:
        """Returns whether a chat does not answer while others do."""
        return self.world.time() < self.outages.get(without_topic(chat), 0.0)

    def _refuse(self, what: str, chat: ChatId, post: Post | None) -> None:
        if what == "answer":
            raise Rejected("not this answer")
        if post is not None:
            self.refused.add(post.digest())
            self.refusing.add(chat)
            raise Rejected("not this one")

    def _no_reply(self) -> Outage:
        return Outage("no reply") if self.manners.keeps_keys else Unsure("no reply")

    def _done(self, what: str, there: Chat, chat: ChatId, message: MessageId, post: Post | None) -> MessageId:
        match what:
            case "send":
                assert post is not None
                known = (
                    there.keys.get(post.key, NO_MESSAGE)
                    if self.manners.keeps_keys and post.key
                    else NO_MESSAGE
                )
                if known in there.standing:  # it is brought up to date, as an adapter does
                    self._put(there, chat, known, post)
                    return known
                self._numbers += 1
                message = MessageId(str(self._numbers))
                there.keys[post.key] = message
                self._put(there, chat, message, post, anew=True)
            case "edit" | "answer":
                if message not in there.standing:
                    raise Gone("no such message")
                assert post is not None
                self._put(there, chat, message, post)
            case _:
                there.standing.pop(message, None)
                self._tell(f"      {chat} {message} {what}")
        return message

    def _put(self, there: Chat, chat: ChatId, message: MessageId, post: Post, *, anew: bool = False) -> None:
        there.standing[message] = post
        self.posts.setdefault((chat, post.digest()), post)
        data = data_of_post(post)
        text = f"{post.title}\n{post.text}".strip()
        alone = None if is_group(chat) else without_topic(chat)
        self.shown.append(Shown(self.world.time(), chat, alone, text, data, sent=anew))
        labels = " ".join(f"[{button.label}]" for row in post.keyboard() for button in row)
        self._tell(f"      {chat} {message}: {' / '.join(post.text.splitlines())} {labels}")

    def _bear(self, chat: ChatId, now: float) -> None:
        if not is_group(chat):
            return
        lately = self.chats[chat].lately
        while lately and lately[0] <= now - 60:
            lately.popleft()
        if len(lately) >= MOST_A_MINUTE:
            raise TooFast(lately[0] + 60 - now)
        lately.append(now)

    def moved(self, chat: ChatId) -> ChatId:
        """Returns the id that a chat has now."""
        to = self.chats[without_topic(chat)].moved_to
        return ChatId(chat.replace(without_topic(chat), to, 1)) if to else chat

    def killed(self, *, could_write: bool) -> None:
        """Notes what the process may not have noted."""
        noted_s, now = NOTED_S if could_write else inf, self.world.time()
        self.torn |= {message for message, at in self.lately.items() if now - at < noted_s}

    # ---- deliveries --------------------------------------------------------------------------------------

    def happens(
        self,
        who: str,
        what: str,
        call: Callable[[Door, str], Any],
        turn: Callable[[Door], QueuePlace] | None = None,
        chat: ChatId = NO_CHAT,
        written: Written | None = None,
    ) -> None:
        """Somebody does something: the bot is told sooner or later, again until it confirms."""
        self._updates += 1
        self.acts.append(self.world.time())
        update = Update(self._updates, who, what, call, turn, chat)
        self.pending[update.number] = update
        if written is not None:
            self.written[f"{self.name}:{update.number}"] = written
        self._tell(f"{self.world.time():8.2f} {who}: {what}")
        late, again = self._deliveries.random(), self._deliveries.random()
        if self.line is not None and self.world.time() >= self.held_until:
            self._on_its_way(self.line, update, late * 0.2 if late < 0.9 else late * 5)
        if again < self.manners.repeats and not self.calm and self._chance.may("repeat", update.number):
            self.world.call_later(again / self.manners.repeats * 20, self._repeat, update)

    def hold_back(self, seconds: float) -> None:
        """Delivers nothing for a while, and then all that has come."""
        self.held_until = self.world.time() + seconds
        self.world.call_later(seconds, self.release)

    def release(self) -> None:
        """Delivers what was held back."""
        self.held_until = 0.0
        if (line := self.line) is None:
            return
        for update in [it for it in self.pending.values() if it.number not in self._sent]:
            self.acts.append(self.world.time())
            self._on_its_way(line, update, 0)

    def _repeat(self, update: Update) -> None:
        if self.line is not None and update.number in self._sent:
            self.acts.append(self.world.time())
            self._tell(f"{self.world.time():8.2f} again: {update.who}: {update.what}")
            self._on_its_way(self.line, update, 0)

    def connected(self, line: Line) -> None:
        """A process takes deliveries in: it is given all that no other has confirmed."""
        self.line = line
        for update in self.pending.values():
            late_s = self._deliveries.random()
            if update.number in self._sent or self.world.time() >= self.held_until:
                self._on_its_way(line, update, late_s)

    def _on_its_way(self, line: Line, update: Update, late_s: float) -> None:
        self.under_way += 1
        self._sent.add(update.number)
        self.world.call_later(late_s, self._deliver, line, update)

    def _deliver(self, line: Line, update: Update) -> None:
        self.under_way -= 1
        if line is self.line and not line.loop.dead:
            line.take(update)

    def confirmed(self, update: Update) -> None:
        """A process has handled it, and says so in a moment."""
        self.under_way += 1
        self.world.call_later(self._deliveries.random() * 0.3, self._confirm, self.line, update)

    def _confirm(self, line: Line, update: Update) -> None:
        self.under_way -= 1
        if not line.loop.dead and self.pending.pop(update.number, None) is not None:
            self.done.append(update)

    def answered(self, update: Update, reply: Reply) -> None:
        """Somebody is told something alone."""
        posts = (it for it in (reply.post, reply.page) if it is not None)
        for text in (reply.text, *(f"{it.title}\n{it.text}".strip() for it in posts)):
            if text:
                self.told.add((update.who, text))
                self.shown.append(Shown(self.world.time(), NO_CHAT, read_person_id(update.who), text))
        self._tell(f"      ({update.who} is told: {' / '.join(reply.text.splitlines())})")


def data_of_post(post: Post) -> tuple[str, ...]:
    """What the buttons of a post carry."""
    return tuple(button.data for row in post.keyboard() for button in row if button.data)


def is_group(chat: ChatId) -> bool:
    """Returns whether a chat has more people than one."""
    return chat.partition(":")[2].startswith("-")


class Line:
    """A Platform and its Messenger, for one process."""

    def __init__(self, site: Site, loop: Loop) -> None:
        self.site = site
        self.loop = loop
        self.door: Door | None = None
        self.clock = PlatformClock(loop.time)
        self.handled = 0
        """Deliveries that are being handled."""
        self.failing = False

    @property
    def busy(self) -> bool:
        """Whether a delivery is being handled."""
        return self.handled > 0

    @property
    def messenger(self) -> Line:
        """See Platform."""
        return self

    # ---- as a Platform -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """See Platform."""
        if (left := self.site.out_until - self.loop.time()) > 0:
            await asyncio.sleep(left)

    async def run(self, door: Door) -> None:
        """See Platform."""
        self.door = door
        self.site.connected(self)
        silent = False
        while True:
            out = self.loop.time() < self.site.out_until
            alone = any(self.site.is_out(chat) for chat in self.site.outages)
            if (out, alone) != (self.failing, silent):
                if out or alone:
                    door.chats.platform_down(self.site.name, matches_every_chat if out else self.site.is_out)
                else:
                    door.chats.platform_up(self.site.name)
                self.failing, silent = out, alone
            await asyncio.sleep(5)

    async def stop(self) -> None:
        """See Platform."""
        self.site.line = None

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """See Platform."""

    def take(self, update: Update) -> None:
        """Begins to handle a delivery."""
        self.loop.create_task(self._alone(update))

    async def _alone(self, update: Update) -> None:
        try:
            await with_deadline(partial(self._handle, update))
        except BaseException as error:
            if not may_contain(error):
                raise
            report(f"{update.who}: an act", error)  # as adapters do
        self.site.confirmed(update)

    def age_s(self, written: Written) -> float | None:
        """Returns how old a message is, by the platform's clock, as adapters do."""
        return self.clock.least_age_s(BEGAN + int(written.at))

    async def _handle(self, update: Update) -> None:
        assert self.door is not None
        self.handled += 1
        self.clock.note_date(formatdate(BEGAN + self.site.world.time(), usegmt=True), self.loop.time())
        try:
            reply = await update.call(self.door, f"{self.site.name}:{update.number}")
        finally:
            self.handled -= 1
        if isinstance(reply, Reply):
            self.site.answered(update, reply)

    # ---- as a Messenger ----------------------------------------------------------------------------------

    def limit(self, chat: ChatId) -> Limit:
        """See Messenger."""
        return GROUP if is_group(chat) else PRIVATE

    def total_limit(self) -> Limit:
        """See Messenger."""
        return WHOLE

    def has_idempotent_sends(self) -> bool:
        """See Messenger."""
        return self.site.manners.keeps_keys

    def link(self, chat: ChatId, message: MessageId) -> str:
        """See Messenger."""
        return f"https://example.org/{message}"

    def private_link(self, table: str) -> str:
        """See Messenger."""
        return "https://example.org/bot"

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """See Messenger."""
        if post.replaces_message:
            await (
                self.edit(chat, post.replaces_message, post)
                if post.text
                else self.delete(chat, post.replaces_message)
            )
            return post.replaces_message
        return await self.site.request(self, "send", chat, NO_MESSAGE, post)

    async def answer(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Answers a press with its message changed."""
        await self.site.request(self, "answer", chat, message, post)

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """See Messenger."""
        await self.site.request(self, "edit", chat, message, post)

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """See Messenger."""
        await self.site.request(self, "delete", chat, message, None)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """See Messenger: the message goes."""
        await self.site.request(self, "strip", chat, message, None)


def person(name: str, language: str = "es") -> Person:
    """Returns somebody of that name."""
    return Person(read_person_id(f"{Site.name}:{name.lower()}"), name, language)
