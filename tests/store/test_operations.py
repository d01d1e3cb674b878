"""What every operation and every query is made of, so that both engines can run it."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import product
from typing import get_type_hints

import pytest

from musbot.store import queries
from musbot.store.dialect import POSTGRES, SQLITE, VALUE, fill_in
from musbot.store.operations import Operation, operations
from musbot.store.queries import Query
from musbot.table.events import ChatId, MessageId, PersonId, TableId

ENGINES = (SQLITE, POSTGRES)
QUERIES = {name: it for name, it in vars(queries).items() if isinstance(it, Query)}
FIELD_TYPES = (str, int, float, int | None, float | None, ChatId, MessageId, PersonId, TableId)


def test_both_engines_have_the_same_fragments() -> None:
    assert SQLITE.keys() == POSTGRES.keys()


@pytest.mark.parametrize("kind", operations(), ids=lambda kind: kind.__name__)
def test_an_operation_takes_its_values_from_its_fields_and_all_of_them(kind: type[Operation]) -> None:
    names = {it.name for it in fields(kind)}
    for engine in ENGINES:
        assert {name for sql in kind.sql for name in VALUE.findall(fill_in(sql, engine))} == names
    assert {get_type_hints(kind)[name] for name in names} <= set(FIELD_TYPES)


@pytest.mark.parametrize(("name", "engine"), list(product(QUERIES, range(2))))
def test_a_query_has_the_same_values_on_both_engines(name: str, engine: int) -> None:
    filled = fill_in(QUERIES[name].sql, ENGINES[engine])
    asked = {it for other in ENGINES for it in VALUE.findall(fill_in(QUERIES[name].sql, other))}
    assert set(VALUE.findall(filled)) == asked
    assert not re.search(r"[{}]", filled)


def test_every_fragment_is_used() -> None:
    texts = [sql for kind in operations() for sql in kind.sql] + [it.sql for it in QUERIES.values()]
    texts += [sql for engine in ENGINES for sql in engine.values()]
    assert {name for sql in texts for name in re.findall(r"{(\w+)}", sql)} == SQLITE.keys()
