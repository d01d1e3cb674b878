"""Why an AI player has said a word: the facts of it, which the narrator makes a sentence of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from musbot.game.actions import Seat, Sena


class Why(Enum):
    """What spoke for a word, from what its player could know and nothing else."""

    WANTS_CARDS = "wants-cards"
    LIKES_CARDS = "likes-cards"
    LEAVES_MUS = "leaves-mus"
    STRONG = "strong"
    PARTNER_SHOWED = "partner-showed"
    BLUFF = "bluff"
    NOTHING_TO_LOSE = "nothing-to-lose"
    DEJE_WINS = "deje-wins"
    WEAK = "weak"
    WAITS = "waits"
    EVEN = "even"
    DEJE_LOSES = "deje-loses"
    FAIR_PRICE = "fair-price"
    LEAVES_ANSWER = "leaves-answer"
    TOO_DEAR = "too-dear"
    FANCIED = "fancied"
    SHY = "shy"


@dataclass(frozen=True, slots=True)
class Because:
    """What spoke for a word; `sena` and `by` are the seña that his partner had made, where that is it."""

    why: Why
    sena: Sena | None = None
    by: Seat | None = None
