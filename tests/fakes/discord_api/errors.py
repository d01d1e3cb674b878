"""The refusals of Discord that simcord does not make: HTTP status, JSON error code, words and headers.

Sources: [D] docs.discord.com, "Opcodes and Status Codes" and the page named; [P] discord.py, which was
written against the platform. The rest is marked unverified.
"""

from __future__ import annotations

from typing import Any

from simcord.backend.errors import BackendError


class Refusal(BackendError):
    """An answer that is an error; `extra` are further fields of its body, `headers` of the response."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(status, code, message)
        self.extra = extra or {}
        self.headers = headers or {}

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | self.extra


def unauthorized() -> Refusal:
    """Returns the refusal of a wrong token [D]."""
    return Refusal(401, 0, "401: Unauthorized")


def dm_closed() -> Refusal:
    """Returns the refusal of a person who lets no bot write to them [D]."""
    return Refusal(403, 50007, "Cannot send messages to this user")


def token_expired() -> Refusal:
    """Returns the refusal of an interaction's token after 15 minutes ([D] Receiving and Responding)."""
    return Refusal(401, 50027, "Invalid Webhook Token")


def rate_limited(wait_s: float, headers: dict[str, str], *, everywhere: bool) -> Refusal:
    """Returns the refusal of haste ([D] Rate Limits); without Via, [P] takes it for a ban by the proxy."""
    headers = headers | {"Retry-After": str(wait_s), "Via": "1.1 fake"}
    extra = {"retry_after": wait_s, "global": everywhere}
    return Refusal(429, 0, "You are being rate limited.", extra=extra, headers=headers)


def too_old_to_edit_again(wait_s: float) -> Refusal:
    """Returns the refusal of one more edit of old messages.

    [D] for the code; 429: aikaterna/aikaterna-cogs issue #302; that `retry_after` comes along is unverified.
    """
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    headers = {"Retry-After": str(wait_s), "Via": "1.1 fake"}
    return Refusal(429, 30046, words, extra={"retry_after": wait_s, "global": False}, headers=headers)


def thread_exists() -> Refusal:
    """Returns the refusal of a second thread at a message [D]."""
    return Refusal(400, 160004, "A thread has already been created for this message")


def thread_locked() -> Refusal:
    """Returns the refusal to write in a locked thread without Manage Threads.

    [D] Threads, Locked Threads, and for the code; that the status is 403 is unverified.
    """
    return Refusal(403, 160005, "Thread is locked")


def thread_archived() -> Refusal:
    """Returns the refusal of a change in an archived thread [D]."""
    return Refusal(400, 50083, "Thread is archived")
