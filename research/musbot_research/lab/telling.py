"""A view told as a partida: the hand is dealt and played again, with cards that agree with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random

from musbot.game import Partida, Position
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Card, Hand
from musbot.game.engine import awaited_seats, cards_due, deal_hand, end_wait, gracia, play, serve_cards
from musbot.game.lances import Fase
from musbot.game.modos.mus.rules import Bandos
from musbot.game.position import HandReplay
from musbot.game.state import Descarte, State, Word
from musbot.game.views import View
from musbot_research.lab.equities import CannotBe, Possible, of_mus

_PILE = 24
"""The cards that four players are not dealt."""


class Telling:
    """The hand of a view, to be replayed with other cards.

    If more cards were discarded than the pile had, earlier discards lie on the pile again. Then the first
    discards, and the words before them, are left out.
    """

    def __init__(self, view: View, thrown: Hand) -> None:
        """Takes a view and the cards that its seat has thrown, () if they are unknown.

        Raises CannotBe for a spectator's view, another game, rules that show a card (R24), or unfit thrown
        cards.
        """
        self.view, self.rules = view, of_mus(view.rules)
        pairs = self.rules.bandos is Bandos.PAREJAS
        if view.seat is None or not view.mine or not pairs or self.rules.mus_visto:
            raise CannotBe("expected the view of a seat with cards, of Mus in pairs, without mus visto")
        self._rounds = list(view.throws)
        self._said = list(view.said)
        while sum(map(sum, self._rounds)) > _PILE:
            del self._rounds[0], self._said[: view.seats]
        many = sum(counts[view.seat] for counts in self._rounds)
        self.own: Hand = thrown[len(thrown) - many :] if thrown else ()
        if self.own and (len(self.own) != many or set(self.own) & set(view.mine)):
            raise CannotBe(
                f"{len(thrown)} cards thrown: expected the {many} that the seat has thrown, or none"
            )
        paid = [sum(tanto.piedras for tanto in view.tantos if tanto.bando == side) for side in (0, 1)]
        piedras = tuple(score - more for score, more in zip(view.piedras, paid, strict=True))
        mano = self._said[0].seat if self._said else view.mano
        self._position = Position(
            self.rules, ((),) * view.seats, view.hand, mano, piedras, view.juegos, view.vacas
        )
        began, self.before = self._position.before_deal()
        self.dealt = len(began)

    def any(self, possible: Possible, rng: Random) -> Partida:
        """Returns a partida with random cards that agree with the view.

        Raises CannotBe if _TRIES tries find none.
        """
        (numbers,) = possible.numbers(1, rng)
        rest = [card for card in DECK if card not in (*self.view.mine, *self.own)]
        rng.shuffle(rest)
        hands = {self.view.seat: self.view.mine}
        seats = [seat for seat in self.view.circle() if seat != self.view.seat]
        for seat, number in zip(seats, numbers, strict=True):
            kinds = chain(*([kind] * count for kind, count in possible.of.picks[number]))
            hands[seat] = tuple(self._take(rest, possible, kind) for kind in kinds)
        under = {seat: hands[seat][: self.view.thrown[seat] or 1] for seat in self._have_thrown()}
        hands |= {seat: tuple(c for c in hands[seat] if c not in away) for seat, away in under.items()}
        gone = (*self.own, *rest[: sum(map(sum, self._rounds)) - len(self.own)])
        return self.partida([hands[seat] for seat in range(self.view.seats)], gone, under)

    def _take(self, rest: list[Card], possible: Possible, kind: int) -> Card:
        """Removes the first card of a kind from `rest` and returns it; raises StopIteration if there is
        none."""
        card = next(card for card in rest if possible.of.kinds((card,), self.rules) == (kind,))
        rest.remove(card)
        return card

    def _have_thrown(self) -> list[Seat]:
        """Returns the seats that have thrown in the discard under way."""
        if self.view.fase is not Fase.DESCARTE:
            return []
        circle = self.view.circle()
        waiting = (
            self.view.turno if self.rules.discards_together else circle[circle.index(self.view.turno[0]) :]
        )
        return [seat for seat in circle if seat not in waiting]

    def partida(self, hands: Sequence[Hand], gone: Hand, under: Mapping[Seat, Hand]) -> Partida:
        """Returns a partida with these hands. `gone` are the discards, `under` those just thrown, by seat."""
        held = [[*hand, *under.get(seat, ())] for seat, hand in enumerate(hands)]
        own, others = list(self.own), [card for card in gone if card not in self.own]
        rounds: list[tuple[list[Hand], list[list[Card]]]] = []
        for counts in reversed(self._rounds):
            away: list[Hand] = []
            drawn = []
            for seat, count in enumerate(counts):
                stock = own if seat == self.view.seat and own else others
                away.append(tuple(stock.pop() for _ in range(count)))
                drawn.append(held[seat][:count])
                held[seat] = [*held[seat][count:], *away[-1]]
            rounds.insert(0, (away, drawn))
        replay = _Retelling(self.before, [tuple(hand) for hand in held], rounds)
        for word in self._said:
            replay.say(word)
        replay.arrive(self.view, under)
        return Partida.from_position(Position.of(replay.log, self.before))


class _Retelling(HandReplay):
    """A hand that is played again, with the cards thrown and drawn in each discard."""

    def __init__(
        self, mesa: State, hands: Sequence[Hand], rounds: list[tuple[list[Hand], list[list[Card]]]]
    ) -> None:
        """Deals the hands; `rounds` has the cards thrown and drawn by each seat in each discard."""
        super().__init__([], mesa)
        self._rounds = rounds
        self.follow(deal_hand(mesa, hands))

    def _discard(self) -> None:
        """Plays the next discard, if it is due and its cards are known."""
        if not isinstance(self.mesa.phase, Descarte) or not self._rounds:
            return
        away, drawn = self._rounds.pop(0)
        while isinstance(self.mesa.phase, Descarte):
            seat = awaited_seats(self.mesa)[0]
            self.follow(play(self.mesa, seat, Action(Voz.DESCARTA, cards=away[seat])))
        while (owed := cards_due(self.mesa)) is not None and owed.seat is not None:
            cards = drawn[owed.seat]
            self.follow(serve_cards(self.mesa, tuple(cards.pop(0) for _ in range(owed.count))))

    def say(self, word: Word) -> None:
        """Plays a word. First ends the time of R30 if it had run out in the view."""
        self._discard()
        while gracia(self.mesa) is not None and (
            word.fase is not self.mesa.fase or word.seat not in awaited_seats(self.mesa)
        ):
            self.follow(end_wait(self.mesa))
        self.follow(play(self.mesa, word.seat, word.action))

    def arrive(self, view: View, under: Mapping[Seat, Hand]) -> None:
        """Plays the events between the last word and the view."""
        self._discard()
        for seat in self.mesa.circle(self.mesa.mano):
            if seat in under:
                self.follow(play(self.mesa, seat, Action(Voz.DESCARTA, cards=under[seat])))
        if gracia(self.mesa) is not None and (self.mesa.fase, awaited_seats(self.mesa)) != (
            view.fase,
            view.turno,
        ):
            self.follow(end_wait(self.mesa))
