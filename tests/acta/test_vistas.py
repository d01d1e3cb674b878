"""The golden vistas: what everybody hears and sees of a hand of each rule set (tests/support/vistas.py)."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from itertools import islice
from typing import get_args

import pytest

from musbot.acta.read import read_file
from musbot.game.actions import Seat, Voz
from musbot.game.cards import Hand
from musbot.game.events import Dealt, Discarded, Event, Looked, Por, Said, Served, Signed
from musbot.game.evolve import evolve
from musbot.game.lances import Estado
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet
from musbot.game.state import State
from musbot.game.views import Heard, SenaMade, View, news_for, observe
from tests.support import vistas
from tests.support.vistas import FOLDER, WATCHED, played, told

ANEW = "if that is as it should be: python -m tests.support.vistas"


def golden(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def again(name: str) -> str:
    return told(read_file(FOLDER / f"{name}.mus.toml"))


def test_every_rule_set_is_watched_and_nothing_else():
    assert RULE_SETS.keys() <= WATCHED.keys()
    found = {file.name for file in FOLDER.iterdir()}
    expected = {f"{name}{kind}" for name in WATCHED for kind in (".mus.toml", ".txt")}
    assert found == expected, ANEW


@pytest.mark.parametrize("name", WATCHED)
def test_each_hears_and_sees_what_is_written(name: str):
    differs = difflib.unified_diff(golden(name).splitlines(), again(name).splitlines(), lineterm="", n=1)
    assert not (lines := list(islice(differs, 60))), "\n".join([*lines, ANEW])


@pytest.mark.parametrize("name", WATCHED)
def test_the_hand_is_of_that_rule_set(name: str):
    assert read_file(FOLDER / f"{name}.mus.toml").rules == WATCHED[name]


def test_a_new_hand_is_the_same_each_time():
    assert played("vitoria") == played("vitoria") != played("castellano")


def test_everything_happens_in_some_of_them():
    files = [read_file(FOLDER / f"{name}.mus.toml") for name in WATCHED]
    events = [event for partida in files for event in partida.events]
    text = "".join(map(golden, WATCHED))
    words = {event.action.voz for event in events if isinstance(event, Said)}
    assert {kind.__name__ for kind in get_args(Event)} == {type(event).__name__ for event in events}
    assert words == set(Voz) - {Voz.DESCARTA, Voz.SERVIDO, Voz.SENA, Voz.MIRO}
    assert any(isinstance(event, Discarded) and not event.cards for event in events)  # servido
    assert any(isinstance(event, Signed) and len(event.seen_by) > 1 for event in events)
    assert all(f"por={por}" in text for por in Por)
    assert all(f"estado={estado}" in text for estado in Estado)


def test_every_field_of_a_view_changes_in_some_of_them():
    constant = set(View._fields)
    for name in WATCHED:
        mesa = first = None
        for event in read_file(FOLDER / f"{name}.mus.toml").events:
            mesa = evolve(mesa, event)
            view = observe(mesa, 0)
            first = first or view
            constant -= {field for field in constant if getattr(view, field) != getattr(first, field)}
    assert constant == {"seat", "rules", "seats"}


# ---- a leak is a diff -----------------------------------------------------------------------------------

Observe = Callable[[State, Seat | None], View]
Hear = Callable[[Event, Seat | None, RuleSet], tuple[Heard, ...]]


def _partner(mesa: State, seat: Seat | None) -> Hand:
    return mesa.cards[(seat + 2) % mesa.seats] if seat is not None and mesa.cards else ()


SEEN: dict[str, Observe] = {
    "the cards of a partner": lambda mesa, seat: observe(mesa, seat)._replace(mine=_partner(mesa, seat)),
    "cards by a spectator": lambda mesa, seat: observe(mesa, seat)._replace(
        mine=mesa.cards[0] if seat is None and mesa.cards else observe(mesa, seat).mine
    ),
    "every seña": lambda mesa, seat: observe(mesa, seat)._replace(
        seen=tuple((signed.seat, signed.sena) for signed in mesa.signs)
    ),
    "whom another looks at": lambda mesa, seat: observe(mesa, seat)._replace(looking_at=mesa.eyes[0]),
    "what another threw": lambda mesa, seat: observe(mesa, seat)._replace(
        thrown=observe(mesa, 0).thrown if mesa.hand else ()
    ),
}

HEARD: dict[str, Hear] = {
    "a deal": lambda event, seat, rules: (
        news_for(event, 0, rules) if isinstance(event, Dealt) else news_for(event, seat, rules)
    ),
    "cards served": lambda event, seat, rules: (
        news_for(event, event.seat, rules) if isinstance(event, Served) else news_for(event, seat, rules)
    ),
    "a discard": lambda event, seat, rules: (
        news_for(event, event.seat, rules) if isinstance(event, Discarded) else news_for(event, seat, rules)
    ),
    "a seña": lambda event, seat, rules: (
        (SenaMade(event.seat, event.sena),) if isinstance(event, Signed) else news_for(event, seat, rules)
    ),
    "a look": lambda event, seat, rules: (
        news_for(event, event.seat, rules) if isinstance(event, Looked) else news_for(event, seat, rules)
    ),
}


@pytest.mark.parametrize("leak", SEEN)
def test_what_somebody_sees_of_others_is_a_diff(leak: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vistas, "observe", SEEN[leak])
    assert again("parejas") != golden("parejas")


@pytest.mark.parametrize("leak", HEARD)
def test_what_somebody_hears_of_others_is_a_diff(leak: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vistas, "news_for", HEARD[leak])
    assert again("parejas") != golden("parejas")
