"""Which words are looked at, what is made of them, and what `musbot analizar` tells."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from musbot.acta.read import read_file
from musbot.cli import analizar
from musbot.cli.main import FAILED, OK, main
from musbot.cli.simular import simulate
from musbot.coach.account import Account, Turn, ValuedWord, turning_points
from musbot.coach.mus import value
from musbot.coach.mus.moments import Decision, NotForCoach, find_decisions, keep_public_decisions
from musbot.coach.mus.report import chance_by_hand
from musbot.coach.mus.score import TableHistory
from musbot.coach.mus.value import WORLDS, value_word
from musbot.coach.mus.worlds import sample_worlds
from musbot.game.actions import Action, Voz
from musbot.game.cards import cards
from musbot.game.engine import offers, winner
from musbot.game.events import Dealt, Event, HandEnded, Shown
from musbot.game.modos.mus.state import MusState
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.views import observe
from musbot.players import PLAYERS, Azar, Player, play_out
from tests.support.worlds import CUT, OTHER, OWN, at_table

PARTIDAS = Path(__file__).parent.parent / "partidas"
ORDAGO = PARTIDAS / "R35-ordago-wins-at-once.mus.toml"
PASO, ENVIDO = Action(Voz.PASO), Action(Voz.ENVIDO, 2)


ASKED = at_table(rule_set("castellano-40"), (OWN, OTHER, cards("12c 12b 4b 2e"), cards("12e 11e 7e 4o")), CUT)


def told(cost: float, error: float = 0.0, gain: float = 0.0) -> ValuedWord:
    """A word that cost so much, or was so much better than any other."""
    return ValuedWord(observe(ASKED.mesa, 0), PASO, ENVIDO, 0.5, 0.5 - cost, error, gain)


def test_words_without_a_choice_and_hands_that_are_not_over_are_left_out() -> None:
    rng = Random(1)
    events, _ = play_out(rule_set("vitoria"), [Azar(rng)] * 4, Baraja(bytes(32), "coach"), rng, 3)
    found = find_decisions(events)
    assert {moment.mesa.hand for moment in found} == {1, 2, 3}
    assert all(len(offers(moment.mesa, moment.seat)) > 1 for moment in found)
    last = max(n for n, event in enumerate(events) if isinstance(event, HandEnded))
    assert {moment.mesa.hand for moment in find_decisions(events[:last])} == {1, 2}


@pytest.mark.parametrize("name", ["individual", "tres-mus"])
def test_what_the_coach_does_not_know_is_told(name: str) -> None:
    rng = Random(1)
    events, _ = play_out(rule_set(name), [Azar(rng)] * 4, Baraja(bytes(32), "coach"), rng, 1)
    with pytest.raises(NotForCoach, match=rf"^{name}: expected Mus with two sides$"):
        find_decisions(events)


def test_R35_the_course_ends_with_who_won() -> None:
    turns = chance_by_hand(read_file(ORDAGO).events)
    assert turns[-1].after in (0.0, 1.0)
    assert all(0 <= turn.before <= 1 for turn in turns)


def test_the_hands_that_turned_it_are_told_in_their_order() -> None:
    turns = [Turn(1, 0.5, 0.6), Turn(2, 0.6, 0.2), Turn(3, 0.2, 0.25), Turn(4, 0.25, 1.0)]
    assert [turn.hand for turn in turning_points(turns)] == [1, 2, 4]


def test_a_cost_that_is_not_sure_or_lost_in_noise_is_none() -> None:
    assert told(0.1, 0.02).cost == pytest.approx(0.1)
    assert told(0.1, 0.06).cost == told(-0.1).cost == 0
    assert told(0.051).cost == pytest.approx(0.051)
    assert told(0.049).cost == 0
    assert told(0.049).is_right


def test_an_account_tells_how_many_were_right_and_the_worst_and_the_best() -> None:
    words = (told(0.0), told(0.005), told(0.2), told(0.06), told(0.0, gain=0.05), told(0.0, gain=0.3))
    it = Account(words)
    assert (it.right_count, it.worst, it.best) == (4, words[2], words[5])
    assert it.cost == pytest.approx(0.26)
    nothing = Account((told(0.005, gain=0.005),))
    assert (nothing.right_count, nothing.worst, nothing.best, nothing.cost) == (1, None, None, 0)


def test_of_many_words_it_is_told_what_one_loses_sure_or_not() -> None:
    unsure = [told(cost, error=0.1) for cost in (0.03, 0.01) * 10]
    rating = Account(tuple(unsure)).rating
    assert rating is not None
    assert rating.lost == pytest.approx(0.02)
    assert 0.01 < rating.low < 0.02 < rating.high < 0.03
    assert Account(tuple(unsure[1:])).rating is None
    assert Account(tuple(unsure)).right_count == 20, "by none of them could they be told apart"


@pytest.mark.parametrize(
    ("rows", "every", "gain"),
    [
        ({PASO: [0.6, 0.6], ENVIDO: [0.5, 0.5]}, True, 0.1),
        ({PASO: [0.6, 0.6], ENVIDO: [0.5, 0.5]}, False, 0),
        ({PASO: [0.6, 0.6], ENVIDO: [0.2, 0.9]}, True, 0),
        ({PASO: [0.6, 0.6], ENVIDO: [0.7, 0.7]}, True, 0),
    ],
)
def test_a_gain_is_that_over_every_other_word_where_it_is_sure(
    monkeypatch: pytest.MonkeyPatch, rows: dict[Action, list[float]], every: bool, gain: float
) -> None:
    monkeypatch.setattr(value, "strong_words", lambda view, seed: {ENVIDO: 1.0})
    monkeypatch.setattr(value, "_candidate_words", lambda view, often: iter(often))
    monkeypatch.setattr(
        value, "_play_out", lambda it, words, many, seed: {word: rows[word] for word in words}
    )
    it = value_word(ASKED, 2, "s", every=every)
    assert it is not None
    assert it.gain == pytest.approx(gain)


def test_what_a_mistake_costs_is_told_by_other_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = list[str]()

    def tried(it: Decision, words: Iterable[Action], many: int, seed: str) -> dict[Action, list[float]]:
        seeds.append(seed)
        cost = 0.3 if len(seeds) == 1 else 0.1
        return {word: [0.5 - cost * (word == PASO) + n / 1000 for n in range(many)] for word in words}

    monkeypatch.setattr(value, "strong_words", lambda view, seed: {ENVIDO: 1.0})
    monkeypatch.setattr(value, "_play_out", tried)
    it = value_word(ASKED, 30, "s")
    assert it is not None
    assert it.cost == pytest.approx(0.1)
    assert len(set(seeds)) == 2


def test_who_sits_there_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    it, asked = (
        replace(ASKED, company=TableHistory(kinds=("azar", "novato", "prudente", "muslari"))),
        Counter[str](),
    )

    def seated(kind: str, rng: Random) -> Player:
        asked[kind] += 1
        return Azar(rng)

    monkeypatch.setattr(value, "PLAYERS", {kind: partial(seated, kind) for kind in PLAYERS})
    value.chance_after(it.mesa, it.seat, PASO, "s", it.company)
    assert asked == Counter(("azar", "novato", "prudente", "muslari"))
    asked.clear()
    for seed in range(20):
        value.chance_after(it.mesa, it.seat, PASO, str(seed))
    assert set(asked) == {"novato", "prudente", "muslari"}, "people are taken for one or the other"


def test_of_what_agrees_with_no_deal_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musbot.coach.mus.worlds.MOST_TRIES", 0)
    assert value_word(ASKED, 2, "s") is None


def test_of_what_agrees_with_no_deal_when_it_is_measured_again_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tried(it: Decision, words: Iterable[Action], many: int, seed: str) -> dict[Action, list[float]]:
        return {word: [] if seed.endswith("again") else [0.5 - 0.3 * (word == PASO)] * many for word in words}

    monkeypatch.setattr(value, "strong_words", lambda view, seed: {ENVIDO: 1.0})
    monkeypatch.setattr(value, "_play_out", tried)
    assert value_word(ASKED, 30, "s") is None


def test_an_ordago_costs_who_has_all_but_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "strong_words", lambda view, seed: {PASO: 1.0})
    hands = (OWN, OTHER, cards("12c 12b 4b 2e"), cards("12e 11e 7e 4o"))
    it = at_table(rule_set("castellano-40"), hands, CUT, piedras=(38, 0))
    wild, calm = value_word(replace(it, said=Action(Voz.ORDAGO)), 120, "s"), value_word(it, 10, "s")
    assert wild is not None
    assert calm is not None
    assert wild.before > 0.85
    assert wild.cost > 0.05
    assert calm.cost == 0


def judged_alike(it: Decision, *_: object) -> ValuedWord:
    return ValuedWord(observe(it.mesa, it.seat), PASO, ENVIDO, 0.61, 0.52, 0.01)


def test_a_player_is_told_in_two_sentences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("musbot.coach.mus.report.value_word", judged_alike)
    assert main(["analizar", str(ORDAGO), "--procesos", "1"]) == OK
    lines = capsys.readouterr().out.splitlines()
    name = read_file(ORDAGO).names[0]
    assert lines[0].startswith(f"{name}: No acertaste: se te fue un ")
    assert (
        "La peor, «paso» (mus, mano 1): valía −9 %. Una IA de nivel muslari habría dicho «envido»."
        in lines[0]
    )
    assert lines[-1].startswith("Mano ")
    for language, words in (("en", "(mus, hand 1), was worth −9%"), ("eu", "ehuneko 9 kendu zizun")):
        assert main(["analizar", str(ORDAGO), "--procesos", "1", "--idioma", language]) == OK
        assert words in capsys.readouterr().out


def test_of_many_words_a_player_is_told_what_one_cost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    costs = iter((0.05, 0.03, 0.01) * 1000)

    def by_turns(it: Decision, *_: object) -> ValuedWord:
        return told(next(costs) - 0.02 * (it.seat % 2))._replace(view=observe(it.mesa, it.seat))

    monkeypatch.setattr("musbot.coach.mus.report.value_word", by_turns)
    file = str(short(tmp_path, 12, kind="prudente"))
    assert main(["analizar", file, "--procesos", "1"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert re.match(
        r"Prudente 1: En \d+ palabras se te fue de media un \d(,\d)? % por palabra \(entre ", lines[0]
    )
    assert main(["analizar", file, "--procesos", "1", "--json"]) == OK
    lost, low, high = json.loads(capsys.readouterr().out)["jugadores"][0]["por_palabra"]
    assert 0 < low < lost < high < 0.1


def test_json_has_every_word_of_one_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("musbot.coach.mus.report.value_word", judged_alike)
    name = read_file(ORDAGO).names[0]
    assert main(["analizar", str(ORDAGO), "--procesos", "1", "--json", "--jugador", name.lower()]) == OK
    it = json.loads(capsys.readouterr().out)
    assert [row["jugador"] for row in it["jugadores"]] == [name]
    assert {row["jugador"] for row in it["palabras"]} == {name}
    assert {(row["dicha"], row["mejor"], row["coste"]) for row in it["palabras"]} == {
        ("paso", "envido", 0.09)
    }
    assert it["mundos"] == WORLDS


@pytest.mark.usefixtures("english")
def test_a_name_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analizar", str(ORDAGO), "--jugador", "Nadie"]) == FAILED
    assert "'Nadie' is not at the table: expected " in capsys.readouterr().err


def short(tmp_path: Path, hands: int = 3, name: str = "castellano-40", kind: str = "azar") -> Path:
    """The acta of a partida that has only begun."""
    kinds = (kind,) * rule_set(name).default_seats
    played = next(iter(simulate(rule_set(name), kinds, hands, "short")))
    assert winner(played.mesa) is None
    file = tmp_path / "short.mus.toml"
    file.write_text(played.acta(), "utf-8")
    return file


def test_R80_while_a_partida_goes_on_only_words_of_shown_cards_are_told() -> None:
    hands = set()
    for seed in (6, 58, 93):
        events = next(
            iter(simulate(rule_set("vitoria", {"muestra": False}), ("muslari",) * 4, 12, f"R80 {seed}"))
        ).events
        shown = {hand for hand, seats in seats_shown(events).items() if seats}
        found = find_decisions(events)
        told = keep_public_decisions(events, found)
        assert {it.mesa.hand for it in told} <= shown
        hands |= {it.mesa.hand for it in found} - shown
        last = {it.mesa.hand: len(it.mesa.throws) for it in found}
        for it in told:
            assert len(it.mesa.throws) == last[it.mesa.hand], "cards that were thrown since nobody has seen"
            assert (it.own_thrown, it.mesa.signs) == ((), ())
    assert hands, "there were hands that nobody has shown"


def seats_shown(events: Sequence[Event]) -> dict[int, set[int]]:
    """Who has shown their cards in each hand."""
    hand, shown = 0, dict[int, set[int]]()
    for event in events:
        if isinstance(event, Dealt):
            hand = event.hand
            shown[hand] = set()
        elif isinstance(event, Shown):
            shown[hand] |= {seat for seat, cards in enumerate(event.cards) if cards}
    return shown


def test_R80_what_is_left_out_until_the_end_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("musbot.coach.mus.report.value_word", judged_alike)
    file = short(tmp_path, 2, kind="nunca-corta")
    acta = read_file(file)
    found = find_decisions(acta.events)
    hidden = len(found) - len(keep_public_decisions(acta.events, found))
    assert hidden > 1
    assert main(["analizar", str(file), "--procesos", "1"]) == OK
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{hidden} palabras no se miran hasta que acabe la partida")
    assert main(["analizar", str(file), "--procesos", "1", "--json"]) == OK
    it = json.loads(capsys.readouterr().out)
    assert (it["sin_ensenar"], len(it["palabras"])) == (hidden, len(found) - hidden)
    assert 0 < it["manos"][0]["despues"] < 1
    name = acta.names[1]
    assert main(["analizar", str(file), "--procesos", "1", "--json", "--jugador", name]) == OK
    it = json.loads(capsys.readouterr().out)
    assert (it["sin_ensenar"], len(it["palabras"])) == (0, sum(moment.seat == 1 for moment in found))
    assert main(["analizar", str(ORDAGO), "--procesos", "1", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["sin_ensenar"] == 0


def test_the_course_of_a_partida_is_told_juego_by_juego(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("musbot.coach.mus.report.value_word", judged_alike)
    turns = [Turn(1, 0.51, 0.6), Turn(2, 0.61, 1.0), Turn(3, 0.5, 0.4), Turn(4, 0.4, 0.3)]
    monkeypatch.setattr(analizar, "chance_by_hand", lambda events: turns)
    assert main(["analizar", str(short(tmp_path)), "--procesos", "1", "--jugador", "azar 1"]) == OK
    told = capsys.readouterr().out
    assert "para Azar 1 y Azar 3, mano por mano, en %: 51 → 61 → 100 | 50 → 40 → 30." in told


def test_that_no_hand_is_over_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analizar, "chance_by_hand", lambda events: [])
    assert main(["analizar", str(short(tmp_path)), "--procesos", "1", "--mundos", "1"]) == OK
    assert capsys.readouterr().out.startswith("Todavía no se ha acabado ninguna mano.\n")


@pytest.mark.parametrize("name", ["individual", "tres-mus", "frances"])
@pytest.mark.usefixtures("english")
def test_a_game_that_it_does_not_look_at_is_an_error(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = short(tmp_path, 1, name)
    assert main(["analizar", str(file)]) == FAILED
    assert capsys.readouterr().err == f"{file}: {name}: expected Mus with two sides\n"


@pytest.mark.usefixtures("english")
def test_a_file_that_is_no_acta_is_an_error_of_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.mus.toml"
    for text in ("", "acta = 1\n", "no toml at all", "\0"):
        bad.write_text(text, "utf-8")
        assert main(["analizar", str(bad)]) == FAILED
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 1)
        assert str(bad) in err
    assert main(["analizar", str(tmp_path / "none.mus.toml")]) == FAILED
    assert "cannot be read" in capsys.readouterr().err


def test_of_trios_words_are_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    events = next(iter(simulate(rule_set("trios"), ("azar",) * 6, 1, "six"))).events
    found, drawn = find_decisions(events), []

    def counted(it: Decision, rng: Random, many: int) -> list[MusState]:
        drawn.append(many)
        return sample_worlds(it, rng, 1)

    monkeypatch.setattr(value, "sample_worlds", counted)
    assert value_word(found[0], 60, "s") is not None
    assert drawn == [20], "fewer worlds, for prudente plays on there"
