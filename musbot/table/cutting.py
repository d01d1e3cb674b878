"""What people add to a deck: words of old, a cut, secrets opened after the start (R92, R93). Pure."""

from __future__ import annotations

import re
from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.engine import begin
from musbot.game.shuffle import Scheme
from musbot.game.suerte import PLACES, hash_of
from musbot.table.dealing import baraja_of, with_chance
from musbot.table.given import Cut, HashGiven, SecretOpened, WordGiven
from musbot.table.state import AnyEvent, Drawn, Gathered, Person, SecretsAwaited, Table, fold
from musbot.table.told import Done, Refused, Told

MOST_WORD = 40
_DIGITS = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)


def give(table: Table, person: Person, text: str) -> Done:
    """Returns what follows when a seated person adds to the shuffle by writing, before the first deal."""
    if not table.in_lobby:
        raise Refused("not-in-lobby")
    seat = _seat(table, person)
    given = text.strip().lower()
    match table.scheme:
        case Scheme.MUSBOT_1:
            return _word(seat, text)
        case Scheme.MUSBOT_2 if table.opening:
            return _open(table, seat, given)
        case Scheme.MUSBOT_2 if _DIGITS.fullmatch(given):
            return _seal(table, seat, given)
        case Scheme.MUSBOT_2 if _NUMBER.fullmatch(given):
            return cut(table, person, int(given))
        case Scheme.MUSBOT_2:
            raise Refused("cut-what")
        case _:
            assert_never(table.scheme)


def cut(table: Table, person: Person, place: int) -> Done:
    """Returns what follows when a seated person cuts there; the last one who does counts."""
    if table.scheme is Scheme.MUSBOT_1:
        raise Refused("unknown-act")
    seat = _seat(table, person)
    if place not in PLACES:
        raise Refused("cut-what")
    return Done((Cut(seat, place),), Told.CUT, {"place": place})


def start(table: Table) -> Done:
    """Returns what follows when it is to begin: the first deal, or the secrets, where some are sealed."""
    if any(given.hash for given in table.given):
        return Done((SecretsAwaited(),), Told.OPENING)
    return Done(began(table), Told.STARTED)


def began(table: Table) -> tuple[AnyEvent, ...]:
    """Returns the lottery and the first deal, with the secrets that have been opened by now."""
    gathered = fold(table, Gathered())
    sorteo = baraja_of(gathered).sorteo(table.rules, len(gathered.seats))
    events = begin(table.rules, len(gathered.seats), sorteo.mano)
    return with_chance(table, (Gathered(), Drawn(sorteo), *events))[0]


def _seat(table: Table, person: Person) -> Seat:
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("no-seat")
    return seat


def _word(seat: Seat, text: str) -> Done:
    given = "".join(c for c in text[: 4 * MOST_WORD] if c.isprintable()).strip()[:MOST_WORD]
    return Done((WordGiven(seat, given),), Told.WORD, {"word": given})


def _seal(table: Table, seat: Seat, digest: str) -> Done:
    if any(given.hash == digest for place, given in enumerate(table.given) if place != seat):
        raise Refused("hash-of-another")  # who gives the same can open the same
    return Done((HashGiven(seat, digest),), Told.SEALED)


def _open(table: Table, seat: Seat, digits: str) -> Done:
    mine = table.given[seat]
    if not mine.hash:
        raise Refused("no-hash")
    if not _DIGITS.fullmatch(digits):
        raise Refused("secret-what")
    if hash_of(bytes.fromhex(digits)) != mine.hash:
        raise Refused("wrong-secret")
    if mine.secret:
        return Done((), Told.UNSEALED)
    opened = SecretOpened(seat, digits)
    after = fold(table, opened)
    waits = any(given.sealed for given in after.given)
    return Done((opened,) if waits else (opened, *began(after)), Told.UNSEALED)
