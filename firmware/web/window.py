"""The window through which the page looks at the box: a socket in the runtime folder, served within the loop's rounds.

Nothing here waits. A page that does not read, floods or babbles is cut off, and the game does not notice.
"""

from __future__ import annotations

import os
import socket
import threading
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import Frame
from firmware.screens.views import Screen
from firmware.table.glass import same
from firmware.table.worker import Answer
from firmware.web import asked
from firmware.web.mirror import mirrored
from firmware.web.switch import SOCKET, Switch
from firmware.web.wire import Gone, Line
from rules.trouble import Trouble

if TYPE_CHECKING:
    from firmware.table.loop import TableLoop

PAGES = 4  # connections at a time; a page needs one
WIDEST, QUALITY = 1600, 82  # of a picture for the page


class Window:
    def __init__(self, loop: TableLoop, switch: Switch, log: Callable[[str], None]) -> None:
        self.loop, self.switch, self.log = loop, switch, log
        self.path = switch.file.parent / SOCKET
        self._door: socket.socket | None = None
        self._lines: list[Line] = []
        self._said: dict[str, Any] = {}  # what the pages know
        self._screen: Screen | None = None
        self.serial = 0  # of the screens; a press names the one that it is meant for
        self._darkroom = Darkroom()
        self._frame: Frame | None = None
        self.aiming: int | None = None  # the ticket of a picture for aiming

    # ---- called by the loop
    def step(self, screen: Screen | None) -> None:
        """One round: what was asked is done, and what is new is told."""
        try:
            self._step(screen)
        except Exception as error:  # whatever is wrong with the page, the game goes on
            self.log(f"the page: {error!r}")
            self._lose(*self._lines)

    def answered(self, answer: Answer) -> None:
        """A reading that no moment of the table waits for: perhaps it is ours."""
        if answer.ticket != self.aiming:
            return
        self.aiming = None
        if isinstance(answer.value, Frame):
            self._darkroom.hand_in(answer.value.picture, "aim")
        else:
            self._tell({"aim": {"trouble": str(answer.trouble)}})

    def close(self) -> None:
        self._lose(*self._lines)
        if self._door is not None:
            self._door.close()
            self._door = None
            with suppress(OSError):
                self.path.unlink()

    # ---- one round
    def _step(self, screen: Screen | None) -> None:
        if not self.switch.on:
            if self._door is not None:
                self._tell({"off": True})
                self.close()
            return
        if self._door is None:
            self._open()
        self._welcome()
        for line in list(self._lines):
            try:
                line.flush()
                for message in line.heard():
                    self._answer(line, message)
            except Gone:
                self._lose(line)
        if self._lines:
            self._news(screen)

    def _open(self) -> None:
        with suppress(OSError):
            self.path.unlink()
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            door.setblocking(False)
            before = os.umask(0o117)  # for us and our group alone
            try:
                door.bind(str(self.path))
            finally:
                os.umask(before)
            door.listen(PAGES)
        except OSError:
            door.close()
            raise
        self._door = door

    def _welcome(self) -> None:
        assert self._door is not None
        with suppress(BlockingIOError):
            while True:
                connection, _ = self._door.accept()
                if len(self._lines) >= PAGES:
                    connection.close()
                    continue
                line = Line(connection)
                self._lines.append(line)
                with suppress(Gone):
                    line.say(self._said)

    def _answer(self, line: Line, message: Mapping[str, Any]) -> None:
        told: dict[str, Any] = {"re": message.get("id")}
        try:
            told["ok"] = asked.do(self, message)
        except Trouble as trouble:
            told["trouble"] = str(trouble)
        line.say(told)

    def _news(self, screen: Screen | None) -> None:
        """What has changed since it was last told."""
        loop, table = self.loop, self.loop.table
        news: dict[str, Any] = {}
        if screen is not None and (self._screen is None or not same(screen, self._screen)):
            self._screen, self.serial = screen, self.serial + 1
            panel = mirrored(screen, table.now, loop.glass.drawing, loop.glass.words)
            news["panel"] = {"serial": self.serial, **panel}
        if loop.glass.asleep != self._said.get("asleep"):
            news["asleep"] = loop.glass.asleep
        evening = table.evening
        told = None
        if evening is not None:
            told = {"id": evening.id, "events": len(evening.sitting.events), "open_purses": table.open_purses}
        if "evening" not in self._said or told != self._said["evening"]:
            news["evening"] = told
        reading = table.reading
        unsure = {"places": list(reading.places), "verdict": reading.verdict} if reading else None
        if "reading" not in self._said or unsure != self._said["reading"]:
            news["reading"] = unsure
        sees = {"sees": table.sight.sees, "language": loop.settings.language}
        if sees != self._said.get("box"):
            news["box"] = sees
        frame = table.after or table.before
        if frame is not None and frame is not self._frame:
            self._frame = frame
            self._darkroom.hand_in(frame.picture, "picture")
        for what, jpeg in self._darkroom.ready():
            news[what] = {"jpeg": b64encode(jpeg).decode(), "n": self._said.get(what, {}).get("n", 0) + 1}
        if news:
            self._tell(news)

    def _tell(self, news: Mapping[str, Any]) -> None:
        self._said.update(news)
        for line in list(self._lines):
            try:
                line.say(news)
            except Gone:
                self._lose(line)

    def _lose(self, *lines: Line) -> None:
        for line in lines:
            line.close()
            if line in self._lines:
                self._lines.remove(line)


class Darkroom:
    """Makes JPEGs beside the loop. Only the newest picture of each kind is made; none is waited for."""

    def __init__(self) -> None:
        self._waiting: dict[str, Any] = {}
        self._ready: dict[str, bytes] = {}
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def hand_in(self, picture: Any, what: str) -> None:
        with self._wake:
            self._waiting[what] = picture
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="darkroom", daemon=True)
                self._thread.start()

    def ready(self) -> list[tuple[str, bytes]]:
        with self._wake:
            ready, self._ready = self._ready, {}
        return list(ready.items())

    def _work(self) -> None:
        """Until nothing waits."""
        while True:
            with self._wake:
                if not self._waiting:
                    self._thread = None
                    return
                what = next(iter(self._waiting))
                picture = self._waiting.pop(what)
            with suppress(Exception):  # a picture that cannot be shown costs nobody anything
                jpeg = jpeg_of(picture)
                with self._wake:
                    self._ready[what] = jpeg


def jpeg_of(picture: Any) -> bytes:
    import cv2  # late: a box without a camera never needs it

    height, width = picture.shape[:2]
    if width > WIDEST:
        picture = cv2.resize(picture, (WIDEST, round(height * WIDEST / width)), interpolation=cv2.INTER_AREA)
    made, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert made
    return bytes(jpeg)
