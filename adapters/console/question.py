"""Asks one person for a move: shows the table, reads lines, and plays the moves they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count
from string import ascii_lowercase

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.narrator.post import Button, Post
from musbot.port.door import Door
from musbot.port.replies import OwnHand
from musbot.port.typed import read_slip, read_typed
from musbot.table.acts import Act, Ask, OpenPage, Payload, TakeSeat, Throw, is_for_hand, read_payload
from musbot.table.events import Person, TableId
from musbot.table.pages import Page
from musbot.table.view import TableView
from musbot.words.guess import normalise

from .commands import Commands, NextStep
from .messenger import CHAT, MOVED_ON, ConsoleMessenger
from .scene import Choosable, Fan

_SECONDARY_ACTS: tuple[Act, ...] = (
    Ask.CARDS,
    Ask.SCORE,
    OpenPage(Page.MORE),
    OpenPage(Page.MAIN),
    Action(Voz.PERDIDO),
)
"""The acts of a board's buttons that are not moves of the player being asked."""
LETTERS = "abcde"
"""Letters that select cards. Digits would be mistaken for ranks."""
THROW = frozenset(
    ("descarta", "descartar", "descarto", "tirar", "tiro", "throw", "discard", "bota", "botatu")
)
"""Words that throw the chosen cards, as Enter does."""
STAY = "s"
"""The key that keeps all cards (servido). No card has this letter."""


class Question:
    """A question to one person, asked until they have moved or leave, or the table has moved on."""

    def __init__(
        self,
        door: Door,
        messenger: ConsoleMessenger,
        table: TableView,
        person: Person,
        *,
        welcomes: bool = False,
    ) -> None:
        self._door = door
        self._messenger = messenger
        self._stage = messenger.stage
        self._table = table
        self._person = person
        self._commands = Commands(door, messenger.stage, person, table.rules)
        self._welcomes = welcomes
        self._options: dict[str, Button] = {}
        self._held: Fan | None = None
        self._max_thrown = 0

    async def ask(self, board: Post) -> bool:
        """Asks for a move. Returns False if the input ends or the player leaves.

        True if they have moved or the table has moved on. Afterwards, clears the question, and hides the
        cards if several people share the terminal.
        """
        self._show(board)
        try:
            while (line := await self._line_or_change()) is not None:
                then = await self._handle_line(line.strip(), board)
                if then is not NextStep.ASK:
                    return then is NextStep.GO_ON
            return False
        finally:
            self._stage.clear_question(hidden=len(people_at(self._table)) > 1)

    # ---- what is shown -----------------------------------------------------------------------------------

    def _show(self, board: Post) -> None:
        """Shows the table and the player's cards, and numbers the choices.

        Words are chosen by number and señas by letter. In a discard, cards are chosen by letter, and STAY is
        the only other choice. Cards that were chosen before are no longer chosen.
        """
        board = self._current_board(board)
        own = self._door.answers.hand(self._person.id, self._table.id)
        rows = _buttons(own.post) if own is not None else []
        game = self._table.game
        throws = game is not None and game.fase is Fase.DESCARTE
        if throws:
            self._max_thrown = (
                max((offer.most or 0 for offer in game.offers), default=0) if game is not None else 0
            )
            stays = [button for button in rows if _button_act(button) == Action(Voz.SERVIDO)]
            self._options = dict(zip(STAY, stays, strict=False))
        else:
            words = [button for button in _buttons(board) if not _is_secondary(_button_act(button))]
            gestures = [button for button in rows if is_for_hand(_button_act(button))]
            numbered = zip(map(str, count(1)), words, strict=False)
            self._options = dict(chain(numbered, zip(ascii_lowercase, gestures, strict=False)))
        self._held = make_fan(own, letters=throws)
        hint = self._stage.texts("console-discard", cards=self._max_thrown) if throws else ""
        welcome = self._stage.texts("console-welcome") if self._welcomes else ""
        self._show_question(board, "\n".join(filter(None, [welcome, hint])))

    def _renew_cards(self) -> None:
        """Shows the player's cards again, in the form that they may just have chosen.

        Chosen cards stay chosen. No effect if no cards are shown.
        """
        if self._held is not None:
            own = self._door.answers.hand(self._person.id, self._table.id)
            fan = make_fan(own, letters=bool(self._held.letters))
            self._held = replace(fan, chosen=self._held.chosen) if fan is not None else None
            self._stage.show_hand(self._held)

    def _show_question(self, board: Post, hint: str) -> None:
        """Shows the player the current board, their cards, the choices and `hint`."""
        choices = tuple(Choosable(key, button.label) for key, button in self._options.items())
        self._stage.show_question(self._person.name, self._current_board(board), self._held, choices, hint)

    def _current_board(self, board: Post) -> Post:
        """Returns the chat's board if it still asks this question, otherwise `board`.

        Others may have discarded since, or the terminal may speak another language.
        """
        return self._messenger.message_with(self._data(Ask.CARDS)) or board

    async def _line_or_change(self) -> str | None:
        """Returns the typed line, None at the end of input, or `MOVED_ON` if the table moves on first."""
        reading = self._stage.read_line(self._person.name)
        return await self._messenger.read_until(reading, self._has_moved_on)

    def _has_moved_on(self) -> bool:
        """Returns whether this question is over.

        It is if a partner has answered, the time ran out, or the table was paused, set aside or ended.
        """
        now = self._messenger.tables[self._table.id]
        return not is_open(self._door, self._table.id) or (
            now.put_off or now.question != self._table.question or self._person not in people_asked(now)
        )

    # ---- answering ---------------------------------------------------------------------------------------

    async def _handle_line(self, line: str, board: Post) -> NextStep:
        """Runs the command or plays the move on a line, and returns the next step; never SHOW.

        `MOVED_ON` adds its reason to the events and gives GO_ON. The command that shows the table shows the
        question again; other commands show the cards again. An empty line, or in a discard a word of THROW,
        throws the chosen cards. In a discard, the letters of cards only choose them.
        """
        if line == MOVED_ON:
            self._tell_reason()
            return NextStep.GO_ON
        if not line:
            return await self._throw_chosen()
        throws = self._held is not None and bool(self._held.letters)
        if throws and normalise(line.strip("/ ")) in THROW:
            return await self._throw_chosen()
        spoken = self._stage.texts.language
        next_step = await self._commands.run_command(line)
        if next_step is not None and self._stage.texts.language != spoken:
            await self._door.chats.wait_until_shown(CHAT)
            next_step = NextStep.SHOW if next_step is NextStep.ASK else next_step
        if next_step is NextStep.SHOW:
            self._show(board)
            return NextStep.ASK
        if next_step is not None:
            self._renew_cards()
            return next_step
        if throws and (places := self._parse_places(line)) is not None:
            return self._preview_throw(places, board)
        return await self._answer(line.strip("/ "))

    def _tell_reason(self) -> None:
        """Adds the reason why the question is over to the events: the partner, or the clock (R94).

        Adds nothing if the table has ended or is paused.
        """
        now = self._messenger.tables[self._table.id]
        if now.put_off or not is_open(self._door, self._table.id):
            return
        missed = any(people_at(now).get(seat) == self._person for seat in now.silent_seats)
        hand = self._table.game.hand if self._table.game is not None else 0
        self._stage.add_line(hand, self._stage.texts("console-missed" if missed else "console-moved-on"))

    def _parse_places(self, line: str) -> tuple[int, ...] | None:
        """Returns the places of the cards that letters name, from 0, sorted; empty for separators alone.

        None if the line has other characters.
        """
        letters = line.lower().replace(",", " ").replace(" ", "")
        known = self._held.letters if self._held is not None else ""
        return tuple(sorted({known.index(it) for it in letters})) if set(letters) <= set(known) else None

    def _preview_throw(self, places: tuple[int, ...], board: Post) -> NextStep:
        """Marks the cards at these places and names them; with too many, only notes the limit. Returns ASK.

        The cards are thrown only at Enter.
        """
        if self._held is None or len(places) > self._max_thrown:
            self._stage.show_note(self._stage.texts("console-discard", cards=self._max_thrown))
            return NextStep.ASK
        self._held = replace(self._held, chosen=places)
        self._show_question(board, self._describe_throw())
        return NextStep.ASK

    def _describe_throw(self) -> str:
        """Returns the note of a discard: the chosen cards, or without any how many letters are expected."""
        texts, held = self._stage.texts, self._held
        if held is None or not held.chosen:
            return texts("console-discard", cards=self._max_thrown)
        thrown = texts.join_names([held.cards[place].said for place in held.chosen])
        return texts("console-throw", cards=thrown)

    async def _throw_chosen(self) -> NextStep:
        """Throws the chosen cards and returns GO_ON, or ASK if the table refused.

        Without chosen cards it returns ASK. In a discard it then notes the limit, and elsewhere it clears the
        note.
        """
        if self._held is None or not self._held.chosen:
            throws = self._held is not None and self._held.letters
            self._stage.show_note(self._describe_throw() if throws else "")
            return NextStep.ASK
        return await self._press(self._data(Throw(tuple(place + 1 for place in self._held.chosen))))

    async def _answer(self, line: str) -> NextStep:
        """Presses the option, or plays the word, that a line names. Returns GO_ON as `_press` does.

        Of several meanings of a word it plays the first legal meaning. If no meaning is legal, it presses the
        first, and the table refuses it; in a discard it presses nothing. Otherwise notes the reason and
        returns ASK.
        """
        if (button := self._options.get(line.lower())) is not None:
            return await self._press(button.data)
        throws = self._held is not None and bool(self._held.letters)
        game = self._table.game
        fase = game.fase.value if game is not None else ""
        read = read_typed(line, {self._stage.texts.language})
        typed = [word.action for word in read if word.lance is None or word.lance.value == fase]
        if (throws and any(char.isdigit() for char in line)) or not typed:
            self._stage.show_note(
                self._stage.texts("console-letters") if throws else self._explain_unread(line)
            )
            return NextStep.ASK
        now = [action for action in typed if game is not None and game.offers.allows(action)]
        if throws and not now:
            self._stage.show_note(self._describe_throw())
            return NextStep.ASK
        return await self._press(self._data([*now, *typed][0]))

    def _explain_unread(self, line: str) -> str:
        """Returns the note for a line that is not a word of the game.

        For a mistyped word it asks whether it means a word that may be said now, or lists these words.
        """
        game, word = self._table.game, self._stage.texts.word
        slips = read_slip(line, {self._stage.texts.language})
        if game is None or not slips:
            return self._stage.texts("console-what")
        now = [it.action for it in slips if game.offers.allows(it.action)]
        if now:
            return self._stage.texts("slip", word=word(str(now[0])))
        words = self._stage.texts.join_names([word(offer.voz.value) for offer in game.offers])
        return self._stage.texts("illegal-not-now", word=word(str(slips[0].action)), words=words)

    async def _press(self, data: str) -> NextStep:
        """Presses a button of the table for the player.

        Returns GO_ON if the table accepted it or its answer is for the player; otherwise notes the refusal
        and returns ASK.
        """
        reply = await self._door.presses.press(self._person, CHAT, data, key="")
        if reply.seen or reply.own:
            return NextStep.GO_ON
        self._stage.show_note(reply.text)
        return NextStep.ASK

    def _data(self, act: Act) -> str:
        """Returns the payload of an act at this question."""
        return str(Payload(self._table.id, self._table.question, act))


def is_open(door: Door, table: TableId) -> bool:
    """Returns whether a table is neither over nor set aside."""
    return any(it.id == table for it in door.chats.tables(CHAT))


def people_asked(table: TableView) -> list[Person]:
    """Returns the people here whose move is awaited, in the order in which they are asked."""
    turno = table.game.turno if table.game is not None else ()
    people = people_at(table)
    return [people[seat] for seat in turno if seat in people]


def people_at(table: TableView) -> dict[int, Person]:
    """Returns the people at a table by seat, without AI players; their language is not set."""
    return {
        seat: Person(who.person, who.name) for seat, who in enumerate(table.seats) if who.person is not None
    }


def make_fan(own: OwnHand | None, *, letters: bool) -> Fan | None:
    """Returns a player's cards to draw, with letters if some can be thrown; None without a hand."""
    if own is None:
        return None
    marks = LETTERS[: len(own.faces)] if letters else ""
    return Fan(own.post.title, own.faces, own.post.text, marks)


def _buttons(post: Post) -> Iterable[Button]:
    """Returns the buttons of a post that send a payload."""
    return [button for row in post.keyboard() for button in row if button.data]


def _is_secondary(act: Act) -> bool:
    """Returns whether an act is not the asked player's move, such as showing cards or taking a seat."""
    return act in _SECONDARY_ACTS or isinstance(act, TakeSeat)


def _button_act(button: Button) -> Act:
    """Returns the act of a button; raises BadPayload for a button that belongs to no table."""
    return read_payload(button.data).act
