"""The terminal as it is drawn: what a terminal shows that is given all that was written to it."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pyte
import pytest
from prompt_toolkit.data_structures import Size as Columns
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.console import window
from adapters.console.full import FullStage
from adapters.console.ground import TerminalKind, has_screen
from adapters.console.scene import Size
from adapters.console.window import PromptWindow
from musbot.port.platform import Sitting, Theme
from musbot.store.sqlite import SqliteStore
from musbot.words.texts import Texts
from tests.support.typist import SHORT, TypedWindow, sat

ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"


class Tube(io.StringIO):
    """A terminal of some size: all that is written to it, and what it shows of that."""

    def __init__(self, keys: PipeInput) -> None:
        super().__init__()
        self.keys = keys
        self._written = asyncio.Event()
        self.resize(20, 60)

    def resize(self, rows: int, columns: int) -> None:
        """Has another size from now on, and shows nothing until it is drawn."""
        self.size = Columns(rows, columns)
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> int:
        self._stream.feed(text)
        self._written.set()
        return super().write(text)

    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def shows(self, text: str) -> str:
        """Waits until a text stands there; returns all that does."""
        while text not in (shown := self.shown()):
            self._written.clear()
            await self._written.wait()
        return shown

    def type(self, text: str) -> None:
        self.keys.send_text(text)


@asynccontextmanager
async def at_the_tube(
    store: SqliteStore, *names: str, theme: Theme = Theme.PLAIN
) -> AsyncIterator[tuple[Tube, asyncio.Task[None]]]:
    """People in front of a terminal, and their game, which is over once it was left."""
    with create_pipe_input() as keys:
        tube = Tube(keys)
        stage = FullStage(
            PromptWindow(keys, Vt100_Output(tube, lambda: tube.size, term="xterm-256color"), theme),
            Texts("es"),
        )
        sitting = Sitting(("vitoria", *SHORT), names or ("Ane",), 4)
        game = asyncio.create_task(sat(store, stage, sitting, TerminalKind.SCREEN))
        try:
            yield tube, game
        finally:
            game.cancel()
            await asyncio.wait({game})


async def to_the_first_question(tube: Tube) -> str:
    return await tube.shows("Ane>")


@pytest.mark.parametrize("leaves", ["\x03", "\x04", "salir\r"], ids=["Ctrl-C", "Ctrl-D", "salir"])
async def test_leaving_gives_the_screen_back_and_says_that_the_partida_is_kept(
    store: SqliteStore, leaves: str
) -> None:
    async with at_the_tube(store) as (tube, game):
        await to_the_first_question(tube)
        tube.type(leaves)
        await game
    screen, back, after = tube.getvalue().partition(BACK)
    assert screen.startswith(ALTERNATE) or ALTERNATE in screen[:40]
    assert back
    assert after.strip().endswith("La partida queda guardada, y la próxima vez sigue.")
    assert len(await store.list_unfinished()) == 1


async def test_ctrl_c_leaves_while_nobody_is_asked_too(store: SqliteStore) -> None:
    async with at_the_tube(store, "Ane", "Beñat") as (tube, game):
        await tube.shows("Pásale la pantalla a Ane.")
        tube.type("\x03")
        await game
    assert "guardada" in tube.getvalue().partition(BACK)[2]


async def test_a_resize_in_the_middle_of_a_question_draws_all_anew_and_keeps_what_was_typed(
    store: SqliteStore,
) -> None:
    async with at_the_tube(store) as (tube, game):
        small = await to_the_first_question(tube)
        assert "╭" not in small, "at so few rows cards are always names in a line"
        tube.type("pas")
        await tube.shows("Ane> pas")
        for rows, columns in ((40, 120), (12, 60), (24, 80)):
            tube.resize(rows, columns)
            signal.raise_signal(signal.SIGWINCH)
            screen = await tube.shows("Ane> pas")
            assert screen.splitlines()[0].startswith("── Mesa")
            assert "GRANDE. Habla Ane." in screen
        tube.type("o\r")
        await tube.shows("CHICA")
        tube.type("\x03")
        await game


async def test_what_others_hold_was_taken_off_the_screen_before_it_is_passed(store: SqliteStore) -> None:
    async with at_the_tube(store, "Ane", "Beñat") as (tube, game):
        await tube.shows("Pásale la pantalla a Ane.")
        tube.type("\r")
        own = await tube.shows("Ane>")
        assert "punto" in own
        tube.type("1\r")
        passed = await tube.shows("Pásale la pantalla a Beñat.")
        assert "punto" not in passed
        tube.type("\x03")
        await game


async def test_what_is_typed_while_others_speak_stays_and_counts_when_enter_is_pressed_at_a_question() -> (
    None
):
    with create_pipe_input() as keys:
        tube = Tube(keys)
        drawn = PromptWindow(keys, Vt100_Output(tube, lambda: tube.size, term="xterm-256color"))
        stage = FullStage(drawn, Texts("es"))
        await stage.open()
        stage.show_note("Habla Maite.")
        tube.type("2\rpas")
        await tube.shows("pas")
        asked = asyncio.create_task(stage.read_line("Ane"))
        await tube.shows("Ane> pas")
        assert not asked.done(), "an Enter from before the question answers nothing"
        tube.type("o\r")
        assert await asked == "paso", "not 2paso"
        await stage.close("")


async def test_what_is_entered_between_two_questions_is_answered_by_the_next_wait() -> None:
    with create_pipe_input() as keys:
        tube = Tube(keys)
        drawn = PromptWindow(keys, Vt100_Output(tube, lambda: tube.size, term="xterm-256color"))
        stage = FullStage(drawn, Texts("es"))
        await stage.open()
        stage.show_note("Habla Maite.")
        tube.type("tanteo\r3")
        await tube.shows("3")
        assert await stage.read_early() == "tanteo"
        await stage.close("")


async def test_what_is_entered_while_others_speak_is_answered_at_once_and_never_as_a_word() -> None:
    with create_pipe_input() as keys:
        tube = Tube(keys)
        drawn = PromptWindow(keys, Vt100_Output(tube, lambda: tube.size, term="xterm-256color"))
        stage = FullStage(drawn, Texts("es"))
        await stage.open()
        early = asyncio.create_task(stage.read_early())
        tube.type("1\r")
        assert await early == "1"
        early = asyncio.create_task(stage.read_early())
        tube.type("envi")
        await tube.shows("envi")
        assert "1envi" not in tube.shown(), "the line that was answered is gone"
        early.cancel()
        await asyncio.wait({early})
        asked = asyncio.create_task(stage.read_line("Ane"))
        await tube.shows("Ane> envi")
        tube.type("do\r")
        assert await asked == "envido", "what was not entered yet is still there at the question"
        await stage.close("")


async def test_without_colours_nothing_is_written_in_one(store: SqliteStore) -> None:
    colour = re.compile(r"\x1b\[[\d;]*(?<![\d])(?:3[0-7]|9[0-7]|4[0-7]|38|48)[\d;]*m")
    async with at_the_tube(store, theme=Theme.DARK) as (tube, game):
        await to_the_first_question(tube)
        assert "38;5;" in tube.getvalue(), "of the 216 that terminals share"
        assert colour.search(tube.getvalue())
        tube.type("\x03")
        await game
    async with at_the_tube(store) as (tube, game):
        await tube.shows("Ane>")
        assert not colour.search(tube.getvalue())
        tube.type("\x03")
        await game


async def test_what_a_terminal_answers_late_is_not_typed_and_what_was_typed_before_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with create_pipe_input() as pipe:
        monkeypatch.setattr(window, "create_input", lambda: pipe)
        keys = window._keys("en")
        pipe.send_text("\x1b]11;rgb:0000/2b2b/3636\x1b\\\x1b[?62;22cvido")
        assert "".join(press.data for press in keys.read_keys()) == "envido"


async def test_what_is_logged_meanwhile_comes_after_the_screen(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    logging.getLogger().addHandler(handler)
    try:
        async with at_the_tube(store) as (tube, game):
            await to_the_first_question(tube)
            logging.getLogger("musbot").warning("a thing to know")
            assert heard.getvalue() == ""
            tube.type("\x03")
            await game
        assert heard.getvalue() == "a thing to know\n"
    finally:
        logging.getLogger().removeHandler(handler)


def test_a_table_is_as_it_was_after_a_key_that_turns_pages() -> None:
    stage = FullStage(TypedWindow([]), Texts("es"))
    before = stage.rows(Size(60, 20))
    stage.scroll(1, Size(60, 20))
    assert stage.rows(Size(60, 20)) == before


@pytest.mark.parametrize(
    ("term", "screen"), [("xterm-256color", True), ("dumb", False), ("", False), ("unknown", False)]
)
def test_which_terminals_have_a_screen_apart(term: str, screen: bool) -> None:
    assert has_screen(term) is screen
