"""A part of a table brought to a chat: made from the state of this moment, sent or edited, noted as shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from musbot.game.actions import Seat
from musbot.game.engine import awaited
from musbot.narrator import Links
from musbot.narrator.post import Post
from musbot.service.chats import ClosedChats, platform_of
from musbot.service.dispatch import Dispatcher
from musbot.service.manager import TableManager
from musbot.service.messenger import Messenger
from musbot.service.narrators import Narrators
from musbot.service.queue import Fate
from musbot.service.rendering import render
from musbot.service.shown import Display, Place
from musbot.service.slots import CardsPart, HandPart, Only, Part, TableSlot, main_part, part_name
from musbot.store.protocol import Posted, Store, StoreError
from musbot.table.clocks import Moment
from musbot.table.state import Table

log = logging.getLogger(__name__)


class Showing:
    """Shows the tables of `displays` in chats, and tells the table manager who can see what they ask."""

    def __init__(
        self,
        manager: TableManager,
        store: Store,
        narrators: Narrators,
        displays: Mapping[str, Display],
        lines: Mapping[str, Dispatcher],
        closed: ClosedChats,
        clock: Callable[[], float],
        wall: Callable[[], float],
    ) -> None:
        self._manager = manager
        self._store = store
        self._narrators = narrators
        self._displays = displays
        self._lines = lines
        self._closed = closed
        self._clock = clock
        self._wall = wall

    async def show(self, messenger: Messenger, chat: str, slot: TableSlot) -> Fate:
        """Brings a chat up to what a part of a table is now; raises a MessengerError.

        What another one has replaced meanwhile (`repost`) is not noted as what the chat shows.
        """
        display = self._displays.get(slot.table)
        if display is None:
            return Fate.NOTHING
        table, place = display.table, (chat, slot.name)
        known, post = display.posted.get(place), self._rendered(slot, table)
        digest = post.digest() if post is not None else ""
        if digest == (known.digest if known is not None else ""):
            self._seen(table, slot.part, post)
            return Fate.NOTHING
        message = await self._brought(messenger, slot, place, post)
        if display.posted.get(place) is not known:
            return Fate.MADE
        asked = _asked(table, slot.part) if table is not None and post is not None else ()
        posted = Posted(chat, slot.name, message, digest, self._wall(), _written(table, asked))
        if post is None:
            display.forget(place)
        else:
            display.shows(place, posted, self._clock())
        self._seen(table, slot.part, post)
        await self._record(slot, posted)
        return Fate.MADE

    async def _brought(self, messenger: Messenger, slot: TableSlot, place: Place, post: Post | None) -> str:
        """Sends, edits or (None) deletes; returns the message that shows it then, "" for none."""
        known = self._displays[slot.table].posted.get(place)
        if post is None:
            if known is not None:
                await messenger.delete(place[0], known.message)
            return ""
        if known is None:
            return await messenger.send(place[0], replace(post, key=self._key(slot, place)))
        await messenger.edit(place[0], known.message, post)
        return known.message

    def _key(self, slot: TableSlot, place: Place) -> str:
        """What a send of this slot has in common with one that a kill or an outage left unrecorded."""
        display = self._displays[slot.table]
        table = display.table
        asked = table.question if table is not None and slot.part in (Only.NUDGE, Only.ORDAGO) else ""
        return f"{slot.table} {slot.name} {asked} {display.before.get(place, '')}"

    async def _record(self, slot: TableSlot, shown: Posted) -> None:
        try:
            await self._store.record_shown(slot.table, shown)
        except StoreError as error:
            log.warning("%s of table %s was posted but not recorded: %s", slot.name, slot.table, error)

    # ---- who has seen what -------------------------------------------------------------------------------

    def seen_before(self, table: Table, posted: Posted) -> None:
        """Tells who sees what he is asked in what a chat has shown since before the start."""
        written, *seats = posted.moment.split() or ("",)
        if written:
            self._manager.seen(table.id, Moment.read(written), map(int, seats))

    def _seen(self, table: Table | None, part: Part, post: Post | None) -> None:
        """Tells the table manager who can see now what a table as it was asks."""
        if post is not None and table is not None:
            self._manager.seen(table.id, Moment.of(table), _asked(table, part))

    # ---- what it is made of ------------------------------------------------------------------------------

    def _rendered(self, slot: TableSlot, table: Table | None) -> Post | None:
        """Makes a slot's post from the state of this moment, for its audience and in its language."""
        if table is None:
            return self._aside(slot)
        nudged = self._manager.nudged(table.id)
        seat = nudged.seat if nudged is not None else None
        return render(table, slot.part, self._narrators, self.links(table), seat)

    def _aside(self, slot: TableSlot) -> Post | None:
        aside = self._manager.asides.of(slot.table)
        if aside is None or slot.part is not Only.ASIDE:
            return None
        return self._narrators.speaking(aside.language).set_aside(aside.short)

    def links(self, table: Table) -> Links:
        """Returns where the posts of a table lead, and whose private chat is closed."""
        messenger = self._lines[platform_of(table.chat)].messenger
        board = self.message(table, main_part(table)) or self.message(table, Only.LOBBY)
        return Links(
            private=messenger.private_link(table.id),
            board=messenger.link(table.chat, board) if board is not None else "",
            closed=self._closed.seats(table),
        )

    def message(self, table: Table, part: Part) -> str | None:
        """Returns the id of the message that shows a part of a table in its chat, if it has been posted."""
        display = self._displays.get(table.id)
        shown = display.posted.get((table.chat, part_name(part))) if display is not None else None
        return shown.message if shown is not None else None


def _asked(table: Table, part: Part) -> tuple[Seat, ...]:
    """The seats that a part of a table tells what they are asked now."""
    asked = awaited(table.mesa) if table.mesa is not None and not table.over else ()
    match part:
        case HandPart(hand) if hand == table.hand and table.in_hand:
            return asked
        case CardsPart(hand, seat) if hand == table.hand and seat in asked:
            return (seat,)
        case _:
            return ()


def _written(table: Table | None, asked: tuple[Seat, ...]) -> str:
    return " ".join(map(str, (Moment.of(table), *asked))) if table is not None and asked else ""
