"""Who goes first, what is seen when, and what rings: the courier's order."""

from __future__ import annotations

import asyncio
import random
from functools import reduce
from typing import Never

import pytest

from musbot.game.actions import Voz
from musbot.game.engine import awaited_seats, offers
from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.port.messenger import Gone, Outage, Rejected, TooFast, Unreachable
from musbot.service.queue.slots import called_to_ordago
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import InLobby, Payload, read_act
from musbot.table.alarms import GraciaClock, NudgeClock, TurnClock
from musbot.table.decisions import decide_act
from musbot.table.events import ChatId, MessageId, Person, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.testing import Clock, FakeMessenger, Made
from tests.support.patience import Patience
from tests.support.scenes import LIMITS, Scene, a_messenger, playing, restarted, says_mus, text_of
from tests.support.tables import ANE, BENAT, CHAT, PEOPLE, now, opened, say, say_something, seated, speaker

STRANGER = Person(read_person_id("test:jon"), "Jon", "es")

# ---- who goes first --------------------------------------------------------------------------------------


def shown_in(made: Made) -> str:
    assert made.post is not None
    return f"{made.post.title}\n{made.post.text}"


async def test_two_topics_share_what_the_group_bears_and_neither_waits_long(
    slow: Scene, clock: Patience
) -> None:
    for who in PEOPLE:
        slow.courier.availability.close_chat(who.id)  # so that everything is asked in the boards alone
    tables = [await opened(slow.manager, chat=ChatId(f"{CHAT}/{topic}")) for topic in (1, 2)]
    since: dict[str, float] = {table.chat: clock.now for table in tables}
    late: list[float] = []
    rng = random.Random(3)
    for _ in range(400):
        for place, table in enumerate(tables):
            shown = slow.platform.posts(table.chat)
            if any(f":{table.question}:" in str(post.rows) for post in shown):  # seen, so a word is said
                late.append(clock.now - since[table.chat])
                tables[place] = await say_something(slow.manager, table, speaker(table), rng)
                since[table.chat] = clock.now
        await clock.goes_on(0.7)
    assert len(late) > 50
    assert max(late) <= 17, "where a count and a board come between, of both tables"
    assert sorted(late)[len(late) // 2] <= 8
    assert max(sum(a <= it.at < a + 60 for it in slow.platform.made) for a in range(220)) <= 20


async def test_fifteen_answers_of_a_bystander_delay_no_board(slow: Scene, clock: Patience) -> None:
    for who in PEOPLE:
        slow.courier.availability.close_chat(who.id)
    table = await opened(slow.manager)
    await clock.goes_on(60)
    for n in range(15):
        slow.courier.posts.post(CHAT, Post("", f"respuesta {n}"))
    for _ in range(8):
        await clock.goes_on(5)
        before = clock.now
        table = await say(slow.manager, table, speaker(table), "nomus" if table.question == 1 else "paso")
        await clock.goes_on(3)
        boards = [it.at for it in slow.platform.requests_to(CHAT, "edit") if it.at >= before]
        assert boards[:1] == [before]
    await clock.goes_on(100)
    answers = [text_of(it) for it in slow.platform.requests_to(CHAT, "send") if "respuesta" in text_of(it)]
    assert answers == [f"respuesta {n}" for n in range(15)]


async def test_a_stranger_who_opens_tables_delays_no_board_for_more_than_eight_seconds(
    slow: Scene, clock: Patience
) -> None:
    slow.courier.availability.close_chat(PEOPLE[1].id)
    other, rng, late = ChatId(f"{CHAT}/2"), random.Random(3), list[float]()
    table = await opened(slow.manager, chat=ChatId(f"{CHAT}/1"))
    lobbies: list[Table] = []
    for n in range(20):
        if n < 3 or n % 2 == 0:
            lobbies.append(await slow.manager.open(STRANGER, other, "es", rule_set("parejas")))
            slow.courier.posts.post(other, Post("", f"respuesta {n}"))
            if len(lobbies) > 1:
                await slow.manager.close_unused_lobby(lobbies[-2].id)
        said = clock.now
        table = await say_something(slow.manager, table, speaker(table), rng)
        await clock.goes_on(10)
        boards = [it.at - said for it in slow.platform.requests_to(table.chat) if it.at >= said]
        late += boards[:1]
    assert len(late) > 15
    assert max(late) <= 8 + LIMITS[CHAT].every_s, "the eight seconds, and the request that is due then"


async def test_that_somebody_has_left_is_told_soon_in_a_busy_group_too(slow: Scene, clock: Patience) -> None:
    for who in PEOPLE:
        slow.courier.availability.close_chat(who.id)
    rng, left_at = random.Random(3), 0.0
    tables = [await opened(slow.manager, chat=ChatId(f"{CHAT}/{topic}")) for topic in (1, 2)]
    for number in range(80):
        if number == 40:
            await say(slow.manager, await now(slow.manager, tables[0]), ANE, "leave")
            left_at = clock.now
        table = await now(slow.manager, tables[number < 40 and number % 2 == 0])
        if table.mesa is not None and awaited_seats(table.mesa)[0] in table.humans:
            await say_something(slow.manager, table, speaker(table), rng)
        await clock.goes_on(0.7)
    told = [made.at - left_at for made in slow.platform.made if "deja su sitio" in text_of(made)]
    assert told
    assert told[0] <= 13, "it was 20 s behind all boards"


async def test_answers_that_say_the_same_are_one(slow: Scene, clock: Patience) -> None:
    for n in range(9):
        slow.courier.posts.post(CHAT, Post("", f"ayuda {n % 2}"))
    await clock.goes_on(60)
    assert [text_of(it) for it in slow.platform.requests_to(CHAT)] == ["ayuda 0", "ayuda 1"]


async def test_a_page_that_is_asked_for_again_replaces_the_one_that_stands(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    def standing() -> list[str]:
        return [f"{it.title}{it.text}" for it in slow.platform.posts(CHAT)]

    for title in ("Reglas", "", "Reglas", ""):
        slow.courier.posts.post(CHAT, Post(title, "lo mismo"), lasts_s=300)
        await clock.goes_on(30)
    assert standing() == ["lo mismo", "Reglaslo mismo", "lo mismo"], "two people may be told the same"
    timers.advance(300)
    await clock.goes_on(30)
    assert standing() == []


async def test_an_answer_goes_after_its_time_and_that_it_cannot_go_is_no_matter(
    slow: Scene, timers: Clock, clock: Patience
) -> None:
    slow.courier.posts.post(CHAT, Post("", "ayuda"), lasts_s=30)
    await clock.goes_on(1)
    answer = slow.platform.requests_to(CHAT, "send")[-1].message
    timers.advance(27)
    await clock.goes_on(1)
    assert slow.platform.requests_to(CHAT, "delete") == []
    slow.platform.failing[CHAT] = [Unreachable("no rights")]
    timers.advance(2)
    await clock.goes_on(1)
    assert answer in slow.platform.standing[CHAT]
    assert not slow.courier.availability.is_closed(CHAT), "the chat takes messages all the same"
    slow.courier.posts.post(CHAT, Post("", "ayuda"), lasts_s=30)
    await clock.goes_on(1)
    timers.advance(31)
    await clock.goes_on(1)
    assert list(slow.platform.standing[CHAT]) == [answer]


# ---- an edit under way when the table is shown again -----------------------------------------------------


class Slow(FakeMessenger):
    """Whose next edit lasts until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()
        self.fails: Exception | None = None

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        if chat == CHAT and not self.let_go.is_set():
            self.begun.set()
            await self.let_go.wait()
            if self.fails is not None:
                raise self.fails
        await super().edit(chat, message, post)


@pytest.mark.parametrize("error", [None, Gone("not found"), Rejected("too long"), TooFast(3), Outage("down")])
async def test_a_table_shown_again_during_an_edit_stays_there(
    store: SqliteStore, timers: Clock, error: Exception | None
) -> None:
    platform = Slow()
    platform.fails = error
    async with playing(store, platform) as scene:
        table = await opened(scene.manager)
        await scene.courier.outboxes.wait_until_idle(BENAT.id)
        await platform.begun.wait() if "lobby" in platform.standing else None
        platform.let_go.set()
        await scene.courier.outboxes.wait_until_idle()
        platform.let_go.clear()
        old = scene.courier.projections.message_of(table)
        table = await say(scene.manager, table, speaker(table), "nomus")
        await platform.begun.wait()
        scene.courier.reconciler.repost(table)
        platform.let_go.set()
        await scene.courier.outboxes.wait_until_idle()
        new = scene.courier.projections.message_of(table)
        assert new not in (None, old)
        standing = platform.standing[CHAT]
        assert new is not None
        assert standing[new].rows, "the board has its buttons"
        assert old not in standing, "the old one has lost its own"
        table = await say(scene.manager, table, speaker(table), "paso")
        await scene.courier.outboxes.wait_until_idle()
        assert platform.requests_to(CHAT, "edit")[-1].message == new
        shown = {it.slot: it.message for it in await store.list_shown(table.id) if it.chat == CHAT}
        assert shown["hand.1"] == new


# ---- what has been seen ----------------------------------------------------------------------------------


def clocks(scene: Scene, table: Table) -> set[type]:
    """Which clocks of people run at a table."""
    kinds = {type(alarm) for alarm in scene.manager.clocks._at[table.id].running}
    return kinds & {TurnClock, NudgeClock, GraciaClock}


async def test_no_clock_runs_until_somebody_could_see_what_is_asked(slow: Scene, clock: Patience) -> None:
    everywhere = (CHAT, *(who.id for who in PEOPLE))
    for chat in everywhere:
        slow.platform.failing[chat] = [TooFast(20)]
    table = await opened(slow.manager)
    await clock.goes_on(19)
    assert clocks(slow, table) == set()
    await clock.goes_on(2)
    assert clocks(slow, table) == {TurnClock, NudgeClock}


async def test_where_nothing_can_be_shown_the_clock_does_not_run(scene: Scene, timers: Clock) -> None:
    scene.platform.closed |= {CHAT, *(who.id for who in PEOPLE)}
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    timers.advance(1000)
    await scene.manager.wait_for_background()
    assert await now(scene.manager, table) == table


async def test_one_who_sees_in_private_what_is_asked_has_their_clock_though_the_group_waits(
    slow: Scene, clock: Patience
) -> None:
    slow.platform.failing[CHAT] = [TooFast(500)]
    table = await opened(slow.manager)
    await clock.goes_on(30)
    assert slow.platform.requests_to(CHAT) == []
    assert clocks(slow, table) == {TurnClock, NudgeClock}


@pytest.mark.parametrize("shown", [True, False])
async def test_after_a_restart_a_clock_runs_at_once_only_for_what_was_shown(
    store: SqliteStore, timers: Clock, clock: Patience, *, shown: bool
) -> None:
    async with playing(store, a_messenger(clock)) as before:
        before.platform.closed |= {who.id for who in PEOPLE}
        table = await opened(before.manager)
        await clock.goes_on(60)
        if not shown:
            before.manager.tables.listeners.remove(
                before.courier.reconciler.reconcile
            )  # what is said just before a kill
        table = await say(before.manager, table, speaker(table), "mus")
        await clock.goes_on(1)
        before.platform.failing[CHAT] = [Outage("down")]
        after = await restarted(before)
        await clock.waits()
        assert (clocks(after, table) == {TurnClock, NudgeClock}) is shown
        await clock.goes_on(60)
        assert clocks(after, table) == {TurnClock, NudgeClock}
        await after.courier.stop()
        await after.manager.stop()


# ---- what comes before what ------------------------------------------------------------------------------


async def a_hand(scene: Scene, table: Table) -> Table:
    """Plays a hand to its end by passing."""
    hand = table.hand
    while table.hand == hand:
        table = await say(scene.manager, table, speaker(table), "nomus" if "nomus" in acts(table) else "paso")
    return table


async def a_hand_but_its_last_word(scene: Scene) -> Table:
    """A table where one word more ends the hand."""
    table = await opened(scene.manager)
    while True:
        word = "nomus" if "nomus" in acts(table) else "paso"
        said = decide_act(table, speaker(table), table.question, read_act(word))
        if reduce(fold, said.events, table).hands_over:
            return table
        table = await say(scene.manager, table, speaker(table), word)


WORDS = {Voz.NO_MUS: "nomus", Voz.PASO: "paso", Voz.ORDAGO: "ordago", Voz.NO_QUIERO: "noquiero"}


def acts(table: Table) -> set[str]:
    """What the first to be asked may say, as buttons carry it."""
    assert table.mesa is not None
    said = [offer.voz for offer in offers(table.mesa, awaited_seats(table.mesa)[0])]
    return {word for voz, word in WORDS.items() if voz in said}


async def test_new_cards_come_after_the_count_of_the_last_hand(slow: Scene, clock: Patience) -> None:
    table = await opened(slow.manager)
    await clock.goes_on(60)
    slow.platform.failing[CHAT] = [TooFast(5)]
    await a_hand(slow, table)
    await clock.goes_on(30)
    counted = next(
        it.at for it in slow.platform.requests_to(CHAT, "edit") if "en paso" in shown_in(it) and it.at > 60
    )
    for who in PEOPLE:
        assert [it.at >= counted for it in slow.platform.requests_to(who.id, "send")] == [False, True]


async def test_new_cards_do_not_wait_for_a_group_that_cannot_be_written_to(scene: Scene) -> None:
    table = await a_hand_but_its_last_word(scene)
    await scene.courier.outboxes.wait_until_idle()
    scene.platform.closed.add(CHAT)
    await a_hand(scene, table)
    await scene.courier.outboxes.wait_until_idle()
    assert len(scene.platform.requests_to(ANE.id, "send")) == 2


async def test_the_lottery_is_told_after_the_first_board(slow: Scene, clock: Patience) -> None:
    table = await slow.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated())
    await clock.goes_on(60)
    slow.platform.failing[CHAT] = [TooFast(20)]
    await slow.manager.cut(ANE, CHAT, "7")  # the lobby waits since then, and goes after the board
    await clock.goes_on(12)
    await slow.manager.press(ANE, Payload(table.id, 0, InLobby.START))
    await clock.goes_on(30)
    assert [it.what for it in slow.platform.requests_to(CHAT)] == ["send", "send", "send", "edit"]
    assert "Partida empezada" in text_of(slow.platform.requests_to(CHAT)[-1])


# ---- what rings ------------------------------------------------------------------------------------------


async def test_an_ordago_rings_for_those_who_have_to_answer_and_goes_once_they_have(scene: Scene) -> None:
    table = await opened(scene.manager)
    table = await say(scene.manager, table, speaker(table), "nomus")
    table = await say(scene.manager, table, speaker(table), "ordago")
    await scene.courier.outboxes.wait_until_idle()
    assert table.mesa is not None
    (call,) = [it for it in scene.platform.posts(CHAT) if it.mentions]
    who = PEOPLE[awaited_seats(table.mesa)[0]]
    assert call.text.startswith("🔔 ¡Órdago de ")
    assert f"Contesta {who.name}." in call.text
    assert not call.silent
    assert call.mentions == tuple((PEOPLE[seat].id, PEOPLE[seat].name) for seat in awaited_seats(table.mesa))
    assert call.keyboard()[-1][-1].url
    while table.question and [it for it in scene.platform.posts(CHAT) if it.mentions]:
        table = await say(scene.manager, table, speaker(table), "noquiero")
        await scene.courier.outboxes.wait_until_idle()
        assert table.mesa is not None
        if not called_to_ordago(table):
            assert [it for it in scene.platform.posts(CHAT) if it.mentions] == []


@pytest.mark.parametrize("rules", ["individual", "tres-mus"])
async def test_where_each_plays_alone_an_ordago_rings_once_for_all_who_have_to_answer(
    scene: Scene, rules: str
) -> None:
    table, rng = await opened(scene.manager, rules), random.Random(1)
    while "ordago" not in acts(table):
        cut = "nomus" in acts(table)
        table = await (
            say(scene.manager, table, speaker(table), "nomus")
            if cut
            else say_something(scene.manager, table, speaker(table), rng)
        )
    bettor = speaker(table)
    others = [it for it in PEOPLE if it != bettor]
    table = await say(scene.manager, table, bettor, "ordago")
    await scene.courier.outboxes.wait_until_idle()
    before = len(scene.platform.made)
    for _ in others:
        (call,) = [it for it in scene.platform.posts(CHAT) if it.mentions]
        assert {person for person, _ in call.mentions} == {it.id for it in others}
        table = await say(scene.manager, table, speaker(table), "quiero")
        await scene.courier.outboxes.wait_until_idle()
    assert [it for it in scene.platform.posts(CHAT) if it.mentions] == [], "the bettor answers nobody"
    calls = [it for it in scene.platform.made[before:] if it.post is not None and it.post.mentions]
    assert calls == []


async def test_an_ordago_that_ai_players_answer_rings_for_nobody(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager, people=(ANE,), senas=False)
    said = ""
    for _ in range(50):
        if table.mesa is not None and 0 in awaited_seats(table.mesa):
            said = next(word for word in ("nomus", "ordago", "noquiero") if word in acts(table))
            table = await say(scene.manager, table, ANE, said)
            await scene.courier.outboxes.wait_until_idle()
            if said == "ordago":
                break
        timers.advance(5)
        await scene.manager.wait_for_background()
        table = await now(scene.manager, table)
    assert said == "ordago"
    called = [it.text for made in scene.platform.made if (it := made.post) is not None]
    assert [text for text in called if "Órdago de Ane" in text] == []


async def test_only_calls_the_first_cards_and_the_end_make_a_sound(scene: Scene) -> None:
    table = await a_hand(scene, await opened(scene.manager))
    for who in PEOPLE[:3]:
        table = await say(scene.manager, table, who, "end")
    await scene.courier.outboxes.wait_until_idle()
    sent = [it for it in scene.platform.made if it.what == "send" and it.post]
    loud = [(it.chat, shown_in(it)) for it in sent if it.post and not it.post.silent]
    assert [chat for chat, _ in loud if chat == CHAT] == [CHAT], "the end"
    assert {text.partition("\n")[0] for chat, text in loud if chat != CHAT} == {
        f"Mesa {table.short} · mano 1 · tus cartas"
    }


# ---- a thousand tables -----------------------------------------------------------------------------------


class Counted(dict[str, object]):
    """A mapping in which somebody looks for one thing; to go over it all is an error."""

    def _all(self, *_: object) -> Never:
        raise AssertionError("all tables are looked at")

    __iter__ = keys = values = items = _all


async def test_nothing_that_is_done_at_one_table_looks_at_all(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(scene.manager)
    other = await opened(scene.manager, chat=ChatId("test:otra"))
    await scene.courier.outboxes.wait_until_idle()
    tables, clocks, courier = scene.manager.tables, scene.manager.clocks, scene.courier
    with monkeypatch.context() as patch:
        for of, name in ((tables, "live"), (clocks, "_at"), (courier.projections, "_tables")):
            patch.setattr(of, name, Counted(getattr(of, name)))
        assert [it.id for it in tables.in_chat(CHAT)] == [table.id]
        assert [it.id for it in tables.list_for(ANE.id)] == [other.id, table.id], "the newest first"
        scene.courier.answering.note_press(says_mus(table), CHAT, MessageId("9999"))
        table = await say(scene.manager, table, speaker(table), "mus")
        scene.courier.reconciler.repost(table)
        scene.courier.availability.close_chat(BENAT.id)
        scene.courier.availability.mark_writable(BENAT.id)
        for who in PEOPLE[:3]:
            table = await say(scene.manager, table, who, "end")
        await scene.courier.outboxes.wait_until_idle()
        assert tables.in_chat(CHAT) == []
        assert [it.id for it in tables.list_for(ANE.id)] == [other.id]
        assert scene.courier.projections.message_of(table) is None, "what is over and shown is forgotten"
        assert scene.courier.projections.message_of(other) is not None


async def test_a_hand_whose_count_nobody_could_be_shown_in_time_loses_its_buttons(
    slow: Scene, clock: Patience
) -> None:
    table = await opened(slow.manager, juegos=9)
    await clock.goes_on(30)
    board = slow.courier.projections.message_of(table)
    slow.platform.failing[CHAT] = [TooFast(300)]
    rng = random.Random(3)
    while (table := await now(slow.manager, table)).hands_over < 3:
        await say_something(slow.manager, table, speaker(table), rng)
    assert board in slow.platform.standing[CHAT]
    await clock.goes_on(400)
    assert board not in slow.platform.standing[CHAT], "or without buttons, where a platform can"
    titles = [post.title for post in slow.platform.posts(CHAT)]
    assert any("mano 3" in title for title in titles), "the last one is counted"
    assert not any("mano 2" in title for title in titles), "nobody saw it begin"
    assert slow.courier.projections.message_of(table) in slow.platform.standing[CHAT]
