"""Prevents links, mentions and hashtags in names and other texts that people write.

Telegram finds these in every text (tdlib, MessageEntity.cpp, find_entities).
"""

from __future__ import annotations

import re
from dataclasses import replace

from musbot.narrator.post import Post

JOINER = "\u2060"
"""Word joiner: shows nothing, and ends a link or mention."""
_MARKS = re.compile(
    r"https?://\S+"
    r"|[@#$](?=\w)"
    r"|(?<=\w)\.(?=[^\W\d_]{2})"
    r"|\+(?=[\d ()-]{7})"
    r"|(?<!\w)\d{7}(?=\d+(?!\w))"
)
"""Marks of a mention, hashtag, price, address, telephone or bank card; and addresses of our own."""


def make_plain(post: Post) -> Post:
    """Returns a post with a JOINER after each mark in its texts (`_break_marks`).

    Telegram then links commands and whole http addresses there, but no other words. Buttons do not change.
    """
    return replace(
        post,
        title=_break_marks(post.title),
        text=_break_marks(post.text),
        unsent=_break_marks(post.unsent),
        mentions=tuple((person, _break_marks(name)) for person, name in post.mentions),
        subtext=tuple(map(_break_marks, post.subtext)),
        short_form=post.short_form and replace(post.short_form, text=_break_marks(post.short_form.text)),
    )


def _break_marks(text: str) -> str:
    """Returns a text with a JOINER after each mark, except in whole http addresses."""
    return _MARKS.sub(lambda found: found[0] if "://" in found[0] else found[0] + JOINER, text)
