"""What one person is told, for them alone, of what they have pressed or asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from musbot.narrator.post import Post
from musbot.table.told import Told
from musbot.words.cards import ToldCard


class Way(Enum):
    """How somebody acts: a button or a form, a typed word of the game, a command."""

    BUTTON = "button"
    WORD = "word"
    COMMAND = "command"


class ActFate(Enum):
    """What became of it; BROKEN is a fault of the program."""

    DONE = "done"
    REFUSED = "refused"
    REPEATED = "repeated"
    NOT_SAVED = "not_saved"
    BROKEN = "broken"


SEEN = frozenset(
    {
        Told.SAID,
        Told.BET,
        Told.RAISED,
        Told.PAGE,
        Told.STARTED,
        Told.ENDED,
        Told.REPLACED,
        Told.LEFT,
        Told.CAME_BACK,
        Told.RESUMED,
        Told.SHOWN,
        Told.SAT,
        Told.STOOD,
        Told.AI_SAT,
        Told.AI_UP,
        Told.AI_KIND,
        Told.RULES,
        Told.SET,
        Told.BARRED,
        Told.CUT,
    }
)
"""What is told of these the table's own message shows too."""
HANDLED = frozenset((Told.PICKED, Told.THREW, Told.SIGNED, Told.LOOKED))
"""What is told of these one's own hand shows too."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What only the presser sees: `alert` for what they should read, `seen` if the table shows it too.

    `post` says all of it where a platform can show one person a message; it is `own` if it is their hand at
    `table`, worth keeping up to date, and `public` if all may see it. `page` is a page of buttons that they
    alone are shown, in the message of the pressed button if it is a page (or their hand at `table`, which it
    then is no more), which goes if it `closes`.
    What `follows` is told them after it, once it is there (None: nothing), in the same place.
    `url` leads to their private chat with the bot, where a platform can take them there at once.
    `outcome` is counted (None: it has been), and shown to nobody.
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
    """A deed that its platform calls failed where it hears nothing in time.

    `late` tells that it may have; `taken` that it has heard enough; `kept` that the deed has been written.
    """

    late: Callable[[], bool]
    taken: bool = False
    kept: bool = False

    @property
    def failed(self) -> bool:
        """Whether its doer may have been told that it failed: it is not to be done any more."""
        return self.late() and not self.taken


@dataclass(frozen=True, slots=True)
class OwnHand:
    """What one person may see of the hand in play, for them alone.

    `here` tells that it is shown where they play without their asking, as none is sent in private;
    `faces` are their cards, where the platform draws them itself.
    """

    number: int
    post: Post
    here: bool = False
    faces: tuple[ToldCard, ...] = ()


Answer = Callable[[Reply], None]
"""Takes what a command leads to, where a platform can answer the command itself."""
