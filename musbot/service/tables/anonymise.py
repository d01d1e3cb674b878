"""People who are forgotten, at the tables of others: nobody is there, under a name that says no more."""

from __future__ import annotations

from dataclasses import replace

from musbot.table.state import Occupant, Table
from musbot.words.texts import Texts, spoken


def named(table: Table) -> Table:
    """Returns a table as it was read: every player has a name, and nobody is waited for who is forgotten."""
    held, promised = (it.who for it in table.held), (it.who for it in table.promised)
    known = (*table.seats, *table.sat, *table.queue, *held, *promised, *table.barred)
    if all(who is None or who.name for who in known):
        return table
    name, number = Texts(spoken(table.language))("player-forgotten"), 0
    seats = list(table.seats)
    for seat, who in enumerate(seats):
        if who is not None and not who.name:
            number += 1
            seats[seat] = Occupant(name if number == 1 else f"{name} {number}")
    return replace(
        table,
        seats=tuple(seats),
        sat=tuple(who if who is None or who.name else Occupant(name) for who in table.sat),
        queue=tuple(who for who in table.queue if who.name),
        held=tuple(it for it in table.held if it.who.name),
        promised=tuple(it for it in table.promised if it.who is None or it.who.name),
        barred=tuple(who for who in table.barred if who.name),
    )


def forgotten(who: Occupant) -> bool:
    """Whether somebody sat there who is forgotten: neither a person nor an AI player."""
    return who.person is None and who.ai is None
