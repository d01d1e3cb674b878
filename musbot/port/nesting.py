"""JSON of a platform that is nested too deep for any reader."""

from __future__ import annotations

import re

DEEPEST = 200
"""The levels that are kept: a reader of json takes fewer than 1,000."""
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]')


def limit_depth(text: bytes) -> bytes:
    """Returns JSON in which null replaces each list or object below DEEPEST levels; unchanged if it has none.

    The text is not checked for being JSON.
    """
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return text
    depth, start, kept = 0, 0, list[bytes]()
    for token in _TOKEN.finditer(text):
        if token[0] in b"[{":
            depth += 1
            if depth == DEEPEST + 1:
                kept.append(text[start : token.start()])
        elif token[0] in b"]}":
            if depth == DEEPEST + 1:
                kept.append(b"null")
                start = token.end()
            depth -= 1
    return b"".join([*kept, text[start:]])
