"""All that a bot ever sent and who may have seen it, and the story of a chat for people to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.story import changed

from .call import Attached
from .world import Message

COUNTED = ("sends", "edits", "deletes", "answers", "dms", "dm_edits", "other", "refused", "total")
_NO_WORDS = "chat_id message_id message_thread_id callback_query_id parse_mode show_alert".split()
_NO_WORDS += ["disable_notification", "protect_content"]


@dataclass(slots=True)
class Sent:
    """One request of the bot: `payload` is what it sent, nested JSON read, `code` what it was answered."""

    at: float
    method: str
    kind: str
    """One of "send", "edit", "delete", "answer" and "other"."""
    chat: int | None
    viewer: int | None
    """The one who may see it, where it is not everybody in the chat."""
    payload: dict[str, Any]
    files: list[Attached]
    shown: list[str]
    """Its texts as they are read, without markup."""
    code: int
    description: str = ""
    message_id: int | None = None
    lost: bool = False
    """Whether the bot never received the reply, though it took effect."""

    @property
    def done(self) -> bool:
        """Whether it took effect, and was therefore seen."""
        return self.code == 200

    def words(self) -> Iterator[str]:
        """Yields every text in it: captions, alerts, labels and data of buttons, links, names of files."""
        said = [*_strings({k: v for k, v in self.payload.items() if k not in _NO_WORDS})]
        yield from said
        yield from (text for text in self.shown if text and text not in said)
        yield from (file.name for file in self.files)

    @property
    def private(self) -> bool:
        """Whether it went to a private chat."""
        return self.chat is not None and self.chat > 0


def kind_of(method: str) -> str:
    """Returns what a method does, as far as it is counted."""
    if method == "answerCallbackQuery":
        return "answer"
    for prefix, kind in (("send", "send"), ("copy", "send"), ("forward", "send"), ("edit", "edit")):
        if method.startswith(prefix):
            return kind
    return "delete" if method == "deleteMessage" else "other"


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chat's story, told at a time; only the viewer sees it, if there is one."""

    chat: int
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
    _mark: int = 0
    _shown: dict[tuple[int, int], list[str]] = field(default_factory=dict)

    def note(self, entry: Sent) -> None:
        """Keeps a request."""
        self.sent.append(entry)

    @property
    def refused(self) -> list[Sent]:
        """What was answered with an error."""
        return [s for s in self.sent if not s.done]

    def mark(self) -> None:
        """Starts counting anew."""
        self._mark = len(self.sent)

    def count(self) -> Counter[str]:
        """Returns the requests since the mark, by kind and by method; polls are not counted.

        `sends` and `edits` are those to groups, `dms` and `dm_edits` those to private chats.
        """
        counter = Counter(dict.fromkeys(COUNTED, 0))
        for entry in self.sent[self._mark :]:
            counter[entry.method] += 1
            counter["total"] += 1
            counter["refused"] += not entry.done
            counter[_counted_as(entry)] += 1
        return counter

    def to_chat(self, chat: int) -> list[Sent]:
        """Returns what took effect in a chat for everybody in it to see."""
        return [s for s in self.sent if s.done and s.chat == chat and s.viewer is None]

    def tell(self, chat: int, text: str, viewer: int | None = None) -> None:
        """Adds a line to a chat's story."""
        self.story.append(Line(chat, text, viewer, self.clock()))

    def tell_message(self, name: str, message: Message, *, edited: bool = False) -> None:
        """Adds what the bot said to its chat's story, or what an edit changed of it."""
        lines, known = shown(message), (message.chat.id, message.id)
        how, told = (", edited", changed(self._shown[known], lines)) if edited else ("", lines)
        self._shown[known] = lines
        said = "\n      ".join(told) or "…"
        self.tell(message.chat.id, f"{name} #{message.id}{how}: {said}")


def _counted_as(entry: Sent) -> str:
    match entry.kind, entry.private:
        case "send", True:
            return "dms"
        case "edit", True:
            return "dm_edits"
        case "other", _:
            return "other"
        case kind, _:
            return f"{kind}s"


def _folded(message: Message) -> str:
    """What a message says, each line that is folded away until somebody opens it behind a mark."""
    units = message.text.encode("utf-16-le")
    # From the last to the first: a mark shifts the text after it.
    for entity in sorted(message.content.entities, key=lambda it: -int(it["offset"])):
        if entity["type"] == "expandable_blockquote":
            start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
            within = units[start:end].decode("utf-16-le").replace("\n", "\n> ")
            units = units[:start] + f"> {within}".encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


def shown(message: Message) -> list[str]:
    """Returns the lines of a message as one reads it, its buttons beneath."""
    lines = [f"<{message.content.media.kind}>"] if message.content.media else []
    lines += _folded(message).splitlines()
    return lines + [" ".join(f"[{label}]" for label in row) for row in message.labels]
