"""Muslari says what its table does, and never what may not be said."""

from __future__ import annotations

import asyncio
from collections import Counter
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
        return sets.locate_set(view, view.modo, seat)[1] % sets.PLACES

    assert place("parejas", 3) == place("parejas", 1) == place("castellano-40", 1)
    assert place("parejas", 1, (3, no)) == place("parejas", 3, (1, no)) == place("castellano-40", 3, (1, no))


@pytest.mark.parametrize("up_to", [*sets.FIRST_UP_TO, 1000])
def test_R28_every_bet_is_answered_as_others_of_its_size_an_ordago_otherwise(up_to: int) -> None:
    def found(*said: Action) -> object:
        turns = [(0, Action(Voz.NO_MUS)), (0, Action(Voz.PASO)), *enumerate(said, 1)]
        view = asked(MUS_SETS["castellano-40"], {2: "12o 12c 7e 7b", 3: "12e 12b 1e 1b"}, *turns)
        assert isinstance(view.modo, MusSeen)
        return sets.locate_set(view, view.modo, view.seat or 0)

    least = max([size for size in (1, *sets.FIRST_UP_TO) if size < up_to]) + 1
    assert found(Action(Voz.ENVIDO, up_to)) == found(Action(Voz.ENVIDO, least))
    for other in (Action(Voz.ENVIDO, up_to + 1), Action(Voz.ORDAGO)):
        assert (found(other) == found(Action(Voz.ENVIDO, up_to))) is (other.n > 1000)
    raised = Action(Voz.MAS, up_to)
    assert found(Action(Voz.ENVIDO, 2), raised) != found(Action(Voz.ENVIDO, 2), Action(Voz.ORDAGO))


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
        ({"format": 1}, "format 2"),
        ({"reyes": 4}, "for 8 reyes, real no"),
        ({"words": []}, "rows of 5 weights"),
        ({"words": [[1, 2, 3]] * 256}, "rows of 5 weights"),
        ({"words": [[0, 0, 0, 0, 0]] * 256}, "not all 0"),
        ({"words": [[1, 0, 0, 0, -1]] * 256}, "from 0 on"),
        ({"words": [[1, 1, 1, 1, 1]] * 3}, "no more than the 3 rows"),
        ({"sections": [1, 2]}, "sections of 691200, "),
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
