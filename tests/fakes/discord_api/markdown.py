r"""What Discord makes of a text: the characters that it shows, and the formats that it finds.

Rules in Discord's order: a backslash shows the next mark (github.com/discord/SimpleAST,
SimpleMarkdownRules.kt); headings, small print, lists and quotes at the start of a line
(support.discord.com, Markdown Text 101); mentions and times (docs.discord.com, Message Formatting).
"""

from __future__ import annotations

import re

_AT_START = {
    "heading": r"#{1,3}[ \t]+(?=\S)",
    "small": r"-#[ \t]+(?=\S)",
    "list": r"[ \t]*(?:[-*+]|\d+\.)[ \t]+(?=\S)",
    "quote": r"[ \t]*>(?:>>)?[ \t]+",
}
_INLINE = {
    "code": r"(`+)[\s\S]*?[^`]\1(?!`)",
    "address": r"https?://[^\s<]+[^<.,:;\"'\]\s]",
    "hidden address": r"<https?://[^\s>]+>",
    "link": r"\[[^\]\n]+\]\([^)\s]+\)",
    "person": r"<@!?\d+>",
    "role": r"<@&\d+>",
    "channel": r"<#\d+>",
    "command": r"</[-_ \w]{1,32}:\d+>",
    "time": r"<t:-?\d+(?::[tTdDfFRsS])?>",
    "page": r"<id:[\w-]+>",
    "emoji": r"<a?:\w{2,32}:\d+>",
    "everyone": r"@(?:everyone|here)\b",
    "bold": r"\*\*[\s\S]+?\*\*(?!\*)",
    "underlined": r"__[\s\S]+?__(?!_)",
    "italic": r"\b_(?:__|\\[\s\S]|[^\\_])+?_\b|\*(?=\S)(?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?\*(?!\*)",
    "struck": r"~~(?=\S)[\s\S]*?\S~~",
    "spoiler": r"\|\|[\s\S]+?\|\|",
}
_STARTS = [(kind, re.compile(rule)) for kind, rule in _AT_START.items()]
_RULES = [(kind, re.compile(rule)) for kind, rule in _INLINE.items()]
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")


def read_markdown(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Returns what a reader sees, and each format with the text that makes it; those count as shown whole."""
    shown, found, place = "", list[tuple[str, str]](), 0
    while place < len(text):
        rules = (_STARTS if place == 0 or text[place - 1] == "\n" else []) + _RULES
        if (escaped := _ESCAPED.match(text, place)) is not None:
            shown, place = shown + escaped[1], escaped.end()
            continue
        hit = next(((kind, it) for kind, rule in rules if (it := rule.match(text, place)) is not None), None)
        if hit is None:
            shown, place = shown + text[place], place + 1
        else:
            found.append((hit[0], hit[1][0]))
            shown, place = shown + hit[1][0], hit[1].end()
    return shown, found
