"""Pages of buttons: opened for the person who asks, turned and closed in the page's own message.

On platforms that can show a message to one person, the reply to the press holds the page. On others it is
posted for a while: in the person's private chat if it is open, otherwise in the chat. Pages never delay a
board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.forms import Posts
from musbot.service.queue.rate_limits import RateLimits
from musbot.table.act_result import Refused
from musbot.table.acts import Act, AddAI, ChangeField, OpenPage, Payload
from musbot.table.events import ChatId, MessageId, Person, PersonId, TableId
from musbot.table.pages import AnyPage, Page
from musbot.table.table import Table
from musbot.table.view import watch

PAGE_LASTS_S = 180.0
"""Seconds until a posted page is deleted."""
SHOWN = Reply("", seen=True)
"""The reply to a press whose result is a page."""
OUTDATED = frozenset(
    {
        "refused-old-question",
        "refused-over",
        "refused-not-in-lobby",
        "refused-unknown-table",
        "refused-set-aside",
        "refused-set-aside-failing",
    }
)
"""Refusals that mean that a page has no valid choice left."""


@dataclass(frozen=True, slots=True)
class AnyPress:
    """A press on a button."""

    person: Person
    """The presser."""
    chat: ChatId
    """The chat of the message."""
    data: str
    """The payload."""
    _: KW_ONLY
    key: str
    """The delivery key of the press."""
    message: MessageId
    """The id of the message with the button."""
    alone: bool
    """Whether the platform can reply with a message that only the presser sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(AnyPress):
    """A press that is about a table."""

    payload: Payload
    """The payload, parsed."""


def replace_pressed(
    posts: Posts,
    press: AnyPress,
    page: Post | None,
    reply: Reply = SHOWN,
    *,
    lasts_s: float | None = None,
    fresh: Callable[[], Post | None] | None = None,
) -> Reply:
    """Shows a page in place of the pressed message, or deletes the message if `page` is None.

    With `press.alone` the reply `reply` does it; otherwise the deletion is queued, or a change of the
    message, for the arguments of `Posts.post`. Returns the reply.
    """
    if press.alone:
        return replace(reply, page=page) if page is not None else replace(reply, closes=True)
    if page is None:
        posts.delete(press.chat, press.message)
    else:
        page = replace(page, replaces_message=press.message)
        posts.post(press.chat, page, lasts_s=lasts_s, fresh=fresh)
    return reply


Reaches = Callable[[PersonId], bool]
"""A function that returns whether a person's private chat is open."""


class Pages:
    """Opens, turns and closes pages, and limits how often each person opens one."""

    def __init__(
        self,
        courier: Courier,
        narrators: Narrators,
        limits: RateLimits,
        reaches: Reaches,
        table: Callable[[TableId], Table | None],
    ) -> None:
        self._courier = courier
        self._table = table
        self._narrators = narrators
        self._rate_limits = limits
        self._reaches = reaches

    def reply_with_page(self, pressed: Pressed, table: Table, reply: Reply) -> Reply:
        """Returns the reply to an applied press on a page, or to a press that opens a page.

        The page is in the reply if only the presser sees that; otherwise it is queued. `reply` is the reply
        without the page. It does not count if the pressed message is no page, so that one opens. After the
        last choice of a page, the page closes and the reply is `reply`.
        """
        act = pressed.payload.act
        shown = act.page if isinstance(act, OpenPage) else _next_page(act, table)
        if shown is Page.MAIN:
            return self.close(pressed, reply)
        return (
            self._turn(pressed, table, shown, reply)
            if self._is_page(pressed)
            else self._open(pressed, table, shown)
        )

    def close(self, pressed: Pressed, reply: Reply) -> Reply:
        """Returns the reply `reply`, and closes the page of the pressed button.

        With `pressed.alone` the reply closes it; otherwise its deletion is queued. A message that is no page
        stays.
        """
        if not self._is_page(pressed):
            return reply  # a forged button on a message that is no page
        return replace_pressed(self._courier.posts, pressed, None, reply)

    def _turn(self, pressed: Pressed, table: Table, shown: AnyPage, reply: Reply) -> Reply:
        """Shows a page in place of the pressed one, and returns the reply.

        With `pressed.alone` the reply is `reply` with the page; otherwise an edit is queued, and it is
        `reply`.
        """
        page = self._page(pressed, table, shown, public=self._is_public(pressed))
        fresh = partial(self._fresh_page, pressed, shown, public=self._is_public(pressed))
        return replace_pressed(self._courier.posts, pressed, page, reply, fresh=fresh)

    def _open(self, pressed: Pressed, table: Table, shown: AnyPage) -> Reply:
        """Opens a page: in the reply if `pressed.alone`, otherwise as a queued post in private.

        A press in a group posts it to the group if the person's private chat is not open; otherwise the reply
        says that it is in private. A post is deleted after PAGE_LASTS_S seconds. A person who opens posts too
        often gets a refusal as the reply.
        """
        person, own = pressed.person, self._private_voice(pressed, table)
        if pressed.alone:
            return Reply("", page=self._page(pressed, table, shown, public=False))
        try:
            self._rate_limits.claim(person.id, pressed.chat)
        except Refused as error:
            return Reply(own.refusal(error))
        public = self._is_public(pressed) and not self._reaches(person.id)
        page = self._page(pressed, table, shown, public=public)
        same = replace(pressed, key="")  # without a key, repeated presses share one send
        fresh = partial(self._fresh_page, same, shown, public=public)
        if public:
            reply = replace(page, reply_to=pressed.message, silent=True)
            self._courier.posts.post(pressed.chat, reply, lasts_s=PAGE_LASTS_S, fresh=fresh)
            return Reply("", seen=True)
        self._courier.posts.post(person.id, page, lasts_s=PAGE_LASTS_S, fresh=fresh)
        return Reply(own.texts("page-in-private") if self._is_public(pressed) else "", seen=True)

    def _page(self, pressed: Pressed, table: Table, page: AnyPage, *, public: bool) -> Post:
        """Returns a page of a table: as its whole chat sees it if `public`, otherwise as the presser does.

        A bystander, without a seat and not the opener, gets fewer choices.
        """
        links, seat = self._courier.renderer.links(table), table.seat_of(pressed.person.id)
        bystander = seat is None and table.opened_by != pressed.person.id
        narrator = self._narrators.for_chat(table) if public else self._private_voice(pressed, table)
        return narrator.page(watch(table, None if public else seat), page, links, bystander=bystander)

    def _fresh_page(self, pressed: Pressed, page: AnyPage, *, public: bool) -> Post | None:
        """Returns the current page when it is sent; None if it has no valid choice left.

        A page stays valid in a lobby, and while the table asks the question of the press. If `public`, it is
        the page as the whole chat sees it.
        """
        table, question = self._table(pressed.payload.table), pressed.payload.question
        if table is None or not (table.in_lobby or table.question == question):
            return None
        return self._page(pressed, table, page, public=public)

    def _is_page(self, pressed: Pressed) -> bool:
        """Returns whether the button's message is a page. A forged payload could name a board."""
        return pressed.payload.paged and not self._courier.projections.shows_part(
            pressed.chat, pressed.message
        )

    def _private_voice(self, pressed: Pressed, table: Table) -> Narrator:
        """Returns the narrator for the presser alone."""
        return self._narrators.for_one(pressed.person, table)

    def _is_public(self, pressed: Pressed) -> bool:
        """Returns whether other people see the message of the button."""
        return pressed.chat != pressed.person.id and not pressed.alone


def _next_page(act: Act, table: Table) -> Page:
    """Returns the page after a choice; MAIN closes the page.

    A changed field leads to FIELDS, but `parejas` to LOBBY. KINDS stays until the table is full.
    """
    match act:
        case ChangeField("parejas"):
            return Page.LOBBY  # `parejas` is chosen on the page of the lobby
        case ChangeField():
            return Page.FIELDS
        case AddAI() if None in table.seats:
            return Page.KINDS
        case _:
            return Page.MAIN
