"""What one who pressed is told: what they have done, or why it was refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from musbot.game.errors import Fact, MusError
from musbot.table.events import AnyEvent
from musbot.table.table import Table


class Refused(MusError):
    """Something that cannot be done at this table now; `reason` is the key of the message that says why."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Told(StrEnum):
    """What a presser is told of what they have done: by the key of the message that says so."""

    SAID = "done-said"
    BET = "done-bet"
    RAISED = "done-raised"
    SIGNED = "done-signed"
    LOOKED = "done-looked"
    PICKED = "done-picked"
    THREW = "done-threw"
    PAGE = "done-page"
    SAT = "done-sat"
    STOOD = "done-stood"
    QUEUED = "done-queued"
    AI_SAT = "done-ai-sat"
    AI_UP = "done-ai-up"
    AI_KIND = "done-ai-kind"
    RULES = "done-rules"
    SET = "done-set"
    CUT = "done-cut"
    ASKED = "done-asked"
    READY = "done-ready"
    STARTED = "done-started"
    VOTED = "done-voted"
    VOTED_REPLACE = "done-voted-replace"
    ENDED = "done-ended"
    REPLACED = "done-replaced"
    LEFT = "done-left"
    LEFT_TO = "done-left-to"
    TAKES = "done-takes"
    CAME_BACK = "done-came-back"
    BARRED = "done-barred"
    UNBARRED = "done-unbarred"
    OPENED = "done-opened"
    ALONE = "done-alone"
    BEGINS = "done-begins"
    RESUMED = "done-resumed"
    SHOWN = "done-shown"


@dataclass(frozen=True, slots=True)
class Done:
    """What follows from a press: the events, and what its presser is told, with its facts.

    `after` is the table that the events lead to, where deciding has told it; None: fold them.
    """

    events: tuple[AnyEvent, ...]
    told: Told
    facts: dict[str, Fact] = field(default_factory=dict)
    after: Table | None = field(default=None, compare=False, repr=False)
