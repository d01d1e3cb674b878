"""Episodes in C are episodes of the engine: the same asked, observed, masked, paid, whatever is said."""

from __future__ import annotations

from random import Random

import pytest

np = pytest.importorskip("numpy", reason="the extra rl")

from musbot_research.envs import Episode, Length, observed  # noqa: E402
from musbot_research.envs.batch import Batch  # noqa: E402
from musbot_research.envs.building import NoCompiler, compiler, load_kernel  # noqa: E402
from musbot_research.envs.numbered import NotNumbered  # noqa: E402

needs_cc = pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")


class Mirror:
    """An episode of the engine that draws what one of the kernel has drawn."""

    def __init__(self, batch: Batch, number: int, length: Length, bets: str) -> None:
        self.batch, self.number = batch, number
        self.episode = Episode(length, bets)
        self.draw()

    def draw(self) -> None:
        rows = self.batch.cards(self.number)
        while draws := self.episode.draws():
            seat = self.episode._due.seat if self.episode._due else None
            hand = rows if seat is None else rows[4 * seat : 4 * seat + 4]
            self.episode.draw(next(it for it in hand if it in draws))

    def step(self, said: int, reward: float, over: int) -> None:
        self.episode.say(said)
        if not over:
            self.draw()
        assert (self.episode.over, self.episode.returns()[0]) == (bool(over), reward)
        if over:
            self.episode = Episode(self.episode.length, self.episode.bets)
            self.draw()

    def check(self) -> None:
        seat = self.episode.seat
        assert seat is not None
        assert seat == self.batch.seats[self.number]
        assert observed(self.episode.view(seat)) == self.batch.observations[self.number].tolist()
        assert self.episode.legal() == np.flatnonzero(self.batch.masks[self.number]).tolist()


def agree(length: Length, bets: str, steps: int, seed: int, many: int = 8) -> int:
    """Says so many words in each of some episodes, and in the engine's; returns how many ended."""
    batch, rng, ended = Batch(many, length, bets, seed), Random(seed), 0
    mirrors = [Mirror(batch, number, length, bets) for number in range(many)]
    for _ in range(steps):
        for mirror in mirrors:
            mirror.check()
        # órdago seldom, and the mus often, or few hands would be long
        said = [
            rng.choice(
                [it for it in m.episode.legal() if it not in (1, 20) or rng.random() < 0.3]
                or m.episode.legal()
            )
            for m in mirrors
        ]
        batch.step(np.array(said))
        for mirror, word, reward, over in zip(
            mirrors, said, batch.rewards.tolist(), batch.over.tolist(), strict=True
        ):
            mirror.step(word, reward, over)
        ended += int(batch.over.sum())
    return ended


@needs_cc
@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("bets", ["usual", "wide"])
def test_R20_to_R51_the_kernel_asks_shows_and_pays_as_the_engine_does(length: Length, bets: str):
    assert agree(length, bets, 150, seed=1) > 10


@needs_cc
@pytest.mark.long
@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("bets", ["least", "usual", "wide"])
def test_R20_to_R51_the_kernel_does_so_for_a_hundred_thousand_words(length: Length, bets: str):
    assert agree(length, bets, 2_000, seed=2) > 200


@needs_cc
def test_the_same_seed_deals_the_same_cards():
    one, same, other = Batch(3, seed=1), Batch(3, seed=1), Batch(3, seed=2)
    assert (one.observations == same.observations).all()
    assert (one.observations != other.observations).any()
    assert len({one.cards(episode) for episode in range(3)}) == 3


@needs_cc
def test_a_word_that_is_not_lawful_is_refused_and_nothing_is_said():
    batch = Batch(2)
    before = batch.observations.copy()
    batch.masks[1, 17] = 1  # it is the kernel that knows
    with pytest.raises(NotNumbered, match=r"word 17 in episode 1: expected one of \[0, 1\]"):
        batch.step(np.array([0, 17]))
    with pytest.raises(NotNumbered, match=r"shape \(3,\): expected \(2,\)"):
        batch.step(np.array([0, 0, 0]))
    assert (batch.observations == before).all()
    with pytest.raises(NotNumbered, match="episode 2: expected one from 0 to 1"):
        batch.cards(2)
    with pytest.raises(NotNumbered, match="0 episodes"):
        Batch(0)


def test_without_a_compiler_that_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(NoCompiler, match="needs a C compiler"):
        load_kernel()


@pytest.mark.parametrize(("many", "seed", "told"), [("x", 0, "many = 'x'"), (10, "x", "seed = 'x'")])
def test_a_number_that_is_none_is_refused(many: int, seed: int, told: str) -> None:
    with pytest.raises(NotNumbered, match=f"^{told}: expected a whole number$"):
        Batch(many, seed=seed)
