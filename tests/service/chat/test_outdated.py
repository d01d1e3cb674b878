"""A private reply about a table reports when what it states has stopped being true."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import musbot.words
from musbot.game.errors import Illegal, MusError
from musbot.narrator import Narrator
from musbot.port.command import GivenCommand
from musbot.port.replies import HANDLED, ActOutcome, Reply
from musbot.service.chat.answers import Answers
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Services
from musbot.service.delivery.forms import MOST_REPLIES
from musbot.service.settings.page_turning import Pressed
from musbot.service.tables.manager import Applied
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import read_payload
from musbot.table.events import MessageId, Person, PutOff, read_person_id
from musbot.table.table import Table
from tests.support.chats import Scene, scene
from tests.support.tables import ANE, CHAT, PEOPLE, now, opened, speaker

__all__ = ["scene"]  # a fixture

EVA = Person(read_person_id("test:eva"), "Eva", "es")
_SOURCES = [
    file.read_text(encoding="utf-8")
    for file in (Path(musbot.words.__file__).parent / "locale" / "es").glob("*.ftl")
]
REFUSALS = sorted({key for it in _SOURCES for key in re.findall(r"^(refused-[\w-]+) =", it, re.MULTILINE)})
_VARIABLES = {name for it in _SOURCES for name in re.findall(r"\$([\w-]+)", it)} - {"now", "form"}
FACTS = dict.fromkeys(_VARIABLES, "Ane")
FACTS |= {"rules": "vitoria", "kind": "novato", "field": "piedras", "value": "40", "cards": ""}
"""A value for every variable of a confirmation or a refusal."""


class Watched:
    """A reply, and how often it has reported that it is outdated."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.ended = 0
        assert reply.when_outdated is not None, reply
        reply.when_outdated(self._end)

    def _end(self) -> None:
        self.ended += 1


async def press(scene: Scene, who: Person, act: str, table: Table) -> Reply:
    """Presses a button of a table where the presser alone sees the reply."""
    return await scene.door.presses.press(
        who,
        CHAT,
        f"{table.id}:{table.question}:{act}",
        key=f"w{next(scene.keys)}",
        message=MessageId("9"),
        alone=True,
    )


async def command(scene: Scene, who: Person, text: str) -> Reply:
    """Gives a command on a platform that answers the command itself; returns its answer."""
    name, *words = text.split()
    replies: list[Reply] = []
    given = GivenCommand(name, tuple(words), who, CHAT, key=f"w{next(scene.keys)}", answer=replies.append)
    await scene.door.commands.run_command(given)
    (reply,) = replies
    return reply


def not_asked(table: Table) -> Person:
    """Returns a player who is not asked."""
    return next(who for who in PEOPLE if who != speaker(table))


async def put_off(scene: Scene) -> Table:
    """Returns a table in play that was put off."""
    table = await opened(scene.manager)
    await scene.manager._act(table.id, "", lambda _: ActResult((PutOff(),), Confirmation.RESUMED))
    return await now(scene.manager, table)


def answers_of(scene: Scene) -> Answers:
    """Returns the maker of the replies to presses."""
    return Answers(Services(scene.manager, scene.courier, Narrators(Narrator, "es")))


def pressed_by(who: Person, table: Table) -> Pressed:
    """Returns a press that its presser alone sees answered."""
    data = f"{table.id}:{table.question}:score"
    return Pressed(who, CHAT, data, key="", message=MessageId(""), alone=True, payload=read_payload(data))


async def test_every_reply_about_a_table_says_when_it_is_outdated(scene: Scene) -> None:
    table, answers = await opened(scene.manager), answers_of(scene)
    replies = {
        told.value: answers.confirm(pressed_by(ANE, table), Applied(ActResult((), told, dict(FACTS)), table))
        for told in Confirmation
        if told not in HANDLED
    }
    errors: list[MusError] = [
        Illegal("not-your-turn", "R29", {"turn": (1,)}),
        *(Refused(key, **FACTS) for key in REFUSALS),
    ]
    replies |= {str(error): answers.refusal(ANE, error, table, CHAT) for error in errors}
    assert len(replies) > 100
    assert [name for name, it in replies.items() if it.when_outdated is None] == []
    watched = [Watched(it) for it in (*replies.values(),)[-MOST_REPLIES:]]
    await press(scene, ANE, "end", table)
    assert {it.ended for it in watched} == {1}, "each once"


Give = Callable[[Scene, Table], Awaitable[Reply]]
Change = Callable[[Scene, Table], Awaitable[object]]


async def the_question_passes(scene: Scene, table: Table) -> None:
    await press(scene, speaker(table), "mus", table)


async def another_votes(scene: Scene, table: Table) -> None:
    await press(scene, PEOPLE[1], "end", table)


async def another_waits(scene: Scene, table: Table) -> None:
    await press(scene, EVA, "queue", table)


async def a_player_leaves(scene: Scene, table: Table) -> None:
    await press(scene, PEOPLE[3], "leave", table)


async def the_table_is_put_off(scene: Scene, table: Table) -> None:
    await scene.manager._act(table.id, "", lambda _: ActResult((PutOff(),), Confirmation.RESUMED))


async def the_table_ends(scene: Scene, table: Table) -> None:
    for who in PEOPLE[:3]:
        await press(scene, who, "end", table)


OF_QUESTION: dict[str, Give] = {
    "a press out of turn": lambda it, table: press(it, not_asked(table), "mus", table),
    "an old button": lambda it, table: it.door.presses.press(
        ANE, CHAT, f"{table.id}:0:mus", key=f"w{next(it.keys)}", alone=True
    ),
    "the score": lambda it, table: press(it, ANE, "score", table),
    "the score for a bystander": lambda it, _: command(it, EVA, "tanteo"),
    "the help": lambda it, _: command(it, ANE, "ayuda"),
}
STANDING: dict[str, Give] = {
    "a vote": lambda it, table: press(it, ANE, "end", table),
    "a vote by command": lambda it, _: command(it, ANE, "terminar"),
    "the waiting list": lambda it, table: press(
        it, Person(read_person_id("test:felix"), "Félix", "es"), "queue", table
    ),
    "no seat": lambda it, table: press(it, EVA, "cards", table),
    "a seat that was left": lambda it, _: command(it, PEOPLE[2], "salir"),
}
STATED: tuple[Change, ...] = (
    another_votes,
    another_waits,
    a_player_leaves,
    the_table_is_put_off,
    the_table_ends,
)


@pytest.mark.parametrize("change", [the_question_passes, *STATED])
@pytest.mark.parametrize("name", OF_QUESTION)
async def test_what_repeats_the_question_is_outdated_once_the_question_or_the_table_has_changed(
    scene: Scene, name: str, change: Change
) -> None:
    table = await opened(scene.manager)
    told = Watched(await OF_QUESTION[name](scene, table))
    assert told.ended == 0
    await change(scene, await now(scene.manager, table))
    assert told.ended == 1


@pytest.mark.parametrize("change", STATED)
@pytest.mark.parametrize("name", STANDING)
async def test_a_vote_a_place_in_line_and_a_way_to_a_seat_stand_until_they_change(
    scene: Scene, name: str, change: Change
) -> None:
    table = await opened(scene.manager)
    told = Watched(await STANDING[name](scene, table))
    table = await now(scene.manager, table)
    await the_question_passes(scene, table)
    assert told.ended == 0, "the next question changes nothing of it"
    await change(scene, await now(scene.manager, table))
    assert told.ended == 1


async def test_a_reply_that_was_outdated_on_its_way_says_so_at_once(scene: Scene) -> None:
    table = await opened(scene.manager)
    reply = await press(scene, not_asked(table), "mus", table)
    await the_question_passes(scene, table)
    assert Watched(reply).ended == 1


async def test_what_says_nothing_about_a_table_never_is_outdated(scene: Scene) -> None:
    await opened(scene.manager)
    for text in ("mus piedras=seis", "glosario pares"):
        assert (await command(scene, ANE, text)).when_outdated is None


async def test_R99_a_press_on_a_table_put_off_is_outdated_with_the_next_vote_and_the_last_one_leads_there(
    scene: Scene,
) -> None:
    table = await put_off(scene)
    refused = [Watched(await press(scene, who, "paso", table)) for who in (ANE, EVA)]
    voted = Watched(await press(scene, ANE, "resume", table))
    assert [it.ended for it in refused] == [1, 1]
    voted_too = Watched(await press(scene, PEOPLE[1], "resume", table))
    assert (voted.ended, voted.reply.text) == (1, "Has pulsado «Seguir»: 1 de los 3 que hacen falta.")
    await scene.courier.outboxes.wait_until_idle()
    last = await press(scene, PEOPLE[2], "resume", table)
    assert voted_too.ended == 1
    assert (last.text, last.seen, last.outcome) == ("Seguimos.", False, ActOutcome.DONE)
    assert last.post is not None
    assert [[button.label for button in row] for row in last.post.keyboard()] == [["Ir a la mesa"]]
    again = Watched(last)
    await the_question_passes(scene, await now(scene.manager, table))
    assert again.ended == 0
    await the_table_is_put_off(scene, table)
    assert again.ended == 1
