"""What the pictures of a game of Mus show."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Bando
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import MusSeen
from musbot.narrator.voices.mus.count import before
from musbot.narrator.voices.voice import Voice
from musbot.pictures.specs import EndPicture, LanceTally, Score, ShownHand, Tally, TanteoPicture
from musbot.words.cards import short_holding
from musbot.words.texts import Key

_CLOSED: Mapping[Estado, Key] = {
    Estado.PASO: "picture-paso",
    Estado.QUERIDO: "picture-querido",
    Estado.RECHAZADO: "picture-rechazado",
    Estado.SIN_RIVAL: "picture-sin-rival",
    Estado.VACIO: "picture-vacio",
    Estado.ORDAGO: "picture-ordago",
}


class MusScenes(Voice[MusSeen]):
    """The part of the voice that fills the pictures."""

    def tanteo(self, lances: tuple[LanceTally, ...]) -> TanteoPicture:
        """Returns the score, how every lance stands and what is asked."""
        texts, table, game, rules = self.texts, self.table, self.game, self.seen.rules
        sides = tuple(
            Tally(
                bando=bando,
                name=self.named(table.side(bando)),
                piedras=game.piedras[bando],
                juegos=game.juegos[bando],
                vacas=game.vacas[bando],
                note=self._note(bando),
            )
            for bando in table.bandos
        )
        name = texts("table", short=table.short)
        return TanteoPicture(
            title=texts("picture-tanteo", table=name, piedras=rules.piedras),
            mano=texts("picture-mano", name=table.names[game.mano]),
            sides=sides,
            lances=lances,
            lines=tuple(self.now()[-1:]),
            piedras=rules.piedras,
            juegos=rules.juegos,
            vacas=rules.vacas,
            juegos_word=texts("field-juegos"),
            vacas_word=texts("field-vacas"),
        )

    def _note(self, bando: Bando) -> str:
        return self.texts("adentro") if self.game.adentro(bando) else ""

    def tally(self, lance: Cerrado) -> LanceTally:
        """Returns how a lance was left, and whose it is if it is anybody's already."""
        words = self.texts(_CLOSED[lance.estado], piedras=lance.piedras)
        owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
        return LanceTally(self.speech.lance(lance.lance), words, lance.bandos[0] if owned else None)

    def bet(self) -> str:
        """Returns what is bet on the lance under way."""
        envite = self.game.envite
        if envite is None or envite.bettor is None:
            return self.texts("picture-talking")
        if envite.ordago:
            return self.texts("picture-bet-ordago")
        return self.texts("picture-bet", piedras=envite.apuesta)

    def hands_shown(self) -> tuple[ShownHand, ...]:
        """Returns everybody's hand and the lances it won, side by side, once they are shown."""
        table, game = self.table, self.game
        if not game.shown:
            return ()
        seats = (seat for bando in table.bandos for seat in table.side(bando))
        return tuple(
            ShownHand(
                name=table.names[seat],
                bando=game.bando(seat),
                cards=game.shown[seat],
                holds=short_holding(self.texts, game.shown[seat], game.rules) if game.shown[seat] else "",
                won=self.decided(paid for paid in game.tantos if paid.seat == seat),
            )
            for seat in seats
        )

    def scored(self) -> tuple[Score, ...]:
        """Returns the piedras of every side before the hand and after it."""
        return tuple(
            Score(
                bando=bando,
                name=self.named(self.table.side(bando)),
                before=before(self.game, bando),
                after=self.game.piedras[bando],
                note=self._note(bando),
            )
            for bando in self.table.bandos
        )

    def final(self, winner: Bando) -> EndPicture:
        """Returns the end of a partida: the score of each side, and its piedras hand by hand."""
        table, game, rules = self.table, self.game, self.seen.rules
        score = game.juegos if rules.vacas == 1 else game.vacas
        names = [self.named(table.side(bando)) for bando in table.bandos]
        return EndPicture(
            title=self.texts("picture-winner", names=names[winner], count=len(table.side(winner))),
            winner=winner,
            sides=tuple((bando, names[bando], str(score[bando])) for bando in table.bandos),
            course=table.course,
            piedras=rules.piedras,
            hands_word=self.texts("picture-hands", hands=game.hand),
        )
