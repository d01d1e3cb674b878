"""Who may import whom (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from tools.plan import arrows, both_ways, branches, imported, modules
from tools.plan import room as room_of
from tools.trees import parse

ROOT = Path(__file__).parents[2]

SEEN = tuple(
    f"musbot.game.{m}"
    for m in (
        """
        actions cards envite errors events field_kinds lances rule_sets rules_base senas views modos.mus.rules
        modos.piedras.rules modos.piedras.premios modos.piedras.puja
        """.split()
    )
)
"""What may be known of the game by who must never see the state of a table."""


def rooms(names: str) -> set[str]:
    """The rooms of such names in the package."""
    return {f"musbot.{name}" for name in names.split()}


ARROWS: dict[str, set[str]] = {
    "musbot.game": set(),
    "musbot.runtime": set(),
    "musbot.pictures": {"musbot.game"},
    "musbot.players": {"musbot.game"},
    "musbot.words": {"musbot.game"},
    "musbot.acta": rooms("game pictures words"),
    "musbot.coach": rooms("acta game players table"),
    "musbot.config": rooms("runtime words"),
    "musbot.table": rooms("game players runtime"),
    "musbot.store": rooms("config game runtime table"),
    "musbot.narrator": rooms("coach game pictures players table words"),
    "musbot.port": rooms("game narrator pictures players runtime table words"),
    "musbot.service": rooms("acta coach config game narrator players port runtime store table words"),
    "musbot.health": rooms("config port runtime service store table"),
    "adapters.console": rooms("game narrator port table words"),
    "adapters.discord": rooms("config game narrator pictures port table words"),
    "adapters.telegram": rooms("config narrator pictures port table words"),
    "musbot.app": rooms("config game health narrator pictures players port service store table"),
    "musbot.cli": rooms(
        "acta app coach config game health narrator pictures players port runtime service store table words"
    ),
    "musbot.testing": rooms("app config narrator port service store table"),
    "musbot.__main__": {"musbot.cli"},
}
"""Every room, and the rooms it imports from: any other arrow is a trespass; one that is gone is taken out."""

LAYERS: dict[str, dict[str, tuple[str, ...]]] = {
    "musbot.game": {"": ("musbot.game", *sys.stdlib_module_names)},
    "musbot.players": {"musbot.game": SEEN},
    "musbot.narrator": {
        "musbot.game": SEEN,
        "musbot.players": ("musbot.players.kinds",),
        "musbot.coach": ("musbot.coach.account", "musbot.coach.course", "musbot.coach.mus.reasons"),
    },
    "musbot.pictures": {"musbot.game": ("musbot.game.actions", "musbot.game.cards")},
    "musbot.acta.page": {"musbot.pictures": ("musbot.pictures.deck",)},
    "musbot": {"telegram": (), "discord": (), "adapters": ()},
    "adapters": {"musbot.game": SEEN, "musbot.service": ()},
    "adapters.telegram": {"discord": ()},
    "adapters.discord": {"telegram": ()},
    "adapters.console": {"telegram": (), "discord": ()},
}
"""Within an arrow: what the modules of a room may import of another (of "": of all)."""
REFEREE = "musbot.players.playing"
"""The module of the players that deals and plays a partida, so that they need not see its state."""


def under(module: str, prefix: str) -> bool:
    """Returns whether a module is that one, lies in it, or anything."""
    return not prefix or module == prefix or module.startswith(f"{prefix}.")


def trespasses(root: Path) -> list[str]:
    """Every import that LAYERS do not allow."""
    known = modules(root)
    return [
        f"{module} imports {name}"
        for module, file in known.items()
        for name in imported(module, file, known)
        for layer, limits in LAYERS.items()
        for within, allowed in limits.items()
        if under(module, layer) and under(name, within) and not any(under(name, prefix) for prefix in allowed)
        if name != "musbot" and module != REFEREE  # the root of all errors
    ]


def test_every_arrow_between_rooms_is_listed():
    assert arrows(ROOT) == ARROWS


def test_within_a_package_its_own_packages_and_modules_are_the_rooms(tmp_path: Path):
    house = {
        "musbot/service/__init__.py": "",
        "musbot/service/chat/commands.py": "from musbot.service.tables.live import Live\nimport musbot.game",
        "musbot/service/chat/words.py": "from musbot.service.chat import commands",
        "musbot/service/tables/live.py": "from musbot.service import settings, chat",
        "musbot/service/settings.py": "",
        "musbot/services.py": "import musbot.service.settings",
    }
    for name, text in house.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "musbot/service/chat/__init__.py").touch()
    chat, tables, settings = (f"musbot.service.{room}" for room in ("chat", "tables", "settings"))
    plan = arrows(tmp_path, "musbot.service")
    assert plan == {chat: {tables}, tables: {chat, settings}, settings: set()}
    assert both_ways(plan) == [f"{chat} <-> {tables}"]


def test_no_two_rooms_import_from_each_other():
    assert both_ways(arrows(ROOT)) == []


def test_the_service_is_rooms_of_at_most_ten_modules_with_few_arrows_among_them():
    plan = arrows(ROOT, "musbot.service")
    assert both_ways(plan) == []
    assert sum(map(len, plan.values())) <= 35
    inside = [room_of(module, "musbot.service") for module in modules(ROOT)]
    assert all(name is None or inside.count(name) <= 11 for name in inside), "ten, and __init__"


def test_which_family_is_played_is_asked_where_families_are_looked_up():
    assert {place.partition(":")[0] for place in branches(ROOT)} == {
        "musbot/coach/__init__.py",
        "musbot/game/rule_sets.py",
        "musbot/players/families.py",
    }


def test_no_room_can_be_reached_from_those_it_imports_from():
    left = dict(ARROWS)
    while left:
        lowest = [room for room, to in left.items() if not to & left.keys()]
        assert lowest, f"a circle among {', '.join(left)}"
        for room in lowest:
            del left[room]


def test_everybody_imports_only_what_their_layer_may():
    assert trespasses(ROOT) == []


def test_the_engine_is_looked_at():
    found = modules(ROOT)
    assert {"musbot.game", "musbot.game.engine", "musbot.game.modos.mus.bandos", "adapters"} <= set(found)
    assert "musbot.game.evolve" in set(imported("musbot.game.engine", found["musbot.game.engine"], found))


@pytest.mark.parametrize(
    ("module", "line", "found"),
    [
        ("musbot/game/engine.py", "import cattrs", "cattrs"),
        ("musbot/game/engine.py", "from musbot.words import texts", "musbot.words.texts"),
        ("musbot/game/envites/bandos.py", "from ...words.texts import Texts", "musbot.words.texts"),
        ("musbot/players/prudente.py", "from musbot.game import state", "musbot.game.state"),
        ("musbot/players/prudente.py", "import musbot.game.engine", "musbot.game.engine"),
        ("musbot/narrator/posts.py", "from musbot.game.evolve import evolve", "musbot.game.evolve"),
        ("musbot/narrator/posts.py", "def f():\n    from ..game.state import Mesa", "musbot.game.state"),
        ("musbot/service/tables/manager.py", "import telegram.ext", "telegram.ext"),
        ("adapters/console/terminal.py", "from telegram import Bot", "telegram"),
        ("musbot/app.py", "from adapters.telegram import bot", "adapters.telegram.bot"),
        ("adapters/telegram/bot.py", "import discord", "discord"),
        ("adapters/telegram/bot.py", "import musbot.service.chat.door", "musbot.service.chat.door"),
        ("adapters/telegram/bot.py", "from musbot.game.engine import decide", "musbot.game.engine"),
    ],
)
def test_a_trespass_is_found(tmp_path: Path, module: str, line: str, found: str):
    for name in ("musbot/words/texts.py", "musbot/game/state.py", "adapters/telegram/bot.py", module):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / module).write_text(line, "utf-8")
    assert trespasses(tmp_path) == [f"{module.removesuffix('.py').replace('/', '.')} imports {found}"]


@pytest.mark.parametrize(
    ("module", "line", "found"),
    [
        ("adapters/discord/bot.py", "from adapters.telegram import bot", "adapters.telegram"),
        ("adapters/discord/bot.py", "from ..telegram.bot import run", "adapters.telegram"),
        ("musbot/table/fold.py", "def f():\n    import musbot.service.tables.manager", "musbot.service"),
    ],
)
def test_a_new_arrow_is_found(tmp_path: Path, module: str, line: str, found: str):
    for name in ("adapters/telegram/bot.py", "musbot/service/tables/manager.py", module):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / module).write_text(line, "utf-8")
    assert arrows(tmp_path)[".".join(module.split("/")[:2])] == {found}


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (
            "musbot/game/engine.py",
            "import collections.abc\nfrom musbot.game.state import Mesa\nfrom . import state",
        ),
        ("musbot/players/prudente.py", "from musbot.game.views import View\nfrom random import Random"),
        ("musbot/narrator/posts.py", "from musbot.words.texts import Texts\nfrom musbot.game import views"),
        ("adapters/telegram/bot.py", "import telegram\nfrom musbot.port.door import Door"),
        ("adapters/console/window.py", "import prompt_toolkit"),
    ],
)
def test_what_is_allowed_is_no_trespass(tmp_path: Path, module: str, line: str):
    for name in ("musbot/game/state.py", "musbot/game/views.py", "musbot/game/actions.py", module):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / module).write_text(line, "utf-8")
    assert trespasses(tmp_path) == []


BESIDE = set("support house e2e evenings simulation fakes specs golden partidas".split())
"""What tests have beside a folder for each room."""


def test_tests_lie_in_a_folder_called_as_the_room_they_try():
    tried = {file.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    places = {
        Path(file.name.removeprefix("test_")) if file == Path(file.name) else file.parent for file in tried
    }
    rooms = {place for place in places if place.parts[0] not in BESIDE}
    assert [room for room in rooms if not any((ROOT / it / room).exists() for it in ("musbot", ""))] == []


def test_no_test_imports_another():
    another = re.compile(
        r"^\s*(?:from|import) (?:research_)?tests\b.*\btest_\w+(?: import| as|$|,)", re.MULTILINE
    )
    files = (*(ROOT / "tests").rglob("*.py"), *(ROOT / "research").rglob("test_*.py"))
    found = {file: another.findall(file.read_text("utf-8")) for file in files}
    assert {str(file): lines for file, lines in found.items() if lines} == {}


SHARED = {"Procedure", "WrongToken"}
"""Names that rooms beside each other use for the same thing of their own."""


def test_no_two_public_classes_have_one_name():
    where: dict[str, set[str]] = {}
    for module, file in modules(ROOT).items():
        for node in parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, set()).add(module)
    twice = {name: places for name, places in where.items() if len(places) > 1 and name not in SHARED}
    assert twice == {}
