"""The log: no token in any line or traceback, and no library that would print cards or what people write."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr

import pytest

from musbot.port.installed import installed_adapters
from musbot.runtime.logs import (
    MOST_WAITING,
    NOISY_LOGGERS,
    LogFormat,
    QueuedLines,
    RepeatFilter,
    log_to_stderr,
)
from tests.support.stderr import Written

TOKEN = "123456:ABC-DEF"


@pytest.fixture
def stderr() -> Iterator[io.StringIO]:
    quiet = [name for kind in installed_adapters().values() for name in kind.quiet]
    mute = [name for kind in installed_adapters().values() for name in kind.mute]
    loggers = [logging.getLogger(), *map(logging.getLogger, (*NOISY_LOGGERS, *quiet, *mute))]
    before = [(logger, logger.level, logger.handlers[:]) for logger in loggers]
    log = Written()
    with redirect_stderr(log):
        log_to_stderr("DEBUG", [TOKEN, ""], quiet, mute)
    yield log
    logging.getLogger().handlers[0].close()
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers


def test_a_token_is_left_out_of_messages_arguments_and_tracebacks(stderr: io.StringIO) -> None:
    log = logging.getLogger("musbot.somewhere")
    log.debug("asked https://api.telegram.org/bot%s/getMe", TOKEN)
    try:
        int(f"the token {TOKEN} was rejected")
    except ValueError:
        log.exception("bot %r failed", {"token": TOKEN}, stack_info=True)
    assert TOKEN not in stderr.getvalue()
    assert "bot[token]/getMe" in stderr.getvalue()
    assert "bot {'token': '[token]'} failed" in stderr.getvalue()


def test_of_an_error_the_log_says_what_and_where_not_what_it_quotes(stderr: io.StringIO) -> None:
    def read(word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise KeyError(word) from None

    said = "secret".join(("my ", " word"))
    try:
        try:
            read(said)
        except KeyError as error:
            raise OSError(f"{error} was said") from error
    except OSError:
        logging.getLogger("musbot.somewhere").exception("a press could not be handled")
    told = stderr.getvalue()
    assert "secret" not in told
    assert "KeyError" in told
    assert "OSError" in told
    assert "in read" in told


def test_lines_say_when_how_grave_and_where(stderr: io.StringIO) -> None:
    logging.getLogger("musbot.service.delivery").warning("%s: %s s to wait", "telegram:1", 3)
    assert stderr.getvalue().rstrip().endswith("WARNING musbot.service.delivery: telegram:1: 3 s to wait")


@pytest.mark.parametrize(
    "name",
    "telegram.ext.Application telegram.request.BaseRequest discord.http aiosqlite asyncio".split(),
)
def test_libraries_that_print_requests_are_quiet_at_debug(stderr: io.StringIO, name: str) -> None:
    logging.getLogger(name).info("POST /bot.../sendMessage rey de copas")
    assert stderr.getvalue() == ""


@pytest.mark.parametrize("name", ["telegram.request.BaseRequest", "telegram.Bot", "telegram.ext.ExtBot"])
def test_what_a_library_could_not_read_is_not_quoted(stderr: io.StringIO, name: str) -> None:
    logging.getLogger(name).critical("Received data was %r", "what people write")
    assert stderr.getvalue() == ""


def test_an_object_a_line_for_programs_with_no_secret_in_it(stderr: io.StringIO) -> None:
    with redirect_stderr(stderr):
        log_to_stderr("INFO", [TOKEN], form=LogFormat.JSON)
    log = logging.getLogger("musbot.somewhere")
    log.warning("%s: %s was\nasked", "telegram:1", TOKEN)
    try:
        int(f"the token {TOKEN} was rejected")
    except ValueError:
        log.exception("a press could not be handled")
    assert TOKEN not in stderr.getvalue()
    first, second = map(json.loads, stderr.getvalue().splitlines())
    assert (first["level"], first["logger"]) == ("WARNING", "musbot.somewhere")
    assert first["message"] == "telegram:1: [token] was"
    assert second["message"] == "a press could not be handled"
    assert second["trace"][-1] == "ValueError"


def test_the_level_is_that_of_the_setting(stderr: io.StringIO) -> None:
    log_to_stderr("WARNING")
    logging.getLogger("musbot").info("not now")
    assert stderr.getvalue() == ""


def test_a_warning_of_one_cause_is_told_once_a_minute_with_how_many_were_kept_back() -> None:
    seldom, log = RepeatFilter(), logging.getLogger("musbot.somewhere")

    def told(at: float, line: int = 7, level: int = logging.WARNING) -> str:
        record = log.makeRecord(log.name, level, "here.py", line, "chat %s is gone", ("-1",), None)
        record.created = at
        return record.getMessage() if seldom.filter(record) else ""

    assert told(0) == "chat -1 is gone"
    assert [told(at) for at in (1, 30, 59.9)] == [""] * 3
    assert told(30, line=8) == "chat -1 is gone", "another cause"
    assert told(30, level=logging.ERROR) == "chat -1 is gone", "errors are all told"
    assert told(60) == "chat -1 is gone (and 3 like it since)"
    assert told(130) == "chat -1 is gone"


LAST = f"""
from musbot.runtime.logs import log_to_stderr, write_last_line
log_to_stderr("INFO", [{TOKEN!r}])
write_last_line("cannot reach /bot{TOKEN}/getMe")
"""


def test_the_last_line_of_a_program_holds_no_token():
    ended = subprocess.run([sys.executable, "-c", LAST], capture_output=True, text=True, timeout=60)
    assert ended.stderr == "cannot reach /bot[token]/getMe\n"


# ---- nobody reads stderr ----------------------------------------------------------------------------------

PLAYS = """
import asyncio, logging, signal, sys
from musbot.runtime.logs import log_to_stderr, write_last_line
log_to_stderr("INFO")
log = logging.getLogger("musbot.somewhere")

async def play():
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    for n in range(20_000):
        log.error("%d: %s", n, "x" * 200)
    print("plays on", flush=True)
    await stopping.wait()

asyncio.run(play())
write_last_line("musbot has stopped")
print("stopped", flush=True)
"""


def test_a_stderr_that_nobody_reads_stops_neither_the_game_nor_its_end():
    unread, full = os.pipe()
    try:
        with subprocess.Popen(
            [sys.executable, "-c", PLAYS], stdout=subprocess.PIPE, stderr=full, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "plays on\n"
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=30)[0] == "stopped\n"
        assert process.returncode == 0
    finally:
        os.close(full)
        os.close(unread)


def test_each_line_that_nobody_read_is_counted_and_the_number_told_once_somebody_reads_again():
    unread, full = os.pipe()
    record = logging.makeLogRecord({"msg": "x" * 4096})
    with os.fdopen(unread, "rb") as log, os.fdopen(full, "w") as stream:
        handler = QueuedLines(stream)
        dropped = 100
        fits = 16  # lines in a pipe, and one in the thread's hands
        emitted, written, told = MOST_WAITING + dropped + fits + 1, 0, 0
        for _ in range(emitted):
            handler.emit(record)
        while written + told < emitted:
            line = log.readline()
            if b"dropped" in line:
                told += int(line.split()[0])
            else:
                written += 1
        handler.close()
        assert told >= dropped - 1


def test_a_line_that_cannot_be_put_together_says_so_without_its_arguments(stderr: io.StringIO) -> None:
    record = logging.getLogger("musbot.somewhere").makeRecord(
        "musbot.somewhere", logging.WARNING, "here.py", 7, "%d cards", ("rey de copas",), None
    )
    (handler,) = (it for it in logging.getLogger().handlers if isinstance(it, QueuedLines))
    for at in (0, 1, 60):
        record.created = at
        handler.handle(record)
    assert "a line that cannot be written (TypeError)" in stderr.getvalue()
    assert "copas" not in stderr.getvalue()
