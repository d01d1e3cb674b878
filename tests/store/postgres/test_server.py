"""The tests' own PostgreSQL: one for all workers of a run, gone after it; and what is said without one."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

import pytest

from tests.support import server

WORKERS = """
import os, subprocess, sys
asked = [sys.executable, "-c", "from tests.support.server import shared_url; print(shared_url())"]
known = os.environ | {"PYTEST_XDIST_WORKER": "gw0", "PYTEST_XDIST_TESTRUNUID": sys.argv[1]}
asking = [subprocess.Popen(asked, env=known, stdout=subprocess.PIPE, text=True) for _ in range(2)]
print(*(each.communicate()[0].strip() for each in asking))
"""


def test_workers_share_one_server_that_is_gone_after_their_run():
    run = uuid.uuid4().hex
    command = [sys.executable, "-c", WORKERS, run]
    said = subprocess.run(command, cwd=server.HERE, capture_output=True, text=True, check=True, timeout=60)
    one, other = said.stdout.split()
    assert one == other
    until = time.monotonic() + 20
    while (Path(tempfile.gettempdir()) / f"mus{run[:12]}").exists():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_without_a_wheel_and_a_system_s_own_a_test_is_skipped_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(server, "DEBIAN", tmp_path)
    with pytest.raises(pytest.skip.Exception, match="no wheel for this machine"):
        server.programs()
