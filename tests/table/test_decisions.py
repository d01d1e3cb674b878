"""The lobby and what is done at a table besides the game."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import reduce

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.cards import write_cards
from musbot.game.engine import awaited_seats
from musbot.game.errors import BadRules, Illegal
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import UnknownName
from musbot.game.views import sort_hand
from musbot.narrator import Narrator
from musbot.table.act_result import Confirmation, Refused
from musbot.table.acts import (
    Anytime,
    BadPayload,
    ChangeField,
    InLobby,
    Pick,
    Sit,
    Throw,
    person_mark,
    read_act,
)
from musbot.table.away import MISSED_TO_REPLACE
from musbot.table.cutting import cut_by_text
from musbot.table.decisions import decide_act, miss_turn
from musbot.table.events import (
    Ended,
    Ending,
    Missed,
    Occupant,
    Opened,
    Person,
    PutOff,
    Returned,
    SatDown,
    Vote,
    Voted,
    Waited,
    read_person_id,
)
from musbot.table.fold import fold
from musbot.table.lobby import AI_NAMES, MOST_WAITING, make_ai_player, remove_silent
from musbot.table.names import clean_name
from musbot.table.pages import Page
from musbot.table.table import Table
from musbot.table.view import SeatView, watch
from musbot.words.texts import LANGUAGES
from tests.support.at_table import NAMES, SEED, anything, asked, begun, lobby, person, pressed


def refused(table: Table, seat: int, act: str) -> str:
    with pytest.raises(Refused) as why:
        decide_act(table, person(seat), table.question, read_act(act))
    return why.value.reason.removeprefix("refused-")


def test_a_table_that_opens_has_free_seats_and_nothing_else() -> None:
    assert watch(lobby()).seats == (SeatView(name="", person=None, ai=False, missed=0),) * 4


def test_people_sit_down_by_side_alternately_and_may_change_sides() -> None:
    table = pressed(lobby(), 0, "sit.0")
    table = pressed(table, 1, "sit.0")
    table = pressed(table, 2, "sit.1")
    assert table.names == ("Ane", "Carmen", "Beñat", "")
    assert refused(table, 0, "sit.0") == "seated-already"
    assert refused(table, 3, "sit.0") == "side-full"
    table = pressed(table, 0, "sit.1")
    assert table.names == ("", "Carmen", "Beñat", "Ane")


@pytest.mark.parametrize(
    ("seated", "again", "told"),
    [
        ("sit.0 sit.0", "sit.0", "En ese lado no queda sitio; en 🟠 sí."),
        ("sit.1 sit.1", "sit.1", "En ese lado no queda sitio; en 🔷 sí."),
        ("sit.0 sit.1 sit.0 sit.1", "sit.0", "No queda sitio. Si quieres entrar cuando lo haya, pulsa"),
    ],
)
def test_who_finds_a_side_full_reads_where_there_is_a_seat(seated: str, again: str, told: str) -> None:
    table = lobby()
    for seat, act in enumerate(seated.split()):
        table = pressed(table, seat, act)
    with pytest.raises(Refused) as why:
        decide_act(table, person(4), table.question, read_act(again))
    assert Narrator("es").refusal(why.value).startswith(told)


def test_one_press_of_the_opener_seats_them_and_ai_players_and_starts() -> None:
    assert refused(lobby(), 1, "fill") == "no-seat"
    begun_now = pressed(lobby(), 0, "fill")
    assert begun_now.playing
    assert sorted(who.ai or who.name for who in begun_now.seats if who) == ["Ane", *["muslari"] * 3]
    two = pressed(lobby(seats=2), 0, "ai.novato")
    assert refused(two, 1, "fill") == "not-host"
    assert sorted(who.ai or who.name for who in pressed(two, 0, "fill").seats if who) == [
        "Ane",
        "Beñat",
        "novato",
        "novato",
    ]
    three = pressed(lobby(rule_set("individual"), seats=1), 0, "fill")
    assert len(three.seats) == rule_set("individual").players.start, "as many as the game needs, no more"


def test_in_a_lobby_a_person_sits_down_instead_of_an_ai_player() -> None:
    table = pressed(lobby(), 0, "sit.0", "ai", "ai", "ai")
    *_, third = before = table.names
    assert pressed(table, 1, "sit.0").names == ("Ane", before[1], "Beñat", third)
    assert pressed(table, 1, "queue").names == ("Ane", "Beñat", *before[2:])
    assert pressed(table, 0, "sit.1").names == (before[1], "Ane", *before[2:]), "the AI player takes her seat"


def test_who_waits_gets_the_seat_that_becomes_free() -> None:
    table = lobby(seats=4)
    assert pressed(lobby(), 4, "queue").names == ("Eneko", "", "", ""), "a free seat is taken at once"
    table = pressed(table, 4, "queue")
    assert [who.name for who in table.queue] == ["Eneko"]
    table = pressed(table, 2, "up")
    assert table.names == ("Ane", "Beñat", "Eneko", "Dani")
    assert table.queue == ()


def test_of_two_who_wait_one_gives_up_and_the_other_still_waits() -> None:
    table = pressed(lobby(seats=4), 4, "queue", "queue")
    table = pressed(table, 5, "queue")
    assert [who.name for who in table.queue] == ["Eneko", "Fermín"]
    table = pressed(table, 4, "up")
    assert [who.name for who in table.queue] == ["Fermín"]
    assert refused(table, 4, "up") == "no-seat"


def test_who_waits_already_is_told_so_and_keeps_their_place_in_the_list() -> None:
    table, told = lobby(seats=4), []
    for _ in range(2):
        done = decide_act(table, person(4), 0, Anytime.QUEUE)
        told.append((len(done.events), Narrator("es").guide.confirmation(done).partition(":")[0]))
        table = reduce(fold, done.events, table)
    assert told == [(1, "Te apunto"), (0, "Ya estás en la lista")]


def test_R16_where_each_plays_for_themselves_all_sit_down_side_by_side() -> None:
    table = lobby(rule_set("individual"))
    for seat in range(3):
        table = pressed(table, seat, "sit.0")
    assert table.names == ("Ane", "Beñat", "Carmen", "", "", "")


def test_R16_of_seats_that_stay_free_nothing_is_left_at_the_start() -> None:
    table = pressed(lobby(rule_set("individual"), seats=3), 0, "start")
    assert table.names in [NAMES[first:3] + NAMES[:first] for first in range(3)]
    assert (table.missed, table.picks) == ((0,) * 3, ((),) * 3)


def test_ai_players_fill_the_emptier_side_and_can_be_sent_away() -> None:
    table = pressed(lobby(), 0, "sit.0", "ai", "ai", "ai")
    assert [who.ai if who else "" for who in table.seats] == [None, "muslari", "muslari", "muslari"]
    assert refused(table, 0, "ai") == "table-full"
    table = pressed(table, 0, "noai", "noai", "noai")
    assert table.names == ("Ane", "", "", "")
    assert refused(table, 0, "noai") == "no-ai"
    assert refused(table, 5, "ai") == "no-seat"


def test_a_table_starts_only_when_it_is_full_and_by_one_who_sits_there() -> None:
    table = pressed(lobby(), 0, "sit.0", "ai")
    assert refused(table, 0, "start") == "not-full"
    assert refused(lobby(seats=4), 5, "start") == "no-seat"
    others = [SatDown(seat, Occupant(NAMES[seat + 1], person(seat + 1).id, "es")) for seat in range(4)]
    assert refused(reduce(fold, others, lobby()), 0, "start") == "no-seat", "who opened it has none either"
    table = pressed(table, 0, "ai")
    with pytest.raises(Refused, match="not-full") as why:
        decide_act(table, person(0), 0, InLobby.START)
    assert why.value.facts == {"free": 1}
    table = pressed(table, 0, "ai", "start")
    assert table.mesa is not None
    assert table.mesa.hand == 1
    assert decide_act(table, person(0), table.question, InLobby.START).events == ()


def test_R16_a_press_makes_of_parejas_a_table_where_each_plays_for_themselves() -> None:
    table = pressed(lobby(seats=3), 0, "set.parejas=sorteo", "set.bandos=individual")
    assert table.rules.changes() == {"bandos": "individual"}
    with pytest.raises(BadRules, match="respuesta"):
        decide_act(table, person(0), 0, ChangeField("respuesta", "pareja"))


def test_so_many_wait_for_a_seat_and_no_more() -> None:
    table = lobby(rule_set("vitoria"), 4)
    waiting = [Person(read_person_id(f"test:{n}"), f"Eneko {n}", "es") for n in range(MOST_WAITING + 1)]
    for who in waiting[:-1]:
        table = reduce(fold, decide_act(table, who, 0, Anytime.QUEUE).events, table)
    with pytest.raises(Refused, match="queue-full"):
        decide_act(table, waiting[-1], 0, Anytime.QUEUE)
    again = reduce(fold, decide_act(table, waiting[0], 0, Anytime.QUEUE).events, table)
    assert len(again.queue) == MOST_WAITING, "who waits already is not refused"


def test_people_of_one_name_are_told_apart_however_many_they_are() -> None:
    table = lobby(rule_set("vitoria"))
    for n in range(12):
        who = Person(read_person_id(f"test:{n}"), "María: la de \u202ePuente la Reina", "es")
        act = Sit(n % 2) if n < 4 else Anytime.QUEUE
        table = reduce(fold, decide_act(table, who, 0, act).events, table)
    names = [who.name for who in (*table.seats, *table.queue) if who is not None]
    assert len(set(names)) == 12
    assert names[0] == "María la de Puente l"
    assert names[11] == "María la de Puente l 12"


def test_an_ai_player_has_a_name_though_people_have_all_of_its_own() -> None:
    table = lobby(rule_set("frances"))
    for n, name in enumerate(AI_NAMES):
        done = decide_act(table, Person(read_person_id(f"test:{n}"), name.upper(), "es"), 0, Sit(0))
        table = reduce(fold, done.events, table)
    assert make_ai_player(table).name == "Patxi 2"


def test_rules_are_chosen_in_the_lobby_and_six_seats_keep_who_sat() -> None:
    table = pressed(lobby(seats=3), 0, "page.rules", "rules.trios")
    assert table.names == ("Ane", "Beñat", "Carmen", "", "", "")
    assert [watch(table, seat).picks for seat in range(6)] == [()] * 6
    table = pressed(table, 3, "sit.1")
    table = pressed(table, 4, "sit.0")
    table = pressed(table, 0, "rules.vitoria", "set.piedras=30")
    assert table.names == ("Ane", "Beñat", "Carmen", "Dani")
    assert [who.name for who in table.queue] == ["Eneko"]
    assert table.rules == MUS_SETS["vitoria"].with_changes({"piedras": 30})
    with pytest.raises(BadRules):
        decide_act(table, person(0), 0, ChangeField("piedras", "65"))
    assert refused(table, 0, "rules.mus-frances") == "unknown-act"


def test_ai_players_of_a_kind_sit_down_and_are_of_it_for_good() -> None:
    table = pressed(lobby(), 0, "sit.0", "ai.novato", "ai", "page.kinds", "ai.novato")
    assert [who.ai for who in table.seats if who] == [None, "novato", "muslari", "novato"]
    assert [seat.kind for seat in watch(table).seats] == [None, "novato", "muslari", "novato"]
    assert refused(table, 0, "ai") == "table-full"
    assert refused(lobby(), 5, "ai.novato") == refused(lobby(), 5, "page.kinds") == "no-seat"
    begun = pressed(table, 0, "start")
    assert [who.ai for who in begun.seats if who] == [None, "novato", "muslari", "novato"]
    assert refused(begun, 0, "page.kinds") == "unknown-act"


def test_at_a_full_table_who_decides_makes_all_ai_players_of_one_kind() -> None:
    table = pressed(lobby(seats=2), 0, "ai.novato", "ai", "page.kinds")
    assert refused(table, 1, "ai.novato") == refused(table, 1, "page.kinds") == "not-host"
    changed = pressed(table, 0, "ai.novato")
    assert changed.names == table.names
    assert [who.ai for who in changed.seats if who] == [None, None, "novato", "novato"]
    assert pressed(changed, 0, "ai.novato") == changed
    four = lobby(seats=4)
    assert refused(four, 0, "ai.novato") == refused(four, 0, "page.kinds") == "table-full"


@pytest.mark.parametrize(
    "act", ["rules.trios", "set.piedras=30", "page.fields", "ai", "noai", "end", "start"]
)
def test_a_lobby_is_for_who_sits_there_or_has_opened_it(act: str) -> None:
    assert refused(pressed(lobby(seats=3), 0, "ai"), 5, act) == "no-seat"


@pytest.mark.parametrize("act", ["rules.trios", "set.piedras=30", "page.fields", "noai", "end", "start"])
def test_R97_who_opened_a_table_decides_and_where_they_are_not_there_all_who_sit(act: str) -> None:
    table = pressed(lobby(seats=3), 0, "ai")
    assert refused(table, 1, act) == "not-host"
    assert decide_act(table, person(0), 0, read_act(act))
    assert decide_act(fold(table, Waited(0)), person(1), 0, read_act(act)), "they have sat there for long"
    gone = pressed(pressed(lobby(seats=4), 0, "up"), 1, "ai")
    assert decide_act(gone, person(1), 0, read_act(act))
    assert pressed(lobby(), 0, "rules.trios").rules.name == "trios"


def test_R97_who_has_sat_for_long_is_asked_before_it_begins_and_stands_up_if_they_are_silent() -> None:
    table = reduce(fold, [Waited(0), Waited(1), Waited(2)], lobby(seats=4))
    asked = pressed(table, 0, "start")
    assert (asked.mesa, sorted(asked.asking)) == (None, [1, 2])
    lobby_now = Narrator("es").lobby(watch(asked))
    assert "Para empezar falta que Beñat y Carmen digan que están." in lobby_now.text
    assert "Aquí estoy" in str(lobby_now.rows)
    assert pressed(asked, 0, "start") == asked, "once is enough"
    call = Narrator("es").ready_call(watch(asked))
    assert [name for _, name in call.mentions] == ["Beñat", "Carmen"]
    one = pressed(asked, 1, "ready")
    assert (one.mesa, sorted(one.asking)) == (None, [2])
    assert pressed(one, 2, "ready").mesa is not None, "it begins by itself"
    assert pressed(one, 3, "ready") == one
    assert refused(one, 5, "ready") == "no-seat"
    left = reduce(fold, remove_silent(one), one)
    assert (left.names, left.asking) == (("Ane", "Beñat", "", "Dani"), frozenset())
    waiting = pressed(one, 4, "queue")
    assert reduce(fold, remove_silent(waiting), waiting).names[2] == "Eneko"


def test_R98_who_opened_the_table_has_somebody_stand_up_and_they_alone() -> None:
    table = pressed(lobby(seats=4), 4, "queue")
    out = f"bar.{person_mark(person(1).id)}"
    assert refused(table, 2, out) == refused(table, 2, "page.people") == "not-opener"
    assert refused(fold(table, Waited(0)), 2, out) == "not-opener", "whoever decides on all else"
    assert refused(table, 0, f"bar.{person_mark(person(0).id)}") == "gone-already"
    assert refused(table, 0, f"bar.{person_mark(person(4).id)}") == "gone-already", "they do not sit"
    after = pressed(table, 0, out)
    assert after.names == ("Ane", "Eneko", "Carmen", "Dani"), "who waits sits down"
    assert refused(after, 0, out) == "gone-already", "and is not the one whom the button meant"
    assert refused(after, 1, "queue") == "barred"
    assert refused(pressed(after, 3, "up"), 1, "sit.1") == "barred"
    again = pressed(after, 0, f"unbar.{person_mark(person(1).id)}")
    assert again.barred == ()
    assert pressed(pressed(again, 3, "up"), 1, "sit.1").names[3] == "Beñat"


def test_R98_the_page_names_who_can_be_made_to_stand_up_and_who_may_not_sit() -> None:
    def labels(table: Table) -> list[str]:
        page = Narrator("es").page(watch(table), Page.PEOPLE)
        return [button.label for row in page.keyboard() for button in row]

    def offered(table: Table) -> bool:
        return "Levantar a alguien" in str(Narrator("es").page(watch(table), Page.LOBBY).rows)

    table = lobby(seats=3)
    assert labels(table) == ["Levantar a Beñat", "Levantar a Carmen", "Cerrar el menú"]
    assert labels(pressed(table, 0, f"bar.{person_mark(person(1).id)}"))[1:] == [
        "Dejar sentarse a Beñat",
        "Cerrar el menú",
    ]
    assert not offered(pressed(lobby(seats=1), 0, "ai"))
    assert offered(lobby(seats=2))
    assert offered(pressed(lobby(seats=2), 0, f"bar.{person_mark(person(1).id)}"))


def test_who_leaves_a_lobby_frees_their_seat() -> None:
    assert pressed(lobby(seats=3), 1, "leave").names == ("Ane", "", "Carmen", "")


def test_a_lobby_that_was_closed_is_none_any_more() -> None:
    closed = fold(lobby(seats=2), Ended(Ending.EXPIRED))
    assert not watch(closed).in_lobby
    with pytest.raises(Refused, match="not-in-lobby"):
        cut_by_text(closed, person(0), "17")


def test_R18_all_see_whom_the_lottery_has_made_mano() -> None:
    table = pressed(lobby(seats=4), 0, "start")
    assert table.mesa is not None
    assert watch(table).first_mano == table.mesa.mano
    assert (watch(lobby(seats=4)).first_mano, watch(lobby(seats=4)).sorteo) == (None, ())


def test_two_of_one_name_are_told_apart() -> None:
    table = lobby(seats=1)
    again = decide_act(table, Person(read_person_id("test:otra"), "ANE"), 0, Sit(1))
    assert reduce(fold, again.events, table).names[1] == "ANE 2"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ane", "Ane"),
        ("  Mari   Jose\n", "Mari Jose"),
        ("a:b", "a b"),
        ("\u202eena", "ena"),
        ("x" * 99, "x" * 20),
        ("\x00\t", "?"),
        ("Iñaki 🎴", "Iñaki 🎴"),
    ],
)
def test_names_fit_a_board_and_an_acta(name: str, kept: str) -> None:
    assert clean_name(name) == kept


def test_cards_picked_are_one_s_own_and_a_second_press_takes_them_back() -> None:
    table = begun()
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    with pytest.raises(Illegal, match="not-now") as why:
        decide_act(table, person(first), table.question, Pick(1))
    assert why.value.facts["word"] == "descarta"
    for seat in range(4):
        table = pressed(table, (first + seat) % 4, "mus")
    with pytest.raises(Illegal, match="not-your-turn"):
        decide_act(table, person((first + 1) % 4), table.question, Pick(1))
    assert refused(table, first, "throw") == "nothing-picked"
    table = pressed(table, first, "pick.1", "pick.2", "pick.1")
    assert len(table.picks[first]) == 1
    assert refused(table, first, "pick.5") == "unknown-act"
    assert table.mesa is not None
    before = table.mesa.cards[first]
    after = pressed(table, first, "throw")
    assert after.mesa is not None
    assert set(before) - set(after.mesa.cards[first]) == set(table.picks[first])
    assert after.picks[first] == ()


@pytest.mark.parametrize("rules", ["tres-mus", "frances"])
def test_R61_R71_the_card_picked_gives_way_to_another_and_a_second_press_takes_it_back(rules: str) -> None:
    table = begun(rule_set(rules))
    first = asked(table)
    one, other = (pressed(table, first, press) for press in ("pick.1", "pick.2"))
    assert pressed(one, first, "pick.2").picks == other.picks != one.picks
    none = pressed(one, first, "pick.1")
    assert none.picks[first] == ()
    assert refused(none, first, "throw") == "nothing-picked"


def test_several_cards_are_thrown_at_once_whatever_had_been_picked() -> None:
    table = begun()
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    with pytest.raises(Illegal, match="not-now"):
        decide_act(table, person(first), table.question, Throw((1, 2)))
    for seat in range(4):
        table = pressed(table, (first + seat) % 4, "mus")
    with pytest.raises(Illegal, match="not-your-turn"):
        decide_act(table, person((first + 1) % 4), table.question, Throw((1, 2)))
    assert refused(table, first, "throw.1,5") == "unknown-act"
    assert refused(table, first, "throw.0") == "unknown-act"
    table = pressed(table, first, "pick.4")
    assert table.mesa is not None
    hand = sort_hand(table.mesa.cards[first], 8)
    done = decide_act(table, person(first), table.question, Throw((3, 1)))
    assert (done.confirmation, done.facts) == (Confirmation.THREW, {"cards": write_cards((hand[0], hand[2]))})
    after = pressed(table, first, "throw.3,1")
    assert after.mesa is not None
    assert set(hand) - set(after.mesa.cards[first]) == {hand[0], hand[2]}
    assert after.picks[first] == ()
    with pytest.raises(Illegal, match="not-your-turn"):
        decide_act(after, person(first), after.question, Throw((1,)))


def test_to_open_a_page_changes_nothing_at_the_table() -> None:
    table = begun()
    assert table.mesa is not None
    first = awaited_seats(table.mesa)[0]
    table = pressed(table, first, "nomus")
    assert pressed(table, first, "page.more", "page.") == table
    with pytest.raises(Illegal):
        pressed(table, (first + 1) % 4, "page.more")
    waiting = lobby(seats=2)
    assert pressed(waiting, 0, "page.rules", "page.fields", "page.f-piedras", "page.") == waiting
    assert refused(waiting, 3, "page.fields") == "no-seat"
    assert pressed(waiting, 3, "page.lobby", "page.rules") == waiting, "whoever wants may read them"
    assert refused(waiting, 0, "page.f-nothing") == "unknown-act"


def test_more_than_half_of_the_people_end_a_table() -> None:
    table = pressed(begun(), 0, "end")
    table = pressed(table, 0, "end")
    assert not table.over
    table = pressed(pressed(table, 1, "end"), 2, "end")
    assert table.ended is Ending.WANTED
    assert refused(table, 0, "mus") == "over"


def test_the_vote_of_one_who_has_left_counts_no_more() -> None:
    table = pressed(begun(), 0, "end", "leave")
    table = pressed(table, 1, "end")
    assert not table.over, "one of three"
    assert pressed(table, 2, "end").ended is Ending.WANTED


def test_R94_whoever_comes_back_by_throwing_cards_returns_once() -> None:
    table = begun()
    for seat in range(4):
        table = pressed(table, seat, "mus")
    table = fold(table, Missed(0))
    events = decide_act(table, person(0), table.question, read_act("throw.1")).events
    assert events.count(Returned(0)) == 1


def test_votes_on_one_who_has_been_replaced_count_no_more() -> None:
    table = reduce(fold, [Missed(1)] * MISSED_TO_REPLACE, begun())
    table = fold(fold(table, Returned(1)), Voted(0, Vote.REPLACE, 1))
    table = fold(table, SatDown(1, Occupant("Gari", read_person_id("test:gari"), "es")))
    assert pressed(table, 2, "sub.1").names[1] == "Gari", "one of two"


def test_an_absent_player_is_replaced_by_those_who_are_there() -> None:
    table = reduce(fold, [Missed(1)] * MISSED_TO_REPLACE, begun())
    assert refused(table, 0, "sub.0") == "not-absent"
    assert refused(table, 0, "sub.9") == "not-absent"
    table = pressed(table, 0, "sub.1")
    assert table.seats[1] == Occupant("Patxi", ai="muslari")
    assert table.missed[1] == 0
    assert pressed(table, 1, "return").names[1] == "Beñat", "and comes back when they like"


def test_R95_one_who_is_there_is_replaced_by_more_than_half_of_the_others_and_two_at_least() -> None:
    table = pressed(begun(), 0, "sub.1")
    assert table.names[1] == "Beñat"
    assert watch(table).unwanted == ((1, 1, 2),)
    board = Narrator("es").board(watch(table))
    assert "Quieren sustituir a Beñat (1 de 2)." in board.text
    assert "Sustituir a Beñat" in str(board.rows)
    assert pressed(table, 0, "sub.1").names[1] == "Beñat", "nobody has two votes"
    out = pressed(table, 2, "sub.1")
    assert out.names[1] == "Patxi"
    back = pressed(out, 1, "return")
    assert back.names[1] == "Patxi", "not in this hand"
    assert [it.seat for it in back.promised] == [1]
    two = reduce(fold, [SatDown(s, Occupant(f"IA {s}", ai="azar")) for s in (2, 3)], begun())
    with pytest.raises(Refused, match="too-few-to-replace"):
        pressed(two, 0, "sub.1")  # one cannot do it alone


@pytest.mark.parametrize(("people", "turns"), [(4, 1), (2, 1), (1, 2)])
def test_R99_a_table_is_put_off_when_two_have_missed_a_turn_or_a_lone_person_two(
    people: int, turns: int
) -> None:
    table = begun()
    assert table.mesa is not None
    seat = awaited_seats(table.mesa)[0]
    ais = [SatDown((seat + n) % 4, Occupant(f"IA {n}", ai="novato")) for n in range(people, 4)]
    table = reduce(fold, ais, table)
    assert PutOff() not in miss_turn(table, seat, Action(Voz.MUS))
    others = [Missed(it) for it in table.humans if it != seat] * turns
    for before in range(turns):
        after = reduce(fold, [*others, *[Missed(seat)] * before], table)
        assert (PutOff() in miss_turn(after, seat, Action(Voz.MUS))) is (before + 1 == turns)


@pytest.mark.parametrize("act", ["mus", "envido.2", "pick.1", "throw", "page.more"])
def test_R99_no_word_counts_at_a_table_that_was_put_off(act: str) -> None:
    table = fold(begun(), PutOff())
    assert table.mesa is not None
    with pytest.raises(Refused, match="put-off"):
        pressed(table, awaited_seats(table.mesa)[0], act)


@pytest.mark.parametrize("act", ["mus", "pick.1", "page.more", "resume", "up", "sit.0", "end", "leave"])
def test_who_has_no_seat_is_told_so_however_old_the_button_is(act: str) -> None:
    for table in (begun(), fold(begun(), PutOff())):
        for question in (0, table.question):
            with pytest.raises(Refused, match="no-seat"):
                decide_act(table, person(5), question, read_act(act))
    waits = pressed(begun(), 5, "queue")
    with pytest.raises(Refused, match="old-question" if act == "leave" else "no-seat"):
        decide_act(waits, person(5), waits.question - 1, read_act(act))


@pytest.mark.parametrize(
    ("press", "reads"),
    [
        ("resume", "Seguimos."),
        ("start", "¡Empieza la partida!"),
        ("sub.1", "Beñat deja el sitio a una IA."),
    ],
)
def test_who_agrees_in_the_moment_in_which_others_have_agreed_reads_the_same_as_they_do(
    press: str, reads: str
) -> None:
    before, voters = begun(), [0, 2]
    if press == "start":
        before, voters = reduce(lambda t, seat: pressed(t, seat, f"sit.{seat % 2}"), range(4), lobby()), [0]
    elif press == "resume":
        before, voters = fold(before, PutOff()), [0, 1, 2]
    *others, decides = voters
    asked_all = reduce(lambda t, seat: pressed(t, seat, press), others, before)
    last = decide_act(asked_all, person(decides), before.question, read_act(press))
    after = reduce(fold, last.events, asked_all)
    late = decide_act(after, person(2 if press == "start" else 3), before.question, read_act(press))
    told = [Narrator("es").guide.confirmation(it) for it in (last, late)]
    assert told == [reads, reads]
    assert late.events == ()


def test_R99_a_table_put_off_shows_no_word_of_play_and_says_for_whom_it_waits() -> None:
    table = fold(begun(), PutOff())
    board = Narrator("es").board(watch(table))
    assert [button.label for row in board.keyboard() for button in row] == ["Seguir", "Tanteo", "Apuntarme"]
    assert "Se sigue cuando tres de los cuatro pulséis «Seguir»" in board.text
    wanted = pressed(table, 0, "resume")
    assert (
        "Ane quiere seguir. Faltan dos de estos tres: Beñat, Carmen y Dani."
        in Narrator("es").board(watch(wanted)).text
    )
    assert "Has pulsado «Seguir». Faltan dos de estos tres" in Narrator("es").hand(watch(wanted, 0)).text
    hand = Narrator("es").hand(watch(table, 1))
    assert [button.label for row in hand.keyboard() for button in row] == ["Seguir"]


def test_a_seed_is_secret_until_its_partida_is_over_and_for_ever_where_none_began() -> None:
    table = begun()
    assert watch(table).seed is None
    assert watch(fold(table, Ended(Ending.WANTED))).seed == SEED
    assert watch(fold(lobby(seats=4), Ended(Ending.EXPIRED))).seed is None


def test_neither_seed_nor_cards_are_in_what_a_table_or_its_opening_says_of_itself() -> None:
    table = begun(rule_set("parejas"))
    for _ in range(4):
        assert table.mesa is not None
        table = pressed(table, awaited_seats(table.mesa)[0], "mus")
    table = pressed(table, 0, "pick.1")
    assert table.mesa is not None
    table = replace(table, finished=(table.mesa,))
    opened = Opened(table.id, table.chat, table.opened_by, table.language, table.rules, SEED)
    for said in (repr(table), repr(opened)):
        assert "K7-abcdef" in said
        assert "Card(" not in said
        assert SEED not in said
        assert repr(table.seed) not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_an_end_is_told_in_its_own_words(language: str) -> None:
    ended = {Narrator(language).end(watch(fold(lobby(), Ended(why)))).title for why in Ending}
    assert len(ended) == len(Ending)


def test_forged_presses_are_refused() -> None:
    table = begun()
    for act in "sit.9 pick.x pick.² sub.77 page.secret rules. x envido. envido.-3 mus.1".split():
        with pytest.raises((BadPayload, Refused, Illegal)):
            decide_act(table, person(0), table.question, read_act(act))
    for act in ("sit.", "sit.7", "sit.²", "set.piedras", "set.x=1", "page.more", "rules.x", "mus"):
        with pytest.raises((BadPayload, Refused, BadRules, UnknownName)):
            decide_act(lobby(seats=2), person(0), 0, read_act(act))


@pytest.mark.parametrize("rules", ["parejas", "vitoria", "tres-mus", "frances"])
def test_what_deciding_says_of_the_table_after_it_is_what_the_log_leads_to(rules: str) -> None:
    rng = random.Random(3)
    table, told = begun(rule_set(rules)), 0
    for _ in range(300):
        if table.over or table.mesa is None or not awaited_seats(table.mesa):
            break
        seat = rng.choice(awaited_seats(table.mesa))
        done = decide_act(table, person(seat), table.question, anything(table, seat, rng))
        folded = reduce(fold, done.events, table)
        assert done.after in (None, folded)
        told += done.after is not None
        table = folded
    assert told > 30
