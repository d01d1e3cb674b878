"""Components of messages: walking through them, reading them, and what is wrong with them.

Numbers are from docs.discord.com, Component Reference, and the OpenAPI file, where no other source is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .errors import FormError

Json = dict[str, Any]

ROW, BUTTON, SELECT, INPUT, USERS, ROLES, MENTIONABLES, CHANNELS = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL = 17, 18
SELECTS = (SELECT, USERS, ROLES, MENTIONABLES, CHANNELS)
LINK, PREMIUM = 5, 6
MOST_COMPONENTS, MOST_TEXT = 40, 4000
_COMMON = {"type", "id"}
_PICK = {"custom_id", "placeholder", "min_values", "max_values", "disabled", "required"}
_FIELDS: dict[int, set[str]] = {
    ROW: {"components"},
    BUTTON: {"style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"},
    SELECT: _PICK | {"options"},
    **{kind: _PICK | {"default_values"} for kind in (USERS, ROLES, MENTIONABLES)},
    CHANNELS: _PICK | {"default_values", "channel_types"},
    INPUT: {
        *("custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder"),
    },
    SECTION: {"components", "accessory"},
    TEXT: {"content"},
    THUMBNAIL: {"media", "description", "spoiler"},
    GALLERY: {"items"},
    FILE: {"file", "spoiler"},
    SEPARATOR: {"divider", "spacing"},
    CONTAINER: {"components", "accent_color", "spoiler"},
    LABEL: {"label", "description", "component"},
    19: {"custom_id", "min_values", "max_values", "required"},
    **{kind: {"custom_id", "options", "min_values", "max_values", "required"} for kind in (21, 22)},
    23: {"custom_id", "default"},
}
_ON_TOP = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
_IN_CONTAINER = _ON_TOP - {CONTAINER}


def walk(found: list[Json] | None) -> Iterator[Json]:
    """Yields every component, the outer before the inner."""
    for component in found or []:
        yield component
        yield from walk(component.get("components"))
        for inner in ("accessory", "component"):
            if component.get(inner):
                yield from walk([component[inner]])


def texts(found: list[Json]) -> list[str]:
    """Returns the text displays."""
    return [c["content"] for c in walk(found) if c["type"] == TEXT]


def embed_lines(embed: Json) -> list[str]:
    """Returns what is read in an embed."""
    inner = [embed.get("author", {}).get("name"), embed.get("title"), embed.get("description")]
    for field in embed.get("fields", []):
        inner += [field.get("name"), field.get("value")]
    return [line for line in [*inner, embed.get("footer", {}).get("text")] if line]


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


def check(found: list[Json], *, v2: bool, files: set[str]) -> None:
    """Refuses components that are wrong, each for itself and together; `files` are the attachments' names."""
    for number, component in enumerate(found):
        if component.get("type") not in (_ON_TOP if v2 else {ROW}):
            where = f"components.{number}.type"
            raise FormError(where, "UNION_TYPE_CHOICES", "not allowed here, or not without IS_COMPONENTS_V2")
        _check_one(component, f"components.{number}", files)
    every = list(walk(found))
    if not v2 and len(found) > 5:
        raise FormError("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    if len(every) > MOST_COMPONENTS:
        raise FormError("components", "COMPONENT_MAX_TOTAL", f"{len(every)} components of at most 40")
    if (length := sum(map(len, texts(found)))) > MOST_TEXT:
        raise FormError("components", "COMPONENT_TEXT_TOO_LONG", f"{length} characters of at most 4000")
    check_unique(every)


def check_unique(every: list[Json]) -> None:
    """Refuses a custom_id, or an id, that is there twice."""
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        ids = [c[key] for c in every if c.get(key)]
        if len(ids) != len(set(ids)):
            twice = next(i for i in ids if ids.count(i) > 1)
            raise FormError("components", code, f"Component {key} cannot be duplicated: {twice}")


def check_fields(component: Json, where: str) -> None:
    """Refuses fields that this kind of component does not have, and a custom_id out of bounds."""
    kind = component.get("type")
    if kind not in _FIELDS:
        raise FormError(f"{where}.type", "UNION_TYPE_CHOICES", f"no component {kind!r} is known")
    for unknown in component.keys() - _FIELDS[kind] - _COMMON:
        raise FormError(f"{where}.{unknown}", "UNKNOWN_FIELD", f"component {kind} has no such field")
    if component.get("custom_id") is not None:
        _length(component, "custom_id", 1, 100, where)


def _check_one(component: Json, where: str, files: set[str]) -> None:
    check_fields(component, where)
    kind = component["type"]
    if check_kind := _CHECKS.get(kind):
        check_kind(component, where)
    for key in ("media", "file"):
        if key in component:
            _check_media(component, key, where, files)
    for item in component.get("items") or []:
        _check_media(item, "media", where, files)
    for number, inner in enumerate(component.get("components") or []):
        _check_one(inner, f"{where}.components.{number}", files)
    if component.get("accessory"):
        _check_one(component["accessory"], f"{where}.accessory", files)


def _check_button(button: Json, where: str) -> None:
    if not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
        raise FormError(where, "BUTTON_COMPONENT_MISSING_LABEL", "A button must have a label or emoji")
    if len(button.get("label") or "") > 80:
        raise FormError(f"{where}.label", "BASE_TYPE_MAX_LENGTH", "Must be 80 or fewer in length.")
    style = button.get("style")
    if style not in range(1, 7):
        raise FormError(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
    if (style == LINK) != bool(button.get("url")) or (style in (LINK, PREMIUM)) == bool(
        button.get("custom_id")
    ):
        raise FormError(where, "BUTTON_COMPONENT_CUSTOM_ID_OR_URL", "a link has a url, others a custom_id")


def check_select(select: Json, where: str) -> None:
    """Refuses a select whose options or numbers are wrong; a modal has them too."""
    if "custom_id" not in select:
        raise FormError(f"{where}.custom_id", "BASE_TYPE_REQUIRED", "This field is required")
    if len(select.get("placeholder") or "") > 150:
        raise FormError(f"{where}.placeholder", "BASE_TYPE_MAX_LENGTH", "Must be 150 or fewer in length.")
    options = select.get("options") or []
    if select["type"] == SELECT:
        _number(select, "options", 1, 25, where)
        for option in options:
            _length(option, "label", 1, 100, f"{where}.options")
            _length(option, "value", 1, 100, f"{where}.options")
            if len(option.get("description") or "") > 100:
                raise FormError(f"{where}.options", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        values = [o["value"] for o in options]
        if len(values) != len(set(values)):
            raise FormError(
                f"{where}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "values are unique"
            )
    least, most = (1 if select.get(k) is None else select[k] for k in ("min_values", "max_values"))
    room = len(options) if select["type"] == SELECT else 25
    if not 0 <= least <= 25 or not 1 <= most <= room or least > most:
        raise FormError(where, "NUMBER_TYPE_MAX", f"{least} to {most} of {room} cannot be picked")


def _check_row(row: Json, where: str) -> None:
    inner = row.get("components") or []
    kinds = {c.get("type") for c in inner}
    single = len(inner) == 1 and kinds <= set(SELECTS)
    if not (single or (1 <= len(inner) <= 5 and kinds == {BUTTON})):
        raise FormError(f"{where}.components", "BASE_TYPE_BAD_LENGTH", "up to five buttons, or one select")


def _check_section(section: Json, where: str) -> None:
    _number(section, "components", 1, 3, where)
    _children(section, {TEXT}, where)
    if (section.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
        raise FormError(f"{where}.accessory", "BASE_TYPE_REQUIRED", "a button or a thumbnail")


def _check_container(container: Json, where: str) -> None:
    _number(container, "components", 1, MOST_COMPONENTS, where)
    _children(container, _IN_CONTAINER, where)


def _check_media(owner: Json, key: str, where: str, files: set[str]) -> None:
    url = (owner.get(key) or {}).get("url", "")
    attached = url.removeprefix("attachment://")
    if not url.startswith(("https://", "http://", "attachment://")):
        raise FormError(f"{where}.{key}.url", "URL_TYPE_INVALID_SCHEME", "http, https or attachment")
    if attached != url and attached not in files:
        raise FormError(f"{where}.{key}.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", attached)
    if len(owner.get("description") or "") > 1024:
        raise FormError(f"{where}.description", "BASE_TYPE_MAX_LENGTH", "Must be 1024 or fewer in length.")


def _children(component: Json, allowed: set[int], where: str) -> None:
    for number, inner in enumerate(component["components"]):
        if inner.get("type") not in allowed:
            raise FormError(f"{where}.components.{number}.type", "UNION_TYPE_CHOICES", "not allowed in here")


def _number(owner: Json, key: str, least: int, most: int, where: str) -> None:
    if not least <= len(owner.get(key) or []) <= most:
        raise FormError(f"{where}.{key}", "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most}.")


def _length(owner: Json, key: str, least: int, most: int, where: str) -> None:
    value = owner.get(key)
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise FormError(f"{where}.{key}", "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most}.")


_CHECKS: dict[int, Callable[[Json, str], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, check_select),
    SECTION: _check_section,
    TEXT: lambda text, where: _length(text, "content", 1, MOST_TEXT, where),
    GALLERY: lambda gallery, where: _number(gallery, "items", 1, 10, where),
    CONTAINER: _check_container,
}
