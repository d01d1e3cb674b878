"""Counts every way in which a lance or the mus may go, word by word ("perft"), into perft.txt.

`python -m tests.support.perft` walks all that is offered and writes the file anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Any

from musbot.game.actions import Action, Offer
from musbot.game.engine import expire, gracia, offers, play
from musbot.game.evolve import evolve
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.state import State
from tests.support.playing import PLAIN, TRIOS, at_grande, betting, opened

FILE = Path(__file__).with_name("perft.txt")

HEAD = """\
# Counts of the trees of words, by brute force over all that is offered. A rule of the bets that changes
# shows here. Made by `python -m tests.support.perft`, checked by tests/game/test_perft.py.
#
# A tree begins where a lance is opened for bets, all before it en paso, the mano in seat A, piedras 0 of 40.
# Each word offered to each seat is a branch, of an amount without limit the least and the least + 1 (envido
# 2 and 3, 1 más and 2 más); so is the end of the gracia (3 s) where it is waited for. A path ends where its
# lance is closed. The tree of the mus ends with a cut, or when all have said mus.
#
# Hands, as many as play: A 12o 3c 11b 1e, B 7o 7c 7e 10b, C 1o 4c 5b 6e, D 2o 2c 12e 12b, E 4o 4e 5o 6o,
# F 10o 11o 12c 3o. All but C have pares; A, B and F juego. For punto others, without pares or juego.
#
# rules    bandos/respuesta/elimina, or for the mus bandos/corte/consulta
# paths    of so many words; then how many of these leave the lance open, and how the others close it
# piedras  accepted, or the dejes: the sum of all lances closed with that word
#
# In tres-mus and frances, where each has 4 stones left, amounts with a limit are tried like those without;
# piedras are the stones in the middle when the lance is closed, or those that one is rid of.
#
"""

COLUMNS = f"{'# rules':<24}{'players':>8}  {'lance':<7}{'words':>6}{'paths':>8}{'piedras':>9}  which"

LANCES = ("grande", "chica", "pares", "juego", "punto")
NO_PARES = (*PLAIN, "4e 6c 7b 10e", "1c 4b 6e 11e")

OPEN = "open"
STONES = ("tres-mus", "frances")


@dataclass(frozen=True)
class Tree:
    """One tree: the rules by the name that the file gives them, and how many words deep it counts them."""

    rules: str
    players: int
    lance: str
    depth: int


@dataclass(frozen=True)
class Count:
    """All paths of so many words: how many leave the lance open or close it so, and the piedras in these."""

    ends: Mapping[str, int]
    piedras: int

    @property
    def paths(self) -> int:
        return sum(self.ends.values())


def trees() -> Iterator[Tree]:
    """Yields every tree of the file, in its order."""
    for bandos, players in (("parejas", 4), ("trios", 6)):
        ways = product((("turno", 6), ("pareja", 5)), ("", "/elimina"), LANCES)
        for (respuesta, depth), elimina, lance in ways:
            yield Tree(f"{bandos}/{respuesta}{elimina}", players, lance, depth)
    for players in range(2, 7):
        for lance in LANCES:
            yield Tree("individual", players, lance, max(6, players + 1))
    yield from (
        Tree(name, players, lance, depth)
        for name, (players, depth), lance in product(STONES, ((2, 7), (3, 6), (4, 5)), ("grande", "pares"))
    )
    for bandos, players in (("parejas", 4), ("trios", 6)):
        for corte in ("turno", "libre"):
            yield Tree(f"{bandos}/{corte}", players, "mus", players)
    for corte in ("turno", "libre"):
        yield Tree(f"parejas/{corte}/consulta", 4, "mus", 4)


def root(tree: Tree) -> State:
    """Returns the table where a tree begins."""
    if tree.rules in STONES:
        t = at_grande(tree.rules, *TRIOS[: tree.players], piedras=(4,) * tree.players)
        return t.paso(2).mesa if tree.lance == "pares" else t.mesa
    bandos, *ways = tree.rules.split("/")
    fields: dict[str, Any] = {"elimina": "elimina" in ways, "consulta": "consulta" in ways}
    if "pareja" in ways:
        fields |= {"respuesta": "pareja", "gracia": 3}
    if "libre" in ways:
        fields["corte"] = "libre"
    rules = MusRules("perft").with_changes({"bandos": bandos, **fields})
    hands = (NO_PARES if tree.lance == "punto" else TRIOS)[: tree.players]
    if tree.lance == "mus":
        return opened(rules, seats=tree.players).deal(*hands).mesa
    t = betting(rules, *hands, seats=tree.players)
    while t.envite.lance != tree.lance:
        t.paso()
    return t.mesa


def amounts(offer: Offer) -> range:
    """The amounts of a word that are tried: the least and, where it is allowed, the next; 0 for none."""
    return range(offer.least, offer.least + (2 if offer.most is None or offer.most > offer.least else 1))


def after(mesa: State) -> Iterator[State]:
    """Yields the table after every word of every seat, and after the wait for a partner."""
    for seat in range(mesa.seats):
        for offer in offers(mesa, seat):
            for n in amounts(offer):
                yield play(mesa, seat, Action(offer.voz, n))[1]
    if gracia(mesa) is not None:
        yield reduce(evolve, expire(mesa), mesa)


def end(mesa: State, closed: int) -> tuple[str, int]:
    """How a tree that began with so many lances closed stands now, and the piedras of its lance."""
    if len(mesa.lances) > closed:
        lance = mesa.lances[closed]
        return lance.estado.value, lance.piedras
    assert isinstance(mesa, MusState)
    return ("descarte" if mesa.cut_by is None else "no mus"), 0


def grow(mesa: State, depth: int) -> Iterator[Count]:
    """Yields the count of all paths of one word, of two, and so on."""
    kind, closed = type(mesa.phase), len(mesa.lances)
    level = [mesa]
    for _ in range(depth):
        grown, ends, piedras = [], Counter[str](), 0
        for before in level:
            for now in after(before):
                if isinstance(now.phase, kind) and len(now.lances) == closed:
                    grown.append(now)
                    ends[OPEN] += 1
                    continue
                how, paid = end(now, closed)
                ends[how] += 1
                piedras += paid
        yield Count(dict(ends), piedras)
        level = grown


def line(tree: Tree, words: int, count: Count) -> str:
    """What the file says of all paths of so many words of a tree."""
    ends = ", ".join(f"{n} {how}" for how, n in sorted(count.ends.items()))
    place = f"{tree.rules:<24}{tree.players:>8}  {tree.lance:<7}{words:>6}"
    return f"{place}{count.paths:>8}{count.piedras:>9}  {ends}"


def lines(tree: Tree, depth: int) -> list[str]:
    """Returns what the file says of a tree, as far as so many words."""
    return [line(tree, n, count) for n, count in enumerate(grow(root(tree), depth), 1)]


def main() -> None:
    """Writes the file."""
    told = [text for tree in trees() for text in lines(tree, tree.depth)]
    FILE.write_text(HEAD + "\n".join((COLUMNS, *told)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
