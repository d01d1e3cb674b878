"""All that a bot ever sent and who may have seen it, and the story of a channel for people to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.story import changed

from . import components
from .call import Attached

if TYPE_CHECKING:
    from .world import Message

_NO_WORDS = {"channel_id", "message_id", "nonce", "recipient_id", "allowed_mentions"}


@dataclass(slots=True)
class Sent:
    """One request of the bot: `payload` is its body, `status` and `code` what it was answered."""

    at: float
    method: str
    path: str
    kind: str
    """One of "send", "edit", "delete", "answer" (to an interaction), "followup" and "other"."""
    channel: int | None
    private: bool
    """Whether the channel is one's talk with the bot."""
    viewer: int | None
    """The one who may see it, where it is not everybody in the channel."""
    payload: Any
    files: list[Attached]
    shown: list[str]
    """Its texts as they are read."""
    status: int
    code: int = 0
    error: str = ""
    message_id: int | None = None
    lost: bool = False
    """Whether the bot never received the reply, though it took effect."""
    again: int = 0
    """How many of its files the message had already."""
    size: int = 0
    """Its bytes: of its body, with the files."""

    @property
    def done(self) -> bool:
        """Whether it took effect, and was therefore seen."""
        return self.status < 300

    def words(self) -> Iterator[str]:
        """Yields every text in it: labels, custom ids, options, links, names of files."""
        said = [*_strings(self.payload)]
        yield from said
        yield from (text for text in self.shown if text and text not in said)
        yield from (file.name for file in self.files)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NO_WORDS:
                yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a channel's story, told at a time; only the viewer sees it, if there is one."""

    channel: int
    text: str
    viewer: int | None = None
    at: float = 0.0


@dataclass(slots=True)
class Journal:
    """What was sent, in order, and what was wrong with it; the clock tells when each line was told."""

    clock: Callable[[], float]
    sent: list[Sent] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    story: list[Line] = field(default_factory=list)
    _shown: dict[int, list[str]] = field(default_factory=dict)
    _numbers: dict[int, dict[int, int]] = field(default_factory=dict)

    def note(self, entry: Sent) -> None:
        """Keeps a request."""
        self.sent.append(entry)

    @property
    def refused(self) -> list[Sent]:
        """What was answered with an error."""
        return [s for s in self.sent if not s.done]

    def to_channel(self, channel: int) -> list[Sent]:
        """Returns what took effect in a channel for everybody in it to see."""
        return [s for s in self.sent if s.done and s.channel == channel and s.viewer is None]

    def tell(self, channel: int, text: str, viewer: int | None = None) -> None:
        """Adds a line to a channel's story."""
        self.story.append(Line(channel, text, viewer, self.clock()))

    def tell_message(self, message: Message, *, edited: bool = False) -> None:
        """Adds what the bot said to its channel's story, or what an edit changed of it."""
        lines = shown(message)
        how, told = (", edited", changed(self._shown[message.id], lines)) if edited else ("", lines)
        self._shown[message.id] = lines
        said = "\n      ".join(told) or "…"
        told_by = f"{message.author.global_name} {self.number(message)}{how}"
        self.tell(message.channel.id, f"{told_by}: {said}", message.viewer)

    def tell_gone(self, message: Message) -> None:
        """Adds to its channel's story that a message was taken away."""
        said = f"{message.author.global_name} {self.number(message)} goes"
        self.tell(message.channel.id, said, message.viewer)

    def number(self, message: Message) -> str:
        """Returns what a message of the bot is called in its channel's story: numbers count from 1."""
        numbers = self._numbers.setdefault(message.channel.id, {})
        numbers.setdefault(message.id, len(numbers) + 1)
        return f"#{numbers[message.id]}"


def shown(message: Message) -> list[str]:
    """Returns the lines of a message as one reads it, its buttons beneath."""
    lines = [f"<{file.name}>" for file in message.files]
    lines += [f"“{line}”" for alt in message.alt_texts for line in alt.splitlines()]
    lines += message.text.splitlines()
    lines += [" ".join(f"[{label}]" for label in row) for row in message.labels]
    return lines + [
        f"[{components.label_of(c)} ▾]"
        for c in components.walk(message.components)
        if c["type"] in components.SELECTS
    ]
