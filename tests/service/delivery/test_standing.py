"""A post about a table goes once it no longer holds, or when the chat gets a newer one of its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from musbot.narrator.post import Post
from musbot.port import ChatId, MessageId, PersonId
from musbot.service.delivery.forms import StandingPosts
from musbot.service.queue.slots import PostSlot
from musbot.table.events import Ending
from tests.support.at_table import begun


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
