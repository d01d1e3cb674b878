"""Coming and going in play: who leaves, who comes back, who sits down for whom, and when (R95, R96)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

import pytest

from musbot.game.engine import awaited_seats
from musbot.game.evolve import BadEvent
from musbot.game.views import observe
from musbot.narrator import Narrator
from musbot.players import cautious
from musbot.table.act_result import Confirmation, Refused
from musbot.table.acts import OPEN_TABLE, InPlay, TakeSeat, read_act
from musbot.table.away import departure_events
from musbot.table.decisions import decide_act, presence_events, speak
from musbot.table.events import (
    AnyEvent,
    Barred,
    Ending,
    Missed,
    Occupant,
    Person,
    Promised,
    PutOff,
    StoodIn,
    StoodUp,
    read_person_id,
)
from musbot.table.fold import fold
from musbot.table.names import clean_name
from musbot.table.seats import leave_for_good, rematch_seating, substitute_by_name
from musbot.table.table import Table
from musbot.table.view import watch
from tests.support.at_table import NAMES, begun, lobby, person, pressed

EVA = Person(read_person_id("test:eva"), "Eva", "es")


def did(table: Table, who: Person, act: str, question: int | None = None) -> Table:
    """The table after somebody, who may have no seat, presses."""
    done = decide_act(table, who, table.question if question is None else question, read_act(act))
    return reduce(fold, done.events, table)


def refused(table: Table, who: Person, act: str) -> str:
    with pytest.raises(Refused) as why:
        decide_act(table, who, table.question, read_act(act))
    return why.value.reason.removeprefix("refused-")


def to_next_hand(table: Table) -> Table:
    """Plays on calmly until the next hand has been dealt."""
    hand = table.hand
    while table.hand == hand:
        assert table.mesa is not None
        seat = awaited_seats(table.mesa)[0]
        events = speak(table, seat, cautious(observe(table.mesa, seat), Random(1))).events
        table = reduce(fold, events, table)
    return table


def alone() -> Table:
    """Ane and three AI players, a hand under way."""
    table = pressed(lobby(), 0, "sit.0", "ai", "ai", "ai", "start")
    assert len(table.humans) == 1
    return table


def test_R95_who_leaves_is_followed_at_once_by_an_ai_and_their_seat_is_held() -> None:
    table = pressed(begun(), 3, "leave")
    assert table.names == (*NAMES[:3], "Patxi")
    assert refused(table, person(3), "mus") == "no-seat"
    assert watch(table).left == ((3, "Dani"),)
    board = Narrator("es").board(watch(table))
    assert "Dani ha dejado su sitio: hasta que vuelva juega Patxi 🤖." in board.text
    assert "Sentarme por Patxi 🤖" in str(board.rows)


def test_R95_who_comes_back_in_the_same_hand_plays_on_with_it() -> None:
    left = pressed(begun(), 3, "leave")
    table = did(left, person(3), "return")
    assert table.seats[3] == Occupant("Dani", person(3).id, "es")
    assert (table.held, table.promised) == ((), ())
    assert did(left, person(3), "take.3") == table, "whichever button they press"


def test_R95_who_comes_back_later_sits_down_between_hands() -> None:
    table = to_next_hand(pressed(begun(), 3, "leave"))
    table = did(table, person(3), "return")
    assert table.names[3] == "Patxi", "Patxi sees nothing of a hand of others"
    assert watch(table).coming == ((3, "Dani"),)
    table = to_next_hand(table)
    assert table.seats[3] == Occupant("Dani", person(3).id, "es")
    assert (table.held, table.promised) == ((), ())


def test_R96_anybody_takes_an_ais_seat_from_the_next_hand_on_whatever_is_asked() -> None:
    table = alone()
    seat = next(seat for seat, who in enumerate(table.seats) if who and who.ai)
    assert refused(table, person(0), f"take.{seat}") == "seated-already"
    assert refused(table, EVA, f"take.{table.humans[0]}") == "no-ai-there"
    assert refused(table, EVA, "take.9") == "no-ai-there"
    assert refused(table, EVA, "mus") == "no-seat"
    taken = did(table, EVA, f"take.{seat}", question=99)
    assert taken.seats == table.seats
    assert refused(taken, Person(read_person_id("test:gari"), "Gari"), f"take.{seat}") == "promised"
    assert did(taken, EVA, f"take.{seat}").promised == taken.promised
    assert f"take.{seat}" not in str(Narrator("es").board(watch(taken)).rows)
    after = to_next_hand(taken)
    assert after.seats[seat] == Occupant("Eva", EVA.id, "es")
    other = next(s for s, who in enumerate(taken.seats) if who and who.ai and s != seat)
    moved = did(taken, EVA, f"take.{other}")
    assert [it.seat for it in moved.promised] == [other], "nobody has two"
    assert did(taken, EVA, "leave").promised == ()
    assert refused(table, EVA, "leave") == "no-seat"


def test_R98_who_may_not_sit_there_takes_no_seat_in_play_either() -> None:
    table = fold(fold(lobby(seats=4), StoodUp(1)), Barred(Occupant("Beñat", person(1).id)))
    table = pressed(table, 0, "ai", "start")
    seat = next(seat for seat, who in enumerate(table.seats) if who and who.ai)
    assert refused(table, person(1), f"take.{seat}") == "barred"
    assert did(table, EVA, f"take.{seat}").promised_at(seat) == Occupant("Eva", EVA.id, "es")


def test_R96_who_has_pressed_first_comes_before_the_one_who_left() -> None:
    table = did(pressed(begun(), 3, "leave"), EVA, "take.3")
    assert refused(table, person(3), "return") == "promised"
    after = to_next_hand(table)
    assert after.names[3] == "Eva"
    assert refused(after, person(3), "return") == "not-held"
    assert after.held == ()


def test_R96_who_waits_for_a_seat_has_pressed_already() -> None:
    waiting = pressed(pressed(lobby(seats=4), 4, "queue"), 5, "queue")
    table = pressed(waiting, 0, "start")
    seat = table.seat_of(person(3).id)
    assert seat is not None
    table = pressed(table, 3, "leave")
    assert table.seats[seat] == Occupant("Patxi", ai="muslari"), "never a hand that is under way"
    assert watch(table).coming == ((seat, "Eneko"),)
    assert [who.name for who in table.queue] == ["Fermín"]
    assert did(table, person(5), "leave").queue == ()
    assert to_next_hand(table).names[seat] == "Eneko"


def test_R95_who_has_left_the_chat_is_absent_at_once_until_they_act_there() -> None:
    table = begun()
    (event,) = departure_events(table, person(1).id)
    table = fold(table, event)
    assert watch(table).absent == (1,)
    assert departure_events(table, person(1).id) == (), "they are absent already"
    assert pressed(table, 0, "sub.1").seats[1] == Occupant("Patxi", ai="muslari")
    assert watch(reduce(fold, presence_events(table, person(1).id), table)).absent == ()


def test_R95_who_leaves_the_chat_is_absent_only_from_a_partida_at_which_they_play() -> None:
    ane, table = person(0).id, begun()
    assert departure_events(lobby(seats=4), ane) == ()
    assert departure_events(table, EVA.id) == ()
    assert departure_events(fold(table, PutOff()), ane) == ()


def test_R95_the_last_one_who_leaves_puts_off_a_table_to_which_somebody_may_come_back() -> None:
    assert pressed(alone(), 0, "leave").ended is Ending.EMPTY
    table = begun()
    for seat in range(4):
        table = pressed(table, seat, "leave")
    assert (table.put_off, table.over, table.humans) == (True, False, ())
    assert "no queda nadie" in Narrator("es").board(watch(table)).text
    back = did(table, person(2), "return")
    assert (back.put_off, back.names[2]) == (False, "Carmen")
    assert not did(table, EVA, "take.0").put_off


def test_R95_nobody_who_sits_comes_back_or_takes_another_seat() -> None:
    table = pressed(begun(), 3, "leave")
    assert refused(table, person(0), "return") == "seated-already"
    assert refused(table, person(0), "take.3") == "seated-already"
    assert refused(table, EVA, "return") == "not-held"
    for act in (InPlay.RETURN, TakeSeat(3)):
        with pytest.raises(Refused, match="not-in-lobby"):
            decide_act(lobby(seats=2), person(0), 0, act)


def test_events_of_coming_and_going_that_cannot_follow_are_refused() -> None:
    table, ai = begun(), Occupant("Patxi", ai="prudente")
    eva = Occupant("Eva", EVA.id)
    for event in (StoodIn(9, ai), StoodIn(0, eva), Promised(0, eva), Promised(9, None)):
        with pytest.raises(BadEvent):
            fold(table, event)
    with pytest.raises(BadEvent):
        fold(pressed(table, 0, "leave"), StoodIn(0, ai))


def test_nobody_passes_as_an_ai() -> None:
    assert clean_name("Ane 🤖") == "Ane"
    assert clean_name("🤖") == "?"
    table = pressed(lobby(), 0, "sit.0", "ai")
    patxi = next(who.name for who in table.seats if who and who.ai)
    table = did(table, Person(read_person_id("test:p"), f"{patxi} 🤖", "es"), "sit.1")
    assert f"{patxi} 2" in table.names


def test_R95_sustituir_is_for_oneself_for_another_and_for_who_wants_a_seat() -> None:
    table = begun()
    assert reduce(fold, substitute_by_name(table, person(3), "").events, table).names[3] == "Patxi"
    assert reduce(fold, substitute_by_name(table, person(3), "Dani").events, table).names[3] == "Patxi"
    assert substitute_by_name(table, person(3), "Ane").confirmation is Confirmation.VOTED_REPLACE
    waits = reduce(fold, substitute_by_name(table, EVA, "").events, table)
    assert [who.name for who in waits.queue] == ["Eva"], "there is no AI's seat"
    gari = reduce(
        fold, substitute_by_name(waits, Person(read_person_id("test:g"), "Gari", "es"), "").events, waits
    )
    given = reduce(fold, substitute_by_name(gari, person(3), "Gari").events, gari)
    assert watch(given).coming == ((3, "Gari"),), "the one named, though Eva was first"
    left = pressed(table, 3, "leave")
    assert watch(reduce(fold, substitute_by_name(left, EVA, "").events, left)).coming == ((3, "Eva"),)
    for name in ("Patxi", "Dani"):  # "Dani has left: Patxi plays"
        assert watch(reduce(fold, substitute_by_name(left, EVA, name).events, left)).coming == ((3, "Eva"),)
    for who, name, why in (
        (person(0), "Patxi", "ai-is-there"),
        (person(0), "Nadie", "nobody-named"),
        (EVA, "Nadie", "nobody-named"),
        (EVA, "Ane", "person-there"),
        (person(0), "Dani", "ai-is-there"),
    ):
        with pytest.raises(Refused, match=why):
            substitute_by_name(left, who, name)
    with pytest.raises(Refused, match="not-begun"):
        substitute_by_name(lobby(seats=4), person(0), "")


def test_R95_who_is_alone_with_another_is_told_that_nobody_can_join_the_vote() -> None:
    table = pressed(pressed(begun(), 2, "leave"), 1, "leave")
    with pytest.raises(Refused, match="too-few-to-replace") as refused:
        substitute_by_name(table, person(3), "Ane")
    assert "falta 3 turnos" in Narrator("es").refusal(refused.value)
    away = reduce(fold, (Missed(0), Missed(0), Missed(0)), table)
    assert substitute_by_name(away, person(3), "Ane").confirmation is Confirmation.REPLACED


def test_R94_who_asks_for_a_substitute_is_back() -> None:
    table = fold(fold(begun(), Missed(3)), PutOff())
    after = reduce(fold, substitute_by_name(table, person(3), "Ane").events, table)
    assert (after.put_off, after.missed[3]) == (True, 0)


def test_R96_the_count_of_a_hand_names_who_played_it() -> None:
    table = to_next_hand(did(pressed(begun(), 3, "leave"), EVA, "take.3"))
    assert table.names[3] == "Eva"
    count = Narrator("es").board(watch(table, finished=1))
    assert "Patxi 🤖" in count.text
    assert "Eva" not in count.text
    assert "Eva" in Narrator("es").board(watch(table)).text


def forgets(table: Table, who: Person) -> Table:
    """The table once somebody has had themselves forgotten."""
    return reduce(fold, leave_for_good(table, who).events, table)


def leaves(table: Table, who: Person) -> Sequence[AnyEvent]:
    """What happens when somebody leaves by a button."""
    return decide_act(table, who, table.question, read_act("leave")).events


def is_forgotten(table: Table, who: Person) -> Sequence[AnyEvent]:
    """What happens when somebody has themselves forgotten."""
    return leave_for_good(table, who).events


@pytest.mark.parametrize("goes", [leaves, is_forgotten])
def test_R99_a_table_that_its_last_player_leaves_is_put_off_once(
    goes: Callable[[Table, Person], Sequence[AnyEvent]],
) -> None:
    table = begun()
    for seat in (1, 2, 3):
        table = pressed(table, seat, "leave")
    assert list(goes(table, person(0))).count(PutOff()) == 1
    assert PutOff() not in goes(fold(table, PutOff()), person(0)), "it is put off already"


def test_R96_who_waits_has_the_seat_of_one_who_is_forgotten_from_the_next_hand_on() -> None:
    table = reduce(fold, substitute_by_name(begun(), EVA, "").events, begun())
    table = forgets(table, person(3))
    assert watch(table).coming == ((3, "Eva"),)
    assert table.queue == ()
    assert to_next_hand(table).seat_of(EVA.id) == 3


def test_R96_a_promised_seat_that_is_given_back_goes_to_the_next_who_waits() -> None:
    gorka = Person(read_person_id("test:gorka"), "Gorka", "es")
    table = reduce(fold, substitute_by_name(begun(), EVA, "").events, begun())
    table = reduce(fold, substitute_by_name(table, gorka, "").events, table)
    table = pressed(table, 3, "leave")
    assert watch(table).coming == ((3, "Eva"),)
    assert watch(did(table, EVA, "leave")).coming == ((3, "Gorka"),)


def test_R95_one_who_is_promised_a_seat_is_known_by_name() -> None:
    table = reduce(fold, substitute_by_name(begun(), EVA, "").events, begun())
    done = decide_act(table, person(3), table.question, read_act("leave"))
    assert (done.confirmation, done.facts["name"]) == (Confirmation.LEFT_TO, "Eva")
    table = reduce(fold, done.events, table)
    with pytest.raises(Refused) as why:
        substitute_by_name(table, person(0), "Eva")
    assert why.value.reason == "refused-comes-already"


def test_R96_who_asks_for_a_seat_has_an_ai_players_or_waits_and_keeps_their_place() -> None:
    fermin = Person(read_person_id("test:fermin"), "Fermín", "es")
    full = did(did(did(begun(), EVA, "queue"), fermin, "queue", 0), EVA, "queue")
    assert [who.name for who in full.queue] == ["Eva", "Fermín"]
    assert (
        refused(full, person(0), "queue") == refused(lobby(seats=3), person(0), "queue") == "seated-already"
    )
    left = reduce(fold, decide_act(begun(), person(2), begun().question, read_act("leave")).events, begun())
    taken = did(did(left, EVA, "queue"), EVA, "queue")
    assert taken.promised == (Promised(2, Occupant("Eva", EVA.id, "es")),)
    assert [who.name for who in did(taken, fermin, "queue").queue] == ["Fermín"]


def test_a_board_names_who_waits_and_offers_another_table_to_three() -> None:
    table, es = begun(), Narrator("es")
    for n, name in enumerate(("Eva", "Fermín", "Gorka"), start=1):
        assert "Otra mesa" not in [it.label for row in es.board(watch(table)).keyboard() for it in row]
        table = did(table, Person(read_person_id(f"test:{name}"), name, "es"), "queue")
        assert len(table.queue) == n
    board = es.board(watch(table))
    assert "Esperan sitio: Eva, Fermín y Gorka" in board.text
    *_, last = board.keyboard()
    assert [(it.label, it.data) for it in last] == [("Otra mesa", OPEN_TABLE)]


def test_who_waited_sits_in_the_rematch_instead_of_an_ai_player_or_waits_there() -> None:
    fermin = Person(read_person_id("test:fermin"), "Fermín", "es")
    left = reduce(fold, decide_act(begun(), person(3), begun().question, read_act("leave")).events, begun())
    over = did(did(left, EVA, "queue"), fermin, "queue")
    again = reduce(fold, rematch_seating(over), lobby())
    assert again.names == (*over.names[:3], "Eva")
    assert [who.name for who in again.queue] == ["Fermín"]
