"""A table in the terminal: what is typed, what is shown."""

from __future__ import annotations

import asyncio
import io
import os
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from adapters.console.full import FullStage
from adapters.console.game import NotOpened
from adapters.console.ground import TerminalKind
from adapters.console.layout import text_of
from adapters.console.lines import LineStage
from adapters.console.messenger import CHAT, ConsoleMessenger
from adapters.console.scene import Scene, Sheet, Size
from adapters.console.spoken import SpokenStage
from adapters.console.stage import Stage
from adapters.console.wrap import PIPS, width
from musbot.app import Process
from musbot.coach.course import lessons
from musbot.game.engine import awaited_seats
from musbot.game.rule_sets import read_option, rule_set
from musbot.game.views import observe
from musbot.narrator.post import Button, Post
from musbot.players import USUAL, AIKind, cautious
from musbot.port.messenger import Gone
from musbot.port.platform import Sitting, TableOption
from musbot.service.choices.kept import Fact
from musbot.service.tables.manager import TableManager
from musbot.store.codec import decode
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import ActResult, Confirmation
from musbot.table.decisions import miss_turn
from musbot.table.events import ChatId, PutOff, Reason, SatDown, read_person_id
from musbot.table.table import Table
from musbot.words.texts import Texts
from tests.simulation.raising import Fault, Kind, faulty, function_named
from tests.support.typist import SHORT, SIZES, TypedWindow, on_screen, sat


class DrawnStage(FullStage):
    """A screen of which every picture is kept, however short it stood there."""

    def __init__(self, window: TypedWindow, texts: Texts) -> None:
        super().__init__(window, texts)
        self.drawn: list[str] = []

    def _show(self, scene: Scene) -> None:
        super()._show(scene)
        self.drawn.append("\n".join(text_of(self.rows(Size(80, 24)))))


class Attentive(TypedWindow):
    """A window at which somebody types `most` times what the screen calls for."""

    def __init__(self, answer: Callable[[str], str], most: int = 40) -> None:
        super().__init__([])
        self._answer = answer
        self._most = most

    async def read_line(self, *, keeps: bool = False) -> str:
        if not keeps and len(self.frames) < self._most:
            self.typed = [self._answer(self.seen(self.sizes[0]))]
        return await super().read_line(keeps=keeps)


UNNAMED = Sitting(("vitoria", *SHORT), (), 4)
WHOLE = ["1", "a", ""] * 300
"""The first option again and again, and the first card thrown: a partida to its end."""
SAVED = "La partida queda guardada"
COUNT = r"Mesa \w+ · mano 1 ─"
"""The heading of what the first hand has come to."""
SOON_OVER = 10
"""A cut after which a hand of Vitoria is over when Ane has said their first option three times."""


async def played(
    store: SqliteStore,
    typed: Sequence[str | None],
    names: Sequence[str] = ("Ane",),
    rules: str = "vitoria",
    seats: int = 4,
    *,
    anew: bool = False,
    cut: int | None = None,
    ai: AIKind = USUAL,
    where: TerminalKind = TerminalKind.PIPE,
    wanted: frozenset[TableOption] = frozenset(),
    seed: int = 35,
) -> str:
    """Types these lines at a terminal; returns what it showed."""
    shown = io.StringIO()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in typed:
        lines.put_nowait(line)
    sitting = Sitting(
        (rules, *SHORT),
        tuple(names),
        seats,
        anew=anew,
        cut=cut,
        ai=ai,
        ruled=rule_set(rules, dict(map(read_option, SHORT))),
        wanted=wanted,
    )
    stage = LineStage(shown, lines, lambda: 100, Texts("es"), interactive=where is TerminalKind.DUMB)
    await sat(store, stage, sitting, where, seed=seed)
    return shown.getvalue()


def flat(screen: str) -> str:
    """A screen as if it were one line."""
    return " ".join(screen.split())


def sitting(*names: str, rules: str = "vitoria", seats: int = 4, cut: int | None = None) -> Sitting:
    return Sitting((rules, *SHORT), names or ("Ane",), seats, cut=cut)


@pytest.mark.parametrize(
    ("rules", "seats", "seed"), [("vitoria", 4, 35), ("trios", 6, 1), ("individual", 3, 35)]
)
async def test_a_partida_is_played_to_its_end(store: SqliteStore, rules: str, seats: int, seed: int) -> None:
    told = await played(store, WHOLE, rules=rules, seats=seats, seed=seed)
    assert SAVED not in told
    assert "Se sortea quién da:" in told
    assert "GRANDE. Habla Ane." in told
    assert "Partida para" in told
    assert "Semilla" in told
    assert "acta" not in told  # nobody is asked after the end
    assert await store.list_unfinished() == []


async def test_a_card_looks_the_same_in_a_hand_and_in_every_count(store: SqliteStore) -> None:
    told = await played(store, WHOLE, rules="castellano-40")
    hands = re.findall(r"^🔷 Ane(?: \(\w+\))?: (.+?) ·", told, re.MULTILINE)
    assert len(hands) > 1
    assert all(re.fullmatch(r"(?:\w+[●▼†▮](?:  |$)){4}", hand) for hand in hands), hands


async def test_who_takes_the_other_seats_is_chosen(store: SqliteStore) -> None:
    await played(store, [None], ai=AIKind.NOVATO)
    (table,) = await store.list_unfinished()
    events = [decode(stored) for _, stored in await store.load_log(table.table)]
    sat_down = [event.who.ai for event in events if isinstance(event, SatDown)]
    assert sat_down == [None, "novato", "novato", "novato"]


async def test_who_sits_alone_sees_no_cards_but_their_own_until_they_are_shown(store: SqliteStore) -> None:
    told = await played(store, ["2", None])
    before_the_count = told.split("Se sortea quién da:")[1].split("Sale ")[1].split("\n", 1)[1]
    lines = before_the_count.splitlines()
    own = [n for n, line in enumerate(lines) if re.search(r"[●▼†▮]", line)]
    assert own
    assert all("Ane, tus cartas" in lines[n - 1] for n in own)


async def test_senas_and_looks_have_letters(store: SqliteStore) -> None:
    told = await played(store, ["a", "b", None], cut=1)
    before, signed, looked = (part.partition("Ane> ")[0] for part in told.split("tus cartas")[1:])
    sena = re.findall(r"a Seña:\s(\w+(?: \w+)?)  ", before)[0]
    assert "Has pasado una seña" not in before
    assert f"Has pasado una seña: {sena}." in signed
    name = re.findall(r"b Mirar a\s(\w+)", signed)[0]
    assert f"Miras a {name}." not in signed
    assert f"Miras a {name}." in looked


async def test_commands_work_while_others_speak_and_words_do_not_count(store: SqliteStore) -> None:
    window = TypedWindow([""], early=["1", "tanteo", "salir"])
    stage = DrawnStage(window, Texts("es"))
    await sat(store, stage, UNNAMED, TerminalKind.SCREEN, seed=3)
    assert any("Todavía no te toca" in it for it in stage.drawn)
    score, *_ = window.screens
    assert "Intro: volver" in score
    assert "¿MUS?" in score
    assert SAVED in window.farewell


async def test_where_several_share_a_screen_they_can_only_leave_while_others_speak(
    store: SqliteStore,
) -> None:
    window = TypedWindow([""], early=["tanteo", "salir"])
    stage = DrawnStage(window, Texts("es"))
    sitting = replace(UNNAMED, names=("Ane", "Beñat"))
    await sat(store, stage, sitting, TerminalKind.SCREEN, seed=3)
    assert any("Todavía no te toca" in it for it in stage.drawn)
    assert not window.screens
    assert SAVED in window.farewell


async def test_what_is_not_understood_is_asked_again_and_nothing_is_lost(store: SqliteStore) -> None:
    told = await played(store, ["ocho", "99", "mus", None])
    assert told.count("No te entiendo.") == 2
    assert "«mus»" in told.split("Ane> ")[-2]
    assert SAVED in told
    again = await played(store, [None])
    assert "Hay una partida a medias" in again


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("tanteo", "🔷 Ane"),
        ("cartas", "tus cartas"),
        ("/reglas tríos", "tríos"),
        ("ayuda", "salir»"),
        ("ayuda", "• Envido (2)"),
        ("no entiendo nada", "• Envido (2)"),
        ("¿qué hago?", "• Envido (2)"),
        ("what should I do", "Grande: ganan las cartas más altas"),
        ("no entiendo los pares", "Tener cartas iguales"),
        ("senas", "dos reyes"),
        ("historial", "partida"),
        ("/ajustes", "Palos"),
        ("glosario deje", "Lo que cobra al momento"),
        ("¿qué es el deje?", "Lo que cobra al momento"),
        ("deje", "Lo que cobra al momento"),
        ("reglas", "musbot play vitoria piedras=30"),
        ("verificar", "huella"),
        ("/idioma", "de los chats"),
        ("/foo", "«foo» no lo conozco"),
        *(("ayuda", pip) for pip in PIPS.values()),
        ("/tanteoo", "¿Querías decir «tanteo»?"),
    ],
)
async def test_a_question_is_answered_and_the_turn_stays(store: SqliteStore, word: str, shown: str) -> None:
    told = await played(store, [word, None])
    assert shown in " ".join(told.split("Ane> ")[1].split())
    assert SAVED in told


@pytest.mark.parametrize(
    ("word", "shown"),
    [("/paso", "Ane: paso"), ("/Envido 5", "Ane: envido 5"), ("/mus", "Ahora no"), ("/¿paso?", "── Paso ──")],
)
async def test_a_word_of_the_game_may_be_typed_as_a_command(
    store: SqliteStore, word: str, shown: str
) -> None:
    told = await played(store, [word, None])
    assert shown in told.split("Ane> ")[1]


async def test_the_help_of_the_terminal_tells_its_own_commands_and_none_that_is_the_chats(
    store: SqliteStore,
) -> None:
    told = (await played(store, ["ayuda", None])).split("Ane> ")[1]
    assert "«salir», Ctrl-C o Ctrl-D: te vas" in flat(told)
    assert "/" not in told.split("Ayuda de la terminal")[1].replace("1/", "")
    assert not re.search(r"^(salir|sustituir|suerte|borrar|fechas): ", told, re.MULTILINE)
    assert re.search(r"^tanteo: ", told, re.MULTILINE)
    assert "se dicen al empezar: musbot play --names" in flat(told)


# ---- what is told, and when ------------------------------------------------------------------------------


async def test_the_table_and_its_promise_are_shown_before_the_first_hand(store: SqliteStore) -> None:
    told = await played(store, [None])
    begins = told.index("Mano 1. ")
    assert told.index("Baraja sellada") < begins
    assert told.index("Se sortea quién da:") < begins
    assert told.count("Baraja sellada") == 1


async def test_the_count_of_a_hand_stands_between_its_last_word_and_the_next_hand(store: SqliteStore) -> None:
    told = await played(store, ["1"] * 60 + [None])
    words, count = re.split(COUNT, told, maxsplit=1)
    count, after = count.split("Mano 2. ", 1)
    assert "GRANDE" in words
    assert re.search(r"^🔷 Ane y \w+: \d+ → \d+$", count, re.MULTILINE)
    assert (
        re.findall(
            r"^(?!🔷|🟠|Grande|Chica|Pares|Juego|Punto)\w+(?: 🤖)?: (?!\d).+",
            count.split("→")[-1],
            re.MULTILINE,
        )
        == []
    )
    assert re.findall(r"^\w+(?: 🤖)?: .+", after, re.MULTILINE)


async def test_the_count_stays_on_the_screen_until_somebody_has_read_it(store: SqliteStore) -> None:
    window = await on_screen(store, ["1", "1", "1", "", None], sitting(cut=SOON_OVER))
    counts = [n for n, screen in enumerate(window.screens) if re.search(COUNT, screen)]
    assert len(counts) == 1, "it is there once, as Enter was pressed once"
    count = window.screens[counts[0]]
    assert "Intro: seguir" in count
    assert "→" in count
    assert "Mano 2. " not in window.screens[counts[0] - 1]
    assert "Mano 2. " in window.screens[counts[0] + 1]


async def test_what_is_too_long_for_the_screen_is_turned_before_it_goes(store: SqliteStore) -> None:
    from adapters.console.scene import Size

    low = (Size(60, 12),)
    window = await on_screen(store, [*["1"] * 3, *[""] * 5, None], sitting(cut=SOON_OVER), sizes=low)
    pages = [screen for screen in window.screens if re.search(COUNT, screen) or "mano 1 ── " in screen]
    count = [screen for screen in window.screens if "mano 1 " in screen and "↑↓" in screen]
    assert len(count) > 1, pages
    assert any("→" in it for it in count)


async def test_what_is_typed_at_a_count_is_answered_and_the_count_stays(store: SqliteStore) -> None:
    typed = ["1", "1", "1", "¿qué es el deje?", "", "mus", "", None]
    window = await on_screen(store, typed, sitting(cut=SOON_OVER))
    count, deje, again, unknown, after = window.screens[3:8]
    assert "Lo que cobra al momento" in deje
    assert again == count
    assert "Aquí también valen «ayuda», «salir»" in unknown
    assert re.search(COUNT, unknown)
    assert "Mano 2. " in after


@pytest.mark.parametrize("typed", [["1", "1", "1", "salir"], ["¿qué son pares?", "/salir"]])
async def test_one_leaves_from_whatever_they_read(store: SqliteStore, typed: list[str]) -> None:
    window = await on_screen(store, typed, sitting())
    assert len(window.screens) == len(typed)
    assert window.farewell.startswith(SAVED)


@pytest.mark.parametrize("kind", [Kind.KEY_ERROR, Kind.RUNTIME_ERROR, Kind.CANCELLED])
@pytest.mark.parametrize(
    ("function", "typed"),
    [
        ("musbot/service/chat/presses.py:Presses.press", "1"),
        ("musbot/service/commands/registry.py:CommandRegistry.run_command", "tanteo"),
    ],
)
async def test_an_error_of_ours_is_told_and_the_game_goes_on(
    store: SqliteStore, function: str, typed: str, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    calls = 6 if typed == "1" else 2  # the first ones open the table and seat people
    fault = Fault(function_named(function), kind, calls, active=lambda: True)
    with faulty(fault):
        told = await played(store, [typed, *WHOLE])
    assert fault.hits == 1
    assert "Algo se ha torcido. Prueba otra vez." in flat(told)
    assert "Partida para" in told
    assert len([record for record in caplog.records if record.exc_info]) == 1


async def test_what_is_not_understood_leaves_a_long_page_where_it_was_turned_to(store: SqliteStore) -> None:
    typed = ["1", "1", "1", "", "mus", None]
    window = await on_screen(store, typed, sitting(cut=SOON_OVER), sizes=(Size(60, 20),))
    first, turned, noted = (int(re.findall(r" (\d+)–", it)[0]) for it in window.screens[3:])
    assert first < turned <= noted


async def test_a_partner_tells_in_the_first_hand_of_a_life_what_it_is_about(store: SqliteStore) -> None:
    window = await on_screen(store, ["", "1", None], sitting(), sizes=(Size(60, 20),), new=True)
    told, asked, later = window.screens
    assert "💬 Maite 🤖 te explica: vamos contra Patxi 🤖 y Koldo 🤖." in " ".join(told.split())
    assert "¿Primera vez?" in asked
    assert "te explica" not in asked + later


async def test_what_it_is_about_is_told_once_to_each_who_plays(store: SqliteStore) -> None:
    typed = [*["", "", "1", "a", ""] * 8, None]
    both = replace(sitting(), names=("Ane", "Beñat"))
    window = await on_screen(store, typed, both, sizes=(Size(60, 20),), new=True)
    told = [screen for screen in window.screens if "te explica" in screen]
    assert len(told) == 2
    assert any("mano 2 " in screen for screen in window.screens)
    again = await on_screen(store, typed[:8], replace(both, anew=True), new=True)
    assert not any("te explica" in screen for screen in again.screens)


async def test_one_enter_leads_from_the_help_back_to_the_table(store: SqliteStore) -> None:
    window = await on_screen(store, ["ayuda", "", None], sitting(), sizes=(Size(60, 20),))
    asked, helped, again = window.screens
    assert "↑↓: pasar página · Intro: volver" in helped
    assert again == asked


@pytest.mark.parametrize("typed", ["senas", "1", "a", "s", "cartas", "Ane"])
async def test_where_several_sit_only_enter_uncovers_the_cards_of_the_next(
    store: SqliteStore, typed: str
) -> None:
    window = TypedWindow(["", "1", typed, typed, "", None])
    stage = DrawnStage(window, Texts("es"))
    await sat(store, stage, sitting("Ane", "Beñat"), TerminalKind.SCREEN)
    passed, noted, again, asked = window.screens[-4:]
    assert "Pásale la pantalla a Beñat." in passed
    assert "para verlas, Beñat pulsa Intro sin escribir nada." in flat(noted)
    assert again == noted
    assert "Beñat, tus cartas" in asked
    before = stage.drawn[: next(n for n, it in enumerate(stage.drawn) if "Beñat, tus cartas" in it)]
    assert sum("para verlas" in it for it in before) >= 2, "the cards come after both lines"


async def test_where_several_sit_a_count_answers_any_line_and_only_enter_leads_on(
    store: SqliteStore,
) -> None:
    def answer(screen: str) -> str:
        return "" if "Intro: seguir" in screen and "Mesa" not in screen else "1"

    window = Attentive(answer)
    await sat(
        store, FullStage(window, Texts("es")), sitting("Ane", "Beñat", cut=SOON_OVER), TerminalKind.SCREEN
    )
    counts = [screen for screen in window.screens if re.search(COUNT, screen)]
    assert len(counts) > 1
    assert all("Aquí solo valen Intro y «salir»." in screen for screen in counts[1:])


async def test_where_several_sit_one_leaves_from_the_page_that_passes_the_screen(store: SqliteStore) -> None:
    window = await on_screen(store, ["salir"], sitting("Ane", "Beñat"))
    assert window.farewell.startswith(SAVED)


async def test_where_several_sit_a_revancha_uncovers_nobodys_cards(store: SqliteStore) -> None:
    def answer(screen: str) -> str:
        if "Intro: seguir" in screen:
            return ""
        return "2" if "¿MUS?" in screen else "3" if "Paso" in screen else "1"

    window = Attentive(answer, most=80)
    both = Sitting(("vitoria", "piedras=10", "juegos=1"), ("Ane", "Beñat"), 4)
    await sat(store, FullStage(window, Texts("es")), both, TerminalKind.SCREEN)
    after = [it for was, it in pairwise(window.screens) if "1 Revancha" in was]
    assert after
    assert all("Pásale la pantalla a " in it for it in after)


async def test_in_the_course_one_asks_what_a_word_means(store: SqliteStore) -> None:
    window = await on_screen(store, ["aprender", "¿qué es el deje?", "", None], sitting())
    lesson, deje, again = window.screens[1:]
    assert "Lo que cobra al momento" in deje
    assert again == lesson


async def test_what_was_kept_for_the_terminal_names_no_chat(store: SqliteStore) -> None:
    window = await on_screen(store, ["reglas guardar tolosa", "reglas borrar otras", None], sitting())
    _, kept, unknown = window.screens
    assert "tolosa se juega a eso aquí." in flat(kept)
    assert "Aquí no hay reglas que se llamen «otras»." in flat(unknown)


# ---- a table that ends without a winner --------------------------------------------------------------------


class Uninterested(TypedWindow):
    """A window at which nobody types, once `after` lines were, while something happens to the table."""

    def __init__(
        self, happens: Callable[[TableManager, Table], Coroutine[None, None, None]], after: int = 0
    ) -> None:
        super().__init__([""], (Size(60, 20),))
        self._after = after
        self._happens = happens
        self._manager: TableManager | None = None
        self._happening: asyncio.Task[None] | None = None

    def runs(self, process: Process) -> None:
        self._manager = process.manager

    async def read_line(self, *, keeps: bool = False) -> str:
        due = not keeps and self._happening is None and len(self.frames) == self._after
        if due and self._manager is not None:
            (table,) = self._manager.tables.in_chat(CHAT)
            self._happening = asyncio.create_task(self._happens(self._manager, table))
            await asyncio.Event().wait()
        return await super().read_line(keeps=keeps)


async def closed_by_others(manager: TableManager, table: Table) -> None:
    await manager.close_for_reason(table.id, Reason.STUCK)


async def set_aside(manager: TableManager, table: Table) -> None:
    manager.tables.set_aside_failing(table)


@pytest.mark.parametrize(
    ("happens", "why"), [(closed_by_others, "Llevaba mucho tiempo parada."), (set_aside, "queda apartada")]
)
async def test_a_table_that_others_end_leads_at_once_to_why(
    store: SqliteStore, happens: Callable[[TableManager, Table], Coroutine[None, None, None]], why: str
) -> None:
    window = Uninterested(happens)
    await sat(store, FullStage(window, Texts("es")), sitting(), TerminalKind.SCREEN, runs=window.runs)
    (closed,) = window.screens
    assert why in flat(closed)
    assert closed.endswith("Intro: salir\n> ")
    assert why in flat(window.farewell)


@pytest.mark.parametrize(
    "before",
    [[], ["1"], ["ajustes"], ["¿qué es el deje?"], ["1", "1", "1"]],
    ids=["asked", "discarding", "at the settings", "reading", "at a count"],
)
async def test_whoever_closes_the_table_reads_at_once_that_it_is_closed_and_enter_leaves(
    store: SqliteStore, before: list[str]
) -> None:
    typed = [*before, "terminar", "mesa", ""]
    window = await on_screen(store, typed, sitting(cut=SOON_OVER), sizes=(Size(60, 20),))
    closed, again = window.screens[len(before) + 1 :]
    assert re.search(r"^── Mesa \w+: se termina aquí\. ─", closed)
    assert closed.endswith("Intro: salir\n> ")
    assert again == closed, "there is no table to go back to"
    assert re.match(r"Mesa \w+: se termina aquí\.", window.farewell)


# ---- a table that waits ------------------------------------------------------------------------------------


async def put_off(manager: TableManager, table: Table) -> None:
    await manager._act(table.id, "", lambda _: ActResult((PutOff(),), Confirmation.RESUMED))


async def missed(manager: TableManager, table: Table) -> None:
    def miss(now: Table) -> ActResult:
        assert now.mesa is not None
        (seat,) = awaited_seats(now.mesa)
        word = cautious(observe(now.mesa, seat), Random(1))
        return ActResult(miss_turn(now, seat, word), Confirmation.SAID)

    await manager._act(table.id, "", miss)


async def test_R99_a_table_that_waited_an_hour_goes_on_with_enter_where_it_was(store: SqliteStore) -> None:
    window = Uninterested(put_off)
    window.typed = ["", "1", None]
    await sat(store, FullStage(window, Texts("es")), sitting(), TerminalKind.SCREEN, runs=window.runs)
    waits, asked, after = window.screens
    assert "La mesa se ha quedado esperando. Con Intro se sigue por donde iba." in flat(waits)
    assert waits.endswith("Intro: seguir\n> ")
    assert "Habla Ane." in asked
    assert after != asked, "her word counts"
    assert "Seguir" not in asked + after


async def test_R99_one_leaves_a_table_that_waits_and_it_goes_on_at_once_the_next_time(
    store: SqliteStore,
) -> None:
    window = Uninterested(put_off)
    window.typed = ["salir"]
    await sat(store, FullStage(window, Texts("es")), sitting(), TerminalKind.SCREEN, runs=window.runs)
    assert window.farewell.startswith(SAVED)
    again = await on_screen(store, ["1", None], UNNAMED)
    asked, after = again.screens
    assert "Habla Ane." in asked
    assert after != asked


async def test_R99_a_table_of_several_that_waited_goes_on_with_one_enter(store: SqliteStore) -> None:
    window = Uninterested(put_off, after=1)
    window.typed = ["", "", "", "1", None]
    both = sitting("Ane", "Beñat", "Carmen", "Dani")
    await sat(store, FullStage(window, Texts("es")), both, TerminalKind.SCREEN, runs=window.runs)
    _, waits, passed, asked, *_ = window.screens
    assert "se ha quedado esperando" in flat(waits)
    assert "Pásale la pantalla a Carmen." in flat(passed), "whoever pressed Enter"
    assert asked.endswith("Carmen> ")


class Unread(asyncio.Queue[str | None]):
    """Lines that nobody types before the table has been put off."""

    def __init__(self, *lines: str | None) -> None:
        super().__init__()
        self._manager: TableManager | None = None
        self._happening: asyncio.Task[None] | None = None
        for line in lines:
            self.put_nowait(line)

    def runs(self, process: Process) -> None:
        self._manager = process.manager

    async def get(self) -> str | None:
        if self._happening is None and self._manager is not None:
            (table,) = self._manager.tables.in_chat(CHAT)
            self._happening = asyncio.create_task(put_off(self._manager, table))
            await asyncio.Event().wait()
        return await super().get()


async def test_R99_where_lines_are_printed_a_table_that_waited_asks_and_goes_on(store: SqliteStore) -> None:
    lines, out = Unread("", None), io.StringIO()
    stage = LineStage(out, lines, lambda: 100, Texts("es"), interactive=True)
    await sat(store, stage, sitting(), TerminalKind.DUMB, runs=lines.runs)
    before, after = out.getvalue().split("La mesa se ha quedado esperando.")
    assert "Habla Ane." in before
    assert "Habla Ane." in after


async def test_R94_whoever_let_the_clock_run_out_reads_that_an_ai_spoke_for_them(store: SqliteStore) -> None:
    window = Uninterested(missed)
    window.typed = ["1", None]
    await sat(store, FullStage(window, Texts("es")), sitting(), TerminalKind.SCREEN, runs=window.runs)
    told = flat(window.screens[0])
    assert "una IA ha hablado por ti." in told
    assert "tu compañero" not in told


async def test_a_table_can_be_closed_while_others_speak(store: SqliteStore) -> None:
    window = TypedWindow([""], early=["terminar"])
    await sat(store, FullStage(window, Texts("es")), UNNAMED, TerminalKind.SCREEN, seed=3)
    assert "se termina aquí" in window.screens[0]
    assert len(window.screens) == 1


async def test_several_close_their_table_once_all_have_voted(store: SqliteStore) -> None:
    window = await on_screen(store, ["", "terminar", "1", "", "terminar", ""], sitting("Ane", "Beñat"))
    asked, closed = window.screens[2], window.screens[-1]
    assert "Quiere terminar la mesa: Ane (1 de 2)" in flat(asked)
    assert "se termina aquí" in closed


async def test_where_lines_are_printed_a_closed_table_ends_the_program(store: SqliteStore) -> None:
    told = await played(store, ["terminar", "tanteo", None], where=TerminalKind.DUMB)
    assert told.count("Ane> ") == 1
    assert "se termina aquí" in told


async def test_the_help_says_that_one_alone_closes_the_table(store: SqliteStore) -> None:
    window = await on_screen(store, ["ayuda", None], sitting(), sizes=(Size(80, 90),))
    assert "terminar: cerrar la mesa; si sois varios, se vota" in window.screens[1]


# ---- several at one terminal -------------------------------------------------------------------------------


async def test_several_pass_the_screen_and_nobodys_cards_are_there_when_another_comes(
    store: SqliteStore,
) -> None:
    names = ("Ane", "Beñat", "Carmen", "Dani")
    window = await on_screen(store, [*["", "1"] * 30], sitting(*names))
    passed = [screen for screen in window.screens if "Pásale la pantalla a " in screen]
    assert len(passed) > 4
    assert not any("╭" in screen or re.search(r"🪙|⚔|🪵", screen) for screen in passed)
    asked = [screen for screen in window.screens if re.search(r"^\w+> $", screen.splitlines()[-1])][1:]
    assert asked
    for before, screen in zip(window.screens, window.screens[1:], strict=False):
        if screen in asked and "> " in screen and "Pásale" not in screen:
            name = screen.splitlines()[-1].removesuffix("> ")
            assert f"Pásale la pantalla a {name}." in before or before.endswith(f"\n{name}> ")
    told = "\n".join(window.screens)
    assert "Ane tira" in told or "Ane: " in told
    assert not re.search(r"^(Tiras|Coges) \w+", told, re.MULTILINE), "all look at it"


async def test_of_two_who_share_a_screen_neither_is_drawn_the_others_cards(store: SqliteStore) -> None:
    stage = DrawnStage(TypedWindow([*["", "1"] * 30]), Texts("es"))
    await sat(store, stage, sitting("Ane", "Beñat"), TerminalKind.SCREEN)
    looking, seen = "", set[tuple[str, str]]()
    for drawn in stage.drawn:
        if passed := re.search(r"Pásale la pantalla a (\w+)\.", drawn):
            looking = passed[1]
        seen |= {(looking, whose) for whose in re.findall(r"(\w+), tus cartas", drawn)}
    assert seen == {("Ane", "Ane"), ("Beñat", "Beñat")}


async def test_after_a_count_that_all_have_read_the_screen_is_passed_anew(store: SqliteStore) -> None:
    window = await on_screen(store, [*["", "1"] * 60], sitting("Ane", "Beñat"))
    for number, screen in enumerate(window.screens[:-2]):
        if re.search(r"Mesa \w+ · mano \d ─", screen) and "Partida para" not in window.screens[number + 1]:
            assert "Pásale la pantalla a " in window.screens[number + 1]


@pytest.mark.parametrize(
    ("where", "why"),
    [(TerminalKind.PIPE, "esto no lo es"), (TerminalKind.DUMB, "pantalla que se pueda borrar")],
)
async def test_several_are_refused_where_cards_could_not_be_taken_away(
    store: SqliteStore, where: TerminalKind, why: str
) -> None:
    with pytest.raises(NotOpened, match=why):
        await played(store, [None], ("Ane", "Beñat"), where=where)
    assert await store.list_unfinished() == []


async def test_what_several_have_left_is_kept_where_it_cannot_be_gone_on_with(store: SqliteStore) -> None:
    await on_screen(store, ["", "1", None], sitting("Ane", "Beñat"))
    with pytest.raises(NotOpened, match="esto no lo es"):
        await played(store, [None])
    assert len(await store.list_unfinished()) == 1


# ---- a table that was left ---------------------------------------------------------------------------------


async def test_a_table_that_was_left_is_there_again_with_its_board_and_cards(store: SqliteStore) -> None:
    before = await played(store, ["1", None])
    again = await played(store, [None])
    assert "se sigue con ella" in again
    board = before[before.rindex("── Mesa") : before.rindex("── Ane, tus cartas")]
    assert board + "── Ane, tus cartas" in again
    assert "Baraja sellada" not in again


async def test_another_table_is_opened_when_one_is_wanted_anew(store: SqliteStore) -> None:
    await played(store, ["no mus", None])
    told = await played(store, [None], anew=True)
    assert "se sigue con ella" not in told
    assert told.count("Baraja sellada") == 1
    assert len(await store.list_unfinished()) == 1


async def test_what_is_left_of_ended_tables_is_not_told_again(store: SqliteStore) -> None:
    await played(store, WHOLE)
    told = await played(store, [None])
    assert "gana" not in told
    assert "Mano 1. " in told


@pytest.mark.parametrize(
    ("option", "named"),
    [
        (TableOption.SEED, "semilla"),
        (TableOption.CUT, "corte"),
        (TableOption.RULES, "reglas"),
        (TableOption.NAMES, "nombres"),
        (TableOption.AI, "jugadores de IA"),
        (TableOption.SEATS, "cuántos juegan"),
    ],
)
async def test_what_a_table_under_way_cannot_follow_is_told_and_the_table_kept(
    store: SqliteStore, option: TableOption, named: str
) -> None:
    await played(store, ["no mus", None])
    (left,) = await store.list_unfinished()
    told = await played(
        store, [None], ("Beñat",), "castellano", 3, ai=AIKind.NOVATO, wanted=frozenset([option])
    )
    assert f"lo que pides ({named}) solo vale para una partida nueva" in flat(told)
    assert "1 Seguir" not in flat(told), "nobody is asked whom no terminal shows it"
    assert [it.table for it in await store.list_unfinished()] == [left.table]


async def test_what_a_table_under_way_follows_already_is_not_worth_a_word(store: SqliteStore) -> None:
    await played(store, ["no mus", None])
    told = await played(
        store,
        [None],
        wanted=frozenset(TableOption) - {TableOption.SEED, TableOption.CUT},
    )
    assert "lo que pides" not in told


@pytest.mark.parametrize(("answer", "kept"), [("1", True), ("2", False)])
async def test_at_a_terminal_one_is_asked_whether_to_go_on_with_it(
    store: SqliteStore, answer: str, kept: bool
) -> None:
    await played(store, ["no mus", None])
    (left,) = await store.list_unfinished()
    asked = Sitting(("vitoria", *SHORT), (), 4, wanted=frozenset([TableOption.SEED]))
    window = await on_screen(store, ["", "7", answer, "", None], asked)
    assert "lo que pides (semilla) solo vale para una partida nueva" in flat(window.screens[0])
    assert window.screens[0].count("\n1 Seguir") == 1
    assert ([it.table for it in await store.list_unfinished()] == [left.table]) == kept


# ---- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("account", "name"),
    [("root", "Invitado"), ("", "Invitado"), ("nerea", "Nerea"), ("ana.lopez", "Ana.lopez"), ("JB", "JB")],
)
async def test_who_sits_here_is_called_as_the_account_is(store: SqliteStore, account: str, name: str) -> None:
    window = TypedWindow([None])
    await sat(store, FullStage(window, Texts("es")), UNNAMED, TerminalKind.SCREEN, account=account)
    assert window.screens[0].endswith(f"\n{name}> ")


async def test_who_has_said_their_name_once_is_called_so_from_then_on(store: SqliteStore) -> None:
    await on_screen(store, ["terminar", "", None], Sitting(("vitoria", *SHORT), ("Nerea",), 4))
    again = await on_screen(store, [None], UNNAMED)
    assert again.screens[0].endswith("\nNerea> ")


# ---- from the first minute to a revancha -------------------------------------------------------------------


async def test_cards_come_first_after_what_binds_them_with_the_course_offered(store: SqliteStore) -> None:
    window = TypedWindow([None])
    stage = DrawnStage(window, Texts("es"))
    await sat(store, stage, sitting(), TerminalKind.SCREEN)
    told = [
        bool(re.search(r"🔒 Baraja sellada · \w{8} · se corta por el 20", flat(it))) for it in stage.drawn
    ]
    dealt = ["tus cartas" in it for it in stage.drawn]
    assert told.index(True) < dealt.index(True)
    assert "¿Primera vez? aprender" in window.screens[0]
    assert "╭" in window.screens[0], "cards are drawn"
    assert window.screens[0].endswith("Ane> ")


@pytest.mark.parametrize(("cut", "place"), [(None, 20), (7, 7)])
async def test_R92_the_deck_is_cut_where_one_says_before_and_nobody_is_asked(
    store: SqliteStore, cut: int | None, place: int
) -> None:
    told = await played(store, [None], cut=cut)
    assert f"por el {place}." in told
    assert "¿Por dónde" not in told


async def test_one_sees_their_cards_while_others_speak(store: SqliteStore) -> None:
    stage = DrawnStage(TypedWindow(["1"] * 4), Texts("es"))
    await sat(store, stage, sitting(), TerminalKind.SCREEN)
    assert any("Ane, tus cartas" in drawn and "Habla Ane" not in drawn for drawn in stage.drawn)


async def test_each_lance_has_a_heading_and_words_go_with_their_hand(store: SqliteStore) -> None:
    window = await on_screen(store, ["1", "1", "1", "", None], sitting(cut=SOON_OVER), sizes=(Size(80, 60),))
    after = [screen for screen in window.screens if "Mano 2. " in screen]
    assert after
    assert not any("Mano 1. " in screen for screen in after)
    told = await played(store, [*["1"] * 8, None])
    assert re.search(r"^— Grande —\n\w+(?: 🤖)?: .+", told, re.MULTILINE)
    assert "— Pares —" not in told


async def test_after_the_end_one_looks_back_or_plays_a_revancha(store: SqliteStore) -> None:
    to_the_end = ["1", "ac", "", "1", "1", "", "1", ""]
    prudente = Sitting(("vitoria", *SHORT), ("Ane",), 4, ai=AIKind.PRUDENTE)
    window = await on_screen(store, [*to_the_end, "verificar", "", "99", "1", None], prudente, seed=2)
    end, proof, _, again, anew = window.screens[-5:]
    assert "1 Revancha" in end
    assert "Con «acta»" in end
    assert "huella" in proof
    assert "Escribe el número o las palabras de al lado: «Revancha»." in flat(again)
    assert "mano 1 ─" in anew
    assert anew.endswith("Ane> ")
    assert window.farewell.startswith(SAVED)


@pytest.mark.parametrize("word", ["salir", "/quit", "IRTEN"])
async def test_who_leaves_when_asked_how_to_go_on_has_changed_nothing(store: SqliteStore, word: str) -> None:
    await played(store, ["no mus", None])
    asked = Sitting(("vitoria", *SHORT), (), 4, wanted=frozenset([TableOption.SEED]))
    before = await store.list_unfinished()
    await on_screen(store, [word], asked)
    assert await store.list_unfinished() == before


async def test_the_course_is_taken_without_a_table(store: SqliteStore) -> None:
    window = await on_screen(store, ["1", "", None], Sitting((), (), 0, learns=True))
    assert "Una mano entera, paso a paso" in window.screens[0]
    assert await store.list_unfinished() == []


async def test_in_the_course_enter_goes_on_and_never_leaves_a_question(store: SqliteStore) -> None:
    window = await on_screen(store, [""] * 40, Sitting((), (), 0, learns=True), sizes=(Size(60, 20),))
    assert "↑↓: pasar página · Número: elegir · Intro: seguir" in window.screens[0]
    turned, following = window.screens[1:3]
    assert "Una mano entera" in turned, "Enter first turns to the end, where the word is named"
    assert "Una mano entera" in following
    assert following != turned
    *_, before, last = window.screens
    assert "1 de 12 · Las cartas" in last
    assert "Seguir en otro momento" in last
    assert last == before
    assert "Intro" not in last


async def test_the_course_is_left_with_a_note_at_the_table(store: SqliteStore) -> None:
    window = await on_screen(store, ["aprender", "2", None], sitting())
    left = window.screens[-1]
    assert "Con «aprender» se sigue donde lo dejaste." in flat(left)
    assert "── Mesa" in left
    assert "Ane>" in left


COURSE = Sitting((), (), 0, learns=True)
TO_THE_FIRST_LESSON = [""] * 13
"""Enter again and again, at 60×20, leads through the guided hand."""


async def test_whoever_stops_the_course_learns_how_to_go_on_from_the_shell_and_enter_leaves(
    store: SqliteStore,
) -> None:
    window = await on_screen(store, ["2", ""], COURSE, sizes=(Size(60, 20),))
    assert len(window.screens) == 2
    left = flat(window.screens[1])
    assert "Con «musbot learn» se sigue donde lo dejaste." in left
    assert "Intro: salir" in left


async def test_whoever_looks_back_at_the_guided_hand_goes_on_with_their_lesson(store: SqliteStore) -> None:
    typed = ["aprender", *TO_THE_FIRST_LESSON, "5", "2", "aprender", None]
    window = await on_screen(store, typed, sitting(), sizes=(Size(60, 20),))
    *_, before, left, again = window.screens
    assert "Una mano entera, paso a paso" in before
    assert "se sigue donde lo dejaste" in flat(left)
    assert "1 de 12 · Las cartas" in again


@pytest.mark.parametrize(("answer", "told"), [("1", "Mus: ¡eso es!"), ("2", "Se puede hacer mejor.")])
async def test_after_an_answer_one_reads_first_whether_it_was_right(
    store: SqliteStore, answer: str, told: str
) -> None:
    window = await on_screen(store, [*TO_THE_FIRST_LESSON, "2", "", answer, None], COURSE, sizes=SIZES)
    asked, answered = window.frames[-2:]
    for size in SIZES:
        assert "2 de 12 · Mus" in asked[size]
        assert told in answered[size]


async def test_the_last_lesson_of_the_course_says_that_enter_leaves(store: SqliteStore) -> None:
    await store.store_note(Fact.COURSE, f"{CHAT}#Invitado", "12")
    window = await on_screen(store, ["2", "1", "3", "4", None], COURSE, sizes=(Size(60, 20),))
    last = next(it for it in window.screens if "¡Ya sabes jugar al mus!" in it)
    assert "Número: elegir · Intro: salir" in last


async def test_the_help_of_the_course_names_no_button_that_is_not_there(store: SqliteStore) -> None:
    window = await on_screen(store, ["ayuda", None], COURSE)
    helped = flat(window.screens[1])
    assert "Estoy empezando" not in helped
    assert "Se juega con «musbot play», y paso a paso se aprende con «musbot learn»." in helped


@pytest.mark.parametrize("typed", ["ayuda", "no entiendo nada", "?"])
async def test_the_help_of_a_lesson_tells_nothing_of_a_table_that_waits(
    store: SqliteStore, typed: str
) -> None:
    await on_screen(store, [None], sitting())
    for course, before in ((COURSE, []), (sitting(), ["aprender"])):
        window = await on_screen(store, [*before, typed, "", None], course)
        lesson, helped, again = window.screens[len(before) :]
        assert "Ayuda de la terminal" in helped
        assert "Habla Ane" not in helped
        assert "Ahora: " not in helped
        assert again == lesson


async def test_the_glossary_names_what_can_be_typed_at_the_terminal(store: SqliteStore) -> None:
    window = await on_screen(store, ["glosario", None], sitting())
    told = " ".join(window.screens[1].split())
    assert "Pregúntame por una: glosario pares. O pregunta: «¿qué son pares?»." in told
    assert "privado" not in told


async def test_enter_leads_from_a_setting_back_to_the_settings(store: SqliteStore) -> None:
    window = await on_screen(store, ["ajustes", "3", "", "", None], sitting())
    _, every, pace, again, table = window.screens
    assert "── Ajustes" in every
    named = re.findall(r"^([A-Z][\w ]+): ", every, re.MULTILINE)
    assert named == ["Idioma", "Reloj de turno", "Ritmo de las IA", "Palos", "Número"]
    assert "5 Cerrar el menú" in every
    assert "── Ritmo" in pace
    assert again == every
    assert "Ane>" in table
    assert "── Mesa" in table


# ---- throwing cards --------------------------------------------------------------------------------------

AT_THE_DISCARD = ["", "", "1"]
"""What leads there in a game where mus is said first of all."""


async def test_cards_are_named_by_letters_said_again_and_thrown_with_enter(store: SqliteStore) -> None:
    typed = [*["mus"] * 3, "ca", "", None]
    window = await on_screen(store, typed, sitting(rules="tres-mus", seats=2))
    chosen = next((s for s in window.screens if "Tiras " in s), "")
    assert not chosen, "one card is thrown, not two"
    window = await on_screen(store, ["c", "", None], sitting(rules="tres-mus", seats=2))
    hand, said, thrown = window.screens
    assert re.findall(r"╭── (\w) ", hand.splitlines()[-9]) or "╭── a " in hand
    assert re.search(r"^Tiras [\w ]+ de \w+\. Intro: va\.", said, re.MULTILINE)
    assert "✖" in said
    assert "Ane: Tiras" not in said
    assert "✖" not in thrown
    assert re.search(r"^Tiras ", thrown, re.MULTILINE)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2", "Di la letra que lleva cada carta"),
        ("1 3", "Di la letra que lleva cada carta"),
        ("ab", "La letra de la que tiras"),
        ("", "La letra de la que tiras"),
        ("az", "Di la letra que lleva cada carta"),
        ("paso", "La letra de la que tiras"),
        ("descarta", "La letra de la que tiras"),
        ("throw", "La letra de la que tiras"),
    ],
)
async def test_what_names_no_card_throws_none(store: SqliteStore, typed: str, told: str) -> None:
    window = await on_screen(store, ["", "", typed, None], sitting(rules="tres-mus", seats=2))
    before, after = window.screens[-2:]
    assert told in after
    assert before.splitlines()[:10] == after.splitlines()[:10]
    assert "✖" not in after


@pytest.mark.parametrize("typed", ["descarta", "descartar", "bota", "throw"])
async def test_whoever_has_chosen_cards_may_type_the_word_that_throws_them(
    store: SqliteStore, typed: str
) -> None:
    window = await on_screen(store, ["c", typed, None], sitting(rules="tres-mus", seats=2))
    assert "1 Paso" in window.screens[-1]
    assert "✖" not in window.screens[-1]


async def test_who_has_thrown_meanwhile_is_not_said_to_have_still_to_throw(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ConsoleMessenger] = []

    def messenger(stage: Stage) -> ConsoleMessenger:
        made.append(ConsoleMessenger(stage))
        return made[-1]

    class Dawdler(TypedWindow):
        """Who finds another board before they type."""

        async def read_line(self, *, keeps: bool = False) -> str:
            first = not (self.frames or keeps)
            for (chat, message), post in list(made[0]._posts.items()) if first else []:
                text = post.text.replace("Tira Ane.", "Tira ya solo Ane.")
                await made[0].edit(chat, message, replace(post, text=text))
            return await super().read_line(keeps=keeps)

    monkeypatch.setattr("adapters.console.terminal.ConsoleMessenger", messenger)
    window = Dawdler(["c", None])
    await sat(store, FullStage(window, Texts("es")), sitting(rules="tres-mus", seats=2), TerminalKind.SCREEN)
    chosen = window.screens[1]
    assert "✖" in chosen
    assert "Tira ya solo Ane." in chosen


async def test_a_screen_reader_says_the_cards_of_a_lesson_once() -> None:
    out = io.StringIO()
    stage = SpokenStage(out, asyncio.Queue(), Texts("en"), interactive=False)
    await stage.read_page(Sheet("The cards", "Your cards: 3🍷  Ace🪙\nThree of cups, ace of coins\nA pair"))
    assert out.getvalue() == "The cards.\nYour cards: three of cups, ace of coins.\nA pair.\n"


async def test_a_screen_reader_says_the_title_of_what_is_asked_for_though_the_board_has_the_same() -> None:
    out = io.StringIO()
    stage, board = SpokenStage(out, asyncio.Queue(), Texts("en"), interactive=False), "Table K7 · hand 2"
    for _ in range(2):
        stage.show_question("Ane", Post(board, "MUS?"), None, (), "")
    await stage.read_page(Sheet(board, "Us 3"))
    assert out.getvalue().count("Table K7, hand 2.") == 2, "with the first board, and with the score"


@pytest.mark.parametrize(("language", "said"), [("es", "«acta» la guarda."), ("en", "“acta” la guarda.")])
async def test_a_command_stands_between_the_quotes_of_the_language(language: str, said: str) -> None:
    texts, out = Texts(language), io.StringIO()
    LineStage(out, asyncio.Queue(), lambda: 80, texts, interactive=False).show_note("/acta la guarda.")
    drawn = DrawnStage(TypedWindow([]), texts)
    drawn.show_note("/acta la guarda.")
    assert (out.getvalue(), drawn.drawn[-1].count(said)) == (f"{said}\n", 1)


@pytest.mark.parametrize("aloud", [False, True])
async def test_who_reads_no_further_as_head_does_ends_it_without_a_word(aloud: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    with os.fdopen(writing, "w") as out:
        stage = (
            SpokenStage(out, lines, Texts("es"), interactive=False)
            if aloud
            else LineStage(out, lines, lambda: 80, Texts("es"), interactive=False)
        )
        stage.show_note("Ahora no te toca.")
        await stage.wait_for_quit()


# ---- the messenger -----------------------------------------------------------------------------------------


async def test_the_messages_of_an_earlier_session_are_gone() -> None:
    def stage() -> FullStage:
        return FullStage(TypedWindow([]), Texts("es"))

    messenger = ConsoleMessenger(stage())
    sent = await messenger.send(CHAT, Post("", "hola"))
    await messenger.edit(CHAT, sent, Post("", "hola otra vez"))
    with pytest.raises(Gone):
        await ConsoleMessenger(stage()).edit(CHAT, sent, Post("", "hola"))


@pytest.mark.parametrize(
    ("chat", "post", "printed"),
    [
        (CHAT, Post("Mano", "la cuenta"), True),
        (CHAT, Post("Mano", "el tablero", ((Button("Mus", "K7-abcdef:1:mus"),),)), False),
        (CHAT, Post("", "Ane, te toca", mentions=((read_person_id(f"{CHAT}#Ane"), "Ane"),)), False),
        (f"{CHAT}#Ane", Post("Tus cartas", "rey de oros"), False),
    ],
    ids=["what changes no more", "a board", "a call", "what is for one alone"],
)
async def test_only_what_all_may_see_and_changes_no_more_is_printed(
    chat: ChatId, post: Post, printed: bool
) -> None:
    shown = io.StringIO()
    stage = LineStage(shown, asyncio.Queue(), lambda: 80, Texts("es"), interactive=False)
    stage.tell_from(1)
    await ConsoleMessenger(stage).send(chat, post)
    assert (post.text in shown.getvalue()) == printed


# ---- pages -------------------------------------------------------------------------------------------------


async def test_the_course_is_taken_while_the_table_waits_and_goes_on_where_it_was_left(
    store: SqliteStore,
) -> None:
    along = ["1"] * len(lessons.opening_hand())
    typed = ["aprender", *along, "1", "9", "2", "1", "salir", "glosario deje", "/aprender", None]
    told = await played(store, typed)
    assert "Una mano entera, paso a paso" in told
    assert told.count("1 de 12 · Las cartas") == 4, told
    assert "1: no. Mira cuántas cartas" in told
    assert "2: ¡eso es!" in told
    assert "Número: elegir" in told
    assert told.count("2 de 12 · Mus") == 2
    assert "Lo que cobra al momento" in told
    assert SAVED in told


async def test_suits_are_told_in_words_to_who_chooses_so(store: SqliteStore) -> None:
    def numbered(screen: str, label: str) -> str:
        found = re.search(rf"(\d+) [^\n]*?{label}", screen.replace("   ", "\n"))
        return found[1] if found is not None else ""

    window = await on_screen(store, ["ajustes", None], sitting())
    suits = numbered(window.screens[-1], "Palos")
    window = await on_screen(store, ["ajustes", suits, None], sitting())
    words = numbered(window.screens[-1], "en palabras")
    window = await on_screen(store, ["ajustes", suits, words, "", "tanteo", None], sitting())
    told = await played(store, [None])
    assert re.search(r"^\w+ de \w+   \w+ de \w+", told, re.MULTILINE)
    assert not re.search("🪙|⚔|🪵", told)


@pytest.mark.parametrize("size", SIZES)
async def test_suits_are_in_words_as_soon_as_one_has_chosen_so_at_every_size(
    store: SqliteStore, size: Size
) -> None:
    typed = ["ajustes", "4", "2", "", "ajustes", "4", "1", "", None]
    window = await on_screen(store, typed, sitting(), sizes=(size,))
    signs, words, again = window.screens[0], window.screens[4], window.screens[8]
    assert set(signs) & set(PIPS.values())
    assert not set(words) & set(PIPS.values())
    assert re.search(r"^\w+ de \w+   \w+ de \w+", words, re.MULTILINE)
    assert set(again) & set(PIPS.values())


async def test_suits_chosen_in_the_middle_of_a_discard_leave_the_chosen_cards_chosen(
    store: SqliteStore,
) -> None:
    typed = ["c", "ajustes", "4", "2", "", "", None]
    window = await on_screen(store, typed, sitting(rules="tres-mus", seats=2))
    words, thrown = window.screens[5], window.screens[6]
    assert len(re.findall("✖ \\w+ de \\w+", words)) == 1
    assert "✖" not in thrown


async def test_a_screen_reader_is_offered_no_setting_that_changes_nothing_it_says(
    store: SqliteStore,
) -> None:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in ("ajustes", "", "ayuda", None):
        lines.put_nowait(line)
    out = io.StringIO()
    stage = SpokenStage(out, lines, Texts("es"), interactive=True)
    await sat(store, stage, sitting(), TerminalKind.TEXT)
    assert "Ritmo de las IA" in out.getvalue()
    assert "Palos" not in out.getvalue()
    assert "flechas" not in out.getvalue()
    assert " ;" not in out.getvalue()


@pytest.mark.parametrize(
    ("wanted", "spoken"), [("", "eu"), ("es", "es")], ids=["as it is set", "as it is asked for"]
)
async def test_a_new_table_speaks_one_language_the_asked_one_before_the_chosen_one(
    store: SqliteStore, wanted: str, spoken: str
) -> None:
    await on_screen(store, ["ajustes", "1", "4", "", None], sitting())
    again = replace(sitting(), anew=True, language=wanted)
    window = await on_screen(store, [*["1"] * 3, "ayuda", None], again)
    seen = window.screens[0] + window.screens[-1]
    texts = {it: Texts(it) for it in ("es", "eu")}
    (other,) = set(texts) - {spoken}
    for key in ("console-welcome", "console-help-title", "console-back"):
        assert texts[spoken](key) in flat(seen)
        assert texts[other](key) not in flat(seen)
    watched = {"es": "Miras a Maite", "eu": "Maiteri begira"}
    assert watched[spoken] in seen or spoken == "eu"
    assert "Miras" not in seen or spoken == "es"


async def test_the_language_chosen_in_the_settings_changes_everything_at_once_and_is_kept(
    store: SqliteStore,
) -> None:
    window = await on_screen(store, ["ajustes", "1", "4", "", "ranking", "", None], sitting())
    *_, settings, table, ranking, again = map(flat, window.screens)
    es, eu = Texts("es"), Texts("eu")
    assert eu("way-language") in settings
    assert es("way-language") not in settings
    for page in (table, again):
        assert "mahaia ·" in page
        assert "Jolasaldia" not in page
        assert "Habla Ane" not in page
        assert "Par de" not in page
    assert eu("console-back") in ranking
    resumed = await on_screen(store, ["ajustes", None], sitting())
    assert eu("way-language") in resumed.screens[1]
    learning = await on_screen(store, [None], COURSE)
    assert eu("along-title") in learning.screens[0]


async def test_until_one_is_chosen_the_language_is_that_of_the_partida_under_way(store: SqliteStore) -> None:
    await on_screen(store, [None], sitting())
    window = await on_screen(store, ["ajustes", "", None], sitting(), "en")
    assert "Reloj de turno: sin reloj" in window.screens[1]
    assert "── Mesa" in window.screens[2]
    learning = await on_screen(store, [None], COURSE, "en")
    assert "Una mano entera" in learning.screens[0]


@pytest.mark.parametrize("chosen", ["", "es"])
async def test_the_operators_language_comes_before_the_partidas_and_after_the_chosen_one(
    store: SqliteStore, chosen: str
) -> None:
    await on_screen(store, [None], replace(sitting(), language=chosen))
    window = await on_screen(store, ["ajustes", "", None], replace(sitting(), usual_language="en"))
    assert ("Turn clock" if not chosen else "Reloj de turno") in window.screens[1]
    assert ("── Table" if not chosen else "── Mesa") in window.screens[2]


async def test_a_suggestion_offers_only_what_may_be_said_now(store: SqliteStore) -> None:
    told = flat(await played(store, ["muss", "envio 3", None]))
    assert "¿Querías decir «mus»?" not in told, "the mus is cut already"
    assert "Puedes decir: paso, envido y órdago." in told
    assert "¿Querías decir «envido 3»?" in told


@pytest.mark.parametrize(
    "typed", [["ayuda", "tanteo"], ["reglas", "senas", "historial"], ["¿qué es el deje?", "ajustes"]]
)
async def test_however_many_pages_follow_each_other_one_enter_leads_back_to_the_table(
    store: SqliteStore, typed: list[str]
) -> None:
    window = await on_screen(store, [*typed, "", None], sitting())
    asked, *pages, after = window.screens
    assert len({page.splitlines()[0] for page in pages}) == len(typed)
    assert after == asked


async def test_no_note_of_the_table_stands_on_the_page_that_follows(store: SqliteStore) -> None:
    window = TypedWindow([""], early=["mus"])
    stage = DrawnStage(window, Texts("es"))
    await sat(store, stage, UNNAMED, TerminalKind.SCREEN, seed=3, new=True)
    assert any("Todavía no te toca" in it for it in stage.drawn)
    page = window.screens[0]
    assert "te explica" in page
    assert "Todavía no te toca" not in page


async def test_the_end_is_left_on_the_terminal_in_lines_that_break_between_words(store: SqliteStore) -> None:
    def answer(screen: str) -> str:
        if "1 Revancha" in screen or "Intro: seguir" in screen:
            return ""
        return "2" if "¿MUS?" in screen else "3" if "Paso" in screen else "1"

    window = Attentive(answer, most=80)
    short = Sitting(("vitoria", "piedras=10", "juegos=1"), ("Ane",), 4)
    await sat(store, FullStage(window, Texts("es")), short, TerminalKind.SCREEN)
    assert "ganan" in window.farewell
    assert max(map(width, window.farewell.splitlines())) <= 80


async def test_what_is_kept_in_the_terminal_is_a_file_of_ones_own(store: SqliteStore) -> None:
    window = await on_screen(store, ["privacidad", None], sitting())
    assert "Todo se queda en un fichero de este ordenador" in flat(window.screens[1])
    assert "borrar»" not in window.screens[1]


async def test_the_seal_of_a_deck_that_is_dealt_offers_no_cut(store: SqliteStore) -> None:
    window = await on_screen(store, ["verificar", None], sitting())
    assert "huella" in window.screens[1]
    assert "corte (" not in window.screens[1]


@pytest.mark.parametrize(("rules", "counts"), [("vitoria", True), ("mundial", False)])
async def test_the_help_says_that_threes_are_kings_where_they_are(
    store: SqliteStore, rules: str, counts: bool
) -> None:
    told = await played(store, ["ayuda", None], rules=rules)
    helped = told.split("Ayuda de la terminal")[1].split("tanteo:")[0]
    assert ("el tres vale como un rey" in flat(helped)) == counts


async def test_an_acta_is_saved_in_the_folder_and_over_no_other_file(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await played(store, WHOLE)
    told = await played(store, ["acta", "acta", None])
    saved = [name for name in os.listdir(tmp_path) if name.endswith(".mus.toml")]
    assert len(saved) == 1
    assert f"Guardado en esta carpeta: {saved[0]}" in told
    assert f"Ya estaba en esta carpeta: {saved[0]}" in told
