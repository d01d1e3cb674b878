"""Two workers at one PostgreSQL, killed in turn: nothing is lost, nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.workers import chaos
from tests.stores import a_schema


@pytest.mark.long
async def test_workers_are_killed_and_no_press_is_lost_or_counted_twice(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async with a_schema() as url:
        found = await chaos(url, tmp_path, workers=2, seconds=25, tables=2, seed=3, last_s=20)
    assert found.kills > 2
    assert len(found.taken_by_each) > 1, "each took some"
    assert (found.lost, found.twice, found.damaged, found.stuck) == (0, 0, 0, 0)
    assert (found.errands_left, found.violations) == (0, 0)
    assert found.words > 10
    record_property("figure", f"{found.kills} kills, {found.presses} presses: none lost, none twice")
