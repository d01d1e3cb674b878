"""Rules of docs/reglamento.md have tests named for them, sentences of its texts rows of docs/fuentes.md.

A sentence is kept by rules and tests, or departed from, or rules nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
REGLAMENTO = (ROOT / "docs" / "reglamento.md").read_text("utf-8")
LEDGER = (ROOT / "docs" / "fuentes.md").read_text("utf-8")
TEXTS = os.environ.get("MUSBOT_FUENTES")
"""The folder of the texts, `A.txt` to `E.txt`, where they are at hand."""


def rules() -> set[int]:
    """The numbers of the rules: each begins a line of its own."""
    return {int(n) for n in re.findall(r"^- R(\d+)\.", REGLAMENTO, re.MULTILINE)}


def names_of_tests() -> Iterator[str]:
    """The names of all tests."""
    for file in TESTS.rglob("test_*.py"):
        yield from re.findall(r"^(?:async )?def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)


def named_for(test: str) -> set[int]:
    """The rules that a test is named for: `test_R35_R14_…`."""
    named = re.match(r"test_((?:R\d+_)+)", test)
    return {int(n) for n in re.findall(r"\d+", named[1])} if named else set()


def written(numbers: set[int]) -> str:
    return " ".join(f"R{number}" for number in sorted(numbers))


def test_the_name_of_a_test_tells_its_rules():
    assert named_for("test_R35_R14_the_best_of_the_pair_wins_it") == {14, 35}
    assert named_for("test_R44_R80_after_32_piedras_R9_is_no_rule_of_it") == {44, 80}
    assert named_for("test_a_deje_of_R32") == set()


def test_the_rules_are_numbered_without_a_gap():
    found = rules()
    assert found == set(range(1, max(found) + 1))
    assert max(found) >= 82


def test_every_rule_has_a_test():
    tested = set().union(*map(named_for, names_of_tests()))
    missing = rules() - tested
    assert not missing, f"no test is named for {written(missing)}"


def test_no_test_is_named_for_a_rule_that_there_is_not():
    strange = set().union(*map(named_for, names_of_tests())) - rules()
    assert not strange, f"docs/reglamento.md has no {written(strange)}"


# ---- docs/fuentes.md ------------------------------------------------------------------------------------

_END = re.compile(r"(?<=[.!?])\s+(?=\W*[A-ZÁÉÍÓÚÑ])")


def sentences(text: str) -> list[str]:
    """The sentences of a text: a line ends one, and so does a stop before a capital; two letters make one."""
    found = (part.strip() for line in text.splitlines() for part in _END.split(line))
    return [part for part in found if re.search(r"[^\W\d_]{2}", part)]


def named(cell: str) -> list[tuple[str, int, str]]:
    """The sentences that a piece of the ledger names: text, number, the first digits of the SHA-256."""
    return [(text, int(n), hexed) for text, n, hexed in re.findall(r"\b([A-E])(\d+) ([0-9a-f]{8})\b", cell)]


class Row(NamedTuple):
    """What some sentences rule: by which rules, in which sets, and what fails without it."""

    sentences: str
    words: str
    rules: str
    where: str
    kept_by: str

    @property
    def departures(self) -> list[int]:
        return [int(n) for n in re.findall(r"departs: §13 \((\d+)\)", self.kept_by)]

    def backs(self, name: str) -> bool:
        """Returns whether it is told of a set: it holds there, or could by the text, or is departed from."""
        told = self.where in ("", "pairs") or f"`{name}`" in self.where
        return told or "by choice" in self.where or bool(self.departures)


class Part(NamedTuple):
    """A text, or what it says of one game: the sets that keep it, its rows, what rules nothing."""

    text: str
    sets: tuple[str, ...]
    rows: tuple[Row, ...]
    nothing: str


def parts() -> Iterator[Part]:
    for told in re.split(r"^## ", LEDGER, flags=re.MULTILINE)[1:]:
        rows = (line.split(" | ") for line in re.findall(r"^\| ([A-E]\d.*) \|$", told, re.MULTILINE))
        sets = tuple(re.findall(r"`([\w-]+)`", told.partition("\n| ")[0]))
        yield Part(told[0], sets, tuple(Row(*row) for row in rows), told.partition("Rule nothing: ")[2])


PARTS = tuple(parts())
ROWS = [row for part in PARTS for row in part.rows]
_BY_ARTICLE = LEDGER.partition("\n## F, G, I and others: by article\n")[2].partition("|---|\n")[2]
ARTICLES = [Row(*line.strip("| ").split(" | ")) for line in _BY_ARTICLE.splitlines() if line.startswith("| ")]
"""What articles rule that are known one by one, and how they are known."""


def test_a_sentence_ends_with_its_line_or_with_a_stop_before_a_capital():
    assert sentences("Uno. ¿Dos? (Tres.)\n10.\n- **Mano:**\n  de 4 a 8, etc. y más") == [
        "Uno.",
        "¿Dos?",
        "(Tres.)",
        "- **Mano:**",
        "de 4 a 8, etc. y más",
    ]


def test_every_rule_comes_from_a_sentence_or_is_marked_as_ours():
    of_texts, _, added = REGLAMENTO.partition("\n## 13. Added by this project")
    ours = re.findall(r"\n- R(\d+)\. \*Ours\.\*", of_texts) + re.findall(r"\n- R(\d+)\. ", added)
    assert all(re.fullmatch(r"R\d+( R\d+)*", row.rules) for row in ROWS)
    cited = {int(n) for row in ROWS for n in re.findall(r"\d+", row.rules)}
    assert written(cited - rules()) == ""
    assert written(rules() - cited - set(map(int, ours))) == ""


def test_what_fails_without_a_sentence_is_there():
    actas = {file.name.removesuffix(".mus.toml") for file in (ROOT / "tests" / "partidas").glob("*.mus.toml")}
    there = actas | {test.removeprefix("test_") for test in names_of_tests()}
    assert set(chain.from_iterable(re.findall(r"`([\w-]+)`", row.kept_by) for row in ROWS)) - there == set()
    assert all("`" in row.kept_by or row.departures for row in ROWS)


def test_every_departure_is_from_a_sentence_and_has_its_reason():
    reasons = re.findall(r"^- \((\d+)\) ", REGLAMENTO, re.MULTILINE)
    assert reasons == [str(n) for n in range(1, len(reasons) + 1)]
    assert {str(n) for row in (*ROWS, *ARTICLES) for n in row.departures} == set(reasons)


def test_every_article_has_its_rule_a_test_and_whether_it_was_read():
    actas = {file.name.removesuffix(".mus.toml") for file in (ROOT / "tests" / "partidas").glob("*.mus.toml")}
    there = actas | {test.removeprefix("test_") for test in names_of_tests()}
    assert len(ARTICLES) > 10
    for row in ARTICLES:
        assert re.fullmatch(r"R\d+( R\d+)*", row.rules)
        assert re.search(r"\bread\b|\bsecond-hand\b", row.where)
        assert set(re.findall(r"`([\w-]+)`", row.kept_by)) <= there
        assert "`" in row.kept_by or row.departures


def test_a_set_is_backed_by_each_row_of_every_text_that_it_is_from():
    origins = re.findall(r"^\| `([\w-]+)`[^|]*\| ([^|]+) \|", REGLAMENTO, re.MULTILINE)
    cited = sorted((name, text) for name, texts in origins for text in re.findall(r"\b[A-E]\b", texts))
    assert sorted((name, part.text) for part in PARTS for name in part.sets) == cited
    for part in PARTS:
        assert [(name, row) for name in part.sets for row in part.rows if not row.backs(name)] == []
        assert all(set(re.findall(r"`([\w-]+)`", row.where)) <= set(part.sets) for row in part.rows)


@pytest.mark.parametrize("text", "ABCDE")
def test_every_sentence_of_a_text_is_told_once(text: str):
    told = [(named(" ".join(row.sentences for row in part.rows)), named(part.nothing)) for part in PARTS]
    of_it = sorted(
        (n, hexed) for its in chain.from_iterable(told) for which, n, hexed in its if which == text
    )
    assert [n for n, _ in of_it] == list(range(1, len(of_it) + 1))
    if TEXTS is not None:
        there = sentences((Path(TEXTS) / f"{text}.txt").read_text("utf-8"))
        assert [hexed for _, hexed in of_it] == [hashlib.sha256(s.encode()).hexdigest()[:8] for s in there]
