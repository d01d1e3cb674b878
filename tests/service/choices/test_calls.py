"""How each is called when it is their turn (`/avisos`): by a mention, in private, or not at all."""

from __future__ import annotations

from pathlib import Path

from musbot.narrator.post import Post
from musbot.table.alarms import NUDGE_S
from musbot.table.events import ChatId, Person
from musbot.testing import QUICK, FakePlatform, playing, running
from tests.support.partidas import HERE, began, said

MENTION, PRIVATE, SILENCE = "Te menciono en el chat", "Te escribo en privado", "No te aviso"
NAMES = ("Ane", "Beñat", "Carmen", "Dani")


async def chooses(fake: FakePlatform, who: Person, label: str) -> str:
    """What somebody is told who chooses how they are called."""
    await fake.open_private(who)
    await fake.command(who, "avisos", who.id)
    return (await fake.press(who, label, who.id)).text


def calls(fake: FakePlatform, chat: ChatId, what: str = "te toca") -> list[Post]:
    """The calls that stand in a chat."""
    return [post for post in fake.messenger.posts(chat) if f", {what}" in post.text]


def ordagos(fake: FakePlatform, chat: ChatId) -> list[Post]:
    return [post for post in fake.messenger.posts(chat) if post.text.startswith("🔔")]


async def begun(fake: FakePlatform) -> tuple[Person, Person]:
    """A table in play; who is asked, and who comes after them, an opponent."""
    people = await began(fake, NAMES)
    (first,) = fake.awaited_people()
    return first, people[(people.index(first) + 1) % 4]


async def test_the_page_of_notices_stays_with_the_new_value_and_all_its_choices() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        told = await chooses(fake, ane, SILENCE)
        page = said(fake, ane.id)
        assert "«No te aviso»" not in told
        assert page.text.split("\n")[1].endswith("«No te aviso».")
        assert [label for label in fake.labels(ane.id) if label.startswith("Te ")] == [
            "Te menciono en el chat",
            "Te escribo en privado",
        ]
        data = next(it.data for _, it in fake.messenger.buttons(ane.id) if it.label.startswith("Te escribo"))
        own = await fake.door.presses.press(ane, fake.chat, data, key="own", alone=True)
        assert own.page is not None
        assert own.page.text.split("\n")[1].endswith("«Te escribo en privado».")
        assert own.page.rows[: len(page.rows)] == page.rows


async def test_who_chooses_nothing_is_mentioned_in_the_group() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await fake.wait(NUDGE_S)
        assert [post.mentions for post in calls(fake, HERE)] == [((first.id, first.name),)]
        assert calls(fake, first.id) == []


async def test_where_a_group_is_spared_a_slow_player_is_called_in_private_and_an_ordago_rings_for_all() -> (
    None
):
    async with playing() as fake:
        fake.messenger.quiet_groups = True
        first, _ = await begun(fake)
        await fake.wait(NUDGE_S)
        assert calls(fake, HERE) == []
        assert len(calls(fake, first.id)) == 1
        await fake.say(first, "no mus")
        assert calls(fake, first.id) == []
        await fake.say(first, "órdago")
        (call,) = ordagos(fake, HERE)
        assert [person for person, _ in call.mentions] == [who.id for who in fake.awaited_people()]
        assert all(not ordagos(fake, who.id) for who in fake.awaited_people())


async def test_where_a_group_is_spared_it_rings_for_who_wants_that_and_who_cannot_be_written_to() -> None:
    async with playing() as fake:
        fake.messenger.quiet_groups = True
        first, _ = await begun(fake)
        fake.messenger.closed.add(first.id)
        await fake.wait(NUDGE_S)
        assert [post.mentions for post in calls(fake, HERE)] == [((first.id, first.name),)]
        fake.messenger.closed.clear()
    async with playing() as fake:
        fake.messenger.quiet_groups = True
        first, _ = await begun(fake)
        assert "Te menciono" not in await chooses(fake, first, PRIVATE)
        await chooses(fake, first, MENTION)
        await fake.wait(NUDGE_S)
        assert [post.mentions for post in calls(fake, HERE)] == [((first.id, first.name),)]


async def test_who_wants_it_in_private_is_called_there_alone_until_they_have_spoken() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        told = "De acuerdo: cuando te toque te escribo en privado."
        assert await chooses(fake, first, PRIVATE) == told
        await fake.wait(NUDGE_S)
        (call,) = calls(fake, first.id)
        assert call.text.startswith(f"{first.name}, te toca en la Mesa")
        assert not call.silent
        assert calls(fake, HERE) == []
        await fake.say(first, "mus")
        assert calls(fake, first.id) == []


async def test_who_wants_silence_is_not_called_anywhere() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        told = "De acuerdo: no te aviso cuando te toque. El reloj corre igual."
        assert await chooses(fake, first, SILENCE) == told
        await fake.wait(NUDGE_S)
        assert calls(fake, HERE) == calls(fake, first.id) == []


async def test_who_chooses_while_they_are_called_is_called_so_at_once_and_no_longer_otherwise() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await fake.wait(NUDGE_S)
        for label, group, private in (
            (PRIVATE, 0, 1),
            (SILENCE, 0, 0),
            (PRIVATE, 0, 1),
            (MENTION, 1, 0),
            (SILENCE, 0, 0),
        ):
            await chooses(fake, first, label)
            assert (len(calls(fake, HERE)), len(calls(fake, first.id))) == (group, private), label


async def test_who_cannot_be_written_to_is_mentioned_instead() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await chooses(fake, first, PRIVATE)
        fake.messenger.closed.add(first.id)
        await fake.wait(NUDGE_S)
        assert [post.mentions for post in calls(fake, HERE)] == [((first.id, first.name),)]


async def test_who_has_not_opened_their_private_chat_is_told_that_they_are_mentioned_till_then() -> None:
    async with playing() as fake:
        ane = fake.person("Ane", "en")
        told = (await fake.press_data(ane, "call.private")).text
        assert told.startswith("All right, I write to you in private; as long as I cannot, I mention you in")


async def test_an_ordago_calls_each_who_has_to_answer_as_they_want() -> None:
    async with playing() as fake:
        first, second = await begun(fake)
        await chooses(fake, second, PRIVATE)
        await fake.say(first, "no mus")
        await fake.say(first, "órdago")
        asked = fake.awaited_people()
        others = tuple((who.id, who.name) for who in asked if who.id != second.id)
        assert second in asked
        assert [post.mentions for post in ordagos(fake, HERE)] == ([others] if others else [])
        (call,) = ordagos(fake, second.id)
        assert second.name in call.text
        assert call.mentions == ()
        await fake.say(second, "no quiero")
        for who in fake.awaited_people():
            await fake.say(who, "no quiero")
        assert ordagos(fake, second.id) == []


async def test_an_ordago_calls_nobody_in_the_group_where_nobody_wants_it() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await fake.say(first, "no mus")
        for who in [fake.person(name) for name in NAMES]:
            await fake.press_data(who, "call.silence")
        await fake.say(first, "órdago")
        assert fake.awaited_people() != [first]
        assert ordagos(fake, HERE) == []


async def test_who_leaves_their_seat_is_called_there_no_longer() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await chooses(fake, first, PRIVATE)
        await fake.wait(NUDGE_S)
        assert len(calls(fake, first.id)) == 1
        await fake.command(first, "salir")
        assert calls(fake, first.id) == []


async def test_who_has_themselves_forgotten_is_called_there_no_longer() -> None:
    async with playing() as fake:
        first, _ = await begun(fake)
        await chooses(fake, first, PRIVATE)
        await fake.wait(NUDGE_S)
        assert len(calls(fake, first.id)) == 1
        await fake.command(first, "borrar", first.id)
        await fake.press(first, "Sí, borrar lo mío", first.id)
        assert calls(fake, first.id) == []


async def test_what_was_chosen_is_known_after_a_restart_and_forgotten_with_who_chose_it(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as fake:
        ane = fake.person("Ane")
        await chooses(fake, ane, SILENCE)
    async with playing(tmp_path) as fake:
        await fake.command(ane, "avisos", ane.id)
        assert said(fake, ane.id).text.split("\n")[1].endswith("«No te aviso».")
        await fake.command(ane, "borrar", ane.id)
        await fake.press(ane, "Sí, borrar lo mío", ane.id)
        await fake.command(ane, "avisos", ane.id)
        assert said(fake, ane.id).text.split("\n")[1].endswith("«Te menciono en el chat».")
    async with playing(tmp_path) as fake:
        await fake.command(ane, "avisos", ane.id)
        assert said(fake, ane.id).text.split("\n")[1].endswith("«Te menciono en el chat».")


async def test_a_call_that_stands_when_the_process_ends_is_taken_back_by_the_next(tmp_path: Path) -> None:
    async with playing(tmp_path) as fake:
        first, _ = await begun(fake)
        await chooses(fake, first, PRIVATE)
        await fake.wait(NUDGE_S)
        assert len(calls(fake, first.id)) == 1
    again = FakePlatform(fake.messenger)
    async with running({again.name: again}, again.clock, tmp_path, settings=QUICK):
        await again.joined.wait()
        await again.say(first, "mus")
        assert calls(again, first.id) == []


async def test_a_button_that_offers_no_such_way_is_refused() -> None:
    async with playing() as fake:
        ane = fake.person("Ane")
        assert (await fake.press_data(ane, "call.shout")).text == (await fake.press_data(ane, "nothing")).text
