"""Pages of buttons that a player opens, and the short texts for them in button payloads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

_FIELD = re.compile(r"f-([a-z0-9_]{1,30})", re.ASCII)


class Page(StrEnum):
    """A page of buttons, of the lobby unless stated."""

    MAIN = ""
    """The message without a page."""
    RULES = "rules"
    """The rule sets."""
    FIELDS = "fields"
    """The fields of the rules."""
    MORE = "more"
    """Amounts to bet; the only page of the board."""
    LOBBY = "lobby"
    """Further buttons, which the message of the lobby leaves out."""
    CUT = "cut"
    """Places for the cut in the upper half of the deck."""
    CUT_BELOW = "cut-below"
    """Places for the cut in the lower half of the deck."""
    PEOPLE = "people"
    """People whom the person who opened the table may bar (R98)."""
    KINDS = "kinds"
    """The kinds of AI players."""


@dataclass(frozen=True, slots=True)
class FieldPage:
    """The page with the values of one field of the rules."""

    field: str
    """The name of the field."""


AnyPage = Page | FieldPage
"""Any page of buttons."""


def write_page(page: AnyPage) -> str:
    """Returns the text for a page in a payload (`rules`, `f-piedras`)."""
    match page:
        case Page():
            return page.value
        case FieldPage(field):
            return f"f-{field}"
        case _:
            assert_never(page)


def read_page(text: str) -> AnyPage:
    """Returns the page for a text of `write_page`; raises ValueError for any other text.

    The name of a field has 1 to 30 characters of `a-z0-9_`. It is not checked against the rules.
    """
    match = _FIELD.fullmatch(text)
    return FieldPage(match[1]) if match else Page(text)
