"""What went wrong, in the language of the command line, whoever says it.

Rooms without words, such as the store, say it in English. That sentence is found again among the English
messages below, with its facts, and told in the language that is spoken here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from musbot.acta.partida import ActaError
from musbot.acta.replay import Unexpected, refused
from musbot.game.errors import BadRules, Illegal
from musbot.game.rules_base import UnknownRuleSet
from musbot.narrator.rulewords import refusal
from musbot.words.texts import Key, Texts

WHY = frozenset(("why", "expected", "found", "which"))
"""Facts that are sentences, or parts of them, themselves."""
STRICT = frozenset(("expected",))
"""Those of them that must be among the messages: "cannot be read: …" may end in what a library says."""
NAMES = "names"
"""The fact that is a list: "Ane or Beñat"."""
ERRORS: Mapping[Key, tuple[str, ...]] = {
    "error-at": ("place", "why"),
    "error-rule": ("why", "rule"),
    "error-setting": ("names", "expected"),
    "expected-one-of": ("known",),
    "expected-address": ("like",),
    "expected-seconds": (),
    "expected-database-url": (),
    "expected-place": (),
    "expected-days": (),
    "expected-utf8": (),
    "expected-writable": ("why",),
    "expected-asyncpg": (),
    "expected-health": (),
    "expected-telegram-token": (),
    "expected-token": (),
    "expected-discord-token": (),
    "os-not-there": (),
    "os-denied": (),
    "os-folder": (),
    "os-no-folder": (),
    "os-full": (),
    "os-there": (),
    "os-read-only": (),
    "os-refused": (),
    "store-file-there": ("file",),
    "store-log-there": ("log", "file"),
    "store-link": ("file",),
    "store-in-use": ("file",),
    "store-in-use-by-another": ("file",),
    "store-busy": (),
    "store-own-file": ("file",),
    "store-no-file": (),
    "store-not-a-file": (),
    "store-empty": (),
    "store-strangers": ("found",),
    "store-foreign": (),
    "store-before": ("schema",),
    "store-newer": ("schema", "known"),
    "store-older": ("schema", "known"),
    "store-damaged": ("why",),
    "sqlite-no-database": (),
    "sqlite-malformed": (),
    "sqlite-full": (),
    "store-damaged-text": (),
    "store-commits": ("file", "number", "known", "log", "count"),
    "store-no-table": ("table", "file"),
    "store-no-table-server": ("table",),
    "store-some-events": ("table", "events", "why"),
    "store-table": ("table", "why"),
    "store-event-missing": ("table", "seq"),
    "store-event-newer": ("table", "seq"),
    "store-event-unread": ("table", "seq"),
    "store-event-follows": ("table", "seq", "error"),
    "store-event-other": ("table", "seq"),
    "store-open-to-others": ("file",),
    "store-sqlite": ("why",),
    "store-server": ("why",),
    "store-server-closed": ("why",),
    "store-server-in-use": (),
    "store-server-not-empty": (),
    "store-server-no-client": ("program", "why"),
    "store-server-install": (),
    "store-server-copy-newer": ("program", "why"),
    "store-server-older": ("program", "why"),
    "store-server-lost": ("schema", "tables"),
    "store-server-without": ("schema",),
    "store-server-silent": (),
    "store-server-user": (),
    "store-server-password": (),
    "store-server-no-database": (),
    "store-server-may-not": (),
    "store-server-rows": ("table",),
    "store-server-gone": (),
    "store-server-has": ("why",),
    "store-server-no-tables": (),
    "store-server-before": ("schema",),
    "store-server-alone": (
        "file",
        "schema",
    ),
    "store-server-other-tables": ("code",),
    "store-server-no-schema": ("path",),
    "store-server-newer": (),
    "store-server-another": (),
    "store-moved-rows": (
        "table",
        "done",
        "count",
    ),
    "store-moved-row": (
        "table",
        "row",
    ),
    "store-moved-not": (
        "table",
        "first",
        "last",
        "error",
    ),
    "health-late": (),
    "health-slow": (),
    "health-unwritten": (),
    "app-no-screen": (),
    "app-nothing": (),
    "app-written": ("why",),
    "acta-error-read": ("why",),
    "acta-error-long": ("most",),
    "acta-error-utf8": ("byte",),
    "acta-error-toml": ("why",),
    "acta-error-dots": ("most",),
    "acta-error-nested": (),
    "acta-error-digits": (),
    "acta-error-place": ("hand", "voz", "why"),
    "acta-error-expected-not": ("where", "expected", "found"),
    "acta-error-missing": ("where", "expected"),
    "acta-error-key": ("where", "known"),
    "acta-error-key-in": ("where", "place", "known"),
    "acta-error-version": ("version",),
    "acta-error-table": (),
    "acta-error-text": (),
    "acta-error-list": (),
    "acta-error-texts": (),
    "acta-error-number": (),
    "acta-error-boolean": (),
    "acta-error-names": (),
    "acta-error-player": (),
    "acta-error-hands": (),
    "acta-error-cards": (),
    "acta-error-rules": (),
    "acta-error-not-there": ("name", "names"),
    "acta-error-cannot": ("why", "expected"),
    "acta-error-may-say": ("names", "words"),
    "acta-error-may-say-or-wait": ("names", "words"),
    "acta-error-new-hand": (),
    "acta-error-over": ("names",),
    "acta-error-no-hand-here": (),
    "acta-error-nothing-here": (),
    "acta-error-no-word": ("word",),
    "acta-error-voz": ("word",),
    "acta-error-nobody-waits": (),
    "acta-error-twice": ("card", "count"),
    "acta-error-drawn": ("count", "name", "left"),
    "acta-error-bet": ("most",),
    "acta-error-card": ("card",),
    "acta-error-no-sena": ("name", "known"),
    "acta-error-seats": ("expected", "rules", "given"),
    "acta-error-no-edition": ("name", "known"),
    "verify-nothing": (),
    "verify-missing": ("names",),
    "verify-all": ("hands",),
    "verify-some": ("kept", "hands", "which"),
    "verify-none": (),
    "verify-mano": ("why",),
    "verify-commitment": ("due",),
    "verify-hand": ("hand", "why"),
    "verify-dealt": ("name", "got", "due"),
    "verify-drew": ("name", "got", "due"),
    "arena-no-player": ("name", "known"),
    "arena-odd": ("seats", "rules"),
    "analysis-not-mus": ("rules",),
}
"""The messages of errors.ftl, and their facts."""


def told(texts: Texts, error: BaseException) -> str:
    """Returns what an error says, in a language; as it says it itself where there is no message for that."""
    match error:
        case BadRules() | UnknownRuleSet(what="rule set" | "field"):
            return refusal(texts, error)
        case ActaError(hand=None):
            return _cause(texts, error)
        case ActaError(hand=hand, voz=voz):
            return texts("acta-error-place", hand=hand or 0, voz=voz or 0, why=_cause(texts, error))
        case _:
            return translated(texts, str(error))


def _cause(texts: Texts, error: ActaError) -> str:
    match error.__cause__:
        case Illegal() as illegal:
            return refused(illegal, error.names, texts)
        case Unexpected(__cause__=Illegal() as illegal):
            return refused(illegal, error.names, texts)
        case BadRules() | UnknownRuleSet() as cause:
            return told(texts, cause)
        case _:
            return translated(texts, error.why)


def translated(texts: Texts, sentence: str) -> str:
    """Returns an English sentence of such a room in a language; the sentence itself if it is none of them."""
    if texts.language == "en":
        return sentence
    made = (
        (texts(key, **{name: _fact(texts, name, value) for name, value in facts.items()}), facts)
        for pattern, key in _patterns()
        if (found := pattern.fullmatch(sentence)) is not None
        for facts in [found.groupdict()]
    )
    return next((it for it, facts in made if _whole(texts, facts)), sentence)


def _whole(texts: Texts, facts: Mapping[str, str]) -> bool:
    """Whether nothing of a sentence has stayed English."""
    return all(translated(texts, value) != value for name, value in facts.items() if name in STRICT)


def _fact(texts: Texts, name: str, value: str) -> str:
    if name in WHY:
        return translated(texts, value)
    if name == NAMES and " or " in value:
        before, _, last = value.rpartition(" or ")
        return texts("list-either", before=before, last=last)
    return value


def _fact_in(name: str) -> str:
    """What a fact looks like: one that is no sentence itself holds nothing of one."""
    return f"(?P<{name}>.+?)" if name in WHY else f"(?P<{name}>(?:(?!: expected ).)+?)"


@cache
def _patterns() -> list[tuple[re.Pattern[str], Key]]:
    """What each message looks like in English; those that say most themselves come first."""
    english = Texts("en")
    made = []
    for key, facts in ERRORS.items():
        parts = english(key, **{fact: f"\0{fact}\0" for fact in facts}).split("\0")
        fixed = parts[::2]
        signs = [_fact_in(part) if n % 2 else re.escape(part) for n, part in enumerate(parts)]
        made.append((sum(map(len, fixed)), re.compile("".join(signs), re.DOTALL), key))
    made.sort(key=lambda row: -row[0])
    return [(pattern, key) for _, pattern, key in made]
