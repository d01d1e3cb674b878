"""Evenings at one table: what it says, in the group and to each, and how fast."""

from __future__ import annotations

from tests.evenings.around import CALM, FOUR, NUMBERS
from tests.evenings.evening import Evening


async def a_hand_of_four(it: Evening) -> None:
    """Four people play a hand: each reads what was said, and at the end why it was paid."""
    await it.open(*FOUR)
    await it.speak("Mus")
    await it.speak("No hay mus")
    await it.speak("Envido")
    await it.speak("Quiero")
    while it.table is not None and it.table.hand == 1 and it.table.in_hand:
        await it.speak(*CALM)
    await it.until(lambda: "GRANDE" in it.group() or "¿MUS?" in it.group(), "the next hand")
    await it.wait(10)
    public = it.text(it.chat, viewer="Haizea")
    assert "Nosotros" not in public
    assert "Ellos" not in public


async def the_hand_that_was(it: Evening) -> None:
    """Who presses the button under a count sees the hand as it was played; who presses again is told."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus")
    while it.table is not None and it.table.hand == 1 and it.table.in_hand:
        await it.speak(*CALM)
    assert await it.press("Ane", "Ver la mano") == ""
    await it.until(lambda: "tal como fue" in it.group(), "the film")
    film = it.fake.from_bot(it.chat)[-1].content.media or it.fake.from_bot(it.chat)[-2].content.media
    assert film is not None
    assert film.name in ("mus.gif", "mus.png")
    assert "ya en el chat" in await it.press("Beñat", "Ver la mano")


async def a_hand_with_stones(it: Evening) -> None:
    """Ane and Beñat play a hand of tres-mus: stones go to the middle, and who wins them is told why."""
    await it.command("Ane", "/mus tres-mus")
    for name in ("Ane", "Beñat"):
        await it.press(name, "Sentarme")
    await it.press("Ane", "Empezar")
    for _ in range(2):
        await it.until(it.asked, "who throws a card")
        await it.wait(1)
        private = NUMBERS[it.asked()[0]]
        await it.press(it.asked()[0], it.labels(private)[-3], private)
        await it.press(it.asked()[0], "Descartar", private)
    await it.speak("Envido")
    await it.speak("Quiero")
    await it.play_hand("Conforme", *CALM)
    await it.wait(8)


async def his_words_weighed(it: Evening) -> None:
    """After a hand each asks what their words were worth, and is told alone; pressing on brings no more."""
    await it.open("Ane", "Eva", ais=2)
    await it.play_hand("No hay mus", "Envido", "Quiero", "Paso", "No quiero")
    told = await it.press("Ane", "Analizar")
    assert "Lo miro" in told, told
    await it.until(lambda: "palabra a palabra" in it.text(NUMBERS["Ane"]), "what it was worth")
    for _ in range(3):
        await it.wait(3)  # the same press sooner is a double tap, which is answered without words
        assert "en nuestro chat privado" in await it.press("Ane", "Analizar")
    assert "privado" in await it.press("Eva", "Analizar")
    assert "no jugabas" in await it.press("Haizea", "Analizar")
    await it.command("Ane", "/analisis", alone=True)
    await it.wait(5)
    assert "palabra a palabra" not in it.text(it.chat)


async def a_partida_from_ones_own_chat(it: Evening) -> None:
    """One plays a juego without ever looking at the group: the private chat is a seat at the table."""
    await it.open("Ane", ais=3)
    for _ in range(60):
        table = it.table
        if table is None or (table.finished and table.hands_over >= 3):
            break
        await it.speak(*CALM, "Mus", chat=NUMBERS["Ane"])
    else:
        raise AssertionError(f"three hands were not played\n{it.text()}")


async def each_in_their_own_chat(it: Evening) -> None:
    """Four play a short partida, each in their private chat: all that each reads, from first to last."""
    await it.open(*FOUR, rules="vitoria piedras=10 juegos=1")
    for hand, words in enumerate((("No hay mus", "Envido", "No quiero"), ("No hay mus", "Órdago", "Quiero"))):
        while it.table is not None and it.table.hands_over == hand:
            await it.until(lambda: it.asked() or it.table is None, "somebody who is asked")
            if it.table is not None:
                await it.speak(*words, "Paso", chat=NUMBERS[it.asked()[0]])
    await it.command("Ane", "/acta")
    await it.wait(60)


async def an_ordago(it: Evening) -> None:
    """An órdago rings once, in a message of its own that goes when it is answered; boards never ring."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.speak("Órdago")
    await it.until(lambda: "órdago" in it.group().lower(), "the órdago")
    await it.wait(4)  # its call follows the board, one request later
    rang = it.rang(it.chat)
    assert len(rang) == 1, rang
    await it.speak("No quiero", "No queremos")
    await it.wait(12)


async def somebody_sleeps(it: Evening) -> None:
    """One is called after 20 s with what it is about, and the substitute speaks when their time is over."""
    await it.open(*FOUR)
    await it.until(it.showing, "a board")
    await it.wait(25)
    assert it.rang(it.chat) == [], "the group hears nothing"
    (sleeps,) = it.asked()
    assert f"{sleeps}, te toca" in it.rang(it.home(sleeps))[-1]
    await it.wait(90)
    while it.table is not None and max(it.table.missed) < 2:
        sleeps = it.table.names[it.table.missed.index(max(it.table.missed))]
        if sleeps in it.asked():
            await it.wait(1)
        else:
            await it.speak(*CALM)


async def somebody_is_slow_to_begin(it: Evening) -> None:
    """The first who is asked reads their cards for a while: their hand leads to the board by then."""
    await it.open(*FOUR)
    await it.wait(30)


async def a_hand_is_given_up(it: Evening) -> None:
    """One leaves, the others end the table in mid-hand: their hands say so."""
    await it.open(*FOUR)
    await it.wait(10)
    for name in FOUR:
        it.say(name, "/salir" if name == FOUR[0] else "/terminar")
        await it.wait(5)
    assert "Ya no juegas" in it.fake.from_bot(it.home(FOUR[0]))[-1].text


async def the_platform_is_down(it: Evening) -> None:
    """Nobody's time runs while nobody could see what they are asked."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.until(it.showing, "a board")
    await it.wait(10)  # the lobby's last edit may come after the first words
    for method in ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia"):
        it.fake.refuse(method, 502, "Bad Gateway", times=60)
    await it.press(it.asked()[0], "Paso")
    said = it.table.seq if it.table is not None else 0
    await it.wait(200)
    assert it.table is not None
    assert it.table.seq == said, "somebody was spoken for who had seen nothing"
    it.fake.faults.clear()
    await it.until(it.showing, "a board", patience_s=120)
    await it.wait(60)
