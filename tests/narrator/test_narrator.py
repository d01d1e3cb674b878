"""What players read: exact boards, counts and answers, and that nothing is ever without words."""

from __future__ import annotations

import itertools
import re
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import combinations, product

import pytest

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import Hand, cards
from musbot.game.engine import awaited_seats, begin, deal, offers, play
from musbot.game.errors import BadRules, Fact, Illegal
from musbot.game.events import Event, Signed
from musbot.game.lances import worth
from musbot.game.modos.mus.rules import FIELDS
from musbot.game.modos.mus.state import MusState
from musbot.game.rule_sets import RULE_SETS, MusRules, TresMus, rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.views import Took, news_for
from musbot.narrator import Links, Narrator, guide, voices
from musbot.narrator.hands import BEGINNERS_LINES
from musbot.narrator.post import Post
from musbot.narrator.posts import MOST_TOOK_S
from musbot.narrator.rulewords import offered_values
from musbot.narrator.speech import Speech
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import Ask, ChangeField, Explained, read_payload
from musbot.table.decisions import decide_act, miss_turn, speak
from musbot.table.events import (
    AnyEvent,
    Ended,
    Ending,
    Missed,
    Occupant,
    PutOff,
    Returned,
    Vote,
    Voted,
    read_person_id,
)
from musbot.table.fold import fold
from musbot.table.pages import FieldPage, Page
from musbot.table.table import Table
from musbot.table.view import Evening, watch
from musbot.words.cards import proud_parts
from musbot.words.texts import LANGUAGES, Texts
from musbot.words.values import field_name
from tests.support import keys
from tests.support.at_table import HANDS, begun, dealt, lobby, person, played, pressed, says

ES = Narrator("es")


def labels(post: Post) -> list[list[str]]:
    return [[button.label for button in row] for row in post.keyboard()]


def test_the_board_says_all_to_one_who_comes_late() -> None:
    table = pressed(dealt(), 0, "nomus", "envido.4")
    table = pressed(pressed(table, 1, "quiero"), 0, "paso")
    for seat in (1, 2, 3):
        table = pressed(table, seat, "paso")
    table = pressed(pressed(table, 0, "paso"), 1, "envido.2")
    post = ES.board(watch(table))
    assert post.title == "Mesa K7 · Vitoria a 40 · juego 1 (0–0) · mano 1"
    assert post.text == (
        "🔷 Ane (mano) y Carmen: 0\n"
        "🟠 Beñat y Dani (postre): 0\n"
        "\n"
        "Ane cortó el mus · Grande: 4 (Ane envidó, Beñat quiso) · Chica: en paso\n"
        "Pares: Ane sí, Beñat sí, Carmen no, Dani sí\n"
        "Ane paso · Beñat envido · Ane …\n"
        "\n"
        "PARES: Beñat envida 2. Habla Ane."
    )
    assert labels(post) == [
        ["Quiero", "No quiero", "Y yo (+2 → 4)"],
        ["Otra cantidad", "Órdago"],
        ["Mis cartas", "Tanteo", "Apuntarme"],
    ]


def story(table: Table) -> str:
    """The line of a board that tells the last words; "" if it has none."""
    told = [line for line in ES.board(watch(table)).text.splitlines() if line.endswith(" …")]
    return told[0] if told else ""


def test_the_last_words_tell_the_story_of_a_lance_and_no_more() -> None:
    table = pressed(dealt(), 0, "nomus")
    assert story(table) == "", "nothing has been said in it"
    table = pressed(pressed(table, 0, "paso"), 1, "envido.5")
    assert story(table) == "Ane paso · Beñat envido 5 · Carmen …"
    table = pressed(pressed(table, 2, "noquiero"), 0, "yyo")
    assert story(table) == "Ane paso · Beñat envido 5 · Carmen no quiero · Ane «y yo» · Beñat …"
    for seat in (1, 0, 1, 0, 1, 0):
        table = pressed(table, seat, "mas.1")
    assert story(table).count(" · ") == 8, "of a long bidding the last words"
    assert story(table).endswith("Beñat 1 más · Ane 1 más · Beñat …")
    table = pressed(table, 1, "quiero")
    assert story(table) == "", "another lance has begun"


ORDERS = {
    "es": (
        "¿MUS? Hablan por orden: Ane, Beñat, Carmen y Dani.",
        "Ane corta el mus. GRANDE. Hablan por orden: Ane, Beñat, Carmen y Dani.",
        "GRANDE: Beñat envida 2. Hablan por orden: Carmen y Ane.",
    ),
    "en": (
        "MUS? To speak, in order: Ane, Beñat, Carmen and Dani.",
        "Ane says no hay mus: no more cards are changed."
        " GRANDE. To speak, in order: Ane, Beñat, Carmen and Dani.",
        "GRANDE: Beñat bets 2. To speak, in order: Carmen and Ane.",
    ),
    "eu": (
        "MUS? Hitz egiteko ordena: Ane, Beñat, Carmen eta Dani.",
        "Anek moztu du musa. HANDIA. Hitz egiteko ordena: Ane, Beñat, Carmen eta Dani.",
        "HANDIA: Beñatek 2 tantoko enbidoa egin du. Hitz egiteko ordena: Carmen eta Ane.",
    ),
}
"""How a board gives the order in the mus and in a lance, and who answers a bet."""


@pytest.mark.parametrize("language", ORDERS)
def test_a_board_in_order_does_not_change_with_words_that_leave_its_question_open(language: str) -> None:
    in_order = Links(in_order=True)

    def board(table: Table) -> Post:
        return Narrator(language).board(watch(table), in_order)

    mus, grande, bet = (line for line in ORDERS[language])
    table = dealt()
    assert board(table).text.endswith(mus)
    assert board(pressed(table, 0, "mus")).text == board(table).text
    table = pressed(table, 0, "nomus")
    assert board(table).text.endswith(grande)
    assert board(pressed(table, 0, "paso")) == board(table)
    table = pressed(pressed(table, 0, "paso"), 1, "envido.2")
    assert board(table).text.endswith(bet)
    asked = awaited_seats(table.mesa)[0] if table.mesa is not None else 0
    assert board(pressed(table, asked, "noquiero")).text == board(table).text
    assert Narrator(language).score(watch(table)).text != board(table).text, "the score names who is asked"


def test_the_last_words_of_a_mus_are_those_since_cards_were_thrown() -> None:
    table = pressed(pressed(dealt(), 0, "mus"), 1, "dira")
    assert story(table) == "Ane mus · Beñat mi compañero dirá · Carmen …"
    table = pressed(pressed(table, 2, "mus"), 3, "mus")
    for seat in range(4):
        table = pressed(table, seat, "pick.1", "throw")
    assert ES.board(watch(table)).text.endswith(
        "Descartes: Ane 1, Beñat 1, Carmen 1, Dani 1\n¿MUS? Habla Ane."
    )
    assert story(table) == ""
    assert story(pressed(table, 0, "mus")) == "Ane mus · Beñat …"


def test_R10_the_count_says_where_equal_cards_were_decided_by_the_mano() -> None:
    table = pressed(dealt("12o 12c 11b 1e", "12e 12b 11o 1o", "4o 5c 6e 7b", "4c 5e 6b 7o"), 0, "nomus")
    while not table.finished and table.mesa is not None:
        table = pressed(table, awaited_seats(table.mesa)[0], "paso")
    text = ES.board(watch(table, finished=1)).text
    assert "Grande: en paso, 1 para 🔷 Ane y Carmen (Ane, rey rey caballo as, por mano)" in text
    assert "Chica: en paso, 1 para 🔷 Ane y Carmen (Ane, as caballo rey rey, por mano)" in text
    assert "Pares: 1 de premio para 🔷 Ane y Carmen, por mano (Ane, par de reyes: 1)" in text
    partners = dealt("12o 12c 11b 1e", "4o 5c 6e 7b", "12e 12b 11o 1o", "4c 5e 6b 7o")
    table = pressed(partners, 0, "nomus")
    while not table.finished and table.mesa is not None:
        table = pressed(table, awaited_seats(table.mesa)[0], "paso")
    assert "por mano" not in ES.board(watch(table, finished=1)).text, "only their partner had the same"


def test_R38_the_count_names_the_bets_that_are_not_counted_because_the_juego_is_won() -> None:
    table = pressed(dealt(piedras=10), 0, "nomus", "envido.10")
    table = pressed(table, 1, "queremos")
    while not table.finished and table.mesa is not None:
        table = pressed(table, awaited_seats(table.mesa)[0], "paso")
    text = ES.board(watch(table, finished=1)).text
    assert "Con el juego ya ganado, esto no se cuenta: chica, pares y juego." in text
    table = pressed(pressed(dealt(), 0, "nomus", "paso"), 1, "paso")
    table = pressed(pressed(table, 2, "paso"), 3, "paso")
    table = pressed(pressed(table, 0, "ordago"), 1, "queremos")
    assert "Con el juego ya ganado, esto no se cuenta: grande." in ES.board(watch(table, finished=1)).text


@pytest.mark.parametrize("name", [it for it in RULE_SETS if hasattr(rule_set(it), "descarte")])
def test_R22_who_throws_all_cards_hears_all_that_they_take(name: str) -> None:
    seats, events, before = rule_set(name).players[-1], list[AnyEvent](), begun(rule_set(name))
    table, events = reduce(_throws_all, range(2 * seats), (before, events))
    mine = [
        ES.event_text(watch(table, 1), told)
        for event in events
        if isinstance(event, Event)
        for told in news_for(event, 1, table.rules)
        if isinstance(told, Took) and told.cards
    ]
    assert mine
    assert all(mine)
    dealt_first = [Took(1, 4, before.mesa.cards[1])] if before.mesa is not None else []
    assert [ES.event_text(watch(before, 1), told) for told in dealt_first] == [""]


def _throws_all(now: tuple[Table, list[AnyEvent]], _: int) -> tuple[Table, list[AnyEvent]]:
    """Returns the table after the next player asks for mus, or throws all that may be thrown."""
    table, events = now
    if table.mesa is None or table.mesa.throws:
        return now
    seat = awaited_seats(table.mesa)[0]
    offered = {offer.voz: offer for offer in offers(table.mesa, seat)}
    cards = table.mesa.cards[seat]
    throws = Action(Voz.DESCARTA, cards=cards[: table.rules.most_thrown])
    done = speak(table, seat, throws if Voz.DESCARTA in offered else Action(Voz.MUS))
    return reduce(fold, done.events, table), [*events, *done.events]


def test_both_partners_are_named_and_the_plural_offered_where_either_may_answer() -> None:
    table = lobby(rule_set("parejas"), 4)
    table = pressed(table, 0, "start")
    assert table.mesa is not None
    first = table.mesa.mano
    table = pressed(table, first, "nomus", "envido.3")
    post = ES.board(watch(table))
    others = [(first + 1) % 4, (first + 3) % 4]
    named = " y ".join(table.names[seat] for seat in others)
    assert post.text.endswith(f"GRANDE: {table.names[first]} envida 3. Hablan {named}.")
    assert labels(post)[0] == ["Quiero", "No quiero", "Queremos (sin esperar)"]
    table = pressed(table, others[0], "quiero")
    assert ES.board(watch(table)).text.endswith(
        f"{table.names[others[0]]} quiere. {table.names[others[1]]} aún puede decir más."
    )


@pytest.mark.parametrize("muestra", [False, True])
def test_R80_R91_the_cards_of_a_juego_won_by_a_deje_are_seen_if_the_rules_say_so(muestra: bool) -> None:
    table = pressed(dealt(muestra=muestra, piedras=10), 0, "nomus", "envido.2")
    table = pressed(pressed(table, 1, "mas.8"), 2, "mas.1")
    table = pressed(table, 3, "noqueremos")
    post = ES.board(watch(table, finished=1))
    hidden = "Las cartas no se enseñan: con el deje, juego para 🔷 Ane y Carmen."
    assert (hidden in post.text) is not muestra
    assert (
        "🟠 Dani (postre): Rey de bastos 🪵, Rey de espadas ⚔️, 2 de copas 🍷, 2 de oros 🪙 ·" in post.text
    ) is muestra
    assert "Grande: 10 de deje para 🔷 Ane y Carmen" in post.text
    assert "🔷 Ane y Carmen: 0 → 10" in post.text
    assert post.picture is not None
    assert bool(post.picture.hidden) is not muestra  # type: ignore[union-attr]


def test_the_count_is_read_aloud_with_its_reasons() -> None:
    table = pressed(dealt(), 0, "nomus", "envido.4")
    table = pressed(table, 1, "quiero")
    for seat in (0, 1, 2, 3):
        table = pressed(table, seat, "paso")
    table = pressed(pressed(table, 0, "envido.2"), 1, "noquiero")
    table = pressed(table, 3, "noquiero")
    table = pressed(pressed(table, 0, "paso"), 1, "paso")
    post = ES.board(watch(table, finished=1))
    assert post.title == "Mesa K7 · mano 1"
    assert post.text == (
        "Grande: 🔷 4 · Ane envidó, Beñat quiso\n"
        "Chica: 🟠 1 · en paso\n"
        "Pares: 🔷 2 · Ane envidó, nadie quiso (deje: 1, par: 1)\n"
        "Juego: 🔷 3 · en paso\n"
        "\n"
        "🔷 Ane y Carmen: 0 → 9\n"
        "🟠 Beñat y Dani: 0 → 1\n"
        "\n" + (folded := "\n".join(post.subtext))
    )
    assert folded == (
        "🔷 Ane (mano): Rey de oros 🪙, 3 de copas 🍷, Caballo de bastos 🪵, As de espadas ⚔️ · "
        "par de reyes · la una (31)\n"
        "🔷 Carmen: 6 de espadas ⚔️, 5 de bastos 🪵, 4 de copas 🍷, As de oros 🪙 · sin pares · 16 de punto\n"
        "🟠 Beñat: Sota de bastos 🪵, 7 de copas 🍷, 7 de espadas ⚔️, 7 de oros 🪙 · "
        "medias de sietes · la una (31)\n"
        "🟠 Dani (postre): Rey de bastos 🪵, Rey de espadas ⚔️, 2 de copas 🍷, 2 de oros 🪙 · "
        "duples de reyes y ases · 22 de punto\n"
        "Grande: 4 para 🔷 Ane y Carmen (Ane, rey rey caballo as)\n"
        "Chica: en paso, 1 para 🟠 Beñat y Dani (Dani, as as rey rey)\n"
        "Pares: 1 de deje para 🔷 Ane y Carmen (habría ganado Dani)\n"
        "Pares: 1 de premio para 🔷 Ane y Carmen (Ane, par de reyes: 1)\n"
        "Juego: 3 de premio para 🔷 Ane y Carmen, por mano (Ane, la una (31): 3)"
    )
    assert [button.label for row in post.keyboard() for button in row] == ["🎞 Ver la mano", "🔍 Analizar"]


def test_nobody_else_is_said_to_have_won_where_the_deje_went_to_the_best_hand() -> None:
    table = pressed(dealt(), 0, "nomus", "envido.2")
    table = pressed(pressed(table, 1, "noquiero"), 3, "noquiero")
    while not table.finished and table.mesa is not None:
        table = pressed(table, awaited_seats(table.mesa)[0], "paso")
    text = ES.board(watch(table, finished=1)).text
    assert "Grande: 1 de deje para 🔷 Ane y Carmen\n" in text
    assert "habría ganado" not in text


@pytest.mark.parametrize(
    ("bet", "end"),
    [
        (16, "🔷 Ane y Carmen: 0 → 19 · ¡Adentro!\n🟠 Beñat y Dani: 0 → 6"),
        (17, "🔷 Ane y Carmen: 0 → 20\n🟠 Beñat y Dani: 0 → 6\n\n¡Juego para 🔷 Ane y Carmen! Van 1–0."),
    ],
)
def test_adentro_and_a_juego_won_are_announced(bet: int, end: str) -> None:
    table = pressed(dealt(piedras=20), 0, "nomus", f"envido.{bet}")
    table = pressed(table, 1, "quiero")
    for seat in (0, 1, 2, 3, 0, 1, 3, 0, 1):
        table = pressed(table, seat, "paso")
    assert f"\n\n{end}\n\n🔷 Ane (mano): Rey" in ES.board(watch(table, finished=1)).text


def test_a_juego_decided_by_a_deje_shows_no_cards_r80() -> None:
    table = lobby(rule_set("castellano", {"piedras": 20, "muestra": False}), 4)
    table = reduce(fold, begin(table.rules, piedras=(19, 0)), table)
    assert table.mesa is not None
    table = reduce(fold, deal(table.mesa, [cards(hand) for hand in HANDS]), table)
    table = pressed(table, 0, "nomus", "envido.2")
    table = pressed(table, 1, "noqueremos")
    post = ES.board(watch(table, finished=1))
    assert "Las cartas no se enseñan" in post.text
    assert "Rey" not in post.text


def test_R38_the_juego_is_said_to_be_won_by_the_side_that_a_deje_brought_there_first() -> None:
    table = lobby(rule_set("vitoria", {"deje": "recuento"}), 4)
    table = reduce(fold, begin(table.rules, piedras=(39, 39)), table)
    assert table.mesa is not None
    table = reduce(fold, deal(table.mesa, [cards(hand) for hand in HANDS]), table)
    table = says(pressed(table, 0, "nomus"), "paso", "envido.2", "noqueremos", "envido.2", "noqueremos")
    while not table.finished and table.mesa is not None:
        table = pressed(table, awaited_seats(table.mesa)[0], "paso")
    text = ES.board(watch(table, finished=1)).text
    assert "39 → 40\n🟠 Beñat y Dani: 39 → 40" in text
    assert "¡Juego para 🟠 Beñat y Dani! Van 0–1." in text


def test_R53_between_a_vaca_and_the_next_deal_both_numbers_are_of_what_has_ended() -> None:
    table = pressed(dealt(vacas=2, juegos=1), 0, "nomus", "ordago")
    assert table.mesa is not None
    undealt = reduce(fold, play(table.mesa, 1, Action(Voz.QUEREMOS))[0], table)
    numbers = list[str]()
    for now in (table, undealt, pressed(table, 1, "queremos")):
        seen = watch(now)
        assert seen.game is not None
        numbers.append(voices.voice_of_game(Speech(ES.texts), seen, seen.game).juego_text())
    ended = "vaca 1 (1–0), juego 1 (1–0)"
    assert numbers == ["vaca 1 (0–0), juego 1 (0–0)", ended, "vaca 2 (1–0), juego 1 (0–0)"]


def test_one_s_own_cards_in_a_private_message_and_in_an_alert() -> None:
    table = dealt()
    post = ES.hand(watch(table, 0), Links(board="https://example.org/7"))
    assert post.title == "Mesa K7 · mano 1 · tus cartas"
    assert post.text == (
        "Rey🪙  3🍷  Caballo🪵  As⚔️\n"
        "Rey de oros, tres de copas, caballo de bastos, as de espadas\n"
        "Par de reyes · la una (31)\n"
        "\n"
        "¿MUS? Te toca.\n"
        "Nosotros 0 · ellos 0 · a 40\n"
        "Mano: Ane · postre: Dani\n"
        "\n"
        "Miras a Carmen."
    )
    assert labels(post) == [
        ["Mus", "No hay mus"],
        ["Seña: dos reyes", "Seña: treinta y una"],
        ["Mirar a Beñat", "Mirar a Dani"],
        ["❔ Explícamelo", "Ir a la mesa"],
    ]
    alert = ES.cards_alert(watch(table, 3))
    assert (
        alert
        == "Rey de bastos, rey de espadas, dos de copas, dos de oros.\nDuples de reyes y ases · 22 de punto."
    )


@pytest.mark.parametrize(
    ("hand", "reyes", "number", "told"),
    [
        (
            "3o 3c 10b 2e",
            8,
            3,
            "Par de reyes · la una (31)\nOjo: el tres vale como un rey, y el dos como un as.",
        ),
        ("3o 3c 10b 2e", 8, 4, "Par de reyes · la una (31) · los treses son reyes; los doses, ases"),
        ("3o 12c 10b 6e", 8, 4, "Par de reyes · juego de 36 · el tres es un rey"),
        ("2o 1c 10b 6e", 8, 40, "Par de ases · 18 de punto · el dos es un as"),
        ("12o 12c 10b 6e", 8, 4, "Par de reyes · juego de 36"),
        ("3o 3c 10b 2e", 4, 4, "Par de treses · 18 de punto"),
    ],
)
def test_R2_a_hand_says_in_every_hand_of_a_partida_what_counts_as_a_king(
    hand: str, reyes: int, number: int, told: str
) -> None:
    table = dealt(hand, "4o 4c 5e 6b", "5c 5b 7e 7b", "4e 4b 6c 7c", reyes=reyes)
    assert table.mesa is not None
    later = replace(table, mesa=replace(table.mesa, hand=number))
    assert ES.own_cards(watch(later, 0)).text.partition("\n\n")[0] == told


def test_discards_are_picked_and_thrown_in_private() -> None:
    table = dealt()
    for seat in range(4):
        table = pressed(table, seat, "mus")
    assert labels(ES.hand(watch(table, 0))) == [["Rey🪙", "3🍷"], ["Caballo🪵", "As⚔️"], ["Descartar"]]
    assert labels(ES.hand(watch(table, 1)))[0] == ["Seña: medias", "Seña: treinta y una"]
    table = pressed(table, 0, "pick.3", "pick.4")
    assert labels(ES.hand(watch(table, 0)))[1:] == [["✖ Caballo🪵", "✖ As⚔️"], ["Descartar (2)"]]
    assert labels(ES.board(watch(table))) == [
        ["1.ª", "2.ª", "3.ª", "4.ª"],
        ["Descartar"],
        ["Mis cartas", "Tanteo", "Apuntarme"],
    ]
    table = pressed(table, 0, "pick.3", "throw")
    assert table.mesa is not None
    assert "\n\nAne tira 1 · Beñat …\n\nDESCARTE. Tira Beñat." in ES.board(watch(table)).text


def test_the_lobby_offers_what_can_be_done_there() -> None:
    table = lobby()
    post = ES.lobby(watch(table))
    assert labels(post) == [
        ["Sentarme 🔷", "Sentarme 🟠"],
        ["Añadir IA"],
        ["Empezar con IA"],
        ["Empezar", "Más"],
    ]
    link = Links(private="https://example.org/bot", thread=True)
    assert labels(ES.page(watch(table), Page.LOBBY, link)) == [
        ["Reglas", "Sorteo de parejas"],
        ["Qué IA", "🧵 Jugar en un hilo"],
        ["🔒 ¿Baraja sellada?", "Abrir chat privado"],
        ["Cerrar el menú"],
    ]
    seated = [label for row in labels(ES.page(watch(lobby(seats=2)), Page.LOBBY)) for label in row]
    assert {"✂️ Cortar", "Levantar a alguien"} <= set(seated)
    full = lobby(seats=4)
    assert labels(ES.lobby(watch(full)))[0] == ["Esperar sitio"]
    sets = [label for row in labels(ES.page(watch(full), Page.RULES)) for label in row]
    assert sets == [
        *(voices.voice_of_rules(ES.texts, it).display_name() for it in RULE_SETS.values()),
        "Cambiar regla a regla",
        "Cerrar el menú",
    ]


def test_of_many_who_wait_for_a_seat_the_lobby_names_the_first() -> None:
    table = lobby(seats=4)
    waiting = [Occupant(f"Eneko {n}", read_person_id(f"test:{n}")) for n in range(20)]
    some, many = replace(table, queue=tuple(waiting[:6])), replace(table, queue=tuple(waiting))
    assert (
        "Esperan sitio: Eneko 0, Eneko 1, Eneko 2, Eneko 3, Eneko 4 y Eneko 5\n" in ES.lobby(watch(some)).text
    )
    told = "Esperan sitio: Eneko 0, Eneko 1, Eneko 2, Eneko 3, Eneko 4 y 15 más\n"
    assert told in ES.lobby(watch(many)).text


def test_every_field_of_the_rules_can_be_set_by_buttons_and_is_explained() -> None:
    table = lobby(seats=2)
    shown = [label for row in labels(ES.page(watch(table), Page.FIELDS)) for label in row]
    for field in FIELDS:
        assert any(label.startswith(f"{field_name(ES.texts, field)}: ") for label in shown)
        post = ES.page(watch(table), FieldPage(field))
        assert ES.texts(f"about-{field.replace('_', '-')}") in post.text
        for button in (button for row in post.keyboard() for button in row):
            payload = read_payload(button.data)
            assert payload.paged
            if isinstance(payload.act, ChangeField):
                with suppress(BadRules):  # consulta with tríos, say
                    pressed(table, 0, payload.act)
    usual = [label for row in labels(ES.page(watch(table), FieldPage("piedras"))) for label in row]
    assert usual == ["20", "30", "35", "40", "Volver"]
    table = pressed(table, 0, "set.real=figura")
    assert table.rules.as_dict()["real"] == "figura"
    assert "Vitoria (8 reyes), con cambios: la real = con figura" in ES.lobby(watch(table)).text


def test_a_combination_that_cannot_be_played_is_refused_with_the_reason() -> None:
    told = []
    for rules in RULE_SETS.values():
        for changes in combinations_of_two(rules):
            try:
                rules.with_changes(changes)
            except BadRules as error:
                told.append(ES.refusal(error, None))
    assert set(told) == {
        "«Mi compañero dirá» pide cuatro jugadores, en parejas: así no se puede. Pon consulta = no.",
        "Cada uno juega a lo suyo: no hay compañero que conteste por ti. Pon respuesta = turno.",
        "Cada uno juega a lo suyo: no hay parejas que sortear. Pon parejas = fijas.",
        "El mus en pareja lo deciden cuatro, dos a dos, y sin «mi compañero dirá». "
        "Pon zuetan = no, o consulta = no.",
    }
    with pytest.raises(BadRules) as wrong:
        rule_set("vitoria", {"real": "ajedrez"})
    assert ES.refusal(wrong.value, None) == "real no puede ser «ajedrez»: vale no / figura / rey."
    with pytest.raises(BadRules) as many:
        rule_set("tres-mus", {"piedras": 40})
    assert ES.refusal(many.value, None) == "piedras no puede ser «40»: vale de 1 a 20."


def combinations_of_two(rules: RuleSet) -> list[dict[str, object]]:
    """Every two fields of a rule set with any of their values."""
    return [
        {one: value, other: also}
        for one, other in combinations(rules.fields, 2)
        for value, also in product(offered_values(rules, one), offered_values(rules, other))
    ]


def test_a_refusal_says_why_and_whose_turn_it_is() -> None:
    table = dealt()
    with pytest.raises(Illegal) as early:
        decide_act(table, person(1), table.question, Action(Voz.MUS))
    assert ES.refusal(early.value, watch(table, 1)) == "Ahora no te toca: habla Ane."
    with pytest.raises(Refused) as old:
        decide_act(table, person(1), 0, Action(Voz.MUS))
    assert ES.refusal(old.value, watch(table, 1)) == "Ese botón es de antes. ¿MUS? Habla Ane."


def test_the_seed_is_told_only_when_the_partida_is_over() -> None:
    for now, _ in played(begun(rule_set("castellano", {"piedras": 20, "juegos": 1})), seed=4):
        table = now
        seen = repr(watch(table)) + repr(watch(table, 0))
        assert (table.seed.hex() in seen) == table.over
    assert table.over
    post = ES.end(watch(table))
    assert f"Semilla: {table.seed.hex()}" in post.text
    assert labels(post) == [["Revancha", "📤 Compartir"]]


def test_the_end_says_who_beat_whom_how_long_it_took_and_the_best_hand_that_was_shown() -> None:
    shown: list[tuple[str, int, Hand]] = []
    for now, _ in played(begun(rule_set("castellano", {"piedras": 20, "juegos": 1})), seed=11):
        table = now
        for mesa in now.finished if not shown or shown[-1][1] < now.hands_over else ():
            shown += [(now.names[seat], mesa.hand, mesa.cards[seat]) for seat in mesa.shown]
    ranked = [(rank, it) for it in shown if (rank := worth(it[2], table.rules).rank()) is not None]
    name, hand, held = max(ranked, key=lambda it: it[0])[1]
    game = watch(table).game
    assert game is not None
    assert game.winner is not None
    won, lost = (" y ".join(table.names[side::2]) for side in (game.winner, 1 - game.winner))
    lines = ES.end(watch(table), Links(evening=Evening(4321.0, (1, 2)))).text.split("\n")
    assert lines[0] == f"¡Enhorabuena, {won}! Ha sido 1–0 contra {lost} en {table.hands_over} manos."
    assert lines[1] == "Habéis jugado 1 h 12 min."
    assert lines[2].startswith(f"La mejor mano, de {name} (mano {hand}): ")
    assert lines[2].endswith(" · ".join(proud_parts(ES.texts, held, table.rules)))
    assert lines[3] == "Lleváis: Beñat y Dani 2 – Ane y Carmen 1"
    assert "Habéis jugado" not in ES.end(watch(table), Links(evening=Evening(MOST_TOOK_S + 1.0))).text


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("12o 12c 12e 1b", "medias de reyes · la una (31)"),
        ("12o 12c 4e 5b", "par de reyes"),
        ("12o 11c 7e 5b", "juego de 32"),
    ],
)
def test_the_best_hand_is_told_without_what_it_lacks(held: str, told: str) -> None:
    assert " · ".join(proud_parts(ES.texts, cards(held), rule_set("castellano"))) == told


def test_r58_a_sena_is_read_by_who_looks_and_by_nobody_else() -> None:
    table = pressed(dealt(), 1, "look.0")
    table = pressed(table, 0, "sena.dos_reyes")
    for seat, sees in ((0, False), (1, True), (2, True), (3, False)):
        text = "👀 Ane te pasa la seña: dos reyes."
        assert (text in ES.hand(watch(table, seat)).text) == sees
        assert (text in ES.cards_alert(watch(table, seat))) == sees
    assert "Has pasado una seña: dos reyes." in ES.hand(watch(table, 0)).text
    assert "seña" not in ES.board(watch(table)).text.lower()
    assert "Miras a Ane." in ES.hand(watch(table, 1)).text
    assert "son verdad: medias y treinta y una." in guide.senas_page(ES.texts, watch(table, 1)).text


def test_r57_a_sena_is_credited_to_the_player_who_made_it_whoever_sits_there_now() -> None:
    """The AI made it for an absent player who is back, or the absent player did before an AI took over."""
    patxi, ane = Occupant("Patxi", ai="muslari"), dealt().seats[0]
    assert ane is not None
    for maker, now, own in ((patxi, ane, "Patxi ha pasado por ti una seña: dos reyes."), (ane, patxi, "")):
        table = replace(dealt(), seats=(maker, *dealt().seats[1:]))
        table = fold(table, Signed(1, 0, Sena.DOS_REYES, (1, 2)))
        table = replace(table, seats=(now, *table.seats[1:]))
        for seat in (1, 2):
            assert f"👀 {maker.name} te pasa la seña" in ES.hand(watch(table, seat)).text
            assert f"👀 {maker.name} te pasa la seña" in ES.cards_alert(watch(table, seat))
        assert own in ES.hand(watch(table, 0)).text
        assert "Has pasado" not in ES.hand(watch(table, 0)).text
        assert watch(table).signers == watch(table, 3).signers == ()


def test_r56_english_says_what_each_sena_means() -> None:
    texts, bare = Texts("en", with_meanings=True), "👀 Seña from Ane: {}."
    for it in Sena:
        said = texts("sena-seen", name="Ane", sena=texts.word(it), kind=it.name.lower())
        assert (said == bare.format(texts.word(it))) == (it in (Sena.DOS_REYES, Sena.DOS_ASES))


def test_r56_a_table_lists_the_senas_of_its_own_rules() -> None:
    castile, c = (
        guide.senas_page(ES.texts, watch(lobby(rule_set(it), 4))).text for it in ("castellano", "clasico")
    )
    assert "tres reyes" in guide.senas_page(ES.texts, None).text
    assert "tres reyes" not in castile
    assert "treinta y una o treinta: guiñar un ojo" in c
    assert "ciego" not in c


def test_r18_r19_the_lottery_is_shown_card_by_card() -> None:
    table = pressed(lobby(rule_set("vitoria"), 4), 0, "start")
    text = ES.lobby(watch(table)).text
    assert "Ane lleva oros, Beñat lleva copas, Carmen lleva espadas, Dani lleva bastos" in text
    assert "Sale " in text
    table = pressed(lobby(rule_set("vitoria", {"parejas": "sorteo"}), 4), 0, "start")
    text = ES.lobby(watch(table)).text
    assert "Sorteo de parejas:" in text
    assert all(f"{name} saca " in text for name in ("Ane", "Beñat", "Carmen", "Dani"))
    assert table.mesa is not None
    assert table.mesa.mano == 0


def test_help_names_what_may_be_said_at_this_moment() -> None:
    table = pressed(dealt(), 0, "nomus")
    assert "• Envido (2): apuestas 2 piedras a grande." in ES.help(watch(table, 0)).text
    assert "Ahora no te toca a ti: espera un poco." in ES.help(watch(table, 1)).text
    assert "con /mus, o con «Abrir mesa», se abre una mesa" in ES.help(None).text
    meant = Narrator("en", explained=Explained.BESIDE).help(watch(table, 0)).text
    assert meant.count("the highest cards win") == 1, "the question has said it"


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_beginners_seat_begins_with_the_question_and_has_twelve_lines(name: str, language: str) -> None:
    narrator, new = (Narrator(language, explained=it) for it in (Explained.WHOLE, Explained.NEW))
    table = replace(begun(rule_set(name)), opened_by=read_person_id("test:0"))
    for now, _ in itertools.islice(played(table, seed=len(name)), 120):
        views = [watch(now, seat) for seat in range(len(now.seats))]
        for view in (view for view in views if view.game is not None and view.game.mine):
            for post in (narrator.hand(view), narrator.solo_board(view)):
                if now.over or post.subtext == ():
                    continue
                (folded,) = post.subtext
                assert post.text.endswith(f"\n\n{folded}")
                shown = post.text.removesuffix(f"\n\n{folded}").split("\n")
                assert len(shown) <= BEGINNERS_LINES
                assert shown[0] == narrator.question_text(view) or narrator.texts("button-throw") in shown[0]
                assert units(post.title) + units(post.text) < 1024, "a picture's caption"
            first = new.hand(view)
            assert units(first.title) + units(first.text) < 1024, "a picture's caption"


def test_a_beginners_seat_whose_open_lines_are_too_long_folds_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = watch(pressed(dealt(), 0, "nomus"), 0)
    whole = Narrator("es", explained=Explained.WHOLE).hand(table)
    monkeypatch.setattr("musbot.narrator.hands.CAPTION", 10)
    told = Narrator("es", explained=Explained.WHOLE).hand(table)
    assert told.text == whole.text.removesuffix(f"\n\n{whole.subtext[0]}")
    assert told.subtext == ()
    assert told.short_form is not None
    assert not told.short_form.text.endswith("\n")


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (MusRules("zarautz", elimina=True, consulta=True, muestra=True), "zarautz: 8 reyes, a 40, gana"),
        (MusRules("zarautz", elimina=True, consulta=True), "zarautz: Vitoria (8 reyes), con cambios: "),
        (MusRules("zarautz", elimina=True, consulta=True, muestra=True, piedras=30), "zarautz: Vitoria"),
        (TresMus("casa"), "casa: "),
        (TresMus("casa", juegos=2), "casa: Tres Mus (8 reyes), con cambios: "),
        (rule_set("vitoria", {"piedras": 30}), "Vitoria (8 reyes), con cambios: "),
    ],
)
def test_rules_with_a_name_of_their_own_are_told_by_the_nearest_set(rules: RuleSet, told: str) -> None:
    for language in LANGUAGES:
        assert voices.voice_of_rules(Texts(language), rules).summary()
    assert voices.voice_of_rules(ES.texts, rules).name_and_summary().startswith(told)


def test_a_beginner_reads_the_first_sentence_of_each_meaning_and_the_rest_below() -> None:
    table = pressed(dealt(), 0, "nomus")
    seat = Narrator("es", explained=Explained.WHOLE).hand(watch(table, 0))
    shown, folded = seat.text.split("\n\n")[-2:]
    assert shown.split("\n") == [
        "Grande: primero se compara la mejor de cada cual.",
        "Paso: no apuestas; si nadie lo hace, el lance queda «en paso»: 1 para quien gane.",
        "Envido (2): apuestas 2 piedras a grande.",
        "Otra cantidad: eliges tú cuánto.",
        "Órdago: lo apuestas todo a grande.",
    ]
    assert "GRANDE (ganan las cartas más altas). Te toca." in seat.text
    assert "Envido (2): si quieren, al final las 2 son de quien gane; si no, cobras 1 ya." in folded
    assert "te explica" not in seat.text


def test_a_beginner_at_a_table_that_waits_reads_nothing_about_what_cannot_be_done_now() -> None:
    narrator, table = Narrator("es", explained=Explained.WHOLE), dealt()
    play, waits = (narrator.hand(watch(table, 0), Links(waits=it)) for it in (False, True))
    for words in ("Juegas con Carmen", "Seña: ", "Mirar a un rival: "):
        assert words in play.text
        assert words not in waits.text


def test_a_beginner_who_holds_a_three_or_a_two_reads_what_it_counts_as_in_every_hand() -> None:
    narrator = Narrator("es", explained=Explained.WHOLE)
    for table in (dealt(), pressed(dealt(), 0, "nomus")):
        assert table.mesa is not None
        for seat, held in enumerate(table.mesa.cards):
            counts = {card.rank for card in held} & {2, 3}
            told = narrator.hand(watch(table, seat)).text
            assert ("el tres es un rey" in told) == (counts == {3})
            assert ("el dos es un as" in told) == (counts == {2})
            assert ("los treses son reyes; los doses, ases" in told) == (counts == {2, 3})


def test_who_answers_an_ordago_reads_that_it_decides_the_game() -> None:
    table = pressed(dealt(), 0, "nomus", "ordago")
    for language, said in {
        "es": "decide el juego entero",
        "en": "(the whole game)",
        "eu": "joko osoa",
    }.items():
        assert said in Narrator(language, explained=Explained.WHOLE).hand(watch(table, 1)).text
    post = Narrator("en", explained=Explained.NEW).hand(watch(table, 1))
    assert "Quiero (decides game)" in [button.label for row in post.keyboard() for button in row]


def missed(table: Table, action: Action) -> Table:
    """Returns the table after its clock ran out and the suplente said a word for Ane."""
    return reduce(fold, miss_turn(table, 0, action), table)


MISSED = {
    "es": (
        "no ha hablado a tiempo",
        "la IA ha hablado por ti",
        "aplazada: Ane y Carmen no han hablado",
    ),
    "en": (
        "did not speak in time",
        "the AI spoke for you",
        "put off: Ane and Carmen did not speak in time",
    ),
    "eu": (
        "ez du garaiz hitz egin",
        "hitz egin du zure ordez",
        "Ane eta Carmenek ez dutelako garaiz hitz egin",
    ),
}


@pytest.mark.parametrize("language", MISSED)
def test_R94_the_board_and_the_seat_say_that_the_clock_spoke_and_why_a_table_is_put_off(
    language: str,
) -> None:
    narrator, (board, seat, why) = Narrator(language), MISSED[language]
    table = missed(begun(), Action(Voz.MUS))
    assert board in narrator.board(watch(table)).text
    for explained in Explained:
        told = Narrator(language, explained=explained).hand(watch(table, 0)).text
        assert seat in told, "who did not answer reads it at their seat"
    assert seat not in narrator.hand(watch(table, 1)).text
    paused = fold(fold(table, Missed(2)), PutOff())
    assert why in narrator.board(watch(paused)).text
    assert board not in narrator.board(watch(paused)).text.replace(why, ""), "only one line says so"
    assert board not in narrator.board(watch(fold(table, Returned(0)))).text


def test_a_board_of_a_table_that_is_over_says_nothing_of_votes_queue_and_absent_players() -> None:
    who = Occupant("Eneko", read_person_id("test:eneko"))
    table = replace(fold(fold(begun(), Missed(2)), Voted(0, Vote.END)), queue=(who,))
    told = "Quiere terminar la mesa", "Espera sitio: Eneko", MISSED["es"][0]
    assert all(it in ES.board(watch(table)).text for it in told)
    over = ES.board(watch(fold(table, Ended(Ending.WANTED)))).text
    assert not any(it in over for it in told)


@pytest.mark.parametrize("score", [(2, 0), ()])
def test_the_score_of_the_evening_leaves_the_lobby_when_the_partida_begins(score: tuple[int, ...]) -> None:
    links = Links(evening=Evening(wins=score))
    assert ("Lleváis: " in ES.lobby(watch(lobby(seats=4)), links).text) == bool(score)
    assert "Lleváis: " not in ES.lobby(watch(begun()), links).text


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_moment_of_a_partida_has_words_that_fit(name: str) -> None:
    narrators = itertools.cycle([Narrator(language) for language in LANGUAGES])
    changes = {"juegos": 1, "mus_visto": 0.3, "real": "figura"}
    fields = RULE_SETS[name].fields
    table = begun(rule_set(name, {field: value for field, value in changes.items() if field in fields}))
    table = replace(table, seats=tuple(replace(who, name=f"{who.name} 🎉🎉") for who in table.seats if who))
    for number, (now, events) in enumerate(itertools.islice(played(table, seed=len(name)), 150)):
        table, narrator = now, next(narrators)
        if number % 7 == 0:
            happened: list[AnyEvent] = [Missed(0), Missed(0), Missed(0), Voted(1, Vote.END)]
            table = reduce(fold, happened, table)
        views = [watch(table), *(watch(table, seat) for seat in range(len(table.seats)))]
        seen = [narrator.board(view) for view in views] + [narrator.score(views[0])]
        seen.append(replace(narrator.help(views[1]), rows=()))
        hands = [narrator.hand(view) for view in views[1:]]
        assert all(units(post.title) + units(post.text) < 1000 for post in hands), "a picture's caption"
        seen += hands + [narrator.own_cards(view) for view in views[1:]]
        if table.finished:
            seen.append(narrator.board(watch(table, finished=table.hands_over)))
        for post in seen:
            assert 0 < len(post.title) + len(post.text) < 2000
            assert all(0 < len(button.label) <= 30 for row in post.keyboard() for button in row)
            for button in (button for row in post.keyboard() for button in row):
                assert len(button.data.encode()) <= 64
                assert read_payload(button.data).table == table.id
        for view in views[1:]:
            assert 0 < units(narrator.cards_alert(view)) <= 200
            assert 0 < units(narrator.score_alert(view)) <= 200
        assert len(events) > 0


def units(text: str) -> int:
    """How long a text is in UTF-16, as Telegram may count it."""
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_set_is_explained(language: str) -> None:
    texts = Texts(language)
    everything = guide.all_rules_page(texts, {}, options=False).text
    assert all(name in everything for name in RULE_SETS)
    for rules in RULE_SETS.values():
        assert str(rules.piedras) in guide.rule_set_page(texts, rules).text
    odd = guide.rule_set_page(texts, rule_set("vitoria", {"piedras": 33})).text
    to = {
        "es": "A 33 piedras (6 amarracos y 3).",
        "en": "To 33 piedras (6 amarracos and 3).",
        "eu": "33 tantora (6 hamarreko eta 3).",
    }
    assert to.get(language, "33") in odd
    changed = rule_set("vitoria", {"vacas": 2, "corte": "libre", "mus_corrido": "juego", "mus_visto": 0.1})
    assert len(guide.rule_set_page(texts, changed).text.splitlines()) > 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_in_any_language_rings_for_everybody_whom_it_calls(language: str) -> None:
    """A name that is declined, as in Basque, would be no mention."""
    narrator, started = Narrator(language), dealt()
    ordago, who = pressed(started, 0, "nomus", "ordago"), Occupant("Eva", person(4).id, "eu")
    willing = fold(fold(started, PutOff()), Voted(0, Vote.RESUME))
    asking = replace(lobby(seats=4), asking=frozenset({1, 2, 3}))
    barred = narrator.guide.barred_notice
    calls = [
        *(narrator.nudge_call(watch(started), seat) for seat in range(4)),
        *(narrator.ordago_call(watch(ordago), seats) for seats in ((1,), (3,), (1, 3))),
        *(narrator.resume_call(watch(willing), seats) for seats in ((1,), (1, 2, 3))),
        narrator.ready_call(watch(asking)),
        *(narrator.seat_call(watch(started), who, at_once=at_once) for at_once in (False, True)),
        *(barred(watch(started), (person(4).id, "Eva"), lifted=lifted) for lifted in (False, True)),
    ]
    for call in calls:
        assert call is not None
        assert call.mentions
        assert {it for *_, it in call.mention_spans()} == {it for it, _ in call.mentions}, call.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_done_and_refused_has_words(language: str) -> None:
    narrator = Narrator(language)
    table = watch(begun(), 0)
    facts: dict[str, Fact] = {
        "word": "paso",
        "again": 0,
        "sena": "duples",
        "field": "mus_corrido",
        "value": "juego",
        "n": 2,
        "cards": "12o",
        "rules": "vitoria",
        "votes": 1,
        "needed": 2,
        "name": "Ane",
        "place": 17,
        "kind": "novato",
    }
    for what in Confirmation:
        assert narrator.guide.confirmation(ActResult((), what, dict(facts)))
    known: dict[str, Fact] = {
        "seconds": 3,
        "names": "Ane y Eva",
        "count": 2,
        "needed": 1,
        "way": "sits",
        "sits": "no",
        "label": "Sentarme",
        "free": 1,
        "typed": "u",
        "name": "ayda",
        "guess": "ayuda",
        "least": 2,
        "missed": 3,
        "most": 9,
        "permissions": "ver",
        "place": "here",
        "known": "euskera",
        "other": "par",
        "table": "K7",
        "days": 90,
        "field": "real",
        "value": "figra",
        "day": 14,
        "month": 2,
    }
    for reason in {why for tree in keys.sources().values() for why in keys.given(tree, "Refused", 0)}:
        assert narrator.refusal(Refused(reason, **known), table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda it: it.name)
def test_a_rule_set_is_read_by_its_name_and_typed_by_its_id(rules: RuleSet, language: str) -> None:
    narrator, table = Narrator(language), lobby(rules)
    texts, called = narrator.texts, voices.voice_of_rules(narrator.texts, rules).display_name()
    assert called != rules.name
    assert called in [label for row in labels(narrator.page(watch(table), Page.RULES)) for label in row]
    assert called in narrator.guide.confirmation(ActResult((), Confirmation.RULES, {"rules": rules.name}))
    assert guide.rule_set_page(texts, rules).title == called
    title = narrator.lobby(watch(table)).title
    assert not re.search(rf"\b{rules.name}\b", title)
    assert len(re.findall(rf"\b{rules.piedras}", title)) == 1, "told once"
    lines = guide.all_rules_page(texts, {}, options=False).text.split("\n")
    typed = "frances piedras=8" if rules.name == "frances" else rules.name
    assert [line for line in lines if line.startswith(f"{called}: ") and line.endswith(f"(/mus {typed})")]
    assert f"/mus {rules.name})" not in guide.all_rules_page(texts, {}, options=True).text


def test_a_call_says_what_happens_when_the_time_is_up() -> None:
    table = begun()
    (seat,) = watch(table).game.turno  # type: ignore[union-attr]
    name = table.names[seat]
    timed = ES.nudge_call(watch(table), seat, left_s=70.0, ends_at=7.0)
    assert timed.text == (
        f"{name}, te toca en la Mesa K7.\n¿MUS? Si no dices nada, habla por ti una IA en 70 s."
    )
    assert [it.text for it in timed.instants] == ["en 70 s"]
    assert ES.nudge_call(watch(table), seat).text.endswith("\n¿MUS? Te esperan.")
    cut = says(table, "nomus")
    (seat,) = watch(cut).game.turno  # type: ignore[union-attr]
    assert "\nGRANDE. Si no dices nada, habla" in ES.nudge_call(watch(cut), seat, left_s=70.0).text
    discards = says(table, *["mus"] * 4)
    called = ES.nudge_call(watch(discards), 0, left_s=70.0).text
    assert called.endswith("\nDESCARTE. Si no tiras, una IA tira por ti en 70 s.")


def test_rules_in_a_group_are_a_summary_with_the_rest_folded() -> None:
    rules = rule_set("vitoria")
    for post in (
        guide.rule_set_page(ES.texts, rules, folded=True),
        guide.all_rules_page(ES.texts, {}, rules, options=False, folded=True),
    ):
        text = post.text
        for block in post.subtext:
            assert block in text
            text = text.replace(block, "")
        assert len([line for line in text.splitlines() if line]) <= 4
    assert guide.rule_set_page(ES.texts, rules).subtext == ()
    assert guide.rule_set_page(ES.texts, rules).text == guide.rule_set_page(ES.texts, rules, folded=True).text


def test_R94_the_board_says_that_an_ai_spoke_until_the_player_is_asked_again_or_the_hand_ends() -> None:
    told, table = ES.texts("missed", name="Ane"), missed(dealt(), Action(Voz.MUS))
    assert told in ES.board(watch(table)).text
    table = says(table, "nomus")
    assert told not in ES.board(watch(table)).text, "Ane is asked"
    table = says(missed(table, Action(Voz.PASO)), "paso")
    assert told in ES.board(watch(table)).text
    table = says(table, "envido.2", "noquiero", "noquiero")
    assert told not in ES.board(watch(table)).text, "Ane is asked in the next lance"
    table = says(missed(table, Action(Voz.ORDAGO)), "quiero")
    assert table.hand == 2
    assert told not in ES.board(watch(table)).text
    assert "Se te ha pasado el turno" in ES.hand(watch(table, 0)).text


def test_R94_who_plays_on_the_board_reads_in_private_too_that_an_ai_spoke() -> None:
    table = missed(dealt(), Action(Voz.MUS))
    for choice in (None, Ask.PRIVATE):
        links = Links(on_board=True, hand_choice=choice)
        assert "Se te ha pasado el turno" in ES.hand(watch(table, 0), links).text
        assert "Se te ha pasado el turno" not in ES.hand(watch(table, 1), links).text


def asked_to_wait(*, in_thread: bool = False) -> Post:
    """Returns the hand of the player who is asked, at a table that waits for its chat."""
    return ES.hand(watch(dealt(), 0), Links(waits=True, in_thread=in_thread))


def test_a_hand_has_no_words_while_the_table_waits_for_its_chat() -> None:
    assert "La mesa espera" in asked_to_wait().text
    assert [button.label for row in asked_to_wait().keyboard() for button in row] == []
    explained = Narrator("es", explained=Explained.WHOLE).hand(watch(dealt(), 0), Links(waits=True))
    assert [button.label for row in explained.keyboard() for button in row] == []
    assert "Mus: " not in explained.text


def test_a_hand_at_a_table_that_waits_in_a_thread_leads_to_the_channel() -> None:
    told = asked_to_wait(in_thread=True)
    assert [button.label for row in told.keyboard() for button in row] == ["Llevarla al canal"]
    assert "Con «Llevarla al canal» sigue allí." in told.text


def of_paused(table: Table, seat: int | None = None, language: str = "es") -> str:
    """Returns the question of a paused table, as a seat reads it, or the group."""
    return Narrator(language).question_text(watch(table, seat))


def test_R99_a_paused_table_says_briefly_why_and_how_many_must_resume_it() -> None:
    quiet = fold(begun(), PutOff())
    assert of_paused(quiet) == (
        "Mesa aplazada: Ane llevaba una hora sin hablar. Se sigue cuando tres de los cuatro pulséis «Seguir»."
    )
    assert of_paused(quiet, 0).startswith("Mesa aplazada: llevabas una hora sin hablar. ")
    voted = fold(quiet, Voted(1, Vote.RESUME))
    assert of_paused(voted) == (
        "Mesa aplazada. Beñat quiere seguir. Faltan dos de estos tres: Ane, Carmen y Dani."
    )
    most = fold(voted, Voted(0, Vote.RESUME))
    assert of_paused(most) == "Mesa aplazada. Ane y Beñat quieren seguir. Falta uno: Carmen o Dani."
    assert of_paused(most, 3).endswith("Falta uno: Carmen o tú.")
    assert of_paused(most, 0) == "Mesa aplazada. Has pulsado «Seguir». Falta uno: Carmen o Dani."


def test_R99_an_hour_is_no_reason_for_a_pause_after_missed_turns() -> None:
    missed = fold(reduce(fold, [Missed(seat) for seat in range(4)], begun()), PutOff())
    assert of_paused(missed).startswith("Mesa aplazada: Ane, Beñat, Carmen y Dani no han hablado a tiempo. ")


def test_R99_the_last_who_comes_back_to_a_pause_is_not_blamed_for_it_alone() -> None:
    two = pressed(pressed(begun(), 3, "leave"), 2, "leave")
    missed = fold(reduce(fold, (Missed(0), Missed(1)), two), PutOff())
    assert of_paused(missed).startswith("Mesa aplazada: Ane y Beñat no han hablado a tiempo.")
    assert of_paused(fold(missed, Returned(0))).startswith("Mesa aplazada. Se sigue cuando ")


def test_whoever_cut_the_mus_reads_so_of_themselves_in_their_own_hand() -> None:
    cut = says(dealt(), "nomus")
    seat = cut.mesa.cut_by if isinstance(cut.mesa, MusState) else None
    assert seat is not None
    assert "corta el mus" in ES.board(watch(cut)).text
    assert "Cortas el mus. GRANDE." in ES.hand(watch(cut, seat)).text
    assert "You say no hay mus" in Narrator("en").hand(watch(cut, seat)).text
    assert "Musa moztu duzu. HANDIA." in Narrator("eu").hand(watch(cut, seat)).text
    assert "corta el mus" in ES.hand(watch(cut, (seat + 1) % 4)).text


def test_R99_nobody_reads_of_themselves_by_name_at_a_paused_table() -> None:
    two = fold(pressed(pressed(begun(), 3, "leave"), 2, "leave"), PutOff())
    assert of_paused(two).endswith("Se sigue cuando Ane y Beñat pulsen «Seguir».")
    assert of_paused(two, 0).endswith("Se sigue cuando Beñat y tú pulséis «Seguir».")
    assert of_paused(two, 0, "en").endswith("It goes on when Beñat and you press “Resume”.")
    assert of_paused(two, 0, "eu").endswith("Beñat eta zuk «Jarraitu» sakatutakoan aurrera doa.")
    missed_both = reduce(fold, (Missed(0), Missed(1)), two)
    assert of_paused(missed_both, 1).startswith("Mesa aplazada: Ane y tú no habéis hablado a tiempo.")
    voted = fold(two, Voted(1, Vote.RESUME))
    assert of_paused(voted, 0) == "Mesa aplazada. Beñat quiere seguir. Faltas tú."


def test_the_lines_of_closed_lances_say_us_and_them_where_one_seat_reads_and_signs_elsewhere() -> None:
    table = says(dealt(), "nomus", "envido.2", "noquiero", "noquiero")
    assert "Grande: 1 para 🔷" in ES.board(watch(table)).text
    assert "Grande: 1 para nosotros" in ES.hand(watch(table, 0)).text
    assert "Grande: 1 para ellos" in ES.hand(watch(table, 1)).text
    for seat in range(4):
        assert not {"🔷", "🟠"} & set(ES.hand(watch(table, seat)).text)
    assert "Handia: 1 guretzat" in Narrator("eu").hand(watch(table, 0)).text
    assert "Grande: 1 to them" in Narrator("en").hand(watch(table, 1)).text


def test_a_closed_table_no_longer_says_who_wants_to_end_it() -> None:
    voted = fold(begun(), Voted(0, Vote.END))
    assert "Quiere terminar la mesa" in ES.board(watch(voted)).text
    closed = fold(voted, Ended(Ending.WANTED))
    assert "Quiere terminar la mesa" not in ES.board(watch(closed)).text


def test_the_button_to_the_private_chat_names_who_needs_it_when_the_text_does_not() -> None:
    links = Links(private="https://t.me/mus_bot", closed=(1,))
    first = ES.board(watch(dealt()), links)
    assert [row[-1].label for row in first.keyboard()][-1] == "Abrir chat privado"
    table = says(dealt(), "nomus", "ordago", "quiero")
    second = ES.board(watch(table), links)
    assert [row[-1].label for row in second.keyboard()][-1] == "Mis cartas, en privado (Beñat)"


@pytest.mark.parametrize("solo", [False, True])
def test_a_lobby_names_the_buttons_that_cut_the_deck(*, solo: bool) -> None:
    post = ES.lobby(replace(watch(lobby(seats=1)), solo=solo))
    assert "/suerte" not in post.text
    assert "«Más» y «✂️ Cortar»" in post.text
