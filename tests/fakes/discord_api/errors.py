"""The refusals of Discord: HTTP status, JSON error code and words.

Sources: [D] docs.discord.com, "Opcodes and Status Codes" (JSON error codes) and the page named; [O] Discord's
OpenAPI file; [P] discord.py, which was written against the platform. The rest is marked unverified.
"""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
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
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.extra = extra or {}
        self.headers = headers or {}

    def body(self) -> dict[str, Any]:
        """Returns the JSON that a bot receives."""
        return {"message": self.message, "code": self.code} | self.extra


class FormError(ApiError):
    """A refusal that no well-made bot ever meets: it counts as a violation too."""

    def __init__(self, where: str, code: str, message: str) -> None:
        details: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}  # [D] Reference, errors
        for key in reversed([part for part in where.split(".") if part]):
            details = {key: details}
        super().__init__(400, 50035, "Invalid Form Body", extra={"errors": details})
        self.problem = f"{where}: {code}: {message}"


def unauthorized() -> ApiError:
    """Returns the refusal of a wrong token [D]."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(code: int, what: str) -> ApiError:
    """Returns the refusal of what is not there: 10003 Channel, 10008 Message and their like [D]."""
    return ApiError(404, code, f"Unknown {what}")


UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_EMOJI = 10014
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
UNKNOWN_COMMAND = 10063


def missing_access() -> ApiError:
    """Returns the refusal where the bot cannot even look [D]."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Returns the refusal where the bot may look and not do that [D]."""
    return ApiError(403, 50013, "Missing Permissions")


def dm_closed() -> ApiError:
    """Returns the refusal of a person who lets no bot write to him [D]."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def empty_message() -> ApiError:
    """Returns the refusal of a message without anything in it [D]."""
    return ApiError(400, 50006, "Cannot send an empty message")


def not_the_author() -> ApiError:
    """Returns the refusal to edit what another wrote [D]."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def token_expired() -> ApiError:
    """Returns the refusal of an interaction's token after 15 minutes ([D] Receiving and Responding)."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def already_answered() -> ApiError:
    """Returns the refusal of a second first answer [D]."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def rate_limited(wait_s: float, headers: dict[str, str], *, everywhere: bool) -> ApiError:
    """Returns the refusal of haste ([D] Rate Limits); without Via, [P] takes it for a ban by the proxy."""
    headers = headers | {"Retry-After": str(wait_s), "Via": "1.1 fake"}
    extra = {"retry_after": wait_s, "global": everywhere}
    return ApiError(429, 0, "You are being rate limited.", extra=extra, headers=headers)


def too_old_to_edit_again(wait_s: float) -> ApiError:
    """Returns the refusal of one more edit of old messages.

    [D] for the code; 429: aikaterna/aikaterna-cogs issue #302; that `retry_after` comes along is unverified.
    """
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    headers = {"Retry-After": str(wait_s), "Via": "1.1 fake"}
    return ApiError(429, 30046, words, extra={"retry_after": wait_s, "global": False}, headers=headers)


def thread_locked() -> ApiError:
    """Returns the refusal to write in a locked thread without Manage Threads.

    [D] Threads, Locked Threads, and for the code; that the status is 403 is unverified.
    """
    return ApiError(403, 160005, "Thread is locked")


def thread_archived() -> ApiError:
    """Returns the refusal of a change in an archived thread [D]."""
    return ApiError(400, 50083, "Thread is archived")
