"""The courier updates every chat to the state of its tables. Only the courier posts the parts of tables.

It queues slots ("the board of hand 3 of table K7"), not texts. A slot is rendered from the current state
when its chat's rate limit allows a request. So chats never go back in time, and queued slots hold no cards.
The FairQueue decides the order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.actions import Seat
from musbot.narrator.post import Post
from musbot.port import NO_CHAT, NO_PERSON, ChatId, PersonId
from musbot.port.boundary import contain_errors, guard_callback
from musbot.port.chats import platform_of
from musbot.port.messenger import (
    Gone,
    Messenger,
    MovedTo,
    Outage,
    Rejected,
    Unreachable,
    delete_or_change,
)
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.answering import Answering
from musbot.service.delivery.availability import Availability
from musbot.service.delivery.forms import SPARED, PostForms, Posts
from musbot.service.delivery.projections import Projection, Projections
from musbot.service.delivery.reconciler import Reconciler
from musbot.service.delivery.rendering import Renderer
from musbot.service.delivery.showing import Showing
from musbot.service.delivery.threads import TableThreads
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.outboxes import Outbox, Outboxes, Times
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import DeleteSlot, PostSlot, Slot, StripSlot, TableSlot, is_vital, main_part
from musbot.service.tables.counters import ChatTally, CountedMessenger
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import NotSaved
from musbot.service.tables.tables import TableObserver
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused
from musbot.table.events import (
    AnyEvent,
    Gathered,
    Occupant,
    Promised,
    Queued,
    SatDown,
    StoodIn,
    StoodUp,
    TableId,
)
from musbot.table.table import Table
from musbot.table.view import watch

log = logging.getLogger(__name__)

LATEST_END_S = 48 * 3600
"""Seconds after the end of a table in which a restart still shows the end."""


class Courier(TableObserver):
    """Updates chats when tables change, from `start` until `stop`."""

    def __init__(
        self,
        manager: TableManager,
        messengers: Mapping[str, Messenger],
        narrators: Narrators,
        times: Times,
        tally: ChatTally | None = None,
    ) -> None:
        self._manager = manager
        self._store = manager.store
        self._wall = times.wall
        self.times = times
        self._tally = tally or ChatTally()
        self.projections = projections = Projections(manager.notes)
        self.outboxes = outboxes = Outboxes(manager.notes, times, self._deliver, self._on_given_up)
        self.forms = forms = PostForms(times.clock)
        self.posts = Posts(manager, outboxes, forms, times.timers)
        self.renderer = Renderer(manager, narrators, projections, outboxes, times.wall)
        self.reconciler = Reconciler(manager, projections, outboxes, self.renderer, times)
        self.availability = Availability(manager, projections, outboxes, self.reconciler, times)
        self._showing = Showing(manager, projections, outboxes, self.renderer, forms, times)
        self.answering = Answering(manager, projections, outboxes, self.reconciler, self._showing, times)
        self.threads = TableThreads(manager, projections, outboxes, narrators)
        self._narrators = narrators
        self._news = News(self.posts, narrators, manager)
        for platform, messenger in messengers.items():
            outboxes.register(platform, self._create_outbox(platform, messenger))

    def _create_outbox(self, platform: str, messenger: Messenger) -> Outbox:
        """Returns a new outbox for a platform, not registered yet; its requests are counted.

        The platform's threads, windows and members are in use at once.
        """
        return self.outboxes.create(platform, messenger, CountedMessenger(messenger, platform, self._tally))

    async def start(self) -> None:
        """Starts to follow tables, restores closed chats, and queues outdated parts; raises StoreError.

        If a table ended in the last LATEST_END_S seconds, its chats are updated now, unless they show the
        end. Other chats are updated when their table is loaded. A table that cannot be read is quarantined.
        """
        self._manager.tables.listeners += [self.reconciler.reconcile, self._news.post_news]
        self._manager.tables.vital.append(self.reconciler.reconcile)
        self._manager.tables.quarantine.listeners.append(self.reconciler.show_damage)
        self.availability.start()
        for table_id in await self._store.list_untold(self._wall() - LATEST_END_S):
            # an unreadable table is quarantined
            with contain_errors(f"table {table_id}: its end could not be shown"), suppress(Refused):
                if (table := await self._manager.tables.look(table_id)) is not None:
                    await self.before_load(table_id)
                    self.projections[table_id].table = table
        for platform, outbox in self.outboxes.items():
            await self._start_platform(platform, outbox)

    async def join(self, platform: str, messenger: Messenger) -> None:
        """Adds a platform that connected after `start`, and queues its outdated parts; raises StoreError."""
        await self._start_platform(platform, self._create_outbox(platform, messenger))

    async def _start_platform(self, platform: str, outbox: Outbox) -> None:
        """Registers a platform's outbox, with its stored rate limits and pauses; raises StoreError.

        Then queues all parts of its tables in memory, and the notices of damaged tables. Runs clocks for the
        questions already shown. An error of a table is reported.
        """
        await self.outboxes.restore(platform, outbox)
        for projection in self.projections:
            if projection.table is not None and platform_of(projection.table.chat) == platform:
                with contain_errors(f"table {projection.table.id}: it could not be shown"):
                    self._resume_table(projection, projection.table)
                    self.reconciler.reconcile(projection.table)
        for damaged in self._manager.tables.quarantine:
            self.reconciler.show_damage(damaged)

    def _resume_table(self, projection: Projection, table: Table) -> None:
        """Prepares a table whose messages an earlier process sent; marks all its parts as outdated.

        Begun sends wait for a press, and questions already shown count as seen. The removal of notices of
        damage is queued.
        """
        self._showing.wait_for_presses(projection)
        for posted in projection.records.values():
            self._showing.mark_recorded_seen(table, posted)
        for chat, part in projection.records:
            if part.view is PartView.DAMAGED:
                self.outboxes.put(chat, TableSlot(table.id, part), SendPriority(Rank.REST))
        projection.invalidate()

    async def recover(self) -> None:
        """Queues every part of every shown table for comparison, after an unexpected error.

        Outboxes that have stopped run again, and lost sends end. Errors of an outbox or a table are reported.
        """
        for platform, outbox in self.outboxes.items():
            with contain_errors(f"the outbox of all chats of {platform}"):
                outbox.recover()
        for projection in self.projections:
            projection.invalidate()
            if (table := projection.table) is not None:
                with contain_errors(f"table {table.id}: it could not be shown"):
                    self._showing.release_lost_sends(projection)
                    self.reconciler.reconcile(self._manager.tables.get(table.id) or table)
            await asyncio.sleep(0)
        for damaged in self._manager.tables.quarantine:
            self.reconciler.show_damage(damaged)

    async def stop(self) -> None:
        """Stops sending; requests in flight have LAST_REQUEST_S seconds. A restart updates the chats."""
        await self.outboxes.stop()

    # ---- as the table manager's observer -----------------------------------------------------------------

    async def before_load(self, table: TableId) -> None:
        """Reads the records of a table's messages, unless they are in memory; raises StoreError."""
        await self.projections.load(table)

    def on_load(self, table: Table) -> None:
        """Continues from the recorded messages of a loaded table, and marks all its parts as outdated.

        Needs `before_load`, otherwise raises KeyError. Questions already shown count as seen. Queues only the
        removal of notices of damage; `Reconciler.reconcile` queues all other parts. If the chat's platform is
        not running, it only forgets old hands.
        """
        projection = self.projections[table.id]
        projection.table = table
        projection.forget_old_hands(table)
        if self.outboxes.get(table.chat) is not None:
            self._resume_table(projection, table)

    def on_forget(self, person: PersonId) -> None:
        """Forgets the solo tables and single posts of a person's private chat, in memory.

        Also forgets posts in other chats whose kind names the person. Queued parts of these tables are
        dropped, and the removal of their messages' buttons is queued. No further record of them is stored.
        """
        self.reconciler.forget_private_tables(person)
        self.posts.forget(person)

    def thread_channel(self, chat: ChatId) -> ChatId:
        """Returns the channel of a thread, or the chat itself if a thread can open there; otherwise ""."""
        return self.outboxes.thread_channel(chat)

    async def can_reach(self, chat: ChatId) -> bool:
        """Returns whether a chat accepts messages; probes a closed chat first, for some seconds at most."""
        return await self.availability.can_reach(chat)

    # ---- sending -----------------------------------------------------------------------------------------

    async def _deliver(self, chat: ChatId, slot: Slot) -> SendOutcome:
        """Makes at most one request for a slot and returns the outcome.

        Raises TooFast, or Outage, also if a result could not be stored: the slot must then go again.
        Unexpected errors are raised. Afterwards a finished table that is fully shown is forgotten.
        """
        try:
            return await self._deliver_once(chat, slot)
        except (NotSaved, StoreError) as error:
            log.warning("%s: %s could not be saved: %s", chat, slot.name, error)
            raise Outage from error
        finally:
            if isinstance(slot, TableSlot):
                end = guard_callback(f"table {slot.table}: its end", self.reconciler.evict_if_shown)
                asyncio.get_running_loop().call_soon(end, slot.table)

    def _on_given_up(self, chat: ChatId, slot: Slot) -> bool:
        """Handles a slot whose sends kept failing; returns whether to retry it later.

        The main part of a loaded table in its chat: quarantines the table and returns False. Any other part,
        or a post: queues a silent apology in the chat, unless the post is one. True for such a part,
        otherwise False.
        """
        tables, part = self._manager.tables, slot.part if isinstance(slot, TableSlot) else None
        table = tables.get(slot.table) if isinstance(slot, TableSlot) else None
        if table is not None and chat == table.chat and part == main_part(table):
            tables.set_aside_failing(table)
            return False
        if isinstance(slot, TableSlot | PostSlot):
            here = [table] if table is not None else tables.in_chat(chat) or tables.seating(PersonId(chat))
            seated = (who for it in here for who in it.seats if who is not None)
            people = [who.language for who in seated if who.person == chat]
            (chosen, app), ways = self._narrators.languages_of(chat), self._manager.ways.for_chat(chat)
            languages = chosen, ways.language, *people, app, *(it.language for it in here)
            sorry = self._narrators.find_narrator(*languages).texts("refused-broken")
            if not isinstance(slot, PostSlot) or slot.post.text != sorry:
                self.posts.put(
                    chat, PostSlot(Post("", sorry, silent=True)), SendPriority(Rank.POST, spare=SPARED)
                )
        return isinstance(slot, TableSlot)

    async def _deliver_once(self, chat: ChatId, slot: Slot) -> SendOutcome:
        """Makes the next request for a slot and returns its outcome.

        MADE also covers a message that is gone, a refusal, an unreachable chat and a moved chat. A refusal
        may close the chat (`_note_refusal`). An unreachable chat is closed, or the slot is queued again later
        (`note_unreachable`). A moved chat is followed to its new id. A success may open a chat that is being
        probed; AGAIN answers the presses that wait for the probe. Raises TooFast, Outage, NotSaved,
        StoreError, and unexpected errors.
        """
        probe = self.outboxes.probe_of(chat)
        try:
            outcome = await self._make_request(chat, slot)
        except Gone:
            return SendOutcome.MADE
        except Unreachable:
            self.availability.note_unreachable(chat, slot)
            return SendOutcome.MADE
        except MovedTo as moved:
            await self._move(chat, moved.chat, slot)
            self.availability.open_moved(chat)
            return SendOutcome.MADE
        except Rejected as error:
            self._note_refusal(chat, slot, error)
            return SendOutcome.MADE
        with contain_errors(f"{chat}: whether it takes messages"):  # the request itself is not repeated
            match outcome:
                case SendOutcome.MADE | SendOutcome.DELETED:
                    self.availability.note_success(chat, slot, probe)
                case SendOutcome.AGAIN:
                    self.availability.note_refusal(chat, probe)
                case SendOutcome.NOTHING:
                    pass
                case _:
                    assert_never(outcome)
        return outcome

    def _note_refusal(self, chat: ChatId, slot: Slot, error: Rejected) -> None:
        """Logs a slot that was refused in every form, and forgets its plainer form.

        Closes the chat if the slot is its table's main part, or cards of an unfinished hand.
        """
        log.warning("%s: the platform refuses %s: %s", chat, slot.name, error)
        self.forms.note_failure(chat, slot)
        table = self._manager.tables.get(slot.table) if isinstance(slot, TableSlot) else None
        if isinstance(slot, TableSlot) and table is not None and is_vital(PartPlace(chat, slot.part), table):
            self.availability.close_chat(chat, slot)

    async def _make_request(self, chat: ChatId, slot: Slot) -> SendOutcome:
        """Makes the next request for a slot and returns the outcome.

        A message that shows a part of a table by now is not deleted or stripped; returns NOTHING then. Raises
        a MessengerError, also for a refused deletion. A thread may raise NotSaved or StoreError. Raises
        KeyError if the platform is not running.
        """
        messenger = self.outboxes[chat].messenger
        match slot:
            case TableSlot(part=Part(PartView.THREAD)):
                return await self.threads.open_own(chat, slot)
            case TableSlot():
                return await self._showing.show(messenger, chat, slot)
            case PostSlot():
                return await self.posts.send(messenger, chat, slot)
            case StripSlot(message) | DeleteSlot(message) if self.projections.shows_part(chat, message):
                return SendOutcome.NOTHING  # a repeated send has returned this message
            case StripSlot(message):
                await messenger.strip(chat, message)
            case DeleteSlot(message, instead):
                await delete_or_change(messenger, chat, message, instead)
                return SendOutcome.DELETED
            case _:
                assert_never(slot)
        return SendOutcome.MADE

    async def _move(self, chat: ChatId, to: ChatId, slot: Slot) -> None:
        """Moves a chat's tables and queued slots, `slot` too, to its new id; raises NotSaved or StoreError.

        New posts are queued there with Rank.POST, parts of finished or unreadable tables with Rank.REST.
        Queued changes and deletions of messages are dropped: their ids may belong to other messages there.
        """
        await self._manager.move(chat, to)  # this queues the tables' parts there
        waiting = [slot, *self.outboxes.queued_slots(chat)]
        self.outboxes.drop(chat, waiting)
        for one in waiting:
            if isinstance(one, PostSlot) and not one.message:
                self.posts.put(to, one, SendPriority(Rank.POST, spare=SPARED))
            elif isinstance(one, TableSlot):
                projection = self.projections.get(one.table)
                if projection is not None and (projection.table is None or projection.table.over):
                    projection.move_place(PartPlace(chat, one.part), to)
                    self.outboxes.put(to, one, SendPriority(Rank.REST))


class News:
    """Posts news of tables to their chats, such as a player who leaves; boards show them too."""

    def __init__(self, posts: Posts, narrators: Narrators, manager: TableManager) -> None:
        self._posts = posts
        self._narrators = narrators
        self._manager = manager

    def post_news(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Queues the news of these events: players who left, and seats that were given to queued people.

        Also AI players who replace forgotten people. Each is checked again when it is sent, and deleted once
        it no longer holds. Other events have no news.
        """
        playing = table.playing and Gathered() not in events
        for event in events:
            match event:
                case StoodIn(seat):
                    self._queue_table_news(table, partial(self._leave_notice, seat))
                case SatDown(seat, who) if who.ai and playing:  # an AI replaces a forgotten person
                    self._queue_table_news(table, partial(self._forgotten_notice, seat))
                case SatDown(seat, who) if StoodUp(seat) in events or Queued(who) in events:
                    self._call_seated(table, seat, who)
                case Promised(seat, Occupant() as who) if Queued(who) not in events:
                    self._call_seated(table, seat, who)
                case _:
                    pass

    def _queue_table_news(
        self,
        table: Table,
        told: Callable[[Table], Post | None],
        chat: ChatId = NO_CHAT,
    ) -> None:
        """Queues a post for a chat, by default the table's; an error is reported, not raised.

        `told` builds the post from the table now, and again when it is sent; None cancels it. Once sent, it
        is deleted after `lasts_s` seconds, or when a change of the table makes `told` return None.
        """

        def fresh() -> Post | None:
            """Returns the post for the current state of the table; None if the table is not loaded."""
            now = self._manager.tables.get(name)
            return told(now) if now is not None else None

        name = table.id  # the closure is kept, and must not keep the names of a forgotten person
        with contain_errors(f"table {table.id}: news for its chat"):
            self._posts.queue_news(chat or table.chat, fresh, watches=table.id)

    def _call_seated(self, table: Table, seat: Seat, who: Occupant) -> None:
        """Queues a call to a person from the waiting list who gets a seat.

        It goes to their private chat if that is open, otherwise to the table's chat. It is not sent if the
        seat is no longer theirs. An error is reported, not raised.
        """
        person, notes = who.person or NO_PERSON, self._manager.notes
        own = notes.open.get(person) == YES and person not in self._manager.clocks.closed
        self._queue_table_news(table, partial(self._seat_call, seat, who, own), person if own else NO_CHAT)

    def _seat_call(self, seat: Seat, who: Occupant, own: bool, table: Table) -> Post | None:  # noqa: FBT001
        """Returns the call to a queued person who gets a seat.

        None too once they have cards there. `own` means that it goes to their private chat: in their
        language, without a mention.
        """
        sits, comes = table.seat_of(who.person or NO_PERSON), table.promised_at(seat)
        if sits is None and (comes is None or comes.person != who.person):
            return None
        if sits is not None and table.in_hand and table.has_cards(sits):
            return None  # their hand says the rest
        narrator = self._narrators.for_one(who, table) if own else self._narrators.for_chat(table)
        post = narrator.seat_call(watch(table), who, at_once=sits is not None)
        return replace(post, mentions=()) if own else post

    def _leave_notice(self, seat: Seat, table: Table) -> Post | None:
        """Returns the notice that a player left a seat; None if the table keeps that seat for no player."""
        left = any(held.seat == seat for held in table.held)
        return self._narrators.for_chat(table).leave_notice(watch(table), seat) if left else None

    def _forgotten_notice(self, seat: Seat, table: Table) -> Post | None:
        """Returns the notice that an AI player sits for a forgotten person.

        None if a person sits in that seat, or the table is not in play.
        """
        away = table.playing and seat not in table.humans
        return self._narrators.for_chat(table).forgotten_notice(watch(table), seat) if away else None
