"""The content of the pictures of Tres Mus and Mus Francés (R60–R77)."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Bando, Seat
from musbot.game.events import Por
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import PiedrasSeen
from musbot.narrator.voices.piedras.lance_words import is_out, stones_left
from musbot.narrator.voices.voice import Voice
from musbot.pictures.specs import Holder, LanceTally, Score, ShownHand, StonesEndPicture, StonesPicture
from musbot.words.cards import short_holding
from musbot.words.texts import Key

_CLOSED: Mapping[Estado, Key] = {
    Estado.PASO: "picture-paso",
    Estado.QUERIDO: "picture-stones-querido",
    Estado.RECHAZADO: "picture-stones-rechazado",
    Estado.SIN_RIVAL: "picture-sin-rival",
    Estado.VACIO: "picture-vacio",
    Estado.ORDAGO: "picture-stones-ordago",
    Estado.VISTO: "picture-stones-visto",
    Estado.PERDIDO: "picture-stones-perdido",
}


class PiedrasScenes(Voice[PiedrasSeen]):
    """The part of the voice that fills pictures."""

    def score_picture(self, lances: tuple[LanceTally, ...]) -> StonesPicture:
        """Returns the picture of all players' stones, the middle, the lances and the question."""
        texts, table, game, seen = self.texts, self.table, self.game, self.seen
        name = texts("table", short=table.short)
        return StonesPicture(
            title=texts("picture-stones", table=name, juego=self.juego_text()),
            mano=texts("picture-mano", name=table.names[game.mano]),
            holders=tuple(self._holder(seat) for seat in table.bandos),
            middle=sum(seen.medio),
            dish=seen.plato,
            lances=lances,
            lines=tuple(self.question_lines()[-1:]),
            against=seen.rules.juegos,
            middle_word=texts("picture-middle"),
            dish_word=texts("picture-dish"),
            against_word=texts("picture-lost", juegos=seen.rules.juegos),
        )

    def _holder(self, seat: Seat) -> Holder:
        """Returns a player's stones for the picture, and whether they rest or are out."""
        gone, hand, middle = is_out(self, seat), self.game.piedras[seat], self.seen.medio[seat]
        note = "picture-out" if gone else "picture-rests" if not hand + middle else None
        return Holder(
            bando=seat,
            name=self.table.names[seat],
            hand=0 if gone else hand,
            middle=0 if gone else middle,
            against=self.game.juegos[seat],
            note=self.texts(note) if note else "",
            out=gone,
        )

    def lance_tally(self, lance: Cerrado) -> LanceTally:
        """Returns the result of a lance, the suertudos in it (R65), and its winner.

        The winner is None unless the lance was refused or had no rivals.
        """
        texts, names = self.texts, self.join_players(lance.bandos)
        words = texts(_CLOSED[lance.estado], piedras=lance.piedras, names=names)
        if lance.suertudos:
            lucky = self.join_players(lance.suertudos)
            words = texts("picture-stones-suertudos", closed=words, names=lucky, count=len(lance.suertudos))
        owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
        return LanceTally(self.speech.lance(lance.lance), words, lance.bandos[0] if owned else None)

    def bet_text(self) -> str:
        """Returns the bet on the current lance and its player, or that no bet was made yet."""
        puja = self.seen.puja
        if puja is None or puja.bettor is None:
            return self.texts("picture-talking")
        if puja.ordago:
            key = "picture-stones-bet-ordago"
        else:
            key = "picture-stones-raise" if puja.subidores else "picture-stones-bet"
        return self.texts(key, name=self.table.names[puja.bettor], piedras=puja.subida or puja.apuesta)

    def shown_hands(self) -> tuple[ShownHand, ...]:
        """Returns the shown hands, with the lances in which they shed or took stones."""
        return tuple(
            ShownHand(
                name=self.table.names[seat],
                bando=seat,
                cards=hand,
                holds=short_holding(self.texts, hand, self.game.rules),
                won=self._lances_decided(seat, Por.SACA),
                lost=self._lances_decided(seat, Por.COGE),
            )
            for seat, hand in enumerate(self.game.shown or ())
            if hand
        )

    def _lances_decided(self, seat: Seat, por: Por) -> tuple[str, ...]:
        """Returns the names of the lances in which a player's cards moved stones, each once, in order.

        `por` is Por.SACA for stones shed, Por.COGE for stones taken.
        """
        return self.lance_names(paid for paid in self.game.tantos if paid.seat == seat and paid.por is por)

    def hand_scores(self) -> tuple[Score, ...]:
        """Returns each player's stones before and after the hand, without players who had none before and
        after."""
        scores = (
            Score(
                bando=seat,
                name=self.table.names[seat],
                before=self._stones_before(seat),
                after=stones_left(self, seat),
                note=self.texts("picture-out") if is_out(self, seat) else "",
            )
            for seat in self.table.bandos
        )
        return tuple(score for score in scores if score.before or score.after)

    def _stones_before(self, seat: Seat) -> int:
        """Returns a player's stones at the start of the hand, in hand and in the middle (R78)."""
        held = stones_left(self, seat)
        for paid in self.game.tantos:
            if paid.por is Por.COGE:
                held += paid.de[seat]
            if paid.bando == seat:
                held += paid.piedras if paid.por is Por.SACA else -paid.piedras
        return held

    def end_picture(self, winner: Bando) -> StonesEndPicture:
        """Returns the picture of a finished partida: the loser of each juego."""
        table, game, seen = self.table, self.game, self.seen
        course = tuple(loser for _, loser in table.course if loser is not None)
        return StonesEndPicture(
            title=self.texts("picture-winner", names=table.names[winner], count=1),
            winner=winner,
            players=tuple((seat, table.names[seat], game.juegos[seat]) for seat in table.bandos),
            course=course,
            against=seen.rules.juegos,
            course_word=self.texts("picture-against", juegos=len(course)),
        )
