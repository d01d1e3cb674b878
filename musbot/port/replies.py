"""Replies to one person, after a press or a command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from musbot.narrator.post import Post
from musbot.table.act_result import Confirmation
from musbot.table.events import NO_TABLE, TableId
from musbot.words.cards import ToldCard


class ActKind(Enum):
    """The ways to act: a button or a form, a typed word of the game, a command."""

    BUTTON = "button"
    WORD = "word"
    COMMAND = "command"


class ActOutcome(Enum):
    """The outcome; BROKEN is a bug."""

    DONE = "done"
    REFUSED = "refused"
    REPEATED = "repeated"
    NOT_SAVED = "not_saved"
    BROKEN = "broken"


SEEN = frozenset(
    {
        Confirmation.SAID,
        Confirmation.BET,
        Confirmation.RAISED,
        Confirmation.PAGE,
        Confirmation.STARTED,
        Confirmation.ENDED,
        Confirmation.REPLACED,
        Confirmation.LEFT,
        Confirmation.LEFT_TO,
        Confirmation.CAME_BACK,
        Confirmation.RESUMED,
        Confirmation.SHOWN,
        Confirmation.SAT,
        Confirmation.STOOD,
        Confirmation.AI_SAT,
        Confirmation.AI_UP,
        Confirmation.AI_KIND,
        Confirmation.RULES,
        Confirmation.SET,
        Confirmation.BARRED,
        Confirmation.CUT,
    }
)
"""The table's own message shows these too."""
HANDLED = frozenset((Confirmation.PICKED, Confirmation.THREW, Confirmation.SIGNED, Confirmation.LOOKED))
"""The player's own hand shows these too."""


WhenOutdated = Callable[[Callable[[], None]], None]
"""Takes a function, and calls it once when a reply has stopped being true; at once if it already has."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that only the presser sees."""

    text: str
    """One sentence."""
    alert: bool = False
    """Whether the presser should read the sentence."""
    seen: bool = False
    """Whether the table's messages show the result too."""
    post: Post | None = None
    """The full reply, for platforms that can show one person a message."""
    own: bool = False
    """Whether `post` is the presser's hand at `table`, which should be kept up to date."""
    public: bool = False
    """Whether a whole chat may see `post`."""
    table: TableId = NO_TABLE
    """The id of the table; "" if there is none."""
    page: Post | None = None
    """A page of buttons. It replaces a pressed page, or a pressed hand at `table`."""
    closes: bool = False
    """Whether to delete the pressed page."""
    follows: Awaitable[Post | None] | None = field(default=None, compare=False)
    """Returns one more post for the same place, or None."""
    url: str = ""
    """A link that opens the private chat with the bot, for platforms that can follow it; "" if none."""
    outcome: ActOutcome | None = field(default=ActOutcome.DONE, compare=False)
    """The outcome to count; None if it was counted already."""
    when_outdated: WhenOutdated | None = field(default=None, compare=False)
    """Reports that `text` and `post` no longer hold at their table; None if they state nothing about one."""


@dataclass(slots=True)
class Delivery:
    """An action that its platform reports as failed unless it is answered in time."""

    late: Callable[[], bool]
    """Returns whether the platform may have reported a failure."""
    is_answered: bool = False
    """Whether the platform has been answered."""
    is_stored: bool = False
    """Whether the action is stored."""

    @property
    def has_failed(self) -> bool:
        """Whether its platform was not answered in time; the person may have read that it failed.

        It must not be carried out then.
        """
        return self.late() and not self.is_answered


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A person's view of the hand in play."""

    number: int
    """The number of the hand."""
    post: Post
    """The post that shows it."""
    faces: tuple[ToldCard, ...] = ()
    """The person's cards, for platforms that draw them."""
    goal: str = ""
    """The goal of the game, in the first hand that this person ever plays; "" otherwise."""


Answer = Callable[[Reply], None]
"""Receives the result of a command, on platforms that can answer the command itself."""
