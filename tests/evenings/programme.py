"""All evenings by name, and how one is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.evenings import manners, pressure, table
from tests.evenings.evening import Script, evening
from tests.evenings.hours import passes

SAID = Path(__file__).parent / "said"
EVENINGS: Mapping[str, Script] = {
    script.__name__: script
    for script in (
        pressure.two_topics,
        pressure.fifteen_times_help,
        pressure.the_board_again_and_again,
        pressure.a_long_word,
        pressure.nine_of_one_name,
        table.a_hand_of_four,
        table.a_partida_from_ones_own_chat,
        table.an_ordago,
        table.somebody_sleeps,
        table.the_platform_is_down,
        manners.the_bot_is_new_here,
        manners.no_right_to_write,
        manners.a_bystander,
        manners.a_table_put_off,
        manners.rules_are_chosen_aside,
        manners.basque_is_spoken,
        manners.kate_reads_english,
    )
}

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    manners.basque_is_spoken.__name__: {"Ane": "eu", "Beñat": "eu"},
    manners.kate_reads_english.__name__: {"Gorka": "en", "Haizea": "en"},
}
"""What people's devices speak, where it is not Spanish."""


def told(name: str) -> str:
    """Plays an evening and returns what was to be read in it."""
    script = EVENINGS[name]

    async def played() -> str:
        async with evening(LANGUAGES.get(name), seed=name) as it:
            await script(it)
            assert not (found := it.leaks()), found
            return it.text()

    text: str = passes(played)
    return f"{script.__doc__}\n\n{text}"
