"""The calls of a platform into musbot: acts of people in its chats, and changes of those chats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from musbot.narrator.post import Form, Post, WordsForm
from musbot.port.chats import matches_every_chat
from musbot.port.command import TYPED, CommandInfo, GivenCommand, Manners, TypedText
from musbot.port.intake import QueuePlace
from musbot.port.messenger import Result
from musbot.port.replies import Delivery, OwnHand, Reply
from musbot.table.events import NO_CHAT, NO_MESSAGE, NO_PERSON, ChatId, MessageId, Person, PersonId, TableId
from musbot.table.view import TableView


class PressedMessage(Protocol):
    """A pressed message that the answer to its press may update."""

    async def update(self, change: Callable[[Post], Awaitable[None]]) -> bool:
        """Calls `change` with the current post of the message, and records it; returns whether it did.

        It is not called if the message is up to date, or must wait. A MessengerError of `change` is raised,
        another error is logged and False returned. The send queue then updates the message.
        """

    def release(self) -> None:
        """Returns the message to the send queue, which updates it if it is out of date.

        A second call has no effect.
        """


class TakesPresses(Protocol):
    """Buttons, forms and typed words. A `key` makes a call idempotent; "" does not."""

    async def press(
        self,
        person: Person,
        chat: ChatId,
        data: str,
        *,
        key: str,
        message: MessageId = NO_MESSAGE,
        alone: bool = False,
    ) -> Reply:
        """Applies a press on `message` and returns the reply for its presser.

        `data` is the payload of the button. In a private chat the press also marks the chat as open; a closed
        group is probed. Refusals and unexpected errors become replies; only a requested cancellation is
        raised. `alone`: whether the platform can show the presser an ephemeral message.
        """

    def hold_message(self, person: Person, chat: ChatId, message: MessageId) -> PressedMessage:
        """Takes a message out of the send queue until `release`, so that the answer may update it.

        After an error, or for a message that the queue does not know, it takes no message. Raises no error.
        Call it before `press`, on platforms that can answer a press with the changed message.
        """

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form that a button opens; None for other or outdated buttons, and after an error."""

    async def fill_form(self, person: Person, chat: ChatId, data: str, typed: str, *, key: str) -> Reply:
        """Applies the text `typed` in the form of a button with the payload `data`, and returns the reply.

        A number out of range changes nothing, and the reply says so. Refusals and unexpected errors become
        replies; only a requested cancellation is raised.
        """

    async def apply_text(self, typed: TypedText) -> bool:
        """Applies a typed message that is exactly a word of the game, from a player who may say it now.

        The name of a city counts if a date waits for it. Otherwise a question about a mistyped word, or in
        private an answer, may be queued. Returns whether it counted, or was stored before an error; show a
        reaction then, if the platform has them. Errors are logged, and may queue an apology; only a requested
        cancellation is raised.
        """

    async def say(
        self,
        person: Person,
        chat: ChatId,
        text: str,
        *,
        key: str,
        message: MessageId = NO_MESSAGE,
        age_s: float | None = None,
        manners: Manners = TYPED,
    ) -> bool:
        """Deprecated alias of `apply_text`. The next minor version removes this method."""

    def count_answer(self, platform: str, result: Result, seconds: float) -> None:
        """Counts the result of answering a press or a command, and its duration, for the metrics."""


class TakesCommands(Protocol):
    """Chat commands."""

    def list_commands(self, language: str) -> Sequence[tuple[CommandInfo, str, str]]:
        """Returns each command with its name and description in a language, in the order of the help.

        "" is an unknown language.
        """

    def chosen_language(self, person_or_chat: ChatId) -> str:
        """Returns the language that a person chose, or that was chosen for a chat; "" without a choice.

        A process may have a default language, which then takes the place of a choice.
        """

    async def run_command(self, given: GivenCommand) -> None:
        """Runs a command.

        Its answer goes to `given.answer`, or is queued for the chat; refusals are answers too. An unknown
        name in a group, or a command done before, may have none. An unexpected error is logged and answered
        with an apology; only a requested cancellation is raised.
        """


class GivesAnswers(Protocol):
    """Answers that only one person sees."""

    def hand(self, person: PersonId, name: TableId) -> OwnHand | None:
        """Returns a person's current hand at a table, for platforms that draw cards.

        None without a seat or without cards there, between hands, or for a table that is over or not loaded.
        """

    def record_window(self, person: PersonId, name: TableId, message: MessageId, post: Post | None) -> None:
        """Records that a message shows a person's hand, for them alone, in the chat of its table.

        The send queue then keeps it up to date, and deletes an older window with this hand. Their private
        chat only links to it. `post` is its content; None if that is not known exactly. No effect without a
        seat, or if the table is not loaded.
        """

    def end_window(self, person: PersonId, message: MessageId, *, expires: bool = False) -> None:
        """Records that a window no longer exists, or shows another page; ignores a message that is no window.

        With `expires`, its deletion is queued too. The person's messages are updated, and they may get a new
        window if the platform can send one.
        """

    def close_windows(self, person: PersonId) -> None:
        """Queues the deletion of a person's windows: they act in private, where their hand is again.

        A window stays if the private chat is closed, or if they chose windows and these can be sent.
        """

    def apology(self, person: Person, chat: ChatId = NO_CHAT) -> Reply:
        """Returns the apology for a press or command that failed through no fault of the person.

        It is in the person's language, or in the chat's if the person's is unknown.
        """

    def acknowledgement(self, person: Person) -> Reply:
        """Returns the reply to a command that was done and needs no other answer."""

    def send_late_success(self, person: Person, chat: ChatId) -> None:
        """Queues a private notice that a person's act counted although their platform reported a failure.

        If the private chat is closed, `chat` gets it. The notice is deleted after a while.
        """

    def maybe_unsaved(self, person: Person, chat: ChatId = NO_CHAT) -> Reply | None:
        """Returns the reply to an unanswered act while the database is away; None at other times.

        It says that the act may not count, so give it with `Purpose.TELL_UNSAVED`.
        """

    def lost_place(self, person: Person) -> Reply:
        """Returns the reply to a press on a message whose topic is unknown. Do not apply that press."""

    def missing_permissions(
        self, person: Person, permissions: Sequence[str], chat: ChatId = NO_CHAT
    ) -> Reply:
        """Returns the reply if the bot lacks permissions that a table needs (message keys) in a chat."""


class HasChats(Protocol):
    """A platform's chats: joins and moves, outages, and the tables in them."""

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """Marks a private chat as open, and queues a greeting with the table at which the person sits.

        `table` is the table whose link they followed, `invite` a link that adds the bot to a group; "" for
        none. A solo table's message is queued again after it. A person who opens the chat too often gets a
        notice instead. After an error, which is logged, an apology is queued.
        """

    async def greeting_requested(self, person: Person, chat: ChatId, *, reads: bool) -> None:
        """Queues a greeting for a group on request. A person who asks too often gets a notice instead.

        A closed group is probed. `reads`: the bot may read all messages there. After an error, which is
        logged, an apology is queued.
        """

    async def group_joined(self, person: Person, chat: ChatId, *, reads: bool) -> None:
        """Queues a greeting for a group that has added the bot, unless it was greeted before or has a table.

        In any case it then counts as greeted. `reads`: the bot may read all messages there. After an error,
        which is logged, an apology is queued.
        """

    async def server_joined(self, chat: ChatId, language: str) -> None:
        """Queues a greeting for a server that has added the bot, in `chat`, its chat for system messages.

        A chat that was greeted before or has a table gets none; it then counts as greeted too. `language` is
        the server's, "" if none; a language chosen for the chat counts first. After an error, which is
        logged, an apology is queued.
        """

    async def topics_ended(self, chat: ChatId) -> None:
        """Moves the unfinished tables of a chat's topics to the chat after its topics were switched off.

        Raises MusError if a move is refused or cannot be stored; later tables then stay.
        """

    async def place_of(self, chat: ChatId, data: str) -> ChatId:
        """Returns the id of the chat or topic of the table that a button names.

        "" if the chat has no such table, if the button names none, or if the table cannot be read.
        """

    async def chat_moved(self, chat: ChatId, to: ChatId) -> None:
        """Moves the tables and results of a chat to its new id, and copies its settings if that has none.

        A greeted chat stays greeted, and the old id no longer counts as closed. Raises MusError if the move
        cannot be stored.
        """

    def platform_down(self, platform: str, silent: Callable[[ChatId], bool] = matches_every_chat) -> None:
        """Stops the clocks of tables in the `silent` chats of a platform that does not answer.

        In its other chats they run, or run again. Errors are logged.
        """

    def platform_up(self, platform: str) -> None:
        """Restarts the clocks of a platform's tables, and sends its queued messages. Errors are logged."""

    def house_rules(self, chat: ChatId) -> Sequence[str]:
        """Returns the names of a chat's house rules, unreadable ones included; empty without any."""

    def tables(self, chat: ChatId) -> list[TableView]:
        """Returns the public views of a chat's open tables that are loaded, newest first.

        Lobbies are included.
        """

    def follow(self, chat: ChatId, hear: Callable[[int, str], None], person: PersonId = NO_PERSON) -> None:
        """Calls `hear` with the hand's number and a line for each later event of the game at a chat's tables.

        It never ends. Events without a text, and tables of the chat's topics, are left out. The lines are
        public, or as one `person` hears them. For platforms that cannot edit messages.
        """

    def boards(self, chat: ChatId) -> list[tuple[TableId, MessageId]]:
        """Returns the ids of each loaded table shown in a chat, and of the message with its lobby or board.

        Paused tables are left out.
        """

    async def wait_until_shown(self, chat: ChatId) -> None:
        """Loads the tables of a chat, and waits until due clocks have acted and its send queue is idle.

        Raises StoreError.
        """

    def message_deleted(self, chat: ChatId, message: MessageId) -> None:
        """Handles a deleted message: queues the lobby or board that it showed again at once.

        Other messages and paused tables are ignored. After a second deletion within a minute the table is
        sent with its next change.
        """

    def repost(self, table: TableId) -> None:
        """Queues a loaded table's message to appear again at the end of its chat.

        An unknown table is ignored, and one whose chat is closed and not being probed.
        """


class GivesTurns(Protocol):
    """The queue of each update of a batch (`Intake`), found without the store; `ready` asks the platform."""

    def of_press(self, person: PersonId, chat: ChatId, data: str) -> QueuePlace:
        """Returns the queue of a press, usually its table, and whether the batch waits for it.

        Asks no platform or store.
        """

    def of_word(self, person: PersonId, chat: ChatId) -> QueuePlace:
        """Returns the queue of a typed word or any other update in a chat, and whether its batch waits.

        Asks no platform or store.
        """

    def of_command(self, given: GivenCommand) -> QueuePlace:
        """Returns the queue of a command, and whether the batch waits for it. Asks no platform or store."""

    async def ready(self, person: PersonId, chat: ChatId, data: str) -> None:
        """Fetches the facts that an act needs from the platform; takes a few seconds at most.

        It asks for membership or administrators, and probes a closed chat. `data` is the payload of a press,
        or "".
        """


class KnowsAvailability(Protocol):
    """Which chats the bot can write to."""

    def mark_writable(self, chat: ChatId) -> None:
        """Records that the bot may write to a chat and its topics.

        Closed ones lose their missing permissions, and are probed at once. They open when that succeeds, or
        at once if they have no unfinished table.
        """

    def record_missing(self, chat: ChatId, permissions: Sequence[str], until: float | None = None) -> None:
        """Records the permissions that the bot lacks in a chat (message keys); () for none.

        If some are missing, a chat with tables is closed: the tables pause, and answers to acts there name
        the permissions. A closed chat that no longer lacks any is probed, or opened if it has no tables.
        `until` is the time when the platform restores them, in seconds since 1970; None if unknown.
        """

    def close_chat(self, chat: ChatId) -> None:
        """Closes a chat that no longer exists: empties its send queue and pauses its tables.

        Some queued changes of messages are kept for later. The chat is probed from time to time, and its
        tables can move to another chat. No effect if its platform is not running.
        """

    def close_chats(self, gone: Callable[[ChatId], bool]) -> None:
        """Closes the chats of loaded tables for which `gone` is true: they no longer exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Everything a platform may call; `run` is given one."""

    presses: TakesPresses
    """Buttons, forms and typed words."""
    commands: TakesCommands
    """Chat commands."""
    answers: GivesAnswers
    """Answers that only one person sees."""
    chats: HasChats
    """Joins, moves and outages of chats, and their tables."""
    turns: GivesTurns
    """The queues of acts."""
    availability: KnowsAvailability
    """The chats that the bot may write to."""
    deliveries: dict[str, Delivery] = field(default_factory=dict)
    """Deliveries in progress, by key, of a platform that reports late ones as failed."""
    forgets: list[Callable[[PersonId], None]] = field(default_factory=list)
    """Called with the id of each person who is forgotten."""
