"""What one seat, or somebody at the next table, may know: built field by field, never by hiding.

AI players, narrator and pictures receive a View and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from musbot.game.actions import Bando, Offer, Seat, Sena
from musbot.game.cards import Card, Hand, strength
from musbot.game.engine import awaited, gracia, offered, offers, winner
from musbot.game.envites.envite import Envite
from musbot.game.envites.puja import Puja as Puja  # what a View holds is known with it
from musbot.game.events import (
    Began,
    Dealt,
    Declared,
    Discarded,
    Event,
    GraciaOver,
    HandEnded,
    JuegoLost,
    JuegoWon,
    Looked,
    Paid,
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
)
from musbot.game.lances import Cerrado
from musbot.game.mesa import Descarte, Mesa, Mus, Servir
from musbot.game.miradas import time_to_sign, unmade
from musbot.game.rules import RuleSet


@dataclass(slots=True)
class View:
    """A table as one seat sees it (`seat` None: a spectator).

    `fase` is `mus`, `descarte`, a lance, or `fin` between hands; `turno` whose word is awaited; `mine` the
    seat's own cards, the highest first; `shown` everybody's, once they are shown. `thrown` is how many
    cards each threw in the discard under way (None: not told yet), `throws` in those finished; `visto` a
    card dealt face up (R24). `offers` is what this seat may say, for a spectator what the first of `turno`
    may. `answering` may still answer the bet; `gracia` is whose answer will stand unless one of them
    commits to more. `pares` and `juego` are the declarations, `lances` those closed, `tantos` the payments
    of this hand. Of this seat alone: `looking_at` whom (R58), the señas that are true of
    its cards and not yet made (`true_signs`), those it `may_sign` at this moment, has `signed` in this hand,
    and has `seen`, by whom, since cards were last thrown. Where stones are to be got rid of, `piedras` are
    those in each one's hand, `medio` those that lie in the middle, by seat, and `plato` those shed; `puja` is
    the lance being bet with them, and `may_give_up` who may do so out of turn (R68).
    """

    seat: Seat | None
    rules: RuleSet
    seats: int
    hand: int
    mano: Seat
    juegos: tuple[int, ...]
    vacas: tuple[int, ...]
    piedras: tuple[int, ...]
    fase: str
    turno: tuple[Seat, ...]
    question: int
    corrido: bool
    visto: tuple[Seat, Card] | None
    cut_by: Seat | None
    deferred: bool
    thrown: tuple[int | None, ...]
    throws: tuple[tuple[int, ...], ...]
    envite: Envite | None
    answering: tuple[Seat, ...]
    gracia: Seat | None
    pares: tuple[bool, ...] | None
    juego: tuple[bool, ...] | None
    lances: tuple[Cerrado, ...]
    tantos: tuple[Paid, ...]
    mine: Hand
    shown: tuple[Hand, ...] | None
    offers: tuple[Offer, ...]
    winner: Bando | None
    looking_at: Seat | None
    true_signs: tuple[Sena, ...]
    may_sign: tuple[Sena, ...]
    signed: tuple[Sena, ...]
    seen: tuple[tuple[Seat, Sena], ...]
    medio: tuple[int, ...]
    plato: int
    puja: Puja | None
    may_give_up: Seat | None

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat (R16)."""
        return seat % len(self.piedras)

    def plays(self, seat: Seat) -> bool:
        """Whether a seat may speak in a lance: not without stones, where they are to be got rid of (R67)."""
        return not self.rules.stones or self.piedras[seat] > 0

    def circle(self) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the mano."""
        return (*range(self.mano, self.seats), *range(self.mano))

    def adentro(self, bando: Bando) -> bool:
        """Whether a side is within five piedras of the juego (R54)."""
        return not self.rules.stones and self.rules.piedras - 5 <= self.piedras[bando] < self.rules.piedras


@lru_cache(maxsize=8192)
def ordered(hand: Hand, reyes: int) -> Hand:
    """Returns cards as people hold them: the highest first."""
    return tuple(sorted(hand, key=lambda c: (-strength(c.rank, reyes), -c.rank, c.suit)))


def fase(mesa: Mesa) -> str:
    """Returns `mus`, `descarte`, the lance being bet, or `fin` when the next hand has not been dealt."""
    match mesa.phase:
        case Envite(lance=lance):
            return lance.value
        case Mus():
            return "mus"
        case Descarte() | Servir():
            return "descarte"
        case _:
            return "fin"


def observe(mesa: Mesa, seat: Seat | None = None) -> View:
    """Returns what a seat sees of the table, or a spectator (None)."""
    turno = awaited(mesa)
    phase = mesa.phase
    envite = phase if isinstance(phase, Envite) else None
    descarte = phase if isinstance(phase, Descarte) else None
    signs = unmade(mesa, seat) if seat is not None else ()
    asked = seat if seat is not None else (turno[0] if turno else None)
    return View(
        seat=seat,
        rules=mesa.rules,
        seats=mesa.seats,
        hand=mesa.hand,
        mano=mesa.mano,
        juegos=mesa.juegos,
        vacas=mesa.vacas,
        piedras=mesa.piedras,
        fase=fase(mesa),
        turno=turno,
        question=mesa.question,
        corrido=mesa.corrido,
        visto=descarte.visto if descarte is not None else None,
        cut_by=mesa.cut_by,
        deferred=isinstance(phase, Mus) and phase.deferred,
        thrown=_thrown(mesa, descarte, seat) if descarte is not None else (None,) * mesa.seats,
        throws=mesa.throws,
        envite=envite,
        answering=envite.pending if envite is not None else (),
        gracia=gracia(mesa) if envite is not None else None,
        pares=mesa.pares,
        juego=mesa.juego,
        lances=mesa.lances,
        tantos=mesa.tantos,
        mine=ordered(mesa.cards[seat], mesa.rules.reyes) if seat is not None and mesa.cards else (),
        shown=_shown(mesa) if mesa.shown else None,
        offers=offered(mesa, asked, turno) if asked is not None else (),
        winner=winner(mesa) if envite is None else None,
        looking_at=mesa.eyes[seat] if seat is not None and mesa.rules.signs else None,
        true_signs=signs,
        may_sign=signs if signs and time_to_sign(mesa) else (),
        signed=tuple([made.sena for made in mesa.signs if made.seat == seat]) if mesa.signs else (),
        seen=_seen(mesa, seat) if mesa.signs else (),
        medio=tuple([mesa.en_medio(who) for who in range(mesa.seats)]) if mesa.rules.stones else (),
        plato=mesa.plato,
        puja=phase if isinstance(phase, Puja) else None,
        may_give_up=_may_give_up(mesa, phase, turno) if isinstance(phase, Puja) else None,
    )


def _seen(mesa: Mesa, seat: Seat | None) -> tuple[tuple[Seat, Sena], ...]:
    """Which señas a seat has seen, by whom, since cards were last thrown (R58)."""
    now = len(mesa.throws)
    return tuple(
        [(made.seat, made.sena) for made in mesa.signs if made.throws == now and seat in made.seen_by]
    )


def _may_give_up(mesa: Mesa, puja: Puja, turno: tuple[Seat, ...]) -> Seat | None:
    bettor = puja.bettor
    return bettor if bettor is not None and bettor not in turno and offers(mesa, bettor) else None


def _shown(mesa: Mesa) -> tuple[Hand, ...]:
    """The hands that have been shown, empty for those that have not (R43)."""
    hands = enumerate(mesa.cards)
    return tuple(ordered(hand, mesa.rules.reyes) if seat in mesa.shown else () for seat, hand in hands)


def _thrown(mesa: Mesa, descarte: Descarte, seat: Seat | None) -> tuple[int | None, ...]:
    """How many cards each has thrown: in turn each is told at once, otherwise all together (R22)."""
    told = mesa.rules.descarte == "turno"
    thrown = enumerate(descarte.thrown)
    return tuple(len(hand) if hand is not None and (told or who == seat) else None for who, hand in thrown)


@dataclass(frozen=True, slots=True)
class Took:
    """What is heard of a deal or of cards served: how many a seat took, and which, if they are one's own."""

    seat: Seat
    count: int
    cards: Hand | None


@dataclass(frozen=True, slots=True)
class Threw:
    """What is heard of a discard: how many (None: told later, R22), and which, if they are one's own."""

    seat: Seat
    count: int | None
    cards: Hand | None


@dataclass(frozen=True, slots=True)
class SenaMade:
    """What is heard of a seña by its maker, and by those who were looking at him (R58)."""

    seat: Seat
    sena: Sena


@dataclass(frozen=True, slots=True)
class HandBegan:
    """What is heard of a deal besides one's own cards; `visto` is the card dealt face up (R24)."""

    hand: int
    mano: Seat
    visto: tuple[Seat, Card] | None


Public = Began | Said | Reshuffled | Declared | GraciaOver | Shown | Paid | JuegoWon | JuegoLost | HandEnded
Heard = Public | HandBegan | Took | Threw | SenaMade | Looked


def heard(event: Event, seat: Seat | None, rules: RuleSet) -> tuple[Heard, ...]:
    """Returns what a seat, or a spectator (None), learns from an event."""
    match event:
        case Dealt(hand, mano, cards, visto):
            dealt = tuple(
                Took(who, len(taken), taken if who == seat else None) for who, taken in enumerate(cards)
            )
            return (HandBegan(hand, mano, visto), *dealt)
        case Served(who, cards):
            return (Took(who, len(cards), cards if who == seat else None),)
        case Discarded(who, cards):
            own = who == seat
            told = own or rules.descarte == "turno"
            return (Threw(who, len(cards) if told else None, cards if own else None),)
        case Signed(_, who, sena, seen_by):
            return (SenaMade(who, sena),) if seat is not None and (seat == who or seat in seen_by) else ()
        case Looked(who):
            return (event,) if who == seat else ()
        case _:
            return (event,)
