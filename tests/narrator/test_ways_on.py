"""Under a refusal stands the button of the next step that its text names."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.narrator.ways_on import AT_TABLE, RefusalReader, refusal_post
from musbot.table.act_result import Refused
from musbot.table.acts import LIST_COMMANDS, OPEN_TABLE
from musbot.table.events import PutOff, Vote, Voted
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES
from tests.support.at_table import begun, lobby, pressed

NAMED = re.compile(r"^(refused-[a-z-]+) =((?:.*\n)(?:[ }].*\n)*)", re.MULTILINE)
LINK = "https://t.me/mus_bot?start=aprender"
BOARD = "https://discord.com/channels/10/11/12"


def under(reason: str, table: Table | None) -> list[str]:
    """Returns the labels under a refusal."""
    refused = Refused(reason, free=1, name="Eva", table="K7", permissions="hablar")
    view = watch(table) if table is not None else None
    reader = RefusalReader(link=BOARD if view is None else "", in_thread=reason == "refused-thread-lacks")
    post = refusal_post(Narrator("es"), refused, view, LINK, reader)
    return [button.label for row in post.keyboard() for button in row]


def test_a_refusal_that_names_a_button_of_the_table_has_one_of_those_it_names() -> None:
    es, tables = Narrator("es").texts, (lobby(seats=1), lobby(seats=4), begun())
    found = 0
    for file in files("musbot.words").joinpath("locale", "es").iterdir():
        for reason, text in NAMED.findall(file.read_text("utf-8")):
            named = {es(key) for key in re.findall(r"\{ (button-[a-z-]+) \}", text)}
            if not named:
                continue
            found += 1
            offered = {label.partition(" 🔷")[0] for table in tables for label in under(reason, table)}
            assert named & offered, reason
    assert found >= 2


@pytest.mark.parametrize(
    ("reason", "table", "labels"),
    [
        ("refused-in-private", None, ["Abrir chat privado"]),
        ("refused-private-closed", begun(), ["Abrir chat privado"]),
        ("refused-no-table", None, ["Abrir mesa"]),
        ("refused-barred", begun(), ["Abrir mesa"]),
        ("refused-which-frances", None, ["Mus francés (piedras)", "Mus de Iparralde"]),
        ("refused-unknown-command", None, ["📋 Todos los comandos"]),
        ("refused-table-in-thread", None, ["Ir a la mesa"]),
        ("refused-no-seat", lobby(seats=1), ["Sentarme 🔷", "Sentarme 🟠"]),
        ("refused-no-seat", lobby(seats=4), ["Esperar sitio"]),
        ("refused-no-seat", begun(), ["Apuntarme"]),
        ("refused-not-held", pressed(begun(), 3, "leave"), ["Sentarme por Patxi 🤖", "Volver a mi sitio"]),
        ("refused-put-off", fold(begun(), PutOff()), ["Apuntarme"]),
        ("refused-not-full", lobby(seats=1), ["Empezar con IA"]),
        ("refused-not-member", begun(), ["Levantarme"]),
        ("refused-cut-what", lobby(seats=4), ["✂️ Cortar"]),
        ("refused-solo-playing", begun(), ["Seguir", "Terminar la mesa"]),
        ("refused-repeated", begun(), []),
    ],
)
def test_what_is_refused_leads_on(reason: str, table: Table | None, labels: list[str]) -> None:
    assert under(reason, table) == labels


def test_the_buttons_without_a_table_open_one_and_list_the_commands() -> None:
    es = Narrator("es")
    opens = refusal_post(es, Refused("refused-no-table"), None).keyboard()
    lists = refusal_post(es, Refused("refused-unknown-command", name="mu"), None).keyboard()
    link = refusal_post(es, Refused("refused-in-private"), None, LINK).keyboard()
    assert [row[0].data for row in (*opens, *lists)] == [OPEN_TABLE, f"{LIST_COMMANDS}typed"]
    assert [row[0].url for row in link] == [LINK]
    assert not refusal_post(es, Refused("refused-in-private"), None).rows, "a platform without such links"


def says(
    table: Table, reason: str = "refused-no-seat", reader: RefusalReader = AT_TABLE
) -> tuple[str, list[str]]:
    """Returns the text and the labels that a bystander reads in Spanish."""
    post = refusal_post(Narrator("es"), Refused(reason), watch(table), LINK, reader)
    return post.text, [button.label for row in post.keyboard() for button in row]


@pytest.mark.parametrize("reason", ["refused-no-seat", "refused-old-question", "refused-put-off"])
def test_r99_a_bystander_at_a_paused_table_gets_one_answer_that_is_true_for_them(reason: str) -> None:
    """Whatever they press: who must still resume the table, and how to get a seat."""
    full = fold(begun(), PutOff())
    with_ai = fold(pressed(begun(), 3, "leave"), PutOff())
    assert says(full, reason) == (
        "La mesa está aplazada hasta que pulsen «Seguir» 3 de estos: Ane, Beñat, Carmen y Dani. "
        "Con «Apuntarme» te aviso cuando quede un sitio.",
        ["Apuntarme"],
    )
    voted = fold(fold(with_ai, Voted(0, Vote.RESUME)), Voted(1, Vote.END))
    assert says(voted, reason)[0].startswith("La mesa está aplazada hasta que pulse «Seguir» Beñat o Carmen.")
    two = fold(pressed(pressed(begun(), 3, "leave"), 2, "leave"), PutOff())
    waits_for = "La mesa está aplazada hasta que {} «Seguir». Para jugar tú, pulsa «Volver a mi sitio»."
    assert says(two, reason)[0] == waits_for.format("Ane y Beñat pulsen")
    assert says(fold(two, Voted(0, Vote.RESUME)), reason)[0] == waits_for.format("Beñat pulse")
    assert says(two, reason, RefusalReader(outside=True))[0].startswith("La Mesa K7 está aplazada")


@pytest.mark.parametrize("language", LANGUAGES)
def test_r99_players_at_a_paused_table_read_the_usual_refusal(language: str) -> None:
    full, narrator = fold(begun(), PutOff()), Narrator(language)
    for reason in ("refused-no-seat", "refused-old-question", "refused-put-off"):
        for view in (watch(full), watch(full, 0)):
            own = narrator.refusal(Refused(reason), view)
            assert (refusal_post(narrator, Refused(reason), view).text == own) is (view.seat == 0)


@pytest.mark.parametrize("reason", ["refused-old-question", "refused-put-off"])
def test_r99_a_player_at_a_paused_table_gets_the_button_that_resumes_it_until_they_have_pressed_it(
    reason: str,
) -> None:
    paused = fold(begun(), PutOff())
    told = refusal_post(Narrator("es"), Refused(reason), watch(paused, 0))
    assert [button.label for row in told.keyboard() for button in row] == ["Seguir"]
    voted = refusal_post(Narrator("es"), Refused(reason), watch(fold(paused, Voted(0, Vote.RESUME)), 0))
    assert not voted.rows
    assert "Mesa aplazada. Has pulsado «Seguir». Faltan dos de estos tres" in voted.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_in_a_thread_that_takes_no_messages_gets_the_button_to_the_channel(language: str) -> None:
    narrator, reader = Narrator(language), RefusalReader(in_thread=True)
    for reason in ("refused-thread-lacks", "refused-chat-closed", "refused-chat-lacks"):
        told = refusal_post(narrator, Refused(reason, permissions="x"), watch(begun(), 0), reader=reader)
        (button,) = [button for row in told.keyboard() for button in row]
        assert button.label == narrator.texts("button-to-channel")
    elsewhere = refusal_post(narrator, Refused("refused-chat-closed"), watch(begun(), 0))
    assert not elsewhere.rows


def test_a_person_without_a_seat_reads_how_to_get_one() -> None:
    outside, left = "No te has sentado en esta mesa.", pressed(begun(), 3, "leave")
    bystander = replace(watch(left), left=())
    post = refusal_post(Narrator("es"), Refused("refused-no-seat"), bystander)
    assert post.text == f"{outside} Para jugar tú, pulsa «Sentarme por Patxi 🤖»."
    assert says(left)[0] == f"{outside} Para jugar tú, pulsa «Volver a mi sitio»."
    assert says(begun()) == (f"{outside} Con «Apuntarme» te aviso cuando quede un sitio.", ["Apuntarme"])
    assert says(lobby(seats=1))[0] == f"{outside} Para jugar tú, pulsa «Sentarme»."
    assert says(lobby(seats=4)) == (
        f"{outside} Con «Esperar sitio» te aviso cuando quede un sitio.",
        ["Esperar sitio"],
    )
    waits = says(begun(), reader=RefusalReader(waits=True))
    assert waits == (f"{outside} Ya estás en la lista: te sientas en cuanto haya sitio.", [])
    named = says(begun(), reader=RefusalReader(outside=True))
    assert named == (
        "No te has sentado en la Mesa K7. Con «Apuntarme» te aviso cuando quede un sitio.",
        ["Apuntarme"],
    )
    elsewhere = Refused("refused-no-seat", elsewhere="yes")
    assert refusal_post(Narrator("es"), elsewhere, watch(begun())) == Post("", outside)


def test_a_refusal_in_the_channel_of_a_thread_leads_to_the_table() -> None:
    reader = RefusalReader(outside=True, link=BOARD)
    for reason in ("refused-no-seat", "refused-put-off", "refused-old-question"):
        for view in (watch(begun()), watch(begun(), 0)):
            *_, (last,) = refusal_post(Narrator("es"), Refused(reason), view, LINK, reader).keyboard()
            assert (last.label, last.url) == ("Ir a la mesa", BOARD)
    assert not refusal_post(Narrator("es"), Refused("refused-repeated"), watch(begun()), LINK, reader).rows
