"""A room to play in: whole partidas between AI players, and simple ones to measure a player against."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from musbot.game.actions import Action, Voz
from musbot.game.cards import DECK, HAND_SIZE, Hand, cards
from musbot.game.engine import begin, cards_due, deal, decide, expire, gracia, serve, winner
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusSeen
from musbot.game.rules_base import RuleSet
from musbot.game.state import Servir, State
from musbot.game.views import View, observe
from musbot.players import Player
from musbot.players.mus.descarte import choose_throw, cutting_value

Factory = Callable[[Random], Player]


@dataclass
class Sala:
    """A partida under way; `heed` hears every word with the view it was said from and the seconds it took."""

    rules: RuleSet
    players: Sequence[Player]
    rng: Random
    heed: Callable[[View, Action, float], None] = lambda view, action, seconds: None
    mesa: State = field(init=False)

    def __post_init__(self) -> None:
        (began,) = begin(self.rules, len(self.players))
        self.mesa = evolve(None, began)

    def play(self) -> int:
        """Plays to the end and returns the side that wins."""
        while (won := winner(self.mesa)) is None:
            self.step()
        return won

    def play_hands(self, most: int) -> None:
        """Plays to the end, or until so many hands are over: of all who pass Tres Mus has no end (R63)."""
        while winner(self.mesa) is None and (self.mesa.hand < most or cards_due(self.mesa) is None):
            self.step()

    def step(self) -> None:
        for event in self._events():
            self.mesa = evolve(self.mesa, event)

    def _events(self) -> tuple[Event, ...]:
        owed = cards_due(self.mesa)
        if owed is not None and owed.seat is None:
            return self._deal()
        if owed is not None:
            return self._serve(tuple(self.rng.sample(self.mesa.pile(), owed.count)))
        turno = observe(self.mesa).turno
        if gracia(self.mesa) is not None and self.rng.random() < 0.5:
            return expire(self.mesa)
        seat = self.rng.choice(turno)
        view = observe(self.mesa, seat)
        start = perf_counter()
        action = self.players[seat].choose(view)
        self.heed(view, action, perf_counter() - start)
        return decide(self.mesa, seat, action)

    def _serve(self, drawn: Hand) -> tuple[Event, ...]:
        phase = self.mesa.require_phase(Servir)
        may_show = self.rules.visto_when_served and not phase.last and phase.visto is None
        shows = may_show and self.rng.random() < self.rules.mus_visto
        return serve(self.mesa, drawn, self.rng.choice(drawn) if shows else None)

    def _deal(self) -> tuple[Event, ...]:
        seats = self.mesa.seats
        dealt = self.rng.sample(DECK, len(DECK))
        hands = [tuple(dealt.pop() for _ in range(size)) for size in self.mesa.hand_sizes()]
        visto = None
        if self.rng.random() < self.rules.mus_visto:
            seat = self.rng.randrange(seats)
            visto = (seat, self.rng.choice(hands[seat]))
        return deal(self.mesa, hands, visto)


def asked(
    rules: RuleSet,
    hands: Mapping[int, str],
    *said: tuple[int, Action],
    piedras: tuple[int, ...] | None = None,
    visto: bool = False,
) -> View:
    """Returns the view of who speaks next, these cards dealt, and any others, and words said; mano 0."""
    held = {seat: cards(hand) for seat, hand in hands.items()}
    rest = [c for c in DECK if not any(c in hand for hand in held.values())]
    Random(0).shuffle(rest)
    dealt = [
        held[seat] if seat in held else tuple(rest.pop() for _ in range(HAND_SIZE))
        for seat in range(rules.default_seats)
    ]
    (began,) = begin(rules, rules.default_seats, piedras=piedras)
    mesa = evolve(None, began)
    for event in deal(mesa, dealt, (0, dealt[0][0]) if visto else None):
        mesa = evolve(mesa, event)
    for seat, action in said:
        for event in decide(mesa, seat, action):
            mesa = evolve(mesa, event)
    return observe(mesa, observe(mesa).turno[0])


def match(
    rules: RuleSet,
    one: Factory,
    other: Factory,
    partidas: int,
    seed: int,
    heed: Callable[..., None] | None = None,
) -> int:
    """Returns how many partidas the first wins, sitting on either side by turns."""
    won = 0
    for n in range(partidas):
        rng = Random(seed * 1_000_003 + n)
        swap = n % 2
        seats = rules.players.start
        players = [(one if seat % 2 == swap else other)(rng) for seat in range(seats)]
        sala = Sala(rules, players, rng, heed) if heed else Sala(rules, players, rng)
        won += sala.play() == swap
    return won


class Simple:
    """Says mus and throws like anybody, and always the same in a lance: the first of its words offered."""

    words: tuple[Action, ...] = ()

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        assert isinstance(view.modo, MusSeen)
        if view.fase == "mus":
            return Action(Voz.NO_MUS if cutting_value(view, view.modo.rules) > 0 else Voz.MUS)
        if view.fase == "descarte":
            return choose_throw(view, view.modo.rules)
        return next(a for a in self.words if any(offer.covers(a) for offer in view.offers))


class Timido(Simple):
    """Never bets, never accepts."""

    words = (Action(Voz.PASO), Action(Voz.NO_QUIERO))


class Querelotodo(Simple):
    """Never bets, accepts everything."""

    words = (Action(Voz.PASO), Action(Voz.QUIERO))


class Bravo(Simple):
    """Always bets, always raises; half the time accepts instead, lest it never end."""

    words = (Action(Voz.ENVIDO, 2), Action(Voz.Y_YO), Action(Voz.QUIERO))

    def choose(self, view: View) -> Action:
        action = super().choose(view)
        return Action(Voz.QUIERO) if action.voz is Voz.Y_YO and self.rng.random() < 0.5 else action
