"""How a running musbot is: `/readyz` says whether it can play, `/metrics` how much it does and how quickly.

Neither tells of whom, of which chat or of which table.
"""

from enum import Enum


class Role(Enum):
    """What a process is to a database: it plays, or stands by until it can."""

    ACTIVE = "active"
    STANDBY = "standby"
