"""What one may ask at any time: the señas, the ways to play, one of them explained."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Sena
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules import RuleSet
from musbot.narrator import voices
from musbot.narrator.post import Button, Post
from musbot.table.acts import CALL, SPEAK, Call
from musbot.table.view import TableView
from musbot.words.languages import AUTO, own_names
from musbot.words.languages import name as language_name
from musbot.words.texts import Key, Texts

_GESTURES: Mapping[Sena, Key] = {
    Sena.DOS_REYES: "gesture-dos-reyes",
    Sena.TRES_REYES: "gesture-tres-reyes",
    Sena.DOS_ASES: "gesture-dos-ases",
    Sena.TRES_ASES: "gesture-tres-ases",
    Sena.MEDIAS: "gesture-medias",
    Sena.DUPLES: "gesture-duples",
    Sena.TREINTA_Y_UNA: "gesture-treinta-y-una",
    Sena.JUEGO: "gesture-juego",
    Sena.TREINTA: "gesture-treinta",
    Sena.VEINTINUEVE: "gesture-veintinueve",
    Sena.CIEGO: "gesture-ciego",
}


def senas(texts: Texts, table: TableView | None) -> Post:
    """Returns the señas and what each means, and which are true of one's hand."""
    lines = [texts("sena-line", sena=texts.word(sena), gesture=texts(key)) for sena, key in _GESTURES.items()]
    if table is not None and table.game is not None and table.game.true_signs:
        lines += [
            "",
            texts("sena-yours", senas=texts.listed([texts.word(sena) for sena in table.game.true_signs])),
        ]
    return Post(texts("sena-title"), "\n".join(lines))


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
    """Returns how somebody is called `now` when it is his turn, with a button for each way."""
    rows = tuple((Button(texts(key), f"{CALL}{call.value}"),) for call, (key, _) in _CALLS.items())
    return Post("", texts("page-calls", now=texts(_CALLS[now][0])), rows)


def calls(texts: Texts, call: Call, *, closed: bool) -> str:
    """Returns that somebody is called so from now on; `closed` tells that his private chat is not open."""
    if closed and call is Call.PRIVATE:
        return texts("done-call-private-closed")
    return texts(_CALLS[call][1])


def all_rules(texts: Texts, own: Mapping[str, RuleSet], *, options: bool) -> Post:
    """Returns every rule set, a line each, a chat's `own` last, and how one is chosen.

    That is typed after /mus, or as its `options`.
    """
    use = texts("rules-use-filled" if options else "rules-use")
    lines = [
        texts("rules-line", name=name, what=voices.of_rules(texts, rules).summary())
        for name, rules in {**RULE_SETS, **own}.items()
    ]
    return Post(texts("rules-title"), "\n".join([*lines, "", use]))


def one_rule_set(texts: Texts, rules: RuleSet) -> Post:
    """Returns one rule set explained."""
    voice = voices.of_rules(texts, rules)
    title = texts("rules-one-title", name=rules.name)
    return Post(title, "\n".join([voice.summary(), "", *voice.explained()]))
