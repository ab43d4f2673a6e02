"""The camera as the table uses it: pictures are taken and read by the worker.

A camera that fails is opened once more by its door (`firmware.doors.kept`); after that everything goes by hand, and
the table is told so in a sentence. It may have the camera tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.doors.kept import KeptCamera
from firmware.doors.ports import Camera, CameraTrouble, Clock, Frame
from firmware.table.worker import Answer, Worker
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.table.eyes import Eyes

Read = Callable[["Eyes", Frame], Any]
TOO_LONG = 25.0  # seconds a reading may take before the table is offered the buttons instead
STUCK = 90.0  # seconds after which the worker is given up, and the process with it


class Sight:
    """`why_not` says why nothing is looked at, once that is so."""

    def __init__(
        self,
        worker: Worker,
        clock: Clock,
        camera: Camera | None = None,
        eyes: Eyes | None = None,
        wait: float = 2.0,
        why_not: Phrase = SILENCE,
    ) -> None:
        self.worker, self.clock, self.camera, self.eyes, self.wait = worker, clock, camera, eyes, wait
        self.why_not = why_not
        self.asked: dict[int, float] = {}

    @property
    def sees(self) -> bool:
        return self.camera is not None and self.eyes is not None and self.why_not == SILENCE

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
        if isinstance(self.camera, KeptCamera):
            self.camera.again()

    @property
    def stuck(self) -> bool:
        """Whether a reading has gone on for longer than any does."""
        return any(self.clock.now() - asked > STUCK for asked in self.asked.values())

    def _read(self, read: Read, asked: float) -> Any:
        """In the worker."""
        if self.camera is None or self.eyes is None:
            raise CameraTrouble("There is no camera.")
        return read(self.eyes, self.camera.frame(asked, self.wait))
