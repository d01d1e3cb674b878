"""The trees of words are as perft.txt counts them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.perft import COLUMNS, FILE, HEAD, Count, Tree, line, lines, trees

TOLD = FILE.read_text("utf-8")
COUNTED = [text for text in TOLD.splitlines() if not text.startswith("#")]
PATHS = 3_000
"""A tree is walked again as far as the file counts at most so many paths."""
MANY = 16_000
"""The same for trees in which a rule (elimina) matters only after many words."""
SAME = {"chica": "grande", "punto": "grande"}
"""Lances that are bet as others are: walked again for a few words only."""


def told(tree: Tree) -> list[str]:
    """What the file says of a tree."""
    start = line(tree, 1, Count({}, 0))[:41]
    return [text for text in COUNTED if text.startswith(start)]


def far(tree: Tree) -> int:
    """How many words deep a tree is walked again."""
    if tree.lance in SAME:
        return 3
    limit = MANY if "elimina" in tree.rules and tree.lance == "pares" else PATHS
    return sum(int(text.split()[4]) <= limit for text in told(tree))


def same_rules() -> dict[str, list[Tree]]:
    by_rules: dict[str, list[Tree]] = {}
    for tree in trees():
        by_rules.setdefault(f"{tree.rules}-{tree.players}", []).append(tree)
    return by_rules


@pytest.mark.parametrize("name", same_rules())
def test_the_trees_are_as_the_file_counts_them(name: str):
    for tree in same_rules()[name]:
        assert lines(tree, far(tree)) == told(tree)[: far(tree)]


def test_the_file_has_every_tree_to_its_depth():
    assert TOLD.startswith(HEAD + COLUMNS + "\n")
    depths = [len(told(tree)) for tree in trees()]
    assert depths == [tree.depth for tree in trees()]
    assert len(COUNTED) == sum(depths)


def test_chica_and_punto_are_bet_as_grande_is():
    for tree in trees():
        if tree.lance in SAME:
            grande = told(replace(tree, lance=SAME[tree.lance]))
            assert [text.replace(tree.lance.ljust(6), "grande", 1) for text in told(tree)] == grande
