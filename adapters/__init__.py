"""The platforms of musbot: Telegram, Discord and the terminal.

When it is installed, this package is called `musbot_adapters`, so its modules import each other relatively.
"""

from importlib import import_module

_SETTINGS = {"ConsoleSettings": "console", "DiscordSettings": "discord", "TelegramSettings": "telegram"}


def __getattr__(name: str) -> object:
    """Imports and returns the settings class of a platform, which the entry points name.

    Raises AttributeError for a name outside of `_SETTINGS`.
    """
    if name not in _SETTINGS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_SETTINGS[name]}.platform", __name__), name)
