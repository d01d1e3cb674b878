"""Learning the table of muslari (musbot_research.aprender): what it tells apart, and that it learns."""

from __future__ import annotations

import ctypes
import json
import re
from functools import partial
from math import exp, sqrt
from pathlib import Path

import pytest

from musbot.game.actions import Voz
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.rules_base import Real
from musbot.players.mus.muslari.table import SHIPPED, path_of
from musbot_research.aprender import __main__ as aprender
from musbot_research.aprender.__main__ import ADVERSARY, RECIPES, Recipe, Stage, make_trainer, train_table
from musbot_research.aprender.differential import VOCES
from musbot_research.aprender.library import POLICY, EndlessHand, Player, baraja, kernel
from musbot_research.aprender.match import PLAYERS, Seated, match
from musbot_research.aprender.measure import count_habits, fold_rate, large_bettor, mix_players
from musbot_research.aprender.scores import chance, fit_errors, fit_score, scores
from musbot_research.aprender.shipping import read_shipped, ship
from musbot_research.aprender.training import (
    ADVERSARY_BETS,
    LEAST,
    MOST_SIZES,
    WARM,
    WORDS,
    WORKERS,
    Bets,
    Met,
    Pace,
    Part,
    Price,
    Score,
    Side,
    Sizes,
    Still,
    Trainer,
    layout,
)
from musbot_research.envs.building import compiler

pytestmark = pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")

RULES = MUS_SETS["castellano-40"]
SCORE = Score(0.95, 0.0)


def met(name: str, weight: float = 1.0) -> Met:
    return Met(partial(PLAYERS[name], RULES), weight)


def learning(*, adversary: float = 0.5, threads: int = 2) -> Trainer:
    others = [met("quiero-siempre", 1 - adversary)]
    part = Part(adversary) if adversary else None
    return Trainer(Side(RULES), 7, others, SCORE, adversary=part, pace=Pace(threads, WORKERS))


def regrets(side: Side) -> dict[int, float]:
    """What a side regrets, where it regrets anything: a few words of millions."""
    flat, page, found = side.memory()[0], 1 << 16, dict[int, float]()
    for at in range(0, len(flat), page):
        if bytes(flat[at : at + page]).strip(b"\0"):
            floats = flat[at : at + page].cast("f")
            found |= {at // 4 + n: regret for n, regret in enumerate(floats) if regret}
    return found


@pytest.mark.parametrize("name", ["castellano-40", "mundial"])
def test_every_word_falls_in_a_set_of_its_section_and_the_words_there_are_offered(name: str) -> None:
    rules = MUS_SETS[name]
    sets, heard = layout(rules.reyes, rules.real), set()
    sizes = Sizes(ADVERSARY_BETS.opens, ADVERSARY_BETS.raises)
    wide = (ctypes.c_int32 * sets.total)()
    kernel().layout_widths(ctypes.byref(sets), wide)
    azar = PLAYERS["envido-siempre"](rules)
    plays = POLICY(azar.player.choose)

    @POLICY
    def listens(table, seat, rng, own):
        fase = table.contents.fase
        level = kernel().layout_level(table, rng)
        number = kernel().layout_set(ctypes.byref(sets), table, seat, level)
        section = {0: 5, 1: 6}.get(fase, fase - 2)
        assert sets.from_[section] <= number < sets.from_[section] + sets.many[section]
        heard.add(number)
        if section < 6:
            assert kernel().layout_wide(ctypes.byref(sets), table, seat, level) == wide[number]
            words = (ctypes.c_int * ADVERSARY_BETS.words)()
            many = (WORDS, ADVERSARY_BETS.words)[len(heard) % 2]
            kernel().layout_words(table, ctypes.byref(sizes), many, words)
            offers = kernel().mesa_offers(table, seat)
            assert all(offers >> (word & 15) & 1 for word in words[:many] if word >= 0)
        return plays(table, seat, rng, azar.player.self)

    player = Seated(Player(ctypes.cast(listens, ctypes.c_void_p), None), listens)
    match(rules, player, PLAYERS["prudente"](rules), 4, seed=4)
    assert len(heard) > 200


def test_a_side_learns_to_be_called_with_good_cards_alone() -> None:
    trainer, paid = learning(adversary=0), PLAYERS["quiero-siempre"](RULES)
    before = match(RULES, trainer.table.average_policy(), paid, 200, seed=1)
    trainer.run(4_000)
    after = match(RULES, Still(RULES, trainer.pack()).as_player(), paid, 200, seed=1)
    assert after.won > before.won + after.won_error + before.won_error


def test_what_is_broken_off_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, first, second = learning(), learning(), learning()
    whole.run(320)
    first.run(128)
    first.keep(tmp_path / "kept")
    second.resume(tmp_path / "kept")
    assert second.hands == 128
    second.run(192)
    assert_learnt_the_same(second, whole)


def test_how_many_threads_share_the_hands_changes_nothing() -> None:
    one, three = learning(threads=1), learning(threads=3)
    for trainer in (one, three):
        trainer.run(320)
    assert_learnt_the_same(one, three)


def assert_learnt_the_same(one: Trainer, other: Trainer) -> None:
    assert regrets(one.table) == regrets(other.table)
    assert one.adversary is not None
    assert other.adversary is not None
    assert regrets(one.adversary) == regrets(other.adversary)


@pytest.mark.parametrize("bets", [Bets(), ADVERSARY_BETS])
def test_a_response_starts_warm_from_the_words_of_a_table(bets: Bets) -> None:
    known = learning(adversary=0)
    known.run(320)
    packed = known.pack()
    warm = Trainer(Side(RULES, bets), 7, [met("azar")], SCORE, pace=Pace(1, WORKERS))
    warm.start_from(Still(RULES, packed))
    told = regrets(warm.table)
    for at in list(told)[:: len(told) // 50]:
        row, word = packed.words[packed.coded[at // bets.words]], at % bets.words
        assert told[at] == pytest.approx(WARM * row[word] / sum(row))


def test_R31_who_may_raise_without_end_learns_against_who_raises_too() -> None:
    bets = Bets(tuple(range(6, 6 + MOST_SIZES)), tuple(range(6, 6 + MOST_SIZES)))
    adversary = Trainer(Side(RULES, bets), 7, [met("prudente")], SCORE, pace=Pace(1, WORKERS))
    adversary.run(208)
    assert {n % bets.words for n in regrets(adversary.table)} == set(range(bets.words))


def test_the_worth_of_a_score_is_found_again_from_juegos_won_by_it() -> None:
    meant = Score(0.7, 0.5)
    rows = [
        (a, b, 10_000, round(10_000 * chance(meant, a, b))) for a in range(1, 41, 3) for b in range(1, 41, 3)
    ]
    found = fit_score(rows)
    assert found == pytest.approx(meant, abs=0.01)
    assert fit_errors(rows, found)[1] < 0.001


def test_scores_are_counted_from_both_sides_of_the_mano() -> None:
    rows = scores(RULES, PLAYERS["envido-siempre"](RULES), 50)
    assert all(0 <= won <= begun for _, _, begun, won in rows)
    assert [row[2] for row in rows if row[:2] == (40, 40)] == [50]


def test_a_player_made_of_two_says_what_each_would_in_their_part() -> None:
    cuts = mix_players("mixed_by_part", PLAYERS["corta-siempre"](RULES), PLAYERS["quiero-siempre"](RULES))
    bets = mix_players("mixed_by_seat", PLAYERS["ordago-siempre"](RULES), PLAYERS["ordago-siempre"](RULES))
    both = match(RULES, cuts, bets, 20, seed=3)
    assert both.hands == both.juegos  # every órdago is called


def test_what_another_deck_has_kept_is_not_taken_up(tmp_path: Path) -> None:
    learning(adversary=0).keep(tmp_path / "kept")
    with pytest.raises(ValueError, match="the same rules"):
        learning().resume(tmp_path / "kept")


def test_a_shipped_table_reads_back_and_drops_words_that_are_hardly_said(tmp_path: Path) -> None:
    trainer = learning()
    trainer.run(500)
    table = trainer.pack()
    size = ship(tmp_path / "t", RULES, table, SCORE, {"seed": 7})
    assert size == (tmp_path / "t").stat().st_size
    assert read_shipped(tmp_path / "t") == (table, SCORE)
    assert all(sum(row) == 8 and min(n for n in row if n) >= int(8 * LEAST) for row in table.words)
    of = baraja(RULES.reyes, RULES.real)
    assert len(table.coded) == sum(layout(RULES.reyes, RULES.real).many) == _sets(of.classes)


def _sets(classes: int) -> int:
    lances = 12 * 4 * 5 + 12 * 4 * 5 + 12 * 3 * 6 * 2 + 9 * 6 * 2 + 12 * 5
    return 16 * 4 * lances * 53 + 16 * 4 * classes * 2 + 4 * classes


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b'{"format":0}\n')
    with pytest.raises(ValueError, match="format 3"):
        read_shipped(tmp_path / "t")


def test_what_a_score_is_worth_against_a_rival_is_found_from_juegos_against_them() -> None:
    trainer, meant = learning(adversary=0), (0.4, 0.2, 0.15)
    seen = trainer._workers[3].seen[0]
    for first, level in ((0, -meant[1]), (1, meant[1])):
        for a, b in ((a, b) for a in range(1, 41, 3) for b in range(1, 41, 3)):
            at = (meant[0] * (b - a) + level) / sqrt(a + b) + meant[2] * sqrt(a + b)
            seen.begun[first][a][b], seen.won[first][a][b] = 10_000, round(10_000 / (1 + exp(-at)))
    kernel().training_fit(ctypes.byref(trainer.state), trainer._workers)
    assert list(trainer.state.worth[0]) == pytest.approx(meant, abs=0.01)
    assert seen.begun[0][1][1] == 0
    assert trainer.state.seen[0].begun[0][1][1] == 5_000
    even = 1 / (1 + exp(-0.2 / sqrt(80) - 0.15 * sqrt(80)))
    assert trainer.state.chance[0][1][40][40] == pytest.approx(even, abs=1e-3)


def test_juegos_are_counted_for_the_rival_they_were_played_against() -> None:
    trainer = learning()
    trainer.run(1_600)
    seen = [[worker.seen[rival].begun for worker in trainer._workers] for rival in range(3)]
    begun = [sum(n for rows in of_rival for row in rows for cell in row for n in cell) for of_rival in seen]
    assert begun[0] > 100
    assert begun[1] > 100
    assert begun[2] == 0


def test_who_is_charged_for_ordagos_says_fewer() -> None:
    def ordagos(price: float) -> int:
        rivals = [met("quiero-siempre")]
        trainer = Trainer(Side(RULES), 7, rivals, SCORE, price=Price(price, 0.0), pace=Pace(2, WORKERS))
        trainer.run(2_000)
        return int(count_habits(RULES, trainer.table.average_policy(), 50).ordagos)

    assert ordagos(0.9) < ordagos(0.0)


def test_how_four_of_a_player_are_as_company_is_counted() -> None:
    said = count_habits(RULES, PLAYERS["ordago-siempre"](RULES), 20)
    assert said.with_ordago == said.hands == 20
    assert said.ordagos == said.openings == 20
    cuts = count_habits(RULES, PLAYERS["corta-siempre"](RULES), 20)
    assert cuts.cuts == cuts.asked == cuts.hands
    assert cuts.with_discard == 0


def test_who_is_met_counts_by_weight_and_comes_by_part_of_the_juegos() -> None:
    made = make_trainer(RULES, 1, Stage(1, Price(), {ADVERSARY: (1, 3), "azar": (1, 1), "prudente": (0, 1)}))
    assert list(made.state.often[:3]) == [0.6, 0.2, 0.0]
    assert list(made.state.counts[:3]) == pytest.approx([0.5 / 0.6, 0.5 / 0.2, 0])


def test_a_recipe_broken_off_goes_on_and_makes_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot_research.aprender.__main__._report", lambda *_: None)
    meets = {"quiero-siempre": (1, 1)}
    recipe = Recipe(RULES, (Stage(160, opponents=meets), Stage(320, Price(0.1, 0.1), meets)), WORKERS)
    whole = train_table(recipe, 7, tmp_path / "whole")
    train_table(recipe.limited_to(100), 7, tmp_path / "kept")  # 112: whole batches of WORKERS
    assert train_table(recipe.limited_to(112), 7, tmp_path / "kept") != whole
    assert train_table(recipe, 7, tmp_path / "kept") == whole
    with pytest.raises(ValueError, match="no more than 112 hands"):
        train_table(recipe.limited_to(112), 7, tmp_path / "kept")


def test_the_command_of_the_readme_trains_whole_batches_and_ends_in_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {  # a player that has learnt so little may play a hand without end
        "_report": lambda *_: None,
        "scores": lambda *_: [(40, 40, 900, 470), (20, 40, 900, 720), (40, 20, 900, 200)],
    }.items():
        monkeypatch.setattr(f"musbot_research.aprender.__main__.{name}", value)
    small = {"8-no": RECIPES["8-no"]._replace(batch=WORKERS)}
    monkeypatch.setattr("musbot_research.aprender.__main__.RECIPES", small)
    page = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    written = re.findall(r"^python -m musbot_research.aprender (8-no --hands \d+ .*)$", page, re.MULTILINE)
    assert len(written) == 2
    monkeypatch.chdir(tmp_path)
    for line in written:
        monkeypatch.setattr("sys.argv", ["aprender", *line.replace("50000", "50").split()])
        aprender.main()
    tables = [tmp_path / folder / "8-no.tabla" for folder in ("once", "twice")]
    assert tables[0].read_bytes() == tables[1].read_bytes()
    stages = json.loads(tables[0].read_bytes().partition(b"\n")[0])["recipe"]["stages"]
    assert [stage["hands"] for stage in stages] == [64, 64]
    assert capsys.readouterr().out.startswith("once/8-no.tabla: ")


@pytest.mark.parametrize(("reyes", "real"), SHIPPED)
def test_every_table_that_is_shipped_was_made_by_its_recipe(reyes: int, real: Real) -> None:
    path = path_of(reyes, real)
    recipe, head = RECIPES[path.stem], json.loads(path.read_bytes().partition(b"\n")[0])
    assert (recipe.rules.reyes, recipe.rules.real) == (reyes, real)
    assert head["recipe"]["reglas"] == recipe.rules.name
    assert head["recipe"]["stages"] == json.loads(json.dumps([stage.describe() for stage in recipe.stages]))


@pytest.mark.parametrize("word", [Voz.MUS, Voz.Y_YO])
def test_a_hand_without_end_is_an_error_that_says_what_was_expected(word: Voz) -> None:
    words = [(word, 0), (Voz.ENVIDO, 2), (Voz.DESCARTA, 15), (Voz.NO_MUS, 0)]
    numbers = [VOCES.index(voz) | n << 4 for voz, n in words]

    @POLICY
    def never_ends(table, seat, rng, own):
        offers = kernel().mesa_offers(table, seat)
        return next(number for number in numbers if offers >> (number & 15) & 1)

    player = Seated(Player(ctypes.cast(never_ends, ctypes.c_void_p), None), never_ends)
    for measures in (
        lambda: scores(RULES, player, 1),
        lambda: match(RULES, player, player, 1, seed=1),
        lambda: count_habits(RULES, player, 1),
        lambda: fold_rate(RULES, player, 3, raises=False, hands=1),
    ):
        with pytest.raises(EndlessHand, match="4,096 words and no end: expected players that cut the mus"):
            measures()


@pytest.mark.parametrize("piedras", [3, 12, 39])
def test_who_bets_much_with_the_best_hands_alone_wins_nothing_by_it(piedras: int) -> None:
    muslari = Still(RULES, read_shipped(path_of(RULES.reyes, RULES.real))[0]).as_player()
    assert match(RULES, large_bettor(RULES, muslari, piedras), muslari, 400, seed=2).won < 0.5
