"""Nobody can tell from the timing of what they are shown that others have made señas or looked around."""

from __future__ import annotations

import pytest

from musbot.service.delivery import reconciler
from tests.evenings.timing import Compared, compare


@pytest.mark.slow
@pytest.mark.parametrize("platform", ["telegram", "discord"])
def test_R57_a_seña_moves_nothing_that_others_are_shown(platform: str) -> None:
    found = compare(platform, seed=1, minutes=1)
    assert found.gestures > 10
    assert found == Compared(found.requests, found.gestures, at_another_time=0, in_another_order=0)


@pytest.mark.slow
def test_the_comparison_finds_a_seña_that_queues_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciler, "_is_secret", lambda *_: False)
    found = compare("telegram", seed=1, minutes=3)
    assert found.at_another_time or found.in_another_order
