"""What holds at every moment of every partida: for the tests that play them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Card, Hand
from musbot.game.engine import awaited_seats, cards_due, decide, offers, winner
from musbot.game.errors import Fact, Illegal
from musbot.game.events import (
    Dealt,
    Discarded,
    Event,
    JuegoLost,
    JuegoWon,
    Looked,
    Paid,
    Por,
    Said,
    Served,
    Shown,
    Signed,
    VacaWon,
)
from musbot.game.evolve import evolve
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.piedras.state import PiedrasState
from musbot.game.rule_sets import require_known
from musbot.game.state import Descarte, Reparto, Servir, State, Terminada
from musbot.game.views import news_for, observe
from musbot.store.codec import decode, encode
from musbot.words.texts import LANGUAGES, Texts
from tests.support.playing import NAMES

# ---- the state, the score -----------------------------------------------------------------------------


def whole(mesa: State) -> bool:
    """Returns whether the forty cards are all there, once each, and every hand has four when it should."""
    thrown: tuple[Any, ...] = ()
    if isinstance(mesa.phase, Descarte | Servir):
        thrown = tuple(c for hand in mesa.phase.thrown if hand for c in hand)
    elif any(len(hand) != 4 for hand in mesa.cards):
        return False
    everywhere = [*chain.from_iterable(mesa.cards), *mesa.discards, *thrown, *mesa.pile()]
    return len(everywhere) == 40 and set(everywhere) == set(DECK)


def awaits(mesa: State) -> list[bool]:
    """Returns whether somebody's word is awaited, cards are due, the partida is over."""
    return [bool(awaited_seats(mesa)), cards_due(mesa) is not None, winner(mesa) is not None]


class Score:
    """The score kept aside, from the payments alone (R44, R52, R53, R55)."""

    def __init__(self, mesa: State) -> None:
        assert isinstance(mesa.rules, MusRules)
        self.rules = mesa.rules
        self.piedras, self.juegos, self.vacas = list(mesa.piedras), list(mesa.juegos), list(mesa.vacas)
        self.won = False

    def hear(self, event: Event) -> None:
        if isinstance(event, Paid):
            assert event.piedras > 0 or event.por is Por.ORDAGO
            self.piedras[event.bando] += event.piedras
        elif isinstance(event, JuegoWon):
            self.won = True
            self.juegos[event.bando] += 1
        elif isinstance(event, VacaWon):
            assert self.juegos[event.bando] == self.rules.juegos
            self.vacas[event.bando] += 1
        elif isinstance(event, Dealt) and self.won:
            self.won, self.piedras = False, [0] * len(self.piedras)
            if self.rules.juegos in self.juegos:
                self.juegos = [0] * len(self.juegos)

    def of(self, mesa: State) -> bool:
        """Returns whether this is what the table says."""
        told = [list(mesa.piedras), list(mesa.juegos), list(mesa.vacas)]
        return told == [self.piedras, self.juegos, self.vacas]


def total(mesa: PiedrasState) -> int:
    """The stones held, in the middle and shed."""
    return sum(mesa.piedras) + sum(mesa.en_medio(seat) for seat in range(mesa.seats)) + mesa.plato


class Kept:
    """The stones kept aside, from the words and the payments alone."""

    def __init__(self, mesa: State) -> None:
        self.rules = require_known(mesa.rules)
        self.own = list(mesa.piedras)  # in the hand and in the middle
        self.lost = list(mesa.juegos)
        self.stake = self.rules.piedras * sum(n < self.rules.juegos for n in self.lost)

    def hear(self, event: Event) -> None:
        match event:
            case Dealt() if self.over:
                self.stake = self.rules.piedras * sum(n < self.rules.juegos for n in self.lost)
                self.own = [self.rules.piedras if n < self.rules.juegos else 0 for n in self.lost]
            case Paid(por=Por.SACA):
                self.own[event.bando] -= event.piedras
            case Paid(por=Por.COGE):
                self.own = [n - taken for n, taken in zip(self.own, event.de, strict=True)]
                self.own[event.bando] += event.piedras
            case JuegoLost(bando):
                assert [seat for seat, n in enumerate(self.own) if n] == [bando]  # R60, R70
                self.lost[bando] += 1
            case _:
                pass

    @property
    def over(self) -> bool:
        return sum(n > 0 for n in self.own) == 1


class Watch:
    """Follows a partida event by event, and sees that the state, the log and the score agree."""

    def __init__(self, mesa: State) -> None:
        self.mesa = self.replayed = mesa
        self.score = Score(mesa)
        self.answered: set[tuple[Seat, int]] = set()

    def see(self, event: Event, after: State) -> None:
        """Takes the next event and the state after it."""
        self.score.hear(event)
        assert self.score.of(after)
        assert whole(after)
        assert self.mesa.question <= after.question
        self.replayed = evolve(self.replayed, decode(encode(event)))  # type: ignore[arg-type]
        self.mesa = after

    def stand(self) -> None:
        """Sees that words are awaited, or cards due, or the partida over; and that the log says the same."""
        assert sum(awaits(self.mesa)) == 1
        assert winner(self.mesa) is None or self.score.rules.vacas in self.score.vacas
        assert self.replayed == self.mesa

    def answer(self, seat: Seat, question: int) -> None:
        """Takes that a seat answers a question: nobody does so twice."""
        assert (seat, question) not in self.answered
        self.answered.add((seat, question))


# ---- what is lawful ----------------------------------------------------------------------------------


Refusal = tuple[str, str, tuple[tuple[str, Fact], ...]]


def refusal(mesa: State, seat: Seat, action: Action) -> Refusal | None:
    """Why an action is refused, or None when it is accepted as it is."""
    try:
        first = decide(mesa, seat, action)[0]
    except Illegal as refused:
        return refused.reason, refused.rule, tuple(refused.facts.items())
    match first:
        case Signed():
            assert (first.seat, first.sena) == (seat, action.sena)
        case Looked():
            assert (first.seat, first.at) == (seat, action.seat)
        case _:
            assert first in (Said(seat, mesa.resolve_word(seat, action)), Discarded(seat, action.cards))
    return None


def lawful(mesa: State, seat: Seat, action: Action) -> bool:
    """Returns whether an action is lawful, as far as offers and views tell the seat."""
    if action.voz is Voz.SENA:
        return action.sena in observe(mesa, seat).may_sign
    if action.voz is Voz.MIRO:
        between_hands = isinstance(mesa.phase, Reparto | Terminada)
        return mesa.rules.signs and not between_hands and action.seat in {*range(mesa.seats)} - {seat}
    own = len(set(action.cards) & set(mesa.cards[seat] if mesa.cards else ())) == len(action.cards)
    return own and any(offer.covers(mesa.resolve_word(seat, action)) for offer in offers(mesa, seat))


@cache
def told(reason: str, rule: str, facts: tuple[tuple[str, Fact], ...]) -> bool:
    """Returns whether a player of every language is told why."""
    return all(
        Texts(language).illegal_text(Illegal(reason, rule, dict(facts)), NAMES) for language in LANGUAGES
    )


# ---- what is hidden -----------------------------------------------------------------------------------


def exchanged(mesa: State, seat: Seat | None, rng: Random) -> State:
    """The same table with other cards wherever that seat cannot see: in other hands, thrown, in the pile."""
    phase = mesa.phase
    thrown = phase.thrown if isinstance(phase, Descarte | Servir) else (None,) * mesa.seats
    own = () if seat is None else (*mesa.cards[seat], *(thrown[seat] or ()))
    hidden = [c for c in DECK if c not in own]
    rng.shuffle(hidden)

    def other(who: Seat, hand: Hand | None) -> Hand | None:
        return hand if who == seat or hand is None else tuple(hidden.pop() for _ in hand)

    def others(hands: Sequence[Hand | None]) -> tuple[Any, ...]:
        return tuple(other(who, hand) for who, hand in enumerate(hands))

    if isinstance(phase, Descarte | Servir):
        phase = replace(phase, thrown=others(thrown))
    discards = tuple(hidden.pop() for _ in mesa.discards)
    return replace(mesa, cards=others(mesa.cards), phase=phase, discards=discards)


def cards_in(thing: object) -> Iterator[Card]:
    """Yields every card anywhere in what was heard."""
    if isinstance(thing, Card):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from cards_in(part)
    elif is_dataclass(thing):
        for part in fields(thing):
            yield from cards_in(getattr(thing, part.name))


def own(before: State, event: Event, after: State, seat: Seat | None) -> set[Card]:
    """The cards that a seat may hear of in an event."""
    if isinstance(event, Shown):
        return set(chain.from_iterable(event.cards))
    face_up = {event.visto[1]} if isinstance(event, Dealt) and event.visto else set()
    face_up |= {event.visto} if isinstance(event, Served) and event.visto else set()
    if seat is None:
        return face_up
    return face_up | {c for mesa in (before, after) if mesa.cards for c in mesa.cards[seat]}


def got(event: Event, seat: Seat) -> set[Card]:
    """The cards that a seat is dealt, is served or throws."""
    if isinstance(event, Dealt):
        return set(event.cards[seat])
    return set(event.cards) if isinstance(event, Served | Discarded) and event.seat == seat else set()


def secret(before: State, event: Event, after: State) -> None:
    """Sees that everybody hears of their own cards in an event, and of nobody else's."""
    for seat in (None, *range(after.seats)):
        learnt = set(cards_in(news_for(event, seat, after.rules)))
        assert learnt <= own(before, event, after, seat)
        assert seat is None or learnt >= got(event, seat)
