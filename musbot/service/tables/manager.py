"""The table manager: every press, clock and AI turn passes through it, one at a time for each table.

An act takes the lock, is decided, and its events are appended to the store. Only then is the table replaced,
and its listeners update clocks and chats. So players see only stored events.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce

from musbot.game.actions import Action
from musbot.game.engine import allows, awaited_seats
from musbot.game.errors import MusError
from musbot.game.lances import Lance
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import SEED_SIZE
from musbot.game.state import State
from musbot.players import PLAYERS, Player
from musbot.port.boundary import Background, contain_errors, require_containable
from musbot.port.chats import without_topic
from musbot.port.deadline import with_deadline
from musbot.port.replies import Delivery
from musbot.port.typed import TypedWord
from musbot.service.choices.chosen_ways import Ways
from musbot.service.choices.kept import Notes
from musbot.service.tables.clocks import TableClocks
from musbot.service.tables.repository import EXPLAINED, Live, LogWriter, NotSaved
from musbot.service.tables.tables import TableObserver, Tables, lock_table
from musbot.store.codec import encode
from musbot.store.outline import outline
from musbot.store.protocol import Conflict, DuplicateDelivery, StoreError
from musbot.store.store import Store
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import DATE, Anytime, Payload
from musbot.table.alarms import Alarm, Timers, alarm_events
from musbot.table.away import departure_events
from musbot.table.cutting import cut_by_text
from musbot.table.decisions import decide_act, presence_events, speak
from musbot.table.events import (
    NO_CHAT,
    NO_PERSON,
    AnyEvent,
    ChatId,
    Ended,
    Ending,
    Moved,
    Opened,
    Person,
    PersonId,
    Queued,
    ReadyAsked,
    Reason,
    SatDown,
    TableId,
    Waited,
)
from musbot.table.fold import fold
from musbot.table.lobby import seat_alone
from musbot.table.seats import leave_for_good, rematch_seating, substitute_by_name
from musbot.table.table import Table
from musbot.table.ways import InThreads

log = logging.getLogger(__name__)

MOST_EMPTY = 3
"""Number of lobbies without people that a chat may have."""
MOST_FAILURES = 3
"""Clock failures in a row after which a table is set aside."""

MakesPlayer = Callable[[random.Random], Player]
"""A function that makes an AI player."""
Decision = Callable[[Table], ActResult]
"""A function that decides an act at a table."""


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied act."""

    done: ActResult
    """The result."""
    table: Table
    """The table after it."""


class TableManager:
    """Applies acts of people and clocks to tables, from `start` to `stop`, in one event loop."""

    def __init__(
        self,
        store: Store,
        timers: Timers,
        *,
        turn_s: float = 90,
        ai_pause_s: float = 2,
        rng: random.Random | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        players: Mapping[str, MakesPlayer] = PLAYERS,
    ) -> None:
        self.store = store
        self.writer = LogWriter(store)
        self.notes = Notes(store)
        self.ways = Ways(self.notes.ways)
        self.tables = Tables(store, timers)
        defaults_s = turn_s, ai_pause_s
        closed, fired = self.notes.closed.facts, (self._on_timer, self._restart)
        self.clocks = TableClocks(self.tables, timers, self.ways, fired, defaults_s, closed)
        self.deliveries: dict[str, Delivery] = {}
        self._rng = rng or random.SystemRandom()
        self._entropy = entropy
        self._players: dict[str, Player] = {kind: make(self._rng) for kind, make in players.items()}
        self.background = Background()
        """The tasks for which `wait_for_background` and `stop` wait."""

    async def start(self, audience: TableObserver | None = None) -> None:
        """Loads the stored facts and the index of unfinished tables; raises StoreError.

        A table itself is loaded on first use, or by `resume_all`. `audience` shows the tables; with None the
        observer stays, which by default shows none.
        """
        await self.notes.start()
        await self.tables.start(audience)

    def resume_all(self) -> None:
        """Starts `load_unfinished` in the background and returns at once."""
        self.background.start(self.load_unfinished(), "tables taken up")

    async def load_unfinished(self) -> None:
        """Loads the unfinished tables with clocks or with messages to update, until the clocks are stopped.

        Loading starts a table's clocks and shows it. A table that cannot be loaded in time is logged, one
        with a damaged log put in quarantine. Only a requested cancellation is raised.
        """
        for table_id in await self.tables.tables_to_load():
            if self.clocks.stopped:
                return
            with contain_errors(f"table {table_id} rests until somebody comes to it"):
                try:
                    await with_deadline(partial(self.tables.load, table_id))
                except StoreError as error:
                    log.warning("table %s rests until somebody comes to it: %s", table_id, error)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Stops all clocks for good, and waits for fired clocks and loading; the store stays open."""
        self.clocks.stop()
        await self.background.finish()

    async def wait_for_background(self) -> None:
        """Waits until all fired clocks are handled and background loading has ended."""
        await self.background.finish()

    async def open(
        self,
        person: Person,
        chat: ChatId,
        language: str,
        rules: RuleSet,
        *,
        seated: Sequence[SatDown | Waited | Queued | ReadyAsked] = (),
        turn_s: float | None = None,
        key: str = "",
    ) -> Table:
        """Stores a new table in a chat, calls the listeners and returns it; checks no right to open it.

        `turn_s` is its turn clock in seconds (0: none; None: the default), `seated` its players. Without
        `seated` all seats are empty, except in a private chat: there the person and AI players sit. A `key`
        that begins with DATE names the date for which it opens. A closed chat is probed first. Raises Refused
        if it stays closed or the delivery is repeated, and NotSaved, also if no id is free.
        """
        if chat in self.clocks.closed and not await self.tables.observer.can_reach(chat):
            raise Refused("refused-chat-closed", chat=chat)
        channel = _thread_channel(self, chat)
        for _ in range(9):
            seed, name = self._entropy(SEED_SIZE).hex(), self.tables.free_id(self._rng)
            where = NO_CHAT if chat == person.id else chat
            date = key.removeprefix(DATE) if key.startswith(DATE) else ""
            opened = Opened(name, where, person.id, language, rules, seed, turn_s, date, channel)
            table = fold(None, opened)
            if table.solo and not seated:
                seated = seat_alone(table, person)
            table = reduce(fold, seated, table)
            events = [encode(opened), *map(encode, seated)]
            try:
                writing = self.store.create(table.id, chat, events, key=key, outline=outline(table))
                await self.writer.await_write(writing)
            except Conflict:
                continue
            except DuplicateDelivery:
                raise Refused("refused-repeated") from None
            with contain_errors(f"table {table.id}: its opening is stored"):
                self._mark_delivery(key, (opened,))
            try:
                self.tables.notify_listeners(self.tables.add(table), (opened, *seated))
            except BaseException:
                self.tables.add_dormant(table)  # it is stored, so a recovery loads it
                raise
            return table
        raise NotSaved("no free name for a table")

    async def press(self, person: Person, payload: Payload, *, key: str = "") -> Applied:
        """Applies a press, stores its events and returns its result.

        Raises Refused (also for a repeated or late delivery, or in a closed chat), Illegal, BadRules,
        UnknownField, NotSaved or StoreError; the game is then unchanged. A press that `decide_act` refuses
        still ends the person's absence, may resume a paused private table, and records its `key`.
        """

        def decide(table: Table) -> ActResult:
            """Returns the result of the press; raises Refused, Illegal, BadRules or UnknownField."""
            return decide_act(table, person, payload.question, payload.act)

        return await self._act(payload.table, key, decide, person=person.id)

    async def mark_presence(self, person: PersonId, table: TableId, *, departed: bool = False) -> None:
        """Clears a player's absence at a table (R94), or makes a player absent after they `departed` (R95).

        Stores the events, if any, and restarts the table's idle time. Unless they `departed`, a paused table
        in a private chat resumes, and their NudgeClock counts from now. No effect if the person has no seat,
        or the chat is closed. Failures are logged, not raised.
        """
        events = departure_events if departed else presence_events
        with contain_errors(f"table {table}: a player's presence"):
            try:
                if (live := await self.tables.load(table)) is None or live.table.chat in self.clocks.closed:
                    return
                if (seat := live.table.seat_of(person)) is not None:
                    self.clocks.touch(table, None if departed else seat)
                    await self._act(table, "", lambda t: ActResult(events(t, person), Confirmation.RESUMED))
            except EXPLAINED as error:
                log.warning("table %s: a player's presence was not stored: %s", table, type(error).__name__)

    async def apply_word(
        self,
        person: Person,
        chat: ChatId,
        word: TypedWord,
        *,
        key: str = "",
        counts: Callable[[Table], bool] = lambda _: True,
    ) -> Applied | None:
        """Applies a typed word at the newest table of the chat at which it is legal; None if there is none.

        The person must sit there, and `counts` must be true for the table. A lance that the word names must
        be the current one. Loads the tables of the chat. Raises Refused, also for a repeated or late
        delivery; Illegal if another act just made the word illegal; NotSaved or StoreError.
        """
        action, lance = word
        await self.tables.load_all(chat=chat)
        for table in self.tables.in_chat(chat):
            seat = table.seat_of(person.id)
            if seat is None or table.mesa is None or not _names(table.mesa, lance) or not counts(table):
                continue
            if allows(table.mesa, seat, action):
                return await self._act(table.id, key, partial(speak, seat=seat, action=action))
        return None

    async def find_meant_word(
        self, person: Person, chat: ChatId, words: Sequence[TypedWord]
    ) -> tuple[Table, Action] | None:
        """Returns the newest table of a chat that waits for a person, with the first legal word of `words`.

        In their private chat all their tables in play count. None if no table has a legal word. Loads the
        tables of the chat, but changes none. Raises StoreError.
        """
        own = chat == person.id
        await self.tables.load_all(chat=chat, person=person.id)
        for table in self.tables.list_for(person.id) if own else self.tables.in_chat(chat):
            seat, mesa = table.seat_of(person.id), table.mesa
            if mesa is None or seat is None or seat not in awaited_seats(mesa):
                continue
            here = (word.action for word in words if _names(mesa, word.lance))
            may = next((action for action in here if allows(mesa, seat, action)), None)
            if may is not None:
                return table, may
        return None

    async def cut(self, person: Person, chat: ChatId, text: str, *, key: str = "") -> Applied:
        """Cuts the deck of a person's newest lobby in a chat, at the number that they wrote.

        Loads the tables of the chat. Raises Refused if they sit at no lobby of the chat, or for no number
        from 1 to 40. Raises it also for a repeated or late delivery. Also raises NotSaved or StoreError.
        """
        await self.tables.load_all(chat=chat)
        own = [table for table in self.tables.in_chat(chat) if table.seat_of(person.id) is not None]
        if not own:
            raise Refused("refused-no-seat")
        table = next((table for table in own if table.in_lobby), own[0])
        return await self._act(table.id, key, lambda t: cut_by_text(t, person, text))

    async def substitute(self, person: Person, table: TableId, name: str, *, key: str = "") -> Applied:
        """Applies `/sustituir` with a name or "", as `substitute_by_name` decides, and returns its result.

        Raises Refused, NotSaved or StoreError. A refusal by `substitute_by_name` still ends the person's
        absence and records `key`.
        """
        return await self._act(table, key, lambda t: substitute_by_name(t, person, name), person=person.id)

    async def move(self, chat: ChatId, to: ChatId) -> None:
        """Moves the tables and results of a chat to its new id, also tables opened during the move.

        A table that is over by now or in quarantine is left out. Results move for the whole chat, without its
        topic. Its new id is noted too (`Notes.moved`), and written in the background. Raises NotSaved or
        StoreError.
        """
        await self.tables.load_all(chat=chat)
        tried: set[str] = set()
        while chat != to and (left := [it.id for it in self.tables.in_chat(chat) if it.id not in tried]):
            tried.add(left[0])
            with suppress(Refused):  # it is over by now, or in quarantine
                await self.show_in(left[0], to)
        chat, to = without_topic(chat), without_topic(to)
        await self.writer.await_write(self.store.move_results(chat, to))  # also of tables that ended just now
        self.notes.moved.note(chat, to)

    async def show_in(self, table: TableId, chat: ChatId, *, leaves_note: bool = False) -> None:
        """Moves a table to another chat, which may be closed; adds no event if its chat is that one already.

        A table that waits for a thread in this chat then stays there. With `leaves_note`, its channel keeps
        a note that links to it, unless the thread is its own. Raises Refused if it is over, unknown
        or in quarantine, NotSaved or StoreError. The store then may have the new chat already.
        """

        def decide(table: Table) -> ActResult:
            """Returns the move to the chat; no event if the table has moved there already."""
            left = table.chat if leaves_note else table.left
            there = table.chat == chat and not table.awaits_thread
            return ActResult(
                () if there else (Moved(chat, left if left != chat else NO_CHAT),), Confirmation.RESUMED
            )

        await self.writer.await_write(self.store.move(table, chat))
        await self._act(table, "", decide, unseen=True)

    async def close_unused_lobby(self, table: TableId) -> None:
        """Closes a lobby that a new table replaces; it may be in a closed chat.

        Whether the table is a lobby is not checked. Raises Refused if it is over, unknown or in quarantine,
        NotSaved or StoreError.
        """
        await self._act(
            table, "", lambda _: ActResult((Ended(Ending.REPLACED),), Confirmation.ENDED), unseen=True
        )

    async def close_for_reason(self, table: TableId, why: Reason | None, *, key: str = "") -> None:
        """Closes a table for an administrator, for an optional reason; it may be in a closed chat.

        Raises Refused if it is over, unknown or in quarantine, or the delivery repeated; NotSaved or
        StoreError.
        """

        def decide(table: Table) -> ActResult:
            """Returns the end of the table; raises Refused if it is over."""
            if table.over:
                raise Refused("refused-over")
            return ActResult((Ended(Ending.CLOSED, why),), Confirmation.ENDED)

        await self._act(table, key, decide, unseen=True)

    async def close_resting(self, since: float) -> None:
        """Closes the paused tables whose last event is older than `since`, in seconds since 1970.

        Their chats may be closed. A table that resumes before its turn stays. A table that cannot be closed
        is logged. Raises StoreError if the store cannot list them.
        """

        def decide(table: Table) -> ActResult:
            """Returns the end of the table if it is still paused; otherwise no event."""
            return ActResult((Ended(Ending.FORGOTTEN),) if table.put_off else (), Confirmation.ENDED)

        for table in await self.store.list_resting(since):
            with contain_errors(f"table {table}: it stays put off"):
                try:
                    await self._act(table, "", decide, unseen=True)
                except EXPLAINED as error:
                    log.warning("table %s: it stays put off: %s", table, type(error).__name__)

    async def rematch(self, person: Person, over: TableId, *, key: str = "") -> Applied:
        """Opens a table with the rules, players and chat of a finished one, for a person with a seat there.

        `rematch_seating` says where people sit. For a person without a seat there, it presses `Anytime.QUEUE`
        at the rematch: an unfinished table of the chat with all those people. Raises Refused if `over` is
        unknown, not over or in quarantine. Raises it if a player already opened the rematch, or a bystander
        comes before that. Also raises the errors of `open` and `press`, or StoreError.
        """
        if await self.tables.load(over) is not None:
            raise Refused("refused-no-acta-yet")
        self.tables.quarantine.refuse(over)
        old = await self.tables.seating_snapshot(over)
        if old is None:
            raise Refused("refused-unknown-table")
        await self.tables.load_all(chat=old.chat)
        people = {who.person for who in old.seats if who and who.person}
        here = self.tables.in_chat(old.chat)
        opened = next((it for it in here if people <= {person for _, person in it.people}), None)
        if old.seat_of(person.id) is None:
            if opened is None:
                raise Refused("refused-rematch-not-open")
            join = Payload(opened.id, opened.question, Anytime.QUEUE)
            return await self.press(person, join, key=key)
        if opened is not None:
            raise Refused("refused-repeated")  # another player was faster
        table = await self.open(
            person,
            old.chat,
            old.language,
            old.rules,
            seated=rematch_seating(old),
            turn_s=old.turn_s,
            key=key,
        )
        return Applied(ActResult((), Confirmation.OPENED), table)

    async def forget(self, person: Person) -> None:
        """Removes a person from all unfinished tables as `leave_for_good` decides, then deletes their data.

        Tables in quarantine keep their seats. Logs stay, but no longer name the person. Tables in their
        private chat are no longer shown. If memory cannot be cleared MOST_FAILURES times, every table in it
        is reread before its next act. Raises Refused, NotSaved or StoreError; other errors come after memory
        is cleared.
        """
        for table in await self.store.list_tables_of(person.id):
            if self.tables.quarantine.get(table) is None and await self.tables.load(table) is not None:
                await self._act(table, "", partial(leave_for_good, person=person), unseen=True)
        self.tables.observer.on_forget(person.id)
        failed: BaseException | None = None
        try:
            await self.writer.await_write(self.notes.forget(person.id))
        except MusError:
            raise  # the store has kept everything
        except BaseException as error:
            require_containable(error)
            failed = error
        for _ in range(MOST_FAILURES):  # inline: an error of a helper would leave names in memory
            with contain_errors("somebody is forgotten"):
                await self.tables.forget(person.id)
                break
        else:
            for live in self.tables.live.values():
                live.doubtful = True
        if failed is not None:
            raise failed

    async def _act(
        self,
        table_id: TableId,
        key: str,
        decision: Decision,
        *,
        person: PersonId = NO_PERSON,
        unseen: bool = False,
    ) -> Applied:
        """Applies a decision at a table, under its lock, and returns its result.

        Restarts the idle time, also after a refusal of the decision, which still ends the absence of
        `person`. Raises Refused in a closed chat, unless a probe opens it or the act is `unseen`. Raises
        Refused also for a table that is over, unknown or in quarantine, and for a repeated or late delivery.
        After a Conflict it decides again; NotSaved after the third. Raises the decision's errors, NotSaved or
        StoreError.
        """
        live = await self.tables.load(table_id)
        if live is None:
            self.tables.quarantine.refuse(table_id)
            raise Refused(
                "refused-unknown-table" if await self.store.find_chat(table_id) is None else "refused-over"
            )
        if not unseen and live.table.chat in self.clocks.closed:
            await self.tables.observer.can_reach(live.table.chat)  # it is probed once more
        async with lock_table(self.tables, live):
            for _ in range(3):
                self.tables.quarantine.refuse(table_id)
                try:
                    if not unseen and live.table.chat in self.clocks.closed:
                        await self._record_refusal(live, NO_PERSON, key)
                        raise Refused("refused-chat-closed", chat=live.table.chat)
                    if key in self.deliveries and self.deliveries[key].has_failed:
                        raise Refused("refused-late")
                    return await self._decide(live, key, decision, person)
                except Conflict:
                    await self.tables.refresh_after_conflict(live)
                except DuplicateDelivery:
                    await self.tables.reread(live)
                    raise Refused("refused-repeated") from None
        raise NotSaved("the log of the table keeps changing")

    async def _decide(self, live: Live, key: str, decision: Decision, person: PersonId) -> Applied:
        """Applies a decision to a locked table, stores its events, and returns the result with the new table.

        A MusError of the decision is raised again after `_record_refusal`, which may raise its own error
        instead. Raises Conflict, DuplicateDelivery or NotSaved.
        """
        try:
            done = decision(live.table)
        except MusError:
            await self._record_refusal(live, person, key)
            raise
        await self._apply_events(live, done.events, key, done.after)
        return Applied(done, live.table)

    async def _record_refusal(self, live: Live, person: PersonId, key: str) -> None:
        """Records a refused delivery, ends the absence of `person`, if any, and restarts the idle time.

        Also resumes a paused table in a private chat. An empty `key` is not recorded. If the delivery was
        recorded before, raises DuplicateDelivery if there are events to store, otherwise Refused. Also raises
        Conflict or NotSaved.
        """
        if events := presence_events(live.table, person):
            await self._apply_events(live, events, key)
            return
        if key:
            await self.writer.mark(key)
        self.clocks.touch(live.table.id)
        self.clocks.schedule(live.table)

    async def _apply_events(
        self, live: Live, events: Sequence[AnyEvent], key: str | None, after: Table | None = None
    ) -> None:
        """Stores events, replaces the table, and calls the listeners.

        `after` is the table after the events; by default they are folded. `key` None means a clock; any other
        `key`, also "", restarts the idle time. Without events only a key is stored, or nothing without one.
        Marks the delivery of `key`. Raises Conflict, DuplicateDelivery or NotSaved, and then changes nothing.
        """
        after = after or reduce(fold, events, live.table)
        if events or key:
            await self.writer.append(live, events, key or "", after)
        with contain_errors(f"table {live.table.id}: an act that is stored"):
            self._mark_delivery(key, events)
            if key is not None:
                self.clocks.touch(live.table.id)
        self.tables.replace_state(live, after, events)

    def _mark_delivery(self, key: str | None, events: Sequence[AnyEvent]) -> None:
        """Records in the delivery with this key whether there were events; no effect for an unknown key."""
        if key in self.deliveries:
            self.deliveries[key].is_stored = bool(events)

    def _on_timer(self, table: TableId, alarm: Alarm) -> None:
        """Handles a fired clock in the background.

        If that fails, reports the error and restarts the clock, as `_restart` does.
        """
        where, failed = f"table {table}: {type(alarm).__name__}", partial(self._restart, table, alarm)
        self.background.start(self._handle_timer(table, alarm), where, failed)

    async def _handle_timer(self, table_id: TableId, alarm: Alarm) -> None:
        """Handles a fired clock under the lock of its table, with the deadline of an act from then on.

        No effect if the table is over, unknown or in quarantine. Raises DeadlineExpired after the deadline,
        StoreError if the table cannot be loaded, and the errors of `_fire`.
        """
        if (live := await self.tables.load(table_id)) is not None:
            async with lock_table(self.tables, live):
                await with_deadline(partial(self._fire, live, alarm))

    def _restart(self, table: TableId, alarm: Alarm) -> None:
        """Starts a task that restarts a failed clock.

        After MOST_FAILURES failures in a row, its table is put in quarantine.
        """
        self.background.start(self._restart_clock(table, alarm), f"table {table}: a clock that failed")

    async def _restart_clock(self, table_id: TableId, alarm: Alarm) -> None:
        """Counts a clock's failure, then calls the listeners, which start the clock again.

        At the table's MOST_FAILURES-th failure in a row, puts the table in quarantine instead. No effect if
        the table is over, unknown or in quarantine. Raises StoreError if the table cannot be loaded.
        """
        if (live := await self.tables.load(table_id)) is None:
            return
        async with live.lock:
            if self.tables.live.get(table_id) is not live:
                return  # it is in quarantine by now
            if self.clocks.count_failure(live.table, alarm) >= MOST_FAILURES:
                self.tables.set_aside_failing(live.table)
            else:
                self.tables.notify_listeners(live)

    async def _fire(self, live: Live, alarm: Alarm) -> None:
        """Applies the events of a fired clock to a locked table; no effect if the clock no longer runs.

        A conflict or a repeated key reloads the table and drops the events. If the store fails, logs it and
        lets the listeners restart the clock. A GestureClock is not restarted, because it fires once per
        question. Applied events reset the table's failure count. Raises the errors of `alarm_events`.
        """
        if not self.clocks.take_fired(live.table, alarm):
            return  # the question has moved on
        events = alarm_events(live.table, alarm, self._players, self._rng)
        try:
            await self._apply_events(live, events, None)
        except (Conflict, DuplicateDelivery):
            await self.tables.refresh_after_conflict(live)
        except NotSaved:
            log.warning("table %s: a clock could not be written, it runs again", live.table.id)
            self.tables.notify_listeners(live)
        else:
            if events:
                self.clocks.clear_failures(live.table.id)


def _thread_channel(manager: TableManager, chat: ChatId) -> ChatId:
    """Returns the channel of the thread in which a new table of a chat is played.

    "" unless the chat has chosen threads and can have them.
    """
    wanted = manager.ways.for_chat(chat).threads is InThreads.ON
    return manager.tables.observer.thread_channel(chat) if wanted else NO_CHAT


def _names(mesa: State, lance: Lance | None) -> bool:
    """Returns whether a typed word's lance is the current phase of the hand; None fits every phase."""
    return lance is None or mesa.fase.value == lance.value
