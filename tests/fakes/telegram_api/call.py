"""One request: its parameters as the platform reads them, and what it turned out to be about."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .errors import malformed

TRUE = ("true", "yes", "1")
"""[C] Client::to_bool"""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with a request."""

    name: str
    body: bytes


@dataclass(slots=True)
class Call:
    """A request to a method. `problems` are what a well-made bot would not have sent."""

    method: str
    params: dict[str, Any]
    files: dict[str, Attached] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    viewer: int | None = None
    """The one person who sees the effect, where it is not everybody in the chat."""
    message_id: int | None = None
    shown: list[str] = field(default_factory=list)
    """Its texts as they are read, without markup."""

    def problem(self, what: str) -> None:
        """Notes a violation that the platform would let pass, or punish in ways of its own."""
        self.problems.append(f"{self.method}: {what}")

    def text(self, name: str) -> str:
        """Returns a string, empty where it is missing."""
        value = self.params.get(name)
        return "" if value is None else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Returns a number, the default where there is none that can be read."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """Returns whether the parameter says yes."""
        return self.text(name).strip().lower() in TRUE

    def decoded(self, name: str) -> Any:
        """Returns a JSON-serialized parameter, None where it is missing; refuses what is not JSON."""
        value = self.params.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise malformed(f"can't parse {name.replace('_', ' ')} JSON object") from None

    @property
    def chat_id(self) -> int | None:
        """The chat the request names, if it is a number."""
        return self.integer("chat_id") or None

    def payload(self) -> dict[str, Any]:
        """Returns the parameters with nested JSON read, for people and searches."""
        return {name: _readable(value) for name, value in self.params.items()}


def _readable(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
