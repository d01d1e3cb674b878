"""`musbot play`, `learn`, `glossary` and `rules`: a table in the terminal, and texts to read."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from dataclasses import replace

from musbot import MusError, app
from musbot.cli.language import words
from musbot.cli.saved_rules import load_saved_rules
from musbot.cli.shared import (
    OK,
    USUAL_RULES,
    Misused,
    list_numbers,
    print_line,
    read_all_settings,
    read_rules,
    report_failure,
)
from musbot.game.rule_sets import nearest_set
from musbot.game.rules_base import RuleSet
from musbot.narrator.answers import refusal_text
from musbot.narrator.glossary import entry, unknown_term_refusal
from musbot.narrator.guide import all_rules_page, rule_set_page
from musbot.narrator.post import Post
from musbot.narrator.rulewords import option_value
from musbot.players import USUAL, AIKind
from musbot.port.platform import Sitting, TableOption, Theme
from musbot.runtime.logs import log_to_stderr
from musbot.table.names import clean_name
from musbot.words.quoted import quote, typed_program, without_slashes
from musbot.words.texts import Texts


def run(asked: argparse.Namespace) -> int:
    """Plays a table in the terminal; returns 0. Changes `asked`: rules among the words become options.

    A rule set that a package brings is played as the nearest of musbot's sets, with changes. Without
    `--seats` the table has the rules' usual seats, or more if there are more names. Raises Misused for
    arguments that do not fit together or unfit rules, or another MusError.
    """
    texts = words()
    asked.option = [*(it for it in asked.words if "=" in it), *asked.option]
    for name in (it for it in asked.words if "=" not in it):
        if asked.rules is not None:
            raise Misused(texts("cli-play-one", one=asked.rules, other=quote(name)))
        asked.rules = name
    names = [clean_name(name) for name in asked.names.split(",")] if asked.names is not None else []
    given = [*asked.option, *([] if asked.piedras is None else [f"piedras={asked.piedras}"])]
    ruled = nearest_set(read_rules(asked.rules or USUAL_RULES, given))
    seats = max(ruled.usual_seats, len(names)) if asked.seats is None else asked.seats
    most = seats if seats in ruled.players else ruled.players.stop - 1
    if len(set(names)) < len(names) or len(names) > most:
        raise Misused(texts("cli-play-names-what", most=most))
    if seats not in ruled.players:
        fit = list_numbers(texts, ruled.players)
        raise Misused(texts("cli-seats-what", seats=seats, fit=fit, rules=ruled.name))
    sitting = Sitting(
        (ruled.name, *(f"{field}={option_value(value)}" for field, value in ruled.changes().items())),
        tuple(names),
        seats,
        anew=asked.new,
        cut=asked.cut,
        ai=AIKind(asked.ai or USUAL),
        ruled=ruled,
        language=asked.language or "",
        wanted=_explicit_options(asked),
        theme=Theme(asked.theme) if asked.theme else None,
        linear=asked.text,
    )
    return _play_sitting(sitting, asked.seed)


def _play_sitting(sitting: Sitting, seed: str = "") -> int:
    """Plays in the terminal, with warnings logged to stderr; returns 0. Raises MusError."""
    log_to_stderr("WARNING")
    given, platforms = read_all_settings()
    given = replace(given, language=words().language)  # respects --language
    asyncio.run(app.play(given, platforms, sitting, seed))
    return OK


def _explicit_options(asked: argparse.Namespace) -> frozenset[TableOption]:
    """Returns the options that the user gave explicitly."""
    given = {
        TableOption.SEED: asked.seed,
        TableOption.CUT: asked.cut,
        TableOption.RULES: asked.rules or asked.option or asked.piedras is not None,
        TableOption.NAMES: asked.names,
        TableOption.SEATS: asked.seats is not None,
        TableOption.AI: asked.ai,
        TableOption.LANGUAGE: asked.language,
    }
    return frozenset(option for option, is_given in given.items() if is_given)


# ---- texts to read ----------------------------------------------------------------------------------------


def learn(asked: argparse.Namespace) -> int:
    """Opens the course at the lesson where the player left it; returns 0. Raises MusError."""
    return _play_sitting(
        Sitting(
            (),
            (),
            0,
            learns=True,
            language=asked.language or "",
            theme=Theme(asked.theme) if asked.theme else None,
            linear=asked.text,
        )
    )


def glossary(asked: argparse.Namespace) -> int:
    """Prints the explanation of a word of the game, or the list of all words without one; returns 0.

    An unknown word is reported on stderr, and 1 is returned.
    """
    texts, typed = Texts(asked.language or words().language), " ".join(asked.words)
    post = entry(texts, typed, asks=False)
    if post is None:
        return report_failure(without_slashes(texts, refusal_text(texts, unknown_term_refusal(texts, typed))))
    if not typed:  # replace the chat's hint about how to look up a word
        here = texts("cli-glosario-how", program=typed_program())
        post = replace(post, text=post.text.replace(texts("glossary-how"), here))
    return _read(texts, post)


def rules(asked: argparse.Namespace) -> int:
    """Prints the explanation of a rule set, or the list of all rule sets without one; returns 0.

    Words after the first change the rule set. The rules of a package are printed and played alike, as the
    nearest of musbot's sets with changes. Rules that were saved in the terminal count as rule sets; the list
    leaves them out if the database cannot be read. With a name, raises Misused for an unknown rule set or an
    unfit change, and the other errors of `read_rules`.
    """
    texts = Texts(asked.language or words().language)
    if not asked.words:
        own: dict[str, RuleSet] = {}
        with suppress(MusError):
            own = load_saved_rules()
        return _read(texts, all_rules_page(texts, own, options=False))
    name, *changed = asked.words
    return _read(texts, rule_set_page(texts, nearest_set(read_rules(name, changed))))


def _read(texts: Texts, post: Post) -> int:
    """Prints a post, without the slashes of chat commands; returns 0."""
    print_line(without_slashes(texts, f"{post.title}\n\n{post.text}"))
    return OK
