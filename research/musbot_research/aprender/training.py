"""The learners of learn.h in Python: built, run, saved and packed."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from musbot.game.modos.mus.rules import MusRules
from musbot.game.rules_base import Real
from musbot.players.mus.descarte import best_throw
from musbot.players.mus.odds import hand_classes
from musbot_research.aprender.library import (
    CLASSES,
    LANCES,
    Baraja,
    Mesa,
    Player,
    Reglas,
    Rng,
    baraja,
    kernel,
    reglas,
)
from musbot_research.aprender.match import Seated, seat_policy

SECTIONS, WORDS, ALL_WORDS, MOST_RIVALS, MOST_WANTED, LONGEST, WORTH = 7, 5, 10, 16, 64, 256, 3
"""Sizes of learn.h and table.h."""
FIT_EVERY, FIT_FROM = 250_000, 500_000
"""Hands between two fits of the value of scores, and hands before the first fit."""
LEAST = 0.04
"""Words with a smaller probability are dropped from a shipped table."""
SEEN_LANCES, SEEN_MUS = 20, 200
"""Prior weights in hands, for lances and for mus: each set starts as the wider set that contains it."""


class Score(NamedTuple):
    """The value of a score before a hand, as in table.h."""

    steepness: float
    """The weight of a lead."""
    mano: float
    """The value of being mano, in piedras."""


class Price(NamedTuple):
    """Charges for words that are poor company, in chances of the juego."""

    ordago: float = 0.0
    """The charge for an órdago."""
    cut: float = 0.0
    """The charge for cutting mus."""


FREE = Price()
"""No charges."""


class Layout(ctypes.Structure):
    """The struct `Layout` of table.h: the sets that a table distinguishes."""

    _fields_ = (
        ("baraja", ctypes.POINTER(Baraja)),
        ("many", ctypes.c_int32 * SECTIONS),
        ("from_", ctypes.c_int32 * SECTIONS),
        ("total", ctypes.c_int32),
        ("wide_from", ctypes.c_int32 * SECTIONS),
        ("wide_total", ctypes.c_int32),
        ("bucket", ctypes.c_uint8 * CLASSES * LANCES),
    )


class Learner(ctypes.Structure):
    """The struct `Learner` of learn.h: regrets and sums of a learner."""

    _fields_ = (
        ("layout", ctypes.POINTER(Layout)),
        ("words", ctypes.c_int32),
        ("regret", ctypes.POINTER(ctypes.c_float)),
        ("sum", ctypes.POINTER(ctypes.c_float)),
        ("wide", ctypes.POINTER(ctypes.c_float)),
        ("prior", ctypes.c_float),
        ("throws", ctypes.POINTER(ctypes.c_uint8)),
    )


class Frozen(ctypes.Structure):
    """The struct `Frozen` of learn.h: a packed table."""

    _fields_ = (
        ("layout", ctypes.POINTER(Layout)),
        ("bytes", ctypes.c_char_p),
        ("words", ctypes.c_void_p),
    )


class Seen(ctypes.Structure):
    """The struct `Seen` of learn.h: hands begun and juegos won, by score."""

    _fields_ = (
        ("begun", ctypes.c_int32 * MOST_WANTED * MOST_WANTED * 2),
        ("won", ctypes.c_int32 * MOST_WANTED * MOST_WANTED * 2),
    )


class Juego(ctypes.Structure):
    """The struct `Juego` of learn.h: the juego that is being played."""

    _fields_ = (
        ("rival", ctypes.c_int32),
        ("side", ctypes.c_int32),
        ("mano", ctypes.c_int32),
        ("hands", ctypes.c_int32),
        ("began", ctypes.c_uint8 * 3 * LONGEST),
    )


class Training(ctypes.Structure):
    """The struct `Training` of learn.h: the whole state of a training."""

    _fields_ = (
        ("reglas", ctypes.POINTER(Reglas)),
        ("layout", ctypes.POINTER(Layout)),
        ("table", ctypes.POINTER(Learner)),
        ("adversary", ctypes.POINTER(Learner)),
        ("rivals", Player * MOST_RIVALS),
        ("often", ctypes.c_double * MOST_RIVALS),
        ("counts", ctypes.c_double * MOST_RIVALS),
        ("many", ctypes.c_int32),
        ("explore_mus", ctypes.c_int32),
        ("price", ctypes.c_double * 2),
        ("chance", ctypes.c_float * MOST_WANTED * MOST_WANTED * 2 * MOST_RIVALS),
        ("rng", Rng),
        ("worth", ctypes.c_double * WORTH * MOST_RIVALS),
        ("seen", Seen * MOST_RIVALS),
        ("juego", Juego),
        ("mesa", Mesa),
        ("hands", ctypes.c_int64),
    )


@lru_cache(maxsize=8)
def layout(reyes: int, real: Real) -> Layout:
    """Returns the layout of a deck, cached."""
    found = Layout()
    kernel().layout_fill(ctypes.byref(found), ctypes.byref(baraja(reyes, real)))
    return found


@lru_cache(maxsize=8)
def throws(reyes: int, real: Real) -> bytes:
    """Returns four equal tables, one per turn from the mano: a byte for each class of hands.

    Each byte is a mask of the cards that prudente discards.
    """
    masks = bytearray()
    for held in hand_classes(MusRules(reyes=reyes, real=real)).index:
        mask, wanted = 0, list(best_throw(reyes, real, held)[0])
        for place, kind in enumerate(held):
            if kind in wanted:
                wanted.remove(kind)
                mask |= 1 << place
        masks.append(mask)
    return bytes(masks) * 4


class Side:
    """A learner and its memory. An adversary has ALL_WORDS."""

    def __init__(self, rules: MusRules, words: int = WORDS) -> None:
        self.rules, self.layout = rules, layout(rules.reyes, rules.real)
        self.learner = Learner()
        made = kernel().learner_begin(
            ctypes.byref(self.learner), ctypes.byref(self.layout), words, throws(rules.reyes, rules.real)
        )
        if not made & 1:
            raise MemoryError(f"no room for {self.layout.total} sets")
        self._sets, self._wide = self.layout.total * words, self.layout.wide_total * (words + 1)

    def current_policy(self) -> Seated:
        """Returns the learner with its latest policy."""
        return seat_policy("learner_now", self.learner)

    def average_policy(self) -> Seated:
        """Returns the learner with its average policy."""
        return seat_policy("learner_average", self.learner)

    def memory(self) -> list[memoryview]:
        """Returns the learner's arrays, to save or load them."""
        own = self.learner
        rows = ((own.regret, self._sets), (own.sum, self._sets), (own.wide, self._wide))
        return [
            memoryview((ctypes.c_float * many).from_address(_address(row))).cast("B") for row, many in rows
        ]

    def forget(self) -> None:
        """Frees the memory. The learner must not be used afterwards."""
        kernel().learner_end(ctypes.byref(self.learner))

    def pack(self, lances: float, mus: float, least: float) -> Packed:
        """Returns the packed table; words with a probability below `least` are dropped.

        `lances` and `mus` are prior weights.
        """
        rows = (ctypes.c_uint8 * WORDS * self.layout.total)()
        kernel().pack(
            ctypes.byref(self.layout),
            self.learner.sum,
            ctypes.c_double(lances),
            ctypes.c_double(mus),
            ctypes.c_double(least),
            rows,
        )
        flat = bytes(rows)
        seen = Counter(flat[at : at + WORDS] for at in range(0, len(flat), WORDS))
        words = [row for row, _ in seen.most_common(256)]
        number = {row: words.index(row) if row in words else _nearest(row, words) for row in seen}
        many = self.layout.many[SECTIONS - 1]
        coded = bytes([number[flat[at : at + WORDS]] for at in range(0, len(flat), WORDS)])
        return Packed(tuple(tuple(row) for row in words), coded + bytes(self.learner.throws[:many]))


def _address(row: ctypes._Pointer[ctypes.c_float]) -> int:
    return ctypes.addressof(row.contents)


class Packed(NamedTuple):
    """A table in the form of its file."""

    words: tuple[tuple[int, ...], ...]
    """The codebook: rows of word probabilities."""
    coded: bytes
    """A codebook index for each set, then the discards."""


def _nearest(row: bytes, words: list[bytes]) -> int:
    return min(range(len(words)), key=lambda n: sum(abs(a - b) for a, b in zip(row, words[n], strict=True)))


class Still:
    """A packed table as a policy of the kernel."""

    def __init__(self, rules: MusRules, table: Packed) -> None:
        flat = b"".join(bytes(row) for row in table.words)
        self._words = ctypes.create_string_buffer(flat, len(flat))
        self.frozen = Frozen(
            ctypes.pointer(layout(rules.reyes, rules.real)),
            table.coded,
            ctypes.cast(self._words, ctypes.c_void_p),
        )

    def as_player(self) -> Seated:
        """Returns the table as a player."""
        return Seated(seat_policy("frozen_word", self.frozen).player, self)


class Met(NamedTuple):
    """An opponent in training."""

    seated: Seated
    """The player."""
    weight: float
    """Its weight in the regrets; all weights sum to 1."""
    often: float | None = None
    """Its share of the juegos; None for its weight."""


class Trainer:
    """Trains a table against opponents, and optionally an adversary that learns against the table alone."""

    def __init__(
        self,
        table: Side,
        seed: int,
        others: Sequence[Met],
        adversary: float,
        score: Score,
        *,
        often: float | None = None,
        price: Price = FREE,
    ) -> None:
        rules = table.rules
        self.table = table
        self.adversary = Side(rules, ALL_WORDS) if adversary else None
        self.others = tuple(others)
        self.state = Training(
            ctypes.pointer(reglas(rules)),
            ctypes.pointer(self.table.layout),
            ctypes.pointer(self.table.learner),
            ctypes.pointer(self.adversary.learner) if self.adversary is not None else None,
            explore_mus=1,
        )
        self.state.price[:] = price
        first = (
            (Met(self.adversary.current_policy(), adversary, often),) if self.adversary is not None else ()
        )
        for n, met in enumerate((*first, *self.others)):
            part = met.weight if met.often is None else met.often
            self.state.rivals[n], self.state.often[n] = met.seated.player, part
            self.state.counts[n] = met.weight / part
            self.state.many = n + 1
            self._value(n, (score.steepness, score.steepness * score.mano, 0.0))
        kernel().training_begin(ctypes.byref(self.state), ctypes.c_uint64(seed))

    @property
    def hands(self) -> int:
        """Number of hands played."""
        hands: int = self.state.hands
        return hands

    def run(self, hands: int) -> None:
        """Plays this number of hands and learns from them."""
        end = self.hands + hands
        while self.hands < end:
            until = min(end, self.hands - self.hands % FIT_EVERY + FIT_EVERY)
            kernel().training_run(ctypes.byref(self.state), ctypes.c_int64(until - self.hands))
            if until % FIT_EVERY == 0 and until >= FIT_FROM:
                kernel().training_fit(ctypes.byref(self.state))

    def forget(self) -> None:
        """Frees the memory. The trainer must not be used afterwards."""
        for side in (self.table, self.adversary):
            if side is not None:
                side.forget()

    def _value(self, rival: int, worth: Sequence[float]) -> None:
        row = (ctypes.c_double * WORTH)(*worth)
        kernel().training_score(ctypes.byref(self.state), rival, row)

    def pack(self, least: float = LEAST) -> Packed:
        """Returns the packed table, without words whose probability is below `least`."""
        seen = (self.hands * 1e-6) ** 2 / 3  # the mean weight of a hand
        return self.table.pack(SEEN_LANCES * seen, SEEN_MUS * seen, least)

    def keep(self, path: Path) -> None:
        """Saves the state to a file."""
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            for row in self._memory():
                file.write(row)
        fresh.replace(path)

    def resume(self, path: Path) -> None:
        """Loads a saved state; raises ValueError if version or rules differ."""
        if path.stat().st_size != sum(row.nbytes for row in self._memory()):
            raise ValueError(f"{path}: expected what was kept by the same version, with the same rules")
        with path.open("rb") as file:
            for row in self._memory():
                file.readinto(row)
        for rival in range(self.state.many):
            self._value(rival, list(self.state.worth[rival]))

    def start_from(self, path: Path, hands: int) -> None:
        """Starts from the regrets in another training's saved state, weighted as `hands` hands.

        Raises ValueError if version or rules differ.
        """
        own = Side(self.table.rules)
        head = sum(row.nbytes for row in self._head())
        if path.stat().st_size < head + sum(row.nbytes for row in own.memory()):
            raise ValueError(f"{path}: expected what was kept by the same version, with the same rules")
        with path.open("rb") as file:
            kept = memoryview(file.read(head)).cast("B")
            for row in own.memory():
                file.readinto(row)
        before = kept[:8].cast("q")[0]
        kernel().learner_warm(
            ctypes.byref(self.table.learner), ctypes.byref(own.learner), ctypes.c_float((hands / before) ** 2)
        )
        own.forget()
        self.state.hands = hands

    def _memory(self) -> list[memoryview]:
        sides = [self.table, *([self.adversary] if self.adversary is not None else [])]
        return [*self._head(), *(row for side in sides for row in side.memory())]

    def _head(self) -> list[memoryview]:
        """Returns the saved parts of the state, without the learners' arrays."""
        state = memoryview(self.state).cast("B")
        mesa = _offset("mesa")
        return [
            *(state[at : at + size] for at, size in ((_offset("hands"), 8), (mesa + _PIEDRAS, 8))),
            *(state[at : at + size] for at, size in ((mesa + _WINNER, 1), (_offset("rng"), 8))),
            state[_offset("worth") : mesa],
        ]


def _offset(field: str) -> int:
    found: int = getattr(Training, field).offset
    return found


_PIEDRAS: int = Mesa.piedras.offset
_WINNER: int = Mesa.winner.offset
