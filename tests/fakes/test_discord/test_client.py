"""discord.py talks with the fake over the wire."""

from __future__ import annotations

from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.cast import ANE, BEÑAT, MUS, PNG, Bot


async def test_a_command_a_press_a_form_and_what_one_sees_alone(fake: FakeDiscord, bot: Bot) -> None:
    answer = await fake.answer(fake.slash(ANE, "/mus reyes:8", MUS))
    assert (answer.kind, answer.private) == ("message", False)
    assert answer.text == "Mesa a 8 reyes"
    assert fake.labels(MUS) == ["Sentarme", "Palabra", "Quitar"]

    alone = await fake.answer(fake.press(BEÑAT, "Sentarme", MUS))
    assert (alone.text, alone.private) == ("Te sientas, Beñat.", True)
    assert "Te sientas, Beñat." in fake.seen_by(BEÑAT)
    assert "Te sientas, Beñat." not in fake.seen_by(ANE)
    assert [fake.texts(MUS, viewer)[1:] for viewer in (ANE, BEÑAT)] == [[], ["Te sientas, Beñat."]]

    form = fake.press(ANE, "Palabra", MUS)
    assert (await fake.answer(form)).kind == "modal"
    said = await fake.answer(fake.submit(ANE, form, {"Palabra": "txakurra"}))
    assert (said.text, said.private) == ("Tu palabra: txakurra", True)

    cards = await fake.answer(fake.slash(ANE, "/cartas", MUS))
    assert (cards.files, cards.private) == ([PNG], True)
    assert fake.files_seen_by(BEÑAT) == []

    await fake.answer(fake.press(ANE, "Quitar", MUS))
    assert fake.texts(MUS) == ["Quitada"]
    assert fake.labels(MUS) == []
    assert fake.violations == []
