"""Renders a part of a table, makes the request that its chat needs, and records the result."""

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
"""Seconds that an unanswered send waits for a press, which identifies its message."""
LEAST_GRACE_S = 3.0
"""The minimum of that wait after a start, because queued presses arrive at once."""

Change = Callable[[Post], Awaitable[None]]
"""Changes a pressed message to a post; raises a MessengerError."""


Make = Callable[[MessageRequest], Awaitable[str]]
"""Makes a request; returns the id of the message that shows the part, or "". Raises a MessengerError."""


class Showing:
    """Shows parts of tables in chats, without duplicates, and tells the manager which players see them."""

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
        """Updates a chat to the current state of a part of a table; raises a MessengerError."""
        return await self._show(partial(_make, messenger, chat), chat, slot)

    async def answer(self, change: Change, chat: str, slot: TableSlot) -> Fate:
        """Updates the part by `change`; returns AGAIN if the part needs a request other than an edit."""
        return await self._show(partial(_answer, change), chat, slot, answers=True)

    async def _show(self, make: Make, chat: str, slot: TableSlot, *, answers: bool = False) -> Fate:
        """Makes the next request that a chat needs to show the current state of a part, if any."""
        display = self._displays.of(slot.table)
        if display is None:
            return Fate.NOTHING
        table, place = display.table, PartPlace(chat, slot.part)
        if self._is_outdated(table):
            return Fate.NOTHING
        if table is not None and (is_of_another(place, table) or _elsewhere(place, table)):
            return Fate.NOTHING
        self._keep_replaced_lobby(display, place)
        shown = display.at(place)
        if shown.posted is not None and slot.part.view is PartView.SEAL:
            return Fate.NOTHING  # a commitment is never edited, not even by a later version of musbot
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

    def _is_outdated(self, table: Table | None) -> bool:
        """Whether an error has kept the newest state of a table from its display; a recovery brings it."""
        live = self._manager.tables.get(table.id) if table is not None else None
        return table is not None and live is not None and table.seq < live.seq

    def _keep_replaced_lobby(self, display: Display, place: PartPlace) -> None:
        """Restores the message of a replaced lobby that was about to be posted again; it shows the end."""
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
        """Makes a request and records its result, unless another request has superseded it."""
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
        if self._settle_made(display, slot, place, request, began, after):
            return Fate.MADE
        if display.table is not None and is_of_another(place, display.table):
            self._take_back(display, place)
            return Fate.MADE  # the player has left, and a forgotten person must not be recorded again
        stands_anew = isinstance(request, Send) and slot.part.view is PartView.BOARD
        if stands_anew and table is not None and (table.hand == 1 or display.at(place).previous):
            self._lead_to(display, table)
        self._seen(display, chat, table, slot.part, None if isinstance(request, Delete) else request.post)
        await self._displays.record(slot.table, after)
        return Fate.MADE

    def _settle_made(
        self,
        display: Display,
        slot: TableSlot,
        place: PartPlace,
        request: MessageRequest,
        began: Posted | None,
        after: Posted,
    ) -> bool:
        """Records a request that was made; returns whether another request has replaced it."""
        superseded = display.at(place).posted is not began
        try:
            self._forms.note_success(place.chat, slot)
            self._settle(display, place, request, began, after, Result.MADE)
        except BaseException:
            if not superseded:  # its message is known, so it is not sent again
                display.change(place, posted=after if after.message else None, attempt=None)
            raise
        return superseded

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
        """Returns the record of a part if the request is made; the message's id is still missing."""
        table, digest = display.table, "" if isinstance(request, Delete) else request.post.digest()
        asks = table is not None and digest and not _tells_only(display, place.chat, place.part)
        moment = _moment(table, place.part) if asks and table is not None else ""
        seq = table.seq if table is not None else 0
        return Posted(place.chat, place.part.name, "", digest, self._wall(), moment, seq)

    def _begin(self, display: Display, place: PartPlace, send: Send, after: Posted) -> None:
        """Records a send with buttons before it is made, because a kill might cause a duplicate.

        The store has the record before the platform answers, unless a kill comes within milliseconds.
        """
        if any(button.data for row in send.post.keyboard() for button in row):
            table = display.table
            attempt = Attempt(after, table.question if table is not None else 0)
            display.change(place, attempt=attempt)
            if table is not None and not self._lines[place.chat].messenger.has_idempotent_sends():
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
        """Records the result of a request: `began` is the record before it, `after` the one if it is made.

        If a send got no answer, a message pressed during it is recorded as its own. If the request was made,
        other messages pressed during it lose their buttons.
        """
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
        """Removes the buttons, or deletes the call, that was sent to a player who has just left."""
        if (posted := display.forget(place)) is not None:
            back = DeleteSlot(posted.message) if place.part.is_call else StripSlot(posted.message)
            self._lines[place.chat].put(place.chat, back, Wish(Rank.REST))

    def _lead_to(self, display: Display, table: Table) -> None:
        """Updates the links of private hands after the board was sent as a new message."""
        for seat, person in table.people:
            place = PartPlace(person, Part(PartView.HAND, table.hand, seat))
            if display.at(place).posted is not None:
                display.mark_unverified(place)
                self._lines.put(place.chat, TableSlot(table.id, place.part), Wish(Rank.FOLLOW, spare=1))

    # ---- unanswered sends --------------------------------------------------------------------------------

    def wait_for_presses(self, display: Display) -> None:
        """Delays sends that an earlier process began, so that a press can identify their messages first."""
        for place, shown in list(display.places.items()):
            if (attempt := shown.attempt) is not None:
                left = attempt.would_show.at + GRACE_S - self._wall()
                until = self._clock() + max(LEAST_GRACE_S, left)
                display.change(place, attempt=replace(attempt, until=until))

    def release_lost_sends(self, display: Display) -> None:
        """Ends the attempts whose request has ended with an unexpected error, after a wait for presses."""
        for place, shown in list(display.places.items()):
            attempt, table, line = shown.attempt, display.table, self._lines.of(place.chat)
            if attempt is None or table is None or line is None or not attempt.in_flight:
                continue
            if line.queue.flying(place.chat) == TableSlot(table.id, place.part):
                continue
            if attempt.pressed:
                self.adopt(table.id, place, attempt.pressed[0])
            else:
                display.change(place, attempt=replace(attempt, until=self._clock() + GRACE_S))

    def adopt(self, table_id: str, place: PartPlace, message: str) -> None:
        """Records a pressed message as the result of an unanswered send, with uncertain content."""
        display = self._displays[table_id]
        display.put(place, adopt(display.at(place), message))
        if (posted := display.at(place).posted) is not None:
            self._adopted(display, posted)

    def _adopted(self, display: Display, posted: Posted) -> None:
        """Records a message that a press has identified, and the players who see it."""
        if display.table is not None:
            self.seen_before(display.table, posted)
            self._displays.record_later(display.table.id, posted)

    def _key(self, display: Display, slot: TableSlot, place: PartPlace) -> str:
        """Returns the idempotency key of a send: equal for a repeat after a kill or an outage."""
        table = display.table
        asked = table.question if table is not None and slot.part.is_call else ""
        return f"{slot.table} {slot.name} {asked} {display.at(place).previous}"

    # ---- seen questions ----------------------------------------------------------------------------------

    def seen_before(self, table: Table, posted: Posted) -> None:
        """Marks a question as seen by the players whose recorded message, from before the start, shows it."""
        written, *seats = posted.moment.split() or ("",)
        if not written:
            return
        try:
            self._manager.clocks.mark_seen(table.id, Moment.read(written), [int(seat) for seat in seats])
        except ValueError:
            log.warning("%s of table %s: who has seen it could not be read", posted.slot, table.id)

    def _seen(self, display: Display, chat: str, table: Table | None, part: Part, post: Post | None) -> None:
        """Marks a table's question as seen by the players to whom a part shows it."""
        if post is not None and table is not None and not _tells_only(display, chat, part):
            self._manager.clocks.mark_seen(table.id, Moment.of_table(table), _asked(table, part))


async def _make(messenger: Messenger, chat: str, request: MessageRequest) -> str:
    """Makes a request by a messenger; returns the id of the message that shows the part, or ""."""
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
    """Makes an edit by the answer to a press; returns the message's id, or "" for another request."""
    if not isinstance(request, Edit):
        return ""
    await change(request.post)
    return request.message


def _elsewhere(place: PartPlace, table: Table) -> bool:
    """Returns whether a part belongs to another chat than this one, because its table has moved."""
    if place.chat == table.left:
        return place.part.view is not PartView.LOBBY
    return place.part.view is PartView.LOBBY and place.chat != table.chat


def _pointless(slot: TableSlot, table: Table | None, display: Display) -> bool:
    """Returns whether a part that a chat does not show needs no message.

    This holds for a replaced lobby, and for a finished hand in a private chat. It also holds for the lobby
    and commitment of a table that moved during play, and for the lobby of a solo table in play.
    """
    if table is None or slot.part.view not in (PartView.LOBBY, PartView.SEAL):
        return table is not None and ended(table, slot.part)
    shown = any(place.part == slot.part for place in display.posted)
    late = shown or (table.solo and slot.part.view is PartView.LOBBY)
    return table.ended is Ending.REPLACED or (table.mesa is not None and late)


def _tells_only(display: Display, chat: str, part: Part) -> bool:
    """Returns whether a part is a private hand whose player acts at the table, so that it asks nothing."""
    return part.view is PartView.HAND and display.is_at_table(chat)


def _moment(table: Table, part: Part) -> str:
    """Encodes which question a part shows, and to which seats, for storage; "" if it asks no player."""
    asked = _asked(table, part)
    return " ".join(map(str, (Moment.of_table(table), *asked))) if asked else ""


def _asked(table: Table, part: Part) -> tuple[Seat, ...]:
    """Returns the seats to which a part shows their current question."""
    asked = awaited_at(table)
    match part:
        case Part(PartView.BOARD, hand) if hand == table.hand and table.in_hand:
            return asked
        case Part(PartView.HAND, _, seat) if seat in asked and not ended(table, part):
            return (seat,)
        case _:
            return ()
