"""The boundary around each act of a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from musbot.game.errors import MusError
from musbot.port.boundary import contain_errors, may_contain, report
from musbot.port.chats import platform_of
from musbot.port.deadline import name_act, take_expiry
from musbot.port.replies import Delivery
from musbot.service.commands.context import Services
from musbot.table.events import ChatId

_Found = TypeVar("_Found")
TABLE = "table "
"""The prefix of a place that is a table."""


class Boundary:
    """Runs the acts of people; after an unexpected error, tells the person whether their act counted."""

    def __init__(self, services: Services) -> None:
        self._deliveries = services.manager.deliveries
        self._writer = services.manager.writer

    async def attempt(
        self, key: str, where: tuple[str, str], doing: Awaitable[_Found], failed: Callable[[bool], _Found]
    ) -> _Found:
        """Returns the result of an act; after an error, which is reported, the result of `failed`.

        `failed` receives whether the act is stored (False without a `key`). Raises only a requested
        cancellation, an error that is no Exception, and errors of `failed`. An act cancelled at its deadline
        counts as an error. Its `key` is then recorded as refused, unless it is stored. During the act, `key`
        has a Delivery in memory. `where` is the place ("table ID" or a chat's id) and the name for logs.
        """
        place, name = where
        with contain_errors(f"{place}: {name}"):
            name_act(name, _anonymous_place(place))
        added = bool(key) and key not in self._deliveries
        if added:
            self._deliveries[key] = Delivery(lambda: False)
        try:
            return await doing
        except BaseException as error:
            expired = take_expiry(error)
            if not expired and not may_contain(error):
                raise
            report(f"{place}: {name}{' took too long' if expired else ''}", error)
            if expired and key:
                await self._refuse(key)
            delivery = self._deliveries.get(key)
            return failed(delivery is not None and delivery.is_stored)
        finally:
            if added:
                self._deliveries.pop(key, None)

    async def _refuse(self, key: str) -> None:
        """Records a delivery as refused, so that it is not applied later; no effect if it is stored already.

        A MusError is ignored, and an unexpected error reported.
        """
        with contain_errors("a delivery that took too long"), suppress(MusError):
            await self._writer.mark(key)


def _anonymous_place(place: str) -> str:
    """Returns a place for the health page: "at table" and a table's id up to its first "-", or "on" a
    platform.
    """
    if place.startswith(TABLE):
        return f"at {place.partition('-')[0]}"
    return f"on {platform_of(ChatId(place))}"
