"""Replays the hands of an acta through the engine, and reports the place of the first error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from musbot.acta.keys import BadKey, require_numbers, require_text, require_texts
from musbot.acta.partida import ActaError
from musbot.game.actions import Seat, Voz
from musbot.game.cards import BadCard, Card, Hand, write_cards
from musbot.game.engine import (
    Step,
    awaited_seats,
    cards_due,
    deal_hand,
    end_wait,
    gracia,
    offers,
    play,
    serve_cards,
    winner,
)
from musbot.game.envite import Envite
from musbot.game.errors import MOST_DIGITS, Illegal, MusError, quote_text
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.state import State
from musbot.game.voces import (
    TIEMPO,
    UnknownSena,
    UnknownWord,
    fold_text,
    read_cards,
    read_voz,
    spelling,
)
from musbot.words.texts import Texts

SEATS, CARDS, PILE, VISTO, WAIT, SENAS = "R16", "R1", "R23", "R24", "R30", "R56"
SERVED = "R105"
"""The rules that an acta can break outside the words of the game."""
_MOST_TOTAL_DIGITS = 10 * MOST_DIGITS
"""The maximum number of digits of a bet after raises; no rule limits it (R31)."""


class NotAtTable(MusError):
    """A name that belongs to no player of the acta."""

    def __init__(self, name: str, names: Sequence[str], key: str = "") -> None:
        place = f"{key}: " if key else ""
        expected = f"expected {_join_with_or(names)} ({SEATS})"
        super().__init__(f"{place}{quote_text(name)} is not at the table: {expected}")


class UnexpectedEntry(MusError):
    """A key or voz that is not possible at its place; the message says the possible ones and the rule."""

    def __init__(self, why: str, rule: str = "") -> None:
        super().__init__(f"{why} ({rule})" if rule else why)


@contextmanager
def placing_errors(hand: int | None, voz: int | None, names: Sequence[str] = ()) -> Iterator[None]:
    """Converts a MusError raised inside the block into an ActaError; other errors pass through.

    The ActaError has the place `hand` and `voz`, and the players' `names`.
    """
    try:
        yield
    except Illegal as error:
        raise ActaError(hand, voz, refusal_text(error, names), names) from error
    except MusError as error:
        raise ActaError(hand, voz, str(error), names) from error


def refusal_text(error: Illegal, names: Sequence[str], texts: Texts | None = None) -> str:
    """Returns the reason for a refused word, with the words in the spelling of an acta, and its rule; by
    default in English."""
    language = texts or Texts("en")
    facts, words = dict(error.facts), error.facts.get("words")
    if isinstance(words, tuple):
        facts["words"] = tuple(spelling(Voz(str(word))) for word in words)
    return f"{language.illegal_text(Illegal(error.reason, error.rule, facts), names)} ({error.rule})"


def seat_of(name: str, names: Sequence[str], key: str = "") -> Seat:
    """Returns the seat of a player, ignoring case and accents; raises NotAtTable, which names the `key`."""
    for seat, known in enumerate(names):
        if fold_text(known) == fold_text(name):
            return seat
    raise NotAtTable(name.strip(), names, key)


class Replay:
    """A partida in replay: its events, its state, and the undrawn cards of the current hand."""

    def __init__(self, names: Sequence[str], begun: tuple[Event, ...]) -> None:
        """Begins with the players' names by seat and a tuple with the first event."""
        self.names = names
        self.events: list[Event] = list(begun)
        self.mesa: State = evolve(None, begun[0])
        self._mazo: list[Card] = []
        self._vistos: tuple[int, ...] = ()
        self._drawn = 0

    def deal(self, reparto: object, visto: object = None, mazo: object = None, vistos: object = None) -> None:
        """Deals a hand from the keys of an acta.

        `mazo` has the cards drawn later in the hand, `vistos` their places that are served face up (R105).
        Raises UnexpectedEntry if no hand is due, and BadKey, NotAtTable, Illegal or UnexpectedEntry for wrong
        values.
        """
        owed = cards_due(self.mesa)
        if owed is None or owed.seat is not None:
            raise self._error_out_of_place("a hand cannot begin here")
        hands = self._hands(reparto, self.mesa.hand_sizes())
        seen = None if visto is None else self._visto(require_text(visto, "visto"), hands)
        self._mazo = list(_cards("" if mazo is None else require_text(mazo, "mazo"), "mazo"))
        self._vistos = (
            () if vistos is None else require_numbers(vistos, "vistos", range(1, len(self._mazo) + 1))
        )
        self._drawn = 0
        self._apply_step(deal_hand(self.mesa, hands, seen))
        self._require_in_pile(self._mazo[: len(self.mesa.pile())])

    def apply_voz(self, voz: str) -> None:
        """Applies a voz and draws the cards that are due.

        Raises UnexpectedEntry (also for an unknown word or card), NotAtTable, LongNumber or Illegal.
        """
        if winner(self.mesa) is not None or cards_due(self.mesa) is not None:
            raise self._error_out_of_place("nothing can be said here")
        name, colon, words = voz.partition(":")
        if colon:
            self._apply_step(self._decide(seat_of(name, self.names), words))
        elif fold_text(voz) != TIEMPO:
            raise self._error_out_of_place(f"{quote_text(voz)}: expected NAME: WORDS, or tiempo")
        elif gracia(self.mesa) is None:
            raise self._error_out_of_place("nobody is being waited for", WAIT)
        else:
            self._apply_step(end_wait(self.mesa))  # R30
        self._draw()

    def _decide(self, seat: Seat, words: str) -> Step:
        """Returns the step of a player's words.

        Raises UnexpectedEntry for unknown words and cards, and for an illegal word while a partner may answer
        (R30); otherwise NotAtTable, LongNumber or Illegal.
        """
        try:
            return play(self.mesa, seat, read_voz(words, lambda name: seat_of(name, self.names)))
        except (UnknownSena, BadCard) as error:
            raise UnexpectedEntry(str(error), CARDS if isinstance(error, BadCard) else SENAS) from error
        except UnknownWord as error:
            raise self._error_out_of_place(f"{quote_text(error.text)} is no word of the game") from error
        except Illegal as error:
            if gracia(self.mesa) is None:
                raise
            raise UnexpectedEntry(
                f"{refusal_text(error, self.names)} Or tiempo, if the gracia is over.", WAIT
            ) from error

    def _draw(self) -> None:
        """Serves cards from the mazo to the players who threw cards; raises UnexpectedEntry if it has too few
        or wrong cards.

        After a reshuffle (R23) the mazo continues with the new pile.
        """
        while (owed := cards_due(self.mesa)) is not None and owed.seat is not None:
            drawn, self._mazo = self._mazo[: owed.count], self._mazo[owed.count :]
            if len(drawn) < owed.count:
                name = self.names[owed.seat]
                raise UnexpectedEntry(
                    f"mazo: expected {owed.count} to be drawn by {name}, {len(drawn)} left",
                    self.mesa.rules.draw_rule,
                )
            self._require_in_pile(drawn)
            self._apply_step(serve_cards(self.mesa, tuple(drawn), self._visto_among(drawn)))
            self._drawn += owed.count

    def _visto_among(self, drawn: Sequence[Card]) -> Card | None:
        """Returns the card of `drawn` that is served face up (R105); None if no drawn card is. Raises
        UnexpectedEntry for two."""
        places = range(self._drawn + 1, self._drawn + len(drawn) + 1)
        seen = [c for place, c in zip(places, drawn, strict=True) if place in self._vistos]
        if len(seen) > 1:
            raise UnexpectedEntry(
                f"vistos: expected one card at most, not {write_cards(tuple(seen))}", SERVED
            )
        return seen[0] if seen else None

    def _require_in_pile(self, drawn: Sequence[Card]) -> None:
        """Checks that cards are in the pile; raises UnexpectedEntry for a card that is not in it, or comes
        twice.

        The state is unchanged.
        """
        pile = self.mesa.pile()
        for c in drawn:
            if c not in pile:
                held = [name for name, hand in zip(self.names, self.mesa.cards, strict=True) if c in hand]
                where = f"{held[0]} holds it" if held else "it has been drawn or thrown already"
                expected = write_cards(tuple(pile))
                raise UnexpectedEntry(f"mazo: {c} cannot be drawn: {where}, expected one of {expected}", PILE)
            pile.remove(c)

    def _hands(self, reparto: object, sizes: tuple[int, ...]) -> tuple[Hand, ...]:
        """Returns each seat's cards; raises BadKey for a wrong number, and UnexpectedEntry for a card that is
        unknown or dealt twice."""
        rows = require_texts(reparto, "reparto")
        if len(rows) != self.mesa.seats:
            expected = f"{self.mesa.seats} hands, one a player"
            raise BadKey("reparto", f"{expected}, not {len(rows)}", rule=self.mesa.rules.deal_rule)
        hands = tuple(_cards(row, "reparto") for row in rows)
        for name, hand, size in zip(self.names, hands, sizes, strict=True):
            if len(hand) != size:
                raise BadKey(
                    "reparto", f"{size} cards for {name}, not {len(hand)}", rule=self.mesa.rules.deal_rule
                )
        cards = [c for hand in hands for c in hand]
        twice = next((c for c in cards if cards.count(c) > 1), None)
        if twice is not None:
            raise UnexpectedEntry(
                f"reparto: {twice} is dealt twice: expected {len(cards)} different cards", CARDS
            )
        return hands

    def _visto(self, visto: str, hands: tuple[Hand, ...]) -> tuple[Seat, Card]:
        """Returns the seat and the card of "NAME: CARD"; raises BadKey, NotAtTable or UnexpectedEntry."""
        name, colon, words = visto.partition(":")
        if not colon:
            raise BadKey("visto", '"NAME: CARD"', rule=VISTO)
        seat = seat_of(name, self.names)
        seen = _cards(words, "visto")
        if len(seen) != 1 or seen[0] not in hands[seat]:
            raise BadKey(
                "visto", f"one of {self.names[seat]}'s cards, {write_cards(hands[seat])}", rule=VISTO
            )
        return seat, seen[0]

    def _apply_step(self, step: Step) -> None:
        """Takes the events and the state of a step; raises UnexpectedEntry if a bet then has too many
        digits."""
        events, self.mesa = step
        self.events += events
        phase = self.mesa.phase
        if isinstance(phase, Envite) and phase.apuesta >= 10**_MOST_TOTAL_DIGITS:
            raise UnexpectedEntry(
                f"too large a bet: expected a number of at most {_MOST_TOTAL_DIGITS} digits"
            )

    def _error_out_of_place(self, what: str, rule: str = "") -> UnexpectedEntry:
        """Returns the error for a key or voz out of place, with the alternatives and the rule."""
        expected, known = self._alternatives()
        return UnexpectedEntry(f"{what}: {expected}", rule or known)

    def _alternatives(self) -> tuple[str, str]:
        """Returns the words or keys that are possible now, as a text, and the rule."""
        turn = awaited_seats(self.mesa)
        if turn:
            words = ", ".join(spelling(offer.voz) for offer in offers(self.mesa, turn[0]))
            waited = ", or it is tiempo" if gracia(self.mesa) is not None else ""
            return (
                f"{_join_with_or([self.names[seat] for seat in turn])} may say {words}{waited}",
                self.mesa.rule(),
            )
        bando = winner(self.mesa)
        if bando is None:
            return "a new hand, [[manos]], was expected", self.mesa.rules.deal_rule
        side = " and ".join(name for seat, name in enumerate(self.names) if self.mesa.bando(seat) == bando)
        return f"the partida is over, won by {side}", self.mesa.rules.fields["juegos"].rule


def _cards(words: str, key: str) -> Hand:
    """Returns the cards of a text; raises UnexpectedEntry, which names the key."""
    try:
        return read_cards(words)
    except BadCard as error:
        raise UnexpectedEntry(f"{key}: {error}", CARDS) from error


def _join_with_or(names: Sequence[str]) -> str:
    """Returns names joined by commas and "or"; there must be at least one."""
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
