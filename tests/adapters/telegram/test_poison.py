"""Updates of Telegram's with each field poisoned: every one is confirmed, and none stops the next one."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from adapters.telegram.wire import LEAST_PAUSE_S, MOST_PAUSE_S, with_sane_parameters
from tests.fakes.telegram_api import FakeTelegram
from tests.support.raw_updates import NESTED, nest, poisoned
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CUADRILLA, EVA, NAMES, Sala

SECRET = "palabras de alguien"
NEXT_ONE = 10
"""Poisoned updates between two sound ones."""
SORTS = ("start", "command", "press", "text", "membership", "migration")
Sent = tuple[str, dict[str, Any]]


async def recorded(sala: Sala, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch) -> dict[str, Sent]:
    """Plays a little; returns an update of each sort."""
    kept: list[Sent] = []
    real = fake.updates.push

    def push(kind: str, payload: dict[str, Any]) -> Any:
        kept.append((kind, payload))
        return real(kind, payload)

    monkeypatch.setattr(fake.updates, "push", push)
    found: dict[str, Sent] = {}
    fake.say(ANE, "/start")
    found["start"] = kept[-1]
    await sala.open(ANE, BENAT, ais=2)
    found["press"] = next(it for it in kept if it[0] == "callback_query")
    sala.say(ANE, f"/tanteo {SECRET}")
    found["command"] = kept[-1]
    fake.say(ANE, SECRET)
    found["text"] = kept[-1]
    fake.block(EVA)
    found["membership"] = kept[-1]
    fake.group(CUADRILLA, "Cuadrilla", members=NAMES)
    fake.migrate(CUADRILLA, CUADRILLA - 7)
    found["migration"] = kept[-1]
    await fake.settle()
    monkeypatch.setattr(fake.updates, "push", real)
    return found


@pytest.mark.parametrize(
    "sort", [pytest.param(it, marks=[pytest.mark.slow] * (it == "press")) for it in SORTS]
)
async def test_each_update_with_a_poisoned_field_is_confirmed_and_the_next_one_handled(
    sort: str,
    sala: Sala,
    bot: Bot,
    fake: FakeTelegram,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    kind, sent = (await recorded(sala, fake, monkeypatch))[sort]
    handled: set[int] = set()
    real = bot.telegram._handle_update

    async def handling(update: Any, *where: Any) -> None:
        await real(update, *where)
        handled.add(update.update_id)

    monkeypatch.setattr(bot.telegram, "_handle_update", handling)
    caplog.set_level(logging.WARNING)
    names: dict[int, str] = {}
    good: list[int] = []
    for name, update in poisoned({kind: sent}):
        fake.updates.push(kind, update.get(kind))  # type: ignore[arg-type]
        names[fake.updates.last_id] = name
        if len(names) % NEXT_ONE == 0:
            fake.say(BENAT, "hola")
            good.append(fake.updates.last_id)
    await fake.until(lambda: not fake.updates.pending, timeout_s=120)
    await fake.settle()
    assert not bot.running.done()
    assert [it for it in good if it not in handled] == []
    assert fake.updates.confirmed[-len(names) - len(good) :] == sorted([*names, *good])
    assert SECRET not in caplog.text
    errors = [it for it in caplog.records if it.levelno >= logging.ERROR]
    assert 0 < len(errors) <= len(names)
    caplog.clear()
    assert {*fake.violations} <= {"answerCallbackQuery: missing required 'callback_query_id'"}
    fake.violations.clear()


@pytest.mark.parametrize("sort", SORTS)
async def test_an_update_nested_1000_deep_is_confirmed_and_the_next_one_handled(
    sort: str,
    sala: Sala,
    bot: Bot,
    fake: FakeTelegram,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    kind, sent = (await recorded(sala, fake, monkeypatch))[sort]
    nest(monkeypatch)
    fake.updates.push(kind, {**sent, "reply_to_message": NESTED})
    number = fake.updates.last_id
    sala.say(BENAT, "/mesa")
    await fake.until(lambda: not fake.updates.pending)
    await fake.settle()
    assert {number, number + 1} <= {*fake.updates.confirmed}
    assert not bot.running.done()
    caplog.clear()
    fake.violations.clear()


@pytest.mark.parametrize(
    ("pause", "seconds"),
    [
        ('"x"', LEAST_PAUSE_S),
        ("1e999", MOST_PAUSE_S),
        ("-1e999", LEAST_PAUSE_S),
        ("NaN", LEAST_PAUSE_S),
        ("-5", LEAST_PAUSE_S),
        ("null", LEAST_PAUSE_S),
        ("true", LEAST_PAUSE_S),
        ("[]", LEAST_PAUSE_S),
        ("{}", LEAST_PAUSE_S),
        ("1" * 400, MOST_PAUSE_S),
        ("0.5", LEAST_PAUSE_S),
        ("7", 7),
    ],
)
def test_a_pause_is_a_number_of_seconds_whatever_is_asked(pause: str, seconds: int) -> None:
    body = f'{{"ok": false, "error_code": 429, "parameters": {{"retry_after": {pause}}}}}'
    assert json.loads(with_sane_parameters(body.encode()))["parameters"] == {"retry_after": seconds}


@pytest.mark.parametrize("parameters", ["{}", "null", "[]", '"x"', "7"])
def test_a_pause_may_be_missing(parameters: str) -> None:
    body = f'{{"ok": false, "error_code": 429, "parameters": {parameters}}}'
    assert json.loads(with_sane_parameters(body.encode())).get("parameters", {}) == {}


@pytest.mark.parametrize("pause", ["x", -5, None, [], True])
async def test_a_poisoned_pause_stops_neither_polls_nor_answers(
    pause: Any, sala: Sala, bot: Bot, fake: FakeTelegram
) -> None:
    fake.refuse("getUpdates", 429, "Too Many Requests", retry_after=pause)
    fake.refuse("sendMessage", 429, "Too Many Requests", retry_after=pause)
    sala.say(ANE, "/mus")
    await fake.until(lambda: fake.labels(sala.chat))
    assert not bot.running.done()
