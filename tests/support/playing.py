"""A table for tests: words in, as in an acta, and the state, the log and the payments out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import pytest

from musbot.game import engine
from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import DECK, Card, card, cards, write_cards
from musbot.game.engine import awaited_seats, begin, cards_due, deal, decide, expire, serve
from musbot.game.envite import Envite
from musbot.game.errors import Illegal
from musbot.game.events import Event, Paid, Shown
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.modos.piedras.puja import Puja
from musbot.game.modos.piedras.state import PiedrasState
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.state import Descarte, Mus, State
from musbot.words.texts import LANGUAGES, Texts

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Garazi", "Haritz")
LETTERS = "ABCDEFGH"
"""The seats, in turn order; tests write their initials."""

PLAIN = ("4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o", "2o 7o 11o 5e")
"""Nobody has pares or juego; C has the best grande and punto (30), D the best chica (B with four reyes)."""

RICH = ("12o 3c 11b 1e", "7o 7c 7e 10b", "1o 4c 5b 6e", "2o 2c 12e 12b")
"""Pares: A a par, B medias, D duples; juego: A and B 31, B's with three sevens and a sota."""

TRIOS = (*RICH, "4o 4e 5o 6o", "10o 11o 12c 3o")
"""Six hands: pares A, B, D, E (a par) and F (a par); juego A, B and F (40)."""

DEALT = {2: PLAIN[:2], 3: PLAIN[:3], 4: PLAIN, 5: TRIOS[:5], 6: TRIOS}


def action(words: str) -> Action:
    """Returns a word as an acta has it: `envido 5`, `3 más`, `descarta 4o 5c`, `seña duples`, `miro B`."""
    if match := re.fullmatch(r"(-?\d+) más", words):
        return Action(Voz.MAS, int(match[1]))
    if match := re.fullmatch(r"envido( -?\d+)?", words):
        return Action(Voz.ENVIDO, int(match[1] or 2))
    if match := re.fullmatch(r"acepto (\d+)", words):
        return Action(Voz.ACEPTO, int(match[1]))
    if words.startswith("descarta"):
        return Action(Voz.DESCARTA, cards=cards(words.removeprefix("descarta")))
    if words.startswith("seña "):
        return Action(Voz.SENA, sena=Sena(words.removeprefix("seña ")))
    if words.startswith("miro "):
        return Action(Voz.MIRO, seat=seat_of(words.removeprefix("miro ")))
    return Action(Voz(words))


def told(refusal: Illegal) -> Illegal:
    """The same refusal, for which every language has its words."""
    for language in LANGUAGES:
        assert Texts(language).illegal_text(refusal, NAMES)
    return refusal


def seat_of(letter: str) -> Seat:
    return LETTERS.index(letter)


def fold(log: list[Event]) -> State:
    mesa = reduce(evolve, log, None)
    assert mesa is not None
    return mesa


@dataclass
class Table:
    """A partida being played: `pile` are the cards to be drawn, in order."""

    mesa: State
    log: list[Event] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)

    def happen(self, events: tuple[Event, ...]) -> Table:
        for event in events:
            self.mesa = evolve(self.mesa, event)
        self.log += events
        return self

    def deal(self, *hands: str, visto: str | None = None) -> Table:
        """Deals these hands by seat; `visto` as in `A 12o`."""
        shown = (seat_of(visto[0]), card(visto[2:])) if visto else None
        dealt = tuple(cards(hand) for hand in hands or DEALT[self.mesa.seats])
        return self.happen(deal(self.mesa, dealt, shown))

    def draw(self, text: str) -> Table:
        """Says which cards will be drawn, in order."""
        self.pile += cards(text)
        return self._served()

    def say(self, *words: str) -> Table:
        """Plays words such as `A envido 5`, and `tiempo` for the end of the gracia."""
        for said in words:
            if said == "tiempo":
                self.happen(expire(self.mesa))
            else:
                self.happen(decide(self.mesa, seat_of(said[0]), action(said[2:])))
            self._served()
        return self

    def paso(self, lances: int = 1) -> Table:
        """Everybody passes in so many lances; in the mus phase the mano cuts first."""
        if isinstance(self.mesa.phase, Mus):
            self.happen(decide(self.mesa, awaited_seats(self.mesa)[0], Action(Voz.NO_MUS)))
        for _ in range(lances):
            closed = len(self.mesa.lances)
            while isinstance(self.mesa.phase, Envite) and len(self.mesa.lances) == closed:
                self.happen(decide(self.mesa, awaited_seats(self.mesa)[0], Action(Voz.PASO)))
        return self

    def refused(self, words: str) -> Illegal:
        """Returns why words are refused."""
        return self.refuses(seat_of(words[0]), action(words[2:]))

    def refuses(self, seat: Seat, said: Action) -> Illegal:
        """Returns why an action is refused, having seen that a player of any language is told."""
        with pytest.raises(Illegal) as refusal:
            decide(self.mesa, seat, said)
        return told(refusal.value)

    def _served(self) -> Table:
        while self.pile and (owed := cards_due(self.mesa)) is not None and owed.seat is not None:
            drawn, self.pile = self.pile[: owed.count], self.pile[owed.count :]
            self.happen(serve(self.mesa, tuple(drawn)))
        return self

    @property
    def mus(self) -> MusState:
        assert isinstance(self.mesa, MusState)
        return self.mesa

    @property
    def con_piedras(self) -> PiedrasState:
        assert isinstance(self.mesa, PiedrasState)
        return self.mesa

    @property
    def puja(self) -> Puja:
        assert isinstance(self.mesa.phase, Puja)
        return self.mesa.phase

    @property
    def envite(self) -> Envite:
        assert isinstance(self.mesa.phase, Envite)
        return self.mesa.phase

    @property
    def turno(self) -> str:
        """Whose word is awaited, as initials in turn order."""
        return "".join(LETTERS[seat] for seat in awaited_seats(self.mesa))

    @property
    def voces(self) -> dict[str, list[str]]:
        """What each seat is offered, by initial; seats with nothing left out."""
        seats = range(self.mesa.seats)
        said = {LETTERS[s]: [offer.voz.value for offer in engine.offers(self.mesa, s)] for s in seats}
        return {letter: words for letter, words in said.items() if words}

    @property
    def hands(self) -> list[str]:
        return [write_cards(hand) for hand in self.mesa.cards]

    @property
    def lances(self) -> list[str]:
        """The lances closed: `grande querido 4`."""
        return [f"{c.lance} {c.estado} {c.piedras}" for c in self.mesa.lances]

    @property
    def paid(self) -> list[str]:
        """The payments of this hand, dejes included: `0 grande paso 1`."""
        return [f"{p.bando} {p.lance} {p.por} {p.piedras}" for p in self.mesa.tantos]

    def count(self) -> list[str]:
        """The payments made after the hands were last shown."""
        shown = max(n for n, event in enumerate(self.log) if isinstance(event, Shown))
        return [f"{p.bando} {p.lance} {p.por} {p.piedras}" for p in self.payments(shown)]

    def payments(self, start: int = 0) -> Iterator[Paid]:
        return (event for event in self.log[start:] if isinstance(event, Paid))


def opened(rules: str | RuleSet = "vitoria", /, **fields: Any) -> Table:
    """Opens a table; `seats`, `mano`, `juegos` and `piedras` are how it starts, other fields are rules."""
    start = {name: fields.pop(name) for name in ("seats", "mano", "juegos", "piedras") if name in fields}
    if "target" in fields:
        fields["piedras"] = fields.pop("target")
    if "to_win" in fields:
        fields["juegos"] = fields.pop("to_win")
    chosen = rules.with_changes(fields) if isinstance(rules, RuleSet) else rule_set(rules, fields)
    first = begin(chosen, **start)
    return Table(fold(list(first)), list(first))


def table(rules: str | RuleSet = "vitoria", /, *hands: str, **fields: Any) -> Table:
    """Opens a table and deals these hands, or some in which nobody has pares or juego."""
    return opened(rules, **fields).deal(*hands)


def betting(rules: str | RuleSet = "vitoria", /, *hands: str, **fields: Any) -> Table:
    """Opens a table at which the mano has just cut: grande is being bet."""
    return table(rules, *hands, **fields).paso(0)


def cards_of(t: Table, seat: Seat | None) -> str:
    """Returns what a seat holds."""
    assert seat is not None
    return t.hands[seat]


def at_grande(rules: str, *hands: str, **fields: Any) -> Table:
    """Opens a table of Tres Mus or Mus Francés: each is dealt these four cards and one more, to be thrown.

    Who has no stones is dealt none: their hand is "". `mano`, `juegos` and `piedras` are where it starts.
    """
    start = {name: fields.pop(name) for name in ("mano", "juegos", "piedras") if name in fields}
    chosen = rule_set(
        rules, {{"target": "piedras", "to_win": "juegos"}.get(k, k): v for k, v in fields.items()}
    )
    log = list(begin(chosen, len(hands), **start))
    return five(Table(fold(log), log), *hands)


def five(t: Table, *hands: str) -> Table:
    """Deals these hands, each with a fifth card, which everybody throws in turn."""
    held = [c for hand in hands for c in cards(hand)]
    spare = iter([c for c in DECK if c not in held])
    dealt = tuple((*cards(hand), next(spare)) if hand else () for hand in hands)
    t.happen(deal(t.mesa, dealt))
    while isinstance(t.mesa.phase, Descarte):
        seat = awaited_seats(t.mesa)[0]
        t.happen(decide(t.mesa, seat, Action(Voz.DESCARTA, cards=dealt[seat][4:])))
    return t


def stones(t: Table) -> tuple[list[int], list[int], int]:
    """What each holds, what each has in the middle, what has been shed."""
    mesa = t.con_piedras
    return list(mesa.piedras), [mesa.en_medio(s) for s in range(mesa.seats)], mesa.plato
