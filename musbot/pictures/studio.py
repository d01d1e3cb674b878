"""Pictures drawn beside the event loop, for messengers; one that fails costs nobody the game."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from musbot.pictures import cloth
from musbot.pictures.draw import draw
from musbot.pictures.specs import FilmPicture, Picture

log = logging.getLogger(__name__)

MOST_S, FILM_S = 5.0, 20.0
"""A text waits no longer than this for its picture, that of a film longer: nobody waits for it to play."""
MOST_FILMS = 16
"""Kept, of less than a megabyte each."""

Heavy = Callable[[Callable[[], bytes]], Awaitable[bytes]]


class Studio:
    """Draws one picture after another in a thread of its own; made at start, closed at the end.

    Films it gives to `heavy`, which works in another process: a thread would hold the loop's lock for long.
    """

    def __init__(
        self,
        draw: Callable[[Picture], bytes] = draw,
        *,
        most_s: float = MOST_S,
        heavy: Heavy | None = None,
    ) -> None:
        self._draw = draw
        self._heavy = heavy or self._in_thread
        self._most_s = most_s
        self._film_s = max(most_s, FILM_S)
        self._films: OrderedDict[Picture, bytes] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")

    async def paint(self, picture: Picture) -> bytes | None:
        """Returns a picture's file, or None if it cannot be had in time; logs why, and no card.

        The last films are kept: each is drawn once, however often it is sent.
        """
        films = self._films
        if picture in films:
            return films[picture]
        film = isinstance(picture, FilmPicture)
        work = partial(_apart, self._draw, picture) if film else partial(self._draw, picture)
        try:
            async with asyncio.timeout(self._film_s if film else self._most_s):
                drawn = await (self._heavy if film else self._in_thread)(work)
        except Exception as error:  # whatever it is: the text is enough to play by
            log.warning("%s could not be drawn: %s", type(picture).__name__, type(error).__name__)
            return None
        if film:
            films[picture] = drawn
            if len(films) > MOST_FILMS:
                films.popitem(last=False)
        return drawn

    def forget(self) -> None:
        """Lets go of what names anybody: somebody has been forgotten. What is being drawn is drawn first."""
        self._films = OrderedDict()
        self._thread.submit(cloth.forget)

    async def _in_thread(self, work: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Lets go of the thread; what is being drawn is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _apart(draw: Callable[[Picture], bytes], picture: Picture) -> bytes:
    """Draws in a process that is told of nobody who is forgotten: it keeps no name."""
    try:
        return draw(picture)
    finally:
        cloth.forget()
