"""Fetches updates, and confirms them only after they have been handled.

The library's polling confirms them before (docs/reliability.md). After any kind of answer, unhandled updates
stay unconfirmed. A poll that ends at once without updates is followed by a pause.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from musbot.port.boundary import report
from musbot.port.deadline import DeadlineExpired, with_deadline
from musbot.port.messenger import NoLease, Purpose, requesting
from musbot.port.platform import BotRejected, Memory

from .ids import is_number
from .library import get_raw_updates, pause_seconds
from .suspects import Suspects

log = logging.getLogger(__name__)

POLL_S = 20
"""Seconds for which Telegram holds a poll open."""
MOST_POLL_S = 90.0
"""Seconds after which a poll is cancelled because it hangs; the time limits of its request end before."""
POLL_READ_S = 10.0
"""Seconds by which the end of a poll may be late."""
AGAIN_S = 1
"""Seconds between polls if Telegram did not answer, or its answer was unreadable."""
CONFLICT_S = 3
"""Seconds between polls while another program fetches the updates."""
UNDISPUTED_S = 60
"""Seconds without a conflict after which the other program has ended: between two, polls succeed."""
WANTED = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
"""The kinds of updates that are requested."""
MOST_PAUSE_S = 600
"""The maximum seconds between polls."""
UNREADABLE = (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError)
"""The errors of the library for JSON that breaks the Bot API's promises."""


class WrongToken(BotRejected):
    """Telegram does not know the token."""


class Updates:
    """Fetches and confirms updates.

    The first fetch after `confirm_last_fetch` confirms the updates of the fetch before.

    `down` is called when polls begin to fail, except because the token is wrong. `up` is called when they
    succeed again. `found` gets the presses that wait while the database refuses connections.
    """

    def __init__(
        self,
        bot: Bot,
        down: Callable[[], None],
        up: Callable[[], None],
        memory: Memory | None = None,
        found: Callable[[Sequence[Update]], None] = lambda _: None,
    ) -> None:
        self._bot = bot
        self._suspects = Suspects(memory)
        self._down = down
        self._up = up
        self._found = found
        self._given: set[int] = set()
        """The numbers of unconfirmed updates that were passed to `found`."""
        self._is_disputed = False
        """Whether another program has asked for updates since this one lost the lease."""
        self._offset = 0
        self._asked = 0
        self._confirmed = 0
        """The offset of the last poll that Telegram answered."""
        self._next = 0
        self._cut_off = False
        self._reported = ""
        self._disputed_until = 0.0

    async def fetch(self) -> Sequence[Update]:
        """Returns new updates; none if POLL_S pass without one, or, after a pause, if a poll fails.

        A hanging poll ends after MOST_POLL_S. Polls return at once in careful mode (`Suspects.is_careful`),
        and after a failure until one succeeds. A webhook that takes the updates is deleted. Raises
        WrongToken, and DeadlineExpired if the work before or after the poll takes longer than DEADLINE_S.
        """
        await with_deadline(self._suspects.prepare)
        began = asyncio.get_running_loop().time()
        try:
            timeout_s = 0 if self._cut_off or self._suspects.is_careful else POLL_S
            raw = await with_deadline(partial(self._poll, timeout_s), seconds=MOST_POLL_S)
        except InvalidToken:
            self._cut_off = True  # clocks are paused until updates come again
            self._reported = "TELEGRAM_BOT_TOKEN: Telegram no longer knows this token"
            raise WrongToken(self._reported) from None
        except RetryAfter as error:
            await self._wait_without_answer("Telegram asks for a pause", _limit_pause(pause_seconds(error)))
        except Conflict as error:
            if "webhook" in error.message:
                with suppress(TelegramError):
                    await self._bot.delete_webhook()
            self._disputed_until = asyncio.get_running_loop().time() + UNDISPUTED_S
            await self._wait_without_answer(
                f"another program takes this bot's updates: {error.message}", CONFLICT_S
            )
        except (TelegramError, DeadlineExpired, *UNREADABLE) as error:
            report_own("Telegram's updates", error)
            # Without the lease Telegram was not asked: the fault is the database's, which is logged.
            why = "" if isinstance(error, NoLease) else f"Telegram does not answer ({type(error).__name__})"
            await self._wait_without_answer(why, AGAIN_S)
            if isinstance(error, NoLease):
                await with_deadline(self._find_presses, seconds=MOST_POLL_S)
        else:
            lasted_s = asyncio.get_running_loop().time() - began
            return await with_deadline(partial(self._parse_batch, raw, lasted_s))
        return ()

    def confirm_last_fetch(self) -> None:
        """Marks the updates of the last fetch for confirmation by the next one."""
        self._offset = self._next

    async def confirm(self) -> None:
        """Confirms the handled updates that are still unconfirmed, if there are any; raises TelegramError.

        An unreadable answer is ignored.
        """
        if self._offset != self._asked:
            with suppress(*UNREADABLE):
                await get_raw_updates(self._bot, {"offset": self._offset, "limit": 1}, 1)

    async def end(self) -> None:
        """Stores that the process has ended in order; logs a failure instead of raising it."""
        await self._suspects.end()

    async def _poll(self, timeout_s: int) -> object:
        """Asks for updates, for up to `timeout_s` seconds; returns the unparsed result.

        That confirms the updates marked by `confirm_last_fetch`. In careful mode asks for one update. Raises
        TelegramError.
        """
        self._asked = self._next = self._offset
        params = {"offset": self._offset, "timeout": timeout_s, "allowed_updates": WANTED}
        if self._suspects.is_careful:
            params["limit"] = 1
        raw = await get_raw_updates(self._bot, params, timeout_s + POLL_READ_S)
        self._confirmed = self._asked
        return raw

    async def _parse_batch(self, raw: object, lasted_s: float) -> Sequence[Update]:
        """Returns the readable updates of an answer; records the number that `confirm_last_fetch` confirms.

        Calls `up` after an outage. Nonsense (neither `[]` nor an update with a number) gives none, and pauses
        as after a failed poll. An immediate empty answer pauses too, except after an outage or in careful
        mode. Careful mode takes the first update and stores its number; it gives none once MOST_ATTEMPTS
        processes ended with it. An empty answer ends careful mode.
        """
        batch = [it for it in raw if _is_update(it)] if isinstance(raw, list) else []
        if raw != [] and not batch:
            await self._wait_without_answer("Telegram answers nonsense", AGAIN_S)
            return ()
        if self._reported and asyncio.get_running_loop().time() >= self._disputed_until:
            log.info("Telegram answers again")
            self._reported = ""
        self._is_disputed = False
        if self._cut_off:
            self._cut_off = False
            self._up()
        elif not batch and lasted_s < AGAIN_S and not self._suspects.is_careful:
            await asyncio.sleep(AGAIN_S)  # the server does not hold polls open
        if self._suspects.is_careful:
            batch = batch[:1]
        if batch:
            self._next = max(it["update_id"] for it in batch) + 1
            if self._next <= self._offset:  # numbers restart after a week without updates (Bot API, Update)
                await asyncio.sleep(AGAIN_S)
        if self._suspects.is_careful:
            batch = await self._set_aside_poison(batch)
        fresh = [it for it in batch if it["update_id"] not in self._given]
        self._given = {number for number in self._given if number >= self._next}
        return [update for it in fresh if (update := self._read(it)) is not None]

    async def _find_presses(self) -> None:
        """Passes the presses that wait at Telegram to `found`, each once, without confirming any update.

        Does nothing in careful mode. Without the lease, it works only while the database refuses connections.
        Does nothing once another program has asked for updates: it may have the lease. Words and commands
        wait. A failure of Telegram ends it in silence.
        """
        if self._suspects.is_careful or self._is_disputed:
            return
        params = {"offset": self._confirmed, "timeout": 0, "allowed_updates": WANTED}
        try:
            with requesting(Purpose.FIND_PRESSES):
                raw = await get_raw_updates(self._bot, params, POLL_READ_S)
        except Conflict:
            self._is_disputed = True
            return
        except (TelegramError, *UNREADABLE):
            return
        waiting = [it for it in raw if _is_update(it)] if isinstance(raw, list) else []
        known = self._given | {it["update_id"] for it in waiting if it["update_id"] < self._next}
        presses = [it for it in waiting if Update.CALLBACK_QUERY in it and it["update_id"] not in known]
        self._given |= {it["update_id"] for it in presses}
        self._found([update for it in presses if (update := self._read(it)) is not None])

    async def _set_aside_poison(self, batch: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Returns the updates to handle, and stores the number of each first.

        Leaves out, unstored, an update that ended MOST_ATTEMPTS processes. An empty batch ends careful mode.
        """
        if not batch:
            self._suspects.relax()
        return [it for it in batch if await self._suspects.admit(it, WANTED)]

    def _read(self, raw: dict[str, Any]) -> Update | None:
        """Returns a parsed update; None, with a log line, if it cannot be read."""
        try:
            return Update.de_json(raw, self._bot)
        except Exception as error:  # of any kind; the other updates are read
            log.error("an update that cannot be read is passed over: %s", type(error).__name__)  # noqa: TRY400
            return None

    async def _wait_without_answer(self, why: str, seconds: float) -> None:
        """Sleeps some seconds; at the first failure in a row calls `down`.

        Logs the first reason in a row that is not "". The reason that was logged last is not logged again
        until polls succeed.
        """
        if why not in ("", self._reported) and not (self._cut_off and self._reported):
            log.warning("%s: clocks wait", why)
            self._reported = why
        if not self._cut_off:
            self._cut_off = True
            self._down()
        await asyncio.sleep(seconds)


def report_own(where: str, error: BaseException) -> None:
    """Reports an error, unless it is a TelegramError or OSError: those come from Telegram or the network."""
    if not isinstance(error, TelegramError | OSError):
        report(where, error)


def _is_update(raw: object) -> bool:
    """Returns whether a value has an update number and any content."""
    return isinstance(raw, dict) and is_number(raw.get("update_id")) and len(raw) > 1


def _limit_pause(pause_s: float) -> float:
    """Limits a pause to the range from AGAIN_S to MOST_PAUSE_S, in seconds."""
    return min(max(pause_s, AGAIN_S), MOST_PAUSE_S)
