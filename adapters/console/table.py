"""A table in the terminal: one person against AI players, or several people passing the screen around."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Mapping, Sequence
from itertools import count
from string import ascii_lowercase

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from musbot.game.actions import Seat
from musbot.game.errors import MusError
from musbot.game.events import Event, HandEnded
from musbot.game.rules import RuleSet
from musbot.game.views import heard
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.commands import COMMANDS, help_list
from musbot.service.manager import TableManager
from musbot.service.typed import read_typed
from musbot.table.acts import Act, Ask, InLobby, InPlay, OpenPage, Payload, Pick, read_payload
from musbot.table.pages import Page
from musbot.table.state import AnyEvent, Drawn, Occupant, Person, SatDown, Table
from musbot.table.view import watch

CHAT = "console:mesa"
AI_NAMES = ("Patxi", "Maite", "Koldo", "Nekane", "Txomin", "Amaia", "Iñaki", "Edurne")
WORDS = {"tanteo": "score", "cartas": "cards", "reglas": "rules", "ayuda": "help"}
_NOT_NUMBERED = (Ask.CARDS, Ask.SCORE, OpenPage(Page.MORE), OpenPage(Page.MAIN), InPlay.THROW)
Options = Mapping[str, tuple[str, Payload]]
"""What may be typed: the label and what is pressed then."""


class ConsoleTable:
    """Plays one table to its end, or until the input ends; `lines` gives what is typed, None at its end."""

    def __init__(
        self, manager: TableManager, narrator: Narrator, console: Console, lines: asyncio.Queue[str | None]
    ) -> None:
        self._manager = manager
        self._narrator = narrator
        self._texts = narrator.texts
        self._console = console
        self._lines = lines
        self._changes = asyncio.Event()
        self._looking: Seat | None = None
        manager.listeners.append(self._changed)

    async def play(self, rules: RuleSet, names: Sequence[str], seats: int, *, anew: bool) -> bool:
        """Plays until the partida is over (True) or the input ends (False).

        Goes on with the table that was left, unless one is wanted `anew`: then people sit down in turn order,
        AI players take the other seats.
        """
        left = self._manager.in_chat(CHAT)
        for table in left if anew else ():
            await self._manager.close(table.id)
        self._print(self._texts("console-welcome"), "dim")
        if left and not anew:
            table = left[0]
            self._print(self._texts("console-continue", short=table.short), "dim")
        else:
            table = await self._open(rules, names, seats)
        self._looking = table.humans[0] if len(table.humans) == 1 else None
        while not table.over:
            self._changes.clear()
            waiting = _people_awaited(table)
            if not waiting:
                await self._changes.wait()
            elif not await self._ask(table, waiting[0]):
                self._print(self._texts("console-saved"), "dim")
                return False
            table = await self._now(table)
        self._show(self._narrator.end(watch(table)))
        return True

    async def _open(self, rules: RuleSet, names: Sequence[str], seats: int) -> Table:
        people = [Occupant(name, f"{CHAT}#{name}", self._texts.language) for name in names]
        ais = [Occupant(name, ai="prudente") for name in AI_NAMES if name not in names]
        seated = [SatDown(seat, who) for seat, who in enumerate([*people, *ais][:seats])]
        first = Person(f"{CHAT}#{names[0]}", names[0])
        table = await self._manager.open(first, CHAT, self._texts.language, rules, seated=seated)
        await self._manager.press(first, Payload(table.id, 0, InLobby.START))
        return await self._now(table)

    # ---- what is heard -----------------------------------------------------------------------------------

    def _changed(self, table: Table, events: Sequence[AnyEvent]) -> None:
        only = table.humans[0] if len(table.humans) == 1 else None
        for event in events:
            if isinstance(event, HandEnded):
                self._show(self._narrator.board(watch(table, finished=event.hand)))
            elif isinstance(event, Drawn):
                self._print(self._narrator.draw(watch(table)), "dim")
            elif isinstance(event, Event):
                for told in heard(event, only, table.rules):
                    self._print(self._narrator.aloud(watch(table, only), told), "cyan")
        self._changes.set()

    # ---- asking ------------------------------------------------------------------------------------------

    async def _ask(self, table: Table, seat: Seat) -> bool:
        """Asks a person for a word until the table moves on; returns False when the input ends."""
        if len(table.humans) > 1 and self._looking != seat:
            self._console.clear()
            self._print(self._texts("console-pass", name=table.names[seat]), "bold yellow")
            if await self._lines.get() is None:
                return False
            self._looking = seat
        options = self._options(table, seat)
        self._print("   ".join(f"{key} {label}" for key, (label, _) in options.items()), "bold")
        while True:
            self._console.print(Text(f"{table.names[seat]}> ", style="bold green"), end="")
            line = await self._line_or_change(table, seat)
            if line is None:
                return False
            if not line:
                return True
            if await self._answered(table, seat, line, options):
                return True

    def _options(self, table: Table, seat: Seat) -> Options:
        """Shows the table and a person's cards; returns his choices: words by number, señas by letter."""
        view = watch(table, seat)
        board = self._narrator.board(view)
        self._show(Post(board.title, board.text))
        self._show(self._narrator.own_cards(view), "green")
        if view.game is not None and view.game.fase == "descarte":
            most = max((offer.most or 0 for offer in view.game.offers), default=0)
            self._print(self._texts("console-discard", cards=most), "dim")
            return {}
        words = [told for told in _pressable(board) if told[1].act not in _NOT_NUMBERED]
        gestures = _pressable(self._narrator.hand(view))
        keyed = (*zip(map(str, count(1)), words, strict=False), *zip(ascii_lowercase, gestures, strict=False))
        return dict(keyed)

    async def _line_or_change(self, table: Table, seat: Seat) -> str | None:
        """What is typed; "" if the question moves on first (a partner answered, the clock struck)."""
        reading = asyncio.ensure_future(self._lines.get())
        while True:
            change = asyncio.ensure_future(self._changes.wait())
            await asyncio.wait({reading, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
            if reading.done():
                line = reading.result()
                return line if line is None else line.strip() or "?"
            self._changes.clear()
            now = await self._now(table)
            if now.question != table.question or seat not in _people_awaited(now):
                reading.cancel()
                self._print(f"\n{self._texts('console-moved-on')}", "yellow")
                return ""

    async def _answered(self, table: Table, seat: Seat, line: str, options: Options) -> bool:
        """Does what was typed; returns whether the question may have been answered."""
        word = line.lower().strip("/ ")
        if word in WORDS:
            self._inform(table, seat, WORDS[word])
            return False
        if word == "salir":
            await self._lines.put(None)
            return False
        acts = self._acts(table, line, options)
        if acts is None:
            self._print(self._texts("console-what"), "yellow")
            return False
        who = table.seats[seat]
        person = Person(who.person or "", who.name) if who else Person("", "")
        try:
            for act in acts:
                await self._manager.press(person, act)
        except MusError as error:
            self._print(self._narrator.refusal(error, watch(table, seat)), "yellow")
            return False
        return True

    def _acts(self, table: Table, line: str, options: Options) -> list[Payload] | None:
        """What was typed as presses, or one word of the game; None if it is neither."""
        if line.lower() in options:
            return [options[line.lower()][1]]
        numbers = line.replace(",", " ").split()
        if all(number.isdecimal() for number in numbers):
            picked = table.picks[self._looking] if self._looking is not None else ()
            if options or picked:
                return None
            acts: list[Act] = [*(Pick(int(number)) for number in dict.fromkeys(numbers)), InPlay.THROW]
            return [Payload(table.id, table.question, act) for act in acts]
        typed = read_typed(line)
        return None if typed is None else [Payload(table.id, table.question, typed)]

    def _inform(self, table: Table, seat: Seat, what: str) -> None:
        view = watch(table, seat)
        match what:
            case "score":
                self._show(self._narrator.score(watch(table)))
            case "cards":
                self._show(self._narrator.own_cards(view), "green")
            case "rules":
                self._show(self._narrator.rules(table.rules))
            case _:
                self._show(self._narrator.help(view, help_list(self._texts, COMMANDS)))

    # ---- showing -----------------------------------------------------------------------------------------

    def _show(self, post: Post, style: str = "blue") -> None:
        title = Text(post.title, style="bold")
        self._console.print(Panel(Text(post.text), title=title, title_align="left", border_style=style))

    def _print(self, text: str, style: str = "") -> None:
        if text:
            self._console.print(Text(text, style=style))

    async def _now(self, table: Table) -> Table:
        return await self._manager.look(table.id) or table


def _pressable(post: Post) -> list[tuple[str, Payload]]:
    """The buttons of a post by their labels, but for links."""
    return [(button.label, read_payload(button.data)) for row in post.rows for button in row if button.data]


def _people_awaited(table: Table) -> list[Seat]:
    turno = watch(table).game.turno if table.mesa is not None else ()  # type: ignore[union-attr]
    return [seat for seat in turno if seat in table.humans]


def typed_lines() -> asyncio.Queue[str | None]:
    """Reads stdin in a thread of its own and returns the queue of its lines, None at the end."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True, name="stdin").start()
    return lines
