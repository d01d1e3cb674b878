"""What a platform calls: all that people do in its chats, and all that it notices there."""

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
    """A pressed message, of which the answer to its press may make what it is to show then."""

    async def bring(self, change: Callable[[Post], Awaitable[None]]) -> bool:
        """Gives `change` what the message is to show now; returns whether it did, which is no other request.

        `change` raises a MessengerError as a Messenger's `edit` does, which is raised then: the chat is
        brought up to date as always. It is not called where the message shows it already, or has to wait.
        """

    def let_go(self) -> None:
        """Leaves it to its chat's requests again; more than once is no error."""


class TakesPresses(Protocol):
    """Buttons, forms and typed words; the same `key` again changes nothing more ("": it comes once)."""

    async def press(
        self, person: Person, chat: str, data: str, *, key: str, message: str = "", alone: bool = False
    ) -> Reply:
        """Applies a press and returns what its presser is told; `message` is where the button was.

        `alone` tells that the platform can show them a message which nobody else sees.
        """

    def answering(self, person: Person, chat: str, message: str) -> PressedMessage:
        """Keeps what a message shows for the answer to a press of it, from before the press until let go.

        For platforms that can answer a press with its message changed.
        """

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form that a press may open instead, where a platform has forms; None for most."""

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies a form that was filled in; a number that makes no sense is told, and changes nothing."""

    async def say(self, person: Person, chat: str, text: str, *, key: str, message: str = "") -> bool:
        """Takes a message that is exactly a word of the game, said by one whom it binds now; nothing else.

        One who is asked and mistypes it is asked back, in reply to their `message`, what they meant.

        Returns whether it counts, which is worth a reaction where the platform has any.
        """

    def answered(self, platform: str, result: Result, seconds: float) -> None:
        """Notes what has become of an answer to a press or a command, and how long it took; it is counted."""


class TakesCommands(Protocol):
    """The commands of the chats."""

    def offered(self, language: str) -> Sequence[tuple[Offered, str, str]]:
        """Returns the commands, what each is called and what it does, in a language ("": unknown)."""

    def chosen(self, whose: str) -> str:
        """Returns the language that a person has chosen, or was chosen for a chat; "" for none."""

    async def give(self, given: Given) -> None:
        """Does what a command asks."""


class GivesAnswers(Protocol):
    """What one person is told or shown, for them alone."""

    def hand(self, person: str, name: str, *, drawn: bool = False) -> OwnHand | None:
        """Returns what a person may see now of their hand at a table; None without cards.

        It is to be `drawn` where the platform shows the cards itself: they are told beside it.
        """

    def here(self, person: str) -> bool:
        """Whether somebody's hands are shown where they play, though they do not ask for them."""

    def stands(self, person: str, name: str, *, there: bool) -> None:
        """Notes whether somebody's hand stands at a table, in a message for them alone that is kept up.

        Their private chat tells so meanwhile, and shows it again afterwards.
        """

    def sorry(self, person: Person) -> Reply:
        """Returns what one is told whose press or command failed through no fault of theirs."""

    def done(self, person: Person) -> Reply:
        """Returns what one is told whose command was done and needs no other answer."""

    def counted(self, person: Person, chat: str) -> None:
        """Tells a person that what they did in a chat counts, though their platform says it failed."""

    def missing(self, person: Person, permissions: Sequence[str]) -> Reply:
        """Returns what one is told where the bot may not do what a table needs; permissions by their keys."""


class HasChats(Protocol):
    """Who comes into the chats of a platform, whether it answers there, and the tables that stand there."""

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """Greets one who has opened the private chat; what waits for them there follows.

        `table` is the one by whose link they came, `invite` an address that adds the bot to a group.
        """

    async def started(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group where somebody asks for it."""

    async def joined(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group to which somebody adds the bot, once; `reads` if it may read all that is there."""

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""

    def platform_down(self, platform: str, silent: Callable[[str], bool] = everywhere) -> None:
        """Stops people's clocks at the tables of a platform that does not answer in its `silent` chats.

        In its others they run, also where they were stopped before.
        """

    def platform_up(self, platform: str) -> None:
        """Starts them all anew, and brings its chats at once what has waited for it."""

    def house_rules(self, chat: str) -> Sequence[str]:
        """Returns what the house rules of a chat are called."""

    def tables(self, chat: str) -> list[TableView]:
        """Returns the tables of a chat that are not over, as everybody there sees them, the newest first."""

    def follow(self, chat: str, hear: Callable[[int, str], None], person: str = "") -> None:
        """Tells aloud from now on what happens at the tables of a chat: the number of the hand, and a line.

        It is what all hear, or what one `person` does; for platforms where no message can be changed.
        """

    def boards(self, chat: str) -> list[tuple[str, str]]:
        """Returns the tables that show something in a chat, but those put off, and the message of each."""

    async def shown(self, chat: str) -> None:
        """Waits until a chat has been brought all that is to be seen there now."""

    def deleted(self, chat: str, message: str) -> None:
        """Notes that somebody has deleted a message: a table that it showed stands there again at once.

        A second time within a minute it does with the next word only.
        """

    def repost(self, table: str) -> None:
        """Shows a table again at the bottom of its chat."""


class GivesTurns(Protocol):
    """When something is done that came in a batch (`Intake`); found out at once, and without the store."""

    def of_press(self, person: str, chat: str, data: str) -> QueuePlace:
        """Returns the turn of a press."""

    def of_word(self, person: str, chat: str) -> QueuePlace:
        """Returns the turn of a typed word, and of whatever else happens in a chat."""

    def of_command(self, given: Given) -> QueuePlace:
        """Returns the turn of a command."""

    async def ready(self, person: str, chat: str, data: str) -> None:
        """Asks a platform what has to be known before somebody's turn comes; for some seconds at most.

        `data` is that of a press ("": it was none).
        """


class KnowsAvailability(Protocol):
    """Which chats the bot can write to."""

    def opened(self, chat: str) -> None:
        """Notes that a platform lets the bot write to a chat: its tables go on once they are shown there."""

    def lacks(self, chat: str, permissions: Sequence[str]) -> None:
        """Notes what the bot may not do in a chat and needs for a table, by the keys of its words.

        Its tables stand still meanwhile, and who acts there is told what is missing; () if nothing is.
        """

    def shut(self, chat: str) -> None:
        """Notes that a chat is no more; its tables can be shown elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The one door by which anything comes to the tables; a platform is given it when it runs."""

    presses: TakesPresses
    commands: TakesCommands
    answers: GivesAnswers
    chats: HasChats
    turns: GivesTurns
    availability: KnowsAvailability
    deliveries: dict[str, Delivery] = field(default_factory=dict)
    """Those under way, by their keys, of a platform that calls late ones failed."""
