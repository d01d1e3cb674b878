"""What people read in an evening is what they have read before, or the difference is meant."""

from __future__ import annotations

import pytest

from tests.evenings.programme import EVENINGS, SAID, told


@pytest.mark.parametrize("name", EVENINGS)
def test_what_is_read_in_an_evening(name: str) -> None:
    assert told(name) == (SAID / f"{name}.txt").read_text(encoding="utf-8")


def test_no_evening_is_kept_that_nobody_plays() -> None:
    assert sorted(it.stem for it in SAID.glob("*.txt")) == sorted(EVENINGS)
