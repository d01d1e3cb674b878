"""What the pictures of a game of Mus show."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Bando
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import MusSeen
from musbot.narrator.voices.mus.count import before
from musbot.narrator.voices.voice import Voice
from musbot.pictures.specs import EndPicture, LanceTally, Score, ShownHand, Tally, TanteoPicture
from musbot.words.cards import brief
from musbot.words.texts import Key

_CLOSED: Mapping[Estado, Key] = {
    Estado.PASO: "picture-paso",
    Estado.QUERIDO: "picture-querido",
    Estado.RECHAZADO: "picture-rechazado",
    Estado.SIN_RIVAL: "picture-sin-rival",
    Estado.VACIO: "picture-vacio",
    Estado.ORDAGO: "picture-ordago",
}


def tanteo(voice: Voice[MusSeen], lances: tuple[LanceTally, ...]) -> TanteoPicture:
    """Returns the score, how every lance stands and what is asked."""
    texts, table, game, rules = voice.texts, voice.table, voice.game, voice.seen.rules
    sides = tuple(
        Tally(
            bando=bando,
            name=voice.named(table.side(bando)),
            piedras=game.piedras[bando],
            juegos=game.juegos[bando],
            vacas=game.vacas[bando],
            note=_note(voice, bando),
        )
        for bando in table.bandos
    )
    name = texts("table", short=table.short)
    return TanteoPicture(
        title=texts("picture-tanteo", table=name, piedras=rules.piedras),
        mano=texts("picture-mano", name=table.names[game.mano]),
        sides=sides,
        lances=lances,
        lines=tuple(voice.now()[-1:]),
        piedras=rules.piedras,
        juegos=rules.juegos,
        vacas=rules.vacas,
        juegos_word=texts("field-juegos"),
        vacas_word=texts("field-vacas"),
    )


def _note(voice: Voice[MusSeen], bando: Bando) -> str:
    return voice.texts("adentro") if voice.game.adentro(bando) else ""


def tally(voice: Voice[MusSeen], lance: Cerrado) -> LanceTally:
    """Returns how a lance was left, and whose it is if it is anybody's already."""
    words = voice.texts(_CLOSED[lance.estado], piedras=lance.piedras)
    owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
    return LanceTally(voice.speech.lance(lance.lance), words, lance.bandos[0] if owned else None)


def bet(voice: Voice[MusSeen]) -> str:
    """Returns what is bet on the lance under way."""
    envite = voice.game.envite
    if envite is None or envite.bettor is None:
        return voice.texts("picture-talking")
    if envite.ordago:
        return voice.texts("picture-bet-ordago")
    return voice.texts("picture-bet", piedras=envite.apuesta)


def hands_shown(voice: Voice[MusSeen]) -> tuple[ShownHand, ...]:
    """Returns everybody's hand and the lances it won, side by side, once they are shown."""
    table, game = voice.table, voice.game
    if not game.shown:
        return ()
    seats = (seat for bando in table.bandos for seat in table.side(bando))
    return tuple(
        ShownHand(
            name=table.names[seat],
            bando=game.bando(seat),
            cards=game.shown[seat],
            holds=brief(voice.texts, game.shown[seat], game.rules) if game.shown[seat] else "",
            won=voice.decided(paid for paid in game.tantos if paid.seat == seat),
        )
        for seat in seats
    )


def scored(voice: Voice[MusSeen]) -> tuple[Score, ...]:
    """Returns the piedras of every side before the hand and after it."""
    return tuple(
        Score(
            bando=bando,
            name=voice.named(voice.table.side(bando)),
            before=before(voice.game, bando),
            after=voice.game.piedras[bando],
            note=_note(voice, bando),
        )
        for bando in voice.table.bandos
    )


def final(voice: Voice[MusSeen], winner: Bando) -> EndPicture:
    """Returns the end of a partida: the score of each side, and its piedras hand by hand."""
    table, game, rules = voice.table, voice.game, voice.seen.rules
    score = game.juegos if rules.vacas == 1 else game.vacas
    names = [voice.named(table.side(bando)) for bando in table.bandos]
    return EndPicture(
        title=voice.texts("picture-winner", names=names[winner], count=len(table.side(winner))),
        winner=winner,
        sides=tuple((bando, names[bando], str(score[bando])) for bando in table.bandos),
        course=table.course,
        piedras=rules.piedras,
        hands_word=voice.texts("picture-hands", hands=game.hand),
    )
