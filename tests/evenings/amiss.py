"""How much of what people do in an evening is refused, mistyped or late."""

from __future__ import annotations

import re
from collections.abc import Sequence

from musbot.port.replies import ActOutcome
from musbot.service.tables.counters import ChatTally
from musbot.words.texts import LANGUAGES, Texts
from tests.evenings.around import NUMBERS

LEAST = 0.3
"""The share of an evening of people who are late, or who err."""
_ACT = re.compile(rf"(?:{'|'.join(NUMBERS)})(?: (?:taps|picks|forwards|fills in)\b|:| forwards:)")
_FORWARD = re.compile(rf"(?:{'|'.join(NUMBERS)}) forwards:")
_SLIP = re.compile("|".join(re.escape(Texts(it)("slip", word="\0")).replace("\0", ".+") for it in LANGUAGES))
_AMISS = (ActOutcome.REFUSED, ActOutcome.REPEATED)


def amiss(story: Sequence[str], tally: ChatTally) -> tuple[int, int]:
    """Counts all acts of people in the lines of a story, and how many were refused, mistyped or late.

    Those are the acts that the bot refused, the mistyped words that it asked about, and words that were only
    forwarded.
    """
    refused = sum(times for (_, _, outcome), times in tally.acts.items() if outcome in _AMISS)
    asked = sum(" edited:" not in line.partition(":")[0] + ":" and bool(_SLIP.search(line)) for line in story)
    forwards = sum(bool(_FORWARD.match(line)) for line in story)
    return sum(bool(_ACT.match(line)) for line in story), refused + asked + forwards
