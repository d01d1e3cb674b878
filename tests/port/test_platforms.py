"""Platforms are found where they are installed: one that nobody here has heard of plays like the others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from musbot import app
from musbot.cli.shared import read_adapters
from musbot.config import BadSetting, Settings, secret_values, setting_names
from musbot.game.errors import MusError
from musbot.port.installed import BadPlatform, installed_adapters
from musbot.port.platform import ScreenAdapter, ServedAdapter, Sitting

NAMES = "Ane,Beñat,Carmen,Dani"
TOY = "toy = toy_platform:ToySettings"


def install(folder: Path, entry_points: str, name: str = "mus-toy") -> None:
    """Makes a folder of packages hold one more, as pip would."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[musbot.platforms]\n{entry_points}\n", "utf-8")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that Python looks into; the toy's module lies in it."""
    shutil.copy(Path(__file__).parents[1] / "support/toy_platform.py", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("toy_platform", None)


def run_alone(folder: Path, settings: dict[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """`musbot run` in a folder of packages, with these settings and no others; its data stay there too."""
    ours = ("MUSBOT", "TELEGRAM", "DISCORD", "DATABASE")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {**settings, "PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    command = [sys.executable, "-m", "musbot", "run"]
    return subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, text=True, check=False
    )


def test_the_three_that_ship_are_found() -> None:
    found = read_adapters({})
    assert sorted(found) == ["console", "discord", "telegram"]
    assert [name for name, platform in found.items() if isinstance(platform, ScreenAdapter)] == ["console"]
    assert sorted(name for name, it in found.items() if isinstance(it, ServedAdapter)) == [
        "discord",
        "telegram",
    ]


def test_one_that_is_installed_besides_brings_its_settings(packages: Path) -> None:
    install(packages, TOY)
    assert set(read_adapters({})) == {"console", "discord", "telegram", "toy"}
    assert app.configured_platforms(read_adapters({})) == {}
    (toy,) = app.configured_platforms(read_adapters({"TOY_NAMES": NAMES, "TOY_VOICE": "hush"})).values()
    assert setting_names(type(toy)) == ["TOY_NAMES", "TOY_VOICE"]
    assert secret_values(toy) == ["hush"]
    assert (toy.quiet, toy.mute) == (("toy.wire",), ("toy.voice",))


def test_a_wrong_value_of_it_names_the_setting(packages: Path) -> None:
    install(packages, TOY)
    with pytest.raises(BadSetting, match=r"^TOY_NAMES: expected four names, such as"):
        read_adapters({"TOY_NAMES": "Ane"})


async def test_its_token_is_among_those_without_which_there_is_nothing_to_run(packages: Path) -> None:
    install(packages, TOY)
    asked = "TOY_VOICE, TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN: expected a token"
    with pytest.raises(BadSetting, match=asked):
        await app.serve(Settings(packages / "mus.sqlite"), read_adapters({}))


async def test_a_platform_without_a_token_is_named_by_its_settings_among_those_that_are_needed(
    packages: Path,
) -> None:
    with (packages / "toy_platform.py").open("a", encoding="utf-8") as file:
        file.write("\n@dataclass(frozen=True)\nclass Plain(ToySettings):\n    ")
        file.write('voice: str = setting("TOY_VOICE", "", str)\n')
    install(packages, "toy = toy_platform:Plain")
    asked = "TOY_VOICE, TOY_NAMES, TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN: expected a value, or there is"
    with pytest.raises(BadSetting, match=asked):
        await app.serve(Settings(packages / "mus.sqlite"), read_adapters({}))


def test_it_plays_a_hand_in_a_process_of_its_own(packages: Path) -> None:
    install(packages, TOY)
    ran = run_alone(packages, {"TOY_NAMES": NAMES, "TOY_VOICE": "hush"})
    assert ran.returncode == 0, ran.stderr
    (played,) = (line for line in ran.stderr.splitlines() if "a hand was played" in line)
    assert "Grande: en paso, 1 para" in played
    assert "INFO musbot.app: toy answers" in ran.stderr
    assert "INFO toy: heard by toy: [token]" in ran.stderr
    assert "heard by toy." not in ran.stderr, "they are quiet, and mute"


PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
SEATED = ("Ane: Sentarme 🔷", "Beñat: Sentarme 🟠", "Carmen: Sentarme 🔷", "Dani: Sentarme 🟠")
WORDS = ("no mus", *["paso"] * 8)
TYPED = (
    "Ane: /mus vitoria",
    *SEATED,
    "Ane: Empezar",
    *(f"{name}: {word}" for word in WORDS for name in NAMES.split(",")),
)
"""A hand of the platform of lines: whoever is not asked is not heard."""


def test_the_platform_of_the_page_plays_from_mus_to_the_count_of_a_first_hand(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n# musbot_lines\.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (point,) = re.findall(r'^lines = "(\S+)"$', PAGE.read_text("utf-8"), re.MULTILINE)
    assert sum(map(bool, code.splitlines())) <= 80
    (tmp_path / "musbot_lines.py").write_text(code, "utf-8")
    install(tmp_path, f"lines = {point}", "musbot-lines")
    ran = run_alone(tmp_path, {"LINES_ROOM": "room"}, typed="\n".join(TYPED))
    assert ran.returncode == 0, ran.stderr
    posts = ran.stdout.split("--- ")
    assert any(post.startswith("lines:room\n") and "Grande: en paso, 1 para" in post for post in posts)
    hands = [post for post in posts if post.startswith("lines:Carmen\n") and "mano 1 · tus cartas" in post]
    assert hands
    assert any("mano 2" in post for post in posts)


def test_the_test_of_the_page_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for name, code in blocks:
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("test_musbot_lines")
    module.test_a_command_opens_a_table(monkeypatch)
    for name, _ in blocks:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("toy = no_such_module:Toy", "the platform toy cannot be loaded: No module named 'no_such_module'"),
        ("toy = toy_platform:Nothing", "the platform toy cannot be loaded: .*Nothing"),
        ("telegram = toy_platform:ToySettings", "two packages bring a platform of the name telegram"),
    ],
)
def test_one_that_cannot_be_had_is_told_in_one_line(packages: Path, points: str, told: str) -> None:
    install(packages, points)
    with pytest.raises(BadPlatform, match=told):
        installed_adapters()


async def test_where_none_is_installed_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(MusError, match="no platform is installed that could run"):
        await app.serve(Settings(tmp_path / "mus.sqlite"), {})
    with pytest.raises(MusError, match="no platform is installed that plays at this machine"):
        await app.play(Settings(tmp_path / "mus.sqlite"), {}, Sitting(("parejas",), ("Ane",), 4), "")


def test_no_library_of_a_platform_is_loaded_before_it_is_to_run() -> None:
    look = "import sys; from musbot.cli.shared import read_adapters; read_adapters({}); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert not {"telegram", "discord", "aiohttp", "httpx"} & set(ran.stdout.split())
    assert "adapters.telegram.platform" in ran.stdout


def test_an_installed_library_of_the_name_adapters_hides_no_platform_in_a_checkout(tmp_path: Path) -> None:
    foreign = tmp_path / "adapters"
    foreign.mkdir()
    (foreign / "__init__.py").write_text("raise SystemExit('it was run')", "utf-8")
    look = (
        "from musbot.port.installed import installed_adapters; "
        "print(*installed_adapters(), *map(str, installed_adapters().values()))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("console discord telegram <class 'adapters.console.platform.")
