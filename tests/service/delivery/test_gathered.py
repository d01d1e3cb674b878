"""Who is asked sees it at once; the others, and the board, as soon as their chats have requests to spare."""

from __future__ import annotations

from musbot.game.actions import Action, Seat, Voz
from musbot.game.views import observe
from musbot.table.acts import Payload
from musbot.table.alarms import IDLE_S
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.patience import Patience
from tests.support.scenes import LIMITS, Scene, text_of
from tests.support.tables import ANE, CHAT, DANI, PEOPLE, mesa_of, now, opened, say, speaker

SOON_S = 1.0


async def just_shown(
    slow: Scene, clock: Patience, word: str, corte: str = "turno"
) -> tuple[Table, list[Seat]]:
    """A table after a first word everybody has just read, and its seats in turn from who is asked."""
    table = await opened(slow.manager, corte=corte)
    await clock.goes_on(60)
    table = await say(slow.manager, table, speaker(table), word)
    await clock.goes_on(SOON_S)
    slow.platform.made.clear()
    first = PEOPLE.index(speaker(table))
    return table, [(first + turn) % len(PEOPLE) for turn in range(len(PEOPLE))]


def edits(slow: Scene, seat: Seat) -> list[str]:
    """What a seat has read in private since then."""
    return [text_of(made) for made in slow.platform.to(PEOPLE[seat].id)]


async def put_off(slow: Scene, timers: Clock, table: Table) -> Table:
    """Lets a table be idle and its turns pass until it is put off, and returns it."""
    timers.advance(IDLE_S)
    await slow.manager.wait_for_background()
    while not (table := await now(slow.manager, table)).put_off:
        timers.advance(91)
        await slow.manager.wait_for_background()
    return table


def labels(slow: Scene, seat: Seat) -> list[str]:
    """What can be pressed in a seat's newest message."""
    return [button.label for row in slow.platform.posts(PEOPLE[seat].id)[-1].keyboard() for button in row]


async def test_everybody_reads_a_word_at_once_in_a_chat_with_requests_to_spare(
    slow: Scene, clock: Patience
) -> None:
    table, (first, second, third, fourth) = await just_shown(slow, clock, "nomus")
    await clock.goes_on(60)
    slow.platform.made.clear()
    table = await say(slow.manager, table, PEOPLE[first], "paso")
    await clock.goes_on(SOON_S)
    assert [len(edits(slow, seat)) for seat in (first, second, third, fourth)] == [1, 1, 1, 1]
    assert len(slow.platform.to(CHAT)) == 1


async def test_words_that_come_faster_than_a_chat_bears_are_shown_together(
    slow: Scene, clock: Patience
) -> None:
    table, seats = await just_shown(slow, clock, "nomus")
    for seat in (*seats, *seats):
        table = await say(slow.manager, table, PEOPLE[seat], "paso")
        await clock.goes_on(0.1)
    made = len(slow.platform.to(CHAT))
    assert made < LIMITS[CHAT].burst, "one request at least is left to the count, for which new cards wait"
    await clock.goes_on(3 * LIMITS[CHAT].every_s)
    shown = slow.platform.to(CHAT)
    assert len(shown) <= made + 3
    assert f"Habla {speaker(table).name}." in text_of(shown[-1])


async def test_who_has_spoken_loses_their_buttons_at_once(slow: Scene, clock: Patience) -> None:
    table, (first, *_) = await just_shown(slow, clock, "nomus")
    table = await say(slow.manager, table, PEOPLE[first], "paso")
    await clock.goes_on(SOON_S)
    assert not any(label.startswith(("Paso", "Envido")) for label in labels(slow, first))


async def test_who_might_have_cut_the_mus_loses_that_button_at_once_when_another_cuts(
    slow: Scene, clock: Patience
) -> None:
    table, (second, *others) = await just_shown(slow, clock, "mus", corte="libre")
    assert "No hay mus" in labels(slow, others[0])
    table = await say(slow.manager, table, PEOPLE[second], "nomus")
    await clock.goes_on(SOON_S)
    assert not any("No hay mus" in labels(slow, seat) for seat in others)


async def test_R68_who_may_give_up_once_accepted_reads_so_at_once(slow: Scene, clock: Patience) -> None:
    table = await opened(slow.manager, rules="tres-mus")
    while not any(offer.voz is Voz.ENVIDO for offer in mesa_of(table).offers(PEOPLE.index(speaker(table)))):
        table = await say(slow.manager, table, speaker(table), "pick.1")
        table = await say(slow.manager, table, speaker(table), "throw")
    bettor = PEOPLE.index(speaker(table))
    table = await say(slow.manager, table, speaker(table), "envido.1")
    await clock.goes_on(60)
    await say(slow.manager, table, speaker(table), "quiero")
    await clock.goes_on(SOON_S)
    assert "Me doy por perdido" in labels(slow, bettor)


async def test_R99_all_read_at_once_that_a_table_is_put_off_and_that_it_goes_on(
    slow: Scene, clock: Patience, timers: Clock
) -> None:
    table, _ = await just_shown(slow, clock, "nomus")
    table = await put_off(slow, timers, table)
    await clock.goes_on(SOON_S)
    hands = [slow.platform.posts(who.id)[-1].text for who in PEOPLE]
    assert all("aplazada" in text for text in hands)
    for who in PEOPLE[:3]:
        table = await say(slow.manager, table, who, "resume")
    await clock.goes_on(SOON_S)
    hands = [slow.platform.posts(who.id)[-1].text for who in PEOPLE]
    assert not any("aplazada" in text for text in hands)


async def test_R99_who_plays_on_the_board_reads_in_their_hand_that_the_table_is_put_off(
    slow: Scene, clock: Patience, timers: Clock
) -> None:
    table, _ = await just_shown(slow, clock, "nomus")
    for who in PEOPLE:
        slow.courier.answering.set_plays_on_board(who.id, table.id, plays=True)
    await clock.goes_on(30)
    table = await put_off(slow, timers, table)
    await clock.goes_on(SOON_S)
    for seat, who in enumerate(PEOPLE):
        assert "Mesa aplazada" in slow.platform.posts(who.id)[-1].text
        assert labels(slow, seat) == ["Seguir", "Ir a la mesa"]
    table = await say(slow.manager, table, ANE, "resume")
    await clock.goes_on(SOON_S)
    assert "Ane quiere seguir" in slow.platform.posts(DANI.id)[-1].text
    for who in PEOPLE[1:3]:
        table = await say(slow.manager, table, who, "resume")
    await clock.goes_on(SOON_S)
    for seat, who in enumerate(PEOPLE):
        assert "Juegas con los botones de la mesa." in slow.platform.posts(who.id)[-1].text
        assert "Hablar desde aquí" in labels(slow, seat)


async def test_the_private_message_of_a_hand_that_was_is_its_count_for_all(
    slow: Scene, clock: Patience
) -> None:
    table, (first, *_) = await just_shown(slow, clock, "nomus")
    table = await say(slow.manager, table, PEOPLE[first], "ordago")
    await say(slow.manager, table, speaker(table), "quiero")
    await clock.goes_on(10)
    for seat in range(4):
        count = slow.platform.posts(PEOPLE[seat].id)[0]
        assert count.title == "Mesa R8 · mano 1"
        assert count.rows == (), "nothing is asked any more"


async def test_a_sena_or_a_look_moves_nothing_in_the_group(slow: Scene, clock: Patience) -> None:
    table, (_, third, *_) = await just_shown(slow, clock, "mus")
    sena = observe(mesa_of(table), third).may_sign[0]
    for act in (Action(Voz.SENA, sena=sena), Action(Voz.MIRO, seat=(third + 1) % 4)):
        await slow.manager.press(PEOPLE[third], Payload(table.id, table.hand, act), key=str(act))
        assert slow.courier.outboxes.queued_slots(CHAT) == []
    await clock.goes_on(60)
    assert slow.platform.to(CHAT) == []


async def test_a_sena_changes_the_messages_of_who_made_it_and_who_saw_it_at_once_and_no_other(
    slow: Scene, clock: Patience
) -> None:
    table, (_, third, fourth, first) = await just_shown(slow, clock, "mus")
    sena = observe(mesa_of(table), third).may_sign[0]
    assert mesa_of(table).eyes[first] == third
    sign = Payload(table.id, table.hand, Action(Voz.SENA, sena=sena))
    await slow.manager.press(PEOPLE[third], sign, key="sena")
    await clock.goes_on(SOON_S)
    assert [len(edits(slow, seat)) for seat in (third, first, fourth)] == [1, 1, 0]
    await clock.goes_on(60)
    assert edits(slow, fourth) == []


async def test_new_cards_come_at_once_to_all(slow: Scene, clock: Patience) -> None:
    table, _ = await just_shown(slow, clock, "mus")
    for _ in PEOPLE[1:]:
        table = await say(slow.manager, table, speaker(table), "mus")
    await clock.goes_on(SOON_S)
    for _ in PEOPLE:
        who = speaker(table)
        await say(slow.manager, table, who, "pick.1")
        table = await say(slow.manager, await now(slow.manager, table), who, "throw")
        await clock.goes_on(SOON_S)
    await clock.goes_on(SOON_S)
    cards = [slow.platform.posts(who.id)[-1].text.splitlines()[0] for who in PEOPLE]
    await clock.goes_on(60)
    assert cards == [slow.platform.posts(who.id)[-1].text.splitlines()[0] for who in PEOPLE]


async def test_what_is_to_be_said_anew_waits_for_no_lance(slow: Scene, clock: Patience) -> None:
    table, (first, _, _, fourth) = await just_shown(slow, clock, "nomus")
    await say(slow.manager, table, PEOPLE[first], "paso")
    slow.courier.reconciler.renew_cards(PEOPLE[fourth].id)
    await clock.goes_on(SOON_S)
    assert len(edits(slow, fourth)) == 1
