"""What people do in a chat, on whatever platform: commands, presses, words, and the buttons they press."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

import pytest

from musbot.game.cards import DECK, Card
from musbot.game.engine import awaited_seats
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.state import Mus, State
from musbot.narrator import Links, Narrator
from musbot.narrator.post import Button, Post
from musbot.port.command import CommandPlace, GivenCommand
from musbot.service.commands.context import Command
from musbot.service.commands.registry import COMMANDS
from musbot.service.queue.rate_limits import TAPS
from musbot.store.codec import Stored
from musbot.table.acts import Ask, is_for_hand, read_payload, write_act
from musbot.table.events import ChatId, Person, read_person_id
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.testing import Clock
from musbot.words.texts import LANGUAGES
from tests.fakes.commands import ECO
from tests.support.at_table import begun, lobby, played, pressed
from tests.support.chats import Scene, closed, scene
from tests.support.scenes import a_door
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, PEOPLE, now, opened, speaker

__all__ = ["scene"]  # a fixture

MOST_BYTES = 64
"""What a button may carry (Bot API, InlineKeyboardButton.callback_data)."""
WHO_ARE_YOU = "Como administrador anónimo no sé quién eres: usa los botones."
LINKS = Links(private="https://t.me/bot?start=K7-abcdef", board="https://t.me/c/1/2", closed=(0,))


# ---- commands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_is_described_in_every_language(scene: Scene, language: str) -> None:
    told = scene.door.commands.list_commands(language)
    assert [row for row, *_ in told] == list(COMMANDS)
    assert all(0 < len(about) <= 256 for *_, about in told)


async def test_a_new_command_is_one_row(scene: Scene) -> None:
    rows = (*COMMANDS, ECO)
    scene.door = a_door(scene.manager, scene.courier, rows)
    await scene.command("eco y más eco")
    assert scene.said()[-1].text == "eco y más eco"
    await scene.command("ayuda")
    await scene.tap("Todos los comandos")
    assert "/eco volver a poner el tablero" in scene.said()[-1].text
    assert [row for row, *_ in scene.door.commands.list_commands("en")] == list(rows)


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.name)
async def test_where_a_command_may_be_given_and_by_whom_is_said_in_its_row(
    scene: Scene, row: Command
) -> None:
    await opened(scene.manager)
    before = len(scene.said())
    await scene.command(row.name, None)
    assert (WHO_ARE_YOU in [post.text for post in scene.said()[before:]]) == row.known
    await scene.command(row.name, ANE, ANE.id)
    assert ("Eso se hace en el grupo." in [post.text for post in scene.said(ANE.id)]) == (
        row.where is CommandPlace.GROUP
    )
    await scene.command(row.name, BENAT)
    in_private = "Eso, en nuestro chat privado: escríbelo allí."
    assert (in_private in [post.text for post in scene.said()]) == (row.where is CommandPlace.PRIVATE)


async def test_a_command_of_another_bot_is_passed_over(scene: Scene) -> None:
    await scene.command("weather")
    assert scene.said() == []


async def test_a_command_that_was_done_before_a_kill_is_not_done_again_nor_told(scene: Scene) -> None:
    for _ in range(2):
        await scene.door.commands.run_command(GivenCommand("mus", (), ANE, CHAT, key="update 7"))
    await scene.courier.outboxes.wait_until_idle()
    assert len(scene.manager.tables.in_memory()) == 1
    assert len(scene.said()) == 2, "what binds its deck, and its lobby"


async def test_two_tables_in_one_chat_are_each_for_who_sits_there_and_a_bystander_means_the_one_in_play(
    scene: Scene,
) -> None:
    first = await opened(scene.manager)
    second = await scene.manager.open(BENAT, CHAT, "es", rule_set("trios"))
    await scene.press(Person(read_person_id("test:eva"), "Eva"), second, "sit.0")
    await scene.courier.outboxes.wait_until_idle()
    for who, table in (
        (ANE, first),
        (Person(read_person_id("test:eva"), "Eva"), second),
        (Person(read_person_id("test:f"), "F"), first),
    ):
        await scene.command("tanteo", who)
        assert table.short in scene.said()[-1].title


async def test_help_in_private_says_what_one_may_say_now(scene: Scene) -> None:
    table = await opened(scene.manager)
    who = speaker(table)
    await scene.courier.outboxes.wait_until_idle()
    await scene.command("ayuda", who, who.id)
    assert "No hay mus: ya nadie cambia" in scene.said(who.id)[-1].text
    other = next(person for person in PEOPLE if person != who)
    await scene.command("ayuda", other, other.id)
    assert "Ahora no te toca a ti: espera un poco." in scene.said(other.id)[-1].text
    await scene.command("help")
    assert "No hay mus:" not in scene.said()[-1].text, "nobody's options are told in the group"


# ---- presses ---------------------------------------------------------------------------------------------


async def test_a_press_is_answered_in_the_language_of_the_presser(scene: Scene, timers: Clock) -> None:
    table = await opened(scene.manager)
    told = await scene.press(Person(read_person_id("test:k"), "Kate", "en"), table, "mus")
    assert told.startswith("You have no seat at this table.")
    timers.advance(TAPS.every_s)
    told = await scene.press(Person(read_person_id("test:k"), "Koldo", "xx"), table, "mus")
    assert told.startswith("No te has sentado en esta mesa.")


async def test_a_press_that_comes_again_is_told_so(scene: Scene) -> None:
    table = await opened(scene.manager)
    assert await scene.press(speaker(table), table, "mus", key="7") == "Has dicho: mus."
    assert await scene.press(speaker(table), table, "mus", key="7") == "Ya está."


async def test_a_press_at_a_table_that_is_over_is_answered(scene: Scene) -> None:
    over = await closed(scene)
    assert over.over
    assert await scene.press(ANE, over, "mus") == "Esa mesa ya ha terminado."
    assert "🔷 Ane" in await scene.press(ANE, over, "score")
    assert await scene.press(ANE, over, "again") == ""
    assert await scene.press(BENAT, over, "again") == "Ya está."


@pytest.fixture
def reads(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose logs have been read."""
    store, read = scene.manager.store, []
    log = store.load_log

    async def counted(table: str) -> list[tuple[int, Stored]]:
        read.append(table)
        return await log(table)

    monkeypatch.setattr(store, "load_log", counted)
    return read


@pytest.mark.parametrize("act", ["mus", "envido.5", "page.more", "end", "leave", "again"])
async def test_a_press_that_needs_no_partida_reads_no_log_of_a_table_that_is_over(
    scene: Scene, timers: Clock, reads: list[str], act: str
) -> None:
    table = await closed(scene)
    timers.advance(TAPS.every_s)  # she had voted to end it
    reads.clear()
    data = f"{table.id}:{table.question}:{act}"
    assert await scene.door.presses.form(ANE, data) is None
    told = await scene.press(ANE, table, act)
    assert told == ("" if act == "again" else "Esa mesa ya ha terminado.")
    assert reads == []


@pytest.mark.parametrize("act", ["cards", "score", "seal"])
async def test_however_many_press_a_table_that_is_over_its_log_is_read_once(
    scene: Scene, reads: list[str], act: str
) -> None:
    table = await closed(scene)
    reads.clear()
    scene.manager.tables._repository._over.clear()
    told = await asyncio.gather(*(scene.press(ANE, table, act) for _ in range(20)))
    assert len(set(told)) == 1
    assert await scene.press(ANE, table, act) == told[0]
    assert reads == [table.id]


async def test_a_press_reads_no_log_of_a_table_in_play_nor_one_that_ends_it(
    scene: Scene, reads: list[str]
) -> None:
    table = await opened(scene.manager)
    assert await scene.press(speaker(table), table, "mus") == "Has dicho: mus."
    told = [await scene.press(who, await now(scene.manager, table), "end") for who in PEOPLE[:3]]
    assert told[2] == "Mesa terminada."
    await scene.command("mesa")
    assert reads == []


async def test_a_press_that_comes_second_is_told_what_is_asked_after_the_first(scene: Scene) -> None:
    table = await opened(scene.manager)
    who = speaker(table)
    first, second = await asyncio.gather(scene.press(who, table, "nomus"), scene.press(who, table, "mus"))
    assert first == "Has dicho: no hay mus."
    assert second.startswith("Ese botón es de antes.")
    assert "GRANDE" in second


async def test_no_answer_is_longer_than_an_alert(scene: Scene) -> None:
    names = [Person(read_person_id(f"test:{n}"), f"𝔸na María del Rosario {n}", "es") for n in range(4)]
    table = await opened(scene.manager, people=tuple(names))
    for who in names:
        for act in ("cards", "score", "mus", "envido.3", "pick.1", "page.more", "end"):
            told = await scene.press(who, await now(scene.manager, table), act)
            assert 0 < len(told.encode("utf-16-le")) // 2 <= 200


# ---- who holds a hand ------------------------------------------------------------------------------------


def test_nobody_holds_cards_before_the_first_deal() -> None:
    table = lobby(rule_set("vitoria"), 4)
    assert not table.in_hand
    assert not any(table.has_cards(seat) for seat in range(4))


def test_R60_who_has_no_stones_left_holds_no_cards_the_others_do() -> None:
    narrator, held = Narrator("es"), set()
    for table, _ in played(begun(rule_set("tres-mus")), seed=4, most=300):
        for seat in range(len(table.seats)) if table.in_hand else ():
            told = narrator.cards_alert(watch(table, seat))
            assert (told != narrator.texts("cards-none")) == table.has_cards(seat)
            held.add(table.has_cards(seat))
    assert held == {True, False}


def test_a_hand_that_has_been_counted_is_no_longer_played() -> None:
    *_, (table, _) = played(begun(rule_set("parejas", {"juegos": 1})), seed=4)
    assert table.over
    assert not table.in_hand
    assert table.has_cards(0), "as they lie on the table"


# ---- buttons ---------------------------------------------------------------------------------------------


def moments(rules: str) -> Iterator[Table]:
    """A table from its lobby to the end of its partida."""
    made = rule_set(rules)
    for seats in (0, 1, made.players.start):
        yield lobby(made, seats)
    table = begun(made)
    yield table
    for after, _ in played(table, seed=4, most=300):
        yield after
    while table.mesa is not None and isinstance(table.mesa.phase, Mus):
        table = pressed(table, awaited_seats(table.mesa)[0], "mus")
    yield table
    assert table.mesa is not None
    yield pressed(table, awaited_seats(table.mesa)[0], "pick.1", "pick.4")


def posts(table: Table, language: str = "es") -> Iterator[Post]:
    """All that shows the table: in the group, and to each seat."""
    narrator = Narrator(language)
    if table.mesa is None:
        yield narrator.lobby(watch(table))
        pages: list[AnyPage] = [Page.RULES, Page.FIELDS, *map(FieldPage, table.rules.fields)]
        yield from (narrator.page(watch(table), page) for page in pages)
        return
    yield narrator.board(watch(table), LINKS)
    yield narrator.page(watch(table), Page.MORE)
    yield from (narrator.hand(watch(table, seat), LINKS) for seat in range(len(table.seats)))
    if table.over:
        yield narrator.end(watch(table))


def buttons(post: Post) -> list[Button]:
    return [button for row in post.keyboard() for button in row]


@pytest.mark.parametrize("rules", ["parejas", "vitoria", "mundial", "clasico", "trios"])
def test_every_button_of_every_page_fits_and_can_be_read(rules: str) -> None:
    seen = set()
    for table, language in zip(moments(rules), cycle(LANGUAGES), strict=False):
        for post in posts(table, language):
            assert all(0 < len(row) <= 8 for row in post.keyboard())
            for button in buttons(post):
                assert button.label.strip()
                if button.url:
                    continue
                assert len(button.data.encode()) <= MOST_BYTES
                payload = read_payload(button.data)
                whole = is_for_hand(payload.act) or payload.act in (Ask.FILM, Ask.ANALYSE)
                number = table.hand if whole else table.question
                assert (payload.table, payload.question) == (table.id, number)
                seen.add(write_act(payload.act).partition(".")[0])
    assert seen >= {"sit", "ai", "rules", "set", "start", "mus", "nomus", "envido", "mas", "ordago", "quiero"}
    assert seen >= {"pick", "throw", "page", "cards", "score"}


def test_the_longest_payload_fits() -> None:
    for separator in ":/":
        longest = f"{'W' * 4}-{'w' * 12}:{'9' * 9}{separator}rules.{'a' * 30}"
        assert len(longest) == MOST_BYTES
        assert str(read_payload(longest)) == longest
    assert all(len(f"K7-abcdef:0:rules.{name}".encode()) <= MOST_BYTES for name in RULE_SETS)


@pytest.mark.parametrize("rules", ["parejas", "vitoria", "mundial", "trios"])
def test_what_the_group_sees_is_the_same_whatever_cards_are_hidden(rules: str) -> None:
    rng = random.Random(7)
    for table in moments(rules):
        if (
            table.mesa is None
            or table.mesa.shown
            or not table.mesa.cards
            or table.hands_over == table.mesa.hand
        ):
            continue
        other = replace(table, mesa=with_other_cards(table.mesa, rng))
        narrator, one, two = Narrator("es"), watch(table), watch(other)
        assert narrator.board(one, LINKS) == narrator.board(two, LINKS)
        assert narrator.page(one, Page.MORE) == narrator.page(two, Page.MORE)
        assert narrator.score_alert(one) == narrator.score_alert(two)


def with_other_cards(mesa: State, rng: random.Random) -> State:
    """The same moment, had other cards been dealt: any, or (once pares and juego are told) other suits."""
    deck = list(DECK)
    if mesa.pares is None:
        rng.shuffle(deck)
        exchange = dict(zip(DECK, deck, strict=True))
    else:
        suits = dict(zip("oceb", rng.sample("oceb", 4), strict=True))
        exchange = {card: Card(card.rank, suits[card.suit]) for card in DECK}

    def exchanged(hand: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(exchange[card] for card in hand)

    return replace(mesa, cards=tuple(map(exchanged, mesa.cards)), discards=exchanged(mesa.discards))


def test_a_private_keyboard_to_throw_is_only_for_who_may_throw() -> None:
    for table in moments("vitoria"):
        if table.mesa is None:
            continue
        asked = awaited_seats(table.mesa)
        for seat in range(len(table.seats)):
            post = Narrator("es").hand(watch(table, seat))
            acts = [button.data.split(":")[2] for button in buttons(post)]
            assert seat in asked or not any(act.startswith(("pick", "throw")) for act in acts)


async def test_a_table_whose_chat_is_no_more_comes_to_where_one_who_plays_asks_for_it(scene: Scene) -> None:
    table = await opened(scene.manager)
    scene.door.availability.close_chat(CHAT)
    await scene.door.commands.run_command(
        GivenCommand("mesa", (), BENAT, ChatId("test:elsewhere"), key="mesa")
    )
    assert (await now(scene.manager, table)).chat == "test:elsewhere"


async def test_who_asks_for_a_rematch_sees_it_and_is_told_nothing(scene: Scene) -> None:
    table = await closed(scene)
    reply = await scene.door.presses.press(ANE, CHAT, f"{table.id}:{table.question}:again", key="again")
    assert (reply.text, reply.seen) == ("", True)


async def test_there_is_no_rematch_of_a_partida_in_play(scene: Scene) -> None:
    table = await opened(scene.manager)
    reply = await scene.door.presses.press(ANE, CHAT, f"{table.id}:{table.question}:again", key="again")
    assert reply.text == "Esa partida no ha acabado todavía."
    assert scene.manager.tables.in_memory() == [table]


async def test_a_typed_word_that_is_delivered_twice_counts_once(scene: Scene) -> None:
    table = await opened(scene.manager)
    for _ in range(4):
        who = speaker(await now(scene.manager, table))
        assert await scene.door.presses.say(who, CHAT, "mus", key=f"word {who.id}")
        if (await now(scene.manager, table)).mesa.phase.__class__.__name__ != "Mus":  # type: ignore[union-attr]
            break
    thrown = speaker(await now(scene.manager, table))
    seq = (await now(scene.manager, table)).seq
    assert not await scene.door.presses.say(thrown, CHAT, "servido", key=f"word {thrown.id}")
    assert (await now(scene.manager, table)).seq == seq


@pytest.mark.parametrize("asks", ["cards", "score", "/tanteo", "/cartas", "/mesa"])
async def test_R94_to_look_at_ones_cards_or_the_score_is_to_be_back(
    scene: Scene, timers: Clock, asks: str
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    who, seat = speaker(table), PEOPLE.index(speaker(table))
    timers.advance(91)
    await scene.manager.wait_for_background()
    assert (await now(scene.manager, table)).missed[seat] == 1
    if asks.startswith("/"):
        await scene.command(asks[1:], who)
    else:
        await scene.press(who, table, asks)
    assert (await now(scene.manager, table)).missed[seat] == 0


async def test_of_each_who_leaves_the_chat_is_told(scene: Scene) -> None:
    table = await opened(scene.manager)
    for who in (BENAT, CARMEN):
        await scene.press(who, await now(scene.manager, table), "leave")
        await scene.courier.outboxes.wait_until_idle()
    told = [post.text for post in scene.said() if "deja su sitio" in post.text]
    assert [text.split()[0] for text in told] == ["Beñat", "Carmen"]


async def test_who_has_left_comes_back_by_the_board_and_nothing_can_be_pressed_once_it_is_over(
    scene: Scene,
) -> None:
    table = await opened(scene.manager)
    for who in (BENAT, CARMEN):
        await scene.press(who, await now(scene.manager, table), "leave")
        await scene.courier.outboxes.wait_until_idle()
    board = next(post for post in reversed(scene.said()) if "¿MUS?" in post.text)
    labels = [button.label for row in board.keyboard() for button in row]
    assert "Volver a mi sitio" in labels
    for who in (ANE, PEOPLE[3]):
        await scene.press(who, await now(scene.manager, table), "end")
    await scene.courier.outboxes.wait_until_idle()
    told = [post for post in scene.platform.posts(table.chat) if "deja su sitio" in post.text]
    assert [post.keyboard() for post in told] == [(), ()]


async def test_R95_a_kept_seat_is_offered_only_to_the_person_who_left_it(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.press(BENAT, table, "leave")
    eva, offered = Person(read_person_id("test:eva"), "Eva", "es"), []
    for who in (eva, BENAT):
        data = f"{table.id}:{(await now(scene.manager, table)).question}:paso"
        reply = await scene.door.presses.press(who, CHAT, data, key=who.name)
        assert reply.post is not None
        offered.append({button.label for row in reply.post.keyboard() for button in row})
    assert offered == [{"Sentarme por Patxi 🤖"}, {"Sentarme por Patxi 🤖", "Volver a mi sitio"}]
    await scene.command("sustituir nadie", eva)
    await scene.courier.outboxes.wait_until_idle()
    assert "Volver a mi sitio" not in str(scene.said()[-1].keyboard())


async def test_R95_sustituir_takes_names_as_people_write_them(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    await scene.command("sustituir nadie", ANE)
    assert "«nadie» no está en esta mesa ni espera sitio." in scene.said()[-1].text
    await scene.command("sustituir", Person(read_person_id("test:eva"), "Eva", "es"))
    assert (await now(scene.manager, table)).is_waiting(read_person_id("test:eva"))
    await scene.command("sustituir EVA", BENAT)
    after = await now(scene.manager, table)
    assert [it.who and it.who.name for it in after.promised] == ["Eva"]
    left = next(post for post in scene.said() if "deja su sitio" in post.text)
    assert left.text == "Beñat deja su sitio: sigue Patxi 🤖, y en la próxima mano se sienta Eva."
    await scene.command("sustituir dani", ANE)
    assert watch(await now(scene.manager, table)).unwanted == ((3, 1, 2),)
