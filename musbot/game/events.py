"""The events of a table: their log is the truth, and the state is its fold.

Each seat hears its own cards (Dealt, Discarded, Served), cards face up, and the señas and looks that concern
it (Signed, Looked); see `views.news_for`. All other events are public.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import final

from musbot.game.actions import Action, Bando, Seat, Seats, Sena
from musbot.game.cards import Card, Hand
from musbot.game.lances import Cerrado, Lance
from musbot.game.record import record
from musbot.game.rules_base import RuleSet


class Por(StrEnum):
    """The reason for a payment."""

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
    """The partida begins with its rules."""

    rules: RuleSet
    """The rules."""
    seats: int
    """The number of seats."""
    mano: Seat
    """The mano of the first hand."""
    juegos: tuple[int, ...]
    """The juegos of each side."""
    piedras: tuple[int, ...]
    """The piedras of each side."""


@final
@record(frozen=True, slots=True)
class Dealt:
    """A hand was dealt (R20)."""

    hand: int
    """The number of the hand, from 1."""
    mano: Seat
    """The seat of the mano."""
    cards: tuple[Hand, ...]
    """The cards of each seat."""
    visto: tuple[Seat, Card] | None = None
    """A seat and its card that was dealt face up (R24)."""


@final
@record(frozen=True, slots=True)
class Said:
    """A player said a word; never a discard (`Discarded`), a seña (`Signed`) or a look (`Looked`)."""

    seat: Seat
    """The seat of the player."""
    action: Action
    """The word."""


@final
@record(frozen=True, slots=True)
class Discarded:
    """A player threw cards (R22)."""

    seat: Seat
    """The seat of the player."""
    cards: Hand
    """The cards; empty for servido (R24)."""


@final
@record(frozen=True, slots=True)
class Reshuffled:
    """The pile ran out and the discards became a new pile (R23)."""

    kept: Seat | None
    """The seat whose discard alone stayed out of the new pile; None if there is none."""
    earlier: bool = False
    """Whether the whole current discard stayed out."""


@final
@record(frozen=True, slots=True)
class Served:
    """A player received cards after a discard (R22)."""

    seat: Seat
    """The seat of the player."""
    cards: Hand
    """The cards."""
    visto: Card | None = None
    """The card of these that was served face up (R105)."""


@final
@record(frozen=True, slots=True)
class Declared:
    """The table declares the players who have pares or juego (R11)."""

    lance: Lance
    """The lance."""
    has: tuple[bool, ...]
    """For each seat, whether it has them.

    With stones, a seat without stones in hand waits (R67): its value is False, even with pares or juego.
    """


@final
@record(frozen=True, slots=True)
class LanceBegan:
    """A lance begins."""

    lance: Lance
    """The lance."""
    speakers: Seats
    """The seats that may speak, from the mano on (R9, R12, R13, R86)."""


@final
@record(frozen=True, slots=True)
class GraciaOver:
    """The time for a partner's answer has run out (R30)."""


@final
@record(frozen=True, slots=True)
class Shown:
    """Hands are shown (R35, R43, R44)."""

    cards: tuple[Hand, ...]
    """The cards of each seat; empty for a hand that is not shown."""


@final
@record(frozen=True, slots=True)
class Signed:
    """A player made a seña (R57, R58)."""

    hand: int
    """The number of the hand."""
    seat: Seat
    """The seat of the player."""
    sena: Sena
    """The seña."""
    seen_by: Seats
    """The seats that saw it."""
    throws: int = 0
    """The number of finished discards in the hand, which identifies the cards that the seña was about."""


@final
@record(frozen=True, slots=True)
class Looked:
    """A player turned to look at another player (R58); no other player knows."""

    seat: Seat
    """The seat of the player."""
    at: Seat
    """The seat of the other player."""


@final
@record(frozen=True, slots=True)
class Paid:
    """A payment to a side (R32, R44–R50).

    With stones, the side sheds them (`saca`) or takes some (`coge`).
    """

    hand: int
    """The number of the hand."""
    bando: Bando
    """The side."""
    lance: Lance
    """The lance."""
    por: Por
    """The reason."""
    piedras: int
    """The number of piedras or stones."""
    seat: Seat | None = None
    """The seat whose cards decided, if cards did: the winner, or for stones taken the loser."""
    de: tuple[int, ...] = ()
    """For stones taken from the middle: the number from each seat."""


def first_to_reach(target: int, piedras: Sequence[int], paid: Sequence[Paid]) -> Bando | None:
    """Returns the side that first reached `target`; None if no side has.

    `piedras` has each side's piedras after the payments `paid`. The function takes the last payments back
    first.
    """
    left = list(piedras)
    for payment in reversed(paid) if max(piedras) >= target else ():
        left[payment.bando] -= payment.piedras
        if max(left) < target:
            return payment.bando
    return None


@final
@record(frozen=True, slots=True)
class Closed:
    """A lance is over, or was not bet on (R12, R32–R37, R41–R43, R66–R68, R75)."""

    lance: Cerrado
    """The result."""
    piedras: tuple[int, ...] = ()
    """With stones: the stones that each seat has in hand, before the payments in `due`."""
    medio: tuple[int, ...] = ()
    """With stones: the stones of this lance that stay in the middle until the cards decide."""
    due: tuple[Paid, ...] = ()
    """With stones: the payments due at once, which follow as events."""


@final
@record(frozen=True, slots=True)
class Owed:
    """Payments are due in this order (R44, R69, R74). Each follows unless the juego ends first."""

    due: tuple[Paid, ...]
    """The payments."""
    goes_on: bool = False
    """Whether the hand continues: cards were compared in mid-hand (R67, R68), or stones are taken before
    the bet continues (R74)."""


@final
@record(frozen=True, slots=True)
class JuegoWon:
    """A side wins the juego (R35, R38, R44)."""

    bando: Bando
    """The side."""


@final
@record(frozen=True, slots=True)
class JuegoLost:
    """A player loses the juego, as the only player with stones (R60, R70)."""

    bando: Bando
    """The player's side."""


@final
@record(frozen=True, slots=True)
class VacaWon:
    """A side wins the vaca with the juego that it just won (R53)."""

    bando: Bando
    """The side."""


@final
@record(frozen=True, slots=True)
class PartidaWon:
    """A side wins the partida (R53, R60, R70)."""

    bando: Bando
    """The side."""


@final
@record(frozen=True, slots=True)
class HandEnded:
    """The hand is over; the next deal is due, or the partida is over."""

    hand: int
    """The number of the hand."""


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
"""Any event."""
