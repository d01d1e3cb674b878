"""Commands about finished partidas and about personal data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.narrator import history
from musbot.narrator.history import HistoryEntry, PartidaOutcome, Rankings, Rated, Standing, WonLost
from musbot.narrator.post import Post
from musbot.port.chats import without_topic
from musbot.service.choices.kept import TOLD
from musbot.service.commands.context import CommandRequest
from musbot.service.review.ranking import (
    FEWEST,
    SPANS_DAYS,
    Counts,
    Ratings,
    Record,
    Strength,
    Who,
    count,
    longest_streaks,
)
from musbot.store.results import PastPartida
from musbot.table.act_result import Refused
from musbot.table.events import PersonId
from musbot.table.table import Table
from musbot.table.view import watch

MOST_PAST = 8
"""Number of partidas in the history."""
DAY_S = 86_400.0
"""Seconds of a day."""
YES = frozenset(("sí", "si", "yes", "bai"))
"""Words that confirm `/borrar`."""


async def historial(request: CommandRequest) -> None:
    """Shows a person's latest partidas in all chats, MOST_PAST at most; raises StoreError."""
    played = await request.manager.store.load_results_of(request.person.id, MOST_PAST)
    past = [_history_entry(it, request.person.id) for it in played]
    request.answer(history.history_post(request.own_narrator(request.table()).texts, past))


def _history_entry(it: PastPartida, person: PersonId) -> HistoryEntry:
    """Returns a result as its player sees it: their own side's score first, in juegos.

    The outcome is CLOSED without a winner. `partners` omits the person themselves, empty seats are left out.
    A person without a seat in it counts as of the first side.
    """
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


async def ranking_of_chat(request: CommandRequest) -> None:
    """Shows the ranking of the chat and its topics: ever, in a quarter and in a week.

    A thread in which no result counts has the ranking of its channel. The whole chat sees it, unless the
    platform expects a reply. Raises StoreError.
    """
    store, chat = request.manager.store, without_topic(request.chat)
    quarter, week = (store.clock() - days * DAY_S for days in SPANS_DAYS)
    results = await store.load_counted_results(chat, quarter, week)
    if not results.lines and (channel := request.courier.outboxes.thread_channel(chat)) not in ("", chat):
        chat = channel
        results = await store.load_counted_results(chat, quarter, week)
    counts = count(results)
    ratings = await request.services.ratings.find(chat, results, counts)
    shown = rankings(counts, ratings, results.names)
    request.answer_privately(None, lambda voice: history.ranking_post(voice.texts, shown))


def rankings(counts: Counts, ratings: Ratings, names: Mapping[int, str]) -> Rankings:
    """Returns the content of a ranking, with the names of people in place of their numbers.

    Ratings with a forgotten person are left out. Spans are ever, the quarter and the week, in this order in
    the records.
    """

    def names_of(who: Who) -> tuple[str, ...]:
        """Returns the names of people, sorted; raises KeyError for a forgotten person."""
        return tuple(sorted(names[it] for it in who))

    def rows(records: Sequence[Record], span: int = 0) -> tuple[WonLost, ...]:
        """Returns the counts of each record in a span; leaves out empty ones.

        The most won come first; of these, the fewest lost.
        """
        found = [WonLost(names_of(it.who), it.won[span], it.lost[span]) for it in records]
        return tuple(sorted((it for it in found if it.won or it.lost), key=lambda it: (-it.won, it.lost)))

    def ratings_of(strengths: Sequence[Strength]) -> tuple[Rated, ...]:
        """Returns a rating for each strength, in order, with the names of the person or pair, sorted.

        Leaves out the whole rating if any of its people is forgotten.
        """
        known = [it for it in strengths if names.keys() >= {*it.who}]
        return tuple(Rated(names_of(it.who), it.points, it.margin) for it in known)

    ever, quarter, week = (Standing(rows(counts.pairs, it), rows(counts.people, it)) for it in range(3))
    return Rankings(
        ever=ever,
        quarter=quarter,
        week=week,
        streaks=tuple((names_of(it.who), it.streak) for it in longest_streaks(counts)),
        with_ai=rows(counts.with_ai),
        stones=rows(counts.stones),
        rated_pairs=ratings_of(ratings.pairs),
        rated_people=ratings_of(ratings.people),
        fewest=FEWEST,
    )


async def acta(request: CommandRequest) -> None:
    """Shows the acta of the chat's last finished partida, or in private of the person's last one.

    The whole chat sees it. Raises Refused if there is none, or its log was archived or is damaged;
    StoreError.
    """
    table = await last_played(request)
    request.answer(
        await request.services.review.keepsakes.acta(table, request.public_narrator(table)), public=True
    )


async def analisis(request: CommandRequest) -> None:
    """Starts the analysis of the last finished hand at the person's table (`own_table`).

    Without a finished hand there, it is the last hand of their last finished table. `given.answer` gets the
    reply of `Review.weigh`; without `given.answer` the reply's text is posted, if it has one. Raises Refused
    if there is no such hand, its log is damaged, or as `Review.weigh` does; StoreError.
    """
    table = request.own_table()
    if table is None or not table.hands_over:
        last = await request.manager.store.find_last_over_of(request.person.id)
        table = await request.manager.tables.look(last) if last is not None else None
    if table is None or not table.hands_over:
        raise Refused("refused-no-hand-yet")
    alone = request.given.answer is not None
    reply = await request.services.review.weigh(
        request.person, request.chat, table.id, table.hands_over, alone=alone
    )
    if request.given.answer is not None:
        request.given.answer(reply)
    elif reply.text:
        request.answer(Post("", reply.text))


async def verificar(request: CommandRequest) -> None:
    """Shows, privately, the proof of the last partida's deal, or the commitment to the deck that is in play.

    The last partida is the chat's, or the person's in a private chat. The commitment is for a person who
    plays at the table, and for a chat without a last partida. Raises Refused if there is neither, or if the
    partida's log is archived or damaged. Raises StoreError.
    """
    table = request.table()
    if table is not None and table.playing and table.seat_of(request.person.id) is not None:
        return _show_commitment(request, table)
    try:
        over = await last_played(request)
    except Refused:
        if table is None:
            raise
        return _show_commitment(request, table)
    proof = await request.services.review.keepsakes.proof(over)
    return request.answer_privately(over, lambda voice: history.proof_post(voice.texts, proof))


def _show_commitment(request: CommandRequest, table: Table) -> None:
    """Shows the commitment of a table's deck, privately if possible."""
    view = watch(table)
    request.answer_privately(table, lambda voice: voice.guide.seal(view))


async def last_played(request: CommandRequest) -> Table:
    """Returns the table of the chat's last finished partida, or in private of the person's.

    Raises Refused if there is none, or if it is in quarantine. If its log was archived, the reason is
    `refused-no-acta-any-more`. Raises StoreError.
    """
    store, person, chat = request.manager.store, request.person.id, request.chat
    last = await (store.find_last_over_of(person) if request.given.private else store.find_last_over(chat))
    if request.courier.outboxes.thread_channel(chat) == chat:  # those played in its threads count here too
        last = next((it.table for it in await store.load_results(chat, 1)), last)
    table = await request.manager.tables.look(last) if last is not None else None
    if table is not None and table.mesa is not None:
        return table
    if await (
        store.load_results_of(person, 1)
        if request.given.private
        else store.load_results(without_topic(chat), 1)
    ):
        raise Refused("refused-no-acta-any-more")
    raise Refused("refused-no-acta-own" if request.given.private else "refused-no-acta")


async def privacidad(request: CommandRequest) -> None:
    """Shows which data is stored, and for how long."""
    request.answer(request.narrator(None).guide.privacy(TOLD))


async def borrar(request: CommandRequest) -> None:
    """Asks a person for confirmation to delete their data; the word `sí` (or si, yes, bai) confirms.

    A confirmation deletes the data and answers with the result. Raises the errors of `Forgetting.forget`:
    Refused without an open question, NotSaved, StoreError, or an unexpected one.
    """
    texts, forgetting = request.own_narrator(None).texts, request.services.forgetting
    if request.words and request.words[0].lower() in YES:
        request.answer(await forgetting.forget(request.person, texts))
        return
    forgetting.ask(request.person.id)
    request.answer(history.forget_question(texts))
