"""Which tests run in one worker of a parallel run, so that what they read or make is made once."""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

TOGETHER = re.compile(r"tests/(?:house/test_package|house/|tools/test_built)")
"""Tests that parse the whole project, install the package, or build the site."""


class TogetherScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each worker one test after another, in the order of their list; all of TOGETHER go to one."""

    def _split_scope(self, nodeid: str) -> str:
        found = TOGETHER.match(nodeid)
        return found[0] if found else nodeid

    def _reschedule(self, node: WorkerController) -> None:
        work = self.assigned_work[node]
        for done in [scope for scope, tests in work.items() if all(tests.values())]:
            del work[done]  # the scheduler counts what is left of all that a worker was given
        super()._reschedule(node)
