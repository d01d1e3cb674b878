"""One request: what came, and what it turned out to be about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import FormError


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with a request."""

    name: str
    body: bytes


@dataclass(slots=True)
class Call:
    """A request. `problems` are what a well-made bot would not have sent."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: dict[int, Attached] = field(default_factory=dict)
    """By the number n of files[n]."""
    problems: list[str] = field(default_factory=list)
    template: str = ""
    """The endpoint, with the names of its parameters."""
    kind: str = "other"
    channel: int | None = None
    private: bool = False
    """Whether the channel is one's talk with the bot."""
    viewer: int | None = None
    """The one person who sees the effect, where it is not everybody in the channel."""
    message_id: int | None = None
    shown: list[str] = field(default_factory=list)
    """Its texts as they are read."""
    headers: dict[str, str] = field(default_factory=dict)
    """What the response says beside its body."""

    def problem(self, what: str) -> None:
        """Notes a violation that the platform would let pass."""
        self.problems.append(f"{self.method} {self.template or self.path}: {what}")

    @property
    def fields(self) -> dict[str, Any]:
        """The body, which has to be an object."""
        if not isinstance(self.body, dict):
            raise FormError("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self.body

    @property
    def list(self) -> list[Any]:
        """The body, which has to be a list."""
        if not isinstance(self.body, list):
            raise FormError("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return self.body
