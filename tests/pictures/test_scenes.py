"""What pictures show of a table: the words and cards that everybody, or one seat, may see, and no others."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from musbot.game.cards import cards
from musbot.game.engine import begin, deal
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.narrator import Narrator
from musbot.pictures.specs import HandPicture, LanceTally, ShowdownPicture, SorteoPicture, TanteoPicture
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from tests.e2e.leaks import cards_pictured
from tests.support.at_table import begun, lobby, person, played, pressed

ES, EN = Narrator("es"), Narrator("en")
STRANGE = ("𝓐ne", "🂡", "🃁", "山田")
HANDS = ("12o 3c 11b 1e", "7o 7c 7e 10b", "1o 4c 5b 6e", "2o 2c 12e 12b")


def dealt() -> Table:
    """A table of vitoria whose first hand, with Ane as mano, is this."""
    table = reduce(fold, begin(rule_set("vitoria")), lobby(rule_set("vitoria"), 4))
    assert table.mesa is not None
    return reduce(fold, deal(table.mesa, [cards(hand) for hand in HANDS]), table)


def tanteo(table: Table, narrator: Narrator = ES) -> TanteoPicture:
    picture = narrator.score(watch(table)).picture
    assert isinstance(picture, TanteoPicture)
    return picture


def test_a_hand_shows_what_it_holds_and_greys_what_is_picked() -> None:
    table = dealt()
    picture = ES.hand(watch(table, 0)).picture
    assert picture == HandPicture(
        cards("12o 3c 11b 1e"),
        lines=("Par de reyes", "La una (31)"),
        circle="Eres mano",
        own=True,
        scores=((0, 0), (1, 0)),
        side=0,
    )
    for seat in range(4):
        table = pressed(table, seat, "mus")
    table = pressed(table, 0, "pick.4")
    picked = ES.hand(watch(table, 0)).picture
    assert isinstance(picked, HandPicture)
    assert picked.thrown == cards("1e")
    others = ES.hand(watch(table, 1)).picture
    assert isinstance(others, HandPicture)
    assert others.thrown == (), "nobody else sees what is picked"


def test_the_tanteo_says_how_every_lance_stands() -> None:
    table = pressed(dealt(), 0, "nomus")
    assert [lance.words for lance in tanteo(table).lances] == ["se habla", "", "", ""]
    for seat in range(4):
        table = pressed(table, seat, "paso")
    table = pressed(pressed(table, 0, "envido.5"), 1, "noquiero")
    table = pressed(table, 3, "noquiero")
    picture = tanteo(table)
    assert picture.lances[0] == LanceTally("Grande", "en paso")
    assert picture.lances[1] == LanceTally("Chica", "no querido: 1", bando=0)
    assert picture.lances[2] == LanceTally("Pares", "se habla", now=True)
    assert picture.lances[3] == LanceTally("Juego", "")
    assert [side.piedras for side in picture.sides] == [1, 0], "a deje is taken at once (R32)"
    assert [side.name for side in picture.sides] == ["Ane y Carmen", "Beñat y Dani"]
    assert tanteo(table, EN).lances[0].words == "passed"


def test_the_showdown_marks_who_won_each_lance_and_tells_the_score_before_and_after() -> None:
    table = pressed(dealt(), 0, "nomus")
    while not table.finished:
        assert table.mesa is not None
        table = pressed(table, watch(table).game.turno[0], "paso")  # type: ignore[union-attr]
    picture = ES.board(watch(table, finished=1)).picture
    assert isinstance(picture, ShowdownPicture)
    assert {player.name: player.won for player in picture.players} == {
        "Ane": ("Grande", "Juego"),
        "Carmen": (),
        "Beñat": (),
        "Dani": ("Chica", "Pares"),
    }
    assert [player.cards for player in picture.players if player.name == "Beñat"] == [cards("10b 7c 7e 7o")]
    paid = sum(score.after - score.before for score in picture.scores)
    assert table.mesa is not None
    assert paid == sum(tanto.piedras for tanto in table.finished[0].tantos)
    assert len(picture.payments) == len(table.finished[0].tantos)


@pytest.mark.parametrize("parejas", ["fijas", "sorteo"])
def test_the_sorteo_shows_the_cards_and_who_is_mano(parejas: str) -> None:
    table = pressed(lobby(rule_set("vitoria", {"parejas": parejas}), 4), 0, "start")
    picture = ES.lobby(watch(table)).picture
    assert isinstance(picture, SorteoPicture)
    assert table.sorteo is not None
    assert [card for _, card in picture.drawn] == [card for _, card in table.sorteo.drawn]
    assert table.mesa is not None
    assert picture.lines[-1] == f"Es mano {table.names[table.mesa.mano]}"
    assert {name for _, names in picture.sides for name in names.split(" y ")} == set(table.names)


def test_the_lobby_has_no_picture_before_the_sorteo() -> None:
    assert ES.lobby(watch(lobby(seats=4))).picture is None


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_picture_shows_a_card_that_its_viewer_may_not_see(rules: str) -> None:
    for table, _ in played(begun(rule_set(rules)), seed=1, most=400):
        mesa = table.mesa
        if mesa is None or table.over:
            continue
        everybody = {card for seat in mesa.shown for card in mesa.cards[seat]}
        for post in (ES.board(watch(table)), ES.score(watch(table)), ES.end(watch(table))):
            assert cards_pictured(post.picture) <= everybody
        for seat in range(mesa.seats):
            own = ES.hand(watch(table, seat)).picture
            assert cards_pictured(own) <= set(mesa.cards[seat] if mesa.cards else ())


def test_a_picture_tells_a_chat_that_something_changed() -> None:
    table = dealt()
    for seat in range(4):
        table = pressed(table, seat, "mus")
    before = ES.hand(watch(table, 0))
    after = ES.hand(watch(pressed(table, 0, "pick.1"), 0))
    assert before.digest() != after.digest()
    assert person(0).id not in repr(before.picture)


def test_one_whose_name_no_font_has_is_told_by_their_place() -> None:
    table = dealt()
    named = [replace(who, name=name) if who else None for who, name in zip(table.seats, STRANGE, strict=True)]
    table = replace(table, seats=tuple(named))
    assert [side.name for side in tanteo(table).sides] == [
        "𝓐ne y Jugador 3".replace("𝓐", "A"),
        "Jugador 2 y 山田",
    ]
    assert [side.name for side in tanteo(table, EN).sides] == ["Ane and Player 3", "Player 2 and 山田"]
    assert "🂡" in ES.board(watch(table)).text, "the text has the name as it is"


def test_a_hand_tells_who_is_mano_and_the_score() -> None:
    hands = [ES.hand(watch(dealt(), seat)).picture for seat in range(4)]
    told = [(it.circle, it.own, it.side) for it in hands if isinstance(it, HandPicture)]
    assert told == [
        ("Eres mano", True, 0),
        ("es mano Ane", False, 1),
        ("es mano Ane", False, 0),
        ("Eres postre", True, 1),
    ]


def test_the_table_of_the_showdown_says_what_decided() -> None:
    table = pressed(dealt(), 0, "nomus")
    while not table.finished:
        assert table.mesa is not None
        table = pressed(table, watch(table).game.turno[0], "paso")  # type: ignore[union-attr]
    picture = ES.board(watch(table, finished=1)).picture
    assert isinstance(picture, ShowdownPicture)
    text = ES.board(watch(table, finished=1)).text
    told = {(paid.lance, paid.bando, paid.piedras): paid.note for paid in picture.payments}
    assert told == {
        ("Grande", 0, 1): "en paso",
        ("Chica", 1, 1): "en paso",
        ("Pares", 1, 5): "",
        ("Juego", 0, 3): "por mano",
    }
    assert "Juego: 3 de premio para 🔷 Ane y Carmen, por mano" in text


def test_nobody_sheds_nothing() -> None:
    for table, _ in played(begun(rule_set("tres-mus")), seed=2, most=600):
        if table.mesa is not None:
            assert "quita 0" not in repr(ES.score(watch(table)).picture)
