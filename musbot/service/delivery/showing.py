"""Renders a part of a table, makes the request that its chat needs, and records the result."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.actions import Seats
from musbot.narrator.post import Post
from musbot.port.chats import is_window
from musbot.port.messenger import Gone, Messenger, MessengerError, Rejected, Result, delete_or_change
from musbot.service.delivery.actual import (
    NOTHING,
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
from musbot.service.delivery.forms import PostForms
from musbot.service.delivery.projections import Projection, Projections, attempt_row, is_past
from musbot.service.delivery.rendering import Renderer
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.outboxes import Outboxes, Times
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import (
    DeleteSlot,
    Slot,
    StripSlot,
    TableSlot,
    awaited_at,
    is_finished_hand,
    is_of_another,
    is_vital,
    is_void,
)
from musbot.service.tables.counters import result_of
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Posted
from musbot.table.alarms import Moment
from musbot.table.events import NO_MESSAGE, ChatId, Ending, MessageId, TableId
from musbot.table.table import Table

log = logging.getLogger(__name__)

GRACE_S = 10.0
"""Seconds that an unanswered send waits for a press, which identifies its message."""
LEAST_GRACE_S = 3.0
"""The minimum of that wait after a start, because queued presses arrive at once."""
LINK_S = 8.0
"""Seconds that a later hand keeps its link to the last board, unless its words change before."""

Change = Callable[[Post], Awaitable[None]]
"""Changes a pressed message to a post; raises a MessengerError."""


Make = Callable[[MessageRequest], Awaitable[MessageId]]
"""Makes a request; returns the id of the message that shows the part, or "". Raises a MessengerError."""


class Showing:
    """Shows parts of tables in chats, without duplicates, and tells the manager which players see them."""

    def __init__(
        self,
        manager: TableManager,
        projections: Projections,
        outboxes: Outboxes,
        renderer: Renderer,
        forms: PostForms,
        times: Times,
    ) -> None:
        self._manager = manager
        self._projections = projections
        self._outboxes = outboxes
        self._renderer = renderer
        self._forms = forms
        self._clock = times.clock
        self._wall = times.wall

    async def show(self, messenger: Messenger, chat: ChatId, slot: TableSlot) -> SendOutcome:
        """Makes the next request that brings a part of a table up to date in a chat.

        Returns MADE if made, DELETED if it deleted the message. AGAIN if another request must follow. NOTHING
        without a request: the part is up to date, gets no message, or is queued for later. Raises a
        MessengerError, and any other error of the request.
        """
        projection = self._projections.get(slot.table)
        table = projection.table if projection is not None else None
        instead = self._renderer.replaced_text(chat, table) if table is not None else ""
        return await self._show(partial(_make_by_messenger, messenger, chat, instead), chat, slot)

    async def answer(self, change: Change, chat: ChatId, slot: TableSlot) -> SendOutcome:
        """Updates a part by `change`, which receives the new post; returns MADE if it did.

        NOTHING if the part is up to date, gets no message, or is queued for later. AGAIN if it needs a
        request other than an edit. Raises the errors of `change`.
        """
        return await self._show(partial(_make_by_answer, change), chat, slot, answers=True)

    async def _show(self, make: Make, chat: ChatId, slot: TableSlot, *, answers: bool = False) -> SendOutcome:
        """Makes the next request, if any, that updates a part of a table in a chat; returns its outcome.

        Returns NOTHING without a request: the part is up to date (its question then counts as seen), or
        queued again after an unanswered send. Returns NOTHING also for an unknown table, an old state, a
        closed window, a shown commitment, and any other part that needs no request. With `answers` it makes
        only edits, and returns AGAIN for another request. Raises the errors of the request.
        """
        await self._renderer.prepare(slot)
        projection = self._projections.get(slot.table)
        if projection is None:
            return SendOutcome.NOTHING
        table, place = projection.table, PartPlace(chat, slot.part)
        if self._is_outdated(table) or _needs_no_request(place, table):
            return SendOutcome.NOTHING
        shown = projection.part_at(place)
        if is_window(chat) and shown.version is None:
            return SendOutcome.NOTHING  # its player has closed it
        void = table is not None and is_void(table, slot.part)
        if shown.record is not None and slot.part.view is PartView.SEAL and not void:
            return SendOutcome.NOTHING  # a commitment is never edited, not even by a later version of musbot
        own = table is not None and table.own_thread and chat == table.left
        wanted = shown.record is not None or own or not _needs_no_message(slot, table, projection)
        wanted = wanted and not void
        post = self._renderer.post(chat, slot, table) if wanted else None
        post = self._forms.shape(chat, slot, post) if post is not None else None
        match step(shown, post, self._clock()):
            case None:
                self._mark_seen(projection, chat, table, slot.part, post)
            case WaitUntil(until):
                self._outboxes[chat].put(chat, slot, SendPriority(Rank.TURN, not_before=until))
            case request:
                return await self._request(projection, slot, request, make, chat, answers=answers)
        return SendOutcome.NOTHING

    def _is_outdated(self, table: Table | None) -> bool:
        """Returns whether a table is older than its newest state, which an error has kept from its messages.

        A recovery brings the newest state. False for an unreadable table (None).
        """
        live = self._manager.tables.get(table.id) if table is not None else None
        return table is not None and live is not None and table.seq < live.seq

    async def _request(
        self,
        projection: Projection,
        slot: TableSlot,
        request: MessageRequest,
        make: Make,
        chat: ChatId,
        *,
        answers: bool,
    ) -> SendOutcome:
        """Makes a request and records its result; returns MADE or DELETED, or AGAIN if another must follow.

        With `answers` it makes only an Edit; for other requests it returns AGAIN at once. Raises a
        MessengerError, and any other error of the request. Without `answers`, `_fall_back` decides about Gone
        and Rejected.
        """
        if answers and not isinstance(request, Edit):
            return SendOutcome.AGAIN
        table, place = projection.table, PartPlace(chat, slot.part)
        board = self._projections.message_of(table) if table is not None else None
        began, after = projection.part_at(place).record, self._next_record(projection, place, request)
        if isinstance(request, Send):
            request = Send(replace(request.post, key=self._key(projection, slot, place)))
            self._begin(projection, place, request, after)
        try:
            after = replace(after, message=await make(request))
        except BaseException as error:
            result = result_of(error) if isinstance(error, MessengerError) else Result.BROKEN
            if result is Result.GONE and answers:  # the answer may be gone, or the message: an edit tells
                projection.mark_unverified(place)
            else:
                self._settle(projection, place, request, began, after, result)
            if answers or not isinstance(error, Gone | Rejected):
                raise
            return self._fall_back(projection, slot, place, request, error)
        try:
            await self._record_made(projection, slot, place, request, (began, after), (table, board))
        except BaseException:
            known = projection.places.get(place, NOTHING)
            if known.record is began:  # its message is known, so it is not sent again
                record = after if after.message else None
                projection.places[place] = replace(known, record=record, attempt=None)
            raise
        return SendOutcome.DELETED if isinstance(request, Delete) else SendOutcome.MADE

    async def _record_made(
        self,
        projection: Projection,
        slot: TableSlot,
        place: PartPlace,
        request: MessageRequest,
        records: tuple[Posted | None, Posted],
        asked: tuple[Table | None, MessageId | None],
    ) -> None:
        """Records a request that was made, in memory and in the store, unless another has superseded it.

        Also marks its question as seen, and after a send queues hands with an outdated link. The part of a
        player who has left is retracted instead. `records` are the part's records before and after the
        request. `asked` is the table that the request shows and its board's message before.
        """
        (began, after), (table, board) = records, asked
        if self._settle_made(projection, slot, place, request, began, after):
            return
        if projection.table is not None and is_of_another(place, projection.table):
            self._retract(projection, place)
            return  # the player has left, and a forgotten person must not be recorded again
        if isinstance(request, Send) and table is not None:
            self._update_board_links(projection, table, place, board)
        post = None if isinstance(request, Delete) else request.post
        self._mark_seen(projection, place.chat, table, slot.part, post)
        await self._projections.record(slot.table, after)

    def _settle_made(
        self,
        projection: Projection,
        slot: TableSlot,
        place: PartPlace,
        request: MessageRequest,
        began: Posted | None,
        after: Posted,
    ) -> bool:
        """Records a made request in memory; returns whether another request had replaced the record.

        Then the record stays. Ends the slot's trial of a plainer form.
        """
        superseded = projection.part_at(place).record is not began
        self._forms.note_success(place.chat, slot)
        self._settle(projection, place, request, began, after, Result.MADE)
        return superseded

    def _fall_back(
        self,
        projection: Projection,
        slot: TableSlot,
        place: PartPlace,
        request: MessageRequest,
        error: Gone | Rejected,
    ) -> SendOutcome:
        """Prepares the next request for a part after Gone or Rejected and returns AGAIN; or raises the error.

        A gone message is sent again. After Gone itself, not a subclass, its stored record is cleared; after
        an edit of a board or hand its deletion is queued. A refused part is shown in a plainer form. If the
        plainest edit of a vital part is refused, a new message is tried. The deletion of the old message is
        queued then. A refused delete, a refused plainest send, and a send to a gone chat raise the error.
        """
        after: SendPriority[Slot] = SendPriority(Rank.REST, after=(place.chat, slot))
        if isinstance(error, Gone) and not isinstance(request, Send):
            if type(error) is Gone:  # after a kill the next process sends the part again
                self._projections.record_later(
                    slot.table, Posted(place.chat, place.part.name, NO_MESSAGE, "")
                )
            seat = place.part.view in (PartView.BOARD, PartView.HAND)
            if type(error) is Gone and isinstance(request, Edit) and seat:
                self._delete_replaced(projection, place, request.message, after)
            return SendOutcome.AGAIN  # an archived thread refuses edits, but keeps the message
        if isinstance(error, Gone) or isinstance(request, Delete):
            raise error
        if self._forms.note_refusal(place.chat, slot, request.post, error):
            return SendOutcome.AGAIN
        if not isinstance(request, Edit) or projection.table is None or not is_vital(place, projection.table):
            raise error
        projection.forget(place)
        self._delete_replaced(projection, place, request.message, after)
        return SendOutcome.AGAIN

    def _delete_replaced(
        self, projection: Projection, place: PartPlace, message: MessageId, after: SendPriority[Slot]
    ) -> None:
        """Queues the deletion of a message that a new one replaces, or a sentence that says so."""
        table = projection.table
        instead = self._renderer.replaced_text(place.chat, table) if table is not None else ""
        self._outboxes[place.chat].put(place.chat, DeleteSlot(message, instead), after)

    def _next_record(self, projection: Projection, place: PartPlace, request: MessageRequest) -> Posted:
        """Returns the record of a part if the request is made; the message's id is still missing."""
        table, digest = projection.table, "" if isinstance(request, Delete) else request.post.digest()
        asks = table is not None and digest and not _asks_nothing(projection, place.chat, place.part)
        moment = _encode_question(table, place.part) if asks and table is not None else ""
        seq = table.seq if table is not None else 0
        return Posted(place.chat, place.part.name, NO_MESSAGE, digest, self._wall(), moment, seq)

    def _begin(self, projection: Projection, place: PartPlace, send: Send, after: Posted) -> None:
        """Records a send with buttons before it is made, because a kill might cause a duplicate.

        It is also stored, in the background, unless the platform has idempotent sends or the table is
        unreadable. No effect if no button sends a payload.
        """
        if any(button.data for row in send.post.keyboard() for button in row):
            table = projection.table
            attempt = Attempt(after, table.question if table is not None else 0)
            projection.change(place, attempt=attempt)
            if table is not None and not self._outboxes[place.chat].messenger.has_idempotent_sends():
                self._projections.record_later(table.id, attempt_row(attempt))

    def _settle(
        self,
        projection: Projection,
        place: PartPlace,
        request: MessageRequest,
        began: Posted | None,
        after: Posted,
        result: Result,
    ) -> None:
        """Records a request's result in memory; `began` is the record before it, `after` the one if made.

        If a send got no answer, a message pressed during it is recorded and stored as its own. If the request
        was made, the removal of the buttons of other messages pressed during it is queued.
        """
        shown = projection.part_at(place)
        projection.put(place, settle(shown, began, request, result, after, self._clock() + GRACE_S))
        pressed = shown.attempt.pressed if shown.attempt is not None else ()
        record = projection.part_at(place).record
        if result is Result.MADE:
            for duplicate in {*pressed} - {after.message}:
                self._outboxes[place.chat].put(place.chat, StripSlot(duplicate), SendPriority(Rank.REST))
        elif pressed and record is not None and record is not began:
            self._note_adopted(projection, record)

    def _retract(self, projection: Projection, place: PartPlace) -> None:
        """Forgets a message to a departed player; queues the deletion of a call, or the removal of buttons.

        No effect if the message is not recorded.
        """
        if (record := projection.forget(place)) is not None:
            back = DeleteSlot(record.message) if place.part.is_call else StripSlot(record.message)
            self._outboxes[place.chat].put(place.chat, back, SendPriority(Rank.REST))

    def _update_board_links(
        self, projection: Projection, table: Table, sent: PartPlace, board: MessageId | None
    ) -> None:
        """Queues updates of private hands whose link does not lead to the board, after a part was `sent`.

        After the first board, or a board that was sent again, these are all hands. Otherwise it is the sent
        hand, unless `board` is still the board's message. `board` is that message when the part was rendered,
        or None. Only the current hand counts. After the first hand a link leads to the count just above the
        board. So it waits LINK_S for words that change the hand anyway.
        """
        stale = [sent] if sent.part.view is PartView.HAND else []
        if sent.part.view is PartView.BOARD and (table.hand == 1 or projection.part_at(sent).previous):
            stale = [it for it in projection.records if it.part.view is PartView.HAND]
        elif self._projections.message_of(table) == board:
            return
        begins = self._clock() + LINK_S if table.hand > 1 else 0.0
        update = SendPriority[Slot](Rank.FOLLOW, spare=1, not_before=begins)
        for place in stale:
            if place.part.hand == table.hand:
                projection.mark_unverified(place)
                self._outboxes.put(place.chat, TableSlot(table.id, place.part), update)

    # ---- unanswered sends --------------------------------------------------------------------------------

    def wait_for_presses(self, projection: Projection) -> None:
        """Delays sends that an earlier process began, so that a press can identify their messages first.

        They wait until GRACE_S after their start, and at least LEAST_GRACE_S from now.
        """
        for place, shown in list(projection.places.items()):
            if (attempt := shown.attempt) is not None:
                left = attempt.would_show.at + GRACE_S - self._wall()
                until = self._clock() + max(LEAST_GRACE_S, left)
                projection.change(place, attempt=replace(attempt, until=until))

    def release_lost_sends(self, projection: Projection) -> None:
        """Ends the wait for sends that count as in flight, but have ended with an unexpected error.

        The first message pressed during such a send is adopted; otherwise the send waits GRACE_S seconds for
        a press. No effect on an unreadable table, or in chats whose platform is not running.
        """
        for place, shown in list(projection.places.items()):
            attempt, table, outbox = shown.attempt, projection.table, self._outboxes.get(place.chat)
            if attempt is None or table is None or outbox is None or not attempt.in_flight:
                continue
            if outbox.queue.in_flight_to(place.chat) == TableSlot(table.id, place.part):
                continue
            if attempt.pressed:
                self.adopt(table.id, place, attempt.pressed[0])
            else:
                projection.change(place, attempt=replace(attempt, until=self._clock() + GRACE_S))

    def adopt(self, table_id: TableId, place: PartPlace, message: MessageId) -> None:
        """Records and stores a pressed message as the result of an unanswered send, with uncertain content.

        Its question counts as seen. Without such a send, only the known message is stored again. Raises
        KeyError for an unknown table.
        """
        projection = self._projections[table_id]
        projection.put(place, adopt(projection.part_at(place), message))
        if (record := projection.part_at(place).record) is not None:
            self._note_adopted(projection, record)

    def _note_adopted(self, projection: Projection, record: Posted) -> None:
        """Stores the record of an identified message in the background, and marks its question as seen.

        No effect if the table is unreadable.
        """
        if projection.table is not None:
            self.mark_recorded_seen(projection.table, record)
            self._projections.record_later(projection.table.id, record)

    def _key(self, projection: Projection, slot: TableSlot, place: PartPlace) -> str:
        """Returns the idempotency key of a send: equal for a repeat after a kill or an outage.

        Another previous message, and for a call another question, give another key.
        """
        table = projection.table
        question = table.question if table is not None and slot.part.is_call else ""
        return f"{slot.table} {slot.name} {question} {projection.part_at(place).previous}"

    # ---- seen questions ----------------------------------------------------------------------------------

    def mark_recorded_seen(self, table: Table, record: Posted) -> None:
        """Marks the question in a recorded message as seen by the seats that it asks.

        No effect if it asks no seat, or the table asks another question or is not in memory by now. An
        unreadable record is logged.
        """
        written, *seats = record.moment.split() or ("",)
        if not written:
            return
        try:
            self._manager.clocks.mark_seen(table.id, Moment.read(written), [int(seat) for seat in seats])
        except ValueError:
            log.warning("%s of table %s: who has seen it could not be read", record.slot, table.id)

    def _mark_seen(
        self, projection: Projection, chat: ChatId, table: Table | None, part: Part, post: Post | None
    ) -> None:
        """Marks a table's question as seen by the players to whom a part shows it.

        No effect without a post or a table, or if the part asks nothing.
        """
        if post is not None and table is not None and not _asks_nothing(projection, chat, part):
            self._manager.clocks.mark_seen(table.id, Moment.of_table(table), _asked_seats(table, part))


async def _make_by_messenger(
    messenger: Messenger, chat: ChatId, instead: str, request: MessageRequest
) -> MessageId:
    """Makes a request by a messenger; returns the id of the message that shows the part, "" after a deletion.

    A message that its platform does not delete shows the text `instead`. Raises a MessengerError.
    """
    match request:
        case Send(post):
            return await messenger.send(chat, post)
        case Edit(message, post):
            await messenger.edit(chat, message, post)
            return message
        case Delete(message):
            await delete_or_change(messenger, chat, message, instead)
            return NO_MESSAGE
        case _:
            assert_never(request)


async def _make_by_answer(change: Change, request: MessageRequest) -> MessageId:
    """Makes an edit by the answer to a press; returns the message's id.

    Raises the errors of `change`, and AssertionError for any other request.
    """
    assert isinstance(request, Edit)  # noqa: S101 - an answer makes no other request
    await change(request.post)
    return request.message


def _needs_no_request(place: PartPlace, table: Table | None) -> bool:
    """Returns whether a part needs no request: it belongs to an old hand or a departed player, or to another
    chat.

    For an unreadable table (None), returns True for all parts except its notice.
    """
    if table is None:
        return place.part.view is not PartView.DAMAGED
    return is_of_another(place, table) or _is_in_other_chat(place, table) or is_past(place, table)


def _is_in_other_chat(place: PartPlace, table: Table) -> bool:
    """Returns whether a chat must not show a part because its table has moved.

    The chat that the table left keeps only the lobby and the commitment. No other chat but the table's own
    shows the lobby.
    """
    if place.chat == table.left:
        return place.part.view not in (PartView.LOBBY, PartView.SEAL)
    return place.part.view is PartView.LOBBY and place.chat != table.chat


def _needs_no_message(slot: TableSlot, table: Table | None, projection: Projection) -> bool:
    """Returns whether a part that a chat does not show needs no message.

    This holds for the lobby and commitment of a replaced table, and for a finished hand of a player. After
    the first deal it also holds for a shown lobby or commitment, and for a solo table's lobby.
    """
    if table is None or slot.part.view not in (PartView.LOBBY, PartView.SEAL):
        return table is not None and is_finished_hand(table, slot.part)
    shown = any(place.part == slot.part for place in projection.records)
    late = shown or (table.solo and slot.part.view is PartView.LOBBY)
    return table.ended is Ending.REPLACED or (table.mesa is not None and late)


def _asks_nothing(projection: Projection, chat: ChatId, part: Part) -> bool:
    """Returns whether a part is a private hand whose player acts at the table, so that it asks nothing."""
    return part.view is PartView.HAND and projection.is_at_table(chat)


def _encode_question(table: Table, part: Part) -> str:
    """Encodes which question a part shows, and to which seats, for storage; "" if it asks no player."""
    seats = _asked_seats(table, part)
    return " ".join(map(str, (Moment.of_table(table), *seats))) if seats else ""


def _asked_seats(table: Table, part: Part) -> Seats:
    """Returns the seats to which a part shows their current question: of the current board or a private hand.

    () if it shows none.
    """
    seats = awaited_at(table)
    match part:
        case Part(PartView.BOARD, hand) if hand == table.hand and table.in_hand:
            return seats
        case Part(PartView.HAND, _, seat) if seat in seats and not is_finished_hand(table, part):
            return (seat,)
        case _:
            return ()
