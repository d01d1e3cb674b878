"""A post about a table goes once it no longer holds, or when the chat gets a newer one of its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from musbot.narrator.post import Post
from musbot.port import ChatId, MessageId, PersonId
from musbot.service.delivery.forms import StandingPosts
from musbot.service.queue.slots import PostSlot
from musbot.table.events import Ending
from musbot.testing import FakePlatform, playing
from tests.support.at_table import begun
from tests.support.partidas import began


class Standing(StandingPosts):
    """Posts about one table; `deleted` are those whose deletion is queued, `holds` whether they are true."""

    def __init__(self) -> None:
        self.listeners: list[Any] = []
        self.deleted: list[str] = []
        self.holds = True
        super().__init__(self, lambda _, message: self.deleted.append(message))  # type: ignore[arg-type]

    def sent(self, chat: str, message: str, kind: str = "") -> None:
        self.add(self.slot(kind), ChatId(chat), MessageId(message))

    def slot(self, kind: str = "") -> PostSlot:
        return PostSlot(
            Post("", "told"),
            fresh=lambda: Post("", "told") if self.holds else None,
            watches=begun().id,
            kind=kind,
        )

    def changes(self, **how: Any) -> None:
        for heard in self.listeners:
            heard(replace(begun(), **how), ())


def test_a_post_goes_with_the_change_of_its_table_after_which_it_no_longer_holds() -> None:
    posts = Standing()
    posts.sent("peña", "1")
    posts.changes()
    assert posts.deleted == []
    posts.holds = False
    posts.changes()
    posts.changes()
    assert posts.deleted == ["1"]


def test_of_one_kind_a_chat_keeps_the_newest_of_a_table_alone() -> None:
    posts = Standing()
    for chat, message, kind in (("peña", "1", "score"), ("ane", "2", "score"), ("peña", "3", "slip of ane")):
        posts.sent(chat, message, kind)
    posts.sent("peña", "4")
    assert posts.deleted == []
    posts.sent("peña", "5", "score")
    posts.sent("peña", "6")
    assert posts.deleted == ["1"]


def test_what_a_forgotten_person_has_and_what_holds_at_the_end_stays() -> None:
    posts = Standing()
    posts.sent("ane", "1")
    posts.sent("peña", "2")
    posts.forget(PersonId(ChatId("ane")))
    posts.changes(ended=Ending.WANTED)
    posts.holds = False
    posts.changes()
    assert posts.deleted == []


def seat_calls(it: FakePlatform, chat: ChatId) -> list[str]:
    """Returns the calls to a seat that stand in a chat."""
    return [post.text for post in it.messenger.posts(chat) if "es tuyo" in post.text]


async def test_the_call_to_a_seat_goes_with_the_first_hand_there() -> None:
    async with playing() as it:
        eva, gari = it.person("Eva"), it.person("Gari")
        it.messenger.closed.add(gari.id)
        await it.open_private(eva)
        *_, beñat, carmen, _ = await began(it)
        for who, leaves, chat in ((eva, carmen, eva.id), (gari, beñat, it.chat)):
            await it.press(who, "Apuntarme")
            await it.command(leaves, "salir")
            (call,) = seat_calls(it, chat)
            assert call.endswith("te sientas en la próxima mano.")
        for _ in range(60):
            table = it.tables()[0]
            if table.game is None or table.game.hand != 1:
                break
            assert [len(seat_calls(it, chat)) for chat in (eva.id, it.chat)] == [1, 1]
            for who in it.awaited_people():
                for word in ("no mus", "paso", "no quiero"):
                    await it.say(who, word)
            await it.wait(2)
        assert [seat_calls(it, chat) for chat in (eva.id, it.chat)] == [[], []]
        assert "Eva" in it.tables()[0].names
