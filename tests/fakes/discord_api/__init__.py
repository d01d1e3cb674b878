"""A strict fake of Discord (gateway and REST, v10), for a bot in the same process or in another.

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

Ids are numbers. There are: `user`, `guild`, `channel`, `join`, `leave`, `close_dms(uid)`, `open_dms(uid)`,
`dm(uid)` (the channel of their private talk), `forbid(channel, "view", "send", "files", …)`,
`delete_channel`, `remove_bot(guild)`. People do: `say(uid, text, channel)`, `slash(uid, "/name option:value",
channel)`, `press(uid, label, channel)` (the newest button with that label; `message=` picks the message,
`data=` forges the custom_id, `stale=True` also finds buttons that edits took away), `choose(uid, options,
channel)` in a select, `submit(uid, press, {label or custom_id: value})` in the modal that answered a press.
The last four return the interaction's id; without a channel all happen in their talk with the bot.

`await answer(press)` waits for what its presser got and returns an `Answer`: `kind` ("message",
"update", "later" or "modal"), `text`, `labels`, `files` and `private` of what was shown, `modal` as sent.
Where the bot deferred, it waits for what came of that; TimeoutError is "this interaction failed".
`told(press)` is what its presser alone can read thanks to it by now, `visible(channel, viewer)` the messages,
with the viewer's ephemeral ones, `from_bot`, `labels`, `texts` the same way.

Waiting: `until(condition)`, `settle()`. Books: `violations`, `sent`, `refused`, `count()`, `mark()`,
`seen_by(uid)`, `files_seen_by(uid)`, `reached(uid)`, `group_payloads(channel)`, `transcript(channel)`.
Troubles: `drop_gateway()` (events wait for RESUME), `forget_sessions()`, `ask_reconnect()`, `outage()`,
`gateway.faults` (it refuses whoever comes, talks nonsense, is mute, cuts shards off: `gateway.shards`),
`refuse("POST", r"/messages$", 403, 50013)`, `lose_request`, `lose_reply`, `slow`, `garble`, `faults.clear()`.
`FakeDiscord(clock=, flood=, limits=, privileged_intents=)`: ids, lifetimes and limits go by `clock`; with one
that stands still, use `flood=False`, for discord.py waits by its own. Its client is slow to be ready (2 s,
`guild_ready_timeout`) and to identify anew (5 s, `before_identify_hook`): a test wants both shorter, and
`gateway.at_once` greater.

`fake` what a test uses · `people` what people do and see · `server` HTTP · `gateway` the websocket ·
`messages`, `interactions`, `commands`, `places` what the endpoints do and refuse · `call` one request,
`routes` which endpoint · `forms`, `components` forms of messages · `flood` limits · `faults` troubles ·
`journal` what was sent and who saw it · `world` what there is, `wire` how it is written · `spec` the
specification · `errors` refusals.
"""

from .fake import FakeDiscord
from .flood import Limits
from .interactions import Answer
from .journal import Sent
from .world import Message

__all__ = ["Answer", "FakeDiscord", "Limits", "Message", "Sent"]
