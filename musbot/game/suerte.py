"""What people add to a deck: where it is cut, and the secrets that are opened after the start (R92, R93).

docs/fair-deal.md says why it is so little: what people may choose, one who knows the seed can choose well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from musbot.game.cards import DECK
from musbot.game.rules import RuleSet

PLACES = range(1, len(DECK) + 1)
"""Where a deck may be cut."""
UNCUT = 20
"""Where it is cut if nobody has."""


def hash_of(secret: bytes) -> str:
    """Returns the hex SHA-256 by which one is bound to a secret before the start."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Suerte:
    """Where a deck is cut in the end; with it, if every side has opened one, the secrets, by seat."""

    place: int = UNCUT
    secrets: tuple[bytes, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, cut: int, secrets: Sequence[bytes], rules: RuleSet) -> Suerte:
        """Returns what a cut and the opened secrets come to; a seat without one has b""."""
        moved = sum(int.from_bytes(secret) for secret in secrets)
        place = PLACES[(cut - 1 + moved) % len(PLACES)]
        sides = len(secrets) if rules.draws_sides else rules.sides(len(secrets))
        whole = sides > 0 and all(any(secrets[side::sides]) for side in range(sides))
        return cls(place, tuple(secrets) if whole else ())

    def __str__(self) -> str:
        """Returns it as it stands in the label of a stream."""
        return f"{self.place}|{'|'.join(secret.hex() for secret in self.secrets)}"
