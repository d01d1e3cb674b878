"""`musbot analyze`: better moves that the players of an acta missed, and their cost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from musbot.acta.partida import Acta
from musbot.acta.read import read_file
from musbot.acta.replay import seat_of
from musbot.cli.progress import progress
from musbot.cli.shared import OK, error_text, print_line
from musbot.coach.account import Account, Turn, ValuedWord, turning_points
from musbot.coach.mus.moments import Decision, find_decisions, keep_public_decisions
from musbot.coach.mus.report import chance_by_hand, value_words
from musbot.game.actions import Seat
from musbot.game.engine import winner
from musbot.game.errors import MusError
from musbot.game.voces import write_voz
from musbot.narrator.analysis import report_lines
from musbot.words.texts import Texts


class CannotAnalyse(MusError):
    """Raised for a file that is not an acta, or whose game has no coach."""


def run(args: argparse.Namespace) -> int:
    """Analyses an acta and prints the result, as text or JSON; returns 0.

    Raises CannotAnalyse if the file is no acta or the coach does not support it. Raises NotAtTable for an
    unknown `--player`.
    """
    acta, found = _read(args.file)
    found, unshown = _public_decisions(acta, found, args.player)
    words = _value_decisions(found, args)
    own = {seat: tuple(word for word in words if word.view.seat == seat) for seat in range(len(acta.names))}
    accounts = {seat: Account(said) for seat, said in own.items() if said}
    turns = chance_by_hand(acta.events)
    if args.json:
        it = {**_object(acta, words, accounts, turns), "mundos": args.worlds, "sin_ensenar": unshown}
        print_line(json.dumps(it, ensure_ascii=False))
        return OK
    texts = Texts(args.language)
    for line in report_lines(texts, acta.names, accounts, texts.join_names(list(acta.side(0))), turns):
        print_line(line)
    if unshown:
        print_line(texts("analysis-unshown", words=unshown))
    return OK


def _read(file: Path) -> tuple[Acta, list[Decision]]:
    """Returns the acta in a file, and the decisions of its finished hands.

    Raises CannotAnalyse, also for a game that the coach does not support.
    """
    try:
        acta = read_file(file)
        return acta, find_decisions(acta.events)
    except MusError as error:
        raise CannotAnalyse(f"{file}: {error_text(error)}") from error


def _public_decisions(acta: Acta, decisions: list[Decision], name: str | None) -> tuple[list[Decision], int]:
    """Returns the decisions to analyse, and how many are left out because their cards are secret.

    For a named player these are all decisions of that player; raises NotAtTable for an unknown name. A
    finished partida has no secrets.
    """
    if name is not None:
        seat = seat_of(name, acta.names)
        return [moment for moment in decisions if moment.seat == seat], 0
    if winner(acta.mesa) is not None:
        return decisions, 0
    public = keep_public_decisions(acta.events, decisions)
    return public, len(decisions) - len(public)


def _value_decisions(decisions: Sequence[Decision], args: argparse.Namespace) -> list[ValuedWord]:
    """Returns the decisions with the values of their words, hand by hand.

    `args` has the worlds, the seed and the number of processes. Shows a progress line on stderr.
    """
    words: list[ValuedWord] = []
    hands = len({moment.mesa.hand for moment in decisions})
    with progress() as begun:
        hear = begun(str(args.file))
        for done, hand in enumerate(value_words(decisions, args.worlds, args.seed, args.processes), 1):
            words += hand
            hear(done, hands)
    return words


def _object(
    acta: Acta, words: Sequence[ValuedWord], accounts: Mapping[Seat, Account], turns: Sequence[Turn]
) -> dict[str, Any]:
    """Returns the JSON object of an analysis. Chances are from 0 to 1; a hand's chance is side 0's."""
    return {
        "reglas": acta.rules.name,
        "jugadores": [
            {
                "jugador": acta.names[seat],
                "palabras": len(own.words),
                "por_palabra": [round(part, 4) for part in own.rating] if own.rating else None,
                "coste": round(own.cost, 4),
            }
            for seat, own in accounts.items()
        ],
        "manos": [{"mano": t.hand, "antes": round(t.before, 4), "despues": round(t.after, 4)} for t in turns],
        "giros": [turn.hand for turn in turning_points(turns)],
        "palabras": [_row(acta, word) for word in words],
    }


def _row(acta: Acta, word: ValuedWord) -> dict[str, Any]:
    """Returns the JSON object of one word. Chances are from 0 to 1."""
    return {
        "mano": word.view.hand,
        "jugador": acta.names[word.view.seat or 0],
        "fase": word.view.fase.value,
        "dicha": write_voz(word.said),
        "mejor": write_voz(word.best),
        "antes": round(word.before, 4),
        "despues": round(word.after, 4),
        "error": round(word.error, 4),
        "coste": round(word.cost, 4),
    }
