"""Encodes and decodes stored events: JSON with a version.

An event is stored as its kind (the class's name), a version and a JSON body. A later version of a kind
gets a row in UPCASTS that converts an older body. A new field needs only a default.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast, get_args

import cattrs
from cattrs.errors import ForbiddenExtraKeysError

from musbot.game.cards import Card, card
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rule_sets import read_rules
from musbot.game.rules_base import RuleSet
from musbot.table.events import AnyEvent, TableEvent

KINDS: dict[str, type[AnyEvent]] = {kind.__name__: kind for kind in (*get_args(TableEvent), *get_args(Event))}
"""The classes of events by their names."""

VERSIONS: dict[str, int] = {}
"""The version that a kind is written with, if it is not 1."""

FORMAT = len(KINDS) + sum(version - 1 for version in VERSIONS.values())
"""A number that grows with every kind and version of event, so that an older musbot recognises it."""


UPCASTS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For a kind and an older version: its body → the body of the next version."""


class BadRecord(MusError):
    """A stored event that is nothing this version can read."""


class NewerRecord(BadRecord):
    """A stored event of a later version than this musbot reads."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored event."""

    kind: str
    """The name of the event's class."""
    version: int
    """The version of the body."""
    body: str
    """The fields of the event as JSON."""


def _is_rules(kind: object) -> bool:
    """Returns whether a type is a class of rules."""
    return isinstance(kind, type) and issubclass(kind, RuleSet)


def _converter() -> cattrs.Converter:
    """Returns the converter between events and JSON values.

    It refuses unknown fields and omits defaults, except in rules, which are stored whole.
    """
    converter = cattrs.Converter(detailed_validation=False, forbid_extra_keys=True, omit_if_default=True)
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook_func(_is_rules, RuleSet.as_dict)  # whole: a default may change
    converter.register_structure_hook(RuleSet, lambda row, _: read_rules(row))
    converter.register_structure_hook(Card, lambda text, _: card(text))
    return converter


_CONVERTER = _converter()
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_MISFITS = (cattrs.BaseValidationError, ForbiddenExtraKeysError)
_WRITE = {name: _CONVERTER.get_unstructure_hook(kind) for name, kind in KINDS.items()}
_READ = {name: _CONVERTER.get_structure_hook(kind) for name, kind in KINDS.items()}


def encode(event: AnyEvent) -> Stored:
    """Returns the stored form of an event, in the current version of its kind."""
    kind = type(event).__name__
    body = _JSON(_WRITE[kind](event))
    return Stored(kind, VERSIONS.get(kind, 1), body)


def decode(stored: Stored) -> AnyEvent:
    """Decodes a stored event of any known version.

    Raises NewerRecord for a later version of a known kind. Raises BadRecord for an unfit body, and for an
    unknown kind, also one of a later musbot. Neither text quotes the body. A body nested too deeply raises
    RecursionError.
    """
    kind, version = stored.kind, stored.version
    now = VERSIONS.get(kind, 1)
    if kind not in KINDS:
        raise BadRecord(f"event {kind} version {version}: this musbot reads no such kind")
    if version > now:
        raise NewerRecord(f"event {kind} version {version}: this musbot reads {kind} up to version {now}")
    try:
        body = json.loads(stored.body)
        for older in range(version, now):
            body = UPCASTS[kind, older](body)
        return cast(AnyEvent, _READ[kind](body, KINDS[kind]))
    except (ValueError, LookupError, TypeError, AttributeError, *_MISFITS, MusError) as error:
        raise BadRecord(f"event {kind} version {version}: its body does not fit") from error
