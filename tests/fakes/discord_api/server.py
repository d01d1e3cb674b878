"""The door: HTTP in, simcord's answers out, and the troubles between."""

from __future__ import annotations

import asyncio
import json
import re
from email.utils import formatdate
from typing import Any

from aiohttp import BodyPartReader, web
from simcord.backend.errors import BackendError
from simcord.http import routes  # noqa: F401  # makes the router know every endpoint
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch

from . import files
from .call import Attached, Call
from .checks import Checks
from .errors import Refusal, unauthorized
from .faults import Faults, Trouble
from .flood import Flood
from .gateway import CONTENT, STARTS, Gateway
from .journal import Journal, Sent
from .spec import Spec
from .world import World

API = "/api/v10"
LARGEST_REQUEST = 30 << 20
INVALID_FORM, EMPTY_MESSAGE = 50035, 50006
"""What no well-made bot is ever answered."""
_FILE = re.compile(r"files\[(\d+)\]")
_FOR_ALL = ("/interactions/", "/webhooks/")
"""What needs no token of the bot and counts towards no global limit (docs.discord.com, Rate Limits)."""
MAY_READ = 1 << 19
"""The flag GATEWAY_MESSAGE_CONTENT_LIMITED of an application ([D] Application Flags)."""


class Server:
    """Serves one bot on 127.0.0.1; it can be stopped and started again on the same port, remembering all."""

    def __init__(
        self,
        token: str,
        world: World,
        gateway: Gateway,
        flood: Flood,
        journal: Journal,
        faults: Faults,
        spec: Spec | None,
    ) -> None:
        self.token = token
        self.world = world
        self.checks = Checks(world)
        self.gateway = gateway
        self.flood = flood
        self.journal = journal
        self.faults = faults
        self.spec = spec
        self.port = 0
        self.busy = 0
        """How many requests are being answered."""
        self.last_request_at = float("-inf")
        """When the last of them ended, by the event loop's clock."""
        self.changed = asyncio.Event()
        """Set, and replaced by a new one, whenever a request has been answered."""
        self._runner: web.AppRunner | None = None

    async def start(self, port: int | None = None) -> None:
        """Opens the door, on the port it had before unless one is named."""
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", API + "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port if port is None else port)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway/"

    async def stop(self) -> None:
        """Shuts the door on everybody, in the middle of a word if need be."""
        if self._runner:
            await self.gateway.drop()
            await self._runner.cleanup()
            self._runner = None

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        self.busy += 1
        try:
            return await self._answer(await _read(request), request)
        finally:
            self.busy -= 1
            self.last_request_at = asyncio.get_running_loop().time()
            self.changed.set()
            self.changed = asyncio.Event()

    async def _answer(self, call: Call, request: web.Request) -> web.StreamResponse:
        if self._meets(call, Trouble.LOSE_REQUEST):
            return _cut(request)
        if slow := self._meets(call, Trouble.SLOW):
            await asyncio.sleep(slow.seconds)
        if garbled := self._meets(call, Trouble.GARBLE):
            self._note(call, garbled.status, 0, "garbled", done=False)
            return web.Response(
                status=garbled.status, text=garbled.body, content_type="text/html", headers=garbled.headers
            )
        try:
            status, body = self._result(call, request)
            code, words = 0, ""
        except BackendError as error:
            status, body, code, words = error.status, error.to_json(), error.code, error.message
            call.headers |= getattr(error, "headers", {})
        lost = self._meets(call, Trouble.LOSE_REPLY) is not None
        self._note(call, status, code, words, lost=lost)
        call.headers["Date"] = formatdate(self.world.seconds(), usegmt=True)
        return _cut(request) if lost else _json(status, body, call.headers)

    def _meets(self, call: Call, trouble: Trouble) -> Any:
        return self.faults.take(call.method, call.path, trouble)

    def _result(self, call: Call, request: web.Request) -> tuple[int, Any]:
        """Returns what the endpoint returns; raises BackendError, and notes what no well-made bot does."""
        if not call.path.startswith(_FOR_ALL):
            if request.headers.get("Authorization") != f"Bot {self.token}":
                raise unauthorized()
            self.flood.everywhere()
            if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
                call.problem("the User-Agent has to be DiscordBot (url, version)")  # [D] Reference
        if refused := self._meets(call, Trouble.REFUSE):
            raise refused.error
        self._place(call)
        try:
            body = self._asked(call)
        except (RouteNotImplemented, UnsupportedField) as error:
            call.problem(error.message)
            raise
        except BackendError as error:
            if error.code in (INVALID_FORM, EMPTY_MESSAGE):
                call.problem(error.message)
            raise
        finally:
            self.journal.violations += call.problems
        return (204 if body is None else 200), body

    def _asked(self, call: Call) -> Any:
        """Returns what simcord answers, to what is in order."""
        if self.spec and (wrong := self.spec.problems(call.method, call.path, call.query, call.body)):
            raise Refusal(400, INVALID_FORM, wrong[0])
        self._count(call)
        if call.path == "/gateway/bot":
            return self._how_to_connect()
        if (known := self.checks.before(call)) is not None:
            return known
        self.world.touched = None
        path = "/oauth2/applications/@me" if call.path == "/applications/@me" else call.path
        body = dispatch(
            self.world, call.method, path, json=call.body, params=dict(call.query), files=call.attached()
        )
        for log in (self.world.http_requests, self.world.transcript):
            log.clear()  # the journal has them
        self._note_effect(call)
        self.checks.after(call)
        body = files.told(body)
        if path == "/oauth2/applications/@me":
            return body | {"flags": MAY_READ if self.gateway.privileged_intents & CONTENT else 0}
        if path == "/users/@me/guilds":
            return [it | {"permissions": str(self.world.may(int(it["id"])))} for it in body]
        if call.kind == "answer" and call.query.get("with_response", "").lower() not in ("true", "1"):
            return None
        return body

    def _place(self, call: Call) -> None:
        """Notes which channel it is about, and that only its presser sees the answer to a press."""
        if found := call.at(r"/channels/(\d+)(?:/.*)?"):
            call.channel = int(found[1])
        elif found := call.at(r"/(?:interactions|webhooks)/\d+/([^/]+)(?:/.*)?"):
            press = self.world.interactions.get(self.world.interaction_tokens.get(found[1], 0))
            if press is not None:
                call.channel, call.viewer = press.channel_id, press.user_id
        channel = self.world.known(call.channel)
        call.private = channel is not None and channel.guild_id is None

    def _note_effect(self, call: Call) -> None:
        """Notes which message it made or changed, and who sees it."""
        if (message := self.world.touched) is not None:
            call.channel, call.message_id, call.viewer = message.channel.id, message.id, message.viewer
            call.shown = [message.text, *message.alt_texts]

    def _count(self, call: Call) -> None:
        """Counts it towards the limits of its channel; raises what haste is answered with."""
        if call.kind not in ("send", "edit") or call.channel not in self.world.channels:
            return
        call.headers |= self.flood.in_channel(f"{call.kind}s", call.channel)
        if call.kind == "edit" and (message := self.world.all_messages.get(int(call.path.split("/")[-1]))):
            self.flood.old_edit(call.channel, self.world.seconds() - message.at)

    def _how_to_connect(self) -> Any:
        gateway = self.gateway
        limit = {"total": STARTS, "remaining": max(0, gateway.starts), "reset_after": 14400000}
        limit["max_concurrency"] = gateway.at_once
        return {"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit}

    def _note(
        self, call: Call, status: int, code: int, error: str, *, lost: bool = False, done: bool = True
    ) -> None:
        entry = Sent(
            self.world.seconds(),
            call.method,
            call.path,
            call.kind,
            call.channel,
            call.private,
            call.viewer,
            call.body,
            [file for _, file in sorted(call.files.items())],
            call.shown,
            status if done or status >= 300 else 502,
            code,
            error,
            call.message_id,
            lost,
            call.again,
            call.size,
        )
        self.journal.note(entry)


async def _read(request: web.Request) -> Call:
    """Returns the call: JSON, or a form with payload_json and files[n]."""
    call = Call(request.method, request.path.removeprefix(API), dict(request.query))
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            name, body = part.name or "", bytes(await part.read())
            if name == "payload_json":
                call.body = json.loads(body)
            elif number := _FILE.fullmatch(name):
                call.files[int(number[1])] = Attached(part.filename or "", body)
            else:
                call.problem(f"a form has no {name!r}")
        call.size = request.content_length or 0
    elif request.can_read_body:
        raw = await request.read()
        call.size = len(raw)
        call.body = json.loads(raw) if raw else None
    return call


def _cut(request: web.Request) -> web.Response:
    """Closes the connection without a word; what is returned is never sent."""
    if request.transport:
        request.transport.abort()
    return web.Response()


def _json(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Returns a response; its type is "application/json" and no more, or discord.py does not read it."""
    if body is None:
        return web.Response(status=status, headers=headers)
    return web.Response(
        status=status,
        body=json.dumps(body, ensure_ascii=False).encode(),
        headers=headers | {"Content-Type": "application/json"},
    )
