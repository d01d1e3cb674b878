"""What somebody is told, privately, of what he did, or why it was not done."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.cards import cards
from musbot.game.rule_sets import read_option
from musbot.table.told import Done, Refused, Told
from musbot.words.cards import spoken
from musbot.words.texts import Key, Texts
from musbot.words.values import field_words, told_value

DONE: Mapping[Told, Key] = {
    Told.SAID: "done-said",
    Told.BET: "done-bet",
    Told.RAISED: "done-raised",
    Told.SIGNED: "done-signed",
    Told.LOOKED: "done-looked",
    Told.PICKED: "done-picked",
    Told.THREW: "done-threw",
    Told.PAGE: "done-page",
    Told.SAT: "done-sat",
    Told.STOOD: "done-stood",
    Told.QUEUED: "done-queued",
    Told.AI: "done-ai",
    Told.RULES: "done-rules",
    Told.SET: "done-set",
    Told.CUT: "done-cut",
    Told.ASKED: "done-asked",
    Told.READY: "done-ready",
    Told.BARRED: "done-barred",
    Told.UNBARRED: "done-unbarred",
    Told.OPENED: "done-opened",
    Told.ALONE: "done-alone",
    Told.STARTED: "done-started",
    Told.VOTED: "done-voted",
    Told.ENDED: "done-ended",
    Told.REPLACED: "done-replaced",
    Told.LEFT: "done-left",
    Told.TAKES: "done-takes",
    Told.CAME_BACK: "done-came-back",
    Told.RESUMED: "done-resumed",
    Told.MOVED: "done-resumed",
    Told.SHOWN: "done-shown",
}
"""What is said of each thing done at a table."""
REFUSED: Mapping[str, Key] = {
    "over": "refused-over",
    "unknown-table": "refused-unknown-table",
    "set-aside": "refused-set-aside",
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
    "not-host": "refused-not-host",
    "not-opener": "refused-not-opener",
    "barred": "refused-barred",
    "gone-already": "refused-gone-already",
    "no-ai-there": "refused-no-ai-there",
    "promised": "refused-promised",
    "not-held": "refused-not-held",
    "nobody-named": "refused-nobody-named",
    "ai-is-there": "refused-ai-is-there",
    "unknown-act": "refused-unknown-act",
    "repeated": "refused-repeated",
    "thread-failed": "refused-thread-failed",
    "no-table": "refused-no-table",
    "no-such-term": "refused-no-such-term",
    "solo-playing": "refused-solo-playing",
    "anonymous": "refused-anonymous",
    "private-closed": "refused-private-closed",
    "chat-closed": "refused-chat-closed",
    "chat-lacks": "refused-chat-lacks",
    "not-here": "refused-not-here",
    "no-acta": "refused-no-acta",
    "in-private": "refused-in-private",
    "no-number": "refused-no-number",
    "no-amount": "refused-no-amount",
    "no-acta-own": "refused-no-acta-own",
    "no-acta-yet": "refused-no-acta-yet",
    "no-acta-any-more": "refused-no-acta-any-more",
    "film-there": "refused-film-there",
    "no-film": "refused-no-film",
    "no-analysis": "refused-no-analysis",
    "analysis-private": "refused-analysis-private",
    "no-why": "refused-no-why",
    "why-hidden": "refused-why-hidden",
    "no-hand-yet": "refused-no-hand-yet",
    "analysis-running": "refused-analysis-running",
    "analysis-there": "refused-analysis-there",
    "analysis-busy": "refused-analysis-busy",
    "analysis-other-game": "refused-analysis-other-game",
    "analysis-not-yours": "refused-analysis-not-yours",
    "analysis-no-words": "refused-analysis-no-words",
    "forget-late": "refused-forget-late",
    "too-fast": "refused-too-fast",
    "unknown-command": "refused-unknown-command",
    "unknown-command-guess": "refused-unknown-command-guess",
    "queue-full": "refused-queue-full",
    "unknown-language": "refused-unknown-language",
    "cut-what": "refused-cut-what",
    "broken": "refused-broken",
    "not-administrator": "refused-not-administrator",
    "administrators-unknown": "refused-administrators-unknown",
    "only-administrators-open": "refused-only-administrators-open",
    "only-administrators-end": "refused-only-administrators-end",
    "not-in-this-place": "refused-not-in-this-place",
    "bad-set-name": "refused-bad-set-name",
    "no-such-set": "refused-no-such-set",
    "too-many-sets": "refused-too-many-sets",
    "no-table-called": "refused-no-table-called",
    "no-words": "refused-no-words",
    "no-rules-to-keep": "refused-no-rules-to-keep",
}
"""What is said of each reason for which a table refuses something."""


def done(texts: Texts, what: Done) -> str:
    """Returns what one is told of what he has just done."""
    facts = dict(what.facts)
    if what.told is Told.PICKED or what.told is Told.THREW:
        facts["cards"] = spoken(texts, cards(str(facts["cards"]))) or "none"
    if what.told is Told.SAID or what.told is Told.SIGNED:
        facts |= {name: texts.word(str(facts[name])) for name in ("word", "sena") if name in facts}
    if what.told is Told.SET:
        field, value = read_option(f"{facts['field']}={facts['value']}")
        facts = {"field": field_words(texts, field), "value": told_value(texts, field, value)}
    return texts(DONE[what.told], **_simple(facts))


def refused(texts: Texts, error: Refused, now: str) -> str:
    """Returns why a table refuses something; `now` is what is asked there at this moment."""
    return texts(REFUSED[error.reason], now=now, **_simple(error.facts))


def _simple(facts: Mapping[str, object]) -> dict[str, str | int]:
    return {key: value if isinstance(value, str | int) else str(value) for key, value in facts.items()}
