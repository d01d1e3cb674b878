"""What a command leads to: whom it is told, how much of it, and what a slip of the pen is answered."""

from __future__ import annotations

from functools import reduce

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Menu
from musbot.players.kinds import AIKind
from musbot.port.command import GivenCommand, TypedText
from musbot.port.replies import Reply
from musbot.service.commands.context import ANSWER_LASTS_S
from musbot.service.queue.parts import Part, PartView
from musbot.service.queue.slots import PostSlot
from musbot.table.act_result import ActResult, Confirmation
from musbot.table.acts import AddAI, Call, InLobby, Payload
from musbot.table.alarms import NUDGE_S
from musbot.table.events import ChatId, Person, PutOff, read_person_id
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.testing import Clock
from tests.support.chats import Scene, closed, scene
from tests.support.scenes import a_door, calls
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, DANI, PEOPLE, now, opened, say, seated, speaker

__all__ = ["scene"]  # a fixture

EVA = Person(read_person_id("test:eva"), "Eva", "es")
"""Who stands by."""
KATE = Person(read_person_id("test:kate"), "Kate", "en")


@pytest.fixture
def queued(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, PostSlot]]:
    """The single posts that the courier is given, and for which chat."""
    found: list[tuple[str, PostSlot]] = []
    given = scene.courier.posts.queue_answer

    def noted(chat: ChatId, slot: PostSlot, *, urgent: bool = False) -> None:
        found.append((chat, slot))
        given(chat, slot, urgent=urgent)

    monkeypatch.setattr(scene.courier.posts, "queue_answer", noted)
    return found


def answered(scene: Scene) -> int:
    """How many answers the group has been sent: all without buttons but the seal and the closed lobby."""
    posts = [made.post for made in scene.platform.requests_to(CHAT, "send")]
    return sum(
        post is not None and not post.rows and not post.title.endswith((" a 40", "cambiarla"))
        for post in posts
    )


# ---- how much --------------------------------------------------------------------------------------------


async def test_of_fifteen_commands_of_a_bystander_three_are_answered_and_then_one_every_20_s(
    scene: Scene, timers: Clock
) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    for _ in range(15):
        await scene.command("glosario", EVA)
    assert answered(scene) == 3 + 1, "the fourth is told once when more may be asked, the others nothing"
    assert scene.said()[-1].text == "Poco a poco: prueba dentro de 20 segundos."
    await scene.command("tanteo", BENAT)
    assert answered(scene) == 5, "nobody else is made to wait"
    timers.advance(20)
    await scene.command("tanteo", EVA)
    assert answered(scene) == 6


async def test_who_is_told_to_wait_and_does_is_answered(scene: Scene, timers: Clock) -> None:
    for _ in range(4):
        await scene.command("reglas", EVA)
    timers.advance(20)
    before = answered(scene)
    await scene.command("reglas", EVA)
    assert answered(scene) == before + 1


async def test_start_in_a_group_says_when_to_ask_again_where_too_much_was_asked(scene: Scene) -> None:
    for _ in range(3):
        await scene.command("reglas", EVA)
    for _ in range(5):
        await scene.door.chats.greeting_requested(EVA, CHAT, reads=True)
    await scene.courier.outboxes.wait_until_idle()
    told = [post.text for post in scene.said() if "Poco a poco" in post.text]
    assert told == ["Poco a poco: prueba dentro de 20 segundos."]


async def test_the_advice_to_wait_goes_when_the_seconds_that_it_names_are_over(
    scene: Scene, timers: Clock
) -> None:
    for _ in range(4):
        await scene.command("reglas", EVA)
    advice = "Poco a poco: prueba dentro de 20 segundos."
    timers.advance(19)
    await scene.courier.outboxes.wait_until_idle()
    assert advice in [it.text for it in scene.platform.posts(CHAT)]
    timers.advance(1)
    await scene.courier.outboxes.wait_until_idle()
    assert advice not in [it.text for it in scene.platform.posts(CHAT)]


async def test_a_private_refusal_that_names_a_wait_is_reported_when_the_wait_is_over(
    scene: Scene, timers: Clock
) -> None:
    replies: list[Reply] = []
    for _ in range(40):
        given = GivenCommand("reglas", (), EVA, CHAT, key=f"w{next(scene.keys)}", answer=replies.append)
        await scene.door.commands.run_command(given)
    ended: list[str] = []
    (seconds,) = {int(it.text.split()[-2]) for it in replies[-1:]}
    assert replies[-1].when_outdated is not None
    replies[-1].when_outdated(lambda: ended.append("goes"))
    timers.advance(seconds - 1)
    assert ended == []
    timers.advance(1)
    assert ended == ["goes"]


@pytest.mark.parametrize(
    ("mistyped", "asks", "right"),
    [
        ("mus frances", "¿Cuál de los dos?", "mus iparralde"),
        ("mus vitorai", "¿Querías decir", "mus vitoria"),
        ("mus vitoria pidras=30", "¿Querías decir", "mus vitoria piedras=30"),
        ("reglsa", "/reglas", "reglas"),
    ],
)
async def test_a_question_that_asks_which_goes_as_soon_as_its_asker_has_got_it_by_another_way(
    scene: Scene, mistyped: str, asks: str, right: str
) -> None:
    def questions() -> int:
        return sum(asks in it.text and "Reglas" not in it.title for it in scene.platform.posts(CHAT)[:2])

    replies: list[Reply] = []
    await scene.command(mistyped, EVA)
    name, *words = mistyped.split()
    given = GivenCommand(name, tuple(words), BENAT, CHAT, key="other", answer=replies.append)
    await scene.door.commands.run_command(given)
    ended: list[str] = []
    assert replies[0].when_outdated is not None
    replies[0].when_outdated(lambda: ended.append("goes"))
    assert (questions(), ended) == (1, [])
    await scene.command("senas", EVA)
    await scene.command(right, CARMEN)
    assert (asks == "/reglas") or questions() == 1, "another command, and somebody else, answer nothing"
    await scene.command(right, EVA)
    assert questions() == 0
    assert ended == []
    await scene.command(right, BENAT)
    assert ended == ["goes"]


async def test_a_greeting_of_a_chat_replaces_the_one_before(scene: Scene) -> None:
    for _ in range(2):
        await scene.door.chats.greeting_requested(EVA, CHAT, reads=True)
        await scene.courier.outboxes.wait_until_idle()
        greetings = [it for it in scene.platform.posts(CHAT) if "Abrir mesa" in str(it.rows)]
        assert len(greetings) == 1


def boards(scene: Scene, table: Table) -> int:
    """How many messages the group has been sent that show a table."""
    posts = [made.post for made in scene.platform.requests_to(CHAT, "send")]
    return sum(post is not None and f"Mesa {table.short}" in post.title for post in posts)


async def test_who_shows_the_board_again_and_again_does_so_three_times(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    before = boards(scene, table)
    for _ in range(15):
        await scene.command("mesa", EVA)
    assert boards(scene, table) == before + 3
    assert scene.said()[-1].text == "Poco a poco: prueba dentro de 20 segundos."


async def test_whose_commands_are_refused_may_still_open_three_tables(scene: Scene) -> None:
    for refused in ("mus vitorria", "mesa", "mus pidras=30"):
        await scene.command(refused, EVA)
    opened_before = len(scene.said())
    for _ in range(4):
        await scene.command("mus", EVA)
    lobbies = [post for post in scene.said()[opened_before:] if "Parejas a 40" in post.title]
    assert len(lobbies) == 3


async def test_who_opens_tables_again_and_again_opens_three(scene: Scene) -> None:
    opened_before = len(scene.said())
    for _ in range(10):
        await scene.command("mus", EVA)
    lobbies = [post for post in scene.said()[opened_before:] if "Parejas a 40" in post.title]
    assert len(lobbies) == 3


@pytest.mark.parametrize(
    ("command", "chat", "work", "most"),
    [
        ("acta", CHAT, "find_last_over", 3),
        ("verificar", CHAT, "find_last_over", 3),
        ("ranking", CHAT, "load_counted_results", 3),
        ("acta", EVA.id, "find_last_over_of", 10),
        ("verificar", EVA.id, "find_last_over_of", 10),
        ("historial", EVA.id, "load_results_of", 10),
        ("analisis", EVA.id, "find_last_over_of", 10),
    ],
)
async def test_what_is_not_told_is_not_looked_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, command: str, chat: ChatId, work: str, most: int
) -> None:
    done = calls(monkeypatch, scene.manager.store, work)
    for _ in range(15):
        await scene.command(command, EVA, chat)
    assert (len(done), len(scene.said(chat))) == (most, most + 1), "one more line says when to ask again"


async def test_who_is_answered_alone_is_told_to_wait_before_anything_is_looked_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = calls(monkeypatch, scene.manager.store, "find_last_over")
    replies: list[Reply] = []
    for _ in range(15):
        await scene.door.commands.run_command(
            GivenCommand("acta", (), EVA, CHAT, key="", answer=replies.append)
        )
    told = [it.post.text if it.post else "" for it in replies]
    assert len(done) == 10
    assert told[10:] == ["Poco a poco: prueba dentro de 3 segundos."] * 5


# ---- to whom ---------------------------------------------------------------------------------------------


async def test_the_answer_to_one_person_is_a_reply_to_them_that_rings_nobody_and_goes_again(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await scene.command("reglas", EVA)
    ((chat, slot),) = queued
    assert (chat, slot.lasts_s) == (CHAT, ANSWER_LASTS_S)
    assert (slot.post.reply_to, slot.post.silent) == ("0", True)


async def test_it_goes_to_their_private_chat_in_their_language_once_that_is_open(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await opened(scene.manager)
    await scene.door.chats.private_opened(KATE)
    queued.clear()
    for command in ("reglas", "ayuda", "senas"):
        await scene.command(command, KATE)
    assert [(chat, slot.lasts_s) for chat, slot in queued] == [(KATE.id, None)] * 3
    assert "MUS? (New cards for all?)" in queued[1][1].post.text
    assert all(not slot.post.reply_to for _, slot in queued)


async def test_a_refusal_with_a_seat_to_take_does_not_outlive_its_table_in_a_private_chat(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await opened(scene.manager)
    await scene.door.chats.private_opened(KATE)
    queued.clear()
    await scene.command("cartas", KATE)
    ((chat, slot),) = queued
    assert chat == KATE.id
    assert slot.post.rows
    assert slot.lasts_s == ANSWER_LASTS_S


async def test_a_refusal_with_the_seats_of_a_lobby_goes_once_the_partida_has_begun(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    lobby = await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated((ANE,))[:1])
    await scene.command("cartas", EVA)
    ((_, slot),) = queued
    assert [button.label for row in slot.post.keyboard() for button in row] == ["Sentarme 🔷", "Sentarme 🟠"]
    assert (slot.watches, slot.outlived is not None and slot.outlived()) == (lobby.id, False)
    assert slot.outlived is not None
    table = lobby
    for _ in range(3):
        applied = await scene.manager.press(ANE, Payload(table.id, table.question, AddAI(AIKind.MUSLARI)))
        table = applied.table
        assert not slot.outlived(), "others may still sit"
    await scene.manager.press(ANE, Payload(table.id, table.question, InLobby.START))
    assert slot.outlived()


async def test_a_refusal_goes_at_its_readers_next_accepted_act_at_that_table(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    table = await opened(scene.manager)
    await scene.door.chats.private_opened(KATE)
    queued.clear()
    await scene.command("cartas", KATE)
    ((_, slot),) = queued
    assert slot.outlived is not None
    assert not slot.outlived()
    await say(scene.manager, await now(scene.manager, table), KATE, "queue")
    assert slot.outlived(), "they wait for a seat now"


async def test_too_many_commands_are_answered_once_with_the_time_left_and_count_as_no_answer(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    for _ in range(6):
        await scene.command("mus", EVA)
    ((_, slot),) = queued
    assert "Poco a poco: prueba dentro de 20 segundos." in slot.post.text
    queued.clear()
    await scene.command("reglas", EVA)
    ((_, slot),) = queued
    assert "Poco a poco" not in slot.post.text


async def test_in_a_closed_group_who_has_a_hand_in_private_is_answered_there(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    scene.courier.availability.close_chat(CHAT)
    scene.platform.closed.add(CHAT)
    await scene.command("mesa", ANE)
    ((chat, slot),) = queued
    assert chat == ANE.id
    assert "no puedo escribir" in slot.post.text or "chat" in slot.post.text


async def test_a_refusal_that_waits_offers_no_seat_of_a_table_that_replaced_its_own(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated((ANE,))[:1])
    await scene.command("cartas", EVA)
    ((_, slot),) = queued
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"), key="another")
    assert slot.post.rows
    assert slot.fresh is not None
    now = slot.fresh()
    assert now is not None
    assert not now.rows


async def test_a_player_who_asks_for_cards_before_the_partida_is_not_told_that_they_have_no_seat(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"), seated=seated((ANE,))[:1])
    await scene.command("cartas", ANE)
    ((_, slot),) = queued
    assert slot.post.text == "La partida no ha empezado todavía."


async def test_what_is_for_all_stays_in_the_group(scene: Scene, queued: list[tuple[str, PostSlot]]) -> None:
    await closed(scene)
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await scene.door.chats.private_opened(KATE)
    queued.clear()
    await scene.command("tanteo", KATE)
    await scene.command("acta", KATE)
    assert [(chat, slot.lasts_s) for chat, slot in queued] == [(CHAT, None)] * 2
    assert all(slot.post.silent for _, slot in queued)


async def test_a_private_chat_is_known_to_be_open_after_a_restart(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await scene.command("ayuda", EVA, EVA.id)
    scene.door = a_door(scene.manager, scene.courier)
    queued.clear()
    await scene.command("ayuda", EVA)
    assert [chat for chat, _ in queued] == [EVA.id]


async def test_a_private_chat_that_is_closed_again_is_not_written_to(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    await scene.door.chats.private_opened(EVA)
    scene.door.availability.close_chat(EVA.id)
    queued.clear()
    await scene.command("ayuda", EVA)
    assert [chat for chat, _ in queued] == [CHAT]


async def test_who_presses_in_their_private_chat_has_it_open(
    scene: Scene, queued: list[tuple[str, PostSlot]]
) -> None:
    table = await opened(scene.manager)
    await scene.door.presses.press(ANE, ANE.id, f"{table.id}:{table.question}:score", key="p")
    await scene.command("reglas", ANE)
    assert [chat for chat, _ in queued] == [ANE.id]


# ---- which table -----------------------------------------------------------------------------------------


async def test_a_bystander_who_opens_a_table_still_means_the_one_in_play(scene: Scene) -> None:
    table = await opened(scene.manager)
    await scene.manager.open(EVA, CHAT, "es", rule_set("trios"))
    await scene.courier.outboxes.wait_until_idle()
    await scene.command("tanteo", EVA)
    assert table.short in scene.said()[-1].title


async def put_off(scene: Scene) -> Table:
    """A table in play that was put off."""
    table = await opened(scene.manager)
    await scene.manager._act(table.id, "", lambda _: ActResult((PutOff(),), Confirmation.RESUMED))
    return await now(scene.manager, table)


async def test_R99_whoever_looks_at_a_table_that_was_put_off_sees_it_and_wakes_nobody(scene: Scene) -> None:
    table = await put_off(scene)
    await scene.courier.outboxes.wait_until_idle()
    sent = len(scene.platform.requests_to(CHAT, "send"))
    await scene.command("mesa", EVA)
    assert len(scene.platform.requests_to(CHAT, "send")) == sent + 1
    assert (await now(scene.manager, table)).put_off
    await scene.command("mesa", ANE)
    assert (await now(scene.manager, table)).put_off


async def test_R99_who_resumes_a_table_has_those_called_who_are_missing_each_in_their_way(
    scene: Scene,
) -> None:
    table = await put_off(scene)
    await scene.courier.reconciler.set_call(CARMEN.id, Call.PRIVATE)
    await scene.courier.reconciler.set_call(DANI.id, Call.SILENCE)
    table = await say(scene.manager, table, ANE, "resume")
    await scene.courier.outboxes.wait_until_idle()
    (called,) = (post for post in scene.said() if "quiere seguir en" in post.text)
    assert called.text == f"Ane quiere seguir en la Mesa {table.short}. Beñat, si estás, pulsa «Seguir»."
    assert [person for person, _ in called.mentions] == [BENAT.id]
    assert any("Carmen, si estás, pulsa" in post.text for post in scene.said(CARMEN.id))
    assert not any("quiere seguir en" in post.text for post in scene.said(DANI.id))
    assert "Seguir" in [button.label for row in called.keyboard() for button in row]
    assert not (await say(scene.manager, await resumed(scene, table, BENAT), CARMEN, "resume")).put_off


async def resumed(scene: Scene, table: Table, *people: Person) -> Table:
    """A table that these people have asked to resume; their chats show it."""
    for who in people:
        table = await say(scene.manager, table, who, "resume")
        await scene.courier.outboxes.wait_until_idle()
    return table


async def test_R99_whoever_presses_resume_again_and_again_calls_the_others_once(scene: Scene) -> None:
    table = await put_off(scene)
    await scene.courier.outboxes.wait_until_idle()
    before = len(scene.platform.to(CHAT, "send"))
    await resumed(scene, table, ANE, ANE, ANE, BENAT, BENAT)
    (call,) = scene.platform.to(CHAT, "send")[before:]
    assert call.post is not None
    assert not call.post.silent


async def test_R99_the_call_to_resume_goes_when_play_goes_on(scene: Scene) -> None:
    table = await resumed(scene, await put_off(scene), ANE)
    call = scene.courier.projections.message_of(table, Part(PartView.RESUME))
    assert call is not None
    table = await resumed(scene, table, BENAT, CARMEN)
    assert not table.put_off
    assert call in [made.message for made in scene.platform.to(CHAT, "delete")]


async def test_who_asks_for_the_board_alone_is_told_that_it_is_there(scene: Scene) -> None:
    table = await put_off(scene)
    told: list[str] = []
    for who in (EVA, ANE):
        given = GivenCommand("mesa", (), who, CHAT, key="", answer=lambda reply: told.append(reply.text))
        await scene.door.commands.run_command(given)
    assert told == ["Aquí está la mesa."] * 2
    assert reduce(fold, (PutOff(),), table).put_off


async def test_the_acta_of_ones_own_last_partida_is_given_in_private(scene: Scene) -> None:
    await scene.command("acta", ANE, ANE.id)
    assert scene.said(ANE.id)[-1].text == "Todavía no has terminado ninguna partida."
    first = await closed(scene)
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await scene.command("acta", ANE, ANE.id)
    document = scene.said(ANE.id)[-1].documents[0]
    assert document is not None
    assert document[0] == f"{first.id}.mus.toml"
    await scene.command("acta", EVA, EVA.id)
    assert not scene.said(EVA.id)[-1].documents, "she did not play"


# ---- what people write -----------------------------------------------------------------------------------

LONG = "mus" * 1000


@pytest.mark.parametrize(
    "command",
    [
        f"mus {LONG}",
        f"mus {LONG}=3",
        f"mus piedras={LONG}",
        f"mus piedras={'9' * 4000}",
        f"reglas {LONG}",
        f"suerte {LONG}",
        f"tanteo {LONG}",
        LONG,
    ],
)
async def test_a_word_of_any_length_is_answered_and_quoted_in_short(scene: Scene, command: str) -> None:
    await scene.manager.open(ANE, CHAT, "es", rule_set("vitoria"))
    await scene.command(command, ANE, named=True)
    assert len(scene.said()[-1].text) <= 200
    assert LONG[:100] not in scene.said()[-1].text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("vitorai", "«vitorai» no lo conozco. ¿Querías decir «vitoria»?"),
        ("Clásicos", "«clasicos» no lo conozco. ¿Querías decir «clasico»?"),
        ("cuatro reies", "«cuatro-reies» no lo conozco. ¿Querías decir «cuatro-reyes»?"),
        ("piedrs=30", "«piedrs» no lo conozco. ¿Querías decir «piedras»?"),
        ("real=figra", "real no puede ser «figra». ¿Querías decir «figura»?"),
        ("respuesta=turnos", "respuesta no puede ser «turnos». ¿Querías decir «turno»?"),
        ("piedras=", "Detrás de piedras= va lo que vale: de 10 a 60."),
        ("piedras", "Detrás de piedras= va lo que vale: de 10 a 60."),
        ("juebes", "Falta la hora. Por ejemplo: /mus jueves 21:00"),
        ("=30", "Delante del = va qué se cambia, como en piedras=30. Se puede cambiar: bandos, reyes"),
        ("ajedrez", "«ajedrez» no lo conozco. Se juega a: parejas, vitoria"),
        ("vitoria trios", "«vitoria-trios» no lo conozco."),
        ("piedras=65", "piedras no puede ser «65»: vale de 10 a 60."),
        ("vitoria juegos=0", "juegos no puede ser «0»: vale de 1 a 9."),
        ("real=si", "real no puede ser «si»: vale no / figura / rey."),
        ("color=rojo", "«color» no lo conozco. Se puede cambiar: bandos, reyes, real (la real), piedras"),
        ("=", "Delante del = va qué se cambia"),
        ("trios consulta=si", "«Mi compañero dirá» pide cuatro jugadores"),
    ],
)
async def test_a_slip_is_answered_with_what_may_have_been_meant_or_was_expected(
    scene: Scene, words: str, told: str
) -> None:
    await scene.command(f"mus {words}")
    assert scene.said()[-1].text.startswith(told)
    assert scene.manager.tables.in_memory() == []


@pytest.mark.parametrize(
    ("words", "corrected", "name", "piedras"),
    [
        ("vitorai", "vitoria", "vitoria", 40),
        ("Clásicos 30", "clasico 30", "clasico", 30),
        ("cuatro reies", "cuatro-reyes", "cuatro-reyes", 20),
        ("vitoria piedrs = 30", "vitoria piedras = 30", "vitoria", 30),
        ("real=figra", "real=figura", "parejas", 40),
    ],
)
async def test_a_slip_in_the_rules_has_a_button_for_the_corrected_command(
    scene: Scene, words: str, corrected: str, name: str, piedras: int
) -> None:
    await scene.command(f"mus {words}")
    rows = [list(row) for row in scene.said()[-1].rows if not isinstance(row, Menu)]
    ((button,),) = rows
    assert button.label == f"/mus {corrected}"
    await scene.door.presses.press(ANE, CHAT, button.data, key="p")
    (table,) = scene.manager.tables.in_memory()
    assert (table.rules.name, table.rules.piedras) == (name, piedras)


@pytest.mark.parametrize(
    "words", ["ajedrez", "piedras=65", f"vitorai {'piedras=30 ' * 8}", "vitorai juegos=0"]
)
async def test_a_slip_without_a_good_guess_has_no_button(scene: Scene, words: str) -> None:
    await scene.command(f"mus {words}")
    assert scene.said()[-1].rows == ()


@pytest.mark.parametrize(
    ("words", "name", "piedras"),
    [
        ("", "parejas", 40),
        ("VITORIA Piedras=30", "vitoria", 30),
        ("clásico", "clasico", 40),
        ("castellano 30", "castellano-30", 30),
        ("cuatro reyes", "cuatro-reyes", 20),
        ("tríos real=figura", "trios", 40),
        ("piedras = 30", "parejas", 30),
        ("piedras =30", "parejas", 30),
        ("vitoria piedras= 30", "vitoria", 30),
    ],
)
async def test_rules_are_read_as_people_write_them(scene: Scene, words: str, name: str, piedras: int) -> None:
    await scene.command(f"mus {words}")
    (table,) = scene.manager.tables.in_memory()
    assert (table.rules.name, table.rules.as_dict()["piedras"]) == (name, piedras)


@pytest.mark.parametrize("command", ["cartas", "tanteo", "mesa", "salir", "terminar", "ayuda", "suerte x"])
async def test_a_command_without_a_table_says_what_is_missing(scene: Scene, command: str) -> None:
    await scene.command(command)
    assert len(scene.said()) == 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("tanto", "/tanto no lo conozco. ¿Querías decir /tanteo?"),
        ("ayda", "/ayda no lo conozco. ¿Querías decir /ayuda?"),
        ("hepl", ""),
        ("weather", ""),
        ("musica", ""),
        ("scoreboard", ""),
    ],
)
async def test_a_command_that_nearly_is_one_of_ours_is_answered_in_a_group_one_of_another_bot_is_not(
    scene: Scene, command: str, told: str
) -> None:
    await scene.command(command, EVA)
    assert [post.text for post in scene.said()] == ([told] if told else [])


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("weather", "/weather no lo conozco. Con /ayuda te digo lo que hay."),
        ("scor", "/scor no lo conozco. ¿Querías decir /score?"),
        ("mesas", "/mesas no lo conozco. ¿Querías decir /mesa?"),
    ],
)
async def test_an_unknown_command_is_answered_where_nobody_else_can_be_meant(
    scene: Scene, command: str, told: str
) -> None:
    await scene.command(command, EVA, EVA.id)
    assert scene.said(EVA.id)[-1].text == told
    await scene.command(command, BENAT, named=True)
    assert scene.said()[-1].text == told


async def test_who_waits_and_has_no_private_chat_is_called_when_the_seat_opens(scene: Scene) -> None:
    await opened(scene.manager)
    await scene.command("sustituir", EVA)
    await scene.command("salir", DANI)
    (call,) = (post for post in scene.said() if post.text.startswith("Eva, queda un sitio"))
    assert (call.mentions, call.silent) == (((EVA.id, "Eva"),), False)


async def test_who_waits_is_told_in_private_where_that_is_open_when_one_is_forgotten(scene: Scene) -> None:
    await opened(scene.manager)
    await scene.command("avisos", EVA, EVA.id)
    await scene.command("sustituir", EVA)
    for command in ("borrar", "borrar sí"):
        await scene.command(command, DANI, DANI.id)
    assert scene.said(EVA.id)[-1].text.startswith("Eva, queda un sitio")
    assert not any("queda un sitio" in post.text for post in scene.said())
    assert any("en la próxima mano se sienta Eva" in post.text for post in scene.said())


async def test_who_waits_in_the_lobby_is_told_that_they_sit(scene: Scene) -> None:
    await scene.command("mus vitoria")
    table = scene.manager.tables.in_chat(CHAT)[0]
    for who in (ANE, BENAT, CARMEN, DANI):
        await scene.press(who, table, f"sit.{PEOPLE.index(who) % 2}")
    await scene.press(EVA, table, "queue")
    await scene.press(DANI, table, "up")
    await scene.courier.outboxes.wait_until_idle()
    assert any(post.text.startswith("Eva, queda un sitio") for post in scene.said())
    assert sum("queda un sitio" in post.text for post in scene.said()) == 1


async def test_a_hand_says_who_has_the_seat_that_somebody_has_left(scene: Scene) -> None:
    await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    await scene.command("sustituir", EVA)
    await scene.command("salir", DANI)
    assert "en la próxima mano se sienta Eva" in scene.said(DANI.id)[-1].text


@pytest.mark.parametrize(
    "command", ["cartas", "suerte 17", "tanteo", "mesa", "salir", "sustituir", "terminar"]
)
async def test_where_there_is_no_table_any_more_every_command_about_one_says_so(
    scene: Scene, command: str
) -> None:
    await scene.command("mus vitoria")
    await scene.command("terminar")
    await scene.command(command)
    assert scene.said()[-1].text == "Aquí no hay ninguna mesa. Con /mus se abre una."


@pytest.mark.parametrize("asks", ["cards", "explain", "tanteo", "slip"])
async def test_R94_whoever_asks_for_something_on_their_turn_is_called_20_s_later(
    scene: Scene, timers: Clock, asks: str
) -> None:
    table = await opened(scene.manager)
    await scene.courier.outboxes.wait_until_idle()
    who = speaker(table)
    timers.advance(NUDGE_S - 2)
    match asks:
        case "cards" | "explain":
            data = f"{table.id}:{table.question}:{asks}"
            await scene.door.presses.press(who, CHAT, data, key="k", alone=True)
        case "tanteo":
            await scene.command("tanteo", who)
        case _:
            await scene.door.presses.apply_text(TypedText("no hay muss", who, CHAT, key="k"))
    for wait_s, times in ((NUDGE_S - 1, 0), (2, 1)):
        timers.advance(wait_s)
        await scene.manager.wait_for_background()
        await scene.courier.outboxes.wait_until_idle()
        assert len([it for it in scene.platform.to(CHAT, "send") if it.post and it.post.mentions]) == times
