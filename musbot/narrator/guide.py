"""Posts that do not depend on a game: rule sets, greetings, lessons, confirmations, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.coach.course.lessons import Answer, OpeningStep, PlayedLesson
from musbot.game.actions import Action, Sena
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.rules_base import RuleSet
from musbot.narrator import answers, beginner, history, lessons, voices
from musbot.narrator.post import Button, Instant, Post, clip_alert
from musbot.narrator.speech import Speech, said_word
from musbot.narrator.table_pages import mark_rows_paged
from musbot.table.act_result import ActResult
from musbot.table.acts import CALL, LEARN, OPEN_TABLE, SPEAK, Call, read_payload
from musbot.table.events import PersonId
from musbot.table.view import TableView
from musbot.words.languages import AUTO, language_name, own_names
from musbot.words.texts import Key, Texts

_GESTURES: Mapping[Sena, Key] = {
    Sena.DOS_REYES: "gesture-dos-reyes",
    Sena.TRES_REYES: "gesture-tres-reyes",
    Sena.DOS_ASES: "gesture-dos-ases",
    Sena.TRES_ASES: "gesture-tres-ases",
    Sena.MEDIAS: "gesture-medias",
    Sena.DUPLES: "gesture-duples",
    Sena.TREINTA_Y_UNA: "gesture-treinta-y-una",
    Sena.TREINTA_O_UNA: "gesture-treinta-y-una",
    Sena.JUEGO: "gesture-juego",
    Sena.TREINTA: "gesture-treinta",
    Sena.VEINTINUEVE: "gesture-veintinueve",
    Sena.CIEGO: "gesture-ciego",
}


def senas_page(texts: Texts, table: TableView | None) -> Post:
    """Returns a table's señas with their gestures, and lists the reader's true señas that were not made yet.

    Without a table, or if `lawful` of its rules is empty, these are the señas of the default rules.
    """
    lawful = (table.rules.lawful if table is not None else None) or rule_set("parejas").lawful
    lines = [
        texts("sena-line", sena=texts.word(sena), gesture=texts(key))
        for sena, key in _GESTURES.items()
        if sena in lawful
    ]
    if table is not None and table.game is not None and table.game.true_signs:
        lines += [
            "",
            texts("sena-yours", senas=texts.join_names([texts.word(sena) for sena in table.game.true_signs])),
        ]
    return Post(texts("sena-title"), "\n".join(lines))


def gesture(texts: Texts, sena: Sena) -> str:
    """Returns the description of a seña's gesture."""
    return texts(_GESTURES[sena])


def languages_page(texts: Texts) -> Post:
    """Returns a page with a person's language, a button for each language, and one to follow the
    platform's."""
    own = tuple(Button(name, f"{SPEAK}{code}") for code, name in own_names().items())
    auto = Button(texts("button-language-auto"), f"{SPEAK}{AUTO}")
    return Post("", texts("page-language", language=language_name(texts, texts.language)), (own, (auto,)))


_CALLS: Mapping[Call, tuple[Key, Key]] = {
    Call.MENTION: ("call-mention", "done-call-mention"),
    Call.PRIVATE: ("call-private", "done-call-private"),
    Call.SILENCE: ("call-silence", "done-call-silence"),
}


def calls_page(texts: Texts, now: Call) -> Post:
    """Returns a page with a person's way to be called `now`, and a button for each way."""
    rows = tuple((Button(texts(key), f"{CALL}{call.value}"),) for call, (key, _) in _CALLS.items())
    return Post("", texts("page-calls", now=texts(_CALLS[now][0])), rows)


def calls_confirmation(texts: Texts, call: Call, *, closed: bool) -> str:
    """Returns the confirmation of a new way to be called.

    `closed` means that the private chat cannot be written to; a confirmation of private calls then says so.
    """
    if closed and call is Call.PRIVATE:
        return texts("done-call-private-closed")
    return texts(_CALLS[call][1])


TWO_MEANINGS = ("frances",)
"""The words after `/mus` that may mean Mus Francés (R70) or the Mus of Iparralde; a field decides it."""


def all_rules_page(
    texts: Texts,
    own: Mapping[str, RuleSet],
    played: RuleSet | None = None,
    *,
    options: bool,
    folded: bool = False,
) -> Post:
    """Returns a page with a folded line for each rule set, the chat's `own` sets last; no buttons.

    The rules that are `played` now come first, in full; `folded`, only their summary is open.
    `options`: on this platform rules are an option of /mus; elsewhere they are typed after it.
    """
    use = texts("rules-use-filled" if options else "rules-use")
    sayings = {name: voices.voice_of_rules(texts, rules) for name, rules in {**RULE_SETS, **own}.items()}
    lines = [
        texts(
            "rules-line" if options else "rules-line-typed",
            name=name if name in own else voice.display_name(),
            what=voice.summary(),
            typed=f"{name} piedras={voice.rules.piedras}" if (name,) == TWO_MEANINGS else name,
        )
        for name, voice in sayings.items()
    ]
    every = "\n".join(lines)
    if played is None:
        return Post(texts("rules-title"), "\n".join([use, "", every]), subtext=(every,))
    now = rule_set_page(texts, played, folded=folded)
    text = "\n".join([now.text, "", texts("rules-title"), use, "", every])
    return Post(now.title, text, subtext=(*now.subtext, every))


def rule_set_page(texts: Texts, rules: RuleSet, *, folded: bool = False) -> Post:
    """Returns the explanation of one rule set: its name, its summary, and a line for each rule.

    The lines may be `folded`, for a chat where others read them too.
    """
    voice = voices.voice_of_rules(texts, rules)
    title, lines = texts("rules-one-title", name=voice.display_name()), "\n".join(voice.rule_lines())
    return Post(title, "\n".join([voice.summary(named=False), "", lines]), subtext=(lines,) if folded else ())


class Guide:
    """A writer of posts that do not depend on a game in progress."""

    def __init__(self, speech: Speech, keep_days: int | None) -> None:
        """Sets the language; finished tables are kept for `keep_days` days, None means forever."""
        self.texts = speech.texts
        self._speech = speech
        self._keep_days = keep_days

    def hello(self, name: str, invite: str = "") -> Post:
        """Returns the greeting of the private chat, with buttons for beginners, for a table and for the
        course.

        `invite` is the link that adds the bot to a group; "" leaves its button out.
        """
        alone = Button(self.texts("button-alone"), OPEN_TABLE)
        learn = Button(self.texts("button-learn"), LEARN)
        rows = ((Button(self.texts("button-invite"), url=invite),),) if invite else ()
        new = (beginner.beginner_button(self.texts),)
        return Post("", self.texts("private-hello", name=name), (new, (alone, learn), *rows))

    def hello_at(self, name: str, table: TableView, back: str = "") -> Post:
        """Returns the greeting of the private chat for a person who sits at a table.

        `back` links to the table, "" for no button; a solo table has none.
        """
        name_of = self.texts("table", short=table.short)
        if table.solo:
            return Post("", self.texts("private-hello-solo", name=name, table=name_of))
        key = "private-hello-lobby" if table.in_lobby else "private-hello-table"
        rows = ((Button(self.texts("hand-back"), url=back),),) if back else ()
        return Post("", self.texts(key, name=name, table=name_of), rows)

    def greeting(self, *, reads: bool) -> Post:
        """Returns the greeting of a group; `reads` says that the bot can read all its messages."""
        need = self.texts("group-hello-reads" if reads else "group-hello-privacy")
        return Post("", f"{self.texts('group-hello')}\n{need}", ((self._open_table(),),))

    def server_greeting(self) -> Post:
        """Returns the soundless greeting of a server, with buttons that open a table and begin the course."""
        learn = Button(self.texts("button-learn"), LEARN)
        return Post("", self.texts("server-hello"), ((self._open_table(), learn),), silent=True)

    def backlog(self, first: Instant, last: Instant, *, opens: bool) -> Post:
        """Returns the silent notice that the bot was away, and words from `first` to `last` do not count.

        It repeats no question, which would soon be another one. `opens` adds the button that opens a table.
        """
        text = self.texts("backlog", first=first.text, last=last.text)
        rows = ((self._open_table(),),) if opens else ()
        return Post("", text, rows, silent=True, instants=(first, last))

    def _open_table(self) -> Button:
        """Returns the button that opens a table."""
        return Button(self.texts("button-open"), OPEN_TABLE, tone="go")

    def commands(self, listed: str, *, reads: bool) -> Post:
        """Returns the page of help that lists commands; `listed` is their text.

        `reads`: typed words count as moves in the chat.
        """
        text = self.texts("help-text" if reads else "help-text-pressed", commands=listed)
        return Post(self.texts("help-title"), text)

    def privacy(self, facts: Sequence[Key]) -> Post:
        """Returns the page that says which personal data is stored, and for how long.

        `facts` are the messages that name data stored in addition to a person's name.
        """
        return history.privacy_post(self.texts, self._keep_days, facts)

    def lesson(self, it: PlayedLesson, table: TableView) -> Post:
        """Returns a lesson of the course with its question. Raises ValueError without a hand."""
        return lessons.question_post(self._speech, it, table)

    def opening_step(self, it: OpeningStep, table: TableView) -> Post:
        """Returns a step of the guided first hand.

        Raises ValueError without a hand, and KeyError for a word outside the mus and the lances.
        """
        if table.game is None:
            raise ValueError("expected a hand that was dealt")
        return beginner.opening_post(voices.voice_of_game(self._speech, table, table.game), it)

    def lesson_answer(self, it: PlayedLesson, answer: Answer, table: TableView, ended: TableView) -> Post:
        """Returns a lesson with its question, extended by the result of an answer and its reason.

        `table` is the hand at the question, `ended` the finished hand. Raises ValueError if `table` has no
        hand, or if the lesson has no such answer.
        """
        return lessons.answer_post(self._speech, it, answer, self.lesson(it, table), ended)

    def slip_question(self, table: TableView, action: Action, *, here: bool = True) -> Post:
        """Returns the silent question whether a typed word means this action, with its button.

        It names the table unless the table is `here`, which asks only about mistyped words.
        Raises ValueError in the lobby, and BadPayload for a word that no button has, such as a discard.
        """
        game, word = table.game, said_word(self.texts, str(action))
        if game is None:
            raise ValueError("expected a hand under way")
        voice = voices.voice_of_game(self._speech, table, game)
        labels = {read_payload(button.data).act: button.label for button in voice.word_buttons()}
        say = voice.buttons.labelled_button(action, labels.get(action, word.capitalize()))
        text = self.texts("slip" if here else "slip-elsewhere", word=word, table=table.short)
        return Post("", text, mark_rows_paged(((say,),)), silent=True)

    def confirmation(self, done: ActResult) -> str:
        """Returns the confirmation of an act, clipped to fit an alert."""
        return clip_alert(answers.confirmation_text(self.texts, done))

    def acta(self, table: TableView, text: bytes, page: bytes) -> Post:
        """Returns a post with the acta of a finished table as two files: TOML and a page."""
        name = self.texts("table", short=table.short)
        files = ((f"{table.id}.mus.toml", text), (f"{table.id}.partida.html", page))
        return Post(name, self.texts("acta-here"), documents=files, unsent=self.texts("acta-unsent"))

    def seal(self, table: TableView) -> Post:
        """Returns an explanation of the sealed deck, with this table's commitment.

        In the lobby it also explains the cut (R92).
        """
        bound = table.commitment
        cut = [self.texts("seal-cut")] if table.in_lobby else []
        text = "\n".join([self.texts("seal", commitment=bound), *cut])
        title = self.texts("seal-title", table=self.texts("table", short=table.short))
        return Post(title, text, subtext=(bound,))

    def seal_alert(self, table: TableView) -> str:
        """Returns the explanation of the sealed deck, clipped to fit an alert."""
        return clip_alert(self.texts("seal-alert", commitment=table.commitment))

    def barred_notice(self, table: TableView, who: tuple[PersonId, str], *, lifted: bool) -> Post:
        """Returns the notice to a person (id and name) that they are barred from a table (R98).

        It mentions the person. With `lifted`, it says that they are no longer barred.
        """
        name = self.texts("table", short=table.short)
        text = self.texts("unbarred" if lifted else "barred", name=who[1], table=name)
        return Post("", text, mentions=(who,))

    def set_aside_notice(self, short: str, *, failing: bool = False) -> Post:
        """Returns the notice that a table cannot be read, or that its clocks are `failing`."""
        table = self.texts("table", short=short)
        text = (
            self.texts("set-aside-failing", table=table) if failing else self.texts("set-aside", table=table)
        )
        return Post("", text)

    def lost_moves_notice(self, short: str) -> Post:
        """Returns the notice that a failover of the database may have lost the last moves at a table."""
        return Post("", self.texts("failover-moves", table=self.texts("table", short=short)))

    def lost_choice_notice(self) -> Post:
        """Returns the notice that a failover has lost a person's last choice or `/borrar`."""
        return Post("", self.texts("failover-choice"))
