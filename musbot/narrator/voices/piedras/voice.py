"""What a game played with stones says: the board, its buttons, the count; its pictures are beside it."""

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
"""The words that a number goes with."""
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
"""What each word would mean."""
_WORDS: Mapping[Voz, Key] = {
    Voz.PASO: "button-paso",
    Voz.ORDAGO: "button-ordago-stones",
    Voz.NO_QUIERO: "button-no-quiero",
    Voz.CONFORME: "button-conforme",
    Voz.PERDIDO: "button-perdido",
}
"""The others, where nothing is put in or taken with them."""
_STONES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)


class PiedrasVoice(PiedrasScenes):
    """The voice of a game in which everybody wants to be rid of stones (R60, R70)."""

    @abstractmethod
    def withdraw(self, puja: Puja) -> Button:
        """Returns the button of who will not answer a raise."""

    # ---- the board ---------------------------------------------------------------------------------------

    def juegos(self) -> str:
        """Returns which juego is played: each went against somebody."""
        number = sum(self.game.juegos) + (self.game.winner is None)
        return self.texts("stones-juego-number", number=number)

    def scores(self) -> list[str]:
        """Returns a line a player, and what lies in the dish."""
        lines = [self._score(seat) for seat in self.table.bandos]
        return [*lines, self.texts("stones-dish", piedras=self.seen.plato)]

    def _score(self, seat: Seat) -> str:
        """A player's stones, and the juegos against them."""
        game, held = self.game, lance_words.held(self, seat)
        line = self.texts("stones-line", sign=SIGNS[seat], who=self.marked(seat), held=held)
        if not game.juegos[seat]:
            return line
        return self.texts("stones-lost", line=line, juegos=game.juegos[seat], of=self.seen.rules.juegos)

    def postre(self) -> Seat:
        """Returns who speaks last of those who have been dealt cards (R87)."""
        dealt = (
            self.game.throws[-1]
            if self.game.throws
            else [self.game.plays(seat) for seat in self.table.bandos]
        )
        return [seat for seat in self.game.circle() if dealt[seat]][-1]

    def standing(self, bando: Bando) -> str:
        """Returns a player's stones, and those that they have in the middle."""
        middle = self.seen.medio[bando]
        return f"{self.side(bando)} {self.game.piedras[bando]}" + (f"+{middle}" if middle else "")

    def own_score(self) -> str:
        """Returns the stones of everybody who still has any."""
        return " · ".join(self.standing(seat) for seat in self.table.bandos if lance_words.left(self, seat))

    def closed(self, lance: Cerrado) -> str:
        """Returns how a lance was left, and who were suertudos in it (R65)."""
        return lance_words.closed(self, lance)

    def so_far(self) -> list[str]:
        """Returns what has been taken and shed in this hand so far, and the cards that have been shown."""
        return [*self.payments(), *lance_words.shown(self)]

    def asked(self) -> list[str]:
        """Returns what is asked in the phase under way."""
        return [self.discard() if self.game.fase is Fase.DESCARTE else self._bet()]

    def _bet(self) -> str:
        puja = self.seen.puja
        if puja is None:
            return ""
        return self.opening(puja.lance) if puja.bettor is None else lance_words.bet(self, puja, puja.bettor)

    # ---- the buttons -------------------------------------------------------------------------------------

    def words(self) -> list[Button]:
        """Returns the buttons of the words, each with how many stones it puts in or takes (R64, R73)."""
        game, seen, puja = self.game, self.seen, self.seen.puja
        if puja is None:
            return []
        offers = [it for it in game.offers if it.voz is not Voz.PERDIDO or not self._is_ai(self._speaker())]
        buttons = [button for offer in offers for button in self._word(puja, offer)]
        loser, offered = seen.may_give_up, any(offer.voz is Voz.PERDIDO for offer in offers)
        if loser is not None and game.seat in (None, loser) and not (offered or self._is_ai(loser)):
            buttons.append(self.buttons.act(Action(Voz.PERDIDO), _WORDS[Voz.PERDIDO]))
        return buttons

    def _is_ai(self, seat: Seat) -> bool:
        return self.table.seats[seat].ai

    def _word(self, puja: Puja, offer: Offer) -> Iterator[Button]:
        """The button of one word, and the one for another number."""
        seat, action = self._speaker(), Action(offer.voz, offer.least)
        holds = self.game.piedras[seat]
        match offer.voz:
            case Voz.ENVIDO | Voz.ACEPTO | Voz.MAS:
                numbers = self._numbers(offer)
                yield from (self._number(offer.voz, n) for n in numbers[:1])
                if len(numbers) > 1:
                    yield self.buttons.act(OpenPage(Page.MORE), "button-other")
            case Voz.QUIERO:
                asked = holds if puja.ordago else min(puja.apuesta, holds)
                yield self.buttons.act(action, "button-quiero-stones", n=asked)
            case Voz.CONFORME if puja.debe[seat]:
                yield self.buttons.act(action, "button-conforme-stones", n=min(puja.debe[seat], holds))
            case Voz.NO_QUIERO if puja.subidores:
                yield self.withdraw(puja)
            case _:
                yield self.buttons.act(action, _WORDS[offer.voz])

    def meaning(self, action: Action) -> str:
        """Returns what a word would mean now; how many stones it takes is on its button."""
        return self.texts(_MEANS[action.voz])

    def amounts(self) -> list[Button]:
        """Returns the buttons of the numbers that a bet, a raise or an acceptance may have."""
        return [
            self._number(offer.voz, n)
            for offer in self.game.offers
            if offer.voz in _AMOUNTS
            for n in self._numbers(offer)
        ]

    def _number(self, voz: Voz, n: int) -> Button:
        return self.buttons.act(Action(voz, n), _AMOUNTS[voz], n=n)

    def most(self, offer: Offer) -> int:
        """Returns the most stones of a word: no more than one has, nor as many as quiero puts in (R64)."""
        seat, puja = self._speaker(), self.seen.puja
        holds = self.game.piedras[seat]
        most = holds if offer.most is None else min(offer.most, holds)
        if puja is not None and offer.voz is Voz.MAS:
            most = min(most, holds - puja.debe[seat])
        if puja is not None and offer.voz is Voz.ACEPTO:
            most = min(most, puja.apuesta - 1, holds - 1)
        return most

    def _numbers(self, offer: Offer) -> list[int]:
        """The numbers of a word that have a button."""
        return [n for n in _STONES if offer.least <= n <= self.most(offer)]

    def _speaker(self) -> Seat:
        """Whose words these are: one's own, or of who is asked."""
        return self.game.turno[0] if self.game.seat is None else self.game.seat

    def may_stay(self) -> bool:
        """Whether one may throw nothing: never, for all who have more than four cards must throw."""
        return False

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    def hidden(self) -> str:
        """Returns that no cards had to decide who still has stones."""
        return self.texts("stones-hidden")

    def payments(self) -> list[str]:
        """Returns what has been taken and shed in this hand, read aloud (R51)."""
        return [self.payment(paid) for paid in self.game.tantos]

    def scores_after(self) -> list[str]:
        """Returns the same lines as during the hand."""
        return self.scores()

    def news(self) -> list[str]:
        """Returns who has lost the juego with this hand, is out with it, or has won the partida."""
        return lance_words.news(self)

    def congratulation(self, winner: Bando) -> str:
        """Returns who is left, and how many juegos went against each."""
        names = self.table.names
        against = [
            self.texts("stones-against", name=names[seat], juegos=n)
            for seat, n in enumerate(self.game.juegos)
        ]
        score = self.texts.join_names(against)
        return self.texts("stones-end", names=self.player(winner), score=score, hands=self.game.hand)

    # ---- the pictures ------------------------------------------------------------------------------------

    def moved(self, paid: Paid) -> int:
        """Returns the stones taken or, below 0, shed."""
        return -paid.piedras if paid.por is Por.SACA else paid.piedras

    def in_stones(self) -> bool:
        """Returns that stones are taken and shed."""
        return True
