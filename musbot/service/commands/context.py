"""A command, and the request with which its handler works."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum, auto
from functools import partial
from itertools import chain
from typing import assert_never

from musbot.game.errors import MusError
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.narrator.ways_on import RefusalReader, refusal_post
from musbot.port.boundary import insist
from musbot.port.command import Arguments, CommandPlace, GivenCommand
from musbot.port.intake import Wait
from musbot.port.replies import Reply
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.backlog import Backlog
from musbot.service.commands.forgetting import Forgetting
from musbot.service.commands.learning import Learning
from musbot.service.dates.notices import TableNotices
from musbot.service.dates.requests import DateRequests
from musbot.service.delivery.courier import Courier
from musbot.service.queue import rate_limits
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.review.process_pool import Weigher
from musbot.service.review.ranking import RatingCache
from musbot.service.review.review import Review
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.ajustes import Ajustes
from musbot.service.settings.languages import Languages
from musbot.service.settings.members import Members
from musbot.service.settings.page_turning import PAGE_LASTS_S
from musbot.service.tables.counters import outcome_of
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import ActResult, Refused
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person, PersonId, read_person_id
from musbot.table.table import Table
from musbot.table.view import TableView, kept_seats, watch
from musbot.table.ways import ChatWays
from musbot.words.guess import normalise


class Cost(Enum):
    """The limit that a command counts against before it runs."""

    ACT = auto()
    """An act at a table. The limit is generous, because buttons have none."""
    BOARD = auto()
    """A board posted to the chat."""
    ANSWER = auto()
    """An answer that the whole chat sees."""
    OWN = auto()
    """An answer for one person. The limit is generous if only they see it."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command as platforms, dispatch, help and documents know it."""

    name: str
    """The name at the table, which all languages understand."""
    do: Callable[[CommandRequest], Awaitable[None]]
    """The handler."""
    about: str
    """The message key of its short description."""
    _: KW_ONLY
    help: str | None = None
    """The message key of its text in the help; None leaves it out."""
    filled: str | None = None
    """As `help`, for platforms where the words of a command are options."""
    cost: Cost
    """The limit that it counts against."""
    wait: Wait = Wait.FOR_COMMIT
    """Whether later requests wait for it."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The name in each language that has another."""
    where: CommandPlace = CommandPlace.ANYWHERE
    """The chats in which it may be given."""
    words: Arguments = Arguments.NONE
    """The words that it takes."""
    known: bool = False
    """Whether its giver must not be anonymous."""
    board: bool = False
    """Whether it posts a board, for which the bot needs permissions in the chat."""
    is_listed: bool = True
    """Whether it is in short lists of commands."""
    lasts: bool = False
    """Whether it counts however long ago it was written."""

    def name_in(self, language: str) -> str:
        """Returns the name in a language; the name at the table if the language has no other."""
        return self.names.get(language, self.name)

    @property
    def every_name(self) -> frozenset[str]:
        """All its names, with the letters that platforms allow in commands."""
        return frozenset(normalise(name) for name in (self.name, *self.names.values()))


ANSWER_LASTS_S = 60.0
"""Seconds until an answer to one person in a group is deleted."""


class Services:
    """The services that all handlers share, their rate limits, and the people with an open private chat."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        *,
        clock: Callable[[], float] = time.monotonic,
        weigher: Weigher | None = None,
    ) -> None:
        self.manager = manager
        self.courier = courier
        self.narrators = narrators
        self.opened = manager.notes.open
        self.answers = RateLimits(rate_limits.ANSWERS, clock)
        self.in_private = RateLimits(rate_limits.IN_PRIVATE, clock)
        limits = rate_limits.BOARDS, rate_limits.ACTS, rate_limits.PAGES, rate_limits.WARNINGS
        self.boards, self.acts, self.pages, self.warnings = (RateLimits(it, clock) for it in limits)
        self.lost, self.taps = (RateLimits(limit, clock) for limit in (rate_limits.LOST, rate_limits.TAPS))
        self.administrators = Administrators(manager, clock)
        self.members = Members(manager, clock)
        self.ajustes = Ajustes(manager, courier, narrators, self.administrators)
        self.dates = DateRequests(manager, courier, narrators, self.administrators, self.members)
        self.notices = TableNotices(manager, courier, narrators, self.members, self.is_reachable)
        self.languages = Languages(manager, courier.reconciler, narrators)
        self.learning = Learning(manager.notes, narrators, courier, self.in_private)
        weigher = weigher or Weigher()
        self.ratings = RatingCache(weigher)
        self.review = Review(
            manager,
            courier,
            narrators,
            answers=self.answers,
            in_private=self.in_private,
            weigher=weigher,
            clock=clock,
        )
        self.backlog = Backlog(manager, courier, narrators, clock)
        self.forgets: list[Callable[[], None]] = []
        """Functions that clear cached names after a person was forgotten."""
        self.platforms_forget: list[Callable[[PersonId], None]] = []
        """Functions that receive the id of each forgotten person (Door)."""
        self.forgetting = Forgetting(manager, courier, self.review, narrators, self._forget_person, clock)

    def _forget_person(self, person: PersonId) -> None:
        """Removes a person from the caches and limits in memory; also clears cached names.

        An error is reported and its function called again, by `insist`; it is not raised.
        """
        limits = (
            self.answers,
            self.in_private,
            self.boards,
            self.acts,
            self.pages,
            self.warnings,
            self.taps,
        )
        caches = (self.administrators.forget, self.members.forget, *(it.forget for it in limits))
        forgets = (
            self.dates.book.forget,
            self.notices.forget,
            self.courier.availability.forget,
            self.backlog.forget,
            *caches,
            *self.platforms_forget,
        )
        for clear in (self.narrators.forget, self.courier.renderer.evenings.forget, *self.forgets):
            insist("somebody is forgotten", clear)
        for forget in forgets:
            insist("somebody is forgotten", partial(forget, person))

    def is_reachable(self, person: PersonId) -> bool:
        """Whether a person has opened their private chat and it still accepts messages."""
        return self.opened.get(person) == YES and not self.courier.availability.is_closed(person)

    def warn(self, person: Person, chat: ChatId, limits: RateLimits, message: MessageId = NO_MESSAGE) -> None:
        """Queues a note with the seconds until a person may ask again.

        It goes to their open private chat, otherwise to `chat` as a reply to `message`, and is deleted after
        ANSWER_LASTS_S. `limits` is the limit that they exceeded in `chat`. Each person gets at most one such
        note a minute for each chat, and none if they may ask again by now.
        """
        if not self.warnings.take(person.id, chat):
            return
        own = self.is_reachable(person.id) or chat == person.id
        narrator = self.narrators.for_one(person) if own else self._chat_narrator(person, chat)

        def make_post() -> Post | None:
            """Returns the note with the seconds that are left; None once the person may ask again."""
            seconds = limits.wait_s(person.id, chat)
            text = narrator.refusal(Refused("refused-too-fast", seconds=seconds))
            return Post("", text, silent=True, reply_to=NO_MESSAGE if own else message) if seconds else None

        if (post := make_post()) is not None:
            to = person.id if own else chat
            self.courier.posts.post(to, post, lasts_s=ANSWER_LASTS_S, fresh=make_post)

    def _chat_narrator(self, person: Person, chat: ChatId) -> Narrator:
        """Returns the narrator for a chat, in the first language known.

        That is the language of its newest loaded table, its chosen one, or the person's.
        """
        table = next(iter(self.manager.tables.in_chat(chat)), None)
        if table is not None:
            return self.narrators.for_chat(table)
        language = self.manager.ways.for_chat(chat).language
        return self.narrators.find_narrator(language) if language else self.narrators.for_one(person)

    def with_missing_permissions(self, error: MusError, person: Person) -> MusError:
        """Returns a Refused that names the permissions that the bot lacks in the chat that an error names.

        That chat is the fact `chat` of a Refused. The names are in the language of `person`. Returns the
        error unchanged if it names no chat, or no permissions are known to be missing there.
        """
        if not isinstance(error, Refused) or "chat" not in error.facts:
            return error
        keys = self.courier.availability.missing_permissions(ChatId(str(error.facts["chat"])))
        return Refused("refused-chat-lacks", permissions=self.permissions(keys, person)) if keys else error

    def permissions(self, keys: Sequence[str], person: Person) -> str:
        """Returns the names of permissions (`keys`: message keys) in a person's language, as one list."""
        texts = self.narrators.for_one(person).texts
        return texts.join_names([texts(key) for key in keys])


@dataclass(slots=True)
class CommandRequest:
    """A command that was given, with the services for its handler."""

    given: GivenCommand
    """The command as the platform received it."""
    services: Services
    """The services."""
    commands: Sequence[Command]
    """All commands, for the help."""
    reached: bool = False
    """Whether the person's private chat is open, so that answers to them alone go there."""
    probed: bool = False
    """Whether the group was closed and has just opened, by a probe that sent its boards as new messages."""
    _claimed: bool = False

    @property
    def person(self) -> Person:
        """The person who gave the command; a placeholder if they are anonymous."""
        return self.given.person or Person(read_person_id(f"{self.chat}#anonymous"), "?")

    @property
    def chat(self) -> ChatId:
        """The id of the chat."""
        return self.given.chat

    @property
    def words(self) -> tuple[str, ...]:
        """The words after its name."""
        return self.given.words

    @property
    def form(self) -> str:
        """The form in which a text shows this command again: its name, for fields with "-filled" behind it.

        The name is `Command.name`, or "" for an unknown command.
        """
        called = (it.name for it in self.commands if normalise(self.given.name) in it.every_name)
        return next(called, "") + ("-filled" if self.given.manners.options else "")

    @property
    def manager(self) -> TableManager:
        """The table manager."""
        return self.services.manager

    @property
    def courier(self) -> Courier:
        """The sender of posts and boards."""
        return self.services.courier

    @property
    def ways(self) -> ChatWays:
        """The settings of the chat."""
        return self.manager.ways.for_chat(self.chat)

    @property
    def is_private(self) -> bool:
        """Whether an answer that is not public reaches this person alone."""
        return self.given.private or self.given.answer is not None or self.reached

    def own_table(self) -> Table | None:
        """Returns the newest loaded table of this chat at which the person sits; None if there is none.

        In private it is a table in any chat. Their tables in play come first, paused ones after the others.
        Then come the newest table of the private chat, and a table at which they wait for a seat.
        """
        here = self.manager.tables.in_chat(self.chat)
        if self.given.private:
            playing = sorted(self.manager.tables.of_person(self.person.id), key=lambda table: table.put_off)
            waits = (it for it in self.manager.tables.in_memory() if it.is_waiting(self.person.id))
            return next(chain(playing, here, waits), None)
        return next((table for table in here if table.seat_of(self.person.id) is not None), None)

    def table(self) -> Table | None:
        """Returns the loaded table that a command means: the person's own, one in play here, or the newest.

        Then comes the newest table that left this chat for its own thread (`Table.own_thread`). None if there
        is no table. In private only the person's own counts. Each call searches again.
        """
        own = self.own_table()
        if own is not None or self.given.private:
            return own
        here = self.manager.tables.in_chat(self.chat)
        newest = reversed(self.manager.tables.in_memory())
        below = (table for table in newest if table.own_thread and table.left == self.chat)
        return next(chain((table for table in here if table.playing), here, below), None)

    def require_table(self) -> Table:
        """Returns the result of `table()`; raises Refused("refused-no-table") if it is None."""
        table = self.table()
        if table is None:
            raise Refused("refused-no-table")
        return table

    async def require_member(self, table: Table) -> None:
        """Raises Refused if the person is no longer in the table's chat.

        A command given in that chat proves membership. Before the error, their seat is marked as departed, so
        that other players may replace them (R95).
        """
        await self.services.members.require_member(self.person.id, self.chat, table)

    async def table_as_present(self) -> Table:
        """Ends the person's absence at `require_table()`, and returns the table after that (R94).

        Raises Refused without a table, or for a person who has left the table's chat. Then their seat is
        marked as departed. A failure of the store is logged.
        """
        table = self.require_table()
        await self.require_member(table)
        await self.manager.mark_presence(self.person.id, table.id)
        return self.manager.tables.get(table.id) or table

    def narrator(self, table: Table | None) -> Narrator:
        """Returns the narrator for an answer: in the person's language if they alone see it.

        Otherwise returns the `public_narrator`.
        """
        return self.own_narrator(table) if self.is_private else self.public_narrator(table)

    def public_narrator(self, table: Table | None) -> Narrator:
        """Returns the narrator for the whole chat: its table's language, its chosen one, or the person's.

        In private it is the person's.
        """
        if self.given.private:
            return self.own_narrator(table)
        narrators = self.services.narrators
        if table is not None:
            return narrators.for_chat(table)
        return narrators.find_narrator(self.ways.language) if self.ways.language else self.own_narrator(None)

    def own_narrator(self, table: Table | None) -> Narrator:
        """Returns the narrator for this person alone."""
        return self.services.narrators.for_one(self.person, table)

    def claim(self, cost: Cost) -> None:
        """Counts a command against the limit of its cost; beyond it, raises Refused("refused-too-fast").

        A counted answer is not counted again by `answer`.
        """
        match cost:
            case Cost.ACT:
                self.services.acts.claim(self.person.id, self.chat)
            case Cost.BOARD:
                self.claim_board()
            case Cost.ANSWER | Cost.OWN:
                limits, where = self._limits(public=cost is Cost.ANSWER)
                limits.claim(self.person.id, where)
                self._claimed = True
            case _:
                assert_never(cost)

    def claim_board(self) -> None:
        """Counts a board for this person here; beyond the limit, raises Refused("refused-too-fast")."""
        self.services.boards.claim(self.person.id, self.chat)

    def _limits(self, *, public: bool) -> tuple[RateLimits, ChatId]:
        """Returns the limits for an answer, and the chat for which they count.

        Replies of the platform, and answers posted in the private chat, count for the private chat. Others
        count for this chat.
        """
        if self.given.answer is not None or self._is_posted_privately(public=public):
            return self.services.in_private, self.person.id
        return self.services.answers, self.chat

    def _take_answer(self, *, public: bool) -> bool:
        """Counts an answer, unless `claim` did; returns whether it may be given.

        Beyond the limit it warns the person. `public` says that the whole chat would see the answer.
        """
        limits, where = self._limits(public=public)
        if took := self._claimed or limits.take(self.person.id, where):
            return took
        self.services.warn(self.person, where, limits, self.given.message)
        return False

    def _is_posted_privately(self, *, public: bool) -> bool:
        """Whether an answer is posted in a private chat: this one, or the person's open one.

        In a group a `public` answer never is.
        """
        return self.given.private or (self.reached and not public)

    @property
    def reads_alone(self) -> bool:
        """Whether only the person reads an answer that is not public."""
        return self.given.answer is not None or self._is_posted_privately(public=False)

    def answer(
        self,
        post: Post,
        *,
        public: bool = False,
        fresh: Callable[[], Post | None] | None = None,
        lasts_s: float | None = None,
        about: Table | None = None,
        kind: str = "",
    ) -> None:
        """Answers the person, or the whole chat if `public`. Beyond the limit, it warns instead.

        If the platform expects a reply, the post is in the reply, without a limit, and `fresh`, `lasts_s`,
        `about` and `kind` have no effect. Otherwise it is queued, unless `public` for the private chat if
        that is open, and `fresh` makes it again when it is sent. In a private chat it is deleted after
        `lasts_s` seconds, if given. In a group an answer to the person is deleted after ANSWER_LASTS_S, a
        public one stays. A post `about` a table is deleted after its question, and one of a `kind` with the
        chat's next one.
        """
        asks = about.id if about is not None and not about.over else None
        if self.given.answer is not None:
            self.given.answer(Reply("", post=self.manager.ways.shape(self.chat, post), public=public))
        elif not self._take_answer(public=public):
            return
        elif self._is_posted_privately(public=public):
            to = self.chat if self.given.private else self.person.id
            self.courier.posts.post(to, post, lasts_s=lasts_s, fresh=fresh, about=asks, kind=kind)
        elif public:
            self.courier.posts.post(self.chat, replace(post, silent=True), fresh=fresh, about=asks, kind=kind)
        else:
            reply = replace(post, silent=True, reply_to=self.given.message)
            self.courier.posts.post(
                self.chat, reply, lasts_s=ANSWER_LASTS_S, fresh=fresh, about=asks, kind=kind
            )

    def show_page(self, page: Post) -> None:
        """Answers with a page of buttons: in the reply, or as a queued silent post in this chat.

        The post is deleted after PAGE_LASTS_S. No limit applies.
        """
        if self.given.answer is not None:
            self.given.answer(Reply("", post=page))
        else:
            reply = replace(page, silent=True, reply_to=self.given.message)
            self.courier.posts.post(self.given.chat, reply, lasts_s=PAGE_LASTS_S)

    def answer_privately(self, table: Table | None, make_post: Callable[[Narrator], Post]) -> None:
        """Answers with `make_post`, for the person alone and in their language if the platform can reply so.

        Otherwise it is queued for the whole chat in the chat's language, in private in the person's. Beyond
        the limit, it warns instead.
        """
        alone = self.given.answer is not None
        self.answer(
            make_post(self.own_narrator(table) if alone else self.public_narrator(table)), public=not alone
        )

    def confirm(self, done: ActResult, table: Table) -> None:
        """Confirms a result in the reply, if the platform expects one; otherwise it has no effect.

        The board then shows the result. `table` is the table after it.
        """
        if self.given.answer is not None:
            self.given.answer(Reply(self.own_narrator(table).guide.confirmation(done)))

    def _way_on(self, error: MusError, table: Table | None) -> str:
        """Returns the link of a refusal to the bot's private chat.

        It is about the table, if any. If the error says that the command belongs in private, the link gives
        the command instead.
        """
        messenger = self.courier.outboxes[self.chat].messenger
        belongs = isinstance(error, Refused) and error.reason == "refused-in-private"
        named = table.id if table is not None else ""
        return messenger.private_link(normalise(self.given.name) if belongs else named)

    def _view_of(self, table: Table) -> TableView:
        """Returns the public view of a table, with the person's seat and the seats that are kept for them."""
        person = self.person.id
        return replace(watch(table), seat=table.seat_of(person), left=kept_seats(table, person))

    def _reader_of(self, table: Table) -> RefusalReader:
        """Returns the person as the reader of a refusal about a table."""
        link = self.courier.renderer.link_from(self.chat, table)
        return RefusalReader(
            table.is_waiting(self.person.id), bool(link) or self._is_posted_privately(public=False), link
        )

    def refuse(self, error: MusError) -> None:
        """Answers with the reason for a refusal, as a reply of the platform or by `answer`.

        Beyond the limit of `answer`, the person is warned instead. A refusal with buttons for a table is
        deleted after ANSWER_LASTS_S in private chats too, because the buttons may outlive the table. A
        refusal that repeats the table's question, or has buttons of a lobby, is deleted after that question.
        """

        refused = self.table()

        def make_post() -> Post:
            """Returns the refusal for the current state; without buttons once the table is replaced."""
            table = self.table()
            is_other = refused is not None and table is not None and table.id != refused.id
            link = self._way_on(error, table)
            if table is None or is_other:
                return refusal_post(self.narrator(table), error, None, link, form=self.form)
            view, reader = self._view_of(table), self._reader_of(table)
            return refusal_post(self.narrator(table), error, view, link, reader, self.form)

        post = make_post()
        if self.given.answer is not None:
            shaped = self.manager.ways.shape(self.chat, post)
            self.given.answer(Reply(post.text, post=shaped, outcome=outcome_of(error)))
        else:
            lasts_s = ANSWER_LASTS_S if post.rows and refused is not None else None
            asks = self.narrator(refused).question_text(watch(refused)) if refused is not None else ""
            invites = bool(post.rows) and refused is not None and refused.in_lobby
            about = refused if invites or (asks and asks in post.text) else None
            self.answer(post, fresh=make_post, lasts_s=lasts_s, about=about)
