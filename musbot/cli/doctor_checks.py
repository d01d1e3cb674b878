"""All checks of `musbot doctor` except the database's: platforms, clock, disk, pictures, health."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlparse

import aiohttp

from musbot import MusError, __version__
from musbot.cli.health import HEALTH_PATIENCE_S, NoAnswer, describe_platforms, fetch_condition
from musbot.cli.shared import error_text, find_unknown_settings
from musbot.config import (
    BadSetting,
    Place,
    Settings,
    proxy_for,
    read_environment,
    read_settings_file,
    setting_names,
)
from musbot.health.server import bind_address
from musbot.port.doctor import ExaminedAdapter, Finding, NoResponse, Response
from musbot.port.platform import Adapter, ServedAdapter
from musbot.service.process.retention import can_write_in, folder_of
from musbot.store.file import OTHERS, is_locked, lock_file, require_writable
from musbot.store.open_store import report_unwritable
from musbot.store.protocol import DatabaseLocked
from musbot.words.quoted import NAMES_SETTINGS, typed_program
from musbot.words.texts import Texts

PATIENCE_S = 10.0
"""Longest wait for a server's answer, in seconds."""
MAX_SKEW_S = 30.0
"""Largest difference to a server's clock that is not reported, in seconds."""
WITH_PASSWORDS = {"DATABASE_URL", "PGPASSWORD", "POSTGRES_PASSWORD"}
"""Further variables that may hold a password."""
MIN_FREE_BYTES = 200_000_000
"""Least free disk space, in bytes. With less, a bot soon cannot write."""


@dataclass(slots=True)
class HttpFetcher:
    """A Fetch over HTTP, which also records the difference between the servers' clocks and this one."""

    session: aiohttp.ClientSession
    """The HTTP session of all requests."""
    skews_s: list[float] = field(default_factory=list)
    """This machine's clock minus each server's, in seconds."""

    async def __call__(self, url: str, headers: Mapping[str, str] | None = None) -> Response:
        """Requests a URL and returns its answer, of any status; the body is None if it is not JSON.

        Adds the clock difference to `skews_s` if the answer is dated. Raises NoResponse if no readable answer
        arrives within PATIENCE_S, and BadSetting for an invalid proxy.
        """
        try:
            async with self.session.get(url, headers=headers, proxy=proxy_for(url)) as response:
                text = await response.text()
                self._note(response.headers.get("Date", ""))
        except (aiohttp.ClientError, OSError, TimeoutError, UnicodeDecodeError) as error:
            parts = urlparse(url)  # only the host is reported: the path may hold a token
            raise NoResponse(f"{parts.hostname}: {type(error).__name__}") from None
        try:
            return Response(response.status, json.loads(text))
        except ValueError:
            return Response(response.status, None)

    def _note(self, date: str) -> None:
        """Records the clock difference from an answer's Date header, if it has a valid one."""
        try:
            self.skews_s.append(time.time() - parsedate_to_datetime(date).timestamp())
        except ValueError:
            return


@asynccontextmanager
async def open_fetcher() -> AsyncIterator[HttpFetcher]:
    """Yields a fetcher over a new HTTP session, which is closed afterwards."""
    limit = aiohttp.ClientTimeout(total=PATIENCE_S)
    async with aiohttp.ClientSession(timeout=limit) as session:
        yield HttpFetcher(session)


def examine_all(given: Settings, installed: Mapping[str, Adapter], texts: Texts) -> Iterator[Finding]:
    """Yields the findings of all checks except the database's: the version, settings and platforms first.

    Makes requests to the platforms, and to a running bot if its health address is set. A check that fails is
    a finding. Starts an event loop, so none may run already.
    """
    settings = Path(os.environ.get(NAMES_SETTINGS) or ".env")
    yield Finding(texts("doctor-version", version=__version__))
    yield from _check_settings_file(settings, installed, texts)
    for name, meant in find_unknown_settings(installed):
        if meant:
            yield Finding(texts("doctor-misspelt-setting", name=name, meant=meant), wrong=True)
        else:
            yield Finding(texts("doctor-unknown-setting", name=name), wrong=True)
    yield from asyncio.run(_check_platforms(installed, settings, texts))
    if isinstance(given.database, Path):
        yield _check_disk(given.database, texts)
        yield from _check_writable(given.database)
    yield from _check_actas(given, texts)
    yield _check_pictures(texts)
    yield from _check_players()
    if given.health is not None:
        yield from _check_health(given, given.health, texts)
    elif is_running(given):
        yield Finding(texts("doctor-runs"))


def _check_health(settings: Settings, place: Place, texts: Texts) -> Iterator[Finding]:
    """Yields the faults of the bot that answers at the health address, or that it is well.

    If none answers, yields a fault if a bot hangs there, if a start could not bind the address, or if the
    database is in use. Otherwise yields nothing: the verdict says that no bot runs.
    """
    where = f"{place.host}:{place.port}"
    try:
        condition = fetch_condition(place)
    except MusError as error:
        used = isinstance(settings.database, Path) and is_running(settings)
        bad = asyncio.run(_try_address(place))
        taken = bad is not None and getattr(bad.__cause__, "errno", 0) == errno.EADDRINUSE
        if taken and isinstance(error, NoAnswer):
            yield Finding(_describe_hanging(texts, where), wrong=True)
            return
        if used:
            yield Finding(texts("doctor-in-use", database=str(settings.database), why=str(error)), wrong=True)
        if bad is not None:
            yield Finding(error_text(bad), wrong=True)
        return
    if is_running(settings) is False:
        yield Finding(texts("doctor-other-health", where=where), wrong=True)
        return
    wrong = (*condition.wrong, *describe_platforms(texts, condition))
    yield from (Finding(line, wrong=True) for line in wrong)
    if condition.ok and not wrong:
        yield Finding(texts("doctor-runs-well"))


def _describe_hanging(texts: Texts, where: str) -> str:
    """Returns the fault of a program that holds the health address and does not answer there."""
    seconds = round(HEALTH_PATIENCE_S)
    if unit := Path(os.environ.get(NAMES_SETTINGS, "")).stem:
        return texts("doctor-hangs-service", where=where, seconds=seconds, unit=unit)
    return texts("doctor-hangs", where=where, seconds=seconds)


async def _try_address(place: Place) -> BadSetting | None:
    """Binds an address as a start does, and gives it back; returns the error if that cannot be done."""
    try:
        (await bind_address(place)).close()
    except BadSetting as bad:
        return bad
    return None


def _check_writable(database: Path) -> Iterator[Finding]:
    """Yields a fault if a start could not make, write or lock the files of a database."""
    try:
        with report_unwritable(database):
            require_writable(database)
            if os.path.exists(database):
                with suppress(DatabaseLocked):
                    lock_file(database, "").release()
    except MusError as error:
        yield Finding(error_text(error), wrong=True)


def _check_players() -> Iterator[Finding]:
    """Yields a fault if the files of the AI players, which every start loads, cannot be used."""
    from musbot.players import prepare

    try:
        prepare()
    except MusError as error:
        yield Finding(error_text(error), wrong=True)


def _check_settings_file(file: Path, installed: Mapping[str, Adapter], texts: Texts) -> Iterator[Finding]:
    """Yields which settings file was read, and a fault if other users can read secrets in it.

    Without a file, a finding that names its folder. Permissions are checked only on POSIX systems.
    """
    if not file.is_file():
        yield Finding(texts("doctor-no-settings", folder=str(file.parent.resolve())))
        return
    named = str(file.resolve())
    if os.environ.get(NAMES_SETTINGS):
        yield Finding(texts("doctor-settings-service", file=named, program=typed_program()))
    else:
        yield Finding(texts("doctor-settings", file=named))
    if os.name != "posix" or not file.stat().st_mode & OTHERS or not os.access(file, os.R_OK):
        return
    secret = {name for it in installed.values() for name in setting_names(type(it), secret=True)}
    if any(value for name, value in read_settings_file(file).items() if name in secret | WITH_PASSWORDS):
        yield Finding(texts("doctor-open-settings", file=str(file)), wrong=True)


def is_there(path: Path) -> bool:
    """Returns whether a file or folder has this name; True also if this user may not look."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # in another user's folder
        return True
    return True


def is_running(settings: Settings) -> bool | None:
    """Returns whether a bot uses the database file; False if the file does not exist.

    No lock shows it for a server: there, whether one answers at the health address. None without an address,
    or if something hangs there; None also for a file that is out of reach.
    """
    if not isinstance(settings.database, Path):
        try:
            return None if settings.health is None else bool(fetch_condition(settings.health))
        except NoAnswer:
            return None
        except MusError:
            return False
    if not os.path.exists(settings.database):
        return None if is_there(settings.database) else False
    return is_locked(settings.database)


async def _check_platforms(installed: Mapping[str, Adapter], settings: Path, texts: Texts) -> list[Finding]:
    """Returns the findings about configured platforms that are ExaminedAdapters, and about the clock.

    The clock is checked only if a server's answer was dated. If no platform has a token, that is a fault,
    whose text names the file of settings.
    """
    found: list[Finding] = []
    wanted = [it for it in installed.values() if isinstance(it, ServedAdapter) and it.is_configured]
    environ = read_environment()
    tokens = {name for it in installed.values() for name in setting_names(type(it), secret=True)}
    if not wanted and not any(environ.get(name) for name in tokens):  # a bad token is reported already
        found.append(
            Finding(texts("doctor-no-token", file=str(settings), program=typed_program()), wrong=True)
        )
    async with open_fetcher() as fetch:
        for platform in wanted:
            if isinstance(platform, ExaminedAdapter):
                try:
                    found += await platform.examine(fetch, texts)
                except NoResponse as error:
                    found.append(Finding(texts("doctor-silent", why=str(error)), wrong=True))
                except BadSetting as error:  # a proxy's address is wrong, perhaps for all platforms
                    fault = Finding(error_text(error), wrong=True)
                    found += [] if fault in found else [fault]
        if fetch.skews_s:
            found.append(_check_clock(min(fetch.skews_s, key=abs), texts))
    return found


def _check_clock(skew_s: float, texts: Texts) -> Finding:
    """Returns the finding about the clock's difference in seconds, of either sign.

    More than MAX_SKEW_S is a fault.
    """
    if abs(skew_s) > MAX_SKEW_S:
        return Finding(texts("doctor-clock-wrong", seconds=round(abs(skew_s))), wrong=True)
    return Finding(texts("doctor-clock"))


def _check_disk(database: Path, texts: Texts) -> Finding:
    """Returns the finding about free space. Less than MIN_FREE_BYTES or twice the database's size is a
    fault."""
    folder = next(it for it in database.absolute().parents if os.path.exists(it))
    free = shutil.disk_usage(folder).free
    needed = max(MIN_FREE_BYTES, 2 * database.stat().st_size if os.path.exists(database) else 0)
    facts = {"folder": str(folder), "free": f"{free / 1e6:.0f}", "needed": f"{needed / 1e6:.0f}"}
    if free < needed:
        return Finding(texts("doctor-disk-full", **facts), wrong=True)
    return Finding(texts("doctor-disk", **facts))


def _check_actas(settings: Settings, texts: Texts) -> Iterator[Finding]:
    """Yields a fault if the bot deletes old tables and cannot write their actas.

    A wrong setting of their folder is a fault too.
    """
    try:
        folder = folder_of(settings)
    except BadSetting as error:
        yield Finding(error_text(error), wrong=True)
    else:
        if folder is not None and not can_write_in(folder):
            yield Finding(texts("doctor-no-actas", folder=str(folder)), wrong=True)


def _check_pictures(texts: Texts) -> Finding:
    """Returns the finding about drawing pictures, from an attempt to draw one; any error is a fault."""
    from musbot.cli import pintar
    from musbot.game.rule_sets import rule_set

    try:
        pintar.draw(pintar.hand_picture("12o 3c 11b 1e", rule_set("parejas"), texts))
    except Exception as error:
        return Finding(texts("doctor-no-pictures", why=type(error).__name__), wrong=True)
    return Finding(texts("doctor-pictures"))
