"""Phrases that read like a translation, names that are no names, and words that the code has retired."""

from __future__ import annotations

import re
from typing import Final

_CASELESS: Final = (
    # A clause instead of a noun: "for who plays", "those that it holds", "how large a table is".
    r"\b(?:for|to|of|by|from|with|than|and|or|but|that) who\b",
    r"\b(?:whoever|whatever|whomever|wherever|thereof|wherein)\b",
    r"\bones? (?:who|that|which|of wh\w+)\b",
    r"\bthose (?:who|that|which|of|in|with|to|by|at|on|left|here|there)\b|\bthose[.,;:]",
    r"\bthe same (?:of|with|for)\b|\bthe like\b|\bthe same[.;:]",
    r"\bhow (?:much|far|large|high|likely|well|small|good|like|great|wide|late)\b",
    r"\bof (?:which|whom)\b|\bis (?:where|who|how|whose)\b|\bthan (?:that|those)\b|\bthat of\b",
    r"\ball (?:that|is|be|are|was|were|else|others|there|may|must|have|see)\b",
    # A person or a thing without its noun.
    r"\b(?:somebody|anybody|everybody|nobody)\b|\bone's\b",
    r"\bone (?:may|has|is|says|sees|can|must|plays|speaks|wants|does|knows|might|would|could|was|had)\b",
    r"\bof (?:ours|theirs|another|one's own|its own|their own)\b|\bnot (?:theirs|its)\b",
    r"\b(?:nothing|none) (?:of|where|that|but|yet|is|are|was|were|else|there|beside)\b",
    r"\bso (?:many|much|few|long|large|often)\b",
    # "Where", "for" and "as" instead of if, because and when.
    r"\bwhere (?:it|they|that|this|there|nobody|nothing|none|no|one|somebody|neither|not|those|what|who)\b",
    r"\bas (?:it|they|one) (?:is|are|was|were|stands?|stood|sat|has|had|did|does|may|can|will)\b",
    r", for (?:it|they|nobody|there|we|all|no|not|this|that|both)\b|\blest\b|\bbut for\b",
    r"\b(?:that is so|as such|as good)\b|\bin (?:the|its|their) place(?: of\b|[.,;:])",
    # Words of another century, and of no sentence in a handbook.
    r"\b(?:anew|meanwhile|besides|till|expressly|as yet|no more|any more|beside|beneath|hitherto|deeds?)\b",
    r"\b(?:at times|now and then|of late|of itself|by themselves|or not at all)\b",
    r"\b(?:at|in) (?:this|that) moment\b|\bby (?:it|them)\b|\bat (?:it|them)\b|[,;] else\b",
    # Verbs with another preposition than theirs, or that lost their object.
    r"\b(?:tells?|told|said|says?|heard|hears?|known|noted|shown|asked|seen|spoken|left|learnt|found|comes?"
    r"|came|becomes?) of\b",
    r"\b(?:is|are|was|were|be|been|being) (?:waited|looked|asked|heard|spoken|told|taken|let|gone|shown|led"
    r"|stood|counted|put) (?:for|at|to|of|by|on|from|up|down|away|off|about|over)\b",
    r"\b(?:is|are|was|were|be|been) (?:told|there|theirs|such|thus)\b|\b(?:is|are|was|were) to be\b",
    r"\b(?:have|has|had) been (?:said|told|shown|heard|asked)\b",
    r"\b(?:it|they|there|that) (?:is|are|was|were)(?: not)?[.;:]",
    r"\b(?:takes?|taken) (?:up|down|away)\b|\bgo(?:es)? on\b|\bputs? off\b|\blets? go\b"
    r"|\bstands?\b|\bstood\b",
    r"\bcomes? (?:to|of)\b|\bcame to\b",
)
_CASED: Final = (
    # How a text begins.
    r"^What\b(?![^?]*\?)|\bwhat\b(?![^.;:]*\?)|^How\b(?![^?]*\?)",
    r"(?:^|(?<=[;:.] )|(?<=, ))[Ww]ho (?![^?]*\?)",
    r"\b(?:Returns|Yields) (?:what|who|whom|that|why|whose|where|when)\b",
    r"^(?:By|In|Of|To|From|For|With|On|At|Under|Behind|Between) (?:which|what|whom|how|whose)\b",
    r"^(?:Lets?|Have|Has(?! (?:been|the same)\b)) \w+|^(?:Says|Tells|Notes|Hears|Knows)\b",
    r"\b(?:Asks|Sees|Finds|Decides) (?:what|who|whom|that|why|how|which|where|whose)\b",
)
PHRASE: Final = re.compile(f"(?i:{'|'.join(_CASELESS)})|{'|'.join(_CASED)}")
"""One phrase that an engineer who grew up with English would not write."""

REFERS: Final = re.compile(r"^See \S+?(?:[.:;,]|$)")
"""The start of a text that sends its reader elsewhere instead of telling anything."""

_NOT_VERBS: Final = frozenset(
    """
    about above across after again against ago alone along aloud already always among anew apart around as
    aside at away back bare beaten been before begun behind below beneath beside besides between beyond born
    borne bought bound broken brought built by caught chosen dealt done down drawn driven due during else
    elsewhere even everywhere fallen felt flown for forgotten forth fought found from frozen given gone
    grown had heard held here hidden home in inside into kept known laid lain late lately later least led
    left lent less like likely lit lost made meant met more most near never now of off often on once onto
    onward onwards otherwise out outside over owed paid past per proven quite ridden risen rung said sat
    seen seldom sent shaken shown since slain slept slid sold soon sooner sought spelt spent spoken spun
    still stolen stood struck stuck sung sunk swept sworn taken taught than then there thought threw through
    thrown to together told too torn toward towards twice under unheard unmade unread unseen until untold
    unwritten up upon very via with within without woken won worn wound written
    """.split()
)
_ENDING_IN_ED: Final = frozenset(
    "bed embed exceed feed heed need proceed seed shed speed succeed weed".split()
)


def is_bare_participle(name: str) -> bool:
    """Returns whether a function's name is one participle, preposition or adverb: `told`, `_of`, `again`."""
    if name.startswith("__") or "_" in name.strip("_"):
        return False
    word = name.strip("_").lower()
    return word in _NOT_VERBS or (len(word) > 3 and word.endswith("ed") and word not in _ENDING_IN_ED)


RETIRED: Final = frozenset(
    """
    Wish Fate Lines flying fly let_go hastens GATHERED A_LANCE posted hand_on take_back pass_over stale doubts
    of_others twin elsewhere aside trying showed owed take_up awaken grown become as_it_sat Clockwork wind
    struck strike Audience meets leaves House Asked Means Kept Keeping Told Done ActFate conduct heard apart
    put_back emptied without_the_guilty Sign Lean Ages TakenAway deed
    """.split()
)
"""Old names, without their underscores. The words of the field have replaced them."""
