"""A strict fake of the Telegram Bot API, for a bot in the same process or in another.

    async with FakeTelegram() as fake:
        ane = fake.user(1, "Ane", started=True)
        mus = fake.group(-1001234567890, members=[ane])
        bot = telegram.Bot(fake.token, base_url=fake.base_url)
        fake.say(ane, "/mus", mus)
        await fake.until(lambda: "Sentarme" in fake.labels(mus))
        assert (await fake.answer(fake.press(ane, "Sentarme", mus))).text == "Te sientas."
        assert fake.violations == []

`fake` what a test uses · `people` what people do and see · `server` HTTP · `api`, `messages`, `access` what
the methods do and refuse · `call` one request · `formats` forms of texts and keyboards · `updates`
polls · `flood` limits · `faults` troubles · `journal` what was sent and who saw it · `world` what
there is · `spec` the specification · `errors` refusals.
"""

from .fake import FakeTelegram
from .flood import Limits
from .journal import Sent
from .world import Answer, Message

__all__ = ["Answer", "FakeTelegram", "Limits", "Message", "Sent"]
