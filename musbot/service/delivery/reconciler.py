"""Queues the parts of changed tables for their chats, with the urgency of each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.events import Looked, Said, Signed
from musbot.narrator.post import Post
from musbot.port.boundary import guard_callback
from musbot.port.chats import is_window, window_in
from musbot.service.choices.kept import YES
from musbot.service.delivery.projections import Projection, Projections
from musbot.service.delivery.rendering import Renderer
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.outboxes import Outboxes, Times
from musbot.service.queue.pace import PAUSE_S, gives_order
from musbot.service.queue.parts import CALLS, HandPlace, Part, PartPlace, PartView
from musbot.service.queue.slots import (
    DeleteSlot,
    PartChange,
    PostSlot,
    StripSlot,
    TableSlot,
    is_undealt,
    main_part,
    priority,
)
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import Quarantined
from musbot.table.acts import Call
from musbot.table.events import NO_MESSAGE, AnyEvent, ChatId, MessageId, PersonId, TableId
from musbot.table.table import Table


class Reconciler:
    """Queues the parts of tables that are outdated or missing in chats."""

    def __init__(
        self,
        manager: TableManager,
        projections: Projections,
        outboxes: Outboxes,
        renderer: Renderer,
        times: Times,
    ) -> None:
        self._manager = manager
        self._projections = projections
        self._outboxes = outboxes
        self._renderer = renderer
        self._notes = manager.notes
        self._clock = times.clock
        self._wall = times.wall
        self._timers = times.timers

    def reconcile(self, table: Table, events: Sequence[AnyEvent] = ()) -> None:
        """Queues every part whose desired version has changed since the last call, or was outdated.

        `events` are the changes since the last call; none if they are unknown. If `table` is older than at
        the last call, the state of the last call counts. Changes by señas and looks alone queue only messages
        of players who know of them, because timing would reveal them. Also
        retracts messages to departed players and parts in a chat that the table left. Reuses or expires
        messages of old hands. Forgets a finished table that is fully shown. An error in queueing is raised;
        the next call then queues all parts.
        """
        projection = self._projections.get_or_create(table.id, table)
        known = projection.table.seq if projection.table is not None else -1
        if known < table.seq and not _is_secret(known, table, events):
            projection.words = table.seq
            projection.note_words(self._wall() for event in events if isinstance(event, Said))
        if projection.table is not None and projection.table.seq > table.seq:
            table = projection.table  # an earlier caller has waited while the table changed
        if projection.table is not None and projection.table.left != table.left:
            self._leave_chat(projection, projection.table)
        self._retract_departed(projection, table)
        if projection.hand and projection.hand != table.hand:
            self._reuse_hand_messages(projection, table)
        projection.table = table
        try:
            self._queue_changes(projection, table)
        except BaseException:
            projection.invalidate()  # the next call queues all parts
            raise
        if projection.hand != table.hand:
            projection.hand = table.hand
            self._expire_old_hands(table, projection)
        self.evict_if_shown(table.id)

    def _queue_changes(self, projection: Projection, table: Table) -> None:
        """Records all desired versions, and queues each part whose version has changed.

        Not queued are parts in chats of platforms that do not run, and private hands that need no update.
        Also decides which windows show hands, and queues the deletion of the others.
        """
        nudged, how = self._manager.clocks.nudge_of(table.id), self._renderer.call_seats(table)
        windows, hand_places = self._update_windows(projection, table), projection.hand_places.by_seat(table)
        in_order, now = self._gives_order(projection, table), self._clock()
        for place, before, want in projection.take_changes(table, nudged, how, windows, in_order=in_order):
            chat, shown = place.chat, projection.part_at(place)
            if self._outboxes.get(chat) is None:
                continue  # its platform is not running
            dealt = place.part.view is PartView.HAND and before is not None and before.own != want.own
            at_table = is_window(chat) or projection.is_at_table(chat)
            missing = shown.record is None or (dealt and at_table)
            due = missing or not shown.current
            change = PartChange(before, want, missing, due, nudged is not None, hand_places, now)
            if not _needs_no_update(projection, table, place, change):
                self._projections.index_chat(chat, table.id)
                self._outboxes.put(chat, TableSlot(table.id, place.part), priority(table, place, change))

    def _gives_order(self, projection: Projection, table: Table) -> bool:
        """Returns whether the board gives the order of speaking; if so, a timer ends that.

        The timer reconciles the table after PAUSE_S without a word. False if the platform is not running, or
        if any player's HandPlace is not PRIVATE.
        """
        outbox, places = self._outboxes.get(table.chat), projection.hand_places.by_seat(table).values()
        if outbox is None or any(place is not HandPlace.PRIVATE for place in places):
            return False
        now, every_s = self._wall(), outbox.messenger.limit(table.chat).every_s
        if not gives_order(table, projection.times, now, every_s):
            return False
        if projection.timed != (last := projection.times[-1]):
            projection.timed = last
            end = guard_callback(f"table {table.id}: its pace", self._end_order)
            self._timers.call_later(max(0.0, last + PAUSE_S - now), end, table.id, last)
        return True

    def _end_order(self, table_id: TableId, last: float) -> None:
        """Queues the board that names the next speaker, unless a word was said after the one at `last`.

        `last` is in seconds since 1970.
        """
        projection = self._projections.get(table_id)
        if projection is not None and projection.table is not None and projection.times[-1:] == (last,):
            projection.timed = 0.0
            self.reconcile(projection.table)

    def _update_windows(self, projection: Projection, table: Table) -> set[ChatId]:
        """Returns the chats of the windows that should show hands; queues the deletion of the other windows.

        In a hand, players with cards whose hand is not in private get one if the platform can send it.
        Players to whom it can send none lose their window; their messages and the board are marked as
        outdated.
        """
        windows, known = set[ChatId](), projection.hand_places.windows
        for seat, person in table.people if table.in_hand and not table.over else ():
            if not self._outboxes.can_open_window(table.chat, person):
                if person in known:
                    known.discard(person)
                    projection.invalidate(person)
                    projection.invalidate_place(PartPlace(table.chat, main_part(table)))
            elif table.has_cards(seat) and not projection.hand_places.place_of_person(person).is_private:
                known.add(person)
                windows.add(window_in(table.chat, person))
        for place, record in projection.windows():
            if place.chat not in windows:
                projection.forget(place)
                self._outboxes.put(place.chat, DeleteSlot(record.message), SendPriority(Rank.REST))
        return windows

    def _reuse_hand_messages(self, projection: Projection, table: Table) -> None:
        """Reassigns the message of the last hand to the new hand, so that an edit shows the new hand there.

        Does so in windows, and in private for players whose HandPlace is BOARD or WINDOW; stores both records
        in the background. A player without new cards keeps the count. No effect between hands.
        """
        for seat, person in table.people if table.in_hand else ():
            chats = [person] if projection.is_at_table(person) else []
            for chat in (*chats, window_in(table.chat, person)):
                ended = PartPlace(chat, Part(PartView.HAND, projection.hand, seat))
                if not table.has_cards(seat):
                    projection.invalidate_place(ended)  # the player gets no cards: the count remains
                    continue
                if (reused := projection.reuse_message(ended, _current_hand(table, chat, seat))) is None:
                    continue
                was, now = reused
                self._projections.record_later(table.id, now)
                self._projections.record_later(table.id, replace(was, message=NO_MESSAGE))

    def _retract_departed(self, projection: Projection, table: Table) -> None:
        """Forgets messages to players who left; queues the deletion of their calls and windows (R95).

        Their private message with the current hand is replaced with a notice, or deleted if they are back by
        then. All this is stored for players with a held seat. No record may be stored about forgotten
        persons.
        """
        for place, record in projection.orphaned_messages(table):
            chat, part = place
            if part.view is PartView.HAND and part.hand != table.hand:
                continue  # the hand is over and shows its count
            own = part.view is PartView.HAND and not is_window(chat)
            left = self._renderer.departed_post(PersonId(chat), table) if own else None
            projection.forget(place)
            held = any(held.who.person == chat for held in table.held)
            if left is None:
                self._outboxes.put(chat, DeleteSlot(record.message), SendPriority(Rank.REST))
            else:
                fresh = partial(self._unless_back, left, PersonId(chat), table.id)
                slot = PostSlot(
                    replace(left, replaces_message=record.message),
                    fresh=fresh,
                    watches=table.id if held else None,
                )
                self._outboxes.put(chat, slot, SendPriority(Rank.REST))
            if held:
                self._projections.record_later(table.id, replace(record, message=NO_MESSAGE))

    def _unless_back(self, left: Post, person: PersonId, table_id: TableId) -> Post | None:
        """Returns the notice to a player who left; None if they sit at the table again, and get their hand.

        For a table that is not in memory it returns the notice.
        """
        table = self._manager.tables.get(table_id)
        return left if table is None or table.seat_of(person) is None else None

    def _leave_chat(self, projection: Projection, before: Table) -> None:
        """Removes a table's queued parts from the chat that it has left; `before` is its state there.

        Also queues the deletion of the call to confirm presence. If that chat was a thread, it deletes the
        main part's message too.
        """
        slots = [TableSlot(before.id, it.part) for it in projection.wanted_places if it.chat == before.chat]
        self._outboxes.drop(before.chat, slots)
        for part in (Part(PartView.READY), *([main_part(before)] if before.left else [])):
            if (known := projection.forget(PartPlace(before.chat, part))) is not None:
                self._outboxes.put(before.chat, DeleteSlot(known.message), SendPriority(Rank.REST))

    def _expire_old_hands(self, table: Table, projection: Projection) -> None:
        """Forgets the parts of old hands; drops them if they are queued, or in a closed chat.

        Messages stay. If a dropped part's message asks a player, or its player acts at the table, its buttons
        are removed later.
        """
        for (chat, part), record in projection.take_expired(table):
            slot = TableSlot(table.id, part)
            if self._outboxes.contains(chat, slot) or not self._outboxes.accepts(chat):
                self._outboxes.drop(chat, [slot])
                if record is not None and (record.moment or projection.is_at_table(chat)):
                    self._strip(chat, record.message)

    def _strip(self, chat: ChatId, message: MessageId) -> None:
        """Queues the removal of a message's buttons; its text stays. A closed chat gets it once it opens."""
        self._outboxes.put(chat, StripSlot(message), SendPriority(Rank.REST))

    def show_damage(self, damaged: Quarantined) -> None:
        """Stops updating and replacing the messages of a quarantined table; drops its queued parts.

        Queues one notice for its chat, unless the table has one.
        """
        projection = self._projections.get_or_create(damaged.id, None)
        projection.table = None
        for chat, part in projection.wanted_places:
            self._outboxes.drop(chat, [TableSlot(damaged.id, part)], keeps_replaced=True)
        if all(place.part.view is not PartView.DAMAGED for place in projection.records):
            self._projections.index_chat(damaged.chat, damaged.id)
            self._outboxes.put(
                damaged.chat, TableSlot(damaged.id, Part(PartView.DAMAGED)), SendPriority(Rank.REST)
            )

    def evict_if_shown(self, table_id: TableId) -> bool:
        """Forgets a table, in memory, that is over and has no part queued or in flight; returns if it did.

        A table in a closed chat, or of a platform that is not running, is kept: its end must still be shown.
        A hand that still asks a player in a closed private chat loses its buttons when that chat opens. If
        the table was never dealt, queues the end of the thread that was opened for it.
        """
        projection = self._projections.get(table_id)
        if projection is None or (table := projection.table) is None or not table.over:
            return False
        if table.chat in self._manager.clocks.closed or self._outboxes.get(table.chat) is None:
            return False
        if any(
            self._outboxes.contains(chat, TableSlot(table_id, part))
            for chat, part in projection.wanted_places
        ):
            return False
        for (chat, _), record in projection.records.items():
            if record.moment and not self._outboxes.accepts(chat):
                self._strip(chat, record.message)
        self._projections.evict(table_id)
        if is_undealt(table) and table.left and table.left == table.opened_in:  # its thread is of no use
            self._outboxes.put(
                table.chat, TableSlot(table_id, Part(PartView.THREAD)), SendPriority(Rank.REST)
            )
        return True

    def forget_private_tables(self, person: PersonId) -> None:
        """Forgets the solo tables of a person's private chat, in memory, and drops their queued slots.

        The removal of their messages' buttons is queued. No effect if the platform is not running.
        """
        for projection in self._projections.in_chat(person):
            if (table := projection.table) is None or not table.solo or self._outboxes.get(person) is None:
                continue
            self._outboxes.drop(person, [TableSlot(table.id, it.part) for it in projection.wanted_places])
            for message in projection.messages(person):
                self._strip(person, message)
            self._projections.evict(table.id)

    # ---- requests of players -----------------------------------------------------------------------------

    def repost(self, table: Table, seat: Seat | None = None) -> None:
        """Queues a table's main part, or a seat's cards, as a new message, then the deletion of the old one.

        Before the first hand, at a solo table, or without a person, a seat means the main part. No effect in
        a closed chat, unless it is being probed. An edit of the old message that is in flight no longer
        changes the record. After an error the old message is recorded again.
        """
        chat, part = table.chat, main_part(table)
        person = dict(table.people).get(seat) if seat is not None and not table.solo else None
        if seat is not None and person is not None and table.mesa is not None:
            chat, part = _current_hand(table, person, seat)
        if not self._outboxes.accepts(chat):
            return  # its messages are updated when it opens again
        projection = self._projections.get_or_create(table.id, table)
        place = PartPlace(chat, part)
        known = projection.forget(place)
        try:
            projection.invalidate_place(place)
            self.reconcile(table)
        except BaseException:
            projection.change(place, record=known)  # the old message still shows the part
            raise
        if known is not None:  # after the new message: a kill between the two would leave no buttons
            after = (chat, TableSlot(table.id, part))
            instead = self._renderer.replaced_text(chat, table)
            self._outboxes.put(chat, DeleteSlot(known.message, instead), SendPriority(Rank.REST, after=after))

    def restore_board(self, table: Table, *, at_once: bool) -> None:
        """Queues a deleted lobby or board as a new message.

        That is now if `at_once`. Otherwise its record is only forgotten, and the table's next change sends
        it.
        """
        projection, place = (
            self._projections.get_or_create(table.id, table),
            PartPlace(table.chat, main_part(table)),
        )
        projection.forget(place)
        if at_once:
            projection.invalidate_place(place)
            self.reconcile(table)

    def renew_cards(self, person: PersonId) -> None:
        """Queues updates of a person's private cards and of the boards at their loaded tables in play."""
        for table in self._manager.tables.list_for(person):
            if table.mesa is not None:
                self._renew(table, person)

    def renew_chat(self, chat: ChatId) -> None:
        """Queues updates of the boards, lobbies and private cards of the loaded tables that share a chat's
        settings.
        """
        unit = self._manager.ways.settings_id
        for table in self._manager.tables.in_memory():
            if unit(table.chat) == unit(chat):
                self._renew(table, *(person for _, person in table.people))

    def _renew(self, table: Table, *people: PersonId) -> None:
        """Queues updates of a table's main part, and of these people's private cards."""
        projection = self._projections.get_or_create(table.id, table)
        projection.invalidate_place(PartPlace(table.chat, main_part(table)))
        for seat, person in table.people if table.mesa is not None and not table.solo else ():
            if person in people:
                projection.invalidate_place(_current_hand(table, person, seat))
        self.reconcile(table)

    async def show_hand(self, person: PersonId, *, here: bool) -> None:
        """Stores whether a person sees their cards at the table (`here`) or in private; raises StoreError.

        Queues their messages at loaded tables in play. A private hand that moves to the table loses its
        buttons, and its queued update is dropped. Raises KeyError if the person's platform is not running
        then.
        """
        await self._notes.here.choose(person, YES if here else "")
        for table in self._manager.tables.list_for(person):
            projection, seat = self._projections.get_or_create(table.id, table), table.seat_of(person)
            if here and seat is not None and not table.solo:
                place = _current_hand(table, person, seat)
                self._outboxes[person].drop(person, [TableSlot(table.id, place.part)])
                if (known := projection.forget(place)) is not None:
                    self._strip(person, known.message)
            projection.invalidate(person)
            self.reconcile(table)

    async def set_call(self, person: PersonId, how: Call) -> None:
        """Stores the way in which a person is called; raises StoreError.

        Queues their private calls at loaded tables in play, and the chats' changed calls. No effect if they
        already chose that.
        """
        if not await self._notes.call.choose(person, how):
            return
        for table in self._manager.tables.list_for(person):
            self.reconcile(table)
            if (seat := table.seat_of(person)) is not None:
                for call in CALLS:
                    self._outboxes.put(
                        person, TableSlot(table.id, Part(call, seat=seat)), SendPriority(Rank.BOARD)
                    )


def _current_hand(table: Table, chat: ChatId, seat: Seat) -> PartPlace:
    """Returns the place of a player's cards in the current hand, in a private chat or a window."""
    return PartPlace(chat, Part(PartView.HAND, table.hand, seat))


def _is_secret(known: int, table: Table, events: Sequence[AnyEvent]) -> bool:
    """Returns whether the changes since event number `known` are only señas and looks.

    False at a solo table, whose player sees all changes. False if `events` are none or not all of the
    changes.
    """
    if table.solo or not events or known + len(events) != table.seq:
        return False
    return all(isinstance(event, Signed | Looked) for event in events)


def _needs_no_update(projection: Projection, table: Table, place: PartPlace, change: PartChange) -> bool:
    """Returns whether a hand needs no update, because its player sees or plays it elsewhere.

    False for other parts, and once the table is over. In private: always with CHANNEL; with BOARD unless the
    part is due; with WINDOW if the chat has no message for it or an up-to-date one. A window needs none if
    its player uses the board and the part is not due.
    """
    if place.part.view is not PartView.HAND or table.over:
        return False
    shown = projection.part_at(place)
    if is_window(place.chat):
        return place.person in projection.hand_places.on_board and not change.is_due
    match projection.hand_places.place_of_person(place.chat):
        case HandPlace.PRIVATE | HandPlace.UNREACHABLE:
            return False
        case HandPlace.BOARD:
            return not change.is_due
        case HandPlace.WINDOW:  # a private chat that never showed a hand does not get one
            return shown.record is None or shown.current
        case HandPlace.CHANNEL:
            return True
        case unknown:
            assert_never(unknown)
