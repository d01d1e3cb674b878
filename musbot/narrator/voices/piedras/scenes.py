"""What the pictures show where stones are to be got rid of: Tres Mus and Mus Francés (R60–R77)."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Bando, Seat
from musbot.game.events import Por
from musbot.game.lances import Cerrado, Estado
from musbot.game.views import PiedrasSeen
from musbot.narrator.voices.piedras.lance_words import left, out
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
    """The part of the voice that fills the pictures."""

    def tanteo(self, lances: tuple[LanceTally, ...]) -> StonesPicture:
        """Returns who holds the stones, what lies on the table, how every lance stands and what is asked."""
        texts, table, game, seen = self.texts, self.table, self.game, self.seen
        name = texts("table", short=table.short)
        return StonesPicture(
            title=texts("picture-stones", table=name, juego=self.juegos()),
            mano=texts("picture-mano", name=table.names[game.mano]),
            holders=tuple(self._holder(seat) for seat in table.bandos),
            middle=sum(seen.medio),
            dish=seen.plato,
            lances=lances,
            lines=tuple(self.now()[-1:]),
            against=seen.rules.juegos,
            middle_word=texts("picture-middle"),
            dish_word=texts("picture-dish"),
        )

    def _holder(self, seat: Seat) -> Holder:
        gone, hand, middle = out(self, seat), self.game.piedras[seat], self.seen.medio[seat]
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

    def tally(self, lance: Cerrado) -> LanceTally:
        """Returns how a lance was left, and who were suertudos in it (R65)."""
        texts, names = self.texts, self.named(lance.bandos)
        words = texts(_CLOSED[lance.estado], piedras=lance.piedras, names=names)
        if lance.suertudos:
            lucky = self.named(lance.suertudos)
            words = texts("picture-stones-suertudos", closed=words, names=lucky, count=len(lance.suertudos))
        owned = lance.estado in (Estado.RECHAZADO, Estado.SIN_RIVAL) and lance.bandos
        return LanceTally(self.speech.lance(lance.lance), words, lance.bandos[0] if owned else None)

    def bet(self) -> str:
        """Returns what is bet on the lance under way, and by whom."""
        puja = self.seen.puja
        if puja is None or puja.bettor is None:
            return self.texts("picture-talking")
        if puja.ordago:
            key = "picture-stones-bet-ordago"
        else:
            key = "picture-stones-raise" if puja.subidores else "picture-stones-bet"
        return self.texts(key, name=self.table.names[puja.bettor], piedras=puja.subida or puja.apuesta)

    def hands_shown(self) -> tuple[ShownHand, ...]:
        """Returns the hands that have been shown, and in which lances they shed stones or took them."""
        return tuple(
            ShownHand(
                name=self.table.names[seat],
                bando=seat,
                cards=hand,
                holds=short_holding(self.texts, hand, self.game.rules),
                won=self._decided(seat, Por.SACA),
                lost=self._decided(seat, Por.COGE),
            )
            for seat, hand in enumerate(self.game.shown or ())
            if hand
        )

    def _decided(self, seat: Seat, por: Por) -> tuple[str, ...]:
        """The lances in which a player's cards shed stones, or took them."""
        return self.decided(paid for paid in self.game.tantos if paid.seat == seat and paid.por is por)

    def scored(self) -> tuple[Score, ...]:
        """Returns the stones that each had before the hand and has after it; nobody who has long been out."""
        scores = (
            Score(
                bando=seat,
                name=self.table.names[seat],
                before=self._before(seat),
                after=left(self, seat),
                note=self.texts("picture-out") if out(self, seat) else "",
            )
            for seat in self.table.bandos
        )
        return tuple(score for score in scores if score.before or score.after)

    def _before(self, seat: Seat) -> int:
        """The stones that a player had, in hand and in the middle, when the hand began (R78)."""
        held = left(self, seat)
        for paid in self.game.tantos:
            if paid.por is Por.COGE:
                held += paid.de[seat]
            if paid.bando == seat:
                held += paid.piedras if paid.por is Por.SACA else -paid.piedras
        return held

    def final(self, winner: Bando) -> StonesEndPicture:
        """Returns the end of a partida: whom each juego went against."""
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
