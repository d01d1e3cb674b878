"""A chat's own ways: what its administrators choose for it, and what the buttons carry by which they do."""

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
from musbot.table.events import Reason
from musbot.table.pages import FieldPage, Page

WAYS = "ways:"
"""How what such a button carries begins."""
VERSION = 1
MOST_SETS, MOST_SET_NAME, MOST_PLACES = 10, 20, 20
"""House rules of a chat, characters of their names, places where its tables may be."""
_LANGUAGE = re.compile(r"[a-z]{2}")
_SET = re.compile(rf"(?=.*[^\d-])[a-z0-9ñçáàéèíïóòúü][a-z0-9ñçáàéèíïóòúü-]{{0,{MOST_SET_NAME - 1}}}")
"""Small letters of two bytes at most: a button has to carry it (64 bytes, Bot API, InlineKeyboardButton)."""


class BadWays(ValueError):
    """A stored row that is none; shows nothing of it."""


class ChatWay(StrEnum):
    """What can be chosen for a chat."""

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


class TurnTime(StrEnum):
    """How long a player has for a word: as the operator has it, without end, or so many seconds."""

    USUAL = "usual"
    NONE = "0"
    S30 = "30"
    S60 = "60"
    S90 = "90"
    S180 = "180"
    S300 = "300"

    @property
    def seconds(self) -> float | None:
        """Returns it in seconds, 0 for without end; None where the operator's counts."""
        return None if self is TurnTime.USUAL else float(self.value)


class Pace(StrEnum):
    """How soon AI players speak."""

    USUAL = "usual"
    QUICK = "quick"
    CALM = "calm"

    @property
    def seconds(self) -> float | None:
        """Returns the pause before each of their words; None where the operator's counts."""
        return {Pace.USUAL: None, Pace.QUICK: 0.5, Pace.CALM: 4.0}[self]


class Looks(StrEnum):
    """Whether messages come with pictures."""

    PICTURES = "pictures"
    TEXT = "text"


class Suits(StrEnum):
    """How cards tell their suits: by a sign, or in words."""

    SIGNS = "signs"
    WORDS = "words"


class Who(StrEnum):
    """Who may do something in a chat."""

    ALL = "all"
    ADMINISTRATORS = "administrators"


class Typed(StrEnum):
    """Whether words of the game count where they are typed."""

    TAKEN = "taken"
    LEFT = "left"


class Places(StrEnum):
    """What is done to where tables may be: everywhere again, or here too, or here no longer."""

    EVERYWHERE = "everywhere"
    HERE = "here"
    NOT_HERE = "not-here"


@dataclass(frozen=True, slots=True)
class ChatWays:
    """What has been chosen for a chat.

    `language` "" is as whoever opens a table has it; `rules`, and each of the house rules in `sets`, are
    written as after /mus ("" the usual ones); `places` are the chats (topics, channels) where tables may be
    opened, none: everywhere.
    """

    language: str = ""
    rules: str = ""
    clock: TurnTime = TurnTime.USUAL
    pace: Pace = Pace.USUAL
    looks: Looks = Looks.PICTURES
    suits: Suits = Suits.SIGNS
    opens: Who = Who.ALL
    ends: Who = Who.ALL
    typed: Typed = Typed.TAKEN
    places: tuple[str, ...] = ()
    sets: tuple[tuple[str, str], ...] = ()

    def allows(self, chat: str) -> bool:
        """Whether tables may be opened in a chat, as far as that is said by place."""
        return not self.places or chat in self.places

    def house_rules(self, name: str) -> str | None:
        """Returns how the rules of that name are written after /mus; None where the chat has none."""
        return dict(self.sets).get(name)

    def keeping(self, name: str, rules: str) -> ChatWays:
        """Returns the same with rules of that name, or without them ("")."""
        others = tuple(it for it in self.sets if it[0] != name)
        return replace(self, sets=tuple(sorted((*others, (name, rules)))) if rules else others)


USUAL = ChatWays()


def good_name(name: str) -> bool:
    """Whether house rules may be called so: letters, digits and hyphens, at least one letter, 20 at most."""
    return _SET.fullmatch(name) is not None


def chosen(ways: ChatWays, way: ChatWay, value: str, chat: str) -> ChatWays:
    """Returns the ways with one of them as a button of `chat` says; raises BadPayload for no such value.

    Rules are chosen otherwise: see OfRules.
    """
    try:
        match way:
            case ChatWay.LANGUAGE if not value or _LANGUAGE.fullmatch(value):
                return replace(ways, language=value)
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
    ChatWay.OPENS: lambda ways, value: replace(ways, opens=Who(value)),
    ChatWay.ENDS: lambda ways, value: replace(ways, ends=Who(value)),
    ChatWay.TYPED: lambda ways, value: replace(ways, typed=Typed(value)),
}
"""The ways that are an enum each."""


def _places(places: tuple[str, ...], choice: Places, chat: str) -> tuple[str, ...]:
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


# ---- how they are stored ---------------------------------------------------------------------------------


def write_ways(ways: ChatWays) -> str:
    """Returns what was chosen as it is stored; "" where nothing was."""
    if ways == USUAL:
        return ""
    row = {"version": VERSION} | asdict(ways) | {"sets": dict(ways.sets)}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def read_ways(text: str) -> ChatWays:
    """Returns what `write_ways` wrote; raises BadWays for anything else, or of a later version."""
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
            opens=Who(row["opens"]),
            ends=Who(row["ends"]),
            typed=Typed(row["typed"]),
            places=tuple(map(_word, row["places"])),
            sets=tuple(sorted((name, _word(rules)) for name, rules in row["sets"].items())),
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadWays("expected what was chosen for a chat") from None


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise BadWays("expected a text")
    return value


# ---- what a button carries -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnTo:
    """Another page: of one of the ways, or (None) that with all of them."""

    way: ChatWay | None = None


@dataclass(frozen=True, slots=True)
class ChooseWay:
    """A value of one of the ways."""

    way: ChatWay
    value: str


@dataclass(frozen=True, slots=True)
class OfRules:
    """A rule set or a field of it, or the way to those: as in the lobby, but for tables yet to come."""

    act: ChooseRules | ChangeField | OpenPage


@dataclass(frozen=True, slots=True)
class EndTable:
    """The page with the tables that can be ended, that with the reasons for one, or the end for a reason."""

    table: str = ""
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class EndInWords:
    """The end of a table for a reason that is still to be written, in one's own words."""

    table: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """No page any more."""


WaysAct = TurnTo | ChooseWay | OfRules | EndTable | EndInWords | PutAway


def write_ways_act(act: WaysAct) -> str:
    """Returns what a button of the ways carries."""
    return WAYS + _written(act)


def _written(act: WaysAct) -> str:
    match act:
        case TurnTo(way):
            return f"to.{way.value}" if way is not None else "to"
        case ChooseWay(way, value):
            return f"{way.value}={value}"
        case OfRules(inner):
            return f"r.{write_act(inner)}"
        case EndTable(table, reason):
            return ".".join(["end", *([table] if table else []), *([reason.value] if reason else [])])
        case EndInWords(table):
            return f"say.{table}"
        case PutAway():
            return "away"
        case _:
            assert_never(act)


def read_ways_act(text: str) -> WaysAct:
    """Returns what a button of the ways carried; raises BadPayload for anything this bot never writes."""
    verb, _, rest = text.removeprefix(WAYS).partition(".")
    try:
        match verb:
            case "to":
                return TurnTo(ChatWay(rest) if rest else None)
            case "r":
                return _of_rules(read_act(rest))
            case "end":
                table, _, reason = rest.partition(".")
                return EndTable(table, Reason(reason) if reason else None)
            case "say" if rest:
                return EndInWords(rest)
            case "away" if not rest:
                return PutAway()
            case _:
                way, _, value = text.removeprefix(WAYS).partition("=")
                return ChooseWay(ChatWay(way), value)
    except ValueError:
        raise BadPayload("a choice that there is not") from None


def _of_rules(act: Act) -> OfRules:
    match act:
        case ChooseRules() | ChangeField() | OpenPage(Page.MAIN | Page.RULES | Page.FIELDS | FieldPage()):
            return OfRules(act)
        case _:
            raise BadPayload("no choice of rules")
