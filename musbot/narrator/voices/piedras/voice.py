"""The phrases of games with stones: the board, its buttons, the result. Their pictures are in `scenes`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

from musbot.game.actions import Action, Bando, Offer, Seat, Voz
from musbot.game.events import Paid, Por
from musbot.game.lances import Cerrado, Fase
from musbot.game.modos.piedras.puja import Puja
from musbot.narrator.post import Button
from musbot.narrator.speech import SIGNS
from musbot.narrator.voices.piedras import lance_words
from musbot.narrator.voices.piedras.scenes import PiedrasScenes
from musbot.table.acts import OpenPage
from musbot.table.pages import Page
from musbot.words.texts import Key

_AMOUNTS: Mapping[Voz, Key] = {
    Voz.ENVIDO: "button-envido-stones",
    Voz.MAS: "button-mas-stones",
    Voz.ACEPTO: "button-acepto",
}
"""The label of each word that takes a number."""
_MEANS: Mapping[Voz, Key] = {
    Voz.PASO: "meaning-stones-paso",
    Voz.ENVIDO: "meaning-stones-envido",
    Voz.MAS: "meaning-stones-mas",
    Voz.ORDAGO: "meaning-stones-ordago",
    Voz.QUIERO: "meaning-stones-quiero",
    Voz.ACEPTO: "meaning-stones-acepto",
    Voz.CONFORME: "meaning-stones-conforme",
    Voz.NO_QUIERO: "meaning-stones-no-quiero",
    Voz.PERDIDO: "meaning-stones-perdido",
}
"""The meaning of each word."""
_WORDS: Mapping[Voz, Key] = {
    Voz.PASO: "button-paso",
    Voz.ORDAGO: "button-ordago-stones",
    Voz.NO_QUIERO: "button-no-quiero",
    Voz.CONFORME: "button-conforme",
    Voz.PERDIDO: "button-perdido",
}
"""The label of each word that puts in or takes no stones."""
_STONES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)


class PiedrasVoice(PiedrasScenes):
    """The voice of games in which players want to shed their stones (R60, R70)."""

    @abstractmethod
    def withdraw_button(self, puja: Puja) -> Button:
        """Returns the button of no quiero in a lance with a raise."""

    # ---- the board ---------------------------------------------------------------------------------------

    def juego_text(self) -> str:
        """Returns the number of the current juego.

        Between the end of a juego and the next deal it is the next one, unless the partida is over.
        """
        number = sum(self.game.juegos) + (self.game.winner is None)
        return self.texts("stones-juego-number", number=number)

    def score_lines(self) -> list[str]:
        """Returns a line for each player, and a line with the stones in the dish unless it is empty."""
        return [*(self._score(seat) for seat in self.table.bandos), *self._dish_lines()]

    def _dish_lines(self) -> list[str]:
        """Returns a line with the stones in the dish; no lines if it is empty."""
        dish = self.seen.plato
        return [self.texts("stones-dish", piedras=dish)] if dish else []

    def _score(self, seat: Seat) -> str:
        """Returns a player's stones in a line, and the juegos they have lost, if any."""
        game, held = self.game, lance_words.stones_text(self, seat)
        line = self.texts("stones-line", sign=SIGNS[seat], who=self.name_with_role(seat), held=held)
        if not game.juegos[seat]:
            return line
        return self.texts("stones-lost", line=line, juegos=game.juegos[seat], of=self.seen.rules.juegos)

    def postre(self) -> Seat:
        """Returns the last speaker among the players with cards (R87)."""
        dealt = (
            self.game.throws[-1]
            if self.game.throws
            else [self.game.plays(seat) for seat in self.table.bandos]
        )
        return [seat for seat in self.game.circle() if dealt[seat]][-1]

    def short_score(self, bando: Bando) -> str:
        """Returns a player's name and stones in hand in one line; any stones in the middle follow."""
        held, middle = self.game.piedras[bando], self.seen.medio[bando]
        return self.texts("stones-short", name=self.side(bando), piedras=held, middle=middle)

    def own_score(self) -> str:
        """Returns the names and stones of all players with stones, in one line."""
        return " · ".join(
            self.short_score(seat) for seat in self.table.bandos if lance_words.stones_left(self, seat)
        )

    def closed_text(self, lance: Cerrado) -> str:
        """Returns the result of a lance, and the suertudos in it (R65)."""
        return lance_words.closed_text(self, lance)

    def progress_lines(self) -> list[str]:
        """Returns the payments of this hand so far, and the hands shown."""
        return [*self._payments_made(), *lance_words.shown_lines(self)]

    def phase_lines(self) -> list[str]:
        """Returns one line: the question of the discard, or of the lance being bet; "" at any other time."""
        return [self.discard_text() if self.game.fase is Fase.DESCARTE else self._bet_line()]

    def _bet_line(self) -> str:
        """Returns the question of a lance: its opening, or the bet to answer; "" outside a lance."""
        puja = self.seen.puja
        if puja is None:
            return ""
        return (
            self.opening_text(puja.lance)
            if puja.bettor is None
            else lance_words.bet_text(self, puja, puja.bettor)
        )

    # ---- the buttons -------------------------------------------------------------------------------------

    def word_buttons(self) -> list[Button]:
        """Returns the buttons of the words, each with the stones it puts in or takes (R64, R73).

        A person who may give up the lance out of turn (R68) has that button too. Readers without a seat have
        it with the person's name. An AI player has no button to give up. No buttons outside a lance.
        """
        game, seen, puja = self.game, self.seen, self.seen.puja
        if puja is None:
            return []
        offers = [it for it in game.offers if it.voz is not Voz.PERDIDO or not self._is_ai(self._speaker())]
        buttons = [button for offer in offers for button in self._word_buttons(puja, offer)]
        loser, offered = seen.may_give_up, any(offer.voz is Voz.PERDIDO for offer in offers)
        if loser is not None and game.seat in (None, loser) and not (offered or self._is_ai(loser)):
            key = "button-perdido-of" if game.seat is None else _WORDS[Voz.PERDIDO]
            buttons.append(self.buttons.act(Action(Voz.PERDIDO), key, name=self.table.names[loser]))
        return buttons

    def _is_ai(self, seat: Seat) -> bool:
        """Returns whether an AI player sits at a seat."""
        return self.table.seats[seat].ai

    def _word_buttons(self, puja: Puja, offer: Offer) -> Iterator[Button]:
        """Yields the button of a word; for a word with a number, with the smallest one of `_numbers`.

        A button for other numbers follows if there are several. Without any number it yields no button.
        """
        seat, action = self._speaker(), Action(offer.voz, offer.least)
        holds = self.game.piedras[seat]
        match offer.voz:
            case Voz.ENVIDO | Voz.ACEPTO | Voz.MAS:
                numbers = self._numbers(offer)
                yield from (self._number_button(offer.voz, n) for n in numbers[:1])
                if len(numbers) > 1:
                    yield self.buttons.act(OpenPage(Page.MORE), "button-other")
            case Voz.QUIERO:
                bet = holds if puja.ordago else min(puja.apuesta, holds)
                yield self.buttons.act(action, "button-quiero-stones", n=bet)
            case Voz.CONFORME if puja.debe[seat]:
                yield self.buttons.act(action, "button-conforme-stones", n=min(puja.debe[seat], holds))
            case Voz.NO_QUIERO if puja.subidores:
                yield self.withdraw_button(puja)
            case _:
                yield self.buttons.act(action, _WORDS[offer.voz])

    def meaning(self, action: Action) -> str:
        """Returns the meaning of a word. Its button shows the number of stones."""
        return self.texts(_MEANS[action.voz])

    def amount_buttons(self) -> list[Button]:
        """Returns the buttons for the numbers of a bet, a raise or an acceptance."""
        return [
            self._number_button(offer.voz, n)
            for offer in self.game.offers
            if offer.voz in _AMOUNTS
            for n in self._numbers(offer)
        ]

    def _number_button(self, voz: Voz, n: int) -> Button:
        """Returns the button of a word with this number."""
        return self.buttons.act(Action(voz, n), _AMOUNTS[voz], n=n)

    def max_amount(self, offer: Offer) -> int:
        """Returns the most stones that a player can put in with a word, for más beyond the stones they owe.

        Accepting in part takes fewer stones than quiero (R64). It may be less than `offer.least`.
        """
        seat, puja = self._speaker(), self.seen.puja
        holds = self.game.piedras[seat]
        most = holds if offer.most is None else min(offer.most, holds)
        if puja is not None and offer.voz is Voz.MAS:
            most = min(most, holds - puja.debe[seat])
        if puja is not None and offer.voz is Voz.ACEPTO:
            most = min(most, puja.apuesta - 1, holds - 1)
        return most

    def _numbers(self, offer: Offer) -> list[int]:
        """Returns the numbers of a word that have a button: the numbers in _STONES from its least to
        `max_amount`."""
        return [n for n in _STONES if offer.least <= n <= self.max_amount(offer)]

    def _speaker(self) -> Seat:
        """Returns the reader's seat; without one, the first seat that is asked."""
        return self.game.turno[0] if self.game.seat is None else self.game.seat

    def may_stay(self) -> bool:
        """Returns False: a player with five cards must throw one."""
        return False

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    def hidden_text(self) -> str:
        """Returns a line: the cards are not shown, because the hand was decided without them."""
        return self.texts("stones-hidden")

    def payment_lines(self) -> list[str]:
        """Returns the payments of the hand in words (R51), then the lances in which no stones moved."""
        return [*self._payments_made(), *lance_words.unmoved_lines(self)]

    def _payments_made(self) -> list[str]:
        """Returns the payments of the hand so far in words, a line each."""
        return [self.payment_text(paid) for paid in self.payments()]

    def count_forms(self) -> list[tuple[str, ...]]:
        """Returns the count: for each lance in which stones moved, its line in a single form.

        A line names the players, and the stones that each took or shed.
        """
        return [(line,) for line in lance_words.moved_lines(self)]

    def result_forms(self) -> tuple[str, ...]:
        """Returns a single form of the score: every player's stones and a dish that has any, in one line."""
        scores = [self.short_score(seat) for seat in self.table.bandos]
        return (" · ".join([*scores, *self._dish_lines()]),)

    def result_lines(self) -> list[str]:
        """Returns the score, in the same lines as during the hand."""
        return self.score_lines()

    def news_lines(self) -> list[str]:
        """Returns an empty line and lines about the juego or partida that this hand decided.

        A further line names a player who is out. No lines unless exactly one player has stones left.
        """
        return lance_words.news_lines(self)

    def congratulation(self, winner: Bando) -> str:
        """Returns a congratulation, the number of hands, and the juegos that each player lost.

        A winning AI player is neither congratulated nor named.
        """
        names = self.table.names
        against = [
            self.texts("stones-against", name=names[seat], juegos=n)
            for seat, n in enumerate(self.game.juegos)
        ]
        score = self.texts.join_names(against)
        name, people = self.player(winner), self.count_people(winner)
        return self.texts("stones-end", names=name, score=score, hands=self.game.hand, people=people)

    # ---- the pictures ------------------------------------------------------------------------------------

    def amount_moved(self, paid: Paid) -> int:
        """Returns the number of stones in a payment: positive if taken, negative if shed."""
        return -paid.piedras if paid.por is Por.SACA else paid.piedras

    def uses_stones(self) -> bool:
        """Returns True: players take and shed stones."""
        return True
