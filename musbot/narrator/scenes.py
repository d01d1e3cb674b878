"""What the pictures of a table show, in one language: every word in a picture is made here."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.cards import HAND_SIZE, SUITS, Hand
from musbot.game.lances import Cerrado, Estado, Lance, worth
from musbot.game.rules import RuleSet
from musbot.game.views import View
from musbot.narrator import stonescenes
from musbot.narrator.speech import CLOSED, Speech
from musbot.pictures.specs import (
    EndPicture,
    HandPicture,
    LanceTally,
    Payment,
    Player,
    Score,
    ShowdownPicture,
    SorteoPicture,
    StonesEndPicture,
    StonesPicture,
    Tally,
    TanteoPicture,
)
from musbot.table.view import TableView
from musbot.words.cards import holds, in_lance
from musbot.words.texts import Texts


def hand(texts: Texts, cards: Hand, rules: RuleSet, thrown: Hand = ()) -> HandPicture:
    """Returns a hand's picture: the cards and what they hold."""
    return HandPicture(cards, thrown, _holds(texts, cards, rules))


def _holds(texts: Texts, cards: Hand, rules: RuleSet) -> tuple[str, ...]:
    if len(cards) != HAND_SIZE:
        return ()
    held = worth(cards, rules)
    lance = Lance.JUEGO if held.has_juego else Lance.PUNTO
    return tuple(in_lance(texts, held, each).capitalize() for each in (Lance.PARES, lance))


def showdown(speech: Speech, table: TableView, game: View, paid: Sequence[str], won: str) -> ShowdownPicture:
    """Returns the end of a hand; `paid` are its payments as they are read aloud, `won` the news of it."""
    texts = speech.texts
    winners = [(tanto.seat, speech.lance(tanto.lance)) for tanto in game.tantos if tanto.seat is not None]
    shown = game.shown or ((),) * game.seats
    players = tuple(
        Player(
            name=table.names[seat],
            bando=game.bando(seat),
            cards=shown[seat],
            holds=holds(texts, shown[seat], game.rules) if shown[seat] else "",
            won=tuple(dict.fromkeys(lance for who, lance in winners if who == seat)),
        )
        for bando in table.bandos
        for seat in table.side(bando)
    )
    scores = tuple(
        Score(
            bando=bando,
            name=speech.side(table, bando),
            before=game.piedras[bando] - sum(tanto.piedras for tanto in game.tantos if tanto.bando == bando),
            after=game.piedras[bando],
            note=texts("adentro") if game.adentro(bando) else "",
        )
        for bando in table.bandos
    )
    return ShowdownPicture(
        title=texts("picture-showdown", table=texts("table", short=table.short), hand=game.hand),
        players=players if game.shown else (),
        payments=tuple(Payment(tanto.bando, words) for tanto, words in zip(game.tantos, paid, strict=True)),
        scores=scores,
        mano=texts("picture-mano", name=table.names[game.mano]),
        hidden="" if game.shown else texts("result-hidden"),
        won=won,
    )


def tanteo(speech: Speech, table: TableView, game: View) -> TanteoPicture | StonesPicture:
    """Returns the score, how every lance stands and what is asked."""
    if game.rules.stones:
        return stonescenes.tanteo(speech, table, game, _lances(speech, table, game))
    texts, rules = speech.texts, game.rules
    name = texts("table", short=table.short)
    sides = tuple(
        Tally(
            bando=bando,
            name=speech.side(table, bando),
            keepers=tuple(table.names[seat] for seat in table.side(bando)),
            piedras=game.piedras[bando],
            juegos=game.juegos[bando],
            vacas=game.vacas[bando],
            note=texts("adentro") if game.adentro(bando) else "",
        )
        for bando in table.bandos
    )
    return TanteoPicture(
        title=texts("picture-tanteo", table=name, piedras=rules.piedras),
        mano=texts("picture-mano", name=table.names[game.mano]),
        sides=sides,
        lances=tuple(_lances(speech, table, game)),
        lines=tuple(speech.now(table, game)[-1:]),
        juegos=rules.juegos,
        vacas=rules.vacas,
        juegos_word=texts("picture-juegos"),
        vacas_word=texts("picture-vacas"),
    )


def _lances(speech: Speech, table: TableView, game: View) -> list[LanceTally]:
    """The four lances: those closed, the one being bet on, those to come."""
    closed = {lance.lance: lance for lance in game.lances}
    now = game.envite.lance if game.envite is not None else None
    punto = Lance.PUNTO in closed or now is Lance.PUNTO
    last = Lance.PUNTO if punto else Lance.JUEGO
    tallies = []
    for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, last):
        if lance in closed:
            tallies.append(_closed(speech, table, closed[lance]))
        elif lance == now:
            tallies.append(LanceTally(speech.lance(lance), _bet(speech, table, game), now=True))
        else:
            tallies.append(LanceTally(speech.lance(lance), _to_come(speech, table, game, lance)))
    return tallies


def _closed(speech: Speech, table: TableView, lance: Cerrado) -> LanceTally:
    if table.rules.stones:
        return stonescenes.closed(speech, table, lance)
    words = speech.texts(f"picture-{CLOSED[lance.estado]}", piedras=lance.piedras)
    owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
    return LanceTally(speech.lance(lance.lance), words, lance.bandos[0] if owned else None)


def _bet(speech: Speech, table: TableView, game: View) -> str:
    if game.rules.stones:
        return stonescenes.bet(speech, table, game)
    envite = game.envite
    if envite is None or envite.bettor is None:
        return speech.texts("picture-talking")
    if envite.ordago:
        return speech.texts("picture-bet-ordago")
    return speech.texts("picture-bet", piedras=envite.apuesta)


def _to_come(speech: Speech, table: TableView, game: View, lance: Lance) -> str:
    has = game.pares if lance is Lance.PARES else game.juego if lance is Lance.JUEGO else None
    if has is None:
        return speech.texts("picture-to-come")
    names = [table.names[seat] for seat in game.circle() if has[seat]]
    return speech.texts("picture-have", names=speech.texts.listed(names), count=len(names))


def sorteo(speech: Speech, table: TableView) -> SorteoPicture:
    """Returns the lottery before the start: the cards drawn, who plays with whom, who is mano."""
    texts = speech.texts
    name = texts("table", short=table.short)
    partners = len(table.side(0)) > 1
    lines = []
    if any(who is None for who, _ in table.sorteo):
        suits = zip(table.names, SUITS, strict=True)
        told = [texts("sorteo-suit", name=who, suit=texts(f"suit-{suit}")) for who, suit in suits]
        lines.append(", ".join(told))
    if table.first_mano is not None:
        mano = texts("picture-mano", name=table.names[table.first_mano])
        lines.append(mano[:1].upper() + mano[1:])
    return SorteoPicture(
        title=texts("picture-sorteo", table=name),
        drawn=tuple((who or texts("picture-turned"), card) for who, card in table.sorteo),
        sides=tuple(
            (bando, texts.listed([table.names[seat] for seat in table.side(bando)]))
            for bando in (table.bandos if partners else ())
        ),
        lines=tuple(lines),
    )


def end(speech: Speech, table: TableView, game: View, text: str) -> EndPicture | StonesEndPicture | None:
    """Returns the end of a partida that somebody has won."""
    if game.rules.stones:
        return stonescenes.end(speech, table, game, text)
    if game.winner is None:
        return None
    texts = speech.texts
    score = game.juegos if game.rules.vacas == 1 else game.vacas
    names = [texts.listed([table.names[seat] for seat in table.side(bando)]) for bando in table.bandos]
    return EndPicture(
        title=texts("picture-winner", names=names[game.winner], count=len(table.side(game.winner))),
        text=text,
        winner=game.winner,
        sides=tuple((bando, names[bando], str(score[bando])) for bando in table.bandos),
        course=table.course,
        piedras=game.rules.piedras,
        hands_word=texts("picture-hands", hands=game.hand),
    )
