"""A simulated box and its page over HTTP: the box in a thread, the page in another, a socket between them."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn

from firmware.commands.demo import text_of
from firmware.commands.web import config_of
from firmware.doors.clocks import SteadyClock
from firmware.doors.ports import Camera, Doors
from firmware.doors.simulated import SimulatedButtons, SimulatedPanel
from firmware.journal import Journal
from firmware.profile import Profile
from firmware.settings import Folders, PageSettings, Settings
from firmware.table.eyes import Eyes
from firmware.table.loop import TableLoop
from firmware.table.sight import Sight
from firmware.table.worker import AtOnce
from firmware.web.server import Page, page_for
from firmware.web.switch import Switch
from firmware.web.window import Window
from rules.record import read


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Bench:
    """The whole of it. `turns` of a golden evening have been played when it begins."""

    def __init__(
        self,
        folder: Path,
        game: str = "saint-malo",
        turns: int = 3,
        eyes: Eyes | None = None,
        camera: Camera | None = None,
        language: str = "en",
        open: bool = True,
    ) -> None:
        page = PageSettings(port=free_port(), open=open)
        self.settings = Settings(language, folders=Folders(folder / "state", folder / "run"), page=page)
        self.lock = threading.Lock()  # a test that looks into the box holds it still
        self._end = threading.Event()
        self.logged: list[str] = []
        self._ready = threading.Event()
        self._box = threading.Thread(target=lambda: self._go_round(game, turns, eyes, camera))
        self._box.start()
        assert self._ready.wait(60)
        self.page: Page | None = None
        self._server: uvicorn.Server | None = None
        self._serving = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._serving.start()
        self.cookie = ""
        self.until(lambda: self.get("/panel.png")[0] == 200)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.settings.page.port}"

    def _begin(self, game: str, turns: int, eyes: Eyes | None, camera: Camera | None) -> None:
        """In the thread of the box, since a journal belongs to the thread that opened it."""
        clock = SteadyClock()
        self.journal = Journal.open(self.settings.folders.games)
        doors = Doors(clock, SimulatedButtons(clock), SimulatedPanel(), camera)
        sight = Sight(AtOnce(), clock, camera, eyes)
        self.loop = TableLoop(doors, self.journal, sight, self.settings, Profile(guided=True), log=self.logged.append)
        self.table = self.loop.table
        self.switch = Switch(self.settings.folders.run, clock.now)
        self.table.page, self.loop.window = self.switch, Window(self.loop, self.switch, self.logged.append)
        written = read(text_of(game))
        self.table.take_up(self.journal.begin(written.header))
        for event in written.sitting.events[:turns]:
            assert self.table.do(event)
        self.table.home()
        self.switch.turn_on()
        self.loop.step()

    def _go_round(self, game: str, turns: int, eyes: Eyes | None, camera: Camera | None) -> None:
        self._begin(game, turns, eyes, camera)
        self._ready.set()
        while not self._end.wait(0.005):
            with self.lock:
                self.loop.step()
        assert self.loop.window is not None
        self.loop.window.close()
        self.journal.close()

    async def _serve(self) -> None:
        self.page = page_for(self.settings)
        reaching = asyncio.ensure_future(self.page.box.keep_reached())
        self._server = uvicorn.Server(config_of(self.settings, self.page))
        with suppress(asyncio.CancelledError):
            await self._server.serve()
        reaching.cancel()
        with suppress(asyncio.CancelledError):
            await reaching

    def until(self, true: Any, rounds: int = 2000) -> None:
        """Waits for something to become true; a great many rounds in vain are a failure."""
        pause = threading.Event()
        for _ in range(rounds):
            with suppress(OSError, http.client.HTTPException):
                if true():
                    return
            pause.wait(0.01)
        raise AssertionError("it did not come to be")

    # ---- asking
    def asked(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], bytes]:
        line = http.client.HTTPConnection(self.address, timeout=20)
        try:
            line.request(method, path, body, {"Cookie": self.cookie, **(headers or {})})
            answer = line.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        status, _, body = self.asked("GET", path, headers=headers)
        return status, body.decode("utf-8", "replace")

    def post(self, path: str, headers: Mapping[str, str] | None = None, **form: Any) -> tuple[int, str]:
        usual = {"Origin": f"http://{self.address}", "Content-Type": "application/x-www-form-urlencoded"}
        status, _, body = self.asked("POST", path, urlencode(form).encode(), {**usual, **(headers or {})})
        return status, body.decode("utf-8", "replace")

    def pair(self, seat: int | None = None) -> None:
        with self.lock:
            assert self.table.evening is not None
            code = self.switch.pairing.offer((self.table.evening.id, seat) if seat is not None else None)
        status, headers, _ = self.asked(
            "POST", "/pair", urlencode({"code": code.digits}).encode(), {"Origin": f"http://{self.address}"}
        )
        assert status == 303
        self.cookie = headers["set-cookie"].split(";")[0]
        self.set_cookie = headers["set-cookie"]

    @property
    def serial(self) -> int:
        assert self.page is not None
        return int(self.page.box.knows["panel"]["serial"])

    @property
    def events(self) -> int:
        with self.lock:
            return len(self.table.sitting.events)

    def close(self) -> None:
        if self._server is not None:
            self._server.should_exit = True
        self._serving.join(30)
        self._end.set()
        self._box.join(30)
