"""The kernel that learning plays with is Mus as the rules have it, its players are those of the engine."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase, Lance
from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players import Azar, Prudente
from musbot.players.mus.muslari import sets
from musbot.players.mus.muslari.player import weigh
from musbot.players.mus.odds import hand_classes
from musbot.players.mus.tercos import TERCOS
from musbot_research.aprender import differential, library
from musbot_research.aprender.agreement import agreement
from musbot_research.aprender.differential import RULES
from musbot_research.aprender.differential import action as said
from musbot_research.aprender.library import kernel
from musbot_research.aprender.match import PLAYERS, match
from musbot_research.aprender.seen import ask, kernel_table
from musbot_research.aprender.training import Layout, Packed, Reading, Still, layout
from musbot_research.arena import Arena, Bout, lead, one_juego
from musbot_research.envs.building import compiler
from tests.support.ai_partidas import Sala
from tests.support.tablas import any_table

pytestmark = pytest.mark.skipif(compiler() is None, reason="the kernel needs a C compiler")


@pytest.mark.parametrize("real", Real)
@pytest.mark.parametrize("reyes", [8, 4])
def test_R15_every_class_of_hands_is_worth_what_the_rules_say(reyes: int, real: Real) -> None:
    found, of = library.baraja(reyes, real), hand_classes(MusRules(reyes=reyes, real=real))
    many = found.classes
    assert many == len(of.jugadas)
    assert {kinds: tuple(found.held[place]) for kinds, place in of.index.items()} == {k: k for k in of.index}
    for number, lance in enumerate(Lance):
        assert tuple(found.place[number][:many]) == of.places[lance]
    for row, worth in (
        (found.pares, [j.premio_pares for j in of.jugadas]),
        (found.juego, [j.juego for j in of.jugadas]),
        (found.premio_juego, [j.premio_juego for j in of.jugadas]),
        (found.puntos, [j.puntos for j in of.jugadas]),
    ):
        assert list(row[:many]) == worth


@pytest.mark.parametrize("rules", differential.RULES, ids=lambda rules: rules.name)
def test_R44_random_hands_are_bet_and_paid_as_by_the_engine(rules: MusRules) -> None:
    assert sum(1 for _ in differential.compare_hands(rules, 100, seed=2)) == 100


@pytest.mark.long
@pytest.mark.parametrize("rules", differential.RULES, ids=lambda rules: rules.name)
def test_R44_twenty_thousand_hands_in_all_are_bet_and_paid_as_by_the_engine(rules: MusRules) -> None:
    many = -(-20_000 // len(differential.RULES))
    assert sum(1 for _ in differential.compare_hands(rules, many, seed=3)) == many


def test_a_kernel_that_pays_otherwise_is_found_out() -> None:
    rules = MUS_SETS["castellano-40"]
    wrong = library.Reglas.from_buffer_copy(library.reglas(rules))
    wrong.piedras = 30  # so that juegos end too early
    table = library.mesa(rules)
    table.reglas = ctypes.pointer(wrong)
    rng = Random(1)
    scores = [(rng.randrange(30), rng.randrange(30)) for _ in range(200)]

    def compare() -> None:
        for number, piedras in enumerate(scores):
            differential.replay_from(rules, table, piedras, number % 4, number)

    with pytest.raises(differential.Differs):
        compare()


def test_R31_a_bet_may_be_raised_without_end() -> None:
    reenvido = differential.VOCES.index(Voz.REENVIDO)
    bet = library.Envite(apuesta=2)
    for _ in range(40):
        bet.apuesta = kernel().mesa_total(ctypes.byref(bet), reenvido)
        assert bet.apuesta > 2


@pytest.mark.parametrize(
    "change", [{"bandos": "trios"}, {"corte": "libre"}, {"mus_visto": 0.1, "visto_en": "siempre"}]
)
def test_rules_that_the_kernel_does_not_play_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(library.NotInKernel, match="castellano"):
        library.reglas(MUS_SETS["castellano"].with_changes(change))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_prudente_in_the_kernel_says_the_words_of_the_real_one(rules: MusRules) -> None:
    both, _ = agreement(rules, "prudente", 100, "test")
    assert [(one.view.said, one.real, one.kernels) for one in both if not one.agrees] == []


@pytest.mark.parametrize("name", ["azar", *TERCOS])
def test_who_is_stubborn_or_wild_in_the_kernel_says_the_words_of_the_real_one(name: str) -> None:
    both, _ = agreement(MUS_SETS["castellano-40"], name, 60, "test")
    assert [(one.view.said, one.real, one.kernels) for one in both if not one.agrees] == []


def test_prudente_wins_half_the_juegos_against_itself_and_most_against_who_never_accepts_less() -> None:
    rules = MUS_SETS["castellano-40"]
    prudente = PLAYERS["prudente"](rules)
    itself = match(rules, prudente, prudente, 200, seed=1)
    assert abs(itself.won - 0.5) <= 2 * itself.won_error
    assert match(rules, prudente, PLAYERS["quiero-siempre"](rules), 200, seed=1).won > 0.6


class Bets:
    """Whose bet each bettor has raised, from all the views of a juego in which somebody is asked."""

    def __init__(self) -> None:
        self._at: tuple[int, Fase, int | None] | None = None
        self._raised = -1

    def heed(self, view: View) -> int:
        """Returns it at the next view; -1 for nobody's."""
        bettor = view.envite.bettor if view.envite is not None else None
        before, self._at = self._at, (view.hand, view.fase, bettor)
        if before is None or before[:2] != self._at[:2]:
            self._raised = -1
        elif bettor != before[2] and before[2] is not None:
            self._raised = before[2]
        return self._raised


def _sets(laid: Layout, view: View, raised: int) -> tuple[int, int, float]:
    """The numbers of the kernel's sets with the bet read as either level, and the part of the first."""
    table = ctypes.byref(kernel_table(view, raised))
    kernel().layout_blurred.restype = Reading
    read = kernel().layout_blurred(table)
    low, high = (
        kernel().layout_set(ctypes.byref(laid), table, view.seat, level) for level in (read.low, read.high)
    )
    return low, high, read.part


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_muslari_finds_itself_in_the_set_by_which_the_kernel_plays(rules: MusRules) -> None:
    laid, bets = layout(rules.reyes, rules.real), Bets()
    assert tuple(laid.many) == sets.sizes(laid.baraja.contents.classes)

    def heed(view: View, action: Action, seconds: float) -> None:
        assert isinstance(view.modo, MusSeen)
        found = sets.locate_set(view, view.modo, view.seat or 0)
        low, high, part = _sets(laid, view, bets.heed(view))
        assert low == laid.from_[found.section] + found.number
        assert high == laid.from_[found.section] + found.higher
        assert part == pytest.approx(found.parts[0] / sum(found.parts))

    rng = Random(5)
    for kind in (Azar, Prudente):
        bets = Bets()
        Sala(rules, [kind(rng) for _ in range(4)], rng, heed).play_hands(12)


@pytest.mark.parametrize("rules", RULES[:3], ids=lambda rules: rules.name)
def test_muslari_weighs_the_words_that_the_kernel_says_by_the_same_table(rules: MusRules) -> None:
    table, bets = any_table(rules.reyes, rules.real), Bets()
    still = Still(rules, Packed(table.words, table.sets)).as_player()

    def heed(view: View, action: Action, seconds: float) -> None:
        weighed = weigh(view, any_table)
        total, at = sum(weight for _, weight in weighed), 0
        for word, weight in weighed:  # the draw in the middle of each word's part
            drawn, _ = ask(still.player, view, [(at + weight / 2) / total], bets.heed(view))
            assert _alike(said(drawn, view.mine)) == _alike(word)
            at += weight

    rng = Random(6)
    Sala(rules, [Azar(rng) for _ in range(4)], rng, heed).play_hands(12)


def _alike(word: Action) -> tuple[str, int, tuple[int, ...]]:
    """A word whose cards are told apart by their numbers alone: of two equal ones either may be thrown."""
    return word.voz, word.n, tuple(sorted(card.rank for card in word.cards))


def test_R35_the_lead_of_a_match_counts_the_winner_as_having_all_its_piedras() -> None:
    rules = MUS_SETS["castellano-40"].with_changes({"senas": False})
    came = match(rules, PLAYERS["prudente"](rules), PLAYERS["ordago-siempre"](rules), 100, seed=3)
    arena = Arena(one_juego(rules), "lead")
    found = lead([arena.play(Bout("prudente", "ordago-siempre"), number) for number in range(30)])
    assert found is not None
    assert came.won > 0.6
    assert found.low - came.piedras_error < came.piedras < found.high + came.piedras_error
