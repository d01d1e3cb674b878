"""Commands about finished partidas and about personal data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from musbot.narrator import history as kept
from musbot.narrator.history import HistoryEntry, PartidaOutcome, RankedEntry, Rankings
from musbot.narrator.post import Post
from musbot.port.chats import whole
from musbot.service.choices.kept import TOLD
from musbot.service.commands.context import Asked
from musbot.service.review.ranking import FEWEST, Strength, ranking
from musbot.store.results import PastPartida
from musbot.table.act_result import Refused
from musbot.table.table import Table
from musbot.table.view import watch

MOST_PAST = 8
"""Number of partidas in the history."""
MOST_RATED = 2000
"""Number of latest results for a ranking."""
YES = frozenset(("sí", "si", "yes", "bai"))
"""Words that confirm `/borrar`."""

Id = TypeVar("Id")
"""The number of a person, or the numbers of a pair."""


async def historial(asked: Asked) -> None:
    """Shows a person's latest partidas."""
    played = await asked.manager.store.results_of(asked.person.id, MOST_PAST)
    past = [_past(it, asked.person.id) for it in played]
    asked.say(kept.history_post(asked.own_voice(asked.table()).texts, past))


def _past(it: PastPartida, person: str) -> HistoryEntry:
    own = it.side_of(person) or 0
    went = (
        PartidaOutcome.CLOSED
        if it.winner is None
        else (PartidaOutcome.WON if it.winner == own else PartidaOutcome.LOST)
    )
    sides = [[player for player in side if player is not None] for side in it.sides]
    others = [player for side, players in enumerate(sides) if side != own for player in players]
    score = (it.juegos[own], *(juegos for side, juegos in enumerate(it.juegos) if side != own))
    return HistoryEntry(
        table=it.table,
        at=it.at,
        rules=it.rules,
        outcome=went,
        score=score,
        partners=tuple(player.name for player in sides[own] if player.person != person),
        rivals=tuple(player.name for player in others),
        ai=not it.among_people,
    )


async def ranking_of_chat(asked: Asked) -> None:
    """Shows the ranking of the chat."""
    found = ranking(await asked.manager.store.results(whole(asked.chat), MOST_RATED))
    pairs = [(tuple(sorted(found.names[who] for who in score.who)), score) for score in found.pairs]
    few = [(tuple(sorted(found.names[who] for who in score.who)), score) for score in found.few_pairs]

    def alone(scores: Sequence[Strength[int]]) -> tuple[RankedEntry, ...]:
        return tuple(_rated((found.names[score.who],), score) for score in scores)

    shown = Rankings(
        pairs=tuple(_rated(*it) for it in pairs),
        few_pairs=tuple(_rated(*it) for it in few),
        people=alone(found.people),
        few_people=alone(found.few_people),
        inseparable=alone(found.inseparable),
        with_ai=alone(found.with_ai),
        fewest=FEWEST,
    )
    asked.tell(None, lambda voice: kept.ranking_post(voice.texts, shown))


def _rated(names: tuple[str, ...], score: Strength[int] | Strength[frozenset[int]]) -> RankedEntry:
    return RankedEntry(names, score.played, score.won, score.points, score.margin)


async def acta(asked: Asked) -> None:
    """Sends the acta of the last partida; raises Refused without one."""
    table = await last_played(asked)
    asked.say(await asked.house.review.keepsakes.acta(table, asked.public_voice(table)), public=True)


async def analisis(asked: Asked) -> None:
    """Starts the analysis of the last finished hand, at the current or the last table of a person.

    Raises Refused without such a hand.
    """
    table = asked.own_table()
    if table is None or not table.hands_over:
        last = await asked.manager.store.last_over_of(asked.person.id)
        table = await asked.manager.tables.look(last) if last is not None else None
    if table is None or not table.hands_over:
        raise Refused("refused-no-hand-yet")
    alone = asked.given.answer is not None
    reply = await asked.house.review.weigh(asked.person, asked.chat, table.id, table.hands_over, alone=alone)
    if asked.given.answer is not None:
        asked.given.answer(reply)
    elif reply.text:
        asked.say(Post("", reply.text))


async def verificar(asked: Asked) -> None:
    """Shows the commitment of the table's deck; after the partida, the proof that the deal kept it."""
    table = asked.table()
    if table is not None:
        view = watch(table)
        return asked.tell(table, lambda voice: voice.guide.seal(view))
    over = await last_played(asked)
    proof = await asked.house.review.keepsakes.proof(over)
    return asked.tell(over, lambda voice: kept.proof_post(voice.texts, proof))


async def last_played(asked: Asked) -> Table:
    """Returns the last finished partida of the chat, or of the person in private; raises Refused."""
    store, person, chat = asked.manager.store, asked.person.id, asked.chat
    last = await (store.last_over_of(person) if asked.given.private else store.last_over(chat))
    table = await asked.manager.tables.look(last) if last is not None else None
    if table is not None and table.mesa is not None:
        return table
    if await (store.results_of(person, 1) if asked.given.private else store.results(whole(chat), 1)):
        raise Refused("refused-no-acta-any-more")
    raise Refused("refused-no-acta-own" if asked.given.private else "refused-no-acta")


async def privacidad(asked: Asked) -> None:
    """Shows which data is stored, and for how long."""
    asked.say(asked.voice(None).guide.privacy(TOLD))


async def borrar(asked: Asked) -> None:
    """Asks a person for confirmation to delete their data; `sí` as its word confirms."""
    texts, forgetting = asked.own_voice(None).texts, asked.house.forgetting
    if asked.words and asked.words[0].lower() in YES:
        asked.say(await forgetting.forget(asked.person, texts))
        return
    forgetting.ask(asked.person.id)
    asked.say(kept.forget_question(texts))
