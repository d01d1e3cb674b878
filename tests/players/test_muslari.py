"""Muslari says what its table does, and never what may not be said."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from musbot import app
from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.rule_sets import RULE_SETS, MusRules
from musbot.game.rules_base import Real, RuleSet
from musbot.game.views import MusSeen, View
from musbot.players import NotAsked, Prudente
from musbot.players.mus.muslari import sets, table
from musbot.players.mus.muslari.player import Muslari, weigh
from musbot.players.mus.muslari.table import BadTable, StrategyTable, read
from tests.support.ai_partidas import Sala, asked
from tests.support.tablas import any_table, written

ODD: tuple[MusRules, ...] = (
    MUS_SETS["castellano"].with_changes({"real": "rey", "corte": "libre", "mus_visto": 0.5}),
    MUS_SETS["parejas"].with_changes({"mus_corrido": "juego", "elimina": True, "piedras": 60}),
)


@pytest.mark.parametrize("rules", [*RULE_SETS.values(), *ODD], ids=lambda rules: rules.name)
def test_under_any_rules_every_word_is_one_that_is_offered(rules: RuleSet) -> None:
    rng, said = Random(2), list[Action]()

    def heed(view: View, action: Action, seconds: float) -> None:
        assert view.offers.allows(action)
        said.append(action)

    player = Muslari(rng, any_table)
    while len(said) < 150:
        Sala(rules, [player] * rules.players[-1], rng, heed).play_hands(4)  # an illegal word is refused


def test_it_says_each_word_as_often_as_the_table_does() -> None:
    view = asked(MUS_SETS["castellano-40"], {0: "12o 12c 7e 7b"}, (0, Action(Voz.NO_MUS)))
    weighed = dict(weigh(view, any_table))
    assert list(weighed) == [
        Action(Voz.PASO),
        Action(Voz.ENVIDO, 2),
        Action(Voz.ENVIDO, 5),
        Action(Voz.ORDAGO),
    ]
    player = Muslari(Random(3), any_table)
    said = Counter(player.choose(view) for _ in range(2000))
    for word, weight in weighed.items():
        assert said[word] / 2000 == pytest.approx(weight / sum(weighed.values()), abs=0.05)


@pytest.mark.parametrize(("mask", "thrown"), [(1, "1b"), (6, "4e 7c"), (15, "1b 4e 7c 12o")])
def test_the_cards_that_the_table_throws_are_its_own_lowest_first(mask: int, thrown: str) -> None:
    def throwing(reyes: int, real: Real) -> StrategyTable:
        whole = any_table(reyes, real)
        rows, masks = whole.sets[: whole.starts[-1]], whole.sets[whole.starts[-1] :]
        return StrategyTable(whole.words, whole.starts, rows + bytes([mask]) * len(masks))

    mus = [(seat, Action(Voz.MUS)) for seat in range(4)]
    view = asked(MUS_SETS["castellano-40"], {0: "12o 7c 4e 1b"}, *mus)
    ((action, _),) = weigh(view, throwing)
    assert " ".join(map(str, action.cards)) == thrown


@pytest.mark.parametrize(
    ("rules", "fits"),
    [
        (MUS_SETS["castellano"], True),
        (MUS_SETS["parejas"], True),
        (MUS_SETS["vitoria"], True),
        (MUS_SETS["mundial"], False),
        (MUS_SETS["trios"], False),
    ],
    ids=lambda it: getattr(it, "name", ""),
)
def test_where_its_table_does_not_fit_it_says_what_prudente_would(rules: MusRules, fits: bool) -> None:
    def eight(reyes: int, real: Real) -> StrategyTable | None:
        return any_table(8, Real.NO) if (reyes, real) == (8, Real.NO) else None

    hands = {0: "12o 12c 1e 1b"}
    view = asked(rules, hands, (0, Action(Voz.NO_MUS)))
    assert bool(weigh(view, eight)) is fits
    if not fits:
        for seed in range(20):
            assert Muslari(Random(seed), eight).choose(view) == Prudente(Random(seed)).choose(view)


@pytest.mark.parametrize("name", ["castellano-40", "euskal-herria"])
def test_the_real_changes_no_word(name: str) -> None:
    for hand in ("7o 7c 7e 12b", "12o 3c 1e 1b", "11o 6c 5e 4b"):  # la real, for one
        for said in ([(0, Action(Voz.NO_MUS))], [(seat, Action(Voz.MUS)) for seat in range(4)]):
            each = [MUS_SETS[name].with_changes({"real": real}) for real in ("no", "figura", "rey")]
            plain, *real = (weigh(asked(rules, {0: hand}, *said)) for rules in each)
            assert plain
            assert set(real) == {plain}


def test_R24_R25_a_card_seen_and_a_mus_corrido_it_leaves_to_prudente() -> None:
    visto = asked(MUS_SETS["castellano-40"], {0: "12o 12c 1e 1b"}, visto=True)
    assert visto.fase is Fase.DESCARTE
    assert weigh(visto, any_table) == ()
    corrido = asked(MUS_SETS["clasico"], {0: "12o 12c 1e 1b"})
    assert corrido.fase is Fase.MUS
    assert weigh(corrido, any_table) == ()


def test_R30_of_partners_who_answer_in_any_order_the_first_finds_themselves_where_one_does_in_turn() -> None:
    bet = [(0, Action(Voz.NO_MUS)), (0, Action(Voz.ENVIDO, 2))]
    no = Action(Voz.NO_QUIERO)

    def place(name: str, seat: int, *said: tuple[int, Action]) -> int:
        view = asked(MUS_SETS[name], {1: "12o 12c 1e 1b", 3: "7o 7c 4e 4b"}, *bet, *said)._replace(seat=seat)
        assert isinstance(view.modo, MusSeen)
        return sets.locate_set(view, view.modo, seat).number % sets.PLACES

    assert place("parejas", 3) == place("parejas", 1) == place("castellano-40", 1)
    assert place("parejas", 1, (3, no)) == place("parejas", 3, (1, no)) == place("castellano-40", 3, (1, no))


def _reading(*said: Action) -> sets.InformationSet:
    """The set of the rival who is asked after a first paso and these words in grande."""
    turns = [(0, Action(Voz.NO_MUS)), (0, Action(Voz.PASO)), *enumerate(said, 1)]
    view = asked(MUS_SETS["castellano-40"], {2: "12o 12c 7e 7b", 3: "12e 12b 1e 1b"}, *turns)
    assert isinstance(view.modo, MusSeen)
    return sets.locate_set(view, view.modo, view.seat or 0)


@pytest.mark.parametrize("size", [size for size in sets.FIRST_AT if size not in sets.BLURRED])
def test_R28_a_bet_of_a_size_that_the_table_knows_is_read_one_way_only(size: int) -> None:
    found = _reading(Action(Voz.ENVIDO, size))
    assert found.number == found.higher
    assert found.number != _reading(Action(Voz.ENVIDO, size - 1)).number


def test_R28_bets_of_2_and_of_3_are_read_as_either_and_more_often_as_what_they_are() -> None:
    two, three, four, five = (_reading(Action(Voz.ENVIDO, size)) for size in (2, 3, 4, 5))
    assert (two.number, two.higher) == (three.number, three.higher)
    assert (four.number, four.higher) == (two.higher, five.number)
    assert [two.parts, three.parts, four.parts] == [(65, 35), (17, 83), (58, 42)]


def test_R28_a_bet_between_two_sizes_is_read_as_either_and_more_often_as_the_nearer() -> None:
    five, ten = (_reading(Action(Voz.ENVIDO, size)).number for size in (5, 10))
    shares = []
    for size in range(6, 10):
        found = _reading(Action(Voz.ENVIDO, size))
        assert (found.number, found.higher) == (five, ten)
        shares.append(found.parts[0] / sum(found.parts))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == pytest.approx(2 / 3)
    assert shares[-1] == pytest.approx(1 / 9)


@pytest.mark.parametrize("size", [39, 40, 1000])
def test_R28_every_bet_from_39_on_is_read_alike_an_ordago_otherwise(size: int) -> None:
    assert _reading(Action(Voz.ENVIDO, size)) == _reading(Action(Voz.ENVIDO, 39))
    assert _reading(Action(Voz.ENVIDO, size)) != _reading(Action(Voz.ORDAGO))


def test_R31_a_raise_is_read_by_the_total_that_it_asks() -> None:
    bet = Action(Voz.ENVIDO, 2)
    low, high = _reading(bet, Action(Voz.MAS, 10)), _reading(bet, Action(Voz.MAS, 18))
    between = _reading(bet, Action(Voz.MAS, 14))
    assert (between.number, between.higher) == (low.number, high.number)
    assert between.parts == (12 * (20 - 16), 20 * (16 - 12))
    assert _reading(bet, Action(Voz.ORDAGO)).number not in (low.number, high.number)


def test_no_answer_jumps_between_neighbouring_sizes() -> None:
    """The probability of each word after a bet of one more differs by less than a step of 1/x allows."""
    found = [_answer_shares(size) for size in range(2, 45)]
    for size, (one, other) in enumerate(pairwise(found), 2):
        step = max(abs(a - b) for a, b in zip(one, other, strict=True))
        assert step <= (0.6 if size < 5 else 2.5 / size), size


def _answer_shares(size: int) -> list[float]:
    """The probability of each word after a bet in grande, by a random table."""
    turns = [(0, Action(Voz.NO_MUS)), (0, Action(Voz.PASO)), (1, Action(Voz.ENVIDO, size))]
    weighed = weigh(asked(MUS_SETS["castellano-40"], {2: "12o 12c 7e 7b"}, *turns), any_table)
    total = sum(weight for _, weight in weighed)
    return [weight / total for _, weight in weighed]


def test_who_is_not_asked_says_nothing() -> None:
    view = asked(MUS_SETS["castellano-40"], {0: "12o 12c 1e 1b"})
    with pytest.raises(NotAsked):
        Muslari(Random(1), any_table).choose(view._replace(seat=None))


# ---- its file ----------------------------------------------------------------------------------------------


def test_the_table_of_every_deck_that_is_shipped_is_there_and_whole() -> None:
    for reyes, real in table.SHIPPED:
        assert table.load_shipped(reyes, real) is not None
        assert table.path_of(reyes, real).stat().st_size < 1_000_000


def test_a_table_that_is_not_there_is_told_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "8-no.tabla"
    with pytest.raises(BadTable, match=r"8-no\.tabla: expected a learnt table, but there is no such file"):
        read(path, 8, Real.NO)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": 2}, "format 3"),
        ({"reyes": 4}, "for 8 reyes, real no"),
        ({"words": []}, "rows of 5 weights"),
        ({"words": [[1, 2, 3]] * 256}, "rows of 5 weights"),
        ({"words": [[0, 0, 0, 0, 0]] * 256}, "not all 0"),
        ({"words": [[1, 0, 0, 0, -1]] * 256}, "from 0 on"),
        ({"words": [[1, 1, 1, 1, 1]] * 3}, "no more than the 3 rows"),
        ({"sections": [1, 2]}, "sections of 814080, "),
    ],
)
def test_a_table_of_another_make_is_refused(
    tmp_path: Path, changes: dict[str, object], expected: str
) -> None:
    with pytest.raises(BadTable, match=expected):
        read(written(tmp_path / "a.tabla", 8, Real.NO, **changes), 8, Real.NO)


@pytest.mark.parametrize("harm", ["cut short", "turned over", "empty", "no JSON", "not compressed"])
def test_a_damaged_table_is_refused(tmp_path: Path, harm: str) -> None:
    path = written(tmp_path / "a.tabla", 8, Real.NO)
    whole = path.read_bytes()
    middle = len(whole) // 2
    harmed = {
        "cut short": whole[:middle],
        "turned over": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
        "empty": b"",
        "no JSON": b"{" + whole,
        "not compressed": whole.partition(b"\n")[0] + b"\n" + bytes(1000),
    }
    path.write_bytes(harmed[harm])
    with pytest.raises(BadTable, match="damaged"):
        read(path, 8, Real.NO)


async def test_a_table_that_is_found_damaged_after_the_start_ends_the_process_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged() -> None:
        raise BadTable(table.path_of(8, Real.NO), "a learnt table, but it is damaged")

    monkeypatch.setattr(app, "prepare", damaged)
    stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    await app._prepare_players(stopping)
    with pytest.raises(BadTable, match="install the package anew"):
        stopping.result()
    await app._prepare_players(stopping)  # it ends already
