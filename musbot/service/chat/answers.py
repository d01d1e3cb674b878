"""Replies for one person: their hand, confirmations, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, assert_never

from musbot.game.errors import Illegal, MusError
from musbot.narrator import Links
from musbot.narrator.post import Button, Post
from musbot.narrator.ways_on import AT_TABLE, RefusalReader, refusal_post, repeats_question
from musbot.port.replies import HANDLED, SEEN, ActOutcome, OwnHand, Reply
from musbot.service.commands.context import ANSWER_LASTS_S, Services
from musbot.service.delivery.rendering import own_cards
from musbot.service.settings.page_turning import Pressed
from musbot.service.tables.counters import outcome_of
from musbot.service.tables.manager import Applied
from musbot.table.act_result import Confirmation, Refused
from musbot.table.acts import Ask
from musbot.table.events import NO_CHAT, Barred, ChatId, Person, PersonId, TableId
from musbot.table.table import Table
from musbot.table.view import kept_seats, watch
from musbot.words.cards import card_names

OfTheTable = Literal[Ask.CARDS, Ask.HERE, Ask.PRIVATE, Ask.SCORE, Ask.SEAL]
"""Requests that need the table itself, loaded if needed; it may be finished."""


class Answers:
    """Makes replies for one person, in their language and with links that suit them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._courier = services.courier
        self._narrators = services.narrators
        answering = services.courier.answering
        self.record_window = answering.record_window
        self.end_window, self.close_windows = answering.end_window, answering.close_windows

    # ---- about a table -----------------------------------------------------------------------------------

    def hand(self, person: PersonId, name: TableId) -> OwnHand | None:
        """Returns a person's current hand at a loaded table, for a platform that draws cards.

        None if they hold no cards there, or the table is over, between hands or not loaded.
        """
        table = self._services.manager.tables.get(name)
        seat = table.seat_of(person) if table is not None else None
        if table is None or seat is None or table.over or not (table.in_hand and table.has_cards(seat)):
            return None
        who = table.seats[seat]
        narrator = self._narrators.for_one(who, table)
        view = watch(table, seat)
        rows = narrator.hand(view, self._courier.renderer.links(table)).rows
        post = replace(narrator.own_cards(view), rows=rows)
        faces = (
            tuple(card_names(narrator.texts, card) for card in view.game.mine)
            if view.game is not None
            else ()
        )
        return OwnHand(table.hand, post, faces, narrator.goal_text(view))

    async def answer_request(self, pressed: Pressed, ask: OfTheTable, table: Table) -> Reply:
        """Answers a request about a table or the person's hand; raises Refused or StoreError.

        Score and seal come as an alert with a longer post. HERE and PRIVATE store where the person sees their
        hands (`_move_hand`). A request for cards without a seat gets a refusal as the reply.
        """
        person = pressed.person
        match ask:
            case Ask.CARDS:
                return self._cards(pressed, table)
            case Ask.HERE | Ask.PRIVATE:
                return await self._move_hand(pressed, table)
            case Ask.SCORE:
                narrator, view = self._narrators.for_one(person, table), watch(table)
                return Reply(
                    narrator.score_alert(view),
                    alert=True,
                    post=narrator.score(view),
                    when_outdated=self._courier.posts.when_outdated(table, asks=True),
                )
            case Ask.SEAL:
                guide, view = self._narrators.for_one(person, table).guide, watch(table)
                return Reply(
                    guide.seal_alert(view),
                    alert=True,
                    post=guide.seal(view),
                    when_outdated=self._courier.posts.when_outdated(table),
                )
            case _:
                assert_never(ask)

    async def _move_hand(self, pressed: Pressed, table: Table) -> Reply:
        """Stores that a person sees their hands at the table (Ask.HERE), or in private again (Ask.PRIVATE).

        That holds at all their tables, where updates of their messages are queued. Returns their cards, or a
        page that confirms the private chat, which is first probed if it is closed. Raises Refused without a
        seat, or unless the presser alone sees replies; StoreError.
        """
        person, here = pressed.person, pressed.payload.act is Ask.HERE
        if not pressed.alone or table.seat_of(person.id) is None:
            raise Refused("refused-no-seat" if pressed.alone else "refused-unknown-act")
        if not here:
            self._courier.availability.mark_writable(person.id)
        await self._courier.reconciler.show_hand(person.id, here=here)
        if here:
            return self._cards(pressed, table)
        texts = self._narrators.for_one(person, table).texts
        closed = self._courier.availability.is_closed(person.id)
        text = texts("hand-is-private-maybe" if closed else "hand-is-private")
        return Reply(text, page=Post("", text), table=table.id)

    def _cards(self, pressed: Pressed, table: Table) -> Reply:
        """Returns the reply with a presser's cards; without a seat it is a refusal, not an error.

        If they see the reply `alone`, it offers the choice where to see the hand.
        """
        person = pressed.person
        if (seat := table.seat_of(person.id)) is None:
            return self.refusal(person, Refused("refused-no-seat"), table, pressed.chat)
        links = self._links(person, table, alone=pressed.alone)
        return own_cards(table, seat, self._narrators.for_one(person, table), links)

    def _links(self, person: Person, table: Table, *, alone: bool) -> Links:
        """Returns the links for a hand; with the choice of its place if the presser sees it `alone`."""
        renderer = self._courier.renderer
        return renderer.hand_links(table, person.id) if alone else renderer.links(table)

    def confirm(self, pressed: Pressed, applied: Applied) -> Reply:
        """Returns the confirmation of an act. An act that only the person's hand shows brings the hand too.

        It is an alert if the person joined the waiting list. After sitting down, it links to their private
        chat unless that is open. After the last vote to resume, a presser who sees it `alone` gets a link to
        the table, if any.
        """
        person, table, confirmation = pressed.person, applied.table, applied.done.confirmation
        narrator = self._narrators.for_one(person, table)
        text = narrator.guide.confirmation(applied.done)
        if confirmation in HANDLED:
            return self.reply_with_hand(pressed, table, text)
        lasts = self._courier.posts.when_outdated(table)
        if confirmation is Confirmation.RESUMED and pressed.alone:
            links = self._courier.renderer.links(table)
            back = Button(narrator.texts("hand-back"), url=links.board or links.chat)
            return Reply(text, post=Post("", text, ((back,),)) if back.url else None, when_outdated=lasts)
        leads = confirmation is Confirmation.SAT and not self._services.is_reachable(person.id)
        url = self._courier.renderer.links(table).private if leads else ""
        return Reply(
            text,
            alert=confirmation is Confirmation.QUEUED,
            seen=confirmation in SEEN,
            url=url,
            when_outdated=lasts,
        )

    def reply_with_hand(self, pressed: Pressed, table: Table, text: str) -> Reply:
        """Returns a reply with a text and, as its post, the person's current hand.

        The hand is left out if a person with a window pressed a message: the send queue updates the window.
        """
        person, view = pressed.person, watch(table, table.seat_of(pressed.person.id))
        if pressed.message and person.id in self._courier.projections.hand_places(table.id).windows:
            return Reply(text, seen=True)  # the queue updates their window
        hand = self._narrators.for_one(person, table).hand(
            view, self._links(person, table, alone=pressed.alone)
        )
        return Reply(text, post=hand, own=True, table=table.id)

    def tell_barred(self, applied: Applied) -> None:
        """Queues a notice for each player in `applied` who was barred, or whose ban was lifted (R98).

        It goes to their open private chat, or else for ANSWER_LASTS_S to the table's chat.
        """
        table = applied.table
        for event in applied.done.events:
            if not isinstance(event, Barred) or event.who.person is None:
                continue
            who, lifted = (event.who.person, event.who.name), event.lifted
            if self._services.is_reachable(who[0]):
                own = self._narrators.for_one(event.who, table)
                notice = own.guide.barred_notice(watch(table), who, lifted=lifted)
                self._courier.posts.post(who[0], replace(notice, mentions=()))
            else:
                notice = self._narrators.for_chat(table).guide.barred_notice(watch(table), who, lifted=lifted)
                self._courier.posts.post(table.chat, notice, lasts_s=ANSWER_LASTS_S)

    # ---- about other things ------------------------------------------------------------------------------

    def apology(self, person: Person, chat: ChatId = NO_CHAT) -> Reply:
        """Returns the apology for a press or command that failed because of an unexpected error."""
        return self.refusal(person, Refused("refused-broken"), chat=chat)

    def lost_place(self, person: Person) -> Reply:
        """Returns the alert that answers a press on a message whose topic is unknown."""
        return replace(self.refusal(person, Refused("refused-unknown-place")), alert=True)

    def acknowledgement(self, person: Person) -> Reply:
        """Returns the reply to a command or press that was already done: the refusal of a repeated act."""
        return self.refusal(person, Refused("refused-repeated"))

    def send_late_success(self, person: Person, chat: ChatId) -> None:
        """Queues a notice that a person's act counted although their platform reported a failure.

        It goes to their private chat, or to `chat` if that is closed, and is deleted after ANSWER_LASTS_S.
        """
        texts, name = self._narrators.for_one(person).texts, self._narrators.name_of(person)
        post = Post("", texts("done-though-late", name=name))
        closed = self._courier.availability.is_closed(person.id)
        self._courier.posts.post(chat if closed else person.id, post, lasts_s=ANSWER_LASTS_S)

    def maybe_unsaved(self, person: Person, chat: ChatId = NO_CHAT) -> Reply | None:
        """Returns the reply to an act that may not be saved while the database is away; None at other times.

        For an act that has no answer yet, or whose answer cannot be given without the database.
        """
        if not self._services.manager.store.is_away():
            return None
        reply = self.refusal(person, Refused("refused-maybe-saved"), chat=chat)
        return replace(reply, outcome=ActOutcome.NOT_SAVED)

    def missing_permissions(
        self, person: Person, permissions: Sequence[str], chat: ChatId = NO_CHAT
    ) -> Reply:
        """Returns the reply that names, in the person's language, permissions that the bot lacks.

        If they play in `chat`, a thread, its button takes the table back to the channel.
        """
        named, here = self._services.permissions(permissions, person), self._services.manager.tables
        table = next((it for it in here.in_chat(chat) if it.left and it.seat_of(person.id) is not None), None)
        error = Refused("refused-permissions" if table is None else "refused-thread-lacks", permissions=named)
        return self.refusal(person, error, table, chat)

    def refusal(
        self, person: Person, error: MusError, table: Table | None = None, chat: ChatId = NO_CHAT
    ) -> Reply:
        """Returns the reply that explains an error in the person's language; it is no alert.

        If that is unknown, the language of the table counts, or else of the chat. With a table, the person's
        seat there counts, and the `chat` in which they read the reply. The reply has a post only if the
        explanation has buttons.
        """
        view, reader, lasts = None, AT_TABLE, self._courier.posts.when_waited(error)
        narrator = self._narrators.for_one(person, table, self._services.chat_language(chat))
        if table is not None:
            view = replace(watch(table, table.seat_of(person.id)), left=kept_seats(table, person.id))
            link = self._courier.renderer.link_from(chat, table)
            outside = chat == person.id or bool(link)
            labels, waits = self._narrators.for_chat(table).texts, table.is_waiting(person.id)
            reader = RefusalReader(waits, outside, link, in_thread=bool(table.left), labels=labels)
        post = refusal_post(narrator, error, view, reader=reader)
        if view is not None and isinstance(error, Illegal | Refused) and "elsewhere" not in error.facts:
            asks = repeats_question(narrator, error, view, post.text)
            lasts = lasts or self._courier.posts.when_outdated(table, asks=asks)
        return Reply(
            post.text, post=post if post.rows else None, outcome=outcome_of(error), when_outdated=lasts
        )
