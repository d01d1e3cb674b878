"""The buttons under a refusal: the next step that its text names."""

from __future__ import annotations

from typing import NamedTuple

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
from musbot.table.seats import majority
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
LEADING = (*OF_PLAYERS, "refused-no-seat-way", "refused-put-off-bystander", IN_THREAD)
"""Refusals with a link to their table, in a channel that the table has left for a thread."""
LISTED = ("refused-unknown-command", "refused-unknown-command-guess")
"""Refusals that name other commands."""


class RefusalReader(NamedTuple):
    """The reader of a refusal, and how they see its table."""

    waits: bool = False
    """Whether they wait at the table for a seat."""
    outside: bool = False
    """Whether they read it outside of the table's chat, so that it names the table."""
    link: str = ""
    """The link to the table, in a channel that the table has left for a thread; "" elsewhere."""


AT_TABLE = RefusalReader()
"""A reader in the table's chat who does not wait."""


def refusal_post(
    narrator: Narrator,
    error: MusError,
    table: TableView | None,
    link: str = "",
    reader: RefusalReader = AT_TABLE,
    form: str = "",
) -> Post:
    """Returns a refusal as a message, with buttons for the next step that its text names.

    Errors other than Refused have no buttons. `table` is the table that refused; None if no table did. `link`
    leads to the table of IN_THREAD, for other refusals to the bot's private chat; "" without one. `form` is
    the form of a refused command, for an example (`CommandRequest.form`).
    """
    if not isinstance(error, Refused):
        return Post("", narrator.refusal(error, table, form))
    if table is not None:
        error = _for_bystander(narrator.texts, error, table, reader)
    rows = _rows(narrator.texts, error, table, link, reader)
    if reader.link and error.reason in LEADING:
        rows = (*rows, (Button(narrator.texts("hand-back"), url=reader.link),))
    return Post("", narrator.refusal(error, table, form), rows)


def _for_bystander(texts: Texts, error: Refused, table: TableView, reader: RefusalReader) -> Refused:
    """Returns the refusal that leads a person without a seat to one.

    At a paused table it also names the players who must still resume it. Unchanged for a reader with a seat,
    at a table that is over, and for other refusals.
    """
    if table.seat is not None or table.over or "elsewhere" in error.facts or error.reason not in OF_PLAYERS:
        return error
    way, label = _way_to_seat(texts, table, reader)
    named = texts("table", short=table.short) if reader.outside else "here"
    people = [seat for seat, who in enumerate(table.seats) if who.person is not None]
    if table.put_off and people:
        missing = [table.names[seat] for seat in people if seat not in table.resuming]
        needed, names = majority(people) - len(table.resuming), texts.join_names(missing)
        return Refused(
            "refused-put-off-bystander",
            table=named,
            names=names,
            count=len(missing),
            needed=needed if needed < len(missing) else 0,
            way=way,
            label=label,
        )
    if error.reason != "refused-no-seat":
        return error
    return Refused("refused-no-seat-way", table=named, way=way, label=label)


def _way_to_seat(texts: Texts, table: TableView, reader: RefusalReader) -> tuple[str, str]:
    """Returns how a person without a seat gets one, "sits" or "queue", and the label of its button.

    The label is "list" for a person who waits already, and "none" without a way.
    """
    if table.solo or reader.waits:
        return "queue", "none" if table.solo else "list"
    if table.in_lobby:
        full = all(seat.person for seat in table.seats)
        return ("queue", texts("button-queue")) if full else ("sits", texts("button-sit-alone"))
    if any(seat not in dict(table.coming) for seat, _ in table.left):
        return "sits", texts("button-return")
    free = keyboards.take_seat_buttons(Buttons(texts, table), table)
    return ("sits", free[0].label) if free else ("queue", texts("button-join"))


def _rows(texts: Texts, error: Refused, table: TableView | None, link: str, reader: RefusalReader) -> Rows:
    """Returns the buttons for the next step that a refusal names; no rows if it names none.

    No rows either if the step needs the link to the private chat or an unfinished table, and there is none.
    The table does not count if the error has the fact `elsewhere`.
    """
    reason = error.reason
    if reason in IN_PRIVATE:
        return ((Button(texts("button-private"), url=link),),) if link else ()
    if reason in OPENS_TABLE:
        return ((Button(texts("button-open"), OPEN_TABLE, tone="go"),),)
    if reason == "refused-which-frances":
        return tuple((Button(texts(key), OPEN_WITH_RULES + words),) for key, words in EITHER_RULES)
    if reason in LISTED:
        return ((Button(texts("button-commands"), f"{LIST_COMMANDS}{Listing.TYPED.value}"),),)
    if table is None or table.over or "elsewhere" in error.facts:
        return ()
    return _rows_at_table(texts, reason, table, reader)


def _rows_at_table(texts: Texts, reason: str, table: TableView, reader: RefusalReader) -> Rows:
    """Returns the buttons for the next step at the table that refused; no rows if the reason names no step.

    They take a seat (only for a reader who neither has one nor waits), resume, fill the table, leave, cut, or
    end a solo table.
    """
    buttons = Buttons(texts, table)
    match reason:
        case (
            "refused-no-seat"
            | "refused-no-seat-way"
            | "refused-not-held"
            | "refused-person-there"
            | "refused-put-off-bystander"
            | "refused-side-full"
        ):
            return keyboards.seat_rows(buttons, table) if table.seat is None and not reader.waits else ()
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
