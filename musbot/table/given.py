"""What each seat adds to the shuffle: the events, and their fold (R92, R93; docs/fair-deal.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.errors import BadEvent
from musbot.game.suerte import PLACES, hash_of


@dataclass(frozen=True, slots=True)
class Given:
    """What a seat has added to the shuffle: a word, a cut (0: none), the hash of a secret and the secret."""

    word: str = ""
    cut: int = 0
    hash: str = ""
    secret: str = ""

    @property
    def sealed(self) -> bool:
        """Whether there is a hash, and its secret has not been opened."""
        return bool(self.hash) and not self.secret


NOTHING = Given()


@dataclass(frozen=True, slots=True)
class WordGiven:
    """A seat's own word for the shuffle, by the first scheme (docs/fair-deal.md)."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat cuts the deck; whoever cut before has not (R92)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class HashGiven:
    """A seat is bound to a secret by its hash, in hex (R93)."""

    seat: Seat
    hash: str


@dataclass(frozen=True, slots=True)
class SecretOpened:
    """A seat has opened its secret, in hex (R93)."""

    seat: Seat
    secret: str


Adding = WordGiven | Cut | HashGiven | SecretOpened


def added(row: tuple[Given, ...], event: Adding, *, opening: bool) -> tuple[Given, ...]:
    """Returns what all seats have added after an event; raises BadEvent for one that cannot follow.

    Secrets are opened while it is `opening`, and only then.
    """
    if not 0 <= event.seat < len(row):
        raise BadEvent(f"seat {event.seat} of {len(row)}")
    match event:
        case WordGiven(seat, word):
            return _put(row, seat, replace(row[seat], word=word))
        case Cut(seat, place):
            if place not in PLACES:
                raise BadEvent(f"a cut at {place}")
            uncut = tuple(replace(given, cut=0) for given in row)
            return _put(uncut, seat, replace(row[seat], cut=place))
        case HashGiven(seat, digest):
            return _put(row, seat, replace(row[seat], hash=digest))
        case SecretOpened(seat, secret):
            if not opening or hash_of(bytes.fromhex(secret)) != row[seat].hash:
                raise BadEvent("a secret to which nobody was bound")
            return _put(row, seat, replace(row[seat], secret=secret))
        case _:
            assert_never(event)


def _put(row: tuple[Given, ...], seat: Seat, given: Given) -> tuple[Given, ...]:
    return (*row[:seat], given, *row[seat + 1 :])
