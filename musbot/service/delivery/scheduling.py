"""Queues the parts of changed tables for their chats, with the urgency of each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.actions import Seat
from musbot.game.events import Looked, Signed
from musbot.narrator.post import Post
from musbot.service.choices.calls import call_seats
from musbot.service.choices.kept import YES
from musbot.service.delivery.rendering import Renderer
from musbot.service.delivery.shown import Display, Displays
from musbot.service.queue.dispatch import Lines
from musbot.service.queue.fair_queue import Rank, Wish
from musbot.service.queue.parts import CALLS, HandPlace, Part, PartPlace, PartView
from musbot.service.queue.slots import (
    Change,
    DeleteSlot,
    PostSlot,
    StripSlot,
    TableSlot,
    main_part,
    wish,
)
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import Quarantined
from musbot.table.acts import Call
from musbot.table.events import AnyEvent
from musbot.table.table import Table


class Scheduler:
    """Queues the parts of tables that are outdated or missing in chats."""

    def __init__(
        self,
        manager: TableManager,
        displays: Displays,
        lines: Lines,
        renderer: Renderer,
    ) -> None:
        self._manager = manager
        self._displays = displays
        self._lines = lines
        self._renderer = renderer
        self._notes = manager.notes

    def wake(self, table: Table, events: Sequence[AnyEvent] = ()) -> None:
        """Queues every part of a table that may have changed since the last call.

        Señas and looks queue only messages of players who know of them, because timing would reveal them.
        """
        display = self._displays.made(table.id, table)
        known = display.table.seq if display.table is not None else -1
        if known < table.seq and not _is_secret(known, table, events):
            display.words = table.seq
        if display.table is not None and display.table.seq > table.seq:
            table = display.table  # an earlier caller has waited while the table changed
        if display.table is not None and display.table.left != table.left:
            self._gone_from(display, display.table)
        self._take_back(display, table)
        if display.hand and display.hand != table.hand:
            self._hand_on(display, table)
        display.table = table
        try:
            self._put_news(display, table)
        except BaseException:
            display.stale()  # the next call queues all parts
            raise
        if display.hand != table.hand:
            display.hand = table.hand
            self._pass_over(table, display)
        self.let_go(table.id)

    def _put_news(self, display: Display, table: Table) -> None:
        nudged, closed = self._manager.clocks.nudge_of(table.id), self._manager.clocks.closed
        how = call_seats(table, self._notes.call.facts, closed)
        hand_places = display.hand_places.by_seat(table)
        for place, before, want in display.take_changes(nudged, how):
            chat, shown = place.chat, display.at(place)
            if self._lines.of(chat) is None:
                continue  # its platform is not running
            dealt = place.part.view is PartView.HAND and before is not None and before.own != want.own
            missing = shown.posted is None or (dealt and display.is_at_table(chat))
            due = missing or not shown.current
            change = Change(before, want, missing, due, nudged is not None, hand_places)
            if not _rests(display, table, place, change):
                self._displays.concern(chat, table.id)
                self._lines.put(chat, TableSlot(table.id, place.part), wish(table, place, change))

    def _hand_on(self, display: Display, table: Table) -> None:
        """Edits the last hand's private message into the new hand, for players who act at the table."""
        for seat, person in table.people if table.in_hand else ():
            if not display.is_at_table(person):
                continue
            ended = PartPlace(person, Part(PartView.HAND, display.hand, seat))
            if not table.has_cards(seat):
                display.again(ended)  # the player gets no cards: the count remains
            elif (given := display.reuse_message(ended, _hand_place(table, person, seat))) is not None:
                was, now = given
                self._displays.record_later(table.id, now)
                self._displays.record_gone(table.id, was)

    def _take_back(self, display: Display, table: Table) -> None:
        """Deletes calls to players who left their seats, and closes their hand messages (R95).

        This is recorded for players who may come back. Nothing may be recorded about forgotten persons.
        """
        for place, posted in display.of_others(table):
            chat, part = place
            if part.view is PartView.HAND and part.hand != table.hand:
                continue  # the hand is over and shows its count
            left = self._renderer.left(chat, table) if part.view is PartView.HAND else None
            display.forget(place)
            if left is None:
                self._lines.put(chat, DeleteSlot(posted.message), Wish(Rank.REST))
            else:
                fresh = partial(self._unless_back, left, chat, table.id)
                told = PostSlot(replace(left, replaces_message=posted.message), fresh=fresh)
                self._lines.put(chat, told, Wish(Rank.REST))
            if any(held.who.person == chat for held in table.held):
                self._displays.record_gone(table.id, posted)

    def _unless_back(self, left: Post, person: str, table_id: str) -> Post | None:
        """Returns the notice to a player who left; None if they are back: their hand is sent again."""
        table = self._manager.tables.get(table_id)
        return left if table is None or table.seat_of(person) is None else None

    def _gone_from(self, display: Display, before: Table) -> None:
        """Removes the queued parts and the buttons from the chat that a table has left."""
        slots = [TableSlot(before.id, it.part) for it in display.wanted if it.chat == before.chat]
        self._lines.drop(before.chat, slots)
        if before.left and (known := display.forget(PartPlace(before.chat, main_part(before)))) is not None:
            self._strip(before.chat, known.message)

    def _pass_over(self, table: Table, display: Display) -> None:
        """Stops updating old hands, and removes their buttons if they still ask a player."""
        for (chat, part), posted in display.past(table):
            slot = TableSlot(table.id, part)
            if self._lines.waits(chat, slot):
                self._lines.drop(chat, [slot])
                if posted is not None and (posted.moment or display.is_at_table(chat)):
                    self._strip(chat, posted.message)

    def _strip(self, chat: str, message: str) -> None:
        self._lines.put(chat, StripSlot(message), Wish(Rank.REST))

    def set_aside(self, aside: Quarantined) -> None:
        """Stops showing a quarantined table, and posts one notice to its chat."""
        display = self._displays.made(aside.id, None)
        display.table = None
        for chat, part in display.wanted:
            self._lines.drop(chat, [TableSlot(aside.id, part)])
        if all(place.part.view is not PartView.DAMAGED for place in display.posted):
            self._displays.concern(aside.chat, aside.id)
            self._lines.put(aside.chat, TableSlot(aside.id, Part(PartView.DAMAGED)), Wish(Rank.REST))

    def let_go(self, table_id: str) -> bool:
        """Forgets a table that is over and fully shown; returns whether it did.

        A table in a closed chat is kept, because its end must still be shown.
        """
        display = self._displays.of(table_id)
        if display is None or (table := display.table) is None or not table.over:
            return False
        if table.chat in self._manager.clocks.closed or self._lines.of(table.chat) is None:
            return False
        if any(self._lines.waits(chat, TableSlot(table_id, part)) for chat, part in display.wanted):
            return False
        self._displays.let_go(table_id)
        return True

    def leaves(self, person: str) -> None:
        """Stops showing and recording the solo tables of a person's private chat."""
        for display in self._displays.at(person):
            if (table := display.table) is None or not table.solo or self._lines.of(person) is None:
                continue
            self._lines.drop(person, [TableSlot(table.id, it.part) for it in display.wanted])
            for message in display.messages(person):
                self._strip(person, message)
            self._displays.let_go(table.id)

    # ---- requests of players -----------------------------------------------------------------------------

    def repost(self, table: Table, seat: Seat | None = None) -> None:
        """Posts a table, or a seat's cards, again as a new message; the old one loses its buttons.

        An edit of the old message that is in flight no longer changes the record.
        """
        chat, part = table.chat, main_part(table)
        person = dict(table.people).get(seat) if seat is not None and not table.solo else None
        if seat is not None and person is not None and table.mesa is not None:
            chat, part = _hand_place(table, person, seat)
        if not self._lines.takes(chat):
            return  # its messages are updated when it opens again
        display = self._displays.made(table.id, table)
        known = display.forget(PartPlace(chat, part))
        display.again(PartPlace(chat, part))
        self.wake(table)
        if known is not None:  # after the new message, because a kill between the two would leave no buttons
            after = (chat, TableSlot(table.id, part))
            self._lines.put(chat, StripSlot(known.message), Wish(Rank.REST, after=after))

    def lost(self, table: Table, *, at_once: bool) -> None:
        """Posts a deleted board again: at once, or with the table's next change."""
        display, place = self._displays.made(table.id, table), PartPlace(table.chat, main_part(table))
        display.forget(place)
        if at_once:
            display.again(place)
            self.wake(table)

    def renew_cards(self, person: str) -> None:
        """Updates a person's cards and boards after their language has changed."""
        for table in self._manager.tables.of_person(person):
            seat = table.seat_of(person)
            if seat is not None and table.mesa is not None:
                display = self._displays.made(table.id, table)
                display.again(PartPlace(table.chat, main_part(table)))
                if not table.solo:
                    display.again(_hand_place(table, person, seat))
                self.wake(table)

    async def show_hand(self, person: str, *, here: bool) -> None:
        """Stores whether a person sees their cards at the table or in private; raises StoreError."""
        if not await self._notes.here.choose(person, YES if here else ""):
            return
        for table in self._manager.tables.of_person(person):
            display, seat = self._displays.of(table.id), table.seat_of(person)
            if display is None or seat is None or table.solo:
                continue
            place = _hand_place(table, person, seat)
            if here:
                self._lines[person].drop(person, [TableSlot(table.id, place.part)])
                if (known := display.forget(place)) is not None:
                    self._strip(person, known.message)
            display.stale(person)
            self.wake(table)

    async def call(self, person: str, how: Call) -> None:
        """Stores how a person is called and updates their open calls; raises StoreError."""
        if not await self._notes.call.choose(person, how):
            return
        for table in self._manager.tables.of_person(person):
            self.wake(table)
            if (seat := table.seat_of(person)) is not None:
                for call in CALLS:
                    self._lines.put(person, TableSlot(table.id, Part(call, seat=seat)), Wish(Rank.BOARD))


def _hand_place(table: Table, person: str, seat: Seat) -> PartPlace:
    """Returns the place of a player's cards in the current hand."""
    return PartPlace(person, Part(PartView.HAND, table.hand, seat))


def _is_secret(known: int, table: Table, events: Sequence[AnyEvent]) -> bool:
    """Returns whether the changes since event `known` are only señas and looks.

    A solo player sees all changes.
    """
    if table.solo or not events or known + len(events) != table.seq:
        return False
    return all(isinstance(event, Signed | Looked) for event in events)


def _rests(display: Display, table: Table, place: PartPlace, change: Change) -> bool:
    """Returns whether a private hand needs no update, because its player sees or plays it at the table."""
    if place.part.view is not PartView.HAND or table.over:
        return False
    shown = display.at(place)
    match display.hand_places.of_person(place.chat):
        case HandPlace.PRIVATE | HandPlace.UNREACHABLE:
            return False
        case HandPlace.BOARD:
            return not change.is_due
        case HandPlace.WINDOW:  # a private chat that never showed a hand does not get one
            return shown.posted is None or shown.current
        case HandPlace.CHANNEL:
            return True
        case unknown:
            assert_never(unknown)
