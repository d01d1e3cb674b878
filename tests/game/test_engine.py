"""The deal, the mus, the lances one after another, and how a juego and a partida end."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Offer, Voz
from musbot.game.cards import DECK, card, cards, write_cards
from musbot.game.engine import (
    Due,
    awaited_seats,
    begin,
    cards_due,
    deal,
    next_mano,
    offers,
    play,
    serve,
    winner,
)
from musbot.game.errors import BadRules, Illegal
from musbot.game.events import (
    Began,
    Dealt,
    Declared,
    Event,
    GraciaOver,
    HandEnded,
    JuegoWon,
    Paid,
    Reshuffled,
    Said,
    Served,
    Shown,
)
from musbot.game.evolve import BadEvent, evolve
from musbot.game.lances import Lance
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.state import Descarte, Mus, Reparto, Servir, Terminada
from musbot.game.views import observe
from tests.support.playing import DEALT, PLAIN, RICH, Table, action, betting, fold, opened, table, told

ALL_MUS = ("A mus", "B mus", "C mus", "D mus")


def kinds(t: Table, start: int = 0) -> list[str]:
    return [type(event).__name__ for event in t.log[start:]]


# ---- R16, R17: seats, mano, postre --------------------------------------------------------------------


def test_R16_a_partida_begins_with_as_many_as_the_rules_say():
    assert begin(rule_set("parejas"), 4) == (Began(rule_set("parejas"), 4, 0, (0, 0), (0, 0)),)
    assert begin(rule_set("trios"))[0] == Began(rule_set("trios"), 6, 0, (0, 0), (0, 0))
    for rules, seats, expected in (("parejas", 3, "4"), ("trios", 4, "6"), ("individual", 9, "2–6")):
        with pytest.raises(Illegal) as refusal:
            begin(rule_set(rules), seats)
        assert told(refusal.value).facts == {"expected": expected, "seats": seats}


@pytest.mark.parametrize(
    "score",
    [{"juegos": (3, 0)}, {"juegos": (0, -1)}, {"juegos": (1,)}, {"piedras": (0, 40)}, {"piedras": (0, 0, 0)}],
)
def test_R52_R53_a_partida_does_not_begin_with_a_score_that_cannot_be(score: dict[str, tuple[int, ...]]):
    with pytest.raises(BadRules, match=next(iter(score))):
        begin(rule_set("vitoria"), **score)  # type: ignore[arg-type]


def test_R17_the_mano_moves_one_seat_on_each_hand():
    t = table(mano=2)
    manos = [t.mesa.mano]
    for _ in range(4):
        assert next_mano(t.paso(3).mesa) == (manos[-1] + 1) % 4
        manos.append(t.deal().mesa.mano)
    assert manos == [2, 3, 0, 1, 2]


def test_R17_the_mano_speaks_first_in_the_mus_and_in_every_lance():
    t = table("vitoria", *RICH, mano=1)
    assert t.turno == "B"
    firsts = [t.paso(0).turno, t.paso().turno, t.paso().turno, t.paso().turno]
    assert firsts == ["B", "B", "B", "B"]


def test_R17_R55_the_mano_carries_over_to_the_next_juego_which_starts_from_nothing():
    t = betting("vitoria", mano=3).say("D órdago", "A quiero")
    assert isinstance(t.mesa.phase, Reparto)
    t.deal()
    assert (t.mesa.mano, t.mesa.piedras, t.mesa.juegos) == (0, (0, 0), (1, 0))


# ---- R20: the deal ------------------------------------------------------------------------------------


def test_R20_four_cards_each_are_due_and_then_mus_is_asked_of_the_mano():
    t = opened("vitoria")
    assert cards_due(t.mesa) == Due(None, 16)
    assert cards_due(opened("trios").mesa) == Due(None, 24)
    t.deal()
    assert (cards_due(t.mesa), t.mesa.phase, t.turno, t.mesa.hand) == (None, Mus(), "A", 1)
    assert t.hands == list(PLAIN)


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (PLAIN[:3], "wrong-deal"),
        ((*PLAIN, "1e 2e 3e 4e"), "wrong-deal"),
        ((*PLAIN[:3], "2o 7o 11o"), "wrong-deal"),
        ((*PLAIN[:3], "2o 7o 11o 4o"), "card-twice"),
    ],
)
def test_R20_a_deal_that_cannot_be_is_refused(hands: tuple[str, ...], reason: str):
    with pytest.raises(Illegal) as refusal:
        opened("vitoria").deal(*hands)
    assert told(refusal.value).reason == reason


def test_R20_no_hand_is_dealt_while_one_is_played():
    with pytest.raises(Illegal) as refusal:
        table().deal()
    assert told(refusal.value).reason == "no-deal-due"


def test_nothing_can_be_said_before_the_deal():
    t = opened("vitoria")
    assert (t.turno, t.voces) == ("", {})
    assert t.refused("A mus").reason == "nothing-asked"


# ---- R21: mus -----------------------------------------------------------------------------------------


def test_R21_in_turn_from_the_mano_each_says_mus_or_cuts():
    t = table("castellano")
    for letter in "ABCD":
        assert t.voces == {letter: ["mus", "no mus"]}
        t.say(f"{letter} mus")
    assert isinstance(t.mesa.phase, Descarte)


@pytest.mark.parametrize("cut", [("A no mus",), ("A mus", "B no mus"), (*ALL_MUS[:3], "D no mus")])
def test_R21_who_cuts_ends_the_phase_and_the_lances_begin_with_the_mano(cut: tuple[str, ...]):
    t = table("castellano").say(*cut)
    assert (t.envite.lance, t.turno, t.mesa.mano) == (Lance.GRANDE, "A", 0)
    assert t.mus.cut_by == "ABCD".index(cut[-1][0])


def test_R21_nobody_speaks_out_of_turn_or_another_word():
    t = table("castellano")
    assert t.refused("B mus").rule == "R21"
    assert t.refused("A envido").facts == {"word": "envido 2", "words": ("mus", "no mus")}
    assert t.refused("A descarta 4o").reason == "not-now"


# ---- R22: discards ------------------------------------------------------------------------------------


def test_R22_in_turn_each_discards_and_is_then_dealt_as_many():
    t = table("castellano", mano=1).say("B mus", "C mus", "D mus", "A mus")
    assert [t.turno, offers(t.mesa, 1)] == ["B", (Offer(Voz.DESCARTA, 1, 4),)]
    t.say("B descarta 1o", "C descarta 4c 6o", "D descarta 2o 7o 11o", "A descarta 4o 5c 6b 7e")
    assert cards_due(t.mesa) == Due(1, 1)
    t.draw("1c")
    assert cards_due(t.mesa) == Due(2, 2)
    t.draw("2c 3c 1e 2e 3e 1b 2b 3b 12b")
    assert t.hands == ["1b 2b 3b 12b", "5o 10c 11b 1c", "10o 12o 2c 3c", "5e 1e 2e 3e"]
    assert (t.mesa.throws, t.turno, t.mesa.phase) == (((4, 1, 2, 3),), "B", Mus())


def test_R22_then_mus_is_asked_again_as_often_as_all_want():
    t = table("castellano")
    for thrown, drawn in (("4o", "1c 2c 3c 7c"), ("1c", "1e 2e 3e 4e")):
        first = {"A": thrown, "B": write_cards(t.mesa.cards[1][:1])}
        first |= {"C": write_cards(t.mesa.cards[2][:1]), "D": write_cards(t.mesa.cards[3][:1])}
        t.say(*ALL_MUS, *(f"{who} descarta {card}" for who, card in first.items()))
        t.draw(drawn)
    assert (t.mesa.phase, t.mesa.throws) == (Mus(), ((1, 1, 1, 1), (1, 1, 1, 1)))


def test_R22_a_la_vez_all_choose_in_any_order():
    t = table("parejas").say(*ALL_MUS)
    assert t.turno == "ABCD"
    t.say("C descarta 4c", "A descarta 4o")
    assert t.turno == "BD"
    assert t.refused("C descarta 6o").reason == "not-your-turn"
    t.say("D descarta 2o", "B descarta 1o").draw("1c 2c 3c 7c")
    assert t.hands[2] == "6o 10o 12o 3c"


def test_R22_in_parejas_four_who_throw_all_their_cards_are_served_one_by_one():
    t = table("parejas", *PLAIN).say("A mus", "B mus", "C mus", "D mus")
    t.say(*(f"{seat} descarta {hand}" for seat, hand in zip("ABCD", PLAIN, strict=True)))
    t.draw("12c 1c 4e 1e 12e 2c 6e 2e 3o 1b 7b 4b 3c 2b 10b 5b")
    assert t.hands[0] == "12c 12e 3o 3c"


def test_R22_in_turn_nobody_discards_before_the_others():
    t = table("castellano").say(*ALL_MUS)
    assert t.refused("B descarta 1o").rule == "R22"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("A descarta", "wrong-amount"),
        ("A descarta 1c", "not-your-card"),
        ("A descarta 1o", "not-your-card"),  # B's
        ("A descarta 4o 4o", "card-twice"),
        ("A descarta 4o 5c 6b 7e 1c", "wrong-amount"),
        ("A mus", "not-now"),
        ("A servido", "not-now"),
    ],
)
def test_R22_one_to_four_cards_of_ones_own(words: str, reason: str):
    refusal = table("castellano").say(*ALL_MUS).refused(words)
    assert (refusal.reason, refusal.rule) == (reason, "R22")


def test_R22_only_cards_of_the_pile_and_as_many_as_are_due_are_served():
    t = table("castellano").say(
        *ALL_MUS, "A descarta 4o 5c", "B descarta 1o", "C descarta 4c", "D descarta 2o"
    )
    for drawn, reason in (
        ("1c", "wrong-cards"),
        ("1c 2c 3c", "wrong-cards"),
        ("1c 1c", "card-twice"),
        ("1c 5o", "not-in-pile"),  # B's
        ("1c 4o", "not-in-pile"),  # just thrown
    ):
        with pytest.raises(Illegal) as refusal:
            serve(t.mesa, cards(drawn))
        assert told(refusal.value).reason == reason
    with pytest.raises(Illegal, match="no-deal-due"):
        serve(table("castellano").mesa, cards("1c"))


def test_nobody_may_speak_while_cards_are_due():
    t = table("castellano").say(*ALL_MUS, "A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o")
    assert isinstance(t.mesa.phase, Servir)
    assert (t.turno, t.refused("A mus").reason) == ("", "nothing-asked")


# ---- R23: the pile runs out ---------------------------------------------------------------------------


def exhausted(left: int) -> Table:
    """A table at which all discard again, with so many cards left in the pile."""
    t = table("castellano")
    while (drawn := len(t.mesa.pile()) - left) > 0:
        drawn = drawn if drawn <= 16 else drawn - 8
        discard(t.say(*ALL_MUS), *(drawn // 4 + (seat < drawn % 4) for seat in range(4)))
        t.draw(write_cards(tuple(t.mesa.pile()[:drawn])))
    return t.say(*ALL_MUS)


def discard(t: Table, *counts: int) -> Table:
    for seat, count in enumerate(counts):
        t.say(f"{'ABCD'[seat]} descarta {write_cards(t.mesa.cards[seat][:count])}")
    return t


@pytest.mark.parametrize(("left", "next_due"), [(3, Due(1, 1)), (5, Due(2, 1))])
def test_R23_all_discards_become_the_new_pile_when_several_are_still_to_be_served(left: int, next_due: Due):
    t = exhausted(left)
    old = set(t.mesa.discards)
    discard(t, 2, 2, 2, 2)
    thrown = [set(hand) for hand in t.mesa.phase.thrown if hand]  # type: ignore[union-attr]
    t.draw(write_cards(tuple(t.mesa.pile())))
    # two or three wait for cards: everything thrown is shuffled, their own too
    assert t.log[-1] == Reshuffled(None)
    assert set(t.mesa.pile()) == old.union(*thrown)
    assert (cards_due(t.mesa), t.mesa.discards, t.mesa.reshuffles) == (next_due, (), 1)
    t.draw(write_cards(tuple(t.mesa.pile()[: 8 - left])))
    assert (t.mesa.phase, t.mesa.discards, len(t.mesa.pile())) == (Mus(), (), 40 - 16)


def test_R23_the_discards_of_the_only_one_left_to_serve_stay_out_of_the_new_pile():
    t = exhausted(7)
    old = set(t.mesa.discards)
    discard(t, 2, 2, 2, 2)
    thrown = [set(hand) for hand in t.mesa.phase.thrown if hand]  # type: ignore[union-attr]
    t.draw(write_cards(tuple(t.mesa.pile())))
    assert t.log[-1] == Reshuffled(3)  # D has one of the two
    assert set(t.mesa.pile()) == old | thrown[0] | thrown[1] | thrown[2]
    assert cards_due(t.mesa) == Due(3, 1)
    t.draw(write_cards((t.mesa.pile()[0],)))
    assert (set(t.mesa.discards), t.mesa.phase) == (thrown[3], Mus())


def test_R23_with_the_mano_elsewhere_the_one_left_is_the_postre():
    t = table("castellano", mano=2)
    while len(t.mesa.pile()) > 4:
        t.say("C mus", "D mus", "A mus", "B mus")
        for letter in "CDAB":
            t.say(f"{letter} descarta {write_cards(t.mesa.cards['ABCD'.index(letter)][:1])}")
        t.draw(write_cards(tuple(t.mesa.pile()[:4])))
    t.say("C mus", "D mus", "A mus", "B mus")
    for letter, count in (("C", 1), ("D", 1), ("A", 2), ("B", 1)):
        t.say(f"{letter} descarta {write_cards(t.mesa.cards['ABCD'.index(letter)][:count])}")
    t.draw(write_cards(tuple(t.mesa.pile())))
    assert t.log[-1] == Reshuffled(1)


def test_R23_a_pile_that_ends_with_the_last_card_due_is_shuffled_only_when_cards_are_due_again():
    t = discard(exhausted(8), 2, 2, 2, 2)
    t.draw(write_cards(tuple(t.mesa.pile())))
    assert (t.mesa.phase, t.mesa.pile(), t.mesa.reshuffles) == (Mus(), [], 0)
    discard(t.say(*ALL_MUS), 1, 1, 1, 1)
    assert t.log[-1] == Reshuffled(None)
    assert len(t.mesa.pile()) == 28  # what has just been thrown too
    assert cards_due(t.mesa) == Due(0, 1)


def test_R23_the_pile_never_holds_a_card_of_a_hand():
    t = discard(exhausted(3), 2, 2, 2, 2)
    t.draw(write_cards(tuple(t.mesa.pile())))
    held = {c for hand in t.mesa.cards for c in hand}
    assert held.isdisjoint(t.mesa.pile())
    assert len(held) + len(t.mesa.pile()) == 40


# ---- R24: mus visto -----------------------------------------------------------------------------------


def test_R24_mus_visto_is_mus_by_force_and_each_may_stay_servido():
    t = opened("castellano").deal(*PLAIN, visto="C 12o")
    assert t.voces == {"A": ["descarta", "servido"]}
    assert t.refused("A mus").facts == {"word": "mus", "words": ("descarta", "servido")}
    t.say("A descarta 4o", "B servido", "C servido", "D descarta 2o 7o").draw("1c 2c 3c")
    assert t.hands == ["5c 6b 7e 1c", PLAIN[1], PLAIN[2], "11o 5e 2c 3c"]


def test_R24_if_anybody_stays_servido_the_lances_begin():
    t = opened("castellano").deal(*PLAIN, visto="A 4o")
    t.say("A descarta 4o", "B descarta 1o", "C servido", "D descarta 2o").draw("1c 2c 3c")
    assert (t.envite.lance, t.turno, t.mesa.throws) == (Lance.GRANDE, "A", ((1, 1, 0, 1),))


def test_R24_if_all_stay_servidos_the_lances_begin_without_a_card_drawn():
    t = (
        opened("castellano")
        .deal(*PLAIN, visto="A 4o")
        .say("A servido", "B servido", "C servido", "D servido")
    )
    assert (t.envite.lance, t.hands, t.mesa.throws) == (Lance.GRANDE, list(PLAIN), ((0, 0, 0, 0),))


def test_R24_if_nobody_stays_servido_mus_is_asked_as_always():
    t = opened("castellano").deal(*PLAIN, visto="A 4o")
    t.say("A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o").draw("1c 2c 3c 7c")
    assert t.mesa.phase == Mus()
    t.say(*ALL_MUS)
    assert t.voces == {"A": ["descarta"]}  # now nobody stays servido


def test_R24_servido_carries_no_cards():
    t = opened("castellano").deal(*PLAIN, visto="A 4o")
    assert t.refuses(0, Action(Voz.SERVIDO, cards=cards("12o"))).facts["word"] == "servido 12o"
    assert t.refused("A descarta").facts == {"least": 1, "most": 4}


def test_R24_the_card_shown_must_have_been_dealt_to_them():
    with pytest.raises(Illegal) as refusal:
        opened("castellano").deal(*PLAIN, visto="A 12o")
    assert told(refusal.value).facts == {"card": "12o"}


def test_R24_a_la_vez_too():
    t = opened("parejas").deal(*PLAIN, visto="B 1o").say("D servido", "A servido")
    assert t.turno == "BC"


# ---- R25: mus corrido ---------------------------------------------------------------------------------


def test_R25_who_cuts_is_mano_for_that_hand():
    t = table("clasico").say("A mus", "B mus", "C no mus")
    assert (t.mesa.mano, t.turno, t.mus.cut_by) == (2, "C", 2)
    t.say("C paso", "D paso", "A paso")
    assert t.turno == "B"  # postre: the player before the mano


def test_R25_the_mano_moves_on_from_the_one_who_cut():
    t = table("clasico").say("A mus", "B no mus").paso(3).deal()
    assert t.mesa.mano == 2


def test_R25_if_all_say_mus_the_discards_are_dealt_from_the_next_seat_and_they_speak_first():
    t = table("clasico").say(*ALL_MUS)
    assert (t.mesa.mano, t.turno) == (1, "B")
    t.say("B descarta 1o", "C descarta 4c", "D descarta 2o", "A descarta 4o")
    assert cards_due(t.mesa) == Due(1, 1)
    t.draw("1c 2c 3c 7c")
    assert (t.mesa.phase, t.turno, t.mus.corrido) == (Mus(), "B", True)
    t.say("B mus", "C mus", "D mus", "A no mus")
    assert (t.mesa.mano, t.mus.corrido) == (0, False)


def test_R25_after_two_rounds_the_mano_has_moved_two_seats():
    t = table("clasico").say(*ALL_MUS, "B descarta 1o", "C descarta 4c", "D descarta 2o", "A descarta 4o")
    t.draw("1c 2c 3c 7c").say("B mus", "C mus", "D mus", "A mus")
    assert (t.mesa.mano, t.turno) == (2, "C")


def test_R25_corrido_ties_go_to_the_nearest_to_the_one_who_cut():
    same = ("12o 11o 7o 4o", "12c 11c 7c 4c", "12e 11e 7e 4e", "12b 11b 7b 4b")
    t = table("clasico", *same).say("A mus", "B no mus").paso(3)
    assert t.paid[0] == "1 grande paso 1"
    assert next(t.payments()).seat == 1


def test_R25_partida_is_only_the_first_hand_of_all():
    t = table("castellano", mus_corrido="partida")
    assert t.mus.corrido
    assert not t.paso(3).deal().mus.corrido
    t.say("B no mus", "B órdago", "C quiero").deal()
    assert (t.mesa.juegos, t.mus.corrido) == ((1, 0), False)


def test_R25_partida_is_not_the_first_hand_of_a_later_vaca():
    t = betting("castellano", mus_corrido="partida", to_win=1, vacas=2).say("A órdago", "B quiero").deal()
    assert (t.mesa.vacas, t.mesa.juegos, t.mesa.piedras, t.mus.corrido) == ((1, 0), (0, 0), (0, 0), False)


def test_R25_juego_is_the_first_hand_of_each_juego():
    t = table("castellano", mus_corrido="juego")
    assert t.mus.corrido
    assert not t.paso(3).deal().mus.corrido
    t.say("B no mus", "B órdago", "C quiero").deal()
    assert t.mus.corrido


def test_R25_a_partida_taken_up_in_the_middle_is_not_at_its_first_hand():
    assert not table("clasico", juegos=(1, 0), mus_corrido="partida").mus.corrido
    assert not table("clasico", piedras=(0, 1)).mus.corrido
    assert table("clasico", juegos=(1, 0)).mus.corrido


def test_R25_is_not_played_unless_it_is_chosen():
    t = table("castellano").say("A mus", "B no mus")
    assert (t.mesa.mano, t.turno) == (0, "A")


def test_R24_R25_after_a_mus_visto_with_somebody_servido_nobody_cuts_and_the_corrido_is_over():
    t = opened("clasico").deal(*PLAIN, visto="A 4o").say("A servido", "B servido", "C servido", "D servido")
    assert (t.envite.lance, t.turno, t.mus.corrido, t.mus.cut_by) == (Lance.GRANDE, "A", False, None)


def test_R82_R24_R25_a_mus_forced_by_a_card_seen_does_not_move_the_mano_of_a_mus_corrido():
    t = opened("clasico").deal(*PLAIN, visto="B 1o")
    assert (t.mesa.mano, t.turno, t.mus.corrido) == (0, "A", True)
    t.say("A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o").draw("1c 2c 3c 7c")
    assert (t.mesa.phase, t.mesa.mano, t.turno, t.mus.corrido) == (Mus(), 0, "A", True)
    assert t.say(*ALL_MUS).mesa.mano == 1  # this one they have asked for
    t = opened("clasico").deal(*PLAIN, visto="B 1o")
    t.say("A descarta 4o", "B servido", "C descarta 4c", "D descarta 2o").draw("1c 3c 7c")
    assert (t.envite.lance, t.mesa.mano, t.turno) == (Lance.GRANDE, 0, "A")


# ---- R26: corte libre ---------------------------------------------------------------------------------


def test_R26_any_player_may_cut_out_of_turn():
    t = table("castellano", corte="libre")
    assert t.voces == {"A": ["mus", "no mus"], "B": ["no mus"], "C": ["no mus"], "D": ["no mus"]}
    assert t.turno == "A"  # those who may merely interrupt are not awaited
    t.say("C no mus")
    assert (t.envite.lance, t.turno, t.mus.cut_by, t.mesa.mano) == (Lance.GRANDE, "A", 2, 0)


def test_R26_mus_is_still_said_in_turn():
    assert table("castellano", corte="libre").refused("B mus").reason == "not-your-turn"


def test_R79_who_has_said_mus_no_longer_cuts():
    t = table("castellano", corte="libre").say("A mus")
    refusal = t.refused("A no mus")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("already-said", "R79", {"turn": (1,)})
    assert t.refused("D mus").reason == "not-your-turn"
    assert t.say("C no mus").mus.cut_by == 2


def test_R26_only_in_the_mus_phase():
    t = table("parejas", corte="libre").say(*ALL_MUS)
    assert t.refused("A no mus").reason == "not-now"
    assert betting("castellano", corte="libre").refused("B no mus").reason == "not-your-turn"


def test_R26_with_turno_nobody_cuts_out_of_turn():
    assert table("castellano").refused("B no mus").reason == "not-your-turn"


def test_R25_R26_who_cuts_out_of_turn_is_mano_of_a_mus_corrido():
    t = table("clasico", corte="libre").say("A mus", "D no mus")
    assert (t.mesa.mano, t.turno) == (3, "D")


# ---- R27: consulta ------------------------------------------------------------------------------------


def test_R27_the_second_to_speak_may_defer_and_the_fourth_decides_for_both():
    t = table("vitoria", mano=1).say("B mus")
    assert t.voces == {"C": ["mus", "no mus", "mi compañero dirá"]}
    t.say("C mi compañero dirá")
    assert (t.turno, t.mesa.phase) == ("D", Mus(2, deferred=True))
    t.say("D mus")
    assert t.voces == {"A": ["mus", "no mus"]}
    cut = Table(t.mesa).say("A no mus")
    assert (cut.envite.lance, cut.mus.cut_by) == (Lance.GRANDE, 0)
    assert isinstance(t.say("A mus").mesa.phase, Descarte)


def test_R27_nobody_else_may_defer():
    t = table("vitoria")
    for before, who in (((), "A"), (("A mus", "B mus"), "C"), (("A mus", "B mus", "C mus"), "D")):
        t = table("vitoria").say(*before)
        refused = t.refused(f"{who} mi compañero dirá")
        assert (refused.rule, refused.facts["words"]) == ("R27", ("mus", "no mus"))


def test_R27_the_third_may_cut_after_it():
    assert table("vitoria").say("A mus", "B mi compañero dirá", "C no mus").mus.cut_by == 2


def test_R27_only_where_it_is_played():
    assert table("castellano").say("A mus").refused("B mi compañero dirá").reason == "not-now"


def test_R27_it_may_be_said_again_in_the_next_round():
    t = table("vitoria").say("A mus", "B mi compañero dirá", "C mus", "D mus")
    t.say("A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o").draw("1c 2c 3c 7c")
    assert t.mesa.phase == Mus(0, deferred=False)
    assert "mi compañero dirá" in t.say("A mus").voces["B"]


# ---- R11, R12: declarations ---------------------------------------------------------------------------


def declared(t: Table) -> list[tuple[str, tuple[bool, ...]]]:
    return [(event.lance.value, event.has) for event in t.log if isinstance(event, Declared)]


def test_R11_the_table_declares_who_has_pares_and_juego():
    t = betting("vitoria", *RICH).paso(4)
    assert declared(t) == [("pares", (True, True, False, True)), ("juego", (True, True, False, False))]


def test_R11_pares_are_declared_after_chica_and_juego_after_pares():
    t = betting("vitoria", *RICH)
    assert (t.mesa.pares, t.mesa.juego) == (None, None)
    t.paso(2)
    assert (t.mesa.pares, t.mesa.juego) == ((True, True, False, True), None)


def test_R12_if_nobody_has_pares_the_lance_is_empty():
    t = betting("vitoria").paso(2)
    assert (t.lances[-1], t.envite.lance) == ("pares vacío 0", Lance.PUNTO)


def test_R12_if_nobody_has_juego_punto_is_played_by_everybody():
    t = betting("vitoria").paso(2)
    assert (t.envite.lance, t.envite.speakers) == (Lance.PUNTO, (0, 1, 2, 3))
    assert declared(t)[-1] == ("juego", (False,) * 4)
    assert t.paso().lances == ["grande paso 0", "chica paso 0", "pares vacío 0", "punto paso 0"]


def test_R12_if_just_one_side_has_it_there_is_no_betting():
    hands = ("12o 12c 10e 1b", "4o 5c 6b 7e", "11o 11c 10c 4e", "1o 5o 10o 7b")
    t = betting("vitoria", *hands).paso(2)
    assert t.lances[2:] == ["pares sin rival 0", "juego sin rival 0"]
    assert t.paid[2:] == ["0 pares premio 2", "0 juego premio 5"]  # 31 and 34
    assert isinstance(t.mesa.phase, Reparto)


def test_R12_two_of_the_same_side_do_not_bet_between_them():
    hands = ("4o 5c 6b 7e", "12o 12c 6e 1b", "1o 5o 10o 7b", "11o 11c 5e 4e")
    assert betting("vitoria", *hands).paso(2).lances[2] == "pares sin rival 0"


# ---- R35: órdago --------------------------------------------------------------------------------------


def test_R35_an_accepted_ordago_is_shown_and_wins_the_juego_at_once():
    t = betting("vitoria", *RICH, piedras=(0, 39)).say("A órdago", "B quiero")
    start = kinds(t).index("Shown")
    assert kinds(t, start) == ["Shown", "Owed", "Paid", "JuegoWon", "HandEnded"]
    assert t.log[start] == Shown(tuple(cards(hand) for hand in RICH))
    assert t.log[start + 2] == Paid(1, 0, Lance.GRANDE, "ordago", 0, 0)  # type: ignore[arg-type]
    assert (t.mesa.juegos, t.mesa.piedras) == ((1, 0), (0, 39))


def test_R35_whatever_is_pending_in_earlier_lances_is_forgotten():
    t = betting("vitoria", *RICH).say("A envido 100", "B quiero", "A órdago", "B quiero")
    assert t.paid == ["1 chica ordago 0"]
    assert t.mesa.juegos == (0, 1)


def test_R35_R14_the_best_of_the_pair_wins_it_whoever_spoke():
    # C, with a bad hand, goes for everything: partner A has the best grande
    t = betting("vitoria", *RICH).say("A paso", "B paso", "C órdago", "D quiero")
    assert (t.mesa.juegos, next(t.payments()).seat) == ((1, 0), 0)


def test_R35_R13_only_those_with_pares_compete_in_pares():
    t = betting("vitoria", *RICH).paso(2).say("A órdago", "B quiero")
    assert (t.paid[-1], list(t.payments())[-1].seat) == ("1 pares ordago 0", 3)


def test_R35_R10_a_tie_goes_to_the_nearest_to_the_mano():
    same = ("12o 11o 7o 4o", "12c 11c 7c 4c", "12e 11e 7e 4e", "12b 11b 7b 4b")
    for mano, side in ((0, 0), (1, 1), (2, 0), (3, 1)):
        t = betting("vitoria", *same, mano=mano)
        first, second = "ABCD"[mano], "ABCD"[(mano + 1) % 4]
        assert t.say(f"{first} órdago", f"{second} quiero").paid == [f"{side} grande ordago 0"]


def test_R35_a_rejected_ordago_after_a_bet_pays_the_bet():
    t = betting("vitoria").say("A envido 6", "B órdago", "C no queremos")
    assert (t.paid, t.mesa.juegos) == (["1 grande deje 6"], (0, 0))


# ---- R38, R52, R53: how a juego, a vaca and a partida end ---------------------------------------------


def test_R38_a_deje_that_reaches_the_target_wins_at_once_even_with_larger_bets_pending():
    t = betting("vitoria", piedras=(39, 0), muestra=False).say(
        "A paso", "B envido 100", "C quiero", "A envido", "B no queremos"
    )
    assert kinds(t)[-3:] == ["Paid", "JuegoWon", "HandEnded"]
    assert (t.mesa.piedras, t.mesa.juegos, t.mesa.shown) == ((40, 0), (1, 0), ())


def test_R38_at_the_count_the_first_whom_a_deje_has_brought_there_wins():
    t = betting("vitoria", piedras=(39, 39), deje="recuento").say("A envido", "B no queremos")
    assert (t.turno, t.mesa.piedras) == ("A", (40, 39))
    t.say("A paso", "B envido", "C no queremos").paso(1)
    assert kinds(t)[-3:] == ["Shown", "JuegoWon", "HandEnded"]
    assert (t.mesa.piedras, t.mesa.juegos) == ((40, 40), (1, 0))


def test_R23_with_six_there_are_no_earlier_discards_at_first_and_those_of_the_round_are_shuffled():
    rules, baraja, again = (
        rule_set("trios", {"barajar": "anteriores"}),
        Baraja(bytes(32), "six"),
        list[Event](),
    )
    mesa = baraja.draw_cards(evolve(None, begin(rules)[0]))[1]
    for _ in range(2):
        for seat in range(6):
            mesa = play(mesa, seat, Action(Voz.MUS))[1]
        for seat in range(6):
            mesa = play(mesa, seat, Action(Voz.DESCARTA, cards=mesa.cards[seat][:3]))[1]
        while cards_due(mesa) is not None:
            events, mesa = baraja.draw_cards(mesa)
            again += [event for event in events if isinstance(event, Reshuffled)]
    assert again == [Reshuffled(5), Reshuffled(None, earlier=True), Reshuffled(5)]


def test_R38_the_example_of_32_piedras_and_a_deje_of_nine():
    t = betting("vitoria", *RICH, piedras=(0, 32)).say("A envido 40", "B quiero").paso()
    t.say("A envido", "B y yo", "A 5 más", "B 10 más", "A no quiero")  # B: with forty accepted to grande
    assert (t.mesa.piedras, t.mesa.juegos) == ((0, 41), (0, 1))


def test_R80_a_juego_won_by_a_deje_ends_the_hand_there_and_then_and_no_cards_are_shown():
    t = betting("vitoria", *RICH, piedras=(39, 39), muestra=False).say("A envido", "B no queremos")
    assert kinds(t)[-4:] == ["Closed", "Paid", "JuegoWon", "HandEnded"]
    assert "Shown" not in kinds(t)
    assert (t.lances, t.paid) == (["grande rechazado 1"], ["0 grande deje 1"])
    assert [(observe(t.mesa, seat).shown, observe(t.mesa, seat).fase) for seat in (None, 0, 1)] == [
        (None, "fin")
    ] * 3
    assert t.deal().mesa.piedras == (0, 0)


def test_R80_a_juego_won_by_anything_else_is_shown():
    t = betting("vitoria", *RICH, piedras=(39, 39)).paso(4)
    assert kinds(t)[-5:] == ["Shown", "Owed", "Paid", "JuegoWon", "HandEnded"]


def test_R91_with_muestra_the_cards_are_shown_and_nothing_more_is_paid():
    t = betting("euskal-herria", *RICH, piedras=(29, 29)).say("A envido", "B no queremos")
    assert kinds(t)[-5:] == ["Closed", "Paid", "Shown", "JuegoWon", "HandEnded"]
    assert (t.mesa.shown, t.paid, t.mesa.piedras) == ((0, 1, 2, 3), ["0 grande deje 1"], (30, 29))
    assert t.deal().mesa.shown == ()


def test_R91_a_juego_won_by_anything_else_is_shown_as_ever():
    t = betting("euskal-herria", *RICH, piedras=(29, 29)).paso(4)
    assert kinds(t)[-5:] == ["Shown", "Owed", "Paid", "JuegoWon", "HandEnded"]
    t = betting("euskal-herria", *RICH).say("A órdago", "B quiero")
    assert kinds(t)[-6:] == ["Closed", "Shown", "Owed", "Paid", "JuegoWon", "HandEnded"]


@pytest.mark.parametrize("target", [10, 20, 30, 33, 35, 40, 60])
def test_R52_a_juego_is_won_at_the_target(target: int):
    t = betting("vitoria", target=target, piedras=(target - 2, 0)).say("A envido", "B no queremos")
    assert t.mesa.juegos == (0, 0)
    assert t.say("A envido", "B no queremos").mesa.juegos == (1, 0)


def test_R53_a_partida_is_won_by_vacas_of_juegos():
    t = opened("castellano", to_win=2, vacas=2)
    won = []
    for _ in range(4):
        t.deal(*RICH)
        mano = "ABCD"[t.mesa.mano]
        t.say(f"{mano} no mus", f"{mano} órdago").say(f"{t.turno} quiero")
        won.append((t.mesa.juegos, t.mesa.vacas, winner(t.mesa)))
    assert won == [
        ((1, 0), (0, 0), None),
        ((2, 0), (1, 0), None),
        ((1, 0), (1, 0), None),
        ((2, 0), (2, 0), 0),
    ]
    assert t.mesa.phase == Terminada(0)


def test_R53_when_the_partida_is_over_nothing_is_asked_or_due():
    t = betting("parejas", *RICH, juegos=(0, 1)).paso(1).say("A órdago", "B queremos")
    assert (winner(t.mesa), awaited_seats(t.mesa), cards_due(t.mesa)) == (1, (), None)
    refusal = t.refused("A mus")
    assert (refusal.reason, refusal.rule) == ("nothing-asked", "R53")
    with pytest.raises(Illegal, match="no-deal-due"):
        t.deal()


def test_R55_a_hand_after_the_juego_keeps_the_score_until_it_is_dealt():
    t = betting("vitoria", piedras=(39, 12)).say("A envido", "B no queremos")
    assert t.mesa.piedras == (40, 12)
    assert t.deal().mesa.piedras == (0, 0)


# ---- the log ------------------------------------------------------------------------------------------


def test_the_events_of_a_whole_hand_in_order():
    t = table("castellano").say("A no mus").paso(3)
    told = (
        "Began Dealt Said"
        + " LanceBegan Said Said Said Said Closed" * 2
        + " Declared Closed Declared LanceBegan Said Said Said Said Closed"
        + " Shown Owed Paid Paid Paid HandEnded"
    )
    assert " ".join(kinds(t)) == told
    assert fold(t.log) == t.mesa


def test_the_deck_is_always_whole():
    t = table("trios")
    away = [c for hand in t.mesa.cards for c in hand]
    assert sorted(away + t.mesa.pile()) == sorted(DECK)
    assert DEALT[6][5] == t.hands[5]


@pytest.mark.parametrize(
    "event",
    [
        Began(rule_set("vitoria"), 4, 0, (0, 0), (0, 0)),
        Dealt(1, 0, tuple(cards(hand) for hand in PLAIN)),
        Served(0, (card("1c"),)),
        Reshuffled(None),
        Declared(Lance.PARES, (True,) * 4),
        GraciaOver(),
        Shown(tuple(cards(hand) for hand in PLAIN)),
        JuegoWon(0),
        HandEnded(1),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_follow_is_refused(event: object):
    with pytest.raises(BadEvent):
        evolve(table("vitoria").mesa, event)  # type: ignore[arg-type]


def test_a_log_begins_with_began():
    with pytest.raises(BadEvent, match="Said before the partida began"):
        evolve(None, Said(0, action("mus")))


def test_a_deal_leaves_the_mesa_as_it_was():
    before = opened("vitoria").mesa
    after = deal(before, tuple(cards(hand) for hand in PLAIN))
    assert before.cards == ()
    assert isinstance(after[0], Dealt)
