"""Pages of buttons in a message of their own, written in buttons as short texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

_FIELD = re.compile(r"f-([a-z0-9_]{1,30})", re.ASCII)


class Page(StrEnum):
    """A page of buttons: none any more, one of the board (amounts), seven of the lobby.

    These are all that its own message leaves out, and from there the rule sets, their fields, where to cut:
    by the upper half of the deck, or by the lower, who is to stand up, and which AI players there are.
    """

    MAIN = ""
    RULES = "rules"
    FIELDS = "fields"
    MORE = "more"
    LOBBY = "lobby"
    CUT = "cut"
    CUT_BELOW = "cut-below"
    PEOPLE = "people"
    KINDS = "kinds"


@dataclass(frozen=True, slots=True)
class FieldPage:
    """The page with the values of one field of the rules."""

    field: str


AnyPage = Page | FieldPage


def write_page(page: AnyPage) -> str:
    """Returns a page as it is written in a button (`rules`, `f-piedras`)."""
    match page:
        case Page():
            return page.value
        case FieldPage(field):
            return f"f-{field}"
        case _:
            assert_never(page)


def read_page(text: str) -> AnyPage:
    """Returns the page of a text that `write_page` made; raises ValueError for any other."""
    match = _FIELD.fullmatch(text)
    return FieldPage(match[1]) if match else Page(text)
