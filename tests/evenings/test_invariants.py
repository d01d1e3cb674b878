"""Each check finds what it looks for: the record of one evening, spoilt in one way after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from musbot.game.engine import awaited_seats
from musbot.table.events import ChatId, MessageId
from tests.evenings import basque, table
from tests.evenings.belied import GOES_S, belied, belied_alone
from tests.evenings.counts import disordered, long_count, unreasoned
from tests.evenings.credits import miscredited
from tests.evenings.invariants import CHECKS, alive, alive_in_private, broken, foreign, twice, untrue
from tests.evenings.programme import played
from tests.evenings.record import Record, Shown
from tests.support.causes import Causes, Sent, rung_twice
from tests.support.tables import mesa_of

GROUP, ANE, CARMEN = "telegram:-1001000000001", "telegram:101", "telegram:103"
MINUTE_S = 60


@pytest.fixture(scope="module")
def record() -> Record:
    return played(table.a_hand_of_four.__name__).record


def first(record: Record, says: str, chat: str = GROUP) -> Shown:
    return next(it for it in record.shown if says in it.text and it.chat == chat)


def changed(record: Record, shown: Shown, **how: object) -> Record:
    """The record with one thing shown otherwise."""
    return replace(record, shown=[replace(it, **how) if it is shown else it for it in record.shown])  # type: ignore[arg-type]


def later(record: Record, seconds: float = MINUTE_S) -> Record:
    """The record of the same evening that ended later, when nothing more was done."""
    return replace(record, ended=record.ended + seconds)


def test_nothing_is_found_where_nothing_is_amiss(record: Record) -> None:
    assert list(broken(record, CHECKS)) == []


def test_what_is_sent_again_without_a_cause_is_found(record: Record) -> None:
    last = next(it for it in reversed(record.shown) if it.sent)
    again = replace(record, shown=[*record.shown, replace(last, at=record.ended)])
    assert list(twice(replace(again, tables={}, acts=[])))
    assert not list(twice(replace(again, tables={}, acts=[record.ended - 0.1]))), "somebody asked for it"


def test_a_button_of_a_question_that_has_passed_is_found(record: Record) -> None:
    board, seat = first(record, "¿MUS? Habla Carmen"), first(record, "¿MUS? Te toca", CARMEN)
    stands = later(replace(record, standing=[board]))
    assert list(alive(stands))
    assert not list(alive_in_private(stands))
    assert list(alive_in_private(later(replace(record, standing=[seat]))))
    assert not list(alive(replace(record, standing=[replace(board, at=record.ended)]))), "on its way"


def test_a_text_in_another_language_is_found(record: Record) -> None:
    for chat in (GROUP, ANE):
        others = replace(record, languages={**record.languages, chat: frozenset({"eu", "en"})})
        assert list(foreign(others))
    english = changed(record, first(record, "Te toca", CARMEN), text="Nothing has been dealt yet.")
    assert list(foreign(english))


@pytest.mark.parametrize(
    ("chat", "says", "spoilt"),
    [
        (CARMEN, "Te toca.", lambda it: {"to": ANE}),
        (CARMEN, "Nosotros 0 · ellos 0", lambda it: {"text": it.text.replace("ellos 0", "ellos 7")}),
        (GROUP, "Dani: 0", lambda it: {"text": it.text.replace("Dani: 0", "Dani: 9")}),
        (GROUP, "CHICA. Habla", lambda it: {"text": "Aún no se ha repartido."}),
    ],
)
def test_what_was_not_so_is_found(
    record: Record, chat: str, says: str, spoilt: Callable[[Shown], dict[str, object]]
) -> None:
    shown = first(record, says, chat)
    assert list(untrue(changed(record, shown, **spoilt(shown))))


def test_a_count_that_is_long_or_in_another_order_is_found(record: Record) -> None:
    count = first(record, "Grande: 🔷 2 · Carmen envidó, Dani quiso")
    swapped = count.text.replace("Grande:", "Chica:", 1).replace("Chica: 🟠", "Grande: 🟠", 1)
    assert list(disordered(changed(record, count, text=swapped)))
    long = count.text.replace("Dani quiso", "Dani quiso porque sí, y nada más que porque sí, " * 6, 1)
    assert list(long_count(changed(record, count, text=long)))


def test_a_count_that_lost_its_reasons_is_found(record: Record) -> None:
    count = first(record, "Grande: 🔷 2 · Carmen envidó, Dani quiso")
    short = count.text.partition("\n\n")[0].replace(" · Carmen envidó, Dani quiso", "")
    assert list(unreasoned(changed(record, count, text=short)))


def test_a_sena_that_is_credited_to_another_is_found() -> None:
    errs = played(basque.a_basque_table_that_errs.__name__).record
    seen = next(it for it in errs.shown if "👀 Patxik" in it.text)
    own = next(it for it in errs.shown if "Patxik zure ordez keinua egin du" in it.text)
    assert not list(miscredited(errs))
    assert list(miscredited(changed(errs, seen, text=seen.text.replace("👀 Patxik", "👀 Carmenek"))))
    taken = own.text.replace("Patxik zure ordez keinua egin du", "Keinua egin duzu")
    assert list(miscredited(changed(errs, own, text=taken)))


def test_a_notice_that_outlives_what_it_says_is_found() -> None:
    errs = played(basque.a_basque_table_that_errs.__name__).record
    left = next(it for it in errs.shown if it.text.startswith("Carmen joan da, eta"))
    own = next(it for it in errs.shown if "zu ez zaude jada jokoan" in it.text)
    voted = replace(left, at=errs.ended - 2 * MINUTE_S, text="Mahaia amaitu nahi duzu: 1/2.")
    assert not list(belied(errs))
    for it in (left, own, voted):
        assert list(belied(replace(errs, standing=[it])))
    away = replace(errs, standing=[replace(left, text=left.text.replace("Carmen", "Eva"))])
    assert not list(belied(away))


def test_what_rings_twice_for_one_cause_is_found_and_what_rings_for_two_is_not() -> None:
    def rang(part: str, chat: ChatId, cause: str) -> Sent:
        return Sent(1.0, chat, part, part, cause, MessageId("7"), rings=True)

    calls = [rang("K7 nudge", ChatId("peña"), "clock 1"), rang("K7 nudge-2", ChatId("carmen"), "clock 1")]
    ends = [rang("K7 end", ChatId("peña"), "press 1"), rang("K7 ordago", ChatId("peña"), "press 1")]
    apart = [rang("K7 nudge", ChatId("peña"), "clock 1"), rang("K7 nudge", ChatId("peña"), "clock 2")]
    assert [len(list(rung_twice(Causes(sent=sent)))) for sent in (calls, ends, apart)] == [1, 1, 0]


def test_a_private_note_that_stood_on_after_its_question_is_found(record: Record) -> None:
    (states,) = record.tables.values()
    asks = next(it for it in states if it[1].mesa is not None)
    seat = awaited_seats(mesa_of(asks[1]))[0]
    passed = next(it for it in states if it[1].mesa is not None and seat not in awaited_seats(it[1].mesa))
    named = asks[1].names[seat]
    told = Shown(asks[0], ChatId(GROUP), ChatId(ANE), f"Ahora no te toca: habla {named}.")
    here = replace(record, tables={"K7": [asks, (asks[0] + MINUTE_S, passed[1])]})
    until = asks[0] + MINUTE_S
    assert list(belied_alone(replace(here, alone=[(told, until + 2 * GOES_S)])))
    assert not list(belied_alone(replace(here, alone=[(told, until + GOES_S / 2)])))
