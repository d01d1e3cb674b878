"""simcord's Discord behind a real gateway and REST (v10), for a bot in the same process or in another.

    async with FakeDiscord() as fake:               # the bot: DISCORD_BOT_TOKEN=fake.token,
        ane = fake.user(1, "Ane")                   #   DISCORD_API_URL=fake.api_url,
        guild = fake.guild(10, members=[ane])       #   DISCORD_GATEWAY_URL=fake.gateway_url
        mus = fake.channel(11, guild)
        await fake.until(lambda: fake.connected and fake.commands)
        fake.slash(ane, "/mus reyes:8 palabra:sin prisa", mus)
        await fake.until(lambda: "Sentarme" in fake.labels(mus))
        answer = await fake.answer(fake.press(ane, "Sentarme", mus))
        assert answer.private and answer.text == "Te sientas."
        assert fake.violations == []

What people, places and messages are, what may be done with them and how it is told is simcord's (`world`);
what it lets pass and Discord does not is in `checks`. Ours is what lies between bot and platform: the
websocket (`gateway`), HTTP (`server`) with its limits (`flood`) and losses (`faults`), the OpenAPI file
(`spec`), and the books: who was sent what, and the story of each channel (`journal`).

People (`people`) act by their numbers: `say`, `slash`, `press` (the newest button with that label), `choose`
in a select, `submit` a form; without a channel in their talk with the bot. The last four return the id of the
interaction; `answer` waits for what its presser got, and TimeoutError is "this interaction failed".

Troubles: `drop_gateway()` (events wait for RESUME), `forget_sessions()`, `ask_reconnect()`, `outage()`,
`gateway.faults` (it refuses whoever comes, talks nonsense, is mute, cuts shards off), `lose_request`,
`lose_reply`, `slow`, `garble`, `refuse("POST", r"/messages$", 403, 50013)`, `faults.clear()`.
With a `clock` that stands still use `flood=False`, for discord.py waits by its own.
"""

from .fake import FakeDiscord
from .flood import Limits
from .journal import Sent
from .people import Answer
from .world import Message

__all__ = ["Answer", "FakeDiscord", "Limits", "Message", "Sent"]
