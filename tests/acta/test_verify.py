"""An acta with its seed proves how it was dealt."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest

from musbot.acta.partida import Acta, Promesa
from musbot.acta.read import read
from musbot.acta.verify import Unverifiable, format_ranges, verify
from musbot.acta.write import write
from musbot.cli.simular import simulate
from musbot.game.actions import Action, Voz
from musbot.game.cards import write_cards
from musbot.game.engine import awaited_seats, begin, cards_due, deal, decide, serve
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja, Scheme, commitment
from musbot.game.state import State

DOCS = Path(__file__).parents[2] / "docs/acta.md"
NAMES = ("Ane", "Beñat", "Carmen", "Dani")
WORDS = ("ane", "suerte ñ", "", "42")
BARAJA = Baraja(bytes(range(32)), "K7QX-mus", WORDS)
PROMESA = Promesa(BARAJA.seed, commitment(BARAJA.table, BARAJA.seed), BARAJA.table, WORDS)


class Table:
    """A table whose cards come from BARAJA, or from elsewhere."""

    def __init__(self, mano: int | None = None, **changes: object) -> None:
        rules = rule_set("vitoria", changes)
        self.log = list(begin(rules, mano=BARAJA.sorteo(rules, 4).mano if mano is None else mano))

    @property
    def mesa(self) -> State:
        mesa = reduce(evolve, self.log, None)
        assert mesa is not None
        return mesa

    def happen(self, events: tuple[Event, ...]) -> Table:
        self.log += events
        return self

    def chance(self) -> Table:
        while cards_due(self.mesa) is not None:
            self.happen(BARAJA.chance(self.mesa))
        return self

    def throw(self) -> Table:
        """Lets everybody say mus and throw their first card."""
        for _ in range(4):
            (seat,) = awaited_seats(self.mesa)
            self.happen(decide(self.mesa, seat, Action(Voz.MUS)))
        for _ in range(4):
            (seat,) = awaited_seats(self.mesa)
            thrown = Action(Voz.DESCARTA, cards=self.mesa.cards[seat][:1])
            self.happen(decide(self.mesa, seat, thrown))
        return self

    def partida(self, baraja: Promesa | None = PROMESA) -> Acta:
        return read(write(NAMES, self.log, baraja))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("parejas", {}),
        ("clasico", {"mus_visto": 1}),
        ("trios", {}),
        ("castellano", {"mus_visto": 0.5, "visto_en": "siempre"}),
    ],
)
def test_what_was_dealt_from_the_seed_is_as_promised(name: str, changes: dict[str, object]):
    rules = rule_set(name, changes)
    for played in simulate(rules, ("azar",) * rules.players.start, 40, "verify"):
        verdict = verify(read(played.acta()))
        assert (verdict.hands, verdict.faults) == (played.mesa.hand, ())
        assert verdict.kept == tuple(range(1, played.mesa.hand + 1))
        assert str(verdict) == f"every hand was dealt as promised ({played.mesa.hand})"


@pytest.mark.parametrize("words", [(), ("", "", "", ""), ("ane", "suerte n", "", "42")])
def test_the_cards_follow_from_the_words_of_the_seats(words: tuple[str, ...]):
    table = Table().chance().throw().chance()
    assert verify(table.partida()).faults == ()
    assert verify(table.partida(replace(PROMESA, palabras=words))).kept == ()


def of_the_document(number: int) -> Acta:
    """The acta of a [baraja] that docs/acta.md shows."""
    told = DOCS.read_text("utf-8").split("```toml\n[baraja]\n")[number].partition("```")[0]
    head = f'acta = 1\nreglas = "vitoria"\njugadores = {list(NAMES)}\nmano = "Ane"\n'
    return read(f"{head}[baraja]\n{told}")


def test_the_documents_commitment_is_that_of_its_seed():
    partida = of_the_document(2)
    assert partida.baraja == PROMESA
    assert verify(partida).faults == ()


# ---- musbot-2 --------------------------------------------------------------------------------------------


def test_the_documents_acta_with_a_cut_is_read_and_holds():
    partida = of_the_document(1)
    assert partida.baraja is not None
    assert (partida.baraja.esquema, partida.baraja.corte) == (Scheme.MUSBOT_2, 17)
    assert verify(partida).faults == ()


def cut(at: int = 17) -> Acta:
    """A partida of two hands' cards with a deck that was cut."""
    table = Table()
    baraja = Baraja(BARAJA.seed, BARAJA.table, cut=at)
    table.log = list(begin(rule_set("vitoria"), mano=baraja.sorteo(rule_set("vitoria"), 4).mano))
    table.happen(baraja.chance(table.mesa)).throw()
    while cards_due(table.mesa) is not None:
        table.happen(baraja.chance(table.mesa))
    bound = commitment(BARAJA.table, BARAJA.seed, Scheme.MUSBOT_2)
    told = Promesa(BARAJA.seed, bound, BARAJA.table, (), Scheme.MUSBOT_2, at)
    partida = table.partida(told)
    assert partida.baraja == told
    return partida


def test_R92_what_was_dealt_from_a_deck_that_was_cut_is_as_promised():
    verdict = verify(cut())
    assert (verdict.faults, verdict.mano_drawn) == ((), True)


def test_R92_another_cut_is_another_deal():
    partida = cut()
    assert partida.baraja is not None
    assert verify(replace(partida, baraja=replace(partida.baraja, corte=18))).kept == ()


def test_the_commitment_of_one_scheme_is_not_that_of_the_other():
    partida = cut()
    assert partida.baraja is not None
    old = replace(partida.baraja, compromiso=commitment(BARAJA.table, BARAJA.seed))
    assert verify(replace(partida, baraja=old)).faults[0].startswith("the compromiso is not that of")


# ---- what does not agree ---------------------------------------------------------------------------------


def test_another_seed_or_another_table_is_told():
    partida = Table().chance().partida()
    for other in (replace(PROMESA, semilla=bytes(32)), replace(PROMESA, mesa="otra")):
        verdict = verify(replace(partida, baraja=other))
        assert verdict.kept == ()
        assert verdict.faults[0].startswith("the compromiso is not that of this semilla and mesa: expected ")
        assert verdict.faults[1].startswith("hand 1: ")


def test_another_commitment_is_told():
    assert PROMESA.compromiso is not None
    upper = replace(PROMESA, compromiso=PROMESA.compromiso.upper())
    assert not verify(replace(Table().chance().partida(), baraja=upper)).faults
    verdict = verify(Table().chance().partida(replace(PROMESA, compromiso="0" * 64)))
    why = f"the compromiso is not that of this semilla and mesa: expected {PROMESA.compromiso}"
    assert (verdict.faults, verdict.kept, bool(verdict)) == ((why,), (1,), False)
    assert str(verdict) == f"{why}; every hand was dealt as promised (1)"


def test_cards_dealt_otherwise_are_named():
    table = Table()
    hands = BARAJA.deal_cards(1, (4, 4, 4, 4), table.mesa.mano)
    table.happen(deal(table.mesa, (hands[0], hands[2], hands[1], hands[3])))
    verdict = verify(table.partida())
    assert verdict.faults == (
        f"hand 1: Beñat was dealt {write_cards(hands[2])}, the seed gives {write_cards(hands[1])}",
    )
    assert str(verdict) == f"{verdict.faults[0]}; 0 of 1 hands were dealt as promised: none"


def test_cards_drawn_otherwise_are_named():
    table = Table().chance().throw()
    promised = BARAJA.order(1)[16]
    drawn = BARAJA.order(1)[39]
    seat = table.mesa.mano
    table.happen(serve(table.mesa, (drawn,))).chance()
    faults = (f"hand 1: {NAMES[seat]} drew {drawn}, the seed gives {promised}",)
    assert verify(table.partida()).faults == faults


def test_a_card_seen_otherwise_is_named():
    table = Table(mus_visto=1)
    hands = BARAJA.deal_cards(1, (4, 4, 4, 4), table.mesa.mano)
    seen = BARAJA.visto(1, hands, 1)
    assert seen is not None
    table.happen(deal(table.mesa, hands))
    faults = (f"hand 1: the card seen was none, the seed gives {seen[1]} of {NAMES[seen[0]]}",)
    assert verify(table.partida()).faults == faults


def test_R105_a_card_seen_when_served_that_the_seed_does_not_give_is_named():
    table = Table(visto_en="siempre").chance().throw()
    drawn, seat = BARAJA.order(1)[16], table.mesa.mano
    table.happen(serve(table.mesa, (drawn,), drawn)).chance().chance().chance()
    faults = (f"hand 1: of {NAMES[seat]}'s cards {drawn} was seen, the seed gives none",)
    assert verify(table.partida()).faults == faults


def test_another_first_mano_is_told_but_is_no_fault():
    drawn = BARAJA.sorteo(rule_set("vitoria"), 4).mano
    assert str(verify(Table().chance().partida())) == "every hand was dealt as promised (1)"
    verdict = verify(Table(mano=(drawn + 1) % 4).chance().partida())
    assert (verdict.faults, bool(verdict)) == ((), True)
    assert str(verdict).endswith("(1); the first mano is not the one that the seed gives")


@pytest.mark.parametrize(
    ("promesa", "why"),
    [
        (None, r"^nothing to verify: expected \[baraja\], which tables and `musbot simulate --actas` write$"),
        (Promesa(), r"^cannot be verified: expected semilla and compromiso and mesa in \[baraja\]$"),
        (Promesa(None, "0" * 64, "K7"), r"^cannot be verified: expected semilla in \[baraja\]$"),
    ],
)
def test_without_a_seed_nothing_can_be_verified(promesa: Promesa | None, why: str):
    with pytest.raises(Unverifiable, match=why):
        verify(Table().partida(promesa))


def test_numbers_are_told_in_short():
    assert [format_ranges(numbers) for numbers in ((), (1,), (1, 2, 3), (1, 3, 4, 7))] == [
        "",
        "1",
        "1-3",
        "1, 3-4, 7",
    ]
