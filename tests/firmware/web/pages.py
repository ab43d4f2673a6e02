"""A page for the tests: the other end of the box's window."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

from firmware.web.switch import Switch
from firmware.web.window import Window
from firmware.web.wire import MOST_WAITING, Line
from tests.firmware.table.tables import Seat


def with_page(seat: Seat, on: bool = True) -> Window:
    seat.settings.folders.run.mkdir(parents=True, exist_ok=True)
    switch = Switch(seat.settings.folders.run, seat.clock.now)
    if on:
        switch.turn_on()
    seat.table.page = switch
    seat.loop.window = Window(seat.loop, switch, seat.logged.append)
    OPEN.append(seat.loop.window)
    seat.loop.step()
    return seat.loop.window


OPEN: list[socket.socket | Window] = []


def knocking(path: Path) -> socket.socket:
    """A connection to the window; the tests' fixture closes it."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    OPEN.append(connection)
    connection.connect(str(path))
    return connection


class Caller:
    """Speaks to the window, and lets the loop go round while it waits."""

    def __init__(self, seat: Seat, path: Path) -> None:
        self.seat = seat
        self.line = Line(knocking(path), longest=2 * MOST_WAITING)
        self.knows: dict[str, Any] = {}
        self._number = 0
        self.rounds()

    def rounds(self, count: int = 3) -> None:
        for _ in range(count):
            self.seat.clock.wait(0.02)
            self.seat.loop.step()
            for message in self.line.heard():
                self.knows.update(message)

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        self._number += 1
        self.knows.pop("re", None), self.knows.pop("ok", None), self.knows.pop("trouble", None)
        if "serial" not in more:
            more["serial"] = self.knows["panel"]["serial"]
        self.line.say({"id": self._number, "do": do, **more})
        self.rounds()
        assert self.knows.get("re") == self._number, self.knows
        return {key: self.knows[key] for key in ("ok", "trouble") if key in self.knows}
