"""What pictures of Tres Mus and Mus Francés show: stones in hand, in the middle, in the dish, who is left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import reduce

import pytest

from musbot.acta import read, tell, write
from musbot.acta.page.story import Reader, tell_hands
from musbot.game.engine import begin
from musbot.game.events import Event
from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.pictures.specs import ShowdownPicture, StonesEndPicture, StonesPicture
from musbot.table.dealing import with_chance
from musbot.table.events import AnyEvent, ChatId, Occupant, Opened, SatDown, TableId
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import Texts
from tests.e2e.leaks import every_picture
from tests.support.at_table import NAMES, SEED, asked, at_grande, begun, lobby, person, played, says

ES, EN = Narrator("es"), Narrator("en")
STONES = ["tres-mus", "frances"]


def tanteo(table: Table, narrator: Narrator = ES) -> StonesPicture:
    picture = narrator.score(watch(table)).picture
    assert isinstance(picture, StonesPicture)
    return picture


def partida(rules: str, seed: int = 3) -> Table:
    """A partida of eight until somebody has won."""
    last = begun(rule_set(rules, {"juegos": 2}))
    for now, _ in played(last, seed, most=6000):
        last = now
    assert last.over
    return last


def hands_over(rules: str, seed: int = 3) -> Iterator[Table]:
    """The table of such a partida at the end of each of its hands."""
    over = 0
    for now, _ in played(begun(rule_set(rules, {"juegos": 2})), seed, most=6000):
        if now.hands_over > over:
            over = now.hands_over
            yield now
    assert now.over


def test_the_tanteo_tells_the_stones_of_each_and_those_in_the_middle() -> None:
    table = at_grande("tres-mus")
    bettor, second = asked(table), (asked(table) + 1) % 8
    picture = tanteo(says(table, "envido.3", "acepto.1"))
    assert [picture.holders[seat].hand for seat in (bettor, second)] == [4, 6]
    assert [picture.holders[seat].middle for seat in (bettor, second)] == [3, 1]
    assert picture.middle == 4
    assert picture.lances[0].words == f"{table.names[bettor]} envida 3"
    assert picture.lances[0].now
    assert all(not holder.note for holder in picture.holders)


def test_the_tanteo_says_what_a_cross_is_and_how_many_put_a_player_out() -> None:
    table = at_grande("tres-mus")
    lost = tanteo(table).against
    assert tanteo(table).against_word == f"juego perdido; con {lost}, fuera"
    assert tanteo(table, EN).against_word == f"game lost; out at {lost}"


def test_the_tanteo_names_suertudos_and_who_rests() -> None:
    table = says(at_grande("tres-mus", 2), "envido.1", *["quiero"] * 7, "mas.1", *["noquiero"] * 7)
    words = tanteo(table).lances[0].words
    text = ES.board(watch(table)).text
    lucky = text.partition("suertudos: ")[2].partition(")")[0]
    assert lucky
    assert words.endswith(f"suertudos: {lucky}")
    rests = [holder.name for holder in tanteo(table).holders if holder.note == "descansa"]
    assert len(rests) == text.count("descansa, no le quedan piedras") == 1
    assert f"{rests[0]}: descansa" in text
    assert [holder.note for holder in tanteo(table, EN).holders if holder.note] == ["rests"]


@pytest.mark.parametrize("rules", STONES)
def test_a_hand_begins_with_the_stones_with_which_the_one_before_it_ended(rules: str) -> None:
    start = rule_set(rules).piedras
    had, against = [start] * 8, [0] * 8
    for table in hands_over(rules):
        picture = ES.board(watch(table, finished=table.hands_over)).picture
        assert isinstance(picture, ShowdownPicture)
        told = {score.bando: (score.before, score.after) for score in picture.scores}
        assert {seat: before for seat, (before, _) in told.items() if before} == {
            seat: stones for seat, stones in enumerate(had) if stones
        }
        had = [told[seat][1] if seat in told else 0 for seat in range(8)]
        holders = [seat for seat, stones in enumerate(had) if stones]
        assert bool(picture.won) == (len(holders) == 1)
        if len(holders) == 1:
            against[holders[0]] += 1
            assert table.names[holders[0]] in picture.won
            had = [start if lost < 2 else 0 for lost in against]


@pytest.mark.parametrize("rules", STONES)
def test_the_showdown_has_no_hand_of_one_who_rests_and_signs_every_payment(rules: str) -> None:
    for table in hands_over(rules):
        mesa = table.finished[-1]
        picture = ES.board(watch(table, finished=table.hands_over)).picture
        assert isinstance(picture, ShowdownPicture)
        assert {player.bando for player in picture.players} == {s for s in mesa.shown if mesa.cards[s]}
        assert all(len(player.cards) == 4 for player in picture.players)
        assert picture.signed
        assert picture.legend
        assert sum(paid.piedras > 0 for paid in picture.payments) == sum(bool(it.de) for it in mesa.tantos)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("rules", STONES)
def test_the_rows_of_a_count_come_to_what_each_has_more_or_less_than_before(rules: str, seed: int) -> None:
    for table in hands_over(rules, seed):
        board = ES.board(watch(table, finished=table.hands_over))
        assert isinstance(board.picture, ShowdownPicture)
        drawn, told = Counter[str](), Counter[str]()
        for paid in board.picture.payments:
            drawn[NAMES[paid.bando]] += paid.piedras
        for row in board.text.rpartition("\n\n")[2].splitlines():  # the folded lines
            told.update(moved(row))
        for score in board.picture.scores:
            gained = score.after - score.before
            assert (drawn[score.name], told[score.name]) == (gained, gained), board.text


ROWS = {
    re.compile(r": (?:nadie quiso; )?(\w+) se quita (\d+)"): -1,
    re.compile(r": la peor es la de (\w+) .*: carga con las (\d+) del medio"): 1,
    re.compile(r": (\w+) carga con (\d+) del medio"): 1,
}
"""Who sheds or takes how many, and of whose stones, as the Spanish count has it."""


def moved(row: str) -> Counter[str]:
    """What each gains or loses by a row, from its words alone."""
    found = Counter[str]()
    for pattern, sign in ROWS.items():
        for name, n in pattern.findall(row):
            found[name] += sign * int(n)
            for own in re.findall(r"(\d+) suyas?\b", row):
                found[name] -= int(own)
    for n, name in re.findall(r"(\d+) de ([A-Z]\w+)", row) if " medio" in row else ():
        found[name] -= int(n)
    return found


@pytest.mark.parametrize("rules", STONES)
def test_the_rows_of_an_acta_and_its_page_come_to_what_each_has_more_or_less(rules: str) -> None:
    table = lobby(rule_set(rules), 8)
    log, dealt = with_chance(table, begin(rule_set(rules), 8))
    after = [event for _, events in played(dealt, 5, 6000) for event in events]
    acta = read(write(NAMES, [event for event in (*log, *after) if isinstance(event, Event)]))
    text, texts = tell(acta, Texts("es")), Texts("es")
    hands = tell_hands(acta, texts, Reader(over=True))
    assert len(hands) > 5
    for hand in hands:
        told = Counter[str]()
        for _, row in hand.count:
            assert f"    {row}\n" in text
            told.update(moved(row))
        gained = {name: b - a for name, a, b in zip(NAMES, hand.before, hand.after, strict=True) if b - a}
        assert {name: n for name, n in told.items() if n} == gained


@pytest.mark.parametrize("rules", STONES)
def test_the_end_shows_against_whom_each_juego_went(rules: str) -> None:
    table = partida(rules)
    picture = ES.end(watch(table)).picture
    assert isinstance(picture, StonesEndPicture)
    assert table.mesa is not None
    assert {seat: lost for seat, _, lost in picture.players} == dict(enumerate(table.mesa.juegos))
    assert [picture.course.count(seat) for seat in range(8)] == list(table.mesa.juegos)
    assert [seat for seat, _, lost in picture.players if lost < picture.against] == [picture.winner]
    assert picture.title == f"¡Gana {table.names[picture.winner]}!"


def test_who_is_out_has_no_stones_in_the_tanteo() -> None:
    seen = False
    for table, _ in played(begun(rule_set("tres-mus", {"juegos": 1})), 3, 6000):
        mesa = table.mesa
        if mesa is None or table.over:
            continue
        for holder in tanteo(table).holders:
            assert holder.out == (mesa.juegos[holder.bando] >= 1)
            seen |= holder.out
            if holder.out:
                assert (holder.hand, holder.middle, holder.note) == (0, 0, "fuera")
    assert seen


def test_one_who_rests_is_not_said_to_throw() -> None:
    for table, _ in played(begun(rule_set("tres-mus")), 1, 900):
        assert "tira 0" not in ES.board(watch(table)).text


def test_the_pictures_searched_for_leaks_are_all_that_a_table_shows() -> None:
    rules = rule_set("tres-mus", {"juegos": 1, "piedras": 1})
    sat = [SatDown(seat, Occupant(name, person(seat).id, "es")) for seat, name in enumerate(NAMES)]
    log: list[AnyEvent] = [
        Opened(TableId("K7-abcdef"), ChatId("test:peña"), person(0).id, "es", rules, SEED),
        *sat,
    ]
    table = reduce(fold, log[1:], fold(None, log[0]))
    dealt, _ = with_chance(table, begin(rules, 8))
    log += dealt
    shown = set()
    for now, events in played(reduce(fold, dealt, table), 1):
        log += events
        shown |= {ES.board(watch(now, finished=now.hands_over)).picture} if now.hands_over else set()
        shown |= {ES.end(watch(now)).picture} if now.over else set()
    assert {type(picture) for picture in shown} == {ShowdownPicture, StonesEndPicture}
    assert shown <= set(every_picture({"K7": log}).values())
