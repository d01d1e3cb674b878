"""The rules as a library: its examples run, a partida is played through its face alone, logs are strict."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from mypy import api

import musbot.acta
import musbot.game
import musbot.players
from musbot.game import (
    RULE_SETS,
    Action,
    BadEvent,
    Illegal,
    Jugada,
    Offer,
    Partida,
    Position,
    State,
    UnknownSeat,
    View,
    Voz,
    errors,
    evolve,
    rule_set,
    worth,
)
from musbot.game.envite import Envite
from musbot.game.errors import quote_value
from musbot.game.events import Closed, Declared, Event, HandEnded, LanceBegan, Owed, Paid, Said, Shown
from musbot.game.lances import Cerrado, jugada
from musbot.game.library import BadHand
from musbot.game.rules_base import UnknownRuleSet
from musbot.game.shuffle import BadSeed
from musbot.game.views import MusSeen, PiedrasSeen, Word
from musbot.game.voces import UnknownWord

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_examples_of_the_library_run():
    results = doctest.testmod(musbot.game, optionflags=doctest.ELLIPSIS)
    assert (results.failed, results.attempted > 5) == (0, True)


def test_the_examples_of_the_library_s_page_run():
    page = Path(__file__).parents[2] / "docs" / "library.md"
    results = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert (results.failed, results.attempted > 40) == (0, True)


@pytest.mark.long
def test_the_code_of_the_page_passes_the_strict_type_check(tmp_path: Path):
    text = PAGE.read_text("utf-8")
    files = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", text, re.DOTALL))
    files["page.py"] = "".join(it.source for it in doctest.DocTestParser().get_examples(text))
    assert len(files) > 1
    for name, code in files.items():
        (tmp_path / name).write_text(code, "utf-8")
    told, _, status = api.run(["--strict", "--config-file=", *(str(tmp_path / name) for name in files)])
    assert status == 0, told


FACES = (musbot.acta, musbot.game, musbot.players)


@pytest.mark.parametrize("face", FACES)
def test_what_a_face_names_is_there_and_told(face: ModuleType):
    assert f"`{face.__name__}`" in PAGE.read_text("utf-8")
    assert all(hasattr(face, name) for name in face.__all__)


IN_ACTA = (musbot.acta.Acta, musbot.acta.Promesa, musbot.acta.Verdict)
IN_TABLE = (Word, Action, Offer, Envite, Cerrado, Paid, MusSeen, PiedrasSeen, Jugada, State, *IN_ACTA)
"""The records that the page shows in a table."""
SHOWN = (*IN_TABLE, View, Position)
"""The records that the pages name."""


def undocumented(source: str) -> set[str]:
    """The fields of a module's public classes without a docstring beneath them, as `Class.field`."""
    found = set()
    for body in (
        it.body for it in ast.walk(ast.parse(source)) if isinstance(it, ast.ClassDef) if it.name[0] != "_"
    ):
        for at, field in enumerate(body):
            told = body[at + 1 : at + 2]
            if isinstance(field, ast.AnnAssign) and not any(
                isinstance(it, ast.Expr) and isinstance(it.value, ast.Constant) for it in told
            ):
                found.add(ast.unparse(field.target))
    return {name for name in found if not name.startswith("_")}


def test_every_field_of_a_public_record_has_its_docstring_beneath_it():
    assert undocumented("class A:\n    one: int\n    two: int\n    'Two.'") == {"one"}
    modules = {
        sys.modules[getattr(face, name).__module__]
        for face in FACES
        for name in face.__all__
        if isinstance(getattr(face, name), type)
    }
    modules |= {sys.modules[record.__module__] for record in (*SHOWN, Said)}
    missing = {module.__name__: undocumented(inspect.getsource(module)) for module in modules}
    assert {name: fields for name, fields in missing.items() if fields} == {}


def test_the_page_tells_every_field_of_the_records_that_it_names():
    rows = dict(re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\|(.*)\|$", PAGE.read_text("utf-8"), re.MULTILINE))
    for record in IN_TABLE:
        notes = inspect.get_annotations(record).items()
        fields = [name for name, note in notes if name[0] != "_" and not str(note).startswith("ClassVar")]
        assert {name for name in fields if f"`{name}`" not in rows[record.__name__]} == set()


def types_in(kind: type) -> set[type]:
    """Returns the classes of musbot in the annotations of a class and its public members."""
    members = [it for name, it in vars(kind).items() if name[0] != "_" or name == "__init__"]
    functions = [it.fget if isinstance(it, property) else it for it in members]
    notes = [inspect.get_annotations(it) for it in functions if inspect.isfunction(it)]
    notes.append(inspect.get_annotations(kind))
    module = vars(sys.modules[kind.__module__])
    told = " ".join(str(note) for row in notes for name, note in row.items() if name[0] != "_")
    known = [module.get(name) for name in re.findall(r"\w+", told)]
    return {it for it in known if isinstance(it, type) and it.__module__.startswith("musbot.")}


def test_every_type_in_a_signature_has_a_public_name_or_stands_on_the_page():
    public = [getattr(face, name) for face in FACES for name in face.__all__]
    faces = [it for it in public if isinstance(it, type)]
    used = {it for kind in faces for it in types_in(kind)} - {*faces}
    assert State in types_in(Position)
    hidden = {it.__name__ for it in used if it.__module__ != Paid.__module__ and not issubclass(it, StrEnum)}
    assert {name for name in hidden if f"`{name}`" not in PAGE.read_text("utf-8")} == set()


def errors_below(error: type[musbot.game.MusError], depth: int = 1) -> Iterator[tuple[int, str]]:
    """The errors of the rules below one, each with its depth in the tree."""
    for kind in sorted(error.__subclasses__(), key=lambda it: it.__name__):
        if kind.__module__.startswith("musbot.game."):
            yield depth, kind.__name__
            yield from errors_below(kind, depth + 1)


def test_the_game_names_all_its_errors_and_draws_them_as_a_tree():
    tree = re.findall(r"^((?: {4})+)(\w+):", errors.__doc__ or "", re.MULTILINE)
    every = [(0, "MusError"), *errors_below(musbot.game.MusError)]
    assert [(len(indent) // 4 - 1, name) for indent, name in tree] == every
    assert {name for _, name in every} <= set(musbot.game.__all__)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_partida_is_played_to_its_end_through_the_face_alone(name: str):
    rng = Random(name)
    partida = Partida(RULE_SETS[name].with_changes({"juegos": 1}), seed=rng.randbytes(32))
    for _ in range(3000):
        if not partida.turno:
            break
        if partida.waited_for is not None and rng.random() < 0.5:
            partida.wait()
            continue
        offer = rng.choice(partida.words)
        amount = offer.least
        thrown = partida.view(partida.turno[0]).mine[:amount] if offer.voz is Voz.DESCARTA else ()
        assert partida.say(Action(offer.voz, 0 if thrown else amount, thrown))
    assert partida.winner is not None
    refolded = None
    for event in partida:
        refolded = evolve(refolded, event)
    assert refolded == partida.mesa


def test_what_is_not_lawful_changes_nothing():
    partida = Partida(seed=bytes(32))
    before = partida.mesa, tuple(partida)
    with pytest.raises(Illegal, match=r"R21"):
        partida.say(Action(Voz.ENVIDO, 2))
    assert (partida.mesa, tuple(partida)) == before


def test_words_are_iterated_counted_and_tested():
    partida = Partida("castellano", seed=bytes(32))
    partida.say(Action(Voz.NO_MUS))
    words = partida.words
    assert [offer.voz for offer in words] == [Voz.PASO, Voz.ENVIDO, Voz.ORDAGO]
    assert len(words) == 3
    said: tuple[object, ...] = (Action(Voz.ENVIDO, 2), Action(Voz.ENVIDO, 1))
    assert [word in words for word in said] == [True, False]
    assert words.allows(Voz.ENVIDO)
    assert not words.allows(Voz.QUIERO)
    assert words.offer(Voz.QUIERO) is None


def test_all_that_was_said_aloud_in_a_hand_is_in_every_view_and_gone_with_it():
    partida = Partida("castellano", seed=bytes(32))
    for voz in (Voz.NO_MUS, Voz.PASO, Voz.ENVIDO, Voz.QUIERO):
        partida.say(Action(voz, 2 if voz is Voz.ENVIDO else 0))
    for seat in (0, 1, 2, 3, None):
        told = [(word.fase.value, word.seat, word.action.voz) for word in partida.view(seat).said]
        assert told == [
            ("mus", 0, Voz.NO_MUS),
            ("grande", 0, Voz.PASO),
            ("grande", 1, Voz.ENVIDO),
            ("grande", 2, Voz.QUIERO),
        ]
    hand = partida.mesa.hand
    while partida.mesa.hand == hand:
        partida.say(Action(Voz.PASO))
    assert partida.view().said == ()


def whole(name: str) -> tuple[Event, ...]:
    """Returns the log of a partida of random words, of some hands."""
    rng = Random(name)
    partida = Partida(name, seed=rng.randbytes(32))
    while partida.turno and partida.mesa.hand < 5:
        offer = rng.choice(partida.words)
        thrown = partida.view(partida.turno[0]).mine[: offer.least] if offer.voz is Voz.DESCARTA else ()
        partida.say(Action(offer.voz, 0 if thrown else offer.least, thrown))
    return tuple(partida)


def fold(log: Iterable[Event]) -> None:
    mesa = None
    for event in log:
        mesa = evolve(mesa, event)


@pytest.mark.parametrize("name", ["castellano", "trios", "individual", "tres-mus", "frances"])
def test_a_forged_payment_does_not_fold(name: str):
    log = whole(name)
    paid = [(place, event) for place, event in enumerate(log) if isinstance(event, Paid)]
    assert len(paid) > 5
    for place, event in paid:
        for forged in (replace(event, piedras=event.piedras + 1), replace(event, bando=1 - event.bando)):
            with pytest.raises(BadEvent):
                fold([*log[:place], forged])
        with pytest.raises(BadEvent):
            fold([*log[: place + 1], event])  # twice


@pytest.mark.parametrize("name", ["castellano", "trios", "individual", "tres-mus", "frances"])
def test_a_log_from_which_a_decision_is_missing_does_not_fold(name: str):
    log = whole(name)
    decisions = (Closed, Declared, HandEnded, LanceBegan, Owed, Shown)
    last = max(place for place, event in enumerate(log) if isinstance(event, HandEnded))
    missing = [place for place, event in enumerate(log[:last]) if isinstance(event, decisions)]
    assert {type(log[place]) for place in missing} == set(decisions)
    for place in missing:
        with pytest.raises(BadEvent):
            fold([*log[:place], *log[place + 1 :]])


def test_a_hand_is_worth_what_the_rules_named_say_and_what_is_no_hand_is_refused():
    hand = musbot.game.cards("12o 3c 11b 1e")
    assert worth("12o 3c 11b 1e", "vitoria") == worth([*hand], RULE_SETS["vitoria"])
    assert (worth(hand, "vitoria").puntos, worth(hand, "vitoria").has_pares) == (31, True)
    assert worth(hand, rule_set("vitoria", {"reyes": 4})).puntos == 24
    for wrong in ("12o 3c 11b", "12o 12o 11b 1e", [*hand[:3]]):
        with pytest.raises(BadHand, match=r"expected 4 different ones"):
            worth(wrong, "vitoria")
    with pytest.raises(UnknownRuleSet, match=r"^'vitria' is no rule set: expected one of parejas"):
        worth(hand, "vitria")
    with pytest.raises(TypeError, match=r"^MusRules.* reyes: expected 4 or 8$"):
        jugada(hand, RULE_SETS["vitoria"])  # type: ignore[arg-type]


def test_a_word_is_said_as_an_action_as_a_voz_or_as_text():
    said: tuple[Action | Voz | str, ...] = (Action(Voz.NO_MUS), Voz.NO_MUS, "no mus", "NO MUS")
    first, *others = (Partida("vitoria", seed=1) for _ in said)
    for partida, word in zip((first, *others), said, strict=True):
        partida.say(word)
        partida.say(Voz.ENVIDO)
        partida.say("2 más", 1)
    assert all(other == first for other in others)
    with pytest.raises(
        UnknownWord, match=r"^'3' is no word of the game: expected one of mus, no mus.* miro a SEAT"
    ):
        first.say(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("at", ["9", "4", "-1", "10", "Ane", "٣", "0"])
def test_R58_a_look_at_a_seat_that_is_not_there_or_at_oneself_is_refused(at: str):
    partida = Partida("vitoria", seed=1)
    with pytest.raises(Illegal, match=r"^look-at-whom \(R58\): seats=\(1, 2, 3\)$"):
        partida.say(f"miro a {at}")
    assert partida == Partida("vitoria", seed=1)


def test_a_seat_that_is_not_at_the_table_is_refused():
    partida = Partida("vitoria", seed=1)
    for refused in (partida.view, partida.may_say, lambda seat: partida.say("mus", seat)):
        for seat in (7, -1):
            with pytest.raises(UnknownSeat, match=rf"^seat {seat}: expected one from 0 to 3$"):
                refused(seat)


def test_a_partida_without_a_seed_deals_from_one_of_its_own_and_tells_it():
    one, other = Partida("vitoria"), Partida("vitoria")
    assert one.mesa.cards != other.mesa.cards
    assert Partida("vitoria", seed=one.position.seed) == one


def test_lawful_words_can_be_iterated_and_counted():
    partida = Partida("castellano-40", seed=1)
    for _ in range(4):
        assert [str(word) for word in partida.actions()] == ["mus", "no mus"]
        partida.say("mus")
    assert len(partida.actions()) == len(set(partida.actions())) == 15
    for _ in range(4):
        assert all(map(partida.words.allows, partida.actions()))
        partida.say(partida.actions()[0])
    partida.say("no mus")
    assert partida.view(0).actions((2, 5)) == partida.actions((2, 5))
    assert [str(word) for word in partida.actions((1, 5, 9))] == ["paso", "envido 5", "envido 9", "órdago"]
    assert [str(word) for word in partida.actions((1,))] == ["paso", "envido 2", "órdago"]
    over = Partida(rule_set("vitoria", {"juegos": 1}), seed=1)
    for word in ("no mus", "órdago", "quiero"):
        over.say(word)
    assert (over.winner is not None, over.actions()) == (True, ())


@pytest.mark.parametrize("seed", [-1, 2**256, 2**300])
def test_a_number_that_is_no_seed_is_named(seed: int) -> None:
    named = re.escape(quote_value(seed))
    with pytest.raises(BadSeed, match=rf"^the seed {named}: expected a number from 0 to 2\*\*256 - 1$"):
        Partida(seed=seed)


def test_the_earlier_name_of_awaited_seats_warns():
    with pytest.warns(DeprecationWarning, match="use awaited_seats"):
        assert musbot.game.awaited is musbot.game.awaited_seats
    assert "awaited" not in musbot.game.__all__
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        musbot.game.nope  # type: ignore[attr-defined]  # noqa: B018
