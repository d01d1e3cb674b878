"""Hands whose payments were counted by hand from docs/reglamento.md before any of them was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from musbot.acta.read import read
from musbot.acta.summary import summary

NAMES = {"A": "Ane", "B": "Beñat", "C": "Carmen", "D": "Dani"}
HANDS = [
    [part.strip() for part in line.split("|")]
    for line in Path(__file__).with_name("hands_of_the_reglamento.txt").read_text("utf-8").splitlines()
    if line.count("|") == 9 and not line.startswith("#")
]


def acta(hand: list[str]) -> str:
    """Returns a hand as an acta."""
    _, rules, changes, mano, score, cards, drawn, seen, words, _ = hand
    voces = [
        f"{NAMES[letter]}: {said}"
        for who, _, said in (word.strip().partition(" ") for word in words.split(";"))
        for letter in who
    ]
    lines = [
        "acta = 1",
        f'reglas = "{rules}"',
        f"variantes = {{ {changes} }}",
        f"jugadores = {list(NAMES.values())}",
        f'mano = "{NAMES[mano]}"',
        f"marcador = {{ piedras = {list(map(int, score.split()))} }}" if score else "",
        "[[manos]]",
        f"reparto = {[dealt.strip() for dealt in cards.split(',')]}",
        f'mazo = "{drawn}"',
        f"vistos = {list(map(int, seen.split()))}",
        f"voces = {voces}",
    ]
    return "\n".join(lines)


def test_they_are_twelve() -> None:
    assert len(HANDS) == 12


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand[0])
def test_R100_R101_R103_R104_R105_a_hand_is_paid_as_it_was_counted_by_hand(hand: list[str]) -> None:
    played = read(acta(hand))
    assert summary(played)["fase"] == "fin"
    assert summary(played)["piedras"] == list(map(int, hand[-1].split()))
