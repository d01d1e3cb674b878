"""Everything that happens at a table: the log of these is the truth, the state is its fold.

All are public but those that carry cards, of which each seat hears only its own (Dealt, Discarded, Served),
and those of the eyes (Signed, Looked): `views.heard`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import final

from musbot.game.actions import Action, Bando, Seat, Sena
from musbot.game.cards import Card, Hand
from musbot.game.lances import Cerrado, Lance
from musbot.game.record import record
from musbot.game.rules_base import RuleSet


class Por(StrEnum):
    """For what piedras are paid."""

    DEJE = "deje"  # R32
    PASO = "paso"  # R45, R49
    ENVITE = "envite"  # R45, R46, R49
    PREMIO = "premio"  # R47, R48
    PUNTO = "punto"  # R49
    ORDAGO = "ordago"  # R35: 0 piedras, the juego
    SACA = "saca"  # R63, R66, R72: stones shed
    COGE = "coge"  # R65, R67, R74: stones taken out of the middle


@final
@record(frozen=True, slots=True)
class Began:
    """The partida begins: the rules are fixed for good; `mano` is the first hand's, scores are by side."""

    rules: RuleSet
    seats: int
    mano: Seat
    juegos: tuple[int, ...]
    piedras: tuple[int, ...]


@final
@record(frozen=True, slots=True)
class Dealt:
    """A hand was dealt (R20): `cards` by seat; `visto` is who was dealt which card face up (R24)."""

    hand: int
    mano: Seat
    cards: tuple[Hand, ...]
    visto: tuple[Seat, Card] | None = None


@final
@record(frozen=True, slots=True)
class Said:
    """A player said a word that all hear; never a discard."""

    seat: Seat
    action: Action


@final
@record(frozen=True, slots=True)
class Discarded:
    """A player threw cards (R22), none if they stay servido (R24)."""

    seat: Seat
    cards: Hand


@final
@record(frozen=True, slots=True)
class Reshuffled:
    """The pile ran out and the discards became a new one (R23).

    `kept` is whose stayed out of it; `earlier`: all that have just been thrown did.
    """

    kept: Seat | None
    earlier: bool = False


@final
@record(frozen=True, slots=True)
class Served:
    """A player received cards for those thrown (R22)."""

    seat: Seat
    cards: Hand


@final
@record(frozen=True, slots=True)
class Declared:
    """Who has pares or juego, by seat: a fact that the table states (R11)."""

    lance: Lance
    has: tuple[bool, ...]


@final
@record(frozen=True, slots=True)
class LanceBegan:
    """A lance is open: these may speak in it, from the mano on (R9, R12, R13, R86)."""

    lance: Lance
    speakers: tuple[Seat, ...]


@final
@record(frozen=True, slots=True)
class GraciaOver:
    """The time in which a partner could commit to more has run out (R30)."""


@final
@record(frozen=True, slots=True)
class Shown:
    """Hands are shown (R35, R43, R44), by seat; empty for one that is not."""

    cards: tuple[Hand, ...]


@final
@record(frozen=True, slots=True)
class Signed:
    """A player made a seña, and these were looking (R57, R58); nobody else knows.

    `throws` is how many times cards had been thrown in the hand: it tells of the cards held then.
    """

    hand: int
    seat: Seat
    sena: Sena
    seen_by: tuple[Seat, ...]
    throws: int = 0


@final
@record(frozen=True, slots=True)
class Looked:
    """A player turned to look at another (R58); nobody else knows."""

    seat: Seat
    at: Seat


@final
@record(frozen=True, slots=True)
class Paid:
    """A side takes piedras (R32, R44–R50); `seat` holds the cards that won them, if it was cards.

    Who wants to be rid of stones sheds them (`saca`), or takes some out of the middle (`coge`): `de` says
    whose lay there, by seat.
    """

    hand: int
    bando: Bando
    lance: Lance
    por: Por
    piedras: int
    seat: Seat | None = None
    de: tuple[int, ...] = ()


@final
@record(frozen=True, slots=True)
class Closed:
    """A lance is over, or was never bet on (R12, R32–R37, R41–R43, R66–R68, R75).

    Where stones are put in the middle, `piedras` are those that each has in hand now, `medio` those of
    this lance that lie there until the cards decide, and `due` what is taken and shed at once.
    """

    lance: Cerrado
    piedras: tuple[int, ...] = ()
    medio: tuple[int, ...] = ()
    due: tuple[Paid, ...] = ()


@final
@record(frozen=True, slots=True)
class Owed:
    """What will be paid, in this order (R44, R69, R74): each payment follows, unless the juego ends first.

    With `goes_on` the hand is not over: cards have been compared in mid-hand (R67, R68), or stones are taken
    before the bet goes on (R74).
    """

    due: tuple[Paid, ...]
    goes_on: bool = False


@final
@record(frozen=True, slots=True)
class JuegoWon:
    """A side wins the juego (R35, R38, R44)."""

    bando: Bando


@final
@record(frozen=True, slots=True)
class JuegoLost:
    """Only this player still has stones: the juego counts against them (R60, R70)."""

    bando: Bando


@final
@record(frozen=True, slots=True)
class VacaWon:
    """A side wins the vaca with the juego just won (R53)."""

    bando: Bando


@final
@record(frozen=True, slots=True)
class PartidaWon:
    """A side wins the partida (R53, R60, R70)."""

    bando: Bando


@final
@record(frozen=True, slots=True)
class HandEnded:
    """The hand is over; the next deal is due, or the partida is over."""

    hand: int


Event = (
    Began
    | Dealt
    | Said
    | Discarded
    | Reshuffled
    | Served
    | Declared
    | LanceBegan
    | GraciaOver
    | Closed
    | Shown
    | Owed
    | Signed
    | Looked
    | Paid
    | JuegoWon
    | JuegoLost
    | VacaWon
    | PartidaWon
    | HandEnded
)
