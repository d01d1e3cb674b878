"""Old bugs, put back to see that they are found: each is what the code once was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from inspect import getsource
from textwrap import dedent
from types import ModuleType
from typing import Any

from adapters.telegram.bot import TelegramBot
from musbot.narrator import Narrator, hands
from musbot.port.intake import Intake
from musbot.service.commands.registry import CommandRegistry
from musbot.service.delivery import showing
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.forms import Posts
from musbot.service.delivery.showing import Showing
from musbot.service.queue import slots
from musbot.service.queue.fair_queue import FairQueue, Rank, SendPriority
from musbot.service.queue.slots import PostSlot
from musbot.store.codec import Stored
from musbot.store.sqlite import SqliteStore
from musbot.table import alarms, decisions
from musbot.table.events import ChatId


@contextmanager
def _instead(of: type | ModuleType, name: str, other: object) -> Iterator[None]:
    real = getattr(of, name)
    setattr(of, name, other)
    try:
        yield
    finally:
        setattr(of, name, real)


def _changed(of: type | ModuleType, name: str, now: str, then: str) -> AbstractContextManager[None]:
    """A method, or function, as it was before some of its lines, which must be there now."""
    real = getattr(of, name)
    source = dedent(getsource(real))
    assert source.count(now) == 1, f"{name} has changed: the old bug has to be put back otherwise"
    made: dict[str, Any] = {}
    code = compile("from __future__ import annotations\n" + source.replace(now, then), name, "exec")
    exec(code, real.__globals__, made)
    return _instead(of, name, made[name])


@contextmanager
def vanished_board() -> Iterator[None]:
    """An edit under way notes its message as what a chat shows, though `repost` has replaced that.

    Of what has been built since, that a message which is shown is not stripped would make it harmless.
    """
    noted, overtaken = "if shown.record is not began or began is None:", "record is not began"
    stripped = "StripSlot(message) | DeleteSlot(message) if self.projections.shows_part(chat, message):"
    with (
        _changed(showing, "settle", noted, "if began is None:"),
        _changed(Showing, "_settle_made", f"projection.part_at(place).{overtaken}", "False"),
        _changed(Courier, "_make_request", stripped, "int():"),
    ):
        yield


def starving_topics() -> AbstractContextManager[None]:
    """Of what waits for a chat the newest goes first, however long another has waited."""
    return _changed(
        FairQueue, "_choose", "ticket.priority, ticket.order", "ticket.priority, (-ticket.place, 0, 0)"
    )


def key_twice() -> AbstractContextManager[None]:
    """The key of a delivery is known to the process alone, and not recorded with the events."""
    real = SqliteStore.append

    async def append(
        self: SqliteStore, table: str, after: int, events: Sequence[Stored], *, key: str = "", **more: Any
    ) -> None:
        await real(self, table, after, events, **more)

    return _instead(SqliteStore, "append", append)


def batch_waits_for_all() -> AbstractContextManager[None]:
    """The next batch is asked for when the slowest of the last one is done, though it only reads."""
    return _changed(Intake, "_accept", "match _place(pending).wait:", "match Wait.FOR_COMMIT:")


def limit_after_work() -> AbstractContextManager[None]:
    """Who asks too much is not answered, but all is made for them that they would be."""
    return _changed(CommandRegistry, "_run", "request.claim(command.cost)", "pass")


def endless_seat() -> AbstractContextManager[None]:
    """A private hand stays as its last word left it, and never becomes the count."""
    return _changed(slots, "_desired_hands", "if table.hands_over:", "if not table.seq:")


def look_resumes() -> AbstractContextManager[None]:
    """A table that was put off goes on as soon as one of its players looks at it."""
    return _changed(decisions, "return_events", "if table.put_off and table.solo", "if table.put_off")


def acta_twice() -> AbstractContextManager[None]:
    """What is sent as a file is queued twice by what asks for it once."""
    real = Posts.queue_answer

    def queue_answer(self: Posts, chat: ChatId, slot: PostSlot, **more: Any) -> None:
        real(self, chat, slot, **more)
        if slot.post.documents:
            self._outboxes.put(chat, PostSlot(replace(slot.post, key="again")), SendPriority(Rank.POST))

    return _instead(Posts, "queue_answer", queue_answer)


def other_topics() -> AbstractContextManager[None]:
    """A board is shown again for what is written in other topics of its forum."""
    return _changed(TelegramBot, "_count_below", "if not message.is_topic_message:", "if message:")


def wrong_seconds() -> AbstractContextManager[None]:
    """A call says how long a turn takes, though part of that has passed."""
    return _changed(Narrator, "nudge_call", "Speech(self.texts, left_s,", "Speech(self.texts, 90.0,")


def four_seconds() -> AbstractContextManager[None]:
    """Who has missed a turn has 4 s for the next."""
    asked = "patience_s(turn_s, missed, ordago=ordago)"
    return _changed(alarms, "_turns", asked, "4.0 if missed else turn_s")


def to_the_lobby() -> AbstractContextManager[None]:
    """A hand in private leads to the lobby, which was there when it was sent, and not to the board."""
    links = "self._update_board_links(projection, table, place, board)"
    return _changed(Showing, "_record_made", links, "pass")


def hands_vanish() -> AbstractContextManager[None]:
    """That a table was closed is told in a text: Telegram makes no picture a text."""
    return _changed(hands, "ended_hand_post", "if voice.game.seat is None or", "if voice or")


BUGS: Mapping[str, Callable[[], AbstractContextManager[Any]]] = {
    "": nullcontext,
    "vanished-board": vanished_board,
    "starving-topics": starving_topics,
    "key-twice": key_twice,
    "batch-waits-for-all": batch_waits_for_all,
    "limit-after-work": limit_after_work,
    "endless-seat": endless_seat,
    "look-resumes": look_resumes,
    "acta-twice": acta_twice,
    "other-topics": other_topics,
    "wrong-seconds": wrong_seconds,
    "four-seconds": four_seconds,
    "to-the-lobby": to_the_lobby,
    "hands-vanish": hands_vanish,
}
"""By name; none is nothing changed."""
