"""The built site: links lead somewhere, a page shows its own language alone, a validator finds nothing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest

from tools.site.finish import SEARCH, finish

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SECTIONS = {
    "es": ["Jugar", "En inglés"],
    "eu": ["Jokatu", "Ingelesez"],
    "en": ["Play", "Run a bot", "Build on it"],
}
BLOCKS = frozenset("div p ul ol table pre h1 h2 h3 h4 blockquote section figure".split())
EMPTY = frozenset("hr img input link meta br path circle".split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a site is built of, beside the site."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copytree(ROOT / "tools/site/theme", folder / "tools/site/theme")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    done = build(folder)
    assert done.returncode == 0, done.stdout
    finish(folder / "site")
    return folder


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    site = ("zensical", "build", "--strict", "--clean", "-f", str(folder / "mkdocs.yml"))
    command = [sys.executable, "-m", *site]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def html(folder: Path) -> dict[str, str]:
    """The text of every page by its place in the site."""
    site = folder / "site"
    return {str(file.relative_to(site)): file.read_text("utf-8") for file in site.rglob("*.html")}


def language_of(page: str) -> str:
    return page[:2] if page.startswith(("es/", "eu/")) else "en"


class Reader(HTMLParser):
    """Reads a page: its ids, its links, and what is wrong with how it is written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.faults, self.ids, self.links = list[str](), list[str](), list[str](), list[str]()
        self.feed(text)
        self.faults += [f"{it} is left open" for it in self.open]
        self.faults += [f"{it} twice" for it in set(self.ids) if self.ids.count(it) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag in BLOCKS and self.open[-1:] == ["p"]:
            self.faults.append(f"{tag} in a paragraph")
        if tag == "img" and "alt" not in has:
            self.faults.append(f"{has.get('src')} has no words")
        self.ids += [has["id"]] if "id" in has else []
        self.links += [has[name] for name in ("href", "src") if name in has]
        self.open += [tag] if tag not in EMPTY else []

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY and (not self.open or self.open.pop() != tag):
            self.faults.append(f"/{tag} closes nothing")


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n\n[a page](nowhere.md)", "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: a site\nstrict: true\n", "utf-8")
    assert build(tmp_path).returncode != 0


def test_every_page_is_well_formed_and_every_link_in_it_leads_somewhere(folder: Path) -> None:
    pages = {name: Reader(text) for name, text in html(folder).items()}
    assert {name: page.faults for name, page in pages.items() if page.faults} == {}
    for name, page in pages.items():
        for link in page.links:
            there, _, anchor = unquote(urljoin(f"/{name}", link)).partition("#")
            if not link.startswith(("http", "data:", "mailto:")) and name != "404.html":
                assert (folder / f"site{there}").is_file(), f"{name}: {link}"
                assert not anchor or anchor in pages[there[1:]].ids, f"{name}: {link}"


def test_a_page_is_marked_with_its_language_and_shows_the_sections_of_that_alone(folder: Path) -> None:
    pages = html(folder)
    assert "Una mesa en tu grupo" in pages["es/index.html"]
    for name, text in pages.items():
        language = language_of(name)
        assert f'<html lang="{language}"' in text
        tabs = re.findall(r'class="md-tabs__link">\s*(.*?)\s*</a>', text)
        assert tabs == (["Jugar", "Jokatu", "Play"] if name == "index.html" else SECTIONS[language]), name
        assert not re.search(r"<th[^>]*>\s*</th>", text), f"{name}: a column without a head"
        assert text.count("<h1") == 1, name


def test_the_menu_of_languages_leads_to_the_same_page(folder: Path) -> None:
    menu = re.findall(r'<a href="([^"]+)" lang="(\w+)"', html(folder)["es/senas.html"])
    assert menu == [("senas.html", "es"), ("../eu/keinuak.html", "eu"), ("../en/senas.html", "en")]


def test_a_search_finds_pages_of_its_language_and_those_for_players_first(folder: Path) -> None:
    for language in ("es", "eu"):
        index = json.loads((folder / f"site/{language}/search.json").read_text("utf-8"))
        found = {it["location"].partition("#")[0] for it in index["items"]}
        assert found == {file.name for file in (folder / f"site/{language}").glob("*.html")}
        assert '"base":"."' in html(folder)[f"{language}/index.html"]
    index = json.loads((folder / "site/search.json").read_text("utf-8"))
    listed = [it["location"] for it in index["items"]]
    players = [it for it in listed if it.startswith("en/")]
    assert listed[: len(players)] == players
    assert {language_of(it) for it in listed} == {"en"}
    assert index["config"]["players"] == len(players)


def test_whoever_types_ordago_finds_what_is_written_with_its_accent(folder: Path) -> None:
    (worker,) = folder.glob("site/assets/javascripts/workers/search.*.js")
    assert all(worker.read_text("utf-8").count(ours) == 1 for ours in SEARCH.values())
    with pytest.raises(ValueError, match="the theme searches in another way"):
        finish(folder / "site")
