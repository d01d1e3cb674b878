"""What goes wrong between a bot and the platform, on demand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import Enum

from .call import Call
from .errors import ApiError

EVERY_METHOD = "*"
"""Any method but getUpdates, which must be named."""


class Trouble(Enum):
    """What happens to a request, in the order in which a request meets it."""

    LOSE_REQUEST = "the connection closes before anything was done"
    SLOW = "the platform takes its time"
    HOLD = "the platform waits until it is told to go on"
    REFUSE = "an error is answered and nothing done"
    GARBLE = "what is answered is not JSON and nothing was done"
    LOSE_REPLY = "it was done, and the connection closes"


@dataclass(slots=True)
class Fault:
    """A trouble in wait for a method; `times` None is for ever."""

    method: str
    trouble: Trouble
    times: int | None
    seconds: float = 0.0
    error: ApiError | None = None
    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    chat: int | None = None
    """The only chat that it befalls; None: every one."""
    free: asyncio.Event = field(default_factory=asyncio.Event)

    def meets(self, call: Call) -> bool:
        """Returns whether this request is one of those."""
        method = call.method.lower()
        named = self.method.lower() == method or (self.method == EVERY_METHOD and method != "getupdates")
        return self.times != 0 and named and self.chat in (None, call.integer("chat_id"))


@dataclass(slots=True)
class Faults:
    """The troubles in wait, taken one by one in the order in which they were asked for."""

    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Puts a trouble in wait."""
        self.waiting.append(fault)

    def take(self, call: Call, trouble: Trouble) -> Fault | None:
        """Returns the next such trouble for the request, and counts it."""
        for fault in self.waiting:
            if fault.trouble is trouble and fault.meets(call):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def clear(self) -> None:
        """Ends every trouble."""
        self.waiting.clear()
