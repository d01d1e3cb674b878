"""The information sets of the learnt table (research/musbot_research/aprender/table.h)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from musbot.game.actions import Action, Seat, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Fase, Lance
from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players.mus.bets import total_after
from musbot.players.mus.odds import hand_classes, weights

LANCES = tuple(Lance)
"""The lances, which are the first sections of the table."""
MUS, DESCARTE = len(LANCES), len(LANCES) + 1
"""The sections that follow the lances."""
SEATS, BUCKETS, JUEGOS, WHO, CUT, PLACES, WORDS = 4, 12, 9, 6, 5, 53, 5
"""The dimensions of the table."""
CUTS = (0.2, 0.4, 0.55, 0.67, 0.76, 0.83, 0.885, 0.925, 0.955, 0.975, 0.99)
"""The quantiles between buckets of hands."""
FIRST_AT, RAISED_AT = (2, 3, 5, 10, 20, 39), (4, 7, 12, 20, 39)
"""The total in piedras of each level of first bets, and of each level of raises. Both have one more level,
for órdago."""
BLURRED: Mapping[int, tuple[int, int]] = {2: (65, 35), 3: (17, 83), 4: (58, 42)}
"""The shares, in per cent, of the two readings of a small first bet: 2 and 3 are read as 2 or 3, 4 as 3 or 5.

The levels for 2 and 3 are so far apart that without this a pair would reject 3 far more often than 2.
"""
LACKS = (4, 8, 16)
"""The limits between regimes of the score, in piedras that a side still needs."""
REGIMES = (len(LACKS) + 1) ** 2
"""The number of regimes, counting both sides."""

_MUSES = (Action(Voz.MUS), Action(Voz.NO_MUS))
_OPENS = (Action(Voz.PASO), Action(Voz.ENVIDO, 2), Action(Voz.ENVIDO, 5), Action(Voz.ORDAGO))
_NO_QUIERO, _QUIERO, _ORDAGO = Action(Voz.NO_QUIERO), Action(Voz.QUIERO), Action(Voz.ORDAGO)
_ANSWERS = (_NO_QUIERO, _QUIERO, Action(Voz.Y_YO), Action(Voz.MAS, 5), _ORDAGO)
_RAISED = (_NO_QUIERO, _QUIERO, None, None, _ORDAGO)
_LAST = (_NO_QUIERO, _QUIERO)
_BETS = (Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)


def sizes(classes: int) -> tuple[int, ...]:
    """Returns the number of bytes of each section of a learnt table, for a number of hand classes.

    The sections are the five lances in their order, mus, and the discard.
    """
    each = REGIMES * SEATS
    secret, shown = BUCKETS * CUT * PLACES, WHO * 2 * PLACES
    return (
        each * secret * 4,
        each * secret * 4,
        each * BUCKETS * 3 * shown,
        each * JUEGOS * shown,
        each * secret,
        each * classes * 2,
        SEATS * classes,
    )


def words(view: View) -> tuple[Action | None, ...]:
    """Returns the words that the weights of a row belong to, legal or not; None for unused weights."""
    envite = view.envite
    if envite is None:
        return _MUSES
    if envite.bettor is None:
        return _OPENS
    if envite.ordago:
        return _LAST
    return _RAISED if envite.querido else _ANSWERS


class InformationSet(NamedTuple):
    """The place of a view in the table. A bet between two levels has two places."""

    section: int
    """The section of the table."""
    number: int
    """The index within the section, with the bet read as the lower level."""
    higher: int
    """The index with the bet read as the higher level; the same number if the bet is read one way only."""
    parts: tuple[int, int]
    """The ratio between readings as the lower and as the higher level."""


def locate_set(view: View, seen: MusSeen, seat: Seat) -> InformationSet:
    """Returns the seat's information set."""
    rules, turn = seen.rules, (seat - view.mano) % SEATS
    of = hand_classes(rules)
    own, classes = of.index[of.kinds(view.mine, rules)], len(of.jugadas)
    if view.fase is Fase.DESCARTE:
        return _without_bet(DESCARTE, turn * classes + own)
    wanted = [rules.piedras - score for score in view.piedras]
    side = seat % 2
    regime = bisect_right(LACKS, wanted[side]) * (len(LACKS) + 1) + bisect_right(LACKS, wanted[1 - side])
    number = regime * SEATS + turn
    if view.fase is Fase.MUS:
        return _without_bet(MUS, (number * classes + own) * 2 + bool(view.throws))
    lance = Lance(view.fase.value)
    section, j = LANCES.index(lance), of.jugadas[own]
    bucket = buckets(rules.reyes, rules.real)[lance][of.places[lance][own]]
    number = number * (JUEGOS if lance is Lance.JUEGO else BUCKETS) + bucket
    if lance in (Lance.GRANDE, Lance.CHICA):
        number = number * 4 + j.has_pares + 2 * j.has_juego
    elif lance is Lance.PARES:
        number = number * 3 + max(0, j.premio_juego - 1)
    if lance is Lance.PARES or lance is Lance.JUEGO:
        number = (number * WHO + _declared_players(view, lance, seat)) * 2 + bool(view.throws)
    else:
        number = number * CUT + _cut(view, seen, seat)
    number *= PLACES
    if view.envite is None or view.envite.bettor is None:
        return _without_bet(section, number)
    level, higher, parts = read_bet(view.envite)
    number += _place(view, view.envite, view.envite.bettor, seat) + 4 * level
    return InformationSet(section, number, number + 4 * (higher - level), parts)


def _without_bet(section: int, number: int) -> InformationSet:
    return InformationSet(section, number, number, (1, 0))


def _declared_players(view: View, lance: Lance, seat: Seat) -> int:
    """Returns which other players have pares or juego: 3 for the partner, plus 0 to 2 for the rivals.

    The rivals count 1 if only the one before the seat has it, 2 if both have; the one after it alone counts
    0.
    """
    has = (view.pares if lance is Lance.PARES else view.juego) or (False,) * SEATS
    after, partner, before = (has[(seat + turn) % SEATS] for turn in (1, 2, 3))
    return 3 * partner + (2 if after and before else before)


def _cut(view: View, seen: MusSeen, seat: Seat) -> int:
    """Returns a number from 0 to 4 for the player who cut the mus, as seen from a seat.

    It is 0 to 2 without a discard: 0 for this seat, 1 for its partner, 2 for a rival or no player; after
    discards 3 for its side, otherwise 4.
    """
    ours = seen.cut_by is not None and (seen.cut_by - seat) % 2 == 0
    if view.throws:
        return 3 if ours else 4
    if seen.cut_by == seat:
        return 0
    return 1 if ours else 2


def _place(view: View, envite: Envite, bettor: Seat, seat: Seat) -> int:
    """Returns the state of the betting without its level, from 1 to 4.

    It is 1, plus 2 if the seat answers alone. A raise adds 1 if the seat made the bet that was raised. A
    first bet adds 1 if the seat answers alone, after another answer or a bet of the next seat.
    """
    alone = all(other == seat for other in envite.pending)
    if envite.querido:
        whose = _raised_bettor(view, envite, bettor) == seat
    else:
        whose = alone and (
            bool(envite.answers) or bettor == (seat + 1) % SEATS
        )  # R30: partners answer in any order
    return 1 + 2 * alone + whose


def read_bet(envite: Envite) -> tuple[int, int, tuple[int, int]]:
    """Returns the two levels as which a bet is read, and the ratio between the two readings.

    Levels 0 to 6 belong to first bets (FIRST_AT, órdago), 7 to 12 to raises (RAISED_AT, órdago). A total x
    between the totals a and b of two levels is read as a with the probability a (b - x) / (x (b - a)). This
    is linear in 1/x, like the chance that accepting needs. So answers do not jump between neighbouring sizes.
    A total below or above all levels is read as the nearest one. For first bets in BLURRED, BLURRED has the
    ratio.
    """
    first, totals = (len(FIRST_AT) + 1, RAISED_AT) if envite.querido else (0, FIRST_AT)
    total = envite.apuesta
    if envite.ordago:
        return first + len(totals), first + len(totals), (1, 0)
    if not envite.querido and total in BLURRED:
        return total // 4, total // 4 + 1, BLURRED[total]
    low = max(0, bisect_right(totals, total) - 1)
    if low == len(totals) - 1 or total <= totals[low]:
        return first + low, first + low, (1, 0)
    below, above = totals[low], totals[low + 1]
    return first + low, first + low + 1, (below * (above - total), above * (total - below))


def _raised_bettor(view: View, envite: Envite, bettor: Seat) -> Seat:
    """Returns the seat whose bet was raised; if both partners raised, the seat with the higher raise
    (R30)."""
    answering = sum(answer.voz in _BETS for _, answer in envite.answers)  # their raises may still be outbid
    bets = [word for word in view.said if word.fase is view.fase and word.action.voz in _BETS]
    raised, bet = bettor, 0
    for side, group in groupby(bets[: len(bets) - answering], key=lambda word: word.seat % 2):
        answers = [
            (word.action.voz is Voz.ORDAGO, total_after(word.action, bet), word.seat) for word in group
        ]
        best = max(answers, key=lambda answer: answer[:2])
        bet = best[1]
        if side != bettor % 2:
            raised = best[2]
    return raised


@lru_cache(maxsize=8)
def buckets(reyes: int, real: Real) -> dict[Lance, tuple[int, ...]]:
    """Returns, for each lance, the bucket of every place; 0 for hands that do not take part.

    The result is cached.
    """
    return {lance: tuple(_buckets(reyes, real, lance)) for lance in LANCES}


def _buckets(reyes: int, real: Real, lance: Lance) -> Iterator[int]:
    """Yields the bucket of every place in a lance, from the worst hand up; 0 for hands that take no part."""
    of, many = hand_classes(MusRules(reyes=reyes, real=real)), weights(reyes, real, ())
    places = of.places[lance]
    if lance is Lance.JUEGO:
        yield from (max(0, juego) for juego in range(-1, max(places)))
        return
    equal = [0] * (max(places) + 1)
    for place, ways, j in zip(places, many, of.jugadas, strict=True):
        takes_part = not j.has_juego if lance is Lance.PUNTO else j.has(lance)
        equal[place] += ways * takes_part
    below, total = 0, sum(equal)
    for ways in equal:
        yield bisect_right(CUTS, (2 * below + ways) / (2 * total)) if ways else 0
        below += ways
