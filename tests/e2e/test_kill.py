"""`kill -9` in the middle of hands, with presses under way: nothing is lost, nothing counts twice."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from musbot.acta.read import read
from musbot.acta.write import write
from musbot.game.actions import Action, Voz
from musbot.game.cards import DECK
from musbot.game.engine import awaited_seats, offers
from musbot.game.events import Event, Paid
from musbot.game.state import Descarte, State
from musbot.narrator import Narrator
from musbot.table.acts import write_act
from musbot.table.events import read_person_id
from musbot.table.view import watch
from tests.e2e.bot_process import BotProcess
from tests.e2e.leaks import every_picture, leaks
from tests.e2e.pena import Pena, words_by_question
from tests.fakes.telegram_api import FakeTelegram

GROUP = -1001000000003
KILLS = 20


async def press_for_a_while(pena: Pena, bot: BotProcess, table_id: str, seconds: float) -> None:
    """Whoever is asked presses what they may, some twice, some out of turn, without waiting for answers.

    They press what an up-to-date board would show: the group's limits keep the real one seconds behind.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while loop.time() < until:
        table = bot.tables()[table_id]
        assert table.mesa is not None
        for seat in awaited_seats(table.mesa):
            act = pena.rng.choice(acts(table.mesa, seat))
            who = table.names[seat] if table.names[seat] in pena.people else pena.rng.choice([*pena.people])
            for act_now in ("pick.1", "throw") if act == "throw" else (act,):
                data = f"{table_id}:{table.question}:{act_now}"
                for _ in range(pena.rng.choice((1, 1, 2))):
                    pena.forge(who, data)
        await asyncio.sleep(0.03)


def acts(mesa: State, seat: int) -> list[str]:
    """What a seat may press, but no órdago: the partida is to last."""
    if isinstance(mesa.phase, Descarte):
        return ["throw"]
    said = [Action(offer.voz, offer.least) for offer in offers(mesa, seat) if offer.voz is not Voz.ORDAGO]
    return [write_act(action) for action in said]


def forty_distinct_cards(mesa: State) -> bool:
    out = [card for hand in mesa.cards for card in hand] + [*mesa.discards, *mesa.pile()]
    thrown = getattr(mesa.phase, "thrown", ())
    out += [card for hand in thrown if hand for card in hand]
    return sorted(out) == sorted(DECK)


async def shows_what_is_stored(pena: Pena, bot: BotProcess, table: str) -> None:
    """After a start, everybody's cards, the score, the bets and the turn are those of the log."""
    narrator = Narrator("es")
    for name, uid in pena.people.items():
        for _ in range(20):  # an AI may act between the question and the look
            before = bot.tables()[table]
            told = [await pena.press(name, label, stale=True) for label in ("Mis cartas", "Tanteo")]
            if bot.tables()[table] == before:
                break
        seat = before.seat_of(read_person_id(f"telegram:{uid}"))
        assert told == [narrator.cards_alert(watch(before, seat)), narrator.score_alert(watch(before))]


ENDS_AT_A_WORD = """
import os, sys
from adapters.telegram.bot import TelegramBot
from musbot.cli.main import main
real = TelegramBot._on_text
async def dies(self, update, context):
    if update.message.text == "veneno":
        os._exit(9)
    await real(self, update, context)
TelegramBot._on_text = dies
sys.exit(main(["run"]))
"""


@pytest.mark.long
async def test_an_update_that_ends_the_process_at_each_start_is_set_aside(tmp_path: Path) -> None:
    async with FakeTelegram(query_lifetime_s=3600) as fake:
        bot = BotProcess(tmp_path, fake, program=("-c", ENDS_AT_A_WORD))
        ane = fake.user(200, "Ane", started=True)
        fake.group(GROUP, "Peña", members=[ane])
        await bot.start()
        fake.say(ane, "hola")
        fake.say(ane, "veneno")
        fake.say(ane, "/mus", GROUP)
        for _ in range(4):
            assert bot.process is not None
            assert await asyncio.wait_for(bot.process.wait(), 60) == 9
            assert bot.tables() == {}
            await bot._launch({"TELEGRAM_BOT_TOKEN": fake.token, "TELEGRAM_API_URL": fake.url})
        await fake.until(lambda: "Sentarme 🔷" in fake.labels(GROUP), timeout_s=60)
        aside = [line for line in bot.log.splitlines() if "set aside" in line]
        assert len(aside) == 1
        assert aside[0].endswith("(message) is set aside: 3 processes ended with it")
        assert "veneno" not in bot.log
        assert await bot.terminate() == 0


@pytest.mark.long
async def test_twenty_kills_in_one_partida(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async with FakeTelegram(query_lifetime_s=3600) as fake:
        bot = BotProcess(tmp_path, fake, {"MUSBOT_AI_PAUSE_SECONDS": "0.1"})
        people = {
            name: fake.user(200 + n, name, started=True) for n, name in enumerate(("Ane", "Beñat", "Carmen"))
        }
        fake.group(GROUP, "Peña", members=people.values())
        pena = Pena(fake, GROUP, people, random.Random(5), boldness=0.1)
        await bot.start()
        await pena.open("/mus castellano piedras=40 juegos=9 vacas=3", ais=1)  # too long to end
        table = next(iter(bot.tables()))

        for _ in range(KILLS):
            await press_for_a_while(pena, bot, table, pena.rng.uniform(0.2, 1.5))
            await bot.kill()
            dead = bot.stored()[table]
            await bot.start()
            alive = bot.stored()[table]
            assert alive[: len(dead)] == dead, "the log lost or changed something"
            await fake.settle(timeout_s=20)
            assert not bot.tables()[table].over
            await shows_what_is_stored(pena, bot, table)

        await fake.settle(timeout_s=20)
        keys, log = bot.keys(), bot.stored()[table]
        fetched = set(fake.updates.fetched)
        presses = [p for p in pena.pressed if p.label not in ("Mis cartas", "Tanteo")]
        lost = [p for p in presses if p.update in fetched and f"telegram:{p.update}" not in keys]
        assert lost == []
        assert [p for p in presses if p.update not in fetched] == []
        assert all(count == 1 for count in words_by_question(log).values())

        now = bot.tables()[table]
        assert now.mesa is not None
        assert forty_distinct_cards(now.mesa)
        game = [event for event in log if isinstance(event, Event)]
        replayed = read(write(now.names, game))  # every event follows from the words by the rules
        assert list(replayed.events) == game
        paid = Counter((e.hand, e.bando, e.lance, e.por) for e in game if isinstance(e, Paid))
        assert all(count == 1 for count in paid.values())
        assert leaks(fake, bot.stored(), every_picture(bot.stored())) == []
        assert fake.violations == []
        assert fake.max_in_any_minute(GROUP) <= 20
        assert await bot.terminate() == 0
        presses_told = f"{len(presses)} presses ({len(keys)} recorded), {len(game)} events"
        record_property(
            "figure", f"{KILLS} kills, {presses_told}, {now.hands_over} hands: none lost, none twice"
        )
