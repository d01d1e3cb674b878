"""The pages with which administrators change a chat's settings, and close a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from musbot.game.rules_base import RuleSet
from musbot.narrator import table_pages, voices
from musbot.narrator.buttons import NARROW, ButtonMaker, in_rows
from musbot.narrator.post import Button, Menu, Option, Post, Row, WordsForm
from musbot.table.acts import Act, ChangeField, ChooseRules, OpenPage
from musbot.table.events import ChatId, Reason
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import TableView
from musbot.table.ways import (
    AllowedPeople,
    ChatWay,
    ChatWays,
    ChooseDefaultRules,
    ChooseWay,
    CloseSettings,
    EndTable,
    EndTableInWords,
    InThreads,
    Looks,
    OpenSettings,
    Pace,
    Places,
    Suits,
    TurnTime,
    Typed,
    WaysAct,
    Weekly,
    write_ways_act,
)
from musbot.words.cities import spanish_name
from musbot.words.languages import own_names
from musbot.words.quoted import MAX_REASON
from musbot.words.texts import Key, Texts

WAY_NAMES: Mapping[ChatWay, Key] = {
    ChatWay.LANGUAGE: "way-language",
    ChatWay.RULES: "button-rules",
    ChatWay.CLOCK: "way-clock",
    ChatWay.PACE: "way-pace",
    ChatWay.LOOKS: "way-looks",
    ChatWay.SUITS: "way-suits",
    ChatWay.OPENS: "way-opens",
    ChatWay.ENDS: "way-ends",
    ChatWay.TYPED: "way-typed",
    ChatWay.PLACES: "way-places",
    ChatWay.ZONE: "way-zone",
    ChatWay.WEEKLY: "way-weekly",
    ChatWay.THREADS: "way-threads",
}
"""The name of each setting."""
_WAY_DESCRIPTIONS: Mapping[ChatWay, Key] = {
    ChatWay.LANGUAGE: "way-about-language",
    ChatWay.RULES: "way-about-rules",
    ChatWay.CLOCK: "way-about-clock",
    ChatWay.PACE: "way-about-pace",
    ChatWay.LOOKS: "way-about-looks",
    ChatWay.SUITS: "way-about-suits",
    ChatWay.OPENS: "way-about-opens",
    ChatWay.ENDS: "way-about-ends",
    ChatWay.TYPED: "way-about-typed",
    ChatWay.PLACES: "way-about-places",
    ChatWay.ZONE: "way-about-zone",
    ChatWay.WEEKLY: "way-about-weekly",
    ChatWay.THREADS: "way-about-threads",
}
"""The explanation of each setting."""
_VALUES: Mapping[ChatWay, Mapping[str, Key]] = {
    ChatWay.LOOKS: {Looks.PICTURES: "way-looks-pictures", Looks.TEXT: "way-looks-text"},
    ChatWay.SUITS: {Suits.SIGNS: "way-suits-signs", Suits.WORDS: "way-suits-words"},
    ChatWay.OPENS: {
        AllowedPeople.ALL: "way-opens-all",
        AllowedPeople.ADMINISTRATORS: "way-only-administrators",
    },
    ChatWay.ENDS: {
        AllowedPeople.ALL: "way-ends-all",
        AllowedPeople.ADMINISTRATORS: "way-only-administrators",
    },
    ChatWay.TYPED: {Typed.TAKEN: "way-typed-taken", Typed.LEFT: "way-typed-left"},
    ChatWay.THREADS: {InThreads.OFF: "way-threads-off", InThreads.ON: "way-threads-on"},
}
"""The values of settings that have a few fixed ones."""
_PACES: Mapping[Pace, Key] = {
    Pace.DEFAULT: "way-usual-pace",
    Pace.QUICK: "way-pace-quick",
    Pace.CALM: "way-pace-calm",
}
_PLACES: Mapping[Places, Key] = {
    Places.EVERYWHERE: "way-places-everywhere",
    Places.HERE: "way-places-here",
    Places.NOT_HERE: "way-places-not-here",
}
_WEEKLY: Mapping[Weekly, Key] = {Weekly.OFF: "way-weekly-off", Weekly.HERE: "way-weekly-here"}
REASON_NAMES: Mapping[Reason, Key] = {
    Reason.LATE: "reason-late",
    Reason.AWAY: "reason-away",
    Reason.STUCK: "reason-stuck",
    Reason.NEEDED: "reason-needed",
    Reason.MANNERS: "reason-manners",
}
"""The reasons for closing a table, as buttons name them."""
ZONES: Mapping[str, Key] = {
    "Europe/Madrid": "zone-madrid",
    "Atlantic/Canary": "zone-canary",
    "America/Argentina/Buenos_Aires": "zone-buenos-aires",
    "America/Mexico_City": "zone-mexico-city",
    "America/Bogota": "zone-bogota",
    "America/New_York": "zone-new-york",
}
"""The time zones that have a button."""
PRIVATE_WAYS = (ChatWay.LOOKS, ChatWay.SUITS)
"""The settings of a private chat."""


@dataclass(frozen=True, slots=True)
class ChatChoices:
    """The settings of a chat, and the facts that their pages name."""

    ways: ChatWays
    """The settings."""
    rules: RuleSet
    """The rule set of new tables."""
    own: Mapping[str, RuleSet]
    """The chat's own rule sets by name."""
    chat: ChatId
    """The id of the chat."""
    private: bool = False
    """Whether it is a private chat."""
    turn_s: float = 0
    """The operator's turn clock, in seconds; 0 for none."""
    pause_s: float = 0
    """The operator's pause of AI players, in seconds."""
    reads: bool = True
    """Whether the bot can read typed words in the chat."""
    opens_threads: bool | None = None
    """Whether the bot can open threads in the chat's channel; None on a platform without threads."""

    def has(self, way: ChatWay) -> bool:
        """Returns whether a chat has a setting; False for typed words or threads that it cannot have.

        `private` makes no difference.
        """
        missing = {ChatWay.TYPED: not self.reads, ChatWay.THREADS: self.opens_threads is None}
        return not missing.get(way, False)


class _RuleButtons(ButtonMaker):
    """A maker of buttons that choose the rules of future tables."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def labelled_button(self, act: Act, label: str, tone: str = "") -> Button:
        """Returns a button for a choice of rules. Raises TypeError for other acts."""
        if not isinstance(act, ChooseRules | ChangeField | OpenPage):
            raise TypeError(f"{type(act).__name__}: expected a choice of rules")
        return Button(label, write_ways_act(ChooseDefaultRules(act)), tone=tone)


def way_line(texts: Texts, choices: ChatChoices, way: ChatWay) -> str:
    """Returns the name and value of a setting."""
    return texts("ways-is", way=texts(WAY_NAMES[way]), value=way_value(texts, choices, way))


def all_ways_page(texts: Texts, choices: ChatChoices) -> Post:
    """Returns the page with the settings that apply in this chat and their values; buttons lead on.

    A private chat has only PRIVATE_WAYS and no table to end. Typed words are left out if the bot cannot read
    them, and threads if the platform has none.
    """
    every = tuple(filter(choices.has, ChatWay))
    ways = PRIVATE_WAYS if choices.private else every
    values = {way: way_value(texts, choices, way) for way in ways}
    buttons = [_button(OpenSettings(way), texts(WAY_NAMES[way])) for way in ways]
    options = [
        Option(texts(WAY_NAMES[way]), it.data, values[way]) for it, way in zip(buttons, ways, strict=True)
    ]
    lines = [way_line(texts, choices, way) for way in ways]
    menu = Menu(texts("ways-menu"), tuple(options), in_rows(buttons))
    ends = () if choices.private else (_button(EndTable(), texts("ways-end-table")),)
    close = _button(CloseSettings(), texts("button-close"))
    title = texts("ways-title-own" if choices.private else "ways-title")
    return Post(title, "\n".join(lines), (menu, (*ends, close)))


def way_value(texts: Texts, choices: ChatChoices, way: ChatWay) -> str:
    """Returns the value of a setting in words.

    An unknown language gives the words for the automatic choice. The weekly setting, if it is on without a
    time zone, says that the zone is missing. If threads are on but the bot cannot open any here, it says so.
    """
    ways = choices.ways
    match way:
        case ChatWay.LANGUAGE:
            return own_names().get(ways.language) or texts("way-language-auto")
        case ChatWay.RULES:
            return voices.voice_of_rules(texts, choices.rules).summary()
        case ChatWay.CLOCK:
            return _clock_text(texts, ways.clock, choices.turn_s)
        case ChatWay.PACE:
            return _pace_text(texts, ways.pace, choices.pause_s)
        case ChatWay.PLACES:
            return _places_text(texts, ways, choices.chat)
        case ChatWay.ZONE:
            return zone_name(texts, ways.zone)
        case ChatWay.WEEKLY:
            return _weekly_text(texts, ways)
        case ChatWay.THREADS if ways.threads is InThreads.ON and not choices.opens_threads:
            return texts("way-threads-cannot")
        case _:
            return texts(_VALUES[way][getattr(ways, way)])


def _clock_text(texts: Texts, clock: TurnTime, default_s: float) -> str:
    """Returns a turn clock in words; `default_s` is the operator's, in seconds."""
    seconds = clock.seconds
    if seconds is None:
        return texts("way-usual-clock", seconds=round(default_s))
    return texts("value-seconds", seconds=round(seconds)) if seconds else texts("way-clock-none")


def _pace_text(texts: Texts, pace: Pace, default_s: float) -> str:
    """Returns a pace of AI players in words; `default_s` is the operator's pause, in seconds."""
    return texts(_PACES[pace], seconds=default_s if pace.seconds is None else pace.seconds)


def _places_text(texts: Texts, ways: ChatWays, chat: ChatId) -> str:
    """Returns in words where tables are allowed: everywhere, or whether here and in how many other chats."""
    if not ways.places:
        return texts("way-places-everywhere")
    others = len([place for place in ways.places if place != chat])
    return texts("way-places-are", here="yes" if chat in ways.places else "no", others=others)


def _weekly_text(texts: Texts, ways: ChatWays) -> str:
    """Returns in words whether the weekly line is posted, or that it lacks the time zone."""
    if ways.weekly and not ways.zone:
        return texts("way-weekly-no-zone")
    return texts(_WEEKLY[Weekly.HERE if ways.weekly else Weekly.OFF])


def zone_name(texts: Texts, zone: str) -> str:
    """Returns the city of a time zone (`Europe/Madrid`) in words; for "", the words for no choice.

    A zone without a button has its Spanish name in Spanish, if known; otherwise its id's last part.
    """
    if zone in ZONES:
        return texts(ZONES[zone])
    own = spanish_name(zone) if texts.language == "es" else ""
    return own or zone.rpartition("/")[2].replace("_", " ") or texts("way-zone-none")


def way_page(texts: Texts, choices: ChatChoices, way: ChatWay) -> Post:
    """Returns the page of one setting with a button for each value; for the rules, the page of rule sets."""
    if way is ChatWay.RULES:
        return rules_page(texts, choices, Page.RULES)
    name, now = texts(WAY_NAMES[way]), way_value(texts, choices, way)
    labels = _way_values(texts, choices, way)
    buttons = [_button(ChooseWay(way, written), label) for written, label in labels]
    options = [
        Option(label, button.data, chosen=label == now)
        for (_, label), button in zip(labels, buttons, strict=True)
    ]
    menu = Menu(name, tuple(options), in_rows(buttons, NARROW))
    typed = "yes" if choices.opens_threads is None else "no"  # with threads, words of commands are options
    text = "\n".join([texts(_WAY_DESCRIPTIONS[way], typed=typed), texts("ways-now", value=now)])
    return Post(name, text, (menu, (_button(OpenSettings(), texts("button-back")),)))


def _way_values(texts: Texts, choices: ChatChoices, way: ChatWay) -> list[tuple[str, str]]:
    """Returns the values of a setting that have a button: the payload's text and the label of each.

    For places these are everywhere, and here or not here. A turn clock equal to the operator's is left out,
    unless it is chosen.
    """
    match way:
        case ChatWay.LANGUAGE:
            return [("", texts("way-language-auto")), *own_names().items()]
        case ChatWay.CLOCK:
            return [
                (it.value, _clock_text(texts, it, choices.turn_s))
                for it in TurnTime
                if it.seconds != choices.turn_s or it == choices.ways.clock
            ]
        case ChatWay.PACE:
            return [(it.value, _pace_text(texts, it, choices.pause_s)) for it in Pace]
        case ChatWay.PLACES:
            here = Places.NOT_HERE if choices.chat in choices.ways.places else Places.HERE
            named = (
                texts(_PLACES[here]) if choices.ways.places else texts("way-places-are", here="yes", others=0)
            )
            return [(Places.EVERYWHERE.value, texts(_PLACES[Places.EVERYWHERE])), (here.value, named)]
        case ChatWay.ZONE:
            return [(it, zone_name(texts, it)) for it in ZONES]
        case ChatWay.WEEKLY:
            return [(it.value, texts(key)) for it, key in _WEEKLY.items()]
        case _:
            return [(written, texts(key)) for written, key in _VALUES[way].items()]


def rules_page(texts: Texts, choices: ChatChoices, which: AnyPage) -> Post:
    """Returns a page to choose the rules of future tables.

    `which` is the page of all fields, of one field, or any other page for the rule sets. An unknown field
    gives the page of the rule sets too.
    """
    buttons, rules = _RuleButtons(texts), choices.rules
    name = texts(WAY_NAMES[ChatWay.RULES])
    about = "\n".join(
        [texts(_WAY_DESCRIPTIONS[ChatWay.RULES]), voices.voice_of_rules(texts, rules).name_and_summary()]
    )
    rows: tuple[Row, ...]
    match which:
        case Page.FIELDS:
            text, rows = texts("page-fields"), table_pages.field_rows(texts, rules, buttons, "button-back")
        case FieldPage(field) if field in rules.fields:
            text = voices.voice_of_rules(texts, rules).field_description(field)
            rows = table_pages.value_rows(texts, rules, field, buttons)
        case _:
            text, rows = about, table_pages.rule_set_rows(texts, rules, buttons, choices.own, "button-back")
    return Post(name, text, rows)


def tables_page(texts: Texts, here: Sequence[TableView]) -> Post:
    """Returns the page to choose a table to close; without tables, it says so."""
    rows = in_rows([_button(EndTable(it.id), texts("table", short=it.short)) for it in here])
    text = texts("ways-end-which" if rows else "ways-end-none")
    return Post(texts("ways-end-table"), text, (*rows, (_button(OpenSettings(), texts("button-back")),)))


def reasons_page(texts: Texts, table: TableView) -> Post:
    """Returns the page to choose the reason for closing a table."""
    name = texts("table", short=table.short)
    reasons = [_button(EndTable(table.id, it), texts(key)) for it, key in REASON_NAMES.items()]
    own = _button(EndTableInWords(table.id), texts("reason-own"))
    rows = (*in_rows([*reasons, own], NARROW), (_button(EndTable(), texts("button-back")),))
    return Post(name, texts("ways-end-why", table=name), rows)


def written_reason_page(texts: Texts, table: TableView) -> Post:
    """Returns the page that explains how to type a reason, for platforms without forms."""
    name = texts("table", short=table.short)
    back = (_button(EndTable(table.id), texts("button-back")),)
    return Post(name, texts("ways-end-write", short=table.short, most=MAX_REASON), (back,))


def reason_form(texts: Texts, table: TableView) -> WordsForm:
    """Returns the form to type a reason for closing a table."""
    label, hint = texts("ways-end-label"), texts("ways-end-hint")
    data = write_ways_act(EndTableInWords(table.id))
    return WordsForm(texts("table", short=table.short), label, hint, data, MAX_REASON)


def _button(act: WaysAct, label: str) -> Button:
    """Returns a button for an act of the settings."""
    return Button(label, write_ways_act(act))
