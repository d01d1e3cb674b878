from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from musbot.game.cards import DECK, PLACES, UNCUT, cards, write_cards
from musbot.game.engine import cards_due
from musbot.game.errors import Illegal, MusError
from musbot.game.events import Dealt, Reshuffled, Served
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import BadSeed, Baraja, Scheme, commitment
from musbot.game.sorteo import Sorteo
from musbot.game.state import Mus
from tests.support.playing import opened, table, told

SEED = bytes(range(32))
TABLE = "K7QX-mus"
WORDS = ("ane", "suerte ñ", "", "42")

DOCUMENT = Path(__file__).parents[2] / "docs/fair-deal.md"

COMMITMENT = "f2d3caeba3963f42bc467f2bc8282ac78c87575d72c81bcaad179327c978198b"
ORDER = (
    "5e 12b 10e 2b 5o 11b 11o 2o 4c 10o 5b 6c 12c 3b 1c 4b 11e 7o 7e 7b "
    "5c 10c 2e 3e 12o 1o 6b 6e 12e 4o 7c 1e 10b 1b 2c 4e 11c 3o 3c 6o"
)
LOTTERY = (
    "3c 4e 12o 2b 10b 6c 10e 4b 11b 1c 11c 12b 1o 2o 10o 7c 2e 11e 11o 3o "
    "6e 10c 7e 5e 4c 6b 12e 6o 5b 2c 5o 1e 7b 3e 4o 12c 1b 7o 3b 5c"
)
RESHUFFLED = (
    "7e 5o 3b 10e 6e 12b 4e 3c 4b 2e 10o 4o 5e 5b 4c 12c 2b 11c 12e 10c "
    "1e 6b 12o 1o 5c 2o 11e 1b 2c 3e 6c 1c 3o 10b 6o 11o 11b 7o 7c 7b"
)


# ---- the same once more, from the document alone ------------------------------------------------------


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 has it, for a key of 32 bytes."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


def stream(
    seed: bytes, table: str, words: Sequence[str], hand: int, reshuffle: int, suffix: str = ""
) -> Iterator[int]:
    hexes = [word.encode("utf-8").hex() for word in words]
    label = table + "|" + "|".join(hexes) + "|" + str(hand) + "|" + str(reshuffle) + suffix
    key = hmac_sha256(seed, label.encode("utf-8"))
    for counter in range(10_000):
        yield from hmac_sha256(key, bytes(counter >> shift & 255 for shift in range(56, -1, -8)))


def below(octets: Iterator[int], limit: int) -> int:
    size = next(n for n in range(1, 9) if limit - 1 < 256**n)
    fair = 256**size // limit * limit
    while True:
        number = 0
        for _ in range(size):
            number = number * 256 + next(octets)
        if number < fair:
            return number % limit


def order(
    seed: bytes, table: str, words: Sequence[str], hand: int, reshuffle: int, suffix: str = ""
) -> list[str]:
    octets = stream(seed, table, words, hand, reshuffle, suffix)
    deck = shuffled(octets)
    cut = 3 + below(octets, 35)
    return deck[cut:] + deck[:cut]


def shuffled(octets: Iterator[int]) -> list[str]:
    deck = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    for last in range(39, 0, -1):
        other = below(octets, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def lottery(deck: list[str], seats: int, reyes: int, *, sides: bool) -> tuple[str, str, int]:
    """What was drawn and by whom, who comes to sit in each seat, and the mano: as in the document's table."""
    if seats == 4 and not sides:
        return deck[0], "0 1 2 3", ("oceb".index(deck[0][-1]) + 1) % 4
    deck, drawn = list(deck), []

    def draw(who: list[int]) -> list[list[int]]:
        values = {}
        for seat in who:
            name = deck.pop(0)
            drawn.append(f"{name}:{seat}")
            rank = int(name[:-1])
            values[seat] = {2: 1, 3: 12}.get(rank, rank) if reyes == 8 else rank
        return [[s for s in who if values[s] == value] for value in sorted(set(values.values()))[::-1]]

    def ranked(who: list[int]) -> list[int]:
        return [seat for group in draw(who) for seat in (group if len(group) == 1 else ranked(group))]

    if sides:
        best = ranked(list(range(seats)))
        half = seats // 2
        around = [best[n // 2 + half * (n % 2)] for n in range(seats)]
        return " ".join(drawn), " ".join(map(str, around)), 0
    group = list(range(seats))
    while len(group) > 1:
        group = draw(group)[0]
    return " ".join(drawn), " ".join(map(str, range(seats))), (group[0] + 1) % seats


def told_as_in_the_document(sorteo: Sorteo) -> tuple[str, str, int]:
    drawn = (str(c) if seat is None else f"{c}:{seat}" for seat, c in sorteo.drawn)
    return " ".join(drawn), " ".join(map(str, sorteo.order)), sorteo.mano


def case(rng: Random) -> tuple[bytes, str, list[str], int, int]:
    words = [rng.choice(("", "ane", "ñandú", "a|b", "42")) for _ in range(rng.choice((0, 4, 6)))]
    return (
        rng.randbytes(32),
        rng.choice(("t1", "K7QX-mus", "mesa|ñ")),
        words,
        rng.randint(1, 90),
        rng.randint(0, 3),
    )


def test_the_document_tells_the_same_orders_as_the_program():
    rng = Random(20)
    for seed, name, words, hand, reshuffle in (case(rng) for _ in range(60)):
        mine = Baraja(seed, name, words).order(hand, reshuffle)
        assert write_cards(mine) == " ".join(order(seed, name, words, hand, reshuffle))


def test_the_document_tells_the_same_commitment_as_the_program():
    rng = Random(21)
    for seed, name, *_ in (case(rng) for _ in range(20)):
        digest = hashlib.sha256(("musbot-1|" + name + "|").encode("utf-8") + seed).hexdigest()
        assert commitment(name, seed) == digest


def test_hmac_is_the_usual_one():
    assert hmac_sha256(SEED, b"mus") == hmac.digest(SEED, b"mus", "sha256")


def test_vectors():
    baraja = Baraja(SEED, TABLE, WORDS)
    assert commitment(TABLE, SEED) == COMMITMENT
    assert write_cards(baraja.order(1)) == ORDER
    assert write_cards(baraja.order(3, 2)) == RESHUFFLED


def blocks_of(text: str) -> list[str]:
    """What stands in the blocks of a part of the document."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line == "```"][::2]
    return [" ".join(lines[at + 1 : lines.index("```", at + 1)]) for at in starts]


def test_the_vectors_of_the_document_are_these():
    old = DOCUMENT.read_text("utf-8").partition("\n## musbot-1\n")[2]
    assert blocks_of(old) == [COMMITMENT, ORDER, RESHUFFLED, LOTTERY]


def test_the_steps_on_the_way_of_the_document():
    text = DOCUMENT.read_text("utf-8")
    words = "|".join(word.encode().hex() for word in WORDS)
    key = hmac.digest(SEED, f"{TABLE}|{words}|1|0".encode(), "sha256")
    assert f"`{words}`" in text
    assert f"`{key.hex()}`" in text
    assert f"`{hmac.digest(key, bytes(8), 'sha256')[:16].hex(' ')} …`" in text


# ---- the deal and the draw ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "seats"), [("parejas", 4), ("trios", 6)])
def test_R20_one_card_at_a_time_from_the_mano(rules: str, seats: int):
    deck = order(SEED, TABLE, WORDS, 1, 0)
    t = opened(rules, mano=2)
    (event,) = Baraja(SEED, TABLE, WORDS).chance(t.mesa)
    assert isinstance(event, Dealt)
    assert (event.hand, event.mano, event.visto) == (1, 2, None)
    for turn in range(seats):
        assert [str(c) for c in event.cards[(2 + turn) % seats]] == deck[turn : seats * 4 : seats]


@pytest.mark.parametrize(("number", "cut"), [(0, 3), (34, 37)])
def test_R20_the_cut_leaves_at_least_three_cards_on_each_side(
    monkeypatch: pytest.MonkeyPatch, number: int, cut: int
):
    deck = shuffled(stream(SEED, TABLE, (), 1, 0))

    def drawn(_: Iterator[int], limit: int) -> int:
        assert limit == 35
        return number

    monkeypatch.setattr("musbot.game.shuffle._random_below", drawn)
    assert write_cards(Baraja(SEED, TABLE).order(1)) == " ".join(deck[cut:] + deck[:cut])


def test_R22_each_draws_all_their_cards_at_once_from_the_mano_on():
    deck = order(SEED, TABLE, (), 1, 0)
    baraja = Baraja(SEED, TABLE)
    t = opened("castellano", mano=1)
    t.happen(baraja.chance(t.mesa)).say("B mus", "C mus", "D mus", "A mus")
    for letter, count in (("B", 1), ("C", 4), ("D", 2), ("A", 3)):
        t.say(f"{letter} descarta {write_cards(t.mesa.cards['ABCD'.index(letter)][:count])}")
    drawn = []
    while cards_due(t.mesa) is not None:
        (event,) = baraja.chance(t.mesa)
        assert isinstance(event, Served)
        drawn.append((event.seat, write_cards(event.cards)))
        t.happen((event,))
    told = [(1, deck[16:17]), (2, deck[17:21]), (3, deck[21:23]), (0, deck[23:26])]
    assert drawn == [(seat, " ".join(taken)) for seat, taken in told]


@pytest.mark.parametrize("times", [1, 2])
def test_R23_after_each_reshuffle_cards_come_from_the_next_order_passing_over_those_away(times: int):
    baraja = Baraja(SEED, TABLE)
    t = opened("castellano")
    t.happen(baraja.chance(t.mesa))
    while t.log.count(Reshuffled(None)) < times:
        t.say("A mus", "B mus", "C mus", "D mus")
        for letter, hand in zip("ABCD", t.hands, strict=True):
            t.say(f"{letter} descarta {hand}")
        while cards_due(t.mesa) is not None and t.log.count(Reshuffled(None)) < times:
            t.happen(baraja.chance(t.mesa))
    held = {str(c) for hand in t.mesa.cards for c in hand}
    left = [name for name in order(SEED, TABLE, (), 1, times) if name not in held]
    # 24 cards in the pile: 16 to all, then 4 each to A and B; C and D wait, so that all discards come back
    assert t.log[-1] == Reshuffled(None)
    for who, taken in (("C", left[:4]), ("D", left[4:8])):
        assert cards_due(t.mesa) is not None
        (event, *_) = baraja.chance(t.mesa)
        assert event == Served("ABCD".index(who), cards(" ".join(taken)))
        t.happen((event,))
    assert t.mesa.phase == Mus()


def test_nothing_is_dealt_when_nothing_is_due():
    assert Baraja(SEED, TABLE).chance(table().mesa) == ()


def test_every_hand_has_an_order_of_its_own():
    baraja = Baraja(SEED, TABLE, WORDS)
    orders = [write_cards(baraja.order(hand, again)) for hand in range(1, 40) for again in range(3)]
    assert len(set(orders)) == len(orders)
    assert all(sorted(cards(deck)) == sorted(DECK) for deck in orders)


def test_asking_for_an_order_again_changes_nothing():
    baraja = Baraja(SEED, TABLE, WORDS)
    first = baraja.order(1)
    assert baraja.order(2) != first
    assert baraja.order(1) == first


def test_the_words_of_the_seats_change_every_order():
    orders = {
        Baraja(SEED, TABLE, words).order(1) for words in ((), ("a",), ("b",), ("a", ""), ("", "a"), ("61",))
    }
    assert len(orders) == 6


def test_another_table_or_seed_has_another_commitment_and_another_order():
    assert commitment("t1", SEED) != commitment("t2", SEED)
    assert Baraja(SEED, "t1").order(1) != Baraja(SEED, "t2").order(1)
    assert commitment("t1", SEED) != commitment("t1", bytes(32))


# ---- mus visto -------------------------------------------------------------------------------------


def test_R24_a_card_is_shown_with_the_chance_of_the_rule_set():
    baraja = Baraja(SEED, TABLE, WORDS)
    hands = baraja.deal_cards(1, (4, 4, 4, 4), 0)
    assert all(baraja.visto(hand, hands, 0) is None for hand in range(1, 50))
    assert all(baraja.visto(hand, hands, 1) is not None for hand in range(1, 50))
    shown = sum(baraja.visto(hand, hands, 0.25) is not None for hand in range(1, 2_001))
    assert 420 < shown < 580  # 500 ± 4 standard deviations


def test_R24_the_card_shown_is_the_one_that_the_document_says():
    baraja = Baraja(SEED, TABLE, WORDS)
    for hand in range(1, 30):
        hands = baraja.deal_cards(hand, (4, 4, 4, 4), 0)
        octets = stream(SEED, TABLE, WORDS, hand, 0, "|visto")
        shown = below(octets, 1_000_000) < 0.5 * 1_000_000
        place = below(octets, 16)
        assert baraja.visto(hand, hands, 0.5) == (
            (place // 4, hands[place // 4][place % 4]) if shown else None
        )


def test_R24_the_deal_tells_which_card_was_shown():
    t = opened("castellano", mus_visto=1)
    (event,) = Baraja(SEED, TABLE).chance(t.mesa)
    assert isinstance(event, Dealt)
    assert event.visto is not None
    assert event.visto[1] in event.cards[event.visto[0]]


def served_from(baraja: Baraja) -> list[Served]:
    """Returns the cards served after each has thrown one; none if a card of the deal was seen."""
    t = opened("castellano", visto_en="siempre", mus_visto=0.5)
    (dealt,) = baraja.chance(t.mesa)
    if not isinstance(dealt, Dealt) or dealt.visto is not None:
        return []
    t.happen((dealt,)).say(
        *(f"{who} mus" for who in "ABCD"),
        *(f"{who} descarta {dealt.cards[n][0]}" for n, who in enumerate("ABCD")),
    )
    while cards_due(t.mesa) is not None:
        t.happen(baraja.chance(t.mesa))
    return [event for event in t.log if isinstance(event, Served)]


def test_R105_the_document_tells_the_same_card_as_the_program():
    seeds = [bytes([number] * 32) for number in range(60)]
    rounds = {seed: served for seed in seeds if (served := served_from(Baraja(seed, "t")))}
    shown = 0
    for seed, served in rounds.items():
        octets = stream(seed, "t", (), 1, 1, "|visto")
        place = below(octets, 4) if below(octets, 1_000_000) < 500_000 else None
        assert [event.visto for event in served] == [
            event.cards[0] if n == place else None for n, event in enumerate(served)
        ]
        shown += place is not None
    assert 5 < shown < len(rounds) - 5


# ---- the lottery --------------------------------------------------------------------------------------

LOTTERIES = [("vitoria", 4), ("mundial", 4), ("trios", 6), *(("individual", n) for n in range(2, 7))]


@pytest.mark.parametrize(("name", "seats"), LOTTERIES)
def test_R18_R19_the_document_tells_the_same_lottery_as_the_program(name: str, seats: int):
    kinds = ["fijas"] if name == "individual" else ["fijas", "sorteo"]
    rng = Random(seats)
    for seed, table_id, words, *_ in (case(rng) for _ in range(60)):
        deck = order(seed, table_id, words, 0, 0, "|sorteo")
        for reyes, parejas in product((8, 4), kinds):
            rules = rule_set(name, {"reyes": reyes, "parejas": parejas})
            mine = told_as_in_the_document(Baraja(seed, table_id, words).sorteo(rules, seats))
            assert mine == lottery(deck, seats, reyes, sides=parejas == "sorteo")


def test_R18_R19_the_vectors_of_the_document():
    assert " ".join(order(SEED, TABLE, WORDS, 0, 0, "|sorteo")) == LOTTERY
    row = r"^\| (\d), (\d), (dealer|sides) \| (.*) \| (.*) \| (\d) \|$"
    rows = re.findall(row, DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 8
    for seats, reyes, kind, *result in rows:
        name = {"4": "vitoria", "6": "trios"}.get(seats, "individual")
        rules = rule_set(name, {"reyes": int(reyes), "parejas": "sorteo" if kind == "sides" else "fijas"})
        mine = told_as_in_the_document(Baraja(SEED, TABLE, WORDS).sorteo(rules, int(seats)))
        assert [*mine[:2], str(mine[2])] == result


@pytest.mark.parametrize(("name", "seats"), LOTTERIES)
def test_R81_each_seat_is_as_likely_to_be_the_first_mano_as_another(name: str, seats: int):
    """Within five standard deviations, over so many tables; where sides are drawn, who comes to be mano."""
    tables = 400
    for parejas in ["fijas"] if name == "individual" else ["fijas", "sorteo"]:
        rules = rule_set(name, {"parejas": parejas})
        drawn = [Baraja(SEED, f"t{n}").sorteo(rules, seats) for n in range(tables)]
        manos = Counter(sorteo.order[sorteo.mano] for sorteo in drawn)
        expected = tables / seats
        margin = 5 * (expected * (1 - 1 / seats)) ** 0.5
        assert all(abs(manos[seat] - expected) < margin for seat in range(seats))


def test_R81_the_lottery_follows_from_the_seed_the_table_and_the_words():
    rules = rule_set("individual")
    base = Baraja(SEED, TABLE, WORDS).sorteo(rules, 6)
    assert Baraja(SEED, TABLE, WORDS).sorteo(rules, 6) == base
    others = (Baraja(bytes(32), TABLE, WORDS), Baraja(SEED, "t", WORDS), Baraja(SEED, TABLE))
    assert all(other.sorteo(rules, 6).drawn != base.drawn for other in others)
    assert {c for _, c in base.drawn} != set(Baraja(SEED, TABLE, WORDS).order(1)[: len(base.drawn)])


# ---- chance is fair and the seed secret ---------------------------------------------------------------


def test_R20_every_card_is_as_likely_in_every_place():
    """Chi-square of 40 × 40 over 2,000 decks, within five standard deviations of its 39 × 39 freedoms."""
    decks = 2_000
    baraja = Baraja(hashlib.sha256(b"uniform").digest(), TABLE)
    found = Counter(seen for hand in range(1, decks + 1) for seen in enumerate(baraja.order(hand)))
    expected = decks / 40
    chi = sum((found[place, c] - expected) ** 2 / expected for place in range(40) for c in DECK)
    freedom = 39 * 39
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def test_R20_neighbours_of_the_deck_do_not_stay_together():
    decks = 1_000
    baraja = Baraja(hashlib.sha256(b"neighbours").digest(), TABLE)
    follows = {(DECK[n], DECK[n + 1]) for n in range(39)}
    together = 0
    for hand in range(1, decks + 1):
        deck = baraja.order(hand)
        together += sum(pair in follows for pair in pairwise(deck))
    assert abs(together - decks * 39 / 40) < 160  # five standard deviations


def test_the_seed_is_never_in_a_repr():
    baraja = Baraja(SEED, TABLE, WORDS)
    baraja.order(1)
    assert repr(baraja) == f"Baraja(table={TABLE!r}, words={WORDS!r}, cut=None)"


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_seed_of_another_size_is_refused_without_telling_it(size: int):
    for use in (lambda seed: Baraja(seed, TABLE), lambda seed: commitment(TABLE, seed)):
        with pytest.raises(BadSeed, match=f"^a seed of {size} bytes: expected 32$") as refusal:
            use(b"s" * size)
        assert isinstance(refusal.value, MusError)


def test_R23_a_card_that_is_not_in_the_pile_is_never_drawn():
    t = table("castellano").say("A mus", "B mus", "C mus", "D mus")
    t.say("A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o")
    with pytest.raises(Illegal) as refusal:
        t.draw("4o")
    assert told(refusal.value).reason == "not-in-pile"


def order_cut(seed: bytes, table: str, place: int, hand: int, again: int, suffix: str) -> str:
    """The same once more, from the document alone."""
    label = f"musbot-2|{table}|{place}||{hand}|{again}{suffix}"
    key = hmac_sha256(seed, label.encode("utf-8"))
    octets = (byte for n in range(10_000) for byte in hmac_sha256(key, n.to_bytes(8, "big")))
    deck = shuffled(octets)
    cut = 3 + below(octets, 35)
    return " ".join(deck[cut:] + deck[:cut])


def test_the_document_tells_the_same_orders_of_a_cut_deck():
    rng = Random(92)
    for _ in range(60):
        seed, table, cut = rng.randbytes(32), rng.choice(("t1", "K7QX-mus")), rng.randint(1, 40)
        hand, again = rng.randint(1, 90), rng.randint(0, 3)
        mine = Baraja(seed, table, cut=cut)
        assert write_cards(mine.order(hand, again)) == order_cut(seed, table, cut, hand, again, "")


def test_the_vectors_of_the_document():
    told = DOCUMENT.read_text("utf-8").partition("\n## musbot-1\n")[0]
    bound, uncut, seventeen, third, lottery = blocks_of(told)
    assert bound == commitment(TABLE, SEED, Scheme.MUSBOT_2)
    assert bound == hashlib.sha256(b"musbot-2|" + TABLE.encode() + b"|" + SEED).hexdigest()
    baraja = Baraja(SEED, TABLE, cut=17)
    assert write_cards(Baraja(SEED, TABLE, cut=UNCUT).order(1)) == uncut
    assert write_cards(baraja.order(1)) == seventeen
    assert write_cards(baraja.order(3, 2)) == third
    assert order_cut(SEED, TABLE, 17, 0, 0, "|sorteo") == lottery
    drawn = baraja.sorteo(rule_set("vitoria"), 4)
    assert f"it turns {drawn.drawn[0][1]}, so seat {(drawn.mano + 3) % 4} deals" in told
    key = hmac.digest(SEED, f"musbot-2|{TABLE}|20||1|0".encode(), "sha256")
    assert f"`{key.hex()}`" in told
    assert f"`{hmac.digest(key, bytes(8), 'sha256')[:16].hex(' ')} …`" in told


def test_R92_whatever_is_chosen_leads_to_one_of_forty_decks():
    assert len({Baraja(SEED, TABLE, cut=place).order(1) for place in PLACES}) == 40
