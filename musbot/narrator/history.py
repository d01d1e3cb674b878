"""What is told of partidas that are over: one's own, who wins, the proof of a deal; and what is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from musbot.narrator.post import Button, Instant, Post
from musbot.table.acts import FORGET_ME, Ask, Payload
from musbot.words.texts import Key, Texts
from musbot.words.values import rules_name

MOST_ROWS = 15
"""Of a list of the ranking."""


class Went(Enum):
    """How a partida went for somebody."""

    WON = "won"
    LOST = "lost"
    CLOSED = "closed"


_WENT: Mapping[Went, Key] = {
    Went.WON: "history-won",
    Went.LOST: "history-lost",
    Went.CLOSED: "history-closed",
}


@dataclass(frozen=True, slots=True)
class Past:
    """Somebody's partida: when (seconds since 1970), by which rules, how it went, with and against whom.

    `score` are each side's juegos, their own first; `ai` tells that AI players sat there. Who is forgotten
    is named "".
    """

    table: str
    at: float
    rules: str
    went: Went
    score: tuple[int, ...]
    partners: tuple[str, ...]
    rivals: tuple[str, ...]
    ai: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody, or a pair, in a ranking."""

    names: tuple[str, ...]
    played: int
    won: int
    points: int
    give: int


@dataclass(frozen=True, slots=True)
class Rankings:
    """What a ranking shows (`service.ranking.Ranking`); below `fewest` partidas nobody is rated."""

    pairs: tuple[Rated, ...]
    few_pairs: tuple[Rated, ...]
    people: tuple[Rated, ...]
    few_people: tuple[Rated, ...]
    inseparable: tuple[Rated, ...]
    with_ai: tuple[Rated, ...]
    fewest: int


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of the promise of a partida: how many hands, and which were not dealt as promised.

    `drawn` tells that the first mano is the one that the seed gives.
    """

    short: str
    commitment: str
    seed: str
    cut: int
    hands: int
    broken: tuple[int, ...]
    drawn: bool


def history(texts: Texts, past: Sequence[Past]) -> Post:
    """Returns somebody's partidas, the newest first, with a button for the acta of each."""
    if not past:
        return Post(texts("history-title"), texts("refused-no-acta-own"))
    actas = [(it.table.partition("-")[0], Payload(it.table, 0, Ask.ACTA, paged=True)) for it in past]
    buttons = [Button(texts("button-acta", table=short), str(payload)) for short, payload in actas]
    rows = tuple(tuple(buttons[first : first + 4]) for first in range(0, len(buttons), 4))
    told = "\n".join(_past(texts, it) for it in past)
    instants = tuple(Instant(_date(texts, it.at), it.at) for it in past)
    return Post(texts("history-title"), told, rows, instants=instants)


def _date(texts: Texts, at: float) -> str:
    day = datetime.fromtimestamp(at, UTC)
    return texts("history-date", day=str(day.day), month=str(day.month), year=str(day.year))


def _past(texts: Texts, it: Past) -> str:
    told = texts(
        "history-line",
        date=_date(texts, it.at),
        table=it.table.partition("-")[0],
        rules=rules_name(texts, it.rules),
        fate=texts(_WENT[it.went], score="–".join(map(str, it.score))),
    )
    others = [texts("history-with", names=_listed(texts, it.partners))] if it.partners else []
    others += [texts("history-against", names=_listed(texts, it.rivals))] if it.rivals else []
    others += [texts("history-ai")] if it.ai else []
    return " · ".join((told, *others))


def _listed(texts: Texts, names: Sequence[str]) -> str:
    return texts.join_names([name or texts("player-forgotten") for name in names])


def ranking(texts: Texts, it: Rankings) -> Post:
    """Returns who wins in a chat: pairs, then people, then partidas with AI players."""
    blocks = [
        _block(texts, "ranking-pairs", it.pairs),
        _few(texts, "ranking-few-pairs", it.few_pairs, it.fewest),
        _block(texts, "ranking-people", it.people),
        _few(texts, "ranking-few-people", it.few_people, it.fewest),
        _counted(texts, "ranking-inseparable", it.inseparable),
        _counted(texts, "ranking-with-ai", it.with_ai),
    ]
    told = [block for block in blocks if block]
    if not told:
        return Post(texts("ranking-title"), texts("ranking-none", fewest=it.fewest))
    if it.pairs or it.people:
        told.append(texts("ranking-about"))
    return Post(texts("ranking-title"), "\n\n".join(told))


def _block(texts: Texts, title: Key, rated: Sequence[Rated]) -> str:
    lines = [
        texts(
            "ranking-line",
            place=place,
            names=texts.join_names(it.names),
            points=str(it.points),
            give=str(it.give),
            won=it.won,
            played=it.played,
        )
        for place, it in enumerate(rated[:MOST_ROWS], 1)
    ]
    return "\n".join((texts(title), *lines)) if lines else ""


def _few(texts: Texts, key: Key, rated: Sequence[Rated], fewest: int) -> str:
    names = [
        texts("ranking-few", names=texts.join_names(it.names), played=it.played, fewest=fewest)
        for it in rated[:MOST_ROWS]
    ]
    return texts(key, rows=", ".join(names), fewest=fewest) if names else ""


def _counted(texts: Texts, key: Key, rated: Sequence[Rated]) -> str:
    names = [
        texts("ranking-counted", names=texts.join_names(it.names), won=it.won, played=it.played)
        for it in rated[:MOST_ROWS]
    ]
    return texts(key, rows=", ".join(names)) if names else ""


def proof(texts: Texts, it: Proof) -> Post:
    """Returns what was found of the promise of a partida that is over."""
    lines = [
        texts("proof-seed", commitment=it.commitment, seed=it.seed),
        texts("proof-cut", cut=it.cut),
        _hands(texts, it),
        "" if it.drawn else texts("proof-mano"),
        texts("proof-about"),
    ]
    return Post(texts("proof-title", table=it.short), "\n".join(line for line in lines if line))


def _hands(texts: Texts, it: Proof) -> str:
    if not it.broken:
        return texts("proof-kept", hands=it.hands)
    return texts("proof-broken", hands=it.hands, broken=", ".join(map(str, it.broken)))


def privacy(texts: Texts, keep_days: int | None, facts: Sequence[Key]) -> Post:
    """Returns what is kept of people, and for how long: finished tables `keep_days`, None: for ever.

    `facts` say what is known of somebody beside their name.
    """
    known = texts.join_names([texts(fact) for fact in facts])
    return Post(texts("privacy-title"), texts("privacy-text", days=keep_days or 0, facts=known))


def forget(texts: Texts) -> Post:
    """Returns the question whether somebody wants to be forgotten."""
    button = Button(texts("button-forget"), FORGET_ME, tone="bold")
    return Post(texts("forget-title"), texts("forget-text"), ((button,),))


def forgotten(texts: Texts) -> Post:
    """Returns what is told to one who was forgotten."""
    return Post(texts("forget-title"), texts("forget-done"))
