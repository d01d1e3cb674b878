"""The rule sets in words: a line each, or one of them explained."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.errors import BadRules
from musbot.game.rules import MODOS, RULE_SETS, Amount, Choice, RuleSet, UnknownRuleSet
from musbot.narrator.post import Post
from musbot.words.texts import Texts


def rules_summary(texts: Texts, rules: RuleSet) -> str:
    """Returns what makes a rule set, in one line: its own if nothing was changed."""
    if not rules.changes():
        return texts(f"rules-is-{rules.name}")
    changed = ", ".join(f"{name} = {value_words(texts, value)}" for name, value in rules.changes().items())
    return texts("rules-changed", rules=texts(f"rules-is-{rules.name}"), changed=changed)


def all_rules(texts: Texts) -> Post:
    """Returns every rule set, a line each."""
    lines = [texts("rules-line", name=name, what=texts(f"rules-is-{name}")) for name in RULE_SETS]
    return Post(texts("rules-title"), "\n".join([*lines, "", texts("rules-use")]))


def one_rule_set(texts: Texts, rules: RuleSet) -> Post:
    """Returns one rule set explained, a line each rule in which sets differ."""
    if rules.stones:
        return _with_stones(texts, rules)
    amarracos = rules.piedras // 5
    lines = [
        texts(f"rule-bandos-{rules.bandos}"),
        texts("rule-reyes", value=rules.reyes),
        texts(f"rule-real-{rules.real}"),
        texts("rule-juego", piedras=rules.piedras, amarracos=amarracos, juegos=rules.juegos),
        texts("rule-descarte-vez" if rules.descarte == "a la vez" else "rule-descarte-turno"),
        texts(_answers(rules), gracia=f"{rules.gracia:g}"),
    ]
    lines += [texts("rule-vacas", vacas=rules.vacas)] if rules.vacas > 1 else []
    lines += [texts("rule-elimina")] if rules.elimina else []
    lines += [texts("rule-corte-libre")] if rules.corte == "libre" else []
    lines += [texts(f"rule-corrido-{rules.mus_corrido}")] if rules.mus_corrido != "no" else []
    lines += [texts("rule-consulta")] if rules.consulta else []
    lines += [texts("rule-visto")] if rules.mus_visto else []
    lines += [texts("rule-sorteo")] if rules.parejas == "sorteo" else []
    lines.append(texts("rule-senas" if rules.signs else "rule-no-senas"))
    title = texts("rules-one-title", name=rules.name)
    return Post(title, "\n".join([rules_summary(texts, rules), "", *lines]))


def _with_stones(texts: Texts, rules: RuleSet) -> Post:
    lines = [texts(f"rule-stones-{rules.modo}", piedras=rules.piedras, juegos=rules.juegos)]
    lines += [texts("rule-tanteo-largo")] if rules.modo == "frances" and rules.tanteo == "largo" else []
    title = texts("rules-one-title", name=rules.name)
    return Post(title, "\n".join([rules_summary(texts, rules), "", *lines]))


def _answers(rules: RuleSet) -> str:
    return (
        "rule-respuesta-individual" if rules.bandos == "individual" else f"rule-respuesta-{rules.respuesta}"
    )


def refusal(texts: Texts, error: BadRules | UnknownRuleSet) -> str:
    """Returns why a table cannot be played like that, and what was expected."""
    if isinstance(error, UnknownRuleSet):
        key = "refused-unknown-field" if error.what == "field" else "refused-unknown-rules"
        return texts(key, name=error.name, known=", ".join(error.known))
    field = MODOS[error.modo].fields[error.field]
    if field.holds(error.value):  # so it is not the value, but what else the set says
        return texts(f"refused-clash-{error.field}")
    if isinstance(field, Amount):
        expected = texts("expected-range", least=field.least, most=field.most)
    else:
        expected = " / ".join(value_words(texts, value) for value in field.values)
    return texts("refused-rules", field=error.field, value=value_words(texts, error.value), expected=expected)


def value_words(texts: Texts, value: object) -> str:
    """Returns a field's value as people read it."""
    if isinstance(value, bool):
        return texts("yes" if value else "no")
    return str(value)


def choices(rules: RuleSet, field: str) -> tuple[object, ...]:
    """Returns the values of a field that have a button; others can be written (`/mus juegos=7`)."""
    spec = rules.fields[field]
    return spec.values if isinstance(spec, Choice) else _USUAL[field]


def written(value: object) -> str:
    """Returns a value as a payload can carry it and `rules.read_option` reads it."""
    if isinstance(value, bool):
        return "si" if value else "no"
    return str(value).replace(" ", "_")


_USUAL: Mapping[str, tuple[object, ...]] = {
    "piedras": (3, 5, 6, 7, 8, 10, 12),
    "juegos": (1, 2, 3, 4, 5),
    "vacas": (1, 2, 3),
    "gracia": (0, 3, 5, 10),
    "mus_visto": (0, 0.05, 0.1, 0.25),
}
