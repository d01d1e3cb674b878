"""What goes wrong between a bot and the platform, on demand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from .errors import Refusal


class Trouble(Enum):
    """What happens to a request, in the order in which a request meets it."""

    LOSE_REQUEST = "the connection closes before anything was done"
    SLOW = "the platform takes its time"
    GARBLE = "what is answered is not JSON and nothing was done"
    REFUSE = "an error is answered and nothing done"
    LOSE_REPLY = "it was done, and the connection closes"


@dataclass(slots=True)
class Fault:
    """A trouble in wait for requests of a method ("*": any) whose path matches; `times` None is for ever."""

    method: str
    path: str
    trouble: Trouble
    times: int | None
    seconds: float = 0.0
    error: Refusal | None = None
    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def meets(self, method: str, path: str) -> bool:
        """Returns whether this request is one of those."""
        return self.times != 0 and self.method in ("*", method) and bool(re.search(self.path, path))


@dataclass(slots=True)
class GatewayFaults:
    """What goes wrong at the gateway for as long as it is set."""

    status: int | None = None
    """Who connects is answered so, 0: is cut off, and never comes in."""
    said: str | bytes | None = None
    """Who connects is told this instead of HELLO."""
    shards: set[int] = field(default_factory=set)
    """Whoever starts or resumes a session of one of these is cut off."""
    closes: int | None = None
    """With this code the connection of whoever starts or resumes a session is closed."""
    late_s: float = 0.0
    """How long everything is on its way to the bot."""
    mute: bool = False
    """Nothing is said to anybody any more, and what is said to it is not heard."""

    def clear(self) -> None:
        """Ends every trouble."""
        self.status, self.said, self.closes, self.late_s, self.mute = None, None, None, 0.0, False
        self.shards.clear()


@dataclass(slots=True)
class Faults:
    """The troubles in wait, taken one by one in the order in which they were asked for."""

    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Puts a trouble in wait."""
        self.waiting.append(fault)

    def take(self, method: str, path: str, trouble: Trouble) -> Fault | None:
        """Returns the next such trouble for the request, and counts it."""
        for fault in self.waiting:
            if fault.trouble is trouble and fault.meets(method, path):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def clear(self) -> None:
        """Ends every trouble."""
        self.waiting.clear()
