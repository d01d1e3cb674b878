"""What somebody is told, privately, of what he did, or why it was not done."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.cards import cards
from musbot.table.conduct import Done, Refused
from musbot.words.cards import spoken
from musbot.words.texts import Key, Texts

DONE: Mapping[str, Key] = {
    "said": "done-said",
    "bet": "done-bet",
    "raised": "done-raised",
    "signed": "done-signed",
    "looked": "done-looked",
    "picked": "done-picked",
    "threw": "done-threw",
    "page": "done-page",
    "sat": "done-sat",
    "stood": "done-stood",
    "queued": "done-queued",
    "ai": "done-ai",
    "rules": "done-rules",
    "set": "done-set",
    "word": "done-word",
    "opened": "done-opened",
    "started": "done-started",
    "voted": "done-voted",
    "ended": "done-ended",
    "replaced": "done-replaced",
    "left": "done-left",
    "resumed": "done-resumed",
    "moved": "done-moved",
}
"""What is said of each thing done at a table."""
REFUSED: Mapping[str, Key] = {
    "over": "refused-over",
    "unknown-table": "refused-unknown-table",
    "old-question": "refused-old-question",
    "not-in-lobby": "refused-not-in-lobby",
    "not-begun": "refused-not-begun",
    "no-seat": "refused-no-seat",
    "seated-already": "refused-seated-already",
    "side-full": "refused-side-full",
    "seats-free": "refused-seats-free",
    "table-full": "refused-table-full",
    "no-ai": "refused-no-ai",
    "not-full": "refused-not-full",
    "nothing-picked": "refused-nothing-picked",
    "not-absent": "refused-not-absent",
    "unknown-act": "refused-unknown-act",
    "repeated": "refused-repeated",
    "no-table": "refused-no-table",
    "anonymous": "refused-anonymous",
    "private-closed": "refused-private-closed",
    "not-here": "refused-not-here",
    "no-acta": "refused-no-acta",
    "in-private": "refused-in-private",
    "no-number": "refused-no-number",
    "broken": "refused-broken",
}
"""What is said of each reason for which a table refuses something."""


def done(texts: Texts, what: Done) -> str:
    """Returns what one is told of what he has just done."""
    facts = dict(what.facts)
    if what.told in ("picked", "threw"):
        facts["cards"] = spoken(texts, cards(str(facts["cards"]))) or "none"
    return texts(DONE[what.told], **_simple(facts))


def refused(texts: Texts, error: Refused, now: str) -> str:
    """Returns why a table refuses something; `now` is what is asked there at this moment."""
    return texts(REFUSED[error.reason], now=now, **_simple(error.facts))


def _simple(facts: Mapping[str, object]) -> dict[str, str | int]:
    return {key: value if isinstance(value, str | int) else str(value) for key, value in facts.items()}
