"""One request: what came, and what it turned out to be about."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_KINDS = {
    ("POST", r"/channels/\d+/messages"): "send",
    ("PATCH", r"/channels/\d+/messages/\d+"): "edit",
    ("DELETE", r"/(channels|webhooks)/.+/messages/[^/]+"): "delete",
    ("POST", r"/interactions/\d+/[^/]+/callback"): "answer",
    ("POST", r"/webhooks/\d+/[^/]+"): "followup",
    ("PATCH", r"/webhooks/\d+/[^/]+/messages/[^/]+"): "followup",
}


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with a request, as simcord takes it too."""

    name: str
    body: bytes
    description: str | None = None

    @property
    def filename(self) -> str:
        return self.name

    @property
    def fp(self) -> io.BytesIO:
        return io.BytesIO(self.body)


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
    channel: int | None = None
    private: bool = False
    """Whether the channel is one's talk with the bot."""
    viewer: int | None = None
    """The one person who sees the effect, where it is not everybody in the channel."""
    message_id: int | None = None
    shown: list[str] = field(default_factory=list)
    """Its texts as they are read."""
    size: int = 0
    """Its bytes: of its body, with the files."""
    again: int = 0
    """How many of its files the message had already."""
    headers: dict[str, str] = field(default_factory=dict)
    """What the response says beside its body."""

    def problem(self, what: str) -> None:
        """Notes a violation."""
        self.problems.append(f"{self.method} {self.path}: {what}")

    @property
    def kind(self) -> str:
        """What it is counted as: "send", "edit", "delete", "answer", "followup" or "other"."""
        kinds = (kind for (verb, path), kind in _KINDS.items() if verb == self.method and self.at(path))
        return next(kinds, "other")

    def at(self, pattern: str) -> re.Match[str] | None:
        """Returns the match of its whole path."""
        return re.fullmatch(pattern, self.path)

    @property
    def said(self) -> dict[str, Any]:
        """The message in its body, {} where there is none; of an answer to an interaction, its data."""
        found = self.body if isinstance(self.body, dict) else {}
        return (found.get("data") or {}) if self.kind == "answer" else found

    def attached(self) -> list[Attached]:
        """Returns its files in order, each with the description that the message gives it."""
        named = {str(e.get("id")): e.get("description") for e in self.said.get("attachments") or []}
        return [Attached(it.name, it.body, named.get(str(n))) for n, it in sorted(self.files.items())]
