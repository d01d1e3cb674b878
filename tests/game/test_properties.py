"""What holds at every moment of every partida: thousands of random hands under every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache, reduce
from itertools import chain
from random import Random
from typing import Any

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Card
from musbot.game.engine import awaited, decide, due, offers, winner
from musbot.game.errors import Fact, Illegal
from musbot.game.events import Dealt, Discarded, Event, JuegoWon, Paid, Por, Said, Served, Shown
from musbot.game.evolve import evolve
from musbot.game.mesa import Descarte, Mesa, Servir
from musbot.game.rules import rule_set
from musbot.game.views import heard, observe
from musbot.texts import LANGUAGES, Texts
from tests.game.playing import NAMES
from tests.game.random_partidas import Step, each_of_mus, each_rule_set, partidas

# ---- the state, the log, the score --------------------------------------------------------------------


def whole(mesa: Mesa) -> bool:
    """Whether the forty cards are all there, once each, and every hand has four when it should."""
    thrown: tuple[Any, ...] = ()
    if isinstance(mesa.phase, Descarte | Servir):
        thrown = tuple(c for hand in mesa.phase.thrown if hand for c in hand)
    elif any(len(hand) != 4 for hand in mesa.cards):
        return False
    everywhere = [*chain.from_iterable(mesa.cards), *mesa.discards, *thrown, *mesa.pile()]
    return len(everywhere) == 40 and set(everywhere) == set(DECK)


def awaits(mesa: Mesa) -> list[bool]:
    """Whether somebody's word is awaited, cards are due, the partida is over."""
    return [bool(awaited(mesa)), due(mesa) is not None, winner(mesa) is not None]


class Score:
    """The score kept aside, from the payments alone (R44, R52, R53, R55)."""

    def __init__(self, mesa: Mesa) -> None:
        self.rules = mesa.rules
        self.piedras, self.juegos, self.vacas = list(mesa.piedras), list(mesa.juegos), [0, 0]
        self.won = False

    def hear(self, event: Event) -> None:
        if isinstance(event, Paid):
            assert event.piedras > 0 or event.por is Por.ORDAGO
            self.piedras[event.bando] += event.piedras
        elif isinstance(event, JuegoWon):
            self.won = True
            self.juegos[event.bando] += 1
            self.vacas[event.bando] += self.juegos[event.bando] == self.rules.juegos
        elif isinstance(event, Dealt) and self.won:
            self.won, self.piedras = False, [0, 0]
            if self.rules.juegos in self.juegos:
                self.juegos = [0, 0]

    def of(self, mesa: Mesa) -> bool:
        """Whether this is what the table says."""
        told = [list(mesa.piedras), list(mesa.juegos), list(mesa.vacas)]
        return told == [self.piedras, self.juegos, self.vacas]


def always(steps: Iterator[Step], rng: Random) -> None:
    answered: set[tuple[Seat, int]] = set()
    first, score, last, log = None, None, None, []
    for step in steps:
        first, last = first or step.before, step.after
        score = score or Score(first)
        for before, event, after in step.states:
            score.hear(event)
            log.append(event)
            assert score.of(after)
            assert whole(after)
            assert before.question <= after.question
        assert sum(awaits(last)) == 1
        assert winner(last) is None or last.rules.vacas in score.vacas
        if step.seat is not None:
            assert (step.seat, step.before.question) not in answered
            answered.add((step.seat, step.before.question))
    assert reduce(evolve, log, first) == last


@each_of_mus
def test_the_state_the_log_and_the_score_always_agree(name: str):
    """Until the end words are awaited or cards are due; the deck is whole, the score the sum of the payments.

    The log folds to the same state, and nobody answers a question twice.
    """
    seen = partidas(name, 20, always)
    assert seen["HandEnded"] > 60
    for happened in ("Reshuffled", "Served", "JuegoWon", "over", Por.ENVITE, Por.DEJE, Por.ORDAGO):
        assert seen[happened] > 0, happened


# ---- what is offered ----------------------------------------------------------------------------------


Refusal = tuple[str, str, tuple[tuple[str, Fact], ...]]


def refusal(mesa: Mesa, seat: Seat, action: Action) -> Refusal | None:
    """Why an action is refused, or None when it is accepted as it is."""
    try:
        events = decide(mesa, seat, action)
    except Illegal as refused:
        return refused.reason, refused.rule, tuple(refused.facts.items())
    assert events[0] in (Said(seat, action), Discarded(seat, action.cards))
    return None


@cache
def told(reason: str, rule: str, facts: tuple[tuple[str, Fact], ...]) -> bool:
    """Whether a player of every language is told why."""
    return all(Texts(language).illegal(Illegal(reason, rule, dict(facts)), NAMES) for language in LANGUAGES)


_AMOUNTS = {Voz.ENVIDO: (-1, 1, 2, 99), Voz.MAS: (0, 1, 99), Voz.ACEPTO: (0, 1, 2, 99)}


def tries(mesa: Mesa, seat: Seat, rng: Random) -> Iterator[tuple[Action, bool]]:
    """Yields every word, and some with what they do not take; and whether the cards thrown are one's own."""
    own = mesa.cards[seat] if mesa.cards else ()
    others = [c for c in DECK if c not in own] or [*DECK]
    for voz in Voz:
        yield from ((Action(voz, n), True) for n in _AMOUNTS.get(voz, (0, 1)))
        yield Action(voz, cards=own[: rng.randint(0, 4)]), True
        yield Action(voz, cards=(*own[:2], rng.choice(others))), False
        yield Action(voz, cards=own[:1] * 2), len(own) == 0


def offered(steps: Iterator[Step], rng: Random) -> None:
    for step in steps:
        mesa = step.after
        if rng.random() < 0.95:
            continue
        for seat in {*awaited(mesa)[-1:], rng.randrange(mesa.seats)}:
            offer = offers(mesa, seat)
            assert offer or seat not in awaited(mesa)
            for action, own in tries(mesa, seat, rng):
                allowed = own and any(o.covers(action) for o in offer)
                refused = refusal(mesa, seat, action)
                assert allowed == (refused is None), (seat, action)
                assert refused is None or told(*refused)


@each_rule_set
def test_what_is_offered_is_accepted_and_all_else_refused_with_its_words(name: str):
    assert partidas(name, 8, offered)["Said"] > 300


# ---- what is hidden -----------------------------------------------------------------------------------


def exchanged(mesa: Mesa, seat: Seat | None, rng: Random) -> Mesa:
    """The same table with other cards wherever that seat cannot see: in the other hands and in the pile."""
    others = [s for s in range(mesa.seats) if s != seat]
    hidden = [*chain.from_iterable(mesa.cards[s] for s in others), *mesa.pile()]
    rng.shuffle(hidden)
    cards = list(mesa.cards)
    for s in others:
        cards[s] = tuple(hidden.pop() for _ in cards[s])
    return replace(mesa, cards=tuple(cards))


def cards_in(thing: object) -> Iterator[Card]:
    """Yields every card anywhere in what was heard."""
    if isinstance(thing, Card):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from cards_in(part)
    elif is_dataclass(thing):
        for part in fields(thing):
            yield from cards_in(getattr(thing, part.name))


def own(before: Mesa, event: Event, after: Mesa, seat: Seat | None) -> set[Card]:
    """The cards that a seat may hear of in an event."""
    if isinstance(event, Shown):
        return set(chain.from_iterable(event.cards))
    face_up = {event.visto[1]} if isinstance(event, Dealt) and event.visto else set()
    if seat is None:
        return face_up
    return face_up | {c for mesa in (before, after) if mesa.cards for c in mesa.cards[seat]}


def got(event: Event, seat: Seat) -> set[Card]:
    """The cards that a seat is dealt, is served or throws."""
    if isinstance(event, Dealt):
        return set(event.cards[seat])
    return set(event.cards) if isinstance(event, Served | Discarded) and event.seat == seat else set()


def secret(steps: Iterator[Step], rng: Random) -> None:
    for step in steps:
        for before, event, after in step.states:
            for seat in (None, *range(after.seats)):
                learnt = set(cards_in(heard(event, seat, after.rules)))
                assert learnt <= own(before, event, after, seat)
                assert seat is None or learnt >= got(event, seat)
            if after.cards and not after.shown:
                seat = rng.choice((None, *range(after.seats)))
                other = exchanged(after, seat, rng)
                assert observe(other, seat) == observe(after, seat)
                if seat is not None and rng.random() < 0.2:
                    action = Action(rng.choice(list(Voz)), cards=tuple(rng.sample(DECK, 2)))
                    assert refusal(other, seat, action) == refusal(after, seat, action)


@each_rule_set
def test_nobody_sees_or_hears_of_a_card_of_another_before_all_are_shown(name: str):
    """Whatever cards the others hold, a seat sees the same; what it hears holds no card but its own."""
    seen = partidas(name, 8, secret)
    assert min(seen["Dealt"], seen["Shown"]) > 20
    assert seen["Served"] > 20 or rule_set(name).stones
