"""Learning the table of muslari (musbot_research.aprender): what it tells apart, and that it learns."""

from __future__ import annotations

import ctypes
import json
from math import exp, sqrt
from pathlib import Path

import pytest

from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.rules_base import Real
from musbot.players.mus.muslari.table import SHIPPED, path_of
from musbot_research.aprender.__main__ import ADVERSARY, RECIPES, Recipe, Stage, make_trainer, train_table
from musbot_research.aprender.library import POLICY, Player, baraja, kernel
from musbot_research.aprender.match import PLAYERS, Seated, match
from musbot_research.aprender.measure import count_habits, large_bettor, mix_players
from musbot_research.aprender.scores import chance, fit_errors, fit_score, scores
from musbot_research.aprender.shipping import read_shipped, ship
from musbot_research.aprender.training import (
    ALL_WORDS,
    LEAST,
    WORDS,
    Met,
    Price,
    Score,
    Side,
    Still,
    Trainer,
    layout,
)
from musbot_research.envs.building import compiler

pytestmark = pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")

RULES = MUS_SETS["castellano-40"]
SCORE = Score(0.95, 0.0)


def learning(*, adversary: float = 0.5) -> Trainer:
    return Trainer(Side(RULES), 7, [Met(PLAYERS["quiero-siempre"](RULES), 1 - adversary)], adversary, SCORE)


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
    wide = (ctypes.c_int32 * sets.total)()
    kernel().layout_widths(ctypes.byref(sets), wide)
    azar = PLAYERS["envido-siempre"](rules)
    plays = POLICY(azar.player.choose)

    @POLICY
    def listens(table, seat, rng, own):
        fase = table.contents.fase
        number = kernel().layout_set(ctypes.byref(sets), table, seat)
        section = {0: 5, 1: 6}.get(fase, fase - 2)
        assert sets.from_[section] <= number < sets.from_[section] + sets.many[section]
        heard.add(number)
        if section < 6:
            assert kernel().layout_wide(ctypes.byref(sets), table, seat) == wide[number]
            words = (ctypes.c_int * ALL_WORDS)()
            many = (WORDS, ALL_WORDS)[len(heard) % 2]
            kernel().layout_words(table, many, words)
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
    whole.run(300)
    first.run(120)
    first.keep(tmp_path / "kept")
    second.resume(tmp_path / "kept")
    assert second.hands == 120
    second.run(180)
    assert regrets(second.table) == regrets(whole.table)
    assert second.adversary is not None
    assert whole.adversary is not None
    assert regrets(second.adversary) == regrets(whole.adversary)


def test_a_response_starts_warm_from_what_a_training_has_kept(tmp_path: Path) -> None:
    kept, warm = learning(adversary=0), learning(adversary=0)
    kept.run(500)
    kept.keep(tmp_path / "kept")
    warm.start_from(tmp_path / "kept", 250)
    assert warm.hands == 250
    told = regrets(kept.table)
    assert told
    assert regrets(warm.table) == pytest.approx({n: regret / 4 for n, regret in told.items()})


def test_who_may_bet_any_size_starts_from_the_regrets_of_a_table_that_may_not(tmp_path: Path) -> None:
    kept = learning(adversary=0)
    adversary = Trainer(Side(RULES, ALL_WORDS), 7, [Met(PLAYERS["azar"](RULES), 1)], 0, SCORE)
    kept.run(500)
    kept.keep(tmp_path / "kept")
    adversary.start_from(tmp_path / "kept", 500)
    told = {n // WORDS * ALL_WORDS + n % WORDS: regret for n, regret in regrets(kept.table).items()}
    assert told
    assert regrets(adversary.table) == told


def test_R31_who_may_raise_without_end_learns_against_who_raises_too() -> None:
    adversary = Trainer(Side(RULES, ALL_WORDS), 7, [Met(PLAYERS["prudente"](RULES), 1)], 0, SCORE)
    adversary.run(200)
    assert {n % ALL_WORDS for n in regrets(adversary.table)} == set(range(ALL_WORDS))


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
    return 16 * 4 * lances * 45 + 16 * 4 * classes * 2 + 4 * classes


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b'{"format":0}\n')
    with pytest.raises(ValueError, match="format 2"):
        read_shipped(tmp_path / "t")


def test_what_a_score_is_worth_against_a_rival_is_found_from_juegos_against_them() -> None:
    trainer, meant = learning(adversary=0), (0.4, 0.2, 0.15)
    seen = trainer.state.seen[0]
    for first, level in ((0, -meant[1]), (1, meant[1])):
        for a, b in ((a, b) for a in range(1, 41, 3) for b in range(1, 41, 3)):
            at = (meant[0] * (b - a) + level) / sqrt(a + b) + meant[2] * sqrt(a + b)
            seen.begun[first][a][b], seen.won[first][a][b] = 10_000, round(10_000 / (1 + exp(-at)))
    kernel().training_fit(ctypes.byref(trainer.state))
    assert list(trainer.state.worth[0]) == pytest.approx(meant, abs=0.01)
    assert seen.begun[0][1][1] == 5_000
    even = 1 / (1 + exp(-0.2 / sqrt(80) - 0.15 * sqrt(80)))
    assert trainer.state.chance[0][1][40][40] == pytest.approx(even, abs=1e-3)


def test_juegos_are_counted_for_the_rival_they_were_played_against() -> None:
    trainer = learning()
    trainer.run(400)
    begun = [sum(n for row in rows.begun for cell in row for n in cell) for rows in trainer.state.seen[:3]]
    assert begun[0] > 100
    assert begun[1] > 100
    assert begun[2] == 0


def test_who_is_charged_for_ordagos_says_fewer() -> None:
    def ordagos(price: float) -> int:
        met = [Met(PLAYERS["quiero-siempre"](RULES), 1.0)]
        trainer = Trainer(Side(RULES), 7, met, 0.0, SCORE, price=Price(price, 0.0))
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
    recipe = Recipe(RULES, (Stage(150, opponents=meets), Stage(300, Price(0.1, 0.1), meets)))
    whole = train_table(recipe, 7, tmp_path / "whole")
    train_table(recipe.limited_to(100), 7, tmp_path / "kept")
    assert train_table(recipe, 7, tmp_path / "kept") == whole
    with pytest.raises(ValueError, match="no more than 100 hands"):
        train_table(recipe.limited_to(100), 7, tmp_path / "kept")


@pytest.mark.parametrize(("reyes", "real"), SHIPPED)
def test_every_table_that_is_shipped_was_made_by_its_recipe(reyes: int, real: Real) -> None:
    path = path_of(reyes, real)
    recipe, head = RECIPES[path.stem], json.loads(path.read_bytes().partition(b"\n")[0])
    assert (recipe.rules.reyes, recipe.rules.real) == (reyes, real)
    assert head["recipe"]["reglas"] == recipe.rules.name
    assert head["recipe"]["stages"] == json.loads(json.dumps([stage.describe() for stage in recipe.stages]))


@pytest.mark.parametrize("piedras", [3, 12, 39])
def test_who_bets_much_with_the_best_hands_alone_wins_nothing_by_it(piedras: int) -> None:
    muslari = Still(RULES, read_shipped(path_of(RULES.reyes, RULES.real))[0]).as_player()
    assert match(RULES, large_bettor(RULES, muslari, piedras), muslari, 400, seed=2).won < 0.5
