"""The answer to a press at a table: a confirmation, or the reason for a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from musbot.game.errors import Fact, MusError
from musbot.table.events import AnyEvent
from musbot.table.table import Table


class Refused(MusError):
    """An act that is not possible now; the game stays unchanged."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        """`reason` is the key of the message that explains the refusal, `facts` are its variables."""
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Confirmation(StrEnum):
    """The confirmation of an act, by the key of its message."""

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
    ASKED_FOR_DATE = "done-asked-for-date"
    READY = "done-ready"
    STARTED = "done-started"
    VOTED = "done-voted"
    VOTED_REPLACE = "done-voted-replace"
    VOTED_RESUME = "done-voted-resume"
    ENDED = "done-ended"
    REPLACED = "done-replaced"
    LEFT = "done-left"
    LEFT_TO = "done-left-to"
    TAKES = "done-takes"
    CAME_BACK = "done-came-back"
    BARRED = "done-barred"
    UNBARRED = "done-unbarred"
    OPENED = "done-opened"
    OPENED_THREAD = "done-opened-thread"
    ALONE = "done-alone"
    BEGINS = "done-begins"
    RESUMED = "done-resumed"
    SHOWN = "done-shown"


@dataclass(frozen=True, slots=True)
class ActResult:
    """The events that an act leads to, and its confirmation."""

    events: tuple[AnyEvent, ...]
    """The events; none if the act changes nothing."""
    confirmation: Confirmation
    """The message that confirms the act."""
    facts: dict[str, Fact] = field(default_factory=dict)
    """The variables of the message."""
    after: Table | None = field(default=None, compare=False, repr=False)
    """The table after the events, if it is already computed; None otherwise."""
