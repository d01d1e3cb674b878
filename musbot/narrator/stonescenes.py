"""What the pictures show where stones are to be got rid of: Tres Mus and Mus Francés (R60–R77)."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Seat
from musbot.game.events import Por
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import View
from musbot.narrator import stones
from musbot.narrator.speech import Speech
from musbot.pictures.specs import (
    Holder,
    LanceTally,
    Payment,
    Player,
    Score,
    ShowdownPicture,
    StonesEndPicture,
    StonesPicture,
)
from musbot.table.view import TableView
from musbot.words.cards import holds

CLOSED = {
    Estado.PASO: "paso",
    Estado.QUERIDO: "stones-querido",
    Estado.RECHAZADO: "stones-rechazado",
    Estado.SIN_RIVAL: "sin-rival",
    Estado.VACIO: "vacio",
    Estado.ORDAGO: "stones-ordago",
    Estado.VISTO: "stones-visto",
    Estado.PERDIDO: "stones-perdido",
}
"""The last part of the keys that say how a lance was left."""


def showdown(speech: Speech, table: TableView, game: View) -> ShowdownPicture:
    """Returns the end of a hand: the hands shown, what was taken and shed, the stones before and after."""
    texts = speech.texts
    paid = stones.payments(texts, table, game)
    scores = (
        Score(
            bando=seat,
            name=table.names[seat],
            before=before(game, seat),
            after=game.piedras[seat] + game.medio[seat],
            note=texts("picture-out") if _out(game, seat) else "",
        )
        for seat in table.bandos
    )
    return ShowdownPicture(
        title=texts("picture-showdown", table=texts("table", short=table.short), hand=game.hand),
        players=tuple(
            Player(
                name=table.names[seat],
                bando=seat,
                cards=hand,
                holds=holds(texts, hand, game.rules),
                won=_decided(speech, game, seat, Por.SACA),
                lost=_decided(speech, game, seat, Por.COGE),
            )
            for seat, hand in enumerate(game.shown or ())
            if hand
        ),
        payments=tuple(
            Payment(each.bando, words, -each.piedras if each.por is Por.SACA else each.piedras)
            for each, words in zip(game.tantos, paid, strict=True)
        ),
        scores=tuple(score for score in scores if score.before or score.after),
        mano=texts("picture-mano", name=table.names[game.mano]),
        hidden="" if game.shown else texts("result-hidden"),
        won=" ".join(filter(None, stones.lost(texts, table, game))),
    )


def before(game: View, seat: Seat) -> int:
    """Returns the stones that a player had, in hand and in the middle, when the hand began (R78)."""
    held = game.piedras[seat] + game.medio[seat]
    for paid in game.tantos:
        if paid.por is Por.COGE:
            held += paid.de[seat]
        if paid.bando == seat:
            held += paid.piedras if paid.por is Por.SACA else -paid.piedras
    return held


def _decided(speech: Speech, game: View, seat: Seat, por: Por) -> tuple[str, ...]:
    """The lances in which a player's cards shed stones, or took them."""
    lances = (paid.lance for paid in game.tantos if paid.seat == seat and paid.por is por)
    return tuple(speech.lance(lance) for lance in dict.fromkeys(lances))


def _out(game: View, seat: Seat) -> bool:
    return game.juegos[seat] >= game.rules.juegos


def tanteo(speech: Speech, table: TableView, game: View, lances: Sequence[LanceTally]) -> StonesPicture:
    """Returns who holds how many stones, what lies on the table, how every lance stands and what is asked."""
    texts = speech.texts
    name = texts("table", short=table.short)
    juego = texts("stones-juego-number", number=sum(game.juegos) + (game.winner is None))
    return StonesPicture(
        title=texts("picture-stones", table=name, juego=juego),
        mano=texts("picture-mano", name=table.names[game.mano]),
        holders=tuple(_holder(speech, table, game, seat) for seat in table.bandos),
        middle=sum(game.medio),
        dish=game.plato,
        lances=tuple(lances),
        lines=tuple(speech.now(table, game)[-1:]),
        against=game.rules.juegos,
        middle_word=texts("picture-middle"),
        dish_word=texts("picture-dish"),
    )


def _holder(speech: Speech, table: TableView, game: View, seat: Seat) -> Holder:
    out, hand, middle = _out(game, seat), game.piedras[seat], game.medio[seat]
    note = "picture-out" if out else "picture-rests" if not hand + middle else ""
    return Holder(
        bando=seat,
        name=table.names[seat],
        hand=0 if out else hand,
        middle=0 if out else middle,
        against=game.juegos[seat],
        note=speech.texts(note) if note else "",
        out=out,
    )


def closed(speech: Speech, table: TableView, lance: Cerrado) -> LanceTally:
    """Returns how a lance was left, and who were suertudos in it (R65)."""
    texts = speech.texts
    names = texts.listed([table.names[seat] for seat in lance.bandos])
    words = texts(f"picture-{CLOSED[lance.estado]}", piedras=lance.piedras, names=names)
    if lance.suertudos:
        lucky = texts.listed([table.names[seat] for seat in lance.suertudos])
        words = texts("picture-stones-suertudos", closed=words, names=lucky, count=len(lance.suertudos))
    owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
    return LanceTally(speech.lance(lance.lance), words, lance.bandos[0] if owned else None)


def bet(speech: Speech, table: TableView, game: View) -> str:
    """Returns what is bet on the lance under way, and by whom."""
    puja = game.puja
    if puja is None or puja.bettor is None:
        return speech.texts("picture-talking")
    key = "bet-ordago" if puja.ordago else "raise" if puja.subidores else "bet"
    piedras = puja.subida or puja.apuesta
    return speech.texts(f"picture-stones-{key}", name=table.names[puja.bettor], piedras=piedras)


def end(speech: Speech, table: TableView, game: View, text: str) -> StonesEndPicture | None:
    """Returns the end of a partida that somebody has won: whom each juego went against."""
    if game.winner is None:
        return None
    course = tuple(loser for _, loser in table.course if loser is not None)
    return StonesEndPicture(
        title=speech.texts("picture-winner", names=table.names[game.winner], count=1),
        text=text,
        winner=game.winner,
        players=tuple((seat, table.names[seat], game.juegos[seat]) for seat in table.bandos),
        course=course,
        against=game.rules.juegos,
        course_word=speech.texts("picture-against", juegos=len(course)),
    )
