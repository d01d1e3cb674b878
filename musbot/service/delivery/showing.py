"""Requests that bring a part of a table to its chat: rendered now, made, and settled."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.actions import Seat
from musbot.narrator.post import Post
from musbot.port.messenger import Gone, Messenger, MessengerError, Rejected, Result
from musbot.service.delivery.actual import (
    Attempt,
    Delete,
    Edit,
    MessageRequest,
    Send,
    WaitUntil,
    adopt,
    settle,
    step,
)
from musbot.service.delivery.counters import result_of
from musbot.service.delivery.forms import PostForms
from musbot.service.delivery.rendering import Renderer
from musbot.service.delivery.shown import Display, Displays, begun_row
from musbot.service.queue.dispatch import Lines, Times
from musbot.service.queue.fair_queue import Fate, Rank, Wish
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import (
    DeleteSlot,
    Slot,
    StripSlot,
    TableSlot,
    awaited_at,
    ended,
    is_of_another,
    is_vital,
)
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Posted
from musbot.table.alarms import Moment
from musbot.table.events import Ending
from musbot.table.table import Table

log = logging.getLogger(__name__)

GRACE_S = 10.0
"""Seconds that an unanswered send waits for a press, which tells its message."""
LEAST_GRACE_S = 3.0
"""The shortest wait for presses after a start, however old the send is: presses that waited come at once."""

Change = Callable[[Post], Awaitable[None]]
"""Makes a message show a post; raises a MessengerError."""


Make = Callable[[MessageRequest], Awaitable[str]]
"""Makes a request; returns the message that shows the part then, "" for none. Raises a MessengerError."""


class Showing:
    """Brings parts of tables to chats, once though sends go unanswered; tells the manager who sees them."""

    def __init__(
        self,
        manager: TableManager,
        displays: Displays,
        lines: Lines,
        renderer: Renderer,
        forms: PostForms,
        times: Times,
    ) -> None:
        self._manager = manager
        self._displays = displays
        self._lines = lines
        self._renderer = renderer
        self._forms = forms
        self._clock = times.clock
        self._wall = times.wall

    async def show(self, messenger: Messenger, chat: str, slot: TableSlot) -> Fate:
        """Brings a chat up to what a part of a table is now; raises a MessengerError."""
        return await self._show(partial(_make, messenger, chat), chat, slot)

    async def answer(self, change: Change, chat: str, slot: TableSlot) -> Fate:
        """Does so by `change`, which changes the message of the part; AGAIN if no edit is needed."""
        return await self._show(partial(_answer, change), chat, slot, answers=True)

    async def _show(self, make: Make, chat: str, slot: TableSlot, *, answers: bool = False) -> Fate:
        """Makes the next request that a chat needs to show a part as it is now, if any."""
        display = self._displays.of(slot.table)
        if display is None:
            return Fate.NOTHING
        table, place = display.table, PartPlace(chat, slot.part)
        if table is not None and (is_of_another(place, table) or _elsewhere(place, table)):
            return Fate.NOTHING
        self._keep_replaced_lobby(display, place)
        shown = display.at(place)
        if shown.posted is not None and slot.part.view is PartView.SEAL:
            return Fate.NOTHING  # what was promised is not said otherwise, by a later version either
        wanted = shown.posted is not None or not _pointless(slot, table, display)
        post = self._renderer.post(chat, slot, table) if wanted else None
        post = self._forms.shape(chat, slot, post) if post is not None else None
        match step(shown, post, self._clock()):
            case None:
                self._seen(display, chat, table, slot.part, post)
            case WaitUntil(until):
                self._lines[chat].put(chat, slot, Wish(Rank.TURN, not_before=until))
            case request:
                return await self._bring(display, slot, request, make, chat, answers=answers)
        return Fate.NOTHING

    def _keep_replaced_lobby(self, display: Display, place: PartPlace) -> None:
        """Takes back the message of a lobby that was replaced before it was posted again: it says so."""
        table, shown = display.table, display.at(place)
        strip = StripSlot(shown.previous)
        if shown.posted is not None or table is None or table.ended is not Ending.REPLACED:
            return
        if self._lines.waits(place.chat, strip):
            self._lines.drop(place.chat, [strip])
            posted = Posted(place.chat, place.part.name, strip.message, "")
            display.change(place, posted=posted, current=True)

    async def _bring(
        self,
        display: Display,
        slot: TableSlot,
        request: MessageRequest,
        make: Make,
        chat: str,
        *,
        answers: bool,
    ) -> Fate:
        """Makes a request, and records what it has made true, unless another request has replaced it."""
        if answers and not isinstance(request, Edit):
            return Fate.AGAIN
        table, place = display.table, PartPlace(chat, slot.part)
        began, after = display.at(place).posted, self._after(display, place, request)
        if isinstance(request, Send):
            request = Send(replace(request.post, key=self._key(display, slot, place)))
            self._begin(display, place, request, after)
        try:
            after = replace(after, message=await make(request))
        except BaseException as error:
            result = result_of(error) if isinstance(error, MessengerError) else Result.BROKEN
            if result is not Result.GONE or not answers:
                self._settle(display, place, request, began, after, result)
            if answers or not isinstance(error, Gone | Rejected):
                raise
            return self._fall_back(display, slot, place, request, error)
        self._forms.note_success(chat, slot)
        superseded = display.at(place).posted is not began
        self._settle(display, place, request, began, after, Result.MADE)
        if superseded:
            return Fate.MADE
        if display.table is not None and is_of_another(place, display.table):
            self._take_back(display, place)
            return Fate.MADE  # they have left meanwhile; who is forgotten is not to be named anew
        stands_anew = isinstance(request, Send) and slot.part.view is PartView.BOARD
        if stands_anew and table is not None and (table.hand == 1 or display.at(place).previous):
            self._lead_to(display, table)
        self._seen(display, chat, table, slot.part, None if isinstance(request, Delete) else request.post)
        await self._displays.record(slot.table, after)
        return Fate.MADE

    def _fall_back(
        self,
        display: Display,
        slot: TableSlot,
        place: PartPlace,
        request: MessageRequest,
        error: Gone | Rejected,
    ) -> Fate:
        """Prepares the next request for a part whose request failed; raises the error after the last.

        A refused part is shown in a plainer form. If the plainest edit is refused, a new message is tried.
        """
        if isinstance(error, Gone) and not isinstance(request, Send):
            return Fate.AGAIN
        if isinstance(error, Gone) or isinstance(request, Delete):
            raise error
        if self._forms.note_refusal(place.chat, slot, request.post, error):
            return Fate.AGAIN
        if not isinstance(request, Edit) or display.table is None or not is_vital(place, display.table):
            raise error
        display.forget(place)
        after: Wish[Slot] = Wish(Rank.REST, after=(place.chat, slot))
        self._lines[place.chat].put(place.chat, StripSlot(request.message), after)
        return Fate.AGAIN

    def _after(self, display: Display, place: PartPlace, request: MessageRequest) -> Posted:
        """Returns what a chat shows once a request is made, without the message."""
        table, digest = display.table, "" if isinstance(request, Delete) else request.post.digest()
        asks = table is not None and digest and not _tells_only(display, place.chat, place.part)
        moment = _moment(table, place.part) if asks and table is not None else ""
        seq = table.seq if table is not None else 0
        return Posted(place.chat, place.part.name, "", digest, self._wall(), moment, seq)

    def _begin(self, display: Display, place: PartPlace, send: Send, after: Posted) -> None:
        """Records a send that can be pressed, and might stand there twice, before it is made.

        The record is there long before an answer, but for a kill within the same few milliseconds.
        """
        if any(button.data for row in send.post.keyboard() for button in row):
            table = display.table
            attempt = Attempt(after, table.question if table is not None else 0)
            display.change(place, attempt=attempt)
            if table is not None and not self._lines[place.chat].messenger.keyed():
                self._displays.record_later(table.id, begun_row(attempt))

    def _settle(
        self,
        display: Display,
        place: PartPlace,
        request: MessageRequest,
        began: Posted | None,
        after: Posted,
        result: Result,
    ) -> None:
        """Records the result of a request, and what presses have told of its message meanwhile."""
        shown = display.at(place)
        display.put(place, settle(shown, began, request, result, after, self._clock() + GRACE_S))
        pressed = shown.attempt.pressed if shown.attempt is not None else ()
        posted = display.at(place).posted
        if result is Result.MADE:
            for twin in {*pressed} - {after.message}:
                self._lines[place.chat].put(place.chat, StripSlot(twin), Wish(Rank.REST))
        elif pressed and posted is not None and posted is not began:
            self._adopted(display, posted)

    def _take_back(self, display: Display, place: PartPlace) -> None:
        """Takes the buttons, or a call, from somebody who has left while it was sent."""
        if (posted := display.forget(place)) is not None:
            back = DeleteSlot(posted.message) if place.part.is_call else StripSlot(posted.message)
            self._lines[place.chat].put(place.chat, back, Wish(Rank.REST))

    def _lead_to(self, display: Display, table: Table) -> None:
        """Lets private hands lead to a board that stands only now, and not to the lobby, or where it was."""
        for seat, who in enumerate(table.seats):
            person = who.person if who is not None else None
            place = PartPlace(person or "", Part(PartView.HAND, table.hand, seat))
            if display.at(place).posted is not None:
                display.mark_unverified(place)
                self._lines.put(place.chat, TableSlot(table.id, place.part), Wish(Rank.FOLLOW, spare=1))

    # ---- sends of which nobody knows whether they were made ----------------------------------------------

    def wait_for_presses(self, display: Display) -> None:
        """Lets what an earlier process had begun to send wait for a press of it, before it is sent anew."""
        for place, shown in list(display.places.items()):
            if (attempt := shown.attempt) is not None:
                left = attempt.would_show.at + GRACE_S - self._wall()
                until = self._clock() + max(LEAST_GRACE_S, left)
                display.change(place, attempt=replace(attempt, until=until))

    def adopt(self, table_id: str, place: PartPlace, message: str) -> None:
        """Takes a message that was pressed for the one that was sent; what is in it is not known for sure."""
        display = self._displays[table_id]
        display.put(place, adopt(display.at(place), message))
        if (posted := display.at(place).posted) is not None:
            self._adopted(display, posted)

    def _adopted(self, display: Display, posted: Posted) -> None:
        """Tells who sees a message that a press has told of, and records it."""
        if display.table is not None:
            self.seen_before(display.table, posted)
            self._displays.record_later(display.table.id, posted)

    def _key(self, display: Display, slot: TableSlot, place: PartPlace) -> str:
        """Returns what two sends of a part share if a kill or an outage left the first unrecorded."""
        table = display.table
        asked = table.question if table is not None and slot.part.is_call else ""
        return f"{slot.table} {slot.name} {asked} {display.at(place).previous}"

    # ---- who has seen what -------------------------------------------------------------------------------

    def seen_before(self, table: Table, posted: Posted) -> None:
        """Tells who sees what they are asked in what a chat has shown since before the start."""
        written, *seats = posted.moment.split() or ("",)
        if not written:
            return
        try:
            self._manager.clocks.mark_seen(table.id, Moment.read(written), [int(seat) for seat in seats])
        except ValueError:
            log.warning("%s of table %s: who has seen it could not be read", posted.slot, table.id)

    def _seen(self, display: Display, chat: str, table: Table | None, part: Part, post: Post | None) -> None:
        """Tells the table manager who can see now what a table as it was asks."""
        if post is not None and table is not None and not _tells_only(display, chat, part):
            self._manager.clocks.mark_seen(table.id, Moment.of_table(table), _asked(table, part))


async def _make(messenger: Messenger, chat: str, request: MessageRequest) -> str:
    """Makes a request by a messenger; returns the message that shows the part then."""
    match request:
        case Send(post):
            return await messenger.send(chat, post)
        case Edit(message, post):
            await messenger.edit(chat, message, post)
            return message
        case Delete(message):
            await messenger.delete(chat, message)
            return ""
        case _:
            assert_never(request)


async def _answer(change: Change, request: MessageRequest) -> str:
    """Makes an edit by the answer to a press."""
    if not isinstance(request, Edit):
        return ""
    await change(request.post)
    return request.message


def _elsewhere(place: PartPlace, table: Table) -> bool:
    """Whether a part waits for the channel that its table has left, which shows nothing but where that is."""
    if place.chat == table.left:
        return place.part.view is not PartView.LOBBY
    return place.part.view is PartView.LOBBY and place.chat != table.chat


def _pointless(slot: TableSlot, table: Table | None, display: Display) -> bool:
    """Whether nobody misses a part in a chat that does not show it.

    So it is of a lobby in whose place another was opened, of what stands above the boards of a table that
    has gone to another chat in play or began without a lobby in a private chat, and of a hand that is over
    in a private chat that has not shown it.
    """
    if table is None or slot.part.view not in (PartView.LOBBY, PartView.SEAL):
        return table is not None and ended(table, slot.part)
    shown = any(place.part == slot.part for place in display.posted)
    late = shown or (table.solo and slot.part.view is PartView.LOBBY)
    return table.ended is Ending.REPLACED or (table.mesa is not None and late)


def _tells_only(display: Display, chat: str, part: Part) -> bool:
    """Whether a part asks its reader nothing: the hand of one who speaks, or has it, at the table."""
    return part.view is PartView.HAND and display.aside(chat)


def _moment(table: Table, part: Part) -> str:
    """What is recorded of when its seats were asked what a part tells them; "" where it asks nobody."""
    asked = _asked(table, part)
    return " ".join(map(str, (Moment.of_table(table), *asked))) if asked else ""


def _asked(table: Table, part: Part) -> tuple[Seat, ...]:
    """The seats that a part of a table tells what they are asked now."""
    asked = awaited_at(table)
    match part:
        case Part(PartView.BOARD, hand) if hand == table.hand and table.in_hand:
            return asked
        case Part(PartView.HAND, _, seat) if seat in asked and not ended(table, part):
            return (seat,)
        case _:
            return ()
