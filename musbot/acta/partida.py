"""What an acta holds, once read, and what may be wrong with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.game.actions import Bando, Seat
from musbot.game.cards import UNCUT
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Scheme
from musbot.game.state import State

LONGEST_WHY = 400
"""Characters of an error: more would be somebody's file, not a reason."""

LONGEST_NAME = 100


class ActaError(MusError):
    """What is wrong in an acta, and where: hand and voz from 1, voz 0 for a hand's own keys.

    In the head, before any hand, `hand` and `voz` are None. `names` are the players', where they are known.
    """

    def __init__(self, hand: int | None, voz: int | None, why: str, names: Sequence[str] = ()) -> None:
        self.hand = hand
        self.voz = voz
        self.names = names
        self.why = one_line(why)
        super().__init__(self.why if hand is None else f"hand {hand}, voz {voz or 0}: {self.why}")


@dataclass(frozen=True, slots=True)
class Promesa:
    """What `[baraja]` tells of the decks: what is not known yet is None (see game/shuffle.py).

    `palabras` belong to musbot-1, `corte` to musbot-2.
    """

    semilla: bytes | None = None
    compromiso: str | None = None
    mesa: str | None = None
    palabras: tuple[str, ...] = ()
    esquema: Scheme = Scheme.MUSBOT_1
    corte: int = UNCUT


@dataclass(frozen=True, slots=True)
class Acta:
    """A partida as replayed: who sat where, everything that happened, and the table at the end."""

    names: tuple[str, ...]
    rules: RuleSet
    events: tuple[Event, ...]
    mesa: State
    baraja: Promesa | None = None

    @property
    def table(self) -> str:
        """What people called the table; "" where nobody sat at one, as in `musbot simulate`."""
        mesa = self.baraja.mesa if self.baraja is not None else None
        return mesa.partition("-")[0] if mesa and "|" not in mesa else ""

    def side(self, bando: Bando) -> tuple[str, ...]:
        """Returns the names of a side, by seat (R16)."""
        return tuple(name for seat, name in enumerate(self.names) if self.mesa.bando(seat) == bando)

    def named(self, seats: tuple[Seat, ...]) -> list[str]:
        """Returns the names of some seats, in that order."""
        return [self.names[seat] for seat in seats]


def one_line(text: str) -> str:
    """Returns text fit for one line: what cannot be printed is escaped, what is too long is cut."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return line if len(line) <= LONGEST_WHY else f"{line[: LONGEST_WHY - 1]}…"
