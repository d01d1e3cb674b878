"""The rules as a library: a partida with its state, its log and its seed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from musbot.game import lances
from musbot.game.actions import DEFAULT_BETS, Action, Bando, Seat, Seats, Voz, Words
from musbot.game.cards import HAND_SIZE, Card, Hand, cards
from musbot.game.engine import Step, awaited_seats, begin, cards_due, end_wait, gracia, offers, play, winner
from musbot.game.errors import MusError, UnknownSeat, quote_value
from musbot.game.events import Dealt, Event
from musbot.game.evolve import evolve
from musbot.game.lances import Jugada
from musbot.game.position import SEATS, BadPosition, Position
from musbot.game.rule_sets import find_rules
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import SEED_SIZE, SEEDS, BadSeed, Baraja
from musbot.game.state import State
from musbot.game.views import View, observe
from musbot.game.voces import TIEMPO, fold_text, read_voz


class BadHand(MusError):
    """Cards that do not make a hand."""

    def __init__(self, hand: Sequence[object]) -> None:
        many = f"{len(hand)} card{'' if len(hand) == 1 else 's'}, {' '.join(map(str, hand))}"
        super().__init__(f"{many if hand else 'no cards'}: expected {HAND_SIZE} different ones")


def worth(hand: Iterable[Card | str] | str, rules: RuleSet | str) -> Jugada:
    """Returns the value of four cards (`12o 3c 11b 1e`) in every lance, under rules or a named rule set.

    Raises BadHand unless they are four different cards, and BadCard for a text that is no card. Raises
    UnknownRuleSet for an unknown name of rules, and BadArgument for a value of a wrong type.
    """
    held = cards(hand)
    if len(held) != HAND_SIZE or len(set(held)) != HAND_SIZE:
        raise BadHand(held)
    return lances.worth(held, find_rules(rules))


def read_word(word: Action | Voz | str) -> Action:
    """Returns the action of a Voz or a text (`envido 5`), or an action unchanged.

    `envido` without a number is 2. Another word without its number, cards, seña or seat gives an incomplete
    action, which the engine refuses. A look names its seat by number, from 0 to 9; any other text gives
    seat -1. Whether a table has that seat is not checked. Raises UnknownWord, LongNumber or BadCard.
    """
    if isinstance(word, Action):
        return word
    text = word if isinstance(word, str) else quote_value(word)
    return read_voz(text, lambda seat: SEATS.index(seat) if seat in SEATS else -1, "SEAT")


class Partida:
    """A partida in progress. The same seed deals the same cards after the same words.

    `mesa` is the state with every hand, so show players their `view` instead. `log` has all events, or after
    `from_position` at least those since its deal. `str` returns the `position`. Two partidas are equal if
    they have the same state, known cards, seed, and events since the last deal. The log before that deal
    does not count, because a position does not have it.
    """

    def __init__(
        self,
        rules: RuleSet | str = "parejas",
        *,
        seed: bytes | int | None = None,
        seats: int | None = None,
        mano: Seat = 0,
    ) -> None:
        """Begins a partida and deals the first hand from a seed: 32 bytes or a number, by default a random
        one.

        `seats` is by default the fewest allowed, `mano` the first mano. Raises Illegal for a wrong number of
        players, and UnknownSeat for `mano`. Raises UnknownRuleSet, BadSeed, or BadArgument for rules or
        `seats` of a wrong type.
        """
        log = begin(find_rules(rules), seats, mano)
        self.mesa: State = evolve(None, log[0])
        self._check_seat(mano)
        self._sit((log, self.mesa), seed)

    @classmethod
    def from_position(cls, position: Position | str, *, seed: bytes | int | None = None) -> Partida:
        """Returns the partida at a position. Cards that the position omits follow from `seed`.

        Without `seed` they follow from the position's own seed, otherwise from a random one. Raises
        BadPosition, BadCard, BadRules, UnknownRuleSet, UnknownField, Illegal, or BadSeed for the argument.
        """
        at = position if isinstance(position, Position) else Position.read(position)
        log, mesa, pile = at.play_hand()
        partida = cls.__new__(cls)
        partida._before, partida._pile = at.before_deal()[1], pile
        partida._dealt = next(place for place, event in enumerate(log) if isinstance(event, Dealt))
        partida._sit((log, mesa), at.seed if seed is None else seed)
        return partida

    def _sit(self, step: Step, seed: bytes | int | None) -> None:
        """Sets the log and the state, makes the deck from a seed (None: a random one), and deals.

        Raises BadSeed.
        """
        if isinstance(seed, int):
            if isinstance(seed, bool) or seed not in SEEDS:
                raise BadSeed(seed)
            seed = seed.to_bytes(SEED_SIZE, "big")
        self._baraja = Baraja(secrets.token_bytes(SEED_SIZE) if seed is None else seed, "partida")
        self.log: list[Event] = [*step[0]]
        self.mesa = step[1]
        self._deal()

    _pile: Hand = ()
    """The known cards on top of the pile."""
    _before: State
    """The state before the last deal."""
    _dealt = 0
    """The index of that deal in the log."""

    @property
    def position(self) -> Position:
        """The current position, with the seed and every hand; its `str` is the text for `from_position`."""
        at = Position.of(self.log[self._dealt :], self._before)
        return replace(at, pile=(*at.pile, *self._pile), seed=self._baraja.seed)

    @property
    def turno(self) -> Seats:
        """The seats whose word is awaited, in turn order; empty at the end of the partida."""
        return awaited_seats(self.mesa)

    @property
    def words(self) -> Words:
        """The words that the first awaited seat may say; empty at the end of the partida."""
        return self.may_say(self.turno[0]) if self.turno else Words()

    @property
    def winner(self) -> Bando | None:
        """The side that has won (R53), or None."""
        return winner(self.mesa)

    def may_say(self, seat: Seat) -> Words:
        """Returns the words that a seat may say now, awaited or not (R26); raises UnknownSeat."""
        return offers(self.mesa, self._check_seat(seat))

    def actions(self, bets: Sequence[int] = DEFAULT_BETS) -> tuple[Action, ...]:
        """Returns every word that the first awaited seat may say, each possible discard included.

        Words with a number have the allowed amounts in `bets`, or otherwise the minimum. Empty at the end.
        Raises BadArgument for other `bets` than whole numbers.
        """
        return self.words.actions(self.mesa.cards[self.turno[0]], bets) if self.turno else ()

    def view(self, seat: Seat | None = None) -> View:
        """Returns the public information plus the seat's own; public information alone for None.

        Raises UnknownSeat.
        """
        return observe(self.mesa, None if seat is None else self._check_seat(seat))

    def say(self, word: Action | Voz | str, seat: Seat | None = None) -> tuple[Event, ...]:
        """Plays a word (`envido 5`) for a seat, by default the first awaited one; returns the events, with
        the deals that follow.

        Señas (`seña: duples`) and looks (`miro a 2`) work in the same way. `tiempo` is `wait`, for any seat.
        Raises Illegal with the broken rule, UnknownWord, LongNumber, UnknownSeat, BadCard or BadArgument;
        then it changes nothing.
        """
        speaker = next(iter(self.turno), 0) if seat is None else self._check_seat(seat)
        if isinstance(word, str) and fold_text(word) == TIEMPO:
            return self.wait()
        return self._follow(play(self.mesa, speaker, read_word(word)))

    def wait(self) -> tuple[Event, ...]:
        """Ends the wait for a partner (R30), whose best answer so far counts; returns the events, with the
        deals that follow.

        Raises Illegal without a wait.
        """
        return self._follow(end_wait(self.mesa))

    @property
    def waited_for(self) -> Seat | None:
        """The seat whose answer counts when the wait of R30 ends; None without a wait."""
        return gracia(self.mesa)

    def copy(self) -> Partida:
        """Returns an independent copy."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__, log=[*self.log])
        return other

    __copy__ = copy

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        """Returns the call that makes an equal partida, or a description if its rules' name is no word."""
        try:
            return f"Partida.from_position({str(self)!r})"
        except BadPosition:
            return f"<Partida of the rules {self.mesa.rules.name!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partida):
            return NotImplemented
        return self._contents() == other._contents()

    def _contents(self) -> tuple[object, ...]:
        """Returns the values that two equal partidas share: state, events since the deal, known cards and
        seed."""
        return self.mesa, self.log[self._dealt :], self._pile, self._baraja.seed

    def _check_seat(self, seat: Seat) -> Seat:
        """Returns the seat as an int; raises UnknownSeat for a bool, or if it is not at this table."""
        if isinstance(seat, bool) or not hasattr(seat, "__index__") or seat not in range(self.mesa.seats):
            raise UnknownSeat(seat, self.mesa.seats)
        return int(seat)

    def _follow(self, step: Step) -> tuple[Event, ...]:
        """Takes a step's events and state, deals and serves cards that are due, and returns all new
        events."""
        start = len(self.log)
        self.log += step[0]
        self.mesa = step[1]
        self._deal()
        return tuple(self.log[start:])

    def _deal(self) -> None:
        """Deals and serves until a word is awaited or the partida is over; appends the events to the log.

        Known cards in `_pile` are drawn first. A new deal drops them, and becomes the deal with which
        `position` begins.
        """
        while (owed := cards_due(self.mesa)) is not None:
            if owed.seat is None:
                self._before, self._dealt, self._pile = self.mesa, len(self.log), ()
            followed, self.mesa = self._baraja.draw_cards(self.mesa, self._pile)
            self._pile = self._pile[owed.count :]
            self.log += followed

    def __iter__(self) -> Iterator[Event]:
        """Yields all events so far."""
        return iter(tuple(self.log))
