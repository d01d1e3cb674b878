"""Pairs of games: two players meet twice with the same cards and exchange seats."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from musbot.game.actions import Seat
from musbot.game.engine import winner
from musbot.game.errors import BadArgument, MusError
from musbot.game.events import Event, JuegoWon, Paid
from musbot.game.rule_sets import find_rules
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.players import PLAYERS, Player, play_out
from musbot_research.arena.own import Fault, OwnPlayer, end_all, is_own

MOST_HANDS = 500
"""Hands after which a game is drawn, because Tres Mus does not end if all players pass (R63)."""

SINGLE = {"juegos": 1, "vacas": 1}
"""The options of partidas of a single juego."""


class WrongMatch(MusError):
    """Players that cannot meet; the message says why."""


class Bout(NamedTuple):
    """The two kinds of players that meet."""

    one: str
    """The first kind."""
    other: str
    """The other kind."""


class Leg(NamedTuple):
    """A game's result for the first player."""

    points: float
    """1 for a win, 0 for a loss, 0.5 for a draw."""
    lead: int
    """The lead in piedras; the winner of a juego, also by órdago (R35), has all its piedras."""
    hands: int
    """Number of hands."""
    replaced: int = 0
    """Number of custom players' words that prudente said instead."""
    faults: tuple[Fault, ...] = ()
    """These words by player, each with its first failure; empty without any."""


Pair = tuple[Leg, Leg]
"""A game, and the game with seats exchanged; the first dealer stays."""


@dataclass(frozen=True, slots=True, init=False)
class Arena:
    """The rules, and the seed of all deals and random choices."""

    rules: RuleSet
    """The rules."""
    seed: str
    """The seed."""
    keeps_going: bool = False
    """Whether prudente speaks for a custom player that fails. Otherwise PlayerFailed ends the match."""

    def __init__(self, rules: RuleSet | str, seed: str, keeps_going: bool = False) -> None:  # noqa: FBT001, FBT002
        """Takes rules or a named rule set, and the values of the other fields.

        Raises UnknownRuleSet or BadArgument.
        """
        if not isinstance(seed, str):
            raise BadArgument("seed", seed, "a text, such as 'first'")
        for name, value in (("rules", find_rules(rules)), ("seed", seed), ("keeps_going", keeps_going)):
            object.__setattr__(self, name, value)

    def play(self, bout: Bout, number: int) -> Pair:
        """Returns the pair of games with this number: the same deck, seats exchanged.

        Raises WrongMatch for an unknown kind of player.
        """
        check_kinds(self.rules, bout)
        return self._leg(bout, number, 0), self._leg(bout, number, 1)

    def _leg(self, bout: Bout, number: int, first: int) -> Leg:
        """Returns one game of a pair; `first` is the side, 0 or 1, of the first player.

        A game without a winner after MOST_HANDS hands is a draw.
        """
        label = f"{self.seed}|{number}"
        seed = hashlib.sha256(f"musbot-arena|{label}".encode()).digest()
        baraja = Baraja(seed, f"arena|{label}")
        kinds = [bout[(seat + first) % 2] for seat in range(self.rules.default_seats)]
        label = f"{label}|{'|'.join(bout)}|{first}"
        players = [self._make_player(kind, f"{label}|{seat}", seat) for seat, kind in enumerate(kinds)]
        events, mesa = play_out(self.rules, players, baraja, Random(label), MOST_HANDS)
        won = winner(mesa)
        points = 0.5 if won is None else float(won % 2 == first)
        faults = tuple(it for player in players if isinstance(player, OwnPlayer) for it in player.faults())
        return Leg(points, self._lead(events, first), mesa.hand, sum(it.words for it in faults), faults)

    def _make_player(self, kind: str, game: str, seat: Seat) -> Player:
        """Returns a player for a game, seeded by the game's name."""
        rng = Random(game)
        if kind in PLAYERS:
            return PLAYERS[kind](rng)
        return OwnPlayer(kind, game, seat, rng, keeps_going=self.keeps_going)

    def _lead(self, events: Iterable[Event], first: int) -> int:
        """Returns the lead in piedras of side `first` over all juegos; 0 if the rules have no lead."""
        if not has_piedras(self.rules):
            return 0
        target, lead, piedras = self.rules.piedras, 0, [0, 0]
        for event in events:
            match event:
                case Paid(bando=bando, piedras=many):
                    piedras[bando] += many
                case JuegoWon(bando):
                    by = target - piedras[1 - bando]
                    lead += by if bando == first else -by
                    piedras = [0, 0]
                case _:
                    pass
        return lead


def has_piedras(rules: RuleSet) -> bool:
    """Returns whether two sides gather piedras, so that a lead exists."""
    return rules.gathers and not rules.plays_alone


def one_juego(rules: RuleSet | str) -> RuleSet:
    """Returns rules, or a named rule set, for partidas of a single juego (R53)."""
    found = find_rules(rules)
    return found.with_changes({name: value for name, value in SINGLE.items() if name in found.fields})


def check_kinds(rules: RuleSet, kinds: Sequence[str]) -> tuple[str, ...]:
    """Returns the kinds; raises WrongMatch for an unknown kind, or rules with an odd usual number of
    seats."""
    for kind in kinds:
        if kind not in PLAYERS and not (isinstance(kind, str) and is_own(kind)):
            known = ", ".join(PLAYERS)
            raise WrongMatch(f"{kind!r} is no player: expected one of {known}, ./FILE.py:CLASS, ./PROGRAM")
    if rules.default_seats % 2:
        raise WrongMatch(f"{rules.default_seats} seats: expected an even number ({rules.name})")
    return tuple(kinds)


def play_all(arena: Arena, tasks: Sequence[tuple[Bout, int]], processes: int) -> Iterator[tuple[Bout, Pair]]:
    """Yields every task's pair in the given order, played in `processes` processes.

    All processes end with the iterator.
    """
    work = partial(_play_task, arena)
    if processes == 1:
        try:
            yield from map(work, tasks)
        finally:
            end_all()
        return
    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # the parent handles Ctrl-C
        yield from pool.imap(work, tasks, chunksize=2)


def _play_task(arena: Arena, task: tuple[Bout, int]) -> tuple[Bout, Pair]:
    """Returns a task's bout and its pair of games."""
    return task[0], arena.play(*task)
