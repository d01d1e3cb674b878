"""Pages of options in separate messages, so that they do not cover the lobby or the board."""

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
from musbot.narrator.buttons import NARROW, ButtonMaker, Buttons, Rows, in_rows
from musbot.narrator.post import Button, Menu, Option, Post, Row, ShortForm
from musbot.narrator.rulewords import offered_values, option_value
from musbot.narrator.speech import Speech, kind_description, kind_name
from musbot.players.kinds import AIKind
from musbot.table.acts import AddAI, Bar, ChangeField, ChooseRules, CutAt, OpenPage, person_mark, read_payload
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts
from musbot.words.values import field_name, field_with_value, value_name

_AMOUNT_QUESTIONS: Mapping[Voz, Key] = {
    Voz.ENVIDO: "form-envido",
    Voz.ACEPTO: "page-acepto",
    Voz.MAS: "form-mas",
}
"""The question of a page of amounts, by the word that it offers."""
MAX_BARRED = 8
"""Most barred people on a page."""
PLACES_PER_ROW = 5
"""Numbers in a row: the most that Discord allows (discord.com/developers/docs/components/reference)."""


def table_page(
    speech: Speech,
    table: TableView,
    which: AnyPage,
    private_link: str = "",
    *,
    thread: bool,
    bystander: bool = False,
) -> Post:
    """Returns a page of the lobby or the board; raises KeyError for the page of an unknown field.

    The post is empty for the main page, and for the amounts if no lance is being bet. The page LOBBY opens
    the private chat by `private_link`, "" for no button. With `thread` it offers to move to a thread. A
    `bystander` is a person without a seat, and not the opener. On the pages LOBBY and RULES they get only the
    buttons that they may press.
    """
    texts, buttons = speech.texts, Buttons(speech.texts, table)
    name = texts("table", short=table.short)
    rows: tuple[Row, ...]
    match which:
        case Page.MAIN | Page.MORE:
            return _amounts_page(speech, table, name, which)
        case Page.LOBBY:
            voice = voices.voice_of_rules(texts, table.rules)
            rows = keyboards.lobby_page_rows(voice, table, private_link, thread=thread, bystander=bystander)
            text = texts("page-lobby")
        case Page.RULES:
            text, rows = _rules_page(texts, buttons, table, bystander=bystander)
        case Page.FIELDS:
            rows = mark_rows_paged(field_rows(texts, table.rules, buttons))
            return Post(
                name, texts("page-fields"), rows, short_form=ShortForm(name, "", "")
            )  # the menu has a placeholder
        case FieldPage(field):
            text, rows = (
                voices.voice_of_rules(texts, table.rules).field_description(field),
                value_rows(texts, table.rules, field, buttons),
            )
        case Page.CUT | Page.CUT_BELOW:
            text, rows = texts("page-cut"), _cut_rows(buttons, which)
        case Page.PEOPLE:
            text, rows = texts("page-people"), _people_rows(buttons, table)
        case Page.KINDS:
            text, rows = _kinds_page(texts, buttons, table)
        case _:
            assert_never(which)
    return Post(name, text, mark_rows_paged(rows))


def _rules_page(
    texts: Texts, buttons: Buttons, table: TableView, *, bystander: bool
) -> tuple[str, tuple[Row, ...]]:
    """Returns the text and rows to choose a rule set; for a `bystander`, the current rules and no rows."""
    if not bystander:
        return texts("page-rules"), rule_set_rows(texts, table.rules, buttons)
    lines = voices.voice_of_rules(texts, table.rules).rule_lines()
    return "\n".join(lines), ()


def rule_set_rows(
    texts: Texts,
    now: RuleSet,
    buttons: ButtonMaker,
    own: Mapping[str, RuleSet] = MappingProxyType({}),
    leave: Key = "button-close",
) -> tuple[Row, ...]:
    """Returns a menu of rule sets, a chat's `own` first, and buttons to open the fields and to leave.

    `now` is the chosen rule set, `leave` the message of the last button.
    """
    sayings = {name: voices.voice_of_rules(texts, rules) for name, rules in {**own, **RULE_SETS}.items()}
    named = [
        buttons.labelled_button(ChooseRules(name), name if name in own else voice.display_name())
        for name, voice in sayings.items()
    ]
    options = [
        Option(it.label, it.data, voice.summary(), chosen=voice.rules == now)
        for it, voice in zip(named, sayings.values(), strict=True)
    ]
    more = buttons.act(OpenPage(Page.FIELDS), "button-fields")
    menu = Menu(texts("menu-rules"), tuple(options), in_rows(named, NARROW))
    return (menu, (more,), (buttons.act(OpenPage(Page.MAIN), leave),))


def _kinds_page(texts: Texts, buttons: Buttons, table: TableView) -> tuple[str, Rows]:
    """Returns the description of each kind of AI player, and a button for each.

    The button adds an AI player; at a full table it changes the kind of all of them.
    """
    full = all(seat.name for seat in table.seats)
    question = texts("page-kinds-full") if full else texts("page-kinds")
    text = "\n".join([question, *(kind_description(texts, kind) for kind in AIKind)])
    named = [buttons.labelled_button(AddAI(kind), _with_capital(kind_name(texts, kind))) for kind in AIKind]
    return text, (*in_rows(named), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def _cut_rows(buttons: Buttons, half: Page) -> Rows:
    """Returns buttons for half of the places of the cut, one to show the other half, and one to close.

    `half` is CUT for the first half, CUT_BELOW for the second. All places do not fit every platform.
    """
    middle = len(PLACES) // 2
    upper, lower = PLACES[:middle], PLACES[middle:]
    shown, other, turn = (upper, lower, Page.CUT_BELOW) if half is Page.CUT else (lower, upper, Page.CUT)
    numbers = [buttons.labelled_button(CutAt(place), str(place)) for place in shown]
    turned = buttons.labelled_button(OpenPage(turn), f"{other[0]}–{other[-1]}")
    close = buttons.act(OpenPage(Page.MAIN), "button-close")
    return (*in_rows(numbers, PLACES_PER_ROW), (turned, close))


def _people_rows(buttons: Buttons, table: TableView) -> Rows:
    """Returns buttons to remove seated people and to admit barred ones again, and a row to close the page.

    The opener cannot be removed; only the last MAX_BARRED barred people are offered.
    """
    sat = [
        buttons.act(Bar(person_mark(it.person)), "button-bar", name=it.name)
        for seat, it in enumerate(table.seats)
        if it.person is not None and seat != table.host
    ]
    barred = table.barred[-MAX_BARRED:]
    again = [
        buttons.act(Bar(person_mark(who), lifted=True), "button-unbar", name=name) for who, name in barred
    ]
    return (*in_rows([*sat, *again], NARROW), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def field_rows(
    texts: Texts, rules: RuleSet, buttons: ButtonMaker, leave: Key = "button-close"
) -> tuple[Row, ...]:
    """Returns a menu with each field and its value, and buttons to leave or return to the rule sets.

    `leave` is the message of the last button; with "button-back" there is no such button.
    """
    named = [
        buttons.labelled_button(
            OpenPage(FieldPage(name)), field_with_value(texts, name, getattr(rules, name))
        )
        for name in rules.fields
    ]
    options = [
        Option(
            _with_capital(field_name(texts, name)), button.data, value_name(texts, name, getattr(rules, name))
        )
        for button, name in zip(named, rules.fields, strict=True)
    ]
    back = buttons.act(OpenPage(Page.RULES), "button-back")
    out = (buttons.act(OpenPage(Page.MAIN), leave),) if leave != "button-back" else ()
    menu = Menu(texts("menu-fields"), tuple(options), in_rows(named, NARROW))
    return (menu, (back, *out))


def value_rows(texts: Texts, rules: RuleSet, field: str, buttons: ButtonMaker) -> tuple[Row, ...]:
    """Returns a menu of the usual values of a field, and a button back to the fields.

    Raises KeyError for an unknown field.
    """
    values = offered_values(rules, field)
    named = [
        buttons.labelled_button(ChangeField(field, option_value(value)), value_name(texts, field, value))
        for value in values
    ]
    options = [
        Option(_with_capital(button.label), button.data, chosen=value == getattr(rules, field))
        for button, value in zip(named, values, strict=True)
    ]
    menu = Menu(_with_capital(field_name(texts, field)), tuple(options), in_rows(named))
    return (menu, (buttons.act(OpenPage(Page.FIELDS), "button-back"),))


def _with_capital(words: str) -> str:
    """Returns words with their first letter as a capital."""
    return words[:1].upper() + words[1:]


def _amounts_page(speech: Speech, table: TableView, name: str, which: Page) -> Post:
    """Returns the page with the amounts of a bet.

    An empty post for the main page, and if no lance is being bet.
    """
    game = table.game
    if which is Page.MAIN or game is None or game.envite is None:
        return Post("", "")
    voice, texts = voices.voice_of_game(speech, table, game), speech.texts
    bet = next(
        (texts(key) for voz, key in _AMOUNT_QUESTIONS.items() if any(it.voz is voz for it in game.offers)), ""
    )
    close = voice.buttons.act(OpenPage(Page.MAIN), "button-close")
    text = "\n".join([*voice.question_lines()[-1:], bet])
    return Post(name, text, mark_rows_paged((*in_rows(voice.amount_buttons()), (close,))))


def mark_rows_paged(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Returns the rows with all payloads marked as buttons of a page; links stay.

    A menu's `data_prefix` stays too. Raises BadPayload for a text that is no table's payload, such as an
    option with a `data_prefix`.
    """
    return tuple(
        replace(
            row,
            options=tuple(replace(it, data=_mark_paged(it.data)) for it in row.options),
            buttons=tuple(map(_mark_row_paged, row.buttons)),
            below=_mark_row_paged(row.below),
        )
        if isinstance(row, Menu)
        else _mark_row_paged(row)
        for row in rows
    )


def _mark_row_paged(row: tuple[Button, ...]) -> tuple[Button, ...]:
    """Returns a row with all payloads marked as buttons of a page; links stay. Raises BadPayload."""
    return tuple(replace(button, data=_mark_paged(button.data)) if button.data else button for button in row)


def _mark_paged(data: str) -> str:
    """Returns a payload marked as the payload of a page's button; raises BadPayload for another text."""
    return str(replace(read_payload(data), paged=True))
