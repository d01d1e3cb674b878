"""What a game of Mus says: the board, its buttons, the count; its pictures are beside it."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Action, Bando, Offer, Voz
from musbot.game.envite import Envite
from musbot.game.events import Paid
from musbot.game.lances import Cerrado, Estado, Fase, Lance
from musbot.game.modos.mus.rules import Respuesta
from musbot.narrator.post import Button
from musbot.narrator.speech import SIGNS, row
from musbot.narrator.voices.mus import count
from musbot.narrator.voices.mus.meanings import meaning
from musbot.narrator.voices.mus.scenes import MusScenes
from musbot.table.acts import OpenPage
from musbot.table.pages import Page
from musbot.words.cards import card_name
from musbot.words.count import piedras_text
from musbot.words.texts import Key

_CLOSED: Mapping[Estado, Key] = {
    Estado.PASO: "closed-paso",
    Estado.QUERIDO: "closed-querido",
    Estado.RECHAZADO: "closed-rechazado",
    Estado.SIN_RIVAL: "closed-sin-rival",
    Estado.VACIO: "closed-vacio",
    Estado.ORDAGO: "closed-ordago",
}
_WORDS: Mapping[Voz, Key] = {
    Voz.MUS: "button-mus",
    Voz.NO_MUS: "button-no-mus",
    Voz.CONSULTA: "button-consulta",
    Voz.SERVIDO: "button-servido",
    Voz.PASO: "button-paso",
    Voz.ORDAGO: "button-ordago",
    Voz.QUIERO: "button-quiero",
    Voz.NO_QUIERO: "button-no-quiero",
    Voz.QUEREMOS: "button-queremos",
    Voz.NO_QUEREMOS: "button-no-queremos",
    Voz.Y_YO: "button-y-yo",
    Voz.REENVIDO: "button-reenvido",
    Voz.ENVIDO: "button-envido",
    Voz.MAS: "button-mas",
}
"""The words that have a button."""
_ENVIDOS = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20)
_RAISES = (1, 3, 4, 5, 6, 8, 10, 15)


class MusVoice(MusScenes):
    """The voice of a game in which piedras are gathered (R52)."""

    # ---- the board ---------------------------------------------------------------------------------------

    def juegos(self) -> str:
        """Returns which juego is played, and which vaca if there are several (R53)."""
        game, rules = self.game, self.seen.rules
        over = any(juegos >= rules.juegos for juegos in game.juegos)
        number = sum(game.juegos) + (0 if over else 1)
        juego = self.texts("juego-number", number=number, score=row(game.juegos))
        if rules.vacas == 1:
            return juego
        vaca = self.texts("vaca-number", number=sum(game.vacas) + 1, score=row(game.vacas))
        return self.texts("vaca-and-juego", vaca=vaca, juego=juego)

    def scores(self) -> list[str]:
        """Returns a line a side: its players and its piedras."""
        return [self._score(bando) for bando in self.table.bandos]

    def _score(self, bando: Bando) -> str:
        who = self.texts.join_names([self.marked(seat) for seat in self.table.side(bando)])
        held = piedras_text(self.texts, self.game.piedras[bando])
        return self.texts("side-line", sign=SIGNS[bando], who=who, piedras=held, adentro=self._adentro(bando))

    def _adentro(self, bando: Bando) -> str:
        """Whether a side is adentro (R54), as a message asks for it."""
        return "yes" if self.game.adentro(bando) else "no"

    def standing(self, bando: Bando) -> str:
        """Returns a side's piedras, and whether it is adentro (R54)."""
        piedras, adentro = self.game.piedras[bando], self._adentro(bando)
        return self.texts("standing", side=self.side(bando), piedras=piedras, adentro=adentro)

    def own_score(self) -> str:
        """Returns the piedras of one's own side and of the other; of everybody where each is alone."""
        game, rules = self.game, self.seen.rules
        if rules.alone or game.seat is None:
            return " · ".join(self.standing(bando) for bando in self.table.bandos)
        own = game.bando(game.seat)
        ours, theirs = self._own(own, "own-side"), self._own(1 - own, "other-side")
        juegos = row((game.juegos[own], game.juegos[1 - own]))
        key = "own-score-juegos" if any(game.juegos) else "own-score"
        return self.texts(key, ours=ours, theirs=theirs, piedras=rules.piedras, juegos=juegos)

    def _own(self, bando: Bando, key: Key) -> str:
        return self.texts(key, piedras=self.game.piedras[bando], adentro=self._adentro(bando))

    def closed(self, lance: Cerrado) -> str:
        """Returns how a lance was left."""
        side = self.side(lance.bandos[0]) if lance.bandos else ""
        name = self.speech.lance(lance.lance)
        return self.texts(_CLOSED[lance.estado], lance=name, piedras=lance.piedras, side=side)

    def so_far(self) -> list[str]:
        """Returns nothing: what is paid is counted at the end."""
        return []

    def asked(self) -> list[str]:
        """Returns what is asked in the phase under way, the question last."""
        match self.game.fase:
            case Fase.MUS:
                return self._mus()
            case Fase.DESCARTE:
                return [*self._visto(), self.discard()]
            case _:
                return [self._bet()]

    def _mus(self) -> list[str]:
        game, seen = self.game, self.seen
        lines = [self.texts("phase-corrido")] if seen.corrido else []
        if game.throws:
            counts = [f"{self.table.names[seat]} {game.throws[-1][seat]}" for seat in game.circle()]
            lines.append(self.texts("phase-throws", counts=", ".join(counts)))
        return [*lines, self.texts("phase-mus", turn=self.turn())]

    def _visto(self) -> list[str]:
        if self.seen.visto is None:
            return []
        seat, card = self.seen.visto
        return [self.texts("phase-visto", name=self.player(seat), card=card_name(self.texts, card))]

    def _bet(self) -> str:
        envite = self.game.envite
        if envite is None:
            return ""
        if envite.bettor is None:
            return self._opening(envite)
        lance, name = self.speech.lance(envite.lance).upper(), self.player(envite.bettor)
        rest = self._awaited(envite)
        if envite.ordago:
            return self.texts("phase-ordago", lance=lance, name=name, rest=rest)
        key = "phase-raise" if envite.querido else "phase-bet"
        return self.texts(
            key, lance=lance, name=name, piedras=envite.apuesta, querido=envite.querido, rest=rest
        )

    def _opening(self, envite: Envite) -> str:
        """That a lance begins, and who has cut the mus as long as nobody has spoken since."""
        opening, cut_by = self.opening(envite.lance), self.seen.cut_by
        if envite.lance is not Lance.GRANDE or envite.passed or cut_by is None:
            return opening
        return self.texts("phase-cut", name=self.player(cut_by), opening=opening)

    def _awaited(self, envite: Envite) -> str:
        """Who is to answer; once one of a side has, until when a partner may commit to more (R30)."""
        seen = self.seen
        if seen.gracia is None:
            return f"{self.turn()}."
        said = next(action for seat, action in envite.answers if seat == seen.gracia)
        key = "phase-gracia-accepts" if said.voz is Voz.QUIERO else "phase-gracia-raises"
        return self.texts(
            key,
            name=self.player(seen.gracia),
            piedras=envite.total(said),
            others=self.named(self.game.turno),
            count=0 if self.game.seat in self.game.turno else len(self.game.turno),
        )

    # ---- the buttons -------------------------------------------------------------------------------------

    def words(self) -> list[Button]:
        """Returns the buttons of the words that may be said now, each with the total it leads to."""
        buttons = []
        for offer in self.game.offers:
            match offer.voz:
                case voz if self._is_another_s(voz):
                    continue
                case Voz.ENVIDO:
                    buttons.append(self._say(Action(Voz.ENVIDO, offer.least)))
                    buttons.append(self.buttons.act(OpenPage(Page.MORE), "button-other"))
                case Voz.MAS:
                    buttons.append(self.buttons.act(OpenPage(Page.MORE), "button-other"))
                case Voz.DESCARTA:
                    continue
                case _:
                    buttons.append(self._say(Action(offer.voz)))
        return buttons

    def _is_another_s(self, voz: Voz) -> bool:
        """Whether a word does no more than another that stands beside it (R29–R31)."""
        rules, envite = self.seen.rules, self.game.envite
        partners = len(self.game.answering) > 1
        waits = rules.respuesta is Respuesta.PAREJA and rules.gracia > 0
        match voz:
            case Voz.QUEREMOS:  # for who has a partner that may yet commit to more
                return not (partners and waits)
            case Voz.NO_QUEREMOS:  # for who leaves the answer to nobody else
                return not partners or self.seen.gracia is not None
            case Voz.NO_QUIERO:  # the partner has answered: whatever commits most stands
                return self.seen.gracia is not None
            case Voz.REENVIDO:  # twice two is two more
                return envite is not None and envite.total(Action(voz)) == envite.total(Action(Voz.Y_YO))
            case _:
                return False

    def analysed(self) -> bool:
        """See Voice: where there are two sides."""
        return not self.seen.rules.alone

    def meaning(self, action: Action) -> str:
        """Returns what a word would mean now: what is bet then, and what is taken if it is declined."""
        return meaning(self, action)

    def amounts(self) -> list[Button]:
        """Returns the buttons of the usual bets, or raises."""
        first = self.game.envite is not None and self.game.envite.bettor is None
        voz, amounts = (Voz.ENVIDO, _ENVIDOS) if first else (Voz.MAS, _RAISES)
        return [self._say(Action(voz, n)) for n in amounts]

    def most(self, offer: Offer) -> int:
        """Returns what the side that lacks most lacks to win the juego: a bet beyond wins nobody more."""
        lacks = self.seen.rules.piedras - min(self.game.piedras)
        bet = self.game.envite.apuesta if self.game.envite is not None and offer.voz is Voz.MAS else 0
        return max(lacks - bet, offer.least)

    def _say(self, action: Action) -> Button:
        total = self.game.envite.total(action) if self.game.envite is not None else 0
        side = len(self.game.answering)
        return self.buttons.act(action, _WORDS[action.voz], n=action.n, total=total, side=side)

    def may_stay(self) -> bool:
        """Whether there was a card face up, so that one may stay servido (R24)."""
        return self.seen.visto is not None

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    def hidden(self) -> str:
        """Returns that a deje has decided the juego (R80)."""
        winner = count.juego_winner(self)
        return self.texts("result-hidden", side="" if winner is None else self.side(winner))

    def payments(self) -> list[str]:
        """Returns every payment of the hand, and who would have won what nobody accepted."""
        return [count.told(self, paid) for paid in self.game.tantos]

    def scores_after(self) -> list[str]:
        """Returns a line a side, its piedras before the hand and after; none if an órdago has won (R35)."""
        if count.by_ordago(self.game):
            return []
        return [
            self.texts(
                "result-score",
                sign=SIGNS[bando],
                who=self.named(self.table.side(bando)),
                before=count.before(self.game, bando),
                after=self.game.piedras[bando],
                adentro=self._adentro(bando),
            )
            for bando in self.table.bandos
        ]

    def news(self) -> list[str]:
        """Returns who has won the juego, the vaca, the partida with this hand."""
        return count.news(self)

    def congratulation(self, winner: Bando) -> str:
        """Returns who has won the partida, and in how many juegos or vacas."""
        game = self.game
        won = game.juegos if self.seen.rules.vacas == 1 else game.vacas
        score = row((won[winner], *(n for bando, n in enumerate(won) if bando != winner)))
        names = self.speech.players(self.table, self.table.side(winner))
        return self.texts("end-text", names=names, score=score, hands=game.hand)

    # ---- the pictures ------------------------------------------------------------------------------------

    def moved(self, paid: Paid) -> int:
        """Returns how many piedras a payment is."""
        return paid.piedras

    def in_stones(self) -> bool:
        """Returns that piedras are gathered."""
        return False
