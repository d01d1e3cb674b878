"""Settings from the environment or a `.env` file; `.env.example` lists them.

A group of settings is a dataclass whose fields are made by `setting`. `Settings` is the common group; each
platform has its own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from errno import EACCES, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, unquote, urlparse, urlsplit
from urllib.request import getproxies, proxy_bypass

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from musbot import MusError
from musbot.runtime.logs import LogFormat
from musbot.words.texts import LANGUAGES

T = TypeVar("T")


_PERMANENT = {EACCES, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS}
"""Errors of the system that stay until a person changes a path or its permissions."""


class BadSetting(MusError):
    """A setting with a wrong value; the message names the setting and the expected value, never a token.

    It lasts, unless its cause may pass, such as a full disk or a port in use.
    """

    def __init__(self, name: str, expected: str, cause: OSError | None = None) -> None:
        super().__init__(f"{name}: expected {expected}")
        self.lasts = cause is None or cause.errno in _PERMANENT


class InvalidValue(Exception):
    """Raised by a value parser; the message describes a valid value."""


@dataclass(frozen=True, slots=True)
class _SettingMetadata:
    """Where a setting comes from, how its text is read, and whether its value is secret."""

    name: str
    """The name of the environment variable."""
    value: Callable[[str], object]
    """Parses the text of the setting; raises InvalidValue."""
    secret: bool
    """Whether the value must never be shown."""


def setting(name: str, default: T, read: Callable[[str], T], *, secret: bool = False) -> T:
    """Returns a dataclass field for the variable `name`, with the value `default` if it is unset.

    `read` parses its text and raises InvalidValue for a wrong value. The repr leaves a secret value out.
    """
    made: T = field(default=default, repr=not secret, metadata={"read": _SettingMetadata(name, read, secret)})
    return made


def read_environment(given: Mapping[str, str] | None = None, file: Path = Path(".env")) -> dict[str, str]:
    """Returns the environment merged over the `.env` file.

    A variable of the environment wins, even an empty one. `given` replaces the environment. A missing file is
    ignored. Raises BadSetting if the file cannot be read.
    """
    return {**read_settings_file(file), **(os.environ if given is None else given)}


def export_library_settings(file: Path = Path(".env")) -> None:
    """Puts the settings of libraries in a `.env` file into the environment, such as PGPASSWORD and proxies.

    A variable of the environment wins, in capitals or not. Raises BadSetting if the file cannot be read.
    """
    given = {name.upper() for name in os.environ}
    for name, value in read_settings_file(file).items():
        if _OF_LIBRARIES.fullmatch(name.upper()) and name.upper() not in given:
            os.environ[name] = value


_OF_LIBRARIES = re.compile("PG[A-Z]+|(?:HTTPS?|ALL|NO)_PROXY")
"""The names of variables that libraries read from the environment."""


def read_settings(kind: type[T], given: Mapping[str, str]) -> T:
    """Returns a group of settings; an empty or missing variable keeps its default.

    `kind` is a dataclass of `setting` fields. Raises the first BadSetting.
    """
    made, wrong = read_with_errors(kind, given)
    if wrong:
        raise wrong[0]
    return made


def read_with_errors(kind: type[T], given: Mapping[str, str]) -> tuple[T, list[BadSetting]]:
    """Returns a group of settings, with defaults for wrong values, and an error for each of these.

    Raises BadSetting only if a default cannot be determined.
    """
    values: dict[str, object] = {}
    wrong: list[BadSetting] = []
    for name, read in _settings(kind):
        text = given.get(read.name, "").strip()
        try:
            values |= {name: read.value(text)} if text else {}
        except InvalidValue as error:
            wrong.append(BadSetting(read.name, str(error)))
    return kind(**values), wrong


def setting_names(kind: type[Any], *, secret: bool = False) -> list[str]:
    """Returns the variable names of a group of settings, in order; with `secret` only the secret ones."""
    return [read.name for _, read in _settings(kind) if read.secret or not secret]


def secret_values(made: object) -> list[str]:
    """Returns the values of a group's secret settings, also empty ones."""
    return [getattr(made, name) for name, read in _settings(type(made)) if read.secret]


def _settings(kind: type[Any]) -> Iterator[tuple[str, _SettingMetadata]]:
    """Yields the settings of a group: each field's name and how it is read."""
    return ((one.name, one.metadata["read"]) for one in fields(kind))


def read_settings_file(file: Path) -> dict[str, str]:
    """Returns the variables of a `.env` file that have a value; empty for a folder or a missing file.

    Raises BadSetting if it cannot be read; it names the first line that is no text or no setting.
    """
    unreadable = BadSetting(str(file), "a text file in UTF-8 that can be read")
    try:
        if not file.is_file():  # opening a pipe can block
            if file.exists() and not file.is_dir():  # a folder is an environment of Python's
                raise unreadable
            return {}
        content = file.read_bytes()
    except OSError:
        raise unreadable from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadSetting(str(file), f"text in UTF-8 in line {line}") from None
    for binding in parse_stream(StringIO(text, newline=None)):
        if binding.error or (binding.key and binding.value is None):
            before, found = binding.original.line, binding.original.string
            line = before + found[: len(found) - len(found.lstrip())].count("\n")
            raise BadSetting(str(file), f"NAME=VALUE in line {line}, with quotes that are closed")
    values = dotenv_values(stream=StringIO(text, newline=None))
    return {name: value for name, value in values.items() if value is not None}


# ---- how values are read -----------------------------------------------------------------------------------


def read_one_of(*allowed: str) -> Callable[[str], str]:
    """Returns a parser that accepts exactly these words, and raises InvalidValue for any other text."""

    def read(text: str) -> str:
        """Returns an allowed word unchanged; raises InvalidValue for any other text."""
        if text not in allowed:
            raise InvalidValue(f"one of {', '.join(allowed)}")
        return text

    return read


def read_yes_or_no(text: str) -> bool:
    """Returns True for "yes" and False for "no", in any case; raises InvalidValue for any other text."""
    return read_one_of("yes", "no")(text.lower()) == "yes"


def read_address_like(like: str) -> Callable[[str], str]:
    """Returns a parser for addresses with the scheme of `like`: HTTP or HTTPS, or WS or WSS.

    The parser raises InvalidValue for any other text. It removes final slashes from HTTP addresses.
    """
    schemes = ("ws", "wss") if like.startswith("ws") else ("http", "https")

    def read(text: str) -> str:
        """Returns an address, HTTP without final slashes.

        Raises InvalidValue for another scheme, without a host, or for port 0.
        """
        try:
            parts = urlparse(text)
            good = parts.scheme in schemes and parts.hostname and parts.port != 0
        except ValueError:
            good = False
        if not good:
            raise InvalidValue(f"an address such as {like}")
        return text if "ws" in schemes else text.rstrip("/")  # paths are appended to HTTP addresses

    return read


_PROXY = read_address_like(like="http://proxy:3128")


def proxy_for(url: str) -> str | None:
    """Returns the HTTP proxy for an address; None if it needs none.

    The variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in either case, choose it; a ws address
    counts as http. Raises BadSetting for a proxy that does not speak HTTP.
    """
    parts, proxies = urlsplit(url), getproxies()
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    name = scheme if proxies.get(scheme) else "all"
    proxy = proxies.get(name)
    if not proxy or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    try:
        return _PROXY(proxy if "://" in proxy else f"http://{proxy}")
    except InvalidValue as error:
        raise BadSetting(f"{name}_proxy".upper(), str(error)) from None


def read_seconds(text: str) -> float:
    """Returns a number of seconds from 0 to 3600, fractions too; raises InvalidValue for any other text."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 3600:
        raise InvalidValue("a number of seconds from 0 to 3600")
    return number


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL database; its text has neither user nor password."""

    url: str = field(repr=False)
    """The connection URL."""

    def __str__(self) -> str:
        """Returns the URL without user, password and parameters."""
        parts = urlparse(self.url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def has_several_hosts(self) -> bool:
        """Whether the URL names more than one host."""
        return "," in urlparse(self.url).netloc.rpartition("@")[2]

    @property
    def secrets(self) -> list[str]:
        """The texts that must stay hidden: the URL, and its passwords as written and decoded.

        Empty ones are left out.
        """
        given = parse_qs(urlparse(self.url).query).get("password", [])
        stands = urlparse(self.url).password or ""
        return [secret for secret in (self.url, stands, unquote(stands), *given) if secret]


Database = Path | Server
"""The place of the tables: an SQLite file, or a PostgreSQL database."""


def read_database_url(text: str) -> Database:
    """Returns the database of a URL: a path, or a Server.

    Raises InvalidValue, which never contains a password, for any other text, for unfit parameters, and for
    missing certificate files.
    """
    if text.startswith("sqlite:///") and len(text) > len("sqlite:///"):
        return Path(text.removeprefix("sqlite:///"))
    if not _is_server_url(text):
        raise InvalidValue(
            "sqlite:/// and a file, such as sqlite:///musbot.sqlite, or"
            " postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with commas between several hosts"
            " and a password with special characters in PGPASSWORD"
        )
    parameters = {name: values[-1] for name, values in parse_qs(urlparse(text).query).items()}
    if parameters.get("target_session_attrs", "any") not in _WRITABLE:
        raise InvalidValue(
            f"{_join_with_or(_WRITABLE)} as target_session_attrs: musbot writes to the primary"
        )
    if parameters.get("sslmode", "prefer") not in _SSL_MODES:
        raise InvalidValue(f"{_join_with_or(_SSL_MODES)} as sslmode")
    for name in _CERTIFICATES & parameters.keys():
        if not Path(parameters[name]).is_file():
            raise InvalidValue(f"a file that is there as {name}")
    return Server(text)


_WRITABLE = ("any", "read-write", "primary")
"""The values of `target_session_attrs`. With any of them, musbot plays with the primary."""
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""The values of `sslmode`."""
_CERTIFICATES = {"sslrootcert", "sslcert", "sslkey", "sslcrl"}
"""The parameters of a URL that name a file."""
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\[\]:\s]*)(?::(\d{1,5}))?")


def _join_with_or(words: Sequence[str]) -> str:
    """Returns two or more words as a list that ends in "or"."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _is_server_url(text: str) -> bool:
    """Returns whether a text is a URL as libpq takes it, with a database and one host or more
    (`h1:p1,h2:p2`)."""
    try:
        parts = urlparse(text)
    except ValueError:
        return False
    if "://" not in text or parts.netloc.count("@") > 1:  # libpq ends the password at the first
        return False
    hosts = parts.netloc.rpartition("@")[2].split(",")
    read = [_HOST.fullmatch(host) for host in hosts if host or len(hosts) == 1]
    ports = [it is not None and 0 < int(it[1] or 5432) < 65536 for it in read]
    good = len(ports) == len(hosts) and all(ports)
    return parts.scheme in ("postgresql", "postgres") and len(parts.path) > 1 and good


class Place(NamedTuple):
    """The address of the health pages on this machine."""

    host: str
    """The host name or IP address."""
    port: int
    """The port."""


def _read_place(text: str) -> Place:
    """Returns the host and port of `HOST:PORT`; raises InvalidValue for any other text, also without a host.

    Brackets of an IPv6 address are removed; the host is not looked up.
    """
    host, _, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    good = port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536
    if not good or not bare or any(char.isspace() or char == "/" for char in bare):
        raise InvalidValue("an address of this machine and a port, such as 127.0.0.1:9100")
    return Place(bare, int(port))


MOST_DAYS = 36500
"""The maximum of `keep_days`, a hundred years."""
_LEVELS = read_one_of("DEBUG", "INFO", "WARNING", "ERROR")
NAME = "musbot.sqlite"
"""The default name of the database."""


def default_database() -> Path:
    """Returns the database without a setting: `musbot.sqlite` in this folder if it exists, or the user's own.

    A file that is gone and has left its `-commits` counts as existing. Raises BadSetting without a home
    folder.
    """
    here = Path(NAME)
    return here if here.exists() or Path(f"{NAME}-commits").exists() else _data_folder() / "musbot" / NAME


def _data_folder() -> Path:
    """Returns the folder in which the user's programs keep data; raises BadSetting if there is no home.

    LOCALAPPDATA (Windows) or XDG_DATA_HOME names it by an absolute path; otherwise it is the default one.
    """
    given = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME", "")
    if Path(given).is_absolute():
        return Path(given)
    home = os.path.expanduser("~")
    if not Path(home).is_absolute() or os.environ.get("HOME") == "":
        raise BadSetting("DATABASE_URL", "a file, because HOME names no folder")
    places = {"nt": "AppData/Local", "darwin": "Library/Application Support"}
    return Path(home, places.get("nt" if os.name == "nt" else sys.platform, ".local/share"))


def _read_log_format(text: str) -> LogFormat:
    """Returns a log format, in any case; raises InvalidValue for any other text."""
    return LogFormat(read_one_of(*LogFormat)(text.lower()))


def _read_days(text: str) -> int:
    """Returns a whole number of days from 1 to MOST_DAYS; raises InvalidValue for any other text."""
    good = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_DAYS))
    if not good or not 0 < int(text) <= MOST_DAYS:
        raise InvalidValue("a whole number of days, one at least and a hundred years at most")
    return int(text)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of musbot that apply to every platform."""

    database: Database = field(
        default_factory=default_database,
        metadata={"read": _SettingMetadata("DATABASE_URL", read_database_url, secret=False)},
    )
    """The database with the tables."""
    language: str = setting("MUSBOT_LANGUAGE", LANGUAGES[0], read_one_of(*LANGUAGES))
    """The default language of tables."""
    turn_s: float = setting("MUSBOT_TURN_SECONDS", 90.0, read_seconds)
    """Seconds that a player has for a word before the suplente speaks for them; 0 for no clock."""
    ai_pause_s: float = setting("MUSBOT_AI_PAUSE_SECONDS", 2.0, read_seconds)
    """Seconds that an AI player waits before it speaks."""
    log_level: str = setting("MUSBOT_LOG_LEVEL", "INFO", lambda text: _LEVELS(text.upper()))
    """The minimum level of log lines."""
    log_format: LogFormat = setting("MUSBOT_LOG_FORMAT", LogFormat.TEXT, _read_log_format)
    """The format of log lines."""
    health: Place | None = setting("MUSBOT_HEALTH", None, _read_place)
    """The address of the health pages; None for no pages."""
    keep_days: int | None = setting("MUSBOT_KEEP_DAYS", None, _read_days)
    """Days after which finished tables are deleted, leaving an acta; None keeps them."""
    actas: Path | None = setting("MUSBOT_ACTAS", None, Path)
    """The folder for the actas of deleted tables; None for a folder next to the database file."""
