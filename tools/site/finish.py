"""What is done to a site once it is built: a search for each language, and HTML that a validator accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LANGUAGES = ("es", "eu")
"""The folders that hold pages of another language than English."""
PLAYERS_FIRST = "en/"
"""The English pages that a search lists first."""

SEARCH: Mapping[str, str] = {
    # Words are compared without their accents: whoever types *ordago* finds *órdago*.
    'normalize("NFKD")': r'normalize("NFD").replace(/\p{M}/gu,"")',
    # What players read comes first, with which its index begins.
    "J=yield ": "self.players=t.data.config.players;J=yield ",
    "l.items.sort(ht(": "l.items.sort(ht((a,b)=>(a.id>=self.players)-(b.id>=self.players),",
}
"""What the script of the theme's search says, and what it should say."""

MENDED: Sequence[tuple[str, str]] = (
    (r"[ \t]+$", ""),
    (r"\n{2,}", "\n"),
    (r"<!doctype", "<!DOCTYPE"),
    (r' tabindex=""', ""),
    (r'(<input [^>]*type="checkbox"[^>]*) autocomplete="off"', r"\1"),
    (r"<button (?!type=)", '<button type="button" '),
    (r"(<(?:img|br|hr|input)\b[^>]*?) ?/>", r"\1>"),
)
"""What a validator finds in the pages of the theme, as a pattern and what stands there instead."""


def finish(built: Path) -> None:
    """Mends the pages and the search of the site in a folder; raises ValueError for an unknown version of the
    theme."""
    for file in built.rglob("*.html"):
        file.write_text(_mended(file.read_text("utf-8")), "utf-8")
    _search_as_we_do(built)
    _search_by_language(built)


def _mended(html: str) -> str:
    """Returns a page's HTML with the replacements of MENDED, except inside `<pre>`."""
    parts = re.split(r"(<pre\b.*?</pre>)", html, flags=re.DOTALL)
    for place in range(0, len(parts), 2):
        for pattern, instead in MENDED:
            parts[place] = re.sub(pattern, instead, parts[place], flags=re.MULTILINE)
    return "".join(parts)


def _search_as_we_do(built: Path) -> None:
    """Changes the search script so that it ignores accents and lists the players' pages first (SEARCH).

    Raises ValueError unless the script has each known text once.
    """
    (worker,) = built.glob("assets/javascripts/workers/search.*.js")
    script = worker.read_text("utf-8")
    for known, ours in SEARCH.items():
        if script.count(known) != 1:
            raise ValueError(f"expected {known!r} once in {worker.name}: the theme searches in another way")
        script = script.replace(known, ours)
    worker.write_text(script, "utf-8")


def _search_by_language(built: Path) -> None:
    """Gives each language its own search index, and makes its pages use it.

    Raises ValueError for a page without exactly one base.
    """
    index = json.loads((built / "search.json").read_text("utf-8"))
    for language in LANGUAGES:
        folder = f"{language}/"
        own = [it for it in index["items"] if it["location"].startswith(folder)]
        own = [{**it, "location": it["location"].removeprefix(folder)} for it in own]
        _write(built / folder, index["config"], own, [])
        for page in (built / language).glob("*.html"):
            html = page.read_text("utf-8")
            if html.count('"base":".."') != 1:
                raise ValueError(f"expected one base in {page.name}: the theme searches in another way")
            page.write_text(html.replace('"base":".."', '"base":"."'), "utf-8")
    other = tuple(f"{language}/" for language in LANGUAGES)
    english = [it for it in index["items"] if not it["location"].startswith(other)]
    players = [it for it in english if it["location"].startswith(PLAYERS_FIRST)]
    _write(built, index["config"], players, [it for it in english if it not in players])


def _write(folder: Path, config: Mapping[str, Any], players: Sequence[Any], others: Sequence[Any]) -> None:
    """Writes the search index of a folder: the players' pages first, then the others."""
    index = {"config": {**config, "players": len(players)}, "items": [*players, *others]}
    (folder / "search.json").write_text(json.dumps(index, ensure_ascii=False), "utf-8")
