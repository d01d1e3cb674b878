"""Under a refusal stands the button of the next step that its text names."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.narrator.ways_on import refusal_post
from musbot.table.act_result import Refused
from musbot.table.acts import LIST_COMMANDS, OPEN_TABLE
from musbot.table.events import PutOff
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES
from tests.support.at_table import begun, lobby, pressed

NAMED = re.compile(r"^(refused-[a-z-]+) =((?:.*\n)(?:[ }].*\n)*)", re.MULTILINE)
LINK = "https://t.me/mus_bot?start=aprender"


def under(reason: str, table: Table | None) -> list[str]:
    """Returns the labels under a refusal."""
    refused = Refused(reason, free=1, name="Eva", table="K7")
    post = refusal_post(Narrator("es"), refused, watch(table) if table is not None else None, LINK)
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
        ("refused-in-private", None, ["Abrir mi privado"]),
        ("refused-private-closed", begun(), ["Abrir mi privado"]),
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


@pytest.mark.parametrize("reason", ["refused-no-seat", "refused-old-question", "refused-put-off"])
def test_r99_a_bystander_at_a_paused_table_gets_one_answer_that_is_true_for_them(reason: str) -> None:
    """Whatever they press: who resumes the table, and how to get a seat. Players read the usual refusal."""
    full = fold(begun(), PutOff())
    with_ai = fold(pressed(begun(), 3, "leave"), PutOff())
    for table, text, label in (
        (full, "hasta que vuelvan Ane, Beñat, Carmen y Dani. Con «Apuntarme» esperas", "Apuntarme"),
        (
            with_ai,
            "hasta que vuelvan Ane, Beñat y Carmen. Para jugar tú, pulsa «Sentarme por Patxi",
            "",
        ),
    ):
        for language in LANGUAGES:
            for view in (watch(table), watch(table, 0)):
                post = refusal_post(Narrator(language), Refused(reason), view)
                own = Narrator(language).refusal(Refused(reason), view)
                assert (post.text == own) is (view.seat == 0)
        post = refusal_post(Narrator("es"), Refused(reason), watch(table))
        assert text in post.text
        assert (label or "Sentarme por Patxi 🤖") in [
            button.label for row in post.keyboard() for button in row
        ]
        assert "vosotros" not in post.text
    told = refusal_post(Narrator("es"), Refused(reason), watch(full, 0))
    resumes = [button.label for row in told.keyboard() for button in row]
    assert resumes == (["Seguir"] if reason == "refused-put-off" else [])
    elsewhere = Refused("refused-no-seat", elsewhere="yes")
    assert refusal_post(Narrator("es"), elsewhere, watch(full)) == Post("", "No te has sentado en esta mesa.")
