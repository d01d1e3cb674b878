"""What a button carries: acts, each of which is written there as a short text and read back."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from musbot.game.actions import Action, Bando, Seat, Sena, Voz
from musbot.game.errors import MusError
from musbot.players.kinds import AIKind
from musbot.table.pages import AnyPage, read_page, write_page

_PAYLOAD = re.compile(r"([A-Z0-9]{1,4}-[a-z0-9]{1,12}):(\d{1,9})([:/])([a-z0-9=_.,+-]{1,40})", re.ASCII)
_MARK = re.compile(r"[0-9a-f]{8}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


class BadPayload(MusError):
    """A button that carries nothing this bot has written."""


# ---- acts ------------------------------------------------------------------------------------------------


class InLobby(Enum):
    """What is done in the lobby, but for the acts that name something."""

    UP = "up"
    QUEUE = "queue"
    ADD_AI = "ai"
    REMOVE_AI = "noai"
    START = "start"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Sit:
    """Taking a seat on a side."""

    bando: Bando


@dataclass(frozen=True, slots=True)
class AddAI:
    """Having an AI player of a kind sit down; `InLobby.ADD_AI` has the usual one."""

    kind: AIKind


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """Choosing a named rule set."""

    rules: str


@dataclass(frozen=True, slots=True)
class ChangeField:
    """Changing one field of the rules; field and value as one writes them after /mus."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Bar:
    """Having somebody stand up for good (R98), or (`lifted`) letting them sit again: by their `mark`."""

    mark: str
    lifted: bool = False


def mark(person: str) -> str:
    """Returns by what a button knows somebody: whoever sits in their place meanwhile is another one."""
    return hashlib.sha256(person.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class CutAt:
    """Cutting the deck at a number (R92)."""

    place: int


class InPlay(Enum):
    """What is done in a hand besides the words of the game, but for the acts that name something."""

    THROW = "throw"
    RETURN = "return"
    """Back to the seat that one has left; good for any question."""
    RESUME = "resume"
    """Wanting a table that was put off to go on."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Picking a card of one's own hand to throw, or taking it back: by its place, from 1."""

    place: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Throwing several cards of one's own hand at once: by their places, from 1, each once."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replace:
    """Voting to have an absent player replaced."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sitting down where an AI sits in play; good for any question."""

    seat: Seat


class Anytime(Enum):
    """What is done before the start as well as in play."""

    END = "end"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class OpenPage:
    """Opening a page of buttons, or turning or closing it; it changes nothing at the table."""

    page: AnyPage


class Ask(Enum):
    """What one presser asks for; it changes nothing at the table, but for where it is played.

    That is `THREAD`, a thread of its channel, and `CHANNEL`, out of it again; and for where one's own cards
    are shown from now on: `HERE`, or in `PRIVATE`. `EXPLAIN` has every button explained, or no longer.
    `FILM`, `ANALYSE`, `WHY` and `BADLY` are about a hand that is over, whose number is that of the question.
    """

    CARDS = "cards"
    SCORE = "score"
    AGAIN = "again"
    SEAL = "seal"
    ACTA = "acta"
    THREAD = "thread"
    CHANNEL = "channel"
    HERE = "here"
    PRIVATE = "private"
    EXPLAIN = "explain"
    FILM = "film"
    ANALYSE = "analyse"
    WHY = "why"
    BADLY = "badly"


LobbyAct = InLobby | Sit | AddAI | Bar | ChooseRules | ChangeField | CutAt | OpenPage | Anytime
PlayAct = Action | InPlay | Pick | Throw | Replace | TakeSeat | OpenPage | Anytime
"""A word of the game, a seña and a look are acts as they are."""
Act = LobbyAct | PlayAct | Ask

# ---- how they are written --------------------------------------------------------------------------------

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
    """Returns an act as a button carries it; raises BadPayload for a discard: no button names a card."""
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
    if not _NUMBER.fullmatch(text):
        raise ValueError("expected a number")
    return int(text)


def _throw(text: str) -> Throw:
    places = tuple(map(_number, text.split(",")))
    if len(set(places)) != len(places):
        raise ValueError("expected each place once")
    return Throw(places)


def _change(text: str) -> ChangeField:
    field, _, value = text.partition("=")
    if not field or not value:
        raise ValueError("expected a field and its value")
    return ChangeField(field, value)


def _marked(text: str) -> str:
    if not _MARK.fullmatch(text):
        raise ValueError("expected the mark of a person")
    return text


def _choose(text: str) -> ChooseRules:
    if not text:
        raise ValueError("expected the name of a rule set")
    return ChooseRules(text)


_READ: dict[str, Callable[[str], Act]] = {
    "sit.": lambda rest: Sit(_number(rest)),
    "ai.": lambda rest: AddAI(AIKind(rest)),
    "rules.": _choose,
    "set.": _change,
    "cut.": lambda rest: CutAt(_number(rest)),
    "bar.": lambda rest: Bar(_marked(rest)),
    "unbar.": lambda rest: Bar(_marked(rest), lifted=True),
    "page.": lambda rest: OpenPage(read_page(rest)),
    "pick.": lambda rest: Pick(_number(rest)),
    "throw.": _throw,
    "sub.": lambda rest: Replace(_number(rest)),
    "take.": lambda rest: TakeSeat(_number(rest)),
    "sena.": lambda rest: Action(Voz.SENA, sena=_SENAS[rest]),
    "look.": lambda rest: Action(Voz.MIRO, seat=_number(rest)),
    "envido.": lambda rest: Action(Voz.ENVIDO, _number(rest)),
    "mas.": lambda rest: Action(Voz.MAS, _number(rest)),
    "acepto.": lambda rest: Action(Voz.ACEPTO, _number(rest)),
}


def read_act(text: str) -> Act:
    """Returns the act that a button carried; raises BadPayload for anything this bot never writes."""
    if text in _PLAIN:
        return _PLAIN[text]
    verb, dot, rest = text.partition(".")
    try:
        return _READ[verb + dot](rest)
    except (KeyError, ValueError):
        raise BadPayload("an act of another bot, or of a much older version") from None


def of_hand(act: Act) -> bool:
    """Whether an act belongs to a whole hand: its button carries the hand's number (R57, R58)."""
    return isinstance(act, Action) and act.voz in (Voz.SENA, Voz.MIRO)


# ---- with the table and the question ---------------------------------------------------------------------


FORGET_ME = "forget"
LEARN = "learn:"
"""The course: the number of a lesson, and of an answer to it (`learn:4.1`), or `x`, which leaves it."""
"""What the button carries by which somebody is forgotten: it belongs to no table."""
NEW_HERE = "new"
"""What the button carries of one who is just starting: a table of one's own, where all is explained."""
OPEN_TABLE = "open"
"""What the button of a greeting carries: there is no table yet."""
SPEAK = "speak."
"""How what chooses a language for oneself begins: there need be no table."""
CALL = "call."
"""How what chooses how one is called begins; a `Call` follows."""


class Explained(Enum):
    """How much of the words of the game is explained to somebody, where they are not of their language.

    `BESIDE` gives them a meaning on their buttons, `WHOLE` also says what each would do now.
    """

    BESIDE = ""
    WHOLE = "1"
    NONE = "0"


class Call(Enum):
    """How somebody is called when it is their turn."""

    MENTION = "mention"
    PRIVATE = "private"
    SILENCE = "silence"


@dataclass(frozen=True, slots=True)
class Payload:
    """What a button carries: the table, the number of the question (or hand) it answers, and the act.

    `paged` tells that it stands in a page, which is turned or closed when it is pressed.
    """

    table: str
    question: int
    act: Act
    paged: bool = False

    def __str__(self) -> str:
        return f"{self.table}:{self.question}{'/' if self.paged else ':'}{write_act(self.act)}"


def read_payload(text: str) -> Payload:
    """Returns what a button carried; raises BadPayload for anything this bot did not write."""
    match = _PAYLOAD.fullmatch(text)
    if not match:
        raise BadPayload("a button of another bot, or of a much older version")
    return Payload(match[1], int(match[2]), read_act(match[4]), paged=match[3] == "/")
