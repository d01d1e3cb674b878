"""The rules that people saved in the terminal (`reglas guardar`), which commands name like rule sets."""

from __future__ import annotations

from functools import partial

from musbot.cli.doctor_checks import is_there
from musbot.cli.shared import read_all_settings
from musbot.config import Server
from musbot.game.rules_base import RuleSet
from musbot.port.chats import platform_of
from musbot.port.platform import ScreenAdapter
from musbot.service.choices.kept import Fact
from musbot.service.settings.written_rules import own_rules
from musbot.store.checkup import load_notes
from musbot.store.open_store import read_database
from musbot.table.ways import BadWays, ChatWays, read_ways


def load_saved_rules() -> dict[str, RuleSet]:
    """Returns the rules that were saved in the terminal by name, from the database of the settings.

    Empty if the database file does not exist. Rules that this version cannot read are left out. Raises
    BadSetting, BadPlatform, or StoreError if the database cannot be read.
    """
    settings, platforms = read_all_settings()
    if not (isinstance(settings.database, Server) or is_there(settings.database)):
        return {}
    stored = read_database(settings.database, partial(load_notes, kind=Fact.WAYS), any_schema=True)
    own = dict[str, RuleSet]()
    for chat, row in stored.items():
        if isinstance(platforms.get(platform_of(chat)), ScreenAdapter):
            own |= own_rules(_read_ways(row))
    return own


def _read_ways(row: str) -> ChatWays:
    """Returns the settings of a chat; the default settings if this version cannot read them."""
    try:
        return read_ways(row)
    except BadWays:
        return ChatWays()
