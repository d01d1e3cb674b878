"""The refusals of the Bot API in its own words, and where the words were learnt.

Sources: [C] telegram-bot-api/Client.cpp of tdlib/telegram-bot-api, the server itself; [T] tdlib/td;
[I] an issue, named; [S] the specification. What has none of them is marked unverified.
"""

from __future__ import annotations

MESSAGE_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
OTHER_POLLER = "terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


class ApiError(Exception):
    """An answer with `ok` false; `parameters` tell the bot how to go on."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, object]:
        """Returns the JSON that a bot receives."""
        body: dict[str, object] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class FormatError(ApiError):
    """A refusal that no well-made bot ever meets: it counts as a violation too."""


def bad_request(what: str, **parameters: int) -> ApiError:
    """Returns a refusal of what was asked."""
    return ApiError(400, f"Bad Request: {what}", **parameters)


def malformed(what: str) -> FormatError:
    """Returns a refusal of how it was asked."""
    return FormatError(400, f"Bad Request: {what}")


def forbidden(what: str) -> ApiError:
    """Returns a refusal because of who is asked."""
    return ApiError(403, f"Forbidden: {what}")


def conflict(what: str) -> ApiError:
    """Returns a refusal to one of two who want updates ([C] process_get_updates_query)."""
    return ApiError(409, f"Conflict: {what}")


def too_many_requests(retry_after_s: int) -> ApiError:
    """Returns the refusal of a flood ([C] Query::set_retry_after_error)."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after_s}", retry_after=retry_after_s)


def migrated(new_chat: int) -> ApiError:
    """Returns the refusal of a group that has become a supergroup ([C] check_chat_access)."""
    return bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=new_chat)
