"""The door of the page: what is asked wrongly is turned away here, before anything looks at it."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY = 4096  # bytes of a form
TARGET = 1024  # bytes of a path with what is asked of it
AT_ONCE = 16  # requests of one address, streams among them
_NAME = re.compile(r"[a-z0-9-]+(\.(local|lan|home\.arpa|fritz\.box))?", re.I)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with “no-referrer” a browser does not say where a form stands
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


class Guard:
    def __init__(self, app: App) -> None:
        self.app = app
        self.here: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        who = str((scope.get("client") or ("",))[0])
        wrong = self._wrong(scope, who)
        if wrong is not None:
            await _refuse(send, *wrong)
            return
        self.here[who] += 1
        try:
            await self.app(scope, _bounded(receive), _sealed(send))
        finally:
            self.here[who] -= 1
            if not self.here[who]:
                del self.here[who]

    def _wrong(self, scope: Scope, who: str) -> tuple[int, str] | None:
        named = [(name, value) for name, value in scope["headers"] if name in (b"host", b"origin", b"content-length")]
        headers = dict(named)
        if len(headers) != len(named):
            return 400, "a header came twice"
        host = headers.get(b"host", b"").decode("latin-1")
        if not ours(host):
            return 421, "this page has another name"
        if len(scope["raw_path"]) + len(scope["query_string"]) > TARGET:
            return 414, "too much was asked at once"
        if self.here[who] >= AT_ONCE:
            return 429, "too many at once"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > BODY:
            return 413, "too much was sent"
        if scope["method"] == "POST":
            origin = headers.get(b"origin", b"").decode("latin-1")
            if origin != f"http://{host}":
                return 403, "this was asked from another page"
        elif scope["method"] not in ("GET", "HEAD"):
            return 405, "this cannot be asked"
        return None


def ours(host: str) -> bool:
    """An address, or a name of the house: a page from elsewhere that calls itself by this address is not."""
    name = re.sub(r":[0-9]{1,5}$", "", host)
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return bool(_NAME.fullmatch(name))
    return True


def _bounded(receive: Receive) -> Receive:
    so_far = 0

    async def bounded() -> Message:
        nonlocal so_far
        message = await receive()
        so_far += len(message.get("body", b""))
        if so_far > BODY:
            raise HTTPException(413)
        return message

    return bounded


def _sealed(send: Send) -> Send:
    async def sealed(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(one for one in HEADERS if one[0] not in own)]
        await send(message)

    return sealed


async def _refuse(send: Send, status: int, words: str) -> None:
    body = words.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
