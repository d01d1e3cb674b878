"""`musbot doctor` without a database named: what is wrong with a set-up of each kind, and what to do."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from adapters.discord.doctor import NEEDED
from musbot.cli import doctor, health, pintar
from musbot.cli import doctor_checks as examining
from musbot.cli.health import Condition
from musbot.cli.main import FAILED, OK, main
from musbot.store.checkup import Checkup
from musbot.store.sqlite import open_sqlite
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.telegram_api import FakeTelegram


@pytest.fixture(autouse=True)
def _set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's own folder, with nothing set, on a machine without a service."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "BACKUPS", tmp_path / "lib")
    for name in [it for it in os.environ if it.startswith(("MUSBOT_", "TELEGRAM_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/mus.sqlite")
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
async def telegram(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        monkeypatch.setenv("TELEGRAM_BOT_TOKEN", fake.token)
        monkeypatch.setenv("TELEGRAM_API_URL", fake.url)
        yield fake


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        monkeypatch.setenv("DISCORD_BOT_TOKEN", fake.token)
        monkeypatch.setenv("DISCORD_API_URL", fake.api_url)
        yield fake


async def told(capsys: pytest.CaptureFixture[str], status: int) -> Sequence[str]:
    """What the doctor says, once the status is as expected; no token is in it."""
    capsys.readouterr()  # what was printed before is not the doctor's
    ended = await asyncio.to_thread(main, ["doctor"])
    said = capsys.readouterr()
    assert (ended, said.err) == (status, ""), said.out
    return said.out.splitlines()


def wrong(lines: Sequence[str]) -> list[str]:
    return [line.removeprefix("✗ ") for line in lines if line.startswith("✗")]


async def test_all_is_well_with_both(
    telegram: FakeTelegram, discord: FakeDiscord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    discord.guild(42)
    store = await open_sqlite(tmp_path / "mus.sqlite")
    lines = await told(capsys, OK)
    await store.close()
    assert wrong(lines) == []
    assert lines[-1] == "All is well."
    assert "✓ Add it to a group: https://t.me/mus_fake_bot?startgroup=mus" in lines
    (link,) = [it for it in lines if it.startswith("✓ Add it to a server: ")]
    assert "scope=bot+applications.commands&permissions=" in link
    assert "client_id=None" not in link
    text = "\n".join(lines)
    assert "Telegram knows the bot: @mus_fake_bot" in text
    assert "Discord knows the bot: mus" in text
    assert "privacy mode: one plays with buttons" in text
    assert "In “Peña” the bot may do what it needs." in text
    assert "schema" in text
    assert telegram.token not in text
    assert discord.token not in text
    assert [*telegram.violations, *discord.violations] == []


async def test_where_no_bot_runs_all_is_ready(
    telegram: FakeTelegram,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/musbot", "doctor"])
    assert (await told(capsys, OK))[-1].startswith("All is ready, and the bot is not running here")
    assert not any(tmp_path.iterdir()), "nothing is made by looking"  # noqa: ASYNC240
    await (await open_sqlite(tmp_path / "mus.sqlite")).close()
    ready = (await told(capsys, OK))[-1]
    assert ready.startswith("All is ready, and the bot is not running here")
    assert "“.venv/bin/musbot run”" in ready


@pytest.mark.parametrize(
    ("health", "answers", "last"),
    [
        ("127.0.0.1:1", False, "All is ready, and the bot is not running here"),
        ("127.0.0.1:1", True, "All is well."),
        ("", False, "All is well."),
    ],
)
async def test_with_a_server_the_last_line_says_too_that_no_bot_runs(
    telegram: FakeTelegram,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    health: str,
    answers: bool,
    last: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://mus@db/mus")
    monkeypatch.setenv("MUSBOT_HEALTH", health)
    monkeypatch.setattr(doctor, "check", lambda *_, **__: Checkup(1))
    if answers:
        monkeypatch.setattr(examining, "fetch_condition", lambda _: Condition(True, ()))
    assert (await told(capsys, OK))[-1].startswith(last)


@pytest.mark.parametrize(
    ("line", "mode", "bad"),
    [
        ("TELEGRAM_BOT_TOKEN=42:secret", 0o644, True),
        ("DATABASE_URL=postgresql://mus:secret@db/mus", 0o640, True),
        ("TELEGRAM_BOT_TOKEN=42:secret", 0o600, False),
        ("TELEGRAM_BOT_TOKEN=", 0o644, False),
        ("MUSBOT_LANGUAGE=en", 0o644, False),
    ],
)
async def test_a_file_with_a_token_that_others_can_read_is_named(
    telegram: FakeTelegram,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    line: str,
    mode: int,
    bad: bool,
) -> None:
    (tmp_path / ".env").write_text(f"{line}\n", "utf-8")
    (tmp_path / ".env").chmod(mode)
    found = wrong(await told(capsys, FAILED if bad else OK))
    assert [it.endswith("chmod 600 .env") for it in found] == [True] * bad


async def test_the_file_of_settings_is_named_or_that_there_is_none(
    telegram: FakeTelegram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = await told(capsys, OK)
    assert f"✓ There is no .env in {tmp_path}: settings come from the environment alone." in lines
    (tmp_path / ".env").write_text("MUSBOT_LANGUAGE=en\n", "utf-8")
    lines = await told(capsys, OK)
    assert f"✓ Settings are read from {tmp_path}/.env; the environment overrides it." in lines


async def test_without_a_token_there_is_nothing_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = wrong(await told(capsys, FAILED))
    assert line.startswith("No platform has a token")
    assert line.endswith("Put TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN into .env.")
    monkeypatch.setenv("MUSBOT_SETTINGS", str(tmp_path / "musbot.env"))
    (tmp_path / "musbot.env").touch()
    lines = await told(capsys, FAILED)
    assert (
        f"✓ Settings are read from {tmp_path}/musbot.env: its lines count for the service and for"
        " musbot-admin; other variables on the command line do not."
    ) in lines
    (line,) = wrong(lines)
    assert line.endswith(f"into {tmp_path}/musbot.env.")


async def test_a_database_that_is_gone_has_its_newest_copy_named_and_a_new_bot_has_none(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MUSBOT_SETTINGS", str(tmp_path / "musbot.env"))
    await told(capsys, OK)
    (tmp_path / "lib/musbot-backups").mkdir(parents=True)
    copy = tmp_path / "lib/musbot-backups/musbot-2026.copy"
    await (await open_sqlite(copy)).close()
    copy.with_name(f"{copy.name}-commits").unlink()
    (line,) = wrong((await told(capsys, FAILED))[:-1])
    assert line.startswith(f"{tmp_path}/mus.sqlite does not exist, and a start makes an empty one.")
    assert f"restore {copy} --database {tmp_path}/mus.sqlite" in line


async def test_remarks_about_a_database_are_shown_and_are_no_faults(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://mus@db/mus")
    monkeypatch.setattr(
        doctor, "check", lambda *_, **__: Checkup(1, remarks=["no commit waits for a replica"])
    )
    assert any("no commit waits" in line for line in await told(capsys, OK))


async def test_a_folder_for_actas_that_cannot_be_made_is_named(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MUSBOT_ACTAS", str(tmp_path / "file" / "actas"))
    assert wrong(await told(capsys, OK)) == [], "no table is deleted"
    monkeypatch.setenv("MUSBOT_KEEP_DAYS", "30")
    (line,) = wrong(await told(capsys, FAILED))
    assert f"this user may not write in {tmp_path}/file/actas." in line
    monkeypatch.setenv("MUSBOT_ACTAS", str(tmp_path / "new" / "actas"))
    assert wrong(await told(capsys, OK)) == [], "the bot makes it"
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    database, line = wrong(await told(capsys, FAILED))
    assert database == f"DATABASE_URL: expected a file that can be written ({tmp_path}: Permission denied)"
    assert f"{tmp_path}/new/actas" in line
    monkeypatch.setenv("MUSBOT_ACTAS", "")
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    assert "MUSBOT_ACTAS: expected a folder" in " ".join(wrong(await told(capsys, FAILED)))


async def test_a_database_that_may_not_be_looked_at_is_named(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hidden = f"{tmp_path}/{'x' * 300}"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{hidden}")
    (line,) = wrong(await told(capsys, FAILED))
    assert line == f"{hidden}: cannot be read: File name too long"


async def test_settings_that_cannot_be_read_hide_nothing_else(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_TURN_SECONDS", "soon")
    monkeypatch.setenv("DISCORD_READ_WORDS", "perhaps")
    lines = await told(capsys, FAILED)
    assert [it.partition(":")[0] for it in wrong(lines)] == ["MUSBOT_TURN_SECONDS", "DISCORD_READ_WORDS"]
    assert any("Telegram knows the bot" in line for line in lines)
    assert lines[-1].startswith("2 ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "DISCORD_BOT_TOKN=x",
            "DISCORD_BOT_TOKN is no setting, and does nothing. Did you mean DISCORD_BOT_TOKEN?",
        ),
        ("DISCORD_TOKEN=x", "DISCORD_TOKEN is no setting, and does nothing."),
        ("TELEGRAM_TOKEN=x", "TELEGRAM_TOKEN is no setting, and does nothing."),
        ("DISCORD_TOKEN=", ""),
        ("MUSBOT_COLOUR=red", ""),
        ("OTHER_TOKEN=x", ""),
    ],
)
def test_a_token_under_another_name_opens_no_table_in_the_terminal(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    said: str,
) -> None:
    (tmp_path / ".env").write_text(f"{line}\n", "utf-8")
    monkeypatch.setattr("musbot.cli.play.run", lambda _: OK)
    assert main([]) == (FAILED if said else OK)
    assert capsys.readouterr().err.startswith(said)


async def test_a_misspelt_setting_is_asked_back_and_its_value_is_not_shown(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKN", "42:secret")
    monkeypatch.setenv("MUSBOT_COLOUR", "secret")
    monkeypatch.setenv("DATABSE_URI", "another program's")
    (tmp_path / ".env").write_text("DATABSE_URL=secret\nMUSBOT_BASE=python\nPOSTGRES_PASSWORD=x\n", "utf-8")
    (tmp_path / ".env").chmod(0o600)
    lines = wrong(await told(capsys, FAILED))
    assert lines == [
        "DATABSE_URL is no setting, and does nothing. Did you mean DATABASE_URL?",
        "MUSBOT_COLOUR is no setting, and does nothing. All settings are in .env.example.",
        "TELEGRAM_BOT_TOKN is no setting, and does nothing. Did you mean TELEGRAM_BOT_TOKEN?",
    ]
    monkeypatch.setenv("MUSBOT_SETTINGS", str(tmp_path / "musbot.env"))
    assert "DATABSE_URI" in wrong(await told(capsys, FAILED))[0], "all variables of a service are its own"


async def test_a_token_that_telegram_does_not_know(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "42:stolen")
    (line,) = wrong(await told(capsys, FAILED))
    assert "/revoke" in line
    assert "stolen" not in line


async def test_a_token_that_discord_does_not_know(
    discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_BOT_TOKEN", "stolen")
    (line,) = wrong(await told(capsys, FAILED))
    assert "Reset Token" in line
    assert "stolen" not in line


async def test_a_webhook_and_what_waits(telegram: FakeTelegram, capsys: pytest.CaptureFixture[str]) -> None:
    telegram.server.methods.world.bot["can_join_groups"] = False
    telegram.server.methods.world.bot["can_read_all_group_messages"] = True
    telegram.updates.webhook = "http://127.0.0.1:9/hook"
    lines = await told(capsys, FAILED)
    assert any("the words of Mus can be typed" in line for line in lines)
    groups, webhook = wrong(lines)
    assert "/setjoingroups" in groups
    assert "A webhook is set" in webhook


async def test_what_the_bot_lacks_in_a_server(
    discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_READ_WORDS", "yes")
    discord.guild(42, lacking=sum(NEEDED))
    lines = wrong(await told(capsys, FAILED))
    assert any(
        "View Channels, Send Messages, Attach Files and Send Messages in Threads" in it for it in lines
    )


async def test_a_bot_in_no_server(discord: FakeDiscord, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = wrong(await told(capsys, FAILED))
    assert "in no Discord server" in line


async def test_nobody_answers(
    telegram: FakeTelegram, discord: FakeDiscord, capsys: pytest.CaptureFixture[str]
) -> None:
    await telegram.stop()
    await discord.stop()
    lines = wrong(await told(capsys, FAILED))
    assert [line.partition(" at ")[0] for line in lines] == ["Nobody answers"] * 2
    assert telegram.token not in "".join(lines)


async def test_a_clock_that_is_wrong(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(examining, "MAX_SKEW_S", -1.0)
    (line,) = wrong(await told(capsys, FAILED))
    assert "Set it (NTP)" in line


async def test_a_full_disk(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = shutil.disk_usage("/")._replace(free=5_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    (line,) = wrong(await told(capsys, FAILED))
    assert "only 5 MB left: make room, 200 MB at least" in line


async def test_fonts_that_are_gone(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(_: object) -> bytes:
        raise OSError("cannot open resource")

    monkeypatch.setattr(pintar, "draw", gone)
    (line,) = wrong(await told(capsys, FAILED))
    assert "install musbot again" in line


async def test_a_database_that_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mus.sqlite").write_text("hello", "utf-8")
    assert any("the database is damaged" in line for line in wrong(await told(capsys, FAILED)))


async def test_a_bot_that_does_not_run_is_no_fault(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_HEALTH", "127.0.0.1:1")
    assert not any("127.0.0.1:1" in line for line in await told(capsys, OK)), "the last line says it"


@pytest.mark.parametrize("server", [False, True])
@pytest.mark.parametrize("unit", ["", "musbot-tele"])
async def test_a_bot_that_hangs_is_told_from_a_port_that_is_taken(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    server: bool,
    unit: str,
) -> None:
    """The system accepts connections for a process that is stopped; nobody answers them."""
    monkeypatch.setattr(health, "HEALTH_PATIENCE_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        place = f"127.0.0.1:{hanging.getsockname()[1]}"
        monkeypatch.setenv("MUSBOT_HEALTH", place)
        if unit:
            monkeypatch.setenv("MUSBOT_SETTINGS", str(tmp_path / f"{unit}.env"))
        running = await open_sqlite(tmp_path / "mus.sqlite")
        if server:
            monkeypatch.setenv("DATABASE_URL", "postgresql://mus@db/mus")
            monkeypatch.setattr(doctor, "check", lambda *_, **__: Checkup(1))
        lines = await told(capsys, FAILED)
        await running.close()
    (line,) = wrong(lines)
    assert line.startswith(f"A program holds {place} and has not answered for 5 s: almost surely this bot")
    assert line.endswith("“systemctl restart musbot-tele”." if unit else "End it, and start it again.")
    assert lines[-1] == "One thing is wrong.", "a bot that hangs is not said not to run"


async def test_a_bad_token_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "hola")
    (line,) = wrong(await told(capsys, FAILED))
    assert line.startswith("TELEGRAM_BOT_TOKEN: expected a token such as BotFather gives")


async def test_a_bad_proxy_is_told_once_for_all_platforms(
    telegram: FakeTelegram,
    discord: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    (line,) = wrong(await told(capsys, FAILED))
    assert line.startswith("ALL_PROXY: expected an address such as")


async def test_a_database_that_could_not_be_looked_at_has_no_tick(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://mus@db/mus")
    monkeypatch.setattr(doctor, "check", lambda *_, **__: Checkup(faults=["PostgreSQL: no schema"]))
    lines = await told(capsys, FAILED)
    assert wrong(lines) == ["PostgreSQL: no schema"]
    assert not any("schema 0" in it for it in lines)


async def test_where_the_service_is_installed_it_is_started_as_one(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for unit in ("musbot", "musbot-tele"):
        monkeypatch.setenv("MUSBOT_SETTINGS", str(tmp_path / f"{unit}.env"))
        assert (await told(capsys, OK))[-1].endswith(f"“systemctl start {unit}” starts it.")


async def test_whether_a_bot_runs_is_told_without_a_health_address_and_whatever_is_wrong(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await (await open_sqlite(tmp_path / "mus.sqlite")).close()
    assert not any("A bot runs here" in it for it in await told(capsys, OK))
    monkeypatch.setenv("MUSBOT_TURN_SECONDS", "soon")
    assert (await told(capsys, FAILED))[-1].startswith("One thing is wrong, and the bot is not running here.")
    running = await open_sqlite(tmp_path / "mus.sqlite")
    lines = await told(capsys, FAILED)
    await running.close()
    assert "✓ A bot runs here, with this database." in lines
    assert lines[-1] == "One thing is wrong."


async def test_a_bot_whose_platform_is_silent_or_parked_is_not_well(
    telegram: FakeTelegram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MUSBOT_HEALTH", "127.0.0.1:9100")
    condition = Condition(True, (), silent=("telegram", "discord"), parked=(("discord", "its token"),))
    monkeypatch.setattr(examining, "fetch_condition", lambda _: condition)
    running = await open_sqlite(tmp_path / "mus.sqlite")
    lines = await told(capsys, FAILED)
    await running.close()
    parked, silent = wrong(lines[:-1])
    assert parked.startswith("discord lets the bot in no more")
    assert silent.startswith("telegram does not answer")
    assert not any("that runs here is well" in it for it in lines)
    assert lines[-1].startswith("2 things are wrong")


async def test_another_musbot_at_the_same_port_is_not_taken_for_the_one_here(
    telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_HEALTH", "127.0.0.1:9100")
    monkeypatch.setattr(examining, "fetch_condition", lambda _: Condition(True, ()))
    lines = await told(capsys, FAILED)
    (line,) = wrong(lines[:-1])
    assert line.startswith("Another musbot answers at 127.0.0.1:9100")
    assert not any("that runs here is well" in it for it in lines)
