"""The phrases of a game of Mus: the board, its buttons, the result. Its pictures are in `scenes`."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Action, Bando, Offer, Voz
from musbot.game.envite import Envite
from musbot.game.events import Paid
from musbot.game.lances import Cerrado, Estado, Fase, Lance
from musbot.game.modos.mus.rules import Respuesta
from musbot.narrator.post import Button
from musbot.narrator.speech import SIGNS, score_row
from musbot.narrator.voices.mus import count
from musbot.narrator.voices.mus.decided import decision_text
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
    Estado.ORDAGO: "closed-ordago-by",
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
"""The label of each word that has a button."""
_ENVIDOS = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20)
_RAISES = (1, 3, 4, 5, 6, 8, 10, 15)


class MusVoice(MusScenes):
    """The voice of games in which sides gather piedras (R52)."""

    # ---- the board ---------------------------------------------------------------------------------------

    def juego_text(self) -> str:
        """Returns the number of the current juego with the juegos won. If there are several vacas (R53), the
        same follows for the vaca.

        Between the end of a vaca and the next deal these are that vaca and its last juego.
        """
        game, rules = self.game, self.seen.rules
        over = any(juegos >= rules.juegos for juegos in game.juegos)
        juego = self.texts("juego-number", number=sum(game.juegos) + (not over), score=score_row(game.juegos))
        if rules.vacas == 1:
            return juego
        vaca = self.texts("vaca-number", number=sum(game.vacas) + (not over), score=score_row(game.vacas))
        return self.texts("vaca-and-juego", vaca=vaca, juego=juego)

    def score_lines(self) -> list[str]:
        """Returns a line for each side with its players, their roles, its piedras, and whether it is adentro
        (R54)."""
        return [self._score(bando) for bando in self.table.bandos]

    def _score(self, bando: Bando) -> str:
        """Returns the line of a side: its players, their roles, its piedras, and whether it is adentro."""
        who = self.texts.join_names([self.name_with_role(seat) for seat in self.table.side(bando)])
        held = piedras_text(self.texts, self.game.piedras[bando])
        return self.texts("side-line", sign=SIGNS[bando], who=who, piedras=held, adentro=self._adentro(bando))

    def _adentro(self, bando: Bando) -> str:
        """Returns "yes" or "no", as a message parameter: whether a side is adentro (R54)."""
        return "yes" if self.game.adentro(bando) else "no"

    def short_score(self, bando: Bando) -> str:
        """Returns a side's names and piedras in one line, and whether it is adentro (R54)."""
        piedras, adentro = self.game.piedras[bando], self._adentro(bando)
        return self.texts("standing", side=self.side(bando), piedras=piedras, adentro=adentro)

    def own_score(self) -> str:
        """Returns the piedras of the reader's side and the other, and the juegos if any was won.

        For a spectator, and if each plays alone, it returns the piedras of all sides.
        """
        game, rules = self.game, self.seen.rules
        if rules.plays_alone or game.seat is None:
            return " · ".join(self.short_score(bando) for bando in self.table.bandos)
        own = game.bando(game.seat)
        ours, theirs = self._side_score(own, "own-side"), self._side_score(1 - own, "other-side")
        juegos = score_row((game.juegos[own], game.juegos[1 - own]))
        key = "own-score-juegos" if any(game.juegos) else "own-score"
        return self.texts(key, ours=ours, theirs=theirs, piedras=rules.piedras, juegos=juegos)

    def _side_score(self, bando: Bando, key: Key) -> str:
        """Returns the piedras of a side and whether it is adentro in the message `key`, without names."""
        return self.texts(key, piedras=self.game.piedras[bando], adentro=self._adentro(bando))

    def closed_text(self, lance: Cerrado) -> str:
        """Returns the result of a closed lance; for a bet the piedras, the bettor, and players that accepted.

        An órdago has no piedras. A refused lance also has the side that takes the deje. A lance without
        rivals has its side. Both are given by `count.side_word`.
        """
        name, how = self.speech.lance(lance.lance), decision_text(self, lance)
        gets = lance.estado is Estado.RECHAZADO
        side = count.side_word(self, lance.bandos[0], gets=gets) if lance.bandos else ""
        return self.texts(_CLOSED[lance.estado], lance=name, piedras=lance.piedras, side=side, how=how)

    def lance_lines(self) -> list[str]:
        """Returns the closed lances and the declarations; the player who cut the mus comes first.

        Before the first word of the grande (`_is_first_word`) this player is left out, because the question
        names them.
        """
        lines, cut_by = super().lance_lines(), self.seen.cut_by
        envite = self.game.envite
        if cut_by is None or (envite is not None and self._is_first_word(envite)):
            return lines
        cut = self.texts("decided-cut", name=self.table.names[cut_by])
        return [" · ".join([cut, *lines[:1]]), *lines[1:]]

    def story_text(self) -> str:
        """Returns the words of the current lance or mus, or the discards; "" if `speech.in_order`."""
        return "" if self.speech.in_order else super().story_text()

    def turn_text(self) -> str:
        """Returns the text of `Voice.turn_text`; with `speech.in_order`, the order of speaking instead.

        Players who have spoken stay in that order. After a bet it has only the players who may answer it or
        have answered it. They are in the order of their answers (R29).
        """
        if not self.speech.in_order:
            return super().turn_text()
        envite = self.game.envite
        if envite is None or envite.bettor is None:
            speakers = envite.speakers if envite is not None else self.game.circle()
            return self.texts("turn-order", names=self.speech.players(self.table, speakers))
        in_turn = self.seen.rules.respuesta is not Respuesta.PAREJA
        seats = (*(seat for seat, _ in envite.answers), *envite.pending)
        if not in_turn:  # any of them may answer first (R30)
            seats = tuple(seat for seat in envite.speakers if seat in seats)
        names = self.speech.players(self.table, seats)
        if len(seats) == 1:
            return self.texts("turn-one", names=names)
        return self.texts("turn-order" if in_turn else "turn-many", names=names)

    def progress_lines(self) -> list[str]:
        """Returns no lines: payments follow at the end of the hand."""
        return []

    def phase_lines(self) -> list[str]:
        """Returns the lines of the current phase, its question last."""
        match self.game.fase:
            case Fase.MUS:
                return self._mus_lines()
            case Fase.DESCARTE:
                return [*self._visto_lines(), self.discard_text()]
            case _:
                return [self._bet_line()]

    def _mus_lines(self) -> list[str]:
        """Returns the question of the mus, after a line with the numbers of cards last thrown, if any.

        In a mus corrido a line about it comes first.
        """
        game, seen = self.game, self.seen
        lines = [self.texts("phase-corrido")] if seen.corrido else []
        if game.throws:
            counts = [f"{self.table.names[seat]} {game.throws[-1][seat]}" for seat in game.circle()]
            lines.append(self.texts("phase-throws", counts=", ".join(counts)))
        return [*lines, self.texts("phase-mus", turn=self.turn_text())]

    def _visto_lines(self) -> list[str]:
        """Returns the line about the card face up; no lines without one."""
        if self.seen.visto is None:
            return []
        seat, card = self.seen.visto
        return [self.texts("phase-visto", name=self.player(seat), card=card_name(self.texts, card))]

    def _bet_line(self) -> str:
        """Returns the question of a lance: its opening, or the bet to answer; "" outside a lance."""
        envite = self.game.envite
        if envite is None:
            return ""
        if envite.bettor is None:
            return self._opening_line(envite)
        lance, name = self.speech.lance(envite.lance).upper(), self.player(envite.bettor)
        rest = self._answer_text(envite)
        if envite.ordago:
            return self.texts("phase-ordago", lance=lance, name=name, rest=rest)
        key = "phase-raise" if envite.querido else "phase-bet"
        return self.texts(
            key, lance=lance, name=name, piedras=envite.apuesta, querido=envite.querido, rest=rest
        )

    def _opening_line(self, envite: Envite) -> str:
        """Returns the question that opens a lance.

        Before the first word of the grande it names the player who cut the mus, or says that the reader did.
        Not in a call.
        """
        opening, cut_by = self.opening_text(envite.lance), self.seen.cut_by
        if cut_by is None or self.speech.calls or not self._is_first_word(envite):
            return opening
        if cut_by == self.game.seat:
            return self.texts("phase-cut-own", opening=opening)
        return self.texts("phase-cut", name=self.player(cut_by), opening=opening)

    def _is_first_word(self, envite: Envite) -> bool:
        """Returns whether no player has spoken in the grande; with `speech.in_order`, whether none has bet in
        it."""
        return (
            envite.lance is Lance.GRANDE
            and (self.speech.in_order or not envite.passed)
            and envite.bettor is None
        )

    def _answer_text(self, envite: Envite) -> str:
        """Returns the players who must answer a bet.

        While the gracia runs (R30): the answer so far, and the partners who may still commit to more.
        """
        seen = self.seen
        if seen.gracia is None:
            return f"{self.turn_text()}."
        answer = next(action for seat, action in envite.answers if seat == seen.gracia)
        key = "phase-gracia-accepts" if answer.voz is Voz.QUIERO else "phase-gracia-raises"
        return self.texts(
            key,
            name=self.player(seen.gracia),
            piedras=envite.total(answer),
            others=self.join_players(self.game.turno),
            count=0 if self.game.seat in self.game.turno else len(self.game.turno),
        )

    # ---- the buttons -------------------------------------------------------------------------------------

    def word_buttons(self) -> list[Button]:
        """Returns the buttons of the words that can be said now; bets and raises show the resulting total.

        A discard, and a word with the same effect as another or without effect, have no button. Envido has
        the minimum. One button opens the page of other amounts; más has only that button.
        """
        buttons = []
        for offer in self.game.offers:
            match offer.voz:
                case voz if self._is_redundant(voz):
                    continue
                case Voz.ENVIDO:
                    buttons.append(self._word_button(Action(Voz.ENVIDO, offer.least)))
                    buttons.append(self.buttons.act(OpenPage(Page.MORE), "button-other"))
                case Voz.MAS:
                    buttons.append(self.buttons.act(OpenPage(Page.MORE), "button-other"))
                case Voz.DESCARTA:
                    continue
                case _:
                    buttons.append(self._word_button(Action(offer.voz)))
        return buttons

    def _is_redundant(self, voz: Voz) -> bool:
        """Returns whether a word has the same effect as another button, or no effect (R29–R31)."""
        rules, envite = self.seen.rules, self.game.envite
        partners = len(self.game.answering) > 1
        waits = rules.respuesta is Respuesta.PAREJA and rules.gracia > 0
        match voz:
            case Voz.QUEREMOS:  # differs from quiero only while a partner may still raise
                return not (partners and waits)
            case Voz.NO_QUEREMOS:  # differs from no quiero only while a partner may still answer
                return not partners or self.seen.gracia is not None
            case Voz.NO_QUIERO:  # has no effect after a partner's answer
                return self.seen.gracia is not None
            case Voz.REENVIDO:  # doubling a bet of two equals raising by two
                return envite is not None and envite.total(Action(voz)) == envite.total(Action(Voz.Y_YO))
            case _:
                return False

    def has_coach(self) -> bool:
        """Returns whether the coach supports the game: it does unless every player plays alone."""
        return not self.seen.rules.plays_alone

    def meaning(self, action: Action) -> str:
        """Returns the meaning of a word that can be said now, with the bet and the deje if any.

        Raises KeyError for a discard, and for a word of the bets if no lance is being bet.
        """
        return meaning(self, action)

    def amount_buttons(self) -> list[Button]:
        """Returns the buttons for usual amounts: of envido before any bet, otherwise of más.

        It does not check that the word can be said now.
        """
        first = self.game.envite is not None and self.game.envite.bettor is None
        voz, amounts = (Voz.ENVIDO, _ENVIDOS) if first else (Voz.MAS, _RAISES)
        return [self._word_button(Action(voz, n)) for n in amounts]

    def max_amount(self, offer: Offer) -> int:
        """Returns the largest useful amount: the piedras that the side with the fewest lacks to win the
        juego.

        For más the current bet is subtracted. Never less than `offer.least`.
        """
        lacks = self.seen.rules.piedras - min(self.game.piedras)
        bet = self.game.envite.apuesta if self.game.envite is not None and offer.voz is Voz.MAS else 0
        return max(lacks - bet, offer.least)

    def _word_button(self, action: Action) -> Button:
        """Returns the button of a word; its message gets the resulting total, 0 outside a lance."""
        total = self.game.envite.total(action) if self.game.envite is not None else 0
        side = len(self.game.answering)
        ordago = "yes" if self.game.envite is not None and self.game.envite.ordago else "no"
        key = _WORDS[action.voz]
        return self.buttons.act(action, key, n=action.n, total=total, side=side, ordago=ordago)

    def may_stay(self) -> bool:
        """Returns whether a card was dealt or served face up, so that a player can stay servido (R24,
        R105)."""
        return self.seen.visto is not None

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    def hidden_text(self) -> str:
        """Returns a line: a deje gave the juego to a side, so no cards are shown (R80)."""
        winner = count.juego_winner(self)
        return self.texts("result-hidden", side="" if winner is None else self.side(winner))

    def payment_lines(self) -> list[str]:
        """Returns the payments of the hand; a refused bet names the rival who would have won it, if any."""
        return [count.payment_line(self, paid) for paid in self.payments()]

    def count_forms(self) -> list[tuple[str, ...]]:
        """Returns the count: for each paid lance, the forms of its line, the longest first.

        A line names the lance, the winning side and its points, the bettor, and the players that accepted.
        The shortest form lacks the bettor and these players. If the hand won the juego, a last line of one
        form may name closed lances without a payment.
        """
        return list(count.lance_forms(self))

    def result_forms(self) -> tuple[str, ...]:
        """Returns two forms of the score: a line for each side with its players, and all sides in one line.

        Only the latter if each player plays alone, and if one person reads it: then it names "us" and "them",
        as the lances do. One "" after an accepted órdago.
        """
        lines, own = self.result_lines(), count.own_side(self)
        if not lines:
            return ("",)
        if self.seen.rules.plays_alone:
            names = [(bando, self.join_players([bando])) for bando in self.table.bandos]
        elif own is not None:
            names = [(own, self.texts("result-own")), (1 - own, self.texts("result-other"))]
        else:
            names = [(bando, SIGNS[bando]) for bando in self.table.bandos]
        short = " · ".join(self._move(bando, name) for bando, name in names)
        is_short = self.seen.rules.plays_alone or own is not None
        return (short,) if is_short else ("\n".join(lines), short)

    def _move(self, bando: Bando, name: str) -> str:
        """Returns the piedras of a side before and after the hand, in the shortest form."""
        before = count.piedras_before(self.game, bando)
        return self.texts("result-short", name=name, before=before, after=self.game.piedras[bando])

    def result_lines(self) -> list[str]:
        """Returns each side's piedras before and after the hand; no lines after an órdago (R35).

        If the hand won the juego, no side is adentro.
        """
        if count.is_won_by_ordago(self.game):
            return []
        won = count.juego_winner(self) is not None
        return [
            self.texts(
                "result-score",
                sign=SIGNS[bando],
                who=self.join_players(self.table.side(bando)),
                before=count.piedras_before(self.game, bando),
                after=self.game.piedras[bando],
                adentro="no" if won else self._adentro(bando),
            )
            for bando in self.table.bandos
        ]

    def news_lines(self) -> list[str]:
        """Returns an empty line and a line about the juego, vaca or partida won with this hand.

        No lines if the hand won no juego.
        """
        return count.news_lines(self)

    def congratulation(self, winner: Bando) -> str:
        """Returns a congratulation, the score of the partida in juegos or vacas, and the number of hands.

        A winning side without people is neither congratulated nor named.
        """
        game = self.game
        won = game.juegos if self.seen.rules.vacas == 1 else game.vacas
        score = score_row((won[winner], *(n for bando, n in enumerate(won) if bando != winner)))
        names = self.speech.players(self.table, self.table.side(winner))
        rivals = [seat for bando in self.table.bandos if bando != winner for seat in self.table.side(bando)]
        return self.texts(
            "end-text",
            names=names,
            rivals=self.join_players(rivals),
            score=score,
            hands=game.hand,
            people=self.count_people(winner),
        )

    # ---- the pictures ------------------------------------------------------------------------------------

    def amount_moved(self, paid: Paid) -> int:
        """Returns the piedras of a payment."""
        return paid.piedras

    def uses_stones(self) -> bool:
        """Returns False: sides win piedras."""
        return False
