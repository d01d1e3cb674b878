"""*Analizar*: who played a hand is told what their words were worth, alone, after it, and nobody waits."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from musbot.coach.account import Account, ValuedWord
from musbot.coach.mus.moments import Decision
from musbot.coach.mus.reasons import Why, find_reason
from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.game.lances import Fase
from musbot.game.record import copy_with
from musbot.game.rule_sets import rule_set
from musbot.game.views import observe
from musbot.narrator import Narrator
from musbot.narrator.analysis import analysis_post, reasons_post
from musbot.narrator.post import Post
from musbot.pictures.specs import ChancesPicture
from musbot.players import PLAYERS
from musbot.port.replies import Reply
from musbot.service.queue.rate_limits import TAPS
from musbot.service.review import review
from musbot.service.review.hand import hand_words
from musbot.service.review.process_pool import InlineWeigher, Weigher, WorkFailed
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused
from musbot.table.acts import Ask, Payload
from musbot.table.events import TableId
from musbot.table.view import watch
from musbot.testing import FakePlatform, playing
from musbot.words.texts import LANGUAGES, Texts
from tests.support.at_table import begun, partida, played
from tests.support.partidas import one_hand, why

MARK = "palabra a palabra"


class Slow(Weigher):
    """A Weigher that waits until it is let go on."""

    def __init__(self, fails: type[Exception] | None = None) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.asked: list[str] = []
        self.fails = fails

    async def weigh(self, said: Decision, seed: str) -> ValuedWord | None:
        self.asked.append(seed)
        await self.go.wait()
        if self.fails is not None:
            raise self.fails("no")
        return await InlineWeigher(1).weigh(said, seed)

    def close(self) -> None:
        self.go.set()


async def asks(fake: FakePlatform, name: str, table: TableId, hand: int = 1, *, alone: bool = False) -> Reply:
    """Somebody presses the button under the count of a hand."""
    data = str(Payload(table, hand, Ask.ANALYSE, paged=True))
    reply = await fake.door.presses.press(fake.person(name), fake.chat, data, key=fake._key(), alone=alone)
    await fake.settle()
    return reply


async def told(fake: FakePlatform, name: str) -> list[Post]:
    """What somebody was told of their hands in private."""
    for _ in range(50):
        await asyncio.sleep(0)
        await fake.settle()
    return [post for post in fake.messenger.posts(fake.person(name).id) if MARK in post.title]


async def test_who_played_it_is_told_in_private_and_nobody_else():
    async with playing() as fake:
        table = await one_hand(fake)
        assert any(label.startswith("🔍 Analizar") for label in fake.labels())
        reply = await asks(fake, "Ane", table)
        assert reply.text.startswith("Lo miro")
        (post,) = await told(fake, "Ane")
        assert isinstance(post.picture, ChancesPicture)
        assert len(post.title) + len(post.text) < 1024
        assert all(MARK not in post.title for post in fake.messenger.posts(fake.chat))


async def test_fifteen_presses_bring_it_once():
    async with playing() as fake:
        table = await one_hand(fake)
        first = [(await asks(fake, "Ane", table)).text for _ in range(8)]
        assert first[0].startswith("Lo miro")
        assert set(first[1:]) == {""}, "double taps are silent"
        assert len(await told(fake, "Ane")) == 1
        await fake.wait(TAPS.every_s)
        again = [(await asks(fake, "Ane", table)).text for _ in range(8)]
        assert again == ["Esa mano ya te la he contado en nuestro chat privado.", *[""] * 7]
        assert len(await told(fake, "Ane")) == 1


async def test_one_is_looked_at_for_each_person_and_the_table_plays_on():
    slow = Slow()
    async with playing(weigher=slow) as fake:
        table = await one_hand(fake)
        await asks(fake, "Ane", table)
        await fake.wait(TAPS.every_s)
        again = await asks(fake, "Ane", table)
        assert again.text == "Ya estoy mirando una mano tuya. Enseguida te cuento."
        before = fake.tables()[0].question
        await fake.say(fake.person("Ane"), "no mus")
        await fake.say(fake.person("Ane"), "paso")
        assert fake.tables()[0].question > before
        assert await told(fake, "Ane") == []
        slow.go.set()
        assert len(await told(fake, "Ane")) == 1


async def test_where_one_alone_sees_the_answer_it_follows_there_as_often_as_they_ask():
    async with playing() as fake:
        table = await one_hand(fake)
        reply = await asks(fake, "Ane", table, alone=True)
        assert reply.post is not None
        assert "Lo miro" in reply.post.text
        assert reply.follows is not None
        followed = await asyncio.wait_for(asyncio.ensure_future(reply.follows), 30)
        assert followed is not None
        again = await asks(fake, "Ane", table, alone=True)
        assert again.post == followed
        assert await told(fake, "Ane") == []


@pytest.mark.parametrize(
    ("name", "hand", "why"),
    [
        ("Ane", 2, "Esa mano no ha acabado: se mira cuando acabe."),
        ("Ane", 99, "Esa mano no ha acabado: se mira cuando acabe."),
        ("Eva", 1, "En esa mano no jugabas tú."),
    ],
)
async def test_who_did_not_play_or_cannot_know_yet_is_told_so(name: str, hand: int, why: str):
    async with playing() as fake:
        table = await one_hand(fake)
        assert (await asks(fake, name, table, hand)).text == why


async def test_whose_private_chat_is_closed_is_asked_to_open_it():
    async with playing() as fake:
        fake.messenger.closed.add(fake.person("Ane").id)
        table = await one_hand(fake)
        assert "Abre nuestro chat privado" in (await asks(fake, "Ane", table)).text


@pytest.mark.parametrize("rules", ["tres-mus", "individual"])
async def test_other_games_are_not_looked_at_and_have_no_button(rules: str):
    table, manager = partida(rules, 1)
    with pytest.raises(Refused, match="analysis-other-game"):
        await hand_words(manager, table.id, 1)
    labels = [it.label for row in Narrator("es").board(watch(table, finished=1)).keyboard() for it in row]
    assert labels == ["🎞 Ver la mano"]


def test_it_is_said_plainly():
    told = Narrator("es").refusal(Refused("refused-analysis-other-game"))
    assert told == "Solo sé analizar el mus de dos bandos: con tres o más, o con piedras en la mano, no."


async def test_what_was_promised_before_a_restart_is_told_after_it(tmp_path: Path):
    slow = Slow()
    async with playing(tmp_path, weigher=slow) as fake:
        table = await one_hand(fake)
        await asks(fake, "Ane", table)
        slow.fails = RuntimeError
    async with playing(tmp_path) as fake:
        assert len(await told(fake, "Ane")) == 1
    async with playing(tmp_path) as fake:
        assert await told(fake, "Ane") == []


async def test_a_promise_outlives_a_store_that_fails_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    slow = Slow()
    async with playing(tmp_path, weigher=slow) as fake:
        await asks(fake, "Ane", await one_hand(fake))
        slow.fails = RuntimeError
    with monkeypatch.context() as failing:
        failing.setattr(review.Review, "_job", AsyncMock(side_effect=StoreError("is away")))
        async with playing(tmp_path) as fake:
            assert await told(fake, "Ane") == []
    async with playing(tmp_path) as fake:
        assert len(await told(fake, "Ane")) == 1


async def test_it_can_fail_and_be_asked_for_again():
    slow = Slow(WorkFailed)
    slow.go.set()
    async with playing(weigher=slow) as fake:
        table = await one_hand(fake)
        await asks(fake, "Ane", table)
        (post,) = await told(fake, "Ane")
        assert "no he podido" in post.text
        slow.fails = None
        await asks(fake, "Ane", table)
        assert len(await told(fake, "Ane")) == 2


async def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(review, "MOST_WAITING", 0)
    async with playing() as fake:
        table = await one_hand(fake)
        assert "muchas manos" in (await asks(fake, "Ane", table)).text


async def test_who_is_forgotten_meanwhile_is_told_nothing():
    slow = Slow()
    async with playing(weigher=slow) as fake:
        table = await one_hand(fake)
        await asks(fake, "Ane", table)
        ane = fake.person("Ane")
        await fake.command(ane, "borrar", ane.id)
        await fake.command(ane, "borrar sí", ane.id)
        slow.go.set()
        assert await told(fake, "Ane") == []


async def test_the_command_looks_at_the_last_hand():
    async with playing() as fake:
        ane = fake.person("Ane")
        await fake.command(ane, "analisis", ane.id)
        assert "Todavía no has jugado" in fake.messenger.posts(ane.id)[-1].text
        await one_hand(fake)
        await fake.command(ane, "analisis", ane.id)
        assert len(await told(fake, "Ane")) == 1


async def test_what_one_could_not_know_changes_nothing():
    """The same moment with other cards in the rivals' hands is worth the same."""
    seen: list[Decision] = []

    class Listens(InlineWeigher):
        async def weigh(self, said: Decision, seed: str) -> ValuedWord | None:
            seen.append(said)
            return await super().weigh(said, seed)

    async with playing(weigher=Listens()) as fake:
        await asks(fake, "Ane", await one_hand(fake))
        await told(fake, "Ane")
    assert seen
    for said in seen:
        cards = list(said.mesa.cards)
        one, other = [seat for seat in range(4) if seat % 2 != said.seat % 2]
        if said.mesa.pares is None:
            cards[one], cards[other] = cards[other], cards[one]
        swapped = replace(said, mesa=copy_with(said.mesa, cards=tuple(cards)))
        assert await InlineWeigher(2).weigh(swapped, "x") == await InlineWeigher(2).weigh(said, "x")


@pytest.mark.long
async def test_the_loop_beats_while_a_process_of_its_own_weighs():
    seen: list[Decision] = []

    class Listens(InlineWeigher):
        async def weigh(self, said: Decision, seed: str) -> ValuedWord | None:
            seen.append(said)
            return None

    async with playing(weigher=Listens()) as fake:
        await asks(fake, "Ane", await one_hand(fake))
        assert "no puedo asegurar nada" in (await told(fake, "Ane"))[0].text
    apart = Weigher(worlds=2)
    try:
        weighing = asyncio.ensure_future(apart.weigh(seen[0], "x"))
        beats = 0
        while not weighing.done():
            beats += 1
            await asyncio.sleep(0.001)
        assert await weighing == await InlineWeigher(2).weigh(seen[0], "x")
        assert beats > 20
    finally:
        apart.close()


async def test_an_ai_partner_tells_why_it_spoke_so_to_who_sat_beside_it():
    async with playing() as fake:
        table = await one_hand(fake, ("No hay mus", "Paso", "No quiero"))
        assert (await why(fake, "Eva", table)).text == "En esa mano no jugabas tú."
        reply = await why(fake, "Ane", table)
        assert reply.post is not None, reply.text
        name, *lines = reply.post.text.splitlines()
        seats = [seat.name for seat in fake.tables()[0].seats]
        partner = seats[(seats.index("Ane") + 2) % 4]
        assert name == f"{partner} 🤖:"
        assert all("«" in line and ": " in line for line in lines)
        assert not any(it in reply.post.text for it in seats if it not in ("Ane", partner))
        await asks(fake, "Ane", table)
        (post,) = await told(fake, "Ane")
        labels = [button.label for row in post.keyboard() for button in row]
        assert labels == [f"🗣 ¿Por qué, {partner}?"]


@pytest.mark.parametrize("kind", ["novato", "prudente", "muslari"])
def test_every_word_of_an_ai_player_has_a_reason_in_every_language(kind: str):
    rng = Random(3)
    player, found = PLAYERS[kind](rng), set[Why]()
    for now, _ in played(begun(rule_set("vitoria")), 11, most=400):
        if now.mesa is None or now.over or not awaited_seats(now.mesa):
            continue
        view = observe(now.mesa, awaited_seats(now.mesa)[0])
        said = player.choose(view)
        if view.fase is Fase.DESCARTE:
            continue
        it = find_reason(view, said, kind)
        assert it is not None, said
        found.add(it.why)
        for language in LANGUAGES:
            post = reasons_post(Texts(language), watch(now), 1, [it])
            assert len(post.text.splitlines()) == 2
    assert len(found) >= 5


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            0.50,
            0.51,
            "«Paso»: 51 %. Una IA de nivel muslari suele decir «Envido», que viene a valer lo mismo.",
        ),
        (0.31, 0.54, "«Paso»: 54 %. Una IA de nivel muslari suele decir «Envido», que se queda en un 31 %."),
        (0.60, 0.54, "«Paso»: del 60 % al 54 %. Una IA de nivel muslari, «Envido»."),
    ],
)
async def test_what_muslari_would_have_said_is_told_with_what_it_is_worth(
    before: float, after: float, told: str
):
    async with playing() as fake:
        await one_hand(fake)
        (table,) = fake.tables()
        assert table.game is not None
        word = ValuedWord(table.game, Action(Voz.PASO), Action(Voz.ENVIDO, 2), before, after)
        post = analysis_post(Texts("es"), table, 1, Account((word,)))
    assert told.lower() in post.text.lower()
