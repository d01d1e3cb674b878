"""Test helpers for other packages: a fake platform, a fake clock and a process, without network or waiting.

A hand of Mus between Ane and three AI players, in a chat in memory:

>>> import asyncio
>>> from musbot.testing import playing
>>> async def a_hand() -> None:
...     async with playing() as fake:
...         ane = fake.person("Ane")
...         await fake.command(ane, "mus vitoria")
...         for label in ("Sentarme 🔷", "Añadir IA", "Añadir IA", "Añadir IA", "Empezar"):
...             told = await fake.press(ane, label)
...         while "mano 2" not in fake.messenger.posts(fake.chat)[-1].title:
...             said = next(it for it in ("No hay mus", "Paso", "No quiero") if it in fake.labels())
...             told = await fake.press(ane, said)
...         print(told.text)
>>> asyncio.run(a_hand())
Has dicho: no quiero.

`playing` runs a FakePlatform; `running` runs any platforms, including your own.
"""

from __future__ import annotations

from musbot.testing.clock import Clock
from musbot.testing.messenger import FakeMessenger, Made
from musbot.testing.platform import FakePlatform, NoButton
from musbot.testing.process import QUICK, playing, running

__all__ = ["QUICK", "Clock", "FakeMessenger", "FakePlatform", "Made", "NoButton", "playing", "running"]
