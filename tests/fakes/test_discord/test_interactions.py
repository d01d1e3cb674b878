"""Commands, presses and forms, and what they are answered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.test_discord.cast import ANE, BEÑAT, EPHEMERAL, MUS, V2, Ask, button, row

TEXT = {"type": 10, "content": "Mesa"}
BOARD = {"flags": V2, "components": [TEXT, row(button("Paso"), button("Envido", "e"))]}
ALONE = {"content": "Solo tú", "flags": EPHEMERAL}
COMMANDS: list[dict[str, Any]] = [
    {
        "name": "mus",
        "description": "Abre una mesa",
        "contexts": [0],
        "options": [
            {"type": 4, "name": "reyes", "description": "8 o 4", "min_value": 4, "max_value": 8},
            {"type": 3, "name": "palabra", "description": "Tu palabra"},
            {"type": 6, "name": "con", "description": "Quién"},
        ],
    },
    {
        "name": "mesa",
        "description": "La mesa",
        "options": [{"type": 1, "name": "cerrar", "description": "Ciérrala"}],
    },
]
FORM = {
    "custom_id": "f",
    "title": "Suerte",
    "components": [
        {"type": 18, "label": "Palabra", "component": {"type": 4, "custom_id": "w", "style": 1}},
        {
            "type": 18,
            "label": "Reyes",
            "component": {
                "type": 3,
                "custom_id": "k",
                "required": False,
                "options": [{"label": "Ocho", "value": "8"}, {"label": "Cuatro", "value": "4"}],
            },
        },
    ],
}


@pytest.fixture(autouse=True)
async def board(fake: FakeDiscord, ask: Ask) -> None:
    """A board in the channel, and a bot that listens to nobody: these tests answer by hand."""
    assert (await ask("PUT", f"/applications/{fake.world.bot.id}/commands", COMMANDS))[0] == 200
    assert (await ask("POST", f"/channels/{MUS}/messages", BOARD))[0] == 200


@pytest.fixture
def reply(fake: FakeDiscord, ask: Ask) -> Ask:
    """Answers an interaction; returns status and error code."""

    async def send(press: int, kind: int, data: Any = None) -> tuple[int, Any]:
        body = {"type": kind} | ({"data": data} if data is not None else {})
        token = fake.world.presses[press].token
        status, said = await ask("POST", f"/interactions/{press}/{token}/callback", body)
        return status, (said or {}).get("code")

    return send


def hook(fake: FakeDiscord, press: int, tail: str = "") -> str:
    return f"/webhooks/{fake.world.bot.id}/{fake.world.presses[press].token}{tail}"


async def test_the_first_answer_has_three_seconds(fake: FakeDiscord, reply: Ask, clock: Clock) -> None:
    in_time, late = [fake.press(ANE, "Paso", MUS) for _ in range(2)]
    clock.on(3)
    assert await reply(in_time, 6) == (204, None)
    clock.on(0.1)
    assert await reply(late, 6) == (404, 10062)
    with pytest.raises(TimeoutError):
        await fake.answer(late, timeout_s=0.05)
    assert (await fake.answer(in_time)).kind == "later"


async def test_nobody_answers_twice(fake: FakeDiscord, reply: Ask) -> None:
    press = fake.press(ANE, "Paso", MUS)
    assert await reply(press, 4, ALONE) == (204, None)
    assert await reply(press, 4, ALONE) == (400, 40060)
    assert fake.told(press) == "Solo tú"
    assert fake.count()["answers"] == 2


async def test_a_token_counts_for_fifteen_minutes(
    fake: FakeDiscord, ask: Ask, reply: Ask, clock: Clock
) -> None:
    press = fake.press(ANE, "Paso", MUS)
    assert (await ask("POST", hook(fake, press), ALONE))[1]["code"] == 10015  # not before the first answer
    await reply(press, 6)
    clock.on(900)
    assert (await ask("POST", hook(fake, press), ALONE))[0] == 200
    clock.on(1)
    status, refusal = await ask("POST", hook(fake, press), ALONE)
    assert (status, refusal["code"]) == (401, 50027)
    assert (await ask("POST", "/webhooks/1/nobody", ALONE))[1]["code"] == 10015


async def test_what_one_sees_alone(fake: FakeDiscord, ask: Ask, reply: Ask) -> None:
    press = fake.press(BEÑAT, "Paso", MUS)
    buttons = {"components": [row(button("Quitar", "q"))]}
    await reply(press, 4, ALONE | buttons)
    assert [fake.labels(MUS, viewer) for viewer in (ANE, BEÑAT)] == [
        ["Paso", "Envido"],
        ["Paso", "Envido", "Quitar"],
    ]
    assert "Solo tú" in fake.seen_by(BEÑAT)
    assert "Solo tú" not in fake.seen_by(ANE)
    assert "Solo tú" not in str(fake.group_payloads(MUS))
    assert "(to Beñat alone: Mus #2: Solo tú" in fake.transcript(MUS)
    assert "Solo tú" not in fake.transcript(MUS, viewer=ANE)
    with pytest.raises(LookupError):
        fake.press(ANE, "Quitar", MUS)
    (message,) = [m for m in fake.from_bot(MUS, BEÑAT) if m.viewer]
    path = f"/channels/{MUS}/messages/{message.id}"
    assert (await ask("PATCH", path, {"content": "a"}))[1]["code"] == 10008  # it is not in the channel
    again = fake.press(BEÑAT, "Quitar", MUS)
    assert await reply(again, 7, {"content": "Quitado", "components": []}) == (204, None)
    answer = await fake.answer(again)
    assert (answer.kind, answer.text, answer.private) == ("update", "Quitado", True)
    assert (await ask("DELETE", hook(fake, press, "/messages/@original")))[0] == 204
    assert fake.texts(MUS, BEÑAT) == ["Mesa"]
    assert fake.violations == []


async def test_an_answer_put_off(fake: FakeDiscord, ask: Ask, reply: Ask) -> None:
    press = fake.slash(ANE, "/mesa cerrar", MUS)
    await reply(press, 5, {"flags": EPHEMERAL})
    assert fake.told(press) == ""
    with pytest.raises(TimeoutError):
        await fake.answer(press, timeout_s=0.05)
    assert (await ask("POST", hook(fake, press), {"content": "Cerrada"}))[0] == 200
    answer = await fake.answer(press)
    assert (answer.kind, answer.text, answer.private) == ("message", "Cerrada", True)
    assert (await ask("POST", hook(fake, press), {"content": "Adiós"}))[0] == 200  # this one is a new one
    assert fake.texts(MUS) == ["Mesa", "Adiós"]
    assert fake.texts(MUS, ANE) == ["Mesa", "Cerrada", "Adiós"]
    assert (await ask("PATCH", hook(fake, press, "/messages/@original"), {"content": "Ya"}))[0] == 200
    assert fake.told(press) == "Ya"
    assert (await ask("PATCH", hook(fake, press, "/messages/5"), {"content": "Ya"}))[1]["code"] == 10008
    assert fake.violations == []


async def test_a_press_changes_its_message(fake: FakeDiscord, reply: Ask) -> None:
    press = fake.press(ANE, "Envido", MUS)
    assert await reply(press, 7, {"components": [TEXT | {"content": "Hablado"}]}) == (204, None)
    assert fake.texts(MUS) == ["Hablado"]
    with pytest.raises(LookupError):
        fake.press(ANE, "Paso", MUS)
    late = fake.press(ANE, "Paso", MUS, stale=True)
    assert fake.world.presses[late].message is fake.visible(MUS)[0]
    assert await reply(fake.slash(ANE, "/mesa cerrar", MUS), 7, ALONE) == (400, 50035)


async def test_a_form_is_filled_in(fake: FakeDiscord, ask: Ask, reply: Ask) -> None:
    press = fake.press(ANE, "Paso", MUS)
    assert await reply(press, 9, FORM) == (204, None)
    answer = await fake.answer(press)
    assert (answer.kind, answer.text) == ("modal", "Suerte")
    for wrong in ({}, {"Palabra": "a", "Color": "b"}):
        with pytest.raises(LookupError):
            fake.submit(ANE, press, wrong)
    with pytest.raises(LookupError):
        fake.submit(BEÑAT, press, {"Palabra": "a"})
    sent = fake.submit(ANE, press, {"Palabra": "txakurra", "k": ["Ocho"]})
    assert await reply(sent, 9, FORM) == (400, 50035)  # no form for a form
    assert await reply(sent, 4, ALONE) == (204, None)
    assert await reply(fake.press(ANE, "Paso", MUS), 9, FORM | {"title": "a" * 46}) == (400, 50035)


async def test_a_select(fake: FakeDiscord, ask: Ask, reply: Ask) -> None:
    options = [{"label": "Ocho reyes", "value": "8"}, {"label": "Cuatro", "value": "4"}]
    select = {"type": 3, "custom_id": "s", "options": options}
    await ask("POST", f"/channels/{fake.dm(ANE)}/messages", {"components": [row(select)]})
    press = fake.choose(ANE, "Ocho reyes")
    assert await reply(press, 6) == (204, None)
    with pytest.raises(LookupError):
        fake.choose(ANE, "Tres")
    assert fake.violations == []


def test_what_is_typed_is_what_was_registered(fake: FakeDiscord) -> None:
    from tests.fakes.discord_api import commands

    def typed(text: str) -> Any:
        return commands.typed(fake.world, fake.world.channels[MUS], text)["options"]

    assert [o["value"] for o in typed(f"/mus reyes:8 palabra:sin prisa con:{BEÑAT}")] == [8, "sin prisa", "2"]
    assert [o["value"] for o in typed("/mus 4 palabra:a")] == [4, "a"]
    assert typed("/mesa cerrar") == [{"name": "cerrar", "type": 1, "options": []}]
    for wrong in ("/paso", "/mus reyes:9", "/mesa abrir"):
        with pytest.raises(LookupError):
            typed(wrong)
    with pytest.raises(LookupError, match="not offered"):
        fake.slash(ANE, "/mus")  # only in guilds


@pytest.mark.parametrize(
    "command",
    [
        {"name": "Mus", "description": "a"},
        {"name": "mus mus", "description": "a"},
        {"name": "mus", "description": ""},
        {"name": "mus", "description": "a" * 101},
        {"name": "mus", "description": "a", "colour": 1},
        {"name": "mus", "description": "a", "options": [{"type": 3, "name": "A", "description": "a"}]},
    ],
)
async def test_a_wrong_command_is_refused(fake: FakeDiscord, ask: Ask, command: dict[str, Any]) -> None:
    path = f"/applications/{fake.world.bot.id}/commands"
    status, refusal = await ask("PUT", path, [command])
    assert (status, refusal["code"]) == (400, 50035)
    assert [c["name"] for c in fake.commands] == ["mus", "mesa"]
    assert len(fake.violations) == 1


async def test_a_command_keeps_its_id(fake: FakeDiscord, ask: Ask) -> None:
    before = fake.commands[1]["id"]
    path = f"/applications/{fake.world.bot.id}/commands"
    assert (await ask("PUT", path, [COMMANDS[1]]))[1][0]["id"] == before
    assert (await ask("PUT", path, [COMMANDS[1]] * 2))[0] == 400
    assert [c["name"] for c in (await ask("GET", path))[1]] == ["mesa"]
