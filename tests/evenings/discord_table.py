"""Evenings at one table in a channel of Discord."""

from __future__ import annotations

from tests.evenings.around import CALM, FOUR, NUMBERS
from tests.evenings.channel import Channel

WORDS = ("paso", "<@1100000000000000001> envido")
"""Said by one whom they would bind, where the bot might read them."""
TALK = ("¿alguien cena?", "yo, a las diez", *WORDS, "llevo postre")


async def a_hand_of_four(it: Channel) -> None:
    """Four people play a hand in a channel: each has their own cards, nobody reads another's."""
    await it.open(*FOUR)
    await it.speak("Mus")
    await it.speak("No hay mus")
    await it.speak("Envido")
    await it.speak("Quiero")
    await it.play_hand(*CALM)
    await it.until(lambda: "GRANDE" in it.group() or "¿MUS?" in it.group(), "the next hand")
    await it.wait(10)
    public = it.text(it.channel, viewer="Haizea")
    assert "Nosotros" not in public
    assert "alone)" not in public


async def cards_in_the_channel(it: Channel) -> None:
    """Four play from the channel: cards, words and refusals stand there, for one each; taps are double."""
    await it.open(*FOUR)
    await it.wait(10)
    for name in FOUR:
        await it.press(name, "Mis cartas")
        await it.wait(2)
    for label in ("Mus", "Mus", "Mus", "Mus"):
        await _twice(it, it.asked()[0], label)
    for _ in FOUR:
        name = it.asked()[0]
        await it.until(lambda: "DESCARTE" in it.group(), "who throws")
        for label in ("1.ª", "Descartar"):
            await it.answered(it.fake.press(NUMBERS[name], label, it.channel, message=_board(it)))
            await it.wait(2)
    early = next(name for name in FOUR if name not in it.asked())
    for label in ("Mus", "No hay mus", "Mus"):
        await it.answered(it.fake.press(NUMBERS[early], label, it.channel, message=_board(it)))
        await it.wait(3)
    await it.press("Haizea", "Mis cartas")
    await _twice(it, it.asked()[0], "No hay mus")
    await it.play_hand("Envido", "Quiero", "Paso")
    await it.speak("No hay mus")
    await it.wait(61)
    for name in (*FOUR, "Haizea"):
        own = [
            shown.text for shown in it.fake.from_bot(it.channel, NUMBERS[name]) if shown.viewer is not None
        ]
        assert [text for text in own if "tus cartas" not in text and "Mesa abierta" not in text] == []
        assert len([text for text in own if "mano 2" in text]) == (name != "Haizea")


def _board(it: Channel) -> int:
    """The newest message that everybody sees and whose buttons answer what is asked."""
    shown = it.showing()
    assert shown is not None
    return shown.id


async def _twice(it: Channel, name: str, label: str) -> None:
    """Somebody says a word, and their finger slips."""
    await it.speak(label, name=name)
    await it.answered(it.fake.press(NUMBERS[name], label, it.channel, stale=True))


async def the_hand_that_was(it: Channel) -> None:
    """Who presses the button under a count sees the hand as it was played; who presses again is told."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus")
    await it.play_hand(*CALM)
    await it.press("Ane", "Ver la mano")
    await it.until(lambda: "tal como fue" in it.group(), "the film")
    assert "ya en el chat" in await it.press("Beñat", "Ver la mano")


async def his_words_weighed(it: Channel) -> None:
    """After a hand each asks what their words were worth: told alone, in that chat, as often as asked."""
    await it.open("Ane", "Beñat", ais=2)
    await it.play_hand("No hay mus", "Envido", "Quiero", "Paso", "No quiero")
    for name in ("Ane", "Beñat"):
        assert "Lo miro" in await it.press(name, "Analizar")
        await it.wait(3)
    assert "de ganar el juego" in await it.press("Ane", "Analizar") or "te costó" in it.text(viewer="Ane")
    assert "no jugabas" in await it.press("Haizea", "Analizar")
    await it.slash("Beñat", "/analysis")
    await it.wait(5)
    assert "Analizar" in it.text(it.channel, viewer="Haizea")
    assert "Tenías" not in it.text(it.channel, viewer="Haizea")


async def no_right_to_write(it: Channel) -> None:
    """The channel forbids the bot to write in the middle of a hand: who presses is told, nothing is lost."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.board()
    it.fake.forbid(it.channel, "send")
    told = await it.slash("Ane", "/mesa")
    assert "enviar mensajes" in told, told
    await it.wait(20)
    await it.speak(*CALM)
    it.fake.forbid(it.channel)
    await it.slash("Ane", "/mesa")
    await it.wait(20)
    assert it.showing(), "a board again"


async def a_talkative_channel(it: Channel) -> None:
    """People talk of other things: the board comes down again, once a minute, and nothing said is taken."""

    def boards() -> list[str]:
        return [text for text in it.fake.texts(it.channel) if "mano 1" in text]

    async def talk(times: int) -> None:
        for number in range(times):
            text = TALK[number % len(TALK)]
            it.say(it.asked()[0] if text in WORDS else "Carmen", text)
            await it.wait(1)

    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.board()
    said, board = it.table.question if it.table is not None else 0, it.fake.from_bot(it.channel)[-1]
    await talk(18)
    await it.wait(3)
    assert board.deleted
    assert (len(boards()), it.table.question if it.table is not None else 0) == (1, said)
    await talk(18)
    assert it.fake.visible(it.channel)[-18].author is not board.author, "eighteen below, and it stays"
    await it.speak(*CALM)
    await it.wait(10)
