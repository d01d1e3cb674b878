"""Separates people from events: names and ids of platforms are stored only in tables for them.

A stored event has a number in place of a person: `by` is the number of a person, `who` the number of a
name that a person had. The rows of a forgotten person in `people` and `names` stay, without text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from musbot.store.codec import Stored
from musbot.table.events import PersonId, read_person_id

BY, WHO = "by", "who"
_DATES = {"DateMade": WHO, "DateAnswered": WHO, "DateReminded": WHO}
TELLS = {"Opened": BY, "SatDown": WHO, "Promised": WHO, "Queued": WHO, "Barred": WHO, **_DATES}
"""The kinds of events that name a person, and the field that does."""

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def forgotten_id(number: int) -> PersonId:
    """Returns an id that no person has, for a forgotten person."""
    return read_person_id(f"gone:{number}")


@dataclass(frozen=True, slots=True)
class SeparatedPerson:
    """The person in an event, and the body without them."""

    body: str
    """The body with 0 in place of the person."""
    person: PersonId
    """The id of the person."""
    name: str | None = None
    """Their name; None if the event has only the id."""
    language: str = ""
    """Their language; "" if the event has none."""


def separate_person(event: Stored) -> SeparatedPerson | None:
    """Returns the person in an event, and its body with 0 in place of the person.

    None if the kind names no person, or if the body does not have the expected fields.
    """
    field = TELLS.get(event.kind)
    if field is None:
        return None
    body = _body(event)
    value = body.get(field)
    without = _JSON(body | {field: 0})
    if field == BY:
        return SeparatedPerson(without, read_person_id(value)) if isinstance(value, str) else None
    if not isinstance(value, dict) or not value.keys() <= {"name", "person", "language"}:
        return None
    person, name, language = value.get("person"), value.get("name"), value.get("language", "")
    if not isinstance(person, str) or not isinstance(name, str) or not isinstance(language, str):
        return None
    return SeparatedPerson(without, read_person_id(person), name, language)


NamedPeople = Mapping[int, dict[str, str]]
"""The fields of a person in an event, by the number of the name."""


@dataclass(frozen=True, slots=True)
class PeopleNumbers:
    """The numbers of people and names in stored events."""

    people: frozenset[int]
    """The numbers of people."""
    names: frozenset[int]
    """The numbers of names."""


def numbers_in(events: Sequence[Stored]) -> PeopleNumbers:
    """Returns the numbers of the people and of the names that stored events refer to."""
    found: dict[str, set[int]] = {BY: set(), WHO: set()}
    for event in events:
        number = _number(event)
        if number is not None:
            found[TELLS[event.kind]].add(number)
    return PeopleNumbers(frozenset(found[BY]), frozenset(found[WHO]))


def restore_people(events: Sequence[Stored], ids: Mapping[int, PersonId], names: NamedPeople) -> list[Stored]:
    """Returns events in the same order, with people instead of their numbers.

    `ids` has the id for a number of a person, `names` the fields for a number of a name. An event whose
    number is in neither stays as stored.
    """
    read = list(events)
    for place, event in enumerate(events):
        number = _number(event)
        if number is None:
            continue
        field = TELLS[event.kind]
        value = names.get(number) if field == WHO else ids.get(number)
        if value is not None:
            read[place] = replace(event, body=_JSON(_body(event) | {field: value}))
    return read


def person_fields(
    _: int, number: int, person: PersonId | None, name: str | None, language: str
) -> dict[str, str]:
    """Returns the fields of a person in an event: `name`, `person`, and `language` unless it is "".

    The arguments are a row of `NAMES`. A forgotten person has the name "" and `forgotten_id(number)`.
    """
    fields = {"name": name or "", "person": person or forgotten_id(number), "language": language}
    return {field: text for field, text in fields.items() if text or field != "language"}


def _body(event: Stored) -> dict[str, Any]:
    """Returns the body of an event; an empty dict if it is no JSON object."""
    try:
        body = json.loads(event.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _number(event: Stored) -> int | None:
    """Returns the number stored in an event for its person or name.

    None if the kind names no person, or if the field is no 64-bit integer.
    """
    field = TELLS.get(event.kind)
    number = _body(event).get(field) if field is not None else None
    return number if type(number) is int and abs(number) < 1 << 63 else None
