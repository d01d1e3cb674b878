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
    return texts(error.reason, now=now, **_simple(error.facts))


def _simple(facts: Mapping[str, object]) -> dict[str, str | int]:
    return {key: value if isinstance(value, str | int) else str(value) for key, value in facts.items()}
