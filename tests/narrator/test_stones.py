"""What a board of Tres Mus or Mus Francés says, and the buttons under it."""

from __future__ import annotations

from functools import reduce

import pytest

from musbot.game.cards import cards
from musbot.game.engine import begin, deal
from musbot.game.events import Paid, Por
from musbot.game.lances import Lance
from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator, voices
from musbot.narrator.post import Post
from musbot.narrator.speech import Speech
from musbot.table.acts import Explained
from musbot.table.events import Gathered, Occupant, StoodIn
from musbot.table.fold import fold
from musbot.table.pages import FieldPage, Page
from musbot.table.table import Table
from musbot.table.view import watch
from tests.support.at_table import asked, at_grande, begun, lobby, played, pressed, says

ES = Narrator("es")


def labels(post: Post) -> list[str]:
    return [button.label for row in post.keyboard() for button in row]


def name(table: Table) -> str:
    return table.names[asked(table)]


@pytest.mark.parametrize("rules", ["tres-mus", "frances"])
def test_the_lobby_says_what_piedras_and_juegos_are_where_one_wants_to_be_rid_of_them(rules: str) -> None:
    table = lobby(rule_set(rules), 2)
    told = [ES.page(watch(table), FieldPage(field)).text for field in ("piedras", "juegos")]
    assert "Piedras con las que cada uno empieza un juego." in told[0]
    assert "Juegos en contra con los que uno queda fuera." in told[1]


@pytest.mark.parametrize(
    ("rules", "best"), [("tres-mus", "el 33 gana al 31"), ("frances", "lo mejor es el 31")]
)
def test_the_first_hand_says_that_one_wants_to_be_rid_of_stones(rules: str, best: str) -> None:
    table = begun(rule_set(rules))
    told = Narrator("es", explained=Explained.NEW).hand(watch(table, 0)).text
    assert "Aquí se trata de quedarse sin piedras" in told
    assert best in told
    assert "quedarse sin piedras" not in ES.hand(watch(table, 0)).text


def test_one_card_is_picked_and_another_takes_its_place() -> None:
    table = begun(rule_set("tres-mus"))
    seat = asked(table)
    assert labels(ES.board(watch(table)))[:6] == ["1.ª", "2.ª", "3.ª", "4.ª", "5.ª", "Descartar"]
    table = pressed(table, seat, "pick.1", "pick.4")
    assert len(table.picks[seat]) == 1
    table = pressed(table, seat, "throw")
    assert table.mesa is not None
    assert len(table.mesa.cards[seat]) == 4


def test_a_board_tells_the_stones_of_each_and_what_lies_in_the_middle() -> None:
    table = at_grande("tres-mus")
    bettor = name(table)
    table = says(table, "envido.3")
    second = name(table)
    table = says(table, "acepto.1")
    third = name(table)
    table = says(table, "noquiero")
    text = ES.board(watch(table)).text
    assert f"{bettor} (mano): 4 piedras, 3 en el medio" in text
    assert f"{second}: 6 piedras, 1 en el medio" in text
    assert f"\n{bettor} envido 3 · {second} acepto 1 · {third} no quiero · {name(table)} …\n" in text
    assert f"GRANDE: {bettor} envida 3. En el medio, 4. Habla {name(table)}." in text
    assert "En el plato" not in text, "nothing lies in the dish"
    assert f"Habla {name(table)}." in text


@pytest.mark.parametrize("rules", ["tres-mus", "frances"])
def test_R87_the_postre_is_the_last_who_has_been_dealt_cards(rules: str) -> None:
    table = begun(rule_set(rules, {"piedras": 1, "juegos": 4} if rules == "tres-mus" else {"piedras": 5}))
    rested = False
    for now, _ in played(table, seed=11, most=600):
        game = watch(now).game
        if now.over or game is None or not now.in_hand:
            continue
        last = [seat for seat in game.circle() if now.has_cards(seat)][-1]
        rested |= last != game.circle()[-1]
        lines = [line for line in ES.board(watch(now)).text.splitlines() if "(postre)" in line]
        assert [line.split(": ")[0][2:] for line in lines] == [f"{now.names[last]} (postre)"]
    assert rested, "somebody after them rests or is out"


def test_R10_a_lance_lost_with_equal_cards_says_who_is_nearer_to_the_mano() -> None:
    table = reduce(fold, [Gathered(), *begin(rule_set("frances"), 2)], lobby(rule_set("frances"), 2))
    assert table.mesa is not None
    hands = ["12o 12c 11b 1e 4o", "12e 12b 11o 1o 4c"]
    table = reduce(fold, deal(table.mesa, [cards(hand) for hand in hands]), table)
    for _ in range(2):
        table = pressed(table, asked(table), "pick.4", "throw")  # the 4
    table = says(table, "envido.2", "quiero")
    while not table.finished:
        words = {offer.voz.value for offer in watch(table).game.offers}  # type: ignore[union-attr]
        table = says(table, "paso" if "paso" in words else "conforme")
    text = ES.board(watch(table, finished=1)).text
    assert "Grande: la peor es la de Beñat (rey rey caballo as, y está más lejos de la mano)" in text


def test_each_word_says_how_many_stones_it_puts_in() -> None:
    table = at_grande("tres-mus")
    assert labels(ES.board(watch(table)))[:4] == ["Paso", "Envido 1", "Otra cantidad", "Órdago (todas)"]
    bettor = name(table)
    table = says(table, "envido.3")
    assert labels(ES.board(watch(table)))[:4] == [
        "Quiero (pongo 3)",
        "Acepto 1",
        "Otra cantidad",
        "No quiero",
    ]
    more = ES.page(watch(table), Page.MORE)
    assert labels(more) == ["Acepto 1", "Acepto 2", "Cerrar el menú"]
    assert more.text.endswith("¿Cuántas aceptas?")
    table = says(table, *["quiero"] * 7)
    offered = labels(ES.board(watch(table)))
    assert offered[:4] == ["Conforme", "1 más", "Otra cantidad", "Órdago (todas)"]
    assert offered[4] == f"Me doy por perdido ({bettor})"  # who bet may, at any time
    table = says(table, "mas.2")
    assert labels(ES.board(watch(table)))[:2] == ["Conforme (pongo 2)", "Volverme atrás"]
    assert "sube 2 más. En el medio, 26." in ES.board(watch(table)).text


def test_R84_only_a_person_is_offered_to_give_themselves_up_on_the_board() -> None:
    def offered(table: Table) -> bool:
        return any(label.startswith("Me doy por perdido") for label in labels(ES.board(watch(table))))

    def with_ai(table: Table, seat: int) -> Table:
        return fold(table, StoodIn(seat, Occupant("Patxi", ai="prudente")))

    begun = at_grande("tres-mus")
    bettor = asked(begun)
    early = says(begun, "envido.2", "quiero")
    late = says(begun, "ordago", "quiero", *["noquiero"] * 6)
    for table in (early, late):
        assert offered(table)
        assert not offered(with_ai(table, bettor))


def test_R84_whoever_cannot_raise_is_not_told_that_a_raise_is_left() -> None:
    for table in (
        says(at_grande("tres-mus"), "ordago", "quiero", *["noquiero"] * 6),
        says(at_grande("frances", 8), "envido.2", *["quiero"] * 7, "ordago"),
    ):
        assert "falta subir" not in ES.board(watch(table)).text
    level = says(at_grande("tres-mus"), "envido.2", *["quiero"] * 7)
    assert "falta subir" in ES.board(watch(level)).text


def test_suertudos_are_named() -> None:
    table = says(at_grande("tres-mus", piedras=2), "envido.1", *["quiero"] * 7, "mas.1")
    table = says(table, *["noquiero"] * 7)
    text = ES.board(watch(table)).text
    assert "se quita 2 (suertudos: " in text  # two have taken the raiser's stones, five find none
    assert text.count("carga con 1 del medio (1 de ") == 2
    assert text.count("descansa, no le quedan piedras") == 1


def test_a_bettor_of_an_ordago_is_asked_whether_they_give_themselves_up() -> None:
    table = says(at_grande("tres-mus"), "ordago", "quiero", *["noquiero"] * 6)
    assert labels(ES.board(watch(table)))[:2] == ["Conforme", "Me doy por perdido"]
    loser = name(table)
    given_up = ES.board(watch(says(table, "perdido"))).text
    assert f"{loser} carga con 14 del medio (" in given_up
    assert "ha enseñado" not in given_up
    seen = ES.board(watch(says(table, "conforme"))).text
    assert seen.count("ha enseñado sus cartas:") == 2


def test_refusing_a_raise_of_mus_frances_says_what_one_takes() -> None:
    table = says(at_grande("frances", 8), "envido.2", *["quiero"] * 7, "mas.3")
    assert labels(ES.board(watch(table)))[:2] == ["Conforme (pongo 3)", "No quiero (cargo con 16)"]
    refuses = name(table)
    assert f"{refuses} carga con 16 del medio (" in ES.board(watch(says(table, "noquiero"))).text


def test_the_end_of_a_hand_and_of_the_partida_tell_who_lost_the_juego() -> None:
    table = begun(rule_set("tres-mus", {"piedras": 1, "juegos": 1}))
    told = []
    for _ in range(400):
        if table.over:
            break
        assert table.mesa is not None
        hand = table.hands_over
        in_discard = watch(table).game.fase == "descarte"  # type: ignore[union-attr]
        offered = {offer.voz.value for offer in watch(table).game.offers}  # type: ignore[union-attr]
        bets = "envido.1" if "envido" in offered else "noquiero"
        table = pressed(table, asked(table), "pick.1", "throw") if in_discard else says(table, bets)
        if table.hands_over > hand:
            told.append(ES.board(watch(table, finished=hand + 1)).text)
    assert sum("pierde el juego (ya 1 de 1)." in text for text in told) == 7
    assert sum("queda fuera de la partida." in text for text in told) == 7
    assert "🏆 ¡Partida para" in told[-1]
    assert "Juegos en contra: " in ES.end(watch(table)).text
    assert "fuera de la partida" in told[-1]


def test_what_a_player_sheds_twice_in_a_lance_is_told_as_one_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the last count of a partida is longer than a small screen."""
    sheds = [Paid(11, 0, Lance.PARES, Por.SACA, n) for n in (1, 2)]
    paid = [*sheds, Paid(11, 1, Lance.PARES, Por.COGE, 3), Paid(11, 0, Lance.JUEGO, Por.SACA, 1)]
    table = begun(rule_set("tres-mus"))
    view = watch(table)
    assert view.game is not None
    voice = voices.voice_of_game(Speech(ES.texts), view, view.game)
    monkeypatch.setattr(voice, "payments", lambda: paid)
    names = table.names
    assert voice.count_forms() == [
        (f"Pares: {names[0]} se quita 3, {names[1]} carga con 3",),
        (f"Juego: {names[0]} se quita 1",),
    ]
