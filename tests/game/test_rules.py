from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from musbot.game.errors import BadRules, Illegal, MusError
from musbot.game.modos.mus.rules import EARLIER, FIELDS, MUS_SETS
from musbot.game.modos.piedras.rules import PiedrasRules
from musbot.game.rule_sets import (
    RULE_SETS,
    Frances,
    MusRules,
    TresMus,
    edition,
    nearest_set,
    origin,
    read_option,
    read_rules,
    rule_set,
)
from musbot.game.rules_base import RuleSet, UnknownField, UnknownRuleSet

REGLAMENTO = Path(__file__).parents[2] / "docs" / "reglamento.md"
SECTION_12 = REGLAMENTO.read_text("utf-8").partition("\n## 12. ")[2].partition("\n## 13. ")[0]
BEFORE = (
    "modo name bandos reyes real piedras juegos vacas parejas descarte respuesta gracia elimina corte"
    " mus_corrido consulta mus_visto senas"
).split()
"""What the first stored rules had."""
SIDES = {"parejas": "parejas", "trios": "tríos", "individual": "individual"}
SENAS = {
    **dict.fromkeys(("castellano", "castellano-30", "castellano-40"), "diez"),
    "clasico": "siete",
    "fem": "fem",
}
LOWEST = ("euskal-herria", "iparralde")
"""The sets in which the lowest card deals (R102)."""
YES = {True: "sí", False: "no"}


def table() -> dict[str, list[str]]:
    """The rows of section 12 by the name of the set: its cells but for the source, and without notes."""
    rows = [line.strip("|").split("|") for line in SECTION_12.splitlines() if line.startswith("| `")]
    plain = [[re.sub(r" \((?!gracia)[^)]*\)", "", cell.strip()) for cell in row] for row in rows]
    return {name.strip("`"): cells for name, _, *cells in plain}


def row(rules: RuleSet) -> list[str]:
    """The cells that section 12 ought to have for a rule set."""
    players = "–".join(str(n) for n in sorted({rules.players.start, rules.players.stop - 1}))
    if not isinstance(rules, MusRules):
        assert isinstance(rules, PiedrasRules)
        dashes = ["–"] * 4
        return [players, str(rules.reyes), rules.la_real, str(rules.piedras), str(rules.juegos), *dashes]
    gracia = f" (gracia {rules.gracia} s)" if rules.gracia else ""
    return [
        f"{players}, {SIDES[rules.bandos]}",
        str(rules.reyes),
        rules.real,
        str(rules.piedras),
        f"{rules.juegos} × {rules.vacas}",
        rules.descarte,
        f"{rules.respuesta}{gracia}, {YES[rules.elimina]}",
        f"{rules.corte}, {rules.mus_corrido}, {YES[rules.consulta]}",
        YES[rules.muestra],
    ]


@pytest.mark.parametrize("name", RULE_SETS)
def test_section_12_says_what_each_named_rule_set_is(name: str):
    assert table()[name] == row(rule_set(name))


def test_section_12_has_every_named_set_in_its_order_and_no_other():
    assert list(table()) == list(RULE_SETS)
    assert all(name == rules.name for name, rules in RULE_SETS.items())


def test_section_12_names_every_field_and_those_that_it_has_no_column_for_are_as_by_default():
    fields, of_stones = SECTION_12.partition("defaults:")[0], SECTION_12.partition("\nOf `tres-mus` only ")[2]
    assert re.findall(r"`(\w+)`", fields) == list(FIELDS)
    of_tres_mus, _, of_frances = of_stones.partition("of `frances`")
    assert re.findall(r"`(\w+)`", of_tres_mus) == list(TresMus.fields)
    assert re.findall(r"`(\w+)`", of_frances) == list(Frances.fields)
    for rules in RULE_SETS.values():
        if isinstance(rules, MusRules):
            assert (rules.mus_visto, rules.parejas, rules.deje) == (0, "fijas", "acto")
            assert rules.senas == SENAS.get(rules.name, "todas")
            assert rules.sorteo == ("menor reparte" if rules.name in LOWEST else "palos")
            assert rules.deje_subida == ("mas uno" if rules.name == "fem" else "aceptado")
            assert rules.zuetan is (rules.name == "iparralde")
            of_e = rules.name == "parejas"
            assert ((rules.reponer, rules.barajar) == ("una a una", "anteriores")) is of_e
            assert ((rules.reponer, rules.barajar) == ("en paquete", "todos")) is not of_e


def test_R16_parejas_are_four_trios_six_and_two_to_six_play_each_for_themselves():
    assert list(rule_set("parejas").players) == [4]
    assert list(rule_set("trios").players) == [6]
    assert list(rule_set("individual").players) == [2, 3, 4, 5, 6]


def test_R16_four_play_where_nobody_says_how_many_if_four_may():
    usual = {name: rule_set(name).default_seats for name in ("parejas", "trios", "individual")}
    assert usual == {"parejas": 4, "trios": 6, "individual": 4}


def test_R16_two_sides_or_as_many_as_players():
    assert (rule_set("parejas").sides(4), rule_set("trios").sides(6)) == (2, 2)
    assert [rule_set("individual").sides(seats) for seats in range(2, 7)] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(("field", "value"), [("respuesta", "pareja"), ("parejas", "sorteo")])
def test_R16_who_plays_for_themselves_has_no_partner_to_answer_with_or_to_draw(field: str, value: str):
    with pytest.raises(BadRules, match=rf"^{field} = '{value}': expected something else: players"):
        rule_set("individual", {field: value})
    assert rule_set("trios", {field: value}).as_dict()[field] == value


@pytest.mark.parametrize("name", MUS_SETS)
def test_R16_whoever_plays_for_themselves_or_in_trios_loses_what_only_other_partners_have(name: str):
    drawn = MUS_SETS[name].with_changes(
        {"bandos": "parejas", "zuetan": False, "consulta": True, "parejas": "sorteo"}
    )
    drawn = drawn.with_changes({"respuesta": "pareja", "gracia": 5})
    alone = drawn.with_changes({"bandos": "individual"})
    assert (alone.respuesta, alone.gracia, alone.parejas, alone.consulta) == ("turno", 0, "fijas", False)
    trios = drawn.with_changes({"bandos": "trios"})
    assert (trios.respuesta, trios.gracia, trios.parejas, trios.consulta) == ("pareja", 5, "sorteo", False)
    assert drawn.with_changes({"bandos": "parejas"}) == drawn


@pytest.mark.parametrize(
    ("bandos", "field", "value"),
    [
        ("individual", "respuesta", "pareja"),
        ("individual", "parejas", "sorteo"),
        ("individual", "consulta", True),
        ("trios", "consulta", True),
    ],
)
def test_R16_what_is_asked_for_in_the_same_breath_is_refused_all_the_same(
    bandos: str, field: str, value: object
):
    with pytest.raises(BadRules) as refusal:
        rule_set("vitoria", {"bandos": bandos, field: value})
    assert refusal.value.field == field


def test_R16_what_goes_with_the_partners_is_not_told_as_a_change():
    assert rule_set("parejas", {"bandos": "individual"}).changes() == {"bandos": "individual"}
    assert rule_set("vitoria", {"bandos": "trios", "reyes": 4}).changes() == {"bandos": "trios", "reyes": 4}
    asked = rule_set("parejas", {"bandos": "individual", "gracia": 3})
    assert asked.changes() == {"bandos": "individual", "gracia": 3}
    assert rule_set("parejas", asked.changes()) == asked


def test_R59_senas_may_be_left_out_and_where_each_plays_for_themselves_there_are_none():
    assert rule_set("parejas").signs
    assert rule_set("trios").signs
    assert not rule_set("parejas", {"senas": False}).signs
    alone = rule_set("individual")
    assert isinstance(alone, MusRules)
    assert alone.senas
    assert not alone.signs


def test_any_field_can_be_changed():
    rules = rule_set("vitoria", {"piedras": 30, "real": "figura"})
    assert isinstance(rules, MusRules)
    assert (rules.piedras, rules.real, rules.name) == (30, "figura", "vitoria")
    assert rules.changes() == {"piedras": 30, "real": "figura"}
    assert rule_set("vitoria").changes() == {}
    assert rules.as_dict()["real"] == "figura"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("bandos", "solo", "parejas or trios or individual (R16)"),
        ("reyes", 6, "8 or 4 (R2)"),
        ("reyes", "8", "8 or 4 (R2)"),
        ("parejas", "azar", "fijas or sorteo (R18)"),
        ("real", "si", "no or figura or rey (R15)"),
        ("piedras", 61, "a whole number from 10 to 60 (R52)"),
        ("piedras", 9, "a whole number from 10 to 60 (R52)"),
        ("piedras", 30.0, "a whole number from 10 to 60 (R52)"),
        ("juegos", 0, "a whole number from 1 to 9 (R53)"),
        ("juegos", 2.5, "a whole number from 1 to 9 (R53)"),
        ("vacas", True, "a whole number from 1 to 9 (R53)"),
        ("descarte", "libre", "turno or a la vez or postre (R22)"),
        ("respuesta", "libre", "turno or pareja (R29)"),
        ("gracia", -1, "a number from 0 to 30 (R30)"),
        ("gracia", float("nan"), "a number from 0 to 30 (R30)"),
        ("elimina", 1, "true or false (R30)"),
        ("corte", "pareja", "turno or libre (R26)"),
        ("mus_corrido", True, "no or partida or juego (R25)"),
        ("consulta", "si", "true or false (R27)"),
        ("mus_visto", 1.5, "a number from 0 to 1 (R24)"),
        ("senas", None, "no or todas or diez or siete or fem (R59)"),
    ],
)
def test_a_wrong_value_names_the_field_and_what_was_expected(field: str, value: object, expected: str):
    with pytest.raises(BadRules) as refusal:
        rule_set("parejas", {field: value})
    assert str(refusal.value) == f"{field} = {value!r}: expected {expected}"
    assert isinstance(refusal.value, MusError)


@pytest.mark.parametrize(
    ("name", "field", "least", "most", "usual"),
    [
        ("parejas", "piedras", 10, 60, (20, 30, 35, 40)),
        ("parejas", "juegos", 1, 9, (1, 2, 3, 4, 5)),
        ("parejas", "vacas", 1, 9, (1, 2, 3)),
        ("parejas", "gracia", 0, 30, (0, 3, 5, 10)),
        ("parejas", "mus_visto", 0, 1, (0, 0.05, 0.1, 0.25)),
        ("tres-mus", "piedras", 1, 20, (3, 5, 6, 7, 8, 10, 12)),
        ("tres-mus", "juegos", 1, 9, (1, 2, 3, 4, 5)),
        ("frances", "juegos", 1, 9, (1, 2, 3, 4, 5)),
    ],
)
def test_a_number_may_be_either_limit_and_nothing_beyond_and_usual_ones_have_buttons(
    name: str, field: str, least: int, most: int, usual: tuple[float, ...]
):
    assert RULE_SETS[name].fields[field].usual == usual
    for value in (least, most, *usual):
        assert rule_set(name, {field: value}).as_dict()[field] == value
    for value in (least - 1, most + 1):
        with pytest.raises(BadRules, match=f"^{field} = {value}: "):
            rule_set(name, {field: value})


def test_R27_consulta_needs_four_players_in_parejas():
    with pytest.raises(BadRules, match=r"consulta .*\(R27\)"):
        rule_set("trios", {"consulta": True})
    assert rule_set("vitoria", {"bandos": "trios"}).players.start == 6


def test_an_unknown_rule_set_or_field_is_refused_with_those_that_exist():
    with pytest.raises(UnknownRuleSet, match="'bilbao' is no rule set: expected one of parejas, vitoria"):
        rule_set("bilbao")
    with pytest.raises(UnknownField, match="'caballos' is no field: expected one of bandos, reyes"):
        rule_set("parejas", {"caballos": 4})
    with pytest.raises(UnknownField):
        rule_set("parejas", {"name": "mio"})


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("piedras=30", ("piedras", 30)),
        (" Piedras = 30 ", ("piedras", 30)),
        ("real=figura", ("real", "figura")),
        ("descarte=a_la_vez", ("descarte", "a la vez")),
        ("descarte=a la vez", ("descarte", "a la vez")),
        ("mus-corrido=juego", ("mus_corrido", "juego")),
        ("señas=no", ("senas", "no")),
        ("elimina=sí", ("elimina", True)),
        ("elimina=si", ("elimina", True)),
        ("gracia=2.5", ("gracia", 2.5)),
        ("gracia=3", ("gracia", 3)),
        ("mus_visto=0.05", ("mus_visto", 0.05)),
        ("mus_visto=0,05", ("mus_visto", 0.05)),
    ],
)
def test_options_are_read_as_written(text: str, option: tuple[str, object]):
    assert read_option(text) == option
    assert rule_set("parejas", dict([read_option(text)])).as_dict()[option[0]] == option[1]


@pytest.mark.parametrize(
    "text", ["piedras=muchas", "piedras", "elimina=quizá", "gracia=", "real=7", "juegos=1.5"]
)
def test_an_option_that_reads_as_nothing_is_refused_by_the_rule_set(text: str):
    name, value = read_option(text)
    with pytest.raises(BadRules, match=f"^{name} = "):
        rule_set("parejas", {name: value})


def test_an_option_of_no_field_is_refused():
    with pytest.raises(UnknownField, match="'barajas' is no field"):
        read_option("barajas=2")
    with pytest.raises(UnknownField, match="'tanteo' is no field: expected one of bandos"):
        read_option("tanteo=largo", rule_set("parejas"))


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("tantos=30", ("piedras", 30)),
        ("puntos=30", ("piedras", 30)),
        ("amarracos=8", ("piedras", 40)),
        ("hamarrekoak=6", ("piedras", 30)),
        ("kings=4", ("reyes", 4)),
        ("corrido=juego", ("mus_corrido", "juego")),
        ("descarte=a-la-vez", ("descarte", "a la vez")),
    ],
)
def test_options_are_read_by_the_other_names_that_people_have_for_them(text: str, option: tuple[str, object]):
    assert read_option(text, rule_set("parejas")) == option


def test_every_field_of_a_rule_set_is_checked():
    for rules in RULE_SETS.values():
        assert set(rules.fields) == set(rules.as_dict()) - {"name", "modo"}


def test_rules_stored_before_a_field_was_added_have_it_as_by_default():
    for name in set(EARLIER) - {"euskal-herria"}:  # which came after that field
        first = edition(name)
        known = {field: first.as_dict()[field] for field in BEFORE}
        assert read_rules(known) == first


def test_a_set_is_found_by_its_edition_and_without_one_in_the_first():
    assert edition("mundial/1") == edition("mundial") != edition("mundial/2") == rule_set("mundial")
    assert edition("iparralde") == rule_set("iparralde")
    for wrong in ("mundial/3", "mundial/0", "mundial/", "mundial/02", "mundial/2/"):
        with pytest.raises(
            UnknownRuleSet, match=f"'{wrong}' is no edition: expected one of mundial/1, mundi"
        ):
            edition(wrong)


def test_changes_are_told_of_the_nearest_edition_of_a_set_the_present_one_first():
    assert origin(rule_set("mundial")) == ("mundial/2", None, {})
    assert origin(rule_set("mundial", {"piedras": 30})) == ("mundial/2", None, {"piedras": 30})
    name, modo, _ = origin(edition("mundial", "tres-mus"))
    assert (name, modo) == ("mundial", "tres-mus"), "a set of another game has that name"
    assert read_option(f"amarracos={'9' * 5000}")[0] == "piedras"
    assert origin(edition("mundial").with_changes({"real": "rey"})) == ("mundial/1", None, {"real": "rey"})
    alone = rule_set("vitoria", {"bandos": "individual"})
    assert origin(alone) == ("vitoria/2", None, {"bandos": "individual"})


def test_an_illegal_tells_its_reason_rule_and_facts():
    refusal = Illegal("wrong-amount", "R28", {"least": 2})
    assert str(refusal) == "wrong-amount (R28): least=2"
    assert str(Illegal("no-wait", "R30")) == "no-wait (R30)"


def test_a_set_of_ones_own_has_no_edition_and_all_its_fields():
    ours = MusRules("donostia", piedras=30)
    assert origin(ours) == ("donostia", "mus", {name: getattr(ours, name) for name in ours.fields})
    assert edition("donostia", "mus") == MusRules("donostia")


def test_rules_of_a_house_are_kept_under_the_nearest_set_of_their_game():
    house = replace(rule_set("vitoria", {"real": "figura", "piedras": 30}), name="casa")
    assert nearest_set(house).name == "vitoria"
    assert nearest_set(house).changed_from(rule_set("vitoria")).keys() == {"real", "piedras"}
    assert nearest_set(rule_set("mundial")) == rule_set("mundial")
