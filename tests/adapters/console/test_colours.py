"""What is written in colours can be read on its ground, and where that is not known there are none."""

from __future__ import annotations

import asyncio
import curses
import os
import pty
import sys
import threading

import pytest

from adapters.console.background import (
    ENOUGH_COLOURS,
    TerminalAnswer,
    ask_terminal,
    choose_theme,
    count_colours,
    detect_theme,
)
from adapters.console.colours import MIN_CONTRAST, PALETTES, Colour, contrast, readable_theme, styles
from adapters.console.ground import TerminalKind, has_screen
from adapters.console.spoken import SpokenStage, spoken_line
from musbot.cli import options
from musbot.port.platform import Sitting, Theme
from musbot.store.sqlite import SqliteStore
from musbot.words.texts import LANGUAGES, Texts
from tests.support.typist import SHORT, sat

GROUNDS = {
    Theme.DARK: "000000 002b36 073642 1e1e1e 282c34 300a24 303030",
    Theme.LIGHT: "ffffff fdf6e3 eee8d5 f5f5f5 ffffdd",
}
"""Black and white, both of Solarized, and those of common terminals."""
PAIRS = [(theme, ground) for theme, grounds in GROUNDS.items() for ground in grounds.split()]


def colour(digits: str) -> Colour:
    return Colour(*bytes.fromhex(digits))


@pytest.mark.parametrize(("theme", "ground"), PAIRS)
def test_every_colour_can_be_read_on_every_ground_of_its_theme(theme: Theme, ground: str) -> None:
    assert {
        look for look, it in PALETTES[theme].items() if contrast(it, colour(ground)) < MIN_CONTRAST
    } == set()


def test_contrast_is_as_it_is_defined() -> None:
    assert contrast(colour("000000"), colour("ffffff")) == pytest.approx(21)
    assert contrast(colour("777777"), colour("ffffff")) == pytest.approx(4.48, abs=0.01)


def test_every_colour_is_one_that_all_terminals_of_256_share() -> None:
    shared = {0, 95, 135, 175, 215, 255}
    assert {part for palette in PALETTES.values() for it in palette.values() for part in it} <= shared


def test_every_theme_can_be_asked_for() -> None:
    assert tuple(theme.value for theme in Theme) == options.THEMES


def test_a_ground_decides_and_on_one_where_nothing_can_be_read_there_are_no_colours() -> None:
    grounds = ("000000", "002b36", "ffffff", "fdf6e3", "808080", "d70000")
    themes = [Theme.DARK, Theme.DARK, Theme.LIGHT, Theme.LIGHT, Theme.PLAIN, Theme.PLAIN]
    assert [readable_theme(colour(ground)) for ground in grounds] == themes
    assert set(styles(Theme.PLAIN).values()) == {"bold"}


@pytest.mark.parametrize(
    ("asked", "environ", "colours", "found"),
    [
        (None, {}, 256, (None, True)),
        (None, {}, 16, (Theme.PLAIN, False)),
        (Theme.DARK, {"NO_COLOR": "1"}, 256, (Theme.PLAIN, False)),
        (Theme.LIGHT, {"COLORFGBG": "15;0"}, 256, (Theme.LIGHT, False)),
        (None, {"COLORFGBG": "15;0"}, 256, (Theme.DARK, False)),
        (None, {"COLORFGBG": "0;default;15"}, 256, (Theme.LIGHT, False)),
        (None, {"COLORFGBG": "0;default"}, 256, (None, True)),
    ],
)
def test_who_says_the_theme_is_heard_before_the_terminal_is_asked(
    asked: Theme | None, environ: dict[str, str], colours: int, found: tuple[Theme | None, bool]
) -> None:
    assert choose_theme(asked, environ, colours) == found


@pytest.mark.parametrize(
    ("platform", "environ", "found"),
    [
        ("win32", {}, ENOUGH_COLOURS),
        ("linux", {"COLORTERM": "truecolor"}, ENOUGH_COLOURS),
        ("linux", {"COLORTERM": "24bit"}, ENOUGH_COLOURS),
    ],
)
def test_windows_and_a_terminal_that_says_so_have_colours_enough(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], found: int
) -> None:
    def unknown(_: str) -> None:
        raise curses.error("could not find terminal")

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(curses, "setupterm", unknown)
    assert count_colours("of nobody", environ) == found


@pytest.mark.parametrize(("term", "found"), [("xterm-256color", ENOUGH_COLOURS), ("vt100", 0)])
def test_without_curses_the_name_of_a_terminal_tells_its_colours(
    monkeypatch: pytest.MonkeyPatch, term: str, found: int
) -> None:
    monkeypatch.setitem(sys.modules, "curses", None)
    assert (count_colours(term, {}), has_screen(term), has_screen("dumb")) == (found, True, False)


@pytest.mark.parametrize(
    ("platform", "asked", "environ", "found"),
    [
        ("linux", Theme.DARK, {"COLORTERM": "truecolor"}, Theme.DARK),
        ("linux", None, {"NO_COLOR": "1"}, Theme.PLAIN),
        ("win32", None, {}, Theme.PLAIN),
    ],
)
def test_a_theme_that_is_known_and_windows_ask_the_terminal_nothing(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    asked: Theme | None,
    environ: dict[str, str],
    found: Theme,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "environ", environ)
    assert detect_theme(asked) == (found, "")


@pytest.mark.parametrize(
    ("answer", "heard"),
    [
        (b"\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\\x1b[?62;c", TerminalAnswer(colour("fdf6e3"), "")),
        (b"1\r\x1b]11;rgb:00/2b/36\x07pa\x1b[?1;2cso", TerminalAnswer(colour("002b36"), "1\npaso")),
        (b"\x1b[?1;2c", TerminalAnswer(None, "")),
        (b"envido 5\r", TerminalAnswer(None, "envido 5\n")),
    ],
)
def test_a_terminal_tells_its_background_and_what_was_typed_meanwhile_is_kept(
    answer: bytes, heard: TerminalAnswer
) -> None:
    keys, terminal = pty.openpty()

    def answers() -> None:
        asked = b""
        while not asked.endswith(b"\x1b[c"):
            asked += os.read(keys, 64)
        os.write(keys, answer)

    answering = threading.Thread(target=answers)
    answering.start()
    patience_s = 5.0 if b"c" in answer else 0.05
    assert ask_terminal(terminal, terminal, patience_s) == heard
    answering.join()
    for end in (keys, terminal):
        os.close(end)


# ---- for a screen reader -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("🔷 Ane (mano) y Maite 🤖: 0", "Bando 1: Ane (mano) y Maite (IA): 0."),
        ("1 de deje para 🔷 Ane y Maite", "1 de deje para Ane y Maite."),
        (
            "Grande: 1 para 🔷 (Maite envidó, nadie quiso)",
            "Grande: 1 para el bando 1 (Maite envidó, nadie quiso).",
        ),
        ("Grande: 🟠 10 · Ane envidó, Dani quiso", "Grande: 10 para el bando 2, Ane envidó, Dani quiso."),
        ("Chica: 🟠 el juego · órdago de Ane", "Chica: el bando 2, el juego, órdago de Ane."),
        ("Pares: 🟠", "Pares: el bando 2."),
        ("Sota🪙   7🪵", "sota de oros, siete de bastos."),
        ("4 Y yo (+2 → 8)", "4 Y yo (+2 pasa a 8)."),
        ("Mesa R8 · juego 1 (0–0)", "Mesa R8, juego 1 (0 a 0)."),
        ("— Grande —", "Grande."),
        ("Maite paso · Ane …", "Maite paso, Ane por hablar."),
    ],
)
def test_signs_are_said_in_words(line: str, said: str) -> None:
    assert spoken_line(Texts("es"), line) == said


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_partida_is_heard_without_a_sign_that_is_no_word(
    language: str, store: SqliteStore, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in ("1", "a", "ayuda", "1", "1", "x", None):
        lines.put_nowait(line)
    stage = SpokenStage(sys.stdout, lines, Texts(language), interactive=False)
    await sat(store, stage, Sitting(("vitoria", *SHORT), ("Ane",), 4), TerminalKind.TEXT, language)
    heard = capsys.readouterr().out
    assert heard.count("\n") > 40
    signs = {sign for sign in heard if not (sign.isalnum() or sign.isspace())}
    assert signs <= set(".,:;!?¡¿()«»“”'’-+/>…=%*")
