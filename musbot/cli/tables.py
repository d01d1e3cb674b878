"""`musbot tables`: lists the unfinished tables, without cards."""

from __future__ import annotations

import argparse
import json
import time
from datetime import UTC, datetime
from functools import partial
from typing import Any

from musbot.cli.database import chosen_database
from musbot.cli.language import words
from musbot.cli.progress import progress
from musbot.cli.shared import OK, print_line
from musbot.store.checkup import OpenTable, load_open_tables
from musbot.store.open_store import read_database
from musbot.table.table import Table
from musbot.words.quoted import typed_program
from musbot.words.texts import Texts
from musbot.words.values import rules_name

MINUTE, HOUR, DAY = 60, 3600, 86400


def run(args: argparse.Namespace) -> int:
    """Prints the unfinished tables, lobbies included, the oldest first, and their number.

    With `--json` each is an object on one line, and the number is left out. Returns 0. Raises BadSetting, and
    MusError if the database cannot be read.
    """
    texts, now = words(), time.time()
    where = chosen_database(args)
    with progress() as bar:
        rows = read_database(where, partial(load_open_tables, report=bar(texts("cli-folding"))))
    for row in rows:
        print_line(json.dumps(_object(row), ensure_ascii=False) if args.json else _line(texts, row, now))
    if not args.json:
        print_line(texts("cli-tables-count", count=len(rows)))
    return OK


def _line(texts: Texts, row: OpenTable, now: float) -> str:
    """Returns the line of a table, or of a damaged one; `now` is the present in seconds since 1970."""
    since = _format_age(texts, now - row.at)
    if row.table is None:
        return texts("cli-tables-damaged", table=row.id, chat=row.chat, since=since, program=typed_program())
    return texts(
        "cli-tables-line",
        table=row.id,
        chat=row.chat,
        rules=rules_name(texts, row.table.rules.name),
        names=texts.join_names(_names(texts, row.table)),
        state=_state(texts, row.table),
        since=since,
    )


def _names(texts: Texts, table: Table) -> list[str]:
    """Returns the players' names, AI players with a sign, and last the number of free seats, if any."""
    free = sum(who is None for who in table.seats)
    names = [f"{who.name} 🤖" if who.ai else who.name for who in table.seats if who is not None]
    return [*names, texts("cli-tables-free", count=free)] if free else names


def _state(texts: Texts, table: Table) -> str:
    """Returns the state of a table in words: lobby, playing or paused.

    The last two have the number of the hand and the score.
    """
    if table.mesa is None:
        return texts("cli-tables-lobby")
    score = "–".join(map(str, table.mesa.piedras))
    if table.put_off:
        return texts("cli-tables-put-off", hand=table.hand, score=score)
    return texts("cli-tables-playing", hand=table.hand, score=score)


def _format_age(texts: Texts, seconds: float) -> str:
    """Returns a duration in words, rounded: minutes under an hour, hours under a day, otherwise days."""
    if seconds < HOUR:
        return texts("cli-minutes", count=round(seconds / MINUTE))
    if seconds < DAY:
        return texts("cli-hours", count=round(seconds / HOUR))
    return texts("cli-days", count=round(seconds / DAY))


def _object(row: OpenTable) -> dict[str, Any]:
    """Returns a table as a JSON object without cards.

    A damaged table has only its id, chat, time and state.
    """
    known = {"table": row.id, "chat": row.chat, "at": datetime.fromtimestamp(row.at, UTC).isoformat()}
    table = row.table
    if table is None:
        return {**known, "state": "damaged"}
    seats = [None if who is None else {"name": who.name, "ai": who.ai} for who in table.seats]
    state = "lobby" if table.mesa is None else "put_off" if table.put_off else "playing"
    score = None if table.mesa is None else list(table.mesa.piedras)
    playing = {"state": state, "seats": seats, "hand": table.hand, "score": score}
    return {**known, "rules": table.rules.name, **playing}
