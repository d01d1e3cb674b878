"""Replies to one person, about what they pressed or asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from musbot.narrator.post import Post
from musbot.table.act_result import Confirmation
from musbot.words.cards import ToldCard


class Way(Enum):
    """How a person acted: a button or a form, a typed word of the game, a command."""

    BUTTON = "button"
    WORD = "word"
    COMMAND = "command"


class ActFate(Enum):
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


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that only the presser sees: `alert` if they should read it, `seen` if the table shows it too.

    `post` is the full reply, for platforms that can show one person a message. It is `own` if it is their
    hand at `table`, worth keeping up to date, and `public` if all may see it. `page` is a page of buttons for
    them alone. If the pressed button was on a page (or on their hand at `table`), it replaces that message;
    with `closes` the message is deleted. `follows` yields one more post for the same place, or None. `url`
    opens their private chat with the bot, if the platform can take them there. `outcome` is only counted
    (None: it has been).
    """

    text: str
    alert: bool = False
    seen: bool = False
    post: Post | None = None
    own: bool = False
    public: bool = False
    table: str = ""
    page: Post | None = None
    closes: bool = False
    follows: Awaitable[Post | None] | None = field(default=None, compare=False)
    url: str = ""
    outcome: ActFate | None = field(default=ActFate.DONE, compare=False)


@dataclass(slots=True)
class Delivery:
    """An action that its platform reports as failed unless it is answered in time.

    `late`: that may have happened; `taken`: the platform has been answered; `kept`: the action is stored.
    """

    late: Callable[[], bool]
    taken: bool = False
    kept: bool = False

    @property
    def failed(self) -> bool:
        """Whether the person may have been told that it failed; then it must not be done any more."""
        return self.late() and not self.taken


@dataclass(frozen=True, slots=True)
class OwnHand:
    """What one person may see of the hand in play.

    `here`: it is shown where they play without being asked for, since none is sent in private. `faces` are
    their cards, for platforms that draw them.
    """

    number: int
    post: Post
    here: bool = False
    faces: tuple[ToldCard, ...] = ()


Answer = Callable[[Reply], None]
"""Receives the result of a command, on platforms that can answer the command itself."""
