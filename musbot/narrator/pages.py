"""Pages of buttons in messages of their own: a choice hides neither seats nor board from the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Voz
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules import RuleSet
from musbot.narrator import voices
from musbot.narrator.buttons import NARROW, Buttons, Rows, in_rows
from musbot.narrator.post import Post
from musbot.narrator.rulewords import choices, written
from musbot.narrator.speech import Speech
from musbot.table.acts import ChangeField, ChooseRules, CutAt, OpenPage, read_payload
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts
from musbot.words.values import field_is, told_value

_ASKED: Mapping[Voz, Key] = {
    Voz.ENVIDO: "form-envido",
    Voz.ACEPTO: "page-acepto",
    Voz.MAS: "form-mas",
}
"""What a page of amounts asks, by the word that it offers."""
PLACES_WIDE = 5
"""Numbers to a row: as many as a row of Discord holds (discord.com/developers/docs/components/reference)."""


def page(speech: Speech, table: TableView, which: AnyPage) -> Post:
    """Returns a page of the lobby or of the board; an empty post where there is no such page now."""
    texts, buttons = speech.texts, Buttons(speech.texts, table)
    name = texts("table", short=table.short)
    match which:
        case Page.MAIN:
            return Post("", "")
        case Page.MORE:
            return _amounts(speech, table, name)
        case Page.RULES:
            text, rows = texts("page-rules"), _sets(buttons)
        case Page.FIELDS:
            text, rows = texts("page-fields"), _fields(texts, table.rules, buttons)
        case FieldPage(field):
            text, rows = (
                voices.of_rules(texts, table.rules).about(field),
                _values(texts, table.rules, field, buttons),
            )
        case Page.CUT | Page.CUT_BELOW:
            text, rows = texts("page-cut"), _places(buttons, table.places, which)
        case _:
            assert_never(which)
    return Post(name, text, _paged(rows))


def _sets(buttons: Buttons) -> Rows:
    """The named sets, and the way to each field."""
    sets = [buttons.labelled(ChooseRules(name), name) for name in RULE_SETS]
    more = buttons.act(OpenPage(Page.FIELDS), "button-fields")
    return (*in_rows(sets), (more,), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def _places(buttons: Buttons, places: range, half: Page) -> Rows:
    """Where the deck may be cut: half of it on a page, for forty buttons do not fit everywhere."""
    middle = len(places) // 2
    upper, lower = places[:middle], places[middle:]
    shown, other, turn = (upper, lower, Page.CUT_BELOW) if half is Page.CUT else (lower, upper, Page.CUT)
    numbers = [buttons.labelled(CutAt(place), str(place)) for place in shown]
    turned = buttons.labelled(OpenPage(turn), f"{other[0]}–{other[-1]}")
    close = buttons.act(OpenPage(Page.MAIN), "button-close")
    return (*in_rows(numbers, PLACES_WIDE), (turned, close))


def _fields(texts: Texts, rules: RuleSet, buttons: Buttons) -> Rows:
    """Every field with its value."""
    fields = [
        buttons.labelled(OpenPage(FieldPage(name)), field_is(texts, name, getattr(rules, name)))
        for name in rules.fields
    ]
    back, close = OpenPage(Page.RULES), OpenPage(Page.MAIN)
    return (*in_rows(fields, NARROW), (buttons.act(back, "button-back"), buttons.act(close, "button-close")))


def _values(texts: Texts, rules: RuleSet, field: str, buttons: Buttons) -> Rows:
    """The usual values of one field."""
    values = [
        buttons.labelled(ChangeField(field, written(value)), told_value(texts, field, value))
        for value in choices(rules, field)
    ]
    return (*in_rows(values), (buttons.act(OpenPage(Page.FIELDS), "button-back"),))


def _amounts(speech: Speech, table: TableView, name: str) -> Post:
    """The numbers that a bet may have now, and whose word is awaited."""
    game = table.game
    if game is None or game.envite is None:
        return Post("", "")
    voice, texts = voices.of(speech, table, game), speech.texts
    asked = next((texts(key) for voz, key in _ASKED.items() if any(it.voz is voz for it in game.offers)), "")
    close = voice.buttons.act(OpenPage(Page.MAIN), "button-close")
    text = "\n".join([*voice.now()[-1:], asked])
    return Post(name, text, _paged((*in_rows(voice.amounts()), (close,))))


def _paged(rows: Rows) -> Rows:
    """The same buttons, marked as those of a page."""
    return tuple(
        tuple(replace(it, data=str(replace(read_payload(it.data), paged=True))) for it in row) for row in rows
    )
