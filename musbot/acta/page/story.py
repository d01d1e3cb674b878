"""The hands of a partida as one reader may know them; the page lays them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from musbot.acta.partida import Acta
from musbot.acta.wording import LABELS, Wording
from musbot.game.actions import Bando, Seat, Seats, Voz
from musbot.game.cards import HAND_SIZE, Hand
from musbot.game.events import (
    Began,
    Closed,
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
    Por,
    Reshuffled,
    Said,
    Served,
    Signed,
    VacaWon,
)
from musbot.game.evolve import evolve
from musbot.game.lances import Estado, Fase
from musbot.game.state import State
from musbot.game.views import SenaMade, Threw, Took, news_for, sort_hand
from musbot.game.voces import write_voz
from musbot.words.cards import describe_holding
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a page."""

    over: bool
    """Whether the partida is over: then the reader may see every card."""
    seat: Seat | None = None
    """The reader's seat; None for a spectator."""


class LineKind(Enum):
    """The kind of a line: a word of the game, an órdago, a change of cards, a seña or look, or a note."""

    WORD = "w"
    ORDAGO = "o"
    CARDS = "k"
    SENA = "e"
    TABLE = "t"


@dataclass(frozen=True, slots=True)
class Line:
    """A word or action in a hand."""

    kind: LineKind
    """The kind of the line."""
    words: str
    """The sentence; CARDS marks the place of `cards`."""
    seat: Seat | None = None
    """The player's seat; None for a line about the table."""
    cards: Hand = ()
    """The cards to draw in the sentence."""


CARDS = "\ue000"
"""A placeholder in a sentence for drawn cards."""


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """A player's cards, or only their number."""

    seat: Seat
    """The player's seat."""
    cards: Hand
    """The cards; empty if the reader may not see them."""
    unseen: int = 0
    """The number of hidden cards."""
    holds: str = ""
    """The sentence about the value of the cards."""


@dataclass
class HandStory:
    """A hand as the page shows it."""

    number: int
    """The number of the hand, from 1."""
    juego: int
    """The number of its juego, from 1."""
    mano: Seat
    """The seat of the mano."""
    circle: Seats
    """The seats in turn order, from the mano."""
    dealt: tuple[PlayerCards, ...]
    """The hands as dealt."""
    before: tuple[int, ...]
    """Each side's piedras before the hand."""
    held: tuple[PlayerCards, ...] = ()
    """The hands at the end."""
    blocks: list[tuple[str, list[Line]]] = field(default_factory=list)
    """The lines of each phase, under the phase's heading."""
    count: list[tuple[Bando | None, str]] = field(default_factory=list)
    """The sentences about the payments, with the side paid; None for a note before one."""
    news: list[str] = field(default_factory=list)
    """The sentences about juegos and vacas won."""
    paid: dict[Bando, int] = field(default_factory=dict)
    """The piedras paid to each side."""
    ordagos: list[tuple[Seat, Fase, bool | None]] = field(default_factory=list)
    """Each órdago: its seat, its lance, and whether it was accepted (None: not yet answered)."""
    after: tuple[int, ...] = ()
    """Each side's piedras after the hand."""
    juegos: tuple[int, ...] = ()
    """Each side's juegos after the hand; empty while it is in progress."""
    vacas: tuple[int, ...] = ()
    """Each side's vacas after the hand; empty while it is in progress."""
    won: Bando | None = None
    """The side that won the juego in this hand, or lost it if stones must be shed; None if it went on."""
    changed: bool = False
    """Whether players changed cards."""
    unshown: bool = False
    """Whether the hands were not shown at the end (R80)."""
    in_progress: bool = True
    """Whether the hand is still being played."""

    def close_lance(self, *, wanted: bool) -> None:
        """Records `wanted`, whether the bet was accepted, for each órdago that has no answer yet."""
        self.ordagos = [
            (seat, lance, wanted if answer is None else answer) for seat, lance, answer in self.ordagos
        ]

    def end_hand(self, mesa: State, held: tuple[PlayerCards, ...]) -> None:
        """Records the end of the hand: the score in `mesa`, and the cards in `held`."""
        self.in_progress, self.held, self.unshown = False, held, not mesa.shown
        self.after, self.juegos, self.vacas = mesa.piedras, mesa.juegos, mesa.vacas


def tell_hands(partida: Acta, texts: Texts, reader: Reader) -> list[HandStory]:
    """Returns every dealt hand as the reader may know it."""
    story = _Story(partida, texts, reader)
    for event in partida.events:
        story.add_event(event)
    return story.finish()


class _Story:
    """Builds the hands; the last hand is still open."""

    def __init__(self, partida: Acta, texts: Texts, reader: Reader) -> None:
        self._partida = partida
        self._texts = texts
        self._reader = reader
        self._wording = Wording(partida, texts)
        self._mesa: State | None = None
        self._juego = 1
        self._hands: list[HandStory] = []

    def add_event(self, event: Event) -> None:
        """Applies one event to the last hand, or begins a new hand."""
        before, mesa = self._mesa, evolve(self._mesa, event)
        self._mesa = mesa
        if before is None or isinstance(event, Began):
            return
        if isinstance(event, Dealt):
            self._deal(event, mesa)
        elif isinstance(event, (Said, Declared, Discarded, Served, Reshuffled, GraciaOver, Signed, Looked)):
            label = event.lance.value if isinstance(event, Declared) else before.fase
            self._lines(label, self._word_lines(event, mesa))
            if isinstance(event, Said) and event.action.voz is Voz.ORDAGO:
                self._hands[-1].ordagos.append((event.seat, before.fase, None))
        else:
            self._end(event, before, mesa)

    def finish(self) -> list[HandStory]:
        """Returns the hands; a hand in progress has its current cards and piedras."""
        if self._hands and self._hands[-1].in_progress and self._mesa is not None:
            self._hands[-1].held = self._cards(self._mesa)
            self._hands[-1].after = self._mesa.piedras
        return self._hands

    def _deal(self, event: Dealt, mesa: State) -> None:
        """Adds a hand with the cards dealt, and a line about a card dealt face up if there is one."""
        story = HandStory(
            number=event.hand,
            juego=self._juego,
            mano=event.mano,
            circle=tuple(mesa.circle(event.mano)),
            dealt=self._cards(mesa),
            before=mesa.piedras,
        )
        self._hands.append(story)
        if event.visto is not None:
            self._lines("mus", [Line(LineKind.TABLE, self._wording.visto(*event.visto))])

    def _cards(self, mesa: State) -> tuple[PlayerCards, ...]:
        """Returns each player's cards, or only their number if the reader may not see them.

        The row begins with the mano; players without cards are left out.
        """
        reader, texts = self._reader, self._texts
        held = []
        for seat in mesa.circle(mesa.mano):
            hand = sort_hand(mesa.cards[seat], mesa.rules.reyes)
            if reader.over or seat == reader.seat or seat in mesa.shown:
                worth = describe_holding(texts, hand, mesa.rules) if len(hand) == HAND_SIZE else ""
                held.append(PlayerCards(seat, hand, 0, worth))
            elif hand:
                held.append(PlayerCards(seat, (), len(hand)))
        return tuple(one for one in held if one.cards or one.unseen)

    def _lines(self, label: str, lines: Sequence[Line]) -> None:
        """Adds lines to the last hand, under the heading of their phase; a new block if the phase changes."""
        if not lines:
            return
        blocks, heading = self._hands[-1].blocks, self._texts(LABELS[label])
        if not blocks or blocks[-1][0] != heading:
            blocks.append((heading, []))
        blocks[-1][1].extend(lines)

    def _word_lines(
        self,
        event: Said | Declared | Discarded | Served | Reshuffled | GraciaOver | Signed | Looked,
        mesa: State,
    ) -> list[Line]:
        """Returns the lines that the reader may know about a word or action; empty if it is hidden from them.

        A discard or draw also marks the hand as changed.
        """
        texts, wording = self._texts, self._wording
        match event:
            case Said(seat, action):
                kind = LineKind.ORDAGO if action.voz is Voz.ORDAGO else LineKind.WORD
                return [Line(kind, texts.word(write_voz(action)), seat)]
            case Declared():
                return [Line(LineKind.TABLE, wording.declaration_text(event, mesa))]
            case Discarded() | Served():
                self._hands[-1].changed = True
                return [*self._exchange_lines(event), *self._visto_lines(event)]
            case Signed() | Looked() if not self._reader.over:
                return self._gestures(event)
            case Signed() | Looked():
                return [Line(LineKind.SENA, wording.word(event))]
            case Reshuffled() | GraciaOver():
                return [Line(LineKind.TABLE, wording.word(event))]

    def _exchange_lines(self, event: Discarded | Served) -> list[Line]:
        """Returns the lines about thrown or drawn cards: the cards if the reader may know them, or their
        number.

        Servido is a word; the list is empty if even the number is hidden.
        """
        seat, texts, thrown = event.seat, self._texts, isinstance(event, Discarded)
        who = self._partida.names[seat]
        if thrown and not event.cards:
            return [Line(LineKind.WORD, texts.word(Voz.SERVIDO), seat)]
        if self._reader.over or seat == self._reader.seat:
            facts = {"name": who, "cards": CARDS}
            words = texts("acta-threw", **facts) if thrown else texts("acta-took", **facts)
            return [Line(LineKind.CARDS, words, seat, event.cards)]
        known = news_for(event, self._reader.seat, self._partida.rules)
        return [Line(LineKind.CARDS, words, seat) for it in known for words in self._exchange_counts(it, who)]

    def _visto_lines(self, event: Discarded | Served) -> list[Line]:
        """Returns a line about a card served face up (R105); no lines if no card was."""
        if isinstance(event, Discarded) or event.visto is None:
            return []
        return [Line(LineKind.TABLE, self._wording.visto(event.seat, event.visto))]

    def _exchange_counts(self, it: object, who: str) -> Iterator[str]:
        """Yields the sentence about a number of cards thrown or taken; nothing if the number is hidden."""
        match it:
            case Threw(count=int(count)):
                yield self._texts("page-threw", name=who, count=count)
            case Took(count=count):
                yield self._texts("page-took", name=who, count=count)
            case _:
                return

    def _gestures(self, event: Signed | Looked) -> list[Line]:
        """Returns a seña that the reader made or saw, or the reader's own look; otherwise empty."""
        names = self._partida.names
        for it in news_for(event, self._reader.seat, self._partida.rules):
            match it:
                case SenaMade(seat, sena):
                    words = self._texts("page-sena", name=names[seat], sena=self._texts.word(sena))
                    return [Line(LineKind.SENA, words)]
                case Looked(seat, other):
                    return [
                        Line(LineKind.SENA, self._texts("acta-looks", name=names[seat], other=names[other]))
                    ]
        return []

    def _end(self, event: Event, before: State, mesa: State) -> None:
        """Records the end of a lance, a payment, or the end of a juego, vaca or hand; ignores other events.

        Stones that a player sheds are not added to `paid`.
        """
        story = self._hands[-1]
        match event:
            case Closed(lance=closed):
                story.close_lance(wanted=closed.estado is not Estado.RECHAZADO)
                if lucky := closed.suertudos:
                    names = self._texts.join_names(self._partida.names_of(lucky))
                    words = self._texts("acta-suertudos", names=names, count=len(lucky))
                    self._lines(before.fase, [Line(LineKind.TABLE, words)])
            case Paid():
                *put, row = self._wording.payment(event, mesa).splitlines()
                story.count += [*((None, words) for words in put), (event.bando, row)]
                if event.por is not Por.SACA:
                    story.paid[event.bando] = story.paid.get(event.bando, 0) + event.piedras
            case JuegoWon(bando) | JuegoLost(bando):
                story.won = bando
                story.news.append(self._juego_over(event, mesa))
                self._juego += 1
            case VacaWon() if mesa.rules.vacas > 1:
                story.news.append(self._texts("acta-vaca", vacas=self._wording.row(mesa.vacas)))
            case HandEnded():
                story.end_hand(mesa, self._cards(mesa))
            case _:
                pass

    def _juego_over(self, event: JuegoWon | JuegoLost, mesa: State) -> str:
        """Returns the sentence about a juego won or lost."""
        side, juegos = self._wording.side(event.bando), self._wording.row(mesa.juegos)
        if isinstance(event, JuegoWon):
            return self._texts("acta-juego", side=side, juegos=juegos)
        return self._texts("acta-juego-lost", side=side, juegos=juegos)
