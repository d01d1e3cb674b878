"""Telegram's HTML, the few tags it knows, read into plain text and entities ([S] "HTML style")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from .errors import FormatError, malformed

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
_TAG = re.compile(r"<(/?)([^\s<>/]*)([^<>]*)>?")
_ATTRIBUTE = re.compile(r"([\w-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_NAMED = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
"""The only references that are read; others stay as they are written ([S])."""


def utf16_length(text: str) -> int:
    """Returns the length in UTF-16 code units, in which entities are measured."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(slots=True)
class _Open:
    tag: str
    entity: dict[str, Any]


def parse_html(source: str) -> tuple[str, list[dict[str, Any]]]:
    """Returns the plain text and its entities; raises FormatError where tags are unknown or do not match."""
    text = ""
    entities: list[dict[str, Any]] = []
    open_tags: list[_Open] = []
    at = 0
    for match in _TAG.finditer(source):
        text += _NAMED.sub(lambda m: unescape(m[0]), source[at : match.start()])
        at = match.end()
        if match[1]:
            _close(match, source, open_tags, entities, utf16_length(text))
        else:
            open_tags.append(_opened(match, source, utf16_length(text)))
    text += _NAMED.sub(lambda m: unescape(m[0]), source[at:])
    if open_tags:
        raise _unparsable(f'Can\'t find end tag corresponding to start tag "{open_tags[-1].tag}"')
    return text, sorted(entities, key=lambda e: (e["offset"], -e["length"]))


def _opened(match: re.Match[str], source: str, offset: int) -> _Open:
    tag = match[2].lower()
    if tag not in TAGS or not match[0].endswith(">"):
        raise _unparsable(f'Unsupported start tag "{tag}" at byte offset {_byte_offset(source, match)}')
    attributes = {name.lower(): unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(match[3])}
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        at = _byte_offset(source, match)
        raise _unparsable(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
    entity: dict[str, Any] = {"type": TAGS[tag], "offset": offset, "length": 0}
    if tag == "a":
        entity |= _link(attributes.get("href", ""))
    elif tag == "tg-emoji":
        entity["custom_emoji_id"] = attributes.get("emoji-id", "")
    elif tag == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    return _Open(tag, entity)


def _link(href: str) -> dict[str, Any]:
    person = re.fullmatch(r"tg://user\?id=(\d+)", href)
    return {"type": "text_mention", "user": {"id": int(person[1])}} if person else {"url": href}


def _close(
    match: re.Match[str], source: str, open_tags: list[_Open], entities: list[dict[str, Any]], end: int
) -> None:
    tag = match[2].lower()
    at = _byte_offset(source, match)
    if not open_tags:
        raise _unparsable(f"Unexpected end tag at byte offset {at}")
    opened = open_tags.pop()
    if tag and tag != opened.tag:
        expected = f'expected "</{opened.tag}>", found "</{tag}>"'
        raise _unparsable(f"Unmatched end tag at byte offset {at}, {expected}")
    opened.entity["length"] = end - opened.entity["offset"]
    if opened.entity["length"] and (opened.tag != "a" or opened.entity.get("url") != ""):
        entities.append(opened.entity)


def _byte_offset(source: str, match: re.Match[str]) -> int:
    return len(source[: match.start()].encode())


def _unparsable(what: str) -> FormatError:
    """The form of these messages is known from issues ("can't parse entities: Unsupported start tag …")."""
    return malformed(f"can't parse entities: {what}")
