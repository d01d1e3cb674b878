"""What a button carries, and how a word of the game is written there: presses as short texts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from musbot.game.actions import Action, Sena, Voz
from musbot.game.errors import MusError

_PAYLOAD = re.compile(r"([A-Z0-9]{1,4}-[a-z0-9]{1,12}):(\d{1,9}):([a-z0-9=_.,+-]{1,40})", re.ASCII)


class BadPayload(MusError):
    """A button that carries nothing this bot has written."""


@dataclass(frozen=True, slots=True)
class Payload:
    """What a button carries: the table, the number of the question it answers, and what is done."""

    table: str
    question: int
    act: str

    def __str__(self) -> str:
        return f"{self.table}:{self.question}:{self.act}"


def read_payload(text: str) -> Payload:
    """Returns what a button carried; raises BadPayload for anything this bot did not write."""
    match = _PAYLOAD.fullmatch(text)
    if not match:
        raise BadPayload("a button of another bot, or of a much older version")
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
