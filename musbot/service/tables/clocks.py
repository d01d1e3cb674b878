"""The clocks of tables, which pause while their chat cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil

from musbot.game.actions import Seat
from musbot.port.boundary import contain_errors, guard_callback
from musbot.port.chats import matches_every_chat, platform_of
from musbot.service.choices.chosen_ways import Ways
from musbot.service.tables.tables import Tables
from musbot.table.alarms import (
    Alarm,
    GestureClock,
    GraciaClock,
    Handle,
    Moment,
    NudgeClock,
    ReadyClock,
    SpeakClock,
    Timers,
    TurnClock,
    alarms,
    delays_behind_others,
    pauses_in_outage,
)
from musbot.table.events import AnyEvent, ChatId, TableId
from musbot.table.table import Table

PROMPT_S = 1.5
"""Seconds in which a player sees a question promptly; then its clocks count from the question.

Otherwise they count from the next multiple of these seconds after the question. So a short delay by a seña
moves hardly any clock, and clocks reveal no seña.
"""
TINY_S = 1e-6
"""Durations that differ by less than this are equal."""


@dataclass(slots=True)
class RunningClock:
    """A running clock. A NudgeClock or GestureClock stays here after it has fired."""

    handle: Handle
    """Its timer."""
    start: float
    """The time from which its duration counts, on the clock of `Timers`."""
    own_s: float
    """Its duration in seconds, without the wait behind other AI players."""
    fired: bool = False
    """Whether it has fired."""

    def when(self) -> float:
        """Returns the time at which the clock fires, by the clock of `Timers`."""
        return self.handle.when()

    def cancel(self) -> None:
        """Stops the clock."""
        self.handle.cancel()


@dataclass(slots=True)
class TableTimers:
    """The clocks of a table."""

    touched: int
    """A number that each act of a person raises; it begins at the table's `seq`."""
    running: dict[Alarm, RunningClock] = field(default_factory=dict)
    """The clocks by their alarm."""
    failures: int = 0
    """Failures of its clocks in a row."""
    asked: tuple[Moment | None, float] = (None, 0.0)
    """The current question, and the time at which it was asked."""
    seen: dict[Seat, Moment] = field(default_factory=dict)
    """The latest question that each seat can see; none after the chat closes."""

    @property
    def active_nudge(self) -> NudgeClock | None:
        """The fired NudgeClock that started first, of equal starts the lowest seat's; None if none has fired.

        Señas change the order in which clocks with one start fire (R57), so the last call would reveal them.
        """
        fired = [it for it in self.running if isinstance(it, NudgeClock) and self.running[it].fired]
        return min(fired, key=lambda it: (self.running[it].start, it.seat), default=None)


class TableClocks:
    """Runs the clocks of all tables. It knows which platforms are down and which chats are closed."""

    def __init__(
        self,
        tables: Tables,
        timers: Timers,
        ways: Ways,
        strikes: tuple[Callable[[TableId, Alarm], None], Callable[[TableId, Alarm], None]],
        defaults_s: tuple[float, float],
        closed: Container[ChatId],
    ) -> None:
        self.stopped = False
        self.closed = closed
        """The chats that cannot be written to; their tables pause."""
        self._tables = tables
        self._timers = timers
        self._ways = ways
        self._strikes, self._failed = strikes
        self.defaults_s = defaults_s
        """The default turn clock and AI pause, in seconds."""
        self._held: dict[str, Callable[[ChatId], bool]] = {}
        self._at: dict[TableId, TableTimers] = {}
        tables.listeners.append(self.schedule)
        tables.vital.append(self.schedule)
        tables.quarantine.listeners.append(lambda quarantined: self._drop(quarantined.id))

    def schedule(self, table: Table, _: Sequence[AnyEvent] = ()) -> None:
        """Starts the clocks that a table needs and stops its other clocks.

        Running clocks continue; one whose duration changed is moved. Records the time of a new question. In a
        closed chat a table needs none. A table that is over loses its record of clocks. The events are
        ignored.
        """
        if table.over:
            self._drop(table.id)
            return
        at = self._timers_of(table)
        if at.asked[0] != Moment.of_table(table):
            at.asked = (Moment.of_table(table), self._timers.time())
        wanted = self._wanted_clocks(table, at)
        for alarm in at.running.keys() - wanted.keys():
            at.running.pop(alarm).cancel()
        behind = delays_behind_others(table, self._ai_pause_s(table.chat))
        for alarm, seconds in wanted.items():
            after_s = behind.get(alarm.seat, 0.0) if isinstance(alarm, SpeakClock) else 0.0
            self._run(table.id, at, alarm, seconds - after_s, after_s)

    def _run(self, table: TableId, at: TableTimers, alarm: Alarm, own_s: float, after_s: float) -> None:
        """Starts a clock, or moves a running one if `own_s` changed; no effect otherwise, or if it has fired.

        It fires `own_s` seconds after its start, and `after_s` later behind other AI players. A TurnClock,
        NudgeClock or GraciaClock starts at the question if that is at most PROMPT_S old, and otherwise up to
        PROMPT_S from now; others start now.
        An AI player that moves up among waiting AI players keeps its time, so that no two speak at once.
        """
        now, running = self._timers.time(), at.running.get(alarm)
        if running is None:
            waits = isinstance(alarm, TurnClock | NudgeClock | GraciaClock)
            start = _start_after(at.asked[1], now) if waits else now
        elif running.fired or abs(running.own_s - own_s) < TINY_S:
            return
        else:
            start = running.start
            running.cancel()
        due_s = max(start + own_s - now, 0.0) + after_s
        failed = partial(self._failed, table, alarm)
        fire = guard_callback(f"table {table}: {type(alarm).__name__}", self._strikes, failed)
        handle = self._timers.call_later(due_s, fire, table, alarm)
        at.running[alarm] = RunningClock(handle, start, own_s)

    def _timers_of(self, table: Table) -> TableTimers:
        """Returns the record of a table's clocks; creates one if it has none."""
        at = self._at.get(table.id)
        if at is None:
            at = self._at[table.id] = TableTimers(table.seq)
        return at

    def _wanted_clocks(self, table: Table, at: TableTimers) -> dict[Alarm, float]:
        """Returns the clocks that a table needs, with their durations in seconds.

        The result is empty after `stop` or in a closed chat. If the platform is down in this chat, only AI
        players' words, the gracia and a fired call are left.
        """
        if self.stopped or table.chat in self.closed:
            return {}
        turn_s = self.defaults_s[0] if table.turn_s is None else table.turn_s
        wanted = alarms(table, at.touched, turn_s, self._ai_pause_s(table.chat), at.seen)
        silent = self._held.get(platform_of(table.chat))
        if silent is not None and silent(table.chat):
            still = at.active_nudge  # the call stays until the next word
            wanted = {
                alarm: s for alarm, s in wanted.items() if alarm == still or not pauses_in_outage(alarm)
            }
        return wanted

    def _ai_pause_s(self, chat: ChatId) -> float:
        """Returns the seconds before an AI player speaks: as the chat chose, or the default."""
        pause_s = self._ways.for_chat(chat).pace.seconds
        return self.defaults_s[1] if pause_s is None else pause_s

    def take_fired(self, table: Table, alarm: Alarm) -> bool:
        """Removes a fired clock and returns True; False without effect if it no longer runs.

        A NudgeClock or GestureClock is marked as fired instead, because it fires once per question.
        """
        at = self._at.get(table.id)
        if at is None or alarm not in at.running:
            return False
        if isinstance(alarm, NudgeClock | GestureClock):  # it fires once per question, so it stays
            at.running[alarm].fired = True
        else:
            del at.running[alarm]
        return True

    def count_failure(self, table: Table, alarm: Alarm) -> int:
        """Counts a clock that failed and stops it; returns the table's failures since `clear_failures`."""
        at = self._timers_of(table)
        at.failures += 1
        if (running := at.running.pop(alarm, None)) is not None:
            running.cancel()
        return at.failures

    def clear_failures(self, table: TableId) -> None:
        """Resets the count of a table's clock failures; no effect for a table without clocks."""
        if (at := self._at.get(table)) is not None:
            at.failures = 0

    def touch(self, table: TableId, seat: Seat | None = None) -> None:
        """Counts an act of a person, which restarts the idle time at the next `schedule`.

        With their seat, it also restarts their NudgeClock, unless that has fired. No effect for a table
        without clocks.
        """
        if (at := self._at.get(table)) is None:
            return
        at.touched += 1
        for alarm, clock in list(at.running.items()):
            if isinstance(alarm, NudgeClock) and alarm.seat == seat and not clock.fired:
                at.running.pop(alarm).cancel()

    def mark_seen(self, table_id: TableId, moment: Moment, seats: Iterable[Seat]) -> None:
        """Records that seats can see the question of a moment, and schedules the table's clocks.

        A new clock counts from the question, or from up to PROMPT_S after now if that is older than PROMPT_S.
        Running clocks continue. No effect if the table is not loaded or asks another question.
        """
        table = self._tables.get(table_id)
        if table is not None and moment.question == table.question:
            self._timers_of(table).seen |= dict.fromkeys(seats, moment)
            self.schedule(table)

    def nudge_of(self, table: TableId) -> NudgeClock | None:
        """Returns the fired NudgeClock of the slow player who is being called; None if there is no call."""
        return at.active_nudge if (at := self._at.get(table)) is not None else None

    def left_s(self, table: TableId, seat: Seat | None = None) -> float | None:
        """Returns the seconds until the TurnClock of a seat, or the table's ReadyClock, fires.

        Negative if overdue, None if no such clock runs. Without a seat, only the ReadyClock counts.
        """
        at = self._at.get(table)
        for alarm, clock in at.running.items() if at is not None else ():
            if seat == alarm.seat if isinstance(alarm, TurnClock) else isinstance(alarm, ReadyClock):
                return clock.when() - self._timers.time()
        return None

    # ---- pauses ------------------------------------------------------------------------------------------

    def pause_platform(self, platform: str, silent: Callable[[ChatId], bool] = matches_every_chat) -> None:
        """Stops clocks in the `silent` chats of a platform that is down: all but AI words and the gracia.

        A call that has fired stays too. In its other chats clocks run, or run again. Replaces the `silent` of
        an earlier call.
        """
        self._held[platform] = silent
        self._reschedule_all()

    def resume_platform(self, platform: str) -> None:
        """Starts the clocks that `pause_platform` stopped, each with its full duration."""
        self._held.pop(platform, None)
        self._reschedule_all()

    def is_paused(self, platform: str) -> bool:
        """Returns whether a platform is down, at least in some chats."""
        return platform in self._held

    def pause_chat(self, chat: ChatId) -> None:
        """Stops all clocks, AI players included, of the loaded tables in a chat that is in `closed`.

        They begin again after `resume_chat`, clocks of people once they have seen the question again. Until
        then the manager refuses acts of people in this chat, because no player would see them.
        """
        for table in self._tables.in_chat(chat):
            at = self._timers_of(table)
            at.seen.clear()
            self.schedule(table)

    def resume_chat(self, chat: ChatId) -> None:
        """Starts the clocks of the loaded tables in a chat; none start while it is in `closed`."""
        for table in self._tables.in_chat(chat):
            self.schedule(table)

    def stop(self) -> None:
        """Stops every clock for good."""
        self.stopped = True
        self._reschedule_all()

    def _reschedule_all(self) -> None:
        """Schedules the clocks of all tables in memory; errors are reported, not raised."""
        for table in self._tables.in_memory():
            with contain_errors(f"table {table.id}: its clocks"):
                self.schedule(table)

    def drop_unloaded(self) -> None:
        """Stops and forgets the clocks of tables that are not in memory; they stay only after an error."""
        for table in self._at.keys() - {it.id for it in self._tables.in_memory()}:
            self._drop(table)

    def _drop(self, table: TableId) -> None:
        """Stops the clocks of a table, and deletes their record."""
        at = self._at.pop(table, None)
        for clock in at.running.values() if at is not None else ():
            clock.cancel()


def _start_after(asked: float, now: float) -> float:
    """Returns the start of a clock for a question of `asked` that is seen `now`: see PROMPT_S."""
    late_s = now - asked
    return asked if late_s <= PROMPT_S else asked + ceil(late_s / PROMPT_S) * PROMPT_S
