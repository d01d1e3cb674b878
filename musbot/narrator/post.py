"""What the narrator makes: posts with buttons, and forms."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from musbot.game.cards import Card
from musbot.pictures.specs import Picture

MOST_ALERT = 200
"""Characters that a private answer to a press may have (Telegram's answerCallbackQuery)."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a post: its label, and its data (`codec.Payload`) or the link it opens.

    `tone` is its colour, where buttons have one: `go` for the next step, `bold` for what cannot be undone.
    `card` is the card that the label of a private post names, for platforms whose buttons can show it.
    """

    label: str
    data: str = ""
    url: str = ""
    tone: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a menu: label, data, description, and whether it is `chosen` now."""

    label: str
    data: str
    about: str = ""
    card: Card | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """Options to choose from, for platforms with menus; elsewhere `buttons` do the same.

    `asked` is its placeholder, `below` are buttons beneath it. One option can be chosen, and its data is a
    whole payload. If `many` is set, up to `most` can: the payload is then `many`, followed by the data of
    each, separated by commas.
    """

    asked: str
    options: tuple[Option, ...]
    buttons: tuple[tuple[Button, ...], ...]
    below: tuple[Button, ...] = ()
    many: str = ""
    most: int = 1


Row = tuple[Button, ...] | Menu


@dataclass(frozen=True, slots=True)
class Lean:
    """A post for platforms where pictures have descriptions, so that nothing is said twice.

    `shown` describes the picture. It is sent as text only if there is no picture, under the post's title if
    this one has none. `text` is everything else; `picture` replaces the post's. `folded` is the part of the
    post's own text that its picture shows, to be folded away beneath it where possible.
    """

    title: str
    shown: str
    text: str
    picture: Picture | None = None
    folded: str = ""


class Instant(NamedTuple):
    """A time that a post names, for platforms that show times in the reader's own way."""

    text: str
    """The words that name it in the post."""
    at: float
    """The time, in seconds since 1970."""
    counts_down: bool = False
    """Whether it is shown as the time left, not as a date."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a chat, in plain text: a title (shown bold) and lines; rows of buttons, or menus.

    `mentions` are the people to notify: the id of each, and how the text names them; a `silent` post makes no
    sound. `documents` are files (name, bytes); `unsent` is the text for a chat that takes none. `picture` is
    drawn only when the post is sent (`pictures.studio`), because it may hold somebody's cards. The text says
    all that the picture shows, and can go alone. `lean` is the same for platforms that describe pictures.
    `small` parts (a digest, a seed) are folded away or written small where possible. Two sends with the same
    `key` make one message, where the platform supports it. `reply_to` is the message it answers ("": none; it
    may be gone). `instead` is the message it replaces, which is deleted if the post is empty.
    """

    title: str
    text: str
    rows: tuple[Row, ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    silent: bool = False
    documents: tuple[tuple[str, bytes], ...] = ()
    unsent: str = ""
    picture: Picture | None = None
    lean: Lean | None = None
    small: tuple[str, ...] = ()
    key: str = ""
    reply_to: str = ""
    instead: str = ""
    instants: tuple[Instant, ...] = ()
    """The times that the text names, in its order."""

    def without_files(self) -> Post:
        """Returns the text alone, saying that files are missing."""
        text = "\n".join(filter(None, (self.text, self.unsent)))
        lean = replace(self.lean, picture=None) if self.lean is not None else None
        return replace(self, text=text, picture=None, documents=(), unsent="", lean=lean)

    def keyboard(self) -> tuple[tuple[Button, ...], ...]:
        """Returns the rows for platforms that have only buttons."""
        return tuple(
            row for part in self.rows for row in (part.buttons if isinstance(part, Menu) else (part,))
        )

    def called(self) -> list[tuple[int, int, str]]:
        """Returns where the text names the people it mentions: start, end, id; in order."""
        found: list[tuple[int, int, str]] = []
        for person, name in sorted(self.mentions, key=lambda it: -len(it[1])):
            places = [place.span() for place in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)]
            free = [(a, b) for a, b in places if all(b <= start or end <= a for start, end, _ in found)]
            found += [(*place, person) for place in free[:1]]
        return sorted(found)

    def times(self) -> list[tuple[int, int, Instant]]:
        """Returns the start and end of each instant in the text, in order."""
        found: list[tuple[int, int, Instant]] = []
        start = 0
        for instant in self.instants:
            if (start := self.text.find(instant.text, start)) < 0:
                break
            found.append((start, start + len(instant.text), instant))
            start += len(instant.text)
        return found

    def digest(self) -> str:
        """Returns a digest of what a chat shows of this; links alone are not worth another request."""
        rows = [[(button.label, button.data) for button in row if not button.url] for row in self.keyboard()]
        shown = (self.title, self.text, [row for row in rows if row], self.documents, self.picture)
        return hashlib.sha256(f"{shown!r}{self.instead}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Form:
    """A question that one person answers with a number from `least` to `most`, returned with `data`."""

    title: str
    label: str
    hint: str
    data: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class WordsForm:
    """A question that one person answers with at most `most` characters; otherwise like a Form."""

    title: str
    label: str
    hint: str
    data: str
    most: int


def at_most(text: str) -> str:
    """The text, cut to fit an alert in UTF-16 units: the strictest reading of "characters"."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * MOST_ALERT:
        return text
    return units[: 2 * (MOST_ALERT - 1)].decode("utf-16-le", "ignore") + "…"
