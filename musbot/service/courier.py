"""The courier: brings every chat up to what its audience may see, and is the only one that posts to tables.

It keeps no texts. Each chat has an outbox of slots ("the board of hand 3 of table K7"); when the chat can
bear another request, the oldest slot is rendered from the state of that moment. So the newest state wins,
nothing goes back in time, and nothing that waits to be sent holds a card.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Seat
from musbot.narrator import Links
from musbot.narrator.post import Post
from musbot.service.asides import Aside
from musbot.service.bucket import Bucket
from musbot.service.manager import TableManager
from musbot.service.messenger import Gone, Messenger, MovedTo, Outage, Rejected, TooFast, Unreachable
from musbot.service.narrators import Narrators
from musbot.service.outbox import FIRST_BACKOFF_S, Outbox, platform_of, whole
from musbot.service.rendering import render
from musbot.service.slots import (
    CardsPart,
    Only,
    Part,
    PostSlot,
    Slot,
    StripSlot,
    TableSlot,
    main_part,
    part_name,
    parts,
)
from musbot.store.protocol import Posted, Store, StoreError
from musbot.table.state import AnyEvent, Table
from musbot.table.told import Refused

log = logging.getLogger(__name__)

MOST_BACKOFF_S, LAST_REQUEST_S = 60.0, 2.0
LATEST_END_S = 48 * 3600
"""For how long the end of a table is news that a restart still brings."""


class Courier:
    """Made with `start`, ended with `stop`; woken by the table manager after every commit."""

    def __init__(
        self,
        manager: TableManager,
        store: Store,
        messengers: Mapping[str, Messenger],
        narrators: Narrators,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._manager = manager
        self._store = store
        self._messengers = dict(messengers)
        self._narrators = narrators
        self._clock = clock
        self._wall = wall
        self._sleep = sleep
        self._tables: dict[str, Table] = {}
        self._boxes: dict[str, Outbox] = {}
        self._buckets: dict[str, Bucket] = {}
        self._shown: dict[tuple[str, str, str], Posted] = {}
        self._before: dict[tuple[str, str, str], str] = {}
        self._signatures: dict[tuple[str, Part], tuple[str, object]] = {}
        self._stopping = False

    async def start(self) -> None:
        """Finds out what every chat shows, and brings it up to date where a kill left it behind."""
        tables = [*await self._not_told(), *self._manager.tables()]
        self._tables |= {table.id: table for table in tables}
        for table_id in (*self._tables, *(aside.id for aside in self._manager.asides)):
            for shown in await self._store.shown(table_id):
                self._shown[table_id, shown.chat, shown.slot] = shown
        self._manager.listeners.append(self.wake)
        self._manager.asides.listeners.append(self.set_aside)
        for platform in self._messengers:
            await self._take_up(platform)

    async def join(self, platform: str, messenger: Messenger) -> None:
        """Begins to bring posts to a platform that has answered only after `start`."""
        self._messengers[platform] = messenger
        await self._take_up(platform)

    async def _take_up(self, platform: str) -> None:
        last: dict[str, float] = {}
        for shown in self._shown.values():
            last[whole(shown.chat)] = max(last.get(whole(shown.chat), 0), shown.at)
        for chat, at in last.items():
            if platform_of(chat) == platform:
                self._box(chat, self._wall() - at)
        for chat, until in (await self._store.notes("hold")).items():
            if platform_of(chat) == platform:
                self._box(chat).bucket.held_until = self._clock() + max(0.0, float(until) - self._wall())
        for chat in await self._store.notes("closed"):
            if platform_of(chat) == platform:
                self._box(chat).closed = True
        self._wake_all()

    def _wake_all(self) -> None:
        for table in list(self._tables.values()):
            self.wake(table)
        for aside in self._manager.asides:
            self.set_aside(aside)
        for table_id, chat, name in self._shown:
            if name == part_name(Only.ASIDE) and table_id in self._tables:
                self._queue(chat, TableSlot(table_id, Only.ASIDE))

    async def _not_told(self) -> list[Table]:
        """The tables that ended of late, before their end could be shown."""
        ended = await self._store.over_since(self._wall() - LATEST_END_S)
        untold = [t for t in ended if all(shown.slot != "end" for shown in await self._store.shown(t))]
        found = [await self._looked(table) for table in untold]
        return [table for table in found if table is not None]

    async def _looked(self, table: str) -> Table | None:
        try:
            return await self._manager.look(table)
        except Refused:
            return None  # it has been set aside, which its chat is told

    async def stop(self) -> None:
        """Lets the request under way end and sends nothing more; a restart brings the chats up to date."""
        self._stopping = True
        tasks = {box.task for box in self._boxes.values() if box.task is not None}
        for box in self._boxes.values():
            if box.task is not None and not box.sending:
                box.task.cancel()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=LAST_REQUEST_S)
            for task in late:
                task.cancel()

    # ---- what is wanted ----------------------------------------------------------------------------------

    def wake(self, table: Table, _: Sequence[AnyEvent] = ()) -> None:
        """Queues every slot of a table that may have changed."""
        self._tables[table.id] = table
        for chat, part, signature in parts(table, self._manager.nudged(table.id)):
            if platform_of(chat) not in self._messengers:
                continue  # it is not running now
            if self._signatures.get((table.id, part)) != (chat, signature):
                self._signatures[table.id, part] = (chat, signature)
                self._queue(chat, TableSlot(table.id, part))

    def set_aside(self, aside: Aside) -> None:
        """Says in its chat, once, that a table cannot be read; nothing else of it is shown any more."""
        self._tables.pop(aside.id, None)
        for box in self._boxes.values():
            box.slots = {slot: None for slot in box.slots if _table_of(slot) != aside.id}
        if all((of, name) != (aside.id, part_name(Only.ASIDE)) for of, _, name in self._shown):
            self._queue(aside.chat, TableSlot(aside.id, Only.ASIDE))

    def post(self, chat: str, post: Post, *, lasts_s: float | None = None) -> None:
        """Queues a single post; it is taken away again after so long."""
        self._queue(chat, PostSlot(replace(post, key=post.key or secrets.token_hex(8)), lasts_s))

    def repost(self, table: Table, seat: Seat | None = None) -> None:
        """Shows a table, or a seat's cards, again at the bottom; the old message loses its buttons."""
        chat, part = table.chat, main_part(table)
        who = table.seats[seat] if seat is not None else None
        if seat is not None and who is not None and who.person is not None and table.mesa is not None:
            chat, part = who.person, CardsPart(table.mesa.hand, seat)
        known = self._no_longer((table.id, chat, part_name(part)))
        self._signatures.pop((table.id, part), None)
        self.wake(table)
        if known is not None:
            self._queue(chat, StripSlot(known.message))

    def pressed(self, table: str, chat: str, message: str) -> None:
        """Takes the buttons off a message that shows a table but is none of its own: a send's twin."""
        box = self._boxes.get(chat)
        if table not in self._tables or not message or (box is not None and box.sending):
            return
        known = {s.message for (of, where, _), s in self._shown.items() if (of, where) == (table, chat)}
        if known and message not in known:
            self._queue(chat, StripSlot(message))

    async def settled(self, chat: str = "") -> None:
        """Waits until nothing is left to bring to a chat, or to any."""
        while tasks := [box.task for box in self._boxes.values() if box.task and chat in ("", box.chat)]:
            await asyncio.wait(tasks)

    def board_message(self, table: Table) -> str | None:
        """Returns the id of the message that shows the table now, if it has been posted."""
        shown = self._shown.get((table.id, table.chat, part_name(main_part(table))))
        return shown.message if shown is not None else None

    def is_closed(self, chat: str) -> bool:
        """Whether a chat is known not to take messages."""
        box = self._boxes.get(chat)
        return box is not None and box.closed

    def shut(self, chat: str) -> None:
        """Notes that a chat is no more: its channel was deleted, the bot was put out."""
        if platform_of(chat) in self._messengers:
            self._box(chat).closed = True
            self._box(chat).slots.clear()
            self._write(self._store.note("closed", chat, "1"))

    def opened(self, chat: str) -> None:
        """Notes that a chat can be written to (again): a private chat was opened, the bot was let in."""
        shut = [b.chat for b in self._boxes.values() if b.closed and chat in (b.chat, whole(b.chat))]
        if not shut:
            return
        for where in shut:
            self._boxes[where].closed = False
            self._write(self._store.note("closed", where, ""))
        for key in [key for key, (where, _) in self._signatures.items() if where in shut]:
            del self._signatures[key]
        self._wake_all()

    # ---- bringing it there -------------------------------------------------------------------------------

    def _box(self, chat: str, since_s: float | None = None) -> Outbox:
        if chat not in self._boxes:
            messenger = self._messengers[platform_of(chat)]
            bucket = Bucket(messenger.limit(chat), self._clock(), since_s)
            self._boxes[chat] = Outbox(chat, messenger, self._buckets.setdefault(whole(chat), bucket))
        return self._boxes[chat]

    def _queue(self, chat: str, slot: Slot) -> None:
        if platform_of(chat) not in self._messengers:
            return  # it is not running now
        box = self._box(chat)
        if box.closed:
            return  # until `opened`
        box.slots[slot] = None
        if box.task is None and not self._stopping:
            box.task = asyncio.create_task(self._empty(box), name=f"outbox {chat}")
            box.task.add_done_callback(_log_failure)

    async def _empty(self, box: Outbox) -> None:
        try:
            while box.slots and not self._stopping:
                wait = box.bucket.ready_in(self._clock())
                if wait > 0:
                    await self._sleep(wait)
                    continue
                slot = next(iter(box.slots))
                del box.slots[slot]
                box.sending = slot
                box.bucket.take()
                try:
                    if await self._deliver(box, slot):
                        box.backoff = FIRST_BACKOFF_S
                    else:
                        box.bucket.put_back()
                except (TooFast, Outage) as error:
                    self._hold(box, slot, error)
                except Exception:
                    log.exception("%s: %s could not be shown", box.chat, slot.name)
                finally:
                    box.sending = None
        finally:
            box.task = None
            self._forget()

    def _hold(self, box: Outbox, slot: Slot, error: TooFast | Outage) -> None:
        """Puts a slot back in its place and waits as long as the platform asks, or longer each time."""
        if isinstance(error, TooFast):
            seconds = error.seconds
            self._write(self._store.note("hold", box.chat, str(self._wall() + seconds)))
        else:
            seconds = box.backoff
            box.backoff = min(box.backoff * 2, MOST_BACKOFF_S)
        log.warning("%s: %s s to wait", box.chat, seconds)
        box.bucket.held_until = self._clock() + seconds
        box.slots = {slot: None, **box.slots}

    async def _deliver(self, box: Outbox, slot: Slot) -> bool:
        """Brings one slot to its chat; returns whether a request was made."""
        try:
            return await self._requested(box, slot)
        except Gone:
            if self._no_longer((_table_of(slot), box.chat, slot.name)) is not None:
                box.slots = {slot: None, **box.slots}
            return True
        except Unreachable:
            log.info("%s cannot be written to", box.chat)
            box.closed = True
            box.slots.clear()
            await self._store.note("closed", box.chat, "1")
            return True
        except MovedTo as moved:
            await self._manager.move(box.chat, moved.chat)  # what it shows is queued there
            waiting = [one for one in (slot, *box.slots) if not isinstance(one, StripSlot)]
            box.slots.clear()
            for one in waiting:
                if _table_of(one) not in self._tables:
                    self._queue(moved.chat, one)
            return True
        except Rejected as error:
            log.warning("%s: the platform refuses %s: %s", box.chat, slot.name, error)
            return True

    async def _requested(self, box: Outbox, slot: Slot) -> bool:
        match slot:
            case TableSlot():
                return await self._show(box, slot)
            case PostSlot(post, lasts_s):
                message = await box.messenger.send(box.chat, post)
                if lasts_s is not None:
                    asyncio.get_running_loop().call_later(lasts_s, self._take_away, box, message)
            case StripSlot(message):
                await box.messenger.strip(box.chat, message)
            case _:
                assert_never(slot)
        return True

    def _take_away(self, box: Outbox, message: str) -> None:
        if not self._stopping:
            self._write(box.messenger.delete(box.chat, message))

    async def _show(self, box: Outbox, slot: TableSlot) -> bool:
        key = (slot.table, box.chat, slot.name)
        known = self._shown.get(key)
        post = self._render(slot)
        if post is None:
            if known is None:
                return False
            await box.messenger.delete(box.chat, known.message)
            self._no_longer(key)
            await self._record(slot, Posted(box.chat, slot.name, "", "", self._wall()))
            return True
        digest = post.digest()
        if known is not None and known.digest == digest:
            return False
        if known is not None:
            await box.messenger.edit(box.chat, known.message, post)
            message = known.message
        else:
            message = await box.messenger.send(box.chat, replace(post, key=self._key(slot, key)))
        self._shown[key] = Posted(box.chat, slot.name, message, digest, self._wall())
        await self._record(slot, self._shown[key])
        return True

    def _no_longer(self, key: tuple[str, str, str]) -> Posted | None:
        """Forgets what a chat shows for a slot; the next send is another message, not the same again."""
        known = self._shown.pop(key, None)
        if known is not None:
            self._before[key] = known.message
        return known

    def _key(self, slot: TableSlot, key: tuple[str, str, str]) -> str:
        """What a send of this slot has in common with one that a kill or an outage left unrecorded."""
        asked = self._tables[slot.table].question if slot.part is Only.NUDGE else ""
        return f"{slot.table} {slot.name} {asked} {self._before.get(key, '')}"

    async def _record(self, slot: TableSlot, shown: Posted) -> None:
        try:
            await self._store.record_shown(slot.table, shown)
        except StoreError as error:
            log.warning("%s of table %s was posted but not recorded: %s", slot.name, slot.table, error)

    def _forget(self) -> None:
        """Lets go of the tables that are over and fully shown."""
        queued = [slot for box in self._boxes.values() for slot in (*box.slots, box.sending) if slot]
        waiting = {_table_of(slot) for slot in queued}
        running = [t for t in self._tables.values() if platform_of(t.chat) in self._messengers]
        over = {table.id for table in running if table.over} - waiting
        for table in over:
            del self._tables[table]
        for kept in (self._shown, self._before, self._signatures):
            for key in [key for key in kept if key[0] in over]:
                del kept[key]  # type: ignore[arg-type]

    def _render(self, slot: TableSlot) -> Post | None:
        """Makes a slot's post from the state of this moment, for its audience and in its language."""
        table = self._tables.get(slot.table)
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
        messenger = self._messengers[platform_of(table.chat)]
        lobby = self._shown.get((table.id, table.chat, "lobby"))
        board = self.board_message(table) or (lobby.message if lobby is not None else "")
        closed = tuple(
            seat
            for seat, who in enumerate(table.seats)
            if who and who.person and who.person in self._boxes and self._boxes[who.person].closed
        )
        return Links(
            private=messenger.private_link(table.id),
            board=messenger.link(table.chat, board) if board else "",
            closed=closed,
        )

    def _write(self, writing: Coroutine[None, None, None]) -> None:
        asyncio.create_task(writing).add_done_callback(_log_failure)


def _table_of(slot: Slot) -> str:
    """The table that a slot belongs to, "" for one of none."""
    return slot.table if isinstance(slot, TableSlot) else ""


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s failed", task.get_name(), exc_info=error)
