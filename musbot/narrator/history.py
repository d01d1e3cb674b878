"""Posts about finished partidas and stored data: history, ranking, proof, privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import NamedTuple

from musbot.narrator.post import SCREEN_LINES, Button, Instant, Post, count_lines
from musbot.table.acts import FORGET_ME, Ask, Payload
from musbot.table.events import TableId
from musbot.words.texts import Key, Texts
from musbot.words.values import rules_name

MAX_ROWS, MAX_SHOWN = 15, 3
"""Most rows of a block of a ranking, and of one in the part that is not folded."""


class PartidaOutcome(Enum):
    """The outcome of a partida for one player."""

    WON = "won"
    LOST = "lost"
    CLOSED = "closed"


_WENT: Mapping[PartidaOutcome, Key] = {
    PartidaOutcome.WON: "history-won",
    PartidaOutcome.LOST: "history-lost",
    PartidaOutcome.CLOSED: "history-closed",
}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A finished partida in a person's history."""

    table: TableId
    """The table's id."""
    at: float
    """The time of its end, in seconds since 1970."""
    rules: str
    """The id of the rule set."""
    outcome: PartidaOutcome
    """The outcome for this person."""
    score: tuple[int, ...]
    """Juegos of each side, this person's side first."""
    partners: tuple[str, ...]
    """Names of the partners; "" for a forgotten person."""
    rivals: tuple[str, ...]
    """Names of the rivals; "" for a forgotten person."""
    ai: bool
    """Whether AI players took part."""


class WonLost(NamedTuple):
    """The partidas of a person or a pair in some time."""

    names: tuple[str, ...]
    """The names of the person or the pair."""
    won: int
    """Partidas won."""
    lost: int
    """Partidas lost."""


class Rated(NamedTuple):
    """The rating of a person or a pair."""

    names: tuple[str, ...]
    """The names of the person or the pair."""
    points: int
    """The rating."""
    margin: int
    """The margin of error of the rating, for 19 cases in 20."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The partidas of Mus without AI players in some time."""

    pairs: tuple[WonLost, ...]
    """The pairs, most partidas won first."""
    people: tuple[WonLost, ...]
    """The people, most partidas won first."""

    @property
    def first(self) -> tuple[WonLost, ...]:
        """The pairs; the people if `pairs` is empty."""
        return self.pairs or self.people


@dataclass(frozen=True, slots=True)
class Rankings:
    """The content of a chat's ranking (`service.review.ranking`)."""

    ever: Standing
    """All partidas."""
    quarter: Standing
    """The partidas of the last 90 days."""
    week: Standing
    """The partidas of the last 7 days."""
    streaks: tuple[tuple[tuple[str, ...], int], ...]
    """The names of pairs and people that have won their last partidas, and how many; the longest first."""
    with_ai: tuple[WonLost, ...]
    """People's partidas with AI players."""
    stones: tuple[WonLost, ...]
    """People's partidas of games with stones."""
    rated_pairs: tuple[Rated, ...]
    """Rated pairs, the best first."""
    rated_people: tuple[Rated, ...]
    """Rated people, the best first."""
    fewest: int
    """Number of partidas from which a pair or person is rated."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The check of a partida's deals against its commitment."""

    short: str
    """The table's short name."""
    commitment: str
    """The published commitment."""
    seed: str
    """The revealed seed."""
    cut: int
    """The place where the deck was cut (R92)."""
    hands: int
    """Number of hands that were checked."""
    broken: tuple[int, ...]
    """Numbers of hands that were not dealt from the seed."""
    drawn: bool
    """Whether the seed gives the first mano."""


def history_post(texts: Texts, past: Sequence[HistoryEntry]) -> Post:
    """Returns a person's partidas, in the given order, with a button for the acta of each, four in a row.

    Without partidas, it says so and has no buttons.
    """
    if not past:
        return Post(texts("history-title"), texts("refused-no-acta-own"))
    actas = [(it.table.partition("-")[0], Payload(it.table, 0, Ask.ACTA, paged=True)) for it in past]
    buttons = [Button(texts("button-acta", table=short), str(payload)) for short, payload in actas]
    rows = tuple(tuple(buttons[first : first + 4]) for first in range(0, len(buttons), 4))
    text = "\n".join(_partida_line(texts, it) for it in past)
    instants = tuple(Instant(_date(texts, it.at), it.at) for it in past)
    return Post(texts("history-title"), text, rows, instants=instants)


def _date(texts: Texts, at: float) -> str:
    """Returns the date of a time in seconds since 1970, in UTC."""
    day = datetime.fromtimestamp(at, UTC)
    return texts("history-date", day=str(day.day), month=str(day.month), year=str(day.year))


def _partida_line(texts: Texts, it: HistoryEntry) -> str:
    """Returns the line of a partida: date, table, rules, outcome, partners, rivals, and whether an AI player
    took part."""
    line = texts(
        "history-line",
        date=_date(texts, it.at),
        table=it.table.partition("-")[0],
        rules=rules_name(texts, it.rules),
        fate=texts(_WENT[it.outcome], score="–".join(map(str, it.score))),
    )
    others = [texts("history-with", names=_join_names(texts, it.partners))] if it.partners else []
    others += [texts("history-against", names=_join_names(texts, it.rivals))] if it.rivals else []
    others += [texts("history-ai")] if it.ai else []
    return " · ".join((line, *others))


def _join_names(texts: Texts, names: Sequence[str]) -> str:
    """Returns names as a list in words, with a placeholder for forgotten people."""
    return texts.join_names([name or texts("player-forgotten") for name in names])


def ranking_post(texts: Texts, it: Rankings) -> Post:
    """Returns the post with a chat's ranking; without partidas, it says so.

    The first blocks of the ranking, as many as fit a small screen, are open. The blocks after them are
    folded. A note says how the ranking counts, and strength if it has any.
    """
    blocks = [block for block in _ranking_blocks(texts, it) if block]
    if not blocks:
        return Post(texts("ranking-title"), texts("ranking-none"))
    shown: list[str] = []
    for block in blocks:
        if count_lines([texts("ranking-title"), *shown, block]) > SCREEN_LINES:
            break
        shown.append(block)
    folded = "\n".join(
        [
            *blocks[len(shown) :],
            texts(
                "ranking-needs" if it.rated_pairs + it.rated_people else "ranking-counts", fewest=it.fewest
            ),
        ]
    )
    return Post(texts("ranking-title"), "\n".join([*shown, folded]), subtext=(folded,))


def _ranking_blocks(texts: Texts, it: Rankings) -> list[str]:
    """Returns the blocks of a ranking, the most interesting first; "" for an empty one.

    The first three, of pairs or without pairs of people, have at most MAX_SHOWN rows. A span of time is left
    out if it has the same partidas as the longer span. Of all time, the long list of people needs some pairs,
    and the long list of pairs more than MAX_SHOWN.
    """
    week, quarter = (it.week.first, it.quarter.first)
    return [
        _won_lost_block(texts, "ranking-week", week[:MAX_SHOWN] if it.week != it.quarter else ()),
        _won_lost_block(texts, "ranking-quarter", quarter[:MAX_SHOWN] if it.quarter != it.ever else ()),
        _won_lost_block(texts, "ranking-ever", it.ever.first[:MAX_SHOWN]),
        "\n".join(
            texts("ranking-streak", names=texts.join_names(names), people=len(names), won=won)
            for names, won in it.streaks
        ),
        _won_lost_block(texts, "ranking-people", it.ever.people if it.ever.pairs else ()),
        _won_lost_block(texts, "ranking-stones", it.stones),
        _won_lost_block(texts, "ranking-with-ai", it.with_ai),
        _won_lost_block(texts, "ranking-pairs", it.ever.pairs if len(it.ever.pairs) > MAX_SHOWN else ()),
        _won_lost_block(texts, "ranking-people-week", it.week.people if it.week != it.quarter else ()),
        _won_lost_block(texts, "ranking-people-quarter", it.quarter.people if it.quarter != it.ever else ()),
        _rated_block(texts, "ranking-strength-pairs", it.rated_pairs),
        _rated_block(texts, "ranking-strength-people", it.rated_people),
    ]


def _won_lost_block(texts: Texts, key: Key, rows: Sequence[WonLost]) -> str:
    """Returns a block of partidas won and lost, with the first MAX_ROWS rows; "" without rows.

    `key` is the message of the block.
    """
    lines = [
        texts("ranking-row", names=texts.join_names(it.names), won=it.won, lost=it.lost)
        for it in rows[:MAX_ROWS]
    ]
    return texts(key, rows=" · ".join(lines)) if lines else ""


def _rated_block(texts: Texts, key: Key, rows: Sequence[Rated]) -> str:
    """Returns a block of ratings, with the first MAX_ROWS rows; "" without rows.

    `key` is the message of the block.
    """
    lines = [
        texts("ranking-rated", names=texts.join_names(it.names), points=str(it.points), margin=it.margin)
        for it in rows[:MAX_ROWS]
    ]
    return texts(key, rows=" · ".join(lines)) if lines else ""


def proof_post(texts: Texts, it: Proof) -> Post:
    """Returns a post with the commitment, the seed, the cut, and the result of the check of a partida's
    deals.

    A line is added if the seed does not give the first mano.
    """
    lines = [
        texts("proof-seed", commitment=it.commitment, seed=it.seed),
        texts("proof-cut", cut=it.cut),
        _hands(texts, it),
        "" if it.drawn else texts("proof-mano"),
        texts("proof-about"),
    ]
    return Post(texts("proof-title", table=it.short), "\n".join(line for line in lines if line))


def _hands(texts: Texts, it: Proof) -> str:
    """Returns the line about the checked hands, with the numbers of any that were not dealt from the seed."""
    if not it.broken:
        return texts("proof-kept", hands=it.hands)
    return texts("proof-broken", hands=it.hands, broken=", ".join(map(str, it.broken)))


def privacy_post(texts: Texts, keep_days: int | None, facts: Sequence[Key]) -> Post:
    """Returns the page that says which personal data is stored, and for how long.

    Finished tables are kept `keep_days` days; None means forever. `facts` are the messages that name data
    stored in addition to a person's name.
    """
    known = texts.join_names([texts(fact) for fact in facts])
    return Post(texts("privacy-title"), texts("privacy-text", days=keep_days or 0, facts=known))


def forget_question(texts: Texts) -> Post:
    """Returns the question whether a person wants to be forgotten."""
    button = Button(texts("button-forget"), FORGET_ME, tone="bold")
    return Post(texts("forget-title"), texts("forget-text"), ((button,),))


def forgotten_post(texts: Texts) -> Post:
    """Returns the confirmation that a person has been forgotten."""
    return Post(texts("forget-title"), texts("forget-done"))


def forgetting_post(texts: Texts) -> Post:
    """Returns the message that a deletion is still running."""
    return Post(texts("forget-title"), texts("forget-goes-on"))


def not_forgotten_post(texts: Texts) -> Post:
    """Returns the message that a deletion has failed."""
    return Post(texts("forget-title"), texts("forget-failed"))
