"""`musbot health`: what it says of a musbot that is well, unwell, silent or another program."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from musbot.cli.main import FAILED, OK, main


@contextmanager
def saying(status: int, body: str) -> Iterator[int]:
    """A page at a port of this machine that always says the same."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def health(monkeypatch: pytest.MonkeyPatch, place: str) -> int:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    monkeypatch.setenv("MUSBOT_HEALTH", place)
    return main(["health"])


@pytest.mark.parametrize(
    ("host", "role", "silent", "said"),
    [
        ("127.0.0.1", "active", "[]", "All is well.\n"),
        ("0.0.0.0", "active", "[]", "All is well.\n"),
        ("localhost", "standby", "[]", "It stands by: another musbot plays with the database.\n"),
        (
            "127.0.0.1",
            "active",
            '["discord"]',
            "discord does not answer: its clocks wait, and it is tried again.\n",
        ),
    ],
)
def test_a_musbot_that_is_well(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    role: str,
    silent: str,
    said: str,
) -> None:
    with saying(200, f'{{"ok": true, "wrong": [], "role": "{role}", "silent": {silent}}}') as port:
        assert health(monkeypatch, f"{host}:{port}") == OK
    assert capsys.readouterr() == (said, "")


def test_what_is_wrong_is_said_a_line_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """{"ok": false, "wrong": ["the event loop is late"], "role": "active",
        "silent": ["telegram", "discord"], "parked": {"discord": "its token"}}"""
    with saying(503, body) as port:
        assert health(monkeypatch, f"127.0.0.1:{port}") == FAILED
    silent = "telegram does not answer: its clocks wait, and it is tried again."
    parked = "discord lets the bot in no more, and is tried again every hour: its token"
    assert capsys.readouterr().out == f"the event loop is late\n{parked}\n{silent}\n"


@pytest.mark.parametrize("body", ["", "[]", '{"ok": true}', "<html>"])
def test_another_program_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    with saying(200, body) as port:
        assert health(monkeypatch, f"127.0.0.1:{port}") == FAILED
    assert "another program answers" in capsys.readouterr().err


def test_nobody_at_all(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with saying(200, "") as port:
        pass
    assert health(monkeypatch, f"127.0.0.1:{port}") == FAILED
    assert capsys.readouterr().err == f"127.0.0.1:{port}: nobody answers (Connection refused)\n"


def test_a_place_that_is_not_set(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert health(monkeypatch, "") == FAILED
    assert capsys.readouterr().err.startswith("MUSBOT_HEALTH: expected the address")
