"""Complaints about AI partners: hands that people found badly played, stored without names."""

from __future__ import annotations

import hashlib
from string import ascii_uppercase

from musbot.acta.write import write
from musbot.game.actions import Seat
from musbot.service.choices.kept import Fact
from musbot.service.review.hand import HandWords
from musbot.store.store import Store

MOST = 500
"""The maximum number of stored hands; the oldest are deleted."""


async def store_complaint(store: Store, words: HandWords, seat: Seat) -> bool:
    """Stores a hand and the seat that played it badly; returns whether it is new.

    Names are left out. Deletes the oldest ones above MOST. Raises StoreError.
    """
    kept, mark = await store.load_notes(Fact.BADLY), _mark(words, seat)
    if any(name.endswith(mark) for name in kept):
        return False
    names = sorted(kept)
    number = int(names[-1].partition("-")[0]) + 1 if names else 1
    await store.store_note(Fact.BADLY, f"{number:08}-{mark}", nameless_acta(words, seat))
    for name in names[: max(0, len(names) + 1 - MOST)]:
        await store.store_note(Fact.BADLY, name, "")
    return True


def nameless_acta(words: HandWords, seat: Seat) -> str:
    """Returns an acta of this hand alone, with A, B… as names and without information about the deck.

    Its first line is a comment: the seat, the kind of its AI player ("?" if none) and the hand's number.
    """
    kind = words.kind_of(seat) or "?"
    names = tuple(ascii_uppercase[: len(words.table.seats)])
    return f"# {names[seat]}, {kind}, mano {words.hand}\n{write(names, words.played)}"


def _mark(words: HandWords, seat: Seat) -> str:
    """Returns a hash of 16 hexadecimal digits that identifies a seat's hand.

    It depends on the secret seed of the table, so it reveals no table.
    """
    text = f"{words.table.id}:{words.hand}:{seat}".encode()
    return hashlib.sha256(words.table.seed + text).hexdigest()[:16]
