"""Which picture each message shows, by Discord's id of it: one that stays is not sent again.

An edit names in `attachments` all that are to be on the message after it, those that stay by their ids
(docs.discord.com, Message Resource, Edit Message), and a component refers to one by `attachment://` and its
name. The id of a picture that a component shows comes back as its `media.attachment_id` (Component Reference,
Unfurled Media Item). That a component may refer so to one that stays is unverified: where it is refused the
picture is sent, and none is kept any more.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Any

log = logging.getLogger(__name__)

MOST = 4096
"""Messages of which it is remembered, those changed last: some 100 bytes each."""


class KeptPictures:
    """Remembers it while the process lives; no picture, and nothing by which one could be told."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, tuple[str, int]] = OrderedDict()
        self._works: bool | None = None

    def of(self, message: int, picture: str) -> int:
        """Returns the id of a picture that a message is known to show, 0 if it is not."""
        shown, number = self._shown.get(message, ("", 0))
        return number if picture and shown == picture and self._works is not False else 0

    def shows(self, message: int, picture: str, number: int) -> None:
        """Notes which picture a message shows now ("": none), and its id (0: it was not told)."""
        self.forget(message)
        if picture and number:
            self._shown[message] = (picture, number)
            if len(self._shown) > MOST:
                self._shown.popitem(last=False)

    def forget(self, message: int) -> None:
        """Notes that nobody knows what a message shows."""
        self._shown.pop(message, None)

    def stayed(self) -> None:
        """Notes that a picture was kept."""
        self._works = True

    def refused(self) -> None:
        """Notes that one could not be kept that could be sent; if none ever was, none is kept any more."""
        if self._works is None:
            self._works = False
            log.warning("Discord keeps no pictures on an edit: they are sent each time")


def attached(message: Any) -> int:
    """Returns the id of the picture that a message shows, as Discord has told it; 0 for none."""
    if isinstance(message, list):
        return next(filter(None, map(attached, message)), 0)
    media = [item.get("media", {}) for item in message.get("items", ())]
    found = next((int(it["attachment_id"]) for it in media if it.get("attachment_id")), 0)
    return found or attached(message.get("components") or [])
