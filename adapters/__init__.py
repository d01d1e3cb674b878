"""The platforms of musbot: Telegram, Discord and the terminal.

When it is installed, this package is called `musbot_adapters`, so its modules import each other relatively.
"""

from importlib import import_module

_SETTINGS = {"ConsoleSettings": "console", "DiscordSettings": "discord", "TelegramSettings": "telegram"}


def __getattr__(name: str) -> object:
    """Imports the settings of a platform, which the entry points name.

    Raises AttributeError for any other name.
    """
    if name not in _SETTINGS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_SETTINGS[name]}.platform", __name__), name)
