"""A part of a table as a post, made from the state of this moment for its audience and in its language."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Seat
from musbot.narrator import Links
from musbot.narrator.post import Post
from musbot.service.narrators import Narrators
from musbot.service.slots import CardsPart, HandPart, Only, Part, called_to_ordago
from musbot.table.state import Table
from musbot.table.view import watch


def render(table: Table, part: Part, narrators: Narrators, links: Links, nudged: Seat | None) -> Post | None:
    """Returns the post of a part of a table, None where nothing is to be shown of it; `nudged` is called.

    Only what calls somebody rings, the first cards of a partida and its end: a board is looked at.
    """
    post = _rendered(table, part, narrators, links, nudged)
    return replace(post, silent=not _rings(part)) if post is not None else None


def _rings(part: Part) -> bool:
    match part:
        case Only.NUDGE | Only.ORDAGO | Only.SECRETS | Only.END:
            return True
        case CardsPart(hand):
            return hand == 1
        case Only.SEAL | Only.LOBBY | Only.ASIDE | HandPart():
            return False
        case _:
            assert_never(part)


def _rendered(
    table: Table, part: Part, narrators: Narrators, links: Links, nudged: Seat | None
) -> Post | None:
    group = narrators.for_chat(table)
    match part:
        case Only.LOBBY:
            over = table.over and table.mesa is None
            return group.end(watch(table)) if over else group.lobby(watch(table), links)
        case Only.SEAL | Only.SECRETS:
            return (group.sealed if part is Only.SEAL else group.secrets)(watch(table))
        case HandPart(hand):
            finished = hand if hand <= table.hands_over else None
            if finished is not None and table.ended_hand(hand) is None:
                return None  # long ago
            return group.board(watch(table, finished=finished), links)
        case Only.END:
            return group.end(watch(table))
        case Only.NUDGE:
            return group.nudge(watch(table), nudged, links) if nudged is not None else None
        case Only.ORDAGO:
            return group.ordago(watch(table), called_to_ordago(table), links)
        case CardsPart():
            return _cards(table, part, narrators, links)
        case Only.ASIDE:
            return None  # it can be read again
        case _:
            assert_never(part)


def _cards(table: Table, part: CardsPart, narrators: Narrators, links: Links) -> Post | None:
    who = table.seats[part.seat]
    if who is None or table.hand != part.hand or not table.holds_cards(part.seat):
        return None
    return narrators.for_one(who.language, table).hand(watch(table, part.seat), links)
