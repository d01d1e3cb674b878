"""The health pages `/livez`, `/readyz` and `/metrics`. They contain no names of people, chats or tables."""

from enum import Enum


class Role(Enum):
    """The role of a process at its database."""

    ACTIVE = "active"
    """Plays the tables of the database."""
    STANDBY = "standby"
    """Waits until the database is free."""
