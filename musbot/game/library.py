"""A partida to play with, for who uses the rules as a library: its state, its log, its chance."""

from __future__ import annotations

from collections.abc import Iterator

from musbot.game.actions import Action, Bando, Seat, Words
from musbot.game.engine import awaited, begin, due, gracia, offers, play, waited, winner
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.game.state import State
from musbot.game.views import View, observe


class Partida:
    """A partida under way; its cards follow from a seed, so the same one deals the same cards again.

    `mesa` is the state, of which all hands can be read: show players their `view` instead. `log` is
    everything that has happened.
    """

    def __init__(
        self, rules: RuleSet | str = "parejas", *, seed: bytes, seats: int | None = None, mano: Seat = 0
    ) -> None:
        """Begins and deals the first hand; raises Illegal, BadRules, UnknownRuleSet or BadSeed (32 bytes)."""
        chosen = rule_set(rules) if isinstance(rules, str) else rules
        self._baraja = Baraja(seed, "partida")
        self.log: list[Event] = [*begin(chosen, seats, mano)]
        self.mesa: State = evolve(None, self.log[0])
        self._deal()

    @property
    def turno(self) -> tuple[Seat, ...]:
        """Whose word is awaited, in turn order; empty when the partida is over."""
        return awaited(self.mesa)

    @property
    def words(self) -> Words:
        """What the first of those awaited may say; nothing when the partida is over."""
        return self.may_say(self.turno[0]) if self.turno else Words()

    @property
    def winner(self) -> Bando | None:
        """The side that has won (R53), if one has."""
        return winner(self.mesa)

    def may_say(self, seat: Seat) -> Words:
        """Returns what a seat may say now, whether it is awaited or may merely interrupt (R26)."""
        return offers(self.mesa, seat)

    def view(self, seat: Seat | None = None) -> View:
        """Returns all that a seat may know, or a spectator (None)."""
        return observe(self.mesa, seat)

    def say(self, action: Action, seat: Seat | None = None) -> tuple[Event, ...]:
        """Says a word for a seat, or for the first of those awaited; returns what followed.

        Raises Illegal, with the rule broken; then nothing has changed.
        """
        speaker = self.turno[0] if seat is None and self.turno else seat or 0
        events, self.mesa = play(self.mesa, speaker, action)
        return self._since(len(self.log), events)

    def wait(self) -> tuple[Event, ...]:
        """Lets the time of R30 run out; returns what followed. Raises Illegal where nobody is waited for."""
        events, self.mesa = waited(self.mesa)
        return self._since(len(self.log), events)

    @property
    def waited_for(self) -> Seat | None:
        """Whose answer stands once the time of R30 has run out, if that is waited for."""
        return gracia(self.mesa)

    def _since(self, start: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self.log += events
        self._deal()
        return tuple(self.log[start:])

    def _deal(self) -> None:
        """Deals and serves until a word is awaited."""
        while due(self.mesa) is not None:
            dealt, self.mesa = self._baraja.drawn(self.mesa)
            self.log += dealt

    def __iter__(self) -> Iterator[Event]:
        """Yields everything that has happened so far."""
        return iter(tuple(self.log))
