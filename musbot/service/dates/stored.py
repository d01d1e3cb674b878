"""Encodes and decodes the events of dates: JSON, as for the events of tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import cattrs

from musbot.service.dates.date import DateEvent
from musbot.store.codec import Stored
from musbot.table.events import ChatId

KINDS: dict[str, type[DateEvent]] = {kind.__name__: kind for kind in get_args(DateEvent)}
"""The classes of events by the names under which they are stored."""
UNREADABLE = (ValueError, LookupError, TypeError, cattrs.BaseValidationError)
"""The errors of a stored text that this version cannot read."""
_CONVERTER = cattrs.Converter(detailed_validation=False, forbid_extra_keys=True, omit_if_default=True)
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode(event: DateEvent) -> Stored:
    """Returns the stored form of an event: its class's name as kind, version 1, and JSON."""
    return Stored(type(event).__name__, 1, _JSON(_CONVERTER.unstructure(event)))


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """A question to a person about a date: its zone, morning or evening, or what they meant."""

    token: str
    """Its id, which its buttons have."""
    chat: ChatId
    """The chat for which the date is."""
    words: tuple[str, ...]
    """The words after the command; without the day and hour if there are `options`."""
    at: float
    """When it was asked, in seconds since 1970."""
    options: tuple[str, ...] = ()
    """The local times between which they choose, which follow `words`; empty for other questions."""
    command: str = ""
    """The command that `words` correct, "mus" or "fechas"; "" for the other questions."""
    form: str = ""
    """The form of the command in the questions that follow (`CommandRequest.form`), if `words` correct it."""


def encode_question(question: DateQuestion) -> str:
    """Returns the stored form of a question: JSON."""
    return _JSON(_CONVERTER.unstructure(question))


def decode_question(stored: str) -> DateQuestion | None:
    """Returns a stored question; None without one, or if this version cannot read it."""
    try:
        return _CONVERTER.structure(json.loads(stored), DateQuestion)
    except UNREADABLE:
        return None


def decode(stored: Sequence[Stored]) -> Iterator[DateEvent]:
    """Yields the events of a date, in order.

    While iterated, raises an error in UNREADABLE for a kind or a body that this version cannot read.
    """
    for it in stored:
        yield _CONVERTER.structure(json.loads(it.body), KINDS[it.kind])
