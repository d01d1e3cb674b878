"""Acts that buttons carry, and the short texts for them in payloads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from musbot.game.actions import GESTURES, Action, Bando, Seat, Sena, Voz
from musbot.game.errors import MusError
from musbot.players.kinds import AIKind
from musbot.table.events import PersonId, TableId
from musbot.table.pages import AnyPage, read_page, write_page

_PAYLOAD = re.compile(r"([A-Z0-9]{1,4}-[a-z0-9]{1,12}):(\d{1,9})([:/])([a-z0-9=_.,+-]{1,40})", re.ASCII)
_MARK = re.compile(r"[0-9a-f]{8}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


class BadPayload(MusError):
    """A payload that musbot did not write."""


# ---- acts ------------------------------------------------------------------------------------------------


class InLobby(Enum):
    """An act in the lobby without a parameter."""

    UP = "up"
    """Leave a seat or the queue."""
    ADD_AI = "ai"
    """Add an AI player of the default kind."""
    REMOVE_AI = "noai"
    """Remove the AI player of the highest seat."""
    START = "start"
    """Start the partida."""
    FILL = "fill"
    """Seat AI players until enough play, and start; the opener sits down first if they have no seat."""
    READY = "ready"
    """Confirm presence."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down on a side."""

    bando: Bando
    """The side."""


@dataclass(frozen=True, slots=True)
class AddAI:
    """Add an AI player of a kind; at a full table, change the kind of all AI players."""

    kind: AIKind
    """The kind."""


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """Replace the rules by a rule set."""

    rules: str
    """Its name."""


@dataclass(frozen=True, slots=True)
class ChangeField:
    """Change one field of the rules."""

    field: str
    """The field, as typed after `/mus`."""
    value: str
    """The value, as typed after `/mus`."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar a player from the table, or lift the ban (R98)."""

    mark: str
    """The player's `mark`."""
    lifted: bool = False
    """Whether to lift the ban."""


def person_mark(person: PersonId) -> str:
    """Returns 8 lower-case hexadecimal digits, a hash of a person's id, that identify them in a payload."""
    return hashlib.sha256(person.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class CutAt:
    """Cut the deck (R92)."""

    place: int
    """The place of the cut, from 1."""


class InPlay(Enum):
    """An act in play without a parameter that is no word of the game."""

    THROW = "throw"
    """Discard the picked cards."""
    RETURN = "return"
    """Return to the seat that one left; valid for any question."""
    RESUME = "resume"
    """Vote to resume a paused table."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick a card of the own hand for a discard, or put it back."""

    place: int
    """The place of the card in the sorted hand, from 1."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Discard several cards at once."""

    places: tuple[int, ...]
    """The places of the cards in the sorted hand, from 1, each once."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace an absent player, or vote to replace a present one."""

    seat: Seat
    """The seat of that player."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take an AI player's seat in play; valid for any question."""

    seat: Seat
    """The seat."""


class Anytime(Enum):
    """An act both in the lobby and in play."""

    END = "end"
    """End the table, or vote for it."""
    LEAVE = "leave"
    """Leave a seat or the queue."""
    QUEUE = "queue"
    """Take a seat that no person has, or join the queue; valid for any question."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Open, turn or close a page of buttons; the table does not change."""

    page: AnyPage
    """The page."""


class Ask(Enum):
    """A request about one person's view or the place of play; it is no event of the game."""

    CARDS = "cards"
    """Show the presser's cards."""
    SCORE = "score"
    """Show the score."""
    AGAIN = "again"
    """Open another table with the same rules and players."""
    SHARE = "share"
    """Send the picture of a finished partida."""
    SEAL = "seal"
    """Show the commitment to the seed."""
    ACTA = "acta"
    """Send the acta."""
    THREAD = "thread"
    """Move play into a thread of the channel."""
    CHANNEL = "channel"
    """Move play from the thread back to the channel."""
    HERE = "here"
    """Show the presser's hand in this chat from now on."""
    PRIVATE = "private"
    """Show the presser's hand in the private chat from now on."""
    EXPLAIN = "explain"
    """Turn explanations on buttons on or off."""
    FILM = "film"
    """Send the film of a finished hand, whose number the payload has as question."""
    ANALYSE = "analyse"
    """Analyse a finished hand."""
    WHY = "why"
    """Explain the AI partners' words in a finished hand."""
    BADLY = "badly"
    """Complain about the AI partners' words in a finished hand."""


LobbyAct = InLobby | Sit | AddAI | Bar | ChooseRules | ChangeField | CutAt | OpenPage | Anytime
"""Any act in the lobby."""
PlayAct = Action | InPlay | Pick | Throw | Replace | TakeSeat | OpenPage | Anytime
"""Any act in play; words, señas and looks are an `Action`."""
Act = LobbyAct | PlayAct | Ask
"""Any act of a button at a table."""

# ---- texts of acts ---------------------------------------------------------------------------------------

_WORDS = {
    Voz.MUS: "mus",
    Voz.NO_MUS: "nomus",
    Voz.CONSULTA: "dira",
    Voz.SERVIDO: "servido",
    Voz.PASO: "paso",
    Voz.ENVIDO: "envido",
    Voz.ORDAGO: "ordago",
    Voz.QUIERO: "quiero",
    Voz.NO_QUIERO: "noquiero",
    Voz.QUEREMOS: "queremos",
    Voz.NO_QUEREMOS: "noqueremos",
    Voz.Y_YO: "yyo",
    Voz.MAS: "mas",
    Voz.REENVIDO: "reenvido",
    Voz.ACEPTO: "acepto",
    Voz.CONFORME: "conforme",
    Voz.PERDIDO: "perdido",
}
_WITH_AMOUNT = (Voz.ENVIDO, Voz.MAS, Voz.ACEPTO)
_SENAS = {sena.replace(" ", "_"): sena for sena in Sena}


def write_act(act: Act) -> str:
    """Returns the text of an act in a payload.

    Raises BadPayload for an Action that no button has, such as a discard: payloads never name cards. Names
    and values are not checked.
    """
    match act:
        case Action():
            return _write_action(act)
        case InLobby() | InPlay() | Anytime() | Ask():
            return str(act.value)
        case OpenPage(page):
            return f"page.{write_page(page)}"
        case Sit() | AddAI() | Bar() | ChooseRules() | ChangeField() | CutAt():
            return _write_choice(act)
        case Pick() | Throw() | Replace() | TakeSeat():
            return _write_places(act)
        case _:
            assert_never(act)


def _write_choice(act: Sit | AddAI | Bar | ChooseRules | ChangeField | CutAt) -> str:
    """Returns the text of a lobby act with a parameter, such as `sit.0` or `set.reyes=4`."""
    match act:
        case Sit(bando):
            return f"sit.{bando}"
        case AddAI(kind):
            return f"ai.{kind.value}"
        case Bar(whom, lifted):
            return f"{'unbar' if lifted else 'bar'}.{whom}"
        case ChooseRules(rules):
            return f"rules.{rules}"
        case ChangeField(field, value):
            return f"set.{field}={value}"
        case CutAt(place):
            return f"cut.{place}"
        case _:
            assert_never(act)


def _write_places(act: Pick | Throw | Replace | TakeSeat) -> str:
    """Returns the text of an act with places of cards or a seat."""
    match act:
        case Pick(place):
            return f"pick.{place}"
        case Throw(places):
            return f"throw.{','.join(map(str, places))}"
        case Replace(seat):
            return f"sub.{seat}"
        case TakeSeat(seat):
            return f"take.{seat}"
        case _:
            assert_never(act)


def _write_action(action: Action) -> str:
    """Returns the text of a word, seña or look.

    Raises BadPayload for a word that no button has, a seña without its `sena` and a look without its `seat`.
    """
    match action:
        case Action(Voz.ENVIDO | Voz.MAS | Voz.ACEPTO, n):
            return f"{_WORDS[action.voz]}.{n}"
        case Action(Voz.SENA, sena=Sena() as sena):
            return f"sena.{sena.replace(' ', '_')}"
        case Action(Voz.MIRO, seat=int(seat)):
            return f"look.{seat}"
        case Action(voz) if voz in _WORDS:
            return _WORDS[voz]
        case _:
            raise BadPayload(f"{action.voz} is on no button")


_PLAIN: dict[str, Act] = {act.value: act for kind in (InLobby, InPlay, Anytime, Ask) for act in kind}
_PLAIN |= {text: Action(voz) for voz, text in _WORDS.items() if voz not in _WITH_AMOUNT}


def _number(text: str) -> int:
    """Returns a number of at most 9 digits without leading zeros; raises ValueError for any other text."""
    if not _NUMBER.fullmatch(text):
        raise ValueError("expected a number")
    return int(text)


def _throw(text: str) -> Throw:
    """Returns the discard of places such as `1,3`; raises ValueError for another text or a repeated place.

    Whether the hand has these places is not checked.
    """
    places = tuple(map(_number, text.split(",")))
    if len(set(places)) != len(places):
        raise ValueError("expected each place once")
    return Throw(places)


def _change(text: str) -> ChangeField:
    """Returns the change of a field from `field=value`; raises ValueError if either is empty.

    Neither is checked against the rules.
    """
    field, _, value = text.partition("=")
    if not field or not value:
        raise ValueError("expected a field and its value")
    return ChangeField(field, value)


def _read_mark(text: str) -> str:
    """Returns a text of 8 lower-case hexadecimal digits unchanged; raises ValueError for any other."""
    if not _MARK.fullmatch(text):
        raise ValueError("expected the mark of a person")
    return text


def _choose(text: str) -> ChooseRules:
    """Returns the choice of a rule set, whose name is not checked; raises ValueError for ""."""
    if not text:
        raise ValueError("expected the name of a rule set")
    return ChooseRules(text)


def _sena(text: str) -> Action:
    """Returns the seña of a text such as `dos_reyes`; raises ValueError for an unknown one."""
    if text not in _SENAS:
        raise ValueError("expected a seña")
    return Action(Voz.SENA, sena=_SENAS[text])


def _reject_verb(_: str) -> Act:
    """Raises ValueError: the parser of an unknown verb."""
    raise ValueError("expected a known verb")


_READ: dict[str, Callable[[str], Act]] = {
    "sit.": lambda rest: Sit(_number(rest)),
    "ai.": lambda rest: AddAI(AIKind(rest)),
    "rules.": _choose,
    "set.": _change,
    "cut.": lambda rest: CutAt(_number(rest)),
    "bar.": lambda rest: Bar(_read_mark(rest)),
    "unbar.": lambda rest: Bar(_read_mark(rest), lifted=True),
    "page.": lambda rest: OpenPage(read_page(rest)),
    "pick.": lambda rest: Pick(_number(rest)),
    "throw.": _throw,
    "sub.": lambda rest: Replace(_number(rest)),
    "take.": lambda rest: TakeSeat(_number(rest)),
    "sena.": _sena,
    "look.": lambda rest: Action(Voz.MIRO, seat=_number(rest)),
    "envido.": lambda rest: Action(Voz.ENVIDO, _number(rest)),
    "mas.": lambda rest: Action(Voz.MAS, _number(rest)),
    "acepto.": lambda rest: Action(Voz.ACEPTO, _number(rest)),
}


def read_act(text: str) -> Act:
    """Returns the act of a text; raises BadPayload for any text that `write_act` cannot write.

    Seats, places, amounts and names are not checked against a table.
    """
    if text in _PLAIN:
        return _PLAIN[text]
    verb, dot, rest = text.partition(".")
    try:
        return _READ.get(verb + dot, _reject_verb)(rest)
    except ValueError:
        raise BadPayload("an act of another bot, or of a much older version") from None


def is_for_hand(act: Act) -> bool:
    """Returns whether an act is a seña or a look (R57, R58).

    Its payload has the number of the hand, not of the question.
    """
    return isinstance(act, Action) and act.voz in GESTURES


# ---- payloads --------------------------------------------------------------------------------------------


FORGET_ME = "forget"
"""The payload that deletes a person's data; it belongs to no table."""
LEARN = "learn:"
"""The prefix of payloads of the course: lesson and answer (`learn:4.1`), or `x` to leave it."""
NEW_HERE = "new"
"""The payload of a beginner, which opens a private table with explanations."""
LIST_COMMANDS = "commands."
"""The prefix of payloads that list the commands; a `Listing` follows."""
OPEN_TABLE = "open"
"""The payload of a greeting, which opens a table."""
OPEN_WITH_RULES = "open:"
"""The prefix of payloads that open a table; the words of `/mus` follow (`open:iparralde`)."""
SPEAK = "speak."
"""The prefix of payloads that choose a person's language; they belong to no table."""
DATE = "date:"
"""The prefix of payloads of a date; they belong to no table."""
NOTICE = "notice:"
"""The prefix of payloads about notices of tables that need players; they belong to no table."""
CALL = "call."
"""The prefix of payloads that choose how a person is called; a `Call` follows."""


class Explained(Enum):
    """The explanations of game words for people whose language has others."""

    NEW = ""
    """A meaning on each button, and the idea of the game in the first hand."""
    BESIDE = "2"
    """A meaning on each button."""
    WHOLE = "1"
    """A meaning on each button, and the effect of each word now."""
    NONE = "0"
    """No explanations."""


class Listing(Enum):
    """The way in which the commands of a chat are listed."""

    TYPED = "typed"
    """Arguments are typed after a command, and typed words of the game count."""
    FILLED = "filled"
    """Arguments are form fields, and typed words of the game count."""
    PRESSED = "pressed"
    """Arguments are form fields, and only buttons count."""


class Call(Enum):
    """The way in which a person is called on their turn."""

    MENTION = "mention"
    """A message in the chat that mentions them."""
    PRIVATE = "private"
    """A private message."""
    SILENCE = "silence"
    """No call."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A payload of a button at a table."""

    table: TableId
    """The id of the table."""
    question: int
    """The number of the question, or of the hand for acts that are `is_for_hand`."""
    act: Act
    """The act."""
    paged: bool = False
    """Whether the button is on a separate page, which a press turns or closes."""

    def __str__(self) -> str:
        return f"{self.table}:{self.question}{'/' if self.paged else ':'}{write_act(self.act)}"


def read_payload(text: str) -> Payload:
    """Returns the payload of a text; raises BadPayload if its form is wrong or its act is unknown.

    Whether its table, question, seats and places exist is not checked.
    """
    match = _PAYLOAD.fullmatch(text)
    if not match:
        raise BadPayload("a button of another bot, or of a much older version")
    return Payload(TableId(match[1]), int(match[2]), read_act(match[4]), paged=match[3] == "/")
