"""Why an AI partner spoke as it did: told alone to who sat beside it, after the hand, who may find it bad."""

from __future__ import annotations

import asyncio

from musbot.game.actions import Seat
from musbot.game.views import observe
from musbot.narrator.analysis import WordWhy
from musbot.players.mus.reasons import reason
from musbot.service.badly import keep
from musbot.service.courier import Courier
from musbot.service.handwords import HandWords, NotLookedAt, hand_words
from musbot.service.manager import TableManager
from musbot.service.narrators import Narrators
from musbot.service.pages import Pressed
from musbot.service.replies import Reply
from musbot.table.told import Refused
from musbot.table.view import watch


class Reasons:
    """Finds them again from what that seat could see, each time somebody asks."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._keeping = asyncio.Lock()

    async def tell(self, pressed: Pressed, *, over: bool) -> Reply:
        """Tells why the AI partners of a hand spoke so; raises Refused where nobody may be told.

        Of cards that were not shown (R80) nothing is told before the partida is `over`.
        """
        person = pressed.person
        if not pressed.alone and self._courier.is_closed(person.id):
            raise Refused("analysis-private")
        words, partners = await self._about(pressed, over=over)
        told = [it for partner in partners for it in await self._of(words, partner)]
        view = watch(words.table, finished=words.hand)
        post = self._narrators.for_one(person, words.table).reasons(view, words.hand, told)
        if pressed.alone:
            return Reply("", post=post)
        self._courier.post(person.id, post)
        return Reply("", seen=True)

    async def keep(self, pressed: Pressed, *, over: bool) -> Reply:
        """Keeps a hand as badly played by its AI partners, once; raises Refused as `tell` does."""
        words, partners = await self._about(pressed, over=over)
        async with self._keeping:
            new = [await keep(self._manager.store, words, partner) for partner in partners]
        narrator = self._narrators.for_one(pressed.person, words.table)
        return Reply(narrator.badly_played(already=not any(new)))

    async def _about(self, pressed: Pressed, *, over: bool) -> tuple[HandWords, tuple[Seat, ...]]:
        """The hand, and the AI partners in it of who asks; raises Refused where he may not."""
        words = await hand_words(self._manager, pressed.payload.table, pressed.payload.question)
        if words is NotLookedAt.NOT_OVER:
            raise Refused("no-analysis")
        if words is NotLookedAt.OTHER_GAME:
            raise Refused("analysis-other-game")
        seat = words.seat_of(pressed.person.id)
        if seat is None:
            raise Refused("analysis-not-yours")
        if not (partners := words.ai_partners(seat)):
            raise Refused("no-why")
        mesa = words.table.mesa
        if not over and (mesa is None or any(partner not in mesa.shown for partner in partners)):
            raise Refused("why-hidden")
        return words, partners

    async def _of(self, words: HandWords, seat: int) -> list[WordWhy]:
        kind, found = words.kind_of(seat), list[WordWhy]()
        for it in words.of_ai(seat):
            view = observe(it.mesa, seat)
            if (why := reason(view, it.said, kind)) is not None:
                found.append(WordWhy(view, it.said, why))
            await asyncio.sleep(0)  # each takes as long as a word of an AI player
        return found
