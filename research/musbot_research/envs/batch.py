"""Many episodes at once, in C. `Batch` needs numpy (extra `rl`) and, for the first use, a C compiler."""

from __future__ import annotations

import ctypes
import weakref
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from musbot.game.cards import DECK
from musbot.game.views import sort_hand
from musbot_research.envs.building import load_kernel
from musbot_research.envs.episode import Length
from musbot_research.envs.numbered import OBSERVED, NotNumbered, bets_of, tables, words

_CLASSES, _LANCES, _BETS = 715, 5, 16


class _Options(ctypes.Structure):
    """The struct `Options` of kernel/batch.c."""

    _fields_ = (
        ("many", ctypes.c_int32),
        ("juego", ctypes.c_int32),
        ("bets", ctypes.c_int32),
        ("bet", ctypes.c_int32 * _BETS),
        ("order", ctypes.c_uint8 * len(DECK)),
        ("beaten", ctypes.c_uint8 * _LANCES * _CLASSES),
    )


@lru_cache(maxsize=1)
def _kernel() -> ctypes.CDLL:
    """Returns the compiled kernel with the types of its functions, loaded once; raises NoCompiler."""
    library = load_kernel()
    library.batch_new.restype = ctypes.c_void_p
    library.batch_new.argtypes = [ctypes.POINTER(_Options), ctypes.c_uint64]
    library.batch_free.argtypes = [ctypes.c_void_p]
    library.batch_look.argtypes = [ctypes.c_void_p] * 4
    library.batch_step.argtypes = [ctypes.c_void_p] * 4
    library.batch_cards.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    return library


class Batch:
    """A number of episodes (musbot_research.envs.Episode) that advance together.

    Each episode waits at a question. `observations`, `masks` (1 for each legal word) and `seats` describe the
    player who is asked. `rewards` of the last step are for seats 0 and 2; seats 1 and 3 get the opposite.
    `over` marks episodes that were replaced by new ones in the last step. Each step overwrites these arrays.
    """

    def __init__(
        self, many: int, length: Length | str = Length.HAND, bets: str = "usual", seed: int = 0
    ) -> None:
        """Deals all episodes. Raises NoCompiler, or NotNumbered for an unknown length or bets or a value that
        is no number."""
        for name, value in (("many", many), ("seed", seed)):
            if not hasattr(value, "__index__"):
                raise NotNumbered(f"{name} = {value!r}: expected a whole number")
        if many < 1:
            raise NotNumbered(f"{many} episodes: expected one at least")
        named = bets_of(bets)
        options = _Options(many=many, juego=Length(length) is Length.JUEGO, bets=len(named))
        options.bet[: len(named)] = named
        for place, card in enumerate(sort_hand(DECK, 8)):
            options.order[DECK.index(card)] = place
        for number, row in enumerate(tables()[1]):
            options.beaten[number][:] = row
        self._kernel = _kernel()
        self._batch = self._kernel.batch_new(ctypes.byref(options), seed)
        if not self._batch:
            raise MemoryError(f"{many} episodes")
        weakref.finalize(self, self._kernel.batch_free, self._batch)
        self.many = many
        self.observations: NDArray[np.int8] = np.zeros((many, OBSERVED), np.int8)
        self.masks: NDArray[np.int8] = np.zeros((many, len(words(bets))), np.int8)
        self.seats: NDArray[np.int8] = np.zeros(many, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros(many, np.float32)
        self.over: NDArray[np.int8] = np.zeros(many, np.int8)
        self._look()

    def _look(self) -> None:
        """Fills `observations`, `masks` and `seats` for the current questions."""
        self._kernel.batch_look(
            self._batch, self.observations.ctypes.data, self.masks.ctypes.data, self.seats.ctypes.data
        )

    def step(self, numbers: NDArray[np.integer[Any]]) -> None:
        """Plays a word in every episode. Raises NotNumbered for an illegal one, before any is played."""
        said = np.ascontiguousarray(numbers, np.int32)
        if said.shape != (self.many,):
            raise NotNumbered(f"words of shape {said.shape}: expected ({self.many},)")
        wrong = self._kernel.batch_step(
            self._batch, said.ctypes.data, self.rewards.ctypes.data, self.over.ctypes.data
        )
        if wrong >= 0:
            self._look()
            lawful = np.flatnonzero(self.masks[wrong]).tolist()
            raise NotNumbered(f"word {said[wrong]} in episode {wrong}: expected one of {lawful}")
        self._look()

    def cards(self, episode: int) -> tuple[int, ...]:
        """Returns the cards of an episode by number, four for each seat from seat 0. Raises NotNumbered."""
        if episode not in range(self.many):
            raise NotNumbered(f"episode {episode}: expected one from 0 to {self.many - 1}")
        held = (ctypes.c_uint8 * 16)()
        self._kernel.batch_cards(self._batch, episode, held)
        return tuple(held)
