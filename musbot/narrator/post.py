"""What the narrator makes: posts with buttons, and forms."""

from __future__ import annotations

import hashlib
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

    `mention` is the id of a person whom the platform should call, `mention_name` how the text names him;
    `document` a file's name and its bytes. `picture` is drawn only when it is sent (`pictures.studio`): it
    may hold somebody's cards. The text says all that a picture shows, and goes alone where none can be had.
    Of two sends with the same `key` a platform that can keeps one. `reply_to` is the message that it answers
    ("": none; one that is no more is no matter), and one that is `silent` rings nobody's phone. `instead` is
    the message whose place it takes, which is changed then, or taken away if the post says nothing.
    """

    title: str
    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    mention: str | None = None
    mention_name: str = ""
    document: tuple[str, bytes] | None = None
    picture: Picture | None = None
    key: str = ""
    reply_to: str = ""
    silent: bool = False
    instead: str = ""

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
