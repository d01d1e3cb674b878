"""Hands that people found badly played by an AI partner: kept for whoever tunes it, naming nobody."""

from __future__ import annotations

import hashlib
from string import ascii_uppercase

from musbot.acta.write import write
from musbot.game.actions import Seat
from musbot.service.review.hand import HandWords
from musbot.store.store import Store

KIND = "badly"
"""The notes that have them, named by a number, the newest greatest, and a mark that tells no table."""
MOST = 500
"""The oldest go when there are more."""


async def keep(store: Store, words: HandWords, seat: Seat) -> bool:
    """Keeps the acta of a hand and which seat played it; returns False where it is there already."""
    kept, mark = await store.notes(KIND), _mark(words, seat)
    if any(name.endswith(mark) for name in kept):
        return False
    names = sorted(kept)
    number = int(names[-1].partition("-")[0]) + 1 if names else 1
    await store.note(KIND, f"{number:08}-{mark}", nameless_acta(words, seat))
    for name in names[: max(0, len(names) + 1 - MOST)]:
        await store.note(KIND, name, "")
    return True


def nameless_acta(words: HandWords, seat: Seat) -> str:
    """Returns that hand alone as an acta of players called by their seats; of the deck it tells nothing."""
    kind = words.kind_of(seat) or "?"
    names = ascii_uppercase[: len(words.table.seats)]
    return f"# {names[seat]}, {kind}, mano {words.hand}\n{write(names, words.played)}"


def _mark(words: HandWords, seat: Seat) -> str:
    """By which a hand is known again; without the seed it leads nowhere."""
    told = f"{words.table.id}:{words.hand}:{seat}".encode()
    return hashlib.sha256(words.table.seed + told).hexdigest()[:16]
