"""A partida hand by hand as one reader may know it: what the page lays out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from musbot.acta.partida import Acta
from musbot.acta.wording import LABELS, Wording
from musbot.game.actions import Bando, Seat, Voz
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
from musbot.game.views import SenaMade, Threw, Took, heard, ordered
from musbot.game.voces import write_voz
from musbot.words.cards import holds, name
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: one `seat`'s player, or somebody who only looked on; once it is `over` all may know all."""

    over: bool
    seat: Seat | None = None


class LineKind(Enum):
    """What a line tells: a word of the game, an órdago, cards changed, a seña or look, the table."""

    WORD = "w"
    ORDAGO = "o"
    CARDS = "k"
    SENA = "e"
    TABLE = "t"


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said or done, by whom if by a player; `cards` stand where `words` have a CARDS."""

    kind: LineKind
    words: str
    seat: Seat | None = None
    cards: Hand = ()


CARDS = "\ue000"
"""In words, where cards are to be drawn."""


@dataclass(frozen=True, slots=True)
class Held:
    """A player's cards, or only how many are `unseen`, and what they hold."""

    seat: Seat
    cards: Hand
    unseen: int = 0
    holds: str = ""


@dataclass
class HandTold:
    """A hand: who held what as it was dealt and in the end, what was said, by lance, the count, the score.

    `before` and `after` are the piedras of each side, `won` whose the juego was (against whom it went, where
    stones are to be got rid of); `under` tells that the hand is not over, `unshown` that its cards were not
    shown (R80). An órdago is who said it, to what, and whether it was accepted.
    """

    number: int
    juego: int
    mano: Seat
    circle: tuple[Seat, ...]
    dealt: tuple[Held, ...]
    before: tuple[int, ...]
    held: tuple[Held, ...] = ()
    blocks: list[tuple[str, list[Line]]] = field(default_factory=list)
    count: list[tuple[Bando | None, str]] = field(default_factory=list)
    news: list[str] = field(default_factory=list)
    paid: dict[Bando, int] = field(default_factory=dict)
    ordagos: list[tuple[Seat, Fase, bool | None]] = field(default_factory=list)
    after: tuple[int, ...] = ()
    juegos: tuple[int, ...] = ()
    vacas: tuple[int, ...] = ()
    won: Bando | None = None
    changed: bool = False
    unshown: bool = False
    under: bool = True

    def closed(self, *, wanted: bool) -> None:
        """Notes what became of the órdagos of the lance that is closed."""
        self.ordagos = [
            (seat, lance, wanted if answer is None else answer) for seat, lance, answer in self.ordagos
        ]

    def ends(self, mesa: State, held: tuple[Held, ...]) -> None:
        """Notes how the hand has ended."""
        self.under, self.held, self.unshown = False, held, not mesa.shown
        self.after, self.juegos, self.vacas = mesa.piedras, mesa.juegos, mesa.vacas


def tell_hands(partida: Acta, texts: Texts, reader: Reader) -> list[HandTold]:
    """Returns every hand that was dealt, as its reader may know it."""
    story = _Story(partida, texts, reader)
    for event in partida.events:
        story.hear(event)
    return story.ended()


class _Story:
    """The hands so far; the last one is being told."""

    def __init__(self, partida: Acta, texts: Texts, reader: Reader) -> None:
        self._partida = partida
        self._texts = texts
        self._reader = reader
        self._wording = Wording(partida, texts)
        self._mesa: State | None = None
        self._juego = 1
        self._hands: list[HandTold] = []

    def hear(self, event: Event) -> None:
        """Tells one event."""
        before, mesa = self._mesa, evolve(self._mesa, event)
        self._mesa = mesa
        if before is None or isinstance(event, Began):
            return
        if isinstance(event, Dealt):
            self._deal(event, mesa)
        elif isinstance(event, (Said, Declared, Discarded, Served, Reshuffled, GraciaOver, Signed, Looked)):
            label = event.lance.value if isinstance(event, Declared) else before.fase
            self._lines(label, self._said(event, mesa))
            if isinstance(event, Said) and event.action.voz is Voz.ORDAGO:
                self._hands[-1].ordagos.append((event.seat, before.fase, None))
        else:
            self._end(event, before, mesa)

    def ended(self) -> list[HandTold]:
        """Returns all hands; the cards of one under way are as they are now."""
        if self._hands and self._hands[-1].under and self._mesa is not None:
            self._hands[-1].held = self._cards(self._mesa)
            self._hands[-1].after = self._mesa.piedras
        return self._hands

    def _deal(self, event: Dealt, mesa: State) -> None:
        told = HandTold(
            number=event.hand,
            juego=self._juego,
            mano=event.mano,
            circle=tuple(mesa.circle(event.mano)),
            dealt=self._cards(mesa),
            before=mesa.piedras,
        )
        self._hands.append(told)
        if event.visto is not None:
            seat, card = event.visto
            seen = self._texts("acta-visto", card=name(self._texts, card), name=self._partida.names[seat])
            self._lines("mus", [Line(LineKind.TABLE, seen)])

    def _cards(self, mesa: State) -> tuple[Held, ...]:
        """Everybody's cards; of those that the reader may not know only how many there are."""
        reader, texts = self._reader, self._texts
        held = []
        for seat in mesa.circle(mesa.mano):
            hand = ordered(mesa.cards[seat], mesa.rules.reyes)
            if reader.over or seat == reader.seat or seat in mesa.shown:
                worth = holds(texts, hand, mesa.rules) if len(hand) == HAND_SIZE else ""
                held.append(Held(seat, hand, 0, worth))
            elif hand:
                held.append(Held(seat, (), len(hand)))
        return tuple(one for one in held if one.cards or one.unseen)

    def _lines(self, label: str, lines: Sequence[Line]) -> None:
        if not lines:
            return
        blocks, heading = self._hands[-1].blocks, self._texts(LABELS[label])
        if not blocks or blocks[-1][0] != heading:
            blocks.append((heading, []))
        blocks[-1][1].extend(lines)

    def _said(
        self,
        event: Said | Declared | Discarded | Served | Reshuffled | GraciaOver | Signed | Looked,
        mesa: State,
    ) -> list[Line]:
        """What the reader knows of what was said or done."""
        texts, wording = self._texts, self._wording
        match event:
            case Said(seat, action):
                kind = LineKind.ORDAGO if action.voz is Voz.ORDAGO else LineKind.WORD
                return [Line(kind, texts.word(write_voz(action)), seat)]
            case Declared():
                return [Line(LineKind.TABLE, wording.have(event, mesa))]
            case Discarded() | Served():
                self._hands[-1].changed = True
                return self._changed(event)
            case Signed() | Looked() if not self._reader.over:
                return self._gestures(event)
            case Signed() | Looked():
                return [Line(LineKind.SENA, wording.word(event))]
            case Reshuffled() | GraciaOver():
                return [Line(LineKind.TABLE, wording.word(event))]

    def _changed(self, event: Discarded | Served) -> list[Line]:
        """Cards thrown or taken: which, where the reader may know, else how many."""
        seat, texts, thrown = event.seat, self._texts, isinstance(event, Discarded)
        who = self._partida.names[seat]
        if thrown and not event.cards:
            return [Line(LineKind.WORD, texts.word(Voz.SERVIDO), seat)]
        if self._reader.over or seat == self._reader.seat:
            facts = {"name": who, "cards": CARDS}
            words = texts("acta-threw", **facts) if thrown else texts("acta-took", **facts)
            return [Line(LineKind.CARDS, words, seat, event.cards)]
        known = heard(event, self._reader.seat, self._partida.rules)
        return [Line(LineKind.CARDS, words, seat) for it in known for words in self._counted(it, who)]

    def _counted(self, it: object, who: str) -> Iterator[str]:
        match it:
            case Threw(count=int(count)):
                yield self._texts("page-threw", name=who, count=count)
            case Took(count=count):
                yield self._texts("page-took", name=who, count=count)
            case _:
                return

    def _gestures(self, event: Signed | Looked) -> list[Line]:
        """A seña that the reader has made or seen, a look of their own; nothing else while it is played."""
        names = self._partida.names
        for it in heard(event, self._reader.seat, self._partida.rules):
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
        """How a lance was left, what was paid and why, and whose the juego was."""
        told = self._hands[-1]
        match event:
            case Closed(lance=closed):
                told.closed(wanted=closed.estado is not Estado.RECHAZADO)
                if lucky := closed.suertudos:
                    names = self._texts.listed(self._partida.named(lucky))
                    words = self._texts("acta-suertudos", names=names, count=len(lucky))
                    self._lines(before.fase, [Line(LineKind.TABLE, words)])
            case Paid():
                *put, row = self._wording.payment(event, mesa).splitlines()
                told.count += [*((None, words) for words in put), (event.bando, row)]
                if event.por is not Por.SACA:
                    told.paid[event.bando] = told.paid.get(event.bando, 0) + event.piedras
            case JuegoWon(bando) | JuegoLost(bando):
                told.won = bando
                told.news.append(self._juego_over(event, mesa))
                self._juego += 1
            case VacaWon() if mesa.rules.vacas > 1:
                told.news.append(self._texts("acta-vaca", vacas=self._wording.row(mesa.vacas)))
            case HandEnded():
                told.ends(mesa, self._cards(mesa))
            case _:
                pass

    def _juego_over(self, event: JuegoWon | JuegoLost, mesa: State) -> str:
        side, juegos = self._wording.side(event.bando), self._wording.row(mesa.juegos)
        if isinstance(event, JuegoWon):
            return self._texts("acta-juego", side=side, juegos=juegos)
        return self._texts("acta-juego-lost", side=side, juegos=juegos)
