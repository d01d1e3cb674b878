"""What is told at any time, whatever is being played: the ways to play, greetings, lessons, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.course.lessons import Answer, OpeningStep, PlayedLesson
from musbot.game.actions import Action, Sena
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.rules_base import RuleSet
from musbot.narrator import answers, beginner, lessons, voices
from musbot.narrator import history as kept
from musbot.narrator.post import Button, Post, at_most
from musbot.narrator.speech import Speech
from musbot.narrator.table_pages import paged
from musbot.table.acts import CALL, LEARN, OPEN_TABLE, SPEAK, Call, read_payload
from musbot.table.told import Done
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


def senas(texts: Texts, table: TableView | None) -> Post:
    """Returns the señas of a table, or those of most, what each means, and which are true of one's hand."""
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
    """Returns how a seña is made."""
    return texts(_GESTURES[sena])


def languages(texts: Texts) -> Post:
    """Returns which language is spoken to somebody, with a button for each that there is."""
    own = tuple(Button(name, f"{SPEAK}{code}") for code, name in own_names().items())
    auto = Button(texts("button-language-auto"), f"{SPEAK}{AUTO}")
    return Post("", texts("page-language", language=language_name(texts, texts.language)), (own, (auto,)))


_CALLS: Mapping[Call, tuple[Key, Key]] = {
    Call.MENTION: ("call-mention", "done-call-mention"),
    Call.PRIVATE: ("call-private", "done-call-private"),
    Call.SILENCE: ("call-silence", "done-call-silence"),
}


def ask_calls(texts: Texts, now: Call) -> Post:
    """Returns how somebody is called `now` when it is their turn, with a button for each way."""
    rows = tuple((Button(texts(key), f"{CALL}{call.value}"),) for call, (key, _) in _CALLS.items())
    return Post("", texts("page-calls", now=texts(_CALLS[now][0])), rows)


def calls(texts: Texts, call: Call, *, closed: bool) -> str:
    """Returns that somebody is called so from now on; `closed` tells that their private chat is not open."""
    if closed and call is Call.PRIVATE:
        return texts("done-call-private-closed")
    return texts(_CALLS[call][1])


def all_rules(texts: Texts, own: Mapping[str, RuleSet], *, options: bool) -> Post:
    """Returns every rule set, a line each, a chat's `own` last, and how one is chosen.

    That is typed after /mus, or as its `options`.
    """
    use = texts("rules-use-filled" if options else "rules-use")
    sayings = {name: voices.of_rules(texts, rules) for name, rules in {**RULE_SETS, **own}.items()}
    lines = [
        texts(
            "rules-line" if options else "rules-line-typed",
            name=name if name in own else voice.called(),
            what=voice.summary(),
            typed=name,
        )
        for name, voice in sayings.items()
    ]
    return Post(texts("rules-title"), "\n".join([*lines, "", use]))


def one_rule_set(texts: Texts, rules: RuleSet) -> Post:
    """Returns one rule set explained."""
    voice = voices.of_rules(texts, rules)
    title = texts("rules-one-title", name=voice.called())
    return Post(title, "\n".join([voice.summary(named=False), "", *voice.explained()]))


class Guide:
    """Tells in one language what is no news of a game: greetings, lessons, what was done and what is kept.

    It knows the texts and what the operator has set; of a table its name, whether it has begun, what binds
    its deck; of cards a lesson's. Tables that are over are kept for `keep_days` (None: for good).
    """

    def __init__(self, speech: Speech, keep_days: int | None) -> None:
        self.texts = speech.texts
        self._speech = speech
        self._keep_days = keep_days

    def hello(self, name: str, invite: str = "") -> Post:
        """Returns the greeting of the private chat, with the address by which the bot is added to a group."""
        alone = Button(self.texts("button-alone"), OPEN_TABLE)
        learn = Button(self.texts("button-learn"), LEARN)
        rows = ((Button(self.texts("button-invite"), url=invite),),) if invite else ()
        new = (beginner.button(self.texts),)
        return Post("", self.texts("private-hello", name=name), (new, (alone, learn), *rows))

    def hello_at(self, name: str, table: TableView, back: str = "") -> Post:
        """Returns the greeting of the private chat of one who sits at a table now."""
        name_of = self.texts("table", short=table.short)
        if table.solo:
            return Post("", self.texts("private-hello-solo", name=name, table=name_of))
        key = "private-hello-lobby" if table.in_lobby else "private-hello-table"
        rows = ((Button(self.texts("hand-back"), url=back),),) if back else ()
        return Post("", self.texts(key, name=name, table=name_of), rows)

    def greeting(self, *, reads: bool) -> Post:
        """Returns the greeting of a group; `reads` tells that the bot may read all that is written there."""
        need = self.texts("group-hello-reads" if reads else "group-hello-privacy")
        return Post("", f"{self.texts('group-hello')}\n{need}", ((self._open_table(),),))

    def server_greeting(self) -> Post:
        """Returns the soundless greeting of a server, with buttons that open a table and begin the course."""
        learn = Button(self.texts("button-learn"), LEARN)
        return Post("", self.texts("server-hello"), ((self._open_table(), learn),), silent=True)

    def _open_table(self) -> Button:
        return Button(self.texts("button-open"), OPEN_TABLE, tone="go")

    def privacy(self, facts: Sequence[Key]) -> Post:
        """Returns what is kept of people, such `facts` among it, and for how long."""
        return kept.privacy(self.texts, self._keep_days, facts)

    def lesson(self, it: PlayedLesson, table: TableView) -> Post:
        """Returns a lesson of the course, at the moment of its question."""
        return lessons.ask(self._speech, it, table)

    def along(self, it: OpeningStep, table: TableView) -> Post:
        """Returns a moment of the hand that is played along before the lessons."""
        if table.game is None:
            raise ValueError("expected a hand that was dealt")
        return beginner.along(voices.of(self._speech, table, table.game), it)

    def lesson_answered(self, it: PlayedLesson, given: Answer, table: TableView, ended: TableView) -> Post:
        """Returns what an answer led to and why; `ended` is the hand at its end."""
        return lessons.answered(self._speech, it, given, self.lesson(it, table), ended)

    def slip(self, table: TableView, action: Action) -> Post:
        """Returns the question to one who has mistyped a word whether it is this, with its button."""
        game, word = table.game, self.texts.word(str(action))
        if game is None:
            raise ValueError("expected a hand under way")
        voice = voices.of(self._speech, table, game)
        labels = {read_payload(button.data).act: button.label for button in voice.words()}
        say = voice.buttons.labelled(action, labels.get(action, word.capitalize()))
        text = self.texts("slip", word=word)
        return Post("", text, paged(((say,),)), silent=True)

    def told(self, done: Done) -> str:
        """Returns what a presser is told of what they have just done."""
        return at_most(answers.done(self.texts, done))

    def acta(self, table: TableView, text: bytes, page: bytes) -> Post:
        """Returns the acta of a table that is over, as a file, and beside it the same as a page."""
        name = self.texts("table", short=table.short)
        files = ((f"{table.id}.mus.toml", text), (f"{table.id}.partida.html", page))
        return Post(name, self.texts("acta-here"), documents=files, unsent=self.texts("acta-unsent"))

    def seal(self, table: TableView) -> Post:
        """Returns what a sealed deck is, with all that was promised of this one, and how it is checked."""
        bound = table.commitment
        return Post(self.texts("seal-title"), self.texts("seal", commitment=bound), small=(bound,))

    def seal_alert(self, table: TableView) -> str:
        """Returns the same in as many characters as an alert holds."""
        return at_most(self.texts("seal-alert", commitment=table.commitment))

    def barred(self, table: TableView, who: tuple[str, str], *, lifted: bool) -> Post:
        """Returns what somebody (id and name) is told who may sit at a table no more, or again (R98)."""
        name = self.texts("table", short=table.short)
        text = self.texts("unbarred" if lifted else "barred", name=who[1], table=name)
        return Post("", text, mentions=(who,))

    def set_aside(self, short: str, *, failing: bool = False) -> Post:
        """Returns the post for the chat of a table that is unreadable, or whose clocks are `failing`."""
        table = self.texts("table", short=short)
        text = (
            self.texts("set-aside-failing", table=table) if failing else self.texts("set-aside", table=table)
        )
        return Post("", text)

    def lost_moves(self, short: str) -> Post:
        """Returns the notice that a failover of the database may have lost the last moves at a table."""
        return Post("", self.texts("failover-moves", table=self.texts("table", short=short)))

    def lost_choice(self) -> Post:
        """Returns the notice that a failover has lost a person's last choice or `/borrar`."""
        return Post("", self.texts("failover-choice"))
