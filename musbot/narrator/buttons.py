"""One button after another: what it says in one language, and what it carries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from musbot.narrator.post import Button
from musbot.table.acts import Act, Payload
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts

Rows = tuple[tuple[Button, ...], ...]

_TONES: Mapping[Key, str] = {
    "button-quiero": "go",
    "button-queremos": "go",
    "button-start": "go",
    "button-throw-count": "go",
    "button-again": "go",
    "button-ordago": "bold",
    "button-end": "bold",
}
"""How a button looks where buttons have colours: see Button."""
WIDTH, NARROW = 3, 2
"""Buttons to a row: of short labels, and of long ones or where a message is narrow."""


class Labelled(ABC):
    """Makes buttons in one language."""

    texts: Texts

    def act(self, act: Act, key: Key, **facts: str | int) -> Button:
        """Returns a button that says a message and does an act."""
        return self.labelled(act, self.texts(key, **facts), _TONES.get(key, ""))

    @abstractmethod
    def labelled(self, act: Act, label: str, tone: str = "") -> Button:
        """Returns a button whose label is no message: a name, a number, a card."""


class Buttons(Labelled):
    """Makes the buttons of one table in one language; each belongs to the question of its moment."""

    def __init__(self, texts: Texts, table: TableView) -> None:
        self.texts = texts
        self._table = table

    def gesture(self, hand: int, act: Act, key: Key, **facts: str | int) -> Button:
        """Returns the button of a seña or a look, which is good for the whole hand (R57, R58)."""
        return Button(self.texts(key, **facts), str(Payload(self._table.id, hand, act)))

    def labelled(self, act: Act, label: str, tone: str = "") -> Button:
        """See Labelled."""
        return Button(label, str(Payload(self._table.id, self._table.question, act)), tone=tone)


def in_rows(buttons: Sequence[Button], width: int = WIDTH) -> Rows:
    """Returns buttons so many to a row."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))
