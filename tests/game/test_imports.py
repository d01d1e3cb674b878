"""Who may import whom (docs/design.md)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SEEN = tuple(
    f"musbot.game.{m}" for m in ("actions", "cards", "errors", "events", "lances", "rules", "senas", "views")
)
"""What may be known of the game by who must never see the state of a table."""

LAYERS: dict[str, dict[str, tuple[str, ...]]] = {
    "musbot.game": {"": ("musbot.game", *sys.stdlib_module_names)},
    "musbot.table": {"musbot": ("musbot.game", "musbot.table"), "adapters": ()},
    "musbot.conduct": {"musbot.tables": (), "musbot.store": (), "musbot.narrator": (), "adapters": ()},
    "musbot.tables": {"musbot.narrator": (), "musbot.courier": (), "musbot.chat": (), "adapters": ()},
    "musbot.courier": {"musbot.chat": (), "musbot.acta": (), "musbot.players": (), "adapters": ()},
    "musbot.players": {"musbot.game": SEEN, "adapters": ()},
    "musbot.narrator": {"musbot.game": SEEN, "musbot.tables": (), "musbot.store": (), "adapters": ()},
    "musbot.pictures": {
        "musbot": ("musbot.pictures", "musbot.game.actions", "musbot.game.cards"),
        "adapters": (),
    },
    "musbot": {"telegram": (), "discord": ()},
    "adapters": {"musbot.game": SEEN},
    "adapters.telegram": {"discord": (), "adapters.discord": (), "adapters.console": ()},
    "adapters.discord": {"telegram": (), "adapters.telegram": (), "adapters.console": ()},
    "adapters.console": {"telegram": (), "discord": (), "adapters.telegram": (), "adapters.discord": ()},
}
"""For a package, or modules whose names begin so: what it may import of another package (of "": of all)."""


def under(module: str, prefix: str) -> bool:
    """Whether a module is that one, lies in it, or has a name that begins with it and `_`."""
    return not prefix or module == prefix or module.startswith((f"{prefix}.", f"{prefix}_"))


def modules(root: Path) -> dict[str, Path]:
    """Every module of the project by its name."""
    files = (file for package in ("musbot", "adapters") for file in (root / package).rglob("*.py"))
    names = ((".".join(file.relative_to(root).with_suffix("").parts), file) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in names}


def imported(module: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yields what a module imports, wherever in it: modules by their full names."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base


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
    ]


def test_everybody_imports_only_what_his_layer_may():
    assert trespasses(ROOT) == []


def test_the_engine_is_looked_at():
    found = modules(ROOT)
    assert {"musbot.game", "musbot.game.engine", "musbot.game.envites.bandos", "adapters"} <= set(found)
    assert "musbot.game.evolve" in set(imported("musbot.game.engine", found["musbot.game.engine"], found))


@pytest.mark.parametrize(
    ("module", "line", "found"),
    [
        ("musbot/game/engine.py", "import cattrs", "cattrs"),
        ("musbot/game/engine.py", "from musbot import texts", "musbot.texts"),
        ("musbot/game/envites/bandos.py", "from ...texts import Texts", "musbot.texts"),
        ("musbot/players/prudente.py", "from musbot.game import mesa", "musbot.game.mesa"),
        ("musbot/players/prudente.py", "import musbot.game.engine", "musbot.game.engine"),
        ("musbot/narrator.py", "from musbot.game.evolve import evolve", "musbot.game.evolve"),
        ("musbot/narrator/posts.py", "def f():\n    from ..game.mesa import Mesa", "musbot.game.mesa"),
        ("musbot/tables.py", "import telegram.ext", "telegram.ext"),
        ("adapters/console.py", "from telegram import Bot", "telegram"),
        ("adapters/discord_bot.py", "from adapters import telegram_bot", "adapters.telegram_bot"),
        ("adapters/telegram_bot.py", "from .discord_bot import run", "adapters.discord_bot"),
        ("adapters/telegram_bot.py", "from musbot.game.engine import decide", "musbot.game.engine"),
    ],
)
def test_a_trespass_is_found(tmp_path: Path, module: str, line: str, found: str):
    for name in ("musbot/texts.py", "musbot/game/mesa.py", "adapters/telegram_bot.py", module):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / module).write_text(line, "utf-8")
    assert trespasses(tmp_path) == [f"{module.removesuffix('.py').replace('/', '.')} imports {found}"]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (
            "musbot/game/engine.py",
            "import collections.abc\nfrom musbot.game.mesa import Mesa\nfrom . import mesa",
        ),
        ("musbot/players/prudente.py", "from musbot.game.views import View\nfrom random import Random"),
        ("musbot/narrator.py", "from musbot.texts import Texts\nfrom musbot.game import views, actions"),
        ("adapters/telegram_bot.py", "import telegram\nfrom musbot.tables import TableManager"),
        ("adapters/console.py", "import rich"),
    ],
)
def test_what_is_allowed_is_no_trespass(tmp_path: Path, module: str, line: str):
    for name in ("musbot/game/mesa.py", "musbot/game/views.py", "musbot/game/actions.py", module):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / module).write_text(line, "utf-8")
    assert trespasses(tmp_path) == []
