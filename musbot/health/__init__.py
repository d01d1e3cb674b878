"""The health pages: `/livez`, `/readyz` and `/metrics`.

Neither tells of whom, of which chat or of which table.
"""

from enum import Enum


class Role(Enum):
    """What a process is to a database: it plays, or stands by until it can."""

    ACTIVE = "active"
    STANDBY = "standby"
