"""Pages of buttons in messages of their own: a choice hides neither seats nor board from the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from musbot.game.actions import Voz
from musbot.game.cards import PLACES
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet
from musbot.narrator import keyboards, voices
from musbot.narrator.buttons import NARROW, Buttons, Labelled, Rows, in_rows
from musbot.narrator.post import Button, Lean, Menu, Option, Post, Row
from musbot.narrator.rulewords import choices, written
from musbot.narrator.speech import Speech, about_kind, kind_name
from musbot.players.kinds import AIKind
from musbot.table.acts import AddAI, Bar, ChangeField, ChooseRules, CutAt, OpenPage, mark, read_payload
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts
from musbot.words.values import field_is, field_name, value_name

_ASKED: Mapping[Voz, Key] = {
    Voz.ENVIDO: "form-envido",
    Voz.ACEPTO: "page-acepto",
    Voz.MAS: "form-mas",
}
"""What a page of amounts asks, by the word that it offers."""
MOST_BARRED = 8
"""Of those who may not sit there."""
PLACES_WIDE = 5
"""Numbers to a row: as many as a row of Discord holds (discord.com/developers/docs/components/reference)."""


def page(speech: Speech, table: TableView, which: AnyPage, private_link: str = "", *, thread: bool) -> Post:
    """Returns a page of the lobby or of the board; an empty post where there is no such page now."""
    texts, buttons = speech.texts, Buttons(speech.texts, table)
    name = texts("table", short=table.short)
    rows: tuple[Row, ...]
    match which:
        case Page.MAIN | Page.MORE:
            return _amounts(speech, table, name, which)
        case Page.LOBBY:
            voice = voices.of_rules(texts, table.rules)
            text, rows = texts("page-lobby"), keyboards.aside(voice, table, private_link, thread=thread)
        case Page.RULES:
            text, rows = texts("page-rules"), sets(texts, table.rules, buttons)
        case Page.FIELDS:
            rows = paged(fields(texts, table.rules, buttons))
            return Post(name, texts("page-fields"), rows, lean=Lean(name, "", ""))  # its menu asks
        case FieldPage(field):
            text, rows = (
                voices.of_rules(texts, table.rules).about(field),
                values(texts, table.rules, field, buttons),
            )
        case Page.CUT | Page.CUT_BELOW:
            text, rows = texts("page-cut"), _places(buttons, which)
        case Page.PEOPLE:
            text, rows = texts("page-people"), _people(buttons, table)
        case Page.KINDS:
            text, rows = _kinds(texts, buttons, table)
        case _:
            assert_never(which)
    return Post(name, text, paged(rows))


def sets(
    texts: Texts,
    now: RuleSet,
    buttons: Labelled,
    own: Mapping[str, RuleSet] = MappingProxyType({}),
    leave: Key = "button-close",
) -> tuple[Row, ...]:
    """Returns the named sets, a chat's `own` first, the way to each field, and the way out."""
    sayings = {name: voices.of_rules(texts, rules) for name, rules in {**own, **RULE_SETS}.items()}
    named = [
        buttons.labelled(ChooseRules(name), name if name in own else voice.called())
        for name, voice in sayings.items()
    ]
    options = [
        Option(it.label, it.data, voice.summary(), chosen=voice.rules == now)
        for it, voice in zip(named, sayings.values(), strict=True)
    ]
    more = buttons.act(OpenPage(Page.FIELDS), "button-fields")
    menu = Menu(texts("menu-rules"), tuple(options), in_rows(named, NARROW))
    return (menu, (more,), (buttons.act(OpenPage(Page.MAIN), leave),))


def _kinds(texts: Texts, buttons: Buttons, table: TableView) -> tuple[str, Rows]:
    """What each kind of AI player is like, and a button that has one sit down, or all be of that kind."""
    full = all(seat.name for seat in table.seats)
    asked = texts("page-kinds-full") if full else texts("page-kinds")
    text = "\n".join([asked, *(about_kind(texts, kind) for kind in AIKind)])
    named = [buttons.labelled(AddAI(kind), _large(kind_name(texts, kind))) for kind in AIKind]
    return text, (*in_rows(named), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def _places(buttons: Buttons, half: Page) -> Rows:
    """Where the deck may be cut: half of it on a page, for forty buttons do not fit everywhere."""
    middle = len(PLACES) // 2
    upper, lower = PLACES[:middle], PLACES[middle:]
    shown, other, turn = (upper, lower, Page.CUT_BELOW) if half is Page.CUT else (lower, upper, Page.CUT)
    numbers = [buttons.labelled(CutAt(place), str(place)) for place in shown]
    turned = buttons.labelled(OpenPage(turn), f"{other[0]}–{other[-1]}")
    close = buttons.act(OpenPage(Page.MAIN), "button-close")
    return (*in_rows(numbers, PLACES_WIDE), (turned, close))


def _people(buttons: Buttons, table: TableView) -> Rows:
    """Who can be made to stand up, and who may not sit there: the last ones of those."""
    sat = [
        buttons.act(Bar(mark(it.person)), "button-bar", name=it.name)
        for seat, it in enumerate(table.seats)
        if it.person is not None and seat != table.host
    ]
    barred = table.barred[-MOST_BARRED:]
    again = [buttons.act(Bar(mark(who), lifted=True), "button-unbar", name=name) for who, name in barred]
    return (*in_rows([*sat, *again], NARROW), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def fields(texts: Texts, rules: RuleSet, buttons: Labelled, leave: Key = "button-close") -> tuple[Row, ...]:
    """Returns every field with its value."""
    named = [
        buttons.labelled(OpenPage(FieldPage(name)), field_is(texts, name, getattr(rules, name)))
        for name in rules.fields
    ]
    options = [
        Option(_large(field_name(texts, name)), button.data, value_name(texts, name, getattr(rules, name)))
        for button, name in zip(named, rules.fields, strict=True)
    ]
    back = buttons.act(OpenPage(Page.RULES), "button-back")
    out = (buttons.act(OpenPage(Page.MAIN), leave),) if leave != "button-back" else ()
    menu = Menu(texts("menu-fields"), tuple(options), in_rows(named, NARROW))
    return (menu, (back, *out))


def values(texts: Texts, rules: RuleSet, field: str, buttons: Labelled) -> tuple[Row, ...]:
    """Returns the usual values of one field."""
    usual = choices(rules, field)
    named = [
        buttons.labelled(ChangeField(field, written(value)), value_name(texts, field, value))
        for value in usual
    ]
    options = [
        Option(_large(button.label), button.data, chosen=value == getattr(rules, field))
        for button, value in zip(named, usual, strict=True)
    ]
    menu = Menu(_large(field_name(texts, field)), tuple(options), in_rows(named))
    return (menu, (buttons.act(OpenPage(Page.FIELDS), "button-back"),))


def _large(words: str) -> str:
    """Words as they begin a line."""
    return words[:1].upper() + words[1:]


def _amounts(speech: Speech, table: TableView, name: str, which: Page) -> Post:
    """The numbers that a bet may have now, and whose word is awaited."""
    game = table.game
    if which is Page.MAIN or game is None or game.envite is None:
        return Post("", "")
    voice, texts = voices.of(speech, table, game), speech.texts
    asked = next((texts(key) for voz, key in _ASKED.items() if any(it.voz is voz for it in game.offers)), "")
    close = voice.buttons.act(OpenPage(Page.MAIN), "button-close")
    text = "\n".join([*voice.now()[-1:], asked])
    return Post(name, text, paged((*in_rows(voice.amounts()), (close,))))


def paged(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The same buttons and menus, marked as those of a page."""
    return tuple(
        replace(
            row,
            options=tuple(replace(it, data=_marked(it.data)) for it in row.options),
            buttons=tuple(map(_row, row.buttons)),
            below=_row(row.below),
        )
        if isinstance(row, Menu)
        else _row(row)
        for row in rows
    )


def _row(row: tuple[Button, ...]) -> tuple[Button, ...]:
    return tuple(replace(button, data=_marked(button.data)) if button.data else button for button in row)


def _marked(data: str) -> str:
    return str(replace(read_payload(data), paged=True))
