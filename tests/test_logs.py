"""The log: no token in any line or traceback, and no library that would print cards or what people write."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import redirect_stderr

import pytest

from musbot.logs import QUIET, LogFormat, Seldom, log_to_stderr
from musbot.port.installed import kinds

TOKEN = "123456:ABC-DEF"


@pytest.fixture
def stderr() -> Iterator[io.StringIO]:
    quiet = [name for kind in kinds().values() for name in kind.quiet]
    mute = [name for kind in kinds().values() for name in kind.mute]
    loggers = [logging.getLogger(), *map(logging.getLogger, (*QUIET, *quiet, *mute))]
    before = [(logger, logger.level, logger.handlers[:]) for logger in loggers]
    log = io.StringIO()
    with redirect_stderr(log):
        log_to_stderr("DEBUG", [TOKEN, ""], quiet, mute)
    yield log
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
    seldom, log = Seldom(), logging.getLogger("musbot.somewhere")

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
