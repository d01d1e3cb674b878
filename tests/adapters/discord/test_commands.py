"""What people type in Discord, and what only Discord can do to a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from adapters.discord.commands import command_tree, sync
from adapters.discord.rights import PERMISSIONS
from musbot.service.commands.registry import COMMANDS
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.commands import ECO
from tests.support.discord_sala import Sala, buttons, cards_of, menus, registered, sala, says, told
from tests.support.scenes import a_door

IN_SPANISH = ("es-ES", "es-419")


# ---- the commands ----------------------------------------------------------------------------------------


async def test_commands_have_english_names_and_spanish_ones_where_discord_is_in_spanish(room: Sala) -> None:
    commands = registered(room)
    assert {"mus", "score", "cards", "table", "rules", "signs", "leave", "end", "help"} <= set(commands)
    for locale in IN_SPANISH:
        assert commands["score"]["name_localizations"][locale] == "tanteo"  # type: ignore[index]
        assert commands["signs"]["name_localizations"][locale] == "señas"  # type: ignore[index]
        option = commands["luck"]["options"][0]  # type: ignore[index]
        assert (option["name"], option["name_localizations"][locale]) == ("cut", "corte")


def test_the_options_of_commands_are_called_as_discord_allows_in_every_language() -> None:
    for language in LANGUAGES:
        for option in "word set rules changes keep drop".split():
            key = f"option-{option}"
            assert re.fullmatch(r"[-_\w]{1,32}", name := Texts(language)(key))
            assert name == name.lower()
            assert len(Texts(language)(f"{key}-is")) <= 100


async def test_what_is_about_a_group_works_only_in_servers_the_rest_in_private_too(room: Sala) -> None:
    commands = registered(room)
    only_there = {name for name, command in commands.items() if command["contexts"] == [0]}
    assert only_there == {"dates", "ranking"}
    assert {tuple(command["contexts"]) for command in commands.values()} == {(0,), (0, 1)}  # type: ignore[arg-type]
    assert {tuple(command["integration_types"]) for command in commands.values()} == {(0,)}  # type: ignore[arg-type]


async def test_commands_are_sent_only_when_they_have_changed(
    room: Sala, monkeypatch: pytest.MonkeyPatch
) -> None:
    abouts = {language: room.bot.door.commands.list_commands(language) for language in LANGUAGES}
    changed = {
        language: [(COMMANDS[0], "mus", "¡a jugar!"), *found[1:]] for language, found in abouts.items()
    }
    sent: list[str] = []

    async def nothing(*_: object) -> None: ...

    client = room.bot.client
    request = client.http.request

    def heard(route: Any, **how: Any) -> Any:
        sent.append(route.method)
        return request(route, **how)

    monkeypatch.setattr(client.http, "request", heard)
    for texts, methods in ((abouts, ["GET"]), (changed, ["GET", "PUT"]), (changed, ["GET"])):
        client._connection._command_tree = None  # of which there may be one
        sent.clear()
        await sync(command_tree(client, texts, nothing))
        assert sent == methods


async def test_a_new_command_is_one_row(room: Sala) -> None:
    room.bot.client._connection._command_tree = None  # of which there may be one
    await room.bot.prepare(a_door(room.manager, room.courier, (*COMMANDS, ECO)))
    command = registered(room)["echo"]
    described, called = command["description_localizations"], command["name_localizations"]
    assert {described[locale] for locale in IN_SPANISH} == {"ver qué puedes hacer ahora"}  # type: ignore[index]
    assert {called[locale] for locale in IN_SPANISH} == {"eco"}  # type: ignore[index]
    assert not {"en-US", "en-GB", "ja"} & {*described, *called}  # type: ignore[misc]
    assert command["contexts"] == [0, 1]
    assert told(await room.slash("Ane", "echo", cut="y más eco")) == "eco y más eco"


async def test_every_command_is_answered(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    given = {"luck": {"cut": "chorizo"}}
    for name in registered(room):
        if name not in ("leave", "end"):
            result = await room.slash("Ane", name, **given.get(name, {}))
            assert result.response is not None, name


async def test_cartas_shows_ones_hand_to_them_alone(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    assert cards_of(room, "Dani") in told(await room.slash("Dani", "cards"))


async def test_tanteo_is_shown_to_all_where_a_player_asks(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    score = await room.slash("Ane", "score")
    assert not score.ephemeral
    assert score.response is not None
    assert "🔷 Ane y Carmen" in says(score.response)
    assert buttons(score.response) == []


async def test_tanteo_is_for_themselves_where_a_bystander_asks(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    posts = len(room.posts)
    assert "🔷 Ane y Carmen" in told(await room.slash("Eva", "score"))
    assert len(room.posts) == posts


async def test_senas_are_told_in_the_channel_to_one_alone(room: Sala) -> None:
    assert "guiñar un ojo" in told(await room.slash("Ane", "signs"))


async def test_rules_are_explained_privately(room: Sala) -> None:
    assert told(await room.slash("Ane", "rules", set="mundial")).startswith("### Mundial\n4 reyes")


async def test_wrong_rules_are_told_privately_and_open_nothing(room: Sala) -> None:
    assert "piedras" in told(await room.slash("Ane", "mus", options="piedras=7000"))
    assert room.posts == []


async def test_commands_in_a_text_can_be_pressed(room: Sala) -> None:
    text = told(await room.slash("Ane", "table"))
    assert text.startswith("Aquí no hay ninguna mesa. Con </mus:")


async def test_a_command_in_private_is_answered_there(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    result = await room.people["Ane"].user.slash("cards")
    assert result.response is not None
    assert cards_of(room, "Ane") in says(result.response)


# ---- permissions, and what becomes of messages and channels ----------------------------------------------


async def test_no_table_is_opened_where_the_bot_may_not_write_and_what_lacks_is_named(room: Sala) -> None:
    everyone = room.guild.default_role
    denied = discord.PermissionOverwrite(attach_files=False, send_messages=False)
    quiet = room.guild.create_text_channel("quiet", overwrites={everyone: denied})
    result = await room.people["Ane"].slash(quiet, "mus")
    assert "permiso para enviar mensajes. Cuando" in told(result)
    assert room.manager.tables.in_memory() == []


async def test_an_example_of_a_date_is_written_in_the_option_of_its_command(room: Sala) -> None:
    assert re.search(r"</mus:\d+> cuándo:lunes 21:00", told(await room.slash("Ane", "mus", when="lunes")))


async def test_a_command_that_is_repeated_keeps_its_words_in_the_options_in_which_they_were_typed(
    room: Sala,
) -> None:
    asked = told(
        await room.slash("Ane", "mus", rules="vitoria", options="piedras=30", when="sabado 9 y media")
    )
    assert re.search(r"</mus:\d+> reglas:vitoria opciones:piedras=30 cuándo:sabado 9 y media Bilbao\.", asked)
    no_hour = told(await room.slash("Ane", "mus", rules="vitoria", when="sabado"))
    assert re.search(r"</mus:\d+> reglas:vitoria cuándo:sabado 21:00", no_hour)
    mistyped = (await room.slash("Ane", "mus", rules="vitoria", options="pidras=30")).response
    assert [label for label, _ in buttons(mistyped)] == ["/mus reglas:vitoria opciones:piedras=30"]
    mistyped = (await room.slash("Ane", "mus", rules="vitoria", when="sabdo 21:30")).response
    asked = says((await room.press("Ane", "vitoria sábado 21:30", on=mistyped)).response)
    assert re.search(r"reglas:vitoria cuándo:sábado 21:30 Bilbao", asked)


async def test_no_date_is_moved_where_none_is_open(room: Sala) -> None:
    assert told(await room.slash("Ane", "dates", when="lunes")) == "Aquí no hay ninguna cita abierta."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_permission_has_a_name_in_every_language(language: str) -> None:
    texts = Texts(language)
    assert all(texts(key) for key in PERMISSIONS.values())
    assert PERMISSIONS.keys() <= discord.Permissions.VALID_FLAGS.keys()


async def test_a_deleted_board_is_posted_again(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    board = room.board
    room.env.backend.delete_message(room.channel.id, board.id)
    data = room.data("nomus")
    assert data
    await room.slash("Ane", "table")
    assert room.board.id != board.id
    await room.speak("No hay mus")
    assert "GRANDE" in says(room.board)


async def test_one_who_has_no_seat_cannot_take_a_table_elsewhere(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    other = room.guild.create_text_channel("otro")
    assert "no hay ninguna mesa" in told(await room.people["Eva"].slash(other, "table"))
    assert "no hay ninguna mesa" in told(await room.people["Ane"].slash(other, "table"))


# ---- rules -----------------------------------------------------------------------------------------------


async def test_rules_are_chosen_in_a_message_that_one_alone_sees(room: Sala) -> None:
    await room.slash("Ane", "mus")
    await room.press("Ane", "Sentarme")
    lobby = says(room.board)
    shown = await room.press("Ane", "Más")
    await room.press("Ane", "Reglas", on=shown.response)
    assert shown.ephemeral
    assert "¿A qué jugáis?" in told(shown)
    assert says(room.board) == lobby


async def test_rule_sets_are_a_menu_that_says_what_each_is(room: Sala) -> None:
    await room.slash("Ane", "mus", rules="vitoria")
    shown = await room.press("Ane", "Más")
    await room.press("Ane", "Reglas", on=shown.response)
    (menu,) = menus(shown.response)
    options = {option["label"]: option for option in menu["options"]}
    assert "4 reyes, con la real" in options["Mundial"]["description"]
    assert [label for label, option in options.items() if option.get("default")] == ["Vitoria"]
    assert [label for label, _ in buttons(shown.response)] == ["Cambiar regla a regla", "Cerrar el menú"]
    await room.choose("Ane", shown.response, "Mundial")
    assert room.table.rules.name == "mundial"
    assert "Mundial: 4 reyes" in says(room.board)


async def test_a_rule_is_changed_from_menus_in_one_message(room: Sala) -> None:
    await room.slash("Ane", "mus", rules="vitoria")
    shown = await room.press("Ane", "Más")
    await room.press("Ane", "Reglas", on=shown.response)
    await room.press("Ane", "Cambiar", on=shown.response)
    (menu,) = menus(shown.response)
    assert ("Piedras", "40") in [(option["label"], option["description"]) for option in menu["options"]]
    await room.choose("Ane", shown.response, "Piedras")
    assert menus(shown.response)[0]["placeholder"] == "Piedras"
    await room.choose("Ane", shown.response, "30")
    assert room.table.rules.changes() == {"piedras": 30}
    assert "Piedras" in [option["label"] for option in menus(shown.response)[0]["options"]], (
        "the fields again"
    )


# ---- amounts ---------------------------------------------------------------------------------------------


async def to_grande(room: Sala) -> None:
    await room.open("Ane", "Beñat", "Carmen", "Dani")
    await room.speak("No hay mus")


async def test_another_amount_is_asked_for_in_a_form(room: Sala) -> None:
    await to_grande(room)
    bettor = room.speaker
    shown = await room.press(bettor, "Otra cantidad")
    assert shown.modal is not None
    assert shown.modal["title"] == "Grande"
    await room.people[bettor].submit_modal(shown, {"typed": "7"})
    assert f"{bettor} envida 7" in says(room.board)


async def test_the_form_says_how_much_makes_sense(room: Sala) -> None:
    await to_grande(room)
    bettor = room.speaker
    shown = await room.press(bettor, "Otra cantidad")
    assert shown.modal is not None
    assert "Un número, del 2 al 40" in str(shown.modal)
    assert "'max_length': 5" in str(shown.modal)
    await room.people[bettor].submit_modal(shown, {"typed": "40"})
    assert f"{bettor} envida 40" in says(room.board)


WRONG = [("siete", "no es un número"), ("1", "2"), ("0", "2"), ("41", "Más de 40 no hacen falta")]


@pytest.mark.parametrize(("typed", "answer"), WRONG)
async def test_a_wrong_amount_is_told_privately(room: Sala, typed: str, answer: str) -> None:
    await to_grande(room)
    board = says(room.board)
    bettor = room.speaker
    shown = await room.press(bettor, "Otra cantidad")
    assert answer in told(await room.people[bettor].submit_modal(shown, {"typed": typed}))
    assert says(room.board) == board


async def test_a_form_is_for_who_may_bet(room: Sala) -> None:
    await to_grande(room)
    other = room.table.names[(room.table.names.index(room.speaker) + 1) % 4]
    shown = await room.press(other, "Otra cantidad")
    assert shown.modal is None
    assert room.speaker in told(shown)


# ---- typed words -----------------------------------------------------------------------------------------


async def test_words_are_not_read_unless_the_operator_says_so(room: Sala) -> None:
    assert room.bot.client.intents == discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


async def test_a_typed_word_counts_where_the_bot_may_read(tmp_path: Path, hasty_discord: None) -> None:
    async with sala(tmp_path, read_words=True) as room:
        await to_grande(room)
        bettor = room.speaker
        await room.people[bettor].send(room.channel, "envido cinco")
        await room.people[bettor].send(room.channel, "¿qué tal?")
        assert f"{bettor} envida 5" in says(room.board)
        reacted = [m for m in room.channel.history() if m.reactions]
        assert [(m.content, [str(r.emoji) for r in m.reactions]) for m in reacted] == [
            ("envido cinco", ["👍"])
        ]


async def test_a_board_pushed_up_by_talk_is_shown_again_at_the_bottom(
    tmp_path: Path, hasty_discord: None
) -> None:
    async with sala(tmp_path) as room:
        await to_grande(room)
        board = room.board
        for _ in range(16):
            await room.people["Eva"].send(room.channel, "¿qué tal?")
        assert not room.bot.client.cached_messages
        assert room.board.id != board.id
        assert board.id not in [post.id for post in room.posts]
