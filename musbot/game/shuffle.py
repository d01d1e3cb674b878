"""The fair deal: every deck follows from a secret seed that is fixed before the start.

docs/fair-deal.md specifies it for other languages, with test vectors; it must agree with this module.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import chain, count

from musbot.game.cards import DECK, HAND_SIZE, PLACES, Card, Hand
from musbot.game.engine import Step, cards_due, follow, next_mano, require_seats, serve_cards
from musbot.game.errors import BadArgument, MusError, quote_value
from musbot.game.events import Dealt, Event
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo, draw_dealer, draw_sides
from musbot.game.state import Reparto, Servir, State

SEED_SIZE = 32
"""The number of bytes of a seed."""


class Scheme(StrEnum):
    """The derivation of decks from a seed: with words, or with a cut (R92)."""

    MUSBOT_1 = "musbot-1"
    MUSBOT_2 = "musbot-2"


SEEDS = range(2 ** (8 * SEED_SIZE))
"""The numbers that may be a seed."""


class BadSeed(MusError):
    """A seed of the wrong size or type, or a number that does not fit into one."""

    def __init__(self, seed: object) -> None:
        if type(seed) is int and seed not in SEEDS:
            super().__init__(
                f"the seed {quote_value(seed)}: expected a number from 0 to 2**{8 * SEED_SIZE} - 1"
            )
        elif isinstance(seed, (bytes, bytearray)):
            super().__init__(f"a seed of {len(seed)} bytes: expected {SEED_SIZE}")
        else:
            super().__init__(
                f"a seed of type {type(seed).__name__}: expected {SEED_SIZE} bytes, or for a Partida a number"
            )


def commitment(table: str, seed: bytes, scheme: Scheme = Scheme.MUSBOT_1) -> str:
    """Returns the SHA-256, in hexadecimal, that is published before the start and binds a table to its seed.

    It also binds the `scheme`. Raises BadSeed for a seed of the wrong size or type.
    """
    require_seed(seed)
    return hashlib.sha256(f"{scheme}|{table}|".encode() + seed).hexdigest()


@dataclass(slots=True)
class Baraja:
    """The decks of a partida."""

    seed: bytes = field(repr=False)
    """The secret seed, 32 bytes."""
    table: str
    """The id of the table."""
    words: Sequence[str] = ()
    """The words of the players, for musbot-1."""
    cut: int | None = None
    """The place of the cut, for musbot-2; None for musbot-1."""
    _order: tuple[tuple[int, int], Hand] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Copies the seed, if it is a bytearray, so that the decks cannot change.

        Raises BadSeed for a seed of the wrong size or type, BadArgument for a wrong table, words or cut.
        """
        require_seed(self.seed)
        self.seed = bytes(self.seed)
        if not isinstance(self.table, str):
            raise BadArgument("table", self.table, "the id of the table, a text")
        require_words("words", self.words)
        if self.cut is not None:
            require_cut("cut", self.cut)

    def order(self, hand: int, reshuffle: int = 0) -> Hand:
        """Returns the shuffled and cut deck (R20) of a hand, counted from 1, or of its n-th `reshuffle` (0:
        of the deal).

        All forty cards are in it. The latest deck is cached.
        """
        if self._order is None or self._order[0] != (hand, reshuffle):
            self._order = ((hand, reshuffle), _shuffle_deck(self._stream(hand, reshuffle, b"")))
        return self._order[1]

    def sorteo(self, rules: RuleSet, seats: int) -> Sorteo:
        """Returns the lottery of sides, or of the first dealer if the rules have fixed sides (R18, R19).

        Raises Illegal for a wrong number of players, BadArgument unless it is a whole number.
        """
        require_seats(rules, seats)
        deck = _shuffle_deck(self._stream(0, 0, b"|sorteo"))
        draw = draw_sides if rules.draws_sides else draw_dealer
        return draw(deck, rules, seats)

    def deal_cards(self, hand: int, sizes: tuple[int, ...], mano: int) -> tuple[Hand, ...]:
        """Returns the cards dealt to each seat, one at a time from the mano (R20).

        `hand` counts from 1; `sizes` has the number of cards for each seat. Seats with 0 are skipped (R60);
        the others must have equal numbers.
        """
        order = self.order(hand)
        return tuple([order[turns] for turns in _turns(sizes, mano)])

    def visto(self, hand: int, hands: tuple[Hand, ...], chance: float) -> tuple[int, Card] | None:
        """Returns the seat and the card that was dealt face up (R24); None if there is none.

        `chance` is its probability, from 0 to 1; the seed decides. Every hand must have four cards.
        """
        place = self._visto_place(hand, 0, HAND_SIZE * len(hands), chance)
        return None if place is None else (place // HAND_SIZE, hands[place // HAND_SIZE][place % HAND_SIZE])

    def _visto_place(self, hand: int, discard: int, cards: int, chance: float) -> int | None:
        """Returns the place of the card face up among the `cards` of a deal or discard, from 0; None if there
        is none. `discard` is 0 for the deal, and n for the hand's n-th discard."""
        if not chance:
            return None
        stream = self._stream(hand, discard, b"|visto")
        if _random_below(stream, 1_000_000) >= chance * 1_000_000:
            return None
        return _random_below(stream, cards)

    def _served_visto(self, mesa: State, drawn: Hand) -> Card | None:
        """Returns the card of `drawn` that is served face up (R105); None if no drawn card is.

        `drawn` are the next cards to serve, and `mesa` is the state before they are served. None too in the
        discard before the lances, and if the rules do not have it.
        """
        phase = mesa.phase
        if not isinstance(phase, Servir) or phase.last or not mesa.rules.visto_when_served:
            return None
        due = sum(mesa.throws[-1])
        place = self._visto_place(mesa.hand, len(mesa.throws), due, mesa.rules.mus_visto)
        served = due - sum(phase.due)
        return drawn[place - served] if place is not None and 0 <= place - served < len(drawn) else None

    def chance(self, mesa: State) -> tuple[Event, ...]:
        """Returns the events of the next deal, or of serving the next player, and their consequences.

        Empty if no cards are due. The seed decides the cards. `mesa` stays unchanged.
        """
        return self.draw_cards(mesa)[0]

    def draw_cards(self, mesa: State, top: Hand = ()) -> Step:
        """Draws the cards that are due for a deal or the next player to be served; returns the events and the
        state.

        Without due cards there are no events, and the state is `mesa`. `top` are known cards on top of the
        pile; cards that are not on the pile are skipped. A new deal ignores `top`.
        """
        if isinstance(mesa.phase, Reparto):
            mano = next_mano(mesa)
            hands = self.deal_cards(mesa.hand + 1, mesa.hand_sizes(), mano)
            visto = self.visto(mesa.hand + 1, hands, mesa.rules.mus_visto)
            return follow(mesa, Dealt(mesa.hand + 1, mano, hands, visto))
        owed = cards_due(mesa)
        if owed is None:
            return (), mesa
        away = mesa.cards_away()
        order = dict.fromkeys((*top, *self.order(mesa.hand, mesa.reshuffles)))
        pile = [card for card in order if card not in away]
        drawn = tuple(pile[: owed.count])
        return serve_cards(mesa, drawn, self._served_visto(mesa, drawn))

    def _stream(self, hand: int, reshuffle: int, suffix: bytes) -> Iterator[int]:
        """Returns an endless iterator of bytes: HMAC-SHA256 in counter mode.

        The key depends on the seed, the table, the hand, the reshuffle and the suffix.
        """
        label = b"%b|%d|%d%b" % (self._public_part().encode(), hand, reshuffle, suffix)
        key = hmac.digest(self.seed, label, "sha256")
        blocks = (hmac.digest(key, number.to_bytes(8, "big"), "sha256") for number in count())
        return chain.from_iterable(blocks)

    def _public_part(self) -> str:
        """Returns the table's id with the words or the cut, which are hashed with the seed."""
        if self.cut is not None:
            return f"{Scheme.MUSBOT_2}|{self.table}|{self.cut}|"
        return f"{self.table}|{'|'.join([word.encode().hex() for word in self.words])}"


def require_seed(seed: object) -> None:
    """Raises BadSeed for a seed of the wrong size or type."""
    if not isinstance(seed, (bytes, bytearray)) or len(seed) != SEED_SIZE:
        raise BadSeed(seed)


def require_words(name: str, words: object) -> None:
    """Raises BadArgument, with the name of the argument, unless the words are a list or tuple of texts."""
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise BadArgument(name, words, "a list of texts, one a seat")


def require_cut(name: str, cut: object) -> None:
    """Raises BadArgument, with the name of the argument, unless `cut` is a place of PLACES (R92)."""
    if type(cut) is not int or cut not in PLACES:
        raise BadArgument(name, cut, f"a number from {PLACES[0]} to {PLACES[-1]} (R92)")


@lru_cache(maxsize=512)
def _turns(sizes: tuple[int, ...], mano: int) -> tuple[slice, ...]:
    """Returns, by seat, the slice of the deck that it is dealt; an empty slice for a size of 0.

    All other sizes must be equal.
    """
    turns = [seat for seat in (*range(mano, len(sizes)), *range(mano)) if sizes[seat]]
    first = [turns.index(seat) if sizes[seat] else sum(sizes) for seat in range(len(sizes))]
    return tuple(slice(place, sum(sizes), len(turns)) for place in first)


@lru_cache(maxsize=64)
def _fair_bounds(limit: int) -> tuple[int, int]:
    """Returns the number of bytes for a value below `limit`, and the least value to reject as biased."""
    size = ((limit - 1).bit_length() + 7) // 8
    return size, 256**size - 256**size % limit


def _random_below(stream: Iterator[int], limit: int) -> int:
    """Returns an unbiased number from 0 to `limit` - 1.

    Reads as many bytes as `_fair_bounds` gives, at least one, and again after each rejected value.
    """
    size, fair = _fair_bounds(limit)
    while True:
        number = next(stream)
        for _ in range(size - 1):
            number = number * 256 + next(stream)
        if number < fair:
            return number % limit


_NONE = 255
_DRAWS = tuple(
    (limit - 1, bytes(number % limit if number < _fair_bounds(limit)[1] else _NONE for number in range(256)))
    for limit in range(len(DECK), 1, -1)
)
"""For each card from the last: its index, and for each byte the index of the card to swap with, or
`_NONE`."""


def _shuffle_deck(stream: Iterator[int]) -> Hand:
    """Returns the forty cards, shuffled and cut (R20) by the bytes of a stream."""
    deck = list(DECK)
    for (last, places), number in zip(_DRAWS, stream, strict=False):  # Fisher–Yates
        other = places[number]
        while other == _NONE:  # like _random_below(stream, limit)
            other = places[next(stream)]
        deck[last], deck[other] = deck[other], deck[last]
    cut = 3 + _random_below(stream, len(deck) - 5)  # R20: at least three cards on each side
    return (*deck[cut:], *deck[:cut])
