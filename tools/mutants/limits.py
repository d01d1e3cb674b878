"""When a test is said to have no end: by what its process does, however busy the machine is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

CPU_S, TIMES = 30, 4
"""What a test may take of a processor: so many seconds, and so many times what it takes without a fault."""
STILL_S, ALIVE_S = 30, 0.3
"""Who uses no more of a processor in so many seconds waits for what does not come."""
LOOK_S = 0.5


@dataclass(eq=False)
class Overseer:
    """Tells `ended` of a test that computes without end or stands still, from a thread beside it."""

    usual_s: Mapping[str, float]
    ended: Callable[[str], None]
    test: str = ""
    began_s: float = 0
    moved_at: float = 0
    used_s: float = 0

    def pytest_sessionstart(self) -> None:
        self.moved_at = time.monotonic()
        threading.Thread(target=self._look, daemon=True).start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.begun(nodeid, time.process_time())

    def begun(self, test: str, cpu_s: float) -> None:
        """A test begins when so much of a processor has been used."""
        self.test, self.began_s = test, cpu_s

    def verdict(self, now: float, cpu_s: float) -> str:
        """Returns why the test under way will not end; "" as long as it may."""
        if cpu_s - self.began_s > CPU_S + TIMES * self.usual_s.get(self.test, 0):
            return f"no end: {self.test}"
        if cpu_s - self.used_s > ALIVE_S:
            self.moved_at, self.used_s = now, cpu_s
        return f"stands still: {self.test}" if now - self.moved_at > STILL_S else ""

    def _look(self) -> None:
        while not (why := self.verdict(time.monotonic(), time.process_time())):
            time.sleep(LOOK_S)
        self.ended(why)
