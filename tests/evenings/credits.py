"""What holds of every seña that people read of: it is credited to the player who made it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from musbot.table.events import Occupant
from musbot.words.texts import LANGUAGES, Texts
from tests.evenings.record import Moment, Record

_SEEN = "👀 "
"""How a line begins that tells of a seña that its reader saw."""
_MADE = [
    re.compile("^" + re.escape(Texts(language)("sena-made", senas="\0", count=count)).replace("\0", ".+"))
    for language in LANGUAGES
    for count in (1, 2)
]
"""The lines that tell readers which señas they have made."""


def miscredited(record: Record) -> Iterator[str]:
    """Yields lines about señas that name another player than the one who made them (R57)."""
    makers = [maker for states in record.tables.values() for maker in _makers(states)]
    for it in record.shown:
        for line in it.text.splitlines() if it.to is not None else ():
            seen, own = line.startswith(_SEEN), any(made.match(line) for made in _MADE)
            if (seen or own) and not any(
                _names(line, sena) and (who.name in line if seen else who.person == it.to)
                for who, sena in makers
            ):
                yield f"{it.where}: {line!r}"


def _names(line: str, sena: str) -> bool:
    """Returns whether a line names a seña, in any language."""
    return any(Texts(language).word(sena) in line for language in LANGUAGES)


def _makers(states: Sequence[Moment]) -> Iterator[tuple[Occupant, str]]:
    """Yields each seña of a table with the player whose seat it was when it was made."""
    known: tuple[object, ...] = ()
    for _, table in states:
        signs = table.mesa.signs if table.mesa is not None else ()
        for made in signs:
            if made not in known and (who := table.seats[made.seat]) is not None:
                yield who, made.sena
        known = signs
