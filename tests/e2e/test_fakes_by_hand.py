"""A bot without a token: somebody types at a fake platform, and reads what the bot shows there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.fakes.__main__ import PLATFORMS
from tests.fakes.running import PATIENCE_S

OURS = ("MUSBOT", "TELEGRAM", "DISCORD")


@contextmanager
def running(*arguments: str, folder: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    environment = {name: it for name, it in os.environ.items() if not name.startswith(OURS)}
    environment |= {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUNBUFFERED": "1", **settings}
    with subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=environment,
        text=True,
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        watch = threading.Timer(PATIENCE_S, process.kill)
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
            process.kill()


def read_to(stream: IO[str] | None, text: str) -> list[str]:
    """Returns the lines up to the first with a text; fails if the process ends before."""
    assert stream
    lines: list[str] = []
    for line in stream:
        lines.append(line)
        if text in line:
            return lines
    raise AssertionError("".join(lines))


def settings_in(lines: list[str]) -> Mapping[str, str]:
    return dict(re.findall(r"^ +([A-Z_]+)=(.*)$", "".join(lines), re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
def test_somebody_types_at_a_fake_platform_and_reads_what_the_bot_shows(
    platform: str, tmp_path: Path
) -> None:
    with running("tests.fakes", platform, "--port", "0", folder=tmp_path) as fake:
        assert fake.stdin
        settings = settings_in(read_to(fake.stdout, "expected NAME TEXT"))
        database = f"sqlite:///{tmp_path}/mus.sqlite"
        with running("musbot", "run", folder=tmp_path, DATABASE_URL=database, **settings):
            read_to(fake.stdout, "The bot has come.")
            for line, shown in (
                ("Ane /mus", "[Sentarme 🔷]"),
                ("Ane [Sentarme]", "🔷 Ane · libre"),
                ("Ane [Bailar]", "no [Bailar]"),
                ("Zoe /mus", "the names are Ane, Beñat, Carmen, Dani"),
                ("@Ane hola", "Ane: hola"),
            ):
                print(line, file=fake.stdin, flush=True)
                read_to(fake.stdout, shown)
