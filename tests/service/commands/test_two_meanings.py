"""`/mus frances` in a group asks which of two games is meant, and both answers open a table."""

from __future__ import annotations

import pytest

from musbot.testing import playing


@pytest.mark.parametrize(
    ("answer", "rules"), [("mus frances piedras=8", "frances"), ("mus iparralde", "iparralde")]
)
async def test_mus_frances_asks_which_is_meant_and_each_answer_opens_it(answer: str, rules: str) -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus frances")
        assert it.tables() == []
        asked = it.messenger.posts(it.chat)[-1].text
        assert f"/{answer}" in asked
        await it.command(ane, answer)
        (table,) = it.tables()
        assert table.rules.name == rules


@pytest.mark.parametrize(
    ("label", "rules"), [("Mus francés (piedras)", "frances"), ("Mus de Iparralde", "iparralde")]
)
async def test_a_button_below_the_question_opens_the_game_that_it_names(label: str, rules: str) -> None:
    async with playing() as it:
        ane = it.person("Ane")
        await it.command(ane, "mus frances")
        await it.press(ane, label)
        (table,) = it.tables()
        assert table.rules.name == rules


@pytest.mark.parametrize("rules", ["fem", "iparralde"])
async def test_a_table_of_a_federation_is_played_to_its_end(rules: str) -> None:
    async with playing() as it:
        people = [it.person(name) for name in ("Ane", "Beñat", "Carmen", "Dani")]
        await it.command(people[0], f"mus {rules} piedras=10 juegos=1 muestra=no")
        for place, person in enumerate(people):
            await it.press(person, "Sentarme 🔷" if place % 2 == 0 else "Sentarme 🟠")
        await it.press(people[0], "Empezar")
        for _ in range(60):
            if not it.tables():
                break
            for person in it.awaited_people():
                for word in ("quiero", "órdago", "no mus", "paso"):
                    await it.say(person, word)
            await it.wait(3)
        assert it.tables() == []
