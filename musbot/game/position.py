"""A position of a partida as one line of text, like FEN in chess; docs/library.md has its grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from musbot.game.actions import Seat, Seats
from musbot.game.cards import Card, Hand, card, write_cards
from musbot.game.engine import Step, awaited_seats, begin, cards_due, deal_hand, end_wait, play, serve_cards
from musbot.game.errors import BadArgument, MusError, quote_text
from musbot.game.events import Dealt, Event, GraciaOver, Served
from musbot.game.evolve import evolve
from musbot.game.record import copy_with
from musbot.game.rule_sets import Rules, edition, origin, require_known
from musbot.game.shuffle import SEED_SIZE, require_seed
from musbot.game.state import State
from musbot.game.voces import TIEMPO, cards_served, event_action, fold_text, read_voz, write_voz

VERSION = "mus1"
"""The version of the grammar, with which a position begins."""

_EXPECTED = {
    "hand": "a number from 1",
    "mano": "a seat",
    "piedras": "numbers such as 12-27",
    "juegos": "numbers such as 1-0",
    "vacas": "numbers such as 0-1",
    "eyes": "for each the seat that it looks at, such as 2-3-0-1",
    "visto": "a seat and its card, such as 2:12o",
    "pile": "cards such as 4o5c6b",
    "vistos": "places in the pile such as 2-5, from 1",
    "question": "a number from 0",
    "seed": f"{2 * SEED_SIZE} hexadecimal digits",
}
T = TypeVar("T")


class BadPosition(MusError):
    """A line that is not a position, or describes an impossible hand; the message names the part and the
    expected value."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a partida: a hand as dealt, and the actions since.

    The score and `eyes` are from the start of the hand.
    """

    rules: Rules
    """The rules."""
    hands: tuple[Hand, ...]
    """The cards dealt to each seat."""
    hand: int = 1
    """The number of the hand, from 1."""
    mano: Seat = 0
    """The seat of the mano."""
    piedras: tuple[int, ...] = ()
    """The piedras of each side; empty for the score at the start."""
    juegos: tuple[int, ...] = ()
    """The juegos of each side; empty for none."""
    vacas: tuple[int, ...] = ()
    """The vacas of each side; empty for none."""
    eyes: Seats = ()
    """The seat that each seat looks at (R58); empty for the directions at the start."""
    visto: tuple[Seat, Card] | None = None
    """A seat and its card that was dealt face up (R24)."""
    pile: Hand = ()
    """The cards drawn in the hand, then the known next cards; the seed gives the others."""
    seed: bytes | None = None
    """The seed."""
    words: tuple[str, ...] = ()
    """The words, señas and looks of the hand, as `Partida.say` reads them, and `tiempo` (R30).

    Each has its seat (`2: no mus`), unless the first awaited seat said it.
    """
    vistos: tuple[int, ...] = ()
    """The places in the pile, from 1, of the cards that were served face up (R105)."""
    question: int = 0
    """The number of the last question before the deal (`State.question`); 0 if there was none."""

    @classmethod
    def of(cls, events: Iterable[Event], before: State | None = None) -> Position:
        """Returns the position after some events, which follow the state `before` or, for None, begin a
        partida.

        It has the last hand that they deal, and no seed. Raises BadPosition if they deal no hand. Raises
        BadEvent for an event that does not follow, or a value that is no event. Raises BadArgument if
        `events` is not iterable, or `before` is another value than a State or None.
        """
        if not isinstance(events, Iterable):
            raise BadArgument("events", events, "the events of a partida, such as its log")
        mesa, found = before, None
        served: list[Served] = []
        words: list[str] = []
        for event in events:
            last, mesa = mesa, evolve(mesa, event)
            if isinstance(event, Dealt) and last is not None:
                found, served, words = cls._of_deal(event, last, mesa), [], []
            elif isinstance(event, Served):
                served.append(event)
            elif last is not None and (word := _word(event, last)) is not None:
                words.append(word)
        if found is None:
            raise BadPosition("no position: expected events among which a hand is dealt")
        pile, vistos = cards_served(served)
        return copy_with(found, pile=pile, vistos=vistos, words=tuple(words))

    @classmethod
    def _of_deal(cls, event: Dealt, last: State, mesa: State) -> Position:
        """Returns the position right after a deal; `last` is the state before it and `mesa` the one after.

        Piedras as at a juego's start, juegos and vacas of 0, and looks as in a new partida stay empty.
        """
        fresh = evolve(None, begin(mesa.rules, mesa.seats, 0, mesa.juegos)[0])
        return cls(
            require_known(mesa.rules),
            event.cards,
            mesa.hand,
            mesa.mano,
            mesa.piedras if mesa.piedras != fresh.piedras else (),
            mesa.juegos if any(mesa.juegos) else (),
            mesa.vacas if any(mesa.vacas) else (),
            last.eyes if last.eyes != fresh.eyes else (),
            event.visto,
            question=last.question,
        )

    @classmethod
    def read(cls, text: str) -> Position:
        """Returns the position of a line.

        Raises BadPosition for a wrong form or value, BadCard for a hand, and UnknownRuleSet, UnknownField or
        BadRules for the rules. It does not check that the hand is possible; `play_hand` does.
        """
        if not isinstance(text, str):
            raise BadPosition(f"a value of type {type(text).__name__}: expected a position as a line of text")
        parts: list[str] = [*re.split(r"\s:(?:\s|$)", text, maxsplit=1), ""]
        head, words = parts[0], parts[1]
        version, rules, hands, *options = [*head.split(), "", "", ""]
        if version != VERSION:
            raise BadPosition(f"{quote_text(version)}: expected {VERSION}, the version of the format, first")
        if misplaced := next((it for it in head.split() if ":" in it and not it.startswith("visto=")), None):
            raise BadPosition(f"{quote_text(misplaced)}: expected ' : ' before the words, and no other colon")
        values = dict(option.partition("=")[::2] for option in options if option)
        if stray := values.keys() - _EXPECTED.keys():
            raise BadPosition(f"{quote_text(min(stray))}: expected one of {', '.join(_EXPECTED)}")
        return cls(
            _rules(rules),
            tuple(_hand(row.strip("-")) for row in hands.split("/")),
            _part(values, "hand", _number, 1),
            _part(values, "mano", _number, 0),
            _part(values, "piedras", _numbers, ()),
            _part(values, "juegos", _numbers, ()),
            _part(values, "vacas", _numbers, ()),
            _part(values, "eyes", _numbers, ()),
            _part(values, "visto", _visto, None),
            _part(values, "pile", _hand, ()),
            _part(values, "seed", _seed, None),
            tuple(word.strip() for word in words.split(",") if word.strip()),
            _part(values, "vistos", _numbers, ()),
            _part(values, "question", _number, 0),
        )

    def __str__(self) -> str:
        """Returns the line for `read`; raises BadPosition if the name of a rule set has a space, +, = or an
        unprintable character."""
        values = {
            "hand": str(self.hand) if self.hand != 1 else "",
            "mano": str(self.mano) if self.mano else "",
            "piedras": _row(self.piedras),
            "juegos": _row(self.juegos),
            "vacas": _row(self.vacas),
            "eyes": _row(self.eyes),
            "visto": f"{self.visto[0]}:{self.visto[1]}" if self.visto is not None else "",
            "pile": _write_hand(self.pile),
            "vistos": _row(self.vistos),
            "question": str(self.question) if self.question else "",
            "seed": self.seed.hex() if self.seed is not None else "",
        }
        hands = "/".join(_write_hand(hand) or "-" for hand in self.hands)
        options = (f"{key}={value}" for key, value in values.items() if value)
        head = " ".join((VERSION, _rules_written(self.rules), hands, *options))
        return f"{head} : {', '.join(self.words)}" if self.words else head

    def before_deal(self) -> tuple[tuple[Event, ...], State]:
        """Returns the first event and the state before the deal.

        The tuple has the event only for a first hand with the initial looks, vacas and question; otherwise it
        is empty. Raises Illegal for a number of players, BadRules for a score, and BadPosition for other
        values that are impossible: the number of the hand, a seat, vacas or looks.
        """
        seats, sides = len(self.hands), self.rules.sides(len(self.hands))
        began = begin(self.rules, seats, self.mano, self.juegos or None, self.piedras or None)
        mesa = evolve(None, began[0])
        eyes, vacas = self.eyes or mesa.eyes, self.vacas or mesa.vacas
        if self.hand < 1 or max(self.mano, self.visto[0] if self.visto else 0) >= seats:
            seen = f", visto={self.visto[0]}" if self.visto else ""
            raise BadPosition(
                f"mano={self.mano}, hand={self.hand}{seen}: expected seats 0 to {seats - 1}, hands from 1"
            )
        if len(vacas) != sides or max(vacas) >= self.rules.vacas:
            raise BadPosition(f"vacas: expected {sides} numbers below {self.rules.vacas}")
        if len(eyes) != len(mesa.eyes) or any(at == seat or at >= seats for seat, at in enumerate(eyes)):
            raise BadPosition(f"eyes: expected {len(mesa.eyes)} seats, each another's")
        if (self.hand, eyes, vacas, self.question) == (1, mesa.eyes, mesa.vacas, mesa.question):
            return began, mesa
        last = (self.mano - 1) % seats if self.hand > 1 else self.mano
        return (), copy_with(
            mesa, hand=self.hand - 1, mano=last, vacas=vacas, eyes=eyes, question=self.question
        )

    def play_hand(self) -> tuple[tuple[Event, ...], State, Hand]:
        """Returns the events of the hand so far, the state after them, and the known cards not drawn yet.

        The events begin with the event of `before_deal`, if it has one. Cards that are due are served while
        `pile` has them, also after the last word. Raises BadPosition, also for a word that is not allowed.
        Raises BadRules or Illegal for an impossible score, number of players, deal or serving.
        """
        log, mesa = self.before_deal()
        now = _Rehearsal([*log], mesa, self.pile, self.vistos)
        now.follow(deal_hand(mesa, self.hands, self.visto))
        if now.mesa.mano != self.mano:
            raise BadPosition(f"mano={self.mano}: expected a seat that is dealt cards")
        for number, word in enumerate(self.words, 1):
            now.serve()
            try:
                now.say(word)
            except MusError as error:
                raise BadPosition(f"word {number}, {quote_text(word)}: {error}") from error
        now.serve()
        if now.vistos:
            raise BadPosition(f"vistos={_row(self.vistos)}: expected {_EXPECTED['vistos']}, of cards drawn")
        if len(set(now.pile)) < len(now.pile) or not set(now.pile) <= set(now.mesa.pile()):
            raise BadPosition(
                f"pile: {write_cards(now.pile)}: expected cards that are still on it, none twice"
            )
        return tuple(now.log), now.mesa, now.pile


@dataclass(slots=True)
class HandReplay:
    """A hand that is played again."""

    log: list[Event]
    """The events so far."""
    mesa: State
    """The state after them."""

    def follow(self, step: Step) -> None:
        """Adds the events of a step, and takes its state."""
        self.log += step[0]
        self.mesa = step[1]


@dataclass(slots=True)
class _Rehearsal(HandReplay):
    """A hand that is played again from the words and cards of a position."""

    pile: Hand
    vistos: tuple[int, ...]
    """The places in the pile, from 1, of the cards still to be served face up."""

    def serve(self) -> None:
        """Serves the cards due while `pile` has enough for the next player, and takes them from `pile`.

        Removes the place of a card that is served face up from `vistos`; the other places then count from the
        next card. Raises Illegal for cards that cannot be served.
        """
        while (
            (owed := cards_due(self.mesa)) is not None
            and owed.seat is not None
            and len(self.pile) >= owed.count
        ):
            drawn = self.pile[: owed.count]
            seen = tuple(place for place in self.vistos if 0 < place <= owed.count)
            visto = drawn[seen[0] - 1] if seen else None
            self.follow(serve_cards(self.mesa, drawn, visto))
            self.pile = self.pile[owed.count :]
            self.vistos = tuple(place - owed.count for place in self.vistos if place not in seen[:1])

    def say(self, word: str) -> None:
        """Plays a word of its seat (`2: no mus`), by default the first awaited one, or ends the wait for
        `tiempo`.

        Raises a MusError if the word is not allowed, such as BadPosition if more cards are due before it.
        """
        if (owed := cards_due(self.mesa)) is not None and owed.seat is not None:
            raise BadPosition(f"expected {owed.count} more cards in pile, to be drawn before it")
        if fold_text(word) == TIEMPO:
            self.follow(end_wait(self.mesa))
            return
        who, _, words = word.partition(":") if re.match(r"\d+:", word) else ("", "", word)
        read_seat_here = partial(read_seat, len(self.mesa.cards))
        seat = read_seat_here(who) if who else next(iter(awaited_seats(self.mesa)), 0)
        self.follow(play(self.mesa, seat, read_voz(words, read_seat_here, "SEAT")))


def read_seat(seats: int, text: str) -> Seat:
    """Returns a seat from its number (`miro a 2`), from 0; raises BadPosition unless the table of `seats`
    seats has it."""
    if text not in SEATS[:seats]:
        raise BadPosition(f"{quote_text(text)}: expected the number of a seat, 0 to {seats - 1}")
    return int(text)


def _word(event: Event, mesa: State) -> str | None:
    """Returns a word, discard, seña or look, or the end of the wait, as a position writes it; None for other
    events.

    The seat is written (`2: mus`) unless it is the first awaited one. `mesa` is the state before the event.
    """
    if isinstance(event, GraciaOver):
        return TIEMPO
    if (did := event_action(event)) is None:
        return None
    text = write_voz(did[1], SEATS)
    return text if did[0] == next(iter(awaited_seats(mesa)), None) else f"{did[0]}: {text}"


SEATS = tuple(map(str, range(10)))
"""The numbers of seats as positions and looks name them."""


def _rules(text: str) -> Rules:
    """Returns the rules of `vitoria/2+piedras=30`.

    Raises BadPosition without an edition or a `modo`, UnknownRuleSet, UnknownField or BadRules.
    """
    name, *options = text.split("+")
    values = dict(option.partition("=")[::2] for option in options)
    modo = values.pop("modo", None)
    if modo is None and "/" not in name:
        raise BadPosition(f"{quote_text(name)}: expected a rule set and its edition, such as vitoria/2")
    named = edition(name, modo)
    fields = named.fields
    return named.with_changes(
        {
            key: fields[key].read(value.replace("_", " ")) if key in fields else value
            for key, value in values.items()
        }
    )


def _rules_written(rules: Rules) -> str:
    """Returns rules as `vitoria/2+piedras=30`; raises BadPosition for a name with a space, +, = or an
    unprintable character."""
    name, modo, changes = origin(rules)
    if set(name) & set(" +=") or not name.isprintable():
        raise BadPosition(f"the rule set {quote_text(name)}: expected a name without spaces, + and =")
    given = ({"modo": modo} if modo else {}) | changes
    return "+".join((name, *(f"{key}={_value(value)}" for key, value in given.items())))


def _value(value: object) -> str:
    """Returns the text of a field's value, with "_" for spaces and yes or no for a bool."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).replace(" ", "_")


def _part(given: Mapping[str, str], key: str, read: Callable[[str], T], default: T) -> T:
    """Returns the parsed value of a key, or `default` without the key; raises BadPosition for an invalid
    value."""
    if key not in given:
        return default
    try:
        return read(given[key])
    except (ValueError, MusError):
        raise BadPosition(f"{key}={quote_text(given[key])}: expected {_EXPECTED[key]}") from None


def _number(text: str) -> int:
    """Returns a number of at most nine digits; raises ValueError for other texts."""
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(text)
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    """Returns the numbers of `12-27`; raises ValueError for other texts."""
    return tuple(map(_number, text.split("-")))


def _seed(text: str) -> bytes:
    """Returns the seed of hexadecimal digits; raises ValueError for other texts, BadSeed for another size."""
    seed = bytes.fromhex(text)
    require_seed(seed)
    return seed


def _row(numbers: tuple[int, ...]) -> str:
    """Returns numbers as `12-27`; "" for none."""
    return "-".join(map(str, numbers))


def _write_hand(hand: Hand) -> str:
    """Returns cards without spaces between them, such as `12o3c`; "" for no cards."""
    return "".join(map(str, hand))


def _hand(text: str) -> Hand:
    """Returns the cards of `12o3c11b1e`, () for an empty text; raises BadCard for other texts."""
    return tuple(map(card, re.findall(r"\d*\D|\d+", text)))


def _visto(text: str) -> tuple[Seat, Card]:
    """Returns the seat and the card of `2:12o`; raises ValueError or BadCard."""
    who, _, shown = text.partition(":")
    return _number(who), card(shown)
