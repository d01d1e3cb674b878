"""A deck of musbot-2 follows from the seed, and from where it is cut."""

from __future__ import annotations

import hashlib
import hmac
from random import Random

from musbot.game.cards import PLACES, UNCUT, written
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja, Scheme, commitment
from tests.game.test_shuffle import DOCUMENT, SEED, TABLE, below, blocks_of, hmac_sha256, shuffled


def order(seed: bytes, table: str, place: int, hand: int, again: int, suffix: str) -> str:
    """The same once more, from the document alone."""
    label = f"musbot-2|{table}|{place}||{hand}|{again}{suffix}"
    key = hmac_sha256(seed, label.encode("utf-8"))
    octets = (byte for n in range(10_000) for byte in hmac_sha256(key, n.to_bytes(8, "big")))
    deck = shuffled(octets)
    cut = 3 + below(octets, 35)
    return " ".join(deck[cut:] + deck[:cut])


def test_the_document_tells_the_same_orders_as_the_program():
    rng = Random(92)
    for _ in range(60):
        seed, table, cut = rng.randbytes(32), rng.choice(("t1", "K7QX-mus")), rng.randint(1, 40)
        hand, again = rng.randint(1, 90), rng.randint(0, 3)
        mine = Baraja(seed, table, cut=cut)
        assert written(mine.order(hand, again)) == order(seed, table, cut, hand, again, "")


def test_the_vectors_of_the_document():
    told = DOCUMENT.read_text("utf-8").partition("\n## musbot-1\n")[0]
    bound, uncut, seventeen, third, lottery = blocks_of(told)
    assert bound == commitment(TABLE, SEED, Scheme.MUSBOT_2)
    assert bound == hashlib.sha256(b"musbot-2|" + TABLE.encode() + b"|" + SEED).hexdigest()
    baraja = Baraja(SEED, TABLE, cut=17)
    assert written(Baraja(SEED, TABLE, cut=UNCUT).order(1)) == uncut
    assert written(baraja.order(1)) == seventeen
    assert written(baraja.order(3, 2)) == third
    assert order(SEED, TABLE, 17, 0, 0, "|sorteo") == lottery
    drawn = baraja.sorteo(rule_set("vitoria"), 4)
    assert f"it turns {drawn.drawn[0][1]}, so seat {(drawn.mano + 3) % 4} deals" in told
    key = hmac.digest(SEED, f"musbot-2|{TABLE}|20||1|0".encode(), "sha256")
    assert f"`{key.hex()}`" in told
    assert f"`{hmac.digest(key, bytes(8), 'sha256')[:16].hex(' ')} …`" in told


def test_R92_whatever_is_chosen_leads_to_one_of_forty_decks():
    assert len({Baraja(SEED, TABLE, cut=place).order(1) for place in PLACES}) == 40
