"""Which clocks run at a moment of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.game.events import Said
from musbot.game.rule_sets import rule_set
from musbot.game.views import View, observe
from musbot.players import Azar, Muslari
from musbot.table.alarms import (
    IDLE_S,
    LOBBY_S,
    NUDGE_S,
    Alarm,
    GestureClock,
    GraciaClock,
    IdleClock,
    LobbyClock,
    Moment,
    NudgeClock,
    ReadyClock,
    SpeakClock,
    TurnClock,
    WaitedClock,
    alarm_events,
    alarms,
)
from musbot.table.away import patience_s
from musbot.table.decisions import miss_turn, speak
from musbot.table.events import (
    Ended,
    Ending,
    Missed,
    Occupant,
    PutOff,
    Ready,
    ReadyAsked,
    Returned,
    SatDown,
    Waited,
    read_person_id,
)
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from tests.support.at_table import begun, lobby, pressed


def with_ai(table: Table, *seats: int) -> Table:
    return reduce(fold, [SatDown(seat, Occupant(f"IA {seat}", ai="azar")) for seat in seats], table)


def everybody(table: Table) -> dict[int, Moment]:
    """What each seat has seen if all have seen all."""
    return dict.fromkeys(range(len(table.seats)), Moment.of_table(table))


def wound(
    table: Table, turn_s: float = 90, seen: Mapping[int, Moment] | None = None
) -> dict[tuple[type[Alarm], int], float]:
    found: dict[tuple[type[Alarm], int], float] = {}
    for alarm, seconds in alarms(table, 7, turn_s, 2, everybody(table) if seen is None else seen).items():
        if not isinstance(alarm, IdleClock | GestureClock):
            assert not isinstance(alarm, LobbyClock | WaitedClock | ReadyClock)
            found[type(alarm), alarm.seat] = seconds
    return found


def test_a_lobby_waits_since_it_was_last_touched() -> None:
    assert alarms(lobby(), 3, 90, 2, {}) == {LobbyClock(3): LOBBY_S}


def test_R97_who_sits_in_a_lobby_is_asked_after_five_minutes_and_has_a_minute_to_answer() -> None:
    table = lobby(seats=2)
    ane, benat = WaitedClock(0, read_person_id("test:ane")), WaitedClock(1, read_person_id("test:beñat"))
    assert alarms(table, 3, 90, 2, {}) == {LobbyClock(3): LOBBY_S, ane: 300, benat: 300}
    table = fold(table, *alarm_events(table, benat, {}, Random(1)))
    assert alarms(table, 3, 90, 2, {}) == {LobbyClock(3): LOBBY_S, ane: 300}
    table = fold(table, ReadyAsked())
    asked = ReadyClock(frozenset({1}))
    assert alarms(table, 3, 90, 2, {}) == {ane: 300, asked: 60}
    assert alarms(replace(table, date="1"), 3, 90, 2, {})[asked] == LOBBY_S, "R97: a date waits"
    assert fold(table, *alarm_events(table, asked, {}, Random(1))).names[:2] == ("Ane", "")


def test_R97_an_answer_leaves_the_others_the_rest_of_their_time() -> None:
    table = fold(fold(fold(lobby(seats=3), Waited(0)), Waited(1)), ReadyAsked())
    asked = ReadyClock(frozenset({0, 1}))
    assert asked in alarms(table, 3, 90, 2, {})
    table = fold(table, Ready(0))
    assert asked in alarms(table, 3, 90, 2, {})
    assert fold(table, *alarm_events(table, asked, {}, Random(1))).names[:3] == ("Ane", "", "Carmen")


def test_a_person_has_their_turn_clock_and_is_called_after_20_s() -> None:
    table = begun()
    assert table.mesa is not None
    seat = awaited_seats(table.mesa)[0]
    assert wound(table) == {(TurnClock, seat): 90, (NudgeClock, seat): NUDGE_S}
    assert wound(table, turn_s=0) == {(NudgeClock, seat): NUDGE_S}
    assert alarms(table, 7, 90, 2, {})[IdleClock(7)] == IDLE_S


def test_R94_one_who_is_away_is_waited_for_90_s_then_30_then_10_and_is_not_called_when_it_is_10() -> None:
    table = begun()
    assert table.mesa is not None
    seat = awaited_seats(table.mesa)[0]
    waited = []
    for _ in range(5):
        waited.append([wound(table).get((kind, seat)) for kind in (TurnClock, NudgeClock)])
        table = fold(table, Missed(seat))
    assert waited == [[90, 20], [30, 10], [10, None], [10, None], [10, None]]
    assert wound(fold(table, Returned(seat)))[TurnClock, seat] == 90


@pytest.mark.parametrize(("turn_s", "waited"), [(90, (10, 20)), (30, (10, 20)), (15, (10, 15)), (8, (8, 8))])
def test_R94_whoever_is_away_has_10_s_and_20_for_an_ordago_if_the_clock_allows(
    turn_s: int, waited: tuple[int, int]
) -> None:
    assert (patience_s(turn_s, 9, ordago=False), patience_s(turn_s, 9, ordago=True)) == waited
    table = begun()
    for word in ("nomus", "ordago"):
        assert table.mesa is not None
        table = pressed(table, awaited_seats(table.mesa)[0], word)
    assert table.mesa is not None
    seat = awaited_seats(table.mesa)[0]
    table = reduce(fold, [Missed(seat)] * 5, table)
    assert wound(table, turn_s=turn_s)[TurnClock, seat] == waited[1]


@pytest.mark.parametrize("name", ["parejas", "individual", "tres-mus", "frances"])
def test_R94_the_suplente_answers_as_the_ai_players_do_and_bets_nothing_of_its_own(name: str) -> None:
    played, bold, accepted = begun(rule_set(name)), 0, 0
    bets = {Voz.ENVIDO, Voz.ORDAGO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO}
    for seed in range(120):
        assert played.mesa is not None
        if played.over:
            break
        seat = awaited_seats(played.mesa)[0]
        view = observe(played.mesa, seat)
        said = Muslari(Random(seed)).choose(view)
        events = alarm_events(
            played, TurnClock(played.question, seat), {"muslari": Muslari(Random(seed))}, Random(seed)
        )
        if said.voz not in bets:
            assert events == miss_turn(played, seat, said)
        else:
            (word,) = (event.action for event in events if isinstance(event, Said))
            assert word.voz in (Voz.PASO, Voz.QUIERO, Voz.CONFORME)
            bold += 1
        accepted += said.voz in (Voz.QUIERO, Voz.CONFORME, Voz.ACEPTO)
        # others bet, so that there is something to answer
        told = speak(played, seat, said).events if seed % 2 else events[1:]
        played = reduce(fold, told, played)
    assert bold, "they bet, and it does not"
    assert accepted, "it answers, as they do"


def test_an_ai_speaks_as_its_kind_does_and_one_of_another_version_as_the_usual_one() -> None:
    class Says(Azar):
        def __init__(self, word: Voz) -> None:
            super().__init__(Random(1))
            self.word = word

        def choose(self, view: View) -> Action:
            return Action(self.word)

    players = {"novato": Says(Voz.MUS), "muslari": Says(Voz.NO_MUS)}
    for kind, word in (("novato", Voz.MUS), ("muslari", Voz.NO_MUS), ("of-another-version", Voz.NO_MUS)):
        table = begun(rule_set("castellano"))
        assert table.mesa is not None
        seat = awaited_seats(table.mesa)[0]
        table = fold(table, SatDown(seat, Occupant("IA", ai=kind)))
        events = alarm_events(table, SpeakClock(table.question, seat), players, Random(1))
        assert Said(seat, Action(word)) in events
        assert watch(table).seats[seat].kind == (kind if kind in players else None)


def test_an_ai_takes_a_pause_and_two_of_them_do_not_speak_at_once() -> None:
    table = with_ai(begun(rule_set("parejas")), 0, 1, 2, 3)
    assert table.mesa is not None
    assert wound(table) == {(SpeakClock, awaited_seats(table.mesa)[0]): 2}


def test_r30_an_ai_leaves_a_person_at_its_side_to_answer_first() -> None:
    table = begun(rule_set("parejas"))
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    table = pressed(table, first, "nomus", "envido.2")
    person, ai = (first + 1) % 4, (first + 3) % 4
    table = with_ai(table, ai)
    assert wound(table)[SpeakClock, ai] == 30
    assert (SpeakClock, ai) not in wound(table, turn_s=0)
    table = pressed(table, person, "noquiero")
    assert wound(table, turn_s=0)[SpeakClock, ai] == 2


def test_r30_the_gracia_runs_for_the_answer_that_commits_most() -> None:
    table = begun(rule_set("parejas"))
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    table = pressed(table, first, "nomus", "envido.2")
    table = pressed(table, (first + 1) % 4, "quiero")
    assert wound(table)[GraciaClock, (first + 1) % 4] == 3


def test_no_clock_runs_for_a_word_before_whoever_is_asked_could_see_it() -> None:
    table = begun(rule_set("parejas"))
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    assert wound(table, seen={}) == {}
    before = dict.fromkeys(range(4), Moment.of_table(table))
    table = pressed(table, first, "nomus", "envido.2")
    assert wound(table, seen=before) == {}, "what they have seen is another question"
    one = (first + 1) % 4
    assert wound(table, seen={one: Moment.of_table(table)}) == {
        (TurnClock, one): 90,
        (NudgeClock, one): NUDGE_S,
    }


def test_r30_the_gracia_waits_until_the_partner_could_see_what_was_answered() -> None:
    table = begun(rule_set("parejas"))
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    table = pressed(table, first, "nomus", "envido.2")
    one, partner = (first + 1) % 4, (first + 3) % 4
    asked = {one: Moment.of_table(table), partner: Moment.of_table(table)}
    table = pressed(table, one, "quiero")
    turn = {(TurnClock, partner): 90.0, (NudgeClock, partner): float(NUDGE_S)}
    assert wound(table, seen=asked) == turn, "their clock goes on, but they have not seen the quiero"
    assert wound(table, seen=asked | {partner: Moment.of_table(table)}) == turn | {(GraciaClock, one): 3}
    assert wound(with_ai(table, partner), seen={})[GraciaClock, one] == 3, "an AI sees at once"


def test_r57_each_ai_is_asked_once_a_question_for_a_gesture() -> None:
    table = with_ai(begun(), 1, 3)
    asked = [alarm for alarm in alarms(table, 7, 90, 2, {}) if isinstance(alarm, GestureClock)]
    assert asked == [GestureClock(table.question, 1), GestureClock(table.question, 3)]
    at_discards = table
    for _ in range(4):
        assert at_discards.mesa is not None
        at_discards = reduce(
            fold, speak(at_discards, awaited_seats(at_discards.mesa)[0], Action(Voz.MUS)).events, at_discards
        )
    assert GestureClock not in {type(alarm) for alarm in alarms(at_discards, 7, 90, 2, {})}
    quiet = with_ai(begun(rule_set("vitoria", {"senas": False})), 1)
    assert GestureClock not in {type(alarm) for alarm in alarms(quiet, 7, 90, 2, {})}


def test_no_clock_runs_for_a_table_that_is_put_off_or_over() -> None:
    table = begun()
    assert alarms(fold(table, PutOff()), 7, 90, 2, {}) == {}
    assert alarms(fold(table, Ended(Ending.WANTED)), 7, 90, 2, {}) == {}
    assert alarms(replace(table, ended=Ending.EMPTY), 7, 90, 2, {}) == {}
