"""One person is asked for a word in the terminal: what he is shown, what he may type, what he is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import chain, count
from string import ascii_lowercase

from adapters.console.learning import Course
from adapters.console.messenger import CHAT, ConsoleMessenger
from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.narrator import Narrator
from musbot.narrator.post import Button, Post
from musbot.service.door import Door
from musbot.service.replies import Reply
from musbot.service.typed import read_typed
from musbot.table.acts import Act, Ask, InPlay, OpenPage, Payload, Pick, TakeSeat, of_hand, read_payload
from musbot.table.pages import Page
from musbot.table.state import Person
from musbot.table.view import TableView
from musbot.words.cards import short

Lines = asyncio.Queue[str | None]
"""What is typed, line by line; None at its end."""

_NOT_NUMBERED: tuple[Act, ...] = (
    *(Ask.CARDS, Ask.SCORE, OpenPage(Page.MORE), OpenPage(Page.MAIN)),
    Action(Voz.PERDIDO),
)
"""What stands on a board besides the words of who is asked."""


class Question:
    """Asks one person, with the `board` of this moment before him, until the table moves on."""

    def __init__(
        self,
        door: Door,
        narrator: Narrator,
        messenger: ConsoleMessenger,
        lines: Lines,
        table: TableView,
        person: Person,
    ) -> None:
        self._door = door
        self._narrator = narrator
        self._texts = narrator.texts
        self._messenger = messenger
        self._screen = messenger.screen
        self._lines = lines
        self._table = table
        self._person = person
        self._options: dict[str, Button] = {}

    async def ask(self, board: Post) -> bool:
        """Asks; returns False when the input ends."""
        self._show_options(board)
        while True:
            self._screen.say(f"{self._person.name}> ", "bold green", end="")
            line = await self._line_or_change()
            if line is None:
                return False
            if not line or await self._answered(line):
                return True

    def _show_options(self, board: Post) -> None:
        """Shows the table and a person's cards; his choices are words by number, señas by letter."""
        self._screen.show(Post(board.title, board.text))
        hand = self._hand()
        self._screen.show(hand, "green")
        game = self._table.game
        if game is not None and game.fase is Fase.DESCARTE:
            most = max((offer.most or 0 for offer in game.offers), default=0)
            self._screen.say(self._texts("console-discard", cards=most), "dim")
            return
        words = [button for button in _buttons(board) if not _aside(_act(button))]
        gestures = [button for button in _buttons(hand) if of_hand(_act(button))]
        numbered = zip(map(str, count(1)), words, strict=False)
        self._options = dict(chain(numbered, zip(ascii_lowercase, gestures, strict=False)))
        self._screen.say("   ".join(f"{key} {it.label}" for key, it in self._options.items()), "bold")

    def _hand(self) -> Post:
        hand = self._door.hand(self._person.id, self._table.id, numbered=True)
        return hand.post if hand is not None else Post("", self._texts("cards-none"))

    async def _line_or_change(self) -> str | None:
        """What is typed; "" if the question moves on first (a partner answered, the clock struck)."""
        reading = asyncio.ensure_future(self._lines.get())
        while True:
            change = asyncio.ensure_future(self._messenger.changes.wait())
            await asyncio.wait({reading, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
            if reading.done():
                line = reading.result()
                return line if line is None else line.strip() or "?"
            self._messenger.changes.clear()
            now = self._messenger.tables[self._table.id]
            if now.question != self._table.question or self._person not in people_asked(now):
                reading.cancel()
                self._screen.say(f"\n{self._texts('console-moved-on')}", "yellow")
                return ""

    # ---- answering ---------------------------------------------------------------------------------------

    async def _answered(self, line: str) -> bool:
        """Does what was typed; returns whether the question may have been answered."""
        word = line.lower().strip("/ ")
        match word:
            case "tanteo" | "ayuda":
                await self._command(word)
            case "analisis" | "análisis" | "analizar":
                await self._command("analisis")
            case "aprender":
                await self._learn()
            case word if word.split()[:1] == ["glosario"]:
                await self._command("glosario", tuple(word.split()[1:]))
            case "cartas":
                self._screen.show(self._hand(), "green")
            case "reglas":
                self._screen.show(self._narrator.rules(self._table.rules))
            case "salir":
                await self._lines.put(None)
            case _:
                return await self._pressed(line)
        return False

    async def _learn(self) -> None:
        """Goes through the course until it is left; the table waits."""
        course = Course(self._door, self._narrator, self._screen, self._person)
        goes_on = await course.begin()
        while goes_on:
            line = await self._lines.get()
            if line is None:
                return await self._lines.put(None)
            goes_on = line.strip().lower() != "salir" and await course.choose(line)
        return None

    async def _command(self, name: str, words: tuple[str, ...] = ()) -> None:
        replies: list[Reply] = []
        await self._door.command(
            name, words, self._person, CHAT, private=False, key="", answer=replies.append
        )
        for reply in replies:
            self._screen.show(reply.post or Post("", reply.text))
            follows = await reply.follows if reply.follows is not None else None
            if follows is not None:
                self._screen.show(follows)

    async def _pressed(self, line: str) -> bool:
        """Presses what was typed, one after another while it is good; says why not where it is not."""
        presses = self._presses(line)
        if not presses:
            self._screen.say(self._texts("console-what"), "yellow")
        for data in presses:
            reply = await self._door.press(self._person, CHAT, data, key="")
            if not (reply.seen or reply.own):
                self._screen.say(reply.text, "yellow")
                return False
        return bool(presses)

    def _presses(self, line: str) -> list[str]:
        """What was typed as buttons, cards to throw or one word of the game; nothing if it is neither."""
        if line.lower() in self._options:
            return [self._options[line.lower()].data]
        numbers = line.replace(",", " ").split()
        if all(number.isdecimal() for number in numbers):
            return [] if self._options else self._throw({Pick(int(number)) for number in numbers})
        typed, game = read_typed(line), self._table.game
        now = (action for action in typed if game is not None and game.offers.allows(action))
        return [self._press(action) for action in [*now, *typed][:1]]

    def _throw(self, wanted: set[Pick]) -> list[str]:
        """The cards that are to be picked, or no longer, and the throw; nothing if one is not there."""
        picks = [button for button in _buttons(self._hand()) if button.card is not None]
        acts = [_act(button) for button in picks]
        if not all(pick in acts for pick in wanted):
            return []
        turned = [button.data for button in picks if (_act(button) in wanted) != self._is_picked(button)]
        return [*turned, self._press(InPlay.THROW)]

    def _is_picked(self, button: Button) -> bool:
        return button.card is not None and button.label != short(self._texts, button.card)

    def _press(self, act: Act) -> str:
        return str(Payload(self._table.id, self._table.question, act))


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


def _buttons(post: Post) -> Iterable[Button]:
    return [button for row in post.keyboard() for button in row if button.data]


def _aside(act: Act) -> bool:
    return act in _NOT_NUMBERED or isinstance(act, TakeSeat)


def _act(button: Button) -> Act:
    return read_payload(button.data).act
