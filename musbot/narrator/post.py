"""The narrator's results: posts with buttons, and forms."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import NamedTuple

from musbot.game.cards import Card
from musbot.pictures.specs import Picture
from musbot.table.events import NO_MESSAGE, MessageId, PersonId

MAX_ALERT = 200
"""Longest private answer to a press, in UTF-16 units (Telegram's answerCallbackQuery)."""
LINE_LENGTH, SCREEN_LINES = 38, 10
"""The characters in a line of a small screen, and the most such lines of a post that is not unfolded."""
CAPTION_UNITS = 1024
"""Longest text under a picture (Telegram's captions, Discord's descriptions), in UTF-16 units."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a post."""

    label: str
    """The text on the button."""
    data: str = ""
    """The payload that a press sends (`table.acts.Payload`); "" for a link."""
    url: str = ""
    """The link that the button opens."""
    tone: str = ""
    """The colour, if the platform has one: `go` for the next step, `bold` for an irreversible act."""
    card: Card | None = None
    """The card that the label names in a private post, for platforms whose buttons can show it."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a menu."""

    label: str
    """The text of the option."""
    data: str
    """The payload, or its last part if several options can be chosen."""
    description: str = ""
    """A second line in small print."""
    card: Card | None = None
    """The card that the label names."""
    chosen: bool = False
    """Whether the option is chosen now."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of options, for platforms with menus. Other platforms show `buttons`."""

    placeholder: str
    """The text shown while no option is chosen."""
    options: tuple[Option, ...]
    """The options in their order."""
    buttons: tuple[tuple[Button, ...], ...]
    """Buttons with the same effect, for platforms without menus."""
    below: tuple[Button, ...] = ()
    """Buttons under the menu."""
    data_prefix: str = ""
    """The start of the payload if several options can be chosen; their data follows, with commas.

    "" if only one option can be chosen; the option's data is then the whole payload.
    """
    max_chosen: int = 1
    """Most options that can be chosen at once."""


Row = tuple[Button, ...] | Menu
"""A row under a post: buttons side by side, or a menu."""


@dataclass(frozen=True, slots=True)
class ShortForm:
    """The texts of a post for platforms that can describe pictures, so that nothing appears twice."""

    title: str
    """The title; "" for none."""
    shown: str
    """The description of the picture, sent as text only if there is no picture."""
    text: str
    """The text that is not in the picture."""
    picture: Picture | None = None
    """A picture that replaces the post's; None keeps it."""


class Instant(NamedTuple):
    """A time named in a post, for platforms that show times in the reader's time zone."""

    text: str
    """The words of the post that name the time."""
    at: float
    """The time, in seconds since 1970."""
    counts_down: bool = False
    """Whether it is shown as time left, not as a date."""
    has_hour: bool = False
    """Whether it is shown with its day of the week and its hour."""
    only_hour: bool = False
    """Whether it is shown with its hour alone."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a chat in plain text, with buttons, pictures and files."""

    title: str
    """The title, shown in bold."""
    text: str
    """The lines below the title. Without the picture they are enough to play."""
    rows: tuple[Row, ...] = ()
    """The rows of buttons and menus."""
    mentions: tuple[tuple[PersonId, str], ...] = ()
    """The people to notify: the id of each, and the name that the text uses."""
    silent: bool = False
    """Whether the post makes no sound."""
    documents: tuple[tuple[str, bytes], ...] = ()
    """Files: a name and the bytes of each."""
    unsent: str = ""
    """The text added in a chat that takes no files."""
    picture: Picture | None = None
    """The picture, drawn only when the post is sent, because it may show secret cards."""
    short_form: ShortForm | None = None
    """The texts for platforms that can describe pictures."""
    subtext: tuple[str, ...] = ()
    """Parts of the text in small print, such as a digest or a seed, folded away if possible."""
    key: str = ""
    """Two sends with the same key make one message, if the platform supports it."""
    reply_to: MessageId = NO_MESSAGE
    """The id of the message it replies to; "" for none. That message may be deleted already."""
    replaces_message: MessageId = NO_MESSAGE
    """The id of the message it replaces. If the post is empty, that message is only deleted."""
    instants: tuple[Instant, ...] = ()
    """The times that the text names, in its order."""

    def without_files(self) -> Post:
        """Returns the post without picture and documents, with the text about missing files added.

        The picture of its short form is removed too.
        """
        text = "\n".join(filter(None, (self.text, self.unsent)))
        lean = replace(self.short_form, picture=None) if self.short_form is not None else None
        return replace(self, text=text, picture=None, documents=(), unsent="", short_form=lean)

    def keyboard(self) -> tuple[tuple[Button, ...], ...]:
        """Returns the rows for platforms without menus: each menu is replaced with its `buttons`, without
        `below`."""
        return tuple(
            row for part in self.rows for row in (part.buttons if isinstance(part, Menu) else (part,))
        )

    def mention_spans(self) -> list[tuple[int, int, PersonId]]:
        """Returns the start, end (in characters) and person's id of each mention in the text, in order.

        Longer names are placed first. Each mention takes the first place of the name as a whole word that no
        other mention has taken. A person without such a place is left out.
        """
        found: list[tuple[int, int, PersonId]] = []
        for person, name in sorted(self.mentions, key=lambda it: -len(it[1])):
            places = [place.span() for place in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)]
            free = [(a, b) for a, b in places if all(b <= start or end <= a for start, end, _ in found)]
            found += [(*place, person) for place in free[:1]]
        return sorted(found)

    def instant_spans(self) -> list[tuple[int, int, Instant]]:
        """Returns the start and end (in characters) of each instant in the text, in order.

        An instant whose words are not found is left out, with all later ones.
        """
        found: list[tuple[int, int, Instant]] = []
        start = 0
        for instant in self.instants:
            if (start := self.text.find(instant.text, start)) < 0:
                break
            found.append((start, start + len(instant.text), instant))
            start += len(instant.text)
        return found

    def digest(self) -> str:
        """Returns a digest of a post's content, 16 hexadecimal digits.

        It covers title, text, documents, picture, `replaces_message`, and the labels and data of the
        keyboard's buttons. It covers no other fields. Link buttons are left out: they do not justify an edit.
        """
        rows = [[(button.label, button.data) for button in row if not button.url] for row in self.keyboard()]
        shown = (self.title, self.text, [row for row in rows if row], self.documents, self.picture)
        return hashlib.sha256(f"{shown!r}{self.replaces_message}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Form:
    """A form in which one person enters a number."""

    title: str
    """The title of the form."""
    label: str
    """The label of its field."""
    hint: str
    """The placeholder in the field."""
    data: str
    """The start of the payload; the number follows it."""
    least: int
    """The smallest valid number."""
    most: int
    """The largest valid number."""


@dataclass(frozen=True, slots=True)
class WordsForm:
    """A form in which one person enters a text."""

    title: str
    """The title of the form."""
    label: str
    """The label of its field."""
    hint: str
    """The placeholder in the field."""
    data: str
    """The payload that is returned with the text."""
    most: int
    """Longest text, in characters."""


def count_units(text: str) -> int:
    """Returns the length of a text in UTF-16 units, which is never less than its characters."""
    return len(text.encode("utf-16-le")) // 2


def clip_alert(text: str) -> str:
    """Returns a text cut to at most MAX_ALERT UTF-16 units, with "…" at its end if it was cut."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * MAX_ALERT:
        return text
    return units[: 2 * (MAX_ALERT - 1)].decode("utf-16-le", "ignore") + "…"


def count_lines(texts: Sequence[str]) -> int:
    """Returns the number of lines of these texts on a small screen, without empty lines."""
    return sum(len(wrap(line, LINE_LENGTH)) for text in texts for line in text.split("\n"))
