"""A part of a table brought to a chat: made from the state of this moment, sent or edited, noted as shown."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from musbot.game.actions import Seat
from musbot.narrator.post import Post
from musbot.port.messenger import Messenger, Outage, is_unsure
from musbot.service.delivery.rendering import Renderer
from musbot.service.delivery.shown import Display, Displays, Sending
from musbot.service.queue.dispatch import Lines, Times
from musbot.service.queue.fair_queue import Fate, Rank, Wish
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import DeleteSlot, StripSlot, TableSlot, awaited_at, ended, is_of_another
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Posted
from musbot.table.alarms import Moment
from musbot.table.events import Ending
from musbot.table.table import Table

log = logging.getLogger(__name__)

GRACE_S = 10.0
"""How long a send that may have been made waits to be pressed, by which its message is known."""
LEAST_GRACE_S = 3.0
"""The same after a start, however long ago it was: presses that have waited meanwhile come at once."""


Change = Callable[[Post], Awaitable[None]]
"""Makes a message show a post; raises a MessengerError."""
Brought = Callable[[TableSlot, Posted, Post | None], Awaitable[str]]
"""Brings a post to its chat; returns the message that shows it."""


class _NoMessage(Exception):
    """There is no message to change."""


class Showing:
    """Brings parts of tables to chats, once though sends go unanswered; tells the manager who sees them."""

    def __init__(
        self, manager: TableManager, displays: Displays, lines: Lines, renderer: Renderer, times: Times
    ) -> None:
        self._manager = manager
        self._displays = displays
        self._lines = lines
        self._renderer = renderer
        self._clock = times.clock
        self._wall = times.wall

    async def show(self, messenger: Messenger, chat: str, slot: TableSlot) -> Fate:
        """Brings a chat up to what a part of a table is now; raises a MessengerError."""
        return await self._show(chat, slot, partial(self._brought, messenger))

    async def answer(self, change: Change, chat: str, slot: TableSlot) -> Fate:
        """Does the same by `change`, which makes the message that shows it already show a post.

        It is not used for what is shown by no message, or no longer to be shown (AGAIN).
        """
        try:
            return await self._show(chat, slot, partial(self._answered, change))
        except _NoMessage:
            return Fate.AGAIN

    async def _show(self, chat: str, slot: TableSlot, brought: Brought) -> Fate:
        """Brings a chat up to what a part of a table is now, if it is not."""
        display = self._displays.of(slot.table)
        if display is None:
            return Fate.NOTHING
        table, place = display.table, PartPlace(chat, slot.part)
        if table is not None and (is_of_another(place, table) or _elsewhere(place, table)):
            return Fate.NOTHING
        known = display.posted.get(place) or self._standing(display, place)
        if known is not None and slot.part.view is PartView.SEAL:
            return Fate.NOTHING  # what was promised is not said otherwise, by a later version either
        wanted = known is not None or not _pointless(slot, table, display)
        post = self._renderer.post(chat, slot, table) if wanted else None
        digest = post.digest() if post is not None else ""
        if known is None if post is None else known is not None and known.digest == digest:
            self._seen(display, chat, table, slot.part, post)
            return Fate.NOTHING
        sending = display.sending.get(place)
        if sending is not None and post is not None and self._clock() < sending.until:
            self._lines[chat].put(chat, slot, Wish(Rank.TURN, not_before=sending.until))
            return Fate.NOTHING
        asks = table is not None and post is not None and not _tells_only(display, chat, slot.part)
        moment = _moment(table, slot.part) if asks and table is not None else ""
        seq = table.seq if table is not None else 0
        to_be = Posted(chat, slot.name, "", digest, self._wall(), moment, seq)
        return await self._bring(display, slot, to_be, post, brought)

    def _standing(self, display: Display, place: PartPlace) -> Posted | None:
        """Takes back the message of a lobby replaced before it was posted anew: that one is to say so."""
        table, strip = display.table, StripSlot(display.before.get(place, ""))
        if table is None or table.ended is not Ending.REPLACED or not self._lines.waits(place.chat, strip):
            return None
        self._lines.drop(place.chat, [strip])
        display.set_shown(place, Posted(place.chat, place.part.name, strip.message, ""))
        return display.posted[place]

    async def _bring(
        self, display: Display, slot: TableSlot, to_be: Posted, post: Post | None, brought: Brought
    ) -> Fate:
        """Brings it there and notes it; not what another one has replaced meanwhile (`repost`)."""
        chat, place, table = to_be.chat, PartPlace(to_be.chat, slot.part), display.table
        known = display.posted.get(place)
        posted = replace(to_be, message=await brought(slot, to_be, post))
        if display.posted.get(place) is not known:
            return Fate.MADE
        if display.table is not None and is_of_another(place, display.table):
            if posted.message:
                back = DeleteSlot(posted.message) if slot.part.is_call else StripSlot(posted.message)
                self._lines[chat].put(chat, back, Wish(Rank.REST))
            return Fate.MADE  # they have left meanwhile; who is forgotten is not to be named anew
        if post is None:
            display.forget(place)
        else:
            display.set_shown(place, posted)
        stands_anew = known is None and slot.part.view is PartView.BOARD
        if stands_anew and table is not None and (table.hand == 1 or place in display.before):
            self._lead_to(display, table)
        self._seen(display, chat, table, slot.part, post)
        await self._displays.record(slot.table, posted)
        return Fate.MADE

    def _lead_to(self, display: Display, table: Table) -> None:
        """Lets private hands lead to a board that stands only now, and not to the lobby, or where it was."""
        for seat, who in enumerate(table.seats):
            place = PartPlace(
                who.person or "" if who is not None else "", Part(PartView.HAND, table.hand, seat)
            )
            if place in display.posted:
                display.doubts(place)
                self._lines.put(place.chat, TableSlot(table.id, place.part), Wish(Rank.FOLLOW, spare=1))

    async def _brought(self, messenger: Messenger, slot: TableSlot, to_be: Posted, post: Post | None) -> str:
        """Sends, edits or (None) deletes; returns the message that shows it then, "" for none."""
        known = self._displays[slot.table].posted.get(PartPlace(to_be.chat, slot.part))
        if post is None:
            if known is not None:
                with self._changing(slot, known):
                    await messenger.delete(to_be.chat, known.message)
            return ""
        if known is None:
            return await self._sent(messenger, slot, to_be, post)
        with self._changing(slot, known):
            await messenger.edit(to_be.chat, known.message, post)
        return known.message

    async def _answered(self, change: Change, slot: TableSlot, to_be: Posted, post: Post | None) -> str:
        """Changes the message that shows it; raises _NoMessage if none does, or none is to."""
        known = self._displays[slot.table].posted.get(PartPlace(to_be.chat, slot.part))
        if known is None or post is None:
            raise _NoMessage
        with self._changing(slot, known):
            await change(post)
        return known.message

    @contextmanager
    def _changing(self, slot: TableSlot, known: Posted) -> Iterator[None]:
        """Notes that nobody knows what a message shows whose change was not answered."""
        try:
            yield
        except BaseException as error:
            display, place = self._displays.of(slot.table), PartPlace(known.chat, slot.part)
            unknown = isinstance(error, Outage) or is_unsure(error)
            if unknown and display is not None and display.posted.get(place) is known:
                display.doubts(place)
            raise

    async def _sent(self, messenger: Messenger, slot: TableSlot, to_be: Posted, post: Post) -> str:
        """Sends a post; one that can be pressed, and might stand there twice, is recorded as begun meanwhile.

        The record is there long before an answer, but for a kill within the same few milliseconds.
        """
        display, place = self._displays[slot.table], PartPlace(to_be.chat, slot.part)
        question = display.table.question if display.table is not None else 0
        sending = Sending(to_be, question)
        pressable = any(button.data for row in post.keyboard() for button in row)
        if pressable:
            display.sending[place] = sending
        try:
            if pressable and not messenger.keyed():
                self._displays.record_later(slot.table, sending.recorded())
            message = await messenger.send(to_be.chat, replace(post, key=self._key(slot, place)))
        except BaseException as error:
            if is_unsure(error):
                sending.until = self._clock() + GRACE_S
                if sending.pressed:
                    self.adopt(slot.table, place, sending.pressed.pop())
            raise
        finally:
            if display.sending.get(place) is sending and sending.under_way:
                del display.sending[place]
        for twin in sending.pressed:
            if twin != message:
                self._lines[to_be.chat].put(to_be.chat, StripSlot(twin), Wish(Rank.REST))
        return message

    # ---- sends of which nobody knows whether they were made ----------------------------------------------

    def wait_for_presses(self, display: Display) -> None:
        """Lets what an earlier process had begun to send wait for a press of it, before it is sent anew."""
        for sending in display.sending.values():
            left = sending.posted.at + GRACE_S - self._wall()
            sending.until = self._clock() + max(LEAST_GRACE_S, left)

    def adopt(self, table_id: str, place: PartPlace, message: str) -> None:
        """Takes a message that was pressed for the one that was sent; what is in it is not known for sure."""
        display = self._displays[table_id]
        posted = replace(display.sending.pop(place).posted, message=message, digest="")
        display.set_shown(place, posted)
        if display.table is not None:
            self.seen_before(display.table, posted)
        self._displays.record_later(table_id, posted)

    def _key(self, slot: TableSlot, place: PartPlace) -> str:
        """What a send of this slot has in common with one that a kill or an outage left unrecorded."""
        display = self._displays[slot.table]
        table = display.table
        asked = table.question if table is not None and slot.part.is_call else ""
        return f"{slot.table} {slot.name} {asked} {display.before.get(place, '')}"

    # ---- who has seen what -------------------------------------------------------------------------------

    def seen_before(self, table: Table, posted: Posted) -> None:
        """Tells who sees what they are asked in what a chat has shown since before the start."""
        written, *seats = posted.moment.split() or ("",)
        if not written:
            return
        try:
            self._manager.clocks.seen(table.id, Moment.read(written), [int(seat) for seat in seats])
        except ValueError:
            log.warning("%s of table %s: who has seen it could not be read", posted.slot, table.id)

    def _seen(self, display: Display, chat: str, table: Table | None, part: Part, post: Post | None) -> None:
        """Tells the table manager who can see now what a table as it was asks."""
        if post is not None and table is not None and not _tells_only(display, chat, part):
            self._manager.clocks.seen(table.id, Moment.of(table), _asked(table, part))


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
    return " ".join(map(str, (Moment.of(table), *asked))) if asked else ""


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
