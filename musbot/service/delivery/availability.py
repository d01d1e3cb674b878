"""Closed chats, and the probes that find out when one accepts messages again.

A chat that refuses messages is closed: requests to it stop, and its tables are paused. It is probed when
people act there; a group also on a schedule. It opens once a probe has shown its table's main part. A chat
without tables opens at the next act there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from musbot.port.boundary import guard_callback
from musbot.port.chats import without_topic
from musbot.port.messenger import backoff_s
from musbot.service.delivery.projections import Projection, Projections
from musbot.service.delivery.reconciler import Reconciler
from musbot.service.queue.breaker import Breaker
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.outboxes import Outboxes, Times
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import DeleteSlot, MessageSlot, Slot, StripSlot, TableSlot, main_part
from musbot.service.tables.manager import TableManager
from musbot.table.events import NO_CHAT, ChatId, PersonId
from musbot.table.table import Table

log = logging.getLogger(__name__)

WAIT_S = 2.0
"""Seconds that an act in a closed chat waits for the result of its probe."""
TALK_S = 10.0
"""The minimum seconds from a failed probe to a probe that a typed text causes (`talk`)."""
PROBE_S, MOST_PROBE_S = 60.0, 3600.0
"""The first and longest pause between scheduled probes, in seconds; each pause is twice the last."""
PROBE_SPACING_S = 1.0
"""The minimum seconds between two scheduled probes of any chats."""
MOST_REFUSALS = 6
"""The number of times that a refused change of a message is sent again, in about an hour."""
LAPSE_S = 2.0
"""Seconds between the end of a restriction and the probe of its chat, because clocks differ."""
_NOT_KNOWN = "1"
"""The stored permissions of a closed chat whose platform did not name the missing ones."""


class Availability:
    """Closes, probes and opens chats. Closed chats are kept by the manager and in the store."""

    def __init__(
        self,
        manager: TableManager,
        projections: Projections,
        outboxes: Outboxes,
        scheduler: Reconciler,
        times: Times,
    ) -> None:
        self._manager = manager
        self._noted = manager.notes.closed
        self._projections = projections
        self._outboxes = outboxes
        self._reconciler = scheduler
        self._times = times
        self._closed = manager.notes.closed.facts
        self._breakers = outboxes.breakers
        self._next_probe_at = -inf

    def start(self) -> None:
        """Restores missing permissions of closed chats, and schedules their probes as `_plan_probe` does."""
        for chat, noted in self._closed.items():
            if noted != _NOT_KNOWN:
                self._breakers[chat].lacking = tuple(noted.split())
            self._plan_probe(chat)

    def is_closed(self, chat: ChatId) -> bool:
        """Returns whether a chat is closed; a topic counts as its own chat."""
        return chat in self._closed

    # ---- closing -----------------------------------------------------------------------------------------

    def note_unreachable(self, chat: ChatId, slot: Slot) -> None:
        """Handles a slot whose chat could not be reached: closes the chat, or queues the slot again later.

        A deletion, or a slot for one message that was refused before, may be refused for its own sake. It
        leaves the chat open. It is sent again after 1, 2, 4 … minutes, MOST_REFUSALS times at most, and then
        dropped.
        """
        if not isinstance(slot, MessageSlot):
            self.close_chat(chat, slot)
            return
        refused = replace(slot, refusals=slot.refusals + 1)
        if not (slot.refusals or isinstance(slot, DeleteSlot)):
            self.close_chat(chat, refused)
        elif slot.refusals < MOST_REFUSALS:
            at = self._times.clock() + backoff_s(refused.refusals, PROBE_S, MOST_PROBE_S)
            self._outboxes.put(chat, refused, SendPriority(Rank.LATER, not_before=at))
        else:
            log.info("%s: a message stays", chat)

    def close_chat(self, chat: ChatId, refused: Slot | None = None) -> None:
        """Closes a chat, and stores its missing permissions; no effect if its platform is not running.

        Empties its queue, pauses its tables, schedules a probe, and answers a running probe with False.
        `refused` is the slot that the chat refused. It and queued slots are deferred if they change a
        message, MOST_OWED at most; others are dropped. Boards then name a closed private chat; private hands
        say that the table's chat is closed.
        """
        outbox = self._outboxes.get(chat)
        if outbox is None:
            return
        breaker = self._breakers[chat]
        if news := chat not in self._closed:
            self._noted.note(chat, " ".join(breaker.lacking or (_NOT_KNOWN,)))
            if self._manager.tables.any_in(chat):
                log.warning("%s cannot be written to: its tables stand still until it can", chat)
            else:
                log.info("%s cannot be written to", chat)
        self._manager.clocks.pause_chat(chat)
        self._plan_probe(chat)
        if breaker.probe is not None:
            breaker.probe.set_result(False)
            breaker.probe, breaker.failed_at = None, self._times.clock()
        waiting = outbox.queue.queued_slots(chat)
        breaker.defer([refused, *waiting] if refused is not None else waiting)
        outbox.drop(chat, waiting)
        for projection in self._projections.in_chat(chat):
            self._show_closed(projection, chat, news=news)

    def _show_closed(self, projection: Projection, chat: ChatId, *, news: bool) -> None:
        """Queues the messages that show at a table that a chat is closed.

        For the table's own chat these are its people's messages, but only if the closing is `news`. For any
        other chat it is the main part. An unreadable table gets no message. A finished table that is fully
        shown is forgotten.
        """
        table = projection.table
        if table is None or self._reconciler.evict_if_shown(table.id):
            return
        if chat == table.chat:
            if news:
                self._renew_hands(table)
            return
        if news:
            projection.closed_in_hand[chat] = table.hand
        projection.invalidate_place(PartPlace(table.chat, main_part(table)))
        self._reconciler.reconcile(table)

    def _renew_hands(self, table: Table) -> None:
        """Queues updates of a table's messages to its people, unless it is solo, and of its channel's note.

        Raises KeyError if the table has no projection.
        """
        if table.left:
            self._projections[table.id].invalidate_place(PartPlace(table.left, Part(PartView.LOBBY)))
        for _, person in table.people if not table.solo else ():
            self._projections[table.id].invalidate(person)
        self._reconciler.reconcile(table)

    def close_chats(self, gone: Callable[[ChatId], bool]) -> None:
        """Closes the chats of tables in memory for which `gone` is true; other chats are not asked about."""
        for chat in {
            projection.table.chat for projection in self._projections if projection.table is not None
        }:
            if gone(chat):
                self.close_chat(chat)

    def record_missing(self, chat: ChatId, permissions: Sequence[str], until: float | None = None) -> None:
        """Records in memory the permissions that the bot lacks in a chat; empty if it lacks none.

        If some are missing, an open chat with unfinished tables is closed. For a closed chat a change is
        stored; once it lacks none, it is probed, or opened if it has no tables. `until` is the time when the
        platform gives them back, in seconds since 1970, or None; a closed chat is probed LAPSE_S after it.
        """
        breaker, closed = self._breakers[chat], chat in self._closed
        known, breaker.lacking = breaker.lacking, tuple(permissions)
        if not permissions and not closed:
            del self._breakers[chat]
        elif not closed and self._manager.tables.any_in(chat):
            self.close_chat(chat)
        elif closed and known != breaker.lacking:
            self._noted.note(chat, " ".join(permissions) or _NOT_KNOWN)
            if not permissions:
                self.probe_after_act(chat)
        if until is not None and chat in self._closed:
            self._plan_probe(chat, max(0.0, until - self._times.wall()) + LAPSE_S)

    def missing_permissions(self, chat: ChatId) -> tuple[str, ...]:
        """Returns the permissions (message keys) that the bot is known to lack in a chat; () if none."""
        return self._breakers[chat].lacking if chat in self._breakers else ()

    # ---- probing and opening -----------------------------------------------------------------------------

    def mark_writable(self, chat: ChatId) -> None:
        """Records that the bot may write to a chat and its topics; no effect on open chats.

        Closed ones lose their missing permissions. They are probed, and open once the probe succeeds. Without
        unfinished tables they are opened at once.
        """
        for where in self._closed_in(chat):
            self._breakers[where].lacking = ()
        self.probe_after_act(chat)

    def forget(self, person: PersonId) -> None:
        """Forgets the messages of a person's private chat, in memory, and opens the chat if it was closed.

        Deferred changes of its messages are dropped. In finished tables, the removal of the buttons of the
        person's last hand is queued.
        """
        for chat in [chat for chat in self._breakers if without_topic(chat) == person]:
            self._breakers[chat].cleanup = ()
            self._open(chat)
        for projection in self._projections:
            if (
                (message := projection.last_hand_message(person))
                and projection.table is not None
                and projection.table.over
            ):
                self._outboxes.put(
                    person, StripSlot(message), SendPriority(Rank.REST)
                )  # its end needs no post
            projection.forget_chat(person)

    def probe_after_act(self, chat: ChatId, *, talk: bool = False) -> None:
        """Probes a chat and its topics, if they are closed, because a person acted or typed a text there.

        A chat without unfinished tables is opened at once, until its next refusal. A chat known to lack
        permissions is not probed. With `talk`, for a typed text, neither is a chat whose probe failed less
        than TALK_S seconds ago. No effect on an open chat, or if the platform is not running.
        """
        for where in self._closed_in(chat):
            breaker = self._breakers[where]
            if self._outboxes.get(where) is None:
                continue
            if not self._manager.tables.any_in(where):
                self._open(where)
            elif breaker.lacking:
                continue
            elif not talk or self._times.clock() - breaker.failed_at >= TALK_S:
                self._begin_probe(where)

    def _closed_in(self, chat: ChatId) -> list[ChatId]:
        """Returns the closed chats among a chat and its topics, sorted by id."""
        return sorted(it for it in self._closed if it.startswith(chat) and chat in (it, without_topic(it)))

    async def can_reach(self, chat: ChatId) -> bool:
        """Returns whether a chat is open; probes a closed chat first, for up to WAIT_S seconds.

        False if the probe takes longer; it then continues. False also if `probe_after_act` starts no probe.
        """
        if chat not in self._closed:
            return True
        self.probe_after_act(chat)
        probe = self._outboxes.probe_of(chat)
        if probe is not None:
            late = asyncio.get_running_loop().create_future()
            timer = self._times.timers.call_later(WAIT_S, guard_callback(f"{chat}: a try", _end_wait), late)
            await asyncio.wait((probe, late), return_when=asyncio.FIRST_COMPLETED)
            timer.cancel()
        return chat not in self._closed

    def _plan_probe(self, chat: ChatId, after_s: float | None = None) -> None:
        """Schedules the next probe of a chat, in `after_s` seconds, and cancels the one scheduled before.

        If `after_s` is None, a scheduled probe stays. Without one, the pause is PROBE_S, doubled each time up
        to MOST_PROBE_S. A private chat whose person sits at a table then gets none: its platform reports that
        it opens.
        """
        breaker = self._breakers[chat]
        if after_s is None:
            if breaker.timer is not None or self._manager.tables.table_of_person(PersonId(chat), NO_CHAT):
                return
            breaker.probes += 1
            after_s = backoff_s(breaker.probes, PROBE_S, MOST_PROBE_S)
        if breaker.timer is not None:
            breaker.timer.cancel()
        wait = guard_callback(f"{chat}: a probe", self._wait_for_probe, partial(self._plan_probe, chat))
        breaker.timer = self._times.timers.call_later(after_s, wait, chat)

    def _wait_for_probe(self, chat: ChatId) -> None:
        """Schedules a chat's probe: now, or PROBE_SPACING_S after the last scheduled one of any chat."""
        now = self._times.clock()
        at = max(now, self._next_probe_at)
        self._next_probe_at = at + PROBE_SPACING_S
        probe = guard_callback(f"{chat}: a probe", self._probe_unasked, partial(self._plan_probe, chat))
        self._breakers[chat].timer = self._times.timers.call_later(at - now, probe, chat)

    def _probe_unasked(self, chat: ChatId) -> None:
        """Probes a chat with unfinished tables, even if it lacks permissions, and plans its next probe.

        If its platform is not running, it only plans. Without unfinished tables there is no further probe.
        """
        self._breakers[chat].timer = None
        if self._manager.tables.any_in(chat):
            self._plan_probe(chat)
            if self._outboxes.get(chat) is not None:
                self._begin_probe(chat)

    def _begin_probe(self, chat: ChatId) -> None:
        """Starts a probe of a chat; no effect if one runs and the chat has a queued slot or a request in
        flight.

        If no table of the chat is loaded, the tables are loaded first, in the background. Raises KeyError if
        a probe runs already and the platform does not.
        """
        breaker = self._breakers[chat]
        if breaker.probe is not None and self._outboxes[chat].tasks(chat):
            return
        breaker.probe = breaker.probe or asyncio.get_running_loop().create_future()
        if any(projection.table is not None for projection in self._projections.in_chat(chat)):
            self._probe(chat)
        else:
            self._manager.notes.write_later(chat, partial(self._load_and_probe, chat))

    async def _load_and_probe(self, chat: ChatId) -> None:
        """Loads the tables of a chat, then probes it; raises StoreError."""
        await self._manager.tables.load_all(chat=chat)
        self._probe(chat)

    def _probe(self, chat: ChatId) -> None:
        """Queues all parts of a chat's loaded tables, the main parts as new messages: an edit proves nothing.

        Raises KeyError for a table without a projection.
        """
        for table in self._manager.tables.in_chat(chat):
            self._projections[table.id].invalidate(chat)
            self._reconciler.repost(table)

    def note_success(self, chat: ChatId, slot: Slot, probe: asyncio.Future[bool] | None) -> None:
        """Opens a chat if a request that began during its probe has shown the main part of its table.

        A request that began before the probe, and was answered only now, says nothing.
        """
        if probe is None or probe is not self._outboxes.probe_of(chat) or not isinstance(slot, TableSlot):
            return
        table = self._manager.tables.get(slot.table)
        if table is not None and table.chat == chat and slot.part == main_part(table):
            self._open(chat)

    def note_refusal(self, chat: ChatId, probe: asyncio.Future[bool] | None) -> None:
        """Answers with False the presses that wait for `probe`, whose first request was refused; the probing
        continues.

        No effect if `probe` is not the running probe of the chat.
        """
        if probe is not None and probe is self._outboxes.probe_of(chat):
            self._breakers[chat].probe = asyncio.get_running_loop().create_future()
            probe.set_result(False)

    def open_moved(self, chat: ChatId) -> None:
        """Opens a chat that has another id now; no effect unless it is closed.

        Deferred changes of messages are dropped: the platform no longer accepts their ids.
        """
        if chat in self._closed:
            self._breakers[chat].cleanup = ()
            self._open(chat)

    def _open(self, chat: ChatId) -> None:
        """Opens a chat and stores that: ends its probe as succeeded, and restarts the clocks of its tables.

        Forgets missing permissions and scheduled probes. Queues updates of all messages of its tables, there
        and to their people, and notices of damaged tables. Also queues the deferred changes of messages that
        no queued slot changes.
        """
        self._noted.note(chat, "")
        breaker = self._breakers.pop(chat, Breaker())
        if breaker.timer is not None:
            breaker.timer.cancel()
        log.info("%s can be written to again", chat)
        self._manager.clocks.resume_chat(chat)
        if breaker.probe is not None:
            breaker.probe.set_result(True)
        for projection in self._projections.in_chat(chat):
            if projection.table is not None:
                projection.invalidate(chat)
                self._renew_hands(projection.table)
        for damaged in (damaged for damaged in self._manager.tables.quarantine if damaged.chat == chat):
            self._reconciler.show_damage(damaged)
        queued = self._outboxes.queued_slots(chat)
        newer = {slot.message for slot in queued if isinstance(slot, MessageSlot)}
        for slot in breaker.cleanup:
            if slot.message not in newer:
                self._outboxes[chat].put(chat, slot, SendPriority(Rank.LATER))


def _end_wait(late: asyncio.Future[None]) -> None:
    """Ends the wait for a probe, unless it has ended."""
    if not late.done():
        late.set_result(None)
