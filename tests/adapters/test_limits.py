"""Texts that go where a platform has little room are whole there, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.discord.commands import MOST_CHOICES
from adapters.discord.layout import layout
from musbot.game.rule_sets import RULE_SETS
from musbot.narrator import Narrator, voices, ways_pages
from musbot.narrator.post import Form, Menu, Post, WordsForm
from musbot.service.commands.registry import COMMANDS
from musbot.table.acts import Explained, OpenPage
from musbot.table.events import ChatId
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import watch
from musbot.table.ways import DEFAULT_WAYS, ChatWay
from musbot.words.texts import LANGUAGES, Texts
from tests import specs
from tests.fakes.discord_api.components import walk
from tests.support import keys
from tests.support.at_table import asked, begun, lobby, pressed

SCHEMAS = specs.read("discord.json")["schemas"]
TELEGRAM_ABOUT, TELEGRAM_LIST = 256, 100
"""Characters of what a command is about, and commands in a list: core.telegram.org/bots/api, BotCommand."""


def most(schema: str, name: str) -> int:
    """How many characters Discord takes there."""
    return int(SCHEMAS[schema]["properties"][name]["maxLength"])


ABOUT = most("ApplicationCommandCreateRequest", "description")
NAME = most("ApplicationCommandStringOption", "name")
CHOICE = most("ApplicationCommandOptionStringChoice", "name")
ASKED = most("StringSelectComponentForMessageRequest", "placeholder")
OPTION = most("StringSelectOptionForRequest", "label")
OPTION_ABOUT = most("StringSelectOptionForRequest", "description")
LABEL = most("ButtonComponentForMessageRequest", "label")
TITLE = most("ModalInteractionCallbackRequestData", "title")
QUESTION = most("LabelComponentForModalRequest", "label")
HINT = most("TextInputComponentForModalRequest", "placeholder")
FAMILIES = ("parejas", "tres-mus", "frances")
"""A set of each family: of one all have the same fields."""
THREAD = most("CreateTextThreadWithMessageRequest", "name")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_commands_and_their_options_are_about_is_not_cut(language: str) -> None:
    texts = Texts(language)
    about = [texts(row.about) for row in COMMANDS]
    assert max(map(len, about)) <= min(ABOUT, TELEGRAM_ABOUT)
    assert len(about) <= TELEGRAM_LIST
    options = [key for key in keys.messages(language) if key.startswith("option-")]
    assert options
    for key in options:
        assert len(texts(key)) <= (ABOUT if key.endswith("-is") else NAME), key
    called = [voices.voice_of_rules(texts, rules).display_name() for rules in RULE_SETS.values()]
    assert max(map(len, called)) <= CHOICE
    assert len(called) <= MOST_CHOICES


@pytest.mark.parametrize("language", LANGUAGES)
def test_menus_and_buttons_of_every_page_are_not_cut(language: str) -> None:
    for name, post in pages(language):
        labels = [button.label for row in post.keyboard() for button in row]
        assert max(map(len, labels)) <= LABEL, name
        for menu in (row for row in post.rows if isinstance(row, Menu)):
            assert len(menu.placeholder) <= ASKED, name
            assert max(len(it.label) for it in menu.options) <= OPTION, name
            assert max(len(it.description) for it in menu.options) <= OPTION_ABOUT, name
        parts = walk(layout(post, {}))
        told = [it.get("description", "") for part in parts for it in part.get("options", ())]
        assert not [text for text in told if text.endswith("…")], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_and_threads_are_not_cut(language: str) -> None:
    narrator = Narrator(language)
    table = pressed(begun(), asked(begun()), "nomus")
    view = watch(table, asked(table))
    first = narrator.form(view, OpenPage(Page.MORE))
    table = pressed(table, asked(table), "envido.2")
    more = narrator.form(watch(table, asked(table)), OpenPage(Page.MORE))
    forms: list[Form | WordsForm | None] = [first, more, ways_pages.reason_form(narrator.texts, view)]
    for form in forms:
        assert form is not None
        assert len(form.title) <= TITLE
        assert len(form.label) <= QUESTION
        assert len(form.hint) <= HINT
    for rules in RULE_SETS.values():
        assert len(narrator.lobby(watch(lobby(rules))).title) <= THREAD


def pages(language: str) -> Iterator[tuple[str, Post]]:
    """Yields every page of menus, and every keyboard of a hand."""
    narrator = Narrator(language, explained=Explained.BESIDE)
    texts, table = narrator.texts, begun()
    for name, rules in RULE_SETS.items():
        chosen = ways_pages.ChatChoices(DEFAULT_WAYS, rules, {}, ChatId("test:sala"))
        yield f"{name} in the lobby", narrator.page(watch(lobby(rules)), Page.RULES)
        fields = [FieldPage(field) for field in rules.fields] if name in FAMILIES else []
        every: tuple[AnyPage, ...] = (Page.FIELDS, *fields)
        yield from ((f"{name} {page}", ways_pages.rules_page(texts, chosen, page)) for page in every)
        yield f"{name} chosen", ways_pages.all_ways_page(texts, chosen)
    yield from ((way.value, ways_pages.way_page(texts, chosen, way)) for way in ChatWay)
    yield "reasons", ways_pages.reasons_page(texts, watch(table))
    yield from moments(narrator)


def moments(narrator: Narrator) -> Iterator[tuple[str, Post]]:
    table = begun()
    views = {"mus": watch(table, asked(table))}
    for act in ("mus", "mus", "mus", "mus"):
        table = pressed(table, asked(table), act)
    views |= {"discards": watch(table, asked(table))}
    for name, view in views.items():
        yield name, narrator.hand(view)
        yield name, narrator.board(view)
