"""What people write: how it is quoted, and what they may have meant."""

from __future__ import annotations

import pytest

from musbot.words.guess import guess
from musbot.words.quoted import MAX_CHARACTERS, quote


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("vitoria", "vitoria"),
        ("  dos\n líneas\t", "dos líneas"),
        ("al \u202erevés", "al revés"),
        ("x" * MAX_CHARACTERS, "x" * MAX_CHARACTERS),
        ("x" * 100_000, "x" * (MAX_CHARACTERS - 1) + "…"),
        ("", ""),
    ],
)
def test_what_somebody_wrote_is_quoted_on_one_line_and_in_short(written: str, shown: str):
    assert quote(written) == shown


KNOWN = ("vitoria", "cuatro-reyes", "clasico", "mus_visto")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("vitorai", "vitoria"),
        ("VICTORIA", "vitoria"),
        ("Clásico", "clasico"),
        ("mus visto", "mus_visto"),
        ("ajedrez", None),
        ("", None),
        ("vitoria" * 10, None),
    ],
)
def test_the_most_alike_of_what_there_is_may_have_been_meant(written: str, meant: str | None):
    assert guess(written, KNOWN) == meant


def test_less_alike_words_are_guessed_only_where_that_is_asked_for():
    assert guess("musica", ["mus"]) == "mus"
    assert guess("musica", ["mus"], 0.8) is None
