"""Where what is in events.py, fold.py and table.py was: to be imported from there."""

from musbot.table.events import *  # noqa: F403
from musbot.table.fold import *  # noqa: F403
from musbot.table.table import *  # noqa: F403
