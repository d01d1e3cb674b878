"""What the narrator makes: posts with buttons, and forms."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from musbot.game.cards import Card
from musbot.pictures.specs import Picture


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
class Post:
    """A message for a chat, in plain text: a title (shown bold) and lines; rows of buttons.

    `mentions` are the people whom the platform should call: the id of each, and how the text names him; a
    `silent` post makes no sound. `document` is a file's name and its bytes. `picture` is drawn only when it
    is sent (`pictures.studio`): it may hold somebody's cards. The text says all that a picture shows, and
    goes alone where none can be had.
    Of two sends with the same `key` a platform that can keeps one. `reply_to` is the message that it answers
    ("": none; one that is no more is no matter), `instead` the message whose place it takes, which is changed
    then, or taken away if the post says nothing.
    """

    title: str
    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    silent: bool = False
    document: tuple[str, bytes] | None = None
    picture: Picture | None = None
    key: str = ""
    reply_to: str = ""
    instead: str = ""

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
        rows = [[(button.label, button.data) for button in row if not button.url] for row in self.rows]
        shown = (self.title, self.text, [row for row in rows if row], self.document, self.picture)
        return hashlib.sha256(f"{shown!r}{self.instead}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Form:
    """A question that one person answers in writing; what he writes comes back with `data`."""

    title: str
    label: str
    hint: str
    data: str
