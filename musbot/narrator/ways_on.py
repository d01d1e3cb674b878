"""The buttons under a refusal: the next step that its text names."""

from __future__ import annotations

from musbot.game.errors import MusError
from musbot.narrator import Narrator, keyboards
from musbot.narrator.buttons import Buttons, Rows
from musbot.narrator.post import Button, Post
from musbot.table.act_result import Refused
from musbot.table.acts import (
    LIST_COMMANDS,
    OPEN_TABLE,
    OPEN_WITH_RULES,
    Anytime,
    InLobby,
    InPlay,
    Listing,
    OpenPage,
)
from musbot.table.pages import Page
from musbot.table.view import TableView
from musbot.words.texts import Texts

IN_PRIVATE = ("refused-in-private", "refused-private-closed", "refused-analysis-private")
"""Refusals of requests that only the private chat answers."""
IN_THREAD = "refused-table-in-thread"
"""The refusal of a request about a table that is played in a thread of this channel."""
OPENS_TABLE = ("refused-no-table", "refused-barred", "refused-no-rules-to-keep")
"""Refusals that name the command that opens a table."""
EITHER_RULES = (("button-open-frances", "frances piedras=8"), ("button-open-iparralde", "iparralde"))
"""The buttons and the words of `/mus` for the two games that `/mus frances` may mean."""
OF_PLAYERS = ("refused-no-seat", "refused-old-question", "refused-put-off")
"""Refusals that do not help a bystander at a paused table: the acts they name are for players."""
LISTED = ("refused-unknown-command", "refused-unknown-command-guess")
"""Refusals that name other commands."""


def refusal_post(narrator: Narrator, error: MusError, table: TableView | None, link: str = "") -> Post:
    """Returns a refusal as a message, with buttons for the next step that its text names.

    Errors other than Refused have no buttons. `table` is the table that refused; None if no table did. For a
    bystander of a paused one, `_for_bystander` may replace the refusal. `link` leads to the table of
    IN_THREAD, for other refusals to the bot's private chat; "" without one.
    """
    if isinstance(error, Refused) and table is not None:
        error = _for_bystander(narrator.texts, error, table)
    rows = _rows(narrator.texts, error, table, link) if isinstance(error, Refused) else ()
    return Post("", narrator.refusal(error, table), rows)


def _for_bystander(texts: Texts, error: Refused, table: TableView) -> Refused:
    """Returns the refusal that names the players who resume a paused table, and the way to a seat there.

    It replaces only refusals of OF_PLAYERS, for a reader without a seat. A person must sit at the table, and
    the error must lack the fact `elsewhere`. Any other refusal is returned unchanged.
    """
    people = [who.name for who in table.seats if who.person is not None]
    if not (table.put_off and people and table.seat is None and error.reason in OF_PLAYERS):
        return error
    if "elsewhere" in error.facts:
        return error
    free = [who.name for seat, who in enumerate(table.seats) if who.ai and seat not in dict(table.coming)]
    names, ai = texts.join_names(people), free[0] if free else ""
    return Refused("refused-put-off-bystander", names=names, count=len(people), seats=len(free), ai=ai)


def _rows(texts: Texts, error: Refused, table: TableView | None, link: str) -> Rows:
    """Returns the buttons for the next step that a refusal names; no rows if it names none.

    No rows either if the step needs a link or an unfinished table, and there is none. The table does not
    count if the error has the fact `elsewhere`.
    """
    reason = error.reason
    if reason in IN_PRIVATE:
        return ((Button(texts("button-private"), url=link),),) if link else ()
    if reason == IN_THREAD:
        return ((Button(texts("hand-back"), url=link),),) if link else ()
    if reason in OPENS_TABLE:
        return ((Button(texts("button-open"), OPEN_TABLE, tone="go"),),)
    if reason == "refused-which-frances":
        return tuple((Button(texts(key), OPEN_WITH_RULES + words),) for key, words in EITHER_RULES)
    if reason in LISTED:
        return ((Button(texts("button-commands"), f"{LIST_COMMANDS}{Listing.TYPED.value}"),),)
    if table is None or table.over or "elsewhere" in error.facts:
        return ()
    return _rows_at_table(texts, reason, table)


def _rows_at_table(texts: Texts, reason: str, table: TableView) -> Rows:
    """Returns the buttons for the next step at the table that refused; no rows if the reason names no step.

    They take a seat (only for a reader without one), vote to resume, fill the table, or leave. Others open
    the page of the cut (only in the lobby), or resume or end a solo table.
    """
    buttons = Buttons(texts, table)
    match reason:
        case (
            "refused-no-seat"
            | "refused-not-held"
            | "refused-person-there"
            | "refused-put-off-bystander"
            | "refused-side-full"
        ):
            return keyboards.seat_rows(buttons, table) if table.seat is None else ()
        case "refused-put-off":
            return ((buttons.act(InPlay.RESUME, "button-resume"),),)
        case "refused-not-full":
            return ((buttons.act(InLobby.FILL, "button-fill"),),)
        case "refused-not-member":
            return ((buttons.act(Anytime.LEAVE, "button-up"),),)
        case "refused-cut-what" if table.in_lobby:
            return ((buttons.act(OpenPage(Page.CUT), "button-cut"),),)
        case "refused-solo-playing":
            go_on = Button(texts("button-resume"), OPEN_TABLE)
            return ((go_on, buttons.act(Anytime.END, "button-end")),)
        case _:
            return ()
