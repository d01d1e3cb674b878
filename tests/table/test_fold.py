"""The fold of a table's log refuses what cannot follow."""

from __future__ import annotations

import pytest

from musbot.game.engine import begin
from musbot.game.events import HandEnded
from musbot.game.evolve import BadEvent
from musbot.game.rule_sets import rule_set
from musbot.game.sorteo import Sorteo
from musbot.table.events import (
    AnyEvent,
    ChatId,
    Cut,
    Departed,
    Drawn,
    Gathered,
    Missed,
    Occupant,
    Opened,
    Picked,
    PutOff,
    ReadyAsked,
    Resumed,
    Returned,
    RulesChosen,
    SatDown,
    StoodUp,
    TableId,
    Vote,
    Voted,
    Waited,
    read_person_id,
)
from musbot.table.fold import fold
from tests.support.at_table import SEED, begun, lobby

VITORIA, WHO = rule_set("vitoria"), Occupant("Eneko", read_person_id("test:eneko"))
OPENED = Opened(TableId("K7-abcdef"), ChatId("test:peña"), read_person_id("test:ane"), "es", VITORIA, SEED)
LOTTERY = Sorteo((), (0, 1, 2, 3), 0)


@pytest.mark.parametrize(
    "event",
    [
        OPENED,
        RulesChosen(VITORIA),
        StoodUp(0),
        Waited(0),
        ReadyAsked(),
        Cut(0, 17),
        Gathered(),
        Drawn(LOTTERY),
        begin(VITORIA, 4)[0],
        SatDown(4, WHO),
        SatDown(-1, WHO),
        Returned(4),
        Departed(4),
        Picked(4, ()),
    ],
)
def test_what_belongs_to_a_lobby_or_to_no_seat_cannot_follow_in_play(event: AnyEvent) -> None:
    with pytest.raises(BadEvent):
        fold(begun(), event)


@pytest.mark.parametrize(
    "event",
    [
        OPENED,
        Missed(0),
        Returned(0),
        Departed(0),
        Picked(0, ()),
        Voted(0, Vote.END),
        PutOff(),
        Resumed(),
        StoodUp(4),
        Cut(4, 17),
        Drawn(Sorteo((), (0, 1, 2), 0)),
        Drawn(Sorteo((), (0, 0, 1, 2), 0)),
        begin(rule_set("trios"), 6)[0],
        HandEnded(1),
    ],
)
def test_what_belongs_to_a_partida_or_to_other_seats_cannot_follow_in_a_lobby(event: AnyEvent) -> None:
    with pytest.raises(BadEvent):
        fold(lobby(seats=4), event)


def test_a_table_is_opened_first() -> None:
    with pytest.raises(BadEvent):
        fold(None, Gathered())
    assert fold(None, OPENED).id == "K7-abcdef"
