"""The chance of each side in each lance: exact for few possible hands, otherwise from random deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import prod, sqrt
from random import Random
from typing import NamedTuple

from musbot.coach.mus.worlds import sample_classes
from musbot.game import BadArgument, MusRules, worth
from musbot.game.actions import Seat, Sena
from musbot.game.cards import Card, Hand, cards
from musbot.game.errors import MusError
from musbot.game.lances import Jugada, Lance
from musbot.game.rule_sets import find_rules
from musbot.game.rules_base import RuleSet
from musbot.game.views import View
from musbot.players import PLAYERS
from musbot.players.mus.odds import (
    HandClasses,
    HandKnowledge,
    count_ways,
    hand_classes,
    possible_classes,
    unseen_copies,
)
from musbot_research.arena import Estimate
from musbot_research.arena.estimates import CONFIDENCE_ERRORS

EXACT = 120_000
"""Most combinations of hands that are all counted."""
_TRIES = 20_000
"""Number of attempts at a random deal before CannotBe is raised."""

Held = Hand | Sequence[str] | str | HandKnowledge | None
"""The hand of a player: four cards, also as texts, partial knowledge, or None if unknown."""


class CannotBe(MusError):
    """Hands that cannot be dealt together, or rules that are not of Mus; the message says which."""


class Odds(NamedTuple):
    """The chances in a lance. An exact chance is an interval of one point."""

    wins: tuple[Estimate, ...]
    """The chance of each side to win it, the mano's first. The rest to 1: no player takes part.

    Two sides, or one for each hand if every player plays alone (R16).
    """
    disputed: Estimate
    """The chance that more than one side takes part."""


def equity(
    hands: Sequence[Held], rules: RuleSet | str = "vitoria", *, deals: int = 20_000, seed: int = 0
) -> dict[Lance, Odds]:
    """Returns the chances in each lance for hands in turn order from the mano; sides alternate.

    Two hands, or one for each player: four in parejas, six in tríos, two to six alone (R16). No card is
    discarded and no lance conceded. Punto is played if no player has juego (R9). Up to EXACT
    combinations are all counted; of more, `deals` random ones are, which follow from `seed`. Raises CannotBe,
    BadHand, BadCard, UnknownRuleSet or BadArgument.
    """
    played = of_mus(rules)
    require_count("deals", deals)
    if not isinstance(hands, Sequence) or isinstance(hands, str):
        raise BadArgument("hands", hands, "a list of hands, such as ['12o 3c 11b 1e', None]")
    possible = Possible(hands, played)
    tally = _Tally(played.sides(len(hands)))
    if prod(map(len, possible.rows.values())) <= EXACT:
        for jugadas, many in possible.all():
            tally.add(jugadas, many)
        return tally.odds(exact=True)
    rng = Random(seed)
    for jugadas in possible.some(deals, rng):
        tally.add(jugadas, 1)
    return tally.odds(exact=False)


def known(view: View) -> list[Held]:
    """Returns a seat's knowledge of all hands, for `equity`: its cards, declarations, and señas it saw.

    Raises BadArgument unless `view` is a View.
    """
    require_view(view)
    return [view.mine if seat == view.seat else known_of(view, seat) for seat in view.circle()]


def known_of(view: View, seat: int) -> HandKnowledge:
    """Returns a view's knowledge of the hand at any other seat."""
    return HandKnowledge(
        view.pares[seat] if view.pares is not None else None,
        view.juego[seat] if view.juego is not None else None,
        tuple(sena for who, sena in view.seen if who == seat),
    )


def of_mus(rules: RuleSet | str) -> MusRules:
    """Returns rules of Mus, given by name or directly; raises CannotBe, UnknownRuleSet or BadArgument."""
    named = find_rules(rules)
    if not isinstance(named, MusRules):
        raise CannotBe(f"{named.name}: expected rules of Mus")
    return named


def require_view(view: object) -> View:
    """Returns a view; raises BadArgument for any other value, such as a Partida."""
    if not isinstance(view, View):
        raise BadArgument("view", view, "a View, such as partida.view(0)")
    return view


def require_count(name: str, count: object, least: int = 1) -> None:
    """Raises BadArgument unless `count`, the argument of this name, is a whole number from `least`."""
    if not isinstance(count, int) or count < least:
        raise BadArgument(name, count, f"a whole number from {least}")


def require_kinds(kinds: Sequence[str | None], seats: int) -> tuple[str | None, ...]:
    """Returns the kinds of players, by seat, or none; raises BadArgument unless each is shipped or None."""
    fits = isinstance(kinds, Sequence) and not isinstance(kinds, str) and len(kinds) in (0, seats)
    if not fits or not all(kind is None or kind in PLAYERS for kind in kinds):
        raise BadArgument("kinds", kinds, f"{seats} of {', '.join(PLAYERS)}, or None for a person")
    return tuple(kinds)


def _require_knowledge(knowledge: HandKnowledge) -> None:
    """Raises BadArgument for knowledge whose fields have wrong types, which would fit no hand."""
    for name in ("pares", "juego"):
        if not isinstance(value := getattr(knowledge, name), bool | None):
            raise BadArgument(name, value, "True, False or None")
    if not isinstance(knowledge.senas, tuple) or not all(isinstance(sena, Sena) for sena in knowledge.senas):
        raise BadArgument("senas", knowledge.senas, "a tuple of señas, such as (Sena.DUPLES,)")


class Possible:
    """The sets of hands that players may hold together. Unknown hands are classes of equal value."""

    def __init__(self, hands: Sequence[Held], rules: MusRules, gone: Hand = ()) -> None:
        """Raises CannotBe for a wrong number of hands or a card in two hands, and BadHand, BadCard or
        BadArgument.

        `gone` are further cards that no unknown hand has.
        """
        if len(hands) not in (2, *rules.players):
            many = f"{len(hands)} {'hand' if len(hands) == 1 else 'hands'}"
            allowed = f"2 {'to' if rules.plays_alone else 'or'} {rules.players[-1]}"
            raise CannotBe(f"{many}: expected {allowed} ({rules.name})")
        self.of: HandClasses = hand_classes(rules)
        self.rows: dict[Seat, Sequence[int]] = {}
        self._classes = [0] * len(hands)
        held: list[Card] = []
        for seat, hand in enumerate(hands):
            if hand is None or isinstance(hand, HandKnowledge):
                _require_knowledge(hand or HandKnowledge())
                self.rows[seat] = possible_classes(rules.reyes, rules.real, hand or HandKnowledge())
                continue
            worth(hand, rules)
            mine = cards(hand)
            self._classes[seat] = self.of.index[self.of.kinds(mine, rules)]
            held += mine
        held += gone
        if len(set(held)) < len(held):
            raise CannotBe("one card in two hands")
        self._copies = unseen_copies(self.of, self.of.kinds(tuple(held), rules))

    def all(self) -> Iterator[tuple[list[Jugada], int]]:
        """Yields the hands of each combination and the number of its deals; CannotBe if none exists."""
        found = False
        for numbers, many in self._combinations(list(self.rows.values()), self._copies):
            found = True
            yield self._jugadas(numbers), many
        if not found:
            raise CannotBe("hands of which no deal can be made")

    def _combinations(
        self, rows: Sequence[Sequence[int]], copies: Sequence[int]
    ) -> Iterator[tuple[list[int], int]]:
        """Yields the classes of the unknown hands, one for each row, and the number of ways to deal them from
        `copies`."""
        if not rows:
            yield [], 1
            return
        for number in rows[0]:
            picks = self.of.picks[number]
            if not (many := count_ways(picks, copies)):
                continue
            rest = list(copies)
            for kind, count in picks:
                rest[kind] -= count
            for others, more in self._combinations(rows[1:], rest):
                yield [number, *others], many * more

    def some(self, deals: int, rng: Random) -> Iterator[list[Jugada]]:
        """Yields the hands of `deals` random deals; raises CannotBe if no deal is found."""
        for numbers in self.numbers(deals, rng):
            yield self._jugadas(numbers)

    def numbers(self, deals: int, rng: Random) -> Iterator[list[int]]:
        """Yields the classes of unknown hands, by seat, of `deals` random deals; raises CannotBe."""
        any_hand = [count_ways(picks, self._copies) for picks in self.of.picks]
        sums = {}
        for seat, row in self.rows.items():
            may = frozenset(row)
            sums[seat] = list(accumulate(many * (at in may) for at, many in enumerate(any_hand)))
        order = sorted(sums, key=lambda seat: sums[seat][-1])  # rare hands first, so that fewer deals fail
        for _ in range(deals):
            tries = (
                sample_classes([sums[seat] for seat in order], self.of, self._copies, rng)
                for _ in range(_TRIES)
            )
            if (numbers := next((found for found in tries if found is not None), None)) is None:
                raise CannotBe("hands of which no deal was found")
            by_seat = dict(zip(order, numbers, strict=True))
            yield [by_seat[seat] for seat in sums]

    def _jugadas(self, numbers: Sequence[int]) -> list[Jugada]:
        """Returns the values of all hands, by seat, if the unknown hands have these classes."""
        for seat, number in zip(self.rows, numbers, strict=True):
            self._classes[seat] = number
        return [self.of.jugadas[number] for number in self._classes]


class _Tally:
    """Counts of deals that each side wins in each lance, and in which more than one side takes part."""

    def __init__(self, sides: int) -> None:
        self.total = 0
        self.wins = {lance: [0] * sides for lance in Lance}
        self.disputed = dict.fromkeys(Lance, 0)

    def add(self, jugadas: Sequence[Jugada], many: int) -> None:
        """Counts a deal `many` times."""
        self.total += many
        juego = any(it.has_juego for it in jugadas)
        for lance in Lance:
            if lance is Lance.PUNTO and juego:
                continue
            plays = [(it.value(lance), -turn) for turn, it in enumerate(jugadas) if it.has(lance)]
            if plays:
                wins = self.wins[lance]
                wins[-max(plays)[1] % len(wins)] += many  # R10: equal hands go to the nearest to the mano
                self.disputed[lance] += many * (len({-turn % len(wins) for _, turn in plays}) > 1)

    def odds(self, *, exact: bool) -> dict[Lance, Odds]:
        """Returns the chances in each lance, exact or with a 95 % interval."""
        estimate = _exact if exact else wilson
        return {
            lance: Odds(
                tuple(estimate(part, self.total) for part in wins), estimate(self.disputed[lance], self.total)
            )
            for lance, wins in self.wins.items()
        }


def _exact(part: int, total: int) -> Estimate:
    """Returns a share as an interval of one point."""
    return Estimate(part / total, part / total, part / total)


def wilson(part: int, total: int) -> Estimate:
    """Returns a share and its 95 % interval, by Wilson's formula."""
    share, spread = part / total, CONFIDENCE_ERRORS**2 / total
    middle = (share + spread / 2) / (1 + spread)
    off = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Estimate(share, max(0.0, middle - off), min(1.0, middle + off))
