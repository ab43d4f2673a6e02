"""Doors that are kept open: a lost panel, camera or set of buttons is opened anew from time to time, and never
stops the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from PIL.Image import Image as Drawing

from firmware.doors.ports import (
    FULL,
    Buttons,
    ButtonTrouble,
    Camera,
    CameraTrouble,
    Clock,
    Edge,
    Frame,
    Locks,
    Panel,
    PanelTrouble,
)

T = TypeVar("T")
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
RENEWED_EVERY = 60.0  # a panel that lost its set-up without a word is dark no longer than this


class Waits:
    """When to try again: soon at first, then ever later."""

    def __init__(self, clock: Clock, longest: float = LONGEST_WAIT) -> None:
        self._clock, self._longest = clock, longest
        self._step, self._due = FIRST_WAIT, float("-inf")

    @property
    def over(self) -> bool:
        return self._clock.now() >= self._due

    def failed(self) -> None:
        self._due = self._clock.now() + self._step
        self._step = min(self._step * 2, self._longest)

    def worked(self) -> None:
        self._step, self._due = FIRST_WAIT, float("-inf")


class KeptPanel:
    """Never raises. `trouble` is empty, or says why nothing can be seen. Show it the present picture in every round
    of the loop: the same picture again costs nothing, and a lost panel comes back with it.
    """

    def __init__(self, panel: Panel, clock: Clock) -> None:
        self._panel, self._clock = panel, clock
        self._waits = Waits(clock)
        self._begun = float("-inf")
        self._level = FULL
        self.trouble = "The panel was not set up yet."
        self.lost_times = 0

    @property
    def size(self) -> tuple[int, int]:
        return self._panel.size

    @property
    def lost(self) -> bool:
        return bool(self.trouble)

    def show(self, drawing: Drawing) -> None:
        if self._ready():
            self._try(lambda: self._panel.show(drawing))

    def bright(self, level: str) -> None:
        woken = level == FULL and self._level != FULL
        self._level = level
        if woken:
            self._begun = float("-inf")  # whoever wakes it looks at it: set it up anew
        if self._ready():
            self._try(lambda: self._panel.bright(level))

    def begin(self) -> None:
        self._begun = float("-inf")
        self._ready()

    def close(self) -> None:
        with suppress(PanelTrouble):
            self._panel.close()

    def _ready(self) -> bool:
        if self.trouble and not self._waits.over:
            return False
        if self.trouble or self._clock.now() - self._begun >= RENEWED_EVERY:
            self._try(self._set_up)
        return not self.trouble

    def _set_up(self) -> None:
        self._panel.begin()
        self._panel.bright(self._level)
        self._begun = self._clock.now()

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except PanelTrouble as trouble:
            self.lost_times += not self.trouble
            self.trouble = str(trouble)
            self._waits.failed()
        else:
            self.trouble = ""
            self._waits.worked()


class KeptCamera:
    """Opens the camera when it is first needed, and once more when it fails; after that it says no at once, so that
    nobody waits for it, and tries again later.
    """

    def __init__(self, opener: Callable[[], Camera], clock: Clock, longest: float = 120.0) -> None:
        self._opener = opener
        self._camera: Camera | None = None
        self._waits = Waits(clock, longest)
        self._locks = Locks()
        self.trouble = ""

    @property
    def lost(self) -> bool:
        return bool(self.trouble)

    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        return self._with(lambda camera: camera.frame(newer_than, wait))

    def glance(self) -> Frame:
        return self._with(lambda camera: camera.glance())

    def adjust(self) -> Locks:
        self._locks = self._with(lambda camera: camera.adjust())
        return self._locks

    def lock(self, locks: Locks) -> bool:
        """They are kept, and hold again after the camera was opened anew."""
        self._locks = locks
        return self._with(lambda camera: camera.lock(locks))

    @property
    def missing(self) -> tuple[str, ...]:
        """What the open camera cannot be told, of what keeps colours and focus steady."""
        return tuple(getattr(self._camera, "missing", ()))

    @property
    def delivers(self) -> str:
        """In which form the open camera's pictures come; nothing when it does not say."""
        return str(getattr(self._camera, "delivers", ""))

    def again(self) -> None:
        """Somebody mended it: the next picture is asked for at once."""
        self._waits.worked()

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            with suppress(CameraTrouble):
                camera.close()

    def _with(self, action: Callable[[Camera], T]) -> T:
        if self.trouble and not self._waits.over:
            raise CameraTrouble(self.trouble)
        chances = 1 if self.trouble else 2
        while True:
            chances -= 1
            try:
                result = action(self._opened())
            except CameraTrouble as trouble:
                self.close()
                if chances:
                    continue
                self.trouble = str(trouble)
                self._waits.failed()
                raise
            self.trouble = ""
            self._waits.worked()
            return result

    def _opened(self) -> Camera:
        if self._camera is None:
            self._camera = self._opener()
            if self._locks.any:
                self._camera.lock(self._locks)
        return self._camera


class KeptButtons:
    """Raises ButtonTrouble while they cannot be read, and opens them anew from time to time."""

    def __init__(self, opener: Callable[[], Buttons], clock: Clock) -> None:
        self._opener = opener
        self._buttons: Buttons | None = None
        self._waits = Waits(clock, 10.0)
        self.trouble = ""

    def edges(self) -> list[Edge]:
        return self._with(lambda buttons: buttons.edges())

    def levels(self) -> Mapping[str, bool]:
        return self._with(lambda buttons: buttons.levels())

    def close(self) -> None:
        buttons, self._buttons = self._buttons, None
        if buttons is not None:
            with suppress(ButtonTrouble):
                buttons.close()

    def _with(self, action: Callable[[Buttons], T]) -> T:
        if self.trouble and not self._waits.over:
            raise ButtonTrouble(self.trouble)
        try:
            if self._buttons is None:
                self._buttons = self._opener()
            result = action(self._buttons)
        except ButtonTrouble as trouble:
            self.close()
            self.trouble = str(trouble)
            self._waits.failed()
            raise
        self.trouble = ""
        self._waits.worked()
        return result
