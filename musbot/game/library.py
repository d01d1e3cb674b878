"""A partida to play with, for who uses the rules as a library: its state, its log, its chance."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from musbot.game import lances
from musbot.game.actions import Action, Bando, Seat, Voz, Words
from musbot.game.cards import DECK, HAND_SIZE, Card, Hand, cards
from musbot.game.engine import Step, awaited, begin, due, gracia, offers, play, waited, winner
from musbot.game.errors import MusError
from musbot.game.events import Dealt, Event
from musbot.game.evolve import evolve
from musbot.game.lances import Jugada
from musbot.game.position import Position, seat_named
from musbot.game.rule_sets import Rules, known, rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import SEED_SIZE, Baraja
from musbot.game.state import State
from musbot.game.views import View, observe
from musbot.game.voces import read_voz


class UnknownSeat(MusError):
    """A seat that the table does not have."""

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(f"seat {seat!r}: expected one from 0 to {seats - 1}")


class BadHand(MusError):
    """Cards that are no hand."""

    def __init__(self, hand: Sequence[object]) -> None:
        super().__init__(
            f"{len(hand)} cards, {' '.join(map(str, hand))}: expected {HAND_SIZE} different ones"
        )


def worth(hand: Iterable[Card] | str, rules: RuleSet | str) -> Jugada:
    """Returns what four cards (`12o 3c 11b 1e`) are worth in every lance, under rules or those of a name.

    Raises BadHand, BadCard or UnknownRuleSet.
    """
    held = cards(hand) if isinstance(hand, str) else tuple(hand)
    if len(held) != HAND_SIZE or len(set(held)) != HAND_SIZE or not set(held) <= _CARDS:
        raise BadHand(held)
    return lances.worth(held, _rules(rules))


class Partida:
    """A partida under way; its cards follow from a seed, so the same one deals the same cards again.

    `mesa` is the state, of which all hands can be read: show players their `view` instead. `log` is
    everything that has happened, since the deal where it was begun within a partida (`from_position`). As
    text it is its `position`. Two are equal if the same has happened at them, and the same cards will come.
    """

    def __init__(
        self,
        rules: RuleSet | str = "parejas",
        *,
        seed: bytes | int | None = None,
        seats: int | None = None,
        mano: Seat = 0,
    ) -> None:
        """Begins and deals the first hand; without a seed (32 bytes, or a number) from one of its own.

        Raises Illegal, BadRules, UnknownRuleSet or BadSeed.
        """
        log = begin(_rules(rules), seats, mano)
        self._sit((log, evolve(None, log[0])), seed)

    @classmethod
    def from_position(cls, position: Position | str, *, seed: bytes | int | None = None) -> Partida:
        """Returns the partida at a position; cards that it does not tell come from its seed, or this one.

        Raises BadPosition, BadRules, UnknownRuleSet, Illegal or BadSeed.
        """
        at = Position.read(position) if isinstance(position, str) else position
        log, mesa, pile = at.played()
        partida = cls.__new__(cls)
        partida._before, partida._pile = at.begun()[1], pile
        partida._dealt = next(place for place, event in enumerate(log) if isinstance(event, Dealt))
        partida._sit((log, mesa), at.seed if seed is None else seed)
        return partida

    def _sit(self, step: Step, seed: bytes | int | None) -> None:
        if isinstance(seed, int):
            seed = seed.to_bytes(SEED_SIZE, "big")
        self._baraja = Baraja(secrets.token_bytes(SEED_SIZE) if seed is None else seed, "partida")
        self.log: list[Event] = [*step[0]]
        self.mesa: State = step[1]
        self._deal()

    _pile: Hand = ()
    """Cards that are known to lie on the pile."""
    _before: State
    """How the table stood before the last deal."""
    _dealt = 0
    """Where that deal is in the log."""

    @property
    def position(self) -> Position:
        """This moment, as `from_position` reads it; with its seed, and all hands."""
        at = Position.of(self.log[self._dealt :], self._before)
        return replace(at, pile=(*at.pile, *self._pile), seed=self._baraja.seed)

    @property
    def turno(self) -> tuple[Seat, ...]:
        """Whose word is awaited, in turn order; empty when the partida is over."""
        return awaited(self.mesa)

    @property
    def words(self) -> Words:
        """What the first of those awaited may say; nothing when the partida is over."""
        return self.may_say(self.turno[0]) if self.turno else Words()

    @property
    def winner(self) -> Bando | None:
        """The side that has won (R53), if one has."""
        return winner(self.mesa)

    def may_say(self, seat: Seat) -> Words:
        """Returns what a seat may say now, awaited or not (R26); raises UnknownSeat."""
        return offers(self.mesa, self._known(seat))

    def actions(self, bets: Sequence[int] = (2,)) -> tuple[Action, ...]:
        """Returns every word that the first of those awaited may say: of throws each, of bets these."""
        return self.words.actions(self.mesa.cards[self.turno[0]], bets) if self.turno else ()

    def view(self, seat: Seat | None = None) -> View:
        """Returns all that a seat may know, or a spectator (None); raises UnknownSeat."""
        return observe(self.mesa, None if seat is None else self._known(seat))

    def say(self, word: Action | Voz | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Says a word (`envido 5`) for a seat, or for the first of those awaited; returns what followed.

        A seña (`seña: duples`) and a look (`miro a 2`) go the same way. Raises Illegal, with the rule broken,
        UnknownWord, UnknownSeat or BadCard; then nothing has changed.
        """
        action = word if isinstance(word, Action) else read_voz(str(word), seat_named)
        speaker = next(iter(self.turno), 0) if seat is None else self._known(seat)
        return self._follow(play(self.mesa, speaker, action))

    def wait(self) -> tuple[Event, ...]:
        """Lets the time of R30 run out; returns what followed. Raises Illegal where nobody is waited for."""
        return self._follow(waited(self.mesa))

    @property
    def waited_for(self) -> Seat | None:
        """Whose answer stands once the time of R30 has run out, if that is waited for."""
        return gracia(self.mesa)

    def copy(self) -> Partida:
        """Returns one that goes its own way from here on."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__, log=[*self.log])
        return other

    __copy__ = copy

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"Partida.from_position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partida):
            return NotImplemented
        return self._told() == other._told()

    def _told(self) -> tuple[object, ...]:
        return self.mesa, self.log, self._pile, self._baraja.seed

    def _known(self, seat: Seat) -> Seat:
        if seat not in range(self.mesa.seats):
            raise UnknownSeat(seat, self.mesa.seats)
        return seat

    def _follow(self, step: Step) -> tuple[Event, ...]:
        start = len(self.log)
        self.log += step[0]
        self.mesa = step[1]
        self._deal()
        return tuple(self.log[start:])

    def _deal(self) -> None:
        """Deals and serves until a word is awaited."""
        while (owed := due(self.mesa)) is not None:
            if owed.seat is None:
                self._before, self._dealt, self._pile = self.mesa, len(self.log), ()
            followed, self.mesa = self._baraja.drawn(self.mesa, self._pile)
            self._pile = self._pile[owed.count :]
            self.log += followed

    def __iter__(self) -> Iterator[Event]:
        """Yields everything that has happened so far."""
        return iter(tuple(self.log))


_CARDS = frozenset(DECK)


def _rules(rules: RuleSet | str) -> Rules:
    """The rules of a name, or of one of the families; raises TypeError for a stranger's."""
    return rule_set(rules) if isinstance(rules, str) else known(rules)
