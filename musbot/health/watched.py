"""The parts of a running musbot that the health pages check, and their problems."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from musbot.health import Role
from musbot.health.lag import LoopLag
from musbot.port.boundary import Background
from musbot.port.deadline import list_overdue
from musbot.port.platform import Parking
from musbot.service.choices.kept import Fact
from musbot.service.delivery.courier import Courier
from musbot.service.tables.counters import ChatTally
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import StoreError

LATE_S = 1.0
"""An event loop that is later than this many seconds keeps players waiting."""
STUCK_S = 5.0
"""A call to the database that takes longer than this many seconds: the disk hardly responds."""


class Health:
    """The health of this process: of its tables, or of a standby."""

    def __init__(self, watched: WatchedProcess | None = None, bot: str = "") -> None:
        self.bot = bot
        """The ids of the bots that run here, joined by commas. Its standby has equal ids."""
        self.watched: WatchedProcess | None = None
        self._unfit = ""
        if watched is not None:
            self.watch(watched)

    @property
    def role(self) -> Role:
        """The role of this process."""
        return Role.STANDBY if self.watched is None else Role.ACTIVE

    def set_standby_problem(self, unfit: str) -> None:
        """Sets the reason why a standby could not take over; "" if it could.

        `problems` of a process that plays ignores it.
        """
        self._unfit = unfit

    def problems(self) -> list[str]:
        """Returns the reasons why this process cannot play, or a standby cannot take over; empty if it can.

        Starts a test write if the last commit of a process that plays failed.
        """
        if self.watched is not None:
            return self.watched.problems()
        return [self._unfit] if self._unfit else []

    def silent_platforms(self) -> list[str]:
        """Returns the names of the platforms that are down, wholly or for some chats.

        A restart would not help. Empty for a standby. `WatchedProcess.silent_platforms` names the cases.
        """
        return self.watched.silent_platforms() if self.watched is not None else []

    def parked_platforms(self) -> dict[str, str]:
        """Returns the platforms that rejected the bot, by name, with the reason; empty for a standby.

        The other platforms still play.
        """
        return self.watched.parking.list_parked() if self.watched is not None else {}

    def watch(self, watched: WatchedProcess) -> None:
        """Reports on a running process, no longer on a standby, and starts to measure its event loop."""
        self.watched = watched
        watched.lag.start()

    def stop(self) -> None:
        """Stops the measurements of the event loop; does nothing for a standby."""
        if self.watched is not None:
            self.watched.lag.stop()


class WatchedProcess:
    """The parts of a running process that are checked."""

    def __init__(
        self,
        platforms: tuple[str, ...],
        manager: TableManager,
        courier: Courier,
        tally: ChatTally,
        lag: LoopLag,
    ) -> None:
        self.platforms = platforms
        self.manager = manager
        self.courier = courier
        self.tally = tally
        self.lag = lag
        self.parking = Parking(len(platforms), manager.clocks.is_paused)
        self._probing = Background()

    def problems(self) -> list[str]:
        """Returns the reasons, in English, why players cannot play here; empty if they can.

        These are a database that fails or takes too long, a late event loop, and acts past their deadline.
        Starts a test write if the last commit failed.
        """
        return [*self._store_problems(), *self._loop_problems()]

    def silent_platforms(self) -> list[str]:
        """Returns the names of the platforms that are down, wholly or for some chats.

        `TableClocks.is_paused` is true for them: they do not respond, have not joined yet, or reject the bot.
        A single closed chat does not count. Empty while another process may have taken over the database:
        platforms get no request then.
        """
        return [
            platform
            for platform in self.platforms
            if self.manager.clocks.is_paused(platform) and self.manager.store.owns_database()
        ]

    def _store_problems(self) -> Iterator[str]:
        """Yields the database's problem, if it has one.

        It is a failed last commit, which also starts a test write; otherwise a pending call that takes longer
        than STUCK_S.
        """
        store = self.manager.store
        if store.tally.failing:
            self._probe()
            yield "the database cannot be written"
        elif (pending := store.watch.longest_call()) is not None and pending[1] > STUCK_S:
            yield f"the database takes too long to {pending[0].value} ({pending[1]} s)"

    def _probe(self) -> None:
        """Starts a small write, unless it is already running, to detect that the database works again."""
        if not self._probing:
            self._probing.start(self._write_probe(), "probe of the store")

    async def _write_probe(self) -> None:
        """Makes a small write; ignores StoreError."""
        with suppress(StoreError):
            await self.manager.store.store_note(Fact.PROBE, "", "")

    def _loop_problems(self) -> Iterator[str]:
        """Yields a problem if the event loop is over LATE_S seconds late, and one for each act past its
        deadline.
        """
        if self.lag.now_s() > LATE_S:
            yield "the event loop is late"
        yield from list_overdue()
