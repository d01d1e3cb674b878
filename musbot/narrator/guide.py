"""What one may ask at any time: the señas, the ways to play, one of them explained."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Sena
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules import RuleSet
from musbot.narrator import voices
from musbot.narrator.post import Post
from musbot.table.view import TableView
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
    lines = [texts("sena-line", sena=sena, gesture=texts(key)) for sena, key in _GESTURES.items()]
    if table is not None and table.game is not None and table.game.true_signs:
        lines += ["", texts("sena-yours", senas=texts.listed(list(table.game.true_signs)))]
    return Post(texts("sena-title"), "\n".join(lines))


def all_rules(texts: Texts) -> Post:
    """Returns every rule set, a line each."""
    lines = [
        texts("rules-line", name=rules.name, what=voices.of_rules(texts, rules).summary())
        for rules in RULE_SETS.values()
    ]
    return Post(texts("rules-title"), "\n".join([*lines, "", texts("rules-use")]))


def one_rule_set(texts: Texts, rules: RuleSet) -> Post:
    """Returns one rule set explained."""
    voice = voices.of_rules(texts, rules)
    title = texts("rules-one-title", name=rules.name)
    return Post(title, "\n".join([voice.summary(), "", *voice.explained()]))
