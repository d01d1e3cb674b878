"""The pictures that messages show, by Discord's ids, so that edits do not upload them again.

An edit lists the ids of the attachments to keep in `attachments` (docs.discord.com, Message Resource, Edit
Message), and a component refers to an attachment by `attachment://` and its name. The id of a shown picture
is returned as `media.attachment_id` (Component Reference, Unfurled Media Item). Unverified: a component may
refer to a kept attachment. If Discord refuses this, pictures are uploaded at every edit.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Any

log = logging.getLogger(__name__)

MOST = 4096
"""The maximum number of messages to remember, the last changed ones; about 100 bytes each."""


class KeptPictures:
    """The picture ids of messages, in memory only. It holds digests, no pictures."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, tuple[str, int]] = OrderedDict()
        self._works: bool | None = None

    def find_attachment(self, message: int, picture: str) -> int:
        """Returns the id of a picture that an edit of a message can keep; 0 if it must be uploaded.

        `picture` is its digest, "" for none.
        """
        shown, number = self._shown.get(message, ("", 0))
        return number if picture and shown == picture and self._works is not False else 0

    def record_picture(self, message: int, picture: str, number: int) -> None:
        """Records the digest of the picture of a message ("" for none) and its id (0 if unknown).

        Without digest or id, forgets the message's picture. Above MOST, the oldest record is forgotten.
        """
        self.forget(message)
        if picture and number:
            self._shown[message] = (picture, number)
            if len(self._shown) > MOST:
                self._shown.popitem(last=False)

    def forget(self, message: int) -> None:
        """Forgets the picture of a message; no effect for an unknown message."""
        self._shown.pop(message, None)

    def record_kept(self) -> None:
        """Records that Discord kept a picture in an edit; from then on, a refusal no longer stops pictures
        from being reused."""
        self._works = True

    def record_refused(self) -> None:
        """Records that Discord refused to keep a picture; stops keeping them if it never accepted one."""
        if self._works is None:
            self._works = False
            log.warning("Discord keeps no pictures on an edit: they are sent each time")


def attachment_id(message: Any) -> int:
    """Returns the id of the picture in a message's JSON, or in a list of components; 0 if there is none."""
    if isinstance(message, list):
        return next(filter(None, map(attachment_id, message)), 0)
    media = [item.get("media", {}) for item in message.get("items", ())]
    found = next((int(it["attachment_id"]) for it in media if it.get("attachment_id")), 0)
    return found or attachment_id(message.get("components") or [])
