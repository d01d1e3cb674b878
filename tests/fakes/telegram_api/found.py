"""What Telegram finds in a text by itself: tdlib, td/telegram/MessageEntity.cpp, find_entities.

Telephones and bank cards are found by clients, by rules that are not public: anything like one counts here.
"""

from __future__ import annotations

import re

_SYMBOL = r"[^\W\d_]|[\d_~-]"
_RULES = {
    "url": rf"(?:https?://|tg://)\S+|(?:{_SYMBOL})+(?:\.(?:{_SYMBOL})+)*\.[^\W\d_]{{2,}}",
    "email": r"[\w.-]+@[\w-]+\.[^\W\d_]{2,}",
    "mention": r"(?<!\w)@[a-zA-Z0-9_]{2,32}(?!\w)",
    "hashtag": r"(?<!\w)#(?=\w*[^\W\d])\w{1,256}",
    "cashtag": r"(?<!\w)\$(?:1INCH|[A-Z]{1,8})(?!\w)",
    "bot_command": r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>])",
    "phone_number": r"\+\d[\d ()-]{6,}",
    "bank_card": r"(?<!\w)\d{13,19}(?!\w)",
}


def find_entities(text: str) -> list[tuple[str, str]]:
    """Returns each entity that Telegram adds to a text: its type, and the text."""
    return [(kind, found[0]) for kind, rule in _RULES.items() for found in re.finditer(rule, text)]
