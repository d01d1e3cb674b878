"""The entry point of the terminal's adapter. It has no settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from musbot.port.platform import Platform, PlatformContext, Sitting


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """A ScreenAdapter for the terminal."""

    quiet: ClassVar[tuple[str, ...]] = ()
    """No logger is made quieter."""
    mute: ClassVar[tuple[str, ...]] = ()
    """No logger is silenced."""

    def sit(self, sitting: Sitting, means: PlatformContext) -> Platform:
        """Returns a Platform, not yet run, that plays one table in this terminal.

        May ask the terminal for its background. Without a full screen, starts the thread that reads stdin,
        which needs a running event loop.
        """
        from musbot.words.texts import Texts

        from .ground import account_name, detect_terminal
        from .opening import open_stage
        from .terminal import Terminal

        texts, where = Texts(means.language), detect_terminal(linear=sitting.linear)
        return Terminal(sitting, open_stage(where, texts, sitting), where, means.memory, account_name())
