"""The door: HTTP in, JSON out, and the troubles between."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from aiohttp import BodyPartReader, web

from .call import Attached, Call
from .errors import ApiError, FormError, unauthorized
from .faults import Faults, Trouble
from .flood import Flood
from .gateway import Gateway
from .journal import Journal, Sent
from .routes import Routes
from .spec import Spec
from .world import World

API = "/api/v10"
LARGEST_REQUEST = 30 << 20
_FILE = re.compile(r"files\[(\d+)\]")
_FOR_ALL = ("/interactions/", "/webhooks/")
"""What needs no token of the bot and counts towards no global limit (docs.discord.com, Rate Limits)."""


class Server:
    """Serves one bot on 127.0.0.1; it can be stopped and started again on the same port, remembering all."""

    def __init__(
        self,
        token: str,
        world: World,
        routes: Routes,
        gateway: Gateway,
        flood: Flood,
        journal: Journal,
        faults: Faults,
        spec: Spec | None,
    ) -> None:
        self.token = token
        self.world = world
        self.routes = routes
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
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._serve_file)
        app.router.add_route("*", API + "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port if port is None else port)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self.world.url = f"http://127.0.0.1:{self.port}"
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
            return web.Response(status=garbled.status, text=garbled.body, content_type="text/html")
        try:
            status, body = self._result(call, request)
            code, words = 0, ""
        except ApiError as error:
            status, body, code, words = error.status, error.body(), error.code, error.message
            call.headers |= error.headers
        lost = self._meets(call, Trouble.LOSE_REPLY) is not None
        self._note(call, status, code, words, lost=lost)
        return _cut(request) if lost else _json(status, body, call.headers)

    def _meets(self, call: Call, trouble: Trouble) -> Any:
        return self.faults.take(call.method, call.path, trouble)

    def _result(self, call: Call, request: web.Request) -> tuple[int, Any]:
        """Returns what the endpoint returns; raises ApiError, and notes what a well-made bot would not do."""
        if not call.path.startswith(_FOR_ALL):
            if request.headers.get("Authorization") != f"Bot {self.token}":
                raise unauthorized()
            self.flood.everywhere()
            if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
                call.problem(
                    "the User-Agent has to be DiscordBot (url, version)"
                )  # [D] Reference, User Agent
        found = self.routes.find(call.method, call.path)
        if found is None:
            self.journal.violations.append(f"{call.method} {call.path}: the fake knows no such endpoint")
            raise ApiError(404, 0, "404: Not Found")
        call.template, handler, values = found
        if refused := self._meets(call, Trouble.REFUSE):
            raise refused.error
        try:
            self._check(call)
            result: tuple[int, Any] = handler(call, *values)
        except FormError as error:
            call.problem(error.problem)
            raise
        finally:
            self.journal.violations += call.problems
        if self.spec:
            self.journal.violations += self.spec.own_problems(call.method, call.path, *result)
        return result

    def _check(self, call: Call) -> None:
        """Refuses what the specification does not know, unless requests go unchecked."""
        if self.spec and (wrong := self.spec.problems(call.method, call.path, call.query, call.body)):
            raise FormError("", "OPENAPI", wrong[0])

    def _note(
        self, call: Call, status: int, code: int, error: str, *, lost: bool = False, done: bool = True
    ) -> None:
        entry = Sent(
            self.world.clock(),
            call.method,
            call.template or call.path,
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
        )
        self.journal.note(entry)

    async def _serve_file(self, request: web.Request) -> web.Response:
        upload = self.world.files.get(int(request.match_info["id"]))
        if upload is None:
            return web.Response(status=404)
        return web.Response(body=upload.body, content_type=upload.wire()["content_type"])


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
    elif request.can_read_body:
        raw = await request.read()
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
