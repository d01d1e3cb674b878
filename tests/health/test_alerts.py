"""The alerts ring for a bot that nobody plays, or that two processes play, and for no other."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adapters.discord.platform import DiscordSettings
from adapters.telegram.platform import TelegramSettings
from musbot.port.platform import Adapter, identify_bots

ROOT = Path(__file__).parents[2]
ALERTS = ROOT / "docs/alerts.yaml"
TESTS = Path(__file__).with_name("alerts.test.yaml")
PROMTOOL = shutil.which("promtool")


@pytest.mark.skipif(PROMTOOL is None, reason="needs promtool (Debian: prometheus)")
@pytest.mark.parametrize("asked", [["check", "rules", str(ALERTS)], ["test", "rules", str(TESTS)]])
def test_promtool_agrees(asked: list[str]) -> None:
    done = subprocess.run([PROMTOOL or "", *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_about_processes_is_by_bot_and_tried() -> None:
    alerts, tried = ALERTS.read_text("utf-8"), TESTS.read_text("utf-8")
    rules = re.findall(r"alert: (\w+)\s+expr: (.*)", alerts)
    about = [(name, expr) for name, expr in rules if re.search("musbot_(role|info)", expr)]
    assert len(about) == 3
    for name, expr in about:
        assert "by (bot)" in expr or expr.startswith("absent"), name
        assert f"alertname: {name}" in tried, name


@pytest.mark.parametrize(
    ("token", "bot"),
    [
        ("MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.secret", "discord:123456789012345678"),
        ("nonsense", "discord"),
        ("c2VjcmV0.x.y", "discord"),
    ],
)
def test_a_bot_is_called_by_its_public_id_and_never_by_its_secret(token: str, bot: str) -> None:
    platforms: dict[str, Adapter] = {
        "telegram": TelegramSettings(token="110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"),
        "discord": DiscordSettings(token=token),
    }
    assert identify_bots(platforms) == f"{bot},telegram:110201543"
