"""The push: every open page is told what has changed. Who does not listen for a while is let go."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from firmware.web.box import Box

MOST = 24  # streams
STALLED = 15.0  # seconds one message may take to go out
BREATH = 20.0  # seconds after which something is said though nothing is new
WATCHED = ("panel", "asleep", "evening", "reading", "picture", "aim")


class Stream:
    def __init__(self, box: Box) -> None:
        self.box, self.open = box, 0

    def to(self, request: Request) -> Response:
        if self.open >= MOST:
            return Response("too many pages are open", 503, media_type="text/plain")
        return Pushing(self)


class Pushing(Response):
    media_type = "text/event-stream"

    def __init__(self, stream: Stream) -> None:
        super().__init__(b"")
        self.stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.stream.open += 1
        told = asyncio.ensure_future(self._tell(send))
        left = asyncio.ensure_future(_left(receive))
        off = asyncio.ensure_future(self.stream.box.over.wait())
        try:
            await asyncio.wait((told, left, off), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stream.open -= 1
            for task in (told, left, off):
                task.cancel()
            with suppress(asyncio.CancelledError, TimeoutError, OSError):
                await told

    async def _tell(self, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        box, before, serial = self.stream.box, marks(self.stream.box), -1
        await _sent(send, b"retry: 2000\nevent: hello\ndata: {}\n\n")
        while True:
            async with box.changed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(box.changed.wait_for(lambda: box.serial != serial), BREATH)  # noqa: B023
                serial = box.serial
            now = marks(box)
            news = [what for what in now if now[what] != before.get(what)]
            before = now
            words = f"event: news\ndata: {json.dumps(news)}\n\n" if news else ": still here\n\n"
            await _sent(send, words.encode())


def marks(box: Box) -> dict[str, str]:
    """What is known, each thing by a mark that changes with it."""
    told = {"there": str(box.there)}
    for what in WATCHED:
        value = box.knows.get(what)
        told[what] = str((value or {}).get("n", value)) if what in ("picture", "aim") else repr(value)
    return told


async def _sent(send: Send, words: bytes) -> None:
    await asyncio.wait_for(send({"type": "http.response.body", "body": words, "more_body": True}), STALLED)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
