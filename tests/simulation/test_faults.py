"""A component fails in each way: its table goes on, others play, the person is told, one line is logged."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from musbot.port.boundary import describe_cause
from tests.simulation.fault_adapters import play_with
from tests.simulation.fault_log import Heard, log_problems
from tests.simulation.fault_runs import calls_of, run_all, run_one
from tests.simulation.faults import main
from tests.simulation.may_end import MAY_END, MAY_HANG, UNTOLD
from tests.simulation.raising import RAISING, Fault, Kind, function_named

ROOT = Path(__file__).parents[2]

COMPONENTS = {
    "store read": "musbot/store/reads.py:load_log",
    "store write": "musbot/store/store.py:Store.append",
    "AI player": "musbot/table/alarms.py:_at_seat",
    "clock": "musbot/service/tables/manager.py:TableManager._fire",
    "delivery, rendering": "musbot/service/delivery/rendering.py:Renderer.post",
    "delivery, sending": "musbot/service/tables/counters.py:CountedMessenger.send",
    "command": "musbot/service/commands/registry.py:CommandRegistry.run_command",
    "press": "musbot/service/chat/presses.py:Presses.press",
    "typed word": "musbot/service/chat/typed_words.py:TypedWords.apply_text",
    "housekeeping": "musbot/service/process/housekeeping.py:Housekeeping._sweep",
    "notes": "musbot/service/choices/kept.py:FactCache._write_if_current",
}
"""The components of the service, each by a function."""
ADAPTERS = {
    "telegram": (
        *(f"adapters/telegram/bot.py:TelegramBot.{it}" for it in ("_on_press", "_on_command", "_take")),
        "adapters/telegram/press_answers.py:PressAnswers._answer",
        "adapters/telegram/bot.py:TelegramBot._parse_act",
        "adapters/telegram/ids.py:is_number",
        *(f"adapters/telegram/updates.py:Updates.{it}" for it in ("_poll", "_parse_batch")),
        "adapters/telegram/suspects.py:Suspects.prepare",
        "adapters/telegram/wire.py:_form",
        "musbot/port/deadline.py:TimedAct.end",
        "musbot/port/intake.py:Intake._start",
    ),
    "discord": (
        *(
            f"adapters/discord/bot.py:DiscordBot.{it}"
            for it in ("_handle", "_run_command", "_form", "_carry_out", "on_text")
        ),
        "adapters/discord/shard.py:_Line._beat",
        "adapters/discord/windows.py:Windows.edit",
        "adapters/discord/failures.py:tolerate_refusals",
    ),
}
"""The functions between a platform and the service, some of each kind."""
SEED = 3


def kinds(function: str) -> list[Kind]:
    """The ways in which a function may fail."""
    return [*RAISING, *([Kind.HANGS] if function_named(function).awaits else [])]


HANDLERS = [
    (platform, function, kind)
    for platform, functions in ADAPTERS.items()
    for function in functions
    for kind in kinds(function)
]
CASES = [(name, kind) for name, function in COMPONENTS.items() for kind in kinds(function)]


@pytest.mark.long
@pytest.mark.parametrize(("component", "kind"), CASES)
def test_a_component_that_fails_costs_one_act_one_post_or_one_word(component: str, kind: Kind) -> None:
    fault = Fault(function_named(COMPONENTS[component]), kind)
    assert run_one(0, SEED, fault).broken == ""


@pytest.mark.long
@pytest.mark.parametrize(("platform", "function", "kind"), HANDLERS)
def test_a_function_of_an_adapter_that_fails_costs_one_act(platform: str, function: str, kind: Kind) -> None:
    broken, hits = play_with(platform, Fault(function_named(function), kind))
    assert broken == ""
    assert hits == 1


@pytest.mark.slow
def test_some_faults_drawn_from_all_functions_cost_no_table() -> None:
    runs = list(run_all(range(6), calls_of([3], 1), 1))
    assert [(run.fault, run.broken) for run in runs if run.broken] == []


@pytest.mark.long
def test_the_command_tells_hits_by_module_and_the_share_of_functions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["faults", "--runs", "6-8", "--bases", "1"])
    assert main() == 0
    out = capsys.readouterr().out
    assert "functions called: " in out
    assert "runs: 2, hit: " in out


def test_an_error_is_logged_if_a_line_names_its_type_and_place() -> None:
    def problems(error: BaseException, line: str) -> list[str]:
        record = logging.LogRecord("musbot", logging.ERROR, "", 0, line, (), None)
        return list(log_problems([error], Heard([record])))

    with pytest.raises(KeyError) as raised:
        dict[str, int]()["of our own"]
    named = describe_cause(raised.value)
    assert problems(raised.value, f"table A2-b: event 3 cannot follow: it is set aside ({named})") == []
    assert problems(raised.value, "table A2-b: event 3 cannot follow: it is set aside (KeyError)") == [
        "nothing was logged of KeyError('of our own')",
        "0 tracebacks: []",
    ]


def test_what_may_end_the_process_exists() -> None:
    assert [it for it in (*MAY_END, *MAY_HANG) if not (ROOT / it).exists()] == []
    assert [it for it in UNTOLD if it.endswith("/") and not (ROOT / it).is_dir()] == []
    for named in (it for it in UNTOLD if not it.endswith("/")):
        function_named(named)
