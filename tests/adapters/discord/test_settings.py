"""/ajustes on Discord: menus for who manages the server, for all its channels; another one is told."""

from __future__ import annotations

import discord

from tests.support.discord_sala import Sala, menus, says


async def managing(room: Sala) -> None:
    """Haizea comes, who has a role with Manage Server."""
    role = room.guild.create_role("jefas", permissions=discord.Permissions(manage_guild=True))
    room.people["Haizea"] = room.guild.add_member(room.env.create_user("haizea"), roles=[role])
    await room.env.settle()


async def test_one_who_does_not_manage_the_server_is_told_so_alone(room: Sala) -> None:
    refused = await room.slash("Ane", "settings")
    assert refused.ephemeral
    assert refused.response is not None
    assert says(refused.response) == "Eso lo decide quien administra el chat."


async def test_who_manages_the_server_chooses_in_menus_for_all_its_channels(room: Sala) -> None:
    await managing(room)
    opened = await room.slash("Haizea", "settings")
    assert opened.ephemeral
    assert opened.response is not None
    (menu,) = menus(opened.response)
    assert menu["options"][2]["label"] == "Reloj de turno"
    assert "Palabras escritas" not in [it["label"] for it in menu["options"]], "nobody reads them here"
    assert menu["options"][2]["description"] == "sin reloj (lo normal)"
    await room.choose("Haizea", opened.response, "Reloj de turno")
    (menu,) = menus(opened.response)
    times = ["sin reloj (lo normal)", "30 s", "60 s", "90 s", "180 s", "300 s"]
    assert [(it["label"], it.get("default", False)) for it in menu["options"]] == [
        (time, time == times[0]) for time in times
    ]
    await room.choose("Haizea", opened.response, "60 s")
    assert "Reloj de turno: 60 s" in says(opened.response)
    other = room.guild.create_text_channel("otro")
    await room.people["Beñat"].slash(other, "mus")
    (table,) = room.manager.tables.in_memory()
    assert table.turn_s == 60


async def test_house_rules_are_kept_opened_and_dropped_by_options(room: Sala) -> None:
    await managing(room)
    await room.slash("Ane", "mus", rules="vitoria", options="piedras=20")
    refused = await room.slash("Ane", "rules", keep="donostia")
    assert refused.response is not None
    assert says(refused.response) == "Eso lo decide quien administra el chat."
    kept = await room.slash("Haizea", "rules", keep="Donostia")
    assert kept.response is not None
    assert "y «donostia» en «opciones» se juega a eso" in says(kept.response)
    assert await suggested(room, "mus", "options", "dono") == ["donostia"]
    assert await suggested(room, "rules", "drop", "") == ["donostia"]
    await room.slash("Ane", "mus", options="donostia juegos=2")
    rules = room.manager.tables.in_chat(room.chat)[0].rules
    assert (rules.name, rules.changes()) == ("vitoria", {"piedras": 20, "juegos": 2})
    dropped = await room.slash("Haizea", "rules", drop="donostia")
    assert dropped.response is not None
    assert "ya no está" in says(dropped.response)
    assert await suggested(room, "rules", "drop", "d") == []


async def suggested(room: Sala, command: str, option: str, typed: str) -> list[str]:
    """What is offered while something is typed."""
    found = await room.people["Ane"].autocomplete(room.channel, command, option, typed)
    return [choice["value"] for choice in found]


async def test_why_a_table_is_closed_is_written_in_a_form(room: Sala) -> None:
    await managing(room)
    await room.slash("Ane", "mus", rules="vitoria")
    name = f"Mesa {room.table.short}"
    page = (await room.slash("Haizea", "settings")).response
    for label in ("Cerrar una mesa", name):
        await room.press("Haizea", label, on=page)
    form = await room.press("Haizea", "Con mis palabras", on=page)
    assert form.modal is not None
    assert (form.modal["title"], "Se dice en el chat tal cual" in str(form.modal)) == (name, True)
    await room.people["Haizea"].submit_modal(form, {"typed": "Cenamos.\n**Mañana** seguimos, @everyone"})
    await room.env.settle()
    assert room.manager.tables.in_memory() == []
    assert any(f"De la {name} dice quien administra el chat: «Cenamos." in says(it) for it in room.posts)
    assert not any(it.mention_everyone for it in room.posts)
