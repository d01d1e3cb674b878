"""Runs `musbot arena`, and prints or encodes its results."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from musbot.cli.progress import progress
from musbot.cli.shared import (
    FAILED,
    INTERRUPTED,
    OK,
    UsageError,
    error_text,
    print_line,
    read_rules,
    report_failure,
)
from musbot.game import MusError
from musbot.players import PLAYERS, AIKind
from musbot_research.arena.estimates import Estimate, ladder, lead, share
from musbot_research.arena.own import BadPlayer, Fault, PlayerFailed
from musbot_research.arena.pairs import (
    SINGLE,
    Arena,
    Bout,
    Pair,
    WrongMatch,
    check_kinds,
    has_piedras,
    one_juego,
    play_all,
)
from musbot_research.command import words

ANCHOR = AIKind.PRUDENTE.value
"""The player that has rating 0 in a ladder, if it plays."""

Results = dict[Bout, list[Pair]]
"""The pairs of games so far, by bout."""


def _require_used_options(args: argparse.Namespace) -> None:
    """Raises UsageError for an option, such as `juegos=3`, that a match of single juegos would ignore."""
    for option in args.option:
        if (field := option.partition("=")[0].strip()) in SINGLE and not args.partidas:
            raise UsageError(words()("cli-arena-single", field=field))


def run(args: argparse.Namespace) -> int:
    """Plays the matches, 1500 juegos each by default, and prints the results; after Ctrl-C the results so
    far.

    Returns INTERRUPTED after Ctrl-C, and FAILED if prudente spoke for a player that failed. Without
    `--keep-going` the first failure raises MusError, after its traceback on stderr. Raises UsageError for
    players that cannot meet.
    """
    rules = read_rules(args.rules, args.option)
    try:
        kinds = check_kinds(rules, args.kinds or tuple(PLAYERS))
    except WrongMatch as error:
        raise UsageError(error_text(error, words())) from error
    if len(kinds) == 1 or (len(kinds) > 2 and len(set(kinds)) < len(kinds)):
        raise UsageError(words()("cli-arena-what", kinds=", ".join(kinds)))
    _require_used_options(args)
    seed = args.seed or secrets.token_hex(8)
    arena = Arena(rules if args.partidas else one_juego(rules), seed, args.keep_going)
    bouts = [Bout(*two) for two in combinations(kinds, 2)]
    pairs = -(-(args.partidas or args.juegos or 1500) // 2)
    tasks = [(bout, number) for number in range(1, pairs + 1) for bout in bouts]
    results: Results = {bout: [] for bout in bouts}
    interrupted = False
    try:
        with progress() as bar:
            hear = bar(words()("cli-playing"))
            for done, (bout, pair) in enumerate(play_all(arena, tasks, args.processes), 1):
                results[bout].append(pair)
                hear(done, len(tasks))
    except BadPlayer as error:
        raise UsageError(error_text(error, words())) from error
    except PlayerFailed as error:
        sys.stderr.write(error.trace)
        raise MusError(words()("cli-arena-stopped", why=error_text(error, words()))) from error
    except KeyboardInterrupt:
        interrupted = True
    told = _Report(arena, results, pairs, unit="partidas" if args.partidas else "juegos")
    for line in [told.json(interrupted=interrupted)] if args.json else told.lines(interrupted=interrupted):
        print_line(line)
    if interrupted:
        return INTERRUPTED
    return FAILED if told.write_failures() else OK


def _add_up(pairs: Sequence[Pair]) -> list[Fault]:
    """Returns the words that prudente said for each player in all games, with the player's first failure."""
    sums: dict[str, Fault] = {}
    for fault in (fault for pair in pairs for leg in pair for fault in leg.faults):
        known = sums.get(fault.kind, fault._replace(words=0))
        sums[fault.kind] = known._replace(words=known.words + fault.words)
    return list(sums.values())


class _Report:
    """The results of an arena, for people or for programs."""

    def __init__(
        self, arena: Arena, results: Mapping[Bout, Sequence[Pair]], pairs: int, *, unit: str
    ) -> None:
        self._arena = arena
        self._results = results
        self._pairs = pairs
        self._unit = unit
        played = {kind: None for bout, row in results.items() if row for kind in bout}
        self._kinds = tuple(played)
        self._anchor = ANCHOR if ANCHOR in played else next(iter(played), "")

    def lines(self, *, interrupted: bool) -> list[str]:
        """Returns the lines for people: each match, the ratings if there are several matches, the rules and
        the seed.

        With `interrupted` the first line says how many pairs were played.
        """
        done = sum(map(len, self._results.values()))
        texts, whole = words(), self._pairs * len(self._results)
        kept = texts("cli-arena-interrupted", done=done, whole=whole)
        lines = [kept] if interrupted else []
        for bout, pairs in self._results.items():
            if pairs:
                lines += self._match(bout, pairs)
        if len(self._results) > 1 and done:
            lines += ["", f"{texts('cli-arena-rating'):<18}{texts('cli-arena-over', kind=self._anchor)}"]
            lines += [
                f"{kind:<18}{it.value:+6.0f}  {it.low:+6.0f} … {it.high:+.0f}"
                for kind, it in self._ladder().items()
            ]
        changes = "".join(f" {name}={value}" for name, value in self._arena.rules.changes().items())
        rules = texts("cli-arena-rules", rules=f"{self._arena.rules.name}{changes}")
        return [*lines, rules, texts("cli-arena-seed", seed=self._arena.seed)]

    def _match(self, bout: Bout, pairs: Sequence[Pair]) -> list[str]:
        """Returns the lines of a match: the share of games won and the lead in piedras, if any, with
        intervals.

        A line follows for each player that prudente spoke for.
        """
        won, led = share(pairs), lead(pairs)
        told = words()(
            "cli-arena-share",
            pair=f"{bout.one} – {bout.other}",
            share=f"{won.value:.1%}",
            games=2 * len(pairs),
            unit=self._unit,
            low=f"{won.low:.1%}",
            high=f"{won.high:.1%}",
        )
        if led is not None and has_piedras(self._arena.rules):
            value, low, high = (f"{it:+.2f}" for it in (led.value, led.low, led.high))
            told = words()("cli-arena-lead", share=told, lead=value, low=low, high=high)
        return [told, *(words()("cli-arena-replaced", kind=it.kind, count=it.words) for it in _add_up(pairs))]

    def write_failures(self) -> bool:
        """Writes each player's first failure, with its traceback, to stderr; returns whether any failed."""
        pairs = [pair for row in self._results.values() for pair in row]
        faults = _add_up(pairs)
        for fault in faults:
            sys.stderr.write(fault.first.trace)
            why = error_text(fault.first, words())
            report_failure(words()("cli-arena-failed", count=fault.words, why=why))
        return bool(faults)

    def _ladder(self) -> dict[str, Estimate]:
        """Returns the ratings relative to ANCHOR, or to the first kind if ANCHOR did not play; best first."""
        return ladder(self._results, self._anchor, Random(self._arena.seed))

    def json(self, *, interrupted: bool) -> str:
        """Returns one JSON object; shares and ratings as value, lower and upper end.

        `interrupted` is its key `interrumpido`: whether the user stopped the matches.
        """
        matches = [self._row(bout, pairs) for bout, pairs in self._results.items() if pairs]
        rated = len(self._results) > 1 and bool(matches)
        return json.dumps(
            {
                "reglas": self._arena.rules.name,
                "variantes": self._arena.rules.changes(),
                "unidad": self._unit,
                "seed": self._arena.seed,
                "interrumpido": interrupted,
                "encuentros": matches,
                "escala": self._ladder() if rated else {},
            },
            ensure_ascii=False,
        )

    def _row(self, bout: Bout, pairs: Sequence[Pair]) -> dict[str, object]:
        """Returns a match as values for the JSON object."""
        games = [game for pair in pairs for game in pair]
        return {
            "uno": bout.one,
            "otro": bout.other,
            "jugados": len(games),
            "manos": sum(game.hands for game in games),
            "ganados": share(pairs),
            "suplidas": sum(game.replaced for game in games),
            "fallos": {it.kind: str(it.first) for it in _add_up(pairs)},
            "piedras_por_mano": lead(pairs) if has_piedras(self._arena.rules) else None,
        }
