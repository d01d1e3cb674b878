"""The documents of the site say what the program says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from musbot.narrator import Links, Narrator
from musbot.narrator.post import Post
from musbot.service.commands.registry import COMMANDS
from musbot.table.pages import Page
from musbot.table.view import watch
from tests.support.at_table import lobby
from tests.support.keys import WHOLE
from tools.previews.layout import page
from tools.previews.scenes import SCENES, Phone, evening
from tools.site.pages import DOCS, PAGES, pages

ROOT = Path(__file__).parents[2]


def test_every_document_is_in_the_site():
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8")))
    assert listed == {str(file.relative_to(DOCS)) for file in DOCS.rglob("*.md")}


def test_the_site_has_a_picture_of_its_own_for_the_tab_of_a_browser():
    (favicon,) = re.findall(r"^  favicon: (\S+)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert (DOCS / favicon).read_text("utf-8").startswith("<svg ")


FOREIGN = re.compile(
    r"!\[[^\]]*\]\(\s*<?(?:https?:)?//"
    r"|<(?:img|script|iframe|video|audio|source|embed|object)\b[^>]*=[\"']?(?:https?:)?//"
    r"|<link\b[^>]*href=[\"']?(?:https?:)?//|url\([\"']?(?:https?:)?//|@import|\bfetch\(|\bimport\("
    r"|^```\s*mermaid|class=[\"'][^\"']*(?:mermaid|glightbox|pyodide)",
    re.MULTILINE,
)
"""What makes a browser load a file of another host: its address, or a class on which the theme does so."""


@pytest.mark.parametrize(
    "loads",
    ["![a](https://x.org/a.png)", "<script src='//x.org/a.js'>", "a { b: url(http://x) }", "```mermaid\na"],
)
def test_what_loads_a_file_of_another_host_is_recognised(loads: str):
    assert FOREIGN.search(loads)
    assert not FOREIGN.search("[a](https://x.org) and ![b](img/b.png)")


def test_the_site_loads_nothing_from_other_hosts():
    sources = [file for folder in (DOCS, ROOT / "tools/site/theme") for file in folder.rglob("*")]
    read = [file for file in sources if file.suffix in {".md", ".css", ".js", ".html"}]
    assert len(read) > 70
    assert [file.name for file in read if FOREIGN.search(file.read_text("utf-8"))] == []
    configured = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert re.findall(r"^  font: (.*)$", configured, re.MULTILINE) == ["false"], "else Google's are loaded"
    assert not re.search(r"//|^repo_url|analytics|mermaid", configured, re.MULTILINE)


WRITTEN = [file for of in PAGES.values() for file in (of.course, of.rules, of.senas)]


@pytest.mark.parametrize("file", WRITTEN)
def test_the_course_rule_sets_and_senas_are_told_as_in_the_chat(file: str):
    assert (DOCS / file).read_text("utf-8") == written()[file], "python -m tools.site writes it"


def test_the_course_and_the_senas_have_the_pictures_of_their_cards_and_gestures():
    pictures = {file: text for file, text in written().items() if file not in WRITTEN}
    assert len(pictures) > 30
    found = {file: (DOCS / file).read_text("utf-8") for file in pictures}
    assert found == pictures, "python -m tools.site writes them"


@cache
def written() -> Mapping[str, str]:
    """Returns the pages that the program writes itself: once, and only if they are tested."""
    return pages()


@pytest.mark.parametrize("language", WHOLE)
def test_every_button_that_a_guide_for_players_names_is_there(language: str):
    guide = (DOCS / language / "index.md").read_text("utf-8")
    named = {it for it in re.findall(r"\*\*([^*]+)\*\*", guide) if not it.endswith("?")}
    assert len(named) >= 6
    assert named <= {label.partition(" 🔷")[0] for label in labels(language)}


@pytest.mark.parametrize("language", WHOLE)
def test_every_picture_that_the_guides_show_is_of_a_moment_that_is_played(language: str):
    guide = (DOCS / language / "index.md").read_text("utf-8")
    assert re.findall(r"img/(\w+)-(\w+)\.png", guide) == [(scene, language) for scene in SCENES]
    for scene in SCENES:
        assert (DOCS / f"img/{scene}-{language}.png").stat().st_size < 250_000


def test_a_telephone_shows_what_the_chat_has():
    phones = seen("envite", "es")
    drawn = page(phones, "es")
    for post in chain.from_iterable(posts(phone) for phone in phones):
        assert all(f">{button.label}</span>" in drawn for row in post.keyboard() for button in row)
    assert drawn.count("<img ") == 1


def labels(language: str) -> set[str]:
    more = Narrator(language).page(watch(lobby()), Page.LOBBY, Links(private="https://t.me/mus_bot"))
    shown = chain([more], *(posts(phone) for scene in SCENES for phone in seen(scene, language)))
    return {button.label for post in shown for row in post.keyboard() for button in row}


def seen(scene: str, language: str) -> list[Phone]:
    async def phones() -> list[Phone]:
        return [*await SCENES[scene](language)]

    return asyncio.run(phones())


def posts(phone: Phone) -> list[Post]:
    return [it for it in phone.shown if isinstance(it, Post)]


@pytest.mark.parametrize("language", WHOLE)
async def test_every_command_of_a_guide_for_players_is_understood(language: str):
    guide = (DOCS / language / "index.md").read_text("utf-8")
    written = sorted(set(re.findall(r"`/([^`]+)`", guide)))
    assert {text.split()[0] for text in written} <= {name for row in COMMANDS for name in row.every_name}
    assert len(written) > 8
    async with evening(language) as it:
        await it.seat_all()
        await it.does(0, "start")
        for text in written:
            await it.fake.wait(60)
            await it.fake.command(it.people[0], text, it.people[0].id)
            answer = it.fake.messenger.posts(it.people[0].id)[-1]
            assert "?" not in answer.title, text
            assert not re.search("querías decir|did you mean|esan nahi", answer.text.lower()), text
