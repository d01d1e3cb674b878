"""What is read in the components of a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcord.components import walk_components as walk

Json = dict[str, Any]

BUTTON, SELECT, TEXT, THUMBNAIL, CONTAINER = 2, 3, 10, 11, 17
SELECTS = (SELECT, 5, 6, 7, 8)
MOST_COMPONENTS = 40

__all__ = ["BUTTON", "MOST_COMPONENTS", "SELECT", "descriptions", "label_of", "labels", "texts", "walk"]


def texts(found: list[Json]) -> list[str]:
    """Returns the text displays."""
    return [c["content"] for c in walk(found) if c["type"] == TEXT]


def label_of(component: Json) -> str:
    """Returns what stands on a button, or in a select nobody has touched."""
    emoji = component.get("emoji") or {}
    return component.get("label") or component.get("placeholder") or emoji.get("name") or ""


def labels(found: list[Json]) -> list[list[str]]:
    """Returns the buttons there are to press, by rows."""
    rows = (
        [label_of(b) for b in walk([row]) if b["type"] == BUTTON and not b.get("disabled")]
        for row in _rows(found)
    )
    return [row for row in rows if row]


def descriptions(found: list[Json]) -> list[str]:
    """Returns what a screen reader says of the pictures."""
    pictures = [item for c in walk(found) for item in c.get("items", [])]
    pictures += [c for c in walk(found) if c["type"] == THUMBNAIL]
    return [p["description"] for p in pictures if p.get("description")]


def _rows(found: list[Json]) -> Iterator[Json]:
    for component in found:
        if component["type"] == CONTAINER:
            yield from _rows(component["components"])
        else:
            yield component
