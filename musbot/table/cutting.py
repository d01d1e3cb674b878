"""The choice where a deck is cut (R92, R93)."""

from __future__ import annotations

import re

from musbot.game.cards import PLACES
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.events import Cut, Person
from musbot.table.table import Table

_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)


def cut_by_text(table: Table, person: Person, text: str) -> ActResult:
    """Returns the cut that a seated person wrote as a number in the lobby, and its confirmation.

    Spaces around the number are ignored. Raises Refused outside the lobby, and for a person without a seat.
    Raises it for a text that is no number from 1 to 40.
    """
    if not table.in_lobby:
        raise Refused("refused-not-in-lobby")
    number = _NUMBER.fullmatch(text.strip())
    return cut(table, person, int(number[0]) if number else 0)


def cut(table: Table, person: Person, place: int) -> ActResult:
    """Returns the cut and its confirmation; raises Refused without a seat or for a place outside `PLACES`.

    Whether the deck may still be cut is not checked.
    """
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("refused-no-seat")
    if place not in PLACES:
        raise Refused("refused-cut-what")
    return ActResult((Cut(seat, place),), Confirmation.CUT, {"place": place})
