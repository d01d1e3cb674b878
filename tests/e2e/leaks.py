"""Searches everything that ever reached anybody for cards that were not theirs to see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass

from musbot.coach.course.lessons import Lesson, opening_hand, prepare_lesson
from musbot.game.actions import Seat
from musbot.game.cards import DECK, Card
from musbot.game.envite import Envite
from musbot.game.events import Dealt
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.pictures.draw import draw
from musbot.pictures.specs import Picture
from musbot.service.choices.narrators import Narrators
from musbot.table.events import AnyEvent
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.cards import card_name, cards_with_suits, short_name
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.journal import Sent

PNG = b"\x89PNG"
NARRATORS = Narrators(Narrator, LANGUAGES[0])
HAND = re.compile(r"(?:mano|hand) (\d+)$", re.MULTILINE)
FILM = re.compile(r"🎞 .* · (?:la mano |hand )?(\d+)\b")
"""The title of a hand's film; no button, whose words are in no text, has a number."""
ANALYSED = re.compile(r"🔍 .*(?:palabra a palabra|word by word|hitzez hitz)")
"""The title of what one's words in a hand were worth, told to that player alone; it names no card."""
BOARD = re.compile(r"juego \d+(?: \([\d–]+\))? · (?:mano|hand) (\d+)$", re.MULTILINE)
"""A hand that is over, and one under way."""
LESSON = re.compile(r"^(?:### )?(\d+)(?: de | of |/)12 · ", re.MULTILINE)
"""A page of the course, whose cards are everybody's."""
ALONG = tuple(Texts(language)("along-title") for language in LANGUAGES)
"""The titles of the hand played along before the lessons, whose cards are everybody's too."""
ORDINAL, COUNTED = re.compile(r"(\d+)\. (eskualdia|jokoa)"), {"eskualdia": "mano", "jokoa": "juego"}
"""How Basque says their numbers."""


def _names() -> dict[str, Card]:
    named = {}
    for language in LANGUAGES:
        texts = Texts(language)
        for card in DECK:
            named[card_name(texts, card).casefold()] = card
            named[short_name(texts, card).casefold()] = card
            named[cards_with_suits(texts, (card,)).casefold()] = card
            named[f"mus_{card}"] = card  # its emoji on Discord
    return named


NAMES = _names()


def cards_named(text: str) -> frozenset[Card]:
    """Returns the cards that a text names, in words, in their short form or as an emoji."""
    folded = text.casefold()
    return frozenset(card for named, card in NAMES.items() if named in folded)


@dataclass
class Known:
    """What a table lets be known: what each has held at any moment, what each hand and the lottery showed.

    `seen` are the cards shown in a hand that went on (R67, R68, R76).
    """

    held: dict[str, set[frozenset[Card]]] = field(default_factory=dict)
    shown: dict[int, frozenset[Card]] = field(default_factory=dict)
    seen: dict[int, frozenset[Card]] = field(default_factory=dict)
    filmed: dict[int, frozenset[Card]] = field(default_factory=dict)
    """What may be seen of a hand once it is over; all, when the partida is (R80)."""
    drawn: frozenset[Card] = frozenset()
    chats: set[str] = field(default_factory=set)


def known(log: Sequence[AnyEvent]) -> Known:
    """Reads it from a table's log."""
    told = Known()
    table: Table | None = None
    ended: dict[int, frozenset[Card]] = {}
    for event in log:
        table = fold(table, event)
        told.chats.add(table.chat)
        if table.sorteo is not None:
            told.drawn = frozenset(card for _, card in table.sorteo.drawn)
        mesa = table.mesa
        if mesa is None or not mesa.cards:
            continue
        for seat, who in enumerate(table.seats):
            if who is not None and who.person is not None:
                held = told.held.setdefault(who.person, set())
                held.add(frozenset(mesa.cards[seat]) | _thrown(table, seat))
        if mesa.shown:
            told.shown[mesa.hand] = frozenset(card for seat in mesa.shown for card in mesa.cards[seat])
            if isinstance(mesa.phase, Envite):
                told.seen[mesa.hand] = told.shown[mesa.hand]
        ended[mesa.hand] = frozenset(card for hand in mesa.cards for card in hand)
    told.filmed = ended if table is not None and table.over else told.shown
    return told


def _thrown(table: Table, seat: Seat) -> frozenset[Card]:
    thrown = getattr(table.mesa.phase, "thrown", None) if table.mesa is not None else None
    return frozenset(thrown[seat] or ()) if thrown else frozenset()


def cards_pictured(shown: object) -> frozenset[Card]:
    """Returns the cards that a picture shows, in whatever part of it."""
    if isinstance(shown, Card):
        return frozenset({shown})
    if isinstance(shown, str):
        return cards_named(shown)
    parts = [getattr(shown, part.name) for part in fields(shown)] if is_dataclass(shown) else shown
    if not isinstance(parts, list | tuple):
        return frozenset()
    return frozenset().union(*map(cards_pictured, parts))


def _named(
    fake: FakeTelegram, entry: Sent, drawn: Mapping[bytes, Picture] | None
) -> Iterator[tuple[str, frozenset[Card]]]:
    """Yields the cards of each text, and of each picture with its caption; `drawn` is what pictures show."""
    for said in entry.words():
        yield said, cards_named(said)
        if drawn is not None and said in fake.world.files:
            yield " ".join(entry.shown), cards_pictured(drawn.get(fake.world.files[said].body, DECK))
    for file in entry.files:
        if drawn is not None and file.body.startswith(PNG):
            yield " ".join(entry.shown), cards_pictured(drawn.get(file.body, DECK))


def every_picture(logs: Mapping[str, Sequence[AnyEvent]]) -> dict[bytes, Picture]:
    """Returns every picture, by its file, that may be made of what was public or a player's own.

    What a bot in another process sent and is not among them, it should not have sent; /tanteo is not here.
    """
    pictures = set()
    for log in logs.values():
        table: Table | None = None
        for event in log:
            table = fold(table, event)
            pictures |= {post.picture for post in _posts(table) if post.picture is not None}
    return {draw(picture): picture for picture in pictures}


def _posts(table: Table) -> Iterator[Post]:
    """What a table shows at one moment, to everybody and to each of its people."""
    group = NARRATORS.for_chat(table)
    yield group.lobby(watch(table))
    if table.finished:
        yield group.board(watch(table, finished=table.hands_over))
    if table.over:
        yield group.end(watch(table))
    for seat in table.humans:
        who = table.seats[seat]
        if table.mesa is not None and who is not None:
            yield NARRATORS.for_one(who, table).hand(watch(table, seat))


def leaks(
    fake: FakeTelegram, logs: Mapping[str, Sequence[AnyEvent]], drawn: Mapping[bytes, Picture] | None = None
) -> list[str]:
    """Returns every text and picture with a card it should not have, with who could see it.

    `drawn` is what each picture shows, by its file, and any other counts as one of the whole deck; without it
    only texts are looked at.
    """
    tables = [known(log) for log in logs.values()]
    found = []
    for entry in fake.sent:
        if entry.chat is not None and entry.chat < 0 and entry.kind != "answer":
            found += [f"in group {entry.chat}: {it}" for it in entry.words() if ANALYSED.search(it)]
        for said, named in _named(fake, entry, drawn):
            if not named:
                continue
            open_to_all = public(tables, f"telegram:{entry.chat}", said) if entry.kind != "answer" else []
            if any(named <= cards for cards in open_to_all):
                continue
            if entry.kind != "answer" and entry.chat is not None and entry.chat < 0:
                found.append(f"in group {entry.chat}: {said}")
                continue
            for viewer in fake.viewers(entry):
                own = [held for table in tables for held in table.held.get(f"telegram:{viewer}", ())]
                if not any(named <= held for held in own):
                    found.append(f"to {viewer}: {said}")
    return found


def lesson_in(text: str) -> frozenset[Card]:
    """Returns the cards of a lesson, if a text is a page of the course."""
    if any(title in text for title in ALONG):
        dealt = [event for event in opening_hand()[-1].events if isinstance(event, Dealt)]
        return frozenset(card for event in dealt for hand in event.cards for card in hand)
    if (page := LESSON.search(text)) is None:
        return frozenset()
    return frozenset(card for hand in prepare_lesson(list(Lesson)[int(page[1]) - 1]).hands for card in hand)


def public(tables: Sequence[Known], chat: str, said: str) -> list[frozenset[Card]]:
    """Returns the cards that a text in a chat may name, of each of its tables; of no other chat any.

    Who plays at a table may read in private of a hand that is over what its group was shown.
    """
    told = ORDINAL.sub(lambda it: f"{COUNTED[it[2]]} {it[1]}", said)
    hand, board = HAND.search(told), BOARD.search(told)
    if lesson := lesson_in(said):
        return [lesson]
    return [
        table.seen.get(int(board[1]), frozenset())
        if board
        else table.shown.get(int(hand[1]), frozenset())
        if hand
        else table.drawn
        for table in tables
        if any(it.partition("/")[0] == chat for it in table.chats) or (hand and chat in table.held)
    ]
