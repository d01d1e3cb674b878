"""A hand or a juego of castellano-40 as a sequence of numbered words and drawn cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from musbot.game.actions import Seat
from musbot.game.cards import DECK, HAND_SIZE, Card
from musbot.game.engine import Due, begin, cards_due, deal_hand, play, serve_cards, winner
from musbot.game.errors import MusError
from musbot.game.events import Declared, Event, Paid, Said, Shown
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.state import Reparto, State
from musbot.game.views import Threw, Took, View, news_for, observe
from musbot.game.voces import write_voz
from musbot_research.envs.numbered import NotNumbered, bets_of, legal, word

RULES = rule_set("castellano-40", {"juegos": 1, "vacas": 1, "senas": "no"})
"""The rules: one juego, no señas; pairs answer in turn, and cards are thrown in turn."""

SEATS = 4
"""Number of players."""
_NAMES = tuple(map(str, range(SEATS)))
_NUMBER = {card: number for number, card in enumerate(DECK)}


class Length(StrEnum):
    """The length of an episode."""

    HAND = "hand"
    JUEGO = "juego"

    @classmethod
    def _missing_(cls, value: object) -> object:
        """Raises NotNumbered for an unknown length."""
        raise NotNumbered(f"length {value!r}: expected one of {', '.join(cls)}")


class WrongDraw(MusError):
    """Raised for a card that cannot be drawn."""


class Episode:
    """A hand from 0–0, or a juego, with seat 0 as the first mano.

    If a card is due, `draws` lists the possible cards, all equally likely. Otherwise `seat` speaks, and
    `legal` lists its words.
    """

    __slots__ = ("_asked", "_drawn", "_due", "_log", "_pile", "bets", "length", "mesa")

    def __init__(self, length: Length | str = Length.HAND, bets: str = "usual") -> None:
        """Starts an episode. Raises NotNumbered for an unknown length or bets."""
        self.length = Length(length)
        self.bets = bets
        bets_of(bets)
        began = begin(RULES, SEATS)
        self._log: list[Event] = [*began]
        self.mesa: State = evolve(None, began[0])
        self._ask()

    def _ask(self) -> None:
        """Finds the next card or question."""
        turno, mesa = self.mesa.turno, self.mesa
        over = self.length is Length.HAND and mesa.hand and isinstance(mesa.phase, Reparto)
        self._asked: View | None = observe(mesa, turno[0]) if turno else None
        self._due: Due | None = None if over else cards_due(mesa)
        self._drawn: tuple[Card, ...] = ()
        self._pile: list[int] = []
        if self._due is not None:
            cards = DECK if self._due.seat is None else mesa.pile()
            self._pile = sorted(map(_NUMBER.__getitem__, cards))

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self._due is None and self._asked is None

    @property
    def seat(self) -> Seat | None:
        """The seat that speaks now; None if a card is due or the episode has ended."""
        return None if self._asked is None else self._asked.seat

    def draws(self) -> list[int]:
        """Returns the numbers of the cards that can be drawn now, ascending; none if no card is due."""
        return self._pile

    def draw(self, number: int) -> None:
        """Draws a card by its place in musbot.game.DECK. Raises WrongDraw for a card not in `draws`."""
        if self._due is None or number not in self._pile:
            raise WrongDraw(f"card {number}: expected one of {self._pile}")
        self._drawn += (DECK[number],)
        self._pile = [other for other in self._pile if other != number]
        if len(self._drawn) < self._due.count:
            return
        if self._due.seat is None:
            hands = [self._drawn[at : at + HAND_SIZE] for at in range(0, len(self._drawn), HAND_SIZE)]
            self._follow(deal_hand(self.mesa, hands))
        else:
            self._follow(serve_cards(self.mesa, self._drawn))

    def view(self, seat: Seat | None = None) -> View:
        """Returns the view of a seat, by default of the seat that speaks; a spectator's if no seat does."""
        return self._asked if seat is None and self._asked is not None else observe(self.mesa, seat)

    def legal(self) -> list[int]:
        """Returns the numbers of the legal words, ascending; none if no seat speaks."""
        return [] if self._asked is None else legal(self._asked, self.bets)

    def say(self, number: int) -> None:
        """Plays a word for the seat that speaks. Raises NotNumbered for a word not in `legal`."""
        if self._asked is None or self._asked.seat is None:
            raise NotNumbered(f"word {number}: expected a card, or nothing")
        self._follow(play(self.mesa, self._asked.seat, word(self._asked, number, self.bets)))

    def _follow(self, step: tuple[Sequence[Event], State]) -> None:
        """Records the events of a step, takes its state and finds the next card or question."""
        self._log += step[0]
        self.mesa = step[1]
        self._ask()

    def returns(self) -> tuple[float, ...]:
        """Returns the result of each seat: 1 or -1 for a juego, the lead in piedras for a hand.

        A hand that wins the juego counts 40. All results are 0 before the end.
        """
        won, (ours, theirs) = winner(self.mesa), self.mesa.piedras
        if won is not None:
            ours, theirs = (RULES.piedras, 0) if won == 0 else (0, RULES.piedras)
        lead = float(ours - theirs) if self.over else 0.0
        if self.length is Length.JUEGO:
            lead = (lead > 0) - (lead < 0)
        return (lead, -lead) * 2

    def history(self, seat: Seat) -> str:
        """Returns everything that a seat has learnt, in order. It identifies the information state."""
        return " ".join(_history_parts(seat, tuple(self._log)))

    def copy(self) -> Episode:
        """Returns an independent copy."""
        other = object.__new__(Episode)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other._log = [*self._log]
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()


def _history_parts(seat: Seat, log: tuple[Event, ...]) -> Iterator[str]:
    """Yields a text for each piece of news that a seat hears: words, own and shown cards, discards,
    payments."""
    for event in log:
        for it in news_for(event, seat, RULES):
            match it:
                case Said(seat=who, action=action):
                    yield f"{who}:{write_voz(action, _NAMES)}".replace(" ", "_")
                case Took(cards=cards) if cards is not None:
                    yield f"+{_row(cards)}"
                case Threw(seat=who, count=count, cards=cards):
                    yield f"{who}-{count if cards is None else _row(cards)}"
                case Shown(cards=hands):
                    yield f"={'/'.join(map(_row, hands))}"
                case Declared(lance=lance, has=has):
                    yield f"{lance}={_row(map(int, has))}"
                case Paid(bando=bando, piedras=piedras):
                    yield f"b{bando}+{piedras}"
                case _:
                    pass


def _row(parts: Iterable[object]) -> str:
    """Returns the parts joined without spaces."""
    return "".join(map(str, parts))
