"""What holds in every evening, of all that a platform has shown: each check yields what does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise

from fluent.syntax import FluentParser
from fluent.syntax.ast import TextElement
from fluent.syntax.visitor import Visitor

from musbot.game.actions import Action
from musbot.game.engine import awaited_seats
from musbot.narrator.speech import SIGNS
from musbot.port.chats import is_window, without_topic
from musbot.service.delivery.forms import READ_S
from musbot.service.queue.parts import PartView
from musbot.table.acts import (
    Ask,
    BadPayload,
    InLobby,
    InPlay,
    Payload,
    Pick,
    Sit,
    Throw,
    is_for_hand,
    read_payload,
)
from musbot.table.away import LEAST_S
from musbot.table.events import ChatId, PersonId, Vote
from musbot.table.seats import majority
from musbot.table.table import Table
from musbot.words.texts import LANGUAGES, Texts
from tests.e2e.leaks import LESSON
from tests.evenings.belied import belied, belied_alone
from tests.evenings.counts import disordered, long_count, unreasoned
from tests.evenings.credits import miscredited
from tests.evenings.record import Record, Shown
from tests.support import causes

_YOU = {language: Texts(language)("turn-you") for language in LANGUAGES}
SLACK_S = 5.0
"""What is shown was true within so long before: it was written down, sent, and took its way."""
SETTLED_S = 15.0
"""So long ago a question has passed whose buttons must be gone: a group bears twenty changes a minute."""
AFTERWARDS = (Ask.FILM, Ask.SHARE, Ask.ANALYSE, Ask.WHY, Ask.BADLY, Ask.ACTA, Ask.SEAL, Ask.SCORE, Ask.AGAIN)
"""What may be asked for when a table is over."""


def broken(record: Record, checks: Iterable[Check]) -> Iterator[str]:
    """Yields all that does not hold."""
    for check in checks:
        yield from (f"{check.__name__}: {found}" for found in check(record))


# ---- nothing sent twice ----------------------------------------------------------------------------------


def twice(record: Record) -> Iterator[str]:
    """Yields what was sent again, though nobody had done anything since and nothing had happened."""
    last: dict[tuple[object, ...], float] = {}
    for it in record.shown:
        if not it.sent or not (it.text or it.files):
            continue
        before = last.get(it.same)
        if (
            before is not None
            and not record.acted(before, it.at)
            and record.acted(before - SLACK_S, it.at) < 2
        ):
            yield f"{it.where}: {it.text!r}"
        last[it.same] = it.at


# ---- no live button on what is over ----------------------------------------------------------------------


def alive(record: Record) -> Iterator[str]:
    """Yields messages of a chat whose buttons can still be pressed, and belong to what is over."""
    yield from _alive(record, (it for it in record.standing if it.to is None))


def alive_in_private(record: Record) -> Iterator[str]:
    """Yields the same of what one alone sees."""
    yield from _alive(record, (it for it in record.standing if it.to is not None))


def _alive(record: Record, standing: Iterable[Shown]) -> Iterator[str]:
    since = record.ended - SETTLED_S
    for it in standing:
        for data in it.data:
            try:
                payload = read_payload(data)
            except BadPayload:
                continue
            lately = list(record.within(payload.table, since, record.ended))
            if it.at <= since and lately and not any(_answers(payload, table) for table in lately):
                yield f"{it.where}: {data} under {it.text!r}"
                break


def _answers(payload: Payload, table: Table) -> bool:
    """Returns whether a press would be taken, as far as it is for the table to say."""
    act = payload.act
    if table.over:
        return act in AFTERWARDS
    if table.mesa is None:
        return not isinstance(act, Action | Pick | Throw)
    if isinstance(act, Action) and is_for_hand(act):
        return table.in_hand and payload.question == table.hand
    if isinstance(act, Action | Pick | Throw) or act is InPlay.THROW:
        return table.in_hand and payload.question == table.question
    return not isinstance(act, Sit | InLobby)


def several_boards(record: Record) -> Iterator[str]:
    """Yields boards that can still be played on though the same chat has a newer one of their table."""
    since = record.ended - SETTLED_S
    boards: dict[tuple[str, str | None, str], list[Shown]] = {}
    for it in record.standing:
        if is_window(it.chat):
            continue
        for table in {table for data in it.data if (table := _asks_for_a_word(data))}:
            boards.setdefault((it.chat, it.to, table), []).append(it)
    for shown in boards.values():
        *older, _ = sorted(shown, key=lambda it: it.at)
        yield from (f"{it.where}: {it.text!r}" for it in older if it.at <= since)


def _asks_for_a_word(data: str) -> str:
    """The table of a button that says a word of the game; "" for any other button."""
    try:
        payload = read_payload(data)
    except BadPayload:
        return ""
    says = isinstance(payload.act, Action) and not is_for_hand(payload.act)
    return payload.table if says and not payload.paged else ""


def outlived(record: Record) -> Iterator[str]:
    """Yields messages that still say whose turn it is though it has long been somebody else's."""
    for it in record.standing:
        taught = LESSON.search(it.text) or it.text.removeprefix("### ").startswith(_WALKED_THROUGH)
        if it.at > record.ended - SETTLED_S - READ_S or taught:
            continue
        tables = record.at_tables_of(replace(it, at=record.ended), SETTLED_S + READ_S)
        for language in LANGUAGES:
            for names in re.findall(_TURNS[language], it.text):
                if not any(_speaks(table, names) for table in tables):
                    yield f"{it.where}: turn of {names!r} in {it.text!r}"
            own = it.to is not None and re.search(rf"{_YOU[language]}(?:\.| \()", it.text)
            if own and not any(_asks(table, it.to) for table in tables):
                yield f"{it.where}: their turn in {it.text!r}"


_NAMES = r"((?:\w+(?: 🤖)?)(?:(?:, | y | and | eta )\w+(?: 🤖)?)*)"
_TURNS = {
    language: re.escape(Texts(language)("turn-one", names="NAMES")).replace("NAMES", _NAMES) + r"\.$"
    for language in LANGUAGES
}
"""How a line of each language ends that says who is to speak."""


def _speaks(table: Table, names: str) -> bool:
    """Returns whether a table waits for one of these players, or says nothing of a turn."""
    asked = awaited_seats(table.mesa) if table.mesa is not None and not table.over else ()
    return any(re.search(rf"\b{re.escape(table.names[seat].split()[0])}\b", names) for seat in asked)


# ---- no other language -----------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 7
"""How many letters two words have by which a language is known."""


class _Said(Visitor):
    """Collects the texts of a file."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def visit_TextElement(self, node: TextElement) -> None:
        """A piece of text between two placeables."""
        self.texts.append(node.value)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yields what words follow each other with nothing but a space between, commands apart."""
    for line in re.split(r"[^\w\s]+|\n", re.sub(r"/\w+\s\w+", "\n", text)):
        words = _WORD.findall(line.casefold())
        yield from (pair for pair in pairwise(words) if len("".join(pair)) >= _SHORTEST)


@cache
def _spoken() -> Mapping[str, frozenset[tuple[str, str]]]:
    """Returns the pairs of words that the texts of one language have and those of no other."""
    pairs: dict[str, set[tuple[str, str]]] = {}
    for language in LANGUAGES:
        said = _Said()
        folder = files("musbot.words") / "locale" / language
        for file in folder.iterdir():
            said.visit(FluentParser().parse(file.read_text(encoding="utf-8")))
        pairs[language] = {pair for text in said.texts for pair in _pairs(text)}
    return {
        language: frozenset(own.difference(*(pairs[other] for other in LANGUAGES if other != language)))
        for language, own in pairs.items()
    }


_LABEL_THERE = re.compile(r"[“«][^”»]*[”»](?= \()")
"""A button as its table's message names it, before the reader's own name in brackets."""


def foreign(record: Record) -> Iterator[str]:
    """Yields what was said in a language that neither the chat nor the one who alone sees it speaks."""
    for it in record.shown:
        known = record.languages.get(without_topic(it.to or it.chat), frozenset()) or frozenset(LANGUAGES[:1])
        pairs = set(_pairs(_LABEL_THERE.sub("", it.text)))
        for language in LANGUAGES:
            if language not in known and (found := pairs & _spoken()[language]):
                yield f"{it.where}, who speak {sorted(known)}: {sorted(found)[:3]} in {it.text!r}"


# ---- no sentence untrue when it was sent -----------------------------------------------------------------

_WALKED_THROUGH = tuple(Texts(language)("along-title") for language in LANGUAGES)
"""The titles of the page that plays a whole hand as an example."""
_NOTHING = {Texts(language)("score-nothing") for language in LANGUAGES}
_OWN = re.compile(
    r"^(?:Nosotros|Us|Gu) (?:\d+ → )?(\d+)[^·]* · (?:ellos|them|haiek) (?:\d+ → )?(\d+)", re.MULTILINE
)
_SIDES = re.compile(rf"^(?:{'|'.join(SIGNS)}) [^\n:]*: (\d+)\b", re.MULTILINE)
_WORD_OR_NUMBER = re.compile(r"\w+")
_BOARD = re.compile(r"(?:juego|jokoa)\b[^\n]* · (?:(?:mano|hand) \d+|\d+\. eskualdia)$", re.MULTILINE)


def untrue(record: Record) -> Iterator[str]:
    """Yields what was said of whose turn it is, of the score and of nothing dealt, and was not so."""
    for it in record.shown:
        if LESSON.search(it.text) or it.text.removeprefix("### ").startswith(_WALKED_THROUGH):
            continue
        tables = record.at_tables_of(it, SLACK_S)
        if not tables:
            continue
        words = set(_WORD_OR_NUMBER.findall(it.text))
        tables = [table for table in tables if table.short in words] or tables
        for said, holds in _claims(it):
            if not any(holds(table) for table in tables):
                yield f"{it.where}: {said!r} in {it.text!r}"


def _claims(it: Shown) -> Iterator[tuple[str, Callable[[Table], bool]]]:
    """Yields what a text claims, and whether it holds of a table."""
    if it.to is not None and (
        you := next((you for you in _YOU.values() if re.search(rf"{you}(?:\.| \()", it.text)), "")
    ):
        yield you, lambda table: _asks(table, it.to)
    if nothing := next((text for text in _NOTHING if text in it.text), ""):
        yield nothing, lambda table: table.hand == 0
    if (own := _OWN.search(it.text)) and it.to is not None:
        yield own[0], lambda table: _owns(table, it.to) == (int(own[1]), int(own[2]))
    if _BOARD.search(it.text) and (sides := _SIDES.findall(it.text)):
        score = tuple(filter(None, map(int, sides)))  # of who rests nothing is told but that
        yield f"score {score}", lambda table: _held(table) == score


def _held(table: Table) -> tuple[int, ...]:
    return tuple(filter(None, table.mesa.piedras)) if table.mesa is not None else ()


def _asks(table: Table, person: ChatId | None) -> bool:
    seat = table.seat_of(PersonId(person)) if person is not None else None
    return table.mesa is not None and seat in awaited_seats(table.mesa)


def _owns(table: Table, person: ChatId | None) -> tuple[int, ...] | None:
    seat = table.seat_of(PersonId(person)) if person is not None else None
    if seat is None or table.mesa is None or len(table.mesa.piedras) != 2:
        return None
    return table.mesa.piedras[seat % 2], table.mesa.piedras[1 - seat % 2]


# ---- nothing without a cause, or twice for one -----------------------------------------------------------

_SECONDS = re.compile(r"\b(\d+) s\b")
CLOCK_S = 2.0
"""What a call may be off by: it is rounded, and takes its way."""
FAR_UP = 15
"""Messages of other talk that push a board up (docs/chat.md)."""


def uncaused(record: Record) -> Iterator[str]:
    """Yields what was sent though nobody had done anything, nothing had happened, no clock had struck."""
    yield from causes.uncaused(record.causes)


def repeated(record: Record) -> Iterator[str]:
    """Yields what one cause had sent twice to one chat, though the first was answered and stands."""
    yield from causes.repeated(record.causes)


def rung_twice(record: Record) -> Iterator[str]:
    """Yields what rang twice for one cause."""
    yield from causes.rung_twice(record.causes)


def outdated(record: Record) -> Iterator[str]:
    """Yields what was made of a table as it was no more when it was sent."""
    yield from causes.outdated(record.causes)


def pushed(record: Record) -> Iterator[str]:
    """Yields boards that were shown again for talk that they were not pushed up by."""
    for at, chat in record.causes.reposts:
        boards = [
            it.at for it in record.causes.sent if it.chat == chat and it.at <= at and " hand." in it.part
        ]
        heard = [it for it in record.talk.get(chat, ()) if boards and boards[-1] - 1 <= it <= at]
        if chat in record.talk and boards and len(heard) < FAR_UP:
            yield f"{chat} at {at:.0f}: {len(heard)} messages below its board"


def waits_wrongly(record: Record) -> Iterator[str]:
    """Yields calls after which somebody was spoken for sooner, or later, than they said (R94)."""
    for it in record.causes.sent:
        table, _, part = it.part.partition(" ")
        told = _SECONDS.search(it.text) if part.startswith(PartView.NUDGE.value) else None
        if told is None:
            continue
        before, after = record.change(table, it.at)
        spoken_for = before is not None and after is not None and sum(after[1].missed) > sum(before.missed)
        if after is not None and spoken_for and abs(after[0] - it.at - int(told[1])) > CLOCK_S:
            yield f"{it.chat}: {told[0]} in {it.text!r}, and {after[0] - it.at:.0f} s went by"


def unwanted(record: Record) -> Iterator[str]:
    """Yields tables that were put off and went on though not more than half had said so (R99)."""
    for name, states in record.tables.items():
        for (_, before), (at, after) in pairwise(states):
            goes_on = before.put_off and not after.put_off and not after.over
            if not goes_on or before.solo or not before.humans:
                continue
            here = {vote.seat for vote in before.votes if vote.what is Vote.RESUME}
            if len(here) + 1 < majority(before.humans):
                yield f"{name} at {at:.0f}, for {len(here)} votes of {len(before.humans)} before"


def hurried(record: Record) -> Iterator[str]:
    """Yields words that were said for somebody who had had less than `LEAST_S` (R94)."""
    for name, states in record.tables.items():
        asked = states[0][0]
        for (_, before), (at, after) in pairwise(states):
            if sum(after.missed) > sum(before.missed) and at - asked < LEAST_S:
                yield f"{name} at {at:.0f}, after {at - asked:.0f} s"
            asked = at if after.question != before.question else asked


def misled(record: Record) -> Iterator[str]:
    """Yields messages in private that lead to where their table can neither be read nor pressed any more."""
    groups = {it.message: it for it in record.standing if it.to is None}
    goes_on = any(not states[-1][1].over for states in record.tables.values() if states)
    for it in record.standing if goes_on else ():  # the board of a table that is over can be read
        if it.to is None or it.at > record.ended - SETTLED_S:
            continue
        dead = [number for number in it.leads if number in groups and not groups[number].data]
        yield from (f"{it.where}: to {groups[number].text!r}" for number in dead)


_NUMBER = re.compile(r"(?<= cards\.)\d+")
"""The number of the hand in the name of a seat's cards."""


def vanished(record: Record) -> Iterator[str]:
    """Yields hands that the bot has taken away from private chats: they end with a word. Windows just go.

    So does a hand of who plays on the board, for the next one, where it is too old to be changed into that.
    """
    for it in record.causes.sent:
        gone = (it.chat, it.message) in record.causes.gone and not is_window(it.chat)
        again = any(
            (later.chat, _NUMBER.sub("", later.part)) == (it.chat, _NUMBER.sub("", it.part))
            and later.at > it.at
            for later in record.causes.sent
        )
        if " cards." in it.part and gone and not again:
            yield f"{it.chat}: {it.text!r}"


Check = Callable[[Record], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    twice,
    alive,
    alive_in_private,
    several_boards,
    outlived,
    foreign,
    untrue,
    uncaused,
    repeated,
    rung_twice,
    outdated,
    pushed,
    waits_wrongly,
    unwanted,
    hurried,
    misled,
    vanished,
    long_count,
    disordered,
    unreasoned,
    miscredited,
    belied,
    belied_alone,
)
