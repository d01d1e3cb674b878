"""What one who pressed is told: what he has done, or why it was refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from musbot.game.errors import Fact, MusError
from musbot.table.state import AnyEvent, Table


class Refused(MusError):
    """Something that cannot be done at this table now; `reason` is the key of the message that says why."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Told(StrEnum):
    """What a presser is told of what he has done: each has a message in every language (`done-…`)."""

    SAID = "said"
    BET = "bet"
    RAISED = "raised"
    SIGNED = "signed"
    LOOKED = "looked"
    PICKED = "picked"
    THREW = "threw"
    PAGE = "page"
    SAT = "sat"
    STOOD = "stood"
    QUEUED = "queued"
    AI = "ai"
    RULES = "rules"
    SET = "set"
    CUT = "cut"
    ASKED = "asked"
    READY = "ready"
    STARTED = "started"
    VOTED = "voted"
    ENDED = "ended"
    REPLACED = "replaced"
    LEFT = "left"
    TAKES = "takes"
    CAME_BACK = "came-back"
    BARRED = "barred"
    UNBARRED = "unbarred"
    OPENED = "opened"
    ALONE = "alone"
    RESUMED = "resumed"
    MOVED = "moved"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Done:
    """What follows from a press: the events, and what its presser is told, with its facts.

    `after` is the table that the events lead to, where deciding has told it; None: fold them.
    """

    events: tuple[AnyEvent, ...]
    told: Told
    facts: dict[str, Fact] = field(default_factory=dict)
    after: Table | None = field(default=None, compare=False, repr=False)
