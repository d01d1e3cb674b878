"""Whichever function of the queue fails once, everything queued is delivered, and the queue goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from musbot.narrator.post import Post
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.outboxes import Outbox
from musbot.service.queue.slots import DeleteSlot, PostSlot, Slot, StripSlot
from musbot.table.events import ChatId, MessageId
from musbot.testing.messenger import FakeMessenger
from tests.evenings.hours import passes
from tests.simulation.raising import Executed, Fault, Function, Kind, faulty

CHATS = (ChatId("a:1"), ChatId("a:2"))
FOLDER = "musbot/service/queue/"


def slots(number: int) -> list[Slot]:
    """The slots that are queued for a chat."""
    return [
        PostSlot(Post("", f"post {number}")),
        StripSlot(MessageId(str(number))),
        DeleteSlot(MessageId(str(number))),
    ]


def repeat_once(call: Callable[[], object]) -> None:
    """Makes a call, once more if it fails: whoever queues a slot is told of an error."""
    try:
        call()
    except (KeyError, asyncio.CancelledError):
        call()


async def deliveries(delivered: set[tuple[str, Slot]], begun: Callable[[], object] = bool) -> None:
    """Queues slots twice, and waits."""

    async def deliver(chat: str, slot: Slot) -> SendOutcome:
        await asyncio.sleep(0.05)
        assert slot.name
        delivered.add((chat, slot))
        return SendOutcome.MADE

    clock = asyncio.get_running_loop().time
    line = Outbox(FakeMessenger(), deliver, lambda *_: None, clock, asyncio.sleep)
    begun()
    for number in range(2):
        for chat in CHATS:
            for slot in slots(number):
                repeat_once(partial(line.put, chat, slot, SendPriority(Rank.POST)))
        await asyncio.sleep(300)


def functions_of_the_queue() -> list[Function]:
    """The functions that are called for deliveries."""
    counted = Executed(lambda: True)
    with counted.counted():
        passes(lambda: deliveries(set()))
    return [it for it in counted.calls if it.file.startswith(FOLDER)]


@pytest.mark.long
@pytest.mark.parametrize("kind", [Kind.KEY_ERROR, Kind.CANCELLED])
def test_no_error_in_the_queue_loses_a_delivery(kind: Kind) -> None:
    wanted = {(chat, slot) for chat in CHATS for number in range(2) for slot in slots(number)}
    for function in functions_of_the_queue():
        begun: list[bool] = []
        fault = Fault(function, kind, active=partial(bool, begun))
        with faulty(fault):
            for fault.nth in (1, 2):
                fault.calls = 0
                begun.clear()
                delivered: set[tuple[str, Slot]] = set()
                passes(partial(deliveries, delivered, partial(begun.append, True)))
                assert delivered == wanted, str(fault)
