"""A deck of musbot-2 follows from the seed, from where it is cut, and from secrets opened after the start."""

from __future__ import annotations

import hashlib
import hmac
from random import Random

import pytest

from musbot.game.cards import written
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja, Scheme, commitment
from musbot.game.suerte import PLACES, UNCUT, Suerte, hash_of
from tests.game.test_shuffle import DOCUMENT, SEED, TABLE, below, blocks_of, hmac_sha256, shuffled

VITORIA, ALONE, BY_LOT = (
    rule_set("vitoria"),
    rule_set("individual"),
    rule_set("vitoria", {"parejas": "sorteo"}),
)
ONE, TWO = bytes(range(32, 64)), bytes(range(64, 96))
NOBODY = (b"",) * 4


def order(seed: bytes, table: str, place: int, whole: list[str], hand: int, again: int, suffix: str) -> str:
    """The same once more, from the document alone."""
    label = f"musbot-2|{table}|{place}|{'|'.join(whole)}|{hand}|{again}{suffix}"
    key = hmac_sha256(seed, label.encode("utf-8"))
    octets = (byte for n in range(10_000) for byte in hmac_sha256(key, n.to_bytes(8, "big")))
    deck = shuffled(octets)
    cut = 3 + below(octets, 35)
    return " ".join(deck[cut:] + deck[:cut])


def test_the_document_tells_the_same_orders_as_the_program():
    rng = Random(92)
    for _ in range(60):
        seed, table, cut = rng.randbytes(32), rng.choice(("t1", "K7QX-mus")), rng.randint(1, 40)
        secrets = tuple(rng.randbytes(32) if rng.random() < 0.6 else b"" for _ in range(4))
        hand, again = rng.randint(1, 90), rng.randint(0, 3)
        place = 1 + (cut - 1 + sum(int(one.hex() or "0", 16) for one in secrets)) % 40
        both = (secrets[0] or secrets[2]) and (secrets[1] or secrets[3])
        whole = [one.hex() for one in secrets] if both else []
        mine = Baraja(seed, table, suerte=Suerte.of(cut, secrets, VITORIA))
        assert written(mine.order(hand, again)) == order(seed, table, place, whole, hand, again, "")


def test_the_vectors_of_the_document():
    told = DOCUMENT.read_text("utf-8").partition("\n## musbot-1\n")[0]
    bound, hashes, uncut, moved, both, third, lottery = blocks_of(told)
    assert bound == commitment(TABLE, SEED, Scheme.MUSBOT_2)
    assert bound == hashlib.sha256(b"musbot-2|" + TABLE.encode() + b"|" + SEED).hexdigest()
    assert hashes == f"{hash_of(ONE)} {hash_of(TWO)}"
    nobody, one = Suerte.of(UNCUT, NOBODY, VITORIA), Suerte.of(17, (b"", ONE, b"", b""), VITORIA)
    two = Suerte.of(17, (b"", ONE, TWO, b""), VITORIA)
    assert (nobody.place, one.place, two.place) == (20, 32, 31)
    assert written(Baraja(SEED, TABLE, suerte=nobody).order(1)) == uncut
    assert written(Baraja(SEED, TABLE, suerte=one).order(1)) == moved
    assert written(Baraja(SEED, TABLE, suerte=two).order(1)) == both
    assert written(Baraja(SEED, TABLE, suerte=two).order(3, 2)) == third
    whole = ["", ONE.hex(), TWO.hex(), ""]
    assert order(SEED, TABLE, 31, whole, 0, 0, "|sorteo") == lottery
    drawn = Baraja(SEED, TABLE, suerte=two).sorteo(VITORIA, 4)
    assert (str(drawn.drawn[0][1]), drawn.mano) == ("10b", 0)
    for suerte in (nobody, two):
        key = hmac.digest(SEED, f"musbot-2|{TABLE}|{suerte}|1|0".encode(), "sha256")
        assert f"`{key.hex()}`" in told
        assert f"`{hmac.digest(key, bytes(8), 'sha256')[:16].hex(' ')} …`" in told
    assert f"`{'|'.join(whole)}`" in told


# ---- how little one can choose ------------------------------------------------------------------------


def test_R92_whatever_is_chosen_on_one_side_leads_to_one_of_forty_decks():
    rng = Random(40)
    found = set()
    for _ in range(600):
        one_side = (rng.randbytes(32), b"", rng.randbytes(32), b"")
        found.add(Baraja(SEED, TABLE, suerte=Suerte.of(rng.choice(PLACES), one_side, VITORIA)).order(1))
    cut = {Baraja(SEED, TABLE, suerte=Suerte.of(place, NOBODY, VITORIA)).order(1) for place in PLACES}
    assert len(cut) == 40
    assert found == cut


def test_R93_a_secret_that_nobody_knew_leads_to_any_of_them():
    rng = Random(41)
    places = {Suerte.of(7, (b"", rng.randbytes(32), b"", b""), VITORIA).place for _ in range(600)}
    assert places == set(PLACES)


@pytest.mark.parametrize(
    ("rules", "opened", "whole"),
    [
        (VITORIA, (0,), False),
        (VITORIA, (0, 2), False),
        (VITORIA, (1, 3), False),
        (VITORIA, (0, 3), True),
        (VITORIA, (1, 2, 3), True),
        (BY_LOT, (0, 1, 2), False),
        (BY_LOT, (0, 1, 2, 3), True),
        (ALONE, (0, 1, 3), False),
        (ALONE, (0, 1, 2, 3), True),
    ],
)
def test_R93_whole_secrets_count_when_every_side_has_opened_one(rules, opened, whole):
    secrets = tuple(bytes([seat + 1] * 32) if seat in opened else b"" for seat in range(4))
    assert Suerte.of(1, secrets, rules).secrets == (secrets if whole else ())


def test_without_secrets_the_deck_is_cut_where_it_was_cut():
    assert [Suerte.of(cut, NOBODY, VITORIA) for cut in (1, 20, 40)] == [Suerte(1), Suerte(20), Suerte(40)]
    assert Suerte.of(33, (), VITORIA) == Suerte(33)


def test_a_secret_is_never_in_a_repr():
    suerte = Suerte.of(1, (ONE, TWO, b"", b""), VITORIA)
    assert "secrets" not in repr(suerte)
    assert "suerte" not in repr(Baraja(SEED, TABLE, suerte=suerte))
