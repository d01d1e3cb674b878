"""What every family's room must say, and what its fold refuses, one after another."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from musbot.game import Partida
from musbot.game.actions import NOTHING, Action, Voz
from musbot.game.errors import BadArgument, BadEvent
from musbot.game.events import Closed, Discarded, Event, GraciaOver, JuegoWon, Paid, Por, Said, Served, Shown
from musbot.game.evolve import evolve
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.modos.families import first_state
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.modos.piedras.rules import Frances, TresMus
from musbot.game.record import copy_with
from musbot.game.rule_sets import read_rules, require_known, rule_set
from musbot.game.rules_base import RuleSet, UnknownRuleSet
from musbot.game.state import State
from tests.support.playing import PLAIN, at_grande, betting, opened, table

MUS = MUS_SETS["vitoria"]


def test_the_rules_of_mus_say_how_a_juego_begins_and_what_ends_it():
    assert MUS.start((0, 2)) == (0, 0)
    assert (MUS.juegos_below(), MUS.piedras_below((0, 0)), MUS.most_thrown) == (3, 40, 4)
    assert MUS.with_changes({"piedras": 30}).changes() == {"piedras": 30}


@pytest.mark.parametrize("rules", [TresMus(), Frances()])
def test_R60_the_rules_with_stones_say_how_a_juego_begins_and_what_ends_it(rules: TresMus | Frances):
    lost = (rules.juegos, 0, 1)
    assert rules.start(lost) == (0, rules.piedras, rules.piedras)
    assert rules.juegos_below() == rules.juegos + 1
    assert rules.piedras_below(lost) == 2 * rules.piedras + 1
    assert rules.most_thrown == 1
    assert rules.with_changes({"juegos": 1}).changes() == {"juegos": 1}
    assert rules.fields["juegos"].usual


def test_rules_of_no_game_are_refused():
    with pytest.raises(UnknownRuleSet, match="'chinchón' is no game"):
        read_rules({"modo": "chinchón", "name": "x"})
    with pytest.raises(BadArgument, match=r"^rules = 3: expected a rule set, such as rule_set"):
        require_known(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["vitoria", "tres-mus"])
def test_rules_are_read_back_as_they_were_written(name: str):
    rules = rule_set(name, {"juegos": 2})
    assert read_rules(rules.as_dict()) == rules
    assert isinstance(rules, RuleSet)


def test_a_choice_puts_all_its_values_to_choice():
    assert MUS.fields["reyes"].usual == (8, 4)


def test_everybody_speaks_in_mus_but_nobody_without_stones():
    view = Partida("vitoria", seed=bytes(32)).view()
    assert [view.plays(seat) for seat in range(4)] == [True] * 4
    stones = Partida("tres-mus", seed=bytes(32), seats=3).view()
    assert stones._replace(piedras=(1, 0, 2)).plays(0)
    assert not stones._replace(piedras=(1, 0, 2)).plays(1)
    assert not stones.adentro(0)


def test_R35_R53_a_finished_hand_says_whose_juego_it_was():
    lost = betting("vitoria").say("A órdago", "B quiero").mesa
    assert lost.course() == (lost.piedras, lost.tantos[-1].bando)
    assert betting("vitoria").paso(16).mesa.course()[1] is None


def test_R60_a_finished_hand_with_stones_says_who_holds_how_many():
    state = Partida("tres-mus", seed=bytes(32), seats=3).mesa
    assert state.course() == ((7, 7, 7), None)
    assert not state.allows_senas()


def test_R78_what_lies_in_the_middle_is_still_its_owners():
    bet = at_grande("tres-mus", *PLAIN[:3]).say("A envido 2", "B quiero").mesa
    assert bet.piedras == (5, 5, 7)
    assert bet.course() == ((7, 7, 7), None)


def test_between_hands_nobody_may_say_anything():
    assert opened("vitoria").mesa.offers(0) is NOTHING
    assert opened("tres-mus").mesa.offers(0) is NOTHING


def test_R30_the_time_of_a_partner_runs_out():
    partida = Partida("parejas", seed=bytes(32))
    partida.say(Action(Voz.NO_MUS))
    partida.say(Action(Voz.ENVIDO, 2))
    assert partida.waited_for is None
    partida.say(Action(Voz.QUIERO))
    assert partida.waited_for is not None
    assert partida.wait()
    assert partida.mesa.lances[0].estado is Estado.QUERIDO


def bad(state: State, event: Event, why: str) -> None:
    with pytest.raises(BadEvent, match=why):
        evolve(state, event)


def test_a_word_that_nobody_was_asked_for_does_not_fold():
    grande = betting("vitoria").mesa
    bad(grande, Said(0, Action(Voz.QUIERO)), "a bet that nobody has made")
    bad(grande, Said(1, Action(Voz.PASO)), "seat 1 spoke")
    bad(opened("vitoria").mesa, Said(0, Action(Voz.PASO)), "a word was said")


def test_cards_that_are_not_there_do_not_fold():
    thrown = table("vitoria").say("A mus", "B mus", "C mus", "D mus").mesa
    nobodys = next(c for c in thrown.pile())
    bad(thrown, Discarded(0, (nobodys,)), "does not hold")
    hands = table("vitoria").say("A mus", "B mus", "C mus", "D mus")
    for seat in range(4):
        hands.mesa = evolve(hands.mesa, Discarded(seat, hands.mesa.cards[seat][:1]))
    bad(hands.mesa, Served(0, tuple(hands.mesa.pile()[:2])), "too many")


def test_a_lance_closed_at_the_wrong_time_does_not_fold():
    grande = betting("vitoria").mesa
    bad(grande, Closed(Cerrado(Lance.GRANDE, Estado.PASO, 0, (0, 1))), "is being bet")
    bad(opened("vitoria").mesa, Closed(Cerrado(Lance.GRANDE, Estado.PASO, 0, (0, 1))), "a lance is closed")


def test_cards_shown_before_the_first_lance_do_not_fold():
    cut = table("vitoria").mesa
    between = evolve(cut, Said(0, Action(Voz.NO_MUS)))
    bad(between, Shown(between.cards), "hands are shown after None")


def test_a_juego_that_nobody_has_won_does_not_fold():
    bare = copy_with(betting("vitoria").say("A paso", "B paso", "C paso").mesa, tantos=())
    shown = evolve(bare, Said(3, Action(Voz.PASO)))
    closed = evolve(shown, Closed(Cerrado(Lance.GRANDE, Estado.PASO, 0, (0, 1))))
    bad(closed, JuegoWon(0), "before anything was paid")


def test_what_has_no_place_in_a_game_with_stones_does_not_fold():
    state = Partida("tres-mus", seed=bytes(32), seats=3).mesa
    throw = state
    for seat in state.circle(state.mano):
        throw = evolve(throw, Discarded(seat, throw.cards[seat][:1]))
    lance = evolve(throw, throw.next_event())  # type: ignore[arg-type]
    bad(lance, GraciaOver(), "nobody has partners")
    paid = Paid(1, 0, Lance.GRANDE, Por.SACA, 1)
    with pytest.raises(BadEvent, match="not due"):
        state.apply_paid(paid)
    with pytest.raises(BadEvent, match="Puja was expected"):
        state.apply_word(0, Action(Voz.MUS))


@dataclass(frozen=True, slots=True)
class Slotted:
    seat: int
    word: str = ""


def test_a_copy_of_what_has_slots_is_changed_too():
    assert copy_with(Slotted(1, "mus"), seat=2) == Slotted(2, "mus")


def test_a_state_begins_by_the_rules_of_its_family():
    for name in ("vitoria", "tres-mus", "frances"):
        first = next(iter(Partida(name, seed=bytes(32))))
        assert first_state(first).rules == rule_set(name)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Plain:
    name: str
    count: int = 0


def test_a_copy_of_what_has_none_is_changed_too():
    record = Plain("rey", 1)
    assert copy_with(record, count=2) == Plain("rey", 2)
    assert record == Plain("rey", 1)
    with pytest.raises(FrozenInstanceError):
        copy_with(record, name="as").count = 3  # type: ignore[misc]
