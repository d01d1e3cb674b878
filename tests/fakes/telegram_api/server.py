"""The door: HTTP in, JSON out, and the troubles between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

from aiohttp import BodyPartReader, web

from .api import POLL, Methods
from .call import Attached, Call
from .errors import ApiError, FormatError
from .faults import Faults, Trouble
from .journal import Journal, Sent, kind_of
from .messages import ApiUnknown
from .spec import Spec
from .updates import PollCut, Updates
from .world import World

LARGEST_REQUEST = 60 << 20


class Server:
    """Serves one bot on 127.0.0.1; it can be stopped and started again on the same port, remembering all."""

    def __init__(
        self,
        token: str,
        world: World,
        methods: Methods,
        updates: Updates,
        journal: Journal,
        faults: Faults,
        spec: Spec,
    ) -> None:
        self.token = token
        self.world = world
        self.methods = methods
        self.updates = updates
        self.journal = journal
        self.faults = faults
        self.spec = spec
        self.port = 0
        self.calls: list[Call] = []
        """The requests that are being answered, polls aside."""
        self.last_request_at = float("-inf")
        """When the last of them ended, by the event loop's clock."""
        self.changed = asyncio.Event()
        """Set, and replaced by a new one, whenever a request has been answered."""
        self._runner: web.AppRunner | None = None

    @property
    def busy(self) -> int:
        """How many requests are being answered, polls aside."""
        return len(self.calls)

    async def start(self, port: int | None = None) -> None:
        """Opens the door, on the port it had before unless one is named."""
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.on_response_prepare.append(self._date)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port if port is None else port)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self.updates.open()

    async def stop(self) -> None:
        """Shuts the door on everybody, in the middle of a word if need be."""
        if self._runner:
            self.updates.close()
            await self._runner.cleanup()
            self._runner = None

    async def _date(self, _: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(self.world.now(), usegmt=True)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        try:
            call = await _read(request)
        except ConnectionError:
            return _cut(request)  # who asks has gone in the middle of a word
        call.method = self.methods.name(call.method) or call.method
        polling = call.method == POLL
        if not polling:
            self.calls.append(call)
        try:
            return await self._answer(call, request)
        finally:
            if not polling:
                self.calls.remove(call)
                self.last_request_at = asyncio.get_running_loop().time()
            self.changed.set()
            self.changed = asyncio.Event()

    async def _answer(self, call: Call, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.token:
            return _json(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
        if self.faults.take(call, Trouble.LOSE_REQUEST):
            return _cut(request)
        await self._dawdle(call)
        if garbled := self.faults.take(call, Trouble.GARBLE):
            self._note(call, garbled.status if garbled.status != 200 else 500, "garbled")
            return web.Response(
                status=garbled.status, text=garbled.body, content_type="text/html", headers=garbled.headers
            )
        try:
            result = await self._result(call, alive=lambda: _alive(request))
            status, body, description = 200, {"ok": True, "result": result}, ""
        except PollCut:
            return _cut(request)
        except ApiError as error:
            status, body, description = error.code, error.body(), error.description
        lost = self.faults.take(call, Trouble.LOSE_REPLY) is not None
        self._note(call, status, description, lost=lost)
        if lost:
            return _cut(request)
        if call.method == POLL and status == 200:
            self.updates.note_fetched(body["result"])
        return _json(status, body)

    async def _dawdle(self, call: Call) -> None:
        if slow := self.faults.take(call, Trouble.SLOW):
            await asyncio.sleep(slow.seconds)
        if held := self.faults.take(call, Trouble.HOLD):
            await held.free.wait()

    async def _result(self, call: Call, *, alive: Callable[[], bool]) -> Any:
        """Returns what the method returns; raises ApiError, and notes what a well-made bot would not do."""
        if refused := self.faults.take(call, Trouble.REFUSE):
            assert refused.error
            raise refused.error
        if (name := self.spec.name(call.method)) is None:
            self.journal.violations.append(f"{call.method}: no such method")
            raise ApiError(404, "Not Found: method not found")  # [C] on_cmd
        self.journal.violations += self.spec.problems(name, call.params, call.files)
        try:
            result = await self.methods(call, alive=alive)
        except FormatError as error:
            call.problem(error.description)
            raise
        except ApiUnknown as error:
            call.problems.append(str(error))
            raise ApiError(501, str(error)) from error
        else:
            self.journal.violations += self.spec.answered(name, result)
            return result
        finally:
            self.journal.violations += call.problems

    def _note(self, call: Call, code: int, description: str, *, lost: bool = False) -> None:
        if call.method == POLL:
            return
        entry = Sent(
            self.world.clock(),
            call.method,
            kind_of(call.method),
            call.chat_id,
            call.viewer,
            call.payload(),
            list(call.files.values()),
            call.shown,
            code,
            description,
            call.message_id,
            lost,
        )
        self.journal.note(entry)


async def _read(request: web.Request) -> Call:
    """Returns the call: parameters may come in the URL, as a form or as JSON."""
    call = Call(request.match_info["method"], dict(request.query))
    if request.content_type == "application/json":
        if request.can_read_body:
            call.params |= await request.json()
    elif request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            name, body = part.name or "", bytes(await part.read())
            if part.filename is None:
                call.params[name] = body.decode()
            else:
                call.files[name] = Attached(part.filename, body)
    else:
        call.params |= {name: str(value) for name, value in (await request.post()).items()}
    return call


def _alive(request: web.Request) -> bool:
    return request.transport is not None and not request.transport.is_closing()


def _cut(request: web.Request) -> web.Response:
    """Closes the connection without a word; what is returned is never sent."""
    if request.transport:
        request.transport.abort()
    return web.Response()


def _json(status: int, body: dict[str, Any]) -> web.Response:
    return web.Response(status=status, text=json.dumps(body), content_type="application/json")
