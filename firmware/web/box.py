"""The box as the page knows it: what came through the window, and how to ask for something."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware.web.wire import MOST_WAITING
from rules.words import Phrase, say

AGAIN = 1.0  # seconds between attempts to reach the box
PATIENCE = 5.0  # seconds an answer may take
MOST_ASKED = 32  # questions that may wait for their answers
AWAY = say("The box does not answer just now.")


class Refusal(Exception):
    """Why something was not done, in a sentence that a catalogue may know."""

    def __init__(self, words: Phrase) -> None:
        super().__init__(str(words))
        self.words = words


class Box:
    def __init__(self, socket: Path, switch: Path) -> None:
        self.socket, self.switch = socket, switch
        self.knows: dict[str, Any] = {}
        self.there = False
        self.changed = asyncio.Condition()
        self.serial = 0  # of what is known
        self.over = asyncio.Event()  # the page was switched off
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._writer: asyncio.StreamWriter | None = None

    async def keep_reached(self) -> None:
        """Until the page is switched off at the panel."""
        try:
            await self._keep_reached()
        finally:
            writer = self._writer
            self._left()
            if writer is not None:
                with suppress(OSError):
                    await writer.wait_closed()

    async def _keep_reached(self) -> None:
        while not self.over.is_set():
            with suppress(OSError, ValueError, asyncio.IncompleteReadError):
                reader, self._writer = await asyncio.open_unix_connection(str(self.socket), limit=MOST_WAITING)
                self.there = True
                await self._listen(reader)
            self._left()
            await self._tell()
            if not self.switch.exists():
                self.over.set()
                return
            await asyncio.sleep(AGAIN)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            message = json.loads(line)
            if "re" in message:
                waiting = self._asked.pop(message["re"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
                continue
            self.knows.update(message)
            if message.get("off"):
                self.over.set()
                return
            await self._tell()

    async def _tell(self) -> None:
        async with self.changed:
            self.serial += 1
            self.changed.notify_all()

    def _left(self) -> None:
        self.there = False
        self.knows = {key: self.knows[key] for key in ("box",) if key in self.knows}
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(Refusal(AWAY))
        self._asked.clear()

    async def ask(self, do: str, **more: Any) -> Any:
        if self._writer is None or len(self._asked) >= MOST_ASKED:
            raise Refusal(AWAY)
        self._number += 1
        number, answer = self._number, asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._writer.write(json.dumps({"id": number, "do": do, **more}).encode() + b"\n")
            await self._writer.drain()
            message: Mapping[str, Any] = await asyncio.wait_for(answer, PATIENCE)
        except (OSError, TimeoutError):
            raise Refusal(AWAY) from None
        finally:
            self._asked.pop(number, None)
        if "trouble" in message:
            raise Refusal(Phrase(str(message["trouble"]).replace("{", "(").replace("}", ")")))
        return message.get("ok")
