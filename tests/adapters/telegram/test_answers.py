"""Hundreds who press at once at a slow platform: each is answered, and once."""

from __future__ import annotations

from collections import Counter

from adapters.telegram.press_answers import LIFE_S
from musbot.config import Settings
from musbot.port.messenger import Result
from musbot.service.tables.counters import Request
from tests.evenings.evening import PENA, evening
from tests.evenings.hours import passes

MANY = 300


def test_three_hundred_presses_each_answered_in_two_seconds_are_all_answered_once() -> None:
    async def pressed() -> None:
        async with evening(settings=Settings(turn_s=0)) as it:
            await it.open("Ane", "Beñat", "Carmen", "Dani")
            await it.wait(60)
            crowd = [it.fake.user(1000 + n, f"P{n}") for n in range(MANY)]
            for uid in crowd:
                it.fake.join(uid, PENA)
            it.fake.faults.clear()
            it.fake.slow("answerCallbackQuery", 2)
            queries = [it.fake.press(uid, "Tanteo", PENA) for uid in crowd]
            await it.wait(LIFE_S)
            answers = Counter(
                entry.payload["callback_query_id"]
                for entry in it.fake.sent
                if entry.method == "answerCallbackQuery" and entry.done
            )
            assert [answers[query] for query in queries] == [1] * MANY
            counted = it.process.watched.tally.requests["telegram", Request.ANSWER, Result.MADE]
            assert counted == len(answers)

    passes(pressed)
