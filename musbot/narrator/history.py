"""Posts about finished partidas and stored data: history, ranking, proof, privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from musbot.narrator.post import Button, Instant, Post
from musbot.table.acts import FORGET_ME, Ask, Payload
from musbot.words.texts import Key, Texts
from musbot.words.values import rules_name

MAX_ROWS = 15
"""Most rows of a ranking."""


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

    table: str
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


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """A person or a pair in a ranking."""

    names: tuple[str, ...]
    """The names of the person or the pair."""
    played: int
    """Number of partidas."""
    won: int
    """Number of partidas won."""
    points: int
    """The rating."""
    give: int
    """The margin of error of the rating, for 19 cases in 20."""


@dataclass(frozen=True, slots=True)
class Rankings:
    """The content of a chat's ranking (`service.review.ranking.Ranking`)."""

    pairs: tuple[RankedEntry, ...]
    """Rated pairs."""
    few_pairs: tuple[RankedEntry, ...]
    """Pairs with too few partidas to be rated."""
    people: tuple[RankedEntry, ...]
    """Rated people."""
    few_people: tuple[RankedEntry, ...]
    """People with too few partidas to be rated."""
    inseparable: tuple[RankedEntry, ...]
    """People with enough partidas to be rated, but nearly always with the same partner."""
    with_ai: tuple[RankedEntry, ...]
    """People's partidas with AI players, which are only counted."""
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
    """Returns a person's partidas, the newest first, with a button for the acta of each."""
    if not past:
        return Post(texts("history-title"), texts("refused-no-acta-own"))
    actas = [(it.table.partition("-")[0], Payload(it.table, 0, Ask.ACTA, paged=True)) for it in past]
    buttons = [Button(texts("button-acta", table=short), str(payload)) for short, payload in actas]
    rows = tuple(tuple(buttons[first : first + 4]) for first in range(0, len(buttons), 4))
    told = "\n".join(_partida_line(texts, it) for it in past)
    instants = tuple(Instant(_date(texts, it.at), it.at) for it in past)
    return Post(texts("history-title"), told, rows, instants=instants)


def _date(texts: Texts, at: float) -> str:
    day = datetime.fromtimestamp(at, UTC)
    return texts("history-date", day=str(day.day), month=str(day.month), year=str(day.year))


def _partida_line(texts: Texts, it: HistoryEntry) -> str:
    """Returns the line of a partida: date, table, rules, outcome, partners and rivals."""
    told = texts(
        "history-line",
        date=_date(texts, it.at),
        table=it.table.partition("-")[0],
        rules=rules_name(texts, it.rules),
        fate=texts(_WENT[it.outcome], score="–".join(map(str, it.score))),
    )
    others = [texts("history-with", names=_join_names(texts, it.partners))] if it.partners else []
    others += [texts("history-against", names=_join_names(texts, it.rivals))] if it.rivals else []
    others += [texts("history-ai")] if it.ai else []
    return " · ".join((told, *others))


def _join_names(texts: Texts, names: Sequence[str]) -> str:
    return texts.join_names([name or texts("player-forgotten") for name in names])


def ranking_post(texts: Texts, it: Rankings) -> Post:
    """Returns the ranking of a chat: pairs, people, then partidas with AI players."""
    blocks = [
        _block(texts, "ranking-pairs", it.pairs),
        _few_block(texts, "ranking-few-pairs", it.few_pairs, it.fewest),
        _block(texts, "ranking-people", it.people),
        _few_block(texts, "ranking-few-people", it.few_people, it.fewest),
        _count_block(texts, "ranking-inseparable", it.inseparable),
        _count_block(texts, "ranking-with-ai", it.with_ai),
    ]
    told = [block for block in blocks if block]
    if not told:
        return Post(texts("ranking-title"), texts("ranking-none", fewest=it.fewest))
    if it.pairs or it.people:
        told.append(texts("ranking-about"))
    return Post(texts("ranking-title"), "\n\n".join(told))


def _block(texts: Texts, title: Key, rated: Sequence[RankedEntry]) -> str:
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
        for place, it in enumerate(rated[:MAX_ROWS], 1)
    ]
    return "\n".join((texts(title), *lines)) if lines else ""


def _few_block(texts: Texts, key: Key, rated: Sequence[RankedEntry], fewest: int) -> str:
    names = [
        texts("ranking-few", names=texts.join_names(it.names), played=it.played, fewest=fewest)
        for it in rated[:MAX_ROWS]
    ]
    return texts(key, rows=", ".join(names), fewest=fewest) if names else ""


def _count_block(texts: Texts, key: Key, rated: Sequence[RankedEntry]) -> str:
    names = [
        texts("ranking-counted", names=texts.join_names(it.names), won=it.won, played=it.played)
        for it in rated[:MAX_ROWS]
    ]
    return texts(key, rows=", ".join(names)) if names else ""


def proof_post(texts: Texts, it: Proof) -> Post:
    """Returns the result of the check of a partida's deals."""
    lines = [
        texts("proof-seed", commitment=it.commitment, seed=it.seed),
        texts("proof-cut", cut=it.cut),
        _hands(texts, it),
        "" if it.drawn else texts("proof-mano"),
        texts("proof-about"),
    ]
    return Post(texts("proof-title", table=it.short), "\n".join(line for line in lines if line))


def _hands(texts: Texts, it: Proof) -> str:
    """Returns the line about the checked hands, and which of them were not dealt from the seed."""
    if not it.broken:
        return texts("proof-kept", hands=it.hands)
    return texts("proof-broken", hands=it.hands, broken=", ".join(map(str, it.broken)))


def privacy_post(texts: Texts, keep_days: int | None, facts: Sequence[Key]) -> Post:
    """Returns the stored personal data. Finished tables are kept `keep_days` days; None means forever.

    `facts` name the data stored in addition to a person's name.
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
