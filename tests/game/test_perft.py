"""The trees of words are as perft.txt counts them, and small ones as the rules, written again, count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from tests.game.perft import COLUMNS, FILE, HEAD, Count, Tree, line, lines, trees

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


# ---- the same counts by other means -------------------------------------------------------------------


@dataclass(frozen=True)
class Lance:
    """A lance between A and C, B and D, as section 5 of the reglamento has it; it knows no engine.

    `bet` is who asked for `asked` piedras when `held` were accepted; `said` what was answered since, by whom
    and with how many piedras; `out` may speak no more.
    """

    speakers: str
    together: bool = False
    elimina: bool = False
    passed: int = 0
    bet: str = ""
    asked: int = 0
    held: int = 0
    ordago: bool = False
    said: tuple[tuple[str, str, int], ...] = ()
    out: str = ""

    def answering(self) -> str:
        """Who may answer the bet, from the first after the bettor (R29)."""
        at = self.speakers.index(self.bet)
        turn = self.speakers[at + 1 :] + self.speakers[:at]
        rivals = "BD" if self.bet in "AC" else "AC"
        spoken = {who for who, _, _ in self.said}
        return "".join(who for who in turn if who in rivals and who not in self.out and who not in spoken)

    def follow(self) -> Iterator[Lance | tuple[str, int]]:
        """Yields what comes of each word: a lance still open, or how it is closed and its piedras."""
        if not self.bet:
            yield from self.opened(self.speakers[self.passed])
            return
        waiting = self.answering()
        for who in waiting if self.together else waiting[:1]:
            yield from self.answered(who, last=len(waiting) == 1)
        if self.together and any(word != "no quiero" for _, word, _ in self.said):
            yield self.settled(self.said)  # the gracia is over (R30)

    def opened(self, who: str) -> Iterator[Lance | tuple[str, int]]:
        """R28: paso, envido of two or more, órdago."""
        if self.passed + 1 == len(self.speakers):
            yield "paso", 0
        else:
            yield replace(self, passed=self.passed + 1)
        yield replace(self, bet=who, asked=2)
        yield replace(self, bet=who, asked=3)
        yield replace(self, bet=who, ordago=True)

    def answered(self, who: str, *, last: bool) -> Iterator[Lance | tuple[str, int]]:
        for word in ("no quiero", "quiero"):  # R30: the plural closes at once, what commits most stands
            yield self.settled((*self.said, (who, word, 0)))
        raises = (
            () if self.ordago else (self.asked + 2, self.asked + 1, self.asked + 2, self.asked * 2)
        )  # R31
        if not self.ordago:
            yield self.settled((*self.said, (who, "órdago", 0)))
        for word, asked in (("no quiero", 0), ("quiero", 0), *(("raise", asked) for asked in raises)):
            said = (*self.said, (who, word, asked))
            stands = word != "no quiero" and not self.together  # R29: of one, at once
            yield self.settled(said) if last or stands else replace(self, said=said)

    def settled(self, said: tuple[tuple[str, str, int], ...]) -> Lance | tuple[str, int]:
        """La bocha hace la ley (R30): what commits most stands, of equal answers the first."""
        order = ("no quiero", "quiero", "raise", "órdago")
        who, word, asked = sorted(said, key=lambda one: (-order.index(one[1]), -one[2]))[0]
        if word == "no quiero":
            return "rechazado", self.held or 1  # R32
        if word == "quiero":
            return ("órdago", 0) if self.ordago else ("querido", self.asked)
        refused = "".join(seat for seat, word, _ in said if word == "no quiero") if self.elimina else ""
        return replace(
            self,
            bet=who,
            asked=asked,
            held=self.asked,
            ordago=word == "órdago",
            said=(),
            out=self.out + refused,
        )


def counts(lance: Lance, words: int) -> Iterator[Count]:
    """Yields the counts of all paths of one word, of two, and so on."""
    level = [lance]
    for _ in range(words):
        follow = [now for before in level for now in before.follow()]
        level = [now for now in follow if isinstance(now, Lance)]
        closed = [now for now in follow if not isinstance(now, Lance)]
        ends = Counter(how for how, _ in closed)
        yield Count(
            {**ends, **({"open": len(level)} if level else {})}, sum(piedras for _, piedras in closed)
        )


@pytest.mark.parametrize("respuesta", ["turno", "pareja"])
@pytest.mark.parametrize("elimina", [False, True])
@pytest.mark.parametrize(("lance", "speakers"), [("grande", "ABCD"), ("pares", "ABD"), ("juego", "AB")])
def test_R28_to_R32_counted_by_their_letter_come_to_the_same(
    respuesta: str, elimina: bool, lance: str, speakers: str
):
    tree = Tree(f"parejas/{respuesta}{'/elimina' if elimina else ''}", 4, lance, 0)
    same = Lance(speakers, respuesta == "pareja", elimina)
    expected = told(tree)
    assert [line(tree, n, count) for n, count in enumerate(counts(same, len(expected)), 1)] == expected
