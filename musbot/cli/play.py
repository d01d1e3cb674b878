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
    DEFAULT_RULES,
    OK,
    UsageError,
    list_numbers,
    print_line,
    read_all_settings,
    read_rules,
    report_failure,
)
from musbot.config import read_environment
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


def run(args: argparse.Namespace) -> int:
    """Plays a table in the terminal; returns 0. Changes `args`: rules among the words become options.

    A rule set that a package brings is played as the nearest of musbot's sets, with changes. Without
    `--seats` the table has the rules' default seats, or more if there are more names. Raises UsageError for
    arguments that do not fit together or unfit rules, or another MusError.
    """
    texts = words()
    args.option = [*(it for it in args.words if "=" in it), *args.option]
    for name in (it for it in args.words if "=" not in it):
        if args.rules is not None:
            raise UsageError(texts("cli-play-one", one=args.rules, other=quote(name)))
        args.rules = name
    names = [clean_name(name) for name in args.names.split(",")] if args.names is not None else []
    options = [*args.option, *([] if args.piedras is None else [f"piedras={args.piedras}"])]
    ruled = nearest_set(read_rules(args.rules or DEFAULT_RULES, options))
    seats = max(ruled.default_seats, len(names)) if args.seats is None else args.seats
    most = seats if seats in ruled.players else ruled.players.stop - 1
    if len(set(names)) < len(names) or len(names) > most:
        raise UsageError(texts("cli-play-names-what", most=most))
    if seats not in ruled.players:
        fit = list_numbers(texts, ruled.players)
        raise UsageError(texts("cli-seats-what", seats=seats, fit=fit, rules=ruled.name))
    sitting = Sitting(
        (ruled.name, *(f"{field}={option_value(value)}" for field, value in ruled.changes().items())),
        tuple(names),
        seats,
        anew=args.new,
        cut=args.cut,
        ai=AIKind(args.ai or USUAL),
        ruled=ruled,
        language=args.language or "",
        wanted=_explicit_options(args),
        theme=Theme(args.theme) if args.theme else None,
        linear=args.text,
    )
    return _play_sitting(sitting, args.seed)


def _play_sitting(sitting: Sitting, seed: str = "") -> int:
    """Plays in the terminal, with warnings logged to stderr; returns 0. Raises MusError."""
    log_to_stderr("WARNING")
    settings, platforms = read_all_settings()
    settings = replace(settings, language=words().language)  # respects --language
    sitting = replace(sitting, usual_language=read_environment().get("MUSBOT_LANGUAGE", "").strip())
    asyncio.run(app.play(settings, platforms, sitting, seed))
    return OK


def _explicit_options(args: argparse.Namespace) -> frozenset[TableOption]:
    """Returns the options that the user gave explicitly."""
    options = {
        TableOption.SEED: args.seed,
        TableOption.CUT: args.cut,
        TableOption.RULES: args.rules or args.option or args.piedras is not None,
        TableOption.NAMES: args.names,
        TableOption.SEATS: args.seats is not None,
        TableOption.AI: args.ai,
    }
    return frozenset(option for option, is_given in options.items() if is_given)


# ---- texts to read ----------------------------------------------------------------------------------------


def learn(args: argparse.Namespace) -> int:
    """Opens the course at the lesson where the player left it; returns 0. Raises MusError."""
    return _play_sitting(
        Sitting(
            (),
            (),
            0,
            learns=True,
            language=args.language or "",
            theme=Theme(args.theme) if args.theme else None,
            linear=args.text,
        )
    )


def glossary(args: argparse.Namespace) -> int:
    """Prints the explanation of a word of the game, or the list of all words without one; returns 0.

    An unknown word is reported on stderr, and 1 is returned.
    """
    texts, typed = Texts(args.language or words().language), " ".join(args.words)
    post = entry(texts, typed, asks=False)
    if post is None:
        return report_failure(without_slashes(texts, refusal_text(texts, unknown_term_refusal(texts, typed))))
    if not typed:  # replace the chat's hint about how to look up a word
        here = texts("cli-glosario-how", program=typed_program())
        post = replace(post, text=post.text.replace(texts("glossary-how"), here))
    return _read(texts, post)


def rules(args: argparse.Namespace) -> int:
    """Prints the explanation of a rule set, or the list of all rule sets without one; returns 0.

    Words after the first change the rule set. The rules of a package are printed and played alike, as the
    nearest of musbot's sets with changes. Rules that were saved in the terminal count as rule sets; the list
    leaves them out if the database cannot be read. With a name, raises UsageError for an unknown rule set or
    an unfit change, and the other errors of `read_rules`.
    """
    texts = Texts(args.language or words().language)
    if not args.words:
        own: dict[str, RuleSet] = {}
        with suppress(MusError):
            own = load_saved_rules()
        return _read(texts, all_rules_page(texts, own, options=False))
    name, *changed = args.words
    return _read(texts, rule_set_page(texts, nearest_set(read_rules(name, changed))))


def _read(texts: Texts, post: Post) -> int:
    """Prints a post, without the slashes of chat commands; returns 0."""
    print_line(without_slashes(texts, f"{post.title}\n\n{post.text}"))
    return OK
