"""The terminal as it is installed: nothing of it can be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from musbot.service.platform import Means, Platform, Sitting


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """A ScreenAdapter."""

    quiet: ClassVar[tuple[str, ...]] = ()
    mute: ClassVar[tuple[str, ...]] = ()

    def sit(self, sitting: Sitting, means: Means) -> Platform:
        """See ScreenAdapter."""
        from rich.console import Console

        from adapters.console.terminal import Terminal, typed_lines
        from musbot.narrator import Narrator

        return Terminal(sitting, Narrator(means.language), Console(), typed_lines())
