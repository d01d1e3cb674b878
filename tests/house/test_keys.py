"""Every message is written out where it is used, for a translator to find, and nothing else is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from importlib import import_module
from typing import get_args, get_origin, get_type_hints

import pytest

from musbot.cli.errors import _patterns
from musbot.game.errors import BadRules
from musbot.game.lances import Estado
from musbot.game.rule_sets import RULE_SETS
from musbot.narrator import voices
from musbot.narrator.rulewords import offered_values
from musbot.table.act_result import Confirmation
from musbot.table.ways import ChatWay
from musbot.words.texts import LANGUAGES, Key, Texts
from tests.support import keys

NEVER: Mapping[str, set[Enum]] = {
    "musbot.narrator.ways_pages._VALUES": {
        ChatWay.LANGUAGE,
        ChatWay.RULES,
        ChatWay.CLOCK,
        ChatWay.PACE,
        ChatWay.PLACES,
        ChatWay.ZONE,
        ChatWay.WEEKLY,
    },
    "musbot.narrator.voices.mus.voice._CLOSED": {Estado.VISTO, Estado.PERDIDO},
    "musbot.narrator.voices.mus.scenes._CLOSED": {Estado.VISTO, Estado.PERDIDO},
}
"""Members that a table of an enum lacks, for they never come to it."""
SOME = {"Voz"}
"""Enums of which a table has those members that matter there."""

messages = cache(keys.messages)


def names() -> Mapping[str, object]:
    """Returns every message of the first language by its key."""
    return messages(LANGUAGES[0])


@cache
def sources() -> Mapping[str, ast.Module]:
    """Returns every module of the project by its path, read once and only where a test asks for it."""
    return keys.sources()


@cache
def uses() -> Sequence[keys.Used]:
    """Returns every place in them that uses a key."""
    taking = keys.takers(sources())
    return [used for where, tree in sources().items() for used in keys.used(where, tree, taking)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_has_other_messages_nor_shows_other_facts(language: str):
    theirs, first = messages(language), messages(LANGUAGES[0])
    assert set(theirs) - set(first) == set()
    shown = {name: facts.shown for name, facts in first.items() if name in theirs}
    assert {name: facts.shown for name, facts in theirs.items()} == shown


@pytest.mark.parametrize("language", keys.WHOLE)
def test_a_language_that_is_whole_lacks_no_message(language: str):
    assert set(names()) - set(messages(language)) == set()


def test_every_key_is_a_message():
    assert len(uses()) > 400
    assert {f"{used.where} {key}" for used in uses() for key in used.keys if key not in names()} == set()


def test_every_message_is_used_by_a_key_that_is_written_out():
    written = {text for tree in sources().values() for text in keys.literals(tree) if "-" in text}
    written |= {key for used in uses() for key in used.keys}
    written |= {key for _, key in _patterns()}  # musbot.cli.errors finds these by their sentences
    assert {name for name in names() if name not in written} == set()


def test_no_key_is_put_together():
    told = {f"{used.where} {what}" for used in uses() for what in used.unclear}
    assert told == set()
    families = {name.partition("-")[0] for name in names() if "-" in name}
    begun = {
        f"{where} {start}"
        for where, tree in sources().items()
        for start in keys.put_together(tree)
        if start.partition("-")[0] in families and "-" in start
    }
    assert begun == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_given_the_facts_it_asks_for(language: str):
    lacking = {
        f"{used.where} {key}: {', '.join(sorted(lacks))}"
        for used in uses()
        for key in used.keys
        if key in messages(language)
        and used.facts is not None
        and (lacks := messages(language)[key].asked - used.facts)
    }
    assert lacking == set()


def tables() -> Iterator[tuple[str, type[Enum], Mapping[Enum, Key]]]:
    """Yields every table of keys by the members of an enum."""
    for where, tree in sources().items():
        if not any(isinstance(node, ast.alias) and node.name == "Key" for node in ast.walk(tree)):
            continue
        module = import_module(where.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        for name, hint in get_type_hints(module).items():
            if get_origin(hint) is Mapping and issubclass(kind := get_args(hint)[0], Enum):
                table = getattr(module, name)
                yield f"{module.__name__}.{name}", kind, table
                for key, row in table.items():
                    if isinstance(row, Mapping):
                        yield f"{module.__name__}.{name}[{key}]", type(next(iter(row))), row


def test_a_table_of_an_enum_has_a_row_for_every_member():
    found = [(name, kind, table) for name, kind, table in tables() if kind.__name__ not in SOME]
    assert {kind.__name__ for _, kind, _ in found} >= {"Lance", "Por", "Estado", "Sena", "Ending"}
    for name, kind, table in found:
        assert {*table, *NEVER.get(name, set())} == set(kind), name


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_its_fields_and_their_values_have_their_rows(name: str):
    rules = RULE_SETS[name]
    voice = voices.voice_of_rules(Texts(), rules)
    assert voice.SUMMARIES[name] == f"rules-is-{name}"
    assert set(voice.DESCRIPTIONS) == set(rules.fields)
    for field in rules.fields:
        assert voice.field_description(field)
        told = []
        for value in offered_values(rules, field):
            with suppress(BadRules):  # consulta with tríos, say
                told.append(
                    tuple(voices.voice_of_rules(Texts(), rules.with_changes({field: value})).rule_lines())
                )
        assert all(told)
        assert len({*told}) > 1 or len(told) == 1 or field in {"gracia", "real", "senas", "visto_en"}, field


def test_what_a_table_tells_and_why_it_refuses_something_are_messages():
    told = {why for tree in sources().values() for why in keys.given(tree, "Refused", 0)}
    assert {*told, *Confirmation} - set(names()) == set()


# ---- that these tests would notice -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "keys_found", "unclear"),
    [
        ('texts("yes" if it else "no")', {"yes", "no"}, set()),
        ('self._texts(f"paid-{por}")', set(), {"f'paid-{por}'"}),
        ('texts("paid-" + por)', set(), {"'paid-' + por"}),
        ("texts(name)", set(), {"name"}),
        (
            'def f():\n    key = "yes"\n    if it:\n        key = "no"\n    return texts(key)',
            {"yes", "no"},
            set(),
        ),
        ('def f(key: Key):\n    return texts(key)\nf("yes")', {"yes"}, set()),
        ('T: Mapping[Lance, Key] = {Lance.PARES: "lance-pares"}\ntexts(T[it])', {"lance-pares"}, set()),
        ('texts({"a": "yes"}.get(it, "no"))', {"yes", "no"}, set()),
    ],
)
def test_a_key_is_found_in_whatever_way_it_is_used(source: str, keys_found: set[str], unclear: set[str]):
    tree = ast.parse(source)
    found = [*keys.used("here", tree, keys.takers({"here": tree}))]
    assert {key for used in found for key in used.keys} == keys_found
    assert {what for used in found for what in used.unclear} == unclear
