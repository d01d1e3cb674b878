"""How each kind of AI player talks; whoever changes it measures it anew (docs/players.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from musbot.cli.simular import seat_players, simulate
from musbot.game.events import Discarded, Said
from musbot.game.rule_sets import rule_set
from musbot.game.voces import write_voz


def manner(kind: str, rules: str, hands: int) -> str:
    """Every word that four of a kind say in so many hands, and how many cards they throw."""
    played = next(iter(simulate(rule_set(rules), seat_players(rule_set(rules), [kind], 4), hands, "manner")))
    said = Counter(write_voz(it.action) for it in played.events if isinstance(it, Said))
    said["(cards)"] = sum(len(it.cards) for it in played.events if isinstance(it, Discarded))
    return ", ".join(f"{many} {word}" for word, many in sorted(said.items()))


@pytest.mark.parametrize(
    ("kind", "rules", "hands", "words"),
    [
        (
            "muslari",
            "parejas",
            60,
            "27 (cards), 3 5 más, 33 envido, 12 envido 5, 54 mus, 24 no mus, 66 no quiero, 165 paso, "
            "19 quiero, 6 órdago",
        ),
        (
            "muslari",
            "vitoria",
            60,
            "40 (cards), 2 5 más, 37 envido, 14 envido 5, 67 mus, 31 no mus, 70 no quiero, 207 "
            "paso, 25 quiero, 1 y yo, 13 órdago",
        ),
        (
            "prudente",
            "parejas",
            40,
            "80 (cards), 1 2 más, 1 4 más, 1 5 más, 29 envido, 11 envido 3, 4 envido 4, 5 envido 5, 56 "
            "mus, 19 no mus, 3 no queremos, 42 no quiero, 103 paso, 1 queremos, 31 quiero, 1 reenvido, 1 "
            "y yo, 2 órdago",
        ),
        (
            "prudente",
            "vitoria",
            40,
            "129 (cards), 1 2 más, 1 4 más, 40 envido, 16 envido 3, 2 envido 4, 12 envido 5, 6 mi "
            "compañero dirá, 81 mus, 28 no mus, 5 no queremos, 65 no quiero, 137 paso, 34 quiero, 1 "
            "reenvido, 4 y yo, 3 órdago",
        ),
        (
            "novato",
            "parejas",
            60,
            "31 (cards), 8 envido, 10 envido 5, 18 mus, 11 no mus, 16 no quiero, 67 paso, 18 quiero, 2 y "
            "yo, 4 órdago",
        ),
        (
            "prudente",
            "tres-mus",
            60,
            "140 (cards), 2 1 más, 5 2 más, 1 3 más, 1 acepto 2, 1 acepto 4, 71 conforme, 8 envido, 69 "
            "envido 1, 10 envido 3, 58 envido 5, 1 me doy por perdido, 140 no quiero, 57 paso, 66 quiero",
        ),
        (
            "novato",
            "tres-mus",
            40,
            "121 (cards), 2 2 más, 1 3 más, 2 acepto 2, 40 conforme, 9 envido, 45 envido 1, 8 envido 3, "
            "38 envido 5, 137 no quiero, 149 paso, 36 quiero",
        ),
        (
            "prudente",
            "frances",
            60,
            "118 (cards), 3 1 más, 2 2 más, 4 3 más, 52 conforme, 7 envido, 31 envido 1, 12 envido 3, 60 "
            "envido 5, 125 no quiero, 71 paso, 45 quiero",
        ),
    ],
)
def test_it_talks_as_it_did_when_it_was_measured(kind: str, rules: str, hands: int, words: str) -> None:
    assert manner(kind, rules, hands) == words
