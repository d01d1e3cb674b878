"""The variants that real places play: what their texts ask for, and the sets of two federations."""

from __future__ import annotations

from pathlib import Path

import pytest

from musbot.acta.read import read
from musbot.acta.summary import summary
from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import cards
from musbot.game.envite import Envite
from musbot.game.errors import BadRules, Illegal
from musbot.game.lances import Fase, Lance
from musbot.game.library import Partida
from musbot.game.rule_sets import rule_set
from musbot.game.sorteo import draw_dealer

DEALS = {
    "X": '["12o 12c 7o 4o", "11o 11c 10o 5o", "7c 6c 5c 4c", "7e 6e 5e 4e"]',
    "Y": '["12o 10o 5o 4o", "11o 10c 6o 4c", "7c 6c 5c 1c", "7e 6e 5e 1e"]',
}
ALL, TWO = ("Ane", "Beñat", "Carmen", "Dani"), ("Ane", "Beñat")
HANDS = [
    [part.strip() for part in line.split("|")]
    for line in Path(__file__).with_name("hands_of_variants.txt").read_text("utf-8").splitlines()
    if line.count("|") == 7 and not line.startswith("#")
]


def words(hand: list[str]) -> list[str]:
    """Returns the words of a hand: P stands for a paso of all who may speak."""
    said = ["Ane: no mus"]
    for at, lance in enumerate(hand[2:6]):
        speakers = ALL if at < 2 or hand[1] == "Y" else TWO
        said += [f"{name}: paso" for name in speakers] if lance == "P" else lance.split(", ") if lance else []
    return said


def piedras(hand: list[str], deje: str) -> object:
    """Returns the piedras of both sides after a hand of `fem` with one of the payments."""
    voces = ", ".join(f'"{word}"' for word in words(hand))
    acta = f"""acta = 1
reglas = "fem"
variantes = {{ deje_subida = "{deje}" }}
jugadores = ["Ane", "Beñat", "Carmen", "Dani"]
mano = "Ane"

[[manos]]
reparto = {DEALS[hand[1]]}
voces = [{voces}]
"""
    return summary(read(acta))["piedras"]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand[0])
def test_R100_a_refused_raise_at_pares_juego_and_punto_pays_one_more(hand: list[str]) -> None:
    assert piedras(hand, "mas uno") == list(map(int, hand[6].split()))
    assert piedras(hand, "aceptado") == list(map(int, hand[7].split()))


@pytest.mark.parametrize(("lance", "deje"), [(Lance.GRANDE, 4), (Lance.PARES, 5), (Lance.PUNTO, 5)])
def test_R100_an_ordago_over_a_bet_would_take_one_more_too(lance: Lance, deje: int) -> None:
    envite = Envite(lance, (0, 1), over=int(lance is not Lance.GRANDE))
    assert envite.deje_of_raise() == 1
    assert envite.with_bet(0, Action(Voz.ENVIDO, 4), (1,), ()).deje_of_raise() == deje


def test_R101_the_dealer_discards_first_and_the_others_follow_in_turn() -> None:
    partida = Partida("fem", seed=bytes(32))
    for _ in range(4):
        (seat,) = partida.turno
        partida.say(Action(Voz.MUS), seat)
    threw = []
    while partida.view().fase is Fase.DESCARTE:
        (seat,) = partida.turno
        threw.append((seat - partida.view().mano) % 4)
        partida.say(Action(Voz.DESCARTA, cards=partida.view(seat).mine[:1]), seat)
    assert threw == [3, 0, 1, 2]
    assert partida.view().fase is Fase.MUS
    assert partida.turno == (partida.view().mano,)


@pytest.mark.parametrize(
    ("deck", "lowest"),
    [("4o 12o 1o 10c", 2), ("2o 12o 11o 10c", 0), ("7o 12o 11o 6c", 3), ("5o 5c 12o 10c 7o 4c", 1)],
)
def test_R102_the_lowest_card_deals_or_is_mano(deck: str, lowest: int) -> None:
    euskal, bizkaia = rule_set("euskal-herria"), rule_set("vitoria", {"sorteo": "menor mano"})
    assert draw_dealer(cards(deck), euskal, 4).mano == (lowest + 1) % 4
    assert draw_dealer(cards(deck), bizkaia, 4).mano == lowest


def test_R102_only_those_tied_for_the_lowest_card_draw_again() -> None:
    sorteo = draw_dealer(cards("4o 4c 12o 10c 7o 6c"), rule_set("iparralde"), 4)
    assert [seat for seat, _ in sorteo.drawn] == [0, 1, 2, 3, 0, 1]
    assert sorteo.mano == 2


def begun(**changes: object) -> Partida:
    """Returns a partida of `iparralde` whose mano is seat 0."""
    return Partida(rule_set("iparralde", changes), seed=bytes(32), mano=0)


def test_R103_either_partner_answers_for_the_pair_and_then_the_other_pair_is_asked() -> None:
    partida = begun()
    assert partida.turno == (0, 2)
    partida.say(Action(Voz.MUS), 2)
    assert partida.turno == (1, 3)
    with pytest.raises(Illegal):
        partida.say(Action(Voz.MUS), 0)
    partida.say(Action(Voz.MUS), 3)
    assert partida.view().fase is Fase.DESCARTE


@pytest.mark.parametrize(
    "said", [[(0, "no mus")], [(2, "no mus")], [(0, "mus"), (1, "no mus")], [(2, "mus"), (3, "no mus")]]
)
def test_R103_whoever_of_the_asked_pair_cuts_ends_the_mus_and_the_mano_speaks(
    said: list[tuple[int, str]],
) -> None:
    partida = begun()
    for seat, word in said:
        partida.say(word, seat)
    assert partida.view().fase is Fase.GRANDE
    assert partida.turno == (0,)


def test_R103_R79_with_a_free_cut_either_pair_cuts_until_it_has_said_mus() -> None:
    partida = begun(corte="libre")
    partida.say("no mus", 3)
    assert partida.view().fase is Fase.GRANDE
    partida = begun(corte="libre")
    partida.say("mus", 2)
    for seat in (0, 2):
        with pytest.raises(Illegal):
            partida.say("no mus", seat)


@pytest.mark.parametrize("cuts", [0, 2])
def test_R103_R25_in_a_mus_corrido_the_partner_who_says_the_word_becomes_mano(cuts: int) -> None:
    partida = begun(mus_corrido="partida")
    partida.say("no mus", cuts)
    assert (partida.view().fase, partida.view().mano, partida.turno) == (Fase.GRANDE, cuts, (cuts,))


def test_R103_R25_after_two_mus_the_mano_moves_one_seat_and_the_other_pair_is_asked_first() -> None:
    partida = begun(mus_corrido="partida")
    partida.say("mus", 2)
    partida.say("mus", 1)
    assert (partida.view().fase, partida.view().mano) == (Fase.DESCARTE, 1)
    while partida.view().fase is Fase.DESCARTE:
        partida.say(partida.actions()[0], partida.turno[0])
    assert (partida.view().fase, partida.turno) == (Fase.MUS, (1, 3))
    partida.say("no mus", 3)
    assert (partida.view().mano, partida.turno) == (3, (3,))


def test_R103_needs_pairs_and_no_consulta() -> None:
    with pytest.raises(BadRules, match="zuetan"):
        rule_set("vitoria", {"zuetan": True})
    with pytest.raises(BadRules, match="zuetan"):
        rule_set("trios", {"zuetan": True})
    assert not rule_set("iparralde", {"bandos": "individual"}).as_dict()["zuetan"]


def test_R104_medias_wait_for_the_end_of_grande() -> None:
    dealt = (Partida("fem", seed=seed) for seed in range(200))
    partida = next(it for it in dealt if Sena.MEDIAS in it.mesa.hand_facts(0).senas)
    partida.say("no mus", 0)
    medias = Action(Voz.SENA, sena=Sena.MEDIAS)
    assert Sena.MEDIAS not in partida.view(0).may_sign
    with pytest.raises(Illegal, match="sena-after-grande"):
        partida.say(medias, 0)
    for seat in range(4):
        partida.say("paso", seat)
    assert Sena.MEDIAS in partida.view(0).may_sign
    partida.say(medias, 0)


def test_R104_with_stones_no_sena_waits() -> None:
    assert rule_set("tres-mus").late_senas == frozenset()


def test_the_sets_of_federations_are_their_texts() -> None:
    fem, iparralde = rule_set("fem").as_dict(), rule_set("iparralde").as_dict()
    assert [fem[name] for name in ("descarte", "senas", "deje_subida", "reyes", "piedras")] == [
        "postre", "fem", "mas uno", 8, 40,
    ]  # fmt: skip
    assert [iparralde[name] for name in ("descarte", "sorteo", "zuetan", "reyes", "piedras")] == [
        "a la vez", "menor reparte", True, 4, 40,
    ]  # fmt: skip
