"""The buttons under a refusal: the next step that its text names."""

from __future__ import annotations

from typing import NamedTuple

from musbot.game.errors import Illegal, MusError
from musbot.narrator import Narrator, keyboards
from musbot.narrator.buttons import Buttons, Rows
from musbot.narrator.paused import missing_votes
from musbot.narrator.post import Button, Post
from musbot.table.act_result import Refused
from musbot.table.acts import (
    LIST_COMMANDS,
    OPEN_TABLE,
    OPEN_WITH_RULES,
    Anytime,
    Ask,
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
DATE_OPENED = "refused-date-opened"
"""The refusal of an answer to a date whose table has opened."""
LEADING = (*OF_PLAYERS, "refused-no-seat-way", "refused-put-off-bystander", IN_THREAD, DATE_OPENED)
"""Refusals with a link to their table, if their reader has one."""
LISTED = ("refused-unknown-command", "refused-unknown-command-guess")
"""Refusals that name other commands."""


class RefusalReader(NamedTuple):
    """The reader of a refusal, and how they see its table."""

    waits: bool = False
    """Whether they wait at the table for a seat."""
    outside: bool = False
    """Whether they read it outside of the table's chat, so that it names the table."""
    link: str = ""
    """The link to the table, in a channel that it has left for a thread or from a date; "" elsewhere."""
    in_thread: bool = False
    """Whether the table is in a thread of a channel, to which it can go back."""
    labels: Texts | None = None
    """The texts of the table's public buttons; None for the reader's own."""


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
    the form of a refused command, for an example (`CommandRequest.form`). `reader` says how
    they see the table: some buttons and its name depend on that.
    """
    if not isinstance(error, Refused):
        return Post("", narrator.refusal(error, table, form))
    if table is not None:
        error = _for_bystander(narrator.texts, error, table, reader)
        if error.reason == "refused-put-off" and table.seat in table.resuming:
            error = Refused("refused-put-off-voted")
    rows = _rows(narrator.texts, error, table, link, reader, form)
    if reader.link and error.reason in LEADING:
        rows = (*rows, (Button(narrator.texts("hand-back"), url=reader.link),))
    return Post("", narrator.refusal(error, table, form), rows)


def repeats_question(narrator: Narrator, error: MusError, table: TableView, text: str) -> bool:
    """Returns whether the text of a refusal holds only until the table's question has passed.

    It repeats the question, or says why the rules do not allow an action now.
    """
    asks = narrator.question_text(table)
    return isinstance(error, Illegal) or (bool(asks) and asks in text)


def _for_bystander(texts: Texts, error: Refused, table: TableView, reader: RefusalReader) -> Refused:
    """Returns the refusal that leads a person without a seat to one.

    It names a button of the table by its label there; in another language, also by the reader's own. At a
    paused table it also names the players who must still resume it. Unchanged for a reader with a seat, at a
    table that is over, and for other refusals.
    """
    if table.seat is not None or table.over or "elsewhere" in error.facts:
        return error
    if error.reason not in (*OF_PLAYERS, DATE_OPENED):
        return error
    way, label = _way_to_seat(texts, table, reader)
    if label not in ("list", "none"):
        label = _label_there(texts, label, table, reader)
    if error.reason == DATE_OPENED:
        return Refused("refused-date-opened", **{**error.facts, "way": way, "label": label})
    named = texts("table", short=table.short) if reader.outside else "here"
    if table.put_off and table.people:
        missing, needed = missing_votes(table)
        return Refused(
            "refused-put-off-bystander",
            table=named,
            names=texts.join_names([table.names[seat] for seat in missing], either=needed == 1),
            count=len(missing),
            needed=needed,
            way=way,
            label=label,
        )
    if error.reason != "refused-no-seat":
        return error
    return Refused("refused-no-seat-way", table=named, way=way, label=label)


def _label_there(texts: Texts, own: str, table: TableView, reader: RefusalReader) -> str:
    """Returns the quoted label of a table's button, followed by the reader's own in another language."""
    there = reader.labels or texts
    if there.language == texts.language:
        return texts("label-quoted", label=own)
    return texts("label-with-own", label=_way_to_seat(there, table, reader)[1], own=own)


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


def _rows(
    texts: Texts, error: Refused, table: TableView | None, link: str, reader: RefusalReader, form: str
) -> Rows:
    """Returns the buttons for the next step that a refusal names; no rows if it names none.

    No rows either if the step needs a link to the private chat, or a table, and it is missing. The table does
    not count if the error has the fact `elsewhere`. `form` is the form of the refused command.
    """
    reason = error.reason
    if "press" in error.facts:  # the corrected command
        return ((Button(_corrected_command(texts, error, form), str(error.facts["press"]), tone="go"),),)
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


def _corrected_command(texts: Texts, error: Refused, form: str) -> str:
    """Returns the label of a button for a corrected command: its words, or the command with its options."""
    facts = {name: str(error.facts[name]) for name in ("set", "changes") if name in error.facts}
    is_filled = "set" in facts and form.endswith("-filled")
    return texts("mus-with-options", **facts) if is_filled else str(error.facts["words"])


def _rows_at_table(texts: Texts, reason: str, table: TableView, reader: RefusalReader) -> Rows:
    """Returns the buttons for the next step at the table that refused; no rows if the reason names no step.

    They take a seat, resume, leave a thread, fill the table, leave it, cut, or end a solo table. Only a
    reader without a seat who does not wait may take one.
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
            | "refused-date-opened"
        ):
            return keyboards.seat_rows(buttons, table) if table.seat is None and not reader.waits else ()
        case "refused-put-off" | "refused-old-question" if table.put_off and table.seat is not None:
            voted = table.seat in table.resuming and not table.solo
            return () if voted else ((buttons.act(InPlay.RESUME, "button-resume"),),)
        case "refused-thread-lacks" | "refused-chat-closed" | "refused-chat-lacks" if reader.in_thread:
            return ((buttons.act(Ask.CHANNEL, "button-to-channel"),),)
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
