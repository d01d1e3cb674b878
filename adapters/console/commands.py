"""Handles lines typed in the terminal that are commands, not words of the game.

Every command of the chats works here, except the names in `NOT_HERE`. Its answer is shown as a note or a
page, and the buttons of a page are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path

from musbot.game.rules_base import RuleSet
from musbot.narrator.post import Button, Post
from musbot.port.command import GivenCommand, Manners
from musbot.port.door import Door
from musbot.port.replies import Reply
from musbot.port.typed import read_typed
from musbot.table.acts import LEARN, NEW_HERE, OPEN_TABLE
from musbot.table.events import ChatId, Person
from musbot.table.view import TableView
from musbot.table.ways import ChatWay, ChooseWay, EndTable, OpenSettings, write_ways_act
from musbot.words.glossary import find_term, is_name, is_question, lost_question
from musbot.words.guess import normalise
from musbot.words.quoted import typed_program
from musbot.words.texts import Key, Texts

from .messenger import CHAT
from .named import find_begun, find_named, name_choices
from .scene import Choosable, Sheet
from .stage import Stage

NOT_HERE = frozenset(
    ("mus", "mesa", "cartas", "suerte", "salir", "sustituir", "idioma", "avisos", "borrar", "ayuda", "fechas")
)
"""Chat commands that have no use in the terminal, or whose names mean something else here."""
_SAME_COMMAND: Mapping[str, str] = {"analizar": "analisis"}
_DESCRIPTIONS: Mapping[str, Key] = {
    "acta": "console-help-acta",
    "ajustes": "console-help-settings",
    "ranking": "console-help-ranking",
    "terminar": "console-help-end",
}
"""Descriptions in the help that replace those for chats."""
_HERE = (ChatWay.LANGUAGE, ChatWay.CLOCK, ChatWay.PACE, ChatWay.SUITS)
CHAT_SETTINGS = frozenset(
    (write_ways_act(EndTable()), *(write_ways_act(OpenSettings(way)) for way in ChatWay if way not in _HERE))
)
"""The payloads of buttons on the page of settings that have no effect in the terminal.

`musbot play` always names the rules.
"""
_SUITS = frozenset((write_ways_act(OpenSettings(ChatWay.SUITS)),))
"""The payload of the button that has no effect where cards are always named."""
_PRIVACY = "privacidad"
"""The command about stored data. The terminal stores a file on the user's own computer."""
COURSE = "aprender"
"""The command that opens the course."""
LESSON = ChatId(f"{CHAT}/lesson")
"""A topic without tables: there `senas` says nothing about the cards of a partida that the course hides."""
LEARN_CLOSE = ".x"
"""The ending of the payload of a button that closes the course."""
_PARENTHESIS = re.compile(r" \([^()]*\)$")
_SHOW = frozenset(("mesa", "cartas", "table", "cards", "mahaia", "kartak"))
_LEAVE = frozenset(("salir", "leave", "exit", "quit", "irten"))
"""Words that leave the terminal."""
_HELP = frozenset(("ayuda", "help", "laguntza", "?"))


class NextStep(Enum):
    """The next step of the caller after a typed line."""

    ASK = "ask"
    """The question stays; read the next line."""
    SHOW = "show"
    """The question stays; show it again."""
    GO_ON = "go on"
    """The table may have moved on; check it again."""
    LEAVE = "leave"
    """The player leaves the terminal."""


class Commands:
    """The commands that one person can type, at a table or (if `rules` is None) without one."""

    def __init__(self, door: Door, stage: Stage, person: Person, rules: RuleSet | None = None) -> None:
        self._door = door
        self._rules = rules
        self._stage = stage
        self._player = person
        self._pages = 0
        self._in_lesson = False
        self._hidden = CHAT_SETTINGS | (_SUITS if stage.names_cards else frozenset())

    @property
    def _person(self) -> Person:
        """The person, with the terminal's language."""
        return replace(self._player, language=self._stage.texts.language)

    async def run_command(self, line: str) -> NextStep | None:
        """Runs the command on a line and returns the next step; None, without effect, if it is no command.

        Commands to leave or to show the table only return LEAVE or SHOW. Questions about the game and names
        of its terms are commands too, unless the line is also a move. Any other line with "/" counts, except
        a move, and except `/mus` with further words.
        """
        first, *words = line.strip("/ ").split() or [""]
        plays = read_typed(line.strip("/ "), {self._stage.texts.language})
        asks = not plays and (is_question(self._stage.texts, line) or is_name(self._stage.texts, line))
        name = _SAME_COMMAND.get(first.lower(), first.lower())
        if name in _LEAVE:
            return NextStep.LEAVE
        if name in _SHOW:
            return NextStep.SHOW
        if name in _HELP:
            return await self._help()
        for command, *_ in self._door.commands.list_commands(self._stage.texts.language):
            if command.name not in NOT_HERE and normalise(name) in command.every_name:
                return await self._command(command.name, words)
        if not plays and (about := lost_question(line)) is not None:
            return await self._help_lost_person(about)
        if asks:
            return await self._command("glosario", line.split())
        if line.startswith("/") and not plays and name != "mus":
            return await self._not_here(name)
        return None

    async def _not_here(self, name: str) -> NextStep:
        """Answers a line that begins with a slash and an unknown command, or one in `NOT_HERE`.

        A command in `NOT_HERE` gets a note, and ASK is returned. An unknown name is run as a chat command,
        which answers it; then returns the result of `_command`.
        """
        offered = self._door.commands.list_commands(self._stage.texts.language)
        if any(normalise(name) in command.every_name for command, *_ in offered):
            self._stage.show_note(self._stage.texts("console-not-here"))
            return NextStep.ASK
        return await self._command(name, ())

    async def read(self, page: Sheet, *, shared: str = "", asked: bool = False) -> NextStep:
        """Shows a page until the player continues, and runs the commands typed on it.

        Returns LEAVE to leave or if the input ends, and SHOW for the command that shows the table. Returns
        GO_ON if a command ended the table, otherwise ASK. If several players see the page, only Enter and
        leaving count, and `shared` answers any other line. A page that was `asked` for closes once a command
        typed on it has shown another page.
        """
        while line := await self._stage.read_page(page):
            pages, leaves = self._pages, NextStep.LEAVE if is_leaving(line) else None
            then = leaves if shared else await self.run_command(line)
            if then is None:
                self._stage.show_note(shared or self._stage.texts("console-read"))
            elif then is not NextStep.ASK or (asked and self._pages > pages):
                return then
        return NextStep.ASK if line is not None else NextStep.LEAVE

    async def _help(self) -> NextStep:
        """Shows the help: the choices of the current question, unless a lesson is open, and the commands.

        Commands in `NOT_HERE` are left out. Returns the step that ends the page: LEAVE, SHOW, GO_ON if a
        command typed on it ended the table, or ASK.
        """
        offered = self._door.commands.list_commands(self._stage.texts.language)
        about = [
            self._stage.texts(
                "console-help-command", command=called, about=self._describe_command(it.name, about)
            )
            for it, called, about in offered
            if it.name not in NOT_HERE
        ]
        replies = [] if self._in_lesson else await self._replies("ayuda", (), Manners(is_listed=False))
        here = self._stage.texts("console-help-open", program=typed_program())
        now = [self._reword(reply.post.text) for reply in replies if reply.post] or [here]
        text = "\n".join([*now, "", *self._explain_mus(), *self._explain_terminal(), "", *about])
        return await self._read(Post(self._stage.texts("console-help-title"), text.strip("\n")))

    def _explain_mus(self) -> list[str]:
        """Returns lines about the bets and the cards of a table of Mus; none elsewhere."""
        if self._rules is None or not self._rules.gathers:
            return []
        mind = [self._stage.texts("partner-goal-eight")] if self._rules.reyes == 8 else []
        return [self._stage.texts("console-help-mus"), *mind, ""]

    def _explain_terminal(self) -> list[str]:
        """Returns lines about the input here, and about the keys and signs of this terminal."""
        lines = [self._stage.texts("console-help", program=typed_program())]
        lines += [self._stage.texts("console-help-arrows")] if self._stage.can_hide else []
        return lines + ([] if self._stage.names_cards else [self._stage.texts("console-help-suits")])

    async def _help_lost_person(self, about: str) -> NextStep:
        """Explains the term that a lost person asks `about`, or shows the help of this moment.

        In a lesson that is the whole help; elsewhere the first post that /ayuda answers, or nothing. Returns
        the step that ends the page: LEAVE, SHOW, GO_ON if a command typed on it ended the table, or ASK.
        """
        if about and find_term(self._stage.texts, about) is not None:
            return await self._command("glosario", about.split())
        if self._in_lesson:
            return await self._help()
        replies = await self._replies("ayuda", (), Manners(is_listed=False))
        return await self._read(next((reply.post for reply in replies if reply.post), None))

    def _describe_command(self, command: str, about: str) -> str:
        """Returns the terminal's own description of a command, if it has one.

        Otherwise returns `about` without the parenthesis at its end, which names chats.
        """
        return (
            self._stage.texts(_DESCRIPTIONS[command])
            if command in _DESCRIPTIONS
            else _PARENTHESIS.sub("", about)
        )

    async def _command(self, name: str, words: Sequence[str]) -> NextStep:
        """Runs a chat command and shows its answers, refusals included; returns the next step.

        An answer with a text is a note, unless it is `own` or a post `follows`. Any other post with a title
        or buttons is shown as a page, one without them as a note. If the command ended a table, shows nothing
        and returns GO_ON. Returns LEAVE or GO_ON of a page at once, otherwise ASK. For `_PRIVACY` it runs no
        command: it shows the terminal's own page and returns its step, which may be SHOW.
        """
        if name == _PRIVACY:
            return await self._read(
                Post(self._stage.texts("privacy-title"), self._stage.texts("console-privacy"))
            )
        before = len(self._door.chats.tables(CHAT))
        replies = await self._replies(name, words, Manners())
        if len(self._door.chats.tables(CHAT)) < before:
            return NextStep.GO_ON
        for reply in replies:
            post = reply.page or reply.post
            if reply.follows is not None:
                self._stage.show_note(reply.text)
                post = await reply.follows or post
            elif reply.text and not reply.own:
                post = None  # its sentence names the next step, for which other platforms have buttons
            if post is None:
                self._stage.show_note(reply.text)
            elif not (post.title or post.rows):
                self._stage.show_note(post.text)
            elif (then := await self._read(post)) in (NextStep.LEAVE, NextStep.GO_ON):
                return then
        return NextStep.ASK

    async def _replies(self, name: str, words: Sequence[str], manners: Manners) -> list[Reply]:
        """Runs a chat command and returns its answers, refusals included.

        `manners` says how it is given here.
        """
        replies: list[Reply] = []
        chat = LESSON if self._in_lesson and name == "senas" else CHAT
        command = GivenCommand(
            name, tuple(words), self._person, chat, key="", answer=replies.append, manners=manners, named=True
        )
        await self._door.commands.run_command(command)
        return replies

    # ---- pages -------------------------------------------------------------------------------------------

    async def _read(self, post: Post | None) -> NextStep:
        """Shows a page and the pages that its buttons open, until the player leaves them; saves documents.

        None only clears the note and returns ASK. Without buttons, returns the result of `read`. With
        buttons, a word that leaves, or Enter by `_describe_enter`, closes only the page and returns ASK. The
        end of the input returns LEAVE; LEAVE and GO_ON of a typed command are returned, and any other line
        keeps the page. If a button answers with a text alone, returns the result of `_confirm_closed`. A page
        whose text has grown opens at its new lines.
        """
        self._stage.show_note("")
        self._pages += post is not None
        text = seen = ""
        while post is not None:
            post = _without_settings(post, self._hidden)
            buttons, more = _number_buttons(post, self._hidden), self._stage.texts("console-more")
            before, reworded = text, self._reword(post.text)
            text = "\n".join([reworded, *map(self._save_document, post.documents)])
            seen = next((it for it in (before, seen) if it != text and text.startswith(it)), "")
            if not buttons:
                back = self._stage.texts("console-back")
                closed_by_enter = Sheet(post.title, text, foot=back, more=more, seen=seen)
                return await self.read(closed_by_enter, asked=True)
            choices = tuple(Choosable(key, button.label) for key, button in buttons.items())
            hint, on_enter, leaves = self._describe_enter(list(buttons.values()))
            turns = on_enter is not None and on_enter.tone == "go"
            page = Sheet(post.title, text, choices, hint, more, seen, turns)
            line = await self._stage.ask_page(page, self._person.name)
            if line is None:
                return NextStep.LEAVE
            self._stage.show_note("")
            if is_leaving(line) or (leaves and not line.strip()):
                return NextStep.ASK
            done = await self._take_line(line, buttons) if line.strip() else on_enter
            if isinstance(done, Button):
                post = await self._follow_button(done, post)
                if post is not None and not (post.title or post.rows):
                    return await self._confirm_closed(post.text)
            elif done is NextStep.LEAVE or done is NextStep.GO_ON:
                return done
            elif done is None:
                labels = {choice.key: choice.label for choice in choices}
                self._stage.show_note(name_choices(self._stage.texts, labels) if line.strip() else hint)
        return NextStep.ASK

    async def _take_line(self, line: str, buttons: Mapping[str, Button]) -> Button | NextStep | None:
        """Returns the button of a page that a line names, or runs its command and returns the next step.

        A line names a button by its number, its label or the label's beginning. The move that the button says
        names it too; `ayuda` is always the command. None for any other line.
        """
        labels = {key: button.label for key, button in buttons.items()}
        asks_help = line.strip("/ ").lower() in _HELP
        if not asks_help and (named := find_named(self._stage.texts, labels, line)) is not None:
            return buttons[named]
        self._in_lesson = any(it.data.startswith(LEARN) for it in buttons.values())
        then = await self.run_command(line)
        self._in_lesson = False
        begun = find_begun(labels, line) if then is None else None
        return buttons[begun] if begun is not None else then

    async def _confirm_closed(self, text: str) -> NextStep:
        """Shows the text that confirms that a page was closed, and returns the next step.

        At a table the text is a note, and ASK is returned. In the course without a table it is the program's
        last page, and the result of `read` is returned. That page names the shell command for continuing the
        course.
        """
        if self._rules is not None:
            self._stage.show_note(text)
            return NextStep.ASK
        course = self._stage.texts("console-command", name=f"{typed_program()} learn")
        for it, called, _ in self._door.commands.list_commands(self._stage.texts.language):
            text = text.replace(f"/{called}", course) if it.name == COURSE else text
        return await self.read(
            Sheet(self._stage.texts("console-title"), text, foot=self._stage.texts("console-leave"))
        )

    def _reword(self, text: str) -> str:
        """Returns a page's text with the terminal's own sentences in place of three of the chats.

        These are about asking for explanations, choosing the language, and opening a table.
        """
        here = self._stage.texts("console-help-open", program=typed_program())
        text = text.replace(self._stage.texts("glossary-how-asked"), self._stage.texts("console-ask-how"))
        text = text.replace(self._stage.texts("way-about-language"), self._stage.texts("console-language"))
        return text.replace(self._stage.texts("help-open-new"), here)

    def _describe_enter(self, buttons: Sequence[Button]) -> tuple[str, Button | None, bool]:
        """Returns the hint for a page with buttons, the button that Enter presses, and whether Enter leaves.

        In the course Enter presses the button of the next page. It does nothing on a question, and leaves any
        other page of the course. Elsewhere it presses the back button, or leaves the page if there is none.
        The button is None if Enter presses none.
        """
        lesson = [it for it in buttons if it.data.startswith(LEARN)]
        if (on := next((it for it in lesson if it.tone == "go"), None)) is not None:
            return self._stage.texts("console-lesson-go"), on, False
        if any(it.data.endswith(LEARN_CLOSE) for it in lesson):
            return self._stage.texts("console-lesson-choose"), None, False
        back = self._stage.texts("button-back")
        up = next((it for it in buttons if it.label == back and not lesson), None)
        if lesson and self._rules is None:  # the last lesson, which ends the program
            return self._stage.texts("console-lesson-leave"), None, True
        return self._stage.texts("console-lesson-how"), up, up is None

    async def _follow_button(self, button: Button, before: Post) -> Post | None:
        """Presses a button and returns the page that it opens.

        Returns `before` if the button opens none, and None if it closes the page. A page without title and
        buttons confirms that the page was closed. The text of an answer without a page becomes the note.
        """
        reply = await self._door.presses.press(self._person, CHAT, button.data, key="", alone=True)
        follow_language(self._door, self._stage, next(iter(self._door.chats.tables(CHAT)), None))
        after = reply.page or reply.post
        if reply.text and (after is None or not after.text):
            self._stage.show_note(reply.text)
        return None if reply.closes else after or before

    def _save_document(self, document: tuple[str, bytes]) -> str:
        """Writes a document into the current folder and returns a note about the result.

        Never overwrites a file. An OSError is not raised: the note names its reason.
        """
        name, content = document
        try:
            with Path(name).open("xb") as file:
                file.write(content)
        except FileExistsError:
            return self._stage.texts("console-file-there", file=name)
        except OSError as error:
            return self._stage.texts("console-file-not", file=name, why=error.strerror or "")
        return self._stage.texts("console-file", file=name)


async def choose_language(door: Door, stage: Stage, person: Person, language: str) -> None:
    """Chooses a language for the terminal, unless `language` is "", and speaks the chosen one, if any."""
    if language:
        choice = write_ways_act(ChooseWay(ChatWay.LANGUAGE, language))
        await door.presses.press(person, CHAT, choice, key="")
    follow_language(door, stage, None)


def follow_language(door: Door, stage: Stage, table: TableView | None) -> None:
    """Switches the stage to the language chosen for the terminal, or otherwise to the language of `table`.

    Without either, the stage keeps its language.
    """
    language = door.commands.chosen_language(CHAT) or (table.language if table is not None else "")
    if language:
        stage.set_language(Texts(language))


def is_leaving(line: str) -> bool:
    """Returns whether a line is a word that leaves the terminal, with or without a slash."""
    return line.strip("/ ").lower() in _LEAVE


def _without_settings(post: Post, settings: frozenset[str]) -> Post:
    """Returns a post without the lines of its text that show these settings; its buttons stay.

    A line shows a setting if it begins with the label, a colon and a space (`label: `), of a button whose
    payload is in `settings`.
    """
    hidden = tuple(f"{it.label}: " for row in post.keyboard() for it in row if it.data in settings)
    lines = post.text.split("\n")
    return replace(post, text="\n".join(it for it in lines if not it.startswith(hidden))) if hidden else post


def _number_buttons(post: Post, hidden: frozenset[str]) -> dict[str, Button]:
    """Returns a page's buttons by the number, from "1", that selects them.

    Link buttons, buttons that open tables, and `hidden` payloads are left out.
    """
    hidden |= {"", OPEN_TABLE, NEW_HERE}
    buttons = [it for row in post.keyboard() for it in row if it.data not in hidden]
    return {str(number): button for number, button in enumerate(buttons, start=1)}
