"""Draws pictures in a thread for messengers; a failed picture never stops the game."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from musbot.pictures import cloth
from musbot.pictures.draw import draw
from musbot.pictures.specs import FilmPicture, Picture

log = logging.getLogger(__name__)

MOST_S, FILM_S = 5.0, 20.0
"""The maximum seconds that a message waits for its picture, and for a film."""
MOST_FILMS = 16
"""The number of films in the cache; each takes less than a megabyte."""

Heavy = Callable[[Callable[[], bytes]], Awaitable[bytes]]
"""Runs a function in another process."""


class Studio:
    """A thread that draws pictures one by one, until `close`.

    Films run in `heavy`, usually another process, because in a thread they would block the event loop.
    Without `heavy` they run in the thread.
    """

    def __init__(
        self,
        draw: Callable[[Picture], bytes] = draw,
        *,
        most_s: float = MOST_S,
        heavy: Heavy | None = None,
    ) -> None:
        """Sets `draw`, which makes the files, and `heavy`, which runs the drawing of films.

        Without `heavy` films are drawn in the thread. A picture may take `most_s` seconds, a film the longer
        of `most_s` and FILM_S.
        """
        self._draw = draw
        self._heavy = heavy or self._in_thread
        self._most_s = most_s
        self._film_s = max(most_s, FILM_S)
        self._films: OrderedDict[Picture, bytes] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")

    async def paint(self, picture: Picture) -> bytes | None:
        """Returns a picture as a file, or None on failure or timeout; logs the reason, but no cards.

        A drawn film is kept in a cache of MOST_FILMS, and the oldest is dropped. The timeout includes the
        wait for earlier pictures in the thread. Raises CancelledError if its own task is cancelled.
        """
        films = self._films
        if picture in films:
            return films[picture]
        film = isinstance(picture, FilmPicture)
        draw = partial(_draw_in_process, self._draw) if film else self._draw
        try:
            async with asyncio.timeout(self._film_s if film else self._most_s):
                drawn = await (self._heavy if film else self._in_thread)(partial(draw, picture))
        except (Exception, asyncio.CancelledError) as error:  # on any error: the text is enough to play
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            log.warning("%s could not be drawn: %s", type(picture).__name__, type(error).__name__)
            return None
        if film:
            films[picture] = drawn
            if len(films) > MOST_FILMS:
                films.popitem(last=False)
        return drawn

    def forget(self) -> None:
        """Clears the cached films at once, and after pending pictures the cached texts, which have names.

        After `close` the texts stay until the process ends.
        """
        self._films = OrderedDict()
        with suppress(RuntimeError):  # closed
            self._thread.submit(cloth.clear_caches)

    async def _in_thread(self, work: Callable[[], bytes]) -> bytes:
        """Runs a function in the studio's thread and returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Stops the thread without waiting: the current drawing still ends, queued ones are cancelled.

        Later drawings in the thread fail, so `paint` returns None for them.
        """
        self._thread.shutdown(wait=False, cancel_futures=True)


def _draw_in_process(draw: Callable[[Picture], bytes], picture: Picture) -> bytes:
    """Returns a picture as a file, and clears its process's caches of text, also after an error.

    That process is not notified of forgotten people, so it must not keep names.
    """
    try:
        return draw(picture)
    finally:
        cloth.clear_caches()
