"""The rules as functions: the legal words, and the events that follow. It has no clock and no chance.

`decide` takes a player's word, `deal` and `serve` take cards, and `expire` ends a wait. Each returns events
for `evolve`, and raises Illegal if the rules forbid the step.
"""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import GESTURES, Action, Bando, Offer, Seat, Seats, Voz, Words, require_action
from musbot.game.cards import DECK, HAND_SIZE, Card, Hand
from musbot.game.envite import Envite
from musbot.game.errors import BadArgument, Fact, Illegal, UnknownSeat
from musbot.game.events import Dealt, Discarded, Event, GraciaOver, Said, Served
from musbot.game.evolve import evolve, fold
from musbot.game.miradas import decide_eyes
from musbot.game.modos import families
from musbot.game.record import record
from musbot.game.rules_base import RuleSet
from musbot.game.state import Reparto, Servir, State, Terminada, state_error

_THROWS = frozenset((Voz.DESCARTA, Voz.SERVIDO))
_DECK = frozenset(DECK)

Step = tuple[tuple[Event, ...], State]
"""Events, and the state after them."""


@record(frozen=True, slots=True)
class Due:
    """Cards that must be dealt or served before the next word."""

    seat: Seat | None
    """The seat to serve; None for a new hand."""
    count: int
    """The number of cards."""


def begin(
    rules: RuleSet,
    seats: int | None = None,
    mano: Seat = 0,
    juegos: tuple[int, ...] | None = None,
    piedras: tuple[int, ...] | None = None,
) -> tuple[Event, ...]:
    """Returns a tuple with the first event of a partida.

    `seats` is by default the fewest allowed, with stones as many as `juegos`; `mano`, the first mano, is not
    checked. `juegos` and `piedras` are each side's score, by default a new partida's. Raises Illegal for a
    wrong number of players (R16, R60, R70). Raises BadRules for a score with which no hand can begin, or
    a wrong number of sides (R52, R53, R60). Raises BadArgument unless `seats` is a whole number, and for
    rules of an unknown family.
    """
    if seats is None:
        seats = rules.players.start if juegos is None or rules.gathers else len(juegos)
    require_seats(rules, seats)
    return (families.begin(rules, seats, mano, juegos, piedras),)


def require_seats(rules: RuleSet, seats: int) -> None:
    """Raises Illegal for a number of players that cannot play (R16, R60, R70), BadArgument unless it is a
    whole number."""
    if type(seats) is not int:
        raise BadArgument("seats", seats, "a whole number")
    if seats not in rules.players:
        expected = "–".join(map(str, sorted({rules.players[0], rules.players[-1]})))
        raise Illegal("wrong-number", rules.seats_rule, {"expected": expected, "seats": seats})


def winner(mesa: State) -> Bando | None:
    """Returns the side that has won the partida; None before its last event (R53).

    Raises BadArgument for a value that is no State.
    """
    try:
        phase = mesa.phase
    except AttributeError as error:
        raise state_error(mesa, error) from None
    return phase.winner if type(phase) is Terminada else None


def awaited_seats(mesa: State) -> Seats:
    """Returns the seats whose word is awaited, in turn order, without seats that may only interrupt (R26).

    Raises BadArgument for a value that is no State.
    """
    try:
        return mesa.turno
    except AttributeError as error:
        raise state_error(mesa, error) from None


def offers(mesa: State, seat: Seat) -> Words:
    """Returns the words that a seat may say now, in some games also out of turn; empty if there are none.

    The words never depend on hidden cards. They do not include señas and looks. Raises UnknownSeat, or
    BadArgument for a value that is no State.
    """
    try:
        seats = mesa.seats
    except AttributeError as error:
        raise state_error(mesa, error) from None
    if seat not in range(seats):
        raise UnknownSeat(seat, seats)
    return mesa.offers(seat)


def allows(mesa: State, seat: Seat, action: Action) -> bool:
    """Returns whether a seat may say a word now, or an equivalent word that is offered (R90); False for señas
    and looks.

    For a discard only the number of cards counts. Raises UnknownSeat.
    """
    return offers(mesa, seat).allows(mesa.resolve_word(seat, action))


def decide(mesa: State, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Returns the event of a player's word, seña or look, and the events that follow from it.

    Raises Illegal with the broken rule, or BadArgument for a value that is no Action or no State.
    """
    return play(mesa, seat, action)[0]


def play(mesa: State, seat: Seat, action: Action) -> Step:
    """Returns a player's event (a word, seña or look), the events that follow, and the state after them.

    `mesa` stays unchanged. Raises Illegal with the broken rule, or BadArgument for a value that is no Action
    or no State. Whether the table has the seat is not checked.
    """
    try:
        resolve_word = mesa.resolve_word
    except AttributeError as error:
        raise state_error(mesa, error) from None
    action = resolve_word(seat, require_action(action))
    voz = action.voz
    offer = mesa.offers(seat).by_voz.get(voz)
    if offer is None or not offer.covers(action):
        return _apply_unoffered(mesa, seat, action, offer)
    if voz in _THROWS:
        _check_thrown(mesa.cards[seat], action.cards, mesa.rules.draw_rule)
        return follow(mesa, Discarded(seat, action.cards))
    return follow(mesa, Said(seat, action))


def _apply_unoffered(mesa: State, seat: Seat, action: Action, offer: Offer | None) -> Step:
    """Returns the event of a seña or a look, and the state after it.

    Raises Illegal for a seña or a look that is not allowed, and for any other word. `offer` is the offer of
    that word, whose bounds the action breaks; None if the word is not offered.
    """
    if action.voz not in GESTURES:
        raise _refusal(mesa, seat, action, offer)
    event = decide_eyes(mesa, seat, action)
    return (event,), evolve(mesa, event)


def cards_due(mesa: State) -> Due | None:
    """Returns the cards that must be dealt or served next; None if there are none.

    For a deal it has no seat. After a discard the first seat from the mano that is due cards gets all of them
    (R23). It gets at most the cards of the pile. If cards are served one at a time (R22), the seat that is
    due most gets 1; of equal seats the first.
    """
    phase = mesa.phase
    if isinstance(phase, Reparto):
        return Due(None, sum(mesa.hand_sizes()))
    if isinstance(phase, Servir):
        if mesa.one_by_one():
            return Due(max(mesa.circle(mesa.mano), key=lambda seat: phase.due[seat]), 1)
        seat = next(seat for seat in mesa.circle(mesa.mano) if phase.due[seat])
        return Due(seat, min(phase.due[seat], mesa.pile_size()))
    return None


def next_mano(mesa: State) -> Seat:
    """Returns the mano of the next hand: the next seat that is dealt cards (R17, R87).

    Before the first hand it is the first mano itself, if it is dealt cards.
    """
    first = (mesa.mano + 1) % mesa.seats if mesa.hand else mesa.mano
    sizes = mesa.hand_sizes()
    while not sizes[first]:
        first = (first + 1) % mesa.seats
    return first


def deal(mesa: State, cards: Sequence[Hand], visto: tuple[Seat, Card] | None = None) -> tuple[Event, ...]:
    """Returns the deal of a hand and the events that follow from it (R20).

    `visto` is a seat and its card dealt face up (R24). Raises Illegal if no deal is due, or for cards or a
    `visto` that the rules do not allow.
    """
    return deal_hand(mesa, cards, visto)[0]


def deal_hand(mesa: State, cards: Sequence[Hand], visto: tuple[Seat, Card] | None = None) -> Step:
    """Returns the events of a deal and the state after them.

    Raises Illegal if no deal is due, and for wrong numbers of cards, or an unknown or repeated card. Raises
    it also for a `visto` that is not among its seat's cards, or that the game does not have.
    """
    if not isinstance(mesa.phase, Reparto):
        raise Illegal("no-deal-due", mesa.rules.deal_rule)
    together = [c for hand in cards for c in hand]
    dealt = tuple(map(len, cards))
    if dealt != mesa.hand_sizes():
        due, rule = mesa.rules.cards, mesa.rules.deal_rule
        raise Illegal(
            "wrong-deal", rule, {"seats": mesa.seats, "cards": due, "dealt": "-".join(map(str, dealt))}
        )
    _check_cards(together, _DECK)
    if visto is not None and mesa.rules.cards > HAND_SIZE:
        raise Illegal("no-visto", mesa.rules.deal_rule)
    if visto is not None and visto[1] not in cards[visto[0]]:
        raise Illegal("not-your-card", "R24", {"card": str(visto[1])})
    return follow(mesa, Dealt(mesa.hand + 1, next_mano(mesa), tuple(cards), visto))


def serve(mesa: State, cards: Hand, visto: Card | None = None) -> tuple[Event, ...]:
    """Returns the event in which the next player receives cards of the pile (R22), and the events that
    follow.

    `visto` is the card of these that is served face up (R105). Raises Illegal if no cards are due, or for
    cards or a `visto` that the rules do not allow.
    """
    return serve_cards(mesa, cards, visto)[0]


def serve_cards(mesa: State, cards: Hand, visto: Card | None = None) -> Step:
    """Returns the events of serving cards and the state after them.

    Raises Illegal if no cards are due after a discard, and for a wrong number of cards. Raises it for a card
    that is not in the pile or given twice. Raises it for a `visto` that is not allowed (R105).
    """
    owed = cards_due(mesa)
    if owed is None or owed.seat is None:
        raise Illegal("no-deal-due", mesa.rules.draw_rule)
    if len(cards) != owed.count:
        raise Illegal("wrong-cards", mesa.rules.draw_rule, {"expected": owed.count})
    _check_cards(cards, _DECK - mesa.cards_away())
    if visto is not None:
        _check_visto(mesa, cards, visto)
    return follow(mesa, Served(owed.seat, cards, visto))


def _check_visto(mesa: State, cards: Hand, visto: Card) -> None:
    """Raises Illegal unless `visto`, one of the `cards` now served, may be served face up (R105).

    The rules must allow it; no other card may have been served face up since this discard; and the lances
    must not follow once all cards are served.
    """
    phase = mesa.require_phase(Servir)
    if not mesa.rules.visto_when_served:
        raise Illegal("no-visto-served", "R105")
    if phase.last:
        raise Illegal("no-visto-in-last", "R105")
    if phase.visto is not None:
        raise Illegal("visto-already", "R105", {"card": str(phase.visto[1])})
    if visto not in cards:
        raise Illegal("not-your-card", "R105", {"card": str(visto)})


def expire(mesa: State) -> tuple[Event, ...]:
    """Returns the end of the wait for a partner and the events that follow from it (R30); raises Illegal
    without a wait."""
    return end_wait(mesa)[0]


def end_wait(mesa: State) -> Step:
    """Ends the wait for a partner, whose best answer so far counts (R30); returns the events and the state
    after them.

    Raises Illegal without a wait.
    """
    if gracia(mesa) is None:
        turn = awaited_seats(mesa)
        raise Illegal("no-wait", "R30", {"turn": turn} if turn else None)
    return follow(mesa, GraciaOver())


def gracia(mesa: State) -> Seat | None:
    """Returns the seat whose answer counts after `rules.gracia` seconds; None if there is no wait (R30)."""
    return mesa.gracia()


def _check_thrown(mine: Hand, thrown: Hand, rule: str) -> None:
    """Raises Illegal if a player throws a card that they do not hold, or one twice."""
    for place, c in enumerate(thrown):
        if c not in mine:
            raise Illegal("not-your-card", rule, {"card": str(c)})
        if c in thrown[:place]:
            raise Illegal("card-twice", rule, {"card": str(c)})


def _wrong_amount(offer: Offer, rule: str) -> Illegal:
    """Returns the error for a word with a wrong number of stones, piedras or cards.

    `offer` gives the allowed numbers, `rule` the number of the violated rule.
    """
    if offer.least == offer.most:
        one = offer.voz is Voz.DESCARTA
        return Illegal("one-card", rule) if one else Illegal("exact-amount", rule, {"exact": offer.least})
    facts = {"least": offer.least} | ({} if offer.most is None else {"most": offer.most})
    return Illegal("wrong-amount", rule, facts)


def _refusal(mesa: State, seat: Seat, action: Action, offer: Offer | None) -> Illegal:
    """Returns the most helpful error for a word that a seat may not say now.

    For an offered word with a wrong number it names the bounds. For another word of an awaited seat it names
    the offered words. Otherwise it says why the seat is not awaited, with the seats to speak, if there are
    any.
    """
    if offer is not None and offer.most != 0:
        return _wrong_amount(offer, mesa.rule(action.voz))
    turn = awaited_seats(mesa)
    if not turn:
        return Illegal("nothing-asked", "R53" if winner(mesa) is not None else "R37")
    if seat in turn:
        words = tuple(offer.voz.value for offer in offers(mesa, seat))
        return Illegal("not-now", mesa.rule(action.voz), {"word": str(action), "words": words})
    if isinstance(mesa.phase, Envite):
        if seat not in mesa.playing_seats() and seat not in mesa.phase.speakers:
            return Illegal("no-stones", "R60", {"turn": turn})
        if seat not in mesa.phase.speakers:
            return Illegal(f"no-{mesa.phase.lance}", "R13", {"turn": turn})
        if seat in mesa.phase.out:
            return Illegal("out-of-lance", mesa.out_rule(), {"turn": turn})
    if (bound := mesa.binding_rule(seat)) is not None:
        return Illegal("already-said", bound, {"turn": turn})
    return Illegal("not-your-turn", mesa.rule(), {"turn": turn})


def _check_cards(cards: Sequence[Card], allowed: frozenset[Card]) -> None:
    """Raises Illegal if a card occurs twice or is not among the `allowed` ones."""
    if len(set(cards)) == len(cards) and allowed.issuperset(cards):
        return
    wrong = next(n for n, c in enumerate(cards) if c in cards[:n] or c not in allowed)
    facts: dict[str, Fact] = {"card": str(cards[wrong])}
    if cards[wrong] in cards[:wrong]:
        raise Illegal("card-twice", "R1", facts)
    raise Illegal("not-in-pile", "R23", facts)


def follow(mesa: State, event: Event) -> Step:
    """Returns an event with its consequences, and the state after them. They end when a word or cards are
    awaited, or the partida is over.

    `mesa` stays unchanged. The event must be legal: `fold` raises BadEvent for some events that cannot
    follow, not for every one.
    """
    events = [event]
    now = mesa.draft()
    fold(now, event)
    while (follows := now.next_event()) is not None:
        events.append(follows)
        fold(now, follows)
    return tuple(events), now.seal()
