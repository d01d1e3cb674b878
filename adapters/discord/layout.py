"""A post as Discord shows it: a Components V2 layout, made afresh for every send and every edit.

A layout holds no dispatchable item but `Press` and `Choose`. In discord.py 2.7.1 a view with a plain button
among its dynamic items, or one view object sent again with others, takes the dynamic class out of the whole
bot (`ViewStore.add_view` and `remove_view` drop every pattern of the view's snapshot): every table's buttons
die.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import discord
from discord import ui
from discord.utils import escape_markdown

from adapters.discord.emojis import Emojis
from adapters.discord.menus import Choose
from musbot.narrator.post import Button, Menu, Post, Row
from musbot.pictures.specs import FilmPicture, Paint, Picture

log = logging.getLogger(__name__)

FELT = discord.Colour(0x1F7A4D)
GOLD = discord.Colour(0xC9A227)
MOST_TEXT = 4000
"""Characters in all the texts of one layout: discord.com/developers/docs/components/reference."""
PICTURE, FILM = "mus.png", "mus.gif"
MOST_ALT = 1024
"""Characters that describe a picture, as above, Media Gallery Item."""
MOST_LABEL, MOST_COMPONENTS, MOST_IN_ROW = 80, 40, 5
_STYLES = {"go": discord.ButtonStyle.success, "bold": discord.ButtonStyle.danger}
_COMMAND = re.compile(r"(?<![\w/:<])/([a-zñ]+)\b")


class Press(ui.DynamicItem[ui.Button[Any]], template=r"(?=.)"):
    """A button that carries all it needs, so that one pressed after a restart works as well.

    Its template begins every custom id and is the whole of none, so discord.py does not call it: it would
    drop a press whose button has just gone from its message, and only log what is raised.
    `DiscordBot.interaction` takes every press.
    """

    @classmethod
    def of(cls, button: Button, emojis: Emojis | None = None) -> Press:
        """Makes the item of a button, with the emoji of its card if there is one."""
        style = _STYLES.get(button.tone, discord.ButtonStyle.secondary)
        emoji = emojis.get(button.card) if emojis and button.card is not None else None
        label = button.label[:MOST_LABEL]
        return cls(ui.Button(label=label, custom_id=button.data, style=style, emoji=emoji))


class Layouts:
    """Makes layouts; pictures are drawn by `paint`, if there is one, and one that fails is left out."""

    def __init__(self, paint: Paint | None = None) -> None:
        self._paint = paint
        self.commands: dict[str, str] = {}
        """How each command is mentioned, so that who reads it can press it."""
        self.emojis: Emojis = {}
        """The emoji of each card; none until there are all."""

    async def of(
        self, post: Post, *, own: bool = False, most_s: float | None = None
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Returns a post's layout and the files it refers to; `own` is a private post.

        A picture that is not there after `most_s` seconds is left out.
        """
        picture, wanted = None, _picture(post)
        if wanted is not None and self._paint is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(most_s):
                    picture = await self._paint(wanted)
        files = [discord.File(io.BytesIO(picture), _file_name(wanted))] if picture is not None else []
        files += [discord.File(io.BytesIO(data), name) for name, data in post.documents]
        emojis = self.emojis if own else None  # a card's is never for everybody
        return layout(post, self.commands, emojis, own=own, drawn=picture is not None), files

    def lacks(self, post: Post, files: Sequence[discord.File]) -> bool:
        """Whether a post's picture is not among its files: it was not there in time, or cannot be drawn."""
        return _picture(post) is not None and self._paint is not None and len(files) == len(post.documents)

    def lost(self, error: discord.HTTPException) -> bool:
        """Notes that Discord refused a post for its emojis, if so: they are gone, the next goes without."""
        lost = error.status == 400 and bool(self.emojis) and "emoji" in error.text.casefold()
        if lost:
            self.emojis.clear()
            log.warning("the emojis of the cards are gone: buttons stay words until the next start")
        return lost


def _picture(post: Post) -> Picture | None:
    return (post.lean.picture if post.lean is not None else None) or post.picture


def layout(
    post: Post,
    commands: Mapping[str, str],
    emojis: Emojis | None = None,
    *,
    own: bool = False,
    drawn: bool = False,
) -> ui.LayoutView:
    """Returns the layout of a post; `commands` are the mentions of commands by name, `own` a private post."""
    parts: list[ui.Item[Any]] = []
    title, shown, text = _said(post, drawn=drawn)
    if title:
        parts.append(ui.TextDisplay(f"### {_escaped(title, commands)}"))
    if drawn:
        item = discord.MediaGalleryItem(
            f"attachment://{_file_name(post.picture)}", description=shown[:MOST_ALT] or None
        )
        parts.append(ui.MediaGallery(item))
    if text:
        parts.append(ui.TextDisplay(_text(replace(post, text=text), commands)))
    parts += [ui.File(f"attachment://{name}") for name, _ in post.documents]
    if post.rows:
        parts.append(ui.Separator())
    parts += [
        _part(part, place, emojis) for place, part in enumerate(_fitting(_parts(post.rows), len(parts) + 2))
    ]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*parts, accent_colour=GOLD if own else FELT))
    return view


def _file_name(picture: Picture | None) -> str:
    return FILM if isinstance(picture, FilmPicture) else PICTURE


def bare(post: Post) -> Post:
    """Returns a post with nothing attached: all in words."""
    return post.without_files()


def mentions(people: Sequence[int]) -> discord.AllowedMentions:
    """Returns whom a post may call: these people, or nobody."""
    called = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)


def components(view: ui.LayoutView) -> list[Any]:
    """Returns a layout as it goes over the wire."""
    return view.to_components()  # type: ignore[no-untyped-call, no-any-return]


def words(components: Any) -> list[str]:
    """Returns what a layout says and carries, in order: two that say the same are the same to look at."""
    said: list[str] = []
    if isinstance(components, list):
        for component in components:
            said += words(component)
    elif isinstance(components, dict):
        said += [
            " ".join(str(components[key]).split()) for key in ("content", "custom_id") if key in components
        ]
        said += [f"{it['label']} {it['value']}" for it in components.get("options") or ()]
        for key in ("components", "accessory"):
            said += words(components.get(key))
    return said


def _parts(rows: Sequence[Row]) -> list[Row]:
    """The rows, with what stands beneath a menu in one of its own; two lone buttons share one."""
    spread: list[Row] = []
    for row in rows:
        spread += [row, row.below] if isinstance(row, Menu) else [row]
    parts: list[Row] = []
    for part in (part for part in spread if part):
        last = parts[-1] if parts else ()
        if isinstance(part, tuple) and isinstance(last, tuple) and len(part) == len(last) == 1:
            parts[-1] = (*last, *part)
        else:
            parts.append(part)
    return parts


def _fitting(rows: Sequence[Row], others: int) -> Sequence[Row]:
    """The rows as they are, or as few as hold all buttons if a layout could not hold so many."""
    menus = [row for row in rows if isinstance(row, Menu)]
    buttons = [button for row in rows if not isinstance(row, Menu) for button in row]
    if others + len(rows) + len(menus) + len(buttons) <= MOST_COMPONENTS:
        return rows
    starts = range(0, len(buttons), MOST_IN_ROW)
    return [*menus, *(tuple(buttons[start : start + MOST_IN_ROW]) for start in starts)]


def _part(row: Row, place: int, emojis: Emojis | None) -> ui.ActionRow[Any]:
    if isinstance(row, Menu):
        return ui.ActionRow(cast("ui.Item[Any]", Choose.of(row, place, emojis)))
    return _row(row, emojis)


def _row(buttons: tuple[Button, ...], emojis: Emojis | None) -> ui.ActionRow[Any]:
    items = [
        ui.Button(label=button.label[:MOST_LABEL], url=button.url) if button.url else Press.of(button, emojis)
        for button in buttons
    ]
    return ui.ActionRow(*cast("list[ui.Item[Any]]", items))


def _said(post: Post, *, drawn: bool) -> tuple[str, str, str]:
    """The title of a post, what describes its picture, and its text: with a picture nothing is said twice."""
    lean = post.lean
    if lean is None:
        return post.title, "", post.text
    if drawn:
        return lean.title, lean.shown, lean.text.strip()
    return lean.title or post.title, "", "\n".join(filter(None, (lean.shown, lean.text))).strip()


def _text(post: Post, commands: Mapping[str, str]) -> str:
    text, told = "", 0
    for start, end, person in post.called():
        text += f"{_escaped(post.text[told:start], commands)}<@{person.partition(':')[2]}>"
        told = end
    text += _escaped(post.text[told:], commands)
    small = {_escaped(line, commands) for part in post.small for line in part.split("\n")}
    lines = (f"-# {line}" if line in small else line for line in text.split("\n"))
    return "\n".join(lines)[: MOST_TEXT - 300]


def _escaped(text: str, commands: Mapping[str, str]) -> str:
    """A text that Discord shows as it is, with its commands as things to press."""
    plain = discord.utils.escape_mentions(escape_markdown(text))
    return _COMMAND.sub(lambda match: commands.get(match[1], match[0]), plain)
