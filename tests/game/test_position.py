"""Positions: a moment of a partida as a line, there and back; what is no position says so."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random

import pytest

from musbot.acta import read, read_file, write
from musbot.acta.partida import ActaError
from musbot.game import Action, BadPosition, Partida, Position, Voz, cards, observe, rule_set
from musbot.game.engine import begin
from musbot.game.errors import MusError
from musbot.game.evolve import evolve
from musbot.game.rule_sets import MusRules
from tests.support import random_partidas
from tests.support.random_partidas import each_rule_set

FOLDER = Path(__file__).parents[1] / "partidas"
HANDS = "4o5c6b7e/1o5o10c11b/4c6o10o12o/2o7o11o5e"
START = f"mus1 vitoria/2 {HANDS}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.mus.toml")), ids=lambda file: file.name)
def test_every_state_of_the_golden_actas_is_a_line_and_comes_back(file: Path):
    log, mesa = read_file(file).events, None
    for place, event in enumerate(log, 1):
        mesa = evolve(mesa, event)
        if mesa.hand == 0 or mesa.next_event() is not None:
            continue
        at = Position.of(log[:place])
        assert Position.read(str(at)) == at
        _, again, pile = at.play_hand()
        assert (again, pile) == (mesa, ())


def test_a_position_goes_on_as_the_partida_it_was_taken_from():
    partida = Partida("castellano-40", seed=9)
    for _ in range(8):
        partida.say(partida.actions()[0])
    for word in ("no mus", *["paso"] * 9):
        partida.say(word)
    partida.say("miro a 1", 0)
    again = Partida.from_position(str(partida))
    assert again.view(0) == partida.view(0)
    while partida.turno and partida.mesa.hand < 3:
        first = Voz.NO_MUS if partida.words.allows(Voz.NO_MUS) else partida.actions()[0]
        assert [type(it) for it in again.say(first)] == [type(it) for it in partida.say(first)]
        assert str(again) == str(partida)
    assert "hand=3" in str(partida)
    assert "eyes=" in str(partida)


def _pickled(partida: Partida) -> Partida:
    """Returns a copy that was stored and read."""
    other: Partida = pickle.loads(pickle.dumps(partida))
    return other


def test_a_seed_that_is_changed_later_changes_no_deal():
    seed = bytearray(32)
    partida = Partida("vitoria", seed=seed)  # type: ignore[arg-type]
    seed[0] = 1
    assert partida == Partida("vitoria", seed=bytes(32))
    assert hash(partida.position) == hash(Partida("vitoria", seed=bytes(32)).position)


def test_a_partida_is_its_position_as_text_and_equal_to_it():
    partida = Partida("vitoria", seed=7)
    partida.say("no mus")
    assert partida == Partida.from_position(partida.position)
    assert eval(repr(partida)) == partida
    assert str(partida) == str(partida.position)
    assert partida != Partida("vitoria", seed=8)
    assert partida != str(partida)


@each_rule_set
def test_at_every_moment_of_a_partida_its_position_gives_it_back_and_both_go_on_equally(name: str):
    rng = Random(name)
    rules = rule_set(name)
    partida = Partida(rules.with_changes({"juegos": min(2, rules.juegos)}), seed=rng.randbytes(32))
    while partida.turno:
        again = Partida.from_position(str(partida))
        assert (str(again), again, again.mesa) == (str(partida), partida, partida.mesa)
        assert hash((again.position, again.mesa)) == hash((partida.position, partida.mesa))
        for seat in (None, *range(partida.mesa.seats)):
            assert (again.view(seat), hash(again.view(seat))) == (
                partida.view(seat),
                hash(partida.view(seat)),
            )
        if partida.waited_for is not None and rng.random() < 0.3:
            assert again.wait() == partida.wait()
        else:
            speaker, said = _word_or_gesture(partida, rng)
            assert again.say(said, speaker) == partida.say(said, speaker)
        assert again == partida
        partida = rng.choice((partida, again))
    assert Partida.from_position(str(partida)) == partida
    assert partida.mesa.hand > 2


def _word_or_gesture(partida: Partida, rng: Random) -> tuple[int, Action]:
    """Returns a seat and a word of it, or now and then a seña or a look."""
    if not partida.mesa.rules.signs or rng.random() < 0.8:
        return random_partidas.word(partida.mesa, rng)
    seat = rng.randrange(partida.mesa.seats)
    if senas := partida.view(seat).may_sign:
        return seat, Action(Voz.SENA, sena=senas[0])
    return seat, Action(Voz.MIRO, seat=(seat + rng.randrange(1, partida.mesa.seats)) % partida.mesa.seats)


def test_a_position_without_the_number_of_its_question_counts_from_the_deal():
    line = f"{START} hand=2 mano=1"
    one, other = (Partida.from_position(it, seed=1) for it in (line, f"{line} question=15"))
    assert (one.view().question, other.view().question) == (1, 16)
    assert (str(one).count("question="), str(other).count(" question=15 ")) == (0, 1)


def test_the_seed_of_a_line_is_read_also_where_another_is_given():
    with pytest.raises(BadPosition, match=r"^seed='12': expected 64 hexadecimal digits$"):
        Partida.from_position(f"{START} seed=12", seed=1)


@pytest.mark.parametrize("copied", [Partida.copy, copy.copy, copy.deepcopy, _pickled])
def test_a_copy_goes_its_own_way(copied):
    partida = Partida("vitoria", seed=7)
    other = copied(partida)
    assert other == partida
    other.say("no mus")
    assert other != partida
    assert (len(partida.log), partida.view().said) == (2, ())
    assert other == Partida.from_position(str(other))


def test_cards_come_from_the_pile_that_is_given_and_then_from_the_seed():
    thrown = "mus, mus, mus, mus, descarta 4o, descarta 1o, descarta 4c, descarta 2o"
    line = f"{START} pile=12c12e3o : {thrown}"
    known, more = (Partida.from_position(line, seed=seed) for seed in (1, 2))
    assert [str(known.mesa.cards[seat][-1]) for seat in range(3)] == ["12c", "12e", "3o"]
    assert known.mesa.cards[3] != more.mesa.cards[3]
    assert known.mesa.cards[:3] == more.mesa.cards[:3]
    left = Partida.from_position(f"{START} pile=12c12e", seed=3)
    assert left.position.pile == cards("12c 12e")
    for word in thrown.split(", "):
        left.say(word)
    assert [str(left.mesa.cards[seat][-1]) for seat in range(2)] == ["12c", "12e"]
    short = Position.read(f"{START} pile=12c12e : {thrown}, no mus")
    with pytest.raises(BadPosition, match=r"^word 9, 'no mus': expected 1 more cards in pile, to be drawn"):
        short.play_hand()


def test_a_position_within_a_partida_has_its_score_its_mano_and_whom_each_looks_at():
    line = f"mus1 vitoria/2 {HANDS} hand=7 mano=2 piedras=12-27 juegos=1-2 eyes=1-0-3-2 visto=0:4o"
    partida = Partida.from_position(line, seed=1)
    view = partida.view(0)
    assert (view.hand, view.mano, view.piedras, view.juegos) == (7, 2, (12, 27), (1, 2))
    assert (view.looking_at, view.fase) == (1, "descarte")
    assert str(partida).startswith(line)
    vacas = Partida.from_position(f"mus1 vitoria/2+vacas=3 {HANDS} vacas=1-0", seed=1)
    assert vacas.mesa.vacas == (1, 0)
    with pytest.raises(ActaError, match=r"begin with Dealt, expected a whole log, which begins with Began"):
        write(("Ane", "Beñat", "Carmen", "Dani"), vacas.log)


def test_a_first_hand_can_be_written_as_an_acta():
    partida = Partida.from_position(f"{START} piedras=12-27 : no mus, 0: envido 5, quiero", seed=1)
    acta = read(write(("Ane", "Beñat", "Carmen", "Dani"), partida.log))
    assert (acta.mesa, acta.events) == (partida.mesa, tuple(partida.log))


def test_R30_R26_R57_words_out_of_turn_have_their_seat():
    line = f"{START} : 2: miro a 1, mi companero dira"
    with pytest.raises(BadPosition, match=r"^word 2, 'mi companero dira': not-now \(R27\)"):
        Partida.from_position(line)
    parejas = f"mus1 parejas/2 {HANDS} : no mus, envido 2, 3: quiero, tiempo"
    assert Partida.from_position(parejas, seed=1).view().fase == "chica"
    clasico = Partida.from_position(f"mus1 clasico/2+corte=libre {HANDS} : 2: no mus", seed=1)
    assert clasico.position.words == ("2: no mus",)
    signed = "mus1 vitoria/2 12o12c4o5c/1o5o10c11b/4c6o10o11o/2o7o11e5e : seña: dos reyes"
    assert observe(Partida.from_position(signed, seed=1).mesa, 2).seen[0][0] == 0


def test_any_white_space_stands_around_the_colon_and_no_words_need_to_follow_it():
    said = Partida.from_position(f"{START} : no mus", seed=1)
    assert Partida.from_position(f"{START}\t:\n no mus", seed=1) == said
    assert Partida.from_position(f"{START} :", seed=1) == Partida.from_position(START, seed=1)


def test_R60_who_is_out_of_stones_is_dealt_nothing():
    line = "mus1 tres-mus/1 4o5c6b7e1b/-/4c6o10o12o3b hand=4 mano=2 piedras=3-0-5"
    assert str(Partida.from_position(line, seed=1)).startswith(line)
    with pytest.raises(BadPosition, match=r"^mano=1: expected a seat that is dealt cards$"):
        Partida.from_position(line.replace("mano=2", "mano=1"))


def test_rules_of_ones_own_are_told_whole():
    rules = MusRules(name="casa").with_changes({"piedras": 30, "real": "figura", "mus_visto": 0.25})
    partida = Partida(rules, seed=1)
    assert "casa+modo=mus+" in str(partida)
    assert Partida.from_position(str(partida)) == partida
    changed_rules = rule_set("vitoria", {"muestra": False, "reyes": 4})
    assert Position.read(str(Partida(changed_rules, seed=1))).rules == changed_rules
    with pytest.raises(BadPosition, match=r"expected a name without spaces"):
        str(Partida(MusRules(name="mi casa"), seed=1))
    assert repr(Partida(MusRules(name="mi casa"), seed=1)) == "<Partida of the rules 'mi casa'>"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "'': expected mus1, the version of the format, first"),
        (START.replace("mus1", "mus2"), "'mus2': expected mus1"),
        (START.replace("/2", "", 1), "'vitoria': expected a rule set and its edition, such as vitoria/2"),
        (START.replace("vitoria", "lugo"), "'lugo' is no rule set"),
        (START.replace("/2", "/2+piedras=300"), "piedras = 300: expected"),
        (START.replace("/2", "/2+stones=3"), "'stones' is no field"),
        (START.replace("4o5c", "4o8c"), "'8c': expected a card"),
        (START.replace("4o5c", "4o4o"), "card-twice (R1): card=4o"),
        (START.replace("4o5c", "5c"), "wrong-deal (R20)"),
        ("mus1 vitoria/2 4o5c6b7e", "wrong-number (R16)"),
        (f"{START} hans=3", "'hans': expected one of hand, mano, piedras"),
        (f"{START} hand=0", "mano=0, hand=0: expected seats 0 to 3, hands from 1"),
        (f"{START} mano=4", "mano=4, hand=1: expected seats 0 to 3"),
        (f"{START} hand=-1", "hand='-1': expected a number from 1"),
        (f"{START} piedras=40-0", "piedras = (40, 0): expected 2 numbers from 0 to 39"),
        (f"{START} piedras=x", "piedras='x': expected numbers such as 12-27"),
        (f"{START} vacas=1-0", "vacas: expected 2 numbers below 1"),
        (f"{START} eyes=0-1-2-3", "eyes: expected 4 seats, each another's"),
        (f"{START} visto=12o", "visto='12o': expected a seat and its card, such as 2:12o"),
        (f"{START} pile=4o5", "pile='4o5': expected cards such as 4o5c6b"),
        (f"{START} pile=4o", "pile: 4o: expected cards that are still on it"),
        (f"{START} pile=3o3o", "pile: 3o 3o: expected cards that are still on it, none twice"),
        (f"{START} seed=12", "seed='12': expected 64 hexadecimal digits"),
        (f"{START} seed=zz", "seed='zz': expected 64 hexadecimal digits"),
        (f"{START} seed={'12' * 33}", "…': expected 64 hexadecimal digits"),
        (f"{START} question=-1", "question='-1': expected a number from 0"),
        (f"{START}: paso", "5e:': expected ' : ' before the words, and no other colon"),
        (f"{START} :paso", "':paso': expected ' : ' before the words, and no other colon"),
        (f"{START} hand:2 : paso", "'hand:2': expected ' : ' before the words, and no other colon"),
        (f"{START} : : paso", "word 1, ': paso': ': paso' is no word of the game"),
        (f"{START} : paso", "word 1, 'paso': not-now (R21)"),
        (f"{START} : mus, hola", "word 2, 'hola': 'hola' is no word of the game"),
        (f"{START} : miro a Ane", "word 1, 'miro a Ane': 'ane': expected the number of a seat"),
        (f"{START} : tiempo", "word 1, 'tiempo': no-wait (R30): turn=(0,)"),
        (f"{START} visto=9:12o", "visto=9: expected seats 0 to 3"),
        (f"{START} : 9: paso", "'9': expected the number of a seat, 0 to 3"),
        (f"{START} : 9: seña dos reyes", "'9': expected the number of a seat, 0 to 3"),
        (f"{START} : 1: miro a 9", "'9': expected the number of a seat, 0 to 3"),
        (f"{START} : 1: miro a 12345678901", "'12345678901': expected the number of a seat, 0 to 3"),
        (f"{START} : 12345678901: paso", "'12345678901': expected the number of a seat, 0 to 3"),
        (
            START.replace("/2", "/2+corte=libre", 1) + " : 9: no mus",
            "'9': expected the number of a seat, 0 to 3",
        ),
    ],
)
def test_what_is_no_position_says_so(line: str, why: str):
    with pytest.raises(MusError) as raised:
        Partida.from_position(line)
    assert why in str(raised.value)


def test_a_log_without_a_deal_has_no_position():
    with pytest.raises(BadPosition, match=r"^no position: expected events among which a hand is dealt$"):
        Position.of(begin(rule_set("vitoria")))
