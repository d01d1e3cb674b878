"""What is stored and what buttons carry: events as JSON with versions, presses as short texts.

An event is stored as its kind (the class's name), a version and a JSON body. A later version of a kind gets
a row in UPCASTS that makes a newer body of an older one; a field that is merely added needs only a default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast, get_args

import cattrs

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import Card, card
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rules import RuleSet
from musbot.table import AnyEvent, TableEvent

KINDS: dict[str, type[AnyEvent]] = {kind.__name__: kind for kind in (*get_args(TableEvent), *get_args(Event))}

VERSIONS: dict[str, int] = {}
"""The version a kind is written with, where it is not 1."""

UPCASTS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For a kind and an older version: its body → the body of the next version."""

_PAYLOAD = re.compile(r"([A-Z0-9]{1,4}-[a-z0-9]{1,12}):(\d{1,9}):([a-z0-9=_.,+-]{1,40})", re.ASCII)


class BadRecord(MusError):
    """Stored or received text that is nothing this version can read."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it is stored."""

    kind: str
    version: int
    body: str


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(detailed_validation=False, forbid_extra_keys=True, omit_if_default=True)
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook(RuleSet, RuleSet.as_dict)  # whole: a default may change one day
    converter.register_structure_hook(Card, lambda text, _: card(text))
    return converter


_CONVERTER = _converter()
_WRITE = {name: _CONVERTER.get_unstructure_hook(kind) for name, kind in KINDS.items()}
_READ = {name: _CONVERTER.get_structure_hook(kind) for name, kind in KINDS.items()}


def encode(event: AnyEvent) -> Stored:
    """Returns an event as it is stored."""
    kind = type(event).__name__
    body = json.dumps(_WRITE[kind](event), ensure_ascii=False, separators=(",", ":"))
    return Stored(kind, VERSIONS.get(kind, 1), body)


def decode(stored: Stored) -> AnyEvent:
    """Returns a stored event, brought up to date; raises BadRecord, which shows nothing of the body."""
    kind, version = stored.kind, stored.version
    now = VERSIONS.get(kind, 1)
    if kind not in KINDS or version > now:
        raise BadRecord(f"event {kind} version {version}: this musbot reads {kind} up to version {now}")
    try:
        body = json.loads(stored.body)
        for older in range(version, now):
            body = UPCASTS[kind, older](body)
        return cast(AnyEvent, _READ[kind](body, KINDS[kind]))
    except (ValueError, KeyError, TypeError, cattrs.BaseValidationError, MusError):
        raise BadRecord(f"event {kind} version {version}: its body does not fit") from None


@dataclass(frozen=True, slots=True)
class Payload:
    """What a button carries: the table, the number of the question it answers, and what is done."""

    table: str
    question: int
    act: str

    def __str__(self) -> str:
        return f"{self.table}:{self.question}:{self.act}"


def read_payload(text: str) -> Payload:
    """Returns what a button carried; raises BadRecord for anything this bot did not write."""
    match = _PAYLOAD.fullmatch(text)
    if not match:
        raise BadRecord("a button of another bot, or of a much older version")
    return Payload(match[1], int(match[2]), match[3])


_ACTS = {
    Voz.MUS: "mus",
    Voz.NO_MUS: "nomus",
    Voz.CONSULTA: "dira",
    Voz.SERVIDO: "servido",
    Voz.PASO: "paso",
    Voz.ENVIDO: "envido",
    Voz.ORDAGO: "ordago",
    Voz.QUIERO: "quiero",
    Voz.NO_QUIERO: "noquiero",
    Voz.QUEREMOS: "queremos",
    Voz.NO_QUEREMOS: "noqueremos",
    Voz.Y_YO: "yyo",
    Voz.MAS: "mas",
    Voz.REENVIDO: "reenvido",
    Voz.ACEPTO: "acepto",
    Voz.CONFORME: "conforme",
    Voz.PERDIDO: "perdido",
}
_WITH_AMOUNT = (Voz.ENVIDO, Voz.MAS, Voz.ACEPTO)
_VOCES = {act: voz for voz, act in _ACTS.items()}
_SENAS = {sena.name.lower(): sena for sena in Sena}


def write_action(action: Action) -> str:
    """Returns the act of a word said (`envido.5`); cards are never in a button, so not of a discard."""
    match action:
        case Action(Voz.ENVIDO | Voz.MAS | Voz.ACEPTO, n):
            return f"{_ACTS[action.voz]}.{n}"
        case Action(Voz.SENA, sena=Sena() as sena):
            return f"sena.{sena.name.lower()}"
        case Action(Voz.MIRO, seat=seat):
            return f"look.{seat}"
        case _:
            return _ACTS[action.voz]


def read_action(act: str) -> Action | None:
    """Returns the word that an act says, or None if it is no word of the game."""
    word, dot, amount = act.partition(".")
    if word == "sena":
        return Action(Voz.SENA, sena=_SENAS[amount]) if amount in _SENAS else None
    if word == "look":
        return Action(Voz.MIRO, seat=int(amount)) if amount.isdecimal() else None
    voz = _VOCES.get(word)
    if voz is None:
        return None
    if voz in _WITH_AMOUNT:
        return Action(voz, int(amount)) if amount.isdecimal() else None
    return None if dot else Action(voz)
