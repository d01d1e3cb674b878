"""Sentences about a partida that the text and the page share: words, payments and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.acta.partida import Acta
from musbot.game.actions import Bando, Seat, Voz
from musbot.game.cards import Card
from musbot.game.events import (
    Declared,
    Discarded,
    GraciaOver,
    Looked,
    Paid,
    Reshuffled,
    Said,
    Served,
    Signed,
)
from musbot.game.rule_sets import origin
from musbot.game.rules_base import RuleSet
from musbot.game.state import State
from musbot.game.views import observe
from musbot.game.voces import write_voz
from musbot.words.cards import card_name, card_signs
from musbot.words.count import CountFacts, lance_players, payment_text, piedras_text
from musbot.words.texts import Key, Texts
from musbot.words.values import field_with_value, rules_name_before_piedras

LABELS: Mapping[str, Key] = {
    "mus": "acta-label-mus",
    "descarte": "acta-label-descarte",
    "grande": "acta-label-grande",
    "chica": "acta-label-chica",
    "pares": "acta-label-pares",
    "juego": "acta-label-juego",
    "punto": "acta-label-punto",
}
"""The heading of each phase."""

LONGEST_NUMBER = 20
"""The maximum number of digits of a number that is written out."""


class Wording:
    """Writes the sentences about one partida in one language."""

    def __init__(self, partida: Acta, texts: Texts) -> None:
        self._partida = partida
        self._names = partida.names
        self._texts = texts

    def declaration_text(self, event: Declared, mesa: State) -> str:
        """Returns the sentence about the players who have pares or juego (R11), also if no player has.

        If none has and players with cards have no stones, it says that no player in play has (R86).
        """
        names = [self._names[seat] for seat, has in enumerate(event.has) if has]
        waits = any(hand and seat not in mesa.playing_seats() for seat, hand in enumerate(mesa.cards))
        if waits and not names:
            return self._texts("acta-have-nobody-playing")  # R86
        return self._texts("acta-have", names=self._texts.join_names(names), count=len(names))

    def word(self, event: Said | Discarded | Served | Reshuffled | GraciaOver | Signed | Looked) -> str:
        """Returns the sentence about a word, discard, served cards, new shuffle, end of the gracia, seña or
        look.

        Cards are always named; a discard without cards is servido. A seña names the players who saw it.
        """
        texts, names = self._texts, self._names
        match event:
            case Said(seat, action):
                return texts("aloud-said", name=names[seat], words=texts.word(write_voz(action)))
            case Discarded(seat, ()):
                return texts("aloud-said", name=names[seat], words=texts.word(Voz.SERVIDO))
            case Discarded(seat, cards):
                return texts("acta-threw", name=names[seat], cards=card_signs(texts, cards))
            case Served(seat, cards):
                return texts("acta-took", name=names[seat], cards=card_signs(texts, cards))
            case Reshuffled(kept):
                alone = texts("acta-reshuffled")
                return alone if kept is None else texts("acta-reshuffled-but", name=names[kept])
            case Signed(_, seat, sena, seen_by):
                seen = texts.join_names([names[who] for who in seen_by])
                return texts(
                    "acta-sena", name=names[seat], sena=texts.word(sena), seen=seen, count=len(seen_by)
                )
            case Looked(seat, other):
                return texts("acta-looks", name=names[seat], other=names[other])
            case GraciaOver():
                return texts("acta-gracia")

    def visto(self, seat: Seat, card: Card) -> str:
        """Returns the sentence about a card dealt or served face up (R24, R105)."""
        return self._texts("acta-visto", card=card_name(self._texts, card), name=self._names[seat])

    def payment(self, paid: Paid, mesa: State) -> str:
        """Returns the sentence about a payment: amount, winner and reason (R51).

        If the cards decide who takes the stones in the middle, a line before it names their players.
        """
        counted = CountFacts(
            player=lambda seat: self._names[seat],
            side=self.side,
            of_side=lambda bando: [seat for seat in mesa.circle(mesa.mano) if mesa.bando(seat) == bando],
            inside=lambda lance: lance_players(mesa.lances, lance, range(mesa.seats), mesa.bando),
            worth=mesa.jugada,
        )
        return payment_text(self._texts, counted, paid)

    def side(self, bando: Bando) -> str:
        """Returns the names of a side's players in words: "Ane y Carmen"."""
        return self._texts.join_names(self._partida.side(bando))

    def row(self, numbers: Sequence[int]) -> str:
        """Returns one line with each side's names and number: "Ane y Carmen 2 · Beñat y Dani 1"."""
        parts = (
            self._texts("acta-score-side", side=self.side(bando), piedras=number(n))
            for bando, n in enumerate(numbers)
        )
        return " · ".join(parts)

    def score(self, mesa: State) -> str:
        """Returns one line with the score of each side, in amarracos if the rules gather them (R52), with
        adentro (R54)."""
        view = observe(mesa)
        parts = []
        for bando, n in enumerate(mesa.piedras):
            counted = piedras_text(self._texts, n) if mesa.rules.gathers else str(n)
            score = self._texts("acta-score-side", side=self.side(bando), piedras=counted)
            parts.append(self._texts("acta-adentro", score=score) if view.adentro(bando) else score)
        return " · ".join(parts)


def head(texts: Texts, rules: RuleSet) -> str:
    """Returns the name of the game, and the piedras, juegos and vacas that win it (with stones: piedras and
    juegos)."""
    name, to, juegos = rules_name_before_piedras(texts, rules.name), rules.piedras, rules.juegos
    if rules.gathers:
        return texts("acta-game", reglas=name, piedras=to, juegos=juegos, vacas=rules.vacas)
    return texts("acta-game-stones", reglas=name, piedras=to, juegos=juegos)


def changes(texts: Texts, rules: RuleSet) -> list[str]:
    """Returns the rules that differ from the named edition, each as field and value in words.

    For a custom set, which has no edition, it returns all its rules.
    """
    return [field_with_value(texts, field, value) for field, value in origin(rules)[2].items()]


def number(n: int) -> str:
    """Returns a number in full; with more than `LONGEST_NUMBER` digits its first digit and a power of ten."""
    digits = str(n)
    return digits if len(digits) <= LONGEST_NUMBER else f"{digits[0]}·10^{len(digits) - 1}"
