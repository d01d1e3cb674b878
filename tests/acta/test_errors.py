"""What is wrong in an acta, and where: the exact line that its writer is told."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from musbot.acta.partida import LONGEST_WHY, ActaError
from musbot.acta.read import MOST_BYTES, read, read_file
from musbot.acta.summary import summary
from tests.support.wrong_actas import (
    AT_HEAD,
    HEAD,
    IN_KEYS,
    IN_NEXT_HAND,
    IN_VOCES,
    PARTIDAS,
    REFUSED,
    WITH_STONES,
    error,
    head,
    hostile,
    ruled,
    said,
)


@pytest.mark.parametrize(("acta", "why"), AT_HEAD, ids=[why[:40] for _, why in AT_HEAD])
def test_an_error_of_the_head_has_no_place(acta: str, why: str):
    assert error(acta) == why


@pytest.mark.parametrize(("acta", "why"), IN_KEYS, ids=[why[:40] for _, why in IN_KEYS])
def test_an_error_of_a_hands_own_keys_is_of_voz_0(acta: str, why: str):
    assert error(acta) == f"hand 1, voz 0: {why}"


@pytest.mark.parametrize(("acta", "why"), WITH_STONES, ids=[why[:24] for _, why in WITH_STONES])
def test_an_error_of_a_game_with_stones_names_its_own_rule(acta: str, why: str):
    assert error(acta) == why


@pytest.mark.parametrize(("acta", "voz", "why"), IN_VOCES, ids=[why[:24] for _, _, why in IN_VOCES])
def test_an_error_of_a_voz_says_which(acta: str, voz: int, why: str):
    assert error(acta) == f"hand 1, voz {voz}: {why}"


@pytest.mark.parametrize(("acta", "voz", "why"), IN_NEXT_HAND, ids=["too early", "too late", "another mano"])
def test_an_error_of_the_second_hand_says_so(acta: str, voz: int, why: str):
    assert error(acta) == f"hand 2, voz {voz}: {why}"


def test_the_discards_of_who_alone_is_left_stay_out_of_the_new_pile():  # R23
    acta = (PARTIDAS / "R23-reshuffle-for-one.mus.toml").read_text("utf-8")
    for card, where in (("3b", "it has been drawn or thrown already"), ("2o", "Ane holds it")):
        why = error(acta.replace('1e 1b 12o"', f'1e 1b {card}"'))
        assert why.startswith(
            f"hand 1, voz 16: mazo: {card} cannot be drawn: {where}, expected one of 7o 10o"
        )


def test_a_bet_cannot_grow_without_end():
    raises = [f"{name}: reenvido" for name in ("Beñat", "Carmen", "Dani", "Ane")] * 1000
    why = error(said("Ane: no mus", "Ane: envido", *raises).replace("vitoria", "castellano"))
    assert why.endswith("too large a bet: expected a number of at most 1000 digits")


def test_an_error_is_one_short_line():
    for wrong in (said("Ane: \x07 \n \u2028"), head("Ane", "\\u2028"), f"{HEAD}'{'x' * 10_000}' = 1"):
        why = error(wrong)
        assert why.isprintable()
        assert len(why) <= LONGEST_WHY + len("hand 1, voz 1: ")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"acta = '\xff'", "not UTF-8 at byte 8: expected a TOML file"),
        ("acta = 1".encode("utf-16"), "not UTF-8 at byte 0: expected a TOML file"),
        (b"\0" * 100, "not TOML: Invalid statement (at line 1, column 1)"),
        (b"#" * (MOST_BYTES + 1), "too long: expected at most 2 MiB"),
    ],
)
def test_a_file_that_is_no_acta_says_so(tmp_path: Path, data: bytes, why: str):
    file = tmp_path / "x.mus.toml"
    file.write_bytes(data)
    with pytest.raises(ActaError) as raised:
        read_file(file)
    assert str(raised.value) == why


@pytest.mark.parametrize("given", ["partida.mus.toml", "/no/partida", Path("partida.mus.toml"), None])
def test_the_path_of_a_file_is_no_text_of_an_acta(given: Any):
    with pytest.raises(ActaError, match=r"^not an acta: expected the text of one; read_file reads a file$"):
        read(given)


def test_a_file_is_read_by_its_path_as_text_too():
    file = next(PARTIDAS.glob("*.mus.toml"))
    assert read_file(str(file)) == read_file(file)


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path):
    with pytest.raises(ActaError, match=r"^cannot be read: No such file or directory$"):
        read_file(tmp_path / "none")
    with pytest.raises(ActaError, match=r"^cannot be read: Is a directory$"):
        read_file(tmp_path)
    with pytest.raises(ActaError, match=r"^cannot be read: embedded null byte$"):
        read_file(Path("a\0b"))


def test_every_refusal_names_its_rule_where_one_was_broken():
    told = [error(acta) for acta in REFUSED]
    assert [why for why in told if not ruled(why)] == []
    assert sum(why.endswith(")") for why in told) > 50


def test_whatever_a_file_holds_it_is_a_partida_or_one_line_with_its_rule():
    rng, refused = random.Random(7), list[str]()
    whole = [file.read_text("utf-8") for file in sorted(PARTIDAS.glob("*.mus.toml"))]
    for _ in range(300):
        try:
            json.dumps(summary(read(hostile(rng, whole))))
        except ActaError as wrong:
            assert ruled(str(wrong)), wrong  # noqa: PT017 - either will do
            refused.append(str(wrong))
    assert sum("(R" in why for why in refused) > 100


def test_a_name_in_fancy_letters_is_known_wherever_it_is_written():
    acta = said("𝓐𝓷𝓮: miro a 𝐁𝐞𝐧̃𝐚𝐭", "ane: mus", "ＢＥÑＡＴ: no mus").replace('"Ane"', '"𝓐𝓷𝓮"')
    partida = read(acta.replace('mano = "𝓐𝓷𝓮"', 'mano = "ANE"'))
    assert partida.names[0] == "𝓐𝓷𝓮"
    assert partida.mesa.eyes[0] == 1


def test_of_tens_of_thousands_of_raises_each_costs_no_more_than_of_a_few():
    raises = [f"{name}: 1 más" for name in ("Beñat", "Carmen", "Dani", "Ane")] * 5_000
    partida = read(said("Ane: no mus", "Ane: envido", *raises).replace("vitoria", "castellano"))
    assert len(partida.mesa.words()) == 20_002
    assert {len(words) for words in partida.mesa.said_before} == {256}
