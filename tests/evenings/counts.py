"""What holds of every count that people read: it is short, and its lances come in their order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from musbot.game.lances import Lance
from musbot.narrator.post import LINE_LENGTH, SCREEN_LINES
from musbot.narrator.speech import SIGNS
from musbot.words.lances import lance_heading
from musbot.words.texts import LANGUAGES, Texts
from tests.evenings.record import Record, Shown

_TITLE = re.compile(r"^(?:### )?[^\n·]+ · (?:(?:mano|hand) \d+|\d+\. eskualdia)$")
_HAND = re.compile(rf"^(?:{'|'.join(SIGNS)}) [^:]+: (?!-?\d+ → )")
_HIDDEN = tuple(
    Texts(language)(key, side="\0").partition("\0")[0]
    for language in LANGUAGES
    for key in ("result-hidden", "stones-hidden")
)
_LANCES = {
    lance_heading(Texts(language), lance): place
    for language in LANGUAGES
    for place, lance in enumerate(Lance)
}


def unfolded_count(text: str) -> list[str]:
    """Returns the lines of a count that are read without unfolding the cards; none of another post.

    Under a picture the cards may be left out: then the reasons are folded, which begin with the first lance.
    """
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if _TITLE.match(line)), len(lines))
    first = next((n for n, line in enumerate(lines) if n > start and _lance(line) in _LANCES), len(lines))
    end = next(
        (
            n
            for n, line in enumerate(lines)
            if (n > start and (_HAND.match(line) or line.startswith(_HIDDEN)))
            or (n > first and _lance(line) == _lance(lines[first]))
        ),
        len(lines),
    )
    return [line for line in lines[start:end] if line and not line.startswith(("[", "-# "))]


def _lance(line: str) -> str:
    return line.partition(":")[0]


def long_count(record: Record) -> Iterator[str]:
    """Yields counts that fill more of a small screen than they may."""
    for it, lines in _counts(record):
        if sum(len(wrap(line, LINE_LENGTH)) for line in lines) > SCREEN_LINES:
            yield f"{it.where}: {it.text!r}"


def disordered(record: Record) -> Iterator[str]:
    """Yields counts whose lances are in another order than in their picture, or come twice."""
    for it, lines in _counts(record):
        places = [_LANCES[name] for line in lines if (name := _lance(line)) in _LANCES]
        if places != sorted(set(places)):
            yield f"{it.where}: {it.text!r}"


def unreasoned(record: Record) -> Iterator[str]:
    """Yields counts that give a lance's points without the reason: no cards, no bet, nothing folded."""
    for it, lines in _counts(record):
        folded = "\n".join(line for line in it.text.splitlines() if line not in lines).casefold()
        for line in lines:
            name, _, won = line.partition(":")
            if name in _LANCES and " · " not in won and name.casefold() not in folded:
                yield f"{it.where}: {line!r} in {it.text!r}"


def _counts(record: Record) -> Iterator[tuple[Shown, list[str]]]:
    for it in record.shown:
        if lines := unfolded_count(it.text):
            yield it, lines
