"""Private confirmations of a player's act, and the reasons for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.cards import cards
from musbot.game.rule_sets import read_option
from musbot.narrator.speech import kind_name, said_word
from musbot.players.kinds import AIKind
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.words.cards import spell_cards
from musbot.words.texts import Texts
from musbot.words.values import field_name, rules_name, value_name


def confirmation_text(texts: Texts, what: ActResult) -> str:
    """Returns the sentence that confirms an act, with its cards, rules, fields and kinds in words.

    For no cards the message gets the parameter "none".
    """
    facts = dict(what.facts)
    if what.confirmation is Confirmation.PICKED or what.confirmation is Confirmation.THREW:
        facts["cards"] = spell_cards(texts, cards(str(facts["cards"]))) or "none"
    if what.confirmation is Confirmation.SAID or what.confirmation is Confirmation.SIGNED:
        facts |= {name: said_word(texts, str(facts[name])) for name in ("word", "sena") if name in facts}
    if what.confirmation is Confirmation.RULES:
        facts["rules"] = rules_name(texts, str(facts["rules"]))
    if what.confirmation is Confirmation.SET:
        field, value = read_option(f"{facts['field']}={facts['value']}")
        facts = {"field": field_name(texts, field), "value": value_name(texts, field, value)}
    if what.confirmation is Confirmation.AI_KIND:
        facts = {"kind": kind_name(texts, AIKind(str(facts["kind"])))}
    return texts(what.confirmation, **_message_facts(facts))


def refusal_text(texts: Texts, error: Refused, now: str = "", form: str = "") -> str:
    """Returns the reason why a table refuses an act.

    For messages that repeat them, `now` is the table's current question and `form` a command's form. An
    example of a date has the default words, unless the error names others (`default_example`).
    """
    facts = {"now": now, "form": form, **default_example(texts)}
    return texts(error.reason, **{**facts, **_message_facts(error.facts)})


def default_example(texts: Texts) -> dict[str, str]:
    """Returns the variables of an example of `/mus` without rules, for the default day and hour."""
    return {"words": texts("date-example-words"), "set": "none", "changes": "none"}


def _message_facts(facts: Mapping[str, object]) -> dict[str, str | int]:
    """Returns variables for a message: numbers and texts stay, other values become texts."""
    return {key: value if isinstance(value, str | int) else str(value) for key, value in facts.items()}
