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
OPENS_TABLE = ("refused-no-table", "refused-barred", "refused-no-rules-to-keep")
"""Refusals that name the command that opens a table."""
EITHER_RULES = (("button-open-frances", "frances piedras=8"), ("button-open-iparralde", "iparralde"))
"""The buttons and the words of `/mus` for the two games that `/mus frances` may mean."""
LISTED = ("refused-unknown-command", "refused-unknown-command-guess")
"""Refusals that name other commands."""


def refusal_post(
    narrator: Narrator, error: MusError, table: TableView | None, private_link: str = ""
) -> Post:
    """Returns a refusal as a message, with buttons for the next step that its text names.

    `table` is the table that refused; None if no table did. `private_link` opens the bot's private chat; ""
    if the platform has no such link.
    """
    rows = _rows(narrator.texts, error, table, private_link) if isinstance(error, Refused) else ()
    return Post("", narrator.refusal(error, table), rows)


def _rows(texts: Texts, error: Refused, table: TableView | None, private_link: str) -> Rows:
    """Returns the buttons for the next step that a refusal names; no rows if it names none.

    No rows either if the step needs a link or an unfinished table, and there is none. The table does not
    count if the error has the fact `elsewhere`.
    """
    reason = error.reason
    if reason in IN_PRIVATE:
        return ((Button(texts("button-private"), url=private_link),),) if private_link else ()
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

    They take a seat (only for a reader without one), resume, fill the table, leave, cut, or end a solo table.
    """
    buttons = Buttons(texts, table)
    match reason:
        case "refused-no-seat" | "refused-not-held" | "refused-person-there" | "refused-side-full":
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
