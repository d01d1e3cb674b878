"""Makes buttons in one language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from musbot.narrator.post import Button
from musbot.table.acts import Act, Payload
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts

Rows = tuple[tuple[Button, ...], ...]
"""Rows of buttons, from top to bottom."""

_TONES: Mapping[Key, str] = {
    "button-quiero": "go",
    "button-queremos": "go",
    "button-start": "go",
    "button-fill": "go",
    "button-throw-count": "go",
    "button-again": "go",
    "button-ordago": "bold",
    "button-end": "bold",
}
"""The tone of a button by its message; `Button` explains tones."""
WIDTH, NARROW = 3, 2
"""Buttons in a row: WIDTH for short labels, NARROW for long labels or narrow messages."""


class ButtonMaker(ABC):
    """A maker of buttons in one language."""

    texts: Texts
    """The texts of that language."""

    def act(self, act: Act, key: Key, **facts: str | int) -> Button:
        """Returns a button labelled with a message, which does an act; _TONES gives its colour."""
        return self.labelled_button(act, self.texts(key, **facts), _TONES.get(key, ""))

    @abstractmethod
    def labelled_button(self, act: Act, label: str, tone: str = "") -> Button:
        """Returns a button with a label that is not a message: a name, a number, a card.

        `tone` is its colour, as in `Button.tone`. An implementation may raise an error for acts that its
        payloads cannot carry.
        """


class Buttons(ButtonMaker):
    """A maker of the buttons of one table.

    Its buttons belong to the table's current question, except for those made by `gesture_button`.
    """

    def __init__(self, texts: Texts, table: TableView) -> None:
        self.texts = texts
        self._table = table

    def gesture_button(self, hand: int, act: Act, key: Key, **facts: str | int) -> Button:
        """Returns a button whose payload has the number of the hand instead of the question.

        It is for acts that do not depend on the question: señas, looks (R57, R58), and requests for a private
        hand.
        """
        return Button(self.texts(key, **facts), str(Payload(self._table.id, hand, act)))

    def labelled_button(self, act: Act, label: str, tone: str = "") -> Button:
        """Returns a button that carries the table, its current question and the act.

        Raises BadPayload for a word that no button has, such as a discard.
        """
        return Button(label, str(Payload(self._table.id, self._table.question, act)), tone=tone)


def in_rows(buttons: Sequence[Button], width: int = WIDTH) -> Rows:
    """Returns buttons in rows of `width`; the last row may be shorter."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))
