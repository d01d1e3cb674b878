"""What a programmer passes by mistake is refused with what was expected; several ways to write one thing
do."""

from __future__ import annotations

import ast
import math
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import musbot.game
from musbot.game import (
    Action,
    BadRules,
    Baraja,
    Card,
    Illegal,
    MusError,
    MusRules,
    Partida,
    Position,
    Sena,
    Voz,
    awaited_seats,
    card,
    cards,
    evolve,
    observe,
    offers,
    play,
    rule_set,
    winner,
    worth,
)
from musbot.game.rule_sets import read_rules
from musbot.players import PLAYERS, NotAsked, cautious, play_out
from tests.support import random_partidas
from tests.support.random_partidas import each_rule_set

HAND = "12o 3c 11b 1e"
LINE = "mus1 vitoria/2 4o5c6b7e/1o5o10c11b/4c6o10o12o/2o7o11o5e"
RULES = r"expected a rule set, such as rule_set\('vitoria'\)"
SEATS = "expected one from 0 to 3"
SEED = "expected 32 bytes, or for a Partida a number"


def vitoria(*words: str) -> Partida:
    """Returns a partida in which these words have been said."""
    partida = Partida("vitoria", seed=1)
    for word in words:
        partida.say(word)
    return partida


def discard(thrown: Any) -> Action:
    """Returns a discard of what may be no cards."""
    return Action(Voz.DESCARTA, cards=thrown)


class Mute:
    """A player that returns words as text."""

    def choose(self, view: object) -> str:
        return "mus"

    def gesture(self, view: object) -> None:
        return None


class Still:
    """A player without gestures."""

    choose = Mute.choose


def out(
    rules: Any = "vitoria", players: Any = None, baraja: Any = None, rng: Any = None, hands: Any = 1
) -> Any:
    """Plays a hand among `azar`, with one argument of one's own."""
    chance = Random(1)
    four = [PLAYERS["azar"](chance) for _ in range(4)]
    return play_out(
        rules, four if players is None else players, baraja or Baraja(bytes(32), "mesa"), rng or chance, hands
    )


NO_MAPPING: tuple[Any, ...] = ("piedras=30", "", [], 0, False)
Refused = list[tuple[Callable[[Any], object], Any, str]]
WRONG: Refused = [
    (Partida, None, f"^rules = None: {RULES}"),
    (Partida, MusRules, f"^rules = <class .*: {RULES}"),
    *((lambda it: Partida("vitoria", mano=it), mano, SEATS) for mano in (9, -1, "Ane", 1.0, None, True)),
    *((lambda it: Partida("vitoria", seats=it), n, f"^seats = {n!r}: expected a whole") for n in ("4", 4.0)),
    (lambda it: Partida(seed=it), 1.5, f"^a seed of type float: {SEED}"),
    (lambda it: Partida(seed=it), "x", f"^a seed of type str: {SEED}"),
    (lambda it: Partida.from_position(LINE, seed=it), 1.5, f"^a seed of type float: {SEED}"),
    (lambda it: Baraja(it, "mesa"), 5, f"^a seed of type int: {SEED}"),
    (lambda it: Baraja(bytes(32), it), 7, "^table = 7: expected the id of the table, a text"),
    (lambda it: Baraja(bytes(32), "mesa", it), "ane", "^words = 'ane': expected a list of texts"),
    *(
        (lambda it: Baraja(bytes(32), "mesa", cut=it), cut, "^cut = .*: expected a number from 1 to 40")
        for cut in (0, 99, "7")
    ),
    (lambda it: Baraja(bytes(32), "mesa").sorteo(rule_set("vitoria"), it), 0, r"^wrong-number \(R16\)"),
    (Partida.from_position, None, "^a value of type NoneType: expected a position as a line of text"),
    (Partida.from_position, vitoria(), "^a value of type Partida: expected a position"),
    (Position.read, 5, "^a value of type int: expected a position"),
    (lambda it: Partida(seed=it), True, f"^a seed of type bool: {SEED}"),
    (Partida, "vitoria/99", r"^'vitoria/99' is no edition: expected one of vitoria/1, vitoria/2$"),
    *((vitoria().view, seat, f"^seat {seat!r}: {SEATS}") for seat in (1.0, "1", True)),
    *((called, 7, "^mesa = 7: expected a State") for called in (awaited_seats, observe, winner)),
    (lambda it: offers(it, 0), 7, "^mesa = 7: expected a State"),
    (lambda it: play(it, 0, Action(Voz.MUS)), "x", "^mesa = 'x': expected a State"),
    (lambda it: evolve(it, vitoria().log[0]), 7, "^mesa = 7: expected a State"),
    (lambda it: evolve(vitoria().mesa, it), "x", "^a value of type str: expected an event of musbot.game.ev"),
    (lambda it: evolve(None, it), 7, "^int before the partida began"),
    (Position.of, 7, "^events = 7: expected the events of a partida"),
    *((vitoria().may_say, seat, f"^seat {seat!r}: {SEATS}") for seat in (1.0, None)),
    (lambda it: observe(vitoria().mesa, it), -1, f"^seat -1: {SEATS}"),
    (lambda it: offers(vitoria().mesa, it), 9, f"^seat 9: {SEATS}"),
    *((vitoria().actions, it, "^bets = .*: expected whole numbers") for it in (5, ("5",), (2.5,))),
    (vitoria().view(0).actions, ("5",), r"^bets = \('5',\): expected whole numbers"),
    (vitoria().words.allows, "mus", "^word = 'mus': expected an Action or a Voz"),
    (vitoria().say, Action("mus"), "^voz = 'mus': expected a Voz"),  # type: ignore[arg-type]
    *((vitoria("no mus").say, Action(Voz.ENVIDO, n), "^n = .*: expected a whole") for n in ("5", 2.0)),  # type: ignore[arg-type]
    *(
        (vitoria(*["mus"] * 4).say, thrown, "^cards = .*: expected a tuple of Cards")
        for thrown in map(discard, ("12c", ("12c",), [card("12c")], None))
    ),
    (vitoria().say, Action(Voz.SENA, sena="duples"), "^sena = 'duples': expected a Sena"),  # type: ignore[arg-type]
    (vitoria().say, Action(Voz.MIRO, seat="1"), "^seat = '1': expected the number of a seat"),  # type: ignore[arg-type]
    (lambda it: play(vitoria().mesa, 0, it), Voz.MUS, "^action = <Voz.MUS.*: expected an Action"),
    (lambda it: out(players=it), 4, "^players = 4: expected a list of players, such as PLAYERS"),
    (lambda it: worth(it, "vitoria"), [], "^no cards: expected 4 different ones$"),
    (lambda it: worth(it, "vitoria"), "12o", "^1 card, 12o: expected 4 different ones$"),
    (rule_set, "vitoria/99", "^'vitoria/99' is no edition: expected one of vitoria/1, vitoria/2$"),
    (rule_set, "lugo/1", "^'lugo' is no rule set: expected one of parejas"),
    (lambda it: worth(it, "vitoria"), None, "^cards = None: expected cards such as"),
    (lambda it: worth(it, "vitoria"), [12, 3, 11, 1], "^12: expected a card such as"),
    (lambda it: worth(it, "vitoria"), [Card(13, "o")] * 4, r"^Card\(13o\): expected a card such as"),
    (lambda it: worth(HAND, it), None, f"^rules = None: {RULES}"),
    (card, 5, "^5: expected a card such as"),
    (cards, 5, "^cards = 5: expected cards such as"),
    (rule_set, rule_set("vitoria"), r"^name = MusRules.*…: expected the name of a rule set"),
    *(
        (lambda it: rule_set("vitoria", it), changes, "^changes = .*: expected values by field")
        for changes in NO_MAPPING
    ),
    (lambda it: rule_set("vitoria/1", it), [], r"^changes = \[\]: expected values by field"),
    (rule_set("frances").with_changes, 5, "^changes = 5: expected values by field"),
    (MusRules, 5, "^name = 5: expected a text"),
    (out, "casa", "^'casa' is no rule set: expected one of parejas"),
    (
        lambda it: out(players=it),
        ["novato"] * 4,
        r"^players\[0\] = 'novato': expected an object with choose\(view\) and gesture\(view\), such as",
    ),
    *(
        (
            lambda it: out(players=it),
            [PLAYERS["azar"](Random(1))] * n,
            rf"^wrong-number \(R16\): .*seats={n}$",
        )
        for n in (0, 3)
    ),
    *((PLAYERS[name], 7, "^rng = 7: expected a generator") for name in PLAYERS),
    *((PLAYERS[name](Random(1)).choose, "x", "^view = 'x': expected a View") for name in PLAYERS),
    (lambda it: cautious(it, Random(1)), "x", "^view = 'x': expected a View"),
    (
        lambda it: out(players=it),
        [PLAYERS["azar"]] * 4,
        r"^players\[0\] = <class .*: expected an object with choose",
    ),
    (
        lambda it: out(players=it),
        [*(PLAYERS["azar"](Random(1)) for _ in range(2)), Still(), Still()],
        r"^players\[2\] = <.*Still.*>: expected an object with gesture\(view\), such as PLAYERS",
    ),
    (lambda it: out(players=it), [Mute()] * 4, r"^action = 'mus': expected an Action, .* view\.actions\(\)"),
    (lambda it: out(baraja=it), bytes([7]) * 32, "^baraja = <class 'bytes'>: expected a Baraja"),
    (lambda it: out(rng=it), 1, "^rng = 1: expected a generator"),
    *(
        (lambda it: out(hands=it), hands, "^hands = .*: expected a whole number from 1")
        for hands in (-1, "5", True)
    ),
]
"""What is called, what it is given, and what is said of it."""

VAST = 10**5000
"""A number that Python does not write (`sys.get_int_max_str_digits`)."""
VAST_CALLS: list[Callable[[], object]] = [
    lambda: vitoria("no mus").say(Action(Voz.ENVIDO, VAST)),
    lambda: vitoria("no mus").say(Action(Voz.ENVIDO, -VAST)),
    lambda: vitoria("no mus").say(Action(Voz.ENVIDO, 10**100)),
    lambda: vitoria("no mus").say(f"envido 1{'0' * 5000}"),
    lambda: vitoria().say(VAST),  # type: ignore[arg-type]
    lambda: vitoria().say("mus", VAST),
    lambda: vitoria().say(Action(Voz.MIRO, seat=VAST)),
    lambda: vitoria("no mus").actions(bets=(VAST,)),
    lambda: vitoria().view(VAST),
    lambda: Partida("vitoria", seed=VAST),
    lambda: Partida("vitoria", seats=VAST),
    lambda: Partida("vitoria", mano=VAST),
    lambda: Partida(VAST),  # type: ignore[arg-type]
    lambda: Partida.from_position(VAST),  # type: ignore[arg-type]
    lambda: Partida.from_position(f"{LINE} hand=1{'0' * 5000}"),
    lambda: rule_set("vitoria", {"piedras": VAST}),
    lambda: rule_set(f"vitoria/1{'0' * 5000}"),
    lambda: worth([VAST], "vitoria"),  # type: ignore[list-item]
    lambda: worth("1" + "0" * 5000, "vitoria"),
    lambda: Baraja(bytes(32), "mesa", cut=VAST),
    lambda: out(hands=-VAST),
    lambda: out(rng=VAST),
]


@pytest.mark.parametrize("called", VAST_CALLS)
def test_a_number_of_thousands_of_digits_is_refused_in_a_short_line(called: Callable[[], object]):
    with pytest.raises(MusError) as raised:
        called()
    assert len(str(raised.value)) < 400


class Brave(Mute):
    """A player that says a word which is not allowed."""

    def choose(self, view: object) -> Any:
        return Action(Voz.PASO)


class Restless(Mute):
    """A player that returns a look as its word."""

    def choose(self, view: object) -> Any:
        return Action(Voz.MIRO, seat=2)


class Talker(Mute):
    """A player that returns a word as its gesture."""

    def gesture(self, view: object) -> Any:
        return Action(Voz.NO_MUS)


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (Restless(), "^choose = 'miro': expected a word that is offered"),
        (Talker(), "^gesture = 'no mus': expected a seña, a look or None"),
    ],
)
def test_each_method_of_a_player_returns_its_own_kind_of_action(player: Any, told: str):
    with pytest.raises(MusError, match=told):
        out(players=[player] * 4)


@pytest.mark.parametrize("kind", sorted(PLAYERS))
def test_no_player_speaks_for_a_seat_that_is_not_asked(kind: str):
    for view in (vitoria().view(1), vitoria().view()):
        with pytest.raises(NotAsked):
            PLAYERS[kind](Random(1)).choose(view)


def test_bets_may_be_any_iterable_of_numbers():
    partida = vitoria("no mus")
    assert partida.actions(map(int, ("2", "5"))) == partida.actions((2, 5))  # type: ignore[arg-type]


def test_a_deal_of_too_few_cards_says_how_many_each_seat_got():
    with pytest.raises(Illegal, match=r"^wrong-deal \(R20\): .*dealt=4-3-4-4$"):
        Partida.from_position(LINE.replace("1o5o10c11b", "1o5o10c"))


def test_a_word_of_an_action_that_is_a_text_can_be_printed():
    assert str(Action("paso")) == "paso"  # type: ignore[arg-type]


def test_an_error_at_a_player_s_turn_names_the_player():
    azar = PLAYERS["azar"](Random(1))
    with pytest.raises(Illegal) as raised:
        out(players=[azar, Brave(), azar, azar])
    assert raised.value.__notes__ == ["at the turn of players[1], a Brave"]


@pytest.mark.parametrize(("called", "given", "told"), WRONG)
def test_a_wrong_argument_is_refused_with_what_was_expected(
    called: Callable[[Any], object], given: Any, told: str
):
    with pytest.raises(MusError, match=told):
        called(given)


def test_cards_are_given_as_a_text_as_texts_or_as_cards():
    hand = cards(HAND)
    assert cards(HAND.split()) == cards(list(hand)) == hand == tuple(map(card, hand))
    assert (
        worth(HAND.split(), "vitoria")
        == worth([hand[0], "3c", *hand[2:]], "vitoria")
        == worth(HAND, "vitoria")
    )


def test_a_rule_set_takes_the_text_of_an_enum_s_value():
    figura: Any = rule_set("vitoria", {"real": "figura"})
    assert replace(figura.named_set(), real="figura") == figura
    assert not replace(figura, senas=False).signs
    with pytest.raises(MusError, match=r"^real = 'sota': expected no or figura or rey \(R15\)$"):
        replace(figura, real="sota")


@each_rule_set
def test_a_value_of_a_wrong_type_is_refused_with_the_values_of_its_field(name: str):
    rules = rule_set(name)
    saved = rules.as_dict()
    ways: list[Callable[[dict[str, Any]], object]] = [
        rules.with_changes,
        lambda change: replace(rules, **change),
        lambda change: rule_set(name, change),
        lambda change: read_rules(saved | change),
    ]
    for field, kind in rules.fields.items():
        expected = f"expected {kind.describe_valid()} ({kind.rule})"
        for value in ([], ["no"], {}, {"no": 1}, {1}, b"no", object(), None, "sota", math.nan, 3j):
            for change in ways:
                with pytest.raises(BadRules, match=re.escape(f"{field} = {value!r}: {expected}")):
                    change({field: value})


@pytest.mark.parametrize("name", [[], None, 5, b"casa"])
def test_saved_rules_with_a_name_that_is_no_text_are_refused(name: Any):
    with pytest.raises(BadRules, match=f"^name = {re.escape(repr(name))}: expected a text$"):
        read_rules(rule_set("vitoria").as_dict() | {"name": name})


def test_a_partida_is_played_out_by_the_name_of_its_rules():
    assert out("vitoria") == out(rule_set("vitoria"))


def test_a_refusal_of_a_look_or_a_seña_says_what_was_expected():
    partida = Partida.from_position("mus1 castellano-40/1 12o12c4o5c/1o5o10c11b/4c6o10o11o/2o7o11e5e", seed=1)
    with pytest.raises(MusError, match=r"^no-sena-now \(R57\): senas=\('ciego', "):
        partida.say(Action(Voz.SENA))
    for _ in range(4):
        partida.say("mus")
    with pytest.raises(MusError, match=r"^no-sena-now \(R57\): fase=descarte$"):
        partida.say(Action(Voz.SENA, sena=Sena.DOS_REYES), 0)


def test_a_partida_is_played_by_an_edition_of_its_rules():
    assert Partida("vitoria/2", seed=1) == Partida("vitoria", seed=1)
    assert Partida("vitoria/1", seed=1).mesa.rules != Partida("vitoria", seed=1).mesa.rules


def test_fields_of_an_earlier_edition_are_changed():
    changed = rule_set("vitoria/1", {"piedras": 30})
    assert (changed.name, changed.piedras) == ("vitoria", 30)
    assert (
        changed.with_changes({"piedras": 40})
        == Partida("vitoria/1", seed=1).mesa.rules
        == rule_set("vitoria/1")
    )
    assert rule_set("vitoria/2") == rule_set("vitoria")


def test_no_refusal_names_a_fact_without_its_value():
    assert {"card-twice", "no-wait", "not-now"} <= {reason for reason, _ in facts_written()}
    assert [
        reason for reason, fact in facts_written() if isinstance(fact, ast.Constant) and not fact.value
    ] == []
    over = Partida(rule_set("vitoria", {"juegos": 1}), seed=1)
    for word in ("no mus", "órdago", "quiero"):
        over.say(word)
    with pytest.raises(MusError, match=r"^no-wait \(R30\)$"):
        over.wait()


def facts_written() -> list[tuple[str, ast.expr]]:
    """Returns the facts of each Illegal that the source of the game makes, with its reason."""
    found = []
    for file in Path(musbot.game.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("Illegal"), [ast.Constant(str(reason)), _, facts]):
                    dicts = [it for it in ast.walk(facts) if isinstance(it, ast.Dict)]
                    found += [(reason, value) for it in dicts for value in it.values]
    return found


@each_rule_set
def test_every_word_that_is_offered_can_be_said_bare_or_is_refused_with_what_it_needs(name: str):
    rng, needed = Random(name), set[Voz]()
    partida = Partida(name, seed=rng.randbytes(32))
    while partida.turno and partida.mesa.hand < 9:
        for offer in partida.words:
            reasons = {refusal(partida, bare) for bare in (offer.voz, offer.voz.value)}
            assert reasons <= {None} or reasons <= {"wrong-amount", "exact-amount", "one-card"}
            needed.update([offer.voz] if None not in reasons else [])
        seat, said = random_partidas.word(partida.mesa, rng)
        partida.say(said, seat)
    with_stones = {Voz.ACEPTO, Voz.ENVIDO} if partida.mesa.rules.plays_alone else set()
    assert {Voz.DESCARTA, Voz.MAS} <= needed <= {Voz.DESCARTA, Voz.MAS, *with_stones}


def refusal(partida: Partida, word: Voz | str) -> str | None:
    """Returns why a word is refused; None if it is allowed."""
    try:
        partida.copy().say(word)
    except Illegal as refused:
        return refused.reason
    return None


def test_R30_tiempo_ends_a_wait_as_it_does_in_an_acta():
    waiting = Partida("parejas", seed=1)
    for word, seat in (("no mus", 0), ("envido", 0), ("quiero", 1)):
        waiting.say(word, seat)
    assert waiting.waited_for is not None
    other = waiting.copy()
    assert waiting.say("Tiempo") == other.wait()
    assert waiting == other
    with pytest.raises(MusError, match=r"^no-wait \(R30\): turn=\(0,\)$"):
        waiting.say("tiempo")


def test_a_seat_of_numpy_s_numbers_is_a_seat():
    class Whole:
        def __index__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            return other == 1

    assert vitoria().view(Whole()) == vitoria().view(1)  # type: ignore[arg-type]


def test_a_look_and_a_seña_are_actions_of_the_right_types():
    partida = Partida.from_position("mus1 castellano-40/1 12o12c4o5c/1o5o10c11b/4c6o10o11o/2o7o11e5e", seed=1)
    assert partida.view(0).may_sign == (Sena.DOS_REYES, Sena.VEINTINUEVE)
    assert partida.say(Action(Voz.MIRO, seat=1), 3)
    assert partida.say(Action(Voz.SENA, sena=Sena.DOS_REYES), 0)


MISTAKES: tuple[Callable[[], object], ...] = (
    lambda: Partida("vitoria", seed=bytes(32)).say("quiero"),
    lambda: Partida("vitoria", seed=bytes(32)).say("ordeno"),
    lambda: Partida("vitoria", seed=bytes(32)).say("seña: nada"),
    lambda: Partida("vitoria", seed=bytes(32)).view(9),
    lambda: Partida("vitoria", seed=-1),
    lambda: Partida("bridge"),
    lambda: rule_set("vitoria").with_changes({"piedras": 7}),
    lambda: rule_set("vitoria").with_changes({"trumps": 1}),
    lambda: cards("13o"),
    lambda: Partida.from_position("nothing"),
    lambda: worth("1o", "vitoria"),
)
"""A programmer's mistakes, each with another kind of error."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_reaches_the_parent_of_a_worker_process_as_it_was(mistake: Callable[[], object]) -> None:
    with pytest.raises(MusError) as raised:
        mistake()
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value)
    assert str(again) == str(raised.value)
    assert vars(again) == vars(raised.value)
