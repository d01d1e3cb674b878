"""`musbot analizar`: what might have been said better in an acta, and what it cost."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from musbot.acta.partida import Acta
from musbot.acta.read import read_file
from musbot.acta.replay import seat_of
from musbot.acta.voces import write_voz
from musbot.coach.hand import WORLDS
from musbot.coach.moments import Uttered, moments
from musbot.coach.report import (
    Spoken,
    Turn,
    account,
    course,
    looked_at,
    turning_points,
)
from musbot.coach.shown import for_all
from musbot.commands.language import words
from musbot.commands.shared import OK, count, say
from musbot.game.actions import Action
from musbot.game.engine import winner
from musbot.game.errors import MusError
from musbot.game.lances import Fase, Lance
from musbot.words import lances
from musbot.words.texts import LANGUAGES, Texts


class CannotLook(MusError):
    """A file that is no acta, or one of a game that the coach does not know."""


def options(parser: argparse.ArgumentParser) -> None:
    """Says what may be asked about an acta."""
    texts = words()
    parser.add_argument("file", metavar="FILE", type=Path, help=texts("cli-file"))
    parser.add_argument("--jugador", metavar="NAME", help=texts("cli-analizar-player"))
    parser.add_argument(
        "--mundos", type=count, default=WORLDS, metavar="N", help=texts("cli-analizar-worlds", count=WORLDS)
    )
    parser.add_argument("--seed", default="coach", metavar="TEXT", help=texts("cli-analizar-seed"))
    parser.add_argument(
        "--procesos", type=count, default=os.cpu_count() or 1, metavar="N", help=texts("cli-processes")
    )
    parser.add_argument("--json", action="store_true", help=texts("cli-json"))
    parser.add_argument("--idioma", choices=LANGUAGES, default=texts.language, help=texts("cli-language"))


def run(asked: argparse.Namespace) -> int:
    """Looks at an acta and tells what it found; raises MusError for one that it cannot look at."""
    acta, found = _read(asked.file)
    found, unshown = _told(acta, found, asked.jugador)
    words = _looked_at(found, asked)
    turns = course(acta.events)
    if asked.json:
        it = {**_object(acta, words, turns, asked.mundos), "sin_ensenar": unshown}
        say(json.dumps(it, ensure_ascii=False))
    else:
        texts = Texts(asked.idioma)
        for line in _lines(acta, words, turns, texts):
            say(line)
        if unshown:
            say(texts("analysis-unshown", words=unshown))
    return OK


def _read(file: Path) -> tuple[Acta, list[Uttered]]:
    """The acta in a file, and every moment at which somebody had a choice; raises CannotLook."""
    try:
        acta = read_file(file)
        return acta, moments(acta.events)
    except MusError as error:
        raise CannotLook(f"{file}: {error}") from error


def _told(acta: Acta, found: list[Uttered], name: str | None) -> tuple[list[Uttered], int]:
    """The words that are looked at, and how many are not since their cards have not been shown.

    While a partida is not over that goes for all but the player who is named: he knows his own.
    """
    if name is not None:
        seat = seat_of(name, acta.names)
        return [moment for moment in found if moment.seat == seat], 0
    if winner(acta.mesa) is not None:
        return found, 0
    told = for_all(acta.events, found)
    return told, len(found) - len(told)


def _looked_at(found: Sequence[Uttered], asked: argparse.Namespace) -> list[Spoken]:
    """What was found, how far it has come being told on stderr where somebody sits."""
    words: list[Spoken] = []
    hands = len({moment.mesa.hand for moment in found})
    for done, hand in enumerate(looked_at(found, asked.mundos, asked.seed, asked.procesos), 1):
        words += hand
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done} of {hands} hands" if done < hands else f"\r{'':40}\r")
            sys.stderr.flush()
    return words


def _lines(acta: Acta, words: Sequence[Spoken], turns: Sequence[Turn], texts: Texts) -> list[str]:
    """What people read: each player in two or three sentences, the course of it, the hands that turned it."""
    if not turns:
        return [texts("analysis-none")]
    lines = []
    for seat, name in enumerate(acta.names):
        own = [word for word in words if word.seat == seat]
        if own:
            lines.append(_player(name, own, texts))
    side = texts.listed(list(acta.side(0)))
    lines += [texts("analysis-course", side=side, chances=_chances(turns))]
    lines += [
        texts(
            "analysis-turn",
            hand=turn.hand,
            side=side,
            before=_percent(turn.before),
            after=_percent(turn.after),
        )
        for turn in turning_points(turns)
    ]
    return lines


def _chances(turns: Sequence[Turn]) -> str:
    """The course of the juegos, one after another: what each hand began with, and how the juego ended."""
    told = ""
    for number, turn in enumerate(turns):
        told += f"{' → ' if told and not told.endswith('| ') else ''}{_percent(turn.before)}"
        if number == len(turns) - 1 or turn.after in (0.0, 1.0):
            told += f" → {_percent(turn.after)}"
            told += " | " if number < len(turns) - 1 else ""
    return told


def _player(name: str, words: Sequence[Spoken], texts: Texts) -> str:
    told = account(words)
    first = texts("analysis-player", name=name, words=told.words, right=_percent(told.right))
    if told.worst is None:
        return f"{first} {texts('analysis-nothing')}"
    judged = told.worst.judged
    worst = texts(
        "analysis-worst",
        hand=told.worst.hand,
        fase=_fase(texts, told.worst.fase),
        said=_word(texts, judged.said),
        best=_word(texts, judged.best),
        before=_percent(judged.before),
        after=_percent(judged.after),
    )
    return f"{first} {worst}"


def _fase(texts: Texts, fase: Fase) -> str:
    if fase.value in {lance.value for lance in Lance}:
        return lances.heading(texts, Lance(fase.value)).lower()
    return texts.word(fase.value)


def _word(texts: Texts, action: Action) -> str:
    return texts.word(write_voz(action))


def _percent(chance: float) -> int:
    return round(chance * 100)


def _object(acta: Acta, words: Sequence[Spoken], turns: Sequence[Turn], worlds: int) -> dict[str, Any]:
    """What programs read; chances from 0 to 1, those of hands for side 0."""
    rows = []
    for seat, name in enumerate(acta.names):
        own = [word for word in words if word.seat == seat]
        told = account(own)
        if own:
            right, cost = round(told.right, 4), round(told.cost, 4)
            rows.append({"jugador": name, "palabras": told.words, "acierto": right, "coste": cost})
    return {
        "reglas": acta.rules.name,
        "mundos": worlds,
        "jugadores": rows,
        "manos": [{"mano": t.hand, "antes": round(t.before, 4), "despues": round(t.after, 4)} for t in turns],
        "giros": [turn.hand for turn in turning_points(turns)],
        "palabras": [_row(acta, word) for word in words],
    }


def _row(acta: Acta, word: Spoken) -> dict[str, Any]:
    told = word.judged
    return {
        "mano": word.hand,
        "jugador": acta.names[word.seat],
        "fase": word.fase.value,
        "dicha": write_voz(told.said),
        "mejor": write_voz(told.best),
        "antes": round(told.before, 4),
        "despues": round(told.after, 4),
        "error": round(told.error, 4),
        "coste": round(told.cost, 4),
    }
