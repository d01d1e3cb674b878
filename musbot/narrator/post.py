"""What the narrator makes: posts with buttons, and forms."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from musbot.game.cards import Card
from musbot.pictures.specs import Picture

MOST_ALERT = 200
"""Characters that a private answer to a press may have (Telegram's answerCallbackQuery)."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a post: what it says and what it carries (`codec.Payload`), or the link it opens.

    `tone` is how it looks where buttons have colours: `go` on with it, `bold` for what is not taken back.
    `card` is the card that the label names, of a private post, for where a button can show it.
    """

    label: str
    data: str = ""
    url: str = ""
    tone: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a menu: its name, what it carries, what it is about, whether it is `chosen` now."""

    label: str
    data: str
    about: str = ""
    card: Card | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """Options to choose from, for where a platform has menus; elsewhere the `buttons` that do the same.

    `asked` stands on it while it is closed, `below` are buttons beneath it. One option is chosen, which
    carries a whole payload; or, where `many` is what they carry together, up to `most`: it is
    followed by what each carries, with commas between.
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
    """A post where a picture has a description of its own, so that nothing is said twice.

    `shown` is what the picture shows, in words: said only where it cannot be had, and then under the title of
    the post if this has none. `text` is all else; `picture` is drawn instead of the post's. `folded` is what
    of the post's own text its picture tells: folded away beneath that where it can be.
    """

    title: str
    shown: str
    text: str
    picture: Picture | None = None
    folded: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a chat, in plain text: a title (shown bold) and lines; rows of buttons, or menus.

    `mentions` are the people whom the platform should call: the id of each, and how the text names them; a
    `silent` post makes no sound. `documents` are files, each its name and its bytes; `unsent` is said where a
    chat takes none. `picture` is drawn only when it
    is sent (`pictures.studio`): it may hold somebody's cards. The text says all that a picture shows, and
    goes alone where none can be had. `lean` is the same for where pictures are described; what is
    `small` (a digest, a seed) is folded away, or written small, where that can be.
    Of two sends with the same `key` a platform that can keeps one. `reply_to` is the message that it answers
    ("": none; one that is no more is no matter), `instead` the message whose place it takes, which is changed
    then, or taken away if the post says nothing.
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

    def without_files(self) -> Post:
        """Returns the words alone, and that files are missing."""
        text = "\n".join(filter(None, (self.text, self.unsent)))
        lean = replace(self.lean, picture=None) if self.lean is not None else None
        return replace(self, text=text, picture=None, documents=(), unsent="", lean=lean)

    def keyboard(self) -> tuple[tuple[Button, ...], ...]:
        """Returns the rows where there are buttons only."""
        return tuple(
            row for part in self.rows for row in (part.buttons if isinstance(part, Menu) else (part,))
        )

    def called(self) -> list[tuple[int, int, str]]:
        """Returns where the text names those whom it calls: from where, to where, whom; in order."""
        found: list[tuple[int, int, str]] = []
        for person, name in sorted(self.mentions, key=lambda it: -len(it[1])):
            places = [place.span() for place in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)]
            free = [(a, b) for a, b in places if all(b <= start or end <= a for start, end, _ in found)]
            found += [(*place, person) for place in free[:1]]
        return sorted(found)

    def digest(self) -> str:
        """Returns what tells whether a chat already shows this; a link alone is not worth another request."""
        rows = [[(button.label, button.data) for button in row if not button.url] for row in self.keyboard()]
        shown = (self.title, self.text, [row for row in rows if row], self.documents, self.picture)
        return hashlib.sha256(f"{shown!r}{self.instead}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Form:
    """A question that one person answers in writing, by a number; the answer comes back with `data`.

    The numbers from `least` to `most` make sense.
    """

    title: str
    label: str
    hint: str
    data: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class WordsForm:
    """A question that one person answers in their own words, `most` characters of them, else as a Form."""

    title: str
    label: str
    hint: str
    data: str
    most: int


def at_most(text: str) -> str:
    """The text as far as an alert holds it, in UTF-16 units: the strictest reading of "characters"."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * MOST_ALERT:
        return text
    return units[: 2 * (MOST_ALERT - 1)].decode("utf-16-le", "ignore") + "…"
