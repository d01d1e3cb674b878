"""The pages by which who administers a chat chooses its ways, and ends a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from musbot.game.rules_base import RuleSet
from musbot.narrator import table_pages, voices
from musbot.narrator.buttons import NARROW, Labelled, in_rows
from musbot.narrator.post import Button, Menu, Option, Post, Row, WordsForm
from musbot.table.acts import Act, ChangeField, ChooseRules, OpenPage
from musbot.table.events import Reason
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.view import TableView
from musbot.table.ways import (
    ChatWay,
    ChatWays,
    ChooseWay,
    EndInWords,
    EndTable,
    Looks,
    OfRules,
    Pace,
    Places,
    PutAway,
    Suits,
    TurnTime,
    TurnTo,
    Typed,
    WaysAct,
    Who,
    write_ways_act,
)
from musbot.words.languages import own_names
from musbot.words.quoted import MAX_REASON
from musbot.words.texts import Key, Texts

WAY: Mapping[ChatWay, Key] = {
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
}
"""What each way is called."""
_ABOUT: Mapping[ChatWay, Key] = {
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
}
"""What is told where one of them is chosen."""
_VALUES: Mapping[ChatWay, Mapping[str, Key]] = {
    ChatWay.LOOKS: {Looks.PICTURES: "way-looks-pictures", Looks.TEXT: "way-looks-text"},
    ChatWay.SUITS: {Suits.SIGNS: "way-suits-signs", Suits.WORDS: "way-suits-words"},
    ChatWay.OPENS: {Who.ALL: "way-opens-all", Who.ADMINISTRATORS: "way-only-administrators"},
    ChatWay.ENDS: {Who.ALL: "way-ends-all", Who.ADMINISTRATORS: "way-only-administrators"},
    ChatWay.TYPED: {Typed.TAKEN: "way-typed-taken", Typed.LEFT: "way-typed-left"},
}
"""What those may be that are one of few."""
_PACES: Mapping[Pace, Key] = {
    Pace.USUAL: "way-usual-pace",
    Pace.QUICK: "way-pace-quick",
    Pace.CALM: "way-pace-calm",
}
_PLACES: Mapping[Places, Key] = {
    Places.EVERYWHERE: "way-places-everywhere",
    Places.HERE: "way-places-here",
    Places.NOT_HERE: "way-places-not-here",
}
REASON: Mapping[Reason, Key] = {
    Reason.LATE: "reason-late",
    Reason.AWAY: "reason-away",
    Reason.STUCK: "reason-stuck",
    Reason.NEEDED: "reason-needed",
    Reason.MANNERS: "reason-manners",
}
"""Why a table is ended, as it is chosen."""
IN_PRIVATE = (ChatWay.LOOKS, ChatWay.SUITS)
"""What can be chosen for a private chat."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen for a chat, as it is told there: with the rules that are meant, its own ones by name.

    `chat` is where it is told, `private` if that is somebody's own; `reads` tells that words typed there can
    reach the bot. The operator's are `turn_s` and `pause_s`.
    """

    ways: ChatWays
    rules: RuleSet
    own: Mapping[str, RuleSet]
    chat: str
    private: bool = False
    turn_s: float = 0
    pause_s: float = 0
    reads: bool = True


class _OfRules(Labelled):
    """Makes the buttons by which the rules of tables yet to come are chosen."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def labelled(self, act: Act, label: str, tone: str = "") -> Button:
        """See Labelled."""
        if not isinstance(act, ChooseRules | ChangeField | OpenPage):
            raise TypeError(f"{type(act).__name__}: expected a choice of rules")
        return Button(label, write_ways_act(OfRules(act)), tone=tone)


def chosen_is(texts: Texts, chosen: Chosen, way: ChatWay) -> str:
    """Returns what is chosen of one way, with its name."""
    return texts("ways-is", way=texts(WAY[way]), value=value(texts, chosen, way))


def all_ways(texts: Texts, chosen: Chosen) -> Post:
    """Returns the page with all that can be chosen, and what is chosen now."""
    every = tuple(way for way in ChatWay if chosen.reads or way is not ChatWay.TYPED)
    ways = IN_PRIVATE if chosen.private else every
    told = {way: value(texts, chosen, way) for way in ways}
    buttons = [_button(TurnTo(way), texts(WAY[way])) for way in ways]
    options = [Option(texts(WAY[way]), it.data, told[way]) for it, way in zip(buttons, ways, strict=True)]
    lines = [chosen_is(texts, chosen, way) for way in ways]
    menu = Menu(texts("ways-menu"), tuple(options), in_rows(buttons))
    ends = () if chosen.private else (_button(EndTable(), texts("ways-end-table")),)
    close = _button(PutAway(), texts("button-close"))
    title = texts("ways-title-own" if chosen.private else "ways-title")
    return Post(title, "\n".join(lines), (menu, (*ends, close)))


def value(texts: Texts, chosen: Chosen, way: ChatWay) -> str:
    """Returns what is chosen of one way, in words."""
    ways = chosen.ways
    match way:
        case ChatWay.LANGUAGE:
            return own_names().get(ways.language) or texts("way-language-auto")
        case ChatWay.RULES:
            return voices.of_rules(texts, chosen.rules).summary()
        case ChatWay.CLOCK:
            return _clock(texts, ways.clock, chosen.turn_s)
        case ChatWay.PACE:
            return _pace(texts, ways.pace, chosen.pause_s)
        case ChatWay.PLACES:
            return _places(texts, ways, chosen.chat)
        case _:
            return texts(_VALUES[way][getattr(ways, way)])


def _clock(texts: Texts, clock: TurnTime, usual_s: float) -> str:
    seconds = clock.seconds
    if seconds is None:
        return texts("way-usual-clock", seconds=round(usual_s))
    return texts("value-seconds", seconds=round(seconds)) if seconds else texts("way-clock-none")


def _pace(texts: Texts, pace: Pace, usual_s: float) -> str:
    return texts(_PACES[pace], seconds=usual_s if pace.seconds is None else pace.seconds)


def _places(texts: Texts, ways: ChatWays, chat: str) -> str:
    if not ways.places:
        return texts("way-places-everywhere")
    others = len([place for place in ways.places if place != chat])
    return texts("way-places-are", here="yes" if chat in ways.places else "no", others=others)


def one_way(texts: Texts, chosen: Chosen, way: ChatWay) -> Post:
    """Returns the page where one way is chosen."""
    if way is ChatWay.RULES:
        return of_rules(texts, chosen, Page.RULES)
    name, now = texts(WAY[way]), value(texts, chosen, way)
    labels = _values(texts, chosen, way)
    buttons = [_button(ChooseWay(way, written), label) for written, label in labels]
    options = [
        Option(label, button.data, chosen=label == now)
        for (_, label), button in zip(labels, buttons, strict=True)
    ]
    menu = Menu(name, tuple(options), in_rows(buttons, NARROW))
    text = "\n".join([texts(_ABOUT[way]), texts("ways-now", value=now)])
    return Post(name, text, (menu, (_button(TurnTo(), texts("button-back")),)))


def _values(texts: Texts, chosen: Chosen, way: ChatWay) -> list[tuple[str, str]]:
    """What one way may be: as a button carries it, and as it says it."""
    match way:
        case ChatWay.LANGUAGE:
            return [("", texts("way-language-auto")), *own_names().items()]
        case ChatWay.CLOCK:
            return [(it.value, _clock(texts, it, chosen.turn_s)) for it in TurnTime]
        case ChatWay.PACE:
            return [(it.value, _pace(texts, it, chosen.pause_s)) for it in Pace]
        case ChatWay.PLACES:
            here = Places.NOT_HERE if chosen.chat in chosen.ways.places else Places.HERE
            return [(it.value, texts(_PLACES[it])) for it in (Places.EVERYWHERE, here)]
        case _:
            return [(written, texts(key)) for written, key in _VALUES[way].items()]


def of_rules(texts: Texts, chosen: Chosen, which: AnyPage) -> Post:
    """Returns one of the pages where the rules of tables yet to come are chosen."""
    buttons, rules = _OfRules(texts), chosen.rules
    name = texts(WAY[ChatWay.RULES])
    about = "\n".join([texts(_ABOUT[ChatWay.RULES]), voices.of_rules(texts, rules).name_and_summary()])
    rows: tuple[Row, ...]
    match which:
        case Page.FIELDS:
            text, rows = texts("page-fields"), table_pages.fields(texts, rules, buttons, "button-back")
        case FieldPage(field) if field in rules.fields:
            text = voices.of_rules(texts, rules).about(field)
            rows = table_pages.values(texts, rules, field, buttons)
        case _:
            text, rows = about, table_pages.sets(texts, rules, buttons, chosen.own, "button-back")
    return Post(name, text, rows)


def tables(texts: Texts, here: Sequence[TableView]) -> Post:
    """Returns the page where a table is chosen that is to be ended."""
    rows = in_rows([_button(EndTable(it.id), texts("table", short=it.short)) for it in here])
    text = texts("ways-end-which" if rows else "ways-end-none")
    return Post(texts("ways-end-table"), text, (*rows, (_button(TurnTo(), texts("button-back")),)))


def reasons(texts: Texts, table: TableView) -> Post:
    """Returns the page where it is chosen why a table is ended."""
    name = texts("table", short=table.short)
    given = [_button(EndTable(table.id, it), texts(key)) for it, key in REASON.items()]
    own = _button(EndInWords(table.id), texts("reason-own"))
    rows = (*in_rows([*given, own], NARROW), (_button(EndTable(), texts("button-back")),))
    return Post(name, texts("ways-end-why", table=name), rows)


def in_words(texts: Texts, table: TableView) -> Post:
    """Returns the page that says how one writes oneself why a table is ended, where there are no forms."""
    name = texts("table", short=table.short)
    back = (_button(EndTable(table.id), texts("button-back")),)
    return Post(name, texts("ways-end-write", short=table.short, most=MAX_REASON), (back,))


def reason_form(texts: Texts, table: TableView) -> WordsForm:
    """Returns the form in which one does."""
    label, hint = texts("ways-end-label"), texts("ways-end-hint")
    data = write_ways_act(EndInWords(table.id))
    return WordsForm(texts("table", short=table.short), label, hint, data, MAX_REASON)


def _button(act: WaysAct, label: str) -> Button:
    return Button(label, write_ways_act(act))
