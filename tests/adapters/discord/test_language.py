"""In which words Discord's people are spoken to: the reader's, and what works there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from musbot.game.rule_sets import RULE_SETS
from musbot.narrator.suggested import MAX_CHARACTERS, read_changes, suggest_changes
from musbot.words.texts import LANGUAGES, Texts
from tests.support.discord_sala import Sala, buttons, registered, sala, says, told

ES = Texts("es")

# ---- the help --------------------------------------------------------------------------------------------


async def listed(room: Sala) -> str:
    """Returns the commands that Ane reads when she asks the help for them."""
    help_ = await room.slash("Ane", "help")
    assert "Si nunca has jugado, pulsa «Estoy empezando»" in told(help_)
    assert "</" not in told(help_), "commands come when they are asked for"
    return says((await room.press("Ane", "📋 Todos los comandos", help_.response)).response)


async def test_help_teaches_options_and_no_words_where_none_are_read(room: Sala) -> None:
    help_ = await listed(room)
    first, *rest = help_.splitlines()[1:]
    assert first.endswith("abrir una mesa: en «reglas» eliges a qué se juega, en «opciones» lo que cambia")
    assert all(line.startswith("</") for line in (first, *rest[:-1])), "a command a line, to be pressed"
    assert rest[-1] == "Todo lo demás se hace con los botones de la mesa y de tus cartas."
    assert "=" not in help_


async def test_help_teaches_words_where_they_are_read(tmp_path: Path, hasty_discord: None) -> None:
    async with sala(tmp_path, read_words=True) as room:
        assert "En el chat de la mesa, si puedo leerlas, también valen las palabras" in await listed(room)


@pytest.mark.parametrize("asked", ["no entiendo nada", "¿qué hago?", "how do I play this?"])
async def test_who_is_lost_and_says_so_in_private_is_told_what_to_do_now(room: Sala, asked: str) -> None:
    await room.open("Ane", "Beñat", ais=2)
    await room.speak("No hay mus")
    before = len(room.dms("Ane"))
    await room.people["Ane"].send_dm(asked)
    await room.courier.outboxes.wait_until_idle()
    (help_,) = room.dms("Ane")[before:]
    assert "Qué hacer ahora" in says(help_)
    assert "Grande: ganan las cartas más altas." in says(help_)


async def test_the_ways_to_play_tell_of_options(room: Sala) -> None:
    rules = told(await room.slash("Ane", "rules"))
    assert "en «reglas» eliges una de estas, y en «opciones» lo que quieras cambiar." in rules
    assert "=" not in rules


async def test_help_is_in_the_language_of_its_reader(room: Sala) -> None:
    room.spoken["locale"] = "en-GB"
    assert "If you have never played" in told(await room.slash("Ane", "help"))


@pytest.mark.parametrize(
    ("command", "says"),
    [("ranking", "Nobody has won"), ("verify", "fingerprint"), ("glossary", "Ask me about one")],
)
async def test_what_one_asks_for_is_told_them_alone_in_their_language(
    room: Sala, command: str, says: str
) -> None:
    await room.slash("Ane", "mus")
    room.spoken["locale"] = "en-GB"
    assert says in told(await room.slash("Eva", command))


# ---- the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("server", "opener", "sit"),
    [
        ("en-GB", "es-ES", "Sit"),
        ("es-ES", "en-GB", "Sentarme"),
        ("en-US", "es-ES", "Sentarme"),
        ("en-US", "en-US", "Sit"),
        ("fr", "en-GB", "Sit"),
        ("fr", "fr", "Sentarme"),
    ],
)
async def test_a_new_table_speaks_what_its_server_has_chosen_else_what_its_opener_does(
    room: Sala, server: str, opener: str, sit: str
) -> None:
    """A server that is no Community is in en-US whatever it speaks; the operator speaks Spanish."""
    room.spoken.update(guild_locale=server, locale=opener)
    await room.slash("Ane", "mus")
    assert buttons(room.board)[0][0].startswith(sit)


async def test_a_community_may_choose_american_english(room: Sala, monkeypatch: pytest.MonkeyPatch) -> None:
    guild = room.bot.client.get_guild(room.guild.id)
    assert guild is not None
    monkeypatch.setattr(guild, "features", ["COMMUNITY"])
    room.spoken["guild_locale"] = "en-US"
    await room.slash("Ane", "mus")
    assert buttons(room.board)[0][0].startswith("Sit")
    await room.press("Ane", "Start")
    *_, notice = (m for m in room.channel.history(viewer=room.people["Ane"]) if m.flags.ephemeral)
    assert says(notice) == "No te has sentado en esta mesa. Para jugar tú, pulsa «Sit down» (Sentarme)."


# ---- names and suggestions -------------------------------------------------------------------------------


async def test_rule_sets_are_called_by_name_in_each_language(room: Sala) -> None:
    for command in ("mus", "rules"):
        choices: list[Any] = registered(room)[command]["options"][0]["choices"]  # type: ignore[index]
        (found,) = [choice for choice in choices if choice["value"] == "clasico"]
        assert (found["name"], found["name_localizations"]["es-ES"]) == ("Classic", "Clásico")


async def offered(room: Sala, typed: str, **given: str) -> list[str]:
    found = await room.people["Ane"].autocomplete(room.channel, "mus", "options", typed, **given)
    assert all(choice["name"] == choice["value"] for choice in found)
    return [choice["name"] for choice in found]


async def test_changes_are_offered_while_they_are_typed(room: Sala) -> None:
    fields = await offered(room, "", rules="mundial")
    assert "juegos: 1" in fields
    assert len({line.partition(":")[0] for line in fields}) == len(fields), "each field once"
    assert await offered(room, "mus corr") == ["mus corrido: al empezar", "mus corrido: en cada juego"]
    assert "piedras: 30 · juegos: 5" in await offered(room, "piedras: 30 · jue")
    assert (await offered(room, "piedras: 30"))[0] == "piedras: 30", "what is typed in full can be sent"


async def test_who_types_on_before_the_suggestions_come_misses_none(
    room: Sala, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def late(*_: object) -> None:
        response: Any = SimpleNamespace(status=404, reason="")
        raise discord.NotFound(response, {"code": 10062})

    monkeypatch.setattr(discord.InteractionResponse, "autocomplete", late)
    await room.people["Ane"].autocomplete(room.channel, "mus", "options", "jue")
    assert not any(it.exc_info for it in caplog.records)


async def test_changes_are_offered_in_the_language_of_who_types(room: Sala) -> None:
    room.spoken["locale"] = "en-US"
    assert await offered(room, "mus_corrido") == ["mus corrido: at the start", "mus corrido: in each game"]


async def test_a_table_is_opened_with_what_was_picked(room: Sala) -> None:
    await room.slash("Ane", "mus", rules="vitoria", options="piedras: 30 · mus corrido: en cada juego")
    rules = room.table.rules
    assert (rules.name, rules.changes()) == ("vitoria", {"piedras": 30, "mus_corrido": "juego"})


async def test_what_is_typed_as_before_still_counts(room: Sala) -> None:
    await room.slash("Ane", "mus", rules="vitoria", options="piedras=30 juegos = 1")
    assert room.table.rules.changes() == {"piedras": 30, "juegos": 1}


async def test_what_nobody_offered_is_refused_in_words(room: Sala) -> None:
    assert "lo conozco" in told(await room.slash("Ane", "mus", options="piedras: 30 · xyz"))
    assert room.posts == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_suggestion_fits_and_leads_to_rules(language: str) -> None:
    texts = Texts(language)
    for name, rules in RULE_SETS.items():
        found = suggest_changes(texts, name, "", 25)
        assert 0 < len(found) <= 25
        for line in (*found, *suggest_changes(texts, name, found[0], 25)):
            assert len(line) <= MAX_CHARACTERS
            words = read_changes(texts, name, line)
            assert len(words) == line.count(" · ") + 1
            assert all("=" in word and " " not in word for word in words)
            assert {word.partition("=")[0] for word in words} <= rules.fields.keys()
