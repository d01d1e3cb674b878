"""What AI players make of señas (R56–R58)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import cards
from musbot.game.lances import Lance, jugada
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.senas import true_senas
from musbot.game.views import View
from musbot.players import Azar, Muslari, Player, Prudente
from musbot.players.mus.odds import HandKnowledge, cumulative_chances, hand_classes
from tests.support.ai_partidas import asked

VITORIA = MUS_SETS["vitoria"]
CUT = (0, Action(Voz.NO_MUS))
BET = (0, Action(Voz.ENVIDO, 5))
DOS_REYES = "12o 12c 6e 4b"


def gestures(player: Player, view: View, times: int = 200) -> Counter[Action | None]:
    return Counter(player.gesture(view) for _ in range(times))


@pytest.mark.parametrize("kind", [Azar, Prudente])
def test_R56_only_true_senas_are_made(kind: type[Azar] | type[Prudente]):
    view = asked(VITORIA, {0: DOS_REYES})
    made = {action.sena for action in gestures(kind(Random(1)), view) if action and action.sena}
    assert made <= {*true_senas(jugada(cards(DOS_REYES)))}
    assert Sena.DOS_REYES in made


@pytest.mark.parametrize("kind", [Azar, Prudente])
def test_R59_without_senas_everybody_sits_still(kind: type[Azar] | type[Prudente]):
    view = asked(VITORIA.with_changes({"senas": False}), {0: DOS_REYES})
    assert set(gestures(kind(Random(1)), view)) == {None}


def test_R58_prudente_looks_at_a_rival_now_and_then_and_back_at_their_partner():
    view = asked(VITORIA, {0: DOS_REYES})._replace(may_sign=())
    at_partner = gestures(Prudente(Random(1)), view)
    assert at_partner[None] > 100
    assert {action.seat for action in at_partner if action} == {1, 3}
    at_rival = gestures(Prudente(Random(1)), view._replace(looking_at=1))
    assert {action.seat for action in at_rival if action} == {2}


def test_R56_muslari_makes_senas_of_a_quarter_of_its_hands_however_often_it_is_asked():
    view = asked(VITORIA, {0: DOS_REYES})
    hands = [gestures(Muslari(Random(1)), view._replace(hand=hand), 60) for hand in range(300)]
    signed = [sum(did is not None and did.sena is not None for did in made.elements()) for made in hands]
    assert all(many == 0 or many > 15 for many in signed)
    assert 55 < sum(map(bool, signed)) < 95


def test_a_hand_of_which_a_sena_was_seen_is_one_of_those_it_is_true_of():
    of = hand_classes(VITORIA)
    mine = tuple(sorted(of.ranks.index(rank) for rank in (1, 4, 5, 6)))
    row = cumulative_chances(
        VITORIA.reyes, VITORIA.real, mine, Lance.GRANDE, HandKnowledge(senas=(Sena.TRES_REYES,))
    )
    least = min(
        of.places[Lance.GRANDE][n] for n, j in enumerate(of.jugadas) if Sena.TRES_REYES in true_senas(j)
    )
    assert row[least - 1] == 0
    assert row[least] > 0
    assert row[-1] == 1


def test_who_saw_three_reyes_at_a_rivals_no_longer_accepts_at_grande():
    view = asked(VITORIA, {1: "12o 12c 11e 7b"}, CUT, BET)
    rejects = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)

    def folds(*seen: tuple[int, Sena]) -> int:
        words = [Prudente(Random(n)).choose(view._replace(seen=seen)).voz for n in range(40)]
        return sum(voz in rejects for voz in words)

    assert folds((0, Sena.TRES_REYES)) > folds() + 20
    assert folds((3, Sena.TRES_REYES)) < 5
