"""Tables are taken to a thread of their channel, so that the channel keeps its talk, and back again."""

from __future__ import annotations

from musbot.port.messenger import Lacks, MessengerError
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.settings.pages import Pressed
from musbot.service.tables.manager import TableManager
from musbot.table.state import Person, Table
from musbot.table.told import Refused
from musbot.table.view import watch


class Threads:
    """Does what is asked by the button of the lobby, and by the one of the note that is left there."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators

    async def out(self, pressed: Pressed, table: Table) -> Reply:
        """Takes a table from the lobby to a thread; raises Refused."""
        chat = pressed.chat
        if table.left == chat:
            return Reply("", seen=True)
        if table.over or not table.in_lobby:
            raise Refused("refused-over" if table.over else "refused-not-in-lobby")
        if table.chat != chat:
            raise Refused("refused-old-question")
        if table.seat_of(pressed.person.id) is None and table.opened_by != pressed.person.id:
            raise Refused("refused-no-seat")
        platform = self._courier.threaded(chat)
        if platform is None:
            raise Refused("refused-unknown-act")
        name = self._narrators.for_chat(table).lobby(watch(table)).title
        message = self._courier.board_message(table) or pressed.message
        try:
            thread = await platform.open_thread(chat, message, name)
        except Lacks as error:
            return self._lacking(pressed.person, error)
        except MessengerError:
            raise Refused("refused-thread-failed") from None
        await self._manager.show_in(table.id, thread, leaves_note=True)
        return Reply("", seen=True)

    def _lacking(self, person: Person, error: Lacks) -> Reply:
        texts = self._narrators.for_one(person).texts
        named = texts.listed([texts(permission) for permission in error.permissions])
        return Reply(texts("refused-thread-permissions", permissions=named), alert=True)

    async def back(self, pressed: Pressed, table: Table) -> Reply:
        """Takes a table back to the channel where its note stands; raises Refused."""
        if table.over:
            raise Refused("refused-over")
        if table.chat == pressed.chat:
            return Reply("", seen=True)
        if table.left != pressed.chat:
            raise Refused("refused-old-question")
        if table.seat_of(pressed.person.id) is None and table.opened_by != pressed.person.id:
            raise Refused("refused-no-seat")
        await self._manager.show_in(table.id, pressed.chat)
        return Reply("", seen=True)
