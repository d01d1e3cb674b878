"""What a command of the chats is, and what its handler is given when somebody gives it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum, auto
from typing import assert_never

from musbot.game.errors import MusError
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors
from musbot.port.command import Given, Takes, Where
from musbot.port.intake import Wait
from musbot.port.replies import Reply
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.forgetting import Forgetting
from musbot.service.commands.learning import Learning
from musbot.service.delivery.courier import Courier
from musbot.service.queue import rate_limits
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.review.process_pool import Weigher
from musbot.service.review.review import Review
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.ajustes import Ajustes
from musbot.service.settings.languages import Languages
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import ActResult, Refused
from musbot.table.events import Person
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.table.ways import ChatWays
from musbot.words.guess import normalise


class Cost(Enum):
    """What a command takes of its giver's limits, before anything is done for it."""

    ACT = auto()
    """Something is done at a table, as a button would, which costs nothing: no player comes to the limit."""
    BOARD = auto()
    """A board is brought to the chat."""
    ANSWER = auto()
    """All in the chat see the answer."""
    OWN = auto()
    """The answer is for one person; where it goes to them alone no reader comes to the limit."""


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the table of commands: all that platforms, dispatch, help and documents know of it.

    `name` is its name at the table, `names` what it is called where another language calls it otherwise;
    all are understood by all. `about` is the key of what it does, in a few words, `help` that of what the
    help says of it (None: nothing), `filled` the same where its words are options. `known` tells that who
    gives it may not be anonymous; `cost` tells what it takes of their limits, `wait` whether others wait for
    it; `board` that it brings a table to the chat, for which the bot needs its
    permissions there; `listed` that it stands in a list that is to be short.
    """

    name: str
    do: Callable[[Asked], Awaitable[None]]
    about: str
    _: KW_ONLY
    help: str | None = None
    filled: str | None = None
    cost: Cost
    wait: Wait = Wait.FOR_COMMIT
    names: Mapping[str, str] = field(default_factory=dict)
    where: Where = Where.ANYWHERE
    words: Takes = Takes.NONE
    known: bool = False
    board: bool = False
    listed: bool = True

    def called(self, language: str) -> str:
        """Returns its name in a language."""
        return self.names.get(language, self.name)

    @property
    def every_name(self) -> frozenset[str]:
        """What it is called in any language, in letters that a command may have."""
        return frozenset(normalise(name) for name in (self.name, *self.names.values()))


ANSWER_LASTS_S = 60.0
"""For how long an answer to one person stands where all see it."""


class House:
    """What all who answer people work with; knows whose private chat is open, and how much each may ask."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        *,
        clock: Callable[[], float] = time.monotonic,
        administrators: Administrators | None = None,
        weigher: Weigher | None = None,
    ) -> None:
        self.manager = manager
        self.courier = courier
        self.narrators = narrators
        self.opened = manager.notes.open
        self.answers = RateLimits(rate_limits.ANSWERS, clock)
        self.in_private = RateLimits(rate_limits.IN_PRIVATE, clock)
        self.boards = RateLimits(rate_limits.BOARDS, clock)
        self.acts = RateLimits(rate_limits.ACTS, clock)
        self.pages = RateLimits(rate_limits.PAGES, clock)
        self.lost = RateLimits(rate_limits.LOST, clock)
        self.warnings = RateLimits(rate_limits.WARNINGS, clock)
        self.administrators = administrators or Administrators(manager, clock)
        self.ajustes = Ajustes(manager, courier, narrators, self.administrators)
        self.languages = Languages(manager, courier.scheduler, narrators)
        self.learning = Learning(manager.notes, narrators, courier, self.in_private)
        self.review = Review(
            manager,
            courier,
            narrators,
            answers=self.answers,
            in_private=self.in_private,
            weigher=weigher or Weigher(),
            clock=clock,
        )
        self.forgets: list[Callable[[], None]] = []
        """What else lets go of names when somebody is forgotten."""
        self.platforms_forget: list[Callable[[str], None]] = []
        """Called with the id of each person who is forgotten (Door)."""
        self.forgetting = Forgetting(manager, courier, self.review, narrators, self._forgotten, clock)

    def _forgotten(self, person: str) -> None:
        """Keeps nothing more of somebody in memory."""
        self.courier.availability.forget(person)
        for let_go in (self.narrators.forget, *self.forgets):
            let_go()
        for forget in (self.administrators.forget, *self.platforms_forget):
            with contain_errors("somebody is forgotten"):
                forget(person)
        for limits in (self.answers, self.in_private, self.boards, self.acts, self.pages, self.warnings):
            limits.forget(person)

    def reaches(self, person: str) -> bool:
        """Whether somebody's private chat is open."""
        return self.opened.of(person) == YES and not self.courier.availability.is_closed(person)

    def warn(self, person: Person, chat: str, limits: RateLimits, message: str = "") -> None:
        """Tells one who asks too much in a chat when they may ask again; silence if they were just told."""
        if not self.warnings.take(person.id, chat):
            return
        own = self.reaches(person.id) or chat == person.id
        narrator = self.narrators.for_one(person) if own else self._public(person, chat)

        def told() -> Post | None:
            seconds = limits.wait_s(person.id, chat)
            text = narrator.refusal(Refused("refused-too-fast", seconds=seconds))
            return Post("", text, silent=True, reply_to="" if own else message) if seconds else None

        if (post := told()) is not None:
            to = person.id if own else chat
            self.courier.posts.post(to, post, lasts_s=ANSWER_LASTS_S, fresh=told)

    def _public(self, person: Person, chat: str) -> Narrator:
        """Who speaks to a chat: as its table does, else as was chosen for it, else as who has asked."""
        table = next(iter(self.manager.tables.in_chat(chat)), None)
        if table is not None:
            return self.narrators.for_chat(table)
        language = self.manager.ways.of(chat).language
        return self.narrators.speaking(language) if language else self.narrators.for_one(person)

    def named(self, error: MusError, person: Person) -> MusError:
        """The same, or what the bot lacks where a table cannot be shown, if its platform has told."""
        if not isinstance(error, Refused) or "chat" not in error.facts:
            return error
        keys = self.courier.availability.lacking(str(error.facts["chat"]))
        return Refused("refused-chat-lacks", permissions=self.permissions(keys, person)) if keys else error

    def permissions(self, keys: Sequence[str], person: Person) -> str:
        """Returns what permissions are called, as told to somebody."""
        texts = self.narrators.for_one(person).texts
        return texts.join_names([texts(key) for key in keys])


@dataclass(slots=True)
class Asked:
    """A command that somebody gave, and all that its handler works with.

    `commands` are all there are. What one leads to is given to whoever takes its answer, else posted: in a
    private chat where that is `reached`, for it is open, else in reply, for a while.
    """

    given: Given
    house: House
    commands: Sequence[Command]
    reached: bool = False
    _claimed: bool = False

    @property
    def person(self) -> Person:
        """Who gave it; somebody unknown where they stay anonymous."""
        return self.given.person or Person(f"{self.chat}#anonymous", "?")

    @property
    def chat(self) -> str:
        return self.given.chat

    @property
    def words(self) -> tuple[str, ...]:
        return self.given.words

    @property
    def manager(self) -> TableManager:
        return self.house.manager

    @property
    def courier(self) -> Courier:
        return self.house.courier

    @property
    def ways(self) -> ChatWays:
        """What was chosen for the chat."""
        return self.manager.ways.of(self.chat)

    @property
    def alone(self) -> bool:
        """Whether nobody else sees an answer that is not for all."""
        return self.given.private or self.given.answer is not None or self.reached

    def own_table(self) -> Table | None:
        """Returns the newest table of this chat where the person sits; in private the one they play at.

        Where they play at no other, one put off is meant there, or one of their own that has not begun.
        """
        here = self.manager.tables.in_chat(self.chat)
        if self.given.private:
            playing = sorted(self.manager.tables.of_person(self.person.id), key=lambda table: table.put_off)
            return next(iter([*playing, *here]), None)
        return next((table for table in here if table.seat_of(self.person.id) is not None), None)

    def table(self) -> Table | None:
        """Returns the table that is meant: one's own, else the one in play here, else the newest."""
        own = self.own_table()
        if own is not None or self.given.private:
            return own
        here = self.manager.tables.in_chat(self.chat)
        return next(iter([*(table for table in here if table.playing), *here]), None)

    def needed_table(self) -> Table:
        """Returns the table that is meant; raises Refused("refused-no-table")."""
        table = self.table()
        if table is None:
            raise Refused("refused-no-table")
        return table

    async def own_or_any(self) -> Table:
        """Returns the table that is meant, where who asks is back if they play there (R94).

        Raises Refused("refused-no-table").
        """
        table = self.needed_table()
        await self.manager.heard(self.person.id, table.id)
        return self.manager.tables.at(table.id) or table

    def voice(self, table: Table | None) -> Narrator:
        """Returns who gives an answer to this person: in their own language where they alone see it."""
        return self.own_voice(table) if self.alone else self.public_voice(table)

    def public_voice(self, table: Table | None) -> Narrator:
        """Returns who speaks to all in the chat: in private in the person's language, else in the table's.

        Where there is none, and no language was chosen for the chat, in that of who asks.
        """
        if self.given.private:
            return self.own_voice(table)
        narrators = self.house.narrators
        if table is not None:
            return narrators.for_chat(table)
        return narrators.speaking(self.ways.language) if self.ways.language else self.own_voice(None)

    def own_voice(self, table: Table | None) -> Narrator:
        """Returns who speaks to the person alone."""
        return self.house.narrators.for_one(self.person, table)

    def claim(self, cost: Cost) -> None:
        """Takes what a command costs; raises Refused("refused-too-fast")."""
        match cost:
            case Cost.ACT:
                self.house.acts.claim(self.person.id, self.chat)
            case Cost.BOARD:
                self.claim_board()
            case Cost.ANSWER | Cost.OWN:
                limits, where = self._limits(public=cost is Cost.ANSWER)
                limits.claim(self.person.id, where)
                self._claimed = True
            case _:
                assert_never(cost)

    def claim_board(self) -> None:
        """Notes that a board is brought to the chat for this person; raises Refused("refused-too-fast")."""
        self.house.boards.claim(self.person.id, self.chat)

    def _limits(self, *, public: bool) -> tuple[RateLimits, str]:
        """What an answer is taken of, and where."""
        if self.given.answer is not None or self._goes_to_one(public=public):
            return self.house.in_private, self.person.id
        return self.house.answers, self.chat

    def _may_have(self, *, public: bool) -> bool:
        """Takes what an answer costs; tells who has had too many when they may ask again."""
        limits, where = self._limits(public=public)
        if took := self._claimed or limits.take(self.person.id, where):
            return took
        self.house.warn(self.person, where, limits, self.given.message)
        return False

    def _goes_to_one(self, *, public: bool) -> bool:
        """Whether an answer is posted in a private chat."""
        return self.given.private or (self.reached and not public)

    def say(
        self, post: Post, *, public: bool = False, fresh: Callable[[], Post | None] | None = None
    ) -> None:
        """Gives the answer to who asked, for all to see if it is `public`; see House.warn for too many.

        Where it has to wait, `fresh` makes it anew of how things are then (see PostSlot).
        """
        if self.given.answer is not None:
            self.given.answer(Reply("", post=self.manager.ways.shaped(self.chat, post), public=public))
        elif not self._may_have(public=public):
            return
        elif self._goes_to_one(public=public):
            self.courier.posts.post(self.chat if self.given.private else self.person.id, post, fresh=fresh)
        elif public:
            self.courier.posts.post(self.chat, replace(post, silent=True), fresh=fresh)
        else:
            reply = replace(post, silent=True, reply_to=self.given.message)
            self.courier.posts.post(self.chat, reply, lasts_s=ANSWER_LASTS_S, fresh=fresh)

    def tell(self, table: Table | None, told: Callable[[Narrator], Post]) -> None:
        """Gives somebody alone what they asked for, where a platform can answer a command so; else all."""
        alone = self.given.answer is not None
        self.say(told(self.own_voice(table) if alone else self.public_voice(table)), public=not alone)

    def note(self, done: ActResult, table: Table) -> None:
        """Tells who asked that it is done, where the platform waits for a word; `table` is that after it."""
        if self.given.answer is not None:
            self.given.answer(Reply(self.own_voice(table).guide.confirmation(done)))

    def refuse(self, error: MusError) -> None:
        """Tells who asked why it was not done."""

        def told() -> Post:
            table = self.table()
            view = watch(table) if table is not None else None
            return Post("", self.voice(table).refusal(error, view))

        self.say(told(), fresh=told)
