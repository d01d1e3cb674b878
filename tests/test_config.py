"""Settings: from the environment or a `.env` file; a wrong one is named with what was expected."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from adapters.discord.platform import DiscordSettings
from adapters.telegram.platform import TelegramSettings
from musbot.cli.main import main
from musbot.cli.shared import read_adapters
from musbot.config import (
    BadSetting,
    Server,
    Settings,
    read_environment,
    read_settings,
    secret_values,
    setting_names,
)
from musbot.port.platform import Adapter

EXAMPLE = Path(__file__).resolve().parents[1] / ".env.example"
TOKEN = "12345:abc-DEF_ghi"


def given(**environment: str) -> Settings:
    return read_settings(Settings, environment)


def platforms(**environment: str) -> dict[str, Adapter]:
    return read_adapters(environment)


def test_what_is_not_set_has_its_usual_value() -> None:
    assert given() == Settings()
    assert platforms()["telegram"] == TelegramSettings()
    assert platforms()["discord"] == DiscordSettings()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("MUSBOT_LANGUAGE=en\nMUSBOT_TURN_SECONDS='45'\nOTHER=\n", "utf-8")
    read = read_settings(Settings, read_environment({"MUSBOT_LANGUAGE": "es"}, file))
    assert read == Settings(language="es", turn_s=45)


def test_an_empty_value_is_the_usual_one() -> None:
    assert given(DATABASE_URL="", MUSBOT_LANGUAGE=" ") == Settings()
    assert platforms(TELEGRAM_API_URL="", DISCORD_READ_WORDS=" ") == platforms()


def test_values_are_read_as_people_write_them() -> None:
    read = given(
        DATABASE_URL="sqlite:////var/lib/musbot/mus.sqlite",
        MUSBOT_LOG_LEVEL="debug",
        MUSBOT_TURN_SECONDS="0",
        MUSBOT_AI_PAUSE_SECONDS="0.5",
    )
    assert read.database == Path("/var/lib/musbot/mus.sqlite")
    assert (read.log_level, read.turn_s, read.ai_pause_s) == ("DEBUG", 0, 0.5)
    set_so = platforms(
        TELEGRAM_BOT_TOKEN=f" {TOKEN}\n",
        TELEGRAM_API_URL="http://localhost:8081/",
        DISCORD_BOT_TOKEN="abc.def",
        DISCORD_GATEWAY_URL="ws://localhost:8082/",
        DISCORD_READ_WORDS="yes",
    )
    assert set_so["telegram"] == TelegramSettings(TOKEN, "http://localhost:8081")
    assert set_so["discord"] == DiscordSettings("abc.def", gateway="ws://localhost:8082/", words=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("TELEGRAM_BOT_TOKEN", token)
            for token in ("abc", "12:", ":abc", "12:á", "x1:abc", "12:a\nb", "12:abc # mine", "12:abc/")
        ),
        *(
            ("TELEGRAM_API_URL", url)
            for url in ("telegram", "ftp://x", "http://", "http://[::1", "http://x:y")
        ),
        *(("DISCORD_BOT_TOKEN", token) for token in ("a b", "á")),
        *(("DISCORD_API_URL", url) for url in ("discord", "wss://x")),
        *(("DISCORD_GATEWAY_URL", url) for url in ("gateway", "https://x")),
        ("DISCORD_READ_WORDS", "true"),
        *(
            ("DATABASE_URL", url)
            for url in (
                *"mus.db sqlite://mus mysql://localhost/mus postgresql://localhost postgres:///".split(),
                "postgresql://mus:p@ss@localhost/mus",
                "postgresql:/mus@localhost/mus",
            )
        ),
        *(("MUSBOT_LANGUAGE", language) for language in ("xx", "ES", "es-ES")),
        *(("MUSBOT_TURN_SECONDS", seconds) for seconds in ("-1", "90s", "nan", "inf", "1e9", "1,5")),
        ("MUSBOT_AI_PAUSE_SECONDS", "-0.1"),
        ("MUSBOT_LOG_LEVEL", "LOUD"),
        ("MUSBOT_LOG_FORMAT", "xml"),
        *(("MUSBOT_KEEP_DAYS", days) for days in ("0", "-1", "1.5", "ever", "36501", "9" * 9, "²")),
        *(
            ("MUSBOT_HEALTH", place)
            for place in ("9100", ":9100", "localhost", "localhost:0", "a/b:80", "x:99999")
        ),
    ],
)
def test_a_wrong_value_names_the_setting_and_what_was_expected(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as told:
        _ = platforms(**{name: value}), given(**{name: value})
    assert str(told.value).startswith(f"{name}: expected ")
    assert value not in str(told.value).partition("such as")[0], "it may be a token in the wrong place"


def test_a_database_needs_a_file() -> None:
    with pytest.raises(BadSetting, match=r"^DATABASE_URL: expected sqlite:/// and a file"):
        given(DATABASE_URL="sqlite:///")


def test_of_a_server_nothing_is_shown_but_where_it_is():
    read = given(DATABASE_URL="postgresql://mus:ordago%21@db.example:5433/tables?sslmode=require")
    assert isinstance(read.database, Server)
    assert str(read.database) == "postgresql://db.example:5433/tables"
    assert "ordago" not in repr(read) + str(read.database)
    assert {"ordago%21", "ordago!"} <= set(read.database.secrets)


@pytest.mark.parametrize("url", ["postgresql://mus:ordago@host", "postgresql://mus:ordago@host:x/db"])
def test_a_server_that_cannot_be_one_is_told_without_its_password(url: str):
    with pytest.raises(BadSetting, match="HOST:PORT/DATABASE") as refused:
        given(DATABASE_URL=url)
    assert "ordago" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"# mine\nTELEGRAM_BOT_TOKEN=12:\xe1\n", "text in UTF-8 in line 2"),
        (b"MUSBOT_LANGUAGE=en\r\n\r\nit is mine\r\n", "NAME=VALUE in line 3, with quotes that are closed"),
        (b"A=1\n12345:token\n", "NAME=VALUE in line 2, with quotes that are closed"),
        (b'A=1\nPGPASSWORD="open\nB=2\n', "NAME=VALUE in line 2, with quotes that are closed"),
    ],
    ids=["not UTF-8", "a sentence", "a bare token", "a quote that does not end"],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(
    tmp_path: Path, content: bytes, expected: str
) -> None:
    file = tmp_path / ".env"
    file.write_bytes(content)
    with pytest.raises(BadSetting, match=re.escape(f"{file}: expected {expected}")):
        read_environment({}, file)


def test_a_folder_of_that_name_is_no_file_and_the_mark_of_an_editor_is_no_letter(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.mkdir()
    assert read_environment({}, file) == {}
    file.rmdir()
    file.write_text("MUSBOT_LANGUAGE=en\n", "utf-8-sig")
    assert read_environment({}, file) == {"MUSBOT_LANGUAGE": "en"}


def test_the_tokens_are_in_no_text_of_the_settings_and_known_to_be_secret() -> None:
    for platform in platforms(TELEGRAM_BOT_TOKEN=TOKEN, DISCORD_BOT_TOKEN=TOKEN).values():
        assert TOKEN not in repr(platform)
        assert setting_names(type(platform), secret=True) == [
            n for n in setting_names(type(platform)) if "TOKEN" in n
        ]
        assert secret_values(platform) == [TOKEN] * len(setting_names(type(platform), secret=True))


def test_the_example_is_good_as_it_is() -> None:
    example = read_environment({}, EXAMPLE)
    assert read_settings(Settings, example) == Settings()
    assert read_adapters(example) == read_adapters({})


def test_what_libraries_read_may_stand_in_the_file_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "PGPASSWORD=a", "PGSSLMODE=require", "HTTPS_PROXY=http://file:1", "NO_PROXY=x", "PATH=/nowhere"
    (tmp_path / ".env").write_text("\n".join(lines), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.environ", {"PATH": "/bin", "PGSSLMODE": "disable", "https_proxy": "http://own:1"})
    assert main(["completion", "bash"]) == 0
    assert dict(os.environ) == {
        "PATH": "/bin",
        "PGSSLMODE": "disable",
        "https_proxy": "http://own:1",
        "PGPASSWORD": "a",
        "NO_PROXY": "x",
    }
