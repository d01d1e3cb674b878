"""Where the deck is cut, sealed cuts and their secrets: what people add to the shuffle (R92, R93)."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from musbot.game.errors import BadEvent
from musbot.game.rule_sets import rule_set
from musbot.game.rules import RuleSet
from musbot.game.shuffle import Baraja, Scheme
from musbot.game.suerte import UNCUT, Suerte, hash_of
from musbot.narrator import Narrator
from musbot.store.codec import Stored, decode, encode
from musbot.table import cutting
from musbot.table.acts import read_act
from musbot.table.clocks import SECRETS_S, LobbyClock, SealsClock, alarms, for_people, strike
from musbot.table.conduct import conduct
from musbot.table.given import NOTHING, Cut, HashGiven, SecretOpened
from musbot.table.state import Occupant, Opened, Person, SatDown, SecretsAwaited, StoodUp, Table, fold
from musbot.table.told import Refused, Told
from musbot.table.view import watch
from tests.at_table import NAMES, SEED, person, pressed
from tests.at_table import lobby as lobby_of_old

ONE, TWO = bytes([1]) * 32, bytes([2]) * 32
BYSTANDER = Person("test:eva", "Eva")


def lobby(rules: RuleSet | None = None, seats: int = 4) -> Table:
    """A table of today with so many people in its lobby."""
    rules = rules or rule_set("vitoria")
    opened = Opened("K7-abcdef", "test:peña", person(0).id, "es", rules, SEED, Scheme.MUSBOT_2)
    sat = [SatDown(s, Occupant(NAMES[s], person(s).id, "es")) for s in range(seats)]
    return reduce(fold, sat, fold(None, opened))


def says(table: Table, seat: int, text: str) -> Table:
    """The table after a seat has written /suerte and this."""
    return reduce(fold, cutting.give(table, person(seat), text).events, table)


def order(table: Table) -> object:
    return table.mesa.cards if table.mesa is not None else None


def sealed(*seats: int) -> Table:
    """A lobby in which these seats have sealed a cut, each with a secret of its own."""
    return reduce(lambda table, seat: says(table, seat, hash_of(secret(seat))), seats, lobby())


def secret(seat: int) -> bytes:
    return bytes([seat + 1]) * 32


# ---- the cut -------------------------------------------------------------------------------------------


def test_R92_the_last_one_to_cut_counts_and_all_see_who_and_where():
    table = pressed(lobby(), 1, "cut.17")
    assert (table.cut, [seat.given.cut for seat in watch(table).seats]) == (17, [0, 17, 0, 0])
    assert "Beñat corta por el 17." in Narrator("es").lobby(watch(table)).text
    table = pressed(table, 2, "cut.3")
    assert (table.cut, [seat.given.cut for seat in watch(table).seats]) == (3, [0, 0, 3, 0])
    assert "Beñat" not in Narrator("en").lobby(watch(table)).text.partition("✂️")[2]
    assert pressed(table, 2, "cut.3").given == table.given, "the same once more"


def test_R92_nobody_has_to_cut():
    assert lobby().cut == UNCUT
    assert f"se corta por el {UNCUT}." in Narrator("es").lobby(watch(lobby())).text
    table = pressed(lobby(), 0, "start")
    assert table.mesa is not None
    assert order(table) == order(pressed(lobby(), 0, "cut.20", "start"))


def test_R92_the_cards_follow_from_the_cut():
    tables = [pressed(lobby(), 0, f"cut.{place}", "start") for place in range(1, 41)]
    assert len({table.mesa.cards for table in tables if table.mesa}) == 40
    baraja = Baraja(tables[16].seed, tables[16].id, suerte=Suerte(17))
    assert tables[16].mesa is not None
    assert tables[16].mesa.cards == baraja.dealt(1, (4,) * 4, tables[16].mesa.mano)


def test_R92_who_stands_up_takes_his_cut_with_him():
    table = pressed(lobby(), 1, "cut.17", "up")
    assert (table.cut, table.given) == (UNCUT, (NOTHING,) * 4)
    assert pressed(pressed(lobby(), 1, "cut.17"), 0, "up").cut == 17
    moved = pressed(lobby(seats=2), 1, "cut.17", "sit.0")
    assert moved.cut == UNCUT, "another seat is another"
    assert pressed(pressed(lobby(rule_set("trios"), 6), 5, "cut.9"), 0, "rules.vitoria").cut == UNCUT


def test_R92_a_cut_goes_with_its_seat_when_sides_are_drawn_or_seats_taken_away():
    table = pressed(pressed(lobby(rule_set("individual"), 3), 2, "cut.5"), 0, "start")
    assert (table.cut, [given.cut for given in table.given]) == (5, [0, 0, 5])
    drawn = pressed(pressed(lobby(rule_set("vitoria", {"parejas": "sorteo"})), 3, "cut.6"), 0, "start")
    assert drawn.names[[given.cut for given in drawn.given].index(6)] == "Dani"


@pytest.mark.parametrize("text", ["", "0", "41", "-1", "1.5", "siete", "٣", "f" * 63, "g" * 64, "1 2"])
def test_R92_what_is_no_number_from_1_to_40_is_refused_with_what_is_wanted(text: str):
    with pytest.raises(Refused, match="cut-what"):
        cutting.give(lobby(), person(0), text)
    assert "/suerte 17" in Narrator("es").refusal(Refused("cut-what"))


def test_only_who_sits_cuts_seals_or_opens():
    for text in ("17", hash_of(ONE)):
        with pytest.raises(Refused, match="no-seat"):
            cutting.give(lobby(), BYSTANDER, text)
    for act in ("cut.17", "page.cut", "page.cut-below"):
        with pytest.raises(Refused, match="no-seat"):
            conduct(lobby(), BYSTANDER, 0, read_act(act))
    with pytest.raises(Refused, match="no-seat"):
        cutting.give(pressed(sealed(1), 0, "start"), BYSTANDER, secret(1).hex())


def test_after_the_start_nobody_cuts():
    table = pressed(lobby(), 0, "start")
    with pytest.raises(Refused, match="not-in-lobby"):
        cutting.give(table, person(0), "17")
    with pytest.raises(Refused, match="unknown-act"):
        pressed(table, 0, "cut.17")
    with pytest.raises(Refused, match="old-question"):
        conduct(table, person(0), 0, read_act("cut.17"))


@pytest.mark.parametrize("act", ["cut.0", "cut.41", "cut.100"])
def test_a_button_of_another_number_is_refused(act: str):
    with pytest.raises(Refused, match="cut-what"):
        pressed(lobby(), 0, act)


# ---- sealed cuts ---------------------------------------------------------------------------------------


def test_R93_a_sealed_cut_is_shown_and_its_secret_is_asked_for_before_the_first_card():
    table = sealed(1)
    assert "Corte sellado de Beñat." in Narrator("es").lobby(watch(table)).text
    done = conduct(table, person(0), 0, read_act("start"))
    assert (done.events, done.told) == ((SecretsAwaited(),), Told.OPENING)
    table = pressed(table, 0, "start")
    assert (table.in_lobby, table.opening, table.mesa) == (True, True, None)
    call = Narrator("es").secrets(watch(table))
    assert "Beñat: escribe /suerte y tu secreto." in call.text
    assert call.mentions == ((person(1).id, "Beñat"),)
    table = says(table, 1, secret(1).hex().upper())
    assert table.mesa is not None
    assert not table.opening
    assert f"Beñat abre el suyo: {secret(1).hex()}" in Narrator("es").secrets(watch(table)).text


def test_R93_the_lottery_and_the_cards_wait_for_all_secrets_and_follow_from_them():
    table = says(pressed(sealed(0, 1, 3), 0, "cut.7", "start"), 3, secret(3).hex())
    assert (table.mesa, table.sorteo) == (None, None)
    assert says(table, 3, secret(3).hex()).given == table.given, "opened twice"
    table = says(says(table, 0, secret(0).hex()), 1, secret(1).hex())
    suerte = Suerte.of(7, (secret(0), secret(1), b"", secret(3)), table.rules)
    baraja = Baraja(table.seed, table.id, suerte=suerte)
    assert suerte.secrets, "both sides have opened one"
    assert table.mesa is not None
    assert table.sorteo == baraja.sorteo(table.rules, 4)
    assert table.mesa.cards == baraja.dealt(1, (4,) * 4, table.mesa.mano)


def test_R93_what_is_not_opened_within_a_minute_is_left_out_and_all_are_told():
    table = says(pressed(sealed(0, 1), 0, "start"), 0, secret(0).hex())
    assert alarms(table, 9, 90, 2, {}) == {SealsClock(): SECRETS_S}
    assert for_people(SealsClock())
    table = reduce(fold, strike(table, SealsClock(), {}, Random(1)), table)
    assert table.mesa is not None
    suerte = Suerte.of(UNCUT, (secret(0), b"", b"", b""), table.rules)
    baraja = Baraja(table.seed, table.id, suerte=suerte)
    assert table.mesa.cards == baraja.dealt(1, (4,) * 4, table.mesa.mano)
    told = Narrator("es").secrets(watch(table)).text
    assert "Ane abre el suyo" in told
    assert "Beñat: sin abrir." in told
    assert [given.sealed for given in table.given] == [False, True, False, False]


def test_R93_while_secrets_are_opened_nothing_else_is_done():
    table = pressed(sealed(1), 0, "start")
    assert LobbyClock not in {type(alarm) for alarm in alarms(table, 9, 90, 2, {})}
    for act in ("up", "sit.1", "ai", "start", "cut.3", "page.cut", "rules.trios", "end", "leave", "queue"):
        with pytest.raises(Refused, match="opening"):
            pressed(table, 0, act)
    for text in ("17", "hola", ""):
        with pytest.raises(Refused, match="secret-what"):
            cutting.give(table, person(1), text)
    with pytest.raises(Refused, match="no-hash"):
        cutting.give(table, person(0), secret(0).hex())
    with pytest.raises(Refused, match="wrong-secret"):
        cutting.give(table, person(1), secret(0).hex())
    with pytest.raises(BadEvent):
        fold(table, StoodUp(1))
    with pytest.raises(BadEvent):
        fold(table, Cut(0, 3))
    with pytest.raises(BadEvent):
        fold(table, SecretOpened(1, secret(0).hex()))


def test_R93_a_hash_may_be_changed_before_the_start_and_goes_with_who_stands_up():
    table = says(sealed(1), 1, hash_of(TWO))
    assert table.given[1].hash == hash_of(TWO)
    assert pressed(table, 1, "up").given == (NOTHING,) * 4
    assert (
        pressed(
            pressed(table, 1, "up"),
            0,
            "leave",
        ).given
        == (NOTHING,) * 4
    )
    with pytest.raises(Refused, match="hash-of-another"):
        cutting.give(table, person(2), hash_of(TWO).upper())


def test_a_secret_before_the_start_cannot_be_forged_into_a_log():
    with pytest.raises(BadEvent):
        fold(sealed(1), SecretOpened(1, secret(1).hex()))
    with pytest.raises(BadEvent):
        fold(lobby(), Cut(0, 41))
    with pytest.raises(BadEvent):
        fold(lobby(), HashGiven(4, hash_of(ONE)))


# ---- tables of before ----------------------------------------------------------------------------------


def test_a_table_that_was_opened_before_goes_on_with_words_and_has_no_cut():
    stored = encode(Opened("K7-abcdef", "test:peña", person(0).id, "es", rule_set("vitoria"), SEED))
    assert "scheme" not in stored.body, "as it was stored before there was any other"
    old = decode(Stored(stored.kind, stored.version, stored.body))
    assert isinstance(old, Opened)
    assert old.scheme is Scheme.MUSBOT_1
    table = says(lobby_of_old(seats=4), 0, "17")
    assert table.words == ("17", "", "", "")
    text = Narrator("es").lobby(watch(table)).text
    assert ("Palabras para barajar: Ane «17»" in text, "✂️" in text) == (True, False)
    for act in ("cut.17", "page.cut"):
        with pytest.raises(Refused, match="unknown-act"):
            pressed(table, 0, act)
    table = pressed(table, 0, "start")
    assert table.mesa is not None
    baraja = Baraja(table.seed, table.id, ("17", "", "", ""))
    assert table.mesa.cards == baraja.dealt(1, (4,) * 4, table.mesa.mano)


def test_what_is_added_is_stored_and_read_again():
    for event in (Cut(0, 17), HashGiven(1, hash_of(ONE)), SecretsAwaited(), SecretOpened(1, ONE.hex())):
        assert decode(encode(event)) == event
