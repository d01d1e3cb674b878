"""The score of the evening: which partidas count at which table, and who is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from musbot.service.tables.evenings import PAUSE_S
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.acts import read_payload
from musbot.table.events import ChatId, Person
from musbot.testing import Clock, FakeMessenger, FakePlatform, playing, running
from tests.support.partidas import HERE, NAMES, began, play_to_the_end, played

AGAIN = "mus parejas piedras=10 juegos=1"


def lines(fake: FakePlatform, start: str, chat: ChatId = HERE) -> list[str]:
    """The lines of the newest message that begin so."""
    return [line for line in fake.messenger.posts(chat)[-1].text.split("\n") if line.startswith(start)]


async def sit(fake: FakePlatform, people: list[Person], chat: ChatId = HERE, rules: str = AGAIN) -> None:
    """These people open another table and sit down, by turns on each side."""
    await fake.command(people[0], rules, chat)
    alone = "Sentarme" in fake.labels(chat)
    for place, person in enumerate(people):
        side = "" if alone else " 🔷" if place % 2 == 0 else " 🟠"
        await fake.press(person, f"Sentarme{side}", chat)
    await fake.wait(10)


async def test_the_rematch_and_the_next_table_of_the_same_four_carry_the_score() -> None:
    async with playing() as fake:
        people = await played(fake)
        assert lines(fake, "Lleváis") == [], "one partida is no evening yet"
        await fake.press(people[0], "Revancha")
        (first,) = lines(fake, "Lleváis")
        assert first in (
            "Lleváis: Ane y Carmen 1 – Beñat y Miren Zubeldia 0",
            "Lleváis: Beñat y Miren Zubeldia 1 – Ane y Carmen 0",
        )
        await fake.press(people[0], "Levantarme")
        await fake.wait(10)
        assert lines(fake, "Lleváis") == [], "there are three now"
        await sit(fake, people)
        assert lines(fake, "Lleváis") == [first]


async def test_the_end_counts_its_own_partida_and_says_how_long_it_took() -> None:
    async with playing() as fake:
        await played(fake)
        assert lines(fake, "Habéis jugado") == [], "less than a minute"
        await began(fake)
        await fake.wait(60)
        await play_to_the_end(fake)
        (score,) = lines(fake, "Lleváis")
        assert sorted(word for word in score.split() if word.isdecimal()) in (["0", "2"], ["1", "1"])
        assert lines(fake, "Habéis jugado") == ["Habéis jugado 1 min."]


@pytest.mark.parametrize(("pause_s", "carried"), [(PAUSE_S - 600, 1), (PAUSE_S, 0)])
async def test_after_three_hours_another_evening_begins(pause_s: float, carried: int) -> None:
    async with playing() as fake:
        people = await played(fake)
        await fake.wait(pause_s)
        await sit(fake, people)
        assert len(lines(fake, "Lleváis")) == carried


async def test_other_pairs_other_people_and_other_chats_have_a_score_of_their_own() -> None:
    async with playing() as fake:
        ane, benat, carmen, miren = await played(fake)
        await sit(fake, [ane, carmen, benat, miren])
        assert lines(fake, "Lleváis") == [], "the pairs are others"
        await sit(fake, [ane, benat, carmen, fake.person("Eva")])
        assert lines(fake, "Lleváis") == [], "one is another"
        await sit(fake, [ane, benat, carmen, miren], ChatId("fake:otra"))
        assert lines(fake, "Lleváis", ChatId("fake:otra")) == []


async def test_a_partida_with_other_pairs_makes_the_evening_longer_and_is_not_in_the_score() -> None:
    async with playing() as fake:
        ane, benat, carmen, miren = await played(fake)
        await fake.wait(PAUSE_S - 600)
        await played(fake, ("Ane", "Carmen", "Beñat", "Miren Zubeldia"))
        await fake.wait(PAUSE_S - 600)
        await sit(fake, [ane, benat, carmen, miren])
        (score,) = lines(fake, "Lleváis")
        assert sorted(word for word in score.split() if word.isdecimal()) == ["0", "1"]


async def test_a_game_with_stones_does_not_go_on_with_the_score_of_mus() -> None:
    async with playing() as fake:
        people = [fake.person(name) for name in NAMES[:2]]
        rules = "mus individual piedras=10 juegos=1"
        await sit(fake, people, rules=rules)
        await fake.press(people[0], "Empezar")
        for _ in range(100):
            for person in fake.awaited_people(HERE):
                for word in ("quiero", "órdago", "no mus", "paso"):
                    await fake.say(person, word, HERE)
            await fake.wait(3)
        assert not fake.tables(HERE)
        await sit(fake, people, rules="mus tres-mus")
        assert lines(fake, "Lleváis") == []
        await sit(fake, people, rules=rules)
        assert len(lines(fake, "Lleváis")) == 1


async def test_who_is_forgotten_is_in_no_score_and_their_rivals_have_none_with_them() -> None:
    async with playing() as fake:
        people = await played(fake)
        await fake.press(people[0], "Revancha")
        assert len(lines(fake, "Lleváis")) == 1
        miren = people[3]
        await fake.command(miren, "borrar", miren.id)
        await fake.press(miren, "Sí, borrar lo mío", miren.id)
        await fake.wait(10)
        assert lines(fake, "Lleváis") == []
        await fake.press(miren, "Sentarme 🟠", HERE)
        await fake.wait(10)
        assert lines(fake, "Lleváis") == [], "whoever comes back is somebody new"


async def test_a_restart_keeps_the_score_of_a_lobby(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        people = await played(fake)
        await fake.press(people[0], "Revancha")
        score = lines(fake, "Lleváis")
    async with playing(tmp_path) as fake:
        await fake.wait(600)  # its clock begins anew
        await fake.command(people[1], "mesa")
        await fake.wait(10)
        assert lines(fake, "Lleváis") == score != []


async def test_a_score_that_cannot_be_read_keeps_no_lobby_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise StoreError("of the test")

    async with playing() as fake:
        people = await played(fake)
        monkeypatch.setattr(Store, "load_results", fails)
        await fake.press(people[0], "Revancha")
        assert "Empezar" in fake.labels(HERE)
        assert lines(fake, "Lleváis") == []


async def test_one_read_that_fails_takes_no_score_from_a_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = Store.load_results, [StoreError("of the test")]

    async def fails_once(*given: Any) -> Any:
        if failures:
            raise failures.pop()
        return await real(*given)

    async with playing() as fake:
        people = await played(fake)
        monkeypatch.setattr(Store, "load_results", fails_once)
        await fake.press(people[0], "Revancha")
        assert len(lines(fake, "Lleváis")) == 1
        assert failures == []


async def test_a_lobby_that_is_shown_late_has_the_score_of_its_start() -> None:
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock) as process:
        await fake.joined.wait()
        for _ in range(2):
            await played(fake)
        data = next(it.data for _, it in fake.messenger.buttons(HERE) if it.label == "Revancha")
        table = await process.manager.tables.look(read_payload(data).table)
        assert table is not None
        evenings = process.courier.renderer.evenings
        lobby, end = (evenings.find(table, is_counted=it).wins for it in (False, True))
        assert (sum(lobby), sum(end)) == (1, 2)
