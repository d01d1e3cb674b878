"""A stderr to log to, for tests."""

from __future__ import annotations

import io
import logging


class Written(io.StringIO):
    """A stderr whose value includes the queued lines of the log."""

    def getvalue(self) -> str:
        logging.getLogger().handlers[0].flush()
        return super().getvalue()
