"""A list in Spanish ends with *y* or *o*, or with *e* or *u* before the same sound."""

from __future__ import annotations

import pytest

from musbot.words.texts import Texts

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
