"""One person is asked for a word in the terminal: what they are shown, may type, and are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count
from string import ascii_lowercase

from adapters.console.commands import Commands, Then
from adapters.console.messenger import CHAT, ConsoleMessenger
from adapters.console.scene import Choosable, Fan
from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.narrator.post import Button, Post
from musbot.port.door import Door
from musbot.port.replies import OwnHand
from musbot.port.typed import read_slip, read_typed
from musbot.table.acts import Act, Ask, OpenPage, Payload, TakeSeat, Throw, of_hand, read_payload
from musbot.table.events import Person
from musbot.table.pages import Page
from musbot.table.view import TableView
from musbot.words.guess import plain
from musbot.words.texts import Texts

_NOT_NUMBERED: tuple[Act, ...] = (
    Ask.CARDS,
    Ask.SCORE,
    OpenPage(Page.MORE),
    OpenPage(Page.MAIN),
    Action(Voz.PERDIDO),
)
"""What stands on a board besides the words of who is asked."""
LETTERS = "abcde"
"""The places of one's cards: a number would be taken for a rank."""
THROW = frozenset(
    ("descarta", "descartar", "descarto", "tirar", "tiro", "throw", "discard", "bota", "botatu")
)
"""Words that throw the chosen cards, as Enter does."""
STAY = "s"
"""What is typed to stay servido; no card has that letter."""


class Question:
    """Asks one person, with the `board` of this moment before them, until the table moves on."""

    def __init__(
        self,
        door: Door,
        texts: Texts,
        messenger: ConsoleMessenger,
        table: TableView,
        person: Person,
        welcome: str = "",
    ) -> None:
        self._door = door
        self._texts = texts
        self._messenger = messenger
        self._stage = messenger.stage
        self._table = table
        self._person = person
        self._commands = Commands(door, texts, messenger.stage, person, table.rules)
        self._welcome = welcome
        self._options: dict[str, Button] = {}
        self._held: Fan | None = None
        self._most = 0

    async def ask(self, board: Post) -> bool:
        """Asks; returns False when the input ends. Nobody's cards stay where others come to look."""
        self._show(board)
        try:
            while (line := await self._line_or_change()) is not None:
                then = await self._answered(line.strip(), board)
                if then is not Then.ASK:
                    return then is Then.GO_ON
            return False
        finally:
            self._stage.leave_seat(hidden=len(people_at(self._table)) > 1)

    # ---- what is shown -----------------------------------------------------------------------------------

    def _show(self, board: Post) -> None:
        """Shows the table and a person's cards; words are chosen by number, señas and cards by letter."""
        own = self._door.answers.hand(self._person.id, self._table.id, drawn=True)
        rows = _buttons(own.post) if own is not None else []
        game = self._table.game
        throws = game is not None and game.fase is Fase.DESCARTE
        if throws:
            self._most = max((offer.most or 0 for offer in game.offers), default=0) if game is not None else 0
            stays = [button for button in rows if _act(button) == Action(Voz.SERVIDO)]
            self._options = dict(zip(STAY, stays, strict=False))
        else:
            words = [button for button in _buttons(board) if not _aside(_act(button))]
            gestures = [button for button in rows if of_hand(_act(button))]
            numbered = zip(map(str, count(1)), words, strict=False)
            self._options = dict(chain(numbered, zip(ascii_lowercase, gestures, strict=False)))
        self._held = fan(own, letters=throws)
        hint = self._texts("console-discard", cards=self._most) if throws else ""
        self._seat(board, "\n".join(filter(None, [self._welcome, hint])))

    def _seat(self, board: Post, hint: str) -> None:
        choices = tuple(Choosable(key, button.label) for key, button in self._options.items())
        now = self._messenger.offering(self._data(Ask.CARDS)) or board  # others may have thrown since
        self._stage.seat(self._person.name, now, self._held, choices, hint)

    async def _line_or_change(self) -> str | None:
        """What is typed; None at its end, `MOVED_ON` if somebody else has answered first."""
        reading = asyncio.ensure_future(self._stage.line(self._person.name))
        try:
            while not (reading.done() or self._moved_on()):
                self._messenger.changes.clear()
                change = asyncio.ensure_future(self._messenger.changes.wait())
                await asyncio.wait({reading, change}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
            return reading.result() if reading.done() else MOVED_ON
        finally:
            if not reading.done():
                reading.cancel()
                await asyncio.wait({reading})

    def _moved_on(self) -> bool:
        """Whether nobody waits for this word any more: a partner has answered, the clock has struck."""
        now = self._messenger.tables[self._table.id]
        return now.question != self._table.question or self._person not in people_asked(now)

    # ---- answering ---------------------------------------------------------------------------------------

    async def _answered(self, line: str, board: Post) -> Then:
        """Does what was typed, and tells what is to come of it."""
        if line == MOVED_ON:
            hand = self._table.game.hand if self._table.game is not None else 0
            self._stage.hear(hand, self._texts("console-moved-on"))
            return Then.GO_ON
        if not line:
            return await self._thrown()
        throws = self._held is not None and bool(self._held.letters)
        if throws and plain(line.strip("/ ")) in THROW:
            return await self._thrown()
        told = await self._commands.obey(line)
        if told is Then.SHOW:
            self._show(board)
            return Then.ASK
        if told is not None:
            return told
        if throws and (places := self._picked(line)) is not None:
            return self._echoed(places, board)
        return await self._pressed(line)

    def _picked(self, line: str) -> tuple[int, ...] | None:
        """The places that were typed, from 0; None if it is something else."""
        letters = line.lower().replace(",", " ").replace(" ", "")
        known = self._held.letters if self._held is not None else ""
        return tuple(sorted({known.index(it) for it in letters})) if set(letters) <= set(known) else None

    def _echoed(self, places: tuple[int, ...], board: Post) -> Then:
        """Says which cards would be thrown: only Enter throws them."""
        if self._held is None or len(places) > self._most:
            self._stage.note(self._texts("console-discard", cards=self._most))
            return Then.ASK
        self._held = replace(self._held, chosen=places)
        thrown = self._texts.listed([self._held.cards[place].said for place in places])
        self._seat(board, self._texts("console-throw", cards=thrown))
        return Then.ASK

    async def _thrown(self) -> Then:
        """Throws what was chosen and said; without that Enter does nothing."""
        if self._held is None or not self._held.chosen:
            throws = self._held is not None and self._held.letters
            self._stage.note(self._texts("console-discard", cards=self._most) if throws else "")
            return Then.ASK
        return await self._press(self._data(Throw(tuple(place + 1 for place in self._held.chosen))))

    async def _pressed(self, line: str) -> Then:
        """Presses the option, or says the word, that was typed; says why not where it is neither."""
        if (button := self._options.get(line.lower())) is not None:
            return await self._press(button.data)
        throws = self._held is not None and bool(self._held.letters)
        game = self._table.game
        fase = game.fase.value if game is not None else ""
        read = read_typed(line, {self._texts.language})
        typed = [word.action for word in read if word.lance is None or word.lance.value == fase]
        if (throws and any(sign.isdigit() for sign in line)) or not typed:
            self._stage.note(self._texts("console-letters") if throws else self._explain_unread(line))
            return Then.ASK
        now = [action for action in typed if game is not None and game.offers.allows(action)]
        if throws and not now:
            self._stage.note(self._texts("console-discard", cards=self._most))
            return Then.ASK
        return await self._press(self._data([*now, *typed][0]))

    def _explain_unread(self, line: str) -> str:
        """Returns a note for a line that is no game word."""
        slip = read_slip(line, {self._texts.language})
        if not slip:
            return self._texts("console-what")
        return self._texts("slip", word=self._texts.word(str(slip[0].action)))

    async def _press(self, data: str) -> Then:
        reply = await self._door.presses.press(self._person, CHAT, data, key="")
        if reply.seen or reply.own:
            return Then.GO_ON
        self._stage.note(reply.text)
        return Then.ASK

    def _data(self, act: Act) -> str:
        return str(Payload(self._table.id, self._table.question, act))


MOVED_ON = "\0"
"""In place of a line: nobody types that."""


def people_asked(table: TableView) -> list[Person]:
    """Returns the people whose word is awaited, in the order in which they are asked."""
    turno = table.game.turno if table.game is not None else ()
    people = people_at(table)
    return [people[seat] for seat in turno if seat in people]


def people_at(table: TableView) -> dict[int, Person]:
    """Returns the people at a table by their seats."""
    return {
        seat: Person(who.person, who.name) for seat, who in enumerate(table.seats) if who.person is not None
    }


def fan(own: OwnHand | None, *, letters: bool) -> Fan | None:
    """Returns one's own cards, with the letters of their places where some are to be thrown."""
    if own is None:
        return None
    marks = LETTERS[: len(own.faces)] if letters else ""
    return Fan(own.post.title, own.faces, own.post.text, marks)


def _buttons(post: Post) -> Iterable[Button]:
    return [button for row in post.keyboard() for button in row if button.data]


def _aside(act: Act) -> bool:
    return act in _NOT_NUMBERED or isinstance(act, TakeSeat)


def _act(button: Button) -> Act:
    return read_payload(button.data).act
