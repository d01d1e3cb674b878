"""A list in Spanish ends with *y* or *o*, or with *e* or *u* before the same sound."""

from __future__ import annotations

import pytest

from musbot.words import conjunctions
from musbot.words.texts import NoText, Texts

ES = Texts("es")


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("Ane", "Maite y Ane"),
        ("Iñaki", "Maite e Iñaki"),
        ("Íñigo", "Maite e Íñigo"),
        ("🤖 Invitado", "Maite e 🤖 Invitado"),
        ("«Itziar»", "Maite e «Itziar»"),
        ("Hilario", "Maite e Hilario"),
        ("Ynés", "Maite e Ynés"),
        ("Ion", "Maite y Ion"),
        ("Yon", "Maite y Yon"),
        ("hielo", "Maite y hielo"),
        ("Hugo", "Maite y Hugo"),
    ],
)
def test_names_are_joined_as_they_sound(last: str, joined: str) -> None:
    assert ES.join_names(["Maite", last]) == joined


@pytest.mark.parametrize(
    ("last", "either"),
    [("6", "4 o 6"), ("8", "4 u 8"), ("11", "4 u 11"), ("110", "4 o 110"), ("órdago", "4 u órdago")],
)
def test_alternatives_are_joined_as_they_sound(last: str, either: str) -> None:
    assert ES("list-either", before="4", last=last) == either


def test_an_error_of_a_function_that_a_message_calls_is_the_cause_of_the_missing_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: str) -> str:
        raise KeyError("a fault of our own")

    monkeypatch.setattr(conjunctions, "_without_accents", fails)
    with pytest.raises(NoText, match="a fault of our own") as raised:
        Texts("es").join_names(["Maite", "Zuriñe"])
    assert isinstance(raised.value.__cause__, KeyError)
