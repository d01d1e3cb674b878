"""The learners of learn.h in Python: built, run, saved and packed."""

from __future__ import annotations

import ctypes
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

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

T = TypeVar("T")

SECTIONS, WORDS, MOST_SIZES, MOST_RIVALS, MOST_WANTED, LONGEST, WORTH = 7, 5, 12, 16, 64, 256, 3
"""Sizes of table.h, learn.h and train.h."""
WORKERS, SHARDS = 16, 16
"""The workers of a training and the shards of its sets, as in train.h. They do not depend on the machine."""
BATCH = 1_000 * WORKERS
"""Number of hands after which both sides learn."""
FIT_EVERY, FIT_FROM = 16 * BATCH, 32 * BATCH
"""Hands between two fits of the value of scores, and hands before the first fit."""
WARM = 0.02
"""The regrets of a set in all, in chances of the juego, with which a response starts from a table."""
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


class Bets(NamedTuple):
    """Further bets and raises of an adversary, in piedras, in addition to the table's.

    At most MOST_SIZES each.
    """

    opens: tuple[int, ...] = ()
    """First bets."""
    raises: tuple[int, ...] = ()
    """The piedras that a raise adds to the bet before it."""

    @property
    def words(self) -> int:
        """Number of words of a side with these bets."""
        return WORDS + max(len(self.opens), len(self.raises))


NO_BETS = Bets()
"""The bets of a table."""
ADVERSARY_BETS = Bets((3, 7, 12, 20, 39), (3, 8, 13, 18, 30))
"""The bets of the adversary in training."""


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


class Reading(ctypes.Structure):
    """The struct `Reading` of table.h: the two levels as which a bet is read, and how often as the first."""

    _fields_ = (("low", ctypes.c_int), ("high", ctypes.c_int), ("part", ctypes.c_double))


class Sizes(ctypes.Structure):
    """The struct `Sizes` of table.h: further bets and raises, 0 for none."""

    _fields_ = (("opens", ctypes.c_int32 * MOST_SIZES), ("raises", ctypes.c_int32 * MOST_SIZES))


class Learner(ctypes.Structure):
    """The struct `Learner` of learn.h: regrets and sums of a learner."""

    _fields_ = (
        ("layout", ctypes.POINTER(Layout)),
        ("words", ctypes.c_int32),
        ("sizes", Sizes),
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
    """The struct `Seen` of train.h: hands begun and juegos won, by score."""

    _fields_ = (
        ("begun", ctypes.c_int32 * MOST_WANTED * MOST_WANTED * 2),
        ("won", ctypes.c_int32 * MOST_WANTED * MOST_WANTED * 2),
    )


class Juego(ctypes.Structure):
    """The struct `Juego` of train.h: the juego that is being played."""

    _fields_ = (
        ("rival", ctypes.c_int32),
        ("side", ctypes.c_int32),
        ("mano", ctypes.c_int32),
        ("hands", ctypes.c_int32),
        ("began", ctypes.c_uint8 * 3 * LONGEST),
    )


class Training(ctypes.Structure):
    """The struct `Training` of train.h: the shared state of a training."""

    _fields_ = (
        ("reglas", ctypes.POINTER(Reglas)),
        ("layout", ctypes.POINTER(Layout)),
        ("table", ctypes.POINTER(Learner)),
        ("adversary", ctypes.POINTER(Learner)),
        ("often", ctypes.c_double * MOST_RIVALS),
        ("counts", ctypes.c_double * MOST_RIVALS),
        ("many", ctypes.c_int32),
        ("explore_mus", ctypes.c_int32),
        ("price", ctypes.c_double * 2),
        ("chance", ctypes.c_float * MOST_WANTED * MOST_WANTED * 2 * MOST_RIVALS),
        ("worth", ctypes.c_double * WORTH * MOST_RIVALS),
        ("seen", Seen * MOST_RIVALS),
        ("hands", ctypes.c_int64),
    )


class Changes(ctypes.Structure):
    """The struct `Changes` of train.h: the recorded changes of a shard."""

    _fields_ = (("rows", ctypes.c_void_p), ("many", ctypes.c_int32), ("room", ctypes.c_int32))


class Worker(ctypes.Structure):
    """The struct `Worker` of train.h: a player of consecutive hands."""

    _fields_ = (
        ("training", ctypes.POINTER(Training)),
        ("rng", Rng),
        ("juego", Juego),
        ("mesa", Mesa),
        ("seen", Seen * MOST_RIVALS),
        ("changes", Changes * SHARDS),
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
    """A learner and its memory. An adversary has further bets."""

    def __init__(self, rules: MusRules, bets: Bets = NO_BETS) -> None:
        self.rules, self.layout = rules, layout(rules.reyes, rules.real)
        self.learner, words = Learner(), bets.words
        made = kernel().learner_begin(
            ctypes.byref(self.learner),
            ctypes.byref(self.layout),
            words,
            ctypes.byref(Sizes(bets.opens, bets.raises)),
            throws(rules.reyes, rules.real),
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

    player: Callable[[int], Seated]
    """Makes the player for each thread, by the thread's number."""
    weight: float
    """Its weight in the regrets; all weights sum to 1."""
    often: float | None = None
    """Its share of the juegos; None for its weight."""


class Part(NamedTuple):
    """The weight and share of the adversary in training."""

    weight: float
    """Its weight in the regrets; with all opponents' weights it sums to 1."""
    often: float | None = None
    """Its share of the juegos; None for its weight."""


class Pace(NamedTuple):
    """The division of a training into threads and batches."""

    threads: int | None = None
    """Number of threads; None for one for each core."""
    batch: int = BATCH
    """Number of hands after which both sides learn, rounded up to a multiple of WORKERS."""


ALL_CORES = Pace()
"""A thread for each core."""


class Trainer:
    """Trains a table against opponents, and optionally an adversary that learns against the table alone.

    Both sides learn after each batch of hands. The threads share the workers' hands: their number
    changes the time, not the result.
    """

    def __init__(
        self,
        table: Side,
        seed: int,
        others: Sequence[Met],
        score: Score,
        *,
        adversary: Part | None = None,
        price: Price = FREE,
        pace: Pace = ALL_CORES,
    ) -> None:
        rules = table.rules
        self.table = table
        self.adversary = Side(rules, ADVERSARY_BETS) if adversary is not None else None
        self.state = Training(
            ctypes.pointer(reglas(rules)),
            ctypes.pointer(self.table.layout),
            ctypes.pointer(self.table.learner),
            ctypes.pointer(self.adversary.learner) if self.adversary is not None else None,
            explore_mus=1,
        )
        self.state.price[:] = price
        met_in_turn = tuple(others)
        if adversary is not None and self.adversary is not None:
            now = self.adversary.current_policy()
            met_in_turn = (Met(lambda _: now, *adversary), *met_in_turn)
        for n, met in enumerate(met_in_turn):
            part = met.weight if met.often is None else met.often
            self.state.often[n], self.state.counts[n] = part, met.weight / part
            self.state.many = n + 1
            self._value(n, (score.steepness, score.steepness * score.mano, 0.0))
        self._workers, self._each = (Worker * WORKERS)(), -(-pace.batch // WORKERS)
        many = min(WORKERS, pace.threads or len(os.sched_getaffinity(0)))
        self._pool = ThreadPoolExecutor(many)
        self._seated = [[met.player(thread) for met in met_in_turn] for thread in range(many)]
        kernel().training_begin(ctypes.byref(self.state), self._workers, ctypes.c_uint64(seed))

    @property
    def hands(self) -> int:
        """Number of hands played."""
        hands: int = self.state.hands
        return hands

    def run(self, hands: int) -> None:
        """Plays this number of hands, rounded up to whole batches, and learns from them."""
        end = self.hands + hands
        while (before := self.hands) < end:
            self._batch()
            if self.hands // FIT_EVERY > before // FIT_EVERY and self.hands >= FIT_FROM:
                kernel().training_fit(ctypes.byref(self.state), self._workers)

    def _batch(self) -> None:
        """Plays the hands of a batch, then applies their changes."""
        state = ctypes.byref(self.state)
        kernel().training_prior(state)
        self._share(range(len(self._seated)), self._play)
        self._share(range(SHARDS), lambda shard: kernel().training_apply(state, self._workers, shard))
        self.state.hands += WORKERS * self._each

    def _play(self, thread: int) -> None:
        """Plays the hands of a thread's workers."""
        seated = self._seated[thread]
        rivals = (Player * MOST_RIVALS)(*(one.player for one in seated))
        for worker in range(thread, WORKERS, len(self._seated)):
            kernel().worker_play(ctypes.byref(self._workers[worker]), rivals, self._each)

    def _share(self, parts: Iterable[T], work: Callable[[T], None]) -> None:
        """Runs a function on all parts in the threads and waits for the end."""
        for _ in self._pool.map(work, parts):
            pass

    def forget(self) -> None:
        """Frees the memory. The trainer must not be used afterwards."""
        self._pool.shutdown()
        kernel().training_end(self._workers)
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

    def start_from(self, still: Still) -> None:
        """Starts from the words of a packed table instead of from nothing."""
        kernel().learner_warm(
            ctypes.byref(self.table.learner), ctypes.byref(still.frozen), ctypes.c_float(WARM)
        )

    def _memory(self) -> list[memoryview]:
        sides = [self.table, *([self.adversary] if self.adversary is not None else [])]
        return [*self._head(), *(row for side in sides for row in side.memory())]

    def _head(self) -> list[memoryview]:
        """Returns the saved parts of the state, without the learners' arrays."""
        state = memoryview(self.state).cast("B")
        shared, begun = _offset(Training, "worth"), _offset(Training, "hands")
        saved = [state[begun : begun + 8], state[shared:begun]]
        for worker in self._workers:
            whole, mesa = memoryview(worker).cast("B"), _offset(Worker, "mesa")
            saved += [
                whole[_offset(Worker, "rng") : mesa],
                whole[mesa + _PIEDRAS : mesa + _PIEDRAS + 8],
                whole[mesa + _WINNER : mesa + _WINNER + 1],
                whole[_offset(Worker, "seen") : _offset(Worker, "changes")],
            ]
        return saved


def _offset(of: type[ctypes.Structure], field: str) -> int:
    found: int = getattr(of, field).offset
    return found


_PIEDRAS: int = Mesa.piedras.offset
_WINNER: int = Mesa.winner.offset
