"""The camera as the table uses it: pictures are taken and read by the worker; a camera that fails is opened once more.

After that everything goes by hand, and the table is told so in a sentence. It may have the camera tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import Camera, CameraTrouble, Clock, DoorTrouble, Frame
from firmware.table.worker import Answer, Worker
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.table.eyes import Eyes

Read = Callable[["Eyes", Frame], Any]
TOO_LONG = 25.0  # seconds a reading may take before the table is offered the buttons instead
STUCK = 90.0  # seconds after which the worker is given up, and the process with it


class Sight:
    def __init__(
        self,
        worker: Worker,
        clock: Clock,
        camera: Camera | None = None,
        eyes: Eyes | None = None,
        reopen: Callable[[], Camera | None] | None = None,
        wait: float = 2.0,
        why_not: Phrase = SILENCE,
    ) -> None:
        self.worker, self.clock, self.wait = worker, clock, wait
        self.camera, self.eyes, self.reopen = camera, eyes, reopen
        self.why_not = why_not  # why nothing is looked at, once that is so
        self.asked: dict[int, float] = {}

    @property
    def sees(self) -> bool:
        return self.camera is not None and self.eyes is not None and not self.why_not

    def look(self, read: Read) -> int:
        """A picture whose exposure begins after this call is taken and read; the answer carries the ticket."""
        asked = self.clock.now()
        ticket = self.worker.ask(lambda: self._read(read, asked))
        self.asked[ticket] = asked
        return ticket

    def answers(self) -> list[Answer]:
        answers = self.worker.answers()
        for answer in answers:
            self.asked.pop(answer.ticket, None)
            if isinstance(answer.trouble, CameraTrouble):
                self.why_not = say("The camera does not answer: everything goes by hand now.")
        return answers

    def try_again(self) -> None:
        """The table wants to have the camera tried again."""
        self.why_not = SILENCE

    @property
    def stuck(self) -> bool:
        """Whether a reading has gone on for longer than any does."""
        return any(self.clock.now() - asked > STUCK for asked in self.asked.values())

    # ---- in the worker
    def _read(self, read: Read, asked: float) -> Any:
        if self.eyes is None:
            raise CameraTrouble("there is no camera")
        return read(self.eyes, self._frame(asked))

    def _frame(self, asked: float) -> Frame:
        if self.camera is None and self.reopen is None:
            raise CameraTrouble("there is no camera")
        try:
            if self.camera is not None:
                return self.camera.frame(asked, self.wait)
        except DoorTrouble:
            if self.reopen is None:
                raise
        return self._opened_once_more().frame(asked, self.wait)

    def _opened_once_more(self) -> Camera:
        old, self.camera = self.camera, None
        if old is not None:
            old.close()
        assert self.reopen is not None
        self.camera = self.reopen()
        if self.camera is None:
            raise CameraTrouble("there is no camera")
        return self.camera
