"""The words about a paused table (R99): the reason, and the people that must still resume it."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Seat
from musbot.table.seats import majority
from musbot.table.view import TableView
from musbot.words.texts import Texts


def missing_votes(table: TableView) -> tuple[list[Seat], int]:
    """Returns the people of a paused table who have not voted to resume, and how many of them it needs.

    The number is 0 if it needs each of them.
    """
    missing = [seat for seat in table.people if seat not in table.resuming]
    needed = majority(table.people) - len(table.resuming)
    return missing, needed if needed < len(missing) else 0


def pause_text(texts: Texts, table: TableView) -> str:
    """Returns the line of a paused table, in which its reader is "you".

    It has the reason, or once people have voted to resume, their names; then the people whose votes are
    missing. If all people have left, it says so.
    """
    if not table.people:
        return texts("pause-empty")
    missing, needed = missing_votes(table)
    facts = _player_facts(texts, table, missing)
    if not table.resuming:
        until = texts("pause-until-some", some=_count(texts, needed), all=_count(texts, len(missing)))
        return f"{_reason(texts, table)} {until if needed else texts('pause-until', **facts)}"
    if table.seat in table.resuming:
        here = texts("pause-yours")
    else:
        names = texts.join_names([table.names[seat] for seat in table.resuming])
        here = texts("pause-here", names=names, count=len(table.resuming))
    if not needed:
        return f"{here} {texts('pause-lacks', **facts)}"
    if needed == 1:
        either = texts.join_names(_names(texts, table, missing), either=True)
        return f"{here} {texts('pause-lacks-one', names=either)}"
    some, every = _count(texts, needed), _count(texts, len(missing))
    return f"{here} {texts('pause-lacks-some', some=some, all=every, names=facts['names'])}"


def _reason(texts: Texts, table: TableView) -> str:
    """Returns the reason for the pause: people missed their turns, or people that were asked said nothing for
    IDLE_S.

    Without such people it says only that the table is paused. A single silent player of several gives no
    reason either, because the other silent ones came back.
    """
    if len(table.silent_seats) >= min(len(table.people), 2):
        return texts("pause-missed", **_player_facts(texts, table, table.silent_seats))
    turn = table.game.turno if table.idle and table.game is not None else ()
    seats = [seat for seat in turn if seat in table.people]
    return texts("pause-quiet", **_player_facts(texts, table, seats)) if seats else texts("pause")


def _player_facts(texts: Texts, table: TableView, seats: Sequence[Seat]) -> dict[str, str | int]:
    """Returns the parameters of a message about players: `who` they are to its reader, and their `names`.

    `who` is 0 for the reader alone, "reader" for others and the reader, "one" or "many".
    """
    alone = len(seats) == 1
    who: str | int = "one" if alone else "many"
    if table.seat in seats:
        who = 0 if alone else "reader"
    return {"who": who, "names": texts.join_names(_names(texts, table, seats))}


def _names(texts: Texts, table: TableView, seats: Sequence[Seat]) -> list[str]:
    """Returns players' names, and last the word for the reader if they are among them."""
    others = [table.names[seat] for seat in seats if seat != table.seat]
    return [*others, *([texts("reader")] if table.seat in seats else [])]


def _count(texts: Texts, number: int) -> str:
    """Returns a number of players in words, up to eight."""
    return texts("players-count", count=number)
