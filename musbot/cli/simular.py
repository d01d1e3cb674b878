"""`musbot simulate`: plays AI against AI. The same seed always plays the same partidas."""

from __future__ import annotations

import argparse
import hashlib
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from musbot.acta.partida import Promesa
from musbot.acta.write import write
from musbot.cli.language import words
from musbot.cli.progress import progress
from musbot.cli.shared import (
    INTERRUPTED,
    OK,
    UsageError,
    create_file,
    list_numbers,
    print_line,
    read_rules,
    report_os_errors,
)
from musbot.game.engine import winner
from musbot.game.errors import MusError
from musbot.game.events import Event
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja, commitment
from musbot.game.state import State
from musbot.players import PLAYERS, play_out


class WrongPlayers(MusError):
    """Raised if AI players cannot be seated. The message lists the valid kinds or numbers."""


@dataclass(frozen=True, slots=True)
class SimulatedPartida:
    """A partida, finished or cut short after the last requested hand."""

    names: tuple[str, ...]
    """The players' names by seat."""
    events: tuple[Event, ...]
    """All events of the partida."""
    mesa: State
    """The last state."""
    baraja: Promesa
    """The deck's seed and commitment."""

    def acta(self) -> str:
        """Returns the acta, with the data that verifies its deals."""
        return write(self.names, self.events, self.baraja)


def seat_players(rules: RuleSet, kinds: Sequence[str], seats: int | None = None) -> tuple[str, ...]:
    """Returns the AI kind of each seat: the given kinds, repeated.

    Raises WrongPlayers for an unknown kind, or a number of seats or kinds that does not fit. `seats` is the
    rules' default number if not given.
    """
    texts = words()
    seats = rules.default_seats if seats is None else seats
    if seats not in rules.players:
        fit = list_numbers(texts, rules.players)
        raise WrongPlayers(texts("cli-seats-what", seats=seats, fit=fit, rules=rules.name))
    for kind in kinds:
        if kind not in PLAYERS:
            raise WrongPlayers(texts("cli-simular-no-player", name=repr(kind), known=", ".join(PLAYERS)))
    if not kinds or seats % len(kinds):
        fit = list_numbers(texts, [n for n in range(1, seats + 1) if seats % n == 0])
        raise WrongPlayers(texts("cli-simular-players", count=len(kinds), fit=fit, rules=rules.name))
    return tuple(kinds) * (seats // len(kinds))


def simulate(rules: RuleSet, kinds: Sequence[str], hands: int, seed: str) -> Iterator[SimulatedPartida]:
    """Yields partidas until `hands` hands have been played; the last partida may be cut short.

    Yields none if `hands` is not positive. `kinds` has one AI kind for each seat; raises KeyError for an
    unknown one. Equal seeds play equal partidas.
    """
    number = 0
    while hands > 0:
        number += 1
        played = _partida(rules, kinds, hands, f"{seed}|{number}")
        hands -= played.mesa.hand
        yield played


def _partida(rules: RuleSet, kinds: Sequence[str], hands: int, label: str) -> SimulatedPartida:
    """Plays one partida, at most `hands` hands long. Equal labels play equal partidas."""
    seed = hashlib.sha256(f"musbot-simular|{label}".encode()).digest()
    baraja = Baraja(seed, f"simular|{label}")
    players = [PLAYERS[kind](_random_source(f"{label}|{seat}")) for seat, kind in enumerate(kinds)]
    names = tuple(f"{kind.capitalize()} {seat}" for seat, kind in enumerate(kinds, 1))
    events, mesa = play_out(rules, players, baraja, _random_source(label), hands)
    return SimulatedPartida(names, events, mesa, Promesa(seed, commitment(baraja.table, seed), baraja.table))


def _random_source(label: str) -> Random:
    """Returns a source of chance that follows from a label."""
    return Random(label)  # noqa: S311 - a game to be repeated, not a secret


def run(args: argparse.Namespace) -> int:
    """Simulates hands, prints the results and writes the actas asked for; returns 0.

    Without `--seed` a random seed is used, and printed. Ctrl-C prints the results so far and returns 130.
    Raises UsageError for wrong players or rules, and MusError if an acta exists or cannot be written.
    """
    rules = read_rules(args.rules, args.option)
    try:
        kinds = seat_players(rules, args.players.split(","), args.seats)
    except MusError as error:
        raise UsageError(str(error)) from error
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    started, worked = time.monotonic(), time.process_time()
    wins: Counter[int | None] = Counter()
    hands = 0
    sides, texts, interrupted = rules.sides(len(kinds)), words(), False
    try:
        with progress() as bar:
            hear = bar(texts("cli-playing"))
            for number, played in enumerate(simulate(rules, kinds, args.hands, seed), 1):
                wins[winner(played.mesa)] += 1
                hands += played.mesa.hand
                if args.actas is not None:
                    _save(args.actas, f"{number:04}.mus.toml", played)
                hear(min(hands, args.hands), args.hands)
    except KeyboardInterrupt:
        interrupted = True
        sys.stderr.write(f"{texts('cli-interrupted', partidas=wins.total(), hands=hands)}\n")
    speed = hands / max(time.monotonic() - started, 1e-9)
    processor = hands / max(time.process_time() - worked, 1e-9)
    if args.json:
        won = [{"jugadores": kinds[side::sides], "ganadas": wins[side]} for side in range(sides)]
        result = {"reglas": rules.name, "partidas": wins.total(), "sin_acabar": wins[None], "manos": hands}
        summary = {**result, "bandos": won, "manos_por_segundo": round(processor, 1), "seed": seed}
        print_line(json.dumps({**summary, "interrumpido": interrupted}, ensure_ascii=False))
        return INTERRUPTED if interrupted else OK
    print_line(texts("cli-simular-partidas", count=wins.total(), cut="yes" if wins[None] else "no"))
    print_line(texts("cli-simular-hands-played", count=hands))
    for side in range(sides):
        sat = ", ".join(kinds[side::sides])
        print_line(texts("cli-simular-side", side=side, won=wins[side], kinds=sat))
    print_line(texts("cli-simular-speed", speed=round(speed), processor=round(processor)))
    print_line(texts("cli-simular-seed", seed=seed))
    return INTERRUPTED if interrupted else OK


def _save(folder: Path, name: str, partida: SimulatedPartida) -> None:
    """Writes the acta of a partida into a folder, which is created if missing.

    Raises MusError if the file exists or cannot be written.
    """
    with report_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with create_file(folder / name) as write:
        write(partida.acta().encode())
