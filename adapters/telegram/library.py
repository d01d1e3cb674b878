"""The parts of python-telegram-bot that are not public; tests/adapters/test_libraries.py checks them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from telegram import Bot
from telegram.error import RetryAfter

os.environ.setdefault("PTB_TIMEDELTA", "1")  # without it the library warns when it raises RetryAfter


def pause_seconds(error: RetryAfter) -> float:
    """Returns the pause that Telegram asks for, in seconds."""
    pause = error.retry_after
    return pause.total_seconds() if isinstance(pause, timedelta) else float(pause)


async def get_raw_updates(bot: Bot, params: Mapping[str, Any], read_s: float) -> object:
    """Calls getUpdates and returns its result unparsed, so one unreadable update spoils no other.

    Raises TelegramError. The public do_api_request refuses methods that the library wraps.
    """
    return await bot._post("getUpdates", dict(params), read_timeout=read_s)
