"""What buttons carry: today's texts stay good, and nothing else is read."""

from __future__ import annotations

from enum import Enum
from types import UnionType
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import cards
from musbot.game.rule_sets import RULE_SETS
from musbot.players import AIKind
from musbot.table.acts import (
    Act,
    AddAI,
    Anytime,
    Ask,
    BadPayload,
    Bar,
    ChangeField,
    ChooseRules,
    CutAt,
    InLobby,
    InPlay,
    OpenPage,
    Payload,
    Pick,
    Replace,
    Sit,
    TakeSeat,
    Throw,
    is_for_hand,
    read_act,
    read_payload,
    write_act,
)
from musbot.table.events import TableId
from musbot.table.pages import FieldPage, Page
from tests.simulation.raising import Fault, Kind, faulty, function_named

WRITTEN: dict[str, Act] = {
    "sit.0": Sit(0),
    "sit.1": Sit(1),
    "ai.novato": AddAI(AIKind.NOVATO),
    "ai.prudente": AddAI(AIKind.PRUDENTE),
    "ai.muslari": AddAI(AIKind.MUSLARI),
    "up": InLobby.UP,
    "queue": Anytime.QUEUE,
    "fill": InLobby.FILL,
    "ai": InLobby.ADD_AI,
    "noai": InLobby.REMOVE_AI,
    "start": InLobby.START,
    "ready": InLobby.READY,
    "page.": OpenPage(Page.MAIN),
    "page.rules": OpenPage(Page.RULES),
    "page.fields": OpenPage(Page.FIELDS),
    "page.more": OpenPage(Page.MORE),
    "page.lobby": OpenPage(Page.LOBBY),
    "page.cut": OpenPage(Page.CUT),
    "page.cut-below": OpenPage(Page.CUT_BELOW),
    "page.people": OpenPage(Page.PEOPLE),
    "page.kinds": OpenPage(Page.KINDS),
    "cut.17": CutAt(17),
    "bar.0a1b2c3d": Bar("0a1b2c3d"),
    "unbar.0a1b2c3d": Bar("0a1b2c3d", lifted=True),
    "page.f-piedras": OpenPage(FieldPage("piedras")),
    "page.f-mus_visto": OpenPage(FieldPage("mus_visto")),
    "rules.vitoria": ChooseRules("vitoria"),
    "rules.castellano-30": ChooseRules("castellano-30"),
    "set.piedras=30": ChangeField("piedras", "30"),
    "set.mus_visto=0.05": ChangeField("mus_visto", "0.05"),
    "set.descarte=a_la_vez": ChangeField("descarte", "a_la_vez"),
    "set.senas=no": ChangeField("senas", "no"),
    "return": InPlay.RETURN,
    "resume": InPlay.RESUME,
    "take.2": TakeSeat(2),
    "end": Anytime.END,
    "leave": Anytime.LEAVE,
    "pick.3": Pick(3),
    "throw": InPlay.THROW,
    "throw.2": Throw((2,)),
    "throw.4,1,3": Throw((4, 1, 3)),
    "sub.2": Replace(2),
    "cards": Ask.CARDS,
    "score": Ask.SCORE,
    "again": Ask.AGAIN,
    "seal": Ask.SEAL,
    "acta": Ask.ACTA,
    "thread": Ask.THREAD,
    "channel": Ask.CHANNEL,
    "here": Ask.HERE,
    "private": Ask.PRIVATE,
    "explain": Ask.EXPLAIN,
    "film": Ask.FILM,
    "share": Ask.SHARE,
    "analyse": Ask.ANALYSE,
    "why": Ask.WHY,
    "badly": Ask.BADLY,
    "mus": Action(Voz.MUS),
    "nomus": Action(Voz.NO_MUS),
    "dira": Action(Voz.CONSULTA),
    "servido": Action(Voz.SERVIDO),
    "paso": Action(Voz.PASO),
    "envido.5": Action(Voz.ENVIDO, 5),
    "ordago": Action(Voz.ORDAGO),
    "quiero": Action(Voz.QUIERO),
    "noquiero": Action(Voz.NO_QUIERO),
    "queremos": Action(Voz.QUEREMOS),
    "noqueremos": Action(Voz.NO_QUEREMOS),
    "yyo": Action(Voz.Y_YO),
    "mas.10": Action(Voz.MAS, 10),
    "reenvido": Action(Voz.REENVIDO),
    "acepto.1": Action(Voz.ACEPTO, 1),
    "conforme": Action(Voz.CONFORME),
    "perdido": Action(Voz.PERDIDO),
    **{f"sena.{sena.replace(' ', '_')}": Action(Voz.SENA, sena=sena) for sena in Sena},
    "look.2": Action(Voz.MIRO, seat=2),
}
"""Buttons in chats carry these: their texts may not change; a seña's is its name in R56."""


@pytest.mark.parametrize(("text", "act"), WRITTEN.items())
def test_a_button_in_a_chat_is_read_as_ever_and_an_act_written_as_ever(text: str, act: Act) -> None:
    assert read_act(text) == act
    assert write_act(act) == text
    payload = read_payload(f"K7-abcdef:12:{text}")
    assert payload == Payload(TableId("K7-abcdef"), 12, act)
    assert str(payload) == f"K7-abcdef:12:{text}"


def test_every_act_there_is_has_been_tried() -> None:
    tried = set(WRITTEN.values())
    for kind in members(Act):
        if issubclass(kind, Enum):
            assert set(kind) <= tried
        else:
            assert any(isinstance(act, kind) for act in tried), kind
    assert {act.voz for act in tried if isinstance(act, Action)} == set(Voz) - {Voz.DESCARTA}
    assert {act.page for act in tried if isinstance(act, OpenPage)} > set(Page)


def members(union: UnionType) -> list[type]:
    return list(dict.fromkeys(get_args(union)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        *(
            "x . sit sit. sit.x sit.² sit.-1 sit.01 sit.1. ai.nadie up.1 up. page page.secret "
            "page.f- page.f-Ñ rules. rules set. set.piedras set.=3 set.piedras= throw. throw.1, "
            "throw.1,1 throw.x pick. pick.x sub envido envido. envido.-3 envido.x mus.1 descarta "
            "descarta.4o sena sena. sena.rubia sena.DUPLES look look. look.x throw.4o InLobby.UP UP "
            "mas acepto.1.2 again. envido.1000000000 bar. bar.0a1b2c3 unbar.0A1B2C3D"
        ).split(),
    ],
)
def test_what_this_bot_never_writes_is_refused(text: str) -> None:
    with pytest.raises(BadPayload):
        read_act(text)


@given(st.sampled_from([*WRITTEN, ""]), st.text("abdeimnorstuvy0123456789=_.,+-", max_size=12))
def test_what_is_read_at_all_is_what_was_written(start: str, rest: str) -> None:
    text = start[: len(start) - len(rest) % 4] + rest
    try:
        act = read_act(text)
    except BadPayload:
        return
    assert write_act(act) == text


@pytest.mark.parametrize(
    "data", ["", "K7-abcdef:1:dance", "k7-abcdef:1:mus", "K7-abcdef::mus", "K7-abcdef:1:mus ", "a:b:c:d"]
)
def test_a_button_of_something_else_is_refused(data: str) -> None:
    with pytest.raises(BadPayload):
        read_payload(data)


def test_no_button_names_a_card() -> None:
    for action in (Action(Voz.DESCARTA, cards=cards("12o 4c")), Action(Voz.SENA), Action(Voz.MIRO)):
        with pytest.raises(BadPayload):
            write_act(action)


def test_R57_R58_a_sena_and_a_look_belong_to_the_hand_and_nothing_else_does() -> None:
    assert {text.partition(".")[0] for text, act in WRITTEN.items() if is_for_hand(act)} == {"sena", "look"}


def test_every_rule_set_has_a_button() -> None:
    assert all(read_act(f"rules.{name}") == ChooseRules(name) for name in RULE_SETS)


@pytest.mark.parametrize(
    ("parser", "act"),
    [
        ("_number", "sit.1"),
        ("_throw", "throw.1"),
        ("_change", "set.piedras=30"),
        ("_read_mark", "bar.0123abcd"),
        ("_choose", "rules.vitoria"),
        ("_sena", "sena.duples"),
        ("read_act", "up"),
    ],
)
def test_an_error_of_ours_is_not_taken_for_a_button_that_is_not_ours(parser: str, act: str) -> None:
    fault = Fault(function_named(f"musbot/table/acts.py:{parser}"), Kind.KEY_ERROR, active=lambda: True)
    with faulty(fault), pytest.raises(KeyError):
        read_payload(f"K7-abcdef:1:{act}")
