"""The content of an acta after it was read, and the error for a bad acta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.game.actions import Bando, Seats
from musbot.game.cards import UNCUT
from musbot.game.errors import BadArgument, MusError
from musbot.game.events import Event
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import SEED_SIZE, Scheme, require_cut, require_seed, require_words
from musbot.game.state import State

LONGEST_WHY = 400
"""The maximum length of an error message, in characters; a longer text is quoted from the file."""

LONGEST_NAME = 100
"""The maximum length of a player's name, in characters."""


class ActaError(MusError):
    """An error in an acta, with its place.

    Hands and voces are numbered from 1; voz 0 means the hand's own keys. For the head of the acta both are
    None. `names` are the players' names, if they were read.
    """

    def __init__(self, hand: int | None, voz: int | None, why: str, names: Sequence[str] = ()) -> None:
        self.hand = hand
        self.voz = voz
        self.names = names
        self.why = one_line(why)
        super().__init__(self.why if hand is None else f"hand {hand}, voz {voz or 0}: {self.why}")


@dataclass(frozen=True, slots=True)
class Promesa:
    """The `[baraja]` section: the promise of the decks (game/shuffle.py). Unknown values are None."""

    semilla: bytes | None = None
    """The seed of the decks."""
    compromiso: str | None = None
    """The published commitment to the seed, in hexadecimal."""
    mesa: str | None = None
    """The table that the seed is bound to."""
    palabras: tuple[str, ...] = ()
    """The players' words, added to the seed; only in musbot-1."""
    esquema: Scheme = Scheme.MUSBOT_1
    """The scheme that derives the decks from the seed."""
    corte: int = UNCUT
    """The place of the cut; only in musbot-2."""

    def __post_init__(self) -> None:
        """Converts the text of a scheme; raises BadArgument for a value that `[baraja]` cannot hold, and
        BadSeed for a seed of the wrong size or type."""
        if self.semilla is not None:
            require_seed(self.semilla)
        if self.compromiso is not None and not _is_hash(self.compromiso):
            raise BadArgument("compromiso", self.compromiso, f"{2 * SEED_SIZE} hexadecimal digits")
        if self.mesa is not None and not isinstance(self.mesa, str):
            raise BadArgument("mesa", self.mesa, "the id of the table, a text")
        require_words("palabras", self.palabras)
        if self.esquema not in tuple(Scheme):
            raise BadArgument("esquema", self.esquema, " or ".join(Scheme))
        object.__setattr__(self, "esquema", Scheme(self.esquema))
        require_cut("corte", self.corte)


def _is_hash(value: object) -> bool:
    """Returns whether a value is a text of the hexadecimal digits of a hash."""
    return (
        isinstance(value, str) and len(value) == 2 * SEED_SIZE and set(value) <= set("0123456789abcdefABCDEF")
    )


@dataclass(frozen=True, slots=True)
class Acta:
    """A replayed partida."""

    names: tuple[str, ...]
    """The players' names, by seat."""
    rules: RuleSet
    """The rules."""
    events: tuple[Event, ...]
    """The events of the partida."""
    mesa: State
    """The state after the last event."""
    baraja: Promesa | None = None
    """The promise of the decks; None if the acta has no `[baraja]`."""

    @property
    def table(self) -> str:
        """The name of the table: its id up to the first hyphen; "" without a table, as in `musbot
        simulate`."""
        mesa = self.baraja.mesa if self.baraja is not None else None
        return mesa.partition("-")[0] if mesa and "|" not in mesa else ""

    def side(self, bando: Bando) -> tuple[str, ...]:
        """Returns the names of a side's players, by seat (R16)."""
        return tuple(name for seat, name in enumerate(self.names) if self.mesa.bando(seat) == bando)

    def names_of(self, seats: Seats) -> list[str]:
        """Returns the names of the players in these seats, in the given order."""
        return [self.names[seat] for seat in seats]


def one_line(text: str) -> str:
    """Returns a text that fits on one line: unprintable characters are escaped.

    A longer text is cut to LONGEST_WHY characters and ends with "…".
    """
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return line if len(line) <= LONGEST_WHY else f"{line[: LONGEST_WHY - 1]}…"


def require_acta(partida: object) -> None:
    """Raises BadArgument unless a value is an Acta."""
    if not isinstance(partida, Acta):
        raise BadArgument("partida", partida, "an Acta, such as read(text) returns")
