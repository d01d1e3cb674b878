"""Who plays in these tests."""

from __future__ import annotations

import struct
from collections.abc import Callable, Coroutine
from typing import Any

ANE, BEÑAT, CARMEN = 1, 2, 3
MUS = -1001234567890
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 800, 600)

Ask = Callable[..., Coroutine[Any, Any, dict[str, Any]]]
"""Asks a method with parameters; returns the whole body of the answer."""


def keyboard(*buttons: tuple[str, str]) -> dict[str, Any]:
    """Returns one row of buttons: labels and data."""
    return {"inline_keyboard": [[{"text": label, "callback_data": data} for label, data in buttons]]}


def what(reply: dict[str, Any]) -> str:
    """Returns the description of a refusal, without what all have in common; "done" if there was none."""
    return str(reply.get("description", "done")).removeprefix("Bad Request: ")
