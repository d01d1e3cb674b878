"""Why each thing is sent: noted beside a process while it plays, whichever platform it plays on.

What is queued has the cause of that moment: somebody's update, an event at a table, a clock that struck, or
the start of the process. The platform is not asked, and the process knows nothing of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from musbot.narrator.post import Post
from musbot.port.messenger import Gone, Unsure
from musbot.service.chat.chats import Chats
from musbot.service.chat.presses import Presses
from musbot.service.chat.typed_words import TypedWords
from musbot.service.commands.registry import CommandRegistry
from musbot.service.dates.notices import TableNotices
from musbot.service.dates.weekly import WeeklyLines
from musbot.service.delivery.answering import Answering
from musbot.service.delivery.availability import Availability
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.rendering import Renderer
from musbot.service.queue.outboxes import Outboxes
from musbot.service.queue.slots import PostSlot, Slot, TableSlot
from musbot.service.review.review import Review
from musbot.service.tables.counters import CountedMessenger
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import Tables
from musbot.table.events import NO_MESSAGE, ChatId, MessageId

_CAUSE: ContextVar[str] = ContextVar("cause", default="")
_SLOT: ContextVar[tuple[Slot, str, float] | None] = ContextVar("slot", default=None)
"""What is being brought to its chat, why it was queued, and when."""
_DONE_BY = (
    (Presses, ("press", "fill_form", "form")),
    (TypedWords, ("apply_text",)),
    (Answering, ("hold_message", "unblock", "update_by_answer")),
    (CommandRegistry, ("run_command",)),
    (
        Chats,
        (
            "private_opened",
            "greeting_requested",
            "group_joined",
            "chat_moved",
            "message_deleted",
            "repost",
            "platform_up",
        ),
    ),
    (Review, ("go_on", "_analyse")),
    (Availability, ("mark_writable", "can_reach", "close_chat", "record_missing", "probe_after_act")),
    (Courier, ("start", "join", "on_load")),
    (TableManager, ("_handle_timer",)),
    (TableNotices, ("_look",)),
    (WeeklyLines, ("look",)),
)
"""What an adapter, a clock or the start of a process calls; it begins a cause where there is none yet."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that a chat was sent: of what (a table's part, or "post"), and why."""

    at: float
    chat: ChatId
    part: str
    content: str
    cause: str
    message: MessageId
    """Its id; "" where the platform did not say."""
    text: str = ""
    queued: float = 0.0
    """When its cause put it in the queue."""
    rings: bool = False
    """Whether it made a sound."""


@dataclass
class Causes:
    """All that was sent, each with its cause; what was made of a table as it had been."""

    began: float = 0.0
    """What is added to the loop's own time."""
    sent: list[Sent] = field(default_factory=list)
    gone: set[tuple[str, str]] = field(default_factory=set)
    """Messages, each with its chat, that have been taken away since."""
    outdated: list[str] = field(default_factory=list)
    reposts: list[tuple[float, str]] = field(default_factory=list)
    """When talk had a table shown again, and where."""
    _why: dict[tuple[str, object], tuple[str, float]] = field(default_factory=dict)
    _posts: dict[str, str] = field(default_factory=dict)
    """The cause of each post, by its key."""
    _calls: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def noted(self) -> Iterator[Causes]:
        """Notes what every process does meanwhile."""
        with ExitStack() as undone:
            for of, names in _DONE_BY:
                for name in names:
                    undone.enter_context(_replaced(of, name, self._begins))
            noted: tuple[tuple[type, str, Callable[..., Any]], ...] = (
                (Tables, "notify_listeners", self._tells),
                (Outboxes, "put", self._puts),
                (Courier, "_deliver", self._delivers),
                (CountedMessenger, "send", self._sends),
                (CountedMessenger, "edit", self._changes),
                (CountedMessenger, "delete", self._changes),
                (CountedMessenger, "delete_or_change", self._changes),
                (CountedMessenger, "strip", self._changes),
                (Renderer, "post", self._renders),
            )
            for one, name, how in noted:
                undone.enter_context(_replaced(one, name, how))
            yield self

    def now(self) -> float:
        """The time by the clock of the evening."""
        return self.began + asyncio.get_running_loop().time()

    # ---- what is noted of each -----------------------------------------------------------------------------

    def _begins(self, real: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(real)
        def does(of: Any, *given: Any, **more: Any) -> Any:
            if real.__name__ == "repost":
                table = of._manager.tables.get(given[0])
                self.reposts += [(self.now(), table.chat)] if table is not None else []
            if _CAUSE.get() and isinstance(of, Courier | Availability | Answering):
                return real(of, *given, **more)  # it follows from what is done
            self._calls[real.__name__] += 1
            cause = f"{real.__name__} {more.get('key', '')} {self._calls[real.__name__]}"
            return _within(cause, real, of, *given, **more)

        return does

    def _tells(self, real: Callable[..., None]) -> Callable[..., None]:
        def tells(of: Any, live: Any, events: Any = ()) -> None:
            cause = f"event {live.table.id} {live.table.seq}" if events else _CAUSE.get() or "reread"
            token = _CAUSE.set(cause)
            try:
                real(of, live, events)
            finally:
                _CAUSE.reset(token)

        return tells

    def _puts(self, real: Callable[..., None]) -> Callable[..., None]:
        def puts(of: Any, chat: ChatId, slot: Slot, how: Any) -> None:
            cause = _CAUSE.get()
            if isinstance(slot, PostSlot) and slot.post.key:  # it keeps its cause in its chat's new id
                cause = self._posts.setdefault(slot.post.key, cause)
            self._why[chat, _named(slot)] = cause, self.now()
            real(of, chat, slot, how)

        return puts

    def _delivers(self, real: Callable[..., Any]) -> Callable[..., Any]:
        async def delivers(of: Any, chat: ChatId, slot: Slot) -> Any:
            self._calls["delivery"] += 1
            _CAUSE.set(f"delivery {self._calls['delivery']}")  # of what it leads to; its own was noted before
            _SLOT.set((slot, *self._why.get((chat, _named(slot)), ("", 0.0))))
            return await real(of, chat, slot)

        return delivers

    def _sends(self, real: Callable[..., Any]) -> Callable[..., Any]:
        async def sends(of: Any, chat: ChatId, post: Post) -> str:
            slot = _SLOT.get()
            try:
                message: MessageId = await real(of, chat, post)
            except Unsure:
                self._note(chat, slot, post, NO_MESSAGE)
                raise
            self._note(chat, slot, post, message)
            return message

        return sends

    def _note(
        self, chat: ChatId, brought: tuple[Slot, str, float] | None, post: Post, message: MessageId
    ) -> None:
        if post.replaces_message or brought is None:
            return
        slot, cause, queued = brought
        part = f"{slot.table} {slot.name}" if isinstance(slot, TableSlot) else "post"
        self.sent.append(
            Sent(self.now(), chat, part, post.digest(), cause, message, post.text, queued, not post.silent)
        )

    def _changes(self, real: Callable[..., Any]) -> Callable[..., Any]:
        async def changes(of: Any, chat: ChatId, message: MessageId, *post: Post | str) -> None:
            if not any(isinstance(it, Post) for it in post):
                self.gone.add((chat, message))
            try:
                await real(of, chat, message, *post)
            except Gone:
                self.gone.add((chat, message))
                raise

        return changes

    def _renders(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def renders(of: Any, chat: ChatId, slot: TableSlot, table: Any) -> Any:
            now = of._manager.tables.get(slot.table)
            if table is not None and now is not None and table.seq < now.seq:
                self.outdated.append(f"{slot.name} of {slot.table} in {chat}: {table.seq} of {now.seq}")
            return real(of, chat, slot, table)

        return renders


def _named(slot: Slot) -> object:
    """What a slot is known by, however often it is put."""
    return slot.post.key if isinstance(slot, PostSlot) else slot


def _within(cause: str, real: Callable[..., Any], *given: Any, **more: Any) -> Any:
    """Does something as the cause of all that follows."""
    if asyncio.iscoroutinefunction(real):

        async def follows() -> Any:
            _CAUSE.set(cause)
            return await real(*given, **more)

        return follows()
    token = _CAUSE.set(cause)
    try:
        return real(*given, **more)
    finally:
        _CAUSE.reset(token)


@contextmanager
def _replaced(of: type, name: str, how: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Iterator[None]:
    real = getattr(of, name)
    setattr(of, name, how(real))
    try:
        yield
    finally:
        setattr(of, name, real)


# ---- what holds of it ------------------------------------------------------------------------------------


def uncaused(causes: Causes) -> Iterator[str]:
    """Yields what was sent though nobody had done anything, nothing had happened and no clock had struck."""
    yield from (f"{it.part} in {it.chat} at {it.at:.1f}" for it in causes.sent if not it.cause)


def repeated(causes: Causes) -> Iterator[str]:
    """Yields what one cause had sent to one chat twice, though the first was answered and still stands."""
    seen: dict[tuple[str, str, str], list[Sent]] = defaultdict(list)
    for it in causes.sent:
        before = seen[it.chat, it.content, it.cause]
        if any(
            old.message and old.message != it.message and (it.chat, old.message) not in causes.gone
            for old in before
        ):
            yield f"{it.part} in {it.chat} at {it.at:.1f}, for {it.cause}"
        before.append(it)


def rung_twice(causes: Causes) -> Iterator[str]:
    """Yields what rang in a chat for a cause that had rung there, and the call of one in a second chat."""
    rung: set[tuple[str, str]] = set()
    called: dict[tuple[str, str], str] = {}
    for it in (it for it in causes.sent if it.rings and it.message):
        if (it.chat, it.cause) in rung and it.part != "post":
            yield f"{it.part} rings again in {it.chat} at {it.at:.1f}, for {it.cause}"
        rung.add((it.chat, it.cause))
        if " nudge" in it.part and called.setdefault((it.part.split()[0], it.cause), it.chat) != it.chat:
            yield f"{it.part} rings in {it.chat} too at {it.at:.1f}, for {it.cause}"


def outdated(causes: Causes) -> Iterator[str]:
    """Yields what was made of a table as it was no more when it was sent."""
    yield from causes.outdated
