"""What each may see: their own cards and what all have heard."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

from musbot.game.actions import Action, Offer, Seat, Voz
from musbot.game.cards import card, cards, write_cards
from musbot.game.engine import offers
from musbot.game.events import Dealt, Discarded, HandEnded, Reshuffled, Said, Served, Shown
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.modos.mus.state import MusSeen
from musbot.game.rule_sets import rule_set
from musbot.game.views import HandBegan, Threw, Took, View, news_for, observe, sort_hand
from tests.support.playing import PLAIN, RICH, Table, betting, opened, table

RULES = rule_set("castellano")
A_LA_VEZ = rule_set("parejas")
ALL_MUS = ("A mus", "B mus", "C mus", "D mus")


def seen(t: Table, seat: Seat | None) -> MusSeen:
    modo = observe(t.mesa, seat).modo
    assert isinstance(modo, MusSeen)
    return modo


def aloud(t: Table) -> list[str]:
    """What a view says that has been said in the hand: when, by whom, what."""
    return [f"{word.fase} {word.seat} {word.action}" for word in observe(t.mesa, 2).said]


# ---- observe ------------------------------------------------------------------------------------------


def misplaced(source: str) -> list[str]:
    """Returns the fields of a view that are given, in order, something that does not bear their name."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    (made,) = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "View"]
    given = [ast.unparse(it).removeprefix("mesa.") for it in made.args]
    return [
        field
        for field, it in zip(View._fields, given, strict=True)
        if (it != field if it.isidentifier() else not re.search(rf"\b_?{field}\b", it))
    ]


def test_every_field_of_a_view_is_given_what_bears_its_name():
    source = inspect.getsource(observe)
    assert misplaced(source) == []
    assert misplaced(source.replace("mesa.vacas,", "mesa.piedras,", 1)) == ["vacas"]
    swapped = source.replace("true_signs, may_sign,", "may_sign, true_signs,")
    assert misplaced(swapped) == ["true_signs", "may_sign"]


def test_a_seat_sees_its_own_cards_the_highest_first():
    t = table("castellano", *RICH)
    assert [write_cards(observe(t.mesa, seat).mine) for seat in range(4)] == [
        "12o 3c 11b 1e",
        "10b 7c 7e 7o",
        "6e 5b 4c 1o",
        "12b 12e 2c 2o",
    ]


def test_a_spectator_sees_no_cards():
    view = observe(table("castellano", *RICH).mesa)
    assert (view.seat, view.mine, view.shown) == (None, (), None)


def test_R44_everybody_sees_all_hands_once_they_are_shown():
    t = betting("castellano", *RICH)
    while not t.mesa.shown:
        assert observe(t.mesa, 2).shown is None
        t.paso()
    for seat in (None, *range(4)):
        shown = observe(t.mesa, seat).shown
        assert shown is not None
        assert [write_cards(hand) for hand in shown][1] == "10b 7c 7e 7o"


def test_R38_hands_are_not_shown_when_a_deje_ends_the_juego():
    t = betting("parejas", piedras=(39, 0)).say("A envido", "B no queremos")
    assert (observe(t.mesa).fase, observe(t.mesa).shown) == ("fin", None)


def test_the_next_deal_hides_all_hands_again():
    t = betting("castellano", *RICH).paso(4).deal()
    assert observe(t.mesa, 0).shown is None


def test_before_the_first_deal_there_is_little_to_see():
    view = observe(opened("castellano", piedras=(12, 30)).mesa, 0)
    assert (view.fase, view.mine, view.turno, view.offers, view.hand) == ("fin", (), (), (), 0)
    assert view.piedras == (12, 30)


def test_fase_follows_the_hand():
    t = table("parejas", *RICH)
    fases = [observe(t.mesa).fase]
    t.say(*ALL_MUS, "A descarta 1e")
    fases.append(observe(t.mesa).fase)
    t.say("B descarta 10b", "C descarta 4c", "D descarta 12b")  # cards are due
    fases.append(observe(t.mesa).fase)
    t.draw("11c 3b 5c 5e").paso(0)
    while not t.mesa.shown:
        fases.append(observe(t.mesa).fase)
        t.paso()
    fases.append(observe(t.mesa).fase)
    assert fases == ["mus", "descarte", "descarte", "grande", "chica", "pares", "juego", "fin"]


def test_offers_are_those_of_the_seat_and_for_a_spectator_of_the_first_awaited():
    t = table("vitoria").say("A mus")
    assert observe(t.mesa, 1).offers == offers(t.mesa, 1) == observe(t.mesa).offers
    assert observe(t.mesa, 0).offers == ()
    assert Offer(Voz.CONSULTA) in observe(t.mesa).offers


def test_R26_who_may_merely_interrupt_is_not_awaited_but_is_offered_to_cut():
    view = observe(table("castellano", corte="libre").mesa, 2)
    assert (view.turno, view.offers) == ((0,), (Offer(Voz.NO_MUS),))


def test_a_view_tells_what_has_been_said_and_closed():
    t = betting("vitoria").say("A envido", "B no quiero", "D y yo", "A quiero", "A envido", "B no quiero")
    view = observe(t.mesa, 2)
    assert aloud(t) == (
        "mus 0 no mus, grande 0 envido 2, grande 1 no quiero, grande 3 y yo, grande 0 quiero, "
        "chica 0 envido 2, chica 1 no quiero"
    ).split(", ")
    assert view.lances == (Cerrado(Lance.GRANDE, Estado.QUERIDO, 4, (0, 1)),)
    assert view.envite == t.envite
    assert (seen(t, 2).cut_by, view.turno, view.question) == (0, (3,), t.mesa.question)


def test_R21_R27_a_view_tells_every_word_of_the_mus():
    deferred = table("vitoria").say("A mus", "B mi compañero dirá", "C mus", "D mus")
    assert aloud(deferred) == ["mus 0 mus", "mus 1 mi compañero dirá", "mus 2 mus", "mus 3 mus"]


def test_R29_a_view_tells_who_may_still_answer_and_whose_turn_it_is():
    view = observe(betting("castellano").say("A paso", "B envido").mesa, 0)
    assert (view.answering, view.turno) == ((2, 0), (2,))
    assert observe(betting("castellano").mesa, 0).answering == ()


def test_R30_a_view_tells_whose_answer_will_stand():
    assert seen(betting("parejas").say("A envido", "D quiero"), 0).gracia == 3
    assert seen(betting("parejas").say("A envido"), 0).gracia is None


def test_R27_a_view_tells_that_the_second_deferred():
    t = table("vitoria").say("A mus", "B mi compañero dirá")
    assert seen(t, 0).deferred
    assert not seen(table("vitoria").say("A mus", "B mus"), 0).deferred


def test_R22_in_turn_each_sees_how_many_were_thrown():
    t = table("castellano").say(*ALL_MUS, "A descarta 4o 5c", "B descarta 1o")
    assert observe(t.mesa, 3).thrown == observe(t.mesa).thrown == (2, 1, None, None)


def test_R22_a_la_vez_the_counts_are_shown_together():
    t = table("parejas").say(*ALL_MUS, "A descarta 4o 5c", "B descarta 1o")
    assert observe(t.mesa, 3).thrown == observe(t.mesa).thrown == (None,) * 4
    assert observe(t.mesa, 0).thrown == (2, None, None, None)  # one's own
    t.say("C descarta 4c", "D descarta 2o 7o 11o")
    assert observe(t.mesa, 3).throws == ((2, 1, 1, 3),)


def test_R24_all_see_which_card_was_dealt_face_up():
    t = opened("castellano").deal(*PLAIN, visto="A 4o")
    assert seen(t, 2).visto == seen(t, None).visto == (0, card("4o"))
    assert seen(table("castellano").say(*ALL_MUS), 2).visto is None


@pytest.mark.parametrize(("piedras", "adentro"), [(34, False), (35, True), (39, True), (40, False)])
def test_R54_adentro_within_five_of_the_target(piedras: int, adentro: bool):
    view = observe(opened("vitoria").mesa)._replace(piedras=(0, piedras))
    assert (view.adentro(1), view.adentro(0)) == (adentro, False)


def test_R54_adentro_follows_the_target():
    view = observe(opened("castellano-30", piedras=(25, 24)).mesa)
    assert (view.adentro(0), view.adentro(1)) == (True, False)


def test_R16_sides_and_the_circle_of_a_view():
    view = observe(table("trios", mano=4).mesa)
    assert [view.bando(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert view.circle() == (4, 5, 0, 1, 2, 3)


def test_R53_a_view_tells_who_has_won():
    t = betting("parejas", juegos=(1, 0)).say("A órdago", "B queremos")
    assert (observe(t.mesa, 1).winner, observe(t.mesa, 1).fase) == (0, "fin")


def test_cards_are_held_highest_first_with_eight_and_with_four_reyes():
    assert write_cards(sort_hand(cards("2o 3c 12b 1e 11o"), 8)) == "12b 3c 11o 2o 1e"
    assert write_cards(sort_hand(cards("2o 3c 12b 1e 11o"), 4)) == "12b 11o 3c 2o 1e"


# ---- heard --------------------------------------------------------------------------------------------

HANDS = tuple(cards(hand) for hand in PLAIN)


def test_of_a_deal_each_hears_their_own_cards():
    event = Dealt(3, 1, HANDS, visto=None)
    taken = tuple(Took(seat, 4, HANDS[2] if seat == 2 else None) for seat in range(4))
    assert news_for(event, 2, RULES) == (HandBegan(3, 1, None), *taken)
    assert all(took.cards is None for took in news_for(event, None, RULES)[1:])  # type: ignore[union-attr]


def test_R24_all_hear_which_card_was_dealt_face_up():
    event = Dealt(1, 0, HANDS, visto=(0, card("4o")))
    assert news_for(event, 3, RULES)[0] == news_for(event, None, RULES)[0] == HandBegan(1, 0, (0, card("4o")))


def test_R22_of_a_discard_others_hear_how_many_in_turn():
    event = Discarded(1, cards("1o 5o"))
    assert news_for(event, 1, RULES) == (Threw(1, 2, cards("1o 5o")),)
    assert news_for(event, 0, RULES) == news_for(event, None, RULES) == (Threw(1, 2, None),)


def test_R22_of_a_discard_others_do_not_yet_hear_how_many_a_la_vez():
    event = Discarded(1, cards("1o 5o"))
    assert news_for(event, 1, A_LA_VEZ) == (Threw(1, 2, cards("1o 5o")),)
    assert news_for(event, 0, A_LA_VEZ) == news_for(event, None, A_LA_VEZ) == (Threw(1, None, None),)


def test_of_cards_served_others_hear_how_many():
    event = Served(1, cards("1c"))
    assert news_for(event, 1, RULES) == (Took(1, 1, cards("1c")),)
    assert news_for(event, 3, RULES) == news_for(event, None, RULES) == (Took(1, 1, None),)


@pytest.mark.parametrize("event", [Said(1, Action(Voz.PASO)), Reshuffled(2), Shown(HANDS), HandEnded(1)])
def test_all_else_is_heard_by_all_as_it_is(event: Said | Reshuffled | Shown | HandEnded):
    assert all(news_for(event, seat, RULES) == (event,) for seat in (None, *range(4)))
