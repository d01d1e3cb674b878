"""The digest of a player's words is that of its seed, its rules and its kind."""

from __future__ import annotations

import pytest

from musbot.game.modos.mus.rules import MUS_SETS
from musbot_research import words


def test_equal_seeds_say_equal_words_and_others_do_not() -> None:
    rules = MUS_SETS["castellano-40"]
    one, same, other = (words.time_words("novato", rules, 40, seed) for seed in ("a", "a", "b"))
    assert one.words >= 40
    assert one.digest.digest() == same.digest.digest() != other.digest.digest()


def test_a_line_is_printed_for_each_rule_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["words", "novato", "parejas", "trios", "--words", "10"])
    words.main()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == ["parejas", "trios"]
    assert all(len(line[-1]) == 64 for line in lines)
