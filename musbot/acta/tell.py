"""Tells a partida hand by hand, for a person: who had which cards, who said what, who was paid what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from musbot.acta.partida import Partida
from musbot.acta.voces import write_voz
from musbot.game.actions import Bando, Voz
from musbot.game.cards import HAND_SIZE
from musbot.game.engine import awaited, winner
from musbot.game.events import (
    Began,
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
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
)
from musbot.game.evolve import evolve
from musbot.game.mesa import FinDeJuego, Mesa, Reparto, Saldo
from musbot.game.views import fase, observe, ordered
from musbot.words.cards import holds, name, signs
from musbot.words.count import Counted, payment, piedras
from musbot.words.texts import Key, Texts

AMARRACO = 5
"""Piedras (R52)."""

_LABELS: Mapping[str, Key] = {
    "mus": "acta-label-mus",
    "descarte": "acta-label-descarte",
    "grande": "acta-label-grande",
    "chica": "acta-label-chica",
    "pares": "acta-label-pares",
    "juego": "acta-label-juego",
    "punto": "acta-label-punto",
}
"""Under what is told what was said, by phase."""

LONGEST_NUMBER = 20
"""Digits."""


def tell(partida: Partida, texts: Texts) -> str:
    """Returns the whole partida in one language, lines ended, the last one too."""
    teller = _Teller(partida, texts)
    for event in partida.events:
        teller.hear(event)
    return "".join(f"{line}\n" for line in teller.ended())


class _Teller:
    """The lines so far; what is `_said` waits under its `_label` until something else happens."""

    def __init__(self, partida: Partida, texts: Texts) -> None:
        self._partida = partida
        self._names = partida.names
        self._texts = texts
        self._mesa: Mesa | None = None
        self._lines: list[str] = []
        self._label = ""
        self._said: list[str] = []

    def hear(self, event: Event) -> None:
        """Tells one event."""
        before, mesa = self._mesa, evolve(self._mesa, event)
        self._mesa = mesa
        if isinstance(event, Began) or before is None:
            self._begin(mesa)
        elif isinstance(event, Dealt):
            self._deal(event, mesa)
        elif isinstance(event, Declared):
            self._say(event.lance.value, self._have(event))
        elif isinstance(event, (Said, Discarded, Served, Reshuffled, GraciaOver, Signed, Looked)):
            self._say(fase(before), self._word(event))
            if len(mesa.lances) > len(before.lances) and (lucky := mesa.lances[-1].suertudos):
                names = self._texts.listed([self._names[seat] for seat in lucky])
                self._say(fase(before), self._texts("acta-suertudos", names=names, count=len(lucky)))
            if isinstance(event, (Discarded, Served)) and fase(mesa) != "descarte":
                self._cards(mesa)
        else:
            self._count(event, mesa)

    def ended(self) -> list[str]:
        """Returns all the lines, and who is to speak."""
        self._flush()
        mesa = self._partida.mesa
        turn = self._partida.named(awaited(mesa))
        if turn:
            self._lines.append(self._texts("acta-awaited", names=self._texts.listed(turn), count=len(turn)))
        elif winner(mesa) is None:
            self._lines.append(self._texts("acta-to-deal"))
        return self._lines

    def _begin(self, mesa: Mesa) -> None:
        texts, rules = self._texts, mesa.rules
        sides = [self._side(bando) for bando in range(len(mesa.piedras))]
        key = "acta-game-stones" if rules.stones else "acta-game"
        self._lines.append(
            texts(key, reglas=rules.name, piedras=rules.piedras, juegos=rules.juegos, vacas=rules.vacas)
        )
        self._lines.append(
            reduce(lambda one, other: texts("acta-against", one=one, other=other), sides) + "."
        )
        changes = [f"{field} = {_plain(value)}" for field, value in rules.changes().items()]
        if changes:
            self._lines.append(texts("acta-changes", changes=texts.listed(changes)))
        if any(mesa.juegos) or mesa.piedras != rules.start(mesa.juegos):
            score = texts("acta-score-games", score=self._score(mesa), juegos=self._row(mesa.juegos))
            self._lines.append(texts("acta-start", score=score))

    def _deal(self, event: Dealt, mesa: Mesa) -> None:
        self._flush()
        self._lines += ["", self._texts("acta-hand", hand=str(event.hand), name=self._names[event.mano])]
        self._cards(mesa)
        if event.visto is not None:
            seat, card = event.visto
            seen = name(self._texts, card)
            self._line(self._texts("acta-visto", card=seen, name=self._names[seat]))

    def _cards(self, mesa: Mesa) -> None:
        """The cards of each, and what they are worth."""
        width = max(map(len, self._names))
        for seat in mesa.circle(mesa.mano):
            hand = mesa.cards[seat]
            cards = signs(self._texts, ordered(hand, mesa.rules.reyes))
            held = f" — {holds(self._texts, hand, mesa.rules)}" if len(hand) == HAND_SIZE else ""
            if hand:
                self._line(f"  {self._names[seat]:{width}}  {cards}{held}")

    def _have(self, event: Declared) -> str:
        names = [self._names[seat] for seat, has in enumerate(event.has) if has]
        return self._texts("acta-have", names=self._texts.listed(names), count=len(names))

    def _word(self, event: Said | Discarded | Served | Reshuffled | GraciaOver | Signed | Looked) -> str:
        texts, names = self._texts, self._names
        match event:
            case Said(seat, action):
                return texts("acta-said", name=names[seat], words=write_voz(action))
            case Discarded(seat, ()):
                return texts("acta-said", name=names[seat], words=Voz.SERVIDO.value)
            case Discarded(seat, cards):
                return texts("acta-threw", name=names[seat], cards=signs(texts, cards))
            case Served(seat, cards):
                return texts("acta-took", name=names[seat], cards=signs(texts, cards))
            case Reshuffled(kept):
                if kept is None:
                    return texts("acta-reshuffled")
                return texts("acta-reshuffled-but", name=names[kept])
            case Signed(_, seat, sena, seen_by):
                seen = texts.listed([names[who] for who in seen_by])
                return texts("acta-sena", name=names[seat], sena=sena.value, seen=seen, count=len(seen_by))
            case Looked(seat, other):
                return texts("acta-looks", name=names[seat], other=names[other])
            case GraciaOver():
                return texts("acta-gracia")

    def _count(self, event: Event, mesa: Mesa) -> None:
        texts = self._texts
        match event:
            case Shown(cards) if isinstance(mesa.phase, Saldo):
                seen = [self._names[seat] for seat, hand in enumerate(cards) if hand]
                self._line(texts("acta-seen", names=texts.listed(seen), count=len(seen)))
            case Shown():
                self._line(texts("acta-count"))
            case Paid():
                self._line(f"  {self._payment(event, mesa)}")
            case JuegoWon(bando):
                self._line(texts("acta-score", score=self._score(mesa)))
                juegos = self._row(mesa.juegos)
                self._line(texts("acta-juego", side=self._side(bando), juegos=juegos))
                if mesa.rules.vacas > 1 and isinstance(mesa.phase, FinDeJuego) and mesa.phase.vaca_over:
                    self._line(texts("acta-vaca", vacas=self._row(mesa.vacas)))
            case JuegoLost(bando):
                self._line(texts("acta-score", score=self._score(mesa)))
                juegos = self._row(mesa.juegos)
                self._line(texts("acta-juego-lost", side=self._side(bando), juegos=juegos))
            case HandEnded() if (won := winner(mesa)) is not None:
                count = len(self._partida.side(won))
                self._lines.append(texts("acta-won", side=self._side(won), count=count))
            case HandEnded() if mesa.phase == Reparto():
                self._line(texts("acta-score", score=self._score(mesa)))
            case _:
                pass

    def _payment(self, paid: Paid, mesa: Mesa) -> str:
        """A payment read aloud: how many, to whom and why (R51)."""
        counted = Counted(
            player=lambda seat: self._names[seat],
            side=self._side,
            of_side=lambda bando: [seat for seat in mesa.circle(mesa.mano) if mesa.bando(seat) == bando],
            worth=mesa.jugada,
        )
        return payment(self._texts, counted, paid)

    def _side(self, bando: Bando) -> str:
        return self._texts.listed(self._partida.side(bando))

    def _row(self, numbers: Sequence[int]) -> str:
        """A number for each side: "Ane y Carmen 2 · Beñat y Dani 1"."""
        told = (
            self._texts("acta-score-side", side=self._side(bando), piedras=_number(n))
            for bando, n in enumerate(numbers)
        )
        return " · ".join(told)

    def _score(self, mesa: Mesa) -> str:
        """The piedras of each side, in amarracos too (R52), and who is adentro (R54)."""
        view = observe(mesa)
        told = []
        for bando, n in enumerate(mesa.piedras):
            number = str(n) if mesa.rules.stones else piedras(self._texts, n)
            score = self._texts("acta-score-side", side=self._side(bando), piedras=number)
            told.append(self._texts("acta-adentro", score=score) if view.adentro(bando) else score)
        return " · ".join(told)

    def _say(self, label: str, words: str) -> None:
        if label != self._label:
            self._flush()
            self._label = label
        self._said.append(words)

    def _line(self, line: str) -> None:
        self._flush()
        self._lines.append(f"  {line}")

    def _flush(self) -> None:
        if self._said:
            label = self._texts(_LABELS[self._label])
            self._lines.append(f"  {label} — {' · '.join(self._said)}")
        self._label, self._said = "", []


def _number(n: int) -> str:
    """A number as one reads it: of one that no line would hold, only how large it is."""
    digits = str(n)
    return digits if len(digits) <= LONGEST_NUMBER else f"{digits[0]}·10^{len(digits) - 1}"


def _plain(value: object) -> str:
    return {True: "sí", False: "no"}[value] if isinstance(value, bool) else str(value)
