"""The content of the pictures of a game of Mus."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Bando
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import MusSeen
from musbot.narrator.voices.mus.count import piedras_before
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
    """The part of the voice that fills pictures."""

    def score_picture(self, lances: tuple[LanceTally, ...]) -> TanteoPicture:
        """Returns the picture of the score, the lances and the question."""
        texts, table, game, rules = self.texts, self.table, self.game, self.seen.rules
        sides = tuple(
            Tally(
                bando=bando,
                name=self.join_players(table.side(bando)),
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
            lines=tuple(self.question_lines()[-1:]),
            piedras=rules.piedras,
            juegos=rules.juegos,
            vacas=rules.vacas,
            juegos_word=texts("field-juegos"),
            vacas_word=texts("field-vacas"),
        )

    def _note(self, bando: Bando) -> str:
        """Returns the note "adentro" for a side that is adentro (R54); "" otherwise."""
        return self.texts("adentro") if self.game.adentro(bando) else ""

    def lance_tally(self, lance: Cerrado) -> LanceTally:
        """Returns the result of a lance, and the side that won it.

        The side is None unless the lance was refused or had no rivals.
        """
        words = self.texts(_CLOSED[lance.estado], piedras=lance.piedras)
        owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
        return LanceTally(self.speech.lance(lance.lance), words, lance.bandos[0] if owned else None)

    def bet_text(self) -> str:
        """Returns the bet on the current lance, or that no bet was made yet."""
        envite = self.game.envite
        if envite is None or envite.bettor is None:
            return self.texts("picture-talking")
        if envite.ordago:
            return self.texts("picture-bet-ordago")
        return self.texts("picture-bet", piedras=envite.apuesta)

    def shown_hands(self) -> tuple[ShownHand, ...]:
        """Returns all players by side, with the lances that their cards won; none if no cards are shown.

        A player whose hand is not shown has no cards.
        """
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
                won=self.lance_names(paid for paid in game.tantos if paid.seat == seat),
            )
            for seat in seats
        )

    def hand_scores(self) -> tuple[Score, ...]:
        """Returns the piedras of each side before and after the hand."""
        return tuple(
            Score(
                bando=bando,
                name=self.join_players(self.table.side(bando)),
                before=piedras_before(self.game, bando),
                after=self.game.piedras[bando],
                note=self._note(bando),
            )
            for bando in self.table.bandos
        )

    def end_picture(self, winner: Bando) -> EndPicture:
        """Returns the picture of a finished partida: the score, and the piedras after each hand.

        The score is in juegos, or in vacas if the rules have several.
        """
        table, game, rules = self.table, self.game, self.seen.rules
        score = game.juegos if rules.vacas == 1 else game.vacas
        names = [self.join_players(table.side(bando)) for bando in table.bandos]
        return EndPicture(
            title=self.texts("picture-winner", names=names[winner], count=len(table.side(winner))),
            winner=winner,
            sides=tuple((bando, names[bando], str(score[bando])) for bando in table.bandos),
            course=table.course,
            piedras=rules.piedras,
            hands_word=self.texts("picture-hands", hands=game.hand),
        )
