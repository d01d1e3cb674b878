"""Nothing amiss is shown in any evening, and what people read in a dozen is what they have read before."""

from __future__ import annotations

import re

import pytest

from tests.evenings.amiss import LEAST
from tests.evenings.invariants import CHECKS, broken
from tests.evenings.programme import (
    AMISS,
    DATES,
    EVENINGS,
    FROM_THE_CHANNEL,
    KEPT,
    NEXT_DAYS,
    SAID,
    played,
)

PLACE, ALONE = "— ", "(to "
"""How the name of a chat begins, and what is told to one alone."""

OF_DAYS = (*NEXT_DAYS, *DATES, FROM_THE_CHANNEL)
"""Evenings that last until another day, or as long as others together."""
NUMBER = re.compile(r"#\d+")


def read(evening: str) -> tuple[dict[str, list[str]], list[str]]:
    """What each chat shows, line by line, and in any order the answers to who presses, which may come late.

    Two chats that are sent something at the same moment may come in either order, so that each counts its
    own messages.
    """
    shown: dict[str, list[str]] = {}
    answers: list[str] = []
    chat = ""
    for line in evening.splitlines():
        if line.startswith(PLACE):
            chat = line
        elif line.lstrip(" 0123456789:").startswith(ALONE):
            answers.append(f"{chat}{line}")
        elif line:
            shown.setdefault(chat, []).append(line)
    return {chat: counted(lines) for chat, lines in shown.items()}, sorted(answers)


def counted(lines: list[str]) -> list[str]:
    """Lines of one chat, whose messages are numbered as they appear in it."""
    numbers: dict[str, int] = {}
    return [NUMBER.sub(lambda it: f"#{numbers.setdefault(it[0], len(numbers) + 1)}", line) for line in lines]


@pytest.mark.parametrize(
    "name", [pytest.param(it, marks=[pytest.mark.slow] * (it in OF_DAYS)) for it in EVENINGS]
)
def test_nothing_amiss_is_shown_in_an_evening(name: str) -> None:
    evening = played(name)
    assert evening.leaks == []
    assert list(broken(evening.record, CHECKS)) == []
    acts, wrong = evening.amiss
    assert name not in AMISS or wrong >= LEAST * acts
    if name in KEPT:
        assert read(evening.text) == read((SAID / f"{name}.txt").read_text(encoding="utf-8"))


def test_what_is_said_to_one_alone_may_stand_earlier_or_later_but_not_be_another() -> None:
    tap, answer, edit = (
        "  0:01  Ane taps [Mus]\n",
        "  0:01  (to Ane alone: “Mus.”)\n",
        "  0:01  Mus #4: Habla\n",
    )
    first, later = f"— Peña\n{tap}{answer}{edit}", f"— Peña\n{tap}{edit}{answer}"
    assert read(first) == read(later)
    assert read(first) != read(later.replace("“Mus.”", "“Paso.”"))
    assert read(first) != read(later.replace("Habla", "Corta"))
    assert read(first) != read(later.replace("— Peña", "— Cuadrilla"))


def test_two_chats_may_be_sent_something_in_either_order_but_nothing_else() -> None:
    own = "— Ane\n  0:01  Mus #{}: Hola\n"
    board = "— Peña\n  0:01  Mus #{}: Habla\n  0:02  Ane taps [Mus] on #{}\n"
    ours = own.format(3) + board.format(4, 4)
    assert read(ours) == read(board.format(3, 3) + own.format(4))
    assert read(ours) != read(own.format(3) + board.format(4, 3))
    assert read(ours) != read(board.format(3, 3))


def test_no_evening_is_kept_but_those_to_be_read() -> None:
    assert sorted(it.stem for it in SAID.glob("*.txt")) == sorted(KEPT)
