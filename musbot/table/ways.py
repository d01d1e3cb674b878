"""The settings of a chat (its "ways"), and the payloads of the buttons that change them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import assert_never

from musbot.table.acts import (
    Act,
    BadPayload,
    ChangeField,
    ChooseRules,
    OpenPage,
    read_act,
    write_act,
)
from musbot.table.events import NO_CHAT, NO_TABLE, ChatId, Reason, TableId
from musbot.table.pages import FieldPage, Page

WAYS = "ways:"
"""The prefix of those payloads."""
VERSION = 1
"""The version of the stored format."""
MOST_SETS, MOST_SET_NAME, MOST_PLACES = 10, 20, 20
"""Limits of a chat: saved house rules, characters of their names, places where tables may be opened."""
_LANGUAGE = re.compile(r"[a-z]{2}")
_ZONE = re.compile(r"[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*){0,2}")
_SET = re.compile(rf"(?=.*[^\d-])[a-z0-9ñçáàéèíïóòúü][a-z0-9ñçáàéèíïóòúü-]{{0,{MOST_SET_NAME - 1}}}")
"""The name of house rules.

Its letters have at most two bytes, because a payload has 64 (Bot API, InlineKeyboardButton).
"""


class BadWays(ValueError):
    """Stored settings that cannot be read. The message does not quote them."""


class ChatWay(StrEnum):
    """A setting of a chat."""

    LANGUAGE = "language"
    RULES = "rules"
    CLOCK = "clock"
    PACE = "pace"
    LOOKS = "looks"
    SUITS = "suits"
    OPENS = "opens"
    ENDS = "ends"
    TYPED = "typed"
    PLACES = "places"
    ZONE = "zone"
    WEEKLY = "weekly"
    THREADS = "threads"


class TurnTime(StrEnum):
    """The turn clock of a chat: the operator's default, none, or some seconds."""

    DEFAULT = "usual"
    NONE = "0"
    S30 = "30"
    S60 = "60"
    S90 = "90"
    S180 = "180"
    S300 = "300"

    @property
    def seconds(self) -> float | None:
        """The turn clock in seconds; 0 for none, None for the operator's default."""
        return None if self is TurnTime.DEFAULT else float(self.value)


class Pace(StrEnum):
    """The speed of AI players."""

    DEFAULT = "usual"
    QUICK = "quick"
    CALM = "calm"

    @property
    def seconds(self) -> float | None:
        """The pause before each word of an AI player, in seconds; None for the operator's default."""
        return {Pace.DEFAULT: None, Pace.QUICK: 0.5, Pace.CALM: 4.0}[self]


class Looks(StrEnum):
    """Whether messages have pictures."""

    PICTURES = "pictures"
    TEXT = "text"


class Suits(StrEnum):
    """The form of suits on cards: symbols or words."""

    SIGNS = "signs"
    WORDS = "words"


class AllowedPeople(StrEnum):
    """The people who may do something in a chat."""

    ALL = "all"
    ADMINISTRATORS = "administrators"


class Typed(StrEnum):
    """Whether typed words of the game count as acts."""

    TAKEN = "taken"
    LEFT = "left"


class Places(StrEnum):
    """A change of the places where tables may be opened."""

    EVERYWHERE = "everywhere"
    """All chats again."""
    HERE = "here"
    """This chat too."""
    NOT_HERE = "not-here"
    """This chat no longer."""


class InThreads(StrEnum):
    """Whether each table gets a thread, on a platform that has threads."""

    OFF = "off"
    ON = "on"


class Weekly(StrEnum):
    """Whether a line about the week is posted on Mondays."""

    OFF = "off"
    HERE = "here"
    """In the chat of the button."""


@dataclass(frozen=True, slots=True)
class ChatWays:
    """The settings of a chat."""

    language: str = ""
    """The language of public messages; "" for the language of the person who opens a table."""
    rules: str = ""
    """The default rules, as typed after `/mus`; "" for the default ones."""
    clock: TurnTime = TurnTime.DEFAULT
    """The turn clock."""
    pace: Pace = Pace.DEFAULT
    """The speed of AI players."""
    looks: Looks = Looks.PICTURES
    """Whether messages have pictures."""
    suits: Suits = Suits.SIGNS
    """The form of suits on cards."""
    opens: AllowedPeople = AllowedPeople.ALL
    """The people who may open tables."""
    ends: AllowedPeople = AllowedPeople.ALL
    """The people who may end tables."""
    typed: Typed = Typed.TAKEN
    """Whether typed words count as acts."""
    places: tuple[ChatId, ...] = ()
    """The chats, topics or channels where tables may be opened; empty for all."""
    sets: tuple[tuple[str, str], ...] = ()
    """Saved house rules: name and rules, as typed after `/mus`, sorted by name."""
    zone: str = ""
    """The time zone as IANA names it (`Europe/Madrid`); "" if it is unknown."""
    weekly: ChatId = NO_CHAT
    """The chat, or the topic in it, where the weekly line is posted; "" for none."""
    threads: InThreads = InThreads.OFF
    """Whether each table gets a thread."""

    def is_allowed_in(self, chat: ChatId) -> bool:
        """Returns whether `places` allows tables in a chat; empty `places` allow all.

        The id must match exactly, so a topic is not allowed by its chat.
        """
        return not self.places or chat in self.places

    def house_rules(self, name: str) -> str | None:
        """Returns the saved rules with exactly this name, as typed after `/mus`; None if there are none."""
        return dict(self.sets).get(name)

    def with_saved_rules(self, name: str, rules: str) -> ChatWays:
        """Returns a copy with the named rules saved, or deleted if `rules` is "".

        Name, rules and MOST_SETS are not checked.
        """
        others = tuple(it for it in self.sets if it[0] != name)
        return replace(self, sets=tuple(sorted((*others, (name, rules)))) if rules else others)


DEFAULT_WAYS = ChatWays()
"""The settings of a chat that changed none."""


def is_valid_name(name: str) -> bool:
    """Returns whether house rules may have this name.

    It has 1–20 lower-case letters (Spanish and Catalan ones too), digits and hyphens. It has at least one
    letter and no hyphen first.
    """
    return _SET.fullmatch(name) is not None


def with_choice(ways: ChatWays, way: ChatWay, value: str, chat: ChatId) -> ChatWays:
    """Returns the settings with one of them changed.

    `chat` is the chat of the button, for `PLACES` and `WEEKLY`. A language is any two lower-case letters, or
    "" for none; a zone need only look like one. Raises BadPayload for an unknown value, and for `RULES`,
    which `ChooseDefaultRules` changes instead.
    """
    try:
        match way:
            case ChatWay.LANGUAGE if not value or _LANGUAGE.fullmatch(value):
                return replace(ways, language=value)
            case ChatWay.ZONE if _ZONE.fullmatch(value):
                return replace(ways, zone=value)
            case ChatWay.WEEKLY:
                return replace(ways, weekly=chat if Weekly(value) is Weekly.HERE else NO_CHAT)
            case ChatWay.PLACES:
                return replace(ways, places=_places(ways.places, Places(value), chat))
            case _ if way in _OF_FEW:
                return _OF_FEW[way](ways, value)
            case _:
                raise BadPayload("a choice that there is not")
    except ValueError:
        raise BadPayload("a choice that there is not") from None


_OF_FEW: Mapping[ChatWay, Callable[[ChatWays, str], ChatWays]] = {
    ChatWay.CLOCK: lambda ways, value: replace(ways, clock=TurnTime(value)),
    ChatWay.PACE: lambda ways, value: replace(ways, pace=Pace(value)),
    ChatWay.LOOKS: lambda ways, value: replace(ways, looks=Looks(value)),
    ChatWay.SUITS: lambda ways, value: replace(ways, suits=Suits(value)),
    ChatWay.OPENS: lambda ways, value: replace(ways, opens=AllowedPeople(value)),
    ChatWay.ENDS: lambda ways, value: replace(ways, ends=AllowedPeople(value)),
    ChatWay.TYPED: lambda ways, value: replace(ways, typed=Typed(value)),
    ChatWay.THREADS: lambda ways, value: replace(ways, threads=InThreads(value)),
}
"""The settings whose values are an enum."""


def _places(places: tuple[ChatId, ...], choice: Places, chat: ChatId) -> tuple[ChatId, ...]:
    """Returns the places with or without a chat; () means all chats, also once the last place is removed.

    An added chat comes last, and of more than MOST_PLACES the first is dropped.
    """
    others = tuple(place for place in places if place != chat)
    match choice:
        case Places.EVERYWHERE:
            return ()
        case Places.NOT_HERE:
            return others
        case Places.HERE:
            return (*others, chat)[-MOST_PLACES:]
        case _:
            assert_never(choice)


# ---- storage ---------------------------------------------------------------------------------------------


def write_ways(ways: ChatWays) -> str:
    """Returns the settings as JSON; "" for the default ones."""
    if ways == DEFAULT_WAYS:
        return ""
    row = {"version": VERSION} | asdict(ways) | {"sets": dict(ways.sets)}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def read_ways(text: str) -> ChatWays:
    """Returns the settings from JSON; raises BadWays for any other text, also for "", or another version."""
    try:
        row = json.loads(text)
        if row["version"] != VERSION:
            raise BadWays("of a later version")
        return ChatWays(
            language=_word(row["language"]),
            rules=_word(row["rules"]),
            clock=TurnTime(row["clock"]),
            pace=Pace(row["pace"]),
            looks=Looks(row["looks"]),
            suits=Suits(row["suits"]),
            opens=AllowedPeople(row["opens"]),
            ends=AllowedPeople(row["ends"]),
            typed=Typed(row["typed"]),
            places=tuple(ChatId(_word(place)) for place in row["places"]),
            sets=tuple(sorted((name, _word(rules)) for name, rules in row["sets"].items())),
            zone=_word(row.get("zone", "")),  # new: older settings have none
            weekly=ChatId(_word(row.get("weekly", ""))),
            threads=InThreads(row.get("threads", "off")),
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadWays("expected what was chosen for a chat") from None


def _word(value: object) -> str:
    """Returns a value that is a text; raises BadWays for any other."""
    if not isinstance(value, str):
        raise BadWays("expected a text")
    return value


# ---- payloads --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Opens a page of settings."""

    way: ChatWay | None = None
    """The setting; None for the page with all of them."""


@dataclass(frozen=True, slots=True)
class ChooseWay:
    """Chooses a value of a setting."""

    way: ChatWay
    """The setting."""
    value: str
    """The value, as text."""


@dataclass(frozen=True, slots=True)
class ChooseDefaultRules:
    """Changes the default rules, or opens a page of them."""

    act: ChooseRules | ChangeField | OpenPage
    """The act, as in a lobby."""


@dataclass(frozen=True, slots=True)
class EndTable:
    """Opens the page of tables that can be ended, opens the page of reasons, or ends a table."""

    table: TableId = NO_TABLE
    """The id of the table; "" opens the page of tables."""
    reason: Reason | None = None
    """The reason; None opens the page of reasons."""


@dataclass(frozen=True, slots=True)
class EndTableInWords:
    """Ends a table for a reason that the administrator writes next."""

    table: TableId
    """The id of the table."""


@dataclass(frozen=True, slots=True)
class CloseSettings:
    """Closes the page."""


WaysAct = OpenSettings | ChooseWay | ChooseDefaultRules | EndTable | EndTableInWords | CloseSettings
"""Any act of a button on a settings page."""


def write_ways_act(act: WaysAct) -> str:
    """Returns the payload of an act."""
    return WAYS + _write_act(act)


def _write_act(act: WaysAct) -> str:
    """Returns the payload of an act without its prefix, such as `to.clock` or `clock=60`."""
    match act:
        case OpenSettings(way):
            return f"to.{way.value}" if way is not None else "to"
        case ChooseWay(way, value):
            return f"{way.value}={value}"
        case ChooseDefaultRules(inner):
            return f"r.{write_act(inner)}"
        case EndTable(table, reason):
            return ".".join(["end", *([table] if table else []), *([reason.value] if reason else [])])
        case EndTableInWords(table):
            return f"say.{table}"
        case CloseSettings():
            return "away"
        case _:
            assert_never(act)


def read_ways_act(text: str) -> WaysAct:
    """Returns the act of a payload, with or without the prefix `WAYS`.

    Raises BadPayload for an unknown act, setting or reason. Table ids and values are not checked.
    """
    verb, _, rest = text.removeprefix(WAYS).partition(".")
    try:
        match verb:
            case "to":
                return OpenSettings(ChatWay(rest) if rest else None)
            case "r":
                return _read_rules_act(read_act(rest))
            case "end":
                table, _, reason = rest.partition(".")
                return EndTable(TableId(table), Reason(reason) if reason else None)
            case "say" if rest:
                return EndTableInWords(TableId(rest))
            case "away" if not rest:
                return CloseSettings()
            case _:
                way, _, value = text.removeprefix(WAYS).partition("=")
                return ChooseWay(ChatWay(way), value)
    except ValueError:
        raise BadPayload("a choice that there is not") from None


def _read_rules_act(act: Act) -> ChooseDefaultRules:
    """Returns the act for an act of the lobby's pages of rules; raises BadPayload for any other act."""
    match act:
        case ChooseRules() | ChangeField() | OpenPage(Page.MAIN | Page.RULES | Page.FIELDS | FieldPage()):
            return ChooseDefaultRules(act)
        case _:
            raise BadPayload("no choice of rules")
