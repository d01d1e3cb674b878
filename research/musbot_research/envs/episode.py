"""One hand, or one juego, of castellano-40 as a sequence of numbered words and of cards drawn."""

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
"""What is played: no señas, one juego; pairs answer in turn, cards are thrown in turn."""

SEATS = 4
_NAMES = tuple(map(str, range(SEATS)))
_NUMBER = {card: number for number, card in enumerate(DECK)}


class Length(StrEnum):
    """How long an episode is."""

    HAND = "hand"
    JUEGO = "juego"

    @classmethod
    def _missing_(cls, value: object) -> object:
        raise NotNumbered(f"length {value!r}: expected one of {', '.join(cls)}")


class WrongDraw(MusError):
    """A card that cannot be drawn."""


class Episode:
    """One hand from 0–0, or one juego, seat 0 the first mano; cards are drawn one by one, by their number.

    Where a card is due `draws` lists those that may come, all equally likely; else `seat` is who speaks, and
    `legal` what they may say.
    """

    __slots__ = ("_asked", "_drawn", "_due", "_log", "_pile", "bets", "length", "mesa")

    def __init__(self, length: Length | str = Length.HAND, bets: str = "usual") -> None:
        """Begins one; raises NotNumbered for a length or bets of another name."""
        self.length = Length(length)
        self.bets = bets
        bets_of(bets)
        began = begin(RULES, SEATS)
        self._log: list[Event] = [*began]
        self.mesa: State = evolve(None, began[0])
        self._ask()

    def _ask(self) -> None:
        """Finds out what is due."""
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
        """Whether it is over."""
        return self._due is None and self._asked is None

    @property
    def seat(self) -> Seat | None:
        """Who speaks now, if anybody does."""
        return None if self._asked is None else self._asked.seat

    def draws(self) -> list[int]:
        """Returns the numbers of the cards that may be drawn now, in ascending order; none if none is due."""
        return self._pile

    def draw(self, number: int) -> None:
        """Draws a card, by its place in musbot.game.DECK; raises WrongDraw for one not among `draws`."""
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
        """Returns what a seat sees, or who is asked."""
        return self._asked if seat is None and self._asked is not None else observe(self.mesa, seat)

    def legal(self) -> list[int]:
        """Returns the numbers of the words that may be said now, in ascending order."""
        return [] if self._asked is None else legal(self._asked, self.bets)

    def say(self, number: int) -> None:
        """Says a word for who speaks; raises NotNumbered for one that is not `legal`."""
        if self._asked is None or self._asked.seat is None:
            raise NotNumbered(f"word {number}: expected a card, or nothing")
        self._follow(play(self.mesa, self._asked.seat, word(self._asked, number, self.bets)))

    def _follow(self, step: tuple[Sequence[Event], State]) -> None:
        self._log += step[0]
        self.mesa = step[1]
        self._ask()

    def returns(self) -> tuple[float, ...]:
        """Returns what each seat has won: of a juego 1 or -1, of a hand piedras, 40 for the juego; else 0."""
        won, (ours, theirs) = winner(self.mesa), self.mesa.piedras
        if won is not None:
            ours, theirs = (RULES.piedras, 0) if won == 0 else (0, RULES.piedras)
        lead = float(ours - theirs) if self.over else 0.0
        if self.length is Length.JUEGO:
            lead = (lead > 0) - (lead < 0)
        return (lead, -lead) * 2

    def history(self, seat: Seat) -> str:
        """Returns all that a seat has learnt, in order: what tells one of its information states."""
        return " ".join(_told(seat, tuple(self._log)))

    def copy(self) -> Episode:
        """Returns one that goes its own way from here on."""
        other = object.__new__(Episode)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other._log = [*self._log]
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()


def _told(seat: Seat, log: tuple[Event, ...]) -> Iterator[str]:
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
    return "".join(map(str, parts))
