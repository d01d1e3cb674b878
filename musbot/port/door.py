"""What a platform calls: what people do in its chats, and what happens to those chats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from musbot.narrator.post import Form, Post, WordsForm
from musbot.port.chats import everywhere
from musbot.port.command import Given, Offered
from musbot.port.intake import QueuePlace
from musbot.port.messenger import Result
from musbot.port.replies import Delivery, OwnHand, Reply
from musbot.table.events import Person
from musbot.table.view import TableView


class PressedMessage(Protocol):
    """A pressed message that the answer to its press may update."""

    async def bring(self, change: Callable[[Post], Awaitable[None]]) -> bool:
        """Calls `change` with what the message should show now; returns whether it did.

        It is not called if the message shows that already, or has to wait. A MessengerError of `change` is
        raised on, and the chat is brought up to date as usual.
        """

    def let_go(self) -> None:
        """Returns the message to the send queue; safe to call twice."""


class TakesPresses(Protocol):
    """Buttons, forms and typed words. `key` makes a call idempotent; with "" it is not."""

    async def press(
        self, person: Person, chat: str, data: str, *, key: str, message: str = "", alone: bool = False
    ) -> Reply:
        """Applies a press on `message` and returns the reply for its presser.

        `alone`: whether the platform can show them a message that nobody else sees.
        """

    def answering(self, person: Person, chat: str, message: str) -> PressedMessage:
        """Takes a message out of the send queue until `let_go`, so that the answer may update it.

        Call it before `press`, on platforms that can answer a press with the changed message.
        """

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form to open for a press, if it has one and the platform can show forms."""

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies a form; a number out of range changes nothing, and the reply says so."""

    async def say(self, person: Person, chat: str, text: str, *, key: str, message: str = "") -> bool:
        """Applies a typed message that is exactly a word of the game, from a player who may say it now.

        A player who is asked and mistypes a word is asked what they meant, in reply to their `message`.
        Returns whether it counted; show a reaction then, if the platform has them.
        """

    def answered(self, platform: str, result: Result, seconds: float) -> None:
        """Counts the result of answering a press or a command, and how long it took."""


class TakesCommands(Protocol):
    """Chat commands."""

    def offered(self, language: str) -> Sequence[tuple[Offered, str, str]]:
        """Returns each command with its name and description in a language ("": unknown)."""

    def chosen(self, whose: str) -> str:
        """Returns the language chosen by a person or for a chat, or ""."""

    async def give(self, given: Given) -> None:
        """Runs a command."""


class GivesAnswers(Protocol):
    """What only one person is told or shown."""

    def hand(self, person: str, name: str, *, drawn: bool = False) -> OwnHand | None:
        """Returns what a person may see now of their hand at a table; None without cards.

        `drawn`: the platform draws the cards itself, and gets them beside the post.
        """

    def here(self, person: str) -> bool:
        """Whether a person's hands are shown where they play without being asked for."""

    def stands(self, person: str, name: str, *, there: bool) -> None:
        """Notes whether a person's hand is shown at the table, in a message of their own that is updated.

        Meanwhile their private chat says so; afterwards it shows the hand again.
        """

    def sorry(self, person: Person) -> Reply:
        """Returns the apology for a press or command that failed through no fault of the person."""

    def done(self, person: Person) -> Reply:
        """Returns the reply to a command that was done and needs no other answer."""

    def counted(self, person: Person, chat: str) -> None:
        """Tells a person that what they did in a chat counted, although their platform says it failed."""

    def missing(self, person: Person, permissions: Sequence[str]) -> Reply:
        """Returns the reply where the bot lacks permissions that a table needs (message keys)."""


class HasChats(Protocol):
    """A platform's chats: who joins them, whether they answer, and the tables in them."""

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """Greets a person who has opened the private chat, and sends what waits for them there.

        `table` is the table whose link they followed, `invite` a link that adds the bot to a group.
        """

    async def started(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group because somebody asked."""

    async def joined(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group that has added the bot, once; `reads`: the bot may read all messages there."""

    async def joined_server(self, chat: str, language: str) -> None:
        """Greets a server that has added the bot, once, in its chat for system messages.

        `language` is the language chosen for the server, "" if none.
        """

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has a new id."""

    def platform_down(self, platform: str, silent: Callable[[str], bool] = everywhere) -> None:
        """Stops the clocks of tables in the `silent` chats of a platform that does not answer.

        In its other chats they run, or run again.
        """

    def platform_up(self, platform: str) -> None:
        """Restarts those clocks, and sends its chats what has waited."""

    def house_rules(self, chat: str) -> Sequence[str]:
        """Returns the names of a chat's house rules."""

    def tables(self, chat: str) -> list[TableView]:
        """Returns the open tables of a chat as everybody sees them, newest first."""

    def follow(self, chat: str, hear: Callable[[int, str], None], person: str = "") -> None:
        """Calls `hear` with the hand's number and a line for all that happens from now on at a chat's tables.

        These are what everybody hears, or one `person`; for platforms that cannot edit messages.
        """

    def boards(self, chat: str) -> list[tuple[str, str]]:
        """Returns the tables shown in a chat, except those put off, and the message of each."""

    async def shown(self, chat: str) -> None:
        """Waits until a chat shows everything it should show now."""

    def deleted(self, chat: str, message: str) -> None:
        """Notes that somebody has deleted a message; a table that it showed is sent again at once.

        If that happens again within a minute, it waits for the next word.
        """

    def repost(self, table: str) -> None:
        """Shows a table again at the bottom of its chat."""


class GivesTurns(Protocol):
    """Which queue each update of a batch belongs to (`Intake`); answers at once, without the store."""

    def of_press(self, person: str, chat: str, data: str) -> QueuePlace:
        """Returns the place of a press."""

    def of_word(self, person: str, chat: str) -> QueuePlace:
        """Returns the place of a typed word, or of anything else that happens in a chat."""

    def of_command(self, given: Given) -> QueuePlace:
        """Returns the place of a command."""

    async def ready(self, person: str, chat: str, data: str) -> None:
        """Asks the platform for what has to be known first; takes some seconds at most.

        `data` is that of a press, or "".
        """


class KnowsAvailability(Protocol):
    """Which chats the bot can write to."""

    def opened(self, chat: str) -> None:
        """Notes that the bot may write to a chat: its tables resume once they are shown there."""

    def lacks(self, chat: str, permissions: Sequence[str], until: float | None = None) -> None:
        """Notes which permissions the bot lacks in a chat (message keys); () for none.

        Its tables freeze until the bot has them, and people who act there are told what is missing. `until`
        is when the platform gives them back by itself, in seconds since 1970; None if it does not say.
        """

    def shut(self, chat: str) -> None:
        """Notes that a chat no longer exists; its tables can be shown elsewhere."""

    def shut_all(self, gone: Callable[[str], bool]) -> None:
        """Closes the chats with a table for which `gone` is true: they no longer exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Everything a platform may call; `run` is given one."""

    presses: TakesPresses
    commands: TakesCommands
    answers: GivesAnswers
    chats: HasChats
    turns: GivesTurns
    availability: KnowsAvailability
    deliveries: dict[str, Delivery] = field(default_factory=dict)
    """Deliveries in progress, by key, of a platform that reports late ones as failed."""
    forgets: list[Callable[[str], None]] = field(default_factory=list)
    """Called with the id of each person who is forgotten."""
