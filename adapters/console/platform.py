"""The terminal as it is installed: nothing of it can be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from musbot.port.platform import Means, Platform, Sitting


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """A ScreenAdapter."""

    quiet: ClassVar[tuple[str, ...]] = ()
    mute: ClassVar[tuple[str, ...]] = ()

    def sit(self, sitting: Sitting, means: Means) -> Platform:
        """See ScreenAdapter."""
        from adapters.console.ground import account, ground
        from adapters.console.opening import stage_on
        from adapters.console.terminal import Terminal
        from musbot.words.texts import Texts

        texts, where = Texts(means.language), ground(linear=sitting.linear)
        return Terminal(sitting, texts, stage_on(where, texts, sitting), where, means.memory, account())
