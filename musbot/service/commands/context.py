"""A command, and the request with which its handler works."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum, auto
from functools import partial
from itertools import chain
from math import ceil
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat
from musbot.game.errors import Illegal, MusError
from musbot.narrator import Narrator
from musbot.narrator.guide import calls_page
from musbot.narrator.post import Post
from musbot.narrator.ways_on import RefusalReader, refusal_post, repeats_question
from musbot.port.boundary import insist
from musbot.port.command import Arguments, CommandPlace, GivenCommand
from musbot.port.intake import Wait
from musbot.port.messenger import calls_in_private
from musbot.port.replies import Reply
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.backlog import Backlog
from musbot.service.commands.forgetting import Forgetting
from musbot.service.commands.learning import Learning
from musbot.service.commands.questions import AskedQuestion, CommandQuestions
from musbot.service.dates.notices import TableNotices
from musbot.service.dates.requests import DateRequests
from musbot.service.delivery.courier import Courier
from musbot.service.queue import rate_limits
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.queue.slots import PostSlot
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
from musbot.table.acts import Call
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person, PersonId, TableId, read_person_id
from musbot.table.table import Table
from musbot.table.view import TableView, kept_seats, watch
from musbot.table.ways import ChatWays
from musbot.words.guess import normalise
from musbot.words.texts import Texts


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


TOO_FAST = "refused-too-fast"
"""The reason of a refusal after too many commands or answers."""
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
        answers, private = self.answers, self.in_private
        self.review = Review(
            manager, courier, narrators, answers=answers, in_private=private, weigher=weigher, clock=clock
        )
        self.questions = CommandQuestions()
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
            self.dates.forget,
            self.notices.forget,
            self.courier.availability.forget,
            self.backlog.forget,
            self.questions.forget,
            *caches,
            *self.platforms_forget,
        )
        for clear in (self.narrators.forget, self.courier.renderer.evenings.forget, *self.forgets):
            insist("somebody is forgotten", clear)
        for forget in forgets:
            insist("somebody is forgotten", partial(forget, person))

    def is_reachable(self, person: PersonId) -> bool:
        """Returns whether a person has opened their private chat and it still accepts messages."""
        return self.opened.get(person) == YES and not self.courier.availability.is_closed(person)

    def calls_page(self, person: PersonId, chat: ChatId, texts: Texts) -> Post:
        """Returns the page of `/avisos` for a person in a chat, with their present choices.

        Without a choice, the way of calling that the platform uses is marked.
        """
        messenger, closed = self.courier.outboxes[chat].messenger, self.manager.clocks.closed
        default_call = Call.PRIVATE if calls_in_private(messenger) and person not in closed else Call.MENTION
        page = calls_page(texts, self.manager.notes.call.get(person) or default_call)
        return self.notices.with_choices(page, person, chat, texts)

    def shows_hand_to(self, person: PersonId) -> bool:
        """Returns whether a person's private chat, which is not closed, shows part of a table."""
        shown = (it.messages(person) for it in self.courier.projections.in_chat(person))
        return not self.courier.availability.is_closed(person) and any(shown)

    def warn(self, person: Person, chat: ChatId, seconds: float, message: MessageId = NO_MESSAGE) -> None:
        """Queues a note with the seconds until a person may ask again.

        It goes to their open private chat, otherwise to `chat` as a reply to `message`, and is deleted after
        those seconds. It comes before other answers and counts as no answer. Each person gets at most one
        such note a minute for each chat. They get none if they may ask again by then.
        """
        if not self.warnings.take(person.id, chat):
            return
        own = self.is_reachable(person.id) or chat == person.id
        narrator = self.narrators.for_one(person) if own else self.chat_narrator(person, chat)
        clock = self.courier.times.clock
        until = clock() + seconds

        def make_post() -> Post | None:
            """Returns the note with the seconds that are left; None once the person may ask again."""
            left = ceil(until - clock())
            text = narrator.refusal(Refused("refused-too-fast", seconds=left))
            return Post("", text, silent=True, reply_to=NO_MESSAGE if own else message) if left > 0 else None

        def end_later(sent: MessageId) -> None:
            """Plans the deletion of the sent note for the time when the person may ask again."""
            self.courier.posts.delete_later(max(until - clock(), 0), to, sent, Post("", ""))

        if (post := make_post()) is not None:
            to = person.id if own else chat
            note = PostSlot(post, fresh=make_post, sent=end_later)
            self.courier.posts.queue_answer(to, note, urgent=True)

    def chat_language(self, chat: ChatId) -> str:
        """Returns the language chosen for a chat, or otherwise the language of its newest loaded table.

        "" without either. Asks no store.
        """
        table = next(iter(self.manager.tables.in_chat(chat)), None)
        return self.manager.ways.language_of(chat) or (table.language if table is not None else "")

    def chat_narrator(self, person: Person, chat: ChatId) -> Narrator:
        """Returns the narrator for a chat, in the first language known.

        That is the chat's chosen language, the language of its newest loaded table, or the person's.
        """
        table = next(iter(self.manager.tables.in_chat(chat)), None)
        if table is not None:
            return self.narrators.for_chat(table)
        language = self.chat_language(chat)
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


class _OutdatedCheck(NamedTuple):
    """A check, made at each change of a table, whether a post about it has become outdated."""

    table: TableId
    """The table's id."""
    is_outdated: Callable[[], bool]
    """Returns whether the post is outdated."""

    @classmethod
    def of_status(cls, request: CommandRequest, table: Table) -> _OutdatedCheck:
        """Returns the check that the status of a command's person at a table has changed since now.

        The status: whether the table is in its lobby, the person's seat, whether they wait for one, and
        whether the table's chat is closed. It has changed too if the table is no longer in memory.
        """

        def find_status(name: TableId) -> tuple[bool, Seat | None, bool, bool] | None:
            """Returns the current status; None for a table that is not in memory."""
            if (table := request.manager.tables.get(name)) is None:
                return None
            who, closed = request.person.id, request.courier.availability.is_closed(table.chat)
            return table.in_lobby, table.seat_of(who), table.is_waiting(who), closed

        before = find_status(table.id)
        return cls(table.id, lambda: find_status(table.id) != before)


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
    _board_claimed: bool = False
    _asked: AskedQuestion | None = None
    """The question that its answer asks; None if it asks none."""

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
            playing = sorted(self.manager.tables.list_for(self.person.id), key=lambda table: table.put_off)
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
                self.services.boards.claim(self.person.id, self.chat)
                self._board_claimed = True
            case Cost.ANSWER | Cost.OWN:
                limits, where = self._limits(public=cost is Cost.ANSWER)
                limits.claim(self.person.id, where)
                self._claimed = True
            case _:
                assert_never(cost)

    def _limits(self, *, public: bool) -> tuple[RateLimits, ChatId]:
        """Returns the limits for an answer, and the chat for which they count.

        Replies of the platform, and answers posted in the private chat, count for the private chat. Others
        count for this chat. `public` says that the whole chat would see the answer.
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
        self.services.warn(self.person, where, limits.wait_s(self.person.id, where), self.given.message)
        return False

    def _is_posted_privately(self, *, public: bool) -> bool:
        """Returns whether an answer is posted in a private chat: this one, or the person's open one.

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
        check: _OutdatedCheck | None = None,
    ) -> None:
        """Answers the person, or the whole chat if `public`. Beyond the limit, it warns instead.

        If the platform expects a reply, the post is in the reply, without a limit. Of the arguments after
        `public`, only `about` then has an effect. Otherwise it is queued, for the private chat if that is
        open, or for the chat if `public`. `fresh` makes it again when it is sent. In a private chat it is
        deleted after `lasts_s` seconds, if given. In a group an answer to the person is deleted after
        ANSWER_LASTS_S, a public one stays. A post or private reply `about` a table is deleted after its
        question. A post of a `kind` is deleted with the chat's next one. With a `check` it is deleted
        once the table changes and the check finds it outdated.
        """
        asks = about.id if about is not None and not about.over else None
        watches, outlived = check or (asks if kind else None, None)
        slot = PostSlot(post, lasts_s, fresh, about=asks, watches=watches, kind=kind, outlived=outlived)
        asked = self._asked
        posts = self.courier.posts
        queue = posts.queue_answer if asked is None else partial(asked.queue, posts)
        if self.given.answer is not None:
            shaped = self.manager.ways.shape(self.chat, post)
            lasts = self.courier.posts.when_outdated(about, asks=True)
            self.given.answer(Reply("", post=shaped, public=public, when_outdated=lasts))
        elif not self._take_answer(public=public):
            return
        elif self._is_posted_privately(public=public):
            to = self.chat if self.given.private else self.person.id
            queue(to, slot)
        elif public:
            queue(self.chat, replace(slot, post=replace(post, silent=True), lasts_s=None))
        else:
            reply = replace(post, silent=True, reply_to=self.given.message)
            queue(self.chat, replace(slot, post=reply, lasts_s=ANSWER_LASTS_S))

    def show_page(self, page: Post, sent: Callable[[MessageId], object] = str) -> None:
        """Answers with a page of buttons: in the reply, or as a queued silent post in this chat.

        The post is deleted after PAGE_LASTS_S; `sent` is called with its id. No limit applies.
        """
        if self.given.answer is not None:
            self.given.answer(Reply("", post=page))
        else:
            reply = replace(page, silent=True, reply_to=self.given.message)
            self.courier.posts.queue_answer(self.given.chat, PostSlot(reply, PAGE_LASTS_S, sent=sent))

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
            lasts = self.courier.posts.when_outdated(table)
            self.given.answer(Reply(self.own_narrator(table).guide.confirmation(done), when_outdated=lasts))

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

        Beyond the limit of `answer`, or of commands, the person is warned instead. Puts back the token of a
        board, unless they may have no further answer. A refusal with buttons is deleted after ANSWER_LASTS_S,
        in private chats too, because its buttons may outlive it. These are buttons for a table or for a
        corrected command. A refusal that repeats the table's question is deleted after that question; a
        suggestion when the right command is given. Any about a table is deleted when the person sits down,
        waits or leaves there, when the partida begins, and when the table's chat opens or closes.
        """
        limits, where = self._limits(public=False)
        if self._board_claimed and limits.wait_s(self.person.id, where) == 0:
            self.services.boards.refund(self.person.id, self.chat)
        if isinstance(error, Refused) and error.reason == TOO_FAST and self.given.answer is None:
            left = error.facts.get("seconds")
            seconds = left if isinstance(left, int) else 0
            self.services.warn(self.person, self.chat, seconds, self.given.message)
            return
        corrects = isinstance(error, Refused) and "press" in error.facts  # it says nothing about a table
        refused = None if corrects else self.table()

        def make_post() -> Post:
            """Returns the refusal for the current state; without buttons once the table is replaced."""
            table = self.table()
            is_other = refused is not None and table is not None and table.id != refused.id
            link = self._way_on(error, table)
            if table is None or is_other:
                return refusal_post(self.narrator(table), error, None, link, form=self.form)
            view, reader = self._view_of(table), self._reader_of(table)
            return refusal_post(self.narrator(table), error, view, link, reader, self.form)

        command = self.form.removesuffix("-filled")
        asked = self._asked = self.services.questions.ask(error, self.person.id, self.chat, command)
        post = make_post()
        asks = refused is not None and repeats_question(
            self.narrator(refused), error, self._view_of(refused), post.text
        )
        if self.given.answer is not None:
            shaped = self.manager.ways.shape(self.chat, post)
            about = refused if isinstance(error, Illegal | Refused) else None
            posts = self.courier.posts
            lasts = posts.when_waited(error) or posts.when_outdated(about, asks=asks)
            lasts = asked.when_closed if asked is not None else lasts
            self.given.answer(Reply(post.text, post=shaped, outcome=outcome_of(error), when_outdated=lasts))
        else:
            lasts_s = ANSWER_LASTS_S if post.rows and (refused is not None or corrects) else None
            check = _OutdatedCheck.of_status(self, refused) if refused is not None else None
            kind = f"refusal of {self.given.message} by {self.person.id}" if refused is not None else ""
            about = refused if asks else None
            fresh = asked.while_open(make_post) if asked is not None else make_post
            self.answer(post, fresh=fresh, lasts_s=lasts_s, about=about, kind=kind, check=check)
