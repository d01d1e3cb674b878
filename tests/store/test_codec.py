"""Events as they are stored: their bodies stay good byte by byte, and what fits nothing is refused."""

from __future__ import annotations

from typing import Any

import pytest

from musbot.store import codec
from musbot.store.codec import BadRecord, NewerRecord, Stored, decode, encode
from musbot.table.events import (
    AnyEvent,
    Barred,
    ChatId,
    Ended,
    Ending,
    Moved,
    Occupant,
    Promised,
    Queued,
    StoodIn,
    Vote,
    Voted,
    read_person_id,
)

ANE, PATXI = Occupant("Ane", read_person_id("telegram:1")), Occupant("Patxi", ai="prudente")
STORED: list[tuple[str, str, AnyEvent]] = [
    ("Voted", '{"seat":1,"what":"terminar"}', Voted(1, Vote.END)),
    ("Voted", '{"seat":1,"what":"sustituir","about":3}', Voted(1, Vote.REPLACE, 3)),
    ("Ended", '{"why":"terminada"}', Ended(Ending.WANTED)),
    ("Ended", '{"why":"caducada"}', Ended(Ending.EXPIRED)),
    ("Ended", '{"why":"vacía"}', Ended(Ending.EMPTY)),
    ("Ended", '{"why":"reemplazada"}', Ended(Ending.REPLACED)),
    ("Moved", '{"chat":"telegram:-100"}', Moved(ChatId("telegram:-100"))),
    (
        "Moved",
        '{"chat":"discord:1-3","left":"discord:1-2"}',
        Moved(ChatId("discord:1-3"), ChatId("discord:1-2")),
    ),
    ("StoodIn", '{"seat":2,"who":{"name":"Patxi","ai":"prudente"}}', StoodIn(2, PATXI)),
    (
        "StoodIn",
        '{"seat":2,"who":{"name":"Patxi","ai":"prudente"},"banned":true}',
        StoodIn(2, PATXI, banned=True),
    ),
    ("Promised", '{"seat":2,"who":{"name":"Ane","person":"telegram:1"}}', Promised(2, ANE)),
    ("Promised", '{"seat":2,"who":null}', Promised(2, None)),
    (
        "Queued",
        '{"who":{"name":"Ane","person":"telegram:1"}}',
        Queued(Occupant("Ane", read_person_id("telegram:1"))),
    ),
    (
        "Barred",
        '{"who":{"name":"Ane","person":"telegram:1"}}',
        Barred(Occupant("Ane", read_person_id("telegram:1"))),
    ),
]


@pytest.mark.parametrize(("kind", "body", "event"), STORED)
def test_a_body_is_read_as_ever_and_written_as_ever(kind: str, body: str, event: AnyEvent) -> None:
    assert decode(Stored(kind, 1, body)) == event
    assert encode(event) == Stored(kind, 1, body)


@pytest.mark.parametrize("kind", ["PutOff", "Voted", "Ended", "SatDown", "Dealt", "Opened"])
@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "5",
        "null",
        "[]",
        '"x"',
        '{"x":1}',
        "\N{REPLACEMENT CHARACTER}",
        '{"why":"porque sí"}',
        '{"seat":0,"what":"cantar"}',
        '{"seat":"x"}',
        '{"cards":"4o"}',
    ],
)
def test_a_body_that_fits_nothing_is_refused_and_not_shown(kind: str, body: str) -> None:
    with pytest.raises(BadRecord) as why:
        decode(Stored(kind, 1, body))
    assert str(why.value) == f"event {kind} version 1: its body does not fit"


def test_a_kind_nobody_knows_is_refused() -> None:
    with pytest.raises(BadRecord, match="no such kind") as why:
        decode(Stored("Sung", 1, "{}"))
    assert not isinstance(why.value, NewerRecord)


def test_a_later_version_is_told_from_a_damaged_one() -> None:
    with pytest.raises(NewerRecord, match="version 2: this musbot reads PutOff up to version 1"):
        decode(Stored("PutOff", 2, "{}"))


def test_an_older_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    def upcast(body: dict[str, Any]) -> dict[str, Any]:
        return {"chat": body["where"]}

    monkeypatch.setitem(codec.VERSIONS, "Moved", 2)
    monkeypatch.setitem(codec.UPCASTS, ("Moved", 1), upcast)
    assert decode(Stored("Moved", 1, '{"where":"telegram:1"}')) == Moved(ChatId("telegram:1"))
    assert encode(Moved(ChatId("telegram:1"))).version == 2
