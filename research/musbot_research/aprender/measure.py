"""Measures a trained table and its parts: `python -m musbot_research.aprender.measure TABLE`.

It plays duplicate pairs of juegos in the kernel, with 95 % intervals. `--kept` also measures the training's
table without dropping rare words.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

from musbot.game.lances import Lance
from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.players.mus.odds import TAKING_PART, HandKnowledge, cumulative_chances, hand_classes
from musbot_research.aprender.library import CLASSES, LANCES, Player, baraja, kernel, reglas, require_end
from musbot_research.aprender.match import PLAYERS, Seated, match, seat_policy
from musbot_research.aprender.scores import fit_errors, fit_score, scores
from musbot_research.aprender.shipping import read_shipped
from musbot_research.aprender.training import Met, Packed, Part, Score, Side, Still, Trainer

FOLDED = range(2, 41)
"""The sizes of bets and raises, in piedras, for which it counts refusals."""
GREAT, TWENTIETH = (6, 8, 10, 12, 15, 20, 30, 39), 0.05
"""Large bets, in piedras, and the share of best hands that make them. No trained table has met them."""


class Two(ctypes.Structure):
    """The struct `Two` of mixed.h: two players."""

    _fields_ = (("one", Player), ("other", Player))


def mix_players(function: str, one: Seated, other: Seated) -> Seated:
    """Returns a player made of two by a function of mixed.h."""
    return Seated(seat_policy(function, Two(one.player, other.player)).player, (one, other))


class Great(ctypes.Structure):
    """The struct `Great` of mixed.h: a player with large bets."""

    _fields_ = (
        ("other", Player),
        ("with_", ctypes.c_uint8 * CLASSES * LANCES),
        ("piedras", ctypes.c_int32),
        ("only_raises", ctypes.c_int32),
    )


def large_bettor(
    rules: MusRules, other: Seated, piedras: int, share: float = TWENTIETH, *, only_raises: bool = False
) -> Seated:
    """Returns a player that bets `piedras` with the best `share` of hands, otherwise plays as `other`.

    With `only_raises` it raises first bets of 2 by `piedras`, and makes no other bets of this size.
    """
    own, of = Great(other.player, piedras=piedras, only_raises=only_raises), hand_classes(rules)
    for number, lance in enumerate(Lance):
        below = cumulative_chances(
            rules.reyes, rules.real, (), lance, TAKING_PART.get(lance, HandKnowledge())
        )
        for hand, place in enumerate(of.places[lance]):
            own.with_[number][hand] = 1 - below[place] <= share
    return Seated(seat_policy("mixed_great", own).player, (own, other))


class Company(ctypes.Structure):
    """The struct `Company` of mixed.h: counts of hands, órdagos, openings and cuts."""

    _fields_ = (
        ("hands", ctypes.c_int32),
        ("with_ordago", ctypes.c_int32),
        ("with_discard", ctypes.c_int32),
        ("openings", ctypes.c_int32),
        ("ordagos", ctypes.c_int32),
        ("asked", ctypes.c_int32),
        ("cuts", ctypes.c_int32),
    )


def count_habits(rules: MusRules, player: Seated, juegos: int) -> Company:
    """Returns the counts over juegos of four copies of a player; raises EndlessHand."""
    counted = Company()
    require_end(
        kernel().company_count(
            ctypes.byref(reglas(rules)),
            ctypes.byref(baraja(rules.reyes, rules.real)),
            player.player,
            ctypes.c_long(juegos),
            ctypes.c_uint64(9),
            ctypes.byref(counted),
        )
    )
    return counted


class Folds(ctypes.Structure):
    """The struct `Folds` of mixed.h: answered bets and bets refused by a whole side."""

    _fields_ = (("bets", ctypes.c_int32), ("folds", ctypes.c_int32))


def fold_rate(rules: MusRules, player: Seated, piedras: int, *, raises: bool, hands: int) -> float:
    """Returns how often four copies of a player refuse a bet of a size that is made with any cards.

    With `raises` it is a raise by `piedras` of a first bet of 2. `hands` hands are played. Raises
    EndlessHand.
    """
    counted = Folds()
    require_end(
        kernel().folds_count(
            ctypes.byref(reglas(rules)),
            ctypes.byref(baraja(rules.reyes, rules.real)),
            player.player,
            ctypes.c_int(piedras),
            ctypes.c_bool(raises),
            ctypes.c_long(hands),
            ctypes.c_uint64(10),
            ctypes.byref(counted),
        )
    )
    return int(counted.folds) / int(counted.bets)


def _tell_folds(rules: MusRules, player: Seated, hands: int) -> None:
    """Prints how often every size is refused, and the largest step between neighbouring sizes."""
    for raises, what in ((False, "opening of"), (True, "raise of its 2 by")):
        rates = [fold_rate(rules, player, n, raises=raises, hands=hands) for n in FOLDED]
        step = max(abs(b - a) for a, b in pairwise(rates))
        told = ", ".join(f"{n} {rate:.1%}" for n, rate in zip(FOLDED, rates, strict=True))
        sys.stdout.write(f"refuses an {what} {told}; neighbours differ by {step:.1%} at most\n")
        sys.stdout.flush()


def _say(what: str, rules: MusRules, one: Seated, other: Seated, juegos: int) -> None:
    came = match(rules, one, other, juegos // 2, seed=60)
    sys.stdout.write(
        f"{what:48} {came.won:6.1%} ± {came.won_error:.1%} of {came.juegos:,} juegos, piedras a hand"
        f" {came.piedras:+.2f} ± {came.piedras_error:.2f}\n"
    )
    sys.stdout.flush()


def unpruned_table(kept: Path, rules: MusRules, score: Score) -> Packed:
    """Returns the table of a saved training, with every word that was ever said."""
    trainer = Trainer(
        Side(rules), 0, [Met(partial(PLAYERS["prudente"], rules), 1.0)], score, adversary=Part(0.5)
    )
    trainer.resume(kept)
    return trainer.pack(least=0.0)


def _tell_matches(rules: MusRules, own: Seated, juegos: int) -> None:
    """Prints results against all players, of the table's parts, and against large bets."""
    players = {name: seat(rules) for name, seat in PLAYERS.items()}
    prudente = players["prudente"]
    sixth = "who raises its 2 by 18 with the best sixth"
    _say(f"{sixth}, else as it", rules, _raiser(rules, own), own, juegos)
    _say(f"{sixth}, else as prudente", rules, _raiser(rules, prudente), own, juegos)
    for name, rival in players.items():
        _say(f"against {name}", rules, own, rival, juegos)
    beside = mix_players("mixed_by_seat", prudente, own)
    bets, mus = mix_players("mixed_by_part", prudente, own), mix_players("mixed_by_part", own, prudente)
    _say("beside prudente, against two of them", rules, beside, prudente, juegos)
    _say("its bets, mus and discard of prudente", rules, bets, prudente, juegos)
    _say("its mus, bets of prudente", rules, mus, prudente, juegos)
    for piedras in GREAT:
        _say(
            f"who bets {piedras} with the best, else as it",
            rules,
            large_bettor(rules, own, piedras),
            own,
            juegos,
        )
    _say("prudente who bets 39 with the best", rules, large_bettor(rules, prudente, 39), own, juegos)
    for name in ("corta-siempre", "nunca-corta"):
        other = mix_players("mixed_by_part", players[name], own)
        _say(f"its bets, {name}", rules, other, prudente, juegos)
        _say(f"it against its bets, {name}", rules, own, other, juegos)


def _raiser(rules: MusRules, other: Seated) -> Seated:
    return large_bettor(rules, other, 18, 1 / 6, only_raises=True)


def _tell_company(name: str, rules: MusRules, player: Seated, juegos: int) -> None:
    """Prints the habits of four copies of a player, and the fitted value of scores among them."""
    said = count_habits(rules, player, juegos // 10)
    sys.stdout.write(
        f"four of {name}: órdago in {said.with_ordago / said.hands:.1%} of {said.hands:,} hands and"
        f" {said.ordagos / said.openings:.1%} of openings; cuts {said.cuts / said.asked:.1%} of the times"
        f" it is asked, a discard in {said.with_discard / said.hands:.1%} of hands\n"
    )
    rows = scores(rules, player, 5 * juegos)
    found = fit_score(rows)
    mean, most = fit_errors(rows, found)
    sys.stdout.write(
        f"scores of {name}: steepness {found.steepness:.3f}, mano {found.mano:.2f} piedras;"
        f" off by {mean:.1%} on average, {most:.1%} at most\n"
    )


def main() -> None:
    """Prints all measures of a table."""
    parser = argparse.ArgumentParser(prog="python -m musbot_research.aprender.measure", description=__doc__)
    parser.add_argument("table", type=Path, help="as it is shipped")
    parser.add_argument("--reglas", choices=MUS_SETS, default="castellano-40")
    parser.add_argument("--juegos", type=int, default=10_000, help="of each measure (10,000)")
    parser.add_argument("--kept", type=Path, help="what its training has kept")
    asked = parser.parse_args()
    rules = MUS_SETS[asked.reglas]
    table, score = read_shipped(asked.table)
    own, prudente = Still(rules, table).as_player(), PLAYERS["prudente"](rules)
    _tell_matches(rules, own, asked.juegos)
    if asked.kept is not None:
        whole = Still(rules, unpruned_table(asked.kept, rules, score)).as_player()
        _say("with every word, against prudente", rules, whole, prudente, asked.juegos)
        _say("as shipped, against itself with every word", rules, own, whole, asked.juegos)
    _tell_folds(rules, own, 4 * asked.juegos)
    _tell_company("it", rules, own, asked.juegos)
    _tell_company("prudente", rules, prudente, asked.juegos)


if __name__ == "__main__":
    main()
