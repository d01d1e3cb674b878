"""Prints a partida hand by hand in a person's language: cards, words and payments."""

from __future__ import annotations

from functools import reduce

from musbot.acta.partida import Acta, require_acta
from musbot.acta.wording import LABELS, Wording, changes, head
from musbot.game.cards import HAND_SIZE
from musbot.game.engine import awaited_seats, winner
from musbot.game.errors import BadArgument
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
    Owed,
    Paid,
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
    VacaWon,
)
from musbot.game.evolve import evolve
from musbot.game.lances import Fase
from musbot.game.state import Descarte, Reparto, State
from musbot.game.views import sort_hand
from musbot.words.cards import card_signs, describe_holding
from musbot.words.texts import LANGUAGES, Texts


def tell(partida: Acta, texts: Texts | str) -> str:
    """Returns the partida as text in one language, with every player's cards; each line ends with a line
    break.

    `texts` may be the code of a language: `es`, `en` or `eu`. Raises BadArgument for another one, or for a
    value that is no Acta.
    """
    require_acta(partida)
    teller = _Teller(partida, _find_texts(texts))
    for event in partida.events:
        teller.add_event(event)
    return "".join(f"{line}\n" for line in teller.finish())


def _find_texts(texts: Texts | str) -> Texts:
    """Returns the texts of a language by its code, or the texts themselves; raises BadArgument."""
    if isinstance(texts, Texts):
        return texts
    if texts not in LANGUAGES:
        raise BadArgument("texts", texts, f"a language: {', '.join(LANGUAGES)}")
    return Texts(texts)


class _Teller:
    """Collects the lines of a partida. The words of a phase are buffered until it ends."""

    def __init__(self, partida: Acta, texts: Texts) -> None:
        self._partida = partida
        self._names = partida.names
        self._texts = texts
        self._wording = Wording(partida, texts)
        self._mesa: State | None = None
        self._lines: list[str] = []
        self._label = ""
        self._said: list[str] = []
        self._shown: list[str] = []

    def add_event(self, event: Event) -> None:
        """Adds the lines for one event; words wait until their phase ends."""
        before, mesa = self._mesa, evolve(self._mesa, event)
        self._mesa = mesa
        if isinstance(event, Began) or before is None:
            self._tell_start(mesa)
        elif isinstance(event, Dealt):
            self._tell_deal(event, mesa)
        elif isinstance(event, Declared):
            self._add_word(event.lance.value, self._wording.declaration_text(event, mesa))
        elif isinstance(event, (Said, Discarded, Served, Reshuffled, GraciaOver, Signed, Looked)):
            self._add_word(before.fase, self._wording.word(event))
            if isinstance(event, Served) and event.visto is not None:
                self._add_word(before.fase, self._wording.visto(event.seat, event.visto))
            if isinstance(event, (Discarded, Served)) and _is_discard_over(mesa):
                self._tell_cards(mesa)
        elif isinstance(event, Closed):
            self._tell_suertudos(before.fase, event)
        else:
            self._tell_count(event, mesa)

    def _tell_suertudos(self, label: str, closed: Closed) -> None:
        """Adds a line with the players who withdrew and found no stones left (R65), if there are any."""
        if lucky := closed.lance.suertudos:
            names = self._texts.join_names([self._names[seat] for seat in lucky])
            self._add_word(label, self._texts("acta-suertudos", names=names, count=len(lucky)))

    def finish(self) -> list[str]:
        """Returns all lines; the last one names the next players to speak, or says that a deal is due.

        A finished partida has no such line.
        """
        self._flush()
        mesa = self._partida.mesa
        turn = self._partida.names_of(awaited_seats(mesa))
        if turn:
            self._lines.append(
                self._texts("acta-awaited", names=self._texts.join_names(turn), count=len(turn))
            )
        elif winner(mesa) is None:
            self._lines.append(self._texts("acta-to-deal"))
        return self._lines

    def _tell_start(self, mesa: State) -> None:
        """Adds the game, the sides, the rules that differ from the named edition, and the score.

        The score is left out if the first juego has just begun.
        """
        texts, rules = self._texts, mesa.rules
        sides = [self._wording.side(bando) for bando in range(len(mesa.piedras))]
        self._lines.append(head(texts, rules))
        self._lines.append(
            reduce(lambda one, other: texts("acta-against", one=one, other=other), sides) + "."
        )
        if changed := changes(texts, rules):
            self._lines.append(texts("acta-changes", changes=texts.join_names(changed)))
        if any(mesa.juegos) or mesa.piedras != rules.start(mesa.juegos):
            score = texts(
                "acta-score-games", score=self._wording.score(mesa), juegos=self._wording.row(mesa.juegos)
            )
            self._lines.append(texts("acta-start", score=score))

    def _tell_deal(self, event: Dealt, mesa: State) -> None:
        """Adds the heading of a hand, its cards, and a card dealt face up if there is one."""
        self._flush()
        self._lines += ["", self._texts("acta-hand", hand=str(event.hand), name=self._names[event.mano])]
        self._tell_cards(mesa)
        if event.visto is not None:
            self._add_line(self._wording.visto(*event.visto))

    def _tell_cards(self, mesa: State) -> None:
        """Adds each player's cards, from the mano on; players without cards are left out.

        A hand of HAND_SIZE cards has its value too.
        """
        width = max(map(len, self._names))
        for seat in mesa.circle(mesa.mano):
            hand = mesa.cards[seat]
            cards = card_signs(self._texts, sort_hand(hand, mesa.rules.reyes))
            held = f" — {describe_holding(self._texts, hand, mesa.rules)}" if len(hand) == HAND_SIZE else ""
            if hand:
                self._add_line(f"  {self._names[seat]:{width}}  {cards}{held}")

    def _tell_count(self, event: Event, mesa: State) -> None:
        """Adds the lines for the start of a count, a payment, or an end (juego, vaca, hand or partida).

        Of a showdown it only keeps the players, for a later line.
        """
        texts = self._texts
        match event:
            case Shown(cards):
                self._shown = [self._names[seat] for seat, hand in enumerate(cards) if hand]
            case Owed():
                self._tell_comparison(event)
            case Paid():
                for row in self._wording.payment(event, mesa).splitlines():
                    self._add_line(f"  {row}")
            case JuegoWon() | JuegoLost():
                self._tell_juego(event, mesa)
            case VacaWon() if mesa.rules.vacas > 1:
                self._add_line(texts("acta-vaca", vacas=self._wording.row(mesa.vacas)))
            case HandEnded() if (won := winner(mesa)) is not None:
                count = len(self._partida.side(won))
                self._lines.append(texts("acta-won", side=self._wording.side(won), count=count))
            case HandEnded() if mesa.phase == Reparto():
                self._add_line(texts("acta-score", score=self._wording.score(mesa)))
            case _:
                pass

    def _tell_juego(self, event: JuegoWon | JuegoLost, mesa: State) -> None:
        """Adds the score and the end of a juego; first a note if shown cards do not count (R91)."""
        if self._shown:
            self._add_line(self._texts("acta-shown"))
            self._shown = []
        self._add_line(self._texts("acta-score", score=self._wording.score(mesa)))
        texts, side, juegos = self._texts, self._wording.side(event.bando), self._wording.row(mesa.juegos)
        if isinstance(event, JuegoWon):
            self._add_line(texts("acta-juego", side=side, juegos=juegos))
        else:
            self._add_line(texts("acta-juego-lost", side=side, juegos=juegos))

    def _tell_comparison(self, event: Owed) -> None:
        """Adds the players whose cards were compared in mid-hand (R67, R68), or the start of the count."""
        if not event.goes_on:
            self._add_line(self._texts("acta-count"))
        elif self._shown:
            names = self._texts.join_names(self._shown)
            self._add_line(self._texts("acta-seen", names=names, count=len(self._shown)))
        self._shown = []

    def _add_word(self, label: str, words: str) -> None:
        """Keeps a word under the label of its phase; a new phase first writes the words before it."""
        if label != self._label:
            self._flush()
            self._label = label
        self._said.append(words)

    def _add_line(self, line: str) -> None:
        """Adds an indented line, after the words that are kept."""
        self._flush()
        self._lines.append(f"  {line}")

    def _flush(self) -> None:
        """Adds the kept words as one line, and forgets them."""
        if self._said:
            label = self._texts(LABELS[self._label])
            self._lines.append(f"  {label} — {' · '.join(self._said)}")
        self._label, self._said = "", []


def _is_discard_over(mesa: State) -> bool:
    """Returns whether all cards of a discard were served; another may be due (R105)."""
    phase = mesa.phase
    begins = isinstance(phase, Descarte) and not any(hand is not None for hand in phase.thrown)
    return begins or mesa.fase is not Fase.DESCARTE
