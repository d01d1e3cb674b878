"""The service of systemd, its wrapper and its backups: they agree, and do what the page says."""

from __future__ import annotations

import configparser
import io
import logging
import os
import re
import runpy
import shutil
import subprocess
import sys
from errno import EADDRINUSE, ENOSPC
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import asyncpg
import pytest

from musbot import app
from musbot.cli.main import FAILED, LASTING, OK, main
from musbot.config import BadSetting
from musbot.port.platform import BotRejected
from musbot.runtime.logs import RedactingFormatter, RedactingJsonFormatter
from musbot.store.checkup import report_nothing
from musbot.store.copies import restore
from musbot.store.postgres.faults import to_store_error
from musbot.store.protocol import DatabaseLost, DatabaseNeedsOperator, DatabaseTakenOver, TablesGone
from musbot.words.quoted import name_program
from tests.support.damage import FILE, file, played

__all__ = ["file", "played"]  # fixtures

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def lines_of(unit: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", (DEPLOY / unit).read_text("utf-8"), re.MULTILINE)


def test_the_service_its_wrapper_and_its_backup_have_the_same_user_and_settings() -> None:
    admin = runpy.run_path(str(DEPLOY / "musbot-admin"))
    given = " ".join(lines_of("musbot.service", "Environment")).split()
    assert dict(it.split("=", 1) for it in given) == {**admin["USUAL"], "MUSBOT_SETTINGS": admin["SETTINGS"]}
    for unit in ("musbot.service", "musbot-backup.service"):
        assert lines_of(unit, "User") == [admin["USER"]]
        assert lines_of(unit, "WorkingDirectory") == [admin["FOLDER"]]
        assert lines_of(unit, "EnvironmentFile") == [admin["SETTINGS"]]
        assert f"DATABASE_URL={admin['USUAL']['DATABASE_URL']}" in " ".join(lines_of(unit, "Environment"))
    assert lines_of("musbot.service", "ExecStart") == [f"{admin['PROGRAM']} run"]


def test_a_bot_whose_tables_or_file_are_gone_is_not_started_again_with_empty_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "serve", AsyncMock(side_effect=TablesGone("the tables of musbot are gone")))
    assert lines_of("musbot.service", "RestartPreventExitStatus") == [str(main(["run"]))]
    assert "are gone" in capsys.readouterr().err


TOKEN = {"TELEGRAM_BOT_TOKEN": "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"}
SERVER = {**TOKEN, "DATABASE_URL": "postgresql://mus@one/mus"}
FAILURES: dict[str, tuple[dict[str, str], Exception | None, int]] = {
    "no token": ({}, None, LASTING),
    "a wrong value": ({**TOKEN, "MUSBOT_TURN_SECONDS": "soon"}, None, LASTING),
    "no folder for actas": ({**SERVER, "MUSBOT_KEEP_DAYS": "9"}, None, LASTING),
    "a folder that may not be made": ({**TOKEN, "DATABASE_URL": "sqlite:////dev/null/mus"}, None, LASTING),
    "a wrong password": (SERVER, to_store_error(asyncpg.InvalidPasswordError("")), LASTING),
    "no such database": (SERVER, to_store_error(asyncpg.InvalidCatalogNameError("")), LASTING),
    "a rejected token": (TOKEN, BotRejected("no such token"), LASTING),
    "a newer schema": (TOKEN, DatabaseNeedsOperator("schema 9"), LASTING),
    "damage": (TOKEN, DatabaseLost("damaged"), LASTING),
    "a full disk": (TOKEN, BadSetting("DATABASE_URL", "a file", OSError(ENOSPC, "full")), FAILED),
    "a port in use": (TOKEN, BadSetting("MUSBOT_HEALTH", "a free port", OSError(EADDRINUSE, "")), FAILED),
    "a server that is away": (SERVER, to_store_error(asyncpg.CannotConnectNowError("")), FAILED),
    "one of two hosts does not let it in": (
        {**TOKEN, "DATABASE_URL": "postgresql://mus@one,two/mus"},
        to_store_error(asyncpg.InvalidPasswordError("")),
        FAILED,
    ),
    "a takeover": (SERVER, DatabaseTakenOver("another musbot has taken over"), FAILED),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_only_what_no_waiting_mends_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    settings, error, status = FAILURES[failure]
    for name in ("TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN", "DATABASE_URL", "MUSBOT_HEALTH"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    if error is not None:
        monkeypatch.setattr(app, "serve", AsyncMock(side_effect=error))
    assert main(["run"]) == status


def test_the_units_can_be_read_and_the_timer_starts_the_backup() -> None:
    for unit in DEPLOY.glob("musbot*.*"):
        parser = configparser.RawConfigParser(strict=False)
        assert parser.read(unit, "utf-8")
        assert parser.sections(), unit
    assert (DEPLOY / "musbot-backup.timer").with_suffix(".service").exists()


def test_the_commands_for_a_further_bot_leave_nothing_of_the_first(tmp_path: Path) -> None:
    page = (ROOT / "docs/operating.md").read_text("utf-8")
    (commands,) = re.findall(r"```sh\n(\[ -s /etc/musbot-tele[^`]*)```", page)
    commands = commands.replace("/etc/systemd/system/", f"{tmp_path}/").replace("/etc/", f"{tmp_path}/")
    subprocess.run(["sh", "-ec", commands], cwd=ROOT, check=True)
    lines = (tmp_path / "musbot-tele.env").read_text("utf-8").splitlines()
    assert sum(it.startswith("DATABASE_URL=sqlite:////var/lib/musbot/tele/") for it in lines) == 1
    assert lines[-1] == "MUSBOT_HEALTH=127.0.0.1:9102"
    units = {it.name: it.read_text("utf-8") for it in tmp_path.glob("*.service")}
    assert set(units) == {"musbot-tele.service", "musbot-tele-backup.service"}
    for text in units.values():
        assert f"EnvironmentFile={tmp_path}/musbot-tele.env" in text or "/etc/musbot-tele.env" in text
    assert "musbot-backups" not in units["musbot-tele-backup.service"]
    assert units["musbot-tele-backup.service"].count("musbot-tele-backups") == 2
    assert (tmp_path / "musbot-tele.env").stat().st_mode & 0o777 == 0o600
    assert "musbot-tele-backup.timer" in {it.name for it in tmp_path.iterdir()}


@pytest.mark.parametrize("page", ["docs/operating.md", "docs/es/bot.md"])
def test_who_installs_again_keeps_their_tokens(tmp_path: Path, page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    blocks = [it for it in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "umask 077" in it]
    assert blocks
    for block in blocks:
        (name,) = set(re.findall(r"> /etc/(musbot[-\w]*\.env)", block))
        (command,) = re.findall(rf"^.*?\(umask 077.*?> /etc/{name}\)", block, re.MULTILINE | re.DOTALL)
        command = command[command.rindex("[ -s") :].replace("/etc/", f"{tmp_path}/")
        subprocess.run(["sh", "-ec", command], cwd=ROOT, check=True)
        assert "TELEGRAM_BOT_TOKEN=\n" in (tmp_path / name).read_text("utf-8")
        (tmp_path / name).write_text("TELEGRAM_BOT_TOKEN=42:secret\n", "utf-8")
        subprocess.run(["sh", "-ec", command], cwd=ROOT, check=True)
        assert (tmp_path / name).read_text("utf-8") == "TELEGRAM_BOT_TOKEN=42:secret\n"


def test_the_measures_of_the_process_can_be_read_in_the_service() -> None:
    """prometheus_client reads /proc/stat, which `ProcSubset=pid` hides."""
    for unit in DEPLOY.glob("musbot*.service"):
        assert lines_of(unit.name, "ProcSubset") in ([], ["all"])


@pytest.mark.parametrize("command", ["migrate", "restore"])
@pytest.mark.parametrize("file", ["../musbot.sqlite", "/var/lib/musbot/musbot.sqlite"])
def test_a_further_bot_does_not_take_the_database_of_the_first_along(
    monkeypatch: pytest.MonkeyPatch, file: str, command: str
) -> None:
    main = runpy.run_path(str(DEPLOY / "musbot-admin"))["main"]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("pwd.getpwnam", Mock(side_effect=KeyError))
    monkeypatch.setenv("MUSBOT_ENV", "/etc/musbot-tele.env")
    monkeypatch.setattr(sys, "argv", ["musbot-admin", command, file])
    assert "is the database of /etc/musbot.env" in main()
    monkeypatch.setattr(sys, "argv", ["musbot-admin", command, "musbot.sqlite"])
    assert "expected a user" in main()
    monkeypatch.setattr(sys, "argv", ["musbot-admin", command, file])
    monkeypatch.delenv("MUSBOT_ENV")
    assert "expected a user" in main()


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ("/etc/musbot.env", ""),
        ("/etc/musbot-tele.env", "/tele"),
        ("/etc/musbot2.env", "/2"),
        ("/srv/b.env", "/b"),
    ],
)
def test_the_files_of_each_bot_stand_in_a_folder_of_its_own(settings: str, folder: str) -> None:
    """So no backup "is there already" for another bot, and no name means the copy of another one."""
    admin = runpy.run_path(str(DEPLOY / "musbot-admin"))
    assert admin["folder_of"](settings) == f"{admin['FOLDER']}{folder}"


@pytest.mark.parametrize(
    ("settings", "program"),
    [
        ("/etc/musbot.env", "musbot-admin"),
        ("/etc/musbot-tele.env", "MUSBOT_ENV=/etc/musbot-tele.env musbot-admin"),
    ],
)
def test_the_log_of_a_service_names_the_command_that_reaches_its_files(
    monkeypatch: pytest.MonkeyPatch, settings: str, program: str
) -> None:
    monkeypatch.setenv("MUSBOT_SETTINGS", settings)
    assert name_program("the database is damaged: musbot doctor says") == (
        f"the database is damaged: {program} doctor says"
    )


def test_so_does_each_line_of_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSBOT_SETTINGS", "/etc/musbot.env")
    for name, value in TOKEN.items():
        monkeypatch.setenv(name, value)
    logs = Mock()
    monkeypatch.setattr("musbot.cli.main.log_to_stderr", logs)
    monkeypatch.setattr(app, "serve", AsyncMock())
    assert main(["run"]) == OK
    said = "%s: musbot doctor --database a.sqlite says what is left of it"
    record = logging.LogRecord("musbot", logging.WARNING, "", 0, said, ("a.sqlite",), None)
    for form in (RedactingFormatter, RedactingJsonFormatter):
        line = form([], reword=logs.call_args.kwargs["reword"]).format(record)
        assert "a.sqlite: musbot-admin doctor --database a.sqlite says" in line


def test_a_misspelt_setting_is_a_line_at_the_start_without_its_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("musbot.cli.main.log_to_stderr", Mock())
    for name, value in {**TOKEN, "MUSBOT_LANGAUGE": "secret", "DISCORD_X": "secret"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(app, "serve", AsyncMock())
    assert main(["run"]) == OK
    said = caplog.text
    assert "MUSBOT_LANGAUGE is no setting, and does nothing: did you mean MUSBOT_LANGUAGE?" in said
    assert "DISCORD_X is no setting, and does nothing\n" in said
    assert "secret" not in said


AGREED = {
    "N=abc": "abc",
    "N = abc": "abc",
    "N=": "",
    'N=""': "",
    'N="a b"': "a b",
    "N='a \"b'": 'a "b',
    r'N="a\\b\"c #d"': r'a\b"c #d',
    "N=a#c": "a#c",
    "N=it's": "it's",
    "N=$HOME": "$HOME",
}
"""Lines that systemd and musbot-admin read in the same way, with the value."""
REFUSED = (
    "N=a # c",
    'N="a" # c',
    "N=#c",
    "export N=abc",
    r"N=a\b",
    r'N="a\nb"',
    'N="a',
    "N",
    "\ufeffN=abc",
    "# a comment that goes on \\",
)


def admin_reads(file: Path, line: str) -> dict[str, str]:
    file.write_text(f"; mine\n# so\r\n\n{line}\nLAST=1\n", "utf-8", newline="")
    found: dict[str, str] = runpy.run_path(str(DEPLOY / "musbot-admin"))["read_settings"](file)
    assert found.pop("LAST") == "1"
    return found


def test_the_wrapper_reads_the_settings_as_systemd_does_or_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "musbot.env"
    for line, value in AGREED.items():
        assert admin_reads(file, line) == {"N": value}, line
    for line in REFUSED:
        with pytest.raises(ValueError, match=f"^{file}, line 4: expected NAME=VALUE as systemd reads it"):
            admin_reads(file, line)
    file.write_bytes(b"A=1\nTELEGRAM_BOT_TOKEN=12:\xe1\n")
    with pytest.raises(ValueError, match=f"^{file}, line 2: expected text in UTF-8"):
        runpy.run_path(str(DEPLOY / "musbot-admin"))["read_settings"](file)
    example = runpy.run_path(str(DEPLOY / "musbot-admin"))["read_settings"](ROOT / ".env.example")
    assert example["MUSBOT_TURN_SECONDS"] == "90"


@pytest.mark.skipif(shutil.which("systemd-tmpfiles") is None, reason="needs systemd")
def test_systemd_itself_reads_those_lines_so(tmp_path: Path) -> None:
    """Its other programs read /etc/os-release with the same function."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "out.conf").write_text("f+ /out - - - - [%o]\n", "utf-8")
    for line, value in AGREED.items():
        (tmp_path / "etc/os-release").write_text(line.replace("N", "ID", 1) + "\n", "utf-8")
        made = ["systemd-tmpfiles", f"--root={tmp_path}", "--create", str(tmp_path / "out.conf")]
        subprocess.run(made, check=True)
        assert (tmp_path / "out").read_text("utf-8") == f"[{value}]", line


def test_a_settings_file_that_cannot_be_read_is_one_line_of_the_wrapper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = runpy.run_path(str(DEPLOY / "musbot-admin"))["main"]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("pwd.getpwnam", Mock())
    monkeypatch.setenv("MUSBOT_ENV", str(tmp_path / "it.env"))
    monkeypatch.setattr(sys, "argv", ["musbot-admin", "doctor"])
    assert main() == f"musbot-admin: {tmp_path}/it.env: No such file or directory"
    (tmp_path / "it.env").write_bytes(b"export A=1\n")
    assert main().startswith(f"musbot-admin: {tmp_path}/it.env, line 1: expected NAME=VALUE")
    (tmp_path / "it.env").write_bytes(b"DATABASE_URL=\n")
    assert main().startswith(f"musbot-admin: {tmp_path}/it.env: DATABASE_URL is empty: expected a value")


def test_the_wrapper_alone_shows_its_commands_and_starts_no_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_SETTINGS", "/etc/musbot.env")
    for name, value in TOKEN.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(app, "serve", AsyncMock())
    assert main([]) == main(["--language", "en"]) == OK
    shown = capsys.readouterr().out
    assert "musbot-admin" in shown
    assert "restore" in shown
    assert not app.serve.called  # type: ignore[attr-defined]
    assert main(["run"]) == OK
    assert app.serve.called  # type: ignore[attr-defined]


def test_a_container_takes_the_database_that_the_settings_name() -> None:
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    assert re.findall(r"DATABASE_URL: (.*)", compose) == ["${DATABASE_URL:-sqlite:////data/musbot.sqlite}"]


def test_the_page_installs_every_file() -> None:
    page = (ROOT / "docs/operating.md").read_text("utf-8")
    for it in DEPLOY.iterdir():
        assert f"deploy/{it.name}" in page, it.name


@pytest.fixture
def backup(tmp_path: Path) -> list[str]:
    """The script, with a `musbot` that writes a copy, or none if FAILS is set, with faults if DAMAGED is."""
    program = tmp_path / "bin/musbot"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\n[ -z "${FAILS:-}" ] || exit 1\necho copy > "$2"\n[ -z "${DAMAGED:-}" ]\n', "utf-8"
    )
    program.chmod(0o755)
    (tmp_path / "copies").mkdir()
    for day in range(1, 6):
        (tmp_path / f"copies/musbot-2026-01-0{day}T040000Z.copy").touch()
    (tmp_path / "copies/mine.copy").touch()
    return ["sh", str(DEPLOY / "musbot-backup"), str(tmp_path / "copies"), "3"]


def copies_in(folder: Path) -> list[str]:
    return sorted(it.name for it in (folder / "copies").iterdir())


def test_a_backup_keeps_the_newest_and_what_is_not_its_own(tmp_path: Path, backup: list[str]) -> None:
    subprocess.run(backup, env={"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}, check=True)
    mine, *kept = copies_in(tmp_path)
    assert mine == "mine.copy"
    assert kept[:2] == ["musbot-2026-01-04T040000Z.copy", "musbot-2026-01-05T040000Z.copy"]
    assert len(kept) == 3


def test_a_backup_that_fails_deletes_nothing(tmp_path: Path, backup: list[str]) -> None:
    environment = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "FAILS": "yes"}
    before = copies_in(tmp_path)
    assert subprocess.run(backup, env=environment, check=False).returncode == 1
    assert copies_in(tmp_path) == before


def test_two_backups_in_one_second_are_two_copies(tmp_path: Path, backup: list[str]) -> None:
    moments = "2026-01-06T040000Z 2026-01-06T040000Z 2026-01-06T040001Z"
    (tmp_path / "bin/date").write_text(
        f'#!/bin/sh\nset -- {moments}\necho >> "$0.calls"\nshift $(($(wc -l < "$0.calls") - 1))\necho $1\n',
        "utf-8",
    )
    (tmp_path / "bin/date").chmod(0o755)
    (tmp_path / "bin/sleep").symlink_to("/bin/true")
    for _ in range(2):
        subprocess.run(backup, env={"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}, check=True)
    assert copies_in(tmp_path)[-2:] == ["musbot-2026-01-06T040000Z.copy", "musbot-2026-01-06T040001Z.copy"]


def test_copies_with_faults_are_kept_beside_those_without(tmp_path: Path, backup: list[str]) -> None:
    environment = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "DAMAGED": "yes"}
    before = copies_in(tmp_path)
    for day in range(1, 6):
        (tmp_path / f"copies/musbot-2026-02-0{day}T040000Z.damaged").touch()
    assert subprocess.run(backup, env=environment, check=False).returncode == 1
    damaged = sorted({*copies_in(tmp_path)} - {*before})
    assert [it.endswith("Z.damaged") for it in damaged] == [True] * 3
    assert {*before} < {*copies_in(tmp_path)}
    assert damaged[:2] == ["musbot-2026-02-04T040000Z.damaged", "musbot-2026-02-05T040000Z.damaged"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_what_root_puts_back_belongs_to_the_owner_of_the_folder(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "of another"
    folder.mkdir()
    os.chown(folder, 12345, 12346)
    restore(file, folder / FILE, report_nothing, report_nothing)
    restore(file, folder / FILE, report_nothing, report_nothing, replace=True)
    owners = {it.name: (it.stat().st_uid, it.stat().st_gid) for it in folder.iterdir()}
    assert set(owners.values()) == {(12345, 12346)}, owners
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_and_so_does_what_a_look_leaves_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "of another"
    folder.mkdir()
    os.chown(folder, 12345, 12346)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / FILE}")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    main(["play", "--text", "--names", "Ane"])
    assert main(["tables"]) == OK
    assert {it.name: it.stat().st_uid for it in folder.iterdir() if it.stat().st_uid != 12345} == {}


@pytest.mark.parametrize("old", [True, False])
def test_a_volume_of_an_older_postgresql_ends_in_one_clear_line(tmp_path: Path, old: bool) -> None:
    compose = (ROOT / "compose.standby.yaml").read_text("utf-8")
    (script,) = re.findall(r"- \|\n(.*?)\n      - --", compose, re.DOTALL)
    script = script.replace("$$", "$").replace("/var/lib/postgresql", str(tmp_path))
    server = tmp_path / "docker-entrypoint.sh"
    server.write_text('#!/bin/sh\necho "started $1"\n', "utf-8")
    server.chmod(0o755)
    if old:
        (tmp_path / "PG_VERSION").write_text("15\n", "utf-8")
    done = subprocess.run(
        ["sh", "-c", script, "--", "postgres"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == ((1, "") if old else (0, "started postgres\n"))
    if old:
        assert done.stderr.startswith("This volume holds PostgreSQL 15: ")
        assert len(done.stderr.splitlines()) == 1


def test_the_image_tells_the_licences_of_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "mus.dist-info").mkdir()
    for name, text in (("METADATA", "Name: mus\nVersion: 1\n"), ("RECORD", "authors.pyc,,\nauthors.py,,\n")):
        (tmp_path / "mus.dist-info" / name).write_text(text, "utf-8")
    run = sys.executable, ROOT / "tools/third_party.py", Path(pytest.__file__).parents[1], tmp_path
    told = subprocess.check_output(run, text=True)
    assert all(re.search(rf"(?im)^{it} \d.*\nLicence: \w", told) for it in ("aiohttp", "mus", "pillow"))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in told  # python-telegram-bot's


@pytest.mark.parametrize("page", ["README.md", "docs/operating.md", "docs/es/bot.md", "docs/library.md"])
def test_no_page_installs_musbot_from_an_index_that_has_it_not(page: str) -> None:
    """`pip install 'musbot[postgres]'` finds nothing; the wheel of `make dist` has the extras too."""
    text = (ROOT / page).read_text("utf-8")
    assert not re.search(r"install ['\"]?musbot\b(?!-)", text)
    for extras in re.findall(r"whl\)\[([\w,]+)\]", text):
        assert set(extras.split(",")) <= {"metrics", "postgres"}
