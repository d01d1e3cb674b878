"""All evenings by name, which of them are kept as text, and how one is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from musbot.config import Settings
from musbot.testing.clock import BEGIN_S
from tests.evenings import (
    again,
    alone,
    basque,
    channel,
    coming,
    dates,
    discord_alone,
    discord_english,
    discord_manners,
    discord_table,
    discord_threads,
    discord_troubles,
    evening,
    manners,
    missing,
    pressure,
    slow,
    table,
    upheaval,
    variants,
)
from tests.evenings.amiss import amiss
from tests.evenings.around import EIGHT, FOUR, NUMBERS, Around, Story
from tests.evenings.channel import on_discord
from tests.evenings.hours import passes
from tests.evenings.record import Record
from tests.fakes.discord_api import FakeDiscord
from tests.support.causes import Causes

SAID = Path(__file__).parent / "said"
ON_BOTH: Sequence[Story] = (
    coming.one_leaves_and_another_comes_late,
    coming.the_one_who_opened_it_is_gone,
    coming.one_is_forgotten_in_mid_partida,
    coming.one_blocks_the_bot_in_mid_hand,
    manners.a_language_is_switched_in_mid_partida,
    variants.a_partida_by_the_federation,
    variants.a_partida_of_iparralde,
    dates.a_date_for_a_partida,
    slow.resumed_the_next_day,
)
"""Told on every platform."""
ON_TELEGRAM: Mapping[str, evening.Script] = {
    script.__name__: script
    for script in (
        manners.the_bot_is_new_here,
        table.a_hand_of_four,
        basque.a_partida_in_basque,
        manners.kate_reads_english,
        alone.alone_at_a_table,
        alone.the_course,
        alone.a_beginner,
        basque.a_basque_group_begins,
        table.a_hand_with_stones,
        table.his_words_weighed,
        pressure.a_forum_is_flooded,
        manners.no_right_to_write,
        upheaval.the_bot_is_down_for_ten_minutes,
        upheaval.the_next_day,
        table.each_in_their_own_chat,
        pressure.two_topics,
        pressure.the_board_again_and_again,
        table.the_hand_that_was,
        table.a_partida_from_ones_own_chat,
        table.an_ordago,
        table.somebody_sleeps,
        table.somebody_is_slow_to_begin,
        table.a_hand_is_given_up,
        table.the_platform_is_down,
        coming.one_never_opened_his_private_chat,
        coming.a_bystander_joins,
        upheaval.the_group_becomes_a_supergroup,
        manners.rules_are_chosen_aside,
        manners.what_is_remembered,
        manners.an_administrator_and_one_who_is_none,
        again.three_partidas_by_the_same_four,
        missing.players_are_missing,
        slow.four_slow_people,
        basque.a_basque_table_that_errs,
        *ON_BOTH,
    )
}
ON_DISCORD: Mapping[str, channel.Script] = {
    f"discord_{script.__name__}": script
    for script in (
        discord_table.a_hand_of_four,
        discord_table.cards_in_the_channel,
        discord_threads.a_table_in_a_thread,
        discord_troubles.no_private_messages,
        discord_english.an_english_beginner,
        discord_manners.a_partida_in_basque,
        discord_english.two_presses_to_a_hand,
        discord_alone.the_course,
        discord_table.the_hand_that_was,
        discord_table.his_words_weighed,
        discord_table.no_right_to_write,
        discord_table.a_talkative_channel,
        discord_threads.a_table_opened_in_a_thread,
        discord_threads.a_thread_is_archived,
        discord_threads.a_thread_is_locked,
        discord_threads.a_thread_is_deleted,
        discord_threads.no_right_to_open_threads,
        discord_threads.each_table_in_a_thread,
        discord_threads.a_thread_put_off,
        discord_threads.its_thread_is_closed,
        discord_threads.threads_may_not_be_opened,
        discord_threads.ten_hands_from_the_channel,
        discord_threads.resumed_the_next_day_in_a_thread,
        discord_troubles.the_gateway_is_shut_for_an_hour,
        discord_troubles.the_gateway_is_shut_in_mid_hand,
        discord_troubles.requests_are_answered_503,
        discord_troubles.one_of_two_shards_is_down,
        discord_troubles.a_channel_is_deleted,
        discord_troubles.permissions_come_and_go,
        discord_troubles.the_bot_is_down_for_ten_minutes,
        discord_manners.who_asks_is_answered_alone,
        discord_manners.rules_are_chosen_from_a_menu,
        discord_manners.one_is_forgotten,
        discord_manners.a_table_needs_players,
        discord_manners.an_administrator_and_one_who_is_none,
        discord_manners.a_basque_table_that_errs,
        manners.a_table_put_off,
        *ON_BOTH,
    )
}
BEGINNINGS: Mapping[str, Callable[[FakeDiscord], None]] = {
    f"discord_{discord_troubles.the_gateway_is_shut_for_an_hour.__name__}": discord_troubles.gateway_shut,
    f"discord_{discord_troubles.one_of_two_shards_is_down.__name__}": discord_troubles.two_shards,
}
"""What happens before the bot starts."""
EVENINGS = (*ON_TELEGRAM, *ON_DISCORD)
OF_FEDERATIONS = tuple(
    it.__name__ for it in (variants.a_partida_by_the_federation, variants.a_partida_of_iparralde)
)
IN_A_ROW = again.three_partidas_by_the_same_four.__name__
MISSING = missing.players_are_missing.__name__
BYSTANDER = coming.a_bystander_joins.__name__
SLOW, NEXT_DAY = slow.four_slow_people.__name__, slow.resumed_the_next_day.__name__
FROM_THE_CHANNEL = f"discord_{discord_threads.ten_hands_from_the_channel.__name__}"
NEXT_DAYS = (
    NEXT_DAY,
    f"discord_{NEXT_DAY}",
    f"discord_{discord_threads.resumed_the_next_day_in_a_thread.__name__}",
)
DATES = tuple(f"{on}{dates.a_date_for_a_partida.__name__}" for on in ("", "discord_"))
ERRS_IN_BASQUE = basque.a_basque_table_that_errs.__name__
AMISS = (*NEXT_DAYS, ERRS_IN_BASQUE, f"discord_{ERRS_IN_BASQUE}")
"""Those in which people err, or come late."""
KEPT = (
    *tuple(ON_TELEGRAM)[:15],
    BYSTANDER,
    *tuple(ON_DISCORD)[:6],
    *OF_FEDERATIONS,
    IN_A_ROW,
    *DATES,
    MISSING,
    SLOW,
    *NEXT_DAYS,
    FROM_THE_CHANNEL,
    ERRS_IN_BASQUE,
    f"discord_{ERRS_IN_BASQUE}",
)
"""Those that are kept as text, to be read whole; of the others only holds what holds in all."""

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    basque.a_basque_table_that_errs.__name__: dict.fromkeys(NUMBERS, "eu"),
    basque.a_partida_in_basque.__name__: {"Ane": "eu", "Beñat": "eu"},
    basque.a_basque_group_begins.__name__: {"Ane": "eu", "Beñat": "eu"},
    manners.kate_reads_english.__name__: {"Gorka": "en", "Haizea": "en"},
    f"discord_{discord_english.an_english_beginner.__name__}": {"Gorka": "en-GB", "Haizea": "en-GB"},
    f"discord_{discord_english.two_presses_to_a_hand.__name__}": {"Gorka": "en-GB"},
    dates.a_date_for_a_partida.__name__: {"Gorka": "en", "Haizea": "en"},
    f"discord_{dates.a_date_for_a_partida.__name__}": {"Gorka": "en-GB", "Haizea": "en-GB"},
}
"""What people's devices speak, where it is not Spanish."""


SETTINGS: Mapping[str, Settings] = {upheaval.the_next_day.__name__: Settings(turn_s=0)}
"""What the operator has set, where it is not the usual."""
READ: Mapping[str, Sequence[int]] = {
    table.each_in_their_own_chat.__name__: [NUMBERS[name] for name in FOUR],
    coming.a_bystander_joins.__name__: [evening.PENA, NUMBERS["Gorka"], NUMBERS["Eva"]],
    pressure.a_forum_is_flooded.__name__: [pressure.FORUM],
    MISSING: [evening.PENA, NUMBERS["Gorka"], NUMBERS["Haizea"]],
    SLOW: [evening.PENA, NUMBERS["Ane"]],
    **{name: [evening.PENA] for name in (*OF_FEDERATIONS, IN_A_ROW, NEXT_DAY)},
}
"""The chats of which the text is made, one after another, where it is not all of them."""
READERS: Mapping[str, tuple[int, str]] = {FROM_THE_CHANNEL: (channel.MUS, "Haizea")}
"""On Discord the channel of which the text is made, as this person reads it."""


class Played(NamedTuple):
    """What was to be read in an evening, all that the platform saw, and whose cards were shown to whom."""

    text: str
    record: Record
    leaks: Sequence[str]
    amiss: tuple[int, int]
    """How many acts there were, and how many of them were refused, mistyped or late."""


def played(name: str) -> Played:
    """Plays an evening."""
    script = ON_TELEGRAM.get(name) or ON_DISCORD[name]
    languages = LANGUAGES.get(name)

    async def plays() -> Played:
        if name in ON_TELEGRAM:
            settings = SETTINGS.get(name)
            async with evening.evening(languages, settings=settings, seed=name) as it:
                await ON_TELEGRAM[name](it)
                return _seen(it)._replace(text="\n".join(it.text(chat) for chat in READ.get(name, [None])))
        async with on_discord(languages, seed=name, begin=BEGINNINGS.get(name)) as it:
            await ON_DISCORD[name](it)
            return _seen(it)._replace(text=it.text(*READERS.get(name, ())))

    with Causes(EIGHT - BEGIN_S).noted() as causes:
        seen: Played = passes(plays)
    record = replace(seen.record, causes=causes)
    acts, wrong = seen.amiss
    counted = f"Of {acts} acts {wrong} are refused, mistyped or late ({wrong / acts:.0%}).\n\n"
    told = f"{script.__doc__}\n\n{counted if name in AMISS else ''}{seen.text}"
    return seen._replace(text=told, record=record)


def _seen(it: Around) -> Played:
    lines = [line.text for line in it.story]
    return Played(it.text(), it.record(), it.leaks(), amiss(lines, it.process.watched.tally))
